//! Rolls: two dice of several, contests, and the rolls against a Load (THRUM-01, THRUM-02).

use super::resolve::Fight;
use crate::dice::{Dice, Meaning, Pool, Which};
use crate::trace::Trace;

/// Boons or Banes beyond these change nothing that anybody could tell apart.
const NET_MAX: i32 = 98;

/// A roll: two dice of a pool, and the modifier that is added to them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Roll {
    pub(super) modifier: i32,
    /// Boons less Banes (THRUM-01).
    pub(super) net: i32,
}

impl Roll {
    /// The sum of the two dice left and the modifier.
    pub(super) fn total(self, dice: &mut impl Dice) -> i32 {
        two_left(dice, self.net) + self.modifier
    }
}

/// The sum of the two dice left (THRUM-01). Each of the nets that there are most often has code of its own, in which the numbers
/// of dice are known.
fn two_left(dice: &mut impl Dice, net: i32) -> i32 {
    match net {
        0 => dice.keep(const { pool(0) }),
        1 => dice.keep(const { pool(1) }),
        -1 => dice.keep(const { pool(-1) }),
        _ => two_left_of_many(dice, net),
    }
}

/// The same for nets that are rarer, kept apart so that the others need no room for it.
#[inline(never)]
fn two_left_of_many(dice: &mut impl Dice, net: i32) -> i32 {
    match net {
        2 => dice.keep(const { pool(2) }),
        -2 => dice.keep(const { pool(-2) }),
        _ => dice.keep(POOLS[(net.clamp(-NET_MAX, NET_MAX) + NET_MAX) as usize]),
    }
}

/// The dice of rolls, by their net Boons from the least on (THRUM-01).
static POOLS: [Pool; 2 * NET_MAX as usize + 1] = {
    let mut pools = [pool(0); 2 * NET_MAX as usize + 1];
    let mut net = -NET_MAX;
    while net <= NET_MAX {
        pools[(net + NET_MAX) as usize] = pool(net);
        net += 1;
    }
    pools
};

/// The dice of a roll (THRUM-01).
const fn pool(net: i32) -> Pool {
    let which = if net < 0 { Which::Lowest } else { Which::Highest };
    match Pool::new(2 + net.unsigned_abs() as u16, 6, 2, which) {
        Ok(pool) => pool,
        Err(_) => unreachable!(),
    }
}

/// How a contest ends (THRUM-02).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    CriticalDefence,
    Defended,
    Success,
    Critical,
}

impl Outcome {
    /// Whether the attack succeeded.
    pub(super) const fn is_success(self) -> bool {
        matches!(self, Self::Success | Self::Critical)
    }
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// An attack against a defence; the attacker's dice are rolled first (THRUM-02).
    pub(super) fn contest(&mut self, attack: Roll, defence: Roll) -> Outcome {
        let (margin, ties) = (self.rules.knobs.critical_margin, i32::from(self.rules.knobs.attacker_wins_ties));
        let meaning = Meaning::new("contest", [attack.net, defence.net, attack.modifier - defence.modifier]);
        self.dice.draw_of(meaning, |dice| {
            let ahead = attack.total(dice) - defence.total(dice);
            Some(match ahead {
                _ if ahead >= margin => Outcome::Critical,
                _ if ahead + ties > 0 => Outcome::Success,
                _ if ahead <= -margin => Outcome::CriticalDefence,
                _ => Outcome::Defended,
            })
        })
    }

    /// Whether a roll is above a number.
    pub(super) fn exceeds(&mut self, roll: Roll, number: i32) -> bool {
        let meaning = Meaning::new("exceeds", [roll.net, number - roll.modifier]);
        self.dice.draw_of(meaning, |dice| Some(roll.total(dice) > number))
    }

    /// Whether a roll is above what the environment sets against it (THRUM-22).
    pub(super) fn beats_environment(&mut self, roll: Roll, difference: i32) -> bool {
        let environment = Roll { modifier: difference, net: 0 };
        let rolls = self.rules.knobs.environment_rolls;
        self.dice.draw(|dice| {
            let total = roll.total(dice);
            Some(total > if rolls { environment.total(dice) } else { 7 + difference })
        })
    }
}
