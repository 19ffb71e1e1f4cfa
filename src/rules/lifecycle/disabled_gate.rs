use crate::finding::ErrorType;
use crate::rules::{ProfileView, Report, Reporter, walk};

rule!(
    "lifecycle/disabled-gate",
    Static,
    Error,
    Spec(check),
    "A version with a `lifecycle` on a server whose feature gate for it is off.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    if view.settings.gates.lifecycle {
        return;
    }
    walk::expirable_versions(view, |path, owner, version| {
        if version.stages().is_empty() {
            return;
        }
        reporter.report(
            Report::new(
                version.lifecycle.span,
                path.field("lifecycle"),
                format!(
                    "{} has a `lifecycle`, which this server refuses: its feature gate \
                    VersionClassificationLifecycle is off",
                    owner.version(*version.version)
                ),
            )
            .error(ErrorType::Forbidden)
            .help(
                "write `classification` and `expirationDate` instead; if the gate is on in your \
                 landscape (it is off by default), pass `--feature-gate \
                 VersionClassificationLifecycle=true`",
            ),
        );
    });
}
