//! Files that cpcap writes, each in one step: whatever ends a run in the middle leaves the old file
//! or the new one. And what people read where the operating system refuses.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::{consts, flag, low_level};

/// Why the operating system refuses somebody.
pub(super) const DENIED: &str = "permission denied: the user who runs cpcap needs access to it";

/// The operating system's reason without its number, and what to do where that is plain.
pub(super) fn reason(error: &io::Error) -> String {
    if error.get_ref().is_none() && error.kind() == ErrorKind::PermissionDenied {
        return DENIED.to_owned();
    }
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(chars).collect()
    })
}

/// Why a file cannot be written, as a sentence. `name`: how it was named.
pub(super) fn unwritable(name: &str, path: &Path, error: &io::Error) -> String {
    let why = match path.parent() {
        Some(dir) if error.kind() == ErrorKind::NotFound && !dir.exists() => {
            "its directory does not exist".to_owned()
        }
        _ => reason(error),
    };
    format!("cannot write {name}: {why}")
}

/// Puts another text in the place of a file's.
///
/// # Errors
/// Where the file is no longer what cpcap read, may not change, or cannot.
pub(super) fn replace(path: &Path, old: &str, new: &str) -> io::Result<()> {
    // The file that a link names is what changes, not the link.
    let path = path.canonicalize().map_err(|error| gone(path, error))?;
    let about = fs::metadata(&path).map_err(|error| gone(&path, error))?;
    if !about.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    if about.permissions().readonly() {
        return Err(io::Error::other("it is read-only"));
    }
    // Who may not write into a file should not replace it either.
    let file = OpenOptions::new().read(true).write(true).open(&path)?;
    let mut now = Vec::new();
    let most = old.len().max(new.len()) as u64;
    file.take(most + 1).read_to_end(&mut now)?;
    if now == new.as_bytes() {
        // Another run has made the same change.
        return Ok(());
    }
    if now != old.as_bytes() {
        return Err(io::Error::other("it has changed since cpcap read it"));
    }
    put(&path, new.as_bytes(), Some(&about))
}

/// A file that was there when cpcap read it.
fn gone(path: &Path, error: io::Error) -> io::Error {
    let escaped = |part: &str| part.len() >= 2 && part.is_char_boundary(2);
    let text = path.to_string_lossy();
    match error.kind() {
        ErrorKind::NotFound if text.split("\\x").skip(1).any(escaped) => io::Error::other(
            "its name is not UTF-8, and cpcap changes no such file; rename it first",
        ),
        ErrorKind::NotFound => io::Error::other("it is gone since cpcap read it"),
        _ => error,
    }
}

/// Writes an output into a file, whether it exists or not.
///
/// # Errors
/// Where it cannot be written; then it is as it was before.
pub(super) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = match path.canonicalize() {
        Ok(real) => real,
        // A link to nothing: what it names comes to be.
        Err(_) if path.is_symlink() => return File::create(path)?.write_all(bytes),
        Err(_) => return put(path, bytes, None),
    };
    let mut file = OpenOptions::new().write(true).open(&path)?;
    let about = file.metadata()?;
    if !about.is_file() {
        // A device or a pipe.
        return file.write_all(bytes);
    }
    match put(&path, bytes, Some(&about)) {
        // A directory in which nothing can be created, and a file that is mounted alone.
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::PermissionDenied | ErrorKind::ResourceBusy
            ) =>
        {
            file.set_len(0)?;
            file.write_all(bytes)
        }
        written => written,
    }
}

/// Writes a file that is not there yet.
///
/// # Errors
/// Where it is there, or cannot be written.
pub(super) fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    uninterrupted(|| {
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        let half = Half(Some(path.to_path_buf()));
        file.write_all(bytes)?;
        half.keep();
        Ok(())
    })
}

/// Writes a file under another name and then gives it its own. A link is replaced, and not what it
/// leads to. `like`: the file that it takes the place of, which it is like; it then survives a
/// machine that stops.
///
/// # Errors
/// Where it cannot be written; then what was there is there.
pub(super) fn put(path: &Path, bytes: &[u8], like: Option<&Metadata>) -> io::Result<()> {
    uninterrupted(|| {
        let (half, mut file) = beside(path)?;
        file.write_all(bytes)?;
        if let Some(like) = like {
            keep_owner(&file, like);
            file.set_permissions(like.permissions())?;
            file.sync_all()?;
        }
        if let Some(name) = &half.0 {
            fs::rename(name, path)?;
        }
        half.keep();
        Ok(())
    })
}

/// The owner and the group stay, as far as the user may say so.
#[cfg(unix)]
fn keep_owner(file: &File, like: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let both = fchown(file, Some(like.uid()), Some(like.gid()));
    drop(both.or_else(|_| fchown(file, None, Some(like.gid()))));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

/// A file that is not complete, and goes unless it is kept.
struct Half(Option<PathBuf>);

impl Half {
    fn keep(mut self) {
        self.0 = None;
    }
}

impl Drop for Half {
    fn drop(&mut self) {
        if let Some(name) = &self.0 {
            drop(fs::remove_file(name));
        }
    }
}

/// Names of files that are not complete; a run that was killed may have left some.
const START: &str = ".cpcap.";
const END: &str = ".tmp";
/// The most names that are tried.
const NAMES: usize = 1000;

/// A new file in the directory of another one.
fn beside(path: &Path) -> io::Result<(Half, File)> {
    let process = std::process::id();
    let mut number = 0;
    loop {
        let name = path.with_file_name(format!("{START}{process}.{number}{END}"));
        match OpenOptions::new().write(true).create_new(true).open(&name) {
            Ok(file) => return Ok((Half(Some(name)), file)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists && number < NAMES => number += 1,
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                return Err(io::Error::new(
                    ErrorKind::PermissionDenied,
                    "cpcap writes a new file beside it, and the user who runs cpcap cannot create \
                     files in this directory",
                ));
            }
            Err(error) => return Err(error),
        }
    }
}

/// Whether a file has a name of those that are not complete.
pub(super) fn is_half(name: &OsStr) -> bool {
    let middle = name
        .to_str()
        .and_then(|name| name.strip_prefix(START)?.strip_suffix(END));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    middle
        .and_then(|middle| middle.split_once('.'))
        .is_some_and(|(process, number)| is_number(process) && is_number(number))
}

/// Signals that end a run wait while a file is not complete.
struct Signals {
    /// Whether they need not wait.
    idle: Arc<AtomicBool>,
    /// The one that waits; zero for none.
    waiting: Arc<AtomicUsize>,
}

impl Signals {
    /// Where a handler cannot be set, signals act as before.
    fn new() -> Self {
        let signals = Self {
            idle: Arc::new(AtomicBool::new(true)),
            waiting: Arc::default(),
        };
        for signal in [consts::SIGINT, consts::SIGTERM] {
            drop(flag::register_conditional_default(
                signal,
                Arc::clone(&signals.idle),
            ));
            drop(flag::register_usize(
                signal,
                Arc::clone(&signals.waiting),
                usize::try_from(signal).unwrap_or_default(),
            ));
        }
        // A limit on the size of files is an error like a full disk.
        #[cfg(unix)]
        drop(flag::register(
            consts::SIGXFSZ,
            Arc::new(AtomicBool::new(false)),
        ));
        signals
    }
}

fn uninterrupted<T>(work: impl FnOnce() -> T) -> T {
    static SIGNALS: OnceLock<Signals> = OnceLock::new();
    let signals = SIGNALS.get_or_init(Signals::new);
    signals.idle.store(false, Ordering::SeqCst);
    let done = work();
    signals.idle.store(true, Ordering::SeqCst);
    let waiting = signals.waiting.swap(0, Ordering::SeqCst);
    if let Some(signal) = i32::try_from(waiting).ok().filter(|signal| *signal > 0) {
        drop(low_level::emulate_default_handler(signal));
    }
    done
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;
    use std::io;

    use super::{is_half, reason};

    #[test]
    fn reasons_have_no_numbers() {
        for number in 1..200 {
            let reason = reason(&io::Error::from_raw_os_error(number));
            assert!(
                !reason.is_empty() && !reason.contains("os error"),
                "{reason}"
            );
        }
        assert_eq!(reason(&io::Error::other("It is so")), "it is so");
    }

    #[test]
    fn halves_are_known_by_their_names() {
        assert!(is_half(OsStr::new(".cpcap.4711.0.tmp")));
        for other in [
            ".cpcap.yaml",
            ".cpcap.x.0.tmp",
            ".cpcap.1.tmp",
            "cpcap.1.0.tmp",
        ] {
            assert!(!is_half(OsStr::new(other)), "{other}");
        }
    }
}
