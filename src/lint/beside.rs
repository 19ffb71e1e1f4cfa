//! What is wrong with objects beside each other: those of one name.

use crate::finding::Finding;
use crate::landscape::pairing::Stored;
use crate::landscape::{Item, Landscape, ReadFile};
use crate::lint::UnreadUser;
use crate::resolution::references::Profiles;
use crate::rules::{self, Check};
use crate::source::{FileId, Place, Sources};
use crate::uses::hidden::{self, Asked};
use crate::words;
use crate::yaml::Document;

/// Judges objects that replace one of several stored ones, where nothing decides which.
pub(super) fn ambiguous(
    [landscape, stored]: [&Landscape<'_>; 2],
    pairs: &Stored<'_>,
    out: &mut Vec<Finding>,
) {
    // Another unreadable object may decide which belong together; what is unreadable is reported.
    if landscape.hides_objects || stored.hides_objects {
        return;
    }
    for of in &pairs.ambiguous {
        let Some(item) = of.new.first() else { continue };
        // So may an unknown part of these.
        let mut all = of.old.iter().chain(&of.new);
        if all.any(|item| !item.unread.is_empty()) {
            continue;
        }
        for rule in rules::all() {
            if let Check::Pairing(check) = rule.check {
                check(of, &mut rule.reporter_of(item, out));
            }
        }
    }
}

/// Judges objects that stand in their text once more.
pub(super) fn repeated(
    landscape: &Landscape<'_>,
    judged: impl Fn(FileId, &Document<'_>) -> bool,
    out: &mut Vec<Finding>,
) {
    for (item, last) in landscape.repeated() {
        if !judged(item.file, item.document) || !judged(last.file, last.document) {
            continue;
        }
        for rule in rules::all() {
            if let Check::Repeated(check) = rule.check {
                check(item, last, &mut rule.reporter_of(item, out));
            }
        }
    }
}

/// What may use something that a profile loses against the stored one: it could not be read, or does
/// not say so.
pub(super) fn unread_users<'a>(
    [landscape, context]: [&'a Landscape<'a>; 2],
    context_files: &[&ReadFile<'_>],
    pairs: &Stored<'a>,
    sources: &Sources,
) -> Vec<UnreadUser> {
    let items: Vec<&Item<'a>> = landscape.items.iter().chain(&context.items).collect();
    let changes = |item: &&'a Item<'a>| {
        let asked = Asked::of_change(pairs.of(item)?, item);
        let is_profile = item.body.profile().is_some();
        (is_profile && !asked.is_empty()).then_some((*item, asked))
    };
    let lose: Vec<(&Item<'_>, Asked)> = landscape
        .items
        .iter()
        .filter_map(|item| changes(&item))
        .collect();
    let Some((first, _)) = lose.first() else {
        return Vec::new();
    };
    let index = Profiles::new(items.iter().copied(), sources);
    let profile_of = |item: &Item<'a>| items.get(index.referred_by(item)?).copied();
    let mut found = Vec::new();
    // Nearly all objects are clear, and each would be asked about each profile.
    let users: Vec<&Item<'_>> = items
        .iter()
        .copied()
        .filter(|item| !hidden::is_clear(item))
        .collect();
    for (profile, asked) in &lose {
        for user in &users {
            if let Some(path) = hidden::of_user(user, profile, asked, profile_of) {
                found.push(UnreadUser {
                    place: hidden::place(user, &path),
                    what: format!(
                        "no file tells {} of {}",
                        hidden::untold(user, &path),
                        words::object(user)
                    ),
                    profile: words::object(profile),
                });
            }
        }
    }
    let documents = context_files.iter().flat_map(|file| {
        let lost = |document| file.lost_manifest(document).map(|lost| lost.key);
        let broken = |document: &Document<'_>| {
            let mut problems = document.problems.iter();
            let problem = problems.find(|problem| problem.kind.rejects())?;
            (!file.strangers.contains(&document.index)).then_some(problem.span)
        };
        let at = move |document| lost(document).or_else(|| broken(document));
        let spans = file.documents.iter().filter_map(at);
        spans.map(|span| Place {
            file: file.file,
            span,
        })
    });
    let others = landscape.others.iter().chain(&context.others);
    let others = others.filter(|other| other.document.readable() && other.may_be_ours());
    let others = others.map(|other| Place {
        file: other.file,
        span: other
            .document
            .tree
            .root()
            .map_or(other.document.span, |root| other.document.tree.span(root)),
    });
    found.extend(documents.chain(others).map(|place| UnreadUser {
        place,
        what: "what stands here cannot be read".to_owned(),
        profile: words::object(first),
    }));
    found
}
