//! Moves along the line: towards a goal, into threat ranges, and back (WOUNDS-20 to WOUNDS-25, WOUNDS-70).

use std::cmp::{Ordering, Reverse};

use super::action::Acting;
use super::decisions::Deciding;
use super::event::{Applies, Event};
use super::injury::Conditions;
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
use crate::who::Who;

/// A move along the line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Move {
    /// The direction: up the line (1) or down (-1); 0 if the move leads nowhere.
    direction: i32,
    yards: i32,
}

impl Move {
    /// A move by `way` yards: down the line if below 0.
    #[inline]
    const fn over(way: i32) -> Self {
        Self { direction: way.signum(), yards: way.abs() }
    }

    #[inline]
    const fn way(self) -> i32 {
        self.direction * self.yards
    }
}

/// The goal of a move: to come within reach of another combatant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal {
    pub(super) towards: Who,
    /// The distance within which the mover wants to be, in yards.
    pub(super) reach: i32,
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Makes the move before an action, and picks the target of the action (the ledger's "Moves").
    #[inline]
    pub(super) fn move_to_act(&mut self, acting: &mut Acting) {
        let (who, action) = (acting.who, acting.turn.action);
        if !self.stands(who) || !self.may_act(who) || self.is_lost(who, action) {
            return;
        }
        let goal = if let Some((aim, reach)) = self.aim_of(who, action) {
            let target = self.target_of_move(*acting, aim, reach);
            acting.turn.target = target;
            target.map(|towards| Goal { towards, reach })
        } else {
            self.goal_without_target(who, action)
        };
        // A combatant in Full-Defense without a goal may move, and its policy prefers to stay.
        if goal.is_some() || action == Action::FullDefense {
            self.draw_near(acting, goal);
        }
    }

    /// Moves a combatant towards its goal. For a Dying combatant, a crawl takes up the whole turn (WOUNDS-40).
    #[inline]
    fn draw_near(&mut self, acting: &mut Acting, goal: Option<Goal>) {
        let who = acting.who;
        let wanted = match goal {
            Some(goal) if self.weighs_places(who, acting.turn.action) => {
                self.choose_place(who, acting.turn.action, goal)
            }
            _ => self.choose_move(who, goal),
        };
        if wanted.yards == 0 {
            return;
        }
        acting.is_over = self.is_dying(who);
        self.go(who, wanted, acting.turn.action.is_covered());
        if acting.is_over {
            self.state.this_round.acted.insert(who);
        }
    }

    /// Decides where a combatant goes: preferably as near to its goal as the goal's reach asks for, in as few yards as
    /// possible.
    #[inline(always)]
    fn choose_move(&mut self, who: Who, goal: Option<Goal>) -> Move {
        let here = self.scratch.line.position(who);
        let preferred = goal.map_or(here, |goal| here + self.wanted_move(who, goal).way());
        let position = self.decide(Deciding::Move as usize, who, preferred, |fight| {
            let missing = |position: i32| {
                goal.map_or(0, |goal| {
                    ((fight.scratch.line.position(goal.towards) - position).abs() - goal.reach).max(0)
                })
            };
            fight.rated_positions(who, |position| Reverse((missing(position), (position - here).abs())))
        });
        Move::over(position - here)
    }

    /// Whether a combatant chooses the position for an action by its price.
    fn weighs_places(&self, who: Who, action: Action) -> bool {
        self.is_wary(who) && action.is_hostile() && !self.is_dying(who)
    }

    /// Decides where a wary combatant goes to take a hostile action, or to be nearer for the next one.
    fn choose_place(&mut self, who: Who, action: Action, goal: Goal) -> Move {
        let here = self.scratch.line.position(who);
        let (.., preferred) = self.best_place(who, action, goal);
        let position = self.decide(Deciding::Move as usize, who, preferred, |fight| {
            fight.rated_positions(who, |position| Reverse(fight.place_rank(who, action, goal, position)))
        });
        Move::over(position - here)
    }

    /// Whether an action cannot be taken any more: the attack is unusable, the spell cannot be paid, the item is used
    /// up, or the combatant has lost the voice that a spell or an Intimidation check needs.
    #[inline(always)]
    pub(super) fn is_lost(&self, who: Who, action: Action) -> bool {
        let sheet = self.sheet(who);
        match action {
            Action::Attack(at) | Action::DefensiveAttack(at) => !self.is_usable(who, &sheet.attacks[usize::from(at)]),
            Action::Cast(at) => !self.is_castable(who, &sheet.spells[usize::from(at)]),
            Action::UseItem(at) => self.state.uses[sheet.items[usize::from(at)].uses.index()] == 0,
            Action::Intimidate => !self.can_speak(who),
            Action::Wait | Action::Advance | Action::FullDefense | Action::Heal => false,
        }
    }

    /// The target of a turn before its move: if targets are fixed, the declared one as long as it is valid; else a new
    /// pick.
    #[inline(always)]
    fn target_of_move(&mut self, acting: Acting, aim: Aim, reach: i32) -> Option<Who> {
        let who = acting.who;
        if self.rules.knobs.targets_are_fixed {
            return acting.turn.target.filter(|&target| self.is_valid(who, aim, target));
        }
        self.pick(who, aim, reach)
    }

    /// Whether a combatant is still a valid target of an aim.
    #[inline(always)]
    pub(super) fn is_valid(&self, who: Who, aim: Aim, target: Who) -> bool {
        match aim {
            Aim::Opponent => {
                self.stands(target)
                    || self.sheet(who).targeting == Targeting::Finish && self.helpless_enemies(who).contains(target)
            }
            Aim::Timid => self.stands(target),
            Aim::Patient => self.patients(who).contains(target),
        }
    }

    /// The shortest move that brings a combatant within reach of its goal, or as near to it as its allowance permits.
    #[inline(always)]
    fn wanted_move(&self, who: Who, goal: Goal) -> Move {
        let way = self.scratch.line.way(who, goal.towards);
        let missing = way.abs() - goal.reach;
        let yards = if missing <= 0 { 0 } else { missing.min(self.allowance(who)) };
        Move::over(way.signum() * yards)
    }

    /// The goal of an action without a target: of an advance, or of Full-Defense under policy `guard`; `None` if there
    /// is no goal.
    #[inline]
    fn goal_without_target(&self, who: Who, action: Action) -> Option<Goal> {
        let sheet = self.sheet(who);
        let weapon = match action {
            Action::Advance => sheet.attacks.iter().find(|attack| self.is_usable(who, attack)),
            Action::FullDefense if sheet.policy == Policy::Guard => self.guard_weapon(who).map(|(_, weapon)| weapon),
            _ => return None,
        };
        let towards = self.nearest_opponent(who)?;
        Some(Goal { towards, reach: weapon.map_or(1, |weapon| weapon.reach) })
    }

    /// Whether a combatant would enter an opponent's threat range on its way to a target.
    #[inline(always)]
    pub(super) fn would_enter(&self, who: Who, target: Who, reach: i32) -> bool {
        let wanted = self.wanted_move(who, Goal { towards: target, reach });
        if wanted.yards == 0 || self.keeps_clear(who, wanted) {
            return false;
        }
        self.watchful(who).iter().any(|opponent| self.is_entered(who, wanted, opponent))
    }

    /// Opponents that may strike at a combatant when it enters their threat range in this round.
    fn watchful(&self, who: Who) -> Group {
        let (knobs, state) = (&self.rules.knobs, &*self.state);
        let watchful = self.opponents(who) - state.surprised;
        if knobs.entry_needs_full_defense { watchful & state.this_round.guarded } else { watchful }
    }

    /// Opponents that still have a Reaction and whose threat ranges a move by `way` yards would enter.
    pub(super) fn would_be_met(&self, who: Who, way: i32) -> Group {
        let wanted = Move::over(way);
        if wanted.yards == 0 || self.keeps_clear(who, wanted) {
            return Group::NOBODY;
        }
        let watchful = self.watchful(who) - self.state.this_round.reacted;
        watchful.filter(|opponent| self.is_entered(who, wanted, opponent))
    }

    /// Whether a move would enter the threat range of an opponent (WOUNDS-21).
    #[inline]
    fn is_entered(&self, who: Who, wanted: Move, opponent: Who) -> bool {
        let distance = self.scratch.line.way(who, opponent) * wanted.direction;
        // No guard weapon of that side has a longer reach.
        if distance < 1 || distance > wanted.yards + self.rules.guard_reach[self.side(opponent).index()] {
            return false;
        }
        self.threat_range(opponent).is_some_and(|reach| (1..=wanted.yards).contains(&(distance - reach)))
    }

    /// Moves a combatant, and lets opponents whose threat range it enters strike at it (WOUNDS-21, WOUNDS-22).
    #[inline]
    fn go(&mut self, who: Who, wanted: Move, is_covered: bool) {
        let from = self.scratch.line.position(who);
        let mut yards = wanted.yards;
        if is_covered {
            self.apply_rules(|fight| {
                let provokes = || fight.entered_by(who, wanted).iter().any(|opponent| fight.may_meet(opponent));
                [("WOUNDS-22", fight.rules.knobs.repostes_on_entry && provokes())]
            });
        } else if self.rules.knobs.repostes_on_entry && !self.keeps_clear(who, wanted) {
            yards = self.run_the_gauntlet(who, wanted);
        }
        let position = from + wanted.direction * yards;
        self.tell_leg(who, [from, position], None);
        self.state.bodies[who].moved += yards as i16;
        self.put_at(who, position);
    }

    /// Tells a part of a move: up to the threat range of the opponent that it `meets`, or to the end of the move.
    #[inline]
    fn tell_leg(&mut self, who: Who, [from, to]: [i32; 2], meets: Option<Who>) {
        let leg_starts_at = self.body(who).position;
        if leg_starts_at == to && meets.is_none() {
            return;
        }
        self.apply_rules(|fight| {
            let of_allowance = (leg_starts_at == from).then(|| fight.rules_of_allowance(who));
            let of_move = [("WOUNDS-24", true)].into_iter().chain(of_allowance.into_iter().flatten());
            of_move.chain([("WOUNDS-21", meets.is_some())])
        });
        self.tell(|rules, fight| Event::Move {
            who: rules.named(who),
            yards: to.abs_diff(leg_starts_at),
            position: to,
            crawls: fight.is_crawling(who),
            enters_range_of: meets.map(|opponent| rules.named(opponent)),
        });
    }

    /// The rules that shorten a move (WOUNDS-20, WOUNDS-39, WOUNDS-40, WOUNDS-44, WOUNDS-55, WOUNDS-56).
    fn rules_of_allowance(&self, who: Who) -> Vec<Applies> {
        let is_defending = self.state.this_round.defending.contains(who);
        let slowing = Conditions::HALF_SPEED.with(Conditions::PRONE).with(Conditions::CRAWLS);
        let of_conditions = self.body(who).conditions.rules(slowing);
        [&[("WOUNDS-20", is_defending)], &self.rules_of_wounds(who)[..], &of_conditions].concat()
    }

    #[inline]
    fn put_at(&mut self, who: Who, position: i32) {
        let side = self.side(who);
        self.state.bodies[who].position = position;
        self.scratch.line.put(who, position, side, self.standing_of(side));
    }

    /// Makes the Repostes on the way of a move, in the order in which the mover meets them. Returns the yards that the
    /// mover covers: less than wanted if it falls.
    fn run_the_gauntlet(&mut self, who: Who, wanted: Move) -> i32 {
        let (from, direction) = (self.body(who).position, wanted.direction);
        let mut waiting = self.entered_by(who, wanted);
        // The points of entry are measured from the start of the move, since each Reposte moves the mover.
        let entry = |fight: &Self, opponent: Who| {
            (fight.body(opponent).position - from) * direction - fight.threat_range(opponent).unwrap_or(0)
        };
        let is_by_lot = self.rules.knobs.order_is_by_lot;
        while let Some(opponent) = self.state.lots.least_by(is_by_lot, waiting, |opponent| entry(self, opponent)) {
            waiting.remove(opponent);
            if !self.may_meet(opponent) || !self.reacts(opponent) {
                continue;
            }
            let yards = entry(self, opponent);
            let position = from + direction * yards;
            self.tell_leg(who, [from, position], Some(opponent));
            self.put_at(who, position);
            self.make_reposte(opponent, who, StrikeOf::Entry);
            if !self.stands(who) {
                return yards;
            }
        }
        wanted.yards
    }

    /// Opponents that still have a Reaction and whose threat ranges the move would enter.
    pub(super) fn entered_by(&self, who: Who, wanted: Move) -> Group {
        let watchful = self.opponents(who) - (self.state.surprised | self.state.this_round.reacted);
        watchful.filter(|opponent| self.is_entered(who, wanted, opponent))
    }

    /// Whether a move surely ends before it enters any threat range.
    #[inline(always)]
    fn keeps_clear(&self, who: Who, wanted: Move) -> bool {
        let other = self.side(who).other();
        let gap = self.scratch.line.gap(who, wanted.direction, other);
        gap - self.rules.guard_reach[other.index()] > wanted.yards
    }

    /// Whether an opponent can strike at a combatant that enters its threat range.
    pub(super) fn may_meet(&self, opponent: Who) -> bool {
        let may = !self.rules.knobs.entry_needs_full_defense || self.state.this_round.guarded.contains(opponent);
        may && self.ready_weapon(opponent).is_some()
    }

    /// Lets a combatant whose policy does so withdraw after a strike (WOUNDS-70).
    #[inline]
    pub(super) fn go_back(&mut self, acting: &Acting) {
        let who = acting.who;
        let has_struck = acting.is_done && acting.turn.action.is_hostile();
        let goes_back = has_struck && matches!(self.sheet(who).policy, Policy::Skirmisher | Policy::Wary);
        if !goes_back || !self.stands(who) || self.body(who).wounds <= 0 {
            return;
        }
        let Move { yards, direction } = self.choose_withdrawal(who);
        if yards == 0 {
            return;
        }
        self.state.bodies[who].moved += yards as i16;
        self.put_at(who, self.scratch.line.position(who) + direction * yards);
        self.trace.count(WITHDRAWALS, 1);
        self.trace.rule("WOUNDS-24");
        self.trace.rule("WOUNDS-70");
        self.tell(|rules, fight| Event::Withdrawal {
            who: rules.named(who),
            yards,
            position: fight.body(who).position,
        });
    }

    /// Decides where a skirmisher, or somebody wary who is less exposed there, goes back to. On its way back, each yard is better than the one before; other
    /// positions are never preferred.
    fn choose_withdrawal(&mut self, who: Who) -> Move {
        let (here, way) = (self.scratch.line.position(who), self.way_back(who));
        let way = if self.is_wary(who) && !self.gains_by_going_back(who, way) { 0 } else { way };
        let position = self.decide(Deciding::Withdrawal as usize, who, here + way, |fight| {
            fight.rated_positions(who, |position| {
                let Move { direction, yards } = Move::over(position - here);
                let is_on_way = yards == 0 || direction == way.signum() && yards <= way.abs();
                if is_on_way { yards } else { -1 }
            })
        });
        Move::over(position - here)
    }

    /// The way of a skirmisher back, in yards; below 0 if down the line. It goes on yard by yard as long as it is in a
    /// threat range, keeps its direction, and enters no other threat range.
    fn way_back(&self, who: Who) -> i32 {
        let (from, left) = (self.scratch.line.position(who), self.allowance(who));
        let mut way: i32 = 0;
        while way.abs() < left
            && let Some(step) = self.step_back(who, from + way)
            && (way == 0 || step == way.signum())
        {
            way += step;
        }
        way
    }

    /// The direction of the next yard away from the nearest opponent. `None` if a skirmisher stays: it is in no threat
    /// range, the next yard would bring it into another one, or opponents are equally near on both sides.
    fn step_back(&self, who: Who, here: i32) -> Option<i32> {
        let opponents = self.opponents(who);
        let way = |opponent: Who| self.scratch.line.position(opponent) - here;
        let (mut below, mut above) = (i32::MAX, i32::MAX);
        for opponent in opponents {
            let distance = way(opponent).abs();
            let nearest = if way(opponent) < 0 { &mut below } else { &mut above };
            *nearest = distance.min(*nearest);
        }
        let direction = match below.cmp(&above) {
            // From an opponent at its own position, it goes towards its side's end of the line.
            _ if above == 0 && self.side(who) == Side::Party => -1,
            _ if above == 0 => 1,
            Ordering::Less => 1,
            Ordering::Equal => return None,
            Ordering::Greater => -1,
        };
        let mut is_threatened = false;
        for opponent in opponents {
            let reach = self.threat_range(opponent).unwrap_or(-1);
            let [now, then] = [way(opponent), way(opponent) - direction].map(|way| way.abs() <= reach);
            if then && !now {
                return None;
            }
            is_threatened |= now;
        }
        is_threatened.then_some(direction)
    }
}
