//! Equal findings of many Shoots as one: what differs in nothing but the names of Shoot and worker
//! pool. Other findings stay by themselves.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::finding::{Finding, Severity};
use crate::model::object::ObjectKind;
use crate::words;

/// Findings that say the same.
#[derive(Debug)]
pub(super) struct Folded<'a> {
    pub first: &'a Finding,
    /// Its position among the findings.
    pub at: usize,
    /// The message without names.
    pub message: Cow<'a, str>,
    pub count: usize,
    /// The Shoots that they are about: namespace and name.
    shoots: BTreeSet<(Option<&'a str>, Option<&'a str>)>,
}

impl Folded<'_> {
    /// How many Shoots they are about; none for what is not about Shoots.
    pub fn shoots(&self) -> usize {
        self.shoots.len()
    }

    /// `12 findings in 7 Shoots`
    pub fn counts(&self) -> String {
        format!(
            "{} in {}",
            words::count(self.count, "finding"),
            words::count(self.shoots(), "Shoot")
        )
    }
}

/// Folds findings; each group stands where its first finding does.
pub(super) fn fold(findings: &[Finding]) -> Vec<Folded<'_>> {
    let mut folded: Vec<Folded<'_>> = Vec::new();
    let mut known: BTreeMap<(&str, Severity, Cow<'_, str>), usize> = BTreeMap::new();
    for (position, finding) in findings.iter().enumerate() {
        if finding.subject.kind.as_deref() != Some(ObjectKind::Shoot.as_str()) {
            folded.push(Folded {
                first: finding,
                at: position,
                message: finding.says(),
                count: 1,
                shoots: BTreeSet::new(),
            });
            continue;
        }
        let message = finding.marked(without_names(&finding.message));
        let at = *known
            .entry((finding.rule, finding.severity, message.clone()))
            .or_insert(folded.len());
        if at == folded.len() {
            folded.push(Folded {
                first: finding,
                at: position,
                message,
                count: 0,
                shoots: BTreeSet::new(),
            });
        }
        if let Some(group) = folded.get_mut(at) {
            group.count += 1;
            group.shoots.insert((
                finding.subject.namespace.as_deref(),
                finding.subject.name.as_deref(),
            ));
        }
    }
    folded
}

/// A message with `…` for the names of worker pools and Shoots.
fn without_names(message: &str) -> Cow<'_, str> {
    const BEFORE: [&str; 2] = ["pool `", "Shoot `"];
    let mut out = String::new();
    let mut rest = message;
    while let Some((at, before)) = BEFORE
        .iter()
        .filter_map(|before| Some((rest.find(before)?, before)))
        .min()
    {
        let name = at + before.len();
        let Some(length) = rest[name..].find('`') else {
            break;
        };
        out.push_str(&rest[..name]);
        out.push('…');
        rest = &rest[name + length..];
    }
    if out.is_empty() {
        Cow::Borrowed(message)
    } else {
        Cow::Owned(out + rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_pools_and_shoots_go() {
        assert_eq!(
            without_names("pool `a` cannot use `b`, pool `c d` can"),
            "pool `…` cannot use `b`, pool `…` can"
        );
        assert_eq!(
            without_names("Shoot `garden-x/a` and `x`"),
            "Shoot `…` and `x`"
        );
        assert_eq!(without_names("no names, pool `"), "no names, pool `");
    }
}
