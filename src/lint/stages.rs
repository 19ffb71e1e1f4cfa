//! The server ends a request at the first stage that refuses it: what it would say of one object at
//! later stages is said as well, with a mark.

use crate::finding::{Finding, Severity, Stage};

/// Hands on the findings about an object, and marks what stands behind an earlier refusal.
pub(super) fn put_off(found: Vec<Finding>, out: &mut Vec<Finding>) {
    let refusing = |finding: &Finding| -> Option<Stage> {
        finding
            .stage
            .filter(|_| finding.severity == Severity::Error && !finding.afterwards)
    };
    let first = found.iter().filter_map(refusing).min();
    out.extend(found.into_iter().map(|finding| {
        if refusing(&finding) > first {
            finding.put_off()
        } else {
            finding
        }
    }));
}
