use crate::model::path::Path;
use crate::rules::cloudprofile::labels;
use crate::rules::{ProfileView, Reporter};

rule!(
    "cloudprofile/malformed-region-label",
    Static,
    Error,
    CloudProfile(check),
    "A label of a region whose key or value is not a valid Kubernetes label.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let spec = Path::new("spec");
    let list = spec.field("regions");
    for (index, region) in view.profile.regions.iter().enumerate() {
        let path = list.index(index);
        let path = path.field("labels");
        for (key, value) in region.labels.iter() {
            labels::judge_key(*key, &path, reporter);
            labels::judge_value(*key, *value, &path, reporter);
        }
    }
}
