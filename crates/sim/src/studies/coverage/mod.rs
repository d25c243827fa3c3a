//! Coverage of rules: which rules the encounters of scenarios apply, how often, and which they never do.

pub mod ask;
mod count;
mod play;

pub use count::coverage;
pub use play::{Coverages, RuleCoverage, SystemCoverage};
