//! One mistake is one error: each good example of the rule pages is damaged in one place.

use std::collections::{BTreeMap, BTreeSet};

use cpcap::config::{Operation, ProviderRules, Settings};
use cpcap::finding::{Finding, Severity, Stage};
use cpcap::landscape::Input;
use cpcap::lint::lint_among;
use cpcap::model::time::Time;
use cpcap::source::{FileId, Source, Sources};
use serde_json::Value;

use crate::common::{recorded, root};

/// The judged files, their context, and the settings.
struct Example {
    page: String,
    sources: Sources,
    judged: Vec<FileId>,
    context: Vec<FileId>,
    old: Vec<FileId>,
    settings: Settings,
}

impl Example {
    fn judge(&self, sources: &Sources) -> Vec<Finding> {
        let inputs = |files: &[FileId]| {
            files
                .iter()
                .map(|file| Input {
                    file: *file,
                    fault: None,
                })
                .collect::<Vec<_>>()
        };
        let mut found = lint_among(
            sources,
            &inputs(&self.judged),
            &inputs(&self.context),
            &inputs(&self.old),
            &self.settings,
        )
        .findings;
        found.retain(|finding| finding.severity == Severity::Error);
        found
    }
}

/// The examples of the rule pages, the good or the bad ones.
fn examples(good: bool) -> Vec<Example> {
    let mut all = Vec::new();
    for rule in cpcap::rules::all() {
        let mut files: BTreeMap<String, String> = BTreeMap::new();
        let mut is_good = false;
        let mut lines = rule.docs.lines();
        while let Some(line) = lines.next() {
            if let Some(title) = line.strip_prefix("## ") {
                is_good = title == "Good";
            }
            let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else {
                continue;
            };
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let mut words = info.split(' ');
            let language = words.next().unwrap();
            if language == "yaml" || language == "json" {
                let own = if is_good { "good" } else { "bad" };
                let name = words
                    .next()
                    .map_or_else(|| format!("{own}.{language}"), str::to_owned);
                files.insert(name, block.join("\n") + "\n");
            } else if let Some(command) = block[0].strip_prefix("$ cpcap lint ")
                && is_good == good
            {
                all.extend(example(rule.name, command, &files));
            }
        }
    }
    if !good {
        return all;
    }
    for name in ["namespaced", "profile", "valid"] {
        let path = root().join(format!("testdata/examples/{name}.yaml"));
        let files = [(
            format!("{name}.yaml"),
            std::fs::read_to_string(path).unwrap(),
        )];
        all.extend(example(name, &format!("{name}.yaml"), &files.into()));
    }
    all
}

fn example(page: &str, command: &str, files: &BTreeMap<String, String>) -> Option<Example> {
    let mut example = Example {
        page: page.to_owned(),
        sources: Sources::default(),
        judged: Vec::new(),
        context: Vec::new(),
        old: Vec::new(),
        settings: Settings::at(Time::parse("2026-11-27T00:00:00Z").unwrap()),
    };
    let mut words = command.split(' ');
    while let Some(word) = words.next() {
        let list = match word {
            "--with" | "--old" => {
                let name = words.next()?;
                let file = example
                    .sources
                    .add(Source::new(name, files.get(name)?.as_str()));
                if word == "--with" {
                    &mut example.context
                } else {
                    &mut example.old
                }
                .push(file);
                continue;
            }
            "--now" => {
                example.settings.now = Time::parse(words.next()?).ok()?;
                continue;
            }
            "--ignore" | "--select" => {
                words.next()?;
                continue;
            }
            "--feature-gate" => {
                let (name, on) = words.next()?.split_once('=')?;
                example.settings.gates.set(name, on == "true");
                continue;
            }
            option if option.starts_with('-') => return None,
            _ => &mut example.judged,
        };
        list.push(
            example
                .sources
                .add(Source::new(word, files.get(word)?.as_str())),
        );
    }
    if !example.old.is_empty() {
        example.settings.operation = Operation::Update;
    }
    Some(example)
}

/// Recorded CloudProfiles that were changed at random.
fn mutated() -> impl Iterator<Item = Example> {
    recorded::part("mutated/cloudprofile")
        .into_iter()
        .map(|case| {
            let mut sources = Sources::default();
            let text = case["input"]["object"].as_str().unwrap();
            let judged = vec![sources.add(Source::new("object.yaml", text))];
            let mut settings = Settings::at(Time::parse(case["now"].as_str().unwrap()).unwrap());
            settings.provider_rules = ProviderRules::Off;
            Example {
                page: case["id"].as_str().unwrap().to_owned(),
                sources,
                judged,
                context: Vec::new(),
                old: Vec::new(),
                settings,
            }
        })
}

/// One thing that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Damage {
    Removed,
    WrongType,
    Misspelt,
    Repeated,
}

/// Rules that report one damage, and why each of them states a fact of its own. Each set is in the
/// order of the names.
const INDEPENDENT: &[(&[&str], &str)] = &[
    (
        &[
            "cloudprofile/malformed-image-version",
            "namespaced/missing-cri",
        ],
        "another version than that of the parent, so nothing is taken from it",
    ),
    (
        &[
            "cloudprofile/missing-name",
            "namespaced/missing-update-strategy",
        ],
        "another image than that of the parent, so nothing is taken from it",
    ),
    (
        &[
            "namespaced/missing-architectures",
            "namespaced/missing-cri",
            "namespaced/missing-update-strategy",
            "provider/unmapped-image",
        ],
        "another image than that of the parent, so nothing is taken from it",
    ),
    (
        &["metadata/missing-name", "metadata/missing-namespace"],
        "the block that would hold both is gone",
    ),
    (
        &[
            "namespaced/missing-parent-name",
            "namespaced/unsupported-parent-kind",
        ],
        "the block that would hold both is gone",
    ),
    (
        &["shoot/missing-profile", "shoot/missing-value"],
        "the block that would hold all of them is gone",
    ),
    (
        &[
            "shoot/missing-profile",
            "shoot/missing-value",
            "shoot/workers-come-or-go",
        ],
        "the block that would hold all of them is gone",
    ),
    (
        &[
            "cloudprofile/missing-kubernetes-versions",
            "cloudprofile/missing-machine-images",
            "cloudprofile/missing-machine-types",
            "cloudprofile/missing-regions",
            "cloudprofile/missing-type",
        ],
        "the block that would hold all of them is gone",
    ),
    (
        &[
            "capability/missing-flavors",
            "namespaced/missing-cri",
            "namespaced/missing-update-strategy",
        ],
        "a misspelt image of a NamespacedCloudProfile is a new one, which must say all of this",
    ),
    (
        &[
            "namespaced/missing-architectures",
            "namespaced/missing-cri",
            "namespaced/missing-update-strategy",
        ],
        "a misspelt image of a NamespacedCloudProfile is a new one, which must say all of this",
    ),
    (
        &[
            "namespaced/missing-architectures",
            "namespaced/missing-cri",
            "provider/unmapped-image",
        ],
        "a misspelt image of a NamespacedCloudProfile is a new one, which must say all of this",
    ),
    (
        &[
            "namespaced/missing-update-strategy",
            "provider/unmapped-image",
        ],
        "a misspelt image of a NamespacedCloudProfile is a new one, which must say all of this",
    ),
    (
        &["shoot/malformed-name", "shoot/unfit-image-version"],
        "a pool without a name is a new one, which cannot have what only stored pools keep",
    ),
];

/// Rules that say one damage more than once, and why each time is a fact of its own.
const MORE_THAN_ONCE: &[(&str, &str)] = &[
    (
        "capability/capabilities-without-vocabulary",
        "each use of a vocabulary that is gone",
    ),
    (
        "capability/flavors-without-vocabulary",
        "each use of a vocabulary that is gone",
    ),
    (
        "capability/unregistered-name",
        "each use of a name that the vocabulary no longer has",
    ),
    (
        "capability/unregistered-value",
        "each use of a value that the vocabulary no longer has",
    ),
    (
        "change/immutable-metadata",
        "the block that would hold both is gone",
    ),
    (
        "provider/incomplete-entry",
        "the block that would hold both is gone",
    ),
    (
        "provider/unmapped-flavor",
        "each flavor of a list that is gone from the provider's part",
    ),
    (
        "provider/missing-region",
        "each flavor lacks the region that only the other one has now",
    ),
    (
        "shoot/bad-rollout-budget",
        "for the server a value that it cannot read is zero, and it says both",
    ),
    (
        "shoot/missing-value",
        "the block that would hold all of them is gone",
    ),
    (
        "shoot/workerless-setting",
        "each setting that a Shoot without workers must not have",
    ),
];

/// Findings that a fix removes beside its own: the rule that has the fix, the other one, and why
/// that one is a fact of its own.
const GO_TOGETHER: &[(&str, &str, &str)] = &[
    (
        "provider/unmapped-version",
        "schema/wrong-type",
        "quotes mend both, and each says where they are missing",
    ),
    (
        "yaml/control-character",
        "yaml/syntax-error",
        "what is read of the text ends there, which is said of the whole",
    ),
];

const AGAIN: &str = "~again";

/// Calls `out` with each text of a document that has one damage.
fn damaged(whole: &Value, out: &mut dyn FnMut(Damage, &str, String)) {
    let mut pointers = Vec::new();
    pointers_of(whole, "", &mut pointers);
    for pointer in pointers {
        for damage in [
            Damage::Removed,
            Damage::Repeated,
            Damage::WrongType,
            Damage::Misspelt,
        ] {
            let mut whole = whole.clone();
            if apply(&mut whole, damage, &pointer) {
                out(damage, &pointer, written(&whole));
            }
        }
    }
}

fn written(whole: &Value) -> String {
    whole.to_string().replace(AGAIN, "")
}

/// Damages the value at a pointer, if that is possible.
fn apply(whole: &mut Value, damage: Damage, pointer: &str) -> bool {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    let key = key.replace("~1", "/").replace("~0", "~");
    match damage {
        Damage::Removed | Damage::Repeated => {
            let Some(map) = whole.pointer_mut(parent).unwrap().as_object_mut() else {
                return false;
            };
            if damage == Damage::Removed {
                map.remove(&key);
            } else {
                let value = map[&key].clone();
                map.insert(format!("{key}{AGAIN}"), value);
            }
        }
        Damage::WrongType => {
            let value = whole.pointer_mut(pointer).unwrap();
            *value = match value {
                Value::String(_) | Value::Object(_) => serde_json::json!([{"a": "b"}]),
                Value::Null | Value::Bool(_) | Value::Number(_) => "hello".into(),
                Value::Array(_) => serde_json::json!({"a": "b"}),
            };
        }
        Damage::Misspelt => match whole.pointer_mut(pointer).unwrap() {
            Value::String(text) => text.push('x'),
            _ => return false,
        },
    }
    true
}

fn pointers_of(value: &Value, at: &str, out: &mut Vec<String>) {
    let mut go = |key: String, value: &Value| {
        let at = format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
        pointers_of(value, &at, out);
        out.push(at);
    };
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| go(key.clone(), value)),
        Value::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(at, value)| go(at.to_string(), value));
        }
        _ => {}
    }
}

fn key(finding: &Finding) -> (&'static str, String) {
    (finding.rule, finding.field.to_string())
}

/// The rules that report one damage, each once, without consequences of one another.
fn told(found: &[Finding]) -> Vec<&'static str> {
    let rules: BTreeSet<&str> = found
        .iter()
        .filter(|finding| finding.cause.is_none())
        .map(|finding| finding.rule)
        .collect();
    rules.into_iter().collect()
}

/// The rules that report one damage more than once. What the server says twice in the same words is
/// one error for people, too.
fn repeated(found: &[Finding]) -> BTreeSet<&'static str> {
    let all: BTreeSet<_> = found
        .iter()
        .filter(|finding| finding.cause.is_none())
        .map(|finding| (key(finding), &finding.message))
        .collect();
    let mut seen = BTreeSet::new();
    all.iter()
        .map(|((rule, _), _)| *rule)
        .filter(|rule| !seen.insert(*rule))
        .collect()
}

#[test]
fn one_mistake_is_one_error() {
    let every = recorded::step(9);
    let mut seen = BTreeSet::new();
    let (mut cases, mut several) = (0, 0);
    let mut unknown: BTreeMap<Vec<&str>, Vec<String>> = BTreeMap::new();
    for example in examples(true) {
        let before: BTreeSet<_> = example.judge(&example.sources).iter().map(key).collect();
        for file in &example.judged {
            let text = example.sources.get(*file).text().to_owned();
            let documents = cpcap::yaml::read(&text);
            let wholes: Vec<Value> = documents
                .iter()
                .filter_map(|document| Some(document.tree.to_json(document.tree.root()?)))
                .collect();
            for (at, whole) in wholes.iter().enumerate() {
                damaged(whole, &mut |damage, pointer, text| {
                    if !seen.insert(text.clone()) || seen.len() % every != 0 {
                        return;
                    }
                    let texts: Vec<String> = wholes
                        .iter()
                        .enumerate()
                        .map(|(other, whole)| match other == at {
                            true => text.clone(),
                            false => whole.to_string(),
                        })
                        .collect();
                    let mut sources = example.sources.clone();
                    sources.replace(*file, texts.join("\n---\n"));
                    let mut found = example.judge(&sources);
                    // Copies pair by what they say, so one that is damaged loses its pair, too.
                    found.retain(|finding| {
                        finding.subject.document == at
                            && finding.rule != "change/ambiguous-object"
                            && !before.contains(&key(finding))
                    });
                    let rules = told(&found);
                    cases += 1;
                    several += usize::from(found.len() > 1);
                    let may_repeat =
                        |rule: &&str| MORE_THAN_ONCE.iter().any(|(other, _)| other == rule);
                    if rules.len() > 1 && !INDEPENDENT.iter().any(|(set, _)| *set == rules)
                        || !repeated(&found).iter().all(may_repeat)
                    {
                        let lines: Vec<String> = found.iter().map(line).collect();
                        unknown.entry(rules).or_default().push(format!(
                            "{} {damage:?} {pointer}\n{}",
                            example.page,
                            lines.join("\n")
                        ));
                    }
                });
            }
        }
    }
    println!("{cases} cases, {several} with several errors");
    let report: Vec<String> = unknown
        .iter()
        .map(|(rules, cases)| format!("{} {rules:?}\n{}", cases.len(), cases[0]))
        .collect();
    assert!(report.is_empty(), "{}", report.join("\n"));
    assert!(cases > 1000 && several > 10);
}

/// A fix mends one thing: what goes with it beside what it is for followed from that.
#[test]
fn findings_that_a_fix_removes_follow_from_its_own() {
    let (mut fixes, mut unknown) = (0, Vec::new());
    for example in examples(false).into_iter().chain(mutated()) {
        let before = example.judge(&example.sources);
        for finding in &before {
            let own = example.judged.contains(&finding.place.file);
            let Some(fix) = finding.fix.as_ref().filter(|_| own) else {
                continue;
            };
            let mut text = example.sources.get(finding.place.file).text().to_owned();
            let mut edits: Vec<_> = fix.edits.iter().collect();
            edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
            for edit in edits {
                text.replace_range(edit.span.range(), &edit.text);
            }
            let mut sources = example.sources.clone();
            sources.replace(finding.place.file, text);
            let mut left: Vec<_> = example.judge(&sources).iter().map(said).collect();
            fixes += 1;
            for other in before.iter().filter(|other| other.rule != finding.rule) {
                match left.iter().position(|left| *left == said(other)) {
                    Some(at) => drop(left.swap_remove(at)),
                    None if other.cause.is_some() || other.follows => {}
                    // A fix of what follows may mend the cause.
                    None if finding
                        .cause
                        .as_ref()
                        .is_some_and(|of| (of.rule, &of.field) == (other.rule, &other.field)) => {}
                    None => {
                        unknown.push((example.page.clone(), finding.rule, other.rule, line(other)));
                    }
                }
            }
        }
    }
    unknown.retain(|(_, fixed, other, _)| {
        !GO_TOGETHER
            .iter()
            .any(|(mended, gone, _)| mended == fixed && other == gone)
    });
    println!("{fixes} fixes");
    assert!(unknown.is_empty(), "{unknown:#?}");
    assert!(fixes > 20);
}

fn said(finding: &Finding) -> (&'static str, String) {
    (finding.rule, finding.message.clone())
}

fn line(finding: &Finding) -> String {
    let cause = finding.cause.as_ref().map_or("", |cause| cause.rule);
    format!(
        "    {} {:?} {} <- {cause:?}: {}",
        finding.rule, finding.error_type, finding.field, finding.message
    )
}

/// A refusal of strict decoding hides nothing of what the server says once it is gone.
#[test]
fn an_unknown_field_comes_first_and_hides_nothing() {
    let (mut kept, mut wrong) = (0, Vec::new());
    for example in examples(false) {
        let before = example.judge(&example.sources);
        let mut sources = example.sources.clone();
        for file in &example.judged {
            let text = example.sources.get(*file).text().to_owned();
            let documents = cpcap::yaml::read(&text);
            let wholes: Option<Vec<Value>> = documents
                .iter()
                .map(|document| {
                    let clean = document.readable() && document.problems.is_empty();
                    let mut whole = document.tree.to_json(document.tree.root()?);
                    whole.get("spec").filter(|_| clean)?;
                    whole.as_object_mut()?.insert("nonsense".into(), 1.into());
                    Some(whole)
                })
                .collect();
            if let Some(wholes) = wholes {
                let texts: Vec<String> = wholes.iter().map(Value::to_string).collect();
                sources.replace(*file, texts.join("\n---\n"));
            }
        }
        let after = example.judge(&sources);
        if !after.iter().any(|finding| finding.field == "nonsense") {
            continue;
        }
        for finding in before
            .iter()
            .filter(|finding| finding.stage > Some(Stage::Decoding))
        {
            let again = after.iter().find(|other| said(other) == said(finding));
            match again {
                Some(again) if again.afterwards == finding.afterwards => kept += 1,
                _ => wrong.push((example.page.clone(), again.is_some(), line(finding))),
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(kept > 100, "{kept}");
}

/// A document, a rule, a path and a value: what tells two findings about a text apart.
type Key = (usize, &'static str, String, Option<String>);

fn told_apart(finding: &Finding) -> Key {
    let (rule, field) = key(finding);
    (finding.subject.document, rule, field, finding.value.clone())
}

/// Where the findings of a mistake stand, but for lists without positions in their paths, where
/// values tell findings apart.
fn spots(of: &BTreeSet<Key>) -> BTreeSet<(usize, &str, &str)> {
    of.iter()
        .filter(|(_, _, field, _)| !field.ends_with("machineImages"))
        .map(|(document, rule, field, _)| (*document, *rule, field.as_str()))
        .collect()
}

/// The pointer to the innermost entry of a list that a pointer leads into, or to the map.
fn entry(pointer: &str) -> &str {
    let is_index = |(at, _): &(usize, &str)| {
        let (step, below) = pointer[at + 1..].split_once('/').unwrap_or_default();
        // A scalar in a list is no entry.
        !step.is_empty() && !below.is_empty() && step.bytes().all(|byte| byte.is_ascii_digit())
    };
    match pointer.match_indices('/').rfind(is_index) {
        Some((at, _)) => {
            let end = pointer[at + 1..].find('/').unwrap();
            &pointer[..=at + end]
        }
        None => pointer.rsplit_once('/').unwrap().0,
    }
}

/// One damage, and the findings that it leads to.
struct Alone {
    at: usize,
    damage: Damage,
    pointer: String,
    found: BTreeSet<Key>,
}

/// Three of many, or fewer.
fn some<'a>(of: &[&'a Alone]) -> impl Iterator<Item = &'a Alone> {
    let at = [0, 4, 12].map(|step| step % of.len().max(1));
    at.into_iter().filter_map(|at| of.get(at).copied())
}

/// The reverse: of two mistakes that have nothing to do with each other, nothing that one of them
/// leads to follows from the other. They stand in one object, or in a parent and its child.
#[test]
fn two_mistakes_do_not_hide_each_other() {
    let every = recorded::step(7);
    let (mut pairs, mut across) = (0, 0);
    let mut wrong = BTreeMap::<_, Vec<String>>::new();
    let mut seen = BTreeSet::new();
    for example in examples(true) {
        let place = |finding: &Finding| (finding.subject.document, key(finding));
        let before: BTreeSet<_> = example.judge(&example.sources).iter().map(place).collect();
        for file in &example.judged {
            let text = example.sources.get(*file).text().to_owned();
            if !seen.insert(text.clone()) {
                continue;
            }
            let documents = cpcap::yaml::read(&text);
            let wholes: Vec<Value> = documents
                .iter()
                .filter_map(|document| Some(document.tree.to_json(document.tree.root()?)))
                .collect();
            let judge = |wholes: &[Value]| {
                let texts: Vec<String> = wholes.iter().map(written).collect();
                let mut sources = example.sources.clone();
                sources.replace(*file, texts.join("\n---\n"));
                let mut found = example.judge(&sources);
                found.retain(|finding| !before.contains(&place(finding)));
                found
            };
            let mut alone = Vec::new();
            for (at, whole) in wholes.iter().enumerate() {
                let mut count = 0;
                damaged(whole, &mut |damage, pointer, _| {
                    count += 1;
                    if count % every == 0 && !matches!(damage, Damage::Repeated) {
                        let mut wholes = wholes.clone();
                        apply(&mut wholes[at], damage, pointer);
                        let found: BTreeSet<Key> = judge(&wholes).iter().map(told_apart).collect();
                        if !found.is_empty() {
                            alone.push(Alone {
                                at,
                                damage,
                                pointer: pointer.to_owned(),
                                found,
                            });
                        }
                    }
                });
            }
            for (position, one) in alone.iter().enumerate() {
                // Some of the same object, and some of the others.
                let (same, others): (Vec<&Alone>, Vec<&Alone>) = alone[position + 1..]
                    .iter()
                    .chain(&alone[..position])
                    .partition(|other| other.at == one.at);
                for other in some(&same).chain(some(&others)) {
                    let (a, b) = (entry(&one.pointer), entry(&other.pointer));
                    let related = one.at == other.at && (a.starts_with(b) || b.starts_with(a));
                    if related
                        || !one.found.is_disjoint(&other.found)
                        || !spots(&one.found).is_disjoint(&spots(&other.found))
                    {
                        continue;
                    }
                    let mut both = wholes.clone();
                    if !apply(&mut both[one.at], one.damage, &one.pointer)
                        || !apply(&mut both[other.at], other.damage, &other.pointer)
                    {
                        continue;
                    }
                    pairs += 1;
                    across += usize::from(one.at != other.at);
                    let together = judge(&both);
                    for finding in &together {
                        let Some(cause) = &finding.cause else {
                            continue;
                        };
                        let of_cause = together.iter().find(|other| {
                            (other.rule, &other.field, other.place)
                                == (cause.rule, &cause.field, cause.place)
                        });
                        let (this, that) = (told_apart(finding), told_apart(of_cause.unwrap()));
                        let crosses = |a: &BTreeSet<Key>, b: &BTreeSet<Key>| {
                            a.contains(&this) && b.contains(&that)
                        };
                        if crosses(&one.found, &other.found) || crosses(&other.found, &one.found) {
                            let case = format!(
                                "{} {} {:?} {} {} {:?} {}\n{}",
                                example.page,
                                one.at,
                                one.damage,
                                one.pointer,
                                other.at,
                                other.damage,
                                other.pointer,
                                line(finding)
                            );
                            wrong.entry((this.1, that.1)).or_default().push(case);
                        }
                    }
                }
            }
        }
    }
    println!("{pairs} pairs, {across} across objects");
    let report: Vec<String> = wrong
        .iter()
        .map(|(rules, cases)| format!("{} {rules:?}\n{}", cases.len(), cases[0]))
        .collect();
    assert!(report.is_empty(), "{}", report.join("\n"));
    assert!(pairs > 500 && across > 100, "{pairs} {across}");
}

/// A mistake of a parent is one mistake, whatever the number of its children.
#[test]
fn what_children_inherit_follows_from_the_mistake_of_their_parent() {
    let parent = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {name: p}\n\
                  spec: {type: foo, volumeTypes: [{class: standard}]}\n";
    let child = |name: &str| {
        format!(
            "---\napiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\n\
             metadata: {{name: {name}, namespace: garden-x}}\n\
             spec: {{parent: {{kind: CloudProfile, name: p}}}}\n"
        )
    };
    let mut example = Example {
        page: String::new(),
        sources: Sources::default(),
        judged: Vec::new(),
        context: Vec::new(),
        old: Vec::new(),
        settings: Settings::at(Time::parse("2026-11-27T00:00:00Z").unwrap()),
    };
    let of_parent = example.sources.add(Source::new("p.yaml", parent));
    let children = format!("{}{}", child("a"), child("b"));
    let of_children = example.sources.add(Source::new("c.yaml", children));
    let inherited = |example: &Example| -> Vec<(bool, bool)> {
        let found = example.judge(&example.sources);
        let merged = found
            .iter()
            .filter(|finding| finding.field.to_string().starts_with("status."));
        merged
            .map(|finding| {
                let cause = finding.cause.as_ref();
                let name = cause.and_then(|cause| cause.subject.as_ref()?.name.as_deref());
                let is_said = cause.is_some_and(|cause| {
                    found.iter().any(|other| {
                        !other.inherited
                            && (other.rule, &other.field, other.place)
                                == (cause.rule, &cause.field, cause.place)
                    })
                });
                (finding.inherited, name == Some("p") && is_said)
            })
            .collect()
    };
    example.judged = vec![of_parent, of_children];
    let all = inherited(&example);
    assert!(
        all.len() >= 4 && all.iter().all(|of| *of == (true, true)),
        "{all:?}"
    );
    // A parent that is not judged has no finding to follow from.
    (example.judged, example.context) = (vec![of_children], vec![of_parent]);
    let all = inherited(&example);
    assert!(
        all.len() >= 4 && all.iter().all(|of| *of == (true, false)),
        "{all:?}"
    );
}
