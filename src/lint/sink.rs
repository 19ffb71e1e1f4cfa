//! The one place that chooses, silences, accepts, orders and counts findings. It also judges the
//! silences themselves, once their effect is known.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::answer::{Following, Step};
use super::{Fixable, NotShown, Outcome, Readers, Skipped, Summary};
use crate::config::baseline::Baseline;
use crate::config::{Choice, ProviderRules, Settings, matches};
use crate::finding::{ErrorType, Finding, Origin, Severity, Subject};
use crate::landscape::{Landscape, OtherKind, ReadFile};
use crate::model::path::FieldPath;
use crate::rules::{self, BaselineView, Check, Role, Rule, SilenceView};
use crate::source::{FileId, Sources};
use crate::suppress::{Reach, Silence, Silences, State, set_anchors};

/// The texts that a run has read and judged.
#[derive(Clone, Copy)]
pub(super) struct Read<'a> {
    pub sources: &'a Sources,
    pub landscape: &'a Landscape<'a>,
    pub files: &'a [&'a ReadFile<'a>],
    pub context: &'a Landscape<'a>,
    pub context_files: &'a [&'a ReadFile<'a>],
    pub old_files: &'a [&'a ReadFile<'a>],
    pub provider_rules: &'a ProviderRules,
    /// The documents that cpcap judges only in part, because something is missing or refused.
    pub partial: &'a BTreeSet<(FileId, usize)>,
}

pub(super) fn finish(read: Read<'_>, mut findings: Vec<Finding>, settings: &Settings) -> Outcome {
    let Read {
        sources,
        landscape,
        files,
        ..
    } = read;
    let choice = &settings.choice;
    let chosen = |finding: &Finding| choice.shows(finding.rule, finding.place.file);
    let anchored = |findings: &mut Vec<Finding>| {
        set_anchors(
            findings,
            files
                .iter()
                .chain(read.context_files)
                .chain(read.old_files)
                .copied(),
        );
    };
    let all = landscape.all();
    let followed = settings.answers.then_some(&all[..]);
    let mut following = Following::new(followed, &findings);
    findings.retain(chosen);
    following.step(&findings, Step::Show);
    drop_refused_shadows(&mut findings);
    following.skip(&findings);
    anchored(&mut findings);
    let items = all
        .iter()
        .copied()
        .chain(&landscape.patches)
        .chain(&read.context.items);
    let mut silences = match settings.silences {
        true => Silences::new(
            files.iter().chain(read.context_files).copied(),
            items,
            sources,
        ),
        false => Silences::default(),
    };
    let mut ignored = silences.apply(&mut findings, sources);
    following.step(&findings, Step::Silence);
    let judge = Judge {
        read,
        choice,
        judged: files.iter().map(|file| file.file).collect(),
    };
    let mut said = Vec::new();
    for silence in silences
        .all
        .iter_mut()
        .filter(|silence| judge.judged.contains(&silence.place.file))
    {
        judge.settle(silence);
        about_silence(silence, sources, &mut said);
    }
    said.retain(chosen);
    anchored(&mut said);
    ignored += silences.apply(&mut said, sources);
    findings.append(&mut said);
    following.skip(&findings);
    if let Some(mut baseline) = settings.baseline.clone() {
        ignored += baseline.apply(&mut findings);
        following.step(&findings, Step::Silence);
        judge.outdated(&baseline, &mut said);
        said.retain(chosen);
        findings.append(&mut said);
        following.skip(&findings);
    }
    for finding in &mut findings {
        if let Some(severity) = choice.severity(finding.rule, finding.place.file) {
            finding.severity = severity;
        }
    }
    let not_shown = hide(&mut findings, settings);
    following.step(&findings, Step::Show);
    rules::causes::trace(
        &mut findings,
        files
            .iter()
            .chain(read.context_files)
            .chain(read.old_files)
            .copied(),
        all.iter().copied().chain(&landscape.patches),
    );
    sort(&mut findings, sources);
    let skipped = skipped(landscape);
    let count = |severity| {
        findings
            .iter()
            .filter(|finding| finding.severity == severity)
            .count()
    };
    // An unreadable document holds no unit, and still counts as one.
    let unread = |file: &ReadFile<'_>| {
        let documents = file
            .documents
            .iter()
            .filter(|document| !file.strangers.contains(&document.index));
        documents
            .filter(|document| document.tree.root().is_none())
            .count()
    };
    let empty: usize = files.iter().map(|file| unread(file)).sum();
    let summary = Summary {
        files: files.len(),
        documents: all.len() + landscape.patches.len() + landscape.others.len() + empty,
        skipped: skipped.len(),
        errors: count(Severity::Error),
        warnings: count(Severity::Warning),
        notes: count(Severity::Note),
        ignored,
        not_shown,
        fixable: Fixable::of(&findings),
        fixes: None,
    };
    let (mut known, mut crowded) = (BTreeSet::new(), BTreeSet::new());
    for item in &all {
        if !known.insert(item.file) {
            crowded.insert(item.file);
        }
    }
    Outcome {
        crowded,
        answers: following.end(&findings),
        findings,
        summary,
        files: files.iter().map(|file| file.file).collect(),
        skipped,
        readers: readers(files),
        ambiguous: Vec::new(),
        unread_users: Vec::new(),
    }
}

/// An entry that admission refuses beside its parent's replaces nothing: its replacement is not
/// reported as well.
fn drop_refused_shadows(findings: &mut Vec<Finding>) {
    let shadows = |finding: &Finding| rules::role(finding.rule) == Some(Role::Shadow);
    let entry = |finding: &Finding| {
        let entry = finding.field.parent()?;
        Some((finding.place.file, entry))
    };
    let forbidden = |finding: &&Finding| {
        finding.origin == Origin::Admission && finding.error_type == Some(ErrorType::Forbidden)
    };
    if findings.iter().any(shadows) {
        let refused: BTreeSet<(FileId, FieldPath)> = findings
            .iter()
            .filter(forbidden)
            .filter_map(entry)
            .collect();
        findings.retain(|finding| {
            !shadows(finding) || !refused.contains(&(finding.place.file, finding.field.clone()))
        });
    }
}

/// Takes out what is below the level that is shown, and counts it.
fn hide(findings: &mut Vec<Finding>, settings: &Settings) -> NotShown {
    let mut count = NotShown::default();
    findings.retain(|finding| {
        let shown = finding.severity >= settings.level
            || settings.choice.selects(finding.rule, finding.place.file);
        if !shown {
            match finding.severity {
                Severity::Note => count.notes += 1,
                Severity::Warning => count.warnings += 1,
                Severity::Error => {}
            }
        }
        shown
    });
    count
}

/// Sorts by file name, document, position and rule; what follows from something else stands after
/// it.
pub(super) fn sort(findings: &mut [Finding], sources: &Sources) {
    findings.sort_by(|a, b| {
        let key = |finding: &Finding| {
            (
                finding.subject.document,
                finding.place.span,
                finding.follows,
                finding.rule,
            )
        };
        let file = |finding: &Finding| sources.get(finding.place.file).name();
        (file(a), key(a), &a.field, a.says()).cmp(&(file(b), key(b), &b.field, b.says()))
    });
}

/// The documents that needed the parser; JSON has a reader of its own.
fn readers(files: &[&ReadFile<'_>]) -> Readers {
    let mut readers = Readers::default();
    for document in files.iter().flat_map(|file| &file.documents) {
        if document.quick {
            readers.quick += 1;
        } else if !document.json {
            readers.parser += 1;
        }
    }
    readers
}

fn skipped(landscape: &Landscape<'_>) -> Vec<Skipped> {
    let owned = |text: Option<&str>| text.map(str::to_owned);
    let foreign = landscape
        .others
        .iter()
        .filter_map(|other| match &other.what {
            OtherKind::Foreign(foreign) => Some(Skipped {
                file: other.file,
                document: other.document.index,
                api_version: owned(*foreign.api_version),
                kind: owned(foreign.kind),
            }),
            OtherKind::Unknown(_) | OtherKind::List(_) => None,
        });
    foreign.collect()
}

fn about_silence(silence: &Silence, sources: &Sources, out: &mut Vec<Finding>) {
    let file = silence.place.file;
    let subject = match &silence.reach {
        Reach::Object { subject, .. } => Arc::clone(subject),
        Reach::Line(_) | Reach::File => Arc::new(Subject {
            document: silence.document,
            ..Subject::default()
        }),
    };
    let view = SilenceView {
        silence,
        source: sources.get(file),
    };
    for rule in rules::all() {
        if let Check::Silence(check) = rule.check {
            check(
                &view,
                &mut rule.reporter(file, &subject, &FieldPath::ROOT, out),
            );
        }
    }
}

/// Knows the rules for which a run can say that they found nothing.
struct Judge<'a> {
    read: Read<'a>,
    choice: &'a Choice,
    /// The texts that were judged, not only read.
    judged: BTreeSet<FileId>,
}

impl Judge<'_> {
    /// Whether a rule can be asked on any run: not what needs the stored object, where there is
    /// none, nor what needs all Shoots.
    fn can_ask(&self, rule: &Rule) -> bool {
        let off = self.read.provider_rules == &ProviderRules::Off;
        if off && matches!(rule.check, Check::Provided(_) | Check::ProviderFault) {
            return false;
        }
        let always = !matches!(
            rule.check,
            Check::Used(_) | Check::Silence(_) | Check::Baseline(_)
        );
        always && (!rule.needs_stored() || !self.read.old_files.is_empty())
    }

    fn is_partial(&self, file: FileId, document: Option<usize>) -> bool {
        match document {
            Some(document) => self.read.partial.contains(&(file, document)),
            None => self
                .read
                .partial
                .range((file, 0)..=(file, usize::MAX))
                .next()
                .is_some(),
        }
    }

    /// Says of the selectors that silenced nothing what that means.
    fn settle(&self, silence: &mut Silence) {
        let file = silence.place.file;
        let document = (!matches!(silence.reach, Reach::File)).then_some(silence.document);
        for selector in silence
            .selectors
            .iter_mut()
            .filter(|selector| selector.state != State::Used)
        {
            let mut named = rules::all()
                .filter(|rule| matches(&selector.text, rule.name).is_some())
                .peekable();
            let known = named.peek().is_some();
            let asked: Vec<&Rule> = named.filter(|rule| self.can_ask(rule)).collect();
            selector.state = match known {
                false => State::Unknown,
                true if asked.is_empty() || self.is_partial(file, document) => State::NotJudged,
                true if asked.iter().all(|rule| self.choice.shows(rule.name, file)) => {
                    State::Unused
                }
                true => State::NotJudged,
            };
        }
    }

    /// Reports the entries of a baseline that match no finding.
    fn outdated(&self, baseline: &Baseline, out: &mut Vec<Finding>) {
        let subject = Arc::new(Subject::default());
        let judged = baseline
            .names
            .iter()
            .filter(|(file, _)| self.judged.contains(file));
        let named: BTreeMap<&str, FileId> =
            judged.map(|(file, name)| (name.as_str(), *file)).collect();
        for (entry, (count, span)) in &baseline.accepted {
            let judged = |file: FileId| match rules::find(&entry.rule) {
                Some(rule) => {
                    self.can_ask(rule)
                        && self.choice.shows(rule.name, file)
                        && !self.is_partial(file, None)
                }
                None => true,
            };
            if !named.get(entry.file.as_str()).copied().is_some_and(judged) {
                continue;
            }
            let view = BaselineView {
                entry,
                count: *count,
                span: *span,
            };
            let before = out.len();
            for rule in rules::all() {
                if let Check::Baseline(check) = rule.check {
                    check(
                        &view,
                        &mut rule.reporter(baseline.file, &subject, &FieldPath::ROOT, out),
                    );
                }
            }
            for finding in &mut out[before..] {
                finding.anchor = format!("{} {} {}", entry.file, entry.rule, entry.at);
            }
        }
    }
}
