//! The state of a fight: everything that changes during it.

use std::hash::{Hash, Hasher};

use super::ailment::Ailments;
use super::field::ZoneId;
use crate::clone_in_place;
use crate::outcome::{EndState, Side};
use crate::skirmish::{ByCombatant, Group, Lots, TurnOrder};
use crate::who::Who;

/// A fight between two Turns.
#[derive(Debug, PartialEq, Eq)]
pub struct State {
    pub(super) fighters: ByCombatant<Fighter>,
    /// The HP of each combatant at the start if anybody's are rolled (ZONES-24); else empty.
    pub(super) full_hp: Box<[i16]>,
    /// Counters of uses, marks, pieces and the like: see [`Sheet`](super::Sheet).
    pub(super) counters: Box<[u16]>,
    /// The combatants in each Zone. They follow from `fighters`, and are stored because every Turn reads them several
    /// times.
    pub(super) occupants: Box<[Group]>,
    /// The Characters in the order of their Turns (ZONES-04).
    pub(super) order: TurnOrder,
    /// All combatants in the order of their lots, if lots decide anything (ZONES-05); else empty.
    pub(super) lots: Lots,
    /// Combatants that are standing and take part.
    pub(super) standing: Group,
    /// Combatants that still have a Turn in this Round; nobody between Rounds (ZONES-01).
    pub(super) waiting: Group,
    /// Combatants with a die still due in the set-up or for the order of Turns (ZONES-04, ZONES-24, ZONES-49).
    pub(super) rolling: Group,
    /// Combatants that are retreating (ZONES-54).
    pub(super) retreating: Group,
    /// Creatures whose trigger `own_half` has fired (ZONES-51).
    pub(super) half_fired: Group,
    /// The next thing to happen.
    pub(super) stage: Stage,
    /// The triggers of the whole side that have fired: a bit for each [`MoraleTrigger`](super::words::MoraleTrigger).
    pub(super) fired: u8,
    /// The side that takes its Turns first (ZONES-03).
    pub(super) begins: Side,
    /// Whether the first Round is not over yet; only set if a rule reads it (ZONES-02, ZONES-03).
    pub(super) is_first_round: bool,
    /// By side: the opponent that it attacked last, if a policy of the side asks for it.
    pub(super) focus: [Option<Who>; 2],
}

clone_in_place!(State {
    fighters,
    full_hp,
    counters,
    occupants,
    order,
    lots,
    standing,
    waiting,
    rolling,
    retreating,
    half_fired,
    stage,
    fired,
    begins,
    is_first_round,
    focus,
});

/// The next thing to happen in a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Stage {
    /// The opening.
    Positions,
    /// The rolls for HP, if there are any (ZONES-24).
    HitPoints,
    /// The Reaction rolls, if there are any (ZONES-49).
    Reactions,
    /// The roll for which side begins (ZONES-03).
    Beginning,
    /// A die of the Characters' order (ZONES-04).
    Order,
    /// A Turn.
    Turns,
}

/// Leaves out `occupants`, which follow from the fighters.
impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (&self.fighters, &self.full_hp, &self.counters, &self.order, &self.lots).hash(hasher);
        (self.standing, self.waiting, self.rolling, self.retreating, self.half_fired).hash(hasher);
        (self.stage, self.fired, self.begins, self.is_first_round, self.focus).hash(hasher);
    }
}

/// The state of one combatant. For one that is out, all fields but `end` have their default values, and a Character that fled keeps
/// its HP for a later leg of a day (ZONES-56).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Fighter {
    pub(super) hp: i16,
    /// The total d6 + `dex` while the order of Turns is rolled (ZONES-04); else 0.
    pub(super) sum: i8,
    pub(super) zone: ZoneId,
    pub(super) end: EndState,
    pub(super) ailments: Ailments,
}

impl Fighter {
    /// A combatant that is standing.
    #[inline]
    pub(super) fn new(hp: i16, zone: ZoneId) -> Self {
        Self { hp, sum: 0, zone, end: EndState::Standing, ailments: Ailments::default() }
    }

    /// A combatant that is out.
    #[inline]
    pub(super) fn out(end: EndState) -> Self {
        Self { end, ..Self::new(0, 0) }
    }
}

impl State {
    /// Whether a combatant stands aside while others fight: it takes no part, and yet it is not out. A Creature does so by its reaction
    /// (ZONES-49), a Character by staying away from a leg of a day (ZONES-60).
    #[inline]
    pub(super) fn is_aside(&self, who: Who) -> bool {
        !self.standing.contains(who) && self.fighters[who].end == EndState::Standing
    }

    /// The bytes of its heap memory.
    pub(super) fn heap_bytes(&self) -> usize {
        let counters = size_of_val(&*self.counters);
        self.fighters.heap_bytes()
            + size_of_val(&*self.full_hp)
            + counters
            + size_of_val(&*self.occupants)
            + self.order.heap_bytes()
            + self.lots.heap_bytes()
    }
}
