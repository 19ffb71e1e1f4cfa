//! The state of the server, and its answer to each message.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{self as note, Notification as _};
use lsp_types::request::{self as ask, Request as _};
use lsp_types::{
    CodeLens, CodeLensParams, CompletionParams, ConfigurationItem, ConfigurationParams,
    DidChangeConfigurationParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    DocumentHighlight, DocumentHighlightParams, DocumentLink, DocumentLinkParams,
    DocumentSymbolParams, ExecuteCommandParams, FoldingRangeParams, GotoDefinitionParams,
    HoverParams, InlayHintParams, LogMessageParams, MessageType, PrepareRenameResponse,
    ReferenceParams, RenameParams, SelectionRangeParams, TextDocumentPositionParams, Uri,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::cli::lsp::client::Abilities;
use crate::cli::lsp::folder::{Folder, World};
use crate::cli::lsp::names;
use crate::cli::lsp::pages::Pages;
use crate::lint::Outcome;
use crate::lsp::{self, Names, Options};
use crate::model::time::Time;
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

/// The findings of a folder.
pub(super) struct Known {
    /// The time that they are true of.
    pub at: Time,
    /// Those in open texts.
    pub outcome: Outcome,
    /// Those in all texts, once somebody asked.
    pub whole: Option<Outcome>,
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
    pub client: Abilities,
    /// The settings of the client, first those that it started with.
    pub options: [Options; 2],
    /// The request for the settings of the client that is on its way.
    asked_settings: Option<RequestId>,
    /// The directories outside of folders whose files the client watches.
    pub watched: BTreeSet<PathBuf>,
    pub pages: Pages,
    pub folders: Vec<Folder>,
    /// By the text of their URI.
    pub open: BTreeMap<String, Open>,
    /// The folders whose findings are to be told.
    pub news: BTreeSet<usize>,
    /// What is known of a folder, while nothing in it and not the day changes.
    pub known: BTreeMap<usize, Known>,
    /// Files changed on disk, or settings: the folders are read again before the next answer. One
    /// reading is enough for many such messages.
    stale: bool,
    /// Findings may differ though nobody typed.
    pub afresh: bool,
    /// How often all folders were read again.
    #[cfg(test)]
    pub readings: usize,
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
            client: Abilities::default(),
            options: [Options::default(); 2],
            asked_settings: None,
            watched: BTreeSet::new(),
            pages: Pages::default(),
            folders: Vec::new(),
            open: BTreeMap::new(),
            news: BTreeSet::new(),
            known: BTreeMap::new(),
            stale: false,
            afresh: false,
            #[cfg(test)]
            readings: 0,
            outgoing: Vec::new(),
            requests: 0,
            said: BTreeMap::new(),
        }
    }

    /// Whether there are findings to tell once nobody types.
    pub fn has_news(&self) -> bool {
        self.stale || self.afresh || !self.news.is_empty()
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
            // Whatever other answers say changes nothing.
            Message::Response(of) => {
                if self.asked_settings.as_ref() == Some(&of.id) {
                    self.asked_settings = None;
                    if let Some(Json::Array(all)) = of.result {
                        all.iter().for_each(|settings| self.configure(settings));
                    }
                }
                Then::Next
            }
        }
    }

    fn answer(&mut self, request: Request) -> Answer {
        if self.phase == Phase::Running && request.method != ask::Shutdown::METHOD {
            self.freshen();
            self.forget_other_days();
        }
        match (self.phase, request.method.as_str()) {
            (Phase::Uninitialized, ask::Initialize::METHOD) => {
                let raw = request.params["capabilities"].clone();
                let answer = self.initialize(params(request.params)?, &raw);
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
            (Phase::Running, ask::WorkspaceDiagnosticRequest::METHOD) => {
                value(self.pulled_whole(&params(request.params)?))
            }
            (Phase::Running, ask::CodeActionRequest::METHOD) => {
                value(self.actions(&params(request.params)?))
            }
            (Phase::Running, ask::ExecuteCommand::METHOD) => {
                let of: ExecuteCommandParams = params(request.params)?;
                let rule = of.arguments.first().and_then(Json::as_str);
                match rule.filter(|_| of.command == lsp::SHOW_PAGE) {
                    Some(rule) => self.show_page(rule),
                    None => return Err((ErrorCode::InvalidParams, NO_COMMAND.to_owned())),
                }
                Ok(Json::Null)
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
                let with_holes = self.client.snippets;
                value(self.at(&at, |view, byte, _| {
                    lsp::completions(view, byte, with_holes)
                }))
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
            (Phase::Running, ask::DocumentLinkRequest::METHOD) => {
                let of: DocumentLinkParams = params(request.params)?;
                value(self.links(&of.text_document.uri))
            }
            (Phase::Running, ask::DocumentLinkResolve::METHOD) => {
                let mut link: DocumentLink = params(request.params)?;
                if let Some(rule) = link.data.as_ref().and_then(Json::as_str) {
                    link.target = self.pages.uri(rule);
                }
                value(link)
            }
            (Phase::Running, ask::InlayHintRequest::METHOD) => {
                let of: InlayHintParams = params(request.params)?;
                let uri = of.text_document.uri;
                let [_, options] = self.options;
                // What a Shoot gets is a matter of other texts too.
                let has_shoots = self.view(&uri, false, lsp::has_shoots) == Some(true);
                value(self.view(&uri, has_shoots, |view| lsp::hints(view, of.range, options)))
            }
            (Phase::Running, ask::CodeLensRequest::METHOD) => {
                let of: CodeLensParams = params(request.params)?;
                let [_, options] = self.options;
                if !options.uses {
                    return value(Vec::<CodeLens>::new());
                }
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

    fn hear(&mut self, of: Notification) {
        if of.method.starts_with("textDocument/") {
            self.freshen();
        }
        match of.method.as_str() {
            note::Initialized::METHOD => {
                self.watch();
                self.watch_settings();
                self.ask_settings();
            }
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
            note::DidChangeWatchedFiles::METHOD => {
                let of = params::<DidChangeWatchedFilesParams>(of.params);
                let is_known = |of: DidChangeWatchedFilesParams| {
                    let all = &of.changes;
                    !all.is_empty() && all.iter().all(|change| self.is_known(change))
                };
                self.stale |= !of.is_ok_and(is_known);
            }
            note::DidChangeConfiguration::METHOD => {
                if self.client.configures {
                    self.ask_settings();
                } else if let Ok(of) = params::<DidChangeConfigurationParams>(of.params) {
                    self.configure(&of.settings);
                }
                self.stale = true;
            }
            _ => {}
        }
    }

    pub(super) fn request<R: ask::Request>(&mut self, params: &impl Serialize) -> RequestId {
        self.requests += 1;
        let id: RequestId = self.requests.into();
        let params = serde_json::to_value(params).unwrap_or_default();
        self.outgoing.push(Message::Request(Request {
            id: id.clone(),
            method: R::METHOD.to_owned(),
            params,
        }));
        id
    }

    /// Asks the client for its settings, where it says them when asked.
    fn ask_settings(&mut self) {
        if self.client.configures {
            let item = ConfigurationItem {
                scope_uri: None,
                section: Some(lsp::SECTION.to_owned()),
            };
            let asked = ConfigurationParams { items: vec![item] };
            self.asked_settings = Some(self.request::<ask::WorkspaceConfiguration>(&asked));
        }
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

    /// Reads all folders again where something changed on disk.
    pub(super) fn freshen(&mut self) {
        if std::mem::take(&mut self.stale) {
            self.read_again();
        }
    }

    /// Reads all folders again, and puts open texts into them.
    fn read_again(&mut self) {
        let roots: Vec<PathBuf> = self
            .folders
            .iter()
            .filter(|folder| folder.searched)
            .map(|folder| folder.root.clone())
            .collect();
        self.afresh = true;
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
        self.stale = false;
        #[cfg(test)]
        {
            self.readings += 1;
        }
        self.news.clear();
        for root in roots {
            self.add_folder(root, true);
        }
        self.watch_around();
        for (uri, version, text) in texts {
            // One text that cpcap cannot bear takes no other one along.
            if catch_unwind(AssertUnwindSafe(|| self.open(uri, version, &text))).is_err() {
                self.log(MessageType::ERROR, BROKEN);
            }
        }
    }
}

const NO_COMMAND: &str = "cpcap has no such command";

/// What a client hears where cpcap fails; the panic itself goes to standard error.
pub(super) const BROKEN: &str =
    "cpcap failed to answer; please report this with the text and the message on standard error";

pub(super) fn params<T: DeserializeOwned>(params: Json) -> Result<T, (ErrorCode, String)> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

fn value(answer: impl Serialize) -> Answer {
    serde_json::to_value(answer).map_err(|error| (ErrorCode::InternalError, error.to_string()))
}

pub(super) fn paths(folders: &[lsp_types::WorkspaceFolder]) -> Vec<PathBuf> {
    folders
        .iter()
        .filter_map(|folder| names::path(&folder.uri))
        .collect()
}
