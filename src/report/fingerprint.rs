//! Fingerprints: by which a service that shows findings knows one again after lines have moved.
//! They never depend on positions.

use std::collections::BTreeMap;

use crate::finding::Finding;
use crate::lint::Outcome;
use crate::report::Look;
use crate::source::Sources;

/// A fingerprint for each finding, no two alike: equal findings are numbered in their order.
pub(super) fn fingerprints(outcome: &Outcome, sources: &Sources, look: Look<'_>) -> Vec<String> {
    let mut seen: BTreeMap<u128, usize> = BTreeMap::new();
    let one = |finding: &Finding| {
        let hash = hash(finding, &look.name(sources.get(finding.place.file).name()));
        let count = seen.entry(hash).or_default();
        *count += 1;
        if *count == 1 {
            format!("{hash:032x}")
        } else {
            format!("{hash:032x}:{count}")
        }
    };
    outcome.findings.iter().map(one).collect()
}

/// FNV-1a of the parts that identify a finding. It belongs to the contract: another hash makes
/// every known finding a new one.
fn hash(finding: &Finding, file: &str) -> u128 {
    let subject = &finding.subject;
    let [kind, namespace, name] = [&subject.kind, &subject.namespace, &subject.name]
        .map(|text| text.as_deref().unwrap_or_default());
    let parts = [
        finding.rule,
        file,
        kind,
        namespace,
        name,
        finding.anchor.as_str(),
    ]
    .map(str::as_bytes);
    // A byte that no text has parts them.
    parts
        .join(&0xFF)
        .into_iter()
        .fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |hash, byte| {
            (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013B)
        })
}
