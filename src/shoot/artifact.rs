//! Whether each worker pool gets an artifact of its provider
//! (`docs/gardener/providers/README.md#what-workers-get` and
//! `docs/gardener/providers/aws.md#shoots`): what a webhook for Shoots refuses, and what the server
//! admits although no machine can be created.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::finding::ErrorType;
use crate::model::cursor::Spanned;
use crate::model::path::Path;
use crate::model::shoot::{Worker, WorkerImage};
use crate::provider::lookup::{Catalog, NoArtifact};
use crate::shoot::fault::{Fault, Faults, Reason};
use crate::shoot::judge::Judged;
use crate::shoot::request::Stored;
use crate::shoot::webhook;

/// The artifacts of a profile, with the answers that were given before: many Shoots ask the same.
#[derive(Debug)]
pub struct Artifacts<'o, 'a> {
    catalog: Catalog<'o, 'a>,
    /// By image, version, region, machine type and architecture.
    answers: Mutex<BTreeMap<[String; 5], Option<NoArtifact>>>,
}

impl<'o, 'a> Artifacts<'o, 'a> {
    #[must_use]
    pub fn new(catalog: Catalog<'o, 'a>) -> Self {
        Self {
            catalog,
            answers: Mutex::default(),
        }
    }

    /// Why a pool gets none; nothing where it gets one.
    fn missing(
        &self,
        image: &str,
        version: &str,
        region: &str,
        machine_type: &str,
        architecture: &'a str,
    ) -> Option<NoArtifact> {
        let question = [image, version, region, machine_type, architecture].map(str::to_owned);
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = || {
            self.catalog
                .find(image, version, region, machine_type, architecture)
                .err()
        };
        answers.entry(question).or_insert_with(answer).clone()
    }
}

/// The remarks on the artifacts of a judged Shoot. A pool that admission refuses is left out, and
/// so are all pools where the profile, the region or the provider is wrong.
#[must_use]
pub fn artifacts<'a>(judged: &Judged<'a>, artifacts: &Artifacts<'_, 'a>) -> Vec<Fault<'a>> {
    let mut faults = Faults::default();
    let Some(said) = webhook::said(judged) else {
        return Vec::new();
    };
    let region = *judged.shoot.region;
    let lookup = &artifacts.catalog.provider().lookup;
    let spec = Path::new("spec");
    let provider = spec.field("provider");
    let workers = provider.field("workers");
    for (at, worker) in judged
        .shoot
        .workers
        .iter()
        .enumerate()
        .filter(|(at, _)| !said.contains(at))
    {
        let (Some(image), machine_type) = (worker.image, worker.machine_type) else {
            continue;
        };
        let version = Spanned::new(image.version.unwrap_or_default(), image.version.span);
        if image.name.is_empty() || version.is_empty() || machine_type.is_empty() {
            continue;
        }
        let architecture = worker.architecture.unwrap_or_default();
        let Some(why) =
            artifacts.missing(*image.name, *version, region, *machine_type, architecture)
        else {
            continue;
        };
        let refused = lookup.refuses(&why);
        if matches!(why, NoArtifact::Elsewhere)
            || !refused && is_as_stored(worker, image, judged.old.as_ref())
        {
            continue;
        }
        faults.worker = Some(at);
        let pool = workers.index(at);
        let machine = pool.field("machine");
        let (field, value) = if why == NoArtifact::UnknownMachineType {
            ("type", machine_type)
        } else {
            ("image", version)
        };
        let (path, reason) = (machine.field(field), Reason::NoArtifact { why, refused });
        if refused {
            faults.add(ErrorType::Invalid, &path, value, reason);
        } else {
            faults.warn(&path, value, reason);
        }
    }
    faults.list
}

/// Whether a pool keeps the image that it had: then the status of its Worker may still name the
/// artifact.
fn is_as_stored(worker: &Worker<'_>, image: WorkerImage<'_>, old: Option<&Stored<'_>>) -> bool {
    let Some(old) = old.and_then(|old| old.worker(*worker.name)) else {
        return false;
    };
    *old.architecture == *worker.architecture
        && old
            .image
            .is_some_and(|old| *old.name == *image.name && *old.version == *image.version)
}
