//! Words: typed reasons as sentences, names as lists, numbers as counts; once for rules, tables and
//! plans. Nothing is computed here.

pub mod artifacts;
pub mod bastion;
pub(crate) mod codes;
pub(crate) mod maintenance;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use crate::finding::Subject;
use crate::landscape::Item;
use crate::landscape::copies::Copies;
use crate::landscape::pairing::Rivals;
use crate::model::cloudprofile::{Capabilities, Capability};
use crate::model::near;
use crate::model::object::qualified;
use crate::model::time::Time;
use crate::resolution::tied::Tie;
use crate::source::{FileId, Place, Sources};

/// The most names that a list spells out.
const MOST_NAMES: usize = 100;
/// The most candidates among which a near name is sought: each comparison costs.
const MOST_CANDIDATES: usize = 200;

/// Maximum number of known names shown where a name is not there.
const SHOWN_INSTEAD: usize = 8;

/// A name in backticks; an empty one as `""`.
pub(crate) fn quoted(name: &str) -> String {
    if name.is_empty() {
        "`\"\"`".to_owned()
    } else {
        format!("`{name}`")
    }
}

/// `gardenlinux 1877.2.0`
pub(crate) fn image_version(image: &str, version: &str) -> String {
    if version.is_empty() {
        format!("{image} without a readable version")
    } else {
        format!("{image} {version}")
    }
}

/// How names stand in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Names {
    /// Names in backticks, as in the sentences of findings.
    Quoted,
    /// Plain names, as in tables.
    Plain,
}

impl Names {
    /// A name; an empty one as `""`.
    pub fn one(self, name: &str) -> String {
        match self {
            Self::Quoted => quoted(name),
            Self::Plain if name.is_empty() => "\"\"".to_owned(),
            Self::Plain => name.to_owned(),
        }
    }

    pub fn all(self, names: &[&str]) -> String {
        and(&names.iter().map(|name| self.one(name)).collect::<Vec<_>>())
    }
}

/// Capabilities in one line: `architecture: [amd64], boot: [uefi, bios]`.
pub(crate) fn capabilities(of: &Capabilities<'_>) -> String {
    let one = |capability: &Capability<'_>| {
        let values: Vec<&str> = capability.values.iter().map(|value| value.value).collect();
        format!("{}: [{}]", *capability.name, values.join(", "))
    };
    of.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The places of names: `a.yaml:3 and b.yaml:3`
fn lines(places: &[Place], sources: &Sources) -> String {
    let place = |place: &Place| {
        let source = sources.get(place.file);
        let line = source.position(place.span.start).line;
        format!("{}:{line}", source.name())
    };
    and(&places.iter().map(place).collect::<Vec<_>>())
}

/// ``CloudProfile `aws` ``
fn subject(of: &Subject) -> String {
    format!("{} {}", of.kind(), quoted(&of.qualified()))
}

/// Why it is not known which of several objects in a text stays.
pub(crate) fn unclear(of: &Copies, sources: &Sources) -> String {
    format!(
        "{}: {} have this name in one file, and it is not known which one stays: kubectl may not \
         send all of the file, or the server may not take one of them. Keep one of them",
        subject(&of.subject),
        lines(&of.places, sources),
    )
}

/// Why it is not known which of several profiles some objects mean.
pub(crate) fn tied(of: &Tie<'_>, sources: &Sources) -> String {
    let places: Vec<Place> = of.profiles.iter().map(|item| item.name_at()).collect();
    let user = of.users.first().map(|item| object(item));
    let more = of.users.len().saturating_sub(1);
    format!(
        "{}: {} have this name, are equally near and may lead to different answers, so it is not \
         known which one {}{} {}. Keep one of them{}",
        of.profiles
            .first()
            .map_or_else(String::new, |item| object(item)),
        lines(&places, sources),
        user.unwrap_or_default(),
        if more > 0 {
            format!(" and {}", count(more, "other object"))
        } else {
            String::new()
        },
        if more > 0 { "mean" } else { "means" },
        if of.is_in_one_file() {
            ""
        } else {
            ", or pass only the right one"
        },
    )
}

/// Why the users of a profile are not known although Shoots refer to its name.
pub(crate) fn elsewhere(profile: &Item<'_>) -> String {
    format!(
        "All Shoots among the files are nearer to another profile of this name than to {} in {}, so \
         its users are not known: name only one of the two.",
        object(profile),
        profile.source.name(),
    )
}

/// Why objects of one name are not compared.
pub(crate) fn rivals(of: &Rivals, sources: &Sources) -> String {
    let at = |places: &[Place]| lines(places, sources);
    if let Some(beside) = &of.beside {
        let all = [&of.old[..], &of.new].concat();
        let in_file = all.iter().all(|place| place.file == beside.file);
        return format!(
            "{}: {} {} the name of {} in the same {}, so it is unclear which of them is the \
             object. Keep one of them",
            subject(&of.subject),
            at(&all),
            if all.len() == 1 { "has" } else { "have" },
            at(&[*beside]),
            if in_file { "file" } else { "directory" },
        );
    }
    format!(
        "{}: {} and {} have this name, so it is unclear which replaces which. {}",
        subject(&of.subject),
        at(&of.old),
        at(&of.new),
        if of.share_a_file() {
            "Keep one in each file"
        } else {
            "Keep their paths below the two directories the same, or compare them one by one"
        },
    )
}

/// All names: `` `a`, `b` and `c` ``. Only of very many the rest is left out.
pub(crate) fn all<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut names = names.into_iter();
    let shown: Vec<&str> = names.by_ref().take(MOST_NAMES).collect();
    join(&shown, names.next().map(|_| "more".to_owned()))
}

/// Names that may repeat, each once.
pub(crate) fn each<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut known = BTreeSet::new();
    all(names.into_iter().filter(|name| known.insert(*name)))
}

/// The first few names, and how many more there are: `` `a`, `b` and 7 more ``.
pub(crate) fn some<'a>(names: impl IntoIterator<Item = &'a str>, most: usize) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    // "and 1 more" is not shorter than the name.
    if names.len() <= most + 1 {
        return join(&names, None);
    }
    counted(names.get(..most).unwrap_or_default(), names.len() - most)
}

/// Names, and how many more there are.
pub(crate) fn counted(names: &[&str], more: usize) -> String {
    join(names, (more > 0).then(|| format!("{more} more")))
}

fn join(names: &[&str], rest: Option<String>) -> String {
    let mut parts: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    parts.extend(rest);
    and(&parts)
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn and<T: AsRef<str>>(parts: &[T]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [before @ .., last] => format!("{} and {}", commas(before), last.as_ref()),
    }
}

/// `a, b, c`
pub(crate) fn commas<T: AsRef<str>>(parts: &[T]) -> String {
    parts
        .iter()
        .map(AsRef::as_ref)
        .collect::<Vec<_>>()
        .join(", ")
}

/// The first few, and the number of the others: `a, b and 7 more`; all where they are at most
/// `most`.
pub(crate) fn first<T: AsRef<str>>(parts: &[T], shown: usize, most: usize) -> String {
    if parts.len() <= most {
        return commas(parts);
    }
    format!(
        "{} and {} more",
        commas(&parts[..shown]),
        parts.len() - shown
    )
}

/// A date of a profile: the day alone where the whole day belongs to the time before it, as a reader
/// of `until 2027-02-28` takes it, and otherwise with the time.
pub(crate) fn day(time: Time) -> String {
    let (date, whole) = (time.date(), time.to_string());
    if whole.starts_with(&format!("{date}T23:59:59")) {
        date
    } else {
        whole
    }
}

/// Groups things by their key, in the order of the first of each group.
pub(crate) fn alike<K: Ord + Clone, T>(all: impl IntoIterator<Item = (K, T)>) -> Vec<(K, Vec<T>)> {
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    let mut known: BTreeMap<K, usize> = BTreeMap::new();
    for (said, of) in all {
        let next = groups.len();
        let at = *known.entry(said.clone()).or_insert(next);
        match groups.get_mut(at) {
            Some((_, group)) => group.push(of),
            None => groups.push((said, vec![of])),
        }
    }
    groups
}

/// "did you mean `near`? ", or nothing.
pub(crate) fn did_you_mean(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!("did you mean `{near}`? "))
}

/// What there is instead of a name that is not there, behind a sentence that says so. `what`: what
/// the known names are.
pub(crate) fn instead(name: &str, what: &str, known: &BTreeSet<&str>) -> String {
    match near(name, known.iter().copied()) {
        Some(near) => format!("; did you mean `{near}`?"),
        None if known.is_empty() => String::new(),
        None => format!(
            "; its {what} there are {}",
            some(known.iter().copied(), SHOWN_INSTEAD)
        ),
    }
}

/// Why an entry that several profiles list needs the name of one.
pub(crate) fn name_one(entry: &str, profiles: &[&Item<'_>], sources: &Sources) -> String {
    let is_other = |a: &Item<'_>, b: &Item<'_>| a.standing() != b.standing() && a.key() == b.key();
    let pairs = || {
        profiles
            .iter()
            .flat_map(|a| profiles.iter().map(move |b| (*a, *b)))
    };
    let in_text = |item: &Item<'_>| {
        profiles
            .iter()
            .any(|of| is_other(item, of) && of.file == item.file)
    };
    let name = |item: &&Item<'_>| {
        let source = sources.get(item.file);
        let line = match in_text(item) {
            true => format!(":{}", source.position(item.name_at().span.start).line),
            false => String::new(),
        };
        format!("{} ({}{line})", object(item), source.name())
    };
    let names: Vec<String> = profiles.iter().map(name).collect();
    let what_to_do = if profiles.iter().any(|item| in_text(item)) {
        "keep one of those with the same name in the file"
    } else if pairs().any(|(a, b)| is_other(a, b)) {
        "name only the file of one of them with --profile"
    } else {
        "name one of them with --profile-name"
    };
    format!("{entry} is listed by {}; {what_to_do}", and(&names))
}

/// Why there is no answer about what strict decoding refuses.
pub(crate) fn undecodable(what: &str) -> String {
    format!("{what} cannot be decoded; `cpcap lint` says why")
}

/// The candidate that was most likely meant.
pub(crate) fn near<'a>(
    text: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    near::near(
        text,
        candidates
            .into_iter()
            .take(MOST_CANDIDATES)
            .filter(|candidate| !candidate.is_empty()),
    )
}

/// The same where no other candidate is as near: a fix may write it.
pub(crate) fn only_near<'a>(
    text: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    near::only(
        text,
        candidates
            .into_iter()
            .take(MOST_CANDIDATES)
            .filter(|candidate| !candidate.is_empty()),
    )
}

/// The same for a list of names: names that are already there are not meant.
pub(crate) fn near_beside<'a>(
    text: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    beside: impl Fn(&str) -> bool,
) -> Option<&'a str> {
    near(
        text,
        candidates
            .into_iter()
            .filter(|candidate| !beside(candidate)),
    )
}

/// The names that things of several texts have. Of these a list says in which text each stands.
pub(crate) fn of_several_texts<N: Ord>(all: impl IntoIterator<Item = (N, FileId)>) -> BTreeSet<N> {
    let mut texts: BTreeMap<N, BTreeSet<FileId>> = BTreeMap::new();
    for (name, file) in all {
        texts.entry(name).or_default().insert(file);
    }
    let several = texts.into_iter().filter(|(_, files)| files.len() > 1);
    several.map(|(name, _)| name).collect()
}

/// `1 flavor`, `2 flavors`.
pub(crate) fn count(number: usize, what: impl Display) -> String {
    if number == 1 {
        format!("1 {what}")
    } else {
        format!("{number} {what}s")
    }
}

/// A name, and which it is of several entries with this name: `m5.large`, `m5.large #2`.
pub(crate) fn nth(name: &str, nth: usize) -> Cow<'_, str> {
    if nth > 1 {
        Cow::Owned(format!("{name} #{nth}"))
    } else {
        Cow::Borrowed(name)
    }
}

/// `shoot.yaml`, `shoots.yaml, document 2`
pub(crate) fn place(file: &str, document: usize) -> String {
    if document == 0 {
        file.to_owned()
    } else {
        format!("{file}, document {document}")
    }
}

/// ``CloudProfile `aws` ``, ``Shoot `garden-x/a` ``
pub(crate) fn object(item: &Item<'_>) -> String {
    let object = &item.object;
    format!("{} {}", object.kind.as_str(), quoted(&object.qualified()))
}

/// `Shoot garden-x/a (shoot.yaml)`
pub(crate) fn shoot(namespace: &str, name: &str, file: &str, document: usize) -> String {
    let name = qualified(namespace, &Names::Plain.one(name));
    format!("Shoot {name} ({})", place(file, document))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_names() {
        assert_eq!(all([]), "");
        assert_eq!(all(["a"]), "`a`");
        assert_eq!(all(["a", "b", ""]), "`a`, `b` and `\"\"`");
        assert_eq!(some(["a", "b", "c", "d"], 2), "`a`, `b` and 2 more");
        assert_eq!(some(["a", "b", "c"], 2), "`a`, `b` and `c`");
        assert_eq!(first(&["a", "b", "c"], 1, 2), "a and 2 more");
        assert_eq!(first(&["a", "b"], 1, 2), "a, b");
        assert_eq!(
            [Names::Quoted, Names::Plain].map(|names| names.all(&["a", ""])),
            ["`a` and `\"\"`", "a and \"\""]
        );
        assert_eq!(
            alike([("x", 1), ("y", 2), ("x", 3)]),
            [("x", vec![1, 3]), ("y", vec![2])]
        );
        assert_eq!(count(1, "flavor"), "1 flavor");
        assert_eq!(count(0, "flavor"), "0 flavors");
    }
}
