//! The end of an answer: the verdict with its reasons, and the counts.

use std::collections::{BTreeMap, BTreeSet};

use super::names;
use crate::diff::{ChangedObject, State, Why};
use crate::finding::Finding;
use crate::impact::Kind;
use crate::model::object::ObjectKind;
use crate::rules::{self, Role};
use crate::source::Place;
use crate::table::diff::{Concerned, End, View};
use crate::words::count;

/// The counts, as one line.
pub(in crate::table::diff) fn summary(view: &View<'_>) -> String {
    let of_state = |state| {
        view.objects
            .iter()
            .filter(|object| object.state == state)
            .count()
    };
    let mut parts = Vec::new();
    for (which, word) in [
        (State::Added, "added"),
        (State::Removed, "removed"),
        (State::Changed, "changed"),
        (State::Renamed, "compared with one that has another name"),
    ] {
        let number = of_state(which);
        if number > 0 {
            parts.push(format!("{number} {word}"));
        }
    }
    let unreadable = match view.findings.unreadable.len() {
        0 if view.end == End::Failed => "not everything could be read; ".to_owned(),
        0 if view.end == End::Unpaired => format!(
            "{} may each be one of several, and nothing of that is compared; ",
            count(unpaired(view), "object")
        ),
        0 => String::new(),
        number => format!(
            "{} cannot be read, and nothing of that is compared; ",
            count(number, "document")
        ),
    };
    if parts.is_empty() && !view.findings.open.is_empty() {
        return format!("{unreadable}no other change; {}", verdict(view));
    }
    if parts.is_empty() {
        return format!(
            "{unreadable}{}",
            if unreadable.is_empty() {
                "no change"
            } else {
                "no other change"
            }
        );
    }
    let refused = verdict(view);
    let counts = view.counts();
    let impacts = if counts.is_empty() {
        "no impact".to_owned()
    } else {
        format!("impact: {}", kinds(&counts))
    };
    let concerned = concerned(&view.concerned());
    let denied: BTreeMap<Kind, usize> = counts
        .into_iter()
        .filter(|(kind, _)| view.denied.contains(kind))
        .collect();
    let denied = if denied.is_empty() {
        String::new()
    } else {
        format!("; denied: {}", kinds(&denied))
    };
    format!(
        "{unreadable}Objects: {}; {refused}; {impacts}{concerned}{denied}",
        parts.join(", ")
    )
}

/// How many new objects could replace several.
fn unpaired(view: &View<'_>) -> usize {
    let rivals = view.findings.open.iter().map(|open| match &open.why {
        Why::Pairing(rivals) if rivals.new.is_empty() => rivals.old.len(),
        Why::Pairing(rivals) => rivals.new.len(),
        _ => 0,
    });
    rivals.sum()
}

/// `; concerned: 3 worker pools of 2 Shoots, and 1 more Shoot as a whole`
fn concerned(of: &Concerned) -> String {
    let whole = of.shoots - of.shoots_with_pools;
    if of.shoots == 0 {
        return String::new();
    }
    if of.pools == 0 {
        return format!("; concerned: {}", count(whole, "Shoot"));
    }
    let more = if whole > 0 {
        format!(", and {} as a whole", count(whole, "more Shoot"))
    } else {
        String::new()
    };
    format!(
        "; concerned: {} of {}{more}",
        count(of.pools, "worker pool"),
        count(of.shoots_with_pools, "Shoot")
    )
}

/// Whether the server would accept it.
fn verdict(view: &View<'_>) -> String {
    let in_use = view
        .objects
        .iter()
        .filter(|object| object.is_removed_in_use())
        .count();
    let mut parts = Vec::new();
    match view.findings.refused.len() {
        0 => {}
        1 => parts.push("the server would refuse it for 1 reason".to_owned()),
        several => parts.push(format!("the server would refuse it for {several} reasons")),
    }
    if in_use > 0 {
        let (is, are) = if in_use == 1 {
            ("is", "object")
        } else {
            ("are", "objects")
        };
        parts.push(format!("{in_use} removed {are} {is} still in use"));
    }
    let broken = |fails: bool| -> usize {
        let of = view.objects.iter().flat_map(ChangedObject::broken);
        let shoots: BTreeSet<Place> = of
            .filter(|(_, of_type)| *of_type == fails)
            .map(|(pool, _)| pool.at)
            .collect();
        shoots.len()
    };
    match broken(true) {
        0 => {}
        number => parts.push(format!(
            "{} still {} a machine type that goes: the server would fail on every update of such \
             a Shoot",
            count(number, "Shoot"),
            if number == 1 { "names" } else { "name" }
        )),
    }
    match broken(false) {
        0 => {}
        number => parts.push(format!(
            "the server would refuse all later updates of {} as {} now",
            count(number, "Shoot"),
            if number == 1 { "it is" } else { "they are" }
        )),
    }
    let unknown = unknown(view);
    if !unknown.is_empty() {
        let what = if parts.is_empty() { "it" } else { "the rest" };
        parts.push(format!(
            "not known whether the server accepts {what}: {}",
            unknown.join(", ")
        ));
    } else if parts.is_empty() {
        let of_shoots = view
            .objects
            .iter()
            .any(|object| object.item.object.kind == ObjectKind::Shoot);
        let limit = if of_shoots {
            format!(
                ", as far as profiles, versions and worker pools of Shoots decide{}",
                not_looked_at(view)
            )
        } else {
            String::new()
        };
        parts.push(format!("the server would accept it{limit}"));
    }
    parts.join("; ")
}

/// ` (not looked at: spec.networking)`
fn not_looked_at(view: &View<'_>) -> String {
    let fields: BTreeSet<&str> = view
        .objects
        .iter()
        .flat_map(|object| &object.not_judged)
        .map(String::as_str)
        .collect();
    if fields.is_empty() {
        return String::new();
    }
    let fields: Vec<&str> = fields.into_iter().collect();
    format!(" (not looked at: {})", names(&fields, "field", false))
}

/// Whether something is not known for a reason.
type Is = fn(&Why) -> bool;

/// Why the verdict is not known.
fn unknown(view: &View<'_>) -> Vec<String> {
    let all = view.findings;
    let (of_profiles, of_texts): (Vec<&Finding>, Vec<&Finding>) = all
        .unchecked
        .iter()
        .partition(|finding| rules::role(finding.rule) == Some(Role::Unchecked));
    let mut reasons = Vec::new();
    if !all.unreadable.is_empty() {
        reasons.push("what cannot be read may decide".to_owned());
    }
    if !of_texts.is_empty() {
        reasons.push(format!(
            "{} of the context cannot be read",
            count(of_texts.len(), "document")
        ));
    }
    match of_profiles.len() {
        0 => {}
        1 => reasons.push("the profile of 1 object is not among the files".to_owned()),
        several => reasons.push(format!(
            "the profiles of {several} objects are not among the files"
        )),
    }
    let of_open: [(Is, &str); 8] = [
        (
            |why| matches!(why, Why::Pairing(_)),
            "it is unclear which objects with one name belong together",
        ),
        (
            |why| matches!(why, Why::Reference),
            "several profiles with one name are equally near",
        ),
        (
            |why| matches!(why, Why::Unreadable(_)),
            "values that no file tells may decide",
        ),
        (
            |why| matches!(why, Why::UnnamedVersions { .. }),
            "those who name no version, or only its beginning, may have one that goes",
        ),
        (
            |why| matches!(why, Why::NoShoots { removed: false, .. }),
            "no Shoot of its landscape is among the files",
        ),
        (
            |why| matches!(why, Why::MissingProfiles(_)),
            "the NamespacedCloudProfiles of some Shoots are not among the files",
        ),
        (
            |why| matches!(why, Why::RemovedUsers),
            "what goes is in use until those who use it are deleted",
        ),
        (
            |why| matches!(why, Why::NoShoots { removed: true, .. }),
            "all Shoots of its landscape are removed, and may be there still",
        ),
    ];
    let told = of_open
        .into_iter()
        .filter(|(is, _)| all.open.iter().any(|open| is(&open.why)));
    reasons.extend(told.map(|(_, text)| text.to_owned()));
    reasons
}

/// `2 removed, 1 flavor`
pub(in crate::table::diff) fn kinds(counts: &BTreeMap<Kind, usize>) -> String {
    let all: Vec<String> = counts
        .iter()
        .map(|(kind, number)| format!("{number} {}", kind.code()))
        .collect();
    all.join(", ")
}
