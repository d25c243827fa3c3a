//! Moves along the line: drawing near, entering threat ranges, going back (WOUNDS-20 to WOUNDS-25, WOUNDS-70).

use super::action::{Acting, Found};
use super::metrics::WITHDRAWALS;
use super::policy::Aim;
use super::resolve::Fight;
use super::state::Action;
use super::strike::StrikeOf;
use super::words::{Policy, Targeting};
use crate::dice::Dice;
use crate::outcome::Side;
use crate::skirmish::Group;
use crate::trace::Trace;

/// A move that an action wants.
#[derive(Debug, Clone, Copy)]
struct Move {
    /// Up the line (1) or down (-1); 0 where the one whom it leads to stands on the same yard.
    direction: i32,
    yards: i32,
    /// Whether it leads as near as is wanted.
    is_enough: bool,
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// The move before an action, and the target picked for it (the ledger's "Moves").
    #[inline(always)]
    pub(super) fn move_to_act(&mut self, acting: &mut Acting) {
        let who = acting.who();
        if self.is_first(who, acting.turn.action)
            && !self.rules.knobs.targets_are_fixed
            && self.stands(who)
            && let Some(target) = self.struck_from_here(who).or_else(|| self.chosen_from_here(who))
        {
            acting.turn.target = Some(target as u8);
            acting.find(Found::Within, self.scratch.moves);
            return;
        }
        if self.is_attacking(who) {
            if let (Some(at), Some(nearest)) = (acting.turn.action.attack(), self.nearest_opponent(who)) {
                self.close_in(acting, nearest, self.sheet(who).attacks[at].reach, true);
            }
            return;
        }
        self.draw_near(acting);
    }

    /// As [`move_to_act`](Self::move_to_act), for who may have to move.
    #[inline(always)]
    pub(super) fn draw_near(&mut self, acting: &mut Acting) {
        let (who, action) = (acting.who(), acting.turn.action);
        if !self.stands(who) || !self.may_act(who) || self.is_lost(who, action) {
            return;
        }
        if let Some((aim, reach)) = self.aim_of(who, action) {
            let target = self.target_of(*acting, (aim, reach));
            acting.turn.target = target.map(|target| target as u8);
            if let Some(target) = target {
                self.close_in(acting, target, reach, self.aims_at_nearest(who, aim));
            }
        } else if let Some((towards, reach)) = self.wanted_distance(who, action) {
            let wanted = self.wanted_move(who, towards, reach);
            if wanted.yards > 0 {
                self.go_or_crawl(acting, wanted);
            }
        }
    }

    /// Whether somebody who acts has declared an attack, which it makes at the nearest, and nothing hinders it.
    #[inline(always)]
    pub(super) fn is_attacking(&self, who: usize) -> bool {
        let (state, scratch) = (&*self.state, &*self.scratch);
        let attacking = scratch.attacking | scratch.aiming & self.rules.attackers;
        ((attacking & scratch.sound & state.fighters) - state.had_carried).contains(who)
    }

    /// The move of somebody sound before it attacks a target: whether it has it in reach then, unless somebody has struck on the
    /// way. It has still to [settle](Self::settle).
    #[inline(always)]
    pub(super) fn move_to_attack(&mut self, who: usize, action: Action, target: usize, reach: i32) -> Option<bool> {
        let wanted = self.wanted_move(who, target, reach);
        if wanted.yards > 0 {
            let reacted = self.state.reacted;
            self.go(who, wanted, action.is_covered());
            if self.state.reacted != reacted {
                return None;
            }
        }
        Some(wanted.is_enough)
    }

    /// The move before an action with a target; what was found about it, unless somebody has struck on the way.
    #[inline(always)]
    fn close_in(&mut self, acting: &mut Acting, target: usize, reach: i32, is_nearest: bool) {
        let who = acting.who();
        acting.turn.target = Some(target as u8);
        let wanted = self.wanted_move(who, target, reach);
        if wanted.yards > 0 {
            let reacted = self.state.reacted;
            if self.go_or_crawl(acting, wanted) || self.state.reacted != reacted {
                return;
            }
        }
        // The move has changed nothing else.
        if wanted.is_enough {
            acting.find(Found::Within, self.scratch.moves);
        } else if is_nearest {
            acting.find(Found::Beyond, self.scratch.moves);
        }
    }

    /// Moves somebody; whether it was a crawl, which is all of its turn.
    #[inline(always)]
    fn go_or_crawl(&mut self, acting: &mut Acting, wanted: Move) -> bool {
        let who = acting.who();
        let is_crawl = !self.is_sound(who) && self.is_dying(who);
        self.go(who, wanted, acting.turn.action.is_covered());
        self.settle(who);
        if is_crawl {
            acting.is_over = true;
            self.state.acted.insert(who);
        }
        is_crawl
    }

    /// Whether an action cannot be taken any more: an attack that has become unusable, what cannot be paid
    /// or spoken, an item that is used up.
    #[inline(always)]
    pub(super) fn is_lost(&self, who: usize, action: Action) -> bool {
        let sheet = self.sheet(who);
        match action {
            Action::Attack(at) | Action::DefensiveAttack(at) => !self.is_usable(who, &sheet.attacks[usize::from(at)]),
            Action::Cast(at) => !self.is_castable(who, &sheet.spells[usize::from(at)]),
            Action::UseItem(at) => self.state.uses[sheet.items[usize::from(at)].uses.index()] == 0,
            Action::Intimidate => !self.can_speak(who),
            Action::Wait | Action::Advance | Action::FullDefense | Action::Heal => false,
        }
    }

    /// The target of a turn before its move: the declared one where targets are fixed, else a new pick.
    #[inline(always)]
    fn target_of(&mut self, acting: Acting, (aim, reach): (Aim, i32)) -> Option<usize> {
        let who = acting.who();
        if self.rules.knobs.targets_are_fixed {
            return self.out_of_line((acting, aim), Fight::declared_target);
        }
        self.pick(who, aim, reach, true)
    }

    /// The target that was declared, if it is one still.
    #[inline(always)]
    fn declared_target(&mut self, (acting, aim): (Acting, Aim)) -> Option<usize> {
        acting.target().filter(|&target| self.is_valid(acting.who(), aim, target))
    }

    /// Whether a target is one still.
    #[inline(always)]
    pub(super) fn is_valid(&self, who: usize, aim: Aim, target: usize) -> bool {
        match aim {
            Aim::Opponent => {
                self.stands(target)
                    || self.sheet(who).targeting == Targeting::Finish && self.helpless_enemies(who).contains(target)
            }
            Aim::Timid => self.stands(target),
            Aim::Patient => self.patients(who).contains(target),
        }
    }

    /// The move that brings somebody within reach of another one, as far as it can go.
    #[inline(always)]
    fn wanted_move(&self, who: usize, towards: usize, reach: i32) -> Move {
        let way = self.scratch.line.way(who, towards);
        let missing = way.abs() - reach;
        let yards = if missing <= 0 { 0 } else { missing.min(self.allowance(who)) };
        Move { direction: way.signum(), yards, is_enough: missing <= yards }
    }

    /// To whom, and how near, somebody goes with an action that has no target.
    #[inline(always)]
    fn wanted_distance(&mut self, who: usize, action: Action) -> Option<(usize, i32)> {
        let reach = match action {
            Action::Advance => {
                let mut reach = 1;
                for attack in &self.sheet(who).attacks {
                    if self.is_usable(who, attack) {
                        reach = attack.reach;
                        break;
                    }
                }
                reach
            }
            Action::FullDefense if self.has_policy(who, Policy::Guard) => {
                self.guard_weapon(who).map_or(1, |(_, weapon)| weapon.reach)
            }
            _ => return None,
        };
        Some((self.nearest_opponent(who)?, reach))
    }

    /// Whether an attack made now would enter an opponent's threat range on the way (policies), of somebody whose nearest opponent
    /// is known.
    #[inline(always)]
    pub(super) fn would_provoke(&mut self, who: usize, at: usize, nearest: usize) -> bool {
        let reach = self.sheet(who).attacks[at].reach;
        if self.aims_at_nearest(who, Aim::Opponent) {
            return self.would_enter(who, nearest, reach);
        }
        // Whom all opponents are in reach of does not have to choose one.
        let chooses = self.sheet(who).targeting == Targeting::Weakest;
        if chooses && self.scratch.line.are_all_within(who, self.side(who).other(), reach) {
            return false;
        }
        let target = self.pick(who, Aim::Opponent, reach, true);
        target.is_some_and(|target| self.would_enter(who, target, reach))
    }

    /// Whether somebody would enter an opponent's threat range on its way to a target.
    #[inline(always)]
    pub(super) fn would_enter(&self, who: usize, target: usize, reach: i32) -> bool {
        let wanted = self.wanted_move(who, target, reach);
        if wanted.yards == 0 || self.keeps_clear(who, wanted) {
            return false;
        }
        let (knobs, state) = (&self.rules.knobs, &*self.state);
        let watchful = (self.opponents(who) & self.rules.guards) - state.surprised;
        let watchful = if knobs.entry_needs_full_defense { watchful & state.guarded } else { watchful };
        for opponent in watchful {
            if self.entered_after(who, wanted, opponent).is_some() {
                return true;
            }
        }
        false
    }

    /// After how many yards of a move the threat range of an opponent begins, if it does on the way (WOUNDS-21).
    #[inline(always)]
    fn entered_after(&self, who: usize, wanted: Move, opponent: usize) -> Option<i32> {
        let distance = self.scratch.line.way(who, opponent) * wanted.direction;
        // No guard weapon of that side reaches farther.
        if distance < 1 || distance > wanted.yards + self.rules.guard_reach[self.side(opponent).index()] {
            return None;
        }
        let yards = distance - self.threat_range(opponent)?;
        (1..=wanted.yards).contains(&yards).then_some(yards)
    }

    /// Moves somebody, who has still to [settle](Self::settle), and lets those whose threat range it enters strike at it
    /// (WOUNDS-21, WOUNDS-22).
    #[inline(always)]
    fn go(&mut self, who: usize, wanted: Move, is_covered: bool) {
        let rules = self.rules;
        let from = self.scratch.line.position(who);
        let mut yards = wanted.yards;
        self.scratch.moves += 1;
        if rules.knobs.repostes_on_entry && !is_covered {
            if !self.keeps_clear(who, wanted) {
                yards = self.out_of_line((who, wanted), Fight::run_the_gauntlet);
            }
        } else if T::HEARS_RULES && rules.knobs.repostes_on_entry && !self.waiting_for(who, wanted).is_empty() {
            self.trace.rule("WOUNDS-22");
        }
        let position = from + wanted.direction * yards;
        self.note_leg(who, [from, position], None);
        self.move_to(who, position, yards);
    }

    /// Somebody has moved so many yards to a position, where it has still to [settle](Self::settle).
    #[inline(always)]
    fn move_to(&mut self, who: usize, position: i32, yards: i32) {
        self.state.bodies[who].moved += yards as i16;
        self.state.stirred.insert(who);
        self.put_at(who, position);
    }

    #[inline(always)]
    fn put_at(&mut self, who: usize, position: i32) {
        self.state.bodies[who].position = position;
        self.scratch.line.put(who, self.rules.sides.side(who), position);
    }

    /// Somebody stays where it has moved to. Who has fallen on the way lies where it is, and nobody aims at it there.
    #[inline(always)]
    pub(super) fn settle(&mut self, who: usize) {
        if self.stands(who) {
            self.scratch.line.settle(who, self.side(who), self.rules.sides.opponents(who));
        }
    }

    /// The Repostes on the way, in the order in which the mover meets them; how many yards it comes.
    #[inline(always)]
    fn run_the_gauntlet(&mut self, (who, wanted): (usize, Move)) -> i32 {
        let (from, direction) = (self.body(who).position, wanted.direction);
        let mut waiting = self.entered_by(who, wanted);
        // Distances of entry are measured from where the move began, since each Reposte moves the mover.
        let is_by_lot = self.rules.knobs.order_is_by_lot;
        let entry = |fight: &Self, opponent| fight.distance_of_entry(from, direction, opponent);
        while let Some(opponent) = self.state.lots.least_by(is_by_lot, waiting, |opponent| entry(self, opponent)) {
            waiting.remove(opponent);
            if !self.may_meet(opponent) {
                continue;
            }
            let yards = self.distance_of_entry(from, direction, opponent);
            let position = from + direction * yards;
            self.note_leg(who, [from, position], Some(opponent));
            self.put_at(who, position);
            self.settle(who);
            self.out_of_line((opponent, who, StrikeOf::Entry), Fight::make_reposte);
            if !self.stands(who) {
                return yards;
            }
        }
        wanted.yards
    }

    /// Who could strike at somebody on the way, if its move is not covered.
    #[inline(always)]
    fn waiting_for(&self, who: usize, wanted: Move) -> Group {
        self.entered_by(who, wanted).filter(|opponent| self.may_meet(opponent))
    }

    /// Of those who have their Reactions left, those whose threat ranges begin on the way of a move.
    #[inline(always)]
    fn entered_by(&self, who: usize, wanted: Move) -> Group {
        let state = &*self.state;
        let watchful = (self.opponents(who) & self.rules.guards) - (state.surprised | state.reacted);
        watchful.filter(|opponent| self.entered_after(who, wanted, opponent).is_some())
    }

    /// Whether it is certain that a move ends before any threat range begins.
    #[inline(always)]
    fn keeps_clear(&self, who: usize, wanted: Move) -> bool {
        let (line, other) = (&self.scratch.line, self.side(who).other());
        line.gap(who, wanted.direction, other) - self.rules.guard_reach[other.index()] > wanted.yards
    }

    #[inline(always)]
    fn distance_of_entry(&self, from: i32, direction: i32, opponent: usize) -> i32 {
        let reach = self.threat_range(opponent).unwrap_or(0);
        (self.body(opponent).position - from) * direction - reach
    }

    #[inline(always)]
    fn may_meet(&self, opponent: usize) -> bool {
        let may = !self.rules.knobs.entry_needs_full_defense || self.state.guarded.contains(opponent);
        may && self.ready_weapon(opponent).is_some()
    }

    /// A skirmisher that has struck withdraws (WOUNDS-70).
    #[inline(always)]
    pub(super) fn go_back(&mut self, acting: Acting) {
        let (who, has_struck) = (acting.who(), acting.is_done && acting.turn.action.is_hostile());
        if has_struck && self.rules.skirmishers.contains(who) {
            self.withdraw(who);
            self.settle(who);
        }
    }

    /// The same of one that has struck, and has still to [settle](Self::settle).
    #[inline(always)]
    pub(super) fn withdraw(&mut self, who: usize) {
        if !self.stands(who) || self.body(who).wounds <= 0 {
            return;
        }
        let way = self.way_back(who);
        let yards = way.abs();
        if yards == 0 {
            return;
        }
        self.move_to(who, self.scratch.line.position(who) + way, yards);
        self.trace.count(WITHDRAWALS, 1);
        self.trace.rule("WOUNDS-24");
        self.trace.rule("WOUNDS-70");
        let (rules, position) = (self.rules, self.body(who).position);
        self.trace.narrate(|| rules.narrate_withdrawal(who, yards, position));
    }

    /// How far a skirmisher goes back, and whether down or up the line: yard by yard, as long as it is in a threat range, does
    /// not have to turn round and comes into no other.
    #[inline(always)]
    fn way_back(&mut self, who: usize) -> i32 {
        let (from, left, opponents) = (self.scratch.line.position(who), self.allowance(who), self.opponents(who));
        if self.scratch.line.least_possible(who, self.side(who).other()) > 0 {
            return self.way_from_all(who, opponents, left);
        }
        self.out_of_line((who, from, left), Fight::way_between_some)
    }

    /// The same where there are opponents on either hand.
    #[inline(always)]
    fn way_between_some(&mut self, (who, from, left): (usize, i32, i32)) -> i32 {
        let opponents = self.opponents(who);
        let threatening = opponents.filter(|opponent| self.threat_range(opponent).is_some());
        let mut way: i32 = 0;
        while way.abs() < left
            && let Some(step) = self.step_back(who, from + way, opponents, threatening)
            && (way == 0 || step == way.signum())
        {
            way += step;
        }
        way
    }

    /// The same where all opponents are on one hand: with each yard all of them are farther away, the nearest is the nearest
    /// still, and no threat range begins.
    #[inline(always)]
    fn way_from_all(&self, who: usize, opponents: Group, left: i32) -> i32 {
        let (mut yards, mut direction) = (0, 0);
        for opponent in opponents {
            let way = self.scratch.line.way(opponent, who);
            direction = way.signum();
            if let Some(reach) = self.threat_range(opponent) {
                yards = yards.max(reach - way.abs() + 1);
            }
        }
        direction * yards.min(left)
    }

    /// The direction of the next yard away from the nearest opponent; `None` where a skirmisher stays.
    #[inline(always)]
    fn step_back(&self, who: usize, here: i32, opponents: Group, threatening: Group) -> Option<i32> {
        let is_threatened = |opponent: usize, position: i32| {
            let reach = self.threat_range(opponent).unwrap_or(0);
            (self.body(opponent).position - position).abs() <= reach
        };
        if !threatening.iter().any(|opponent| is_threatened(opponent, here)) {
            return None;
        }
        let direction = self.direction_away(who, here, opponents)?;
        let enters = |opponent| !is_threatened(opponent, here) && is_threatened(opponent, here + direction);
        (!threatening.iter().any(enters)).then_some(direction)
    }

    #[inline(always)]
    fn direction_away(&self, who: usize, here: i32, opponents: Group) -> Option<i32> {
        let way = |opponent: usize| self.body(opponent).position - here;
        let least = opponents.iter().map(|opponent| way(opponent).abs()).min()?;
        let is_on = |side: i32| opponents.iter().any(|opponent| way(opponent) == side * least);
        match (least, is_on(-1), is_on(1)) {
            (0, ..) => Some(if self.side(who) == Side::Party { -1 } else { 1 }),
            (_, true, true) => None,
            (_, is_below, _) => Some(if is_below { 1 } else { -1 }),
        }
    }
}
