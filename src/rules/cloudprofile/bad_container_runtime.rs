use crate::finding::ErrorType;
use crate::landscape::Item;
use crate::model::cloudprofile::Cri;
use crate::model::name::unprefixed_fault;
use crate::model::path::Path;
use crate::rules::cloudprofile::repetition;
use crate::rules::{ProfileView, Report, Reporter, removal, walk};

rule!(
    "cloudprofile/bad-container-runtime",
    Static,
    Error,
    Spec(check),
    "A container runtime whose type is malformed or listed twice.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    walk::additional_image_versions(view, |path, _, version| {
        let path = path.field("cri");
        for (k, cri) in version.cri.iter().enumerate() {
            let path = path.index(k);
            runtimes(cri, &path.field("containerRuntimes"), view.item, reporter);
        }
    });
}

fn runtimes(cri: &Cri<'_>, path: &Path<'_>, item: &Item<'_>, reporter: &mut Reporter<'_>) {
    for (index, runtime) in cri.container_runtimes.iter().enumerate() {
        let Some(fault) =
            unprefixed_fault(runtime).filter(|_| !(item.document.incomplete && runtime.is_empty()))
        else {
            continue;
        };
        let message = if runtime.is_empty() {
            "a container runtime has no type, so no Shoot could ask for it".to_owned()
        } else {
            format!(
                "the container runtime type `{}` {fault}",
                runtime.escape_debug()
            )
        };
        reporter.report(
            Report::new(runtime.span, path.index(index).field("type"), message)
                .error(ErrorType::Invalid)
                .value(runtime.value)
                .help(
                    "name the type as its extension does, such as `gvisor`: up to 63 letters, \
                    digits, `-`, `_` and `.`",
                ),
        );
    }
    for repeated in repetition::find(cri.container_runtimes.iter().copied()) {
        let message = format!(
            "container runtime `{}` is listed twice for `{}`",
            *repeated.name, *cri.name
        );
        let entry = path.index(repeated.index);
        let path = entry.field("type");
        let report = Report::new(repeated.name.span, path, message)
            .error(ErrorType::Duplicate)
            .value(*repeated.name)
            .also(repeated.first.span, "first listed here")
            .help("remove one of the two");
        reporter.report(removal::without_repetition(
            report,
            item,
            path,
            repeated.name.span,
        ));
    }
}
