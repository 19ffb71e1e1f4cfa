//! The names of columns, flavors and rows by regions for people.

use std::fmt::Write as _;

use crate::capability::ARCHITECTURE;
use crate::output::Entry;
use crate::output::clean::named as clean;
use crate::table::matrix::{Column, Kind, Listed, Sheet};
use crate::words::nth;

/// How many zones a heading spells out.
const ZONES: usize = 4;

/// The names of a column; of several entries with one name, which of them each is.
pub(crate) fn names_of(column: &Column<'_>) -> Vec<String> {
    let names = column.names.iter().zip(&column.nth);
    names
        .map(|(name, which)| clean(&nth(name, *which)).into_owned())
        .collect()
}

/// The image or region of a column.
pub(crate) fn group_of(column: &Column<'_>) -> String {
    clean(&nth(column.group, column.group_nth)).into_owned()
}

/// Whether the heading of a column names all zones that it stands for: they have no order that
/// could make a range.
pub(crate) fn lists_all(column: &Column<'_>) -> bool {
    column.classification.is_none() && column.names.len() <= ZONES
}

/// The columns whose heading does not name all that they stand for, with all of it.
pub(crate) fn notes(sheet: &Sheet<'_>) -> Vec<Entry> {
    if sheet.kind == Kind::Regions && sheet.columns.len() == 1 {
        return Vec::new();
    }
    let mut notes = Vec::new();
    let mut last: Option<(&str, &[&str])> = None;
    for column in &sheet.columns {
        // Flavors of the same versions stand side by side.
        if column.names.len() <= 2
            || column.range.is_some()
            || lists_all(column)
            || last == Some((column.group, &column.names))
        {
            continue;
        }
        last = Some((column.group, &column.names));
        let names = names_of(column);
        let group = if sheet.kind == Kind::Regions {
            String::new()
        } else {
            format!("{} ", group_of(column))
        };
        notes.push(Entry::name(
            format!("{group}{} + {} more", names[0], names.len() - 1),
            names.join(", "),
        ));
    }
    notes
}

/// The subjects of the rows in a table by regions, each with its flavor where another row of the
/// same versions looks the same; none in other tables.
pub(crate) fn listed_names(sheet: &Sheet<'_>) -> Vec<String> {
    let mut names = Vec::new();
    for rows in sheet.rows.chunk_by(|before, row| row.goes_on(before)) {
        let listed: Vec<_> = rows
            .iter()
            .filter_map(|row| row.listed.as_deref())
            .collect();
        let texts: Vec<String> = listed.iter().map(|listed| listed_text(listed)).collect();
        for (listed, text) in listed.iter().zip(&texts) {
            let several = texts.iter().filter(|other| *other == text).count() > 1;
            names.push(match listed.flavor.filter(|_| several) {
                Some(flavor) => format!("{text} (flavor {flavor})"),
                None => text.clone(),
            });
        }
    }
    names
}

/// The subject of a row in a table by regions: `amd64; storageAccess NVMe, SCSI`.
fn listed_text(listed: &Listed<'_>) -> String {
    let Some(says) = &listed.says else {
        return "any".to_owned();
    };
    let Some(at) = says
        .iter()
        .position(|(name, values)| *name == ARCHITECTURE && !values.is_empty())
    else {
        return flavor_text(says);
    };
    let mut rest = says.clone();
    let (_, architectures) = rest.remove(at);
    let architectures: Vec<_> = architectures.iter().map(|name| clean(name)).collect();
    if rest.is_empty() {
        architectures.join(", ")
    } else {
        format!("{}; {}", architectures.join(", "), flavor_text(&rest))
    }
}

/// `architecture amd64; storageAccess NVMe, SCSI`
pub(crate) fn flavor_text(says: &[(&str, Vec<&str>)]) -> String {
    if says.is_empty() {
        return "all values of all capabilities".to_owned();
    }
    let mut text = String::new();
    for (at, (name, values)) in says.iter().enumerate() {
        let values: Vec<_> = values.iter().map(|value| clean(value)).collect();
        let values = if values.is_empty() {
            "nothing".to_owned()
        } else {
            values.join(", ")
        };
        let _ = write!(
            text,
            "{}{} {values}",
            if at > 0 { "; " } else { "" },
            clean(name)
        );
    }
    text
}

/// `a` to `z`, then `aa` and on.
pub(crate) fn letter(mut at: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b'a' + u8::try_from(at % 26).unwrap_or(0)));
        if at < 26 {
            return letters.iter().rev().collect();
        }
        at = at / 26 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::letter;

    #[test]
    fn letters_go_on() {
        assert_eq!(
            [0, 25, 26, 27, 701, 702].map(letter),
            ["a", "z", "aa", "ab", "zz", "aaa"]
        );
    }
}
