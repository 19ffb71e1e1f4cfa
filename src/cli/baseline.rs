//! `--baseline` and `--write-baseline`: reading and writing the file of accepted findings.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::cli::paths::normal;
use crate::cli::settings::args::SettingsArgs;
use crate::cli::settings::{Found, relative};
use crate::cli::{Io, disk, inputs};
use crate::config::baseline::{Baseline, accept, read};
use crate::finding::Finding;
use crate::landscape::Input;
use crate::report::{self, Look};
use crate::source::{FileId, Place, Sources};
use crate::yaml;

/// The baseline that flags or the configuration file name, relative to the working directory.
pub(super) fn path(args: &SettingsArgs, found: Option<&Found>, cwd: &Path) -> Option<PathBuf> {
    let of_file = || {
        found.and_then(|found| {
            Some(relative(
                cwd,
                &found.dir.join(&found.file.baseline.as_ref()?.value),
            ))
        })
    };
    args.baseline.clone().or_else(of_file)
}

/// Reads a baseline, and writes its faults to standard error.
///
/// # Errors
/// When it could not be used; that has been said.
pub(super) fn load(
    path: &Path,
    inputs: &[Input],
    limit: u64,
    sources: &mut Sources,
    io: &mut Io<'_>,
) -> Result<Baseline, ()> {
    let full = io.cwd.join(path);
    let input = inputs::read_file(&full, path, limit, sources).map_err(|reason| {
        let help = if full.symlink_metadata().is_ok() {
            ""
        } else {
            "; `--write-baseline` writes it"
        };
        io.complain(&format!(
            "cannot read the baseline {}: {reason}{help}",
            path.display()
        ));
    })?;
    let names = names(path, inputs, sources, &io.cwd);
    match read(&yaml::read(sources.get(input.file).text())) {
        Ok(accepted) => Ok(Baseline {
            file: input.file,
            accepted,
            names,
        }),
        Err((span, message)) => {
            let look = Look {
                color: io.color(io.stderr_terminal, None),
                width: io.columns(),
                ..Look::default()
            };
            drop(report::failure(
                "error",
                &message,
                None,
                Place {
                    file: input.file,
                    span,
                },
                sources,
                look,
                io.stderr,
            ));
            io.complain(&format!("the baseline {} cannot be used", path.display()));
            Err(())
        }
    }
}

/// Writes a baseline that accepts all findings.
///
/// # Errors
/// Why it cannot be written.
pub(super) fn save(
    path: &Path,
    findings: &[Finding],
    inputs: &[Input],
    sources: &Sources,
    cwd: &Path,
) -> std::io::Result<()> {
    let written = accept(findings, &names(path, inputs, sources, cwd));
    let text = serde_json::to_string_pretty(&written)? + "\n";
    disk::write(&cwd.join(path), text.as_bytes())
}

/// The names of texts as seen from a baseline, with forward slashes everywhere.
fn names(
    baseline: &Path,
    inputs: &[Input],
    sources: &Sources,
    cwd: &Path,
) -> BTreeMap<FileId, String> {
    let full = normal(&cwd.join(baseline));
    let dir = full.parent().unwrap_or(cwd);
    let name = |input: &Input| {
        let path = relative(dir, &cwd.join(sources.get(input.file).name()))
            .display()
            .to_string();
        (input.file, path.replace(std::path::MAIN_SEPARATOR, "/"))
    };
    inputs.iter().map(name).collect()
}
