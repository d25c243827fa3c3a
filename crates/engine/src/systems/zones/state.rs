//! What changes during a fight.

use std::hash::{Hash, Hasher};

use super::ailment::Ailments;
use super::field::{Group, ZoneId, places};
use super::scenario::{COMBATANTS_MAX, ZONES_MAX};
use crate::outcome::{EndState, Side};

/// Nobody, where a combatant could stand.
pub(super) const NOBODY: u8 = u8::MAX;

/// A fight between two Turns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// By combatant, in listed order; as at the start of an empty fight behind the last.
    pub(super) fighters: [Fighter; COMBATANTS_MAX],
    /// What is used up in the course of the fight: see [`Sheet`](super::Sheet).
    pub(super) counters: Vec<u16>,
    /// By Zone: who stands there.
    pub(super) at: [Group; ZONES_MAX],
    /// Who is standing.
    pub(super) standing: Group,
    /// Who is dead or down.
    pub(super) fallen: Group,
    /// Who still has a Turn in this Round; nobody between Rounds (ZONES-01).
    pub(super) waiting: Group,
    /// Who is retreating (ZONES-54).
    pub(super) retreating: Group,
    /// Whose own half has fired (ZONES-51).
    pub(super) half_fired: Group,
    /// Which triggers of the whole side have fired: a bit for each [`MoraleTrigger`](super::scenario::MoraleTrigger).
    pub(super) fired: u8,
    /// The side that takes its Turns first (ZONES-03).
    pub(super) begins: Side,
    /// The Characters in the order of their Turns (ZONES-04); 0 behind the last.
    pub(super) order: [u8; COMBATANTS_MAX],
    /// Whether no Round is over yet, where a rule asks for it (ZONES-02, ZONES-03).
    pub(super) is_first_round: bool,
    /// By side: whom it attacked last, where somebody of the side asks for it; else [`NOBODY`].
    pub(super) focus: [u8; 2],
}

/// Of those who stand, everything; of those who are out, the way they are out. The Zones follow from the fighters'.
impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for who in places(self.standing) {
            self.fighters[who].hash(hasher);
        }
        (self.standing, self.fallen, self.waiting, self.retreating, self.half_fired).hash(hasher);
        (self.fired, self.begins, self.is_first_round, self.focus).hash(hasher);
        self.order[..self.standing.count_ones() as usize % COMBATANTS_MAX].hash(hasher);
        self.counters.hash(hasher);
    }
}

/// One combatant. Nothing but `end` is kept of those who are out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Fighter {
    pub(super) hp: i16,
    pub(super) zone: ZoneId,
    pub(super) end: EndState,
    pub(super) ailments: Ailments,
}

impl Default for Fighter {
    fn default() -> Self {
        Self { hp: 0, zone: 0, end: EndState::Standing, ailments: Ailments::default() }
    }
}

impl Default for State {
    fn default() -> Self {
        Self {
            fighters: [Fighter::default(); COMBATANTS_MAX],
            counters: Vec::new(),
            at: [0; ZONES_MAX],
            standing: 0,
            fallen: 0,
            waiting: 0,
            retreating: 0,
            half_fired: 0,
            fired: 0,
            begins: Side::Party,
            order: [0; COMBATANTS_MAX],
            is_first_round: false,
            focus: [NOBODY; 2],
        }
    }
}

impl State {
    /// Becomes a copy of `opening`, which has so many fighters and Zones, without allocating when it was one of the same
    /// scenario before. The order of Turns stays as it was.
    #[inline(always)]
    pub(super) fn reset(&mut self, opening: &Self, fighters: usize, zones: usize) {
        self.fighters[..fighters].copy_from_slice(&opening.fighters[..fighters]);
        self.at[..zones].copy_from_slice(&opening.at[..zones]);
        self.counters.clear();
        self.counters.extend_from_slice(&opening.counters);
        self.standing = opening.standing;
        self.fallen = 0;
        self.waiting = 0;
        self.retreating = opening.retreating;
        self.half_fired = 0;
        self.fired = 0;
        self.begins = opening.begins;
        self.is_first_round = opening.is_first_round;
        self.focus = opening.focus;
    }

    #[inline(always)]
    pub(super) const fn fighter(&self, who: usize) -> &Fighter {
        &self.fighters[who % COMBATANTS_MAX]
    }

    #[inline(always)]
    pub(super) const fn fighter_mut(&mut self, who: usize) -> &mut Fighter {
        &mut self.fighters[who % COMBATANTS_MAX]
    }

    /// Whether a combatant is standing.
    #[inline(always)]
    pub(super) const fn stands(&self, who: usize) -> bool {
        self.standing >> who & 1 == 1
    }
}
