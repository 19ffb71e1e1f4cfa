//! The comments that an edit of a text loses.

use std::collections::BTreeMap;

use crate::yaml::{self, Comment};

/// The comments of a text that another one lacks.
pub(crate) fn lost_comments(old: &str, new: &str) -> Vec<String> {
    let of = |text| {
        yaml::all_comments(text, &yaml::read(text))
            .into_iter()
            .map(move |comment: Comment| text_of(text, comment))
    };
    let mut kept: BTreeMap<&str, usize> = BTreeMap::new();
    of(new).for_each(|comment| *kept.entry(comment).or_default() += 1);
    let mut lost = Vec::new();
    for comment in of(old) {
        match kept.get_mut(comment) {
            Some(times) if *times > 0 => *times -= 1,
            _ => lost.push(comment.to_owned()),
        }
    }
    lost
}

fn text_of(text: &str, comment: Comment) -> &str {
    text.get(comment.span.range())
        .unwrap_or_default()
        .trim_end()
}
