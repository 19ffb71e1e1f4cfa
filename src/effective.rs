//! A CloudProfile as the server has it before and around validation: defaulting, and
//! canonicalisation of the legacy fields (`docs/gardener/cloudprofile.md#canonicalisation`). What it
//! drops is in `merge`, with that of NamespacedCloudProfiles. Pure functions from profile to profile.

use crate::capability::{ARCHITECTURE, Vocabulary, architecture};
use crate::merge::{self, DEFAULT_ARCHITECTURE, architecture_only};
use crate::model::cloudprofile::{CloudProfile, Cri, Flavor};
use crate::model::cursor::Spanned;
use crate::source::Span;

/// Fills in what the server's defaulting fills in.
pub fn default(profile: &mut CloudProfile<'_>) {
    merge::default(profile);
    let legacy = profile.machine_capabilities.is_empty();
    for image in &mut profile.machine_images.value {
        if image.update_strategy.is_none() {
            image.update_strategy.value = Some("major");
        }
        for version in &mut image.versions.value {
            let at = version.at();
            if version.cri.is_empty() {
                let containerd = Cri {
                    at,
                    span: Span::default(),
                    name: Spanned::new("containerd", at),
                    container_runtimes: Spanned::default(),
                };
                version.cri.value.push(containerd);
            }
            if legacy && version.architectures.is_empty() {
                version
                    .architectures
                    .value
                    .push(Spanned::new(DEFAULT_ARCHITECTURE, at));
            }
        }
    }
    for machine_type in &mut profile.machine_types.value {
        if legacy && machine_type.architecture.is_none() {
            machine_type.architecture.value = Some(DEFAULT_ARCHITECTURE);
        }
    }
}

/// A profile as the server stores it after admission: defaulted and canonicalised.
#[must_use]
pub fn stored<'t>(written: &CloudProfile<'t>) -> CloudProfile<'t> {
    let mut profile = written.clone();
    default(&mut profile);
    canonicalise(&mut profile, false);
    profile
}

/// Keeps the legacy fields in step with the capabilities, or removes capabilities when a profile
/// goes back to the legacy format. `old_has_vocabulary`: whether the stored object has a
/// vocabulary; false on create.
pub fn canonicalise<'t>(profile: &mut CloudProfile<'t>, old_has_vocabulary: bool) {
    let vocabulary = Vocabulary::new(&profile.machine_capabilities);
    if vocabulary.is_empty() {
        if old_has_vocabulary {
            remove_capabilities(profile);
        }
        return;
    }
    if !old_has_vocabulary && vocabulary.architectures().len() > 1 {
        migrate(profile);
    }
    for version in profile
        .machine_images
        .value
        .iter_mut()
        .flat_map(|image| &mut image.versions.value)
    {
        if version.architectures.is_empty() {
            version.architectures.value = architecture::of_flavors(version, &vocabulary);
        }
    }
    for machine_type in &mut profile.machine_types.value {
        if machine_type.architecture.is_none()
            && let Some([single]) = vocabulary.defaulted(&machine_type.capabilities, ARCHITECTURE)
        {
            machine_type.architecture =
                Spanned::new(Some(single.value), machine_type.architecture.span);
        }
    }
}

/// The first migration: flavors and capabilities from the legacy architectures.
fn migrate(profile: &mut CloudProfile<'_>) {
    for version in profile
        .machine_images
        .value
        .iter_mut()
        .flat_map(|image| &mut image.versions.value)
    {
        if version.capability_flavors.is_empty() {
            let at = version.at();
            let architectures = if version.architectures.is_empty() {
                vec![Spanned::new(DEFAULT_ARCHITECTURE, at)]
            } else {
                version.architectures.value.clone()
            };
            let flavor = |architecture| Flavor {
                at,
                span: Span::default(),
                capabilities: vec![architecture_only(architecture)],
            };
            version.capability_flavors.value = architectures.into_iter().map(flavor).collect();
        }
    }
    for machine_type in &mut profile.machine_types.value {
        if machine_type.capabilities.is_empty() {
            let architecture = machine_type.architecture;
            let value = architecture.value.unwrap_or(DEFAULT_ARCHITECTURE);
            machine_type
                .capabilities
                .value
                .push(architecture_only(Spanned::new(value, architecture.span)));
        }
    }
}

fn remove_capabilities(profile: &mut CloudProfile<'_>) {
    for version in profile
        .machine_images
        .value
        .iter_mut()
        .flat_map(|image| &mut image.versions.value)
    {
        version.capability_flavors.value.clear();
    }
    for machine_type in &mut profile.machine_types.value {
        machine_type.capabilities.value.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::landscape::{Body, Input, Landscape, read};
    use crate::model::cloudprofile::Capability;
    use crate::model::time::Time;
    use crate::source::{Source, Sources};

    /// Reads the `spec` of a CloudProfile, changes it and returns the result: `architectures |
    /// flavors` of the versions, then `architecture | capabilities` of the machine types.
    fn after(spec: &str, change: impl FnOnce(&mut CloudProfile<'_>)) -> String {
        let mut sources = Sources::default();
        let text = format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: \
             x}}\nspec:\n{spec}"
        );
        let input = [Input {
            file: sources.add(Source::new("x.yaml", text)),
            fault: None,
        }];
        let files = read(&sources, &input);
        let landscape = Landscape::new(&files);
        let Some(Body::CloudProfile(profile)) = landscape.items.first().map(|item| &item.body)
        else {
            return "no profile".to_owned();
        };
        let mut profile = profile.as_ref().clone();
        change(&mut profile);
        let values = |values: &[Spanned<&str>]| {
            values
                .iter()
                .map(|value| value.value)
                .collect::<Vec<_>>()
                .join(",")
        };
        let map = |map: &[Capability<'_>]| {
            let entries = map
                .iter()
                .map(|entry| format!("{}={}", *entry.name, values(&entry.values)));
            entries.collect::<Vec<_>>().join(";")
        };
        let mut lines = Vec::new();
        for version in profile
            .machine_images
            .iter()
            .flat_map(|image| image.versions.iter())
        {
            let flavors: Vec<String> = version
                .capability_flavors
                .iter()
                .map(|flavor| map(&flavor.capabilities))
                .collect();
            lines.push(format!(
                "{}|{}",
                values(&version.architectures),
                flavors.join("+")
            ));
        }
        for machine_type in profile.machine_types.iter() {
            lines.push(format!(
                "{}|{}",
                machine_type.architecture.unwrap_or("-"),
                map(&machine_type.capabilities)
            ));
        }
        lines.join(" ")
    }

    const LEGACY: &str = "  machineImages: [{name: i, versions: [{version: 1.0.0, architectures: [arm64, amd64]}, {version: 2.0.0}]}]
  machineTypes: [{name: a, architecture: arm64}, {name: b}]\n";
    const TWO: &str = "  machineCapabilities: [{name: architecture, values: [amd64, arm64]}, \
        {name: disk, values: [x, y]}]\n";
    const ONE: &str = "  machineCapabilities: [{name: architecture, values: [arm64]}]\n";
    const FLAVORS: &str =
        "  machineImages: [{name: i, versions: [{version: 1.0.0, capabilityFlavors: [{architecture: [arm64]}, {architecture: [amd64, arm64]}]}]}]
  machineTypes: [{name: a, capabilities: {architecture: [arm64]}}, {name: b, capabilities: {disk: [x]}}]\n";

    #[test]
    fn only_a_legacy_profile_gets_a_default_architecture() {
        assert_eq!(after(LEGACY, default), "arm64,amd64| amd64| arm64| amd64|");
        assert_eq!(
            after(&format!("{TWO}{LEGACY}"), default),
            "arm64,amd64| | arm64| -|"
        );
    }

    #[test]
    fn the_first_migration_makes_flavors_and_capabilities() {
        let migrated = "arm64,amd64|architecture=arm64+architecture=amd64 \
            amd64|architecture=amd64 arm64|architecture=arm64 amd64|architecture=amd64";
        assert_eq!(
            after(&format!("{TWO}{LEGACY}"), |profile| canonicalise(
                profile, false
            )),
            migrated
        );
    }

    #[test]
    fn a_single_architecture_migrates_nothing_and_fills_in_the_legacy_fields() {
        assert_eq!(
            after(&format!("{ONE}{LEGACY}"), |profile| canonicalise(
                profile, false
            )),
            "arm64,amd64| arm64| arm64| arm64|"
        );
    }

    #[test]
    fn later_updates_only_fill_in_the_legacy_fields() {
        assert_eq!(
            after(&format!("{TWO}{LEGACY}"), |profile| canonicalise(
                profile, true
            )),
            "arm64,amd64| amd64,arm64| arm64| -|"
        );
        let filled = "arm64,amd64|architecture=arm64+architecture=amd64,arm64 \
            arm64|architecture=arm64 -|disk=x";
        assert_eq!(
            after(&format!("{TWO}{FLAVORS}"), |profile| canonicalise(
                profile, true
            )),
            filled
        );
    }

    #[test]
    fn without_a_vocabulary_capabilities_go_only_where_there_was_one() {
        assert_eq!(
            after(FLAVORS, |profile| canonicalise(profile, true)),
            "| -| -|"
        );
        let kept = "|architecture=arm64+architecture=amd64,arm64 -|architecture=arm64 -|disk=x";
        assert_eq!(after(FLAVORS, |profile| canonicalise(profile, false)), kept);
    }

    #[test]
    fn a_create_drops_what_is_inactive() {
        let spec = "  kubernetes: {versions: [{version: 1.30.0, classification: unavailable}, {version: 1.31.0}]}
  machineImages: [{name: i, versions: [{version: 1.0.0, classification: unavailable}, {version: 2.0.0, expirationDate: \"2020-01-01T00:00:00Z\"}]}]\n";
        let now = Time::from_unix(1_800_000_000);
        let mut dropped = merge::Dropped::default();
        let left = after(spec, |profile| {
            dropped = merge::Dropped::on_create(profile, now);
            dropped.take_from(profile);
            assert_eq!(profile.kubernetes_versions.len(), 1);
        });
        assert_eq!(dropped.kubernetes, [0]);
        assert_eq!(dropped.versions, [(0, 1)]);
        assert_eq!(left, "|");
    }
}
