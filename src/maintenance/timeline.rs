//! Maintenance over time: when an answer changes, from the dates in the profile, and what repeated
//! windows lead to.

use std::collections::BTreeSet;

use crate::maintenance::{Cluster, Maintenance, Plan};
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::lifecycle::{Classification, Current};
use crate::model::time::Time;

/// A window that was thought through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window<'t> {
    /// The date in the profile that it follows; none for those at the start. What starts then has
    /// begun just after it.
    pub date: Option<Time>,
    pub at: Time,
    pub cluster: Cluster<'t>,
    pub plan: Plan<'t>,
}

impl<'t> Maintenance<'_, '_, 't> {
    /// The dates at which something changes that maintenance of a Shoot looks at: of Kubernetes
    /// versions, and of the versions of its images. Only those whose effect lies in a range of
    /// time, both ends included.
    #[must_use]
    pub fn dates(&self, cluster: &Cluster<'_>, from: Time, until: Time) -> BTreeSet<Time> {
        let profile = self.matcher.profile();
        let used: BTreeSet<String> = cluster
            .pools
            .iter()
            .filter_map(|pool| Some(pool.image?.name.to_lowercase()))
            .collect();
        let images = profile
            .machine_images
            .iter()
            .filter(|image| used.contains(&image.name.to_lowercase()));
        let versions =
            images.flat_map(|image| image.versions.iter().map(|version| &version.expirable));
        let all = profile
            .kubernetes_versions
            .iter()
            .chain(versions)
            .flat_map(ExpirableVersion::transitions);
        all.map(|(date, _)| date)
            .filter(|date| (from..until).contains(date))
            .collect()
    }

    /// The outcome of a window for the Shoot as it is, at every time in a range: the answer at its
    /// start, and one for each date at which the answer changes.
    #[must_use]
    pub fn timeline(&self, cluster: &Cluster<'t>, from: Time, until: Time) -> Vec<Window<'t>> {
        let window = |date: Option<Time>, at: Time| Window {
            date,
            at,
            cluster: cluster.clone(),
            plan: self.plan(cluster, at),
        };
        let mut windows = vec![window(None, from)];
        for date in self.dates(cluster, from, until) {
            let next = window(Some(date), just_after(date));
            if windows
                .last()
                .is_none_or(|last| !last.plan.says_the_same(&next.plan))
            {
                windows.push(next);
            }
        }
        windows
    }

    /// Windows, one after the other at one time, until nothing moves; the last one moves nothing.
    /// Versions only rise (but for a worker pool that falls in with its control plane), so there is
    /// an end.
    #[must_use]
    pub fn settle(&self, cluster: &Cluster<'t>, at: Time) -> Vec<Window<'t>> {
        let mut windows = Vec::new();
        let mut cluster = cluster.clone();
        for _ in 0..=self.most_moves(&cluster) {
            let plan = self.plan(&cluster, at);
            let after = cluster.after(&plan);
            windows.push(Window {
                date: None,
                at,
                cluster,
                plan,
            });
            if windows.last().is_some_and(|last| !last.plan.moves()) {
                break;
            }
            cluster = after;
        }
        windows
    }

    /// The same at the start of a range and after every date in it, each time with the Shoot as it
    /// then is. Windows that move nothing are left out, unless they are the first, or fail in
    /// another way than the one before.
    #[must_use]
    pub fn settle_over(&self, cluster: &Cluster<'t>, from: Time, until: Time) -> Vec<Window<'t>> {
        let mut windows: Vec<Window<'t>> = Vec::new();
        let mut cluster = cluster.clone();
        let dates = self.dates(&cluster, from, until);
        for (date, at) in std::iter::once((None, from))
            .chain(dates.into_iter().map(|date| (Some(date), just_after(date))))
        {
            for window in self.settle(&cluster, at) {
                cluster = window.cluster.after(&window.plan);
                let news = match windows.last() {
                    None => true,
                    Some(last) => {
                        window.plan.moves()
                            || (window.plan.fails() && !window.plan.says_the_same(&last.plan))
                    }
                };
                if news {
                    windows.push(Window { date, ..window });
                }
            }
        }
        windows
    }

    /// The first date after a time at which a window moves something of the Shoot as it is, or
    /// fails.
    #[must_use]
    pub fn next_news(&self, cluster: &Cluster<'t>, after: Time) -> Option<Time> {
        self.dates(cluster, after, Time::MAX)
            .into_iter()
            .find(|date| {
                let plan = self.plan(cluster, just_after(*date));
                plan.moves() || plan.fails()
            })
    }

    /// More windows than can move something: each version in use rises through the versions of its
    /// list at most.
    fn most_moves(&self, cluster: &Cluster<'_>) -> usize {
        let versions =
            self.matcher.versions().len() + self.matcher.profile().kubernetes_versions.len() + 2;
        versions.saturating_mul(2 * cluster.pools.len() + 2)
    }
}

/// The first second at which what starts at a date has begun: a stage counts once its start is
/// strictly in the past.
#[must_use]
pub fn just_after(date: Time) -> Time {
    Time::from_unix(date.unix().saturating_add(1))
}

/// When a version is expired for the first time in a range: the date, none for the start, and the
/// first second of it.
pub(super) fn expiry(
    version: &ExpirableVersion<'_>,
    now: Time,
    until: Time,
) -> Option<(Option<Time>, Time)> {
    if version.classification_at(now) == Classification::Expired {
        return Some((None, now));
    }
    let expires = |(date, to): &(Time, Current<'_>)| {
        *to == Classification::Expired && (now..until).contains(date)
    };
    version
        .transitions()
        .into_iter()
        .find(expires)
        .map(|(date, _)| (Some(date), just_after(date)))
}
