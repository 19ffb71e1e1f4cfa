//! "Did you mean": the nearest of some names, when it is near enough to be meant.

/// The longest text that is compared, in bytes: comparing costs the product of the lengths, and names have at most 253.
const LONGEST: usize = 512;

/// The candidate nearest to a text, if a typing mistake explains the difference. Case is the cheapest mistake.
pub fn near<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = text.to_lowercase();
    candidates
        .into_iter()
        .filter(|candidate| *candidate != text && may_be_near(text, candidate))
        .map(|candidate| {
            let other = candidate.to_lowercase();
            (strsim::damerau_levenshtein(&lower, &other), candidate)
        })
        // A third of the letters may differ: `machineTypos` is near `machineTypes`, `foo` is near nothing.
        .filter(|(distance, candidate)| *distance * 3 <= candidate.chars().count().max(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Letters that one of the two lacks count as differences: cheap to know beforehand.
fn may_be_near(text: &str, candidate: &str) -> bool {
    if text.len().max(candidate.len()) > LONGEST {
        return false;
    }
    let (a, b) = (text.chars().count(), candidate.chars().count());
    a.abs_diff(b) * 3 <= b.max(3)
}

/// Whether two names differ by one slip of the fingers: a letter too many, too few, wrong or swapped, or only in case.
pub fn slip(a: &str, b: &str) -> bool {
    a.len().abs_diff(b.len()) <= 4 && a.len() <= LONGEST && strsim::damerau_levenshtein(&a.to_lowercase(), &b.to_lowercase()) <= 1
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn finds_what_was_meant() {
        assert_eq!(near("machineTypos", ["machineTypes", "machineImages"]), Some("machineTypes"));
        assert_eq!(near("cloudprofile", ["CloudProfile"]), Some("CloudProfile"));
        assert_eq!(near("foo", ["spec", "kind"]), None);
    }
}
