//! Provider parts that do not have the shape that is expected: one mistake is one finding, with a
//! fix where it is certain.

use cpcap::finding::Severity;

use crate::provider_rules::{BOTH, HEADER, MAPPED, profile, said};

/// The text after the fix of its only finding.
#[track_caller]
fn fixed(text: &str, rule: &str) -> String {
    let (rules, findings) = said(text);
    assert_eq!(rules, [rule], "{findings:#?}");
    let fix = findings[0].fix.as_ref().unwrap();
    assert!(fix.safe);
    let mut fixed = text.to_owned();
    let mut edits = fix.edits.clone();
    edits.sort_by_key(|edit| edit.span);
    for edit in edits.iter().rev() {
        fixed.replace_range(edit.span.range(), &edit.text);
    }
    fixed
}

#[test]
fn bare_flavors_are_said_once_each_and_wrapped() {
    let of = |flavors: &str| {
        profile(
            "local",
            BOTH,
            &format!(
                "{HEADER}    machineImages:\n    - name: gl\n      versions:\n      - version: \
                 1.0.0\n        capabilityFlavors:\n{flavors}"
            ),
        )
    };
    let slow = "        - {image: s, capabilities: {architecture: [amd64], disk: [slow]}}\n";
    for bare in [
        "        - image: f\n          architecture: [amd64] # why\n          disk:\n          - \
         fast\n",
        "        - architecture: [amd64]\n          disk: [fast]\n\n          image: f\n",
        "        - {image: f, architecture: [amd64], disk: [fast]}\n",
        "        - {\"architecture\": [\"amd64\"], \"disk\": [\"fast\"], \"image\": \"f\"}\n",
    ] {
        let text = fixed(&of(&format!("{bare}{slow}")), "provider/unwrapped-flavor");
        assert!(
            said(&text)
                .0
                .iter()
                .all(|rule| !rule.starts_with("provider/") && !rule.starts_with("schema/")),
            "{text}\n{:#?}",
            said(&text).1
        );
    }
    // Not everything unknown is a capability.
    let (rules, _) = said(&of(&format!(
        "        - {{image: f, capabilites: {{architecture: [amd64], disk: [fast]}}}}\n{slow}"
    )));
    assert_eq!(rules, ["schema/unknown-field"]);
    // Apart from each other nothing moves.
    let (rules, findings) = said(&of(&format!(
        "        - {{architecture: [amd64], image: f, disk: [fast]}}\n{slow}"
    )));
    assert_eq!(
        (rules, findings[0].fix.is_none()),
        (vec!["provider/unwrapped-flavor".to_owned()], true)
    );
}

#[test]
fn a_missing_header_is_added() {
    let text = fixed(&profile("local", BOTH, MAPPED), "provider/wrong-kind");
    assert!(text.contains(&format!("  providerConfig:\n{HEADER}    machineImages")));
    assert!(said(&text).0.is_empty());
    let kind_only = profile(
        "local",
        BOTH,
        &format!("    kind: CloudProfileConfig\n{MAPPED}"),
    );
    assert!(said(&fixed(&kind_only, "provider/wrong-kind")).0.is_empty());
}

#[test]
fn one_mistake_has_no_consequences() {
    let part = format!("{HEADER}{MAPPED}");
    assert!(said(&profile("local", BOTH, &part)).0.is_empty());
    // The flavors of the version are not what they would be.
    for flavors in [
        "{architecture: amd64, disk: [fast]}",
        "{capabilities: {architecture: [amd64], disk: [fast]}}",
    ] {
        let flavors = BOTH.replace("{architecture: [amd64], disk: [fast]}", flavors);
        let (rules, _) = said(&profile("local", &flavors, &part));
        assert!(
            !rules.is_empty() && rules.iter().all(|rule| rule.starts_with("schema/")),
            "{rules:?}"
        );
    }
    let azure = "    apiVersion: azure.provider.extensions.gardener.cloud/v1alpha1\n    kind: \
        CloudProfileConfig\n    machineImages:\n    - name: gl\n      versions:\n      - version: \
        1.0.0\n        architectures: [amd64]\n        URN: a:b:c:d\n";
    let legacy = |part: &str| {
        let text = profile("azure", "", part);
        text.replace(
            "  machineCapabilities: [{name: architecture, values: [amd64, arm64]}, \
            {name: disk, values: [fast, slow]}]\n",
            "",
        )
        .replace(", capabilityFlavors: []", "")
        .replace(", disk: [fast]", "")
        .replace(", disk: [slow]", "")
        .replace(", capabilities: {architecture: [amd64]}", "")
    };
    let azure = azure
        .replace("URN", "unr")
        .replace("        architectures: [amd64]\n", "");
    let rules = |text: &str| {
        said(text)
            .0
            .into_iter()
            .filter(|rule| {
                !matches!(rule.as_str(), "provider/incomplete-entry")
                    && !rule.starts_with("cloudprofile/")
                    && !rule.starts_with("selection/")
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(rules(&legacy(&azure)), ["schema/unknown-field"]);
    assert_eq!(
        rules(&legacy(&azure.replace("        unr: a:b:c:d\n", ""))),
        ["provider/missing-artifact"]
    );
}

#[test]
fn an_empty_provider_part_is_pointed_at() {
    let text = profile("local", BOTH, "").replace("  type: local", "  type: aws");
    let (_, findings) = said(&text);
    let finding = findings
        .iter()
        .find(|finding| finding.rule == "provider/missing-config")
        .unwrap();
    assert_eq!(&text[finding.place.span.range()], "providerConfig");
    assert!(finding.message.contains("is empty"), "{}", finding.message);
}

#[test]
fn a_part_of_a_known_extension_under_another_type_is_a_warning() {
    let severity = |of_type: &str, part: &str| {
        said(&profile(of_type, BOTH, part))
            .1
            .into_iter()
            .find(|f| f.rule == "provider/unknown-type")
            .unwrap()
            .severity
    };
    let part = format!("{HEADER}{MAPPED}");
    assert_eq!(severity("elsewhere", &part), Severity::Warning);
    assert_eq!(severity("loca", MAPPED), Severity::Warning);
    assert_eq!(severity("elsewhere", MAPPED), Severity::Note);
}

#[test]
fn another_kind_is_one_finding() {
    let aws = HEADER.replace("local", "aws");
    for (of_type, header) in [
        ("aws", HEADER.to_owned()),
        ("aws", aws.replace("CloudProfile", "Worker")),
        (
            "local",
            HEADER.replace("CloudProfileConfig", "cloudProfileConfig"),
        ),
    ] {
        let (rules, findings) = said(&profile(of_type, BOTH, &format!("{header}{MAPPED}")));
        assert_eq!(rules, ["provider/wrong-kind"], "{findings:#?}");
        assert!(findings[0].fix.as_ref().is_some_and(|fix| !fix.safe));
    }
}

#[test]
fn drafts_of_flavors_are_renamed() {
    let draft = profile(
        "local",
        BOTH,
        &format!(
            "{HEADER}{}",
            MAPPED.replace("capabilityFlavors", "capabilitySets")
        ),
    );
    assert!(said(&fixed(&draft, "schema/renamed-field")).0.is_empty());
    let direct = "    machineImages: \
        [{name: gl, versions: [{version: 1.0.0, image: f, capabilities: {architecture: [amd64]}}]}]\n";
    let (rules, _) = said(&profile("local", BOTH, &format!("{HEADER}{direct}")));
    assert!(
        rules.contains(&"schema/renamed-field".to_owned())
            && !rules.contains(&"provider/unmapped-flavor".to_owned()),
        "{rules:?}"
    );
}

#[test]
fn faults_copied_into_the_core_part_are_reported_once() {
    let flavors =
        "[{capabilities: {architecture: [amd64], disk: [fats]}, regions: [{name: eu, ami: a}]}]";
    let part = format!(
        "{}    machineImages: [{{name: gl, versions: [{{version: 1.0.0, capabilityFlavors: \
         {flavors}}}]}}]\n",
        HEADER.replace("local", "aws")
    );
    let (rules, findings) = said(&profile("aws", BOTH, &part));
    let about: Vec<_> = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error && finding.message.contains("fats"))
        .map(|finding| finding.rule)
        .collect();
    assert_eq!(about, ["capability/unregistered-value"], "{rules:?}");
}

#[test]
fn findings_name_the_entry_that_counts() {
    let images = "    machineImages: \
        [{name: gl, versions: [{version: 1.0.0, regions: [{name: eu, ami: a}]}]}, \
        {name: gl, versions: [{version: 2.0.0, regions: [{name: eu, ami: b}]}]}]\n";
    let (_, findings) = said(&profile(
        "aws",
        BOTH,
        &format!("{}{images}", HEADER.replace("local", "aws")),
    ));
    let unmapped = findings
        .iter()
        .find(|finding| finding.rule == "provider/unmapped-version")
        .unwrap();
    assert!(
        unmapped
            .help
            .as_ref()
            .unwrap()
            .contains("only the last of several")
            && unmapped.related.len() == 2,
        "{unmapped:#?}"
    );
}

#[test]
fn a_covering_flavor_is_not_equal() {
    let (rules, findings) = said(&profile(
        "local",
        "{architecture: [amd64]}",
        &format!("{HEADER}{MAPPED}"),
    ));
    assert_eq!(rules, ["provider/unmapped-flavor"]);
    assert_eq!(
        findings[0].related[0].text,
        "the nearest: for `disk` it has `fast` instead of `fast` and `slow`"
    );
}

#[test]
fn unknown_types_are_left_alone() {
    let (rules, findings) = said(&profile("opnstack", BOTH, "    anything: {goes: [here]}\n"));
    assert_eq!(rules, ["provider/unknown-type"]);
    assert!(
        findings[0]
            .help
            .as_ref()
            .unwrap()
            .starts_with("did you mean `openstack`? ")
    );
    let nothing = profile("opnstack", BOTH, "").replace("  providerConfig:\n", "");
    assert!(said(&nothing).0.is_empty());
}
