//! `wounds`: Stress and Wound Points on a line of yards, a round counted up from the lowest initiative, equal counts at
//! once, for up to 64 combatants. Ledger: `ledger.md`.

mod action;
mod arrival;
mod beside;
mod body;
mod compile;
mod count;
mod decisions;
mod declarations;
mod effects;
mod event;
mod file;
mod forget;
mod injury;
mod injury_table;
mod legs;
mod line;
mod means;
mod metrics;
mod morale;
mod movement;
mod never;
mod occasions;
mod odds;
mod policy;
mod possessions;
mod refuse;
mod resolve;
mod scenario;
mod schedule;
mod sheet;
mod state;
mod stress;
mod strike;
mod wary;
mod words;

#[cfg(test)]
mod tests;

use crate::accounts::Means;
use crate::day::Carried;
use crate::dice::{Dice, Occasion};
use crate::lead::Balance;
use crate::odds::{Strike, Striking, Struck};
use crate::outcome::{EndState, Side, Winner};
use crate::ruleset::{Outline, Progress, Ruleset};
use crate::scenario::{Choice, KeyDecl, Problem, Scenario, Word};
use crate::skirmish::{ByCombatant, Group, Roster, Sides, Skirmish, hp_balance};
use crate::trace::{Counting, Trace};
use crate::who::Who;

use forget::InitiativeClasses;
use injury::{Conditions, InjuryTable};
use resolve::Fight;
pub use resolve::Scratch;
use sheet::{Knobs, Sheet};
pub use state::State;
use strike::SheetOdds;
use wary::MeanDamage;

/// A compiled scenario.
#[derive(Debug, Clone)]
pub struct Wounds {
    knobs: Knobs,
    sides: Sides,
    sheets: Roster<Sheet>,
    injury_tables: Vec<InjuryTable>,
    /// Combatants that test their morale (WOUNDS-61).
    with_morale: Group,
    /// Combatants that retreat when they have lost too much (WOUNDS-68).
    retreating: Group,
    rest: legs::Rest,
    /// The reach of each combatant's guard weapon while it is sound (WOUNDS-23); `None` if it has no guard weapon.
    threat_ranges: Roster<Option<i32>>,
    /// By side: the longest reach of a guard weapon.
    guard_reach: [i32; 2],
    /// The classes of Base Initiatives with equal effects; `None` unless exactly two combatants fight.
    initiative_classes: Option<InitiativeClasses>,
    /// The last round in which a combatant arrives; 0 if all are there from the start.
    last_arrival: u32,
    /// By side: the vigour at the start of all members whose Stress is not rolled.
    unrolled_vigour: [i64; 2],
    odds: SheetOdds,
    mean_damage: MeanDamage,
    /// The state at the start of every fight, before any die is rolled.
    opening: State,
    outline: Outline,
    /// The names of the attacks, spells and items, by combatant.
    names: ByCombatant<Names>,
}

/// Names of the possessions of a combatant in a replay, in listed order.
#[derive(Debug, Clone, Default)]
struct Names {
    attacks: Vec<String>,
    spells: Vec<String>,
    items: Vec<String>,
}

impl Knobs {
    /// Whether lots decide anything (WOUNDS-06, WOUNDS-08).
    const fn need_lots(&self) -> bool {
        self.order_is_by_lot || self.targets_are_by_lot
    }
}

impl Wounds {
    /// Whether a side still has a fighter, or waits for a member to arrive (WOUNDS-68).
    #[inline]
    fn is_in_the_fight(&self, state: &State, side: Side) -> bool {
        self.left(state).meets(self.sides.members(side))
    }

    /// The balance of the sides, by the vigour that is left compared with the vigour at the start.
    #[inline]
    fn balance_of(&self, state: &State, vigour_at_start: [i64; 2]) -> Balance {
        let now = |who: Who| counted(state.bodies[who].vigour());
        hp_balance(&self.sides, self.left(state), now, vigour_at_start)
    }

    /// The balance of the sides if the Stress of some combatants is rolled.
    fn balance_of_rolled(&self, state: &State) -> Balance {
        let rolled = self.sides.sums(self.opening.stress_due, |who| {
            let stress_max = state.bodies[who].stress_max;
            let stress = self.sheet(who).starting_stress.map_or(stress_max, |given| given.min(stress_max));
            // In the opening, rolled Stress is still 0.
            counted(self.opening.bodies[who].vigour() + stress)
        });
        let [party, enemies] = self.unrolled_vigour;
        self.balance_of(state, [party + rolled[0], enemies + rolled[1]])
    }

    /// Fighters, and, if reinforcements are waited for, combatants that are still to arrive (WOUNDS-68).
    #[inline]
    fn left(&self, state: &State) -> Group {
        if self.knobs.waits_for_reinforcements { state.fighters | state.absent } else { state.fighters }
    }
}

/// The vigour of a fighter as the balance counts it: at least 1, so that every fighter counts.
#[inline]
fn counted(vigour: i32) -> i64 {
    i64::from(vigour).max(1)
}

impl Skirmish for Wounds {
    #[inline]
    fn sides(&self) -> &Sides {
        &self.sides
    }

    #[inline]
    fn standing(state: &State) -> Group {
        state.fighters
    }
}

impl Ruleset for Wounds {
    const NAME: &'static str = "wounds";
    const ABOUT: &'static str = "Stress and Wound Points, count-up initiative, weapon speed";
    const LEDGER: &'static str = include_str!("ledger.md");
    const OPPONENTS: &'static str = include_str!("opponents.toml");
    const OCCASIONS: &'static [Occasion] = occasions::OCCASIONS;
    const DECISIONS: &'static [Choice] = decisions::Deciding::CHOICES;
    const STRIKING: Striking = odds::STRIKING;
    const SCHEMA: &'static [KeyDecl] = scenario::FileKeys::KEYS;
    const HARMS: &'static [&'static str] = Self::POINTS;
    const HAS_DAYS: bool = true;
    const LEFT: &'static [&'static str] = &legs::SHOWN;

    type State = State;
    type Scratch = Scratch;

    fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Self> {
        compile::load(scenario, problems)
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

    fn never(&self) -> Vec<String> {
        self.never_of()
    }

    fn opening(&self) -> &State {
        &self.opening
    }

    #[inline]
    fn rounds_known(&self) -> u32 {
        self.last_arrival
    }

    fn state_bytes(&self) -> usize {
        size_of::<State>() + self.opening.heap_bytes()
    }

    #[inline]
    fn set_up<D: Dice, T: Trace>(fight: &mut Fight<'_, D, T>) -> Progress {
        fight.next_of_set_up()
    }

    #[inline]
    fn turn<D: Dice, T: Trace>(fight: &mut Fight<'_, D, T>) -> Progress {
        fight.next_turn()
    }

    #[inline]
    fn round<D: Dice, T: Trace>(fight: &mut Fight<'_, D, T>) -> Option<Winner> {
        fight.play_round()
    }

    #[inline]
    fn finish<D: Dice, T: Trace>(fight: &mut Fight<'_, D, T>) {
        fight.close();
    }

    fn forget(&self, state: &mut State) {
        state.forget(self);
    }

    fn kept(&self, who: Who) -> Vec<String> {
        self.kept_of(who)
    }

    fn keep(&self, state: &State, who: Who, numbers: &mut [i32]) {
        numbers.copy_from_slice(&self.kept_numbers(state, who));
    }

    fn tend<D: Dice, T: Trace>(fight: &mut Fight<'_, D, T>) {
        fight.close();
        fight.tend_dying();
    }

    fn take_over<T: Trace>(&self, state: &mut State, carried: &[Carried], trace: &mut T) -> Group {
        self.open_leg(state, carried, trace)
    }

    fn rested(&self, carried: &Carried) -> Vec<Option<i32>> {
        self.rested_apart(carried)
    }

    /// The end state of a combatant (WOUNDS-69).
    #[inline]
    fn end_state(&self, state: &State, combatant: Who) -> EndState {
        let body = &state.bodies[combatant];
        if state.fled.contains(combatant) {
            EndState::Fled
        } else if !(state.present | state.absent).contains(combatant) {
            EndState::Dead
        } else if body.wounds <= 0 || body.conditions.any_of(Conditions::PARALYSED) {
            EndState::Down
        } else {
            EndState::Standing
        }
    }

    #[inline]
    fn fights_on(&self, state: &State, combatant: Who) -> bool {
        self.left(state).contains(combatant)
    }

    /// The balance of the sides, by the Stress and Wound Points that are left.
    #[inline]
    fn balance(&self, state: &State) -> Balance {
        if self.opening.stress_due.is_empty() {
            self.balance_of(state, self.unrolled_vigour)
        } else {
            self.balance_of_rolled(state)
        }
    }

    /// Stress, and the Wound Points above death (WOUNDS-42).
    fn remaining(&self, state: &State, who: Who) -> [i64; 2] {
        let (now, unhurt, sheet) = (&state.bodies[who], &self.opening.bodies[who], self.sheet(who));
        let whole = now.stress_max + unhurt.wounds_above_death(sheet);
        [(now.stress + now.wounds_above_death(sheet)).max(0).into(), whole.max(1).into()]
    }

    fn attacks(&self, combatant: Who) -> Vec<String> {
        self.striking_names(combatant)
    }

    fn stage<D: Dice>(fight: &mut Fight<'_, D, Counting>, strike: Strike) {
        fight.stage_strike(strike);
    }

    fn strike<D: Dice>(fight: &mut Fight<'_, D, Counting>, strike: Strike) -> Option<Struck> {
        fight.lone_strike(strike)
    }
}
