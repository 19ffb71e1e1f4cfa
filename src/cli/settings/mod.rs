//! From flags and the configuration file to settings. cpcap looks for the file from the working
//! directory upwards; flags win over it.

pub(super) mod args;

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::cli::flags::{FileArgs, ProviderArgs};
use crate::cli::paths::{is_matched, normal};
use crate::cli::settings::args::{GateArgs, SettingsArgs};
use crate::cli::{Io, inputs, values};
use crate::config::file::{self, ConfigFile, NAME, RuleChoice, Words};
use crate::config::{Choice, Gates, Layer, NEWEST_MINOR, ProviderRules, Settings};
use crate::finding::Severity;
use crate::landscape::{self, Input};
use crate::lint;
use crate::model::cursor::Spanned;
use crate::model::time::Time;
use crate::report::{self, Look};
use crate::source::{FileId, LineColumn, Place, Sources};

/// A configuration file larger than this is none.
const LARGEST: u64 = 1 << 20;

/// A configuration file that was read.
#[derive(Debug)]
pub(super) struct Found {
    /// Its directory: paths in it are relative to this.
    pub dir: PathBuf,
    pub file: ConfigFile,
    /// The text of the file, and no other.
    pub sources: Sources,
    id: FileId,
}

impl Found {
    pub fn name(&self) -> &str {
        self.sources.get(self.id).name()
    }

    /// Where something stands in it.
    pub fn position(&self, span: crate::source::Span) -> LineColumn {
        self.sources.get(self.id).position(span.start)
    }
}

/// Finds and reads the configuration file, if there is one, and writes its faults to standard
/// error.
///
/// # Errors
/// When it could not be used; that has been said.
pub(super) fn find(args: &FileArgs, io: &mut Io<'_>) -> Result<Option<Found>, ()> {
    let path = match &args.config {
        _ if args.no_config => return Ok(None),
        Some(path) => io.cwd.join(path),
        None => match io
            .cwd
            .ancestors()
            .map(|dir| dir.join(NAME))
            .find(|path| path.symlink_metadata().is_ok())
        {
            Some(path) => path,
            None => {
                of_misnamed(io);
                return Ok(None);
            }
        },
    };
    let name = args
        .config
        .clone()
        .unwrap_or_else(|| relative(&io.cwd, &path));
    let mut sources = Sources::default();
    let input = inputs::read_file(&path, &name, LARGEST, &mut sources).map_err(|reason| {
        io.complain(&format!(
            "cannot read the configuration file {}: {reason}",
            name.display()
        ));
    })?;
    let file = read(input, &sources, io)?;
    let dir = path
        .parent()
        .map_or_else(|| io.cwd.clone(), Path::to_path_buf);
    Ok(Some(Found {
        dir,
        file,
        sources,
        id: input.file,
    }))
}

/// Says which file looks like a configuration file, but is not called like one.
fn of_misnamed(io: &mut Io<'_>) {
    if let Some(path) = io
        .cwd
        .ancestors()
        .map(|dir| dir.join(".cpcap.yml"))
        .find(|path| path.is_file())
    {
        let name = relative(&io.cwd, &path);
        io.complain(&format!(
            "cpcap does not read {}: the configuration file has the name {NAME}; rename it, or \
             pass it with --config",
            name.display()
        ));
    }
}

/// Something wrong with a configuration file.
pub(super) struct Fault {
    /// The path to the value; empty where the text as a whole is meant.
    pub field: String,
    pub message: String,
    pub help: Option<String>,
    pub span: crate::source::Span,
}

/// Reads a configuration file, with what is wrong with it; none where its text cannot be read.
pub(super) fn checked(input: Input, sources: &Sources) -> (Option<ConfigFile>, Vec<Fault>) {
    // The file has the problems of any YAML: bad syntax, and duplicate keys.
    let files = landscape::read(sources, &[input]);
    let findings = lint::texts(sources, files.iter());
    if !findings.is_empty() {
        let faults = findings.into_iter().map(|finding| {
            // The rules are about manifests: kubectl's treatment does not matter for this file.
            let message = finding.message.split_once(": kubectl");
            let message = message.map(|(what, _)| what.to_owned());
            Fault {
                field: String::new(),
                message: message.unwrap_or(finding.message),
                help: finding.help,
                span: finding.place.span,
            }
        });
        return (None, faults.collect());
    }
    let words = Words {
        selector: values::selector,
        provider: values::provider_rules,
        pattern: values::path_pattern,
    };
    let (file, problems) = files.first().map_or_else(Default::default, |file| {
        file::read(&file.documents, file.text, words)
    });
    let faults = problems.into_iter().map(|problem| Fault {
        field: problem.field,
        message: problem.message,
        help: problem.help,
        span: problem.span,
    });
    (Some(file), faults.collect())
}

fn read(input: Input, sources: &Sources, io: &mut Io<'_>) -> Result<ConfigFile, ()> {
    let look = Look {
        color: io.color(io.stderr_terminal, None),
        width: io.columns(),
        ..Look::default()
    };
    let name = sources.get(input.file).name();
    let (file, faults) = checked(input, sources);
    for fault in &faults {
        let what = match fault.field.as_str() {
            "" => "error".to_owned(),
            field => format!("error: {field}"),
        };
        let place = Place {
            file: input.file,
            span: fault.span,
        };
        drop(report::failure(
            &what,
            &fault.message,
            fault.help.as_deref(),
            place,
            sources,
            look,
            io.stderr,
        ));
    }
    match file {
        None => io.complain(&format!("cannot read the configuration file {name}")),
        Some(file) if faults.is_empty() => return Ok(file),
        Some(_) => io.complain(&format!(
            "the configuration file {name} has invalid settings; `cpcap schema config` describes it"
        )),
    }
    Err(())
}

/// The gates of flags and file, or why they contradict each other.
pub(super) fn gates(args: &GateArgs, found: Option<&Found>) -> Result<Gates, String> {
    let minor = args
        .gardener_version
        .or_else(|| found?.file.gardener_minor.map(|minor| minor.value));
    let of_file = found
        .iter()
        .flat_map(|found| &found.file.feature_gates)
        .map(|gate| &gate.value);
    Gates::chosen(
        minor,
        of_file
            .chain(&args.feature_gates)
            .map(|(name, on)| (name.as_str(), *on)),
    )
}

/// Says on standard error that a version of Gardener is newer than all that is known.
pub(super) fn beyond(args: &GateArgs, found: Option<&Found>, io: &mut Io<'_>) {
    let minor = args
        .gardener_version
        .or_else(|| found?.file.gardener_minor.map(|minor| minor.value));
    if let Some(minor) = minor.filter(|minor| *minor > NEWEST_MINOR) {
        io.complain(&format!(
            "Gardener 1.{minor} is newer than this cpcap, which knows versions up to \
             1.{NEWEST_MINOR} and uses that one"
        ));
    }
}

/// By whose rules `providerConfig`s are judged.
pub(super) fn provider_rules(args: &ProviderArgs, found: Option<&Found>) -> ProviderRules {
    let of_file = || {
        found?
            .file
            .provider_rules
            .as_ref()
            .map(|rules| rules.value.clone())
    };
    args.chosen().or_else(of_file).unwrap_or_default()
}

pub(super) fn deny(args: &SettingsArgs, found: Option<&Found>) -> Severity {
    let of_file = || found?.file.deny.map(|deny| deny.value);
    args.deny
        .map(Severity::from)
        .or_else(of_file)
        .unwrap_or(Severity::Error)
}

/// The severity from which on findings are shown: whatever fails a run is.
pub(super) fn level(args: &SettingsArgs, found: Option<&Found>) -> Severity {
    let of_file = || found?.file.level.map(|level| level.value);
    args.level
        .map(Severity::from)
        .or_else(of_file)
        .unwrap_or(Severity::Warning)
        .min(deny(args, found))
}

/// The files that are read but not judged.
pub(super) fn context(found: Option<&Found>, cwd: &Path) -> Vec<PathBuf> {
    context_at(found, cwd).map(|(path, _)| path).collect()
}

/// The same, each with where the file says so.
pub(super) fn context_at<'f>(
    found: Option<&'f Found>,
    cwd: &'f Path,
) -> impl Iterator<Item = (PathBuf, String)> + 'f {
    found.into_iter().flat_map(move |found| {
        found.file.with.iter().map(move |path| {
            let at = found.position(path.span);
            (
                relative(cwd, &found.dir.join(&path.value)),
                format!("{}:{}:{}", found.name(), at.line, at.column),
            )
        })
    })
}

/// The paths that a search of directories leaves out.
pub(super) fn exclude(found: Option<&Found>) -> Gitignore {
    found.map_or_else(Gitignore::empty, |found| {
        patterns(&found.dir, &found.file.exclude)
    })
}

/// The settings of a run that judges texts: gates, rules, level and providers.
pub(super) fn settings(
    args: &SettingsArgs,
    found: Option<&Found>,
    gates: Gates,
    (inputs, sources): (&[Input], &Sources),
    (cwd, now): (&Path, Time),
) -> Settings {
    Settings {
        gates,
        provider_rules: provider_rules(&args.provider, found),
        choice: choice(args, found, inputs, sources, cwd),
        level: level(args, found),
        silences: true,
        ..Settings::at(now)
    }
}

/// The rules that count in each text.
pub(super) fn choice(
    args: &SettingsArgs,
    found: Option<&Found>,
    inputs: &[Input],
    sources: &Sources,
    cwd: &Path,
) -> Choice {
    let mut layers = Vec::new();
    if let Some(found) = found {
        layers.push(layer(&found.file.rules, None));
        for one in &found.file.overrides {
            let patterns = patterns(&found.dir, &one.paths);
            let matched =
                |input: &&Input| is_matched(&patterns, &cwd.join(sources.get(input.file).name()));
            layers.push(layer(
                &one.rules,
                Some(
                    inputs
                        .iter()
                        .filter(matched)
                        .map(|input| input.file)
                        .collect(),
                ),
            ));
        }
    }
    layers.push(Layer {
        files: None,
        select: args.select.clone(),
        ignore: args.ignore.clone(),
        severities: args.severity.iter().cloned().collect(),
    });
    Choice { layers }
}

fn layer(rules: &RuleChoice, files: Option<BTreeSet<FileId>>) -> Layer {
    let texts = |texts: &[Spanned<String>]| texts.iter().map(|text| text.value.clone()).collect();
    let severities = rules
        .severity
        .iter()
        .map(|severity| severity.value.clone())
        .collect();
    Layer {
        files,
        select: texts(&rules.select),
        ignore: texts(&rules.ignore),
        severities,
    }
}

/// Patterns as in `.gitignore` that were checked when the file was read.
fn patterns(dir: &Path, patterns: &[Spanned<String>]) -> Gitignore {
    let mut builder = GitignoreBuilder::new(dir);
    for pattern in patterns {
        drop(builder.add_line(None, &pattern.value));
    }
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

/// A path as seen from a directory.
pub(super) fn relative(from: &Path, to: &Path) -> PathBuf {
    let to = normal(to);
    let shared = from
        .components()
        .zip(to.components())
        .take_while(|(a, b)| a == b)
        .count();
    // Nothing but the root in common: then the path says it all.
    if shared < 2 && from.components().count() > 1 {
        return to;
    }
    let up = from.components().skip(shared).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(to.components().skip(shared)).collect();
    if path.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_seen_from_a_directory() {
        let seen = |from: &str, to: &str| {
            relative(Path::new(from), Path::new(to))
                .display()
                .to_string()
        };
        assert_eq!(seen("/a/b", "/a/b/c/./d"), "c/d");
        assert_eq!(seen("/a/b/c", "/a/b/../x.yaml"), "../../x.yaml");
        assert_eq!(seen("/a/b", "/a/b"), ".");
        assert_eq!(seen("/a/b", "/c/d"), "/c/d");
    }
}
