//! The list as comma-separated values: one line for each use, and one for each unused entry; quoted
//! as RFC 4180 says.

use crate::output::csv::{line, yes_or_no};
use crate::table::uses::{View, words};
use crate::uses::{Entry, How, ProfileUses, User};

const HEADING: &str = "file,kind,namespace,profile,what,image,name,presence,user_kind,user_namespace,user,worker_pool,relation,through_child,written,may_be_used,user_file";

/// The list as CSV.
#[must_use]
pub fn csv(view: View<'_>) -> String {
    let mut out = format!("{HEADING}\n");
    for profile in view.profiles() {
        for entry in view.entries(profile) {
            let start = start(profile, entry, &view);
            let may_be_used = yes_or_no(entry.is_open());
            if entry.users.is_empty() {
                line(
                    &mut out,
                    &[&start[..], &[""; 7], &[may_be_used, ""]].concat(),
                );
            }
            for user in &entry.users {
                let rest = [may_be_used, user.item.source.name()];
                line(&mut out, &[&start[..], &end(user), &rest].concat());
            }
        }
    }
    out
}

fn start<'v>(profile: &ProfileUses<'v>, entry: &Entry<'v>, view: &View<'v>) -> [&'v str; 8] {
    let object = &profile.item.object;
    [
        view.sources.get(profile.item.file).name(),
        object.kind.as_str(),
        *object.meta.namespace,
        *object.meta.name,
        entry.key.what.code(),
        entry.key.image,
        entry.key.name,
        entry.presence.code(),
    ]
}

fn end<'v>(user: &User<'v>) -> [&'v str; 7] {
    let object = &user.item.object;
    let (relation, through) = match user.how {
        How::Child(relation) => (relation.code(), ""),
        How::Shoot { through_child, .. } => ("runs on", yes_or_no(through_child)),
    };
    [
        object.kind.as_str(),
        *object.meta.namespace,
        *object.meta.name,
        words::pool(user).unwrap_or_default(),
        relation,
        through,
        user.written.unwrap_or_default(),
    ]
}
