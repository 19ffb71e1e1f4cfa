//! Pairs of objects of two landscapes: those of one kind, namespace and name, by their place. Two
//! landscapes may use the same names.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value as Json;

use crate::finding::{Finding, Subject};
use crate::landscape::{Item, Landscape};
use crate::model::object::ObjectKind;
use crate::model::path::FieldPath;
use crate::source::{FileId, Place};
use crate::yaml::may_be_template;

/// The key of an object in its landscape.
pub type Key<'a> = (ObjectKind, &'a str, &'a str);

/// The fields of the key.
const KEY: [&str; 2] = ["metadata.name", "metadata.namespace"];

/// Where an object stands: file, document, path in a list.
pub type Standing<'a> = (FileId, usize, &'a FieldPath);

impl Item<'_> {
    /// Its kind, namespace and name. A CloudProfile has no namespace, whatever its file says.
    #[must_use]
    pub fn key(&self) -> Key<'_> {
        let object = &self.object;
        (object.kind, object.namespace(), *object.meta.name)
    }

    /// Whether it has a name, decoding takes name and namespace, and nothing is missing after them.
    fn has_known_key(&self) -> bool {
        let is_refused = |path: &'static str| self.refused.covers(FieldPath::from(path).steps());
        !self.object.meta.name.is_empty()
            && !self.unread.is_incomplete()
            && !self.hides_key()
            && !KEY.into_iter().any(is_refused)
    }

    /// Whether its name or namespace could not be read.
    pub(super) fn hides_key(&self) -> bool {
        KEY.iter()
            .any(|path| self.unread.hides(&FieldPath::from(*path)))
    }

    /// The file and the document of the object.
    #[must_use]
    pub fn standing(&self) -> Standing<'_> {
        (self.file, self.document.index, &self.object.prefix)
    }

    /// The place of the object's name.
    #[must_use]
    pub fn name_at(&self) -> Place {
        Place {
            file: self.file,
            span: self.object.meta.name.span,
        }
    }

    /// Whether it says the same as another, whatever the comments and the order of maps.
    #[must_use]
    pub fn says_the_same(&self, other: &Item<'_>) -> bool {
        let [of_a, of_b] = [self, other].map(|item| item.text.get(item.document.span.range()));
        let whole = self.object.prefix.is_root() && other.object.prefix.is_root() && of_a == of_b;
        whole || self.is(other) || {
            let json = |item: &Item<'_>| item.document.tree.to_json(item.object.node);
            json(self) == json(other)
        }
    }

    /// Whether a finding is about it.
    #[must_use]
    pub fn is_meant_by(&self, finding: &Finding) -> bool {
        (finding.place.file, finding.subject.document) == (self.file, self.document.index)
            && finding.field.below(&self.object.prefix).is_some()
    }

    fn is(&self, other: &Item<'_>) -> bool {
        std::ptr::eq(self.text, other.text) && self.standing() == other.standing()
    }
}

/// Objects whose pairs are unknown.
#[derive(Clone, Debug)]
pub struct Ambiguous<'a> {
    /// Those of the old side.
    pub old: Vec<&'a Item<'a>>,
    /// Those of the new side.
    pub new: Vec<&'a Item<'a>>,
}

/// The same as plain values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rivals {
    /// The kind, namespace and name that they share.
    pub subject: Subject,
    /// The places of the old ones.
    pub old: Vec<Place>,
    /// The places of the new ones.
    pub new: Vec<Place>,
}

impl Rivals {
    /// The places of the names of these objects.
    #[must_use]
    pub fn new(of: &Ambiguous<'_>) -> Self {
        let places = |items: &[&Item<'_>]| items.iter().map(|item| item.name_at()).collect();
        let subject = of
            .new
            .first()
            .map(|item| (**item.subject()).clone())
            .unwrap_or_default();
        Self {
            subject,
            old: places(&of.old),
            new: places(&of.new),
        }
    }
}

impl<'t> Landscape<'t> {
    /// The objects that stand in their text once more, each with the last one of its name. Patches
    /// are none, nor are objects whose name is not known, or of which a template may choose one.
    #[must_use]
    pub fn repeated(&self) -> Vec<(&Item<'t>, &Item<'t>)> {
        let mut found = Vec::new();
        let texts = self.items.chunk_by(|a, b| a.file == b.file);
        let is_plain = |items: &&[Item<'_>]| !may_be_template(items[0].text);
        for items in texts.filter(|items| items.len() > 1).filter(is_plain) {
            let mut last: BTreeMap<Key<'_>, &Item<'t>> = BTreeMap::new();
            for item in items.iter().rev().filter(|item| item.has_known_key()) {
                match last.entry(item.key()) {
                    Entry::Vacant(free) => drop(free.insert(item)),
                    Entry::Occupied(last) => found.push((item, *last.get())),
                }
            }
        }
        found
    }
}

/// The objects of two landscapes in pairs.
#[derive(Debug, Default)]
pub struct Pairing<'a> {
    /// The pairs, and what only one side has, in the order of names and places.
    pub pairs: Vec<(Option<&'a Item<'a>>, Option<&'a Item<'a>>)>,
    /// The objects without a pair, as several could be meant.
    pub ambiguous: Vec<Ambiguous<'a>>,
}

impl<'a> Pairing<'a> {
    /// Pairs what has the same name, and of several of one name what stands in the same place below
    /// the directories that were searched. What was moved is known by what it says, or by being the
    /// only one left on each side.
    #[must_use]
    pub fn new(old: &'a Landscape<'a>, new: &'a Landscape<'a>) -> Self {
        let mut groups: BTreeMap<Key<'a>, Ambiguous<'a>> = BTreeMap::new();
        let group = || Ambiguous {
            old: Vec::new(),
            new: Vec::new(),
        };
        for item in &old.items {
            groups
                .entry(item.key())
                .or_insert_with(group)
                .old
                .push(item);
        }
        for item in &new.items {
            groups
                .entry(item.key())
                .or_insert_with(group)
                .new
                .push(item);
        }
        let mut all = Self::default();
        for mut group in groups.into_values() {
            group
                .old
                .sort_by_key(|item| (item.source.place(), item.standing()));
            group
                .new
                .sort_by_key(|item| (item.source.place(), item.standing()));
            all.add(group);
        }
        all
    }

    fn add(&mut self, mut group: Ambiguous<'a>) {
        let mut pairs: Vec<(Option<&'a Item<'a>>, Option<&'a Item<'a>>)> = Vec::new();
        if group.old.len() > 1 || group.new.len() > 1 {
            let places: BTreeSet<&str> = group.old.iter().map(|item| item.source.place()).collect();
            for place in places {
                let here = |items: &mut Vec<&'a Item<'a>>| -> Vec<&'a Item<'a>> {
                    items
                        .extract_if(.., |item| item.source.place() == place)
                        .collect()
                };
                let mut here = Ambiguous {
                    old: here(&mut group.old),
                    new: here(&mut group.new),
                };
                here.pair_equal(&mut pairs);
                here.pair_last(&mut pairs);
                group.old.append(&mut here.old);
                group.new.append(&mut here.new);
            }
            group.pair_equal(&mut pairs);
        }
        group.pair_last(&mut pairs);
        if group.old.is_empty() || group.new.is_empty() {
            pairs.extend(group.old.into_iter().map(|item| (Some(item), None)));
            pairs.extend(group.new.into_iter().map(|item| (None, Some(item))));
        } else {
            self.ambiguous.push(group);
        }
        pairs.sort_by_key(|(old, new)| {
            new.or(*old)
                .map(|item| (item.source.place(), item.standing()))
        });
        self.pairs.append(&mut pairs);
    }
}

impl<'a> Ambiguous<'a> {
    /// Pairs what says the same, as far as it is the same number on both sides.
    fn pair_equal(&mut self, pairs: &mut Vec<(Option<&'a Item<'a>>, Option<&'a Item<'a>>)>) {
        if self.old.is_empty() || self.new.is_empty() {
            return;
        }
        // Objects of one key may be many, and each says what it says once.
        let mut numbers: HashMap<Json, usize> = HashMap::new();
        let mut alike: Vec<[Vec<&'a Item<'a>>; 2]> = Vec::new();
        for (side, items) in [&self.old, &self.new].into_iter().enumerate() {
            for item in items {
                let number = *numbers
                    .entry(item.document.tree.to_json(item.object.node))
                    .or_insert(alike.len());
                if number == alike.len() {
                    alike.push(<[Vec<_>; 2]>::default());
                }
                alike[number][side].push(item);
            }
        }
        let (equal, other): (Vec<_>, Vec<_>) = alike
            .into_iter()
            .partition(|[old, new]| old.len() == new.len());
        for [old, new] in equal {
            pairs.extend(old.into_iter().map(Some).zip(new.into_iter().map(Some)));
        }
        let left: BTreeSet<Standing<'a>> = other
            .iter()
            .flatten()
            .flatten()
            .map(|item| item.standing())
            .collect();
        [&mut self.old, &mut self.new]
            .into_iter()
            .for_each(|items| items.retain(|item| left.contains(&item.standing())));
    }

    /// Pairs the only two that are left.
    fn pair_last(&mut self, pairs: &mut Vec<(Option<&'a Item<'a>>, Option<&'a Item<'a>>)>) {
        if let ([old], [new]) = (&self.old[..], &self.new[..]) {
            pairs.push((Some(*old), Some(*new)));
            self.old.clear();
            self.new.clear();
        }
    }
}

/// The pairs that a caller who knows more has already made.
#[derive(Debug, Default)]
pub struct Known<'a> {
    /// The places of stored objects, by the places of their replacements.
    pub stored: BTreeMap<Standing<'a>, Standing<'a>>,
    /// The place of the object of the context that counts.
    pub context: BTreeSet<Standing<'a>>,
}

/// The stored objects that those of a landscape replace.
#[derive(Debug, Default)]
pub struct Stored<'a> {
    of: BTreeMap<Standing<'a>, &'a Item<'a>>,
    /// The objects that replace one of several stored objects, and nothing decides which.
    pub ambiguous: Vec<Ambiguous<'a>>,
}

impl<'a> Stored<'a> {
    /// Finds them. Where each side is one text with exactly one object of a kind, these two are
    /// meant, whatever their names: directories hold what comes and goes.
    #[must_use]
    pub fn new(landscape: &'a Landscape<'a>, stored: &'a Landscape<'a>) -> Self {
        if stored.items.is_empty() {
            return Self::default();
        }
        let Pairing { pairs, ambiguous } = Pairing::new(stored, landscape);
        let mut of: BTreeMap<_, _> = pairs
            .into_iter()
            .filter_map(|(old, new)| Some((new?.standing(), old?)))
            .collect();
        for kind in ObjectKind::ALL {
            if let (Some(new), Some(old)) = (landscape.only(kind), stored.only(kind)) {
                of.entry(new.standing()).or_insert(old);
            }
        }
        Self { of, ambiguous }
    }

    /// Those that are known already.
    #[must_use]
    pub fn known(
        landscape: &'a Landscape<'a>,
        stored: &'a Landscape<'a>,
        known: &Known<'_>,
    ) -> Self {
        let stored: BTreeMap<Standing<'_>, &'a Item<'a>> = stored
            .items
            .iter()
            .map(|item| (item.standing(), item))
            .collect();
        let old = |item: &Item<'_>| stored.get(known.stored.get(&item.standing())?).copied();
        let of = landscape
            .items
            .iter()
            .filter_map(|item| Some((item.standing(), old(item)?)))
            .collect();
        Self {
            of,
            ambiguous: Vec::new(),
        }
    }

    /// The stored object that one of the landscape replaces.
    #[must_use]
    pub fn of(&self, item: &Item<'_>) -> Option<&'a Item<'a>> {
        self.of.get(&item.standing()).copied()
    }
}

impl Landscape<'_> {
    /// Forgets all objects but those that stand in these places.
    pub fn keep_only(&mut self, known: &BTreeSet<Standing<'_>>) {
        self.keep(|_, item| known.contains(&item.standing()));
    }
}
