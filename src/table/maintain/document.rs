//! The answers for people: on a terminal, and as Markdown, which has no room for a sentence below
//! each version.

use crate::maintain::{
    Kind, MaintainReport, ProfileAnswer, ShootAnswer, Side, Step, StuckAnswer, VersionAnswer,
    WindowAnswer,
};
use crate::maintenance::Transition;
use crate::model::lifecycle::Classification;
use crate::model::time::Time;
use crate::output::clean::named as clean;
use crate::output::{
    Block, Cell, Color, Document, Grid, Paragraph, Row as Line, Span, Style, Table, Widths,
};
use crate::words::{self, Names, first};

/// Maximum number of versions of a reason named before the rest is counted.
const NAMED: usize = 4;
const HEADING: [&str; 7] = [
    "Pool", "What", "Before", "After", "Flavor", "Artifact", "How",
];
const TRANSITIONS: [&str; 5] = ["After", "Of", "Version", "From", "To"];
const STUCK: [&str; 5] = ["After", "Of", "Version", "For", "Why"];
/// How far versions stand below their window, and reasons below their versions.
const INDENT: usize = 2;

/// A version, and its window.
type News<'v> = (&'v WindowAnswer<'v>, &'v VersionAnswer<'v>);

impl MaintainReport<'_> {
    /// The answers for a terminal. `explain`: everything is named, instead of some.
    pub(crate) fn text(&self, explain: bool) -> Document {
        let mut out = Document::default();
        for (at, shoot) in self.shoots.iter().enumerate() {
            if at > 0 {
                out.blank();
            }
            shoot.text(explain, &mut out);
        }
        for (at, profile) in self.profiles.iter().enumerate() {
            if at > 0 {
                out.blank();
            }
            profile.text(explain, &mut out);
        }
        out
    }

    pub(crate) fn markdown(&self) -> Document {
        let mut out = Document::default();
        self.shoots
            .iter()
            .for_each(|shoot| shoot.markdown(&mut out));
        self.profiles
            .iter()
            .for_each(|profile| profile.markdown(&mut out));
        out.blank();
        out
    }
}

impl ShootAnswer<'_> {
    pub(crate) fn text(&self, explain: bool, out: &mut Document) {
        self.head().into_iter().enumerate().for_each(|(at, text)| {
            if at == 0 {
                out.heading(text);
            } else {
                out.wrapped(0, text);
            }
        });
        out.blank();
        let news = self.news();
        let several = self.windows.len() > 1;
        let mut rows = Vec::new();
        let mut last = None;
        for (window, version) in &news {
            if several && last.replace(window.at) != Some(window.at) {
                rows.push(Line::Between(Block::Heading(window.when())));
            }
            rows.push(Line::Cells(version.cells()));
            let text = version.reason.as_str().into();
            let why = Paragraph {
                text,
                first: 2 * INDENT,
                rest: 2 * INDENT,
                breaks: true,
                ..Paragraph::default()
            };
            let why = Block::Remark(vec![Block::Paragraph(why)]);
            rows.push(Line::Between(why));
        }
        out.push(Block::Grid(Grid {
            heading: &HEADING,
            optional: &[4, 5],
            names: 5,
            folds: true,
            indent: INDENT,
            rows,
        }));
        let in_first = news.iter().all(|(window, _)| {
            self.windows
                .first()
                .is_some_and(|first| std::ptr::eq(first, *window))
        });
        if in_first && self.windows_are != Kind::Next {
            let text = match self.later {
                _ if self.windows_are == Kind::Timeline => "Nothing changes later.".to_owned(),
                Some(date) => format!("Nothing moves after that until {}.", words::day(date)),
                None => "Nothing moves after that.".to_owned(),
            };
            out.wrapped(0, text);
        }
        for (window, version) in news
            .iter()
            .filter(|(_, version)| explain || version.fails())
        {
            let when = if several {
                window.when() + ": "
            } else {
                String::new()
            };
            out.remark(|out| version.kept_back(&when, explain, out));
        }
    }

    fn markdown(&self, out: &mut Document) {
        self.head().into_iter().enumerate().for_each(|(at, text)| {
            if at == 0 {
                out.heading(text);
            } else {
                out.paragraph(0, text);
            }
        });
        let mut table = Table::new(
            [
                "When", "Pool", "What", "Before", "Flavor", "After", "Flavor", "How", "Why",
            ],
            Widths::Natural,
        );
        for (window, version) in self.news() {
            let after = version.after.as_ref();
            table.row([
                window.when(),
                words::nth(version.pool.unwrap_or("control plane"), version.nth).into_owned(),
                version.of(),
                version.before.named(),
                version.before.flavor_cell(),
                after.map_or_else(String::new, Side::named),
                after.map_or_else(String::new, Side::flavor_cell),
                version.shown().to_owned(),
                version.reason.clone(),
            ]);
        }
        out.push(Block::Table(table));
    }

    /// The Shoot; its profile, the automatic updates and the windows.
    fn head(&self) -> [String; 2] {
        let title = words::shoot(
            self.namespace.unwrap_or_default(),
            self.name,
            self.place.file,
            self.place.document,
        );
        let (kubernetes, images) = (
            self.auto_update.kubernetes_version,
            self.auto_update.machine_image_version,
        );
        let on = |on: bool| if on { "on" } else { "off" };
        let updates = if !self.has_pools {
            format!("automatic updates of Kubernetes are {}", on(kubernetes))
        } else if kubernetes == images {
            format!(
                "automatic updates of Kubernetes and images are {}",
                on(kubernetes)
            )
        } else {
            format!(
                "automatic updates of Kubernetes are {}, those of images are {}",
                on(kubernetes),
                on(images)
            )
        };
        let profile = format!(
            "{} ({})",
            self.profile,
            words::place(self.profile_place.file, self.profile_place.document)
        );
        let first = self
            .windows
            .first()
            .map(|window| window.at.to_string())
            .unwrap_or_default();
        let windows = match self.windows_are {
            Kind::Next => format!("A maintenance window at {first}:"),
            Kind::Timeline => format!(
                "A maintenance window at {first}, and later ones with another answer if the Shoot \
                 stays as it is:"
            ),
            Kind::Settled => format!("Maintenance windows from {first} on, until nothing moves:"),
        };
        [title, format!("{}; {updates}. {windows}", clean(&profile))]
    }

    /// The news: all of the first window; later whatever differs from the window before, and of
    /// windows until nothing moves whatever moves or fails.
    fn news(&self) -> Vec<News<'_>> {
        let mut news = Vec::new();
        let mut before: &[VersionAnswer<'_>] = &[];
        for window in &self.windows {
            for (at, version) in window.versions.iter().enumerate() {
                let as_before = |before: &VersionAnswer<'_>| {
                    before.before.version == version.before.version
                        && before.becomes == version.becomes
                };
                let same = before.get(at).is_some_and(as_before);
                let idle =
                    self.windows_are == Kind::Settled && !version.moves() && !version.fails();
                if before.is_empty() || !(same || idle) {
                    news.push((window, version));
                }
            }
            before = &window.versions;
        }
        news
    }
}

impl WindowAnswer<'_> {
    fn when(&self) -> String {
        self.date
            .map_or_else(|| self.at.to_string(), |date| format!("after {date}"))
    }
}

impl VersionAnswer<'_> {
    /// The outcome as a word: a move to a version for which the pool gets no artifact is not a
    /// success.
    fn shown(&self) -> &'static str {
        if self.moves_to_nothing {
            "no artifact"
        } else {
            self.outcome.code()
        }
    }

    fn of(&self) -> String {
        match (self.image, self.strategy) {
            (None, _) => "Kubernetes".to_owned(),
            (Some(name), None) => clean(name).into_owned(),
            (Some(name), Some(strategy)) => format!("{} ({strategy})", clean(name)),
        }
    }

    fn cells(&self) -> Vec<Span> {
        let after = self.after.as_ref();
        let change = |before: String, after: Option<String>| match after {
            Some(after) if before != after => format!("{before} → {after}"),
            _ => before,
        };
        let style = match self.outcome {
            _ if self.moves_to_nothing => Style::new(Color::Red).bold(),
            Step::Fails => Style::new(Color::Red).bold(),
            Step::Forced => Style::new(Color::Yellow),
            Step::Automatic => Style::new(Color::Green),
            Step::Stays => Style::PLAIN,
        };
        vec![
            self.pool
                .map_or_else(
                    || "control plane".to_owned(),
                    |pool| words::nth(&clean(pool), self.nth).into_owned(),
                )
                .into(),
            self.of().into(),
            self.before.named().into(),
            after.map_or_else(String::new, Side::named).into(),
            change(self.before.flavor_cell(), after.map(Side::flavor_cell)).into(),
            change(self.before.artifact_cell(), after.map(Side::artifact_cell)).into(),
            Span::new(self.shown(), style),
        ]
    }

    /// The reasons why maintenance chooses no version of its image, with versions of the same
    /// reason together.
    fn kept_back(&self, when: &str, explain: bool, out: &mut Document) {
        let (Some(pool), count) = (self.pool, self.candidates.len()) else {
            return;
        };
        if count == 0 {
            return;
        }
        let of = if count == 1 {
            "the version".to_owned()
        } else {
            format!("the {count} versions")
        };
        out.blank();
        out.wrapped(
            0,
            format!(
                "{when}pool {}: of {of} of {}",
                words::nth(&clean(pool), self.nth),
                clean(self.image.unwrap_or_default())
            ),
        );
        for (reason, versions) in words::alike(
            self.candidates
                .iter()
                .map(|of| (of.message.as_str(), of.version)),
        ) {
            let most = if explain { versions.len() } else { NAMED + 1 };
            let each = if versions.len() > 1 { "each " } else { "" };
            out.wrapped(
                2,
                format!("{}: {each}{reason}", first(&versions, NAMED, most)),
            );
        }
    }
}

impl Side<'_> {
    /// `1.30.5`, `1.30.5 (deprecated)`: with the classification unless it is supported.
    fn named(&self) -> String {
        match self
            .classification
            .filter(|state| *state != Classification::Supported.as_str())
        {
            None => clean(self.version).into_owned(),
            Some(state) => format!("{} ({})", clean(self.version), clean(state)),
        }
    }

    /// The position of the flavor that is taken, or that flavors tie.
    pub(super) fn flavor_cell(&self) -> String {
        let tie = if self.tied_flavors.is_empty() {
            ""
        } else {
            "tie"
        };
        self.flavor
            .map_or_else(|| tie.to_owned(), |one| one.to_string())
    }

    /// The artifact, or why there is none.
    pub(super) fn artifact_cell(&self) -> String {
        match (&self.artifact, &self.no_artifact) {
            (Some(name), _) => clean(name).into_owned(),
            (None, Some(why)) => format!("none: {}", clean(why)),
            (None, None) => String::new(),
        }
    }
}

impl ProfileAnswer<'_> {
    fn text(&self, explain: bool, out: &mut Document) {
        out.heading(self.title());
        out.wrapped(0, self.times() + ".");
        self.dates(explain, out);
    }

    /// When versions change, and which have no target.
    pub(super) fn dates(&self, explain: bool, out: &mut Document) {
        if self.transitions.is_empty() {
            out.wrapped(0, "No version changes in this time.");
        } else {
            out.blank();
            out.push(Block::Table(self.transitions(Widths::Within)));
        }
        out.blank();
        if self.stuck.is_empty() {
            out.wrapped(0, self.no_stuck());
            return;
        }
        out.wrapped(
            0,
            "These versions expire without a target, and then maintenance of worker pools and \
             clusters with them fails:",
        );
        out.blank();
        out.push(Block::Table(self.stuck(Widths::Within, explain)));
    }

    fn markdown(&self, out: &mut Document) {
        out.heading(self.title());
        out.paragraph(0, self.times() + ".");
        if !self.transitions.is_empty() {
            out.push(Block::Table(self.transitions(Widths::Natural)));
        }
        if self.stuck.is_empty() {
            out.paragraph(0, self.no_stuck());
            return;
        }
        out.paragraph(0, "Expired without a target:");
        out.push(Block::Table(self.stuck(Widths::Natural, true)));
    }

    pub(crate) fn title(&self) -> String {
        clean(&format!(
            "{} ({})",
            self.name,
            words::place(self.place.file, self.place.document)
        ))
        .into_owned()
    }

    /// That no version gets stuck.
    fn no_stuck(&self) -> &'static str {
        if self.expires {
            "Every version that expires has a target."
        } else {
            "No version expires."
        }
    }

    /// The range of time of its changes.
    pub(crate) fn times(&self) -> String {
        match self.range {
            (Time::MIN, Time::MAX) => {
                format!("All changes of its versions; the time is {}", self.now)
            }
            (Time::MIN, until) => format!(
                "Changes of its versions until {until}; the time is {}",
                self.now
            ),
            (from, Time::MAX) => format!("Changes of its versions from {from} on"),
            (from, until) => format!("Changes of its versions from {from} until {until}"),
        }
    }

    /// What its time is: the clock, or the start of a range.
    pub(crate) fn start(&self) -> &'static str {
        match self.range.0 {
            Time::MIN => "now",
            _ => "start",
        }
    }

    fn transitions(&self, widths: Widths) -> Table {
        let mut table = Table::new(TRANSITIONS, widths);
        // A version that the profile has twice changes once.
        let same = |a: &&Transition<'_>, b: &&Transition<'_>| {
            (a.date, a.image, a.version, a.from, a.to) == (b.date, b.image, b.version, b.from, b.to)
        };
        let all: Vec<&Transition<'_>> = self.transitions.iter().collect();
        for of in all.chunk_by(same).map(|same| same[0]) {
            let [what, version] = named(of.image, of.version);
            table.row([
                of.date.to_string(),
                what,
                version,
                of.from.as_str().to_owned(),
                of.to.as_str().to_owned(),
            ]);
        }
        table
    }

    fn stuck(&self, widths: Widths, expand: bool) -> Table {
        let mut table = Table::new(STUCK, widths);
        for of in &self.stuck {
            let [what, version] = named(of.image, of.version);
            let date = of
                .date
                .map_or_else(|| self.start().to_owned(), |date| date.to_string());
            let version = Cell::new(version, Style::new(Color::Red));
            table.row([
                date.into(),
                what.into(),
                version,
                of.who(expand).into(),
                of.reason.as_str().into(),
            ]);
        }
        table
    }
}

/// Those who run a version. `all`: on every machine type; `in_place`: only where machines are updated
/// in place.
pub(super) fn who(
    image: Option<&str>,
    machine_types: &[&str],
    (all, in_place): (bool, bool),
    kubernetes: &[&str],
    expand: bool,
) -> String {
    if image.is_none() {
        return "every cluster".to_owned();
    }
    let mut text = if all {
        "every machine type".to_owned()
    } else if machine_types.len() <= 4 || expand {
        Names::Plain.all(machine_types)
    } else {
        first(machine_types, 3, 4)
    };
    if in_place {
        text.push_str(", updated in place");
    }
    if !kubernetes.is_empty() {
        text.push_str(&format!(
            ", with Kubernetes {}",
            Names::Plain.all(kubernetes)
        ));
    }
    text
}

/// The thing that a version belongs to, and the version.
pub(super) fn named(image: Option<&str>, version: &str) -> [String; 2] {
    [image.unwrap_or("Kubernetes"), version].map(|name| clean(name).into_owned())
}

impl StuckAnswer<'_> {
    pub(crate) fn who(&self, expand: bool) -> String {
        who(
            self.image,
            &self.machine_types,
            (self.of_every_machine_type, self.in_place),
            &self.kubernetes,
            expand,
        )
    }
}
