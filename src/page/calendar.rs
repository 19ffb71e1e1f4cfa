//! The calendar of a profile: a drawing of the lives of its versions, and the same dates as tables.
//! The drawing counts across in hundredths of its width, so that the script only changes that width.

use std::collections::BTreeMap;

use maud::{Markup, html};

use crate::maintain::{Calendar, Fate, Life, ProfileAnswer, StuckAnswer};
use crate::model::lifecycle::{Classification, Current};
use crate::model::time::{SECONDS_PER_DAY as DAY, Time};
use crate::output::clean::named;
use crate::uses::{Entry, Key, ProfileUses, What};
use crate::words::count;

/// Heights, in pixels; `calendar.css` has the same.
const AXIS: usize = 36;
const ROW: usize = 26;
const BAR: usize = 16;
/// No date farther from now is drawn: years of a mistyped date would leave no room for the others.
const FARTHEST: i64 = 12 * 365 * DAY;
/// The fewest days drawn before and after now.
const AROUND: i64 = 120 * DAY;

/// The calendar of a profile. `uses`: who uses what of it; `number`: its position in the page;
/// `explain`: everything is named, instead of some.
pub(super) fn draw(
    of: &Calendar<'_>,
    uses: Option<&ProfileUses<'_>>,
    number: usize,
    explain: bool,
) -> Markup {
    html! {
        (drawing(&[(None, of)], uses, number))
        h3 { "Dates" }
        (of.dates(explain).html())
        @let moves = of.moves(explain).html();
        @if !moves.0.is_empty() {
            h3 { "Moves" }
            (moves)
        }
    }
}

/// The calendars of two revisions below each other, along one axis.
pub(super) fn before_and_after([old, new]: &[Calendar<'_>; 2], number: usize) -> Markup {
    drawing(&[(Some("Before"), old), (Some("After"), new)], None, number)
}

/// A revision of a profile, and its heading where there are several.
type Part<'c, 'v> = (Option<&'static str>, &'c Calendar<'v>);

fn drawing(parts: &[Part<'_, '_>], uses: Option<&ProfileUses<'_>>, number: usize) -> Markup {
    let Some((_, Calendar { profile, .. })) = parts.first() else {
        return html! {};
    };
    let scale = Scale::new(parts, profile);
    let rows = rows(parts);
    html! {
        (tools(parts))
        (legend(parts, profile, number))
        div.calendar {
            div.cal-axis-side {}
            div.cal-axis { (axis(&scale)) }
            div.cal-names {
                @for row in &rows { (name(row, uses)) }
            }
            div.cal-scroll tabindex="0" role="group" aria-label="Versions over time" {
                (chart(&rows, &scale))
            }
        }
    }
}

fn lives<'c, 'v>(parts: &[Part<'c, 'v>]) -> impl Iterator<Item = &'c Life<'v>> {
    parts.iter().flat_map(|(_, of)| &of.lives)
}

/// What the script and a check box change of the drawing.
fn tools(parts: &[Part<'_, '_>]) -> Markup {
    html! {
        div.cal-tools {
            @if lives(parts).any(|life| !life.targets.is_empty()) {
                label.check { input.cal-moves type="checkbox"; " Show where maintenance moves" }
            }
            div.cal-zoom role="group" aria-label="Time shown" hidden {
                @for (days, text) in [(92, "3 months"), (366, "1 year"), (1_096, "3 years"), (0, "All")] {
                    button type="button" data-days=(days) aria-pressed="false" { (text) }
                }
            }
        }
    }
}

/// The stages that are drawn, each with its pattern.
fn legend(parts: &[Part<'_, '_>], of: &ProfileAnswer<'_>, number: usize) -> Markup {
    let words = |life: &Life<'_>| {
        let later: Vec<&'static str> = life.changes.iter().map(|(_, to)| class(*to)).collect();
        std::iter::once(class(life.first))
            .chain(later)
            .collect::<Vec<_>>()
    };
    let all: Vec<&str> = lives(parts).flat_map(words).collect();
    let known = Classification::ALL.map(Classification::as_str);
    let shown = known
        .into_iter()
        .chain(["other"])
        .filter(|word| all.contains(word));
    html! {
        ul.cal-legend {
            @for word in shown {
                li {
                    svg width="28" height=(BAR) aria-hidden="true" { (bar(word, "")) }
                    " " (word)
                }
            }
            @for fate in Fate::ALL.iter().filter(|fate| lives(parts).any(|life| life.fate == Some(**fate))) {
                li { (sign(*fate)) " " (fate.as_str()) }
            }
            @if parts.iter().any(|(_, of)| !of.profile.stuck.is_empty()) {
                li { b.red { "✕" } " expires without a target" }
            }
            li { b.cal-today { "┃" } " " (of.start()) ": " (of.now) }
        }
        @if number == 0 { (patterns()) }
    }
}

/// The patterns of stages and the head of arrows, once for the page.
fn patterns() -> Markup {
    html! {
        svg.cal-patterns width="0" height="0" aria-hidden="true" {
            defs {
                pattern id="cal-preview" width="6" height="6" patternUnits="userSpaceOnUse" {
                    circle cx="3" cy="3" r="1.2" {}
                }
                pattern id="cal-deprecated" width="7" height="7" patternUnits="userSpaceOnUse"
                    patternTransform="rotate(45)" {
                    rect width="3" height="7" {}
                }
                marker id="cal-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"
                    markerHeight="7" orient="auto" {
                    path d="M0 0 L8 4 L0 8 z" {}
                }
            }
        }
    }
}

/// A row of the drawing: the heading of a revision or of a list, or a version of a calendar.
enum Row<'c, 'v> {
    Part(&'static str, bool),
    Heading(&'v str),
    Life(LifeRow<'c, 'v>),
}

/// A version of a calendar.
struct LifeRow<'c, 'v> {
    life: &'c Life<'v>,
    /// The position of its calendar among those that are drawn.
    part: usize,
    /// When that was asked.
    now: Time,
    /// What of it has no target, first of all.
    stuck: Option<&'c StuckAnswer<'v>>,
}

fn rows<'c, 'v>(parts: &[Part<'c, 'v>]) -> Vec<Row<'c, 'v>> {
    let mut rows = Vec::new();
    for (part, (heading, of)) in parts.iter().enumerate() {
        let mut stuck = BTreeMap::new();
        for of in &of.profile.stuck {
            stuck.entry((of.image, of.version)).or_insert(of);
        }
        let row = |life: &'c Life<'v>| LifeRow {
            life,
            part,
            now: of.profile.now,
            stuck: stuck.get(&(life.image, life.version)).copied(),
        };
        rows.extend(heading.map(|text| Row::Part(text, of.lives.is_empty())));
        for list in of.lives.chunk_by(|one, other| one.image == other.image) {
            rows.push(Row::Heading(list[0].image.unwrap_or("Kubernetes")));
            rows.extend(list.iter().map(|life| Row::Life(row(life))));
        }
    }
    rows
}

/// The sign of a difference; its word stands beside it.
fn sign(fate: Fate) -> Markup {
    let (sign, class) = match fate {
        Fate::Added => ("+", "green"),
        Fate::Removed => ("−", "red"),
        Fate::Changed => ("≠", "yellow"),
    };
    html! { b.(class) aria-hidden="true" { (sign) } }
}

fn name(row: &Row<'_, '_>, uses: Option<&ProfileUses<'_>>) -> Markup {
    let LifeRow { life, stuck, .. } = match row {
        Row::Part(text, is_empty) => {
            return html! {
                div.cal-group.cal-part { (text) @if *is_empty { ": none of these" } }
            };
        }
        Row::Heading(text) => return html! { div.cal-group { (named(text)) } },
        Row::Life(row) => row,
    };
    let key = Key {
        what: match life.image {
            None => What::KubernetesVersion,
            Some(_) => What::ImageVersion,
        },
        image: life.image.unwrap_or_default(),
        name: life.version,
    };
    let used = uses
        .and_then(|uses| uses.listed(key))
        .map_or(0, Entry::objects);
    html! {
        div.cal-name title=(named(life.version)) {
            @if let Some(fate) = life.fate { (sign(fate)) " " }
            @if stuck.is_some() {
                b.red title="expires without a target" { "✕" } " "
            }
            (named(life.version))
            @if used > 0 { " " small { (count(used, "user")) } }
            @if let Some(fate) = life.fate { " " small { (fate.as_str()) } }
        }
    }
}

/// The time that is drawn.
struct Scale {
    from: i64,
    until: i64,
    now: Time,
}

impl Scale {
    /// All dates near the time of the answer, and none after its range.
    fn new(parts: &[Part<'_, '_>], of: &ProfileAnswer<'_>) -> Self {
        let now = of.now.unix();
        let near = |date: &i64| now.saturating_sub(*date).saturating_abs() < FARTHEST;
        let dates = lives(parts)
            .flat_map(|life| &life.changes)
            .map(|(date, _)| date.unix());
        let dates: Vec<i64> = dates.filter(near).collect();
        let first = dates.iter().min().map_or(now, |date| *date);
        let last = dates.iter().max().map_or(now, |date| *date);
        Self {
            from: first
                .saturating_sub(AROUND / 2)
                .min(now.saturating_sub(AROUND)),
            until: last
                .saturating_add(AROUND / 2)
                .max(now.saturating_add(AROUND))
                .min(of.range.1.unix()),
            now: of.now,
        }
    }

    /// Where a time is, from 0 to 1.
    #[allow(clippy::cast_precision_loss)]
    fn part(&self, time: i64) -> f64 {
        let time = time.clamp(self.from, self.until);
        (time - self.from) as f64 / (self.until - self.from) as f64
    }

    fn across(&self, time: Time) -> String {
        percent(self.part(time.unix()))
    }

    fn has(&self, time: Time) -> bool {
        (self.from..=self.until).contains(&time.unix())
    }

    /// The days that are drawn.
    fn days(&self) -> i64 {
        (self.until - self.from) / DAY
    }

    /// The months that begin in the time that is drawn.
    fn months(&self) -> Vec<Month> {
        let first = Time::from_unix(self.from).date();
        let Some(mut year) = first.get(..4).and_then(|year| year.parse::<i64>().ok()) else {
            return Vec::new();
        };
        let mut months = Vec::new();
        loop {
            for number in 1..=12 {
                let Ok(start) = Time::parse(&format!("{year:04}-{number:02}-01T00:00:00Z")) else {
                    return months;
                };
                if start.unix() > self.until {
                    return months;
                }
                if start.unix() >= self.from {
                    months.push(Month {
                        year,
                        number,
                        start,
                    });
                }
            }
            year += 1;
        }
    }
}

struct Month {
    year: i64,
    number: usize,
    start: Time,
}

impl Month {
    const NAMES: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];

    fn class(&self) -> &'static str {
        match self.number {
            1 => "year",
            4 | 7 | 10 => "quarter",
            _ => "month",
        }
    }
}

/// Hundredths of the width, with as many digits as a year of days needs on a screen.
fn percent(part: f64) -> String {
    let text = format!("{:.3}", part * 100.0);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

/// The dates, in a drawing of their own, so that they stay in view above a long chart.
fn axis(scale: &Scale) -> Markup {
    let now = scale.across(scale.now);
    html! {
        svg aria-hidden="true" width="100%" height=(AXIS) {
            @for month in scale.months() {
                @let x = scale.across(month.start);
                line class={ "cal-tick " (month.class()) } x1=(x) x2=(x) y1="20" y2=(AXIS) {}
                text class={ "cal-when " (month.class()) } x=(x) y="30" dx="4" {
                    @if month.number == 1 { (format!("{:04}", month.year)) }
                    @else { (Month::NAMES[month.number - 1]) }
                }
            }
            line.cal-now x1=(now) x2=(now) y1="14" y2=(AXIS) {}
            text.cal-now x=(now) y="11" text-anchor="middle" { (scale.now.date()) }
        }
    }
}

fn chart(rows: &[Row<'_, '_>], scale: &Scale) -> Markup {
    let height = ROW * rows.len() + 4;
    let now = scale.across(scale.now);
    html! {
        svg.cal-chart role="img" aria-label="The same dates as in the tables below" width="100%"
            height=(height) data-days=(scale.days()) data-now=(now) {
            @for (at, row) in rows.iter().enumerate() {
                @let class = match row {
                    Row::Part(..) => "cal-list cal-part",
                    Row::Heading(_) => "cal-list",
                    Row::Life(row) if row.life.fate.is_some() => "cal-differs",
                    Row::Life(_) => "",
                };
                @if !class.is_empty() {
                    rect class=(class) width="100%" y=(at * ROW) height=(ROW) {}
                }
            }
            @for month in scale.months() {
                @let x = scale.across(month.start);
                line class={ "cal-tick " (month.class()) } x1=(x) x2=(x) y1="0" y2=(height) {}
            }
            @for (at, row) in rows.iter().enumerate() {
                @if let Row::Life(row) = row { (stages(row, at * ROW, scale)) }
            }
            (arrows(rows, scale))
            line.cal-now x1=(now) x2=(now) y1="0" y2=(height) {}
        }
    }
}

/// The bars of a version, and a cross where it ends without a target.
fn stages(row: &LifeRow<'_, '_>, top: usize, scale: &Scale) -> Markup {
    let life = row.life;
    let starts = std::iter::once((Time::MIN, life.first)).chain(life.changes.iter().copied());
    let ends = life
        .changes
        .iter()
        .map(|(date, _)| *date)
        .chain([Time::MAX]);
    let y = top + (ROW - BAR) / 2;
    html! {
        @for ((start, stage), end) in starts.zip(ends) {
            @let (left, right) = (scale.part(start.unix()), scale.part(end.unix()));
            @if right > left {
                svg x=(percent(left)) y=(y) width=(percent(right - left)) height=(BAR) {
                    title { (span(life, stage, start, end)) }
                    @let cut = start > Time::MIN && start.unix() < scale.from;
                    @let since = if cut { " since earlier" } else { "" };
                    (bar(class(stage), &format!("{}{since}", named(stage.as_str()))))
                }
            }
        }
        @if let Some(first) = row.stuck {
            @let date = first.date.unwrap_or(row.now);
            @if scale.has(date) {
                text.cal-stuck x=(scale.across(date)) y=(top + ROW / 2 + 5) text-anchor="middle" {
                    title { (named(life.version)) ": " (first.reason) }
                    "✕"
                }
            }
        }
        (later(life, top, scale))
    }
}

/// A word at the edge, where a version still changes after the time that is drawn.
fn later(life: &Life<'_>, top: usize, scale: &Scale) -> Markup {
    let is_later = life
        .changes
        .iter()
        .any(|(date, _)| date.unix() > scale.until);
    html! {
        @if is_later {
            text.cal-later x="100%" y=(top + ROW / 2 + 4) dx="-6" text-anchor="end" { "later" }
        }
    }
}

/// `1.31.4 is deprecated from … until …`
fn span(life: &Life<'_>, stage: Current<'_>, start: Time, end: Time) -> String {
    let mut text = format!("{} {}", named(life.version), named(stage.as_str()));
    if start > Time::MIN {
        text += &format!(" from {start}");
    }
    if end < Time::MAX {
        text += &format!(" until {end}");
    }
    text
}

/// A bar that fills its drawing: a pattern on a ground, and a word.
fn bar(class: &str, word: &str) -> Markup {
    html! {
        rect class={ "cal-stage " (class) } width="100%" height="100%" rx="3" {}
        @if matches!(class, "preview" | "deprecated") {
            rect width="100%" height="100%" rx="3" fill={ "url(#cal-" (class) ")" } {}
        }
        @if !word.is_empty() { text.cal-word x="6" y="12" { (word) } }
    }
}

fn class(stage: Current<'_>) -> &'static str {
    match stage {
        Current::Known(known) => known.as_str(),
        Current::Unknown(_) => "other",
    }
}

/// Where an arrow is across, where it starts and ends from above, and what it says.
type Arrow = (String, usize, usize, String);

/// The moves that the ends of versions bring, side by side where they would cover each other.
fn arrows(rows: &[Row<'_, '_>], scale: &Scale) -> Markup {
    let mut drawn: Vec<(Arrow, usize)> = Vec::new();
    let middle = |at: usize| at * ROW + ROW / 2;
    let lives = || {
        rows.iter().enumerate().filter_map(|(at, row)| match row {
            Row::Life(row) => Some((at, row)),
            _ => None,
        })
    };
    let mut places = BTreeMap::new();
    for (at, row) in lives() {
        let key = (row.part, row.life.image, row.life.version);
        places.entry(key).or_insert(at);
    }
    // Where the arrows at one date end below, in order.
    let mut ends: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, row) in lives() {
        let life = row.life;
        let date = life.ends.unwrap_or(scale.now);
        if !scale.has(date) {
            continue;
        }
        let x = scale.across(date);
        for target in &life.targets {
            if let Some(to) = places.get(&(row.part, life.image, target.version)) {
                let said = format!("{} → {}", named(life.version), named(target.version));
                let (from, to) = (middle(at), middle(*to));
                let ends = ends.entry(x.clone()).or_default();
                let before = ends.len() - ends.partition_point(|end| *end < from.min(to));
                ends.insert(
                    ends.partition_point(|end| *end < from.max(to)),
                    from.max(to),
                );
                drawn.push(((x.clone(), from, to, said), before));
            }
        }
    }
    let now = scale.across(scale.now);
    html! {
        g.cal-arrows {
            @for ((x, from, to, said), before) in &drawn {
                @let beside = before + usize::from(*x == now);
                g transform=[(beside > 0).then(|| format!("translate({} 0)", beside * 5))] {
                    title { (said) }
                    circle cx=(x) cy=(from) r="3" {}
                    line x1=(x) x2=(x) y1=(from) y2=(to) marker-end="url(#cal-arrow)" {}
                }
            }
        }
    }
}
