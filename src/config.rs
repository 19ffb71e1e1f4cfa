//! Settings of a run as plain values: the clock, feature gates, the operation, and which rules count for how much.
//! Reading them from flags is the work of `cli`.

use std::collections::BTreeMap;

use crate::finding::Severity;
use crate::model::time::Time;

/// Everything that a run's answers depend on beside its texts.
#[derive(Clone, Debug)]
pub struct Settings {
    /// *Now*: every answer that depends on time takes it from here.
    pub now: Time,
    /// The feature gates of the server.
    pub gates: Gates,
    /// Whether objects are judged as if created or updated.
    pub operation: Operation,
    /// Whose rules the provider part is judged by.
    pub provider_rules: ProviderRules,
    /// Which findings are shown, and how bad they are.
    pub choice: Choice,
}

/// Whose rules the provider part of profiles is judged by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ProviderRules {
    /// Those of the provider that `spec.type` names.
    #[default]
    ByType,
    /// Nobody's: the part is left alone, and no webhook changes anything.
    Off,
    /// Those of this provider, whatever the type: landscapes may run other extensions under names of their own.
    Always(String),
}

impl ProviderRules {
    /// The type of the provider whose extension looks at a profile of this type; none where nobody's does.
    #[must_use]
    pub fn of<'a>(&'a self, profile_type: &'a str) -> Option<&'a str> {
        match self {
            Self::ByType => Some(profile_type),
            Self::Off => None,
            Self::Always(provider) => Some(provider),
        }
    }
}

/// How the API server gets an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Operation {
    /// The object is new: inactive versions are dropped first.
    Create,
    /// The object exists: everything in it is validated.
    #[default]
    Update,
}

/// The feature gates that decide what the server accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gates {
    /// `CloudProfileCapabilities`
    pub capabilities: bool,
    /// `VersionClassificationLifecycle`
    pub lifecycle: bool,
    /// `InPlaceNodeUpdates`
    pub in_place: bool,
}

/// A feature gate: its name, the Gardener minor version (of 1.x) that brought it, and the one that turned it on by default.
#[derive(Debug)]
pub struct Gate {
    /// The name.
    pub name: &'static str,
    /// Since which 1.x it exists.
    pub exists_from: u64,
    /// Since which 1.x it is on by default, if it is.
    pub on_from: Option<u64>,
    set: fn(&mut Gates, bool),
}

/// The known gates (`spec/diagnostics.md`, "Choosing and silencing").
pub static GATES: [Gate; 3] = [
    Gate { name: "CloudProfileCapabilities", exists_from: 117, on_from: Some(146), set: |gates, on| gates.capabilities = on },
    Gate { name: "VersionClassificationLifecycle", exists_from: 137, on_from: None, set: |gates, on| gates.lifecycle = on },
    Gate { name: "InPlaceNodeUpdates", exists_from: 113, on_from: None, set: |gates, on| gates.in_place = on },
];

impl Gates {
    /// The defaults of Gardener 1.`minor`.
    #[must_use]
    pub fn of_version(minor: u64) -> Self {
        let mut gates = Self { capabilities: false, lifecycle: false, in_place: false };
        for gate in &GATES {
            (gate.set)(&mut gates, gate.on_from.is_some_and(|from| minor >= from));
        }
        gates
    }

    /// Sets a gate. False where no gate has that name.
    pub fn set(&mut self, name: &str, on: bool) -> bool {
        let gate = GATES.iter().find(|gate| gate.name == name);
        if let Some(gate) = gate {
            (gate.set)(self, on);
        }
        gate.is_some()
    }
}

impl Default for Gates {
    fn default() -> Self {
        Self::of_version(NEWEST_MINOR)
    }
}

/// The minor version of Gardener 1.x whose behaviour cpcap knows.
pub const NEWEST_MINOR: u64 = 150;

/// Which rules count, and for how much. Selectors are rule names, group names or `all`.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Only these; empty: all.
    pub select: Vec<String>,
    /// Not these.
    pub ignore: Vec<String>,
    /// Rules whose findings get another severity.
    pub severities: BTreeMap<String, Severity>,
}

impl Choice {
    /// Whether findings of a rule are shown. The more exact selector wins, so that `--select lifecycle --ignore all` shows
    /// life cycle findings and `--ignore lifecycle --select lifecycle/several-supported` shows that one rule.
    #[must_use]
    pub fn shows(&self, rule: &str) -> bool {
        let exactness = |selectors: &[String]| selectors.iter().filter_map(|selector| matches(selector, rule)).max();
        let selected = if self.select.is_empty() { Some(0) } else { exactness(&self.select) };
        match (selected, exactness(&self.ignore)) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(selected), Some(ignored)) => selected > ignored,
        }
    }

    /// The severity that a rule's findings get, where the user changed it; the more exact selector wins.
    #[must_use]
    pub fn severity(&self, rule: &str) -> Option<Severity> {
        let best = self.severities.iter().filter_map(|(selector, severity)| Some((matches(selector, rule)?, *severity)));
        best.max_by_key(|(exactness, _)| *exactness).map(|(_, severity)| severity)
    }
}

/// How exactly a selector names a rule: 3 the rule, 2 its group, 1 `all`.
#[must_use]
pub fn matches(selector: &str, rule: &str) -> Option<u8> {
    if selector == rule {
        Some(3)
    } else if rule.split_once('/').is_some_and(|(group, _)| group == selector) {
        Some(2)
    } else {
        (selector == "all").then_some(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gates_follow_the_version() {
        assert!(Gates::default().capabilities);
        assert!(!Gates::of_version(145).capabilities);
        assert!(Gates::of_version(146).capabilities);
        assert!(!Gates::of_version(150).lifecycle);
    }

    #[test]
    fn the_more_exact_selector_wins() {
        let choice = |select: &[&str], ignore: &[&str]| Choice {
            select: select.iter().map(|s| (*s).to_owned()).collect(),
            ignore: ignore.iter().map(|s| (*s).to_owned()).collect(),
            ..Choice::default()
        };
        assert!(choice(&[], &[]).shows("a/b"));
        assert!(!choice(&["x"], &[]).shows("a/b"));
        assert!(choice(&["a/b"], &["a"]).shows("a/b"));
        assert!(!choice(&["a"], &["a/b"]).shows("a/b"));
        assert!(!choice(&["a/b"], &["a/b"]).shows("a/b"));
    }
}
