//! The directory of a report. cpcap changes nothing in it that it did not write: a list there names
//! its files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use crate::cli::disk::{self, is_half, reason};

/// The file that names the files of a report.
const LIST: &str = ".cpcap-report";
/// Its first line.
const HEAD: &str = "# cpcap report wrote these files, and the next one replaces them.";

/// Writes the files of a report, and removes those of the last one that it no longer has.
///
/// # Errors
/// Why it could not, as a sentence.
pub(super) fn write(
    dir: &Path,
    name: &str,
    files: &BTreeMap<String, String>,
) -> Result<(), String> {
    let failed = |what: &str, error: &io::Error| format!("cannot write {what}: {}", reason(error));
    if fs::symlink_metadata(dir).is_ok()
        && fs::metadata(dir).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
    {
        return Err(format!(
            "{name} is a link to nothing; make what it leads to, or name another directory"
        ));
    }
    if dir.exists() && !dir.is_dir() {
        return Err(format!(
            "cannot write {name}: it is a file; name a directory"
        ));
    }
    fs::create_dir_all(dir).map_err(|error| failed(name, &error))?;
    let own = own(dir).map_err(|error| failed(name, &error))?;
    let Some(own) = own else {
        return Err(format!(
            "{name} is not empty, and no report of cpcap; name a new or an empty directory"
        ));
    };
    if let Some(foreign) = files
        .keys()
        .find(|file| !own.contains(*file) && fs::symlink_metadata(dir.join(file)).is_ok())
    {
        return Err(format!(
            "{name} has a file {foreign} that cpcap did not write; move it, or name another \
             directory"
        ));
    }
    // The list comes first: what is written from here on is known to be of cpcap.
    let all: BTreeSet<&String> = own.iter().chain(files.keys()).collect();
    put(dir, LIST, &list(&all)).map_err(|error| failed(name, &error))?;
    for (file, text) in files {
        put(dir, file, text).map_err(|error| failed(&format!("{name}/{file}"), &error))?;
    }
    for old in own.iter().filter(|file| !files.contains_key(*file)) {
        match fs::remove_file(dir.join(old)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(format!(
                    "cannot remove {name}/{old} of the last report: {}",
                    reason(&error)
                ));
            }
            _ => {}
        }
    }
    put(dir, LIST, &list(&files.keys().collect())).map_err(|error| failed(name, &error))?;
    remove_halves(dir).map_err(|error| failed(name, &error))
}

/// How long ago the run must have ended that left a file in the middle: another one may be at work,
/// and the numbers of processes say nothing about those of other machines and containers.
const LEFT: Duration = Duration::from_secs(60 * 60);

/// Removes what runs left that ended in the middle of a file.
fn remove_halves(dir: &Path) -> io::Result<()> {
    // The list has just been written, and its disk has one clock.
    let now = fs::metadata(dir.join(LIST))?.modified()?;
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        if !is_half(&entry.file_name()) {
            continue;
        }
        // Another run may give it its name meanwhile.
        let Ok(about) = entry.metadata() else {
            continue;
        };
        let age = now.duration_since(about.modified()?).unwrap_or_default();
        if about.is_file() && age >= LEFT {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// The files that an earlier report wrote: none in an empty directory; nothing for a directory of
/// somebody else.
fn own(dir: &Path) -> io::Result<Option<BTreeSet<String>>> {
    match fs::read_to_string(dir.join(LIST)) {
        Ok(text) => {
            let mut lines = text.lines();
            let is_list = lines.next() == Some(HEAD);
            // Only names as cpcap writes them: a list that was changed leads nowhere else.
            let names = lines.filter(|line| is_name(line)).map(str::to_owned);
            Ok(is_list.then(|| names.collect()))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            // A run that ended before its list was complete has left nothing else.
            for entry in fs::read_dir(dir)? {
                if !is_half(&entry?.file_name()) {
                    return Ok(None);
                }
            }
            Ok(Some(BTreeSet::new()))
        }
        Err(error) => Err(error),
    }
}

fn is_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '.';
    name.ends_with(".html") && !name.starts_with('.') && name.chars().all(is_plain)
}

fn list(files: &BTreeSet<&String>) -> String {
    let names: String = files.iter().map(|file| format!("{file}\n")).collect();
    format!("{HEAD}\n{names}")
}

fn put(dir: &Path, name: &str, text: &str) -> io::Result<()> {
    disk::put(&dir.join(name), text.as_bytes(), None)
}
