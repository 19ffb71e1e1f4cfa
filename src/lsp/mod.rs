//! The answers for editors, in the types of the Language Server Protocol: the same findings and the
//! same algebra as those of the other commands, at positions in texts that are not saved yet. Reads
//! no files, and knows neither messages nor the order in which they come.

mod actions;
mod blocks;
pub mod check;
mod completions;
mod diagnostics;
mod fields;
mod flavors;
mod hints;
mod hover;
mod lenses;
mod line;
mod links;
mod mentions;
mod names;
mod options;
mod outline;
mod places;
mod pools;
mod positions;
mod rename;
mod snippets;
mod text;
mod values;
mod view;

#[cfg(test)]
pub(crate) use actions::READINGS;
pub use actions::{Ask, Asked, FIX_ALL, SHOW_PAGE, actions};
pub use completions::completions;
pub use diagnostics::{Fault, diagnostics, faults};
pub use hints::hints;
pub use hover::hover;
pub use lenses::lenses;
pub use links::{links, page};
pub use names::Names;
pub use options::{Options, SECTION};
pub use outline::{folds, selections, symbols};
pub use places::{definitions, highlights, references};
pub use positions::{Encoding, Positions};
pub use rename::{renamable, rename};
pub use text::edited;
pub use view::{View, has_shoots, view};
