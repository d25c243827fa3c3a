//! The rows of single encounters that an earlier run has left, compared with the same encounters today.
//!
//! Counts tell that something differs; rows tell which fights, and which is the first. The file is read a row group at
//! a time, and the encounters of each group are played on all threads.

use std::ops::Range;
use std::path::{Path, PathBuf};

use equipoise_engine::Seed;
use polars_arrow::array::{ArrayRef, PrimitiveArray, Utf8Array};
use polars_arrow::types::NativeType;
use thiserror::Error;

use crate::kernel::batches::in_batches;
use crate::kernel::columns::{ABSENT, Content};
use crate::kernel::records::{Column, Records};
use crate::kernel::run::{BATCH, Watch};
use crate::output::encounters::{EncounterColumn, columns_of};
use crate::output::parquet::ParquetReader;
use crate::output::recorded::{Recorded, RecordedError};
use crate::registry::Registry;
use crate::studies::baseline::Cell;
use crate::studies::compare::{Apart, Recordable, mark};
use crate::studies::load::Loaded;
use crate::studies::rerun::{Record, RerunError};
use crate::studies::study::{Extent, Method, Run, Sampling, Study, StudyError};

pub use crate::output::parquet::is_reading;

/// The reason why rows cannot be compared.
#[derive(Debug, Error)]
pub enum RowsError {
    /// The file cannot be read, or does not say where it comes from.
    #[error(transparent)]
    Unread(#[from] RecordedError),
    /// It holds no rows of encounters.
    #[error("{} has no rows of encounters: run --encounters-out writes them", path.display())]
    NoRows {
        /// The path.
        path: PathBuf,
    },
    /// No result is of the same scenario and dice.
    #[error("{} has the encounters of no result of the baseline", path.display())]
    Stranger {
        /// The path.
        path: PathBuf,
    },
    /// Its rows are not what it says they are.
    #[error("{} is damaged: {reason}", path.display())]
    Damaged {
        /// The path.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The scenario cannot be played today.
    #[error(transparent)]
    Unplayed(#[from] RerunError),
}

impl RowsError {
    /// Whether somebody asked to stop.
    pub fn is_interrupt(&self) -> bool {
        matches!(self, Self::Unplayed(error) if error.is_interrupt())
    }
}

/// Rows of encounters, and where they come from.
pub struct Rows {
    path: PathBuf,
    /// The study under which they are recorded.
    study: Run,
    seed: u64,
    range: Range<u64>,
    recorded: Recorded,
}

impl Rows {
    /// Finds out what a file has the rows of.
    ///
    /// # Errors
    /// If it cannot be read, or has no rows of encounters.
    pub fn open(registry: Registry, path: &Path) -> Result<Self, RowsError> {
        let recorded = Recorded::read(registry, path)?;
        let no_rows = || RowsError::NoRows { path: path.to_owned() };
        let count = recorded.rows().ok_or_else(no_rows)?;
        let Study::Run(study) = &recorded.records()[0].study else { return Err(no_rows()) };
        let Method::Sample(Sampling { seed, encounters: Extent::Ranges(ranges), .. }) = &study.method else {
            return Err(no_rows());
        };
        match ranges.as_slice() {
            [range] if range.end - range.start == count => {
                Ok(Self { path: path.to_owned(), seed: *seed, range: range.clone(), study: study.clone(), recorded })
            }
            _ => {
                let reason = format!("{count} rows are not those of the encounters that it names");
                Err(RowsError::Damaged { path: path.to_owned(), reason })
            }
        }
    }

    /// The number of rows.
    pub const fn len(&self) -> u64 {
        self.range.end - self.range.start
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first of some records that is of the same scenario, as the rules see it today, and of the same dice.
    ///
    /// # Errors
    /// If there is none, or the scenario of the rows has mistakes today.
    pub fn record_of<'a>(&self, records: impl IntoIterator<Item = &'a Record>) -> Result<&'a Record, RowsError> {
        let own = self.load()?;
        let is_of = |record: &&Record| match &record.study {
            Study::Run(run @ Run { method: Method::Sample(sampling), .. }) if sampling.seed == self.seed => {
                run.load(record.loader()).is_ok_and(|loaded| loaded.is_identical(&own))
            }
            _ => false,
        };
        let found = records.into_iter().find(is_of);
        found.ok_or_else(|| RowsError::Stranger { path: self.path.clone() })
    }

    fn load(&self) -> Result<Loaded, RowsError> {
        let record = &self.recorded.records()[0];
        Ok(self
            .study
            .load(record.loader())
            .map_err(|source| RerunError::Study { result: record.number, source: Box::new(source) })?)
    }

    /// Plays the encounters of all rows: how many differ, and how the first one does.
    ///
    /// # Errors
    /// If the rows are damaged, and after an interrupt.
    pub fn compare(&self, watch: &Watch) -> Result<(Apart, Vec<Cell>), RowsError> {
        let damaged = |reason| RowsError::Damaged { path: self.path.clone(), reason };
        let loaded = self.load()?;
        let mut reader = ParquetReader::open(&self.path).map_err(damaged)?;
        let columns = Columns::of(&loaded, &reader);
        let (mut all, mut start) = (Found::default(), self.range.start);
        for group in 0..reader.groups() {
            let (range, numbers) = columns.read(&mut reader, group, start..self.range.end).map_err(damaged)?;
            start = range.end;
            let before = all.apart.encounters;
            let progress = |finished: u64| (watch.progress)(before.saturating_add(finished));
            let watch = Watch { progress: &progress, ..*watch };
            let worker = || Worker::default();
            let fights = loaded.fights.recordable();
            let play = |worker: &mut Worker, batch: Range<u64>| {
                let offset = (batch.start - range.start) as usize;
                worker.play(&columns, fights, Seed(self.seed), batch, |column| &numbers[column][offset..]);
            };
            for worker in in_batches(&range, BATCH, &watch, worker, play) {
                all.merge(worker.found);
            }
            if all.apart.encounters - before < range.end - range.start {
                let result = self.recorded.records()[0].number;
                return Err(RerunError::Study { result, source: Box::new(StudyError::Interrupted) }.into());
            }
        }
        if start < self.range.end {
            return Err(damaged(format!("its rows end before encounter {start}")));
        }
        Ok((all.apart, all.cells))
    }
}

/// The number for which no word of a column stands.
const UNKNOWN: u32 = u32::MAX;

/// A number of a column in words.
fn shown(content: Content, number: u32) -> String {
    match content.words() {
        Some(words) => words.get(number as usize).map_or_else(|| "unknown".to_owned(), |&word| word.to_owned()),
        None if number == ABSENT => "none".to_owned(),
        None => number.to_string(),
    }
}

/// The columns that a file has, of those that it would have today.
struct Columns {
    index: Option<usize>,
    /// Each with its index in the file.
    list: Vec<(usize, EncounterColumn)>,
}

impl Columns {
    fn of(loaded: &Loaded, reader: &ParquetReader) -> Self {
        let mut columns = columns_of(loaded.fights.outline()).into_iter();
        let index = columns.next().and_then(|column| reader.column(&column.name));
        let list = columns.filter_map(|column| Some((reader.column(&column.name)?, column)));
        Self { index, list: list.collect() }
    }

    /// The encounters of a row group, which begin `left`, and the numbers of each column.
    fn read(
        &self,
        reader: &mut ParquetReader,
        group: usize,
        left: Range<u64>,
    ) -> Result<(Range<u64>, Vec<Vec<u32>>), String> {
        let index = self.index.ok_or("it has no column `index`")?;
        let mut count = 0_u64;
        for part in reader.read(group, index)? {
            let indices = part.as_any().downcast_ref::<PrimitiveArray<u64>>().ok_or("its `index` is no number")?;
            let expected = left.start.saturating_add(count)..left.end;
            let is_next = |(found, expected): (Option<&u64>, u64)| found == Some(&expected);
            if indices.len() as u64 > expected.end.saturating_sub(expected.start)
                || !indices.iter().zip(expected).all(is_next)
            {
                return Err("its rows are not in the order of their encounters".to_owned());
            }
            count += indices.len() as u64;
        }
        let mut numbers = Vec::new();
        for (index, column) in &self.list {
            let parts = reader.read(group, *index)?;
            let name = &column.name;
            let read: Option<Vec<Vec<u32>>> = parts.iter().map(|part| read_numbers(part, column)).collect();
            let read = read.ok_or_else(|| format!("its column `{name}` has another type"))?.concat();
            if read.len() as u64 != count {
                return Err(format!("its column `{name}` has another length"));
            }
            numbers.push(read);
        }
        Ok((left.start..left.start + count, numbers))
    }
}

/// The numbers of a part of a column; what is no number and no word of the column is unknown.
fn read_numbers(part: &ArrayRef, column: &EncounterColumn) -> Option<Vec<u32>> {
    if let Some(words) = column.content.words() {
        let texts = part.as_any().downcast_ref::<Utf8Array<i64>>()?;
        let number = |text: Option<&str>| {
            words.iter().position(|word| Some(*word) == text).map_or(UNKNOWN, |index| index as u32)
        };
        return Some(texts.iter().map(number).collect());
    }
    // Files of earlier builds have unsigned integers, and 0 for a round in which nothing happened.
    if let Some(numbers) = integers::<u32>(part) {
        let zero = if column.is_optional { ABSENT } else { 0 };
        return Some(numbers.into_iter().map(|number| if number == 0 { zero } else { number }).collect());
    }
    integers::<i8>(part)
        .or_else(|| integers::<i16>(part))
        .or_else(|| integers::<i32>(part))
        .or_else(|| integers::<i64>(part))
}

/// Integers of a type; a number that encounters cannot have is absent.
fn integers<T: NativeType + TryInto<u32>>(part: &ArrayRef) -> Option<Vec<u32>> {
    let numbers = part.as_any().downcast_ref::<PrimitiveArray<T>>()?;
    let number = |number: Option<&T>| number.and_then(|&number| number.try_into().ok()).unwrap_or(ABSENT);
    Some(numbers.iter().map(number).collect())
}

/// The encounters that differ, and the cells in which the first one does.
#[derive(Default)]
struct Found {
    apart: Apart,
    cells: Vec<Cell>,
}

impl Found {
    fn merge(&mut self, other: Self) {
        let is_earlier = other.apart.first.is_some_and(|first| self.apart.first.is_none_or(|own| first < own));
        self.apart.merge(&other.apart);
        if is_earlier {
            self.cells = other.cells;
        }
    }
}

/// The findings and buffers of one thread that compares.
#[derive(Default)]
struct Worker {
    found: Found,
    records: Records,
    column: Column,
    differs: Vec<u32>,
}

impl Worker {
    /// Compares a batch with what was recorded of it, by column.
    fn play<'a>(
        &mut self,
        columns: &Columns,
        fights: &dyn Recordable,
        seed: Seed,
        batch: Range<u64>,
        recorded: impl Fn(usize) -> &'a [u32],
    ) {
        fights.record(seed, batch.clone(), &mut self.records);
        self.differs.clear();
        self.differs.resize((batch.end - batch.start) as usize, 0);
        let Self { records, column: numbers, .. } = self;
        let today = columns.list.iter().map(|(_, column)| column.content.numbers(records, numbers));
        let today: Vec<Vec<u32>> = today.collect();
        for (index, today) in today.iter().enumerate() {
            mark(&mut self.differs, recorded(index), today);
        }
        let mut found = Found::default();
        found.apart.add(batch.start, &self.differs);
        if let Some(first) = found.apart.first {
            let offset = (first - batch.start) as usize;
            let both = columns.list.iter().zip(&today).enumerate();
            let cells = both.filter_map(|(index, ((_, EncounterColumn { name, content, .. }), today))| {
                let (before, after) = (recorded(index)[offset], today[offset]);
                let [shown_before, shown_after] = [before, after].map(|number| shown(*content, number));
                (before != after).then(|| Cell { column: name.clone(), before: shown_before, after: shown_after })
            });
            found.cells = cells.collect();
        }
        self.found.merge(found);
    }
}
