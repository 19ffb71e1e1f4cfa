use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;

rule!(
    "shoot/malformed-volume",
    Static,
    Error,
    Fault,
    "A volume of a pool that is malformed or does not exist."
);

pub(in crate::rules) fn size(fault: &Fault<'_>) -> Report {
    let message = format!(
        "{} is not the size of a volume: it must be a whole number of gibibytes",
        words::quoted(fault.value)
    );
    ShootView::report(fault, message).help("write it like `50Gi`")
}

pub(in crate::rules) fn unknown_name(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    names: &[&str],
) -> Report {
    let help = if names.is_empty() {
        "remove the field: the pool has no data volumes".to_owned()
    } else {
        let near = words::did_you_mean(words::near(fault.value, names.iter().copied()));
        format!("{near}it has {}", words::all(names.iter().copied()))
    };
    let report = ShootView::report(
        fault,
        format!(
            "{} has no data volume {}",
            view.pool(fault),
            words::quoted(fault.value)
        ),
    )
    .help(help);
    view.misspelt(report, fault, names.iter().copied())
}
