//! Pairs of objects of two landscapes: those of one kind, namespace and name, by their place. Two
//! landscapes may use the same names.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value as Json;

use crate::finding::{Finding, Subject};
use crate::landscape::{Item, Landscape};
use crate::model::object::ObjectKind;
use crate::model::path::FieldPath;
use crate::source::{FileId, Place};

/// The key of an object in its landscape.
pub type Key<'a> = (ObjectKind, &'a str, &'a str);

/// The fields of the key.
pub(super) const KEY: [&str; 2] = ["metadata.name", "metadata.namespace"];

/// Where an object stands: file, document, path in a list.
pub type Standing<'a> = (FileId, usize, &'a FieldPath);

impl Item<'_> {
    /// Its kind, namespace and name. A CloudProfile has no namespace, whatever its file says.
    #[must_use]
    pub fn key(&self) -> Key<'_> {
        let object = &self.object;
        (object.kind, object.namespace(), *object.meta.name)
    }

    /// Whether its name or namespace could not be read.
    #[must_use]
    pub fn hides_key(&self) -> bool {
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

    /// Whether its `spec` says the same as that of another.
    #[must_use]
    pub fn has_the_spec_of(&self, other: &Item<'_>) -> bool {
        let spec = |item: &Item<'_>| {
            let node = item.cursor().field("spec").node();
            node.map(|node| item.document.tree.to_json(node))
        };
        self.says_the_same(other) || spec(self) == spec(other)
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
#[derive(Clone, Debug, Default)]
pub struct Ambiguous<'a> {
    /// Those of the old side.
    pub old: Vec<&'a Item<'a>>,
    /// Those of the new side.
    pub new: Vec<&'a Item<'a>>,
    /// One that has a pair and stands in the directory of these, which are all of its side: they
    /// cannot come or go where it stays.
    pub beside: Option<&'a Item<'a>>,
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
    /// The place of the one with a pair beside them.
    pub beside: Option<Place>,
}

impl Rivals {
    /// Whether several of one side stand in one file, so that no path can tell them apart.
    #[must_use]
    pub fn share_a_file(&self) -> bool {
        [&self.old, &self.new].into_iter().any(|places| {
            let mut known = BTreeSet::new();
            places.iter().any(|place| !known.insert(place.file))
        })
    }

    /// The places of the names of these objects.
    #[must_use]
    pub fn new(of: &Ambiguous<'_>) -> Self {
        let places = |items: &[&Item<'_>]| items.iter().map(|item| item.name_at()).collect();
        let subject = of
            .new
            .first()
            .or(of.old.first())
            .map(|item| (**item.subject()).clone())
            .unwrap_or_default();
        Self {
            subject,
            old: places(&of.old),
            new: places(&of.new),
            beside: of.beside.map(Item::name_at),
        }
    }
}

/// The objects of two landscapes in pairs.
#[derive(Debug, Default)]
pub struct Pairing<'a> {
    /// The pairs, and what only one side has, in the order of names and places.
    pub pairs: Vec<Two<'a>>,
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
        for item in &old.items {
            groups.entry(item.key()).or_default().old.push(item);
        }
        for item in &new.items {
            groups.entry(item.key()).or_default().new.push(item);
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
        let mut pairs: Vec<Two<'a>> = Vec::new();
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
                    beside: None,
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
            self.take_copies(&mut group, &mut pairs);
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

/// One object of the old side and one of the new side, as far as they are there.
pub type Two<'a> = (Option<&'a Item<'a>>, Option<&'a Item<'a>>);

impl<'a> Pairing<'a> {
    /// Takes out what is left on one side and stands in the directory of an object with a pair: a
    /// landscape has one object of a name, so these did not come or go. What says the same as that
    /// object makes no difference, and of others it is unclear which one counts.
    fn take_copies(&mut self, group: &mut Ambiguous<'a>, pairs: &mut Vec<Two<'a>>) {
        let whole: Vec<(&'a Item<'a>, &'a Item<'a>)> = pairs
            .iter()
            .filter_map(|(old, new)| (*old).zip(*new))
            .collect();
        let mut unclear: BTreeMap<Standing<'a>, Ambiguous<'a>> = BTreeMap::new();
        let mut take = |items: &mut Vec<&'a Item<'a>>, is_new: bool| {
            items.retain(|item| {
                let of_side = |pair: &(&'a Item<'a>, &'a Item<'a>)| match is_new {
                    true => (pair.1, pair.0),
                    false => (pair.0, pair.1),
                };
                let mut beside = whole.iter().map(of_side);
                let Some((beside, other)) =
                    beside.find(|(beside, _)| beside.source.is_beside(item.source))
                else {
                    return true;
                };
                if !item.says_the_same(beside) {
                    let group = unclear.entry(beside.standing()).or_default();
                    group.beside = Some(beside);
                    match is_new {
                        true => group.new.push(item),
                        false => group.old.push(item),
                    }
                } else if is_new {
                    pairs.push((Some(other), Some(*item)));
                }
                false
            });
        };
        take(&mut group.old, false);
        take(&mut group.new, true);
        self.ambiguous.extend(unclear.into_values());
    }
}

impl<'a> Ambiguous<'a> {
    /// Pairs what says the same, as far as it is the same number on both sides.
    fn pair_equal(&mut self, pairs: &mut Vec<Two<'a>>) {
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
    fn pair_last(&mut self, pairs: &mut Vec<Two<'a>>) {
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
        // An object that a later one of its text replaces is no change of its own.
        let replaces: Vec<_> = landscape
            .superseded()
            .filter(|(_, last)| of.contains_key(&last.standing()))
            .map(|(item, _)| (item.standing(), item))
            .collect();
        of.extend(replaces);
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
