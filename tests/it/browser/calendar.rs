//! The calendar of `cpcap maintain --format html`.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::browser::page::page;
use crate::browser::{Tab, in_tab};
use crate::common::{Dir, root, run_in};

const LINE: &str = "maintain --format html -p testdata/maintain/profile.yaml --with \
                    testdata/maintain/shoots.yaml";

/// The rows of the table below a heading.
fn rows(tab: &mut Tab<'_>, heading: &str) -> Value {
    tab.eval(&format!(
        "[...[...document.querySelectorAll('h3')].find(h => h.textContent === '{heading}')\
         .parentNode.querySelectorAll('table tbody tr')].map(r => [...r.cells].map(c => \
         c.textContent))"
    ))
}

#[test]
fn dates_and_bars_are_those_of_json() {
    let dir = Dir::new();
    let json = LINE.replace("html", "json");
    let json: Vec<&str> = json.split_whitespace().collect();
    let ran = run_in(&root(), &json, "", &[]);
    let json: Value = serde_json::from_str(&ran.stdout).unwrap();
    let answer = &json["profiles"][0];
    let transitions = answer["transitions"].as_array().unwrap();
    in_tab(|tab| {
        tab.open_file(&page(&dir, LINE));
        let rows = rows(tab, "Dates");
        let text = |of: &Value, name: &str| of[name].as_str().unwrap_or("Kubernetes").to_owned();
        let expected: Vec<Value> = transitions
            .iter()
            .map(|of| {
                let names = ["date", "image", "version", "from", "to"];
                names.iter().map(|name| text(of, name)).collect()
            })
            .collect();
        assert_eq!(rows.as_array().unwrap()[..expected.len()], expected);
        // What the next windows do, as `maintain` says of Shoots with these versions.
        let rows = rows.as_array().unwrap();
        for (date, image, version, to, of) in [
            (
                "2027-03-31T23:59:59Z",
                "Kubernetes",
                "1.33.5",
                "1.33.6",
                "every cluster",
            ),
            ("now", "Kubernetes", "1.31.13", "1.32.9", "every cluster"),
            (
                "2027-01-31T23:59:59Z",
                "gardenlinux",
                "1592.3.0",
                "1592.8.0",
                "every machine type",
            ),
        ] {
            let row = Value::from_iter([date, image, version, to, of]);
            assert!(rows.contains(&row), "{row}: {rows:#?}");
        }
        // Each bar says its version, its stage and its dates.
        let bars = tab.eval(
            "[...document.querySelectorAll('.cal-chart svg')].map(bar => \
             [bar.querySelector('title').textContent, bar.querySelector('.cal-word').textContent])",
        );
        let bars: BTreeSet<(String, String)> = serde_json::from_value(bars).unwrap();
        for of in transitions {
            let (version, date) = (text(of, "version"), text(of, "date"));
            for (stage, way) in [(text(of, "from"), "until"), (text(of, "to"), "from")] {
                let bar = (format!("{version} {stage} {way} {date}"), stage);
                assert!(bars.contains(&bar), "{bar:?}: {bars:?}");
            }
        }
        assert_eq!(
            tab.eval("document.querySelectorAll('.cal-chart .cal-stuck').length"),
            answer["stuck"].as_array().unwrap().len()
        );
        let shown = "document.querySelector('.cal-chart line.cal-now').getBoundingClientRect().x";
        let day = "(() => { const r = [...document.querySelectorAll('.cal-chart svg')].find(b => \
                   b.textContent.includes('2026-10-31')).getBoundingClientRect(); return r.right; \
                   })()";
        let (now, before) = (tab.eval(shown).as_f64(), tab.eval(day).as_f64());
        assert!(before < now, "{before:?} {now:?}");
    });
}

#[test]
fn keys_zoom_and_show_moves() {
    let dir = Dir::new();
    in_tab(|tab| {
        tab.media("", &[("prefers-reduced-motion", "reduce")]);
        tab.open_file(&page(&dir, LINE));
        let arrows = "getComputedStyle(document.querySelector('.cal-arrows')).display !== 'none'";
        assert_eq!(tab.eval(arrows), false);
        let focus = "document.activeElement.textContent || document.activeElement.className";
        for _ in 0..20 {
            tab.press("Tab");
            if tab.text(focus) == "cal-moves" {
                break;
            }
        }
        tab.press("Space");
        assert_eq!(tab.eval(arrows), true);
        tab.press("Tab");
        assert_eq!(tab.text(focus), "3 months");
        let outline = "getComputedStyle(document.activeElement).outlineStyle";
        assert_eq!(tab.text(outline), "solid");
        let wide = "document.querySelector('.cal-chart').clientWidth / \
                    document.querySelector('.cal-scroll').clientWidth";
        assert_eq!(tab.eval(wide), 1);
        tab.press("Enter");
        assert!(tab.eval(wide).as_f64() > Some(3.0));
        assert_eq!(
            tab.text("document.activeElement.getAttribute('aria-pressed')"),
            "true"
        );
        let now = "(() => { const [n, s] = ['.cal-chart line.cal-now', '.cal-scroll'].map(q => \
                   document.querySelector(q).getBoundingClientRect()); return n.x > s.left && n.x < \
                   s.right; })()";
        assert_eq!(tab.eval(now), true);
        // The dates scroll with the bars below them.
        let apart = "(() => { const [a, b] = ['.cal-axis', '.cal-chart'].map(q => \
                     document.querySelector(q + ' line.cal-now').getBoundingClientRect().x); return \
                     Math.abs(a - b); })()";
        // A bar that began earlier has its word where it comes into view.
        let lost = "(() => { const box = e => e.getBoundingClientRect(); const s = \
                    box(document.querySelector('.cal-scroll')); return \
                    [...document.querySelectorAll('.cal-chart svg')].filter(b => { const [r, w] = \
                    [box(b.querySelector('.cal-stage')), b.querySelector('.cal-word')]; return \
                    Math.min(r.right, s.right) - Math.max(r.left, s.left) > 180 && \
                    (!w.checkVisibility() || box(w).left < s.left); }).length; })()";
        for left in [0, 150, 400] {
            tab.eval(&format!(
                "document.querySelector('.cal-scroll').scrollLeft = {left}; \
                 new Promise(done => setTimeout(done, 50))"
            ));
            assert!(tab.eval(apart).as_f64() < Some(1.0));
            assert_eq!(tab.eval(lost), 0);
        }
        // Printed, all of it stands there.
        tab.media("print", &[]);
        assert_eq!(tab.eval(wide), 1);
        tab.media("", &[("prefers-reduced-motion", "reduce")]);
        // Words stand in their bars.
        let words = "[...document.querySelectorAll('.cal-chart svg .cal-word')].filter(w => \
                     w.checkVisibility()).filter(w => w.getBoundingClientRect().right > \
                     w.parentNode.getBoundingClientRect().right).length";
        for _ in 0..3 {
            assert_eq!(tab.eval(words), 0);
            tab.press("Tab");
            tab.press("Enter");
        }
    });
}

#[test]
fn dates_stay_in_view_above_a_long_calendar() {
    let dir = Dir::new();
    in_tab(|tab| {
        tab.media("", &[("prefers-reduced-motion", "reduce")]);
        tab.size(900, 200);
        tab.open_file(&page(&dir, LINE));
        let axis = "document.querySelector('.cal-axis').getBoundingClientRect().top";
        assert!(tab.eval(axis).as_f64() > Some(1.0));
        tab.eval("document.querySelector('.cal-names').children[8].scrollIntoView()");
        let first = "document.querySelector('.cal-names').getBoundingClientRect().top";
        assert!(tab.eval(first).as_f64() < Some(0.0));
        assert_eq!(tab.eval(axis).as_f64(), Some(0.0));
        let there = "document.elementFromPoint(innerWidth / 2, 18).closest('.cal-axis') !== null";
        assert_eq!(tab.eval(there), true);
    });
}

#[test]
fn the_address_keeps_the_zoom_and_the_moves() {
    let dir = Dir::new();
    let out = Dir::new();
    let site = out.path().join("site");
    let args = [
        "report",
        "-o",
        site.to_str().unwrap(),
        "testdata/maintain/profile.yaml",
    ];
    run_in(&root(), &args, "", &[]);
    let pages = [page(&dir, LINE), site.join("example.html")];
    let state = "[document.querySelector('.cal-moves').checked, \
                 document.querySelector('.cal-zoom [aria-pressed=true]').textContent]";
    in_tab(|tab| {
        tab.media("", &[("prefers-reduced-motion", "reduce")]);
        for path in &pages {
            tab.open_file(path);
            let before = tab.eval(state);
            tab.click(".cal-moves");
            tab.click(".cal-zoom [data-days='92']");
            let kept = "#calendar-moves=1&calendar-days=92";
            assert_eq!(tab.text("location.hash"), kept);
            let after = tab.eval(state);
            assert_eq!(
                after,
                Value::from_iter([Value::from(true), "3 months".into()])
            );
            tab.reload();
            assert_eq!(tab.eval(state), after);
            // A link to a part of the page takes nothing away.
            tab.eval("location.hash = '#content'; new Promise(done => setTimeout(done, 50))");
            assert_eq!(tab.eval(state), after);
            tab.click(".cal-zoom [data-days='366']");
            let kept = kept.replace("92", "366");
            assert_eq!(tab.text("location.hash"), kept);
            tab.eval("location.hash = ''; new Promise(done => setTimeout(done, 50))");
            assert_eq!(tab.eval(state), before);
            // Nothing that a button does not offer.
            tab.open(&format!("file://{}#calendar-days=1", path.display()));
            assert_eq!(tab.eval(state), before);
        }
        // Filters and the calendar of a page share the address.
        tab.open(&format!("file://{}#calendar-days=366", pages[1].display()));
        tab.click("[name=usable]");
        assert_eq!(tab.text("location.hash"), "#calendar-days=366&usable=1");
        tab.reload();
        assert_eq!(
            tab.text("document.querySelector('.cal-zoom [aria-pressed=true]').textContent"),
            "1 year"
        );
        assert_eq!(
            tab.eval("document.querySelector('[name=usable]').checked"),
            true
        );
    });
}

#[test]
fn a_filter_finds_shoots_by_a_part_of_their_names() {
    let dir = Dir::new();
    let path = page(
        &dir,
        "maintain testdata/maintain/shoots.yaml -p testdata/maintain/profile.yaml --format html",
    );
    let shown = "[...document.querySelectorAll('.shoot')].filter(s => s.checkVisibility()).map(s \
                 => s.querySelector('h3').textContent)";
    in_tab(|tab| {
        tab.open_file(&path);
        let all = tab.eval(shown);
        let names: Vec<&str> = all
            .as_array()
            .unwrap()
            .iter()
            .flat_map(Value::as_str)
            .collect();
        let first = names[0].split(' ').nth(1).unwrap();
        assert!(names.len() > 1, "{names:?}");
        tab.click(".filters input");
        tab.type_text(first);
        let found = tab.eval(shown);
        let found = found.as_array().unwrap();
        assert!(
            found.len() < names.len() && found[0] == names[0],
            "{found:?}"
        );
        assert_eq!(
            tab.text("document.querySelector('.filters output').textContent"),
            format!("Shown: {} of {}", found.len(), names.len())
        );
    });
}
