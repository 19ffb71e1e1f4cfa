//! The text of a Shoot with everything filled in.

use std::fmt;

use serde_json::{Value, json};

use crate::resolve::ShootView;
use crate::shoot::{Filled, FilledValue};
use crate::yaml::{self, Step};

/// Why a Shoot is not written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotWritten {
    /// It is an item of a list.
    InList,
    /// Other text would change too.
    Entangled,
}

impl fmt::Display for NotWritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::InList => {
                "is an item of a list: put it into its own document to have it filled in"
            }
            Self::Entangled => {
                "cannot be filled in because other text would change too, such as an aliased value"
            }
        })
    }
}

impl ShootView<'_> {
    /// The text of the Shoot with everything filled in; the rest of it stays as it is.
    ///
    /// # Errors
    /// When the text cannot say it.
    pub fn written(&self) -> Result<String, NotWritten> {
        let item = self.item;
        if !item.object.prefix.is_root() {
            return Err(NotWritten::InList);
        }
        let text = item
            .text
            .get(item.document.span.range())
            .unwrap_or_default();
        let value = |filled: &Filled<'_>| -> (Vec<Step>, Value) {
            let value = match filled.value {
                FilledValue::Text(text) => json!(text),
                FilledValue::Bool(value) => json!(value),
                FilledValue::Int(value) => json!(value),
            };
            (filled.path.clone(), value)
        };
        let values: Vec<_> = self.filled.iter().map(value).collect();
        let mut text = yaml::fill(text, &values).ok_or(NotWritten::Entangled)?;
        if !text.ends_with('\n') {
            text.push('\n');
        }
        Ok(text)
    }
}
