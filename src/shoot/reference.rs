//! The reference of a Shoot to its profile: whether it can be followed, and in which field it is
//! stored (`docs/gardener/shoot.md#which-profile`).

use crate::finding::ErrorType::{Forbidden, Required};
use crate::model::constraint::Operator;
use crate::model::cursor::Spanned;
use crate::model::normalised::cmp_normalised;
use crate::model::path::Path;
use crate::model::shoot::{ProfileReference, Shoot};
use crate::shoot::fault::{Faults, Reason, ReferenceFault};

/// The kind that `cloudProfile` means where it names none.
const CLOUD_PROFILE: &str = "CloudProfile";

/// Whether the mutator can follow the reference. `create`: the object is new.
pub(super) fn check<'a>(shoot: &Shoot<'a>, create: bool, faults: &mut Faults<'a>) {
    let spec = Path::new("spec");
    let by_name = shoot.cloud_profile_name;
    if create && shoot.cloud_profile.is_some() && by_name.is_some_and(|name| !name.is_empty()) {
        return faults.refuse(
            &spec.field("cloudProfileName"),
            by_name.span,
            Reason::Reference(ReferenceFault::Both),
        );
    }
    let Some(reference) = shoot.profile() else {
        return;
    };
    let path = spec.field("cloudProfile");
    if reference.object_kind().is_none() {
        faults.refuse(
            &path.field("kind"),
            reference.kind.span,
            Reason::Reference(ReferenceFault::Kind),
        );
    } else if reference.name.is_empty() {
        faults.refuse(
            &path.field("name"),
            reference.name.span,
            Reason::Reference(ReferenceFault::NoName),
        );
    }
}

/// Keeps the two fields in step, as storing a Shoot does. `old`: the stored object.
pub(super) fn store<'a>(shoot: &mut Shoot<'a>, old: Option<&Shoot<'a>>) {
    let below = |version: &str| {
        cmp_normalised(*shoot.kubernetes_version, Operator::Less, version).unwrap_or(true)
    };
    let by_name = shoot.cloud_profile_name;
    let name = by_name.filter(|name| !name.is_empty());
    if below("1.34.0") {
        if let (None, Some(name)) = (shoot.cloud_profile, name) {
            let at = by_name.span;
            shoot.cloud_profile = Some(ProfileReference {
                at,
                kind: Spanned::new(CLOUD_PROFILE, at),
                name: Spanned::new(name, at),
            });
        }
        let Some(profile) = shoot.cloud_profile else {
            return;
        };
        if !is_cloud_profile(&profile) {
            shoot.cloud_profile_name.value = None;
        } else if below("1.33.0") || by_name.is_some_and(|name| name != *profile.name) {
            shoot.cloud_profile_name = Spanned::new(Some(*profile.name), by_name.span);
        }
    } else if by_name.is_some() && old.is_some_and(|old| *old.cloud_profile_name == *by_name) {
        let same = shoot
            .cloud_profile
            .is_some_and(|profile| is_cloud_profile(&profile) && Some(*profile.name) == *by_name);
        if same {
            shoot.cloud_profile_name.value = None;
        }
    }
}

/// The faults of static validation for the stored reference, twice on update.
pub(super) fn validate<'a>(shoot: &Shoot<'a>, update: bool, faults: &mut Faults<'a>) {
    let spec = Path::new("spec");
    let retired =
        cmp_normalised(*shoot.kubernetes_version, Operator::GreaterEqual, "1.34.0") == Some(true);
    let by_name = shoot
        .cloud_profile_name
        .value
        .filter(|_| retired)
        .map(|name| Spanned::new(name, shoot.cloud_profile_name.span));
    for _ in 0..=usize::from(update) {
        if shoot
            .cloud_profile
            .is_none_or(|profile| profile.name.is_empty())
        {
            let at = shoot
                .cloud_profile
                .map_or(by_name.map_or(shoot.at, |name| name.span), |profile| {
                    profile.at
                });
            let reason = Reason::NoProfile {
                retired: by_name.is_some(),
            };
            faults.at(
                Required,
                &spec.field("cloudProfile").field("name"),
                at,
                reason,
            );
        }
        if let Some(name) = by_name {
            faults.add(
                Forbidden,
                &spec.field("cloudProfileName"),
                name,
                Reason::RetiredProfileName,
            );
        }
    }
}

fn is_cloud_profile(reference: &ProfileReference<'_>) -> bool {
    matches!(*reference.kind, "" | CLOUD_PROFILE)
}
