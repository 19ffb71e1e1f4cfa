//! The answers of `cpcap resolve`, one file a form.

mod csv;
mod json;
mod markdown;
mod text;
mod words;

pub use csv::csv;
pub use json::{ResolveReport, SCHEMA_VERSION, json};
pub(crate) use markdown::document as markdown;
pub(crate) use text::{document as text, pool};
pub(crate) use words::filled;
