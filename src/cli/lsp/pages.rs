//! The pages of rules as files, for builds that do not know where the pages are: an editor can only
//! show what has a name.

use std::fs;
use std::path::PathBuf;

use lsp_types::Uri;

use crate::cli::disk;
use crate::cli::lsp::names;
use crate::lsp;

/// How many names of directories are tried.
const TRIES: u32 = 64;

/// A directory of this process, which goes with it.
#[derive(Default)]
pub(super) struct Pages {
    dir: Option<PathBuf>,
}

impl Pages {
    /// The name of the page of a rule; none if there is no such rule, or it cannot be written.
    pub fn uri(&mut self, rule: &str) -> Option<Uri> {
        if let Some(url) = crate::docs_url(rule) {
            return url.parse().ok();
        }
        let page = lsp::page(rule)?;
        if self.dir.is_none() {
            self.dir = new_dir();
        }
        let path = self
            .dir
            .as_ref()?
            .join(format!("{}.md", rule.replace('/', "-")));
        disk::put(&path, page.as_bytes(), None).ok()?;
        names::uri(&path)
    }
}

/// A directory that nobody else has: one that is there already is not taken.
fn new_dir() -> Option<PathBuf> {
    let mut all = (0..TRIES).map(|nth| {
        let name = format!("cpcap-{}-{nth}", std::process::id());
        std::env::temp_dir().join(name)
    });
    all.find(|dir| fs::create_dir(dir).is_ok())
}

impl Drop for Pages {
    fn drop(&mut self) {
        if let Some(dir) = &self.dir {
            drop(fs::remove_dir_all(dir));
        }
    }
}
