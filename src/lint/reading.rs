//! The faults that keep kubectl and the server from reading a text. Nothing here judges its
//! meaning.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use crate::config::{Preview, Settings};
use crate::finding::{Finding, Origin, Severity, Subject};
use crate::landscape::{Item, Landscape, Other, OtherKind, ReadFile};
use crate::model::path::FieldPath;
use crate::resolution::parents::Parents;
use crate::rules::{self, Check, DocumentView, ObjectView, Rule};
use crate::source::{FileId, Sources};
use crate::yaml::Document;

use super::{own_path, sink};

/// The faults of texts as YAML.
#[must_use]
pub fn texts<'f>(sources: &Sources, files: impl Iterator<Item = &'f ReadFile<'f>>) -> Vec<Finding> {
    let mut found = Vec::new();
    files.for_each(|file| documents(file, &mut found));
    sink::sort(&mut found, sources);
    found
}

/// The faults that keep documents of texts from being one of the three kinds.
#[must_use]
pub fn unknown<'f>(files: impl Iterator<Item = &'f ReadFile<'f>>) -> Vec<Finding> {
    let mut found = Vec::new();
    let files: Vec<&ReadFile<'_>> = files.collect();
    let templates: BTreeSet<(FileId, usize)> =
        files.iter().copied().flat_map(broken_templates).collect();
    let landscape = Landscape::with_preview(files, Preview::default());
    for other in &landscape.others {
        if !templates.contains(&(other.file, other.document.index)) {
            others(other, &mut found);
        }
    }
    found
}

/// The texts that a run has read, for a question that does not judge.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'r, 'a> {
    /// The texts of the run, each once.
    pub files: &'r [&'a ReadFile<'a>],
    /// The landscapes that the texts hold.
    pub landscapes: &'r [&'a Landscape<'a>],
    /// The CloudProfiles that the NamespacedCloudProfiles name.
    pub parents: &'r Parents<'a>,
    /// The settings of the run.
    pub settings: &'r Settings,
}

impl<'a> Reading<'_, 'a> {
    /// The findings about values that kubectl does not send or strict decoding refuses. `only`: the
    /// texts to judge.
    #[must_use]
    pub fn faults(&self, sources: &Sources, only: impl Fn(FileId) -> bool) -> Vec<Finding> {
        let files = || self.files.iter().copied().filter(|file| only(file.file));
        let mut found = texts(sources, files());
        let templates: BTreeSet<(FileId, usize)> = files().flat_map(broken_templates).collect();
        let judged = |file: FileId, document: &Document<'_>| {
            only(file) && !templates.contains(&(file, document.index))
        };
        for landscape in self.landscapes {
            for other in landscape
                .others
                .iter()
                .chain(&landscape.lists)
                .filter(|other| judged(other.file, other.document))
            {
                others(other, &mut found);
            }
            for item in landscape
                .items
                .iter()
                .filter(|item| judged(item.file, item.document))
            {
                self.object(item, sources, &mut found);
            }
        }
        found.retain(|finding| {
            finding.origin == Origin::Decode
                || (finding.origin == Origin::Input && finding.severity == Severity::Error)
        });
        sink::sort(&mut found, sources);
        found
    }

    fn object(&self, item: &'a Item<'a>, sources: &Sources, out: &mut Vec<Finding>) {
        let before = out.len();
        // The extension refuses parts of `providerConfig`, and the name of the whole depends on the
        // provider.
        let provided = if item.shape.is_empty() {
            None
        } else {
            self.parents.provided(item, sources)
        };
        let part = provided
            .as_ref()
            .and_then(|provided| provided.decoded(item));
        let view = ObjectView {
            item,
            old: None,
            part,
            settings: self.settings,
        };
        for rule in rules::all()
            .filter(|rule| rule.origin == Origin::Decode && rule.applies(item.document.incomplete))
        {
            if let Check::Object(check) = rule.check {
                check(&view, &mut rule.reporter_of(item, out));
            }
        }
        let of_object = out.split_off(before);
        out.extend(
            of_object
                .into_iter()
                .filter(|finding| !is_of_part(finding, item)),
        );
    }
}

/// Whether strict decoding refuses something in `providerConfig`. The API server hands that on as
/// it is: who cannot decode it is the extension.
pub(super) fn is_of_part(finding: &Finding, item: &Item<'_>) -> bool {
    finding.origin == Origin::Decode
        && own_path(&finding.field, item)
            .after(["spec", "providerConfig"])
            .is_some_and(|below| !below.is_empty())
}

static OF_DOCUMENTS: LazyLock<Vec<&'static Rule>> =
    LazyLock::new(|| rules::by_check(|check| matches!(check, Check::Document(_))));

pub(super) fn documents(file: &ReadFile<'_>, out: &mut Vec<Finding>) {
    for document in file
        .documents
        .iter()
        .filter(|document| !file.strangers.contains(&document.index))
    {
        let template = file
            .template
            .filter(|template| template.document == document.index);
        let view = DocumentView {
            document,
            text: file.text,
            template,
            templated: file.is_broken_template(document),
        };
        let subject = Arc::new(Subject {
            document: document.index,
            ..Subject::default()
        });
        for rule in OF_DOCUMENTS.iter() {
            if let Check::Document(check) = rule.check {
                check(
                    &view,
                    &mut rule.reporter(file.file, &subject, &FieldPath::ROOT, out),
                );
            }
        }
    }
}

pub(super) fn others(other: &Other<'_>, out: &mut Vec<Finding>) {
    let (kind, name, prefix) = match &other.what {
        OtherKind::Unknown(unknown) => (Some(*unknown.kind), unknown.name, &unknown.prefix),
        OtherKind::Foreign(foreign) => (foreign.kind, None, &foreign.prefix),
        OtherKind::List(_) => (None, None, &FieldPath::ROOT),
    };
    let named = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let subject = Arc::new(Subject {
        document: other.document.index,
        kind: kind.and_then(named),
        namespace: None,
        name: name.and_then(named),
    });
    for rule in rules::all() {
        if let Check::Other(check) = rule.check {
            check(other, &mut rule.reporter(other.file, &subject, prefix, out));
        }
    }
}

pub(super) fn broken_templates<'f>(
    file: &'f ReadFile<'_>,
) -> impl Iterator<Item = (FileId, usize)> + 'f {
    file.documents
        .iter()
        .filter(|document| file.is_broken_template(document))
        .map(|document| (file.file, document.index))
}
