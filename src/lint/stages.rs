//! The server ends a request at the first stage that refuses it: what it would say of one object at
//! later stages is said as well, with a mark.

use crate::finding::{Finding, Severity, Stage};

/// Hands on the findings about an object, and marks those after an earlier refusal. Strict decoding
/// and metadata put nothing off: recorded answers hold the rest beside what these refuse.
pub(super) fn put_off(found: Vec<Finding>, out: &mut Vec<Finding>) {
    let refusing = |finding: &Finding| -> Option<Stage> {
        finding
            .stage
            .filter(|_| finding.severity == Severity::Error && !finding.afterwards)
    };
    let puts_off = |finding: &&Finding| {
        finding.stage != Some(Stage::Decoding) && finding.field.after(["metadata"]).is_none()
    };
    let first = found.iter().filter(puts_off).filter_map(refusing).min();
    out.extend(found.into_iter().map(|finding| {
        if first.is_some() && refusing(&finding) > first {
            finding.put_off()
        } else {
            finding
        }
    }));
}
