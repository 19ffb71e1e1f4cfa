use crate::capability::ARCHITECTURE;
use crate::finding::Edit;
use crate::model::cloudprofile::MachineType;
use crate::rules::rewrite::{Written, insert_behind};
use crate::rules::{ProfileView, Report, Reporter, edit, walk, words};

rule!(
    "capability/undeclared-machine-architecture",
    Documented,
    Warning,
    CloudProfile(check),
    "A machine type without an architecture in its capabilities, although the vocabulary has \
     several."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(definition) = view
        .vocabulary
        .get(ARCHITECTURE)
        .filter(|definition| definition.values.len() > 1)
    else {
        return;
    };
    walk::machine_types(view.profile, |path, machine_type| {
        let capabilities = &machine_type.capabilities;
        // An empty list matches nothing, and has its own finding.
        if capabilities
            .iter()
            .any(|capability| *capability.name == ARCHITECTURE)
        {
            return;
        }
        let legacy = machine_type
            .architecture
            .value
            .filter(|legacy| !legacy.is_empty());
        let consequence = match legacy {
            Some(_) => {
                "so it matches images of every architecture despite the legacy field \
                 `architecture`"
            }
            None => {
                "so it matches images of every architecture, and its worker pools count as amd64"
            }
        };
        let message = format!(
            "machine type {} declares no architecture, although the vocabulary has several, \
             {consequence}",
            words::quoted(*machine_type.name)
        );
        let at = if capabilities.is_empty() {
            machine_type.at
        } else {
            capabilities.span
        };
        let report = Report::new(at, path.field("capabilities"), message).also(
            definition.values_at,
            "several architectures are defined here",
        );
        let Some(legacy) = legacy else {
            let values = words::all(definition.values.iter().map(|value| value.value));
            return reporter.report(report.help(format!(
                "add `architecture` with exactly one of {values} to `capabilities`"
            )));
        };
        let report = report.help(format!(
            "add `architecture: [{legacy}]` to `capabilities`, as the legacy field says"
        ));
        reporter.report(match declared(view, machine_type, legacy) {
            Some(edit) => report.unsafe_fix(format!("add `architecture: [{legacy}]`"), vec![edit]),
            None => report,
        });
    });
}

/// The architecture of the legacy field in the capabilities. It changes what the machine type
/// matches.
fn declared(view: &ProfileView<'_>, of: &MachineType<'_>, legacy: &str) -> Option<Edit> {
    let (tree, text) = (&view.item.document.tree, view.item.text);
    let node = of.node.filter(|_| !of.name.span.is_elsewhere())?;
    let name = edit::written(legacy)?;
    let (yaml, json) = (format!("[{name}]"), format!("[\"{legacy}\"]"));
    let Some(capabilities) = tree.get(node, "capabilities") else {
        let value = Written {
            yaml: &format!("{{architecture: {yaml}}}"),
            json: &format!("{{\"architecture\": {json}}}"),
        };
        return insert_behind(tree, text, node, "name", "capabilities", value);
    };
    let value = Written {
        yaml: &yaml,
        json: &json,
    };
    of.capabilities.iter().rev().find_map(|capability| {
        let before = *capability.name;
        insert_behind(tree, text, capabilities.value, before, ARCHITECTURE, value)
    })
}
