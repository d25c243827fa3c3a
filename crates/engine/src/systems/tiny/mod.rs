//! `tiny`: tests of a few d6 on a line of squares, damage reduction, and a fixed number of tests to live, for up to 64
//! combatants. Ledger: `ledger.md`.

mod attack;
mod compile;
mod decisions;
mod dying;
mod event;
mod file;
mod hit_points;
mod initiative;
mod legs;
mod means;
mod metrics;
mod movement;
mod never;
mod occasions;
mod odds;
mod policy;
mod pool;
mod refuse;
mod resolve;
mod scenario;
mod state;
mod survey;
mod wary;

#[cfg(test)]
mod tests;

use crate::accounts::Means;
use crate::day::Carried;
use crate::dice::{Dice, DiceExpr, Occasion};
use crate::lead::Balance;
use crate::odds::{Strike, Striking, Struck};
use crate::outcome::{EndState, Side};
use crate::ruleset::{Outline, Progress, Ruleset};
use crate::scenario::{Choice, KeyDecl, Problem, Scenario, Word};
use crate::skirmish::{ByCombatant, Group, Roster, Sides, Skirmish, hp_balance};
use crate::trace::{Counting, Trace};
use crate::who::Who;

use pool::Test;
use resolve::Fight;
use scenario::{Armor, AtZeroHp, AttackKind, DrMode, Policy, Proficiency, Provokes};
pub use state::State;

/// A compiled scenario.
#[derive(Debug, Clone)]
pub struct Tiny {
    knobs: Knobs,
    sides: Sides,
    sheets: Roster<Sheet>,
    medics: Group,
    vigilant: Group,
    /// Combatants with policy `medic`. They stay out of combat while others of their side fight.
    keepers: Group,
    rest: legs::Rest,
    /// The HP of each side at the start.
    hp_at_start: [i64; 2],
    /// The state at the start of every fight, before any die is rolled.
    opening: State,
    outline: Outline,
    /// The names of the attacks, by combatant and attack; only events use them.
    attack_names: ByCombatant<Vec<String>>,
    /// Their ids in the scenario.
    attack_ids: ByCombatant<Vec<String>>,
    /// The names of the attacks that are never made, since they do no damage (TINY-31), by combatant.
    harmless_names: ByCombatant<Vec<String>>,
}

/// The knobs of `[rules]` that are not already part of sheets.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a knob of its own")]
struct Knobs {
    round_seconds: u32,
    /// The damage that a critical hit adds, in HP.
    critical_bonus: i16,
    critical_ignores_dr: bool,
    dr_mode: DrMode,
    /// The least damage, in HP, to which DR can reduce a hit.
    damage_floor: i16,
    provokes: Provokes,
    /// Whether a flanked combatant can slip past its enemies (TINY-18).
    slips_past: bool,
    /// Whether a combatant in combat has disadvantage on ranged attacks, if it may make them at all (TINY-16).
    ranged_in_combat_hinders: bool,
    /// Whether ranged attacks have disadvantage against a target that is in combat with a comrade of the shooter
    /// (TINY-16).
    ranged_into_combat_hinders: bool,
    /// Whether the first stabilization test waits for the round after the fall (TINY-35).
    waits_a_round: bool,
    medic_in_combat: bool,
    /// Whether lots decide which of several equally good combatants a policy chooses; otherwise listed order does
    /// (TINY-12).
    targets_are_by_lot: bool,
    /// The distance to every enemy, in feet, at which a retreating combatant leaves the fight (TINY-44).
    escape_distance: i32,
    /// The HP that a combatant recovers in one sleep: without, then with the trait `resilient` (TINY-45).
    hp_per_sleep: [i16; 2],
}

/// A combatant's numbers, attacks and tests, as far as they do not change during a fight.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a trait of its own")]
struct Sheet {
    /// The HP at the start; the most that its dice can show if they are rolled.
    hp: i16,
    /// The dice of its HP; `None` if they are not rolled (TINY-26).
    hp_dice: Option<DiceExpr>,
    /// The most HP; `None` if they are those that were rolled.
    hp_max: Option<i16>,
    /// The movement in a turn, in feet; heavy armor has been taken into account (TINY-30).
    movement: i32,
    armor: Armor,
    /// Damage reduction in HP, from all sources (TINY-25).
    dr: i16,
    at_zero_hp: AtZeroHp,
    policy: Policy,
    /// The HP at or below which the policy evades or retreats, if it ever does; `None` if that is half of the HP that
    /// were rolled.
    policy_hp: Option<i16>,
    initiative: DiceExpr,
    /// The attacks that do damage, in order of preference; no others are ever made (TINY-31).
    attacks: Vec<Attack>,
    /// The index of the first attack that is not ranged.
    first_melee: Option<usize>,
    /// Whether the file gives it an attack that does no damage for lack of training (TINY-31).
    has_harmless: bool,
    /// The tests to evade: the usual one, then the one of an unarmed combatant without training against a weapon
    /// (TINY-17, TINY-32).
    evade: [Test; 2],
    is_unarmed: bool,
    is_unarmed_fighter: bool,
    extricate: Test,
    /// The stabilization tests in order: each without help, then with a medic's help (TINY-35, TINY-40).
    stabilization: Vec<[Test; 2]>,
    list: TestList,
    medic: Test,
    is_resilient: bool,
    /// The tests that its armor puts at disadvantage (TINY-28).
    is_hindered: Hindered,
}

/// The kinds of tests that a combatant's armor puts at disadvantage (TINY-28).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hindered {
    attacks: bool,
    /// Tests to evade and to extricate oneself.
    physical: bool,
    /// Stabilization tests and tests to help the dying.
    others: bool,
}

/// The origin of a combatant's list of stabilization tests (TINY-35, TINY-38, TINY-39).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TestList {
    Usual,
    Robust,
    HardToKill,
}

impl TestList {
    const fn rule(self) -> &'static str {
        match self {
            Self::Usual => "TINY-35",
            Self::Robust => "TINY-38",
            Self::HardToKill => "TINY-39",
        }
    }
}

/// An attack that does damage.
#[derive(Debug, Clone)]
struct Attack {
    kind: AttackKind,
    proficiency: Proficiency,
    /// Whether the attack may be made in combat (TINY-16).
    is_made_in_combat: bool,
    /// The greatest distance of a target, in feet.
    reach: i32,
    /// The damage in HP, above 0.
    damage: i16,
    /// The least sum of 2d6 that is a critical (TINY-23).
    critical_on: u8,
    /// The attack test: the usual one, then the one with disadvantage from circumstances (TINY-16, TINY-19).
    tests: [Test; 2],
    /// The second test against DR: the usual one, then the one with disadvantage from circumstances (TINY-24).
    second_tests: [Test; 2],
}

impl Attack {
    #[inline]
    const fn is_ranged(&self) -> bool {
        matches!(self.kind, AttackKind::Ranged)
    }

    /// Whether an unarmed combatant without training has a worse test to evade it (TINY-32).
    #[inline]
    const fn is_wielded_well(&self) -> bool {
        !matches!(self.kind, AttackKind::Unarmed) && !matches!(self.proficiency, Proficiency::None)
    }
}

impl Skirmish for Tiny {
    #[inline]
    fn sides(&self) -> &Sides {
        &self.sides
    }

    #[inline]
    fn standing(state: &State) -> Group {
        state.standing
    }
}

impl Ruleset for Tiny {
    const NAME: &'static str = "tiny";
    const ABOUT: &'static str = "d6-pool tests, damage reduction, stabilization";
    const LEDGER: &'static str = include_str!("ledger.md");
    const OPPONENTS: &'static str = include_str!("opponents.toml");
    const OCCASIONS: &'static [Occasion] = occasions::OCCASIONS;
    const DECISIONS: &'static [Choice] = decisions::Deciding::CHOICES;
    const STRIKING: Striking = odds::STRIKING;
    const SCHEMA: &'static [KeyDecl] = scenario::FileKeys::KEYS;
    const HARMS: &'static [&'static str] = Self::DAMAGE;
    const HAS_DAYS: bool = true;
    const LEFT: &'static [&'static str] = &[legs::HP];

    type State = State;
    type Scratch = ();

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
        fight.close();
        fight.count_end();
    }

    fn tend<D: Dice, T: Trace>(fight: &mut Fight<'_, D, T>) {
        fight.close();
    }

    fn forget(&self, state: &mut State) {
        let attends = |side: &Side| (state.standing & self.medics).meets(self.sides.members(*side));
        let attended = Side::ALL.into_iter().filter(attends).map(|side| self.sides.members(side));
        let visited = attended.fold(Group::NOBODY, |visited, side| visited | side);
        state.forget(visited, self.sides.members(Side::Enemies));
    }

    fn kept(&self, who: Who) -> Vec<String> {
        self.kept_of(who)
    }

    fn keep(&self, state: &State, who: Who, numbers: &mut [i32]) {
        self.keep_of(state, who, numbers);
    }

    fn take_over<T: Trace>(&self, state: &mut State, carried: &[Carried], trace: &mut T) -> Group {
        self.open_leg(state, carried, trace)
    }

    #[inline]
    fn end_state(&self, state: &State, combatant: Who) -> EndState {
        if state.standing.contains(combatant) {
            EndState::Standing
        } else if state.fled.contains(combatant) {
            EndState::Fled
        } else if state.dead.contains(combatant) {
            EndState::Dead
        } else {
            EndState::Down
        }
    }

    fn balance(&self, state: &State) -> Balance {
        let at_start = if state.rolled_hp.is_empty() {
            self.hp_at_start
        } else {
            self.sides.sums(self.sides.everybody(), |who| i64::from(self.starting_hp(state, who)))
        };
        hp_balance(&self.sides, state.standing, |who| state.fighters[who].hp.into(), at_start)
    }

    fn remaining(&self, state: &State, who: Who) -> [i64; 2] {
        [state.fighters[who].hp.into(), i64::from(self.starting_hp(state, who)).max(1)]
    }

    fn attacks(&self, combatant: Who) -> Vec<String> {
        self.attack_names[combatant].clone()
    }

    fn attack_ids(&self, combatant: Who) -> Vec<String> {
        self.attack_ids[combatant].clone()
    }

    fn stage<D: Dice>(fight: &mut Fight<'_, D, Counting>, strike: Strike) {
        fight.stage_strike(strike);
    }

    fn strike<D: Dice>(fight: &mut Fight<'_, D, Counting>, strike: Strike) -> Option<Struck> {
        Some(fight.lone_strike(strike))
    }
}
