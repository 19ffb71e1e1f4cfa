//! The findings about settings of `providerConfig`s beside images: fields that the server
//! misspells, and regions by name.

use crate::common::Dir;
use serde_json::Value;

/// A profile of a provider with these lines in its `providerConfig`; without images, since those are
/// not asked about.
fn found(provider: &str, settings: &str) -> Vec<Value> {
    let text = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: \
         x}}\nspec:\n  type: {provider}\n  kubernetes: {{versions: [{{version: 1.33.1}}]}}\n  \
         machineTypes: [{{name: m, cpu: 1, gpu: 0, memory: 1Gi}}]\n  regions: [{{name: \
         westeurope}}, {{name: northeurope}}]\n  machineImages: [{{name: gl, versions: \
         [{{version: 1.0.0}}]}}]\n  providerConfig:\n    apiVersion: \
         {provider}.provider.extensions.gardener.cloud/v1alpha1\n    kind: \
         CloudProfileConfig\n{settings}"
    );
    let dir = Dir::with(&[("p.yaml", &text)]);
    let ran = dir.run(&[
        "lint",
        "--level=note",
        "--format=json",
        "--select=schema,provider",
        "p.yaml",
    ]);
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    let about = |finding: &&Value| !finding["field"].as_str().unwrap().contains("machineImages");
    report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(about)
        .cloned()
        .collect()
}

fn lines(found: &[Value]) -> Vec<String> {
    found
        .iter()
        .map(|finding| {
            format!(
                "{} {}",
                finding["rule"].as_str().unwrap(),
                finding["field"].as_str().unwrap()
            )
        })
        .collect()
}

const OPENSTACK: &str = "    machineImages: \
    [{name: gl, versions: [{version: 1.0.0, image: i}]}]\n    constraints: \
    {loadBalancerProviders: [{name: l}], floatingPools: [{name: f}]}\n";

fn openstack(more: &str) -> Vec<Value> {
    found("openstack", &format!("{OPENSTACK}{more}"))
}

#[test]
fn a_misspelt_keystone_is_one_finding() {
    assert_eq!(lines(&openstack("    keystoneURL: u\n")), [""; 0]);
    assert_eq!(
        lines(&openstack("")),
        ["provider/incomplete-entry spec.providerConfig.keyStoneURL"]
    );
    let one = |more: &str, field: &str, meant: &str| {
        let found = openstack(more);
        assert_eq!(
            lines(&found),
            [format!("schema/unknown-field spec.providerConfig.{field}")]
        );
        let help = found[0]["help"].as_str().unwrap();
        assert!(help.contains(&format!("did you mean `{meant}`?")), "{help}");
    };
    one(
        "    keystoneURLs: [{region: westeurope, ur: u}, {region: northeurope, url: u}]\n",
        "keystoneURLs[0].ur",
        "url",
    );
    one(
        "    keystoneURLs: [{regoin: westeurope, url: u}]\n",
        "keystoneURLs[0].regoin",
        "region",
    );
    one(
        "    keyStoneURLs: [{region: westeurope, url: u}, {region: northeurope, url: u}]\n",
        "keyStoneURLs",
        "keystoneURLs",
    );
    one(
        "    keystoneUrls: [{region: westeurope, url: u}]\n",
        "keystoneUrls",
        "keystoneURLs",
    );
    one("    keyStoneURL: u\n", "keyStoneURL", "keystoneURL");
    one("    keystoneUrl: u\n", "keystoneUrl", "keystoneURL");
    // A field that is missing beside a misspelt one is still missing.
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
        assert_eq!(
            lines(found),
            [format!(
                "provider/unknown-region spec.providerConfig.{field}.region"
            )]
        );
        assert!(
            found[0]["help"]
                .as_str()
                .unwrap()
                .starts_with("did you mean `westeurope`?"),
            "{}",
            found[0]["help"]
        );
        assert_eq!(
            found[0]["related"][0]["message"],
            "the region of the profile"
        );
        assert_eq!(
            (&found[0]["type"], &found[0]["severity"]),
            (&Value::Null, &"warning".into())
        );
    };
    near(
        &openstack(
            "    keystoneURLs: [{region: northeurope, url: u}, {region: westeurop, url: u}]\n",
        ),
        "keystoneURLs[1]",
    );
    let pool = OPENSTACK.replace("{name: f}", "{name: f}, {name: g, region: WestEurope}");
    near(
        &found("openstack", &format!("{pool}    keystoneURL: u\n")),
        "constraints.floatingPools[1]",
    );
    let azure = |domains: &str| {
        found(
            "azure",
            &format!(
                "    machineImages: [{{name: gl, versions: [{{version: 1.0.0, urn: \
                 'a:b:c:d'}}]}}]\n    countUpdateDomains: [{domains}]\n    countFaultDomains: \
                 [{{region: westeurope, count: 2}}, {{region: northeurope, count: 2}}]\n"
            ),
        )
    };
    near(
        &azure("{region: northeurope, count: 5}, {region: westeuropa, count: 5}"),
        "countUpdateDomains[1]",
    );
    // Such lists hold all regions of a cloud, and names of regions are alike: that is a note, and
    // one for the list.
    let unused = "provider/unused-setting spec.providerConfig.countUpdateDomains[1].region";
    let lacking = "provider/region-without-setting spec.providerConfig.countUpdateDomains";
    assert_eq!(
        lines(&azure(
            "{region: northeurope, count: 5}, {region: westeurope2, count: 5}"
        )),
        [lacking, unused]
    );
    let all = "{region: westeurope, count: 5}, {region: southindia, count: 5}, \
        {region: westindia, count: 5}, {region: northeurope, count: 5}";
    let found = azure(all);
    assert_eq!(lines(&found), [unused]);
    assert_eq!(found[0]["severity"], "note");
    let said = found[0]["message"].as_str().unwrap();
    assert!(
        said.contains("`southindia` and `westindia`") && said.contains("`spec.regions`"),
        "{said}"
    );
}

#[test]
fn every_region_has_an_address_of_keystone() {
    let lacking = ["provider/region-without-setting spec.providerConfig.keystoneURLs"];
    let one = openstack("    keystoneURLs: [{region: westeurope, url: u}]\n");
    assert_eq!(lines(&one), lacking);
    assert_eq!(one[0]["severity"], "warning");
    assert!(
        one[0]["message"]
            .as_str()
            .unwrap()
            .starts_with("region `northeurope` is not in `keystoneURLs`"),
        "{}",
        one[0]["message"]
    );
    // An address for all other regions, and an unreadable one, may be for any region.
    assert_eq!(
        lines(&openstack(
            "    keystoneURLs: [{region: westeurope, url: u}]\n    keystoneURL: v\n"
        )),
        [""; 0]
    );
    assert_eq!(
        lines(&openstack(
            "    keystoneURLs: [{region: westeurope, url: u}, {region: northeurope, url: v}]\n"
        )),
        [""; 0]
    );
    assert_eq!(
        lines(&openstack(
            "    keystoneURLs: [{region: westeurope, url: u}, {region: northeurop, url: v}]\n"
        ))
        .len(),
        1
    );
}

#[test]
fn names_of_settings_are_those_of_the_profile() {
    let unused = |provider: &str, settings: &str| -> Vec<String> {
        lines(&found(provider, settings))
            .into_iter()
            .filter_map(|line| Some(line.strip_prefix("provider/unused-setting ")?.to_owned()))
            .collect()
    };
    let pools = |pools: &str| {
        format!(
            "    keystoneURL: u\n    constraints: {{loadBalancerProviders: [{{name: l, region: \
             asia}}], floatingPools: [{pools}]}}\n"
        )
    };
    assert_eq!(
        unused(
            "openstack",
            &pools(
                "{name: f}, {name: g, region: westeurope}, {name: h, region: mars}, \
                 {name: i, region: venus}"
            )
        ),
        [
            "spec.providerConfig.constraints.loadBalancerProviders[0].region",
            "spec.providerConfig.constraints.floatingPools[2].region"
        ]
    );
    let names = [
        (
            "ironcore",
            "    regionConfigs: [{name: westeurope}, {name: mars}]\n",
            "regionConfigs[1].name",
        ),
        (
            "ironcore-metal",
            "    regionConfigs: [{name: mars}]\n",
            "regionConfigs[0].name",
        ),
        (
            "ironcore-metal",
            "    machineTypes: [{name: m}, {name: huge}]\n",
            "machineTypes[1].name",
        ),
        (
            "azure",
            "    machineTypes: [{name: huge}, {name: m}]\n",
            "machineTypes[0].name",
        ),
        (
            "hcloud",
            "    regions: [{name: westeurope}, {name: mars}]\n",
            "regions[1].name",
        ),
        ("ionos", "    regions: [{name: mars}]\n", "regions[0].name"),
        (
            "vsphere",
            "    regions: [{name: mars, zones: [{name: z}]}]\n",
            "regions[0].name",
        ),
    ];
    for (provider, settings, field) in names {
        assert_eq!(
            unused(provider, settings),
            [format!("spec.providerConfig.{field}")],
            "{provider}"
        );
    }
}

#[test]
fn a_pattern_of_floating_pools_is_a_regular_expression() {
    let found = |name: &str| {
        let settings = OPENSTACK.replace("{name: f}", &format!("{{name: f}}, {{name: '{name}'}}"))
            + "    keystoneURL: u\n";
        lines(&found("openstack", &settings))
    };
    for right in ["~^a(b|c)$", "a(b", "*", "fp-*", "~.*"] {
        assert_eq!(found(right), [""; 0], "{right}");
    }
    for wrong in ["~a(b", "~*", "~[a", "~a)b", r"~a\"] {
        assert_eq!(
            found(wrong),
            ["provider/malformed-pattern spec.providerConfig.constraints.floatingPools[1].name"],
            "{wrong}"
        );
    }
}

#[test]
fn unknown_fields_in_maps_name_their_object() {
    let says = |settings: &str, field: &str, message: &str, help: &str| {
        let found: Vec<Value> = found("metal", settings)
            .into_iter()
            .filter(|finding| finding["rule"] == "schema/unknown-field")
            .collect();
        assert_eq!(
            lines(&found),
            [format!(
                "schema/unknown-field spec.providerConfig.metalControlPlanes.{field}"
            )]
        );
        let [said, helped] = ["message", "help"].map(|name| found[0][name].as_str().unwrap());
        assert!(
            said.starts_with(message) && helped.contains(help),
            "{said} {helped}"
        );
    };
    let planes = |plane: &str| {
        format!("    metalControlPlanes: {{prod.example: {{{plane}}}, prod: {{}}}}\n")
    };
    says(
        &planes("firewallControllerVersions: [{version: a}, {zork: 1}]"),
        "prod.example.firewallControllerVersions[1].zork",
        "`spec.providerConfig.metalControlPlanes.prod.example.firewallControllerVersions[]` has \
         no field `zork`",
        "the fields here are `version`",
    );
    says(
        &planes("partitions: {p.1: {zork: 1}}"),
        "prod.example.partitions.p.1.zork",
        "`spec.providerConfig.metalControlPlanes.prod.example.partitions.p.1` has no field `zork`",
        "`firewallTypes`",
    );
    says(
        &planes("endpiont: u"),
        "prod.example.endpiont",
        "`spec.providerConfig.metalControlPlanes.prod.example` has",
        "did you mean `endpoint`?",
    );
}

#[test]
fn only_known_fields_are_settings_of_the_provider() {
    let help = |field: &str| {
        openstack(&format!("    keystoneURL: u\n  {field}: [x]\n"))[0]["help"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    for field in [
        "dnsServers",
        "dhcpDomain",
        "storageClasses",
        "requestTimeout",
    ] {
        assert!(
            help(field).contains("put a setting of the provider into `spec.providerConfig`"),
            "{}",
            help(field)
        );
    }
    for field in ["podsCIDRs", "zork", "countFaultDomains"] {
        assert!(
            !help(field).contains("a setting of the provider"),
            "{}",
            help(field)
        );
    }
}
