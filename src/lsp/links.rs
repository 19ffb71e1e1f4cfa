//! Links in a text: from the name of a profile to its place, and from a rule in a comment that
//! silences it to its page.

use lsp_types::{DocumentLink, Uri};
use serde_json::json;

use super::View;
use super::mentions::{Mention, Thing, mentions};
use super::names::Names;
use crate::landscape::Item;
use crate::rules;
use crate::source::Span;
use crate::suppress::Silences;

/// The links of the open text. Those to pages of rules have no target yet in builds that do not
/// know where the pages are, but the rule as `data`.
#[must_use]
pub fn links(view: &View<'_>, names: &dyn Names) -> Vec<DocumentLink> {
    let mut found: Vec<(Span, DocumentLink)> = Vec::new();
    for item in &view.items {
        for mention in mentions(item).into_iter().filter(|of| !of.defines) {
            let target = target(view, item, &mention, names);
            found.extend(target.map(|target| (mention.span, link(view, mention.span, target))));
        }
    }
    let items = view.items.iter().copied();
    let silences = Silences::new(std::iter::once(view.file), items, view.sources);
    let own = silences
        .all
        .iter()
        .filter(|of| of.place.file == view.file.file);
    for selector in own.flat_map(|of| &of.selectors) {
        let Some(rule) = rules::find(&selector.text) else {
            continue;
        };
        let mut link = match crate::docs_url(rule.name).and_then(|url| url.parse().ok()) {
            Some(target) => link(view, selector.span, target),
            None => DocumentLink {
                range: view.positions.range(selector.span),
                target: None,
                tooltip: None,
                data: Some(json!(rule.name)),
            },
        };
        link.tooltip = Some(format!("the page of {}", rule.name));
        found.push((selector.span, link));
    }
    found.sort_by_key(|(span, _)| *span);
    found.into_iter().map(|(_, link)| link).collect()
}

fn link(view: &View<'_>, span: Span, target: Uri) -> DocumentLink {
    DocumentLink {
        range: view.positions.range(span),
        target: Some(target),
        tooltip: None,
        data: None,
    }
}

/// The place of the profile that a name refers to: its file, and the line of its name.
fn target<'v>(
    view: &View<'v>,
    item: &'v Item<'v>,
    mention: &Mention<'_>,
    names: &dyn Names,
) -> Option<Uri> {
    let Thing::Profile(name) = mention.thing else {
        return None;
    };
    let mut definers = view.definers(item).into_iter();
    let profile =
        definers.find(|of| !std::ptr::eq(*of, item) && *of.object.meta.name.value == *name)?;
    let line = profile
        .source
        .position(profile.object.meta.name.span.start)
        .line;
    let uri = names.uri(profile.file)?;
    format!("{}#L{line}", uri.as_str()).parse().ok()
}

/// The page of a rule, as Markdown.
#[must_use]
pub fn page(rule: &str) -> Option<&'static str> {
    rules::find(rule).map(|rule| rule.docs)
}
