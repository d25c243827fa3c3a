//! Numbers that outlast a fight of a day, the rest between two of them, and who comes to the next one (ZONES-56 to ZONES-61).

use std::fmt::{self, Display};

use serde::Serialize;

use super::event::Event;
use super::state::{Fighter, State};
use super::{Sheet, Zones};
use crate::day::Carried;
use crate::outcome::EndState;
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

/// The names of the numbers that outlast a fight beside those of [supplies](Supply): the HP, and those that were rolled.
pub(super) const HP: &str = "hp";
const ROLLED_HP: &str = "rolled_hp";

/// The rest before a leg, and who comes to it (ZONES-57 to ZONES-60).
#[derive(Debug, Clone, Copy)]
pub(super) struct Rest {
    /// HP for each.
    pub(super) heal: i32,
    /// Percentage of the full HP for each.
    pub(super) heal_percent: i32,
    pub(super) refills: bool,
    /// Marks taken off each weapon.
    pub(super) mend: u16,
    /// HP with which combatants that went down carry on.
    pub(super) down_hp: i32,
    pub(super) fled_return: bool,
}

/// A kind of counter that outlasts a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Supply {
    /// Uses of an attack, a spell or a stunt (ZONES-29).
    Uses,
    /// Marks of a weapon: the counter has those that are left, and what is carried are those that were made (ZONES-28).
    Marks,
    /// Pieces of an item (ZONES-14).
    Pieces,
}

impl Supply {
    /// Its name, in the plural.
    const fn word(self) -> &'static str {
        match self {
            Self::Uses => "uses",
            Self::Marks => "marks",
            Self::Pieces => "pieces",
        }
    }
}

/// A supply of which a combatant has less than the leg gives: an attack or an item, what is left of it, and what the leg gives.
#[derive(Debug, Serialize)]
pub(super) struct Remainder<'a> {
    pub(super) of: &'a str,
    pub(super) supply: Supply,
    pub(super) left: u16,
    pub(super) full: u16,
}

impl Display for Remainder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { of, supply, left, full } = self;
        write!(f, "{left} of {full} {} of {of}", supply.word())
    }
}

impl Rest {
    /// The HP after the rest of a combatant that comes with so many, and has `full` HP at most (ZONES-58).
    fn healed(self, before: i32, full: i32) -> i32 {
        full.min(before + self.heal + full * self.heal_percent / 100)
    }

    /// The remainder of a supply after the rest, if the leg gives `full` of it (ZONES-56, ZONES-59).
    fn supplied(self, supply: Supply, carried: i32, full: u16) -> u16 {
        let carried = carried.clamp(0, u16::MAX.into()) as u16;
        match supply {
            Supply::Marks => full.saturating_sub(carried.saturating_sub(self.mend)),
            Supply::Uses | Supply::Pieces if self.refills => full,
            Supply::Uses | Supply::Pieces => carried.min(full),
        }
    }

    /// Whether it mends weapons or gives uses and pieces back.
    const fn supplies(self) -> bool {
        self.refills || self.mend > 0
    }
}

impl Zones {
    /// The supplies of a combatant that outlast a fight: each with the id of its attack or item, and its counter.
    fn supplies(&self, who: Who) -> impl Iterator<Item = (Supply, &str, usize)> {
        let Sheet { attacks, items, .. } = self.sheet(who);
        let of_attacks = attacks.iter().zip(&self.names.attacks[who]).flat_map(|(attack, id)| {
            let counters = [(Supply::Uses, attack.uses), (Supply::Marks, attack.marks)];
            counters.into_iter().filter_map(|(supply, counter)| Some((supply, &**id, usize::from(counter?))))
        });
        let of_items = items.iter().zip(&self.names.items[who]);
        of_attacks.chain(of_items.map(|(item, id)| (Supply::Pieces, &**id, usize::from(item.pieces))))
    }

    /// The names of the numbers that a combatant keeps (ZONES-56).
    pub(super) fn kept_of(&self, who: Who) -> Vec<String> {
        let rolled = self.sheet(who).hp_dice.map(|_| ROLLED_HP.to_owned());
        let supplies = self.supplies(who).map(|(supply, id, _)| format!("{}.{id}", supply.word()));
        [HP.to_owned()].into_iter().chain(rolled).chain(supplies).collect()
    }

    pub(super) fn keep_of(&self, state: &State, who: Who, numbers: &mut [i32]) {
        let rolled = self.sheet(who).hp_dice.map(|_| i32::from(self.full_hp(state, who)));
        let supplies = self.supplies(who).map(|(supply, _, at)| {
            let left = i32::from(state.counters[at]);
            if supply == Supply::Marks { i32::from(self.opening.counters[at]) - left } else { left }
        });
        let kept = [state.fighters[who].hp.into()].into_iter().chain(rolled).chain(supplies);
        for (number, kept) in numbers.iter_mut().zip(kept) {
            *number = kept;
        }
    }

    /// Opens a leg for those who come from earlier ones, after a rest. Returns who of them takes part.
    pub(super) fn open_leg(&self, state: &mut State, carried: &[Carried], trace: &mut impl Trace) -> Group {
        let mut there = Group::NOBODY;
        for one in carried {
            let is_gone = match one.end {
                EndState::Dead => true,
                EndState::Fled => !self.rest.fled_return,
                EndState::Standing | EndState::Down => false,
            };
            if !is_gone && self.bring(state, one, trace) {
                there |= Group::of(one.who);
            }
        }
        for who in carried.iter().map(|one| one.who).filter(|&who| !there.contains(who)) {
            trace.rule("ZONES-60");
            trace.happens(|| Event::StaysAway { who: self.named(who) });
            // Neither in the fight nor out of it: a bystander, which no rule counts.
            let Fighter { zone, .. } = std::mem::replace(&mut state.fighters[who], Fighter::out(EndState::Standing));
            state.occupants[usize::from(zone)].remove(who);
            state.standing.remove(who);
            state.retreating.remove(who);
            state.rolling.remove(who);
        }
        trace.rule("ZONES-61");
        state.order.start_over(self.characters(state));
        state.order.resolve_as_it_stands();
        there
    }

    /// Gives a combatant what it carries, after the rest; returns whether it can take part: it has HP (ZONES-56 to ZONES-60).
    fn bring(&self, state: &mut State, carried: &Carried, trace: &mut impl Trace) -> bool {
        let (who, rest, sheet) = (carried.who, self.rest, self.sheet(carried.who));
        let mut numbers = carried.numbers.iter().copied();
        let hp_left = numbers.next().flatten();
        let rolled = if sheet.hp_dice.is_some() { numbers.next().flatten() } else { None };
        let full = rolled.map_or(sheet.hp, |rolled| sheet.hp.min(rolled as i16));
        let before = match carried.end {
            EndState::Down => rest.down_hp,
            _ => hp_left.unwrap_or_else(|| full.into()),
        };
        let hp = rest.healed(before, full.into());
        trace.rule("ZONES-57");
        if rest.heal > 0 || rest.heal_percent > 0 {
            trace.rule("ZONES-58");
        }
        if hp == 0 {
            return false;
        }
        trace.rule("ZONES-56");
        if rest.supplies() {
            trace.rule("ZONES-59");
        }
        state.fighters[who].hp = hp as i16;
        if let Some(full_hp) = state.full_hp.get_mut(who.index()) {
            *full_hp = full;
        }
        state.rolling.remove(who);
        let mut remainders = Vec::new();
        for ((supply, of, at), left) in self.supplies(who).zip(numbers) {
            let full = self.opening.counters[at];
            let left = left.map_or(full, |carried| rest.supplied(supply, carried, full));
            state.counters[at] = left;
            if left < full {
                remainders.push(Remainder { of, supply, left, full });
            }
        }
        let by_rest = hp - before.min(full.into());
        trace.happens(|| Event::Carries { who: self.named(who), hp, of: full, by_rest, remainders });
        true
    }
}
