//! The answers for editors, in the types of the Language Server Protocol: the same findings and the
//! same algebra as those of the other commands, at positions in texts that are not saved yet. Reads
//! no files, and knows neither messages nor the order in which they come.

mod actions;
pub mod check;
mod completions;
mod diagnostics;
mod fields;
mod hover;
mod lenses;
mod line;
mod mentions;
mod names;
mod outline;
mod places;
mod positions;
mod rename;
mod text;
mod values;
mod view;

pub use actions::{Asked, FIX_ALL, actions};
pub use completions::completions;
pub use diagnostics::diagnostics;
pub use hover::hover;
pub use lenses::{hints, lenses};
pub use names::Names;
pub use outline::{folds, selections, symbols};
pub use places::{definitions, highlights, references};
pub use positions::{Encoding, Positions};
pub use rename::{renamable, rename};
pub use text::edited;
pub use view::{View, view};
