//! The refusals of an extension's webhook for a Shoot that admission lets pass, beside artifacts.

use std::collections::BTreeSet;

use crate::model::cloudprofile::CloudProfile;
use crate::model::cursor::Cursor;
use crate::provider::Provider;
use crate::provider::shoots;
use crate::shoot::fault::{Fault, Reason};
use crate::shoot::judge::Judged;

/// The profile of a Shoot, as such a webhook sees it.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'o, 'a> {
    pub provider: &'static Provider,
    pub profile: &'o CloudProfile<'a>,
    /// Whether it is a NamespacedCloudProfile, merged into its parent.
    pub is_merged: bool,
    /// `providerConfig` of the CloudProfile, where it can be read.
    pub part: Option<Cursor<'a>>,
}

/// The faults of the webhook for a judged Shoot. The webhook does not see the Shoot if the profile,
/// the region or the provider is wrong; a pool that admission refuses is left out.
#[must_use]
pub fn webhook<'a>(judged: &Judged<'a>, terms: Terms<'_, 'a>) -> Vec<Fault<'a>> {
    let (Some(judge), Some(said)) = (terms.provider.shoots, said(judged)) else {
        return Vec::new();
    };
    if judged.shoot.workers.is_empty() {
        return Vec::new();
    }
    let Terms {
        profile,
        is_merged,
        part,
        ..
    } = terms;
    let old = judged.old.as_ref().map(|old| &old.shoot);
    let mut faults = shoots::Faults::default();
    judge(
        &shoots::Request {
            shoot: &judged.shoot,
            old,
            profile,
            is_merged,
            part,
        },
        &mut faults,
    );
    let found = faults
        .into_found()
        .into_iter()
        .filter(|fault| fault.worker.is_none_or(|worker| !said.contains(&worker)));
    let as_fault = |fault: shoots::Fault<'a>| {
        let shoots::Fault {
            field,
            span,
            error,
            value,
            worker,
            what,
        } = fault;
        Fault {
            path: field,
            span,
            error,
            value,
            worker,
            reason: Reason::Webhook(what),
        }
    };
    found.map(as_fault).collect()
}

/// The pools that admission has refused; nothing where no webhook looks at the Shoot.
pub(super) fn said(judged: &Judged<'_>) -> Option<BTreeSet<usize>> {
    let ends = |fault: &Fault<'_>| {
        matches!(
            fault.reason,
            Reason::Move(_) | Reason::UnknownRegion(_) | Reason::ProviderType { .. }
        )
    };
    let refused_early = !judged.mutation.is_empty() && judged.unjudged.is_some();
    if refused_early || judged.faults().any(ends) || judged.shoot.region.is_empty() {
        return None;
    }
    let by_profile = judged
        .mutation
        .iter()
        .chain(&judged.admission)
        .chain(&judged.afterwards);
    Some(by_profile.filter_map(|fault| fault.worker).collect())
}
