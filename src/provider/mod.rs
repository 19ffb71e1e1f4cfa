//! `providerConfig` of a profile: what each extension decodes, changes, refuses and looks up
//! (`docs/gardener/providers/README.md`). One file a provider; what they share stands once in the
//! other files. Pure functions and typed faults: nothing here reports.

pub mod azure;
mod candidate;
pub mod checks;
pub mod child;
pub mod config;
pub mod fault;
pub mod listing;
pub mod lookup;
pub mod mapping;
pub mod merge;
pub mod part;
pub mod pattern;
pub mod settings;
pub mod shoots;

mod alicloud;
mod aws;
mod derive;
mod entries;
mod equinixmetal;
mod form;
mod gcp;
mod hcloud;
mod header;
mod ionos;
mod ironcore;
mod ironcore_metal;
mod kubevirt;
mod local;
mod metal;
mod openstack;
mod regional;
#[rustfmt::skip]
mod schema;
mod stackit;
mod unversed;
mod vsphere;
mod worker_status;

use std::fmt;

use serde_json::{Map, Value as Json};

use crate::capability::Vocabulary;
use crate::finding::ErrorType;
use crate::model::cloudprofile::{CloudProfile, MachineType};
use crate::model::cursor::Cursor;
use crate::model::path::Path;
use crate::model::schema::Type;
use checks::{Checks, Judge};
use child::Child;
use config::{Config, Fields, Version};
use fault::{Fault, Faults, Missing, What};
use lookup::{Artifact, Lookup};
use mapping::Mapping;
use merge::Merge;
use part::{Part, Undecodable, Webhook};
use settings::Settings;

/// Adds to the JSON of a version.
pub type FinishVersion = fn(&Version<'_>, &mut Map<String, Json>);
/// Adds to the JSON of a merged `providerConfig`: from what is merged, and the part of the child.
pub type Finish = fn(&mut Map<String, Json>, &Config<'_>, &Part<'_>);

/// Whether machines of a type get accelerated networking with an artifact of a profile.
pub type Accelerates =
    for<'t> fn(&CloudProfile<'t>, &Config<'t>, &MachineType<'t>, &Artifact<'t>) -> bool;

/// A provider: what its extension's webhooks and controllers do with profiles.
pub struct Provider {
    /// The value of `spec.type`.
    pub name: &'static str,
    pub title: &'static str,
    /// The `apiVersion` of its `providerConfig`.
    pub api_version: &'static str,
    /// The type of its `providerConfig`; none without strict decoding.
    pub config: Option<&'static Type>,
    pub others: &'static [(&'static str, &'static Type)],
    /// Whether its validator decodes a part without `apiVersion` and `kind`.
    pub tolerates_missing_header: bool,
    /// The names of the image fields by their use.
    pub fields: Fields,
    /// A further change of decoding; it sees the whole `providerConfig`.
    pub adjust: Option<for<'t> fn(&mut Config<'t>, Cursor<'t>)>,
    /// The component that decodes its `providerConfig`, its strictness, and the component that
    /// applies `validate`.
    pub checks: Checks,
    /// The checks of its validating webhook for a CloudProfile, or of the component that `checks`
    /// names.
    pub validate: for<'t> fn(&Mapping<'_, 't>, &mut Faults<'t>),
    /// The checks of its validating webhook for a NamespacedCloudProfile; none without such a
    /// webhook.
    pub validate_child: Option<for<'t> fn(&Child<'_, 't>, &mut Faults<'t>)>,
    /// The change that both webhooks make in the `providerConfig` of a child before they check it;
    /// the flag says whether the parent has a vocabulary.
    pub convert: Option<fn(&mut Config<'_>, bool)>,
    /// How a child's images are merged into the parent's.
    pub merge: Merge,
    /// The additions to a printed version of the merged `providerConfig`: decoding fills them in.
    pub finish_version: Option<FinishVersion>,
    /// Further merging, for printing.
    pub finish: Option<Finish>,
    /// How its mutating webhook derives the flavors of a version from the entries of the version;
    /// none without such a webhook.
    pub derive: Option<derive::Derive>,
    /// The checks of its validating webhook for Shoots against their profile, beside pools without
    /// an artifact; none where it checks nothing else.
    pub shoots: Option<shoots::Judge>,
    /// Whether machines of a type get accelerated networking with an artifact; none where there is
    /// no such thing.
    pub accelerates: Option<Accelerates>,
    /// What its `providerConfig` says beside images.
    pub settings: Settings,
    /// How its controllers look up artifacts.
    pub lookup: Lookup,
}

impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Provider").field(&self.name).finish()
    }
}

impl Provider {
    /// Changes a profile with a vocabulary as the mutating webhook does, and no other.
    ///
    /// # Errors
    /// When it cannot decode `providerConfig`: then the request is refused.
    pub fn mutate<'t>(
        &self,
        core: &mut CloudProfile<'t>,
        part: Option<&Part<'t>>,
    ) -> Result<(), Undecodable> {
        let (Some(derive), Some(part)) = (self.derive, part) else {
            return Ok(());
        };
        if core.machine_capabilities.is_empty() {
            return Ok(());
        }
        if let Some(why) = part.undecodable(Webhook::Mutator) {
            return Err(why);
        }
        derive::overwrite(core, &part.config, derive);
        Ok(())
    }

    /// The faults that the validating webhook reports in a CloudProfile, in the form that the
    /// server stores.
    ///
    /// # Errors
    /// When it cannot decode `providerConfig`: then nothing is compared.
    pub fn validate<'t>(
        &self,
        core: &CloudProfile<'t>,
        vocabulary: &Vocabulary<'t>,
        part: Option<&Part<'t>>,
    ) -> Result<Vec<Fault<'t>>, Undecodable> {
        match part.and_then(|part| part.undecodable(Webhook::Validator)) {
            Some(why) => Err(why),
            None => Ok(self.faults(core, vocabulary, part)),
        }
    }

    /// The faults that it would report if it could decode `providerConfig`.
    #[must_use]
    pub fn faults<'t>(
        &self,
        core: &CloudProfile<'t>,
        vocabulary: &Vocabulary<'t>,
        part: Option<&Part<'t>>,
    ) -> Vec<Fault<'t>> {
        let mut faults = Faults::default();
        if part.is_none() && self.checks.needs_config {
            faults.add(&PROVIDER_CONFIG, core.at, What::Missing(Missing::Config));
            return faults.into_found();
        }
        let nothing = child::no_config(core.at);
        let config = part.map_or(&nothing, |part| &*part.config);
        (self.validate)(
            &Mapping::new(core, vocabulary, config, part.map(|part| part.cursor)),
            &mut faults,
        );
        faults.into_found()
    }

    /// The further faults that the validating webhook reports in an update of a CloudProfile, from
    /// the `providerConfig`s alone. An old one that cannot be decoded counts as absent.
    ///
    /// # Errors
    /// When it cannot decode `providerConfig`: then nothing is compared.
    pub fn validate_update<'t>(
        &self,
        old: Option<&Part<'t>>,
        part: Option<&Part<'t>>,
    ) -> Result<Vec<Fault<'t>>, Undecodable> {
        match part.and_then(|part| part.undecodable(Webhook::Validator)) {
            Some(why) => Err(why),
            None => Ok(self.update_faults(old, part)),
        }
    }

    /// The faults that it would report in an update if it could decode `providerConfig`.
    #[must_use]
    pub fn update_faults<'t>(
        &self,
        old: Option<&Part<'t>>,
        part: Option<&Part<'t>>,
    ) -> Vec<Fault<'t>> {
        let mut faults = Faults::default();
        let old = old.filter(|old| old.undecodable(Webhook::Validator).is_none());
        if let (Some(validate), Some(old), Some(part)) = (self.checks.update, old, part) {
            validate(old.cursor, part.cursor, &mut faults);
        }
        faults.into_found()
    }

    /// The type of the field error that the server reports for a fault; none where no webhook
    /// reports it as one.
    #[must_use]
    pub fn error_type(&self, what: &What<'_>) -> Option<ErrorType> {
        (self.checks.judge == Judge::Webhook).then(|| what.error())
    }

    /// Changes a NamespacedCloudProfile whose parent has this vocabulary as the mutating webhook
    /// does.
    ///
    /// # Errors
    /// When it cannot decode `providerConfig`: then the request is refused.
    pub fn mutate_child<'t>(
        &self,
        core: &mut CloudProfile<'t>,
        vocabulary: &Vocabulary<'_>,
        part: Option<&Part<'t>>,
    ) -> Result<(), Undecodable> {
        let (Some(derive), Some(part)) = (self.derive, part) else {
            return Ok(());
        };
        if let Some(why) = part.undecodable(Webhook::Mutator) {
            return Err(why);
        }
        if !vocabulary.is_empty() {
            derive::overwrite(core, &part.config, derive);
        }
        Ok(())
    }

    /// The faults that the validating webhook reports in a NamespacedCloudProfile, in the format of
    /// its parent.
    ///
    /// # Errors
    /// When it cannot decode `providerConfig`: then nothing is compared.
    pub fn validate_child<'t>(
        &self,
        core: &CloudProfile<'t>,
        parent: &CloudProfile<'t>,
        vocabulary: &Vocabulary<'t>,
        part: Option<&Part<'t>>,
    ) -> Result<Vec<Fault<'t>>, Undecodable> {
        match part
            .filter(|_| self.validate_child.is_some())
            .and_then(|part| part.undecodable(Webhook::Validator))
        {
            Some(why) => Err(why),
            None => Ok(self.child_faults(core, parent, vocabulary, part)),
        }
    }

    /// The faults that it would report if it could decode `providerConfig`.
    #[must_use]
    pub fn child_faults<'t>(
        &self,
        core: &CloudProfile<'t>,
        parent: &CloudProfile<'t>,
        vocabulary: &Vocabulary<'t>,
        part: Option<&Part<'t>>,
    ) -> Vec<Fault<'t>> {
        let Some(validate) = self.validate_child else {
            return Vec::new();
        };
        let mut config = part.map_or_else(
            || child::no_config(core.at),
            |part| Config::clone(&part.config),
        );
        if let Some(convert) = self.convert {
            convert(&mut config, !vocabulary.is_empty());
        }
        let mut faults = Faults::default();
        let mapping = Mapping::new(core, vocabulary, &config, part.map(|part| part.cursor));
        validate(&Child::new(mapping, parent), &mut faults);
        faults.into_found()
    }

    /// The faults that it reports in a CloudProfile but not in a NamespacedCloudProfile.
    #[must_use]
    pub fn unchecked_in_child<'t>(
        &self,
        core: &CloudProfile<'t>,
        vocabulary: &Vocabulary<'t>,
        part: &Part<'t>,
    ) -> Vec<Fault<'t>> {
        let mut faults = Faults::default();
        if let Some(check) = self.checks.unchecked_in_child {
            check(
                &Mapping::new(core, vocabulary, &part.config, Some(part.cursor)),
                &mut faults,
            );
        }
        faults.into_found()
    }

    /// Whether its extension looks at NamespacedCloudProfiles at all.
    #[must_use]
    pub fn sees_children(&self) -> bool {
        self.merge != Merge::Never
    }

    /// `providerConfig` that a NamespacedCloudProfile has together with its parent, whose spans
    /// are marked as those of another text.
    #[must_use]
    pub fn merged<'t>(
        &self,
        parent: &Config<'t>,
        child: &Config<'t>,
        vocabulary: &Vocabulary<'_>,
    ) -> Config<'t> {
        let mut child = child.clone();
        if let Some(convert) = self.convert {
            convert(&mut child, !vocabulary.is_empty());
        }
        merge::images(self.merge, parent, &child)
    }
}

pub static ALL: &[&Provider] = &[
    &alicloud::PROVIDER,
    &aws::PROVIDER,
    &azure::PROVIDER,
    &equinixmetal::PROVIDER,
    &gcp::PROVIDER,
    &hcloud::PROVIDER,
    &ionos::PROVIDER,
    &ironcore::PROVIDER,
    &ironcore_metal::PROVIDER,
    &kubevirt::PROVIDER,
    &local::PROVIDER,
    &metal::PROVIDER,
    &openstack::PROVIDER,
    &stackit::PROVIDER,
    &vsphere::PROVIDER,
];

/// The provider of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Provider> {
    ALL.iter().find(|provider| provider.name == name).copied()
}

static SPEC: Path<'static> = Path::new("spec");
static PROVIDER_CONFIG: Path<'static> = SPEC.field("providerConfig");
static IMAGES: Path<'static> = PROVIDER_CONFIG.field("machineImages");
/// The images of the core part.
static CORE_IMAGES: Path<'static> = SPEC.field("machineImages");
