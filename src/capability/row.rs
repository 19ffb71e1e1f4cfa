//! Capability maps as rows of bits: one bit for each (capability, value) of the vocabulary, in
//! order. Compatibility is an intersection within each capability's bits, preference the order of
//! the rows as binary numbers (`docs/gardener/capabilities.md#selection`).

use std::collections::{BTreeMap, BTreeSet};
use std::ptr;

use crate::capability::Vocabulary;
use crate::model::cloudprofile::Capabilities;

/// Where each value of a vocabulary has its bit.
#[derive(Clone, Debug, Default)]
pub struct Layout<'t> {
    columns: Vec<Column<'t>>,
    /// The position of each capability: look-ups are many.
    positions: BTreeMap<&'t str, usize>,
    /// The bits of all values.
    all: Vec<u64>,
    /// The bits of a flavor that leaves out every capability.
    bare: Vec<u64>,
}

/// The bits of one capability.
#[derive(Clone, Debug)]
struct Column<'t> {
    name: &'t str,
    /// The values, each once, most preferred first.
    values: Vec<&'t str>,
    positions: BTreeMap<&'t str, usize>,
    first_bit: usize,
    /// The capability's bits, word by word.
    masks: Vec<(usize, u64)>,
}

/// A capability map after defaulting. Rows order as binary numbers whose first bit is the most
/// preferred value of the most significant capability.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row<'t> {
    known: Vec<u64>,
    /// Values that the vocabulary does not list, sorted: they are never preferred, but match each
    /// other.
    unknown: Vec<(usize, &'t str)>,
}

/// Rows of many capability maps, each map made into a row once. Equal rows have one number.
#[derive(Debug)]
pub struct Rows<'l, 'a, 't> {
    layout: &'l Layout<'t>,
    rows: Vec<Row<'t>>,
    numbers: Vec<(&'a Capabilities<'t>, usize)>,
}

/// One bit of a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bit<'t> {
    pub capability: &'t str,
    pub value: &'t str,
}

impl<'l, 'a, 't> Rows<'l, 'a, 't> {
    #[must_use]
    pub fn new(layout: &'l Layout<'t>) -> Self {
        Self {
            layout,
            rows: Vec::new(),
            numbers: Vec::new(),
        }
    }

    /// The number of the row of a capability map that lasts: it is compared only once.
    pub fn number(&mut self, map: &'a Capabilities<'t>) -> usize {
        let known = self.numbers.iter().find(|(known, _)| ptr::eq(*known, map));
        if let Some((_, number)) = known {
            return *number;
        }
        let number = self.add(map);
        self.numbers.push((map, number));
        number
    }

    /// The number of the row of any other capability map.
    pub fn add(&mut self, capabilities: &Capabilities<'t>) -> usize {
        let row = self.layout.row(capabilities);
        let known = self.rows.iter().position(|known| *known == row);
        known.unwrap_or_else(|| {
            self.rows.push(row);
            self.rows.len() - 1
        })
    }

    /// The rows with these numbers.
    #[must_use]
    pub fn of(&self, numbers: &[usize]) -> Vec<Row<'t>> {
        let row = |number: &usize| self.rows.get(*number).cloned();
        numbers.iter().filter_map(row).collect()
    }
}

impl<'t> Layout<'t> {
    /// The layout of a vocabulary. A value that is listed twice has one bit, at its first place.
    #[must_use]
    pub fn new(vocabulary: &Vocabulary<'t>) -> Self {
        let mut columns = Vec::new();
        let mut positions = BTreeMap::new();
        let mut bit = 0;
        for definition in vocabulary.definitions() {
            let mut values: Vec<&str> = Vec::new();
            let mut value_positions = BTreeMap::new();
            for value in &definition.values {
                value_positions.entry(value.value).or_insert_with(|| {
                    values.push(value.value);
                    values.len() - 1
                });
            }
            let mut masks: Vec<(usize, u64)> = Vec::new();
            for at in bit..bit + values.len() {
                let (word, mask) = place(at);
                match masks.last_mut() {
                    Some((last, bits)) if *last == word => *bits |= mask,
                    _ => masks.push((word, mask)),
                }
            }
            let first_bit = bit;
            bit += values.len();
            positions.insert(*definition.name, columns.len());
            columns.push(Column {
                name: *definition.name,
                values,
                positions: value_positions,
                first_bit,
                masks,
            });
        }
        let mut all = vec![0; bit.div_ceil(64)];
        for (word, mask) in columns.iter().flat_map(|column| &column.masks) {
            all[*word] |= mask;
        }
        let mut bare = all.clone();
        for (column, definition) in columns.iter().zip(vocabulary.definitions()) {
            let Some(default) = definition.by_default else {
                continue;
            };
            for (word, mask) in &column.masks {
                bare[*word] &= !mask;
            }
            if let Some(at) = column.positions.get(default) {
                let (word, mask) = place(column.first_bit + at);
                bare[word] |= mask;
            }
        }
        Self {
            columns,
            positions,
            all,
            bare,
        }
    }

    /// How many capabilities there are.
    #[must_use]
    pub fn capabilities(&self) -> usize {
        self.columns.len()
    }

    /// The name of a capability, by its position in the vocabulary.
    #[must_use]
    pub fn name(&self, capability: usize) -> &'t str {
        self.columns
            .get(capability)
            .map_or("", |column| column.name)
    }

    /// All bits, most preferred first.
    pub fn bits(&self) -> impl Iterator<Item = (usize, Bit<'t>)> + '_ {
        self.columns.iter().flat_map(|column| {
            column.values.iter().enumerate().map(|(n, value)| {
                (
                    column.first_bit + n,
                    Bit {
                        capability: column.name,
                        value,
                    },
                )
            })
        })
    }

    /// The row of a flavor, after defaulting.
    #[must_use]
    pub fn row(&self, capabilities: &Capabilities<'t>) -> Row<'t> {
        self.filled(self.bare.clone(), capabilities)
    }

    /// The row of a machine type or a worker pool, after defaulting: what it leaves out it does not
    /// restrict.
    #[must_use]
    pub fn machine_row(&self, capabilities: &Capabilities<'t>) -> Row<'t> {
        self.filled(self.all.clone(), capabilities)
    }

    fn filled(&self, known: Vec<u64>, capabilities: &Capabilities<'t>) -> Row<'t> {
        let mut row = Row {
            known,
            unknown: Vec::new(),
        };
        let mut seen = BTreeSet::new();
        for written in capabilities {
            let Some(index) = self
                .positions
                .get(*written.name)
                .copied()
                .filter(|index| seen.insert(*index))
            else {
                continue;
            };
            let column = &self.columns[index];
            for (word, mask) in &column.masks {
                row.known[*word] &= !mask;
            }
            for value in written.values.iter() {
                if let Some(at) = column.positions.get(value.value) {
                    let (word, mask) = place(column.first_bit + at);
                    row.known[word] |= mask;
                } else {
                    row.unknown.push((index, value.value));
                }
            }
        }
        row.unknown.sort_unstable();
        row.unknown.dedup();
        row
    }

    /// Whether two rows share a value in every capability.
    #[must_use]
    pub fn compatible(&self, a: &Row<'t>, b: &Row<'t>) -> bool {
        (0..self.columns.len()).all(|capability| self.shares(capability, &[a, b]))
    }

    /// The capabilities, by position, in which the rows have no value in common, all at once: rows
    /// that fit pairwise may still have none.
    #[must_use]
    pub fn clashes(&self, rows: &[&Row<'t>]) -> Vec<usize> {
        (0..self.columns.len())
            .filter(|capability| !self.shares(*capability, rows))
            .collect()
    }

    /// The capabilities, by position, in which two rows do not have the same values.
    #[must_use]
    pub fn differing(&self, a: &Row<'t>, b: &Row<'t>) -> Vec<usize> {
        let unknown = |row: &Row<'t>, capability| {
            row.unknown
                .iter()
                .filter(|value| value.0 == capability)
                .map(|value| value.1)
                .collect::<Vec<_>>()
        };
        let differs = |capability: &usize| {
            let known = self.columns[*capability]
                .masks
                .iter()
                .any(|(word, mask)| (a.known[*word] ^ b.known[*word]) & mask != 0);
            known || unknown(a, *capability) != unknown(b, *capability)
        };
        (0..self.columns.len()).filter(differs).collect()
    }

    /// The first value that decides between two rows: the winner lists it and the loser does not.
    #[must_use]
    pub fn deciding(&self, winner: &Row<'t>, loser: &Row<'t>) -> Option<Bit<'t>> {
        self.bits()
            .find(|(at, _)| winner.has(*at) && !loser.has(*at))
            .map(|(_, bit)| bit)
    }

    fn shares(&self, capability: usize, rows: &[&Row<'t>]) -> bool {
        let Some((first, rest)) = rows.split_first() else {
            return true;
        };
        let column = &self.columns[capability];
        column.masks.iter().any(|(word, mask)| {
            rest.iter().fold(first.known[*word] & mask, |bits, row| {
                bits & row.known[*word]
            }) != 0
        }) || first.unknown.iter().any(|value| {
            value.0 == capability && rest.iter().all(|row| row.unknown.contains(value))
        })
    }
}

impl Row<'_> {
    /// Whether a bit is set.
    #[must_use]
    pub fn has(&self, bit: usize) -> bool {
        let (word, mask) = place(bit);
        self.known.get(word).is_some_and(|bits| bits & mask != 0)
    }

    #[must_use]
    pub fn common(&self, other: &Self) -> Self {
        let known = self
            .known
            .iter()
            .zip(&other.known)
            .map(|(a, b)| a & b)
            .collect();
        let unknown = self
            .unknown
            .iter()
            .filter(|value| other.unknown.binary_search(value).is_ok())
            .copied()
            .collect();
        Self { known, unknown }
    }

    /// The part of the row that preference looks at.
    #[must_use]
    pub fn preference(&self) -> &[u64] {
        &self.known
    }
}

/// The word and mask of a bit; the first bit is the most significant of the first word.
fn place(bit: usize) -> (usize, u64) {
    (bit / 64, 1 << (63 - bit % 64))
}
