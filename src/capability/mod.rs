//! The capability algebra: pure functions over vocabularies, capabilities and flavors (`spec/capabilities.md`).
//! Knows neither files nor findings.

mod vocabulary;

pub use vocabulary::{ARCHITECTURE, ARCHITECTURES, Definition, Vocabulary, written};
