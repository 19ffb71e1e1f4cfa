//! The list as Markdown: one table a profile.

use std::io::{self, BufWriter, Write};

use crate::table::markdown::escape;
use crate::table::uses::{View, words};

/// Writes the list.
///
/// # Errors
/// When the writer fails.
pub fn write(view: View<'_>, expand: bool, out: &mut dyn Write) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    for profile in view.profiles() {
        writeln!(out, "## {}\n\n{}\n", escape(&words::title(profile)), escape(&words::subtitle(profile, &view)))?;
        let mut any = false;
        for entry in view.entries(profile) {
            if !any {
                writeln!(out, "| What | Name | NamespacedCloudProfiles | Shoots |\n| --- | --- | --- | --- |")?;
                any = true;
            }
            let odd = words::presence(entry.presence).map(|odd| format!(" ({odd})")).unwrap_or_default();
            let name = escape(&words::entry(entry));
            let (children, shoots) = (escape(&words::children(&entry.users, expand)), escape(&words::shoots(&entry.users, expand)));
            writeln!(out, "| {} | {name}{odd} | {children} | {shoots} |", words::singular(entry.key.what))?;
        }
        if any {
            writeln!(out)?;
        }
    }
    if let Some(text) = words::dangling(&view, expand) {
        writeln!(out, "{}\n", escape(&text))?;
    }
    writeln!(out, "{}", words::CAVEAT)?;
    out.flush()
}
