//! The question of how a scenario goes with many combinations of values.

use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};

use equipoise_engine::exact::Observer;
use equipoise_engine::scenario::{FileFormat, Override, Points, Source};
use serde::{Deserialize, Serialize};

use super::{
    Axis, CELLS_MAX, Cell, CellSampling, Combination, OpenCells, SweepError, SweepJob, Swept, cells_of_points, combine,
    spell_cells, spelled,
};
use crate::ground::ranges::length;
use crate::json::Json;
use crate::kernel::run::Watch;
use crate::kernel::tally::Tally;
use crate::record::{Part, text};
use crate::studies::answer::Unanswered;
use crate::studies::cross::ask::Cross;
use crate::studies::cross::{Crossing, Groups, PlayedGroups, Search, SearchError, WrittenGroups};
use crate::studies::load::{LoadError, Loaded, Loader, load_cells, load_points};
use crate::studies::method::{Limits, Method};
use crate::studies::provenance::Provenance;
use crate::studies::study::{Found, Question, Results, Study, StudyError, UnfinishedError, Words, unfinished};
use crate::studies::tune::Target;

/// The question of how a scenario goes in each of many cells: `equipoise sweep`. Its results are the answers of the cells, each
/// with the provenance of a run, and the crossing if there is one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// The path of the scenario.
    #[serde(with = "text::path")]
    pub scenario: PathBuf,
    /// Overrides that every cell has.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// The values that are varied.
    pub vary: Vary,
    /// The cells that are played, by the first index and the one after the last; `None` if all are.
    pub cells: Option<[usize; 2]>,
    /// The method by which the numbers of the cells are obtained.
    pub method: Method<CellSampling>,
    /// The limits of the exact solution beside a sampled cell; `None` if none is wanted.
    pub check: Option<Limits>,
    /// The number whose crossing is wanted, with its value.
    #[serde(with = "text::optional_word")]
    pub cross: Option<Target>,
}

/// The values that make the cells.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Vary {
    /// Every combination of the values of all paths; the last path varies fastest.
    Grid(#[serde(with = "text::words")] Vec<Axis>),
    /// The first values of all paths together, then the second values, and so on.
    Zip(#[serde(with = "text::words")] Vec<Axis>),
    /// Every two paths in a grid of their own, with the scenario's values for the others.
    Pairs(#[serde(with = "text::words")] Vec<Axis>),
    /// The points of a CSV file with a column for each path.
    Points(#[serde(with = "text::path")] PathBuf),
}

impl Vary {
    /// The paths with their values; none where the points of a file are played.
    pub fn axes(&self) -> &[Axis] {
        match self {
            Self::Grid(axes) | Self::Zip(axes) | Self::Pairs(axes) => axes,
            Self::Points(_) => &[],
        }
    }

    /// The same with one spelling for equal values; `None` if it has it already.
    fn spelled(&self, loader: Loader, scenario: &Path) -> Option<Self> {
        let axes = spelled(self.axes(), loader, scenario)?;
        Some(match self {
            Self::Grid(_) | Self::Points(_) => Self::Grid(axes),
            Self::Zip(_) => Self::Zip(axes),
            Self::Pairs(_) => Self::Pairs(axes),
        })
    }

    /// The cells of paths.
    fn combined(&self) -> Result<Vec<Cell>, SweepError> {
        let combination = match self {
            Self::Grid(_) | Self::Points(_) => Combination::Grid,
            Self::Zip(_) => Combination::Zip,
            Self::Pairs(_) => Combination::Pairs,
        };
        combine(self.axes(), combination)
    }
}

impl Question for Sweep {
    fn about(&self) -> (Vec<&PathBuf>, &[Override]) {
        (vec![&self.scenario], &self.overrides)
    }

    fn encounters(&self) -> u64 {
        let cells = match (self.cells, &self.vary) {
            (Some([first, end]), _) => end.saturating_sub(first),
            (None, Vary::Points(_)) => CELLS_MAX,
            (None, vary) => vary.combined().map_or(0, |cells| cells.len()),
        };
        let each = self.method.sampling().map_or(0, |sampling| length(&sampling.range));
        each.saturating_mul(cells as u64)
    }

    /// Limits are left out where they are the usual ones, and so is a part of the cells, which is for shards alone.
    fn words(&self) -> Words {
        let words = Words::asking("sweep", self);
        let words = match &self.vary {
            Vary::Points(path) => words.option("--points", &path.display()),
            vary => words.options("--vary", vary.axes()),
        };
        let words = words.flag("--zip", matches!(self.vary, Vary::Zip(_)));
        let words = words.flag("--pairs", matches!(self.vary, Vary::Pairs(_)));
        let words = match &self.method {
            Method::Sample(_) => words,
            method => words.option("--method", &method.name()),
        };
        let sampled = |words: Words, sampling| CellSampling::words(sampling, words);
        let words = self.method.sampling().into_iter().fold(words, sampled);
        let words = self.method.limits().or(self.check).into_iter().fold(words, Words::unusual_limits);
        let cross = self.cross.as_ref().map(Target::crossed);
        words.flag("--check", self.check.is_some()).options("--cross", cross.as_slice())
    }

    fn results(&self, loader: Loader, watch: &Watch) -> Result<Results, StudyError> {
        let (swept, crossing) = self.load(loader)?.play(watch)?;
        let answers = swept.answers.into_iter().map(|answer| Box::new(answer) as Box<dyn Json>);
        Ok(answers.chain(crossing.map(|crossing| Box::new(crossing) as Box<dyn Json>)).collect())
    }
}

impl CellSampling {
    /// The words of the command line that ask for it.
    pub(in crate::studies) fn words(&self, words: Words) -> Words {
        let words = words.seed(self.seed).ranges(std::slice::from_ref(&self.range));
        words.option("--confidence", &self.confidence)
    }
}

impl Sweep {
    /// Makes the cells, whose scenario is still to be [loaded](Combined::load).
    ///
    /// # Errors
    /// If there are no cells, or the list of points has mistakes.
    pub fn cells(&self, loader: Loader) -> Result<Combined<'_>, StudyError> {
        let study = match self.vary.spelled(loader, &self.scenario) {
            Some(vary) => Cow::Owned(Self { vary, ..self.clone() }),
            None => Cow::Borrowed(self),
        };
        let (cells, points) = match &study.vary {
            Vary::Points(path) => {
                let name = path.display().to_string();
                let unreadable = |reason| LoadError::Unreadable { name: name.clone(), reason };
                let text = loader.texts.attached(path, FileFormat::Csv).map_err(unreadable)?;
                let points = Points::read(Source::new(name.clone(), text)).map_err(LoadError::Mistakes)?;
                let mut cells = cells_of_points(&points)?;
                spell_cells(&mut cells, loader, &self.scenario);
                (cells, Some(points))
            }
            vary => (vary.combined()?, None),
        };
        let [first, end] = self.cells.unwrap_or([0, cells.len()]);
        if self.cells.is_some() && (first >= end || end > cells.len()) {
            return Err(SweepError::NoCells { part: first..end, cells: cells.len() }.into());
        }
        Ok(Combined { study, cells, points, part: first..end })
    }

    /// Loads every cell.
    ///
    /// # Errors
    /// If there are no cells, or some have mistakes; it holds every mistake of them.
    pub fn load(&self, loader: Loader) -> Result<LoadedSweep, StudyError> {
        self.cells(loader)?.load(loader)
    }

    /// The question that asks for the crossing alone; `None` unless exactly one path is varied.
    fn crossing(&self) -> Option<Cross> {
        let (Vary::Grid(axes), None) = (&self.vary, self.cells) else { return None };
        let ([vary], Some(target)) = (axes.as_slice(), self.cross.clone()) else { return None };
        let (scenario, overrides, method) = (self.scenario.clone(), self.overrides.clone(), self.method.clone());
        Some(Cross { scenario, overrides, vary: vary.clone(), target, method })
    }
}

/// The cells of a sweep, whose scenario is not loaded.
pub struct Combined<'a> {
    study: Cow<'a, Sweep>,
    cells: Vec<Cell>,
    points: Option<Points>,
    part: Range<usize>,
}

impl Combined<'_> {
    /// Loads every cell that is played.
    ///
    /// # Errors
    /// Every mistake of them.
    pub fn load(self, loader: Loader) -> Result<LoadedSweep, StudyError> {
        let Self { study, cells, points, part } = self;
        let (path, changes) = (&study.scenario, &study.overrides);
        let scenarios = match &points {
            Some(points) => load_points(loader, path, changes, points, part.clone())?,
            None => load_cells(loader, path, changes, &cells[part.clone()], "--vary")?,
        };
        Ok(LoadedSweep { study: study.into_owned(), cells, points, part, scenarios })
    }
}

/// A sweep that is ready to be played.
pub struct LoadedSweep {
    study: Sweep,
    /// All cells, in the order of the results.
    cells: Vec<Cell>,
    points: Option<Points>,
    /// The indices of the cells that are played.
    part: Range<usize>,
    /// Their scenarios.
    scenarios: Vec<Loaded>,
}

impl LoadedSweep {
    /// The question.
    pub const fn study(&self) -> &Sweep {
        &self.study
    }

    /// The scenarios of the cells that are played, at least one.
    pub fn scenarios(&self) -> &[Loaded] {
        &self.scenarios
    }

    /// The same, to be changed.
    pub fn scenarios_mut(&mut self) -> &mut [Loaded] {
        &mut self.scenarios
    }

    /// The list that the cells are the points of, if it is one.
    pub const fn points(&self) -> Option<&Points> {
        self.points.as_ref()
    }

    /// The search for the crossing, if one is wanted.
    ///
    /// # Errors
    /// If the cells cannot have the target.
    pub fn search(&self) -> Result<Option<Search<'_>>, SearchError> {
        let Some(target) = &self.study.cross else { return Ok(None) };
        let axes = match (&self.study.vary, self.study.cells) {
            (Vary::Grid(axes), None) => axes.as_slice(),
            _ => return Err(SearchError::Paths),
        };
        Search::new(target, axes, &self.scenarios).map(Some)
    }

    /// Solves the cells, as far as the method wants it.
    ///
    /// # Errors
    /// Every cell that should be solved and takes too much, or the interrupt alone.
    pub fn solve(&self, observer: &(dyn Observer + Sync)) -> Result<OpenCells<'_>, Vec<Unanswered>> {
        let Self { study, cells, part, scenarios, .. } = self;
        let open = OpenCells::new(&cells[part.clone()], scenarios, &study.method, observer)?;
        let is_list = matches!(study.vary, Vary::Zip(_) | Vary::Points(_));
        Ok(open.part_of(part.start, cells).as_list(is_list))
    }

    /// The sampling of the cells that are not solved, as a job. A search for a crossing plays in groups and is no such job.
    pub fn job<'a>(&'a self, open: OpenCells<'a>) -> SweepJob<'a> {
        SweepJob::new(open, self.sampling())
    }

    /// Samples the cells that are not solved, group by group where a crossing is searched.
    pub fn sample(
        &self,
        open: OpenCells,
        search: Option<&Search>,
        before: &[Option<Part<Tally>>],
        watch: &Watch,
    ) -> Swept {
        match search.filter(|search| search.has_crossing()) {
            Some(search) => self.sample_groups(open, search, &[], watch).0,
            None => open.play_after(before, watch),
        }
    }

    /// As [`sample`](Self::sample), of a search for a crossing, after the groups that were played before; returns those that have been
    /// played now, too.
    pub fn sample_groups(
        &self,
        open: OpenCells,
        search: &Search,
        before: &[Groups],
        watch: &Watch,
    ) -> (Swept, Vec<Groups>) {
        let sampling = self.sampling();
        let is_open = |(is_solved, cell): (bool, _)| (!is_solved).then_some(cell);
        let unsolved: Vec<Option<&Loaded>> = open.is_solved().zip(&self.scenarios).map(is_open).collect();
        let (mut curves, mut parts, mut groups) = (Vec::new(), Vec::new(), Vec::new());
        for (index, played) in search.play(&unsolved, before, sampling, watch).into_iter().enumerate() {
            let kept = || before.get(index).cloned().unwrap_or_default();
            let (curve, part, cell) = played.map_or_else(
                || (None, None, kept()),
                |PlayedGroups { curve, played, groups }| (Some(curve), played, groups),
            );
            curves.push(curve);
            parts.push(part);
            groups.push(cell);
        }
        (Swept { curves, ..open.play_after(&parts, watch) }, groups)
    }

    fn sampling(&self) -> &CellSampling {
        self.study.method.sampling().unwrap_or(&CellSampling::EXACT)
    }

    /// The groups of a search for a crossing that were played until an interrupt, as a text from which a later call goes on.
    pub fn unfinished(&self, groups: &[Groups]) -> String {
        let written: Vec<WrittenGroups> =
            groups.iter().enumerate().filter_map(|(cell, groups)| groups.written(cell)).collect();
        unfinished::unfinished(&self.provenance(), &written)
    }

    /// The groups that the text of an earlier call of the same search lists, by cell.
    ///
    /// # Errors
    /// If it is no such text, or is of another search.
    pub fn finished(&self, search: &Search, text: &str) -> Result<Vec<Groups>, UnfinishedError> {
        let written: Vec<WrittenGroups> = unfinished::finished(text, &self.provenance())?;
        let mut groups = vec![Groups::default(); self.scenarios.len()];
        for of_cell in &written {
            let malformed = |what: String| UnfinishedError::Malformed(serde::de::Error::custom(what));
            let cell = self.scenarios.get(of_cell.cell);
            let cell = cell.ok_or_else(|| malformed(format!("there is no cell {}", of_cell.cell)))?;
            let read = Groups::read(of_cell, cell, &self.sampling().range, search.quantity());
            groups[of_cell.cell] = read.map_err(malformed)?;
        }
        Ok(groups)
    }

    /// The provenance of the groups of a search.
    fn provenance(&self) -> Provenance {
        Provenance::new(Study::Sweep(self.study.clone()), &self.scenarios)
    }

    /// The crossing that a search has found in whole results, with where it comes from.
    pub fn crossing(&self, search: &Search, swept: &Swept) -> Option<Found<Crossing>> {
        if swept.is_interrupted {
            return None;
        }
        let sampling = self.study.method.sampling().unwrap_or(&CellSampling::EXACT);
        let crossing = search.found(swept.curves.clone(), &swept.answers, sampling)?;
        Some(self.study.crossing()?.found(crossing, &self.scenarios))
    }

    /// Solves, samples and checks the cells as far as that is wanted, and finds the crossing if one is.
    ///
    /// # Errors
    /// If the cells cannot have the target, or one that should be solved takes too much.
    pub fn play(&self, watch: &Watch) -> Result<(Swept, Option<Found<Crossing>>), StudyError> {
        let search = self.search()?;
        let open = self.solve(&watch.interrupted).map_err(|mut unanswered| unanswered.swap_remove(0))?;
        let before: Vec<Option<Part<Tally>>> = self.scenarios.iter().map(|_| None).collect();
        let mut swept = self.sample(open, search.as_ref(), &before, watch);
        if let Some(limits) = self.study.check.filter(|_| !swept.is_interrupted) {
            // An interrupt of the check is kept in `swept.is_interrupted`.
            let _ = swept.check_against_exact(&self.scenarios, limits, &watch.interrupted);
        }
        let crossing = search.and_then(|search| self.crossing(&search, &swept));
        Ok((swept, crossing))
    }
}
