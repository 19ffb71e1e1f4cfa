//! The refusals of webhooks for Shoots by the profile: of openstack by its constraints, of
//! metal-stack of pools.

use cpcap::config::{Operation, ProviderRules, Settings};
use cpcap::landscape::Input;
use cpcap::lint::lint_among;
use cpcap::source::{Source, Sources};

use crate::provider_rules::settings;

/// A profile of this type with these fields of `providerConfig`.
fn profile(of_type: &str, part: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: \
         p}}\nspec:\n  type: {of_type}\n  kubernetes: {{versions: [{{version: 1.33.1}}]}}\n  \
         machineImages: [{{name: gl, versions: [{{version: 1.0.0}}, {{version: 2.0.0}}]}}]\n  \
         machineTypes: [{{name: a, cpu: '1', gpu: '0', memory: 1Gi}}]\n  volumeTypes: [{{name: \
         ssd, class: x}}]\n  regions: [{{name: eu, zones: [{{name: a}}, {{name: b}}]}}, {{name: \
         us}}]\n  providerConfig:\n    apiVersion: \
         {of_type}.provider.extensions.gardener.cloud/v1alpha1\n    kind: \
         CloudProfileConfig\n{part}"
    )
}

fn openstack(pools: &str, providers: &str) -> String {
    profile(
        "openstack",
        &format!(
            "    keystoneURL: k\n    constraints: {{floatingPools: [{pools}], \
             loadBalancerProviders: [{providers}]}}\n    serverGroupPolicies: [affinity, \
             soft-affinity]\n    machineImages: [{{name: gl, versions: [{{version: 1.0.0, image: \
             i}}, {{version: 2.0.0, image: j}}]}}]\n"
        ),
    )
}

/// A Shoot of this type in this region: fields of `provider`, and of its only pool.
fn shoot(of_type: &str, region: &str, provider: &str, pool: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{name: s, namespace: \
         garden-p}}\nspec:\n  cloudProfile: {{name: p}}\n  region: {region}\n  kubernetes: \
         {{version: 1.33.1}}\n  provider:\n    type: {of_type}\n{provider}    workers:\n    - \
         {{name: w, minimum: 2, maximum: 2, machine: {{type: a, image: {{name: gl, version: \
         1.0.0}}}}{pool}}}\n"
    )
}

fn part(kind: &str, fields: &str) -> String {
    format!(
        "{{apiVersion: openstack.provider.extensions.gardener.cloud/v1alpha1, kind: {kind}, \
         {fields}}}"
    )
}

fn infrastructure(fields: &str) -> String {
    format!(
        "    infrastructureConfig: {}\n",
        part("InfrastructureConfig", fields)
    )
}

fn control_plane(fields: &str) -> String {
    format!(
        "    controlPlaneConfig: {}\n",
        part("ControlPlaneConfig", fields)
    )
}

fn worker(fields: &str, zones: &str) -> String {
    format!(
        ", zones: [{zones}], providerConfig: {}",
        part("WorkerConfig", fields)
    )
}

/// The findings of the two rules, each as rule, type and field.
fn by(settings: &Settings, shoot: &str, profiles: &[&str], old: Option<&str>) -> Vec<String> {
    let mut sources = Sources::default();
    let mut input = |name: &str, text: &str| Input {
        file: sources.add(Source::new(name, text)),
        fault: None,
    };
    let profiles: Vec<_> = profiles
        .iter()
        .enumerate()
        .map(|(at, text)| input(&format!("profile-{at}"), text))
        .collect();
    let (object, old) = (input("object", shoot), old.map(|text| input("old", text)));
    let outcome = lint_among(&sources, &[object], &profiles, old.as_slice(), settings);
    let found = outcome.findings.iter().filter(|finding| {
        assert!(!finding.rule.starts_with("schema/"), "{finding:?}");
        finding.rule.starts_with("provider/")
    });
    let line = |finding: &cpcap::finding::Finding| {
        let field = finding.field.to_string();
        let field = field.trim_start_matches("spec.provider.");
        format!(
            "{} {} {field}",
            finding.rule.trim_start_matches("provider/"),
            finding.error_type.map_or("-", |of| of.as_str())
        )
    };
    found.map(line).collect()
}

fn said(shoot: &str, profile: &str, old: Option<&str>) -> Vec<String> {
    let operation = if old.is_some() {
        Operation::Update
    } else {
        Operation::Create
    };
    by(&settings(operation), shoot, &[profile], old)
}

const POOL: &str = "disallowed-in-shoot - infrastructureConfig.floatingPoolName";

#[test]
fn a_floating_pool_is_one_of_the_region() {
    for (pools, name, fine) in [
        ("{name: fp}", "fp", true),
        ("{name: fp}", "other", false),
        ("{name: fp}", "FP", false),
        ("{name: fp, region: eu}", "fp", true),
        ("{name: fp, region: us}, {name: x}", "fp", false),
        ("{name: fp, region: us}, {name: fp}", "fp", true),
        // Any domain may be that of the credentials.
        ("{name: fp, domain: d}", "fp", true),
        ("{name: fp, region: us, domain: d}", "fp", false),
        ("{name: fp, region: us, nonConstraining: true}", "fp", true),
        (
            "{name: fp, region: us, nonConstraining: false}",
            "fp",
            false,
        ),
        // Patterns may match whatever there is.
        ("{name: 'f*'}", "other", true),
        ("{name: '~^f.*$'}", "other", true),
        ("{name: 'f*', region: us}", "fp", false),
        ("{name: fp}", "'*'", true),
        // A missing value has no finding.
        ("{name: fp}", "''", true),
        ("{name: fp}", "null", true),
        ("{name: fp}", "[other]", true),
        ("", "fp", true),
    ] {
        let shoot = shoot(
            "openstack",
            "eu",
            &infrastructure(&format!("floatingPoolName: {name}")),
            "",
        );
        let expected: &[&str] = if fine { &[] } else { &[POOL] };
        assert_eq!(
            said(&shoot, &openstack(pools, "{name: lb}"), None),
            expected,
            "{name} of {pools}"
        );
    }
}

#[test]
fn a_load_balancer_provider_is_one_of_the_region() {
    for (providers, name, fine) in [
        ("{name: lb}", "lb", true),
        ("{name: lb}", "other", false),
        ("{name: lb, region: eu}", "lb", true),
        ("{name: lb, region: us}", "lb", false),
        ("{name: lb, region: us}, {name: lb}", "lb", true),
        ("{name: lb}", "''", true),
        ("", "lb", true),
    ] {
        let shoot = shoot(
            "openstack",
            "eu",
            &control_plane(&format!("loadBalancerProvider: {name}")),
            "",
        );
        let expected: &[&str] = if fine {
            &[]
        } else {
            &["disallowed-in-shoot - controlPlaneConfig.loadBalancerProvider"]
        };
        assert_eq!(
            said(&shoot, &openstack("{name: fp}", providers), None),
            expected,
            "{name} of {providers}"
        );
    }
}

#[test]
fn a_load_balancer_class_is_one_of_a_pool_by_name_or_by_settings() {
    let id = "floatingSubnetID: 5f3a1c9e-7b2d-4e6f-8a10-3c5d7e9f1b24";
    for (pools, class, fine) in [
        (
            format!("{{name: fp, loadBalancerClasses: [{{name: c, {id}}}]}}"),
            "name: c".to_owned(),
            true,
        ),
        (
            format!("{{name: fp, loadBalancerClasses: [{{name: c, {id}}}]}}"),
            format!("name: d, {id}"),
            true,
        ),
        (
            format!("{{name: fp, loadBalancerClasses: [{{name: c, {id}}}]}}"),
            "name: d".to_owned(),
            false,
        ),
        (
            format!("{{name: fp, loadBalancerClasses: [{{name: c, {id}}}]}}"),
            "name: d, subnetID: x".to_owned(),
            false,
        ),
        (
            format!(
                "{{name: fp}}, {{name: us, region: us, loadBalancerClasses: [{{name: d, {id}}}]}}"
            ),
            "name: d".to_owned(),
            true,
        ),
        (
            format!(
                "{{name: fp, loadBalancerClasses: [{{name: c, {id}}}]}}, {{name: us, region: us, \
                 loadBalancerClasses: [{{name: d, {id}}}]}}"
            ),
            "name: d".to_owned(),
            false,
        ),
        ("{name: fp}".to_owned(), "name: d".to_owned(), true),
    ] {
        let shoot = shoot(
            "openstack",
            "eu",
            &control_plane(&format!("loadBalancerClasses: [{{{class}}}]")),
            "",
        );
        let expected: &[&str] = if fine {
            &[]
        } else {
            &["disallowed-in-shoot - controlPlaneConfig.loadBalancerClasses[0]"]
        };
        assert_eq!(
            said(&shoot, &openstack(&pools, "{name: lb}"), None),
            expected,
            "{class} of {pools}"
        );
    }
}

#[test]
fn a_server_group_has_a_policy_of_the_profile_and_affinity_one_zone() {
    let at = "workers[0].providerConfig.serverGroup.policy";
    for (fields, zones, expected) in [
        ("serverGroup: {policy: affinity}", "a", String::new()),
        (
            "serverGroup: {policy: soft-affinity}",
            "a, b",
            String::new(),
        ),
        (
            "serverGroup: {policy: affinity}",
            "a, b",
            format!("unsupported-pool-setting FieldValueForbidden {at}"),
        ),
        (
            "serverGroup: {policy: anti-affinity}",
            "a, b",
            format!("disallowed-in-shoot FieldValueInvalid {at}"),
        ),
        (
            "serverGroup: {policy: ''}",
            "a",
            format!("disallowed-in-shoot FieldValueInvalid {at}"),
        ),
        (
            "serverGroup: {}",
            "a",
            format!("disallowed-in-shoot FieldValueInvalid {at}"),
        ),
        ("serverGroup: null", "a", String::new()),
        // The extension refuses an undecodable value for that.
        ("serverGroup: text", "a", String::new()),
        ("serverGroup: {policy: [x]}", "a", String::new()),
        ("machineLabels: []", "a, b", String::new()),
    ] {
        let shoot = shoot("openstack", "eu", "", &worker(fields, zones));
        let found = said(&shoot, &openstack("{name: fp}", "{name: lb}"), None);
        assert_eq!(found.join(" "), expected, "{fields} in {zones}");
    }
}

#[test]
fn an_update_of_openstack_judges_only_changes() {
    let profile = openstack("{name: fp}", "{name: lb}");
    let of = |pool: &str, provider: &str, policy: &str, label: &str| {
        let parts = infrastructure(&format!("floatingPoolName: {pool}"))
            + &control_plane(&format!("loadBalancerProvider: {provider}"));
        shoot(
            "openstack",
            "eu",
            &parts,
            &format!(
                "{}{label}",
                worker(&format!("serverGroup: {{policy: {policy}}}"), "a")
            ),
        )
    };
    let old = of("gone", "gone", "gone", "");
    assert_eq!(
        said(
            &of("gone", "gone", "gone", ", labels: {x: z}"),
            &profile,
            Some(&old)
        ),
        [""; 0]
    );
    assert_eq!(
        said(&of("other", "gone", "gone", ""), &profile, Some(&old)),
        [POOL]
    );
    assert_eq!(
        said(&of("gone", "other", "other", ""), &profile, Some(&old)).len(),
        2
    );
    assert_eq!(
        said(&old, &profile, Some(&of("fp", "lb", "affinity", ""))).len(),
        3
    );
}

#[test]
fn metal_knows_neither_volumes_nor_zones() {
    let metal = profile("metal", "    metalControlPlanes: {}\n");
    let of = |fields: &str| said(&shoot("metal", "eu", "", fields), &metal, None);
    assert_eq!(of(""), [""; 0]);
    assert_eq!(
        of(", volume: {type: ssd, size: 10Gi}"),
        ["unsupported-pool-setting - workers[0].volume"]
    );
    assert_eq!(
        of(", zones: [a]"),
        ["unsupported-pool-setting - workers[0].zones"]
    );
    assert_eq!(of(", zones: [], volume: null"), [""; 0]);
}

/// The server lets a pool keep what the profile does not have any more.
#[test]
fn metal_wants_the_images_of_the_profile_also_where_they_are_kept() {
    let metal = profile("metal", "    metalControlPlanes: {}\n");
    let old = shoot("metal", "eu", "", "");
    let lost = metal.replace("[{version: 1.0.0}, {version: 2.0.0}]", "[{version: 2.0.0}]");
    let refused = ["disallowed-in-shoot FieldValueRequired workers[0].machine.image"];
    assert_eq!(
        said(&old.replace("maximum: 2", "maximum: 3"), &lost, Some(&old)),
        refused
    );
    assert_eq!(said(&old, &metal, Some(&old)), [""; 0]);
    // On create the server itself refuses it, and no webhook sees it.
    assert_eq!(said(&old, &lost, None), [""; 0]);
}

#[test]
fn the_webhook_is_not_asked_where_it_cannot_judge() {
    let wrong = infrastructure("floatingPoolName: other");
    let bad = shoot(
        "openstack",
        "eu",
        &wrong,
        ", volume: {type: ssd, size: 10Gi}",
    );
    let known = openstack("{name: fp}", "{name: lb}");
    assert_eq!(said(&bad, &known, None), [POOL]);
    let off = Settings {
        provider_rules: ProviderRules::Off,
        ..settings(Operation::Create)
    };
    assert_eq!(by(&off, &bad, &[&known], None), [""; 0]);
    for (what, shoot, profile) in [
        (
            "in deletion",
            bad.replace(
                "namespace: garden-p",
                "namespace: garden-p, deletionTimestamp: '2026-01-01T00:00:00Z'",
            ),
            known.clone(),
        ),
        (
            "another type",
            bad.replace("type: openstack", "type: aws"),
            known.clone(),
        ),
        (
            "another type of both",
            bad.replace("type: openstack", "type: stackit"),
            known.replace("openstack", "stackit"),
        ),
        (
            "an unknown region",
            bad.replace("region: eu", "region: xx"),
            known.clone(),
        ),
        (
            "no workers",
            bad.split("    workers:").next().unwrap().to_owned(),
            known.clone(),
        ),
        (
            "another kind",
            bad.replace("InfrastructureConfig", "ControlPlaneConfig"),
            known.clone(),
        ),
        (
            "another version",
            bad.replace("v1alpha1, kind", "v1, kind"),
            known.clone(),
        ),
        (
            "a part that is not there",
            bad.clone(),
            known.split("  providerConfig:").next().unwrap().to_owned(),
        ),
        (
            "a part that cannot be decoded",
            bad.clone(),
            known.replace("keystoneURL: k", "keystoneURL: [k]"),
        ),
        (
            "a part with an unknown field",
            bad.clone(),
            known.replace("keystoneURL: k", "keystonURL: k"),
        ),
        (
            "a template",
            bad.clone(),
            known.replace("name: fp", "name: '{{ .Values.pool }}'"),
        ),
        (
            "a region that is a template",
            bad.replace("region: eu", "region: '{{ .Values.region }}'"),
            known,
        ),
    ] {
        let mut settings = settings(Operation::Update);
        settings.provider_rules = ProviderRules::default();
        assert_eq!(by(&settings, &shoot, &[&profile], None), [""; 0], "{what}");
    }
}

/// Of a NamespacedCloudProfile only images are its own.
#[test]
fn constraints_are_those_of_the_parent() {
    let known = openstack("{name: fp}", "{name: lb}");
    let child = "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: \
        {name: child, namespace: garden-p}\nspec:\n  parent: {kind: CloudProfile, name: p}\n  \
        machineImages: [{name: own, versions: [{version: 1.0.0, architectures: [amd64]}]}]\n  \
        providerConfig:\n    apiVersion: \
        openstack.provider.extensions.gardener.cloud/v1alpha1\n    kind: CloudProfileConfig\n    \
        machineImages: [{name: own, versions: [{version: 1.0.0, regions: [{name: eu, id: i}]}]}]\n";
    let of = |pool: &str| {
        let shoot = shoot(
            "openstack",
            "eu",
            &infrastructure(&format!("floatingPoolName: {pool}")),
            "",
        );
        let shoot = shoot.replace(
            "cloudProfile: {name: p}",
            "cloudProfile: {kind: NamespacedCloudProfile, name: child}",
        );
        by(&settings(Operation::Create), &shoot, &[&known, child], None)
    };
    assert_eq!(of("fp"), [""; 0]);
    assert_eq!(of("other"), [POOL]);
}
