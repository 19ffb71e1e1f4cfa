use crate::rules::{Report, ShootView, words};
use crate::shoot::{Fault, ImmutableWhy};
use crate::source::Span;

rule!(
    "shoot/immutable-field",
    Static,
    Error,
    Fault,
    "An update of a Shoot that changes what may not change."
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
            "it decides where the Shoot lives",
            "make a new Shoot, and move what runs there",
        ),
        ImmutableWhy::Strategy => (
            "a pool keeps to rolling updates or to updates in place",
            "add a pool of another name with the new strategy, and remove this one",
        ),
        ImmutableWhy::InPlace => (
            "the nodes of the pool are updated in place, so what they are made of stays",
            "add a pool of another name, and remove this one",
        ),
    };
    let message = format!("`{name}` cannot change ({was}): {because}");
    view.in_old(
        ShootView::report(fault, message).help(help),
        old_at,
        "as stored",
    )
}
