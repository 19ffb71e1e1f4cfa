//! The list as comma-separated values: one line for each use, and one for each unused entry; quoted
//! as RFC 4180 says.

use std::io::{self, BufWriter, Write};

use crate::output::csv;
use crate::table::uses::{View, words};
use crate::uses::{Entry, How, ProfileUses, User};

const HEADING: &str = "file,kind,namespace,profile,what,image,name,presence,user_kind,user_namespace,user,worker_pool,relation,through_child,written,may_be_used,user_file";

/// Writes the list.
///
/// # Errors
/// When the writer fails.
pub fn write(view: View<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    writeln!(out, "{HEADING}")?;
    for profile in view.profiles() {
        for entry in view.entries(profile) {
            let start = start(profile, entry, &view);
            if entry.users.is_empty() {
                writeln!(out, "{start},,,,,,,{},", entry.may_be_used)?;
            }
            for user in &entry.users {
                let mut file = String::new();
                csv::fields(&mut file, &[user.item.source.name()]);
                writeln!(out, "{start}{},{},{file}", end(user), entry.may_be_used)?;
            }
        }
    }
    out.flush()
}

fn start(profile: &ProfileUses<'_>, entry: &Entry<'_>, view: &View<'_>) -> String {
    let object = &profile.item.object;
    let fields = [
        view.sources.get(profile.item.file).name(),
        object.kind.as_str(),
        *object.meta.namespace,
        *object.meta.name,
        entry.key.what.code(),
        entry.key.image,
        entry.key.name,
        entry.presence.code(),
    ];
    let mut text = String::new();
    csv::fields(&mut text, &fields);
    text.push(',');
    text
}

fn end(user: &User<'_>) -> String {
    let object = &user.item.object;
    let (relation, through) = match user.how {
        How::Child(relation) => (relation.code(), ""),
        How::Shoot { through_child, .. } => {
            ("runs on", if through_child { "true" } else { "false" })
        }
    };
    let pool = words::pool(user).unwrap_or_default();
    let fields = [
        object.kind.as_str(),
        *object.meta.namespace,
        *object.meta.name,
        pool,
        relation,
        through,
        user.written.unwrap_or_default(),
    ];
    let mut text = String::new();
    csv::fields(&mut text, &fields);
    text
}
