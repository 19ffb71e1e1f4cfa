//! The answers as comma-separated values: one line for each version of a Shoot and window, or for each record of a profile; quoted as
//! RFC 4180 says.

use crate::maintenance::{Cause, Strategy, StuckOn};
use crate::model::time::Time;
use crate::output::csv::line;
use crate::table::maintain::{ProfileView, ShootView, What, words};
use crate::words::Names;
use crate::words::artifacts::{self, flavor_cell};
use crate::words::maintenance::no_way;

const SHOOTS: &str = "file,namespace,shoot,profile,date,at,pool,what,image,strategy,version,classification,flavor,artifact,outcome,to,\
                      to_classification,to_flavor,to_artifact,cause,reason";
const PROFILES: &str = "file,profile,record,date,image,version,from,to,machine_types,kubernetes,in_place,reason";

/// What windows do to Shoots.
#[must_use]
pub fn shoots(views: &[ShootView<'_, '_, '_, '_>]) -> String {
    let mut out = format!("{SHOOTS}\n");
    for view in views {
        for window in &view.windows {
            for row in view.rows(window) {
                let (image, strategy) = match row.what {
                    What::Kubernetes => ("", None),
                    What::Image(name, strategy) => (name, strategy),
                };
                let state = |index: Option<usize>| {
                    let listed = index.and_then(|index| view.listed(row.what, index));
                    listed.map_or("", |listed| listed.classification_at(window.at).as_str()).to_owned()
                };
                let of_image = |index: Option<usize>| index.filter(|_| matches!(row.what, What::Image(..)));
                let (before, after) = (row.index, row.index_after());
                let cause = row.outcome.ok().and_then(|outcome| outcome.cause()).map_or("", Cause::code);
                line(
                    &mut out,
                    &[
                        view.place.file,
                        view.namespace,
                        view.name,
                        &view.profile.qualified(),
                        &date(window.date),
                        &window.at.to_string(),
                        row.pool.map_or("", |pool| pool.name),
                        if image.is_empty() { "kubernetes" } else { "image" },
                        image,
                        strategy.map_or("", Strategy::as_str),
                        row.version,
                        &state(before),
                        &flavor_cell(view.flavor(row.pool, of_image(before))),
                        &artifacts::cell(view.artifact(&row, before).as_ref()),
                        words::outcome(&row),
                        row.after().unwrap_or_default(),
                        &state(after),
                        &flavor_cell(view.flavor(row.pool, of_image(after))),
                        &artifacts::cell(view.artifact(&row, after).as_ref()),
                        cause,
                        &words::why(view, &row),
                    ],
                );
            }
        }
    }
    out
}

/// What profiles alone say: a `transition` for each change of a version, and a `stuck` for each version without a way on.
#[must_use]
pub fn profiles(views: &[ProfileView<'_, '_, '_, '_>]) -> String {
    let mut out = format!("{PROFILES}\n");
    for view in views {
        let start = [view.place.file.to_owned(), view.name.qualified()];
        for of in &view.transitions {
            let image = of.image.unwrap_or_default();
            let (from, to) = (of.from.as_str(), of.to.as_str());
            line(&mut out, &[&start[0], &start[1], "transition", &of.date.to_string(), image, of.version, from, to, "", "", "", ""]);
        }
        for stuck in &view.stuck {
            let (image, version) = words::stuck_on(view, &stuck.on);
            let (machines, kubernetes, in_place) = match &stuck.on {
                StuckOn::Kubernetes(_) => (String::new(), String::new(), ""),
                StuckOn::Image { machines, kubernetes, in_place, .. } => {
                    let in_place = if *in_place { "true" } else { "false" };
                    (words::machine_types(view, machines).join(" "), kubernetes.join(" "), in_place)
                }
            };
            let (image, reason) = (image.unwrap_or_default(), no_way(stuck.fault, Names::Plain));
            let date = date(stuck.date);
            line(&mut out, &[&start[0], &start[1], "stuck", &date, image, version, "", "", &machines, &kubernetes, in_place, &reason]);
        }
    }
    out
}

fn date(date: Option<Time>) -> String {
    date.map_or_else(String::new, |date| date.to_string())
}
