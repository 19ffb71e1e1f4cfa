//! What cpcap does to the world, as `SECURITY.md` says: no network, no other program but `git`, and
//! no change of a file but where the command line asks for one.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::json;

use super::{WRITERS, cpcap, faulty, readers, said, shell};
use crate::common::{Dir, files_below, root};

/// A library under which a process ends with 99 as soon as it asks the system for a network or
/// another program, or for a change of any file.
const WATCH: &str = r#"
#include <fcntl.h>
#include <sys/syscall.h>
long syscall(long number, ...);
void _exit(int);
#define TELL(what) do { syscall(SYS_write, 2, what, sizeof(what) - 1); _exit(99); } while (0)
#define NEVER(name) int name() { TELL("watched: " #name "\n"); return -1; }
NEVER(socket) NEVER(connect) NEVER(bind) NEVER(getaddrinfo)
NEVER(execve) NEVER(execv) NEVER(execvp) NEVER(execvpe) NEVER(posix_spawn) NEVER(posix_spawnp)
NEVER(fork) NEVER(vfork) NEVER(system) NEVER(popen)
NEVER(rename) NEVER(renameat) NEVER(renameat2) NEVER(link) NEVER(linkat)
NEVER(symlink) NEVER(symlinkat) NEVER(unlink) NEVER(unlinkat) NEVER(mkdir) NEVER(mkdirat) NEVER(rmdir)
NEVER(chmod) NEVER(fchmod) NEVER(fchmodat) NEVER(chown) NEVER(fchown) NEVER(fchownat) NEVER(lchown)
NEVER(truncate) NEVER(truncate64) NEVER(ftruncate) NEVER(ftruncate64)
#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    if (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)) TELL("watched: " #name "\n"); \
    return syscall(SYS_openat, AT_FDCWD, path, flags, 0); \
  }
#define OPENAT(name) \
  int name(int at, const char *path, int flags, ...) { \
    if (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)) TELL("watched: " #name "\n"); \
    return syscall(SYS_openat, at, path, flags, 0); \
  }
int creat(const char *path, mode_t mode) { TELL("watched: creat\n"); }
int creat64(const char *path, mode_t mode) { TELL("watched: creat64\n"); }
OPEN(open) OPEN(open64) OPENAT(openat) OPENAT(openat64)
"#;

fn watch(dir: &Dir) -> PathBuf {
    dir.write("watch.c", WATCH);
    let built = Command::new("cc")
        .current_dir(dir.path())
        .args(["-w", "-fno-builtin", "-shared", "-fPIC", "watch.c"])
        .args(["-o", "watch.so"])
        .status();
    assert!(built.unwrap().success());
    dir.path().join("watch.so")
}

fn watched(dir: &Path, args: &str, library: &Path) -> (Option<i32>, bool) {
    let ran = said(cpcap(dir, args).env("LD_PRELOAD", library));
    (ran.code, ran.stderr.contains("watched: "))
}

#[test]
fn commands_that_read_do_nothing_else() {
    let here = Dir::new();
    let library = watch(&here);
    let mut lines = readers();
    lines.push("lsp --check".to_owned());
    for line in &lines {
        let usual = said(&mut cpcap(&root(), line));
        let (code, is_told) = watched(&root(), line, &library);
        assert!(code == usual.code && !is_told, "{line}: {code:?} {usual:?}");
    }
    println!("{} command lines", lines.len());
    // The library sees what it is to see.
    for writer in WRITERS {
        let dir = writer.dir();
        let told = watched(dir.path(), writer.args, &library);
        assert_eq!(told, (Some(99), true), "{}", writer.args);
    }
    assert_eq!(
        watched(&root(), "diff --git HEAD", &library),
        (Some(99), true)
    );
    let mut bash = shell(&root(), "exec bash -c 'exec 3<>/dev/tcp/127.0.0.1/1'");
    let ran = said(bash.env("LD_PRELOAD", &library));
    assert!(ran.stderr.contains("watched: "), "{ran:?}");
}

/// A session in which the language server answers about a text, and opens no page of a rule.
#[test]
fn the_language_server_does_nothing_else() {
    let (here, dir) = (Dir::new(), Dir::with(&[("a.yaml", &faulty())]));
    let library = watch(&here);
    let folder = format!("file://{}", dir.path().display());
    let uri = format!("{folder}/a.yaml");
    let mut server = cpcap(dir.path(), "lsp")
        .env("LD_PRELOAD", &library)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = server.stdin.take().unwrap();
    let text = faulty() + "# typed\n";
    for message in [
        json!({"id": 1, "method": "initialize", "params": {"capabilities": {},
            "workspaceFolders": [{"uri": folder, "name": "a"}]}}),
        json!({"method": "initialized", "params": {}}),
        json!({"method": "textDocument/didOpen", "params": {"textDocument":
            {"uri": uri, "languageId": "yaml", "version": 1, "text": text}}}),
        json!({"id": 2, "method": "textDocument/diagnostic",
            "params": {"textDocument": {"uri": uri}}}),
        json!({"id": 3, "method": "textDocument/hover", "params": {"textDocument": {"uri": uri},
            "position": {"line": 8, "character": 18}}}),
        json!({"id": 4, "method": "shutdown"}),
        json!({"method": "exit"}),
    ] {
        let mut message = message;
        message["jsonrpc"] = json!("2.0");
        let body = message.to_string();
        write!(stdin, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    }
    drop(stdin);
    let output = server.wait_with_output().unwrap();
    let [stdout, stderr] = [output.stdout, output.stderr].map(|of| String::from_utf8(of).unwrap());
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    assert!(!stderr.contains("watched: "), "{stderr}");
    assert!(
        stdout.contains("unknown-update-strategy") && stdout.contains("\"id\":4"),
        "{stdout}"
    );
}

/// The sources name nothing of a network but addresses, and start one program in one place.
#[test]
fn sources_start_git_and_open_no_connection() {
    let mut starts = Vec::new();
    for path in files_below("src") {
        if path.extension().is_none_or(|end| end != "rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines().map(str::trim) {
            let connects = line.replace("std::net::IpAddr;", "").contains("std::net")
                || line.contains("os::unix::net")
                || line.contains("Socket")
                || line.contains("TcpStream");
            assert!(!connects, "{}: {line}", path.display());
            if line.contains("Command::new(") || line.contains("std::process::Command") {
                let path = path.strip_prefix(root()).unwrap();
                starts.push((path.display().to_string(), line.to_owned()));
            }
        }
    }
    let [(path, line)] = &starts[..] else {
        panic!("{starts:?}");
    };
    assert_eq!(path, "src/cli/diff/git.rs");
    assert!(line.contains("Command::new(\"git\")"), "{line}");
}
