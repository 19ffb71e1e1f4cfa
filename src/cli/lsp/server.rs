//! The state of the server, and its answer to each message.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self as note, Notification as _};
use lsp_types::request::{self as ask, Request as _};
use lsp_types::{
    ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionProviderCapability,
    CodeLensOptions, CodeLensParams, CompletionOptions, CompletionParams, DiagnosticOptions,
    DiagnosticServerCapabilities, DidChangeTextDocumentParams,
    DidChangeWatchedFilesRegistrationOptions, DidChangeWorkspaceFoldersParams,
    DidCloseTextDocumentParams, DidOpenTextDocumentParams, DocumentHighlight,
    DocumentHighlightParams, DocumentSymbolParams, FileSystemWatcher, FoldingRangeParams,
    GlobPattern, GotoDefinitionParams, HoverParams, InitializeParams, InlayHintParams,
    LogMessageParams, MessageType, OneOf, PrepareRenameResponse, ReferenceParams, Registration,
    RegistrationParams, RenameOptions, RenameParams, SelectionRangeParams, ServerCapabilities,
    TextDocumentPositionParams, TextDocumentSyncCapability, TextDocumentSyncKind, Uri,
    WorkDoneProgressOptions, WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use crate::cli::lsp::folder::{Folder, World};
use crate::cli::lsp::names;
use crate::lint::Outcome;
use crate::lsp::{self, Encoding, Names};
use crate::source::{FileId, Sources};

/// What follows a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    Next,
    /// The client wants no more; in order only after `shutdown`.
    End {
        in_order: bool,
    },
}

/// A text that a client has opened.
pub(super) struct Open {
    pub uri: Uri,
    pub version: i32,
    /// Its folder, by position.
    pub folder: usize,
    pub file: FileId,
    /// All folders that have it, also as context, with its place in each.
    pub copies: Vec<(usize, FileId)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Before `initialize`.
    Uninitialized,
    Running,
    /// After `shutdown`.
    Stopping,
}

pub(super) struct Server<'a> {
    pub world: World<'a>,
    phase: Phase,
    pub encoding: Encoding,
    /// Whether the client asks for findings itself.
    pub pulls: bool,
    /// Whether it wants to hear that it should ask again.
    pub refreshes: bool,
    pub versioned: bool,
    watches: bool,
    pub folders: Vec<Folder>,
    /// By the text of their URI.
    pub open: BTreeMap<String, Open>,
    /// The folders whose findings are to be told.
    pub news: BTreeSet<usize>,
    /// The last answer of a folder, while nothing in it changes.
    pub known: BTreeMap<usize, Outcome>,
    pub outgoing: Vec<Message>,
    requests: i32,
    /// What was said of each folder when it was read last.
    pub said: BTreeMap<PathBuf, String>,
}

/// An answer, or why there is none.
type Answer = Result<Json, (ErrorCode, String)>;

/// The names of texts to the client: open ones as it calls them.
pub(super) struct Texts<'s> {
    pub open: BTreeMap<FileId, (&'s Uri, i32)>,
    pub versioned: bool,
    pub sources: &'s Sources,
}

impl Names for Texts<'_> {
    fn uri(&self, file: FileId) -> Option<Uri> {
        match self.open.get(&file) {
            Some((uri, _)) => Some((*uri).clone()),
            None => names::uri(self.sources.get(file).path().as_ref()),
        }
    }

    fn version(&self, file: FileId) -> Option<i32> {
        self.open.get(&file).map(|(_, version)| *version)
    }

    fn is_versioned(&self) -> bool {
        self.versioned
    }
}

impl<'a> Server<'a> {
    pub fn new(world: World<'a>) -> Self {
        Self {
            world,
            phase: Phase::Uninitialized,
            encoding: Encoding::default(),
            pulls: false,
            refreshes: false,
            versioned: false,
            watches: false,
            folders: Vec::new(),
            open: BTreeMap::new(),
            news: BTreeSet::new(),
            known: BTreeMap::new(),
            outgoing: Vec::new(),
            requests: 0,
            said: BTreeMap::new(),
        }
    }

    /// Whether there are findings to tell once nobody types.
    pub fn has_news(&self) -> bool {
        !self.news.is_empty()
    }

    /// The messages for the client since the last time.
    pub fn outgoing(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.outgoing)
    }

    /// Takes a message. A panic ends the answer, never the server.
    pub fn take(&mut self, message: Message, withdrawn: impl Fn(&RequestId) -> bool) -> Then {
        match message {
            Message::Request(request) => {
                let id = request.id.clone();
                let answer = if withdrawn(&id) {
                    Err((ErrorCode::RequestCanceled, "withdrawn".to_owned()))
                } else {
                    catch_unwind(AssertUnwindSafe(|| self.answer(request)))
                        .unwrap_or_else(|_| Err((ErrorCode::InternalError, BROKEN.to_owned())))
                };
                self.outgoing.push(Message::Response(match answer {
                    Ok(value) => Response::new_ok(id, value),
                    Err((code, why)) => Response::new_err(id, code as i32, why),
                }));
                Then::Next
            }
            Message::Notification(of) if of.method == note::Exit::METHOD => Then::End {
                in_order: self.phase == Phase::Stopping,
            },
            Message::Notification(of) => {
                if self.phase == Phase::Running
                    && catch_unwind(AssertUnwindSafe(|| self.hear(of))).is_err()
                {
                    self.log(MessageType::ERROR, BROKEN);
                }
                Then::Next
            }
            // Answers to what the server asked: whatever they say changes nothing.
            Message::Response(_) => Then::Next,
        }
    }

    fn answer(&mut self, request: Request) -> Answer {
        match (self.phase, request.method.as_str()) {
            (Phase::Uninitialized, ask::Initialize::METHOD) => {
                let answer = self.initialize(params(request.params)?);
                self.phase = Phase::Running;
                value(answer)
            }
            (Phase::Uninitialized, _) => Err((
                ErrorCode::ServerNotInitialized,
                "`initialize` comes first".to_owned(),
            )),
            (Phase::Stopping, _) => Err((
                ErrorCode::InvalidRequest,
                "only `exit` comes after `shutdown`".to_owned(),
            )),
            (Phase::Running, ask::Initialize::METHOD) => Err((
                ErrorCode::InvalidRequest,
                "`initialize` comes once".to_owned(),
            )),
            (Phase::Running, ask::Shutdown::METHOD) => {
                self.phase = Phase::Stopping;
                Ok(Json::Null)
            }
            (Phase::Running, ask::DocumentDiagnosticRequest::METHOD) => {
                value(self.pulled(&params(request.params)?))
            }
            (Phase::Running, ask::CodeActionRequest::METHOD) => {
                value(self.actions(&params(request.params)?))
            }
            (Phase::Running, ask::HoverRequest::METHOD) => {
                let of: HoverParams = params(request.params)?;
                let at = of.text_document_position_params;
                value(
                    self.at(&at, |view, byte, _| lsp::hover(view, byte))
                        .flatten(),
                )
            }
            (Phase::Running, ask::Completion::METHOD) => {
                let of: CompletionParams = params(request.params)?;
                let at = of.text_document_position;
                value(self.at(&at, |view, byte, _| lsp::completions(view, byte)))
            }
            (Phase::Running, ask::GotoDefinition::METHOD) => {
                let of: GotoDefinitionParams = params(request.params)?;
                let at = of.text_document_position_params;
                value(self.at(&at, lsp::definitions))
            }
            (Phase::Running, ask::References::METHOD) => {
                let of: ReferenceParams = params(request.params)?;
                let declared = of.context.include_declaration;
                value(self.at(&of.text_document_position, |view, byte, names| {
                    lsp::references(view, byte, declared, names)
                }))
            }
            (Phase::Running, ask::PrepareRenameRequest::METHOD) => {
                let at: TextDocumentPositionParams = params(request.params)?;
                let found = self.at(&at, |view, byte, _| lsp::renamable(view, byte));
                value(found.flatten().map(|(range, placeholder)| {
                    PrepareRenameResponse::RangeWithPlaceholder { range, placeholder }
                }))
            }
            (Phase::Running, ask::Rename::METHOD) => {
                let of: RenameParams = params(request.params)?;
                let edit = self.at(&of.text_document_position, |view, byte, names| {
                    lsp::rename(view, byte, &of.new_name, names)
                });
                value(
                    edit.transpose()
                        .map_err(|why| (ErrorCode::RequestFailed, why))?,
                )
            }
            (Phase::Running, ask::DocumentHighlightRequest::METHOD) => {
                let of: DocumentHighlightParams = params(request.params)?;
                let at = of.text_document_position_params;
                let highlight = |range| DocumentHighlight { range, kind: None };
                let found = self.at(&at, |view, byte, _| lsp::highlights(view, byte));
                let found = found.unwrap_or_default().into_iter();
                value(found.map(highlight).collect::<Vec<_>>())
            }
            (Phase::Running, ask::DocumentSymbolRequest::METHOD) => {
                let of: DocumentSymbolParams = params(request.params)?;
                value(self.view(&of.text_document.uri, false, lsp::symbols))
            }
            (Phase::Running, ask::FoldingRangeRequest::METHOD) => {
                let of: FoldingRangeParams = params(request.params)?;
                value(self.view(&of.text_document.uri, false, lsp::folds))
            }
            (Phase::Running, ask::InlayHintRequest::METHOD) => {
                let of: InlayHintParams = params(request.params)?;
                let uri = of.text_document.uri;
                value(self.view(&uri, false, |view| lsp::hints(view, of.range)))
            }
            (Phase::Running, ask::CodeLensRequest::METHOD) => {
                let of: CodeLensParams = params(request.params)?;
                value(self.view(&of.text_document.uri, true, lsp::lenses))
            }
            (Phase::Running, ask::SelectionRangeRequest::METHOD) => {
                let of: SelectionRangeParams = params(request.params)?;
                value(self.view(&of.text_document.uri, false, |view| {
                    lsp::selections(view, &of.positions)
                }))
            }
            (Phase::Running, method) => Err((
                ErrorCode::MethodNotFound,
                format!("cpcap does not answer {method}"),
            )),
        }
    }

    fn initialize(&mut self, of: InitializeParams) -> Json {
        self.look_at(&of.capabilities);
        #[allow(deprecated, reason = "older clients know no folders")]
        let roots: Vec<Uri> = match (of.workspace_folders, of.root_uri) {
            (Some(folders), _) => folders.into_iter().map(|folder| folder.uri).collect(),
            (None, root) => root.into_iter().collect(),
        };
        for path in roots.iter().filter_map(names::path) {
            self.add_folder(&path, true);
        }
        json!({
            "capabilities": self.capabilities(),
            "serverInfo": {"name": "cpcap", "version": env!("CARGO_PKG_VERSION")},
        })
    }

    fn look_at(&mut self, client: &ClientCapabilities) {
        let offered = client.general.as_ref();
        let offered = offered.and_then(|general| general.position_encodings.as_deref());
        self.encoding = Encoding::of(offered.unwrap_or_default());
        let text = client.text_document.as_ref();
        self.pulls = text.is_some_and(|text| text.diagnostic.is_some());
        let workspace = client.workspace.as_ref();
        self.refreshes = workspace
            .and_then(|workspace| workspace.diagnostic.as_ref()?.refresh_support)
            .unwrap_or_default();
        self.versioned = workspace
            .and_then(|workspace| workspace.workspace_edit.as_ref()?.document_changes)
            .unwrap_or_default();
        self.watches = workspace
            .and_then(|of| of.did_change_watched_files.as_ref()?.dynamic_registration)
            .unwrap_or_default();
    }

    fn capabilities(&self) -> ServerCapabilities {
        ServerCapabilities {
            position_encoding: Some(self.encoding.kind()),
            text_document_sync: Some(TextDocumentSyncCapability::Kind(
                TextDocumentSyncKind::INCREMENTAL,
            )),
            diagnostic_provider: Some(DiagnosticServerCapabilities::Options(DiagnosticOptions {
                identifier: Some("cpcap".to_owned()),
                inter_file_dependencies: true,
                ..DiagnosticOptions::default()
            })),
            code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, lsp::FIX_ALL]),
                ..CodeActionOptions::default()
            })),
            hover_provider: Some(true.into()),
            completion_provider: Some(CompletionOptions {
                trigger_characters: Some(vec![" ".to_owned(), "[".to_owned(), ",".to_owned()]),
                ..CompletionOptions::default()
            }),
            definition_provider: Some(OneOf::Left(true)),
            references_provider: Some(OneOf::Left(true)),
            rename_provider: Some(OneOf::Right(RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: WorkDoneProgressOptions::default(),
            })),
            document_highlight_provider: Some(OneOf::Left(true)),
            document_symbol_provider: Some(OneOf::Left(true)),
            folding_range_provider: Some(true.into()),
            selection_range_provider: Some(true.into()),
            inlay_hint_provider: Some(OneOf::Left(true)),
            code_lens_provider: Some(CodeLensOptions {
                resolve_provider: None,
            }),
            workspace: Some(WorkspaceServerCapabilities {
                workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                    supported: Some(true),
                    change_notifications: Some(OneOf::Left(true)),
                }),
                file_operations: None,
            }),
            ..ServerCapabilities::default()
        }
    }

    fn hear(&mut self, of: Notification) {
        match of.method.as_str() {
            note::Initialized::METHOD => self.watch(),
            note::DidOpenTextDocument::METHOD => {
                if let Ok(of) = params::<DidOpenTextDocumentParams>(of.params) {
                    let document = of.text_document;
                    self.open(document.uri, document.version, &document.text);
                }
            }
            note::DidChangeTextDocument::METHOD => {
                if let Ok(of) = params::<DidChangeTextDocumentParams>(of.params) {
                    self.change(of);
                }
            }
            note::DidCloseTextDocument::METHOD => {
                if let Ok(of) = params::<DidCloseTextDocumentParams>(of.params) {
                    self.close(&of.text_document.uri);
                }
            }
            note::DidChangeWorkspaceFolders::METHOD => {
                if let Ok(of) = params::<DidChangeWorkspaceFoldersParams>(of.params) {
                    let gone: Vec<PathBuf> = paths(&of.event.removed);
                    let kept = self.folders.iter().filter(|folder| folder.searched);
                    let kept = kept.map(|folder| folder.root.clone());
                    let mut roots: Vec<PathBuf> =
                        kept.filter(|root| !gone.contains(root)).collect();
                    roots.extend(paths(&of.event.added));
                    self.resettle(&roots);
                }
            }
            note::DidChangeWatchedFiles::METHOD | note::DidChangeConfiguration::METHOD => {
                self.read_again();
            }
            _ => {}
        }
    }

    /// Asks to hear of files that change on disk.
    fn watch(&mut self) {
        if !self.watches {
            return;
        }
        let watchers = ["**/*.{yaml,yml,json}", "**/.cpcap.yaml"].map(|glob| FileSystemWatcher {
            glob_pattern: GlobPattern::String(glob.to_owned()),
            kind: None,
        });
        let options = DidChangeWatchedFilesRegistrationOptions {
            watchers: watchers.to_vec(),
        };
        let registration = Registration {
            id: "files".to_owned(),
            method: note::DidChangeWatchedFiles::METHOD.to_owned(),
            register_options: serde_json::to_value(options).ok(),
        };
        self.request::<ask::RegisterCapability>(&RegistrationParams {
            registrations: vec![registration],
        });
    }

    pub(super) fn request<R: ask::Request>(&mut self, params: &impl Serialize) {
        self.requests += 1;
        let params = serde_json::to_value(params).unwrap_or_default();
        self.outgoing.push(Message::Request(Request {
            id: self.requests.into(),
            method: R::METHOD.to_owned(),
            params,
        }));
    }

    pub(super) fn log(&mut self, typ: MessageType, message: &str) {
        let params = LogMessageParams {
            typ,
            message: message.to_owned(),
        };
        self.outgoing.push(Message::Notification(Notification::new(
            note::LogMessage::METHOD.to_owned(),
            params,
        )));
    }

    pub(super) fn add_folder(&mut self, path: &Path, searched: bool) -> usize {
        let (folder, said) = Folder::read(path, searched, self.world);
        // Each reading would say the same again.
        if self.said.insert(path.to_owned(), said.clone()).as_ref() != Some(&said)
            && !said.is_empty()
        {
            self.log(MessageType::WARNING, said.trim_end());
        }
        self.folders.push(folder);
        self.folders.len() - 1
    }

    /// Reads all folders again, and puts open texts into them.
    fn read_again(&mut self) {
        let roots: Vec<PathBuf> = self
            .folders
            .iter()
            .filter(|folder| folder.searched)
            .map(|folder| folder.root.clone())
            .collect();
        self.resettle(&roots);
    }

    /// Works in these folders from now on.
    fn resettle(&mut self, roots: &[PathBuf]) {
        let text_of = |open: &Open| {
            let source = self.folders.get(open.folder)?.sources.get(open.file);
            Some((open.uri.clone(), open.version, source.text().to_owned()))
        };
        let texts: Vec<(Uri, i32, String)> = self.open.values().filter_map(text_of).collect();
        self.folders.clear();
        self.open.clear();
        self.known.clear();
        self.news.clear();
        for root in roots {
            self.add_folder(root, true);
        }
        for (uri, version, text) in texts {
            // One text that cpcap cannot bear takes no other one along.
            if catch_unwind(AssertUnwindSafe(|| self.open(uri, version, &text))).is_err() {
                self.log(MessageType::ERROR, BROKEN);
            }
        }
    }
}

/// What a client hears where cpcap fails; the panic itself goes to standard error.
pub(super) const BROKEN: &str =
    "cpcap failed to answer; please report this with the text and the message on standard error";

fn params<T: DeserializeOwned>(params: Json) -> Result<T, (ErrorCode, String)> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

fn value(answer: impl Serialize) -> Answer {
    serde_json::to_value(answer).map_err(|error| (ErrorCode::InternalError, error.to_string()))
}

fn paths(folders: &[lsp_types::WorkspaceFolder]) -> Vec<PathBuf> {
    folders
        .iter()
        .filter_map(|folder| names::path(&folder.uri))
        .collect()
}
