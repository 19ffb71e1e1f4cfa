//! The properties of entries of both revisions, beside what fits them: size, usability, where they
//! are available; and limits.

use std::collections::BTreeSet;

use crate::impact::{Cause, Entry, Impact, List, Side, What};
use crate::model::cloudprofile::{MachineType, VolumeType, Zone};
use crate::model::cursor::Spanned;
use crate::model::quantity::Quantity;
use crate::source::Span;

/// The name of the setting that says the provider.
pub(super) const PROVIDER_TYPE: &str = "type";

/// A property with what it is on both sides.
struct Property {
    cause: Cause,
    sides: [(String, Span); 2],
}

pub(super) fn compare<'a>(old: &Side<'a>, new: &Side<'a>, found: &mut Vec<Impact<'a>>) {
    for (name, at) in &new.machines {
        let Some(before) = old.machines.get(name) else {
            continue;
        };
        let types =
            [(old, *before), (new, *at)].map(|(side, at)| side.matcher.machines()[at].machine_type);
        for property in machine_type(types) {
            let mut impact = changed((old, new), property, Entry::new(List::MachineType, *name));
            impact.machine_types.push(name);
            found.push(impact);
        }
    }
    for (&(image, version), at) in &new.versions {
        let Some(before) = old.versions.get(&(image, version)) else {
            continue;
        };
        let versions =
            [(old, *before), (new, *at)].map(|(side, at)| side.matcher.versions()[at].version);
        let constraints = versions.map(|of| of.kubelet_version_constraint);
        if *constraints[0] != *constraints[1] {
            let sides = versions.map(|of| {
                let constraint = of.kubelet_version_constraint;
                (
                    constraint_text(*constraint),
                    if constraint.is_some() {
                        constraint.span
                    } else {
                        of.version().span
                    },
                )
            });
            let property = Property {
                cause: Cause::KubeletConstraint,
                sides,
            };
            let mut impact = changed(
                (old, new),
                property,
                Entry::under(List::ImageVersion, image, version),
            );
            impact.images.push((image, version));
            found.push(impact);
        }
    }
    for after in new.usable.profile.volume_types.iter() {
        let name = *after.name;
        let Some(before) = old.offer.volume_type(name) else {
            continue;
        };
        // The first of several with one name counts.
        if new
            .offer
            .volume_type(name)
            .is_some_and(|first| std::ptr::eq(first, after))
        {
            for property in volume_type([before, after]) {
                let mut impact = changed((old, new), property, Entry::new(List::VolumeType, name));
                impact.volume_types.push(name);
                found.push(impact);
            }
        }
    }
    for region in new.usable.profile.regions.iter() {
        let Some(before) = old.offer.region(*region.name) else {
            continue;
        };
        for zone in region.zones.iter() {
            if let Some(zone_before) = before.zones.iter().find(|of| *of.name == *zone.name) {
                availability((old, zone_before), (new, zone), *region.name, found);
            }
        }
    }
    provider_type(old, new, found);
    zone_pinning(old, new, found);
    let limits = [old, new].map(|side| side.usable.profile.max_nodes_total);
    if *limits[0] != *limits[1] {
        let place = |side: &Side<'a>, limit: Spanned<Option<i64>>| {
            limit.value.and_then(|_| side.place(limit.span))
        };
        let mut impact = Impact::new(What::Changed, vec![Cause::ChangedEntry]);
        impact.entry = Some(Entry::new(List::Limit, "maxNodesTotal"));
        (impact.before, impact.after) = (
            limits[0].map(|of| of.to_string()),
            limits[1].map(|of| of.to_string()),
        );
        (impact.old, impact.new) = (place(old, limits[0]), place(new, limits[1]));
        found.push(impact);
    }
}

/// The provider type, which admission asks about on every update of a Shoot
/// (`docs/gardener/shoot.md#admission-of-updates`).
fn provider_type<'a>(old: &Side<'a>, new: &Side<'a>, found: &mut Vec<Impact<'a>>) {
    let types = [old, new].map(|side| side.usable.profile.provider_type);
    if *types[0] == *types[1] {
        return;
    }
    let text = |of: Spanned<&'a str>| (!of.is_empty()).then(|| (*of).to_owned());
    let mut impact = Impact::new(What::Changed, vec![Cause::ChangedEntry]);
    impact.entry = Some(Entry::new(List::Setting, PROVIDER_TYPE));
    (impact.before, impact.after) = (text(types[0]), text(types[1]));
    (impact.old, impact.new) = (old.place(types[0].span), new.place(types[1].span));
    found.push(impact);
}

/// Whether Shoots may choose the zones of their control planes.
fn zone_pinning<'a>(old: &Side<'a>, new: &Side<'a>, found: &mut Vec<Impact<'a>>) {
    let settings = [old, new].map(|side| side.usable.profile.allow_zone_pinning);
    let allowed = settings.map(|of| *of == Some(true));
    if allowed[0] == allowed[1] {
        return;
    }
    let place = |side: &Side<'a>, of: Spanned<Option<bool>>| of.and_then(|_| side.place(of.span));
    let mut impact = Impact::new(What::Changed, vec![Cause::ChangedEntry]);
    impact.entry = Some(Entry::new(List::Setting, "allowZonePinning"));
    (impact.before, impact.after) = (Some(allowed[0].to_string()), Some(allowed[1].to_string()));
    (impact.old, impact.new) = (place(old, settings[0]), place(new, settings[1]));
    found.push(impact);
}

fn changed<'a>(
    (old, new): (&Side<'a>, &Side<'a>),
    property: Property,
    entry: Entry<'a>,
) -> Impact<'a> {
    let mut impact = Impact::new(What::Changed, vec![property.cause]);
    let [(before, old_at), (after, new_at)] = property.sides;
    (impact.before, impact.after) = (Some(before), Some(after));
    (impact.old, impact.new) = (old.place(old_at), new.place(new_at));
    impact.entry = Some(entry);
    impact
}

/// Collects the properties that differ.
struct Differing {
    /// The name on both sides, for what is not set.
    names: [Span; 2],
    all: Vec<Property>,
}

impl Differing {
    fn quantity(
        &mut self,
        cause: Cause,
        field: &str,
        sides: [Option<&Spanned<Option<Quantity>>>; 2],
    ) {
        let values = sides.map(|of| of.and_then(|of| of.value.as_ref()));
        if values[0] == values[1] {
            return;
        }
        let mut names = self.names.iter();
        let sides = sides.map(|of| {
            let name = names.next().copied().unwrap_or_default();
            let set = of.and_then(|of| Some((of.value.as_ref()?, of.span)));
            set.map_or_else(
                || (format!("no {field}"), name),
                |(value, at)| (format!("{field} {value}"), at),
            )
        });
        self.all.push(Property { cause, sides });
    }

    fn text(&mut self, field: &str, sides: [Option<Spanned<&str>>; 2]) {
        let texts = sides.map(|of| of.map_or("", |of| *of));
        if texts[0] != texts[1] {
            let mut names = self.names.iter();
            let sides = sides.map(|of| {
                let name = names.next().copied().unwrap_or_default();
                let set = of.filter(|of| !of.is_empty());
                set.map_or_else(
                    || (format!("no {field}"), name),
                    |of| (format!("{field} {}", *of), of.span),
                )
            });
            self.all.push(Property {
                cause: Cause::ChangedEntry,
                sides,
            });
        }
    }

    fn usable(&mut self, sides: [Spanned<Option<bool>>; 2]) {
        let usable = sides.map(|of| *of != Some(false));
        if usable[0] != usable[1] {
            let cause = if usable[0] {
                Cause::NotUsable
            } else {
                Cause::ChangedEntry
            };
            let mut names = self.names.iter();
            let sides = sides.map(|of| {
                let name = names.next().copied().unwrap_or_default();
                (
                    usable_text(*of != Some(false)).to_owned(),
                    if of.is_some() { of.span } else { name },
                )
            });
            self.all.push(Property { cause, sides });
        }
    }
}

pub(super) fn usable_text(usable: bool) -> &'static str {
    if usable { "usable" } else { "not usable" }
}

/// The condition of an image version for the kubelets of its pools.
pub(super) fn constraint_text(constraint: Option<&str>) -> String {
    constraint.map_or_else(
        || "no kubeletVersionConstraint".to_owned(),
        |text| format!("kubeletVersionConstraint {text}"),
    )
}

fn machine_type(sides: [&MachineType<'_>; 2]) -> Vec<Property> {
    let mut differing = Differing {
        names: sides.map(|of| of.name.span),
        all: Vec::new(),
    };
    differing.usable(sides.map(|of| of.usable));
    let storage = sides.map(|of| of.storage.as_ref());
    differing.quantity(
        Cause::MinimumVolumeSize,
        "minSize",
        storage.map(|of| of.map(|of| &of.min_size)),
    );
    differing.quantity(Cause::ChangedEntry, "cpu", sides.map(|of| Some(&of.cpu)));
    differing.quantity(Cause::ChangedEntry, "gpu", sides.map(|of| Some(&of.gpu)));
    differing.quantity(
        Cause::ChangedEntry,
        "memory",
        sides.map(|of| Some(&of.memory)),
    );
    differing.quantity(
        Cause::ChangedEntry,
        "storage size",
        storage.map(|of| of.map(|of| &of.size)),
    );
    differing.text(
        "storage type",
        storage.map(|of| of.map(|of| of.storage_type)),
    );
    differing.all
}

fn volume_type(sides: [&VolumeType<'_>; 2]) -> Vec<Property> {
    let mut differing = Differing {
        names: sides.map(|of| of.name.span),
        all: Vec::new(),
    };
    differing.usable(sides.map(|of| of.usable));
    differing.quantity(
        Cause::MinimumVolumeSize,
        "minSize",
        sides.map(|of| Some(&of.min_size)),
    );
    differing.text("class", sides.map(|of| Some(of.class)));
    differing.all
}

/// The machine types and volume types that a zone stops or starts to offer.
fn availability<'a>(
    (old, before): (&Side<'a>, &Zone<'a>),
    (new, after): (&Side<'a>, &Zone<'a>),
    region: &'a str,
    found: &mut Vec<Impact<'a>>,
) {
    let lists = |zone: &Zone<'a>| {
        [
            &zone.unavailable_machine_types,
            &zone.unavailable_volume_types,
        ]
        .map(|list| names(list))
    };
    let ([types_before, volumes_before], [types, volumes]) = (lists(before), lists(after));
    let less = |a: &BTreeSet<&'a str>, b: &BTreeSet<&'a str>| -> Vec<&'a str> {
        a.difference(b).copied().collect()
    };
    let lost = (less(&types, &types_before), less(&volumes, &volumes_before));
    let gained = (less(&types_before, &types), less(&volumes_before, &volumes));
    for (cause, (machine_types, volume_types), texts) in [
        (Cause::UnavailableInZone, lost, ["available", "unavailable"]),
        (Cause::ChangedEntry, gained, ["unavailable", "available"]),
    ] {
        if machine_types.is_empty() && volume_types.is_empty() {
            continue;
        }
        let at = |zone: &Zone<'a>| {
            let all = zone
                .unavailable_machine_types
                .iter()
                .chain(zone.unavailable_volume_types.iter());
            let mut named = all.filter(|name| {
                machine_types.contains(&name.value) || volume_types.contains(&name.value)
            });
            named.next().map_or(zone.name.span, |name| name.span)
        };
        let [was, is] = texts.map(str::to_owned);
        let property = Property {
            cause,
            sides: [(was, at(before)), (is, at(after))],
        };
        let mut impact = changed(
            (old, new),
            property,
            Entry::under(List::Zone, region, *after.name),
        );
        (impact.machine_types, impact.volume_types) = (machine_types, volume_types);
        found.push(impact);
    }
}

fn names<'a>(list: &[Spanned<&'a str>]) -> BTreeSet<&'a str> {
    list.iter().map(|name| name.value).collect()
}
