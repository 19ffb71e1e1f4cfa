//! Names of files for services that know nothing but a checkout: relative to its root, wherever in
//! it a run takes place.

use std::borrow::Cow;

/// A checkout that a run takes place in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkout {
    root: String,
    below: String,
}

impl Checkout {
    /// `root`: its path; `below`: the path from there to the directory that names of files are
    /// relative to, empty where that is the root. Both with forward slashes.
    #[must_use]
    pub fn new(root: &str, below: &str) -> Self {
        Self {
            root: root.trim_end_matches('/').to_owned(),
            below: below.trim_matches('/').to_owned(),
        }
    }

    /// A name from the root. A file outside has its whole path; a name that is not a file, such as
    /// `<stdin>`, stays.
    #[must_use]
    pub fn name<'n>(&self, name: &'n str) -> Cow<'n, str> {
        if name.starts_with('<') || (is_absolute(name) && self.inside(name).is_none()) {
            return Cow::Borrowed(name);
        }
        let path = match self.inside(name) {
            Some(inside) => inside.to_owned(),
            None if self.below.is_empty() => name.to_owned(),
            None => format!("{}/{name}", self.below),
        };
        match normal(&path) {
            Some(path) if path == name => Cow::Borrowed(name),
            Some(path) => Cow::Owned(path),
            None => {
                normal(&format!("{}/{path}", self.root)).map_or(Cow::Borrowed(name), Cow::Owned)
            }
        }
    }

    /// The rest of an absolute path in the checkout.
    fn inside<'n>(&self, name: &'n str) -> Option<&'n str> {
        name.strip_prefix(self.root.as_str())?
            .strip_prefix('/')
            .filter(|_| is_absolute(name))
    }
}

/// Whether a path is absolute, on Unix or with a drive.
fn is_absolute(name: &str) -> bool {
    name.starts_with('/') || has_drive(name)
}

/// `C:/profiles`
pub(super) fn has_drive(name: &str) -> bool {
    matches!(name.as_bytes(), [letter, b':', b'/', ..] if letter.is_ascii_alphabetic())
}

/// A path without `.` and `..`; none where it leads out of what it is relative to.
fn normal(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            "" if !parts.is_empty() => {}
            ".." => match parts.pop() {
                None | Some("") => return None,
                Some(_) => {}
            },
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::Checkout;

    #[test]
    fn names_are_seen_from_the_root() {
        let at_root = Checkout::new("/srv/repo", "");
        assert_eq!(at_root.name("a/b.yaml"), "a/b.yaml");
        assert_eq!(at_root.name("a//./b/../c.yaml"), "a/c.yaml");
        assert_eq!(at_root.name("/srv/repo/a.yaml"), "a.yaml");
        assert_eq!(
            at_root.name("/srv/repository/a.yaml"),
            "/srv/repository/a.yaml"
        );
        assert_eq!(at_root.name("../other/a.yaml"), "/srv/other/a.yaml");
        let below = Checkout::new("/srv/repo", "sub/dir");
        assert_eq!(below.name("b.yaml"), "sub/dir/b.yaml");
        assert_eq!(below.name("../../x/b.yaml"), "x/b.yaml");
        assert_eq!(
            below.name("../../../../../b.yaml"),
            "../../../../../b.yaml",
            "beyond the root of all"
        );
        assert_eq!(below.name("<stdin>"), "<stdin>");
        assert_eq!(
            Checkout::new("C:/repo", "sub").name("C:/repo/x/b.yaml"),
            "x/b.yaml"
        );
    }
}
