use crate::finding::Severity;
use crate::landscape::Item;
use crate::model::path::{FieldPath, Path};
use crate::rules::shoot::view::Profile;
use crate::rules::{Report, Reporter, ShootView, words};
use crate::source::Place;

rule!(
    "shoot/ambiguous-profile",
    Input,
    Note,
    Shoot(check),
    "A profile of a Shoot with the same name as others among the files."
);

/// How many of the others are shown.
const SHOWN: usize = 3;

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    let tied = view.referred.is_tied(view.item);
    let is_checked = matches!(view.profile, Profile::Known(..));
    let Some((_, Ok(usable))) = view.referred.of(view.item) else {
        return;
    };
    if view.namesakes.is_empty() || !is_checked && !tied {
        return;
    }
    let name = usable.name();
    let Some(reference) = view.written.profile() else {
        return;
    };
    let spec = Path::new("spec");
    let by_name = view.written.cloud_profile.is_none();
    let path = if by_name {
        FieldPath::from(spec.field("cloudProfileName"))
    } else {
        spec.field("cloudProfile").field("name").into()
    };
    let place = |item: &Item<'_>| Place {
        file: item.file,
        span: item.object.meta.name.span,
    };
    let message = format!(
        "{} {}s among the files are named {}: cpcap checked this Shoot against {}",
        view.namesakes.len(),
        name.kind.as_str(),
        words::quoted(name.name),
        if !is_checked {
            "none, because several are equally near and may lead to different answers"
        } else if tied {
            "the first of the equally near ones"
        } else {
            "the one in the nearest directory"
        }
    );
    let is_other = |other: &&&Item<'_>| !std::ptr::eq(**other, usable.item);
    let mut others = view.namesakes.iter().filter(is_other);
    let is_in_file = others.any(|other| other.file == usable.item.file);
    let mut report = Report::new(reference.name.span, path, message)
        .severity(if tied {
            Severity::Warning
        } else {
            Severity::Note
        })
        .value(name.name)
        .also_in(
            place(usable.item),
            if is_checked {
                "cpcap used this one"
            } else {
                "this may be meant"
            },
        )
        .help(if is_in_file {
            "keep one of those in its file"
        } else {
            "check each landscape in its own run, or pass only the right profile"
        });
    for other in view.namesakes.iter().filter(is_other).take(SHOWN) {
        report = report.also_in(
            place(other),
            if is_checked { "not used" } else { "or this" },
        );
    }
    reporter.report(report);
}
