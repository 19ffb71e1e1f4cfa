//! `cpcap render`: from files to merged objects on a stream.

pub(super) mod args;

use std::collections::BTreeMap;
use std::io;

use crate::cli::reader::Reader;
use crate::cli::values::When;
use crate::cli::{Exit, Io, complain, values};
use crate::config::Settings;
use crate::finding::{Finding, Origin, Severity, Subject};
use crate::landscape::pairing::Stored;
use crate::landscape::{Item, Landscape, ReadFile, read};
use crate::lint::{Outcome, Reading, lint_read};
use crate::merge::Dropped;
use crate::model::namespaced::NamespacedCloudProfile;
use crate::model::object::ObjectKind;
use crate::report::rendered::{self as report, Printed};
use crate::resolution::parents::{Parents, namespaced};
use crate::resolution::rendered::{Failure, ProviderPart, Rendered, render};
use crate::resolution::tied::Ties;
use crate::source::{FileId, Sources};
use crate::table::changes;
use crate::words;

use args::{RenderArgs, RenderFormat};

pub(super) fn run(args: &RenderArgs, io: &mut Io<'_>) -> io::Result<Exit> {
    if args.provenance && args.format == RenderFormat::Json {
        io.complain(
            "--provenance writes comments, which JSON does not have: remove --format json, or see \
             the changes with --diff",
        );
        return Ok(Exit::Failure);
    }
    let reader = match Reader::new(&args.input, io) {
        Ok(reader) => reader,
        Err(exit) => return Ok(exit),
    };
    let server = match reader.server(
        &args.gates,
        &args.provider,
        When::or_now(args.now, io.now),
        io,
    ) {
        Ok(server) => server,
        Err(exit) => return Ok(exit),
    };
    let mut sources = Sources::default();
    let (rendered, context, mut failures) =
        reader.read_with(&args.paths, &args.with, &mut sources, io);
    let (old, of_old) = reader.read(&args.old, &mut sources, io);
    failures.extend(of_old);
    complain::of_failures(&failures, io);
    let [files, context_files, old_files] =
        [&rendered, &context, &old].map(|inputs| read(&sources, inputs));
    let [landscape, context, stored] =
        [&files, &context_files, &old_files].map(|files| Landscape::new(files));
    let parents = Parents::new(&landscape, &context, &server.provider_rules);
    let texts: [Vec<&ReadFile<'_>>; 3] =
        [&files, &context_files, &old_files].map(|files| files.iter().collect());
    let settings = Settings {
        operation: args.operation.into(),
        ..server
    };
    let pairs = Stored::new(&landscape, &stored);
    let outcome = lint_read(
        &sources,
        texts.each_ref().map(Vec::as_slice),
        &settings,
        &mut |_, _| {},
    );
    let job = Job {
        landscape: &landscape,
        context: &context,
        pairs: &pairs,
        parents: &parents,
        sources: &sources,
        refused: refused(&outcome),
        settings,
    };
    let ties = Ties::new(&landscape, &context, &sources);
    let (mut rendered, mut complaints) = (Vec::new(), Vec::new());
    // A text in which nothing could be read may have held an object.
    let mut unreadable: Vec<FileId> = complain::broken(&files)
        .chain(complain::broken(&old_files))
        .collect();
    for (item, child) in landscape
        .items
        .iter()
        .filter_map(|item| Some((item, namespaced(item)?)))
    {
        if let Some(tie) = ties.of_user(item) {
            complain::add_tie(&mut complaints, tie, &sources);
            continue;
        }
        match job.render(item, child) {
            Ok(done) => rendered.push(done),
            Err(Failure::BreaksOff(file)) => unreadable.push(file),
            Err(Failure::NoParent) => complaints.push(job.no_parent(item, child)),
        }
    }
    let exit = print(args, &rendered, &job, io)?;
    let ambiguous = complain::of_rivals(&outcome.ambiguous, &sources, io);
    let mut failed =
        ambiguous || !failures.is_empty() || !complaints.is_empty() || !unreadable.is_empty();
    // Faults of the surroundings matter only where the command searches there.
    if !complaints.is_empty() {
        unreadable.extend(complain::broken(&context_files));
    }
    let all = texts.concat();
    let reading = Reading {
        files: &all,
        landscapes: &[&landscape, &context, &stored],
        parents: &parents,
        settings: &job.settings,
    };
    complain::of_files(reading, &sources, Some(&unreadable), false, io);
    complaints
        .iter()
        .for_each(|complaint| io.complain(complaint));
    if rendered.is_empty() && !failed {
        complain::of_nothing(&landscape, io);
        failed = true;
    }
    Ok(if failed { Exit::Failure } else { exit })
}

/// How many errors there are about each object.
fn refused(outcome: &Outcome) -> BTreeMap<(FileId, Subject), usize> {
    let mut refused = BTreeMap::new();
    // Judgements of cpcap alone do not keep the server from writing a status, and findings of later
    // stages do not count yet.
    let refuses = |finding: &&Finding| {
        !finding.afterwards
            && matches!(
                finding.origin,
                Origin::Decode | Origin::Static | Origin::Admission | Origin::Provider
            )
    };
    for finding in outcome
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .filter(refuses)
    {
        *refused
            .entry((finding.place.file, (*finding.subject).clone()))
            .or_default() += 1;
    }
    refused
}

/// Everything that objects are rendered with.
struct Job<'a> {
    landscape: &'a Landscape<'a>,
    context: &'a Landscape<'a>,
    pairs: &'a Stored<'a>,
    parents: &'a Parents<'a>,
    sources: &'a Sources,
    refused: BTreeMap<(FileId, Subject), usize>,
    settings: Settings,
}

/// An object that was rendered.
struct Done<'a> {
    rendered: Rendered<'a, 'a>,
    /// How many errors the server would report.
    errors: usize,
}

impl<'a> Job<'a> {
    fn render(
        &'a self,
        item: &'a Item<'a>,
        child: &'a NamespacedCloudProfile<'a>,
    ) -> Result<Done<'a>, Failure> {
        let stored = self.pairs.of(item).and_then(namespaced);
        let rendered = render(
            item,
            child,
            stored,
            self.parents,
            self.sources,
            &self.settings,
        )?;
        Ok(Done {
            rendered,
            errors: self
                .refused
                .get(&(item.file, (**item.subject()).clone()))
                .copied()
                .unwrap_or_default(),
        })
    }

    fn name(&self, item: &Item<'_>) -> String {
        report::name(item, self.sources)
    }

    fn no_parent(&self, item: &Item<'_>, child: &NamespacedCloudProfile<'_>) -> String {
        let wanted = *child.parent.name;
        if wanted.is_empty() {
            return format!(
                "{} names no parent: `spec.parent.name` is missing",
                self.name(item)
            );
        }
        let profiles = self
            .landscape
            .items
            .iter()
            .chain(&self.context.items)
            .filter(|item| item.object.kind == ObjectKind::CloudProfile);
        let near = values::near(wanted, profiles.map(|item| *item.object.meta.name));
        let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
        format!(
            "{}: its parent, CloudProfile `{wanted}`, is not in the files; add its file with \
             --with{hint}",
            self.name(item)
        )
    }
}

fn print(args: &RenderArgs, all: &[Done<'_>], job: &Job<'_>, io: &mut Io<'_>) -> io::Result<Exit> {
    let mut exit = Exit::Success;
    for (index, done) in all.iter().enumerate() {
        let printed = Printed {
            rendered: &done.rendered,
            sources: job.sources,
            shape: args.shape.into(),
            provenance: args.provenance,
        };
        let text = match args.format {
            _ if args.diff => changes::document(&done.rendered, job.sources)
                .text(io.look(io.color(io.stdout_terminal, args.color))),
            RenderFormat::Yaml => report::yaml(&printed)?,
            RenderFormat::Json => report::json(&printed)?,
        };
        let between = match args.format {
            _ if index == 0 => "",
            _ if args.diff => "\n",
            RenderFormat::Yaml => "---\n",
            RenderFormat::Json => "",
        };
        io.stdout.write_all(between.as_bytes())?;
        io.stdout.write_all(text.as_bytes())?;
    }
    io.stdout.flush()?;
    for done in all {
        if done.errors > 0 || !done.rendered.parent.item.shape.is_empty() {
            exit = Exit::Findings;
        }
        remark(done, job, args, io);
    }
    Ok(exit)
}

/// The remark on an object beside the printed result.
fn remark(done: &Done<'_>, job: &Job<'_>, args: &RenderArgs, io: &mut Io<'_>) {
    let (rendered, name) = (&done.rendered, job.name(done.rendered.item));
    if !args.quiet {
        note(rendered, &name, job, args.diff, io);
    }
    let objects = [rendered.item, rendered.parent.item];
    objects
        .into_iter()
        .for_each(|item| complain::of_shape(item, job.sources, io));
    if done.errors > 0 {
        let errors = words::count(done.errors, "error");
        io.complain(&format!(
            "{name}: the server refuses the object with {errors}, and writes no \
            status; `cpcap lint` shows why"
        ));
    }
}

/// Notes on choices, gaps and dropped versions.
fn note(rendered: &Rendered<'_, '_>, name: &str, job: &Job<'_>, diff: bool, io: &mut Io<'_>) {
    if rendered.namesakes > 0 {
        let (parent, file) = (
            *rendered.parent.item.object.meta.name,
            job.sources.get(rendered.parent.item.file).name(),
        );
        io.complain(&format!(
            "{name}: {} CloudProfiles have the name `{parent}`; cpcap takes the nearest, in {file}",
            rendered.namesakes + 1
        ));
    }
    if rendered.provider_part == ProviderPart::Unknown && !diff {
        io.complain(&format!(
            "{name}: cpcap leaves out `providerConfig`, which it cannot merge like the provider \
             extension"
        ));
    }
    if let Some(dropped) = dropped(&rendered.dropped) {
        io.complain(&format!(
            "{name}: the server first drops {dropped} at {}",
            job.settings.now
        ));
    }
}

fn dropped(dropped: &Dropped) -> Option<String> {
    let count = |number: usize, what: &str| (number > 0).then(|| words::count(number, what));
    let parts = [
        count(dropped.kubernetes.len(), "Kubernetes version"),
        count(dropped.versions.len(), "image version"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let several = dropped.kubernetes.len() + dropped.versions.len() > 1;
    (!parts.is_empty()).then(|| {
        let are = if several { "are" } else { "is" };
        format!("{}, which {are} inactive", parts.join(" and "))
    })
}
