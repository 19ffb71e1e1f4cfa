//! Tables as comma-separated values for spreadsheets: one line for each pair, quoted as RFC 4180
//! says (`docs/output.md`).

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write};

use crate::output::csv::{self, yes_or_no};
use crate::table::matrix::json::fit;
use crate::table::matrix::{Column, Found, Kind, Mark, Placed, Row, Sheet};

/// Writes tables that were built with all rows and columns expanded: one heading, then one line for
/// each pair.
///
/// # Errors
/// When the writer fails.
pub fn write(sheets: &[Sheet<'_>], out: &mut dyn Write) -> io::Result<()> {
    // A line has a few parts; each would be a call through the trait object.
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let Some(first) = sheets.first() else {
        return Ok(());
    };
    writeln!(out, "{}", heading(first.kind))?;
    for sheet in sheets {
        lines(sheet, &mut out)?;
    }
    out.flush()
}

fn heading(kind: Kind) -> &'static str {
    match kind {
        Kind::Versions | Kind::Images => {
            "file,profile,machine_type,architecture,usable,image,version,classification,compatible,flavor,ambiguous_flavors,documented_flavors"
        }
        Kind::Flavors => {
            "file,profile,machine_type,architecture,usable,image,version,classification,flavor,capabilities,compatible,selected"
        }
        Kind::MachineTypes => "file,profile,machine_type,usable,region,zone,available",
        Kind::VolumeTypes => "file,profile,volume_type,usable,region,zone,available",
        Kind::Regions => {
            "file,profile,image,version,classification,flavor,capabilities,region,found,field,artifact"
        }
    }
}

/// Each line is the text of its row, of its column and of its cell. These three are computed once.
fn lines(sheet: &Sheet<'_>, out: &mut impl Write) -> io::Result<()> {
    if sheet.kind == Kind::Regions {
        return sheet
            .rows
            .iter()
            .try_for_each(|row| artifacts(sheet, row, out));
    }
    let columns: Vec<String> = sheet
        .columns
        .iter()
        .map(|column| column_text(sheet, column))
        .collect();
    let cells: Vec<String> = sheet
        .marks
        .iter()
        .map(|mark| cell_text(sheet.kind, mark))
        .collect();
    for row in &sheet.rows {
        let start = row_text(sheet, row);
        for (column, middle) in sheet.columns.iter().zip(&columns) {
            out.write_all(start.as_bytes())?;
            out.write_all(middle.as_bytes())?;
            out.write_all(cells[sheet.index(row, column)].as_bytes())?;
        }
    }
    Ok(())
}

/// The lines of a version and flavor, one for each region.
fn artifacts(sheet: &Sheet<'_>, row: &Row<'_>, out: &mut impl Write) -> io::Result<()> {
    let Some(listed) = &row.listed else {
        return Ok(());
    };
    let mut start = String::new();
    field(&mut start, sheet.subject.file);
    field(&mut start, &sheet.subject.name.qualified());
    field(&mut start, listed.image);
    field(&mut start, &row.names.join(" "));
    field(&mut start, listed.classification.as_str());
    field(
        &mut start,
        &listed
            .flavor
            .map_or_else(String::new, |flavor| flavor.to_string()),
    );
    field(
        &mut start,
        &listed
            .says
            .as_deref()
            .map_or_else(String::new, capabilities),
    );
    // There is at most one artifact without regions.
    let everywhere = || {
        listed
            .artifacts
            .first()
            .filter(|placed| placed.regions.is_empty())
    };
    let mut by_region: BTreeMap<&str, &Placed<'_>> = BTreeMap::new();
    for placed in &listed.artifacts {
        by_region.extend(placed.regions.iter().map(|region| (*region, placed)));
    }
    for column in &sheet.columns {
        let region = column.names.first().copied().unwrap_or_default();
        let placed = by_region.get(region).copied().or_else(everywhere);
        let mut line = start.clone();
        field(&mut line, region);
        field(
            &mut line,
            placed.map_or(Found::None, |placed| placed.found).code(),
        );
        let names = placed.map_or(&[][..], |placed| &placed.names);
        let [fields, values] = [
            |(field, _): &(&'static str, &str)| (*field).to_owned(),
            |(_, value): &(&'static str, &str)| (*value).to_owned(),
        ]
        .map(|part| names.iter().map(part).collect::<Vec<String>>().join(" "));
        field(&mut line, &fields);
        field(&mut line, &values);
        // The last comma is the end of the line.
        line.pop();
        line.push('\n');
        out.write_all(line.as_bytes())?;
    }
    Ok(())
}

fn row_text(sheet: &Sheet<'_>, row: &Row<'_>) -> String {
    let mut text = String::new();
    field(&mut text, sheet.subject.file);
    field(&mut text, &sheet.subject.name.qualified());
    field(&mut text, &row.names.join(" "));
    if !matches!(sheet.kind, Kind::MachineTypes | Kind::VolumeTypes) {
        field(&mut text, row.architecture.unwrap_or_default());
    }
    field(&mut text, yes_or_no(row.usable));
    text
}

fn column_text(sheet: &Sheet<'_>, column: &Column<'_>) -> String {
    let mut text = String::new();
    field(&mut text, column.group);
    if sheet.kind == Kind::Images {
        return text;
    }
    field(&mut text, &column.names.join(" "));
    if let Some(classification) = column.classification {
        field(&mut text, classification.as_str());
    }
    if sheet.kind == Kind::Flavors {
        field(
            &mut text,
            &column
                .flavor
                .map_or_else(String::new, |(flavor, _)| flavor.to_string()),
        );
        let says = column.flavor.and_then(|(_, says)| sheet.flavors.get(says));
        field(
            &mut text,
            &says.map_or_else(String::new, |says| capabilities(says)),
        );
    }
    text
}

/// `architecture=amd64;storageAccess=NVMe,SCSI`
fn capabilities(says: &[(&str, Vec<&str>)]) -> String {
    let parts: Vec<String> = says
        .iter()
        .map(|(name, values)| format!("{name}={}", values.join(",")))
        .collect();
    parts.join(";")
}

/// The last fields of a line and its end.
fn cell_text(kind: Kind, mark: &Mark<'_>) -> String {
    let fit = |mark: &Mark<'_>| {
        let of = fit(mark);
        let flavor = of.flavor.map_or_else(String::new, |of| of.to_string());
        let (tied, documented) = (
            numbers(&of.ambiguous_flavors),
            numbers(&of.documented_flavors),
        );
        format!("{},{flavor},{tied},{documented}\n", of.compatible)
    };
    match (kind, mark) {
        (
            _,
            Mark::Default {
                version,
                classification,
                fit: of,
            },
        ) => {
            let mut text = String::new();
            field(&mut text, version);
            field(&mut text, classification.as_str());
            text + &fit(of)
        }
        (Kind::Versions, _) => fit(mark),
        (Kind::Images, _) => format!(",,{}", fit(mark)),
        (Kind::Flavors, Mark::Unfit) => "false,false\n".to_owned(),
        (Kind::Flavors, Mark::Fits) => "true,\n".to_owned(),
        (Kind::Flavors, Mark::Tied) => "true,ambiguous\n".to_owned(),
        (Kind::Flavors, _) => format!("true,{}\n", *mark == Mark::Taken),
        (_, Mark::Listed(found)) => format!("{}\n", found.code()),
        _ => format!("{}\n", *mark == Mark::Available),
    }
}

/// Numbers of flavors, from 0, between blanks.
fn numbers(flavors: &[usize]) -> String {
    let numbers: Vec<String> = flavors.iter().map(ToString::to_string).collect();
    numbers.join(" ")
}

/// Adds a field and its comma.
fn field(text: &mut String, value: &str) {
    csv::field(text, value);
    text.push(',');
}
