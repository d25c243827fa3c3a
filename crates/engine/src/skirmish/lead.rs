//! How far the party is ahead.

use super::{Group, Sides};
use crate::lead::Balance;

/// The evaluation of [`Ruleset::balance`](crate::Ruleset::balance) by HP: the share of what each side had at the start that its
/// `standing` members still have, against each other. 0 where neither has any left.
///
/// `hp_at_start` is by side: a system whose combatants always start with the same adds it up when it compiles a scenario, since
/// every round of every fight asks for the lead.
#[inline(always)]
pub fn hp_balance(sides: &Sides, standing: Group, hp: impl Fn(usize) -> i64, hp_at_start: [i64; 2]) -> Balance {
    let ([party_left, enemies_left], [party_start, enemies_start]) = (sides.sums(standing, hp), hp_at_start);
    // Both shares with the product of what was there at the start as their denominator.
    Balance::between(party_left * enemies_start, enemies_left * party_start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Side;

    fn lead(hp: [i64; 3]) -> i32 {
        let sides = Sides::new([Side::Party, Side::Enemies, Side::Enemies]);
        let standing = Group::first_listed(3).filter(|who| hp[who] > 0);
        hp_balance(&sides, standing, |who| hp[who], [10, 40]).lead()
    }

    #[test]
    fn shares_count_and_not_points() {
        assert_eq!([lead([10, 20, 20]), lead([5, 20, 0]), lead([10, 20, 0])], [0, 0, 333]);
    }

    #[test]
    fn a_side_without_anybody_standing_is_as_far_behind_as_can_be() {
        assert_eq!([lead([1, 0, 0]), lead([0, 0, 1]), lead([0, 0, 0])], [1000, -1000, 0]);
    }
}
