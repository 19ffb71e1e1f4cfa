//! Tables out: one file a table, each as text, Markdown and JSON. Nothing here decides anything.

pub mod matching;
pub mod rules;
pub mod uses;
