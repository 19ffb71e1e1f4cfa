//! See the page.

use std::collections::BTreeMap;

use crate::finding::{Origin, Severity};
use crate::model::cloudprofile::{CloudProfile, ExpirableVersion};
use crate::model::lifecycle::Classification;
use crate::model::time::Time;
use crate::model::version::{Version, is_kubernetes_version};
use crate::rules::walk::Owner;
use crate::rules::{Check, ProfileView, Report, Reporter, Rule, Scope, walk, words};

/// `lifecycle/deprecated-above-supported`
pub static RULE: Rule = Rule {
    name: "lifecycle/deprecated-above-supported",
    origin: Origin::Time,
    severity: Severity::Warning,
    summary: "A deprecated version onto which maintenance moves what runs a supported one.",
    since: "0.1.0",
    scope: Scope::Whole,
    docs: include_str!("../../../docs/rules/lifecycle/deprecated-above-supported.md"),
    check: Check::CloudProfile(check),
};

/// How many versions the message names.
const NAMED: usize = 3;

/// A version, its position in the list, and how it is classified now.
#[derive(Clone, Copy)]
struct Candidate<'t> {
    version: Version<'t>,
    index: usize,
    deprecated: bool,
    supported: bool,
}

/// How far automatic updates look, step by step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Range {
    Minor(u64, u64),
    Major(u64),
    Everything,
}

/// The highest versions of a range.
#[derive(Default)]
struct Highest<'t> {
    deprecated: Option<Candidate<'t>>,
    other: Option<Candidate<'t>>,
}

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let mut strategies = strategies(view.profile).into_iter();
    walk::version_lists(view.profile, |list, owner, versions| {
        let widest = strategies.next().unwrap_or("patch");
        let Some(candidates) = candidates(owner, versions, view.settings.now) else { return };
        let mut highest: BTreeMap<Range, Highest<'_>> = BTreeMap::new();
        for candidate in &candidates {
            for range in ranges(candidate.version, widest) {
                let highest = highest.entry(range).or_default();
                let slot = if candidate.deprecated { &mut highest.deprecated } else { &mut highest.other };
                if slot.is_none_or(|slot| candidate.version > slot.version) {
                    *slot = Some(*candidate);
                }
            }
        }
        // From where to where an automatic update moves onto a deprecated version.
        let mut moves: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for from in candidates.iter().filter(|candidate| candidate.supported) {
            let target = ranges(from.version, widest).find_map(|range| {
                let highest = highest.get(&range)?;
                [highest.other, highest.deprecated].into_iter().flatten().find(|to| to.version > from.version)
            });
            if let Some(to) = target.filter(|to| to.deprecated) {
                moves.entry(to.index).or_default().push(from.index);
            }
        }
        for (to, from) in moves {
            let Some(deprecated) = versions.get(to) else { continue };
            let from: Vec<&ExpirableVersion<'_>> = from.iter().filter_map(|from| versions.get(*from).copied()).collect();
            reporter.report(report(owner, deprecated, &from, &list.index(to).to_string()));
        }
    });
}

fn report(owner: Owner<'_>, to: &ExpirableVersion<'_>, from: &[&ExpirableVersion<'_>], path: &str) -> Report {
    let who = if owner == Owner::Kubernetes { "clusters" } else { "worker pools" };
    let names = words::some(from.iter().map(|version| *version.version), NAMED);
    let mut report = Report::new(
        to.version.span,
        path,
        format!(
            "{} is deprecated, yet maintenance moves {who} from the supported {names} up to it, as there is no better version above",
            owner.version(*to.version)
        ),
    )
    .value(*to.version)
    .help("add a supported version above it, or let it expire instead of deprecating it: what is expired is no target");
    for version in from.iter().take(NAMED) {
        report = report.also(version.version.span, format!("{who} move up from here"));
    }
    report
}

/// The update strategy of every list that `walk::version_lists` gives, in its order.
fn strategies<'t>(profile: &CloudProfile<'t>) -> Vec<&'t str> {
    let images = profile.machine_images.iter().map(|image| image.update_strategy.value.unwrap_or("major"));
    // The control plane only moves within its minor.
    std::iter::once("patch").chain(images).collect()
}

/// The ranges in which an automatic update looks, narrowest first (`spec/maintenance.md`).
fn ranges(version: Version<'_>, strategy: &str) -> impl Iterator<Item = Range> {
    let wider = match strategy {
        "patch" => None,
        "minor" => Some(Range::Major(version.major)),
        _ => Some(Range::Everything),
    };
    std::iter::once(Range::Minor(version.major, version.minor)).chain(wider)
}

/// What an automatic update may choose from: neither preview nor expired. None if the versions cannot be compared.
fn candidates<'t>(owner: Owner<'_>, versions: &[&ExpirableVersion<'t>], now: Time) -> Option<Vec<Candidate<'t>>> {
    let mut candidates = Vec::new();
    for (index, version) in versions.iter().enumerate() {
        // No cluster has such a version.
        if owner == Owner::Kubernetes && !is_kubernetes_version(version.version.value) {
            continue;
        }
        let parsed = Version::parse(version.version.value)?;
        let current = version.classification_at(now);
        if current != Classification::Preview && current != Classification::Expired {
            let (deprecated, supported) = (current == Classification::Deprecated, current == Classification::Supported);
            candidates.push(Candidate { version: parsed, index, deprecated, supported });
        }
    }
    Some(candidates)
}
