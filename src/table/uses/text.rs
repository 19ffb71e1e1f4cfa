//! The list for a terminal: what is used for each profile, list by list with its users, and what nobody uses folded below it.

use std::io::{self, BufWriter, Write};

use owo_colors::{OwoColorize, Style};

use crate::rules::words::count;
use crate::table::uses::{Filter, Look, View, words};
use crate::uses::{Entry, Presence, ProfileUses, What};

/// So many unused entries of a list are named before the rest is counted.
const NAMED: usize = 12;
/// A name takes no more columns before its users stand in the next line.
const WIDEST_NAME: usize = 32;
const INDENT: usize = 4;

/// Writes the list.
///
/// # Errors
/// When the writer fails.
pub fn write(view: View<'_>, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    for profile in view.profiles() {
        writeln!(out, "{}", styled(&words::title(profile), Style::new().bold(), look))?;
        paragraph("", &words::subtitle(profile, &view), 2, look, &mut out)?;
        used(profile, view, look, &mut out)?;
        unused(profile, view, look, &mut out)?;
        writeln!(out)?;
    }
    if let Some(text) = words::dangling(&view, look.expand) {
        paragraph("", &text, 0, look, &mut out)?;
    }
    paragraph("", words::CAVEAT, 0, look, &mut out)?;
    out.flush()
}

/// What somebody uses. What a list does not have stands at the end of it.
fn used(profile: &ProfileUses<'_>, view: View<'_>, look: Look, out: &mut impl Write) -> io::Result<()> {
    let mut used: Vec<(&Entry<'_>, String)> =
        view.entries(profile).filter(|entry| !entry.users.is_empty()).map(|entry| (entry, name(entry))).collect();
    used.sort_by_key(|(entry, _)| entry.key.what);
    let column = used.iter().map(|(_, name)| width(name)).filter(|width| *width <= WIDEST_NAME).max().unwrap_or(0);
    for list in used.chunk_by(|(a, _), (b, _)| a.key.what == b.key.what) {
        let plural = words::plural(list[0].0.key.what);
        writeln!(out, "\n  {}", styled(plural, Style::new().underline(), look))?;
        for (entry, name) in list {
            let padding = " ".repeat(column.saturating_sub(width(name)));
            let shown = match entry.presence {
                Presence::Missing => styled(name, Style::new().yellow(), look),
                Presence::Listed | Presence::Prefix => name.clone(),
            };
            let indent = INDENT + column + 2;
            let lead = format!("{}{shown}{padding}", " ".repeat(INDENT));
            if width(name) > column {
                writeln!(out, "{lead}")?;
                paragraph("", &words::users(&entry.users, look.expand), indent, look, out)?;
            } else {
                paragraph(&format!("{lead}  "), &words::users(&entry.users, look.expand), indent, look, out)?;
            }
        }
    }
    Ok(())
}

fn name(entry: &Entry<'_>) -> String {
    let name = words::entry(entry);
    words::presence(entry.presence).map_or_else(|| name.clone(), |odd| format!("{name} ({odd})"))
}

/// What nobody uses, one line for each list.
fn unused(profile: &ProfileUses<'_>, view: View<'_>, look: Look, out: &mut impl Write) -> io::Result<()> {
    if view.filter == Filter::Used {
        return Ok(());
    }
    let mut any = false;
    for what in What::ALL {
        let names: Vec<String> =
            profile.entries.iter().filter(|entry| entry.key.what == what && entry.users.is_empty()).map(words::entry).collect();
        if names.is_empty() {
            continue;
        }
        if !any {
            writeln!(out, "\n  {}", styled("Used by nobody of the given files", Style::new().underline(), look))?;
            any = true;
        }
        let shown = if look.expand || names.len() <= NAMED { names.len() } else { NAMED };
        let more = if shown < names.len() { format!(" and {} more", names.len() - shown) } else { String::new() };
        let lead = format!("{}{}: ", " ".repeat(INDENT), count(names.len(), words::singular(what)));
        paragraph(&lead, &format!("{}{more}", names[..shown].join(", ")), INDENT + 2, look, out)?;
    }
    if !any && view.filter == Filter::Unused {
        writeln!(out, "  everything in it is used")?;
    }
    Ok(())
}

/// A text wrapped at blanks behind a lead; without a lead, it begins at the indent.
fn paragraph(lead: &str, text: &str, indent: usize, look: Look, out: &mut impl Write) -> io::Result<()> {
    let blank = " ".repeat(indent);
    let mut line = if lead.is_empty() { blank.clone() } else { lead.to_owned() };
    let mut length = if lead.is_empty() { indent } else { width(lead) };
    let mut fresh = true;
    for word in text.split(' ') {
        if !fresh && length + 1 + width(word) > look.width {
            writeln!(out, "{line}")?;
            line.clone_from(&blank);
            length = indent;
            fresh = true;
        }
        if !fresh {
            line.push(' ');
            length += 1;
        }
        line.push_str(word);
        length += width(word);
        fresh = false;
    }
    writeln!(out, "{line}")
}

/// The columns that a text takes; what sets colours takes none.
fn width(text: &str) -> usize {
    let mut escape = false;
    let shown = text.chars().filter(|c| {
        let hidden = escape || *c == '\u{1b}';
        escape = hidden && *c != 'm';
        !hidden
    });
    shown.count()
}

fn styled(text: &str, style: Style, look: Look) -> String {
    if look.color { text.style(style).to_string() } else { text.to_owned() }
}
