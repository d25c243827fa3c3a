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

impl Status {
    /// All of them, in the ledger's order.
    pub(super) const ALL: [Self; STATUSES] = [
        Self::Bleed,
        Self::Blinded,
        Self::Burning,
        Self::Hamstrung,
        Self::Shocked,
        Self::Slowed,
        Self::Vulnerable,
        Self::Weakened,
    ];
}

/// An effect block, compiled: 0 and `false` for what it does not do. Blocks that are added up are summed key by key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own but for what follows from all")]
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
    /// Whether it does anything: see [`noted`](Self::noted).
    pub(super) is_some: bool,
}

impl Effect {
    /// The same block, of which is known whether it does anything: most do not, and need not be looked at key by key.
    #[must_use]
    pub(super) fn noted(self) -> Self {
        Self { is_some: Self { is_some: false, ..self } != Self::default(), ..self }
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
            is_some: self.is_some || more.is_some,
        }
    }

    /// Whether it takes something off a character: what policies call healing (P1).
    pub(super) const fn heals(&self) -> bool {
        self.heal_fatigue > 0 || self.heal_stress > 0 || self.clear || self.cure > 0
    }

    /// Whether it adds stacks or conditions.
    pub(super) fn afflicts(&self) -> bool {
        self.stacks != [0; STATUSES] || self.mark > 0 || !self.conditions.is_empty()
    }
}
