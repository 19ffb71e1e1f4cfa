use std::collections::BTreeMap;

use crate::merge;
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::path::Path;
use crate::rules::walk::Owner;
use crate::rules::{AdmissionView, Report, Reporter};

rule!(
    "namespaced/override-without-effect",
    Design,
    Warning,
    Admission(check),
    "An override that repeats the expiration date of the parent."
);

fn check(view: &AdmissionView<'_>, reporter: &mut Reporter<'_>) {
    let Some(family) = &view.family else { return };
    let (parent, own) = (&family.parent.profile, &family.new.uniform);
    let spec = Path::new("spec");
    let kubernetes = spec.field("kubernetes");
    let (known, list) = (
        by_name(parent.kubernetes_versions.iter()),
        kubernetes.field("versions"),
    );
    for (index, version) in own.kubernetes_versions.iter().enumerate() {
        judge(
            Owner::Kubernetes,
            version,
            &known,
            &list.index(index),
            reporter,
        );
    }
    let images = spec.field("machineImages");
    let of_parent: BTreeMap<&str, _> = parent
        .machine_images
        .iter()
        .map(|image| (*image.name, image))
        .collect();
    for (index, image) in own.machine_images.iter().enumerate() {
        let Some(before) = of_parent.get(*image.name) else {
            continue;
        };
        let known = by_name(before.versions.iter().map(|version| &version.expirable));
        let image_path = images.index(index);
        let list = image_path.field("versions");
        for (index, version) in image.versions.iter().enumerate() {
            if !merge::says_more_than_a_date(version) {
                judge(
                    Owner::Image(*image.name),
                    &version.expirable,
                    &known,
                    &list.index(index),
                    reporter,
                );
            }
        }
    }
}

fn by_name<'a, 't: 'a>(
    versions: impl Iterator<Item = &'a ExpirableVersion<'t>>,
) -> BTreeMap<&'t str, &'a ExpirableVersion<'t>> {
    versions
        .map(|version| (*version.version, version))
        .collect()
}

fn judge(
    owner: Owner<'_>,
    version: &ExpirableVersion<'_>,
    known: &BTreeMap<&str, &ExpirableVersion<'_>>,
    path: &Path<'_>,
    reporter: &mut Reporter<'_>,
) {
    let Some(before) = known.get(*version.version) else {
        return;
    };
    let (Some(own), Some(theirs)) = (
        version.expiration_date.time(),
        before.expiration_date.time(),
    ) else {
        return;
    };
    if own == theirs {
        let what = owner.version(*version.version);
        let message = format!(
            "{what} expires on {own} with and without this override: the override has no effect \
             now, but stays when the parent changes"
        );
        reporter.report(
            Report::new(
                version.expiration_date.span,
                path.field("expirationDate"),
                message,
            )
            .value(own)
            .also(before.expiration_date.span, "the parent's date")
            .help("set another date, or remove the version here"),
        );
    }
}
