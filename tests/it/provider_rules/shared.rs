//! One artifact for machines of two architectures: told where an artifact is an image of one
//! architecture, in each format, and nowhere else.

use crate::provider_rules::{profile, said};

const RULE: &str = "provider/shared-artifact";
const CORE: &str = "{architecture: [amd64]}, {architecture: [arm64]}";

/// The findings about a `providerConfig` with these versions: the artifact, and the line that it
/// stands on.
fn shared(of_type: &str, versions: &str) -> Vec<(String, u32)> {
    let part = format!(
        "    apiVersion: {of_type}.provider.extensions.gardener.cloud/v1alpha1\n    kind: \
         CloudProfileConfig\n    machineImages:\n    - name: gl\n      versions:\n{versions}"
    );
    let (_, findings) = said(&profile(of_type, CORE, &part));
    findings
        .into_iter()
        .filter(|finding| finding.rule == RULE)
        .map(|finding| {
            let related = &finding.related[..];
            assert!(
                matches!(related, [first] if first.place.span < finding.place.span),
                "{finding:?}"
            );
            assert_eq!(finding.error_type, None);
            (finding.value.unwrap(), finding.place.span.start)
        })
        .collect()
}

/// Artifacts of both architectures, as each format of a provider writes them.
fn written(of_type: &str, [amd64, arm64]: [&str; 2]) -> Vec<String> {
    let flavors = |amd64: &str, arm64: &str| {
        format!(
            "      - version: 1.0.0\n        capabilityFlavors:\n        - {{capabilities: \
             {{architecture: [amd64]}}, {amd64}}}\n        - {{capabilities: {{architecture: \
             [arm64]}}, {arm64}}}\n"
        )
    };
    let regional = |field: &str| {
        let region = |id: &str| format!("regions: [{{name: eu, {field}: {id}}}]");
        flavors(&region(amd64), &region(arm64))
    };
    let by_region = |field: &str| {
        format!(
            "      - {{version: 1.0.0, regions: [{{name: eu, {field}: {amd64}}}, {{name: eu, \
             {field}: {arm64}, architecture: arm64}}]}}\n"
        )
    };
    let plain = |field: &str| flavors(&format!("{field}: {amd64}"), &format!("{field}: {arm64}"));
    let by_version = |field: &str| {
        format!(
            "      - {{version: 1.0.0, {field}: {amd64}}}\n      - {{version: 1.0.0, {field}: \
             {arm64}, architecture: arm64}}\n"
        )
    };
    match of_type {
        "aws" => vec![regional("ami"), by_region("ami")],
        "openstack" | "stackit" => vec![regional("id"), by_region("id")],
        "alicloud" => vec![regional("id")],
        "gcp" | "ironcore-metal" => vec![plain("image"), by_version("image")],
        "azure" => vec![
            plain("urn"),
            by_version("communityGalleryImageID"),
            plain("id"),
        ],
        "local" => vec![plain("image")],
        other => panic!("{other}"),
    }
}

#[test]
fn the_second_architecture_of_an_artifact_is_told() {
    for of_type in ["aws", "openstack", "stackit", "alicloud", "gcp", "azure"] {
        for text in written(of_type, ["a:b:c:1", "a:b:c:1"]) {
            let told = shared(of_type, &text);
            assert_eq!(told.len(), 1, "{of_type}: {text}");
            assert_eq!(told[0].0, "a:b:c:1");
        }
        for text in written(of_type, ["a:b:c:1", "a:b:c:2"]) {
            assert_eq!(shared(of_type, &text), [], "{of_type}: {text}");
        }
        // What is missing is one fault, and not an artifact that two share.
        for text in written(of_type, ["''", "''"]) {
            assert_eq!(shared(of_type, &text), [], "{of_type}: {text}");
        }
    }
}

#[test]
fn what_may_have_several_architectures_is_not() {
    for of_type in ["local", "ironcore-metal"] {
        for text in written(of_type, ["registry/gl:1", "registry/gl:1"]) {
            assert_eq!(shared(of_type, &text), [], "{of_type}: {text}");
        }
    }
    // A flavor of both architectures is the server's to refuse, and a name of openstack is no image.
    let both = "      - version: 1.0.0\n        capabilityFlavors:\n        - {capabilities: \
                {architecture: [amd64, arm64]}, regions: [{name: eu, ami: x}]}\n        - \
                {capabilities: {architecture: [arm64]}, regions: [{name: eu, ami: x}]}\n";
    assert_eq!(shared("aws", both), []);
    let name = "      - version: 1.0.0\n        image: gl\n";
    assert_eq!(shared("openstack", name), []);
    // An architecture that cannot be read is not the default one.
    let unread = "      - {version: 1.0.0, regions: [{name: eu, ami: x, architecture: arm64}, \
                  {name: eu, ami: x, architecture: {}}]}\n";
    assert_eq!(shared("aws", unread), []);
}
