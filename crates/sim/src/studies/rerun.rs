//! Recorded results, made again and compared.
//!
//! A record is a result with its [provenance](crate::studies::provenance). Its study is made again from the texts that
//! it carries: nothing is read but the record. The comparison covers the JSON of the result, number by number, and the
//! scenarios, the study and its command in its provenance; the versions are told apart from that. If the record comes
//! from another version of the program, keys that this version adds are no difference, and the provenance is not
//! compared.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use thiserror::Error;

use crate::json::{tree, write_wholes};
use crate::kernel::quantity::FORMER_NAMES;
use crate::kernel::run::Watch;
use crate::record::text;
use crate::registry::Registry;
use crate::studies::answer::Answer;
use crate::studies::cross::{self, Crossing};
use crate::studies::load::{Files, Loader};
use crate::studies::provenance::{SCHEMA, Versions};
use crate::studies::study::{Found, Run, Study, StudyError};

mod difference;
mod whole;

pub use difference::Difference;

/// The most encounters of a study that is made again: more would take days, and a record may come from anywhere.
pub const ENCOUNTERS_MAX: u64 = 1_000_000_000_000;

/// The reason why a text is no record of results.
#[derive(Debug, Error)]
pub enum RecordError {
    /// It is not JSON, or not what a command prints.
    #[error("it is no record of results: {0}")]
    Json(serde_json::Error),
    /// It is empty.
    #[error("it holds no results")]
    Empty,
    /// A result does not say where it comes from.
    #[error("result {result} has no provenance: it does not say where it comes from")]
    Unknown {
        /// The number of the result, from 1.
        result: usize,
    },
    /// A scenario could not be judged, so that there is no result.
    #[error("result {result} is of a scenario with mistakes: there is nothing to make again")]
    Refused {
        /// The number of the result, from 1.
        result: usize,
    },
    /// A result says where it comes from in a way that cannot be understood.
    #[error("the provenance of result {result} is malformed: {source}")]
    Malformed {
        /// The number of the result, from 1.
        result: usize,
        /// The mistake.
        source: serde_json::Error,
    },
    /// A result is from a later version, whose outputs have another shape.
    #[error("result {result} has schema {schema}, and this version knows {SCHEMA} at most")]
    Schema {
        /// The number of the result, from 1.
        result: usize,
        /// The version of its shape.
        schema: u64,
    },
    /// A result has a number that another tool has rounded.
    #[error(
        "result {result} has the number {number}, which a tool has rounded (jq and JavaScript keep numbers as doubles), and its \
         command does not have it whole"
    )]
    Rounded {
        /// The number of the result, from 1.
        result: usize,
        /// The number as it stands there.
        number: String,
    },
    /// A result would take too long.
    #[error("result {result} would take {encounters} encounters, more than {ENCOUNTERS_MAX}")]
    TooLong {
        /// The number of the result, from 1.
        result: usize,
        /// The number of encounters.
        encounters: u64,
    },
}

/// The reason why a record cannot be made again.
#[derive(Debug, Error)]
pub enum RerunError {
    /// Its study has no result.
    #[error("result {result} cannot be made again")]
    Study {
        /// The number of the result, from 1.
        result: usize,
        /// The reason.
        source: Box<StudyError>,
    },
    /// The study in the file's provenance does not make such a file.
    #[error("its provenance is not that of such a file")]
    Unfit,
    /// A crossing does not say where it comes from, as those of earlier versions do not.
    #[error("a crossing has no provenance: it cannot be made again, and `sweep --cross` finds it anew")]
    Unknown,
    /// An interrupt cut it off in the middle of something that depends on when it came.
    #[error("result {result} was interrupted, and depends on when: it cannot be made again")]
    Partial {
        /// The number of the result, from 1.
        result: usize,
    },
}

impl RerunError {
    /// Whether somebody asked to stop.
    pub fn is_interrupt(&self) -> bool {
        matches!(self, Self::Study { source, .. } if source.is_interrupt())
    }
}

/// The results of a text.
#[derive(Debug, Clone, Default)]
pub struct Records {
    /// Results that have numbers.
    pub results: Vec<Record>,
    /// Crossings that `sweep --cross` has found.
    pub crossings: Vec<Record>,
    /// The number of crossings that do not say where they come from.
    pub unknown_crossings: usize,
}

/// A recorded result.
#[derive(Debug, Clone)]
pub struct Record {
    /// Its number in the text, from 1.
    pub number: usize,
    /// The versions that it depends on.
    pub versions: Versions,
    /// The commit of the program that recorded it; `None` if it is not known.
    pub commit: Option<String>,
    /// The study that it is a result of.
    pub study: Study,
    /// The systems that its scenarios may name.
    pub registry: Registry,
    /// The texts of all files that were read.
    pub files: Arc<Files>,
    /// The result, with the part of its provenance that is compared.
    result: Value,
}

/// The verdict on a record that was made again.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// The number of the record, from 1; none for a crossing and for a file.
    pub number: Option<usize>,
    /// The subject of the result, or the name of a file.
    pub name: String,
    /// The first difference; none where it is the same.
    pub difference: Option<Difference>,
}

/// The provenance as it is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Recorded {
    schema: u32,
    equipoise: String,
    commit: Option<String>,
    seed_contract: u32,
    scenarios: Value,
    overrides: Value,
    #[serde(deserialize_with = "text::files::deserialize")]
    files: Arc<Files>,
    study: Value,
    command: Value,
}

type Entries<'a> = BTreeMap<String, &'a RawValue>;

/// Reads the results of a text: objects one after the other, or a document that lists them.
///
/// # Errors
/// If it is no JSON, or a result does not say where it comes from.
pub fn records(registry: Registry, text: &[u8]) -> Result<Records, RecordError> {
    let mut records = Records::default();
    for entries in serde_json::Deserializer::from_slice(text).into_iter::<Entries>() {
        let entries = entries.map_err(RecordError::Json)?;
        let Some((results, common)) = entries.get("results").zip(entries.get("provenance")) else {
            records.add(registry, &entries, None, entries.contains_key(cross::KEY))?;
            continue;
        };
        for (list, are_crossings) in [(Some(results), false), (entries.get("crossings"), true)] {
            let Some(list) = list else { continue };
            let list: Vec<Entries> = serde_json::from_str(list.get()).map_err(RecordError::Json)?;
            list.iter().try_for_each(|entries| records.add(registry, entries, Some(common), are_crossings))?;
        }
    }
    let Records { results, crossings, .. } = &records;
    if results.is_empty() && crossings.is_empty() { Err(RecordError::Empty) } else { Ok(records) }
}

impl Records {
    /// Adds a result of which a part of the provenance may stand elsewhere.
    fn add(
        &mut self,
        registry: Registry,
        entries: &Entries,
        common: Option<&RawValue>,
        is_crossing: bool,
    ) -> Result<(), RecordError> {
        let number = self.results.len() + 1;
        if !is_crossing {
            self.results.push(record(registry, number, entries, common)?);
        } else if entries.contains_key("provenance") {
            self.crossings.push(record(registry, number, entries, common)?);
        } else {
            self.unknown_crossings += 1;
        }
        Ok(())
    }
}

/// A result of which a part of the provenance may stand elsewhere.
fn record(
    registry: Registry,
    result: usize,
    entries: &Entries,
    common: Option<&RawValue>,
) -> Result<Record, RecordError> {
    let malformed = |source| RecordError::Malformed { result, source };
    let mut provenance: serde_json::Map<String, Value> = match entries.get("provenance") {
        Some(own) => serde_json::from_str(own.get()).map_err(malformed)?,
        None if entries.contains_key("mistakes") => return Err(RecordError::Refused { result }),
        None => return Err(RecordError::Unknown { result }),
    };
    if let Some(common) = common {
        provenance.extend(serde_json::from_str::<BTreeMap<String, Value>>(common.get()).map_err(malformed)?);
    }
    provenance.values_mut().for_each(write_wholes);
    match provenance.get("schema").and_then(Value::as_u64) {
        Some(schema) if schema > SCHEMA.into() => return Err(RecordError::Schema { result, schema }),
        _ => {}
    }
    let recorded: Recorded = serde_json::from_value(provenance.into()).map_err(malformed)?;
    let Recorded { schema, equipoise, commit, seed_contract, scenarios, overrides, files, study, command } = recorded;
    let versions = Versions { schema, equipoise, seed_contract };
    let study = whole::study(result, study, &command)?;
    let encounters = study.encounters();
    if encounters > ENCOUNTERS_MAX {
        return Err(RecordError::TooLong { result, encounters });
    }
    let compared = serde_json::json!({ "scenarios": scenarios, "overrides": overrides, "command": command });
    let others = entries.iter().filter(|(key, _)| *key != "provenance");
    let parsed = others.map(|(key, value)| Ok((key.clone(), serde_json::from_str(value.get())?)));
    let mut whole: serde_json::Map<String, Value> = parsed.collect::<Result<_, _>>().map_err(RecordError::Json)?;
    whole.values_mut().for_each(write_wholes);
    whole.insert("provenance".to_owned(), compared);
    name_anew(&mut whole);
    Ok(Record { number: result, versions, commit, study, registry, files, result: whole.into() })
}

/// Gives the quantities of a result that an earlier build has written the entries of the names that they have now.
fn name_anew(result: &mut serde_json::Map<String, Value>) {
    let Some(quantities) = result.get_mut("quantities").and_then(Value::as_array_mut) else { return };
    let is_called = |entry: &Value, name: &str| entry.get("name").and_then(Value::as_str) == Some(name);
    for (former, current) in FORMER_NAMES {
        let is_known = quantities.iter().any(|entry| is_called(entry, current));
        let found = quantities.iter().find(|entry| !is_known && is_called(entry, former));
        if let Some(mut entry) = found.cloned() {
            entry["name"] = current.into();
            quantities.push(entry);
        }
    }
}

/// The parts of a remade result that are compared.
pub(super) fn compared(mut result: Value) -> Value {
    if let Some(provenance) = result.get_mut("provenance").and_then(Value::as_object_mut) {
        for key in ["schema", "equipoise", "commit", "seed_contract", "files", "study"] {
            provenance.remove(key);
        }
    }
    result
}

impl Record {
    /// A loader of its texts.
    pub fn loader(&self) -> Loader<'_> {
        Loader::new(self.registry, &*self.files)
    }

    /// The subject of the result: the scenario, the first one of a comparison, the system of a coverage, the path of a number.
    pub fn name(&self) -> String {
        if let Study::Cross(study) = &self.study {
            let (target, path) = (&study.target, &study.vary.path);
            return format!("crossing of {}={} along {path}", target.name, target.value);
        }
        let text = |key: &str| self.result.get(key).and_then(Value::as_str);
        let path = || self.study.scenarios().first().map_or_else(String::new, |path| path.display().to_string());
        let name = text("scenario").or_else(|| text("path")).or_else(|| text("first")).or_else(|| text("system"));
        let name = name.map_or_else(path, str::to_owned);
        match self.result.get("values").and_then(Value::as_object) {
            Some(values) if !values.is_empty() => {
                let values = values.iter().map(|(path, value)| format!("{path}={}", plain(value)));
                let point = self.point().map(|point| format!("point {point}"));
                format!("{name}, {}", point.into_iter().chain(values).collect::<Vec<_>>().join(", "))
            }
            _ => name,
        }
    }

    /// Whether another build of this version has recorded it, as far as that is known.
    pub fn is_of_another_build(&self) -> bool {
        self.versions == Versions::here()
            && self.commit.as_deref().is_some_and(|commit| self.registry.commit() != Some(commit))
    }

    /// The result, as JSON.
    pub(super) const fn result(&self) -> &Value {
        &self.result
    }

    /// The first difference from the result that was made again, whatever the provenance of either says.
    pub(super) fn first_difference(&self, remade: &Value) -> Option<Difference> {
        let [old, new] = [&self.result, remade].map(|result| {
            let mut result = result.clone();
            result.as_object_mut().and_then(|result| result.remove("provenance"));
            result
        });
        difference::between(&old, &new, self.versions == Versions::here())
    }

    /// Whether an interrupt kept it from being complete.
    fn is_partial(&self) -> bool {
        self.result.get("partial").is_some()
    }

    /// The number of overrides, the last ones, that are the values of a sweep's cell, with which the result is labelled.
    fn labels(&self) -> usize {
        self.result.get("values").and_then(Value::as_object).map_or(0, serde_json::Map::len)
    }

    /// The number of the point of a list with which the result is labelled, if it is.
    fn point(&self) -> Option<usize> {
        self.result.get("point").and_then(Value::as_u64).and_then(|point| usize::try_from(point).ok())
    }

    /// The key that tells it from the other results of the same study.
    fn identity(&self) -> Option<(&'static str, &Value)> {
        ["path", "side", "system"].into_iter().find_map(|key| Some((key, self.result.get(key)?)))
    }

    fn judge(&self, remade: &Value) -> Judged {
        let is_same_version = self.versions == Versions::here();
        let difference = difference::between(&self.result, remade, is_same_version);
        Judged { number: Some(self.number), name: self.name(), difference }
    }

    pub(super) fn study_error(&self, source: StudyError) -> RerunError {
        RerunError::Study { result: self.number, source: Box::new(source) }
    }
}

/// A value without quotes.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Makes the answer of a record again, under the label of its cell.
///
/// # Errors
/// If its study has no answer.
pub fn answer(record: &Record, run: &Run, watch: &Watch) -> Result<Answer, RerunError> {
    let make = || run.answer(record.loader(), watch);
    let mut answer = make().map_err(|source| record.study_error(source))?;
    if answer.is_interrupted {
        return Err(record.study_error(StudyError::Interrupted));
    }
    let values = &run.overrides[run.overrides.len().saturating_sub(record.labels())..];
    let values = values.iter().map(|value| (value.path.clone(), value.value.clone())).collect();
    answer.report = answer.report.with_values(values).with_point(record.point());
    Ok(answer)
}

/// The outcome of making records again.
#[derive(Debug, Default)]
pub struct Rerun {
    /// By record.
    pub judged: Vec<Judged>,
    /// The answers to those that are runs.
    pub answers: Vec<Answer>,
}

/// Makes records again and compares them. Results of one study that follow each other are made together.
///
/// # Errors
/// If a study has no result, or was interrupted.
pub fn rerun(records: &[Record], watch: &Watch) -> Result<Rerun, RerunError> {
    let mut rerun = Rerun::default();
    let mut before: u64 = 0;
    for group in records.chunk_by(|left, right| left.study == right.study && left.files == right.files) {
        let progress = |finished: u64| (watch.progress)(before.saturating_add(finished));
        let watch = Watch { progress: &progress, ..*watch };
        if let Study::Run(run) = &group[0].study {
            for record in group {
                let answer = answer(record, run, &watch)?;
                rerun.judged.push(record.judge(&compared(tree(&answer))));
                rerun.answers.push(answer);
            }
        } else {
            rerun.judged.extend(rerun_results(group, &watch)?);
        }
        before = before.saturating_add(group[0].study.encounters());
    }
    Ok(rerun)
}

/// Makes crossings again and compares them.
///
/// # Errors
/// If one cannot be found again, or the search was interrupted.
pub fn rerun_crossings(records: &[Record], watch: &Watch) -> Result<Vec<(Judged, Found<Crossing>)>, RerunError> {
    let mut before: u64 = 0;
    let mut remade = Vec::new();
    for record in records {
        let Study::Cross(study) = &record.study else { return Err(RerunError::Unfit) };
        let progress = |finished: u64| (watch.progress)(before.saturating_add(finished));
        let watch = Watch { progress: &progress, ..*watch };
        let find = || study.load(record.loader())?.play(&watch);
        let found = find().map_err(|source| record.study_error(source))?;
        let judged = Judged { number: None, ..record.judge(&compared(tree(&found))) };
        remade.push((judged, found));
        before = before.saturating_add(record.study.encounters());
    }
    Ok(remade)
}

/// Makes the results of one study again.
fn rerun_results(group: &[Record], watch: &Watch) -> Result<Vec<Judged>, RerunError> {
    let first = &group[0];
    let study = &first.study;
    if first.is_partial() && !study.question().is_remade_in_part() {
        return Err(RerunError::Partial { result: first.number });
    }
    let results = study.results(first.loader(), watch).map_err(|source| first.study_error(source))?;
    let remade: Vec<Value> = results.iter().map(|result| compared(result.tree())).collect();
    let of = |record: &Record| match record.identity() {
        Some((key, value)) => remade.iter().find(|remade| remade.get(key) == Some(value)),
        None => remade.first(),
    };
    Ok(group.iter().map(|record| record.judge(of(record).unwrap_or(&Value::Null))).collect())
}
