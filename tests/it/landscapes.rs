//! Two landscapes of equal names in one tree: what each command says of a change in one, in the
//! other and in both.

use std::process::Command;

use crate::common::diff::{CHILD, PROFILE, SHOOT, without};
use crate::common::{Dir, formats, formats_but};
use serde_json::Value;

/// Where the objects of a landscape stand.
const PARTS: [(&str, &str); 3] = [
    ("profiles/aws.yaml", PROFILE),
    ("shoots/web.yaml", SHOOT),
    ("shoots/shop.yaml", CHILD),
];

/// A profile without a version that its Shoot uses.
pub fn removed() -> String {
    PROFILE.replace("    - version: 1.32.5\n", "")
}

/// A profile whose change the server accepts.
pub fn added() -> String {
    PROFILE.replace(
        "    - version: 1.33.1\n",
        "    - version: 1.33.2\n    - version: 1.33.1\n",
    )
}

pub type Files = Vec<(String, String)>;

pub fn landscape(name: &str, profile: &str) -> Files {
    PARTS
        .iter()
        .map(|(at, text)| {
            (
                format!("{name}/{at}"),
                if *at == PARTS[0].0 { profile } else { text }.to_owned(),
            )
        })
        .collect()
}

pub fn both(dev: &str, live: &str) -> Files {
    [landscape("dev", dev), landscape("live", live)].concat()
}

fn git(dir: &Dir, args: &[&str]) {
    let who = [
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@example.org",
        "-c",
        "commit.gpgsign=false",
    ];
    assert!(
        Command::new("git")
            .args(who)
            .args(args)
            .current_dir(dir.path())
            .status()
            .unwrap()
            .success(),
        "{args:?}"
    );
}

/// Both revisions as directories, as commits of a repository, and as a commit and a work tree.
pub struct Change {
    pub plain: Dir,
    repository: Dir,
    work_tree: Dir,
}

impl Change {
    pub fn new(old: &[(String, String)], new: &[(String, String)]) -> Self {
        let (plain, repository, work_tree) = (Dir::new(), Dir::new(), Dir::new());
        for dir in [&repository, &work_tree] {
            git(dir, &["init", "-q", "-b", "main"]);
        }
        for (side, files) in [("old", old), ("new", new)] {
            for (at, text) in files {
                plain.write(&format!("{side}/{at}"), text);
            }
            for (dir, commits) in [(&repository, true), (&work_tree, side == "old")] {
                let top = std::fs::read_dir(dir.path())
                    .unwrap()
                    .map(|entry| entry.unwrap().path());
                top.filter(|path| !path.ends_with(".git"))
                    .for_each(|path| std::fs::remove_dir_all(path).unwrap());
                for (at, text) in files {
                    dir.write(at, text);
                }
                if commits {
                    git(dir, &["add", "-A"]);
                    git(dir, &["commit", "-q", "--allow-empty", "-m", side]);
                }
            }
        }
        Self {
            plain,
            repository,
            work_tree,
        }
    }

    /// The verdict of `diff`, which is the same for directories, revisions and the work tree, in all
    /// formats.
    pub fn verdict(&self, paths: &[&str], args: &[&str]) -> (String, i32, Value) {
        let git = self.verdict_of(
            &self.repository,
            &[&["--git", "HEAD~1..HEAD"], paths, args].concat(),
        );
        for (dir, base) in [(&self.repository, "HEAD~1"), (&self.work_tree, "HEAD")] {
            let ran = dir.run(&[&["diff", "-f", "json", "--git", base], paths, args].concat());
            let report: Value = serde_json::from_str(&ran.stdout).unwrap();
            assert_eq!(
                (report["verdict"].as_str(), i32::from(ran.exit.code())),
                (Some(git.0.as_str()), git.1),
                "a revision and the work tree"
            );
        }
        if paths.is_empty() {
            let plain = self.verdict_of(&self.plain, &[&["old", "new"], args].concat());
            assert_eq!(
                (&plain.0, plain.1),
                (&git.0, git.1),
                "directories and revisions"
            );
        }
        git
    }

    fn verdict_of(&self, dir: &Dir, args: &[&str]) -> (String, i32, Value) {
        let of = |format: &str| dir.run(&[&["diff", "-f", format], args].concat());
        let json = of("json");
        let report: Value = serde_json::from_str(&json.stdout)
            .unwrap_or_else(|_| panic!("{args:?}: {}{}", json.stdout, json.stderr));
        let (verdict, code) = (
            report["verdict"].as_str().unwrap().to_owned(),
            json.exit.code(),
        );
        assert_eq!(report["exitCode"].as_u64(), Some(code as u64));
        for format in formats_but("diff", &["json"]) {
            let ran = of(&format);
            assert_eq!(ran.exit.code(), code, "{format}");
            let text = ran.stdout;
            let said = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let says = |what: &str| said.contains(what);
            match verdict.as_str() {
                "accepted" => assert!(
                    (says("would accept it") || says("no change"))
                        && !says("would refuse")
                        && !says("not known"),
                    "{said}"
                ),
                "refused" => assert!(
                    !says("would accept it")
                        && (says("would refuse it")
                            || says("still in use")
                            || says("fail on every update")
                            || says("would refuse all later updates")),
                    "{said}"
                ),
                _ => assert!(
                    !says("would accept it") && !says("would refuse it") && says("not known"),
                    "{said}"
                ),
            }
        }
        (verdict, i32::from(code), report)
    }
}

/// The files of the objects that the server refuses, without sides and revisions.
fn refused_in(report: &Value) -> Vec<String> {
    let files = report["refused"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["place"]["file"].as_str().unwrap().to_owned());
    let mut files: Vec<String> = files
        .map(|file| file.trim_start_matches("new/").to_owned())
        .collect();
    files.sort();
    files
}

#[test]
fn each_landscape_is_compared_with_itself() {
    let (removed, added) = (removed(), added());
    for (dev, live, verdict, in_files) in [
        (PROFILE, PROFILE, "accepted", &[][..]),
        (added.as_str(), PROFILE, "accepted", &[]),
        (PROFILE, added.as_str(), "accepted", &[]),
        (
            removed.as_str(),
            PROFILE,
            "refused",
            &["dev/profiles/aws.yaml"],
        ),
        (
            PROFILE,
            removed.as_str(),
            "refused",
            &["live/profiles/aws.yaml"],
        ),
        (
            added.as_str(),
            removed.as_str(),
            "refused",
            &["live/profiles/aws.yaml"],
        ),
        (
            removed.as_str(),
            removed.as_str(),
            "refused",
            &["dev/profiles/aws.yaml", "live/profiles/aws.yaml"],
        ),
    ] {
        let change = Change::new(&both(PROFILE, PROFILE), &both(dev, live));
        let (said, code, report) = change.verdict(&[], &[]);
        assert_eq!(
            (said.as_str(), code),
            (verdict, i32::from(verdict == "refused")),
            "{report:#}"
        );
        assert_eq!(refused_in(&report), in_files, "{report:#}");
        // `lint --old` finds the same.
        let lint = change.plain.run(&[
            "lint",
            "--select",
            "change/removed-in-use",
            "-f",
            "json",
            "new",
            "--old",
            "old",
        ]);
        let findings: Value = serde_json::from_str(&lint.stdout).unwrap();
        let mut files: Vec<&str> = findings["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|finding| finding["file"].as_str().unwrap().trim_start_matches("new/"))
            .collect();
        files.sort_unstable();
        assert_eq!(files, in_files, "{}", lint.stdout);
        assert_eq!(
            lint.exit.code(),
            u8::from(verdict == "refused"),
            "{}",
            lint.stderr
        );
    }
}

#[test]
fn users_in_one_landscape_do_not_hold_versions_of_another() {
    let idle = SHOOT.replace("1.32.5", "1.33.1");
    let files = |dev: &str| {
        let mut files = both(dev, PROFILE);
        files
            .iter_mut()
            .filter(|(at, _)| at == "dev/shoots/web.yaml")
            .for_each(|(_, text)| *text = idle.clone());
        files
    };
    let change = Change::new(&files(PROFILE), &files(&removed()));
    assert_eq!(
        change.verdict(&[], &[]).0,
        "accepted",
        "only the Shoot of the other landscape uses it"
    );
    let uses = change.plain.run(&["uses", "new", "-f", "json"]);
    let uses: Value = serde_json::from_str(&uses.stdout).unwrap();
    assert_eq!(
        uses["profiles"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|of| of["kind"] == "CloudProfile")
            .count(),
        2
    );
}

#[test]
fn paths_choose_what_is_compared_and_the_rest_is_context() {
    let change = Change::new(&both(PROFILE, PROFILE), &both(&removed(), &removed()));
    for (paths, in_files) in [
        (&["dev/profiles"][..], &["dev/profiles/aws.yaml"][..]),
        (&["live/profiles/aws.yaml"], &["live/profiles/aws.yaml"]),
        (
            &["dev", "live/profiles"],
            &["dev/profiles/aws.yaml", "live/profiles/aws.yaml"],
        ),
    ] {
        let (verdict, _, report) = change.verdict(paths, &[]);
        assert_eq!(
            (verdict.as_str(), refused_in(&report)),
            (
                "refused",
                in_files.iter().map(|file| (*file).to_owned()).collect()
            ),
            "{paths:?}"
        );
    }
    let (verdict, code, report) = change.verdict(&["dev/shoots"], &[]);
    assert!(
        report["objects"].as_array().unwrap().is_empty(),
        "{report:#}"
    );
    assert_eq!(
        (verdict.as_str(), code),
        ("accepted", 0),
        "nothing of it changes"
    );
}

#[test]
fn a_moved_file_is_known_where_one_is_left() {
    let moved = |from: &str, to: &str, profile: &str| -> Files {
        let mut files = both(PROFILE, PROFILE);
        files
            .iter_mut()
            .filter(|(at, _)| at == from)
            .for_each(|file| *file = (to.to_owned(), profile.to_owned()));
        files
    };
    let old = both(PROFILE, PROFILE);
    let change = Change::new(
        &old,
        &moved(
            "live/profiles/aws.yaml",
            "live/aws/profile.yaml",
            &removed(),
        ),
    );
    let (verdict, _, report) = change.verdict(&[], &[]);
    assert_eq!(
        (verdict.as_str(), refused_in(&report)),
        ("refused", vec!["live/aws/profile.yaml".to_owned()]),
        "{report:#}"
    );
    let change = Change::new(
        &old,
        &moved("live/profiles/aws.yaml", "live/aws/profile.yaml", PROFILE),
    );
    let (verdict, code, report) = change.verdict(&[], &[]);
    assert!(
        report["objects"].as_array().unwrap().is_empty(),
        "{report:#}"
    );
    assert_eq!((verdict.as_str(), code), ("accepted", 0));
    // Two that moved and changed at once may be either.
    let mut new = both(&added(), &removed());
    new.iter_mut()
        .for_each(|(at, _)| *at = at.replace("profiles/aws.yaml", "aws/profile.yaml"));
    let change = Change::new(&old, &new);
    let (verdict, code, report) = change.verdict(&[], &[]);
    assert_eq!((verdict.as_str(), code), ("notKnown", 2), "{report:#}");
    let open = &report["notKnown"][0];
    assert_eq!(
        (
            open["reason"].as_str(),
            open["places"].as_array().unwrap().len()
        ),
        (Some("ambiguousPairing"), 4)
    );
    let lint = change.plain.run(&["lint", "new", "--old", "old"]);
    assert!(
        lint.exit.code() == 2 && lint.stderr.contains("it is unclear which replaces which"),
        "{}",
        lint.stderr
    );
    // Two that only moved are known by what they say.
    let mut old = both(PROFILE, &added());
    let change = Change::new(&std::mem::take(&mut old), &{
        let mut new = both(PROFILE, &added());
        new.iter_mut()
            .for_each(|(at, _)| *at = at.replace("profiles/aws.yaml", "aws/profile.yaml"));
        new
    });
    assert_eq!(change.verdict(&[], &[]).0, "accepted");
}

#[test]
fn a_profile_that_is_removed_in_one_landscape_is_not_replaced_by_that_of_another() {
    let new: Files = both(PROFILE, PROFILE)
        .into_iter()
        .filter(|(at, _)| at != "live/profiles/aws.yaml")
        .collect();
    let (verdict, code, report) = Change::new(&both(PROFILE, PROFILE), &new).verdict(&[], &[]);
    assert_eq!((verdict.as_str(), code), ("refused", 1), "{report:#}");
    let gone = report["objects"]
        .as_array()
        .unwrap()
        .iter()
        .find(|of| of["change"] == "removed")
        .unwrap();
    assert_eq!(gone["inUse"].as_array().unwrap().len(), 2, "{report:#}");
}

#[test]
fn objects_outside_the_files_are_unknown() {
    let profiles = |profile: &str| vec![("dev/profiles/aws.yaml".to_owned(), profile.to_owned())];
    let shoots = |shoot: String| vec![("dev/shoots/web.yaml".to_owned(), shoot)];
    let gone = SHOOT.replace("1592.9.0", "1.2.3");
    for (old, new, why) in [
        (profiles(PROFILE), profiles(&removed()), "noShoots"),
        (
            profiles(PROFILE),
            profiles(&without(PROFILE, "  - {name: m4", "  regions:")),
            "noShoots",
        ),
        (profiles(PROFILE), profiles(&added()), ""),
        (shoots(SHOOT.to_owned()), shoots(gone.clone()), "unchecked"),
    ] {
        let change = Change::new(&old, &new);
        let (verdict, code, report) = change.verdict(&[], &[]);
        assert_eq!(
            (verdict.as_str(), code),
            (
                if why.is_empty() {
                    "accepted"
                } else {
                    "notKnown"
                },
                0
            ),
            "{report:#}"
        );
        let (_, denied, report) = change.verdict(&[], &["--deny-unchecked"]);
        assert_eq!(denied, i32::from(!why.is_empty()), "{report:#}");
        match why {
            "noShoots" => assert_eq!(report["notKnown"][0]["reason"], "noShoots"),
            "unchecked" => assert!(!report["unchecked"].as_array().unwrap().is_empty()),
            _ => assert!(report["notKnown"].as_array().unwrap().is_empty()),
        }
    }
}

#[test]
fn profiles_that_are_equally_near_are_not_known() {
    let files = |dev: &str| -> Files {
        let all = [
            ("profiles/dev/aws.yaml", dev),
            ("profiles/live/aws.yaml", PROFILE),
            ("shoots/web.yaml", SHOOT),
        ];
        all.iter()
            .map(|(at, text)| ((*at).to_owned(), (*text).to_owned()))
            .collect()
    };
    let (verdict, code, report) = Change::new(&files(PROFILE), &files(&added())).verdict(&[], &[]);
    assert_eq!(
        (
            verdict.as_str(),
            code,
            report["notKnown"][0]["reason"].as_str()
        ),
        ("notKnown", 0, Some("ambiguousReference")),
        "{report:#}"
    );
}

#[test]
fn verbs_name_the_file_where_names_repeat() {
    let dir = Dir::new();
    for (at, text) in both(PROFILE, PROFILE) {
        dir.write(&format!("old/{at}"), &text);
        let text = if at == "live/shoots/shop.yaml" {
            text.replace(
                "machineImages",
                "kubernetes: {versions: []}\n  machineImages",
            )
        } else {
            text
        };
        dir.write(&format!("new/{at}"), text);
    }
    let ran = dir.run(&["verbs", "new", "--old", "old"]);
    assert!(
        ran.stdout
            .contains("garden-shop/shop (new/dev/shoots/shop.yaml)")
            && ran.stdout.contains("(new/live/shoots/shop.yaml)"),
        "{}",
        ran.stdout
    );
    let told: Value = serde_json::from_str(
        &dir.run(&["verbs", "new", "--old", "old", "-f", "json"])
            .stdout,
    )
    .unwrap();
    assert!(
        told["objects"]
            .as_array()
            .unwrap()
            .iter()
            .all(|of| of["operation"] == "update"),
        "{told:#}"
    );
}

/// The verdict over the union of two landscapes is the worse of those of the landscapes one by one.
#[test]
fn a_union_of_files_has_the_findings_of_its_parts() {
    let (removed, added) = (removed(), added());
    let flavor = without(
        PROFILE,
        "      - architecture: [amd64]\n        boot: [bios]\n    - version: 1592",
        "    - version: 1592",
    );
    let smaller = PROFILE.replace(
        "  machineImages:\n  - name: gardenlinux\n    updateStrategy",
        "  limits: {maxNodesTotal: 3}\n  machineImages:\n  - name: gardenlinux\n    updateStrategy",
    );
    let revisions = [PROFILE, &removed, &added, &flavor, &smaller];
    let order = ["accepted", "notKnown", "refused"];
    let rank = |verdict: &str| order.iter().position(|known| *known == verdict).unwrap();
    let mut random = 0x2545_f491_u32;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        random as usize % below
    };
    for _ in 0..12 {
        // Some landscapes have no Shoots, and then not everything is known.
        let mut side = |name: &str| {
            let (old, new, with_users) = (revisions[next(5)], revisions[next(5)], next(3) > 0);
            let files = |profile| -> Files {
                landscape(name, profile)
                    .into_iter()
                    .filter(|(at, _)| with_users || at.contains("profiles"))
                    .collect()
            };
            (files(old), files(new))
        };
        let (a, b) = (side("dev"), side("live"));
        let [of_a, of_b] = [&a, &b].map(|(old, new)| Change::new(old, new).verdict(&[], &[]));
        let union = Change::new(&[a.0, b.0].concat(), &[a.1, b.1].concat()).verdict(&[], &[]);
        assert_eq!(
            rank(&union.0),
            rank(&of_a.0).max(rank(&of_b.0)),
            "{:#}",
            union.2
        );
        let number = |of: &Value| of["refused"].as_array().unwrap().len();
        assert_eq!(
            number(&union.2),
            number(&of_a.2) + number(&of_b.2),
            "{:#}",
            union.2
        );
        let counts = |of: &Value| {
            of["objects"]
                .as_array()
                .unwrap()
                .iter()
                .map(|of| of["impacts"].as_array().unwrap().len())
                .sum::<usize>()
        };
        assert_eq!(
            counts(&union.2),
            counts(&of_a.2) + counts(&of_b.2),
            "{:#}",
            union.2
        );
    }
}

/// A version in part is the one that the server makes of it by the old profile.
#[test]
fn uses_follow_the_versions_that_the_server_stored() {
    let profile = PROFILE.replace(
        "- version: 1.32.5\n",
        "- {version: 1.32.5, classification: supported}\n",
    );
    let shoot = SHOOT
        .replace(
            "kubernetes: {version: 1.32.5}",
            "kubernetes: {version: \"1.32\"}",
        )
        .replace("version: 1592.9.0", "version: \"1592\"");
    let gone = profile.replace("    - {version: 1.32.5, classification: supported}\n", "");
    let image = without(
        &profile,
        "    - version: 1592.9.0\n      cri",
        "  machineTypes:",
    );
    for (new, what) in [(gone, ["1.32", "1.32.5"]), (image, ["1592", "1592.9.0"])] {
        let files = |profile: &str| -> Files {
            vec![
                ("dev/aws.yaml".to_owned(), profile.to_owned()),
                ("dev/web.yaml".to_owned(), shoot.clone()),
            ]
        };
        let change = Change::new(&files(&profile), &files(&new));
        let (verdict, code, report) = change.verdict(&[], &[]);
        assert_eq!((verdict.as_str(), code), ("refused", 1), "{report:#}");
        let refusal = report["refused"]
            .as_array()
            .unwrap()
            .iter()
            .find(|of| of["rule"] == "change/removed-in-use")
            .unwrap();
        let said = format!("of `{}` the old profile makes `{}`", what[0], what[1]);
        assert!(
            refusal["related"]
                .as_array()
                .unwrap()
                .iter()
                .any(|of| of["text"].as_str().unwrap().contains(&said)),
            "{refusal:#}"
        );
        let lint = change
            .plain
            .run(&["lint", "new", "--old", "old", "--select", "change"]);
        assert!(
            lint.exit.code() == 1 && lint.stdout.contains(&said),
            "{}{}",
            lint.stdout,
            lint.stderr
        );
        let unused = change.plain.run(&["uses", "old", "--unused", "-f", "json"]);
        let unused: Value = serde_json::from_str(&unused.stdout).unwrap();
        let entries = unused["profiles"][0]["entries"].as_array().unwrap();
        assert!(entries.iter().all(|of| of["name"] != what[1]), "{unused:#}");
        let used = change.plain.run(&["uses", "old"]).stdout;
        assert!(used.contains(&format!("made of {}", what[0])), "{used}");
        let csv = change.plain.run(&["uses", "old", "-f", "csv"]).stdout;
        let row = |line: &&str| line.contains(&format!(",{},listed,", what[1]));
        let row = csv.lines().find(row).unwrap();
        let end = format!(",{},false,old/dev/web.yaml", what[0]);
        assert!(row.ends_with(&end), "{csv}");
    }
}

/// Admission compares capabilities on every update, for which it needs the machine type.
#[test]
fn a_machine_type_that_goes_under_a_pool_is_not_accepted() {
    let line = PROFILE
        .lines()
        .find(|line| line.contains("name: m5.large"))
        .unwrap();
    let gone = PROFILE.replace(&format!("{line}\n"), "");
    let moved = SHOOT
        .replace("m5.large", "m4.large")
        .replace("1877.2.0", "1592.9.0");
    let files = |profile: &str, shoot: &str| -> Files {
        vec![
            ("dev/aws.yaml".to_owned(), profile.to_owned()),
            ("dev/web.yaml".to_owned(), shoot.to_owned()),
        ]
    };
    let change = Change::new(&files(PROFILE, SHOOT), &files(&gone, SHOOT));
    let lint = |change: &Change| {
        let ran = change.plain.run(&[
            "lint",
            "new",
            "--old",
            "old",
            "--select",
            "change/machine-type-in-use",
            "-f",
            "compact",
        ]);
        (ran.exit.code(), ran.stdout)
    };
    let (found, said) = lint(&change);
    assert!(
        found == 1 && said.contains("`m5.large` is removed") && said.contains("(blue, green)"),
        "{said}"
    );
    let (verdict, code, report) = change.verdict(&[], &[]);
    assert_eq!(
        (
            verdict.as_str(),
            code,
            report["refused"].as_array().unwrap().len()
        ),
        ("refused", 1, 0),
        "{report:#}"
    );
    let change = Change::new(&files(PROFILE, &moved), &files(&gone, &moved));
    let (verdict, _, report) = change.verdict(&[], &[]);
    assert_eq!(verdict, "accepted", "{report:#}");
    assert_eq!(lint(&change), (0, String::new()));
    // Without a vocabulary there are no capabilities to check.
    let legacy = |profile: &str| {
        let cut = without(profile, "  machineCapabilities:", "  machineImages:");
        let flavors = "      capabilityFlavors:\n      - architecture: [amd64]\n";
        cut.replace(
            &format!("{flavors}        boot: [uefi]\n      - architecture: [amd64]\n"),
            flavors,
        )
        .replace(
            &format!("{flavors}        boot: [bios]\n"),
            "      architectures: [amd64]\n",
        )
        .replace(", capabilities: {architecture: [amd64]}", "")
        .replace(", capabilities: {architecture: [amd64], boot: [bios]}", "")
    };
    let change = Change::new(
        &files(&legacy(PROFILE), SHOOT),
        &files(&legacy(&gone), SHOOT),
    );
    assert_eq!(lint(&change), (0, String::new()));
}

/// A patch of Kustomize is not an object, whatever of it and of its list changes, and wherever both
/// stand.
#[test]
fn a_patch_that_a_kustomization_lists_neither_comes_nor_goes() {
    let patch = |maximum: usize| {
        format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: \
             patched}}\nspec: {{limits: {{maxNodesTotal: {maximum}}}}}\n"
        )
    };
    let list =
        |more: &str| format!("resources: [../base]\npatches: [{{path: ./patch.yaml}}]{more}\n");
    for directory in ["over", "eu:west/over"] {
        let side = |parts: &[(&str, String)]| -> Files {
            let parts = parts
                .iter()
                .map(|(name, text)| (format!("{directory}/{name}"), text.clone()));
            parts
                .chain([("base/profile.yaml".to_owned(), PROFILE.to_owned())])
                .collect()
        };
        let (before, after) = (
            ("kustomization.yaml", list("")),
            ("kustomization.yaml", list(" # changed")),
        );
        let (patched, changed) = (("patch.yaml", patch(5)), ("patch.yaml", patch(6)));
        let both = side(&[before.clone(), patched.clone()]);
        for (what, old, new) in [
            (
                "the list changes",
                &both,
                side(&[after.clone(), patched.clone()]),
            ),
            ("the patch changes", &both, side(&[before, changed.clone()])),
            ("both change", &both, side(&[after, changed])),
            ("both go", &both, side(&[])),
            ("both come", &side(&[]), both.clone()),
        ] {
            let (verdict, code, report) = Change::new(old, &new).verdict(&[], &[]);
            assert_eq!(
                (verdict.as_str(), code),
                ("accepted", 0),
                "{directory}: {what}: {report:#}"
            );
            assert!(
                report["objects"].as_array().unwrap().is_empty(),
                "{directory}: {what}: {report:#}"
            );
        }
    }
}

/// An entry that a child shadows appears with the landscape where the parent catches up, also where
/// the other one says the same already.
#[test]
fn a_parent_that_catches_up_is_told_where_it_does() {
    let own = format!(
        "{CHILD}  machineTypes:\n  - {{name: own.large, cpu: \"8\", gpu: \"0\", memory: 8Gi}}\n"
    );
    let with = |profile: &str| {
        let types = "  machineTypes:\n  - \
            {name: own.large, cpu: \"4\", gpu: \"0\", memory: 8Gi, capabilities: {architecture: [amd64]}}\n";
        profile.replacen("  machineTypes:\n", types, 1)
    };
    for (late, early) in [("dev", "live"), ("live", "dev")] {
        let side = |profile: &str, of_early: &str| -> Files {
            let mut files = [landscape(late, profile), landscape(early, of_early)].concat();
            files
                .iter_mut()
                .filter(|(at, _)| at.ends_with("shop.yaml"))
                .for_each(|(_, text)| text.clone_from(&own));
            files
        };
        let change = Change::new(
            &side(PROFILE, &with(PROFILE)),
            &side(&with(PROFILE), &with(&added())),
        );
        let report = change.verdict(&[], &[]).2;
        let notes = report["notes"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|note| note["rule"] == "namespaced/shadowed-entry");
        let files: Vec<&str> = notes
            .map(|note| note["place"]["file"].as_str().unwrap())
            .collect();
        assert_eq!(files, [format!("{late}/shoots/shop.yaml")], "{report:#}");
    }
}

/// Of two objects of one name in one list only the last one is judged.
#[test]
fn the_object_that_another_one_of_its_list_replaces_is_not_judged() {
    let list = |items: &[&str]| -> Files {
        let items = items
            .iter()
            .map(|item| format!("- {}\n", item.trim_end().replace('\n', "\n  ")));
        vec![(
            "all/all.yaml".to_owned(),
            format!(
                "apiVersion: v1\nkind: List\nitems:\n{}",
                items.collect::<String>()
            ),
        )]
    };
    let wrong = PROFILE.replace(
        "  regions:\n  - name: eu\n    zones: [{name: eu-a}]\n",
        "  regions: []\n",
    );
    let changed = added();
    for (old, new, number) in [
        (
            [wrong.as_str(), PROFILE],
            [wrong.as_str(), changed.as_str()],
            1,
        ),
        ([wrong.as_str(), &changed], [PROFILE, &changed], 0),
    ] {
        let report = Change::new(&list(&old), &list(&new)).verdict(&[], &[]).2;
        assert_eq!(
            report["objects"].as_array().unwrap().len(),
            number,
            "{report:#}"
        );
        let of_twin = |finding: &&Value| finding["field"].as_str().unwrap().starts_with("items[0]");
        assert_eq!(
            report["refused"].as_array().unwrap().iter().find(of_twin),
            None,
            "{report:#}"
        );
    }
    let both = Change::new(&list(&[PROFILE]), &list(&[&wrong]))
        .verdict(&[], &[])
        .2;
    assert!(
        !both["refused"].as_array().unwrap().is_empty(),
        "the one that changes is: {both:#}"
    );
}

/// Parents whose pairs are unknown still count as present.
#[test]
fn a_child_of_parents_that_are_in_no_pair_has_a_parent() {
    let side = |names: [&str; 2], versions: [&str; 2], child: &str| -> Files {
        let profile = |version: &str| PROFILE.replace("1.33.1", version);
        let parents = names
            .iter()
            .zip(versions)
            .map(|(name, version)| (format!("all/{name}.yaml"), profile(version)));
        parents
            .chain([("all/child.yaml".to_owned(), child.to_owned())])
            .collect()
    };
    let old = side(["a", "b"], ["1.33.1", "1.33.2"], CHILD);
    let new = side(
        ["c", "d"],
        ["1.33.3", "1.33.4"],
        &CHILD.replace("4152.2.3", "4152.2.4"),
    );
    let (_, code, report) = Change::new(&old, &new).verdict(&[], &[]);
    assert_eq!(
        (code, report["notKnown"][0]["reason"].as_str()),
        (2, Some("ambiguousPairing")),
        "{report:#}"
    );
    let missing = |finding: &&Value| finding["rule"] == "namespaced/unknown-parent";
    assert_eq!(
        report["unchecked"].as_array().unwrap().iter().find(missing),
        None,
        "{report:#}"
    );
}

/// An unreadable document that does not change decides nothing, and hides nothing that comes or
/// goes; one that changes does.
#[test]
fn unchanged_unreadable_documents_do_not_count() {
    let template = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata:\n  \
        name: {{ .Values.name }}\nspec:\n{{- if .Values.a }}\n  type: a\n{{- end }}\n";
    let broken = "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: \
        {name: own}\nspec: [\n";
    let with = |files: Files, text: &str| -> Files {
        [
            files,
            vec![("charts/templates/profile.yaml".to_owned(), text.to_owned())],
        ]
        .concat()
    };
    for text in [template, broken] {
        let side = |profile: &str| with(landscape("dev", profile), text);
        for (new, verdict) in [
            (side(PROFILE), "accepted"),
            (side(&added()), "accepted"),
            (side(&removed()), "refused"),
        ] {
            let (said, code, report) = Change::new(&side(PROFILE), &new).verdict(&[], &[]);
            assert_eq!(
                (said.as_str(), code),
                (verdict, i32::from(verdict == "refused")),
                "{report:#}"
            );
            assert!(
                report["unreadable"].as_array().unwrap().is_empty(),
                "{report:#}"
            );
        }
        let mut gone = side(PROFILE);
        gone.retain(|(at, _)| at != PARTS[0].0 && !at.ends_with("aws.yaml"));
        let (said, _, report) = Change::new(&side(PROFILE), &gone).verdict(&[], &[]);
        assert_eq!(
            (said.as_str(), &report["objects"][0]["change"]),
            ("refused", &Value::from("removed")),
            "{report:#}"
        );
        let (said, _, report) = Change::new(&side(PROFILE), &side(&added())).verdict(&["dev"], &[]);
        assert_eq!(said, "accepted", "as context of one path: {report:#}");
        for (old, new) in [
            (
                side(PROFILE),
                with(landscape("dev", &added()), &format!("{text}# more\n")),
            ),
            (landscape("dev", PROFILE), side(&added())),
            (side(PROFILE), landscape("dev", &added())),
        ] {
            let (said, code, report) = Change::new(&old, &new).verdict(&[], &[]);
            assert_eq!((said.as_str(), code), ("notKnown", 2), "{report:#}");
        }
    }
}

/// Among many objects of one name, the contents identify each, whatever the order; the only one
/// that changes is the one that remains.
#[test]
fn many_objects_of_one_name_are_known_by_what_they_say() {
    let shoots = |order: &mut dyn Iterator<Item = usize>, last: usize| -> Files {
        let one = |number: usize| {
            SHOOT
                .replace("name: web", "generateName: web-")
                .replace("maximum: 6", &format!("maximum: {number}"))
        };
        let text: Vec<String> = order.map(one).chain([one(last)]).collect();
        vec![
            ("all/shoots.yaml".to_owned(), text.join("---\n")),
            ("all/profile.yaml".to_owned(), PROFILE.to_owned()),
        ]
    };
    let report = Change::new(
        &shoots(&mut (10..150), 500),
        &shoots(&mut (10..150).rev(), 501),
    )
    .verdict(&[], &[])
    .2;
    assert_eq!(report["objects"].as_array().unwrap().len(), 1, "{report:#}");
    assert!(
        report["notKnown"].as_array().unwrap().is_empty(),
        "{report:#}"
    );
}

/// Every format of every command that pairs names the objects without a pair.
#[test]
fn every_format_names_objects_without_a_pair() {
    let dir = Dir::new();
    for (side, versions) in [("old", ["1.33.1", "1.33.2"]), ("new", ["1.33.3", "1.33.4"])] {
        for (at, version) in versions.iter().enumerate() {
            let profile = PROFILE.replace(
                "    - version: 1.33.1\n",
                &format!("    - version: {version}\n"),
            );
            dir.write(&format!("{side}/{side}-{at}/aws.yaml"), profile);
        }
    }
    for format in formats("lint") {
        let ran = dir.run(&["lint", "new", "--old", "old", "-f", &format]);
        assert!(
            ran.stdout.contains("change/ambiguous-object"),
            "{format}: {}",
            ran.stdout
        );
        assert_eq!(ran.exit.code(), 2, "{format}");
    }
    for format in formats("diff") {
        let ran = dir.run(&["diff", "old", "new", "-f", &format]);
        let said = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            said.contains("it is unclear which replaces which"),
            "{format}: {said}"
        );
        assert_eq!(ran.exit.code(), 2, "{format}");
    }
}
