//! Names as a user gives them: exact ones, globs, and versions or the beginnings of versions.

use glob::Pattern;

use crate::matching::Prefix;
use crate::model::version::Version;

/// A name, or a glob over names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePattern {
    text: String,
    glob: Option<Pattern>,
}

impl NamePattern {
    /// Reads a name or a glob.
    ///
    /// # Errors
    /// When it has the signs of a glob, but is none.
    pub fn parse(text: &str) -> Result<Self, String> {
        let glob = if text.contains(['*', '?', '[']) {
            Some(
                Pattern::new(text)
                    .map_err(|error| format!("`{text}` is not a glob: {}", error.msg))?,
            )
        } else {
            None
        };
        Ok(Self {
            text: text.to_owned(),
            glob,
        })
    }

    /// The pattern as the user wrote it.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it may name several things.
    #[must_use]
    pub fn is_glob(&self) -> bool {
        self.glob.is_some()
    }

    /// Whether the pattern names this thing.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        self.text == name || self.glob.as_ref().is_some_and(|glob| glob.matches(name))
    }
}

/// A version, the beginning of one as a Shoot may write it (`1592`, `v1592.9`), or a glob over
/// versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionPattern {
    name: NamePattern,
    prefix: Option<Prefix>,
}

impl VersionPattern {
    /// Reads a version, the beginning of one, or a glob.
    ///
    /// # Errors
    /// When it has the signs of a glob, but is none.
    pub fn parse(text: &str) -> Result<Self, String> {
        let name = NamePattern::parse(text)?;
        let bare = text.strip_prefix('v').unwrap_or(text);
        // Three parts are a version, and not the beginning of one.
        let prefix = if name.is_glob() || bare.split('.').count() == 3 {
            None
        } else {
            Prefix::parse(bare)
        };
        Ok(Self { name, prefix })
    }

    /// The pattern as the user wrote it.
    #[must_use]
    pub fn text(&self) -> &str {
        self.name.text()
    }

    /// Whether it is a glob, which no Shoot can have.
    #[must_use]
    pub fn is_glob(&self) -> bool {
        self.name.is_glob()
    }

    /// The versions of one image that the pattern names, by position. A version with exactly this
    /// text wins over longer ones.
    #[must_use]
    pub fn among(&self, versions: &[&str]) -> Vec<usize> {
        let positions = |wanted: &dyn Fn(&str) -> bool| {
            (0..versions.len())
                .filter(|index| wanted(versions[*index]))
                .collect()
        };
        let named: Vec<usize> = positions(&|version| self.name.matches(version));
        match self.prefix {
            Some(prefix) if named.is_empty() => positions(&|version| {
                Version::parse(version).is_some_and(|number| prefix.matches(&number))
            }),
            _ => named,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_globs() {
        let matches = |pattern: &str, name: &str| {
            NamePattern::parse(pattern).is_ok_and(|pattern| pattern.matches(name))
        };
        assert!(matches("m5.*", "m5.large"));
        assert!(
            matches("a[1]", "a[1]") && matches("a[1]", "a1"),
            "a name that looks like a glob is still a name"
        );
        assert!(!matches("m5.*", "m6.large"));
        assert!(NamePattern::parse("m[").is_err());
    }

    #[test]
    fn versions_and_their_beginnings() {
        let versions = ["1592.9.0", "1592.10.1", "1443.2.0", "1592", "12.0"];
        let among = |pattern: &str| {
            VersionPattern::parse(pattern)
                .map(|pattern| pattern.among(&versions))
                .unwrap_or_default()
        };
        assert_eq!(among("1592.9.0"), [0]);
        assert_eq!(among("1592.9"), [0]);
        assert_eq!(among("1592"), [3], "a version of that name wins");
        assert_eq!(among("v1592"), [0, 1, 3]);
        assert_eq!(among("12.0"), [4]);
        assert_eq!(among("15*.1*"), [1]);
        assert_eq!(among(""), [0, 1, 2, 3, 4]);
        assert_eq!(
            among("v1592.9.0"),
            [0; 0],
            "three parts are a version, and the exact string counts"
        );
    }
}
