use crate::rules::{Report, ShootView, words};
use crate::shoot::{Fault, Word};

rule!(
    "shoot/unsupported-value",
    Static,
    Error,
    Fault,
    "A value of a worker pool that is not one of the allowed ones."
);

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    what: Word,
    supported: &[&str],
) -> Report {
    let what = match what {
        Word::Architecture => "an architecture",
        Word::UpdateStrategy => "an update strategy",
        Word::TaintEffect => "an effect of a taint",
        Word::Cri => "a container runtime interface",
    };
    let message = format!(
        "{} is not {what} that a worker pool can have",
        words::quoted(fault.value)
    );
    let meant = match fault.value {
        "x86_64" | "x86-64" | "x64" => Some("amd64"),
        "aarch64" | "arm" => Some("arm64"),
        other => words::near(other, supported.iter().copied()),
    };
    let meant = meant.filter(|meant| supported.contains(meant));
    let near = words::did_you_mean(meant);
    let help = match supported {
        [only] => format!("{near}only {} is possible", words::quoted(only)),
        _ => format!("{near}possible: {}", words::all(supported.iter().copied())),
    };
    let only = match supported {
        [only] => Some(*only),
        _ => None,
    };
    view.meant(
        ShootView::report(fault, message).help(help),
        fault,
        meant.or(only),
    )
}
