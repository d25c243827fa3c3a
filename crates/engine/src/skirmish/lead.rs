//! The party's lead by hit points.

use super::{Group, Sides};
use crate::lead::Balance;
use crate::who::Who;

/// The [`Ruleset::balance`](crate::Ruleset::balance) by HP: it compares, between the sides, the share of their HP at
/// the start that `standing` members still have. 0 if neither side has any left.
///
/// `hp_at_start` is by side. It is a parameter because every round of every fight asks for the lead: a system whose
/// combatants always start with the same HP computes the sums once, when it compiles a scenario.
#[inline(always)]
pub fn hp_balance(sides: &Sides, standing: Group, hp: impl Fn(Who) -> i64, hp_at_start: [i64; 2]) -> Balance {
    let ([party_left, enemies_left], [party_start, enemies_start]) = (sides.sums(standing, hp), hp_at_start);
    // The shares, both multiplied by the product of the HP at the start.
    Balance::between(party_left * enemies_start, enemies_left * party_start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Side;

    fn lead(hp: [i64; 3]) -> i32 {
        let sides = Sides::new([Side::Party, Side::Enemies, Side::Enemies]);
        let standing = Group::first_listed(3).filter(|who| hp[who.index()] > 0);
        hp_balance(&sides, standing, |who| hp[who.index()], [10, 40]).lead()
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
