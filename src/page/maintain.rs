//! The page of `cpcap maintain`: what windows do to Shoots, and the calendars of profiles.

use maud::{Markup, html};

use crate::maintain::{Calendar, MaintainReport, ShootAnswer, Step};
use crate::model::natural::natural_all;
use crate::model::object::qualified;
use crate::model::time::Time;
use crate::output::Document;
use crate::output::clean::named;
use crate::page::{Section, calendar, page};
use crate::source::Sources;
use crate::table::uses::{Filter, View};
use crate::uses::Uses;
use crate::words::count;

/// The extent of a page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// Why each version is not a target, also where a window succeeds, and all names.
    pub explain: bool,
    /// No remarks.
    pub quiet: bool,
}

/// The page. `uses`: who uses the profiles, as far as the files tell.
pub(crate) fn maintain(
    report: &MaintainReport<'_>,
    calendars: &[Calendar<'_>],
    uses: &Uses<'_>,
    sources: &Sources,
    now: Time,
    Extent { explain, quiet }: Extent,
) -> String {
    let mut sections = Vec::new();
    if !report.shoots.is_empty() {
        let body = shoots(&report.shoots, explain, quiet);
        sections.push(Section::new("shoots", "Shoots", body));
    }
    let several = calendars.len() > 1;
    for (number, of) in calendars.iter().enumerate() {
        let of_profile = uses.of(of.item);
        let (id, heading) = match several {
            false => ("calendar".to_owned(), "Calendar".to_owned()),
            true => (
                format!("calendar-{}", number + 1),
                format!("Calendar of {}", named(&of.profile.name.to_string())),
            ),
        };
        let body = calendar::draw(of, of_profile, number, explain);
        sections.push(Section::new(id, heading, body));
    }
    if uses.shoots + uses.children > 0 {
        let view = View {
            uses,
            sources,
            filter: Filter::Used,
            expand: true,
        };
        sections.push(Section::new(
            "uses",
            "Users",
            view.markdown().quiet(quiet).html(),
        ));
    }
    let title = match (&report.shoots[..], calendars) {
        ([], [one]) => one.profile.name.to_string(),
        ([], several) => count(several.len(), "profile"),
        ([one], _) => qualified(one.namespace.unwrap_or_default(), one.name),
        (several, _) => count(several.len(), "Shoot"),
    };
    let lead = match calendars {
        [one] => format!("{}. {}.", one.profile.title(), one.profile.times()),
        _ => format!("The time is {now}."),
    };
    page(&title, &lead, &sections, report)
}

/// What windows do to each Shoot: those that fail first, then those that must move, each by name.
fn shoots(all: &[ShootAnswer<'_>], explain: bool, quiet: bool) -> Markup {
    let mut sorted: Vec<(Step, &ShootAnswer<'_>)> =
        all.iter().map(|shoot| (shoot.worst(), shoot)).collect();
    sorted.sort_by(|(a, one), (b, other)| {
        let [one, other] = [one, other].map(|of| [of.namespace.unwrap_or_default(), of.name]);
        b.cmp(a).then_with(|| natural_all(one, other))
    });
    let text = |shoot: &ShootAnswer<'_>| {
        let mut out = Document::default();
        shoot.text(explain, &mut out);
        out.quiet(quiet).html()
    };
    let steps = [
        (Step::Fails, "red", "fail"),
        (Step::Forced, "yellow", "must move"),
        (Step::Automatic, "green", "move without need"),
        (Step::Stays, "dim", "stay"),
    ];
    let number = |step: Step| sorted.iter().filter(|(of, _)| *of == step).count();
    let there: Vec<_> = steps
        .iter()
        .filter(|(step, ..)| number(*step) > 0)
        .collect();
    html! {
        @if all.len() > 1 {
            p {
                "Of " (count(all.len(), "Shoot")) ", the worst first:"
                @for (at, (step, class, what)) in there.iter().enumerate() {
                    @if at > 0 { "," }
                    " " b.(class) { (number(*step)) " " (what) }
                }
            }
        }
        div.shoots { @for (_, shoot) in &sorted { div.shoot { (text(shoot)) } } }
    }
}
