//! Who was ahead in an encounter, and when.

use crate::outcome::Side;

/// How far the party is ahead of the enemies, before it is rounded: every round of every fight asks who leads, and hardly
/// one by how much, which takes a division.
#[derive(Debug, Clone, Copy)]
pub struct Balance {
    /// By how much the party is ahead; less than 0 where it is behind.
    ahead: i64,
    /// What both sides have.
    whole: i64,
}

impl Balance {
    /// Of a lead in thousandths.
    #[inline(always)]
    pub fn of(lead: i32) -> Self {
        Self { ahead: lead.into(), whole: 1000 }
    }

    /// Of what each side has, none less than 0: a side that has all is ahead by 1000, and both are even where neither has any.
    #[inline(always)]
    pub fn between(party: i64, enemies: i64) -> Self {
        Self { ahead: party - enemies, whole: party + enemies }
    }

    /// The lead in thousandths, rounded towards 0.
    #[inline(always)]
    pub fn lead(self) -> i32 {
        // A lead that was given in thousandths needs no division.
        if self.whole == 1000 {
            return self.ahead as i32;
        }
        // Divided without its sign: a division of small numbers that are not negative is a short one, and which one it is would
        // be as hard to foresee for a processor as who is ahead.
        let thousandths = (self.ahead.unsigned_abs() * 1000 / self.whole.max(1) as u64) as i32;
        if self.ahead < 0 { -thousandths } else { thousandths }
    }

    /// The sign of the lead.
    #[inline(always)]
    fn leader(self) -> i32 {
        // Where neither side has any, both comparisons hold.
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

/// The course of the [lead](crate::Ruleset::lead) of an encounter, which is shown to it after the set-up and after every round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LeadHistory {
    /// The number of the next round to be shown; 0 is the set-up.
    next_round: u32,
    /// 1 when the party was ahead last, -1 when the enemies were, 0 when nobody ever was.
    leader: i32,
    changes: u32,
    /// By side, the last round after which it was behind; 0 without one.
    last_behind: [u32; 2],
    /// After the last round but one.
    before: Balance,
    /// After the last round.
    latest: Balance,
}

impl LeadHistory {
    /// Adds the lead after the set-up, then that after each round.
    #[inline(always)]
    pub fn watch(&mut self, balance: Balance) {
        // Without branches, which the course of a fight would make hard to foresee for a processor.
        let leader = balance.leader();
        self.changes += u32::from(leader * self.leader < 0);
        self.leader = if leader == 0 { self.leader } else { leader };
        let [party, enemies] = self.last_behind;
        self.last_behind =
            [if leader < 0 { self.next_round } else { party }, if leader > 0 { self.next_round } else { enemies }];
        self.next_round += 1;
        (self.before, self.latest) = (self.latest, balance);
    }

    /// How often the side that was ahead fell behind. Rounds after which none is ahead change nothing.
    pub const fn changes(&self) -> u32 {
        self.changes
    }

    /// The last round after which a side was behind; 0 for one that was behind after no round.
    pub const fn last_behind(&self, side: Side) -> u32 {
        self.last_behind[side.index()]
    }

    /// By how much a side was ahead when the last round began, in thousandths; 0 for one that was not.
    pub fn margin(&self, side: Side) -> u32 {
        margin(self.before.lead(), side)
    }
}

/// The side that a lead belongs to; none when both are even.
pub(crate) const fn ahead(lead: i32) -> Option<Side> {
    match lead {
        1.. => Some(Side::Party),
        0 => None,
        _ => Some(Side::Enemies),
    }
}

/// By how much a side is ahead, in thousandths; 0 for one that is not.
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

    /// Of all shares of some points, with leads that round to nothing among them.
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
