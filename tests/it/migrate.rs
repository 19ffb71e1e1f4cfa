//! `cpcap migrate`: legacy profiles of all providers with a capability format become profiles with
//! capabilities, and workers get what they got.

mod axes;
mod pools;
mod suggested;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;

use crate::common::{Dir, Ran, golden, root};
use cpcap::config::{ProviderRules, Settings};
use cpcap::landscape::{Input, Landscape, read};
use cpcap::migrate::{Proof, Question, Text};
use cpcap::model::time::Time;
use cpcap::resolution::parents::Parents;
use cpcap::resolution::usable::Usable;
use cpcap::source::{Source, Sources};

const NOW: &str = "2027-01-31T00:00:00Z";
const PROVIDERS: [&str; 8] = [
    "aws",
    "azure",
    "gcp",
    "openstack",
    "alicloud",
    "local",
    "ironcore-metal",
    "stackit",
];
const REGIONS: [&str; 3] = ["eu", "us", "ap"];

fn text_of(dir: &Dir, name: &str) -> String {
    fs::read_to_string(dir.path().join(name)).unwrap()
}

fn code(ran: &Ran) -> i32 {
    i32::from(ran.exit.code())
}

/// What every machine type gets of every image version in every region: the one look-up, asked of a
/// text.
fn artifacts(text: &str) -> BTreeMap<[String; 5], Option<String>> {
    let mut sources = Sources::default();
    let input = [Input {
        file: sources.add(Source::new("profile.yaml", text)),
        fault: None,
    }];
    let files = read(&sources, &input);
    let (landscape, nothing) = (Landscape::new(&files), Landscape::default());
    let parents = Parents::new(&landscape, &nothing, &ProviderRules::default());
    let mut all = BTreeMap::new();
    for item in &landscape.items {
        let Some(Ok(usable)) = Usable::new(item, &parents, &sources) else {
            continue;
        };
        let catalog = usable.artifacts.as_ref().unwrap().catalog(&usable.profile);
        for machine in usable.profile.machine_types.iter() {
            let of_type = machine
                .capabilities
                .iter()
                .find(|of| *of.name == "architecture")
                .and_then(|of| of.values.first());
            let architecture = of_type
                .map(|value| value.value)
                .or(machine.architecture.value)
                .unwrap_or("amd64");
            for image in usable.profile.machine_images.iter() {
                for version in image.versions.iter() {
                    // The question leaves out architectures that are not offered.
                    let mut offered = version
                        .architectures
                        .iter()
                        .map(|value| value.value)
                        .collect::<Vec<_>>();
                    let flavors = version
                        .capability_flavors
                        .iter()
                        .flat_map(|flavor| &flavor.capabilities);
                    offered.extend(
                        flavors
                            .filter(|of| *of.name == "architecture")
                            .flat_map(|of| of.values.iter().map(|value| value.value)),
                    );
                    for region in REGIONS {
                        let found = catalog
                            .find(
                                *image.name,
                                *version.version(),
                                region,
                                *machine.name,
                                architecture,
                            )
                            .ok();
                        let text = found.map(|of| {
                            let names = of.names().map(|(field, value)| format!("{field} {value}"));
                            let given = usable.artifacts.as_ref().unwrap();
                            let accelerated = given.accelerates(&usable.profile, machine, &of);
                            names.collect::<String>()
                                + if accelerated { ", accelerated" } else { "" }
                        });
                        let profile = *item.object.meta.name;
                        let key = [
                            profile,
                            *machine.name,
                            *image.name,
                            *version.version(),
                            region,
                        ]
                        .map(str::to_owned);
                        all.insert(key, text.filter(|_| offered.contains(&architecture)));
                    }
                }
            }
        }
    }
    all
}

/// Versions of an image, each with its architectures.
type Offered<'a> = Vec<(&'a str, Vec<&'a str>)>;

/// A legacy profile.
struct Made<'r> {
    rng: &'r mut fastrand::Rng,
    provider: &'static str,
    /// How far lists are indented relative to their keys.
    dash: usize,
    count: usize,
}

impl<'r> Made<'r> {
    fn new(rng: &'r mut fastrand::Rng, provider: &'static str, dash: usize) -> Self {
        Self {
            rng,
            provider,
            dash,
            count: 0,
        }
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.rng.usize(..n) == 0
    }

    fn comment(&mut self, indent: usize, out: &mut String) {
        if self.one_in(4) {
            self.count += 1;
            writeln!(out, "{:indent$}# remark {}", "", self.count).unwrap();
        }
    }

    fn behind(&mut self) -> String {
        if !self.one_in(4) {
            return String::new();
        }
        self.count += 1;
        format!(" # remark {}", self.count)
    }

    /// An element of a list: in one line or in several.
    fn element(&mut self, indent: usize, fields: &[(&str, String)], out: &mut String) {
        self.comment(indent, out);
        if self.one_in(3) {
            let fields: Vec<String> = fields
                .iter()
                .map(|(name, value)| format!("{name}: {value}"))
                .collect();
            let behind = self.behind();
            writeln!(out, "{:indent$}- {{{}}}{behind}", "", fields.join(", ")).unwrap();
            return;
        }
        for (at, (name, value)) in fields.iter().enumerate() {
            let behind = self.behind();
            writeln!(
                out,
                "{:indent$}{} {name}: {value}{behind}",
                "",
                if at == 0 { "-" } else { " " }
            )
            .unwrap();
        }
    }

    fn artifact(&mut self) -> String {
        self.count += 1;
        let count = self.count;
        match self.rng.usize(..3) {
            0 => format!("\"id-{count}\""),
            1 => format!("'id-{count}'"),
            _ => format!("id-{count}"),
        }
    }

    fn regional(&mut self, version: &str, architectures: &[&str], indent: usize, out: &mut String) {
        let (named, provider) = (
            if self.provider == "aws" { "ami" } else { "id" },
            self.provider,
        );
        let mut mappings: Vec<(&str, Option<&str>)> = Vec::new();
        let of: &[&str] = if provider == "alicloud" {
            &["amd64"]
        } else {
            architectures
        };
        for architecture in of {
            let first = self.rng.usize(..3);
            for (at, region) in REGIONS.into_iter().enumerate() {
                if at == first || self.one_in(2) {
                    let said =
                        *architecture != "amd64" || (provider != "alicloud" && self.one_in(4));
                    mappings.push((region, said.then_some(*architecture)));
                }
            }
        }
        self.rng.shuffle(&mut mappings);
        self.comment(indent, out);
        writeln!(out, "{:indent$}- version: {version}", "").unwrap();
        if ["openstack", "stackit"].contains(&provider) && self.one_in(3) {
            writeln!(out, "{:indent$}  image: {}", "", self.artifact()).unwrap();
        }
        writeln!(out, "{:indent$}  regions:", "").unwrap();
        for (region, architecture) in mappings {
            let mut fields = vec![("name", region.to_owned()), (named, self.artifact())];
            fields
                .extend(architecture.map(|architecture| ("architecture", architecture.to_owned())));
            self.rng.shuffle(&mut fields);
            self.element(indent + 2 + self.dash, &fields, out);
        }
    }

    fn plain(&mut self, version: &str, architectures: &[&str], indent: usize, out: &mut String) {
        let of: &[&str] = if self.provider == "local" {
            &["amd64"]
        } else {
            architectures
        };
        for architecture in of {
            let both = self.provider == "azure" && self.one_in(4);
            for accelerated in if both {
                vec![true, false]
            } else {
                vec![self.provider == "azure" && self.one_in(3)]
            } {
                let artifact = self.artifact();
                let mut fields = vec![("version", version.to_owned())];
                fields.push((
                    if self.provider == "azure" {
                        "id"
                    } else {
                        "image"
                    },
                    artifact,
                ));
                if *architecture != "amd64" || (self.provider != "local" && self.one_in(3)) {
                    fields.push(("architecture", (*architecture).to_owned()));
                }
                if accelerated {
                    fields.push(("acceleratedNetworking", "true".to_owned()));
                }
                if self.provider == "azure" && self.one_in(5) {
                    fields.push(("skipMarketplaceAgreement", "true".to_owned()));
                }
                self.element(indent, &fields, out);
            }
        }
    }

    fn text(&mut self) -> String {
        let (provider, dash) = (self.provider, self.dash);
        let only_amd64 = self.one_in(3);
        let some = |rng: &mut fastrand::Rng| -> Vec<&'static str> {
            match rng.usize(..3) {
                _ if only_amd64 => vec!["amd64"],
                0 => vec!["amd64"],
                1 => vec!["arm64"],
                _ => vec!["amd64", "arm64"],
            }
        };
        let images: Vec<(&str, Offered<'_>)> = ["linux", "unix"]
            .into_iter()
            .map(|image| {
                (
                    image,
                    ["1.0.0", "1.1.0", "2.0.0"]
                        .into_iter()
                        .map(|version| (version, some(self.rng)))
                        .collect(),
                )
            })
            .collect();
        let mut out = format!(
            "# a profile\napiVersion: core.gardener.cloud/v1beta1\nkind: \
             CloudProfile\nmetadata:\n  name: made\nspec:\n  type: {provider}\n"
        );
        out.push_str("  regions:\n");
        for region in REGIONS {
            writeln!(
                out,
                "  {:dash$}- {{name: {region}, zones: [{{name: {region}-1}}]}}",
                ""
            )
            .unwrap();
        }
        writeln!(
            out,
            "  kubernetes:\n    versions:\n    {:dash$}- version: 1.31.4",
            ""
        )
        .unwrap();
        let architectures: Vec<&str> = images
            .iter()
            .flat_map(|(_, versions)| versions.iter().flat_map(|(_, of)| of.iter().copied()))
            .collect();
        let mut types = String::from("  machineTypes:\n");
        for (at, name) in ["small", "large", "huge"].into_iter().enumerate() {
            let architecture = *self.rng.choice(&architectures).unwrap();
            let mut fields = vec![
                ("name", name.to_owned()),
                ("cpu", format!("\"{}\"", at + 2)),
                ("gpu", "\"0\"".to_owned()),
                ("memory", "8Gi".to_owned()),
            ];
            if architecture != "amd64" || self.one_in(2) {
                let at = self.rng.usize(1..=fields.len());
                fields.insert(at, ("architecture", architecture.to_owned()));
            }
            self.element(2 + dash, &fields, &mut types);
        }
        let mut core = String::from("  machineImages:\n");
        let mut part = String::from("    machineImages:\n");
        for (image, versions) in &images {
            writeln!(
                core,
                "  {:dash$}- name: {image}\n    {:dash$}versions:",
                "", ""
            )
            .unwrap();
            writeln!(
                part,
                "    {:dash$}- name: {image}\n      {:dash$}versions:",
                "", ""
            )
            .unwrap();
            for (version, architectures) in versions {
                let mut fields = vec![
                    ("version", (*version).to_owned()),
                    ("classification", "preview".to_owned()),
                ];
                if architectures != &["amd64"] || self.one_in(2) {
                    let at = self.rng.usize(1..=2);
                    fields.insert(
                        at,
                        ("architectures", format!("[{}]", architectures.join(", "))),
                    );
                }
                self.element(4 + 2 * dash, &fields, &mut core);
                if ["aws", "openstack", "stackit", "alicloud"].contains(&provider) {
                    self.regional(version, architectures, 6 + 2 * dash, &mut part);
                } else {
                    self.plain(version, architectures, 6 + 2 * dash, &mut part);
                }
            }
        }
        if self.rng.bool() {
            out.push_str(&types);
            out.push_str(&core);
        } else {
            out.push_str(&core);
            out.push_str(&types);
        }
        writeln!(
            out,
            "  providerConfig:\n    apiVersion: \
             {provider}.provider.extensions.gardener.cloud/v1alpha1\n    kind: CloudProfileConfig"
        )
        .unwrap();
        match provider {
            "azure" => {
                out.push_str(
                    "    countFaultDomains: [{region: eu, count: 3}]\n    \
                    countUpdateDomains: [{region: eu, count: 5}]\n    machineTypes:\n",
                );
                for name in ["small", "large", "huge"] {
                    if self.one_in(2) || name == "small" {
                        writeln!(
                            out,
                            "    - {{name: {name}, acceleratedNetworking: {}}}",
                            self.rng.bool()
                        )
                        .unwrap();
                    }
                }
            }
            "openstack" | "stackit" => {
                out.push_str(
                    "    keystoneURL: https://keystone.example/v3\n    \
                    constraints:\n      floatingPools: [{name: fp}]\n",
                );
            }
            _ => {}
        }
        if provider == "openstack" {
            out.push_str("      loadBalancerProviders: [{name: amphora}]\n");
        }
        out + &part + "---\n# not ours\nkind: ConfigMap\napiVersion: v1\n"
    }
}

impl Made<'_> {
    /// A NamespacedCloudProfile of the profile: an override, a version of its own for an image of
    /// the parent, an image of its own, and machine types of its own.
    fn child(&mut self) -> String {
        let (provider, dash) = (self.provider, self.dash);
        let mut types = String::new();
        for (at, name) in ["own", "other"].into_iter().enumerate() {
            let mut fields = vec![
                ("name", name.to_owned()),
                ("cpu", format!("\"{}\"", at + 2)),
                ("gpu", "\"0\"".to_owned()),
                ("memory", "8Gi".to_owned()),
            ];
            if self.one_in(2) {
                fields.push(("architecture", "amd64".to_owned()));
            }
            self.element(2 + dash, &fields, &mut types);
        }
        let (mut core, mut part) = (String::new(), String::new());
        // The extension of local does not merge the parts.
        let images: &[(&str, &str)] = match provider {
            "local" => &[],
            _ => &[("linux", "3.0.0"), ("own", "0.1.0")],
        };
        for (image, version) in images {
            writeln!(
                core,
                "  {:dash$}- name: {image}\n    {:dash$}{}versions:",
                "",
                "",
                if *image == "own" {
                    "updateStrategy: major\n    ".to_owned() + &" ".repeat(dash)
                } else {
                    String::new()
                }
            )
            .unwrap();
            if *image == "linux" {
                let date = "\"2028-01-01T00:00:00Z\"".to_owned();
                let fields = [("version", "1.1.0".to_owned()), ("expirationDate", date)];
                self.element(4 + 2 * dash, &fields, &mut core);
            }
            let fields = [
                ("version", (*version).to_owned()),
                ("cri", "[{name: containerd}]".to_owned()),
                ("architectures", "[amd64]".to_owned()),
            ];
            self.element(4 + 2 * dash, &fields, &mut core);
            writeln!(
                part,
                "    {:dash$}- name: {image}\n      {:dash$}versions:",
                "", ""
            )
            .unwrap();
            if ["aws", "openstack", "stackit", "alicloud"].contains(&provider) {
                self.regional(version, &["amd64"], 6 + 2 * dash, &mut part);
            } else {
                self.plain(version, &["amd64"], 6 + 2 * dash, &mut part);
            }
        }
        let mut out = format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata:\n  \
             name: child\n  namespace: garden-a\nspec:\n  parent: {{kind: CloudProfile, name: \
             made}}\n  machineTypes:\n{types}"
        );
        if !images.is_empty() {
            write!(
                out,
                "  machineImages:\n{core}  providerConfig:\n    apiVersion: \
                 {provider}.provider.extensions.gardener.cloud/v1alpha1\n    kind: \
                 CloudProfileConfig\n    machineImages:\n{part}"
            )
            .unwrap();
        }
        out
    }
}

fn errors_of(dir: &Dir, args: &[&str]) -> serde_json::Value {
    let mut all = vec!["lint", "--now", NOW, "--format", "json"];
    all.extend(args);
    let ran = dir.run(&all);
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    assert!(report["summary"]["errors"].is_u64(), "{}", ran.stderr);
    report
}

/// Children follow their parents, in the same text, in another one of the run, and later.
#[test]
fn children_follow_their_parents() {
    let mut rng = fastrand::Rng::with_seed(11);
    let mut found = 0;
    for round in 0..3 {
        for provider in PROVIDERS {
            let dash = if rng.bool() { 0 } else { 2 };
            let mut made = Made::new(&mut rng, provider, dash);
            let (parent, child) = (made.text(), made.child());
            let dir = Dir::with(&[("a/parent.yaml", &*parent), ("b/child.yaml", &*child)]);
            let before = errors_of(&dir, &["."]);
            assert_eq!(
                before["summary"]["errors"], 0,
                "{before}\n{parent}---\n{child}"
            );
            let mut args = vec!["migrate", "--now", NOW, "--write", "."];
            args.extend((round % 2 == 1).then_some("--drop-legacy"));
            let ran = dir.run(&args);
            assert_eq!(code(&ran), 0, "{}\n{parent}---\n{child}", ran.stderr);
            let (new_parent, new_child) = (
                text_of(&dir, "a/parent.yaml"),
                text_of(&dir, "b/child.yaml"),
            );
            let both = |parent: &str, child: &str| artifacts(&format!("{parent}---\n{child}"));
            let (was, is) = (both(&parent, &child), both(&new_parent, &new_child));
            let fixes = ran.stderr.contains("the extension loses the legacy entry");
            for (key, before) in &was {
                // Legacy lists that are merged have one entry a version, and lose the others.
                let fixed = before.is_none() && key[0] == "child" && fixes;
                assert!(
                    fixed || is[key] == *before,
                    "{key:?}{new_parent}---\n{new_child}"
                );
            }
            assert_eq!(was.len(), is.len());
            found += was
                .iter()
                .filter(|(key, found)| key[0] == "child" && found.is_some())
                .count();
            let own = ["own", "other"].iter().all(|name| {
                new_child
                    .split(&format!("name: {name}"))
                    .nth(1)
                    .is_some_and(|rest| rest.contains("capabilities"))
            });
            let several = new_parent.contains("values: [amd64, arm64]");
            assert!(own || !several, "{new_child}");
            let after = errors_of(&dir, &["."]);
            assert_eq!(after["summary"]["errors"], 0, "{after}\n{new_child}");
            // The same from one text, and once the parent is migrated.
            dir.write("one/both.yaml", format!("{parent}---\n{child}"));
            let mut one = vec!["migrate", "--now", NOW, "one/both.yaml"];
            one.extend((round % 2 == 1).then_some("--drop-legacy"));
            let ran = dir.run(&one);
            assert_eq!(code(&ran), 0, "{}", ran.stderr);
            assert_eq!(ran.stdout, format!("{new_parent}---\n{new_child}"));
            dir.write("b/child.yaml", &child);
            let mut later = vec!["migrate", "--now", NOW, "b/child.yaml", "--with", "a"];
            later.extend((round % 2 == 1).then_some("--drop-legacy"));
            let ran = dir.run(&later);
            assert_eq!(code(&ran), 0, "{}", ran.stderr);
            assert_eq!(both(&new_parent, &child), both(&new_parent, &ran.stdout));
            // A machine type under a vocabulary has got all kinds of networking, and keeps them.
            if provider != "azure" {
                assert_eq!(ran.stdout, new_child);
            }
        }
    }
    assert!(found > 150, "{found}");
}

/// Each stage proves the children too, and a child of the context that would change holds its
/// parent back.
#[test]
fn children_get_the_same_at_every_stage() {
    let mut rng = fastrand::Rng::with_seed(23);
    let mut held_back = 0;
    for _ in 0..2 {
        let mut made = Made::new(&mut rng, "azure", 0);
        let (parent, child) = (made.text(), made.child());
        let both = |parent: &str, child: &str| artifacts(&format!("{parent}---\n{child}"));
        let was = both(&parent, &child);
        let dir = Dir::with(&[("a/parent.yaml", &*parent), ("b/child.yaml", &*child)]);
        let alone = dir.run(&["migrate", "--now", NOW, "a", "--with", "b"]);
        held_back += usize::from(alone.stderr.contains("migrate it in the same run"));
        for stage in [
            "vocabulary",
            "machine-types",
            "images",
            "provider",
            "finish",
        ] {
            let ran = dir.run(&["migrate", "--now", NOW, "--write", "--stage", stage, "."]);
            assert_eq!(
                code(&ran),
                0,
                "{stage}: {}\n{parent}---\n{child}",
                ran.stderr
            );
            let is = both(
                &text_of(&dir, "a/parent.yaml"),
                &text_of(&dir, "b/child.yaml"),
            );
            for (key, before) in was.iter().filter(|(_, before)| before.is_some()) {
                assert_eq!(is[key], *before, "{stage} {key:?}");
            }
        }
    }
    assert!(held_back > 0);
}

/// A child stays where its parent does.
#[test]
fn children_stay_where_their_parents_stay() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut made = Made::new(&mut rng, "aws", 0);
    let (parent, child) = (made.text(), made.child());
    let dir = Dir::with(&[("parent.yaml", &*parent), ("child.yaml", &*child)]);
    let ran = dir.run(&["migrate", "--write", "child.yaml"]);
    assert_eq!(code(&ran), 2);
    assert!(
        ran.stderr.contains("give its file with --with"),
        "{}",
        ran.stderr
    );
    let ran = dir.run(&["migrate", "--write", "child.yaml", "--with", "parent.yaml"]);
    assert_eq!(code(&ran), 2);
    assert!(ran.stderr.contains("has no vocabulary"), "{}", ran.stderr);
    // A child that cannot be read may need more of the vocabulary.
    dir.write(
        "broken.yaml",
        "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nspec: [\n",
    );
    let ran = dir.run(&["migrate", "--diff", "parent.yaml", "--with", "broken.yaml"]);
    assert_eq!(code(&ran), 2, "{}", ran.stderr);
    assert!(ran.stderr.contains("broken.yaml"), "{}", ran.stderr);
    // The parent stays for the sake of another object of its text.
    fs::remove_file(dir.path().join("broken.yaml")).unwrap();
    let broken = child
        .replace("name: child", "name: broken")
        .replace("cpu: \"2\"", "cpu: x");
    dir.write("parent.yaml", format!("{parent}---\n{broken}"));
    let ran = dir.run(&["migrate", "--write", "."]);
    assert_eq!(code(&ran), 2, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("its parent in parent.yaml stays"),
        "{}",
        ran.stderr
    );
    assert_eq!(text_of(&dir, "child.yaml"), child);
}

/// Each stage is an update of the one before it, and the last one is the whole migration.
#[test]
fn stages_follow_each_other() {
    const STAGES: [&str; 5] = [
        "vocabulary",
        "machine-types",
        "images",
        "provider",
        "finish",
    ];
    let mut rng = fastrand::Rng::with_seed(5);
    let mut brought_forward = 0;
    for _ in 0..2 {
        for provider in PROVIDERS {
            let mut made = Made::new(&mut rng, provider, 0);
            let text = made.text();
            let dir = Dir::with(&[("before.yaml", text.as_str())]);
            let whole = dir.run(&["migrate", "--now", NOW, "--drop-legacy", "before.yaml"]);
            let original = artifacts(&text);
            for stage in STAGES {
                dir.write("profile.yaml", &text);
                let args = ["migrate", "--now", NOW, "--stage", stage, "profile.yaml"];
                let ran = dir.run(&args);
                assert_eq!(code(&ran), 0, "{provider} {stage}: {}\n{text}", ran.stderr);
                brought_forward += ran.stderr.matches("taken along").count();
                dir.write("after.yaml", &ran.stdout);
                let update = errors_of(&dir, &["--old", "before.yaml", "after.yaml"]);
                assert_eq!(
                    update["summary"]["errors"], 0,
                    "{provider} {stage}: {update}"
                );
                assert_eq!(artifacts(&ran.stdout), original, "{provider} {stage}");
                dir.write("before.yaml", &ran.stdout);
            }
            assert_eq!(text_of(&dir, "before.yaml"), whole.stdout, "{provider}");
        }
    }
    assert!(brought_forward > 0);
}

#[test]
fn migration_keeps_the_artifacts_of_workers() {
    let mut rng = fastrand::Rng::with_seed(7);
    let (mut profiles, mut found) = (0, 0);
    for round in 0..12 {
        for provider in PROVIDERS {
            let dash = if rng.bool() { 0 } else { 2 };
            let mut old = Made::new(&mut rng, provider, dash).text();
            if round % 4 == 3 {
                old = old.replace('\n', "\r\n");
            }
            let dir = Dir::with(&[("profile.yaml", old.as_str())]);
            for drop in [false, true] {
                let mut args = vec!["migrate", "--now", NOW, "profile.yaml"];
                args.extend(drop.then_some("--drop-legacy"));
                let ran = dir.run(&args);
                assert_eq!(code(&ran), 0, "{}\n{old}", ran.stderr);
                let new = ran.stdout;
                assert!(new.contains("machineCapabilities:"), "{new}");
                let legacy = ["architectures:", "architecture: a"]
                    .iter()
                    .any(|field| new.contains(field));
                assert!(!(legacy && drop), "{new}");
                let (before, after) = (artifacts(&old), artifacts(&new));
                assert_eq!(before, after, "{old}\n{new}");
                found += before.values().flatten().count();
                // Nothing else is left behind, and nothing lost that still has a place.
                for line in old
                    .lines()
                    .filter(|line| line.trim_start().starts_with('#'))
                {
                    assert!(new.contains(line.trim()), "{line}\n{new}");
                }
                assert_eq!(
                    old.contains("\r\n"),
                    !new.replace("\r\n", "").contains('\n'),
                    "{new}"
                );
                assert!(
                    new.ends_with(if round % 4 == 3 {
                        "apiVersion: v1\r\n"
                    } else {
                        "apiVersion: v1\n"
                    }),
                    "{new}"
                );
                dir.write("new.yaml", &new);
                args[3] = "new.yaml";
                let again = dir.run(&args);
                assert_eq!(
                    (code(&again), again.stdout.as_str()),
                    (0, new.as_str()),
                    "{}",
                    again.stderr
                );
                let update = dir.run(&[
                    "lint",
                    "--now",
                    NOW,
                    "--format",
                    "json",
                    "--old",
                    "profile.yaml",
                    "new.yaml",
                ]);
                let report: serde_json::Value = serde_json::from_str(&update.stdout).unwrap();
                assert_eq!(report["summary"]["errors"], 0, "{}\n{new}", update.stdout);
            }
            profiles += 1;
        }
    }
    assert!(profiles == 96 && found > 500, "{profiles} {found}");
}

/// The public files, where they are at hand.
#[test]
fn public_profiles_migrate() {
    let Some(directory) = crate::common::recorded::real_files() else {
        return;
    };
    let mut files: Vec<_> = ["CloudProfile", "rendered", "derived"]
        .iter()
        .flat_map(|dir| fs::read_dir(directory.join(dir)).unwrap())
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let (mut migrated, mut without_format, mut unknown) = (0, 0, 0);
    for path in &files {
        let Ok(text) = fs::read_to_string(path) else {
            continue;
        };
        if !text.contains("CloudProfile") {
            continue;
        }
        let dir = Dir::with(&[("profile.yaml", text.as_str())]);
        let lint = dir.run(&["lint", "--format", "json", "--now", NOW, "profile.yaml"]);
        let Ok(report) = serde_json::from_str::<serde_json::Value>(&lint.stdout) else {
            continue;
        };
        if report["summary"]["errors"] != 0 || text.contains("machineCapabilities") {
            continue;
        }
        let ran = dir.run(&["migrate", "--now", NOW, "profile.yaml"]);
        match code(&ran) {
            0 => {
                migrated += 1;
                assert_eq!(
                    artifacts(&text),
                    artifacts(&ran.stdout),
                    "{}",
                    path.display()
                );
            }
            _ if ran.stderr.contains("has no capability format") => without_format += 1,
            _ if ran.stderr.contains("does not know the provider")
                || ran.stderr.contains("no CloudProfile") =>
            {
                unknown += 1;
            }
            _ => panic!("{}: {}", path.display(), ran.stderr),
        }
    }
    println!(
        "{} public files: {migrated} migrated, {without_format} of providers without a format, \
         {unknown} of unknown providers",
        files.len()
    );
    assert!(migrated > 15, "{migrated}");
}

/// The page holds a profile of each provider, before and after.
#[test]
fn the_page_shows_the_printed_output() {
    let page = fs::read_to_string(root().join("docs/migrate.md")).unwrap();
    let mut out = String::new();
    let mut rest = page.as_str();
    let mut shown = 0;
    const AFTER: &str = "\nbecomes\n\n```yaml\n";
    while let Some(at) = rest.find(AFTER) {
        let before = rest[..at].trim_end().strip_suffix("```").unwrap();
        let old = &before[before.rfind("```yaml\n").unwrap() + 8..];
        let dir = Dir::with(&[("profile.yaml", old)]);
        let ran = dir.run(&["migrate", "--now", NOW, "profile.yaml"]);
        assert_eq!(code(&ran), 0, "{}", ran.stderr);
        assert_eq!(artifacts(old), artifacts(&ran.stdout));
        out.push_str(&rest[..at + AFTER.len()]);
        out.push_str(&ran.stdout);
        rest = &rest[at + AFTER.len()..];
        rest = &rest[rest.find("```\n").unwrap()..];
        shown += 1;
    }
    out.push_str(rest);
    assert_eq!(shown, PROVIDERS.len());
    for provider in PROVIDERS {
        assert!(page.contains(&format!("type: {provider}\n")), "{provider}");
    }
    golden("docs/migrate.md", &out);
}

fn small(provider: &str, images: &str) -> String {
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: \
         p}}\nspec:\n  type: {provider}\n  regions: [{{name: eu}}]\n  kubernetes: {{versions: \
         [{{version: 1.31.4}}]}}\n  machineTypes: [{{name: m, cpu: \"2\", gpu: \"0\", memory: \
         8Gi}}, {{name: a, cpu: \"2\", gpu: \"0\", memory: 8Gi, architecture: arm64}}]\n{images}"
    )
}

fn aws(versions: &str) -> String {
    let images = format!(
        "  machineImages:\n  - name: linux\n    versions:\n    - {{version: 1.0.0, architectures: \
         [amd64, arm64]}}\n  providerConfig:\n    apiVersion: \
         aws.provider.extensions.gardener.cloud/v1alpha1\n    kind: CloudProfileConfig\n    \
         machineImages:\n    - name: linux\n      versions:\n{versions}"
    );
    small("aws", &images)
}

#[test]
fn anchors_stay_or_are_written_out() {
    let versions = "      - version: 1.0.0\n        regions:\n        - &eu \
        {name: eu, ami: ami-1}\n        - {<<: *eu, architecture: arm64, ami: ami-2}\n";
    let old = aws(versions);
    let dir = Dir::with(&[("profile.yaml", old.as_str())]);
    let ran = dir.run(&["migrate", "profile.yaml"]);
    assert_eq!(code(&ran), 0, "{}", ran.stderr);
    assert_eq!(artifacts(&old), artifacts(&ran.stdout));
    assert!(
        ran.stdout.contains(
            "{name: m, cpu: \"2\", gpu: \"0\", memory: 8Gi, capabilities: {architecture: [amd64]}}"
        ),
        "{}",
        ran.stdout
    );
}

/// Whatever stands before it, the output names a lost comment; a `#` in a text is not one.
#[test]
fn comments_that_go_are_told() {
    let versions = "      - version: 1.0.0\n        regions:\n        - name: eu\n          ami: \
        \"a #1\"\n          architecture: arm64BLANK# why arm\n        - {name: eu, ami: ami-2}\n";
    for blank in [" ", "\t", " \t "] {
        let dir = Dir::with(&[(
            "profile.yaml",
            aws(&versions.replace("BLANK", blank)).as_str(),
        )]);
        let ran = dir.run(&["migrate", "profile.yaml"]);
        assert_eq!(code(&ran), 0, "{}", ran.stderr);
        let told = ran.stderr.matches("not kept: the comment").count();
        assert_eq!(
            told,
            usize::from(!ran.stdout.contains("# why arm")),
            "{blank:?}: {}{}",
            ran.stdout,
            ran.stderr
        );
        assert!(!ran.stderr.contains("#1"), "{}", ran.stderr);
    }
}

/// Without two profiles to compare there is no proof.
#[test]
fn a_missing_document_has_no_proof() {
    let old = aws(
        "      - {version: 1.0.0, regions: [{name: eu, ami: ami-1}, \
         {name: eu, ami: ami-2, architecture: arm64}]}\n",
    );
    let settings = Settings::at(Time::parse("2027-01-31T00:00:00Z").unwrap());
    let like = Source::new("profile.yaml", "");
    let prove = |new: &str, position| {
        let text = |text| Text { like: &like, text };
        let question = Question {
            before: text(&old),
            stored: text(&old),
            after: text(new),
            around: None,
            position,
            united: &[],
            users: &[],
        };
        cpcap::migrate::prove(&question, &settings)
    };
    assert!(prove(&old, 0).is_some_and(|proof| proof.compared > 0 && proof.with_artifact > 0));
    assert!(prove(&old, 1).is_none());
    for new in [
        "",
        "kind: List\n",
        &old.replace(
            "{version: 1.0.0, architectures",
            "{version: 1.0.0}, {version: 1.1.0, architectures",
        ),
        &old.replace("type: aws", "type: none"),
    ] {
        let holds = |proof: Proof| proof.holds_as_update() && proof.create.is_empty();
        assert!(!prove(new, 0).is_some_and(holds), "{new}");
    }
}

#[test]
fn json_stays_json() {
    let old = aws(
        "      - {version: 1.0.0, regions: [{name: eu, ami: ami-1}, \
         {name: eu, ami: ami-2, architecture: arm64}]}\n",
    );
    let tree = &cpcap::yaml::read(&old)[0].tree;
    let value = tree.to_json(tree.root().unwrap());
    for text in [
        value.to_string(),
        serde_json::to_string_pretty(&value).unwrap(),
    ] {
        let dir = Dir::with(&[("profile.json", text.as_str())]);
        let ran = dir.run(&["migrate", "--drop-legacy", "profile.json"]);
        assert_eq!(code(&ran), 0, "{}", ran.stderr);
        assert!(
            serde_json::from_str::<serde_json::Value>(&ran.stdout).is_ok(),
            "{}",
            ran.stdout
        );
        assert_eq!(artifacts(&text), artifacts(&ran.stdout));
    }
}

#[test]
fn a_profile_that_is_half_migrated_is_completed() {
    let text = aws(
        "      - version: 1.0.0\n        capabilityFlavors:\n        - capabilities: \
         {architecture: [amd64]}\n          regions: [{name: eu, ami: ami-1}]\n        - \
         capabilities: {architecture: [arm64]}\n          regions: \
         [{name: eu, ami: ami-2}]\n      - version: 0.9.0\n        regions: \
         [{name: eu, ami: ami-3}]\n",
    );
    let text = text.replace(
        "    - {version: 1.0.0, architectures: [amd64, arm64]}\n",
        "    - {version: 1.0.0, architectures: [amd64, arm64]}\n    - version: 0.9.0\n",
    );
    let text = text.replace(
        "  machineTypes:",
        "  machineCapabilities: [{name: architecture, values: [arm64, amd64]}]\n  machineTypes:",
    );
    let dir = Dir::with(&[("profile.yaml", text.as_str())]);
    let ran = dir.run(&["migrate", "profile.yaml"]);
    assert_eq!(code(&ran), 0, "{}", ran.stderr);
    assert!(
        ran.stdout
            .contains("machineCapabilities: [{name: architecture, values: [arm64, amd64]}]"),
        "{}",
        ran.stdout
    );
    assert_eq!(
        ran.stdout.matches("capabilityFlavors").count(),
        4,
        "{}",
        ran.stdout
    );
}

#[test]
fn with_a_vocabulary_an_entry_without_architecture_is_for_amd64() {
    let images = "  machineCapabilities: [{name: architecture, values: [amd64, arm64]}]\n  \
        machineImages:\n  - name: linux\n    versions:\n    - version: 1.0.0\n  \
        providerConfig:\n    apiVersion: \
        alicloud.provider.extensions.gardener.cloud/v1alpha1\n    kind: CloudProfileConfig\n    \
        machineImages:\n    - name: linux\n      versions:\n      - \
        {version: 1.0.0, regions: [{name: eu, id: m-1}]}\n";
    let old = small("alicloud", images);
    let dir = Dir::with(&[("profile.yaml", old.as_str())]);
    let ran = dir.run(&["migrate", "profile.yaml"]);
    assert_eq!(code(&ran), 0, "{}", ran.stderr);
    assert_eq!(artifacts(&old), artifacts(&ran.stdout));
    assert!(
        ran.stdout.contains(
            "capabilityFlavors: [{capabilities: {architecture: [amd64]}, regions: \
            [{name: eu, id: m-1}]}]"
        ),
        "{}",
        ran.stdout
    );
}

#[test]
fn migration_refuses_unsuitable_profiles() {
    let good = aws(
        "      - {version: 1.0.0, regions: [{name: eu, ami: ami-1}, \
         {name: eu, ami: ami-2, architecture: arm64}]}\n",
    );
    let cases = [
        (
            good.replace("kind: CloudProfile\n", "kind: CloudProfile\nwrong: 1\n"),
            "lint",
        ),
        (
            good.replace("version: 1.31.4", "version: x"),
            "fix them first",
        ),
        (
            good.replace("regions: [{name: eu, ami: ami-1}, ", "regions: ["),
            "fix them first",
        ),
        (
            good.replace("type: aws", "type: other"),
            "does not know the provider `other`",
        ),
        (
            small("hcloud", "  machineImages: []\n"),
            "has no capability format",
        ),
        (
            good.replace(
                "  machineTypes:",
                "  machineCapabilities: [{name: cloud, values: [a]}]\n  machineTypes:",
            ),
            "does not define `architecture`",
        ),
        ("kind: Pod\napiVersion: v1\n".to_owned(), "no CloudProfile"),
        (good.replace("metadata: {", "metadata: {{"), ""),
    ];
    for (text, said) in cases {
        let dir = Dir::with(&[("profile.yaml", text.as_str())]);
        let ran = dir.run(&["migrate", "--write", "profile.yaml"]);
        assert_eq!(code(&ran), 2, "{}\n{text}", ran.stderr);
        assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
        // Each error has a line of its own.
        assert!(!ran.stderr.contains("\\n"), "{}", ran.stderr);
        assert_eq!(
            said == "fix them first",
            ran.stderr.contains("\ncpcap:   spec."),
            "{}",
            ran.stderr
        );
        assert_eq!(text_of(&dir, "profile.yaml"), text);
    }
}

#[test]
fn files_change_only_with_proof() {
    let good = aws(
        "      - {version: 1.0.0, regions: [{name: eu, ami: ami-1}, \
         {name: eu, ami: ami-2, architecture: arm64}]}\n",
    );
    let dir = Dir::with(&[
        ("profile.yaml", good.as_str()),
        ("other.yaml", good.replace("name: p", "name: q").as_str()),
    ]);
    let new = dir.run(&["migrate", "profile.yaml"]).stdout;
    let diff = dir.run(&["migrate", "--diff", "."]);
    assert!(
        diff.stdout.contains("+++ profile.yaml") && diff.stdout.contains("+++ other.yaml"),
        "{}",
        diff.stdout
    );
    assert_eq!(
        code(&dir.run(&["migrate", "."])),
        2,
        "two texts have no place on standard output"
    );
    let report: serde_json::Value =
        serde_json::from_str(&dir.run(&["migrate", "--format", "json", "."]).stdout).unwrap();
    assert_eq!(
        (
            report["profiles"][0]["proof"]["holds"].as_bool(),
            report["profiles"][1]["machineTypes"].as_u64()
        ),
        (Some(true), Some(2))
    );
    let schema: serde_json::Value =
        serde_json::from_str(&dir.run(&["schema", "migrate"]).stdout).unwrap();
    assert!(
        jsonschema::validator_for(&schema)
            .unwrap()
            .is_valid(&report)
    );
    assert_eq!(text_of(&dir, "profile.yaml"), good);
    assert_eq!(code(&dir.run(&["migrate", "--write", "."])), 0);
    assert_eq!(text_of(&dir, "profile.yaml"), new);
    // An error of the result: selection cannot choose between this pair of flavors.
    let half = new.replace("values: [amd64, arm64]", "values: [amd64, arm64, other]");
    let half = half
        .replace("capabilities: {architecture: [amd64]}}", "x: 1}")
        .replace(", x: 1}", "}");
    dir.write("half.yaml", &half);
    let ran = dir.run(&["migrate", "--write", "half.yaml"]);
    assert_eq!(code(&ran), 1, "{}", ran.stderr);
    assert_eq!(text_of(&dir, "half.yaml"), half);
    assert_eq!(
        code(&dir.run(&["migrate", "--write", "--force", "half.yaml"])),
        1
    );
    assert_ne!(text_of(&dir, "half.yaml"), half);
}
