//! `zones`: d20 Tests against a DR on a battlefield of Zones, Characters against Creatures, in any number up to 64.
//! Ledger: `docs/rules/zones.md`.

mod ailment;
mod arming;
mod attack;
mod bounds;
mod compile;
mod decisions;
mod field;
mod file;
mod metrics;
mod morale;
mod movement;
mod narration;
mod occasions;
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
mod words;

#[cfg(test)]
mod tests;

use crate::decision::DecisionKind;
use crate::dice::{Dice, DiceExpr, Occasion};
use crate::lead::Balance;
use crate::outcome::{EndState, Side};
use crate::ruleset::{Outline, Progress, Ruleset};
use crate::scenario::{KeyDecl, Problem, Scenario};
use crate::skirmish::{Group, Roster, Sides, Skirmish, hp_balance};
use crate::trace::Trace;

use ailment::{Ailment, Source, SourceId};
use field::{Field, ZoneSet};
pub use metrics::ZonesCounts;
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
    /// Sources of ailments: see [`SourceId`].
    sources: Vec<Source>,
    fearless: Group,
    leaders: Group,
    /// The Creatures whose reaction is rolled (ZONES-49).
    undecided: Group,
    /// By side: whether somebody asks whom it attacked last.
    tracks_focus: [bool; 2],
    /// The HP of each side at the start.
    hp_at_start: [i64; 2],
    /// How a fight begins, before any die.
    opening: State,
    outline: Outline,
    /// Names that only the narration uses.
    names: Names,
}

/// `[rules]`, as far as they are not part of sheets and zones.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a knob of its own")]
struct Knobs {
    surprised: Option<Side>,
    enemies_begin_max: u32,
    rolls_each_round: bool,
    ties: InitiativeTies,
    /// Whether lots decide who acts first of equals, and whom a policy takes of equals; else listed order does (ZONES-05).
    order_is_by_lot: bool,
    targets_are_by_lot: bool,
    capacity_counts: CapacityCounts,
    close_shots_are_mirrored: bool,
    disadvantage_is_mirrored: bool,
    free_attacks: FreeAttacks,
    creatures_provoke: bool,
    recovers_at_start: bool,
    paralysed_fails: bool,
    /// By side.
    at_zero_hp: [EndState; 2],
    reaction_scope: ReactionScope,
    /// The highest d10 that means a fight.
    reaction_fights_up_to: u32,
    morale: Morale,
}

/// When Creatures test morale, and what a failure means (ZONES-51 to ZONES-53).
#[derive(Debug, Clone)]
struct Morale {
    difficulty: i16,
    /// Triggers that concern the whole side: a bit for each [`MoraleTrigger`](words::MoraleTrigger).
    side_triggers: u8,
    /// Whether a Creature tests that has lost half of its HP.
    tests_own_half: bool,
    scope: MoraleScope,
    failure: MoraleFailure,
}

/// A combatant as it is and all that it can do: nothing here changes during a fight.
#[derive(Debug, Clone)]
struct Sheet {
    hp: i16,
    level: u16,
    policy: Policy,
    /// That of its policy, as long as it does not retreat.
    approach: Approach,
    target: Target,
    /// Percent of the HP at the start.
    heal_below: i32,
    /// By patient: the most HP at which it heals somebody.
    heals_up_to: Roster<i16>,
    /// The most HP at which it begins to retreat; below 1 if it never does (ZONES-54).
    retreats_up_to: i16,
    /// Bonus of a Test, by attribute; a Creature's Skill for all of them (ZONES-16, ZONES-17).
    bonuses: Vec<i16>,
    skill: i16,
    /// Added to every DR that is met against it (ZONES-19).
    hit_difficulty_mod: i16,
    /// In order of preference; a Character's bare hands behind them (ZONES-30).
    attacks: Vec<Attack>,
    /// A bit for each attack but the bare hands.
    listed_attacks: u64,
    /// Those of them that can be free attacks, melee and ranged: a bit for each (ZONES-37).
    free_attacks: [u64; 2],
    /// Limits of attacks that cannot always be made.
    limits: Vec<Limit>,
    items: Vec<Item>,
    /// Its part of [`State::counters`].
    counters: (u16, u16),
}

/// A combatant that acts, with all that is asked of it again and again.
#[derive(Clone, Copy)]
struct Actor<'a> {
    who: usize,
    side: Side,
    sheet: &'a Sheet,
}

/// One attack, spell or stunt.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a trait of its own")]
struct Attack {
    kind: AttackKind,
    range: u8,
    /// Who makes the Test.
    tester: Tester,
    difficulty: i16,
    /// By target: how its Test is judged.
    rows: Roster<Row>,
    /// By Zone: those that it reaches from there without the Close penalty (ZONES-08, ZONES-21).
    reach: [ZoneSet; ZONES_MAX],
    damage: Option<Damage>,
    /// Whether it can take any HP.
    harms: bool,
    /// Whether it has a penalty on those in the same Zone (ZONES-21).
    is_penalised_close: bool,
    /// Whether naturals count (ZONES-26 to ZONES-29).
    is_strike: bool,
    /// Whether a natural 1 marks a usage (ZONES-28).
    is_marked: bool,
    is_unarmed: bool,
    /// The counter of uses left.
    uses: Option<u16>,
    /// The counter of marks left until it breaks.
    marks: Option<u16>,
    /// 0 in a counter while it is in the backpack, 1 from when it is at hand, where it starts in the backpack (ZONES-14).
    at_hand: Option<u16>,
    /// The attack with the other weapon alone, once the main one is broken; `None` if the two break together (ZONES-28).
    off_hand_alone: Option<Box<Attack>>,
    hinder: Option<(Ailment, SourceId)>,
    ongoing: Option<SourceId>,
    push: bool,
    demand: bool,
}

/// An attack that cannot be made while a counter is 0: it is used up, broken or in the backpack (ZONES-14, ZONES-28, ZONES-29).
#[derive(Debug, Clone, Copy)]
struct Limit {
    counter: u16,
    /// Its index.
    attack: u8,
}

/// Who makes the Test of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tester {
    /// The attacker, to succeed, with this bonus.
    Attacker { bonus: i16 },
    /// The target, to avoid, with this attribute (ZONES-22).
    Target { attribute: u8 },
}

/// The damage of a hit (ZONES-24, ZONES-25).
#[derive(Debug, Clone)]
struct Damage {
    main: Roll,
    off_hand: Option<Roll>,
}

/// Dice, and what they are worth without and with the multiplier of naturals (ZONES-26, ZONES-27).
#[derive(Debug, Clone)]
struct Roll {
    dice: DiceExpr,
    /// Of what the dice show.
    factors: [i32; 2],
    /// The constant.
    pluses: [i32; 2],
}

/// One kind of item (ZONES-14).
#[derive(Debug, Clone)]
struct Item {
    heal: DiceExpr,
    /// The counter of pieces left.
    pieces: u16,
    /// The counter of pieces at hand, where bringing one to hand is an Action of its own.
    at_hand: Option<u16>,
}

/// Names that only the narration uses.
#[derive(Debug, Clone)]
struct Names {
    attributes: Vec<String>,
    /// By combatant and attack.
    attacks: Vec<Vec<String>>,
    /// By combatant and item.
    items: Vec<Vec<String>>,
}

impl Knobs {
    /// Whether anything is decided by lots (ZONES-05).
    const fn need_lots(&self) -> bool {
        self.order_is_by_lot || self.targets_are_by_lot
    }
}

impl Zones {
    #[inline]
    fn sheet(&self, who: usize) -> &Sheet {
        &self.sheets[who]
    }

    /// Creatures that stand aside while others fight (ZONES-49).
    #[inline]
    fn asides(&self, state: &State) -> Group {
        self.undecided.filter(|who| state.is_aside(who))
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
    const LEDGER: &'static str = include_str!("../../../../../docs/rules/zones.md");
    const OCCASIONS: &'static [Occasion] = occasions::OCCASIONS;
    const DECISIONS: &'static [DecisionKind] = decisions::DECISIONS;
    const SCHEMA: &'static [KeyDecl] = scenario::FileKeys::KEYS;

    type State = State;
    type Scratch = ();
    type Counts = ZonesCounts;

    fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Self> {
        compile::load(scenario, problems)
    }

    fn outline(&self) -> &Outline {
        &self.outline
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

    /// A combatant that is out needs no turn in the order; an order that is rolled again means nothing between Rounds. That of a
    /// lone Character is never rolled.
    fn forget(&self, state: &mut State) {
        if state.stage != Stage::Turns {
            return;
        }
        if self.knobs.rolls_each_round && !state.is_first_round && state.waiting.is_empty() {
            state.begins = Side::Party;
            if self.sides.members(Side::Party).only().is_none() {
                state.order.retain(Group::NOBODY);
            }
        } else {
            state.order.retain(state.standing);
        }
        state.lots.retain(state.standing);
    }

    #[inline]
    fn end_state(&self, state: &State, combatant: usize) -> EndState {
        state.fighters[combatant].end
    }

    /// A Creature that stands aside is left standing, and fights for nobody (ZONES-49).
    fn fights_on(&self, state: &State, combatant: usize) -> bool {
        state.standing.contains(combatant)
    }

    fn balance(&self, state: &State) -> Balance {
        let [party, enemies] = self.hp_at_start;
        let [_, aside] = self.sides.sums(self.asides(state), |who| i64::from(self.sheet(who).hp));
        let hp = |who: usize| i64::from(state.fighters[who].hp);
        hp_balance(&self.sides, state.standing, hp, [party, enemies - aside])
    }
}
