use crate::model::name::NameFault;
use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;

rule!(
    "shoot/malformed-label",
    Static,
    Error,
    Fault,
    "A label, annotation or taint of a pool that Kubernetes refuses."
);

pub(in crate::rules) fn key(fault: &Fault<'_>, what: &str, why: &NameFault) -> Report {
    let article = if what == "annotation" { "an" } else { "a" };
    let message = format!(
        "the key {} {why}, so it cannot be the key of {article} {what}",
        words::quoted(fault.value)
    );
    ShootView::report(fault, message).help(
        "use up to 63 letters, digits, `-`, `_` and `.`, with a letter or a digit at both ends, \
         and before it, if needed, a domain and `/`",
    )
}

pub(in crate::rules) fn value(fault: &Fault<'_>, why: &NameFault) -> Report {
    ShootView::report(
        fault,
        format!(
            "the value {} {why}, so no node could carry it",
            words::quoted(fault.value)
        ),
    )
    .help(
        "use up to 63 letters, digits, `-`, `_` and `.`, with a letter or a digit at both \
            ends, or leave it empty",
    )
}

pub(in crate::rules) fn too_long(view: &ShootView<'_>, fault: &Fault<'_>, bytes: usize) -> Report {
    let message = format!(
        "the annotations of {} have {bytes} bytes, but the server allows 262144 for all \
         annotations of a pool",
        view.pool(fault)
    );
    ShootView::report(fault, message)
        .help("keep large data in a ConfigMap or outside of the cluster")
}

pub(in crate::rules) fn reserved(fault: &Fault<'_>) -> Report {
    ShootView::report(
        fault,
        format!(
            "Gardener sets the taint {} itself while a node is not ready yet",
            words::quoted(fault.value)
        ),
    )
    .help("remove it; to keep pods away from the pool, choose another key")
}
