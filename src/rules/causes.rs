//! Which of the server's refusals most likely follow from which others of the same object. The
//! server says all of them, so they stay findings. Some rows go by the rules alone, so a cause is a
//! guess: two independent mistakes may stand one after the other.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::finding::{ErrorType, Finding, Follows, Severity, Subject};
use crate::model::path::{FieldPath, PathStep};
use crate::source::Span;

/// The place of the cause, relative to the consequence.
#[derive(Clone, Copy)]
enum Where {
    /// At this field, in it, or around it.
    Near,
    Beside,
    At(&'static str),
    /// At the definition of a capability that is named here.
    Definition,
    /// At bytes that the other finding shows as well.
    Shown,
    /// At a value that the other finding names.
    Named,
    /// An image of the profile, or `providerConfig`.
    Images,
    /// Any path with this end; the consequence has the same path.
    Ending(&'static str),
}

use Where::{At, Beside, Definition, Ending, Images, Named, Near, Shown};

/// Maximum number of errors of an object that cpcap traces to a cause: nobody reads more one by
/// one.
const MOST: usize = 1000;

const ANYWHERE: Where = Ending("");

/// For each rule: the rule that it follows from, and where that one reports.
static FOLLOWS: &[(&str, &[(&str, Where)])] = &[
    (
        "capability/capabilities-without-vocabulary",
        &[
            ("capability/flavors-without-vocabulary", ANYWHERE),
            ("schema/renamed-field", At("spec.capabilities")),
        ],
    ),
    (
        "capability/conflicting-architectures",
        &[
            ("capability/missing-flavor-architecture", ANYWHERE),
            ("capability/unsupported-legacy-architecture", Near),
        ],
    ),
    (
        "capability/conflicting-machine-architecture",
        &[("capability/unsupported-legacy-architecture", Near)],
    ),
    (
        "capability/missing-architecture",
        &[(
            "capability/malformed-definition",
            At("spec.machineCapabilities"),
        )],
    ),
    (
        "capability/missing-flavors",
        &[
            ("cloudprofile/missing-name", ANYWHERE),
            ("cloudprofile/malformed-image-version", ANYWHERE),
        ],
    ),
    (
        "capability/unregistered-name",
        &[
            ("capability/missing-architecture", Definition),
            (
                "capability/malformed-definition",
                At("spec.machineCapabilities"),
            ),
        ],
    ),
    (
        "capability/unregistered-value",
        &[
            ("capability/unsupported-architecture", Definition),
            ("capability/malformed-definition", Definition),
            ("provider/unknown-architecture", Named),
        ],
    ),
    (
        "capability/unsupported-legacy-architecture",
        &[
            (
                "capability/unsupported-architecture",
                At("spec.machineCapabilities.architecture"),
            ),
            (
                "capability/malformed-definition",
                At("spec.machineCapabilities.architecture"),
            ),
            ("capability/unregistered-value", Named),
        ],
    ),
    (
        "change/machine-type-in-use",
        &[("cloudprofile/missing-name", Near)],
    ),
    (
        "change/removed-in-use",
        &[
            ("cloudprofile/malformed-kubernetes-version", Near),
            ("cloudprofile/malformed-image-version", Near),
            ("cloudprofile/missing-image-versions", Near),
            ("cloudprofile/missing-name", Near),
        ],
    ),
    (
        "cloudprofile/missing-name",
        &[("schema/renamed-field", Beside)],
    ),
    (
        "cloudprofile/undetermined-latest-version",
        &[
            ("cloudprofile/malformed-kubernetes-version", Near),
            ("cloudprofile/malformed-image-version", Near),
        ],
    ),
    (
        "cloudprofile/unknown-bastion-image",
        &[
            ("cloudprofile/missing-machine-images", ANYWHERE),
            ("cloudprofile/missing-image-versions", ANYWHERE),
            ("cloudprofile/malformed-image-version", ANYWHERE),
            ("cloudprofile/missing-name", ANYWHERE),
        ],
    ),
    (
        "cloudprofile/unknown-bastion-machine-type",
        &[
            ("cloudprofile/missing-machine-types", ANYWHERE),
            ("cloudprofile/missing-name", ANYWHERE),
        ],
    ),
    (
        "cloudprofile/unusable-bastion-image",
        &[
            ("cloudprofile/missing-image-versions", ANYWHERE),
            ("lifecycle/unknown-classification", ANYWHERE),
        ],
    ),
    (
        "lifecycle/disordered-stages",
        &[("lifecycle/unknown-classification", Near)],
    ),
    (
        "namespaced/changed-parent",
        &[
            ("namespaced/missing-parent-name", Near),
            ("namespaced/unsupported-parent-kind", Near),
        ],
    ),
    (
        "namespaced/missing-architectures",
        &[("cloudprofile/missing-name", ANYWHERE)],
    ),
    (
        "namespaced/missing-cri",
        &[("cloudprofile/missing-name", ANYWHERE)],
    ),
    (
        "namespaced/unknown-kubernetes-version",
        &[("cloudprofile/malformed-kubernetes-version", Near)],
    ),
    (
        "provider/ambiguous-artifacts",
        &[
            ("capability/missing-architecture", ANYWHERE),
            ("capability/malformed-definition", ANYWHERE),
        ],
    ),
    (
        "provider/excess-flavor",
        &[("capability/unsupported-legacy-architecture", ANYWHERE)],
    ),
    (
        "provider/flavors-without-vocabulary",
        &[
            ("capability/flavors-without-vocabulary", ANYWHERE),
            ("capability/capabilities-without-vocabulary", ANYWHERE),
        ],
    ),
    (
        "provider/incomplete-entry",
        &[
            ("capability/flavors-without-vocabulary", ANYWHERE),
            ("capability/capabilities-without-vocabulary", ANYWHERE),
        ],
    ),
    (
        "provider/missing-artifact",
        &[
            ("capability/flavors-without-vocabulary", ANYWHERE),
            ("capability/capabilities-without-vocabulary", ANYWHERE),
        ],
    ),
    (
        "provider/missing-region",
        &[("provider/incomplete-entry", Near)],
    ),
    (
        "provider/not-in-child",
        &[
            ("cloudprofile/malformed-image-version", ANYWHERE),
            ("cloudprofile/missing-name", Images),
            ("provider/incomplete-entry", Near),
            ("provider/unmapped-image", ANYWHERE),
            ("provider/unmapped-version", ANYWHERE),
        ],
    ),
    (
        "provider/not-in-profile",
        &[
            ("cloudprofile/malformed-image-version", ANYWHERE),
            ("cloudprofile/missing-name", Images),
            ("cloudprofile/missing-image-versions", ANYWHERE),
            ("cloudprofile/missing-machine-images", ANYWHERE),
            ("provider/unmapped-image", ANYWHERE),
            ("provider/unmapped-version", ANYWHERE),
        ],
    ),
    (
        "provider/unmapped-flavor",
        &[
            ("capability/flavors-without-vocabulary", ANYWHERE),
            ("capability/capabilities-without-vocabulary", ANYWHERE),
            ("capability/missing-flavor-architecture", ANYWHERE),
            ("capability/missing-flavors", ANYWHERE),
            ("capability/unregistered-value", Named),
            ("capability/unregistered-name", Named),
            ("provider/incomplete-entry", ANYWHERE),
            ("provider/unknown-architecture", ANYWHERE),
        ],
    ),
    (
        "provider/unmapped-image",
        &[
            ("cloudprofile/missing-name", Images),
            ("provider/incomplete-entry", ANYWHERE),
        ],
    ),
    (
        "provider/unmapped-version",
        &[
            ("cloudprofile/malformed-image-version", ANYWHERE),
            ("cloudprofile/missing-name", Images),
            ("provider/incomplete-entry", ANYWHERE),
        ],
    ),
    (
        "provider/unregistered-capability",
        &[
            ("capability/malformed-definition", ANYWHERE),
            ("capability/unregistered-name", ANYWHERE),
            ("capability/unregistered-value", ANYWHERE),
        ],
    ),
    (
        "provider/unusable-zone",
        &[
            ("cloudprofile/missing-name", ANYWHERE),
            ("cloudprofile/missing-regions", ANYWHERE),
        ],
    ),
    (
        "shoot/immutable-field",
        &[
            ("shoot/unknown-region", Near),
            ("shoot/unknown-machine-type", Near),
            ("shoot/unsupported-value", Near),
        ],
    ),
    (
        "shoot/kubernetes-skew",
        &[
            (
                "shoot/unknown-kubernetes-version",
                At("spec.kubernetes.version"),
            ),
            ("shoot/unknown-kubernetes-version", Near),
        ],
    ),
    (
        "shoot/lowered-image-version",
        &[("shoot/unknown-image-version", Near)],
    ),
    (
        "shoot/missing-profile",
        &[("shoot/retired-profile-name", ANYWHERE)],
    ),
    (
        "shoot/missing-value",
        &[
            ("shoot/missing-profile", Ending("machine.image")),
            ("shoot/missing-profile", Ending("machine.image.version")),
        ],
    ),
    (
        "shoot/no-room-for-system-components",
        &[("shoot/bad-node-count", Near)],
    ),
    (
        "shoot/unknown-image-version",
        &[("shoot/missing-value", Beside)],
    ),
    (
        "shoot/unknown-zone",
        &[
            ("shoot/unknown-region", ANYWHERE),
            ("shoot/missing-value", At("spec.region")),
        ],
    ),
    (
        "shoot/unsupported-cri",
        &[
            ("shoot/unsupported-value", Near),
            ("shoot/missing-value", Shown),
        ],
    ),
];

/// Says of each finding what it most likely follows from, where that is among them; of several the
/// nearest.
pub fn trace(findings: &mut [Finding]) {
    let mut objects: BTreeMap<*const Subject, Vec<usize>> = BTreeMap::new();
    for (at, finding) in findings.iter().enumerate() {
        if finding.severity == Severity::Error {
            let object = Arc::as_ptr(&finding.subject);
            objects.entry(object).or_default().push(at);
        }
    }
    for positions in objects
        .values()
        .filter(|positions| (2..=MOST).contains(&positions.len()))
    {
        let among = Among::new(positions.iter().filter_map(|at| findings.get(*at)));
        let causes: Vec<Option<Follows>> = positions
            .iter()
            .map(|at| among.cause_of(findings.get(*at)?))
            .collect();
        for (at, cause) in positions.iter().zip(causes) {
            if let Some(finding) = findings.get_mut(*at) {
                finding.cause = cause;
            }
        }
    }
}

/// The errors of one object.
#[derive(Default)]
struct Among<'f> {
    by_rule: BTreeMap<&'static str, Vec<&'f Finding>>,
    by_field: BTreeMap<&'f [PathStep], Vec<&'f Finding>>,
}

impl<'f> Among<'f> {
    fn new(findings: impl Iterator<Item = &'f Finding>) -> Self {
        let mut among = Self::default();
        for finding in findings {
            among.by_rule.entry(finding.rule).or_default().push(finding);
            let field = own(&finding.field);
            among.by_field.entry(field).or_default().push(finding);
        }
        among
    }

    fn cause_of(&self, finding: &Finding) -> Option<Follows> {
        let field = own(&finding.field);
        let here = self.by_field.get(field).into_iter().flatten();
        let here = here.filter(|cause| is_said_of_nothing(finding, cause));
        let known = FOLLOWS.iter().find(|(rule, _)| *rule == finding.rule);
        let known = known.into_iter().flat_map(|(_, causes)| *causes);
        let elsewhere = known.flat_map(|(rule, place)| {
            let of_rule = self.by_rule.get(rule).into_iter().flatten();
            of_rule.filter(|cause| place.holds((finding, field), (cause, own(&cause.field))))
        });
        let nearest = here.chain(elsewhere).min_by_key(|cause| {
            let file = cause.place.file != finding.place.file;
            let bytes = cause.place.span.start.abs_diff(finding.place.span.start);
            (file, bytes)
        });
        nearest.map(|cause| Follows {
            rule: cause.rule,
            field: cause.field.clone(),
            place: cause.place,
        })
    }
}

/// The rule that counts of two for one field: where a value is missing, other findings are about an
/// empty one; and an unreadable value is none of those that fit.
fn is_said_of_nothing(finding: &Finding, cause: &Finding) -> bool {
    let is_missing = |of: &Finding| of.error_type == Some(ErrorType::Required);
    let is_unreadable = cause.rule == finding.rule
        && cause.error_type == Some(ErrorType::Invalid)
        && finding.error_type == Some(ErrorType::NotSupported);
    is_missing(cause) && !is_missing(finding) || is_unreadable
}

/// The steps within the spec: those of the merged result are the object's own.
fn own(field: &FieldPath) -> &[PathStep] {
    field
        .after(["status", "cloudProfileSpec"])
        .or_else(|| field.after(["spec"]))
        .unwrap_or_else(|| field.steps())
}

impl Where {
    fn holds(
        self,
        (finding, field): (&Finding, &[PathStep]),
        (cause, at): (&Finding, &[PathStep]),
    ) -> bool {
        match self {
            Near => field.starts_with(at) || at.starts_with(field),
            Beside => at
                .split_last()
                .is_some_and(|(_, entry)| field.starts_with(entry)),
            At(path) => cause.field.steps().ends_with(FieldPath::from(path).steps()),
            Definition => at.last().and_then(PathStep::name).is_some_and(|name| {
                finding.value.as_deref() == Some(name)
                    || field.iter().any(|step| step.name() == Some(name))
            }),
            Shown => {
                let shows = |span: Span| {
                    let bytes = cause.place.span;
                    span.start <= bytes.end && bytes.start <= span.end
                };
                let all = finding.related.iter().map(|label| label.place);
                all.chain([finding.place])
                    .any(|place| place.file == cause.place.file && shows(place.span))
            }
            Named => cause
                .value
                .as_deref()
                .is_some_and(|value| is_named(&finding.message, value)),
            Images => at
                .first()
                .and_then(PathStep::name)
                .is_some_and(|list| ["machineImages", "providerConfig"].contains(&list)),
            Ending(end) => field.ends_with(FieldPath::from(end).steps()),
        }
    }
}

/// Whether a message has a value as a whole word.
fn is_named(message: &str, value: &str) -> bool {
    let is_part = |neighbour: Option<char>| {
        neighbour.is_some_and(|of| of.is_alphanumeric() || matches!(of, '-' | '_' | '.'))
    };
    !value.is_empty()
        && message.match_indices(value).any(|(at, _)| {
            let (before, after) = (&message[..at], &message[at + value.len()..]);
            !is_part(before.chars().next_back()) && !is_part(after.chars().next())
        })
}

#[cfg(test)]
mod tests {
    use super::FOLLOWS;
    use crate::rules::find;

    #[test]
    fn all_are_rules_and_none_follows_from_itself() {
        for (rule, causes) in FOLLOWS {
            assert!(find(rule).is_some(), "{rule}");
            for (cause, _) in *causes {
                assert!(find(cause).is_some() && cause != rule, "{cause}");
                let back = FOLLOWS.iter().find(|(rule, _)| rule == cause);
                assert!(
                    back.is_none_or(|(_, causes)| causes.iter().all(|(of, _)| of != rule)),
                    "{rule} and {cause} follow from each other"
                );
            }
        }
    }
}
