//! Capabilities that cpcap suggests, as JSON and for people.

use schemars::JsonSchema;
use serde::Serialize;

use super::SHOWN;
use crate::migrate::{Suggestion, United};
use crate::words;

/// A capability that the profile has under other names.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestionReport<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its values, the preferred one first.
    pub values: &'a [String],
    /// Whether the user takes it.
    pub taken: bool,
    /// The machine types that have a value by their names.
    pub machine_types: Vec<MachineTypesReport<'a>>,
    /// The versions that become flavors of one version.
    pub united: Vec<UnitedReport<'a>>,
    /// Why it cannot be taken, and what to do about it.
    pub hurdles: &'a [String],
}

/// Machine types with a value.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MachineTypesReport<'a> {
    /// The value.
    pub value: &'a str,
    /// Their names.
    pub names: &'a [String],
}

/// Versions that become flavors of one version.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnitedReport<'a> {
    /// The image.
    pub image: &'a str,
    /// The version that has the flavors.
    pub version: &'a str,
    /// The versions now.
    pub members: Vec<MemberReport<'a>>,
    /// Who uses the versions that go.
    pub users: &'a [String],
}

/// A version that becomes a flavor.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberReport<'a> {
    /// The version.
    pub version: &'a str,
    /// The value that its flavors get.
    pub value: &'a str,
}

impl<'a> SuggestionReport<'a> {
    pub(super) fn new(of: &'a Suggestion) -> Self {
        let types = of.machine_types.iter();
        Self {
            name: &of.axis.name,
            values: &of.axis.values,
            taken: of.is_taken,
            machine_types: types
                .map(|(value, names)| MachineTypesReport { value, names })
                .collect(),
            united: of.united.iter().map(UnitedReport::new).collect(),
            hurdles: &of.hurdles,
        }
    }
}

impl<'a> UnitedReport<'a> {
    fn new(of: &'a United) -> Self {
        let members = of.members.iter();
        Self {
            image: &of.image,
            version: &of.version,
            members: members
                .map(|(version, value)| MemberReport { version, value })
                .collect(),
            users: &of.users,
        }
    }
}

/// The lines about suggestions for people.
pub(super) fn lines(all: &[Suggestion], lines: &mut Vec<String>) {
    for of in all {
        let name = &of.axis.name;
        let what = format!("{name} [{}]", of.axis.values.join(", "));
        lines.push(if of.is_taken {
            format!("suggestion taken: {what}")
        } else {
            format!("suggestion: {what}; --suggested={name} takes it")
        });
        for (value, names) in &of.machine_types {
            lines.push(format!(
                "  {value} for machine types {}",
                words::some(names.iter().map(String::as_str), SHOWN)
            ));
        }
        for united in of.united.iter().take(SHOWN) {
            let members = united.members.iter();
            let members: Vec<String> = members
                .map(|(version, value)| format!("`{version}` ({value})"))
                .collect();
            lines.push(format!(
                "  image {}: {} become flavors of version `{}`",
                words::quoted(&united.image),
                words::and(&members),
                united.version
            ));
            if !united.users.is_empty() {
                lines.push(format!(
                    "    in use: {}; the server removes no version in use, so change them first",
                    words::first(&united.users, SHOWN, united.users.len())
                ));
            }
        }
        lines.extend(super::more(of.united.len()));
        lines.extend(of.hurdles.iter().map(|why| format!("  not clear: {why}")));
    }
}
