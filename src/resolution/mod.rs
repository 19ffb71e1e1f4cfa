//! What objects refer to, resolved among all that a run has read: the parent of a
//! NamespacedCloudProfile and what the two become, `providerConfig` of a profile, the profile of a
//! Shoot. Everything is computed once; nothing here judges.

pub mod parents;
pub mod prepared;
pub mod provided;
pub mod references;
pub mod referred;
pub mod rendered;
pub mod usable;
