//! Pairs of machine type and image in full: the versions, the comparison, and which flavor is
//! taken.

use crate::matching::{ImageAnswer, MachineGroup, Verdict, VersionGroup};
use crate::output::{Document, Span};
use crate::table::matching::pen::{Mark, Pen, item};
use crate::table::matching::versions::{self, Listed, chosen};
use crate::table::matching::{ProfileView, artifacts, comparison, regions, rows, words};

/// The remark on a machine type that is not usable.
pub(super) const UNUSABLE: &str = "not usable (usable: false), so no Shoot can have it";

pub(super) fn write(profile: &ProfileView<'_, '_, '_>, pen: Pen, out: &mut Document) {
    for group in &profile.answers.machines {
        if !group.usable {
            out.blank();
            let text = format!(
                "{}: {} {UNUSABLE}",
                pen.names(&words::machine_names(profile, group)),
                Mark::No.symbol()
            );
            out.paragraph(0, Span::new(text, Mark::No.style()));
            continue;
        }
        for image in &group.images {
            out.blank();
            pair(profile, group, image, pen, out);
        }
        sentence(profile, group, None, &group.default, 0, out);
    }
}

fn pair(
    profile: &ProfileView<'_, '_, '_>,
    group: &MachineGroup<'_, '_, '_>,
    image: &ImageAnswer<'_, '_, '_>,
    pen: Pen,
    out: &mut Document,
) {
    let name = *profile.matcher.profile().machine_images[image.image].name;
    let (mark, status) = status(profile, group, image);
    let heading = format!(
        "{} × {name}: {} {status}",
        pen.names(&words::machine_names(profile, group)),
        mark.symbol()
    );
    out.paragraph(0, Span::new(heading, mark.style()));
    regions::line(profile, group.machines[0], 2, pen, out);
    if image.groups.is_empty() {
        return;
    }
    for versions in &image.groups {
        out.blank();
        version_group(
            profile,
            group,
            versions,
            chosen(profile.matcher, &image.default),
            pen,
            out,
        );
    }
    out.blank();
    sentence(profile, group, Some(name), &image.default, 0, out);
}

/// Whether a new worker pool can use anything of an image.
pub(super) fn status(
    profile: &ProfileView<'_, '_, '_>,
    group: &MachineGroup<'_, '_, '_>,
    image: &ImageAnswer<'_, '_, '_>,
) -> (Mark, String) {
    let (mark, status) = by_capabilities(profile, group, image);
    let machine = group.machines[0];
    let mut fitting = image.fitting.iter();
    // A region of the question counts only for what can start there.
    if image.fitting.is_empty() || fitting.any(|version| profile.serves(machine, *version)) {
        (mark, status.to_owned())
    } else {
        (Mark::No, regions::nowhere(profile, machine))
    }
}

fn by_capabilities(
    profile: &ProfileView<'_, '_, '_>,
    group: &MachineGroup<'_, '_, '_>,
    image: &ImageAnswer<'_, '_, '_>,
) -> (Mark, &'static str) {
    let any = |verdict: Verdict| image.groups.iter().any(|group| group.verdict == verdict);
    let fitting = &image.fitting;
    let clear = |versions: &&VersionGroup| mark(profile, group, versions) == Mark::Yes;
    let clear = image
        .groups
        .iter()
        .filter(clear)
        .flat_map(|group| &group.versions)
        .any(|version| fitting.contains(version));
    if !group.usable {
        (Mark::No, UNUSABLE)
    } else if image.groups.is_empty() {
        (Mark::No, "the image has no versions")
    } else if clear {
        (Mark::Yes, "fits")
    } else if !fitting.is_empty() {
        (
            Mark::Beware,
            "fits, but flavors tie, and creating machines fails",
        )
    } else if any(Verdict::Fits) {
        (Mark::Idle, "fits, but no fitting version is active")
    } else if any(Verdict::UnknownArchitecture) {
        (Mark::No, "the machine type has no single architecture")
    } else {
        (Mark::No, "does not fit")
    }
}

fn version_group(
    profile: &ProfileView<'_, '_, '_>,
    group: &MachineGroup<'_, '_, '_>,
    versions: &VersionGroup,
    default: Option<usize>,
    pen: Pen,
    out: &mut Document,
) {
    let same = if profile.matcher.vocabulary().is_empty() {
        "architectures"
    } else {
        "flavors"
    };
    versions::write(
        profile,
        &Listed {
            versions: &versions.versions,
            mark: mark(profile, group, versions),
            default,
            same: Some(same),
        },
        pen,
        2,
        out,
    );
    compared(profile, group, versions, pen, out);
    if versions.verdict == Verdict::Fits {
        artifacts::write(profile, group.machines[0], &versions.versions, pen, out);
    }
}

/// Whether equal machine types and equal versions fit, capability by capability, and which flavor
/// is taken.
pub(super) fn compared(
    profile: &ProfileView<'_, '_, '_>,
    group: &MachineGroup<'_, '_, '_>,
    versions: &VersionGroup,
    pen: Pen,
    out: &mut Document,
) {
    let (machine, version) = (group.machines[0], versions.versions[0]);
    let matcher = profile.matcher;
    let legacy = matcher.vocabulary().is_empty();
    let compared = matcher.compare(profile.origins, machine, version);
    if !compared.flavors.is_empty() {
        comparison::write(&compared, legacy, pen, out);
    }
    match versions.verdict {
        Verdict::Incompatible => {
            item(
                out,
                2,
                Mark::No,
                &format!("Does not fit: {}.", words::why_not(&compared, legacy)),
            );
        }
        Verdict::UnknownArchitecture => {
            let text = "The capabilities fit, but the machine type has no single architecture, \
                and admission refuses every worker pool of it.";
            item(out, 2, Mark::No, text);
        }
        Verdict::OtherArchitecture => {
            let of_version = &matcher.versions()[version];
            let text = format!(
                "The capabilities fit, but admission uses the architectures of the flavors, {}: \
                 {} is not among them.",
                words::values(&of_version.architectures),
                matcher.machines()[machine].architecture.unwrap_or_default()
            );
            item(out, 2, Mark::No, &text);
        }
        Verdict::Fits if compared.flavors.is_empty() => {
            out.paragraph(
                2,
                "The version lists no flavors, so it fits every machine type.",
            );
        }
        Verdict::Fits => {}
    }
    if !legacy {
        words::selection(profile, machine, version, &compared, out);
        if pen.look.explain {
            rows::write(profile, (machine, version), &compared.selection, pen, out);
        }
    }
}

/// The mark of versions that are equal, were they active.
pub(super) fn mark(
    profile: &ProfileView<'_, '_, '_>,
    group: &MachineGroup<'_, '_, '_>,
    versions: &VersionGroup,
) -> Mark {
    let matcher = profile.matcher;
    let answer = matcher.answer(
        &matcher.machines()[group.machines[0]],
        &matcher.versions()[versions.versions[0]],
    );
    match versions.verdict {
        _ if !group.usable => Mark::No,
        Verdict::Fits if matches!(answer.selected, crate::capability::Selected::Ambiguous(_)) => {
            Mark::Beware
        }
        Verdict::Fits => Mark::Yes,
        Verdict::Incompatible | Verdict::UnknownArchitecture | Verdict::OtherArchitecture => {
            Mark::No
        }
    }
}

pub(super) fn sentence(
    profile: &ProfileView<'_, '_, '_>,
    group: &MachineGroup<'_, '_, '_>,
    image: Option<&str>,
    default: &Result<crate::matching::Default<'_, '_, '_>, crate::matching::DefaultFault>,
    indent: usize,
    out: &mut Document,
) {
    if let Some((mark, text)) = words::default(profile, group, image, default) {
        item(out, indent, mark, &text);
    }
}
