//! The states of profiles in a report: what is hidden changes none, and nothing is said of what was
//! not judged.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::time::Duration;

use regex::Regex;

use crate::common::{Dir, root};

fn valid() -> String {
    std::fs::read_to_string(root().join("testdata/examples/valid.yaml")).unwrap()
}

fn named(name: &str) -> String {
    valid().replacen("name: example", &format!("name: {name}"), 1)
}

fn refused(name: &str) -> String {
    let text = named(name);
    assert!(text.contains("cpu: \"4\""), "{text}");
    text.replacen("cpu: \"4\"", "cpu: \"-2\"", 1)
}

fn text(html: &str) -> String {
    let text = Regex::new("<[^>]*>").unwrap().replace_all(html, "");
    text.replace("&quot;", "\"")
}

fn page(dir: &Dir, site: &str, name: &str) -> String {
    std::fs::read_to_string(dir.path().join(site).join(name)).unwrap()
}

/// The file and the cell of the state of each profile.
fn states(dir: &Dir, site: &str) -> BTreeMap<String, (String, String)> {
    let index = page(dir, site, "index.html");
    let row = Regex::new(
        r#"(?s)<tr><th scope="row"><a href="([^"]+)">(.*?)</a>.*?<td class="state">(.*?)</td>"#,
    )
    .unwrap();
    row.captures_iter(&index)
        .map(|of| (text(&of[2]), (of[1].to_owned(), text(&of[3]))))
        .collect()
}

fn state(dir: &Dir, site: &str, name: &str) -> String {
    let states = states(dir, site);
    let state = states.get(name);
    let (_, state) = state.unwrap_or_else(|| panic!("no {name}: {states:?}"));
    state.clone()
}

#[test]
fn nothing_that_hides_findings_changes_a_state() {
    let dir = Dir::new();
    dir.write("in/bad.yaml", refused("bad"));
    let silenced = format!("# cpcap: ignore-file[all] known\n{}", refused("silenced"));
    dir.write("in/silenced.yaml", silenced);
    let run = |flags: &[&str]| dir.run(&[&["report", "in", "-o", "site"], flags].concat());
    run(&[]);
    let state_of = |name: &str| state(&dir, "site", &format!("CloudProfile {name}"));
    let silenced = state_of("silenced");
    assert!(
        silenced.starts_with("✗ refused") && silenced.contains("2 silenced"),
        "{silenced}"
    );
    dir.run(&["lint", "in", "--baseline", "base.json", "--write-baseline"]);
    for flags in [
        &["--baseline", "base.json"][..],
        &["--ignore", "all"],
        &["--ignore", "all", "--select", "size"],
        &["--severity", "all=note"],
        &["--severity", "all=note", "--level", "error"],
        &["--severity", "all=warning"],
    ] {
        let ran = run(flags);
        assert_eq!(ran.exit.code(), 0, "{flags:?}: {}", ran.stderr);
        let state = state_of("bad");
        assert!(state.starts_with("✗ refused"), "{flags:?}: {state}");
        let own = text(&page(&dir, "site", "bad.html"));
        let index = text(&page(&dir, "site", "index.html"));
        assert!(!own.contains("No findings."), "{flags:?}");
        for page in [own, index] {
            assert!(!page.contains("no findings"), "{flags:?}");
        }
    }
    run(&["--baseline", "base.json", "--level", "warning"]);
    let state = state_of("bad");
    assert!(
        state.contains("silenced") && state.contains("not shown"),
        "{state}"
    );
}

#[test]
fn what_was_not_judged_whole_is_not_known() {
    let dir = Dir::new();
    let child = |name: &str, parent: &str| {
        format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: \
             {{name: {name}, namespace: garden-a}}\nspec:\n  parent: {{kind: CloudProfile, name: \
             {parent}}}\n"
        )
    };
    dir.write("in/orphan.yaml", child("orphan", "nowhere"));
    dir.write(
        "in/foreign.yaml",
        named("foreign").replacen("type: local", "type: other", 1),
    );
    dir.write(
        "in/unread.yaml",
        named("unread") + "  seedSelector: *nothing\n",
    );
    dir.write("in/broken.yaml", named("broken") + "  caBundle: [\n");
    dir.write("in/whole.yaml", named("whole"));
    dir.run(&["report", "in", "gone.yaml", "-o", "site"]);
    for (name, why) in [
        (
            "NamespacedCloudProfile garden-a/orphan",
            "its parent CloudProfile `nowhere` is not among the files",
        ),
        ("CloudProfile foreign", "does not know the provider `other`"),
        ("CloudProfile unread", "cannot read this document"),
        ("CloudProfile broken", "cannot read this document"),
    ] {
        let state = state(&dir, "site", name);
        let why = why.replace('`', "");
        assert!(
            state.starts_with("? not known") && state.contains(&why),
            "{name}: {state}"
        );
        let (file, _) = &states(&dir, "site")[name];
        let own = text(&page(&dir, "site", file));
        assert!(!own.contains("would accept"), "{name}: {own}");
        assert!(own.contains(&why), "{name}: {own}");
    }
    assert!(state(&dir, "site", "CloudProfile whole").starts_with("✓ clean"));
    let index = text(&page(&dir, "site", "index.html"));
    assert!(index.contains("cannot read gone.yaml"), "{index}");

    dir.run(&[
        "report",
        "in/whole.yaml",
        "-o",
        "off",
        "--provider-rules",
        "off",
    ]);
    let state_off = state(&dir, "off", "CloudProfile whole");
    assert!(
        state_off.starts_with("? not known") && state_off.contains("--provider-rules is off"),
        "{state_off}"
    );
    // Alone, too, it has a row.
    dir.run(&["report", "in/broken.yaml", "-o", "alone"]);
    assert!(state(&dir, "alone", "CloudProfile broken").starts_with("? not known"));
    dir.write("nothing.yaml", "kind: [\n");
    let ran = dir.run(&["report", "nothing.yaml", "-o", "none"]);
    assert!(
        ran.stderr.contains("cpcap cannot read this document")
            && !ran.stderr.contains("the inputs have no CloudProfile"),
        "{}",
        ran.stderr
    );
}

/// A list of entries, each an object.
fn list(objects: &[String]) -> String {
    let mut text = "apiVersion: v1\nkind: List\nitems:\n".to_owned();
    for object in objects {
        let lines: Vec<&str> = object.lines().collect();
        text += &format!("- {}\n", lines.join("\n  "));
    }
    text
}

#[test]
fn findings_belong_to_the_right_one_of_a_list() {
    let dir = Dir::new();
    dir.write("list.yaml", list(&[refused("same"), named("other")]));
    dir.run(&["report", "list.yaml", "-o", "site"]);
    let index = page(&dir, "site", "index.html");
    let row = Regex::new(r#"(?s)<a href="((?:same|other)[^"]*)">.*?<td class="state">(.*?)</td>"#)
        .unwrap();
    let rows: Vec<(String, String)> = row
        .captures_iter(&index)
        .map(|of| (of[1].to_owned(), text(&of[2])))
        .collect();
    let [(bad, refused), (good, clean)] = &rows[..] else {
        panic!("{rows:?}");
    };
    assert!(
        refused.starts_with("✗ refused") && clean.starts_with("✓ clean"),
        "{rows:?}"
    );
    // The refusal is of the first entry, and stands where its table has the value, too.
    let pages = [bad, good].map(|file| text(&page(&dir, "site", file)));
    assert!(pages[0].contains("items[0].spec.machineTypes[0].cpu"));
    assert!(!pages[1].contains("items[0]"));
}

#[test]
fn calendars_have_the_users_of_each_entry_of_a_list() {
    let dir = Dir::new();
    dir.write("list.yaml", list(&[named("one"), named("two")]));
    let version = Regex::new(r#"kubernetes:\s+versions:\s+- version: "?([0-9.]+)"#)
        .unwrap()
        .captures(&valid())
        .unwrap()[1]
        .to_owned();
    let shoot = format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {{name: s, namespace: \
         garden-a}}\nspec:\n  cloudProfile: {{kind: CloudProfile, name: two}}\n  kubernetes: \
         {{version: {version}}}\n"
    );
    dir.write("shoots/s.yaml", shoot);
    let ran = dir.run(&[
        "maintain",
        "--format",
        "html",
        "-p",
        "list.yaml",
        "--with",
        "shoots",
    ]);
    let calendar = |number: usize| {
        let pattern = format!(r#"(?s)<section id="calendar-{number}".*?</section>"#);
        let pattern = Regex::new(&pattern).unwrap();
        let found = pattern.find(&ran.stdout);
        text(found.unwrap_or_else(|| panic!("{}", ran.stderr)).as_str())
    };
    assert!(!calendar(1).contains("1 user"), "{}", calendar(1));
    assert!(calendar(2).contains("1 user"), "{}", calendar(2));
}

#[test]
fn a_profile_without_versions_keeps_its_other_tables() {
    let dir = Dir::new();
    let text = valid();
    let start = text.find("  machineImages:").unwrap();
    let rest = &text[start + 3..];
    let end = Regex::new(r"(?m)^  [a-zA-Z]").unwrap().find(rest).unwrap();
    let without = format!("{}{}", &text[..start], &rest[end.start()..]);
    dir.write("a.yaml", without);
    dir.run(&["report", "a.yaml", "-o", "site"]);
    let page = page(&dir, "site", "example.html");
    assert!(
        page.contains(r#"data-kind="machineTypeAvailability""#),
        "{page}"
    );
}

#[test]
fn what_a_run_left_in_the_middle_goes() {
    let dir = Dir::new();
    dir.write("in/a.yaml", named("a"));
    let halves = |number: u32| {
        let [old, young] = ["4711", "4712"].map(|of| format!("site/.cpcap.{of}.{number}.tmp"));
        dir.write(&old, "half");
        dir.write(&young, "half");
        let now = fs::metadata(dir.path().join(&young)).unwrap();
        let ended = now.modified().unwrap() - Duration::from_secs(2 * 60 * 60);
        let file = File::options().write(true).open(dir.path().join(&old));
        file.unwrap().set_modified(ended).unwrap();
        [old, young].map(|name| dir.path().join(name))
    };
    let run = || {
        let ran = dir.run(&["report", "in", "-o", "site"]);
        assert_eq!(ran.exit.code(), 0, "{}", ran.stderr);
    };
    // The list was not yet there when the run ended.
    let [old, young] = halves(0);
    run();
    assert!(!old.exists());
    assert!(young.exists(), "the run that writes it may go on");
    let [old, young] = halves(1);
    dir.write("site/.mine.4711.tmp", "mine");
    run();
    assert!(!old.exists() && young.exists());
    assert!(dir.path().join("site/.mine.4711.tmp").exists());
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere", dir.path().join("link")).unwrap();
        let ran = dir.run(&["report", "in", "-o", "link"]);
        assert!(
            ran.stderr.contains("link is a link to nothing"),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn ascii_is_refused_for_pages() {
    let dir = Dir::new();
    dir.write("a.yaml", valid());
    let ran = dir.run(&["table", "a.yaml", "--format", "html", "--ascii"]);
    assert_eq!(ran.exit.code(), 2);
    assert!(
        ran.stderr.contains("--ascii has no effect here"),
        "{}",
        ran.stderr
    );
}

/// A date that is not drawn has no place in a drawing.
#[test]
fn calendars_draw_nothing_beyond_their_time() {
    let dir = Dir::new();
    let old = Regex::new(r"(?m)^    - version: \S+$").unwrap();
    let text = old
        .replace(
            &valid(),
            "$0\n      expirationDate: \"2999-01-01T00:00:00Z\"",
        )
        .into_owned();
    assert!(text.contains("2999"), "{text}");
    dir.write("a.yaml", text);
    let ran = dir.run(&["maintain", "--format", "html", "-p", "a.yaml"]);
    let chart = Regex::new(r#"(?s)<svg class="cal-chart".*?<h3>"#).unwrap();
    let chart = chart.find(&ran.stdout).unwrap().as_str();
    assert!(
        ran.stdout.contains("2999-01-01"),
        "the tables have the date"
    );
    assert!(!chart.contains(r#"class="cal-stuck""#), "{chart}");
    assert!(!chart.contains("marker-end"), "{chart}");
    assert!(chart.contains(">later</text>"), "{chart}");
}

/// The sign of a page of a change says no more than its verdict.
#[test]
fn a_verdict_that_is_not_known_has_the_sign_of_that() {
    let dir = Dir::new();
    let child = |spec: &str| {
        format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: NamespacedCloudProfile\nmetadata: \
             {{name: own, namespace: garden-a}}\nspec:\n  parent: {{kind: CloudProfile, name: \
             nowhere}}\n{spec}"
        )
    };
    dir.write("old.yaml", child(""));
    dir.write(
        "new.yaml",
        child("  machineTypes: [{name: a, cpu: 1, gpu: 0, memory: 1Gi}]\n"),
    );
    let args = ["diff", "old.yaml", "new.yaml", "--format", "html"];
    let verdict = Regex::new(r#"<p class="verdict[^"]*">(.*?)</p>"#).unwrap();
    for more in [&[][..], &["--deny-unchecked"]] {
        let ran = dir.run(&[&args[..], more].concat());
        let verdict = text(&verdict.captures(&ran.stdout).unwrap()[1]);
        assert!(
            verdict.contains("not known whether the server"),
            "{verdict}"
        );
        assert!(verdict.starts_with("? "), "{more:?}: {verdict}");
    }
}
