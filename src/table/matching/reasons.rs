//! The answers about all pairs of a profile one by one, for a form that shows each on demand.

use crate::matching::{ImageAnswer, MachineGroup, VersionGroup};
use crate::output::{Document, Span};
use crate::table::matching::pen::{Mark, Pen};
use crate::table::matching::{Look, ProfileView, artifacts, pairs};

/// Nothing is cut to a width or folded.
const PEN: Pen = Pen {
    look: Look {
        color: false,
        width: usize::MAX / 2,
        expand: true,
        explain: false,
    },
};

/// Equal machine types and equal versions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<'p, 'm, 'a, 't> {
    group: &'p MachineGroup<'m, 'a, 't>,
    image: &'p ImageAnswer<'m, 'a, 't>,
    versions: &'p VersionGroup,
}

/// The pairs of an answer, machine types first.
pub(crate) fn pairs<'p, 'm, 'a, 't>(
    profile: &'p ProfileView<'m, 'a, 't>,
) -> impl Iterator<Item = Pair<'p, 'm, 'a, 't>> {
    profile.answers.machines.iter().flat_map(|group| {
        group.images.iter().flat_map(move |image| {
            let pair = move |versions| Pair {
                group,
                image,
                versions,
            };
            image.groups.iter().map(pair)
        })
    })
}

impl Pair<'_, '_, '_, '_> {
    /// The machine types, by position.
    pub fn machines(&self) -> &[usize] {
        &self.group.machines
    }

    /// The versions, by position.
    pub fn versions(&self) -> &[usize] {
        &self.versions.versions
    }

    /// Why they fit or do not, and which flavor is taken.
    pub fn reasons(&self, profile: &ProfileView<'_, '_, '_>) -> Document {
        let mut out = Document::default();
        if self.group.usable {
            pairs::compared(profile, self.group, self.versions, PEN, &mut out);
            let image = *profile.matcher.profile().machine_images[self.image.image].name;
            let default = &self.image.default;
            pairs::sentence(profile, self.group, Some(image), default, 0, &mut out);
        } else {
            let text = format!("{} {}", Mark::No.symbol(), pairs::UNUSABLE);
            out.paragraph(0, Span::new(text, Mark::No.style()));
            pairs::compared(profile, self.group, self.versions, PEN, &mut out);
        }
        out
    }
}

/// The artifacts of a machine type and a version, by position, in all regions; or why there is
/// none.
pub(crate) fn placed<'m>(
    profile: &ProfileView<'m, '_, '_>,
    machine: usize,
    version: usize,
) -> Vec<(Vec<&'m str>, Mark, String)> {
    let answers = artifacts::of(profile, machine, version).into_iter();
    let placed = answers.map(|answer| {
        let (mark, text) = artifacts::said(&answer.found);
        (answer.regions, mark, text)
    });
    placed.collect()
}
