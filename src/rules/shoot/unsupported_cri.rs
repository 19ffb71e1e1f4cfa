use crate::matching::Version;
use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;

rule!(
    "shoot/unsupported-cri",
    Admission,
    Error,
    Fault,
    "A container runtime that the image version of a pool does not offer."
);

pub(in crate::rules) fn cri(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    version: usize,
) -> Option<Report> {
    let version = view.offer()?.version_at(version);
    let offered = version.version.cri.iter().map(|cri| *cri.name).collect();
    Some(report(
        view,
        fault,
        version,
        "container runtime interface",
        offered,
    ))
}

pub(in crate::rules) fn runtime(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    version: usize,
    cri: &str,
) -> Option<Report> {
    let version = view.offer()?.version_at(version);
    let found = version
        .version
        .cri
        .iter()
        .find(|offered| *offered.name == cri);
    let runtimes = found
        .into_iter()
        .flat_map(|cri| cri.container_runtimes.iter().map(|runtime| runtime.value));
    Some(report(
        view,
        fault,
        version,
        "container runtime",
        runtimes.collect(),
    ))
}

fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    version: &Version<'_, '_>,
    what: &str,
    offered: Vec<&str>,
) -> Report {
    let message = format!(
        "version {} of image {} does not offer the {what} {}, which {} asks for",
        words::quoted(*version.version.version()),
        words::quoted(*version.image.name),
        words::quoted(fault.value),
        view.pool(fault)
    );
    let help = if offered.is_empty() {
        "remove it, or choose an image version that offers it; this one offers none".to_owned()
    } else {
        format!(
            "choose an image version that offers it, or what this one offers: {}",
            words::all(offered)
        )
    };
    view.in_profile(
        ShootView::report(fault, message).help(help),
        version.version.cri.span,
        "what the version offers",
    )
}
