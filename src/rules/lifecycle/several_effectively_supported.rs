use std::collections::{BTreeMap, BTreeSet};

use crate::finding::Severity;
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::lifecycle::Classification;
use crate::model::overlap::supported_overlaps;
use crate::model::path::Path;
use crate::model::version::Version;
use crate::rules::walk::Owner;
use crate::rules::{ProfileView, Report, Reporter, walk, words};

rule!(
    "lifecycle/several-effectively-supported",
    Time,
    Warning,
    CloudProfile(check),
    "Several versions of one minor that count as supported, some because they have no \
     classification."
);

/// How many versions the message names.
const NAMED: usize = 3;

/// The supported versions of one minor: each version once, with its position.
type Minor<'a, 't> = BTreeMap<Version<'t>, (usize, &'a ExpirableVersion<'t>)>;

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let now = view.settings.now;
    walk::version_lists(view.profile, |list, owner, versions| {
        let refused: BTreeSet<usize> = supported_overlaps(versions, now, 0)
            .iter()
            .map(|overlap| overlap.subject)
            .collect();
        let classified = versions
            .iter()
            .any(|version| version.classification.is_some() || !version.stages().is_empty());
        let mut minors: BTreeMap<(u64, u64), Minor<'_, '_>> = BTreeMap::new();
        for (index, version) in versions.iter().enumerate() {
            if let Some(parsed) = Version::parse(*version.version)
                && version.classification_at(now) == Classification::Supported
            {
                minors
                    .entry((parsed.major, parsed.minor))
                    .or_default()
                    .entry(parsed)
                    .or_insert((index, version));
            }
        }
        for (number, minor) in minors {
            // `lifecycle/several-supported` reports what the server refuses.
            if minor.len() > 1 && !minor.values().any(|(index, _)| refused.contains(index)) {
                let report = report(list, owner, number, &minor);
                // A profile without any classification does not use classifications.
                reporter.report(if classified {
                    report
                } else {
                    report.severity(Severity::Note)
                });
            }
        }
    });
}

fn report(
    list: &Path<'_>,
    owner: Owner<'_>,
    (major, minor): (u64, u64),
    versions: &Minor<'_, '_>,
) -> Report {
    let whose = match owner {
        Owner::Kubernetes => format!("Kubernetes {major}.{minor}"),
        Owner::Image(image) => format!("{major}.{minor} of image {}", words::quoted(image)),
    };
    let names = words::some(
        versions.values().rev().map(|(_, version)| *version.version),
        NAMED,
    );
    let all_staged = versions
        .values()
        .all(|(_, version)| version.classification.is_none() && !version.stages().is_empty());
    let why = if all_staged {
        "the server compares life cycles only with versions that have a `classification`"
    } else {
        "a version without `classification` counts as supported, and the server accepts several \
         of them"
    };
    let mut newest_first = versions.values().rev();
    let (index, newest) = newest_first
        .next()
        .map_or((0, None), |(index, version)| (*index, Some(version)));
    let mut report = Report::new(
        newest.map_or_else(Default::default, |version| version.version.span),
        list.index(index),
        format!(
            "{} versions of {whose} are supported at once, {names}: {why}, but nothing shows \
             users which ones to avoid",
            versions.len()
        ),
    )
    .help("classify all but the newest as `deprecated`");
    for (_, version) in newest_first.take(NAMED - 1) {
        report = report.also(version.version.span, "supported too");
    }
    report
}
