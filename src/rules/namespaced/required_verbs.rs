use crate::merge;
use crate::model::path::Path;
use crate::rules::{NamespacedView, Report, Reporter, words};

rule!(
    "namespaced/required-verbs",
    Admission,
    Note,
    Namespaced(check),
    "The permissions that a user needs to apply the object."
);

fn check(view: &NamespacedView<'_>, reporter: &mut Reporter<'_>) {
    let needed = merge::verbs(view.item.raw(), view.old.map(|old| old.item.raw()));
    let Some(first) = needed.first() else { return };
    let tree = &view.item.document.tree;
    let key = |name: &str| {
        let spec = tree.get(view.item.object.node, "spec")?.value;
        tree.get(spec, name).map(|entry| tree.span(entry.key))
    };
    let doing = if view.old.is_some() {
        "changing"
    } else {
        "setting"
    };
    let verbs = || needed.iter().map(|verb| verb.name);
    let root = Path::new("spec");
    let mut report = Report::new(
        key(first.field).unwrap_or(view.child.spec.at),
        root.field(first.field),
        format!(
            "{doing} {} takes more than the right to write NamespacedCloudProfiles: the user also \
             needs {} {}",
            words::all(needed.iter().map(|verb| verb.field)),
            if needed.len() == 1 {
                "the verb"
            } else {
                "the verbs"
            },
            words::all(verbs())
        ),
    )
    .help(format!(
        "grant them with a rule of a Role: `{{apiGroups: [core.gardener.cloud], resources: \
         [namespacedcloudprofiles], verbs: [{}]}}`",
        verbs().collect::<Vec<_>>().join(", ")
    ));
    for span in needed.iter().skip(1).filter_map(|verb| key(verb.field)) {
        report = report.also(span, "and this");
    }
    reporter.report(report);
}
