//! How a combatant of a duel chooses: which attribute it names, and whether it makes a long move.

use std::sync::Arc;

use super::optimal::Table;
use super::scenario::{LongMoves, Policy};
use super::state::Unused;
use crate::dice::{Dice, Slot};
use crate::outcome::Side;

/// The slot of a random choice, apart from the contest's: two variants that differ in a policy still meet the same dice.
/// Only one combatant chooses in a round, so that both can share the slot.
const CHOICE_SLOT: Slot = Slot::turn(Side::Party, 0);

/// How attributes are chosen, resolved before the loop.
#[derive(Debug, Clone)]
pub(super) enum Choosing {
    /// The first unused one; the picks are sorted by preference.
    Preferred,
    /// Each unused one with equal chance.
    Random,
    /// As the table says, which also decides long moves.
    Solved(Arc<Table>),
}

impl Choosing {
    /// The index of the choice among the picks, given which are unused (never none) and what else the table asks for.
    #[inline(always)]
    pub(super) fn choose<D: Dice>(
        &self,
        chooser: Side,
        unused: Unused,
        position: i8,
        control: Side,
        dice: &mut D,
    ) -> usize {
        match self {
            Self::Preferred => unused.first(chooser),
            Self::Random => {
                let own = unused.of(chooser);
                dice.slot(CHOICE_SLOT);
                let nth = dice.draw(|dice| Some(dice.die(own.count_ones()))) - 1;
                nth_set_bit(own, nth)
            }
            Self::Solved(table) => table.choice(position, control, unused),
        }
    }
}

/// The index of the `nth` set bit, from 0.
fn nth_set_bit(mut bits: u64, nth: u32) -> usize {
    for _ in 0..nth {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as usize
}

/// Sorts attributes by preference. `margins` are seen by the chooser, in listed order, with its own bonuses beside;
/// the result lists their indices. Ties go to the one listed first. Policies that do not go by preference keep the
/// listed order.
pub(super) fn preference(policy: Policy, margins: &[(i16, i16)]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..margins.len()).collect();
    match policy {
        Policy::Default | Policy::BestMargin => order.sort_by_key(|&at| -margins[at].0),
        Policy::HighestBonus => order.sort_by_key(|&at| -margins[at].1),
        // Margins of at least +1 upwards, then the rest downwards: the first unused is the smallest that is at least
        // +1, and if there is none the largest.
        Policy::Thrifty => order.sort_by_key(|&at| {
            let margin = margins[at].0;
            if margin >= 1 { (0, margin) } else { (1, -margin) }
        }),
        Policy::InOrder | Policy::Random | Policy::Optimal | Policy::BestResponse => (),
    }
    order
}

/// Whether `side` makes a long move of `long` ticks with a natural 20 from `position`, when `habit` decides (DUEL-13).
pub(super) fn makes_long_move(habit: LongMoves, side: Side, position: i8, half: i8, long: i8) -> bool {
    let towards = if side == Side::Party { position } else { -position };
    let penultimate = half - 1;
    match habit {
        LongMoves::Take => true,
        LongMoves::Decline => false,
        LongMoves::HoldBack => towards + long != penultimate || towards + 1 == penultimate,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Scripted;

    fn first_of(policy: Policy, margins: &[(i16, i16)]) -> Vec<usize> {
        preference(policy, margins)
    }

    /// DUEL-08: a policy names the attribute; here with margins 3, 5, 5, -1, 0, 1 and bonuses 9, 5, 5, 9, 0, 10.
    #[test]
    fn each_policy_has_its_order_and_ties_go_to_the_first_listed() {
        let sheet = [(3, 9), (5, 5), (5, 5), (-1, 9), (0, 0), (1, 10)];
        assert_eq!(first_of(Policy::Default, &sheet), [1, 2, 0, 5, 4, 3]);
        assert_eq!(first_of(Policy::BestMargin, &sheet), [1, 2, 0, 5, 4, 3]);
        assert_eq!(first_of(Policy::HighestBonus, &sheet), [5, 0, 3, 1, 2, 4]);
        assert_eq!(first_of(Policy::Thrifty, &sheet), [5, 0, 1, 2, 4, 3]);
        assert_eq!(first_of(Policy::InOrder, &sheet), [0, 1, 2, 3, 4, 5]);
    }

    /// DUEL-08: `random` takes each unused attribute with equal chance, by one die.
    #[test]
    fn a_random_choice_counts_through_the_unused() {
        for (face, expected) in [(1, 1), (2, 4), (3, 5)] {
            let mut dice = Scripted::new([face]);
            let unused = [1, 4, 5].map(|at| Unused::pick(Side::Party, at));
            let unused = unused.into_iter().fold(Unused::pick(Side::Enemies, 0), Unused::and);
            let choice = Choosing::Random.choose(Side::Party, unused, 0, Side::Party, &mut dice);
            assert_eq!(choice, expected);
            dice.assert_spent();
        }
    }

    /// DUEL-13: `hold-back` makes the long move unless it would end on its own penultimate tick and a single one would not.
    #[test]
    fn holding_back_avoids_the_own_penultimate_tick() {
        let long = |side, position, ticks| makes_long_move(LongMoves::HoldBack, side, position, 4, ticks);
        assert!(!long(Side::Party, 1, 2), "1 + 2 would be the penultimate tick");
        assert!(long(Side::Party, 2, 2), "2 + 2 is the end");
        assert!(long(Side::Party, 0, 2));
        assert!(long(Side::Party, -1, 2));
        assert!(!long(Side::Enemies, -1, 2));
        assert!(long(Side::Enemies, 1, 2), "only the mover's own side counts");
        assert!(long(Side::Party, 2, 1), "a single tick would end there as well");
        assert!(!long(Side::Party, 0, 3));
    }

    /// DUEL-13: the choice is the winner's: always, or never.
    #[test]
    fn take_and_decline_do_not_look_at_the_marker() {
        for position in -3..=3 {
            assert!(makes_long_move(LongMoves::Take, Side::Party, position, 4, 2));
            assert!(!makes_long_move(LongMoves::Decline, Side::Party, position, 4, 2));
        }
    }
}
