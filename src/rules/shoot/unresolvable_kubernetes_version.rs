use crate::model::lifecycle::Classification;
use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;

rule!(
    "shoot/unresolvable-kubernetes-version",
    Admission,
    Error,
    Fault,
    "The beginning of a Kubernetes version that matches no supported version of the profile."
);

pub(in crate::rules) fn report(view: &ShootView<'_>, fault: &Fault<'_>, malformed: bool) -> Report {
    let written = words::quoted(fault.value);
    let message = if malformed {
        format!("{written} is not a Kubernetes version, nor the beginning of one")
    } else {
        format!(
            "no supported version of {} begins with {written}, and the server fills in only a \
             supported one",
            view.profile_name()
        )
    };
    let offer = view.offer();
    let supported = offer.into_iter().flat_map(|offer| {
        let now = offer.now;
        let listed = offer.active_kubernetes().iter();
        listed
            .filter(move |version| version.classification_at(now) == Classification::Supported)
            .map(|version| *version.version)
    });
    let supported = words::some(supported, 5);
    let help = if supported.is_empty() {
        "write a full version, such as `1.33.1`; the profile has no supported one".to_owned()
    } else {
        format!("write a full version, or the beginning of a supported one: {supported}")
    };
    ShootView::report(fault, message).help(help)
}
