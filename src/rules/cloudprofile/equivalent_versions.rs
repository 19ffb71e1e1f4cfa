use std::collections::{BTreeMap, BTreeSet};

use crate::model::cloudprofile::MachineImageVersion;
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::model::version::Version;
use crate::rules::{ProfileView, Report, Reporter};

rule!(
    "cloudprofile/equivalent-versions",
    Design,
    Warning,
    CloudProfile(check),
    "Two spellings of one version in one list.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let spec = Path::new("spec");
    let kubernetes = spec.field("kubernetes");
    let versions = view
        .profile
        .kubernetes_versions
        .iter()
        .map(|version| version.version);
    judge(
        "Kubernetes",
        versions,
        &kubernetes.field("versions"),
        reporter,
    );
    let list = spec.field("machineImages");
    for (index, image) in view.profile.machine_images.iter().enumerate() {
        let path = list.index(index);
        let what = format!("machine image `{}`", *image.name);
        judge(
            &what,
            image.versions.iter().map(MachineImageVersion::version),
            &path.field("versions"),
            reporter,
        );
    }
}

fn judge<'t>(
    of: &str,
    versions: impl Iterator<Item = Spanned<&'t str>>,
    path: &Path<'_>,
    reporter: &mut Reporter<'_>,
) {
    // By value, the first entry and all spellings so far.
    let mut seen: BTreeMap<Version<'t>, (Spanned<&'t str>, BTreeSet<&'t str>)> = BTreeMap::new();
    for (index, version) in versions.enumerate() {
        let Some(value) = Version::parse(version.value) else {
            continue;
        };
        let (first, spellings) = seen
            .entry(value)
            .or_insert_with(|| (version, BTreeSet::from([version.value])));
        if spellings.insert(version.value) {
            let message = format!(
                "`{}` and `{}` are one version of {of} in two spellings: neither is newer, and \
                 Shoots and mappings must use the exact spelling",
                version.value, first.value
            );
            reporter.report(
                Report::new(version.span, path.index(index).field("version"), message)
                    .value(version.value)
                    .also(first.span, "the same version")
                    .help(
                        "keep one spelling, the one that Shoots and `providerConfig` use; remove \
                         the other once nobody names it",
                    ),
            );
        }
    }
}
