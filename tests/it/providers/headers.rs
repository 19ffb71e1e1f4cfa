//! The reading of headers by the decoders of all extensions
//! (`docs/gardener/providers/README.md#decoding`), and of headers in merged parts.

use cpcap::provider::part::{Undecodable, Webhook};

use crate::providers::run::{merged_part, on_profile, undecodable};

/// Extensions whose validating webhook decides by the header.
const STRICT: &[&str] = &[
    "local",
    "aws",
    "azure",
    "gcp",
    "openstack",
    "alicloud",
    "ironcore-metal",
];

fn why(provider: &str, part: &str, webhook: Webhook) -> Option<Undecodable> {
    undecodable(
        provider,
        &format!(
            "  providerConfig: {}\n",
            part.replace(
                "GROUP",
                &format!("{provider}.provider.extensions.gardener.cloud")
            )
        ),
        webhook,
    )
}

fn unknown(fields: &[&str]) -> Option<Undecodable> {
    Some(Undecodable::UnknownFields(
        fields.iter().map(|field| (*field).to_owned()).collect(),
    ))
}

#[test]
fn a_value_that_is_not_text_is_a_wrong_value() {
    for provider in STRICT {
        let texts = [
            "[]",
            "x",
            "5",
            "true",
            "{apiVersion: 5, kind: CloudProfileConfig}",
            "{apiVersion: GROUP/v1alpha1, kind: []}",
            "{apiVersion: {}, kind: CloudProfileConfig}",
            "{apiVersion: GROUP/v1alpha1, KIND: 1}",
            "{kind: [CloudProfileConfig]}",
            "{apiVersion: a/b/c, kind: CloudProfileConfig}",
            "{apiVersion: GROUP/v1alpha1/, kind: CloudProfileConfig}",
        ];
        for text in texts {
            for webhook in [Webhook::Validator, Webhook::Mutator, Webhook::Controller] {
                assert_eq!(
                    why(provider, text, webhook),
                    Some(Undecodable::Value),
                    "{provider} {text} {webhook:?}"
                );
            }
        }
    }
}

#[test]
fn keys_are_found_in_any_case_and_are_unknown_fields_then() {
    for provider in STRICT {
        for webhook in [Webhook::Validator, Webhook::Mutator, Webhook::Controller] {
            let text = "{apiVersion: GROUP/v1alpha1, KIND: CloudProfileConfig}";
            assert_eq!(
                why(provider, text, webhook),
                unknown(&["KIND"]),
                "{provider} {webhook:?}"
            );
            let text = "{aPIversion: GROUP/v1alpha1, \u{212a}ind: CloudProfileConfig}";
            assert_eq!(
                why(provider, text, webhook),
                unknown(&["aPIversion", "\u{212a}ind"]),
                "{provider} {webhook:?}"
            );
        }
        // Of several the last in order counts, and what it says decides first.
        assert_eq!(
            why(
                provider,
                "{apiVersion: GROUP/v1alpha1, KIND: x, kind: CloudProfileConfig}",
                Webhook::Validator
            ),
            unknown(&["KIND"])
        );
        assert_eq!(
            why(
                provider,
                "{apiVersion: GROUP/v1alpha1, Kind: x}",
                Webhook::Validator
            ),
            Some(Undecodable::Kind)
        );
    }
}

#[test]
fn an_empty_api_version_is_filled_in_where_a_type_is_expected() {
    for provider in STRICT {
        for version in ["\"\"", "/", "GROUP/", "null"] {
            let text = format!("{{apiVersion: {version}, kind: CloudProfileConfig}}");
            assert_eq!(
                why(provider, &text, Webhook::Validator),
                Some(Undecodable::Kind),
                "{provider} {version}"
            );
            assert_eq!(
                why(provider, &text, Webhook::Mutator),
                None,
                "{provider} {version}"
            );
            assert_eq!(
                why(provider, &text, Webhook::Controller),
                None,
                "{provider} {version}"
            );
            let text =
                format!("{{apiVersion: {version}, kind: CloudProfileConfig, machineImages: []}}");
            assert_eq!(
                why(provider, &text, Webhook::Mutator),
                None,
                "{provider} {version}"
            );
            // Controllers expect the internal type, whose fields no profile has.
            assert_eq!(
                why(provider, &text, Webhook::Controller),
                unknown(&["machineImages"]),
                "{provider} {version}"
            );
        }
        let text = "{apiVersion: GROUP/v1alpha1, machineImages: []}";
        assert_eq!(why(provider, text, Webhook::Controller), None, "{provider}");
        for version in ["other/", "v1alpha1", "GROUP/v1beta1", "other/v1alpha1"] {
            for webhook in [Webhook::Validator, Webhook::Mutator, Webhook::Controller] {
                let text = format!(
                    "{{apiVersion: {version}, kind: CloudProfileConfig, machineImages: []}}"
                );
                assert_eq!(
                    why(provider, &text, webhook),
                    Some(Undecodable::Kind),
                    "{provider} {version} {webhook:?}"
                );
            }
        }
        assert_eq!(
            why(
                provider,
                "{apiVersion: GROUP/__internal, kind: CloudProfileConfig}",
                Webhook::Validator
            ),
            None
        );
    }
}

#[test]
fn another_kind_has_fields_of_its_own() {
    let core = "core.gardener.cloud/v1beta1, kind: CloudProfile";
    let status = |provider: &str| ["ironcore-metal"].iter().all(|other| provider != *other);
    for provider in STRICT {
        let mut others = vec![core];
        others.extend(Some("GROUP/v1alpha1, kind: WorkerStatus").filter(|_| status(provider)));
        for other in others {
            let text = format!("{{apiVersion: {other}, regions: [], count: 1}}");
            assert_eq!(
                why(provider, &text, Webhook::Validator),
                unknown(&["regions", "count"]),
                "{provider} {other}"
            );
            assert_eq!(
                why(provider, &text, Webhook::Mutator),
                Some(Undecodable::Kind),
                "{provider} {other}"
            );
            let text = format!("{{apiVersion: {other}}}");
            assert_eq!(
                why(provider, &text, Webhook::Validator),
                Some(Undecodable::Kind),
                "{provider} {other}"
            );
        }
        assert_eq!(
            why(
                provider,
                "{apiVersion: GROUP/v1alpha1, kind: Nothing, foo: 1}",
                Webhook::Validator
            ),
            Some(Undecodable::Kind)
        );
    }
}

#[test]
fn a_merged_part_has_the_header_of_the_parent() {
    for provider in STRICT {
        let group = format!("{provider}.provider.extensions.gardener.cloud/v1alpha1");
        let own = "    machineImages: []\n";
        let of_parent = |header: &str| {
            let part = merged_part(
                provider,
                ["", ""],
                [&format!("  providerConfig: {{{header}}}\n"), own],
            );
            (part["apiVersion"].clone(), part["kind"].clone())
        };
        let null = serde_json::Value::Null;
        assert_eq!(
            of_parent("machineImages: []"),
            (null.clone(), null.clone()),
            "{provider}"
        );
        assert_eq!(
            of_parent("apiVersion: /, kind: null"),
            ("/".into(), null.clone()),
            "{provider}"
        );
        assert_eq!(
            of_parent(&format!("apiVersion: {group}")),
            (group.as_str().into(), null.clone()),
            "{provider}"
        );
    }
}

#[test]
fn the_last_of_a_name_is_merged_into_the_image_of_the_parent() {
    let image = |version: &str| format!("    - {{name: gl, versions: [{{version: {version}}}]}}\n");
    for provider in STRICT {
        let list = |versions: &[&str]| {
            versions
                .iter()
                .fold("    machineImages:\n".to_owned(), |all, version| {
                    all + &image(version)
                })
        };
        let merged = |of_parent: &[&str], own: &[&str]| -> Vec<String> {
            let part = merged_part(provider, ["", ""], [&list(of_parent), &list(own)]);
            let images = part["machineImages"].as_array().unwrap();
            assert_eq!(images.len(), 1, "{provider}");
            images[0]["versions"]
                .as_array()
                .unwrap()
                .iter()
                .map(|version| version["version"].as_str().unwrap().to_owned())
                .collect()
        };
        assert_eq!(
            merged(&["1.0.0"], &["2.0.0", "3.0.0"]),
            ["1.0.0", "3.0.0"],
            "{provider}"
        );
        assert_eq!(
            merged(&["1.0.0", "1.1.0"], &["3.0.0"]),
            ["1.1.0", "3.0.0"],
            "{provider}"
        );
    }
}

#[test]
fn an_empty_list_of_versions_stays_one() {
    for provider in STRICT {
        let merged = |versions: &str| {
            let own = format!("    machineImages: [{{name: gl{versions}}}]\n");
            merged_part(provider, ["", ""], ["    machineImages: []\n", &own])["machineImages"][0]["versions"].clone()
        };
        assert_eq!(
            merged(", versions: []"),
            serde_json::json!([]),
            "{provider}"
        );
        assert_eq!(
            merged(", versions: null"),
            serde_json::Value::Null,
            "{provider}"
        );
        assert_eq!(merged(""), serde_json::Value::Null, "{provider}");
    }
}

#[test]
fn an_architecture_to_be_ignored_is_none() {
    let regions = "regions: [{name: eu, ami: a, architecture: ignore}, {name: us, ami: b}]";
    let own = format!(
        "    machineImages: [{{name: gl, versions: [{{version: 1.0.0, {regions}}}, {{version: \
         2.0.0, capabilityFlavors: [{{{regions}}}]}}]}}]\n"
    );
    let part = merged_part("aws", ["", ""], ["    machineImages: []\n", &own]);
    let versions = &part["machineImages"][0]["versions"];
    let architectures = |regions: &serde_json::Value| {
        [
            regions[0]["architecture"].clone(),
            regions[1]["architecture"].clone(),
        ]
    };
    assert_eq!(
        architectures(&versions[0]["regions"]),
        [serde_json::Value::Null, "amd64".into()]
    );
    assert_eq!(
        architectures(&versions[1]["capabilityFlavors"][0]["regions"]),
        [serde_json::Value::Null, serde_json::Value::Null]
    );
    on_profile("aws", "", &own, |profile| {
        let read = &profile.part.unwrap().config.images[0].versions[0].regions[0];
        assert_eq!(read.architecture.value, None);
    });
}
