//! The losses of merging the `providerConfig`s of a parent and its child, and the parts that the
//! extension for local does not check.

use cpcap::config::Operation;
use cpcap::finding::Finding;
use cpcap::landscape::Input;
use cpcap::lint::lint_among;
use cpcap::source::{Source, Sources};

use crate::provider_rules::settings;

const CAPABILITIES: &str =
    "  machineCapabilities: [{name: architecture, values: [amd64, arm64]}]\n";
const LOST: &str = "provider/lost-in-merge";
const UNCHECKED: &str = "provider/unchecked-in-child";

/// A parent with `gl@1.0.0` and a child that adds `image@1.1.0`, both for two architectures.
struct Family {
    of_type: &'static str,
    vocabulary: bool,
    image: &'static str,
}

impl Family {
    fn part(&self, images: &str) -> String {
        format!(
            "  providerConfig:\n    apiVersion: \
             {}.provider.extensions.gardener.cloud/v1alpha1\n    kind: CloudProfileConfig\n    \
             machineImages: {images}\n",
            self.of_type
        )
    }

    fn core(&self, image: &str, version: &str) -> String {
        let what = match self.vocabulary {
            true => "capabilityFlavors: [{architecture: [amd64]}, {architecture: [arm64]}]",
            false => "architectures: [amd64, arm64]",
        };
        format!(
            "  machineImages: [{{name: {image}, updateStrategy: major, versions: [{{version: \
             {version}, cri: [{{name: containerd}}], {what}}}]}}]\n"
        )
    }

    /// The findings of a rule about the child.
    fn said(&self, rule: &str, parent: &str, child: &str) -> Vec<Finding> {
        let parent = format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: \
             p}}\nspec:\n  type: {}\n  kubernetes: {{versions: [{{version: 1.33.1}}]}}\n{}  \
             machineTypes: [{{name: a, cpu: '1', gpu: '0', memory: 1Gi, architecture: amd64}}]\n  \
             regions: [{{name: eu}}, {{name: us}}]\n{}{}",
            self.of_type,
            if self.vocabulary { CAPABILITIES } else { "" },
            self.core("gl", "1.0.0"),
            self.part(parent)
        );
        let child = crate::provider_rules::child(
            "",
            &format!("{}{}", self.core(self.image, "1.1.0"), self.part(child)),
        );
        let mut sources = Sources::default();
        let mut input = |name: &str, text: &str| Input {
            file: sources.add(Source::new(name, text)),
            fault: None,
        };
        let (child, parent) = (input("child", &child), input("parent", &parent));
        let outcome = lint_among(
            &sources,
            &[child],
            &[parent],
            &[],
            &settings(Operation::Create),
        );
        outcome
            .findings
            .into_iter()
            .filter(|finding| finding.rule == rule)
            .collect()
    }
}

/// Two entries of a version, one for each architecture.
fn entries(of_type: &str, version: &str) -> String {
    let one = |architecture: &str| match of_type {
        "aws" => format!(
            "{{version: {version}, regions: [{{name: eu, ami: {architecture}, architecture: \
             {architecture}}}]}}"
        ),
        "openstack" | "stackit" => {
            format!(
                "{{version: {version}, regions: [{{name: eu, id: {architecture}, architecture: \
                 {architecture}}}]}}"
            )
        }
        "alicloud" => {
            format!("{{version: {version}, regions: [{{name: eu, id: {architecture}}}]}}")
        }
        "azure" => format!(
            "{{version: {version}, urn: 'a:b:c:{architecture}', architecture: {architecture}}}"
        ),
        "local" => format!("{{version: {version}, image: {architecture}}}"),
        _ => format!("{{version: {version}, image: {architecture}, architecture: {architecture}}}"),
    };
    format!("{}, {}", one("amd64"), one("arm64"))
}

fn image(name: &str, versions: &str) -> String {
    format!("[{{name: {name}, versions: [{versions}]}}]")
}

const MERGED_BY_VERSION: [&str; 7] = [
    "alicloud",
    "aws",
    "ironcore",
    "ironcore-metal",
    "local",
    "openstack",
    "stackit",
];

#[test]
fn one_entry_of_a_version_stays_where_both_have_the_image() {
    for of_type in MERGED_BY_VERSION {
        for vocabulary in [false, true] {
            let of = Family {
                of_type,
                vocabulary,
                image: "gl",
            };
            let found = of.said(
                LOST,
                &image("gl", &entries(of_type, "1.0.0")),
                &image("gl", &entries(of_type, "1.1.0")),
            );
            let fields: Vec<String> = found
                .iter()
                .map(|finding| finding.field.to_string())
                .collect();
            let at = "spec.providerConfig.machineImages[0]";
            let mut expected = [format!("{at}.versions[0]"), format!("{at}.name")];
            expected.sort();
            let mut sorted = fields.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, expected, "{of_type} {vocabulary}");
            assert!(
                found
                    .iter()
                    .all(|finding| finding.related.iter().any(|label| label.text == "stays")),
                "{of_type} {found:#?}"
            );
        }
    }
}

#[test]
fn nothing_is_lost_of_an_image_that_only_one_has_or_where_all_entries_stay() {
    for of_type in MERGED_BY_VERSION {
        for vocabulary in [false, true] {
            let of = Family {
                of_type,
                vocabulary,
                image: "own",
            };
            let found = of.said(
                LOST,
                &image("gl", &entries(of_type, "1.0.0")),
                &image("own", &entries(of_type, "1.1.0")),
            );
            assert!(found.is_empty(), "{of_type} {found:#?}");
        }
    }
    for of_type in ["azure", "gcp"] {
        for vocabulary in [false, true] {
            let of = Family {
                of_type,
                vocabulary,
                image: "gl",
            };
            let found = of.said(
                LOST,
                &image("gl", &entries(of_type, "1.0.0")),
                &image("gl", &entries(of_type, "1.1.0")),
            );
            assert!(found.is_empty(), "{of_type} {found:#?}");
        }
    }
}

/// One finding covers all entries of a version: it names each version and each architecture once.
#[test]
fn all_that_is_lost_is_named_once() {
    for (architectures, names) in [
        (["arm64", "amd64", "amd64"], "`amd64` and `arm64`"),
        (["amd64", "amd64", "arm64"], "`amd64`"),
    ] {
        let of = Family {
            of_type: "ironcore-metal",
            vocabulary: false,
            image: "gl",
        };
        let all = |version: &str| {
            let entries = architectures.iter().enumerate();
            entries
                .map(|(at, name)| {
                    format!("{{version: {version}, image: i{at}, architecture: {name}}}")
                })
                .collect::<Vec<_>>()
                .join(", ")
        };
        let found = of.said(
            LOST,
            &image("gl", &all("1.0.0")),
            &image("gl", &all("1.1.0")),
        );
        assert_eq!(found.len(), 2, "{found:#?}");
        for finding in &found {
            let named = ["1.0.0", "1.1.0"].map(|version| finding.message.matches(version).count());
            assert!(named == [0, 1] || named == [1, 0], "{}", finding.message);
            assert!(
                finding.message.ends_with(&format!("artifacts for {names}")),
                "{}",
                finding.message
            );
            assert!(
                finding
                    .related
                    .iter()
                    .any(|label| label.text.starts_with("lost")),
                "{finding:#?}"
            );
        }
    }
}

#[test]
fn an_image_that_stands_twice_loses_the_first_with_all_providers() {
    for of_type in MERGED_BY_VERSION.into_iter().chain(["azure", "gcp"]) {
        let of = Family {
            of_type,
            vocabulary: false,
            image: "own",
        };
        let one =
            |version: &str| format!("{{name: own, versions: [{}]}}", entries(of_type, version));
        let found = of.said(LOST, "[]", &format!("[{}, {}]", one("1.1.0"), one("1.2.0")));
        assert_eq!(found.len(), 1, "{of_type} {found:#?}");
        assert!(found[0].message.contains("twice"), "{}", found[0].message);
    }
}

#[test]
fn an_equal_entry_is_not_a_loss() {
    let of = Family {
        of_type: "aws",
        vocabulary: false,
        image: "gl",
    };
    let one = "{version: 1.1.0, regions: [{name: eu, ami: a}]}";
    assert!(
        of.said(
            LOST,
            &image("gl", ""),
            &image("gl", &format!("{one}, {one}"))
        )
        .is_empty()
    );
    let other = one.replace("eu", "us");
    assert_eq!(
        of.said(
            LOST,
            &image("gl", ""),
            &image("gl", &format!("{one}, {other}"))
        )
        .len(),
        1
    );
    // One mistake has one finding.
    assert!(
        of.said(
            "provider/repeated-entry",
            &image("gl", ""),
            &image("gl", &format!("{one}, {other}"))
        )
        .is_empty()
    );
}

#[test]
fn local_children_are_told_what_their_extension_does_not_check() {
    let said = |vocabulary: bool, versions: &str| {
        let of = Family {
            of_type: "local",
            vocabulary,
            image: "gl",
        };
        let found = of.said(UNCHECKED, &image("gl", ""), &image("gl", versions));
        found
            .into_iter()
            .map(|finding| {
                finding
                    .field
                    .to_string()
                    .replace("spec.providerConfig.machineImages[0]", "")
            })
            .collect::<Vec<_>>()
    };
    let flavor = |architecture: &str| {
        format!("{{image: i, capabilities: {{architecture: [{architecture}]}}}}")
    };
    let flavors = |list: &[String]| {
        format!(
            "{{version: 1.1.0, capabilityFlavors: [{}]}}",
            list.join(", ")
        )
    };
    let both = [flavor("amd64"), flavor("arm64")];
    assert_eq!(
        said(true, "{version: 1.1.0, image: i}"),
        [".versions[0].image"]
    );
    assert_eq!(
        said(true, "{version: 1.1.0, image: ''}"),
        [".versions[0].image"]
    );
    assert!(said(true, &flavors(&both)).is_empty());
    assert_eq!(
        said(true, &flavors(&[flavor("riscv")])),
        [".versions[0].capabilityFlavors[0].capabilities.architecture[0]"]
    );
    assert_eq!(
        said(true, &flavors(&[flavor("amd64, arm64")])),
        [".versions[0].capabilityFlavors[0].capabilities.architecture"]
    );
    assert!(said(false, "{version: 1.1.0, image: i}").is_empty());
    assert!(said(false, &flavors(&both[..1])).is_empty());
    assert_eq!(
        said(false, &flavors(&both)),
        [".versions[0].capabilityFlavors"]
    );
    assert_eq!(said(false, "{version: 1.1.0}"), [".versions[0].image"]);
    assert_eq!(said(false, ""), [".versions"]);
}
