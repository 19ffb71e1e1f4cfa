//! Baselines: findings that are accepted until they go. A file of JSON, read with the reader of all
//! texts, so that an entry can be pointed at; finding and writing the file is the work of `cli`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use crate::finding::Finding;
use crate::source::{FileId, Span};
use crate::yaml::{self, Document, NodeId, Tree, Value};

/// The version of the contract.
pub const SCHEMA_VERSION: u32 = 1;

/// An accepted finding: equal ones are counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// The file, relative to that of the baseline.
    pub file: String,
    /// The object's kind.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// The object's namespace.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub namespace: String,
    /// The object's name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The rule.
    pub rule: String,
    /// Where it stands: keys, names of list entries, and the text there.
    pub at: String,
}

/// A baseline as it is written.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Written {
    /// The version of this contract.
    schema_version: u32,
    /// The accepted findings, sorted.
    findings: Vec<Counted>,
}

/// An accepted finding, and how many there are of it.
#[derive(Debug, Serialize, JsonSchema)]
struct Counted {
    #[serde(flatten)]
    entry: Entry,
    /// How many equal findings; 1 where it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
}

/// A baseline of a run.
#[derive(Clone, Debug, Default)]
pub struct Baseline {
    /// The text of the baseline file, where its problems point.
    pub file: FileId,
    /// The accepted findings: the number of each, and the place of that number.
    pub accepted: BTreeMap<Entry, (u64, Span)>,
    /// The names of the texts of the run, relative to the baseline.
    pub names: BTreeMap<FileId, String>,
}

impl Baseline {
    /// Drops the findings that are accepted, and says how many there were. What is left in
    /// `accepted` was not found.
    pub fn apply(&mut self, findings: &mut Vec<Finding>) -> usize {
        let before = findings.len();
        findings.retain(|finding| {
            let Some(name) = self.names.get(&finding.place.file) else {
                return true;
            };
            match self.accepted.get_mut(&entry(finding, name)) {
                Some((count, _)) if *count > 0 => {
                    *count -= 1;
                    false
                }
                _ => true,
            }
        });
        self.accepted.retain(|_, (count, _)| *count > 0);
        before - findings.len()
    }
}

/// A baseline that accepts findings. `names`: of their texts, relative to the file.
#[must_use]
pub fn accept(findings: &[Finding], names: &BTreeMap<FileId, String>) -> Written {
    let mut counts: BTreeMap<Entry, u64> = BTreeMap::new();
    for finding in findings {
        if let Some(name) = names.get(&finding.place.file) {
            *counts.entry(entry(finding, name)).or_default() += 1;
        }
    }
    let findings = counts
        .into_iter()
        .map(|(entry, count)| Counted {
            entry,
            count: (count > 1).then_some(count),
        })
        .collect();
    Written {
        schema_version: SCHEMA_VERSION,
        findings,
    }
}

fn entry(finding: &Finding, file: &str) -> Entry {
    let subject = &finding.subject;
    let named = |text: &Option<String>| text.clone().unwrap_or_default();
    Entry {
        file: file.to_owned(),
        kind: named(&subject.kind),
        namespace: named(&subject.namespace),
        name: named(&subject.name),
        rule: finding.rule.to_owned(),
        at: finding.anchor.clone(),
    }
}

/// Whether a text is a baseline, wherever it stands: its keys are those of no object and of no
/// report.
#[must_use]
pub fn is_baseline(text: &str) -> bool {
    if !text.trim_start().starts_with('{') || !text.contains("\"schemaVersion\"") {
        return false;
    }
    let documents = yaml::read(text);
    let [document] = &documents[..] else {
        return false;
    };
    let keys = document.tree.root().map(|root| {
        document
            .tree
            .entries(root)
            .map(|entry| document.tree.key(entry.key))
            .collect::<Vec<_>>()
    });
    keys.is_some_and(|keys| keys == ["schemaVersion", "findings"]) && read(&documents).is_ok()
}

/// Reads the findings that a baseline accepts.
///
/// # Errors
/// The bytes that are wrong, and why.
pub fn read(documents: &[Document<'_>]) -> Result<BTreeMap<Entry, (u64, Span)>, (Span, String)> {
    let expected = "expected a baseline as `cpcap lint --write-baseline` writes it";
    let Some((document, root)) = documents
        .first()
        .and_then(|document| Some((document, document.tree.root()?)))
    else {
        return Err((Span::default(), expected.to_owned()));
    };
    if let Some(problem) = document
        .problems
        .iter()
        .find(|problem| problem.kind.rejects())
    {
        return Err((
            problem.span,
            format!("here the text breaks off; {expected}"),
        ));
    }
    let tree = &document.tree;
    match tree
        .get(root, "schemaVersion")
        .map(|entry| (tree.value(entry.value), tree.span(entry.value)))
    {
        Some((Value::Int(version), _)) if version == i128::from(SCHEMA_VERSION) => {}
        Some((_, span)) => {
            return Err((
                span,
                format!("only `schemaVersion` {SCHEMA_VERSION} is known; write the baseline anew"),
            ));
        }
        None => {
            return Err((
                Span::at(tree.span(root).start as usize),
                expected.to_owned(),
            ));
        }
    }
    let mut accepted = BTreeMap::new();
    let findings = tree.get(root, "findings").map(|entry| entry.value);
    for item in findings.map_or(&[][..], |findings| tree.items(findings)) {
        let count = match tree
            .get(*item, "count")
            .map(|entry| tree.value(entry.value))
        {
            Some(Value::Int(count)) => u64::try_from(count).unwrap_or(0),
            _ => 1,
        };
        let entry = read_entry(tree, *item);
        if entry.file.is_empty() || entry.rule.is_empty() {
            return Err((
                tree.span(*item),
                format!("an entry without `file` or `rule`; {expected}"),
            ));
        }
        let known = accepted.entry(entry).or_insert((0, tree.span(*item)));
        known.0 += count;
    }
    Ok(accepted)
}

fn read_entry(tree: &Tree<'_>, item: NodeId) -> Entry {
    let text = |key: &str| match tree.get(item, key).map(|entry| tree.value(entry.value)) {
        Some(Value::String(text)) => text.to_owned(),
        _ => String::new(),
    };
    Entry {
        file: text("file"),
        kind: text("kind"),
        namespace: text("namespace"),
        name: text("name"),
        rule: text("rule"),
        at: text("at"),
    }
}
