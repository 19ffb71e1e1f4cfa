//! How each object stands with the server, whatever of its findings a run shows.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::finding::{Finding, Severity, Subject};
use crate::landscape::Item;
use crate::model::path::FieldPath;
use crate::source::FileId;

/// What the findings about an object come to, before silences, baselines, levels and the choice of
/// rules take some away, and with the severities of the rules.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The text that holds the object.
    pub file: FileId,
    /// Position of the document in the text, from 0.
    pub document: usize,
    /// The path of the object in the document; empty unless it stands in a list.
    pub path: FieldPath,
    /// The server would refuse it.
    pub refused: bool,
    /// There are errors or warnings beside what the server would refuse.
    pub doubtful: bool,
    /// Findings that are not among those of the outcome.
    pub hidden: Hidden,
    /// Its findings, by position among those of the outcome.
    pub findings: Vec<usize>,
}

/// Counts of findings that a run keeps back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    /// Findings that comments, annotations or a baseline accept.
    pub silenced: usize,
    /// Findings of rules that were not chosen, or below the level that is shown.
    pub not_shown: usize,
}

/// Why a step takes findings away.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// They are accepted.
    Silence,
    /// They are not asked for.
    Show,
}

/// The answers about all objects.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// The answers, in the order of the objects.
    pub of_objects: Vec<Answer>,
    /// The counts of all findings, also of those about no object.
    pub hidden: Hidden,
}

impl Answers {
    /// The answer about an object, which may be one of another reading of the same texts.
    #[must_use]
    pub fn of(&self, item: &Item<'_>) -> Option<&Answer> {
        let is_same = |of: &&Answer| (of.file, of.document, &of.path) == item.standing();
        self.of_objects.iter().find(is_same)
    }
}

/// Follows findings through a run, which takes some away step by step.
pub(super) struct Following {
    is_on: bool,
    answers: Answers,
    /// The objects by what findings name them with.
    by_subject: BTreeMap<*const Subject, usize>,
    /// The only object of a document, to which what concerns its text belongs.
    by_document: BTreeMap<(FileId, usize), Option<usize>>,
    /// How many findings of each object were left after the last step, and of no object.
    left: (Vec<usize>, usize),
}

impl Following {
    /// Follows the findings of some objects; nothing where there is no question.
    pub fn new(items: Option<&[&Item<'_>]>, findings: &[Finding]) -> Self {
        let mut new = Self {
            is_on: items.is_some(),
            answers: Answers::default(),
            by_subject: BTreeMap::new(),
            by_document: BTreeMap::new(),
            left: (Vec::new(), 0),
        };
        for (at, item) in items.into_iter().flatten().enumerate() {
            let document = item.document.index;
            new.answers.of_objects.push(Answer {
                file: item.file,
                document,
                path: item.object.prefix.clone(),
                refused: false,
                doubtful: false,
                hidden: Hidden::default(),
                findings: Vec::new(),
            });
            new.by_subject.insert(Arc::as_ptr(item.subject()), at);
            new.by_document
                .entry((item.file, document))
                .and_modify(|only| *only = None)
                .or_insert(Some(at));
        }
        new.skip(findings);
        for finding in findings {
            let Some(at) = new.object_of(finding) else {
                continue;
            };
            let answer = &mut new.answers.of_objects[at];
            let is_error = finding.severity == Severity::Error;
            answer.refused |= is_error && finding.stage.is_some();
            answer.doubtful |= finding.severity > Severity::Note;
        }
        new
    }

    fn object_of(&self, finding: &Finding) -> Option<usize> {
        let subject = &finding.subject;
        let of_text = || {
            let document = (finding.place.file, subject.document);
            let is_named = subject.kind.is_some() || subject.name.is_some();
            if is_named {
                None
            } else {
                *self.by_document.get(&document)?
            }
        };
        let named = self.by_subject.get(&Arc::as_ptr(subject)).copied();
        named.or_else(of_text)
    }

    fn count(&self, findings: &[Finding]) -> (Vec<usize>, usize) {
        let mut of_objects = vec![0; self.answers.of_objects.len()];
        let mut others = 0;
        for finding in findings {
            match self.object_of(finding) {
                Some(at) => of_objects[at] += 1,
                None => others += 1,
            }
        }
        (of_objects, others)
    }

    /// Counts what a step took away.
    pub fn step(&mut self, findings: &[Finding], step: Step) {
        if !self.is_on {
            return;
        }
        let count = |hidden: &mut Hidden, gone: usize| match step {
            Step::Silence => hidden.silenced += gone,
            Step::Show => hidden.not_shown += gone,
        };
        let left = self.count(findings);
        let (before, others) = &self.left;
        let of_objects = self.answers.of_objects.iter_mut();
        for ((answer, before), left) in of_objects.zip(before).zip(&left.0) {
            let gone = before.saturating_sub(*left);
            count(&mut answer.hidden, gone);
            count(&mut self.answers.hidden, gone);
        }
        count(&mut self.answers.hidden, others.saturating_sub(left.1));
        self.left = left;
    }

    /// Counts anew after a step that is none of the user's choices, or adds findings.
    pub fn skip(&mut self, findings: &[Finding]) {
        if self.is_on {
            self.left = self.count(findings);
        }
    }

    /// The answers, with the findings that are left.
    pub fn end(mut self, findings: &[Finding]) -> Answers {
        for (position, finding) in findings.iter().enumerate() {
            if let Some(at) = self.object_of(finding) {
                self.answers.of_objects[at].findings.push(position);
            }
        }
        self.answers
    }
}
