//! What becomes of one flavor of a version, for editors.

use crate::matching::Matcher;
use crate::output::{Document, Span, Style};
use crate::table::matching::Look;
use crate::table::matching::pen::{Mark, Pen, item, machine_name, version_name};
use crate::words::{artifacts, capabilities};

/// The machine types that get a flavor, those that it fits and that get another one, and whether
/// nobody gets it.
pub(crate) fn flavor(
    matcher: &Matcher<'_, '_>,
    version: usize,
    flavor: usize,
    look: Look,
) -> Document {
    let pen = Pen { look };
    let mut out = Document::default();
    let of = &matcher.versions()[version];
    let written = of.version.capability_flavors.get(flavor);
    let heading = format!(
        "Flavor {flavor} of {} {}: {}",
        *of.image.name,
        version_name(matcher, version),
        written.map_or_else(String::new, |written| capabilities(&written.capabilities))
    );
    out.paragraph(0, Span::new(heading, Style::BOLD));
    let names = |machines: &[usize]| {
        let all = machines.iter().map(|at| machine_name(matcher, *at));
        pen.names(&all.collect::<Vec<_>>())
    };
    let found = matcher.flavor_use(of, flavor);
    if !found.wins.is_empty() {
        let text = format!("wins for {}", names(&found.wins));
        item(&mut out, 2, Mark::Yes, &text);
    }
    for (tied, machines) in &found.ties {
        let (names, tie) = (names(machines), artifacts::tie(tied));
        if tied.contains(&flavor) {
            item(&mut out, 2, Mark::Beware, &format!("for {names}: {tie}"));
        } else {
            let text = format!("fits {names}, but others are preferred: {tie}");
            item(&mut out, 2, Mark::Idle, &text);
        }
    }
    for lost in &found.loses {
        let because = lost.deciding.map_or_else(String::new, |bit| {
            format!(
                ", which lists the preferred value {} of {}",
                bit.value, bit.capability
            )
        });
        let text = format!(
            "fits {}, but loses to flavor {}{because}",
            names(&lost.machines),
            lost.winner
        );
        item(&mut out, 2, Mark::Idle, &text);
    }
    let may_win = |(tied, _): &(Vec<usize>, _)| tied.contains(&flavor);
    if found.wins.is_empty() && !found.ties.iter().any(may_win) {
        let why = if found.loses.is_empty() && found.ties.is_empty() {
            "it fits no usable machine type"
        } else {
            artifacts::NEVER_PREFERRED
        };
        item(&mut out, 2, Mark::No, &format!("is never selected: {why}"));
    }
    out
}
