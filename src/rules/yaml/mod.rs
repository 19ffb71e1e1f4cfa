//! Rules of the group `yaml`: a module and a line in the list for each.

mod alias_bomb;
mod bad_key;
mod bad_merge;
mod bad_separator;
mod bad_tag;
mod control_character;
mod directive;
mod duplicate_key;
mod ignored_content;
mod late_merge_key;
mod missing_separator;
mod not_finite_number;
mod not_utf8;
mod opened;
mod reason;
mod self_reference;
mod syntax_error;
mod too_deep;
mod unknown_anchor;
mod unportable_syntax;
mod unrendered_template;

pub(crate) use ignored_content::RULE as IGNORED_CONTENT;
pub(crate) use syntax_error::stopped;

use crate::rules::{DocumentView, Rule};
use crate::yaml::{Problem, ProblemKind};

/// The rules of the group, in the order of the rule table.
pub static RULES: &[&Rule] = &[
    &not_utf8::RULE,
    &unrendered_template::RULE,
    &syntax_error::RULE,
    &unportable_syntax::RULE,
    &control_character::RULE,
    &too_deep::RULE,
    &bad_separator::RULE,
    &missing_separator::RULE,
    &ignored_content::RULE,
    &directive::RULE,
    &duplicate_key::RULE,
    &bad_key::RULE,
    &late_merge_key::RULE,
    &bad_merge::RULE,
    &unknown_anchor::RULE,
    &self_reference::RULE,
    &alias_bomb::RULE,
    &bad_tag::RULE,
    &not_finite_number::RULE,
];

/// The one rule that words a kind of problem. (A missing separator has a rule of its own for its
/// duplicate keys.)
fn rule_of(kind: &ProblemKind) -> &'static Rule {
    match kind {
        ProblemKind::Encoding(_) => &not_utf8::RULE,
        ProblemKind::Syntax(_) | ProblemKind::GaveUp | ProblemKind::JsonSyntax(_) => {
            &syntax_error::RULE
        }
        ProblemKind::Separator => &bad_separator::RULE,
        ProblemKind::Directive => &directive::RULE,
        ProblemKind::IgnoredContent => &ignored_content::RULE,
        ProblemKind::Unportable(_) => &unportable_syntax::RULE,
        ProblemKind::ControlCharacter(_) => &control_character::RULE,
        ProblemKind::DuplicateKey { .. } => &duplicate_key::RULE,
        ProblemKind::LateMerge { .. } => &late_merge_key::RULE,
        ProblemKind::MergeValue => &bad_merge::RULE,
        ProblemKind::Key(_) => &bad_key::RULE,
        ProblemKind::UnknownAnchor(_) => &unknown_anchor::RULE,
        ProblemKind::SelfReference(_) => &self_reference::RULE,
        ProblemKind::AliasBudget => &alias_bomb::RULE,
        ProblemKind::Tag(_) => &bad_tag::RULE,
        ProblemKind::NotFinite => &not_finite_number::RULE,
        ProblemKind::Depth => &too_deep::RULE,
    }
}

/// The problems of a document that a rule words; none where the document is a template that was not
/// rendered.
fn problems<'a>(
    view: &'a DocumentView<'_>,
    rule: &'static Rule,
) -> impl Iterator<Item = &'a Problem> {
    let problems = if view.templated {
        &[]
    } else {
        view.document.problems.as_slice()
    };
    problems
        .iter()
        .filter(move |problem| rule_of(&problem.kind).name == rule.name)
}
