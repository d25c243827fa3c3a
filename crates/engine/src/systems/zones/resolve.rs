//! A fight from set-up to its end: the order of Turns, what happens in each, Tests and recovery.

use std::ops::ControlFlow::{self, Break, Continue};

use super::ailment::{Ailment, SourceId};
use super::field::{Group, ZoneId, places};
use super::file::DEX;
use super::metrics::{
    FIRST_CASUALTY_ROUND, ONGOING_LOST, PARLEY, PARTY_BEGINS, PARTY_FIRST_CASUALTY_ROUND, TURNS_LOST, of_side,
};
use super::scenario::{COMBATANTS_MAX, InitiativeTies, ZONES_MAX};
use super::state::{Fighter, NOBODY};
use super::tell::{tell_reaction, tell_surprise};
use super::{Sheet, Zones};
use crate::dice::{Dice, Slot};
use crate::outcome::{EndState, Side, Winner};
use crate::ruleset::{self, Progress};
use crate::trace::Trace;

/// Goes on, or ends at once because a side has nobody standing (ZONES-55).
pub(super) type Flow<T = ()> = ControlFlow<Winner, T>;

/// The slot of rules 03 and 04.
const INITIATIVE_SLOT: Slot = Slot::shared(0);
/// The slot of the Reaction roll.
const REACTION_SLOT: Slot = Slot::shared(1);

/// A fight of this system in progress.
pub(super) type Fight<'a, D, T> = ruleset::Fight<'a, Zones, D, T>;

/// How many dice a Test has (ZONES-18).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Edge {
    Disadvantage,
    None,
    Advantage,
}

impl Edge {
    /// Several of a kind are one, and one of each cancels (ZONES-18).
    #[inline(always)]
    pub(super) const fn new(advantage: bool, disadvantage: bool) -> Self {
        match (advantage, disadvantage) {
            (true, false) => Self::Advantage,
            (false, true) => Self::Disadvantage,
            _ => Self::None,
        }
    }

    /// The die that counts: the natural (ZONES-18).
    #[inline(always)]
    pub(super) fn roll<D: Dice>(self, dice: &mut D) -> i32 {
        let natural = match self {
            Self::None => dice.die(20),
            Self::Advantage => {
                let [one, other] = dice.dice(20);
                one.max(other)
            }
            Self::Disadvantage => {
                let [one, other] = dice.dice(20);
                one.min(other)
            }
        };
        natural as i32
    }
}

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    #[inline(always)]
    pub(super) fn sheet(&self, who: usize) -> &'a Sheet {
        self.rules.sheet(who)
    }

    #[inline(always)]
    pub(super) fn side(&self, who: usize) -> Side {
        self.rules.side(who)
    }

    #[inline(always)]
    pub(super) fn fighter(&self, who: usize) -> &Fighter {
        self.state.fighter(who)
    }

    #[inline(always)]
    pub(super) fn zone(&self, who: usize) -> ZoneId {
        self.fighter(who).zone
    }

    #[inline(always)]
    pub(super) fn suffers(&self, who: usize, ailment: Ailment) -> bool {
        self.fighter(who).ailments.has(ailment)
    }

    #[inline(always)]
    pub(super) fn can_act(&self, who: usize) -> bool {
        self.fighter(who).ailments.can_act()
    }

    #[inline(always)]
    pub(super) fn can_move(&self, who: usize) -> bool {
        self.fighter(who).ailments.can_move()
    }

    /// The standing opponents of a side.
    #[inline(always)]
    pub(super) fn opponents(&self, side: Side) -> Group {
        self.state.standing & self.rules.members(side.other())
    }

    // Set-up (S1 to S4) and the order of Turns (R1 to R3).

    /// S1 to S4. Everybody is placed already. `Some` when no fight breaks out (ZONES-06, ZONES-07, ZONES-49, ZONES-50).
    #[inline(always)]
    pub(super) fn set_up(&mut self) -> Option<Winner> {
        let rules = self.rules;
        self.trace.rule("ZONES-06");
        self.trace.rule("ZONES-07");
        self.trace.tell(|| rules.tell_places());
        if let Some(fights_up_to) = rules.knobs.reaction {
            self.trace.rule("ZONES-49");
            self.dice.slot(REACTION_SLOT);
            let fights = self.dice.draw(|dice| Some(dice.die(10) <= fights_up_to));
            let dice = &*self.dice;
            if !fights {
                self.state.order = [0; COMBATANTS_MAX];
                self.trace.rule("ZONES-50");
                self.trace.count(PARLEY, 1);
                self.trace.tell(|| tell_reaction(dice.faces(), fights));
                return Some(Winner::Draw);
            }
            self.trace.tell(|| tell_reaction(dice.faces(), fights));
        }
        self.roll_initiative();
        self.trace.count(PARTY_BEGINS, u32::from(self.state.begins == Side::Party));
        None
    }

    /// Which side begins, and the order of the Characters; the Creatures act in listed order (ZONES-03 to ZONES-05).
    #[inline(always)]
    fn roll_initiative(&mut self) {
        let rules = self.rules;
        self.trace.rule("ZONES-03");
        self.dice.slot(INITIATIVE_SLOT);
        let enemies_begin_max = rules.knobs.enemies_begin_max;
        let enemies_begin = self.dice.draw(|dice| Some(dice.die(6) <= enemies_begin_max));
        self.state.begins = if enemies_begin { Side::Enemies } else { Side::Party };
        let (dice, begins) = (&*self.dice, self.state.begins);
        self.trace.tell(|| rules.tell_beginning(dice.faces(), begins));
        self.trace.rule("ZONES-04");
        self.trace.rule("ZONES-05");
        self.roll_order();
        let order = &self.state.order;
        self.trace.tell(|| rules.tell_order(order));
    }

    /// Each Character rolls d6 + `dex`; from the highest sum to the lowest (ZONES-04).
    #[inline(always)]
    fn roll_order(&mut self) {
        let rules = self.rules;
        let party = rules.members(Side::Party);
        let count = party.count_ones() as usize;
        if count == 1 {
            // Nobody to come before or after; the die is rolled all the same.
            self.dice.draw(|dice| {
                dice.die(6);
                Some(())
            });
            self.state.order[0] = party.trailing_zeros() as u8;
            return;
        }
        let mut sums = [(0_i16, 0_u8); COMBATANTS_MAX];
        for (sum, who) in sums.iter_mut().zip(places(party)) {
            *sum = (self.dice.die(6) as i16 + rules.sheet(who).bonuses[DEX], who as u8);
        }
        let sums = &mut sums[..count];
        let is_listed = rules.knobs.ties != InitiativeTies::Dex;
        let dexterity = |who: u8| if is_listed { 0 } else { rules.sheet(usize::from(who)).bonuses[DEX] };
        // Places differ, so that the order is complete and an unstable sort will do.
        sums.sort_unstable_by_key(|&(sum, who)| (-sum, -dexterity(who), who));
        if rules.knobs.ties == InitiativeTies::Random {
            for equal in sums.chunk_by_mut(|one, other| one.0 == other.0) {
                for first in 0..equal.len() - 1 {
                    let left = equal.len() - first;
                    let next = first + self.dice.die(left as u32) as usize - 1;
                    equal[first..=next].rotate_right(1);
                }
            }
        }
        for (place, &(_, who)) in self.state.order.iter_mut().zip(&*sums) {
            *place = who;
        }
    }

    /// A Round (ZONES-01).
    #[inline(always)]
    pub(super) fn play_round(&mut self) -> Option<Winner> {
        match self.exchange_blows() {
            Break(winner) => return Some(winner),
            Continue(true) => return None,
            Continue(false) => {}
        }
        loop {
            match self.next_turn() {
                Progress::NextTurn => {}
                Progress::RoundOver => return None,
                Progress::Won(winner) => return Some(winner),
            }
        }
    }

    /// One Turn, and around it what belongs to the Round (ZONES-01).
    #[inline(always)]
    pub(super) fn next_turn(&mut self) -> Progress {
        if self.state.waiting == 0 {
            self.begin_round();
        }
        let who = self.next_in_order();
        self.state.waiting &= !(1 << who);
        self.dice.slot(self.sheet(who).slot);
        self.trace.acts(who);
        match self.take_turn(who) {
            Break(winner) => Progress::Won(winner),
            Continue(()) if self.state.waiting != 0 => Progress::NextTurn,
            Continue(()) => {
                self.state.is_first_round = false;
                Progress::RoundOver
            }
        }
    }

    /// R1, and who has a Turn in this Round (ZONES-01, ZONES-02).
    #[inline(always)]
    fn begin_round(&mut self) {
        let rules = self.rules;
        self.trace.rule("ZONES-01");
        self.state.waiting = self.state.standing;
        if self.state.is_first_round {
            if let Some(side) = rules.knobs.surprised {
                self.trace.rule("ZONES-02");
                self.state.waiting &= !rules.members(side);
                self.trace.tell(|| tell_surprise(side));
            }
        } else if rules.knobs.rolls_each_round {
            self.roll_initiative();
        }
    }

    /// Whose Turn is next, of those who wait: the side that begins comes first (ZONES-03 to ZONES-05).
    #[inline(always)]
    fn next_in_order(&self) -> usize {
        let waiting = self.state.waiting;
        let first = waiting & self.rules.members(self.state.begins);
        let of_side = if first == 0 { waiting } else { first };
        if of_side & self.rules.members(Side::Party) == 0 {
            return of_side.trailing_zeros() as usize;
        }
        let order = self.state.order.iter().map(|&who| usize::from(who));
        order.into_iter().find(|who| of_side >> who & 1 == 1).expect("every Character has a place in the order")
    }

    /// T1 to T6.
    #[inline(always)]
    fn take_turn(&mut self, who: usize) -> Flow {
        if self.blow_turn(who)? { Continue(()) } else { self.take_any_turn(who) }
    }

    /// T1 to T6 in full (ZONES-12; a Creature's is the same: ZONES-15).
    pub(super) fn take_any_turn(&mut self, who: usize) -> Flow {
        self.trace.rule("ZONES-12");
        if self.side(who) == Side::Enemies {
            self.trace.rule("ZONES-15");
        }
        // Most Turns begin and end without ailments and hazards.
        if !self.fighter(who).ailments.none() || self.rules.field.has_hazards() {
            self.begin_turn(who)?;
        }
        if self.state.stands(who) {
            if self.sheet(who).retreat_below > 0 {
                self.begin_retreat(who);
            }
            self.act(who)?;
            if !self.fighter(who).ailments.none() {
                self.end_turn(who);
            }
        }
        self.check_morale()
    }

    /// T1 to T3.
    fn begin_turn(&mut self, who: usize) -> Flow {
        let rules = self.rules;
        if self.suffers(who, Ailment::Ongoing) {
            self.suffer_ongoing(who)?;
        }
        if self.state.stands(who) {
            self.begin_turn_in_hazard(who)?;
        }
        if self.state.stands(who) {
            if rules.knobs.recovers_at_start {
                self.recover(who, &Ailment::HINDERANCES);
            }
            self.note_hinderances(who);
            if !self.can_act(who) {
                self.trace.count(of_side(TURNS_LOST, self.side(who)), 1);
                self.trace.tell(|| rules.tell_lost_turn(who));
            }
        }
        Continue(())
    }

    /// Says which rules keep a combatant from moving or acting in this Turn (ZONES-44 to ZONES-46).
    fn note_hinderances(&mut self, who: usize) {
        let rules = [(Ailment::Distracted, "ZONES-44"), (Ailment::Stuck, "ZONES-45"), (Ailment::Paralysed, "ZONES-46")];
        for (hinderance, rule) in rules {
            if self.suffers(who, hinderance) {
                self.trace.rule(rule);
            }
        }
    }

    /// T5, for those who are standing: others have no ailments.
    fn end_turn(&mut self, who: usize) {
        if !self.rules.knobs.recovers_at_start {
            self.recover(who, &Ailment::HINDERANCES);
        }
        self.recover(who, &[Ailment::Ongoing]);
    }

    /// T1: Ongoing Damage (ZONES-31).
    fn suffer_ongoing(&mut self, who: usize) -> Flow {
        let rules = self.rules;
        self.trace.rule("ZONES-31");
        let source = &rules.sources[usize::from(self.fighter(who).ailments.source(Ailment::Ongoing))];
        let amount = source.amount.unwrap_or(rules.sheet(who).level) as i16;
        let lost = amount.min(self.fighter(who).hp);
        self.trace.count(of_side(ONGOING_LOST, self.side(who)), lost as u32);
        let left = self.fighter(who).hp - lost;
        self.trace.tell(|| rules.tell_ongoing(who, lost, left));
        self.lose(who, lost)
    }

    /// T4: whether the combatant retreats from now on (ZONES-54).
    fn begin_retreat(&mut self, who: usize) {
        let (sheet, rules) = (self.sheet(who), self.rules);
        let is_low = 100 * i32::from(self.fighter(who).hp) <= sheet.retreat_below * i32::from(sheet.hp);
        if is_low && self.state.retreating >> who & 1 == 0 {
            self.trace.rule("ZONES-54");
            self.state.retreating |= 1 << who;
            self.trace.tell(|| rules.tell_retreat(who));
        }
    }

    // Tests.

    /// A Test that asks for an attribute; a Creature's is its Skill whatever is asked for. Weakened ones have Disadvantage
    /// (ZONES-16 to ZONES-18, ZONES-43).
    #[inline(always)]
    pub(super) fn test(&mut self, who: usize, attribute: u8, difficulty: i16) -> bool {
        let bonus = self.sheet(who).bonuses[usize::from(attribute)];
        self.test_with(who, bonus, difficulty)
    }

    /// As [`test`](Self::test), with the bonus known.
    #[inline(always)]
    pub(super) fn test_with(&mut self, who: usize, bonus: i16, difficulty: i16) -> bool {
        let edge = Edge::new(false, self.suffers(who, Ailment::Weakened));
        self.note_test(who, edge);
        let needed = i32::from(difficulty - bonus);
        self.dice.draw(|dice| Some(edge.roll(dice) >= needed))
    }

    /// Says which rules a Test of this combatant follows.
    #[inline(always)]
    pub(super) fn note_test(&mut self, who: usize, edge: Edge) {
        self.trace.rule(if self.side(who) == Side::Party { "ZONES-16" } else { "ZONES-17" });
        if edge != Edge::None {
            self.trace.rule("ZONES-18");
        }
        if self.suffers(who, Ailment::Weakened) {
            self.trace.rule("ZONES-43");
        }
    }

    /// T5, T3: Tests that end ailments, one for each that is present and needs no Action, in their order
    /// (ZONES-32, ZONES-47, ZONES-48).
    fn recover(&mut self, who: usize, ailments: &[Ailment]) {
        for &ailment in ailments {
            if !self.suffers(who, ailment) {
                continue;
            }
            let source = self.fighter(who).ailments.source(ailment);
            if self.rules.sources[usize::from(source)].needs_action {
                self.trace.rule("ZONES-48");
                continue;
            }
            self.trace.rule(if ailment == Ailment::Ongoing { "ZONES-32" } else { "ZONES-47" });
            self.test_recovery(who, ailment, source);
        }
    }

    /// One Test that ends an ailment if passed.
    pub(super) fn test_recovery(&mut self, who: usize, ailment: Ailment, source: SourceId) {
        let rules = self.rules;
        let source = rules.sources[usize::from(source)];
        let bonus = rules.sheet(who).bonuses[usize::from(source.test)];
        let passes = self.test_with(who, bonus, source.difficulty);
        if passes {
            self.state.fighter_mut(who).ailments.end(ailment);
        }
        let dice = &*self.dice;
        self.trace.tell(|| rules.tell_recovery(who, ailment, source, dice.faces(), passes));
    }

    // Losses and the end.

    /// Takes HP, at most as many as there are; at 0 the combatant is out (ZONES-24).
    #[inline(always)]
    pub(super) fn lose(&mut self, who: usize, lost: i16) -> Flow {
        let fighter = self.state.fighter_mut(who);
        fighter.hp -= lost;
        if fighter.hp > 0 {
            return Continue(());
        }
        self.trace.rule("ZONES-24");
        self.put_out(who, self.rules.knobs.at_zero_hp[self.side(who).index()])
    }

    /// Takes a combatant out of the fight, which is over when its side has nobody standing any more (ZONES-55).
    pub(super) fn put_out(&mut self, who: usize, end: EndState) -> Flow {
        let (bit, side, rules) = (1 << who, self.side(who), self.rules);
        let state = &mut *self.state;
        if end != EndState::Fled {
            if state.fallen == 0 {
                self.trace.count_round(FIRST_CASUALTY_ROUND);
            }
            if side == Side::Party && state.fallen & rules.members(side) == 0 {
                self.trace.count_round(PARTY_FIRST_CASUALTY_ROUND);
            }
            state.fallen |= bit;
        }
        for group in [&mut state.standing, &mut state.waiting, &mut state.retreating, &mut state.half_fired] {
            *group &= !bit;
        }
        state.at[usize::from(state.fighter(who).zone) % ZONES_MAX] &= !bit;
        *state.fighter_mut(who) = Fighter { end, ..Fighter::default() };
        let (start, end_of_counters) = rules.sheet(who).counters;
        if start < end_of_counters {
            state.counters[usize::from(start)..usize::from(end_of_counters)].fill(0);
        }
        let focus = &mut state.focus[side.other().index()];
        if usize::from(*focus) == who {
            *focus = NOBODY;
        }
        self.trace.tell(|| rules.tell_out(who, end));
        if state.standing & rules.members(side) == 0 {
            self.trace.rule("ZONES-55");
            return Break(side.other().into());
        }
        Continue(())
    }

    /// The end, for the story (ZONES-55).
    #[inline(always)]
    pub(super) fn close(&mut self) {
        let rules = self.rules;
        let stand = Side::ALL.map(|side| self.state.standing & rules.members(side) != 0);
        if stand == [true, true] {
            self.trace.rule("ZONES-55");
        }
    }
}
