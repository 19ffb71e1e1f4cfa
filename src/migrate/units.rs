//! The texts of a run, cut between their documents: what is done to one profile does not read those
//! beside it, so that the work grows with the number of profiles and no faster.

use std::collections::BTreeMap;

use crate::landscape::Input;
use crate::source::{FileId, Source, Sources};
use crate::yaml::{self, Document};

/// The texts of a run.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'s> {
    pub sources: &'s Sources,
    pub inputs: &'s [Input],
    /// Those that only say what parents are, and what uses the profiles.
    pub context: &'s [Input],
}

/// The texts, cut. Where a text cannot be cut without reading otherwise, it stays whole.
pub(super) struct Units {
    pub sources: Sources,
    pub inputs: Vec<Input>,
    of: Vec<Unit>,
    /// The positions of units, by file and document of the texts as they were.
    places: BTreeMap<(FileId, usize), usize>,
}

/// A part of an input.
#[derive(Clone, Copy)]
struct Unit {
    input: usize,
    /// The position in the input of its first document.
    document: usize,
}

impl Units {
    pub fn new(sources: &Sources, inputs: &[Input]) -> Self {
        let mut units = Self {
            sources: sources.clone(),
            inputs: Vec::new(),
            of: Vec::new(),
            places: BTreeMap::new(),
        };
        for (at, input) in inputs.iter().enumerate() {
            let source = sources.get(input.file);
            let documents = yaml::read(source.text());
            let parts = match input.fault {
                None => parts(source.text(), &documents),
                Some(_) => None,
            };
            for document in 0..documents.len().max(1) {
                let unit = units.of.len();
                match &parts {
                    Some(parts) => {
                        let part = part(source, parts[document], document);
                        let file = units.sources.add(part);
                        units.inputs.push(Input { file, fault: None });
                    }
                    None if document == 0 => units.inputs.push(*input),
                    None => {
                        units.places.insert((input.file, document), unit - 1);
                        continue;
                    }
                }
                units.places.insert((input.file, document), unit);
                units.of.push(Unit {
                    input: at,
                    document,
                });
            }
        }
        units
    }

    /// The unit with a document of a text as it was.
    pub fn find(&self, file: FileId, document: usize) -> Option<usize> {
        self.places.get(&(file, document)).copied()
    }

    /// The input of a unit.
    pub fn input(&self, unit: usize) -> usize {
        self.of[unit].input
    }

    /// How many documents of the input stand before a unit.
    pub fn document(&self, unit: usize) -> usize {
        self.of[unit].document
    }

    /// The texts of the inputs, put together from those of their units.
    pub fn joined(&self, texts: &[String], inputs: usize) -> Vec<String> {
        let mut joined = vec![String::new(); inputs];
        for (unit, text) in self.of.iter().zip(texts) {
            joined[unit.input].push_str(text);
        }
        joined
    }
}

/// A part of a text. Its path tells it from the other parts.
fn part(source: &Source, text: &str, document: usize) -> Source {
    let path = format!("{}#{document}", source.path());
    source.with_text(text).at(path)
}

/// The parts of a text, one for each document; none where they would not read as the whole does.
fn parts<'s>(text: &'s str, documents: &[Document<'_>]) -> Option<Vec<&'s str>> {
    let whole = |of: &Document<'_>| {
        let is_sound = !of.incomplete && !of.json && of.problems.is_empty();
        Some(of.tree.to_json(of.tree.root().filter(|_| is_sound)?))
    };
    if documents.len() < 2 {
        return None;
    }
    let starts = documents.iter().skip(1).map(|of| of.span.start as usize);
    let ends = starts.clone().chain([text.len()]);
    let parts: Option<Vec<&str>> = [0]
        .into_iter()
        .chain(starts)
        .zip(ends)
        .map(|(start, end)| text.get(start..end))
        .collect();
    let parts = parts?;
    let same = parts.iter().zip(documents).all(|(part, document)| {
        let alone = yaml::read(part);
        matches!(&alone[..], [one] if whole(one).is_some() && whole(one) == whole(document))
    });
    same.then_some(parts)
}
