//! The answer as comma-separated values: one line for each worker pool; quoted as RFC 4180 says.

use crate::output::csv::line;
use crate::table::resolve::{Admitted, ShootView, words};
use crate::words::artifacts::flavor_cell;

const HEADING: &str = "file,namespace,shoot,profile,pool,kubernetes,kubernetes_rule,machine_type,architecture,architecture_rule,image,\
                       image_rule,version,version_rule,classification,flavor,artifact,admitted,reasons";

/// Shoots as the server has them, as CSV.
#[must_use]
pub fn csv(views: &[ShootView<'_>]) -> String {
    let mut out = format!("{HEADING}\n");
    for view in views {
        for (at, pool) in view.pools.iter().enumerate() {
            let rule = |field: &str| view.rule(Some(at), field).map_or("", |rule| rule.code());
            let kubernetes = if pool.own_kubernetes {
                rule("kubernetes.version")
            } else {
                view.rule(None, "kubernetes.version")
                    .map_or("", |rule| rule.code())
            };
            let concerning = view.refusals(None).chain(view.refusals(Some(at)));
            let reasons =
                concerning.map(|refusal| format!("{}: {}", refusal.field, refusal.message));
            let beside = words::unknown(pool.admitted)
                .map(str::to_owned)
                .into_iter()
                .chain(words::tie(pool));
            let reasons: Vec<String> = reasons.chain(beside).collect();
            let admitted = if view.refusals(None).next().is_some() {
                Admitted::No
            } else {
                pool.admitted
            };
            line(
                &mut out,
                &[
                    view.place.file,
                    view.namespace,
                    view.name,
                    &view.profile.qualified(),
                    pool.name,
                    pool.kubernetes,
                    kubernetes,
                    pool.machine_type,
                    pool.architecture,
                    rule("machine.architecture"),
                    pool.image,
                    rule("machine.image.name"),
                    pool.version,
                    rule("machine.image.version"),
                    pool.classification.map_or("", |state| state.as_str()),
                    &flavor_cell(pool.flavor),
                    &words::artifact(pool),
                    match admitted {
                        Admitted::Yes => "true",
                        Admitted::No => "false",
                        Admitted::Unknown(_) => "unknown",
                    },
                    &reasons.join("; "),
                ],
            );
        }
    }
    out
}
