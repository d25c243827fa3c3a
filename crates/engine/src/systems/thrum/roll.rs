//! Rolls: the two dice kept of a pool, contests, and rolls against a number (THRUM-01, THRUM-02).

use serde::Serialize;

use super::resolve::Fight;
use crate::dice::{Dice, Meaning, Pool, Which};
use crate::trace::Trace;

/// The largest net number of Boons or Banes that is rolled. More of them would change the odds by next to nothing.
const NET_MAX: i32 = 98;

/// A roll: the sum of two dice kept of a pool and a modifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Roll {
    pub(super) modifier: i32,
    /// Boons less Banes (THRUM-01).
    pub(super) net: i32,
}

impl Roll {
    /// Rolls the dice; returns the sum of the two kept and the modifier.
    pub(super) fn total(self, dice: &mut impl Dice) -> i32 {
        two_left(dice, self.net) + self.modifier
    }
}

/// Rolls the dice; returns the sum of the two kept (THRUM-01). Each of the most frequent nets has code of its own, in which the
/// number of dice is a constant.
fn two_left(dice: &mut impl Dice, net: i32) -> i32 {
    match net {
        0 => dice.keep(const { pool(0) }),
        1 => dice.keep(const { pool(1) }),
        -1 => dice.keep(const { pool(-1) }),
        _ => two_left_of_many(dice, net),
    }
}

/// Rolls the dice for rarer nets. Not inlined, so that the code of the frequent nets stays small.
#[inline(never)]
fn two_left_of_many(dice: &mut impl Dice, net: i32) -> i32 {
    match net {
        2 => dice.keep(const { pool(2) }),
        -2 => dice.keep(const { pool(-2) }),
        _ => dice.keep(POOLS[(net.clamp(-NET_MAX, NET_MAX) + NET_MAX) as usize]),
    }
}

/// The dice of a roll for each net from `-NET_MAX` to `NET_MAX` (THRUM-01).
static POOLS: [Pool; 2 * NET_MAX as usize + 1] = {
    let mut pools = [pool(0); 2 * NET_MAX as usize + 1];
    let mut net = -NET_MAX;
    while net <= NET_MAX {
        pools[(net + NET_MAX) as usize] = pool(net);
        net += 1;
    }
    pools
};

/// The dice of a roll: 2d6 and one more for each net Boon or Bane, of which the highest or the lowest two are kept (THRUM-01).
const fn pool(net: i32) -> Pool {
    let which = if net < 0 { Which::Lowest } else { Which::Highest };
    match Pool::new(2 + net.unsigned_abs() as u16, 6, 2, which) {
        Ok(pool) => pool,
        Err(_) => unreachable!(),
    }
}

/// The outcome of a contest (THRUM-02).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
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
    /// Rolls an attack against a defence, the attacker's dice first (THRUM-02).
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

    /// Rolls; returns whether the result is above a number.
    pub(super) fn exceeds(&mut self, roll: Roll, number: i32) -> bool {
        let meaning = Meaning::new("exceeds", [roll.net, number - roll.modifier]);
        self.dice.draw_of(meaning, |dice| Some(roll.total(dice) > number))
    }

    /// Rolls; returns whether the result is above that of the environment: `difference` plus 7 or, by a knob, plus 2d6
    /// (THRUM-22).
    pub(super) fn beats_environment(&mut self, roll: Roll, difference: i32) -> bool {
        let environment = Roll { modifier: difference, net: 0 };
        let rolls = self.rules.knobs.environment_rolls;
        self.dice.draw(|dice| {
            let total = roll.total(dice);
            Some(total > if rolls { environment.total(dice) } else { 7 + difference })
        })
    }
}
