use crate::landscape::{Other, OtherKind};
use crate::model::cursor::Spanned;
use crate::model::near::near;
use crate::model::object::{API_VERSION, GROUP, ObjectKind, group_of};
use crate::rules::{Report, Reporter};
use crate::rules::{literal, words};

use super::retired_group;

rule!(
    "schema/unknown-group",
    Input,
    Error,
    Other(check),
    "A CloudProfile, NamespacedCloudProfile or Shoot whose API group is missing or \
        nearly `core.gardener.cloud`.",
    Part
);

fn check(other: &Other<'_>, reporter: &mut Reporter<'_>) {
    let OtherKind::Foreign(foreign) = &other.what else {
        return;
    };
    let (Some(version), Some(kind)) = (*foreign.api_version, foreign.kind) else {
        return;
    };
    // Other groups may well have a kind of the same name: only a slip is meant.
    if !ObjectKind::is_meant_by(kind) || retired_group::is_retired(version) {
        return;
    }
    // The core group of Kubernetes has none of the kinds.
    let what = match group_of(version).unwrap_or_default() {
        "" => format!("{} names no API group", words::quoted(version)),
        group if near(group, [GROUP]).is_some() => {
            format!("there is no API group {}", words::quoted(group))
        }
        _ => return,
    };
    let written = Spanned::new(version, foreign.api_version.span);
    let message =
        format!("{what}: cpcap skipped this {kind} without checking it, and the server refuses it");
    let report = Report::new(written.span, "apiVersion", message)
        .value(version)
        .help(format!("did you mean `{API_VERSION}`?"));
    reporter.report(match literal::replace(other.text, written, API_VERSION) {
        Some(edit) => report.unsafe_fix(format!("write `{API_VERSION}`"), vec![edit]),
        None => report,
    });
}
