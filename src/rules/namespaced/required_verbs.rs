//! See the page.

use crate::finding::{Origin, Severity};
use crate::landscape::Item;
use crate::model::canonical::{self, Empties};
use crate::model::path::Path;
use crate::model::schema;
use crate::rules::{Check, NamespacedView, Report, Reporter, Rule, Scope, words};
use serde_json::Value as Json;

/// `namespaced/required-verbs`
pub static RULE: Rule = Rule {
    name: "namespaced/required-verbs",
    origin: Origin::Admission,
    severity: Severity::Note,
    summary: "What a user must be allowed to do to apply the object.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/namespaced/required-verbs.md"),
    check: Check::Namespaced(check),
};

/// The fields that need a verb of their own, and the verb.
const VERBS: [(&str, &str); 3] = [
    ("kubernetes", "modify-spec-kubernetes"),
    ("machineImages", "modify-spec-machineimages"),
    ("providerConfig", "modify-spec-providerconfig"),
];

fn check(view: &NamespacedView<'_>, reporter: &mut Reporter<'_>) {
    let (new, old) = (spec(view.item), view.old.map(|old| spec(old.item)));
    let needs = |name: &str| match &old {
        // An empty list is not set.
        None => new.get(name).is_some_and(|value| value.as_array().is_none_or(|items| !items.is_empty())),
        Some(old) => new.get(name) != old.get(name),
    };
    let needed: Vec<(&str, &str)> = VERBS.into_iter().filter(|(name, _)| needs(name)).collect();
    let Some((first, _)) = needed.first() else { return };
    let tree = &view.item.document.tree;
    let key = |name: &str| {
        let spec = tree.get(view.item.object.node, "spec")?.value;
        tree.get(spec, name).map(|entry| tree.span(entry.key))
    };
    let doing = if old.is_some() { "changing" } else { "setting" };
    let verbs = || needed.iter().map(|(_, verb)| *verb);
    let root = Path::new("spec");
    let mut report = Report::new(
        key(first).unwrap_or(view.child.spec.at),
        root.field(first),
        format!(
            "{doing} {} takes more than the right to write NamespacedCloudProfiles: whoever applies this needs {} {}",
            words::all(needed.iter().map(|(name, _)| *name)),
            if needed.len() == 1 { "the verb" } else { "the verbs" },
            words::all(verbs())
        ),
    )
    .help(format!(
        "grant them with a rule of a Role: `{{apiGroups: [core.gardener.cloud], resources: [namespacedcloudprofiles], verbs: [{}]}}`",
        verbs().collect::<Vec<_>>().join(", ")
    ));
    for span in needed.iter().skip(1).filter_map(|(name, _)| key(name)) {
        report = report.also(span, "and this");
    }
    reporter.report(report);
}

/// The spec as the server reads it.
fn spec(item: &Item<'_>) -> serde_json::Map<String, Json> {
    let tree = &item.document.tree;
    let node = tree.get(item.object.node, "spec").map(|entry| entry.value);
    let of = schema::root(item.object.kind.as_str()).and_then(|root| root.at(&["spec"]));
    node.zip(of).map_or_else(Default::default, |(node, of)| canonical::object(tree, node, of, Empties::Kept))
}
