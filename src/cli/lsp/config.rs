//! What is wrong with a configuration file that is open, as it stands in its buffer.

use std::path::Path;

use lsp_types::Diagnostic;

use crate::cli::settings::{Fault, checked};
use crate::config::Gates;
use crate::config::file::{ConfigFile, NAME};
use crate::landscape::Input;
use crate::lsp::{self, Encoding};
use crate::source::{Source, Sources, Span};

/// Whether a file is a configuration file.
pub(super) fn is_config(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == NAME)
}

/// The faults of a configuration file.
pub(super) fn diagnostics(path: &Path, source: &Source, encoding: Encoding) -> Vec<Diagnostic> {
    // A search passes over the problems of other people's files, and this one is ours.
    let mut sources = Sources::default();
    let file = sources.add(Source::new(source.name(), source.text()));
    let (config, mut faults) = checked(Input { file, fault: None }, &sources);
    if let (Some(config), Some(dir)) = (config, path.parent()) {
        faults.extend(beyond(&config, dir));
    }
    let of = |fault: Fault| {
        let message = match fault.field.as_str() {
            "" => fault.message,
            field => format!("{field}: {}", fault.message),
        };
        lsp::Fault {
            message,
            help: fault.help,
            span: fault.span,
        }
    };
    lsp::faults(faults.into_iter().map(of), source, encoding)
}

/// What does not hold together, or names what is not there.
fn beyond(config: &ConfigFile, dir: &Path) -> Vec<Fault> {
    let fault = |field: &str, span: Span, message: String| Fault {
        field: field.to_owned(),
        message,
        help: None,
        span,
    };
    let mut found = Vec::new();
    let gates = config.feature_gates.iter().map(|gate| &gate.value);
    let minor = config.gardener_minor.as_ref().map(|minor| minor.value);
    if let Err(reason) = Gates::chosen(minor, gates.map(|(name, on)| (name.as_str(), *on)))
        && let Some(first) = config.feature_gates.first()
    {
        found.push(fault("feature-gates", first.span, reason));
    }
    for path in &config.with {
        let is_pattern = path.value.contains(['*', '?', '[', '{']);
        if !is_pattern && !dir.join(&path.value).exists() {
            let message = format!("cannot read {}: no such file or directory", path.value);
            found.push(fault("with", path.span, message));
        }
    }
    found
}
