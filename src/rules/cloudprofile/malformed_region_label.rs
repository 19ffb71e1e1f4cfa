//! See the page.

use crate::finding::{Origin, Severity};
use crate::model::path::Path;
use crate::rules::cloudprofile::labels;
use crate::rules::{Check, ProfileView, Reporter, Rule, Scope};

/// `cloudprofile/malformed-region-label`
pub static RULE: Rule = Rule {
    name: "cloudprofile/malformed-region-label",
    origin: Origin::Static,
    severity: Severity::Error,
    summary: "A label of a region whose key or value is no label of Kubernetes.",
    since: "0.1.0",
    scope: Scope::Part,
    docs: include_str!("../../../docs/rules/cloudprofile/malformed-region-label.md"),
    check: Check::CloudProfile(check),
};

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
