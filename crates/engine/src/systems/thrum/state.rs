//! The state of a fight: everything that changes during it.

use std::hash::{Hash, Hasher};

use super::condition::Conditions;
use super::effect::STATUSES;
use super::grid::{Placing, Square, Squares};
use crate::clone_in_place;
use crate::skirmish::{ByCombatant, Group, Lots, TurnOrder};
use crate::who::Who;

/// A fight between two steps.
#[derive(Debug, PartialEq, Eq)]
pub struct State {
    pub(super) bodies: ByCombatant<Body>,
    /// By combatant: the Fatigue and the Stress Tolerance with which it began a leg of a day; empty if all began with those of their
    /// sheets (THRUM-70).
    pub(super) starts: Box<[[i32; 2]]>,
    /// The Terrain Effects, by [`Terrain::index`](super::sheet::Terrain::index); `None` until its maker has made one.
    pub(super) terrains: Box<[Option<Placed>]>,
    /// All combatants in the order of their lots, if lots decide anything (THRUM-04, THRUM-26); else empty.
    pub(super) lots: Lots,
    /// The order of turns; removed combatants stay in it.
    pub(super) order: TurnOrder,
    /// The index in `order` of the next turn; 0 before the round has begun.
    pub(super) next: u8,
    /// Whether the round has begun.
    pub(super) is_under_way: bool,
    /// Combatants with an Initiative roll still due: at the set-up, or in the round of their arrival.
    pub(super) initiative_due: Group,
    /// Combatants on the map.
    pub(super) present: Group,
    /// Combatants on the map that are not Incapacitated.
    pub(super) active: Group,
    /// Combatants that have still to arrive (THRUM-65).
    pub(super) absent: Group,
    /// Combatants that have Delayed in this round (THRUM-06).
    pub(super) delayed: Group,
    /// Combatants in a Stance with a trigger.
    pub(super) ready: Group,
    /// Combatants whose trigger has been used in this turn or this round, whichever is the limit (THRUM-43).
    pub(super) answered: Group,
    /// For each side: whether it has lost (THRUM-14, THRUM-15).
    pub(super) lost: [bool; 2],
}

clone_in_place!(State {
    bodies,
    starts,
    terrains,
    lots,
    order,
    next,
    is_under_way,
    initiative_due,
    present,
    active,
    absent,
    delayed,
    ready,
    answered,
    lost,
});

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (&self.bodies, &self.terrains, &self.order, self.next, self.is_under_way, self.initiative_due).hash(hasher);
        (self.present, self.active, self.absent, self.delayed, self.ready, self.answered).hash(hasher);
        (&self.lost, &self.lots, &self.starts).hash(hasher);
    }
}

impl State {
    /// Combatants that are active or have still to arrive (THRUM-14, THRUM-65).
    #[inline]
    pub(super) fn left(&self) -> Group {
        self.active | self.absent
    }

    /// The combatants of [`left`](Self::left), and in the set-up whoever is still to be put on the map: everybody there, as
    /// long as an Initiative roll is due.
    pub(super) fn left_or_awaited(&self) -> Group {
        let is_set_up_over = (self.initiative_due - self.absent).is_empty();
        if is_set_up_over { self.left() } else { self.left() | self.in_order() }
    }

    /// Combatants in the order of turns.
    pub(super) fn in_order(&self) -> Group {
        self.order.iter().collect()
    }

    /// Sets whether a combatant is on the map, and whether it is active.
    pub(super) fn set_there(&mut self, who: Who, is_present: bool, is_active: bool) {
        self.present.set(who, is_present);
        self.active.set(who, is_active);
    }

    /// The members of `among` that stand on a square of the map.
    pub(super) fn occupants(&self, square: Square, among: Group) -> Group {
        (self.present & among).filter(|who| self.bodies[who].square == square)
    }

    /// Whether a combatant stands on a square.
    pub(super) fn is_occupied(&self, square: Square) -> bool {
        self.present.iter().any(|who| self.bodies[who].square == square)
    }

    /// Whether another combatant than `who` stands on a square.
    pub(super) fn has_another(&self, who: Who, square: Square) -> bool {
        !self.occupants(square, self.present.without(who)).is_empty()
    }

    /// The squares of the combatants of a group.
    #[inline]
    pub(super) fn squares<const N: usize>(&self, group: Group) -> Squares<N> {
        let mut squares = Squares::EMPTY;
        for who in group {
            squares.insert(self.bodies[who].square);
        }
        squares
    }
}

/// The state of one combatant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Body {
    /// Loads and tolerances (THRUM-46).
    pub(super) fatigue: i32,
    pub(super) stress: i32,
    pub(super) fatigue_tolerance: i32,
    pub(super) stress_tolerance: i32,
    /// Stacks, by [`Status`](super::effect::Status).
    pub(super) stacks: [u32; STATUSES],
    pub(super) mark: u32,
    /// The square on which it stands, if it is on the map.
    pub(super) square: Square,
    /// The total of the Initiative roll while it may still decide a place in the order of turns.
    pub(super) initiative: i16,
    pub(super) buff: Option<Worn>,
    /// The Stance, by its index in [`Sheet::stances`](super::sheet::Sheet::stances); `None` in no Stance.
    pub(super) stance: Option<u8>,
    pub(super) conditions: Conditions,
    pub(super) wounds: u8,
}

/// A Buff on a combatant (THRUM-42).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Worn {
    /// The combatant that gave the Buff.
    pub(super) maker: Who,
    /// The action that gave the Buff, by its index in the maker's sheet.
    pub(super) action: u8,
    /// The number of the bearer's ends of turn until the Buff ends; 0 if it does not end after a number of turns.
    pub(super) turns: u8,
}

/// A Terrain Effect on the map (THRUM-41).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Placed {
    /// The action that made the Terrain Effect, by its index in the maker's sheet.
    pub(super) action: u8,
    pub(super) placing: Placing,
    /// Combatants that the Terrain Effect has affected in this turn.
    pub(super) entered_by: Group,
}
