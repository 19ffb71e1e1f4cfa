//! How tables name artifacts, and say why there is none.

use crate::capability::Selected;
use crate::model::near::near;
use crate::provider::lookup::{Artifact, NoArtifact};
use crate::provider::part::Undecodable;
use crate::provider::{self, Provider};
use crate::table::matrix::wrap::clean;

pub use crate::rules::artifacts::reason;

/// `ami-0123`; with the field where there are several ways to name one: `urn a:b:c:1`.
#[must_use]
pub fn name(artifact: &Artifact<'_>) -> String {
    let named: Vec<(&str, &str)> = artifact.names().collect();
    match &named[..] {
        [] => "an artifact without a name".to_owned(),
        [(field, "")] => format!("an empty {field}"),
        [(field, value)] => format!("{field} {value}"),
        several => several.iter().map(|(field, value)| format!("{field} {value}")).collect::<Vec<_>>().join(", "),
    }
}

/// Why a worker pool gets no artifact, and what that means.
#[derive(Clone, Debug)]
pub struct Missing {
    /// Why.
    pub why: NoArtifact,
    /// The provider whose extension refuses such Shoots by a webhook.
    pub webhook: Option<&'static str>,
}

impl Missing {
    /// That of a look-up.
    #[must_use]
    pub fn new(why: NoArtifact, provider: &'static Provider) -> Self {
        let webhook = provider.lookup.refuses(&why).then_some(provider.name);
        Self { why, webhook }
    }

    /// Whether there certainly is none.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.why != NoArtifact::Elsewhere
    }
}

/// What it means to have no artifact. `webhook`: the provider whose extension refuses such Shoots.
pub(in crate::table) fn means(webhook: Option<&str>) -> String {
    webhook.map_or_else(
        || "no machine can be created".to_owned(),
        |provider| format!("the webhook of provider-{provider} refuses such Shoots"),
    )
}

/// The cell of a table: the artifact, why there is none, or nothing where it is not asked for.
pub(in crate::table) fn cell(found: Option<&Result<String, Missing>>) -> String {
    match found {
        None => String::new(),
        Some(Ok(name)) => clean(name).into_owned(),
        Some(Err(missing)) => format!("none: {}", clean(&reason(&missing.why))),
    }
}

/// The cell of a table: the position of the flavor that is taken, or that flavors tie.
pub(in crate::table) fn flavor_cell(selected: Option<&Selected>) -> String {
    match selected {
        None | Some(Selected::Nothing) => String::new(),
        Some(Selected::One(one)) => one.to_string(),
        Some(Selected::Ambiguous(_)) => "tie".to_owned(),
    }
}

/// Every word of `NoArtifact::code`.
pub const CODES: [&str; 9] =
    ["unknownMachineType", "noImage", "noVersion", "notInRegion", "incompatible", "ambiguous", "noArchitecture", "nameless", "elsewhere"];

/// Why nothing is known of the artifacts of a profile of that type.
#[must_use]
pub fn unknown(provider_type: &str) -> String {
    if provider::find(provider_type).is_some() {
        return "--provider-rules is off, so its provider part is not read".to_owned();
    }
    let known: Vec<&str> = provider::ALL.iter().filter(|provider| provider.lookup.is_known()).map(|provider| provider.name).collect();
    match near(provider_type, known.iter().copied()) {
        Some(near) => format!(
            "the provider `{provider_type}` is not known, and so not what its provider part means; did you mean `{near}`? --provider-rules names the extension to go by"
        ),
        None => format!(
            "the provider `{provider_type}` is not known, and so not what its provider part means; known are {}; --provider-rules names the extension to go by",
            known.join(", ")
        ),
    }
}

/// Why a provider's profiles say nothing of artifacts.
#[must_use]
pub fn elsewhere(provider: &Provider) -> String {
    format!("profiles of {} do not name artifacts: they may exist in the cloud, or in the settings of the extension", provider.title)
}

/// Why nothing can be looked up at all.
#[must_use]
pub fn undecodable(why: &Undecodable) -> String {
    match why {
        Undecodable::Kind => "the provider part is of another kind: no worker gets an artifact".to_owned(),
        Undecodable::Value => "the provider part holds a value of a wrong type: no worker gets an artifact".to_owned(),
        Undecodable::UnknownFields(fields) => {
            let first = fields.first().map_or("", String::as_str);
            format!("the provider part has a field that is not known there (`{first}`): no worker gets an artifact")
        }
    }
}
