//! A profile with everything that questions about Shoots need and that does not depend on a Shoot:
//! what fits what, how maintenance goes, what the server lets Shoots have, and the artifacts.

use std::collections::BTreeMap;

use crate::config::Gates;
use crate::landscape::Item;
use crate::maintenance::Maintenance;
use crate::matching::Matcher;
use crate::model::path::FieldPath;
use crate::model::shoot::Shoot;
use crate::model::time::Time;
use crate::provider::lookup::Catalog;
use crate::resolution::referred::{Matchers, Referred};
use crate::resolution::tied::{Tie, Ties};
use crate::resolution::usable::{DECISIVE, NoParent, Usable, first_unread};
use crate::shoot::{Judged, Known, Offer, Request, judge};

/// A profile, prepared once for all its Shoots.
///
/// ```
/// use cpcap::config::ProviderRules;
/// use cpcap::landscape::{Body, Input, Landscape, read};
/// use cpcap::maintenance::Cluster;
/// use cpcap::matching::Matcher;
/// use cpcap::model::time::Time;
/// use cpcap::resolution::parents::Parents;
/// use cpcap::resolution::prepared::Prepared;
/// use cpcap::resolution::usable::Usable;
/// use cpcap::source::{Source, Sources};
///
/// let text = "\
/// apiVersion: core.gardener.cloud/v1beta1
/// kind: CloudProfile
/// metadata: {name: gcp}
/// spec:
///   type: gcp
///   kubernetes: {versions: [{version: 1.34.2}, {version: 1.34.0}]}
/// ---
/// apiVersion: core.gardener.cloud/v1beta1
/// kind: Shoot
/// metadata: {name: small, namespace: garden-a}
/// spec: {cloudProfile: {name: gcp}, kubernetes: {version: \"1.34\"}, provider: {type: gcp}}
/// ";
/// let mut sources = Sources::default();
/// let file = sources.add(Source::new("landscape.yaml", text));
/// let files = read(&sources, &[Input { file, fault: None }]);
/// let (landscape, nothing) = (Landscape::new(&files), Landscape::default());
/// let parents = Parents::new(&landscape, &nothing, &ProviderRules::default());
/// let usable = Usable::new(&landscape.items[0], &parents, &sources).unwrap().unwrap();
/// let matcher = Matcher::new(&usable.profile);
/// let now = Time::parse("2027-01-31T00:00:00Z").unwrap();
/// let profile = Prepared::new(&usable, &matcher, now);
///
/// // What `cpcap resolve` asks: what the server fills in.
/// let shoot = landscape.items[1].shoot().unwrap();
/// let stored = profile.stored(&shoot).shoot;
/// assert_eq!(*stored.kubernetes_version, "1.34.2");
/// // What `cpcap maintain` asks: what the next window does.
/// let plan = profile.maintenance.plan(&Cluster::new(&stored), now);
/// assert!(plan.kubernetes.outcome.moves().is_none());
/// ```
#[derive(Debug)]
pub struct Prepared<'v> {
    /// The profile that Shoots can refer to.
    pub usable: &'v Usable<'v>,
    /// The same, prepared for questions about maintenance.
    pub maintenance: Maintenance<'v, 'v, 'v>,
    /// The same, prepared for judging Shoots.
    pub offer: Offer<'v>,
    /// Its artifacts, where cpcap knows the provider and can read its part.
    pub catalog: Option<Catalog<'v, 'v>>,
}

/// Why a question about a Shoot has no answer, or only a part of one.
#[derive(Clone, Debug)]
pub enum Unanswered<'a> {
    /// cpcap could not read this path of the Shoot, of its profile or of the profile's parent, and
    /// the answer depends on it.
    Unread(&'a Item<'a>, FieldPath),
    /// The parent of its profile is not among the objects.
    NoParent(NoParent<'a>),
    /// It names no profile, or one that is not among the objects.
    NoProfile(&'a Item<'a>),
    /// It names a profile, or that has a parent, which may be any of these.
    Tied(&'a Tie<'a>),
}

impl<'v> Prepared<'v> {
    /// The profile of a Shoot; some of it may be unreadable.
    ///
    /// # Errors
    /// When it is not known.
    pub fn of<'p>(
        item: &'v Item<'v>,
        (referred, ties): (&Referred<'v>, &'v Ties<'v>),
        prepared: &'p BTreeMap<usize, Self>,
    ) -> Result<&'p Self, Unanswered<'v>> {
        if let Some(path) = first_unread(item) {
            return Err(Unanswered::Unread(item, path));
        }
        if let Some(tie) = ties.of_user(item) {
            return Err(Unanswered::Tied(tie));
        }
        match referred.of(item) {
            Some((_, Err(orphan))) => Err(Unanswered::NoParent(*orphan)),
            Some((at, Ok(_))) => prepared.get(&at).ok_or(Unanswered::NoProfile(item)),
            None => Err(Unanswered::NoProfile(item)),
        }
    }

    /// The same, where everything of the profile that decides could be read.
    ///
    /// # Errors
    /// When it is not known.
    pub fn whole_of<'p>(
        item: &'v Item<'v>,
        of: (&Referred<'v>, &'v Ties<'v>),
        prepared: &'p BTreeMap<usize, Self>,
    ) -> Result<&'p Self, Unanswered<'v>> {
        let profile = Self::of(item, of, prepared)?;
        profile.unread(DECISIVE).map_or(Ok(profile), Err)
    }

    /// What cpcap could not read of the profile, by the paths that decide.
    #[must_use]
    pub fn unread(&self, paths: &[&'static str]) -> Option<Unanswered<'v>> {
        let (item, path) = self.usable.unread(paths)?;
        Some(Unanswered::Unread(item, path))
    }

    /// Prepares a profile. `matcher`: of it; `now`: when Shoots are judged.
    #[must_use]
    pub fn new(usable: &'v Usable<'v>, matcher: &'v Matcher<'v, 'v>, now: Time) -> Self {
        let catalog = usable.decoded_catalog();
        Self {
            usable,
            maintenance: Maintenance::new(matcher),
            offer: Offer::new(matcher, usable.identity(), now),
            catalog,
        }
    }

    /// Prepares all that Shoots refer to.
    #[must_use]
    pub fn all(matchers: &'v Matchers<'v, 'v>, now: Time) -> BTreeMap<usize, Self> {
        matchers
            .iter()
            .map(|(at, (usable, matcher))| (*at, Self::new(usable, matcher, now)))
            .collect()
    }

    /// A Shoot as the server has it after it stores it anew.
    #[must_use]
    pub fn stored(&self, shoot: &Shoot<'v>) -> Judged<'v> {
        judge(
            shoot,
            Request {
                profile: Known::Offer(&self.offer),
                old: None,
                create: false,
                gates: Gates::default(),
            },
        )
    }

    /// The judgement of the server on a Shoot. `create`: it is certainly new; `in_deletion`: it is
    /// stored, and nothing of it is new.
    #[must_use]
    pub fn judged(&self, shoot: &Shoot<'v>, create: bool, in_deletion: bool) -> Judged<'v> {
        let profile = Known::Offer(&self.offer);
        let old = (in_deletion && !create).then_some((shoot, profile));
        judge(
            shoot,
            Request {
                profile,
                old,
                create,
                gates: Gates::default(),
            },
        )
    }
}
