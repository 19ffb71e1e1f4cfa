//! Paths as they are written, without asking the disk.

use std::path::{Component, Path, PathBuf};

use ignore::gitignore::Gitignore;

/// Whether patterns match a path, or a directory that it lies in.
pub(super) fn is_matched(patterns: &Gitignore, path: &Path) -> bool {
    let path = normal(path);
    !patterns.is_empty()
        && path.starts_with(patterns.path())
        && patterns
            .matched_path_or_any_parents(&path, path.is_dir())
            .is_ignore()
}

/// A path without `.` and `..`, as it is written.
pub(super) fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if out.file_name().is_some() => drop(out.pop()),
            other => out.push(other),
        }
    }
    out
}
