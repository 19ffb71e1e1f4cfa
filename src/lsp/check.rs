//! What an editor finds in a folder, as a text for people.

use super::Encoding;
use crate::model::object::ObjectKind;
use crate::output::{Document, Entry, Table, Widths};
use crate::words;

/// Maximum number of files that are named.
const SHOWN: usize = 8;

/// How many of some objects have what they refer to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Share {
    /// Those that have it.
    pub with: usize,
    /// All of them.
    pub all: usize,
}

/// What an editor finds in a folder.
#[derive(Debug)]
pub struct Checked {
    /// The folder.
    pub folder: String,
    /// The configuration file, if there is one.
    pub configuration: Option<String>,
    /// Whether a configuration file is there that does not count, as it has faults.
    pub faulty: bool,
    /// The number of files in the folder.
    pub files: usize,
    /// The number of those that cannot be read, or not in full.
    pub unreadable: usize,
    /// The names of files with a document that cannot be read, and that seems to be of others.
    pub passed: Vec<String>,
    /// The number of templates that are not rendered.
    pub templates: usize,
    /// The number of files that only give context.
    pub context: usize,
    /// The number of objects of each kind in the folder.
    pub objects: Vec<(ObjectKind, usize)>,
    /// The Shoots whose profile is there.
    pub shoots: Share,
    /// The NamespacedCloudProfiles whose parent is there.
    pub children: Share,
    /// The number of texts that were opened, and those of them whose findings came.
    pub opened: Share,
    /// Whether something was named that an editor would miss.
    pub misses: bool,
}

impl Checked {
    /// The report.
    pub(crate) fn document(&self) -> Document {
        let mut document = Document::default();
        document.list(self.facts());
        document.blank();
        document.push(crate::output::Block::Table(self.needs()));
        document.remark(|document| {
            document.blank();
            document.paragraph(0, self.verdict());
        });
        document
    }

    fn facts(&self) -> Vec<Entry> {
        let configuration = match &self.configuration {
            Some(name) => name.as_str(),
            None if self.faulty => {
                "a file with faults, so it does not count; standard error names them"
            }
            None => "none with valid settings; `cpcap init` writes a first one",
        };
        let mut files = self.files.to_string();
        for (number, what) in [
            (self.unreadable, "not readable in full"),
            (
                self.templates,
                "not rendered, with findings only where they are certain",
            ),
        ] {
            if number > 0 {
                files += &format!(", {number} of them {what}");
            }
        }
        let context = match self.context {
            0 => "none beside the folder; `with` or --with names more".to_owned(),
            number => format!("{} of `with` and --with", words::count(number, "file")),
        };
        let passed = (!self.passed.is_empty()).then(|| {
            let names = words::first(&self.passed, SHOWN, SHOWN);
            let why = "documents that cpcap cannot read, and that name nothing of Gardener";
            Entry::name("passed over", format!("{why}, in {names}"))
        });
        [
            Entry::name("folder", &self.folder),
            Entry::name("configuration", configuration),
            Entry::name("files", files),
            Entry::name("context", context),
        ]
        .into_iter()
        .chain(passed)
        .chain([
            Entry::name(
                "columns",
                Encoding::ALL
                    .map(|of| of.kind().as_str().to_owned())
                    .join(" or "),
            ),
            Entry::name("schemas", "built in; `cpcap schema` prints them"),
        ])
        .collect()
    }

    fn needs(&self) -> Table {
        let of_kind = |kind: ObjectKind| {
            let found = self.objects.iter().find(|(of, _)| *of == kind);
            words::count(found.map_or(0, |(_, number)| *number), kind.as_str())
        };
        let share = |share: Share| format!("{} of {}", share.with, share.all);
        let answered = format!(
            "{} of {}",
            self.opened.with,
            words::count(self.opened.all, "opened text")
        );
        let mut table = Table::new(["Feature", "Needs", "Here"], Widths::Within);
        for [feature, needs, here] in [
            ["findings and fixes", "a text of Gardener", &answered],
            [
                "hover, completion, outline of profiles",
                "a CloudProfile",
                &of_kind(ObjectKind::CloudProfile),
            ],
            [
                "the same of NamespacedCloudProfiles",
                "their parents",
                &share(self.children),
            ],
            [
                "what fits a worker pool",
                "the profiles of Shoots",
                &share(self.shoots),
            ],
            [
                "references, renames, numbers of users",
                "the Shoots",
                &of_kind(ObjectKind::Shoot),
            ],
        ] {
            table.row([feature, needs, here]);
        }
        table
    }

    fn verdict(&self) -> String {
        if self.objects.is_empty() && self.unreadable > 0 {
            "An editor shows only why the files cannot be read."
        } else if self.objects.is_empty() {
            "An editor shows nothing in this folder, because it has no objects of Gardener."
        } else if self.misses {
            "An editor works here, but misses what standard error names."
        } else if !self.passed.is_empty() {
            "An editor finds everything here but what is passed over."
        } else {
            "An editor finds everything here."
        }
        .to_owned()
    }
}
