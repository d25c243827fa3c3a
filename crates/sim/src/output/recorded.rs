//! Files that hold results with where they come from: read, made again and compared.
//!
//! A file may be JSON as it is printed, a page with its results in it, the `run.json` of a directory, the directory itself or a table in it, the
//! Parquet file of single encounters, or a shard. Nothing is read but the files of the record; what is made again is
//! written to a temporary directory, and removed.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use equipoise_engine::Seed;
use serde::Serialize;
use serde_json::Value;

use crate::kernel::run::Watch;
use crate::output::document::is_partial;
use crate::output::embedded::{is_page, lines_of};
use crate::output::files::{
    ACCOUNTS, CHECK, CROSSINGS, RECORD, REFERENCE, RUN, SHARDS, account_paths, crossing_paths, report_paths,
    write_swept,
};
use crate::output::odds::write_odds;
use crate::output::parquet::{Footer, footer};
use crate::output::shard::without_mark;
use crate::output::stream::answer_with_rows;
use crate::record::{Files, Shard};
use crate::registry::Registry;
use crate::studies::answer::{Answer, Sample};
use crate::studies::cross::Crossing;
use crate::studies::odds::ScenarioOdds;
use crate::studies::provenance::Versions;
use crate::studies::rerun::{
    Difference, Judged, Record, RecordError, Records, Rerun, RerunError, records, rerun, rerun_crossings,
};
use crate::studies::study::{Extent, Found, JointShard, Method, Run, Sampling, Study, StudyError};

mod bytes;
mod error;
mod joint;

pub use error::{RecordedError, RemadeError};

/// The largest size of a record in JSON, in bytes.
pub const BYTES_MAX: u64 = 256 << 20;

/// The confidence under which a shard is read: it has none, since it holds counts alone.
const CONFIDENCE: f64 = 0.95;

/// Results of a file.
#[derive(Debug)]
pub struct Recorded {
    path: PathBuf,
    records: Vec<Record>,
    /// Crossings that `sweep --cross` has found, with how many crossings do not say where they come from.
    crossings: (Vec<Record>, usize),
    held: Held,
}

/// The content of a file beside the records.
#[derive(Debug)]
enum Held {
    /// Nothing: they are the results.
    Results,
    /// The files of a directory.
    Set { dir: PathBuf },
    /// A table of such a set.
    Table,
    /// A row for each encounter; so many of them.
    Rows { count: u64 },
    /// A row for each attack.
    Odds,
    /// Counts, one for each record.
    Shards(Vec<Shard>),
    /// Joint counts.
    Comparison(Box<JointShard>),
}

impl Recorded {
    /// Reads a file, or the directory of a set.
    ///
    /// # Errors
    /// If it cannot be read, or does not say where its results come from.
    pub fn read(registry: Registry, path: &Path) -> Result<Self, RecordedError> {
        let unreadable = |source| RecordedError::Read { path: path.to_owned(), source };
        if fs::metadata(path).map_err(unreadable)?.is_dir() {
            return Self::read_set(registry, path);
        }
        if path.extension().is_some_and(|extension| extension == "csv") {
            let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let is_of_set = report_paths(dir, false).contains(&dir.join(path.file_name().unwrap_or_default()));
            let is_of_set = is_of_set
                || path.file_name().is_some_and(|name| [ACCOUNTS, CHECK, CROSSINGS].iter().any(|known| name == *known));
            let has_run = dir.join(RUN).is_file();
            return if is_of_set && has_run {
                Self::read_set(registry, dir)
            } else {
                Err(RecordedError::Stray { path: path.into() })
            };
        }
        let mut start = Vec::new();
        open(path)?.take(4).read_to_end(&mut start).map_err(unreadable)?;
        if start == *b"PAR1" {
            Self::read_parquet(registry, path)
        } else {
            Self::read_from(registry, path, open(path)?)
        }
    }

    /// Reads JSON from anywhere; `path` is what messages call it.
    ///
    /// # Errors
    /// As for [`read`](Self::read).
    pub fn read_from(registry: Registry, path: &Path, reader: impl Read) -> Result<Self, RecordedError> {
        Self::of_json(registry, path, &read_text(path, reader)?)
    }

    fn read_set(registry: Registry, dir: &Path) -> Result<Self, RecordedError> {
        let run = dir.join(RUN);
        let text = read_text(&run, open(&run)?)?;
        if is_partial(&text) {
            return Err(RecordedError::Partial { path: dir.to_owned() });
        }
        Ok(Self::new(dir, parse(registry, &run, &text)?, Held::Set { dir: dir.to_owned() }))
    }

    fn of_json(registry: Registry, path: &Path, text: &[u8]) -> Result<Self, RecordedError> {
        if is_page(text) {
            let lines = lines_of(text).ok_or_else(|| RecordedError::Page { path: path.to_owned() })?;
            return Ok(Self::new(path, parse(registry, path, lines)?, Held::Results));
        }
        if JointShard::is_like(text) {
            let shard = JointShard::parse(path, text)?;
            let results = joint::records(registry, path, &shard)?;
            let records = Records { results, ..Records::default() };
            return Ok(Self::new(path, records, Held::Comparison(Box::new(shard))));
        }
        if !Shard::is_like(text) {
            return Ok(Self::new(path, parse(registry, path, text)?, Held::Results));
        }
        let shards = Shard::parse_all(path, text)?;
        // Each is read as the result of a run over its encounters.
        let line = |shard: &Shard| {
            let answer = Sample::of_shard(shard, CONFIDENCE).answer_of(shard);
            format!("{{\"provenance\":{}}}\n", crate::json::line(&answer.provenance))
        };
        let mut records = parse_results(registry, path, shards.iter().map(line).collect::<String>().as_bytes())?;
        for (record, shard) in records.results.iter_mut().zip(&shards) {
            record.versions = Versions {
                equipoise: shard.version.clone(),
                seed_contract: shard.seed_contract,
                ..record.versions.clone()
            };
        }
        Ok(Self::new(path, records, Held::Shards(shards)))
    }

    fn read_parquet(registry: Registry, path: &Path) -> Result<Self, RecordedError> {
        let unfit = |reason| RecordedError::Parquet { path: path.to_owned(), reason };
        let Footer { rows, mut provenance } = footer(path).map_err(unfit)?;
        if provenance == REFERENCE {
            let beside = footer(&path.with_file_name(RECORD));
            let missing = |reason| unfit(format!("its record is that of {RECORD}, which is not beside it: {reason}"));
            provenance = beside.map_err(missing)?.provenance;
        }
        let is_set = serde_json::from_str::<Value>(&provenance).is_ok_and(|value| value.get("results").is_some());
        let (text, held) = if is_set {
            (provenance, Held::Table)
        } else {
            (format!("{{\"provenance\":{provenance}}}"), Held::Rows { count: rows })
        };
        let records = parse_results(registry, path, text.as_bytes())?;
        let is_of_odds = matches!(records.results[0].study, Study::Odds(_));
        Ok(Self::new(path, records, if is_of_odds { Held::Odds } else { held }))
    }

    fn new(path: &Path, Records { results, crossings, unknown_crossings }: Records, held: Held) -> Self {
        Self { path: path.to_owned(), records: results, crossings: (crossings, unknown_crossings), held }
    }

    /// The results and the crossings.
    fn all(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().chain(&self.crossings.0)
    }

    /// Whether the records have the numbers of their results, as JSON and a directory of `--out` do.
    pub const fn has_numbers(&self) -> bool {
        matches!(self.held, Held::Results | Held::Set { .. })
    }

    /// The number of rows of encounters in the file; `None` if it has none.
    pub const fn rows(&self) -> Option<u64> {
        match self.held {
            Held::Rows { count } => Some(count),
            _ => None,
        }
    }

    /// The texts of the first result that is of this scenario, if there is one.
    pub fn texts_of(&self, scenario: &Path) -> Option<Arc<Files>> {
        let is_of = |record: &&Record| record.study.scenarios().into_iter().any(|path| path == scenario);
        self.all().find(is_of).map(|record| record.files.clone())
    }

    /// The path that was read.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The results that have numbers.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The versions of the results that are not those of this program, each once.
    pub fn other_versions(&self) -> Vec<&Versions> {
        let mut others: Vec<&Versions> = Vec::new();
        for Record { versions, .. } in self.all() {
            if *versions != Versions::here() && !others.contains(&versions) {
                others.push(versions);
            }
        }
        others
    }

    /// The commits of other builds of this version that have made results, each once.
    pub fn other_builds(&self) -> Vec<&str> {
        let mut others: Vec<&str> = Vec::new();
        for commit in
            self.all().filter(|record| record.is_of_another_build()).filter_map(|record| record.commit.as_deref())
        {
            if !others.contains(&commit) {
                others.push(commit);
            }
        }
        others
    }

    /// A verdict in words: the file, what of it was compared, and `same`, or `different` with the first difference.
    pub fn words(&self, judged: &Judged) -> String {
        let path = self.path.display();
        let number =
            judged.number.filter(|_| self.records.len() > 1).map_or_else(String::new, |number| format!(" {number}"));
        let name = if judged.name.is_empty() { String::new() } else { format!(": {}", judged.name) };
        match &judged.difference {
            None => format!("{path}{number}{name}: same"),
            Some(difference) => format!("{path}{number}{name}: different: {difference}"),
        }
    }

    /// A verdict as one object of JSON: `file, [result,] name, equipoise, [commit,] seed_contract, verdict`, and `key,
    /// recorded, remade` of the first difference.
    pub fn line(&self, judged: &Judged) -> String {
        #[derive(Serialize)]
        struct Line<'a> {
            file: String,
            #[serde(skip_serializing_if = "Option::is_none")]
            result: Option<usize>,
            name: &'a str,
            equipoise: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            commit: Option<&'a str>,
            seed_contract: u32,
            verdict: &'static str,
            #[serde(flatten)]
            difference: Option<&'a Difference>,
        }
        let of = judged.number.and_then(|number| self.records.iter().find(|record| record.number == number));
        let of = of.or_else(|| self.all().next()).expect("a record has a result or a crossing");
        let Versions { equipoise, seed_contract, .. } = &of.versions;
        crate::json::line(&Line {
            file: self.path.display().to_string(),
            result: judged.number,
            name: &judged.name,
            equipoise,
            commit: of.commit.as_deref(),
            seed_contract: *seed_contract,
            verdict: if judged.difference.is_none() { "same" } else { "different" },
            difference: judged.difference.as_ref(),
        })
    }

    /// The number of encounters that it takes at the most to make all of them again.
    pub fn encounters(&self) -> u64 {
        self.all().map(|record| record.study.encounters()).fold(0, u64::saturating_add)
    }

    /// Makes everything again and compares it.
    ///
    /// # Errors
    /// If a study has no result or was interrupted, or if there is no room for temporary files.
    pub fn rerun(&self, watch: &Watch) -> Result<Vec<Judged>, RemadeError> {
        match &self.held {
            Held::Results => {
                let Rerun { mut judged, .. } = rerun(&self.records, watch)?;
                judged.extend(self.rerun_crossings(watch)?.0);
                Ok(judged)
            }
            Held::Set { dir } => {
                let Rerun { mut judged, answers } = rerun(&self.records, watch)?;
                let (of_crossings, crossings) = self.rerun_crossings(watch)?;
                judged.extend(of_crossings);
                judged.extend(self.compare_set(dir, &answers, &crossings)?);
                Ok(judged)
            }
            Held::Table => {
                let (answers, crossings) = (rerun(&self.records, watch)?.answers, self.rerun_crossings(watch)?.1);
                Ok(vec![self.compare_table(&answers, &crossings)?])
            }
            Held::Rows { count } => Ok(vec![self.compare_rows(*count, watch)?]),
            Held::Odds => Ok(vec![self.compare_odds(watch)?]),
            Held::Comparison(shard) => Ok(vec![joint::compare(self, shard, watch)?]),
            Held::Shards(shards) => {
                let pairs = shards.iter().zip(&self.records);
                pairs.map(|(shard, record)| Ok(self.compare_shard(shard, record, watch)?)).collect()
            }
        }
    }

    /// Makes the crossings again, after the results: they are the last that progress is told of.
    fn rerun_crossings(&self, watch: &Watch) -> Result<(Vec<Judged>, Vec<Found<Crossing>>), RerunError> {
        let (crossings, unknown) = &self.crossings;
        if *unknown > 0 {
            return Err(RerunError::Unknown);
        }
        let before = self.records.iter().map(|record| record.study.encounters()).fold(0, u64::saturating_add);
        let progress = |finished: u64| (watch.progress)(before.saturating_add(finished));
        Ok(rerun_crossings(crossings, &Watch { progress: &progress, ..*watch })?.into_iter().unzip())
    }

    /// Whether all of it was made by this very version.
    fn is_same_version(&self) -> bool {
        self.all().all(|record| record.versions == Versions::here())
    }

    /// Whether all of it was made by this very build, as its metadata say.
    fn is_same_build(&self) -> bool {
        self.is_same_version() && self.all().all(|record| record.commit.as_deref() == record.registry.commit())
    }

    /// Compares every file of a set but `run.json`, whose results are compared one by one. Parquet is compared where it
    /// is there.
    fn compare_set(
        &self,
        dir: &Path,
        answers: &[Answer],
        crossings: &[Found<Crossing>],
    ) -> Result<Vec<Judged>, RemadeError> {
        let parquet = report_paths(dir, true).iter().any(|path| is_parquet(path) && path.exists());
        let remade = tempfile::tempdir()?;
        let written = write_swept(remade.path(), answers, crossings, parquet)?;
        let names = written.iter().filter_map(|path| path.file_name()).filter(|name| *name != RUN && *name != SHARDS);
        let judged = names.map(|name| {
            let difference = bytes::between(&dir.join(name), &remade.path().join(name), self.is_same_build());
            Ok(file(name.to_string_lossy().into_owned(), difference?))
        });
        // A file that no result explains is not of the set, however well it looks.
        let has_accounts = written.iter().any(|path| path.file_name().is_some_and(|name| name == ACCOUNTS));
        let unexplained =
            [(crossings.is_empty(), crossing_paths(dir, true)), (!has_accounts, account_paths(dir, true))];
        let strays = unexplained.into_iter().filter(|(is_stray, _)| *is_stray).flat_map(|(_, paths)| paths);
        let strays = strays.filter(|path| path.exists());
        let stray = |path: PathBuf| {
            let difference = Difference { key: String::new(), recorded: Some("a file".to_owned()), remade: None };
            Ok(file(path.file_name().unwrap_or_default().to_string_lossy().into_owned(), Some(difference)))
        };
        judged.chain(strays.map(stray)).chain(self.compare_counts(dir, answers).map(Ok)).collect()
    }

    /// Compares the counts of a set, if it has any.
    fn compare_counts(&self, dir: &Path, answers: &[Answer]) -> Option<Judged> {
        let path = dir.join(SHARDS);
        if !path.exists() {
            return None;
        }
        let remade: Vec<Shard> = answers.iter().filter_map(Answer::shard).collect();
        let difference = match Shard::read(&path) {
            Ok(shards) if shards.len() == remade.len() => {
                shards.iter().zip(remade).find_map(|(shard, remade)| self.between(shard, remade))
            }
            read => {
                let recorded = read.map_or_else(|error| error.to_string(), |shards| shards.len().to_string());
                let (recorded, remade) = (Some(recorded), Some(remade.len().to_string()));
                Some(Difference { key: "shards".to_owned(), recorded, remade })
            }
        };
        Some(file(SHARDS.to_owned(), difference))
    }

    /// Compares a table with that of the four to which it is equal, else with the one of its name.
    fn compare_table(&self, answers: &[Answer], crossings: &[Found<Crossing>]) -> Result<Judged, RemadeError> {
        let remade = tempfile::tempdir()?;
        let written = write_swept(remade.path(), answers, crossings, true)?;
        let mut tables: Vec<&PathBuf> = written.iter().filter(|path| is_parquet(path)).collect();
        tables.sort_by_key(|table| table.file_name() != self.path.file_name());
        let mut first = None;
        for table in tables {
            let Some(difference) = bytes::between(&self.path, table, self.is_same_build())? else {
                return Ok(file(String::new(), None));
            };
            first.get_or_insert(difference);
        }
        Ok(file(String::new(), first))
    }

    fn compare_rows(&self, count: u64, watch: &Watch) -> Result<Judged, RemadeError> {
        let record = &self.records[0];
        let Study::Run(run @ Run { method: Method::Sample(sampling), .. }) = &record.study else {
            return Err(RerunError::Unfit.into());
        };
        let Sampling { seed, encounters: Extent::Ranges(ranges), confidence, .. } = sampling else {
            return Err(RerunError::Unfit.into());
        };
        let [range] = ranges.as_slice() else { return Err(RerunError::Unfit.into()) };
        if range.end - range.start != count {
            let [recorded, remade] = [count, range.end - range.start].map(|rows| Some(rows.to_string()));
            return Ok(file(String::new(), Some(Difference { key: "rows".to_owned(), recorded, remade })));
        }
        let remade = tempfile::tempdir()?;
        let path = remade.path().join("rows.parquet");
        let loaded = run.load(record.loader()).map_err(|source| self.failed(source))?;
        let rows = answer_with_rows(&loaded, (Seed(*seed), range.clone()), *confidence, &path, watch);
        let answer = rows.map_err(|source| RemadeError::Rows { result: record.number, source })?;
        if answer.is_interrupted {
            return Err(self.failed(StudyError::Interrupted).into());
        }
        Ok(file(String::new(), bytes::between(&self.path, &path, self.is_same_build())?))
    }

    fn compare_odds(&self, watch: &Watch) -> Result<Judged, RemadeError> {
        let record = &self.records[0];
        let Study::Odds(odds) = &record.study else { return Err(RerunError::Unfit.into()) };
        let loaded = odds.load(record.loader()).map_err(|source| self.failed(source))?;
        let found = loaded.find(watch).map_err(|source| self.failed(source))?;
        let scenarios: Vec<ScenarioOdds> = found.into_iter().map(|found| found.result).collect();
        let remade = tempfile::tempdir()?;
        let path = remade.path().join("odds.parquet");
        write_odds(&path, &scenarios, &loaded.provenance())?;
        Ok(file(String::new(), bytes::between(&self.path, &path, self.is_same_build())?))
    }

    fn compare_shard(&self, shard: &Shard, record: &Record, watch: &Watch) -> Result<Judged, RerunError> {
        let Study::Run(run) = &record.study else { return Err(RerunError::Unfit) };
        let play = || {
            let loaded = run.load(record.loader())?;
            let answer = run.play(&loaded, watch)?;
            if answer.is_interrupted { Err(StudyError::Interrupted) } else { Ok(answer.shard()) }
        };
        let failed = |source| RerunError::Study { result: record.number, source: Box::new(source) };
        let remade = play().map_err(failed)?.ok_or(RerunError::Unfit)?;
        let name = if shard.cell.is_some() { record.name() } else { shard.scenario.clone() };
        Ok(file(name, self.between(shard, remade)))
    }

    /// The first difference between a shard and the one that was made again.
    fn between(&self, shard: &Shard, remade: Shard) -> Option<Difference> {
        // The cell is known from the shard alone.
        let remade = Shard { cell: shard.cell, ..remade };
        Difference::between(&counts(shard), &counts(&remade), self.is_same_version())
    }

    fn failed(&self, source: StudyError) -> RerunError {
        RerunError::Study { result: self.records[0].number, source: Box::new(source) }
    }
}

fn file(name: String, difference: Option<Difference>) -> Judged {
    Judged { number: None, name, difference }
}

/// A shard as JSON, without its versions, nor its CRC-32, which depends on them.
fn counts(shard: &Shard) -> Value {
    let mut value: Value = serde_json::from_str(&shard.text()).expect("our own JSON");
    for key in ["format", "version", "commit", "seed_contract", "crc32"] {
        value.as_object_mut().expect("an object").remove(key);
    }
    value
}

fn is_parquet(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "parquet")
}

fn parse(registry: Registry, path: &Path, text: &[u8]) -> Result<Records, RecordedError> {
    records(registry, text).map_err(|source| RecordedError::Record { path: path.to_owned(), source })
}

/// As [`parse`], of what has at least one result beside its crossings.
fn parse_results(registry: Registry, path: &Path, text: &[u8]) -> Result<Records, RecordedError> {
    let records = parse(registry, path, text)?;
    let empty = || RecordedError::Record { path: path.to_owned(), source: RecordError::Empty };
    if records.results.is_empty() { Err(empty()) } else { Ok(records) }
}

fn open(path: &Path) -> Result<File, RecordedError> {
    File::open(path).map_err(|source| RecordedError::Read { path: path.to_owned(), source })
}

/// The bytes of a text, of which there are not too many.
fn read_text(path: &Path, reader: impl Read) -> Result<Vec<u8>, RecordedError> {
    let mut text = Vec::new();
    let read = reader.take(BYTES_MAX + 1).read_to_end(&mut text);
    read.map_err(|source| RecordedError::Read { path: path.to_owned(), source })?;
    if text.len() as u64 > BYTES_MAX {
        Err(RecordedError::TooLarge { path: path.to_owned() })
    } else {
        Ok(without_mark(text))
    }
}
