//! A migration one step at a time.

use super::{Migrated, Refused, Step, Steps};

/// A stage of a migration: an update of the one before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    pub step: Step,
    /// The later steps that it takes along: without them the server refuses it, or workers get
    /// something else.
    pub brought_forward: Vec<Step>,
}

/// What a stage makes of a profile, and the text that it updates.
pub(super) struct Staged {
    pub migrated: Migrated,
    pub stored: String,
}

/// The stages up to one, each of them an update that the server takes and that changes nothing for
/// workers: otherwise a stage takes along what comes next.
pub(super) fn stages(
    last: Step,
    current: &str,
    migrate: impl Fn(&Steps) -> Result<Migrated, Refused>,
    takes: impl Fn(&str, &str) -> bool,
) -> Result<(Stage, Staged), Refused> {
    let text = |of: &Migrated| of.text.as_deref().unwrap_or(current).to_owned();
    let mut steps = Steps::new();
    let mut done = Staged {
        migrated: migrate(&steps)?,
        stored: current.to_owned(),
    };
    for step in Step::ALL.into_iter().take_while(|step| *step <= last) {
        done.stored = text(&done.migrated);
        steps.insert(step);
        done.migrated = migrate(&steps)?;
        let mut tried = steps.clone();
        let mut next = Step::ALL.into_iter();
        let taken = loop {
            let candidate = migrate(&tried)?;
            let after = text(&candidate);
            if takes(&done.stored, &after) {
                break Some(candidate);
            }
            if !next.by_ref().any(|step| tried.insert(step)) {
                break None;
            }
        };
        // Where nothing helps, the proof says what is refused.
        if let Some(candidate) = taken {
            (steps, done.migrated) = (tried, candidate);
        }
    }
    let stage = Stage {
        step: last,
        brought_forward: steps.into_iter().filter(|step| *step > last).collect(),
    };
    Ok((stage, done))
}
