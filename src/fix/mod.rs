//! Applies fixes: which ones together, to which texts, and whether the result holds. A fix holds if
//! its finding is gone, nothing new is an error, and the rest of the text reads as before. Touches
//! no files; `cli` writes.

mod choose;
mod links;
mod meaning;
mod patch;

use std::collections::{BTreeMap, BTreeSet};

use crate::config::Settings;
use crate::finding::{Finding, Severity};
use crate::landscape::Input;
use crate::lint::{Outcome, lint_among};
use crate::source::{FileId, Sources};
use crate::yaml;

use choose::{Candidate, Key, choose, key};
use links::{Links, Part};
pub use meaning::is_kept;
pub use patch::Patch;

/// The number of rounds: fixes may make room for others.
const ROUNDS: usize = 8;
/// Maximum number of sets of fixes judged in a round before the rest is left alone.
const TRIES: usize = 32;
/// Maximum number of sets of fixes of one text read in a round before the rest is left alone.
const READS: usize = 64;

/// The texts to judge, and those of them that may change.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The texts that are judged.
    pub judged: &'a [Input],
    /// Texts that are not judged, but hold what the others refer to.
    pub context: &'a [Input],
    /// The stored objects that some replace.
    pub old: &'a [Input],
    /// The judged texts that may change.
    pub files: &'a BTreeSet<FileId>,
    /// The settings for all judgement.
    pub settings: &'a Settings,
    /// Also take fixes that a person should look at.
    pub with_unsafe: bool,
}

/// The texts after the fixes, and what cpcap finds in them.
#[derive(Debug)]
pub struct Fixed {
    /// All texts under their old ids.
    pub sources: Sources,
    /// The findings in the fixed texts.
    pub outcome: Outcome,
    /// The findings that were fixed in each text that has changed.
    pub fixed: BTreeMap<FileId, Vec<Finding>>,
}

impl Fixed {
    /// How many findings were fixed.
    #[must_use]
    pub fn count(&self) -> usize {
        self.fixed.values().map(Vec::len).sum()
    }

    /// Takes back what was done to some texts, which could not be written: they are as `before`
    /// again, and so is what is found in them.
    pub fn take_back(&mut self, files: &BTreeSet<FileId>, before: &Sources, job: Job<'_>) {
        for file in files {
            self.sources.replace(*file, before.get(*file).text());
        }
        self.outcome = judged(&self.sources, job);
        self.fixed.retain(|file, _| !files.contains(file));
    }

    /// Judges everything once more, since fixes were judged in parts, and takes back what makes an
    /// error somewhere else. `known`: what is found in the texts as they are now, where that is
    /// known.
    fn settle(&mut self, links: &Links, before: &Sources, job: Job<'_>, known: Option<Outcome>) {
        let were = errors(&self.outcome);
        self.outcome = known.unwrap_or_else(|| judged(&self.sources, job));
        for _ in 0..ROUNDS {
            let more = errors(&self.outcome)
                .into_iter()
                .filter(|(of, count)| were.get(of).is_none_or(|were| count > were));
            let worse: BTreeSet<FileId> = more.map(|((file, _), _)| file).collect();
            let blamed = links
                .causes(&worse)
                .into_iter()
                .filter(|file| self.fixed.contains_key(file))
                .collect::<BTreeSet<_>>();
            if blamed.is_empty() {
                return;
            }
            self.take_back(&blamed, before, job);
        }
    }
}

/// Applies fixes to the texts of an outcome.
#[must_use]
pub fn fix(sources: &Sources, outcome: Outcome, job: Job<'_>) -> Fixed {
    let mut fixed = Fixed {
        sources: sources.clone(),
        outcome,
        fixed: BTreeMap::new(),
    };
    // Bytes that are no text cannot be kept.
    let changeable: BTreeSet<FileId> = job
        .judged
        .iter()
        .filter(|input| input.fault.is_none() && job.files.contains(&input.file))
        .map(|input| input.file)
        .collect();
    let offers = fixed.outcome.findings.iter().filter(|finding| {
        finding
            .fix
            .as_ref()
            .is_some_and(|fix| fix.safe || job.with_unsafe)
    });
    let mut open: BTreeSet<FileId> = offers
        .map(|finding| finding.place.file)
        .filter(|file| changeable.contains(file))
        .collect();
    if open.is_empty() {
        return fixed;
    }
    let links = Links::new(sources, job);
    // What is found in a part of the texts as they are now: judging is what takes time.
    let mut known: Option<(Part, Outcome)> = None;
    for round in 0..ROUNDS {
        let part = links.part(&open, job);
        let of_part = part.job(job, &open);
        let later = (round > 0).then(|| match known.take() {
            Some((of, outcome)) if of == part => outcome,
            _ => judged(&fixed.sources, of_part),
        });
        let before = later.as_ref().unwrap_or(&fixed.outcome);
        let (done, after) = Round {
            sources: &fixed.sources,
            before,
            job: of_part,
        }
        .fixes(&links);
        // Without fixes, the texts are as they were.
        let after = if done.is_empty() { later } else { after };
        known = after.map(|outcome| (part, outcome));
        let changed: BTreeSet<FileId> = done.iter().map(|done| done.file).collect();
        for Done {
            file,
            text,
            findings,
        } in done
        {
            fixed.sources.replace(file, text);
            fixed.fixed.entry(file).or_default().extend(findings);
        }
        // A fix that did not hold before may hold now, but only where something has changed.
        open = links
            .concerned(&changed)
            .intersection(&changeable)
            .copied()
            .collect();
        if open.is_empty() {
            break;
        }
    }
    if !fixed.fixed.is_empty() {
        let whole = known.filter(|(part, _)| part.is_whole(job));
        fixed.settle(&links, sources, job, whole.map(|(_, outcome)| outcome));
    }
    fixed
}

fn judged(sources: &Sources, job: Job<'_>) -> Outcome {
    lint_among(sources, job.judged, job.context, job.old, job.settings)
}

/// How many errors each rule finds in each text.
fn errors(outcome: &Outcome) -> BTreeMap<(FileId, &'static str), usize> {
    let mut counts = BTreeMap::new();
    for finding in outcome
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
    {
        *counts
            .entry((finding.place.file, finding.rule))
            .or_default() += 1;
    }
    counts
}

/// The edits of a text.
struct Done {
    file: FileId,
    text: String,
    findings: Vec<Finding>,
}

/// The state at the start of a round.
#[derive(Clone, Copy)]
struct Round<'a> {
    sources: &'a Sources,
    before: &'a Outcome,
    job: Job<'a>,
}

/// Why fixes do not hold.
#[derive(Default)]
struct Blame {
    /// The new ones that are to blame; none where that is unknown.
    fixes: Vec<usize>,
    /// The texts with findings against them.
    texts: BTreeSet<FileId>,
}

fn by_file(candidates: Vec<Candidate<'_>>) -> BTreeMap<FileId, Vec<Candidate<'_>>> {
    let mut by_file: BTreeMap<FileId, Vec<Candidate<'_>>> = BTreeMap::new();
    for candidate in candidates {
        by_file.entry(candidate.file).or_default().push(candidate);
    }
    by_file
}

impl<'a> Round<'a> {
    fn refuse(&self, candidate: &Candidate<'_>, refused: &mut BTreeSet<Key>) {
        refused.extend(
            candidate
                .findings
                .iter()
                .map(|index| key(&self.before.findings[*index])),
        );
    }

    /// The fixes that leave the rest of their text as it is.
    fn readable(
        &self,
        candidates: Vec<Candidate<'a>>,
        refused: &mut BTreeSet<Key>,
    ) -> Vec<Candidate<'a>> {
        let mut all = Vec::new();
        for (file, candidates) in by_file(candidates) {
            let text = self.sources.get(file).text();
            let documents = yaml::read(text);
            let kept = |some: &[Candidate<'_>]| {
                Patch::new(some.iter().flat_map(|candidate| candidate.edits))
                    .and_then(|patch| {
                        patch
                            .apply(text)
                            .map(|new| is_kept(text, &documents, &patch, &new))
                    })
                    .unwrap_or(false)
            };
            let kept = |some: &[Candidate<'_>], _| kept(some).then_some(()).ok_or_else(Vec::new);
            all.append(&mut largest(candidates, READS, kept, |gone| {
                self.refuse(gone, refused);
            }));
        }
        all
    }

    /// The fixes of the texts: all at once, and where that does not hold, text by text, each with
    /// the texts that it affects. With them comes what is found after them, where they were judged
    /// together.
    fn fixes(self, links: &Links) -> (Vec<Done>, Option<Outcome>) {
        let mut refused = BTreeSet::new();
        let offered = choose(
            &self.before.findings,
            self.sources,
            self.job.files,
            self.job.with_unsafe,
            &refused,
        );
        let texts: BTreeSet<FileId> = offered.iter().map(|candidate| candidate.file).collect();
        if let (Some(only), 1) = (texts.first(), texts.len()) {
            return Round {
                job: Job {
                    files: &texts,
                    ..self.job
                },
                ..self
            }
            .search(*only)
            .map_or_else(Default::default, |(done, after)| (vec![done], Some(after)));
        }
        let mut together = self.readable(offered, &mut refused);
        let mut alone: BTreeSet<FileId> = refused.iter().map(|(file, ..)| *file).collect();
        together.retain(|candidate| !alone.contains(&candidate.file));
        let mut after = None;
        if !together.is_empty() {
            match self.attempt(&together, 0) {
                Ok(outcome) => after = Some(outcome),
                Err(Blame { texts: worse, .. }) => {
                    let causes = links.causes(&worse);
                    let files = together.iter().map(|candidate| candidate.file);
                    let rest: BTreeSet<FileId> = files.collect();
                    let blamed: BTreeSet<FileId> = rest.intersection(&causes).copied().collect();
                    alone.append(&mut if blamed.is_empty() { rest } else { blamed });
                    together.retain(|candidate| !alone.contains(&candidate.file));
                }
            }
        }
        let after = after.filter(|_| alone.is_empty());
        let mut done: Vec<Done> = by_file(together)
            .into_iter()
            .filter_map(|(file, candidates)| self.done(file, &candidates))
            .collect();
        for file in alone {
            let files = BTreeSet::from([file]);
            let part = links.part(&files, self.job);
            let job = part.job(self.job, &files);
            let found = Round {
                before: &judged(self.sources, job),
                job,
                sources: self.sources,
            }
            .search(file);
            done.extend(found.map(|(done, _)| done));
        }
        (done, after)
    }

    /// The fixes of a single text, and what is found after them.
    fn search(self, file: FileId) -> Option<(Done, Outcome)> {
        let mut refused = BTreeSet::new();
        for _ in 0..ROUNDS {
            let candidates = choose(
                &self.before.findings,
                self.sources,
                self.job.files,
                self.job.with_unsafe,
                &refused,
            );
            if candidates.is_empty() {
                return None;
            }
            let readable = self.readable(candidates, &mut refused);
            let mut after = None;
            let attempt = |some: &[Candidate<'_>], new| {
                let judged = self.attempt(some, new).map_err(|blame| blame.fixes);
                judged.map(|outcome| after = Some(outcome))
            };
            let kept = largest(readable, TRIES, attempt, |gone| {
                self.refuse(gone, &mut refused);
            });
            if !kept.is_empty() {
                return self.done(file, &kept).zip(after);
            }
        }
        None
    }

    fn done(self, file: FileId, candidates: &[Candidate<'_>]) -> Option<Done> {
        let patch = Patch::new(candidates.iter().flat_map(|candidate| candidate.edits))?;
        let findings = candidates
            .iter()
            .flat_map(|candidate| &candidate.findings)
            .map(|index| self.before.findings[*index].clone());
        Some(Done {
            file,
            text: patch.apply(self.sources.get(file).text())?,
            findings: findings.collect(),
        })
    }

    /// Makes fixes and judges the result: what is found then.
    ///
    /// # Errors
    /// When they do not hold.
    fn attempt(&self, some: &[Candidate<'_>], new: usize) -> Result<Outcome, Blame> {
        let mut edits: BTreeMap<FileId, Vec<_>> = BTreeMap::new();
        for candidate in some {
            edits
                .entry(candidate.file)
                .or_default()
                .extend(candidate.edits);
        }
        let mut patches = BTreeMap::new();
        for (file, edits) in edits {
            patches.insert(file, Patch::new(edits).ok_or_else(Blame::default)?);
        }
        let mut sources = self.sources.clone();
        for (file, patch) in &patches {
            sources.replace(
                *file,
                patch
                    .apply(self.sources.get(*file).text())
                    .ok_or_else(Blame::default)?,
            );
        }
        let outcome = judged(&sources, self.job);
        let fixed: BTreeSet<usize> = some
            .iter()
            .flat_map(|candidate| candidate.findings.iter().copied())
            .collect();
        let bad = self.new_findings(&outcome, &patches, &fixed);
        if bad.is_empty() {
            return Ok(outcome);
        }
        let to_blame = |candidate: &Candidate<'_>| {
            bad.iter().any(|bad| {
                let patch = patches
                    .get(&candidate.file)
                    .filter(|_| bad.place.file == candidate.file);
                let of = candidate
                    .findings
                    .iter()
                    .map(|index| &self.before.findings[*index]);
                patch.is_some_and(|patch| {
                    let near = candidate.edits.iter().any(|edit| {
                        let (start, end) = patch.written_for(edit.span);
                        start <= bad.place.span.end && bad.place.span.start <= end
                    });
                    near || of
                        .into_iter()
                        .any(|finding| bad.field.below(&finding.field).is_some())
                })
            })
        };
        let fixes = (new..some.len())
            .filter(|index| to_blame(&some[*index]))
            .collect();
        Err(Blame {
            fixes,
            texts: bad.iter().map(|bad| bad.place.file).collect(),
        })
    }

    /// The findings after fixes that speak against them: new errors, and new findings of a kind
    /// that a fix removes. A finding is not new if it says the same of the same field, or stands
    /// where the old one's bytes went.
    fn new_findings<'o>(
        &self,
        after: &'o Outcome,
        patches: &BTreeMap<FileId, Patch<'_>>,
        fixed: &BTreeSet<usize>,
    ) -> Vec<&'o Finding> {
        let old = || {
            self.before
                .findings
                .iter()
                .enumerate()
                .filter(|(index, _)| !fixed.contains(index))
                .map(|(_, finding)| finding)
        };
        let said = |finding: &'_ Finding| key(finding);
        let mut counts: BTreeMap<Key, usize> = BTreeMap::new();
        for finding in old() {
            *counts.entry(said(finding)).or_default() += 1;
        }
        let take = |counts: &mut BTreeMap<Key, usize>, finding: &Finding| {
            counts
                .get_mut(&said(finding))
                .filter(|count| **count > 0)
                .map(|count| *count -= 1)
                .is_some()
        };
        let rest: Vec<&Finding> = after
            .findings
            .iter()
            .filter(|finding| !take(&mut counts, finding))
            .collect();
        // Among equal findings the first ones count as found again.
        let mut places: BTreeMap<(FileId, &str, u32), usize> = BTreeMap::new();
        for finding in old().filter(|finding| take(&mut counts, finding)) {
            let start = finding.place.span.start;
            let start = patches
                .get(&finding.place.file)
                .map_or(start, |patch| patch.moved(start));
            *places
                .entry((finding.place.file, finding.rule, start))
                .or_default() += 1;
        }
        let gone: BTreeSet<(FileId, &str)> = fixed
            .iter()
            .map(|index| &self.before.findings[*index])
            .map(|of| (of.place.file, of.rule))
            .collect();
        let is_new = |finding: &&Finding| {
            let place = (finding.place.file, finding.rule, finding.place.span.start);
            let known = places
                .get_mut(&place)
                .filter(|count| **count > 0)
                .map(|count| *count -= 1)
                .is_some();
            !known
                && (finding.severity == Severity::Error
                    || gone.contains(&(finding.place.file, finding.rule)))
        };
        rest.into_iter().filter(is_new).collect()
    }
}

/// A large set that passes, in the order of the candidates. It leaves out the ones to blame. Where
/// nothing shows which these are, it tries halves, quarters and so on. `try_all` gets what passed before, and the
/// position from which the rest is new.
fn largest<'f>(
    candidates: Vec<Candidate<'f>>,
    tries: usize,
    mut try_all: impl FnMut(&[Candidate<'f>], usize) -> Result<(), Vec<usize>>,
    mut refuse: impl FnMut(&Candidate<'f>),
) -> Vec<Candidate<'f>> {
    let mut kept: Vec<Candidate<'f>> = Vec::new();
    let mut work = vec![candidates];
    let mut left = tries;
    while let Some(mut group) = work.pop() {
        if group.is_empty() {
            continue;
        }
        if left == 0 {
            group.iter().for_each(&mut refuse);
            continue;
        }
        left -= 1;
        let new = kept.len();
        kept.append(&mut group);
        let Err(blamed) = try_all(&kept, new) else {
            continue;
        };
        let mut group = kept.split_off(new);
        if group.len() == 1 {
            refuse(&group[0]);
        } else if blamed.is_empty() {
            let second = group.split_off(group.len() / 2);
            work.push(second);
            work.push(group);
        } else {
            let mut index = new;
            group.retain(|candidate| {
                let stays = blamed.binary_search(&index).is_err();
                index += 1;
                if !stays {
                    refuse(candidate);
                }
                stays
            });
            work.push(group);
        }
    }
    kept
}
