//! The answers of `cpcap match`: for people, for scripts (`quiet`) and as JSON. Everything shown here is worked out in
//! `matching`; nothing is decided again.

mod comparison;
mod json;
mod listing;
mod pairs;
mod pen;
mod rows;
mod versions;
mod words;

use crate::matching::{Answers, Asked, Matcher, Origins};

pub use json::{MatchReport, SCHEMA_VERSION, json};

use pen::Pen;

/// A profile and the answer to what was asked of it.
#[derive(Debug)]
pub struct ProfileView<'m, 'a, 't> {
    /// The profile's name.
    pub name: &'m str,
    /// The file that it stands in.
    pub file: &'m str,
    /// Position of its document in the file, from 0.
    pub document: usize,
    /// The path to it when it is an item of a list (`items[2]`), else empty.
    pub prefix: &'m str,
    /// The profile, prepared.
    pub matcher: &'m Matcher<'a, 't>,
    /// Where its values come from.
    pub origins: Origins<'a, 't>,
    /// The version that was asked for as a Shoot would write it, where one was.
    pub version: Option<&'m str>,
    /// The answer.
    pub answers: Answers<'m, 'a, 't>,
}

/// How the answer looks.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Colours.
    pub color: bool,
    /// Width to wrap at, in columns.
    pub width: usize,
    /// Name every version and machine type.
    pub expand: bool,
    /// Show the rows of bits, and the comparison also in lists.
    pub explain: bool,
}

/// The columns of the lines for scripts.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// The name of the profile comes first.
    pub profile: bool,
    /// The name of the machine type comes before image and version.
    pub machine_type: bool,
}

/// The answers for people.
#[must_use]
pub fn text(profiles: &[ProfileView<'_, '_, '_>], look: Look) -> String {
    let mut out = String::new();
    for profile in profiles {
        let pen = Pen { look };
        if !out.is_empty() {
            out.push('\n');
        }
        words::profile(profile, pen, &mut out);
        match profile.answers.asked {
            Asked::Pairs => pairs::write(profile, pen, &mut out),
            Asked::MachineType => listing::images(profile, pen, &mut out),
            Asked::Image => listing::machine_types(profile, pen, &mut out),
        }
    }
    out
}

/// The answers for scripts: one line for each image version (or, where images were asked for, each machine type) that fits.
#[must_use]
pub fn quiet(profiles: &[ProfileView<'_, '_, '_>], columns: Columns) -> String {
    let mut out = String::new();
    for profile in profiles {
        let lead = if columns.profile { format!("{} ", profile.name) } else { String::new() };
        match profile.answers.asked {
            Asked::Image => quiet_machine_types(profile, &lead, &mut out),
            Asked::Pairs | Asked::MachineType => quiet_versions(profile, columns, &lead, &mut out),
        }
    }
    out
}

fn quiet_machine_types(profile: &ProfileView<'_, '_, '_>, lead: &str, out: &mut String) {
    let (matcher, answers) = (profile.matcher, &profile.answers);
    let fits = |group: &&crate::matching::MachineGroup<'_, '_, '_>| {
        group.images.iter().any(|image| !group.fitting(matcher, image, answers.now).is_empty())
    };
    let mut fitting: Vec<usize> = answers.machines.iter().filter(fits).flat_map(|group| group.machines.iter().copied()).collect();
    fitting.sort_unstable();
    for machine in fitting {
        *out += &format!("{lead}{}\n", *matcher.machines()[machine].machine_type.name);
    }
}

fn quiet_versions(profile: &ProfileView<'_, '_, '_>, columns: Columns, lead: &str, out: &mut String) {
    let (matcher, answers) = (profile.matcher, &profile.answers);
    let mut lines = Vec::new();
    for group in &answers.machines {
        for machine in &group.machines {
            for image in &group.images {
                for version in group.fitting(matcher, image, answers.now) {
                    let machine_name = *matcher.machines()[*machine].machine_type.name;
                    let version = &matcher.versions()[version];
                    let pair = format!("{} {}", *version.image.name, *version.version.version());
                    let line = if columns.machine_type { format!("{lead}{machine_name} {pair}\n") } else { format!("{lead}{pair}\n") };
                    lines.push((*machine, line));
                }
            }
        }
    }
    lines.sort_by_key(|(machine, _)| *machine);
    out.extend(lines.into_iter().map(|(_, line)| line));
}
