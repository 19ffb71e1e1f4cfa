use crate::capability::ARCHITECTURE;
use crate::model::cloudprofile::Capability;
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter, removal, walk, words};

rule!(
    "capability/empty-value-list",
    Selection,
    Error,
    Effective(check),
    "A flavor or machine type with a capability whose list of values is empty."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    // A flavor without architecture is refused where there are several: that says it already.
    let refused = view.vocabulary.architectures().len() > 1;
    walk::flavors(view.profile, |path, flavor| {
        let judged = flavor
            .capabilities
            .iter()
            .filter(|capability| !(refused && *capability.name == ARCHITECTURE));
        judge(
            view,
            "no machine type is ever compatible with this flavor",
            path,
            judged,
            reporter,
        );
    });
    walk::machine_types(view.profile, |path, machine_type| {
        let capabilities = machine_type.capabilities.iter();
        judge(
            view,
            "no image is ever compatible with this machine type",
            &path.field("capabilities"),
            capabilities,
            reporter,
        );
    });
}

fn judge<'a, 't: 'a>(
    view: &ProfileView<'_>,
    consequence: &str,
    path: &Path<'_>,
    capabilities: impl Iterator<Item = &'a Capability<'t>> + Clone,
    reporter: &mut Reporter<'_>,
) {
    let several = capabilities.clone().nth(1).is_some();
    for capability in capabilities.filter(|capability| capability.values.is_empty()) {
        let name = *capability.name;
        let Some(definition) = view.vocabulary.get(name) else {
            continue;
        };
        let path = path.field(name);
        if view.refused.touches(&path) {
            continue;
        }
        let all = words::all(definition.values.iter().map(|value| value.value));
        let mut report = Report::new(
            capability.values.span,
            path,
            format!(
                "the list of {} is empty, which means that it supports nothing: {consequence}",
                words::quoted(name)
            ),
        )
        .also(definition.values_at, "the values that exist")
        .help(format!(
            "leave the capability out to support all of its values, or list some of {all}"
        ));
        // A map must keep an entry.
        if let Some(edit) =
            removal::entry(view.item.text, capability.name.span, None).filter(|_| several)
        {
            report = report.unsafe_fix(
                format!(
                    "leave {} out, which supports all of its values",
                    words::quoted(name)
                ),
                vec![edit],
            );
        }
        reporter.report(report);
    }
}
