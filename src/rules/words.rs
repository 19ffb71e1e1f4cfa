//! How rules put names, lists and counts into sentences.

use std::fmt::Display;

use crate::model::near;

/// The most names that a list spells out.
const MOST_NAMES: usize = 100;
/// The most candidates among which a near name is sought: each comparison costs.
const MOST_CANDIDATES: usize = 200;

/// A name in backticks; an empty one as `""`.
pub(super) fn quoted(name: &str) -> String {
    if name.is_empty() { "`\"\"`".to_owned() } else { format!("`{name}`") }
}

/// All names: `` `a`, `b` and `c` ``. Only of very many the rest is left out.
pub(super) fn all<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut names = names.into_iter();
    let shown: Vec<&str> = names.by_ref().take(MOST_NAMES).collect();
    join(&shown, names.next().map(|_| "more".to_owned()))
}

/// The first few names, and how many more there are: `` `a`, `b` and 7 more ``.
pub(super) fn some<'a>(names: impl IntoIterator<Item = &'a str>, most: usize) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    // "and 1 more" is no shorter than the name.
    if names.len() <= most + 1 {
        return join(&names, None);
    }
    counted(names.get(..most).unwrap_or_default(), names.len() - most)
}

/// Names, and how many more there are.
pub(super) fn counted(names: &[&str], more: usize) -> String {
    join(names, (more > 0).then(|| format!("{more} more")))
}

fn join(names: &[&str], rest: Option<String>) -> String {
    let mut parts: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    parts.extend(rest);
    match parts.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => parts.concat(),
    }
}

/// "did you mean `near`? ", or nothing.
pub(super) fn did_you_mean(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!("did you mean `{near}`? "))
}

/// The candidate that was most likely meant.
pub(super) fn near<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    near::near(text, candidates.into_iter().take(MOST_CANDIDATES).filter(|candidate| !candidate.is_empty()))
}

/// `1 flavor`, `2 flavors`.
pub(crate) fn count(number: usize, what: impl Display) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_names() {
        assert_eq!(all([]), "");
        assert_eq!(all(["a"]), "`a`");
        assert_eq!(all(["a", "b", ""]), "`a`, `b` and `\"\"`");
        assert_eq!(some(["a", "b", "c", "d"], 2), "`a`, `b` and 2 more");
        assert_eq!(some(["a", "b", "c"], 2), "`a`, `b` and `c`");
        assert_eq!(count(1, "flavor"), "1 flavor");
        assert_eq!(count(0, "flavor"), "0 flavors");
    }
}
