//! The server's checks of the Kubernetes versions of a NamespacedCloudProfile, one after another
//! until the first fault.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::cursor::Spanned;
use crate::model::lifecycle::Classification;
use crate::model::time::Time;

use super::view::Family;
use crate::model::cursor::Moment;

/// A Kubernetes version that the server refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its position in the list.
    pub index: usize,
    pub kind: FaultKind,
}

/// Why a Kubernetes version is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The parent does not have it.
    Unknown,
    /// It has no expiration date.
    NoExpirationDate,
    /// It is expired, and its date is not the one that holds now.
    Expired {
        /// The date of the merged status.
        status: Spanned<Moment>,
    },
}

/// The faults; the server ends at the first.
pub(super) fn faults(family: &Family<'_>, now: Time) -> impl Iterator<Item = Fault> {
    let known: BTreeSet<&str> = family
        .parent
        .profile
        .kubernetes_versions
        .iter()
        .map(|version| *version.version)
        .collect();
    let status: Option<BTreeMap<&str, Spanned<Moment>>> = family.old.as_ref().map(|old| {
        old.merged
            .profile
            .kubernetes_versions
            .iter()
            .map(|version| (*version.version, version.expiration_date))
            .collect()
    });
    family
        .new
        .uniform
        .kubernetes_versions
        .iter()
        .enumerate()
        .filter_map(move |(index, version)| {
            let kind = if !known.contains(*version.version) {
                FaultKind::Unknown
            } else if !version.expiration_date.is_set() {
                FaultKind::NoExpirationDate
            } else {
                let status = *status.as_ref()?.get(*version.version)?;
                let expired = version.classification_at(now) == Classification::Expired;
                (expired && *status != *version.expiration_date)
                    .then_some(FaultKind::Expired { status })?
            };
            Some(Fault { index, kind })
        })
}
