use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;

rule!(
    "shoot/unknown-volume-type",
    Admission,
    Error,
    Fault,
    "A volume type that the profile does not have."
);

pub(in crate::rules) fn report(view: &ShootView<'_>, fault: &Fault<'_>, usable: &[&str]) -> Report {
    let message = format!(
        "{} has no volume type {}, which {} asks for",
        view.profile_name(),
        words::quoted(fault.value),
        view.pool(fault)
    );
    let help = if usable.is_empty() {
        "remove the type: no volume type of the profile is usable in all zones of the pool"
            .to_owned()
    } else {
        let near = words::did_you_mean(words::near(fault.value, usable.iter().copied()));
        format!(
            "{near}usable in all zones of the pool: {}",
            words::all(usable.iter().copied())
        )
    };
    let report = ShootView::report(fault, message).help(help);
    view.misspelt(report, fault, usable.iter().copied())
}
