//! What holds for every kind of page.

use crate::browser::page::{assert_quiet, assert_usable, page, page_of};
use crate::browser::{Tab, in_tab};
use crate::common::{Dir, root, run_in};

/// A command line for each kind of page.
const KINDS: &[&str] = &[
    "table --format html testdata/examples/valid.yaml testdata/maintain/profile.yaml",
    "table --format html testdata/artifacts testdata/regions --regions",
    "maintain --format html -p testdata/maintain/profile.yaml --with testdata/maintain/shoots.yaml",
    "maintain --format html testdata/maintain --until 2028-01-01",
    "diff --format html testdata/diff/old.yaml testdata/diff/new.yaml --with testdata/diff/shoot.yaml",
    "diff --format html testdata/maintain/profile.yaml testdata/examples/valid.yaml",
];

/// Every form `html` of a command is among the kinds.
#[test]
fn all_commands_with_pages_are_known() {
    use clap::CommandFactory as _;
    let cpcap = cpcap::cli::Cli::command();
    let with_pages = cpcap.get_subcommands().filter(|command| {
        command
            .get_arguments()
            .filter(|arg| arg.get_id() == "format")
            .flat_map(clap::Arg::get_possible_values)
            .any(|value| value.get_name() == "html")
    });
    let names: Vec<&str> = with_pages.map(clap::Command::get_name).collect();
    assert!(!names.is_empty());
    for name in names {
        let known = KINDS
            .iter()
            .any(|line| line.split(' ').next() == Some(name));
        assert!(known, "the pages of `cpcap {name}` are not tested");
    }
}

#[test]
fn pages_are_quiet_and_usable_by_everybody() {
    let dir = Dir::new();
    in_tab(|tab| {
        for line in KINDS {
            let path = page(&dir, line);
            assert_usable(tab, &path, line);
            assert_quiet(tab, &path, line);
        }
    });
}

#[test]
fn pages_print_and_read_without_script() {
    let dir = Dir::new();
    let texts = "[...document.querySelectorAll('h1, h2, th, td, p, main li, dt, dd')].filter(e => \
                 e.checkVisibility()).map(e => e.textContent)";
    in_tab(|tab| {
        for line in KINDS {
            let path = page(&dir, line);
            tab.media("", &[]);
            tab.scripts(false);
            tab.open_file(&path);
            let without = tab.eval(texts);
            assert!(without.as_array().unwrap().len() > 10, "{line}");
            tab.scripts(true);
            tab.open_file(&path);
            assert_eq!(tab.eval(texts), without, "{line}");
            tab.media("print", &[("prefers-color-scheme", "dark")]);
            assert_eq!(tab.eval(texts), without, "{line}: printed");
            let ground = "getComputedStyle(document.body).backgroundColor";
            assert_eq!(tab.text(ground), "rgb(255, 255, 255)", "{line}: printed");
            let controls = "[...document.querySelectorAll('button, input, select, nav')].filter(e \
                            => e.checkVisibility()).length";
            assert_eq!(tab.eval(controls), 0, "{line}: printed");
            assert_quiet(tab, &path, line);
        }
    });
}

/// Writes a report and gives its pages.
fn report(out: &Dir, cwd: &std::path::Path, paths: &[&str]) -> Vec<std::path::PathBuf> {
    let site = out.path().join("site");
    let args = [&["report", "-o", site.to_str().unwrap()], paths].concat();
    let ran = run_in(cwd, &args, "", &[]);
    let files = std::fs::read_dir(&site).unwrap_or_else(|error| panic!("{error}: {}", ran.stderr));
    let files = files.map(|entry| entry.unwrap().path());
    let mut pages: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|end| end == "html"))
        .collect();
    pages.sort();
    pages
}

#[test]
fn pages_of_a_report_are_usable_and_the_index_leads_to_them() {
    let out = Dir::new();
    let pages = report(&out, &root(), &["testdata/examples", "testdata/maintain"]);
    assert_eq!(pages.len(), 5, "{pages:?}");
    in_tab(|tab| {
        for path in &pages {
            assert_usable(tab, path, &path.display().to_string());
            assert_quiet(tab, path, &path.display().to_string());
            tab.requests.clear();
        }
        tab.open_file(&out.path().join("site/index.html"));
        let links = tab.eval("[...document.querySelectorAll('main table a')].map(a => a.href)");
        let links: Vec<String> = serde_json::from_value(links).unwrap();
        let known = pages
            .iter()
            .map(|path| format!("file://{}", path.display()));
        let known: Vec<String> = known.filter(|page| !page.ends_with("index.html")).collect();
        let mut pages: Vec<&str> = links
            .iter()
            .map(|link| link.split('#').next().unwrap())
            .collect();
        pages.sort_unstable();
        pages.dedup();
        assert_eq!(pages, known);
        let calendars = links.iter().filter(|link| {
            tab.open(link);
            tab.eval("document.querySelector('.cal-chart .cal-word') !== null") == true
        });
        // One profile cannot be decoded, and two have the name of the parent of another.
        assert_eq!(calendars.count(), 2, "{links:?}");
    });
}

/// Long paths and reasons do not push the numbers of an index out of view.
#[test]
fn an_index_fits_a_window() {
    let dir = Dir::new();
    let text = std::fs::read_to_string(root().join("testdata/examples/valid.yaml")).unwrap();
    let long = "landscapes/production/europe/gardens/first/profiles/with-a-long-name";
    dir.write(&format!("{long}/a.yaml"), &text);
    let foreign = text.replacen("type: local", "type: other", 1);
    dir.write(&format!("{long}/b.yaml"), foreign);
    report(&dir, dir.path(), &["landscapes"]);
    in_tab(|tab| {
        tab.size(1280, 800);
        tab.open_file(&dir.path().join("site/index.html"));
        let wide = "(() => { const box = document.querySelector('.scroll'); \
                    return box.scrollWidth - box.clientWidth; })()";
        assert_eq!(tab.eval(wide), 0);
    });
}

/// Texts that would do something in a page that takes them as more than texts.
const HOSTILE: &[&str] = &[
    "<img src=x onerror=\"window.hacked = 1\">",
    "</script><script>window.hacked = 1</script>",
    "\"'`+(window.hacked = 1)+`&lt;&#x3c;",
    "\u{202e}desrever\u{2066}",
    "<!--<script>",
    "</style></title></textarea>",
];

/// A profile and a Shoot whose every name is such a text.
fn hostile() -> Dir {
    let long = "x<b>".repeat(2_500);
    let names: Vec<&str> = HOSTILE.iter().copied().chain([long.as_str()]).collect();
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    let list = |line: &dyn Fn(usize, &str) -> String| -> String {
        let names = names.iter().enumerate();
        names.map(|(at, name)| line(at, &quoted(name))).collect()
    };
    let types = list(&|at, name| {
        let architecture = ["amd64", "arm64"][at % 2];
        format!(
            "  - name: {name}\n    cpu: \"2\"\n    gpu: \"0\"\n    memory: 4Gi\n    architecture: \
             {architecture}\n"
        )
    });
    let images = list(&|at, name| {
        format!(
            "  - name: {name}\n    versions:\n    - version: 1.{at}.0\n      architectures: \
             [amd64]\n    - version: {name}\n      expirationDate: 2027-01-0{at}T00:00:00Z\n",
            at = at + 1
        )
    });
    let versions = list(&|at, name| {
        format!(
            "    - version: {name}\n      classification: {name}\n    - version: 1.3{at}.1\n      \
             expirationDate: 2027-02-0{}T00:00:00Z\n",
            at + 1
        )
    });
    let regions = list(&|_, name| format!("  - name: {name}\n    zones:\n    - name: {name}\n"));
    let name = quoted(HOSTILE[0]);
    let profile = |versions: &str, types: &str| {
        format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata:\n  name: \
             {name}\nspec:\n  type: {name}\n  kubernetes:\n    versions:\n{versions}  \
             machineImages:\n{images}  machineTypes:\n{types}  regions:\n{regions}"
        )
    };
    let shoot = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{name: {name}, \
         namespace: {name}}}\nspec:\n  cloudProfile: {{name: {name}}}\n  region: {name}\n  \
         kubernetes: {{version: 1.30.1}}\n  provider:\n    type: {name}\n    workers:\n    - name: \
         {name}\n      machine: {{type: {name}, image: {{name: {name}, version: {name}}}}}\n      \
         minimum: 1\n      maximum: 2\n"
    );
    Dir::with(&[
        ("<b>profile.yaml", &profile(&versions, &types)),
        ("shoot.yaml", &shoot),
        ("old/profile.yaml", &profile(&versions, &types)),
        (
            "new/profile.yaml",
            &profile(
                &versions.replace("1.3", "1.2"),
                &types.replace("amd64", "arm64"),
            ),
        ),
    ])
}

const HOSTILE_KINDS: &[&[&str]] = &[
    &["table", "--format", "html", "<b>profile.yaml"],
    &[
        "table",
        "--format",
        "html",
        "<b>profile.yaml",
        "--by",
        "image",
    ],
    &[
        "maintain",
        "--format",
        "html",
        "-p",
        "<b>profile.yaml",
        "--with",
        "shoot.yaml",
    ],
    &[
        "maintain",
        "--format",
        "html",
        "shoot.yaml",
        "-p",
        "<b>profile.yaml",
        "--explain",
    ],
    &[
        "diff",
        "--format",
        "html",
        "old",
        "new",
        "--with",
        "shoot.yaml",
        "--expand",
    ],
];

/// Opens everything of a page that opens.
fn touch(tab: &mut Tab<'_>) {
    tab.eval(
        "(() => { for (const e of document.querySelectorAll('td, summary, button, \
         input[type=checkbox]')) { e.click(); document.querySelector('dialog[open]')?.close(); } })()",
    );
}

#[test]
fn names_of_others_are_only_texts() {
    let (dir, out) = (hostile(), Dir::new());
    in_tab(|tab| {
        for args in HOSTILE_KINDS {
            let path = page_of(&out, dir.path(), args);
            let what = format!("{args:?}");
            tab.open_file(&path);
            let before = tab.eval("document.querySelectorAll('script, style').length");
            touch(tab);
            assert_eq!(
                tab.eval("window.hacked ?? null"),
                serde_json::Value::Null,
                "{what}"
            );
            assert_eq!(before, 3, "{what}");
            let strange = "document.querySelectorAll('img, b:not([class]) b, textarea, iframe, \
                           object, embed, [style], [onerror], [onclick]').length";
            assert_eq!(tab.eval(strange), 0, "{what}");
            let text = tab.text("document.body.textContent");
            for name in ["<img src=x onerror=", "</script><script>", "x<b>x<b>x<b>"] {
                assert!(text.contains(name), "{what}: {name}");
            }
            assert!(!text.contains('\u{202e}'), "{what}");
            assert_quiet(tab, &path, &what);
        }
        tab.requests.clear();
        for path in report(&out, dir.path(), &["<b>profile.yaml", "shoot.yaml"]) {
            let what = path.display().to_string();
            tab.open_file(&path);
            touch(tab);
            assert_eq!(
                tab.eval("window.hacked ?? null"),
                serde_json::Value::Null,
                "{what}"
            );
            assert_eq!(tab.eval("document.images.length"), 0, "{what}");
            assert_quiet(tab, &path, &what);
            tab.requests.clear();
        }
    });
}
