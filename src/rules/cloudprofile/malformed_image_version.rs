use crate::finding::ErrorType;
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::model::version::{MAX_VERSION_BYTES, Version};
use crate::rules::{ProfileView, Report, Reporter, walk};

rule!(
    "cloudprofile/malformed-image-version",
    Static,
    Error,
    Spec(check),
    "A machine image version that is not a version number.",
    Part
);

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    walk::image_versions(view, |path, image, version| {
        let version = version.version();
        let path = path.field("version");
        if version.is_empty() {
            if !view.item.document.incomplete {
                missing(image, version, &path, reporter);
            }
        } else if Version::parse(*version).is_none() {
            let message = format!(
                "`{}` is not a version number, so the server cannot determine the latest version \
                 of machine image `{image}`, nor which pools may move to it",
                version.escape_debug()
            );
            reporter.report(
                Report::new(version.span, path, message)
                    .error(ErrorType::Invalid)
                    .value(*version)
                    .help(advice(*version)),
            );
        }
    });
}

/// The server reports a missing version twice: as missing, and as no version number.
fn missing(image: &str, version: Spanned<&str>, path: &Path<'_>, reporter: &mut Reporter<'_>) {
    let help = "set `version` to a version number such as `1.2.3`, or remove the entry";
    let message = format!(
        "an entry of machine image `{image}` names no version, so no worker pool could choose it"
    );
    reporter.report(
        Report::new(version.span, path, message)
            .error(ErrorType::Required)
            .help(help),
    );
    let message = format!(
        "an empty text is not a version number, so the server cannot determine the latest version \
         of machine image `{image}`"
    );
    reporter.report(
        Report::new(version.span, path, message)
            .error(ErrorType::Invalid)
            .help(help),
    );
}

/// Advice for a text that is not a version, by its most likely meaning.
fn advice(version: &str) -> String {
    const PROVIDER: &str = "belongs into the mapping of `spec.providerConfig.machineImages`, \
        under a version number of your choice such as `1.2.3`";
    let (core, suffix) = version
        .split_once(['-', '+'])
        .map_or((version, None), |(core, suffix)| (core, Some(suffix)));
    let numbers: Vec<&str> = core.strip_prefix('v').unwrap_or(core).split('.').collect();
    let numeric = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if version.len() > MAX_VERSION_BYTES {
        format!(
            "shorten it to {MAX_VERSION_BYTES} bytes; now it has {}",
            version.len()
        )
    } else if version.trim() != version {
        format!("remove the white space around it: `{}`", version.trim())
    } else if version.contains(['/', ':', '@']) {
        format!("a reference of the provider or of a registry {PROVIDER}")
    } else if !numbers.first().is_some_and(|first| {
        first
            .bytes()
            .next()
            .is_some_and(|byte| byte.is_ascii_digit())
    }) {
        format!("a name such as `{}` {PROVIDER}", version.escape_debug())
    } else if version.contains('_') {
        format!(
            "`_` cannot stand in a version: write `{}`, and the same in `providerConfig` and in \
             Shoots",
            version.replace('_', "-")
        )
    } else if numbers.len() > 3 && numbers.iter().all(numeric) {
        format!(
            "a version has at most three numbers, and this one has {}: join or drop some of them, \
             and write it the same way in `providerConfig`",
            numbers.len()
        )
    } else if numbers
        .iter()
        .any(|number| numeric(number) && number.parse::<u64>().is_err())
    {
        "each number must fit 64 bits: at most 18446744073709551615".to_owned()
    } else if suffix.is_some_and(|suffix| {
        suffix
            .split('.')
            .any(|part| part.len() > 1 && part.starts_with('0') && numeric(&part))
    }) {
        "a number of the pre-release must not begin with `0`: remove the zero, or put a letter \
         before it"
            .to_owned()
    } else {
        "use one to three numbers with dots between them, then, if needed, a pre-release, such as \
         `1.2.3` or `1.2.3-beta.1`"
            .to_owned()
    }
}
