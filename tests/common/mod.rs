//! What the integration tests share: one module a conformance area, each with a function that compares one case.

pub mod values;
pub mod versions;
