use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use crate::finding::Severity;
use crate::landscape::Item;
use crate::merge;
use crate::model::canonical::{self, Purpose};
use crate::model::cloudprofile::{CloudProfile, MachineImageVersion, MachineType, VolumeType};
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::model::schema;
use crate::rules::walk::Owner;
use crate::rules::{AdmissionView, Report, Reporter, words};
use crate::yaml::NodeId;

rule!(
    "namespaced/shadowed-entry",
    Design,
    Warning,
    Admission(check),
    "An entry that replaces an entire entry of the parent and loses its fields."
);

/// An entry of a list by name: of the NamespacedCloudProfile, or of the parent.
struct Named<'t> {
    name: Spanned<&'t str>,
    node: Option<NodeId>,
    /// The values that the server fills in, or has filled in already.
    filled: Vec<(&'static str, Json)>,
}

fn check(view: &AdmissionView<'_>, reporter: &mut Reporter<'_>) {
    let Some(family) = &view.family else { return };
    let (parent, own) = (&family.parent.profile, &family.new.uniform);
    let mut pen = Pen {
        own: view.own.item,
        parent: family.parent.item,
        reporter,
    };
    let spec = Path::new("spec");
    // Architectures are filled in by merging.
    let alone = merge::alone(parent);
    let (before, after) = (
        Filled::new(&alone.profile),
        Filled::new(&family.new.merged.profile),
    );

    let name = |name: &str| format!("machine type {}", words::quoted(name));
    let of_parent = parent
        .machine_types
        .iter()
        .map(|of| before.machine_type(of));
    let of_own = own.machine_types.iter().map(|of| after.machine_type(of));
    pen.list(
        &["machineTypes"],
        of_parent,
        of_own,
        name,
        &spec.field("machineTypes"),
    );

    let name = |name: &str| format!("volume type {}", words::quoted(name));
    let [of_parent, of_own] =
        [parent, own].map(|profile| profile.volume_types.iter().map(volume_type));
    pen.list(
        &["volumeTypes"],
        of_parent,
        of_own,
        name,
        &spec.field("volumeTypes"),
    );

    let images = spec.field("machineImages");
    let known: BTreeMap<&str, _> = parent
        .machine_images
        .iter()
        .map(|image| (*image.name, image))
        .collect();
    for (index, image) in own.machine_images.iter().enumerate() {
        let Some(old) = known.get(*image.name) else {
            continue;
        };
        // An override of the date alone replaces nothing.
        let nameless = Spanned::new("", image.name.span);
        let of_own = image.versions.iter().map(|of| {
            let named = after.version(*image.name, of);
            if merge::says_more_than_a_date(of) {
                named
            } else {
                Named {
                    name: nameless,
                    ..named
                }
            }
        });
        let of_parent = old
            .versions
            .iter()
            .map(|of| before.version(*image.name, of))
            .filter(|of| !of.name.is_empty());
        let name = |version: &str| Owner::Image(*image.name).version(version);
        pen.list(
            &["machineImages", "versions"],
            of_parent,
            of_own,
            name,
            &images.index(index).field("versions"),
        );
    }
}

/// The architectures of a profile after merging.
struct Filled<'t> {
    machine_types: BTreeMap<&'t str, &'t str>,
    versions: BTreeMap<(&'t str, &'t str), Vec<&'t str>>,
}

impl<'t> Filled<'t> {
    fn new(profile: &CloudProfile<'t>) -> Self {
        let machine_types = profile
            .machine_types
            .iter()
            .filter_map(|of| Some((*of.name, (*of.architecture)?)))
            .collect();
        let versions = profile.machine_images.iter().flat_map(|image| {
            let architectures = |of: &MachineImageVersion<'t>| {
                of.architectures.iter().map(|value| value.value).collect()
            };
            image
                .versions
                .iter()
                .map(move |of| ((*image.name, *of.version()), architectures(of)))
        });
        Self {
            machine_types,
            versions: versions.collect(),
        }
    }

    fn machine_type(&self, of: &MachineType<'t>) -> Named<'t> {
        let architecture = self
            .machine_types
            .get(*of.name)
            .map(|name| ("architecture", Json::from(*name)));
        let usable = ("usable", Json::from(of.usable.unwrap_or(true)));
        Named {
            name: of.name,
            node: of.node,
            filled: architecture.into_iter().chain([usable]).collect(),
        }
    }

    fn version(&self, image: &str, of: &MachineImageVersion<'t>) -> Named<'t> {
        let architectures = self
            .versions
            .get(&(image, *of.version()))
            .filter(|names| !names.is_empty());
        let filled = architectures
            .map(|names| ("architectures", Json::from(names.clone())))
            .into_iter()
            .collect();
        Named {
            name: of.version(),
            node: of.expirable.node,
            filled,
        }
    }
}

fn volume_type<'t>(of: &VolumeType<'t>) -> Named<'t> {
    Named {
        name: of.name,
        node: of.node,
        filled: vec![("usable", Json::from(of.usable.unwrap_or(true)))],
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
        let known: BTreeMap<&str, Named<'_>> = parent.map(|named| (*named.name, named)).collect();
        for (index, own) in own.enumerate() {
            let Some(before) = known.get(*own.name) else {
                continue;
            };
            let (new, old) = (
                fields(self.own, &own, list),
                fields(self.parent, before, list),
            );
            self.reporter.report(report(
                self.parent,
                &name(*own.name),
                own.name,
                before.name,
                &new,
                &old,
                &path.index(index),
            ));
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
    let other: Vec<&String> = old
        .keys()
        .filter(|name| {
            new.get(*name)
                .is_some_and(|value| old.get(*name) != Some(value))
        })
        .collect();
    let are = if lost.len() == 1 { "is" } else { "are" };
    let effect = match (lost.is_empty(), other.is_empty()) {
        (true, true) => ", and says the same".to_owned(),
        (true, false) => format!(", and has another {}", all(&other)),
        (false, true) => format!(", and {} {are} lost", all(&lost)),
        (false, false) => format!(
            ", has another {}, and {} {are} lost",
            all(&other),
            all(&lost)
        ),
    };
    let message = format!(
        "{what} shadows the parent's entry: it replaces the entire entry of {}{effect}",
        words::quoted(*parent.object.meta.name)
    );
    let report = Report::new(own.span, path, message)
        .value(*own)
        .also(before.span, "the parent's entry")
        .help("remove the entry to keep the parent's, or repeat the fields that you want to keep");
    if lost.is_empty() {
        report.severity(Severity::Note)
    } else {
        report
    }
}

/// The fields of an entry, set or filled in.
fn fields(item: &Item<'_>, entry: &Named<'_>, list: &[&str]) -> Map<String, Json> {
    let of = schema::root("CloudProfile")
        .and_then(|root| root.at(&["spec"]))
        .and_then(|spec| spec.at(list));
    let written = entry.node.zip(of);
    let mut map = written.map_or_else(Map::new, |(node, of)| {
        canonical::object(&item.document.tree, node, of, Purpose::Print)
    });
    map.extend(
        entry
            .filled
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.clone())),
    );
    map
}
