//! The page of `cpcap diff --format html`.

use serde_json::Value;

use crate::browser::in_tab;
use crate::browser::page::{page, page_of};
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
                Value::from_iter([
                    "Verdict",
                    "Refused by the server",
                    "Effects",
                    "Calendar before and after"
                ])
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
                // On the page, the kind of an effect is a label without a colon.
                let labelled = line.replacen(": ", " ", 1);
                let is_there = said.contains(line) || said.contains(&labelled);
                assert!(is_there, "{line}: {said}");
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

#[test]
fn calendars_show_both_revisions_and_mark_what_differs() {
    let old = std::fs::read_to_string(root().join("testdata/maintain/profile.yaml")).unwrap();
    let first = "    - version: 1.34.2\n";
    let last = "    - version: 1.31.13\n      classification: deprecated\n      expirationDate: \
                \"2026-09-30T23:59:59Z\"\n";
    let new = old
        .replace("2027-03-31", "2027-09-30")
        .replace("2027-02-28", "2027-12-31")
        .replace(
            first,
            &format!("    - version: 1.35.0\n      classification: preview\n{first}"),
        )
        .replace(last, "");
    let dir = Dir::with(&[("old.yaml", &old), ("new.yaml", &new)]);
    let args = ["diff", "old.yaml", "new.yaml", "--format", "html"];
    in_tab(|tab| {
        tab.open_file(&page_of(&dir, dir.path(), &args));
        // A list without a difference is not there.
        let names = tab.eval(
            "[...document.querySelector('.cal-names').children].map(e => e.textContent.trim())",
        );
        let before = [
            "Before",
            "Kubernetes",
            "1.34.2",
            "1.34.1",
            "1.33.6",
            "≠ 1.33.5 changed",
            "1.32.9",
            "− 1.31.13 removed",
            "suse-chost",
            "≠ ✕ 15.6.20250901 changed",
            "15.5.20240101",
        ];
        let after = [
            "After",
            "Kubernetes",
            "+ 1.35.0 added",
            "1.34.2",
            "1.34.1",
            "1.33.6",
            "≠ 1.33.5 changed",
            "1.32.9",
            "suse-chost",
            "≠ ✕ 15.6.20250901 changed",
            "15.5.20240101",
        ];
        assert_eq!(names, Value::from_iter([before, after].concat()));
        let rows = tab.eval(
            "[...document.querySelectorAll('#calendar table tbody tr')].map(r => \
             [...r.cells].map(c => c.textContent).join(' | '))",
        );
        let expected = [
            "Kubernetes | 1.35.0 | added | not listed | preview",
            "Kubernetes | 1.33.5 | changed | deprecated; expired after 2027-03-31T23:59:59Z | \
             deprecated; expired after 2027-09-30T23:59:59Z",
            "Kubernetes | 1.31.13 | removed | deprecated; expired after 2026-09-30T23:59:59Z | not \
             listed",
            "suse-chost | 15.6.20250901 | changed | deprecated; expired after \
             2027-02-28T23:59:59Z | deprecated; expired after 2027-12-31T23:59:59Z",
        ];
        assert_eq!(rows, Value::from_iter(expected));
        // Both have the bars of their own dates, along one axis.
        let bars = tab.eval(
            "[...document.querySelectorAll('.cal-chart svg')].map(b => [b.textContent, \
             b.getBoundingClientRect().right])",
        );
        let bars: Vec<(String, f64)> = serde_json::from_value(bars).unwrap();
        let ends = |text: &str| -> Vec<f64> {
            let of = bars.iter().filter(|(bar, _)| bar.starts_with(text));
            of.map(|(_, end)| *end).collect()
        };
        let was = ends("1.33.5 deprecated until 2027-03-31T23:59:59Z");
        let is = ends("1.33.5 deprecated until 2027-09-30T23:59:59Z");
        let same = ends("1.34.1 deprecated until 2027-06-30T23:59:59Z");
        assert_eq!((was.len(), is.len(), same.len()), (1, 1, 2), "{bars:?}");
        assert!(was[0] < same[0] && same[0] == same[1] && same[1] < is[0]);
        // The moves of a revision stay within it.
        let apart = tab.eval(
            "(() => { const part = document.querySelectorAll('.cal-chart .cal-part')[1]; const y = \
             part.y.baseVal.value; return [...document.querySelectorAll('.cal-arrows line')].map(l \
             => [l.y1.baseVal.value > y, l.y2.baseVal.value > y]); })()",
        );
        let apart: Vec<(bool, bool)> = serde_json::from_value(apart).unwrap();
        assert!(apart.iter().all(|(from, to)| from == to), "{apart:?}");
        assert!(apart.contains(&(true, true)) && apart.contains(&(false, false)));
    });
}

#[test]
fn only_profiles_whose_versions_differ_have_a_calendar() {
    let old = std::fs::read_to_string(root().join("testdata/maintain/profile.yaml")).unwrap();
    let image = "  - name: suse-chost\n";
    let with = "  - name: other\n    versions:\n    - version: 1.0.0\n      capabilityFlavors:\n      - \
                architecture: [amd64]\n";
    let [types, added] = [
        old.replace("cpu: \"2\"", "cpu: \"4\""),
        old.replace(image, &format!("{with}{image}")),
    ];
    let dir = Dir::with(&[
        ("old.yaml", &old),
        ("types.yaml", &types),
        ("added.yaml", &added),
    ]);
    in_tab(|tab| {
        let names =
            "[...document.querySelectorAll('.cal-names > *')].map(e => e.textContent.trim())";
        let expected: [(&str, &[&str]); 3] = [
            ("types.yaml", &[]),
            (
                "added.yaml",
                &["Before: none of these", "After", "other", "+ 1.0.0 added"],
            ),
            ("old.yaml", &[]),
        ];
        for (new, expected) in expected {
            let args = ["diff", "old.yaml", new, "--format", "html"];
            tab.open_file(&page_of(&dir, dir.path(), &args));
            assert_eq!(
                tab.eval(names),
                Value::from_iter(expected.to_vec()),
                "{new}"
            );
        }
    });
}
