//! Tests: a pool of d6, of which at least one has to reach the target number (TINY-01 to TINY-03).

use super::Sheet;
use super::scenario::{Difficulty, Level, MixedTests};
use crate::dice::{Dice, Meaning};

/// A test, which succeeds if at least one of its dice is at or above the target number (TINY-01).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Test {
    /// The number of d6, 1..=10.
    pub(super) dice: u8,
    /// The target number, 3..=6.
    pub(super) target: u8,
}

/// The number of dice of each level, and the rule for mixed levels.
#[derive(Debug, Clone)]
pub(super) struct Levels {
    /// The number of d6, by [`Level`].
    pub(super) dice: [u8; 3],
    pub(super) mixed: MixedTests,
}

impl Levels {
    /// The test of a level at a difficulty.
    pub(super) fn test(&self, level: Level, difficulty: Difficulty) -> Test {
        Test { dice: self.dice[level as usize], target: difficulty.target() }
    }

    /// The level after a further source of disadvantage if `is_hindered`, else the same level; several sources count as
    /// one (TINY-03).
    pub(super) fn hindered(&self, level: Level, is_hindered: bool) -> Level {
        match (level, self.mixed) {
            _ if !is_hindered => level,
            (Level::Advantage, MixedTests::Cancel) => Level::Normal,
            _ => Level::Disadvantage,
        }
    }
}

impl Level {
    /// The next better level; the best level stays as it is (TINY-40).
    pub(super) const fn better(self) -> Self {
        match self {
            Self::Disadvantage => Self::Normal,
            Self::Normal | Self::Advantage => Self::Advantage,
        }
    }
}

impl Sheet {
    /// The rules of a test. `is_hindered`: whether the armor puts it at disadvantage.
    pub(super) fn rules_of_test(&self, is_hindered: bool) -> impl Iterator<Item = &'static str> + use<> {
        let of_armor = if is_hindered { [Some("TINY-03"), self.armor.rule()] } else { [None; 2] };
        ["TINY-01", "TINY-02"].into_iter().chain(of_armor.into_iter().flatten())
    }
}

impl Difficulty {
    /// The target number (TINY-02).
    pub(super) const fn target(self) -> u8 {
        match self {
            Self::Trivial => 3,
            Self::Easy => 4,
            Self::Average => 5,
            Self::Difficult => 6,
        }
    }
}

impl Test {
    /// Rolls the test as one draw: no rule reads its faces, so that the exact solver follows success and failure alone.
    #[inline(always)]
    pub(super) fn passes<D: Dice>(self, dice: &mut D) -> bool {
        dice.draw_of(
            self.meaning(),
            #[inline(always)]
            |dice| Some(self.roll(dice)),
        )
    }

    /// The meaning of the draw of a test: its dice and its target number.
    #[inline]
    pub(super) const fn meaning(self) -> Meaning {
        Meaning::new("test", [self.dice as i32, self.target as i32])
    }

    /// Rolls the dice in pairs, and an odd last one alone: the generator yields the same faces as for all of them at
    /// once. Each pair is a draw within the draw, since an enumerator needs to know only whether the pair is high
    /// enough.
    #[inline(always)]
    pub(super) fn roll<D: Dice>(self, dice: &mut D) -> bool {
        let target = u32::from(self.target);
        match self.dice {
            1 => dice.die(6) >= target,
            2 => is_high(dice.dice(6), target),
            3 => {
                let pair = dice.draw(|dice| Some(is_high(dice.dice(6), target)));
                pair | (dice.die(6) >= target)
            }
            _ => self.roll_many(dice),
        }
    }

    /// As [`roll`](Self::roll), for any number of dice. Not inlined, since tests seldom have more than three.
    #[inline(never)]
    fn roll_many<D: Dice>(self, dice: &mut D) -> bool {
        let target = u32::from(self.target);
        let mut is_success = false;
        for _ in 0..self.dice / 2 {
            is_success |= dice.draw(|dice| Some(is_high(dice.dice(6), target)));
        }
        if self.dice % 2 == 1 {
            is_success |= dice.die(6) >= target;
        }
        is_success
    }
}

/// Whether at least one of two dice is at or above the target number (TINY-01).
#[inline]
fn is_high([first, second]: [u32; 2], target: u32) -> bool {
    first.max(second) >= target
}
