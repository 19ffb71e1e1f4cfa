//! Capabilities that a profile has under other names: suffixes of versions, names of machine types, a
//! field of the provider. cpcap proposes them, and takes those that the user wants.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use super::axes::{Axis, Given};
use crate::capability::ARCHITECTURE;
use crate::capability::traits::{self, FAMILIAR};
use crate::landscape::Item;
use crate::model::cloudprofile::CloudProfile;
use crate::model::version::Version;
use crate::provider::azure::{ACCELERATED, BASIC, NETWORKING};
use crate::resolution::provided::Provided;
use crate::words;

/// The suggestions that a user takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Suggested<'r> {
    #[default]
    Nothing,
    All,
    /// Those of these names.
    Named(&'r [String]),
}

impl Suggested<'_> {
    pub(super) fn takes(self, name: &str) -> bool {
        match self {
            Self::Nothing => false,
            Self::All => true,
            Self::Named(names) => names.iter().any(|known| known == name),
        }
    }
}

/// A capability that a profile could have.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// Its name and values.
    pub axis: Axis,
    /// The machine types that have a value by their names.
    pub machine_types: Vec<(String, Vec<String>)>,
    /// The versions that become flavors of one version.
    pub united: Vec<United>,
    /// Why it cannot be taken, and what to do about it.
    pub hurdles: Vec<String>,
    /// Whether the user takes it.
    pub is_taken: bool,
}

/// Versions that become flavors of one version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct United {
    pub image: String,
    /// The version that has the flavors.
    pub version: String,
    /// The versions now, each with the value of its flavors.
    pub members: Vec<(String, String)>,
    /// Who uses the versions that go.
    pub users: Vec<String>,
}

impl United {
    /// Whether it takes in a version of an image.
    pub(super) fn has(&self, image: &str, version: &str) -> bool {
        self.image == image && self.members.iter().any(|(member, _)| member == version)
    }
}

impl Suggestion {
    fn new(axis: Axis) -> Self {
        Self {
            axis,
            machine_types: Vec::new(),
            united: Vec::new(),
            hurdles: Vec::new(),
            is_taken: false,
        }
    }

    /// Which machine types have what.
    pub(super) fn given(&self) -> impl Iterator<Item = Given> {
        self.machine_types.iter().flat_map(|(value, names)| {
            let of = |name: &String| Given::of(&self.axis.name, value, name);
            names.iter().filter_map(of)
        })
    }
}

/// An axis with the words that stand for its values.
struct Words {
    axis: Axis,
    /// The value of what has no such word; none where that is not clear.
    plain: Option<String>,
    words: Vec<(String, String)>,
    of_machine_types: Vec<String>,
    /// Whether machine types have their values already.
    is_set: bool,
}

/// What decides the suggestions for a profile.
pub(super) struct About<'a> {
    pub item: &'a Item<'a>,
    pub written: &'a CloudProfile<'a>,
    pub provided: Option<&'a Provided<'a>>,
    /// The axes of the user, and which machine types have what.
    pub axes: &'a [Axis],
    pub given: &'a [Given],
    /// Whether the kinds of networking are part of the migration anyway.
    pub accelerates: bool,
}

/// The suggestions for a CloudProfile.
pub(super) fn suggestions(about: &About<'_>) -> Vec<Suggestion> {
    let all = known(about);
    let mut found: Vec<Suggestion> = Vec::new();
    suffixes(about, &all, &mut found);
    for words in all.iter().filter(|words| !words.is_set) {
        let (named, hurdles) = by_name(about, words);
        if named.is_empty() && hurdles.is_empty() {
            continue;
        }
        let suggestion = of_axis(&mut found, &words.axis);
        suggestion.machine_types = named;
        suggestion.hurdles.extend(hurdles);
    }
    found.retain(|of| {
        !(of.machine_types.is_empty() && of.united.is_empty() && of.hurdles.is_empty())
    });
    found.extend(networking(about));
    found
}

fn of_axis<'f>(found: &'f mut Vec<Suggestion>, axis: &Axis) -> &'f mut Suggestion {
    let at = found
        .iter()
        .position(|of| of.axis.name == axis.name)
        .unwrap_or(found.len());
    if at == found.len() {
        found.push(Suggestion::new(axis.clone()));
    }
    &mut found[at]
}

/// The axes of the user and of the vocabulary, then those that everybody knows.
fn known(about: &About<'_>) -> Vec<Words> {
    let given = |name: &str| about.given.iter().any(|of| of.axis == name);
    let mut all: Vec<Words> = Vec::new();
    let of_vocabulary = about.written.machine_capabilities.iter().map(|of| Axis {
        name: (*of.name).to_owned(),
        values: of
            .values
            .iter()
            .map(|value| value.value.to_owned())
            .collect(),
    });
    let of_vocabulary: Vec<Axis> = of_vocabulary.collect();
    for axis in about.axes.iter().chain(&of_vocabulary) {
        let is_known = all.iter().any(|of| of.axis.name == axis.name);
        if is_known || axis.name == NETWORKING || axis.name == ARCHITECTURE {
            continue;
        }
        let familiar = FAMILIAR.iter().find(|of| of.name == axis.name);
        let lower = |value: &String| (value.to_ascii_lowercase(), value.clone());
        let mut words: Vec<(String, String)> = axis.values.iter().map(lower).collect();
        let plain = familiar
            .map(|of| of.plain.to_owned())
            .filter(|plain| axis.values.contains(plain));
        let more = familiar.map_or(&[][..], |of| of.words).iter();
        let more = more.filter(|(_, value)| axis.values.iter().any(|known| known == value));
        let more = more.map(|(word, value)| ((*word).to_owned(), (*value).to_owned()));
        words.extend(more);
        words.sort();
        words.dedup();
        all.push(Words {
            axis: axis.clone(),
            plain,
            of_machine_types: words.iter().map(|(word, _)| word.clone()).collect(),
            words,
            is_set: given(&axis.name) || of_vocabulary.contains(axis),
        });
    }
    for of in &FAMILIAR {
        if all.iter().any(|words| words.axis.name == of.name) {
            continue;
        }
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let taken = |word: &str| {
            all.iter()
                .any(|of| of.words.iter().any(|(known, _)| known == word))
        };
        let words = of.words.iter().filter(|(word, _)| !taken(word));
        let words: Vec<(String, String)> = words
            .map(|(word, value)| ((*word).to_owned(), (*value).to_owned()))
            .collect();
        all.push(Words {
            axis: Axis {
                name: of.name.to_owned(),
                values: owned(of.values),
            },
            plain: Some(of.plain.to_owned()),
            words,
            of_machine_types: owned(of.of_machine_types),
            is_set: given(of.name),
        });
    }
    all
}

/// The words in the suffix of a version that name traits, each once.
fn trait_words(version: &str, values: &BTreeSet<String>) -> BTreeSet<String> {
    let pre = Version::parse(version).map_or("", |parsed| parsed.pre);
    let all = traits::words(pre);
    all.filter(|word| traits::is_trait(word, values)).collect()
}

/// A version without a word of its suffix: `1.0.0-rc1` of `1.0.0-gen2-rc1`.
fn without(version: &str, word: &str) -> Option<String> {
    let pre = Version::parse(version)?.pre;
    let start = version.find('-')? + 1;
    let end = start + pre.len();
    let mut at = start;
    for part in pre.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
        let bare = part.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        let (from, to) = (at, at + part.len());
        at = to;
        if !bare.eq_ignore_ascii_case(word) {
            continue;
        }
        // The last word takes the sign before it along, and the others that behind them.
        let from = if to == end { from - 1 } else { from };
        let text = format!("{}{}", version.get(..from)?, version.get(to..)?);
        return Version::parse(&text).is_some().then_some(text);
    }
    None
}

/// The axis of a word whose opposite nobody knows.
fn unknown(word: &str) -> Axis {
    Axis {
        name: word.to_owned(),
        values: vec![word.to_owned()],
    }
}

/// The versions of an image that are one but for a trait.
struct Group {
    image: usize,
    base: String,
    axis: usize,
    /// The positions of the versions, each with the value that its suffix says.
    members: Vec<(usize, String)>,
}

/// Groups of versions that differ by a trait.
fn suffixes(about: &About<'_>, all: &[Words], found: &mut Vec<Suggestion>) {
    let values: BTreeSet<String> = all
        .iter()
        .flat_map(|of| of.words.iter().map(|(word, _)| word.clone()))
        .collect();
    let mut groups: BTreeMap<(usize, String, usize), Group> = BTreeMap::new();
    for (i, image) in about.written.machine_images.iter().enumerate() {
        let texts: BTreeSet<&str> = image.versions.iter().map(|of| *of.version()).collect();
        for (j, version) in image.versions.iter().enumerate() {
            let text: &str = *version.version();
            let says = || {
                let image = words::quoted(*image.name);
                format!("version {} of image {image}", words::quoted(text))
            };
            let (mut of_traits, mut shorter) = (BTreeSet::new(), text.to_owned());
            for word in trait_words(text, &values) {
                let Some(base) = without(text, &word) else {
                    continue;
                };
                shorter = without(&shorter, &word).unwrap_or(shorter);
                let has_base = texts.contains(base.as_str());
                let claims: Vec<usize> = (0..all.len())
                    .filter(|at| all[*at].words.iter().any(|(known, _)| *known == word))
                    .collect();
                match claims[..] {
                    [] if has_base => of_axis(found, &unknown(&word)).hurdles.push(format!(
                        "{} has `{word}` in its suffix, and cpcap does not know what versions without \
                         it have instead: define the capability with --capability NAME={word},OTHER",
                        says()
                    )),
                    [at] => {
                        let value = all[at].words.iter().find(|(known, _)| *known == word);
                        let value = value.map(|(_, value)| value.clone()).unwrap_or_default();
                        let new = || Group {
                            image: i,
                            base: base.clone(),
                            axis: at,
                            members: Vec::new(),
                        };
                        let group = groups.entry((i, base.clone(), at)).or_insert_with(new);
                        group.members.push((j, value));
                        of_traits.insert((at, word));
                    }
                    [at, ..] if has_base => of_axis(found, &all[at].axis).hurdles.push(format!(
                        "`{word}` in the suffix of {} is a value of the capabilities {}; give it to one \
                         of them",
                        says(),
                        words::all(claims.iter().map(|at| all[*at].axis.name.as_str()))
                    )),
                    _ => {}
                }
            }
            // Nothing stands between the two.
            let alone = || {
                let bases = of_traits.iter().filter_map(|(_, word)| without(text, word));
                bases.into_iter().all(|base| !texts.contains(base.as_str()))
            };
            if let Some((at, _)) = of_traits.first().filter(|_| of_traits.len() > 1)
                && texts.contains(shorter.as_str())
                && alone()
            {
                of_axis(found, &all[*at].axis).hurdles.push(format!(
                    "{} differs from `{shorter}` by more than one trait: {}; add a version between \
                     them, or take one of these out of the suffix",
                    says(),
                    words::all(of_traits.iter().map(|(_, word)| word.as_str()))
                ));
            }
        }
    }
    for group in groups.into_values() {
        group_found(about, all, group, found);
    }
}

fn group_found(about: &About<'_>, all: &[Words], group: Group, found: &mut Vec<Suggestion>) {
    let (words_of, image) = (&all[group.axis], &about.written.machine_images[group.image]);
    let text = |at: usize| *image.versions[at].version();
    let base = (0..image.versions.len()).find(|at| text(*at) == group.base);
    let mut members = group.members;
    if base.is_none() && members.len() < 2 {
        return;
    }
    let suggestion = of_axis(found, &words_of.axis);
    let of_image = format!("of image {}", words::quoted(*image.name));
    if let Some(base) = base {
        let said: Vec<&String> = members.iter().map(|(_, value)| value).collect();
        let mut others = words_of
            .axis
            .values
            .iter()
            .filter(|value| !said.contains(value));
        let plain = words_of.plain.clone().or_else(|| {
            others
                .next()
                .filter(|_| words_of.axis.values.len() == 2)
                .cloned()
        });
        let Some(plain) = plain else {
            return suggestion.hurdles.push(format!(
                "version {} {of_image} has no suffix, and `{}` has more than two values: give the \
                 version a suffix, or the capability two values",
                words::quoted(&group.base),
                words_of.axis.name
            ));
        };
        members.push((base, plain));
    }
    members.sort();
    for (at, (position, value)) in members.iter().enumerate() {
        let mut before = members.iter().take(at);
        if let Some((other, _)) = before.find(|(_, known)| known == value) {
            return suggestion.hurdles.push(format!(
                "versions {} and {} {of_image} would both have the value `{value}` of `{}`: remove \
                 or rename one of them",
                words::quoted(text(*other)),
                words::quoted(text(*position)),
                words_of.axis.name
            ));
        }
    }
    if let Some((field, one, other)) = differing(about, group.image, &members) {
        return suggestion.hurdles.push(format!(
            "versions {} and {} {of_image} differ in `{field}`; make that equal first",
            words::quoted(text(one)),
            words::quoted(text(other)),
        ));
    }
    suggestion.united.push(United {
        image: (*image.name).to_owned(),
        version: group.base,
        members: members
            .into_iter()
            .map(|(at, value)| (text(at).to_owned(), value))
            .collect(),
        users: Vec::new(),
    });
}

/// The fields in which a flavor differs from another one.
const OF_FLAVORS: [&str; 3] = ["version", "architectures", "capabilityFlavors"];

/// A field in which versions differ that are to become one.
fn differing(
    about: &About<'_>,
    image: usize,
    members: &[(usize, String)],
) -> Option<(String, usize, usize)> {
    let tree = &about.item.document.tree;
    let spec = tree.get(about.item.object.node, "spec")?.value;
    let images = tree.get(spec, "machineImages")?.value;
    let versions = tree.get(*tree.items(images).get(image)?, "versions")?.value;
    let of = |at: usize| Some(tree.to_json(*tree.items(versions).get(at)?));
    let ((first, _), rest) = members.split_first()?;
    let one = of(*first)?;
    for (at, _) in rest {
        let other = of(*at)?;
        let fields = |of: &Json| -> Vec<String> {
            of.as_object()
                .into_iter()
                .flatten()
                .filter(|(name, value)| !OF_FLAVORS.contains(&name.as_str()) && !value.is_null())
                .map(|(name, _)| name.clone())
                .collect()
        };
        let mut names = fields(&one).into_iter().chain(fields(&other));
        if let Some(name) = names.find(|name| one.get(name) != other.get(name)) {
            return Some((name, *first, *at));
        }
    }
    None
}

/// The machine types that have a value by their names, where some have another one, and what stands
/// in the way.
fn by_name(about: &About<'_>, of: &Words) -> (Vec<(String, Vec<String>)>, Vec<String>) {
    let mut hurdles = Vec::new();
    let mut named: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut others = Vec::new();
    for machine in about.written.machine_types.iter() {
        let mut values: BTreeSet<&String> = BTreeSet::new();
        for word in traits::words(*machine.name) {
            if of.of_machine_types.contains(&word) {
                let value = of.words.iter().find(|(known, _)| *known == word);
                values.extend(value.map(|(_, value)| value));
            }
        }
        let name = (*machine.name).to_owned();
        if values.len() > 1 {
            hurdles.push(format!(
                "the name of machine type {} has several values of `{}`: {}; say with --capability \
                 and --set which machine types have which",
                words::quoted(&name),
                of.axis.name,
                words::all(values.iter().map(|value| value.as_str()))
            ));
        }
        match values.into_iter().next() {
            Some(value) => named.entry(value.clone()).or_default().push(name),
            None => others.push(name),
        }
    }
    if named.is_empty() || (named.len() < 2 && others.is_empty()) {
        return (Vec::new(), hurdles);
    }
    let plain = of.plain.clone().or_else(|| {
        let mut rest = of
            .axis
            .values
            .iter()
            .filter(|value| !named.contains_key(*value));
        let one = rest.next().cloned();
        one.filter(|_| rest.next().is_none())
    });
    if let Some(plain) = plain.filter(|_| !others.is_empty()) {
        named.entry(plain).or_default().extend(others);
    }
    (named.into_iter().collect(), hurdles)
}

/// The kinds of networking, where only machine types ask for them.
fn networking(about: &About<'_>) -> Option<Suggestion> {
    let provided = about.provided?;
    provided.provider.accelerates?;
    if about.accelerates || !about.written.machine_capabilities.is_empty() {
        return None;
    }
    let marked = provided.part.as_ref()?.config.machine_types.iter();
    let names: Vec<String> = marked
        .filter(|of| of.accelerated_networking.value == Some(true))
        .map(|of| (*of.name).to_owned())
        .collect();
    if names.is_empty() {
        return None;
    }
    let mut suggestion = Suggestion::new(Axis {
        name: NETWORKING.to_owned(),
        values: [ACCELERATED, BASIC].map(str::to_owned).to_vec(),
    });
    suggestion
        .machine_types
        .push((ACCELERATED.to_owned(), names));
    Some(suggestion)
}

/// Whether a suggestion is about a capability that the migration adds by itself.
pub(super) fn is_own(name: &str) -> bool {
    name == ARCHITECTURE || name == NETWORKING
}
