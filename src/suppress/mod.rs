//! The way of findings before anybody sees them: comments and annotations that silence them, and
//! the comparison of findings of two runs. Judges nothing, prints nothing; `lint` wires it, rules
//! say what is wrong with it.

mod anchor;
mod directive;
mod silence;

pub use anchor::set_anchors;
pub use directive::{Fault, Selector, State, TOO_WORDS};
pub use silence::{Reach, Silence, Silences};
