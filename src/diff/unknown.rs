//! Values that decide and that cpcap could not read: of what changes, and of those who may use what
//! goes.

use std::collections::BTreeSet;

use crate::diff::State;
use crate::diff::objects::{Landscapes, Pair};
use crate::diff::verdict::{Open, Why};
use crate::landscape::pairing::Standing;
use crate::landscape::{Body, Item, Landscape};
use crate::model::path::FieldPath;
use crate::resolution::references::{Profiles, nearest_file};
use crate::resolution::usable::first_unread;
use crate::source::FileId;
use crate::uses::hidden::{self, Asked};

/// An unread value of an object.
type Value<'a> = (&'a Item<'a>, FieldPath);

/// What is not known of each object that changes.
pub(super) fn open<'a>(all: &[Pair<'a>], landscapes: &Landscapes<'a>) -> Vec<Open> {
    let sources = landscapes.sources;
    let items_of = |side: &'a Landscape<'a>| -> Vec<&'a Item<'a>> {
        side.items.iter().chain(&landscapes.context.items).collect()
    };
    let items = items_of(landscapes.new);
    // Users that the change removes are there until they are deleted.
    let removed = |pair: &&Pair<'a>| pair.state == State::Removed;
    let mut users = items.clone();
    users.extend(all.iter().filter(removed).filter_map(|pair| pair.old));
    // Nearly all objects are clear, and each would be asked about each profile.
    users.retain(|item| !hidden::is_clear(item));
    if users.is_empty() && landscapes.old.items.iter().all(hidden::is_clear) {
        return Vec::new();
    }
    let index = Profiles::new(items.iter().copied(), sources);
    let profile_of = |item: &Item<'a>| items.get(index.referred_by(item)?).copied();
    let mut found = Vec::new();
    let changes = |pair: &&Pair<'a>| pair.asked && pair.state != State::Same;
    for pair in all.iter().filter(changes) {
        let Some(item) = pair.new.or(pair.old) else {
            continue;
        };
        let asked = match (pair.old, pair.new) {
            (Some(old), Some(new)) => Asked::of_change(old, new),
            _ => Asked::default(),
        };
        let mut values: Vec<Value<'a>> = own(pair, &asked);
        if matches!(item.body, Body::Shoot(_)) {
            let is_judged = match (pair.old, pair.new) {
                (Some(old), Some(new)) => hidden::is_judged_anew(old, new),
                (old, _) => old.is_none(),
            };
            let profile = profile_of(item).filter(|_| is_judged);
            let both = [profile, profile.and_then(profile_of)]
                .into_iter()
                .flatten();
            values.extend(both.filter_map(|profile| Some((profile, first_unread(profile)?))));
        } else {
            let is_new = pair.old.is_none();
            let parent = profile_of(item).filter(|_| pair.new.is_some());
            values.extend(parent.and_then(|parent| {
                let path = match is_new {
                    true => first_unread(parent),
                    false => asked.first_of(parent),
                };
                Some((parent, path?))
            }));
            if !is_new {
                let same = |other: &&&Item<'_>| other.key() == item.key();
                let files = items.iter().filter(same).map(|item| item.home);
                let files: Vec<FileId> = std::iter::once(item.home).chain(files).collect();
                let is_near =
                    |user: &Item<'a>| nearest_file(user.home, &files, sources) == Some(item.home);
                let of_users = users.iter().filter_map(|user| {
                    let path = hidden::of_user(user, item, &asked, profile_of)?;
                    let is_near = hidden::reference(user).is_none() || is_near(user);
                    is_near.then_some((*user, path))
                });
                values.extend(of_users);
            }
        }
        let mut told: BTreeSet<(Standing<'a>, FieldPath)> = BTreeSet::new();
        values.retain(|(item, path)| told.insert((item.standing(), path.clone())));
        if !values.is_empty() {
            let name = |(of, path): &Value<'a>| {
                let value = hidden::untold(of, path);
                if of.standing() == item.standing() {
                    return value;
                }
                let (kind, name) = (of.object.kind.as_str(), of.object.qualified());
                format!("{value} of {kind} {name}")
            };
            found.push(Open {
                why: Why::Unreadable(values.iter().map(name).collect()),
                subject: (**item.subject()).clone(),
                places: vec![item.name_at()],
                users: values
                    .iter()
                    .map(|(item, path)| hidden::place(item, path))
                    .collect(),
            });
        }
    }
    found
}

/// The unread values of an object that changes. `asked`: what its change asks.
fn own<'a>(pair: &Pair<'a>, asked: &Asked) -> Vec<Value<'a>> {
    let value = |item: Option<&'a Item<'a>>, other| {
        let item = item?;
        Some((item, hidden::changed(item, other)?))
    };
    // What is removed is only asked about where others use it.
    let before = pair.old.filter(|_| pair.new.is_some());
    let mut values: Vec<Value<'a>> = value(pair.new, pair.old).into_iter().collect();
    values.extend(value(before, pair.new));
    if let (Some(old), Some(new)) = (pair.old, pair.new)
        && values.is_empty()
    {
        let path = if matches!(new.body, Body::Shoot(_)) {
            hidden::is_judged_anew(old, new)
                .then(|| hidden::of_update(new))
                .flatten()
        } else {
            asked.first_of(new)
        };
        values.extend(path.map(|path| (new, path)));
    }
    values
}
