//! Every single encounter, kept in a Parquet file while the run goes on.
//!
//! Encounters are played in groups of 65 536 rows, all threads on one group, while the group before is encoded and
//! written. Memory is that of two groups, however long the run. The bytes of the file depend on scenario, seed and
//! range alone: each batch fills rows of its own, and row groups have the same bounds whatever the batches.

use std::collections::HashSet;
use std::fs::File;
use std::io::BufWriter;
use std::ops::Range;
use std::path::Path;

use equipoise_engine::{Combatant, Counting, EndState, Metric, Ruleset, Seed, Winner};
use polars_arrow::array::{ArrayRef, DictionaryArray, PrimitiveArray, Utf8Array};
use polars_arrow::datatypes::{ArrowDataType, ArrowSchema, ArrowSchemaRef};
use polars_error::PolarsResult;

use crate::kernel::batches::Batches;
use crate::kernel::play::Player;
use crate::kernel::recent::Recent;
use crate::kernel::run::{Plan, Run, Watch};
use crate::kernel::tally::Tally;
use crate::output::files::{Draft, FileError};
use crate::output::frame::{Frame, field};
use crate::output::parquet::ParquetWriter;

/// Rows in a row group of the file.
pub const GROUP: u64 = 65_536;

/// Plays the encounters of a plan and writes one row for each, in index order, to a Parquet file.
///
/// Columns: `index` (u64), `winner` (string), `rounds` (u32), one string column with the end state of each combatant
/// under its id, and one u32 column for each metric under its name. A combatant whose id is one of the first three is
/// called `combatant.<id>`, a metric whose name is taken `metric.<name>`. `provenance` is what its metadata say under the key
/// `equipoise`.
///
/// The run counts exactly what [`run`](crate::kernel::run::run) does. The file gets
/// its name at the end: it is written as a whole or, after an interrupt or an error, not at all.
///
/// # Errors
/// When the file cannot be written; nothing is left of it then.
pub fn run_streaming<R: Ruleset>(
    rules: &R,
    plan: &Plan,
    path: &Path,
    provenance: &str,
    watch: &Watch,
) -> Result<Run, FileError> {
    let draft = Draft::new(path)?;
    let file = BufWriter::new(draft.handle()?);
    let mut writer = TableWriter::new(rules, file).map_err(|source| draft.table_error(source))?;
    let end = plan.range.end.max(plan.range.start);
    let mut next = plan.range.start;
    let mut tally = Tally::new(rules);
    let mut finished = RowGroup::new(rules);
    let mut playing = RowGroup::new(rules);
    while next < end && !(watch.interrupted)() {
        let range = next..end.min(next.saturating_add(GROUP));
        let before = tally.encounters;
        let progress = |finished: u64| (watch.progress)(before + finished);
        let group_watch = Watch { progress: &progress, ..*watch };
        let part = Plan { range: range.clone(), ..plan.clone() };
        let (counted, written) = rayon::join(|| playing.play(rules, &part, &group_watch), || writer.write(&finished));
        written.map_err(|source| draft.table_error(source))?;
        next += counted.encounters;
        tally.merge(&counted);
        if next < range.end {
            break;
        }
        std::mem::swap(&mut finished, &mut playing);
    }
    let complete = next == end;
    if complete {
        let written = writer.write(&finished).and_then(|()| writer.finish(provenance));
        written.map_err(|source| draft.table_error(source))?;
        draft.publish()?;
    }
    Ok(Run { complete, tally, range: plan.range.start..next })
}

/// The columns of one encounter whose number does not depend on the scenario.
#[derive(Clone, Copy)]
struct Row {
    winner: Winner,
    rounds: u32,
}

/// The encounters of one row group of the file.
struct RowGroup {
    /// The index of the first encounter.
    start: u64,
    rows: Vec<Row>,
    /// By encounter, then by combatant.
    ends: Vec<EndState>,
    /// By encounter, then by metric.
    counts: Vec<u32>,
    combatants: usize,
    metrics: usize,
}

impl RowGroup {
    fn new<R: Ruleset>(rules: &R) -> Self {
        let (combatants, metrics) = (rules.combatants().len(), rules.metrics().len());
        Self { start: 0, rows: Vec::new(), ends: Vec::new(), counts: Vec::new(), combatants, metrics }
    }

    /// Plays the encounters of a plan and replaces the group's by them. After an interrupt the first of them have been played.
    fn play<R: Ruleset>(&mut self, rules: &R, plan: &Plan, watch: &Watch) -> Tally {
        let Plan { seed, ref range, batch } = *plan;
        let length = (range.end - range.start) as usize;
        self.start = range.start;
        self.rows.resize(length, Row { winner: Winner::Draw, rounds: 0 });
        self.ends.resize(length * self.combatants, EndState::Standing);
        self.counts.resize(length * self.metrics, 0);
        let make = || Recorder::new(rules, seed);
        let record = |recorder: &mut Recorder<R>, _, encounters, part| recorder.play(rules, encounters, part);
        let batches = Batches { cells: std::slice::from_ref(range), most: batch };
        let parts = batches.play_with(watch, self.parts(), make, record, Recorder::into_tally);
        let mut tally = Tally::new(rules);
        for part in &parts {
            tally.merge(part);
        }
        tally
    }

    /// Hands out parts of the group, one after the other: each yields the part of every list that so many encounters fill.
    fn parts<'a>(&'a mut self) -> impl FnMut(u64) -> Part<'a> {
        let Self { rows, ends, counts, combatants, metrics, .. } = self;
        let (mut rows, mut ends, mut counts) = (rows.as_mut_slice(), ends.as_mut_slice(), counts.as_mut_slice());
        move |encounters| {
            let length = encounters as usize;
            Part {
                rows: rows.split_off_mut(..length).expect("one row an encounter"),
                ends: ends.split_off_mut(..length * *combatants).expect("one end state a combatant and row"),
                counts: counts.split_off_mut(..length * *metrics).expect("one count a metric and row"),
            }
        }
    }

    /// The group as columns.
    fn columns(&self) -> PolarsResult<Vec<ArrayRef>> {
        let numbers = |values: Vec<u32>| PrimitiveArray::from_vec(values).boxed();
        let indices: Vec<u64> = (self.start..).take(self.rows.len()).collect();
        let mut columns = vec![
            PrimitiveArray::from_vec(indices).boxed(),
            words(Winner::ALL.map(Winner::name), self.rows.iter().map(|row| row.winner.index()))?,
            numbers(self.rows.iter().map(|row| row.rounds).collect()),
        ];
        for combatant in 0..self.combatants {
            let ends = self.ends.iter().skip(combatant).step_by(self.combatants);
            columns.push(words(EndState::ALL.map(EndState::name), ends.map(|end| end.index()))?);
        }
        for metric in 0..self.metrics {
            columns.push(numbers(self.counts.iter().skip(metric).step_by(self.metrics).copied().collect()));
        }
        Ok(columns)
    }
}

/// A column of strings of which there are few: what the file keeps is an index into those that occur.
fn words<const N: usize>(names: [&'static str; N], indices: impl Iterator<Item = usize>) -> PolarsResult<ArrayRef> {
    let (mut keys, mut occurring) = ([None; N], Vec::new());
    let mut key = |index: usize| {
        *keys[index].get_or_insert_with(|| {
            occurring.push(names[index]);
            occurring.len() as u32 - 1
        })
    };
    let keys = PrimitiveArray::from_vec(indices.map(&mut key).collect());
    Ok(DictionaryArray::try_from_keys(keys, Utf8Array::<i64>::from_slice(occurring).boxed(), false)?.boxed())
}

/// The part of a row group that a batch fills.
struct Part<'a> {
    rows: &'a mut [Row],
    ends: &'a mut [EndState],
    counts: &'a mut [u32],
}

/// Plays encounters on one thread, records each of them and counts.
struct Recorder<R: Ruleset> {
    player: Player<R, Counting<R::Counts>>,
    recent: Recent,
    tally: Tally,
}

impl<R: Ruleset> Recorder<R> {
    fn new(rules: &R, seed: Seed) -> Self {
        let tally = Tally::new(rules);
        let player = Player::new(rules, seed, Counting::new(rules.counts()));
        Self { player, recent: Recent::new(&tally), tally }
    }

    fn play(&mut self, rules: &R, range: Range<u64>, part: Part) {
        let (combatants, metrics) = (rules.combatants().len(), rules.metrics().len());
        let Self { player, recent, tally } = self;
        let Part { rows, ends, counts } = part;
        let start = range.start;
        player.play(rules, range, |sample| {
            tally.add(sample, sample.trace.counts(), recent);
            let offset = (sample.index - start) as usize;
            rows[offset] = Row { winner: sample.outcome.winner, rounds: sample.outcome.rounds };
            let ends = &mut ends[offset * combatants..][..combatants];
            ends.iter_mut().zip(sample.end_states()).for_each(|(slot, end)| *slot = end);
            counts[offset * metrics..][..metrics].copy_from_slice(sample.trace.counts());
        });
        recent.carry_over(tally);
    }

    fn into_tally(self) -> Tally {
        self.tally
    }
}

/// Writes row groups to the file.
struct TableWriter {
    schema: ArrowSchemaRef,
    writer: ParquetWriter<BufWriter<File>>,
}

impl TableWriter {
    fn new<R: Ruleset>(rules: &R, file: BufWriter<File>) -> PolarsResult<Self> {
        let schema: ArrowSchema = columns_of(rules).iter().map(|(name, kind)| field(name, kind.clone())).collect();
        Ok(Self { writer: ParquetWriter::new(file, &schema)?, schema: schema.into() })
    }

    /// Encoding takes one thread of the pool, while the others play the next group.
    fn write(&mut self, group: &RowGroup) -> PolarsResult<()> {
        self.writer.write(Frame::try_new(group.rows.len(), self.schema.clone(), group.columns()?)?)
    }

    fn finish(self, provenance: &str) -> PolarsResult<()> {
        self.writer.finish(provenance)
    }
}

/// Names and types of the columns.
fn columns_of<R: Ruleset>(rules: &R) -> Vec<(String, ArrowDataType)> {
    let columns = named_columns(rules.combatants(), rules.metrics()).into_iter();
    columns.map(|NamedColumn { name, kind, .. }| (name, kind)).collect()
}

pub(super) struct NamedColumn<'a> {
    /// The name in the file.
    pub(super) name: String,
    /// What it is a column of.
    of: &'a str,
    kind: ArrowDataType,
}

/// The columns in their order: index, winner, rounds, then those of the combatants, then those of the metrics.
pub(super) fn named_columns<'a>(combatants: &'a [Combatant], metrics: &'a [Metric]) -> Vec<NamedColumn<'a>> {
    let mut taken: HashSet<String> = HashSet::new();
    let mut columns = Vec::new();
    let mut add = |of: &'a str, prefix: &str, kind: ArrowDataType| {
        let mut name = of.to_owned();
        while !taken.insert(name.clone()) {
            name = format!("{prefix}.{name}");
        }
        columns.push(NamedColumn { name, of, kind });
    };
    add("index", "", ArrowDataType::UInt64);
    add("winner", "", ArrowDataType::LargeUtf8);
    add("rounds", "", ArrowDataType::UInt32);
    for combatant in combatants {
        add(&combatant.id, "combatant", ArrowDataType::LargeUtf8);
    }
    for metric in metrics {
        add(&metric.name, "metric", ArrowDataType::UInt32);
    }
    columns
}

/// The combatants and metrics whose columns have other names than they, because these are taken: each with the name of
/// its column.
pub fn renamed(combatants: &[Combatant], metrics: &[Metric]) -> Vec<(String, String)> {
    let renamed = named_columns(combatants, metrics).into_iter().filter(|column| column.name != column.of);
    renamed.map(|column| (column.of.to_owned(), column.name)).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::atomic::{AtomicU64, Ordering};

    use polars_arrow::types::NativeType;

    use super::*;
    use crate::kernel::quantity::Quantity;
    use crate::kernel::run::run;
    use crate::output::parquet::read;
    use crate::toy::Toy;

    fn column<'a, A: 'static>(table: &'a Frame, name: &str) -> &'a A {
        let (index, ..) = table.schema().get_full(name).expect("there");
        table.columns()[index].as_any().downcast_ref().expect("of that type")
    }

    fn numbers<'a, T: NativeType>(table: &'a Frame, name: &str) -> &'a [T] {
        column::<PrimitiveArray<T>>(table, name).values()
    }

    /// How often a word occurs in a column.
    fn count(table: &Frame, name: &str, word: &str) -> u64 {
        column::<Utf8Array<i64>>(table, name).values_iter().filter(|value| *value == word).count() as u64
    }

    #[test]
    fn the_table_adds_up_to_the_run() {
        let (rules, dir) = (Toy::new(), tempfile::tempdir().expect("a directory"));
        let path = dir.path().join("encounters.parquet");
        let plan = Plan::new(Seed(2), 1000..(1000 + 2 * GROUP + 345));
        let streamed = run_streaming(&rules, &plan, &path, "{}", &Watch::none()).expect("room");
        assert_eq!(streamed, run(&rules, &plan, &Watch::none()));
        let table = read(&path);
        let names: Vec<&str> = table.schema().iter_names().map(AsRef::as_ref).collect();
        assert_eq!(names, ["index", "winner", "rounds", "ann", "bob", "ogre", "rolls", "sixes"]);
        assert_eq!(table.height() as u64, streamed.tally.encounters);
        assert!(numbers::<u64>(&table, "index").iter().copied().eq(plan.range.clone()));
        for (combatant, id) in ["ann", "bob", "ogre"].into_iter().enumerate() {
            for end in EndState::ALL {
                let ends = streamed.tally.end_states()[combatant][end.index()];
                assert_eq!(count(&table, id, end.name()), ends, "{id} {end:?}");
            }
        }
        for winner in Winner::ALL {
            assert_eq!(count(&table, "winner", winner.name()), streamed.tally.won(winner), "{winner}");
        }
        for (name, sums) in
            [("rounds", streamed.tally.rounds()), ("sixes", streamed.tally.totals(Quantity::Metric(1)).sums)]
        {
            let values = numbers::<u32>(&table, name);
            assert_eq!(values.iter().copied().map(u128::from).sum::<u128>(), sums.values, "{name}");
        }
    }

    #[test]
    fn threads_and_batches_do_not_change_the_file() {
        let dir = tempfile::tempdir().expect("a directory");
        let bytes = |threads, batch| {
            let path = dir.path().join("a.parquet");
            let plan = Plan { seed: Seed(2), range: 0..GROUP + 5000, batch };
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a small pool");
            pool.install(|| run_streaming(&Toy::new(), &plan, &path, "{}", &Watch::none())).expect("room");
            fs::read(&path).expect("written")
        };
        let expected = bytes(1, 4096);
        for (threads, batch) in [(2, 4096), (7, 1000), (2, 7), (1, u64::MAX)] {
            assert!(bytes(threads, batch) == expected, "{threads} threads, batches of {batch}");
        }
    }

    #[test]
    fn an_interrupted_run_leaves_no_table() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("a.parquet");
        let finished = AtomicU64::new(0);
        let interrupted = || finished.load(Ordering::Relaxed) >= GROUP + 1000;
        let progress = |encounters| _ = finished.fetch_max(encounters, Ordering::Relaxed);
        let watch = Watch { interrupted: &interrupted, progress: &progress };
        let streamed =
            run_streaming(&Toy::new(), &Plan::new(Seed(2), 7..10 * GROUP), &path, "{}", &watch).expect("room");
        assert!(!streamed.complete);
        let played = streamed.tally.encounters;
        assert!((GROUP + 1000..2 * GROUP).contains(&played), "{played}");
        assert_eq!(streamed.range, 7..7 + played);
        assert_eq!(streamed.tally, run(&Toy::new(), &Plan::new(Seed(2), 7..7 + played), &Watch::none()).tally);
        assert_eq!(fs::read_dir(dir.path()).expect("there").count(), 0, "nothing is left");
    }

    #[test]
    fn no_encounters_make_an_empty_table() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("a.parquet");
        let streamed =
            run_streaming(&Toy::new(), &Plan::new(Seed(2), 5..5), &path, "{}", &Watch::none()).expect("room");
        assert!(streamed.complete);
        let table = read(&path);
        assert_eq!((table.height(), table.width()), (0, 8));
    }

    #[test]
    fn names_that_are_taken_get_a_prefix() {
        let rules = Toy::with_names(["index", "rounds", "ogre"], ["ogre", "winner"]);
        let names: Vec<_> = columns_of(&rules).into_iter().map(|(name, _)| name).collect();
        let expected = [
            "index",
            "winner",
            "rounds",
            "combatant.index",
            "combatant.rounds",
            "ogre",
            "metric.ogre",
            "metric.winner",
        ];
        assert_eq!(names, expected);
        let renamed = renamed(rules.combatants(), rules.metrics());
        let renamed: Vec<(&str, &str)> = renamed.iter().map(|(of, name)| (of.as_str(), name.as_str())).collect();
        let expected = [
            ("index", "combatant.index"),
            ("rounds", "combatant.rounds"),
            ("ogre", "metric.ogre"),
            ("winner", "metric.winner"),
        ];
        assert_eq!(renamed, expected);
    }

    #[test]
    fn a_path_that_cannot_be_written_is_named() {
        let path = Path::new("/nowhere/at/all/a.parquet");
        let error = run_streaming(&Toy::new(), &Plan::new(Seed(2), 0..10), path, "{}", &Watch::none())
            .expect_err("no such directory");
        assert!(error.to_string().contains("cannot write /nowhere/at/all/a.parquet"), "{error}");
    }
}
