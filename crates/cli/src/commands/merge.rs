//! `equipoise merge`: shards of one run, joined.

use equipoise_sim::studies::merge::{Merged, merge};
use equipoise_sim::{Report, Shard};

use super::answer::Printer;
use crate::args::MergeArgs;
use crate::diagnostics::note;
use crate::exit::Failure;
use crate::only;
use crate::outputs::Outputs;

/// Reads all shards, joins them and prints the whole.
pub(crate) fn run(args: &MergeArgs) -> Result<(), Failure> {
    let mut shards = Vec::new();
    let mut failures = Vec::new();
    for path in &args.shards {
        match Shard::read(path) {
            Ok(shard) => shards.push((path.clone(), shard)),
            Err(error) => failures.push(error.into()),
        }
    }
    if !failures.is_empty() {
        return Err(Failure::all(failures));
    }
    let outputs = Outputs::default().reads_shards(&args.shards);
    outputs.writes(args.shard.as_ref()).writes_reports(&args.report, false).check()?;
    let Merged { shard, answer } = merge(shards, args.confidence)?;
    let only = only::chosen_for(&args.only.only, &args.report, || vec![answer.report.cast().clone()])?;
    if let Some(path) = &args.shard {
        shard.write(path)?;
    }
    let holes = note_holes(&answer.report, args.quiet);
    let mut printer = Printer::new(&args.report, only, false);
    printer.print(answer)?;
    printer.finish_with_files()?;
    if holes { Err(Failure::Undecided) } else { Ok(()) }
}

/// Says which encounters between the shards are missing, and whether there are any.
fn note_holes(report: &Report, is_quiet: bool) -> bool {
    let holes: Vec<String> = report.holes().iter().map(|hole| format!("{}..{}", hole.start, hole.end)).collect();
    if !holes.is_empty() && !is_quiet {
        let name = &report.scenario;
        note(&format!("{name}: no shard has the encounters {}, what is printed leaves them out", holes.join(", ")));
    }
    !holes.is_empty()
}
