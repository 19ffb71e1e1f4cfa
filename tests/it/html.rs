//! Pages: what they show is what `table --format json` says, they may load nothing, and no text of
//! an input is more than text in them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use base64::Engine as _;
use regex::Regex;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::common::{Dir, root, run_in};

/// A page and the JSON of the same table.
fn both(dir: &Dir, args: &[&str]) -> (String, Value) {
    let run = |format: &str| {
        let ran = dir.run(&[&["table", "--format", format], args].concat());
        assert_eq!(ran.exit.code(), 0, "{args:?}: {}", ran.stderr);
        ran.stdout
    };
    (run("html"), serde_json::from_str(&run("json")).unwrap())
}

/// The text of all matches of a pattern's group.
fn all<'t>(pattern: &str, text: &'t str) -> Vec<&'t str> {
    let pattern = Regex::new(pattern).unwrap();
    pattern
        .captures_iter(text)
        .map(|found| found.get(1).unwrap().as_str())
        .collect()
}

/// What the script of a page reads.
fn data(page: &str) -> Value {
    let [data] = all(
        r#"(?s)<script id="data" type="application/json">(.*?)</script>"#,
        page,
    )[..] else {
        panic!("one element with data");
    };
    serde_json::from_str(data).unwrap()
}

/// Text as a browser shows it.
fn unescaped(text: &str) -> String {
    let text = Regex::new("<[^>]*>").unwrap().replace_all(text, " ");
    let text = text.replace("&lt;", "<").replace("&gt;", ">");
    let text = text.replace("&quot;", "\"").replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The cells of each row of a table, as they stand on the page: each its class and its text.
fn cells(page: &str, sheet: usize) -> Vec<Vec<(String, String)>> {
    let table =
        format!(r#"(?s)<table class="sheet" data-sheet="{sheet}"[^>]*>.*?<tbody>(.*?)</tbody>"#);
    let cell = Regex::new(r#"(?s)<td class="(yes|mixed|no|wrong|hole)"[^>]*>(.*?)</td>"#).unwrap();
    let row = |row: &str| {
        let cells = cell.captures_iter(row);
        cells
            .map(|found| (found[1].to_owned(), unescaped(&found[2])))
            .collect()
    };
    let [body] = all(&table, page)[..] else {
        panic!("one table {sheet}");
    };
    all("(?s)<tr>(.*?)</tr>", body)
        .into_iter()
        .map(row)
        .collect()
}

/// Reads a sign back into what JSON says of it.
fn fit(text: &str) -> Value {
    let numbers = |text: &str| -> Vec<usize> {
        let numbers = text.split(',').filter(|number| !number.is_empty());
        numbers.map(|number| number.parse().unwrap()).collect()
    };
    match text.chars().next() {
        Some('✗') => json!({"compatible": false}),
        Some('o') => json!({"compatible": true}),
        Some('?') => json!({"compatible": true, "ambiguousFlavors": numbers(&text[1..])}),
        Some('✓') if text == "✓" => json!({"compatible": true}),
        Some('✓') => {
            let (flavor, documented) = text["✓".len()..]
                .split_once('≠')
                .map_or((&text["✓".len()..], ""), |(flavor, other)| {
                    (flavor, other)
                });
            let mut fit = json!({"compatible": true, "flavor": flavor.parse::<usize>().unwrap()});
            if !documented.is_empty() {
                fit["documentedFlavors"] = json!(numbers(documented));
            }
            fit
        }
        _ => panic!("{text:?} is no sign"),
    }
}

/// The same for the cell of any kind of table.
fn read_back(kind: &str, text: &str) -> Value {
    match kind {
        "versions" => fit(text),
        "flavors" => match text {
            "★" => json!({"compatible": true, "selected": "yes"}),
            "?" => json!({"compatible": true, "selected": "ambiguous"}),
            "o" => json!({"compatible": true, "selected": "no"}),
            "✗" => json!({"compatible": false, "selected": "no"}),
            other => json!({"compatible": fit(other)["compatible"], "selected": "no"}),
        },
        "images" => match text.split(' ').collect::<Vec<_>>()[..] {
            [version, sign, ref rest @ ..] => {
                let mut cell = fit(sign);
                cell["version"] = json!(version);
                cell["classification"] = json!(rest.first().unwrap_or(&"supported"));
                cell
            }
            _ => fit(text),
        },
        "regions" => match text {
            "✓" => json!("artifact"),
            "✗" => json!("none"),
            "?" => json!("nameless"),
            other => json!(other),
        },
        _ => json!(text == "✓"),
    }
}

/// Every table that a page can show of a profile, cell for cell.
#[test]
fn cells_are_those_of_json() {
    let dir = Dir::new();
    let files = [
        "testdata/table/flavors.yaml",
        "testdata/table/legacy.yaml",
        "testdata/table/long-names.yaml",
        "testdata/table/many.yaml",
        "testdata/match/rules.yaml",
        "testdata/match/lifecycle.yaml",
        "testdata/regions/aws.yaml",
        "testdata/examples/valid.yaml",
    ];
    let mut seen = BTreeSet::new();
    for file in &files.map(|file| root().join(file)) {
        let file = file.to_str().unwrap();
        for flags in [
            &[][..],
            &["--by", "flavor"],
            &["--by", "image"],
            &["--availability"],
            &["--availability=volumes"],
        ] {
            let ran = dir.run(&[&["table", file, "--format", "json"], flags].concat());
            if ran.exit.code() != 0 {
                continue;
            }
            let (page, json) = both(&dir, &[&[file], flags].concat());
            compare(&page, &json["tables"][0], 0, &mut seen);
            let embedded = &data(&page)["tables"];
            assert_eq!(embedded["tables"][0], json["tables"][0], "{file} {flags:?}");
            // The tables below the first one are those of the other flags.
            for (at, table) in embedded["tables"].as_array().unwrap().iter().enumerate() {
                compare(&page, table, at, &mut seen);
            }
        }
    }
    let kinds: BTreeSet<&str> = seen.iter().map(|(kind, _)| kind.as_str()).collect();
    assert!(kinds.len() >= 6, "{kinds:?}");
    for (kind, sign) in [
        ("versions", "wrong"),
        ("versions", "mixed"),
        ("regions", "wrong"),
    ] {
        assert!(
            seen.contains(&(kind.to_owned(), sign.to_owned())),
            "{kind} {sign}"
        );
    }
}

fn compare(page: &str, json: &Value, sheet: usize, seen: &mut BTreeSet<(String, String)>) {
    let table = &json["table"];
    let kind = table["kind"].as_str().unwrap();
    let rows = cells(page, sheet);
    let expected = table["rows"].as_array().unwrap();
    assert_eq!(rows.len(), expected.len());
    for (row, expected) in rows.iter().zip(expected) {
        let cells: Vec<Value> = row.iter().map(|(_, text)| read_back(kind, text)).collect();
        assert_eq!(json!(cells), expected["cells"], "{kind}: {row:?}");
        seen.extend(
            row.iter()
                .map(|(class, _)| (kind.to_owned(), class.clone())),
        );
    }
}

/// A page may load and run its own style and script, and nothing else; it has no others.
#[test]
fn a_page_may_load_nothing() {
    let dir = Dir::new();
    let file = root().join("testdata/examples/valid.yaml");
    let (page, _) = both(&dir, &[file.to_str().unwrap()]);
    let hash = |text: &str| {
        let digest = base64::prelude::BASE64_STANDARD.encode(Sha256::digest(text));
        format!("'sha256-{digest}'")
    };
    let [style] = all("(?s)<style>(.*?)</style>", &page)[..] else {
        panic!("one style");
    };
    let [script] = all("(?s)<script>(.*?)</script>", &page)[..] else {
        panic!("one script");
    };
    assert_eq!(
        page.matches("<script").count(),
        2,
        "the script and its data"
    );
    let policy = format!(
        "default-src 'none'; script-src {}; style-src {}; base-uri 'none'; form-action 'none'",
        hash(script),
        hash(style)
    );
    let [found] = all(
        r#"http-equiv="Content-Security-Policy" content="([^"]*)""#,
        &page,
    )[..] else {
        panic!("one policy");
    };
    assert_eq!(found, policy);
    for text in ["url(", "@import", "http:", "https:"] {
        assert!(!style.contains(text) && !script.contains(text), "{text}");
    }
    for text in [
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        ".style",
    ] {
        assert!(!script.contains(text), "{text}");
    }
}

/// Says what is more than text in a page, or than elements that pages have.
fn only_known_elements(page: &str) {
    let inner = Regex::new("(?s)<(style|script)([^>]*)>.*?</(?:style|script)>").unwrap();
    let page = inner.replace_all(page, "<$1$2></$1>");
    let tag = r#"^<(/?[a-z][a-z0-9]*)((?: [a-zA-Z0-9-]+(?:="[^"<>]*")?)*)>"#;
    let (tag, attribute) = (
        Regex::new(tag).unwrap(),
        Regex::new(r#" ([a-zA-Z0-9-]+)(?:="[^"]*")?"#).unwrap(),
    );
    let elements = [
        "a", "b", "body", "br", "caption", "code", "dd", "details", "div", "dl", "dt", "footer",
        "h1", "h2", "h3", "h4", "head", "header", "html", "li", "main", "meta", "nav", "p", "pre",
        "script", "section", "small", "span", "strong", "style", "summary", "table", "tbody", "td",
        "tfoot", "th", "thead", "title", "tr", "ul",
    ];
    // Those of the drawing of a calendar.
    let drawn = [
        "button", "circle", "defs", "g", "input", "label", "line", "marker", "path", "pattern",
        "rect", "svg", "text",
    ];
    let drawing = [
        "aria-hidden",
        "aria-pressed",
        "cx",
        "cy",
        "d",
        "data-days",
        "data-now",
        "dx",
        "fill",
        "height",
        "hidden",
        "marker-end",
        "markerHeight",
        "markerWidth",
        "orient",
        "patternTransform",
        "patternUnits",
        "r",
        "refX",
        "refY",
        "rx",
        "text-anchor",
        "title",
        "transform",
        "viewBox",
        "width",
        "x",
        "x1",
        "x2",
        "y",
        "y1",
        "y2",
    ];
    let attributes = [
        "aria-label",
        "aria-labelledby",
        "charset",
        "class",
        "colspan",
        "content",
        "data-counts",
        "data-kind",
        "data-sheet",
        "href",
        "http-equiv",
        "id",
        "lang",
        "name",
        "role",
        "rowspan",
        "scope",
        "tabindex",
        "type",
    ];
    let text = page.strip_prefix("<!DOCTYPE html>").unwrap();
    for (at, _) in text.match_indices('<') {
        let rest = &text[at..];
        let near: String = rest.chars().take(80).collect();
        let found = tag
            .captures(rest)
            .unwrap_or_else(|| panic!("no element: {near}"));
        let name = found[1].trim_start_matches('/');
        assert!(
            elements.contains(&name) || drawn.contains(&name),
            "the element {name}: {near}"
        );
        for of in attribute.captures_iter(&found[2]) {
            assert!(
                attributes.contains(&&of[1]) || drawing.contains(&&of[1]),
                "the attribute {}: {near}",
                &of[1]
            );
        }
    }
}

/// Names that would do something if they were not text.
fn hostile() -> Vec<String> {
    let mut names = [
        "<img src=x onerror=alert(1)>",
        "\" onmouseover=\"alert(1)",
        "' autofocus onfocus='alert(1)",
        "</script><script>alert(1)</script>",
        "</style><b>",
        "<!--",
        "]]>&lt;b&gt;&#60;",
        "\u{202e}gnp.exe\u{2066}",
        "\u{2028}\u{2029}\u{200b}\u{85}",
        "شبكة-كبيرة",
        "{{7*7}}${7*7}`7`",
        "javascript:alert(1)",
    ]
    .map(str::to_owned)
    .to_vec();
    names.push("x".repeat(10_000));
    names
}

/// A profile in which everything that a page shows has such names.
fn hostile_profile(name: &str) -> String {
    let names = hostile();
    let versions: Vec<Value> = names
        .iter()
        .map(|name| json!({"version": name, "cri": [{"name": "containerd"}], "classification": name,
            "capabilityFlavors": [{"architecture": ["amd64"], name.as_str(): [name]}, {"architecture": ["arm64"]}]}))
        .collect();
    let regions: Vec<Value> = names
        .iter()
        .map(|name| json!({"name": name, "ami": name}))
        .collect();
    let provider = json!({"apiVersion": "aws.provider.extensions.gardener.cloud/v1alpha1", "kind": "CloudProfileConfig",
        "machineImages": names.iter().map(|name| json!({"name": name, "versions": names.iter().map(|name| json!({"version": name,
            "capabilityFlavors": [{"capabilities": {"architecture": ["amd64"]}, "regions": regions}]})).collect::<Vec<_>>()})).collect::<Vec<_>>()});
    let capabilities = names
        .iter()
        .map(|name| json!({"name": name, "values": [name, "other"]}));
    let capabilities: Vec<Value> =
        std::iter::once(json!({"name": "architecture", "values": ["amd64", "arm64"]}))
            .chain(capabilities)
            .collect();
    json!({"apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {"name": name}, "spec": {
        "type": "aws",
        "kubernetes": {"versions": [{"version": "1.31.1"}]},
        "machineCapabilities": capabilities,
        "machineImages": names.iter().map(|name| json!({"name": name, "versions": versions})).collect::<Vec<_>>(),
        "machineTypes": names.iter().map(|name| json!({"name": name, "cpu": "2", "gpu": "0", "memory": "8Gi",
            "capabilities": {"architecture": ["amd64"], name.as_str(): ["other"]}})).collect::<Vec<_>>(),
        "volumeTypes": [{"name": "gp3", "class": "standard"}],
        "regions": names.iter().map(|name| json!({"name": name, "zones": [{"name": name, "unavailableMachineTypes": names}]})).collect::<Vec<_>>(),
        "providerConfig": provider}})
    .to_string()
}

#[test]
fn names_are_only_text() {
    for name in hostile() {
        let dir = Dir::new();
        dir.write("profile.json", hostile_profile(&name));
        // One name of the profile is enough with all names in it.
        let flags: &[&[&str]] = if name.starts_with("<img") {
            &[
                &[],
                &["--by", "flavor"],
                &["--by", "image"],
                &["--availability"],
                &["--regions"],
            ]
        } else {
            &[&["--availability"]]
        };
        for flags in flags {
            let (page, json) = both(&dir, &[&["profile.json"], *flags].concat());
            only_known_elements(&page);
            if *flags != ["--regions"] {
                assert_eq!(data(&page)["tables"]["tables"][0], json["tables"][0]);
            }
            assert!(!page.contains(['\u{202e}', '\u{2028}', '\u{200b}', '\u{85}']));
        }
    }
}

#[test]
fn names_are_only_text_in_changes_and_calendars() {
    let dir = Dir::new();
    let name = &hostile()[0];
    let profile: Value = serde_json::from_str(&hostile_profile(name)).unwrap();
    let mut other = profile.clone();
    for list in ["machineImages", "machineTypes", "regions"] {
        other["spec"][list].as_array_mut().unwrap().remove(0);
    }
    let mut shoot = json!({"apiVersion": "core.gardener.cloud/v1beta1", "kind": "Shoot",
        "metadata": {"name": name, "namespace": name}, "spec": {
            "cloudProfile": {"kind": "CloudProfile", "name": name}, "region": name,
            "kubernetes": {"version": "1.31.1"},
            "provider": {"type": "aws", "workers": []}}});
    shoot["spec"]["provider"]["workers"] = hostile()
        .iter()
        .map(|name| {
            json!({"name": name, "minimum": 1, "maximum": 2,
                "machine": {"type": name, "image": {"name": name, "version": name}}})
        })
        .collect();
    dir.write("old.json", profile.to_string());
    dir.write("new.json", other.to_string());
    dir.write("shoot.json", shoot.to_string());
    for args in [
        "diff old.json new.json --with shoot.json --format html",
        "diff new.json old.json --with shoot.json --format html",
        "maintain -p old.json --format html",
        "maintain shoot.json -p old.json --format html",
    ] {
        let ran = dir.run(&args.split(' ').collect::<Vec<_>>());
        assert!(ran.exit.code() < 2, "{args}: {}", ran.stderr);
        only_known_elements(&ran.stdout);
        assert!(ran.stdout.contains("&lt;img src=x"), "{args}");
        let odd = ['\u{202e}', '\u{2028}', '\u{200b}', '\u{85}'];
        assert!(!ran.stdout.contains(odd), "{args}");
    }
}

/// A profile of the provider aws with 60,016 pairs in about 1.5 MB, with artifacts as long as real
/// ones.
fn large() -> String {
    let regions: Vec<String> = (0..20)
        .map(|at| format!("region-{}-{at}", ["eu", "us"][at % 2]))
        .collect();
    let hosts = [
        ("amd64", "virtual"),
        ("amd64", "metal"),
        ("arm64", "virtual"),
        ("arm64", "metal"),
    ];
    let mut text = String::from(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: large}\nspec:\n  type: aws\n  kubernetes: {versions: \
         [{version: 1.35.0}]}\n  machineCapabilities:\n  - {name: architecture, values: [amd64, arm64]}\n  - {name: host, values: [virtual, \
         metal]}\n  - {name: storage, values: [NVMe, SCSI]}\n  machineImages:\n",
    );
    let version = |at: usize| format!("{}.{}.0", 1000 + at, at % 7);
    for image in 0..4 {
        writeln!(text, "  - name: image{image}\n    versions:").unwrap();
        for at in 0..62 {
            writeln!(
                text,
                "    - version: {}\n      cri: [{{name: containerd}}]\n      capabilityFlavors:",
                version(at)
            )
            .unwrap();
            for (architecture, host) in hosts {
                writeln!(
                    text,
                    "      - {{architecture: [{architecture}], host: [{host}]}}"
                )
                .unwrap();
            }
        }
    }
    text.push_str("  machineTypes:\n");
    for at in 0..242 {
        let (architecture, host) = hosts[at % 4];
        let storage = ["[NVMe]", "[NVMe, SCSI]"][at / 4 % 2];
        writeln!(text, "  - {{name: m{at}.xlarge, cpu: '2', gpu: '0', memory: 8Gi, capabilities: {{architecture: [{architecture}], host: \
             [{host}], storage: {storage}}}}}").unwrap();
    }
    text.push_str("  regions:\n");
    for (at, region) in regions.iter().enumerate() {
        writeln!(text, "  - {{name: {region}, zones: [{{name: {region}a, unavailableMachineTypes: [m{at}.xlarge]}}, {{name: {region}b}}]}}").unwrap();
    }
    text.push_str(
        "  providerConfig:\n    apiVersion: aws.provider.extensions.gardener.cloud/v1alpha1\n    kind: CloudProfileConfig\n    machineImages:\n",
    );
    for image in 0..4 {
        writeln!(text, "    - name: image{image}\n      versions:").unwrap();
        for at in 0..62 {
            writeln!(
                text,
                "      - version: {}\n        capabilityFlavors:",
                version(at)
            )
            .unwrap();
            for (flavor, (architecture, host)) in hosts.into_iter().enumerate() {
                writeln!(text, "        - capabilities: {{architecture: [{architecture}], host: [{host}]}}\n          regions:").unwrap();
                for (number, region) in regions.iter().enumerate() {
                    let number = ((image * 62 + at) * 4 + flavor) * 20 + number;
                    writeln!(
                        text,
                        "          - {{name: {region}, ami: ami-0{number:016x}}}"
                    )
                    .unwrap();
                }
            }
        }
    }
    text
}

#[test]
fn a_large_profile_has_a_small_page() {
    let dir = Dir::new();
    let text = large();
    assert!(text.len() > 1_200_000, "{}", text.len());
    dir.write("large.yaml", &text);
    let (page, json) = both(&dir, &["large.yaml"]);
    assert!(page.len() < 1_000_000, "{}", page.len());
    let data = data(&page);
    // Nothing is left out: all pairs, and each artifact once.
    let table = &json["tables"][0]["table"];
    let names = |side: &str, field: &str| -> usize {
        let all = table[side].as_array().unwrap();
        all.iter()
            .map(|of| of[field].as_array().unwrap().len())
            .sum()
    };
    assert_eq!(
        names("rows", "machineTypes") * names("columns", "versions"),
        60_016
    );
    let reasons = &data["reasons"]["0"];
    let lengths = ["machineGroups", "versionGroups", "artifacts"]
        .map(|of| reasons[of].as_array().unwrap().len());
    assert_eq!(lengths, [242, 248, 248]);
    assert_eq!(page.matches("ami ami-0").count(), 62 * 4 * 4 * 20);
    let again = dir.run(&["table", "--format", "html", "large.yaml"]);
    assert!(again.stdout == page, "two runs differ");
}

/// Where most pairs differ, a page does not grow with their number: it refers to `match`.
#[test]
fn too_many_pairs_are_left_to_match() {
    // Twelve capabilities with two values: a number of machine types and versions that all differ.
    let bits: Vec<String> = (0..12).map(|at| format!("c{at}")).collect();
    let differ = |of: usize| -> Value {
        let value = |at: usize| match of >> at & 1 {
            0 => json!(["a"]),
            _ => json!(["a", "b"]),
        };
        let values = bits
            .iter()
            .enumerate()
            .map(|(at, name)| (name.clone(), value(at)));
        Value::Object(values.collect())
    };
    let page = |machines: usize, versions: usize| {
        let profile = json!({"apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {"name": "wild"}, "spec": {
            "type": "local", "kubernetes": {"versions": [{"version": "1.35.0"}]}, "regions": [{"name": "local"}],
            "machineCapabilities": bits.iter().map(|name| json!({"name": name, "values": ["a", "b"]})).collect::<Vec<_>>(),
            "machineTypes": (0..machines).map(|at| json!({"name": format!("m{at}"), "cpu": "2", "gpu": "0", "memory": "8Gi",
                "capabilities": differ(at)})).collect::<Vec<_>>(),
            "machineImages": [{"name": "linux", "versions": (0..versions).map(|at| json!({"version": format!("{at}.0.0"),
                "cri": [{"name": "containerd"}], "capabilityFlavors": [differ(at)]})).collect::<Vec<_>>()}]}});
        let dir = Dir::new();
        dir.write("wild.json", profile.to_string());
        let ran = dir.run(&["table", "--format", "html", "wild.json"]);
        assert_eq!(ran.exit.code(), 0, "{}", ran.stderr);
        data(&ran.stdout)["reasons"]["0"].clone()
    };
    let few = page(20, 20);
    assert!(few["documents"].as_array().unwrap().len() > 20 && few["unexplained"].is_null());
    let many = page(101, 100);
    assert_eq!(many["documents"].as_array().unwrap().len(), 0);
    let why = many["unexplained"].as_str().unwrap();
    assert!(why.contains("10100 different pairs"), "{why}");
}

/// A page draws only as many versions before and after as it can, and its tables have all.
#[test]
fn calendars_of_large_changes_stay_small() {
    let profile = |name: &str, year: i32, differs: usize| {
        let date = |at: usize| {
            let year = if at.is_multiple_of(differs) {
                year
            } else {
                2027
            };
            format!("{year}-0{}-15T00:00:00Z", at % 9 + 1)
        };
        let version = |at: usize| {
            json!({"version": format!("{at}.0.0"), "classification": "deprecated",
                "expirationDate": date(at), "architectures": ["amd64"]})
        };
        let images: Vec<Value> = (0..8)
            .map(|at| {
                let versions: Vec<Value> = (0..50).map(version).collect();
                json!({"name": format!("image-{at}"), "versions": versions})
            })
            .collect();
        json!({"apiVersion": "core.gardener.cloud/v1beta1", "kind": "CloudProfile", "metadata": {"name": name}, "spec": {
            "type": "local", "kubernetes": {"versions": [{"version": "1.35.0"}]}, "regions": [{"name": "local"}],
            "machineTypes": [{"name": "m", "cpu": "2", "gpu": "0", "memory": "8Gi"}], "machineImages": images}})
    };
    let revision = |year| {
        let all = [("a-few", 10), ("b-all", 1), ("c-few", 10)];
        let items = all.map(|(name, differs)| profile(name, year, differs));
        json!({"apiVersion": "v1", "kind": "List", "items": items}).to_string()
    };
    let dir = Dir::with(&[("old.json", &revision(2027)), ("new.json", &revision(2028))]);
    let page = dir.run(&["diff", "old.json", "new.json", "--format", "html"]);
    let page = page.stdout;
    let sections: Vec<&str> = page.split("<section id=\"calendar-").skip(1).collect();
    let found: Vec<(usize, usize, usize)> = sections
        .iter()
        .map(|section| {
            let section = section.split("</section>").next().unwrap();
            let of = |text: &str| section.matches(text).count();
            (of("\"cal-name\""), of("<tr>") - 1, of("id=\"cal-arrow\""))
        })
        .collect();
    assert_eq!(found, [(80, 40, 1), (0, 400, 0), (80, 40, 0)]);
    for (section, said) in sections.iter().zip([
        "Only the versions that differ: there are too many to draw all.",
        "There are too many versions that differ to draw them.",
        "Only the versions that differ",
    ]) {
        assert!(section.contains(said), "{said}");
    }
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
}

/// The sentences of a cell are those of `match --explain`.
#[test]
fn reasons_are_those_of_match() {
    let dir = Dir::new();
    let profile = root().join("testdata/match/rules.yaml");
    let profile = profile.to_str().unwrap();
    let (page, json) = both(&dir, &[profile]);
    let data = data(&page);
    let (table, reasons) = (&json["tables"][0]["table"], &data["reasons"]["0"]);
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut sentences = 0;
    for (row, machines) in table["rows"]
        .as_array()
        .unwrap()
        .iter()
        .zip(reasons["rows"].as_array().unwrap())
    {
        let machine_type = row["machineTypes"][0].as_str().unwrap();
        // Of these `match` says nothing more.
        if row["usable"] == false {
            continue;
        }
        for (column, versions) in table["columns"]
            .as_array()
            .unwrap()
            .iter()
            .zip(reasons["columns"].as_array().unwrap())
        {
            let (image, version) = (
                column["image"].as_str().unwrap(),
                column["versions"][0].as_str().unwrap(),
            );
            let args = [
                "match",
                "-p",
                profile,
                "-m",
                machine_type,
                "-i",
                image,
                "--version",
                version,
                "--explain",
            ];
            let explained = squeezed(&run_in(dir.path(), &args, "", &[]).stdout);
            let group = number(&reasons["machineGroups"][number(&machines[0])]);
            let group_of_version = number(&reasons["versionGroups"][number(&versions[0])]);
            let document = number(&reasons["pairs"][group][group_of_version]);
            for block in reasons["documents"][document].as_array().unwrap() {
                let block = &reasons["blocks"][number(block)];
                let Some(texts) = block["p"][1].as_array() else {
                    continue;
                };
                let text: String = texts
                    .iter()
                    .map(|at| &reasons["texts"][number(at)])
                    .map(|text| text.as_str().unwrap_or_else(|| text[0].as_str().unwrap()))
                    .collect();
                // The version that a pool gets depends on what it names.
                if !text.contains("A pool with image") {
                    assert!(explained.contains(&squeezed(&text)), "{text}\n{explained}");
                    sentences += 1;
                }
            }
        }
    }
    assert!(sentences > 10, "{sentences}");
}

fn names_in(dir: &Dir, site: &str) -> Vec<String> {
    let entries = std::fs::read_dir(dir.path().join(site)).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// A profile without findings, under another name.
fn named(name: &str) -> String {
    let text = std::fs::read_to_string(root().join("testdata/examples/valid.yaml")).unwrap();
    text.replacen("name: example", &format!("name: {name}"), 1)
}

#[test]
fn a_report_has_a_page_for_each_profile() {
    let dir = Dir::new();
    dir.write("a/one.yaml", named("same"));
    dir.write("b/one.yaml", named("same"));
    dir.write("index.yaml", named("index"));
    dir.write("device.yaml", named("nul.x"));
    dir.write("odd.yaml", named("'../../<b>'"));
    dir.write(
        "refused.yaml",
        named("refused").replacen("cpu: \"4\"", "cpu: \"-2\"", 1),
    );
    dir.write(
        "many.yaml",
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: [\n",
    );
    let ran = dir.run(&["report", ".", "-o", "site/of/it"]);
    assert_eq!(ran.exit.code(), 1, "{}", ran.stderr);
    let names = names_in(&dir, "site/of/it");
    let plain: Vec<String> = names
        .iter()
        .map(|name| {
            Regex::new("-[0-9a-f]{8}[.]")
                .unwrap()
                .replace(name, "-#.")
                .into_owned()
        })
        .collect();
    assert_eq!(
        plain,
        [
            ".cpcap-report",
            "b-#.html",
            "index-#.html",
            "index.html",
            "profile-#.html",
            "profile-nul.x-#.html",
            "refused.html",
            "same-#.html",
            "same-#.html"
        ]
    );
    let page =
        |name: &str| std::fs::read_to_string(dir.path().join("site/of/it").join(name)).unwrap();
    let index = page("index.html");
    only_known_elements(&index);
    let links = all(r##"<a href="([^"#]+)">"##, &index);
    assert_eq!(links.len(), 7, "{links:?}");
    for link in links {
        let page = page(link);
        only_known_elements(&page);
        assert!(page.contains(r#"<a href="index.html">"#), "{link}");
    }
    // The worst come first.
    let states: Vec<String> = all("(?s)<tr><th scope=\"row\">(.*?)</tr>", &index)
        .into_iter()
        .map(unescaped)
        .collect();
    let refused: Vec<bool> = states.iter().map(|row| row.contains("✗ refused")).collect();
    assert_eq!(
        refused,
        [true, true, false, false, false, false, false],
        "{states:?}"
    );
    assert!(
        index.contains("many.yaml"),
        "findings without a profile stand on the index"
    );
    let refused = page("refused.html");
    assert!(
        refused.contains("-2") && refused.contains("cpcap explain "),
        "{refused}"
    );
}

/// A report loses no finding: each stands on the page of its profile, or on the index.
#[test]
fn a_report_says_all_that_lint_says() {
    let dir = Dir::new();
    let inputs =
        ["testdata/examples", "testdata/maintain", "testdata/small"].map(|path| root().join(path));
    let inputs: Vec<&str> = inputs.iter().map(|path| path.to_str().unwrap()).collect();
    let flags = ["--level", "note"];
    let lint = dir.run(&[&["lint", "--format", "json"], &inputs[..], &flags].concat());
    let lint: Value = serde_json::from_str(&lint.stdout).unwrap();
    dir.run(&[&["report", "-o", "site"], &inputs[..], &flags].concat());
    let squeezed = |text: &str| -> String {
        let visible = |c: &char| !c.is_whitespace() && *c != '`';
        text.chars().filter(visible).collect()
    };
    let pages: Vec<(String, String)> = names_in(&dir, "site")
        .into_iter()
        .filter(|name| name.ends_with(".html"))
        .map(|name| {
            let page = std::fs::read_to_string(dir.path().join("site").join(&name)).unwrap();
            only_known_elements(&page);
            let [title] = all("(?s)<head>.*?<title>(.*?)</title>", &page)[..] else {
                panic!("one title");
            };
            (unescaped(title), squeezed(&unescaped(&page)))
        })
        .collect();
    let (mut of_profiles, mut of_others) = (0, 0);
    for finding in lint["findings"].as_array().unwrap() {
        let text = |field: &str| finding[field].as_str().unwrap_or_default();
        let message = squeezed(finding["message"].as_str().unwrap());
        let name = format!("{} {}", text("kind"), text("name"));
        let child = format!("{} {}/{}", text("kind"), text("namespace"), text("name"));
        let own = pages.iter().filter(|(title, _)| {
            let title = title.split(" (").next().unwrap();
            title == name || title == child
        });
        let mut own = own.peekable();
        if own.peek().is_some() {
            assert!(own.any(|(_, text)| text.contains(&message)), "{finding:#}");
            of_profiles += 1;
        } else if text("name").is_empty() {
            // What concerns a text is said where its only profile is, if there is one.
            assert!(pages.iter().any(|(_, text)| text.contains(&message)));
            of_others += 1;
        } else {
            let (_, index) = pages.iter().find(|(title, _)| title == "Profiles").unwrap();
            assert!(index.contains(&message), "{finding:#}");
            of_others += 1;
        }
    }
    assert!(
        of_profiles > 20 && of_others > 5,
        "{of_profiles} {of_others}"
    );
}

#[test]
fn names_are_only_text_in_a_report() {
    let dir = Dir::new();
    let names = hostile();
    let (first, last) = (&names[0], &names[names.len() - 1]);
    dir.write("first.json", hostile_profile(first));
    dir.write("last.json", hostile_profile(last));
    let ran = dir.run(&["report", ".", "-o", "site", "--level", "note"]);
    assert!(ran.exit.code() < 2, "{}", ran.stderr);
    let names = names_in(&dir, "site");
    let pages: Vec<&String> = names
        .iter()
        .filter(|name| name.ends_with(".html"))
        .collect();
    assert_eq!(pages.len(), 3, "{names:?}");
    for name in pages {
        assert!(
            name.len() < 100 && !name.contains(['<', '/', ' ', '"']),
            "{name}"
        );
        let page = std::fs::read_to_string(dir.path().join("site").join(name)).unwrap();
        only_known_elements(&page);
        assert!(
            !page.contains(['\u{202e}', '\u{2028}', '\u{200b}', '\u{85}']),
            "{name}"
        );
    }
}

#[test]
fn a_report_changes_only_its_own_files() {
    let dir = Dir::new();
    dir.write("in/a.yaml", named("a"));
    dir.write("in/b.yaml", named("b"));
    dir.write("mine/notes.txt", "mine");
    let run = |site: &str| dir.run(&["report", "in", "-o", site]);
    let ran = run("mine");
    assert_eq!(ran.exit.code(), 2);
    assert!(
        ran.stderr
            .contains("mine is not empty, and no report of cpcap"),
        "{}",
        ran.stderr
    );
    assert_eq!(names_in(&dir, "mine"), ["notes.txt"]);
    assert_eq!(run("in").exit.code(), 2);

    assert_eq!(run("site").exit.code(), 0);
    let before = std::fs::read(dir.path().join("site/a.html")).unwrap();
    assert_eq!(run("site").exit.code(), 0);
    assert_eq!(
        std::fs::read(dir.path().join("site/a.html")).unwrap(),
        before
    );
    // A page of a profile that is gone goes; what others put there stays.
    std::fs::remove_file(dir.path().join("in/b.yaml")).unwrap();
    dir.write("site/logo.svg", "<svg/>");
    dir.write("outside.html", "mine");
    let list = dir.path().join("site/.cpcap-report");
    let text = std::fs::read_to_string(&list).unwrap() + "../outside.html\nlogo.svg\n";
    std::fs::write(&list, text).unwrap();
    assert_eq!(run("site").exit.code(), 0);
    assert_eq!(
        names_in(&dir, "site"),
        [".cpcap-report", "a.html", "index.html", "logo.svg"]
    );
    assert!(dir.path().join("outside.html").exists());
    // A file of another is never written over.
    dir.write("in/c.yaml", named("c"));
    dir.write("site/c.html", "mine");
    let ran = run("site");
    assert_eq!(ran.exit.code(), 2);
    assert!(
        ran.stderr
            .contains("site has a file c.html that cpcap did not write"),
        "{}",
        ran.stderr
    );
    assert_eq!(
        std::fs::read(dir.path().join("site/c.html")).unwrap(),
        b"mine"
    );
    let nothing = dir.run(&["report", "site", "-o", "other"]);
    assert_eq!(nothing.exit.code(), 2);
    assert!(!dir.path().join("other").exists(), "{}", nothing.stderr);
}
