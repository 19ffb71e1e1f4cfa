//! Files that cpcap writes, each in one step: whatever ends a run in the middle leaves the old file
//! or the new one. (An output in whose place no file can be put is written over, and restored after
//! an error.) And what people read where the operating system refuses.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
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
    let path = path.canonicalize().map_err(gone)?;
    let about = fs::metadata(&path).map_err(gone)?;
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
fn gone(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::NotFound => io::Error::other("it is gone since cpcap read it"),
        _ => error,
    }
}

/// Writes an output into a file, whether it exists or not.
///
/// # Errors
/// Where it cannot be written; then it is as it was before.
pub(super) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = match OpenOptions::new().write(true).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return put(&behind_links(path), bytes, None);
        }
        Err(error) => return Err(error),
    };
    let about = file.metadata()?;
    if !about.is_file() {
        // A device or a pipe, which `/dev/stdout` leads to by a name that is no path.
        return file.write_all(bytes);
    }
    let path = path.canonicalize()?;
    match put(&path, bytes, Some(&about)) {
        // A directory in which nothing can be created, and a file that is mounted alone.
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::PermissionDenied
                    | ErrorKind::ReadOnlyFilesystem
                    | ErrorKind::ResourceBusy
            ) =>
        {
            write_over(&path, &mut file, bytes)
        }
        written => written,
    }
}

/// The most links that lead from one to the next, as on Linux.
const LINKS: usize = 40;

/// What a link to nothing names: it comes to be, and the link stays.
fn behind_links(path: &Path) -> PathBuf {
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        let Ok(next) = fs::read_link(&path) else {
            break;
        };
        path = path.with_file_name(next);
    }
    path
}

/// Writes over a file in whose place no other can be put. What ends the process at once leaves half
/// of it; after an error it is what it was.
fn write_over(path: &Path, file: &mut File, bytes: &[u8]) -> io::Result<()> {
    uninterrupted(|| {
        let size = file.metadata()?.len();
        let common = usize::try_from(size).map_or(bytes.len(), |size| size.min(bytes.len()));
        let (over, more) = bytes.split_at(common);
        let mut old = Vec::new();
        // A file that may be written only cannot be restored.
        drop(File::open(path).and_then(|file| file.take(common as u64).read_to_end(&mut old)));
        // What makes the file longer comes first: without room for it nothing is lost.
        let longer = file
            .seek(SeekFrom::Start(common as u64))
            .and_then(|_| file.write_all(more));
        if longer.is_err() {
            file.set_len(size)?;
            return longer;
        }
        file.rewind()?;
        let written = file.write_all(over).and_then(|()| file.sync_all());
        if written.is_ok() {
            return file.set_len(bytes.len() as u64);
        }
        // No more than was written over, since a limit on the size of files may lie behind it.
        let end = usize::try_from(file.stream_position()?).unwrap_or(common);
        file.rewind()?;
        file.write_all(&old[..end.min(old.len())])?;
        file.set_len(size)?;
        written
    })
}

/// Writes a file that is not there yet.
///
/// # Errors
/// Where it is there, or cannot be written.
pub(super) fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.symlink_metadata().is_ok() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    uninterrupted(|| {
        let (half, mut file) = beside(path, false)?;
        file.write_all(bytes)?;
        let Some(name) = &half.0 else { return Ok(()) };
        // A link replaces nothing, but not every disk has them.
        match fs::hard_link(name, path) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                fs::rename(name, path)?;
                half.keep();
                Ok(())
            }
            linked => linked,
        }
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
        let (half, mut file) = beside(path, like.is_some())?;
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

/// A new file in the directory of another one. `is_private`: nobody but its owner may read it, until
/// it gets the mode of the old one.
fn beside(path: &Path, is_private: bool) -> io::Result<(Half, File)> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if is_private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = is_private;
    let process = std::process::id();
    let mut number = 0;
    loop {
        let name = path.with_file_name(format!("{START}{process}.{number}{END}"));
        match options.open(&name) {
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

/// Makes a limit on the size of files an error like a full disk, rather than the end of the process.
/// What started cpcap may have opened the file: the first one may be standard output.
pub(super) fn limits_are_errors() {
    #[cfg(unix)]
    drop(flag::register(
        consts::SIGXFSZ,
        Arc::new(AtomicBool::new(false)),
    ));
}

/// The signals by which people and systems end a run.
#[cfg(unix)]
const ENDING: [i32; 4] = [
    consts::SIGTERM,
    consts::SIGINT,
    consts::SIGHUP,
    consts::SIGQUIT,
];
#[cfg(not(unix))]
const ENDING: [i32; 2] = [consts::SIGTERM, consts::SIGINT];

/// The signals that this process ignores from its start, as `nohup` and the `&` of a shell ask for:
/// one bit each. Nothing where the system does not say.
fn ignored() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let bits = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(bits.trim(), 16).ok()
}

/// Whether a signal waits. One that is ignored does not, since a handler would end that. Where Unix
/// does not say which are ignored, only SIGTERM waits, which hardly anybody ignores.
fn may_wait(signal: i32, ignored: Option<u64>) -> bool {
    match ignored {
        Some(bits) => (bits >> (signal - 1)) & 1 == 0,
        None => cfg!(not(unix)) || signal == consts::SIGTERM,
    }
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
        let ignored = ignored();
        for signal in ENDING.into_iter().filter(|of| may_wait(*of, ignored)) {
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

    use super::{ENDING, consts, is_half, may_wait, reason};

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

    /// A secret that only its owner may read is not for everybody while it is written.
    #[cfg(unix)]
    #[test]
    fn a_file_that_takes_the_place_of_another_is_private_at_first() {
        use std::os::unix::fs::PermissionsExt as _;
        let path = std::env::temp_dir().join("a.yaml");
        let mode = |is_private| {
            let (_half, file) = super::beside(&path, is_private).unwrap();
            file.metadata().unwrap().permissions().mode() & 0o777
        };
        assert_eq!(mode(true), 0o600);
        assert_ne!(mode(false), 0o600, "the umask hides what this tests");
    }

    #[test]
    fn signals_that_are_ignored_do_not_wait() {
        for signal in ENDING {
            assert!(may_wait(signal, Some(0)));
            assert!(!may_wait(signal, Some(1 << (signal - 1))));
            assert!(may_wait(signal, Some(!(1 << (signal - 1)))));
        }
        assert!(may_wait(consts::SIGTERM, None));
        #[cfg(unix)]
        assert!(!may_wait(consts::SIGHUP, None));
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
