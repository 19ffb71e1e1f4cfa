use crate::finding::ErrorType;
use crate::model::cloudprofile::MachineImageVersion;
use crate::model::path::{FieldPath, Path};
use crate::rules::cloudprofile::bastion::{self, Fault, Need};
use crate::rules::{ProfileView, Report, Reporter};

rule!(
    "cloudprofile/unusable-bastion-image",
    Static,
    Error,
    CloudProfile(check),
    "A bastion whose machine image is not classified as supported, or not for the architecture of \
     its machine type."
);

/// How many versions are named with their reasons.
const MOST_LISTED: usize = 5;

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some((name, wanted)) = view
        .profile
        .bastion
        .as_ref()
        .and_then(|bastion| bastion.machine_image)
    else {
        return;
    };
    let Some(image) = bastion::image(view.profile, *name) else {
        return;
    };
    let need = Need::new(view);
    let spec = Path::new("spec");
    let bastion = spec.field("bastion");
    let path = bastion.field("machineImage");
    if let Some(text) = wanted.value {
        let Some(version) = bastion::version(image, text) else {
            return;
        };
        let Some(fault) = need.fault(version) else {
            return;
        };
        let message = format!(
            "version `{text}` of machine image `{}` cannot be used for the bastion: {}",
            *name,
            explain(&fault, &need, view)
        );
        let report = Report::new(wanted.span, path.field("version"), message)
            .error(ErrorType::Invalid)
            .value(text);
        reporter.report(
            places(report, version, &fault, &need)
                .help(advice(&fault))
                .needs(decisive(view)),
        );
        return;
    }
    let mut reasons = Vec::new();
    for version in image.versions.iter() {
        let Some(fault) = need.fault(version) else {
            return;
        };
        if reasons.len() < MOST_LISTED {
            reasons.push(format!(
                "`{}`: {}",
                *version.version(),
                explain(&fault, &need, view)
            ));
        }
    }
    let message = format!(
        "no version of machine image `{}` can be used for the bastion",
        *name
    );
    let report = Report::new(name.span, path.field("name"), message)
        .error(ErrorType::Invalid)
        .value(*name);
    let more = match image.versions.len() - reasons.len() {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let help = "name an image that has a version with `classification: supported` for the \
        bastion's machine type, or classify one of these so";
    let help = if reasons.is_empty() {
        help.to_owned()
    } else {
        format!("{}{more}; {help}", reasons.join("; "))
    };
    reporter.report(
        report
            .also(image.versions.span, "its versions")
            .help(help)
            .needs(decisive(view)),
    );
}

/// The path that decides the architecture that the bastion needs.
fn decisive(view: &ProfileView<'_>) -> FieldPath {
    let name = view
        .profile
        .bastion
        .as_ref()
        .and_then(|bastion| bastion.machine_type);
    let index = name.and_then(|name| {
        view.profile
            .machine_types
            .iter()
            .position(|machine_type| *machine_type.name == *name)
    });
    let spec = Path::new("spec");
    let list = spec.field("machineTypes");
    index.map_or_else(
        || list.into(),
        |index| list.index(index).field("capabilities").into(),
    )
}

fn explain(fault: &Fault<'_>, need: &Need<'_, '_>, view: &ProfileView<'_>) -> String {
    match (fault, need.machine_type()) {
        (Fault::Architecture(""), Some(machine_type)) => {
            format!(
                "the architecture of machine type `{}` is unknown",
                *machine_type.name
            )
        }
        (Fault::Architecture(architecture), Some(machine_type)) => {
            format!(
                "it is not for `{architecture}`, the architecture of machine type `{}`",
                *machine_type.name
            )
        }
        (Fault::Architecture(architecture), None) => {
            format!("it is not for `{architecture}`")
        }
        (Fault::Unclassified, _) => {
            "it has no `classification`, which does not count as supported for a bastion".to_owned()
        }
        (Fault::Classified(current), _) => format!(
            "it is {current}, not supported, on {}",
            view.settings.now.date()
        ),
    }
}

fn places(
    report: Report,
    version: &MachineImageVersion<'_>,
    fault: &Fault<'_>,
    need: &Need<'_, '_>,
) -> Report {
    match fault {
        Fault::Architecture(_) => {
            let report = report.also(version.version().span, "this version");
            match need.machine_type() {
                Some(machine_type) => report.also(machine_type.name.span, "the machine type"),
                None => report,
            }
        }
        Fault::Unclassified => report.also(version.version().span, "has no classification"),
        Fault::Classified(_) => report.also(version.version().span, "this version"),
    }
}

fn advice(fault: &Fault<'_>) -> &'static str {
    match fault {
        Fault::Architecture(_) => {
            "name a version for the architecture of the machine type, or another machine type"
        }
        Fault::Unclassified => {
            "set `classification: supported` on that version if it is true, or name another one"
        }
        Fault::Classified(_) => {
            "name a version that is supported now, or none: the provider extension then chooses \
             one"
        }
    }
}
