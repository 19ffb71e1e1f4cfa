//! A profile and the answer to a question about it, as commands and editors show it.

use super::{Lookup, ProfileView};
use crate::matching::{Asked, Matcher, Named, Origins, Question, ask, bastion};
use crate::model::cloudprofile::CloudProfile;
use crate::model::time::Time;
use crate::provider::lookup::Catalog;
use crate::resolution::usable::Usable;

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Asking<'q> {
    /// Which side the question names.
    pub asked: Asked,
    /// The version, or the beginning of one, that a Shoot would have; none: any.
    pub version: Option<&'q str>,
    /// The regions that were asked for, or all of the profile.
    pub regions: &'q [&'q str],
    /// Whether a region was asked for.
    pub in_regions: bool,
    /// Whether the bastion is asked for.
    pub bastion: bool,
    /// The time that decides which versions are active.
    pub now: Time,
}

impl<'m, 'a, 't> ProfileView<'m, 'a, 't> {
    /// The answer of a profile. `written`: the same before the server filled anything in; `catalog`:
    /// its artifacts, where cpcap knows the provider; `named`: what it has of the names; `file`: the
    /// name of its text.
    #[must_use]
    pub fn new(
        (profile, written): (&'m Usable<'t>, &'a CloudProfile<'t>),
        (matcher, catalog): (&'m Matcher<'a, 't>, Option<&'m Catalog<'a, 't>>),
        named: Named,
        asking: Asking<'m>,
        file: &'m str,
    ) -> Self
    where
        'm: 'a,
    {
        let regions = asking.regions;
        let question = Question {
            asked: asking.asked,
            machines: named.machines,
            images: named.images,
            versions: named.versions,
            version: asking.version,
            regions: if asking.in_regions { regions } else { &[] },
            now: asking.now,
        };
        let origins = Origins::new(written);
        let item = profile.item;
        let artifacts = profile.artifacts.as_ref();
        Self {
            name: profile.name(),
            root: profile.root(),
            file,
            document: item.document.index,
            prefix: &item.object.prefix,
            matcher,
            origins,
            version: asking.version,
            artifacts: catalog.map(|catalog| Lookup {
                catalog,
                regions,
                undecodable: artifacts.and_then(|artifacts| artifacts.undecodable.as_ref()),
            }),
            regions,
            in_regions: asking.in_regions,
            answers: ask(matcher, origins, &question),
            bastion: asking.bastion.then(|| bastion(matcher, asking.now)),
        }
    }
}
