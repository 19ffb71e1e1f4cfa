use crate::capability::Demand;
use crate::matching::{Default, DefaultFault, Wanted, default_image};
use crate::model::shoot::Worker;
use crate::rules::{Report, ShootView, words};
use crate::shoot::Fault;

rule!(
    "shoot/no-default-image",
    Admission,
    Error,
    Fault,
    "A worker pool for which the server finds no machine image."
);

pub(in crate::rules) fn report(
    view: &ShootView<'_>,
    fault: &Fault<'_>,
    why: &DefaultFault,
) -> Option<Report> {
    let (worker, offer) = (view.worker(fault)?, view.offer()?);
    let written = worker
        .image
        .and_then(|image| *image.version)
        .unwrap_or_default();
    let architecture = words::quoted(worker.architecture.unwrap_or_default());
    let machine = words::quoted(*worker.machine_type);
    let names = || {
        offer
            .profile()
            .machine_images
            .iter()
            .map(|image| *image.name)
    };
    let others = words::some(would_do(view, worker), 3);
    let named = if others.is_empty() {
        format!(
            "no image of {} fits: choose another machine type",
            view.profile_name()
        )
    } else {
        format!("name an image under `machine.image`; these fit: {others}")
    };
    let (because, help) = match why {
        DefaultFault::NoImages => (
            format!("{} has no machine images", view.profile_name()),
            "choose another profile".to_owned(),
        ),
        DefaultFault::NoSuchImage => (
            format!(
                "{} has no image {}",
                view.profile_name(),
                words::quoted(fault.value)
            ),
            format!(
                "{}it has {}",
                words::did_you_mean(words::near(fault.value, names())),
                words::all(names())
            ),
        ),
        DefaultFault::NoImageFits => (
            format!(
                "no image has a version that supports {architecture} or fits machine type \
                {machine}"
            ),
            "choose another machine type, or ask for an image for that architecture".to_owned(),
        ),
        DefaultFault::NotAVersion => (
            format!(
                "{} is not a version of the image, nor the beginning of one",
                words::quoted(written)
            ),
            "write a version of the image exactly as in the profile, its first one or two \
             numbers, or nothing"
                .to_owned(),
        ),
        DefaultFault::NoCandidate { image, preview } => {
            let begins = if written.is_empty() {
                String::new()
            } else {
                format!(
                    " that begins \
                with {}",
                    words::quoted(written)
                )
            };
            let place = if worker.is_in_place() {
                ", and supports in-place updates"
            } else {
                ""
            };
            let what = if *preview > 0 {
                format!(
                    "all versions of image {}{begins} that fit are in preview; a pool gets these \
                     only by name",
                    words::quoted(image)
                )
            } else {
                format!(
                    "Gardener takes image {} because a version of it supports {architecture} or \
                     fits machine type {machine}, but none{begins} does both{place}; it does not \
                     try later images",
                    words::quoted(image)
                )
            };
            let named_image = worker.image.is_some_and(|image| !image.name.is_empty());
            let what = if *preview == 0 && named_image {
                format!(
                    "no version of image {}{begins} supports {architecture} and fits machine type \
                     {machine}{place}",
                    words::quoted(image)
                )
            } else {
                what
            };
            (what, named)
        }
    };
    let message = format!(
        "{} gets no machine image, so the server refuses the Shoot: {because}",
        view.pool(fault)
    );
    let machine = offer
        .machine(*worker.machine_type)
        .map(|at| offer.machine_at(at).machine_type.name.span);
    let mut report = ShootView::report(fault, message).help(help);
    if let DefaultFault::NoSuchImage = why {
        report = view.misspelt(report, fault, names());
    }
    if let (Some(span), DefaultFault::NoCandidate { .. } | DefaultFault::NoImageFits) =
        (machine, why)
    {
        report = view.in_profile(report, span, "the machine type");
    }
    Some(report)
}

/// The images that the pool gets a version of by naming them.
fn would_do<'a>(view: &ShootView<'a>, worker: &'a Worker<'a>) -> impl Iterator<Item = &'a str> {
    let offer = view.offer();
    let images = offer.into_iter().flat_map(|offer| {
        offer
            .profile()
            .machine_images
            .iter()
            .map(|image| *image.name)
    });
    images.filter(move |image| {
        let Some(offer) = offer else { return false };
        let machine = offer
            .machine(*worker.machine_type)
            .map(|at| offer.machine_at(at));
        let architecture = worker.architecture.unwrap_or_default();
        let demand = Some(Demand::of(
            worker,
            *view.judged.shoot.provider.provider_type,
        ));
        let wanted = Wanted {
            image: Some(*image),
            version: None,
            architecture,
            in_place: worker.is_in_place(),
            demand,
        };
        match default_image(offer.matcher, machine, wanted, offer.now) {
            Ok(Default::Chosen { version, .. }) => version
                .version
                .expirable
                .classification_at(offer.now)
                .is_active(),
            Ok(Default::Kept) | Err(_) => false,
        }
    })
}
