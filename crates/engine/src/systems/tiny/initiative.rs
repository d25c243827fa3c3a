//! The order of turns (TINY-04 to TINY-08).

use super::Tiny;
use super::group::{Group, places};
use super::resolve::Fight;
use super::scenario::COMBATANTS_MAX;
use crate::dice::{Dice, Slot};
use crate::trace::Trace;

/// The slot of the set-up. The turns of combatants have the slots 1 to 64, in listed order.
const INITIATIVE_SLOT: Slot = Slot::shared(0);

/// Some combatants in the order of their turns, as far as it is settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ranking {
    /// 0 behind the last.
    who: [u8; COMBATANTS_MAX],
    /// A bit for each place that is tied with the next one.
    tied: u64,
    /// Whether the vigilant came first among equal totals (TINY-07); known only where somebody listens.
    has_equals: bool,
}

impl Tiny {
    /// Rolls the totals of a group and ranks it: the higher total first, the vigilant first among equal ones; in listed
    /// order where that leaves a tie (TINY-04, TINY-05, TINY-07).
    #[inline(always)]
    fn rank<D: Dice>(&self, group: Group, dice: &mut D, tells_equals: bool) -> Ranking {
        let mut keys = [0_u32; COMBATANTS_MAX];
        let mut count = 0;
        for who in places(group) {
            let total = dice.sum(self.sheet(who).initiative) as u32;
            // High totals are low numbers, so that the place in listed order can stand behind them.
            keys[count % COMBATANTS_MAX] = (u32::from(u16::MAX) - total) << 8 | (who as u32);
            if self.vigilant >> who & 1 == 0 {
                keys[count % COMBATANTS_MAX] |= NOT_VIGILANT;
            }
            count += 1;
        }
        let keys = &mut keys[..count];
        keys.sort_unstable();
        let mut ranking = Ranking { who: [0; COMBATANTS_MAX], tied: 0, has_equals: false };
        for (place, &key) in keys.iter().enumerate() {
            ranking.who[place] = (key as u8) & !(NOT_VIGILANT as u8);
            if let Some(&next) = keys.get(place + 1) {
                let differing = key ^ next;
                ranking.tied |= u64::from(differing < NOT_VIGILANT) << place;
                ranking.has_equals |= tells_equals && (NOT_VIGILANT..1 << 8).contains(&differing);
            }
        }
        ranking
    }
}

/// The bit of a key that puts the vigilant first; the place in listed order is below it.
const NOT_VIGILANT: u32 = 1 << 7;

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Everybody rolls; those who are tied roll again among themselves, the highest place first, until none is tied
    /// (TINY-04 to TINY-08).
    #[inline(always)]
    pub(super) fn roll_initiative(&mut self) {
        let rules = self.rules;
        let all = self.state.standing;
        self.dice.slot(INITIATIVE_SLOT);
        self.trace.rule("TINY-04");
        if rules.vigilant != 0 {
            self.trace.rule("TINY-05");
        }
        let ranking = self.dice.draw(|dice| Some(rules.rank(all, dice, T::HEARS_RULES)));
        let dice = &*self.dice;
        if ranking.has_equals {
            self.trace.rule("TINY-07");
        }
        self.trace.tell(|| rules.tell_initiative(all, dice.faces()));
        self.state.order = ranking.who;
        if ranking.tied != 0 {
            self.break_ties(ranking.tied);
        }
        self.trace.rule("TINY-06");
        let state = &*self.state;
        self.trace.tell(|| rules.tell_order(state));
    }

    /// Those who are tied roll again among themselves, the highest place first, until none is tied (TINY-08). `tied` has a
    /// bit for each place of the order that is tied with the next one.
    fn break_ties(&mut self, mut tied: u64) {
        let rules = self.rules;
        while tied != 0 {
            let first = tied.trailing_zeros() as usize;
            let others = (tied >> first).trailing_ones();
            let all_tied = u64::MAX >> (u64::BITS - others);
            let equals = &mut self.state.order[first..=first + others as usize];
            let group = equals.iter().fold(0, |group: Group, &who| group | 1 << who);
            self.trace.rule("TINY-08");
            let ranking = self.dice.draw(|dice| {
                let ranking = rules.rank(group, dice, false);
                (ranking.tied != all_tied).then_some(ranking)
            });
            equals.copy_from_slice(&ranking.who[..equals.len()]);
            tied = tied & !(all_tied << first) | ranking.tied << first;
            let dice = &*self.dice;
            self.trace.tell(|| rules.tell_initiative(group, dice.faces()));
        }
    }
}
