//! The bastion of a profile: what it gets, by what that is chosen, and where it cannot be started.

use crate::matching::{Bastion, By, Verdict, passed, unfit};
use crate::output::Document;
use crate::output::clean::line as clean;
use crate::provider::lookup::InRegions;
use crate::table::matching::pen::{Mark, Pen, item, version_name};
use crate::table::matching::{ProfileView, artifacts, regions};
use crate::words::artifacts::undecodable;
use crate::words::bastion as say;

/// A bastion that the extension can name.
pub(super) struct Named<'m, 't> {
    /// Position of the machine type.
    pub machine: usize,
    /// Position of the version among all.
    pub index: usize,
    pub image: &'t str,
    /// The version as the extension looks it up.
    pub version: String,
    /// The artifacts that it gets, region by region.
    pub artifacts: Vec<InRegions<'m, 't>>,
}

/// The bastion, where the choice ends at one.
pub(super) fn named<'m, 't>(
    profile: &ProfileView<'m, '_, 't>,
    bastion: &Bastion<'_>,
) -> Option<Named<'m, 't>> {
    let (machine, index) = (bastion.machine?.index, bastion.version?.index);
    let image = *profile.matcher.versions()[index].image.name;
    let version = bastion.version_text(profile.matcher)?;
    let artifacts = artifacts::of_text(profile, machine, image, &version);
    Some(Named {
        machine,
        index,
        image,
        version,
        artifacts,
    })
}

/// The regions of the question where no zone has the machine type.
pub(super) fn unavailable<'t>(
    profile: &ProfileView<'_, '_, 't>,
    bastion: &Bastion<'_>,
) -> Vec<&'t str> {
    bastion
        .machine
        .map_or_else(Vec::new, |machine| regions::lacking(profile, machine.index))
}

/// Whether a bastion can be started in any of the regions; where nothing is known of artifacts,
/// they count as being there.
pub(super) fn works(profile: &ProfileView<'_, '_, '_>, bastion: &Bastion<'_>) -> bool {
    named(profile, bastion)
        .is_some_and(|named| regions::start(profile, named.machine, &named.artifacts))
}

/// Whether the named version does not fit the machine type: no check compares them.
pub(super) fn misfits(profile: &ProfileView<'_, '_, '_>, named: &Named<'_, '_>) -> bool {
    let matcher = profile.matcher;
    matcher.verdict(
        &matcher.machines()[named.machine],
        &matcher.versions()[named.index],
    ) != Verdict::Fits
}

/// Writes the answer for people.
pub(super) fn write(
    profile: &ProfileView<'_, '_, '_>,
    bastion: &Bastion<'_>,
    pen: Pen,
    out: &mut Document,
) {
    let matcher = profile.matcher;
    out.blank();
    let (named, lacking) = (named(profile, bastion), unavailable(profile, bastion));
    let fails = |named: &Named<'_, '_>| named.artifacts.iter().any(|answer| answer.found.is_err());
    let (mark, but) = match &named {
        _ if !works(profile, bastion) && profile.regions.is_empty() => {
            let but = if profile.in_regions {
                ", but the profile has no region that was asked for"
            } else {
                ", but cannot start"
            };
            (Mark::No, but)
        }
        _ if !works(profile, bastion) => {
            (Mark::No, ", but cannot start in any of the given regions")
        }
        Some(named) if !lacking.is_empty() || fails(named) => {
            (Mark::Beware, ", but not in every region")
        }
        _ => (Mark::Yes, ""),
    };
    let heading = match (&named, say::reason(matcher, bastion, profile.answers.now)) {
        (_, Some(reason)) => format!("No bastion can start: {reason}."),
        (Some(named), None) => {
            let machine = &matcher.machines()[named.machine];
            format!(
                "A bastion gets {} {} on {}{but}.",
                named.image,
                named.version,
                say::machine_type(machine)
            )
        }
        (None, None) => "No bastion can start.".to_owned(),
    };
    item(out, 0, mark, &heading);
    if let Some(machine) = bastion.machine {
        let name = say::machine_type(&matcher.machines()[machine.index]);
        let wanted = if machine.by == By::Name {
            String::new()
        } else {
            format!("; {}", say::wanted(bastion))
        };
        out.paragraph(2, format!("{name}: {}{wanted}", say::by(machine.by)));
        if matcher.machines()[machine.index].machine_type.usable.value == Some(false) {
            item(
                out,
                2,
                Mark::Beware,
                "The machine type is not usable (usable: false); Gardener takes it for a bastion \
                 anyway.",
            );
        }
    }
    if let Some(image) = bastion.image {
        out.paragraph(
            2,
            format!(
                "image {}: {}",
                *matcher.profile().machine_images[image.index].name,
                say::by(image.by)
            ),
        );
    }
    if let (Some(named), Some(version)) = (&named, bastion.version) {
        out.paragraph(
            2,
            format!("version {}: {}", named.version, say::by(version.by)),
        );
        let written = *matcher.versions()[named.index].version.version();
        if written != named.version {
            let text = format!(
                "The profile has the version as {written}; the extension looks it up as {}.",
                named.version
            );
            item(out, 2, Mark::Beware, &text);
        }
        if misfits(profile, named) {
            item(
                out,
                2,
                Mark::Beware,
                "The version does not fit the machine type, which nobody checks.",
            );
        }
        if let Some(lookup) = profile.artifacts {
            match lookup.undecodable {
                Some(why) => item(
                    out,
                    2,
                    Mark::No,
                    &format!("No artifact: {}.", undecodable(why)),
                ),
                None => artifacts::lines(lookup, &named.version, &named.artifacts, pen, out),
            }
        }
    }
    if !lacking.is_empty() {
        item(
            out,
            2,
            Mark::No,
            &format!(
                "The machine type is not available in any zone of {}, which nobody checks.",
                pen.names(&lacking)
            ),
        );
    }
    if pen.look.explain {
        candidates(profile, bastion, out);
    }
}

/// Writes what was passed over, and why.
fn candidates(profile: &ProfileView<'_, '_, '_>, bastion: &Bastion<'_>, out: &mut Document) {
    let matcher = profile.matcher;
    if bastion.machine.is_none_or(|machine| machine.by != By::Name) {
        out.blank();
        out.paragraph(0, "Candidate machine types:");
        for (machine, why) in matcher
            .machines()
            .iter()
            .zip(passed(matcher.machines(), &bastion.wanted))
        {
            let cpus = machine
                .machine_type
                .cpu
                .as_ref()
                .map_or_else(String::new, |cpu| format!(" with cpu {cpu}"));
            let name = format!("{}{cpus}", say::machine_type(machine));
            match why {
                Some(why) => item(out, 2, Mark::No, &format!("{name}: {}", say::passed(why))),
                None => item(out, 2, Mark::Yes, &name),
            }
        }
    }
    for (image, version, why) in versions(profile, bastion) {
        if version == matcher.range_of(image).start {
            out.blank();
            out.paragraph(
                0,
                format!(
                    "Versions of image {}:",
                    *matcher.profile().machine_images[image].name
                ),
            );
        }
        let name = version_name(matcher, version);
        match why {
            Some(why) => item(out, 2, Mark::No, &format!("{name}: {}", say::unfit(why))),
            None => item(out, 2, Mark::Yes, &name),
        }
    }
}

/// The compared versions, with their images, and the reason why each is not chosen.
pub(super) fn versions<'t>(
    profile: &ProfileView<'_, '_, 't>,
    bastion: &Bastion<'_>,
) -> Vec<(usize, usize, Option<crate::matching::Unfit<'t>>)> {
    let matcher = profile.matcher;
    let Some(machine) = bastion
        .machine
        .map(|machine| &matcher.machines()[machine.index])
    else {
        return Vec::new();
    };
    // Later images do not matter once one is chosen.
    let images = match bastion.image {
        Some(image) if image.by == By::Name => image.index..image.index + 1,
        Some(image) => 0..image.index + 1,
        None => 0..matcher.profile().machine_images.len(),
    };
    let of = |image: usize| matcher.range_of(image).map(move |version| (image, version));
    images
        .flat_map(of)
        .map(|(image, version)| {
            (
                image,
                version,
                unfit(matcher, machine, version, profile.answers.now),
            )
        })
        .collect()
}

/// Writes the answer for scripts: machine type, image and version, where a bastion can be started.
pub(super) fn quiet(
    profile: &ProfileView<'_, '_, '_>,
    bastion: &Bastion<'_>,
    lead: &str,
    out: &mut String,
) {
    if let Some(named) = named(profile, bastion).filter(|_| works(profile, bastion)) {
        let machine = *profile.matcher.machines()[named.machine].machine_type.name;
        *out += &format!(
            "{lead}{}\n",
            clean(&format!("{machine} {} {}", named.image, named.version))
        );
    }
}
