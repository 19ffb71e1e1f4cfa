//! Mechanical ways out of findings, taken: which are made together, what that makes of the texts, and whether it holds. A fix holds if
//! what it is for is gone, nothing new is an error, and the rest of the text reads as before. Touches no files; `cli` writes.

mod choose;
mod meaning;
mod patch;

use std::collections::{BTreeMap, BTreeSet};

use crate::config::Settings;
use crate::finding::{Finding, Severity};
use crate::landscape::Input;
use crate::lint::{Outcome, lint_among};
use crate::source::{FileId, Source, Sources};
use crate::yaml;

use choose::{Candidate, Key, choose, key};
pub use meaning::is_kept;
pub use patch::Patch;

/// Fixes may make room for others; so often they are looked for.
const ROUNDS: usize = 8;
/// So many sets of fixes are judged in a round before the rest is left alone.
const TRIES: usize = 32;
/// So many sets of fixes of one text are read in a round before the rest is left alone.
const READS: usize = 64;

/// What is judged, and what of it may be changed.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The texts that are judged.
    pub judged: &'a [Input],
    /// Texts that are not judged, but hold what the others refer to.
    pub context: &'a [Input],
    /// The stored objects that some replace.
    pub old: &'a [Input],
    /// Which of the judged texts may be changed.
    pub files: &'a BTreeSet<FileId>,
    /// What everything is judged with.
    pub settings: &'a Settings,
    /// Also take fixes that a person should look at.
    pub with_unsafe: bool,
}

/// What came of it.
#[derive(Debug)]
pub struct Fixed {
    /// All texts under their old ids.
    pub sources: Sources,
    /// What is found now.
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

    /// Takes back what was done to some texts, which could not be written: they are as `before` again, and so is what is found in them.
    pub fn take_back(&mut self, files: &BTreeSet<FileId>, before: &Sources, job: Job<'_>) {
        let old = files.iter().map(|file| (*file, before.get(*file).text().to_owned())).collect();
        self.sources = with(&self.sources, &old);
        self.outcome = lint_among(&self.sources, job.judged, job.context, job.old, job.settings);
        self.fixed.retain(|file, _| !files.contains(file));
    }
}

/// Fixes what can be fixed in texts of which this was found.
#[must_use]
pub fn fix(sources: &Sources, outcome: Outcome, job: Job<'_>) -> Fixed {
    let mut fixed = Fixed { sources: with(sources, &BTreeMap::new()), outcome, fixed: BTreeMap::new() };
    let mut refused = BTreeSet::new();
    // Bytes that are no text cannot be kept.
    let files: BTreeSet<FileId> =
        job.judged.iter().filter(|input| input.fault.is_none() && job.files.contains(&input.file)).map(|input| input.file).collect();
    for _ in 0..ROUNDS {
        let round = Round { sources: &fixed.sources, before: &fixed.outcome, job };
        let candidates = choose(&fixed.outcome.findings, &fixed.sources, &files, job.with_unsafe, &refused);
        if candidates.is_empty() {
            break;
        }
        let readable = round.readable(candidates, &mut refused);
        let Some((done, sources, outcome)) = round.holding(readable, &mut refused) else { continue };
        for finding in done {
            fixed.fixed.entry(finding.place.file).or_default().push(finding);
        }
        (fixed.sources, fixed.outcome) = (sources, outcome);
        // What did not hold before may now.
        refused.clear();
    }
    fixed
}

/// The same texts under the same ids, but for these.
fn with(sources: &Sources, texts: &BTreeMap<FileId, String>) -> Sources {
    let mut all = Sources::default();
    for (file, source) in sources.iter() {
        all.add(Source::new(source.name(), texts.get(&file).map_or(source.text(), String::as_str)));
    }
    all
}

/// What a round starts from.
#[derive(Clone, Copy)]
struct Round<'a> {
    sources: &'a Sources,
    before: &'a Outcome,
    job: Job<'a>,
}

/// The findings that were fixed, all texts, and what is found in them.
type Changed = (Vec<Finding>, Sources, Outcome);

impl<'a> Round<'a> {
    fn refuse(&self, candidate: &Candidate<'_>, refused: &mut BTreeSet<Key>) {
        refused.extend(candidate.findings.iter().map(|index| key(&self.before.findings[*index])));
    }

    /// Those that leave the rest of their text as it is.
    fn readable(&self, candidates: Vec<Candidate<'a>>, refused: &mut BTreeSet<Key>) -> Vec<Candidate<'a>> {
        let mut by_file: BTreeMap<FileId, Vec<Candidate<'a>>> = BTreeMap::new();
        for candidate in candidates {
            by_file.entry(candidate.file).or_default().push(candidate);
        }
        let mut all = Vec::new();
        for (file, candidates) in by_file {
            let text = self.sources.get(file).text();
            let documents = yaml::read(text);
            let kept = |some: &[Candidate<'_>]| {
                Patch::new(some.iter().flat_map(|candidate| candidate.edits))
                    .and_then(|patch| patch.apply(text).map(|new| is_kept(text, &documents, &patch, &new)))
                    .unwrap_or(false)
            };
            all.append(
                &mut largest(candidates, READS, |some, _| kept(some).then_some(()).ok_or_else(Vec::new), |gone| self.refuse(gone, refused))
                    .0,
            );
        }
        all
    }

    /// Those that are judged well together.
    fn holding(&self, candidates: Vec<Candidate<'a>>, refused: &mut BTreeSet<Key>) -> Option<Changed> {
        let (kept, changed) = largest(candidates, TRIES, |some, new| self.attempt(some, new), |gone| self.refuse(gone, refused));
        let (sources, outcome) = changed?;
        let fixed = kept.iter().flat_map(|candidate| &candidate.findings).map(|index| self.before.findings[*index].clone());
        Some((fixed.collect(), sources, outcome))
    }

    /// Makes fixes and judges what comes of it.
    ///
    /// # Errors
    /// When they do not hold: which of those from `new` on are to blame, none where that is not known.
    fn attempt(&self, some: &[Candidate<'_>], new: usize) -> Result<(Sources, Outcome), Vec<usize>> {
        let mut edits: BTreeMap<FileId, Vec<_>> = BTreeMap::new();
        for candidate in some {
            edits.entry(candidate.file).or_default().extend(candidate.edits);
        }
        let mut patches = BTreeMap::new();
        for (file, edits) in edits {
            patches.insert(file, Patch::new(edits).ok_or_else(Vec::new)?);
        }
        let mut texts = BTreeMap::new();
        for (file, patch) in &patches {
            texts.insert(*file, patch.apply(self.sources.get(*file).text()).ok_or_else(Vec::new)?);
        }
        let sources = with(self.sources, &texts);
        let outcome = lint_among(&sources, self.job.judged, self.job.context, self.job.old, self.job.settings);
        let fixed: BTreeSet<usize> = some.iter().flat_map(|candidate| candidate.findings.iter().copied()).collect();
        let bad = self.new_findings(&outcome, &patches, &fixed);
        if bad.is_empty() {
            return Ok((sources, outcome));
        }
        let to_blame = |candidate: &Candidate<'_>| {
            bad.iter().any(|bad| {
                let patch = patches.get(&candidate.file).filter(|_| bad.place.file == candidate.file);
                let of = candidate.findings.iter().map(|index| &self.before.findings[*index]);
                patch.is_some_and(|patch| {
                    let near = candidate.edits.iter().any(|edit| {
                        let (start, end) = patch.written_for(edit.span);
                        start <= bad.place.span.end && bad.place.span.start <= end
                    });
                    near || of
                        .into_iter()
                        .any(|finding| finding.field == bad.field || bad.field.starts_with(&format!("{}.", finding.field)))
                })
            })
        };
        Err((new..some.len()).filter(|index| to_blame(&some[*index])).collect())
    }

    /// What is found after fixes that was not found before, as far as it speaks against them: errors, and findings of the kind that
    /// was to go. A finding is the same if it says the same of the same field, or stands where the old one's bytes went.
    fn new_findings<'o>(&self, after: &'o Outcome, patches: &BTreeMap<FileId, Patch<'_>>, fixed: &BTreeSet<usize>) -> Vec<&'o Finding> {
        let old = || self.before.findings.iter().enumerate().filter(|(index, _)| !fixed.contains(index)).map(|(_, finding)| finding);
        let said = |finding: &'_ Finding| key(finding);
        let mut counts: BTreeMap<Key, usize> = BTreeMap::new();
        for finding in old() {
            *counts.entry(said(finding)).or_default() += 1;
        }
        let take = |counts: &mut BTreeMap<Key, usize>, finding: &Finding| {
            counts.get_mut(&said(finding)).filter(|count| **count > 0).map(|count| *count -= 1).is_some()
        };
        let rest: Vec<&Finding> = after.findings.iter().filter(|finding| !take(&mut counts, finding)).collect();
        // Of those that say the same the first ones were found again.
        let mut places: BTreeMap<(FileId, &str, u32), usize> = BTreeMap::new();
        for finding in old().filter(|finding| take(&mut counts, finding)) {
            let start = finding.place.span.start;
            let start = patches.get(&finding.place.file).map_or(start, |patch| patch.moved(start));
            *places.entry((finding.place.file, finding.rule, start)).or_default() += 1;
        }
        let gone: BTreeSet<(FileId, &str)> =
            fixed.iter().map(|index| &self.before.findings[*index]).map(|of| (of.place.file, of.rule)).collect();
        let is_new = |finding: &&Finding| {
            let place = (finding.place.file, finding.rule, finding.place.span.start);
            let known = places.get_mut(&place).filter(|count| **count > 0).map(|count| *count -= 1).is_some();
            !known && (finding.severity == Severity::Error || gone.contains(&(finding.place.file, finding.rule)))
        };
        rest.into_iter().filter(is_new).collect()
    }
}

/// A large set that passes, in the order of the candidates. Those that are to blame are left out, or those that cannot be told apart
/// in fewer and fewer at a time. `try_all`: is given what passed before, and from a position on what is new.
fn largest<'f, T>(
    candidates: Vec<Candidate<'f>>,
    tries: usize,
    mut try_all: impl FnMut(&[Candidate<'f>], usize) -> Result<T, Vec<usize>>,
    mut refuse: impl FnMut(&Candidate<'f>),
) -> (Vec<Candidate<'f>>, Option<T>) {
    let mut kept: Vec<Candidate<'f>> = Vec::new();
    let mut answer = None;
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
        match try_all(&kept, new) {
            Ok(passed) => answer = Some(passed),
            Err(blamed) => {
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
        }
    }
    (kept, answer)
}
