use crate::model::near::is_place_slip;
use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;

rule!(
    "shoot/unknown-region",
    Admission,
    Error,
    Fault,
    "A region that the profile does not have."
);

pub(in crate::rules) fn report(view: &ShootView<'_>, fault: &Fault<'_>, names: &[&str]) -> Report {
    let near = words::did_you_mean(words::near(fault.value, names.iter().copied()));
    let report = ShootView::report(
        fault,
        format!(
            "{} has no region {}",
            view.profile_name(),
            words::quoted(fault.value)
        ),
    )
    .help(format!(
        "{near}it has {}",
        words::all(names.iter().copied())
    ));
    let slips = names
        .iter()
        .copied()
        .filter(|name| is_place_slip(fault.value, name));
    view.misspelt(report, fault, slips)
}

pub(in crate::rules) fn of_restrictions(view: &ShootView<'_>, fault: &Fault<'_>) -> Report {
    let (profile, region) = (view.profile_name(), words::quoted(fault.value));
    ShootView::report(
        fault,
        format!(
            "the server cannot check the access restrictions: {profile} has no region {region}"
        ),
    )
    .help("name a region of the profile")
}
