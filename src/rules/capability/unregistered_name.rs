use crate::finding::ErrorType;
use crate::model::cloudprofile::Capability;
use crate::model::path::Path;
use crate::rules::capability::missing_definition;
use crate::rules::capability::{worker_capability, worker_names};
use crate::rules::{ProfileView, Report, Reporter, edit, walk, words};

rule!(
    "capability/unregistered-name",
    Static,
    Error,
    Spec(check),
    "A flavor or machine type that names a capability that the vocabulary does not \
        define."
);

/// Names that begin with this belong to Gardener.
const RESERVED: &str = "gardener-";

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    if view.vocabulary.is_empty() {
        return;
    }
    walk::flavors(view, |path, flavor| {
        judge(view, path, &flavor.capabilities, reporter);
    });
    walk::first_machine_types(view, |path, machine_type| {
        judge(
            view,
            &path.field("capabilities"),
            &machine_type.capabilities,
            reporter,
        );
    });
}

fn judge(
    view: &ProfileView<'_>,
    path: &Path<'_>,
    capabilities: &[Capability<'_>],
    reporter: &mut Reporter<'_>,
) {
    for name in capabilities
        .iter()
        .map(|capability| capability.name)
        .filter(|name| view.vocabulary.get(name).is_none())
    {
        if view.refused.touches(&path.field(*name)) || worker_capability(view, *name).is_some() {
            continue;
        }
        // A second key of the same name would be worse than the wrong one.
        let has = |near: &str| {
            capabilities
                .iter()
                .any(|capability| *capability.name == near)
        };
        let near = words::near_beside(*name, view.vocabulary.names(), has);
        let of_workers: Vec<&str> = worker_names(view)
            .filter(|_| name.starts_with(RESERVED))
            .collect();
        let mut help = format!(
            "{}the defined capabilities are {}",
            words::did_you_mean(near),
            words::all(view.vocabulary.names())
        );
        if !of_workers.is_empty() {
            let near = words::near_beside(*name, of_workers.iter().copied(), has);
            help = format!(
                "{}the worker capabilities are {}",
                words::did_you_mean(near),
                words::all(of_workers.into_iter())
            );
        }
        let mut report = Report::new(
            name.span,
            path,
            format!(
                "Unsupported value: {}: `spec.machineCapabilities` does not define this \
                 capability, so nothing can match it",
                *name
            ),
        )
        .error(ErrorType::NotSupported)
        .value(*name)
        .also(
            view.profile.machine_capabilities.span,
            "the capabilities are defined here",
        )
        .help(help);
        if let Some(near) = near
            && let Some(edit) = edit::replace_name(view.item.text, name.span, *name, near)
        {
            report = report.unsafe_fix(format!("rename it to `{near}`"), vec![edit]);
        }
        reporter.report(missing_definition(report, view));
    }
}
