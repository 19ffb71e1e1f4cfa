//! metal-stack: control planes and network isolation (`docs/gardener/providers/metal.md`). There
//! are no images in `providerConfig`: they stand in the settings of the extension's controller.

use std::collections::BTreeSet;

use crate::finding::ErrorType;
use crate::model::cursor::{Cursor, Spanned};
use crate::model::path::{FieldPath, Path};
use crate::provider::checks::Checks;
use crate::provider::fault::{Faults, Form, What};
use crate::provider::form::{self, Link};
use crate::provider::mapping::Mapping;
use crate::provider::settings::Settings;
use crate::provider::{PROVIDER_CONFIG, Provider, schema, shoots, unversed};

pub static PROVIDER: Provider = Provider {
    name: "metal",
    title: "metal-stack",
    api_version: "metal.provider.extensions.gardener.cloud/v1alpha1",
    config: Some(&schema::METAL_CLOUDPROFILECONFIG),
    checks: Checks {
        update: Some(validate_update),
        ..Checks::WEBHOOK
    },
    validate,
    shoots: Some(judge_shoot),
    settings: Settings {
        in_text: control_plane_in_text,
        ..Settings::NONE
    },
    ..unversed::BASE
};

/// The webhook leaves `partitions` out of its paths, so that only the control plane of what it
/// names is found in the text.
fn control_plane_in_text(path: &FieldPath) -> Vec<FieldPath> {
    let below = path.after(["spec", "providerConfig", "metalControlPlanes"]);
    let beyond = below.map_or(0, |below| below.len().saturating_sub(1));
    match beyond {
        0 => Vec::new(),
        _ => vec![FieldPath::of(&path.steps()[..path.steps().len() - beyond])],
    }
}

/// How many DNS servers there may be.
const MOST_DNS_SERVERS: usize = 3;
/// The classifications of firewall controller versions, sorted.
const CLASSIFICATIONS: &[&str] = &["deprecated", "preview", "supported"];

fn validate<'t>(mapping: &Mapping<'_, 't>, faults: &mut Faults<'t>) {
    let zones: BTreeSet<&str> = mapping
        .core
        .regions
        .iter()
        .flat_map(|region| region.zones.iter())
        .map(|zone| *zone.name)
        .collect();
    let Some(part) = mapping.part else { return };
    control_planes(part, |_, plane, path| {
        controller_versions(plane.field("firewallControllerVersions"), path, faults);
        partitions(plane, path, |name, partition, isolation| {
            if !zones.contains(*name) {
                let what = What::NotAZone {
                    partition: *name,
                    zones: zones.iter().copied().collect(),
                };
                faults.add(path, name.span, what);
            }
            if partition.field("networkIsolation").is_set() {
                self::isolation(partition.field("networkIsolation"), isolation, faults);
            }
        });
    });
}

/// Each control plane with its name and path.
fn control_planes<'t>(part: Cursor<'t>, mut each: impl FnMut(&'t str, Cursor<'t>, &Path<'_>)) {
    let path = PROVIDER_CONFIG.field("metalControlPlanes");
    for (name, plane) in part
        .field("metalControlPlanes")
        .map(|name, plane| (name, plane))
        .iter()
    {
        each(**name, *plane, &path.field(**name));
    }
}

/// Each partition with its name and the path of its network isolation, which leaves `partitions`
/// out.
fn partitions<'t>(
    plane: Cursor<'t>,
    path: &Path<'_>,
    mut each: impl FnMut(Spanned<&'t str>, Cursor<'t>, &Path<'_>),
) {
    for (name, partition) in plane
        .field("partitions")
        .map(|name, partition| (name, partition))
        .iter()
    {
        each(
            *name,
            *partition,
            &path.field(**name).field("networkIsolation"),
        );
    }
}

fn controller_versions<'t>(versions: Cursor<'t>, path: &Path<'_>, faults: &mut Faults<'t>) {
    let mut seen = BTreeSet::new();
    for entry in versions.list(|entry| entry).iter() {
        let (version, classification) = (
            entry.field("version").string(),
            entry.field("classification").optional_string(),
        );
        if let Some(value) = classification
            .value
            .filter(|value| !CLASSIFICATIONS.contains(value))
        {
            let what = What::NotKnown {
                what: "firewall controller version classification",
                value,
                known: CLASSIFICATIONS,
            };
            faults.add(
                &path
                    .field("firewallControllerVersions")
                    .field("classification"),
                classification.span,
                what,
            );
        }
        if !seen.insert(*version) {
            faults.add(
                &path.field("firewallcontrollerversions"),
                version.span,
                What::RepeatedVersion(*version),
            );
        }
    }
}

/// A list of texts that must not be empty. Each text must have a form.
fn texts<'t>(
    list: Cursor<'t>,
    name: &'static str,
    what: Form,
    has_form: fn(&str) -> bool,
    path: &Path<'_>,
    faults: &mut Faults<'t>,
) -> usize {
    let (list, path) = (list.field(name).list(Cursor::string), path.field(name));
    if list.is_empty() {
        faults.add(&path, list.span, What::Empty(name));
    }
    for (index, text) in list.iter().enumerate().filter(|(_, text)| !has_form(text)) {
        faults.add(
            &path.index(index),
            text.span,
            What::Malformed {
                what,
                value: **text,
            },
        );
    }
    list.len()
}

fn isolation<'t>(isolation: Cursor<'t>, path: &Path<'_>, faults: &mut Faults<'t>) {
    let count = texts(isolation, "dnsServers", Form::Ip, form::is_ip, path, faults);
    if count > MOST_DNS_SERVERS {
        let what = What::TooMany {
            list: "dnsServers",
            limit: MOST_DNS_SERVERS,
            count,
        };
        faults.add(
            &path.field("dnsServers"),
            isolation.field("dnsServers").at(),
            what,
        );
    }
    texts(isolation, "ntpServers", Form::Ip, form::is_ip, path, faults);
    let networks = path.field("allowedNetworks");
    for direction in ["egress", "ingress"] {
        texts(
            isolation.field("allowedNetworks"),
            direction,
            Form::Cidr,
            form::is_cidr,
            &networks,
            faults,
        );
    }
    let (mirrors, path) = (
        isolation.field("registryMirrors").list(|mirror| mirror),
        path.field("registryMirrors"),
    );
    if mirrors.is_empty() {
        faults.add(&path, mirrors.span, What::Empty("registryMirrors"));
    }
    for (index, entry) in mirrors.iter().enumerate() {
        mirror(*entry, &path.index(index), faults);
    }
}

fn mirror<'t>(mirror: Cursor<'t>, path: &Path<'_>, faults: &mut Faults<'t>) {
    let [name, endpoint, ip] = ["name", "endpoint", "ip"].map(|field| mirror.field(field).string());
    if name.is_empty() {
        faults.add(&path.field("name"), name.span, What::Empty("name"));
    }
    let wrong = match form::link(*endpoint) {
        Link::Http => None,
        Link::Other => Some(Form::HttpUrl),
        Link::Broken => Some(Form::Url),
    };
    if let Some(what) = wrong {
        faults.add(
            &path.field("endpoint"),
            endpoint.span,
            What::Malformed {
                what,
                value: *endpoint,
            },
        );
    }
    if !form::is_ip(*ip) {
        faults.add(
            &path.field("ip"),
            ip.span,
            What::Malformed {
                what: Form::Ip,
                value: *ip,
            },
        );
    }
    let port = mirror.field("port").integer();
    if port.value.is_none_or(|port| port == 0) {
        faults.add(&path.field("port"), port.span, What::Empty("port"));
    }
    let (replaced, path) = (
        mirror.field("mirrorOf").list(Cursor::string),
        path.field("mirrorOf"),
    );
    if replaced.is_empty() {
        faults.add(&path, replaced.span, What::Empty("mirrorOf"));
    }
    for (index, host) in replaced.iter().enumerate() {
        let path = path.index(index);
        if host.is_empty() {
            faults.add(&path, host.span, What::Empty("registry"));
        } else if !form::is_host(host) {
            faults.add(
                &path,
                host.span,
                What::Malformed {
                    what: Form::RegistryHost,
                    value: **host,
                },
            );
        }
    }
}

/// An isolated partition stays so, with the same DNS servers. A partition that goes is not checked.
fn validate_update<'t>(old: Cursor<'t>, new: Cursor<'t>, faults: &mut Faults<'t>) {
    control_planes(old, |plane, old, path| {
        let new = new.field("metalControlPlanes").field(plane);
        partitions(old, path, |partition, old, path| {
            let new = new.field("partitions").field(*partition);
            let [old, isolation] = [old, new].map(|partition| partition.field("networkIsolation"));
            if !old.is_set() || new.node().is_none() {
                return;
            }
            if !isolation.is_set() {
                return faults.add(
                    path,
                    isolation.at(),
                    What::IsolationRemoved {
                        partition: *partition,
                    },
                );
            }
            let [old, new] = [old, isolation]
                .map(|isolation| isolation.field("dnsServers").list(Cursor::string));
            let path = path.field("dnsServers");
            if old.len() != new.len() {
                let what = What::CountChanged {
                    list: "dnsServers",
                    old: old.len(),
                    new: new.len(),
                };
                return faults.add(&path, new.span, what);
            }
            for (index, (old, new)) in old
                .iter()
                .zip(new.iter())
                .enumerate()
                .filter(|(_, (old, new))| old.value != new.value)
            {
                faults.add(
                    &path.index(index),
                    new.span,
                    What::Changed {
                        old: **old,
                        new: **new,
                    },
                );
            }
        });
    });
}

/// Images must be among those of the profile, also the ones that a pool keeps. A pool has neither
/// volumes nor zones. Which images the extension sees of a NamespacedCloudProfile is not known.
fn judge_shoot<'t>(request: &shoots::Request<'_, 't>, faults: &mut shoots::Faults<'t>) {
    request.pools(|at, worker, path, _| {
        let named = worker.image.and_then(|image| {
            Some((
                image,
                image.version.value.filter(|version| !version.is_empty())?,
            ))
        });
        if let Some((image, version)) =
            named.filter(|(image, _)| !image.name.is_empty() && !request.is_merged)
        {
            let images = request
                .profile
                .machine_images
                .iter()
                .filter(|known| *known.name == *image.name);
            if !images
                .flat_map(|image| image.versions.iter())
                .any(|known| *known.version() == version)
            {
                let (path, value) = (
                    path.field("machine"),
                    Spanned::new(version, image.version.span),
                );
                faults.error(
                    ErrorType::Required,
                    at,
                    &path.field("image"),
                    value,
                    shoots::What::LostImage { image: *image.name },
                );
            }
        }
        if let Some(volume) = &worker.volume {
            faults.refuse(
                Some(at),
                &path.field("volume"),
                Spanned::new("", volume.at),
                shoots::What::Unsupported("volume"),
            );
        }
        if !worker.zones.is_empty() {
            faults.refuse(
                Some(at),
                &path.field("zones"),
                Spanned::new("", worker.zones.span),
                shoots::What::Unsupported("zones"),
            );
        }
    });
}
