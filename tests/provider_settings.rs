//! What rules say of the settings of provider parts beside images: fields that the server misspells, and regions by name.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

mod common;

use common::Dir;
use serde_json::Value;

/// A profile of a provider with these lines in its provider part; without images, since those are not asked about.
fn found(provider: &str, settings: &str) -> Vec<Value> {
    let text = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: x}}\nspec:\n  type: {provider}\n  kubernetes: {{versions: [{{version: 1.33.1}}]}}\n  \
         machineTypes: [{{name: m, cpu: 1, gpu: 0, memory: 1Gi}}]\n  regions: [{{name: westeurope}}, {{name: northeurope}}]\n  \
         machineImages: [{{name: gl, versions: [{{version: 1.0.0}}]}}]\n  providerConfig:\n    apiVersion: {provider}.provider.extensions.gardener.cloud/v1alpha1\n    \
         kind: CloudProfileConfig\n{settings}"
    );
    let dir = Dir::with(&[("p.yaml", &text)]);
    let ran = dir.run(&["lint", "--format=json", "--select=schema,provider", "p.yaml"]);
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    let about = |finding: &&Value| !finding["field"].as_str().unwrap().contains("machineImages");
    report["findings"].as_array().unwrap().iter().filter(about).cloned().collect()
}

fn lines(found: &[Value]) -> Vec<String> {
    found.iter().map(|finding| format!("{} {}", finding["rule"].as_str().unwrap(), finding["field"].as_str().unwrap())).collect()
}

const OPENSTACK: &str = "    machineImages: [{name: gl, versions: [{version: 1.0.0, image: i}]}]\n    constraints: {loadBalancerProviders: [{name: l}], floatingPools: [{name: f}]}\n";

fn openstack(more: &str) -> Vec<Value> {
    found("openstack", &format!("{OPENSTACK}{more}"))
}

#[test]
fn a_misspelt_keystone_is_one_finding() {
    assert_eq!(lines(&openstack("    keystoneURL: u\n")), [""; 0]);
    assert_eq!(lines(&openstack("")), ["provider/incomplete-entry spec.providerConfig.keyStoneURL"]);
    let one = |more: &str, field: &str, meant: &str| {
        let found = openstack(more);
        assert_eq!(lines(&found), [format!("schema/unknown-field spec.providerConfig.{field}")]);
        let help = found[0]["help"].as_str().unwrap();
        assert!(help.contains(&format!("did you mean `{meant}`?")), "{help}");
    };
    one("    keystoneURLs: [{region: westeurope, ur: u}]\n", "keystoneURLs[0].ur", "url");
    one("    keystoneURLs: [{regoin: westeurope, url: u}]\n", "keystoneURLs[0].regoin", "region");
    one("    keyStoneURLs: [{region: westeurope, url: u}]\n", "keyStoneURLs", "keystoneURLs");
    one("    keystoneUrls: [{region: westeurope, url: u}]\n", "keystoneUrls", "keystoneURLs");
    one("    keyStoneURL: u\n", "keyStoneURL", "keystoneURL");
    one("    keystoneUrl: u\n", "keystoneUrl", "keystoneURL");
    // What is missing beside a field that is only misspelt is still missing.
    let both = openstack("    keystoneURLs: [{ur: u}]\n");
    assert_eq!(
        lines(&both),
        [
            "schema/unknown-field spec.providerConfig.keystoneURLs[0].ur",
            "provider/incomplete-entry spec.providerConfig.keyStoneURLs[0].region"
        ]
    );
}

#[test]
fn a_misspelt_region_of_a_setting_gets_its_near_name() {
    let near = |found: &[Value], field: &str| {
        assert_eq!(lines(found), [format!("provider/unknown-region spec.providerConfig.{field}.region")]);
        assert!(found[0]["help"].as_str().unwrap().starts_with("did you mean `westeurope`?"), "{}", found[0]["help"]);
        assert_eq!(found[0]["related"][0]["message"], "the region of the profile");
        assert_eq!((&found[0]["type"], &found[0]["severity"]), (&Value::Null, &"warning".into()));
    };
    near(&openstack("    keystoneURLs: [{region: northeurope, url: u}, {region: westeurop, url: u}]\n"), "keystoneURLs[1]");
    let pool = OPENSTACK.replace("{name: f}", "{name: f}, {name: g, region: WestEurope}");
    near(&found("openstack", &format!("{pool}    keystoneURL: u\n")), "constraints.floatingPools[1]");
    let azure = |domains: &str| {
        found(
            "azure",
            &format!(
                "    machineImages: [{{name: gl, versions: [{{version: 1.0.0, urn: 'a:b:c:d'}}]}}]\n    countUpdateDomains: [{domains}]\n    countFaultDomains: [{{region: westeurope, count: 2}}]\n"
            ),
        )
    };
    near(&azure("{region: northeurope, count: 5}, {region: westeuropa, count: 5}"), "countUpdateDomains[1]");
    // Such lists hold all regions of a cloud, and names of regions are alike.
    assert_eq!(lines(&azure("{region: northeurope, count: 5}, {region: westeurope2, count: 5}")), [""; 0]);
    assert_eq!(lines(&azure("{region: westeurope, count: 5}, {region: westeurope2, count: 5}, {region: southindia, count: 5}")), [""; 0]);
}
