//! Options that studies have in common: how results are estimated, and how they are shown.

use clap::Args;

use super::{CONFIDENCE, Format, PageFileArgs, SEED, Work};
use crate::values;

/// The dice and the confidence of an estimate.
#[derive(Debug, Args)]
pub(crate) struct Sampled {
    /// Master seed
    #[arg(long, value_name = "S", value_parser = values::count, default_value_t = SEED)]
    pub(crate) seed: u64,
    /// Confidence of each interval, at least 0.5 and below 1
    #[arg(long, value_name = "C", value_parser = values::confidence, default_value_t = CONFIDENCE)]
    pub(crate) confidence: f64,
}

/// The shape of results on stdout, their page, and the work that goes into them.
#[derive(Debug, Args)]
pub(crate) struct Shown {
    /// Shape of the results on stdout
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) page: PageFileArgs,
    #[command(flatten)]
    pub(crate) work: Work,
}
