//! The shape every rule system fills, and the one loop that plays an encounter of any of them.

use std::hash::Hash;

use crate::dice::Dice;
use crate::outcome::{Combatant, EndState, Outcome, Winner};
use crate::scenario::{KeyDecl, Problem, Scenario};
use crate::trace::{Counts, Trace};

/// One rule of a system's ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// The ledger's id, for instance `DUEL-12`.
    pub id: &'static str,
    /// What the rule is about, in a few words.
    pub title: &'static str,
}

/// One metric that a system counts in every encounter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Metric {
    /// The name of files and reports.
    pub name: String,
    /// What is counted, per encounter.
    pub doc: &'static str,
    /// What it is counted in.
    pub unit: MetricUnit,
}

impl Metric {
    /// A metric of occurrences.
    pub fn of_events(name: impl Into<String>, doc: &'static str) -> Self {
        Self { name: name.into(), doc, unit: MetricUnit::Events }
    }

    /// A metric of the numbers of rounds: see [`MetricUnit::Rounds`].
    pub fn of_rounds(name: impl Into<String>, doc: &'static str) -> Self {
        Self { name: name.into(), doc, unit: MetricUnit::Rounds }
    }
}

/// What a metric is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetricUnit {
    /// Occurrences, points and the like, through [`Trace::count`].
    Events,
    /// The numbers of the rounds in which something happened, added up through [`Trace::count_round`] and through
    /// nothing else. The exact solver merges equal states of different rounds, so no state can hold the number.
    Rounds,
}

/// How far a turn has brought an encounter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Another turn of the same round is next.
    NextTurn,
    /// The round is over and nobody has won.
    RoundOver,
    /// The fight is decided.
    Won(Winner),
}

/// A rule system with its scenario loaded: immutable, shared by all threads.
///
/// The rules are written once, over abstract dice and an abstract trace. Seeded dice make a Monte Carlo run of them,
/// enumerated dice the exact solution, scripted dice a rule test, and a narrating trace a replay.
pub trait Ruleset: Sized + Send + Sync + 'static {
    /// The word after `system =` in a scenario file.
    const NAME: &'static str;
    /// What the system is, in one line.
    const ABOUT: &'static str;
    /// The rules of its ledger, in the ledger's order.
    const RULES: &'static [Rule];
    /// Every key that a scenario file of this system may hold.
    const SCHEMA: &'static [KeyDecl];

    /// What changes during an encounter, and nothing else. [`set_up`](Self::set_up) resets it; two states are equal
    /// when the rest of the fight has the same odds, so that the exact solver can merge them.
    type State: Default + Clone + Eq + Hash + Send;
    /// Holds one encounter's metrics.
    type Counts: Counts;

    /// Reads a validated scenario and checks what no single key can tell. Adds every mistake to `problems`; `None`
    /// only when there are some.
    fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Self>;

    /// The combatants, in listed order.
    fn combatants(&self) -> &[Combatant];

    /// The metrics, in report order.
    fn metrics(&self) -> &[Metric];

    /// All metrics at zero.
    fn counts(&self) -> Self::Counts;

    /// After this many rounds without a winner the encounter is a [`Winner::Timeout`].
    fn rounds_max(&self) -> u32;

    /// Everything before the first round, from any leftover state. `Some` when no fight breaks out.
    fn set_up<D: Dice, T: Trace>(&self, state: &mut Self::State, dice: &mut D, trace: &mut T) -> Option<Winner>;

    /// Plays the next turn of the round, or of the next round if the last one is over. Same state and dice, same result;
    /// a round has an end. The exact solver merges equal states after every turn, so that a round of many turns costs
    /// their sum and not their product. Where a round is one roll, that is its one turn.
    fn turn<D: Dice, T: Trace>(&self, state: &mut Self::State, dice: &mut D, trace: &mut T) -> Progress;

    /// Plays a round from its start; `Some` when it decided the fight. A system may know a quicker way than turn after
    /// turn, with the same dice, states, counts and rules heard.
    #[inline(always)]
    fn round<D: Dice, T: Trace>(&self, state: &mut Self::State, dice: &mut D, trace: &mut T) -> Option<Winner> {
        loop {
            match self.turn(state, dice, trace) {
                Progress::NextTurn => {}
                Progress::RoundOver => return None,
                Progress::Won(winner) => return Some(winner),
            }
        }
    }

    /// What is still rolled after the winner is set, in rounds that nobody counts; by default nothing.
    #[inline(always)]
    fn finish<D: Dice, T: Trace>(&self, state: &mut Self::State, dice: &mut D, trace: &mut T) {
        let _ = (state, dice, trace);
    }

    /// Forgets what no later rule reads, so that more states compare equal: asked for by the exact solver alone. The odds
    /// of the rest of the fight, end states and metrics stay as they are. By default nothing is forgotten.
    fn forget(&self, state: &mut Self::State) {
        let _ = state;
    }

    /// The state in which a combatant is left, by its place in [`combatants`](Self::combatants).
    fn end_state(&self, state: &Self::State, combatant: usize) -> EndState;

    /// How far the party is ahead, in thousandths: -1000 the enemies have won, 0 even, 1000 the party has won.
    /// Never read by a rule; it finds the closest fights.
    fn lead(&self, state: &Self::State) -> i32;
}

/// Plays one encounter from set-up to end.
#[inline(always)]
pub fn fight<R: Ruleset, D: Dice, T: Trace>(rules: &R, state: &mut R::State, dice: &mut D, trace: &mut T) -> Outcome {
    fight_watched(rules, state, dice, trace, |_| {})
}

/// Plays one encounter and shows `watch` the state after set-up and after every round.
#[inline(always)]
pub fn fight_watched<R: Ruleset, D: Dice, T: Trace>(
    rules: &R,
    state: &mut R::State,
    dice: &mut D,
    trace: &mut T,
    mut watch: impl FnMut(&R::State),
) -> Outcome {
    trace.round_begins(0);
    let mut winner = rules.set_up(state, dice, trace);
    watch(state);
    let mut rounds = 0;
    while winner.is_none() && rounds < rules.rounds_max() {
        rounds += 1;
        dice.next_round();
        trace.round_begins(rounds);
        winner = rules.round(state, dice, trace);
        watch(state);
    }
    rules.finish(state, dice, trace);
    Outcome { winner: winner.unwrap_or(Winner::Timeout), rounds }
}
