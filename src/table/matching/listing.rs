//! Everything that fits a machine type, or an image: what a selection list would offer, and in one
//! line each why the rest is missing from it.

use std::collections::{BTreeMap, BTreeSet};

use crate::matching::{ImageAnswer, MachineGroup, Verdict};
use crate::output::{Document, Span, Style};
use crate::table::matching::pen::{Mark, Pen, item, machine_name};
use crate::table::matching::versions::{self, Listed, chosen};
use crate::table::matching::{ProfileView, pairs, regions, words};
use crate::words::count;

/// The images that fit each machine type.
pub(super) fn images(profile: &ProfileView<'_, '_, '_>, pen: Pen, out: &mut Document) {
    let all = 0..profile
        .answers
        .machines
        .first()
        .map_or(0, |group| group.images.len());
    for (group, names) in alike(profile, all, true) {
        out.blank();
        out.paragraph(0, Span::new(pen.names(&names), Style::BOLD));
        if !group.usable {
            item(out, 2, Mark::No, pairs::UNUSABLE);
            continue;
        }
        regions::line(profile, group.machines[0], 2, pen, out);
        for image in &group.images {
            let name = *profile.matcher.profile().machine_images[image.image].name;
            entry(profile, group, image, name, pen, out);
        }
        if group.images.is_empty() {
            item(out, 2, Mark::No, "The profile has no image.");
        }
        pairs::sentence(profile, group, None, &group.default, 2, out);
    }
    hint(profile, "--image NAME", out);
}

/// The machine types that each image fits.
pub(super) fn machine_types(profile: &ProfileView<'_, '_, '_>, pen: Pen, out: &mut Document) {
    let groups = &profile.answers.machines;
    let images = groups.first().map_or(0, |group| group.images.len());
    for position in 0..images {
        out.blank();
        let name = *profile.matcher.profile().machine_images[groups[0].images[position].image].name;
        out.paragraph(0, Span::new(name, Style::BOLD));
        for (group, names) in alike(profile, position..position + 1, false) {
            entry(
                profile,
                group,
                &group.images[position],
                &pen.names(&names),
                pen,
                out,
            );
            regions::line(profile, group.machines[0], 4, pen, out);
        }
    }
    hint(profile, "--machine-type NAME", out);
}

/// The line of a list for a group of machine types and an image: the versions that fit, the
/// default, and the marks or the reason.
type Shown = (Vec<usize>, Option<usize>, String);
/// Machine types with equal lines in a list: whether they are usable, the regions that lack them,
/// the version of a pool without image, and the images.
type Alike<'t> = (bool, Vec<&'t str>, Sentence, Vec<Shown>);
/// The sentence about a pool without image.
type Sentence = Option<(Mark, String)>;

/// Groups of machine types with equal lines, with the names of all their members.
fn alike<'v, 'm, 'a, 't>(
    profile: &'v ProfileView<'m, 'a, 't>,
    images: std::ops::Range<usize>,
    any_image: bool,
) -> Vec<(&'v MachineGroup<'m, 'a, 't>, Vec<String>)> {
    let matcher = profile.matcher;
    let mut positions: BTreeMap<Alike<'_>, usize> = BTreeMap::new();
    let mut found: Vec<(&MachineGroup<'m, 'a, 't>, Vec<usize>)> = Vec::new();
    for group in &profile.answers.machines {
        let shown = |image: &ImageAnswer<'m, 'a, 't>| {
            let says = if image.fitting.is_empty() {
                reason(profile, group, image)
            } else {
                marks(profile, group, image)
            };
            (image.fitting.clone(), chosen(matcher, &image.default), says)
        };
        let default = if any_image {
            words::default(profile, group, None, &group.default)
        } else {
            None
        };
        let lacking = if profile.in_regions {
            regions::lacking(profile, group.machines[0])
        } else {
            Vec::new()
        };
        let key = (
            group.usable,
            lacking,
            default,
            group.images[images.clone()].iter().map(shown).collect(),
        );
        let next = found.len();
        match found.get_mut(*positions.entry(key).or_insert(next)) {
            Some((_, members)) => members.extend(&group.machines),
            None => found.push((group, group.machines.clone())),
        }
    }
    let named = found.into_iter().map(|(group, mut members)| {
        members.sort_unstable();
        (
            group,
            members
                .into_iter()
                .map(|index| machine_name(matcher, index))
                .collect(),
        )
    });
    named.collect()
}

/// The marks of the versions, so that only machine types with the same ones are shown together.
fn marks(
    profile: &ProfileView<'_, '_, '_>,
    group: &MachineGroup<'_, '_, '_>,
    image: &ImageAnswer<'_, '_, '_>,
) -> String {
    image
        .groups
        .iter()
        .map(|versions| pairs::mark(profile, group, versions).symbol())
        .collect()
}

fn entry(
    profile: &ProfileView<'_, '_, '_>,
    group: &MachineGroup<'_, '_, '_>,
    image: &ImageAnswer<'_, '_, '_>,
    name: &str,
    pen: Pen,
    out: &mut Document,
) {
    let matcher = profile.matcher;
    if image.fitting.is_empty() {
        let (mark, _) = pairs::status(profile, group, image);
        item(
            out,
            2,
            mark,
            &format!("{name}: {}", reason(profile, group, image)),
        );
        return;
    }
    let ambiguous = |versions: &&crate::matching::VersionGroup| {
        pairs::mark(profile, group, versions) == Mark::Beware
    };
    let unclear: BTreeSet<usize> = image
        .groups
        .iter()
        .filter(ambiguous)
        .flat_map(|group| group.versions.iter().copied())
        .collect();
    let (mark, status) = pairs::status(profile, group, image);
    let (there, elsewhere): (Vec<usize>, Vec<usize>) = image
        .fitting
        .iter()
        .partition(|version| profile.serves(group.machines[0], **version));
    if there.is_empty() {
        return item(out, 2, mark, &format!("{name}: {status}"));
    }
    item(out, 2, mark, name);
    let (unclear, clear): (Vec<usize>, Vec<usize>) =
        there.iter().partition(|version| unclear.contains(version));
    let default = chosen(matcher, &image.default);
    for (versions, mark) in [
        (&clear, Mark::Yes),
        (&unclear, Mark::Beware),
        (&elsewhere, Mark::No),
    ] {
        versions::write(
            profile,
            &Listed {
                versions,
                mark,
                default,
                same: None,
            },
            pen,
            4,
            out,
        );
    }
    if !elsewhere.is_empty() {
        let lacking = regions::lacking(profile, group.machines[0]);
        let available = |region: &&str| !lacking.contains(region);
        let regions: Vec<&str> = profile.regions.iter().copied().filter(available).collect();
        let regions = regions.join(", ");
        out.paragraph(
            6,
            format!(
                "Versions marked {} have no artifact in {regions}.",
                Mark::No.symbol()
            ),
        );
    }
    if !unclear.is_empty() {
        out.paragraph(
            6,
            "Versions marked ! have several flavors that tie: creating machines fails.",
        );
    }
    let name = *matcher.profile().machine_images[image.image].name;
    if let Some((mark @ Mark::No, text)) =
        words::default(profile, group, Some(name), &image.default)
    {
        item(out, 4, mark, &text);
    }
}

/// Why an image is not offered.
fn reason(
    profile: &ProfileView<'_, '_, '_>,
    group: &MachineGroup<'_, '_, '_>,
    image: &ImageAnswer<'_, '_, '_>,
) -> String {
    let matcher = profile.matcher;
    let (_, status) = pairs::status(profile, group, image);
    let all: usize = image.groups.iter().map(|group| group.versions.len()).sum();
    let Some(newest) = image.groups.first() else {
        return status;
    };
    if !group.usable || newest.verdict == Verdict::UnknownArchitecture {
        return status;
    }
    if let Some(idle) = image
        .groups
        .iter()
        .find(|group| group.verdict == Verdict::Fits)
    {
        let version = idle.versions[0];
        let (name, state) = (
            *matcher.versions()[version].version.version(),
            matcher.current(version, profile.answers.now),
        );
        return format!("only versions that are not active fit, such as {name}, which is {state}");
    }
    let compared = matcher.compare(profile.origins, group.machines[0], newest.versions[0]);
    let why = if newest.verdict == Verdict::OtherArchitecture {
        format!(
            "the flavors name only {}",
            words::values(&matcher.versions()[newest.versions[0]].architectures)
        )
    } else {
        words::why_not(&compared, matcher.vocabulary().is_empty())
    };
    if image.groups.len() == 1 && all == 1 {
        why
    } else if image.groups.len() == 1 {
        format!("{why} ({})", count(all, "version"))
    } else {
        let name = *matcher.versions()[newest.versions[0]].version.version();
        format!("none of {} fits; {name}: {why}", count(all, "version"))
    }
}

fn hint(profile: &ProfileView<'_, '_, '_>, flag: &str, out: &mut Document) {
    if profile
        .answers
        .machines
        .iter()
        .any(|group| !group.images.is_empty())
    {
        out.remark(|out| {
            out.blank();
            out.paragraph(
                0,
                Span::new(
                    format!("Add {flag} or --explain to see why."),
                    Style::DIMMED,
                ),
            );
        });
    }
}
