//! The choices of the combatants of a duel: which attribute to name, and whether to make a long move.

use std::fmt;
use std::sync::Arc;

use super::board::Way;
use super::contest::Verdict;
use super::decisions::Deciding;
use super::optimal::Table;
use super::resolve::Fight;
use super::scenario::{LongMoves, Policy};
use super::state::{State, Unused};
use crate::decision::Rated;
use crate::dice::{Dice, Slot};
use crate::outcome::Side;
use crate::skirmish::ones;
use crate::trace::Trace;

/// The slot of a random choice. It is not the contest's, so that two variants that differ in a policy still have the same dice in
/// contests. Only one combatant chooses in a round, so both can share the slot.
const CHOICE_SLOT: Slot = Slot::turn(Side::Party, 0);

/// The way in which attributes are chosen, resolved before the loop.
#[derive(Debug, Clone)]
pub(super) enum Choosing {
    /// The first unused one; the picks are sorted by preference.
    Preferred,
    /// Each unused one with equal chance.
    Random,
    /// The choice of a table, which also decides long moves.
    Solved(Arc<Table>),
}

impl Choosing {
    /// The index of the choice among the picks, at least one of which must be unused. Only a table depends on `position` and
    /// `control`.
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

/// An attribute that a chooser may name: its index among the picks, and its name.
#[derive(Clone, Copy)]
struct Naming<'a> {
    at: usize,
    name: &'a str,
}

impl PartialEq for Naming<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl fmt::Debug for Naming<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// The attribute that the chooser of a round names, as the index of a pick (DUEL-08).
    #[inline(always)]
    pub(super) fn choose_attribute(&mut self, chooser: Side) -> usize {
        let player = &self.rules.players[chooser.index()];
        let State { unused, position, control, .. } = *self.state;
        let at = player.choosing.choose(chooser, unused, position, control, self.dice);
        let naming = |at: usize| Naming { at, name: player.attributes.get(at).map_or("", |attribute| &attribute.name) };
        let options = |_: &Self| {
            // A die or a table yields the choice alone; the other policies have rated the whole sheet.
            let is_rated = matches!(player.choosing, Choosing::Preferred);
            let mut open: Vec<usize> = ones(unused.of(chooser)).collect();
            open.sort_by_key(|&pick| player.attributes[pick].listed);
            let rated =
                |pick: usize| Rated::new(naming(pick), (!is_rated && pick == at, player.attributes[pick].worth));
            open.into_iter().map(rated).collect()
        };
        self.decide(Deciding::Attribute as usize, player.who, naming(at), options).at
    }

    /// The move of the winner of a round: one tick or, with a natural 20, its choice of one tick and a long move (DUEL-12,
    /// DUEL-13).
    #[inline(always)]
    pub(super) fn choose_way(&mut self, verdict: Verdict) -> Way {
        let (rules, long) = (self.rules, self.rules.board.long_move);
        let State { unused, position, control, .. } = *self.state;
        if !verdict.is_natural_20() || long == 1 {
            return Way::single(verdict);
        }
        let side = verdict.favours();
        let player = &rules.players[side.index()];
        let is_long = match &player.choosing {
            Choosing::Solved(table) => table.makes_long_move(side, position, control, unused),
            Choosing::Preferred | Choosing::Random => player.has_habit_of_long_move(position, rules.board.half),
        };
        let preferred = if is_long { long } else { 1 };
        let options = |_: &Self| [1, long].map(|ticks| Rated::new(ticks, ticks == preferred)).to_vec();
        let ticks = self.decide(Deciding::LongMove as usize, player.who, preferred, options);
        if ticks == long { Way::long_move(side) } else { Way::single(verdict) }
    }
}

/// The index of the `nth` set bit, from 0.
fn nth_set_bit(mut bits: u64, nth: u32) -> usize {
    for _ in 0..nth {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as usize
}

/// Worth of an attribute to a policy: the greater, the better.
pub(super) type Worth = (bool, i16);

/// Worth of an attribute to a policy. `listed` is its index in listed order, `margin` the chooser's bonus less the opponent's,
/// and `bonus` the chooser's own. Of several that are equally good the policy names the first listed.
pub(super) fn worth(policy: Policy, listed: usize, margin: i16, bonus: i16) -> Worth {
    match policy {
        Policy::Default | Policy::BestMargin => (true, margin),
        Policy::HighestBonus => (true, bonus),
        // The smallest margin of at least +1, and if there is none the largest.
        Policy::Thrifty => (margin >= 1, if margin >= 1 { -margin } else { margin }),
        Policy::InOrder => (true, -(listed as i16)),
        Policy::Random | Policy::Optimal | Policy::BestResponse => (true, 0),
    }
}

/// Whether `habit` makes `side` use a natural 20 for a long move of `long` ticks from `position` (DUEL-13).
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
    use std::cmp::Reverse;

    use super::*;
    use crate::dice::Scripted;

    /// The indices of attributes with these margins and bonuses, the best first.
    fn best_first(policy: Policy, sheet: &[(i16, i16)]) -> Vec<usize> {
        let mut all: Vec<usize> = (0..sheet.len()).collect();
        all.sort_by_key(|&at| Reverse(worth(policy, at, sheet[at].0, sheet[at].1)));
        all
    }

    /// DUEL-08: a policy names the attribute; here with margins 3, 5, 5, -1, 0, 1 and bonuses 9, 5, 5, 9, 0, 10.
    #[test]
    fn each_policy_has_its_order_and_ties_go_to_the_first_listed() {
        let sheet = [(3, 9), (5, 5), (5, 5), (-1, 9), (0, 0), (1, 10)];
        assert_eq!(best_first(Policy::Default, &sheet), [1, 2, 0, 5, 4, 3]);
        assert_eq!(best_first(Policy::BestMargin, &sheet), [1, 2, 0, 5, 4, 3]);
        assert_eq!(best_first(Policy::HighestBonus, &sheet), [5, 0, 3, 1, 2, 4]);
        assert_eq!(best_first(Policy::Thrifty, &sheet), [5, 0, 1, 2, 4, 3]);
        assert_eq!(best_first(Policy::InOrder, &sheet), [0, 1, 2, 3, 4, 5]);
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
