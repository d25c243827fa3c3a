//! What changes during a fight.

use std::hash::{Hash, Hasher};

use super::condition::Conditions;
use super::effect::STATUSES;
use super::grid::{Placing, Square, Squares};
use crate::clone_in_place;
use crate::skirmish::{ByCombatant, Group, Lots, TurnOrder};

/// A fight between two steps.
#[derive(Debug, PartialEq, Eq)]
pub struct State {
    pub(super) bodies: ByCombatant<Body>,
    /// The Terrain Effects, by [`Terrain::index`](super::sheet::Terrain::index): `None` before the first of its maker.
    pub(super) terrains: Box<[Option<Placed>]>,
    /// Everybody by lot, where lots decide anything (THRUM-04, THRUM-26); else nobody.
    pub(super) lots: Lots,
    /// The order of turns; removed combatants stay in it.
    pub(super) order: TurnOrder,
    /// The index in the order of whose turn is next; 0 before the round has begun.
    pub(super) next: u8,
    /// Whether the round has begun.
    pub(super) is_under_way: bool,
    /// Combatants that have still to roll Initiative: at the set-up, or in the round of their arrival.
    pub(super) initiative_due: Group,
    /// Combatants on the map.
    pub(super) present: Group,
    /// Combatants on the map that are not Incapacitated.
    pub(super) active: Group,
    /// Combatants still to come (THRUM-65).
    pub(super) absent: Group,
    /// Combatants that have Delayed in this round (THRUM-06).
    pub(super) delayed: Group,
    /// Combatants in a Stance with a trigger.
    pub(super) ready: Group,
    /// Combatants whose trigger has been used in this turn or this round (THRUM-43).
    pub(super) answered: Group,
    /// By side, whether it has lost (THRUM-14, THRUM-15).
    pub(super) lost: [bool; 2],
}

clone_in_place!(State {
    bodies,
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
        self.lost.hash(hasher);
        // States of most scenarios have none, and are hashed in every turn that is remembered.
        if self.lots.heap_bytes() > 0 {
            self.lots.hash(hasher);
        }
    }
}

impl State {
    /// Combatants that are active or still to come (THRUM-14, THRUM-65).
    #[inline]
    pub(super) fn left(&self) -> Group {
        self.active | self.absent
    }

    /// Puts a combatant among the active and among those on the map, or takes it out.
    pub(super) fn set_there(&mut self, who: usize, is_present: bool, is_active: bool) {
        self.present.set(who, is_present);
        self.active.set(who, is_active);
    }

    /// Members of a group on the map who stand on a square.
    pub(super) fn occupants(&self, square: Square, among: Group) -> Group {
        (self.present & among).filter(|who| self.bodies[who].square == square)
    }

    /// Whether somebody is on a square.
    pub(super) fn is_occupied(&self, square: Square) -> bool {
        self.present.iter().any(|who| self.bodies[who].square == square)
    }

    /// Whether somebody else is on a square.
    pub(super) fn has_another(&self, who: usize, square: Square) -> bool {
        !self.occupants(square, self.present.without(who)).is_empty()
    }

    /// The squares of some combatants.
    #[inline]
    pub(super) fn squares<const N: usize>(&self, group: Group) -> Squares<N> {
        let mut squares = Squares::EMPTY;
        for who in group {
            squares.insert(self.bodies[who].square);
        }
        squares
    }
}

/// One combatant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Body {
    /// Loads (THRUM-46).
    pub(super) fatigue: i32,
    pub(super) stress: i32,
    pub(super) fatigue_tolerance: i32,
    pub(super) stress_tolerance: i32,
    /// Stacks, by [`Status`](super::effect::Status).
    pub(super) stacks: [u32; STATUSES],
    pub(super) mark: u32,
    /// Of who is on the map.
    pub(super) square: Square,
    /// The total of Initiative, as long as somebody may be put into the order by it.
    pub(super) initiative: i16,
    pub(super) buff: Option<Worn>,
    /// By its index in [`Sheet::stances`](super::sheet::Sheet::stances).
    pub(super) stance: Option<u8>,
    pub(super) conditions: Conditions,
    pub(super) wounds: u8,
}

/// A Buff that somebody has (THRUM-42).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Worn {
    /// The combatant that gave it.
    pub(super) maker: u8,
    /// Its action, by the index in the maker's sheet.
    pub(super) action: u8,
    /// The bearer's ends of turn that are left, where it ends after so many; otherwise 0.
    pub(super) turns: u8,
}

/// A Terrain Effect on the map (THRUM-41).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Placed {
    /// The action of its maker.
    pub(super) action: u8,
    pub(super) placing: Placing,
    /// Combatants whom it has affected in this turn.
    pub(super) entered_by: Group,
}
