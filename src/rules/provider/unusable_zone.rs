use crate::model::cursor::Spanned;
use crate::provider::fault::Fault;
use crate::rules::{ProvidedView, Report, edit, words};

use super::names;

rule!(
    "provider/unusable-zone",
    Provider,
    Error,
    ProviderFault,
    "Zones that the extension cannot use: an unknown partition, or several zones of one region."
);

pub(super) fn unknown(
    view: &ProvidedView<'_>,
    fault: &Fault<'_>,
    partition: &str,
    zones: &[&str],
) -> Report {
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
    let old = Spanned::new(partition, fault.span);
    edit::write_instead(report, view.item.text, old, near)
}

pub(super) fn several(
    view: &ProvidedView<'_>,
    fault: &Fault<'_>,
    region: &str,
    count: usize,
) -> Report {
    let message = format!(
        "region {} has {count} zones, but {} can use only one zone of a region",
        words::quoted(region),
        names::extension(view)
    );
    names::report(view, fault, message)
        .value(region)
        .help("keep one zone")
}
