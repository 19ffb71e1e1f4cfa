//! A folder of the workspace: its files as they are on disk, with the texts of open buffers in their
//! places.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::cli::inputs::{self, full_name};
use crate::cli::lsp::args::LspArgs;
use crate::cli::paths::normal;
use crate::cli::reader::Reader;
use crate::cli::settings::Found;
use crate::cli::{Io, baseline, settings};
use crate::config::baseline::{Baseline, is_baseline};
use crate::config::{Gates, ProviderRules, Settings};
use crate::fix::{Job, fix};
use crate::landscape::Input;
use crate::lint::{Outcome, lint_among};
use crate::lsp::{Encoding, View, view};
use crate::migrate::{Request, Texts, plan};
use crate::model::time::Time;
use crate::source::{FileId, Source, Sources};
use crate::yaml::decode_text;

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

/// A folder, and all that is read because of it.
pub(super) struct Folder {
    pub root: PathBuf,
    /// Whether all its files are read, and not only those that are open.
    pub searched: bool,
    pub sources: Sources,
    /// The texts of the folder.
    inputs: Vec<Input>,
    /// Those that are on disk: they stay when nobody has them open.
    on_disk: BTreeSet<FileId>,
    /// The texts that only give context, by `with`.
    around: Vec<Input>,
    /// The places of texts that are gone. New texts take them, so that a day of files that come and go
    /// needs no more memory than an hour.
    unused: Vec<FileId>,
    /// The files and directories outside of the folder that these are from.
    with: BTreeSet<PathBuf>,
    found: Option<Found>,
    /// Whether the configuration file has faults, so that it does not count.
    faulty: bool,
    gates: Gates,
    baseline: Option<Baseline>,
    settings: Settings,
}

impl Folder {
    /// Reads a folder; only its configuration if it is not to be searched. Also returns what should
    /// be told to a person. A configuration file with faults counts as none.
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
        let mut without = world.args.input.clone();
        without.file.no_config = true;
        without.file.config = None;
        let mut faulty = false;
        let reader = Reader::new(&world.args.input, &mut io).or_else(|_| {
            faulty = true;
            io.complain("the settings of this file do not count until it is mended");
            Reader::new(&without, &mut io)
        });
        let mut folder = Self {
            root: root.to_owned(),
            searched,
            sources: Sources::default(),
            inputs: Vec::new(),
            on_disk: BTreeSet::new(),
            around: Vec::new(),
            unused: Vec::new(),
            with: BTreeSet::new(),
            found: None,
            faulty,
            gates: Gates::default(),
            baseline: None,
            settings: Settings::at(io.now),
        };
        if let Ok(reader) = reader {
            folder.fill(reader, world.args, &mut io);
        }
        folder.settle(world);
        (folder, String::from_utf8_lossy(&said).into_owned())
    }

    fn fill(&mut self, reader: Reader<'_>, args: &LspArgs, io: &mut Io<'_>) {
        let chosen = &args.settings;
        let paths: &[PathBuf] = if self.searched { &[".".into()] } else { &[] };
        let (mut inputs, around, failures) =
            reader.read_with(paths, &chosen.with, &mut self.sources, io);
        inputs.retain(|input| !is_baseline(self.sources.get(input.file).text()));
        // A folder without such files is nothing to complain of.
        for failure in failures.iter().filter(|of| of.path != ".") {
            io.complain(&format!("cannot read {}: {}", failure.path, failure.reason));
        }
        let found = reader.found();
        self.gates = settings::gates(&chosen.gates, found).unwrap_or_else(|reason| {
            io.complain(&reason);
            Gates::default()
        });
        let with = reader.with_of_file(&io.cwd).into_iter();
        let with = with.chain(chosen.with.iter().cloned());
        self.with = with
            .map(|path| normal(&io.cwd.join(path)))
            .filter(|path| !path.starts_with(&self.root))
            .collect();
        let all: Vec<Input> = inputs.iter().chain(&around).copied().collect();
        self.baseline = baseline::path(chosen, found, &io.cwd).and_then(|path| {
            let limit = args.input.max_file_size;
            baseline::load(&path, &all, limit, &mut self.sources, io).ok()
        });
        self.on_disk = inputs.iter().map(|input| input.file).collect();
        (self.inputs, self.around) = (inputs, around);
        self.found = reader.into_found();
    }

    /// Works out the settings for the texts that there are.
    fn settle(&mut self, world: World<'_>) {
        let all: Vec<Input> = self.inputs.iter().chain(&self.around).copied().collect();
        let (chosen, found) = (&world.args.settings, self.found.as_ref());
        let place = (self.root.as_path(), (world.clock)());
        let texts = (&all[..], &self.sources);
        self.settings = Settings {
            baseline: self.baseline.clone(),
            preview: world.args.preview.chosen(),
            ..settings::settings(chosen, found, self.gates, texts, place)
        };
    }

    /// Whether a file lies in the folder.
    pub fn holds(&self, path: &Path) -> bool {
        path.starts_with(&self.root)
    }

    /// The texts of the folder, and those that only give context.
    pub fn inputs(&self) -> [&[Input]; 2] {
        [&self.inputs, &self.around]
    }

    /// The configuration file, if there is one.
    pub fn found(&self) -> Option<&Found> {
        self.found.as_ref()
    }

    /// Whether there is a configuration file that does not count.
    pub fn is_config_faulty(&self) -> bool {
        self.faulty
    }

    /// By whose rules `providerConfig`s are judged.
    pub fn provider_rules(&self) -> &ProviderRules {
        &self.settings.provider_rules
    }

    /// The files and directories outside of the folder whose texts give context.
    pub fn with(&self) -> impl Iterator<Item = PathBuf> + '_ {
        self.with.iter().cloned()
    }

    /// How deep the folder lies, to find the innermost one of a file.
    pub fn depth(&self) -> usize {
        self.root.components().count()
    }

    /// The text of a file, where the folder has it, also as context.
    pub fn known(&self, path: &Path) -> Option<FileId> {
        let full = full_name(path);
        let mut all = self.inputs.iter().chain(&self.around);
        all.find(|input| self.sources.get(input.file).path() == full)
            .map(|input| input.file)
    }

    /// Whether a text was on disk when the folder was read: others are in a buffer alone.
    pub fn is_saved(&self, file: FileId) -> bool {
        let mut around = self.around.iter();
        self.on_disk.contains(&file) || around.any(|input| input.file == file)
    }

    /// Whether a text is as it was saved.
    pub fn is_same(&self, file: FileId, path: &Path, world: World<'_>) -> bool {
        let mut all = self.inputs.iter().chain(&self.around);
        let is_whole = all.any(|input| input.file == file && input.fault.is_none());
        let saved = inputs::read_path(path, world.args.input.max_file_size).map(decode_text);
        is_whole && matches!(saved, Ok(Ok(text)) if text == self.sources.get(file).text())
    }

    /// The text of a file: a new one where the folder does not have it.
    pub fn file(&mut self, path: &Path, world: World<'_>) -> FileId {
        if let Some(file) = self.known(path) {
            return file;
        }
        let full = full_name(path);
        let name = full_name(&settings::relative(&self.root, path));
        let root = full_name(&self.root);
        let source = Source::new(name, "").at(full).found(true).below(Some(root));
        let file = match self.unused.pop() {
            Some(file) => {
                self.sources.reuse(file, source);
                file
            }
            None => self.sources.add(source),
        };
        self.inputs.push(Input { file, fault: None });
        self.settle(world);
        file
    }

    /// Takes the text of a buffer.
    pub fn put(&mut self, file: FileId, text: &str) {
        self.sources.replace(file, text);
        let all = self.inputs.iter_mut().chain(&mut self.around);
        for input in all.filter(|input| input.file == file) {
            input.fault = None;
        }
    }

    /// Takes the text of a file that is open no longer as it was saved; forgets it where it is not
    /// there, or where only the buffer counted.
    pub fn restore(&mut self, file: FileId, path: &Path, world: World<'_>) {
        let is_context = self.around.iter().any(|input| input.file == file);
        let bytes = inputs::read_path(path, world.args.input.max_file_size);
        match bytes.map(decode_text) {
            Ok(Ok(text)) if is_context || self.on_disk.contains(&file) => self.put(file, &text),
            _ => {
                self.inputs.retain(|input| input.file != file);
                self.around.retain(|input| input.file != file);
                self.on_disk.remove(&file);
                self.sources.reuse(file, Source::new("", ""));
                self.unused.push(file);
                self.settle(world);
            }
        }
    }

    /// The numbers of what it keeps: texts, their bytes, and the places of texts.
    #[cfg(test)]
    pub fn kept(&self) -> [usize; 4] {
        let texts = self.inputs.len() + self.around.len();
        let bytes = self.sources.iter().map(|(_, source)| source.text().len());
        let places = self.sources.len();
        [texts, bytes.sum(), places, self.on_disk.len()]
    }

    /// The findings in open texts; all others of the folder are their context.
    pub fn judged(&self, open: &[FileId], now: Time) -> Outcome {
        let (judged, context) = self.parts(open);
        let settings = self.settings_at(now);
        lint_among(&self.sources, &judged, &context, &[], &settings)
    }

    /// The findings in all texts.
    pub fn judged_whole(&self, now: Time) -> Outcome {
        let settings = self.settings_at(now);
        lint_among(&self.sources, &self.inputs, &self.around, &[], &settings)
    }

    /// The texts of the folder.
    pub fn files(&self) -> impl Iterator<Item = FileId> + '_ {
        self.inputs.iter().map(|input| input.file)
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

    /// A text after the migration of its profiles, as `cpcap migrate --write` writes it; none where
    /// that refuses a profile of it, or its proof fails.
    pub fn migrated(&self, file: FileId, now: Time) -> Option<String> {
        let (inputs, context) = self.parts(&[file]);
        let texts = Texts {
            sources: &self.sources,
            inputs: &inputs,
            context: &context,
        };
        let plan = plan(texts, Request::default(), &self.settings_at(now)).ok()?;
        let is_sound = plan.refused.is_empty() && plan.holds();
        let text = plan.texts.into_iter().next().filter(|_| is_sound)?;
        (text != self.sources.get(file).text()).then_some(text)
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
        let settings = self.settings_at(now);
        view(&self.sources, inputs, file, encoding, &settings, answer)
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
