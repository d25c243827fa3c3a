//! `equipoise merge`: shards of one run, joined.

use equipoise_sim::shard::merge;
use equipoise_sim::{Report, Shard};

use super::answer::{Answer, Printer, write_files};
use crate::args::MergeArgs;
use crate::exit::Failure;

/// Reads all shards, joins them and prints the whole.
pub(crate) fn run(args: &MergeArgs) -> Result<(), Failure> {
    let mut shards = Vec::new();
    let mut failures = Vec::new();
    for path in &args.shards {
        match Shard::read(path) {
            Ok(shard) => shards.push(shard),
            Err(error) => failures.push(error.into()),
        }
    }
    if !failures.is_empty() {
        return Err(Failure::all(failures));
    }
    let count = shards.len();
    let whole = merge(shards)?;
    if let Some(path) = &args.shard {
        whole.write(path)?;
    }
    let mut answer = Answer::new(Report::from_shard(&whole, args.confidence));
    let ranges: Vec<String> = whole.ranges.iter().map(|range| format!("{}..{}", range.start, range.end)).collect();
    answer.notes.push(format!("joined from {count} shards: encounters {}", ranges.join(", ")));
    let mut printer = Printer::new(&args.report, false);
    printer.print(answer)?;
    write_files(&args.report, printer.finish()?, false)
}
