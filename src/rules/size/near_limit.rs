use crate::rules::{ObjectView, Report, Reporter};

use super::measure::{Bytes, LIMIT, Measured, is_small};

rule!(
    "size/near-limit",
    Size,
    Warning,
    Object(check),
    "An object that is nearly too large for etcd."
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    if is_small(view.item, LIMIT / 2) {
        return;
    }
    let size = view.item.size();
    // From 80 % on.
    if size > LIMIT || size * 5 < LIMIT * 4 {
        return;
    }
    let measured = Measured::new(view.item);
    let message = format!(
        "the object takes {} ({} bytes) as compact JSON, {} % of the {} that etcd stores{}",
        Bytes(size),
        size,
        size * 100 / LIMIT,
        Bytes(LIMIT),
        measured.most()
    );
    reporter.report(
        Report::new(measured.at(), measured.field(), message)
            .value(size)
            .help(super::measure::HELP),
    );
}
