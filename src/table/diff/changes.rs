//! The effects of an edit, for commands that compute it themselves.

use std::collections::BTreeSet;

use crate::diff::{Diff, Verdict};
use crate::finding::Finding;
use crate::impact::Kind;
use crate::source::Sources;
use crate::table::diff::{End, Findings, View};

/// The change as `cpcap diff` sees it.
#[derive(Debug)]
pub struct Changes<'a> {
    diff: &'a Diff<'a>,
    sources: &'a Sources,
    findings: [Vec<&'a Finding>; 4],
    denied: BTreeSet<Kind>,
}

impl<'a> Changes<'a> {
    #[must_use]
    pub fn new(diff: &'a Diff<'a>, sources: &'a Sources) -> Self {
        Self {
            diff,
            sources,
            findings: [
                &diff.unreadable,
                &diff.refused,
                &diff.unchecked,
                &diff.notes,
            ]
            .map(|findings| findings.iter().collect()),
            denied: BTreeSet::new(),
        }
    }

    pub(crate) fn view(&'a self) -> View<'a> {
        let [unreadable, refused, unchecked, notes] = &self.findings;
        let verdict = self.diff.verdict();
        View {
            objects: &self.diff.objects,
            findings: Findings {
                unreadable,
                refused,
                unchecked,
                open: &self.diff.open,
                notes,
            },
            denied: &self.denied,
            verdict,
            end: if verdict == Verdict::Refused {
                End::Denied
            } else {
                End::Fine
            },
            sources: self.sources,
        }
    }
}
