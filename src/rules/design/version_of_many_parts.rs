use crate::matching::Prefix;
use crate::model::cloudprofile::MachineImageVersion;
use crate::model::path::Path;
use crate::model::version::Version;
use crate::rules::{ObjectView, Report, Reporter, words};

rule!(
    "design/version-of-many-parts",
    Design,
    Warning,
    Object(check),
    "An image version with more than three parts, which the server can silently replace for \
     Shoots.",
    Part
);

/// How many versions a message names.
const NAMED: usize = 3;

fn check(view: &ObjectView<'_>, reporter: &mut Reporter<'_>) {
    let Some(profile) = view.item.body.profile() else {
        return;
    };
    let spec = Path::new("spec");
    let list = spec.field("machineImages");
    for (index, image) in profile.machine_images.iter().enumerate() {
        // Other rules report versions that are not version numbers.
        let is_long = |text: &str| Prefix::drops_parts(text) && Version::parse(text).is_some();
        let long: Vec<(usize, &MachineImageVersion<'_>)> = image
            .versions
            .iter()
            .enumerate()
            .filter(|(_, version)| is_long(*version.version()))
            .collect();
        let Some((at, first)) = long.first().copied() else {
            continue;
        };
        let written = first.version();
        let major = Version::parse(*written).map_or(0, |number| number.major);
        let path = list.index(index);
        let path = path.field("versions");
        let message = format!(
            "version{} {} of image {}: the server reads only the first of more than three parts. \
             A Shoot that misspells such a version, or names it before the profile has it, \
             silently gets another version of major {major} if there is one",
            if long.len() == 1 { "" } else { "s" },
            words::some(long.iter().map(|(_, version)| *version.version()), NAMED),
            words::quoted(*image.name),
        );
        let mut report = Report::new(written.span, path.index(at).field("version"), message)
            .value(*written)
            .help(format!(
                "write no dot after the third part, as in {}: the server then refuses versions \
                 that the profile does not have",
                words::quoted(&short(*written))
            ));
        if let Some((_, second)) = long.get(1) {
            report = report.also(second.version().span, "and here");
        }
        reporter.report(report);
    }
}

/// The same with hyphens in place of the dots after the third part.
fn short(version: &str) -> String {
    let mut parts = version.splitn(4, '.');
    let first: Vec<&str> = parts.by_ref().take(3).collect();
    let rest = parts.next().unwrap_or_default().replace('.', "-");
    format!("{}-{rest}", first.join("."))
}
