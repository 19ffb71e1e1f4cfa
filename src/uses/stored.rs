//! The versions of Shoots that name only the beginning of one (`1.33`, `15`): the versions that the
//! server stores, by the profile that was there.

use std::collections::BTreeMap;

use crate::landscape::Item;
use crate::landscape::pairing::Standing;
use crate::matching::Matcher;
use crate::model::shoot::Shoot;
use crate::model::time::Time;
use crate::model::version::Version;
use crate::resolution::usable::Usable;
use crate::shoot::{self, Known, Offer};
use crate::uses::{Key, What};

/// The versions of a Shoot that the server completes, in full.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Full {
    /// The version of the control plane.
    pub kubernetes: Option<String>,
    /// The pools' images and their versions, by position: the server chooses the image, too, where a
    /// pool names none.
    pub images: BTreeMap<usize, (String, String)>,
}

/// The versions that the server stores for Shoots that name their beginning.
#[derive(Clone, Debug, Default)]
pub struct InFull<'a>(BTreeMap<Standing<'a>, Full>);

impl<'a> InFull<'a> {
    /// Adds the Shoots of a profile.
    pub fn add(
        &mut self,
        shoots: impl Iterator<Item = &'a Item<'a>>,
        profile: &Usable<'a>,
        now: Time,
    ) {
        let partial: Vec<(&'a Item<'a>, Shoot<'a>)> = shoots
            .filter_map(|item| Some((item, partial(item)?)))
            .collect();
        if partial.is_empty() {
            return;
        }
        let matcher = Matcher::new(&profile.profile);
        let offer = Offer::new(&matcher, profile.identity(), now);
        for (item, written) in partial {
            self.0.insert(item.standing(), full(&written, &offer));
        }
    }

    /// The entry that the server stores where a Shoot names the beginning of a version. `position`:
    /// that of the worker pool; none for the Shoot as a whole.
    #[must_use]
    pub fn whole<'s>(
        &'s self,
        shoot: &'s Item<'s>,
        key: Key<'s>,
        position: Option<usize>,
    ) -> Option<Key<'s>> {
        if !is_prefix(key) {
            return None;
        }
        let full = self.of(shoot)?;
        match (key.what, position) {
            (What::KubernetesVersion, None) => {
                let name = full.kubernetes.as_deref()?;
                Some(Key { name, ..key })
            }
            (What::ImageVersion, Some(position)) => {
                let (image, name) = full.images.get(&position)?;
                Some(Key { image, name, ..key })
            }
            _ => None,
        }
    }

    /// The versions that the server stores for a Shoot that names their beginning.
    #[must_use]
    pub fn of(&self, shoot: &'a Item<'a>) -> Option<&Full> {
        self.0.get(&shoot.standing())
    }
}

fn full<'o>(written: &Shoot<'o>, offer: &Offer<'o>) -> Full {
    let stored = shoot::stored(written, Known::Offer(offer)).shoot;
    let kubernetes = is_begun(What::KubernetesVersion, *written.kubernetes_version)
        .then(|| (*stored.kubernetes_version).to_owned());
    let images = written
        .workers
        .iter()
        .zip(stored.workers.iter())
        .enumerate()
        .filter_map(|(at, (before, after))| {
            before
                .image
                .and_then(|image| *image.version)
                .filter(|version| is_begun(What::ImageVersion, version))?;
            let image = after.image?;
            Some((at, ((*image.name).to_owned(), (*image.version)?.to_owned())))
        });
    Full {
        kubernetes,
        images: images.collect(),
    }
}

/// A Shoot that names versions in part.
fn partial<'a>(item: &'a Item<'a>) -> Option<Shoot<'a>> {
    let versions = Shoot::versions_of(item.cursor());
    let names_part = versions.into_iter().any(is_partial);
    names_part.then(|| item.shoot()).flatten()
}

/// Whether the server completes a version: one of other than three parts, also where nothing is named.
pub(super) fn is_completed(version: &str) -> bool {
    version.split('.').count() != 3
}

/// Whether the server reads a version as the beginning of one. A missing version keeps the stored
/// one, which no file shows.
fn is_partial(version: &str) -> bool {
    !version.is_empty() && is_completed(version)
}

/// Whether a name in a list is the beginning of a version.
fn is_begun(what: What, name: &str) -> bool {
    let is_none = match what {
        What::KubernetesVersion => is_no_version(name),
        What::ImageVersion => is_no_image_version(name),
        What::MachineImage | What::MachineType | What::VolumeType => true,
    };
    !is_none && is_partial(name)
}

/// The same of an entry.
pub(super) fn is_prefix(key: Key<'_>) -> bool {
    is_begun(key.what, key.name)
}

/// Whether a text is neither a version of Kubernetes nor the beginning of one, such as a marker of
/// some tool.
pub(super) fn is_no_version(written: &str) -> bool {
    // An empty part restricts nothing.
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let is_begun = written.split('.').all(is_number);
    let begins = written.starts_with(|first: char| first.is_ascii_digit());
    !(is_begun || begins && Version::parse(written).is_some())
}

/// The same of a version of an image, where the server reads a leading `v` as nothing, unless what
/// follows is whole.
pub(super) fn is_no_image_version(written: &str) -> bool {
    let rest = written.strip_prefix('v');
    is_no_version(rest.filter(|rest| is_completed(rest)).unwrap_or(written))
}
