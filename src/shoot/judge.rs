//! The stages of the server, in their order: defaulting, the mutator, storing of the reference,
//! static validation, admission.

use crate::model::path::{FieldPath, Path};
use crate::model::shoot::Shoot;
use crate::shoot::admission;
use crate::shoot::fault::{Fault, Faults, Reason, Unjudged};
use crate::shoot::offer::Offer;
use crate::shoot::request::{Known, Request, Stored};
use crate::shoot::statics;
use crate::shoot::{default, moved, mutate, reference};

/// A Shoot as the server stores it, with the faults that the server reports.
#[derive(Debug)]
pub struct Judged<'a> {
    /// The object after defaulting.
    pub shoot: Shoot<'a>,
    /// The stored object after its own.
    pub old: Option<Stored<'a>>,
    /// The faults of the mutator; if there is one, nothing else judges the Shoot.
    pub mutation: Vec<Fault<'a>>,
    pub statics: Vec<Fault<'a>>,
    /// The faults of admission, which the server reports only if static validation finds none.
    pub admission: Vec<Fault<'a>>,
    /// The faults that the server would report once those that end its stages early are gone, as
    /// far as that is known.
    pub afterwards: Vec<Fault<'a>>,
    /// The fault that ends judging before admission reaches the worker pools.
    pub unjudged: Option<Unjudged>,
}

impl<'a> Judged<'a> {
    /// Judges what the mutator has refused as far as it was filled in.
    fn go_on(&mut self, offer: &Offer<'a>, old: Option<&Stored<'a>>, request: Request<'_, 'a>) {
        let mut shoot = self.shoot.clone();
        reference::store(&mut shoot, old.map(|old| &old.shoot));
        let mut faults = Faults::default();
        statics::validate(
            &shoot,
            statics::Context {
                old,
                gates: request.gates,
                filled: true,
            },
            &mut faults,
        );
        let before = faults.list.len();
        if let (Some(old), Some((_, profile))) = (old, request.old) {
            moved::check(
                (&shoot, request.profile),
                (&old.shoot, profile),
                &mut faults,
            );
        }
        let context = admission::Context { offer, old };
        self.unjudged = if faults.list.len() > before {
            Some(Unjudged::Move)
        } else {
            admission::validate(&shoot, context, &mut faults).err()
        };
        if let Some(why) = self.unjudged {
            beyond(&shoot, context, why, &mut faults);
        }
        if self.mutation.iter().any(|fault| is_of_control_plane(fault)) {
            self.unjudged = Some(Unjudged::KubernetesVersion);
        }
        self.keep_new(faults.into_all());
    }

    /// Keeps of what the server would say later what does not follow from what it says before.
    fn keep_new(&mut self, later: Vec<Fault<'a>>) {
        let unreadable = self
            .mutation
            .iter()
            .chain(&self.admission)
            .any(is_of_control_plane);
        for fault in later {
            let of_version = matches!(
                fault.reason,
                Reason::Skew { .. }
                    | Reason::UnreadableVersion
                    | Reason::UnreadableControlPlane
                    | Reason::KubernetesStep { .. }
            );
            let known = self.faults().any(|other| follows(&fault, other));
            if !(of_version && unreadable || known) {
                self.afterwards.push(fault);
            }
        }
    }

    /// Whether the profile has the region, so that artifacts can be looked up in it.
    #[must_use]
    pub fn knows_region(&self) -> bool {
        let is_unknown = |fault: &Fault<'_>| matches!(fault.reason, Reason::UnknownRegion(_));
        !self.shoot.region.is_empty() && !self.faults().any(is_unknown)
    }

    /// Keeps the faults that a profile decides of which cpcap could not read everything. `is_read`:
    /// whether it could read these paths.
    pub fn keep_parts(&mut self, is_read: impl Fn(&[&'static str]) -> bool) {
        self.statics.clear();
        for faults in [
            &mut self.mutation,
            &mut self.admission,
            &mut self.afterwards,
        ] {
            faults.retain(|fault| fault.reason.parts().is_some_and(&is_read));
        }
        if self.mutation.is_empty() && self.admission.is_empty() {
            self.admission = std::mem::take(&mut self.afterwards);
        }
    }

    pub fn faults(&self) -> impl Iterator<Item = &Fault<'a>> {
        self.mutation
            .iter()
            .chain(&self.statics)
            .chain(&self.admission)
            .chain(&self.afterwards)
    }
}

/// Judges a Shoot as it was written.
#[must_use]
pub fn judge<'a>(written: &Shoot<'a>, request: Request<'_, 'a>) -> Judged<'a> {
    let mut shoot = written.clone();
    default(&mut shoot);
    let stored = request.old.map(|(old, profile)| stored(old, profile));
    let old = stored.as_ref();
    let mut mutation = Faults::default();
    reference::check(&shoot, request.create, &mut mutation);
    if mutation.list.is_empty()
        && old.is_some_and(|old| !old.shoot.workers.is_empty())
        && shoot.workers.is_empty()
    {
        lose_workers(&shoot, &mut mutation);
    }
    // Only from here on anything is filled in.
    let offer = if let (Known::Offer(offer), true) = (request.profile, mutation.list.is_empty()) {
        Some(offer)
    } else {
        None
    };
    let afterwards = offer.map_or_else(Vec::new, |offer| {
        mutate::mutate(&mut shoot, old, offer, &mut mutation)
    });
    let unjudged = Some(Unjudged::Mutator).filter(|_| !mutation.list.is_empty());
    let mut judged = Judged {
        shoot,
        old: None,
        mutation: mutation.list,
        statics: Vec::new(),
        admission: Vec::new(),
        afterwards,
        unjudged,
    };
    if judged.mutation.is_empty() {
        let shoot = &mut judged.shoot;
        reference::store(shoot, old.map(|old| &old.shoot));
        let mut faults = Faults::default();
        let filled = !matches!(request.profile, Known::Absent { .. });
        statics::validate(
            shoot,
            statics::Context {
                old,
                gates: request.gates,
                filled,
            },
            &mut faults,
        );
        judged.statics = faults.list;
        let mut faults = Faults::default();
        if let (Some(old), Some((_, profile))) = (old, request.old) {
            moved::check((shoot, request.profile), (&old.shoot, profile), &mut faults);
        }
        judged.unjudged = match request.profile {
            _ if !faults.list.is_empty() => Some(Unjudged::Move),
            Known::Offer(offer) => {
                admission::validate(shoot, admission::Context { offer, old }, &mut faults).err()
            }
            Known::Nothing | Known::Absent { .. } => Some(Unjudged::Profile),
        };
        judged.admission = faults.list;
        let mut later = Faults {
            list: faults.later,
            ..Faults::default()
        };
        if let (Some(offer), Some(why)) = (offer, judged.unjudged) {
            beyond(shoot, admission::Context { offer, old }, why, &mut later);
        }
        judged.keep_new(later.into_all());
    } else if let Some(offer) = offer {
        judged.go_on(offer, old, request);
    }
    judged.old = stored;
    judged
}

/// Judges what comes after that which ends admission. By a profile that has none of its machine
/// types, a Shoot is not judged: it is another's.
fn beyond<'a>(
    shoot: &Shoot<'a>,
    context: admission::Context<'_, 'a>,
    why: Unjudged,
    faults: &mut Faults<'a>,
) {
    let fits = || {
        shoot
            .workers
            .iter()
            .any(|worker| context.offer.machine(*worker.machine_type).is_some())
    };
    match why {
        Unjudged::Move if fits() => {
            if let Err(why) = admission::validate(shoot, context, faults) {
                beyond(shoot, context, why, faults);
            }
        }
        Unjudged::ProviderType if fits() => admission::pools(shoot, context, faults),
        Unjudged::KubernetesVersion => admission::pools(shoot, context, faults),
        Unjudged::Move | Unjudged::ProviderType | Unjudged::Mutator | Unjudged::Profile => {}
    }
}

/// Whether the version of the control plane is what is refused.
fn is_of_control_plane(fault: &Fault<'_>) -> bool {
    matches!(
        fault.reason,
        Reason::NoKubernetesVersion { .. } | Reason::UnreadableControlPlane
    ) && fault.worker.is_none()
}

/// Whether a fault says the same as another, or only follows from it.
fn follows(fault: &Fault<'_>, other: &Fault<'_>) -> bool {
    let below = |path: &FieldPath| fault.path.below(path).is_some();
    match other.reason {
        // The pool keeps what was written: an image without a version, or with one that was only
        // begun.
        Reason::NoImage(_) => below(&other.path.clone().field("machine").field("image")),
        Reason::NoKubernetesVersion { .. } | Reason::UnreadableControlPlane => below(&other.path),
        _ => fault.path == other.path && fault.error == other.error,
    }
}

/// A Shoot as the server stores it, without judging it.
#[must_use]
pub fn stored<'a>(written: &Shoot<'a>, profile: Known<'_, 'a>) -> Stored<'a> {
    let mut shoot = written.clone();
    default(&mut shoot);
    let mut faults = Faults::default();
    reference::check(&shoot, false, &mut faults);
    if let Known::Offer(offer) = profile {
        mutate::mutate(&mut shoot, None, offer, &mut faults);
    }
    reference::store(&mut shoot, None);
    let admitted = faults.list.is_empty() && !matches!(profile, Known::Absent { .. });
    Stored::new(shoot, admitted)
}

/// The mutator cannot cope with a Shoot that loses its workers, unless SSH access is set. Without a
/// reference to a profile it does nothing.
fn lose_workers<'a>(shoot: &Shoot<'a>, faults: &mut Faults<'a>) {
    if !shoot.provider.has_ssh_access && shoot.profile().is_some() {
        let spec = Path::new("spec");
        let path = spec.field("provider");
        faults.refuse(
            &path.field("workers"),
            shoot.workers.span,
            Reason::WorkersComeOrGo {
                now: false,
                mutator: true,
            },
        );
    }
}
