//! Effect blocks: what one application of an ability does to one character (THRUM-45).

use super::condition::Conditions;

/// Number of statuses (THRUM-56).
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
    /// All statuses, in the ledger's order.
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

    /// Their names, in the same order.
    pub(super) const NAMES: [&'static str; STATUSES] =
        ["Bleed", "Blinded", "Burning", "Hamstrung", "Shocked", "Slowed", "Vulnerable", "Weakened"];
}

/// A compiled effect block. Effects that it does not have are 0, `false` or empty.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own but for what follows from all")]
pub(super) struct Effect {
    /// Fatigue dealt (THRUM-46).
    pub(super) fatigue: i32,
    pub(super) stress: i32,
    pub(super) revive: bool,
    pub(super) halve_loads: bool,
    pub(super) heal_fatigue: i32,
    pub(super) heal_stress: i32,
    /// Whether the block ends all statuses, and the conditions Dazed, Disoriented, Immobilized and Stunned.
    pub(super) clear: bool,
    /// Number of statuses that the block ends.
    pub(super) cure: u32,
    /// Stacks that the block adds, by [`Status`].
    pub(super) stacks: [u32; STATUSES],
    pub(super) mark: u32,
    /// Conditions that the block sets: any of Dazed, Disoriented, Hidden, Immobilized and Stunned.
    pub(super) conditions: Conditions,
    /// Squares by which the block pushes the character (THRUM-25).
    pub(super) push: i32,
    pub(super) pull: i32,
    /// Whether the block does anything, as [`noted`](Self::noted) finds out.
    pub(super) is_some: bool,
}

impl Effect {
    /// Returns the block with `is_some` set. Most blocks of a scenario do nothing, and one flag is faster to test than all keys.
    #[must_use]
    pub(super) fn noted(self) -> Self {
        Self { is_some: Self { is_some: false, ..self } != Self::default(), ..self }
    }

    /// Adds two blocks key by key: numbers are summed, flags and conditions are combined.
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

    /// Whether it takes off some load or ends statuses or conditions, which policies count as healing (P1).
    pub(super) const fn heals(&self) -> bool {
        self.heal_fatigue > 0 || self.heal_stress > 0 || self.clear || self.cure > 0
    }

    /// Whether it adds stacks, Marks or conditions.
    pub(super) fn afflicts(&self) -> bool {
        self.stacks != [0; STATUSES] || self.mark > 0 || !self.conditions.is_empty()
    }
}
