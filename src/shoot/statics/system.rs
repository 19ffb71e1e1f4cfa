//! Whether system components find room on the pools.

use std::collections::{BTreeMap, BTreeSet};

use crate::finding::ErrorType::Forbidden;
use crate::model::path::Path;
use crate::model::shoot::{Shoot, Worker};
use crate::shoot::fault::{Faults, Reason};

/// Whether a pool may run system components.
pub(super) fn may_run_system_components(worker: &Worker<'_>) -> bool {
    worker.system_components.is_none_or(|allow| *allow)
}

pub(super) fn validate<'a>(shoot: &Shoot<'a>, list: &Path<'_>, faults: &mut Faults<'a>) {
    if shoot.workers.is_empty() {
        return;
    }
    let counts =
        |worker: &Worker<'_>| may_run_system_components(worker) && worker.maximum.unwrap_or(0) != 0;
    let mut groups: BTreeMap<BTreeSet<&str>, Vec<usize>> = BTreeMap::new();
    for (index, worker) in shoot
        .workers
        .iter()
        .enumerate()
        .filter(|(_, worker)| counts(worker))
    {
        groups
            .entry(worker.zones.iter().map(|zone| zone.value).collect())
            .or_default()
            .push(index);
    }
    if groups.is_empty() {
        return faults.at(
            Forbidden,
            list,
            shoot.workers.span,
            Reason::NoSystemComponents,
        );
    }
    let enough = |worker: &Worker<'_>| {
        i64::try_from(worker.zones.len()).is_ok_and(|zones| worker.maximum.unwrap_or(0) >= zones)
    };
    for pools in groups.values() {
        if let Some(last) = pools
            .last()
            .filter(|_| !pools.iter().any(|pool| enough(&shoot.workers[*pool])))
        {
            let worker = &shoot.workers[*last];
            let reason = Reason::TooFewNodes {
                zones: worker.zones.len(),
                pools: pools
                    .iter()
                    .map(|pool| *shoot.workers[*pool].name)
                    .collect(),
            };
            faults.worker = Some(*last);
            faults.at(
                Forbidden,
                &list.index(*last).field("maximum"),
                worker.maximum.span,
                reason,
            );
            faults.worker = None;
        }
    }
}
