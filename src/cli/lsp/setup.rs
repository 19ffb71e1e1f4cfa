//! The agreement with a client: its folders, its settings, and the files that it watches.

use std::collections::BTreeSet;
use std::path::PathBuf;

use lsp_types::notification::{self as note, Notification as _};
use lsp_types::request as ask;
use lsp_types::{
    DidChangeWatchedFilesRegistrationOptions, FileChangeType, FileEvent, FileSystemWatcher,
    GlobPattern, InitializeParams, MessageType, OneOf, Registration, RegistrationParams,
    RelativePattern, Unregistration, UnregistrationParams, Uri,
};
use serde_json::{Value as Json, json};

use super::server::{Open, Server};
use crate::cli::lsp::client::Abilities;
use crate::cli::lsp::folder::Folder;
use crate::cli::lsp::{config, names};

/// The files that count.
const FILES: &str = "**/*.{yaml,yml,json}";

/// The name of the registration of directories outside of folders.
const AROUND: &str = "files around";

impl Server<'_> {
    pub(super) fn initialize(&mut self, of: InitializeParams, raw: &Json) -> Json {
        self.client = Abilities::of(&of.capabilities, raw);
        if let Some(settings) = &of.initialization_options {
            self.configure(settings);
            self.options[0] = self.options[1];
        }
        #[allow(deprecated, reason = "older clients know no folders")]
        let roots: Vec<Uri> = match (of.workspace_folders, of.root_uri) {
            (Some(folders), _) => folders.into_iter().map(|folder| folder.uri).collect(),
            (None, root) => root.into_iter().collect(),
        };
        for path in roots.iter().filter_map(names::path) {
            self.add_folder(&path, true);
        }
        json!({
            "capabilities": self.client.answered(),
            "serverInfo": {"name": "cpcap", "version": env!("CARGO_PKG_VERSION")},
        })
    }

    /// Takes settings of the client, on top of those that it started with.
    pub(super) fn configure(&mut self, settings: &Json) {
        let before = self.options[1];
        let (now, wrong) = self.options[0].with(settings);
        self.options[1] = now;
        for what in wrong {
            self.log(MessageType::WARNING, &what);
        }
        if now != before {
            self.refresh_remarks();
        }
    }

    /// Says that the client should ask for hints and lenses again.
    pub(super) fn refresh_remarks(&mut self) {
        if self.client.refreshes_hints {
            self.request::<ask::InlayHintRefreshRequest>(&Json::Null);
        }
        if self.client.refreshes_lenses {
            self.request::<ask::CodeLensRefresh>(&Json::Null);
        }
    }

    /// Whether all folders already have what changed on disk, as after an open text was saved.
    pub(super) fn is_known(&self, change: &FileEvent) -> bool {
        let Some(path) = names::path(&change.uri) else {
            return false;
        };
        if change.typ != FileChangeType::CHANGED || config::is_config(&path) {
            return false;
        }
        let mut known = false;
        for (at, folder) in self.folders.iter().enumerate() {
            let Some(file) = folder.known(&path) else {
                continue;
            };
            // The buffer counts as long as the text is open.
            let is_open = |of: &Open| of.copies.contains(&(at, file));
            let is_open = self.open.values().any(is_open);
            if !folder.is_saved(file) || !(is_open || folder.is_same(file, &path, self.world)) {
                return false;
            }
            known = true;
        }
        known
    }

    /// Asks to hear of files that change on disk.
    pub(super) fn watch(&mut self) {
        if !self.client.watches {
            return;
        }
        let patterns = [FILES, "**/.cpcap.yaml"].map(|glob| GlobPattern::String(glob.to_owned()));
        self.register_files("files", patterns.to_vec());
        self.watch_around();
    }

    /// Asks to hear of files that only give context and lie outside of all folders.
    pub(super) fn watch_around(&mut self) {
        if !self.client.watches || !self.client.watches_anywhere {
            return;
        }
        let folders = self.folders.iter();
        let around: BTreeSet<PathBuf> = folders.flat_map(Folder::with).collect();
        if around == self.watched {
            return;
        }
        if !self.watched.is_empty() {
            let gone = Unregistration {
                id: AROUND.to_owned(),
                method: note::DidChangeWatchedFiles::METHOD.to_owned(),
            };
            self.request::<ask::UnregisterCapability>(&UnregistrationParams {
                unregisterations: vec![gone],
            });
        }
        let pattern = |path: &PathBuf| {
            // Of a single file its own directory is watched.
            let (dir, pattern) = match path.is_file() {
                true => (path.parent()?, path.file_name()?.to_str()?),
                false => (path.as_path(), FILES),
            };
            let base_uri = OneOf::Right(names::uri(dir)?);
            let pattern = pattern.to_owned();
            Some(GlobPattern::Relative(RelativePattern { base_uri, pattern }))
        };
        let patterns: Vec<GlobPattern> = around.iter().filter_map(pattern).collect();
        self.watched = around;
        if !patterns.is_empty() {
            self.register_files(AROUND, patterns);
        }
    }

    fn register_files(&mut self, id: &str, patterns: Vec<GlobPattern>) {
        let watcher = |glob_pattern| FileSystemWatcher {
            glob_pattern,
            kind: None,
        };
        let options = DidChangeWatchedFilesRegistrationOptions {
            watchers: patterns.into_iter().map(watcher).collect(),
        };
        let options = serde_json::to_value(options).ok();
        self.register(id, note::DidChangeWatchedFiles::METHOD, options);
    }

    /// Asks to hear of settings that change.
    pub(super) fn watch_settings(&mut self) {
        if self.client.registers_settings {
            let options = json!({"section": crate::lsp::SECTION});
            let method = note::DidChangeConfiguration::METHOD;
            self.register("settings", method, Some(options));
        }
    }

    fn register(&mut self, id: &str, method: &str, register_options: Option<Json>) {
        let registration = Registration {
            id: id.to_owned(),
            method: method.to_owned(),
            register_options,
        };
        self.request::<ask::RegisterCapability>(&RegistrationParams {
            registrations: vec![registration],
        });
    }
}
