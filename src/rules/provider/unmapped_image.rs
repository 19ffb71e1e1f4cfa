use crate::provider::fault::{Fault, Of};
use crate::rules::{ProvidedView, Report, edit, words};

use super::compared::Compared;
use super::names;

rule!(
    "provider/unmapped-image",
    Provider,
    Error,
    ProviderFault,
    "An image of the profile that `providerConfig` does not map."
);

/// Nothing where cpcap could not read all images.
pub(super) fn report(
    view: &ProvidedView<'_>,
    compared: &Compared<'_>,
    fault: &Fault<'_>,
    of: Of<'_>,
) -> Option<Report> {
    if !compared.knows(of) {
        return None;
    }
    let neither = match view.parent {
        Some(_) => format!(
            "neither `providerConfig` nor the parent {}",
            names::parent(view)
        ),
        None => "`providerConfig` does not".to_owned(),
    };
    let knows = if view.parent.is_some() {
        " knows"
    } else {
        " map"
    };
    let message = format!(
        "{neither}{knows} image {}: worker pools with it find no artifact{}{}",
        words::quoted(of.image),
        names::so(view),
        names::core_position(&fault.field)
    );
    // One that the profile has by its own name is not meant.
    let has = |near: &str| {
        view.core
            .machine_images
            .iter()
            .any(|core| *core.name == near)
    };
    let near = words::near_beside(of.image, compared.image_names(), has);
    let mapped = match compared.image_names().next() {
        None => "it has no images yet".to_owned(),
        Some(_) => format!("it maps {}", words::some(compared.image_names(), 5)),
    };
    let help = match near {
        Some(near) => {
            format!(
                "`{near}` has a mapping: spell the name the same way in both places (look-ups \
                 compare bytes), or add the image to `providerConfig`"
            )
        }
        None => format!("add the image to `spec.providerConfig.machineImages`; {mapped}"),
    };
    let report = names::report(view, fault, message)
        .value(of.image)
        .help(help);
    let Some(image) = near.and_then(|near| {
        compared.image(Of {
            image: near,
            version: "",
        })
    }) else {
        let part = view
            .provided
            .part
            .as_ref()
            .map(|part| part.config.images.span);
        return Some(match part {
            Some(span) => report.also(span, "the images of `providerConfig`"),
            None => report,
        });
    };
    let report = report.also(image.name.span, "this image has a mapping");
    Some(
        match edit::replace_name(view.item.text, image.name.span, *image.name, of.image) {
            Some(edit) => report.unsafe_fix(
                format!("call it `{}` in `providerConfig`", of.image),
                vec![edit],
            ),
            None => report,
        },
    )
}
