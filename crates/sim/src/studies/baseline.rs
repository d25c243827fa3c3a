//! Recorded results as a baseline: what moved since, and whether by more than chance.
//!
//! Two things can move the numbers of a recorded run. Where the *rules* have changed, the recorded texts give other
//! numbers today: only the counts of then are known, so that differences are those of two samples without pairs. Where
//! the *texts* have changed, both are played with today's rules, encounter by encounter on the same dice: differences
//! are paired, and the first fight that differs is known. Results are [played](play) one by one and [judged](judge)
//! together, since all their numbers share one error.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use equipoise_engine::Seed;
use equipoise_engine::scenario::Override;
use thiserror::Error;

use crate::json::tree;
use crate::kernel::quantity::Cast;
use crate::kernel::run::Watch;
use crate::studies::answer::Answer;
use crate::studies::compare::{Apart, JointTally, Recordable, compare_apart};
use crate::studies::load::{Loaded, Loader, shown_path};
use crate::studies::provenance::Versions;
use crate::studies::report::Report;
use crate::studies::rerun::{Difference, Record, RerunError, answer};
use crate::studies::study::{Extent, Fight, Method, Replay, Run, Sampling, Study, StudyError};

mod judged;
mod numbers;

pub use judged::{Cell, Checked, Fights, Part, Settings, Shift, Standing, judge};

use numbers::{Number, Numbers};

/// The reason why a recorded result is no baseline, or cannot be played again.
#[derive(Debug, Error)]
pub enum BaselineError {
    /// It is the result of another command.
    #[error("result {result} is one of `{command}`: a baseline is what run, exact, sweep or merge recorded")]
    Command {
        /// The number of the result, from 1.
        result: usize,
        /// The command.
        command: String,
    },
    /// No result is of a scenario.
    #[error("no result is of {}: there are results of {}", scenario.display(), known.join(", "))]
    Unknown {
        /// The path of the scenario.
        scenario: PathBuf,
        /// The paths of the scenarios that there are results of.
        known: Vec<String>,
    },
    /// A number of it is missing, or is none that encounters can have.
    #[error("result {result} is damaged: `{key}` is missing, or is no number of encounters")]
    Damaged {
        /// The number of the result, from 1.
        result: usize,
        /// The key of the number.
        key: String,
    },
    /// The recorded texts cannot be played.
    #[error(transparent)]
    Rerun(#[from] RerunError),
    /// The scenario that it is compared with cannot be played.
    #[error("result {result} cannot be compared with what is changed")]
    Changed {
        /// The number of the result, from 1.
        result: usize,
        /// The reason.
        source: StudyError,
    },
}

impl BaselineError {
    /// Whether somebody asked to stop.
    pub fn is_interrupt(&self) -> bool {
        match self {
            Self::Rerun(error) => error.is_interrupt(),
            Self::Changed { source, .. } => source.is_interrupt(),
            Self::Command { .. } | Self::Unknown { .. } | Self::Damaged { .. } => false,
        }
    }
}

/// The results of scenarios, each with the path of its scenario as it is now. A path that no result has stands for the
/// only scenario there is. Without any path these are all results, under their own.
///
/// # Errors
/// If a path is none of those of the results, and the results have several.
pub fn of_scenarios<'a>(
    records: &'a [Record],
    scenarios: &[PathBuf],
) -> Result<Vec<(&'a Record, PathBuf)>, BaselineError> {
    let path = |record: &'a Record| record.study.scenarios().first().map_or(Path::new(""), |path| path.as_path());
    let known: BTreeSet<&Path> = records.iter().map(path).collect();
    if scenarios.is_empty() {
        return Ok(records.iter().map(|record| (record, path(record).to_owned())).collect());
    }
    if let ([scenario], 1) = (scenarios, known.len()) {
        return Ok(records.iter().map(|record| (record, scenario.clone())).collect());
    }
    // `./a.toml` is `a.toml`.
    let plain = |path: &Path| path.components().filter(|part| *part != Component::CurDir).collect::<PathBuf>();
    if let Some(scenario) = scenarios.iter().find(|scenario| !known.iter().any(|path| plain(path) == plain(scenario))) {
        let known = known.iter().map(|path| path.display().to_string()).collect();
        return Err(BaselineError::Unknown { scenario: scenario.clone(), known });
    }
    let wanted = |record: &'a Record| {
        let scenario = scenarios.iter().find(|scenario| plain(path(record)) == plain(scenario))?;
        Some((record, scenario.clone()))
    };
    Ok(records.iter().filter_map(wanted).collect())
}

/// The scenario that a recorded one is compared with, beside itself under today's rules.
pub struct Changes<'a> {
    /// The scenario as it is now, with what loads it; none for the recorded one.
    pub today: Option<(PathBuf, Loader<'a>)>,
    /// The overrides on top of the recorded ones.
    pub with: &'a [Override],
}

impl Changes<'_> {
    /// The number of times that the encounters of a result are played, beside the once that its own texts take.
    pub const fn times(wants_report: bool) -> u64 {
        if wants_report { 3 } else { 2 }
    }
}

/// A recorded result that was played again, to be judged together with others.
#[derive(Debug)]
pub struct Played {
    baseline: String,
    number: usize,
    name: String,
    file: String,
    versions: Versions,
    seed: Option<u64>,
    rules: Unjudged,
    changes: Option<Unjudged>,
    missing: Option<String>,
    /// The report of the scenario as it is changed, if that is wanted, or else of the recorded one.
    pub today: Report,
}

impl Played {
    /// The number of the result, from 1.
    pub const fn number(&self) -> usize {
        self.number
    }

    /// Takes note that the scenario, which is wanted as it is now, is not there any more.
    pub fn lacks_scenario(&mut self, path: &Path) {
        self.missing = Some(path.display().to_string());
    }

    /// Adds what recorded rows say of single encounters: how many differ from those of today, and how the first one
    /// does. It is told by the same command before and after, under the rules of then and of now.
    pub fn add_rows(&mut self, apart: Apart, columns: Vec<Cell>, record: &Record) {
        let replay = match (&record.study, self.seed, apart.first) {
            (Study::Run(run), Some(seed), Some(index)) => {
                let words = replay(run, seed, index, Some(Path::new(&self.baseline)));
                Some([words.clone(), words])
            }
            _ => None,
        };
        // Rows can differ where their sums do not.
        self.rules.is_identical &= apart.differing == 0;
        self.rules.fights = Some(Fights { apart, columns, replay });
    }
}

/// The numbers of two sides.
#[derive(Debug)]
enum Values {
    /// Counts of either side by itself.
    Unpaired { numbers: Vec<(String, [Option<Number>; 2])>, is_anytime: bool },
    /// Joint counts.
    Paired(JointTally),
}

impl Values {
    /// The number of quantities that are compared.
    fn width(&self) -> usize {
        match self {
            Self::Unpaired { numbers, .. } => numbers.len(),
            Self::Paired(tally) => tally.width(),
        }
    }
}

/// Two sides before their differences are judged.
#[derive(Debug)]
struct Unjudged {
    /// By side; none where the numbers are exact.
    encounters: [Option<u64>; 2],
    /// Whether nothing differs at all.
    is_identical: bool,
    /// The first key that differs; none between two texts.
    first: Option<Difference>,
    values: Values,
    /// Names of numbers that the second side alone lacks, and that the first one does.
    gone: Vec<String>,
    new: Vec<String>,
    fights: Option<Fights>,
}

impl Unjudged {
    fn of_numbers(sides: [&Numbers; 2], first: Option<Difference>) -> Self {
        let [before, after] = sides.map(Numbers::by_name);
        let common =
            |(name, number): &(String, Option<Number>)| Some((name.clone(), [*number, *after.get(name.as_str())?]));
        let only_in = |numbers: &Numbers, other: &BTreeMap<&str, Option<Number>>| {
            let names = numbers.list.iter().map(|(name, _)| name);
            names.filter(|name| !other.contains_key(name.as_str())).cloned().collect::<Vec<_>>()
        };
        let numbers = sides[0].list.iter().filter_map(common).collect();
        let is_anytime = sides.iter().any(|numbers| numbers.is_anytime);
        Self {
            encounters: sides.map(|numbers| numbers.encounters),
            is_identical: first.is_none(),
            first,
            values: Values::Unpaired { numbers, is_anytime },
            gone: only_in(sides[0], &after),
            new: only_in(sides[1], &before),
            fights: None,
        }
    }

    fn of_fights(tally: JointTally, casts: [&Cast; 2], fights: Fights) -> Self {
        let [before, after] = casts
            .map(|cast| -> Vec<String> { cast.quantities().into_iter().map(|quantity| cast.name(quantity)).collect() });
        let gone: Vec<String> = before.iter().filter(|name| !after.contains(name)).cloned().collect();
        let new: Vec<String> = after.into_iter().filter(|name| !before.contains(name)).collect();
        Self {
            encounters: [Some(tally.encounters); 2],
            is_identical: fights.apart.differing == 0 && gone.is_empty() && new.is_empty(),
            first: None,
            values: Values::Paired(tally),
            gone,
            new,
            fights: Some(fights),
        }
    }
}

/// Plays a recorded result again, and what it is to be compared with. `baseline` is the path of the record, which
/// commands name. Progress counts the encounters of everything together. With `wants_report` the changed scenario is
/// played once more by itself, for its report.
///
/// # Errors
/// If it is no run, if its numbers are damaged, if a scenario has mistakes or cannot be solved, or after an interrupt.
pub fn play(
    record: &Record,
    baseline: &Path,
    changes: Option<&Changes>,
    wants_report: bool,
    watch: &Watch,
) -> Result<Played, BaselineError> {
    let result = record.number;
    let run = recorded_run(record)?;
    let before = Numbers::read(record.result()).map_err(|key| BaselineError::Damaged { result, key })?;
    let mut today = answer(record, run, watch)?;
    let after = Numbers::of(&today.report);
    let played = after.encounters.unwrap_or_default();
    let rules = Unjudged::of_numbers([&before, &after], record.first_difference(&tree(&today)));
    let progress = |finished: u64| (watch.progress)(played.saturating_add(finished));
    let watch = Watch { progress: &progress, ..*watch };
    let second_side = Changed { record, run, baseline, after: &after, wants_report };
    let changes = changes.map(|changes| second_side.play(changes, &mut today, &watch)).transpose()?;
    Ok(Played {
        baseline: baseline.display().to_string(),
        number: result,
        name: record.name(),
        file: record.study.scenarios().first().map(|path| shown_path(path)).unwrap_or_default(),
        versions: record.versions.clone(),
        seed: seed_of(run),
        rules,
        changes,
        missing: None,
        today: today.report,
    })
}

/// The combatants of a recorded scenario and the quantities that are counted, under today's rules.
///
/// # Errors
/// If it is no run, or its scenario has mistakes today.
pub fn cast(record: &Record) -> Result<Cast, BaselineError> {
    let loaded = recorded_run(record)?.load(record.loader()).map_err(|source| record.study_error(source))?;
    Ok(loaded.fights.recordable().cast())
}

/// The run that a record is the result of.
fn recorded_run(record: &Record) -> Result<&Run, BaselineError> {
    match &record.study {
        Study::Run(run) => Ok(run),
        study => {
            let command = study.command().get(1).cloned().unwrap_or_default();
            Err(BaselineError::Command { result: record.number, command })
        }
    }
}

fn seed_of(run: &Run) -> Option<u64> {
    Some(run.method.sampling()?.seed)
}

/// A recorded run that is compared with another text or other values.
struct Changed<'a> {
    record: &'a Record,
    run: &'a Run,
    baseline: &'a Path,
    /// The numbers of the recorded texts under today's rules.
    after: &'a Numbers,
    wants_report: bool,
}

impl Changed<'_> {
    fn play(&self, changes: &Changes, today: &mut Answer, watch: &Watch) -> Result<Unjudged, BaselineError> {
        let failed = |source| BaselineError::Changed { result: self.record.number, source };
        let sides = self.load(changes).map_err(failed)?;
        let Some((run, [first, second])) = sides else {
            return Ok(Unjudged::of_numbers([self.after, self.after], None));
        };
        let seed_and_encounters = seed_of(self.run).zip(self.after.encounters);
        let mut before = 0;
        if self.wants_report || seed_and_encounters.is_none() {
            let mut answer = run.play(&second, watch).map_err(failed)?;
            if answer.is_interrupted {
                return Err(failed(StudyError::Interrupted));
            }
            let (values, point) = (std::mem::take(&mut today.report.values), today.report.point);
            answer.report = answer.report.with_values(values).with_point(point);
            before = answer.report.encounters().unwrap_or_default();
            *today = answer;
        }
        let Some((seed, played)) = seed_and_encounters else { return Ok(self.of_exact(today)) };
        let progress = |finished: u64| (watch.progress)(before.saturating_add(finished.saturating_mul(2)));
        let watch = Watch { progress: &progress, ..*watch };
        let fights = [&first, &second].map(|side| side.fights.recordable());
        let casts = fights.map(Recordable::cast);
        let played = compare_apart(fights, Seed(seed), &ranges(self.run, played), &watch);
        let (tally, apart) = played.ok_or_else(|| failed(StudyError::Interrupted))?;
        let replay = self.replays(&run, changes, seed, apart);
        Ok(Unjudged::of_fights(tally, [&casts[0], &casts[1]], Fights { apart, columns: Vec::new(), replay }))
    }

    /// The exact numbers of the recorded texts and those of the changed scenario.
    fn of_exact(&self, today: &Answer) -> Unjudged {
        let numbers = Numbers::of(&today.report);
        let is_identical = self.after.list == numbers.list;
        Unjudged { is_identical, ..Unjudged::of_numbers([self.after, &numbers], None) }
    }

    /// The run of the changed scenario, and both sides; `None` if the rules see the same in both.
    fn load(&self, changes: &Changes) -> Result<Option<(Run, [Loaded; 2])>, StudyError> {
        let recorded = self.record.loader();
        let (path, loader) = match &changes.today {
            Some((path, loader)) => (path.clone(), *loader),
            None => (self.run.scenario.clone(), recorded),
        };
        let overrides = [&self.run.overrides, changes.with].concat();
        let run = Run { scenario: path, overrides, method: self.run.method.clone() };
        let sides = [self.run.load(recorded)?, run.load(loader)?];
        Ok((!sides[0].is_identical(&sides[1])).then_some((run, sides)))
    }

    /// The command lines that tell the first fight that differs, as it is before and after.
    fn replays(&self, run: &Run, changes: &Changes, seed: u64, apart: Apart) -> Option<[Vec<String>; 2]> {
        let index = apart.first?;
        let after = changes.today.is_none().then_some(self.baseline);
        Some([replay(self.run, seed, index, Some(self.baseline)), replay(run, seed, index, after)])
    }
}

/// The command line that tells a fight, of the texts that a record has where there is one.
fn replay(run: &Run, seed: u64, index: u64, recorded: Option<&Path>) -> Vec<String> {
    let (scenario, overrides) = (run.scenario.clone(), run.overrides.clone());
    let mut words =
        Study::Replay(Replay { scenario, overrides, seed, fight: Fight::Index(index), odds: None }).command();
    words.extend(recorded.into_iter().flat_map(|path| ["--recorded".to_owned(), path.display().to_string()]));
    words
}

/// The encounters that a run of so many has played.
fn ranges(run: &Run, played: u64) -> Vec<Range<u64>> {
    match &run.method {
        Method::Sample(Sampling { encounters: Extent::Ranges(ranges), .. }) => ranges.clone(),
        _ => std::iter::once(0..played).collect(),
    }
}
