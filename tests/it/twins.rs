//! Profiles without a vocabulary and their twins with one: whichever format they are written in,
//! workers get the same artifact.

use cpcap::effective;
use cpcap::landscape::{Body, Input, Landscape, read};
use cpcap::provider::Provider;
use cpcap::provider::lookup::{Artifact, Catalog, NoArtifact};
use cpcap::provider::part::Part;
use cpcap::source::{Source, Sources};
use fastrand::Rng;
use serde_json::{Map, Value, json};

const ARCHITECTURES: [&str; 2] = ["amd64", "arm64"];
const REGIONS: [&str; 3] = ["north", "south", "west"];
const IMAGES: [&str; 2] = ["gardenlinux", "suse-chost"];
const VERSIONS: [&str; 3] = ["1.0.0", "1.1.0", "2.0.0"];

/// How a provider writes artifacts.
struct Form {
    provider: &'static str,
    /// One version in the legacy format: entries with all but its number.
    old: fn(&mut Rng) -> Vec<Value>,
    /// The flavors that say the same.
    flavors: fn(&[Value]) -> Vec<Value>,
    vocabulary: fn() -> Value,
    /// Whether machines of all architectures can be asked for.
    knows_arm64: bool,
}

const FORMS: [Form; 5] = [
    Form {
        provider: "aws",
        old: |rng| vec![regions(rng, "ami", true)],
        flavors: by_architecture,
        vocabulary: plain,
        knows_arm64: true,
    },
    Form {
        provider: "openstack",
        old: openstack,
        flavors: by_architecture,
        vocabulary: plain,
        knows_arm64: true,
    },
    Form {
        provider: "gcp",
        old: gcp,
        flavors: |entries| entries.iter().map(flavor).collect(),
        vocabulary: plain,
        knows_arm64: true,
    },
    Form {
        provider: "azure",
        old: azure,
        flavors: |entries| entries.iter().map(flavor).collect(),
        vocabulary: with_networking,
        knows_arm64: true,
    },
    // The legacy format is for amd64, whatever the machine type is.
    Form {
        provider: "alicloud",
        old: |rng| vec![regions(rng, "id", false)],
        flavors: by_architecture,
        vocabulary: plain,
        knows_arm64: false,
    },
];

fn plain() -> Value {
    json!([{"name": "architecture", "values": ARCHITECTURES}])
}

fn with_networking() -> Value {
    json!([{"name": "architecture", "values": ARCHITECTURES}, {"name": "azure-networking", "values": ["accelerated", "basic"]}])
}

fn name(rng: &mut Rng) -> String {
    format!("artifact-{}", rng.u32(..))
}

/// An architecture as the legacy format says it: amd64 also by saying nothing.
fn say_architecture(rng: &mut Rng, entry: &mut Value) {
    match rng.u8(..3) {
        0 => {}
        other => entry["architecture"] = json!(ARCHITECTURES[usize::from(other - 1)]),
    }
}

/// Artifacts of regions; with architectures a region may be listed twice for the same one.
fn regions(rng: &mut Rng, field: &str, architectures: bool) -> Value {
    let mut all = Vec::new();
    for region in REGIONS.into_iter().chain(["elsewhere"]) {
        for _ in 0..rng.usize(..if architectures { 4 } else { 2 }) {
            let mut mapping = json!({"name": region, field: name(rng)});
            if architectures {
                say_architecture(rng, &mut mapping);
            }
            all.push(mapping);
        }
    }
    rng.shuffle(&mut all);
    json!({"regions": all})
}

/// Some versions have a global name, with or without regions.
fn openstack(rng: &mut Rng) -> Vec<Value> {
    let mut entry = if rng.u8(..4) == 0 {
        json!({})
    } else {
        regions(rng, "id", true)
    };
    if rng.bool() {
        entry["image"] = json!(name(rng));
    }
    vec![entry]
}

/// An entry for each architecture, and sometimes one too many.
fn gcp(rng: &mut Rng) -> Vec<Value> {
    let entry = |rng: &mut Rng| {
        let mut entry = json!({"image": name(rng)});
        say_architecture(rng, &mut entry);
        entry
    };
    (0..rng.usize(1..4)).map(|_| entry(rng)).collect()
}

fn azure(rng: &mut Rng) -> Vec<Value> {
    let entry = |rng: &mut Rng| {
        let field = *rng
            .choice(&[
                "urn",
                "id",
                "communityGalleryImageID",
                "sharedGalleryImageID",
            ])
            .unwrap();
        let mut entry = json!({field: name(rng)});
        say_architecture(rng, &mut entry);
        if rng.bool() {
            entry["acceleratedNetworking"] = json!(rng.bool());
        }
        if rng.u8(..3) == 0 {
            entry["skipMarketplaceAgreement"] = json!(rng.bool());
        }
        entry
    };
    (0..rng.usize(1..4)).map(|_| entry(rng)).collect()
}

fn architecture(of: &Value) -> &str {
    of["architecture"].as_str().unwrap_or("amd64")
}

/// A flavor for each architecture that a region has, with the global name if there is one; with
/// that name alone one for amd64.
fn by_architecture(entries: &[Value]) -> Vec<Value> {
    let entry = &entries[0];
    let mappings = || entry["regions"].as_array().into_iter().flatten();
    let flavor = |name: &&str| {
        let mut regions: Vec<Value> = mappings()
            .filter(|mapping| architecture(mapping) == *name)
            .cloned()
            .collect();
        regions
            .iter_mut()
            .for_each(|mapping| drop(mapping.as_object_mut().unwrap().remove("architecture")));
        let global_alone =
            mappings().next().is_none() && entry.get("image").is_some() && *name == "amd64";
        if regions.is_empty() && !global_alone {
            return None;
        }
        let mut flavor = json!({"capabilities": {"architecture": [name]}, "regions": regions});
        if let Some(image) = entry.get("image") {
            flavor["image"] = image.clone();
        }
        Some(flavor)
    };
    ARCHITECTURES.iter().filter_map(flavor).collect()
}

/// An entry as a flavor; accelerated images of azure are for every kind of networking.
fn flavor(entry: &Value) -> Value {
    let mut flavor = entry.as_object().unwrap().clone();
    let networking = if entry["acceleratedNetworking"] == true {
        json!(["accelerated", "basic"])
    } else {
        json!(["basic"])
    };
    let mut capabilities = json!({"architecture": [architecture(entry)]});
    if entry.get("image").is_none() {
        capabilities["azure-networking"] = networking;
    }
    flavor.retain(|field, _| field != "architecture" && field != "acceleratedNetworking");
    flavor.insert("capabilities".to_owned(), capabilities);
    Value::Object(flavor)
}

/// Three profiles that mean the same: without a vocabulary, with one beside the legacy format, and
/// with one in the new format.
fn profiles(form: &Form, rng: &mut Rng) -> [Value; 3] {
    let (mut old, mut new, mut core) = (Vec::new(), Vec::new(), Vec::new());
    for image in IMAGES {
        let (mut old_versions, mut new_versions) = (Vec::new(), Vec::new());
        for version in VERSIONS {
            // Some versions are not in `providerConfig`.
            if rng.u8(..6) == 0 {
                continue;
            }
            let numbered = |mut entry: Value| {
                entry["version"] = json!(version);
                entry
            };
            let entries = (form.old)(rng);
            new_versions.push(numbered(
                json!({"capabilityFlavors": (form.flavors)(&entries)}),
            ));
            old_versions.extend(entries.into_iter().map(numbered));
        }
        old.push(json!({"name": image, "versions": old_versions}));
        new.push(json!({"name": image, "versions": new_versions}));
        core.push(
            json!({"name": image, "versions": VERSIONS.map(|version| json!({"version": version}))}),
        );
    }
    let machine_types = |capabilities: bool| -> Vec<Value> {
        let machine_type = |name: &&str| {
            let mut machine_type = json!({"name": name, "cpu": "2", "gpu": "0", "memory": "8Gi"});
            if capabilities {
                machine_type["capabilities"] = json!({"architecture": [name]});
            } else {
                machine_type["architecture"] = json!(name);
            }
            machine_type
        };
        ARCHITECTURES.iter().map(machine_type).collect()
    };
    let profile = |vocabulary: Option<Value>, images: &[Value]| {
        let mut spec = Map::new();
        spec.insert("type".to_owned(), json!(form.provider));
        spec.insert(
            "regions".to_owned(),
            REGIONS.map(|region| json!({"name": region})).into(),
        );
        spec.insert(
            "machineTypes".to_owned(),
            machine_types(vocabulary.is_some()).into(),
        );
        spec.insert("machineImages".to_owned(), core.clone().into());
        spec.extend(vocabulary.map(|vocabulary| ("machineCapabilities".to_owned(), vocabulary)));
        let api_version = format!(
            "{}.provider.extensions.gardener.cloud/v1alpha1",
            form.provider
        );
        let part = json!({"apiVersion": api_version, "kind": "CloudProfileConfig", "machineImages": images});
        spec.insert("providerConfig".to_owned(), part);
        json!({"apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {"name": "twin"}, "spec": spec})
    };
    [
        profile(None, &old),
        profile(Some((form.vocabulary)()), &old),
        profile(Some((form.vocabulary)()), &new),
    ]
}

/// The artifact of a worker, or the reason why there is none; in words that do not depend on the
/// format.
fn answer(found: Result<Artifact<'_>, NoArtifact>) -> Result<String, &'static str> {
    match found {
        Ok(artifact) => Ok(format!(
            "{:?} {:?}",
            artifact.names().collect::<Vec<_>>(),
            artifact.skip_marketplace_agreement
        )),
        Err(NoArtifact::Ambiguous(flavors)) => Err(if flavors.len() == 2 {
            "2 cannot be told apart"
        } else {
            "more cannot be told apart"
        }),
        // Whether a flavor is there that does not fit, or none at all, is a matter of the format.
        Err(NoArtifact::Absent(_) | NoArtifact::Incompatible { .. }) => Err("none"),
        Err(other) => panic!("{other:?}"),
    }
}

/// The answers for all machine types, images, versions and regions; `pool`: the architecture of the
/// worker pool of a machine type.
fn answers(
    profile: &Value,
    form: &Form,
    pool: fn(&'static str) -> &'static str,
) -> Vec<(String, Result<String, &'static str>)> {
    let mut sources = Sources::default();
    let inputs = [Input {
        file: sources.add(Source::new("twin.json", profile.to_string())),
        fault: None,
    }];
    let files = read(&sources, &inputs);
    let landscape = Landscape::new(&files);
    let item = &landscape.items[0];
    assert!(item.shape.is_empty());
    let Body::CloudProfile(written) = &item.body else {
        panic!("not a CloudProfile")
    };
    let provider: &'static Provider = cpcap::provider::find(form.provider).unwrap();
    let part = Part::read(&item.document.tree, item.text, item.object.node, provider).unwrap();
    assert!(
        part.undecodable(cpcap::provider::part::Webhook::Validator)
            .is_none(),
        "{profile}"
    );
    let mut mutated = (**written).clone();
    provider.mutate(&mut mutated, Some(&part)).unwrap();
    let stored = effective::stored(&mutated);
    let catalog = Catalog::new(provider, &stored, &part.config);
    let mut answers = Vec::new();
    for machine_type in &ARCHITECTURES[..if form.knows_arm64 { 2 } else { 1 }] {
        for image in IMAGES.into_iter().chain(["unknown"]) {
            for version in VERSIONS {
                for region in REGIONS {
                    let found =
                        catalog.find(image, version, region, machine_type, pool(machine_type));
                    answers.push((
                        format!("{machine_type} {image} {version} {region}"),
                        answer(found),
                    ));
                }
            }
        }
    }
    answers
}

#[test]
fn twins_get_the_same_artifacts() {
    for form in &FORMS {
        let mut rng = Rng::with_seed(33);
        let (mut with, mut without, mut undecided) = (0, 0, 0);
        for _ in 0..100 {
            let [legacy, mixed, new] = profiles(form, &mut rng);
            let wanted = answers(&legacy, form, |own| own);
            assert_eq!(
                answers(&mixed, form, |own| own),
                wanted,
                "{} with the legacy format beside a vocabulary: {mixed}\n{legacy}",
                form.provider
            );
            assert_eq!(
                answers(&new, form, |own| own),
                wanted,
                "{} with flavors: {new}\n{legacy}",
                form.provider
            );
            // A machine type with an architecture of its own does not ask for that of the pool.
            let other = |own: &'static str| if own == "amd64" { "arm64" } else { "amd64" };
            assert_eq!(
                answers(&new, form, other),
                wanted,
                "{} with another architecture of the pool",
                form.provider
            );
            for (_, answer) in wanted {
                match answer {
                    Ok(_) => with += 1,
                    Err("none") => without += 1,
                    Err(_) => undecided += 1,
                }
            }
        }
        assert!(
            with > 500 && without > 500,
            "{}: the profiles exercise one side only: {with} and {without}",
            form.provider
        );
        assert_eq!(
            undecided > 50,
            matches!(form.provider, "gcp" | "azure"),
            "{}: {undecided} cannot be told apart",
            form.provider
        );
    }
}
