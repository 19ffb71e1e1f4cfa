//! The names of a user's question, looked up in a profile.

use std::collections::BTreeSet;

use crate::matching::{Asked, Matcher, NamePattern, VersionPattern};

/// The things to ask about: machine types, images, or both; maybe only some versions.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// The machine types; none: all.
    pub machine_types: Vec<NamePattern>,
    /// The images; none: all.
    pub images: Vec<NamePattern>,
    /// The versions; none: all.
    pub versions: Vec<VersionPattern>,
}

/// The things of a profile that a query names, by position, in the order of the profile. The first
/// of several things with one name counts, as it does for the server.
#[derive(Clone, Debug, Default)]
pub struct Named {
    /// The positions of the machine types.
    pub machines: Vec<usize>,
    /// The positions of the images.
    pub images: Vec<usize>,
    /// The versions of these images.
    pub versions: Vec<usize>,
    /// The names that the profile does not have.
    pub missing: BTreeSet<Missing>,
}

/// A name, glob or version that names nothing in a profile.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Missing {
    /// The kind of thing that it should name.
    pub what: Thing,
    /// The name, glob or version as the user wrote it.
    pub text: String,
}

/// The kind of a named thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Thing {
    /// An entry of `spec.machineTypes`.
    MachineType,
    /// An entry of `spec.machineImages`.
    Image,
    /// A version of an image.
    Version,
}

impl Query {
    /// Which side the query names.
    #[must_use]
    pub fn asked(&self) -> Asked {
        match (self.machine_types.is_empty(), self.images.is_empty()) {
            (_, true) => Asked::MachineType,
            (true, false) => Asked::Image,
            (false, false) => Asked::Pairs,
        }
    }

    /// The version that a Shoot could have: the one that is named, where it is the only one.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        match &self.versions[..] {
            [one] if !one.is_glob() => Some(one.text()),
            _ => None,
        }
    }

    /// Whether all that is named is named exactly: then there is one machine type.
    #[must_use]
    pub fn names_one_machine_type(&self) -> bool {
        matches!(&self.machine_types[..], [one] if !one.is_glob())
    }

    /// Looks the names up in a profile.
    #[must_use]
    pub fn look_up(&self, matcher: &Matcher<'_, '_>) -> Named {
        let mut missing = BTreeSet::new();
        let machine_types = matcher.names(Thing::MachineType);
        let machines = among(
            &machine_types,
            &self.machine_types,
            Thing::MachineType,
            &mut missing,
        );
        let images = among(
            &matcher.names(Thing::Image),
            &self.images,
            Thing::Image,
            &mut missing,
        );
        let mut named = Named {
            machines,
            images,
            versions: Vec::new(),
            missing,
        };
        self.look_up_versions(matcher, &mut named);
        named
    }

    fn look_up_versions(&self, matcher: &Matcher<'_, '_>, named: &mut Named) {
        let of_image = |image: usize| {
            (0..matcher.versions().len())
                .filter(move |index| matcher.versions()[*index].image_index == image)
        };
        if self.versions.is_empty() {
            named.versions = named
                .images
                .iter()
                .flat_map(|image| of_image(*image))
                .collect();
            return;
        }
        let mut found: BTreeSet<&str> = BTreeSet::new();
        let mut versions = BTreeSet::new();
        for image in &named.images {
            let positions: Vec<usize> = of_image(*image).collect();
            let texts: Vec<&str> = positions
                .iter()
                .map(|index| *matcher.versions()[*index].version.version())
                .collect();
            for pattern in &self.versions {
                let hits = pattern.among(&texts);
                if !hits.is_empty() {
                    found.insert(pattern.text());
                }
                versions.extend(hits.into_iter().map(|hit| positions[hit]));
            }
        }
        named.versions = versions.into_iter().collect();
        // An image that has none of the versions is not asked about.
        named.images.retain(|image| {
            named
                .versions
                .iter()
                .any(|version| matcher.versions()[*version].image_index == *image)
        });
        let lost = self
            .versions
            .iter()
            .filter(|pattern| !found.contains(pattern.text()));
        named.missing.extend(lost.map(|pattern| Missing {
            what: Thing::Version,
            text: pattern.text().to_owned(),
        }));
    }
}

fn among(
    names: &[&str],
    patterns: &[NamePattern],
    what: Thing,
    missing: &mut BTreeSet<Missing>,
) -> Vec<usize> {
    for pattern in patterns {
        if !names.iter().any(|name| pattern.matches(name)) {
            missing.insert(Missing {
                what,
                text: pattern.text().to_owned(),
            });
        }
    }
    let mut seen = BTreeSet::new();
    let wanted =
        |name: &str| patterns.is_empty() || patterns.iter().any(|pattern| pattern.matches(name));
    names
        .iter()
        .enumerate()
        .filter(|(_, name)| wanted(name) && seen.insert(**name))
        .map(|(index, _)| index)
        .collect()
}

impl<'t> Matcher<'_, 't> {
    /// All names of some kind, in the order of the profile.
    #[must_use]
    pub fn names(&self, what: Thing) -> Vec<&'t str> {
        match what {
            Thing::MachineType => self
                .profile()
                .machine_types
                .iter()
                .map(|machine_type| *machine_type.name)
                .collect(),
            Thing::Image => self
                .profile()
                .machine_images
                .iter()
                .map(|image| *image.name)
                .collect(),
            Thing::Version => self
                .versions()
                .iter()
                .map(|version| *version.version.version())
                .collect(),
        }
    }
}
