//! Ailments, which last until a Test ends them: the four hinderances and Ongoing Damage.

use serde::Serialize;

use super::words::Hinderance;

/// An ailment; the variants stand in the order in which they are tested at the end of a Turn (ZONES-47).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub(super) enum Ailment {
    /// All Tests have Disadvantage (ZONES-43).
    Weakened = 0,
    /// No Actions (ZONES-44).
    Distracted = 1,
    /// No movement (ZONES-45).
    Stuck = 2,
    /// No Actions and no movement (ZONES-46).
    Paralysed = 3,
    /// HP lost at the start of each Turn (ZONES-31).
    Ongoing = 4,
}

impl Ailment {
    /// The hinderances, in the order of their Tests.
    pub(super) const HINDERANCES: [Self; 4] = [Self::Weakened, Self::Distracted, Self::Stuck, Self::Paralysed];

    /// The name of the ailment in the lines of a replay.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Weakened => "Weakened",
            Self::Distracted => "Distracted",
            Self::Stuck => "Stuck",
            Self::Paralysed => "Paralysed",
            Self::Ongoing => "Ongoing Damage",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl From<Hinderance> for Ailment {
    fn from(hinderance: Hinderance) -> Self {
        match hinderance {
            Hinderance::Weakened => Self::Weakened,
            Hinderance::Distracted => Self::Distracted,
            Hinderance::Stuck => Self::Stuck,
            Hinderance::Paralysed => Self::Paralysed,
        }
    }
}

/// The source of an ailment, as an index in the sources of the scenario. Equal sources share an index, so that states
/// that differ in nothing that a rule reads are equal.
pub(super) type SourceId = u16;

/// The numbers that an ailment keeps while it lasts (ZONES-33, ZONES-47).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Source {
    /// The attribute that a Character tests.
    pub(super) test: u8,
    pub(super) difficulty: i16,
    /// Whether the Test is an Action (ZONES-48).
    pub(super) needs_action: bool,
    /// Ongoing Damage per Turn; `None` for the Level of the combatant that suffers it (ZONES-31).
    pub(super) amount: Option<u16>,
}

/// The ailments of one combatant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Ailments {
    /// A bit for each ailment.
    present: u8,
    /// Source indices by ailment; 0 if the ailment is not present. Stored as bytes, so that alignment does not enlarge
    /// the state.
    sources: [[u8; 2]; 5],
}

impl Ailments {
    #[inline]
    pub(super) const fn has(self, ailment: Ailment) -> bool {
        self.present & ailment.bit() != 0
    }

    #[inline]
    pub(super) const fn none(self) -> bool {
        self.present == 0
    }

    /// The source of a present ailment.
    #[inline]
    pub(super) const fn source(self, ailment: Ailment) -> SourceId {
        SourceId::from_ne_bytes(self.sources[ailment as usize])
    }

    /// Adds an ailment that is not present; a present one keeps its numbers (ZONES-33, ZONES-41). Returns whether it was
    /// added.
    #[inline]
    pub(super) const fn begin(&mut self, ailment: Ailment, source: SourceId) -> bool {
        let begins = !self.has(ailment);
        if begins {
            self.present |= ailment.bit();
            self.sources[ailment as usize] = source.to_ne_bytes();
        }
        begins
    }

    #[inline]
    pub(super) const fn end(&mut self, ailment: Ailment) {
        self.present &= !ailment.bit();
        self.sources[ailment as usize] = [0; 2];
    }

    /// The rules that keep the combatant from moving or acting (ZONES-44 to ZONES-46).
    pub(super) fn rules(self) -> impl Iterator<Item = &'static str> {
        let rules = [(Ailment::Distracted, "ZONES-44"), (Ailment::Stuck, "ZONES-45"), (Ailment::Paralysed, "ZONES-46")];
        rules.into_iter().filter(move |&(hinderance, _)| self.has(hinderance)).map(|(_, rule)| rule)
    }

    /// Whether the combatant is neither Distracted nor Paralysed.
    #[inline]
    pub(super) const fn can_act(self) -> bool {
        self.present & (Ailment::Distracted.bit() | Ailment::Paralysed.bit()) == 0
    }

    /// Whether the combatant is neither Stuck nor Paralysed.
    #[inline]
    pub(super) const fn can_move(self) -> bool {
        self.present & (Ailment::Stuck.bit() | Ailment::Paralysed.bit()) == 0
    }
}
