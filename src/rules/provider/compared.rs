//! The two sides of a comparison once more, for messages: what `providerConfig` and the core part
//! have by a name, and how flavors differ. What is refused is decided in `provider`.

use std::cell::{Cell, OnceCell};
use std::collections::{BTreeMap, BTreeSet};

use crate::capability::Vocabulary;
use crate::model::cloudprofile::{
    Capabilities, CloudProfile, Flavor as CoreFlavor, MachineImageVersion,
};
use crate::model::path::{FieldPath, PathStep, element};
use crate::model::shape::{Found, ShapeKind, ShapeProblem};
use crate::model::version::Version as ParsedVersion;
use crate::provider::config::{Flavor, Image, Version};
use crate::provider::fault::Of;
use crate::provider::mapping::{Mapped, Mapping};
use crate::provider::part::Part;
use crate::rules::{ProvidedView, words};
use crate::source::Span;

use super::names;

/// Maximum number of flavors of a version searched for the nearest.
const MOST_FLAVORS: usize = 100;
/// How many names a message shows.
const NAMED: usize = 5;
/// Maximum number of findings of one profile that say what is nearest.
const MOST_EXPLAINED: usize = 200;

/// The versions of a provider image by what they mean, however they are spelt.
type Spellings<'a> = BTreeMap<ParsedVersion<'a>, &'a Version<'a>>;

pub(super) struct Compared<'a> {
    part: Option<&'a Part<'a>>,
    vocabulary: &'a Vocabulary<'a>,
    mapping: Option<Mapping<'a, 'a>>,
    core: BTreeMap<(&'a str, &'a str), &'a MachineImageVersion<'a>>,
    parent: BTreeMap<(&'a str, &'a str), &'a MachineImageVersion<'a>>,
    /// The names of provider images in which decoding lost something: what they lack is not known.
    unreadable: BTreeSet<&'a str>,
    /// Whether a whole image may be among what decoding lost.
    lost_image: bool,
    /// The versions of the core part whose flavors were not read as they stand.
    lost_flavors: BTreeSet<(&'a str, &'a str)>,
    /// Whether the vocabulary was not read as it stands.
    lost_vocabulary: bool,
    /// The flavors that the mutating webhook has written into the core part.
    copied: BTreeSet<Span>,
    /// By image, once one is asked for.
    spellings: OnceCell<BTreeMap<Span, Spellings<'a>>>,
    /// How many findings have said what is nearest.
    explained: Cell<usize>,
}

impl<'a> Compared<'a> {
    pub(super) fn new(view: &ProvidedView<'a>) -> Self {
        let part = view.provided.part.as_ref();
        let mut compared = Self {
            part,
            vocabulary: view.vocabulary,
            mapping: part.map(|part| Mapping::new(view.core, view.vocabulary, &part.config, None)),
            core: versions(view.core),
            parent: view
                .parent
                .map(|parent| versions(&parent.profile))
                .unwrap_or_default(),
            unreadable: BTreeSet::new(),
            lost_image: false,
            lost_flavors: BTreeSet::new(),
            lost_vocabulary: false,
            copied: copied(view),
            spellings: OnceCell::new(),
            explained: Cell::new(0),
        };
        for problem in &view.item.shape {
            compared.lost_vocabulary |= problem
                .field
                .after(["spec", "machineCapabilities"])
                .is_some();
            compared
                .lost_flavors
                .extend(lost_flavor(view, &problem.field));
        }
        // A scalar of another type is read as what was meant.
        let lost = |kind: &ShapeKind| match kind {
            ShapeKind::WrongType { found, .. } => matches!(found, Found::List | Found::Map),
            _ => matches!(kind, ShapeKind::UnknownField { .. }),
        };
        let whole = |problem: &ShapeProblem| problem.field == "spec.providerConfig";
        for problem in part
            .map_or(&[][..], |part| &part.problems)
            .iter()
            .filter(|problem| lost(&problem.kind) || whole(problem))
        {
            match names::at(view, &problem.field).image {
                Some(image) if !image.name.is_empty() => {
                    _ = compared.unreadable.insert(*image.name);
                }
                _ => {
                    // The part itself, its images, or a name that may have been meant for them.
                    let below = problem.field.after(["spec", "providerConfig"]);
                    compared.lost_image |= below.is_some_and(|below| {
                        let names = below.iter().filter_map(PathStep::name);
                        names.clone().count() < 2 || names.take(1).eq(["machineImages"])
                    });
                }
            }
        }
        compared
    }

    /// Whether everything was read that could be missing from an image.
    pub(super) fn knows(&self, of: Of<'_>) -> bool {
        !(self.unreadable.contains(of.image) || self.lost_image && self.image(of).is_none())
    }

    /// The same, and whether the flavors of the core part were read as well.
    pub(super) fn knows_flavors(&self, of: Of<'_>) -> bool {
        self.knows(of)
            && !self.lost_vocabulary
            && !self.lost_flavors.contains(&(of.image, of.version))
    }

    /// Whether the mutating webhook has written a flavor into the core part: its findings stand at
    /// the same bytes.
    pub(super) fn is_copied(&self, flavor: Option<&Flavor<'_>>) -> bool {
        flavor.is_some_and(|flavor| self.copied.contains(&flavor.at))
    }

    /// Whether one more finding may say what is nearest; counts it.
    pub(super) fn explains_one_more(&self) -> bool {
        self.explained.set(self.explained.get() + 1);
        self.explained.get() <= MOST_EXPLAINED
    }

    /// The first version of a provider image that means the same as a version.
    pub(super) fn respelt(&self, image: &Image<'_>, version: &str) -> Option<&'a Version<'a>> {
        let spellings = self.spellings.get_or_init(|| {
            let images = self.part.map_or(&[][..], |part| &part.config.images);
            images
                .iter()
                .map(|image| (image.at, spellings(image)))
                .collect()
        });
        spellings
            .get(&image.at)?
            .get(&ParsedVersion::parse(version)?)
            .copied()
    }

    /// The provider image that counts.
    fn mapped(&self, of: Of<'_>) -> Option<Mapped<'_, 'a>> {
        self.mapping.as_ref()?.image(of.image)
    }

    /// The provider image that counts: of several the last.
    pub(super) fn image(&self, of: Of<'_>) -> Option<&Image<'a>> {
        Some(self.mapped(of)?.image)
    }

    /// All provider images of that name.
    pub(super) fn images(&self, of: Of<'_>) -> impl Iterator<Item = &'a Image<'a>> {
        let images = self.part.map_or(&[][..], |part| &part.config.images);
        images.iter().filter(move |image| *image.name == of.image)
    }

    /// The entries of a version in the provider image that counts.
    pub(super) fn entries(&self, of: Of<'_>) -> Vec<&Version<'a>> {
        self.mapped(of)
            .map_or_else(Vec::new, |mapped| mapped.entries(of.version).collect())
    }

    /// The version of the core part.
    pub(super) fn core(&self, of: Of<'_>) -> Option<&'a MachineImageVersion<'a>> {
        self.core.get(&(of.image, of.version)).copied()
    }

    /// The version of the parent.
    pub(super) fn parent(&self, of: Of<'_>) -> Option<&'a MachineImageVersion<'a>> {
        self.parent.get(&(of.image, of.version)).copied()
    }

    /// The names of the provider images.
    pub(super) fn image_names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let images = self.part.map_or(&[][..], |part| &part.config.images);
        images
            .iter()
            .map(|image| *image.name)
            .filter(|name| !name.is_empty())
    }

    /// The provider flavor of a version that differs from a flavor in the fewest capabilities, and
    /// in what.
    pub(super) fn nearest(
        &self,
        of: Of<'_>,
        flavor: &Capabilities<'a>,
    ) -> Option<(&Flavor<'a>, String)> {
        let mapping = self.mapping.as_ref()?;
        let row = mapping.layout.row(flavor);
        let flavors = self
            .entries(of)
            .into_iter()
            .flat_map(|entry| entry.flavors.iter());
        let distance =
            |other: &&Flavor<'a>| mapping.layout.differing(&row, &mapping.row(other)).len();
        let nearest = flavors.take(MOST_FLAVORS).min_by_key(distance)?;
        Some((nearest, self.difference(flavor, &nearest.capabilities)))
    }

    /// The flavor of a version of the core part that differs from a provider flavor in the fewest
    /// capabilities, and in what: its values first.
    pub(super) fn nearest_core(
        &self,
        of: Of<'_>,
        flavor: &Capabilities<'a>,
    ) -> Option<(&'a CoreFlavor<'a>, String)> {
        let layout = &self.mapping.as_ref()?.layout;
        let row = layout.row(flavor);
        let flavors = self.core(of)?.capability_flavors.iter();
        let nearest = flavors.take(MOST_FLAVORS).min_by_key(|other| {
            layout
                .differing(&row, &layout.row(&other.capabilities))
                .len()
        })?;
        Some((nearest, self.difference(flavor, &nearest.capabilities)))
    }

    /// The difference of one flavor, the subject, from another; nothing where they are equal.
    fn difference(&self, wanted: &Capabilities<'a>, other: &Capabilities<'a>) -> String {
        let Some(mapping) = &self.mapping else {
            return String::new();
        };
        let layout = &mapping.layout;
        let values = |of: &Capabilities<'a>, name: &str| {
            let values = self.vocabulary.defaulted(of, name).unwrap_or_default();
            if values.is_empty() {
                "none".to_owned()
            } else {
                words::some(values.iter().map(|value| value.value), NAMED)
            }
        };
        let differing = layout.differing(&layout.row(wanted), &layout.row(other));
        let one = |capability: &usize| {
            let name = layout.name(*capability);
            format!(
                "for {} it has {} instead of {}",
                words::quoted(name),
                values(other, name),
                values(wanted, name)
            )
        };
        let mut shown: Vec<String> = differing.iter().take(NAMED).map(one).collect();
        if differing.len() > NAMED {
            shown.push("and so on".to_owned());
        }
        shown.join(", ")
    }
}

fn copied(view: &ProvidedView<'_>) -> BTreeSet<Span> {
    if view.provided.provider.derive.is_none() || view.vocabulary.is_empty() {
        return BTreeSet::new();
    }
    let versions = view
        .core
        .machine_images
        .iter()
        .flat_map(|image| image.versions.iter());
    versions
        .flat_map(|version| version.capability_flavors.iter())
        .map(|flavor| flavor.at)
        .collect()
}

fn spellings<'a>(image: &'a Image<'a>) -> Spellings<'a> {
    let mut spellings = BTreeMap::new();
    for version in image.versions.iter() {
        let written = *version.version;
        let written = written.strip_prefix('v').unwrap_or(written);
        if let Some(parsed) = ParsedVersion::parse(written) {
            spellings.entry(parsed).or_insert(version);
        }
    }
    spellings
}

/// The version that a path of the core part leads to, where it goes on into its flavors.
fn lost_flavor<'a>(view: &ProvidedView<'a>, path: &FieldPath) -> Option<(&'a str, &'a str)> {
    let (image, rest) = element(path.after(["spec"])?, "machineImages")?;
    let (version, rest) = element(rest, "versions")?;
    let image = view.written.machine_images.get(image)?;
    (rest.first()?.name()? == "capabilityFlavors")
        .then_some((*image.name, *image.versions.get(version)?.version()))
}

fn versions<'a>(
    of: &'a CloudProfile<'a>,
) -> BTreeMap<(&'a str, &'a str), &'a MachineImageVersion<'a>> {
    let versions = of
        .machine_images
        .iter()
        .flat_map(|image| image.versions.iter().map(move |version| (image, version)));
    versions
        .map(|(image, version)| ((*image.name, *version.version()), version))
        .collect()
}
