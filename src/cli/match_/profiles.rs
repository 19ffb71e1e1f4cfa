//! Which CloudProfiles `cpcap match` asks, and what is wrong with them.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::cli::Io;
use crate::cli::inputs::{self, Failure, Options};
use crate::cli::match_::args::MatchArgs;
use crate::config::{Choice, Gates, Operation, Settings};
use crate::finding::{Finding, Origin, Severity};
use crate::landscape::parents::Parents;
use crate::landscape::usable::{NoParent, Usable};
use crate::landscape::{Input, Item, Landscape};
use crate::lint::lint;
use crate::model::object::ObjectKind;
use crate::source::{FileId, Sources};

/// The variable that names profiles.
const VARIABLE: &str = "CPCAP_PROFILE";
/// So many faults of a file are shown; `cpcap lint` shows all.
const SHOWN_FAULTS: usize = 3;

/// Where the profiles come from.
pub(super) struct Chosen {
    paths: Vec<PathBuf>,
    /// Nobody named them: there must be exactly one.
    searched: bool,
}

/// The paths to read: the flag, else the variable, else the current directory.
pub(super) fn chosen(args: &MatchArgs, io: &Io<'_>) -> Chosen {
    if !args.profiles.is_empty() {
        return Chosen { paths: args.profiles.clone(), searched: false };
    }
    let variable = (io.env)(VARIABLE).unwrap_or_default();
    let paths: Vec<PathBuf> = std::env::split_paths(&variable).filter(|path| !path.as_os_str().is_empty()).collect();
    if paths.is_empty() { Chosen { paths: vec![PathBuf::from(".")], searched: true } } else { Chosen { paths, searched: false } }
}

impl Chosen {
    /// Reads the files.
    pub fn read(&self, args: &MatchArgs, sources: &mut Sources, io: &mut Io<'_>) -> (Vec<Input>, Vec<Failure>) {
        inputs::collect(&self.paths, options(args), sources, io)
    }

    /// The profiles to ask, with those that cannot be asked and why; or why there are none or too many.
    pub fn pick<'l>(
        &self,
        landscape: &'l Landscape<'l>,
        parents: &Parents<'l>,
        sources: &Sources,
    ) -> Result<(Vec<Usable<'l>>, Vec<NoParent<'l>>), String> {
        let of_kind = |kind: ObjectKind| landscape.items.iter().filter(move |item| item.object.kind == kind);
        // Where nobody named files, the one CloudProfile is meant, however many adjust it.
        let children =
            (!self.searched || of_kind(ObjectKind::CloudProfile).next().is_none()).then(|| of_kind(ObjectKind::NamespacedCloudProfile));
        let (mut found, mut orphans) = (Vec::new(), Vec::new());
        for item in of_kind(ObjectKind::CloudProfile).chain(children.into_iter().flatten()) {
            match Usable::new(item, parents, sources) {
                Some(Ok(profile)) => found.push(profile),
                Some(Err(orphan)) => orphans.push(orphan),
                None => {}
            }
        }
        // As in the files.
        found.sort_by_key(|profile| (profile.item.file, profile.item.document.index));
        match found.len() {
            0 if orphans.is_empty() => Err(self.none(landscape)),
            2.. if self.searched => Err(too_many(&found, sources)),
            _ => Ok((found, orphans)),
        }
    }

    fn none(&self, landscape: &Landscape<'_>) -> String {
        let place = match &self.paths[..] {
            _ if self.searched => "below the current directory".to_owned(),
            [one] => format!("in {}", one.display()),
            _ => "in the files that were named".to_owned(),
        };
        let others: Vec<String> = landscape.items.iter().take(3).map(|item| item.object.kind.as_str().to_owned()).collect();
        let instead = if others.is_empty() { String::new() } else { format!(" (only {})", others.join(", ")) };
        format!("there is no CloudProfile {place}{instead}; name one with --profile FILE or {VARIABLE}")
    }
}

fn too_many(found: &[Usable<'_>], sources: &Sources) -> String {
    let line = |profile: &Usable<'_>| format!("\n  {}  --profile {}", profile.name().qualified(), sources.get(profile.item.file).name());
    let list: String = found.iter().map(line).collect();
    let kind = found.first().map_or("profile", |profile| profile.item.object.kind.as_str());
    format!("there are {} {kind}s below the current directory; choose with --profile or {VARIABLE}:{list}", found.len())
}

/// Reads the files that are only context.
pub(super) fn context(args: &MatchArgs, sources: &mut Sources, io: &mut Io<'_>) -> (Vec<Input>, Vec<Failure>) {
    inputs::collect(&args.with, options(args), sources, io)
}

fn options(args: &MatchArgs) -> Options<'_> {
    Options { stdin_filename: &args.stdin_filename, no_ignore: args.no_ignore, max_file_size: args.max_file_size }
}

/// Says on standard error where strict decoding refuses an object of which the findings say nothing.
pub(super) fn complain_of_shape(item: &Item<'_>, sources: &Sources, io: &mut Io<'_>) {
    let Some(first) = item.shape.first() else { return };
    let source = sources.get(item.file);
    let (name, at) = (source.name(), source.position(first.span.start));
    let more = if item.shape.len() > 1 { format!(", and {} more", item.shape.len() - 1) } else { String::new() };
    io.complain(&format!("{name}:{}:{}: {}: the server cannot decode this{more}", at.line, at.column, first.field));
    io.complain(&format!("{name}: the answer goes by what could be read; `cpcap lint {name}` shows all"));
}

/// Says on standard error what keeps files from being read as the server would read them, and returns these files.
/// `only`: the files that matter.
pub(super) fn complain(sources: &Sources, inputs: &[Input], only: Option<&[FileId]>, answered: bool, io: &mut Io<'_>) -> BTreeSet<FileId> {
    let settings = Settings { now: io.now, gates: Gates::default(), operation: Operation::default(), choice: Choice::default() };
    let outcome = lint(sources, inputs, &[], &settings);
    let unreadable = |finding: &&Finding| {
        let refused = finding.origin == Origin::Decode || (finding.origin == Origin::Input && finding.severity == Severity::Error);
        refused && only.is_none_or(|only| only.contains(&finding.place.file))
    };
    let findings: Vec<&Finding> = outcome.findings.iter().filter(unreadable).collect();
    for of_file in findings.chunk_by(|a, b| a.place.file == b.place.file) {
        let source = sources.get(of_file[0].place.file);
        let name = source.name();
        for finding in &of_file[..of_file.len().min(SHOWN_FAULTS)] {
            let at = source.position(finding.place.span.start);
            let field = if finding.field.is_empty() { String::new() } else { format!("{}: ", finding.field) };
            let message = finding.message.split_whitespace().collect::<Vec<_>>().join(" ");
            io.complain(&format!("{name}:{}:{}: {field}{message}", at.line, at.column));
        }
        let more = of_file.len().saturating_sub(SHOWN_FAULTS);
        let more = if more > 0 { format!("{more} more of these; ") } else { String::new() };
        let answer = if answered { "the answer goes by what could be read; " } else { "" };
        io.complain(&format!("{name}: {more}{answer}`cpcap lint {name}` shows all"));
    }
    findings.iter().map(|finding| finding.place.file).collect()
}
