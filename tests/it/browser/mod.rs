//! Pages in a real browser: what they show, how keys work, and that nothing leaves them.

mod axe;
mod chromium;
mod harness;

use chromium::{Tab, in_tab};
