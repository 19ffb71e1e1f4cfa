//! The way out of an entry of a profile: who uses it, the first edit, what maintenance does then,
//! and what the server accepts in which order. Reads no files and prints nothing.

mod announce;
mod effects;
mod expiring;
mod open;
mod removal;

use std::collections::{BTreeMap, BTreeSet};

pub use expiring::{NOTICE, announced, next_midnight};
pub use removal::Removal;

use crate::config::{Preview, Settings};
use crate::diff::{Diff, diff};
use crate::draft::lost_comments;
use crate::finding::Finding;
use crate::landscape::{Body, Input, Item, Landscape, read};
use crate::lint::{brought, errors_as_update};
use crate::maintain::{self, StuckAnswer};
use crate::maintenance::Maintenance;
use crate::matching::Matcher;
use crate::model::cloudprofile::{CloudProfile, ExpirableVersion};
use crate::model::lifecycle::{Classification, Current};
use crate::model::path::FieldPath;
use crate::model::shoot::Shoot;
use crate::model::time::Time;
use crate::model::version::Version;
use crate::resolution::parents::Parents;
use crate::resolution::prepared::Prepared;
use crate::resolution::provided::Provided;
use crate::resolution::references::{Profiles, has_shoots, shoots_near};
use crate::resolution::referred::Referred;
use crate::resolution::tied::Ties;
use crate::resolution::usable::{DECISIVE, Usable};
use crate::source::{FileId, Place, Sources};
use crate::uses::{self, How, Key, Presence, ProfileUses, What, may_list, title, versions};
use crate::words;

/// Maximum number of names in a reason.
const NAMED: usize = 8;

/// The texts of a run.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'s> {
    /// Where the texts are from.
    pub sources: &'s Sources,
    /// The texts with the profile, then those with NamespacedCloudProfiles and Shoots that may use
    /// the entry.
    pub inputs: &'s [Input],
    /// How many of them are texts with the profile.
    pub asked: usize,
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Request<'r> {
    /// The entry that is to go. Its list is that of Kubernetes versions, image versions or machine
    /// types.
    pub entry: Key<'r>,
    /// The name of the CloudProfile; none: the only one that lists the entry.
    pub profile: Option<&'r str>,
    /// The expiration date of a version that has none.
    pub notice: Time,
    /// Whether it takes the place of another date in the profile.
    pub replaces: bool,
}

/// How far the way out is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The first edit is due: the profile does not yet say that the entry goes.
    Announce,
    /// The profile says so. The version expires at this date.
    Wait(Time),
    /// The entry is gone for new Shoots, and an object still uses it, or may.
    InUse,
    /// The files hold Shoots, and nothing in them uses the entry.
    Removable,
}

/// The way out of an entry.
#[derive(Debug)]
pub struct Retirement<'a> {
    /// The texts of the answer, those of the first edit among them.
    pub sources: &'a Sources,
    /// The profile, as it is written now.
    pub profile: &'a Item<'a>,
    /// The entry that is to go.
    pub entry: Key<'a>,
    /// Where the profile lists it.
    pub place: Place,
    /// The classification of a version now.
    pub classification: Option<Current<'a>>,
    /// The date at which a version expires, as the profile says now.
    pub expires: Option<Time>,
    /// How far the way out is.
    pub state: State,
    /// The date of the first edit.
    pub date: Option<Time>,
    /// The text of the profile after the first edit; none where it is made already.
    pub text: Option<String>,
    /// What the server refuses of the first edit, beside the errors that the profile has already.
    pub refused: Vec<String>,
    /// The NamespacedCloudProfiles that list the entry too.
    pub children: Vec<&'a Item<'a>>,
    /// The Shoots that use it.
    pub shoots: Vec<Mover<'a>>,
    /// The Shoots that use it and cannot be judged.
    pub unjudged: Vec<&'a Item<'a>>,
    /// The Shoots whose NamespacedCloudProfile is not among the files: they may use it.
    pub dangling: Vec<&'a Item<'a>>,
    /// Whether what cpcap could not read may use it.
    pub hides_users: bool,
    /// The values that decide and that no file tells, with their objects.
    pub untold: Vec<(&'a Item<'a>, FieldPath)>,
    /// Whether a text may hold objects that could not be recognised.
    pub hides_objects: bool,
    /// Whether more may use it than is known.
    pub is_open: bool,
    /// The end of the time in which the moves of Shoots matter: the latest date of the version, also
    /// in NamespacedCloudProfiles.
    pub until: Option<Time>,
    /// Whether the edit that is due can be made in the text.
    pub is_editable: bool,
    /// The comments that the edit loses that is due.
    pub lost: Vec<String>,
    /// The removal that is due: from the NamespacedCloudProfiles, if nobody else uses the entry, or
    /// from the profile, if nobody does.
    pub removal: Option<Removal>,
    /// How many errors the profile has before the edit.
    pub errors: usize,
    /// How many errors stay after the edit that is due: for these, too, the server refuses it.
    pub remaining: usize,
    /// Whether it is the highest version of its list that is supported now.
    pub is_highest: bool,
    /// Whether there is any Shoot among the files that is not nearer to another profile of the name.
    pub knows_shoots: bool,
    /// Whether there are only others.
    pub are_elsewhere: bool,
    /// Whether Shoots that name no version, or only its beginning, may have it.
    pub may_be_used: bool,
    /// The versions that the profile offers beside it, and that are neither expired nor preview.
    pub others: Vec<&'a str>,
    /// For whom maintenance finds no way on from the version once it expires, whether or not a
    /// Shoot has it; as the profile is after the first edit.
    pub stuck: Vec<StuckAnswer<'a>>,
    /// The effects of the edit that is due; none where none is due, or it cannot be made.
    pub diff: Option<&'a Diff<'a>>,
}

/// A Shoot that uses the entry, by the profile after the first edit.
#[derive(Debug)]
pub struct Mover<'a> {
    /// The Shoot as it was read.
    pub item: &'a Item<'a>,
    /// The same as the server stores it.
    pub stored: Shoot<'a>,
    /// Its profile after the first edit.
    pub profile: &'a Prepared<'a>,
    /// Whether the Shoot as a whole uses the entry: its control plane.
    pub whole: bool,
    /// The worker pools that use the entry.
    pub pools: Vec<&'a str>,
}

/// Why there is no answer, as a sentence.
pub type Refused = String;

/// Works out the way out of an entry. The answer borrows both revisions of the profile, so it is
/// handed to `tell`, whose result outlives them.
///
/// ```
/// use cpcap::config::Settings;
/// use cpcap::landscape::Input;
/// use cpcap::model::time::Time;
/// use cpcap::retire::{Request, State, Texts, retire};
/// use cpcap::source::{Source, Sources};
/// use cpcap::uses::{Key, What};
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
/// spec: {cloudProfile: {name: gcp}, kubernetes: {version: 1.34.0}, provider: {type: gcp}}
/// ";
/// let mut sources = Sources::default();
/// let file = sources.add(Source::new("landscape.yaml", text));
/// let texts = Texts { sources: &sources, inputs: &[Input { file, fault: None }], asked: 1 };
/// let [now, notice] = ["2027-01-31T00:00:00Z", "2027-05-01T00:00:00Z"].map(|at| Time::parse(at).unwrap());
/// let entry = Key { what: What::KubernetesVersion, image: "", name: "1.34.0" };
/// let request = Request { entry, profile: None, notice, replaces: false };
///
/// retire(texts, request, &Settings::at(now), |way| {
///     assert_eq!((way.state, way.shoots.len()), (State::Announce, 1));
///     assert!(way.text.as_ref().unwrap().contains("expirationDate"));
/// })
/// .unwrap();
/// ```
///
/// # Errors
/// When no profile, or more than one, lists the entry.
pub fn retire<T>(
    texts: Texts<'_>,
    request: Request<'_>,
    settings: &Settings,
    tell: impl FnOnce(&Retirement<'_>) -> T,
) -> Result<T, Refused> {
    let sources = texts.sources;
    let files = read(sources, texts.inputs);
    let files = files.as_slice();
    let (landscape, nothing) = (Landscape::new(files), Landscape::default());
    let uses = uses::collect_in_full(&landscape, &nothing, sources, settings.now);
    let asked: BTreeSet<FileId> = files
        .iter()
        .take(texts.asked)
        .map(|file| file.file)
        .collect();
    let found = of_profile(&uses.profiles, request, &asked, sources)?;
    let item = found.item;
    let Some(spec) = spec_of(item) else {
        return Err(format!("{} is not a CloudProfile", words::object(item)));
    };
    if !item.is_decoded() {
        return Err(words::undecodable(&words::object(item)));
    }
    if let Some(copies) = landscape.unclear_with(item) {
        return Err(words::unclear(&copies, sources));
    }
    // Neither the profile nor a child may be one of several.
    let ties = Ties::new(&landscape, &nothing, sources);
    // Of profiles that nobody asked about, the one that is asked about is meant.
    let is_other = |of: &&&Item<'_>| asked.contains(&of.file) && of.standing() != item.standing();
    let own = ties
        .of(item)
        .filter(|tie| tie.profiles.iter().any(|of| is_other(&of)));
    let of_children = || found.children.iter().find_map(|child| ties.of(child));
    if let Some(tie) = own.or_else(of_children) {
        return Err(words::tied(tie, sources));
    }
    let entry = found.listed(request.entry);
    let users = entry.map_or(&[][..], |entry| &entry.users);
    // A machine type of a NamespacedCloudProfile is its own, whatever the profile lists: it stays.
    let is_version = request.entry.what != What::MachineType;
    let children: Vec<&Item<'_>> = users
        .iter()
        .filter(|user| is_version && matches!(user.how, How::Child(_)))
        .map(|user| user.item)
        .collect();
    let address = |item: &Item<'_>| std::ptr::from_ref(item).addr();
    let positions: BTreeMap<usize, usize> = landscape
        .items
        .iter()
        .enumerate()
        .map(|(at, item)| (address(item), at))
        .collect();
    let mut pools: BTreeMap<usize, (bool, Vec<&str>)> = BTreeMap::new();
    for user in users {
        if let How::Shoot { pool, .. } = user.how
            && let Some(at) = positions.get(&address(user.item))
        {
            let (whole, pools) = pools.entry(*at).or_default();
            *whole |= pool.is_none();
            pools.extend(pool);
        }
    }
    let version = version_of(spec, request.entry);
    let now = settings.now;
    let classification = version.map(|version| version.classification_at(now));
    let expires = version.and_then(expiration);
    let is_gone = match classification {
        Some(current) => current == Classification::Expired,
        None => announce::is_unusable(spec, request.entry.name),
    };
    let may_be_used = entry.is_some_and(|entry| entry.may_be_used);
    let is_used = !pools.is_empty() || !children.is_empty();
    // Those of another landscape say nothing of this one.
    let items: Vec<&Item<'_>> = landscape.items.iter().collect();
    let index = Profiles::new(items.iter().copied(), sources);
    let knows_shoots = has_shoots(item, &items, &index, sources);
    let among = open::Among {
        profile: item,
        entry: request.entry,
        items: &items,
        index: &index,
    };
    let dangling = among.strays(sources);
    let hides_users = entry.is_some_and(|entry| entry.is_hidden);
    let hidden = Some(among).filter(|_| hides_users);
    let untold = hidden.map(open::Among::untold).unwrap_or_default();
    let is_open = may_be_used || hides_users || !dangling.is_empty();
    // Without a Shoot among the files nothing says that nobody uses it.
    let is_free = !is_used && !is_open && knows_shoots;
    let stays = |date: Time| date == request.notice || !request.replaces;
    let state = match (is_gone, expires) {
        _ if is_free => State::Removable,
        (true, _) => State::InUse,
        (false, Some(date)) if stays(date) => State::Wait(date),
        (false, _) => State::Announce,
    };
    let text = match state {
        State::Announce => announce::edit(item, spec, request.entry, request.notice, now),
        State::Wait(_) | State::InUse | State::Removable => None,
    };
    let date = match state {
        State::Announce => version.map(|_| request.notice),
        State::Wait(_) | State::InUse | State::Removable => expires,
    };
    let own_dates = children.iter().filter_map(|item| {
        let Body::NamespacedCloudProfile(child) = &item.body else {
            return None;
        };
        expiration(version_of(&child.spec, request.entry)?)
    });
    // New Shoots can take a version from a NamespacedCloudProfile until its own date.
    let until = own_dates.chain(date).max().filter(|until| *until > now);
    let own = files.iter().filter(|file| file.file == item.file);
    let before: Vec<Finding> = own
        .flat_map(|file| errors_as_update(sources, files, file, item, settings))
        .collect();
    // The server refuses to remove what a NamespacedCloudProfile lists, so that goes first.
    let due = match state {
        State::Removable => vec![item],
        State::InUse if pools.is_empty() && !is_open && knows_shoots && until.is_none() => {
            children.clone()
        }
        _ => Vec::new(),
    };
    let removal = (!due.is_empty()).then(|| {
        let rules = &settings.provider_rules;
        let provided = Provided::new(item, *spec.provider_type, rules);
        let provider = provided.map(|provided| provided.provider);
        removal::remove(&due, request.entry, (sources, files), provider, settings)
    });
    let removed = removal
        .iter()
        .flat_map(|of| of.texts.iter().flatten())
        .map(|(file, text)| (sources.get(*file).text(), text));
    let is_editable = match &removal {
        Some(removal) => removal.texts.is_some(),
        None => text.is_some() || state != State::Announce,
    };
    let lost = text
        .iter()
        .map(|text| (item.text, text))
        .chain(removed)
        .flat_map(|(old, new)| lost_comments(old, new))
        .collect();
    // The same landscape after the first edit.
    let mut after = sources.clone();
    let mut edited = BTreeMap::new();
    let removed = removal.iter().flat_map(|of| of.texts.iter().flatten());
    for (file, text) in text.iter().map(|text| (&item.file, text)).chain(removed) {
        let new = Input {
            file: after.add(sources.get(*file).with_text(text.as_str())),
            fault: None,
        };
        edited.insert(*file, new);
    }
    let new = edited.get(&item.file).filter(|_| text.is_some()).copied();
    let new = read(&after, new.as_slice());
    let errors: Vec<Finding> = new
        .iter()
        .flat_map(|file| errors_as_update(&after, files, file, item, settings))
        .collect();
    let all = errors.len();
    let refused: Vec<String> = brought(&before, errors).iter().map(Finding::told).collect();
    let remaining = match &removal {
        Some(removal) => removal.remaining,
        None => all - refused.len(),
    };
    let new_files = files.iter().map(|file| match new.first() {
        Some(new) if file.file == item.file => new,
        _ => file,
    });
    let new_landscape = Landscape::with_preview(new_files, Preview::default());
    let parents = Parents::new(&new_landscape, &nothing, &settings.provider_rules);
    let referred = Referred::new(&new_landscape, &nothing, &nothing, &parents, &after);
    let matchers = referred.matchers(Preview::default());
    let prepared = Prepared::all(&matchers, now);
    // The server has stored what the profile made of a Shoot before the edit.
    let old_parents = Parents::new(&landscape, &nothing, &settings.provider_rules);
    let old_referred = Referred::new(&landscape, &nothing, &nothing, &old_parents, sources);
    let old_matchers = old_referred.matchers(Preview::default());
    let old_prepared = Prepared::all(&old_matchers, now);
    let (mut shoots, mut unjudged) = (Vec::new(), Vec::new());
    for (at, (whole, pools)) in pools {
        let (Some(item), Some(new_item)) = (landscape.items.get(at), new_landscape.items.get(at))
        else {
            continue;
        };
        let Some(shoot) = item.shoot() else {
            continue;
        };
        match (
            profile_of(item, &old_referred, &old_prepared),
            profile_of(new_item, &referred, &prepared),
        ) {
            (Some(before), Some(profile)) => shoots.push(Mover {
                item,
                stored: before.stored(&shoot).shoot,
                profile,
                whole,
                pools,
            }),
            _ => unjudged.push(item),
        }
    }
    let usable = positions
        .get(&address(item))
        .and_then(|at| new_landscape.items.get(*at))
        .and_then(|item| Usable::new(item, &parents, &after)?.ok());
    let matcher = usable.as_ref().map(|usable| Matcher::new(&usable.profile));
    let maintenance = matcher.as_ref().map(Maintenance::new);
    let stuck = maintenance.iter().flat_map(|of| maintain::stuck(of, now));
    let stuck = stuck
        .filter(|of| {
            let what = match of.image {
                Some(_) => What::ImageVersion,
                None => What::KubernetesVersion,
            };
            (what, of.image.unwrap_or_default(), of.version)
                == (request.entry.what, request.entry.image, request.entry.name)
        })
        .collect();
    let others = other_versions(spec, request.entry, now);
    let is_highest = classification.is_some_and(|current| current == Classification::Supported)
        && is_above(request.entry.name, &others);
    let retirement = Retirement {
        sources: &after,
        profile: item,
        entry: request.entry,
        place: Place {
            file: item.file,
            span: announce::place(spec, request.entry),
        },
        classification,
        expires,
        state,
        date,
        text,
        refused,
        children,
        shoots,
        unjudged,
        dangling,
        hides_users,
        untold,
        hides_objects: landscape.hides_users(),
        is_open,
        until,
        is_editable,
        lost,
        removal,
        errors: before.len(),
        remaining,
        is_highest,
        knows_shoots,
        are_elsewhere: uses.shoots > 0 && shoots_near(item, &items, sources).next().is_none(),
        may_be_used,
        others,
        stuck,
        diff: None,
    };
    let Some(revisions) = effects::revisions(texts.inputs, &edited, &after) else {
        return Ok(tell(&retirement));
    };
    Ok(diff(revisions, settings, |diff| {
        tell(&Retirement {
            diff: Some(diff),
            ..retirement
        })
    }))
}

/// The spec of a CloudProfile.
fn spec_of<'i, 't>(item: &'i Item<'t>) -> Option<&'i CloudProfile<'t>> {
    match &item.body {
        Body::CloudProfile(profile) => Some(profile),
        Body::NamespacedCloudProfile(_) | Body::Shoot(_) => None,
    }
}

/// The profile of a Shoot, where both could be read as far as its versions depend on them.
fn profile_of<'p, 'v>(
    shoot: &Item<'v>,
    referred: &Referred<'v>,
    prepared: &'p BTreeMap<usize, Prepared<'v>>,
) -> Option<&'p Prepared<'v>> {
    let (at, found) = referred.of(shoot)?;
    let usable = found.as_ref().ok()?;
    let is_read = shoot.unread.is_empty() && usable.unread(DECISIVE).is_none();
    prepared.get(&at).filter(|_| is_read)
}

/// The profile that lists an entry.
fn of_profile<'u, 'a>(
    profiles: &'u [ProfileUses<'a>],
    Request { entry, profile, .. }: Request<'_>,
    files: &BTreeSet<FileId>,
    sources: &Sources,
) -> Result<&'u ProfileUses<'a>, Refused> {
    let asked = || {
        profiles
            .iter()
            .filter(|of| files.contains(&of.item.file) && spec_of(of.item).is_some())
            .filter(|of| profile.is_none_or(|name| of.item.is_called(name)))
    };
    let title = title(entry);
    let found: Vec<&ProfileUses<'_>> = asked()
        .filter(|profile| profile.listed(entry).is_some())
        .collect();
    match found[..] {
        [one] => Ok(one),
        [] if asked().next().is_none() => {
            let name = profile.map_or_else(String::new, |name| format!(" `{name}`"));
            Err(format!(
                "there is no CloudProfile{name} in the files of --profile"
            ))
        }
        [] => {
            if let Some(half) = asked().find(|of| may_list(of.item, entry)) {
                return Err(words::undecodable(&words::object(half.item)));
            }
            let known: BTreeSet<&str> = asked()
                .flat_map(|profile| &profile.entries)
                .filter(|known| known.presence == Presence::Listed)
                .filter(|known| known.key.what == entry.what && known.key.image == entry.image)
                .map(|known| known.key.name)
                .collect();
            let children: Vec<String> = profiles
                .iter()
                .filter(|of| spec_of(of.item).is_none() && of.listed(entry).is_some())
                .map(|of| words::object(of.item))
                .collect();
            let what = match entry.what {
                What::MachineType => "machine types",
                _ => "versions",
            };
            let instead = match children.len() {
                0 => words::instead(entry.name, what, &known),
                number => format!(
                    "; {} {} it, and `cpcap retire` looks at CloudProfiles only",
                    words::first(&children, NAMED, NAMED),
                    if number == 1 { "lists" } else { "list" }
                ),
            };
            Err(format!(
                "no CloudProfile in the files of --profile lists {title}{instead}"
            ))
        }
        _ => {
            let items: Vec<&Item<'_>> = found.iter().map(|profile| profile.item).collect();
            Err(words::name_one(&title, &items, sources))
        }
    }
}

/// The date at which a version expires.
fn expiration(version: &ExpirableVersion<'_>) -> Option<Time> {
    let mut all = version.transitions().into_iter();
    all.find(|(_, to)| *to == Classification::Expired)
        .map(|(date, _)| date)
}

/// The version that an entry is.
fn version_of<'p, 't>(
    spec: &'p CloudProfile<'t>,
    entry: Key<'_>,
) -> Option<&'p ExpirableVersion<'t>> {
    versions(spec, entry).find(|version| *version.version == entry.name)
}

/// Whether a version is higher than all others.
fn is_above(name: &str, others: &[&str]) -> bool {
    let version = Version::parse(name);
    version.is_some() && others.iter().all(|other| Version::parse(other) < version)
}

/// The versions beside it that somebody can move to by hand.
fn other_versions<'t>(spec: &CloudProfile<'t>, entry: Key<'_>, now: Time) -> Vec<&'t str> {
    versions(spec, entry)
        .filter(|version| *version.version != entry.name)
        .filter(|version| {
            let current = version.classification_at(now);
            current.is_active()
                && current != Classification::Preview
                && current != Classification::Deprecated
        })
        .map(|version| *version.version)
        .collect()
}
