//! The answers of `cpcap maintain`, one file a form; the answers themselves are its JSON.

mod calendar;
mod csv;
mod document;

pub(crate) use calendar::changes;
pub use csv::{profiles as profiles_csv, shoots as shoots_csv};
