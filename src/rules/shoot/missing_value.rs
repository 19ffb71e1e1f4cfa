use crate::rules::{Report, ShootView};
use crate::shoot::{Fault, Missing};

rule!(
    "shoot/missing-value",
    Static,
    Error,
    Fault,
    "A required field of a Shoot that is not set."
);

pub(in crate::rules) fn report(view: &ShootView<'_>, fault: &Fault<'_>, what: Missing) -> Report {
    let (what, help) = match what {
        Missing::KubernetesVersion => (
            "the Kubernetes version",
            "write a version of the profile, such as `version: 1.33.1`",
        ),
        Missing::Region => ("the region", "name a region of the profile"),
        Missing::ProviderType => (
            "the type of the provider",
            "write the `type` of the profile",
        ),
        Missing::MachineType => ("the machine type", "name a machine type of the profile"),
        Missing::Image => ("the machine image", "name an image of the profile"),
        Missing::ImageName => (
            "the name of the machine image",
            "the server does not change a full version, so name the image too",
        ),
        Missing::ImageVersion => (
            "the version of the machine image",
            "write a version of the image, exactly as in the profile",
        ),
        Missing::VolumeName => (
            "the name of the volume",
            "give it a short name; a root volume needs none",
        ),
        Missing::Volume => (
            "the root volume, which a pool with data volumes must have",
            "add `volume: {size: 50Gi}` with a type of the profile",
        ),
        Missing::TaintEffect => (
            "the effect of the taint",
            "write `NoSchedule`, `PreferNoSchedule` or `NoExecute`",
        ),
        Missing::RuntimeType => (
            "the type of the container runtime",
            "name a container runtime that the image version offers",
        ),
        Missing::SysctlValue => (
            "the value of the sysctl",
            "write a value, or remove the entry",
        ),
    };
    let of = if fault.worker.is_some() {
        format!(" of {}", view.pool(fault))
    } else {
        String::new()
    };
    ShootView::report(fault, format!("{what}{of} is missing")).help(help)
}
