//! Documents of other kinds, in files that nobody named: charts, other tools' templates and
//! settings. A search of a directory is for profiles and Shoots, so it skips such documents
//! whatever their text.

use std::collections::BTreeSet;

use memchr::memmem;

use crate::model::object::{self, GROUP, OTHER_KINDS, ObjectKind, Unit};
use crate::yaml::{Document, ProblemKind};

/// Forgets what is wrong with documents that are none of our business. Gives back which they are.
pub(super) fn set_aside(text: &str, documents: &mut [Document<'_>]) -> BTreeSet<usize> {
    let mut strangers = BTreeSet::new();
    for document in documents
        .iter_mut()
        .filter(|document| !document.problems.is_empty() || has_marker(text, document))
    {
        if !is_ours(text, document) {
            document.problems.clear();
            document.incomplete = false;
            strangers.insert(document.index);
        }
    }
    strangers
}

/// Directives of a template may read as one long text, without a problem.
fn has_marker(text: &str, document: &Document<'_>) -> bool {
    let is_map = document
        .tree
        .root()
        .is_some_and(|root| object::is_map(&document.tree, root));
    !is_map
        && text
            .get(document.span.range())
            .is_some_and(|text| crate::yaml::template(text).is_some())
}

/// Whether a document holds an object of the three kinds or of their group, or may hold one.
fn is_ours(text: &str, document: &Document<'_>) -> bool {
    let units = object::units(&document.tree, text);
    if units.iter().any(Unit::is_ours) {
        return true;
    }
    let text = if document
        .problems
        .iter()
        .any(|problem| matches!(problem.kind, ProblemKind::Encoding(_)))
    {
        text.replace('\0', "")
    } else {
        text.get(document.span.range())
            .unwrap_or_default()
            .to_owned()
    };
    // A document that was read to its end says at its top what it is; else the name may stand
    // anywhere.
    let whole = !document.incomplete
        && document
            .tree
            .root()
            .is_some_and(|root| object::is_map(&document.tree, root));
    if names_kind(&text, whole, is_one_of_three) {
        return true;
    }
    // Another kind of the group names it, too. What follows without a line `---` names its kind.
    let is_other = names_kind(&text, true, |kind| OTHER_KINDS.contains(&kind));
    if is_other {
        return names_kind(&text, false, is_one_of_three);
    }
    names_group(&text, whole)
}

/// Whether the text names a version of the API group; at the beginning of a line, if `top` says so.
fn names_group(text: &str, top: bool) -> bool {
    let (mut checked, mut first) = (0, false);
    memmem::find_iter(text.as_bytes(), GROUP).any(|at| {
        let own = !text[..at].ends_with(|before: char| {
            before.is_ascii_alphanumeric() || matches!(before, '.' | '-')
        });
        if !own || !text[at + GROUP.len()..].starts_with("/v") {
            return false;
        }
        // The line is checked once, however often it names the group.
        let line = text[checked..at].rfind('\n').map(|end| checked + end + 1);
        if let Some(line) = line.or((checked == 0).then_some(0)) {
            first = text[line..]
                .trim_start_matches(['"', '\'', '{'])
                .starts_with("apiVersion");
        }
        checked = at;
        first || !top
    })
}

fn is_one_of_three(kind: &str) -> bool {
    ObjectKind::from_name(kind).is_some()
}

/// Whether the text names one of some kinds, or a list of one, as a kind; at the beginning of a
/// line, if `top` says so.
fn names_kind(text: &str, top: bool, is_one: impl Fn(&str) -> bool) -> bool {
    memmem::find_iter(text.as_bytes(), "kind").any(|at| {
        let before = text[..at].trim_end_matches(['"', '\'', '{']);
        let own = !before.ends_with(|before: char| before.is_ascii_alphanumeric());
        let first = before.is_empty() || before.ends_with(['\n', '\r']);
        let blank = [' ', '\t'];
        let rest = text[at + "kind".len()..]
            .trim_start_matches(['"', '\''])
            .trim_start_matches(blank);
        let Some(value) = rest.strip_prefix(':') else {
            return false;
        };
        let value = value
            .trim_start_matches(blank)
            .trim_start_matches(['"', '\'']);
        let word = &value[..value
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(value.len())];
        own && (first || !top) && is_one(word.strip_suffix("List").unwrap_or(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(text: &str) -> Vec<bool> {
        crate::yaml::read(text)
            .iter()
            .map(|document| is_ours(text, document))
            .collect()
    }

    #[test]
    fn documents_that_name_a_kind_or_the_group_are_ours() {
        for text in [
            "kind: Shoot\nspec: [\n",
            "apiVersion: core.gardener.cloud/v1beta1\nkind: {{ .Values.kind }}\n",
            "{{- if .Values.profile }}\napiVersion: {{ .Values.version }}\nkind: \
             CloudProfile\n{{- end }}\n",
            "apiVersion core.gardener.cloud/v1beta1\nkind Shoot\n",
            "{\"kind\": \"NamespacedCloudProfile\", ",
            "apiVersion: v1\nkind: List\nitems:\n- kind: \"Shoot\"\n  spec: }\n",
            "kind: Shoot\n---\na: [\n",
        ] {
            assert!(ours(text)[0], "{text}");
        }
    }

    #[test]
    fn other_documents_are_not() {
        for text in [
            "kind: Shoot\n---\na: [\n",
            "{ // settings\n  \"compilerOptions\": {}\n}\n---\n",
            "apiVersion: v1\nkind: Secret\nstringData: {a: 1, a: 2}\n",
            "kind: {{ .Values.kind }}\n# every Shoot of core.gardener.cloud\n",
            "{{- if .x }}\napiVersion: core.gardener.cloud/v1beta1\nkind: Seed\n{{- end }}\n",
            "rules:\n- apiGroups: [core.gardener.cloud]\n  resources: {{ . }}\n",
            "profile:\n  apiVersion: core.gardener.cloud/v1beta1\n  kind: CloudProfile\n  <<: (( \
             merge ))\n",
            "kindly: Shoot\nmankind: [Shoot\n",
        ] {
            assert_eq!(ours(text).last(), Some(&false), "{text}");
        }
    }

    /// A line of megabytes that names the group again and again is walked once.
    #[test]
    fn the_line_of_the_group_is_found_once() {
        let long = "core.gardener.cloud/v1beta1 ".repeat(200_000);
        assert!(!names_group(&long, true) && names_group(&long, false));
        assert!(names_group(
            &format!("{long}\napiVersion: core.gardener.cloud/v1beta1"),
            true
        ));
        assert!(names_group(
            &format!("apiVersion: x.core.gardener.cloud/v1, {long}"),
            true
        ));
        assert!(!names_group(&format!("apiVersion: v1\nx: {long}"), true));
    }
}
