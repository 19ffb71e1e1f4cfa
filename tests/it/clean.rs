//! A clean landscape prints one line and ends with 0, with every provider: profiles, what a project
//! adds to them, and Shoots of both.

use std::fmt::Write as _;

use crate::common::Dir;

const CORE: &str = r#"apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata:
  name: TYPE
spec:
  type: TYPE
  kubernetes:
    versions:
    - version: 1.34.1
      classification: preview
    - version: 1.33.5
      classification: supported
    - version: 1.32.9
      classification: deprecated
      expirationDate: "2027-06-30T23:59:59Z"
  machineImages:
  - name: gardenlinux
    updateStrategy: minor
    versions:
    - version: 2000.1.0
      classification: preview
      cri: [{name: containerd}]
      architectures: [amd64]
    - version: 1877.2.0
      classification: supported
      cri: [{name: containerd}]
      architectures: [amd64]
    - version: 1592.9.0
      classification: deprecated
      expirationDate: "2027-06-30T23:59:59Z"
      cri: [{name: containerd}]
      architectures: [amd64]
  machineTypes:
  - {name: small, cpu: "2", gpu: "0", memory: 8Gi, architecture: amd64}
  - {name: large, cpu: "8", gpu: "0", memory: 32Gi, architecture: amd64}
  volumeTypes:
  - {name: fast, class: premium}
  regions:
  - name: north
    zones: [{name: north-a}]
  - name: south
    zones: [{name: south-a}]
  providerConfig:
    apiVersion: TYPE.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
"#;
const VERSIONS: [&str; 3] = ["2000.1.0", "1877.2.0", "1592.9.0"];
const REGIONS: [&str; 2] = ["north", "south"];

const CHILD: &str = r#"apiVersion: core.gardener.cloud/v1beta1
kind: NamespacedCloudProfile
metadata:
  name: mine
  namespace: garden-project
spec:
  parent: {kind: CloudProfile, name: TYPE}
  machineTypes:
  - {name: huge, cpu: "32", gpu: "0", memory: 128Gi, architecture: amd64}
"#;
const SHOOT: &str = "---
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata:
  name: NAME
  namespace: garden-project
spec:
  cloudProfile: PROFILE
  region: north
  kubernetes:
    version: 1.33.5
  provider:
    type: TYPE
    workers:
    - name: pool
      minimum: 1
      maximum: 3
      machine:
        type: MACHINE
        image: {name: gardenlinux, version: 1877.2.0}
";

/// The providers: settings of `providerConfig`, and the fields of each image version there.
const PROVIDERS: &[(&str, &str, &str)] = &[
    ("alicloud", "", "regions: id"),
    ("aws", "", "regions: ami"),
    (
        "azure",
        "    countUpdateDomains: [{region: north, count: 5}, {region: south, count: 5}]
    countFaultDomains: [{region: north, count: 3}, {region: south, count: 3}]
",
        "urn: sap:gardenlinux:greatest:VERSION",
    ),
    ("equinixmetal", "", "id: id-VERSION"),
    ("gcp", "", "image: projects/p/global/images/gardenlinux-VERSION"),
    ("hcloud", "", "imageName: gardenlinux-VERSION"),
    ("ionos", "", "imageName: gardenlinux-VERSION"),
    ("ironcore", "", "image: registry.example/gardenlinux:VERSION\n        architecture: amd64"),
    ("ironcore-metal", "", "image: registry.example/gardenlinux:VERSION\n        architecture: amd64"),
    ("kubevirt", "", "sourceURL: https://images.example/VERSION.qcow2"),
    ("local", "", "image: registry.example/gardenlinux:VERSION"),
    ("metal", "    metalControlPlanes: {}\n", ""),
    (
        "openstack",
        "    constraints: {floatingPools: [{name: public}], loadBalancerProviders: [{name: octavia}]}
    keystoneURL: https://keystone.example.com
",
        "regions: id",
    ),
    ("stackit", "", "regions: id"),
    (
        "vsphere",
        "    namePrefix: gardener
    defaultClassStoragePolicyName: standard
    dnsServers: [10.0.0.1]
    constraints: {loadBalancerConfig: {size: SMALL, classes: [{name: default, ipPoolName: pool}]}}
    regions: [north, south]
",
        "path: templates/gardenlinux-VERSION",
    ),
];

fn profile(provider: &str, settings: &str, image: &str) -> String {
    let mut text = CORE.replace("TYPE", provider);
    let region = |name: &str| {
        format!(
            "{{name: {name}, vsphereHost: vc.example, nsxtHost: nsxt.example, snatIPPool: pool, \
             transportZone: zone, logicalTier0Router: router, edgeCluster: edge, zones: [{{name: \
             {name}-a, datacenter: dc, datastore: ds, computeCluster: cc}}]}}"
        )
    };
    text += &settings.replace(
        "[north, south]",
        &format!("[{}]", REGIONS.map(region).join(", ")),
    );
    if image.is_empty() {
        return text;
    }
    text += "    machineImages:\n    - name: gardenlinux\n      versions:\n";
    for version in VERSIONS {
        writeln!(text, "      - version: {version}").unwrap();
        match image.strip_prefix("regions: ") {
            Some(field) => {
                let region = |name| format!("{{name: {name}, {field}: {field}-{version}-{name}}}");
                writeln!(
                    text,
                    "        regions: [{}]",
                    REGIONS.map(region).join(", ")
                )
                .unwrap();
            }
            None => writeln!(text, "        {}", image.replace("VERSION", version)).unwrap(),
        }
    }
    text
}

fn shoots(provider: &str) -> String {
    let mut text = String::new();
    for n in 0..6 {
        let (kind, name, machine) = if n % 2 == 0 {
            ("CloudProfile", provider, "small")
        } else {
            ("NamespacedCloudProfile", "mine", "huge")
        };
        text += &SHOOT
            .replace("NAME", &format!("shoot-{n}"))
            .replace("PROFILE", &format!("{{kind: {kind}, name: {name}}}"))
            .replace("TYPE", provider)
            .replace("MACHINE", machine);
        // Pools of metal-stack have neither zones nor volumes.
        if provider != "metal" {
            text += "      zones: [north-a]\n      volume: {type: fast, size: 50Gi}\n";
        }
    }
    text
}

#[test]
fn a_clean_landscape_prints_one_line() {
    let known = cpcap::provider::ALL.len();
    assert_eq!(PROVIDERS.len(), known, "every provider is here");
    let dir = Dir::new();
    for (provider, settings, image) in PROVIDERS {
        dir.write(
            &format!("{provider}/profile.yaml"),
            profile(provider, settings, image),
        );
        dir.write(
            &format!("{provider}/mine.yaml"),
            CHILD.replace("TYPE", provider),
        );
        dir.write(&format!("{provider}/shoots.yaml"), shoots(provider));
    }
    let paths = PROVIDERS
        .iter()
        .map(|(provider, ..)| *provider)
        .chain(["."]);
    for path in paths {
        let ran = dir.run(&["lint", path]);
        assert_eq!(
            (
                ran.exit.code(),
                ran.stdout.lines().count(),
                ran.stderr.as_str()
            ),
            (0, 1, ""),
            "{path}: {}",
            ran.stdout
        );
        assert!(ran.stdout.starts_with("no findings in "), "{}", ran.stdout);
    }
}
