//! Every single encounter, kept in a Parquet file or handed on while the run goes on.
//!
//! A group of [recorded](crate::kernel::recording) encounters is a row group of the file, which is encoded and written while
//! the next one is played. The bytes of the file depend on scenario, seed and range alone.

use std::io::BufWriter;
use std::ops::Range;
use std::path::Path;

use equipoise_engine::{Outline, Ruleset, Seed};
use polars::error::{PolarsError, PolarsResult};
use polars_arrow::array::ArrayRef;
use polars_arrow::datatypes::{ArrowSchema, ArrowSchemaRef, Field};
use polars_arrow::record_batch::RecordBatch;

use crate::json::line;
use crate::kernel::recording::{Sink, run_recording};
use crate::kernel::records::{Column, Records};
use crate::kernel::run::{Plan, Run, Watch};
use crate::output::encounters::{Dictionary, EncounterColumn, columns_of, for_pandas};
use crate::output::files::{Draft, FileError, Handle};
use crate::output::parquet::ParquetWriter;
use crate::studies::answer::{Answer, provenance};
use crate::studies::load::Loaded;
use crate::studies::study::Method;

/// Plays the encounters of a plan and writes one row for each, in index order, to a Parquet file.
///
/// Columns: `index`, `winner`, `rounds`, one with the end state of each combatant under its id, one for each metric under its
/// name, and then the numbers that every system has and those of groups, by their full names. A combatant whose id is one of the
/// first three is called `combatant.<id>`, a metric whose name is taken `metric.<name>`. A number that an encounter does not
/// have is null. `provenance` is what its metadata say under the key `equipoise`.
///
/// The run counts exactly what [`run`](crate::kernel::run::run) does. The file gets
/// its name at the end: it is written as a whole or, after an interrupt or an error, not at all.
///
/// # Errors
/// If the file cannot be written; nothing is left of it then.
pub fn run_streaming<R: Ruleset>(
    rules: &R,
    plan: &Plan,
    path: &Path,
    provenance: &str,
    watch: &Watch,
) -> Result<Run, FileError> {
    write_rows(rules.outline(), path, provenance, |sink| run_recording(rules, plan, sink, watch))
}

/// Samples a range of encounters of a scenario, and writes one row for each to a Parquet file, as [`run_streaming`] does;
/// `confidence`, in 0..1, is that of every interval by itself.
///
/// # Errors
/// As for [`run_streaming`].
pub fn answer_with_rows(
    scenario: &Loaded,
    (seed, range): (Seed, Range<u64>),
    confidence: f64,
    path: &Path,
    watch: &Watch,
) -> Result<Answer, FileError> {
    (watch.progress)(0);
    let fights = &scenario.fights;
    let rows = provenance(scenario, Method::ranges(seed, vec![range.clone()], confidence));
    let plan = Plan::new(seed, range);
    let run = write_rows(fights.outline(), path, &line(&rows), |sink| fights.run_recording(&plan, sink, watch))?;
    Ok(Answer::of_run(scenario, seed, run, confidence))
}

/// Writes the rows of the encounters that a run hands on.
fn write_rows(
    outline: &Outline,
    path: &Path,
    provenance: &str,
    run: impl FnOnce(&mut dyn Sink) -> Run,
) -> Result<Run, FileError> {
    let draft = Draft::new(path)?;
    let file = BufWriter::new(draft.handle()?);
    let mut writer = TableWriter::new(outline, file).map_err(|source| draft.table_error(source))?;
    let run = run(&mut writer);
    if let Some(source) = writer.error {
        return Err(draft.table_error(source));
    }
    if run.complete {
        writer.finish(provenance).map_err(|source| draft.table_error(source))?;
        draft.publish()?;
    }
    Ok(run)
}

/// The rows of single encounters of a scenario in Arrow's layout, for whoever wants no file.
pub struct EncounterRows<'a> {
    scenario: &'a Loaded,
    table: Table,
}

impl<'a> EncounterRows<'a> {
    /// The rows with these columns, in the order of the [file](run_streaming); with all of them if none is named.
    ///
    /// # Errors
    /// The first name that no column has.
    pub fn of(scenario: &'a Loaded, names: &[String]) -> Result<Self, String> {
        let mut columns = columns_of(scenario.fights.outline());
        let is_known = |name: &&String| columns.iter().any(|column| column.name == **name);
        if let Some(unknown) = names.iter().find(|name| !is_known(name)) {
            return Err(unknown.clone());
        }
        columns.retain(|column| names.is_empty() || names.contains(&column.name));
        Ok(Self { scenario, table: Table::new(columns, Dictionary::Whole) })
    }

    /// The names and types of the columns.
    pub fn schema(&self) -> &ArrowSchemaRef {
        &self.table.schema
    }

    /// Plays a range of encounters of a seed and hands their rows on in index order, some thousands at a time, until `take` wants no more;
    /// whether all were handed on.
    ///
    /// # Errors
    /// If a number is larger than the rules allow.
    pub fn play(
        &self,
        (seed, range): (Seed, Range<u64>),
        take: impl FnMut(RecordBatch) -> bool + Send,
        watch: &Watch,
    ) -> PolarsResult<bool> {
        let mut sink = Handing { table: &self.table, take, error: None };
        let run = self.scenario.fights.run_recording(&Plan::new(seed, range), &mut sink, watch);
        sink.error.map_or(Ok(run.complete), Err)
    }
}

/// Rows that somebody takes.
struct Handing<'a, F> {
    table: &'a Table,
    take: F,
    error: Option<PolarsError>,
}

impl<F: FnMut(RecordBatch) -> bool + Send> Sink for Handing<'_, F> {
    fn take(&mut self, start: u64, records: &Records) -> bool {
        match self.table.batch(start, records) {
            Ok(batch) => (self.take)(batch),
            Err(error) => {
                self.error = Some(error);
                false
            }
        }
    }
}

/// Columns of single encounters with their types.
struct Table {
    columns: Vec<EncounterColumn>,
    dictionary: Dictionary,
    schema: ArrowSchemaRef,
}

impl Table {
    fn new(columns: Vec<EncounterColumn>, dictionary: Dictionary) -> Self {
        let schema: ArrowSchema = columns.iter().map(field).collect();
        Self { schema: schema.into(), columns, dictionary }
    }

    /// The rows of some encounters, the first of which has the index `start`.
    fn batch(&self, start: u64, records: &Records) -> PolarsResult<RecordBatch> {
        let mut numbers = Column::default();
        let columns = self.columns.iter().map(|column| column.array(start, records, &mut numbers, self.dictionary));
        let columns = columns.collect::<PolarsResult<Vec<ArrayRef>>>()?;
        RecordBatch::try_new(records.len(), self.schema.clone(), columns)
    }
}

/// Writes row groups to the file.
struct TableWriter {
    table: Table,
    writer: ParquetWriter<BufWriter<Handle>>,
    /// The first error; nothing is written after it.
    error: Option<PolarsError>,
}

impl TableWriter {
    fn new(outline: &Outline, file: BufWriter<Handle>) -> PolarsResult<Self> {
        let table = Table::new(columns_of(outline), Dictionary::Occurring);
        Ok(Self { writer: ParquetWriter::new(file, &table.schema)?, table, error: None })
    }

    fn write(&mut self, start: u64, records: &Records) -> PolarsResult<()> {
        self.writer.write(self.table.batch(start, records)?)
    }

    fn finish(self, provenance: &str) -> PolarsResult<()> {
        self.writer.finish_for(provenance, ("pandas", &for_pandas(&self.table.columns)))
    }
}

/// A column's name and type in a schema. Every column may have nulls.
fn field(column: &EncounterColumn) -> Field {
    Field::new(column.name.as_str().into(), column.kind(), true)
}

/// Encoding takes one thread of the pool, while the others play the next group.
impl Sink for TableWriter {
    fn take(&mut self, start: u64, records: &Records) -> bool {
        self.error = self.write(start, records).err();
        self.error.is_none()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicU64, Ordering};

    use equipoise_engine::{EndState, LeadHistory, Outcome, Winner};
    use polars_arrow::array::{DictionaryArray, PrimitiveArray, Utf8Array};
    use polars_arrow::datatypes::{ArrowDataType, IntegerType};
    use polars_arrow::types::NativeType;

    use super::*;
    use crate::kernel::columns::Content;
    use crate::kernel::quantity::Cast;
    use crate::kernel::recording::GROUP;
    use crate::kernel::run::run;
    use crate::kernel::tally::Tally;
    use crate::output::encounters::renamed;
    use crate::output::parquet::read;
    use crate::registry::Registry;
    use crate::studies::load::{Files, Loader, load};
    use crate::toy::Toy;

    fn column<'a, A: 'static>(table: &'a RecordBatch, name: &str) -> &'a A {
        let (index, ..) = table.schema().get_full(name).expect("there");
        table.columns()[index].as_any().downcast_ref().expect("of that type")
    }

    /// The numbers of a column of integers, of whatever width.
    fn numbers(table: &RecordBatch, name: &str) -> Vec<Option<i64>> {
        fn of<T: NativeType + Into<i64>>(array: &ArrayRef) -> Option<Vec<Option<i64>>> {
            let array = array.as_any().downcast_ref::<PrimitiveArray<T>>()?;
            Some(array.iter().map(|number| number.map(|&number| number.into())).collect())
        }
        let (index, ..) = table.schema().get_full(name).expect("there");
        let array = &table.columns()[index];
        let integers = of::<i8>(array).or_else(|| of::<i16>(array)).or_else(|| of::<i32>(array));
        integers.or_else(|| of::<i64>(array)).expect("signed integers")
    }

    /// The number of times that a word occurs in a column.
    fn count(table: &RecordBatch, name: &str, word: &str) -> u64 {
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
        let expected = ["index", "winner", "rounds", "ann", "bob", "ogre", "rolls", "sixes"];
        assert_eq!(names, [&expected[..], &EXTRAS].concat());
        assert_eq!(table.height() as u64, streamed.tally.encounters);
        let indices = column::<PrimitiveArray<u64>>(&table, "index").values();
        assert!(indices.iter().copied().eq(plan.range.clone()));
        for (combatant, id) in ["ann", "bob", "ogre"].into_iter().enumerate() {
            for end in EndState::ALL {
                let ends = streamed.tally.end_states()[combatant][end.index()];
                assert_eq!(count(&table, id, end.name()), ends, "{id} {end:?}");
            }
        }
        for winner in Winner::ALL {
            assert_eq!(count(&table, "winner", winner.name()), streamed.tally.won(winner), "{winner}");
        }
        assert_sums(&table, &streamed.tally, &["rounds", "rolls", "sixes"]);
        assert_sums(&table, &streamed.tally, &EXTRAS);
    }

    /// Columns of the numbers that every system has.
    const EXTRAS: [&str; 6] =
        ["party_any_dead", "party_all_out", "enemies_any_dead", "lead_changes", "last_behind", "final_margin"];

    /// Columns have the sums of a tally over the encounters that have the number, and null in the others.
    fn assert_sums(table: &RecordBatch, tally: &Tally, names: &[&str]) {
        for name in names {
            let totals = tally.totals(tally.cast().find(name).expect("a quantity"));
            let present: Vec<i64> = numbers(table, name).into_iter().flatten().collect();
            assert_eq!(present.len() as u64, totals.encounters, "{name}");
            assert_eq!(present.iter().map(|&number| number as u128).sum::<u128>(), totals.sums.values, "{name}");
        }
    }

    /// The numbers of groups stand behind those of every system; nobody won some of these encounters, which therefore have no
    /// margin.
    #[test]
    fn groups_and_what_did_not_happen_are_in_the_table() {
        let (rules, dir) = (Toy::with_pair(), tempfile::tempdir().expect("a directory"));
        let path = dir.path().join("encounters.parquet");
        let streamed = run_streaming(&rules, &Plan::new(Seed(5), 0..2000), &path, "{}", &Watch::none()).expect("room");
        let table = read(&path);
        let names: Vec<String> = table.schema().iter_names().map(ToString::to_string).collect();
        let cast = Cast::of(&rules);
        let expected = cast.quantities().into_iter().map(|quantity| cast.name(quantity));
        let expected: Vec<String> = expected.filter(|name| name.starts_with("groups.")).collect();
        assert_eq!((names[14..].to_vec(), expected.len()), (expected.clone(), 8));
        assert_sums(&table, &streamed.tally, &expected.iter().map(String::as_str).collect::<Vec<_>>());
        let margins = numbers(&table, "final_margin");
        let nobody = streamed.tally.won(Winner::Draw) + streamed.tally.won(Winner::Timeout);
        assert_eq!(margins.iter().filter(|margin| margin.is_none()).count() as u64, nobody);
        assert!(nobody > 0);
    }

    /// Twelve rounds at most and 1000 thousandths: with room for the sum of two. Nothing bounds the metrics of the toy.
    #[test]
    fn widths_follow_from_what_the_scenario_allows() {
        let columns = columns_of(Toy::with_pair().outline());
        let kind = |name: &str| columns.iter().find(|column| column.name == name).expect(name).kind();
        let word = ArrowDataType::Dictionary(IntegerType::Int8, Box::new(ArrowDataType::LargeUtf8), false);
        for (name, expected) in [
            ("index", ArrowDataType::UInt64),
            ("winner", word.clone()),
            ("ogre", word),
            ("rounds", ArrowDataType::Int8),
            ("rolls", ArrowDataType::Int64),
            ("lead_changes", ArrowDataType::Int8),
            ("final_margin", ArrowDataType::Int16),
            ("groups.pair.dead", ArrowDataType::Int8),
        ] {
            assert_eq!(kind(name), expected, "{name}");
        }
    }

    /// A toy whose metrics are declared to be at most so large.
    fn bounded(most: u32) -> Toy {
        let mut toy = Toy::new();
        toy.outline.metrics.iter_mut().for_each(|metric| metric.most = most);
        toy
    }

    /// Twelve rounds of one roll each, with a bound that forgets most of them.
    #[test]
    fn a_number_that_would_not_fit_is_refused() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("a.parquet");
        let (fitting, wrong) = (bounded(63), bounded(0));
        run_streaming(&fitting, &Plan::new(Seed(2), 0..2000), &path, "{}", &Watch::none()).expect("room for 12");
        fs::remove_file(&path).expect("written");
        run_streaming(&wrong, &Plan::new(Seed(2), 0..2000), &path, "{}", &Watch::none())
            .expect("8 bits hold 12 as well");
        let mut column = columns_of(wrong.outline()).remove(6);
        assert_eq!(column.name, "rolls");
        column.content = Content::Number(crate::kernel::quantity::Quantity::Rounds);
        let mut records = Records::default();
        records.restart(wrong.combatants(), wrong.metrics());
        let outcome = |rounds| Outcome { winner: Winner::Draw, rounds };
        for rounds in [127, 128] {
            records.add(outcome(rounds), [EndState::Standing; 3].into_iter(), &[0, 0], &LeadHistory::default());
        }
        let error = column
            .array(40, &records, &mut Column::default(), Dictionary::Occurring)
            .expect_err("128 does not fit 8 bits");
        assert!(error.to_string().contains("encounter 41 has 128 in `rolls`"), "{error}");
    }

    /// The same rows as in the file, in parts that have one dictionary, as far as they are wanted.
    #[test]
    fn rows_are_handed_on_without_a_file() {
        let text = "system = \"duel\"\nname = \"Two\"\n\
                    combatants = [{ id = \"ann\", initiative = 2, attributes = { strike = 5 } }, \
                    { id = \"bob\", initiative = 3, attributes = { strike = 4 } }]\n";
        let files = Files::from([(PathBuf::from("a.toml"), text.to_owned())]);
        let loaded = load(Loader::new(Registry::SHIPPED, &files), Path::new("a.toml"), &[]).expect("a duel");
        assert_eq!(EncounterRows::of(&loaded, &["nobody".to_owned()]).err().as_deref(), Some("nobody"));
        let wanted = ["rounds", "winner", "ann"].map(str::to_owned);
        let rows = EncounterRows::of(&loaded, &wanted).expect("columns");
        let names: Vec<&str> = rows.schema().iter_names().map(AsRef::as_ref).collect();
        assert_eq!(names, ["winner", "rounds", "ann"]);
        let mut parts = Vec::new();
        let range = 5..5 + GROUP + 100;
        let take = |part| {
            parts.push(part);
            true
        };
        assert!(rows.play((Seed(4), range.clone()), take, &Watch::none()).expect("they fit"));
        let counted = loaded.fights.run(&Plan::new(Seed(4), range.clone()), &Watch::none()).tally;
        assert_eq!(parts.iter().map(RecordBatch::height).collect::<Vec<_>>(), [GROUP as usize, 100]);
        let rounds: i64 = parts.iter().flat_map(|part| numbers(part, "rounds")).flatten().sum();
        assert_eq!(rounds as u128, counted.totals(counted.cast().find("rounds").expect("there")).sums.values);
        for part in &parts {
            let winner: &DictionaryArray<i8> = column(part, "winner");
            let words = winner.values().as_any().downcast_ref::<Utf8Array<i64>>().expect("words");
            assert!(words.values_iter().eq(Winner::ALL.map(Winner::name)));
        }
        let mut taken = 0;
        let enough = |part: RecordBatch| {
            taken += part.height();
            false
        };
        assert!(!rows.play((Seed(4), range), enough, &Watch::none()).expect("they fit"));
        assert_eq!(taken as u64, GROUP);
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
        assert_eq!((table.height(), table.width()), (0, 14));
    }

    #[test]
    fn names_that_are_taken_get_a_prefix() {
        let rules = Toy::with_names(["index", "rounds", "ogre"], ["ogre", "winner"]);
        let names: Vec<_> = columns_of(rules.outline()).into_iter().map(|column| column.name).take(8).collect();
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
        let renamed = renamed(rules.outline());
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
