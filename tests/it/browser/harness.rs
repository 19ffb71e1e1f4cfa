//! The means of these tests see what they are to see, so that a page without faults has none.

use serde_json::json;

use crate::browser::axe::assert_accessible;
use crate::browser::in_tab;
use crate::common::Dir;

const PAGE: &str = r#"<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>A page</title>
<meta http-equiv="Content-Security-Policy" content="img-src 'none'">
<style>@media print { p { display: none } } @media (prefers-color-scheme: dark) { body { color: red } }</style>
</head><body><main><h1>A page</h1><p>Text</p>
<input aria-label="Name"><button onclick="document.title = 'pressed'">Press</button>
<noscript>no script</noscript></main></body></html>"#;

#[test]
fn a_tab_shows_a_page_and_takes_keys() {
    let dir = Dir::with(&[("page.html", PAGE)]);
    in_tab(|tab| {
        tab.open_file(&dir.path().join("page.html"));
        assert_eq!(tab.text("document.querySelector('h1').innerText"), "A page");
        tab.press("Tab");
        tab.type_text("a b");
        assert_eq!(tab.text("document.querySelector('input').value"), "a b");
        tab.press("Tab");
        tab.press("Enter");
        assert_eq!(tab.text("document.title"), "pressed");
        tab.reload();
        tab.press("Tab");
        tab.press("Shift+Tab");
        tab.click("button");
        assert_eq!(tab.text("document.title"), "pressed");
        tab.size(500, 300);
        assert_eq!(tab.eval("[innerWidth, innerHeight]"), json!([500, 300]));
        assert!(tab.picture().starts_with(b"\x89PNG"));
        assert_accessible(tab, "the page");
        assert_eq!(tab.complaints, [""; 0]);
        assert!(
            tab.requests.iter().all(|url| url.starts_with("file://")),
            "{:?}",
            tab.requests
        );
    });
}

#[test]
fn a_tab_prints_is_dark_and_runs_no_script() {
    let dir = Dir::with(&[("page.html", PAGE)]);
    in_tab(|tab| {
        let shown = "getComputedStyle(document.querySelector('p')).display";
        let color = "getComputedStyle(document.body).color";
        tab.scripts(false);
        tab.open_file(&dir.path().join("page.html"));
        let without = tab.text("document.querySelector('noscript').innerText");
        assert_eq!(without, "no script");
        assert_eq!(tab.text(shown), "block");
        tab.media("print", &[]);
        assert_eq!(tab.text(shown), "none");
        tab.media("screen", &[("prefers-color-scheme", "dark")]);
        assert_eq!(tab.text(color), "rgb(255, 0, 0)");
    });
}

#[test]
fn a_tab_sees_errors_requests_and_what_a_policy_refuses() {
    let bad = PAGE.replace(
        "</main>",
        "<script>console.error('loud')</script><script>nothing()</script>\
         <img src='https://images.example/a.png' alt=''>\
         <link rel=stylesheet href='http://styles.example/b.css'></main>",
    );
    let dir = Dir::with(&[("page.html", &bad)]);
    in_tab(|tab| {
        tab.open_file(&dir.path().join("page.html"));
        // Policy reports come in their own time.
        for _ in 0..50 {
            tab.eval("new Promise(done => setTimeout(done, 20))");
        }
        let all = tab.complaints.join("\n");
        for part in ["loud", "nothing is not defined", "img-src"] {
            assert!(all.contains(part), "{part}: {all}");
        }
        let style = "http://styles.example/b.css".to_owned();
        assert!(tab.requests.contains(&style), "{:?}", tab.requests);
    });
}
