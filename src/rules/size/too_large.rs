use crate::rules::{ObjectView, Report, Reporter};

use super::measure::{Bytes, LIMIT, Measured, REQUEST_LIMIT, is_small};

rule!(
    "size/too-large",
    Size,
    Error,
    Object(check),
    "An object that is too large for the server or etcd."
);

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    if is_small(view.item, LIMIT) {
        return;
    }
    let size = view.item.size();
    if size <= LIMIT {
        return;
    }
    let measured = Measured::new(view.item);
    let refused_by = if size > REQUEST_LIMIT {
        format!(
            "the API server takes at most {} in one request",
            Bytes(REQUEST_LIMIT)
        )
    } else {
        format!("etcd stores at most {}", Bytes(LIMIT))
    };
    let message = format!(
        "the object takes {} ({} bytes) as compact JSON, but {refused_by}: the server cannot \
         store it{}",
        Bytes(size),
        size,
        measured.most()
    );
    reporter.report(
        Report::new(measured.at(), measured.field(), message)
            .value(size)
            .help(super::measure::HELP),
    );
}
