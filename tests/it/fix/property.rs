//! The property of fixes: what was fixed is gone, nothing new is an error, everything else reads as
//! before, and there is no more to fix.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use cpcap::config::Settings;
use cpcap::finding::{Finding, Severity};
use cpcap::fix::{Job, Patch, fix};
use cpcap::landscape::Input;
use cpcap::lint::lint_among;
use cpcap::source::{FileId, Source, Sources};

use crate::fix::meaning;

/// A text that is judged, with what it is judged with.
#[derive(Clone)]
pub struct Case {
    pub what: String,
    pub text: String,
    pub context: Vec<String>,
    pub old: Option<String>,
    pub settings: Settings,
}

/// How much was seen.
#[derive(Default, Debug)]
pub struct Tally {
    pub cases: usize,
    /// Cases in which a fix is offered.
    pub offering: usize,
    /// Findings fixed, by rule, by safe fixes and by all.
    pub fixed: [BTreeMap<&'static str, usize>; 2],
    /// Safe fixes that were offered and not made, by rule.
    pub left: BTreeMap<&'static str, usize>,
    pub failures: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.cases += other.cases;
        self.offering += other.offering;
        for (mine, others) in self
            .fixed
            .iter_mut()
            .chain([&mut self.left])
            .zip(other.fixed.into_iter().chain([other.left]))
        {
            for (rule, count) in others {
                *mine.entry(rule).or_default() += count;
            }
        }
        self.failures.extend(other.failures);
    }

    pub fn count(&self) -> usize {
        self.fixed.iter().flat_map(BTreeMap::values).sum()
    }
}

/// Checks cases with all processors; fails with the first failures of all, and says how many there
/// are.
#[track_caller]
pub fn hold(what: &str, cases: &[Case]) -> Tally {
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Tally::default());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut mine = Tally::default();
                while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    check(case, &mut mine);
                }
                all.lock().unwrap().add(mine);
            });
        }
    });
    let mut all = all.into_inner().unwrap();
    let [safe, with_unsafe] = all
        .fixed
        .each_ref()
        .map(|fixed| fixed.values().sum::<usize>());
    println!(
        "{what}: {} cases, {} with fixes; {safe} findings fixed, {with_unsafe} with --unsafe-fixes",
        all.cases, all.offering
    );
    if std::env::var_os("CPCAP_FIX_DETAILS").is_some() {
        println!("{what}: {all:#?}");
    }
    all.failures.sort();
    let shown: Vec<&str> = all.failures.iter().take(20).map(String::as_str).collect();
    assert!(
        shown.is_empty(),
        "{what}: {} failures\n{}",
        all.failures.len(),
        shown.join("\n")
    );
    all
}

fn check(case: &Case, tally: &mut Tally) {
    tally.cases += 1;
    let mut sources = Sources::default();
    let mut add = |name: &str, text: &str| Input {
        file: sources.add(Source::new(name, text)),
        fault: None,
    };
    let judged = [add("x.yaml", &case.text)];
    let context: Vec<Input> = case
        .context
        .iter()
        .enumerate()
        .map(|(n, text)| add(&format!("context{n}.yaml"), text))
        .collect();
    let old: Vec<Input> = case.old.iter().map(|text| add("old.yaml", text)).collect();
    let files = BTreeSet::from([judged[0].file]);
    let lint = |sources: &Sources| lint_among(sources, &judged, &context, &old, &case.settings);
    let before = lint(&sources);
    let mut fail = |why: String| tally.failures.push(format!("{}: {why}", case.what));
    let mut offered = false;
    for finding in before
        .findings
        .iter()
        .filter(|finding| finding.place.file == judged[0].file)
    {
        let Some(fix) = &finding.fix else { continue };
        offered = true;
        let applied = Patch::new(&fix.edits).and_then(|patch| patch.apply(&case.text));
        if applied.is_none_or(|new| new == case.text) {
            fail(format!(
                "no fix: {} {} {fix:?}",
                finding.rule, finding.field
            ));
        }
    }
    tally.offering += usize::from(offered);
    let mut safe = None;
    for with_unsafe in [false, true] {
        let job = Job {
            judged: &judged,
            context: &context,
            old: &old,
            files: &files,
            settings: &case.settings,
            with_unsafe,
        };
        let done = fix(&sources, before.clone(), job);
        let new = done.sources.get(FileId(0)).text();
        let mut fail = |why: String| {
            tally.failures.push(format!(
                "{} ({}): {why}",
                case.what,
                if with_unsafe { "all" } else { "safe" }
            ));
        };
        if done.count() == 0 {
            if new != case.text {
                fail("changed without a fix".to_owned());
            }
            continue;
        }
        if !with_unsafe {
            for finding in done
                .outcome
                .findings
                .iter()
                .filter(|finding| finding.fix.as_ref().is_some_and(|fix| fix.safe))
            {
                *tally.left.entry(finding.rule).or_default() += 1;
            }
        }
        for finding in done.fixed.values().flatten() {
            *tally.fixed[usize::from(with_unsafe)]
                .entry(finding.rule)
                .or_default() += 1;
        }
        if safe.as_deref() == Some(new) {
            continue;
        }
        safe = Some(new.to_owned());
        let fixed = &done.fixed[&FileId(0)];
        let after = lint(&done.sources);
        if after.findings != done.outcome.findings {
            fail("what is shown as left is not what is found".to_owned());
        }
        gone(&before.findings, &after.findings, fixed, &mut fail);
        for why in meaning::differences(&case.text, new, fixed) {
            fail(why);
        }
        let again = fix(&done.sources, after, job);
        if again.count() > 0 {
            fail(format!(
                "fixed again: {:?}",
                again
                    .fixed
                    .values()
                    .flatten()
                    .map(|finding| (finding.rule, &finding.field))
                    .collect::<Vec<_>>()
            ));
        }
    }
}

/// Whether what was fixed is gone and nothing new is an error.
fn gone(before: &[Finding], after: &[Finding], fixed: &[Finding], fail: &mut dyn FnMut(String)) {
    // Where a fix renames a key, what else is wrong below it has another path.
    let renames = fixed
        .iter()
        .filter_map(|finding| finding.fix.as_ref())
        .any(|fix| fix.title.starts_with("rename"));
    let path = |finding: &Finding| {
        meaning::without_indices(&finding.field.to_string())
            .replace("status.cloudProfileSpec.", "spec.")
    };
    let place = |finding: &Finding| {
        (
            finding.rule,
            if renames {
                String::new()
            } else {
                path(finding)
            },
        )
    };
    let count = |findings: &[Finding], which: &dyn Fn(&Finding) -> bool| {
        let mut all: BTreeMap<_, usize> = BTreeMap::new();
        for finding in findings.iter().filter(|finding| which(finding)) {
            *all.entry(place(finding)).or_default() += 1;
        }
        all
    };
    let error = |finding: &Finding| finding.severity == Severity::Error;
    let [errors, now] = [before, after].map(|findings| count(findings, &error));
    for (error, count) in now {
        if errors.get(&error).copied().unwrap_or(0) < count {
            fail(format!(
                "a new error: {error:?} after {:?}",
                fixed.iter().map(place).collect::<Vec<_>>()
            ));
        }
    }
    // Of those that were found at first; others came to light when these were gone.
    let first: Vec<Finding> = fixed
        .iter()
        .filter(|finding| before.contains(finding))
        .cloned()
        .collect();
    let [all, now] = [before, after].map(|findings| count(findings, &|_| true));
    for (place, fixed) in count(&first, &|_| true) {
        let (all, now) = (all[&place], now.get(&place).copied().unwrap_or(0));
        if now + fixed > all {
            fail(format!(
                "still there: {place:?}: {now} of {all} after {fixed} were fixed"
            ));
        }
    }
}
