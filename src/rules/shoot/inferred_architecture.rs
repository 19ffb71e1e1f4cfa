use crate::finding::Edit;
use crate::model::path::Path;
use crate::rules::rewrite::{Written, insert_behind};
use crate::rules::{Report, Reporter, ShootView, edit, words};

rule!(
    "shoot/inferred-architecture",
    Design,
    Note,
    Shoot(check),
    "A pool without an architecture whose machine type is not for amd64."
);

/// The architecture that was always filled in.
const USUAL: &str = "amd64";

fn check(view: &ShootView<'_>, reporter: &mut Reporter<'_>) {
    let Some(offer) = view.offer() else { return };
    if !view.judged.mutation.is_empty() {
        return;
    }
    for (index, (worker, written)) in view
        .judged
        .shoot
        .workers
        .iter()
        .zip(view.written.workers.iter())
        .enumerate()
    {
        let Some(architecture) = worker
            .architecture
            .value
            .filter(|name| written.architecture.is_none() && *name != USUAL)
        else {
            continue;
        };
        let spec = Path::new("spec");
        let provider = spec.field("provider");
        let list = provider.field("workers");
        let path = list.index(index);
        let message = format!(
            "pool {} gets the architecture {} of machine type {}; older versions of Gardener \
             filled in `{USUAL}` and then refused the Shoot",
            words::quoted(*worker.name),
            words::quoted(architecture),
            words::quoted(*worker.machine_type)
        );
        let report = Report::new(
            worker.machine_type.span,
            path.field("machine").field("architecture"),
            message,
        )
        .help(format!(
            "write `architecture: {architecture}`, which works on every version of Gardener"
        ));
        let report = match written_out(view, index, architecture) {
            Some(edit) => {
                report.safe_fix(format!("write `architecture: {architecture}`"), vec![edit])
            }
            None => report,
        };
        let at = offer
            .machine(*worker.machine_type)
            .map(|at| offer.machine_at(at).machine_type.name.span);
        reporter.report(match at {
            Some(at) => view.in_profile(report, at, "the machine type"),
            None => report,
        });
    }
}

/// The architecture after the machine type of a pool.
fn written_out(view: &ShootView<'_>, pool: usize, architecture: &str) -> Option<Edit> {
    let (tree, text) = (&view.item.document.tree, view.item.text);
    let mut node = view.item.object.node;
    for field in ["spec", "provider", "workers"] {
        node = tree.get(node, field)?.value;
    }
    let machine = tree.get(*tree.items(node).get(pool)?, "machine")?.value;
    let value = Written {
        yaml: &edit::written(architecture)?,
        json: &format!("\"{architecture}\""),
    };
    insert_behind(tree, text, machine, "type", "architecture", value)
}
