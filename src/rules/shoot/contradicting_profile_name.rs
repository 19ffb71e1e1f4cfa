use crate::model::object::ObjectKind;
use crate::rules::{Report, Reporter, ShootView, words};
use crate::shoot::{Reason, ReferenceFault};

rule!(
    "shoot/contradicting-profile-name",
    Design,
    Warning,
    Shoot(check),
    "A `cloudProfileName` that names another profile than `cloudProfile`."
);

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    let (name, reference) = (view.written.cloud_profile_name, view.written.cloud_profile);
    let (Some(name_text), Some(reference)) = (name.filter(|name| !name.is_empty()), reference)
    else {
        return;
    };
    let Some(kind) = reference.object_kind() else {
        return;
    };
    // Where the name must not be there at all, that is the finding.
    let refused = |reason: &Reason<'_>| {
        matches!(
            reason,
            Reason::Reference(ReferenceFault::Both) | Reason::RetiredProfileName
        )
    };
    if (kind == ObjectKind::CloudProfile && *reference.name == name_text)
        || view.faults().any(|fault| refused(&fault.reason))
    {
        return;
    }
    let then = if kind == ObjectKind::CloudProfile {
        "overwrites the name with that"
    } else {
        "removes the name"
    };
    let message = format!(
        "`cloudProfileName` says {}, but `cloudProfile` refers to the {} {}: the server follows \
         `cloudProfile` and silently {then}",
        words::quoted(name_text),
        kind.as_str(),
        words::quoted(*reference.name)
    );
    reporter.report(
        Report::new(name.span, "spec.cloudProfileName", message)
            .value(name_text)
            .also(reference.name.span, "the profile that the Shoot gets")
            .help(
                "remove `cloudProfileName`: `cloudProfile` replaces it, and Kubernetes 1.34 \
                 forbids it",
            ),
    );
}
