//! The answers as comma-separated values: one line for each version of a Shoot and window, or for
//! each record of a profile; quoted as RFC 4180 says.

use crate::maintain::{ProfileAnswer, ShootAnswer, Side};
use crate::maintenance::Cause;
use crate::model::time::Time;
use crate::output::csv::line;

const SHOOTS: &str = "file,namespace,shoot,profile,date,at,pool,what,image,strategy,version,classification,flavor,artifact,outcome,to,\
                      to_classification,to_flavor,to_artifact,cause,reason";
const PROFILES: &str =
    "file,profile,record,date,image,version,from,to,machine_types,kubernetes,in_place,reason";

/// The windows of Shoots as CSV.
#[must_use]
pub fn shoots(shoots: &[ShootAnswer<'_>]) -> String {
    let mut out = format!("{SHOOTS}\n");
    for shoot in shoots {
        for (window, of) in shoot
            .windows
            .iter()
            .flat_map(|window| window.versions.iter().map(move |of| (window, of)))
        {
            let sides = [Some(&of.before), of.after.as_ref()].map(|side| {
                let (version, state) = side.map_or(("", ""), |side| {
                    (side.version, side.classification.unwrap_or_default())
                });
                (
                    version,
                    state,
                    side.map_or_else(String::new, Side::flavor_cell),
                    side.map_or_else(String::new, Side::artifact_cell),
                )
            });
            let [
                (before, state, flavor, artifact),
                (after, to_state, to_flavor, to_artifact),
            ] = &sides;
            line(
                &mut out,
                &[
                    shoot.place.file,
                    shoot.namespace.unwrap_or_default(),
                    shoot.name,
                    &shoot.profile.qualified(),
                    &date(window.date),
                    &window.at.to_string(),
                    of.pool.unwrap_or_default(),
                    of.what.code(),
                    of.image.unwrap_or_default(),
                    of.strategy.unwrap_or_default(),
                    before,
                    state,
                    flavor,
                    artifact,
                    of.outcome.code(),
                    after,
                    to_state,
                    to_flavor,
                    to_artifact,
                    of.cause.as_ref().map_or("", Cause::code),
                    &of.reason,
                ],
            );
        }
    }
    out
}

/// The answers about profiles alone: a `transition` for each change of a version, and a `stuck` for
/// each version without a way on.
#[must_use]
pub fn profiles(profiles: &[ProfileAnswer<'_>]) -> String {
    let mut out = format!("{PROFILES}\n");
    for profile in profiles {
        let (file, name) = (profile.place.file, profile.name.qualified());
        for of in &profile.transitions {
            let image = of.image.unwrap_or_default();
            let (from, to) = (of.from.as_str(), of.to.as_str());
            line(
                &mut out,
                &[
                    file,
                    &name,
                    "transition",
                    &of.date.to_string(),
                    image,
                    of.version,
                    from,
                    to,
                    "",
                    "",
                    "",
                    "",
                ],
            );
        }
        for of in &profile.stuck {
            let in_place = match (of.image, of.in_place) {
                (None, _) => "",
                (_, true) => "true",
                (_, false) => "false",
            };
            let (image, machines, kubernetes) = (
                of.image.unwrap_or_default(),
                of.machine_types.join(" "),
                of.kubernetes.join(" "),
            );
            let start = [
                file,
                &name,
                "stuck",
                &date(of.date),
                image,
                of.version,
                "",
                "",
            ];
            line(
                &mut out,
                &[&start[..], &[&machines, &kubernetes, in_place, &of.reason]].concat(),
            );
        }
    }
    out
}

fn date(date: Option<Time>) -> String {
    date.map_or_else(String::new, |date| date.to_string())
}
