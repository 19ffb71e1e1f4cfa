//! `--format FORMAT` and `--format FORMAT=FILE`: which forms a run writes, and where to.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::builder::{EnumValueParser, PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, Error};

use crate::cli::paths::normal;
use crate::report::Format;

/// A form, and the file that it goes to; without one to standard output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Destination {
    pub format: Format,
    pub file: Option<PathBuf>,
}

/// Reads `FORMAT` and `FORMAT=FILE`; help and suggestions are those of the formats.
#[derive(Clone, Debug)]
pub(super) struct DestinationParser;

impl TypedValueParser for DestinationParser {
    type Value = Destination;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Destination, Error> {
        let text = value.to_string_lossy();
        let (format, file) = text
            .split_once('=')
            .map_or((&*text, None), |(format, file)| (format, Some(file)));
        let format =
            EnumValueParser::<Format>::new().parse_ref(command, arg, OsStr::new(format))?;
        match file {
            Some("") => {
                let message = format!(
                    "`--format {text}` names no file; expected one such as --format \
                     sarif=findings.sarif\n"
                );
                Err(Error::raw(ErrorKind::InvalidValue, message).with_cmd(command))
            }
            Some("-") | None => Ok(Destination { format, file: None }),
            Some(file) => Ok(Destination {
                format,
                file: Some(file.into()),
            }),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values: Vec<PossibleValue> = EnumValueParser::<Format>::new()
            .possible_values()?
            .collect();
        Some(Box::new(values.into_iter()))
    }
}

/// The files that a run writes. `output`: the file for the form that names none. `cwd`: the
/// directory that files are relative to.
///
/// # Errors
/// Why the flags contradict each other.
pub(super) fn destinations(
    formats: &[Destination],
    output: Option<PathBuf>,
    cwd: &Path,
) -> Result<Vec<Destination>, String> {
    let mut all = formats.to_vec();
    let without_file = |all: &[Destination]| {
        all.iter()
            .filter(|destination| destination.file.is_none())
            .count()
    };
    if all.is_empty() || (output.is_some() && without_file(&all) == 0) {
        all.push(Destination {
            format: Format::default(),
            file: None,
        });
    }
    if without_file(&all) > 1 {
        return Err(
            "only one form can go to standard output; write the others to files, such as \
            --format sarif=findings.sarif"
                .to_owned(),
        );
    }
    if let Some(output) = output {
        for destination in all
            .iter_mut()
            .filter(|destination| destination.file.is_none())
        {
            destination.file = Some(output.clone());
        }
    }
    for (index, one) in all.iter().enumerate() {
        let same = |file: &PathBuf, other: &Destination| {
            other
                .file
                .as_ref()
                .is_some_and(|other| is_same(cwd, file, other))
        };
        if let Some(file) = one
            .file
            .as_ref()
            .filter(|file| all[..index].iter().any(|other| same(file, other)))
        {
            return Err(format!("two forms would go to {}", file.display()));
        }
    }
    Ok(all)
}

/// Whether two paths name the same file, which need not exist yet.
fn is_same(cwd: &Path, a: &Path, b: &Path) -> bool {
    let full = |path: &Path| normal(&cwd.join(path));
    full(a) == full(b)
}
