//! How a rule says something: it fills in a [`Report`], and the [`Reporter`] adds what every
//! finding of the rule shares.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::Arc;

use crate::finding::{Edit, ErrorType, Finding, Fix, Label, Origin, Severity, Subject};
use crate::landscape::Item;
use crate::model::path::FieldPath;
use crate::rules::Rule;
use crate::source::{FileId, Place, Span};

/// A message of a rule about one place.
#[derive(Clone, Debug)]
pub struct Report {
    span: Span,
    field: FieldPath,
    message: String,
    error_type: Option<ErrorType>,
    severity: Option<Severity>,
    origin: Option<Origin>,
    value: Option<String>,
    help: Option<String>,
    related: Vec<(Option<FileId>, Span, String)>,
    fix: Option<Fix>,
    meant: Option<FieldPath>,
    needs: Vec<FieldPath>,
    follows: bool,
}

impl Report {
    /// A finding at these bytes and this path (as the API server prints it; empty for the text
    /// itself).
    #[must_use]
    pub fn new(span: Span, field: impl Into<FieldPath>, message: impl Into<String>) -> Self {
        Self {
            span,
            field: field.into(),
            message: message.into(),
            error_type: None,
            severity: None,
            origin: None,
            value: None,
            help: None,
            related: Vec::new(),
            fix: None,
            meant: None,
            needs: Vec::new(),
            follows: false,
        }
    }

    /// The server would report a field error of this type here.
    #[must_use]
    pub fn error(mut self, error_type: ErrorType) -> Self {
        self.error_type = Some(error_type);
        self
    }

    /// Less (or more) severe than the rule's findings usually are.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = Some(severity);
        self
    }

    /// Said by another than the rule's findings usually are.
    #[must_use]
    pub fn origin(mut self, origin: Origin) -> Self {
        self.origin = Some(origin);
        self
    }

    #[must_use]
    pub fn value(mut self, value: impl Display) -> Self {
        self.value = Some(value.to_string());
        self
    }

    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The path that the author most likely meant.
    #[must_use]
    pub fn meant(mut self, path: impl Into<FieldPath>) -> Self {
        self.meant = Some(path.into());
        self
    }

    /// A list that the finding looked into, or a field that it found nothing in; of several each
    /// counts.
    #[must_use]
    pub fn needs(mut self, path: impl Into<FieldPath>) -> Self {
        self.needs.push(path.into());
        self
    }

    /// It follows from what another rule says of the same bytes, and stands after that.
    #[must_use]
    pub fn follows(mut self) -> Self {
        self.follows = true;
        self
    }

    /// Another place of the same text.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Self {
        self.related.push((None, span, text.into()));
        self
    }

    /// A place of another text.
    #[must_use]
    pub fn also_in(mut self, place: Place, text: impl Into<String>) -> Self {
        self.related
            .push((Some(place.file), place.span, text.into()));
        self
    }

    /// A fix that certainly means what the author meant.
    #[must_use]
    pub fn safe_fix(self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.fix(title, true, edits)
    }

    /// A fix that a person must look at.
    #[must_use]
    pub fn unsafe_fix(self, title: impl Into<String>, edits: Vec<Edit>) -> Self {
        self.fix(title, false, edits)
    }

    fn fix(mut self, title: impl Into<String>, safe: bool, edits: Vec<Edit>) -> Self {
        self.fix = Some(Fix {
            title: title.into(),
            safe,
            edits,
        });
        self
    }
}

/// What the findings of a rule are about.
#[derive(Clone, Copy, Debug)]
pub(super) enum About<'a> {
    /// Few objects have findings, and only these need a subject.
    Object(&'a Item<'a>),
    Text(&'a Arc<Subject>),
}

/// Takes the reports of one rule about one object.
#[derive(Debug)]
pub struct Reporter<'a> {
    rule: &'static Rule,
    file: FileId,
    about: About<'a>,
    prefix: &'a FieldPath,
    among: Option<Among<'a>>,
    rewriting: Option<&'a Rewriting>,
    out: &'a mut Vec<Finding>,
}

/// The parent, where a rule judges a NamespacedCloudProfile together with it.
#[derive(Clone, Copy, Debug)]
pub struct Among<'a> {
    /// The parent's text: that of marked spans.
    pub file: FileId,
    pub parent: &'a str,
    /// Where the object names its parent.
    pub reference: Span,
    /// The relation of the object to its parent, for rules that do not judge this alone: admission
    /// reports their findings.
    pub how: Option<&'static str>,
    /// Rules for whole profiles are about the spec; here it is the merged one, in the status.
    merged: bool,
}

impl<'a> Among<'a> {
    /// Among a parent, for a rule that is about this alone. `reference`: where the object names the
    /// parent.
    #[must_use]
    pub fn new(parent: &'a Item<'a>, reference: Span) -> Self {
        Self {
            file: parent.file,
            parent: *parent.object.meta.name,
            reference,
            how: None,
            merged: false,
        }
    }

    /// Marks that the rule judges the merged result.
    #[must_use]
    pub fn merged(self) -> Self {
        Self {
            merged: true,
            ..self
        }
    }

    /// For other rules: `added to` or `merged into` the parent.
    #[must_use]
    pub fn how(self, how: &'static str) -> Self {
        Self {
            how: Some(how),
            ..self
        }
    }
}

/// The changes of a webhook to the flavors of a profile: the text does not show them.
#[derive(Clone, Debug)]
pub struct Rewriting {
    /// The provider's name as people write it.
    pub title: &'static str,
    /// The `providerConfig` that the flavors come from, where there is one.
    pub part: Option<Place>,
    /// The lists of flavors that the webhook takes away.
    pub emptied: BTreeSet<FieldPath>,
}

impl Rewriting {
    /// An addition to what is said about a path of the object, found at a place; maybe nothing.
    fn remark(&self, field: &FieldPath, at: Place) -> String {
        let title = self.title;
        let in_images = field.after(["spec", "machineImages"]).is_some() && field.steps().len() > 2;
        let in_part = self.part.is_some_and(|part| {
            part.file == at.file && part.span.start <= at.span.start && at.span.end <= part.span.end
        });
        let mut remark = String::new();
        if in_images && in_part {
            remark = format!(
                "; the {title} webhook writes the flavors of the profile from this \
                 `providerConfig`"
            );
        }
        if self.emptied.contains(field) {
            remark += &format!(
                "; the {title} webhook has removed those of the profile, for its `providerConfig` \
                 has none"
            );
        }
        remark
    }
}

impl<'a> Reporter<'a> {
    pub(super) fn new(
        rule: &'static Rule,
        file: FileId,
        about: About<'a>,
        prefix: &'a FieldPath,
        out: &'a mut Vec<Finding>,
    ) -> Self {
        Self {
            rule,
            file,
            about,
            prefix,
            among: None,
            rewriting: None,
            out,
        }
    }

    /// Marks that the rule judges a NamespacedCloudProfile together with its parent.
    #[must_use]
    pub fn among(self, among: Option<Among<'a>>) -> Self {
        Self { among, ..self }
    }

    /// Marks that a webhook changes what the rule judges.
    #[must_use]
    pub fn rewritten(self, rewriting: Option<&'a Rewriting>) -> Self {
        Self { rewriting, ..self }
    }

    /// Where a span stands: marked ones in the parent's text.
    fn place(&self, file: Option<FileId>, span: Span) -> Place {
        let file = file.unwrap_or(self.file);
        match self.among {
            Some(among) if span.is_elsewhere() => Place {
                file: among.file,
                span: span.unmarked(),
            },
            _ => Place { file, span },
        }
    }

    /// For a report whose place is in the parent's text: the first related place in the object's
    /// own that has a part in the cause.
    /// Says whether there is none.
    fn turn_to_child(&self, report: &mut Report) -> bool {
        if !report.span.is_elsewhere() {
            return false;
        }
        report.fix = None;
        let own = |(file, span, _): &(Option<FileId>, Span, String)| {
            file.is_none() && !span.is_elsewhere() && !span.is_empty()
        };
        match report.related.iter_mut().find(|related| own(related)) {
            Some((_, span, text)) => {
                std::mem::swap(span, &mut report.span);
                "in the parent CloudProfile".clone_into(text);
                false
            }
            None => {
                if let Some(among) = self.among {
                    report
                        .related
                        .push((None, among.reference, "inherited here".to_owned()));
                }
                true
            }
        }
    }

    pub fn report(&mut self, mut report: Report) {
        let inherited = self.turn_to_child(&mut report);
        let how = self
            .among
            .and_then(|among| Some((among.how?, among.parent)));
        let place = self.place(None, report.span);
        let related: Vec<Label> = report
            .related
            .into_iter()
            .map(|(file, span, text)| Label {
                place: self.place(file, span),
                text,
            })
            .collect();
        let origin = if how.is_some() {
            Origin::Admission
        } else {
            report.origin.unwrap_or(self.rule.origin)
        };
        let merged = self.among.is_some_and(|among| among.merged);
        let own = |field: FieldPath| match field.after(["spec"]).filter(|_| merged) {
            Some(below) => FieldPath::from("status.cloudProfileSpec").join(&FieldPath::of(below)),
            None => field,
        };
        // Items of a list are named from the document's root.
        let prefixed = |field: FieldPath| self.prefix.clone().join(&own(field));
        let message = [
            how.map_or_else(String::new, |(how, parent)| {
                format!("{how} the parent `{parent}`: ")
            }),
            report.message,
            if inherited {
                "; the cause is only in the parent".to_owned()
            } else {
                String::new()
            },
            self.rewriting.map_or_else(String::new, |rewriting| {
                rewriting.remark(&own(report.field.clone()), place)
            }),
        ]
        .concat();
        self.out.push(Finding {
            rule: self.rule.name,
            severity: report.severity.unwrap_or(self.rule.severity),
            origin,
            stage: self.rule.check.stage(origin),
            subject: Arc::clone(match self.about {
                About::Object(item) => item.subject(),
                About::Text(subject) => subject,
            }),
            place,
            field: prefixed(report.field),
            error_type: report.error_type,
            value: report.value,
            message,
            help: report.help,
            related,
            fix: report.fix,
            anchor: String::new(),
            meant: report.meant.map(prefixed),
            needs: report.needs.into_iter().map(prefixed).collect(),
            follows: report.follows,
            inherited,
            cause: None,
            afterwards: false,
        });
    }
}
