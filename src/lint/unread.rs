//! Drops findings about values that cpcap could not read: that they are missing, or that something
//! follows from them.

use super::own_path;
use crate::finding::{Finding, Origin};
use crate::landscape::Item;
use crate::landscape::refused::Refused;
use crate::landscape::unread::Unread;
use crate::model::object::ObjectKind;
use crate::model::path::FieldPath;
use crate::rules::{self, Rule, Scope};

/// The unreadable values of an object, and of those that cpcap judges it with.
#[derive(Clone, Copy)]
pub(super) struct Sight<'a> {
    pub own: &'a Unread,
    /// The parent, where it has one.
    pub parent: Option<&'a Unread>,
    /// The stored object, where one was given.
    pub stored: Option<&'a Unread>,
    /// The paths of the object that strict decoding refuses, which says what is wrong there.
    pub refused: &'a Refused,
    pub item: &'a Item<'a>,
}

impl Sight<'_> {
    pub(super) fn is_whole(self) -> bool {
        [Some(self.own), self.parent, self.stored]
            .into_iter()
            .flatten()
            .all(Unread::is_empty)
    }

    /// Drops the findings that only hold if something is not there that could not be read.
    pub(super) fn keep_known(self, found: &mut Vec<Finding>) {
        if !self.is_whole() {
            found.retain(|finding| finding.origin == Origin::Decode || self.holds(finding));
        }
    }

    /// Whether it matters to a rule what the entry is called: it may be one that a parent or the
    /// stored object has, or another entry may have the name.
    fn depends_on_names(self, rule: &Rule) -> bool {
        match self.item.object.kind {
            ObjectKind::NamespacedCloudProfile => true,
            // Flavors may come from the entry of the name in `providerConfig`.
            ObjectKind::CloudProfile => {
                rule.scope == Scope::Whole
                    || rule.needs_stored()
                    || matches!(rule.group(), "capability" | "provider")
            }
            ObjectKind::Shoot => self.stored.is_some(),
        }
    }

    fn holds(self, finding: &Finding) -> bool {
        let Some(rule) = rules::find(finding.rule) else {
            return true;
        };
        let path = own_path(&finding.field, self.item);
        // The specs of both objects make the merged result.
        let path = match path.after(["status", "cloudProfileSpec"]) {
            Some(below) => FieldPath::ROOT.field("spec").join(&FieldPath::of(below)),
            None => path,
        };
        let needs = || finding.needs.iter().map(|path| own_path(path, self.item));
        if self.own.hides(&path)
            || self.depends_on_names(rule) && self.own.hides_name_of(&path)
            || needs().any(|path| self.own.hides(&path))
        {
            return false;
        }
        // An extension compares whole `providerConfig`s, and names its fields in its own way.
        let compared = match rule.group() {
            "provider" => Some(FieldPath::from("spec.providerConfig")),
            _ => rule.needs_stored().then(|| path.clone()),
        };
        let hidden = |stored: &Unread| {
            stored.is_incomplete() || compared.as_ref().is_some_and(|path| stored.hides(path))
        };
        let own = |path: &FieldPath| self.own.is_incomplete() || self.own.hides(path);
        if rule.needs_stored() && compared.as_ref().is_some_and(own)
            || compared.is_some() && self.stored.is_some_and(hidden)
        {
            return false;
        }
        if rule.scope == Scope::Part {
            return true;
        }
        let beside = || rules::beside(rule, &path);
        let hidden = |unread: &Unread| unread.hides_any(beside());
        !self.own.hides_any(beside())
            && !self.parent.is_some_and(hidden)
            && self
                .stored
                .is_none_or(|stored| match self.item.object.kind {
                    ObjectKind::CloudProfile => !hidden(stored),
                    ObjectKind::NamespacedCloudProfile => stored.is_settled(),
                    // Pools are compared by their names.
                    ObjectKind::Shoot => !hidden(stored) && !stored.hides_pools(),
                })
    }
}
