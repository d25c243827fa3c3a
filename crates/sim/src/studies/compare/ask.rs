//! How two scenarios differ.

use std::ops::Range;
use std::path::PathBuf;

use equipoise_engine::Seed;
use equipoise_engine::scenario::Override;
use serde::{Deserialize, Serialize};

use crate::ground::ranges::length;
use crate::json::Json;
use crate::kernel::quantity::Cast;
use crate::kernel::run::Watch;
use crate::record::text;
use crate::studies::compare::parts::{Part, play_parts, ranges};
use crate::studies::compare::result::{self, Compared, Indices, Planned, Settings, Titled, compared_of, title};
use crate::studies::compare::{Common, Decided, JointTally};
use crate::studies::load::{Loaded, Loader, load_all, load_cells};
use crate::studies::provenance::{Provenance, Versions};
use crate::studies::study::{Found, Question, Results, Study, StudyError, Words};

pub use super::shard::JointShard;

/// How two scenarios differ on the same dice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compare {
    /// The path of the first scenario.
    #[serde(with = "text::path")]
    pub first: PathBuf,
    /// What it is compared with.
    pub second: Opponent,
    /// What is changed in both.
    #[serde(with = "text::words")]
    pub overrides: Vec<Override>,
    /// How long they are played.
    pub until: Until,
    /// The master seed.
    pub seed: u64,
    /// The confidence of each interval and verdict, at least 0.5 and below 1.
    #[serde(deserialize_with = "text::confidence")]
    pub confidence: f64,
    /// The largest difference of a share that does not matter, above 0 and below 1.
    pub margin: Option<f64>,
}

/// What a scenario is compared with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Opponent {
    /// The scenario of this path.
    Scenario(#[serde(with = "text::path")] PathBuf),
    /// Itself, with these changes on top.
    With(#[serde(with = "text::words")] Vec<Override>),
}

/// How long two scenarios are compared.
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
        /// Where to give up, on each side.
        max_encounters: u64,
        /// How many fresh encounters an interrupt left; none where nothing interrupted them.
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

    /// What asks for these encounters: the first ones, or those of ranges.
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
        Ok(vec![self.load(loader)?.result(watch)])
    }
}

impl Compare {
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

    /// Who fights on both sides, and what both count.
    pub fn common(&self) -> Cast {
        let [first, second] = self.sides.each_ref().map(|side| side.fights.recordable().cast());
        first.common(&second)
    }

    fn settings(&self) -> Settings {
        let Compare { seed, confidence, margin, .. } = self.study;
        Settings { seed: Seed(seed), confidence, margin }
    }

    /// What is fought, under titles. The changes that both have come first, and no title names them.
    fn titled(&self) -> result::Sides<'_> {
        let own = |side: &Loaded| title(&side.name, side.system.name(), &side.changes[self.study.overrides.len()..]);
        let [first, second] = &self.sides;
        result::Sides {
            titles: [own(first), own(second)],
            fights: [first, second].map(|side| side.fights.recordable()),
            identical: first.is_identical(second),
        }
    }

    fn found<T>(&self, result: T, until: Until) -> Found<T> {
        Found { result, provenance: self.provenance(until) }
    }

    /// Plays a fixed number of encounters on each side.
    pub fn fixed(&self, encounters: u64, watch: &Watch) -> Found<Compared> {
        let compared = result::fixed(&self.titled(), &self.settings(), encounters, watch);
        let until = Until::Fixed { encounters: compared.encounters };
        self.found(compared, until)
    }

    /// Plays the encounters of ranges on each side, in parts that can be joined with others, and says whether all were
    /// played.
    pub fn parts(&self, ranges: &[Range<u64>], watch: &Watch) -> (Vec<Part>, bool) {
        play_parts(self.titled().fights, Seed(self.study.seed), ranges, watch)
    }

    /// What parts of the comparison come to. They are partial where an interrupt kept some from being played.
    pub fn of_parts(&self, parts: &[Part], partial: bool) -> Found<Compared> {
        let result::Sides { titles, identical, .. } = self.titled();
        of_parts(parts, &self.empty(), &Titled { titles, identical }, &self.settings(), partial, |until| {
            self.provenance(until)
        })
    }

    /// Joint counts without encounters.
    fn empty(&self) -> JointTally {
        let casts = self.sides.each_ref().map(|side| side.fights.recordable().cast());
        Common::new([&casts[0], &casts[1]]).tally()
    }

    /// The parts as a shard, which can be joined with others.
    pub fn shard(&self, parts: Vec<Part>) -> JointShard {
        let provenance = self.provenance(self.study.until.clone());
        let Versions { equipoise, seed_contract, .. } = Versions::here();
        JointShard {
            version: equipoise,
            seed_contract,
            study: Compare { until: Until::Ranges(ranges(&parts)), ..self.study.clone() },
            titles: self.titled().titles,
            systems: self.sides.each_ref().map(|side| side.system.name().to_owned()),
            canonical: self.sides.each_ref().map(Loaded::canonical),
            files: provenance.files,
            empty: self.empty(),
            parts,
        }
    }

    fn provenance(&self, until: Until) -> Provenance {
        Provenance::new(Study::Compare(Compare { until, ..self.study.clone() }), &self.sides)
    }

    /// Plays a pilot of so many encounters on each side.
    pub fn plan(&self, encounters: u64, watch: &Watch) -> Found<Planned> {
        let planned = result::plan(&self.titled(), &self.settings(), encounters, watch);
        self.found(planned, Until::Pilot { encounters: planned.pilot })
    }

    /// Plays until it is known whether the party's win shares differ.
    pub fn decide(&self, max_encounters: u64, watch: &Watch) -> Decided {
        result::decide(&self.titled(), &self.settings(), max_encounters, watch)
    }

    /// Plays as many fresh encounters as a decision took, or fewer where `most` says so.
    pub fn fresh(&self, decided: &Decided, max_encounters: u64, most: Option<u64>, watch: &Watch) -> Found<Compared> {
        let compared = result::fresh(&self.titled(), &self.settings(), decided, most, watch);
        let fresh = compared.partial.then_some(compared.encounters);
        self.found(compared, Until::Decided { max_encounters, fresh })
    }

    /// Plays what the study says.
    fn result(&self, watch: &Watch) -> Box<dyn Json> {
        match &self.study.until {
            Until::Ranges(ranges) => {
                let (parts, complete) = self.parts(ranges, watch);
                Box::new(self.of_parts(&parts, !complete))
            }
            &Until::Fixed { encounters } => Box::new(self.fixed(encounters, watch)),
            &Until::Pilot { encounters } => Box::new(self.plan(encounters, watch)),
            &Until::Decided { max_encounters, fresh } => {
                let decided = self.decide(max_encounters, watch);
                Box::new(self.fresh(&decided, max_encounters, fresh, watch))
            }
        }
    }
}

/// What parts of a comparison come to, with the provenance of what asks for their encounters.
pub(crate) fn of_parts(
    parts: &[Part],
    empty: &JointTally,
    sides: &Titled,
    settings: &Settings,
    partial: bool,
    provenance: impl FnOnce(Until) -> Provenance,
) -> Found<Compared> {
    let mut tally = empty.clone();
    for part in parts {
        tally.merge(&part.tally);
    }
    let ranges = ranges(parts);
    let compared = compared_of(sides, settings, &tally, partial, None);
    let result = Compared { range: Indices::unless_first(&ranges), ..compared };
    Found { result, provenance: provenance(Until::of_ranges(ranges)) }
}
