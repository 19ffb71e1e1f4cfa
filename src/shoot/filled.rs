//! The values that the server fills in for a Shoot, each with its rule.

use crate::model::cursor::IntOrString;
use crate::model::lifecycle::Classification;
use crate::model::shoot::{Shoot, Worker};
use crate::shoot::offer::Offer;
use crate::yaml::Step;

/// A value that the server fills in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled<'a> {
    /// The worker pool, by position; none for the Shoot as a whole.
    pub worker: Option<usize>,
    /// The field, from the root of the object.
    pub path: Vec<Step>,
    pub value: FilledValue<'a>,
    pub rule: FillRule,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilledValue<'a> {
    Text(&'a str),
    Bool(bool),
    Int(i64),
}

/// By which rule a value was chosen (`docs/gardener/shoot.md#defaulting-by-the-server` and
/// `docs/gardener/shoot.md#defaulting-by-the-mutator`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillRule {
    /// It is always this one.
    Fixed,
    /// The highest supported Kubernetes version that begins as it is written.
    HighestSupported,
    /// The architecture of the machine type.
    OfMachineType,
    /// The machine type names no architecture.
    DefaultArchitecture,
    /// The first image of the profile with a version that fits.
    FirstImage,
    /// The highest version of the image that fits and begins as it is written.
    HighestVersion {
        /// Nothing better fits than a deprecated one.
        only_deprecated: bool,
    },
}

/// Everything that the server has filled in. `written`: the Shoot before; `stored`: after.
#[must_use]
pub fn filled<'a>(written: &Shoot<'a>, stored: &Shoot<'a>, offer: &Offer<'a>) -> Vec<Filled<'a>> {
    let mut all = Vec::new();
    let mut add = |worker: Option<usize>, names: &[&str], value: FilledValue<'a>, rule| {
        let key = |name: &&str| Step::Key((*name).to_owned());
        let mut path = vec![Step::Key("spec".to_owned())];
        if let Some(worker) = worker {
            path.extend([
                Step::Key("provider".to_owned()),
                Step::Key("workers".to_owned()),
                Step::Item(worker),
            ]);
        }
        path.extend(names.iter().map(key));
        all.push(Filled {
            worker,
            path,
            value,
            rule,
        });
    };
    if *written.kubernetes_version != *stored.kubernetes_version {
        add(
            None,
            &["kubernetes", "version"],
            FilledValue::Text(*stored.kubernetes_version),
            FillRule::HighestSupported,
        );
    }
    let before = written
        .auto_update
        .map(|auto| (*auto.kubernetes_version, *auto.machine_image_version))
        .unwrap_or_default();
    let after = stored
        .auto_update
        .map(|auto| (*auto.kubernetes_version, *auto.machine_image_version))
        .unwrap_or_default();
    for (name, before, after) in [
        ("kubernetesVersion", before.0, after.0),
        ("machineImageVersion", before.1, after.1),
    ] {
        if let (None, Some(value)) = (before, after) {
            add(
                None,
                &["maintenance", "autoUpdate", name],
                FilledValue::Bool(value),
                FillRule::Fixed,
            );
        }
    }
    for (index, (before, after)) in written
        .workers
        .iter()
        .zip(stored.workers.iter())
        .enumerate()
    {
        of_worker(before, after, offer, |names, value, rule| {
            add(Some(index), names, value, rule);
        });
    }
    all
}

fn of_worker<'a>(
    before: &Worker<'a>,
    after: &Worker<'a>,
    offer: &Offer<'a>,
    mut add: impl FnMut(&[&str], FilledValue<'a>, FillRule),
) {
    if let (None, Some(value)) = (*before.architecture, *after.architecture) {
        let machine = offer
            .machine(*after.machine_type)
            .map(|at| offer.machine_at(at));
        let known = machine.is_some_and(|machine| machine.architecture.is_some());
        let rule = if known {
            FillRule::OfMachineType
        } else {
            FillRule::DefaultArchitecture
        };
        add(&["machine", "architecture"], FilledValue::Text(value), rule);
    }
    if let Some(image) = &after.image {
        let written = before.image.map_or(("", ""), |image| {
            (*image.name, image.version.unwrap_or_default())
        });
        let version = image.version.unwrap_or_default();
        if written.0 != *image.name {
            add(
                &["machine", "image", "name"],
                FilledValue::Text(*image.name),
                FillRule::FirstImage,
            );
        }
        if written.1 != version {
            let at = offer.version(*image.name, version);
            let only_deprecated = at.is_some_and(|at| {
                offer.matcher.current(at, offer.now) == Classification::Deprecated
            });
            add(
                &["machine", "image", "version"],
                FilledValue::Text(version),
                FillRule::HighestVersion { only_deprecated },
            );
        }
    }
    if let (Some(was), Some(is)) = (&before.kubernetes, &after.kubernetes)
        && let Some(value) = is.version.value
        && was.version.value != Some(value)
    {
        add(
            &["kubernetes", "version"],
            FilledValue::Text(value),
            FillRule::HighestSupported,
        );
    }
    if let (None, Some(cri)) = (&before.cri, &after.cri) {
        add(
            &["cri", "name"],
            FilledValue::Text(*cri.name),
            FillRule::Fixed,
        );
    }
    if let (None, Some(value)) = (*before.update_strategy, *after.update_strategy) {
        add(
            &["updateStrategy"],
            FilledValue::Text(value),
            FillRule::Fixed,
        );
    }
    let budgets = [
        ("maxSurge", *before.max_surge, *after.max_surge),
        (
            "maxUnavailable",
            *before.max_unavailable,
            *after.max_unavailable,
        ),
    ];
    for (name, before, after) in budgets {
        if let (None, Some(IntOrString::Int(value))) = (before, after) {
            add(&[name], FilledValue::Int(value), FillRule::Fixed);
        }
    }
}
