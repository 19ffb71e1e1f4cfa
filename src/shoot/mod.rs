//! A Shoot as the server stores it, and the server's faults: defaulting, the mutator, static
//! validation, admission against its profile, and updates (`docs/gardener/shoot.md`). Pure
//! functions that return values and typed reasons; nothing here finds profiles or prints.

mod admission;
mod artifact;
mod defaults;
mod fault;
mod filled;
mod judge;
mod moved;
mod mutate;
mod offer;
mod parts;
mod pool;
mod reference;
mod request;
mod statics;
mod webhook;

pub use admission::least_nodes;
pub use artifact::{Artifacts, artifacts};
pub use defaults::default;
pub use fault::{
    BudgetFault, Fault, ImageCause, ImmutableWhy, MachineTypeCause, Missing, MoveFault, NameKind,
    Range, Reason, ReferenceFault, SysctlFault, Twice, Unjudged, Word,
};
pub use filled::{FillRule, Filled, FilledValue, filled};
pub use judge::{Judged, judge, stored};
pub use offer::{Identity, Offer};
pub use parts::{OF_IMAGES, take_back};
pub use pool::{PoolAlone, PoolKey};
pub use request::{Known, Request, Stored};
pub use webhook::{Terms, webhook};
