//! The users that keep an update from being made, as the rules of references name them.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::landscape::Item;
use crate::model::natural::natural_all;
use crate::rules::{Report, words};
use crate::source::Place;
use crate::uses::in_use::{InUse, What};

/// Maximum number of users that are named and shown.
const SHOWN: usize = 5;

/// The entries in use, in the order of `What`, each with all its users by kind and name. The values
/// of a capability count as one.
pub(super) fn grouped<'g, 'a>(all: &'g [InUse<'a>]) -> Vec<Vec<&'g InUse<'a>>> {
    let mut groups: BTreeMap<What<'a>, Vec<&InUse<'a>>> = BTreeMap::new();
    for one in all {
        let key = match &one.what {
            What::Capability { name, .. } => What::Capability {
                name,
                values: Vec::new(),
            },
            What::Limit { limit, .. } => What::Limit {
                limit: *limit,
                nodes: 0,
            },
            other => other.clone(),
        };
        groups.entry(key).or_default().push(one);
    }
    for users in groups.values_mut() {
        users.sort_by(|a, b| by_name(a.user, b.user));
    }
    groups.into_values().collect()
}

/// `Shoot garden-x/a (pool1, pool2) and NamespacedCloudProfile garden-x/b`
pub(super) fn named(users: &[&InUse<'_>]) -> String {
    let objects: Vec<&[&InUse<'_>]> = users
        .chunk_by(|a, b| std::ptr::eq(a.user, b.user))
        .collect();
    let several = words::of_several_texts(
        users
            .iter()
            .map(|user| (words::object(user.user), user.user.file)),
    );
    let one = |object: &&[&InUse<'_>]| {
        let pools: Vec<&str> = object.iter().filter_map(|user| user.pool).collect();
        let mut name = words::object(object[0].user);
        if several.contains(&name) {
            name += &format!(" in {}", object[0].user.source.name());
        }
        let more = if pools.len() > SHOWN {
            format!(", {} more", pools.len() - SHOWN)
        } else {
            String::new()
        };
        let pools = pools[..pools.len().min(SHOWN)].join(", ");
        if pools.is_empty() {
            name
        } else {
            format!("{name} ({pools}{more})")
        }
    };
    let names: Vec<String> = objects.iter().take(SHOWN).map(one).collect();
    match (
        objects.len().saturating_sub(names.len()),
        names.split_last(),
    ) {
        (0, Some((last, []))) => last.clone(),
        (0, Some((last, before))) => format!("{} and {last}", before.join(", ")),
        (more, _) => format!("{} and {more} more", names.join(", ")),
    }
}

fn by_name(a: &Item<'_>, b: &Item<'_>) -> Ordering {
    let (of_a, of_b) = (&a.object.meta, &b.object.meta);
    let kinds = a.object.kind.as_str().cmp(b.object.kind.as_str());
    let names = kinds
        .then_with(|| natural_all([*of_a.namespace, *of_a.name], [*of_b.namespace, *of_b.name]));
    names.then_with(|| (a.file, a.document.index).cmp(&(b.file, b.document.index)))
}

/// Shows where they use it: some, and how many more there are.
pub(super) fn shown(mut report: Report, users: &[&InUse<'_>], text: &str) -> Report {
    for (number, user) in users.iter().take(SHOWN).enumerate() {
        let more = users.len().saturating_sub(SHOWN);
        let rest = match more {
            1 => ", and at 1 more place".to_owned(),
            _ => format!(", and at {more} more places"),
        };
        let rest = if number + 1 == SHOWN && more > 0 {
            rest.as_str()
        } else {
            ""
        };
        let stored = match (&user.what, user.written) {
            (
                What::KubernetesVersion(version) | What::ImageVersion { version, .. },
                Some(written),
            ) => {
                format!(
                    ": of {} the old profile makes {}",
                    words::quoted(written),
                    words::quoted(version)
                )
            }
            _ => String::new(),
        };
        report = report.also_in(
            Place {
                file: user.user.file,
                span: user.used_at,
            },
            format!("{text}{stored}{rest}"),
        );
    }
    report
}
