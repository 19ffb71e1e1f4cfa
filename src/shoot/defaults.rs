//! The defaults that the server fills in first (`docs/gardener/shoot.md#defaulting-by-the-server`).

use crate::model::cursor::IntOrString;
use crate::model::cursor::Spanned;
use crate::model::shoot::{AutoUpdate, Shoot, UpdateStrategy, Worker, WorkerCri};

/// The only container runtime interface that pools can have.
pub(super) const CONTAINERD: &str = "containerd";

/// Fills in what the server's defaulting fills in. What it makes stands at the bytes of what holds
/// it.
pub fn default(shoot: &mut Shoot<'_>) {
    let at = shoot.at;
    let has_workers = !shoot.workers.is_empty();
    let auto_update = shoot.auto_update.get_or_insert(AutoUpdate {
        at,
        kubernetes_version: Spanned::new(Some(true), at),
        machine_image_version: Spanned::new(None, at),
    });
    auto_update.kubernetes_version.value.get_or_insert(false);
    if has_workers {
        auto_update.machine_image_version.value.get_or_insert(true);
    }
    for worker in &mut shoot.workers.value {
        default_worker(worker);
    }
}

fn default_worker(worker: &mut Worker<'_>) {
    let at = worker.at;
    worker.cri.get_or_insert_with(|| WorkerCri {
        at,
        name: Spanned::new(CONTAINERD, at),
        container_runtimes: Spanned::new(Vec::new(), at),
    });
    worker
        .update_strategy
        .value
        .get_or_insert(UpdateStrategy::AutoRolling.as_str());
    let (surge, unavailable) = match worker.strategy() {
        Some(UpdateStrategy::ManualInPlace) => return,
        Some(UpdateStrategy::AutoInPlace) => (0, 1),
        Some(UpdateStrategy::AutoRolling) | None => (1, 0),
    };
    worker
        .max_surge
        .value
        .get_or_insert(IntOrString::Int(surge));
    worker
        .max_unavailable
        .value
        .get_or_insert(IntOrString::Int(unavailable));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::cursor::Cursor;
    use crate::yaml;

    fn with<T>(spec: &str, run: impl FnOnce(&Shoot<'_>) -> T) -> T {
        let text = format!("spec: {spec}");
        let documents = yaml::read(&text);
        let tree = &documents[0].tree;
        let mut shoot = Shoot::read(Cursor::new(
            tree,
            &text,
            tree.root().unwrap_or_else(|| panic!("no root")),
        ));
        default(&mut shoot);
        run(&shoot)
    }

    #[test]
    fn maintenance_follows_what_is_given() {
        let auto = |spec: &str| {
            with(spec, |shoot| {
                shoot
                    .auto_update
                    .map(|auto| (*auto.kubernetes_version, *auto.machine_image_version))
            })
        };
        assert_eq!(
            auto("{}"),
            Some((Some(true), None)),
            "without workers there are no images to move"
        );
        assert_eq!(
            auto("{provider: {workers: [{name: a}]}}"),
            Some((Some(true), Some(true)))
        );
        assert_eq!(
            auto("{maintenance: {autoUpdate: {}}}"),
            Some((Some(false), None)),
            "given without it counts as false"
        );
        let off = "{maintenance: {autoUpdate: {machineImageVersion: false}}, provider: \
            {workers: [{name: a}]}}";
        assert_eq!(auto(off), Some((Some(false), Some(false))));
    }

    #[test]
    fn surge_follows_the_strategy() {
        let surge = |strategy: &str| {
            let spec =
                format!("{{provider: {{workers: [{{name: a, updateStrategy: {strategy}}}]}}}}");
            let shown = |value: Option<IntOrString<'_>>| value.map(|value| value.to_string());
            with(&spec, |shoot| {
                [
                    *shoot.workers[0].max_surge,
                    *shoot.workers[0].max_unavailable,
                ]
                .map(shown)
            })
        };
        let [zero, one] = ["0", "1"].map(|text| Some(text.to_owned()));
        assert_eq!(surge("null"), [one.clone(), zero.clone()]);
        assert_eq!(surge("AutoInPlaceUpdate"), [zero, one]);
        assert_eq!(surge("ManualInPlaceUpdate"), [None, None]);
    }
}
