//! Facts about architectures that several rules need.

use crate::capability::{ARCHITECTURES, Vocabulary};
use crate::rules::words;

/// Other names of the two.
const ALIASES: [(&str, &str); 8] = [
    ("x86_64", "amd64"),
    ("x86-64", "amd64"),
    ("x86", "amd64"),
    ("x64", "amd64"),
    ("intel", "amd64"),
    ("aarch64", "arm64"),
    ("armv8", "arm64"),
    ("arm", "arm64"),
];

/// Whether Gardener knows the architecture.
pub(super) fn is_known(architecture: &str) -> bool {
    ARCHITECTURES.contains(&architecture)
}

/// The architecture that was most likely meant.
pub(in crate::rules) fn near(text: &str) -> Option<&'static str> {
    let lower = text.to_lowercase();
    let alias = ALIASES
        .iter()
        .find(|(alias, _)| *alias == lower)
        .map(|(_, name)| *name);
    alias.or_else(|| words::near(text, ARCHITECTURES))
}

/// The architectures that the legacy field of an image version may name.
pub(super) fn allowed<'a>(vocabulary: &'a Vocabulary<'_>) -> impl Iterator<Item = &'a str> {
    let known = vocabulary
        .is_empty()
        .then_some(ARCHITECTURES)
        .into_iter()
        .flatten();
    known.chain(vocabulary.architectures().iter().map(|value| value.value))
}

/// Whether the legacy field of an image version may name the architecture.
pub(super) fn is_allowed(vocabulary: &Vocabulary<'_>, architecture: &str) -> bool {
    if vocabulary.is_empty() {
        return is_known(architecture);
    }
    vocabulary
        .get(crate::capability::ARCHITECTURE)
        .is_some_and(|definition| definition.has(architecture))
}
