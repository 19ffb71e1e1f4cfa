//! An open text among the texts of its folder.

use super::{Encoding, Positions};
use crate::config::Settings;
use crate::landscape::{Body, Input, Item, Landscape, ReadFile, read};
use crate::model::cloudprofile::CloudProfile;
use crate::resolution::parents::Parents;
use crate::resolution::referred::Referred;
use crate::resolution::usable::Usable;
use crate::source::{FileId, Sources};
use crate::uses::{Uses, collect_in_full};

/// An open text, and what its objects refer to.
pub struct View<'v> {
    /// The open text.
    pub file: &'v ReadFile<'v>,
    /// All texts: first those of the folder, then those that only give context.
    pub(super) files: &'v [ReadFile<'v>],
    /// How many belong to the folder.
    pub(super) own: usize,
    /// Positions in it.
    pub positions: Positions<'v>,
    /// Its objects.
    pub items: Vec<&'v Item<'v>>,
    /// All texts.
    pub sources: &'v Sources,
    /// The settings of the folder.
    pub settings: &'v Settings,
    /// The unit of columns.
    pub encoding: Encoding,
    landscapes: [&'v Landscape<'v>; 2],
    parents: &'v Parents<'v>,
    referred: &'v Referred<'v>,
}

/// Answers about an open text. `inputs`: the texts of its folder, and those that only give context.
pub fn view<T>(
    sources: &Sources,
    inputs: [&[Input]; 2],
    file: FileId,
    encoding: Encoding,
    settings: &Settings,
    answer: impl FnOnce(&View<'_>) -> T,
) -> Option<T> {
    let files = read(sources, &inputs.concat());
    let (own, around) = files.split_at(inputs[0].len());
    let [landscape, around] =
        [own, around].map(|files| Landscape::with_preview(files, settings.preview));
    let (parents, stored) = (
        Parents::new(&landscape, &around, &settings.provider_rules),
        Landscape::default(),
    );
    let referred = Referred::new(&landscape, &around, &stored, &parents, sources);
    let referred = referred.with(settings.preview);
    let view = View {
        file: files.iter().find(|read| read.file == file)?,
        files: &files,
        own: inputs[0].len(),
        positions: Positions::new(sources.get(file), encoding),
        items: landscape
            .all()
            .into_iter()
            .filter(|item| item.file == file)
            .collect(),
        sources,
        settings,
        encoding,
        landscapes: [&landscape, &around],
        parents: &parents,
        referred: &referred,
    };
    Some(answer(&view))
}

/// Whether the open text has Shoots.
#[must_use]
pub fn has_shoots(view: &View<'_>) -> bool {
    let mut all = view.items.iter();
    all.any(|item| matches!(item.body, Body::Shoot(_)))
}

impl<'v> View<'v> {
    /// Asks the profile that an object is or, for a Shoot, refers to.
    pub(super) fn with_profile<T>(
        &self,
        item: &'v Item<'v>,
        ask: impl FnOnce(&Usable<'v>) -> T,
    ) -> Option<T> {
        if matches!(item.body, Body::Shoot(_)) {
            let (_, profile) = self.referred.of(item)?;
            return profile.as_ref().ok().map(ask);
        }
        let usable = Usable::new(item, self.parents, self.sources)?.ok()?;
        Some(ask(&usable))
    }

    /// Who uses what, as `cpcap uses` says it.
    pub(super) fn uses(&self) -> Uses<'v> {
        let [own, around] = self.landscapes;
        let mut uses = collect_in_full(own, around, self.sources, self.settings.now);
        uses.mark_strays(self.sources);
        uses
    }

    /// A profile before the server filled anything in.
    pub(super) fn written(&self, profile: &Usable<'v>) -> CloudProfile<'v> {
        profile.written(self.parents, self.sources)
    }

    /// All objects of the folder and its context.
    pub(super) fn all(&self) -> impl Iterator<Item = &'v Item<'v>> {
        self.landscapes.into_iter().flat_map(Landscape::all)
    }
}
