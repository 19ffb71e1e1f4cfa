//! The three kinds as values with spans, and the texts inside them (versions, quantities, times,
//! names). Decodes by hand and collects every shape problem; judges no meaning.

pub mod canonical;
pub mod cloudprofile;
pub mod constraint;
pub mod cursor;
pub mod duration;
pub mod lifecycle;
pub mod name;
pub mod namespaced;
pub mod natural;
pub mod near;
pub mod normalised;
pub mod object;
pub mod overlap;
pub mod path;
pub mod pem;
pub mod quantity;
pub mod schema;
pub mod shape;
pub mod shoot;
pub mod time;
pub mod version;
mod x509;
