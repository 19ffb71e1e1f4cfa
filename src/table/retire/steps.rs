//! The steps that are left of the way out of an entry, and why none is due.

use super::{ADD_VERSION, Action, Fate, NAMED, RetireReport, Step};
use crate::model::lifecycle::{Classification, Current};
use crate::model::object::qualified;
use crate::model::time::Time;
use crate::retire::{Retirement, State};
use crate::uses::{self, What};
use crate::words;

/// How to make the edit of a step.
const WRITES: &str = " `--write` makes this edit.";

impl RetireReport<'_> {
    /// What is left to do.
    pub(super) fn steps(&self, of: &Retirement<'_>) -> Vec<Step> {
        let title = uses::title(of.entry);
        let profile = words::object(of.profile);
        let day = self.date.map(words::day).unwrap_or_default();
        // What has to be there before a removal.
        let now = match self.held() {
            Some(_) => format!("First {ADD_VERSION}. Then"),
            None => "Now".to_owned(),
        };
        let mut steps = Vec::new();
        let step = |steps: &mut Vec<Step>, code, date, text| steps.push(Step { code, date, text });
        let end = self.end();
        let after = end.map_or_else(String::new, |end| format!("after {}, ", words::day(end)));
        match (self.state, self.is_version()) {
            (State::Announce, true) => {
                let before = match self.expires {
                    Some(date) => format!(" instead of {}", words::day(date)),
                    None => String::new(),
                };
                let what = match of.classification {
                    Some(Current::Known(Classification::Deprecated)) => {
                        format!("let {title} in {profile}")
                    }
                    _ => format!("deprecate {title} in {profile}, and let it"),
                };
                step(
                    &mut steps,
                    Action::Announce,
                    None,
                    format!(
                        "Now: {what} expire on {day}{before}.{}",
                        self.write(Action::Announce)
                    ),
                );
            }
            (State::Announce, false) => step(
                &mut steps,
                Action::Announce,
                None,
                format!(
                    "Now: set `usable: false` for {title} in {profile}, so that new worker pools \
                     cannot take it.{}",
                    self.write(Action::Announce)
                ),
            ),
            _ => {}
        }
        let has_users = !self.shoots.is_empty() || !self.unjudged.is_empty();
        match (self.state, self.is_version()) {
            (State::Announce | State::Wait(_), true) => {
                let own = match self.until.filter(|until| Some(*until) > self.date) {
                    Some(until) => format!(" {}", own_dates(until)),
                    None => String::new(),
                };
                step(
                    &mut steps,
                    Action::Wait,
                    self.date,
                    format!("{}{own}", self.forced(&day)),
                );
            }
            (State::InUse, true) if has_users => {
                let (date, text) = self.moves();
                step(&mut steps, Action::Move, date, text);
            }
            (State::Announce | State::InUse | State::Wait(_), false) if has_users => step(
                &mut steps,
                Action::Move,
                None,
                "Then: the owners of the Shoots move their worker pools to another machine type. \
                 Maintenance never does this."
                    .to_owned(),
            ),
            _ => {}
        }
        if !self.namespaced_cloud_profiles.is_empty() && self.is_version() {
            let names: Vec<String> = of.children.iter().map(|item| words::object(item)).collect();
            let when = match &self.children_removal {
                Some(_) => now.clone(),
                None => format!("Then, {after}when none of their Shoots uses it"),
            };
            let write = self.write(Action::Children);
            step(
                &mut steps,
                Action::Children,
                end,
                format!(
                    "{when}: remove it from {}. Otherwise the server refuses the next step.{write}",
                    words::and(&names)
                ),
            );
        }
        let is_only = steps.is_empty();
        let last = match self.state {
            State::Removable => now,
            _ if is_only => format!("Once nobody uses it{}", after.trim_end_matches(", ")),
            _ => format!("Last, {after}when nobody uses it"),
        };
        let write = self.write(Action::Remove);
        let part = match of.entry.what {
            What::ImageVersion => ", with its entry in `providerConfig`",
            _ => "",
        };
        let refusal = match of.entry.what {
            What::MachineType => {
                "The server does not check whether a worker pool still uses it (`cpcap explain \
                 change/machine-type-in-use`)."
            }
            _ => "The server refuses this while a Shoot uses it.",
        };
        step(
            &mut steps,
            Action::Remove,
            end,
            format!("{last}: remove {title} from {profile}{part}. {refusal}{write}"),
        );
        steps
    }

    /// How to make the edit of a step, where cpcap makes it.
    fn write(&self, step: Action) -> &'static str {
        match self.edit_of(step) {
            Some(_) if self.held().is_some() => "",
            Some(edit) if edit.possible && edit.errors.is_empty() => WRITES,
            _ => "",
        }
    }

    /// What maintenance does with the users of a version that expires.
    fn forced(&self, day: &str) -> String {
        let by_hand = "users move by hand";
        let (mut stuck, mut others) = (Vec::new(), !self.unjudged.is_empty());
        for user in &self.shoots {
            let of = &user.maintenance;
            match self.fate(user) {
                Fate::Fails(..) => stuck.push(qualified(of.namespace.unwrap_or_default(), of.name)),
                Fate::Moves(..) | Fate::Stays => others = true,
            }
        }
        if self.strands_all() {
            let all: Vec<String> = self
                .stuck
                .iter()
                .map(|of| {
                    format!(
                        "maintenance fails for {}, since {}",
                        of.who(false),
                        of.reason
                    )
                })
                .collect();
            return format!(
                "Until {day}: {by_hand}. After {day}, {}. First {ADD_VERSION}.",
                all.join("; ")
            );
        }
        if stuck.is_empty() {
            return format!(
                "Until {day}: {by_hand}, or a maintenance window moves them. After {day}, \
                 maintenance forces those who are left."
            );
        }
        let names = words::some(stuck.iter().map(String::as_str), NAMED);
        let rest = if others {
            ", or a maintenance window moves them"
        } else {
            ""
        };
        format!(
            "Until {day}: {by_hand}{rest}. After {day}, maintenance cannot move {names}: first \
             {ADD_VERSION}."
        )
    }

    /// When the last Shoot must have moved; none where that is past.
    fn end(&self) -> Option<Time> {
        let announced = matches!(self.state, State::Announce | State::Wait(_));
        self.until.or(self.date.filter(|_| announced))
    }

    /// How the users of an expired version move, as the table says; and when, if only later.
    fn moves(&self) -> (Option<Time>, String) {
        let (mut next, mut later, mut by_hand) = (Vec::new(), false, Vec::new());
        for user in &self.shoots {
            let of = &user.maintenance;
            let name = qualified(of.namespace.unwrap_or_default(), of.name);
            match self.fate(user) {
                Fate::Moves(window, ..) if window.date.is_none() => next.push(name),
                Fate::Moves(..) => later = true,
                Fate::Fails(..) | Fate::Stays => by_hand.push(name),
            }
        }
        let names = |names: &[String]| words::some(names.iter().map(String::as_str), NAMED);
        let mut parts = Vec::new();
        if !next.is_empty() {
            parts.push(format!(
                "Now: the next maintenance window moves {}.",
                names(&next)
            ));
        }
        if !by_hand.is_empty() {
            parts.push(format!(
                "{} {} by hand: maintenance does not move {}.",
                if parts.is_empty() {
                    "Now: move"
                } else {
                    "Move"
                },
                names(&by_hand),
                if by_hand.len() == 1 { "it" } else { "them" },
            ));
        }
        let date = self.until.filter(|_| later && parts.is_empty());
        if let Some(until) = self.until.filter(|_| later) {
            parts.push(match date {
                Some(_) => format!("Then: {}", own_dates(until)),
                None => own_dates(until),
            });
        }
        if parts.is_empty() {
            parts.push("Now: look after the Shoots that cpcap cannot judge.".to_owned());
        }
        (date, parts.join(" "))
    }

    /// Why no edit is due.
    pub(crate) fn why_nothing(&self) -> String {
        match (self.state, self.end()) {
            (State::InUse, _) if !self.users().is_empty() => {
                let users = self.shoots.len() + self.unjudged.len();
                let verb = if users == 1 { "uses" } else { "use" };
                format!("{} still {verb} it", self.users())
            }
            (_, Some(end)) => format!("the next edit waits until {}", words::day(end)),
            _ if !self.knows_shoots => {
                "no Shoot is among the files, so its users are not known".to_owned()
            }
            _ => "the files do not say whether a Shoot uses it".to_owned(),
        }
    }
}

fn own_dates(until: Time) -> String {
    format!(
        "Shoots of a NamespacedCloudProfile with a date of its own follow by {}.",
        words::day(until)
    )
}
