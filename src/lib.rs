//! `cpcap` checks Gardener `CloudProfile`s, `NamespacedCloudProfile`s and `Shoot`s offline.
//! The rooms of this library and the way data flows through them are described in `docs/design.md`.

pub mod model;
pub mod source;
pub mod yaml;
