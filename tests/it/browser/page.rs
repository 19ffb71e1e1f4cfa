//! Pages of commands, and what holds for each.

use std::path::{Path, PathBuf};

use crate::browser::Tab;
use crate::browser::axe::assert_accessible;
use crate::common::{Dir, root, run_in};

/// The page of a command line, which asks the checkout, in a file.
pub fn page(dir: &Dir, args: &str) -> PathBuf {
    let args: Vec<&str> = args.split_whitespace().collect();
    page_of(dir, &root(), &args)
}

/// The same of a command line in some directory.
pub fn page_of(dir: &Dir, cwd: &Path, args: &[&str]) -> PathBuf {
    let ran = run_in(cwd, args, "", &[]);
    assert!(
        ran.stdout.starts_with("<!DOCTYPE html>"),
        "{args:?}: {}",
        ran.stderr
    );
    dir.write("page.html", &ran.stdout);
    dir.path().join("page.html")
}

/// Asserts that nothing went wrong with the pages that were opened: no error, nothing that the
/// policy refused, and no request for anything but the page.
#[track_caller]
pub fn assert_quiet(tab: &Tab<'_>, path: &Path, what: &str) {
    assert_eq!(tab.complaints, [""; 0], "{what}");
    let own = format!("file://{}", path.display());
    let own = |url: &&String| url.split('#').next() == Some(&own);
    let others: Vec<&String> = tab.requests.iter().filter(|url| !own(url)).collect();
    assert!(others.is_empty(), "{what} asks for {others:?}");
}

/// Asserts that everybody can use the page, light and dark, on a small screen too.
#[track_caller]
pub fn assert_usable(tab: &mut Tab<'_>, path: &Path, what: &str) {
    for scheme in ["light", "dark"] {
        tab.media(
            "",
            &[
                ("prefers-color-scheme", scheme),
                ("prefers-reduced-motion", "reduce"),
            ],
        );
        tab.open_file(path);
        assert_accessible(tab, &format!("{what}, {scheme}"));
    }
    tab.size(400, 700);
    let width = "document.documentElement.scrollWidth";
    assert!(
        tab.eval(width).as_u64().unwrap() <= 400,
        "{what} is {} wide on a small screen",
        tab.eval(width)
    );
    tab.size(1280, 800);
}
