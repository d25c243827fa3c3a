//! The study of the differences between two scenarios.

use std::ops::Range;
use std::path::PathBuf;

use equipoise_engine::Seed;
use equipoise_engine::scenario::Override;
use serde::{Deserialize, Serialize};

use crate::ground::ranges::length;
use crate::kernel::job::{Job, Piece, Player, Untaken, drive};
use crate::kernel::quantity::Cast;
use crate::kernel::run::{BATCH, Watch};
use crate::record::{Taken, text};
use crate::studies::compare::job::Outcome;
use crate::studies::compare::result::{self, Compared, Indices, Settings, Titled, compared_of, title};
use crate::studies::compare::{CompareJob, JointTally};
use crate::studies::load::{Loaded, Loader, load_all, load_cells};
use crate::studies::provenance::{Provenance, Versions};
use crate::studies::study::{Found, Question, Results, Study, StudyError, Words};

pub use super::shard::JointShard;

/// The study of the differences between two scenarios on the same dice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compare {
    /// The path of the first scenario.
    #[serde(with = "text::path")]
    pub first: PathBuf,
    /// The other side of the comparison.
    pub second: Opponent,
    /// The overrides of both sides.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// The extent of the comparison.
    pub until: Until,
    /// The master seed.
    pub seed: u64,
    /// The confidence of each interval and verdict, at least 0.5 and below 1.
    #[serde(deserialize_with = "text::confidence")]
    pub confidence: f64,
    /// The largest difference of a share that does not matter, above 0 and below 1.
    pub margin: Option<f64>,
}

/// The other side of a comparison.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Opponent {
    /// The scenario of this path.
    Scenario(#[serde(with = "text::path")] PathBuf),
    /// Itself, with these changes on top.
    With(#[serde(with = "text::words")] Vec<Override>),
}

/// The extent of a comparison: a number of encounters, or a rule that ends it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Until {
    /// For a number of encounters.
    Fixed {
        /// On each side.
        encounters: u64,
    },
    /// For the encounters of ranges of indices, which ascend and neither overlap nor touch.
    Ranges(#[serde(with = "text::ranges")] Vec<Range<u64>>),
    /// Until the party's win shares are known to differ or to be the same; then for as many fresh encounters.
    Decided {
        /// The number of encounters on each side at which to give up.
        max_encounters: u64,
        /// The number of fresh encounters played before an interrupt; `None` if nothing interrupted them.
        fresh: Option<u64>,
    },
    /// For a pilot, which says how many encounters a verdict will take.
    Pilot {
        /// On each side.
        encounters: u64,
    },
}

impl Until {
    fn encounters(&self) -> u64 {
        match self {
            Self::Fixed { encounters } | Self::Pilot { encounters } => *encounters,
            Self::Ranges(ranges) => ranges.iter().map(length).fold(0, u64::saturating_add),
            Self::Decided { max_encounters, .. } => *max_encounters,
        }
    }

    /// The extent that asks for these encounters: the first ones, or those of ranges.
    fn of_ranges(ranges: Vec<Range<u64>>) -> Self {
        match ranges.as_slice() {
            [] => Self::Fixed { encounters: 0 },
            [range] if range.start == 0 => Self::Fixed { encounters: range.end },
            _ => Self::Ranges(ranges),
        }
    }
}

impl Question for Compare {
    fn about(&self) -> (Vec<&PathBuf>, &[Override]) {
        let scenarios = match &self.second {
            Opponent::Scenario(second) => vec![&self.first, second],
            Opponent::With(_) => vec![&self.first],
        };
        (scenarios, &self.overrides)
    }

    fn encounters(&self) -> u64 {
        self.until.encounters()
    }

    fn words(&self) -> Words {
        let words = Words::new("compare").path(&self.first);
        let words = match &self.second {
            Opponent::Scenario(second) => words.path(second),
            Opponent::With(with) => words.options("--with", with),
        };
        let words = words.options("--set", &self.overrides);
        let words = match &self.until {
            Until::Fixed { encounters } => words.option("--encounters", encounters),
            Until::Ranges(ranges) => words.ranges(ranges),
            Until::Pilot { encounters } => words.flag("--plan", true).option("--encounters", encounters),
            Until::Decided { max_encounters, fresh: _ } => {
                words.flag("--until-decided", true).option("--max-encounters", max_encounters)
            }
        };
        words.options("--margin", self.margin.as_slice()).seed(self.seed).option("--confidence", &self.confidence)
    }

    fn results(&self, loader: Loader, watch: &Watch) -> Result<Results, StudyError> {
        let compared = self.load(loader)?.job().drive(watch).ok_or(StudyError::Interrupted)?;
        Ok(vec![Box::new(compared)])
    }
}

impl Compare {
    /// The paths of both sides.
    pub(crate) const fn paths(&self) -> [&PathBuf; 2] {
        match &self.second {
            Opponent::Scenario(second) => [&self.first, second],
            Opponent::With(_) => [&self.first, &self.first],
        }
    }

    /// Loads both sides.
    ///
    /// # Errors
    /// Every mistake of them.
    pub fn load(&self, loader: Loader) -> Result<Comparison, StudyError> {
        let mut sides = match &self.second {
            Opponent::Scenario(second) => load_all(loader, &[self.first.clone(), second.clone()], &self.overrides)?,
            Opponent::With(with) => {
                let changes = with.iter().map(|with| (with.path.clone(), with.value.clone())).collect();
                load_cells(loader, &self.first, &self.overrides, &[Vec::new(), changes], "--with")?
            }
        };
        let second = sides.pop().expect("two sides");
        let first = sides.pop().expect("two sides");
        Ok(Comparison { study: self.clone(), sides: [first, second] })
    }
}

/// A comparison that is ready to be played.
pub struct Comparison {
    study: Compare,
    sides: [Loaded; 2],
}

impl Comparison {
    /// The name of the first scenario.
    pub fn name(&self) -> &str {
        &self.sides[0].name
    }

    /// Both sides.
    pub const fn sides(&self) -> &[Loaded; 2] {
        &self.sides
    }

    /// The combatants and metrics that both sides have.
    pub fn common(&self) -> Cast {
        let [first, second] = self.sides.each_ref().map(|side| side.fights.recordable().cast());
        first.common(&second)
    }

    fn settings(&self) -> Settings {
        let Compare { seed, confidence, margin, .. } = self.study;
        Settings { seed: Seed(seed), confidence, margin }
    }

    /// Both sides under their titles. The changes that both have come first, and no title names them.
    fn titled(&self) -> result::Sides<'_> {
        let own = |side: &Loaded| title(&side.name, side.system.name(), &side.changes[self.study.overrides.len()..]);
        let [first, second] = &self.sides;
        result::Sides {
            titles: [own(first), own(second)],
            fights: [first, second].map(|side| side.fights.recordable()),
            identical: first.is_identical(second),
        }
    }

    /// The comparison as a job.
    pub fn job(&self) -> ComparisonJob<'_> {
        let job = CompareJob::new(self.titled(), self.settings(), &self.study.until);
        ComparisonJob { comparison: self, job }
    }

    /// The comparison over ranges, which have no encounter in common, as a job; each of them is counted by itself.
    pub fn job_over(&self, ranges: Vec<Range<u64>>) -> ComparisonJob<'_> {
        ComparisonJob { comparison: self, job: CompareJob::over(self.titled(), self.settings(), ranges) }
    }

    /// The study that was asked for.
    pub const fn study(&self) -> &Compare {
        &self.study
    }

    fn provenance(&self, until: Until) -> Provenance {
        Provenance::new(Study::Compare(Compare { until, ..self.study.clone() }), &self.sides)
    }
}

/// A comparison as a job whose results say where they come from.
pub struct ComparisonJob<'a> {
    comparison: &'a Comparison,
    job: CompareJob<'a>,
}

impl<'a> ComparisonJob<'a> {
    /// The job without what its results come from.
    pub const fn job(&mut self) -> &mut CompareJob<'a> {
        &mut self.job
    }

    /// Plays all that is wanted on the current rayon pool; `None` if an interrupt came before a decision.
    pub fn drive(&mut self, watch: &Watch) -> Option<Found<Outcome>> {
        drive(self, BATCH, watch);
        self.so_far()
    }

    /// The outcome by the counts so far: as after an interrupt, if encounters are missing; `None` if it is undecided yet.
    pub fn so_far(&self) -> Option<Found<Outcome>> {
        let result = self.job.so_far()?;
        let until = match (&self.comparison.study.until, &result) {
            (Until::Pilot { .. }, Outcome::Planned(planned)) => Until::Pilot { encounters: planned.pilot },
            (&Until::Decided { max_encounters, .. }, Outcome::Compared(compared)) => {
                Until::Decided { max_encounters, fresh: compared.partial.then_some(compared.encounters) }
            }
            _ => Until::of_ranges(self.job.ranges()),
        };
        Some(Found { result, provenance: self.comparison.provenance(until) })
    }

    /// The counts as a shard, which can be joined with others.
    pub fn shard(&self) -> JointShard {
        let (comparison, parts) = (self.comparison, self.job.parts());
        let provenance = comparison.provenance(comparison.study.until.clone());
        let Versions { equipoise, seed_contract, .. } = Versions::here();
        JointShard {
            version: equipoise,
            commit: provenance.commit,
            seed_contract,
            study: Compare { until: Until::Ranges(self.job.ranges()), ..comparison.study.clone() },
            titles: comparison.titled().titles,
            systems: comparison.sides.each_ref().map(|side| side.system.name().to_owned()),
            canonical: comparison.sides.each_ref().map(Loaded::canonical),
            files: provenance.files,
            empty: self.job.empty(),
            parts,
            complete: self.job.wanted().is_empty(),
        }
    }
}

impl Job for ComparisonJob<'_> {
    type Counts = JointTally;
    type Result = Found<Outcome>;

    fn wanted(&self) -> Vec<Piece> {
        self.job.wanted()
    }

    fn player(&self, piece: &Piece) -> Box<dyn Player<JointTally> + '_> {
        self.job.player(piece)
    }

    fn take(&mut self, piece: &Piece, counts: JointTally) -> Result<(), Untaken> {
        self.job.take(piece, counts)
    }

    fn result(&self) -> Option<Found<Outcome>> {
        if self.wanted().is_empty() { self.so_far() } else { None }
    }

    fn finished(&self) -> u64 {
        self.job.finished()
    }
}

/// The differences in joint counts, with the provenance of what asks for their encounters; partial ones are not of all encounters that
/// were asked for.
pub(crate) fn of_counts(
    taken: &Taken<JointTally>,
    sides: &Titled,
    settings: &Settings,
    partial: bool,
    provenance: impl FnOnce(Until) -> Provenance,
) -> Found<Compared> {
    let ranges = taken.ranges();
    let compared = compared_of(sides, settings, &taken.total(), partial, None);
    let result = Compared { range: Indices::unless_first(&ranges), ..compared };
    Found { result, provenance: provenance(Until::of_ranges(ranges)) }
}
