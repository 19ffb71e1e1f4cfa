//! The pictures of pages in the documentation. With `CPCAP_UPDATE=1` they are taken anew; else their
//! pages must be as they were.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use crate::browser::{Tab, in_tab};
use crate::common::{Dir, golden, root, run_in};

/// A picture: its name, its command line, its height, and what happens before it is taken.
type Picture = (&'static str, &'static str, u32, fn(&mut Tab<'_>));

const WIDTH: u32 = 900;
const PICTURES: &[Picture] = &[
    (
        "table",
        "table --format html testdata/maintain/profile.yaml",
        620,
        |_| {},
    ),
    (
        "reasons",
        "table --format html testdata/maintain/profile.yaml",
        560,
        |tab| tab.click("table[data-sheet] tbody tr:nth-child(2) td:nth-child(4)"),
    ),
    (
        "calendar",
        "maintain --format html -p testdata/maintain/profile.yaml --with \
         testdata/maintain/shoots.yaml",
        640,
        |tab| {
            tab.click(".cal-moves");
            tab.eval("document.querySelector('#calendar').scrollIntoView()");
        },
    ),
    (
        "change",
        "diff --format html testdata/diff/old.yaml testdata/diff/new.yaml --with \
         testdata/diff/shoot.yaml",
        640,
        |_| {},
    ),
];

#[test]
fn pictures_show_the_pages_of_today() {
    let mut pages = String::new();
    let update = std::env::var_os("CPCAP_UPDATE").is_some();
    for (name, line, height, before) in PICTURES {
        let args: Vec<&str> = line.split_whitespace().collect();
        let page = run_in(&root(), &args, "", &[]).stdout;
        let hash: String = Sha256::digest(&page)
            .iter()
            .fold(String::new(), |mut text, byte| {
                let _ = write!(text, "{byte:02x}");
                text
            });
        let _ = writeln!(pages, "{hash}  {name}.png: cpcap {}", args.join(" "));
        let picture = root().join(format!("docs/images/{name}.png"));
        let taken =
            std::fs::read_to_string(root().join("docs/images/pages.txt")).unwrap_or_default();
        if update && !(taken.contains(&format!("{hash}  {name}.png")) && picture.exists()) {
            let dir = Dir::with(&[("page.html", &page)]);
            in_tab(|tab| {
                tab.media("", &[("prefers-reduced-motion", "reduce")]);
                tab.size(WIDTH, *height);
                tab.open_file(&dir.path().join("page.html"));
                before(tab);
                tab.eval("document.activeElement.blur()");
                std::fs::create_dir_all(picture.parent().unwrap()).unwrap();
                std::fs::write(&picture, tab.picture()).unwrap();
            });
        }
        let size = std::fs::metadata(&picture).unwrap().len();
        assert!(size < 100_000, "{name}.png has {size} bytes");
    }
    golden("docs/images/pages.txt", &pages);
}
