//! The gains and losses of a profile's lists, the classifications of versions now and later, and
//! the changes of the vocabulary.

use std::collections::{BTreeMap, BTreeSet};

use crate::impact::{Cause, Entry, Impact, List, Side, What};
use crate::maintenance::just_after;
use crate::model::cloudprofile::{CloudProfile, ExpirableVersion};
use crate::model::lifecycle::Current;
use crate::model::time::Time;
use crate::source::Span;

/// An entry of a list: its bytes, and what of it depends on time.
type Listed<'p, 'a> = (Span, Option<&'p ExpirableVersion<'a>>);

pub(super) fn compare<'a>(
    old: &Side<'a>,
    new: &Side<'a>,
    vocabulary: &[Cause],
    now: Time,
    found: &mut Vec<Impact<'a>>,
) {
    let regions = new.usable.profile.regions.iter().map(|region| *region.name);
    let in_both: BTreeSet<&str> = regions
        .filter(|name| old.offer.region(name).is_some())
        .collect();
    let (before, after) = (
        entries(&old.usable.profile, &in_both),
        entries(&new.usable.profile, &in_both),
    );
    for (key, (span, _)) in &before {
        if !after.contains_key(key) {
            let mut impact = entry(What::Removed, *key);
            impact.old = old.place(*span);
            found.push(impact);
        }
    }
    for (key, (span, version)) in &after {
        let Some((span_before, before)) = before.get(key) else {
            let mut impact = entry(What::Added, *key);
            impact.new = new.place(*span);
            impact.after = version.map(|version| life(version, now));
            found.push(impact);
            continue;
        };
        if let (Some(before), Some(after)) = (before, version) {
            let (was, is) = (life(before, now), life(after, now));
            if was != is {
                let mut impact = entry(What::Classification, *key);
                impact.causes = vec![Cause::ChangedDates];
                (impact.before, impact.after) = (Some(was), Some(is));
                (impact.old, impact.new) = (
                    old.place(dated_at(*span_before, before)),
                    new.place(dated_at(*span, after)),
                );
                found.push(impact);
            }
        }
    }
    self::vocabulary(old, new, vocabulary, found);
}

fn entry<'a>(what: What<'a>, (list, (image, name)): (List, (&'a str, &'a str))) -> Impact<'a> {
    let mut impact = Impact::new(what, vec![Cause::ChangedLists]);
    match list {
        List::ImageVersion => impact.images.push((image, name)),
        List::MachineType => impact.machine_types.push(name),
        List::VolumeType => impact.volume_types.push(name),
        List::Region => impact.regions.push(name),
        List::Zone | List::AccessRestriction => impact.regions.push(image),
        _ => {}
    }
    impact.entry = Some(Entry::under(list, image, name));
    impact
}

fn entries<'p, 'a>(
    profile: &'p CloudProfile<'a>,
    in_both: &BTreeSet<&str>,
) -> BTreeMap<(List, (&'a str, &'a str)), Listed<'p, 'a>> {
    let mut all: BTreeMap<(List, (&'a str, &'a str)), Listed<'p, 'a>> = BTreeMap::new();
    for version in profile.kubernetes_versions.iter() {
        all.insert(
            (List::KubernetesVersion, ("", *version.version)),
            (version.version.span, Some(version)),
        );
    }
    for image in profile.machine_images.iter() {
        all.insert(
            (List::MachineImage, ("", *image.name)),
            (image.name.span, None),
        );
        for version in image.versions.iter() {
            all.insert(
                (List::ImageVersion, (*image.name, *version.version())),
                (version.version().span, Some(&version.expirable)),
            );
        }
    }
    for machine_type in profile.machine_types.iter() {
        all.insert(
            (List::MachineType, ("", *machine_type.name)),
            (machine_type.name.span, None),
        );
    }
    for volume_type in profile.volume_types.iter() {
        all.insert(
            (List::VolumeType, ("", *volume_type.name)),
            (volume_type.name.span, None),
        );
    }
    for region in profile.regions.iter() {
        all.insert((List::Region, ("", *region.name)), (region.name.span, None));
        // The impact of a region that comes or goes names its zones.
        for zone in region
            .zones
            .iter()
            .filter(|_| in_both.contains(&*region.name))
        {
            all.insert(
                (List::Zone, (*region.name, *zone.name)),
                (zone.name.span, None),
            );
        }
        for restriction in region
            .access_restrictions
            .iter()
            .filter(|_| in_both.contains(&*region.name))
        {
            all.insert(
                (List::AccessRestriction, (*region.name, restriction.value)),
                (restriction.span, None),
            );
        }
    }
    all
}

/// The place of the dates of a version: in the own text of a NamespacedCloudProfile that overrides
/// no more than these.
fn dated_at(version_at: Span, version: &ExpirableVersion<'_>) -> Span {
    let date = &version.expiration_date;
    let own = version_at.is_elsewhere() && date.time().is_some() && !date.span.is_elsewhere();
    if own { date.span } else { version_at }
}

fn life(version: &ExpirableVersion<'_>, now: Time) -> String {
    let later = |(date, _): &(Time, Current<'_>)| just_after(*date) > now;
    let changes = version.transitions().into_iter().filter(later);
    stages(version.classification_at(now), changes)
}

/// `supported; expired after 2030-01-01T00:00:00Z`
pub(crate) fn stages<'t>(
    first: Current<'t>,
    changes: impl IntoIterator<Item = (Time, Current<'t>)>,
) -> String {
    let mut text = first.as_str().to_owned();
    for (date, to) in changes {
        text += &format!("; {to} after {date}");
    }
    text
}

fn vocabulary<'a>(old: &Side<'a>, new: &Side<'a>, causes: &[Cause], found: &mut Vec<Impact<'a>>) {
    let (before, after) = (
        &old.usable.profile.machine_capabilities,
        &new.usable.profile.machine_capabilities,
    );
    // Another order is an impact once it is known whom it concerns.
    let causes: Vec<Cause> = causes
        .iter()
        .copied()
        .filter(|cause| *cause != Cause::ReorderedVocabulary)
        .collect();
    if causes.is_empty() {
        return;
    }
    let mut impact = of_vocabulary(old, new, &causes);
    if causes.contains(&Cause::AddedValue) {
        // A user that leaves out a capability claims its new values, too.
        let gained: Vec<&str> = after
            .iter()
            .filter(|definition| {
                let known = before
                    .iter()
                    .find(|known| known.name.value == definition.name.value);
                known.is_some_and(|known| {
                    definition
                        .values
                        .iter()
                        .any(|value| !known.values.iter().any(|old| old.value == value.value))
                })
            })
            .map(|definition| *definition.name)
            .collect();
        let claims = |capabilities: &[crate::model::cloudprofile::Capability<'_>]| {
            gained.iter().any(|name| {
                !capabilities
                    .iter()
                    .any(|written| written.name.value == *name)
            })
        };
        let types = new
            .usable
            .profile
            .machine_types
            .iter()
            .filter(|of| claims(&of.capabilities));
        impact.machine_types = types.map(|of| *of.name).collect();
        for image in new.usable.profile.machine_images.iter() {
            for version in image.versions.iter() {
                if version
                    .capability_flavors
                    .iter()
                    .any(|flavor| claims(&flavor.capabilities))
                {
                    impact.images.push((*image.name, *version.version()));
                }
            }
        }
    }
    found.push(impact);
}

/// Reports another order of the vocabulary, and those whom it affects, if any.
pub(super) fn reordered<'a>(
    old: &Side<'a>,
    new: &Side<'a>,
    causes: &[Cause],
    found: &mut Vec<Impact<'a>>,
) {
    if !causes.contains(&Cause::ReorderedVocabulary) {
        return;
    }
    let mut impact = of_vocabulary(old, new, &[Cause::ReorderedVocabulary]);
    let (mut machine_types, mut images) = (BTreeSet::new(), BTreeSet::new());
    for other in found
        .iter()
        .filter(|other| other.causes.contains(&Cause::ReorderedVocabulary))
    {
        machine_types.extend(other.machine_types.iter().copied());
        images.extend(other.images.iter().copied());
    }
    impact.machine_types.extend(machine_types);
    impact.images.extend(images);
    found.push(impact);
}

fn of_vocabulary<'a>(old: &Side<'a>, new: &Side<'a>, causes: &[Cause]) -> Impact<'a> {
    let text = |profile: &CloudProfile<'_>| {
        let definitions = profile.machine_capabilities.iter().map(|definition| {
            let values: Vec<&str> = definition.values.iter().map(|value| value.value).collect();
            format!("{}: {}", *definition.name, values.join(", "))
        });
        Some(definitions.collect::<Vec<_>>().join("; ")).filter(|text| !text.is_empty())
    };
    let format = matches!(causes, [Cause::FirstMigration | Cause::BackToLegacy]);
    let mut impact = Impact::new(
        if format {
            What::Format
        } else {
            What::Vocabulary
        },
        causes.to_vec(),
    );
    (impact.before, impact.after) = (text(&old.usable.profile), text(&new.usable.profile));
    let place = |side: &Side<'a>| {
        let definitions = &side.usable.profile.machine_capabilities;
        side.place(
            definitions
                .first()
                .map_or(side.usable.profile.at, |definition| definition.name.span),
        )
    };
    (impact.old, impact.new) = (place(old), place(new));
    impact
}
