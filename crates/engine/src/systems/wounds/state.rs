//! The state of a fight: everything that changes during it.

use super::injury::Conditions;
use super::sheet::SCORES;
use crate::clone_in_place;
use crate::skirmish::{ByCombatant, Group, Lots};
use crate::who::Who;

/// The part of a round that has been reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Phase {
    /// No round has begun, or the last one is over.
    Between,
    /// Combatants that arrive in this round roll, one at a time.
    Arriving,
    /// All combatants have declared, and the counts are taken from the lowest one up.
    Counting,
}

/// A fight between two steps.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(super) bodies: ByCombatant<Body>,
    /// Uses left of attacks that wear out and of items, by [`Uses::index`](super::sheet::Uses::index).
    pub(super) uses: Box<[u8]>,
    /// All combatants in the order of their lots, if lots decide anything (WOUNDS-06, WOUNDS-08); else empty.
    pub(super) lots: Lots,
    pub(super) phase: Phase,
    /// Whether a combatant has stopped being a fighter other than by leaving.
    pub(super) has_fallen: bool,
    /// Combatants that can act and be aimed at: on the field, not paralysed, and above 0 Wound Points or fighting on
    /// (WOUNDS-45).
    pub(super) fighters: Group,
    /// Combatants on the field: arrived, neither fled nor dead.
    pub(super) present: Group,
    /// Combatants that have not arrived yet (WOUNDS-16).
    pub(super) absent: Group,
    /// Combatants that have left. A dead combatant is neither present, absent nor fled.
    pub(super) fled: Group,
    /// Combatants that are surprised in their first round on the field (WOUNDS-01).
    pub(super) surprised: Group,
    pub(super) stabilised: Group,
    /// Combatants whose last declaration was Full-Defense.
    pub(super) defended_last: Group,
    /// Combatants that have been outnumbered at the end of a round (WOUNDS-63).
    pub(super) outnumbered: Group,
    /// Combatants whose Stress is still to be rolled (WOUNDS-27).
    pub(super) stress_due: Group,
    /// Combatants whose Base Initiative is still to be rolled (WOUNDS-02).
    pub(super) initiative_due: Group,
    /// Combatants for which the count of their arrival is still to be rolled (WOUNDS-16).
    pub(super) count_due: Group,
    /// Combatants that appear on a later count of this round (WOUNDS-16).
    pub(super) arriving: Group,
    /// Combatants with a turn that is carried into the next round (WOUNDS-17).
    pub(super) carrying: Group,
    pub(super) this_round: ThisRound,
}

/// Sets of combatants that are emptied at the end of the round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct ThisRound {
    /// Combatants whose declared turn in this round is still to come.
    pub(super) turns: Group,
    /// Combatants whose turn carried into this round is still to come (WOUNDS-17).
    pub(super) carried: Group,
    /// Combatants with a turn that was carried into this round, whether or not it is over (WOUNDS-17).
    pub(super) had_carried: Group,
    /// Combatants that have declared.
    pub(super) declared: Group,
    /// Combatants that have declared Full-Defense (WOUNDS-13).
    pub(super) defending: Group,
    /// Combatants whose Full-Defense is in force (WOUNDS-18).
    pub(super) guarded: Group,
    /// Combatants whose Reaction is used (WOUNDS-23).
    pub(super) reacted: Group,
    /// Combatants that have taken an action.
    pub(super) acted: Group,
    /// Combatants that lost so much to a single hit that it calls for a morale check (WOUNDS-62).
    pub(super) shaken: Group,
}

clone_in_place!(State {
    bodies,
    uses,
    lots,
    phase,
    has_fallen,
    fighters,
    present,
    absent,
    fled,
    surprised,
    stabilised,
    defended_last,
    outnumbered,
    stress_due,
    initiative_due,
    count_due,
    arriving,
    carrying,
    this_round,
});

impl State {
    /// The bytes of its heap memory.
    pub(super) fn heap_bytes(&self) -> usize {
        self.bodies.heap_bytes() + self.uses.len() + self.lots.heap_bytes()
    }
}

/// The state of one combatant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Body {
    /// The position in yards along the line.
    pub(super) position: i32,
    pub(super) stress: i32,
    pub(super) stress_max: i32,
    /// Wound Points: at 0 the combatant is Incapacitated, below 0 it is Dying.
    pub(super) wounds: i32,
    /// The largest single loss of Wound Points so far (WOUNDS-38).
    pub(super) worst_wound: i32,
    pub(super) mana: i32,
    /// Points that injuries have taken off each score (WOUNDS-53).
    pub(super) score_damage: [u8; SCORES],
    pub(super) conditions: Conditions,
    /// Sums of the modifiers of its injuries.
    pub(super) injury_attack: i32,
    pub(super) injury_defense: i32,
    pub(super) base_initiative: i16,
    /// The count of its arrival in this round.
    pub(super) arrives_on: i16,
    /// The turn that it declared last.
    pub(super) turn: Turn,
    pub(super) carried: Turn,
    /// Yards moved in this round; at most its Speed.
    pub(super) moved: i16,
    /// The highest result of an Intimidation check against it in this round (WOUNDS-64).
    pub(super) intimidated: Option<i16>,
}

/// A declared action and the count on which it is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Turn {
    /// Round Initiative (WOUNDS-05).
    pub(super) count: i16,
    pub(super) action: Action,
    /// The target that was declared with it; `None` if targets are not fixed (WOUNDS-08).
    pub(super) target: Option<Who>,
}

impl Turn {
    /// The value for no turn.
    pub(super) const NONE: Self = Self { count: 0, action: Action::Wait, target: None };
}

/// An action that can be declared; attacks, spells and items by their index in the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Action {
    /// No action, which takes no turn (WOUNDS-15).
    Wait,
    Attack(u8),
    /// A Defensive Attack (WOUNDS-14).
    DefensiveAttack(u8),
    /// The move of a Defensive Attack without its attack.
    Advance,
    Cast(u8),
    UseItem(u8),
    FullDefense,
    /// A Heal check.
    Heal,
    /// An Intimidation check.
    Intimidate,
}

impl Action {
    /// Whether a move as part of the action provokes nobody (WOUNDS-22).
    #[inline]
    pub(super) const fn is_covered(self) -> bool {
        matches!(self, Self::DefensiveAttack(_) | Self::Advance)
    }

    /// Whether it is an attack, a throw or a spell.
    #[inline]
    pub(super) const fn is_hostile(self) -> bool {
        matches!(self, Self::Attack(_) | Self::DefensiveAttack(_) | Self::Cast(_))
    }
}
