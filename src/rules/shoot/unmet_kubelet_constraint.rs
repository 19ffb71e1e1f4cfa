use crate::rules::shoot::images;
use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;
use crate::source::Span;

rule!(
    "shoot/unmet-kubelet-constraint",
    Admission,
    Error,
    Fault,
    "An image version whose kubelet constraint excludes the Kubernetes version of the \
        pool."
);

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    version: usize,
    kubelet: &str,
    at: Span,
) -> Option<Report> {
    let offer = view.offer()?;
    let version = offer.version_at(version);
    let constraint = version.version.kubelet_version_constraint;
    let follows = view
        .worker(fault)
        .is_some_and(|worker| worker.kubernetes_version().is_none());
    let whose = if follows {
        "the control plane, which the pool follows,"
    } else {
        "the pool"
    };
    let message = format!(
        "{} cannot use version {} of image {}: it needs a kubelet {}, but {whose} has Kubernetes \
         {}",
        view.pool(fault),
        words::quoted(fault.value),
        words::quoted(*version.image.name),
        words::quoted(constraint.unwrap_or_default()),
        words::quoted(kubelet)
    );
    let fit: Vec<String> = images::that_fit(view, fault, version.image_index)
        .take(6)
        .collect();
    let help = if fit.is_empty() {
        "no version of the image fits: choose another image, or another Kubernetes version"
            .to_owned()
    } else {
        format!(
            "these versions fit: {}",
            words::some(fit.iter().map(String::as_str), 5)
        )
    };
    let report = ShootView::report(fault, message)
        .help(help)
        .also(at, "the Kubernetes version");
    Some(view.in_profile(report, constraint.span, "the constraint"))
}
