//! References, resolved among all objects of a run: the parent of a NamespacedCloudProfile and
//! their merged result, `providerConfig` of a profile, the profile of a Shoot. Everything is
//! computed once; nothing here judges.

pub mod parents;
pub mod prepared;
pub mod provided;
pub mod references;
pub mod referred;
pub mod rendered;
pub mod tied;
pub mod usable;
pub mod written;
