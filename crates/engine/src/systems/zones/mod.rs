//! `zones`: d20 Tests against a DR on a battlefield of Zones, Characters against Creatures, in any number up to 64.
//! Ledger: `ledger.md`.

mod ailment;
mod areas;
mod arming;
mod attack;
mod bounds;
mod compile;
mod decisions;
mod event;
mod field;
mod file;
mod hit_points;
mod legs;
mod means;
mod metrics;
mod morale;
mod movement;
mod never;
mod occasions;
mod odds;
mod order;
mod plan;
mod policy;
mod reaction;
mod refuse;
mod resolve;
mod round;
mod scenario;
mod state;
mod verdict;
mod wary;
mod words;

#[cfg(test)]
mod tests;

use crate::accounts::Means;
use crate::area::Area;
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

use ailment::{Ailment, Source, SourceId};
use field::{Field, ZoneSet};
use policy::Approach;
use resolve::Fight;
use scenario::ZONES_MAX;
use state::Stage;
pub use state::State;
use verdict::{Row, Verdicts};
use words::{
    AttackKind, CapacityCounts, FreeAttacks, InitiativeTies, MoraleFailure, MoraleScope, Policy, ReactionScope, Target,
};

/// A compiled scenario.
#[derive(Debug, Clone)]
pub struct Zones {
    knobs: Knobs,
    field: Field,
    sides: Sides,
    sheets: Roster<Sheet>,
    verdicts: Verdicts,
    /// The sources of all ailments, by [`SourceId`].
    sources: Vec<Source>,
    fearless: Group,
    leaders: Group,
    /// The Creatures for which a Reaction is rolled (ZONES-49).
    undecided: Group,
    /// By side: whether any member's policy targets the opponent that the side attacked last (`target = "focus"`).
    tracks_focus: [bool; 2],
    /// The combatants whose HP are rolled in the set-up (ZONES-24).
    rolls_hp: Group,
    rest: legs::Rest,
    /// The HP of each side at the start, if nobody's are rolled.
    hp_at_start: [i64; 2],
    /// The state at the start of every fight, before any die is rolled.
    opening: State,
    outline: Outline,
    /// Names that only events use.
    names: Names,
}

/// The knobs of `[rules]` that are not already part of sheets and zones.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a knob of its own")]
struct Knobs {
    surprised: Option<Side>,
    enemies_begin_max: u32,
    rolls_each_round: bool,
    ties: InitiativeTies,
    /// Whether lots decide which of several tied combatants acts first; otherwise listed order does (ZONES-05).
    order_is_by_lot: bool,
    /// Whether lots decide which of several equally good targets a policy takes; otherwise listed order does
    /// (ZONES-05).
    targets_are_by_lot: bool,
    capacity_counts: CapacityCounts,
    close_shots_are_mirrored: bool,
    disadvantage_is_mirrored: bool,
    free_attacks: FreeAttacks,
    creatures_provoke: bool,
    recovers_at_start: bool,
    paralysed_fails: bool,
    /// By side: the fate of a combatant at 0 HP (ZONES-24).
    at_zero_hp: [EndState; 2],
    reaction_scope: ReactionScope,
    /// The highest d10 result of a Reaction roll at which Creatures fight (ZONES-49).
    reaction_fights_up_to: u32,
    morale: Morale,
}

/// The rules for Morale Tests of Creatures and for failed ones (ZONES-51 to ZONES-53).
#[derive(Debug, Clone)]
struct Morale {
    difficulty: i16,
    /// The triggers of the whole side that are in use: a bit for each [`MoraleTrigger`](words::MoraleTrigger).
    side_triggers: u8,
    /// Whether a Creature tests morale once it has lost half of its HP.
    tests_own_half: bool,
    scope: MoraleScope,
    failure: MoraleFailure,
}

/// A combatant's numbers, attacks and items, as far as they do not change during a fight.
#[derive(Debug, Clone)]
struct Sheet {
    /// The HP at the start; the most that its dice can show if they are rolled.
    hp: i16,
    /// The dice of its HP; `None` if they are not rolled (ZONES-24).
    hp_dice: Option<DiceExpr>,
    level: u16,
    policy: Policy,
    /// The approach of its policy; not used while it retreats.
    approach: Approach,
    target: Target,
    /// A patient (an ally or the combatant itself) is healed if its HP are at or below this percentage of its HP at the
    /// start.
    heal_below: i32,
    /// By patient: the highest HP at which this combatant still heals the patient, unless the patient's HP are rolled.
    heals_up_to: Roster<i16>,
    /// The percentage of its HP at the start at or below which it begins to retreat; 0 if it never does (ZONES-54).
    retreat_below: i32,
    /// The highest HP at which it begins to retreat, unless its HP are rolled; below 1 if it never does (ZONES-54).
    retreats_up_to: i16,
    /// The bonus of a Test, by attribute; for a Creature each of them is its Skill (ZONES-16, ZONES-17).
    bonuses: Vec<i16>,
    skill: i16,
    /// Added to the DR of every Test to hit this combatant (ZONES-19).
    hit_difficulty_mod: i16,
    /// The attacks in order of preference; a Character's bare hands are the last (ZONES-30).
    attacks: Vec<Attack>,
    /// The indices of all attacks except the bare hands: a bit for each.
    listed_attacks: u64,
    /// The attacks that can be free attacks, first melee, then ranged: a bit for each (ZONES-37).
    free_attacks: [u64; 2],
    /// The limits on attacks that cannot always be made.
    limits: Vec<Limit>,
    items: Vec<Item>,
    /// The range of its counters in [`State::counters`]: first index, and the index after the last.
    counters: (u16, u16),
}

/// The combatant whose Turn it is, with data that its choices read again and again.
#[derive(Clone, Copy)]
struct Actor<'a> {
    who: Who,
    side: Side,
    sheet: &'a Sheet,
}

/// One attack, spell or stunt.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a trait of its own")]
struct Attack {
    kind: AttackKind,
    range: u8,
    /// The combatant that makes the Test.
    tester: Tester,
    difficulty: i16,
    /// By target: the row of verdicts on its Test.
    rows: Roster<Row>,
    /// By the attacker's Zone: the Zones that it reaches from there without the Close penalty (ZONES-08, ZONES-21).
    reach: [ZoneSet; ZONES_MAX],
    damage: Option<Damage>,
    /// Whether its damage can be above 0.
    harms: bool,
    /// Whether it has a penalty against targets in the same Zone (ZONES-21).
    is_penalised_close: bool,
    /// Whether a natural 1 or 20 has a special effect (ZONES-26 to ZONES-29).
    is_strike: bool,
    /// Whether a natural 1 marks a usage (ZONES-28).
    is_marked: bool,
    is_unarmed: bool,
    /// The counter of uses left; `None` if there is no limit.
    uses: Option<u16>,
    /// The counter of marks left until the weapon breaks; `None` if it cannot break.
    marks: Option<u16>,
    /// The counter that is 0 while the attack is in the backpack and 1 once it is at hand (ZONES-14); `None` if it is
    /// always at hand.
    at_hand: Option<u16>,
    /// The attack with the second weapon alone, once the main one is broken; `None` if there is no second weapon that
    /// can go on alone (ZONES-28).
    off_hand_alone: Option<Box<Attack>>,
    hinder: Option<(Ailment, SourceId)>,
    ongoing: Option<SourceId>,
    push: bool,
    demand: bool,
}

/// The limit of an attack: it cannot be made while a counter is 0, since it is used up, broken or in the backpack
/// (ZONES-14, ZONES-28, ZONES-29).
#[derive(Debug, Clone, Copy)]
struct Limit {
    counter: u16,
    /// The index of the attack.
    attack: u8,
}

/// The combatant that makes the Test of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tester {
    /// The attacker tests to succeed, with this bonus.
    Attacker { bonus: i16 },
    /// The target tests to avoid, with this attribute (ZONES-22).
    Target { attribute: u8 },
}

/// The damage of a hit (ZONES-24, ZONES-25).
#[derive(Debug, Clone)]
struct Damage {
    main: Roll,
    off_hand: Option<Roll>,
    /// Twice the mean that the policy `wary` expects, without and with the multiplier: of two weapons the greater one.
    extents: [i64; 2],
}

/// Damage dice, with the factor and the constant that apply without and with the multiplier of a natural (ZONES-26,
/// ZONES-27).
#[derive(Debug, Clone)]
struct Roll {
    dice: DiceExpr,
    /// The factors of the sum of the faces: without the multiplier, and with it.
    factors: [i32; 2],
    /// The constants added to the sum: without the multiplier, and with it.
    pluses: [i32; 2],
}

/// One kind of item (ZONES-14).
#[derive(Debug, Clone)]
struct Item {
    heal: DiceExpr,
    /// The counter of pieces left.
    pieces: u16,
    /// The counter of pieces at hand; `None` if no Action of its own is needed to bring a piece to hand.
    at_hand: Option<u16>,
}

/// Names that only events use.
#[derive(Debug, Clone)]
struct Names {
    attributes: Vec<String>,
    /// The names of the attacks, by combatant and attack; the last is that of bare hands.
    attacks: ByCombatant<Vec<String>>,
    /// The names of the items, by combatant and item.
    items: ByCombatant<Vec<String>>,
}

impl Knobs {
    /// Whether lots decide anything (ZONES-05).
    const fn need_lots(&self) -> bool {
        self.order_is_by_lot || self.targets_are_by_lot
    }
}

impl Zones {
    #[inline]
    fn sheet(&self, who: Who) -> &Sheet {
        &self.sheets[who]
    }

    /// The HP of a combatant at the start of the fight.
    #[inline]
    fn full_hp(&self, state: &State, who: Who) -> i16 {
        state.full_hp.get(who.index()).copied().unwrap_or_else(|| self.sheet(who).hp)
    }

    /// Empties the counters of a combatant that will not need them any more.
    fn drop_counters(&self, state: &mut State, who: Who) {
        let (start, end) = self.sheet(who).counters;
        if start < end {
            state.counters[usize::from(start)..usize::from(end)].fill(0);
        }
    }

    /// Creatures that stand aside while others fight (ZONES-49).
    #[inline]
    fn asides(&self, state: &State) -> Group {
        self.undecided.filter(|who| state.is_aside(who))
    }

    /// The Characters of the fight: all but those that stay away from it, as a leg of a day (ZONES-60).
    fn characters(&self, state: &State) -> Group {
        let party = self.sides.members(Side::Party);
        party - (party - state.standing).filter(|who| state.is_aside(who))
    }
}

impl Skirmish for Zones {
    #[inline]
    fn sides(&self) -> &Sides {
        &self.sides
    }

    #[inline]
    fn standing(state: &State) -> Group {
        state.standing
    }
}

impl Ruleset for Zones {
    const NAME: &'static str = "zones";
    const ABOUT: &'static str = "d20 tests against a DR, on a battlefield of zones";
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

    fn areas(&self) -> Vec<Area> {
        self.areas_of()
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
    }

    /// Drops what only a later leg of a day would read of Characters that are out, and removes all combatants that are out from the
    /// order of Turns and from the lots. If the next Round rolls the order
    /// again, the order and the side that begins are cleared instead; the order of a lone Character is kept, since it
    /// is never rolled.
    fn forget(&self, state: &mut State) {
        if state.stage != Stage::Turns {
            return;
        }
        for who in self.sides.members(Side::Party) - state.standing {
            state.fighters[who].hp = 0;
            self.drop_counters(state, who);
        }
        if self.knobs.rolls_each_round && !state.is_first_round && state.waiting.is_empty() {
            state.begins = Side::Party;
            if self.characters(state).only().is_none() {
                state.order.retain(Group::NOBODY);
            }
        } else {
            state.order.retain(state.standing);
        }
        state.lots.retain(state.standing);
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
        state.fighters[combatant].end
    }

    /// Whether a combatant takes part in the fight: a Creature that stands aside does not, though it is standing at the
    /// end (ZONES-49).
    fn fights_on(&self, state: &State, combatant: Who) -> bool {
        state.standing.contains(combatant)
    }

    fn balance(&self, state: &State) -> Balance {
        let full = |who: Who| i64::from(self.full_hp(state, who));
        let [party, enemies] =
            if self.rolls_hp.is_empty() { self.hp_at_start } else { self.sides.sums(self.sides.everybody(), full) };
        let away = self.sides.members(Side::Party) - self.characters(state);
        let [absent, aside] = self.sides.sums(self.asides(state) | away, full);
        let hp = |who: Who| i64::from(state.fighters[who].hp);
        // If all Characters stay away from a leg, it is lost.
        hp_balance(&self.sides, state.standing, hp, [(party - absent).max(1), enemies - aside])
    }

    fn remaining(&self, state: &State, who: Who) -> [i64; 2] {
        // The HP of Characters that have fled are there for later legs of a day alone.
        let hp = if self.end_state(state, who) == EndState::Fled { 0 } else { state.fighters[who].hp };
        [i64::from(hp).max(0), i64::from(self.full_hp(state, who)).max(1)]
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
