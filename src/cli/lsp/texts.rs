//! The texts of the server: open ones come, change and go, and questions about them are answered.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use lsp_server::{Message, Notification};
use lsp_types::notification::{self as note, Notification as _};
use lsp_types::request as ask;
use lsp_types::{
    CodeActionOrCommand, CodeActionParams, CodeActionTriggerKind, DidChangeTextDocumentParams,
    DocumentDiagnosticParams, DocumentDiagnosticReport, FullDocumentDiagnosticReport, MessageType,
    PublishDiagnosticsParams, RelatedFullDocumentDiagnosticReport, ShowDocumentParams,
    TextDocumentPositionParams, Uri,
};
use serde_json::Value as Json;

use super::server::{BROKEN, Known, Open, Server, Texts};
use crate::cli::lsp::{config, names};
use crate::lint::Outcome;
use crate::lsp::{self, Ask, Asked, Names, View};
use crate::model::time::Time;
use crate::source::FileId;

impl Server<'_> {
    pub(super) fn open(&mut self, uri: Uri, version: i32, text: &str) {
        let path = names::path(&uri);
        let folder = self.folder_of(path.as_deref(), &uri);
        // A text without a file has its own name, and no other text refers to it.
        let name = path.clone().unwrap_or_else(|| uri.as_str().into());
        let file = self.folders[folder].file(&name, self.world);
        let mut copies = Vec::new();
        for (at, folder) in self.folders.iter().enumerate() {
            let known = path.as_deref().and_then(|path| folder.known(path));
            copies.extend(known.map(|file| (at, file)));
        }
        if !copies.contains(&(folder, file)) {
            copies.push((folder, file));
        }
        let open = Open {
            uri,
            version,
            folder,
            file,
            copies,
        };
        self.put(&open.copies, text);
        self.open.insert(open.uri.as_str().to_owned(), open);
    }

    /// The innermost folder of a file; where there is none, its directory, or nothing but the text
    /// itself.
    fn folder_of(&mut self, path: Option<&Path>, uri: &Uri) -> usize {
        let all = || self.folders.iter().enumerate();
        let holds = |path: &Path| {
            let searched = all().filter(|(_, folder)| folder.searched && folder.holds(path));
            searched.max_by_key(|(_, folder)| folder.depth())
        };
        let root = match path {
            Some(path) => path.parent().map_or_else(PathBuf::new, Into::into),
            None => self.world.cwd.join(uri.as_str()),
        };
        let same = || all().find(|(_, folder)| !folder.searched && folder.root == root);
        match path.and_then(holds).or_else(same) {
            Some((at, _)) => at,
            None => self.add_folder(&root, false),
        }
    }

    /// Puts a text into all folders that have it.
    fn put(&mut self, copies: &[(usize, FileId)], text: &str) {
        for (folder, file) in copies {
            self.folders[*folder].put(*file, text);
            self.changed(*folder);
        }
    }

    pub(super) fn change(&mut self, of: DidChangeTextDocumentParams) {
        let Some(open) = self.open.get_mut(of.text_document.uri.as_str()) else {
            return;
        };
        open.version = of.text_document.version;
        let (folder, file, copies) = (open.folder, open.file, open.copies.clone());
        let source = self.folders[folder].sources.get(file);
        let text = lsp::edited(source, of.content_changes, self.client.encoding);
        self.put(&copies, text.text());
    }

    pub(super) fn close(&mut self, uri: &Uri) {
        let Some(open) = self.open.remove(uri.as_str()) else {
            return;
        };
        if !self.client.pulls {
            self.publish(open.uri.clone(), None, Vec::new());
        }
        // What counts from now on is what was saved.
        let path = names::path(&open.uri).unwrap_or_else(|| open.uri.as_str().into());
        for (folder, file) in open.copies {
            self.folders[folder].restore(file, &path, self.world);
            self.changed(folder);
        }
        // Other texts may be context of its folder, which nobody asks about any more.
        let is_home = |of: &Open| of.folder == open.folder;
        if !self.folders[open.folder].searched && !self.open.values().any(is_home) {
            self.leave(open.folder);
        }
    }

    /// Forgets a folder that was there only for texts that are open no longer.
    fn leave(&mut self, folder: usize) {
        let left = self.folders.remove(folder);
        self.said.remove(&left.root);
        // The later ones move up.
        let moved = |at: usize| if at > folder { at - 1 } else { at };
        let others = |at: &usize| *at != folder;
        let news = std::mem::take(&mut self.news).into_iter();
        self.news = news.filter(others).map(moved).collect();
        let known = std::mem::take(&mut self.known).into_iter();
        let known = known.filter(|(at, _)| others(at));
        self.known = known.map(|(at, known)| (moved(at), known)).collect();
        for open in self.open.values_mut() {
            open.folder = moved(open.folder);
            open.copies.retain(|(at, _)| others(at));
            open.copies.iter_mut().for_each(|(at, _)| *at = moved(*at));
        }
    }

    fn changed(&mut self, folder: usize) {
        self.known.remove(&folder);
        self.news.insert(folder);
    }

    /// The findings in the open texts of a folder.
    pub(super) fn outcome(&mut self, folder: usize) -> &Outcome {
        let of = |open: &&Open| open.folder == folder;
        let files: Vec<FileId> = self
            .open
            .values()
            .filter(of)
            .map(|open| open.file)
            .collect();
        let (folders, clock) = (&self.folders, self.world.clock);
        let known = self.known.entry(folder).or_insert_with(|| {
            let at = clock();
            Known {
                at,
                outcome: folders[folder].judged(&files, at),
                whole: None,
            }
        });
        &known.outcome
    }

    /// The time of answers about a folder: all of them agree with its findings.
    pub(super) fn now(&self, folder: usize) -> Time {
        let now = (self.world.clock)();
        match self.known.get(&folder) {
            Some(known) if known.at.day() == now.day() => known.at,
            _ => now,
        }
    }

    /// Forgets findings of another day: what expires meanwhile is found anew.
    pub(super) fn forget_other_days(&mut self) {
        if self.known.is_empty() {
            return;
        }
        let today = (self.world.clock)().day();
        let all = self.known.iter();
        let old = all.filter(|(_, known)| known.at.day() != today);
        let old: Vec<usize> = old.map(|(folder, _)| *folder).collect();
        self.afresh |= !old.is_empty();
        old.into_iter().for_each(|folder| self.changed(folder));
    }

    /// Tells the client what is found now, or that it should ask.
    pub(super) fn tell(&mut self) {
        if catch_unwind(AssertUnwindSafe(|| self.freshen())).is_err() {
            self.log(MessageType::ERROR, BROKEN);
        }
        let folders = std::mem::take(&mut self.news);
        // The client asks by itself about the text that changes, but not about others.
        if std::mem::take(&mut self.afresh) || self.open.len() > 1 {
            self.refresh();
        }
        if self.client.pulls {
            return;
        }
        let mut all = Vec::new();
        for folder in folders {
            let told = catch_unwind(AssertUnwindSafe(|| {
                self.outcome(folder);
                let of = |open: &&Open| open.folder == folder;
                let told = |open: &Open| {
                    let found = self.diagnostics(open);
                    (open.uri.clone(), Some(open.version), found)
                };
                self.open.values().filter(of).map(told).collect::<Vec<_>>()
            }));
            match told {
                Ok(told) => all.extend(told),
                Err(_) => self.log(MessageType::ERROR, BROKEN),
            }
        }
        for (uri, version, found) in all {
            self.publish(uri, version, found);
        }
    }

    /// Says that the client should ask again for what depends on other texts.
    fn refresh(&mut self) {
        if self.client.pulls && self.client.refreshes {
            self.request::<ask::WorkspaceDiagnosticRefresh>(&Json::Null);
        }
        self.refresh_remarks();
    }

    fn publish(&mut self, uri: Uri, version: Option<i32>, diagnostics: Vec<lsp_types::Diagnostic>) {
        let params = PublishDiagnosticsParams {
            uri,
            diagnostics,
            version,
        };
        self.outgoing.push(Message::Notification(Notification::new(
            note::PublishDiagnostics::METHOD.to_owned(),
            params,
        )));
    }

    /// The diagnostics of an open text, from what is known of its folder.
    pub(super) fn diagnostics(&self, open: &Open) -> Vec<lsp_types::Diagnostic> {
        if let Some(path) = names::path(&open.uri).filter(|path| config::is_config(path)) {
            let source = self.folders[open.folder].sources.get(open.file);
            return config::diagnostics(&path, source, self.client.encoding);
        }
        let Some(known) = self.known.get(&open.folder) else {
            return Vec::new();
        };
        let sources = &self.folders[open.folder].sources;
        let texts = self.texts(open.folder);
        lsp::diagnostics(
            &known.outcome.findings,
            open.file,
            sources,
            &texts,
            self.client.encoding,
        )
    }

    pub(super) fn texts(&self, folder: usize) -> Texts<'_> {
        let of = |open: &&Open| open.folder == folder;
        let open = self.open.values().filter(of);
        Texts {
            open: open
                .map(|open| (open.file, (&open.uri, open.version)))
                .collect(),
            versioned: self.client.versioned,
            sources: &self.folders[folder].sources,
        }
    }

    pub(super) fn pulled(&mut self, of: &DocumentDiagnosticParams) -> DocumentDiagnosticReport {
        let mut items = Vec::new();
        if let Some(folder) = self
            .open
            .get(of.text_document.uri.as_str())
            .map(|open| open.folder)
        {
            self.outcome(folder);
            if let Some(open) = self.open.get(of.text_document.uri.as_str()) {
                items = self.diagnostics(open);
            }
        }
        DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report: FullDocumentDiagnosticReport {
                result_id: None,
                items,
            },
        })
    }

    pub(super) fn actions(&mut self, of: &CodeActionParams) -> Vec<CodeActionOrCommand> {
        let uri = &of.text_document.uri;
        let Some(folder) = self.open.get(uri.as_str()).map(|open| open.folder) else {
            return Vec::new();
        };
        self.outcome(folder);
        let (Some(open), Some(known)) = (self.open.get(uri.as_str()), self.known.get(&folder))
        else {
            return Vec::new();
        };
        let outcome = &known.outcome;
        let here = &self.folders[folder];
        let findings = outcome
            .findings
            .iter()
            .filter(|finding| finding.place.file == open.file);
        let findings: Vec<_> = findings.zip(self.diagnostics(open)).collect();
        let texts = self.texts(folder);
        let asked = Asked {
            range: of.range,
            only: of.context.only.as_deref(),
            shown: &of.context.diagnostics,
            names: &texts,
            by_person: of.context.trigger_kind != Some(CodeActionTriggerKind::AUTOMATIC),
            shows_pages: self.client.shows_documents,
        };
        let now = self.now(folder);
        let ask = Ask {
            fixed: &|| here.fixed(open.file, outcome.clone(), now),
            migrated: &|| here.migrated(open.file, now),
        };
        self.view(uri, false, |view| {
            lsp::actions(&asked, &findings, view, &ask)
        })
        .unwrap_or_default()
        .into_iter()
        .map(CodeActionOrCommand::CodeAction)
        .collect()
    }

    /// Shows the page of a rule.
    pub(super) fn show_page(&mut self, rule: &str) {
        let Some(uri) = self.pages.uri(rule).filter(|_| self.client.shows_documents) else {
            return;
        };
        let external = Some(!uri.as_str().starts_with("file:"));
        self.request::<ask::ShowDocument>(&ShowDocumentParams {
            uri,
            external,
            take_focus: Some(true),
            selection: None,
        });
    }

    pub(super) fn links(&self, uri: &Uri) -> Option<Vec<lsp_types::DocumentLink>> {
        let texts = self.texts(self.open.get(uri.as_str())?.folder);
        self.view(uri, true, |view| lsp::links(view, &texts))
    }

    /// Answers about an open text; `whole`: with the other texts of its folder.
    pub(super) fn view<T>(
        &self,
        uri: &Uri,
        whole: bool,
        answer: impl FnOnce(&View<'_>) -> T,
    ) -> Option<T> {
        let open = self.open.get(uri.as_str())?;
        let folder = &self.folders[open.folder];
        folder.view(
            open.file,
            whole,
            self.client.encoding,
            self.now(open.folder),
            answer,
        )
    }

    /// Answers about a position in an open text, with the other texts of its folder.
    pub(super) fn at<T>(
        &self,
        at: &TextDocumentPositionParams,
        answer: impl FnOnce(&View<'_>, u32, &dyn Names) -> T,
    ) -> Option<T> {
        let uri = &at.text_document.uri;
        let texts = self.texts(self.open.get(uri.as_str())?.folder);
        self.view(uri, true, |view| {
            answer(view, view.positions.byte(at.position), &texts)
        })
    }
}
