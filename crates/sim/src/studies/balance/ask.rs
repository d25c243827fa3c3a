//! The least change that brings every target into its band.

use std::path::PathBuf;

use equipoise_engine::Seed;
use equipoise_engine::scenario::Override;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::arena::{Arenas, Matches, Target};
use super::measure::{Counted, Measurer};
use super::numbers::{self, Found as Value, edited};
use super::result::{Balance as Balanced, Conflict, Measure, Number, Sheet};
use super::search::{Indices, Search, together, verdict};
use super::{ENCOUNTERS_MAX, file};
use crate::kernel::run::Watch;
use crate::record::{Files, text};
use crate::studies::load::{Loader, Recording, load_all};
use crate::studies::provenance::{Provenance, Understood};
use crate::studies::study::{Found, Question, Refusal, Results, Study, StudyError, Words};
use crate::studies::test::Verdict;
use crate::studies::versus::Tournament;

/// The least change of many numbers that brings every target into its band.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Balance {
    /// The path of the file that says what is wanted and what may change.
    #[serde(with = "text::path")]
    pub file: PathBuf,
    /// Encounters of each fight in the last measurement.
    pub encounters: u64,
    /// The master seed.
    pub seed: u64,
    /// The confidence of the intervals of all targets of a sheet together, at least 0.5 and below 1.
    #[serde(deserialize_with = "text::confidence")]
    pub confidence: f64,
}

impl Question for Balance {
    fn about(&self) -> (Vec<&PathBuf>, &[Override]) {
        (vec![&self.file], &[])
    }

    fn encounters(&self) -> u64 {
        self.encounters
    }

    fn words(&self) -> Words {
        let words = Words::asking("balance", self).option("--encounters", &self.encounters);
        words.seed(self.seed).option("--confidence", &self.confidence)
    }

    fn is_remade_in_part(&self) -> bool {
        false
    }

    fn results(&self, loader: Loader, watch: &Watch) -> Result<Results, StudyError> {
        Ok(vec![Box::new(self.load(loader)?.play(watch)?)])
    }
}

/// An error that prevents the search.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BalanceError {
    /// There are more encounters than dice for them.
    #[error("{encounters} encounters are more than {ENCOUNTERS_MAX}")]
    TooMany {
        /// The encounters that were asked for.
        encounters: u64,
    },
}

impl Refusal for BalanceError {}

impl Balance {
    /// Loads the file, the scenarios and the rows of the roster.
    ///
    /// # Errors
    /// Every mistake of them; also if there are too many encounters, a target is none of a scenario, or a number cannot change as it
    /// should.
    pub fn load(&self, loader: Loader) -> Result<LoadedBalance, StudyError> {
        if self.encounters > ENCOUNTERS_MAX {
            return Err(BalanceError::TooMany { encounters: self.encounters }.into());
        }
        let texts = Recording::new(loader.texts);
        let loader = Loader { texts: &texts, ..loader };
        let asked = file::read(&texts, &self.file)?;
        asked.count_targets(0)?;
        let paths: Vec<PathBuf> = asked.scenarios.iter().map(|path| path.value.clone()).collect();
        let scenarios = load_all(loader, &paths, &[])?;
        let mut understood: Vec<Understood> = scenarios.iter().map(Understood::from).collect();
        let mut names: Vec<String> = scenarios.iter().map(|loaded| loaded.name.clone()).collect();
        let matches = match &asked.roster {
            Some(roster) => {
                let tournament = Tournament::load(loader, std::slice::from_ref(&roster.value), &[], None)?;
                asked.count_targets(tournament.contenders.len())?;
                understood.extend(tournament.understood().iter().cloned());
                names.push(tournament.scenario.clone());
                Some(Matches::load(&tournament, &roster.value)?)
            }
            None => None,
        };
        let registry = loader.registry;
        let files = texts.into_files();
        let found: Vec<Vec<Value>> = scenarios.iter().map(Value::all).collect();
        let of_roster = matches.as_ref().map_or(&[][..], |matches| &matches.found);
        let numbers = numbers::numbers(&asked, &found, of_roster, &files)?;
        let (mut arenas, targets) = Arenas::new(registry, (*files).clone(), &asked, &scenarios, matches.as_ref())?;
        let by_scenario: Vec<_> = scenarios.iter().zip(found.iter().map(Vec::as_slice)).collect();
        arenas.depend_on(&numbers, &by_scenario, matches.as_ref());
        let commit = registry.commit().map(str::to_owned);
        let study = Study::Balance(self.clone());
        let provenance = Provenance { commit, scenarios: understood, overrides: Vec::new(), files, study };
        Ok(LoadedBalance { study: self.clone(), names, numbers, arenas, targets, provenance })
    }
}

/// A search that is ready to be made.
pub struct LoadedBalance {
    study: Balance,
    names: Vec<String>,
    numbers: Vec<numbers::Number>,
    arenas: Arenas,
    targets: Vec<Target>,
    provenance: Provenance,
}

impl LoadedBalance {
    /// The names of the scenarios, and of the roster's, for progress reports.
    pub fn name(&self) -> String {
        self.names.join(", ")
    }

    /// The targets.
    pub fn targets(&self) -> &[Target] {
        &self.targets
    }

    /// The files in which numbers may change.
    pub fn written(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> =
            self.numbers.iter().flat_map(|number| &number.places).map(|place| place.file.clone()).collect();
        files.sort();
        files.dedup();
        files
    }

    /// The files that were read.
    pub fn read(&self) -> &Files {
        &self.provenance.files
    }

    /// Searches; what an interrupt leaves is a result all the same.
    ///
    /// # Errors
    /// After an interrupt that came before the files as they are were measured.
    pub fn play(&self, watch: &Watch) -> Result<Found<Balanced>, StudyError> {
        let Balance { encounters, seed, confidence, .. } = self.study;
        let indices = Indices::new(encounters);
        let mut measurer = Measurer::new(&self.arenas, &self.numbers, &self.targets, Seed(seed), watch);
        let outcome = Search::new(&mut measurer, &indices, confidence).run();
        let played = measurer.played;
        if outcome.is_partial && outcome.before.is_none() {
            return Err(StudyError::Interrupted);
        }
        let together = together(confidence, self.targets.len());
        let measure = |(counted, target): (&Counted, &Target)| {
            if !outcome.is_measured {
                return Measure { value: counted.value, interval: None, verdict: Verdict::Undecided };
            }
            let (interval, verdict) = (counted.interval(target, together), verdict(counted, target, together));
            Measure { value: counted.value, interval, verdict }
        };
        let measures = |found: &Vec<Counted>| found.iter().zip(&self.targets).map(measure).collect::<Vec<_>>();
        let sheet = |(steps, found): &(Vec<i64>, Vec<Counted>)| Sheet {
            values: self.numbers.iter().zip(steps).map(|(number, &steps)| number.after(steps)).collect(),
            cost: self.numbers.iter().zip(steps).map(|(number, steps)| number.cost * steps.unsigned_abs() as f64).sum(),
            measures: measures(found),
        };
        let conflicts = outcome.clashes.iter().map(|clash| Conflict {
            members: clash.targets.iter().copied().zip(clash.otherwise.iter().copied()).collect(),
        });
        let number = |number: &numbers::Number| {
            let mut files: Vec<String> = number.places.iter().map(|place| place.file.display().to_string()).collect();
            files.dedup();
            let numbers::Number { path, scenario, range, step, cost, value, .. } = number;
            let (path, scenario) = (path.clone(), scenario.clone());
            Number { path, scenario, files, range: *range, step: *step, cost: *cost, before: *value }
        };
        let result = Balanced {
            asked: self.study.clone(),
            names: self.names.clone(),
            numbers: self.numbers.iter().map(number).collect(),
            targets: self.targets.clone(),
            before: outcome.before.as_ref().map(measures),
            sheets: outcome.sheets.iter().map(sheet).collect(),
            conflicts: conflicts.collect(),
            played,
            is_partial: outcome.is_partial,
            indices,
        };
        Ok(Found { result, provenance: self.provenance.clone() })
    }

    /// The texts of the files that differ with the values of a sheet: all else in them is as it was.
    pub fn texts(&self, sheet: &Sheet) -> Files {
        let steps = self.numbers.iter().zip(&sheet.values).map(|(number, value)| (value - number.value) / number.step);
        edited(&self.numbers, &steps.collect::<Vec<_>>(), self.read())
    }
}
