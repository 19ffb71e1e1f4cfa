//! "Did you mean": the nearest of some names, when it is near enough to be meant.

/// The longest text that is compared, in bytes: comparing costs the product of the lengths, and
/// names have at most 253.
const LONGEST: usize = 512;

/// More letters than these are no typing mistake.
const MOST: usize = 5;

/// The candidate nearest to a text, if a typing mistake explains the difference. Case is the
/// cheapest mistake.
pub fn near<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = text.to_lowercase();
    candidates
        .into_iter()
        .filter(|candidate| {
            *candidate != text && may_be_near(text, candidate) && same_numbers(text, candidate)
        })
        .map(|candidate| {
            let other = candidate.to_lowercase();
            (strsim::damerau_levenshtein(&lower, &other), candidate)
        })
        // A third of the letters may differ: `machineTypos` is near `machineTypes`, `foo` is near
        // nothing.
        .filter(|(distance, candidate)| {
            *distance <= MOST && *distance * 3 <= candidate.chars().count().max(3)
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Whether two names have the same numbers, or one has none: `1.34.2` and `m5.large` are other
/// things than `1.35.0` and `m6.large`. In a word digits may be swapped.
fn same_numbers(a: &str, b: &str) -> bool {
    let is_word = a.starts_with(|first: char| first.is_alphabetic());
    let digits = |text: &str| {
        let mut digits: Vec<char> = text.chars().filter(char::is_ascii_digit).collect();
        if is_word {
            digits.sort_unstable();
        }
        digits
    };
    let (a, b) = (digits(a), digits(b));
    a == b || a.is_empty() || b.is_empty()
}

/// Letters that one of the two lacks count as differences: cheap to know beforehand.
fn may_be_near(text: &str, candidate: &str) -> bool {
    if text.len().max(candidate.len()) > LONGEST {
        return false;
    }
    let (a, b) = (text.chars().count(), candidate.chars().count());
    a.abs_diff(b) * 3 <= b.max(3)
}

/// Whether two names differ by one slip of the fingers: a letter too many, too few, wrong or
/// swapped, or only in case.
pub fn slip(a: &str, b: &str) -> bool {
    a.len().abs_diff(b.len()) <= 4
        && a.len() <= LONGEST
        && strsim::damerau_levenshtein(&a.to_lowercase(), &b.to_lowercase()) <= 1
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn finds_what_was_meant() {
        assert_eq!(
            near("machineTypos", ["machineTypes", "machineImages"]),
            Some("machineTypes")
        );
        assert_eq!(near("cloudprofile", ["CloudProfile"]), Some("CloudProfile"));
        assert_eq!(near("foo", ["spec", "kind"]), None);
        assert_eq!(near("1.34.2", ["1.35.0", "1.34.3"]), None);
        assert_eq!(near("v1.34.2", ["1.34.2"]), Some("1.34.2"));
        assert_eq!(
            near("europ-west1", ["europe-west2", "europe-west1"]),
            Some("europe-west1")
        );
        assert_eq!(near("amd46", ["amd64"]), Some("amd64"));
        assert_eq!(near("m.large", ["m5.large"]), Some("m5.large"));
    }
}
