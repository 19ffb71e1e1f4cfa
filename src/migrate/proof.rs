//! The proof that a migrated profile gives workers what the old one gave them, and that the server
//! takes it.

use std::collections::{BTreeMap, BTreeSet};

use crate::config::{Operation, Settings};
use crate::finding::{Finding, Severity};
use crate::landscape::{Input, Landscape, read};
use crate::lint::lint_among;
use crate::matching::{Machine, Matcher};
use crate::merge::DEFAULT_ARCHITECTURE;
use crate::provider::lookup::Catalog;
use crate::resolution::parents::Parents;
use crate::resolution::usable::Usable;
use crate::source::{FileId, Source, Sources};

/// The evidence for and against a migration.
#[derive(Debug)]
pub struct Proof {
    /// How many machine types, image versions and regions were compared with each other.
    pub compared: usize,
    /// How many of these combinations get an artifact.
    pub with_artifact: usize,
    /// The machine types that get something else.
    pub differences: Vec<Difference>,
    /// The refusals of the server for the update of the old profile, and the errors of `lint`.
    pub update: Vec<String>,
    /// The errors of the result where it is created.
    pub create: Vec<String>,
    /// The bytes of the stored object, before and after.
    pub size: (u64, u64),
}

/// A combination that gets something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub machine_type: String,
    pub image: String,
    pub version: String,
    /// The region; empty where artifacts are the same everywhere.
    pub region: String,
    /// The artifact before; none: nothing, or the image does not fit.
    pub before: Option<String>,
    pub after: Option<String>,
    pub cause: &'static str,
}

impl Proof {
    /// Whether nothing speaks against it.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.differences.is_empty() && self.update.is_empty() && self.create.is_empty()
    }
}

/// Compares the profile of a document before and after; none where one of the two cannot be read,
/// so that nothing is proved. `position`: of the object among those of its text.
#[must_use]
pub fn prove(
    name: &str,
    old: &str,
    new: &str,
    position: usize,
    settings: &Settings,
) -> Option<Proof> {
    let mut sources = Sources::default();
    let [before, after] = [old, new].map(|text| Input {
        file: sources.add(Source::new(name, text)),
        fault: None,
    });
    let files = [&before, &after].map(|input| read(&sources, std::slice::from_ref(input)));
    let landscapes = files.each_ref().map(|files| Landscape::new(files));
    let nothing = Landscape::default();
    let parents = landscapes
        .each_ref()
        .map(|landscape| Parents::new(landscape, &nothing, &settings.provider_rules));
    let [old_side, new_side] = [0, 1].map(|side| {
        let item = landscapes[side].items.get(position)?;
        Some((item, Usable::new(item, &parents[side], &sources)?.ok()?))
    });
    let ((a, was), (b, is)) = (old_side?, new_side?);
    let document = a.document.index;
    let judge = |operation, old: &[Input]| {
        let settings = Settings {
            operation,
            silences: false,
            ..settings.clone()
        };
        errors(
            lint_among(&sources, std::slice::from_ref(&after), &[], old, &settings).findings,
            after.file,
            document,
        )
    };
    let mut proof = Proof {
        compared: 0,
        with_artifact: 0,
        differences: Vec::new(),
        update: judge(Operation::Update, std::slice::from_ref(&before)),
        create: judge(Operation::Create, &[]),
        size: (a.size(), b.size()),
    };
    compare(&was, &is, &mut proof)?;
    Some(proof)
}

/// The errors of a text.
fn errors(findings: Vec<Finding>, file: FileId, document: usize) -> Vec<String> {
    let wrong = findings
        .into_iter()
        .filter(|finding| finding.severity == Severity::Error && finding.place.file == file);
    wrong
        .filter(|finding| finding.subject.document == document)
        .map(|finding| format!("{}: {}", finding.field, finding.message))
        .collect()
}

/// The artifacts of a machine type, by region.
type Got = BTreeMap<String, String>;

fn got<'t>(
    usable: &Usable<'t>,
    catalog: &Catalog<'_, 't>,
    machine: &Machine<'_, 't>,
    (image, version): (&str, &str),
    regions: &[&str],
) -> Got {
    let mut found = Got::new();
    for region in regions {
        let Ok(artifact) = catalog.of_machine_type(
            image,
            version,
            region,
            machine.machine_type,
            architecture(machine),
        ) else {
            continue;
        };
        let mut text = artifact
            .names()
            .map(|(field, value)| format!("{field} {value}"))
            .collect::<Vec<_>>()
            .join(", ");
        if let Some(skip) = artifact.skip_marketplace_agreement {
            text.push_str(&format!(", skipMarketplaceAgreement {skip}"));
        }
        if usable.artifacts.as_ref().is_some_and(|artifacts| {
            let accelerates = artifacts.provider.accelerates;
            accelerates.is_some_and(|accelerates| {
                accelerates(
                    &usable.profile,
                    &artifacts.config,
                    machine.machine_type,
                    &artifact,
                )
            })
        }) {
            text.push_str(", accelerated networking");
        }
        found.insert((*region).to_owned(), text);
    }
    found
}

/// The architecture of a machine type, after defaulting.
fn architecture<'t>(machine: &Machine<'_, 't>) -> &'t str {
    machine.architecture.unwrap_or(DEFAULT_ARCHITECTURE)
}

/// None where a side has no artifacts to compare, or lacks a version or a machine type.
fn compare(before: &Usable<'_>, after: &Usable<'_>, proof: &mut Proof) -> Option<()> {
    let [old, new] = [before, after].map(|usable| Matcher::new(&usable.profile));
    let catalogs = [before, after].map(|usable| {
        usable
            .artifacts
            .as_ref()
            .map(|artifacts| artifacts.catalog(&usable.profile))
    });
    let [Some(was), Some(is)] = &catalogs else {
        return None;
    };
    let known: Vec<&str> = before
        .profile
        .regions
        .iter()
        .map(|region| *region.name)
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let regions = if was.is_regional() { known } else { vec![""] };
    if old.versions().len() != new.versions().len() || old.machines().len() != new.machines().len()
    {
        return None;
    }
    for (version, version_after) in old.versions().iter().zip(new.versions()) {
        let name = (*version.image.name, *version.version.version());
        // Machine types that nothing tells apart get the same.
        let mut answers: BTreeMap<_, ([Got; 2], bool)> = BTreeMap::new();
        for (a, b) in old.machines().iter().zip(new.machines()) {
            let architectures = [a, b].map(architecture);
            let rows = (
                was.machine_row(a.machine_type, architectures[0]),
                is.machine_row(b.machine_type, architectures[1]),
            );
            let accelerated = before.artifacts.as_ref().is_some_and(|artifacts| {
                artifacts.config.machine_types.iter().any(|of| {
                    *of.name == *a.machine_type.name
                        && of.accelerated_networking.value == Some(true)
                })
            });
            let key = (a.class, b.class, architectures, rows, accelerated);
            let ([x, y], fits_alike) = answers.entry(key).or_insert_with(|| {
                let fits = (
                    old.answer(a, version).compatible,
                    new.answer(b, version_after).compatible,
                );
                let x = if fits.0 {
                    got(before, was, a, name, &regions)
                } else {
                    Got::new()
                };
                let y = if fits.1 {
                    got(after, is, b, name, &regions)
                } else {
                    Got::new()
                };
                ([x, y], fits.0 == fits.1)
            });
            proof.compared += regions.len();
            proof.with_artifact += x.len();
            for region in regions
                .iter()
                .filter(|region| x.get(**region) != y.get(**region))
            {
                proof.differences.push(Difference {
                    machine_type: (*a.machine_type.name).to_owned(),
                    image: name.0.to_owned(),
                    version: name.1.to_owned(),
                    region: (*region).to_owned(),
                    before: x.get(*region).cloned(),
                    after: y.get(*region).cloned(),
                    cause: if *fits_alike {
                        "`providerConfig` offers something else"
                    } else {
                        "the image version no longer fits as it did"
                    },
                });
            }
        }
    }
    Some(())
}
