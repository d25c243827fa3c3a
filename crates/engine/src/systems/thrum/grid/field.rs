//! A number for each square, added up for all squares at once.

use super::squares::{Square, Squares};

/// The binary digits of a number.
const DIGITS: usize = 7;

/// A number from 0 to 127 for each square, 0 at first: costs of movement, Banes.
///
/// Numbers are stored by binary digit, as the sets of squares whose number has the digit. So adding to all squares of a
/// set, or finding the squares with the least number, takes a few operations on sets, however many squares there are.
#[derive(Debug, Clone, Copy, Default)]
pub(in super::super) struct Field<const N: usize> {
    /// For each digit, the lowest first: the squares whose number has it.
    digits: [Squares<N>; DIGITS],
    /// The number of low digits that any number may have: higher digits are never read.
    used: usize,
}

impl<const N: usize> Field<N> {
    /// The field that is 0 for each square.
    pub(super) const ZERO: Self = Self { digits: [Squares::EMPTY; DIGITS], used: 0 };

    /// The greatest number that a square can have.
    pub(in super::super) const MAX: u16 = (1 << DIGITS) - 1;

    /// Adds an amount, 0..=127, to each of some squares; no sum may exceed 127.
    pub(in super::super) fn add(&mut self, squares: Squares<N>, amount: u16) {
        let (mut carry, mut place) = (Squares::EMPTY, 0);
        while place < DIGITS && (amount >> place != 0 || !carry.is_empty()) {
            let digit = self.digits[place];
            let addend = if amount >> place & 1 == 1 { squares } else { Squares::EMPTY };
            let half = (digit | addend) - (digit & addend);
            self.digits[place] = (half | carry) - (half & carry);
            carry = (digit & addend) | (half & carry);
            place += 1;
        }
        debug_assert!(carry.is_empty() && amount >> place == 0, "a number above {}", Self::MAX);
        self.used = self.used.max(place);
    }

    /// Sets the number of some squares, which must be 0 before.
    pub(super) fn assign(&mut self, squares: Squares<N>, number: u16) {
        let mut left = number & Self::MAX;
        self.used = self.used.max((u16::BITS - left.leading_zeros()) as usize);
        while left != 0 {
            self.digits[left.trailing_zeros() as usize] |= squares;
            left &= left - 1;
        }
    }

    /// The digits that any number may have, the lowest first.
    fn digits(&self) -> &[Squares<N>] {
        &self.digits[..self.used.min(DIGITS)]
    }

    /// The number of a square.
    pub(in super::super) fn at(&self, square: Square) -> u16 {
        let mut number = 0;
        for digit in self.digits().iter().rev() {
            number = number << 1 | u16::from(digit.contains(square));
        }
        number
    }

    /// The squares of `among` with the least number.
    pub(in super::super) fn least(&self, mut among: Squares<N>) -> Squares<N> {
        for digit in self.digits().iter().rev() {
            let less = among - *digit;
            among = if less.is_empty() { among } else { less };
        }
        among
    }

    /// The squares of `among` with the greatest number.
    pub(in super::super) fn greatest(&self, mut among: Squares<N>) -> Squares<N> {
        for digit in self.digits().iter().rev() {
            let more = among & *digit;
            among = if more.is_empty() { among } else { more };
        }
        among
    }

    /// The squares of `among` whose number is at most `number`.
    pub(in super::super) fn at_most(&self, among: Squares<N>, number: u16) -> Squares<N> {
        if number >> self.used != 0 {
            return among;
        }
        let (mut less, mut equal) = (Squares::EMPTY, among);
        for (index, digit) in self.digits().iter().enumerate().rev() {
            if number >> index & 1 == 1 {
                less |= equal - *digit;
                equal &= *digit;
            } else {
                equal -= *digit;
            }
        }
        less | equal
    }
}
