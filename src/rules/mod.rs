//! Judgement. A rule is data and a function: one file here, one page under `docs/rules`, one line in its group's list.
//! Rules read typed values and reasons; they parse nothing, print nothing and read no file.

pub mod capability;
pub mod change;
pub mod cloudprofile;
pub mod design;
pub mod lifecycle;
pub mod metadata;
pub mod schema;
pub mod selection;
pub mod size;
pub mod yaml;

mod edit;
mod literal;
mod removal;
mod report;
mod rewrite;
mod walk;
mod words;

use std::sync::Arc;

use crate::capability::Vocabulary;
use crate::config::Settings;
use crate::finding::{Finding, Origin, Severity, Subject};
use crate::landscape::refused::Refused;
use crate::landscape::{Item, Other, Unrendered};
use crate::matching::Matcher;
use crate::model::cloudprofile::CloudProfile;
use crate::source::FileId;
use crate::yaml::Document;

pub use report::{Report, Reporter};

/// A rule: what it is called, who would object, and how it looks.
#[derive(Debug)]
pub struct Rule {
    /// `group/name`; names the bad pattern and is never reused for another.
    pub name: &'static str,
    /// Who would object.
    pub origin: Origin,
    /// How bad its findings are, unless a finding says less.
    pub severity: Severity,
    /// One sentence, without the name.
    pub summary: &'static str,
    /// The version of cpcap that brought it.
    pub since: &'static str,
    /// Whether it judges rightly when the rest of the object is missing because the text breaks off.
    pub scope: Scope,
    /// Its page.
    pub docs: &'static str,
    /// What it looks at.
    pub check: Check,
}

/// How much of an object a rule must see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// What stands there is judged for itself.
    Part,
    /// Absence, or the sum of several parts, matters.
    Whole,
}

/// What a rule looks at.
#[derive(Debug)]
pub enum Check {
    /// A document as text, before its kind is known.
    Document(fn(&DocumentView<'_>, &mut Reporter<'_>)),
    /// A document that is no object of the three kinds.
    Other(fn(&Other<'_>, &mut Reporter<'_>)),
    /// An object of any of the three kinds: its shape and metadata.
    Object(fn(&ObjectView<'_>, &mut Reporter<'_>)),
    /// A CloudProfile.
    CloudProfile(fn(&ProfileView<'_>, &mut Reporter<'_>)),
    /// A CloudProfile and the stored one that it replaces.
    ProfileUpdate(fn(&ProfileView<'_>, &StoredProfile<'_>, &mut Reporter<'_>)),
}

/// A document as text.
#[derive(Debug)]
pub struct DocumentView<'a> {
    /// What was read.
    pub document: &'a Document<'a>,
    /// The whole text.
    pub text: &'a str,
    /// An unrendered template, for the one document of a text in which it is to be shown.
    pub template: Option<Unrendered>,
    /// Whether the document is broken because it is a template: then its syntax errors are the template's.
    pub templated: bool,
}

/// An object of any kind.
#[derive(Debug)]
pub struct ObjectView<'a> {
    /// The object.
    pub item: &'a Item<'a>,
    /// The stored object, where one was given.
    pub old: Option<&'a Item<'a>>,
    /// The settings of the run.
    pub settings: &'a Settings,
}

/// A CloudProfile as the server validates it.
#[derive(Debug)]
pub struct ProfileView<'a> {
    /// The object.
    pub item: &'a Item<'a>,
    /// What is validated: the defaulted profile; with `--operation create` after preparation, with a stored one canonicalised.
    pub profile: &'a CloudProfile<'a>,
    /// The profile as written.
    pub written: &'a CloudProfile<'a>,
    /// What strict decoding refuses, by the paths of `profile`.
    pub refused: &'a Refused,
    /// The vocabulary of `profile`.
    pub vocabulary: &'a Vocabulary<'a>,
    /// What fits what, of `profile` as the server stores it.
    pub matcher: &'a Matcher<'a, 'a>,
    /// The stored profile that it replaces, where one was given.
    pub old: Option<StoredProfile<'a>>,
    /// The settings of the run.
    pub settings: &'a Settings,
}

/// A stored CloudProfile.
#[derive(Clone, Copy, Debug)]
pub struct StoredProfile<'a> {
    /// The object.
    pub item: &'a Item<'a>,
    /// The profile as stored.
    pub profile: &'a CloudProfile<'a>,
}

/// All rules, by group and in the order in which they are listed.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    let groups = [
        yaml::RULES,
        schema::RULES,
        metadata::RULES,
        cloudprofile::RULES,
        capability::RULES,
        selection::RULES,
        lifecycle::RULES,
        change::RULES,
        design::RULES,
        size::RULES,
    ];
    groups.into_iter().flatten().copied()
}

/// The rule of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Rule> {
    all().find(|rule| rule.name == name)
}

impl Rule {
    /// The group: the part of the name before the slash.
    #[must_use]
    pub fn group(&self) -> &'static str {
        self.name.split_once('/').map_or(self.name, |(group, _)| group)
    }

    /// Whether the rule can look at an object of a text that may break off.
    #[must_use]
    pub fn applies(&self, incomplete: bool) -> bool {
        !incomplete || self.scope == Scope::Part
    }

    /// A reporter of this rule for one object.
    #[must_use]
    pub fn reporter<'a>(
        &'static self,
        file: FileId,
        subject: &'a Arc<Subject>,
        prefix: &'a str,
        out: &'a mut Vec<Finding>,
    ) -> Reporter<'a> {
        Reporter::new(self, file, subject, prefix, out)
    }
}
