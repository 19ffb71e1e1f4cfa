//! When webhooks look, and at what: on create, on update, in deletion, and at children.

use cpcap::config::Operation;
use cpcap::landscape::Input;
use cpcap::lint::lint_among;
use cpcap::source::{Source, Sources};

use crate::provider_rules::{BOTH, HEADER, MAPPED, OWN, child, errors, profile, settings};

#[test]
fn the_webhook_sees_legacy_architectures_that_the_server_fills_in() {
    let header = HEADER.replace("local", "ironcore");
    let of = |flavors: &str| {
        profile(
            "ironcore",
            flavors,
            &format!(
                "{header}    machineImages: [{{name: gl, versions: [{{version: 1.0.0, image: \
                 i}}]}}]\n"
            ),
        )
    };
    let missing = ["provider/unmapped-flavor FieldValueRequired spec.machineImages[0].versions[0]"];
    let both = of("{architecture: [amd64]}, {architecture: [arm64]}");
    assert_eq!(errors(&both, None, None), missing, "on create");
    assert_eq!(errors(&both, None, Some(&both)), missing, "on update");
    assert_eq!(errors(&of("{architecture: [amd64]}"), None, None), [""; 0]);
}

#[test]
fn in_deletion_webhooks_change_nothing() {
    let flavors =
        "[{capabilities: {architecture: [amd64], disk: [fats]}, regions: [{name: eu, ami: a}]}]";
    let header = HEADER.replace("local", "aws");
    let part = format!(
        "{header}    machineImages: [{{name: gl, versions: [{{version: 1.0.0, capabilityFlavors: \
         {flavors}}}]}}]\n"
    );
    let text = profile("aws", "{architecture: [amd64]}", &part);
    let copied = errors(&text, None, None);
    assert!(
        copied
            .iter()
            .any(|error| error.starts_with("capability/unregistered-value")),
        "{copied:?}"
    );
    let deleted = text.replace(
        "{name: p}",
        "{name: p, deletionTimestamp: '2026-01-01T00:00:00Z'}",
    );
    let of_part = errors(&deleted, None, None);
    assert!(
        of_part.iter().all(|error| error.starts_with("provider/")) && of_part.len() > 1,
        "the validator runs: {of_part:?}"
    );
}

#[test]
fn in_deletion_a_child_is_accepted() {
    let parent = profile("local", BOTH, &format!("{HEADER}{MAPPED}"));
    let of = |meta: &str| child(meta, &format!("{OWN}  providerConfig: {{kind: Nothing}}\n"));
    assert_eq!(
        errors(&of(""), Some(&parent), None),
        ["provider/wrong-kind - spec.providerConfig.kind"]
    );
    assert_eq!(
        errors(
            &of(", deletionTimestamp: '2026-01-01T00:00:00Z'"),
            Some(&parent),
            None
        ),
        [""; 0]
    );
}

#[test]
fn webhooks_look_at_an_unchanged_child_too() {
    let parent = profile("local", BOTH, &format!("{HEADER}{MAPPED}"));
    let text = child("", OWN);
    let refused = ["provider/unmapped-image FieldValueRequired spec.providerConfig.machineImages"];
    assert_eq!(errors(&text, Some(&parent), None), refused);
    assert_eq!(errors(&text, Some(&parent), Some(&text)), refused);
}

#[test]
fn nothing_follows_from_a_part_that_is_no_map() {
    for of_type in ["aws", "openstack", "local", "ironcore", "azure"] {
        for part in ["text", "[a]", "1"] {
            let text = profile(of_type, BOTH, "")
                .replace("providerConfig:\n", &format!("providerConfig: {part}\n"));
            let found = errors(&text, None, None);
            assert!(
                !found.is_empty()
                    && found
                        .iter()
                        .all(|error| error.contains(" - ") || !error.starts_with("provider/")),
                "{found:?}"
            );
        }
    }
}

#[test]
fn missing_regions_of_a_flavor_are_one_finding() {
    let header = HEADER.replace("local", "aws");
    let parent = profile(
        "aws",
        "",
        &format!(
            "{header}    machineImages: [{{name: gl, versions: [{{version: 1.0.0, regions: \
             [{{name: eu, ami: a}}]}}]}}]\n"
        ),
    );
    let flavor = |disk: &str, regions: &str| {
        format!("{{capabilities: {{architecture: [amd64], disk: [{disk}]}}, regions: [{regions}]}}")
    };
    let many: Vec<String> = (10..40)
        .map(|n| format!("{{name: r{n}, ami: a}}"))
        .collect();
    let flavors = format!(
        "{}, {}",
        flavor("fast", &many.join(", ")),
        flavor("slow", "{name: r10, ami: b}")
    );
    let part = format!(
        "    machineImages: [{{name: own, versions: [{{version: 1.0.0, capabilityFlavors: \
         [{flavors}]}}]}}]\n"
    );
    let text = child(
        "",
        &format!(
            "{}  providerConfig:\n{header}{part}",
            OWN.replace(", architectures: [amd64]", "")
        ),
    );
    let mut sources = Sources::default();
    let mut input = |name: &str, text: &str| Input {
        file: sources.add(Source::new(name, text)),
        fault: None,
    };
    let inputs = [input("object", &text), input("parent", &parent)];
    let outcome = lint_among(
        &sources,
        &inputs[..1],
        &inputs[1..],
        &[],
        &settings(Operation::Create),
    );
    let missing: Vec<_> = outcome
        .findings
        .iter()
        .filter(|finding| finding.rule == "provider/missing-region")
        .collect();
    assert_eq!(missing.len(), 1, "{missing:#?}");
    assert!(
        missing[0]
            .message
            .contains("in regions `r11`, `r12`, `r13`, `r14`, `r15` and 24 more,"),
        "{}",
        missing[0].message
    );
}
