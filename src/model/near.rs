//! "Did you mean": the nearest of some names, when it is near enough to be meant.

/// The longest text that is compared, in bytes: comparing costs the product of the lengths, and
/// names have at most 253.
const LONGEST: usize = 512;

/// A longer difference is not a typing mistake.
const MOST: usize = 5;

/// The candidate nearest to a text, if a typing mistake explains the difference. Case is the
/// cheapest mistake.
pub fn near<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    measured(text, candidates)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The same where no other candidate is as near.
pub fn only<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut nearest: Option<(usize, &str)> = None;
    let mut tied = false;
    for (distance, candidate) in measured(text, candidates) {
        match nearest {
            Some((least, _)) if distance > least => {}
            Some((least, known)) if distance == least => tied |= known != candidate,
            _ => (nearest, tied) = (Some((distance, candidate)), false),
        }
    }
    nearest.filter(|_| !tied).map(|(_, candidate)| candidate)
}

/// The candidates that a typing mistake explains, with how far they are.
fn measured<'a>(
    text: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> impl Iterator<Item = (usize, &'a str)> {
    let lower = text.to_lowercase();
    candidates
        .into_iter()
        .filter(move |candidate| {
            *candidate != text && may_be_near(text, candidate) && same_numbers(text, candidate)
        })
        .map(move |candidate| {
            let other = candidate.to_lowercase();
            (strsim::damerau_levenshtein(&lower, &other), candidate)
        })
        // A third of the letters may differ: `machineTypos` is near `machineTypes`, `foo` is near
        // nothing.
        .filter(|(distance, candidate)| {
            *distance <= MOST && *distance * 3 <= candidate.chars().count().max(3)
        })
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

/// Whether a name is that of a region or zone but for one slip of the fingers. Regions of one cloud are
/// called alike: other numbers, and other words of few letters, are other regions (`eu-de-1`,
/// `eu-de-2`, `eu-be-1`).
#[must_use]
pub fn is_place_slip(name: &str, region: &str) -> bool {
    let (name, region) = (name.to_lowercase(), region.to_lowercase());
    let parts = |of: &str, belongs: fn(char) -> bool| -> Vec<String> {
        of.split(|character| !belongs(character))
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let [words, others] = [&name, &region].map(|of| parts(of, char::is_alphabetic));
    let long = |(word, other): (&String, &String)| {
        word == other || word.chars().count().min(other.chars().count()) >= 4
    };
    let same_words = words.concat() == others.concat()
        || words.len() == others.len() && words.iter().zip(&others).all(long);
    slip(&name, &region)
        && same_words
        && parts(&name, char::is_numeric) == parts(&region, char::is_numeric)
}

#[cfg(test)]
mod tests {
    use super::{is_place_slip, near, only};

    #[test]
    fn two_names_that_are_as_near_leave_open_what_was_meant() {
        assert_eq!(only("m5.larg", ["m5.large", "m5.huge"]), Some("m5.large"));
        assert_eq!(only("webb", ["webs", "webc"]), None);
        assert_eq!(only("webb", ["webs", "webc", "web"]), None);
        assert_eq!(only("webbs", ["web", "webs", "web"]), Some("webs"));
        assert_eq!(only("foo", ["spec"]), None);
    }

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

    #[test]
    fn other_regions_of_a_cloud_are_no_slips() {
        for (name, region) in [
            ("westeuorpe", "westeurope"),
            ("EU-DE-1", "eu-de-1"),
            ("eu-de1", "eu-de-1"),
            ("frankfur-1", "frankfurt-1"),
        ] {
            assert!(is_place_slip(name, region), "{name} {region}");
        }
        let others = [
            ("eu-de-2", "eu-de-1"),
            ("eastus2", "eastus"),
            ("eastus", "westus"),
            ("eu-be-1", "eu-de-1"),
            ("eu-11", "eu-1-1"),
        ];
        for (name, region) in others {
            assert!(!is_place_slip(name, region), "{name} {region}");
        }
    }
}
