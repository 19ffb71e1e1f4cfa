//! The question.

use std::collections::BTreeMap;

use crate::config::{Operation, Settings};
use crate::finding::{Finding, Origin, Severity};
use crate::landscape::{Item, Landscape, ReadFile};
use crate::lint::lint_read;
use crate::maintain::{Place, artifact};
use crate::model::object::listed;
use crate::model::path::FieldPath;
use crate::model::shoot::Shoot;
use crate::resolution::parents::Parents;
use crate::resolution::prepared::{Prepared, Unanswered};
use crate::resolution::referred::Referred;
use crate::resolution::tied::Ties;
use crate::resolution::usable::{DECISIVE, NAMING, Usable, first_unread};
use crate::resolve::{Admitted, KUBERNETES, PoolView, Refusal, Rules, ShootView, Unknown};
use crate::shoot::{OF_IMAGES, filled, take_back};
use crate::source::{self, FileId, Sources};
use crate::yaml;

/// The answer of [`resolve`].
#[derive(Debug)]
pub struct Resolved<'v> {
    /// The profiles of the Shoots.
    pub profiles: Vec<&'v Usable<'v>>,
    /// The Shoots, in the order of the texts.
    pub shoots: Vec<ShootView<'v>>,
    /// The Shoots that have no answer.
    pub unanswered: Vec<Unanswered<'v>>,
}

/// Works out what the server makes of the Shoots of texts that were read, and whether it admits
/// them. `files`: the texts that are asked about, and those that they may refer to. The answer
/// borrows what is prepared in between, so it is handed to `tell`, whose result outlives it.
///
/// ```
/// use cpcap::config::Settings;
/// use cpcap::landscape::{Input, read};
/// use cpcap::model::time::Time;
/// use cpcap::resolve::resolve;
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
/// let settings = Settings::at(Time::parse("2027-01-31T00:00:00Z").unwrap());
///
/// resolve(&sources, [&files, &[]], &settings, |resolved| {
///     assert_eq!(resolved.shoots[0].kubernetes.value, "1.34.2");
///     assert!(resolved.shoots[0].written().unwrap().contains("1.34.2"));
/// });
/// ```
pub fn resolve<T>(
    sources: &Sources,
    files: [&[ReadFile<'_>]; 2],
    settings: &Settings,
    tell: impl FnOnce(&Resolved<'_>) -> T,
) -> T {
    let preview = settings.preview;
    let [landscape, around] = files.map(|files| Landscape::with_preview(files, preview));
    let (parents, stored) = (
        Parents::new(&landscape, &around, &settings.provider_rules),
        Landscape::default(),
    );
    let referred = Referred::new(&landscape, &around, &stored, &parents, sources).with(preview);
    let ties = Ties::new(&landscape, &around, sources);
    // Each profile is prepared once, however many Shoots it has.
    let matchers = referred.matchers(preview);
    let prepared = Prepared::all(&matchers, settings.now);
    let mut refusals = match landscape.shoots().next() {
        None => BTreeMap::new(),
        Some(_) => {
            let [asked, context] = files.map(|files| files.iter().collect::<Vec<_>>());
            refusals(sources, [&asked, &context], settings)
        }
    };
    let unclear: Vec<source::Place> = [&landscape, &around]
        .into_iter()
        .flat_map(Landscape::unclear)
        .flat_map(|copies| copies.places)
        .collect();
    let (mut shoots, mut unanswered) = (Vec::new(), Vec::new());
    for (item, shoot) in landscape.shoots() {
        let found = Prepared::of(item, (&referred, &ties), &prepared);
        match found.and_then(|profile| profile.unread(NAMING).map_or(Ok(profile), Err)) {
            Ok(profile) => {
                let refused = refusals.remove(&place_of(item)).unwrap_or_default();
                let mut view = view(item, &shoot, profile, refused, sources, settings);
                let of_profile = std::iter::once(profile.usable.item).chain(profile.usable.parent);
                let mut all = of_profile.chain([item]);
                if all.any(|item| unclear.contains(&item.name_at())) {
                    doubt(&mut view, Unknown::Copies);
                }
                let is_marker = |name: &str| yaml::template(name).is_some();
                if item.hides_key() || is_marker(item.key().2) || is_marker(item.key().1) {
                    doubt(&mut view, Unknown::Unread);
                }
                shoots.push(view);
            }
            Err(why) => unanswered.push(why),
        }
    }
    tell(&Resolved {
        profiles: referred.profiles().map(|(_, usable)| usable).collect(),
        shoots,
        unanswered,
    })
}

/// The same for one Shoot, by the profile that it refers to. `files`: its text, and those that it
/// may refer to; none: whether the server admits it is not asked.
pub(crate) fn resolve_one<'v, T>(
    item: &'v Item<'v>,
    usable: &'v Usable<'v>,
    sources: &'v Sources,
    files: Option<[&[&ReadFile<'_>]; 2]>,
    settings: &Settings,
    tell: impl FnOnce(&ShootView<'_>) -> T,
) -> Option<T> {
    let shoot = item.shoot()?;
    let matcher = usable.matcher(settings.preview);
    let profile = Prepared::new(usable, &matcher, settings.now);
    if first_unread(item).is_some() || profile.unread(NAMING).is_some() {
        return None;
    }
    let refused = files.and_then(|files| {
        let mut all = refusals(sources, files, settings);
        all.remove(&place_of(item))
    });
    let refused = refused.unwrap_or_default();
    Some(tell(&view(
        item, &shoot, &profile, refused, sources, settings,
    )))
}

fn view<'v>(
    item: &'v Item<'v>,
    shoot: &Shoot<'v>,
    profile: &'v Prepared<'v>,
    refusals: Vec<Refusal>,
    sources: &'v Sources,
    settings: &Settings,
) -> ShootView<'v> {
    let judged = profile.judged(
        shoot,
        settings.operation == Operation::Create,
        item.object.meta.is_deleted(),
    );
    let is_read = |parts: &[&'static str]| profile.usable.unread(parts).is_none();
    let mut stored = profile.stored(shoot).shoot;
    take_back(&mut stored, shoot, is_read);
    let place = |item: &Item<'_>| Place::of(item, sources);
    let meta = &item.object.meta;
    let filled = filled(shoot, &stored, &profile.offer);
    let rules = Rules::new(&filled);
    let mut pools = PoolView::all(
        &stored,
        &profile.offer,
        artifact(profile, &stored)
            .filter(|_| judged.knows_region())
            .as_ref(),
        (&judged, &refusals),
        &rules,
    );
    let mut admitted = Admitted::of_shoot(&pools, &judged, &refusals);
    if !is_read(DECISIVE) {
        let unread = Admitted::Unknown(Unknown::Unread);
        for pool in &mut pools {
            if pool.admitted != Admitted::No {
                pool.admitted = unread;
            }
            if !is_read(OF_IMAGES) {
                (pool.classification, pool.flavor, pool.artifact) = (None, None, None);
            }
        }
        if refusals.is_empty() {
            admitted = unread;
        }
    }
    ShootView {
        item,
        unread: profile.unread(DECISIVE),
        namespace: *meta.namespace,
        name: *meta.name,
        place: place(item),
        profile: profile.usable.name(),
        profile_place: place(profile.usable.item),
        now: settings.now,
        kubernetes: rules.of(None, KUBERNETES, *stored.kubernetes_version),
        admitted,
        pools,
        by_pool: by_pool(&refusals),
        filled,
        refusals,
    }
}

/// Takes back that the server admits what is only one of several, or has a name that is not known.
fn doubt(view: &mut ShootView<'_>, why: Unknown) {
    let unknown = Admitted::Unknown(why);
    let pools = view.pools.iter_mut().map(|pool| &mut pool.admitted);
    pools
        .chain([&mut view.admitted])
        .filter(|admitted| **admitted == Admitted::Yes)
        .for_each(|admitted| *admitted = unknown);
}

/// The positions of refusals by the pool that they concern.
fn by_pool(refusals: &[Refusal]) -> BTreeMap<Option<usize>, Vec<usize>> {
    let mut by_pool: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (at, refusal) in refusals.iter().enumerate() {
        by_pool.entry(refusal.pool).or_default().push(at);
    }
    by_pool
}

/// The place of an object: its file, its document, and its path in a list.
type Whereabouts<'v> = (FileId, usize, FieldPath);

fn place_of<'v>(item: &Item<'_>) -> Whereabouts<'v> {
    (item.file, item.document.index, item.object.prefix.clone())
}

/// The refusals of the server, object by object, in the words of `lint`.
fn refusals(
    sources: &Sources,
    [asked, context]: [&[&ReadFile<'_>]; 2],
    settings: &Settings,
) -> BTreeMap<Whereabouts<'static>, Vec<Refusal>> {
    let refuses = |finding: &&Finding| {
        finding.severity == Severity::Error
            && matches!(
                finding.origin,
                Origin::Decode | Origin::Static | Origin::Admission | Origin::Provider
            )
    };
    let mut all: BTreeMap<_, Vec<Refusal>> = BTreeMap::new();
    for finding in lint_read(sources, [asked, context, &[]], settings, &mut |_, _| {})
        .findings
        .iter()
        .filter(refuses)
    {
        let prefix = listed(&finding.field);
        let refusal = Refusal::new(finding, &prefix);
        all.entry((finding.place.file, finding.subject.document, prefix))
            .or_default()
            .push(refusal);
    }
    all
}
