use crate::rules::{Report, ShootView, edit, words};
use crate::shoot::Fault;

rule!(
    "shoot/unknown-image-version",
    Admission,
    Error,
    Fault,
    "A machine image or image version that the profile does not have."
);

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    image: &str,
    known: bool,
    supported: &[&str],
) -> Option<Report> {
    let offer = view.offer()?;
    let names = || {
        offer
            .profile()
            .machine_images
            .iter()
            .map(|image| *image.name)
    };
    let (name, version) = (words::quoted(image), words::quoted(fault.value));
    let message = if known {
        format!(
            "image {name} of {} has no version {version}, which {} asks for",
            view.profile_name(),
            view.pool(fault)
        )
    } else {
        format!(
            "{} has no image {name}, which {} asks for",
            view.profile_name(),
            view.pool(fault)
        )
    };
    let meant = if known {
        words::only_near(fault.value, supported.iter().copied())
    } else {
        None
    };
    let help = if known {
        let names: Vec<String> = supported
            .iter()
            .map(|version| format!("{image}:{version}"))
            .collect();
        let fit = words::all(names.iter().map(String::as_str));
        if fit.is_empty() {
            "no version of the image fits this pool now".to_owned()
        } else {
            format!(
                "{}these fit this pool: {fit}; or write only the first one or two numbers",
                words::did_you_mean(meant)
            )
        }
    } else {
        format!(
            "{}it has {}",
            words::did_you_mean(words::near(image, names())),
            words::all(names())
        )
    };
    let report = view.meant(ShootView::report(fault, message).help(help), fault, meant);
    let written = view.worker(fault).and_then(|worker| worker.image);
    let report = match written.filter(|_| !known) {
        Some(written) => {
            let meant = words::only_near(image, names());
            edit::write_instead(report, view.item.text, written.name, meant)
        }
        None => report,
    };
    let at = offer
        .image(image)
        .map(|at| offer.profile().machine_images[at].name.span);
    Some(match at {
        Some(at) => view.in_profile(report, at, "the image"),
        None => report,
    })
}
