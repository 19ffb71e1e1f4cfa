//! The findings about new and changed objects.

use std::collections::{BTreeMap, BTreeSet};

use crate::config::{Operation, Settings};
use crate::diff::State;
use crate::diff::objects::Pair;
use crate::finding::{Finding, Origin, Severity};
use crate::landscape::pairing::{Ambiguous, Known};
use crate::landscape::{Item, Landscape, ReadFile};
use crate::lint::lint_known;
use crate::rules::{self, Role};
use crate::source::{FileId, Sources};

/// The refusals of the server for new and changed objects, and the findings about the change
/// itself.
pub(super) fn of_objects(
    sources: &Sources,
    [old, new, context]: [&[ReadFile<'_>]; 3],
    (all, ambiguous): (&[Pair<'_>], &[Ambiguous<'_>]),
    around: &Landscape<'_>,
    settings: &Settings,
) -> Vec<Finding> {
    // An object with another name than its pair is new.
    let is = |pair: &Pair<'_>, state: State| {
        pair.state == state || (state == State::Added && pair.state == State::Renamed)
    };
    let of_state = |state: State| -> Vec<&Item<'_>> {
        all.iter()
            .filter(|pair| pair.asked && is(pair, state))
            .filter_map(|pair| pair.new)
            .collect()
    };
    // Objects without a known pair still count as present.
    let several = ambiguous.iter().flat_map(|of| of.new.iter().copied());
    let known = Known {
        stored: all
            .iter()
            .filter_map(|pair| Some((pair.new?.standing(), pair.old?.standing())))
            .collect(),
        context: all
            .iter()
            .filter_map(|pair| pair.new)
            .chain(several)
            .chain(&around.items)
            .map(Item::standing)
            .collect(),
    };
    let mut found = Vec::new();
    for (state, operation) in [
        (State::Changed, Operation::Update),
        (State::Added, Operation::Create),
    ] {
        let items = of_state(state);
        let files: BTreeSet<FileId> = items.iter().map(|item| item.file).collect();
        let (judged, rest): (Vec<&ReadFile<'_>>, Vec<&ReadFile<'_>>) =
            new.iter().partition(|read| files.contains(&read.file));
        if judged.is_empty() {
            continue;
        }
        let around: Vec<&ReadFile<'_>> = rest.into_iter().chain(context).collect();
        // A created object has no stored one, even where its file replaces that of another.
        let stored: Vec<&ReadFile<'_>> = if state == State::Changed {
            old.iter().collect()
        } else {
            Vec::new()
        };
        let settings = Settings {
            operation,
            ..settings.clone()
        };
        let outcome = lint_known(
            sources,
            [&judged, &around, &stored],
            Some(&known),
            &settings,
            &mut |_, _| {},
        );
        let mut meant: BTreeMap<(FileId, usize), Vec<&Item<'_>>> = BTreeMap::new();
        items.iter().for_each(|item| {
            meant
                .entry((item.file, item.document.index))
                .or_default()
                .push(item);
        });
        let of_server = |finding: &Finding| {
            let refuses = matches!(
                finding.origin,
                Origin::Decode | Origin::Static | Origin::Admission | Origin::Provider
            );
            // The review of a withdrawal reports what maintenance would do with the version.
            let tells = match rules::role(finding.rule) {
                Some(Role::Dropped) => operation == Operation::Create,
                Some(Role::Change | Role::Withdrawal | Role::Unchecked) => true,
                Some(Role::Update | Role::Shadow | Role::Unused | Role::Outdated) | None => false,
            };
            refuses && finding.severity == Severity::Error || tells
        };
        let about = |finding: &Finding| {
            let here = meant.get(&(finding.place.file, finding.subject.document));
            here.is_some_and(|items| items.iter().any(|item| item.is_meant_by(finding)))
        };
        found.extend(
            outcome
                .findings
                .into_iter()
                .filter(|finding| of_server(finding) && about(finding)),
        );
    }
    found
}

/// The same in parts: the refusals, the unchecked refusals, and the rest.
pub(super) fn sorted(found: Vec<Finding>) -> (Vec<Finding>, Vec<Finding>, Vec<Finding>) {
    let (unchecked, told): (Vec<_>, Vec<_>) = found
        .into_iter()
        .partition(|finding| rules::role(finding.rule) == Some(Role::Unchecked));
    let (mut refused, notes): (Vec<_>, Vec<_>) = told
        .into_iter()
        .partition(|finding| finding.severity == Severity::Error);
    // The object that others wait for comes first.
    refused.sort_by_key(|finding| {
        !(finding.origin == Origin::Admission && rules::role(finding.rule) == Some(Role::Change))
    });
    (refused, unchecked, notes)
}
