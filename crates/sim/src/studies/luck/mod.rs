//! The dice that decide a number of a fight: the portion of its variance that is owed to parts of the dice.
//!
//! Every encounter is played again with one part of its dice and fresh ones in all other slots, and with all dice but this part. The
//! covariance of such pairs is the variance that the shared dice decide (pick-freeze; see [`sobol`](crate::stats::sobol)).

use equipoise_engine::dice::{Mixture, Occasion, Slots};
use serde::{Serialize, Serializer};

use crate::stats::sobol::Portion;
use crate::studies::load::Loaded;

pub mod ask;
mod play;

pub use play::{LuckError, played};

/// A part of the dice of a fight.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Part {
    /// The dice of the set-up, or of one of its occasions, such as initiative.
    SetUp {
        /// The name of the occasion; `None` if it is the whole set-up.
        occasion: Option<&'static str>,
        /// The slots.
        #[serde(skip)]
        slots: Slots,
    },
    /// The dice of some rounds.
    Rounds {
        /// The first of them.
        first: u32,
        /// The last of them; `None` if it is the last of the fight.
        last: Option<u32>,
    },
    /// The dice of a combatant in all rounds.
    Turns {
        /// The id of the combatant.
        combatant: String,
        /// The slots.
        #[serde(skip)]
        slots: Slots,
    },
}

impl Part {
    /// The slots.
    const fn slots(&self) -> Slots {
        match self {
            Self::SetUp { slots, .. } | Self::Turns { slots, .. } => *slots,
            Self::Rounds { first, last: Some(last) } => Slots::Rounds(*first, *last),
            Self::Rounds { first, last: None } => Slots::Rounds(*first, u32::MAX),
        }
    }

    /// The dice that are exchanged so that this part alone stays, and so that this part alone is fresh.
    const fn mixtures(&self) -> [Mixture; 2] {
        [Mixture::FreshBut(self.slots()), Mixture::Fresh(self.slots())]
    }

    /// Whether the part is one by time: these share no dice, and together they are all of them.
    pub const fn is_by_time(&self) -> bool {
        matches!(self, Self::SetUp { occasion: None, .. } | Self::Rounds { .. })
    }

    /// The name for people, with the id of a combatant as it is.
    pub fn told(&self) -> String {
        match self {
            Self::SetUp { occasion: None, .. } => "set-up".to_owned(),
            Self::SetUp { occasion: Some(occasion), .. } => format!("set-up: {occasion}"),
            Self::Rounds { first, last } if *last == Some(*first) => format!("round {first}"),
            Self::Rounds { first, last: Some(last) } => format!("rounds {first} to {last}"),
            Self::Rounds { first, last: None } => format!("rounds from {first} on"),
            Self::Turns { combatant, .. } => format!("turns of {combatant}"),
        }
    }
}

/// The parts of a scenario's dice: the set-up; round 1, rounds 2 and 3, and the rest; each occasion of the set-up; and each
/// combatant's turns.
pub fn parts_of(scenario: &Loaded) -> Vec<Part> {
    let set_up = Part::SetUp { occasion: None, slots: Slots::Rounds(0, 0) };
    let occasions = scenario.system.occasions().iter();
    let occasions =
        occasions.map(|occasion| Part::SetUp { occasion: Some(occasion.name), slots: Slots::SetUp(*occasion) });
    let rounds = [(1, Some(1)), (2, Some(3)), (4, None)].map(|(first, last)| Part::Rounds { first, last });
    let mut members = [0; 2];
    let turns = scenario.fights.combatants().iter().map(|combatant| {
        let member = &mut members[combatant.side.index()];
        let slots = Slots::Turns(combatant.side, *member);
        *member += 1;
        Part::Turns { combatant: combatant.id.clone(), slots }
    });
    // Slots that are of anybody tell nothing of the combatant whose number they have.
    let has_own_dice = !scenario.system.occasions().iter().any(Occasion::is_of_anybody);
    [set_up].into_iter().chain(rounds).chain(occasions).chain(turns.filter(|_| has_own_dice)).collect()
}

/// The dice that decide a number of a scenario. As JSON: `scenario, system, metric, mean, encounters, seed, confidence, parts`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Deciding {
    /// The reason why there is no exact solution beside the portions; `None` if there is one, or none was wanted.
    #[serde(skip)]
    pub unsolved: Option<String>,
    /// The name that the scenario gives itself.
    pub scenario: String,
    /// Its system.
    pub system: &'static str,
    /// The full name of the metric.
    pub metric: String,
    /// Its mean over the encounters as they are.
    pub mean: f64,
    /// Encounters that were played as they are, and twice with each part of their dice exchanged.
    pub encounters: u64,
    /// The master seed.
    pub seed: u64,
    /// The confidence of each interval.
    pub confidence: f64,
    /// The sum of what the parts by time decide by themselves, from 0 to 1; the rest of the whole lies in how they work together. `None`
    /// if there are too few encounters for an interval.
    #[serde(skip)]
    pub by_time: Option<Portion>,
    /// By time, then by occasion of the set-up, and then by combatant in listed order.
    pub parts: Vec<PartOfLuck>,
}

/// The portions that a part of the dice decides. As JSON: the keys of the [part](Part), `alone, open, changed`.
#[derive(Debug, Clone, PartialEq)]
pub struct PartOfLuck {
    /// The part.
    pub part: Part,
    /// The portion of the variance that these dice decide by themselves.
    pub alone: Portion,
    /// The portion that stays open where all other dice are known.
    pub open: Portion,
    /// Both portions as they are exactly, where that is known.
    pub exact: [Option<f64>; 2],
    /// Encounters whose number changes with fresh dice in this part.
    pub changed: u64,
}

impl Serialize for PartOfLuck {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            #[serde(flatten)]
            part: &'a Part,
            alone: Ends,
            open: Ends,
            changed: u64,
        }
        #[derive(Serialize)]
        struct Ends {
            portion: f64,
            lo: Option<f64>,
            hi: Option<f64>,
            #[serde(skip_serializing_if = "Option::is_none")]
            exact: Option<f64>,
        }
        let ends = |&Portion { portion, interval }: &Portion, exact: Option<f64>| Ends {
            portion,
            lo: interval.map(|interval| interval.lo),
            hi: interval.map(|interval| interval.hi),
            exact,
        };
        let Self { part, alone, open, exact, changed } = self;
        Fields { part, alone: ends(alone, exact[0]), open: ends(open, exact[1]), changed: *changed }
            .serialize(serializer)
    }
}

impl PartOfLuck {
    /// Whether these dice may decide nothing by themselves, as far as the interval tells.
    pub fn may_be_nothing(&self) -> bool {
        self.alone.interval.is_none_or(|interval| interval.lo <= 0.0)
    }
}

impl Deciding {
    /// Sets down what is known exactly from the variance that each round decides, the set-up first: what the set-up decides alone, and
    /// what the last rounds leave open.
    fn set_exact(&mut self, decided: &[f64]) {
        let whole: f64 = decided.iter().sum();
        if whole <= 0.0 {
            return;
        }
        for part in &mut self.parts {
            match &part.part {
                Part::SetUp { occasion: None, .. } => part.exact[0] = decided.first().map(|set_up| set_up / whole),
                Part::Rounds { first, last: None } => {
                    part.exact[1] = Some(decided.iter().skip(*first as usize).sum::<f64>() / whole);
                }
                _ => {}
            }
        }
    }
}
