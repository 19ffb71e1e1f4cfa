//! The way out of a profile's entry: as JSON, a contract with a version, and for people.

mod effects;
mod steps;

use schemars::JsonSchema;
use serde::Serialize;

use crate::landscape::Item;
use crate::maintain::{
    self, Asked, Place, ShootAnswer, StuckAnswer, VersionAnswer, VersionOf, WindowAnswer,
};
use crate::maintenance::just_after;
use crate::model::lifecycle::Current;
use crate::model::object::qualified;
use crate::model::path::FieldPath;
use crate::model::time::Time;
use crate::output::{Block, Document, Mark, Paragraph, Table, Widths};
use crate::retire::{Mover, Retirement, State};
use crate::source::Sources;
use crate::table::diff::{self, Changes, DiffReport, Extent};
use crate::uses::{self, What, hidden};
use crate::words::codes::codes;
use crate::words::{self, count};

/// The version of the contract.
pub const SCHEMA_VERSION: u32 = 1;

/// Maximum number of other versions named to people.
const NAMED: usize = 8;
/// Maximum number of untold values named to people.
const UNTOLD: usize = 3;
/// What maintenance needs before an entry goes from which it cannot move somebody.
pub(crate) const ADD_VERSION: &str = "add a version to move to (`cpcap add`)";
/// Maximum number of impacts shown to people.
const MOST_IMPACTS: usize = 50;

codes!(State {
    Self::Announce => "announce",
    Self::Wait(_) => "wait",
    Self::InUse => "inUse",
    Self::Removable => "removable",
});

/// What `cpcap retire --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RetireReport<'a> {
    /// The version of this contract.
    pub schema_version: u32,
    /// The list that has the entry.
    #[schemars(extend("enum" = ["kubernetes", "image", "machine-type"]))]
    pub what: &'static str,
    #[serde(skip)]
    list: What,
    /// The image of an image version.
    #[serde(skip_serializing_if = "str::is_empty")]
    #[schemars(with = "Option<String>")]
    pub image: &'a str,
    /// The name or version of the entry.
    pub name: &'a str,
    /// The profile that lists it.
    pub profile: Object<'a>,
    /// The line of the entry in the file of the profile, from 1.
    pub line: u32,
    /// The classification of a version now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classification: Option<&'a str>,
    /// The date at which the version expires, as the profile says now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub expires: Option<Time>,
    /// `announce`: the first edit is due; `wait`: the version expires later; `inUse`: it is gone for
    /// new Shoots, and an object still uses it, or may; `removable`: the files hold Shoots, and
    /// nothing in them uses it.
    #[schemars(with = "String", extend("enum" = State::CODES))]
    pub state: State,
    /// The date at which the version expires after the first edit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub date: Option<Time>,
    /// The end of the time that the answers of `cpcap maintain` cover: the latest date of the version,
    /// also in NamespacedCloudProfiles. Left out where that is past.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub until: Option<Time>,
    /// The first edit; left out where it is made already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<Edit<'a>>,
    /// The NamespacedCloudProfiles that list the entry too.
    pub namespaced_cloud_profiles: Vec<Object<'a>>,
    /// The Shoots that use it.
    pub shoots: Vec<User<'a>>,
    /// The Shoots that use it and cannot be judged.
    pub unjudged: Vec<Object<'a>>,
    /// The Shoots whose NamespacedCloudProfile is not among the files: they may use it.
    pub dangling: Vec<Object<'a>>,
    /// Whether something may use it that cpcap could not read, or that does not say so.
    pub hides_users: bool,
    /// Whether any Shoot is among the files that is not nearer to another profile of the name.
    pub knows_shoots: bool,
    /// Whether Shoots that name no version, or only its beginning, may have it.
    pub may_be_used: bool,
    /// The other versions of the list that are supported, for moves by hand.
    pub others: &'a [&'a str],
    /// The removal from the NamespacedCloudProfiles, where nobody else uses the entry after its date;
    /// left out where it is not due.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub children_removal: Option<Edit<'a>>,
    /// The removal, where nobody uses the entry; left out where it is not due.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removal: Option<Edit<'a>>,
    /// The steps that are left, in the order that the server accepts.
    pub steps: Vec<Step>,
    /// For whom maintenance finds no way on from the version once it expires, whether or not a Shoot
    /// has it; as the profile is after the first edit.
    pub stuck: &'a [StuckAnswer<'a>],
    /// Whether maintenance fails on the way: of a Shoot that uses the entry, of any user where no
    /// Shoot is known, or of others from the edit that is due on. Then the exit code is 1.
    pub fails: bool,
    /// The Shoots for which maintenance fails from the edit that is due on.
    #[serde(skip)]
    lost: Vec<String>,
    /// What `cpcap diff` says of the edit that is due; left out where none is due, or it cannot be
    /// made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<DiffReport<'a>>,
}

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The first edit.
    Announce,
    /// Nothing is to be done until a date.
    Wait,
    /// The users move.
    Move,
    /// NamespacedCloudProfiles give the entry up.
    Children,
    /// The entry goes.
    Remove,
}

codes!(Action {
    Self::Announce => "announce",
    Self::Wait => "wait",
    Self::Move => "move",
    Self::Children => "children",
    Self::Remove => "remove",
});

/// A step of the way out.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "JsonStep")]
pub struct Step {
    /// What it is: `announce`: the first edit; `wait` until the date; `move`: the users move;
    /// `children`: NamespacedCloudProfiles; `remove`.
    #[schemars(with = "String", extend("enum" = Action::CODES))]
    pub code: Action,
    /// The time from which it can be done, or until which to wait; left out where that is now, or
    /// not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub date: Option<Time>,
    /// The same for people.
    pub text: String,
}

/// An object of a run.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "JsonObject")]
pub struct Object<'a> {
    /// Its kind.
    pub kind: &'static str,
    /// Its namespace.
    #[serde(skip_serializing_if = "str::is_empty")]
    #[schemars(with = "Option<String>")]
    pub namespace: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Its place.
    #[serde(flatten)]
    pub place: Place<'a>,
}

impl<'a> Object<'a> {
    pub(crate) fn new(item: &'a Item<'a>, sources: &'a Sources) -> Self {
        let (kind, namespace, name) = item.key();
        Self {
            kind: kind.as_str(),
            namespace,
            name,
            place: Place::of(item, sources),
        }
    }
}

/// An edit of the profile.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "JsonEdit")]
pub struct Edit<'a> {
    /// Whether cpcap can make it without changing something else in the text.
    pub possible: bool,
    /// Whether it is possible and the server accepts the object with it: it brings no error, and
    /// none stays.
    pub accepted: bool,
    /// The errors that it brings.
    pub errors: &'a [String],
    /// How many errors there are already and stay: for these, too, the server refuses it.
    pub remaining: usize,
}

impl Edit<'_> {
    /// Why it is not made, below its step.
    fn say(&self, step: Action, is_last: bool, out: &mut Document) {
        for error in self.errors {
            out.wrapped(3, format!("The server refuses it: {error}"));
        }
        if let Some(refusal) = refused_already(self.remaining, step == Action::Children) {
            out.wrapped(3, capital(&refusal));
        }
        if !self.possible {
            let rest = if is_last {
                ""
            } else {
                " What follows is without it."
            };
            out.wrapped(
                3,
                format!(
                    "Make it by hand: cpcap cannot edit the text without changing something else, \
                     most likely through an anchor.{rest}"
                ),
            );
        }
    }
}

/// A Shoot that uses the entry.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "JsonUser")]
pub struct User<'a> {
    /// Whether the Shoot as a whole uses it: its control plane.
    pub control_plane: bool,
    /// The worker pools that use it.
    pub pools: &'a [&'a str],
    /// What `cpcap maintain --settle` says of it, from now until the version has expired.
    pub maintenance: ShootAnswer<'a>,
}

impl<'a> RetireReport<'a> {
    /// The answer. `now`: the time of the question.
    #[must_use]
    pub fn new(of: &'a Retirement<'a>, changes: Option<&'a Changes<'a>>, now: Time) -> Self {
        let sources = of.sources;
        let object = |item: &'a Item<'a>| Object::new(item, sources);
        let asked = Asked {
            start: now,
            until: of.until.map(just_after),
            settle: true,
            explain: true,
        };
        let user = |mover: &'a Mover<'a>| User {
            control_plane: mover.whole,
            pools: &mover.pools,
            maintenance: maintain::shoot(mover.item, &mover.stored, mover.profile, asked, sources),
        };
        let place = of.place;
        let mut report = Self {
            schema_version: SCHEMA_VERSION,
            what: match of.entry.what {
                What::KubernetesVersion => "kubernetes",
                What::MachineType => "machine-type",
                _ => "image",
            },
            list: of.entry.what,
            image: of.entry.image,
            name: of.entry.name,
            profile: object(of.profile),
            line: sources.get(place.file).position(place.span.start).line,
            classification: of.classification.map(Current::as_str),
            expires: of.expires,
            state: of.state,
            date: of.date,
            until: of.until,
            edit: (of.state == State::Announce).then_some(Edit {
                possible: of.is_editable,
                accepted: of.is_editable && of.refused.is_empty() && of.remaining == 0,
                errors: &of.refused,
                remaining: of.remaining,
            }),
            namespaced_cloud_profiles: of.children.iter().copied().map(object).collect(),
            shoots: of.shoots.iter().map(user).collect(),
            unjudged: of.unjudged.iter().copied().map(object).collect(),
            dangling: of.dangling.iter().copied().map(object).collect(),
            hides_users: of.hides_users,
            knows_shoots: of.knows_shoots,
            may_be_used: of.may_be_used,
            others: &of.others,
            children_removal: removal(of, State::InUse),
            removal: removal(of, State::Removable),
            steps: Vec::new(),
            stuck: &of.stuck,
            fails: false,
            lost: effects::lost(of),
            diff: changes.map(|changes| diff::json(changes.view())),
        };
        report.steps = report.steps(of);
        report.fails = report.fails(of);
        report
    }

    fn is_version(&self) -> bool {
        self.list != What::MachineType
    }

    fn users(&self) -> String {
        match self.shoots.len() + self.unjudged.len() {
            0 => String::new(),
            shoots => count(shoots, "Shoot"),
        }
    }

    /// The answer for people.
    pub(crate) fn document(&self, of: &Retirement<'_>, changes: Option<&Changes<'_>>) -> Document {
        let mut out = Document::default();
        let (title, profile) = (
            plain(&uses::title(of.entry)),
            plain(&words::object(of.profile)),
        );
        out.heading(format!(
            "{} of {profile} ({}:{})",
            capital(&title),
            self.profile.place.file,
            self.line
        ));
        out.wrapped(0, self.summary(of));
        for (at, step) in self.steps.iter().enumerate() {
            out.blank();
            out.item(Mark::Number(at + 1), |out| {
                out.push(Block::Paragraph(Paragraph {
                    lead: vec![format!("{}. ", at + 1).into()],
                    text: step.text.as_str().into(),
                    rest: 3,
                    breaks: true,
                    ..Paragraph::default()
                }));
                if let Some(edit) = self.edit_of(step.code) {
                    let is_last = at + 1 == self.steps.len();
                    edit.say(step.code, is_last, out);
                }
            });
        }
        out.blank();
        if !self.shoots.is_empty() {
            out.push(Block::Table(self.table()));
        }
        if let Some(changes) = changes.filter(|_| self.changes_others(of)) {
            out.wrapped(0, "What this edit changes, as `cpcap diff` says:");
            out.append(changes.view().text(Extent {
                expand: false,
                max_impacts: MOST_IMPACTS,
                only_impacts: true,
            }));
        }
        for shoot in &of.unjudged {
            let shoot = plain(&words::object(shoot));
            out.wrapped(
                0,
                format!("{shoot} uses it too, and cpcap cannot say what maintenance does to it."),
            );
        }
        for object in &of.dangling {
            let object = plain(&words::object(object));
            out.wrapped(
                0,
                format!(
                    "{object} refers to a NamespacedCloudProfile that is not among the files. This \
                     profile may be its parent, and the entry may be in use there. Give it with --with."
                ),
            );
        }
        if !of.untold.is_empty() {
            let values: Vec<String> = of.untold.iter().map(|value| untold(value, of)).collect();
            let values = words::first(&values, UNTOLD, UNTOLD);
            out.wrapped(
                0,
                format!(
                    "No file tells {values}: it may be in use there. Mend that, or leave the \
                     file out."
                ),
            );
        }
        if of.hides_objects || self.hides_users && of.untold.is_empty() {
            out.wrapped(
                0,
                "What cpcap could not read may use it too: mend that, or leave the file out.",
            );
        }
        if of.errors > 0 && of.remaining == 0 {
            let errors = count(of.errors, "error");
            out.wrapped(
                0,
                format!("The profile has {errors} already; `cpcap lint` names them."),
            );
        }
        if of.are_elsewhere {
            out.wrapped(0, plain(&words::elsewhere(of.profile)));
        } else if !self.knows_shoots {
            out.wrapped(
                0,
                "The files have no Shoot of this profile or of another one that is known, so its \
                 users are not known: give them with --with.",
            );
        }
        if self.may_be_used {
            out.wrapped(
                0,
                "Shoots that name no version, or only its beginning, may have it: the files do not \
                 say what they got.",
            );
        }
        if !self.others.is_empty() && !self.shoots.is_empty() {
            let shown = self.others.len().min(NAMED);
            let more = match self.others.len() - shown {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let names = self.others[..shown].join(", ");
            out.remark(|out| out.wrapped(0, format!("Supported beside it: {names}{more}.")));
        }
        out
    }

    fn summary(&self, of: &Retirement<'_>) -> String {
        let now = match (self.classification, self.expires) {
            (Some(now), Some(date)) if now != "expired" => {
                format!("Now {now}; expires on {}. ", words::day(date))
            }
            (Some(now), _) if now != "expired" => format!("Now {now}, without expiration date. "),
            (Some(_), Some(date)) => format!("It expired on {}. ", words::day(date)),
            (Some(_), None) => "It is expired. ".to_owned(),
            (None, _) => String::new(),
        };
        let users = match (self.users(), self.namespaced_cloud_profiles.len()) {
            (shoots, 0) if shoots.is_empty() && self.state == State::Removable => self.free(of),
            (shoots, 0) if shoots.is_empty() && of.is_open => {
                "No user is known for certain.".to_owned()
            }
            (shoots, 0) if shoots.is_empty() => "No user is known.".to_owned(),
            (shoots, 0) => format!("Used by {shoots}."),
            (shoots, children) => {
                let children = count(children, "NamespacedCloudProfile");
                if shoots.is_empty() {
                    format!("Listed by {children}.")
                } else {
                    format!("Used by {shoots}, listed by {children}.")
                }
            }
        };
        format!("{now}{users}")
    }

    /// The edit of a step, where it is due.
    fn edit_of(&self, step: Action) -> Option<&Edit<'a>> {
        match step {
            Action::Announce => self.edit.as_ref(),
            Action::Children => self.children_removal.as_ref(),
            Action::Remove => self.removal.as_ref(),
            Action::Wait | Action::Move => None,
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(["Shoot", "Pools", "When", "To", "How"], Widths::Within);
        for user in &self.shoots {
            let of = &user.maintenance;
            let name = qualified(of.namespace.unwrap_or_default(), of.name);
            let whole = (user.control_plane && self.list == What::KubernetesVersion)
                .then_some(uses::CONTROL_PLANE);
            let users: Vec<&str> = whole
                .into_iter()
                .chain(user.pools.iter().copied())
                .collect();
            let pools = users.join(", ");
            let none = || "—".to_owned();
            let when = |window: &WindowAnswer<'_>| match window.date {
                Some(date) => format!("after {}", words::day(date)),
                None => "next window".to_owned(),
            };
            let [when, to, how] = match self.fate(user) {
                Fate::Moves(window, to, how) => [when(window), to.to_owned(), how.to_owned()],
                Fate::Fails(window, why) => [when(window), none(), format!("fails: {why}")],
                Fate::Stays if self.is_version() => [none(), none(), "stays".to_owned()],
                Fate::Stays => [none(), none(), "by hand".to_owned()],
            };
            table.row([name, pools, when, to, how]);
        }
        table
    }

    /// What becomes of a user of a version: the first window that moves it, or fails.
    fn fate<'u>(&self, user: &'u User<'_>) -> Fate<'u> {
        let is_meant = |version: &VersionAnswer<'_>| {
            version.before.version == self.name
                && version.image.unwrap_or_default() == self.image
                && (version.what == VersionOf::Kubernetes) == (self.list == What::KubernetesVersion)
                && version
                    .pool
                    .is_none_or(|pool| user.pools.is_empty() || user.pools.contains(&pool))
        };
        let of = &user.maintenance;
        for window in of.windows.iter().filter(|_| self.is_version()) {
            for version in window.versions.iter().filter(|version| is_meant(version)) {
                if let Some(after) = &version.after {
                    return Fate::Moves(window, after.version, version.outcome.code());
                }
                if version.fails() {
                    return Fate::Fails(window, &version.reason);
                }
            }
        }
        Fate::Stays
    }
}

/// The removal that is due in a state.
fn removal<'a>(of: &'a Retirement<'a>, state: State) -> Option<Edit<'a>> {
    let removal = of.removal.as_ref().filter(|_| of.state == state)?;
    let possible = removal.texts.is_some();
    Some(Edit {
        possible,
        accepted: possible && removal.refused.is_empty() && removal.remaining == 0,
        errors: &removal.refused,
        remaining: removal.remaining,
    })
}

/// What becomes of a user of a version.
enum Fate<'u> {
    /// It moves in a window to a version, automatically or forced.
    Moves(&'u WindowAnswer<'u>, &'u str, &'u str),
    /// A window must move it and cannot: why.
    Fails(&'u WindowAnswer<'u>, &'u str),
    Stays,
}

/// Why the server refuses an edit that brings no error itself.
pub(crate) fn refused_already(remaining: usize, is_of_children: bool) -> Option<String> {
    let who = if is_of_children {
        "these NamespacedCloudProfiles have"
    } else {
        "the profile has"
    };
    (remaining > 0).then(|| {
        format!(
            "{who} {} already, so the server refuses this edit too; `cpcap lint` shows {}.",
            count(remaining, "error"),
            if remaining == 1 { "it" } else { "them" },
        )
    })
}

/// A sentence with a capital letter in front.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// The words of a sentence as a heading has them.
fn plain(quoted: &str) -> String {
    quoted.replace('`', "")
}

/// A value that no file tells, of an object that may use the entry.
fn untold((item, path): &(&Item<'_>, FieldPath), of: &Retirement<'_>) -> String {
    let place = hidden::place(item, path);
    let source = of.sources.get(place.file);
    let line = source.position(place.span.start).line;
    let object = plain(&words::object(item));
    let value = hidden::untold(item, path);
    format!("{value} of {object} ({}:{line})", source.name())
}
