//! Tables out: one file a table or a form of it. Nothing here decides anything.

pub mod artifacts;
pub mod changes;
mod columns;
mod csv;
pub mod diff;
pub mod maintain;
mod markdown;
pub mod matching;
pub mod matrix;
pub mod resolve;
pub mod rules;
pub mod settings;
pub mod uses;
pub mod verbs;
