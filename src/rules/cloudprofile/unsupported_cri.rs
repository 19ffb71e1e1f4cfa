use crate::finding::{Edit, ErrorType};
use crate::model::cursor::Spanned;
use crate::model::near::near;
use crate::model::path::Path;
use crate::rules::{Part, ProfileView, Report, Reporter, walk};
use crate::rules::{literal, removal};
use crate::source::Span;

rule!(
    "cloudprofile/unsupported-cri",
    Static,
    Error,
    Spec(check),
    "A container runtime interface other than containerd.",
    Part
);

const CONTAINERD: &str = "containerd";

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    walk::additional_image_versions(view, |path, _, version| {
        let path = path.field("cri");
        let spans: Vec<Span> = version.cri.iter().map(|cri| cri.span).collect();
        let goes_on = version.cri.iter().any(|cri| *cri.name == CONTAINERD);
        for (k, cri) in version
            .cri
            .iter()
            .enumerate()
            .filter(|(_, cri)| *cri.name != CONTAINERD)
        {
            let removal = if goes_on {
                removal::element(view.item.text, &spans, k)
            } else {
                None
            };
            reporter.report(report(
                view,
                cri.name,
                goes_on,
                removal,
                &path.index(k).field("name"),
            ));
        }
    });
}

/// `goes_on`: whether the version has a supported entry without this one.
fn report(
    view: &ProfileView<'_>,
    name: Spanned<&str>,
    goes_on: bool,
    removal: Option<Edit>,
    path: &Path<'_>,
) -> Report {
    let message = match *name {
        "docker" => "`docker` is gone: no supported Kubernetes version can use it, only \
            `containerd`"
            .to_owned(),
        "" => "an entry needs a name; Gardener supports only `containerd`".to_owned(),
        other => {
            format!(
                "Gardener does not know the container runtime interface `{}`; it supports only \
                 `containerd`",
                other.escape_debug()
            )
        }
    };
    let report = Report::new(name.span, path, message)
        .error(ErrorType::NotSupported)
        .value(*name);
    if near(*name, [CONTAINERD]).is_some() {
        let report = report.help("did you mean `containerd`?");
        return match literal::replace(view.item.text, name, CONTAINERD) {
            Some(edit) if name.eq_ignore_ascii_case(CONTAINERD) => {
                report.safe_fix("Write `containerd`", vec![edit])
            }
            Some(edit) => report.unsafe_fix("Write `containerd`", vec![edit]),
            None => report,
        };
    }
    if !goes_on {
        // Only in a CloudProfile it is filled in.
        return report.help(match view.part {
            Part::CloudProfile => {
                "replace it with `containerd`, if that is what runs in this image; the default of \
                 `cri` is `containerd`"
            }
            _ => "replace it with `containerd`, if that is what runs in this image",
        });
    }
    let report = report.help("remove the entry");
    match removal {
        Some(edit) => report.safe_fix(format!("Remove the entry `{}`", *name), vec![edit]),
        None => report,
    }
}
