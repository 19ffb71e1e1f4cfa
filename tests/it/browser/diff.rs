//! The page of `cpcap diff --format html`.

use serde_json::Value;

use crate::browser::in_tab;
use crate::browser::page::page;
use crate::common::{Dir, root, run_in};

/// Changes with refusals, other flavors and artifacts, and removed entries.
const CHANGES: &[&str] = &[
    "testdata/diff/old.yaml testdata/diff/new.yaml --with testdata/diff/shoot.yaml",
    "testdata/maintain/profile.yaml testdata/examples/valid.yaml --with testdata/maintain/shoots.yaml",
];

fn answer(change: &str, format: &str) -> String {
    let line = format!("diff {change} --expand --format {format}");
    let args: Vec<&str> = line.split_whitespace().collect();
    run_in(&root(), &args, "", &[]).stdout
}

/// A text without what only its form adds: line ends, marks of code and list items.
fn plain(text: &str) -> String {
    let words = text.split_whitespace().filter(|word| *word != "-");
    words.collect::<Vec<_>>().join(" ").replace('`', "")
}

#[test]
fn refusals_come_first_and_sentences_are_those_of_the_text() {
    let dir = Dir::new();
    in_tab(|tab| {
        for change in CHANGES {
            tab.open_file(&page(
                &dir,
                &format!("diff {change} --format html --expand"),
            ));
            let headings = tab.eval("[...document.querySelectorAll('h2')].map(h => h.textContent)");
            assert_eq!(
                headings,
                Value::from_iter(["Verdict", "Refused by the server", "Effects"])
            );
            let said = plain(&tab.text("document.querySelector('main').innerText"));
            let human = answer(change, "human");
            let (refused, rest) = human.split_once("\n\n").unwrap();
            let mut parts = 0;
            for line in refused
                .lines()
                .skip(1)
                .filter(|line| line.contains("[change/"))
            {
                assert!(said.contains(&plain(line)), "{line}: {said}");
                parts += 1;
            }
            // A sentence goes on in deeper lines; its places follow it.
            let rest = rest.replace("\n      ", " ");
            let (effects, summary) = rest.trim_end().rsplit_once("\n\n").unwrap();
            for line in effects.lines() {
                let line = plain(line);
                let line = line.trim_end_matches(':');
                assert!(said.contains(line), "{line}: {said}");
                parts += 1;
            }
            assert!(said.contains(&plain(summary)), "{summary}: {said}");
            assert!(parts > 6, "{human}");
        }
    });
}

#[test]
fn pairs_are_those_of_json() {
    let dir = Dir::new();
    let change = CHANGES[0];
    let json: Value = serde_json::from_str(&answer(change, "json")).unwrap();
    in_tab(|tab| {
        tab.open_file(&page(&dir, &format!("diff {change} --format html")));
        let cells = tab.eval(
            "[...document.querySelectorAll('.changes')].flatMap(t => [...t.tBodies[0].rows].flatMap(r \
             => [...r.cells].slice(1).map((c, at) => `${r.cells[0].textContent} × \
             ${t.rows[0].cells[at + 1].textContent}: ${c.innerText}`)))",
        );
        let cells: Vec<String> = serde_json::from_value(cells).unwrap();
        let impacts = json["objects"][0]["impacts"].as_array().unwrap();
        let mut found = 0;
        for impact in impacts {
            let word = match impact["kind"].as_str().unwrap() {
                "flavor" => "another flavor",
                "artifact" => "another artifact",
                _ => continue,
            };
            for machine in impact["machineTypes"].as_array().unwrap() {
                for version in impact["imageVersions"].as_array().unwrap() {
                    let text = |of: &Value| of.as_str().unwrap().to_owned();
                    let pair = format!(
                        "{} × {} {}: ",
                        text(machine),
                        text(&version["image"]),
                        text(&version["version"])
                    );
                    let cell = cells.iter().find(|cell| cell.starts_with(&pair));
                    let cell = cell.unwrap_or_else(|| panic!("{pair}: {cells:?}"));
                    assert!(cell.contains(word), "{cell}");
                    for moved in version["artifacts"].as_array().into_iter().flatten() {
                        assert!(cell.contains(&text(&moved["after"])), "{cell}");
                        found += 1;
                    }
                }
            }
        }
        assert_eq!((found, cells.len()), (1, 1));
    });
}
