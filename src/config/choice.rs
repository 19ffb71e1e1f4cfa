//! Which rules count, for how much, and in which files: layers of choices. The last layer that
//! names a rule decides.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::Severity;
use crate::source::FileId;

/// The rules that count, with their severities.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// The choices, later ones before earlier ones: the configuration file, its overrides for some
    /// files, the flags.
    pub layers: Vec<Layer>,
}

/// One choice. Selectors are rule names, group names or `all`.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    /// Only in these files; none: in all.
    pub files: Option<BTreeSet<FileId>>,
    /// Only these; empty: says nothing of what is not ignored.
    pub select: Vec<String>,
    /// Rules that the layer switches off.
    pub ignore: Vec<String>,
    /// Rules whose findings get another severity.
    pub severities: BTreeMap<String, Severity>,
}

impl Choice {
    /// Whether findings of a rule are shown in a file.
    #[must_use]
    pub fn shows(&self, rule: &str, file: FileId) -> bool {
        self.of_file(file)
            .find_map(|layer| layer.decides(rule))
            .unwrap_or(true)
    }

    /// Whether the user selected a rule in a file by its name or group: `all` asks for no rule in
    /// particular.
    #[must_use]
    pub fn selects(&self, rule: &str, file: FileId) -> bool {
        let deciding = self
            .of_file(file)
            .find(|layer| layer.decides(rule).is_some());
        deciding.is_some_and(|layer| {
            layer
                .select
                .iter()
                .any(|selector| matches(selector, rule) > Some(1))
        })
    }

    /// The severity that a rule's findings get in a file, where the user changed it.
    #[must_use]
    pub fn severity(&self, rule: &str, file: FileId) -> Option<Severity> {
        self.of_file(file).find_map(|layer| layer.severity(rule))
    }

    fn of_file(&self, file: FileId) -> impl Iterator<Item = &Layer> {
        self.layers.iter().rev().filter(move |layer| {
            layer
                .files
                .as_ref()
                .is_none_or(|files| files.contains(&file))
        })
    }
}

impl Layer {
    /// Whether the layer shows findings of a rule, if it names the rule. The more exact selector
    /// wins, so that `--select lifecycle --ignore all` shows life cycle findings and `--ignore
    /// lifecycle --select lifecycle/several-supported` shows that one rule.
    fn decides(&self, rule: &str) -> Option<bool> {
        let exactness = |selectors: &[String]| {
            selectors
                .iter()
                .filter_map(|selector| matches(selector, rule))
                .max()
        };
        match (exactness(&self.select), exactness(&self.ignore)) {
            (None, None) if self.select.is_empty() => None,
            (None, _) => Some(false),
            (Some(_), None) => Some(true),
            (Some(selected), Some(ignored)) => Some(selected > ignored),
        }
    }

    /// The severity, if the layer names the rule; the more exact selector wins.
    fn severity(&self, rule: &str) -> Option<Severity> {
        let best = self
            .severities
            .iter()
            .filter_map(|(selector, severity)| Some((matches(selector, rule)?, *severity)));
        best.max_by_key(|(exactness, _)| *exactness)
            .map(|(_, severity)| severity)
    }
}

/// How exactly a selector names a rule: 3 the rule, 2 its group, 1 `all`.
#[must_use]
pub fn matches(selector: &str, rule: &str) -> Option<u8> {
    if selector == rule {
        Some(3)
    } else if rule
        .split_once('/')
        .is_some_and(|(group, _)| group == selector)
    {
        Some(2)
    } else {
        (selector == "all").then_some(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layer(select: &[&str], ignore: &[&str]) -> Layer {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        Layer {
            select: owned(select),
            ignore: owned(ignore),
            ..Layer::default()
        }
    }

    #[test]
    fn the_more_exact_selector_wins() {
        let shows = |select: &[&str], ignore: &[&str], rule| {
            Choice {
                layers: vec![layer(select, ignore)],
            }
            .shows(rule, FileId(0))
        };
        assert!(shows(&[], &[], "a/b"));
        assert!(!shows(&["x"], &[], "a/b"));
        assert!(shows(&["a/b"], &["a"], "a/b"));
        assert!(!shows(&["a"], &["a/b"], "a/b"));
        assert!(!shows(&["a/b"], &["a/b"], "a/b"));
        assert!(!shows(&[], &["a"], "a/b"));
    }

    #[test]
    fn the_last_layer_that_speaks_of_a_rule_decides() {
        let file = Layer {
            severities: BTreeMap::from([("a/b".to_owned(), Severity::Note)]),
            ..layer(&[], &["a"])
        };
        let some = Layer {
            files: Some(BTreeSet::from([FileId(1)])),
            ..layer(&["a/b"], &[])
        };
        let flags = Layer {
            severities: BTreeMap::from([("all".to_owned(), Severity::Error)]),
            ..layer(&[], &["c"])
        };
        let choice = Choice {
            layers: vec![file, some, flags],
        };
        assert!(!choice.shows("a/b", FileId(0)));
        assert!(choice.shows("a/b", FileId(1)));
        assert!(
            !choice.shows("d/e", FileId(1)),
            "a selection speaks of every rule"
        );
        assert!(choice.shows("d/e", FileId(0)));
        assert!(!choice.shows("c/x", FileId(0)));
        assert_eq!(choice.severity("a/b", FileId(0)), Some(Severity::Error));
        assert!(choice.selects("a/b", FileId(1)));
        assert!(
            !choice.selects("a/b", FileId(0)),
            "what is ignored is not selected"
        );
        assert!(
            !choice.selects("d/e", FileId(0)),
            "what is shown need not be selected"
        );
    }
}
