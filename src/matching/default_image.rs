//! The image version that a worker pool gets when the Shoot leaves it out
//! (`docs/gardener/shoot.md#default-image`).

use crate::capability::Demand;
use crate::matching::{Machine, Matcher, Version};
use crate::model::lifecycle::{Classification, Current};
use crate::model::time::Time;
use crate::model::version;

/// The request of a pool.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'w> {
    /// The image's name; none: any.
    pub image: Option<&'w str>,
    /// A version or the beginning of one; none or empty: any.
    pub version: Option<&'w str>,
    /// The architecture of the worker pool, after defaulting.
    pub architecture: &'w str,
    /// Whether the pool is updated in place.
    pub in_place: bool,
    /// Further demands of the pool, in the preview of worker capabilities.
    pub demand: Option<Demand>,
}

/// The version of a pool that names no whole version.
#[derive(Debug)]
pub enum Default<'m, 'a, 't> {
    /// This version, chosen among the candidates.
    Chosen {
        /// The version that the server picks.
        version: &'m Version<'a, 't>,
        /// Nothing better than a deprecated version fits.
        only_deprecated: bool,
        /// How many versions there were to choose from.
        candidates: usize,
    },
    /// The version is kept as written, whether it exists or not.
    Kept,
}

/// Why a pool gets no version: the server refuses the Shoot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DefaultFault {
    /// The profile has no images.
    NoImages,
    /// There is no image of that name.
    NoSuchImage,
    /// No image has a version that fits.
    NoImageFits,
    /// The version is neither a whole version nor the beginning of one.
    NotAVersion,
    /// The image was picked, but none of its versions can be a default.
    NoCandidate {
        /// The name of the image that the server picks.
        image: String,
        /// How many of its versions fit and are in preview: those are only ever taken by name.
        preview: usize,
    },
}

/// The beginning of a version: a major and maybe a minor number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prefix {
    /// The major number; none: any.
    pub major: Option<u64>,
    /// The minor number; none: any.
    pub minor: Option<u64>,
}

impl Prefix {
    /// Reads the beginning of a version: any number of parts other than three. The first part
    /// counts, and of exactly two also the second. An empty part restricts nothing. `None` where a
    /// part that counts is not all digits.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('.').collect();
        let number = |part: Option<&&str>| match part {
            None | Some(&"") => Some(None),
            Some(part) if part.bytes().all(|b| b.is_ascii_digit()) => part.parse().ok().map(Some),
            Some(_) => None,
        };
        let minor = if parts.len() == 2 {
            number(parts.get(1))?
        } else {
            None
        };
        Some(Self {
            major: number(parts.first())?,
            minor,
        })
    }

    /// Whether a text has parts that the server ignores: only the first of more than three parts
    /// counts.
    #[must_use]
    pub fn drops_parts(text: &str) -> bool {
        text.split('.').count() > 3
    }

    /// Whether a version begins so.
    #[must_use]
    pub fn matches(self, version: &version::Version<'_>) -> bool {
        self.major.is_none_or(|major| version.major == major)
            && self.minor.is_none_or(|minor| version.minor == minor)
    }
}

/// The version that the server would fill in. `machine`: the machine type, where the profile has
/// it.
///
/// # Errors
/// Where the server refuses the Shoot instead.
pub fn default_image<'m, 'a, 't>(
    matcher: &'m Matcher<'a, 't>,
    machine: Option<&Machine<'a, 't>>,
    wanted: Wanted<'_>,
    now: Time,
) -> Result<Default<'m, 'a, 't>, DefaultFault> {
    let images = &matcher.profile().machine_images;
    if images.is_empty() {
        return Err(DefaultFault::NoImages);
    }
    let supports = |version: &Version<'_, '_>| version.architectures.contains(&wanted.architecture);
    let compatible = |version: &Version<'a, 't>| {
        // Without a vocabulary there are no capabilities to compare.
        matcher.vocabulary().is_empty()
            || machine.is_none_or(|machine| {
                let answer = wanted.demand.map_or_else(
                    || matcher.answer(machine, version),
                    |demand| matcher.answer_for(machine, version, demand),
                );
                answer.compatible
            })
    };
    let of_image = |index: usize| matcher.versions()[matcher.range_of(index)].iter();
    let image = match wanted.image.filter(|name| !name.is_empty()) {
        Some(name) => {
            let index = images
                .iter()
                .position(|image| *image.name == name)
                .ok_or(DefaultFault::NoSuchImage)?;
            if let Some(written) = wanted.version
                && of_image(index).any(|version| *version.version.version() == written)
            {
                return Ok(Default::Kept);
            }
            index
        }
        None => {
            let fits = |version: &Version<'a, 't>| {
                supports(version) || (machine.is_some() && compatible(version))
            };
            let index = (0..images.len()).find(|index| of_image(*index).any(fits));
            index.ok_or(DefaultFault::NoImageFits)?
        }
    };
    let written = wanted.version.unwrap_or_default();
    let written = written.strip_prefix('v').unwrap_or(written);
    if written.split('.').count() == 3 {
        return Ok(Default::Kept);
    }
    let prefix = Prefix::parse(written).ok_or(DefaultFault::NotAVersion)?;
    let in_place = |version: &Version<'_, '_>| {
        !wanted.in_place
            || version
                .version
                .in_place_updates
                .as_ref()
                .is_some_and(|updates| updates.supported.value == Some(true))
    };
    let candidates: Vec<(version::Version<'_>, &Version<'a, 't>)> = of_image(image)
        .filter(|version| supports(version) && compatible(version) && in_place(version))
        .filter_map(|version| {
            Some((
                version::Version::parse(version.version.version().value)?,
                version,
            ))
        })
        .filter(|(number, _)| prefix.matches(number))
        .collect();
    let highest = |deprecated: bool| {
        let mut best: Option<&(version::Version<'_>, &'m Version<'a, 't>)> = None;
        for candidate in &candidates {
            let state = candidate.1.version.expirable.classification_at(now);
            if state == Current::Known(Classification::Preview)
                || (!deprecated && state == Current::Known(Classification::Deprecated))
            {
                continue;
            }
            // The first of equal versions counts.
            if best.is_none_or(|best| candidate.0 > best.0) {
                best = Some(candidate);
            }
        }
        best.map(|(_, version)| *version)
    };
    let chosen = highest(false)
        .map(|version| (version, false))
        .or_else(|| highest(true).map(|version| (version, true)));
    match chosen {
        Some((version, only_deprecated)) => Ok(Default::Chosen {
            version,
            only_deprecated,
            candidates: candidates.len(),
        }),
        None => Err(DefaultFault::NoCandidate {
            image: (*images[image].name).to_owned(),
            preview: candidates.len(),
        }),
    }
}
