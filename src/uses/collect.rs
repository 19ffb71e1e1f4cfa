//! Collecting the uses of all profiles in one pass over the objects of a run.

use std::collections::{BTreeMap, HashMap};

use crate::config::ProviderRules;
use crate::landscape::{Body, Item, Landscape};
use crate::merge::says_more_than_a_date;
use crate::model::cloudprofile::{CloudProfile, ExpirableVersion};
use crate::model::lifecycle::Classification;
use crate::model::namespaced::NamespacedCloudProfile;
use crate::model::object::ObjectKind;
use crate::model::shoot::Shoot;
use crate::model::time::Time;
use crate::resolution::parents::Parents;
use crate::resolution::references::Profiles;
use crate::resolution::usable::Usable;
use crate::source::Sources;
use crate::uses::hidden::{self, Asked};
use crate::uses::in_use;
use crate::uses::keys::{keys, of_image, of_kubernetes, references};
use crate::uses::stored::{InFull, is_prefix};
use crate::uses::{
    Dangling, Entry, How, Key, Presence, ProfileUses, Relation, ShootOf, User, Uses, What,
};

/// Collects who uses what. `context`: objects that were not asked for, but are known.
///
/// ```
/// use cpcap::landscape::{Input, Landscape, read};
/// use cpcap::source::{Source, Sources};
/// use cpcap::uses::collect;
///
/// let text = "\
/// apiVersion: core.gardener.cloud/v1beta1
/// kind: CloudProfile
/// metadata: {name: gcp}
/// spec: {kubernetes: {versions: [{version: 1.34.2}]}}
/// ---
/// apiVersion: core.gardener.cloud/v1beta1
/// kind: Shoot
/// metadata: {name: small, namespace: garden-a}
/// spec: {cloudProfile: {name: gcp}, kubernetes: {version: 1.34.2}}
/// ";
/// let mut sources = Sources::default();
/// let file = sources.add(Source::new("landscape.yaml", text));
/// let files = read(&sources, &[Input { file, fault: None }]);
/// let (landscape, nothing) = (Landscape::new(&files), Landscape::default());
/// let uses = collect(&landscape, &nothing, &sources);
/// assert_eq!((uses.profiles.len(), uses.profiles[0].shoots.len()), (1, 1));
/// ```
#[must_use]
pub fn collect<'a>(
    asked: &'a Landscape<'a>,
    context: &'a Landscape<'a>,
    sources: &'a Sources,
) -> Uses<'a> {
    Pass::new(asked, context, sources, None).finish()
}

/// The same; a version that a Shoot names in part counts as the one that the server makes of it by
/// the profile among the inputs.
#[must_use]
pub fn collect_in_full<'a>(
    asked: &'a Landscape<'a>,
    context: &'a Landscape<'a>,
    sources: &'a Sources,
    now: Time,
) -> Uses<'a> {
    let mut pass = Pass::new(asked, context, sources, Some(now));
    let mut of_profiles: BTreeMap<usize, Vec<&'a Item<'a>>> = BTreeMap::new();
    for item in pass
        .items
        .iter()
        .copied()
        .filter(|item| matches!(item.body, Body::Shoot(_)))
    {
        if let Some(at) = pass.index.referred_by(item) {
            of_profiles.entry(at).or_default().push(item);
        }
    }
    let parents = Parents::new(asked, context, &ProviderRules::default());
    for (at, shoots) in of_profiles {
        if let Some(Some(Ok(profile))) = pass
            .items
            .get(at)
            .map(|item| Usable::new(item, &parents, sources))
        {
            pass.in_full.add(shoots.into_iter(), &profile, now);
        }
    }
    pass.finish()
}

struct Pass<'a> {
    items: Vec<&'a Item<'a>>,
    index: Profiles<'a>,
    profiles: Vec<ProfileUses<'a>>,
    /// The position of the profile for the position of an item.
    profile_at: BTreeMap<usize, usize>,
    /// The positions of the parents for the position of a profile: several where they are equally
    /// near.
    parents_of: BTreeMap<usize, Vec<usize>>,
    dangling: Vec<Dangling<'a>>,
    child_count: usize,
    shoot_count: usize,
    /// The versions that the server stores where Shoots name only their beginning.
    in_full: InFull<'a>,
    /// Users may stand in what could not be read.
    hides_users: bool,
}

impl<'a> Pass<'a> {
    fn finish(mut self) -> Uses<'a> {
        self.children();
        self.shoots();
        self.hide();
        Uses {
            profiles: self.profiles,
            dangling: self.dangling,
            children: self.child_count,
            shoots: self.shoot_count,
            in_full: self.in_full,
        }
    }

    /// `now`: where it counts how far versions are in their lives.
    fn new(
        asked: &'a Landscape<'a>,
        context: &'a Landscape<'a>,
        sources: &'a Sources,
        now: Option<Time>,
    ) -> Self {
        let items: Vec<&'a Item<'a>> = asked.items.iter().chain(&context.items).collect();
        let index = Profiles::new(items.iter().copied(), sources);
        let (mut profiles, mut profile_at) = (Vec::new(), BTreeMap::new());
        for (at, item) in items.iter().enumerate() {
            let (spec, parent) = match &item.body {
                Body::CloudProfile(profile) => (&**profile, None),
                Body::NamespacedCloudProfile(child) => (&child.spec, Some(*child.parent.name)),
                Body::Shoot(_) => continue,
            };
            profile_at.insert(at, profiles.len());
            profiles.push(profile(item, (spec, now), parent, at < asked.items.len()));
        }
        let (parents_of, dangling, in_full) = (BTreeMap::new(), Vec::new(), InFull::default());
        Self {
            items,
            index,
            profiles,
            profile_at,
            parents_of,
            dangling,
            child_count: 0,
            shoot_count: 0,
            in_full,
            hides_users: asked.hides_users() || context.hides_users(),
        }
    }

    /// The positions of the profiles that an item refers to: several where it may mean each of
    /// them.
    fn referred_by(&mut self, item: &'a Item<'a>, kind: &'a str, name: &'a str) -> Vec<usize> {
        let found = self.all_nearest(item);
        if found.is_empty() {
            self.dangling.push(Dangling { item, kind, name });
        }
        found
    }

    fn all_nearest(&self, item: &Item<'a>) -> Vec<usize> {
        let all = self.index.all_nearest(item).into_iter();
        all.filter_map(|at| self.profile_at.get(&at).copied())
            .collect()
    }

    fn children(&mut self) {
        for (at, item) in self.items.clone().into_iter().enumerate() {
            let Body::NamespacedCloudProfile(child) = &item.body else {
                continue;
            };
            self.child_count += 1;
            let parents = self.referred_by(item, "CloudProfile", *child.parent.name);
            for parent in &parents {
                if let Some(profile) = self.profiles.get_mut(*parent) {
                    profile.children.push(item);
                    adjust(profile, item, child);
                }
            }
            if let Some(own) = self.profile_at.get(&at) {
                self.parents_of.insert(*own, parents);
            }
        }
    }

    fn shoots(&mut self) {
        for item in self.items.clone() {
            let Some(shoot) = item.shoot() else {
                continue;
            };
            self.shoot_count += 1;
            let Some(reference) = shoot.profile() else {
                continue;
            };
            let kind = if reference.kind.is_empty() {
                "CloudProfile"
            } else {
                *reference.kind
            };
            for at in self.referred_by(item, kind, *reference.name) {
                self.shoot(item, &shoot, at);
            }
        }
    }

    fn shoot(&mut self, item: &'a Item<'a>, shoot: &Shoot<'a>, at: usize) {
        let parents = self.parents_of.get(&at).cloned().unwrap_or_default();
        let Some(own) = self.profiles.get_mut(at) else {
            return;
        };
        own.shoots.push(ShootOf {
            item,
            through: None,
        });
        let child = own.item;
        for parent in &parents {
            // A Shoot of one of several children has one parent, and counts once there.
            let is_new = |of: &ShootOf<'a>| !std::ptr::eq(of.item, item);
            if let Some(parent) = self.profiles.get_mut(*parent)
                && parent.shoots.last().is_none_or(is_new)
            {
                parent.shoots.push(ShootOf {
                    item,
                    through: Some(child),
                });
            }
        }
        let all: Vec<usize> = std::iter::once(at).chain(parents.iter().copied()).collect();
        self.leave_open(item, shoot, &all);
        for (key, pool, position) in references(item, shoot) {
            let whole = self.whole(item, key, position, &all);
            let (key, written) = whole.map_or((key, None), |whole| (whole, Some(key.name)));
            let in_own = self
                .profiles
                .get(at)
                .is_some_and(|profile| profile.lists(key));
            let in_parents = parents.iter().copied().filter(|parent| {
                self.profiles
                    .get(*parent)
                    .is_some_and(|profile| profile.lists(key))
            });
            let in_parents: Vec<usize> = in_parents.collect();
            let user = |through_child| User {
                item,
                how: How::Shoot {
                    pool,
                    through_child,
                },
                written,
            };
            // A child's type replaces the parent's type of the same name: its Shoots do not run on
            // the parent's.
            let shadowed = in_own && matches!(key.what, What::MachineType | What::VolumeType);
            for parent in in_parents.iter().filter(|_| !shadowed) {
                self.record(*parent, key, user(true));
            }
            if in_own || in_parents.is_empty() {
                self.record(at, key, user(false));
            }
        }
    }

    /// Marks the versions of profiles that a Shoot may have without naming them.
    fn leave_open(&mut self, item: &'a Item<'a>, shoot: &Shoot<'a>, profiles: &[usize]) {
        if in_use::names_all(shoot) {
            return;
        }
        let full = self.in_full.of(item).cloned().unwrap_or_default();
        let mut open = Vec::new();
        for at in profiles {
            let Some(profile) = self.profiles.get(*at) else {
                continue;
            };
            let lists = |image: &str, name: &str| {
                let mut all = profiles.iter().filter_map(|at| self.profiles.get(*at));
                all.any(|profile| lists_version(profile, image, name))
            };
            // What the server makes of a beginning now counts as used.
            let is_open = |entry: &Entry<'a>| match entry.key {
                Key {
                    what: What::KubernetesVersion,
                    name,
                    ..
                } => in_use::may_run(shoot, name) && full.kubernetes.as_deref() != Some(name),
                Key {
                    what: What::ImageVersion,
                    image,
                    name,
                } => shoot.workers.iter().enumerate().any(|(at, worker)| {
                    let is_it = |full: &(String, String)| (&*full.0, &*full.1) == (image, name);
                    !full.images.get(&at).is_some_and(is_it)
                        && in_use::may_have(worker, (image, name), lists)
                }),
                Key {
                    what: What::MachineImage,
                    name,
                    ..
                } => shoot.workers.iter().any(|worker| {
                    let image = worker.image.map_or("", |image| *image.name);
                    image.is_empty() && !name.is_empty()
                }),
                _ => false,
            };
            let entries = profile.entries.iter().enumerate();
            let entries = entries.filter(|(_, entry)| {
                let is_offered = entry.presence == Presence::Listed && !entry.is_preview;
                is_offered && !entry.may_be_used && is_open(entry)
            });
            open.extend(entries.map(|(entry, _)| (*at, entry)));
        }
        for (at, entry) in open {
            let entries = self.profiles.get_mut(at).map(|of| &mut of.entries);
            if let Some(entry) = entries.and_then(|of| of.get_mut(entry)) {
                entry.may_be_used = true;
            }
        }
    }

    /// Marks what those may use of whom cpcap could not read it.
    fn hide(&mut self) {
        if self.hides_users {
            self.profiles.iter_mut().for_each(ProfileUses::hide);
            return;
        }
        for item in self.items.clone() {
            let is_user = !matches!(item.body, Body::CloudProfile(_));
            if !is_user || item.object.meta.is_deleted() {
                continue;
            }
            let is_child = item.object.kind == ObjectKind::NamespacedCloudProfile;
            if hidden::reference(item).is_some() {
                let may_be_its = |of: &&mut ProfileUses<'a>| !is_child || of.parent.is_none();
                let profiles = self.profiles.iter_mut().filter(may_be_its);
                profiles.for_each(ProfileUses::hide);
                continue;
            }
            for what in What::ALL {
                if Asked::of(what).first_of(item).is_none() {
                    continue;
                }
                let own = self.all_nearest(item);
                let parents = own.iter().filter_map(|own| self.parents_of.get(own));
                let parents: Vec<usize> = parents.flatten().copied().collect();
                for at in own.into_iter().chain(parents) {
                    let entries = self.profiles.get_mut(at).map(|of| &mut of.entries);
                    let entries = entries.into_iter().flatten();
                    entries
                        .filter(|entry| entry.key.what == what)
                        .for_each(|entry| entry.is_hidden = true);
                }
            }
        }
    }

    /// The version that the server stores for the beginning of one in a Shoot, where a profile
    /// lists it.
    fn whole(
        &self,
        item: &'a Item<'a>,
        key: Key<'a>,
        position: Option<usize>,
        profiles: &[usize],
    ) -> Option<Key<'a>> {
        let whole = self.in_full.whole(item, key, position)?;
        let is = |entry: &&Entry<'a>| entry.key == whole;
        let listed = |at: usize| {
            self.profiles
                .get(at)?
                .entries
                .iter()
                .find(is)
                .map(|entry| entry.key)
        };
        profiles.iter().copied().find_map(listed)
    }

    fn record(&mut self, at: usize, key: Key<'a>, user: User<'a>) {
        let presence = if is_prefix(key) {
            Presence::Prefix
        } else {
            Presence::Missing
        };
        if let Some(entry) = self
            .profiles
            .get_mut(at)
            .and_then(|profile| profile.entry(key, presence))
        {
            let is_same = |of: &User<'a>| std::ptr::eq(of.item, user.item) && of.how == user.how;
            if !entry.users.last().is_some_and(is_same) {
                entry.users.push(user);
            }
        }
    }
}

/// A profile with everything that it lists, and no users yet.
fn profile<'a>(
    item: &'a Item<'a>,
    (spec, now): (&'a CloudProfile<'a>, Option<Time>),
    parent: Option<&'a str>,
    asked: bool,
) -> ProfileUses<'a> {
    let mut profile = ProfileUses {
        item,
        parent,
        asked,
        children: Vec::new(),
        shoots: Vec::new(),
        hides_users: false,
        may_have_child: false,
        entries: Vec::new(),
        by_key: HashMap::new(),
    };
    for key in keys(spec).filter(|key| !key.name.is_empty()) {
        profile.entry(key, Presence::Listed);
    }
    let is_preview = |version: &ExpirableVersion<'_>| {
        now.is_some_and(|now| version.classification_at(now) == Classification::Preview)
    };
    let of_images = spec.machine_images.iter().flat_map(|image| {
        let versions = image.versions.iter().map(|version| &version.expirable);
        versions.map(|version| (of_image(image, *version.version), version))
    });
    let of_kubernetes = spec
        .kubernetes_versions
        .iter()
        .map(|version| (of_kubernetes(*version.version), version));
    for (key, _) in of_kubernetes.chain(of_images).filter(|of| is_preview(of.1)) {
        if let Some(at) = profile.by_key.get(&key)
            && let Some(entry) = profile.entries.get_mut(*at)
        {
            entry.is_preview = true;
        }
    }
    profile
}

fn lists_version<'a>(profile: &ProfileUses<'a>, image: &'a str, name: &'a str) -> bool {
    profile.lists(Key {
        what: What::ImageVersion,
        image,
        name,
    })
}

/// Writes down what a NamespacedCloudProfile does to the entries of its parent.
fn adjust<'a>(
    parent: &mut ProfileUses<'a>,
    item: &'a Item<'a>,
    child: &'a NamespacedCloudProfile<'a>,
) {
    let mut uses: Vec<(Key<'a>, Relation)> = Vec::new();
    for key in
        keys(&child.spec).filter(|key| !matches!(key.what, What::MachineImage | What::ImageVersion))
    {
        uses.push((
            key,
            if key.what == What::KubernetesVersion {
                Relation::Adjusts
            } else {
                Relation::Replaces
            },
        ));
    }
    for image in child.spec.machine_images.iter() {
        let adds = image
            .versions
            .iter()
            .any(|version| !parent.lists(of_image(image, *version.version())));
        let relation = if adds {
            Relation::Extends
        } else {
            Relation::Adjusts
        };
        uses.push((
            Key {
                what: What::MachineImage,
                image: "",
                name: *image.name,
            },
            relation,
        ));
        for version in image.versions.iter() {
            let relation = if says_more_than_a_date(version) {
                Relation::Replaces
            } else {
                Relation::Adjusts
            };
            uses.push((of_image(image, *version.version()), relation));
        }
    }
    for (key, relation) in uses {
        if parent.lists(key)
            && let Some(entry) = parent.entry(key, Presence::Listed)
        {
            entry.users.push(User {
                item,
                how: How::Child(relation),
                written: None,
            });
        }
    }
}
