//! Whether everybody can use a page, as axe-core tells.

use serde_json::Value;

use crate::browser::Tab;
use crate::common::{root, skip};

/// Asserts that axe finds nothing serious on the page that is open; without axe that is skipped.
#[track_caller]
pub fn assert_accessible(tab: &mut Tab<'_>, what: &str) {
    let script = root().join("tests/browser/node_modules/axe-core/axe.min.js");
    let Ok(script) = std::fs::read_to_string(script) else {
        skip("axe-core is not installed: npm ci --prefix tests/browser");
        return;
    };
    tab.eval(&format!("{script}; 0"));
    let found = tab.eval(
        "axe.run(document, {resultTypes: ['violations']}).then(found => found.violations \
         .filter(of => of.impact === 'serious' || of.impact === 'critical') \
         .map(of => [of.id, of.help, of.nodes.slice(0, 3).map(node => node.html.slice(0, 300))]))",
    );
    assert_eq!(found, Value::Array(Vec::new()), "{what}");
}
