//! What combatants are and can do, compiled: nothing here changes during a fight.

use super::effect::Effect;
use super::grid::{Square, Squares, Teleport};
use super::words::{
    Affects, Category, DefenceChoice, EvasionVulnerable, InitiativeTies, Policy, StunnedMeans, Trigger, When,
};
use crate::skirmish::{Group, Lots};

/// `[rules]`, as far as they are not part of sheets.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a knob of its own")]
pub(super) struct Knobs {
    pub(super) critical_margin: i32,
    /// Whether equal totals are won by the attacker (THRUM-02).
    pub(super) attacker_wins_ties: bool,
    pub(super) initiative_ties: InitiativeTies,
    /// Whether lots decide who comes first of equals, and whom a policy takes of equals; else listed order does (THRUM-04,
    /// THRUM-26).
    pub(super) order_is_by_lot: bool,
    pub(super) targets_are_by_lot: bool,
    pub(super) npcs_take_stances: bool,
    /// Whether who stays in a Stance takes it anew (THRUM-11).
    pub(super) renews_stances: bool,
    /// Whether the end is looked at only after a turn (THRUM-14).
    pub(super) ends_with_turn: bool,
    pub(super) recover_amount: i32,
    pub(super) evasion_boon: i32,
    pub(super) evasion_vulnerable: EvasionVulnerable,
    pub(super) ranged_banes: i32,
    pub(super) cover_banes: i32,
    pub(super) frayed_banes: i32,
    pub(super) exhausted_banes: i32,
    /// Whether a Finisher needs a success, and a target that was Exhausted before (THRUM-39).
    pub(super) finisher_needs_success: bool,
    pub(super) finisher_needs_exhausted: bool,
    pub(super) attacks_fallen: bool,
    pub(super) character_cover_height: i32,
    pub(super) fallen_give_cover: bool,
    pub(super) fallen_hamper: bool,
    pub(super) fallen_defend: bool,
    pub(super) fallen_panic: bool,
    pub(super) effect_on_miss: bool,
    /// Whether the environment rolls, and is not 7 (THRUM-22).
    pub(super) environment_rolls: bool,
    /// Whether a second Buff replaces the first (THRUM-42).
    pub(super) buffs_replace: bool,
    /// Whether a trigger answers once a Round, and not once a turn (THRUM-43).
    pub(super) triggers_once_a_round: bool,
    pub(super) stunned: StunnedMeans,
    pub(super) stances_aid_saves: bool,
    pub(super) panic_tolerance_loss: i32,
    pub(super) upkeep: i32,
    pub(super) same_turn_upkeep: bool,
    /// Whether a Wound is for who had no Tolerance before the upkeep (THRUM-53).
    pub(super) wound_before_upkeep: bool,
    pub(super) wounds_to_remove: u8,
    pub(super) removed_are_dead: bool,
    /// By side: those whose fall decides the fight, the enemies' all of them for the party, the party's any of them against it
    /// (THRUM-15).
    pub(super) targets_of_win: Group,
    pub(super) targets_of_defeat: Group,
    /// 0: never (THRUM-15).
    pub(super) win_after_rounds: u32,
    pub(super) defeat_after_rounds: u32,
    /// By side, whether it can lose otherwise than by having nobody left.
    pub(super) has_conditions: [bool; 2],
    /// By side, where its members are to stand; empty for nowhere (THRUM-64).
    pub(super) goals: [Rectangles; 2],
    pub(super) reach_count: usize,
    /// By side, where its members start (THRUM-03, THRUM-07).
    pub(super) starts: [Rectangles; 2],
}

impl Knobs {
    /// The lots of so many combatants before they are drawn; none where nothing is decided by them (THRUM-04, THRUM-26).
    pub(super) fn lots(&self, combatants: usize) -> Lots {
        if self.order_is_by_lot || self.targets_are_by_lot { Lots::undrawn(combatants) } else { Lots::default() }
    }
}

/// Some rectangles of a map: by the number of a square, whether it lies in one of them, as the words of a set of squares.
#[derive(Debug, Clone)]
pub(super) struct Rectangles(Box<[u64]>);

impl Rectangles {
    /// Of these squares, those in the rectangles, as a set of so many words.
    pub(super) fn new(squares: impl Iterator<Item = Square>, words: usize) -> Self {
        let mut rectangles = vec![0; words];
        for square in squares {
            rectangles[square.word()] |= square.bit();
        }
        Self(rectangles.into())
    }

    /// Whether there is none.
    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Whether a square lies in one of them.
    pub(super) fn contain(&self, square: Square) -> bool {
        self.0[square.word()] & square.bit() != 0
    }

    /// The squares in them.
    pub(super) fn squares<const N: usize>(&self) -> Squares<N> {
        Squares::of_words(*self.0.first_chunk().expect("as many words as sets have"))
    }
}

/// Bonuses that Stances, passives and Buffs grant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Grants {
    pub(super) attack: i32,
    /// By [`Defence`]: on the value, and Boons on the defence.
    pub(super) defences: [i32; 3],
    pub(super) defence_boons: [i32; 3],
    pub(super) speed: i32,
    pub(super) attack_boons: i32,
    pub(super) panic_boons: i32,
    pub(super) incapacity_boons: i32,
    pub(super) reduce_fatigue: i32,
    pub(super) reduce_stress: i32,
}

/// A combatant.
#[derive(Debug, Clone)]
pub(super) struct Sheet {
    /// By [`Defence`]: Resilience, Evasion, Resolve, without grants.
    pub(super) defences: [i32; 3],
    /// The higher of `endurance` and `reflex` (THRUM-22).
    pub(super) drop_modifier: i32,
    pub(super) initiative: i32,
    /// Squares, without grants.
    pub(super) speed: i32,
    pub(super) fatigue_tolerance: i32,
    pub(super) stress_tolerance: i32,
    pub(super) policy: Policy,
    pub(super) defence: DefenceChoice,
    /// The Stance of `stance`, by its index in `stances`; `None` for `auto`.
    pub(super) stance: Option<u8>,
    /// Whether it plans with drops (THRUM-22).
    pub(super) drops: bool,
    pub(super) teleport: Option<Teleport>,
    /// After whom it Delays: nobody, or all copies of that combatant (THRUM-06).
    pub(super) delay_after: Group,
    /// Whether it makes for the goal of its side (THRUM-64).
    pub(super) has_goal: bool,
    /// From 1 on (THRUM-65).
    pub(super) enters_round: u32,
    /// Where it starts, if the scenario says so.
    pub(super) at: Option<Square>,
    /// Grants without a Buff: in no Stance, then in each of `stances`; its passives included.
    pub(super) granted: Box<[Grants]>,
    /// Own actions in listed order, then `basic-attack`, then `resuscitate`.
    pub(super) actions: Vec<Ability>,
    /// The order in which its policy looks at `actions` (P1), by index.
    pub(super) preferences: Vec<u8>,
    /// Single attacks on an enemy, used by triggers alone.
    pub(super) reactions: Vec<Ability>,
    /// Own Stances in listed order, then the basic ones in the order of [`BASIC_STANCES`].
    pub(super) stances: Vec<Stance>,
    /// How many of `stances` are its own.
    pub(super) own_stances: usize,
    /// Whether the first own attack among its actions is mental (P6); of nobody without an own one.
    pub(super) attacks_minds: bool,
}

/// The basic Stances, in the order in which they follow the own ones (THRUM-12).
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
    /// Its rolls; `None` if it is no attack.
    pub(super) attack: Option<Attack>,
    /// Squares; for an aura 0.
    pub(super) range: i32,
    pub(super) target: Category,
    pub(super) shape: Shape,
    /// The most targets of a single attack; 1 for all others.
    pub(super) targets: usize,
    /// The least enemies for which a policy uses a shape.
    pub(super) targets_min: i32,
    pub(super) when: When,
    /// Whether policies weigh the target's Stress, and not its Fatigue (P5).
    pub(super) weighs_stress: bool,
    /// As it is used plainly, and Overexerted: `None` where it cannot be.
    pub(super) plain: Usage,
    pub(super) overexerted: Option<Usage>,
    /// The effect on the user afterwards (THRUM-45), and how far it teleports and moves then: squares, 0 for not.
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

/// The numbers and blocks of an ability, with those of Overexert added or without (THRUM-40).
#[derive(Debug, Clone, Copy)]
pub(super) struct Usage {
    /// Stress that the user takes.
    pub(super) cost: i32,
    /// Boons on the attack.
    pub(super) boons: i32,
    /// Of the shape, in squares; 0 without a shape.
    pub(super) size: i32,
    /// On a success that is no Critical, and on a Critical: of that, `success` is a part unless `critical_replaces`. With
    /// `critical_on_success` both are the same.
    pub(super) success: Effect,
    pub(super) critical: Effect,
    /// Whatever the roll.
    pub(super) effect: Effect,
}

/// The rolls of an attack.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a tag or a key of its own")]
pub(super) struct Attack {
    pub(super) is_physical: bool,
    pub(super) is_ranged: bool,
    pub(super) is_finisher: bool,
    /// Without grants (THRUM-34).
    pub(super) modifier: i32,
    /// The defences allowed (THRUM-35): bit n is set for the defence with the number n.
    pub(super) defences: u8,
    /// Boons against a target with Mark (THRUM-58).
    pub(super) marked_boons: i32,
    pub(super) uses_marks: bool,
}

impl Attack {
    /// Whether a target may defend itself so.
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

/// When a Buff ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BuffEnds {
    Never,
    /// When an attack on the bearer was resolved.
    Attacked,
    /// When an attack by the bearer was resolved.
    Attacks,
    Harmed,
    /// So many of the bearer's ends of turn.
    Turns(u8),
}

/// A Stance.
#[derive(Debug, Clone)]
pub(super) struct Stance {
    pub(super) grants: Grants,
    /// The effect on whoever takes it.
    pub(super) take: Effect,
    pub(super) answer: Option<Answer>,
}

/// The answer of a Stance when its trigger is set off (THRUM-43).
#[derive(Debug, Clone, Copy)]
pub(super) struct Answer {
    pub(super) trigger: Trigger,
    /// Squares.
    pub(super) range: i32,
    pub(super) boons: i32,
    pub(super) effect: Effect,
    /// A reaction by its index.
    pub(super) reaction: Option<u8>,
    /// Whether the Stance ends.
    pub(super) ends: bool,
    /// Whether only a critical defence sets it off.
    pub(super) critical_only: bool,
}
