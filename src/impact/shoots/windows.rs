//! The changes of the next maintenance window of a Shoot.

use super::Pen;
use crate::impact::pools::{image_window, kubernetes_window};
use crate::impact::{Entry, List, Side, What};
use crate::maintenance::{Cluster, Plan, Pool};
use crate::source::Place;

/// A cluster with no other pool: others change nothing for the control plane or for a pool, and
/// there can be many.
fn with_only<'a>(cluster: &Cluster<'a>, pool: Option<&Pool<'a>>) -> Cluster<'a> {
    Cluster {
        kubernetes: cluster.kubernetes,
        auto_update: cluster.auto_update,
        pools: pool.into_iter().cloned().collect(),
    }
}

impl<'a> Pen<'_, 'a> {
    /// Compares the next window for the control plane.
    pub(super) fn control_plane(&mut self, clusters: &(Cluster<'a>, Cluster<'a>)) {
        let clusters = (with_only(&clusters.0, None), with_only(&clusters.1, None));
        let name = clusters.1.kubernetes;
        self.plans(
            &clusters,
            |plan| kubernetes_window(plan),
            Entry::new(List::KubernetesVersion, name),
            (None, None),
        );
    }

    /// Compares the outcome of a window for the image of a pool.
    pub(super) fn window(
        &mut self,
        clusters: &(Cluster<'a>, Cluster<'a>),
        pools: (Option<&Pool<'a>>, Option<&Pool<'a>>),
        places: (Option<Place>, Option<Place>),
    ) {
        let Some(image) = pools.1.and_then(|pool| pool.image) else {
            return;
        };
        let clusters = (
            with_only(&clusters.0, pools.0),
            with_only(&clusters.1, pools.1),
        );
        self.plans(
            &clusters,
            |plan| image_window(&plan.images),
            Entry::under(List::ImageVersion, image.name, image.version),
            places,
        );
    }

    /// Reports the outcome of the new window where it differs; a window that does nothing is no news.
    fn plans(
        &mut self,
        (before, after): &(Cluster<'a>, Cluster<'a>),
        outcome: impl Fn(&Plan<'a>) -> Option<String>,
        entry: Entry<'a>,
        (old, new): (Option<Place>, Option<Place>),
    ) {
        let (Some(profile_before), Some(profile)) = (self.old.profile, self.new.profile) else {
            return;
        };
        let now = self.now;
        let of =
            |side: &Side<'a>, cluster: &Cluster<'a>| outcome(&side.maintenance.plan(cluster, now));
        let (was, is) = (of(profile_before, before), of(profile, after));
        if is.is_none() || was == is {
            return;
        }
        let whose = self.whose(of(profile_before, after) != was, of(profile, before) != was);
        let impact = self.add(What::Maintenance(None), whose, (was, is));
        impact.entry = Some(entry);
        (impact.old, impact.new) = (old, new);
    }
}
