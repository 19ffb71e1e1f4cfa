//! The faults of files whose contents a command needs that does not judge.

use std::collections::BTreeSet;

use crate::cli::Io;
use crate::cli::flags::STDIN;
use crate::cli::inputs::Failure;
use crate::finding::Finding;
use crate::landscape::copies;
use crate::landscape::pairing::Rivals;
use crate::landscape::{Body, Item, Landscape, OtherKind, ReadFile};
use crate::lint::{Reading, UnreadUser};
use crate::model::object::{self, ObjectKind, Unit};
use crate::model::path::FieldPath;
use crate::resolution::prepared::Unanswered;
use crate::resolution::tied::Tie;
use crate::resolution::usable::{Usable, first_unread};
use crate::rules::yaml::stopped;
use crate::source::{FileId, Sources, Span};
use crate::uses::hidden;
use crate::words;
use crate::yaml::Document;

/// Maximum number of faults of a file that are shown; `cpcap lint` shows all.
const SHOWN_FAULTS: usize = 3;

/// Says on standard error which files could not be read at all.
pub(super) fn of_failures(failures: &[Failure], io: &mut Io<'_>) {
    for failure in failures {
        io.complain(&of_failure(failure));
    }
}

/// The message about a file that could not be read at all.
pub(super) fn of_failure(failure: &Failure) -> String {
    format!("cannot read {}: {}", failure.path, failure.reason)
}

/// The text that names a file on the command line.
fn argument(name: &str) -> &str {
    if name == STDIN { "-" } else { name }
}

/// Says which documents cannot be read.
pub(super) fn of_broken(files: &[&ReadFile<'_>], what: &str, sources: &Sources, io: &mut Io<'_>) {
    for file in files {
        for problem in file.documents.iter().filter_map(|document| {
            document
                .problems
                .iter()
                .find(|problem| problem.kind.rejects())
        }) {
            let source = sources.get(file.file);
            io.complain(&format!(
                "{}: {what}; `cpcap lint {}` says why",
                source.place_of(problem.span.start),
                argument(source.name())
            ));
        }
    }
}

/// The message about a document that may have held Shoots or profiles.
pub(super) const UNREADABLE: &str = "cpcap cannot read this document";

/// The files with a document that kubectl would not send, or with one that takes the place of
/// another: there may have been anything.
pub(super) fn broken<'f>(files: &'f [ReadFile<'_>]) -> impl Iterator<Item = FileId> + 'f {
    let is_broken = |file: &&ReadFile<'_>| {
        loses(file) || file.documents.iter().any(|document| !document.readable())
    };
    files.iter().filter(is_broken).map(|file| file.file)
}

/// Whether a manifest of a file is lost because a separator is missing.
pub(super) fn loses(file: &ReadFile<'_>) -> bool {
    file.documents
        .iter()
        .any(|document| file.lost_manifest(document).is_some())
}

/// Says where manifests are lost. Gives back whether some are.
pub(super) fn of_lost(files: &[&ReadFile<'_>], sources: &Sources, io: &mut Io<'_>) -> bool {
    let mut any = false;
    for file in files {
        for lost in file
            .documents
            .iter()
            .filter_map(|document| file.lost_manifest(document))
        {
            let source = sources.get(file.file);
            let what = if lost.is_second {
                "is not read: nothing is said of it"
            } else {
                "takes the place of the first, of which nothing is said"
            };
            io.complain(&format!(
                "{}: a second manifest begins here without a line `---` before it, and {what}; \
                 `cpcap lint {}` shows it",
                source.place_of(lost.key.start),
                argument(source.name())
            ));
            any = true;
        }
    }
    any
}

/// Says of which objects it is not known which of several in a text stays. Gives back whether there
/// are some.
pub(super) fn of_unclear(files: &[&ReadFile<'_>], sources: &Sources, io: &mut Io<'_>) -> bool {
    let all = copies::unclear(files);
    for copies in &all {
        io.complain(&words::unclear(copies, sources));
    }
    !all.is_empty()
}

/// Says which documents may be of the three kinds and are not known as such.
pub(super) fn of_unknown(files: &[&ReadFile<'_>], sources: &Sources, io: &mut Io<'_>) {
    for file in files.iter().filter(|file| file.patch_of.is_none()) {
        let is_known = |document: &&Document<'_>| {
            document.readable() && !file.strangers.contains(&document.index)
        };
        for document in file.documents.iter().filter(is_known) {
            let units = object::units(&document.tree, file.text);
            for unit in units.iter().filter(|unit| unit.may_be_ours()) {
                let at = match unit {
                    Unit::Unknown(unknown) => unknown.api_version.span,
                    Unit::Foreign(foreign) => foreign.at,
                    Unit::Object(_) | Unit::List(_) => continue,
                };
                let what = "cpcap does not know the kind of this object, which may be a Shoot or a \
                            profile";
                io.complain(&with_place(sources, file.file, at, what));
            }
        }
    }
}

/// Says which documents cannot be read and where manifests are lost. Gives back whether there may be
/// objects of which nothing is known.
pub(super) fn of_texts(files: &[ReadFile<'_>], sources: &Sources, io: &mut Io<'_>) -> bool {
    let all: Vec<&ReadFile<'_>> = files.iter().collect();
    of_broken(&all, UNREADABLE, sources, io);
    let lost = of_lost(&all, sources, io);
    lost || broken(files).next().is_some()
}

/// Says on standard error that there is no NamespacedCloudProfile, and what there is instead.
pub(super) fn of_nothing(landscape: &Landscape<'_>, io: &mut Io<'_>) {
    let kinds = [ObjectKind::CloudProfile, ObjectKind::Shoot].map(|kind| {
        let of_kind = landscape
            .items
            .iter()
            .filter(|item| item.object.kind == kind);
        (of_kind.count(), kind.as_str())
    });
    let others: Vec<String> = kinds
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, kind)| words::count(number, kind))
        .collect();
    let instead = if others.is_empty() {
        String::new()
    } else {
        format!(", only {}", words::and(&others))
    };
    io.complain(&format!(
        "there is no NamespacedCloudProfile in the given files{instead}"
    ));
}

/// Says what no file tells of those who may use what a profile loses.
pub(super) fn of_unread_users(all: &[UnreadUser], sources: &Sources, io: &mut Io<'_>) {
    for user in all {
        io.complain(&format!(
            "{}: cpcap did not check whether this uses what {} loses: {}; mend it, or leave the file \
             out",
            sources.place_of(user.place),
            user.profile,
            user.what,
        ));
    }
}

/// Names the objects that replace one of several stored objects, where nothing decides which.
/// Returns whether there are some.
pub(super) fn of_rivals(all: &[Rivals], sources: &Sources, io: &mut Io<'_>) -> bool {
    for rivals in all {
        io.complain(&words::rivals(rivals, sources));
    }
    !all.is_empty()
}

/// Writes to standard error where strict decoding refuses an object, unless the findings say so.
pub(super) fn of_shape(item: &Item<'_>, sources: &Sources, io: &mut Io<'_>) {
    let Some(first) = item.shape.first() else {
        return;
    };
    let source = sources.get(item.file);
    let name = source.name();
    let more = if item.shape.len() > 1 {
        format!(", and {} more", item.shape.len() - 1)
    } else {
        String::new()
    };
    io.complain(&format!(
        "{}: {}: the server cannot decode this{more}",
        source.place_of(first.span.start),
        first.field
    ));
    io.complain(&format!(
        "{name}: the answer uses the readable part; `cpcap lint {}` shows all",
        argument(name)
    ));
}

/// The message about a profile that the server could not decode, or whose parent it could not; none
/// where it could.
pub(super) fn of_undecodable(profile: &Usable<'_>, sources: &Sources) -> Option<String> {
    let item = profile.item;
    let broken = std::iter::once(item)
        .chain(profile.parent)
        .find(|item| !item.shape.is_empty())?;
    let first = broken.shape.iter().min_by_key(|problem| problem.span);
    let (span, field) = first.map_or((Span::default(), FieldPath::ROOT), |problem| {
        (problem.span, problem.field.clone())
    });
    let (kind, name) = (item.object.kind.as_str(), *item.object.meta.name);
    let of = if std::ptr::eq(item, broken) {
        ""
    } else {
        " of its parent"
    };
    let what =
        format!("cpcap cannot show {kind} `{name}`: the API server could not decode {field}{of}");
    Some(with_place(sources, broken.file, span, &what))
}

/// A message about a place, which `lint` explains.
pub(super) fn with_place(sources: &Sources, file: FileId, span: Span, what: &str) -> String {
    let place = sources.get(file).place_of(span.start);
    // A name that a shell would read otherwise is not worth quoting here.
    format!("{place}: {what}; `cpcap lint` says why")
}

/// The message about a profile of which cpcap could not read a part that decides; none where it
/// could read all.
pub(super) fn of_unread(profile: &Usable<'_>) -> Option<String> {
    std::iter::once(profile.item)
        .chain(profile.parent)
        .find_map(of_unread_object)
}

/// The same of an object of any kind.
pub(super) fn of_unread_object(item: &Item<'_>) -> Option<String> {
    first_unread(item).map(|path| unread(item, &path))
}

/// The message about a part of an object that cpcap could not read. Of a text that breaks off it is
/// the place that helps: the path may just as well be missing.
pub(super) fn unread(item: &Item<'_>, path: &FieldPath) -> String {
    let name = words::object(item);
    let stopped = item.document.incomplete.then(|| {
        let source = item.source;
        let (at, why) = stopped(item.document, source.text())?;
        Some(format!(
            "read it only up to {} ({why}), so everything that may follow, and what depends on it, \
             is unknown",
            source.place_of(at.start)
        ))
    });
    let what = stopped.flatten().unwrap_or_else(|| {
        if item.unread.hides(path) {
            format!("could not read {path}, so everything that depends on it is unknown")
        } else {
            "could not read all of it, so everything that depends on the rest is unknown".to_owned()
        }
    });
    format!("{name}: cpcap {what}; `cpcap lint` says why")
}

/// The message about a question without an answer, or with a part of one.
pub(super) fn of_unanswered(why: &Unanswered<'_>, sources: &Sources) -> String {
    match why {
        Unanswered::Unread(item, path) => unread(item, path),
        Unanswered::NoParent(orphan) => orphan.to_string(),
        Unanswered::NoProfile(item) => no_profile(item, "--profile or --with"),
        Unanswered::Tied(tie) => words::tied(tie, sources),
    }
}

/// Adds the message about a tie, which is the same for all who refer to its profiles.
pub(super) fn add_tie(complaints: &mut Vec<String>, tie: &Tie<'_>, sources: &Sources) {
    let why = words::tied(tie, sources);
    if !complaints.contains(&why) {
        complaints.push(why);
    }
}

/// Says which objects may use any profile, since they name none that exists.
pub(super) fn of_references<'i>(items: impl IntoIterator<Item = &'i Item<'i>>, io: &mut Io<'_>) {
    for item in items {
        if let Some(path) = hidden::no_reference(item) {
            io.complain(&format!(
                "{}: {} names no profile at {path}, so it may use any; mend it, or leave the file out",
                item.source.place_of(item.object.meta.name.span.start),
                words::object(item),
            ));
        }
    }
}

/// The message about a Shoot whose profile is not among the files. `flags`: those that add files.
pub(super) fn no_profile(item: &Item<'_>, flags: &str) -> String {
    let name = words::object(item);
    let reference = match &item.body {
        Body::Shoot(profile) => *profile,
        Body::CloudProfile(_) | Body::NamespacedCloudProfile(_) => None,
    };
    let Some(reference) = reference.filter(|of| !of.name.is_empty()) else {
        return format!("{name} names no profile, so its versions are unknown");
    };
    let kind = if reference.kind.is_empty() {
        "CloudProfile"
    } else {
        *reference.kind
    };
    format!(
        "{name}: its {kind} `{}` is not among the files; pass its file with {flags}",
        *reference.name
    )
}

/// Says on standard error what keeps files from being read as the server would read them, and
/// returns these files. `only`: the files that matter.
pub(super) fn of_files(
    reading: Reading<'_, '_>,
    sources: &Sources,
    only: Option<&[FileId]>,
    answered: bool,
    io: &mut Io<'_>,
) -> BTreeSet<FileId> {
    let findings: Vec<Finding> =
        reading.faults(sources, |file| only.is_none_or(|only| only.contains(&file)));
    for of_file in findings.chunk_by(|a, b| a.place.file == b.place.file) {
        let source = sources.get(of_file[0].place.file);
        let name = source.name();
        for finding in &of_file[..of_file.len().min(SHOWN_FAULTS)] {
            let place = source.place_of(finding.place.span.start);
            let field = finding.lead();
            let message = finding
                .message
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            io.complain(&format!("{place}: {field}{message}"));
        }
        let more = of_file.len().saturating_sub(SHOWN_FAULTS);
        let more = if more > 0 {
            format!("{more} more of these; ")
        } else {
            String::new()
        };
        let answer = if answered {
            "the answer uses the readable part; "
        } else {
            ""
        };
        io.complain(&format!(
            "{name}: {more}{answer}`cpcap lint {}` shows all",
            argument(name)
        ));
    }
    findings.iter().map(|finding| finding.place.file).collect()
}

/// The messages about documents that kubectl could not read, and about profiles of another API
/// version.
pub(super) fn unreadable(
    files: &[ReadFile<'_>],
    landscape: &Landscape<'_>,
    sources: &Sources,
) -> Vec<String> {
    let mut complaints = Vec::new();
    for file in files {
        for document in &file.documents {
            complaints.extend(of_document(file.file, document, sources));
        }
    }
    for other in landscape
        .others
        .iter()
        .filter(|other| other.document.readable())
    {
        if let OtherKind::Unknown(unknown) = &other.what
            && *unknown.kind == ObjectKind::CloudProfile.as_str()
        {
            let what = format!(
                "cpcap cannot show a CloudProfile of {}",
                *unknown.api_version
            );
            complaints.push(with_place(
                sources,
                other.file,
                unknown.api_version.span,
                &what,
            ));
        }
    }
    complaints
}

/// The message about a document that kubectl could not read; none about others.
pub(super) fn of_document(
    file: FileId,
    document: &Document<'_>,
    sources: &Sources,
) -> Option<String> {
    let mut problems = document.problems.iter();
    let problem = problems.find(|problem| problem.kind.rejects())?;
    Some(with_place(sources, file, problem.span, UNREADABLE))
}
