//! Questions about a single combatant: its loads, conditions and grants.

use super::Thrum;
use super::condition::Conditions;
use super::effect::{STATUSES, Status};
use super::sheet::{Buff, BuffEnds, Grants, Stance};
use super::state::{Body, State, Worn};
use super::words::Defence;
use crate::who::Who;

impl Body {
    /// Whether the Fatigue Load exceeds the Tolerance (THRUM-49).
    pub(super) const fn is_exhausted(&self) -> bool {
        self.fatigue > self.fatigue_tolerance
    }

    /// Whether the Stress Load exceeds the Tolerance (THRUM-47).
    pub(super) const fn is_frayed(&self) -> bool {
        self.stress > self.stress_tolerance
    }

    /// Whether it suffers from a status (THRUM-56).
    pub(super) const fn has(&self, status: Status) -> bool {
        self.stacks[status as usize] > 0
    }

    /// Whether it suffers from any status.
    pub(super) fn has_status(&self) -> bool {
        self.stacks != [0; STATUSES]
    }

    pub(super) const fn is(&self, condition: Conditions) -> bool {
        self.conditions.any_of(condition)
    }

    /// The effective range of one of its own abilities: halved and rounded up while it is Blinded (THRUM-57).
    pub(super) const fn sight(&self, range: i32) -> i32 {
        if self.has(Status::Blinded) { half(range) } else { range }
    }

    /// The effective range of an enemy's ability that is aimed at it alone: halved and rounded up while it is Hidden (THRUM-62).
    pub(super) const fn exposure(&self, range: i32) -> i32 {
        if self.is(Conditions::HIDDEN) { half(range) } else { range }
    }

    /// Ends `count` of its statuses, the first in the ledger's order (THRUM-45).
    pub(super) fn cure(&mut self, count: u32) {
        let sufferings = self.stacks.iter_mut().filter(|stacks| **stacks > 0);
        for stacks in sufferings.take(count as usize) {
            *stacks = 0;
        }
    }
}

/// Half, rounded up.
const fn half(range: i32) -> i32 {
    (range + 1) / 2
}

/// The index in [`Sheet::granted`](super::sheet::Sheet::granted) of the grants in a Stance, or in none.
#[inline]
pub(super) const fn in_stance(stance: Option<u8>) -> usize {
    match stance {
        Some(stance) => stance as usize + 1,
        None => 0,
    }
}

/// The grants in force for a combatant.
#[derive(Clone, Copy)]
pub(super) struct Granted<'a> {
    /// The grants of its passives and its Stance.
    own: &'a Grants,
    /// The grants of its Buff.
    worn: Option<&'a Grants>,
}

impl<'a> Granted<'a> {
    pub(super) const fn new(own: &'a Grants, worn: Option<&'a Grants>) -> Self {
        Self { own, worn }
    }

    /// The sum of one kind of grant.
    #[inline]
    pub(super) fn of(self, kind: impl Fn(&Grants) -> i32) -> i32 {
        match self.worn {
            Some(worn) => kind(self.own) + kind(worn),
            None => kind(self.own),
        }
    }
}

impl Thrum {
    /// The Stance of a combatant; `None` if it is in none.
    #[inline]
    pub(super) fn stance<'a>(&'a self, state: &State, who: Who) -> Option<&'a Stance> {
        let index = state.bodies[who].stance?;
        Some(&self.sheets[who].stances[usize::from(index)])
    }

    /// The definition of a Buff, from the sheet of its maker.
    #[inline]
    pub(super) fn buff(&self, worn: Worn) -> &Buff {
        let action = &self.sheets[worn.maker].actions[usize::from(worn.action)];
        action.buff.as_ref().expect("only a Buff is given as one")
    }

    /// The way in which a combatant's Buff ends; `None` if it has no Buff.
    #[inline]
    pub(super) fn end_of_buff(&self, state: &State, who: Who) -> Option<BuffEnds> {
        state.bodies[who].buff.map(|worn| self.buff(worn).ends)
    }

    /// The grants of the passives, the Stance and the Buff of a combatant.
    #[inline]
    pub(super) fn grants(&self, state: &State, who: Who) -> Granted<'_> {
        let body = &state.bodies[who];
        let worn = body.buff.map(|worn| &self.buff(worn).grants);
        Granted { own: &self.sheets[who].granted[in_stance(body.stance)], worn }
    }

    /// The sum of one kind of grant over the passives, the Stance and the Buff of a combatant.
    #[inline]
    pub(super) fn granted(&self, state: &State, who: Who, kind: impl Fn(&Grants) -> i32) -> i32 {
        self.grants(state, who).of(kind)
    }

    /// The value of a defence, grants included (THRUM-36).
    #[inline]
    pub(super) fn defence_value(&self, state: &State, who: Who, defence: Defence) -> i32 {
        self.sheets[who].defences[defence as usize]
            + self.granted(state, who, |grants| grants.defences[defence as usize])
    }

    /// The Speed of a combatant: the movement of a Move, in squares (THRUM-18).
    #[inline]
    pub(super) fn speed(&self, state: &State, who: Who) -> i32 {
        let slowed = if state.bodies[who].has(Status::Slowed) { 2 } else { 0 };
        (self.sheets[who].speed + self.granted(state, who, |grants| grants.speed) - slowed).max(0)
    }
}
