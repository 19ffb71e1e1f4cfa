//! A folder of the workspace: its files as they are on disk, with the texts of open buffers in their
//! places.

use std::path::{Path, PathBuf};

use crate::cli::inputs::{self, full_name};
use crate::cli::lsp::args::LspArgs;
use crate::cli::reader::Reader;
use crate::cli::{Io, baseline, settings};
use crate::config::baseline::is_baseline;
use crate::config::{Gates, Settings};
use crate::fix::{Job, fix};
use crate::landscape::Input;
use crate::lint::{Outcome, lint_among};
use crate::lsp::{Encoding, View, view};
use crate::model::time::Time;
use crate::source::{FileId, Source, Sources};
use crate::yaml::decode_text;

/// A folder, and all that is read because of it.
pub(super) struct Folder {
    root: PathBuf,
    /// Whether all its files are read, and not only those that are open.
    searched: bool,
    pub sources: Sources,
    /// The texts of the folder.
    inputs: Vec<Input>,
    /// The texts that only give context, by `with`.
    around: Vec<Input>,
    settings: Settings,
}

/// What of the process a folder needs.
#[derive(Clone, Copy)]
pub(super) struct World<'a> {
    pub args: &'a LspArgs,
    pub env: &'a dyn Fn(&str) -> Option<String>,
    /// The time, which passes while the server runs.
    pub clock: &'a dyn Fn() -> Time,
    /// The directory of the process.
    pub cwd: &'a Path,
}

impl Folder {
    /// Reads a folder; only its configuration if it is not to be searched. Also returns what should
    /// be told to a person.
    pub fn read(root: &Path, searched: bool, world: World<'_>) -> (Self, String) {
        let mut said = Vec::new();
        let mut io = Io {
            stdin: &mut std::io::empty(),
            stdout: &mut std::io::sink(),
            stderr: &mut said,
            env: world.env,
            cwd: root.to_owned(),
            now: (world.clock)(),
            stdout_terminal: false,
            stderr_terminal: false,
            width: None,
        };
        let mut folder = Self {
            root: root.to_owned(),
            searched,
            sources: Sources::default(),
            inputs: Vec::new(),
            around: Vec::new(),
            settings: Settings::at((world.clock)()),
        };
        folder.fill(world.args, &mut io);
        (folder, String::from_utf8_lossy(&said).into_owned())
    }

    fn fill(&mut self, args: &LspArgs, io: &mut Io<'_>) {
        let Ok(reader) = Reader::new(&args.input, io) else {
            return;
        };
        let (chosen, found) = (&args.settings, reader.found());
        let paths: &[PathBuf] = if self.searched { &[".".into()] } else { &[] };
        let (mut inputs, around, failures) =
            reader.read_with(paths, &chosen.with, &mut self.sources, io);
        inputs.retain(|input| !is_baseline(self.sources.get(input.file).text()));
        // A folder without such files is nothing to complain of.
        for failure in failures.iter().filter(|of| of.path != ".") {
            io.complain(&format!("cannot read {}: {}", failure.path, failure.reason));
        }
        let gates = settings::gates(&chosen.gates, found).unwrap_or_else(|reason| {
            io.complain(&reason);
            Gates::default()
        });
        let all: Vec<Input> = inputs.iter().chain(&around).copied().collect();
        let baseline = baseline::path(chosen, found, &io.cwd).and_then(|path| {
            let limit = args.input.max_file_size;
            baseline::load(&path, &all, limit, &mut self.sources, io).ok()
        });
        self.settings = Settings {
            baseline,
            preview: args.preview.chosen(),
            ..settings::settings(chosen, found, gates, (&all, &self.sources), io)
        };
        (self.inputs, self.around) = (inputs, around);
    }

    /// Reads the same folder again.
    pub fn again(&self, world: World<'_>) -> (Self, String) {
        Self::read(&self.root, self.searched, world)
    }

    /// Whether it is the folder at a path.
    pub fn is_at(&self, path: &Path) -> bool {
        self.root == path
    }

    /// The client works in it no longer: only open texts count.
    pub fn forget(&mut self) {
        self.searched = false;
    }

    /// Reads a file again that is open no longer; forgets it where it is not there.
    pub fn restore(&mut self, file: FileId, path: &Path, world: World<'_>) {
        let bytes = inputs::read_path(path, world.args.input.max_file_size);
        match bytes.map(decode_text) {
            Ok(Ok(text)) => self.put(file, &text),
            _ => self.inputs.retain(|input| input.file != file),
        }
        if !self.searched {
            self.inputs.retain(|input| input.file != file);
        }
    }

    /// Whether a file lies in the folder.
    pub fn holds(&self, path: &Path) -> bool {
        path.starts_with(&self.root)
    }

    /// How deep the folder lies, to find the innermost one of a file.
    pub fn depth(&self) -> usize {
        self.root.components().count()
    }

    /// The text of a file: a new one where the search did not find it.
    pub fn file(&mut self, path: &Path) -> FileId {
        let full = full_name(path);
        if let Some((file, _)) = self
            .sources
            .iter()
            .find(|(_, source)| source.path() == full)
        {
            if !self.inputs.iter().any(|input| input.file == file) {
                self.inputs.push(Input { file, fault: None });
            }
            return file;
        }
        let name = settings::relative(&self.root, path);
        let source = Source::new(full_name(&name), "")
            .at(full)
            .found(true)
            .below(Some(full_name(&self.root)));
        let file = self.sources.add(source);
        self.inputs.push(Input { file, fault: None });
        file
    }

    /// Takes the text of a buffer.
    pub fn put(&mut self, file: FileId, text: &str) {
        self.sources.replace(file, text);
        for input in self.inputs.iter_mut().filter(|input| input.file == file) {
            input.fault = None;
        }
    }

    /// The findings in open texts; all others of the folder are their context.
    pub fn judged(&self, open: &[FileId], now: Time) -> Outcome {
        let (judged, context) = self.parts(open);
        let settings = self.settings_at(now);
        lint_among(&self.sources, &judged, &context, &[], &settings)
    }

    /// A text after all safe fixes; none if there are none that hold.
    pub fn fixed(&self, file: FileId, outcome: Outcome, now: Time) -> Option<String> {
        let (judged, context) = self.parts(&[file]);
        let files = [file].into();
        let job = Job {
            judged: &judged,
            context: &context,
            old: &[],
            files: &files,
            settings: &self.settings_at(now),
            with_unsafe: false,
        };
        let fixed = fix(&self.sources, outcome, job);
        (fixed.count() > 0).then(|| fixed.sources.get(file).text().to_owned())
    }

    /// Answers about a text; `whole`: with all others of the folder.
    pub fn view<T>(
        &self,
        file: FileId,
        whole: bool,
        encoding: Encoding,
        now: Time,
        answer: impl FnOnce(&View<'_>) -> T,
    ) -> Option<T> {
        let own = [Input { file, fault: None }];
        let inputs: [&[Input]; 2] = if whole {
            [&self.inputs, &self.around]
        } else {
            [&own, &[]]
        };
        view(
            &self.sources,
            inputs,
            file,
            encoding,
            &self.settings_at(now),
            answer,
        )
    }

    fn parts(&self, open: &[FileId]) -> (Vec<Input>, Vec<Input>) {
        let (judged, mut context): (Vec<Input>, Vec<Input>) = self
            .inputs
            .iter()
            .partition(|input| open.contains(&input.file));
        context.extend(&self.around);
        (judged, context)
    }

    fn settings_at(&self, now: Time) -> Settings {
        Settings {
            now,
            ..self.settings.clone()
        }
    }
}
