//! The texts that a change of others can concern: those that refer to them, and for judging these
//! the texts that they refer to.

use std::collections::{BTreeMap, BTreeSet};

use super::Job;
use crate::landscape::pairing::Stored;
use crate::landscape::{Input, Item, Landscape, read};
use crate::resolution::references::Profiles;
use crate::source::{FileId, Sources};

/// The references between the texts of a job.
#[derive(Debug, Default)]
pub(super) struct Links {
    /// The texts that a text refers to.
    needs: BTreeMap<FileId, BTreeSet<FileId>>,
    /// The texts that refer to a text.
    needed_by: BTreeMap<FileId, BTreeSet<FileId>>,
    /// The texts with the stored objects that those of a text replace.
    replaces: BTreeMap<FileId, BTreeSet<FileId>>,
    /// More than a name identifies a stored object, so everything belongs together.
    whole: bool,
}

/// A part of a job.
#[derive(Debug, PartialEq)]
pub(super) struct Part {
    pub judged: Vec<Input>,
    pub context: Vec<Input>,
    pub old: Vec<Input>,
}

impl Part {
    /// Whether it is all of a job.
    pub fn is_whole(&self, job: Job<'_>) -> bool {
        self.judged == job.judged && self.context == job.context && self.old == job.old
    }

    pub fn job<'a>(&'a self, of: Job<'a>, files: &'a BTreeSet<FileId>) -> Job<'a> {
        Job {
            judged: &self.judged,
            context: &self.context,
            old: &self.old,
            files,
            ..of
        }
    }
}

impl Links {
    pub fn new(sources: &Sources, job: Job<'_>) -> Self {
        let texts = [job.judged, job.context, job.old].map(|inputs| read(sources, inputs));
        let [judged, context, old] = texts
            .each_ref()
            .map(|files| Landscape::with_preview(files, job.settings.preview));
        let present: Vec<&Item<'_>> = judged.items.iter().chain(&context.items).collect();
        let stored: Vec<&Item<'_>> = old.items.iter().collect();
        let file_of = |items: &[&Item<'_>], at: Option<usize>| {
            at.and_then(|at| items.get(at)).map(|item| item.file)
        };
        let mut links = Self {
            whole: job.judged.len() == 1 && !job.old.is_empty(),
            ..Self::default()
        };
        let (now, before) = (
            Profiles::new(present.iter().copied(), sources),
            Profiles::new(stored.iter().copied(), sources),
        );
        let all = judged.all();
        for item in all.iter().chain(&present).chain(&stored) {
            links.add(item.file, file_of(&present, now.referred_by(item)));
        }
        for item in &stored {
            links.add(item.file, file_of(&stored, before.referred_by(item)));
        }
        let pairs = Stored::new(&judged, &old);
        for item in &judged.items {
            if let Some(stored) = pairs.of(item) {
                links
                    .replaces
                    .entry(item.file)
                    .or_default()
                    .insert(stored.file);
            }
        }
        links
    }

    fn add(&mut self, from: FileId, to: Option<FileId>) {
        if let Some(to) = to.filter(|to| *to != from) {
            self.needs.entry(from).or_default().insert(to);
            self.needed_by.entry(to).or_default().insert(from);
        }
    }

    /// The texts that a change of some texts can affect, these included.
    pub fn concerned(&self, files: &BTreeSet<FileId>) -> BTreeSet<FileId> {
        reached(files, &self.needed_by)
    }

    /// The texts whose change can affect some texts, these included.
    pub fn causes(&self, files: &BTreeSet<FileId>) -> BTreeSet<FileId> {
        reached(files, &self.needs)
    }

    /// The part of a job that changes of some texts affect, with all that its judgement needs.
    pub fn part(&self, files: &BTreeSet<FileId>, job: Job<'_>) -> Part {
        if self.whole {
            return Part {
                judged: job.judged.to_vec(),
                context: job.context.to_vec(),
                old: job.old.to_vec(),
            };
        }
        let felt = self.concerned(files);
        let mut near = reached(&felt, &self.needs);
        let old: BTreeSet<FileId> = near
            .iter()
            .filter_map(|file| self.replaces.get(file))
            .flatten()
            .copied()
            .collect();
        let old = reached(&old, &self.needs);
        near.extend(&old);
        let among = |inputs: &[Input], files: &BTreeSet<FileId>| {
            inputs
                .iter()
                .filter(|input| files.contains(&input.file))
                .copied()
                .collect()
        };
        let judged: Vec<Input> = among(job.judged, &felt);
        let mut context: Vec<Input> = among(job.judged, &near.difference(&felt).copied().collect());
        context.append(&mut among(job.context, &near));
        Part {
            judged,
            context,
            old: among(job.old, &old),
        }
    }
}

/// All that can be reached from some.
fn reached(
    from: &BTreeSet<FileId>,
    steps: &BTreeMap<FileId, BTreeSet<FileId>>,
) -> BTreeSet<FileId> {
    let mut all = from.clone();
    let mut open: Vec<FileId> = from.iter().copied().collect();
    while let Some(file) = open.pop() {
        let next = steps.get(&file).into_iter().flatten();
        open.extend(next.filter(|next| all.insert(**next)).copied());
    }
    all
}
