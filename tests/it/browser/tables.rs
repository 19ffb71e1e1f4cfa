//! The page of `cpcap table --format html`: its cells, filters and reasons.

use serde_json::{Value, json};

use crate::browser::page::{page, page_of};
use crate::browser::{Tab, in_tab};
use crate::common::{Dir, recorded, root, run_in};

/// The tables of a page as they are shown: names of rows and columns without what says more, and
/// cells.
const SHOWN: &str = "[...document.querySelectorAll('table[data-sheet]')].map(table => ({
    kind: table.dataset.kind,
    rows: [...table.tBodies[0].rows].map(row => row.cells[0].querySelector('.names').textContent),
    columns: [...[...table.tHead.rows].at(-1).cells].slice(-table.tFoot.rows[0].cells.length)
        .map(cell => cell.querySelector('.names')?.textContent).filter(name => name !== undefined),
    cells: [...table.tBodies[0].rows].map(row => [...row.cells].filter(cell => cell.matches(
        '.yes, .no, .mixed, .wrong, .hole')).map(cell => cell.innerText)),
}))";

/// A cell of JSON as its sign.
fn sign(cell: &Value) -> String {
    let list = |name: &str| -> Vec<String> {
        let all = cell[name].as_array().into_iter().flatten();
        all.map(Value::to_string).collect()
    };
    match cell {
        Value::Bool(available) => if *available { "✓" } else { "✗" }.to_owned(),
        Value::String(found) => match found.as_str() {
            "artifact" => "✓".to_owned(),
            "none" => "✗".to_owned(),
            "nameless" => "?".to_owned(),
            other => other.to_owned(),
        },
        _ if cell["compatible"] == false => "✗".to_owned(),
        _ if !list("ambiguousFlavors").is_empty() => {
            format!("?{}", list("ambiguousFlavors").join(","))
        }
        _ if cell["flavor"].is_null() => "✓".to_owned(),
        _ if list("documentedFlavors").is_empty() => format!("✓{}", cell["flavor"]),
        _ => format!(
            "✓{}≠{}",
            cell["flavor"],
            list("documentedFlavors").join(",")
        ),
    }
}

/// Asserts that the page shows the cells of JSON, for each kind of table that has some.
#[track_caller]
fn assert_shows_json(tab: &mut Tab<'_>, dir: &std::path::Path, file: &str) -> usize {
    let out = Dir::new();
    tab.open_file(&page_of(&out, dir, &["table", "--format", "html", file]));
    let shown = tab.eval(SHOWN);
    let mut cells = 0;
    for (kind, flags) in [
        ("versions", &[][..]),
        ("machineTypeAvailability", &["--availability"]),
        ("regions", &["--regions"]),
    ] {
        let args = [&["table", "--format", "json", file], flags].concat();
        let ran = run_in(dir, &args, "", &[]);
        let json: Value = serde_json::from_str(&ran.stdout).unwrap_or_default();
        let tables = json["tables"].as_array().into_iter().flatten();
        let expected: Vec<Value> = tables
            .map(|of| {
                let rows = of["table"]["rows"].as_array().unwrap();
                let row = |row: &Value| -> Value {
                    let cells = row["cells"].as_array().unwrap();
                    cells.iter().map(|cell| Value::from(sign(cell))).collect()
                };
                rows.iter().map(row).collect()
            })
            .collect();
        let of_kind = |table: &&Value| table["kind"] == kind;
        let tables = shown.as_array().unwrap().iter().filter(of_kind);
        let found: Vec<Value> = tables.map(|table| table["cells"].clone()).collect();
        assert_eq!(found, expected, "{file}: {kind}");
        cells += expected
            .iter()
            .flat_map(|rows| rows.as_array().unwrap())
            .count();
    }
    cells
}

#[test]
fn cells_are_those_of_json() {
    in_tab(|tab| {
        for file in [
            "testdata/examples/valid.yaml",
            "testdata/maintain/profile.yaml",
            "testdata/artifacts",
            "testdata/regions",
        ] {
            assert!(assert_shows_json(tab, &root(), file) > 2, "{file}");
        }
    });
}

/// A profile of this many machine types and versions.
fn large(machines: usize, versions: usize) -> Dir {
    let types: String = (0..machines)
        .map(|at| {
            let architecture = ["amd64", "arm64", "amd64, arm64"][at % 3];
            format!(
                "  - name: type-{at}\n    cpu: \"2\"\n    gpu: \"0\"\n    memory: 4Gi\n    \
                 capabilities:\n      architecture: [{}]\n      storage: [s{}]\n",
                architecture.split(',').next().unwrap(),
                at % 40
            )
        })
        .collect();
    let images: String = (0..versions)
        .map(|at| {
            format!(
                "    - version: 1.{at}.0\n      capabilityFlavors:\n      - architecture: \
                 [amd64]\n        storage: [s{}, s{}]\n      - architecture: [arm64]\n",
                at % 40,
                at % 7
            )
        })
        .collect();
    let values: Vec<String> = (0..40).map(|at| format!("s{at}")).collect();
    Dir::with(&[(
        "large.yaml",
        &format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: \
             large}}\nspec:\n  type: example\n  kubernetes:\n    versions:\n    - version: \
             1.34.2\n  machineCapabilities:\n  - name: architecture\n    values: [amd64, arm64]\n  \
             - name: storage\n    values: [{}]\n  machineImages:\n  - name: image\n    \
             versions:\n{images}  machineTypes:\n{types}  regions:\n  - name: one\n    zones:\n    - \
             name: a\n",
            values.join(", ")
        ),
    )])
}

#[test]
fn cells_of_a_large_profile_are_those_of_json() {
    let dir = large(400, 150);
    in_tab(|tab| {
        assert!(assert_shows_json(tab, dir.path(), "large.yaml") > 40);
        tab.eval("document.querySelector('[name=each]').click()");
        let rows = "document.querySelector('table[data-sheet]').tBodies[0].rows.length";
        assert_eq!(tab.eval(rows), 400);
    });
}

/// Public files; some of them, where tests are not to take long.
#[test]
fn cells_of_public_files_are_those_of_json() {
    let Some(dir) = recorded::real_files() else {
        return;
    };
    let dir = dir.join("CloudProfile");
    let entries = std::fs::read_dir(&dir).unwrap();
    let mut files: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    in_tab(|tab| {
        let (mut pages, mut cells) = (0, 0);
        for file in files.iter().step_by(recorded::step(3)) {
            let ran = run_in(&dir, &["table", "--format", "csv", file], "", &[]);
            if ran.stdout.lines().count() > 1 {
                pages += 1;
                cells += assert_shows_json(tab, &dir, file);
            }
        }
        assert!(pages > 5 && cells > 50, "{pages} pages with {cells} rows");
    });
}

const EXAMPLE: &str = "table --format html testdata/maintain/profile.yaml";

/// The names of the rows and columns of the first table.
fn names(tab: &mut Tab<'_>) -> Value {
    let shown = tab.eval(SHOWN);
    json!([shown[0]["rows"], shown[0]["columns"]])
}

#[test]
fn filters_leave_what_fits_them_and_stand_in_the_address() {
    let dir = Dir::new();
    let path = page(&dir, EXAMPLE);
    in_tab(|tab| {
        tab.open_file(&path);
        let all = names(tab);
        assert_eq!(all[0], json!(["m5.large", "m4.large", "m6g.large"]));
        tab.click("[name=machine]");
        tab.type_text("m5");
        assert_eq!(names(tab)[0], json!(["m5.large"]));
        let notes = "[...document.querySelectorAll('.shown')].filter(n => n.checkVisibility()).map(n \
                     => n.textContent)";
        assert_eq!(tab.eval(notes)[0], "Shown: 1 × 7, of 3 × 7");
        tab.click("[name=image]");
        tab.type_text("suse");
        assert_eq!(
            names(tab),
            json!([["m5.large"], ["15.6.20250901", "15.5.20240101"]])
        );
        assert_eq!(tab.text("location.hash"), "#machine=m5&image=suse");
        let filtered = names(tab);
        tab.reload();
        assert_eq!(names(tab), filtered);
        assert_eq!(
            tab.eval(
                "[...document.querySelectorAll('.filters input')].map(i => i.value).slice(0, 2)"
            ),
            json!(["m5", "suse"])
        );
        tab.eval("location.hash = ''; new Promise(done => setTimeout(done, 50))");
        assert_eq!(names(tab), all);
        tab.open(&format!("file://{}#arch=arm64", path.display()));
        assert_eq!(names(tab)[0], json!(["m6g.large"]));
        tab.open(&format!("file://{}#each=1&class=supported", path.display()));
        assert_eq!(names(tab)[1], json!(["1592.8.0", "1443.20.0"]));
        tab.open(&format!("file://{}#machine=nothing", path.display()));
        assert_eq!(names(tab)[0], json!([]));
        assert_eq!(tab.eval(notes)[0], "No machine type matches the filters.");
    });
}

#[test]
fn regions_filter_versions_and_zones() {
    let dir = Dir::new();
    in_tab(|tab| {
        tab.open_file(&page(&dir, "table --format html testdata/regions/aws.yaml"));
        let regions = tab
            .eval("[...document.querySelector('[name=region]')?.options ?? []].map(o => o.value)");
        let regions: Vec<String> = serde_json::from_value(regions).unwrap();
        assert!(regions.len() > 2, "{regions:?}");
        let last = regions.last().unwrap();
        tab.eval(&format!(
            "(() => {{ const s = document.querySelector('[name=region]'); s.value = {last:?}; \
             s.dispatchEvent(new Event('input', {{bubbles: true}})); }})()"
        ));
        let shown = tab.eval(SHOWN);
        for table in shown
            .as_array()
            .unwrap()
            .iter()
            .filter(|of| of["kind"] == "regions")
        {
            let columns = table["columns"].as_array().unwrap();
            assert!(
                columns.iter().all(|name| name == last.as_str()),
                "{columns:?}"
            );
        }
    });
}

#[test]
fn keys_lead_to_a_cell_and_open_its_reasons() {
    let dir = Dir::new();
    in_tab(|tab| {
        tab.media("", &[("prefers-reduced-motion", "reduce")]);
        tab.open_file(&page(&dir, EXAMPLE));
        let is_cell = "document.activeElement.matches('table[data-sheet] td')";
        let mut presses = 0;
        while tab.eval(is_cell) == false {
            tab.press("Tab");
            presses += 1;
            assert!(presses < 30, "Tab leads to no cell");
            let outline = "getComputedStyle(document.activeElement).outlineStyle";
            assert_eq!(tab.text(outline), "solid", "after {presses} times Tab");
        }
        tab.press("ArrowDown");
        tab.press("ArrowDown");
        for _ in 0..4 {
            tab.press("ArrowRight");
        }
        let panel = "document.querySelector('dialog[open]')?.innerText ?? ''";
        assert_eq!(tab.text(panel), "");
        for key in ["Enter", "Space"] {
            tab.press(key);
            let text = tab.text(panel);
            assert!(text.contains("m6g.large × suse-chost"), "{text}");
            assert!(text.contains("architecture"), "{text}");
            let same = run_in(
                &root(),
                &[
                    "match",
                    "-p",
                    "testdata/maintain/profile.yaml",
                    "-m",
                    "m6g.large",
                    "-i",
                    "suse-chost",
                    "--explain",
                ],
                "",
                &[],
            );
            // The reasons are those of `match`.
            for word in ["[arm64]", "[amd64] ✗"] {
                assert!(
                    text.contains(word) && same.stdout.contains(word),
                    "{word}: {text}\n{}{}",
                    same.stdout,
                    same.stderr
                );
            }
            tab.press("Escape");
            assert_eq!(tab.text(panel), "");
            assert_eq!(tab.eval(is_cell), true, "focus returns to the cell");
        }
    });
}

/// A region with a name that shows less than it holds is one for filters, too.
#[test]
fn filters_know_names_as_they_are_shown() {
    let dir = Dir::new();
    let text = std::fs::read_to_string(root().join("testdata/regions/aws.yaml")).unwrap();
    assert!(text.contains("eu-central-1"), "{text}");
    let text = text.replace("eu-central-1", "\"eu\\u200bcentral\"");
    dir.write("odd.yaml", text);
    let path = page_of(&dir, dir.path(), &["table", "--format", "html", "odd.yaml"]);
    in_tab(|tab| {
        tab.open_file(&path);
        let value = "[...document.querySelector('[name=region]').options]\
                     .map(o => o.value).find(value => value.includes('central'))";
        let name = tab.text(value);
        assert!(
            name.contains("200b") && !name.contains('\u{200b}'),
            "{name}"
        );
        tab.eval(&format!(
            "(() => {{ const s = document.querySelector('[name=region]'); s.value = {value}; \
             s.dispatchEvent(new Event('input', {{bubbles: true}})); }})()"
        ));
        let shown = tab.eval(SHOWN);
        let tables = shown.as_array().unwrap();
        assert!(tables.len() > 1, "{shown}");
        for table in tables {
            let columns = table["columns"].as_array().unwrap();
            assert!(!columns.is_empty(), "{}: {shown}", table["kind"]);
        }
    });
}
