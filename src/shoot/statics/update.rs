//! The rules of static validation for an update
//! (`docs/gardener/shoot.md#static-rules-for-updates`).

use crate::finding::ErrorType::{Forbidden, Invalid};
use crate::model::constraint::Operator;
use crate::model::cursor::Spanned;
use crate::model::normalised::cmp_normalised;
use crate::model::path::Path;
use crate::model::shoot::{Shoot, Volume, Worker};
use crate::model::version::Version;
use crate::shoot::fault::{Faults, ImmutableWhy, Reason};
use crate::shoot::request::Stored;
use crate::shoot::statics::Context;

pub(super) fn validate<'a>(
    shoot: &Shoot<'a>,
    stored: &Stored<'a>,
    context: Context<'_, 'a>,
    faults: &mut Faults<'a>,
) {
    let old = &stored.shoot;
    let spec = Path::new("spec");
    immutable(
        ("region", shoot.region),
        old.region,
        ImmutableWhy::Always,
        &spec.field("region"),
        faults,
    );
    if context.filled {
        let path = spec.field("kubernetes");
        let step = Step {
            new: shoot.kubernetes_version,
            old: *old.kubernetes_version,
            skip: false,
            follows: false,
        };
        step.judge(&path.field("version"), faults);
    }
    let path = spec.field("provider");
    let list = path.field("workers");
    if shoot.workers.is_empty() != old.workers.is_empty() {
        let reason = Reason::WorkersComeOrGo {
            now: !shoot.workers.is_empty(),
            mutator: false,
        };
        return faults.at(Forbidden, &list, shoot.workers.span, reason);
    }
    let provider_type = ("provider.type", shoot.provider.provider_type);
    immutable(
        provider_type,
        old.provider.provider_type,
        ImmutableWhy::Always,
        &path.field("type"),
        faults,
    );
    for (index, worker) in shoot.workers.iter().enumerate() {
        faults.worker = Some(index);
        let path = list.index(index);
        let stored = stored.worker(*worker.name);
        pool(worker, stored, context, &path, faults);
        if context.filled {
            pool_kubernetes((shoot, worker), (old, stored), &path, faults);
        }
    }
    faults.worker = None;
}

fn immutable<'a>(
    (name, new): (&'static str, Spanned<&'a str>),
    old: Spanned<&'a str>,
    why: ImmutableWhy,
    path: &Path<'_>,
    faults: &mut Faults<'a>,
) {
    if *new != *old {
        faults.add(
            Invalid,
            path,
            new,
            Reason::Immutable {
                name,
                old: (*old).to_owned(),
                why,
                old_at: old.span,
            },
        );
    }
}

fn pool<'a>(
    worker: &Worker<'a>,
    stored: Option<&Worker<'a>>,
    context: Context<'_, 'a>,
    path: &Path<'_>,
    faults: &mut Faults<'a>,
) {
    if let Some(old) = stored {
        let strategy = |worker: &Worker<'a>| {
            Spanned::new(
                worker.update_strategy.unwrap_or_default(),
                worker.update_strategy.span,
            )
        };
        if worker.is_in_place() != old.is_in_place() {
            let name = ("updateStrategy", strategy(worker));
            immutable(
                name,
                strategy(old),
                ImmutableWhy::Strategy,
                &path.field("updateStrategy"),
                faults,
            );
        } else if worker.is_in_place() && worker.strategy() == old.strategy() {
            in_place(worker, old, path, faults);
        }
    }
    if worker.is_in_place() && context.filled {
        image_step(worker, stored.unwrap_or(worker), path, faults);
    }
}

/// Checks that a pool keeps what an update in place must not change.
fn in_place<'a>(worker: &Worker<'a>, old: &Worker<'a>, path: &Path<'_>, faults: &mut Faults<'a>) {
    let why = ImmutableWhy::InPlace;
    let machine = path.field("machine");
    immutable(
        ("machine.type", worker.machine_type),
        old.machine_type,
        why,
        &machine.field("type"),
        faults,
    );
    if let (Some(new), Some(old)) = (worker.image, old.image) {
        immutable(
            ("machine.image.name", new.name),
            old.name,
            why,
            &machine.field("image").field("name"),
            faults,
        );
    }
    let cri = |worker: &Worker<'a>| {
        worker
            .cri
            .as_ref()
            .map_or(Spanned::new("", worker.at), |cri| cri.name)
    };
    immutable(
        ("cri.name", cri(worker)),
        cri(old),
        why,
        &path.field("cri").field("name"),
        faults,
    );
    let same = match (&worker.volume, &old.volume) {
        (Some(new), Some(old)) => same_volume(new, old),
        (None, None) => true,
        _ => false,
    };
    if !same {
        let show = |volume: &Volume<'_>| {
            format!(
                "{} {}",
                volume.volume_type.unwrap_or_default(),
                *volume.size
            )
            .trim()
            .to_owned()
        };
        let at = |worker: &Worker<'_>| worker.volume.as_ref().map_or(worker.at, |volume| volume.at);
        let reason = Reason::Immutable {
            name: "volume",
            old: old.volume.as_ref().map(show).unwrap_or_default(),
            why,
            old_at: at(old),
        };
        faults.at(Invalid, &path.field("volume"), at(worker), reason);
    }
}

fn same_volume(new: &Volume<'_>, old: &Volume<'_>) -> bool {
    *new.name == *old.name
        && *new.volume_type == *old.volume_type
        && *new.size == *old.size
        && *new.encrypted == *old.encrypted
}

fn image_step<'a>(worker: &Worker<'a>, old: &Worker<'a>, path: &Path<'_>, faults: &mut Faults<'a>) {
    let version = |worker: &Worker<'a>| worker.image.and_then(|image| *image.version);
    let at = worker.image.map_or(worker.at, |image| image.version.span);
    let (new, old) = (version(worker), version(old));
    let new_text = Spanned::new(new.unwrap_or_default(), at);
    let path = path.field("machine");
    let path = path.field("image");
    let path = path.field("version");
    match new
        .zip(old)
        .and_then(|(new, old)| Some((cmp_normalised(new, Operator::Less, old)?, old)))
    {
        Some((true, old)) => faults.add(Forbidden, &path, new_text, Reason::ImageStep { old }),
        Some((false, _)) => {}
        None => faults.add(
            Invalid,
            &path,
            new_text,
            Reason::ImageStepUnreadable { old },
        ),
    }
}

fn pool_kubernetes<'a>(
    (shoot, worker): (&Shoot<'a>, &Worker<'a>),
    (old_shoot, stored): (&Shoot<'a>, Option<&Worker<'a>>),
    path: &Path<'_>,
    faults: &mut Faults<'a>,
) {
    let own = worker.kubernetes_version();
    // A new pool is compared with itself.
    let old = stored
        .unwrap_or(worker)
        .kubernetes_version()
        .map_or(*old_shoot.kubernetes_version, |version| *version);
    let at = own.map_or(worker.at, |own| own.span);
    let new = Spanned::new(own.map_or(*shoot.kubernetes_version, |own| *own), at);
    let step = Step {
        new,
        old,
        skip: !worker.is_in_place(),
        follows: own.is_none(),
    };
    step.judge(&path.field("kubernetes").field("version"), faults);
}

/// A step from one Kubernetes version to another.
struct Step<'a> {
    new: Spanned<&'a str>,
    old: &'a str,
    /// Whether minors may be skipped.
    skip: bool,
    /// Whether the version is the control plane's.
    follows: bool,
}

impl<'a> Step<'a> {
    fn judge(&self, path: &Path<'_>, faults: &mut Faults<'a>) {
        let reason = |down| Reason::KubernetesStep {
            old: self.old,
            down,
            follows: self.follows,
        };
        let mut unreadable = || faults.add(Invalid, path, self.new, Reason::UnreadableVersion);
        if self.new.is_empty() {
            return unreadable();
        }
        match cmp_normalised(*self.new, Operator::Less, self.old) {
            Some(true) => faults.add(Forbidden, path, self.new, reason(true)),
            Some(false) => {}
            None => unreadable(),
        }
        if self.skip {
            return;
        }
        let Some(number) = Version::parse(self.old) else {
            return;
        };
        let too_new = format!("{}.{}.0", number.major, number.minor.saturating_add(2));
        match cmp_normalised(*self.new, Operator::GreaterEqual, &too_new) {
            Some(true) => faults.add(Forbidden, path, self.new, reason(false)),
            Some(false) => {}
            None => faults.add(Invalid, path, self.new, Reason::UnreadableVersion),
        }
    }
}
