//! Questions about whole files: their findings, fixes, differences and settings.

use std::collections::{BTreeMap, BTreeSet};

use cpcap::config::baseline::{Baseline, accept, read as read_baseline};
use cpcap::config::file::{self, Words};
use cpcap::config::{ProviderRules, Settings};
use cpcap::diff::{Revisions, State};
use cpcap::finding::{ErrorType, Finding, Severity};
use cpcap::fix::{Job, fix};
use cpcap::impact::{Impact, Kind};
use cpcap::landscape::{Input, read};
use cpcap::lint::{Outcome, lint_among};
use cpcap::lsp::{Encoding, Positions, edited};
use cpcap::report::{self, Format, Look};
use cpcap::source::{FileId, Source, Sources, Span};
use cpcap::yaml;
use lsp_types::TextDocumentContentChangeEvent;
use serde_json::Value;

use super::tape::Tape;
use super::{generated, input, landscape, objects, settings, text, texts};

const FORMATS: [Format; 6] = [
    Format::Human,
    Format::Compact,
    Format::Json,
    Format::Github,
    Format::Gitlab,
    Format::Junit,
];

fn print(format: Format, outcome: &Outcome, sources: &Sources) -> Vec<u8> {
    let mut out = Vec::new();
    // Writing into memory does not fail.
    let _ = report::write(format, outcome, sources, Look::default(), &mut out);
    out
}

fn lint(sources: &Sources, judged: &[Input], settings: &Settings) -> Outcome {
    lint_among(sources, judged, &[], &[], settings)
}

/// What a finding says, wherever it stands.
fn says(finding: &Finding) -> String {
    let subject = &finding.subject;
    format!(
        "{} {:?} {:?} {:?} {} {:?} {:?} {:?} {} {:?}",
        finding.rule,
        finding.severity,
        subject.kind,
        subject.name,
        finding.field,
        finding.error_type,
        finding.value,
        finding.stage,
        finding.message,
        finding.help,
    )
}

/// All places of findings and fixes are parts of their texts, and two runs say the same. The order of
/// the files does not matter.
pub fn judging(bytes: &[u8]) -> Result<(), String> {
    let [one, other] = texts(bytes, |tape| {
        let mut objects = objects(tape);
        let rest = objects.split_off(objects.len().min(1));
        [objects, rest].map(|objects| generated::text(&objects, tape))
    });
    let what = format!("{one}\n=====\n{other}");
    let settings = settings();
    let mut sources = Sources::default();
    let inputs =
        [("a.yaml", &one), ("b.yaml", &other)].map(|(name, text)| input(&mut sources, name, text));
    let outcome = lint(&sources, &inputs, &settings);
    let again = lint(&sources, &inputs, &settings);
    ensure!(
        outcome.findings == again.findings && outcome.summary == again.summary,
        "two runs differ: {what}"
    );
    // A format takes as long as the rules do, so an input is printed in one of them.
    let format = FORMATS[bytes.len() % FORMATS.len()];
    ensure!(
        print(format, &outcome, &sources) == print(format, &again, &sources),
        "two runs differ in {format:?}: {what}"
    );
    for finding in &outcome.findings {
        let places =
            std::iter::once(finding.place).chain(finding.related.iter().map(|label| label.place));
        for place in places {
            ensure!(
                sources
                    .get(place.file)
                    .text()
                    .get(place.span.range())
                    .is_some(),
                "{}: {:?} is no part of {what}",
                finding.rule,
                place.span
            );
        }
        for edit in finding.fix.iter().flat_map(|fix| &fix.edits) {
            ensure!(
                sources
                    .get(finding.place.file)
                    .text()
                    .get(edit.span.range())
                    .is_some(),
                "{}: the edit {:?} is no part of {what}",
                finding.rule,
                edit.span
            );
        }
    }
    let [a, b] = inputs;
    let backwards = lint(&sources, &[b, a], &settings);
    let sorted = |outcome: &Outcome| {
        let mut all: Vec<String> = outcome
            .findings
            .iter()
            .map(|finding| format!("{:?} {}", finding.place, says(finding)))
            .collect();
        all.sort();
        all
    };
    let (forth, back) = (sorted(&outcome), sorted(&backwards));
    ensure!(
        forth == back,
        "the order of files matters: {forth:#?}\n{back:#?}\n{what}"
    );
    Ok(())
}

/// How many errors of each rule there are.
fn errors(outcome: &Outcome) -> BTreeMap<&'static str, usize> {
    let mut all = BTreeMap::new();
    for finding in outcome
        .findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
    {
        *all.entry(finding.rule).or_default() += 1;
    }
    all
}

/// Fixes make no error, what is said after them is what the new text says, and a second run has
/// nothing more to fix.
pub fn fixes(bytes: &[u8]) -> Result<(), String> {
    let text = text(bytes, landscape);
    let settings = settings();
    let mut sources = Sources::default();
    let judged = [input(&mut sources, "x.yaml", &text)];
    let files = BTreeSet::from([judged[0].file]);
    let before = lint(&sources, &judged, &settings);
    let were = errors(&before);
    // Where no fix is unsafe, both ways are one.
    let mut has_unsafe = true;
    let is_unsafe = |finding: &Finding| finding.fix.as_ref().is_some_and(|fix| !fix.safe);
    for with_unsafe in [true, false] {
        if !with_unsafe && !has_unsafe {
            break;
        }
        let job = Job {
            judged: &judged,
            context: &[],
            old: &[],
            files: &files,
            settings: &settings,
            with_unsafe,
        };
        let fixed = fix(&sources, before.clone(), job);
        let offered = before.findings.iter().chain(&fixed.outcome.findings);
        has_unsafe = offered.chain(fixed.fixed.values().flatten()).any(is_unsafe);
        let fixed_text = fixed.sources.get(judged[0].file).text();
        ensure!(
            (fixed.count() > 0) == (fixed_text != text),
            "{} fixes, but the text is {fixed_text:?}: {text:?}",
            fixed.count()
        );
        if fixed.count() == 0 {
            continue;
        }
        let anew = lint(&fixed.sources, &judged, &settings);
        ensure!(
            anew.findings == fixed.outcome.findings && anew.summary == fixed.outcome.summary,
            "what is said after the fixes is not what the fixed text says: {text:?}\n{fixed_text:?}"
        );
        for (rule, count) in errors(&anew) {
            let had = were.get(rule).copied().unwrap_or_default();
            ensure!(
                count <= had,
                "{count} of {rule}, and {had} before: {text:?}\n{fixed_text:?}"
            );
        }
        let again = fix(&fixed.sources, anew, job);
        ensure!(
            again.count() == 0,
            "{} more fixes at once: {text:?}\n{fixed_text:?}\n{:?}",
            again.count(),
            again.sources.get(judged[0].file).text()
        );
    }
    Ok(())
}

/// A baseline just written accepts everything and nothing else.
pub fn baselines(bytes: &[u8]) -> Result<(), String> {
    let text = text(bytes, landscape);
    let settings = settings();
    let mut sources = Sources::default();
    let judged = [input(&mut sources, "x.yaml", &text)];
    let found = lint(&sources, &judged, &settings).findings;
    let names = BTreeMap::from([(judged[0].file, "x.yaml".to_owned())]);
    let written =
        serde_json::to_string(&accept(&found, &names)).map_err(|error| error.to_string())?;
    let baseline = |written: &str| -> Result<Baseline, String> {
        let documents = yaml::read(written);
        let accepted = read_baseline(&documents).map_err(|(_, why)| format!("{why}: {written}"))?;
        Ok(Baseline {
            file: FileId::default(),
            accepted,
            names: names.clone(),
        })
    };
    let mut whole = baseline(&written)?;
    let mut left = found.clone();
    let accepted = whole.apply(&mut left);
    ensure!(
        accepted == found.len() && left.is_empty() && whole.accepted.is_empty(),
        "{accepted} of {} accepted, {} left, {:?} not found: {text:?}",
        found.len(),
        left.len(),
        whole.accepted
    );
    // One less in the baseline is one more that is told: that one, or its equal.
    if let Some(gone) = found
        .len()
        .checked_sub(1)
        .map(|last| usize::from(*bytes.last().unwrap_or(&0)) % (last + 1))
    {
        let mut rest = found.clone();
        let gone = rest.remove(gone);
        let written =
            serde_json::to_string(&accept(&rest, &names)).map_err(|error| error.to_string())?;
        let mut left = found.clone();
        let accepted = baseline(&written)?.apply(&mut left);
        ensure!(
            accepted == rest.len()
                && left.len() == 1
                && (left[0].rule, &left[0].anchor) == (gone.rule, &gone.anchor),
            "without {} {}, {:?} is told: {text:?}",
            gone.rule,
            gone.anchor,
            left.iter()
                .map(|finding| (finding.rule, &finding.anchor))
                .collect::<Vec<_>>()
        );
    }
    Ok(())
}

/// A configuration file is read or refused with places in its text, and says the same as JSON.
pub fn configuration(bytes: &[u8]) -> Result<(), String> {
    let text = text(bytes, settings_file);
    let words = Words {
        selector: |word| {
            if word.is_empty() || word.contains(' ') {
                Err("no rule".to_owned())
            } else {
                Ok(word.to_owned())
            }
        },
        provider: |word| match word {
            "own" => Ok(ProviderRules::ByType),
            "off" => Ok(ProviderRules::Off),
            "aws" | "gcp" => Ok(ProviderRules::Always(word.to_owned())),
            _ => Err("nobody's rules".to_owned()),
        },
        pattern: |word| {
            if word.is_empty() {
                Err("no pattern".to_owned())
            } else {
                Ok(word.to_owned())
            }
        },
    };
    let documents = yaml::read(&text);
    let (config, problems) = file::read(&documents, &text, words);
    for problem in &problems {
        ensure!(
            text.get(problem.span.range()).is_some() && !problem.message.is_empty(),
            "{problem:?} is no part of {text:?}"
        );
    }
    let [document] = &documents[..] else {
        return Ok(());
    };
    let Some(root) = document.tree.root() else {
        return Ok(());
    };
    // Binary bytes that are no text are sent as nothing.
    if !document.problems.is_empty()
        || document.tree.value(root) != yaml::Value::Mapping
        || document.tree.json_size(root) > 100_000
    {
        return Ok(());
    }
    // A text may be written without quotes: `1.30` is the text `1.30` then, and 1.3 in JSON.
    let is_respelled = |id| {
        use yaml::Value::{Bool, Float, Int};
        matches!(document.tree.value(id), Bool(_) | Int(_) | Float(_))
            && text.get(document.tree.span(id).range())
                != Some(&*document.tree.to_json(id).to_string())
    };
    if document.tree.ids().any(is_respelled) {
        return Ok(());
    }
    let sent = document.tree.to_json(root).to_string();
    let (other, others) = file::read(&yaml::read(&sent), &sent, words);
    // Without places, and maps in the order of JSON.
    let said = |config: &file::ConfigFile, problems: &[file::Problem]| {
        let texts = |all: &[cpcap::model::cursor::Spanned<String>]| {
            all.iter()
                .map(|text| text.value.clone())
                .collect::<Vec<_>>()
        };
        let mut severity: Vec<_> = config
            .rules
            .severity
            .iter()
            .map(|one| one.value.clone())
            .collect();
        severity.sort();
        let mut gates: Vec<_> = config
            .feature_gates
            .iter()
            .map(|one| one.value.clone())
            .collect();
        gates.sort();
        let mut faults: Vec<_> = problems.iter().map(|problem| &problem.field).collect();
        faults.sort();
        let lists = [
            &config.rules.select,
            &config.rules.ignore,
            &config.with,
            &config.exclude,
        ]
        .map(|all| texts(all));
        format!(
            "{:?} {:?} {:?} {severity:?} {gates:?} {lists:?} {:?} {} {faults:?}",
            config.deny.as_ref().map(|one| one.value),
            config.level.as_ref().map(|one| one.value),
            config.gardener_minor.as_ref().map(|one| one.value),
            config.baseline.as_ref().map(|one| &one.value),
            config.overrides.len(),
        )
    };
    let (one, other) = (said(&config, &problems), said(&other, &others));
    ensure!(one == other, "{one}\nbut as JSON\n{other}\n{text:?}");
    Ok(())
}

fn settings_file(tape: &mut Tape<'_>) -> String {
    const TEXTS: [&str; 10] = [
        "all",
        "lifecycle",
        "capability/reserved-name",
        "error",
        "warning",
        "note",
        "own",
        "off",
        "a/*.yaml",
        "",
    ];
    fn value(tape: &mut Tape<'_>, depth: usize) -> Value {
        match tape.below(if depth > 2 { 4 } else { 7 }) {
            0 | 1 => Value::from(tape.of(&TEXTS)),
            2 => Value::from(tape.chance(128)),
            3 => Value::from(tape.byte()),
            4 | 5 => (0..tape.below(4)).map(|_| value(tape, depth + 1)).collect(),
            _ => map(tape, depth + 1),
        }
    }
    fn map(tape: &mut Tape<'_>, depth: usize) -> Value {
        let mut map = serde_json::Map::new();
        for _ in 0..tape.below(5) {
            let key = if tape.chance(60) {
                tape.of(&["paths", "all", "VersionClassificationLifecycle", "x"])
            } else {
                tape.of(&file::KEYS)
            };
            map.insert(key.to_owned(), value(tape, depth));
        }
        Value::Object(map)
    }
    let root = map(tape, 0);
    generated::text(&[root], tape)
}

/// What one direction of a comparison says.
#[derive(Debug)]
struct Told {
    /// Each object with its state.
    objects: BTreeSet<(String, State)>,
    /// How many objects are not the same or have an impact, of whatever kind.
    changed: usize,
    /// Entries that come and go, and pairs that start and stop to fit, of each object.
    entries: BTreeSet<(String, Kind, String)>,
}

fn told(old: &str, new: &str) -> Option<Told> {
    let mut sources = Sources::default();
    let [old, new] =
        [("old.yaml", old), ("new.yaml", new)].map(|(name, text)| input(&mut sources, name, text));
    let revisions = Revisions {
        sources: &sources,
        old: read(&sources, &[old]),
        new: read(&sources, &[new]),
        context: Vec::new(),
        are_files: true,
        asked: None,
    };
    cpcap::diff::diff(revisions, &settings(), |diff| {
        // Of entries with one name, the server finds the first and takes no profile with others.
        let is_repeated = |finding: &Finding| finding.error_type == Some(ErrorType::Duplicate);
        if !diff.unreadable.is_empty() || diff.refused.iter().any(is_repeated) {
            return None;
        }
        let mut told = Told {
            objects: BTreeSet::new(),
            changed: 0,
            entries: BTreeSet::new(),
        };
        for object in &diff.objects {
            let is_changed = object.state != State::Same || !object.impacts.is_empty();
            told.changed += usize::from(is_changed);
            let kind = object.item.object.kind.as_str();
            // Of a child that does not change itself, only those pairs are told that a pool uses,
            // and which version a pool has depends on the side.
            let is_through_parent = |impact: &Impact<'_>| {
                let is_pair = matches!(impact.kind(), Kind::Compatible | Kind::Incompatible);
                object.state == State::Same && is_pair
            };
            // Not all of the rest is told in both directions: a profile that loses its vocabulary
            // loses flavors, which the server makes anew where one gets it.
            let is_mirrored = |impact: &Impact<'_>| {
                !is_through_parent(impact)
                    && matches!(
                        impact.kind(),
                        Kind::Added
                            | Kind::Removed
                            | Kind::Compatible
                            | Kind::Incompatible
                            | Kind::Artifact
                            | Kind::NoArtifact
                    )
            };
            if object.state != State::Same || object.impacts.iter().any(is_mirrored) {
                told.objects.insert((kind.to_owned(), object.state));
            }
            for impact in object.impacts.iter().filter(|of| !is_through_parent(of)) {
                // An entry that goes while somebody needs it is told as what becomes impossible.
                let is = if impact.is_gone() {
                    Kind::Removed
                } else {
                    impact.kind()
                };
                match (is, &impact.entry) {
                    // Without an entry, the profile itself is gone although somebody uses it.
                    (Kind::Added | Kind::Removed, Some(entry)) => {
                        let entry = format!("{:?} {entry}", entry.list);
                        told.entries.insert((kind.to_owned(), is, entry));
                    }
                    // Of a Shoot that changes, the other direction may say that it is impossible.
                    (Kind::Compatible | Kind::Incompatible, _) if kind != "Shoot" => {
                        for machine in &impact.machine_types {
                            for (image, version) in &impact.images {
                                told.entries.insert((
                                    kind.to_owned(),
                                    is,
                                    format!("{machine} {image} {version}"),
                                ));
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        Some(told)
    })
}

/// `diff A A` says nothing, and `diff B A` is the mirror of `diff A B`: what comes goes, and what
/// starts to fit stops.
pub fn diff(bytes: &[u8]) -> Result<(), String> {
    let [one, other] = texts(bytes, |tape| {
        let objects = objects(tape);
        let mut others = objects.clone();
        for _ in 0..2 {
            others
                .iter_mut()
                .for_each(|object| generated::change(object, tape));
        }
        [objects, others].map(|objects| generated::text(&objects, tape))
    });
    let what = format!("{one}\n=====\n{other}");
    for text in [&one, &other] {
        if let Some(told) = told(text, text) {
            ensure!(told.changed == 0, "{told:?} between equal texts: {text}");
        }
    }
    let (Some(forth), Some(back)) = (told(&one, &other), told(&other, &one)) else {
        return Ok(());
    };
    let state = |state: State| match state {
        State::Added => State::Removed,
        State::Removed => State::Added,
        same => same,
    };
    let kind = |kind: Kind| match kind {
        Kind::Added => Kind::Removed,
        Kind::Removed => Kind::Added,
        Kind::Compatible => Kind::Incompatible,
        Kind::Incompatible => Kind::Compatible,
        same => same,
    };
    let mirrored = Told {
        changed: back.changed,
        objects: back
            .objects
            .iter()
            .map(|(of, is)| (of.clone(), state(*is)))
            .collect(),
        entries: back
            .entries
            .iter()
            .map(|(of, is, name)| (of.clone(), kind(*is), name.clone()))
            .collect(),
    };
    ensure!(
        forth.objects == mirrored.objects && forth.entries == mirrored.entries,
        "{forth:?}\nis not the mirror of\n{back:?}\n{what}"
    );
    Ok(())
}

/// Positions lead to bytes and back in both units, an edit in the protocol is the edit in the text,
/// and questions at any place are answered.
pub fn editor(bytes: &[u8]) -> Result<(), String> {
    // The last bytes are the edit.
    let (bytes, edit) = bytes.split_at(bytes.len().saturating_sub(6));
    let text = text(bytes, landscape);
    let mut edit = Tape::new(edit);
    let mut sources = Sources::default();
    let one = input(&mut sources, "x.yaml", &text);
    let source = sources.get(one.file);
    for encoding in [Encoding::Utf8, Encoding::Utf16] {
        let positions = Positions::new(source, encoding);
        // All places of a short text, some of a long one.
        for (at, _) in text.char_indices().step_by(text.len() / 300 + 1) {
            let at = Span::at(at).start;
            let position = positions.position(at);
            let back = positions.byte(position);
            // The bytes of a line end are all at the end of the line.
            let line = source.line_span(source.line_index(at));
            ensure!(
                back == at || back == line.end && at > line.end,
                "byte {at} is at {position:?}, which is byte {back}: {text:?}"
            );
        }
        let mut places =
            [edit.below(text.len() + 1), edit.below(text.len() + 1)].map(|at| Span::at(at).start);
        places.sort_unstable();
        let [start, end] = places.map(|at| positions.byte(positions.position(at)));
        let put = edit.of(&["", "x", "\n", "\r\n", "\u{1f600}", "- a: b\n"]);
        let range = lsp_types::Range::new(positions.position(start), positions.position(end));
        let change = TextDocumentContentChangeEvent {
            range: Some(range),
            range_length: None,
            text: put.to_owned(),
        };
        let mut expected = text.clone();
        expected.replace_range(start as usize..end as usize, put);
        let got = edited(source, vec![change], encoding);
        ensure!(
            got.text() == expected,
            "{:?}, not {expected:?}: {text:?}",
            got.text()
        );
        let whole = Source::new("x.yaml", expected);
        ensure!(
            got.line_starts() == whole.line_starts(),
            "other lines after an edit: {text:?}"
        );
    }
    let settings = settings();
    let step = text.len() / 8 + 1;
    cpcap::lsp::view(
        &sources,
        [&[one], &[]],
        one.file,
        Encoding::Utf16,
        &settings,
        |view| {
            for at in (0..=text.len()).step_by(step) {
                let at = Span::at(at).start;
                let _ = (
                    cpcap::lsp::hover(view, at),
                    cpcap::lsp::completions(view, at, false),
                    cpcap::lsp::renamable(view, at),
                );
            }
            let _ = (
                cpcap::lsp::symbols(view),
                cpcap::lsp::folds(view),
                cpcap::lsp::lenses(view),
            );
        },
    );
    Ok(())
}
