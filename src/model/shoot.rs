//! The Shoot as far as it refers to a profile: which one, and what of it its worker pools use.

use crate::model::cursor::{Cursor, Spanned};
use crate::model::object::ObjectKind;
use crate::source::Span;

/// `spec` of a Shoot.
#[derive(Clone, Debug)]
pub struct Shoot<'t> {
    /// The `spec` key.
    pub at: Span,
    /// `cloudProfile`
    pub cloud_profile: Option<ProfileReference<'t>>,
    /// `cloudProfileName`
    pub cloud_profile_name: Spanned<&'t str>,
    /// `kubernetes.version`
    pub kubernetes_version: Spanned<&'t str>,
    /// `provider.workers`
    pub workers: Spanned<Vec<Worker<'t>>>,
}

/// A reference to a profile.
#[derive(Clone, Copy, Debug)]
pub struct ProfileReference<'t> {
    /// `kind`; an empty one means CloudProfile.
    pub kind: Spanned<&'t str>,
    /// `name`
    pub name: Spanned<&'t str>,
}

/// A worker pool.
#[derive(Clone, Debug)]
pub struct Worker<'t> {
    /// The first entry of the list element.
    pub at: Span,
    /// `name`
    pub name: Spanned<&'t str>,
    /// `minimum`
    pub minimum: Spanned<Option<i64>>,
    /// `machine.type`
    pub machine_type: Spanned<&'t str>,
    /// `machine.image`
    pub image: Option<WorkerImage<'t>>,
    /// `volume.type`
    pub volume_type: Spanned<Option<&'t str>>,
    /// `kubernetes.version`
    pub kubernetes_version: Spanned<Option<&'t str>>,
}

/// The machine image of a worker pool.
#[derive(Clone, Copy, Debug)]
pub struct WorkerImage<'t> {
    /// `name`
    pub name: Spanned<&'t str>,
    /// `version`
    pub version: Spanned<Option<&'t str>>,
}

impl ProfileReference<'_> {
    /// The kind of profile that is meant; none for a kind that is no profile.
    #[must_use]
    pub fn object_kind(&self) -> Option<ObjectKind> {
        match *self.kind {
            "" | "CloudProfile" => Some(ObjectKind::CloudProfile),
            "NamespacedCloudProfile" => Some(ObjectKind::NamespacedCloudProfile),
            _ => None,
        }
    }
}

impl<'t> Shoot<'t> {
    /// Reads the `spec` of a Shoot. Whatever has the wrong shape counts as absent; `shape` reports it.
    #[must_use]
    pub fn read(object: Cursor<'t>) -> Self {
        let spec = object.field("spec");
        let reference =
            |profile: Cursor<'t>| ProfileReference { kind: profile.field("kind").string(), name: profile.field("name").string() };
        Self {
            at: spec.at(),
            cloud_profile: spec.field("cloudProfile").object(reference),
            cloud_profile_name: spec.field("cloudProfileName").string(),
            kubernetes_version: spec.field("kubernetes").field("version").string(),
            workers: spec.field("provider").field("workers").list(Worker::read),
        }
    }

    /// The profile that the Shoot refers to: `cloudProfile`, else `cloudProfileName`.
    #[must_use]
    pub fn profile(&self) -> Option<ProfileReference<'t>> {
        let by_name = || {
            let name = self.cloud_profile_name;
            (!name.is_empty()).then(|| ProfileReference { kind: Spanned::new("", name.span), name })
        };
        self.cloud_profile.or_else(by_name)
    }
}

impl<'t> Worker<'t> {
    fn read(worker: Cursor<'t>) -> Self {
        let machine = worker.field("machine");
        let image =
            |image: Cursor<'t>| WorkerImage { name: image.field("name").string(), version: image.field("version").optional_string() };
        Self {
            at: worker.at(),
            name: worker.field("name").string(),
            minimum: worker.field("minimum").integer(),
            machine_type: machine.field("type").string(),
            image: machine.field("image").object(image),
            volume_type: worker.field("volume").field("type").optional_string(),
            kubernetes_version: worker.field("kubernetes").field("version").optional_string(),
        }
    }
}
