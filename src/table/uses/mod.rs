//! The lists of `cpcap uses`: what of a profile who uses. One file a form; the answers come from
//! `uses`.

mod csv;
mod json;
mod markdown;
mod text;
mod words;

use crate::output::Document;
use crate::source::Sources;
use crate::uses::{Entry, ProfileUses, Uses};

pub use csv::csv;
pub use json::{SCHEMA_VERSION, UsesReport, json};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    #[default]
    All,
    Used,
    Unused,
}

#[derive(Clone, Copy, Debug)]
pub struct View<'v> {
    pub uses: &'v Uses<'v>,
    pub sources: &'v Sources,
    pub filter: Filter,
    /// All users and entries are named to people, instead of some.
    pub expand: bool,
}

impl<'v> View<'v> {
    /// The list for a terminal.
    pub(crate) fn text(self) -> Document {
        text::document(self)
    }

    /// Who uses an entry, in one sentence.
    pub(crate) fn sentence(self, entry: &Entry<'_>) -> String {
        words::sentence(entry, self)
    }

    pub(crate) fn markdown(self) -> Document {
        markdown::document(self)
    }

    /// The profiles that were asked for.
    fn profiles(&self) -> impl Iterator<Item = &'v ProfileUses<'v>> + use<'v> {
        self.uses.profiles.iter().filter(|profile| profile.asked)
    }

    /// The entries of a profile that are listed.
    fn entries(
        &self,
        profile: &'v ProfileUses<'v>,
    ) -> impl Iterator<Item = &'v Entry<'v>> + use<'v> {
        let filter = self.filter;
        profile.entries.iter().filter(move |entry| match filter {
            Filter::All => true,
            Filter::Used => !entry.users.is_empty(),
            Filter::Unused => entry.users.is_empty(),
        })
    }
}
