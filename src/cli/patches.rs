//! Finds out whether a named file is a patch: the `kustomization.yaml` that lists it is not named.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::landscape::kustomize::{NAMES, listed};
use crate::yaml;

/// A list of patches larger than this is none.
const LARGEST: u64 = 1 << 20;
/// Maximum number of directories above a file that may list it.
const ABOVE: usize = 8;

/// The file in the directory of a path, or in one above it, that lists the path as a patch.
pub(super) fn listing(path: &Path) -> Option<String> {
    let real = path.canonicalize().ok()?;
    let directories = real.ancestors().skip(1).take(ABOVE);
    let files = directories.flat_map(|directory| NAMES.map(|name| directory.join(name)));
    files
        .filter(|file| file.is_file())
        .find(|file| lists(file, &real))
        .map(|file| shown(&file, &real))
}

fn lists(file: &Path, path: &Path) -> bool {
    let mut text = String::new();
    let read = File::open(file).and_then(|file| file.take(LARGEST).read_to_string(&mut text));
    let (Ok(_), Some(name), Some(path)) = (read, file.to_str(), path.to_str()) else {
        return false;
    };
    listed(name, &text, &yaml::read(&text)).contains(path)
}

/// The list as seen from the directory of the patch.
fn shown(file: &Path, patch: &Path) -> String {
    let (Some(from), Some(to)) = (patch.parent(), file.parent()) else {
        return String::new();
    };
    let up = from
        .strip_prefix(to)
        .map_or(0, |below| below.components().count());
    let path: PathBuf = std::iter::repeat_n("..", up).collect();
    path.join(file.file_name().unwrap_or_default())
        .display()
        .to_string()
}
