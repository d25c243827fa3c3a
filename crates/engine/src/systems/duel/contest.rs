//! One contested roll: two d20, two bonuses, and the meaning of equal totals.

use crate::dice::{Dice, Enumerated, Meaning};
use crate::outcome::Side;

/// The meaning of equal totals, resolved for one contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Tie {
    /// Both dice are rolled again.
    Reroll,
    /// The given side wins.
    Won(Side),
    /// Nobody wins.
    Nobody,
}

/// The two bonuses of a contest and its rules, resolved before the loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Contest {
    /// The party's bonus minus the enemies', -150..=150.
    margin: i16,
    tie: Tie,
    /// Whether a natural 20 wins against any other face (`natural_20_auto_win`).
    natural_20_wins: bool,
}

/// The bonus for a natural 20 that wins whatever the totals: more than any margin and difference of faces together.
const DECIDES_ALONE: i32 = 1000;

/// The result of a contested roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(super) enum Verdict {
    /// The enemies won, with a natural 20.
    EnemiesNatural20 = 0,
    /// The enemies won.
    Enemies = 1,
    /// Nobody won.
    Nobody = 2,
    /// The party won.
    Party = 3,
    /// The party won, with a natural 20.
    PartyNatural20 = 4,
}

impl Verdict {
    /// The winner; `None` if nobody won.
    #[inline]
    pub(super) fn winner(self) -> Option<Side> {
        match self {
            Self::Party | Self::PartyNatural20 => Some(Side::Party),
            Self::Enemies | Self::EnemiesNatural20 => Some(Side::Enemies),
            Self::Nobody => None,
        }
    }

    /// Whether the winner's deciding die shows 20.
    #[inline]
    pub(super) fn is_natural_20(self) -> bool {
        (self as u8).is_multiple_of(4)
    }

    /// The side that a verdict favours; the verdict must not be [`Nobody`](Self::Nobody).
    #[inline]
    pub(super) fn favours(self) -> Side {
        Side::from_bit(u8::from((self as u8) < Self::Nobody as u8))
    }
}

impl Contest {
    pub(super) fn new(bonuses: [i16; 2], natural_20_wins: bool, tie: Tie) -> Self {
        Self { margin: bonuses[0] - bonuses[1], tie, natural_20_wins }
    }

    /// The values on which the result of a roll in this contest depends.
    #[inline]
    fn meaning(self, question: &'static str) -> Meaning {
        let tie = match self.tie {
            Tie::Reroll => 0,
            Tie::Nobody => 1,
            Tie::Won(Side::Party) => 2,
            Tie::Won(Side::Enemies) => 3,
        };
        Meaning::new(question, [self.margin.into(), tie, self.natural_20_wins.into()])
    }

    /// Judges two faces: the higher total wins (DUEL-11); `None` if both dice must be rolled again.
    fn judge(self, [party, enemies]: [u32; 2]) -> Option<Verdict> {
        let party_won = if party == 20 { Verdict::PartyNatural20 } else { Verdict::Party };
        let enemies_won = if enemies == 20 { Verdict::EnemiesNatural20 } else { Verdict::Enemies };
        let mut lead = party as i32 - enemies as i32 + i32::from(self.margin);
        if self.natural_20_wins {
            lead += (i32::from(party == 20) - i32::from(enemies == 20)) * DECIDES_ALONE;
        }
        if lead == 0 {
            return match self.tie {
                Tie::Reroll => None,
                Tie::Won(Side::Party) => Some(party_won),
                Tie::Won(Side::Enemies) => Some(enemies_won),
                Tie::Nobody => Some(Verdict::Nobody),
            };
        }
        Some(if lead > 0 { party_won } else { enemies_won })
    }
}

/// A contest with the verdict of every pair of faces precomputed for the hot loop.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Judged {
    /// Verdicts by index 20 * (the party's face - 1) + (the enemies' face - 1); `None` if the dice are rolled again.
    verdicts: [Option<Verdict>; 400],
    /// The contest from which the verdicts are computed.
    contest: Contest,
}

impl From<Contest> for Judged {
    fn from(contest: Contest) -> Self {
        let faces = |at: usize| [at as u32 / 20 + 1, at as u32 % 20 + 1];
        Self { verdicts: std::array::from_fn(|at| contest.judge(faces(at))), contest }
    }
}

impl Judged {
    #[inline]
    fn verdict(&self, [party, enemies]: [u32; 2]) -> Option<Verdict> {
        self.verdicts[(party * 20 + enemies - 21) as usize]
    }

    /// Rolls both d20, the party's first, until they decide (DUEL-10, DUEL-11).
    #[inline]
    pub(super) fn roll<D: Dice>(&self, dice: &mut D) -> Verdict {
        dice.draw_of(self.contest.meaning("contest"), |dice| self.verdict(dice.dice(20)))
    }

    /// A roll that only decides which side is ahead: a natural 20 means nothing beyond winning (DUEL-06, DUEL-22).
    #[inline]
    pub(super) fn roll_for_control<D: Dice>(&self, dice: &mut D) -> Side {
        let meaning = self.contest.meaning("control");
        dice.draw_of(meaning, |dice| self.verdict(dice.dice(20)).map(Verdict::favours))
    }

    /// The verdicts that the contest can have, with their chances.
    pub(super) fn distribution(&self) -> Vec<(Verdict, f64)> {
        let mut dice = Enumerated::new();
        let mut verdicts = Vec::new();
        while dice.next_path() {
            let verdict = self.roll(&mut dice);
            verdicts.push((verdict, dice.weight()));
        }
        verdicts
    }

    /// Whether the side can win the contest at all.
    pub(super) fn can_be_won_by(&self, side: Side) -> bool {
        self.verdicts.iter().flatten().any(|verdict| verdict.winner() == Some(side))
    }
}

impl std::fmt::Debug for Judged {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Judged").field("distribution", &self.distribution()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chances(contest: Contest) -> [f64; 5] {
        let mut chances = [0.0; 5];
        for (verdict, chance) in Judged::from(contest).distribution() {
            let index = match verdict {
                Verdict::Party => 0,
                Verdict::PartyNatural20 => 1,
                Verdict::Enemies => 2,
                Verdict::EnemiesNatural20 => 3,
                Verdict::Nobody => 4,
            };
            chances[index] += chance;
        }
        chances
    }

    #[track_caller]
    fn assert_chances(contest: Contest, expected: [(f64, f64); 5]) {
        for (found, (ways, all)) in chances(contest).into_iter().zip(expected) {
            assert!((found - ways / all).abs() < 1e-15, "{found} is not {ways}/{all}");
        }
    }

    /// Worked check 1 of the ledger: the chances of a contest by margin, counted out over 400 pairs (DUEL-10, DUEL-11).
    #[test]
    fn contests_have_the_chances_that_counting_gives() {
        let rerolled = |margin| Contest::new([margin, 0], false, Tie::Reroll);
        assert_chances(rerolled(0), [(9.0, 20.0), (1.0, 20.0), (9.0, 20.0), (1.0, 20.0), (0.0, 1.0)]);
        assert_chances(rerolled(1), [(190.0, 381.0), (20.0, 381.0), (51.0, 127.0), (6.0, 127.0), (0.0, 1.0)]);
        assert_chances(rerolled(5), [(52.0, 77.0), (4.0, 77.0), (13.0, 55.0), (2.0, 55.0), (0.0, 1.0)]);
        assert_chances(rerolled(10), [(5.0, 6.0), (2.0, 39.0), (6.0, 65.0), (3.0, 130.0), (0.0, 1.0)]);
        assert_chances(rerolled(18), [(377.0, 398.0), (10.0, 199.0), (0.0, 1.0), (1.0, 398.0), (0.0, 1.0)]);
        let auto_win = Contest::new([5, 0], true, Tie::Reroll);
        assert_chances(auto_win, [(128.0, 193.0), (10.0, 193.0), (91.0, 386.0), (19.0, 386.0), (0.0, 1.0)]);
        let challenged = Contest::new([3, 0], false, Tie::Won(Side::Enemies));
        assert_chances(challenged, [(227.0, 400.0), (1.0, 20.0), (17.0, 50.0), (17.0, 400.0), (0.0, 1.0)]);
        let no_move = Contest::new([3, 0], false, Tie::Nobody);
        assert_chances(no_move, [(227.0, 400.0), (1.0, 20.0), (3.0, 10.0), (1.0, 25.0), (17.0, 400.0)]);
    }

    /// DUEL-11: two natural 20s compare totals even if one alone would win.
    #[test]
    fn two_natural_20s_compare_totals() {
        let contest = Contest::new([0, 2], true, Tie::Reroll);
        assert_eq!(contest.judge([20, 20]), Some(Verdict::EnemiesNatural20));
        assert_eq!(contest.judge([20, 19]), Some(Verdict::PartyNatural20));
    }

    #[test]
    fn a_margin_of_twenty_cannot_be_overcome() {
        let contest = Judged::from(Contest::new([20, 0], false, Tie::Reroll));
        assert!(contest.can_be_won_by(Side::Party));
        assert!(!contest.can_be_won_by(Side::Enemies));
    }
}
