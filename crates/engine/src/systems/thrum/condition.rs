//! Conditions without stacks.

/// A set of conditions (THRUM-51, THRUM-59 to THRUM-63).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Conditions(u8);

impl Conditions {
    pub(super) const NONE: Self = Self(0);
    pub(super) const DAZED: Self = Self(1);
    pub(super) const DISORIENTED: Self = Self(2);
    pub(super) const HIDDEN: Self = Self(4);
    pub(super) const IMMOBILIZED: Self = Self(8);
    pub(super) const STUNNED: Self = Self(16);

    /// Each condition with its name and its rule.
    pub(super) const ALL: [(Self, &'static str, &'static str); 5] = [
        (Self::DAZED, "Dazed", "THRUM-59"),
        (Self::DISORIENTED, "Disoriented", "THRUM-61"),
        (Self::HIDDEN, "Hidden", "THRUM-62"),
        (Self::IMMOBILIZED, "Immobilized", "THRUM-60"),
        (Self::STUNNED, "Stunned", "THRUM-63"),
    ];

    #[must_use]
    pub(super) const fn with(self, more: Self) -> Self {
        Self(self.0 | more.0)
    }

    #[must_use]
    pub(super) const fn without(self, ended: Self) -> Self {
        Self(self.0 & !ended.0)
    }

    /// Whether both sets have a condition in common.
    pub(super) const fn any_of(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The names of the conditions in the set.
    pub(super) fn names(self) -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().filter(move |&(condition, ..)| self.any_of(condition)).map(|(_, name, _)| name)
    }
}
