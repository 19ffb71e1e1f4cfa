//! Judgement. A rule is data and a function: one file here, one page under `docs/rules`, one line
//! in its group's list. Rules read typed values and reasons; they parse nothing, print nothing and
//! read no file.

/// Declares the rule of a file, as `RULE`: name, origin, severity, what it looks at ([`Check`]), one
/// sentence that sums it up, and `Part` where its [`Scope`] is that. The name is the path of the
/// file, which the compiler checks, and its page has the same path under `docs/rules`.
macro_rules! rule {
    ($name:literal, $origin:ident, $severity:ident, $check:expr, $summary:literal) => {
        rule!($name, $origin, $severity, $check, $summary, Whole);
    };
    ($name:literal, $origin:ident, $severity:ident, $check:expr, $summary:literal, $scope:ident) => {
        #[doc = $summary]
        pub static RULE: $crate::rules::Rule = {
            #[allow(unused_imports)]
            use $crate::rules::Check::*;
            $crate::rules::Rule {
                name: $crate::rules::name::of($name, module_path!()),
                origin: $crate::finding::Origin::$origin,
                severity: $crate::finding::Severity::$severity,
                summary: $summary,
                since: "0.1.0",
                scope: $crate::rules::Scope::$scope,
                docs: include_str!(concat!(
                    env!("CARGO_MANIFEST_DIR"),
                    "/docs/rules/",
                    $name,
                    ".md"
                )),
                check: $check,
            }
        };
    };
}

pub mod capability;
pub mod causes;
pub mod change;
pub mod cloudprofile;
pub mod design;
pub mod lifecycle;
mod lookalike;
pub mod meant;
pub mod metadata;
pub mod namespaced;
pub mod provider;
pub mod refusals;
pub mod schema;
pub mod selection;
pub mod shoot;
pub mod size;
pub mod suppression;
pub mod yaml;

mod edit;
mod in_use;
mod literal;
mod name;
mod needs;
mod removal;
mod report;
mod rewrite;
mod walk;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::capability::Vocabulary;
use crate::config::Settings;
use crate::config::baseline::Entry;
use crate::finding::{Finding, Origin, Severity, Stage, Subject};
use crate::landscape::pairing::Ambiguous;
use crate::landscape::refused::Refused;
use crate::landscape::{Item, Other, Unrendered};
use crate::matching::Matcher;
use crate::model::cloudprofile::CloudProfile;
use crate::model::path::{FieldPath, Path};
use crate::provider::part::Part as ProviderPart;
use crate::source::{FileId, Source, Span};
use crate::suppress::Silence;
use crate::uses::in_use::InUse;
use crate::words;
use crate::yaml::Document;

pub use namespaced::admission::AdmissionView;
pub use namespaced::view::NamespacedView;
pub use needs::beside;
pub use provider::view::ProvidedView;
use report::About;
pub use report::{Among, Report, Reporter, Rewriting};
pub use shoot::view::ShootView;

/// A rule: what it is called, who would object, and how it looks.
#[derive(Debug)]
pub struct Rule {
    /// `group/name`; names the bad pattern and is never reused for another.
    pub name: &'static str,
    pub origin: Origin,
    /// How bad its findings are, unless a finding says less.
    pub severity: Severity,
    /// One sentence, without the name.
    pub summary: &'static str,
    /// The version of cpcap that brought it.
    pub since: &'static str,
    /// Whether it judges rightly when the rest of the object is missing because the text breaks
    /// off.
    pub scope: Scope,
    pub docs: &'static str,
    pub check: Check,
}

/// The use of a rule in questions other than `lint`. Each group lists its rules that have one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The rule is only about an update of a stored object: what the new object must not say.
    Update,
    /// The rule is only about an update of a stored object: the effects of the change.
    Change,
    /// The rule names the checks that cpcap could not make because an object is missing.
    Unchecked,
    /// It says what the server drops of a new object.
    Dropped,
    /// The rule reports moves of Shoots onto a withdrawn version.
    Withdrawal,
    /// It says which entry of a parent a NamespacedCloudProfile hides.
    Shadow,
    /// Its bytes have no effect: editors show them faded.
    Unused,
    /// Its bytes are the old way to say something: editors strike them out.
    Outdated,
}

/// How much of an object a rule must see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The rule judges each value for itself.
    Part,
    /// Absence, or the sum of several parts, matters.
    Whole,
}

/// The view that a rule gets.
#[derive(Debug)]
pub enum Check {
    /// A document as text, before its kind is known.
    Document(fn(&DocumentView<'_>, &mut Reporter<'_>)),
    /// A document that is no object of the three kinds.
    Other(fn(&Other<'_>, &mut Reporter<'_>)),
    /// An object of any of the three kinds: its shape and metadata.
    Object(fn(&ObjectView<'_>, &mut Reporter<'_>)),
    CloudProfile(fn(&ProfileView<'_>, &mut Reporter<'_>)),
    /// A CloudProfile, or the merged result of a NamespacedCloudProfile: there only findings in the
    /// object's own bytes count. A NamespacedCloudProfile without machine types, volume types and
    /// images is left out, since no such rule looks at another list that it may have. A rule about
    /// Kubernetes versions adds its list to `lint::namespaced::proofs`.
    Effective(fn(&ProfileView<'_>, &mut Reporter<'_>)),
    /// Everything that the server validates as it validates the spec of a CloudProfile: see
    /// [`Part`].
    Spec(fn(&ProfileView<'_>, &mut Reporter<'_>)),
    /// A CloudProfile or NamespacedCloudProfile, and the Shoots that refer to it.
    Used(fn(&UsedView<'_>, &mut Reporter<'_>)),
    Namespaced(fn(&NamespacedView<'_>, &mut Reporter<'_>)),
    /// A NamespacedCloudProfile and its parent.
    Admission(fn(&AdmissionView<'_>, &mut Reporter<'_>)),
    /// A refusal of the server for a Shoot: [`refusals::say`] knows the rule of each.
    Fault,
    /// A Shoot, with what the server says of it.
    Shoot(fn(&ShootView<'_>, &mut Reporter<'_>)),
    /// A CloudProfile or NamespacedCloudProfile that an extension looks at, and its `providerConfig`.
    Provided(fn(&ProvidedView<'_>, &mut Reporter<'_>)),
    /// A refusal of an extension for such a profile: [`provider::refusals`] knows the rule of each.
    ProviderFault,
    /// A CloudProfile and the stored one that it replaces.
    ProfileUpdate(fn(&ProfileView<'_>, &StoredProfile<'_>, &mut Reporter<'_>)),
    /// A CloudProfile or NamespacedCloudProfile, and what of the stored one others use although it
    /// goes.
    References(fn(&ReferencesView<'_>, &mut Reporter<'_>)),
    /// Objects of one name that replace one of several stored objects, where nothing decides which.
    Pairing(fn(&Ambiguous<'_>, &mut Reporter<'_>)),
    /// An object that stands in its text once more, and the last one of its name.
    Repeated(fn(&Item<'_>, &Item<'_>, &mut Reporter<'_>)),
    /// A comment or an annotation that silences, with its effect.
    Silence(fn(&SilenceView<'_>, &mut Reporter<'_>)),
    /// Entries of a baseline that match no finding.
    Baseline(fn(&BaselineView<'_>, &mut Reporter<'_>)),
}

impl Check {
    /// Returns the stage at which the server refuses what a check finds.
    fn stage(&self, origin: Origin) -> Option<Stage> {
        match origin {
            Origin::Decode => Some(Stage::Decoding),
            Origin::Static => Some(Stage::Validation),
            Origin::Admission => Some(match self {
                // What must stay as it is stored is validated with the object itself.
                Self::Object(_) | Self::ProfileUpdate(_) | Self::Namespaced(_) => Stage::Validation,
                _ => Stage::Admission,
            }),
            Origin::Provider => Some(Stage::Extension),
            Origin::Documented
            | Origin::Selection
            | Origin::Design
            | Origin::Time
            | Origin::Size
            | Origin::Change
            | Origin::Input => None,
        }
    }
}

#[derive(Debug)]
pub struct DocumentView<'a> {
    pub document: &'a Document<'a>,
    pub text: &'a str,
    /// An unrendered template, for the one document of a text in which it is to be shown.
    pub template: Option<Unrendered>,
    /// Whether the document is broken because it is a template: then its syntax errors are the
    /// template's.
    pub templated: bool,
}

/// A comment or an annotation that silences.
#[derive(Debug)]
pub struct SilenceView<'a> {
    /// The silence with its selectors and their states.
    pub silence: &'a Silence,
    /// The text that it stands in.
    pub source: &'a Source,
}

/// An entry of a baseline whose findings are partly gone.
#[derive(Debug)]
pub struct BaselineView<'a> {
    pub entry: &'a Entry,
    /// How many findings are gone.
    pub count: u64,
    /// The bytes of the entry in the baseline.
    pub span: Span,
}

/// An object of any kind.
#[derive(Debug)]
pub struct ObjectView<'a> {
    pub item: &'a Item<'a>,
    /// The stored object, where one was given.
    pub old: Option<&'a Item<'a>>,
    /// `providerConfig`, where cpcap knows the provider.
    pub part: Option<&'a ProviderPart<'a>>,
    /// The settings of the run.
    pub settings: &'a Settings,
}

/// A profile and who refers to it.
#[derive(Debug)]
pub struct UsedView<'a> {
    pub item: &'a Item<'a>,
    /// The Shoots that refer to it, in the order of the inputs.
    pub shoots: &'a [&'a Item<'a>],
}

/// An update of a profile, and who keeps it from being done.
#[derive(Debug)]
pub struct ReferencesView<'a> {
    /// The spec of the profile, as written.
    pub profile: &'a CloudProfile<'a>,
    pub stored: &'a Item<'a>,
    /// The entries that come or go although others use them.
    pub in_use: &'a [InUse<'a>],
}

/// A CloudProfile as the server validates it.
#[derive(Debug)]
pub struct ProfileView<'a> {
    pub item: &'a Item<'a>,
    /// The profile that the server validates: defaulted, after preparation with `--operation
    /// create`, canonicalised against a stored one.
    pub profile: &'a CloudProfile<'a>,
    pub written: &'a CloudProfile<'a>,
    /// How many image versions lack flavors that they must have on a create, after the webhooks of
    /// the extension have written theirs; of a CloudProfile as a whole.
    pub lacking_flavors: usize,
    /// The paths of `profile` that strict decoding refuses.
    pub refused: &'a Refused,
    pub vocabulary: &'a Vocabulary<'a>,
    /// The matcher of `profile` as the server stores it; only where a rule judges a whole profile.
    pub matcher: Option<&'a Matcher<'a, 'a>>,
    /// The stored profile that it replaces, where one was given.
    pub old: Option<StoredProfile<'a>>,
    /// The part of `profile` that the rule judges.
    pub part: Part<'a>,
    /// The settings of the run.
    pub settings: &'a Settings,
}

impl ProfileView<'_> {
    /// The path of the spec.
    #[must_use]
    pub fn spec(&self) -> Path<'static> {
        self.part.root()
    }
}

/// A part of a profile. The server validates parts of a NamespacedCloudProfile with the code for
/// CloudProfiles.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    CloudProfile,
    /// A NamespacedCloudProfile by itself, as if it were a CloudProfile without a vocabulary.
    Namespaced {
        /// Whether it replaces a stored one: then some rules run twice.
        update: bool,
    },
    /// The images and image versions that a NamespacedCloudProfile adds to its parent; by image of
    /// the profile.
    Additions(&'a [Addition]),
    /// The result of merging a NamespacedCloudProfile into its parent.
    Merged,
}

/// The part of an image of a NamespacedCloudProfile that its parent lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Addition {
    Image,
    /// These of its versions, by position.
    Versions(BTreeSet<usize>),
}

impl Part<'_> {
    /// The path of the spec that is judged.
    #[must_use]
    pub const fn root(self) -> Path<'static> {
        static STATUS: Path<'static> = Path::new("status");
        match self {
            Self::Merged => STATUS.field("cloudProfileSpec"),
            Self::CloudProfile | Self::Namespaced { .. } | Self::Additions(_) => Path::new("spec"),
        }
    }

    /// Whether it is a profile that must be complete.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        matches!(self, Self::CloudProfile | Self::Merged)
    }

    /// Whether the lists of a profile are judged as lists, not only some images in them.
    #[must_use]
    pub const fn has_all_lists(self) -> bool {
        !matches!(self, Self::Additions(_))
    }

    /// Whether an image itself is judged.
    #[must_use]
    pub fn judges_image(self, index: usize) -> bool {
        match self {
            Self::Additions(additions) => additions.get(index) == Some(&Addition::Image),
            _ => true,
        }
    }

    /// Whether a version of an image is judged by the image version rules.
    #[must_use]
    pub fn judges_version(self, image: usize, version: usize) -> bool {
        match self {
            Self::Additions(additions) => match additions.get(image) {
                Some(Addition::Image) => true,
                Some(Addition::Versions(versions)) => versions.contains(&version),
                None => false,
            },
            _ => true,
        }
    }

    /// Whether the versions of an image are judged by the additional image version rules, and must
    /// be there.
    #[must_use]
    pub fn judges_additional(self, image: usize) -> bool {
        self.is_whole() || matches!(self, Self::Additions(_)) && self.judges_image(image)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct StoredProfile<'a> {
    pub item: &'a Item<'a>,
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
        namespaced::RULES,
        shoot::RULES,
        provider::RULES,
        change::RULES,
        design::RULES,
        size::RULES,
        suppression::RULES,
    ];
    groups.into_iter().flatten().copied()
}

/// The rules with some checks.
#[must_use]
pub fn by_check(wanted: fn(&Check) -> bool) -> Vec<&'static Rule> {
    all().filter(|rule| wanted(&rule.check)).collect()
}

/// Rules that have a role, by group.
fn with_roles() -> impl Iterator<Item = &'static (Role, &'static [&'static Rule])> {
    [
        lifecycle::ROLES,
        namespaced::ROLES,
        provider::ROLES,
        shoot::ROLES,
        change::ROLES,
        schema::ROLES,
        selection::ROLES,
        design::ROLES,
        suppression::ROLES,
    ]
    .into_iter()
    .flatten()
}

/// The rules of a role.
pub fn of_role(role: Role) -> impl Iterator<Item = &'static Rule> {
    with_roles()
        .filter(move |(of, _)| *of == role)
        .flat_map(|(_, rules)| rules.iter().copied())
}

/// The role of the rule of that name, where it has one.
#[must_use]
pub fn role(name: &str) -> Option<Role> {
    with_roles()
        .find(|(_, rules)| rules.iter().any(|rule| rule.name == name))
        .map(|(role, _)| *role)
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
        self.name
            .split_once('/')
            .map_or(self.name, |(group, _)| group)
    }

    /// Whether the rule can look at an object of a text that may break off.
    #[must_use]
    pub fn applies(&self, incomplete: bool) -> bool {
        !incomplete || self.scope == Scope::Part
    }

    /// Whether the rule is only about an update of a stored object.
    #[must_use]
    pub fn needs_stored(&self) -> bool {
        matches!(role(self.name), Some(Role::Update | Role::Change))
    }

    /// A reporter of this rule for an object that was read.
    #[must_use]
    pub fn reporter_of<'a>(
        &'static self,
        item: &'a Item<'_>,
        out: &'a mut Vec<Finding>,
    ) -> Reporter<'a> {
        Reporter::new(
            self,
            item.file,
            About::Object(item),
            &item.object.prefix,
            out,
        )
    }

    /// A reporter of this rule for a text, or a part of one.
    #[must_use]
    pub fn reporter<'a>(
        &'static self,
        file: FileId,
        subject: &'a Arc<Subject>,
        prefix: &'a FieldPath,
        out: &'a mut Vec<Finding>,
    ) -> Reporter<'a> {
        Reporter::new(self, file, About::Text(subject), prefix, out)
    }
}
