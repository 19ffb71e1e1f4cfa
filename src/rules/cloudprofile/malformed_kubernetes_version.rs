use crate::finding::ErrorType;
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::model::version::is_kubernetes_version;
use crate::rules::literal;
use crate::rules::{ProfileView, Report, Reporter, walk};

rule!(
    "cloudprofile/malformed-kubernetes-version",
    Static,
    Error,
    Spec(check),
    "A Kubernetes version that is not three numbers separated by dots.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    walk::kubernetes_versions(view, |path, version| {
        let version = version.version;
        let cut_off = version.is_empty() && view.item.document.incomplete;
        if is_kubernetes_version(*version) || cut_off || view.refused.has(&path.field("version")) {
            return;
        }
        reporter.report(report(view, version, path));
    });
}

fn report(view: &ProfileView<'_>, version: Spanned<&str>, path: &Path<'_>) -> Report {
    if version.is_empty() {
        return Report::new(
            version.span,
            path,
            "an entry of the Kubernetes versions names no \
            version, so nobody could choose it",
        )
        .error(ErrorType::Invalid)
        .help(
            "set `version` to three numbers separated by dots, such as `1.33.1`, or remove the \
             entry",
        );
    }
    let message = format!(
        "`{}` is not a valid Kubernetes version: it must be three numbers separated by dots",
        version.escape_debug()
    );
    let report = Report::new(version.span, path, message)
        .error(ErrorType::Invalid)
        .value(*version);
    if let Some(bare) = version
        .strip_prefix('v')
        .filter(|bare| is_kubernetes_version(bare))
    {
        let report = report.help(format!("write `{bare}`, without the `v`"));
        return match literal::replace(view.item.text, version, bare) {
            Some(edit) => report.safe_fix("Remove the leading `v`", vec![edit]),
            None => report,
        };
    }
    if is_kubernetes_version(&format!("{}.0", *version)) {
        return report.help(format!(
            "name the patch version too, such as `{}.1`: each patch version is an entry of its own",
            *version
        ));
    }
    report.help(if version.starts_with('v') {
        "write it without the `v` and with all three numbers, such as `1.33.1`"
    } else if version.contains(['-', '+']) {
        "name a release, such as `1.33.1`; pre-releases and vendor suffixes are not possible"
    } else {
        "write it as in `1.33.1`"
    })
}
