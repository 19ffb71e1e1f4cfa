//! The capability algebra: pure functions over vocabularies, capabilities and flavors
//! (`docs/gardener/capabilities.md`). Knows neither files nor findings.

pub mod architecture;
mod row;
mod select;
pub mod traits;
mod vocabulary;
pub mod worker;

pub use row::{Bit, Layout, Row, Rows};
pub use select::{Selected, Selection, Step, choose, documented, documented_steps, select};
pub use vocabulary::{ARCHITECTURE, ARCHITECTURES, Definition, Vocabulary, written};
pub use worker::Demand;

/// Names of capabilities that begin with this belong to Gardener.
pub const RESERVED_PREFIX: &str = "gardener-";
