use crate::finding::{Origin, Severity};
use crate::provider::lookup::{Absent, NoArtifact};
use crate::rules::{Report, ShootView};
use crate::shoot::Fault;
use crate::words::{self, artifacts};

rule!(
    "shoot/no-artifact",
    Provider,
    Error,
    Fault,
    "A worker pool for which `providerConfig` of the profile has no artifact in the \
        region of the Shoot."
);

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    why: &NoArtifact,
    refused: bool,
) -> Option<Report> {
    let (offer, worker) = (view.offer()?, view.worker(fault)?);
    let image = worker.image?;
    let (name, version) = (*image.name, image.version.unwrap_or_default());
    let what = format!(
        "{} gets no artifact of version {} of image {} for machine type {} in region {}: {}",
        view.pool(fault),
        words::quoted(version),
        words::quoted(name),
        words::quoted(*worker.machine_type),
        words::quoted(*view.judged.shoot.region),
        artifacts::reason(why),
    );
    let message = if refused {
        format!("{what}; the webhook of the extension refuses the Shoot")
    } else {
        format!("{what}; the server admits the Shoot, but no machine of the pool can start")
    };
    let mut report = ShootView::report(fault, message).help(help(why));
    if !refused {
        report = report.severity(Severity::Warning).origin(Origin::Selection);
    }
    if let Some(at) = offer.version(name, version) {
        report = view.in_profile(
            report,
            offer.version_at(at).version.version().span,
            "the version in the profile",
        );
    }
    let flavors: &[_] = match why {
        NoArtifact::Ambiguous(flavors) => flavors.get(..2).unwrap_or(flavors),
        NoArtifact::NoArchitecture(flavor) | NoArtifact::Nameless(flavor) => {
            std::slice::from_ref(flavor)
        }
        _ => &[],
    };
    for flavor in flavors {
        report = view.in_profile(report, *flavor, "a flavor of `providerConfig`");
    }
    Some(report)
}

fn help(why: &NoArtifact) -> &'static str {
    match why {
        NoArtifact::UnknownMachineType => {
            "choose a machine type that the profile has; `cpcap match` lists them"
        }
        NoArtifact::Absent(Absent::Region { elsewhere: true }) => {
            "choose a version that the region has (see `cpcap match --region`), or ask for its \
             artifact in `providerConfig`"
        }
        NoArtifact::Absent(_) | NoArtifact::Elsewhere => {
            "choose another version, or ask for the artifact in `providerConfig` of the profile"
        }
        NoArtifact::Incompatible { .. } => {
            "choose another version or machine type (see `cpcap match`), or ask for an artifact \
             that fits"
        }
        NoArtifact::Ambiguous(_) => {
            "make the flavors of `providerConfig` differ, or remove one of them; `cpcap match` \
             shows the tie"
        }
        NoArtifact::NoArchitecture(_) => "name the architecture in `providerConfig`",
        NoArtifact::Nameless(_) => "name the artifact in `providerConfig`",
    }
}
