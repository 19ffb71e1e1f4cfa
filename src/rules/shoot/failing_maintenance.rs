use crate::maintenance::{ImagesFault, Outcome};
use crate::model::path::Path;
use crate::rules::shoot::maintained::{moving, way_out};
use crate::rules::{Report, Reporter, ShootView};
use crate::words::{Names, maintenance};

rule!(
    "shoot/failing-maintenance",
    Time,
    Warning,
    Shoot(check),
    "A version that the next maintenance window must move but cannot."
);

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    for moving in moving(view) {
        let Outcome::Fails { cause, fault } = moving.outcome else {
            continue;
        };
        let (way, help) = (maintenance::no_way(*fault, Names::Quoted), way_out(*fault));
        let message = format!(
            "the next maintenance window must move {} from {} and fails: {}, and {way}",
            moving.who(),
            moving.version(),
            moving.because(cause)
        );
        let candidates = moving.candidates();
        let others = if candidates.is_empty() {
            String::new()
        } else {
            format!("; of the other versions, {}", candidates.join("; "))
        };
        let mut report = moving.report(message).help(format!("{help}{others}"));
        if let Some(listed) = moving.listed(moving.index) {
            report = moving.in_profile(report, listed.because(), "the version in use");
        }
        reporter.report(report);
    }
    images_blocked(view, reporter);
}

/// One pool whose machine type or image the profile does not have keeps the images of all pools
/// from moving.
fn images_blocked(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    let Some(Err(fault)) = view.planned.as_ref().map(|planned| &planned.plan.images) else {
        return;
    };
    let (ImagesFault::UnknownMachineType(at) | ImagesFault::UnknownImage(at)) = *fault;
    if view.faults().any(|fault| fault.worker == Some(at)) {
        return;
    }
    let Some(worker) = view.judged.shoot.workers.get(at) else {
        return;
    };
    let spec = Path::new("spec");
    let provider = spec.field("provider");
    let list = provider.field("workers");
    let path = list.index(at);
    let machine = path.field("machine");
    let blocked = |thing, name| {
        maintenance::blocked(
            &view.profile_name(),
            thing,
            name,
            *worker.name,
            Names::Quoted,
        )
    };
    let report = match (fault, worker.image) {
        (ImagesFault::UnknownImage(_), Some(image)) => {
            let message = blocked("image", *image.name);
            Report::new(
                image.name.span,
                machine.field("image").field("name"),
                message,
            )
            .value(*image.name)
        }
        _ => {
            let message = blocked("machine type", *worker.machine_type);
            Report::new(worker.machine_type.span, machine.field("type"), message)
                .value(*worker.machine_type)
        }
    };
    reporter.report(report.help(
        "replace the pool by one that the profile supports, or add the missing entry \
            to the profile",
    ));
}
