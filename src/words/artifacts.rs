//! How artifacts of a provider are named, and why a worker pool gets none.

use crate::capability::Selected;
use crate::model::near::near;
use crate::model::path::FieldPath;
use crate::output::clean::named as clean;
use crate::provider::lookup::{Absent, Artifact, Missing, NoArtifact};
use crate::provider::part::Undecodable;
use crate::provider::{self, Provider};
use crate::resolution::usable::{ARTIFACTS, Usable};
use crate::words::and;

/// Why there is none, as a clause.
#[must_use]
pub fn reason(why: &NoArtifact) -> String {
    match why {
        NoArtifact::UnknownMachineType => "the profile has no such machine type".to_owned(),
        NoArtifact::Absent(Absent::Image) => "`providerConfig` does not have the image".to_owned(),
        NoArtifact::Absent(Absent::Version) => {
            "`providerConfig` does not have the version".to_owned()
        }
        NoArtifact::Absent(Absent::Region { elsewhere: false }) => names_none("the version"),
        NoArtifact::Absent(Absent::Region { .. }) => {
            "`providerConfig` has the version in other regions only".to_owned()
        }
        NoArtifact::Incompatible { flavors } => {
            let all = |name: &&String| flavors.iter().all(|(_, clashes)| clashes.contains(*name));
            let common = flavors
                .first()
                .map_or(&[][..], |(_, clashes)| clashes)
                .iter()
                .filter(all);
            let common: Vec<&str> = common.map(String::as_str).collect();
            match common.as_slice() {
                [] if flavors.is_empty() => {
                    "`providerConfig` lists no flavor for the version".to_owned()
                }
                [] => "each flavor of `providerConfig` fails by some capability".to_owned(),
                common => format!(
                    "no flavor of `providerConfig` fits by {}",
                    common.join(", ")
                ),
            }
        }
        NoArtifact::Ambiguous(flavors) => format!(
            "{} flavors of `providerConfig` cannot be told apart",
            flavors.len()
        ),
        NoArtifact::NoArchitecture(_) => {
            "the flavor does not name its architecture: creating machines fails".to_owned()
        }
        NoArtifact::Nameless(_) => "the artifact has no name".to_owned(),
        NoArtifact::Elsewhere => {
            "`providerConfig` does not name one; it may still exist in the cloud".to_owned()
        }
    }
}

#[must_use]
pub fn names_none(of: &str) -> String {
    format!("`providerConfig` names no artifact for {of}")
}

/// `ami-0123`; with the field where there are several ways to name one: `urn a:b:c:1`.
#[must_use]
pub fn name(artifact: &Artifact<'_>) -> String {
    let named: Vec<(&str, &str)> = artifact.names().collect();
    match &named[..] {
        [] => "an artifact without a name".to_owned(),
        [(field, "")] => format!("an empty {field}"),
        [(field, value)] => format!("{field} {value}"),
        several => several
            .iter()
            .map(|(field, value)| format!("{field} {value}"))
            .collect::<Vec<_>>()
            .join(", "),
    }
}

/// The consequence of a missing artifact. `webhook`: the provider whose extension refuses such
/// Shoots.
pub(crate) fn means(webhook: Option<&str>) -> String {
    webhook.map_or_else(
        || "no machine can be created".to_owned(),
        |provider| format!("the webhook of provider-{provider} refuses such Shoots"),
    )
}

/// The cell of a table: the artifact, why there is none, or nothing where it is not asked for.
pub(crate) fn cell(found: Option<&Result<String, Missing>>) -> String {
    match found {
        None => String::new(),
        Some(Ok(name)) => clean(name).into_owned(),
        Some(Err(missing)) => format!("none: {}", clean(&reason(&missing.why))),
    }
}

/// The cell of a table: the position of the flavor that is taken, or that flavors tie.
pub(crate) fn flavor_cell(selected: Option<&Selected>) -> String {
    match selected {
        None | Some(Selected::Nothing) => String::new(),
        Some(Selected::One(one)) => one.to_string(),
        Some(Selected::Ambiguous(_)) => "tie".to_owned(),
    }
}

/// `flavor 0`, `flavors 0 and 2`.
pub(crate) fn flavors(indices: &[usize]) -> String {
    let numbers: Vec<String> = indices.iter().map(ToString::to_string).collect();
    if let [one] = &numbers[..] {
        format!("flavor {one}")
    } else {
        format!("flavors {}", and(&numbers))
    }
}

/// Why a flavor that fits is never selected. Those that are preferred may tie.
pub(crate) const NEVER_PREFERRED: &str =
    "selection prefers another flavor for every machine type that fits";

/// The consequence of flavors that selection cannot choose between.
pub(crate) fn tie(tied: &[usize]) -> String {
    let which = flavors(tied);
    format!(
        "{which} cannot be told apart: no admission check objects, but creating machines fails \
         (\"invalid CloudProfile\")"
    )
}

/// Why cpcap cannot name the artifacts of a profile; none where it can.
#[must_use]
pub fn unnamed(profile: &Usable<'_>) -> Option<String> {
    if let Some(path) = unread(profile) {
        return Some(format!(
            "cpcap could not read {path}, so its artifacts are unknown"
        ));
    }
    let Some(artifacts) = &profile.artifacts else {
        return Some(unknown(*profile.profile.provider_type));
    };
    if !artifacts.provider.lookup.is_known() {
        return Some(elsewhere(artifacts.provider));
    }
    artifacts.undecodable.as_ref().map(undecodable)
}

/// The part that names the artifacts of a profile, and that cpcap could not read; none where it
/// could, or would learn nothing from it.
#[must_use]
pub fn unread(profile: &Usable<'_>) -> Option<FieldPath> {
    let is_told = match &profile.artifacts {
        Some(artifacts) => artifacts.provider.lookup.is_known(),
        None => profile.profile.provider_type.is_empty(),
    };
    let (_, path) = profile.unsettled(ARTIFACTS).filter(|_| is_told)?;
    Some(path)
}

/// Why nothing is known of the artifacts of a profile of that type.
#[must_use]
pub fn unknown(provider_type: &str) -> String {
    if provider::find(provider_type).is_some() {
        return "--provider-rules is off, so its `providerConfig` is not read".to_owned();
    }
    let known: Vec<&str> = provider::ALL
        .iter()
        .filter(|provider| provider.lookup.is_known())
        .map(|provider| provider.name)
        .collect();
    match near(provider_type, known.iter().copied()) {
        Some(near) => format!(
            "cpcap does not know the provider `{provider_type}`, so it cannot read \
             `providerConfig`; did you mean `{near}`? `--provider-rules` names the extension to \
             follow"
        ),
        None => format!(
            "cpcap does not know the provider `{provider_type}`, so it cannot read \
             `providerConfig`; it knows {}. `--provider-rules` names the extension to follow",
            known.join(", ")
        ),
    }
}

/// Why a provider's profiles say nothing of artifacts.
#[must_use]
pub fn elsewhere(provider: &Provider) -> String {
    format!(
        "profiles of {} do not name artifacts: they may exist in the cloud, or in the settings of \
         the extension",
        provider.title
    )
}

/// Why nothing can be looked up at all.
#[must_use]
pub fn undecodable(why: &Undecodable) -> String {
    match why {
        Undecodable::Kind => {
            "`providerConfig` has another kind: no worker gets an artifact".to_owned()
        }
        Undecodable::Value => {
            "`providerConfig` holds a value of a wrong type: no worker gets an artifact".to_owned()
        }
        Undecodable::UnknownFields(fields) => {
            let first = fields.first().map_or("", String::as_str);
            format!(
                "`providerConfig` has a field that is not known there (`{first}`): no worker \
                 gets an artifact"
            )
        }
    }
}
