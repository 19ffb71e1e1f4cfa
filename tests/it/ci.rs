//! Hooks, the action and `docs/ci.md`: files have what their readers need, and every command line
//! of the page is run in a directory with the files that the page shows.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::{Dir, golden, root};
use cpcap::landscape::{Input, read};
use cpcap::source::{Source, Sources};
use serde_json::Value;

/// The value of a YAML text.
pub(crate) fn yaml(text: &str) -> Value {
    let mut sources = Sources::default();
    let inputs = [Input {
        file: sources.add(Source::new("file.yaml", text)),
        fault: None,
    }];
    let files = read(&sources, &inputs);
    let document = &files[0].documents[0];
    assert!(
        document.readable() && document.problems.is_empty(),
        "{:?}\n{text}",
        document.problems
    );
    document.tree.to_json(document.tree.root().unwrap())
}

fn file(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// The files that a page shows, by name: the last one that is named before a block, in backquotes
/// and followed by a colon or a bracket.
fn shown(page: &str) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut name = None;
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let block: String = lines
                .by_ref()
                .take_while(|line| *line != "```")
                .map(|line| format!("{line}\n"))
                .collect();
            if language != "console"
                && let Some(name) = name.take()
            {
                files.insert(name, block);
            }
            name = None;
        } else if !line.is_empty() {
            let last = line
                .rsplit('`')
                .nth(1)
                .filter(|_| line.ends_with(':'))
                .filter(|name| name.contains(['/', '.']));
            name = last.map(str::to_owned);
        }
    }
    files
}

fn directory(page: &str) -> Dir {
    let dir = Dir::new();
    for (name, text) in shown(page) {
        dir.write(&name, text);
    }
    dir
}

fn bash(dir: &Path, line: &str, env: &[(&str, &str)]) -> Output {
    let binary = Path::new(env!("CARGO_BIN_EXE_cpcap")).parent().unwrap();
    let path = format!(
        "{}:{}",
        binary.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut command = Command::new("bash");
    command
        .args(["-eo", "pipefail", "-c", line])
        .current_dir(dir)
        .env("PATH", path)
        .env_remove("GITHUB_ACTIONS");
    command.envs(env.iter().copied()).output().unwrap()
}

fn text(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// The pages show the printed output.
#[test]
fn pages_show_what_is_printed() {
    for path in ["docs/ci.md", "docs/editors.md"] {
        let page = if path == "docs/ci.md" {
            with_inputs(&file(path))
        } else {
            file(path)
        };
        let dir = directory(&page);
        let mut out = String::new();
        let mut lines = page.lines();
        let mut ran = 0;
        while let Some(line) = lines.next() {
            writeln!(out, "{line}").unwrap();
            if line != "```console" {
                continue;
            }
            for line in lines
                .by_ref()
                .take_while(|line| *line != "```")
                .filter(|line| line.starts_with("$ "))
            {
                // An exit code is not to end the line before it is shown.
                let output = bash(
                    dir.path(),
                    &format!("set +e; exec 2>&1; {}", &line[2..]),
                    &[],
                );
                write!(out, "{line}\n{}", text(&output)).unwrap();
                ran += 1;
            }
            writeln!(out, "```").unwrap();
        }
        assert!(ran > 0);
        golden(path, &out);
    }
}

#[test]
fn other_lines_of_the_page_run() {
    let page = file("docs/ci.md");
    let dir = directory(&page);
    assert!(shown(&page).len() >= 5, "{:?}", shown(&page).keys());
    // Every command line in running text.
    let inline = page
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|text| text.starts_with("cpcap lint ") && !text.contains('\n'));
    let mut ran = 0;
    for line in inline {
        let output = bash(dir.path(), line, &[]);
        assert_eq!(output.status.code(), Some(1), "{line}: {}", text(&output));
        ran += 1;
    }
    assert!(ran > 0);
    // GitLab.
    let job = &yaml(&shown(&page)[".gitlab-ci.yml"])["cpcap"];
    let scripts = job["script"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line.as_str().unwrap());
    for line in scripts.filter(|line| !line.starts_with("cargo install")) {
        let output = bash(dir.path(), line, &[]);
        assert_eq!(output.status.code(), Some(1), "{line}: {}", text(&output));
    }
    let report = std::fs::read_to_string(
        dir.path()
            .join(job["artifacts"]["reports"]["codequality"].as_str().unwrap()),
    )
    .unwrap();
    assert!(
        !serde_json::from_str::<Value>(&report)
            .unwrap()
            .as_array()
            .unwrap()
            .is_empty()
    );
    // Other tools.
    let settings: Value =
        serde_json::from_str(&shown(&file("docs/editors.md"))[".vscode/settings.json"]).unwrap();
    assert!(settings["yaml.schemas"].is_object());
}

/// The hook for git: it stops a commit of the file as it is shown, and lets one without such files
/// pass.
#[test]
fn the_git_hook_prevents_a_commit() {
    let page = file("docs/ci.md");
    let dir = Dir::new();
    let git = |line: &str| {
        bash(
            dir.path(),
            line,
            &[
                ("GIT_AUTHOR_NAME", "a"),
                ("GIT_AUTHOR_EMAIL", "a@example.org"),
                ("GIT_COMMITTER_NAME", "a"),
                ("GIT_COMMITTER_EMAIL", "a@example.org"),
                ("HOME", dir.path().to_str().unwrap()),
            ],
        )
    };
    if Command::new("git").arg("--version").output().is_err() {
        crate::common::skip("there is no git");
        return;
    }
    assert!(git("git init -q .").status.success());
    for (name, text) in shown(&page) {
        dir.write(&name, text);
    }
    let committed = git(
        "chmod +x .git/hooks/pre-commit && echo x > note.txt && git add note.txt && git commit \
         -qm note",
    );
    assert!(committed.status.success(), "{}", text(&committed));
    let committed = git("git add landscape && git commit -qm profile");
    assert!(!committed.status.success());
    assert!(
        text(&committed).contains("suported"),
        "{}",
        text(&committed)
    );
}

/// A repository whose branch makes the profile of the page of one without its mistake, with
/// programs that record what is posted.
fn pull_request() -> Option<(Dir, Vec<(&'static str, String)>)> {
    Command::new("git").arg("--version").output().ok()?;
    let page = file("docs/ci.md");
    let dir = Dir::new();
    let binary = Path::new(env!("CARGO_BIN_EXE_cpcap")).parent().unwrap();
    let path = format!(
        "{}/bin:{}:{}",
        dir.path().display(),
        binary.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let mut env = vec![("PATH", path), ("HOME", dir.path().display().to_string())];
    for who in [
        "GIT_AUTHOR_NAME",
        "GIT_COMMITTER_NAME",
        "GIT_AUTHOR_EMAIL",
        "GIT_COMMITTER_EMAIL",
    ] {
        env.push((who, "a@example.org".to_owned()));
    }
    let profile = &shown(&page)["landscape/profile.yaml"];
    dir.write(
        "landscape/profile.yaml",
        profile.replace("suported", "supported"),
    );
    for program in ["gh", "curl"] {
        // The first comment cannot be edited: there is none.
        dir.write(
            &format!("bin/{program}"),
            "#!/bin/sh\necho \"$@\" >> posted.txt\ncase \"$*\" in *--edit-last*) exit 1;; esac\n",
        );
    }
    let line = "chmod +x bin/* && git init -q . && git add landscape && git commit -qm base && \
        git update-ref refs/remotes/origin/main HEAD";
    assert!(run(&dir, line, &env).status.success());
    dir.write("landscape/profile.yaml", profile);
    assert!(run(&dir, "git commit -qam change", &env).status.success());
    Some((dir, env))
}

fn run(dir: &Dir, line: &str, env: &[(&str, String)]) -> Output {
    let env: Vec<(&str, &str)> = env
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
        .collect();
    bash(dir.path(), line, &env)
}

/// The jobs that say what a pull request does: they post it, and end as `diff` does.
#[test]
fn the_workflow_posts_the_effects_of_a_pull_request() {
    let Some((dir, env)) = pull_request() else {
        crate::common::skip("there is no git");
        return;
    };
    let page = file("docs/ci.md");
    let posted = || {
        let text = std::fs::read_to_string(dir.path().join("posted.txt")).unwrap();
        std::fs::remove_file(dir.path().join("posted.txt")).unwrap();
        text
    };
    let github = yaml(&shown(&page)[".github/workflows/change.yaml"]);
    let steps = github["jobs"]["cpcap"]["steps"].as_array().unwrap();
    assert_eq!(steps[0]["with"]["fetch-depth"], 0);
    let script = steps.iter().find_map(|step| step["run"].as_str()).unwrap();
    let more = [
        ("GITHUB_BASE_REF", "main"),
        ("GITHUB_STEP_SUMMARY", "summary.md"),
        ("NUMBER", "7"),
    ];
    let of_job = [
        &env[..],
        &more.map(|(name, value)| (name, value.to_owned())),
    ]
    .concat();
    let ran = run(&dir, script, &of_job);
    assert_eq!(ran.status.code(), Some(1), "{}", text(&ran));
    assert_eq!(
        posted(),
        "pr comment 7 --edit-last --body-file comment.md\npr comment 7 --body-file comment.md\n"
    );
    for file in ["comment.md", "summary.md"] {
        let comment = std::fs::read_to_string(dir.path().join(file)).unwrap();
        assert!(
            comment.starts_with("### ❌ cpcap diff\n") && comment.contains("suported"),
            "{comment}"
        );
    }
    let gitlab = &yaml(&shown(&page)[".gitlab-ci.yml"])["cpcap-diff"];
    assert_eq!(gitlab["variables"]["GIT_DEPTH"], "0");
    let lines = gitlab["script"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line.as_str().unwrap());
    let script = lines
        .filter(|line| !line.starts_with("cargo install"))
        .collect::<Vec<_>>()
        .join("\n");
    let more = [
        ("CI_MERGE_REQUEST_DIFF_BASE_SHA", "origin/main"),
        ("CI_API_V4_URL", "https://git.example/api"),
        ("CI_PROJECT_ID", "3"),
    ];
    let more = more
        .into_iter()
        .chain([("CI_MERGE_REQUEST_IID", "7"), ("CPCAP_TOKEN", "x")]);
    let of_job: Vec<(&str, String)> = env
        .iter()
        .cloned()
        .chain(more.map(|(name, value)| (name, value.to_owned())))
        .collect();
    let ran = run(&dir, &script, &of_job);
    assert_eq!(ran.status.code(), Some(1), "{}", text(&ran));
    assert!(
        posted().contains("body@note.md https://git.example/api/projects/3/merge_requests/7/notes")
    );
    // The lines for a shell, and that of README.
    let shell = page
        .split("```sh\n")
        .find_map(|block| block.strip_prefix("git fetch origin main\n"))
        .unwrap();
    let ran = run(&dir, shell.split("```").next().unwrap(), &env);
    assert_eq!(ran.status.code(), Some(1), "{}", text(&ran));
    let readme = file("README.md");
    let line = readme
        .split('`')
        .find(|text| text.starts_with("cpcap diff --git "))
        .unwrap();
    let ran = run(&dir, line, &env);
    assert!(
        ran.status.code() == Some(1) && text(&ran).starts_with("### ❌"),
        "{}",
        text(&ran)
    );
}

#[test]
fn hooks_have_what_pre_commit_needs() {
    let hooks = yaml(&file(".pre-commit-hooks.yaml"));
    let hooks = hooks.as_array().unwrap();
    let ids: Vec<&str> = hooks
        .iter()
        .map(|hook| hook["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["cpcap-lint", "cpcap-fix"]);
    for hook in hooks {
        for key in ["name", "description", "entry", "language"] {
            assert!(
                hook[key].as_str().is_some_and(|text| !text.is_empty()),
                "{hook}"
            );
        }
        assert_eq!(hook["language"], "rust");
        assert!(
            hook["types_or"]
                .as_array()
                .unwrap()
                .contains(&Value::from("yaml"))
        );
        assert!(hook["require_serial"].as_bool().unwrap());
    }
    // As pre-commit calls it: the entry, the arguments, the files.
    let page = file("docs/ci.md");
    let dir = directory(&page);
    let config = yaml(&shown(&page)[".pre-commit-config.yaml"]);
    for used in config["repos"][0]["hooks"].as_array().unwrap() {
        let hook = hooks
            .iter()
            .find(|hook| hook["id"] == used["id"])
            .expect("a hook of this repository");
        let args: Vec<&str> = used["args"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|arg| arg.as_str().unwrap())
            .collect();
        let line = format!(
            "{} {} landscape/profile.yaml",
            hook["entry"].as_str().unwrap(),
            args.join(" ")
        );
        let output = bash(dir.path(), &line, &[]);
        assert_eq!(output.status.code(), Some(1), "{line}: {}", text(&output));
        assert!(text(&output).contains("suported"));
    }
}

/// The script of a step of the action.
fn step<'a>(action: &'a Value, name: &str) -> &'a Value {
    action["runs"]["steps"]
        .as_array()
        .unwrap()
        .iter()
        .find(|step| step["name"] == name)
        .unwrap()
}

/// The environment of a step: its `env` with the inputs filled in, and its own files and variables.
fn env_of(
    dir: &Dir,
    action: &Value,
    step: &Value,
    with: &BTreeMap<String, String>,
) -> Vec<(String, String)> {
    let inputs = action["inputs"].as_object().unwrap();
    assert!(
        with.keys().all(|name| inputs.contains_key(name)),
        "{with:?}"
    );
    let value = |expression: &str| {
        let name = expression
            .strip_prefix("${{ inputs.")
            .and_then(|rest| rest.strip_suffix(" }}"))
            .expect("an input");
        with.get(name)
            .cloned()
            .unwrap_or_else(|| inputs[name]["default"].as_str().unwrap().to_owned())
    };
    let temp = dir.path().join("runner");
    std::fs::create_dir_all(&temp).unwrap();
    let mut env: Vec<(String, String)> = step["env"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, text)| (name.clone(), value(text.as_str().unwrap())))
        .collect();
    for (name, file) in [("GITHUB_OUTPUT", "output"), ("GITHUB_PATH", "path")] {
        std::fs::write(temp.join(file), "").unwrap();
        env.push((name.to_owned(), temp.join(file).display().to_string()));
    }
    env.push(("RUNNER_TEMP".to_owned(), temp.display().to_string()));
    env.push((
        "GITHUB_ACTION_PATH".to_owned(),
        "/action of others".to_owned(),
    ));
    env.push(("GITHUB_ACTIONS".to_owned(), "true".to_owned()));
    env
}

/// Runs a step of the action as the runner would: its script from a file, by the Bash of a
/// composite action.
fn run_step(
    dir: &Dir,
    action: &Value,
    name: &str,
    with: &BTreeMap<String, String>,
    path: Option<&str>,
) -> Output {
    let step = step(action, name);
    let env = env_of(dir, action, step, with);
    dir.write("runner/script.sh", step["run"].as_str().unwrap());
    let mut command = Command::new("bash");
    command
        .args(["--noprofile", "--norc", "-eo", "pipefail"])
        .arg(dir.path().join("runner/script.sh"))
        .current_dir(dir.path());
    if let Some(path) = path {
        command.env(
            "PATH",
            format!("{path}:{}", std::env::var("PATH").unwrap_or_default()),
        );
    }
    command.envs(env).output().unwrap()
}

/// Runs the action's main step with the inputs of a workflow. Returns its output for the runner,
/// too.
fn act(dir: &Dir, action: &Value, with: &BTreeMap<String, String>) -> (Output, String) {
    let ran = run_step(dir, action, "Lint", with, None);
    (
        ran,
        std::fs::read_to_string(dir.path().join("runner/output")).unwrap(),
    )
}

#[test]
fn scripts_of_the_action_are_sound() {
    let action = yaml(&file("action.yml"));
    assert_eq!(action["runs"]["using"], "composite");
    for input in action["inputs"].as_object().unwrap().values() {
        assert!(
            input["description"].is_string() && input["default"].is_string(),
            "{input}"
        );
    }
    for step in action["runs"]["steps"].as_array().unwrap() {
        assert!(
            step["uses"].is_string() || (step["run"].is_string() && step["shell"] == "bash"),
            "{step}"
        );
        let Some(script) = step["run"].as_str() else {
            continue;
        };
        // An expression would be pasted into the script, whatever is in it.
        assert!(!script.contains("${{"), "{script}");
        let dir = Dir::with(&[("script.sh", script)]);
        let ran = bash(dir.path(), "bash -n script.sh", &[]);
        assert!(ran.status.success(), "{}", text(&ran));
        if let Ok(ran) = Command::new("shellcheck")
            .args(["-s", "bash", "script.sh"])
            .current_dir(dir.path())
            .output()
        {
            assert!(ran.status.success(), "{}", text(&ran));
        }
    }
    // Every input reaches a step, and every output comes from one.
    let steps = serde_json::to_string(&action["runs"]).unwrap();
    for name in action["inputs"].as_object().unwrap().keys() {
        assert!(
            steps.contains(&format!("inputs.{name} ")),
            "nobody reads {name}"
        );
    }
    for (name, output) in action["outputs"].as_object().unwrap() {
        assert_eq!(
            output["value"],
            format!("${{{{ steps.lint.outputs.{name} }}}}")
        );
        assert!(
            step(&action, "Lint")["run"]
                .as_str()
                .unwrap()
                .contains(&format!("{name}=")),
            "nobody sets {name}"
        );
    }
    // Findings are uploaded whether or not they fail the run.
    let upload = step(&action, "Upload SARIF");
    assert!(
        upload["uses"]
            .as_str()
            .unwrap()
            .starts_with("github/codeql-action/upload-sarif@")
    );
    let condition = upload["if"].as_str().unwrap();
    assert!(
        condition.contains("always()") && condition.contains("steps.lint.outputs.sarif-file != ''"),
        "{condition}"
    );
}

/// The step that installs: with a `cargo` that notes its arguments and puts the binary of this
/// build where `--root` says.
#[test]
fn the_action_installs() {
    let action = yaml(&file("action.yml"));
    let install = step(&action, "Install cpcap");
    assert_eq!(install["if"], "${{ inputs.binary == '' }}");
    let dir = directory(&file("docs/ci.md"));
    let cargo = format!(
        "#!/bin/bash\nprintf '%s\\n' \"$@\" > arguments\nwhile [ \"$1\" != --root ]; do shift; \
         done\nmkdir -p \"$2/bin\"\nln -sf '{}' \"$2/bin/cpcap\"\n",
        env!("CARGO_BIN_EXE_cpcap")
    );
    dir.write("tools/cargo", cargo);
    assert!(
        bash(dir.path(), "chmod +x tools/cargo", &[])
            .status
            .success()
    );
    let tools = dir.path().join("tools").display().to_string();
    let root = dir.path().join("runner/cpcap").display().to_string();
    let ran = run_step(
        &dir,
        &action,
        "Install cpcap",
        &BTreeMap::new(),
        Some(&tools),
    );
    assert!(ran.status.success(), "{}", text(&ran));
    let arguments = std::fs::read_to_string(dir.path().join("arguments")).unwrap();
    assert_eq!(
        arguments.lines().collect::<Vec<_>>(),
        [
            "install",
            "--locked",
            "--profile",
            "dist",
            "--root",
            &root,
            "--path",
            "/action of others"
        ]
    );
    assert_eq!(
        std::fs::read_to_string(dir.path().join("runner/path")).unwrap(),
        format!("{root}/bin\n")
    );
    // The installed binary runs.
    let (ran, outputs) = act(
        &dir,
        &action,
        &BTreeMap::from([("paths".to_owned(), "landscape/".to_owned())]),
    );
    assert_eq!(
        (ran.status.code(), outputs.as_str()),
        (Some(1), "exit-code=1\n"),
        "{}",
        text(&ran)
    );
    // A failed installation fails the step.
    dir.write("tools/cargo", "#!/bin/bash\nexit 101\n");
    assert_eq!(
        run_step(
            &dir,
            &action,
            "Install cpcap",
            &BTreeMap::new(),
            Some(&tools)
        )
        .status
        .code(),
        Some(101)
    );
}

#[test]
fn the_action_runs() {
    let action = yaml(&file("action.yml"));
    let dir = directory(&file("docs/ci.md"));
    let binary = env!("CARGO_BIN_EXE_cpcap").to_owned();
    let with = |pairs: &[(&str, &str)]| {
        let pairs = pairs
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        pairs
            .chain([("binary".to_owned(), binary.clone())])
            .collect::<BTreeMap<_, _>>()
    };
    let (ran, outputs) = act(&dir, &action, &with(&[]));
    assert_eq!(
        (ran.status.code(), outputs.as_str()),
        (Some(1), "exit-code=1\n"),
        "{}",
        text(&ran)
    );
    let log = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(
        log.starts_with("error[")
            && log.contains("\n::error title=")
            && log.ends_with("::endgroup::\n"),
        "excerpts, then annotations: {log}"
    );
    let (ran, outputs) = act(
        &dir,
        &action,
        &with(&[("fail-level", "never"), ("format", "compact")]),
    );
    assert_eq!(
        (ran.status.code(), outputs.as_str()),
        (Some(0), "exit-code=1\n"),
        "{}",
        text(&ran)
    );
    let (ran, _) = act(&dir, &action, &with(&[("format", "json")]));
    assert!(
        serde_json::from_slice::<Value>(&ran.stdout).is_ok(),
        "nothing but JSON: {}",
        text(&ran)
    );
    let (ran, _) = act(
        &dir,
        &action,
        &with(&[
            ("args", "--ignore\nall"),
            ("paths", "landscape/\nlandscape/*.yaml"),
        ]),
    );
    assert_eq!(ran.status.code(), Some(0), "{}", text(&ran));
    // SARIF is there although the run failed, and although another step had left some.
    dir.write("out.sarif", "stale");
    let (ran, outputs) = act(&dir, &action, &with(&[("sarif-file", "out.sarif")]));
    assert_eq!(
        (ran.status.code(), outputs.as_str()),
        (Some(1), "sarif-file=out.sarif\nexit-code=1\n")
    );
    let sarif: Value =
        serde_json::from_str(&std::fs::read_to_string(dir.path().join("out.sarif")).unwrap())
            .unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    let (_, outputs) = act(&dir, &action, &with(&[("upload-sarif", "true")]));
    assert!(
        outputs.starts_with("sarif-file=/") && outputs.contains("/runner/cpcap.sarif\n"),
        "{outputs}"
    );
    // A failure of cpcap fails the run whatever the level, and leaves nothing to upload.
    let (ran, _) = act(
        &dir,
        &action,
        &with(&[("paths", "no such/file.yaml"), ("fail-level", "never")]),
    );
    assert_eq!(ran.status.code(), Some(2), "{}", text(&ran));
    assert!(text(&ran).contains("no such/file.yaml"), "{}", text(&ran));
    let (ran, outputs) = act(
        &dir,
        &action,
        &with(&[("fail-level", "sometimes"), ("sarif-file", "out.sarif")]),
    );
    assert_eq!(
        (ran.status.code(), outputs.as_str()),
        (Some(2), "exit-code=2\n"),
        "{}",
        text(&ran)
    );
    // Inputs are words, whatever is in them.
    let odd = "a b/$(touch pwned)'\"; touch pwned #.yaml";
    dir.write(
        odd,
        shown(&file("docs/ci.md"))["landscape/profile.yaml"].clone(),
    );
    let (ran, _) = act(
        &dir,
        &action,
        &with(&[("paths", odd), ("format", "compact")]),
    );
    assert_eq!(ran.status.code(), Some(1), "{}", text(&ran));
    assert!(
        text(&ran).contains(&format!("{odd}:10:23: error")),
        "{}",
        text(&ran)
    );
    assert!(!dir.path().join("pwned").exists());
}

/// The workflow of the page: its inputs are the action's, and the run does what the page says.
#[test]
fn the_workflow_of_the_page_runs() {
    let page = file("docs/ci.md");
    let workflow = yaml(&shown(&page)[".github/workflows/landscape.yaml"]);
    let steps = workflow["jobs"]["cpcap"]["steps"].as_array().unwrap();
    let used = steps
        .iter()
        .find(|step| step["uses"].as_str().unwrap().contains("/cpcap@"))
        .unwrap();
    let text_of = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    let mut with: BTreeMap<String, String> = used["with"]
        .as_object()
        .unwrap()
        .iter()
        .map(|(name, value)| (name.clone(), text_of(value)))
        .collect();
    with.insert("binary".to_owned(), env!("CARGO_BIN_EXE_cpcap").to_owned());
    let dir = directory(&page);
    let (ran, outputs) = act(&dir, &yaml(&file("action.yml")), &with);
    assert_eq!(ran.status.code(), Some(1), "{}", text(&ran));
    assert!(
        outputs.contains("sarif-file=") && outputs.contains("exit-code=1"),
        "{outputs}"
    );
}

/// The page with the table of the action's inputs.
fn with_inputs(page: &str) -> String {
    let action = yaml(&file("action.yml"));
    let mut table = String::from("| input | meaning | default |\n| --- | --- | --- |\n");
    for (name, input) in action["inputs"].as_object().unwrap() {
        let default = input["default"].as_str().unwrap();
        let default = if default.is_empty() {
            String::new()
        } else {
            format!("`{default}`")
        };
        writeln!(
            table,
            "| `{name}` | {} | {default} |",
            input["description"].as_str().unwrap()
        )
        .unwrap();
    }
    let (before, rest) = page.split_once("| input |").unwrap();
    let (_, after) = rest.split_once("\n\n").unwrap();
    format!("{before}{table}\n{after}")
}

/// Command lines in the prose and the examples of all pages are such as cpcap understands: no flag
/// that has gone, no command that has another name.
#[test]
fn command_lines_of_all_pages_are_understood() {
    use clap::CommandFactory;
    let mut pages: Vec<_> = crate::common::files_below("docs")
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    pages.push(root().join("README.md"));
    let (mut understood, mut wrong) = (0, Vec::new());
    for page in pages {
        let page = std::fs::read_to_string(&page).unwrap();
        let mut block = None;
        for line in page.lines() {
            if let Some(language) = line.strip_prefix("```") {
                block = if block.is_none() {
                    Some(language.to_owned())
                } else {
                    None
                };
                continue;
            }
            let lines: Vec<&str> = match block.as_deref() {
                Some("sh") => vec![line],
                Some("console") => line.strip_prefix("$ ").into_iter().collect(),
                Some("text") => line.strip_prefix("  ").into_iter().collect(),
                Some(_) => continue,
                None => line.split('`').skip(1).step_by(2).collect(),
            };
            for command in lines
                .iter()
                .flat_map(|line| line.split(['|', ';', '&']))
                .map(|command| command.trim().trim_start_matches("$ "))
            {
                let command = command.strip_prefix("kubectl ").unwrap_or(command);
                let command = command
                    .split(" #")
                    .next()
                    .unwrap()
                    .split("  ")
                    .next()
                    .unwrap()
                    .split(" >")
                    .next()
                    .unwrap();
                let is_prose = ["…", "[", "$("].iter().any(|mark| command.contains(mark))
                    || command.ends_with(':');
                if !command.starts_with("cpcap ")
                    || is_prose
                    || command.starts_with("cpcap COMMAND")
                    || command.contains("says")
                {
                    continue;
                }
                let words: Vec<String> = command
                    .split_whitespace()
                    .map(|word| word.trim_matches(['\'', '"', ')']).to_owned())
                    .collect();
                let parsed = cpcap::cli::Cli::command().try_get_matches_from(&words);
                if let Err(error) = parsed {
                    use clap::error::ErrorKind as Kind;
                    // Prose leaves out what a command needs, and names what stands for a value.
                    let fine = match error.kind() {
                        Kind::DisplayHelp
                        | Kind::DisplayVersion
                        | Kind::MissingRequiredArgument => true,
                        Kind::InvalidValue | Kind::ValueValidation => {
                            words
                                .iter()
                                .any(|word| word.chars().any(char::is_uppercase))
                                || words.last().is_some_and(|word| word.starts_with("--"))
                        }
                        _ => false,
                    };
                    if !fine {
                        wrong.push(format!("{command}: {error}"));
                    }
                }
                understood += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(understood > 300, "{understood}");
}
