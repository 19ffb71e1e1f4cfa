use std::collections::BTreeSet;

use crate::capability::{ARCHITECTURE, written};
use crate::finding::ErrorType;
use crate::rules::{ProfileView, Report, Reporter, walk, words};

rule!(
    "capability/conflicting-architectures",
    Static,
    Error,
    Spec(check),
    "An image version whose `architectures` go beyond those of its flavors."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    if view.vocabulary.is_empty() {
        return;
    }
    walk::image_versions(view, |path, image, version| {
        if view.vocabulary.lacks_flavors(version) {
            return;
        }
        let mut named: BTreeSet<&str> = BTreeSet::new();
        for flavor in version.capability_flavors.iter() {
            named.extend(
                written(&flavor.capabilities, ARCHITECTURE)
                    .iter()
                    .map(|value| value.value),
            );
        }
        if let ([single], true) = (view.vocabulary.architectures(), named.is_empty()) {
            named.insert(single.value);
        }
        let Some(stray) = version
            .architectures
            .iter()
            .find(|value| !named.contains(value.value))
        else {
            return;
        };
        let listed: Vec<&str> = version
            .architectures
            .iter()
            .map(|value| value.value)
            .collect();
        let by_flavors: Vec<&str> = named.iter().copied().collect();
        let message = format!(
            "architecture field values set ({}) conflict with the capability architectures ({}): \
             {} is claimed for version {} of image {}, but no flavor has it",
            listed.join(","),
            by_flavors.join(","),
            words::quoted(stray.value),
            words::quoted(*version.version()),
            words::quoted(image)
        );
        let flavors = if version.capability_flavors.is_empty() {
            view.profile.machine_capabilities.span
        } else {
            version.capability_flavors.span
        };
        reporter.report(
            Report::new(stray.span, path.field("architectures"), message)
                .error(ErrorType::Invalid)
                .value(listed.join(", "))
                .also(flavors, "the architectures that count")
                .help(
                    "remove the legacy field `architectures`, which the server fills in itself, \
                    or add the missing flavor",
                ),
        );
    });
}
