//! What the rules for `providerConfig`s see of a profile, and what a webhook changes of it.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::capability::{Vocabulary, worker};
use crate::config::Operation;
use crate::finding::Finding;
use crate::landscape::Item;
use crate::matching::Matcher;
use crate::model::cloudprofile::CloudProfile;
use crate::model::path::FieldPath;
use crate::provider::part::Webhook;
use crate::resolution::provided::{Artifacts, Provided};
use crate::rules::namespaced::view::{Family, NamespacedView};
use crate::rules::provider::refusals;
use crate::rules::{self, Among, Check, ProfileView, ProvidedView, Rewriting, Rule};
use crate::source::Place;

/// The changes of a webhook to the flavors of a profile. `changed`: a CloudProfile as written, and
/// as the webhook leaves it.
pub(super) fn rewriting(
    provided: &Provided<'_>,
    item: &Item<'_>,
    changed: Option<(&CloudProfile<'_>, &CloudProfile<'_>)>,
) -> Rewriting {
    let part = provided.part.as_ref().and_then(|part| part.cursor.node());
    Rewriting {
        title: provided.provider.title,
        part: part.map(|node| Place {
            file: item.file,
            span: item.document.tree.span(node),
        }),
        emptied: changed.map_or_else(BTreeSet::new, |(written, mutated)| {
            emptied(written, mutated)
        }),
    }
}

/// The lists of flavors that a webhook takes away.
fn emptied(written: &CloudProfile<'_>, mutated: &CloudProfile<'_>) -> BTreeSet<FieldPath> {
    let mut emptied = BTreeSet::new();
    for (at, (before, after)) in written
        .machine_images
        .iter()
        .zip(mutated.machine_images.iter())
        .enumerate()
    {
        for (index, (before, after)) in before
            .versions
            .iter()
            .zip(after.versions.iter())
            .enumerate()
        {
            if !before.capability_flavors.is_empty() && after.capability_flavors.is_empty() {
                let images = FieldPath::from("spec.machineImages");
                let version = images.index(at).field("versions").index(index);
                emptied.insert(version.field("capabilityFlavors"));
            }
        }
    }
    emptied
}

/// The rules for `providerConfig`s on a CloudProfile.
pub(super) fn cloud_profile<'a>(
    view: &ProfileView<'a>,
    provided: &'a Provided<'a>,
    mutated: Option<&'a CloudProfile<'a>>,
) -> Vec<Finding> {
    let (item, Some(matcher)) = (view.item, view.matcher) else {
        return Vec::new();
    };
    let artifacts = Artifacts::of_profile(provided, view.profile);
    let faults = match provided.is_foreign() {
        true => Vec::new(),
        false => {
            let core = if provided.provider.lookup.is_by_flavor() {
                Cow::Borrowed(view.profile)
            } else {
                with_architectures(view.profile, matcher.profile())
            };
            let mut faults =
                provided
                    .provider
                    .faults(&core, view.vocabulary, provided.part.as_ref());
            if let Some(old) = view
                .old
                .filter(|_| view.settings.operation == Operation::Update)
            {
                let stored = Provided::new(
                    old.item,
                    *old.profile.provider_type,
                    &view.settings.provider_rules,
                );
                let stored = stored
                    .as_ref()
                    .filter(|stored| stored.provider.name == provided.provider.name);
                let old = stored.and_then(|stored| stored.part.as_ref());
                faults.append(&mut provided.provider.update_faults(old, provided.part.as_ref()));
            }
            faults
        }
    };
    let view = ProvidedView {
        item,
        provided,
        undecodable: provided.undecodable(Webhook::Validator),
        faults: &faults,
        core: view.profile,
        written: view.written,
        mutated,
        vocabulary: view.vocabulary,
        artifacts: &artifacts,
        whole: matcher.profile(),
        matcher,
        parent: None,
        settings: view.settings,
    };
    run(&view, None)
}

/// The profile as the webhook gets it: the server fills in the legacy architectures before, on
/// create and update alike (`docs/gardener/providers/README.md#order`). With a vocabulary, only
/// extensions that know no flavors look at them. `stored`: the same profile as the server stores
/// it.
fn with_architectures<'p, 'a>(
    profile: &'p CloudProfile<'a>,
    stored: &CloudProfile<'a>,
) -> Cow<'p, CloudProfile<'a>> {
    if profile.machine_capabilities.is_empty() {
        return Cow::Borrowed(profile);
    }
    let mut shown = profile.clone();
    for (image, stored) in shown
        .machine_images
        .value
        .iter_mut()
        .zip(stored.machine_images.iter())
    {
        for (version, stored) in image.versions.value.iter_mut().zip(stored.versions.iter()) {
            version.architectures.clone_from(&stored.architectures);
        }
    }
    Cow::Owned(shown)
}

/// The rules for `providerConfig`s on a NamespacedCloudProfile. `spec`: as the mutating webhook leaves
/// it; `core`: as the validating one sees it.
pub(super) fn child(
    own: &NamespacedView<'_>,
    spec: &CloudProfile<'_>,
    core: &CloudProfile<'_>,
    family: &Family<'_>,
    provided: &Provided<'_>,
    among: Among<'_>,
) -> Vec<Finding> {
    let parent = family.parent;
    let (mut whole, mut of_parent_core) = (
        Cow::Borrowed(&family.new.merged.profile),
        Cow::Borrowed(&parent.profile),
    );
    let mut vocabulary = Cow::Borrowed(&parent.vocabulary);
    if own.settings.preview.worker_capabilities {
        worker::add_to(whole.to_mut());
        worker::add_to(of_parent_core.to_mut());
        vocabulary = Cow::Owned(Vocabulary::new(&of_parent_core.machine_capabilities));
    }
    let (whole, vocabulary) = (&*whole, &*vocabulary);
    let of_parent = parent.provided.as_ref().unwrap_or(provided);
    let artifacts = Artifacts::merged(of_parent, Some(provided), whole, vocabulary);
    let faults = match provided.is_foreign() {
        true => Vec::new(),
        false => provided.provider.child_faults(
            core,
            &of_parent_core,
            vocabulary,
            provided.part.as_ref(),
        ),
    };
    let matcher = Matcher::new(whole);
    let view = ProvidedView {
        item: own.item,
        provided,
        undecodable: provided.undecodable(Webhook::Validator),
        faults: &faults,
        core,
        written: &own.child.spec,
        mutated: Some(spec)
            .filter(|_| provided.provider.derive.is_some() && !parent.vocabulary.is_empty()),
        vocabulary,
        artifacts: &artifacts,
        whole,
        matcher: &matcher,
        parent: Some(parent),
        settings: own.settings,
    };
    run(&view, Some(among))
}

fn run(view: &ProvidedView<'_>, among: Option<Among<'_>>) -> Vec<Finding> {
    let item = view.item;
    let mut found = Vec::new();
    let applies = |rule: &Rule| rule.applies(item.document.incomplete);
    for (rule, refusal) in refusals::all(view) {
        if applies(rule) {
            let mut reporter = rule.reporter_of(item, &mut found).among(among);
            reporter.report(refusal);
        }
    }
    for rule in rules::all().filter(|rule| applies(rule)) {
        if let Check::Provided(check) = rule.check {
            check(view, &mut rule.reporter_of(item, &mut found).among(among));
        }
    }
    // What is refused without a field could not be decoded; no webhook refuses what others judge.
    for finding in found
        .iter_mut()
        .filter(|finding| finding.stage.is_some() && finding.error_type.is_none())
    {
        finding.stage = view.provided.stage_of_decoding(item, true);
    }
    found
}
