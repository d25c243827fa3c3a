//! Sets of squares as bits, one row of the map after the other.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

/// A square of a map, by its number in reading order: of two squares, the lesser one has the smaller y, or the same y
/// and the smaller x.
///
/// Each row has one spare number at its end, so that a shift by one column never leads into the next row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in super::super) struct Square(u16);

impl Square {
    /// The square of that number.
    #[inline(always)]
    pub(super) const fn numbered(number: usize) -> Self {
        Self(number as u16)
    }

    /// The index of the word of a set that holds the square's bit.
    #[inline(always)]
    pub(in super::super) const fn word(self) -> usize {
        self.number() / 64
    }

    /// The square's bit in that word.
    #[inline(always)]
    pub(in super::super) const fn bit(self) -> u64 {
        1 << (self.number() % 64)
    }

    /// The number of the square, for tables by square.
    #[inline(always)]
    pub(in super::super) const fn number(self) -> usize {
        self.0 as usize
    }
}

/// The most words of sets that are processed as a whole rather than square by square, and kept in registers.
pub(super) const FEW_WORDS: usize = 3;

/// A set of squares of a map that fits into `N` words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(in super::super) struct Squares<const N: usize>([u64; N]);

impl<const N: usize> Default for Squares<N> {
    #[inline(always)]
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> Squares<N> {
    /// The empty set.
    pub(in super::super) const EMPTY: Self = Self([0; N]);

    /// The set of one square.
    #[inline(always)]
    pub(in super::super) fn only(square: Square) -> Self {
        if N <= FEW_WORDS {
            // Built word by word, so that the set need not be in memory.
            return Self(std::array::from_fn(|i| if i == square.word() { square.bit() } else { 0 }));
        }
        let mut squares = Self::EMPTY;
        squares.insert(square);
        squares
    }

    /// The set of these words.
    #[inline(always)]
    pub(in super::super) const fn of_words(words: [u64; N]) -> Self {
        Self(words)
    }

    /// Adds a square.
    #[inline(always)]
    pub(in super::super) fn insert(&mut self, square: Square) {
        self.0[square.word()] |= square.bit();
    }

    /// Removes a square.
    #[inline(always)]
    pub(in super::super) fn remove(&mut self, square: Square) {
        self.0[square.word()] &= !square.bit();
    }

    /// Whether a square is in the set.
    #[inline(always)]
    pub(in super::super) fn contains(&self, square: Square) -> bool {
        self.0[square.word()] & square.bit() != 0
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub(in super::super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    /// Whether the sets have a square in common.
    #[inline(always)]
    pub(in super::super) fn meets(&self, with: Self) -> bool {
        !(*self & with).is_empty()
    }

    /// The number of squares in the set.
    #[inline(always)]
    pub(in super::super) fn len(&self) -> u32 {
        self.0.iter().map(|&word| if word == 0 { 0 } else { word.count_ones() }).sum()
    }

    /// The first square in reading order; `None` if the set is empty.
    #[inline(always)]
    pub(in super::super) fn first(&self) -> Option<Square> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(Square::numbered(word * 64 + self.0[word].trailing_zeros() as usize))
    }

    /// The squares of the set in reading order.
    #[inline(always)]
    pub(in super::super) fn iter(&self) -> impl Iterator<Item = Square> + use<N> {
        let mut left = *self;
        std::iter::from_fn(move || {
            let square = left.first()?;
            left.remove(square);
            Some(square)
        })
    }

    /// The membership of the 64 numbers from `number` on, as bits.
    #[inline(always)]
    pub(super) fn window(&self, number: usize) -> u64 {
        if N == 1 {
            return self.0[0].checked_shr(number as u32).unwrap_or(0);
        }
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        let (low, bit) = (number / 64, number % 64);
        // Two shifts, since a shift by 64 bits is not defined.
        word(low) >> bit | word(low + 1) << 1 << (63 - bit)
    }

    /// The neighbours of a square that are in the set, as nine bits in reading order; the middle one is 0.
    #[inline(always)]
    pub(super) fn beside(&self, square: Square, stride: u16) -> u16 {
        let (number, stride) = (square.number(), usize::from(stride));
        if 2 * stride + 3 <= 64 {
            // If rows are this short, one window holds the neighbours of all three rows.
            let rows = match number.checked_sub(stride + 1) {
                Some(first) => self.window(first),
                None => self.0[0] << (stride + 1 - number),
            };
            return (rows & 7 | (rows >> stride & 5) << 3 | (rows >> (2 * stride) & 7) << 6) as u16;
        }
        let row = |middle: usize| self.window(middle.saturating_sub(1)) << usize::from(middle == 0) & 7;
        let above = if number < stride { 0 } else { row(number - stride) };
        (above | (row(number) & 5) << 3 | row(number + stride) << 6) as u16
    }

    /// The set with all numbers greater by `by`, 1..=63.
    #[inline(always)]
    pub(super) fn forward(&self, by: u32) -> Self {
        let words = &self.0;
        Self(std::array::from_fn(|i| words[i] << by | if i > 0 { words[i - 1] >> (64 - by) } else { 0 }))
    }

    /// The set with all numbers smaller by `by`, 1..=63.
    #[inline(always)]
    pub(super) fn backward(&self, by: u32) -> Self {
        let words = &self.0;
        Self(std::array::from_fn(|i| words[i] >> by | if i + 1 < N { words[i + 1] << (64 - by) } else { 0 }))
    }
}

impl<const N: usize> FromIterator<Square> for Squares<N> {
    #[inline(always)]
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

/// The intersection of both sets.
impl<const N: usize> BitAnd for Squares<N> {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, with: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & with.0[i]))
    }
}

/// The union of both sets.
impl<const N: usize> BitOr for Squares<N> {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, with: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | with.0[i]))
    }
}

/// The squares of the left set that are not in the right one.
impl<const N: usize> Sub for Squares<N> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, without: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !without.0[i]))
    }
}

impl<const N: usize> BitAndAssign for Squares<N> {
    #[inline(always)]
    fn bitand_assign(&mut self, with: Self) {
        *self = *self & with;
    }
}

impl<const N: usize> BitOrAssign for Squares<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, with: Self) {
        *self = *self | with;
    }
}

impl<const N: usize> SubAssign for Squares<N> {
    #[inline(always)]
    fn sub_assign(&mut self, without: Self) {
        *self = *self - without;
    }
}
