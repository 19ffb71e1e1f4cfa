//! What is wrong with objects beside each other: those of one name.

use crate::finding::Finding;
use crate::landscape::Landscape;
use crate::landscape::pairing::Stored;
use crate::rules::{self, Check};
use crate::source::FileId;
use crate::yaml::Document;

/// Judges objects that replace one of several stored ones, where nothing decides which.
pub(super) fn ambiguous(
    [landscape, stored]: [&Landscape<'_>; 2],
    pairs: &Stored<'_>,
    out: &mut Vec<Finding>,
) {
    // Another unreadable object may decide which belong together; what is unreadable is reported.
    if landscape.hides_objects || stored.hides_objects {
        return;
    }
    for of in &pairs.ambiguous {
        let Some(item) = of.new.first() else { continue };
        // So may an unknown part of these.
        let mut all = of.old.iter().chain(&of.new);
        if all.any(|item| !item.unread.is_empty()) {
            continue;
        }
        for rule in rules::all() {
            if let Check::Pairing(check) = rule.check {
                check(of, &mut rule.reporter_of(item, out));
            }
        }
    }
}

/// Judges objects that stand in their text once more.
pub(super) fn repeated(
    landscape: &Landscape<'_>,
    judged: impl Fn(FileId, &Document<'_>) -> bool,
    out: &mut Vec<Finding>,
) {
    for (item, last) in landscape.repeated() {
        if !judged(item.file, item.document) || !judged(last.file, last.document) {
            continue;
        }
        for rule in rules::all() {
            if let Check::Repeated(check) = rule.check {
                check(item, last, &mut rule.reporter_of(item, out));
            }
        }
    }
}
