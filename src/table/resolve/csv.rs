//! The answer as comma-separated values: one line for each worker pool; quoted as RFC 4180 says.

use crate::output::csv::line;
use crate::resolve::{Admitted, ShootView, Value};
use crate::table::resolve::words;
use crate::words::artifacts::flavor_cell;

const HEADING: &str = "file,namespace,shoot,profile,pool,kubernetes,kubernetes_rule,machine_type,architecture,architecture_rule,image,\
                       image_rule,version,version_rule,classification,flavor,artifact,admitted,reasons,\
                       shoot_admitted,shoot_reasons";

/// Shoots as the server has them, as CSV.
#[must_use]
pub fn csv(views: &[ShootView<'_>]) -> String {
    let mut out = format!("{HEADING}\n");
    for view in views {
        let of_shoot: Vec<String> = view.refusals(None).map(words::refusal).collect();
        let of_shoot = of_shoot.join("; ");
        for (at, pool) in view.pools.iter().enumerate() {
            let rule = |of: Value<'_>| of.rule.map_or("", |rule| rule.code());
            let reasons = view.refusals(Some(at)).map(words::refusal);
            let beside = words::unknown(pool.admitted)
                .map(str::to_owned)
                .into_iter()
                .chain(words::tie(pool));
            let reasons: Vec<String> = reasons.chain(beside).collect();
            line(
                &mut out,
                &[
                    view.place.file,
                    view.namespace,
                    view.name,
                    &view.profile.qualified(),
                    pool.name,
                    pool.kubernetes.value,
                    rule(pool.kubernetes),
                    pool.machine_type,
                    pool.architecture.value,
                    rule(pool.architecture),
                    pool.image.value,
                    rule(pool.image),
                    pool.version.value,
                    rule(pool.version),
                    pool.classification.map_or("", |state| state.as_str()),
                    &flavor_cell(pool.flavor),
                    &words::artifact(pool),
                    word(pool.admitted),
                    &reasons.join("; "),
                    word(view.admitted),
                    &of_shoot,
                ],
            );
        }
    }
    out
}

fn word(admitted: Admitted) -> &'static str {
    match admitted {
        Admitted::Yes => "true",
        Admitted::No => "false",
        Admitted::Unknown(_) => "unknown",
    }
}
