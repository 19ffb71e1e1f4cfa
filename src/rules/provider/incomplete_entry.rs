use crate::provider::fault::{Fault, Of};
use crate::rules::{ProvidedView, Report, words};

use super::names;

rule!(
    "provider/incomplete-entry",
    Provider,
    Error,
    ProviderFault,
    "An entry of `providerConfig` without a required value."
);

pub(super) fn images(view: &ProvidedView<'_>, fault: &Fault<'_>) -> Report {
    let message = format!(
        "`providerConfig` maps no machine image: {} needs at least one so that worker pools find \
         an artifact",
        names::extension(view)
    );
    names::report(view, fault, message)
        .help("list every image of `spec.machineImages` here, each version with its artifacts")
}

/// `what`: the noun of what has no name.
pub(super) fn name(view: &ProvidedView<'_>, fault: &Fault<'_>, what: &str) -> Report {
    let at = names::at(view, &fault.field);
    // An image without a name cannot be named.
    let within = if at.version.is_some() {
        at.of()
    } else {
        " of `providerConfig`".to_owned()
    };
    let message = format!("a {what}{within} has no name: `name` is missing or empty");
    names::report(view, fault, message).help("add `name`; look-ups compare it byte by byte")
}

pub(super) fn versions(view: &ProvidedView<'_>, fault: &Fault<'_>, image: &str) -> Report {
    let message = format!(
        "image {} has no versions in `providerConfig`, so it maps to nothing",
        words::quoted(image)
    );
    names::report(view, fault, message).help("list its versions in `versions`, or remove the image")
}

pub(super) fn version(view: &ProvidedView<'_>, fault: &Fault<'_>) -> Report {
    let image = match names::at(view, &fault.field).image {
        Some(image) => format!("image {}", words::quoted(*image.name)),
        None => "an image".to_owned(),
    };
    let message = format!("an entry of {image} does not say which version it is for");
    names::report(view, fault, message)
        .help("add `version`, spelt exactly as in `spec.machineImages`")
}

pub(super) fn regions(view: &ProvidedView<'_>, fault: &Fault<'_>, of: Of<'_>) -> Report {
    let holder = match names::at(view, &fault.field).flavor {
        Some(_) => "a flavor of ",
        None => "",
    };
    let message = format!(
        "{holder}{} has no artifact in any region: `regions` is missing or empty",
        names::version(of)
    );
    let report =
        names::report(view, fault, message).help("list each region with its artifact in `regions`");
    // With a vocabulary the regions of flavors count.
    if names::has_flavors(view, fault) && view.parent.is_none() {
        report.needs("spec.machineCapabilities")
    } else {
        report
    }
}

pub(super) fn one_of(view: &ProvidedView<'_>, fault: &Fault<'_>, fields: &[&str]) -> Report {
    let message = format!(
        "none of {} is set{}: {} needs one",
        words::all(fields.iter().copied()),
        names::at(view, &fault.field).of(),
        names::extension(view)
    );
    names::report(view, fault, message).help("set one of them")
}

/// A field that may be left out, but not be empty.
pub(super) fn filled(view: &ProvidedView<'_>, fault: &Fault<'_>, name: &str) -> Report {
    let message = format!(
        "`{name}` is empty{}: {} needs a text, or no such field{}",
        names::at(view, &fault.field).of(),
        names::extension(view),
        names::misnomer(&fault.field, &[name])
    );
    names::report(view, fault, message).help(format!("set `{name}`, or remove it"))
}

pub(super) fn value(view: &ProvidedView<'_>, fault: &Fault<'_>, name: &str) -> Report {
    // Some are named by what they are, not by their field.
    let name = if name.contains(' ') {
        fault.field.last_name()
    } else {
        name
    };
    let message = format!(
        "`{name}` is missing or empty{}: {} requires it{}",
        names::at(view, &fault.field).of(),
        names::extension(view),
        names::misnomer(&fault.field, &[name])
    );
    names::report(view, fault, message).help(format!("set `{name}`"))
}

/// A field that is there for something that must have it.
pub(super) fn empty(view: &ProvidedView<'_>, fault: &Fault<'_>, name: &str) -> Report {
    let message = format!(
        "`{name}`{} is missing or empty: {} requires a value",
        names::at(view, &fault.field).of(),
        names::extension(view)
    );
    names::report(view, fault, message).help(format!("set `{name}`, or remove what it belongs to"))
}
