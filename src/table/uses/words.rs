//! The words that all forms for people share.

use std::collections::BTreeMap;

use crate::landscape::Item;
use crate::table::uses::View;
use crate::uses::{CONTROL_PLANE, Entry, How, Presence, ProfileUses, User, What};
use crate::words::{commas, count, place};

/// Maximum number of names before the rest is counted.
const NAMED: usize = 3;

/// The caveat of every answer.
pub(super) const CAVEAT: &str = "cpcap knows only the given files: a NamespacedCloudProfile or \
    Shoot elsewhere may use more.";

/// The name of a list, in the singular.
pub(super) fn singular(what: What) -> &'static str {
    match what {
        What::KubernetesVersion => "Kubernetes version",
        What::MachineImage => "machine image",
        What::ImageVersion => "image version",
        What::MachineType => "machine type",
        What::VolumeType => "volume type",
    }
}

/// The heading of a list.
pub(super) fn plural(what: What) -> &'static str {
    match what {
        What::KubernetesVersion => "Kubernetes versions",
        What::MachineImage => "Machine images",
        What::ImageVersion => "Image versions",
        What::MachineType => "Machine types",
        What::VolumeType => "Volume types",
    }
}

/// `NamespacedCloudProfile garden-x/name (parent aws)`
pub(super) fn title(profile: &ProfileUses<'_>) -> String {
    let parent = profile
        .parent
        .map(|parent| format!(" (parent {})", parent))
        .unwrap_or_default();
    format!(
        "{} {}{parent}",
        profile.item.object.kind.as_str(),
        profile.item.object.qualified()
    )
}

/// The file, and who uses the profile as a whole.
pub(super) fn subtitle(profile: &ProfileUses<'_>, view: &View<'_>) -> String {
    let file = view.sources.get(profile.item.file).name();
    let through = profile
        .shoots
        .iter()
        .filter(|shoot| shoot.through.is_some())
        .count();
    let mut users = Vec::new();
    if !profile.children.is_empty() {
        users.push(count(profile.children.len(), "NamespacedCloudProfile"));
    }
    if !profile.shoots.is_empty() {
        let through = match through {
            0 => String::new(),
            all if all == profile.shoots.len() => " through them".to_owned(),
            some => format!(" ({some} through them)"),
        };
        users.push(format!("{}{through}", count(profile.shoots.len(), "Shoot")));
    }
    let place = place(file, profile.item.document.index);
    if users.is_empty() {
        match profile.hides_users || profile.may_have_child {
            true => format!("{place}: no user is known for certain"),
            false => format!("{place}: used by nobody"),
        }
    } else {
        format!("{place}: used by {}", users.join(" and "))
    }
}

/// `gardenlinux 1592.1.0`
pub(super) fn entry(entry: &Entry<'_>) -> String {
    let name = entry.key.name;
    if entry.key.image.is_empty() {
        name.to_owned()
    } else {
        format!("{} {name}", entry.key.image)
    }
}

/// The remark on a version that is left open.
const MAY_BE_USED: &str = "may be used by those who name no version, or only its beginning";

/// The remark on an entry that something unread may use.
const HIDDEN: &str = "may be used by objects that cpcap could not read, or that do not say so";

/// The remark on an entry that Shoots of an unknown profile may use.
const BY_CHILD: &str = "may be used by Shoots whose NamespacedCloudProfile is not among the files";

/// All remarks on an entry of which the users are not all known.
pub(super) const OPEN: [&str; 3] = [MAY_BE_USED, BY_CHILD, HIDDEN];

/// The remark on an entry of which the users are not all known: the one that leaves most open.
pub(super) fn open(entry: &Entry<'_>) -> Option<&'static str> {
    let all = [
        entry.may_be_used,
        entry.may_be_used_by_child,
        entry.is_hidden,
    ];
    let mut all = OPEN.into_iter().zip(all).rev();
    all.find_map(|(remark, is_so)| is_so.then_some(remark))
}

/// The remark on an entry that the profile does not simply list.
pub(super) fn presence(presence: Presence) -> Option<&'static str> {
    match presence {
        Presence::Listed => None,
        Presence::Missing => Some("not in the profile"),
        Presence::Prefix => Some("the beginning of a version"),
    }
}

/// The names of users, each with its place where another has the same name.
struct Who<'v> {
    view: View<'v>,
    /// The number of users with each name.
    known: BTreeMap<String, usize>,
}

impl<'v> Who<'v> {
    fn new(view: View<'v>, users: &[&'v Item<'v>]) -> Self {
        let mut known = BTreeMap::new();
        let mut users = users.to_vec();
        users.dedup_by(|a, b| std::ptr::eq(*a, *b));
        for user in users {
            *known.entry(user.object.qualified()).or_default() += 1;
        }
        Self { view, known }
    }

    /// The name, and its place where that tells it from others.
    fn of(&self, user: &Item<'_>) -> (String, Option<String>) {
        let name = user.object.qualified();
        let several = self.known.get(&name).is_some_and(|number| *number > 1);
        let place = several.then(|| {
            let file = self.view.sources.get(user.file).name();
            place(file, user.document.index)
        });
        (name, place)
    }
}

/// All users in one text: NamespacedCloudProfiles, then Shoots.
pub(super) fn users(users: &[User<'_>], view: View<'_>) -> String {
    let (children, shoots) = (children(users, view), shoots(users, view));
    if children.is_empty() || shoots.is_empty() {
        children + &shoots
    } else {
        format!("{children}; {shoots}")
    }
}

/// Who uses an entry: `Used by garden-x/a (pool1)`.
pub(super) fn sentence(entry: &Entry<'_>, view: View<'_>) -> String {
    let used = match entry.users.is_empty() {
        true => "Used by nobody among the files".to_owned(),
        false => format!("Used by {}", users(&entry.users, view)),
    };
    match open(entry) {
        Some(open) => format!("{used}; {open}"),
        None => used,
    }
}

/// The NamespacedCloudProfiles among the users: `garden-x/a (adjusts)`.
pub(super) fn children(users: &[User<'_>], view: View<'_>) -> String {
    let mut all: Vec<(&Item<'_>, &str)> = Vec::new();
    for user in users {
        if let How::Child(how) = user.how {
            let next = (user.item, how.code());
            if all
                .last()
                .is_none_or(|last| !std::ptr::eq(last.0, next.0) || last.1 != next.1)
            {
                all.push(next);
            }
        }
    }
    let items: Vec<&Item<'_>> = all.iter().map(|(item, _)| *item).collect();
    let who = Who::new(view, &items);
    let named = all.iter().map(|(item, how)| {
        let (name, place) = who.of(item);
        let place = place.map_or_else(String::new, |place| format!("{place}; "));
        format!("{name} ({place}{how})")
    });
    list(all.len(), "NamespacedCloudProfile", view.expand, named)
}

/// The Shoots among the users with their pools: `garden-x/a (pool1, pool2)`.
pub(super) fn shoots(users: &[User<'_>], view: View<'_>) -> String {
    let expand = view.expand;
    let of_shoots: Vec<&User<'_>> = users
        .iter()
        .filter(|user| matches!(user.how, How::Shoot { .. }))
        .collect();
    let groups = || of_shoots.chunk_by(|a, b| std::ptr::eq(a.item, b.item));
    let items: Vec<&Item<'_>> = groups().map(|group| group[0].item).collect();
    let who = Who::new(view, &items);
    let named = groups().map(|group| {
        let (name, place) = who.of(group[0].item);
        let mut pools: Vec<&str> = group.iter().filter_map(|user| pool(user)).collect();
        if !pools.is_empty() && group.iter().any(|user| is_whole(user)) {
            pools.insert(0, CONTROL_PLANE);
        }
        let shown = if expand {
            pools.len()
        } else {
            NAMED.min(pools.len())
        };
        let more = if shown < pools.len() {
            format!(", {} more", pools.len() - shown)
        } else {
            String::new()
        };
        let written = group
            .iter()
            .find_map(|user| user.written)
            .map(|written| format!("made of {written}"));
        let pools = (!pools.is_empty()).then(|| format!("{}{more}", pools[..shown].join(", ")));
        let inside: Vec<String> = place.into_iter().chain(pools).chain(written).collect();
        if inside.is_empty() {
            name
        } else {
            format!("{name} ({})", inside.join("; "))
        }
    });
    list(groups().count(), "Shoot", expand, named)
}

/// The worker pool of a user.
pub(super) fn pool<'t>(user: &User<'t>) -> Option<&'t str> {
    match user.how {
        How::Shoot { pool, .. } => pool.filter(|pool| !pool.is_empty()),
        How::Child(_) => None,
    }
}

/// Whether a Shoot as a whole uses an entry.
fn is_whole(user: &User<'_>) -> bool {
    matches!(user.how, How::Shoot { pool: None, .. })
}

/// Names, or some of them and how many there are.
fn list(total: usize, what: &str, expand: bool, names: impl Iterator<Item = String>) -> String {
    if expand || total <= NAMED {
        return commas(&names.collect::<Vec<_>>());
    }
    let named: Vec<String> = names.take(NAMED - 1).collect();
    format!(
        "{}: {} and {} more",
        count(total, what),
        commas(&named),
        total - named.len()
    )
}

/// The remark on references that lead to no profile.
pub(super) fn dangling(view: &View<'_>) -> Option<String> {
    let all = &view.uses.dangling;
    if all.is_empty() {
        return None;
    }
    let items: Vec<&Item<'_>> = all.iter().map(|dangling| dangling.item).collect();
    let who = Who::new(*view, &items);
    let names = all.iter().map(|dangling| {
        let (name, place) = who.of(dangling.item);
        format!(
            "{} {name}{} → {} {}",
            dangling.item.object.kind.as_str(),
            place.map_or_else(String::new, |place| format!(" ({place})")),
            dangling.kind,
            dangling.name
        )
    });
    let lead = if all.len() == 1 {
        "refers to a profile that is"
    } else {
        "refer to profiles that are"
    };
    Some(format!(
        "{} {lead} not among the files: {}",
        count(all.len(), "object"),
        list(all.len(), "object", view.expand, names)
    ))
}
