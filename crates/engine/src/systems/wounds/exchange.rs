//! The last two, blade to blade: rounds of theirs without looking for what they do. The strikes, what they take and the end
//! of the round are the same code; only the choices that have one outcome are left out.

use super::resolve::Fight;
use super::sheet::Attack;
use super::state::{Action, Phase, Turn};
use super::strike::{Odds, Strike, StrikeOf};
use crate::dice::{Dice, Slot};
use crate::outcome::{Side, Winner};
use crate::ruleset::Progress;
use crate::skirmish::Group;
use crate::trace::Trace;

/// What strikers declare.
const STRIKE: Action = Action::Attack(0);

/// One of the last two, and what their exchange comes to for it.
#[derive(Debug, Clone, Copy)]
struct Duelist<'a> {
    who: usize,
    slot: Slot,
    attack: &'a Attack,
    /// Of its strikes at the other one: nothing changes what the sheets of the sound say.
    odds: Odds,
    /// The count of its strikes.
    count: i16,
    /// Those of its strikes that have hit.
    hits: u32,
    /// Its Stress before the first blow, and what it has lost of Wound Points to all of them.
    stress: i32,
    wounds_lost: i32,
    /// See [`bearable_wound`](Fight::bearable_wound).
    bearable: i32,
}

/// Why two do not go on exchanging blows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// The later one is hurt, before its own strike, in a way that may change it.
    LateIsHurt,
    /// Both have struck, and somebody is hurt.
    SomebodyIsHurt,
    /// Both have struck, and somebody may leave.
    RoundIsOver,
    /// There is no other round.
    Stopped,
}

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    /// See [`Ruleset::rounds`](crate::Ruleset::rounds).
    #[inline(always)]
    pub(super) fn play_rounds(&mut self, mut next: impl FnMut(&mut Self) -> bool) -> Option<Winner> {
        self.scratch.line.start_over();
        // The number of a round is 0 in the set-up alone.
        let mut is_opening = self.round == 0;
        let mut winner = None;
        while winner.is_none() && next(self) {
            let last_two = self.last_two();
            if last_two.is_none() && is_opening {
                self.out_of_line((), Fight::open);
            }
            is_opening = false;
            winner = match last_two {
                None => self.out_of_line(self.rules.sides.everybody(), Fight::play_counts),
                Some([mut early, mut late]) => match self.exchange_blows(&mut early, &mut late, &mut next) {
                    End::LateIsHurt => self.reborrow().go_on_with([late.who, early.who]),
                    End::SomebodyIsHurt => self.reborrow().look_after_both([early.who, late.who]),
                    End::RoundIsOver => self.reborrow().close_exchange([early.who, late.who]),
                    End::Stopped => return None,
                },
            };
        }
        winner
    }

    /// The last two, the one who strikes first in front, when nothing is left for them but to strike at each other: sound, in
    /// reach, nobody else on the field or to come. Whoever hears of the rules hears of every count.
    #[inline(always)]
    fn last_two(&self) -> Option<[Duelist<'a>; 2]> {
        let (rules, state) = (self.rules, &*self.state);
        let others = (state.present - rules.strikers) | state.absent | state.carrying | state.surprised;
        if T::HEARS_RULES || !others.is_empty() {
            return None;
        }
        let [party, enemies] = Side::ALL.map(|side| (state.present & rules.sides.members(side)).only());
        let (party, enemies) = (party?, enemies?);
        let pair = [self.duelist(party, enemies)?, self.duelist(enemies, party)?];
        let distance = (self.body(party).position - self.body(enemies).position).abs();
        let can_strike = |duelist: &Duelist<'_>| self.body(duelist.who).is_sound() && distance <= duelist.attack.reach;
        if !can_strike(&pair[0]) || !can_strike(&pair[1]) {
            return None;
        }
        Some(if pair[0].count <= pair[1].count { pair } else { [pair[1], pair[0]] })
    }

    #[inline(always)]
    fn duelist(&self, who: usize, target: usize) -> Option<Duelist<'a>> {
        let attack = self.sheet(who).attacks.first()?;
        Some(Duelist {
            who,
            slot: self.rules.sides.turn_slot(who),
            attack,
            odds: self.rules.odds.of(attack, target),
            count: self.body(who).base_initiative + attack.weapon_speed as i16,
            hits: 0,
            stress: self.body(who).stress,
            wounds_lost: 0,
            bearable: self.bearable_wound(who),
        })
    }

    /// Rounds of [these two](Self::last_two). It ends where they have to be looked at again, or somebody has won; until then
    /// nothing but Stress and Wound Points has changed, and an exchange of blows is all that the next round can be.
    #[inline(always)]
    fn exchange_blows(
        &mut self,
        early: &mut Duelist<'a>,
        late: &mut Duelist<'a>,
        next: &mut impl FnMut(&mut Self) -> bool,
    ) -> End {
        let members = Group::of(early.who) | Group::of(late.who);
        self.declare_strike(early, late.who);
        self.declare_strike(late, early.who);
        let (may_leave, are_at_once) = (members.meets(self.rules.wavering()), early.count == late.count);
        self.state.defended_last -= members;
        self.scratch.injuries.clear();
        let mut rounds = 0;
        let end = loop {
            rounds += 1;
            let is_late_sound = self.strike_at(early, late);
            if !are_at_once && !is_late_sound {
                break End::LateIsHurt;
            }
            let is_early_sound = self.strike_at(late, early);
            if !is_early_sound || !is_late_sound {
                break End::SomebodyIsHurt;
            }
            if may_leave {
                break End::RoundIsOver;
            }
            if !next(self) {
                break End::Stopped;
            }
        };
        let strikes = 2 * rounds - u32::from(end == End::LateIsHurt);
        self.count_strikes(strikes, early.hits + late.hits);
        self.conclude(early);
        self.conclude(late);
        end
    }

    /// Sets down what one of the last two declares in every round.
    #[inline(always)]
    fn declare_strike(&mut self, duelist: &Duelist<'a>, target: usize) {
        let target = self.rules.knobs.targets_are_fixed.then_some(target as u8);
        self.state.bodies[duelist.who].turn = Turn { count: duelist.count, action: STRIKE, target };
    }

    /// A strike of somebody's turn, and what it takes from the other one; whether that one is sound still. Where both strike at
    /// once, what the one loses does not change its own strike.
    #[inline(always)]
    fn strike_at(&mut self, striker: &mut Duelist<'a>, target: &mut Duelist<'a>) -> bool {
        self.dice.slot(striker.slot);
        self.trace.acts(striker.who);
        let directed = [striker.who, 0, target.who];
        let Strike { hits, blow } = self.roll_strike(striker.attack, striker.odds, directed, StrikeOf::Turn);
        striker.hits += u32::from(hits);
        let body = &mut self.state.bodies[target.who];
        let loss = body.take(blow, &self.rules.knobs);
        let is_sound = body.is_sound();
        target.wounds_lost += loss.wounds;
        if let Some(injury) = blow.injury {
            self.injure(target.who, injury);
            return false;
        }
        is_sound
    }

    /// Counts what somebody has lost. Who may be shaken may leave, so that what it has lost is one hit.
    #[inline(always)]
    fn conclude(&mut self, duelist: &Duelist<'a>) {
        let stress_lost = duelist.stress - self.body(duelist.who).stress;
        self.count_loss(duelist.who, [stress_lost, duelist.wounds_lost]);
        if duelist.wounds_lost > duelist.bearable {
            self.state.shaken.insert(duelist.who);
        }
    }

    /// Somebody is hurt before its own strike: from here on the round is played count by count.
    #[inline(never)]
    fn go_on_with(&mut self, [late, early]: [usize; 2]) -> Option<Winner> {
        self.state.acted.insert(early);
        self.scratch.fallen = Group::NOBODY;
        self.reconsider(late);
        self.note_fallen();
        if !self.stands(late) {
            return self.decided();
        }
        let mut fight = self.reborrow();
        fight.state.turns.insert(late);
        fight.state.phase = Phase::Counting;
        fight.play_counts(Group::of(late))
    }

    /// Both have struck, and somebody is hurt.
    #[inline(never)]
    fn look_after_both(&mut self, pair: [usize; 2]) -> Option<Winner> {
        self.scratch.fallen = Group::NOBODY;
        for who in pair {
            if !self.questionable(who).is_empty() {
                self.reconsider(who);
            }
        }
        self.note_fallen();
        self.note_double_knockout();
        if self.is_undecided() { self.close_exchange(pair) } else { self.decided() }
    }

    /// The end of a round in which both have struck.
    #[inline(never)]
    fn close_exchange(&mut self, pair: [usize; 2]) -> Option<Winner> {
        for who in pair {
            self.state.acted.insert(who);
        }
        match self.close_round() {
            Progress::Won(winner) => Some(winner),
            Progress::NextTurn | Progress::RoundOver => None,
        }
    }
}
