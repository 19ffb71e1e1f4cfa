//! Pages in a real browser: what they show, how keys work, and that nothing leaves them.

mod axe;
mod calendar;
mod chromium;
mod diff;
mod harness;
mod kinds;
mod page;
mod pictures;
mod tables;

use chromium::{Tab, in_tab};
