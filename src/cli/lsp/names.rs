//! Names of files as editors write them: `file:///profiles/a%20b.yaml`.

use std::path::{Path, PathBuf};

use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// The characters that stand for themselves in the path of a URI.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'/')
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The path of a file; none for anything else, such as a buffer without a file.
pub(super) fn path(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let at = rest.find('/')?;
    let path = percent_decode_str(&rest[at..]).decode_utf8().ok()?;
    // `/c:/profiles` is `c:/profiles` on Windows.
    let bytes = path.as_bytes();
    let has_drive = cfg!(windows) && bytes.get(2) == Some(&b':');
    Some(PathBuf::from(if has_drive { &path[1..] } else { &path }))
}

/// The URI of a file.
pub(super) fn uri(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace('\\', "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    let path = utf8_percent_encode(&path, KEPT);
    format!("file://{slash}{path}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_both_ways() {
        for path in ["/a/b.yaml", "/a b/ü#?%.yaml", "/c:/x.yaml"] {
            let uri = uri(Path::new(path)).expect("a URI");
            assert_eq!(super::path(&uri), Some(PathBuf::from(path)), "{uri:?}");
        }
        let uri: Uri = "untitled:Untitled-1".parse().expect("a URI");
        assert_eq!(path(&uri), None);
    }
}
