//! What a client can do, and what the server says that it can.

use lsp_types::{
    ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionProviderCapability,
    CodeLensOptions, CompletionOptions, DiagnosticOptions, DiagnosticServerCapabilities,
    DocumentLinkOptions, ExecuteCommandOptions, OneOf, RenameOptions, ServerCapabilities,
    TextDocumentSyncCapability, TextDocumentSyncKind, WorkDoneProgressOptions,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};
use serde_json::Value as Json;

use crate::lsp::{self, Encoding};

/// What a client can do.
#[derive(Clone, Copy, Debug, Default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a capability of the protocol"
)]
pub(super) struct Abilities {
    pub encoding: Encoding,
    /// It asks for findings itself.
    pub pulls: bool,
    /// It wants to hear that it should ask again: for findings, for hints, for lenses.
    pub refreshes: bool,
    pub refreshes_hints: bool,
    pub refreshes_lenses: bool,
    /// It reads edits of versions of texts.
    pub versioned: bool,
    /// It tells of files that change on disk, and of those in any directory.
    pub watches: bool,
    pub watches_anywhere: bool,
    /// It knows snippets.
    pub snippets: bool,
    /// It shows documents.
    pub shows_documents: bool,
    /// It says its settings when asked.
    pub configures: bool,
    /// It tells of changes of its settings if asked to.
    pub registers_settings: bool,
}

impl Abilities {
    /// `raw`: the same as JSON, where `lsp-types` has another name for a field than the protocol.
    pub fn of(client: &ClientCapabilities, raw: &Json) -> Self {
        let offered = client.general.as_ref();
        let offered = offered.and_then(|general| general.position_encodings.as_deref());
        let text = client.text_document.as_ref();
        let workspace = client.workspace.as_ref();
        let files = workspace.and_then(|of| of.did_change_watched_files);
        Self {
            encoding: Encoding::of(offered.unwrap_or_default()),
            pulls: text.is_some_and(|text| text.diagnostic.is_some()),
            refreshes: raw
                .pointer("/workspace/diagnostics/refreshSupport")
                .and_then(Json::as_bool)
                .unwrap_or_default(),
            refreshes_hints: workspace
                .and_then(|workspace| workspace.inlay_hint.as_ref()?.refresh_support)
                .unwrap_or_default(),
            refreshes_lenses: workspace
                .and_then(|workspace| workspace.code_lens.as_ref()?.refresh_support)
                .unwrap_or_default(),
            versioned: workspace
                .and_then(|workspace| workspace.workspace_edit.as_ref()?.document_changes)
                .unwrap_or_default(),
            watches: files
                .and_then(|files| files.dynamic_registration)
                .unwrap_or_default(),
            watches_anywhere: files
                .and_then(|files| files.relative_pattern_support)
                .unwrap_or_default(),
            snippets: text
                .and_then(|text| text.completion.as_ref()?.completion_item.as_ref())
                .and_then(|item| item.snippet_support)
                .unwrap_or_default(),
            shows_documents: client
                .window
                .as_ref()
                .and_then(|window| window.show_document.as_ref())
                .is_some_and(|show| show.support),
            configures: workspace
                .and_then(|workspace| workspace.configuration)
                .unwrap_or_default(),
            registers_settings: workspace
                .and_then(|workspace| {
                    workspace
                        .did_change_configuration
                        .as_ref()?
                        .dynamic_registration
                })
                .unwrap_or_default(),
        }
    }

    /// What the server can do for it.
    pub fn answered(self) -> ServerCapabilities {
        ServerCapabilities {
            position_encoding: Some(self.encoding.kind()),
            text_document_sync: Some(TextDocumentSyncCapability::Kind(
                TextDocumentSyncKind::INCREMENTAL,
            )),
            diagnostic_provider: Some(DiagnosticServerCapabilities::Options(DiagnosticOptions {
                identifier: Some("cpcap".to_owned()),
                inter_file_dependencies: true,
                workspace_diagnostics: true,
                ..DiagnosticOptions::default()
            })),
            code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(vec![
                    CodeActionKind::QUICKFIX,
                    CodeActionKind::REFACTOR_REWRITE,
                    lsp::FIX_ALL,
                ]),
                ..CodeActionOptions::default()
            })),
            execute_command_provider: Some(ExecuteCommandOptions {
                commands: vec![lsp::SHOW_PAGE.to_owned()],
                ..ExecuteCommandOptions::default()
            }),
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
            document_link_provider: Some(DocumentLinkOptions {
                resolve_provider: Some(true),
                work_done_progress_options: WorkDoneProgressOptions::default(),
            }),
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
}
