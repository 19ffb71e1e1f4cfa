//! The view of a Shoot: the object, its form on the server, the server's faults, and the profile.

use std::sync::Arc;

use crate::config::Settings;
use crate::landscape::Item;
use crate::maintenance::{Cluster, Maintenance, Plan};
use crate::model::cursor::{Cursor, Spanned};
use crate::model::object::ObjectKind;
use crate::model::shoot::{ProfileReference, Shoot, Worker};
use crate::resolution::referred::Referred;
use crate::resolution::usable::{NoParent, Usable};
use crate::rules::{Report, edit, words};
use crate::shoot::{Fault, Judged, Offer};
use crate::source::{Place, Span};

/// A Shoot as the server judges it.
#[derive(Debug)]
pub struct ShootView<'a> {
    pub item: &'a Item<'a>,
    pub written: &'a Shoot<'a>,
    /// The Shoot on the server, with the faults that the server reports.
    pub judged: &'a Judged<'a>,
    /// The faults of the extension's webhook, and the remarks on the artifacts of the pools.
    pub of_extension: &'a [Fault<'a>],
    /// The profile that it refers to.
    pub profile: Profile<'a>,
    /// The profiles of the run.
    pub referred: &'a Referred<'a>,
    /// All profiles that it may mean, where there are several of one name.
    pub namesakes: &'a [&'a Item<'a>],
    /// The stored object that it replaces, where one was given.
    pub old: Option<&'a Item<'a>>,
    /// The settings of the run.
    pub settings: &'a Settings,
    /// The profile, prepared for questions about maintenance.
    pub maintenance: Option<&'a Maintenance<'a, 'a, 'a>>,
    /// The next maintenance window as if it were now; none where the server refuses the Shoot before.
    pub planned: Option<Planned<'a>>,
}

/// The result of the next maintenance window for a Shoot.
#[derive(Debug)]
pub struct Planned<'a> {
    pub cluster: Cluster<'a>,
    pub plan: Arc<Plan<'a>>,
}

/// The profile of a Shoot.
#[derive(Clone, Copy, Debug)]
pub enum Profile<'a> {
    /// The Shoot refers to nothing, or to what cannot exist.
    Nothing,
    /// The profile is not among the files.
    Absent(ProfileReference<'a>),
    /// The profile is a NamespacedCloudProfile whose parent is not among the files.
    NoParent(ProfileReference<'a>, NoParent<'a>),
    /// Part of the profile could not be read, or it may stand in what could not be read.
    Unread {
        /// The CloudProfile of its family, where that is known.
        family: Option<&'a str>,
        /// The rest of it, where only single values could not be read.
        rest: Option<(&'a Usable<'a>, &'a Offer<'a>)>,
    },
    /// The profile, and what it offers.
    Known(&'a Usable<'a>, &'a Offer<'a>),
}

impl<'a> ShootView<'a> {
    /// Everything that the server refuses, in the order of its stages.
    pub fn faults(&self) -> impl Iterator<Item = &'a Fault<'a>> {
        self.judged.faults()
    }

    #[must_use]
    pub fn offer(&self) -> Option<&'a Offer<'a>> {
        if let Profile::Known(_, offer) = self.profile {
            Some(offer)
        } else {
            None
        }
    }

    /// Whether spec or metadata differ from the stored object: an update that leaves both as they
    /// are is not checked on the server.
    pub(super) fn is_changed(&self) -> bool {
        let Some(old) = self.old else { return true };
        let root = |item: &Item<'a>| Cursor::new(&item.document.tree, item.text, item.object.node);
        let (new, old) = (root(self.item), root(old));
        let differs = |of: Cursor<'a>, other: Cursor<'a>, name: &str| {
            !of.field(name).same_as(other.field(name))
        };
        let (meta, old_meta) = (new.field("metadata"), old.field("metadata"));
        // The rest of the metadata is the server's own, and files leave it out.
        differs(new, old, "spec")
            || ["labels", "annotations", "finalizers"]
                .iter()
                .any(|name| differs(meta, old_meta, name))
    }

    /// The pool that a fault is about, after defaulting.
    #[must_use]
    pub fn worker(&self, fault: &Fault<'_>) -> Option<&'a Worker<'a>> {
        self.judged.shoot.workers.get(fault.worker?)
    }

    /// A report about a fault.
    pub(in crate::rules) fn report(fault: &Fault<'_>, message: impl Into<String>) -> Report {
        let mut report = Report::new(fault.span, &fault.path, message);
        if let Some(error) = fault.error {
            report = report.error(error);
        }
        if fault.value.is_empty() {
            report
        } else {
            report.value(fault.value)
        }
    }

    /// Offers to write the one of these names that was most likely meant, if no other is as near.
    pub(in crate::rules) fn misspelt<'n>(
        &self,
        report: Report,
        fault: &Fault<'_>,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Report {
        self.meant(report, fault, words::only_near(fault.value, names))
    }

    /// Offers to write another value, for a person to look at.
    pub(in crate::rules) fn meant(
        &self,
        report: Report,
        fault: &Fault<'_>,
        value: Option<&str>,
    ) -> Report {
        let old = Spanned::new(fault.value, fault.span);
        edit::write_instead(report, self.item.text, old, value)
    }

    /// Adds a place in the profile.
    pub(in crate::rules) fn in_profile(
        &self,
        report: Report,
        span: Span,
        text: impl Into<String>,
    ) -> Report {
        match self.profile {
            Profile::Known(usable, _) if !span.unmarked().is_empty() => {
                let item = if span.is_elsewhere() {
                    usable.parent.unwrap_or(usable.item)
                } else {
                    usable.item
                };
                report.also_in(
                    Place {
                        file: item.file,
                        span: span.unmarked(),
                    },
                    text,
                )
            }
            _ => report,
        }
    }

    /// Adds a place in the stored object.
    pub(super) fn in_old(&self, report: Report, span: Span, text: impl Into<String>) -> Report {
        match self.old {
            Some(item) if !span.is_empty() => report.also_in(
                Place {
                    file: item.file,
                    span,
                },
                text,
            ),
            _ => report,
        }
    }

    /// `the CloudProfile `name``
    pub(in crate::rules) fn profile_name(&self) -> String {
        match self.profile {
            Profile::Known(usable, _) => {
                let name = usable.name();
                format!("the {} `{}`", name.kind.as_str(), name.name)
            }
            Profile::Absent(reference) | Profile::NoParent(reference, _) => {
                let kind = reference.object_kind().unwrap_or(ObjectKind::CloudProfile);
                format!("the {} `{}`", kind.as_str(), *reference.name)
            }
            Profile::Nothing | Profile::Unread { .. } => "the profile".to_owned(),
        }
    }

    /// `pool `name``
    pub(in crate::rules) fn pool(&self, fault: &Fault<'_>) -> String {
        self.worker(fault).map_or_else(
            || "the Shoot".to_owned(),
            |worker| format!("pool {}", words::quoted(*worker.name)),
        )
    }
}
