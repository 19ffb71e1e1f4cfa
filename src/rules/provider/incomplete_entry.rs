use crate::provider::fault::{Missing, What};
use crate::rules::{ProvidedView, Reporter, words};

use super::{faults, names};

rule!(
    "provider/incomplete-entry",
    Provider,
    Error,
    Provided(check),
    "An entry of `providerConfig` without a required value."
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    for fault in faults(view, &RULE) {
        let at = names::at(view, &fault.field);
        let extension = names::extension(view);
        let (message, help) = match &fault.what {
            What::Missing(missing) => match missing {
                Missing::Config | Missing::Reference(_) => continue,
                Missing::Images => (
                    format!(
                        "`providerConfig` maps no machine image: {extension} needs at least one \
                         so that worker pools find an artifact"
                    ),
                    "list every image of `spec.machineImages` here, each version with its \
                     artifacts"
                        .to_owned(),
                ),
                Missing::Name(what) => (
                    format!(
                        "a {what}{} has no name: `name` is missing or empty",
                        within(&at)
                    ),
                    "add `name`; look-ups compare it byte by byte".to_owned(),
                ),
                Missing::Versions(image) => (
                    format!(
                        "image {} has no versions in `providerConfig`, so it maps to \
                        nothing",
                        words::quoted(image)
                    ),
                    "list its versions in `versions`, or remove the image".to_owned(),
                ),
                Missing::Version => (
                    format!(
                        "an entry of {} does not say which version it is for",
                        at.image.map_or_else(
                            || "an image".to_owned(),
                            |image| {
                                format!(
                                    "image \
                            {}",
                                    words::quoted(*image.name)
                                )
                            }
                        )
                    ),
                    "add `version`, spelt exactly as in `spec.machineImages`".to_owned(),
                ),
                Missing::Regions(of) => {
                    let holder = if at.flavor.is_some() {
                        "a flavor of "
                    } else {
                        ""
                    };
                    (
                        format!(
                            "{holder}{} has no artifact in any region: `regions` is missing \
                            or empty",
                            names::version(*of)
                        ),
                        "list each region with its artifact in `regions`".to_owned(),
                    )
                }
                Missing::OneOf(fields) => (
                    format!(
                        "none of {} is set{}: {extension} needs one",
                        words::all(fields.iter().copied()),
                        at.of()
                    ),
                    "set one of them".to_owned(),
                ),
                Missing::Filled(name) => (
                    format!(
                        "`{name}` is empty{}: {extension} needs a text, or no such field{}",
                        at.of(),
                        names::misnomer(&fault.field, &[name])
                    ),
                    format!("set `{name}`, or remove it"),
                ),
                Missing::Value(name) => {
                    // Some are named by what they are, not by their field.
                    let name = if name.contains(' ') {
                        fault.field.last_name()
                    } else {
                        name
                    };
                    (
                        format!(
                            "`{name}` is missing or empty{}: {extension} requires it{}",
                            at.of(),
                            names::misnomer(&fault.field, &[name])
                        ),
                        format!("set `{name}`"),
                    )
                }
            },
            What::Empty(name) => (
                format!(
                    "`{name}`{} is missing or empty: {extension} requires a value",
                    at.of()
                ),
                format!("set `{name}`, or remove what it belongs to"),
            ),
            _ => continue,
        };
        let report = names::report(view, fault, message).help(help);
        // With a vocabulary the regions of flavors count.
        let of_flavors = matches!(fault.what, What::Missing(Missing::Regions(_)))
            && at
                .version
                .is_some_and(|version| !version.flavors.is_empty());
        reporter.report(if of_flavors && view.parent.is_none() {
            report.needs("spec.machineCapabilities")
        } else {
            report
        });
    }
}

/// The place of something without a name.
fn within(at: &names::At<'_>) -> String {
    // An image without a name cannot be named.
    if at.version.is_some() {
        at.of()
    } else {
        " of `providerConfig`".to_owned()
    }
}
