//! `equipoise plan`: the encounters of a run in pieces.

use std::io::Write;

use equipoise_sim::studies::plan::{Size, plan};

use crate::exit::Failure;
use crate::out::Out;

pub(in crate::commands) mod args;

use args::PlanArgs;

/// Prints the ranges, one a line.
pub(crate) fn run(args: &PlanArgs) -> Result<(), Failure> {
    let whole = args.range.clone().unwrap_or(0..args.encounters.unwrap_or_default());
    let size = match (args.shards, args.per_shard) {
        (Some(shards), _) => Size::Shards(shards),
        (None, per_shard) => Size::Encounters(per_shard.unwrap_or(whole.end)),
    };
    let mut out = Out::new();
    for range in plan(whole, size, args.looks) {
        writeln!(out, "{}..{}", range.start, range.end)?;
    }
    Ok(out.flush()?)
}
