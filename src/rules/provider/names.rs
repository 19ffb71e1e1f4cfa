//! The names for things in findings of this group, and the entries that a path of `providerConfig`
//! leads to.

use crate::finding::Severity;
use crate::model::cloudprofile::{Capabilities, Capability};
use crate::model::path::{FieldPath, PathStep, element};
use crate::provider::checks::Judge;
use crate::provider::config::{Flavor, Image, Version};
use crate::provider::fault::{Fault, Of};
use crate::rules::walk::Owner;
use crate::rules::{ProvidedView, Report, words};

/// How many capabilities of a flavor, and values of a capability, a message shows.
const SHOWN: usize = 8;

/// An image or a version of one.
pub(super) fn version(of: Of<'_>) -> String {
    if of.version.is_empty() {
        format!("image {}", words::quoted(of.image))
    } else {
        Owner::Image(of.image).version(of.version)
    }
}

/// The extension, as the subject of a sentence.
pub(super) fn extension(view: &ProvidedView<'_>) -> String {
    format!("the {} extension", view.title())
}

pub(super) fn kind(view: &ProvidedView<'_>) -> &'static str {
    view.item.object.kind.as_str()
}

/// The parent by name, where there is one.
pub(super) fn parent(view: &ProvidedView<'_>) -> String {
    words::quoted(
        view.parent
            .map_or("", |parent| *parent.item.object.meta.name),
    )
}

/// The consequence of a value that the extension does not accept, as a sentence of its own.
pub(super) fn consequence(view: &ProvidedView<'_>) -> String {
    let (extension, kind) = (extension(view), kind(view));
    match view.provided.provider.checks.judge {
        Judge::Webhook | Judge::WebhookInWords => format!("{extension} refuses the {kind}"),
        Judge::Controller => {
            format!("the {kind} is admitted, but {extension} reconciles no Shoot that uses it")
        }
        Judge::Nobody => format!("{extension} has a rule against it, but does not enforce it"),
    }
}

/// The same after the reason, where a webhook refuses; else nothing, since the finding says it at
/// its end.
pub(super) fn so(view: &ProvidedView<'_>) -> String {
    match view.provided.provider.checks.judge {
        Judge::Webhook | Judge::WebhookInWords => format!(", so {}", consequence(view)),
        Judge::Controller | Judge::Nobody => String::new(),
    }
}

/// A finding about what the extension does not accept.
pub(super) fn report(
    view: &ProvidedView<'_>,
    fault: &Fault<'_>,
    message: impl Into<String>,
) -> Report {
    let provider = view.provided.provider;
    let error = provider.error_type(&fault.what);
    let (mut message, mut field) = (message.into(), fault.field.clone());
    if matches!(provider.checks.judge, Judge::Controller | Judge::Nobody) {
        message.push_str(&format!("; {}", consequence(view)));
    }
    let absolute = provider
        .checks
        .relative
        .then(|| FieldPath::from("spec.providerConfig").join(&field));
    if let Some(absolute) = absolute.as_ref().filter(|_| error.is_none()) {
        field.clone_from(absolute);
    }
    let report = Report::new(fault.span, field, message);
    // Unreadable values have paths from the root.
    let report = absolute
        .into_iter()
        .chain((provider.settings.in_text)(&fault.field))
        .fold(report, Report::needs);
    let report = if provider.checks.judge == Judge::Nobody {
        report.severity(Severity::Warning)
    } else {
        report
    };
    match error {
        Some(error) => report.error(error),
        None => report,
    }
}

/// A capability map as it would be written on one line.
pub(super) fn capabilities(of: &Capabilities<'_>) -> String {
    let one = |capability: &Capability<'_>| {
        format!(
            "{}: [{}]",
            *capability.name,
            shown(capability.values.iter().map(|value| value.value))
        )
    };
    format!("`{{{}}}`", shown(of.iter().map(one)))
}

fn shown<T: AsRef<str>>(mut parts: impl Iterator<Item = T>) -> String {
    let mut text = String::new();
    for (n, part) in parts.by_ref().take(SHOWN).enumerate() {
        if n > 0 {
            text.push_str(", ");
        }
        text.push_str(part.as_ref());
    }
    if parts.next().is_some() {
        text.push_str(", …");
    }
    text
}

/// A flavor of the core part; one that names nothing stands for a version without flavors as well.
pub(super) fn flavor(of: &Capabilities<'_>) -> String {
    if of.is_empty() {
        "the flavor with all values of every capability".to_owned()
    } else {
        format!("flavor {}", capabilities(of))
    }
}

/// The entries that a path of `providerConfig` passes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct At<'a> {
    pub(super) image: Option<&'a Image<'a>>,
    pub(super) version: Option<&'a Version<'a>>,
    pub(super) flavor: Option<&'a Flavor<'a>>,
}

impl At<'_> {
    /// The image or version, as a sentence names it; none where the path leads to no image.
    pub(super) fn name(&self) -> Option<String> {
        let version = self.version.map_or("", |version| *version.version);
        self.image.map(|image| {
            self::version(Of {
                image: *image.name,
                version,
            })
        })
    }

    /// The same after a preposition: ` of version ...`, or nothing.
    pub(super) fn of(&self) -> String {
        self.name()
            .map_or_else(String::new, |name| format!(" of {name}"))
    }
}

/// The entries that a path of `providerConfig` passes.
pub(super) fn at<'a>(view: &ProvidedView<'a>, path: &FieldPath) -> At<'a> {
    let mut at = At::default();
    let Some(part) = &view.provided.part else {
        return at;
    };
    let Some((index, rest)) = element(in_part(path), "machineImages") else {
        return at;
    };
    at.image = part.config.images.get(index);
    let Some((index, rest)) = element(rest, "versions") else {
        return at;
    };
    at.version = at.image.and_then(|image| image.versions.get(index));
    let Some((index, _)) = element(rest, "capabilityFlavors") else {
        return at;
    };
    at.flavor = at.version.and_then(|version| version.flavors.get(index));
    at
}

/// Whether a fault is in a version that has flavors.
pub(super) fn has_flavors(view: &ProvidedView<'_>, fault: &Fault<'_>) -> bool {
    at(view, &fault.field)
        .version
        .is_some_and(|version| !version.flavors.is_empty())
}

/// The steps of a path after `providerConfig`, where an extension begins there or at the root.
fn in_part(path: &FieldPath) -> &[PathStep] {
    path.after(["spec", "providerConfig"])
        .unwrap_or(path.steps())
}

/// The path from the object's root of a field of the entry that a path of `providerConfig` leads
/// to.
pub(super) fn beside(path: &FieldPath, name: &str) -> FieldPath {
    let steps = in_part(path);
    let is_index = |step: &PathStep| step.position().is_some();
    let entry = steps.iter().rposition(is_index).map_or(0, |at| at + 1);
    FieldPath::from("spec.providerConfig")
        .join(&FieldPath::of(&steps[..entry]))
        .field(name)
}

/// Whether `providerConfig` has an entry for an image: then no other entry was meant to be that
/// one.
pub(super) fn part_has_image(view: &ProvidedView<'_>, name: &str) -> bool {
    view.provided
        .part
        .as_ref()
        .is_some_and(|part| part.config.images.iter().any(|image| *image.name == name))
}

/// The same of a machine type.
pub(super) fn part_has_machine_type(view: &ProvidedView<'_>, name: &str) -> bool {
    view.provided.part.as_ref().is_some_and(|part| {
        part.config
            .machine_types
            .iter()
            .any(|machine_type| *machine_type.name == name)
    })
}

/// An addition where the server's path names a field that no text has: "; the server calls it ...",
/// or nothing.
pub(super) fn misnomer(path: &FieldPath, real: &[&str]) -> String {
    let name = path.last_name();
    // An entry of a list is not a field, and nobody takes it for one.
    if real.is_empty() || real.contains(&name) || path.is_element() {
        return String::new();
    }
    format!("; the server calls it `{name}`, which is not a field")
}

/// An addition where the server writes a position of the core part after a path of
/// `providerConfig`, or nothing.
pub(super) fn core_position(path: &FieldPath) -> String {
    let below = path.after(["spec", "providerConfig", "machineImages"]);
    if below.is_some_and(|below| !below.is_empty()) {
        "; the positions in the path refer to `spec.machineImages`".to_owned()
    } else {
        String::new()
    }
}
