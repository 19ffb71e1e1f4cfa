//! The machine image of a pool: whether the profile has the version, whether it fits, and what it
//! can run.

use crate::capability::Demand;
use crate::finding::ErrorType::{Invalid, NotSupported};
use crate::model::constraint::Operator;
use crate::model::cursor::Spanned;
use crate::model::lifecycle::Classification;
use crate::model::normalised::cmp_normalised;
use crate::model::path::Path;
use crate::model::shoot::{ProviderConfig, Worker, WorkerCri};
use crate::model::version::Version;
use crate::shoot::admission::pool::Pool;
use crate::shoot::admission::{MOST_LISTED, kubelet_version};
use crate::shoot::fault::{Faults, ImageCause, Reason};

impl<'a> Pool<'_, 'a> {
    /// `path`: that of the machine.
    pub(super) fn image(self, path: &Path<'_>, faults: &mut Faults<'a>) {
        let Some(image) = self.worker.image else {
            return;
        };
        let offer = self.context.offer;
        let at_type = path.field("type");
        let before = faults.list.len();
        self.image_version(path, true, faults);
        if faults.list.len() > before || offer.matcher.vocabulary().is_empty() {
            return;
        }
        // A value that the profile no longer has can only be unchanged.
        let Some(machine) = offer.machine(*self.worker.machine_type) else {
            return faults.refuse(
                &at_type,
                self.worker.machine_type.span,
                Reason::LostMachineType,
            );
        };
        let written = Spanned::new(image.version.unwrap_or_default(), image.version.span);
        if let Some(version) = offer.version(*image.name, *written)
            && !offer
                .matcher
                .answer_for(
                    offer.machine_at(machine),
                    offer.version_at(version),
                    self.demand(),
                )
                .compatible
        {
            faults.add(
                Invalid,
                &path.field("image").field("version"),
                written,
                Reason::IncompatibleImage { machine, version },
            );
        }
    }

    /// Whether the profile has the image version, and the pool can use it. `certain`: whether the
    /// architecture is what the pool means.
    pub(super) fn image_version(self, path: &Path<'_>, certain: bool, faults: &mut Faults<'a>) {
        let Some(image) = self.worker.image else {
            return;
        };
        let offer = self.context.offer;
        let path = path.field("image");
        let at_version = path.field("version");
        let written = Spanned::new(image.version.unwrap_or_default(), image.version.span);
        let causes = |at: usize| {
            let mut causes = self.image_causes(at);
            causes.retain(|cause| certain || !matches!(cause, ImageCause::Architecture { .. }));
            causes
        };
        let version = offer.version(*image.name, *written);
        if !(self.same_architecture() && self.same_image()) {
            let Some(version) = version else {
                let fit = offer
                    .versions_of(*image.name)
                    .filter(|at| causes(*at).is_empty());
                let supported = fit
                    .map(|at| *offer.version_at(at).version.version())
                    .take(MOST_LISTED)
                    .collect();
                let known = offer.image(*image.name).is_some();
                return faults.add(
                    NotSupported,
                    &at_version,
                    written,
                    Reason::UnknownImage {
                        image: *image.name,
                        known,
                        supported,
                    },
                );
            };
            let causes = causes(version);
            if !causes.is_empty() {
                faults.add(
                    Invalid,
                    &path,
                    written,
                    Reason::UnfitImage { version, causes },
                );
            }
        }
    }

    /// The demand of the pool, in the preview of worker capabilities.
    fn demand(self) -> Demand {
        Demand::of(self.worker, *self.shoot.provider.provider_type)
    }

    /// Whether the image is that of the stored pool.
    fn same_image(self) -> bool {
        let same = |old: &Worker<'_>| match (self.worker.image, old.image) {
            (Some(new), Some(of_old)) => {
                *new.name == *of_old.name
                    && *new.version == *of_old.version
                    && same_config(
                        self.worker.image_config.as_deref(),
                        old.image_config.as_deref(),
                    )
            }
            (None, None) => true,
            _ => false,
        };
        self.old.is_some_and(same)
    }

    fn image_causes(self, at: usize) -> Vec<ImageCause<'a>> {
        let offer = self.context.offer;
        let version = offer.version_at(at);
        let name = *version.version.version();
        let mut causes = Vec::new();
        let state = offer.matcher.current(at, offer.now);
        let current = self.old.map(|old| {
            old.image
                .and_then(|image| *image.version)
                .unwrap_or_default()
        });
        let is_not_lower =
            |current: &str| cmp_normalised(name, Operator::Less, current) != Some(true);
        // Pools that exist may move to an expired version, but to none that is not available yet.
        let exempt = state == Classification::Expired && current.is_some_and(is_not_lower);
        if !state.is_active() && !exempt {
            causes.push(ImageCause::Inactive(state));
        }
        let pool = *self.architecture();
        if !version.architectures.contains(&pool) {
            causes.push(ImageCause::Architecture { pool });
        }
        if self.worker.is_in_place() {
            let updates = version.version.in_place_updates.as_ref();
            if updates.is_none_or(|updates| *updates.supported != Some(true)) {
                causes.push(ImageCause::InPlace);
            } else if let Some(current) = current {
                let least = updates.and_then(|updates| *updates.min_version_for_update);
                let meets = least.is_some_and(|least| {
                    cmp_normalised(least, Operator::LessEqual, current) == Some(true)
                });
                if !meets {
                    causes.push(ImageCause::MinVersion {
                        current: Some(current).filter(|current| !current.is_empty()),
                        least,
                    });
                }
            }
        }
        causes
    }

    /// Checks the container runtimes of the image version; only where machine and image pass.
    pub(super) fn runtime(self, path: &Path<'_>, faults: &mut Faults<'a>) {
        let Some(image) = self.worker.image else {
            return;
        };
        let offer = self.context.offer;
        let Some(at) = offer.version(*image.name, image.version.unwrap_or_default()) else {
            return;
        };
        if let Some(cri) = &self.worker.cri {
            self.cri(cri, at, path, faults);
        }
        let kubelet = kubelet_version(self.shoot, self.worker);
        if let (Some(Some(constraint)), Some(number)) =
            (offer.constraint(at), Version::parse(*kubelet))
            && !constraint.check(&number)
        {
            let reason = Reason::KubeletConstraint {
                version: at,
                kubelet: *kubelet,
                at: kubelet.span,
            };
            let written = Spanned::new(image.version.unwrap_or_default(), image.version.span);
            let path = path.field("machine");
            faults.add(Invalid, &path.field("image"), written, reason);
        }
    }

    fn cri(self, cri: &WorkerCri<'a>, version: usize, path: &Path<'_>, faults: &mut Faults<'a>) {
        if self.same_image()
            && self
                .old
                .and_then(|old| old.cri.as_ref())
                .is_some_and(|old| same_cri(cri, old))
        {
            return;
        }
        let path = path.field("cri");
        let offered = &self.context.offer.version_at(version).version.cri;
        let Some(found) = offered.iter().find(|offered| *offered.name == *cri.name) else {
            return faults.add(
                Invalid,
                &path.field("name"),
                cri.name,
                Reason::UnsupportedCri { version },
            );
        };
        let list = path.field("containerRuntimes");
        for (index, runtime) in cri.container_runtimes.iter().enumerate() {
            let name = runtime.runtime_type;
            if !found
                .container_runtimes
                .iter()
                .any(|offered| offered.value == *name)
            {
                let reason = Reason::UnsupportedRuntime {
                    version,
                    cri: *cri.name,
                };
                faults.add(Invalid, &list.index(index).field("type"), name, reason);
            }
        }
    }
}

fn same_cri(new: &WorkerCri<'_>, old: &WorkerCri<'_>) -> bool {
    let (runtimes, old_runtimes) = (&new.container_runtimes, &old.container_runtimes);
    *new.name == *old.name
        && runtimes.len() == old_runtimes.len()
        && runtimes.iter().zip(old_runtimes.iter()).all(|(new, old)| {
            *new.runtime_type == *old.runtime_type
                && same_config(new.provider_config.as_ref(), old.provider_config.as_ref())
        })
}

fn same_config(new: Option<&ProviderConfig<'_>>, old: Option<&ProviderConfig<'_>>) -> bool {
    match (new, old) {
        (Some(new), Some(old)) => new.whole.same_as(old.whole),
        (None, None) => true,
        _ => false,
    }
}
