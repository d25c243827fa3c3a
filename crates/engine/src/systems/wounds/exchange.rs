//! The last two, blade to blade: a round of theirs without looking for what they do. The strikes, what they take and the end
//! of the round are the same code; only the choices that have one outcome are left out.

use std::ops::ControlFlow;

use super::resolve::Fight;
use super::sheet::{Attack, Sheet};
use super::state::{Action, Phase, Turn};
use super::strike::{Blow, Odds, StrikeOf};
use crate::dice::Dice;
use crate::outcome::{Side, Winner};
use crate::ruleset::Progress;
use crate::skirmish::Group;
use crate::trace::Trace;

/// What strikers declare.
const STRIKE: Action = Action::Attack(0);

/// One of the last two.
#[derive(Debug, Clone, Copy)]
struct Duelist<'a> {
    who: usize,
    sheet: &'a Sheet,
    attack: &'a Attack,
    /// The count of its strikes.
    count: i16,
}

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    /// See [`Ruleset::rounds`](crate::Ruleset::rounds).
    #[inline(always)]
    pub(super) fn play_rounds(&mut self, mut next: impl FnMut(&mut Self) -> bool) -> Option<Winner> {
        self.scratch.line.start_over();
        let mut winner = None;
        while winner.is_none() && next(self) {
            winner = match self.last_two() {
                None => self.reborrow().play_counts(),
                Some(pair) => loop {
                    match self.exchange_blows(pair) {
                        ControlFlow::Break(winner) => break winner,
                        ControlFlow::Continue(()) if !next(self) => return None,
                        ControlFlow::Continue(()) => {}
                    }
                },
            };
        }
        winner
    }

    /// The last two, in listed order, when nothing is left for them but to strike at each other: sound, in reach, nobody
    /// else on the field or to come. Whoever hears of the rules hears of every count.
    #[inline(always)]
    fn last_two(&self) -> Option<[Duelist<'a>; 2]> {
        let (rules, state) = (self.rules, &*self.state);
        let others = (state.present - rules.strikers) | state.absent | state.carrying | state.surprised;
        if T::HEARS_RULES || !others.is_empty() {
            return None;
        }
        let [party, enemies] = Side::ALL.map(|side| (state.present & rules.sides.members(side)).only());
        let [first, second] = [party?.min(enemies?), party?.max(enemies?)];
        let pair = [self.duelist(first)?, self.duelist(second)?];
        let distance = (self.body(first).position - self.body(second).position).abs();
        let can_strike = |duelist: &Duelist<'_>| self.body(duelist.who).is_sound() && distance <= duelist.attack.reach;
        (can_strike(&pair[0]) && can_strike(&pair[1])).then_some(pair)
    }

    #[inline(always)]
    fn duelist(&self, who: usize) -> Option<Duelist<'a>> {
        let sheet = self.sheet(who);
        let attack = sheet.attacks.first()?;
        let count = self.body(who).base_initiative + attack.weapon_speed as i16;
        Some(Duelist { who, sheet, attack, count })
    }

    /// The round of [these two](Self::last_two). It breaks off where they have to be looked at again, or somebody has won;
    /// otherwise nothing but Stress and Wound Points has changed, and an exchange of blows is all that the next round can be.
    #[inline(always)]
    fn exchange_blows(&mut self, pair: [Duelist<'a>; 2]) -> ControlFlow<Option<Winner>> {
        let members = Group::of(pair[0].who) | Group::of(pair[1].who);
        self.state.defended_last -= members;
        let [early, late] = if pair[0].count <= pair[1].count { pair } else { [pair[1], pair[0]] };
        let are_at_once = early.count == late.count;
        let blow = self.blow_of(early, late);
        if are_at_once {
            self.answer_with_blow(late, early);
        }
        self.take_harm(early.who, late.who, blow);
        if !are_at_once {
            if !self.body(late.who).is_sound() {
                return ControlFlow::Break(self.reborrow().go_on_with(late, early));
            }
            self.answer_with_blow(late, early);
        }
        if !self.body(early.who).is_sound() | !self.body(late.who).is_sound() {
            return ControlFlow::Break(self.reborrow().look_after_both([early.who, late.who]));
        }
        if members.meets(self.rules.wavering()) {
            return ControlFlow::Break(self.reborrow().close_exchange([early.who, late.who]));
        }
        ControlFlow::Continue(())
    }

    /// The blow of the one who does not come first, with its effect.
    #[inline(always)]
    fn answer_with_blow(&mut self, late: Duelist<'a>, early: Duelist<'a>) {
        let blow = self.blow_of(late, early);
        self.take_harm(late.who, early.who, blow);
    }

    /// A strike of somebody's turn, before it takes effect: nothing changes what the sheets of the sound say.
    #[inline(always)]
    fn blow_of(&mut self, striker: Duelist<'a>, target: Duelist<'a>) -> Blow {
        let odds = Odds { bonus: striker.attack.bonus, defense: target.sheet.defense, armour: target.sheet.armour };
        self.enter_turn(striker.who);
        self.strike_with(striker.attack, odds, [striker.who, 0, target.who], StrikeOf::Turn).blow
    }

    /// Somebody is hurt, before its own strike, in a way that may change it: from here on the round is played count by count.
    #[inline(never)]
    fn go_on_with(&mut self, late: Duelist<'a>, early: Duelist<'a>) -> Option<Winner> {
        let (count, [late, early]) = (late.count, [late.who, early.who]);
        self.state.bodies[early].actions = 1;
        self.scratch.fallen = Group::NOBODY;
        self.reconsider(late);
        self.note_fallen();
        if !self.stands(late) {
            return self.decided();
        }
        let mut fight = self.reborrow();
        let target = fight.rules.knobs.targets_are_fixed.then_some(early as u8);
        fight.state.bodies[late].turn = Turn { count, action: STRIKE, target };
        fight.state.turns.insert(late);
        fight.state.phase = Phase::Counting;
        fight.play_counts()
    }

    /// Both have struck, and somebody is hurt.
    #[inline(never)]
    fn look_after_both(&mut self, pair: [usize; 2]) -> Option<Winner> {
        self.scratch.fallen = Group::NOBODY;
        for who in pair {
            self.reconsider(who);
        }
        self.note_fallen();
        self.note_double_knockout();
        if self.is_undecided() { self.close_exchange(pair) } else { self.decided() }
    }

    /// The end of a round in which both have struck.
    #[inline(never)]
    fn close_exchange(&mut self, pair: [usize; 2]) -> Option<Winner> {
        for who in pair {
            self.state.bodies[who].actions = 1;
        }
        match self.close_round() {
            Progress::Won(winner) => Some(winner),
            Progress::NextTurn | Progress::RoundOver => None,
        }
    }
}
