//! The refusals of webhooks for Shoots by their profile, beside artifacts
//! (`docs/gardener/providers/openstack.md#shoots` and `docs/gardener/providers/metal.md#shoots`).

use crate::finding::ErrorType;
use crate::model::cloudprofile::CloudProfile;
use crate::model::cursor::{Cursor, Spanned};
use crate::model::path::{FieldPath, Path};
use crate::model::shoot::{Shoot, Worker};
use crate::source::Span;

/// Judges a Shoot that has workers.
pub type Judge = for<'t> fn(&Request<'_, 't>, &mut Faults<'t>);

/// The question to such a webhook.
#[derive(Clone, Copy, Debug)]
pub struct Request<'r, 't> {
    /// The Shoot after defaulting.
    pub shoot: &'r Shoot<'t>,
    /// The stored one after its own.
    pub old: Option<&'r Shoot<'t>>,
    /// The profile that the Shoot uses.
    pub profile: &'r CloudProfile<'t>,
    /// Whether that is a NamespacedCloudProfile, merged into its parent.
    pub is_merged: bool,
    /// `providerConfig` of the CloudProfile, where it can be read.
    pub part: Option<Cursor<'t>>,
}

impl<'r, 't> Request<'r, 't> {
    /// Each pool with its position and path, and the stored pool of its name: of several the first,
    /// as on the server.
    pub(super) fn pools(
        self,
        mut each: impl FnMut(usize, &'r Worker<'t>, &Path<'_>, Option<&'r Worker<'t>>),
    ) {
        for (at, worker) in self.shoot.workers.iter().enumerate() {
            let stored = self
                .old
                .and_then(|old| old.workers.iter().find(|old| *old.name == *worker.name));
            each(at, worker, &PROVIDER.field("workers").index(at), stored);
        }
    }
}

pub(super) static PROVIDER: Path<'static> = Path::new("spec").field("provider");

/// A refusal: its place, its value and its reason.
#[derive(Clone, Debug)]
pub struct Fault<'t> {
    /// The path in the Shoot.
    pub field: FieldPath,
    /// The bytes in the Shoot.
    pub span: Span,
    /// The error of the field, where it is known which one the webhook reports.
    pub error: Option<ErrorType>,
    pub value: &'t str,
    /// The worker pool, by position.
    pub worker: Option<usize>,
    pub what: What<'t>,
}

/// Why a webhook refuses something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What<'t> {
    /// `providerConfig` allows something else than the Shoot names.
    NotAllowed {
        what: &'static str,
        /// The values that the webhook allows, where that is a list of plain names.
        allowed: Vec<&'t str>,
        /// Whether it is the region of the Shoot that matters.
        in_region: bool,
        at: Span,
    },
    /// A server group names no policy.
    NoPolicy { allowed: Vec<&'t str>, at: Span },
    /// A pool keeps an image version that the profile does not have any more.
    LostImage { image: &'t str },
    /// A setting of a pool that the extension does not support.
    Unsupported(&'static str),
    /// A server group policy that keeps machines close together, of a pool in several zones.
    SeveralZones(usize),
}

#[derive(Debug, Default)]
pub struct Faults<'t> {
    found: Vec<Fault<'t>>,
}

impl<'t> Faults<'t> {
    /// An error of a field.
    pub(super) fn error(
        &mut self,
        error: ErrorType,
        worker: usize,
        path: &Path<'_>,
        value: Spanned<&'t str>,
        what: What<'t>,
    ) {
        let Spanned { value, span } = value;
        self.found.push(Fault {
            field: path.into(),
            span,
            error: Some(error),
            value,
            worker: Some(worker),
            what,
        });
    }

    /// A refusal whose words in the webhook are unknown.
    pub(super) fn refuse(
        &mut self,
        worker: Option<usize>,
        path: &Path<'_>,
        value: Spanned<&'t str>,
        what: What<'t>,
    ) {
        let Spanned { value, span } = value;
        self.found.push(Fault {
            field: path.into(),
            span,
            error: None,
            value,
            worker,
            what,
        });
    }

    #[must_use]
    pub fn into_found(self) -> Vec<Fault<'t>> {
        self.found
    }
}
