//! Number types that all other modules count with: sums, joint counts and sets of encounter indices.

mod joint;
pub(crate) mod random;
pub mod ranges;
mod sums;

pub use joint::JointCount;
pub use sums::Sums;
pub(crate) use sums::has_spread;
