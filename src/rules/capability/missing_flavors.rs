use crate::capability::ARCHITECTURE;
use crate::finding::ErrorType;
use crate::rules::{Part, ProfileView, Report, Reporter, walk, words};

rule!(
    "capability/missing-flavors",
    Static,
    Error,
    Spec(check),
    "An image version without flavors, although the vocabulary has several architectures."
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let Some(definition) = view.vocabulary.get(ARCHITECTURE) else {
        return;
    };
    walk::image_versions(view, |path, image, version| {
        if !view.vocabulary.lacks_flavors(version) {
            return;
        }
        let mut help = if version.architectures.is_empty() {
            let all = words::all(definition.values.iter().map(|value| value.value));
            format!(
                "add `capabilityFlavors` with one entry for each image artifact, such as `- \
                 architecture: [amd64]`; defined are {all}"
            )
        } else {
            let flavors: Vec<String> = version
                .architectures
                .iter()
                .map(|value| format!("`- architecture: [{}]`", value.value))
                .collect();
            format!(
                "`architectures` would become `capabilityFlavors` with {}",
                flavors.join(" and ")
            )
        };
        if view.old.is_none() && matches!(view.part, Part::CloudProfile) {
            help.push_str(
                "; the server does this itself when you update a stored legacy CloudProfile (pass \
                 the stored one with `--old` to see)",
            );
        }
        reporter.report(
            Report::new(
                version.capability_flavors.span,
                path.field("capabilityFlavors"),
                format!(
                    "must provide at least one image flavor when multiple architectures are \
                     defined in spec.machineCapabilities: version {} of image {} would otherwise \
                     claim to run on all of them",
                    words::quoted(*version.version()),
                    words::quoted(image)
                ),
            )
            .error(ErrorType::Required)
            .also(
                definition.values_at,
                "several architectures are defined here",
            )
            .help(help),
        );
    });
}
