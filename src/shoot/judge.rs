//! The stages of the server, in their order: defaulting, the mutator, storing of the reference, static validation, admission.

use crate::model::path::Path;
use crate::model::shoot::Shoot;
use crate::shoot::admission;
use crate::shoot::fault::{Fault, Faults, Reason, Unjudged};
use crate::shoot::request::{Known, Request, Stored};
use crate::shoot::statics;
use crate::shoot::{default, moved, mutate, reference};

/// What the server makes of a Shoot, and says of it.
#[derive(Debug)]
pub struct Judged<'a> {
    /// The object after defaulting.
    pub shoot: Shoot<'a>,
    /// The stored object after its own.
    pub old: Option<Stored<'a>>,
    /// What the mutator refuses; then nothing else is looked at.
    pub mutation: Vec<Fault<'a>>,
    /// What static validation refuses.
    pub statics: Vec<Fault<'a>>,
    /// What admission refuses; the server only comes to it where static validation refuses nothing.
    pub admission: Vec<Fault<'a>>,
    /// What ended judging before admission came to the worker pools.
    pub unjudged: Option<Unjudged>,
}

impl<'a> Judged<'a> {
    /// All that is refused.
    pub fn faults(&self) -> impl Iterator<Item = &Fault<'a>> {
        self.mutation.iter().chain(&self.statics).chain(&self.admission)
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
    if mutation.list.is_empty() && old.is_some_and(|old| !old.shoot.workers.is_empty()) && shoot.workers.is_empty() {
        lose_workers(&shoot, &mut mutation);
    }
    if let (Known::Offer(offer), true) = (request.profile, mutation.list.is_empty()) {
        mutate::mutate(&mut shoot, old, offer, &mut mutation);
    }
    let unjudged = Some(Unjudged::Mutator).filter(|_| !mutation.list.is_empty());
    let mut judged = Judged { shoot, old: None, mutation: mutation.list, statics: Vec::new(), admission: Vec::new(), unjudged };
    if judged.mutation.is_empty() {
        let shoot = &mut judged.shoot;
        reference::store(shoot, old.map(|old| &old.shoot));
        let mut faults = Faults::default();
        let filled = !matches!(request.profile, Known::Absent { .. });
        statics::validate(shoot, statics::Context { old, gates: request.gates, filled }, &mut faults);
        judged.statics = faults.list;
        let mut faults = Faults::default();
        if let (Some(old), Some((_, profile))) = (old, request.old) {
            moved::check((shoot, request.profile), (&old.shoot, profile), &mut faults);
        }
        judged.unjudged = match request.profile {
            _ if !faults.list.is_empty() => Some(Unjudged::Move),
            Known::Offer(offer) => admission::validate(shoot, admission::Context { offer, old }, &mut faults).err(),
            Known::Nothing | Known::Absent { .. } => Some(Unjudged::Profile),
        };
        judged.admission = faults.list;
    }
    judged.old = stored;
    judged
}

/// What the server makes of a Shoot when it is stored, without judging it.
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

/// The mutator cannot cope with a Shoot that loses its workers, unless SSH access is set. Without a reference to a profile it does nothing.
fn lose_workers<'a>(shoot: &Shoot<'a>, faults: &mut Faults<'a>) {
    if !shoot.provider.has_ssh_access && shoot.profile().is_some() {
        let spec = Path::new("spec");
        let path = spec.field("provider");
        faults.refuse(&path.field("workers"), shoot.workers.span, Reason::WorkersComeOrGo { now: false, mutator: true });
    }
}
