//! Patches of Kustomize: parts of objects, to be laid over others. They are known by what a
//! `kustomization.yaml` among the files lists, or by directives of a strategic merge.

use std::collections::BTreeSet;

use memchr::memmem;

use crate::model::cursor::Cursor;
use crate::model::object::Object;
use crate::model::shape::{ShapeKind, ShapeProblem};
use crate::yaml::{Document, Tree, Value};

/// The names of the file that says what Kustomize is to make.
pub const NAMES: [&str; 3] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

/// How a patch is known as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Patch {
    /// The file of this name lists it.
    Listed(String),
    /// The object holds this directive of Kustomize.
    Directive(String),
}

/// The files that a text lists as patches, seen from the directory of its path.
#[must_use]
pub fn listed(path: &str, text: &str, documents: &[Document<'_>]) -> BTreeSet<String> {
    let (directory, base) = split(path);
    let mut files = BTreeSet::new();
    if !NAMES.contains(&base) {
        return files;
    }
    for document in documents {
        let tree = &document.tree;
        let Some(root) = tree.root() else { continue };
        let root = Cursor::new(tree, text, root);
        let paths = |field: &str| {
            root.field(field)
                .list(|entry| *entry.field("path").string())
                .value
        };
        let texts = root
            .field("patchesStrategicMerge")
            .list(|entry| *entry.string())
            .value;
        let all = ["patches", "patchesJson6902"]
            .into_iter()
            .flat_map(paths)
            .chain(texts);
        files.extend(
            all.filter(|path| !path.is_empty() && !path.contains('\n'))
                .map(|path| joined(directory, path)),
        );
    }
    files
}

/// A path seen from a directory, without `.` and `..`.
fn joined(directory: &str, path: &str) -> String {
    let root = if directory.starts_with('/') { "/" } else { "" };
    let mut parts: Vec<&str> = Vec::new();
    for part in directory.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("{root}{}", parts.join("/"))
}

/// The path of a file as lists of patches would have it.
pub(super) fn plain(path: &str) -> String {
    let (directory, base) = split(path);
    joined(directory, base)
}

/// The directory of a path, and the name in it.
fn split(path: &str) -> (&str, &str) {
    match path.rsplit_once('/') {
        Some(("", base)) => ("/", base),
        Some(parts) => parts,
        None => ("", path),
    }
}

/// Whether a key is a directive of Kustomize, and not a field.
fn is_directive(key: &str) -> bool {
    matches!(key, "$patch" | "$retainKeys")
        || key.starts_with("$setElementOrder/")
        || key.starts_with("$deleteFromPrimitiveList/")
}

/// The first directive in an object.
pub(super) fn directive(tree: &Tree<'_>, text: &str, object: &Object<'_>) -> Option<String> {
    // Nearly every object has none.
    let bytes = text.as_bytes().get(tree.span(object.node).range());
    memmem::find(bytes.unwrap_or(text.as_bytes()), b"$")?;
    let mut open = vec![object.node];
    let mut met = BTreeSet::new();
    while let Some(node) = open.pop() {
        if !met.insert(tree.target(node)) {
            continue;
        }
        match tree.value(node) {
            Value::Mapping => {
                for entry in tree.entries(node) {
                    if is_directive(tree.key(entry.key)) {
                        return Some(tree.key(entry.key).to_owned());
                    }
                    open.push(entry.value);
                }
            }
            Value::Sequence => open.extend(tree.items(node)),
            _ => {}
        }
    }
    None
}

/// Leaves out the directives, which no object has as fields.
pub(super) fn without_directives(problems: &mut Vec<ShapeProblem>) {
    problems.retain(|problem| !matches!(&problem.kind, ShapeKind::UnknownField { name, .. } if is_directive(name)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patches_are_found_from_the_directory_of_their_list() {
        let text = "patches:\n- path: ./a.yaml\n- patch: |-\n    b: c\n- \
            {path: ../base/../b.yaml}\npatchesStrategicMerge:\n- c/d.yaml\n- |\n  e: \
            f\npatchesJson6902:\n- path: g.json\n  target: {kind: Shoot}\nresources:\n- ../base\n";
        let found = |name: &str| {
            listed(name, text, &crate::yaml::read(text))
                .into_iter()
                .collect::<Vec<_>>()
        };
        assert_eq!(
            found("x/y/kustomization.yaml"),
            ["x/b.yaml", "x/y/a.yaml", "x/y/c/d.yaml", "x/y/g.json"]
        );
        assert_eq!(
            found("kustomization.yml"),
            ["../b.yaml", "a.yaml", "c/d.yaml", "g.json"]
        );
        assert_eq!(
            found("/x/Kustomization"),
            ["/b.yaml", "/x/a.yaml", "/x/c/d.yaml", "/x/g.json"]
        );
        assert_eq!(found("x/y/other.yaml"), [""; 0]);
        assert_eq!(plain("x/./a.yaml"), "x/a.yaml");
        assert_eq!(plain("/a.yaml"), "/a.yaml");
    }

    #[test]
    fn a_list_and_its_patch_meet_in_every_directory() {
        let text = "patches: [{path: ./a.yaml}, {path: ../b/a.yaml}]\n";
        for directory in [
            "",
            "x/",
            "x/y/",
            "./x/",
            "../x/",
            "/",
            "/x/",
            "eu:west/",
            "x:y/a:b/",
            "file:///x/",
            "C:/x/",
        ] {
            let found = listed(
                &format!("{directory}kustomization.yaml"),
                text,
                &crate::yaml::read(text),
            );
            assert!(
                found.contains(&plain(&format!("{directory}a.yaml"))),
                "{directory}: {found:?}"
            );
            assert!(
                found.contains(&plain(&format!("{directory}../b/a.yaml"))),
                "{directory}: {found:?}"
            );
        }
    }
}
