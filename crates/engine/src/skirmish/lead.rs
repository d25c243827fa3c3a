//! How far the party is ahead.

use super::{Group, Sides};
/// The evaluation of [`Ruleset::lead`](crate::Ruleset::lead) by HP: the share of what each side had at the start that its
/// `standing` members still have, against each other. -1000 to 1000; 0 where neither has any left.
///
/// `hp_at_start` is by side: a system whose combatants always start with the same adds it up when it compiles a scenario, since
/// every round of every fight asks for the lead.
#[inline(always)]
pub fn hp_lead(sides: &Sides, standing: Group, hp: impl Fn(usize) -> i64, hp_at_start: [i64; 2]) -> i32 {
    let [party_left, enemies_left] = sides.sums(standing, hp);
    let [party_start, enemies_start] = hp_at_start;
    // Both shares with the product of what was there at the start as their denominator.
    let (party, enemies) = (party_left * enemies_start, enemies_left * party_start);
    let difference = party - enemies;
    // Divided without its sign: a division of small numbers that are not negative is a short one, and which one it is would be
    // as hard to foresee for a processor as who is ahead.
    let thousandths = (difference.unsigned_abs() * 1000 / (party + enemies).max(1) as u64) as i32;
    if difference < 0 { -thousandths } else { thousandths }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::Side;

    fn lead(hp: [i64; 3]) -> i32 {
        let sides = Sides::new([Side::Party, Side::Enemies, Side::Enemies]);
        let standing = Group::first_listed(3).filter(|who| hp[who] > 0);
        hp_lead(&sides, standing, |who| hp[who], [10, 40])
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
