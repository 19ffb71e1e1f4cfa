//! Settings of a run as plain values: the clock, feature gates, the operation, and which rules
//! count for how much. Reading flags and finding files is the work of `cli`; what a configuration
//! file says is read here.

pub mod baseline;
mod choice;
pub mod file;

use crate::finding::Severity;
use crate::model::near::near;
use crate::model::time::Time;

use baseline::Baseline;
pub use choice::{Choice, Layer, matches};

/// Everything that a run's answers depend on beside its texts.
#[derive(Clone, Debug)]
pub struct Settings {
    /// *Now*: every answer that depends on time takes it from here.
    pub now: Time,
    /// The feature gates of the server.
    pub gates: Gates,
    /// Whether objects are judged as if created or updated.
    pub operation: Operation,
    /// The features that are not part of Gardener yet, and that this run takes as if they were.
    pub preview: Preview,
    /// Whose rules `providerConfig` is judged by.
    pub provider_rules: ProviderRules,
    /// Which findings are shown, and how bad they are.
    pub choice: Choice,
    /// The least severity to show; findings of selected rules always show.
    pub level: Severity,
    /// Whether comments and annotations in the texts silence findings. Who asks what the server
    /// would refuse wants to know all.
    pub silences: bool,
    /// Findings that are accepted until they go.
    pub baseline: Option<Baseline>,
    /// Whether a run also says how each object stands, whatever of its findings is shown.
    pub answers: bool,
}

impl Settings {
    /// The defaults, at a time; nothing is silenced, and findings of every severity are shown.
    #[must_use]
    pub fn at(now: Time) -> Self {
        Self {
            now,
            gates: Gates::default(),
            operation: Operation::default(),
            preview: Preview::default(),
            provider_rules: ProviderRules::default(),
            choice: Choice::default(),
            level: Severity::Note,
            silences: false,
            baseline: None,
            answers: false,
        }
    }
}

/// Whose rules `providerConfig` of profiles is judged by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ProviderRules {
    /// The extension that `spec.type` names.
    #[default]
    ByType,
    /// No extension looks at `providerConfig`, and no webhook changes anything.
    Off,
    /// The extension of this provider, whatever the type: landscapes may run other extensions under
    /// names of their own.
    Always(String),
}

impl ProviderRules {
    /// The type of the provider whose extension looks at a profile of this type; none without an
    /// extension.
    #[must_use]
    pub fn of<'a>(&'a self, profile_type: &'a str) -> Option<&'a str> {
        match self {
            Self::ByType => Some(profile_type),
            Self::Off => None,
            Self::Always(provider) => Some(provider),
        }
    }
}

/// Features that are not part of Gardener yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Preview {
    /// Worker capabilities (GEP-54): what worker pools ask of their images
    /// (`docs/gardener/shoot.md#worker-capabilities`).
    pub worker_capabilities: bool,
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
    /// Whether `CloudProfileCapabilities` is on.
    pub capabilities: bool,
    /// Whether `VersionClassificationLifecycle` is on.
    pub lifecycle: bool,
    /// Whether `InPlaceNodeUpdates` is on.
    pub in_place: bool,
}

/// A feature gate: its name, the Gardener minor version (of 1.x) that brought it, and the one that
/// turned it on by default.
#[derive(Debug)]
pub struct Gate {
    /// The name that settings and the server use.
    pub name: &'static str,
    /// Since which 1.x it exists.
    pub exists_from: u64,
    /// Since which 1.x it is on by default, if it is.
    pub on_from: Option<u64>,
    set: fn(&mut Gates, bool),
}

/// The feature gates that change judgement (`docs/gardener/README.md#feature-gates`).
pub static GATES: [Gate; 3] = [
    Gate {
        name: "CloudProfileCapabilities",
        exists_from: 117,
        on_from: Some(146),
        set: |gates, on| gates.capabilities = on,
    },
    Gate {
        name: "VersionClassificationLifecycle",
        exists_from: 137,
        on_from: None,
        set: |gates, on| gates.lifecycle = on,
    },
    Gate {
        name: "InPlaceNodeUpdates",
        exists_from: 113,
        on_from: None,
        set: |gates, on| gates.in_place = on,
    },
];

impl Gates {
    /// The defaults of Gardener 1.`minor`.
    #[must_use]
    pub fn of_version(minor: u64) -> Self {
        let mut gates = Self {
            capabilities: false,
            lifecycle: false,
            in_place: false,
        };
        for gate in &GATES {
            (gate.set)(&mut gates, gate.on_from.is_some_and(|from| minor >= from));
        }
        gates
    }

    /// The defaults of a version of Gardener, with single gates set.
    ///
    /// # Errors
    /// Which of the gates that version does not have.
    pub fn chosen<'n>(
        minor: Option<u64>,
        set: impl Iterator<Item = (&'n str, bool)>,
    ) -> Result<Self, String> {
        let mut gates = minor.map_or_else(Self::default, Self::of_version);
        for (name, on) in set {
            if let (Some(minor), Some(gate)) = (minor, GATES.iter().find(|gate| gate.name == name))
                && minor < gate.exists_from
            {
                return Err(format!(
                    "Gardener 1.{minor} has no feature gate {name}: it exists from 1.{} on",
                    gate.exists_from
                ));
            }
            gates.set(name, on);
        }
        Ok(gates)
    }

    /// Whether a gate is on. False where no gate has that name.
    #[must_use]
    pub fn is_on(&self, name: &str) -> bool {
        match name {
            "CloudProfileCapabilities" => self.capabilities,
            "VersionClassificationLifecycle" => self.lifecycle,
            "InPlaceNodeUpdates" => self.in_place,
            _ => false,
        }
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

/// The minor version of a Gardener version `1.145`, `v1.145.2`.
///
/// # Errors
/// What was expected.
pub fn gardener_minor(text: &str) -> Result<u64, String> {
    let expected =
        || format!("`{text}` is not a Gardener version; expected one such as 1.145 or v1.145.2");
    let mut numbers = text
        .strip_prefix('v')
        .unwrap_or(text)
        .split('.')
        .map(|number| number.parse::<u64>().ok());
    match (
        numbers.next().flatten(),
        numbers.next().flatten(),
        numbers.next(),
        numbers.next(),
    ) {
        (Some(1), Some(minor), None | Some(Some(_)), None) => Ok(minor),
        _ => Err(expected()),
    }
}

/// Whether there is such a gate.
///
/// # Errors
/// Which ones there are, or which was meant.
pub fn known_gate(name: &str) -> Result<(), String> {
    if GATES.iter().any(|gate| gate.name == name) {
        return Ok(());
    }
    let known = GATES.iter().map(|gate| gate.name);
    let hint = near(name, known.clone()).map_or_else(
        || format!("known gates: {}", known.collect::<Vec<_>>().join(", ")),
        |name| format!("did you mean `{name}`?"),
    );
    Err(format!(
        "no feature gate `{name}` decides what cpcap checks; {hint}"
    ))
}

impl Default for Gates {
    fn default() -> Self {
        Self::of_version(NEWEST_MINOR)
    }
}

/// The minor version of Gardener 1.x whose behaviour cpcap knows.
pub const NEWEST_MINOR: u64 = 150;

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
}
