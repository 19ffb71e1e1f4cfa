use crate::landscape::{Other, OtherKind};
use crate::model::object::{ObjectKind, RETIRED_GROUP, group_of};
use crate::rules::{Report, Reporter};

rule!(
    "schema/retired-group",
    Input,
    Error,
    Other(check),
    "An object of `garden.sapcloud.io`, the API group that Gardener had before \
        `core.gardener.cloud`.",
    Part
);

fn check(other: &Other<'_>, reporter: &mut Reporter<'_>) {
    let OtherKind::Foreign(foreign) = &other.what else {
        return;
    };
    let (Some(version), Some(kind)) = (*foreign.api_version, foreign.kind) else {
        return;
    };
    if !ObjectKind::is_meant_by(kind) || !is_retired(version) {
        return;
    }
    reporter.report(
        Report::new(
            foreign.at,
            "apiVersion",
            format!(
                "current Gardener does not serve the group {RETIRED_GROUP}: cpcap skipped this {kind}, \
                 and every server refuses it"
            ),
        )
        .value(version)
        .help(match kind {
            "Shoot" => SHOOT,
            _ => PROFILE,
        }),
    );
}

/// Whether an API version is of the group.
pub(super) fn is_retired(version: &str) -> bool {
    group_of(version) == Some(RETIRED_GROUP)
}

const PROFILE: &str = "rewrite the profile for `core.gardener.cloud/v1beta1`: \
    `spec.<provider>.constraints` became `spec.kubernetes`, `machineImages`, `machineTypes`, \
    `volumeTypes` and `regions`, and the rest moved to `spec.providerConfig`";
const SHOOT: &str = "rewrite the Shoot for `core.gardener.cloud/v1beta1`: `spec.cloud` became \
    `spec.provider`, `region`, `cloudProfile` and `networking`";
