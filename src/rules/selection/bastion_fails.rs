use std::ops::Range;

use crate::capability::{ARCHITECTURE, ARCHITECTURES};
use crate::matching::{Bastion, Machine, Matcher, NoBastion, Verdict, bastion, unfit};
use crate::model::cursor::Spanned;
use crate::model::lifecycle::{Classification, Current};
use crate::model::path::{FieldPath, Path};
use crate::rules::cloudprofile::bastion::Need;
use crate::rules::{ProfileView, Report, Reporter, words};
use crate::source::Span;
use crate::words::bastion as say;

use super::kinds::{Kinds, has_known_architectures};
use super::names;

rule!(
    "selection/bastion-fails",
    Selection,
    Warning,
    Effective(check),
    "A profile without an image for the machine type of a bastion, so that no bastion can start."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(matcher) = view
        .matcher
        .filter(|_| is_readable(view) && has_known_architectures(view))
    else {
        return;
    };
    let bastion = bastion(matcher, view.settings.now);
    let Some(message) = message(view, matcher, &bastion) else {
        return;
    };
    let (span, field) = place(matcher, &bastion);
    let mut report = Report::new(span, field, format!("no bastion can start: {message}"));
    let machine = bastion
        .machine
        .map(|chosen| matcher.machines()[chosen.index].machine_type.name.span);
    if let Some(machine) = machine.filter(|machine| *machine != span) {
        report = report.also(machine, "the machine type");
    }
    let lists = ["machineTypes", "machineImages", "machineCapabilities"];
    let report = lists
        .into_iter()
        .fold(report, |report, list| report.needs(view.spec().field(list)));
    reporter.report(report.help(help(view, matcher, &bastion)));
}

/// Whether the rule can read all that it needs: nothing follows from an unreadable value.
pub(super) fn is_readable(view: &ProfileView<'_>) -> bool {
    let spec = Path::new("spec");
    let read = [
        "bastion",
        "machineTypes",
        "machineImages",
        "machineCapabilities",
        "regions",
    ];
    let proper = view.vocabulary.is_empty() || view.vocabulary.get(ARCHITECTURE).is_some();
    let profile = view.profile;
    proper
        && !profile.machine_types.is_empty()
        && profile
            .machine_images
            .iter()
            .any(|image| !image.versions.is_empty())
        && !read
            .iter()
            .any(|field| view.refused.touches(&spec.field(field)))
}

/// Why there is none; nothing where there is one, or the server refuses what leads to it.
fn message<'a>(
    view: &ProfileView<'a>,
    matcher: &'a Matcher<'a, 'a>,
    bastion: &Bastion<'_>,
) -> Option<String> {
    let refused = match bastion.fault {
        None => return misfit(view, matcher, bastion),
        Some(NoBastion::NoImage) => false,
        // A machine type without an architecture is refused itself.
        Some(NoBastion::NoMachineType) => matcher
            .machines()
            .iter()
            .any(|machine| machine.machine_type.usable.value != Some(false)),
        Some(NoBastion::NoVersion) => bastion.image.is_none_or(|image| {
            let need = Need::new(view);
            view.profile
                .machine_images
                .get(image.index)
                .is_none_or(|image| {
                    image
                        .versions
                        .iter()
                        .all(|version| need.fault(version).is_some())
                })
        }),
        Some(
            NoBastion::UnknownMachineType(_)
            | NoBastion::NoArchitecture
            | NoBastion::UnknownImage(_)
            | NoBastion::UnknownVersion(_)
            | NoBastion::UnsupportedVersion(_),
        ) => true,
    };
    if refused || might_fit(view, matcher, bastion) {
        None
    } else {
        say::reason(matcher, bastion, view.settings.now)
    }
}

/// Whether something may fit, were it not for what the server refuses.
fn might_fit<'a>(
    view: &ProfileView<'a>,
    matcher: &'a Matcher<'a, 'a>,
    bastion: &Bastion<'_>,
) -> bool {
    let (Some(kinds), Some(machine)) = (
        Kinds::new(view),
        bastion
            .machine
            .map(|chosen| &matcher.machines()[chosen.index]),
    ) else {
        return false;
    };
    let might = |index: usize| {
        let version = &kinds.matcher.versions()[index];
        matches!(
            matcher.current(index, view.settings.now),
            Current::Unknown(_)
        ) || (0..version.flavors.len()).any(|flavor| kinds.might_fit(machine, version, flavor))
    };
    machine
        .architecture
        .is_some_and(|name| !ARCHITECTURES.contains(&name))
        || versions(matcher, bastion).any(might)
}

/// The versions that are chosen from.
fn versions(matcher: &Matcher<'_, '_>, bastion: &Bastion<'_>) -> Range<usize> {
    bastion.image.map_or(0..matcher.versions().len(), |image| {
        matcher.range_of(image.index)
    })
}

/// A named version need not fit, and a refused one has its own finding.
fn misfit<'a>(
    view: &ProfileView<'a>,
    matcher: &'a Matcher<'a, 'a>,
    bastion: &Bastion<'_>,
) -> Option<String> {
    let (machine, version) = (bastion.machine?, bastion.version?);
    let by = say::by(machine.by);
    let (machine, version) = (
        &matcher.machines()[machine.index],
        &matcher.versions()[version.index],
    );
    let fits = matcher.verdict(machine, version) == Verdict::Fits
        || Need::new(view).fault(version.version).is_some();
    (!fits && !might_fit(view, matcher, bastion)).then(|| {
        format!(
            "{}, which `spec.bastion` names, does not fit {}, {by}",
            names::versions(&[version]),
            say::machine_type(machine)
        )
    })
}

/// The bytes and the path of what decides.
fn place(matcher: &Matcher<'_, '_>, bastion: &Bastion<'_>) -> (Span, FieldPath) {
    let profile = matcher.profile();
    let spec = Path::new("spec");
    let (of_bastion, named) = (spec.field("bastion"), profile.bastion.as_ref());
    if let (Some(_), Some((name, version))) =
        (bastion.image, named.and_then(|named| named.machine_image))
    {
        let path = of_bastion.field("machineImage");
        return if version.is_some() {
            (version.span, path.field("version").into())
        } else {
            at(name, &path.field("name"))
        };
    }
    match (bastion.machine, named.and_then(|named| named.machine_type)) {
        (_, Some(name)) => at(name, &of_bastion.field("machineType").field("name")),
        (Some(machine), None) => at(
            profile.machine_types[machine.index].name,
            &spec.field("machineTypes").index(machine.index),
        ),
        (None, None) => (
            profile.machine_types.span,
            spec.field("machineTypes").into(),
        ),
    }
}

fn at(name: Spanned<&str>, path: &Path<'_>) -> (Span, FieldPath) {
    (name.span, path.into())
}

fn help(view: &ProfileView<'_>, matcher: &Matcher<'_, '_>, bastion: &Bastion<'_>) -> String {
    // A named version only needs to fit.
    let serves = |machine: &&Machine<'_, '_>, version: usize| match bastion.version {
        Some(named) => {
            named.index == version
                && matcher.verdict(machine, &matcher.versions()[version]) == Verdict::Fits
        }
        None => unfit(matcher, machine, version, view.settings.now).is_none(),
    };
    let may_serve = |version: &usize| {
        bastion.version.is_some()
            || matcher.current(*version, view.settings.now) == Classification::Supported
    };
    let versions: Vec<usize> = versions(matcher, bastion).filter(may_serve).collect();
    let usable = |machine: &&Machine<'_, '_>| machine.machine_type.usable.value != Some(false);
    let mut machines = matcher.machines().iter().filter(usable);
    match machines.find(|machine| versions.iter().any(|version| serves(machine, *version))) {
        Some(machine) => format!(
            "set `spec.bastion.machineType` to a machine type that it fits, such as {}, or offer \
             a supported version that fits",
            words::quoted(*machine.machine_type.name)
        ),
        None if bastion.machine.is_none() => {
            "set one in `spec.bastion.machineType`: Gardener takes it although it is not usable"
                .to_owned()
        }
        None => {
            "offer an image version that is supported and fits a usable machine type".to_owned()
        }
    }
}
