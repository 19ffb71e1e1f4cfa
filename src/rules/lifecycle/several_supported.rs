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
const HELP_OF_MANY: &str = "classify all but the newest as `deprecated`";

/// The server names every pair. Of a version with more others than this, the pairs are one finding.
const MOST_PEERS: usize = 20;

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    walk::version_lists(view, |list, owner, versions| {
        for overlaps in supported_overlaps(versions, view.settings.now, MOST_PEERS) {
            let Some(subject) = versions.get(overlaps.subject) else {
                continue;
            };
            let name = owner.version(*subject.version);
            let path = list.index(overlaps.subject);
            // Either all of them, or one that stands for them.
            let count = overlaps.count - overlaps.peers.len();
            for (peer, reason) in &overlaps.peers {
                if let Some(peer) = versions.get(*peer) {
                    let others = Others { peer, count };
                    reporter.report(report(&name, &path, subject, others, *reason));
                }
            }
        }
    });
}

/// The others that a version is supported with.
#[derive(Clone, Copy)]
struct Others<'v, 't> {
    peer: &'v ExpirableVersion<'t>,
    /// How many more there are, for which the finding stands.
    count: usize,
}

fn report(
    name: &str,
    path: &Path<'_>,
    subject: &ExpirableVersion<'_>,
    Others { peer, count }: Others<'_, '_>,
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
    let message = if count == 0 {
        format!(
            "{name} is `supported` at the same time as {other} of the same minor{why}: only one \
             version of a minor can be"
        )
    } else {
        format!(
            "{name} is `supported` at the same time as {other} and {} of the same minor: only one \
             version of a minor can be, and the server reports each pair",
            words::count(count, "other version")
        )
    };
    Report::new(subject.classification.span, path, message)
        .error(ErrorType::Forbidden)
        .value(*subject.version)
        .also(
            peer.version.span,
            if count == 0 {
                "the other one"
            } else {
                "one of the others"
            },
        )
        .help(if count == 0 { HELP } else { HELP_OF_MANY })
}
