//! The silences of findings at their place: comments on their line, before it or for the whole
//! file, and annotations of objects.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::directive::{self, Directive, Fault, NAME, Selector, State};
use crate::config::matches;
use crate::finding::{Finding, Subject};
use crate::landscape::{Item, ReadFile};
use crate::source::{FileId, Place, Source, Sources, Span};
use crate::yaml::{self, Comment, Value};

/// The annotation of an object.
const ANNOTATION: &str = "cpcap/ignore";

/// A comment or an annotation that silences.
#[derive(Clone, Debug)]
pub struct Silence {
    /// The comment, or the value of the annotation.
    pub place: Place,
    /// The document that it stands in, where there is one.
    pub document: usize,
    pub reach: Reach,
    pub selectors: Vec<Selector>,
    /// The reason; empty without one. Annotations have no room for it.
    pub reason: String,
    /// The reason why it silences nothing.
    pub fault: Option<Fault>,
    /// Nothing else stands on its line.
    pub alone: bool,
}

#[derive(Clone, Debug)]
pub enum Reach {
    /// The findings that begin on a line, from 0.
    Line(usize),
    /// All findings in the text.
    File,
    /// All findings about an object, and all in its bytes.
    Object { subject: Arc<Subject>, span: Span },
}

/// All silences of a run, found quickly.
#[derive(Debug, Default)]
pub struct Silences {
    /// In the order of the texts.
    pub all: Vec<Silence>,
    of_line: BTreeMap<(FileId, usize), Vec<usize>>,
    of_file: BTreeMap<FileId, Vec<usize>>,
    /// By the identity of the subject, which all findings about an object share.
    of_object: BTreeMap<usize, usize>,
    /// By where an object begins; objects do not overlap.
    of_bytes: BTreeMap<(FileId, u32), usize>,
}

impl Silences {
    /// The silences of the texts and of the objects in them.
    #[must_use]
    pub fn new<'f, 't: 'f>(
        files: impl Iterator<Item = &'f ReadFile<'t>>,
        items: impl Iterator<Item = &'f Item<'t>>,
        sources: &Sources,
    ) -> Self {
        let mut silences = Self::default();
        for file in files {
            for silence in comments(file, sources.get(file.file)) {
                silences.add(silence);
            }
        }
        for silence in items.filter_map(annotation) {
            silences.add(silence);
        }
        silences
    }

    fn add(&mut self, silence: Silence) {
        let (index, file) = (self.all.len(), silence.place.file);
        match &silence.reach {
            _ if silence.fault.is_some() => {}
            Reach::Line(line) => self.of_line.entry((file, *line)).or_default().push(index),
            Reach::File => self.of_file.entry(file).or_default().push(index),
            Reach::Object { subject, span } => {
                self.of_object.insert(identity(subject), index);
                self.of_bytes.insert((file, span.start), index);
            }
        }
        self.all.push(silence);
    }

    /// Drops the findings that are silenced, notes what silenced them, and says how many there
    /// were.
    pub fn apply(&mut self, findings: &mut Vec<Finding>, sources: &Sources) -> usize {
        let before = findings.len();
        if !self.all.is_empty() {
            findings.retain(|finding| !self.silences(finding, sources));
        }
        before - findings.len()
    }

    fn silences(&mut self, finding: &Finding, sources: &Sources) -> bool {
        let Place { file, span } = finding.place;
        let line = sources.get(file).line_index(span.start);
        let around = self
            .of_bytes
            .range(..=(file, span.start))
            .next_back()
            .map(|(_, index)| *index);
        let inside = |index: &usize| {
            self.all.get(*index).is_some_and(|silence| {
                let Reach::Object { span: object, .. } = &silence.reach else {
                    return false;
                };
                silence.place.file == file && span.start < object.end
            })
        };
        let listed = self
            .of_line
            .get(&(file, line))
            .into_iter()
            .chain(self.of_file.get(&file))
            .flatten()
            .copied();
        let object = self.of_object.get(&identity(&finding.subject)).copied();
        let found: Vec<usize> = listed.chain(object).chain(around.filter(inside)).collect();
        let mut silenced = false;
        for index in found {
            let selectors = self
                .all
                .get_mut(index)
                .map_or(&mut [][..], |silence| &mut silence.selectors);
            for selector in selectors
                .iter_mut()
                .filter(|selector| matches(&selector.text, finding.rule).is_some())
            {
                selector.state = State::Used;
                silenced = true;
            }
        }
        silenced
    }
}

/// All findings about an object hold the same subject.
fn identity(subject: &Arc<Subject>) -> usize {
    Arc::as_ptr(subject).addr()
}

fn comments(file: &ReadFile<'_>, source: &Source) -> Vec<Silence> {
    let comments = yaml::comments(file.text, &file.documents, NAME);
    if comments.is_empty() {
        return Vec::new();
    }
    let below = lines_below(source);
    comments
        .iter()
        .filter_map(|comment| read(comment, file, source, &below))
        .collect()
}

fn read(
    comment: &Comment,
    file: &ReadFile<'_>,
    source: &Source,
    below: &[usize],
) -> Option<Silence> {
    let text = source.slice(comment.span);
    let name = text.find(NAME)? + NAME.len();
    let directive = match text[name..].strip_prefix(':') {
        Some(rest) => directive::read(rest, comment.span.start as usize + name + 1)?,
        None if directive::lacks_colon(&text[name..]) => Directive {
            fault: Some(Fault::NoColon),
            ..Directive::default()
        },
        None => return None,
    };
    let line = source.line_index(comment.span.start);
    let document = file
        .documents
        .partition_point(|document| document.span.start <= comment.span.start)
        .saturating_sub(1);
    Some(Silence {
        place: Place {
            file: file.file,
            span: comment.span,
        },
        document,
        reach: match directive.whole_file {
            true => Reach::File,
            false => Reach::Line(if comment.alone {
                below.get(line).copied().unwrap_or(line)
            } else {
                line
            }),
        },
        selectors: directive.selectors,
        reason: directive.reason,
        fault: directive.fault,
        alone: comment.alone,
    })
}

/// The next line after each one that is not a comment.
fn lines_below(source: &Source) -> Vec<usize> {
    let lines = source.line_starts().len();
    let mut below = vec![lines; lines];
    for line in (0..lines.saturating_sub(1)).rev() {
        let comment = source
            .slice(source.line_span(line + 1))
            .trim_start()
            .starts_with('#');
        below[line] = if comment { below[line + 1] } else { line + 1 };
    }
    below
}

fn annotation(item: &Item<'_>) -> Option<Silence> {
    let tree = &item.document.tree;
    let below = |node, key| tree.get(node, key).map(|entry| entry.value);
    let value = below(
        below(below(item.object.node, "metadata")?, "annotations")?,
        ANNOTATION,
    )?;
    let Value::String(text) = tree.value(value) else {
        return None;
    };
    let span = tree.span(value);
    // Written as it is read, but for quotes: then each part has its bytes.
    let offset = tree.raw(value, item.text).find(text);
    let mut selectors = directive::selectors(
        text,
        offset.map_or(0, |offset| span.start as usize + offset),
    );
    if offset.is_none() {
        selectors
            .iter_mut()
            .for_each(|selector| selector.span = span);
    }
    Some(Silence {
        place: Place {
            file: item.file,
            span,
        },
        document: item.document.index,
        reach: Reach::Object {
            subject: Arc::clone(item.subject()),
            span: tree.span(item.object.node),
        },
        fault: selectors.is_empty().then_some(Fault::NoRules),
        selectors,
        reason: String::new(),
        alone: false,
    })
}
