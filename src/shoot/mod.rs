//! What a Shoot becomes on the server and what the server says of it: defaulting, the mutator, static validation, admission against
//! its profile, and updates (`spec/shoot.md`). Pure functions that return values and typed reasons; nothing here finds profiles or prints.

mod defaults;

pub use defaults::default;
