use crate::rules::{Report, ShootView, words};
use crate::shoot::{Fault, ImmutableWhy};
use crate::source::Span;

rule!(
    "shoot/immutable-field",
    Static,
    Error,
    Fault,
    "An update that changes an immutable field of a Shoot."
);

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    name: &str,
    old: &str,
    why: ImmutableWhy,
    old_at: Span,
) -> Report {
    let was = if old.is_empty() {
        "it was not set before".to_owned()
    } else {
        format!("it was {}", words::quoted(old))
    };
    let (because, help) = match why {
        ImmutableWhy::Always => (
            "it decides where the Shoot runs",
            "create a new Shoot, and move its workload",
        ),
        ImmutableWhy::Strategy => (
            "a pool keeps rolling updates or in-place updates",
            "add a pool with another name and the new strategy, and remove this one",
        ),
        ImmutableWhy::InPlace => (
            "the pool updates its nodes in place, so their settings cannot change",
            "add a pool with another name, and remove this one",
        ),
    };
    let message = format!("`{name}` cannot change ({was}): {because}");
    view.in_old(
        ShootView::report(fault, message).help(help),
        old_at,
        "as stored",
    )
}
