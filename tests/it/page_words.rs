//! What pages say about themselves: what was asked, when, and how much there is of it.

use crate::common::{Dir, root, run_in};

/// The text of a page, without its elements, style and script.
fn text(page: &str) -> String {
    let cut = regex::Regex::new("(?s)<(style|script)[^>]*>.*?</(style|script)>|<[^>]*>").unwrap();
    let text = cut.replace_all(page, " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn run(line: &str) -> String {
    let args: Vec<&str> = line.split_whitespace().collect();
    run_in(&root(), &args, "", &[]).stdout
}

#[test]
fn a_calendar_ends_with_its_range_and_says_where_it_starts() {
    let line = "maintain --format html -p testdata/maintain/profile.yaml";
    let whole = run(line);
    assert!(whole.contains(" now: "), "{}", text(&whole));
    let cut = run(&format!("{line} --from 2027-01-01 --until 2027-02-15"));
    assert!(whole.contains(">Mar<") && cut.contains(">Feb<") && !cut.contains(">Mar<"));
    let said = text(&cut);
    assert!(said.contains("start: 2027-01-01T00:00:00Z"), "{said}");
    assert!(said.contains("start Kubernetes"), "{said}");
    assert!(!said.contains("now "), "{said}");
}

#[test]
fn a_page_of_diff_says_what_it_compares() {
    let line = "diff --format html testdata/diff/old.yaml testdata/diff/new.yaml";
    let page = text(&run(&format!(
        "{line} --with testdata/diff/shoot.yaml --against-now 2027-01-01"
    )));
    assert!(
        page.contains(
            "Compares testdata/diff/old.yaml with testdata/diff/new.yaml . The change is applied at \
             2027-01-01T00:00:00Z (--against-now)."
        ),
        "{page}"
    );
    assert!(text(&run(line)).contains("(now)."));
}

/// A profile with some machine types of a wrong size.
fn with_machine_types(sizes: &str) -> String {
    let text = std::fs::read_to_string(root().join("testdata/examples/valid.yaml")).unwrap();
    let mut types = "  machineTypes:\n".to_owned();
    for at in 0..12 {
        types += &format!(
            "  - name: more-{at}\n    cpu: \"{sizes}\"\n    gpu: \"0\"\n    memory: 8Gi\n    \
             architecture: amd64\n"
        );
    }
    text.replacen("  machineTypes:\n", &types, 1)
}

#[test]
fn a_page_of_diff_folds_refusals_that_are_alike() {
    let dir = Dir::new();
    dir.write("old.yaml", with_machine_types("4"));
    dir.write("new.yaml", with_machine_types("-4"));
    let ran = dir.run(&["diff", "--format", "html", "old.yaml", "new.yaml"]);
    assert_eq!(ran.exit.code(), 1, "{}", ran.stderr);
    assert!(ran.stdout.contains("<summary>11 more like this</summary>"));
    // None is lost.
    assert!(ran.stdout.contains("machineTypes[11].cpu"));
}

#[test]
fn a_report_says_why_it_fails_and_when_it_is_from() {
    let dir = Dir::new();
    let valid = std::fs::read_to_string(root().join("testdata/examples/valid.yaml")).unwrap();
    for at in [10, 9, 1] {
        let named = valid.replacen("name: example", &format!("name: p-{at}"), 1);
        dir.write(&format!("in/{at}.yaml"), named);
    }
    let report = |more: &[&str]| {
        let line = ["report", "in", "--now", "2027-01-01"];
        dir.run(&[&line[..], more].concat())
    };
    assert_eq!(report(&["-o", "site"]).exit.code(), 0);
    let index = std::fs::read_to_string(dir.path().join("site/index.html")).unwrap();
    let index = text(&index);
    assert!(
        index.contains("life cycles at 2027-01-01T00:00:00Z"),
        "{index}"
    );
    let at = |name: &str| index.find(&format!("CloudProfile {name} ")).unwrap();
    assert!(at("p-1") < at("p-9") && at("p-9") < at("p-10"), "{index}");

    dir.write("in/1.yaml", with_machine_types("-4"));
    let ran = report(&["-o", "site"]);
    assert_eq!(ran.exit.code(), 1);
    assert!(ran.stderr.contains("12 errors"), "{}", ran.stderr);
    assert_eq!(report(&["-o", "site", "-q"]).stderr, "");

    dir.write("file", "mine");
    let ran = report(&["-o", "file"]);
    assert_eq!(ran.exit.code(), 2);
    assert!(ran.stderr.contains("it is a file"), "{}", ran.stderr);
    let ran = report(&["-o", "-"]);
    assert_eq!(ran.exit.code(), 2);
    assert!(ran.stderr.contains("name a directory"), "{}", ran.stderr);
    assert!(!dir.path().join("-").exists());
}

#[test]
fn shoots_of_a_page_come_worst_first() {
    let dir = Dir::new();
    let profile = std::fs::read_to_string(root().join("testdata/maintain/profile.yaml")).unwrap();
    dir.write("profile.yaml", profile);
    // Automatic updates are off, so that only what expires moves.
    for (name, version) in [("a-10", "1.33.6"), ("a-9", "1.33.6"), ("old", "1.31.13")] {
        dir.write(
            &format!("in/{name}.yaml"),
            format!(
                "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata:\n  name: {name}\n  \
                 namespace: garden-x\nspec:\n  cloudProfile:\n    name: example\n  \
                 kubernetes:\n    version: {version}\n  maintenance:\n    autoUpdate:\n      \
                 kubernetesVersion: false\n      machineImageVersion: false\n"
            ),
        );
    }
    let line = ["maintain", "in", "-p", "profile.yaml", "--format", "html"];
    let ran = dir.run(&line);
    assert!(ran.stderr.is_empty(), "{}", ran.stderr);
    let page = text(&ran.stdout);
    assert!(
        page.contains("Of 3 Shoots, the worst first: 1 must move , 2 stay"),
        "{page}"
    );
    let at = |name: &str| page.find(&format!("garden-x/{name} ")).unwrap();
    assert!(at("old") < at("a-9") && at("a-9") < at("a-10"), "{page}");
    // Times do not break across lines.
    assert!(ran.stdout.contains(r#"<span class="time">2027-"#));
}

#[test]
fn a_page_of_many_profiles_starts_with_a_list_of_them() {
    let dir = Dir::new();
    let valid = std::fs::read_to_string(root().join("testdata/examples/valid.yaml")).unwrap();
    for name in ["one", "two"] {
        let named = valid.replacen("name: example", &format!("name: {name}"), 1);
        dir.write(&format!("in/{name}.yaml"), named);
    }
    let page = dir.run(&["table", "in", "--format", "html"]).stdout;
    let (start, _) = page.split_once("id=\"versions\"").unwrap();
    assert!(!start.contains("<nav"), "{}", text(start));
    for link in ["#versions", "#versions-2", "#regions-2"] {
        assert_eq!(start.matches(&format!("<a href=\"{link}\">")).count(), 1);
    }
    assert_eq!(start.matches("in/two.yaml").count(), 1);
    let ran = dir.run(&["table", "in", "--format", "html", "--expand"]);
    assert_eq!(ran.exit.code(), 2);
    assert!(ran.stderr.contains("--expand has no effect here"));
}
