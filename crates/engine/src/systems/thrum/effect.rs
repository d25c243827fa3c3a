//! Effect blocks: what one application of an ability does to one character (THRUM-45).

use super::condition::Conditions;

/// How many statuses there are (THRUM-56).
pub(super) const STATUSES: usize = 8;

/// A status with stacks, in the ledger's order (THRUM-56).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Bleed,
    Blinded,
    Burning,
    Hamstrung,
    Shocked,
    Slowed,
    Vulnerable,
    Weakened,
}

/// An effect block, compiled: 0 and `false` for what it does not do. Blocks that are added up are summed key by key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Effect {
    /// Dealt (THRUM-46).
    pub(super) fatigue: i32,
    pub(super) stress: i32,
    pub(super) revive: bool,
    pub(super) halve_loads: bool,
    pub(super) heal_fatigue: i32,
    pub(super) heal_stress: i32,
    /// Whether all statuses end, and Dazed, Disoriented, Immobilized and Stunned.
    pub(super) clear: bool,
    /// How many statuses end.
    pub(super) cure: u32,
    /// Stacks added, by [`Status`].
    pub(super) stacks: [u32; STATUSES],
    pub(super) mark: u32,
    /// Dazed, Disoriented, Hidden, Immobilized, Stunned.
    pub(super) conditions: Conditions,
    /// Squares.
    pub(super) push: i32,
    pub(super) pull: i32,
    /// Which kinds of these it has: see [`noted`](Self::noted).
    pub(super) parts: Parts,
}

/// Kinds of what an effect block does, as bits: what a block does not do need not be looked at key by key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Parts(u8);

impl Parts {
    /// It deals Fatigue or Stress.
    pub(super) const HARM: Self = Self(1);
    /// It ends Incapacity.
    pub(super) const REVIVAL: Self = Self(2);
    /// It takes something off.
    pub(super) const RELIEF: Self = Self(4);
    /// It adds stacks or conditions.
    pub(super) const AFFLICTION: Self = Self(8);
    /// It pushes or pulls.
    pub(super) const MOVEMENT: Self = Self(16);

    #[inline(always)]
    pub(super) const fn has(self, part: Self) -> bool {
        self.0 & part.0 != 0
    }

    #[inline(always)]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Effect {
    /// The same block, with its [`parts`](Self::parts) as they are.
    #[must_use]
    pub(super) fn noted(self) -> Self {
        let has = [
            (self.fatigue > 0 || self.stress > 0, Parts::HARM),
            (self.revive, Parts::REVIVAL),
            (self.heals() || self.halve_loads, Parts::RELIEF),
            (self.stacks != [0; STATUSES] || self.mark > 0 || !self.conditions.is_empty(), Parts::AFFLICTION),
            (self.push > 0 || self.pull > 0, Parts::MOVEMENT),
        ];
        let parts = has.into_iter().filter(|&(has, _)| has).fold(0, |parts, (_, part)| parts | part.0);
        Self { parts: Parts(parts), ..self }
    }

    /// Both blocks as one.
    #[must_use]
    pub(super) fn and(self, more: Self) -> Self {
        Self {
            fatigue: self.fatigue + more.fatigue,
            stress: self.stress + more.stress,
            revive: self.revive || more.revive,
            halve_loads: self.halve_loads || more.halve_loads,
            heal_fatigue: self.heal_fatigue + more.heal_fatigue,
            heal_stress: self.heal_stress + more.heal_stress,
            clear: self.clear || more.clear,
            cure: self.cure + more.cure,
            stacks: std::array::from_fn(|status| self.stacks[status] + more.stacks[status]),
            mark: self.mark + more.mark,
            conditions: self.conditions.with(more.conditions),
            push: self.push + more.push,
            pull: self.pull + more.pull,
            parts: Parts::default(),
        }
        .noted()
    }

    /// Whether it takes something off a character: what policies call healing (P1).
    pub(super) const fn heals(&self) -> bool {
        self.heal_fatigue > 0 || self.heal_stress > 0 || self.clear || self.cure > 0
    }
}
