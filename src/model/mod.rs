//! The three kinds as values with spans, and the texts inside them (versions, quantities, times, names).
//! Decodes by hand and collects every shape problem; judges no meaning.

pub mod constraint;
pub mod duration;
pub mod lifecycle;
pub mod name;
pub mod pem;
pub mod quantity;
pub mod time;
pub mod version;
