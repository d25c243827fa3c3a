//! Compiled sheets of combatants and their abilities: nothing in them changes during a fight.

use super::effect::Effect;
use super::grid::{Square, Squares, Teleport};
use super::words::{
    Affects, Category, DefenceChoice, EvasionVulnerable, InitiativeTies, Policy, StunnedMeans, Trigger, When,
};
use crate::skirmish::{Group, Lots};

/// The values of `[rules]` that are not part of sheets.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a knob of its own")]
pub(super) struct Knobs {
    pub(super) critical_margin: i32,
    /// Whether the attacker wins equal totals (THRUM-02).
    pub(super) attacker_wins_ties: bool,
    pub(super) initiative_ties: InitiativeTies,
    /// Whether lots decide the order of equal combatants, and between equal targets of a policy; else listed order
    /// decides (THRUM-04, THRUM-26).
    pub(super) order_is_by_lot: bool,
    pub(super) targets_are_by_lot: bool,
    pub(super) npcs_take_stances: bool,
    /// Whether a combatant that stays in a Stance takes it anew each turn (THRUM-11).
    pub(super) renews_stances: bool,
    /// Whether the end of the fight is only checked after a turn (THRUM-14).
    pub(super) ends_with_turn: bool,
    pub(super) recover_amount: i32,
    pub(super) evasion_boon: i32,
    pub(super) evasion_vulnerable: EvasionVulnerable,
    pub(super) ranged_banes: i32,
    pub(super) cover_banes: i32,
    pub(super) frayed_banes: i32,
    pub(super) exhausted_banes: i32,
    /// Whether a Finisher needs a success, and whether it needs a target that was Exhausted before (THRUM-39).
    pub(super) finisher_needs_success: bool,
    pub(super) finisher_needs_exhausted: bool,
    pub(super) attacks_fallen: bool,
    pub(super) character_cover_height: i32,
    pub(super) fallen_give_cover: bool,
    pub(super) fallen_hamper: bool,
    pub(super) fallen_defend: bool,
    pub(super) fallen_panic: bool,
    pub(super) effect_on_miss: bool,
    /// Whether the environment rolls, instead of counting as 7 (THRUM-22).
    pub(super) environment_rolls: bool,
    /// Whether a second Buff replaces the first (THRUM-42).
    pub(super) buffs_replace: bool,
    /// Whether a trigger answers once per Round instead of once per turn (THRUM-43).
    pub(super) triggers_once_a_round: bool,
    pub(super) stunned: StunnedMeans,
    pub(super) stances_aid_saves: bool,
    pub(super) panic_tolerance_loss: i32,
    pub(super) upkeep: i32,
    pub(super) same_turn_upkeep: bool,
    /// Whether a Wound is taken by combatants that had Fatigue Tolerance 0 before the upkeep, not after it (THRUM-53).
    pub(super) wound_before_upkeep: bool,
    pub(super) wounds_to_remove: u8,
    pub(super) removed_are_dead: bool,
    /// The combatants whose fall decides the fight: the party wins once all of `targets_of_win` have fallen, and loses
    /// once any of `targets_of_defeat` has (THRUM-15).
    pub(super) targets_of_win: Group,
    pub(super) targets_of_defeat: Group,
    /// The Round after which the party wins, and the Round after which it loses; 0 for never (THRUM-15).
    pub(super) win_after_rounds: u32,
    pub(super) defeat_after_rounds: u32,
    /// For each side: whether the scenario has a condition, beside limits in Rounds, by which it can lose with combatants left.
    pub(super) has_conditions: [bool; 2],
    /// For each side: the squares that its members have to reach; empty if it has no goal (THRUM-64).
    pub(super) goals: [Rectangles; 2],
    pub(super) reach_count: usize,
    /// For each side: the squares on which its members start (THRUM-03, THRUM-07).
    pub(super) starts: [Rectangles; 2],
}

impl Knobs {
    /// The lots of `combatants` combatants before they are drawn; empty if lots decide nothing (THRUM-04, THRUM-26).
    pub(super) fn lots(&self, combatants: usize) -> Lots {
        if self.order_is_by_lot || self.targets_are_by_lot { Lots::undrawn(combatants) } else { Lots::default() }
    }
}

/// The squares inside some rectangles of a map, as the words of a set of squares.
#[derive(Debug, Clone)]
pub(super) struct Rectangles(Box<[u64]>);

impl Rectangles {
    /// Collects `squares`, the squares inside the rectangles, in a set of `words` words.
    pub(super) fn new(squares: impl Iterator<Item = Square>, words: usize) -> Self {
        let mut rectangles = vec![0; words];
        for square in squares {
            rectangles[square.word()] |= square.bit();
        }
        Self(rectangles.into())
    }

    /// Whether the rectangles cover no square.
    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Whether a square lies in one of the rectangles.
    pub(super) fn contain(&self, square: Square) -> bool {
        self.0[square.word()] & square.bit() != 0
    }

    /// The squares in the rectangles.
    pub(super) fn squares<const N: usize>(&self) -> Squares<N> {
        Squares::of_words(*self.0.first_chunk().expect("as many words as sets have"))
    }
}

/// Bonuses that Stances, passives and Buffs grant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Grants {
    pub(super) attack: i32,
    /// The bonuses to the value of each [`Defence`]; `defence_boons` are the Boons on it.
    pub(super) defences: [i32; 3],
    pub(super) defence_boons: [i32; 3],
    pub(super) speed: i32,
    pub(super) attack_boons: i32,
    pub(super) panic_boons: i32,
    pub(super) incapacity_boons: i32,
    pub(super) reduce_fatigue: i32,
    pub(super) reduce_stress: i32,
}

/// The compiled sheet of a combatant.
#[derive(Debug, Clone)]
pub(super) struct Sheet {
    /// Resilience, Evasion and Resolve by [`Defence`], without grants.
    pub(super) defences: [i32; 3],
    /// The higher of `endurance` and `reflex` (THRUM-22).
    pub(super) drop_modifier: i32,
    pub(super) initiative: i32,
    /// Speed in squares, without grants.
    pub(super) speed: i32,
    pub(super) fatigue_tolerance: i32,
    pub(super) stress_tolerance: i32,
    pub(super) policy: Policy,
    pub(super) defence: DefenceChoice,
    /// The Stance that the file names, by its index in `stances`; `None` for `auto`.
    pub(super) stance: Option<u8>,
    /// Whether it plans its movement with drops (THRUM-22).
    pub(super) drops: bool,
    pub(super) teleport: Option<Teleport>,
    /// The combatants after which it Delays: all copies of the one that the file names, or nobody (THRUM-06).
    pub(super) delay_after: Group,
    /// Whether it heads for the goal of its side (THRUM-64).
    pub(super) has_goal: bool,
    /// The Round in which it enters, from 1 on (THRUM-65).
    pub(super) enters_round: u32,
    /// The square on which it starts, if the file gives one.
    pub(super) at: Option<Square>,
    /// Grants without a Buff, passives included: first in no Stance, then in each of `stances`.
    pub(super) granted: Box<[Grants]>,
    /// Its own actions in listed order, then `basic-attack`, then `resuscitate`.
    pub(super) actions: Vec<Ability>,
    /// The indices of `actions` in the order in which its policy considers them (P1).
    pub(super) preferences: Vec<u8>,
    /// Single attacks on an enemy, which only triggers use.
    pub(super) reactions: Vec<Ability>,
    /// Its own Stances in listed order, then the basic ones in the order of [`BASIC_STANCES`].
    pub(super) stances: Vec<Stance>,
    /// The number of its own Stances in `stances`.
    pub(super) own_stances: usize,
    /// Whether the first attack among its own actions is mental; `false` if it has none (P6).
    pub(super) attacks_minds: bool,
}

/// The basic Stances, in the order in which they follow a combatant's own Stances (THRUM-12).
pub(super) const BASIC_STANCES: [&str; 5] = ["brace", "dodge", "concentrate", "assist", "protect"];

/// The kind of an action for policies: the first that fits (P1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Terrain,
    Buff,
    Revive,
    Heal,
    Harm,
}

/// An action or a reaction.
#[derive(Debug, Clone)]
pub(super) struct Ability {
    pub(super) kind: Kind,
    /// The rolls of an attack; `None` if the ability is no attack.
    pub(super) attack: Option<Attack>,
    /// Range in squares; 0 for an aura.
    pub(super) range: i32,
    pub(super) target: Category,
    pub(super) shape: Shape,
    /// The most targets of a single attack; 1 for all others.
    pub(super) targets: usize,
    /// The fewest enemies for which a policy uses a shape.
    pub(super) targets_min: i32,
    pub(super) when: When,
    /// Whether policies weigh the target's Stress instead of its Fatigue (P5).
    pub(super) weighs_stress: bool,
    /// The ability without Overexert, and with it; `None` if it cannot be Overexerted.
    pub(super) plain: Usage,
    pub(super) overexerted: Option<Usage>,
    /// The effect on the user afterwards (THRUM-45), and the squares that the user may then teleport and move; 0 for
    /// none.
    pub(super) self_effect: Effect,
    pub(super) self_teleport: i32,
    pub(super) self_move: i32,
    pub(super) terrain: Option<Terrain>,
    pub(super) buff: Option<Buff>,
}

/// The shape of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Single,
    Area,
    Line,
    Aura,
}

/// The numbers and effects of an ability, either with the additions of Overexert or without (THRUM-40).
#[derive(Debug, Clone, Copy)]
pub(super) struct Usage {
    /// Stress that the user takes.
    pub(super) cost: i32,
    /// Boons on the attack.
    pub(super) boons: i32,
    /// The size of the shape in squares; 0 without a shape.
    pub(super) size: i32,
    /// The effects on a success that is no Critical, and on a Critical. The effect on a Critical includes `success`
    /// unless `critical_replaces`. With `critical_on_success` both effects are the same.
    pub(super) success: Effect,
    pub(super) critical: Effect,
    /// The effect whatever the roll.
    pub(super) effect: Effect,
}

/// The rolls of an attack.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a tag or a key of its own")]
pub(super) struct Attack {
    pub(super) is_physical: bool,
    pub(super) is_ranged: bool,
    pub(super) is_finisher: bool,
    /// The modifier without grants (THRUM-34).
    pub(super) modifier: i32,
    /// The defences that are allowed, as bits by the number of the [`Defence`](super::words::Defence) (THRUM-35).
    pub(super) defences: u8,
    /// Boons against a target with Mark (THRUM-58).
    pub(super) marked_boons: i32,
    pub(super) uses_marks: bool,
}

impl Attack {
    /// Whether a target may use a defence against the attack.
    #[cfg(test)]
    pub(super) const fn allows(&self, defence: super::words::Defence) -> bool {
        self.defences >> defence as u8 & 1 == 1
    }
}

/// A Terrain Effect (THRUM-41).
#[derive(Debug, Clone, Copy)]
pub(super) struct Terrain {
    pub(super) is_difficult: bool,
    pub(super) enter: Effect,
    pub(super) affects: Affects,
    /// The index of its maker's effect in [`State::terrains`](super::State).
    pub(super) index: u8,
}

/// A Buff as an action gives it (THRUM-42).
#[derive(Debug, Clone, Copy)]
pub(super) struct Buff {
    pub(super) ends: BuffEnds,
    pub(super) grants: Grants,
}

/// The event that ends a Buff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BuffEnds {
    Never,
    /// An attack on the bearer was resolved.
    Attacked,
    /// An attack by the bearer was resolved.
    Attacks,
    Harmed,
    /// The bearer's turn ended for this number of times.
    Turns(u8),
}

/// A Stance.
#[derive(Debug, Clone)]
pub(super) struct Stance {
    pub(super) grants: Grants,
    /// The effect on a combatant that takes the Stance.
    pub(super) take: Effect,
    pub(super) answer: Option<Answer>,
}

/// The answer of a Stance to its trigger (THRUM-43).
#[derive(Debug, Clone, Copy)]
pub(super) struct Answer {
    pub(super) trigger: Trigger,
    /// Range in squares.
    pub(super) range: i32,
    pub(super) boons: i32,
    pub(super) effect: Effect,
    /// The reaction that is made, by its index in `reactions`.
    pub(super) reaction: Option<u8>,
    /// Whether the answer ends the Stance.
    pub(super) ends: bool,
    /// Whether only a critical defence sets the trigger off.
    pub(super) critical_only: bool,
}
