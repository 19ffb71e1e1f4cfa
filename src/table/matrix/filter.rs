//! The machine types, images and versions of a table, and the message when nothing is left.

use std::collections::BTreeSet;
use std::fmt;

use crate::capability::ARCHITECTURE;
use crate::matching::{Machine, Matcher, NamePattern, Version, VersionPattern};
use crate::model::cloudprofile::CloudProfile;
use crate::model::lifecycle::{Classification, Current};
use crate::model::near::near;
use crate::model::time::Time;
use crate::table::matrix::Kind;

/// How many names an error lists when none is near.
const NAMES: usize = 5;
/// The most names among which a near one is sought: each comparison costs.
const MOST_CANDIDATES: usize = 2000;

/// The filters of a table; an empty list lets everything pass.
#[derive(Clone, Debug, Default)]
pub struct Filters {
    pub machine_types: Vec<NamePattern>,
    pub images: Vec<NamePattern>,
    /// Versions of images, or their beginnings.
    pub versions: Vec<VersionPattern>,
    pub classifications: Vec<Classification>,
    /// The architecture of machine types and versions.
    pub architecture: Option<String>,
    /// Only what Shoots may use.
    pub usable: bool,
}

/// Nothing is left to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Empty {
    /// The thing that is missing, as a noun.
    pub what: &'static str,
    /// The flags that it would have to pass; none where the profile has none at all.
    pub flags: Vec<String>,
}

impl fmt::Display for Empty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.flags[..] {
            [] => write!(f, "it has no {}s", self.what),
            [one] => write!(f, "no {} passes {one}", self.what),
            [first @ .., last] => {
                write!(f, "no {} passes {} and {last}", self.what, first.join(", "))
            }
        }
    }
}

impl Filters {
    /// The flag that means nothing for a table of that kind, and why.
    #[must_use]
    pub fn out_of_place(&self, kind: Kind) -> Option<(&'static str, &'static str)> {
        let by_image = "with --by image the version is the one that a Shoot gets, chosen among all";
        let by_zone = "availability does not depend on images";
        let volumes = "the table shows volume types";
        let set = [
            ("--machine-type", !self.machine_types.is_empty()),
            ("--architecture", self.architecture.is_some()),
            ("--image", !self.images.is_empty()),
            ("--version", !self.versions.is_empty()),
            ("--classification", !self.classifications.is_empty()),
            ("--usable", self.usable),
        ];
        let (flags, why): (&[usize], &str) = match kind {
            Kind::Versions | Kind::Flavors => return None,
            Kind::Images => (&[3, 4], by_image),
            Kind::MachineTypes => (&[2, 3, 4], by_zone),
            Kind::VolumeTypes => (&[0, 1, 2, 3, 4], volumes),
            Kind::Regions => (&[0, 5], "the table shows image versions"),
        };
        flags
            .iter()
            .map(|at| &set[*at])
            .find(|(_, set)| *set)
            .map(|(flag, _)| (*flag, why))
    }

    /// The machine types that pass.
    pub(super) fn machines<'m, 'a, 't>(
        &self,
        matcher: &'m Matcher<'a, 't>,
    ) -> Result<Vec<&'m Machine<'a, 't>>, Empty> {
        let passes = |machine: &&Machine<'a, 't>| {
            passes(&self.machine_types, *machine.machine_type.name)
                && self
                    .architecture
                    .as_deref()
                    .is_none_or(|name| has_architecture(matcher, machine, name))
                && (!self.usable || is_usable(machine.machine_type.usable.value))
        };
        let left: Vec<&Machine<'a, 't>> = matcher.machines().iter().filter(passes).collect();
        if !left.is_empty() {
            return Ok(left);
        }
        let mut flags = Vec::new();
        if !matcher.machines().is_empty() {
            flags.extend(
                self.machine_types
                    .iter()
                    .map(|pattern| format!("--machine-type '{}'", pattern.text())),
            );
            flags.extend(
                self.architecture
                    .iter()
                    .map(|name| format!("--architecture {name}")),
            );
            flags.extend(self.usable.then(|| "--usable".to_owned()));
        }
        Err(Empty {
            what: "machine type",
            flags,
        })
    }

    /// The positions of the versions that pass.
    pub(super) fn versions(
        &self,
        matcher: &Matcher<'_, '_>,
        now: Time,
    ) -> Result<Vec<usize>, Empty> {
        let all = matcher.versions();
        let named = self.named_versions(all);
        let passes = |at: usize, version: &Version<'_, '_>| {
            passes(&self.images, *version.image.name)
                && named.as_ref().is_none_or(|named| named.contains(&at))
                && self
                    .architecture
                    .as_deref()
                    .is_none_or(|name| version.architectures.contains(&name))
                && self.has_classification(version.version.expirable.classification_at(now))
        };
        let left: Vec<usize> = (0..all.len()).filter(|at| passes(*at, &all[*at])).collect();
        if !left.is_empty() {
            return Ok(left);
        }
        let mut flags = Vec::new();
        if !all.is_empty() {
            flags.extend(
                self.images
                    .iter()
                    .map(|pattern| format!("--image '{}'", pattern.text())),
            );
            flags.extend(
                self.versions
                    .iter()
                    .map(|pattern| format!("--version '{}'", pattern.text())),
            );
            flags.extend(
                self.architecture
                    .iter()
                    .map(|name| format!("--architecture {name}")),
            );
            if !self.classifications.is_empty() {
                let words: Vec<&str> = self
                    .classifications
                    .iter()
                    .map(|word| word.as_str())
                    .collect();
                flags.push(format!("--classification {}", words.join(",")));
            }
        }
        Err(Empty {
            what: "image version",
            flags,
        })
    }

    /// The positions of the versions that are named, image by image; none where all are meant.
    fn named_versions(&self, all: &[Version<'_, '_>]) -> Option<BTreeSet<usize>> {
        if self.versions.is_empty() {
            return None;
        }
        let mut named = BTreeSet::new();
        let positions: Vec<usize> = (0..all.len()).collect();
        for of_image in positions.chunk_by(|a, b| all[*a].image_index == all[*b].image_index) {
            let texts: Vec<&str> = of_image
                .iter()
                .map(|at| *all[*at].version.version())
                .collect();
            for pattern in &self.versions {
                named.extend(pattern.among(&texts).into_iter().map(|at| of_image[at]));
            }
        }
        Some(named)
    }

    fn has_classification(&self, current: Current<'_>) -> bool {
        self.classifications.is_empty()
            || self.classifications.iter().any(|wanted| current == *wanted)
    }
}

/// Whether a name matches one of the patterns; no pattern matches all.
pub(super) fn passes(patterns: &[NamePattern], name: &str) -> bool {
    patterns.is_empty() || patterns.iter().any(|pattern| pattern.matches(name))
}

/// Whether Shoots may use a machine or volume type; defaulting says yes.
pub(super) fn is_usable(usable: Option<bool>) -> bool {
    usable != Some(false)
}

/// Whether a machine type has, or may have, an architecture.
fn has_architecture(matcher: &Matcher<'_, '_>, machine: &Machine<'_, '_>, name: &str) -> bool {
    match machine.architecture {
        Some(architecture) => architecture == name,
        None => {
            let values = matcher
                .vocabulary()
                .defaulted(&machine.machine_type.capabilities, ARCHITECTURE);
            values.is_some_and(|values| values.iter().any(|value| value.value == name))
        }
    }
}

/// A message for each pattern that matches nothing in any of the profiles, with near names.
#[must_use]
pub fn unmatched(filters: &Filters, profiles: &[&CloudProfile<'_>]) -> Vec<String> {
    let images = || {
        profiles
            .iter()
            .flat_map(|profile| profile.machine_images.iter())
    };
    let machine_types: Vec<&str> = profiles
        .iter()
        .flat_map(|profile| profile.machine_types.iter().map(|machine| *machine.name))
        .collect();
    let image_names: Vec<&str> = images().map(|image| *image.name).collect();
    let of_images = images().filter(|image| passes(&filters.images, *image.name));
    let versions: Vec<&str> = of_images
        .flat_map(|image| image.versions.iter().map(|version| *version.version()))
        .collect();
    let mut all = Vec::new();
    for (what, patterns, names) in [
        ("machine type", &filters.machine_types, &machine_types),
        ("image", &filters.images, &image_names),
    ] {
        let unknown = patterns
            .iter()
            .filter(|pattern| !names.iter().any(|name| pattern.matches(name)));
        all.extend(unknown.map(|pattern| missing(what, pattern.text(), names)));
    }
    let unknown = filters
        .versions
        .iter()
        .filter(|pattern| pattern.among(&versions).is_empty());
    // Where no image matches, the message says that and leaves versions out.
    all.extend(unknown.map(|pattern| missing("version", pattern.text(), &versions)));
    all.into_iter().flatten().collect()
}

/// The message for a pattern that matches nothing; none where there is nothing to match.
fn missing(what: &str, pattern: &str, names: &[&str]) -> Option<String> {
    let lead = if pattern.contains(['*', '?', '[']) {
        format!("no {what} matches `{pattern}`")
    } else {
        format!("there is no {what} `{pattern}`")
    };
    (!names.is_empty()).then(|| format!("{lead}; {}", hint(pattern, what, names)))
}

/// The name that was most likely meant, else some of those that there are.
fn hint(pattern: &str, what: &str, names: &[&str]) -> String {
    let candidates = || {
        names
            .iter()
            .copied()
            .take(MOST_CANDIDATES)
            .filter(|name| !name.is_empty())
    };
    let plain: String = pattern
        .chars()
        .filter(|c| !matches!(c, '*' | '?' | '[' | ']'))
        .collect();
    let whole = near(&plain, candidates()).or_else(|| candidates().find(|name| *name == plain));
    let beginning = pattern.split(['*', '?', '[']).next().unwrap_or_default();
    let length = beginning.chars().count();
    let start = |name: &'_ str| {
        name.char_indices()
            .nth(length)
            .map_or(name.len(), |(at, _)| at)
    };
    let begins =
        || near(beginning, candidates().map(|name| &name[..start(name)])).filter(|_| length > 1);
    if let Some(name) =
        whole.or_else(|| begins().and_then(|near| candidates().find(|name| name.starts_with(near))))
    {
        return format!("did you mean `{name}`?");
    }
    let mut once: Vec<&str> = Vec::new();
    for name in candidates() {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    let shown: Vec<String> = once
        .iter()
        .take(NAMES)
        .map(|name| format!("`{name}`"))
        .collect();
    let more = if once.len() > NAMES {
        format!(" and {} more", once.len() - NAMES)
    } else {
        String::new()
    };
    format!("{what}s are {}{more}", shown.join(", "))
}
