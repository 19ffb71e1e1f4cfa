//! See the page.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use crate::finding::{Origin, Severity};
use crate::landscape::Item;
use crate::merge;
use crate::model::canonical::{self, Empties};
use crate::model::cloudprofile::MachineImageVersion;
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::model::schema;
use crate::rules::walk::Owner;
use crate::rules::{AdmissionView, Check, Report, Reporter, Rule, Scope, words};
use crate::yaml::NodeId;

/// `namespaced/shadowed-entry`
pub static RULE: Rule = Rule {
    name: "namespaced/shadowed-entry",
    origin: Origin::Design,
    severity: Severity::Warning,
    summary: "An entry that replaces one of the parent whole, so that fields of the parent are lost.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/namespaced/shadowed-entry.md"),
    check: Check::Admission(check),
};

/// An entry of a list by name: of the NamespacedCloudProfile, or of the parent.
type Named<'t> = (Spanned<&'t str>, Option<NodeId>);

fn check(view: &AdmissionView<'_>, reporter: &mut Reporter<'_>) {
    let Some(family) = &view.family else { return };
    let (parent, own) = (&family.parent.profile, &family.new.uniform);
    let mut pen = Pen { own: view.own.item, parent: family.parent.item, reporter };
    let spec = Path::new("spec");

    let name = |name: &str| format!("machine type {}", words::quoted(name));
    let of_parent = parent.machine_types.iter().map(|of| (of.name, of.node));
    pen.list(&["machineTypes"], of_parent, own.machine_types.iter().map(|of| (of.name, of.node)), name, &spec.field("machineTypes"));

    let name = |name: &str| format!("volume type {}", words::quoted(name));
    let of_parent = parent.volume_types.iter().map(|of| (of.name, of.node));
    pen.list(&["volumeTypes"], of_parent, own.volume_types.iter().map(|of| (of.name, of.node)), name, &spec.field("volumeTypes"));

    let images = spec.field("machineImages");
    let known: BTreeMap<&str, _> = parent.machine_images.iter().map(|image| (*image.name, image)).collect();
    for (index, image) in own.machine_images.iter().enumerate() {
        let Some(before) = known.get(*image.name) else { continue };
        // An override of the date alone replaces nothing.
        let replaces = |version: &MachineImageVersion<'_>| merge::says_more_than_a_date(version);
        let nameless = Spanned::new("", image.name.span);
        let named = image.versions.iter().map(|of| (if replaces(of) { of.version() } else { nameless }, of.expirable.node));
        let of_parent = before.versions.iter().map(|of| (of.version(), of.expirable.node)).filter(|(name, _)| !name.is_empty());
        let name = |version: &str| Owner::Image(*image.name).version(version);
        pen.list(&["machineImages", "versions"], of_parent, named, name, &images.index(index).field("versions"));
    }
}

struct Pen<'a, 'r, 'o> {
    own: &'a Item<'a>,
    parent: &'a Item<'a>,
    reporter: &'r mut Reporter<'o>,
}

impl Pen<'_, '_, '_> {
    /// Reports the entries of a list whose names the parent's list has too.
    fn list<'t>(
        &mut self,
        list: &[&str],
        parent: impl Iterator<Item = Named<'t>>,
        own: impl Iterator<Item = Named<'t>>,
        name: impl Fn(&str) -> String,
        path: &Path<'_>,
    ) {
        let known: BTreeMap<&str, Named<'_>> = parent.map(|named| (*named.0, named)).collect();
        for (index, (own, node)) in own.enumerate() {
            let Some((before, shadowed)) = known.get(*own) else { continue };
            let (new, old) = (fields(self.own, node, list), fields(self.parent, *shadowed, list));
            self.reporter.report(report(self.parent, &name(*own), own, *before, &new, &old, &path.index(index)));
        }
    }
}

fn report(
    parent: &Item<'_>,
    what: &str,
    own: Spanned<&str>,
    before: Spanned<&str>,
    new: &Map<String, Json>,
    old: &Map<String, Json>,
    path: &Path<'_>,
) -> Report {
    let all = |names: &[&String]| words::all(names.iter().map(|name| name.as_str()));
    let lost: Vec<&String> = old.keys().filter(|name| !new.contains_key(*name)).collect();
    let other: Vec<&String> = old.keys().filter(|name| new.get(*name).is_some_and(|value| old.get(*name) != Some(value))).collect();
    let are = if lost.len() == 1 { "is" } else { "are" };
    let effect = match (lost.is_empty(), other.is_empty()) {
        (true, true) => ", and says the same".to_owned(),
        (true, false) => format!(", and has another {}", all(&other)),
        (false, true) => format!(", and {} {are} lost", all(&lost)),
        (false, false) => format!(", has another {}, and {} {are} lost", all(&other), all(&lost)),
    };
    let message =
        format!("{what} shadows the parent's entry: this one replaces that of {} whole{effect}", words::quoted(*parent.object.meta.name));
    let report = Report::new(own.span, path, message)
        .value(*own)
        .also(before.span, "the parent's entry")
        .help("remove the entry to have the parent's, or repeat here what must not be lost");
    if lost.is_empty() { report.severity(Severity::Note) } else { report }
}

/// The fields that an entry sets.
fn fields(item: &Item<'_>, node: Option<NodeId>, list: &[&str]) -> Map<String, Json> {
    let of = schema::root("CloudProfile").and_then(|root| root.at(&["spec"])).and_then(|spec| spec.at(list));
    node.zip(of).map_or_else(Map::new, |(node, of)| canonical::object(&item.document.tree, node, of, Empties::Omitted))
}
