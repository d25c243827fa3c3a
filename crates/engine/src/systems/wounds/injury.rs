//! Injury tables, and the effects of injuries for the rest of the fight (WOUNDS-51 to WOUNDS-60).

use serde::Serialize;

use super::event::Applies;
use super::words::Score;
use crate::dice::DiceExpr;

/// An arm (WOUNDS-54).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Arm {
    Main,
    Off,
}

/// The table of injuries for a damage type.
#[derive(Debug, Clone)]
pub(super) struct InjuryTable {
    /// Whether it is the built-in table of WOUNDS-52.
    pub(super) is_built_in: bool,
    /// The sides of its die.
    pub(super) die: u32,
    /// By face of the die, from 1 on: the index of the injury.
    pub(super) rows: Vec<usize>,
    /// The injuries, in the order of the file.
    pub(super) injuries: Vec<Injury>,
}

/// An injury: one row of a table.
#[derive(Debug, Clone)]
pub(super) struct Injury {
    pub(super) name: String,
    pub(super) is_of_arm: bool,
    /// The dice of the points taken off each of the scores; always 0 if it affects no score.
    pub(super) damage: DiceExpr,
    pub(super) scores: Vec<Score>,
    /// The conditions that it causes.
    pub(super) conditions: Conditions,
    /// Changes of attack and casting rolls, and of Defense.
    pub(super) attack: i32,
    pub(super) defense: i32,
}

impl InjuryTable {
    /// The index of the injury for a face of the die.
    #[inline]
    pub(super) fn row(&self, face: u32) -> usize {
        self.rows[face as usize - 1]
    }
}

/// The rule of each lasting condition.
const RULES: [(Conditions, &str); 8] = [
    (Conditions::HALF_SPEED, "WOUNDS-55"),
    (Conditions::CRAWLS, "WOUNDS-56"),
    (Conditions::PRONE, "WOUNDS-56"),
    (Conditions::WINDED, "WOUNDS-57"),
    (Conditions::SUFFOCATING, "WOUNDS-58"),
    (Conditions::PARALYSED.with(Conditions::SILENCED), "WOUNDS-59"),
    (Conditions::ONE_EYE, "WOUNDS-60"),
    (Conditions::CONCUSSED, "WOUNDS-60"),
];

/// Lasting conditions of a combatant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Conditions(u16);

impl Conditions {
    pub(super) const NONE: Self = Self(0);
    pub(super) const MAIN_ARM_LOST: Self = Self(1);
    pub(super) const OFF_ARM_LOST: Self = Self(1 << 1);
    pub(super) const HALF_SPEED: Self = Self(1 << 2);
    pub(super) const CRAWLS: Self = Self(1 << 3);
    pub(super) const PRONE: Self = Self(1 << 4);
    pub(super) const WINDED: Self = Self(1 << 5);
    /// The combatant is winded and took an action in the round before (WOUNDS-57).
    pub(super) const SPENT: Self = Self(1 << 6);
    pub(super) const PARALYSED: Self = Self(1 << 7);
    pub(super) const SUFFOCATING: Self = Self(1 << 8);
    pub(super) const SILENCED: Self = Self(1 << 9);
    pub(super) const ONE_EYE: Self = Self(1 << 10);
    pub(super) const CONCUSSED: Self = Self(1 << 11);
    /// The combatant has an injury: changes of scores, attack rolls and Defense by injuries may apply.
    pub(super) const INJURED: Self = Self(1 << 12);

    /// The conditions as a number, the opposite of [`from_number`](Self::from_number).
    pub(super) fn number(self) -> i32 {
        self.0.into()
    }

    pub(super) const fn from_number(number: i32) -> Self {
        Self(number as u16)
    }

    /// Whether no condition is present.
    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether at least one of the `others` is present.
    #[inline]
    pub(super) const fn any_of(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// These conditions and the `others`.
    #[inline]
    #[must_use]
    pub(super) const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// These conditions without the `others`.
    #[inline]
    #[must_use]
    pub(super) const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// The rules of the `wanted` conditions that are present.
    pub(super) fn rules(self, wanted: Self) -> [Applies; 8] {
        RULES.map(|(condition, rule)| (rule, self.any_of(condition) && wanted.any_of(condition)))
    }
}

impl Arm {
    /// The condition of a combatant that has lost this arm.
    pub(super) const fn condition(self) -> Conditions {
        match self {
            Self::Main => Conditions::MAIN_ARM_LOST,
            Self::Off => Conditions::OFF_ARM_LOST,
        }
    }
}
