//! The extension that looks at a profile, and the changes of its webhooks: `providerConfig` beside
//! the objects of a run.

use std::sync::Arc;

use crate::capability::Vocabulary;
use crate::config::ProviderRules;
use crate::finding::Stage;
use crate::landscape::unread::Unread;
use crate::landscape::{Body, Item};
use crate::model::cloudprofile::{CloudProfile, MachineType};
use crate::model::cursor::Cursor;
use crate::model::namespaced::NamespacedCloudProfile;
use crate::model::path::FieldPath;
use crate::provider::checks::Judge;
use crate::provider::config::Config;
use crate::provider::lookup::{Artifact, Catalog};
use crate::provider::part::{Part, Undecodable, Webhook};
use crate::provider::{self, Provider, child};

/// A profile that an extension looks at.
#[derive(Debug)]
pub struct Provided<'a> {
    /// The provider whose extension looks at the profile.
    pub provider: &'static Provider,
    /// `providerConfig`; none where there is none.
    pub part: Option<Part<'a>>,
    /// Whether the object is being deleted: then the webhooks change nothing, and that for
    /// NamespacedCloudProfiles refuses nothing.
    pub in_deletion: bool,
}

impl<'a> Provided<'a> {
    /// `providerConfig` of an object; none where the extension has no webhook for the kind.
    /// `profile_type`: the type of the CloudProfile, or of the parent.
    #[must_use]
    pub fn new(item: &'a Item<'a>, profile_type: &str, rules: &ProviderRules) -> Option<Self> {
        let provided = Self::at(
            Cursor::new(&item.document.tree, item.text, item.object.node),
            profile_type,
            rules,
        )?;
        let child = matches!(item.body, Body::NamespacedCloudProfile(_));
        (!child || provided.provider.sees_children()).then_some(provided)
    }

    /// The same of an object at a cursor, whose spans may be marked.
    #[must_use]
    pub fn at(object: Cursor<'a>, profile_type: &str, rules: &ProviderRules) -> Option<Self> {
        let provider = provider::find(rules.of(profile_type)?)?;
        let in_deletion = object.field("metadata").field("deletionTimestamp").is_set();
        Some(Self {
            provider,
            part: Part::at(object, provider),
            in_deletion,
        })
    }

    /// The `providerConfig`, where an extension decodes it: none does so for a
    /// NamespacedCloudProfile in deletion.
    #[must_use]
    pub fn decoded(&self, item: &Item<'_>) -> Option<&Part<'a>> {
        let accepted = self.in_deletion && matches!(item.body, Body::NamespacedCloudProfile(_));
        self.part.as_ref().filter(|_| !accepted)
    }

    /// Why a webhook cannot decode the part; none where it can, or there is none.
    #[must_use]
    pub fn undecodable(&self, webhook: Webhook) -> Option<Undecodable> {
        self.part.as_ref()?.undecodable(webhook)
    }

    /// Whether the part is so much another's that nothing in it can be judged.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        self.part.as_ref().is_some_and(Part::is_foreign)
    }

    /// Returns the stage that refuses what a webhook cannot decode, if one decodes the part.
    /// `header`: the fault is in `apiVersion` or `kind`, which only validating webhooks insist on.
    #[must_use]
    pub fn stage_of_decoding(&self, item: &Item<'_>, header: bool) -> Option<Stage> {
        // The recorded answers name no NamespacedCloudProfile that a mutating webhook refuses.
        let mutates = self.provider.derive.is_some()
            && !self.in_deletion
            && match &item.body {
                Body::CloudProfile(profile) => !profile.machine_capabilities.is_empty(),
                Body::NamespacedCloudProfile(_) | Body::Shoot(_) => false,
            };
        let mutator = self.undecodable(Webhook::Mutator).filter(|_| mutates);
        match self.provider.checks.judge {
            Judge::Controller | Judge::Nobody => None,
            Judge::Webhook | Judge::WebhookInWords => Some(match mutator {
                Some(why) if !header || why == Undecodable::Kind => Stage::Mutation,
                _ => Stage::Extension,
            }),
        }
    }

    /// Changes a CloudProfile as the mutating webhook does. One that the webhook cannot decode
    /// stays as it is.
    pub fn mutate(&self, profile: &mut CloudProfile<'a>) {
        if !self.in_deletion {
            // The request is refused then; what else is wrong is judged on the profile as written.
            drop(self.provider.mutate(profile, self.part.as_ref()));
        }
    }

    /// Changes a NamespacedCloudProfile as the mutating webhook does.
    pub fn mutate_child(&self, profile: &mut CloudProfile<'a>, vocabulary: &Vocabulary<'_>) {
        if !self.in_deletion {
            drop(
                self.provider
                    .mutate_child(profile, vocabulary, self.part.as_ref()),
            );
        }
    }

    /// A NamespacedCloudProfile as written, or as the mutating webhook leaves it where an extension
    /// looks at it.
    #[must_use]
    pub fn spec_of_child(
        provided: Option<&Self>,
        child: &NamespacedCloudProfile<'a>,
        vocabulary: &Vocabulary<'_>,
    ) -> CloudProfile<'a> {
        let mut spec = child.spec.clone();
        if let Some(provided) = provided {
            provided.mutate_child(&mut spec, vocabulary);
        }
        spec
    }
}

/// Whether the value at a path of fields is the last one before the place where the text breaks off:
/// what follows that place may belong to it, even if it seems to end.
#[must_use]
pub fn may_go_on(item: &Item<'_>, path: &str) -> bool {
    let tree = &item.document.tree;
    let mut id = item.object.node;
    let mut is_last = |key: &str| {
        let last = tree.entries(tree.target(id)).last();
        last.is_some_and(|entry| {
            id = entry.value;
            tree.key(entry.key) == key
        })
    };
    item.document.incomplete && path.split('.').all(&mut is_last)
}

/// The paths of a profile that cpcap could not read. Flavors that a webhook takes from a
/// `providerConfig` are unknown where that is.
#[must_use]
pub fn unread(item: &Item<'_>, provided: Option<&Provided<'_>>) -> Unread {
    let problems = provided
        .and_then(|provided| provided.part.as_ref())
        .map_or(&[][..], |part| &part.problems);
    let unread = item.unread.with(problems);
    let Some(written) = item.body.profile() else {
        return unread;
    };
    // A NamespacedCloudProfile has the type of its parent.
    let is_child = matches!(item.body, Body::NamespacedCloudProfile(_));
    let no_type = || {
        unread.hides(&"spec.type".into())
            || unread.is_incomplete() && !is_child && written.provider_type.is_empty()
    };
    let derived = provided.map_or_else(no_type, |provided| provided.provider.derive.is_some());
    // Without a vocabulary it takes none.
    let legacy = matches!(item.body, Body::CloudProfile(_))
        && written.machine_capabilities.is_empty()
        && !unread.hides_any([FieldPath::from("spec.machineCapabilities")]);
    // What ends before a text breaks off is known.
    let may_follow = unread.is_incomplete() && provided.is_none_or(|found| found.part.is_none());
    let is_hidden = may_follow
        || may_go_on(item, "spec.providerConfig")
        || unread.hides(&"spec.providerConfig".into())
        || no_type();
    if unread.is_empty() || !derived || legacy || !is_hidden {
        return unread;
    }
    let of_image = |(image, versions)| {
        (0..versions).map(move |version| {
            let images = FieldPath::from("spec.machineImages");
            let version = images.index(image).field("versions").index(version);
            version.field("capabilityFlavors")
        })
    };
    let flavors = written
        .machine_images
        .iter()
        .map(|image| image.versions.len())
        .enumerate()
        .flat_map(of_image);
    unread.and(flavors)
}

/// The artifacts of a profile that Shoots can refer to.
#[derive(Debug)]
pub struct Artifacts<'a> {
    /// The provider whose look-up finds the artifacts.
    pub provider: &'static Provider,
    /// `providerConfig`: of a NamespacedCloudProfile the merged one.
    pub config: Arc<Config<'a>>,
    /// `providerConfig` of the CloudProfile, from which all is taken that is not merged.
    pub part: Option<Cursor<'a>>,
    /// Whether there is a `providerConfig` at all.
    pub is_there: bool,
    /// Why the controllers cannot decode it, where they cannot.
    pub undecodable: Option<Undecodable>,
}

impl<'a> Artifacts<'a> {
    /// The artifacts of a CloudProfile.
    #[must_use]
    pub fn of_profile(provided: &Provided<'a>, profile: &CloudProfile<'a>) -> Self {
        let config = provided.part.as_ref().map_or_else(
            || Arc::new(child::no_config(profile.at)),
            |part| Arc::clone(&part.config),
        );
        Self {
            provider: provided.provider,
            config,
            part: provided.part.as_ref().map(|part| part.cursor),
            is_there: provided.part.is_some(),
            undecodable: provided.undecodable(Webhook::Controller),
        }
    }

    /// Those of a NamespacedCloudProfile under its parent.
    #[must_use]
    pub fn merged(
        parent: &Provided<'a>,
        own: Option<&Provided<'a>>,
        profile: &CloudProfile<'a>,
        vocabulary: &Vocabulary<'a>,
    ) -> Self {
        let of_parent = Self::of_profile(parent, profile);
        // Without a `providerConfig` on both sides there is nothing to merge: the parent's stays.
        let (Some(own), Some(_)) = (own.filter(|own| own.part.is_some()), &parent.part) else {
            return of_parent;
        };
        let Some(part) = &own.part else {
            return of_parent;
        };
        let config = of_parent
            .provider
            .merged(&of_parent.config, &part.config, vocabulary);
        let undecodable = of_parent
            .undecodable
            .or_else(|| own.undecodable(Webhook::Controller));
        Self {
            config: Arc::new(config),
            undecodable,
            ..of_parent
        }
    }

    /// Whether machines of a type get accelerated networking with an artifact, by a profile in the
    /// form that the server stores.
    #[must_use]
    pub fn accelerates(
        &self,
        profile: &CloudProfile<'a>,
        machine_type: &MachineType<'a>,
        artifact: &Artifact<'a>,
    ) -> bool {
        self.provider
            .accelerates
            .is_some_and(|accelerates| accelerates(profile, &self.config, machine_type, artifact))
    }

    /// Ready for look-ups in a profile, in the form that the server stores.
    #[must_use]
    pub fn catalog<'b>(&'b self, profile: &'b CloudProfile<'a>) -> Catalog<'b, 'a> {
        Catalog::new(self.provider, profile, &self.config)
    }
}
