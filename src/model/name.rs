//! The name rules of Kubernetes that profiles are subject to: DNS names, qualified names and label
//! values. Says what is wrong with a name; where which rule applies is decided elsewhere.

use std::fmt;

/// The longest DNS-1123 subdomain, in bytes.
pub const MAX_SUBDOMAIN_BYTES: usize = 253;
/// The longest DNS-1123 label, label value or name part of a qualified name, in bytes.
pub const MAX_LABEL_BYTES: usize = 63;

/// One fault of a name (`docs/gardener/cloudprofile.md#names`). Its text is a clause such as "is
/// longer than 63 bytes (70)".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameFault {
    /// There is nothing, or nothing after the `/`.
    Empty {
        /// Which part of the name.
        part: NamePart,
    },
    TooLong {
        /// Which part of the name.
        part: NamePart,
        /// Its length in bytes.
        bytes: usize,
        /// The longest possible length in bytes.
        most: usize,
    },
    /// A character that such names do not have.
    BadCharacter {
        /// Which part of the name.
        part: NamePart,
        found: char,
        /// The characters that are allowed.
        allowed: Alphabet,
    },
    /// A character that may stand inside, but not at the beginning or the end (of a name or, in a
    /// subdomain, of one of its labels).
    BadEdge {
        /// Which part of the name.
        part: NamePart,
        found: char,
        /// The characters that are allowed there.
        allowed: Alphabet,
    },
    /// Two dots in a row in a subdomain, or one at its beginning or end.
    EmptyLabel {
        /// Which part of the name.
        part: NamePart,
    },
    /// More than one `/`.
    SeveralSlashes,
    /// A prefix and `/` where only a name may stand.
    Prefixed,
}

/// The part of a name that a fault is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NamePart {
    /// The name as a whole.
    Whole,
    /// The part before the `/` of a qualified name.
    Prefix,
    /// The part after the `/` of a qualified name.
    Name,
}

/// The characters of a sort of name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alphabet {
    /// Lower-case letters, digits and `-`: DNS-1123 labels.
    Label,
    /// The same and `.`: DNS-1123 subdomains.
    Subdomain,
    /// Letters of either case, digits, `-`, `_` and `.`: qualified names and label values.
    Qualified,
}

impl Alphabet {
    fn may_be_edge(self, c: char) -> bool {
        match self {
            Alphabet::Label | Alphabet::Subdomain => c.is_ascii_lowercase() || c.is_ascii_digit(),
            Alphabet::Qualified => c.is_ascii_alphanumeric(),
        }
    }

    fn contains(self, c: char) -> bool {
        self.may_be_edge(c)
            || match self {
                Alphabet::Label => c == '-',
                Alphabet::Subdomain => matches!(c, '-' | '.'),
                Alphabet::Qualified => matches!(c, '-' | '_' | '.'),
            }
    }
}

impl fmt::Display for NamePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NamePart::Whole => "",
            NamePart::Prefix => "has a prefix that ",
            NamePart::Name => "has a part after `/` that ",
        })
    }
}

impl fmt::Display for NameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameFault::Empty { part } => write!(f, "{part}is empty"),
            NameFault::TooLong { part, bytes, most } => {
                write!(f, "{part}is longer than {most} bytes ({bytes})")
            }
            NameFault::BadCharacter {
                part,
                found,
                allowed,
            } => {
                let allowed = match allowed {
                    Alphabet::Label => "lower-case letters, digits and `-`",
                    Alphabet::Subdomain => "lower-case letters, digits, `-` and `.`",
                    Alphabet::Qualified => "letters, digits, `-`, `_` and `.`",
                };
                write!(
                    f,
                    "{part}contains `{}`, which is not among {allowed}",
                    found.escape_debug()
                )
            }
            NameFault::BadEdge {
                part,
                found,
                allowed,
            } => {
                let (what, allowed) = match allowed {
                    Alphabet::Label => ("", "a lower-case letter or a digit"),
                    Alphabet::Subdomain => (" between its dots", "a lower-case letter or a digit"),
                    Alphabet::Qualified => ("", "a letter or a digit"),
                };
                write!(
                    f,
                    "{part}begins or ends{what} with `{found}` instead of {allowed}"
                )
            }
            NameFault::EmptyLabel { part } => {
                write!(f, "{part}has nothing before, after or between its dots")
            }
            NameFault::SeveralSlashes => f.write_str("contains more than one `/`"),
            NameFault::Prefixed => {
                f.write_str("has a prefix before `/`, which is not possible here")
            }
        }
    }
}

/// The faults of a lower-case DNS-1123 subdomain, such as an object's name
/// (`docs/gardener/cloudprofile.md#names`).
pub fn subdomain_faults(name: &str) -> Vec<NameFault> {
    subdomain_part_faults(name, NamePart::Whole).collect()
}

/// The faults of a lower-case DNS-1123 label: at most 63 of `[a-z0-9-]`, with a letter or digit at
/// both ends.
pub fn label_faults(name: &str) -> Vec<NameFault> {
    let part = NamePart::Whole;
    let empty = name.is_empty().then_some(NameFault::Empty { part });
    too_long(name, part, MAX_LABEL_BYTES)
        .into_iter()
        .chain(empty.or_else(|| characters(name, part, Alphabet::Label)))
        .collect()
}

/// The faults of a label's value (`docs/gardener/cloudprofile.md#names`): it may be empty.
pub fn label_value_faults(value: &str) -> Vec<NameFault> {
    let part = NamePart::Whole;
    too_long(value, part, MAX_LABEL_BYTES)
        .into_iter()
        .chain(characters(value, part, Alphabet::Qualified))
        .collect()
}

/// The faults of a qualified name, such as the key of a label
/// (`docs/gardener/cloudprofile.md#names`). An empty name part has two: it is empty, and it has not
/// the right form.
pub fn qualified_name_faults(name: &str) -> Vec<NameFault> {
    let mut faults = Vec::new();
    let (name, part) = match name.split_once('/') {
        Some((_, rest)) if rest.contains('/') => return vec![NameFault::SeveralSlashes],
        Some((prefix, rest)) => {
            if prefix.is_empty() {
                faults.push(NameFault::Empty {
                    part: NamePart::Prefix,
                });
            } else {
                faults.extend(subdomain_part_faults(prefix, NamePart::Prefix));
            }
            (rest, NamePart::Name)
        }
        None => (name, NamePart::Whole),
    };
    if name.is_empty() {
        faults.extend([NameFault::Empty { part }; 2]);
    } else {
        faults.extend(too_long(name, part, MAX_LABEL_BYTES));
        faults.extend(characters(name, part, Alphabet::Qualified));
    }
    faults
}

/// The faults of the key of an annotation: a qualified name, whatever its case.
pub fn annotation_key_faults(key: &str) -> Vec<NameFault> {
    // Lower case as Go has it: one character for one, where Unicode has two for `İ`.
    qualified_name_faults(&key.replace('\u{130}', "i").to_lowercase())
}

/// Whether a name is an unprefixed qualified name (`docs/gardener/cloudprofile.md#names`).
pub fn is_unprefixed_qualified_name(name: &str) -> bool {
    unprefixed_fault(name).is_none()
}

/// The first fault of an unprefixed qualified name. The server reports one error for one bad name.
pub fn unprefixed_fault(name: &str) -> Option<NameFault> {
    let part = NamePart::Whole;
    if name.is_empty() {
        return Some(NameFault::Empty { part });
    }
    if name.contains('/') {
        // A name with a proper prefix is refused for that; else its real fault helps more.
        return Some(
            qualified_name_faults(name)
                .first()
                .copied()
                .unwrap_or(NameFault::Prefixed),
        );
    }
    too_long(name, part, MAX_LABEL_BYTES).or_else(|| characters(name, part, Alphabet::Qualified))
}

fn subdomain_part_faults(name: &str, part: NamePart) -> impl Iterator<Item = NameFault> {
    let form = if name.is_empty() {
        Some(NameFault::Empty { part })
    } else {
        characters(name, part, Alphabet::Subdomain)
    };
    too_long(name, part, MAX_SUBDOMAIN_BYTES)
        .into_iter()
        .chain(form)
}

fn too_long(name: &str, part: NamePart, most: usize) -> Option<NameFault> {
    (name.len() > most).then_some(NameFault::TooLong {
        part,
        bytes: name.len(),
        most,
    })
}

/// The first fault in the characters of a name; an empty name has none. However many there are,
/// they are one error.
fn characters(name: &str, part: NamePart, allowed: Alphabet) -> Option<NameFault> {
    if let Some(found) = name.chars().find(|c| !allowed.contains(*c)) {
        return Some(NameFault::BadCharacter {
            part,
            found,
            allowed,
        });
    }
    if name.is_empty() {
        return None;
    }
    // Each label of a subdomain has ends of its own; other names have none but their own.
    let separator = if allowed == Alphabet::Subdomain {
        '.'
    } else {
        '/'
    };
    for label in name.split(separator) {
        if label.is_empty() {
            return Some(NameFault::EmptyLabel { part });
        }
        if let Some(found) = label
            .chars()
            .next()
            .into_iter()
            .chain(label.chars().next_back())
            .find(|c| !allowed.may_be_edge(*c))
        {
            return Some(NameFault::BadEdge {
                part,
                found,
                allowed,
            });
        }
    }
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn counts_the_faults_of_each_rule() {
        let long = |n| "x".repeat(n);
        let table = [
            // name, qualified name, label value, subdomain, label
            (String::new(), [2, 0, 1, 1]),
            ("m5.large".to_owned(), [0, 0, 0, 1]),
            ("Standard_D4s_v5".to_owned(), [0, 0, 1, 1]),
            ("a/b".to_owned(), [0, 1, 1, 1]),
            ("/".to_owned(), [3, 1, 1, 1]),
            ("a-/".to_owned(), [3, 1, 1, 1]),
            ("a//b".to_owned(), [1, 1, 1, 1]),
            ("A/-".to_owned(), [2, 1, 1, 1]),
            ("a..b".to_owned(), [0, 0, 1, 1]),
            ("a.-b".to_owned(), [0, 0, 1, 1]),
            ("-a".to_owned(), [1, 1, 1, 1]),
            ("é".to_owned(), [1, 1, 1, 1]),
            ("a\n".to_owned(), [1, 1, 1, 1]),
            (long(63), [0, 0, 0, 0]),
            (long(64), [1, 1, 0, 1]),
            (long(253), [1, 1, 0, 1]),
            (long(254), [1, 1, 1, 1]),
            (format!("{}-", long(254)), [2, 2, 2, 2]),
            (format!("{}/{}", long(253), long(63)), [0, 2, 2, 2]),
            (format!("{}-/{}_", long(253), long(63)), [4, 2, 2, 2]),
        ];
        for (name, expected) in table {
            let counts = [
                qualified_name_faults,
                label_value_faults,
                subdomain_faults,
                label_faults,
            ]
            .map(|faults| faults(&name).len());
            assert_eq!(counts, expected, "{name:?}");
        }
    }

    #[test]
    fn knows_unprefixed_qualified_names() {
        for name in ["a", "m5.large", "Standard_D4s_v5", "a..b", &"x".repeat(63)] {
            assert!(is_unprefixed_qualified_name(name), "{name:?}");
        }
        let table = [
            ("", "is empty"),
            (
                "example.org/a",
                "has a prefix before `/`, which is not possible here",
            ),
            ("/a", "has a prefix that is empty"),
            ("a/", "has a part after `/` that is empty"),
            ("a/b/c", "contains more than one `/`"),
            (
                "a b",
                "contains ` `, which is not among letters, digits, `-`, `_` and `.`",
            ),
            (
                "a\n",
                "contains `\\n`, which is not among letters, digits, `-`, `_` and `.`",
            ),
            (
                "a-",
                "begins or ends with `-` instead of a letter or a digit",
            ),
        ];
        for (name, clause) in table {
            assert_eq!(
                unprefixed_fault(name)
                    .map(|fault| fault.to_string())
                    .as_deref(),
                Some(clause),
                "{name:?}"
            );
        }
        assert_eq!(
            unprefixed_fault(&"x".repeat(64)).unwrap().to_string(),
            "is longer than 63 bytes (64)"
        );
        assert_eq!(
            subdomain_faults("a.-b")[0].to_string(),
            "begins or ends between its dots with `-` instead of a lower-case letter or a digit"
        );
    }
}
