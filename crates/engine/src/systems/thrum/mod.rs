//! `thrum`: 2d6 contests with Boons and Banes on a square grid with elevation, Fatigue and Stress instead of hit points, and
//! abilities that scenarios write down, for up to 64 combatants. Ledger: `ledger.md`.

mod abilities;
mod ability;
mod ability_file;
mod ability_keys;
mod action;
mod aiming;
mod at_hand;
mod attack;
mod body;
mod candidate;
mod compile;
mod condition;
mod decider;
mod decisions;
mod defence;
mod effect;
mod estimate;
mod event;
mod file;
mod forget;
mod grid;
mod harm;
mod legs;
mod map_file;
mod means;
mod metrics;
mod movement;
mod never;
mod occasions;
mod odds;
mod options;
mod order;
mod picture;
mod placing;
mod policy;
mod possessions;
mod price;
mod refuse;
mod refuse_abilities;
mod refuse_ground;
mod resolve;
mod roll;
mod scenario;
mod sheet;
mod stance;
mod state;
mod telling;
mod trigger;
mod undisturbed;
mod view;
mod wary;
mod words;

#[cfg(test)]
mod tests;

use crate::accounts::Means;
use crate::day::Carried;
use crate::dice::{Dice, Occasion};
use crate::lead::Balance;
use crate::odds::{Strike, Striking, Struck};
use crate::outcome::{EndState, Side};
use crate::ruleset::{Outline, Progress, Ruleset};
use crate::scenario::{Choice, KeyDecl, Problem, Scenario, Word};
use crate::skirmish::{ByCombatant, Group, Roster, Sides, Skirmish, hp_balance};
use crate::trace::{Counting, Trace};

use crate::who::Who;
use grid::{AnyGround, Map};
use metrics::CountsOfEach;
use resolve::Fight;
use sheet::{Knobs, Sheet};
use state::Body;
pub use state::State;
pub use telling::Trail;

/// A compiled scenario.
#[derive(Debug, Clone)]
pub struct Thrum {
    knobs: Knobs,
    rest: legs::Rest,
    ground: AnyGround,
    /// The map square by square, for look-ups that need no code specialized for its size.
    map: Map,
    sides: Sides,
    sheets: Roster<Sheet>,
    /// The maker of each Terrain Effect, by [`Terrain::index`](sheet::Terrain::index).
    terrain_makers: Vec<Who>,
    /// The last round whose number matters to a rule: that of an arrival, or that after which a side has won; 0 if none does.
    last_round_known: u32,
    /// The state at the start of a fight, before any dice are rolled.
    opening: State,
    /// The Fatigue that each side can take in the opening state.
    spare_at_start: [i64; 2],
    outline: Outline,
    counts_of_each: CountsOfEach,
    names: ByCombatant<Names>,
}

/// The names of the abilities of a combatant in a replay.
#[derive(Debug, Clone, Default)]
struct Names {
    actions: Vec<String>,
    reactions: Vec<String>,
    stances: Vec<String>,
}

impl Thrum {
    /// The map square by square.
    const fn map(&self) -> &Map {
        &self.map
    }
}

impl Skirmish for Thrum {
    fn sides(&self) -> &Sides {
        &self.sides
    }

    fn standing(state: &State) -> Group {
        state.active
    }
}

impl Ruleset for Thrum {
    const NAME: &'static str = "thrum";
    const ABOUT: &'static str = "2d6 contests with Boons and Banes on a square grid";
    const LEDGER: &'static str = include_str!("ledger.md");
    const OPPONENTS: &'static str = include_str!("opponents.toml");
    const OCCASIONS: &'static [Occasion] = occasions::OCCASIONS;
    const DECISIONS: &'static [Choice] = decisions::Deciding::CHOICES;
    const STRIKING: Striking = odds::STRIKING;
    const SCHEMA: &'static [KeyDecl] = scenario::FileKeys::KEYS;
    const HARMS: &'static [&'static str] = Self::LOADS;
    const HAS_DAYS: bool = true;
    const LEFT: &'static [&'static str] = &legs::SHOWN;

    type State = State;
    type Scratch = Trail;

    fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Self> {
        compile::load(scenario, problems)
    }

    fn never(&self) -> Vec<String> {
        self.never_of()
    }

    fn outline(&self) -> &Outline {
        &self.outline
    }

    fn means(&self, who: Who) -> Vec<Means> {
        self.means_of(who)
    }

    fn losses(&self, state: &State, who: Who) -> Vec<i64> {
        self.losses_of(state, who)
    }

    fn opening(&self) -> &State {
        &self.opening
    }

    fn rounds_known(&self) -> u32 {
        self.last_round_known
    }

    fn state_bytes(&self) -> usize {
        size_of::<State>() + self.opening.heap_bytes()
    }

    fn set_up<D: Dice, T: Trace>(fight: &mut Fight<'_, D, T>) -> Progress {
        fight.next_of_set_up()
    }

    fn turn<D: Dice, T: Trace>(fight: &mut Fight<'_, D, T>) -> Progress {
        fight.next_turn()
    }

    fn finish<D: Dice, T: Trace>(fight: &mut Fight<'_, D, T>) {
        fight.record();
    }

    fn forget(&self, state: &mut State) {
        state.forget(self);
    }

    fn kept(&self, _: Who) -> Vec<String> {
        legs::kept()
    }

    fn keep(&self, state: &State, who: Who, numbers: &mut [i32]) {
        state.keep(who, numbers);
    }

    fn take_over<T: Trace>(&self, state: &mut State, carried: &[Carried], trace: &mut T) -> Group {
        self.open_leg(state, carried, trace)
    }

    /// An active combatant stands, as does one that has yet to come onto the map; a removed one is dead or down by a knob
    /// (THRUM-53, THRUM-65).
    fn end_state(&self, state: &State, combatant: Who) -> EndState {
        if state.left_or_awaited().contains(combatant) {
            EndState::Standing
        } else if state.present.contains(combatant) || !self.knobs.removed_are_dead {
            EndState::Down
        } else {
            EndState::Dead
        }
    }

    fn fights_on(&self, state: &State, combatant: Who) -> bool {
        self.still_fighting(state).contains(combatant)
    }

    /// Compares the Fatigue that both sides can still take; a side that has lost can take none.
    fn balance(&self, state: &State) -> Balance {
        let spare = |who: Who| spare(&state.bodies[who]);
        hp_balance(&self.sides, self.still_fighting(state), spare, self.spare_at_start)
    }

    fn picture(&self, state: &State) -> Option<String> {
        Some(self.draw(state))
    }

    /// The Fatigue that would exhaust a combatant; none of those that are out.
    fn remaining(&self, state: &State, who: Who) -> [i64; 2] {
        let is_left = state.left_or_awaited().contains(who);
        [if is_left { spare(&state.bodies[who]) } else { 0 }, spare(&self.opening.bodies[who])]
    }

    fn attacks(&self, combatant: Who) -> Vec<String> {
        self.striking_names(combatant)
    }

    fn stage<D: Dice>(fight: &mut Fight<'_, D, Counting>, strike: Strike) {
        fight.stage_strike(strike);
    }

    fn strike<D: Dice>(fight: &mut Fight<'_, D, Counting>, strike: Strike) -> Option<Struck> {
        Some(fight.lone_strike(strike))
    }

    fn has_had_enough(&self, state: &State, target: Who) -> bool {
        state.is_worn_down(target)
    }
}

/// The Fatigue that would exhaust a combatant, at least 1.
fn spare(body: &Body) -> i64 {
    i64::from(1 + body.fatigue_tolerance - body.fatigue).max(1)
}

impl Thrum {
    /// Combatants left on sides that have not lost.
    fn still_fighting(&self, state: &State) -> Group {
        let left = state.left_or_awaited();
        if state.lost == [false; 2] {
            return left;
        }
        let lost = Side::ALL.into_iter().filter(|side| state.lost[side.index()]);
        lost.fold(left, |left, side| left - self.sides.members(side))
    }
}
