//! Further axes of a vocabulary: the capabilities that a user names beside the architecture, and
//! which machine types have which of their values.

use std::collections::BTreeSet;

use super::Refused;
use crate::capability::{ARCHITECTURE, RESERVED_PREFIX};
use crate::matching::NamePattern;
use crate::model::cloudprofile::CapabilityDefinition;
use crate::model::name::unprefixed_fault;
use crate::words;

/// A capability with its values, the preferred one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// Its values.
    pub values: Vec<String>,
}

/// Which machine types have which values of an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The name of the axis.
    pub axis: String,
    /// The values that they have.
    pub values: Vec<String>,
    /// The machine types.
    pub machine_types: NamePattern,
}

impl Axis {
    /// Reads `NAME=VALUE,VALUE`.
    ///
    /// # Errors
    /// When it has another form, or the server refuses such a capability.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, values) = text.split_once('=').ok_or_else(|| {
            "a capability has a name and values: write NAME=VALUE,VALUE, the preferred value first"
                .to_owned()
        })?;
        if name == ARCHITECTURE {
            return Err(format!(
                "`{ARCHITECTURE}` is reserved: cpcap takes its values from the machine types and \
                 image versions; leave it out"
            ));
        }
        if let Some(rest) = name.strip_prefix(RESERVED_PREFIX) {
            return Err(format!(
                "names that begin with `{RESERVED_PREFIX}` are reserved for Gardener; call it \
                 `{rest}` or otherwise"
            ));
        }
        if let Some(fault) = unprefixed_fault(name) {
            return Err(format!(
                "{} cannot name a capability: {fault}",
                words::quoted(name)
            ));
        }
        Ok(Self {
            name: name.to_owned(),
            values: list(values)?,
        })
    }
}

impl Axis {
    /// That of a vocabulary.
    pub(super) fn of(definition: &CapabilityDefinition<'_>) -> Self {
        let values = definition.values.iter();
        Self {
            name: (*definition.name).to_owned(),
            values: values.map(|value| value.value.to_owned()).collect(),
        }
    }
}

impl Given {
    /// A value of one machine type.
    pub(super) fn of(axis: &str, value: &str, machine_type: &str) -> Option<Self> {
        Some(Self {
            axis: axis.to_owned(),
            values: vec![value.to_owned()],
            machine_types: NamePattern::parse(machine_type).ok()?,
        })
    }

    /// Reads `NAME=VALUE,VALUE:GLOB`.
    ///
    /// # Errors
    /// When it has another form.
    pub fn parse(text: &str) -> Result<Self, String> {
        let form = "write NAME=VALUE:GLOB, with the capability, the values that machine types have, \
            and a glob over the names of these machine types";
        let (axis, rest) = text.split_once('=').ok_or_else(|| form.to_owned())?;
        let (values, types) = rest.split_once(':').ok_or_else(|| form.to_owned())?;
        if axis.is_empty() || types.is_empty() {
            return Err(form.to_owned());
        }
        if axis == ARCHITECTURE {
            return Err(format!(
                "machine types have their `{ARCHITECTURE}` already; leave it out"
            ));
        }
        Ok(Self {
            axis: axis.to_owned(),
            values: list(values)?,
            machine_types: NamePattern::parse(types)?,
        })
    }
}

/// Values between commas.
fn list(text: &str) -> Result<Vec<String>, String> {
    let values: Vec<String> = text
        .split(',')
        .map(|value| value.trim().to_owned())
        .collect();
    let mut known = BTreeSet::new();
    for value in &values {
        if value.is_empty() {
            return Err("a value is empty; write VALUE,VALUE".to_owned());
        }
        if let Some(fault) = unprefixed_fault(value) {
            return Err(format!(
                "{} cannot be a value: {fault}",
                words::quoted(value)
            ));
        }
        if !known.insert(value) {
            return Err(format!("{} is there twice", words::quoted(value)));
        }
    }
    Ok(values)
}

/// The axes that a run adds or fills in.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Axes<'r> {
    pub axes: &'r [Axis],
    pub given: &'r [Given],
}

impl<'r> Axes<'r> {
    /// Whether the axes can stand beside each other, and nothing is said of others. `known`: those of
    /// the profiles; `machine_types`: the names of all of the profiles.
    pub fn check(self, known: &[Axis], machine_types: &BTreeSet<&str>) -> Result<(), Refused> {
        for (at, axis) in self.axes.iter().enumerate() {
            let mut before = self.axes.iter().take(at);
            let Some(other) = before.find(|other| other.name.eq_ignore_ascii_case(&axis.name))
            else {
                continue;
            };
            return Err(if other.name == axis.name {
                format!(
                    "--capability defines {} twice; give all of its values at once",
                    words::quoted(&axis.name)
                )
            } else {
                format!(
                    "the capabilities {} and {} differ only in case; choose other names",
                    words::quoted(&other.name),
                    words::quoted(&axis.name)
                )
            });
        }
        for given in self.given {
            let mut values: Vec<&str> = Vec::new();
            for value in known
                .iter()
                .filter(|axis| axis.name == given.axis)
                .flat_map(|of| &of.values)
            {
                if !values.contains(&value.as_str()) {
                    values.push(value);
                }
            }
            let names: BTreeSet<&str> = known.iter().map(|axis| axis.name.as_str()).collect();
            if !names.contains(given.axis.as_str()) {
                return Err(format!(
                    "--set names the capability {}, which nothing defines; {}define it with \
                     --capability",
                    words::quoted(&given.axis),
                    words::did_you_mean(words::near(&given.axis, names))
                ));
            }
            if let Some(value) = given
                .values
                .iter()
                .find(|value| !values.contains(&value.as_str()))
            {
                return Err(format!(
                    "{} is no value of the capability {}, which has {}",
                    words::quoted(value),
                    words::quoted(&given.axis),
                    words::all(values.iter().copied())
                ));
            }
            let pattern = &given.machine_types;
            if !machine_types.iter().any(|name| pattern.matches(name)) {
                return Err(format!(
                    "--set speaks of machine types {}, and no profile has one; {}correct the glob, \
                     or leave it out",
                    words::quoted(pattern.text()),
                    words::did_you_mean(words::near(pattern.text(), machine_types.iter().copied()))
                ));
            }
        }
        Ok(())
    }

    /// The axes with all of their values, of a profile with this vocabulary: the new ones, and the
    /// known ones that the run fills in.
    pub fn of(self, definitions: &[CapabilityDefinition<'_>]) -> Result<Vec<Axis>, Refused> {
        let mut all: Vec<Axis> = Vec::new();
        for axis in self.axes {
            for known in definitions {
                let (name, other) = (words::quoted(&axis.name), words::quoted(*known.name));
                if !known.name.eq_ignore_ascii_case(&axis.name) {
                    continue;
                }
                if *known.name != axis.name {
                    return Err(format!(
                        "the vocabulary defines {other} already, and {name} differs only in case"
                    ));
                }
                if !known
                    .values
                    .iter()
                    .map(|value| value.value)
                    .eq(&axis.values)
                {
                    return Err(format!(
                        "the vocabulary defines {name} already, with the values {}; leave \
                         --capability {name} out, or give these values",
                        words::all(known.values.iter().map(|value| value.value))
                    ));
                }
            }
            all.push(axis.clone());
        }
        for definition in definitions {
            let name = *definition.name;
            let filled_in = self.given.iter().any(|given| given.axis == name);
            if filled_in && !all.iter().any(|axis| axis.name == name) {
                all.push(Axis::of(definition));
            }
        }
        Ok(all)
    }

    /// The values of an axis that a machine type has, in the order of the vocabulary; all where
    /// nothing is said.
    pub fn values(self, axis: &Axis, machine_type: &str) -> Vec<String> {
        let said: Vec<&Given> = self
            .given
            .iter()
            .filter(|given| given.axis == axis.name && given.machine_types.matches(machine_type))
            .collect();
        let has =
            |value: &&String| said.is_empty() || said.iter().any(|of| of.values.contains(value));
        axis.values.iter().filter(has).cloned().collect()
    }
}
