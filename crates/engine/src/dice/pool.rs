//! Dice pools: identical dice of which the highest or the lowest are kept.

use super::{COUNT_MAX, Dice, DiceExpr, SIDES_MAX};

/// Number of dice up to which a pool is thrown into a small array.
const FEW: usize = 8;

/// The dice of a pool that are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Which {
    /// The dice with the highest faces.
    Highest,
    /// The dice with the lowest faces.
    Lowest,
}

/// Identical dice of which the highest or the lowest are kept, for instance the highest 3 of 4d6. The result is the sum
/// of the kept dice ([`Dice::keep`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pool {
    count: u16,
    sides: u16,
    keep: u16,
    which: Which,
}

/// The reason why a pool is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PoolError {
    /// The number of dice is out of range.
    #[error("the number of dice must be 1..={COUNT_MAX}")]
    Count,
    /// The number of sides is out of range.
    #[error("the number of sides must be 1..={SIDES_MAX}")]
    Sides,
    /// None of the dice are kept, or more than are rolled.
    #[error("the number of dice kept must be 1 up to the number rolled")]
    Keep,
}

impl Pool {
    /// `count` dice of `sides` sides, of which `keep` are kept: each at least 1, and at most [`COUNT_MAX`],
    /// [`SIDES_MAX`] and `count`.
    ///
    /// # Errors
    /// [`PoolError`] names the number that is out of range.
    #[inline]
    pub const fn new(count: u16, sides: u16, keep: u16, which: Which) -> Result<Self, PoolError> {
        match () {
            () if count == 0 || count > COUNT_MAX => Err(PoolError::Count),
            () if sides == 0 || sides > SIDES_MAX => Err(PoolError::Sides),
            () if keep == 0 || keep > count => Err(PoolError::Keep),
            () => Ok(Self { count, sides, keep, which }),
        }
    }

    /// The pool that keeps all dice of a sum of one kind; without dice if the sum is a plain number.
    pub(super) const fn of_all(dice: DiceExpr) -> Self {
        debug_assert!(dice.is_of_one_kind(), "a pool has dice of one kind");
        let (count, sides) = dice.first_kind();
        Self { count, sides, keep: count, which: Which::Highest }
    }

    /// Number of dice rolled.
    #[inline(always)]
    pub const fn count(self) -> u16 {
        self.count
    }

    /// Number of sides of each die.
    #[inline(always)]
    pub const fn sides(self) -> u16 {
        self.sides
    }

    /// Number of dice kept.
    #[inline(always)]
    pub const fn keep(self) -> u16 {
        self.keep
    }

    /// Whether the highest or the lowest dice are kept.
    #[inline(always)]
    pub const fn which(self) -> Which {
        self.which
    }

    /// Rolls all dice of the pool together and returns the sum of those kept.
    #[inline(always)]
    pub(super) fn throw(self, dice: &mut impl Dice) -> i32 {
        match self.count {
            2 => self.throw_just::<2>(dice),
            3 => self.throw_just::<3>(dice),
            4 => self.throw_just::<4>(dice),
            count if usize::from(count) <= FEW => self.throw_into(dice, [0; FEW]),
            _ => self.throw_many(dice),
        }
    }

    /// Rolls a pool of exactly `N` dice, like [`throw`](Self::throw). Small numbers are frequent enough to deserve
    /// unrolled loops.
    #[inline(always)]
    fn throw_just<const N: usize>(self, dice: &mut impl Dice) -> i32 {
        self.sum_of_kept(&mut dice.dice::<N>(u32::from(self.sides)))
    }

    fn throw_many(self, dice: &mut impl Dice) -> i32 {
        self.throw_into(dice, [0; COUNT_MAX as usize])
    }

    #[inline(always)]
    fn throw_into<const N: usize>(self, dice: &mut impl Dice, mut faces: [u32; N]) -> i32 {
        let faces = &mut faces[..usize::from(self.count)];
        dice.throw(u32::from(self.sides), faces);
        self.sum_of_kept(faces)
    }

    /// The sum of the kept dice, given a face for each die. Changes the order of `faces`.
    #[inline(always)]
    pub(super) fn sum_of_kept(self, faces: &mut [u32]) -> i32 {
        match faces.len() - usize::from(self.keep) {
            0 => faces.iter().sum::<u32>() as i32,
            1 => sum_but_one(faces.iter().copied(), self.which) as i32,
            _ if self.keep == 2 => sum_of_two(faces, self.which) as i32,
            _ => self.sum_of_some(faces),
        }
    }

    /// The [`sum_of_kept`](Self::sum_of_kept) if several dice are dropped.
    fn sum_of_some(self, faces: &mut [u32]) -> i32 {
        let keep = usize::from(self.keep);
        let dropped = faces.len() - keep;
        let kept = match self.which {
            Which::Highest => {
                faces.select_nth_unstable(dropped);
                &mut faces[dropped..]
            }
            Which::Lowest => {
                faces.select_nth_unstable(keep);
                &mut faces[..keep]
            }
        };
        kept.iter().sum::<u32>() as i32
    }
}

/// The sum of the two highest or the two lowest of at least two dice.
#[inline(always)]
fn sum_of_two(faces: &[u32], which: Which) -> u32 {
    let two = |worst: u32, best: fn(u32, u32) -> u32, worse: fn(u32, u32) -> u32| {
        faces
            .iter()
            .fold((worst, worst), |(first, second), &face| (best(first, face), best(second, worse(first, face))))
    };
    let (first, second) = match which {
        Which::Highest => two(0, Ord::max, Ord::min),
        Which::Lowest => two(u32::MAX, Ord::min, Ord::max),
    };
    first + second
}

/// The sum of all dice but one: without the lowest if the highest are kept, and the reverse.
#[inline(always)]
pub(super) fn sum_but_one(faces: impl IntoIterator<Item = u32>, which: Which) -> u32 {
    let (sum, lowest, highest) = faces
        .into_iter()
        .fold((0, u32::MAX, 0), |(sum, lowest, highest), face| (sum + face, lowest.min(face), highest.max(face)));
    sum - match which {
        Which::Highest => lowest,
        Which::Lowest => highest,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::dice::Scripted;

    fn pool(count: u16, sides: u16, keep: u16, which: Which) -> Pool {
        Pool::new(count, sides, keep, which).expect("a pool within bounds")
    }

    #[test]
    fn the_highest_or_the_lowest_dice_count() {
        let faces = [3, 6, 1, 6, 2];
        for (keep, which, expected) in [
            (2, Which::Highest, 12),
            (3, Which::Highest, 15),
            (1, Which::Lowest, 1),
            (3, Which::Lowest, 6),
            (5, Which::Highest, 18),
            (5, Which::Lowest, 18),
        ] {
            let mut dice = Scripted::new(faces);
            assert_eq!(dice.keep(pool(5, 6, keep, which)), expected, "{keep} {which:?}");
            dice.assert_spent();
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        for (count, sides, keep, expected) in [
            (0, 6, 0, PoolError::Count),
            (COUNT_MAX + 1, 6, 1, PoolError::Count),
            (2, 0, 1, PoolError::Sides),
            (2, SIDES_MAX + 1, 1, PoolError::Sides),
            (2, 6, 0, PoolError::Keep),
            (2, 6, 3, PoolError::Keep),
        ] {
            assert_eq!(Pool::new(count, sides, keep, Which::Lowest), Err(expected));
        }
        let largest = pool(COUNT_MAX, SIDES_MAX, COUNT_MAX, Which::Lowest);
        assert_eq!(
            (largest.count(), largest.sides(), largest.keep(), largest.which()),
            (100, 1000, 100, Which::Lowest)
        );
    }

    proptest! {
        #[test]
        fn selecting_is_sorting_and_cutting(faces in prop::collection::vec(1..=20_u32, 1..=100), keep in 1..=100_u16) {
            let keep = keep.min(faces.len() as u16);
            let mut sorted = faces.clone();
            sorted.sort_unstable();
            let count = faces.len() as u16;
            let lowest: u32 = sorted[..usize::from(keep)].iter().sum();
            let highest: u32 = sorted[usize::from(count - keep)..].iter().sum();
            let kept = |which| pool(count, 20, keep, which).sum_of_kept(&mut faces.clone());
            prop_assert_eq!((kept(Which::Lowest), kept(Which::Highest)), (lowest as i32, highest as i32));
        }
    }
}
