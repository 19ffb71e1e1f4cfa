//! The custom verbs that objects need: as a table, as JSON, and as the RBAC objects that grant
//! them.

mod json;
mod rbac;
mod text;

use crate::landscape::Item;
use crate::merge::Verb;

pub use json::{VerbsReport, json};
pub use rbac::{Subject, rbac};
pub(crate) use text::document;

/// A NamespacedCloudProfile and what applying it needs.
#[derive(Debug)]
pub struct Needs<'a> {
    pub item: &'a Item<'a>,
    pub file: &'a str,
    /// Whether it is updated, not created.
    pub update: bool,
    pub verbs: Vec<Verb>,
}

/// The remark on the spelling, where it matters.
fn spelling(needs: &[Needs<'_>]) -> Option<&'static str> {
    let mixed = |verb: &Verb| verb.field == "machineImages";
    let matters = needs.iter().any(|needs| needs.verbs.iter().any(mixed));
    matters.then_some(
        "GEP-25 spells it modify-spec-machineImages; the server checks modify-spec-machineimages.",
    )
}
