use crate::provider::fault::What;
use crate::rules::{ProvidedView, Reporter, edit, words};

use super::{faults, names};

rule!(
    "provider/unusable-zone",
    Provider,
    Error,
    Provided(check),
    "Zones that the extension cannot use: an unknown partition, or several zones of one region."
);

fn check(view: &ProvidedView<'_>, reporter: &mut Reporter<'_>) {
    for fault in faults(view, &RULE) {
        reporter.report(match &fault.what {
            What::NotAZone { partition, zones } => {
                let near = words::near(partition, zones.iter().copied());
                let known = if zones.is_empty() {
                    "no region has zones".to_owned()
                } else {
                    format!("the zones are {}", words::some(zones.iter().copied(), 10))
                };
                let message = format!(
                    "partition {} is not a zone of any region in `spec.regions`",
                    words::quoted(partition)
                );
                let report = names::report(view, fault, message)
                    .value(partition)
                    .help(format!("{}{known}", words::did_you_mean(near)));
                match near.and_then(|near| {
                    Some((
                        near,
                        edit::replace_name(view.item.text, fault.span, partition, near)?,
                    ))
                }) {
                    Some((near, edit)) => report.unsafe_fix(format!("write `{near}`"), vec![edit]),
                    None => report,
                }
            }
            What::SeveralZones { region, count } => {
                let message = format!(
                    "region {} has {count} zones, but {} can use only one zone of a region",
                    words::quoted(region),
                    names::extension(view)
                );
                names::report(view, fault, message)
                    .value(region)
                    .help("keep one zone")
            }
            _ => continue,
        });
    }
}
