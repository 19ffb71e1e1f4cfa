use std::collections::BTreeMap;

use crate::finding::ErrorType;
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::lifecycle::Classification;
use crate::rules::walk::Owner;
use crate::rules::{ProfileView, Report, Reporter, StoredProfile, walk};
use crate::source::Place;

rule!(
    "change/made-unavailable",
    Admission,
    Error,
    ProfileUpdate(check),
    "An update that makes a version unavailable.",
    Part
);

fn check(view: &ProfileView<'_>, old: &StoredProfile<'_>, reporter: &mut Reporter<'_>) {
    let now = view.settings.now;
    let mut stored: BTreeMap<(Owner<'_>, &str), &ExpirableVersion<'_>> = BTreeMap::new();
    // The last of several with one name counts.
    walk::expirable_versions(old.profile, |_, owner, version| {
        stored.insert((owner, *version.version), version);
    });
    walk::expirable_versions(view.profile, |path, owner, version| {
        let Some(before) = stored.get(&(owner, *version.version)) else {
            return;
        };
        let was = before.classification_at(now);
        if version.classification_at(now) != Classification::Unavailable
            || was == Classification::Unavailable
        {
            return;
        }
        reporter.report(
            Report::new(
                version.version.span,
                path,
                format!(
                    "{} is {was} and would become unavailable, but an update cannot take a usable \
                     version back: clusters may run it",
                    owner.version(*version.version)
                ),
            )
            .error(ErrorType::Forbidden)
            .value(*version.version)
            .also(version.because(), "it would not start until later")
            .also_in(
                Place {
                    file: old.item.file,
                    span: before.because(),
                },
                format!("{was} by this"),
            )
            .help(
                "keep the start of its first stage in the past; to withdraw a version, classify \
                 it as `deprecated` or let it expire",
            ),
        );
    });
}
