//! How rules and tables say by what a bastion is chosen, and why there is none.

use crate::matching::{Bastion, By, Machine, Matcher, NoBastion, Passed, Unfit, Verdict};
use crate::model::time::Time;
use crate::words::{all, quoted};

#[must_use]
pub fn machine_type(machine: &Machine<'_, '_>) -> String {
    let name = quoted(*machine.machine_type.name);
    machine.architecture.map_or_else(
        || format!("machine type {name}"),
        |architecture| format!("machine type {name} ({architecture})"),
    )
}

/// The reason for a choice, as the property of the chosen thing.
#[must_use]
pub fn by(by: By) -> &'static str {
    match by {
        By::Name => "the one that `spec.bastion` names",
        By::FirstUsable => "the first usable one",
        By::FewestCpus => "the one with the fewest CPUs",
        By::FirstFitting => "the first one with a supported version that fits",
        By::Highest => "the highest supported one that fits",
    }
}

/// The smaller machine types that would replace the chosen one, as a clause.
#[must_use]
pub fn wanted(bastion: &Bastion<'_>) -> String {
    if bastion.wanted.is_empty() {
        return "no version names the classification `supported`, so one with fewer CPUs would be \
            taken whatever its architecture"
            .to_owned();
    }
    let named = all(bastion.wanted.iter().copied());
    format!(
        "one with fewer CPUs would be taken only for {named}: the versions that may serve, and \
         name the classification `supported`, are for no other"
    )
}

/// Why there is no bastion, as a clause; none where there is one.
#[must_use]
pub fn reason(matcher: &Matcher<'_, '_>, bastion: &Bastion<'_>, now: Time) -> Option<String> {
    let machine = bastion
        .machine
        .map(|chosen| (&matcher.machines()[chosen.index], by(chosen.by)));
    let fits = machine.as_ref().map_or_else(String::new, |(machine, by)| {
        format!("that fits {}, {by}", machine_type(machine))
    });
    let image = bastion.image.map_or("", |chosen| {
        *matcher.profile().machine_images[chosen.index].name
    });
    Some(match bastion.fault? {
        NoBastion::UnknownMachineType(name) => {
            format!("the profile has no machine type {}", quoted(name))
        }
        NoBastion::NoArchitecture => {
            format!(
                "the architecture of {} is unknown",
                machine.map_or_else(String::new, |(machine, _)| machine_type(machine))
            )
        }
        NoBastion::NoMachineType => "no usable machine type has a known architecture".to_owned(),
        NoBastion::UnknownImage(name) => format!("the profile has no image {}", quoted(name)),
        NoBastion::NoImage => format!("no image has a supported version {fits}"),
        NoBastion::UnknownVersion(version) => {
            format!("image {} has no version {}", quoted(image), quoted(version))
        }
        NoBastion::UnsupportedVersion(index) => {
            let version = quoted(*matcher.versions()[index].version.version());
            format!(
                "version {version} of image {} is {}, not supported",
                quoted(image),
                matcher.current(index, now)
            )
        }
        NoBastion::NoVersion => format!(
            "image {}, which `spec.bastion` names, has no supported version {fits}",
            quoted(image)
        ),
    })
}

/// The reason why Gardener does not choose a version for a machine type.
#[must_use]
pub fn unfit(why: Unfit<'_>) -> String {
    match why {
        Unfit::Classified(current) => format!("it is {}, not supported", quoted(current.as_str())),
        Unfit::Verdict(Verdict::OtherArchitecture) => "it is for other architectures".to_owned(),
        Unfit::Verdict(_) => "its capabilities do not fit the machine type".to_owned(),
        Unfit::NotAVersion => "it is not a comparable version".to_owned(),
    }
}

/// The reason why Gardener does not choose a machine type.
#[must_use]
pub fn passed(why: Passed) -> &'static str {
    match why {
        Passed::Unusable => "it is not usable",
        Passed::NoArchitecture => "its architecture is unknown",
        Passed::NotSmaller => "it does not have fewer CPUs than the one before it that was taken",
        Passed::NotWanted => {
            "it has fewer CPUs, but no version that names the classification `supported` is for \
             its architecture"
        }
        Passed::Replaced => "a later one has fewer CPUs",
    }
}
