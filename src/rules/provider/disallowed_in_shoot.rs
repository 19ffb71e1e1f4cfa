use std::collections::BTreeSet;

use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;
use crate::source::Span;

rule!(
    "provider/disallowed-in-shoot",
    Provider,
    Error,
    Fault,
    "A value in a Shoot that the extension does not find in the profile."
);

/// How many allowed values are named.
const NAMED: usize = 5;

/// The noun phrase for this part of the profile.
const ALLOWS: &str = "what `providerConfig` allows";

pub(in crate::rules) fn value(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    what: &str,
    allowed: &[&str],
    in_region: bool,
    at: Span,
) -> Report {
    let of_pool = if fault.worker.is_some() {
        format!(" of {}", view.pool(fault))
    } else {
        String::new()
    };
    let region = if in_region {
        format!(" in region {}", words::quoted(*view.judged.shoot.region))
    } else {
        String::new()
    };
    let why = format!(
        "{} does not allow {what} {}{of_pool}{region}",
        view.profile_name(),
        words::quoted(fault.value)
    );
    let near = words::did_you_mean(words::near(fault.value, allowed.iter().copied()));
    let report = report(fault, &why).help(format!("{near}{}", allows(allowed)));
    let report = view.misspelt(report, fault, allowed.iter().copied());
    view.in_profile(report, at, ALLOWS)
}

pub(in crate::rules) fn no_policy(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    allowed: &[&str],
    at: Span,
) -> Report {
    let why = format!("the server group of {} has no policy", view.pool(fault));
    view.in_profile(report(fault, &why).help(allows(allowed)), at, ALLOWS)
}

pub(in crate::rules) fn lost_image(view: &ShootView<'_>, fault: &Fault<'_>, image: &str) -> Report {
    let why = format!(
        "{} keeps version {} of image {}, which {} no longer has",
        view.pool(fault),
        words::quoted(fault.value),
        words::quoted(image),
        view.profile_name()
    );
    let images = view
        .offer()
        .map_or_else(Span::default, |offer| offer.profile().machine_images.span);
    view.in_profile(
        report(fault, &why).help("choose a version of the profile"),
        images,
        "the images of the profile",
    )
}

fn report(fault: &Fault<'_>, why: &str) -> Report {
    ShootView::report(
        fault,
        format!("{why}; the webhook of the extension refuses the Shoot"),
    )
}

fn allows(allowed: &[&str]) -> String {
    if allowed.is_empty() {
        "remove it, or ask for it in `providerConfig` of the profile".to_owned()
    } else {
        let mut seen = BTreeSet::new();
        format!(
            "`providerConfig` allows {}",
            words::some(
                allowed.iter().copied().filter(|name| seen.insert(*name)),
                NAMED
            )
        )
    }
}
