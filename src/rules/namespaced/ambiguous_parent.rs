use crate::finding::Severity;
use crate::model::path::Path;
use crate::rules::{AdmissionView, Report, Reporter, words};
use crate::source::Place;

rule!(
    "namespaced/ambiguous-parent",
    Input,
    Note,
    Admission(check),
    "A parent with the same name as others among the files.",
    Part
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
    let others = || {
        let candidates = found.candidates.iter();
        candidates.filter(|candidate| !std::ptr::eq(candidate.item, used))
    };
    let is_open = found.tied && others().any(|other| !other.item.has_the_spec_of(used));
    let mut report = Report::new(
        name.span,
        parent.field("name"),
        format!(
            "{} CloudProfiles among the files are named {}: cpcap checked this object against {}",
            found.candidates.len(),
            words::quoted(*name),
            if is_open {
                "none, because several are equally near and may lead to different answers"
            } else if found.tied {
                "the first of the equally near ones"
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
    .also_in(
        place(used),
        if is_open {
            "this may be meant"
        } else {
            "cpcap used this one"
        },
    )
    .help(if others().any(|other| other.item.file == used.file) {
        "keep one of those in its file"
    } else {
        "check each landscape in its own run, or pass only the right CloudProfile"
    });
    for other in others().take(SHOWN) {
        let says = if is_open { "or this" } else { "not used" };
        report = report.also_in(place(other.item), says);
    }
    reporter.report(report);
}
