use crate::finding::Severity;
use crate::model::cloudprofile::ExpirableVersion;
use crate::model::lifecycle::Classification;
use crate::model::path::Path;
use crate::model::time::Time;
use crate::rules::{ProfileView, Report, Reporter, words};

rule!(
    "lifecycle/no-lasting-version",
    Time,
    Warning,
    CloudProfile(check),
    "An image whose versions all end."
);

const SOON: i64 = 365 * 24 * 60 * 60;

fn check(view: &ProfileView<'_>, reporter: &mut Reporter<'_>) {
    let spec = Path::new("spec");
    let images = spec.field("machineImages");
    for (i, image) in view.profile.machine_images.iter().enumerate() {
        // The one that lasts longest decides; one without end ends the search.
        let ends: Option<Vec<_>> = image
            .versions
            .iter()
            .map(|version| Some((end(&version.expirable)?, &version.expirable)))
            .collect();
        let Some((end, last)) = ends.and_then(|ends| ends.into_iter().max_by_key(|(end, _)| *end))
        else {
            continue;
        };
        let name = words::quoted(*image.name);
        let now = view.settings.now;
        let when = if end == Time::MIN {
            format!("every version of image {name} is expired")
        } else if end < now {
            format!("every version of image {name} has been expired since {end}")
        } else {
            format!("every version of image {name} is expired after {end}")
        };
        // The end of the last version is set years ahead, and moved as versions come: that is a
        // matter for those who plan.
        let is_far = end.unix() > now.unix().saturating_add(SOON);
        let severity = if is_far {
            Severity::Note
        } else {
            Severity::Warning
        };
        let then = if end < now {
            "nobody"
        } else {
            "from then on nobody"
        };
        reporter.report(
            Report::new(
                last.because(),
                images.index(i).field("versions"),
                format!(
                    "{when}: {then} can create worker pools with it, and maintenance of its pools \
                     fails"
                ),
            )
            .severity(severity)
            .value(*last.version)
            .also(last.version.span, "the version that lasts longest")
            .help("add a version without an end, or remove the image once no worker pool uses it"),
        );
    }
}

/// When the version has expired for good; the beginning of time if it always has. None if it lasts.
fn end(version: &ExpirableVersion<'_>) -> Option<Time> {
    let transitions = version.transitions();
    let (time, finally) = match transitions.last() {
        Some((time, to)) => (*time, *to),
        None => (Time::MIN, version.classification_at(Time::MAX)),
    };
    (finally == Classification::Expired).then_some(time)
}
