//! Checked-in files that are derived from others are fresh.

use std::fmt::Write as _;

use crate::common::golden;
use clap::CommandFactory;
use serde_json::Value;

/// The schema tables, from the machine-readable field list.
#[test]
fn schema_tables() {
    let text = std::fs::read_to_string(crate::common::root().join("testdata/schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    let mut out = String::from(
        "//! Field tables, generated from `testdata/schema.json` by `tests/it/generated.rs`: do \
         not edit.\n#![allow(missing_docs)]\n\nuse super::{Field, Omit, Shape, Type};\n\n",
    );
    out.push_str(
        "/// The kinds of `core.gardener.cloud/v1beta1` and their types.\npub static \
        ROOTS: &[(&str, &Type)] = &[\n",
    );
    for (kind, name) in schema["roots"]["core.gardener.cloud/v1beta1"]
        .as_object()
        .unwrap()
    {
        writeln!(out, "    ({kind:?}, &{}),", ident(name.as_str().unwrap())).unwrap();
    }
    out.push_str("];\n");
    for (name, fields) in schema["types"].as_object().unwrap() {
        out.push_str(&table("", "static", name, name, fields));
    }
    golden("src/model/schema/table.rs", &out);
}

/// The same for the `providerConfig`s: what their root types need.
#[test]
fn provider_schema_tables() {
    let text = std::fs::read_to_string(crate::common::root().join("testdata/schema.json")).unwrap();
    let schema: Value = serde_json::from_str(&text).unwrap();
    let mut out = String::from(
        "//! Field tables of the `providerConfig`s, generated from `testdata/schema.json` by \
         `tests/it/generated.rs`: do not edit.\n#![allow(missing_docs)]\n\nuse \
         crate::model::schema::{Field, Omit, Shape, Type};\n",
    );
    for (provider, schema) in schema["providers"].as_object().unwrap() {
        let roots: Vec<&str> = schema["roots"]
            .as_array()
            .unwrap()
            .iter()
            .map(|root| root.as_str().unwrap())
            .collect();
        for (name, fields) in schema["types"].as_object().unwrap() {
            let kind = name.strip_prefix("v1alpha1.").unwrap_or(name);
            let visibility = if roots.contains(&name.as_str()) {
                "pub static"
            } else {
                "static"
            };
            out.push_str(&table(provider, visibility, name, kind, fields));
        }
    }
    golden("src/provider/schema.rs", &out);
}

fn table(prefix: &str, visibility: &str, name: &str, short: &str, fields: &Value) -> String {
    let mut out = String::new();
    write!(
        out,
        "\n{visibility} {}: Type = Type {{\n    name: {name:?},\n    fields: &[\n",
        ident_of(prefix, short)
    )
    .unwrap();
    for field in fields.as_array().unwrap() {
        writeln!(
            out,
            "        Field {{ name: {}, shape: {}, omit: {} }},",
            field[0],
            shape_of(prefix, &field[1]),
            omit(field)
        )
        .unwrap();
    }
    out.push_str("    ],\n};\n");
    out
}

/// The name of a table; those of a provider carry its name.
fn ident_of(prefix: &str, name: &str) -> String {
    if prefix.is_empty() {
        ident(name)
    } else {
        format!(
            "{}_{}",
            prefix.replace('-', "_").to_uppercase(),
            ident(name.strip_prefix("v1alpha1.").unwrap_or(name))
        )
    }
}

fn ident(name: &str) -> String {
    name.replace('.', "_").to_uppercase()
}

/// As Go's `omitempty`: of a pointer the unset one, of a struct none, of everything else the zero
/// value.
fn omit(field: &Value) -> &'static str {
    let is_pointer = field[1].get("optional").is_some()
        || field[1].as_str().is_some_and(|name| name.starts_with('?'));
    match (
        field[2].as_bool().unwrap(),
        is_pointer,
        field[1].get("ref").is_some(),
    ) {
        (false, ..) | (true, false, true) => "Omit::Never",
        (true, true, _) => "Omit::Unset",
        (true, false, false) => "Omit::Empty",
    }
}

fn shape_of(prefix: &str, value: &Value) -> String {
    let shape = |value: &Value| shape_of(prefix, value);
    match value {
        Value::String(name) => match name.trim_start_matches('?') {
            "string" => "Shape::String",
            "bool" => "Shape::Bool",
            "int32" => "Shape::Int32",
            "int64" => "Shape::Int64",
            "float64" => "Shape::Float64",
            "Quantity" => "Shape::Quantity",
            "Time" => "Shape::Time",
            "Duration" => "Shape::Duration",
            "IntOrString" => "Shape::IntOrString",
            "RawExtension" | "FieldsV1" => "Shape::Raw",
            other => panic!("a type that the reader does not know: {other}"),
        }
        .to_owned(),
        Value::Object(map) => {
            if let Some(inner) = map.get("list") {
                format!("Shape::List(&{})", shape(inner))
            } else if let Some(inner) = map.get("map") {
                assert_eq!(map["key"], "string");
                format!("Shape::Map(&{})", shape(inner))
            } else if let Some(inner) = map.get("optional") {
                shape(inner)
            } else {
                format!(
                    "Shape::Object(&{})",
                    ident_of(prefix, map["ref"].as_str().unwrap())
                )
            }
        }
        other => panic!("not a type: {other}"),
    }
}

/// The rule table of the docs, and what the rules find in public files: where these are at hand,
/// which they are beside a checkout.
#[test]
fn rule_table() {
    let dir = crate::common::Dir::new();
    let ran = dir.run(&["rules", "--format", "markdown"]);
    let mut text = format!(
        "# Rules\n\nGenerated by `cpcap rules --format markdown`. `cpcap explain RULE` prints a \
         page.\n\n{}",
        ran.stdout
    );
    let found = "## What they find in public files\n";
    text.push('\n');
    text.push_str(found);
    if let Some(directory) = crate::common::recorded::real_files() {
        text.push_str(&found_in(&directory));
    } else {
        let page = std::fs::read_to_string(crate::common::root().join("docs/rules.md")).unwrap();
        let counts = page.split_once(found).map_or("", |(_, rest)| rest);
        text.push_str(counts);
        for name in counts
            .split("| `")
            .skip(1)
            .filter_map(|row| row.split('`').next())
        {
            assert!(
                cpcap::rules::find(name).is_some(),
                "docs/rules.md counts findings of `{name}`, which is no rule"
            );
        }
    }
    golden("docs/rules.md", &text);
}

/// How much each rule finds in the files of a directory, each judged by itself.
fn found_in(directory: &std::path::Path) -> String {
    let mut files: Vec<_> = [
        "CloudProfile",
        "CloudProfileConfig",
        "NamespacedCloudProfile",
        "Shoot",
        "derived",
    ]
    .iter()
    .flat_map(|kind| std::fs::read_dir(directory.join(kind)).unwrap())
    .map(|entry| entry.unwrap().path())
    .collect();
    files.sort();
    let (mut counts, mut lines) = (
        std::collections::BTreeMap::<(usize, String), [usize; 2]>::new(),
        [0, 0],
    );
    for file in &files {
        let args = [
            "lint",
            "--no-config",
            "--level",
            "note",
            "--format",
            "json",
            file.to_str().unwrap(),
        ];
        let report: Value =
            serde_json::from_str(&crate::common::run_in(directory, &args, "", &[]).stdout).unwrap();
        let mut rules = std::collections::BTreeSet::new();
        for finding in report["findings"].as_array().unwrap() {
            let severity = ["error", "warning", "note"]
                .iter()
                .position(|severity| finding["severity"] == *severity)
                .unwrap();
            let key = (severity, finding["rule"].as_str().unwrap().to_owned());
            let [all, of_files] = counts.entry(key.clone()).or_default();
            *all += 1;
            *of_files += usize::from(rules.insert(key));
        }
        let summary = &report["summary"];
        let bad = summary["errors"] != 0 || summary["warnings"] != 0;
        lines[usize::from(bad)] += 1;
    }
    let mut text = format!(
        "\n{} profiles, `providerConfig`s and Shoots from public repositories, from 2018 on, each \
         judged by itself: {} have errors or warnings, {} have none. Errors are what the server \
         refuses today, warnings what somebody should look at. Notes are not shown unless asked \
         for (`--level note`). Generated by a test.\n\n| Rule | Severity | Findings | Files \
         |\n|---|---|---|---|\n",
        files.len(),
        lines[1],
        lines[0]
    );
    let mut rows: Vec<_> = counts.into_iter().collect();
    rows.sort_by_key(|((severity, rule), [_, files])| {
        (*severity, std::cmp::Reverse(*files), rule.clone())
    });
    for ((severity, rule), [all, files]) in rows {
        writeln!(
            text,
            "| `{rule}` | {} | {all} | {files} |",
            ["error", "warning", "note"][severity]
        )
        .unwrap();
    }
    text
}

/// The table of providers is what the rules go by, and each provider has a page that says what is
/// judged and what is not.
#[test]
fn provider_page() {
    use cpcap::provider::checks::{Decoding, Judge};
    use cpcap::provider::merge::Merge;
    let page =
        std::fs::read_to_string(crate::common::root().join("docs/gardener/providers/README.md"))
            .unwrap();
    let (before, rest) = page.split_once("<!-- table -->\n").unwrap();
    let (_, after) = rest.split_once("<!-- /table -->\n").unwrap();
    let mut table = String::from(
        "| `spec.type` | decoding | who judges CloudProfiles | NamespacedCloudProfiles | updates \
         | writes core flavors | artifacts of workers | refuses Shoots without one | refuses \
         other things in Shoots |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let yes = |holds: bool| if holds { "yes" } else { "no" };
    for provider in cpcap::provider::ALL {
        let decoding = match provider.checks.decoding {
            Decoding::Strict => "strict",
            Decoding::Lenient => "unknown fields are ignored",
            Decoding::Nobody => "nobody decodes it",
        };
        let judge = match provider.checks.judge {
            Judge::Webhook => "webhook",
            Judge::WebhookInWords => "webhook, without naming a field",
            Judge::Controller => "controllers, after admission",
            Judge::Nobody => "nobody",
        };
        let children = match (provider.validate_child.is_some(), provider.merge) {
            (true, Merge::ByVersion) => "judged; versions replace those of the parent",
            (true, Merge::Appended) => "judged; versions come after those of the parent",
            (false, Merge::Never) => "not seen",
            (judged, merge) => panic!("{}: {judged} {merge:?}", provider.name),
        };
        let lookup = match (provider.lookup.is_known(), provider.lookup.is_by_flavor()) {
            (true, true) => "by flavor",
            (true, false) => "by entry",
            (false, _) => "not known",
        };
        writeln!(
            table,
            "| `{}` | {decoding} | {judge} | {children} | {} | {} | {lookup} | {} | {} |",
            provider.name,
            yes(provider.checks.update.is_some()),
            yes(provider.derive.is_some()),
            yes(provider.lookup.judges_shoots),
            yes(provider.shoots.is_some())
        )
        .unwrap();
        let path = format!("docs/gardener/providers/{}.md", provider.name);
        let own = std::fs::read_to_string(crate::common::root().join(&path)).unwrap_or_default();
        let section = own
            .split_once("\n## Judged and not judged\n")
            .map_or("", |(_, section)| section);
        assert!(
            section.contains("\nJudged: ") && section.contains("\nNot judged: "),
            "{path} does not say what is judged"
        );
        assert!(
            page.contains(&format!("]({}.md)", provider.name)),
            "the page of {} is linked nowhere",
            provider.name
        );
    }
    let pages = std::fs::read_dir(crate::common::root().join("docs/gardener/providers"))
        .unwrap()
        .count();
    assert_eq!(pages, cpcap::provider::ALL.len() + 1);
    golden(
        "docs/gardener/providers/README.md",
        &format!("{before}<!-- table -->\n{table}<!-- /table -->\n{after}"),
    );
}

/// The JSON Schemas of all JSON outputs, and those for editors.
#[test]
fn json_schemas() {
    let dir = crate::common::Dir::new();
    let outputs = [
        "add", "baseline", "config", "diff", "lint", "maintain", "match", "migrate", "resolve",
        "retire", "rules", "settings", "table", "uses", "verbs",
    ]
    .map(str::to_owned);
    let editors: Vec<String> = cpcap::editor::names()
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    for output in outputs.iter().chain(&editors) {
        let ran = dir.run(&["schema", output]);
        golden(format!("docs/schemas/{output}.schema.json"), &ran.stdout);
    }
}

/// The manual: `--help` of every command.
#[test]
fn help() {
    let dir = crate::common::Dir::new();
    let mut text = String::from(
        "# Command line\n\nGenerated from `cpcap --help` and `cpcap COMMAND --help`.\n",
    );
    let commands: Vec<String> = cpcap::cli::Cli::command()
        .get_subcommands()
        .map(|command| command.get_name().to_owned())
        .collect();
    let mut short = String::from("What `-h` prints.\n");
    for command in std::iter::once("").chain(commands.iter().map(String::as_str)) {
        let args: Vec<&str> = if command.is_empty() {
            vec!["--help"]
        } else {
            vec![command, "--help"]
        };
        let ran = dir.run(&args);
        assert_eq!(ran.exit.code(), 0);
        let title = if command.is_empty() {
            "cpcap".to_owned()
        } else {
            format!("cpcap {command}")
        };
        let trimmed = |text: &str| {
            text.lines()
                .map(|line| line.trim_end().to_owned() + "\n")
                .collect::<String>()
        };
        write!(
            text,
            "\n## {title}\n\n```text\n{}```\n",
            trimmed(&ran.stdout)
        )
        .unwrap();
        let examples = ran
            .stdout
            .split_once("Examples:\n")
            .map(|(_, examples)| examples);
        assert!(
            examples.is_some_and(|examples| examples.contains("cpcap")),
            "{title}: there are no examples"
        );
        // A wrapped example cannot be copied.
        let of_examples = examples
            .unwrap_or_default()
            .lines()
            .take_while(|line| !line.is_empty());
        assert!(
            of_examples.clone().all(|line| line.starts_with("  ")),
            "{title}: an example is too wide"
        );
        let args: Vec<&str> = if command.is_empty() {
            vec!["-h"]
        } else {
            vec![command, "-h"]
        };
        write!(short, "\n# {title}\n\n{}", trimmed(&dir.run(&args).stdout)).unwrap();
    }
    golden("docs/cli.md", &text);
    golden("testdata/golden/help.txt", &short);
}

/// CONTRIBUTING names the modules whose golden files are written anew.
#[test]
fn modules_with_golden_files_are_named() {
    let root = crate::common::root();
    let guide = std::fs::read_to_string(root.join("CONTRIBUTING.md")).unwrap();
    let (_, command) = guide
        .split_once("CPCAP_UPDATE=1 cargo test --locked --test it -- ")
        .unwrap();
    let (command, _) = command.split_once("\ngit diff").unwrap();
    let mut named: Vec<&str> = command
        .split_whitespace()
        .filter_map(|word| word.strip_suffix("::"))
        .collect();
    named.sort_unstable();
    let mut found: Vec<String> = crate::common::files_below("tests/it")
        .iter()
        .filter(|path| std::fs::read_to_string(path).unwrap().contains("golden("))
        .map(|path| {
            let module = path.strip_prefix(root.join("tests/it")).unwrap();
            let module = module.with_extension("");
            module.iter().next().unwrap().to_str().unwrap().to_owned()
        })
        .filter(|module| module != "common")
        .collect();
    found.sort();
    found.dedup();
    assert_eq!(named, found);
}

/// The README shows the printed output: each block `$ cpcap …` is run at the root of the checkout.
#[test]
fn readme() {
    let readme = std::fs::read_to_string(crate::common::root().join("README.md")).unwrap();
    let mut text = String::new();
    let mut lines = readme.lines();
    let mut ran_any = false;
    while let Some(line) = lines.next() {
        writeln!(text, "{line}").unwrap();
        if line != "```console" {
            continue;
        }
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let command = block
            .first()
            .and_then(|first| first.strip_prefix("$ cpcap "))
            .expect("a console block begins with a command");
        let args: Vec<&str> = command.split_whitespace().collect();
        let ran = crate::common::run_in(&crate::common::root(), &args, "", &[]);
        writeln!(text, "$ cpcap {command}\n{}{}```", ran.stdout, ran.stderr).unwrap();
        ran_any = true;
    }
    assert!(ran_any);
    golden("README.md", &text);
}
