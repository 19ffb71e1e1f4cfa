//! The findings in all texts of the folders, also in those that nobody has open.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use lsp_types::{
    Diagnostic, FullDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport, Uri,
    WorkspaceDiagnosticParams, WorkspaceDiagnosticReport, WorkspaceDocumentDiagnosticReport,
    WorkspaceFullDocumentDiagnosticReport, WorkspaceUnchangedDocumentDiagnosticReport,
};

use super::server::{Open, Server};
use crate::lsp::{self, Names};
use crate::source::FileId;

impl Server<'_> {
    /// The findings of each text that has any, and of those of which the client knows some. What it
    /// knows already is not said again.
    pub(super) fn pulled_whole(
        &mut self,
        of: &WorkspaceDiagnosticParams,
    ) -> WorkspaceDiagnosticReport {
        let known = of.previous_result_ids.iter();
        let mut known: BTreeMap<&str, &str> = known
            .map(|of| (of.uri.as_str(), of.value.as_str()))
            .collect();
        let mut items = Vec::new();
        for (uri, version, found) in self.all_found() {
            let before = known.remove(uri.as_str());
            if before.is_none() && found.is_empty() {
                continue;
            }
            let id = id(&found);
            items.push(if before == Some(&id) {
                unchanged(uri, version, id)
            } else {
                full(uri, version, found, id)
            });
        }
        // These are no longer there.
        let nothing = id(&[]);
        known.retain(|_, id| *id != nothing);
        for uri in known.into_keys().filter_map(|uri| uri.parse().ok()) {
            items.push(full(uri, None, Vec::new(), nothing.clone()));
        }
        WorkspaceDiagnosticReport { items }
    }

    /// All texts of the folders with their findings; open ones as they are in their buffers.
    fn all_found(&mut self) -> Vec<(Uri, Option<i64>, Vec<Diagnostic>)> {
        let mut all: BTreeMap<String, (Uri, Option<i64>, Vec<Diagnostic>)> = BTreeMap::new();
        for folder in 0..self.folders.len() {
            self.outcome(folder);
            if !self.folders[folder].searched {
                continue;
            }
            let folders = &self.folders;
            let Some(known) = self.known.get_mut(&folder) else {
                continue;
            };
            let judged = || folders[folder].judged_whole(known.at);
            let whole = known.whole.get_or_insert_with(judged);
            let mut of_file: BTreeMap<FileId, Vec<_>> = BTreeMap::new();
            for finding in &whole.findings {
                let found = of_file.entry(finding.place.file).or_default();
                found.push(finding.clone());
            }
            let (here, texts) = (&self.folders[folder], self.texts(folder));
            let encoding = self.client.encoding;
            for file in here.files() {
                let Some(uri) = texts.uri(file) else {
                    continue;
                };
                let findings = of_file.remove(&file).unwrap_or_default();
                let found = lsp::diagnostics(&findings, file, &here.sources, &texts, encoding);
                all.insert(uri.as_str().to_owned(), (uri, None, found));
            }
        }
        let of_open = |open: &Open| {
            let version = Some(i64::from(open.version));
            (open.uri.clone(), version, self.diagnostics(open))
        };
        for (name, open) in &self.open {
            all.insert(name.clone(), of_open(open));
        }
        all.into_values().collect()
    }
}

fn full(
    uri: Uri,
    version: Option<i64>,
    items: Vec<Diagnostic>,
    id: String,
) -> WorkspaceDocumentDiagnosticReport {
    WorkspaceDocumentDiagnosticReport::Full(WorkspaceFullDocumentDiagnosticReport {
        uri,
        version,
        full_document_diagnostic_report: FullDocumentDiagnosticReport {
            result_id: Some(id),
            items,
        },
    })
}

fn unchanged(
    uri: Uri,
    version: Option<i64>,
    result_id: String,
) -> WorkspaceDocumentDiagnosticReport {
    WorkspaceDocumentDiagnosticReport::Unchanged(WorkspaceUnchangedDocumentDiagnosticReport {
        uri,
        version,
        unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
    })
}

/// What tells findings from others: equal ones have equal names.
fn id(found: &[Diagnostic]) -> String {
    let mut hasher = DefaultHasher::new();
    let text = serde_json::to_string(found).unwrap_or_default();
    text.hash(&mut hasher);
    format!("{:x}", hasher.finish())
}
