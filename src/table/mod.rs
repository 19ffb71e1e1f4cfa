//! Tables out: one file a table or a form of it. Nothing here decides anything.

pub mod artifacts;
pub mod changes;
pub mod matching;
pub mod matrix;
pub mod rules;
pub mod uses;
pub mod verbs;
