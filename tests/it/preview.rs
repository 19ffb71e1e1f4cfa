//! The preview of worker capabilities: the tables and examples of GEP-54, and what Gardener does as
//! long as it is off.

use crate::common::{Dir, Ran};
use cpcap::capability::{Demand, Layout, Vocabulary, worker};
use cpcap::model::cloudprofile::{Capabilities, Capability, CapabilityDefinition};
use cpcap::model::cursor::Spanned;
use cpcap::source::Span;
use serde_json::Value;

const PROFILE: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: example}
spec:
  type: PROVIDER
  kubernetes: {versions: [{version: 1.34.2, classification: supported}]}
  regions: [{name: europe, zones: [{name: a}]}]
  volumeTypes: []
  machineCapabilities:
  - {name: architecture, values: [amd64]}
  machineTypes:
  - {name: plain, cpu: '4', gpu: '0', memory: 16Gi, usable: true, capabilities: {architecture: [amd64]}}
  - {name: gpu, cpu: '4', gpu: '1', memory: 16Gi, usable: true, capabilities: {architecture: [amd64], gardener-gpuSupport: [nvidia]}}
  machineImages:
  - name: os
    updateStrategy: major
    versions:
    - version: 1.0.0
      classification: supported
      cri: [{name: containerd}]
      inPlaceUpdates: {supported: true, minVersionForUpdate: 1.0.0}
      capabilityFlavors:
FLAVORS";

/// Flavors of one version, a line each; the first is flavor 0.
const FLAVORS: &str = "\
      - {architecture: [amd64]}
      - {architecture: [amd64], gardener-bootType: [secure]}
      - {architecture: [amd64], gardener-updateType: [inPlace]}
      - {architecture: [amd64], gardener-gpuSupport: [nvidia]}
      - {architecture: [amd64], gardener-bootType: [secure], gardener-gpuSupport: [amd]}
";

const SHOOT: &str = "\
apiVersion: core.gardener.cloud/v1beta1
kind: Shoot
metadata: {name: a, namespace: garden-x}
spec:
  cloudProfile: {name: example}
  region: europe
  kubernetes: {version: 1.34.2}
  provider:
    type: PROVIDER
    workers:
    - name: one
      minimum: 1
      maximum: 2
      STRATEGY
      CONFIG
      machine: {type: plain, image: {name: os, version: 1.0.0}EXTRA}
      zones: [a]
";

const ON: &[&str] = &["--preview", "worker-capabilities"];

fn profile(provider: &str, flavors: &str) -> String {
    // A string that begins on a new line has no indentation there.
    let flavors: String = flavors
        .lines()
        .map(|line| format!("      {}\n", line.trim_start()))
        .collect();
    PROFILE
        .replace("PROVIDER", provider)
        .replace("FLAVORS", &flavors)
}

/// A Shoot with more in `machine`, an update strategy and a `providerConfig`.
fn shoot(provider: &str, machine: &str, strategy: &str, config: &str) -> String {
    let text = SHOOT
        .replace("PROVIDER", provider)
        .replace("EXTRA", machine);
    text.replace("STRATEGY", strategy).replace("CONFIG", config)
}

fn run(files: &[(&str, &str)], args: &[&str]) -> Ran {
    Dir::with(files).run(args)
}

/// Type and field of what is refused, as `lint` says it.
fn refused(files: &[(&str, &str)], preview: bool) -> Vec<String> {
    let args = [
        "lint",
        "--level=note",
        "--format",
        "json",
        "--feature-gate",
        "InPlaceNodeUpdates=true",
        "--provider-rules",
        "off",
        ".",
    ];
    let ran = run(files, &[&args[..], if preview { ON } else { &[] }].concat());
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    let findings = json["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|finding| finding["severity"] == "error");
    findings
        .map(|finding| {
            format!(
                "{} {}",
                finding["rule"].as_str().unwrap(),
                finding["field"].as_str().unwrap_or_default()
            )
        })
        .collect()
}

/// The flavor that `match` takes in the preview, where it takes one.
fn matched(flavors: &str, machine_type: &str, pool: &[&str]) -> Option<u64> {
    let args = [
        "match",
        "-m",
        machine_type,
        "-i",
        "os",
        "-p",
        "profile.yaml",
        "-f",
        "json",
    ];
    let ran = run(
        &[("profile.yaml", &profile("example", flavors))],
        &[&args[..], ON, pool].concat(),
    );
    assert_eq!(ran.stderr, "");
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    find(&json, "selected").and_then(Value::as_u64)
}

fn find<'j>(json: &'j Value, name: &str) -> Option<&'j Value> {
    match json {
        Value::Object(map) => map
            .get(name)
            .or_else(|| map.values().find_map(|value| find(value, name))),
        Value::Array(list) => list.iter().find_map(|value| find(value, name)),
        _ => None,
    }
}

/// The flavor that the pool of a Shoot gets, and why the Shoot is refused, if it is.
fn resolved(provider: &str, flavors: &str, shoot: &str) -> (Option<u64>, Vec<String>) {
    let args = [
        "resolve",
        "shoot.yaml",
        "-p",
        "profile.yaml",
        "-f",
        "json",
        "--provider-rules",
        "off",
    ];
    let files = [
        ("profile.yaml", &*profile(provider, flavors)),
        ("shoot.yaml", shoot),
    ];
    let json: Value = serde_json::from_str(&run(&files, &[&args[..], ON].concat()).stdout).unwrap();
    let refusals = json["shoots"][0]["refusals"]
        .as_array()
        .map_or_else(Vec::new, Clone::clone);
    let rules = refusals
        .iter()
        .map(|refusal| refusal["rule"].as_str().unwrap().to_owned())
        .collect();
    (
        json["shoots"][0]["pools"][0]["flavor"]
            .as_u64()
            .or_else(|| find(&json["shoots"][0]["pools"][0]["flavor"], "flavor")?.as_u64()),
        rules,
    )
}

/// "Reserved Capability Names": flavors and machine types may use them with these values.
#[test]
fn reserved_capability_names_and_their_values() {
    let all = "      - \
        {architecture: [amd64], gardener-bootType: [secure, standard], gardener-updateType: [inPlace, rolling], gardener-gpuSupport: [nvidia, amd, intel, none]}\n";
    assert_eq!(
        refused(&[("p.yaml", &profile("example", all))], true),
        Vec::<String>::new()
    );
    let flavors = "spec.machineImages[0].versions[0].capabilityFlavors[0]";
    for (written, rule, field) in [
        (
            "gardener-bootType: [trusted]",
            "capability/unregistered-value",
            format!("{flavors}.gardener-bootType[0]"),
        ),
        (
            "gardener-updateType: [rolling, none]",
            "capability/unregistered-value",
            format!("{flavors}.gardener-updateType[1]"),
        ),
        (
            "gardener-gpuSupport: [NVIDIA]",
            "capability/unregistered-value",
            format!("{flavors}.gardener-gpuSupport[0]"),
        ),
        (
            "gardener-other: [x]",
            "capability/unregistered-name",
            flavors.to_owned(),
        ),
        (
            "openstack-trustedLaunch: [enabled]",
            "capability/unregistered-name",
            flavors.to_owned(),
        ),
    ] {
        let flavor = format!("      - {{architecture: [amd64], {written}}}\n");
        let found = refused(&[("p.yaml", &profile("example", &flavor))], true);
        assert!(
            found.contains(&format!("{rule} {field}")),
            "{written}: {found:?}"
        );
    }
    // A vocabulary may not define them.
    for name in [
        "gardener-bootType",
        "gardener-updateType",
        "gardener-gpuSupport",
        "gardener-other",
    ] {
        let defined = profile("example", "      - {architecture: [amd64]}\n").replace(
            "values: [amd64]}\n",
            &format!("values: [amd64]}}\n  - {{name: {name}, values: [secure, standard]}}\n"),
        );
        let found = refused(&[("p.yaml", &defined)], true);
        assert!(
            found.contains(&"capability/reserved-name spec.machineCapabilities[1].name".to_owned()),
            "{name}: {found:?}"
        );
    }
}

/// "Worker Properties to Capabilities Mapping"
#[test]
fn worker_properties_to_capabilities() {
    let values = |secure_boot, in_place, gpu: Option<&str>| -> Vec<(&str, &str)> {
        Demand {
            secure_boot,
            in_place,
            gpu: gpu.map(Demand::gpu),
            trusted_launch: false,
        }
        .values()
        .collect()
    };
    assert_eq!(
        values(false, false, None),
        [
            ("gardener-bootType", "standard"),
            ("gardener-updateType", "rolling")
        ]
    );
    assert_eq!(
        values(true, true, None),
        [
            ("gardener-bootType", "secure"),
            ("gardener-updateType", "inPlace")
        ]
    );
    for (kind, support) in [
        ("nvidia", "nvidia"),
        ("amd", "amd"),
        ("intel", "intel"),
        ("other", "none"),
        ("", "none"),
    ] {
        assert_eq!(
            values(false, false, Some(kind))[2..],
            [("gardener-gpuSupport", support)]
        );
    }
    // The same from the fields of a Shoot: which flavor a pool gets.
    for (machine, strategy, flavor) in [
        ("", "", 3), // gpuSupport: without a wish nvidia ranks before none
        (", secureBoot: false", "", 3),
        (", gpu: {type: other}", "", 0),
        (", gpu: {type: nvidia}", "", 3),
        (", secureBoot: true, gpu: {type: none}", "", 1),
        (", secureBoot: true, gpu: {type: amd}", "", 4),
        ("", "updateStrategy: AutoInPlaceUpdate", 2),
        ("", "updateStrategy: ManualInPlaceUpdate", 2),
    ] {
        let (found, _) = resolved("example", FLAVORS, &shoot("example", machine, strategy, ""));
        assert_eq!(found, Some(flavor), "{machine} {strategy}");
    }
}

/// "Updated Image Selection Algorithm": the intersection of all three.
#[test]
fn the_three_way_intersection() {
    assert_eq!(
        matched(FLAVORS, "plain", &["--secure-boot"]),
        Some(4),
        "amd ranks before none"
    );
    assert_eq!(
        matched(FLAVORS, "plain", &["--secure-boot", "--gpu", "none"]),
        Some(1)
    );
    assert_eq!(matched(FLAVORS, "gpu", &[]), Some(3));
    assert_eq!(
        matched(FLAVORS, "gpu", &["--secure-boot"]),
        None,
        "no secure flavor has the machine type's GPU"
    );
    assert_eq!(matched(FLAVORS, "gpu", &["--in-place"]), None);
    // The pool is refused on the server then.
    let secure = shoot("example", ", secureBoot: true, gpu: {type: intel}", "", "");
    assert_eq!(
        resolved("example", FLAVORS, &secure).1,
        ["shoot/incompatible-machine-image"]
    );
    let files = [
        ("p.yaml", &*profile("example", FLAVORS)),
        ("s.yaml", &secure),
    ];
    assert_eq!(
        refused(&files, true),
        ["shoot/incompatible-machine-image spec.provider.workers[0].machine.image.version"]
    );
}

fn spanned<T>(value: T) -> Spanned<T> {
    Spanned::new(value, Span::default())
}

fn map<'t>(of: &[(&'t str, &[&'t str])]) -> Capabilities<'t> {
    let values = |values: &[&'t str]| spanned(values.iter().map(|value| spanned(*value)).collect());
    of.iter()
        .map(|(name, of)| Capability {
            name: spanned(*name),
            values: values(of),
        })
        .collect()
}

/// "An image is compatible if the intersection is non-empty across all three sets": pairs do not
/// decide.
#[test]
fn three_that_fit_pairwise_do_not_fit_together() {
    let definition = CapabilityDefinition {
        at: Span::default(),
        name: spanned("a"),
        values: spanned(vec![spanned("x"), spanned("y"), spanned("z")]),
        by_default: None,
    };
    let vocabulary = Vocabulary::new(&[definition]);
    let layout = Layout::new(&vocabulary);
    let flavor = layout.row(&map(&[("a", &["x", "y"])]));
    let machine = layout.machine_row(&map(&[("a", &["y", "z"])]));
    let worker = layout.machine_row(&map(&[("a", &["x", "z"])]));
    for (one, other) in [(&flavor, &machine), (&machine, &worker), (&flavor, &worker)] {
        assert!(layout.compatible(one, other));
    }
    assert_eq!(layout.clashes(&[&flavor, &machine, &worker]), [0]);
    assert!(!layout.compatible(&flavor, &machine.common(&worker)));
    // And so with a machine type that has only some GPUs, where the pool would do with a flavor and
    // the machine type with another.
    let flavors = "      - {architecture: [amd64], gardener-gpuSupport: [nvidia, amd]}\n";
    assert_eq!(matched(flavors, "gpu", &[]), Some(0));
    assert_eq!(matched(flavors, "plain", &["--gpu", "amd"]), Some(0));
    assert_eq!(matched(flavors, "gpu", &["--gpu", "amd"]), None);
}

/// "If an image does not declare a capability, it is assumed to not support that feature."
#[test]
fn a_flavor_that_says_nothing_has_the_defaults_only() {
    let bare = "      - {architecture: [amd64]}\n";
    assert_eq!(matched(bare, "plain", &[]), Some(0));
    assert_eq!(matched(bare, "plain", &["--gpu", "other"]), Some(0));
    for pool in [
        &["--secure-boot"][..],
        &["--in-place"],
        &["--gpu", "nvidia"],
    ] {
        assert_eq!(matched(bare, "plain", pool), None, "{pool:?}");
    }
    assert_eq!(
        matched(bare, "gpu", &[]),
        None,
        "the flavor has no GPU support, and the machine type nothing else"
    );
    // Neither has a version without flavors, which fits every machine type.
    let none = profile("example", "").replace("      capabilityFlavors:\n", "");
    for (pool, exit) in [(&[][..], 0), (&["--secure-boot"], 1)] {
        let ran = run(
            &[("p.yaml", &none)],
            &[
                &["match", "-m", "plain", "-i", "os", "-p", "p.yaml"][..],
                ON,
                pool,
            ]
            .concat(),
        );
        assert_eq!(ran.exit.code(), exit, "{}", ran.stdout);
    }
}

/// Worker capabilities rank after the vocabulary, in their order; the pool's own value is in every
/// flavor that is left.
#[test]
fn worker_capabilities_rank_after_the_vocabulary() {
    let both = "\
      - {architecture: [amd64], storage: [SCSI], gardener-bootType: [secure, standard]}
      - {architecture: [amd64], storage: [NVMe]}
";
    let text = profile("example", both).replace(
        "values: [amd64]}\n",
        "values: [amd64]}\n  - {name: storage, values: [NVMe, SCSI]}\n",
    );
    let select = |pool: &[&str]| {
        let args = [
            "match", "-m", "plain", "-i", "os", "-p", "p.yaml", "-f", "json",
        ];
        let ran = run(&[("p.yaml", &text)], &[&args[..], ON, pool].concat());
        find(&serde_json::from_str(&ran.stdout).unwrap(), "selected").and_then(Value::as_u64)
    };
    assert_eq!(select(&[]), Some(1), "NVMe counts before any boot type");
    assert_eq!(select(&["--secure-boot"]), Some(0));
    let order = "\
      - {architecture: [amd64], gardener-updateType: [inPlace, rolling]}
      - {architecture: [amd64], gardener-bootType: [secure, standard]}
";
    assert_eq!(
        matched(order, "plain", &[]),
        Some(1),
        "the boot type counts before the kind of updates"
    );
}

/// "Provider-Specific Worker Properties": trusted launch of openstack.
#[test]
fn provider_specific_worker_properties() {
    let flavors = "\
      - {architecture: [amd64]}
      - {architecture: [amd64], openstack-trustedLaunch: [enabled], gardener-bootType: [standard, secure]}
";
    let config = |enabled| {
        format!(
            "providerConfig: {{apiVersion: openstack.provider.extensions.gardener.cloud/v1alpha1, \
             kind: WorkerConfig, trustedLaunch: {{enabled: {enabled}}}}}"
        )
    };
    let trusted = shoot("openstack", "", "", &config(true));
    assert_eq!(resolved("openstack", flavors, &trusted), (Some(1), vec![]));
    let bare = "      - {architecture: [amd64]}\n";
    assert_eq!(
        resolved("openstack", bare, &trusted).1,
        ["shoot/incompatible-machine-image"]
    );
    for config in [config(false), String::new()] {
        assert_eq!(
            resolved("openstack", bare, &shoot("openstack", "", "", &config)),
            (Some(0), vec![])
        );
    }
    // Nothing else knows it.
    assert_eq!(
        resolved("example", bare, &shoot("example", "", "", &config(true))),
        (Some(0), vec![])
    );
}

/// Off by default: the fields are unknown, the names are free, and a pool has no demand.
#[test]
fn without_the_flag_there_is_no_preview() {
    let written = shoot("example", ", secureBoot: true, gpu: {type: nvidia}", "", "");
    let files = [
        (
            "p.yaml",
            &*profile("example", "      - {architecture: [amd64]}\n"),
        ),
        ("s.yaml", &written),
    ];
    let machine = "spec.provider.workers[0].machine";
    let files: Vec<(&str, &str)> = files.to_vec();
    let found = refused(&files, false);
    for field in ["secureBoot", "gpu"] {
        assert!(
            found.contains(&format!("schema/unknown-field {machine}.{field}")),
            "{found:?}"
        );
    }
    assert!(
        found
            .contains(&"capability/unregistered-name spec.machineTypes[1].capabilities".to_owned()),
        "{found:?}"
    );
    assert_eq!(found.len(), 3, "{found:?}");
    let ran = run(&files, &["lint", "."]);
    assert!(
        ran.stdout
            .contains("`secureBoot` belongs to the preview of worker capabilities"),
        "{}",
        ran.stdout
    );
    // With it, the fields have types.
    let wrong = shoot(
        "example",
        ", secureBoot: 'yes', gpu: {kind: nvidia}",
        "",
        "",
    );
    let found = refused(
        &[("p.yaml", &profile("example", FLAVORS)), ("s.yaml", &wrong)],
        true,
    );
    for finding in [
        "schema/wrong-type {}.secureBoot",
        "schema/unknown-field {}.gpu.kind",
    ] {
        assert!(found.contains(&finding.replace("{}", machine)), "{found:?}");
    }
}

#[test]
fn flags_for_worker_pools_need_the_preview() {
    for flag in [&["--secure-boot"][..], &["--in-place"], &["--gpu", "amd"]] {
        let args = ["match", "-m", "plain", "-i", "os", "-p", "p.yaml"];
        let ran = run(
            &[("p.yaml", &profile("example", FLAVORS))],
            &[&args[..], flag].concat(),
        );
        assert_eq!(ran.exit.code(), 2);
        assert!(
            ran.stderr.contains(flag[0]) && ran.stderr.contains("--preview worker-capabilities"),
            "{}",
            ran.stderr
        );
    }
}

/// Flavors that differ only for worker pools are not a mistake.
#[test]
fn flavors_for_different_pools_are_sound() {
    let args = [
        "lint",
        "--format",
        "compact",
        "--select",
        "selection",
        "--provider-rules",
        "off",
        "p.yaml",
    ];
    let ran = run(
        &[("p.yaml", &profile("example", FLAVORS))],
        &[&args[..], ON].concat(),
    );
    assert_eq!(ran.stdout, "", "{}", ran.stdout);
    let twice = FLAVORS.to_owned()
        + "      - \
            {gardener-bootType: [secure], architecture: [amd64], gardener-gpuSupport: [none]}\n";
    let ran = run(
        &[("p.yaml", &profile("example", &twice))],
        &[&args[..], ON].concat(),
    );
    assert!(
        ran.stdout.contains("selection/indistinguishable-flavors"),
        "{}",
        ran.stdout
    );
}

#[test]
fn every_demand_has_a_number_of_its_own() {
    let mut seen = std::collections::BTreeSet::new();
    for (secure_boot, in_place, trusted_launch) in
        (0..8).map(|n| (n & 1 != 0, n & 2 != 0, n & 4 != 0))
    {
        for gpu in [
            None,
            Some("nvidia"),
            Some("amd"),
            Some("intel"),
            Some("none"),
        ] {
            seen.insert(
                Demand {
                    secure_boot,
                    in_place,
                    gpu,
                    trusted_launch,
                }
                .number(),
            );
        }
    }
    assert!(seen.iter().copied().eq(0..Demand::COUNT), "{seen:?}");
    assert_eq!(worker::WORKER_CAPABILITIES.len(), 4);
}
