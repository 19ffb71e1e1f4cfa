//! cpcap against the answers that Gardener itself gave (`testdata/conformance/README.md`). Prints
//! one line an area.

use std::collections::{BTreeMap, BTreeSet};

use cpcap::config::Operation;
use cpcap::effective;
use cpcap::finding::{Finding, Origin};
use cpcap::landscape::{Body, Input, Landscape, read};
use cpcap::lint::lint;
use cpcap::merge::Dropped;
use cpcap::model::cloudprofile::CloudProfile;
use cpcap::source::{Source, Sources};
use serde_json::{Value, json};

use crate::common::errors::{compare, server_errors, settings};
use crate::common::{
    bastion, maintenance, namespaced, provider, reading, recorded, references, selection, shoot,
    skip, values, versions,
};

type Agrees = fn(&Value) -> Result<(), String>;

/// The areas, their files, and what compares them.
const AREAS: &[(&str, &str, Agrees)] = &[
    ("values", "values", values::agrees),
    ("versions", "versions", versions::agrees),
    ("cloudprofile", "cloudprofile", cloudprofile),
    (
        "cloudprofile-update",
        "cloudprofile-update",
        cloudprofile_update,
    ),
    ("namespaced", "namespaced", namespaced::agrees),
    ("selection", "selection", selection::agrees),
    ("maintenance", "maintenance", maintenance::agrees),
    ("shoot", "shoot", shoot::agrees),
    ("references", "references", references::agrees),
    ("bastion", "bastion", bastion::agrees),
    ("documents", "real", documents),
    ("reading", "reading", reading::agrees),
];

/// The areas, beside those of providers, that have inputs which were changed at random
/// (`mutated/`).
const MUTATED: &[&str] = &[
    "values",
    "cloudprofile",
    "cloudprofile-update",
    "namespaced",
    "shoot",
    "references",
    "reading",
];

/// The areas of each provider, with what compares them.
const PROVIDER_AREAS: &[(&str, Agrees)] = &[
    ("provider-cloudprofile", provider::cloudprofile),
    ("provider-validator", provider::validator),
    ("provider-image", provider::image),
    ("provider-namespaced", provider::namespaced),
    (
        "provider-namespaced-validator",
        provider::namespaced_validator,
    ),
];

/// The providers with many answers in every area. Of the others there are those that somebody added
/// by hand.
const PROVIDERS: &[&str] = &["local", "aws", "azure", "gcp", "openstack", "alicloud"];

/// One area: what is printed, the file, the area of its cases, and the comparison.
type Area = (String, String, &'static str, Agrees);

/// The provider of a file whose answers were only added by hand, and may be few.
fn added_by_hand(file: &str) -> bool {
    file.rsplit("provider-").next() != Some(file)
        && PROVIDERS
            .iter()
            .all(|provider| !file.ends_with(&format!("provider-{provider}")))
}

/// All areas of inputs that were written or generated.
fn areas() -> Vec<Area> {
    let core = AREAS
        .iter()
        .map(|(area, file, agrees)| ((*area).to_owned(), (*file).to_owned(), *area, *agrees));
    let of = |provider: &'static str| {
        let area = move |(area, agrees): &(&'static str, Agrees)| {
            let file = format!("provider-{provider}");
            (format!("{area} {provider}"), file, *area, *agrees)
        };
        PROVIDER_AREAS.iter().map(area)
    };
    core.chain(
        cpcap::provider::ALL
            .iter()
            .flat_map(|provider| of(provider.name)),
    )
    .collect()
}

/// All areas of inputs that were changed at random.
fn mutated_areas() -> Vec<Area> {
    let has_mutated = |area: &str| area.starts_with("provider") || MUTATED.contains(&area);
    areas()
        .into_iter()
        .filter(|(_, _, area, _)| has_mutated(area))
        .map(|(name, file, area, agrees)| {
            let file = format!("mutated/{file}");
            (format!("mutated {name}"), file, area, agrees)
        })
        .collect()
}

/// A finding that the server reports after an earlier fault is gone appears with that fault,
/// marked.
#[test]
fn findings_after_a_refusal_match_the_recorded_ones() {
    type Behind = fn(&Value) -> Option<Result<(), String>>;
    let of_providers: Vec<String> = PROVIDERS
        .iter()
        .map(|provider| format!("provider-{provider}"))
        .collect();
    let core = |file: &str| vec![file.to_owned()];
    for (what, files, behind) in [
        ("shoot", core("shoot"), shoot::behind as Behind),
        (
            "shoot, machine type",
            core("shoot"),
            shoot::behind_machine_type,
        ),
        ("namespaced", core("namespaced"), namespaced::behind),
        (
            "profile, provider",
            of_providers.clone(),
            provider::behind_profile,
        ),
        (
            "namespaced, provider",
            of_providers.clone(),
            provider::behind_child,
        ),
        (
            "admission, provider",
            of_providers,
            provider::behind_admission,
        ),
    ] {
        let cases: Vec<Value> = files
            .iter()
            .flat_map(|file| recorded::cases(file))
            .collect();
        let answers: Vec<(&Value, Result<(), String>)> = cases
            .iter()
            .filter_map(|case| Some((&case["id"], behind(case)?)))
            .collect();
        let wrong: Vec<_> = answers
            .iter()
            .filter_map(|(id, answer)| Some((id, answer.as_ref().err()?)))
            .collect();
        println!(
            "{what}: {} of {}",
            answers.len() - wrong.len(),
            answers.len()
        );
        assert!(wrong.is_empty(), "{what}: {wrong:#?}");
        assert!(answers.len() >= 5, "{what}: only {} cases", answers.len());
    }
}

/// A case of an area without comparison would look like one that agrees, and two cases with one
/// name could not be told apart.
#[test]
fn every_recorded_answer_has_an_area_and_a_name_of_its_own() {
    let known: BTreeSet<&str> = AREAS
        .iter()
        .map(|(area, ..)| *area)
        .chain(PROVIDER_AREAS.iter().map(|(area, _)| *area))
        .collect();
    let compared: BTreeSet<String> = areas()
        .into_iter()
        .chain(mutated_areas())
        .map(|(_, file, ..)| file)
        .collect();
    let mut ids = BTreeSet::new();
    for name in recorded::names()
        .into_iter()
        .chain(recorded::mutated_names())
    {
        assert!(compared.contains(&name), "{name} is compared by nothing");
        for case in recorded::cases(&name) {
            let id = case["id"].as_str().unwrap().to_owned();
            let area = case["area"].as_str().unwrap();
            assert!(known.contains(area), "{name}: {id} is of no area: {area}");
            assert!(ids.insert(id.clone()), "{name}: {id} is there twice");
        }
    }
}

/// How many answers there are, as `docs/reliability.md` says.
#[test]
fn the_page_counts_the_answers() {
    if recorded::are_elsewhere() {
        return;
    }
    let (mut all, mut left_out) = (0, 0);
    for name in recorded::names()
        .into_iter()
        .chain(recorded::mutated_names())
    {
        let cases = recorded::cases(&name);
        all += cases.len();
        if name.starts_with("mutated/provider-") {
            let repeats = cases.iter().filter(|case| provider::repeats_a_name(case));
            left_out += repeats.count();
        }
    }
    let number = |of: usize| match of {
        1_000.. => format!("{},{:03}", of / 1_000, of % 1_000),
        _ => of.to_string(),
    };
    let page = std::fs::read_to_string(crate::common::root().join("docs/reliability.md")).unwrap();
    let told = format!(
        "| {} answers, of {} recorded ones |",
        number(all - left_out),
        number(all)
    );
    assert!(page.contains(&told), "{told}");
}

#[test]
fn all_recorded_answers_agree() {
    let shows_all = recorded::all_cases();
    let mut failed = Vec::new();
    for (name, file, area, agrees) in areas().into_iter().chain(mutated_areas()) {
        if area == "documents" && recorded::real_files().is_none() {
            continue;
        }
        let by_hand = added_by_hand(&file);
        if by_hand && !recorded::exists(&file) {
            continue;
        }
        if recorded::are_elsewhere() && !recorded::exists(&file) {
            skip(&format!("{name}: there is no {file}.jsonl"));
            continue;
        }
        let mut cases: Vec<Value> = recorded::cases(&file);
        cases.retain(|case| case["area"] == area);
        if by_hand && cases.is_empty() {
            continue;
        }
        let all_cases = cases.len();
        if name.starts_with("mutated provider-") {
            cases.retain(|case| !provider::repeats_a_name(case));
        }
        let disagreements: Vec<(&Value, String)> = cases
            .iter()
            .filter_map(|case| Some((&case["id"], agrees(case).err()?)))
            .collect();
        let least = match name.contains("provider-") {
            true if by_hand => 1,
            true => 10,
            false => 50,
        };
        if cases.len() < least {
            failed.push(format!("{name} has {} cases only", cases.len()));
        }
        let left_out = match all_cases - cases.len() {
            0 => String::new(),
            count => format!(" ({count} left out, since the core part lists a name twice)"),
        };
        let agreed = cases.len() - disagreements.len();
        println!("{name}: {agreed}/{}{left_out}", cases.len());
        for (id, error) in disagreements
            .iter()
            .take(if shows_all { usize::MAX } else { 20 })
        {
            println!("  {id}: {error}");
        }
        if agreed < cases.len() {
            failed.push(format!("{name} agrees on {agreed} of {}", cases.len()));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("; "));
}

/// Whoever adds an answer learns from these messages what a line lacks.
#[test]
fn lines_that_lack_something_are_named() {
    let page = crate::common::root().join("testdata/conformance/README.md");
    let page = std::fs::read_to_string(page).unwrap();
    let block = page.split("```json\n").nth(1).unwrap();
    let line = block.lines().next().unwrap();
    let case = recorded::case(line).unwrap();
    cloudprofile(&case).unwrap();
    let without = |keys: &[&str]| {
        let mut case = case.clone();
        let (last, parents) = keys.split_last().unwrap();
        let parent = parents.iter().fold(&mut case, |at, key| &mut at[*key]);
        parent.as_object_mut().unwrap().remove(*last).unwrap();
        recorded::case(&case.to_string()).unwrap_err()
    };
    let id = &case["id"];
    for (keys, missing) in [
        (&["now"][..], "now"),
        (&["input", "object"], "input.object"),
        (&["expect"], "expect"),
        (&["expect", "create"], "expect.create"),
        (&["expect", "create", "dropped"], "expect.create.dropped"),
    ] {
        assert_eq!(without(keys), format!("{id}: {missing} is missing"));
    }
    assert_eq!(
        recorded::case(r#"{"id": "a"#).unwrap_err(),
        "column 9: EOF while parsing a string"
    );
}

struct Texts {
    sources: Sources,
    judged: Vec<Input>,
    old: Vec<Input>,
}

fn texts(object: &str, old: Option<&str>) -> Texts {
    let mut sources = Sources::default();
    let judged = vec![Input {
        file: sources.add(Source::new("object.yaml", object)),
        fault: None,
    }];
    let old = old
        .map(|old| Input {
            file: sources.add(Source::new("old.yaml", old)),
            fault: None,
        })
        .into_iter()
        .collect();
    Texts {
        sources,
        judged,
        old,
    }
}

fn cloudprofile(case: &Value) -> Result<(), String> {
    let expect = &case["expect"];
    let texts = texts(case["input"]["object"].as_str().unwrap(), None);
    let outcome = lint(
        &texts.sources,
        &texts.judged,
        &[],
        &settings(case, Operation::Update),
    );
    if let Some(decode) = expect.get("decode") {
        return compare_decode(decode, &outcome.findings);
    }
    decodes(&outcome.findings)?;
    compare(&expect["errors"], &server_errors(&outcome.findings), false)?;

    let create = &expect["create"];
    let settings = settings(case, Operation::Create);
    let outcome = lint(&texts.sources, &texts.judged, &[], &settings);
    compare(&create["errors"], &server_errors(&outcome.findings), false)
        .map_err(|error| format!("create: {error}"))?;
    let files = read(&texts.sources, &texts.judged);
    let landscape = Landscape::new(&files);
    let mut profile = the_profile(&landscape).clone();
    let of_create = Dropped::on_create(&profile, settings.now);
    let dropped: Vec<String> = of_create
        .versions_of(&profile)
        .map(|dropped| {
            let image = dropped.image.map_or("kubernetes", |(_, name)| name);
            format!("{image} {}", *dropped.version.version)
        })
        .collect();
    let wanted: Vec<String> = create["dropped"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|name| name.as_str().unwrap().to_owned())
        .collect();
    if dropped != wanted {
        return Err(format!("create drops {wanted:?}, not {dropped:?}"));
    }
    if let Some(wanted) = create.get("canonical") {
        effective::default(&mut profile);
        of_create.take_from(&mut profile);
        effective::canonicalise(&mut profile, false);
        same(wanted, &canonical(&profile))?;
    }
    Ok(())
}

fn cloudprofile_update(case: &Value) -> Result<(), String> {
    let expect = &case["expect"];
    let texts = texts(
        case["input"]["object"].as_str().unwrap(),
        case["input"]["old"].as_str(),
    );
    let outcome = lint(
        &texts.sources,
        &texts.judged,
        &texts.old,
        &settings(case, Operation::Update),
    );
    if let Some(decode) = expect.get("decode") {
        return compare_decode(decode, &outcome.findings);
    }
    decodes(&outcome.findings)?;
    compare(&expect["errors"], &server_errors(&outcome.findings), true)?;
    if let Some(wanted) = expect.get("canonical") {
        let files = read(&texts.sources, &texts.judged);
        let landscape = Landscape::new(&files);
        let mut profile = the_profile(&landscape).clone();
        let old_files = read(&texts.sources, &texts.old);
        let old_landscape = Landscape::new(&old_files);
        let old = the_profile(&old_landscape);
        effective::default(&mut profile);
        effective::canonicalise(&mut profile, !old.machine_capabilities.is_empty());
        effective::canonicalise(&mut profile, false);
        same(wanted, &canonical(&profile))?;
    }
    Ok(())
}

fn the_profile<'a>(landscape: &'a Landscape<'a>) -> &'a CloudProfile<'a> {
    match &landscape.items[0].body {
        Body::CloudProfile(profile) => profile,
        Body::NamespacedCloudProfile(_) | Body::Shoot(_) => panic!("not a CloudProfile"),
    }
}

fn canonical(profile: &CloudProfile<'_>) -> Value {
    let map = |capabilities: &cpcap::model::cloudprofile::Capabilities<'_>| {
        let entry = |capability: &cpcap::model::cloudprofile::Capability<'_>| {
            (
                (*capability.name).to_owned(),
                capability
                    .values
                    .iter()
                    .map(|value| json!(value.value))
                    .collect(),
            )
        };
        Value::Object(capabilities.iter().map(entry).collect())
    };
    let images = profile.machine_images.iter().map(|image| {
        let versions = image.versions.iter().map(|version| {
            let mut architectures: Vec<&str> = version.architectures.iter().map(|value| value.value).collect();
            architectures.sort_unstable();
            let flavors: Vec<Value> = version.capability_flavors.iter().map(|flavor| map(&flavor.capabilities)).collect();
            json!({"version": *version.version(), "architectures": architectures, "capabilityFlavors": flavors})
        });
        json!({"name": *image.name, "versions": versions.collect::<Vec<_>>()})
    });
    let types = profile.machine_types.iter().map(|machine_type| {
        let capabilities = if machine_type.capabilities.is_empty() { Value::Null } else { map(&machine_type.capabilities) };
        json!({"name": *machine_type.name, "architecture": *machine_type.architecture, "capabilities": capabilities})
    });
    json!({"machineImages": images.collect::<Vec<_>>(), "machineTypes": types.collect::<Vec<_>>()})
}

/// Null and empty lists and maps are the same to the server.
fn same(wanted: &Value, got: &Value) -> Result<(), String> {
    fn normal(value: &Value) -> Value {
        match value {
            Value::Array(items) if items.is_empty() => Value::Null,
            Value::Array(items) => Value::Array(items.iter().map(normal).collect()),
            Value::Object(map) if map.is_empty() => Value::Null,
            Value::Object(map) => Value::Object(
                map.iter()
                    .map(|(key, value)| (key.clone(), normal(value)))
                    .collect(),
            ),
            other => other.clone(),
        }
    }
    let (wanted, got) = (normal(wanted), normal(got));
    if wanted == got {
        Ok(())
    } else {
        Err(format!("canonical: expected {wanted}, got {got}"))
    }
}

/// Whether a finding means that the server could not decode the object.
fn is_decode(finding: &Finding) -> bool {
    finding.origin == Origin::Decode
}

fn is_unknown_field(finding: &Finding) -> bool {
    is_decode(finding)
        && finding.message.contains("field")
        && cpcap::rules::find(finding.rule).is_some_and(|rule| rule.name.ends_with("-field"))
}

fn decodes(findings: &[Finding]) -> Result<(), String> {
    match findings.iter().find(|finding| is_decode(finding)) {
        None => Ok(()),
        Some(finding) => Err(format!(
            "it decodes on the server, but {}: {}",
            finding.rule, finding.message
        )),
    }
}

fn compare_decode(decode: &Value, findings: &[Finding]) -> Result<(), String> {
    let mut unknown: Vec<String> = findings
        .iter()
        .filter(|finding| is_unknown_field(finding))
        .map(|finding| finding.field.to_string())
        .collect();
    unknown.sort_unstable();
    let mut wanted: Vec<&str> = decode["unknown"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|field| field.as_str().unwrap())
        .collect();
    wanted.sort_unstable();
    let others: Vec<&Finding> = findings
        .iter()
        .filter(|finding| is_decode(finding) && !is_unknown_field(finding))
        .collect();
    let other = decode["other"].as_u64().unwrap();
    // The server stops at the first other error, and then names no unknown field.
    if other == 0 && unknown != wanted {
        return Err(format!(
            "unknown fields: expected {wanted:?}, got {unknown:?}"
        ));
    }
    if (other > 0) == others.is_empty() {
        return Err(format!(
            "expected {other} other decode errors, got {:?}",
            others
                .iter()
                .map(|finding| &finding.message)
                .collect::<Vec<_>>()
        ));
    }
    Ok(())
}

fn documents(case: &Value) -> Result<(), String> {
    let file = case["input"]["file"].as_str().unwrap();
    let path = recorded::real_files()
        .unwrap()
        .join(file.strip_prefix("real/").unwrap());
    let text =
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut sources = Sources::default();
    let input = [Input {
        file: sources.add(Source::new("file.yaml", text)),
        fault: None,
    }];
    let outcome = lint(&sources, &input, &[], &settings(case, Operation::Update));
    let mut by_document: BTreeMap<usize, Vec<Finding>> = BTreeMap::new();
    for finding in outcome.findings {
        by_document
            .entry(finding.subject.document)
            .or_default()
            .push(finding);
    }
    let files = read(&sources, &input);
    let documents = &files[0].documents;
    let wanted = case["expect"]["documents"].as_array().unwrap();
    for (index, wanted) in wanted.iter().enumerate() {
        let document = documents
            .get(index)
            .ok_or(format!("document {index} is missing"))?;
        if wanted.get("error").is_some() {
            if document.readable() {
                return Err(format!(
                    "document {index} is no YAML for kubectl, but was read"
                ));
            }
            return Ok(());
        }
        if !document.readable() {
            return Err(format!(
                "document {index} was not read: {:?}",
                document.problems
            ));
        }
        let object = document.tree.to_json(document.tree.root().unwrap());
        let text = |name: &str| {
            object
                .get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        let expected = |name: &str| {
            wanted
                .get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        if (text("apiVersion"), text("kind")) != (expected("apiVersion"), expected("kind")) {
            return Err(format!(
                "document {index} is {} {}, not {} {}",
                text("apiVersion"),
                text("kind"),
                expected("apiVersion"),
                expected("kind")
            ));
        }
        let findings = by_document.remove(&index).unwrap_or_default();
        match wanted.get("decode") {
            Some(decode) => compare_decode(decode, &findings)?,
            None if wanted.get("errors").is_some() => decodes(&findings)?,
            None => {}
        }
        if let Some(errors) = wanted.get("errors") {
            // Answers of validation stand beside those of decoding, which puts them off.
            compare(errors, &server_errors(&findings), false)
                .map_err(|error| format!("document {index}: {error}"))?;
        }
    }
    if documents.len() != wanted.len() {
        return Err(format!(
            "{} documents, not {}",
            documents.len(),
            wanted.len()
        ));
    }
    Ok(())
}

/// One command line answers as the library does.
#[test]
fn the_command_line_answers_the_same() {
    for case in recorded::part("cloudprofile").iter().step_by(5) {
        let dir =
            crate::common::Dir::with(&[("object.yaml", case["input"]["object"].as_str().unwrap())]);
        let mut args = vec![
            "lint".to_owned(),
            "--format=json".to_owned(),
            format!("--now={}", case["now"].as_str().unwrap()),
        ];
        for (name, on) in case["gates"].as_object().unwrap() {
            args.push(format!("--feature-gate={name}={on}"));
        }
        args.push("object.yaml".to_owned());
        let ran = dir.run(&args.iter().map(String::as_str).collect::<Vec<_>>());
        let report: Value = serde_json::from_str(&ran.stdout).unwrap();
        let pairs = |list: &Value| {
            let mut pairs: Vec<(String, String)> = list
                .as_array()
                .unwrap()
                .iter()
                .filter(|error| error.get("type").is_some())
                .map(|error| (error["type"].to_string(), error["field"].to_string()))
                .collect();
            pairs.sort();
            pairs
        };
        assert_eq!(
            pairs(&report["findings"]),
            pairs(&case["expect"]["errors"]),
            "{}",
            case["id"]
        );
    }
}
