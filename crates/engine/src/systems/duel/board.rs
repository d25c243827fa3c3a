//! The meter: moves of the marker, the chooser of the attribute, and control.

use super::contest::Verdict;
use super::scenario::Refresh;
use crate::outcome::Side;

/// The meter and the knobs that move the marker and control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Board {
    /// Ticks from the center to an end, 2..=50 (DUEL-03).
    pub(super) half: i8,
    /// Ticks of a long move, 1..=10 (DUEL-13).
    pub(super) long_move: i8,
    /// Whether the creature without control chooses on penultimate ticks (DUEL-17).
    pub(super) penultimate_swap: bool,
    /// The effect of a refresh round (DUEL-22).
    pub(super) refresh: Refresh,
}

impl Board {
    /// The number of ticks from end to end (DUEL-03).
    pub(super) fn ticks(self) -> i32 {
        2 * i32::from(self.half) + 1
    }

    /// The party's lead with the marker on each tick, from the enemies' end to the party's, in thousandths of the way
    /// from the center to an end.
    pub(super) fn leads(self) -> Box<[i16]> {
        let half = i32::from(self.half);
        (-half..=half).map(|position| (position * 1000 / half) as i16).collect()
    }

    /// Whether the marker stands on a penultimate tick of either end.
    #[inline]
    pub(super) fn is_penultimate(self, position: i8) -> bool {
        position.abs() == self.half - 1
    }

    /// The side that names the attribute (DUEL-09, DUEL-17).
    #[inline]
    pub(super) fn chooser(self, position: i8, control: Side) -> Side {
        let swapped = self.penultimate_swap & self.is_penultimate(position);
        Side::from_bit(control as u8 ^ u8::from(swapped))
    }

    /// The position after a move of `ticks` in `direction` (1 towards the party's end, -1 towards the enemies'), no
    /// further than the end tick (DUEL-12, DUEL-13).
    #[inline]
    pub(super) fn moved(self, position: i8, direction: i8, ticks: i8) -> i8 {
        (position + direction * ticks).clamp(-self.half, self.half)
    }

    /// The winner if the marker stands on an end tick; else `None` (DUEL-23).
    #[inline]
    pub(super) fn victor(self, position: i8) -> Option<Side> {
        if position == self.half {
            Some(Side::Party)
        } else if position == -self.half {
            Some(Side::Enemies)
        } else {
            None
        }
    }

    /// The side in control after a contest of attributes: the owner of the half that the marker entered, else the side
    /// that had control (DUEL-14 to DUEL-16).
    #[inline]
    pub(super) fn control_after(before: i8, after: i8, control: Side) -> Side {
        if after > 0 && before <= 0 {
            Side::Party
        } else if after < 0 && before >= 0 {
            Side::Enemies
        } else {
            control
        }
    }

    /// The side in control after a refresh round that `winner` won; `contest` is the side that would be in control
    /// after a contest (DUEL-22).
    #[inline]
    pub(super) fn control_after_refresh(self, contest: Side, winner: Side) -> Side {
        match self.refresh {
            Refresh::Contest => contest,
            Refresh::Control | Refresh::ContestAndControl => winner,
        }
    }
}

/// The result of a move from one position, precomputed for the hot loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Landing {
    /// The marker's new position.
    pub(super) position: i8,
    /// The side in control afterwards, encoded as `(control & bit 0) | bit 1`: either the side that had control, or the
    /// owner of the half that was entered.
    control: u8,
    /// Whether the new position is an end tick.
    pub(super) is_end: bool,
    /// Bit 0: the new position is the party's penultimate tick; bit 1: it is the enemies'.
    pub(super) penultimate: u8,
}

impl Landing {
    fn new(board: Board, before: i8, after: i8) -> Self {
        let entered = Side::ALL.into_iter().find(|&owner| Board::control_after(before, after, owner.other()) == owner);
        let on = |tick: i8| u8::from(after == tick);
        Self {
            position: after,
            control: u8::from(entered.is_none()) | u8::from(entered == Some(Side::Enemies)) << 1,
            is_end: board.victor(after).is_some(),
            penultimate: on(board.half - 1) | on(1 - board.half) << 1,
        }
    }

    /// The side in control after the move, as [`Board::control_after`] computes it.
    #[inline]
    pub(super) fn control(self, control: Side) -> Side {
        Side::from_bit((control as u8 & self.control) | self.control >> 1)
    }
}

/// A kind of move in a round: given by the verdict, and by whether the winner uses a natural 20 for a long move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Way(u8);

impl Way {
    /// The number of different ways; single moves come first, in the order of the verdicts.
    pub(super) const COUNT: usize = 7;
    pub(super) const ALL: [Self; Self::COUNT] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];

    /// A move by a single tick towards the winner's end; no move if nobody won.
    #[inline]
    pub(super) const fn single(verdict: Verdict) -> Self {
        Self(verdict as u8)
    }

    /// A long move by a side.
    #[inline]
    pub(super) const fn long_move(side: Side) -> Self {
        Self(5 + side as u8)
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The winner; `None` if nobody won.
    pub(super) const fn winner(self) -> Option<Side> {
        match self.0 {
            0 | 1 | 6 => Some(Side::Enemies),
            3..=5 => Some(Side::Party),
            _ => None,
        }
    }

    /// Whether the winner rolled a natural 20.
    pub(super) const fn is_natural_20(self) -> bool {
        matches!(self.0, 0 | 4..)
    }
}

/// The landings of all moves: by position, then by [`Way`]. A row has one entry more than there are ways, so that its
/// size is a power of two.
#[derive(Debug, Clone)]
pub(super) struct Landings {
    table: Vec<[Landing; 8]>,
    half: i8,
}

impl Landings {
    /// The landings on a meter.
    pub(super) fn new(board: Board) -> Self {
        let from = |before: i8| {
            let landing = |direction, ticks| Landing::new(board, before, board.moved(before, direction, ticks));
            let stay = landing(0, 0);
            let [back, on] = [-1, 1].map(|direction| landing(direction, 1));
            let [far_back, far_on] = [-1, 1].map(|direction| landing(direction, board.long_move));
            [back, back, stay, on, on, far_on, far_back, stay]
        };
        Self { table: (1 - board.half..board.half).map(from).collect(), half: board.half }
    }

    /// The index of a position between the ends, from 0.
    #[inline]
    pub(super) const fn row(&self, position: i8) -> usize {
        (position + self.half - 1) as usize
    }

    /// The landing of a move.
    #[inline]
    pub(super) fn of(&self, position: i8, way: Way) -> Landing {
        self.table[self.row(position)][way.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(half: i8) -> Board {
        Board { half, long_move: 2, penultimate_swap: true, refresh: Refresh::Contest }
    }

    /// DUEL-14 to DUEL-16: control goes to the owner of a half that is entered, from the center or across it.
    #[test]
    fn control_follows_the_half_that_is_entered() {
        use Side::{Enemies, Party};
        for (before, after, control, expected) in [
            (1, 2, Party, Party),
            (2, 1, Party, Party),
            (1, 0, Party, Party),
            (0, 1, Enemies, Party),
            (0, -1, Party, Enemies),
            (1, -1, Party, Enemies),
            (-1, 1, Enemies, Party),
            (-1, 0, Enemies, Enemies),
            (0, 0, Enemies, Enemies),
            (2, 3, Enemies, Enemies),
        ] {
            assert_eq!(Board::control_after(before, after, control), expected, "{before} to {after} under {control}");
        }
    }

    /// DUEL-17: on the penultimate tick of either end the combatant without control chooses; on a meter of five ticks
    /// these are the ticks next to the center.
    #[test]
    fn penultimate_ticks_swap_the_chooser() {
        for (half, position, expected) in [
            (4, 3, Side::Enemies),
            (4, -3, Side::Enemies),
            (4, 2, Side::Party),
            (2, 1, Side::Enemies),
            (2, 0, Side::Party),
        ] {
            assert_eq!(board(half).chooser(position, Side::Party), expected);
            let unswapped = Board { penultimate_swap: false, ..board(half) };
            assert_eq!(unswapped.chooser(position, Side::Party), Side::Party);
        }
    }

    /// DUEL-04, DUEL-12, DUEL-13, DUEL-23: a move past the end stops on the end tick, which decides the duel.
    #[test]
    fn moves_stop_on_the_end_tick() {
        assert_eq!(board(4).moved(3, 1, 2), 4);
        assert_eq!(board(4).moved(-3, -1, 10), -4);
        assert_eq!(board(4).moved(3, -1, 2), 1);
        assert_eq!(board(4).victor(4), Some(Side::Party));
        assert_eq!(board(4).victor(-4), Some(Side::Enemies));
        assert_eq!(board(4).victor(3), None);
    }

    /// DUEL-22: unless `refresh` is `contest`, the winner of the refresh roll takes control wherever the marker stands.
    #[test]
    fn a_refresh_may_hand_over_control() {
        for (refresh, expected) in [
            (Refresh::Contest, Side::Party),
            (Refresh::Control, Side::Enemies),
            (Refresh::ContestAndControl, Side::Enemies),
        ] {
            let board = Board { refresh, ..board(4) };
            assert_eq!(board.control_after_refresh(Side::Party, Side::Enemies), expected);
        }
    }

    /// The table of landings agrees with the board's own functions for every move on every meter.
    #[test]
    fn landings_agree_with_the_board() {
        for half in 2..=50 {
            for long_move in [1, 2, 3, 10] {
                let board = Board { long_move, ..board(half) };
                let landings = Landings::new(board);
                for before in 1 - half..half {
                    for (way, direction, ticks) in [
                        (Way::single(Verdict::Nobody), 0, 0),
                        (Way::single(Verdict::Party), 1, 1),
                        (Way::single(Verdict::Enemies), -1, 1),
                        (Way::single(Verdict::PartyNatural20), 1, 1),
                        (Way::single(Verdict::EnemiesNatural20), -1, 1),
                        (Way::long_move(Side::Party), 1, long_move),
                        (Way::long_move(Side::Enemies), -1, long_move),
                    ] {
                        let landing = landings.of(before, way);
                        let after = board.moved(before, direction, ticks);
                        assert_eq!(landing.position, after);
                        assert_eq!(landing.is_end, board.victor(after).is_some());
                        for control in Side::ALL {
                            assert_eq!(landing.control(control), Board::control_after(before, after, control));
                        }
                        assert_eq!(landing.penultimate & 1 != 0, after == half - 1);
                        assert_eq!(landing.penultimate & 2 != 0, after == 1 - half);
                    }
                }
            }
        }
    }
}
