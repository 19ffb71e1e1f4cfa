use crate::finding::Severity;
use crate::model::path::Path;
use crate::rules::{AdmissionView, Report, Reporter, words};
use crate::source::Place;

rule!(
    "namespaced/ambiguous-parent",
    Input,
    Note,
    Admission(check),
    "A parent of which there are several among the files."
);

/// How many of the others are shown.
const SHOWN: usize = 3;

fn check(view: &AdmissionView<'_>, reporter: &mut Reporter<'_>) {
    let Some(found) = view.parent.filter(|found| found.candidates.len() > 1) else {
        return;
    };
    let name = view.own.child.parent.name;
    let spec = Path::new("spec");
    let parent = spec.field("parent");
    let used = found.parent.item;
    let place = |item: &crate::landscape::Item<'_>| Place {
        file: item.file,
        span: item.object.meta.name.span,
    };
    let mut report = Report::new(
        name.span,
        parent.field("name"),
        format!(
            "{} CloudProfiles among the files are named {}: this object was checked against {}",
            found.candidates.len(),
            words::quoted(*name),
            if found.tied {
                "the first of those that are equally near"
            } else {
                "the one in the nearest directory"
            }
        ),
    )
    .severity(if found.tied {
        Severity::Warning
    } else {
        Severity::Note
    })
    .value(*name)
    .also_in(place(used), "this one was used")
    .help("check each landscape in a run of its own, or give the right CloudProfile alone");
    let others = found
        .candidates
        .iter()
        .filter(|candidate| !std::ptr::eq(candidate.item, used));
    for other in others.take(SHOWN) {
        report = report.also_in(place(other.item), "not used");
    }
    reporter.report(report);
}
