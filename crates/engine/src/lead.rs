//! The lead of an encounter and its course.

use crate::outcome::Side;

/// The lead of the party over the enemies, as a fraction that is not divided out yet. Every round of every fight needs
/// the sign of the lead, but hardly any needs its amount, which takes a division.
#[derive(Debug, Clone, Copy)]
pub struct Balance {
    /// The party's surplus; negative if it is behind.
    ahead: i64,
    /// The total of both sides.
    whole: i64,
}

impl Balance {
    /// The balance of a lead in thousandths.
    #[inline(always)]
    pub fn of(lead: i32) -> Self {
        Self { ahead: lead.into(), whole: 1000 }
    }

    /// The balance of two amounts, neither negative. If a side has everything, its lead is 1000; if both have nothing,
    /// the lead is 0.
    #[inline(always)]
    pub fn between(party: i64, enemies: i64) -> Self {
        Self { ahead: party - enemies, whole: party + enemies }
    }

    /// The lead in thousandths, rounded towards 0.
    #[inline(always)]
    pub fn lead(self) -> i32 {
        // If `whole` is 1000, `ahead` is in thousandths already.
        if self.whole == 1000 {
            return self.ahead as i32;
        }
        // Divides the absolute value. The division of small non-negative numbers takes a faster path; for a signed
        // number the sign would choose the path, and a processor cannot predict who is ahead.
        let thousandths = (self.ahead.unsigned_abs() * 1000 / self.whole.max(1) as u64) as i32;
        if self.ahead < 0 { -thousandths } else { thousandths }
    }

    /// The sign of the lead.
    #[inline(always)]
    fn leader(self) -> i32 {
        // If both sides have nothing, both comparisons hold and the signs cancel.
        let thousandfold = self.ahead * 1000;
        i32::from(thousandfold >= self.whole) - i32::from(thousandfold <= -self.whole)
    }
}

impl Default for Balance {
    fn default() -> Self {
        Self::of(0)
    }
}

impl PartialEq for Balance {
    fn eq(&self, other: &Self) -> bool {
        self.lead() == other.lead()
    }
}

impl Eq for Balance {}

/// The course of the [lead](crate::Ruleset::lead) of an encounter, recorded after the set-up and after every round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LeadHistory {
    /// The number of the next round to be recorded; 0 is the set-up.
    next_round: u32,
    /// The side that was ahead last: 1 the party, -1 the enemies, 0 if neither ever was.
    leader: i32,
    changes: u32,
    /// For each side: the last round after which it was behind; 0 if there is none.
    last_behind: [u32; 2],
    /// The balance after the last round but one.
    before: Balance,
    /// The balance after the last round.
    latest: Balance,
}

impl LeadHistory {
    /// Records the balance after the set-up, and then after each round.
    #[inline(always)]
    pub fn watch(&mut self, balance: Balance) {
        // Without branches, which would be mispredicted: the course of a fight is random.
        let leader = balance.leader();
        self.changes += u32::from(leader * self.leader < 0);
        self.leader = if leader == 0 { self.leader } else { leader };
        let [party, enemies] = self.last_behind;
        self.last_behind =
            [if leader < 0 { self.next_round } else { party }, if leader > 0 { self.next_round } else { enemies }];
        self.next_round += 1;
        (self.before, self.latest) = (self.latest, balance);
    }

    /// Number of times that the side which was ahead last fell behind. Rounds after which neither is ahead change
    /// nothing.
    pub const fn changes(&self) -> u32 {
        self.changes
    }

    /// The last round after which a side was behind; 0 if there is none.
    pub const fn last_behind(&self, side: Side) -> u32 {
        self.last_behind[side.index()]
    }

    /// The amount by which a side was ahead when the last round began, in thousandths; 0 if it was not.
    pub fn margin(&self, side: Side) -> u32 {
        margin(self.before.lead(), side)
    }
}

/// The side that is ahead; `None` if both are even.
pub(crate) const fn ahead(lead: i32) -> Option<Side> {
    match lead {
        1.. => Some(Side::Party),
        0 => None,
        _ => Some(Side::Enemies),
    }
}

/// The amount by which a side is ahead, in thousandths; 0 if it is not.
pub(crate) fn margin(lead: i32, side: Side) -> u32 {
    let own = match side {
        Side::Party => lead,
        Side::Enemies => -lead,
    };
    own.max(0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(leads: &[i32]) -> LeadHistory {
        let mut history = LeadHistory::default();
        for &lead in leads {
            history.watch(Balance::of(lead));
        }
        history
    }

    /// All shares of some points, including leads that round to 0.
    #[test]
    fn the_leader_is_known_without_the_lead() {
        for (party, enemies) in (0..60).flat_map(|party| (0..60).map(move |enemies| (37 * party, 36 * enemies))) {
            let balance = Balance::between(party, enemies);
            assert_eq!(balance.leader(), balance.lead().signum(), "{party} to {enemies}");
            let lead = balance.lead();
            assert_eq!((Balance::of(lead), Balance::of(lead).leader()), (balance, lead.signum()));
        }
        assert_eq!(
            [(0, 0), (7, 7), (9, 0), (0, 9), (3, 1)].map(|(left, right)| Balance::between(left, right).lead()),
            [0, 0, 1000, -1000, 500]
        );
    }

    #[test]
    fn the_lead_changes_when_the_side_ahead_falls_behind() {
        let changes = |leads: &[i32]| history(leads).changes();
        assert_eq!([changes(&[0]), changes(&[0, 5, 9, 1000])], [0, 0]);
        assert_eq!([changes(&[5, -5, 5]), changes(&[5, 0, 5]), changes(&[5, 0, -5])], [2, 0, 1]);
    }

    #[test]
    fn a_side_is_behind_last_after_the_last_round_in_which_the_other_leads() {
        let course = history(&[0, -100, 200, 0, -1, 0, 1000]);
        assert_eq!(Side::ALL.map(|side| course.last_behind(side)), [4, 6]);
        let never = history(&[0, 100, 0, 1000]);
        assert_eq!(Side::ALL.map(|side| never.last_behind(side)), [0, 3]);
    }

    #[test]
    fn the_margin_is_the_lead_when_the_last_round_began() {
        let course = history(&[0, 300, -200, 1000]);
        assert_eq!(Side::ALL.map(|side| course.margin(side)), [0, 200]);
        assert_eq!(history(&[1000]).margin(Side::Party), 0, "nobody is ahead before the set-up");
    }
}
