use crate::finding::ErrorType;
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::overlap::{Reason, supported_overlaps};
use crate::model::path::Path;
use crate::rules::{ProfileView, Report, Reporter, walk, words};

rule!(
    "lifecycle/several-supported",
    Static,
    Error,
    Spec(check),
    "Two versions of one minor that are supported at the same time."
);

const HELP: &str = "classify the older one as `deprecated`";

/// The server names every pair, which for many versions is more than anybody reads.
pub(super) const MOST_PAIRS: usize = 10_000;

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    walk::version_lists(view, |list, owner, versions| {
        let overlaps = supported_overlaps(versions, view.settings.now, MOST_PAIRS + 1);
        for (number, overlap) in overlaps.iter().take(MOST_PAIRS).enumerate() {
            if let (Some(subject), Some(peer)) =
                (versions.get(overlap.subject), versions.get(overlap.peer))
            {
                let report = report(
                    &owner.version(*subject.version),
                    &list.index(overlap.subject),
                    subject,
                    peer,
                    overlap.reason,
                );
                let is_cut = number + 1 == MOST_PAIRS && overlaps.len() > MOST_PAIRS;
                reporter.report(if is_cut {
                    report.help(format!(
                        "{HELP}; the server names more pairs of this list: cpcap stops at \
                         {MOST_PAIRS}"
                    ))
                } else {
                    report.help(HELP)
                });
            }
        }
    });
}

fn report(
    name: &str,
    path: &Path<'_>,
    subject: &ExpirableVersion<'_>,
    peer: &ExpirableVersion<'_>,
    reason: Reason,
) -> Report {
    let other = words::quoted(*peer.version);
    let why = match reason {
        Reason::NoLifecycle => String::new(),
        Reason::BothEndless => ", and neither lifecycle ends its support".to_owned(),
        Reason::AlwaysSupported => "because one of them has no start and no end".to_owned(),
        Reason::BeginsBefore { begin, end } => {
            format!(", from {begin} on, though the other one is supported until {end}")
        }
    };
    Report::new(
        subject.classification.span,
        path,
        format!(
            "{name} is `supported` at the same time as {other} of the same minor{why}: only one \
             version of a minor can be"
        ),
    )
    .error(ErrorType::Forbidden)
    .value(*subject.version)
    .also(peer.version.span, "the other one")
}
