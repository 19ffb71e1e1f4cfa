//! Tables out: one file a table or a form of it. Nothing here decides anything.

pub mod add;
pub mod changes;
pub mod diff;
pub mod maintain;
pub mod matching;
pub mod matrix;
pub mod migrate;
pub mod resolve;
pub mod retire;
pub mod rules;
pub mod settings;
pub mod uses;
pub mod verbs;
