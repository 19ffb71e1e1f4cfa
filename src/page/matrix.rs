//! The tables of `cpcap table` as elements: real headings, a class and a sign for each cell, and
//! counts on both sides.

use maud::{Markup, html};

use crate::model::lifecycle::{Classification, Current};
use crate::output::Document;
use crate::output::html::prose;
use crate::table::matrix::{
    Column, Found, Kind, Mark, Mood, Row, Sheet, Words, group_of, listed_names, mood, notes,
};

/// A table with its caption and legend. `at`: its position among the tables of the page.
pub(super) fn draw(sheet: &Sheet<'_>, at: usize, words: &Words, quiet: bool) -> Markup {
    let mut legend = Document::default();
    legend.list(words.legend(sheet).into_iter().chain(notes(sheet)));
    html! {
        div.scroll.sheet-box tabindex="0" role="group" aria-label=(words.subtitle(sheet)) {
            (table(sheet, at, words))
        }
        @if !quiet { div.legend { (legend.html()) } }
    }
}

fn table(sheet: &Sheet<'_>, at: usize, words: &Words) -> Markup {
    let second = Words::second_corner(sheet).or_else(|| {
        let known = sheet.rows.iter().any(|row| row.architecture.is_some());
        known.then_some("Arch")
    });
    let groups: Vec<&[Column<'_>]> = sheet
        .columns
        .chunk_by(|one, other| one.group == other.group && one.group_nth == other.group_nth)
        .collect();
    let grouped = !matches!(sheet.kind, Kind::Images | Kind::Regions);
    let depth = if grouped { "2" } else { "1" };
    let mut listed = listed_names(sheet).into_iter();
    html! {
        table.sheet data-sheet=(at) data-kind=(kind(sheet.kind)) {
            caption { (prose(&words.subtitle(sheet))) }
            thead {
                tr {
                    th.corner scope="col" rowspan=(depth) { (Words::corner(sheet)) }
                    @if let Some(second) = second { th scope="col" rowspan=(depth) { (second) } }
                    th.count scope="col" rowspan=(depth) { (tally(sheet.kind)) }
                    @if grouped {
                        @for group in &groups {
                            th.group scope="colgroup" colspan=(group.len()) {
                                (prose(&group_of(&group[0])))
                            }
                        }
                    } @else {
                        @for column in &sheet.columns { (heading(sheet, words, column)) }
                    }
                }
                @if grouped {
                    tr { @for column in &sheet.columns { (heading(sheet, words, column)) } }
                }
            }
            tbody {
                @for row in &sheet.rows {
                    tr {
                        (row_heading(words, row))
                        @if second.is_some() {
                            td.arch { (second_cell(row, listed.next())) }
                        }
                        (count(count_of_row(sheet, row)))
                        @for column in &sheet.columns { (cell(sheet, words, row, column)) }
                    }
                }
            }
            tfoot {
                tr {
                    th scope="row" { (tally(sheet.kind)) }
                    @if second.is_some() { td {} }
                    td.count {}
                    @for column in &sheet.columns { (count(count_of_column(sheet, column))) }
                }
            }
        }
    }
}

fn heading(sheet: &Sheet<'_>, words: &Words, column: &Column<'_>) -> Markup {
    let names = match sheet.kind {
        Kind::Images => vec![group_of(column)],
        Kind::Regions => words.regions(sheet, column),
        _ if column.names.is_empty() => vec!["(no zones)".to_owned()],
        _ => words.names(column),
    };
    html! {
        th scope="col" {
            span.names { (prose(&names.join(" "))) }
            @if let Some(classification) = Words::classification(column) {
                " " small class=(note_class(column.classification)) { (prose(&classification)) }
            }
            @if let Some(flavor) = Words::flavor(column) { " " small { (flavor) } }
        }
    }
}

fn row_heading(words: &Words, row: &Row<'_>) -> Markup {
    let note = Words::note(row);
    html! {
        th scope="row" {
            @if let Some(listed) = &row.listed {
                span.of { (prose(&crate::output::clean::named(listed.image))) } " "
            }
            span.names { (prose(&words.row_names(row))) }
            @if !note.is_empty() {
                @let classification = row.listed.as_ref().map(|listed| listed.classification);
                " " small class=(note_class(classification)) { (prose(&note)) }
            }
        }
    }
}

/// The classes of a note: those of a classification that somebody should know of.
fn note_class(of: Option<Current<'_>>) -> &'static str {
    match of {
        Some(Current::Known(Classification::Preview)) => "note preview",
        Some(Current::Known(Classification::Deprecated)) => "note deprecated",
        Some(Current::Known(Classification::Expired)) => "note expired",
        _ => "note",
    }
}

fn second_cell(row: &Row<'_>, listed: Option<String>) -> Markup {
    match listed {
        Some(text) => prose(&text),
        None => prose(&crate::output::clean::named(
            row.architecture.unwrap_or("unknown"),
        )),
    }
}

fn cell(sheet: &Sheet<'_>, words: &Words, row: &Row<'_>, column: &Column<'_>) -> Markup {
    let mark = sheet.mark(row, column);
    let lines = words.cell(mark);
    let class = match mood(mark) {
        _ if *mark == Mark::Unavailable => "hole",
        Mood::Good => "yes",
        Mood::Mixed => "mixed",
        Mood::No => "no",
        Mood::Wrong => "wrong",
    };
    html! {
        td class=(class) data-counts=[(!counts(mark)).then_some("0")] {
            @for (at, line) in lines.iter().enumerate() {
                @if at > 0 { br; }
                (line)
            }
        }
    }
}

/// Whether a cell counts as one that fits, or as something that is there.
fn counts(mark: &Mark<'_>) -> bool {
    !matches!(
        mark,
        Mark::Unfit
            | Mark::Unavailable
            | Mark::NoDefault
            | Mark::Listed(Found::None | Found::Nameless)
    )
}

/// The heading of the counts.
fn tally(kind: Kind) -> &'static str {
    match kind {
        Kind::Versions | Kind::Flavors | Kind::Images => "Fit",
        Kind::MachineTypes | Kind::VolumeTypes => "Available",
        Kind::Regions => "Artifacts",
    }
}

fn count_of_row(sheet: &Sheet<'_>, row: &Row<'_>) -> (usize, usize) {
    let columns = sheet
        .columns
        .iter()
        .map(|column| (column.names.len().max(1), counts(sheet.mark(row, column))));
    of(columns)
}

fn count_of_column(sheet: &Sheet<'_>, column: &Column<'_>) -> (usize, usize) {
    let rows = sheet
        .rows
        .iter()
        .map(|row| (row.names.len(), counts(sheet.mark(row, column))));
    of(rows)
}

/// How many of all names count.
fn of(all: impl Iterator<Item = (usize, bool)>) -> (usize, usize) {
    all.fold((0, 0), |(some, all), (names, counts)| {
        (some + if counts { names } else { 0 }, all + names)
    })
}

/// `6 of 8`; none stands out.
fn count((some, all): (usize, usize)) -> Markup {
    html! {
        td class=(if some == 0 { "count none" } else { "count" }) { (some) " of " (all) }
    }
}

/// The kind as JSON has it.
fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Versions => "versions",
        Kind::Flavors => "flavors",
        Kind::Images => "images",
        Kind::MachineTypes => "machineTypeAvailability",
        Kind::VolumeTypes => "volumeTypeAvailability",
        Kind::Regions => "regions",
    }
}
