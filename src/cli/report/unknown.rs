//! What keeps cpcap from judging the whole of a profile.

use crate::cli::complain;
use crate::landscape::Item;
use crate::provider;
use crate::resolution::parents::Parents;
use crate::resolution::provided;
use crate::resolution::usable::{NoParent, Usable};
use crate::source::Sources;
use crate::words::{self, artifacts};

/// The reasons, as sentences.
#[derive(Debug, Default)]
pub(super) struct Unknown {
    /// Why there are no tables of the profile either.
    tables: Option<String>,
    others: Vec<String>,
}

impl Unknown {
    pub(super) fn untold(&self) -> Option<&str> {
        self.tables.as_deref()
    }

    pub(super) fn all(self) -> Vec<String> {
        self.tables.into_iter().chain(self.others).collect()
    }
}

/// Why the server may refuse a profile although nothing says so.
pub(super) fn unknown(
    item: &Item<'_>,
    profile: Result<&Usable<'_>, &NoParent<'_>>,
    parents: &Parents<'_>,
    sources: &Sources,
) -> Unknown {
    let nothing = |why: String| Unknown {
        tables: Some(why),
        others: Vec::new(),
    };
    if let Some(why) = complain::of_document(item.file, item.document, sources) {
        return nothing(why);
    }
    let profile = match profile {
        Ok(profile) => profile,
        Err(orphan) => return nothing(orphan.to_string()),
    };
    let tables =
        complain::of_undecodable(profile, sources).or_else(|| complain::of_unread(profile));
    let mut others = Vec::new();
    let mut both = std::iter::once(profile.item).chain(profile.parent);
    let is_unread = |item: &&Item<'_>| {
        let provided = parents.provided(item, sources);
        !provided::unread(item, provided.as_ref()).is_empty()
    };
    if tables.is_none()
        && let Some(item) = both.find(is_unread)
    {
        others.push(format!(
            "{}: cpcap could not read all of it; `cpcap lint` says why",
            words::object(item)
        ));
    }
    let provider_type = *profile.profile.provider_type;
    let extension = parents.rules.of(provider_type);
    if !provider_type.is_empty() && extension.and_then(provider::find).is_none() {
        others.push(artifacts::unknown(provider_type));
    }
    Unknown { tables, others }
}
