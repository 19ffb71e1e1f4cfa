//! `cargo bench --locked`: scanning, reading, decoding, judging and printing a large profile, each stage for
//! itself; and one bench for each goal of `docs/performance.md`.
#![allow(clippy::unwrap_used)]

use cpcap::config::Settings;
use cpcap::diff::{Revisions, diff};
use cpcap::landscape::{Input, Landscape, read};
use cpcap::lint::{lint, lint_read};
use cpcap::model::time::Time;
use cpcap::report::{self, Format, Look};
use cpcap::source::{Source, Sources};
use cpcap::yaml;

fn main() {
    divan::main();
}

/// A capability profile of about 1.5 MB.
fn profile() -> String {
    use std::fmt::Write as _;
    let mut text = String::from(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata:\n  name: \
         large\nspec:\n  type: example\n  kubernetes:\n    versions:\n    - version: 1.35.0\n  \
         machineCapabilities:\n  - name: architecture\n    values: [amd64, arm64]\n  - name: \
         storageAccess\n    values: [NVMe, SCSI]\n  regions:\n  - name: local\n  machineImages:\n",
    );
    for image in 0..4 {
        write!(
            text,
            "  - name: image{image}\n    updateStrategy: minor\n    versions:\n"
        )
        .unwrap();
        for version in 0..700 {
            write!(
                text,
                "    - version: {}.{}.0\n      classification: deprecated\n      \
                expirationDate: \"2095-01-01T00:00:00Z\"\n      capabilityFlavors:\n",
                1000 + version,
                version % 7
            )
            .unwrap();
            for (architecture, storage) in [
                ("amd64", "NVMe"),
                ("amd64", "SCSI"),
                ("arm64", "NVMe"),
                ("arm64", "SCSI"),
            ] {
                write!(
                    text,
                    "      - architecture:\n        - {architecture}\n        \
                    storageAccess:\n        - {storage}\n"
                )
                .unwrap();
            }
        }
    }
    text.push_str("  machineTypes:\n");
    for machine in 0..800 {
        write!(
            text,
            "  - name: m{machine}.large\n    cpu: \"4\"\n    gpu: \"0\"\n    memory: \
            16Gi\n    capabilities:\n      architecture: [amd64]\n      storageAccess: [NVMe]\n"
        )
        .unwrap();
    }
    text
}

/// A profile of a few entries with Shoots of it: text by text, as a landscape has them.
fn landscape(shoots: usize) -> Vec<String> {
    use std::fmt::Write as _;
    let mut texts = vec![String::from(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata:\n  name: \
         small\nspec:\n  type: example\n  kubernetes:\n    versions:\n    - version: 1.35.0\n    - \
         version: 1.34.3\n  machineImages:\n  - name: image\n    versions:\n    - version: 2.0.0\n    \
         - version: 1.0.0\n  machineTypes:\n  - name: large\n    cpu: \"4\"\n    gpu: \"0\"\n    \
         memory: 16Gi\n  volumeTypes:\n  - name: fast\n    class: standard\n  regions:\n  - name: \
         local\n    zones:\n    - name: a\n    - name: b\n",
    )];
    for file in 0..shoots / 50 {
        let mut text = String::new();
        for shoot in 0..50 {
            let (image, zone) = (1 + shoot % 2, ["a", "b"][file % 2]);
            write!(
                text,
                "---\napiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata:\n  name: \
                 s{file}-{shoot}\n  namespace: garden-{file}\nspec:\n  cloudProfile:\n    kind: \
                 CloudProfile\n    name: small\n  region: local\n  credentialsBindingName: a\n  \
                 networking:\n    type: calico\n  kubernetes:\n    version: 1.34.3\n  provider:\n    \
                 type: example\n    workers:\n    - name: pool\n      minimum: 1\n      maximum: 3\n      \
                 zones: [{zone}]\n      volume: {{type: fast, size: 50Gi}}\n      machine:\n        \
                 type: large\n        image:\n          name: image\n          version: {image}.0.0\n"
            )
            .unwrap();
        }
        texts.push(text);
    }
    texts
}

fn sources(texts: Vec<String>) -> (Sources, Vec<Input>) {
    let mut sources = Sources::default();
    let mut add = |(at, text)| Input {
        file: sources.add(Source::new(format!("{at}.yaml"), text)),
        fault: None,
    };
    let inputs = texts.into_iter().enumerate().map(&mut add).collect();
    (sources, inputs)
}

/// The goal of a landscape, with a tenth of its Shoots.
#[divan::bench]
fn goal_of_2000_shoots(bencher: divan::Bencher<'_, '_>) {
    let (sources, inputs) = sources(landscape(2_000));
    let settings = Settings::at(Time::from_unix(1_795_000_000));
    bencher.bench(|| lint(&sources, &inputs, &[], &settings).findings.len());
}

/// The same Shoots and their profile in one list: one document with many objects.
#[divan::bench]
fn list_of_2000_shoots(bencher: divan::Bencher<'_, '_>) {
    let documents = landscape(2_000).join("---\n");
    let item = |document: &str| format!("- {}\n", document.trim_end().replace('\n', "\n  "));
    let items: String = documents
        .split("---\n")
        .filter(|document| !document.is_empty())
        .map(item)
        .collect();
    let list = format!("apiVersion: v1\nkind: List\nitems:\n{items}");
    let (sources, inputs) = sources(vec![list]);
    let settings = Settings::at(Time::from_unix(1_795_000_000));
    bencher.bench(|| lint(&sources, &inputs, &[], &settings).findings.len());
}

/// Two revisions of a large profile that differ in every tenth machine type and in the dates of
/// every seventh version.
#[divan::bench]
fn diff_of_two_profiles(bencher: divan::Bencher<'_, '_>) {
    let old = profile();
    let new = old.replace("0.large\n    cpu: \"4\"", "0.large\n    cpu: \"8\"");
    let new = new.replace(
        ".6.0\n      classification: deprecated\n      expirationDate: \"2095",
        ".6.0\n      classification: deprecated\n      expirationDate: \"2096",
    );
    let (sources, inputs) = sources(vec![old, new]);
    let settings = Settings::at(Time::from_unix(1_795_000_000));
    bencher.bench(|| {
        let revisions = Revisions {
            sources: &sources,
            old: read(&sources, &inputs[..1]),
            new: read(&sources, &inputs[1..]),
            context: Vec::new(),
            are_files: true,
            asked: None,
        };
        diff(revisions, &settings, |diff| diff.objects[0].impacts.len())
    });
}

/// The goal of a small file.
#[divan::bench]
fn goal_of_a_small_file(bencher: divan::Bencher<'_, '_>) {
    let (sources, inputs) = sources(landscape(0));
    let settings = Settings::at(Time::from_unix(1_795_000_000));
    bencher.bench(|| lint(&sources, &inputs, &[], &settings).findings.len());
}

/// What nobody who reads all bytes can be quicker than: where lines and values begin.
#[divan::bench]
fn scan(bencher: divan::Bencher<'_, '_>) {
    let text = profile();
    bencher
        .counter(divan::counter::BytesCount::of_str(&text))
        .bench(|| memchr::memchr3_iter(b'\n', b':', b'"', text.as_bytes()).count());
}

#[divan::bench]
fn yaml_to_tree_by_the_parser(bencher: divan::Bencher<'_, '_>) {
    let text = profile();
    bencher
        .counter(divan::counter::BytesCount::of_str(&text))
        .bench(|| yaml::read_by_parser(&text).len());
}

#[divan::bench]
fn yaml_to_tree(bencher: divan::Bencher<'_, '_>) {
    let text = profile();
    bencher
        .counter(divan::counter::BytesCount::of_str(&text))
        .bench(|| yaml::read(&text).len());
}

#[divan::bench]
fn yaml_with_crlf_to_tree(bencher: divan::Bencher<'_, '_>) {
    let text = profile().replace('\n', "\r\n");
    bencher
        .counter(divan::counter::BytesCount::of_str(&text))
        .bench(|| yaml::read(&text).len());
}

#[divan::bench]
fn json_to_tree(bencher: divan::Bencher<'_, '_>) {
    let text = profile();
    let documents = yaml::read(&text);
    let tree = &documents[0].tree;
    let json = tree.to_json(tree.root().unwrap()).to_string();
    bencher
        .counter(divan::counter::BytesCount::of_str(&json))
        .bench(|| yaml::read(&json).len());
}

#[divan::bench]
fn serde_json_on_the_same(bencher: divan::Bencher<'_, '_>) {
    let text = profile();
    let documents = yaml::read(&text);
    let tree = &documents[0].tree;
    let json = tree.to_json(tree.root().unwrap()).to_string();
    bencher
        .counter(divan::counter::BytesCount::of_str(&json))
        .bench(|| serde_json::from_str::<serde_json::Value>(&json).unwrap());
}

#[divan::bench]
fn tree_to_model(bencher: divan::Bencher<'_, '_>) {
    let mut sources = Sources::default();
    let input = [Input {
        file: sources.add(Source::new("large.yaml", profile())),
        fault: None,
    }];
    let files = read(&sources, &input);
    bencher.bench(|| Landscape::new(&files).items.len());
}

#[divan::bench]
fn tree_to_findings(bencher: divan::Bencher<'_, '_>) {
    let mut sources = Sources::default();
    let input = [Input {
        file: sources.add(Source::new("large.yaml", profile())),
        fault: None,
    }];
    let files = read(&sources, &input);
    let files: Vec<_> = files.iter().collect();
    let settings = Settings::at(Time::from_unix(1_795_000_000));
    bencher.bench(|| {
        lint_read(&sources, [&files, &[], &[]], &settings, &mut |_, _| {})
            .findings
            .len()
    });
}

#[divan::bench]
fn findings_to_print(bencher: divan::Bencher<'_, '_>) {
    let mut sources = Sources::default();
    let input = [Input {
        file: sources.add(Source::new("large.yaml", profile())),
        fault: None,
    }];
    let settings = Settings::at(Time::from_unix(1_795_000_000));
    let outcome = lint(&sources, &input, &[], &settings);
    bencher.bench(|| {
        let mut out = Vec::new();
        let look = Look::default();
        report::write(Format::Human, &outcome, &sources, look, &mut out).unwrap();
        out.len()
    });
}

/// The goal of a large profile.
#[divan::bench]
fn text_to_findings(bencher: divan::Bencher<'_, '_>) {
    let mut sources = Sources::default();
    let input = [Input {
        file: sources.add(Source::new("large.yaml", profile())),
        fault: None,
    }];
    let settings = Settings::at(Time::from_unix(1_795_000_000));
    bencher.bench(|| lint(&sources, &input, &[], &settings).findings.len());
}
