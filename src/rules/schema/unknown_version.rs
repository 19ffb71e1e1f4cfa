use crate::landscape::{Other, OtherKind};
use crate::model::object::{API_VERSION, GROUP};
use crate::rules::literal;
use crate::rules::{Report, Reporter};
use crate::yaml;

rule!(
    "schema/unknown-version",
    Decode,
    Error,
    Other(check),
    "An object of `core.gardener.cloud` in a version that cpcap does not know.",
    Part
);

fn check(other: &Other<'_>, reporter: &mut Reporter<'_>) {
    let OtherKind::Unknown(unknown) = &other.what else {
        return;
    };
    if unknown.known_version {
        return;
    }
    let version = *unknown.api_version;
    // Another finding tells of the template.
    if yaml::template(version).is_some() {
        return;
    }
    let message = format!(
        "the group {GROUP} does not serve profiles and Shoots as `{version}`: cpcap did not check \
         this object"
    );
    let mut report = Report::new(unknown.api_version.span, "apiVersion", message)
        .value(version)
        .help(format!(
            "write `apiVersion: {API_VERSION}`, the only version known"
        ));
    if let Some(edit) = literal::replace(other.text, unknown.api_version, API_VERSION) {
        report = report.unsafe_fix(format!("write `{API_VERSION}`"), vec![edit]);
    }
    reporter.report(report);
}
