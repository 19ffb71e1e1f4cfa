//! The artifact of a pair's workers: the provider's artifact in the regions of the question, equal
//! ones together.

use crate::matching::Verdict;
use crate::merge::DEFAULT_ARCHITECTURE;
use crate::output::{Document, Span, Style};
use crate::provider::lookup::{Artifact, Catalog, InRegions, NoArtifact};
use crate::provider::part::Undecodable;
use crate::table::matching::pen::{Mark, Pen, item, machine_name, version_name};
use crate::table::matching::{Look, ProfileView};
use crate::words::{alike, artifacts};

/// Maximum number of versions of one group shown with their artifacts.
const SHOWN: usize = 3;
/// Maximum number of artifacts of one version named.
const SHOWN_ARTIFACTS: usize = 3;

/// Where artifacts are looked up.
#[derive(Clone, Copy, Debug)]
pub struct Lookup<'m, 'a, 't> {
    /// Looks artifacts up in `providerConfig`.
    pub catalog: &'m Catalog<'a, 't>,
    /// The regions that were asked for, or all of the profile.
    pub regions: &'m [&'m str],
    /// Why `providerConfig` cannot be read, where it cannot.
    pub undecodable: Option<&'m Undecodable>,
}

/// The answers for a machine type and a version, by position.
pub(super) fn of<'m, 't>(
    profile: &ProfileView<'m, '_, 't>,
    machine: usize,
    version: usize,
) -> Vec<InRegions<'m, 't>> {
    let version = &profile.matcher.versions()[version];
    of_text(
        profile,
        machine,
        *version.image.name,
        *version.version.version(),
    )
}

/// The same for an image and the text of a version.
pub(super) fn of_text<'m, 't>(
    profile: &ProfileView<'m, '_, 't>,
    machine: usize,
    image: &str,
    version: &str,
) -> Vec<InRegions<'m, 't>> {
    let Some(lookup) = profile
        .artifacts
        .filter(|lookup| lookup.undecodable.is_none())
    else {
        return Vec::new();
    };
    let machine = &profile.matcher.machines()[machine];
    let architecture = machine.architecture.unwrap_or(DEFAULT_ARCHITECTURE);
    lookup.catalog.by_region(
        image,
        version,
        machine.machine_type,
        architecture,
        lookup.regions,
    )
}

/// Writes the artifacts of the newest versions of a group.
pub(super) fn write(
    profile: &ProfileView<'_, '_, '_>,
    machine: usize,
    versions: &[usize],
    pen: Pen,
    out: &mut Document,
) {
    let Some(lookup) = profile.artifacts else {
        return;
    };
    if let Some(why) = lookup.undecodable {
        return item(
            out,
            2,
            Mark::No,
            &format!("No artifact: {}.", artifacts::undecodable(why)),
        );
    }
    let shown = if pen.look.expand {
        versions.len()
    } else {
        SHOWN.min(versions.len())
    };
    for version in &versions[..shown] {
        let name = version_name(profile.matcher, *version);
        lines(lookup, &name, &of(profile, machine, *version), pen, out);
    }
    if shown < versions.len() {
        out.paragraph(
            2,
            format!(
                "… and the artifacts of {} more; --expand shows them.",
                versions.len() - shown
            ),
        );
    }
}

/// Maximum number of places shown for one kind of workers in an editor.
const SHOWN_PLACES: usize = 12;

/// The artifacts of the versions that were asked for in all places, by the machine types that get
/// them: for editors.
pub(crate) fn by_machine_type(profile: &ProfileView<'_, '_, '_>, look: Look) -> Option<Document> {
    let pen = Pen { look };
    let mut out = Document::default();
    let lookup = profile
        .artifacts
        .filter(|lookup| lookup.undecodable.is_none())?;
    let mut all: Vec<(Vec<(Mark, String)>, usize)> = Vec::new();
    for group in profile.answers.machines.iter().filter(|group| group.usable) {
        let versions = group.images.iter().flat_map(|image| &image.groups);
        let fitting: Vec<usize> = versions
            .filter(|of| of.verdict == Verdict::Fits)
            .flat_map(|of| of.versions.iter().copied())
            .collect();
        for machine in &group.machines {
            let mut said = Vec::new();
            for version in &fitting {
                for answer in of(profile, *machine, *version) {
                    let (mark, text) = self::said(&answer.found);
                    let name = version_name(profile.matcher, *version);
                    let place = place(lookup, &answer, pen);
                    said.push((mark, format!("{name}{place}: {text}")));
                }
            }
            all.push((said, *machine));
        }
    }
    all.retain(|(said, _)| !said.is_empty());
    all.sort_by_key(|(_, machine)| *machine);
    let is_empty = all.is_empty();
    for (said, machines) in alike(all) {
        let names = machines.iter().map(|at| machine_name(profile.matcher, *at));
        let names = pen.names(&names.collect::<Vec<_>>());
        out.paragraph(0, Span::new(names, Style::BOLD));
        for (mark, text) in said.iter().take(SHOWN_PLACES) {
            item(&mut out, 2, *mark, text);
        }
        if let Some(more) = said.len().checked_sub(SHOWN_PLACES + 1) {
            out.paragraph(2, format!("… and {} more", more + 1));
        }
    }
    (!is_empty).then_some(out)
}

/// Writes the artifacts of a version.
pub(super) fn lines(
    lookup: Lookup<'_, '_, '_>,
    name: &str,
    answers: &[InRegions<'_, '_>],
    pen: Pen,
    out: &mut Document,
) {
    let fold = !pen.look.expand
        && answers.iter().filter(|answer| answer.found.is_ok()).count() > SHOWN_ARTIFACTS;
    if fold {
        folded(name, answers, out);
    }
    for answer in answers
        .iter()
        .filter(|answer| !fold || answer.found.is_err())
    {
        let place = place(lookup, answer, pen);
        let (mark, text) = said(&answer.found);
        item(out, 2, mark, &format!("{name}{place}: {text}"));
    }
}

/// The artifact, or why there is none.
pub(super) fn said(found: &Result<Artifact<'_>, NoArtifact>) -> (Mark, String) {
    match found {
        Ok(artifact) => (Mark::Yes, artifacts::name(artifact)),
        Err(NoArtifact::Elsewhere) => (Mark::Beware, artifacts::reason(&NoArtifact::Elsewhere)),
        Err(why) => (Mark::No, format!("no artifact: {}", artifacts::reason(why))),
    }
}

/// One line for artifacts that are too many to name.
fn folded(version: &str, answers: &[InRegions<'_, '_>], out: &mut Document) {
    let found: Vec<&InRegions<'_, '_>> = answers
        .iter()
        .filter(|answer| answer.found.is_ok())
        .collect();
    let regions: usize = found.iter().map(|answer| answer.regions.len()).sum();
    let first = found
        .first()
        .and_then(|answer| Some((answer.regions.first()?, answer.found.as_ref().ok()?)));
    if let Some((region, artifact)) = first {
        let text = format!(
            "{version}: an artifact in {regions} regions, such as {} in {region}; --region names \
             one, --expand all",
            artifacts::name(artifact)
        );
        item(out, 2, Mark::Yes, &text);
    }
}

fn place(lookup: Lookup<'_, '_, '_>, answer: &InRegions<'_, '_>, pen: Pen) -> String {
    if !lookup.catalog.is_regional() {
        String::new()
    } else if answer.regions.len() == lookup.regions.len() && lookup.regions.len() > 1 {
        " in all regions".to_owned()
    } else {
        format!(" in {}", pen.names(&answer.regions))
    }
}

pub(super) fn may_exist(found: &Result<Artifact<'_>, NoArtifact>) -> bool {
    matches!(found, Ok(_) | Err(NoArtifact::Elsewhere))
}

/// Whether the provider's webhook refuses Shoots with a version that has no artifact in any of the
/// regions.
pub(super) fn refused(profile: &ProfileView<'_, '_, '_>, machine: usize, version: usize) -> bool {
    let lookup = profile
        .artifacts
        .filter(|lookup| lookup.undecodable.is_none())
        .map(|lookup| &lookup.catalog.provider().lookup);
    let refuses = |answer: &InRegions<'_, '_>| {
        lookup.is_some_and(|lookup| answer.found.as_ref().is_err_and(|why| lookup.refuses(why)))
    };
    let answers = of(profile, machine, version);
    !answers.is_empty() && answers.iter().all(refuses)
}
