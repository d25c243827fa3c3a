//! Movement: a walk step by step, with everything that a step sets off, teleports, pushes and drops (THRUM-18 to THRUM-25,
//! THRUM-61).

use super::Thrum;
use super::candidate::Prospect;
use super::condition::Conditions;
use super::decisions::Deciding;
use super::effect::Status;
use super::event::Event;
use super::grid::{Direction, Path, Square, Step, StepKind};
use super::metrics::{DROP_ROLLS, DROPS_FAILED};
use super::occasions;
use super::policy::{Plan, Purpose};
use super::resolve::Fight;
use super::roll::Roll;
use super::sheet::{Ability, Terrain};
use super::state::{Placed, State};
use super::telling::Trodden;
use crate::dice::Dice;
use crate::trace::Trace;
use crate::who::Who;

/// A walk in progress.
#[derive(Debug, Clone, Copy)]
struct Walk {
    who: Who,
    purpose: Purpose,
    /// The movement granted by an ability; `None` for a Move and a Dash, which use the Speed.
    granted: Option<Granted>,
    was_slowed: bool,
    spent: i32,
    /// The last square that it left on which no ally stood (THRUM-19).
    last_free: Square,
}

/// A movement that an ability grants.
#[derive(Debug, Clone, Copy)]
pub(super) struct Granted {
    pub(super) squares: i32,
    /// Whether it is neither a Move nor part of an Action, so that it sets off no trigger `enemy_leaves` (THRUM-43).
    pub(super) is_reaction: bool,
}

/// The outcome of a step. `On`: the walk goes on as planned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stepped {
    On,
    /// The step did not go as planned (THRUM-61).
    Astray,
    /// The walk ends here.
    Over,
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Makes the Move of a turn (THRUM-10). Returns the Action that was planned for its end; [`Prospect::Unknown`] if something
    /// may have changed on the way.
    pub(super) fn make_move(&mut self, who: Who) -> Prospect {
        // An Immobilized combatant still has a Move (THRUM-60).
        if self.state.bodies[who].is(Conditions::IMMOBILIZED) {
            self.tell(&["THRUM-10", "THRUM-60"], |rules, _, _| Event::Immobilized { who: rules.named(who) });
        }
        self.enter_beside_turn(who, occasions::MOVE);
        self.walk(who, Purpose::Move, None)
    }

    /// Walks to the square that the policy chooses, with the Speed or the movement that an ability grants. Returns the Action
    /// that is planned there; [`Prospect::Unknown`] if something may have changed on the way.
    pub(super) fn walk(&mut self, who: Who, purpose: Purpose, granted: Option<Granted>) -> Prospect {
        let (from, was_slowed) = (self.state.bodies[who].square, self.state.bodies[who].has(Status::Slowed));
        let walk = Walk { who, purpose, granted, was_slowed, spent: 0, last_free: from };
        let plan = self.choose_plan(&walk);
        if plan.to == from {
            return plan.prospect;
        }
        if self.walks_undisturbed(who) {
            self.state.bodies[who].square = plan.to;
            return plan.prospect;
        }
        let (answered, can_be_disturbed) = (self.state.answered, self.can_be_disturbed(who));
        let path = self.rules.path(self.state, who, self.budget(&walk), plan.to);
        self.walk_step_by_step(walk, &path);
        let is_as_planned = self.state.answered == answered && self.state.bodies[who].square == plan.to;
        if is_as_planned && !can_be_disturbed { plan.prospect } else { Prospect::Unknown }
    }

    /// Decides the plan for the rest of a walk. If another destination is decided than the policy's own, the Action there is
    /// unknown.
    fn choose_plan(&mut self, walk: &Walk) -> Plan {
        let (who, purpose, left) = (walk.who, walk.purpose, self.budget(walk) - walk.spent);
        let plan = self.rules.plan(self.state, who, purpose, left);
        let kind = match purpose {
            Purpose::Move => Deciding::Move,
            Purpose::Dash => Deciding::Dash,
            Purpose::AfterMove => Deciding::AfterMove,
        };
        let to =
            self.decide(kind as usize, who, plan.to, |fight| fight.rules.destinations(fight.state, who, purpose, left));
        if to == plan.to { plan } else { Plan { to, prospect: Prospect::Unknown } }
    }

    /// Whether a walk may roll dice of its own, or meet a Terrain Effect.
    pub(super) fn can_be_disturbed(&self, who: Who) -> bool {
        let is_disoriented = self.state.bodies[who].is(Conditions::DISORIENTED);
        self.rules.sheets[who].drops || is_disoriented || self.state.terrains.iter().any(Option::is_some)
    }

    fn walk_step_by_step(&mut self, mut walk: Walk, path: &Path) {
        let who = walk.who;
        let (mut path, mut another) = (path, None);
        while self.walk_until_astray(&mut walk, path) {
            let left = self.budget(&walk) - walk.spent;
            let to = if left > 0 { self.choose_plan(&walk).to } else { break };
            if to == self.state.bodies[who].square {
                break;
            }
            path = another.insert(self.rules.path(self.state, who, left, to));
        }
        self.tell_trail();
        self.stand_clear(&walk);
    }

    /// Walks along a path to its end or until a step goes astray; returns whether one did.
    fn walk_until_astray(&mut self, walk: &mut Walk, path: &Path) -> bool {
        let end = path.steps().iter().map(|&step| self.step(walk, step)).find(|&stepped| stepped != Stepped::On);
        end == Some(Stepped::Astray)
    }

    /// The total movement that a walk may spend, given the present Speed and statuses.
    fn budget(&self, walk: &Walk) -> i32 {
        let Some(granted) = walk.granted else { return self.rules.speed(self.state, walk.who) };
        let is_slowed = self.state.bodies[walk.who].has(Status::Slowed) && !walk.was_slowed;
        (granted.squares - if is_slowed { 2 } else { 0 }).max(0)
    }

    fn can_afford(&self, walk: &Walk, cost: i32) -> bool {
        cost <= self.budget(walk) - walk.spent
    }

    /// One step, with everything that it sets off (the ledger's "a step").
    fn step(&mut self, walk: &mut Walk, step: Step) -> Stepped {
        let (who, cost) = (walk.who, i32::from(step.cost));
        if step.kind == StepKind::Teleport {
            return self.teleport_step(walk, step.to, cost);
        }
        if self.state.bodies[who].is(Conditions::IMMOBILIZED) || !self.can_afford(walk, cost) {
            return Stepped::Over;
        }
        if self.state.bodies[who].is(Conditions::DISORIENTED) {
            return self.stray(walk, step);
        }
        self.tread(walk, step.to, cost, step.kind == StepKind::Drop)
    }

    /// A step whose direction is known.
    fn tread(&mut self, walk: &mut Walk, to: Square, cost: i32, is_drop: bool) -> Stepped {
        let who = walk.who;
        let from = self.state.bodies[who].square;
        let is_reaction = walk.granted.is_some_and(|granted| granted.is_reaction);
        // If no trigger is set off, nothing has changed since the step was found possible.
        let is_answered = !is_reaction && self.answer_leaving(who, from);
        debug_assert!(is_answered || !self.is_held(walk, from, cost), "a step that can be made");
        if is_answered && self.is_held(walk, from, cost) || self.is_barred(who, to, is_drop) {
            return Stepped::Over;
        }
        self.leave(walk, to, cost);
        self.tell_step(Trodden { who, from, to, is_move: walk.purpose == Purpose::Move });
        let is_stopped = is_drop && !self.lands(who, self.descent(from, to), |fight| fight.budget(walk) <= walk.spent);
        self.enter_terrains(who);
        self.answer_entering(who, from, to);
        let goes_on = !is_stopped && self.stands(who) && self.state.bodies[who].square == to;
        if goes_on { Stepped::On } else { Stepped::Over }
    }

    /// Whether the combatant can no longer make the step that it is about to make from a square.
    fn is_held(&self, walk: &Walk, from: Square, cost: i32) -> bool {
        let body = &self.state.bodies[walk.who];
        let stays = !self.stands(walk.who) || body.is(Conditions::IMMOBILIZED) || body.square != from;
        stays || !self.can_afford(walk, cost)
    }

    /// Whether a square has been blocked in the meantime: by an enemy or, if `needs_free`, by anybody (THRUM-19, THRUM-22).
    pub(super) fn is_barred(&self, who: Who, to: Square, needs_free: bool) -> bool {
        !self.state.occupants(to, self.rules.sides.opponents(who)).is_empty()
            || needs_free && self.state.has_another(who, to)
    }

    /// Moves the walker to the next square and adds the cost to what it has spent.
    fn leave(&mut self, walk: &mut Walk, to: Square, cost: i32) {
        let from = self.state.bodies[walk.who].square;
        if !self.state.has_another(walk.who, from) {
            walk.last_free = from;
        }
        self.state.bodies[walk.who].square = to;
        walk.spent += cost;
    }

    /// Makes a step by teleport (THRUM-24).
    fn teleport_step(&mut self, walk: &mut Walk, to: Square, cost: i32) -> Stepped {
        if !self.can_afford(walk, cost) || self.is_barred(walk.who, to, true) {
            return Stepped::Over;
        }
        self.leave(walk, to, cost);
        self.tell_teleport(walk.who, to, walk.purpose == Purpose::Move);
        self.enter_terrains(walk.who);
        let goes_on = self.stands(walk.who) && self.state.bodies[walk.who].square == to;
        if goes_on { Stepped::On } else { Stepped::Over }
    }

    /// Makes a step of a Disoriented combatant, which may lead in another direction (THRUM-61).
    fn stray(&mut self, walk: &mut Walk, step: Step) -> Stepped {
        let (rules, who) = (self.rules, walk.who);
        let from = self.state.bodies[who].square;
        self.tell_trail();
        let turn = self.dice.draw(|dice| Some(Roll { modifier: -7, net: 0 }.total(dice)));
        self.tell(&["THRUM-61"], |rules, _, faces| Event::Stray {
            who: rules.named(who),
            faces: faces.to_vec(),
            eighths: turn,
        });
        if turn == 0 {
            self.end_condition(who, Conditions::DISORIENTED, "THRUM-61");
            return self.tread(walk, step.to, step.cost.into(), step.kind == StepKind::Drop);
        }
        let meant = rules.map().direction(from, step.to);
        let strayed = meant.and_then(|direction| rules.map().neighbour(from, direction.turned(turn as i16)));
        let possible = strayed.filter(|&to| !rules.map().is_wall(to) && !self.state.is_occupied(to));
        let cost = |to: Square| i32::from(rules.map().step_cost(from, to, rules.is_difficult(self.state, from)));
        if let Some(to) = possible.filter(|&to| self.can_afford(walk, cost(to))) {
            return match self.tread(walk, to, cost(to), false) {
                Stepped::On => Stepped::Astray,
                end => end,
            };
        }
        walk.spent += i32::from(step.cost);
        Stepped::Astray
    }

    /// Rolls for a drop; returns false if the combatant must stop there (THRUM-22, THRUM-23). `is_spent` tells whether it has no
    /// movement left once it has become Slowed.
    fn lands(&mut self, who: Who, difference: i32, is_spent: impl FnOnce(&Self) -> bool) -> bool {
        self.tell_trail();
        self.trace.count(DROP_ROLLS, 1);
        let roll = Roll { modifier: self.rules.sheets[who].drop_modifier, net: 0 };
        let lands = self.beats_environment(roll, difference);
        self.tell(&["THRUM-01", "THRUM-22"], |rules, _, faces| rules.dropped(who, faces, roll, difference, lands));
        if lands {
            return true;
        }
        self.trace.count(DROPS_FAILED, 1);
        let stacks = &mut self.state.bodies[who].stacks[Status::Slowed as usize];
        *stacks = stacks.saturating_add(1);
        let is_stopped = is_spent(self);
        if is_stopped {
            let body = &mut self.state.bodies[who];
            body.conditions = body.conditions.with(Conditions::DAZED);
            self.tell(&["THRUM-22"], |rules, _, _| Event::Dazed { who: rules.named(who) });
        }
        !is_stopped
    }

    fn descent(&self, from: Square, to: Square) -> i32 {
        i32::from(self.rules.map().descent(from, to))
    }

    /// Moves a combatant that ended its walk on an ally's square back to the last square that it had to itself (THRUM-19).
    fn stand_clear(&mut self, walk: &Walk) {
        let who = walk.who;
        if self.state.has_another(who, self.state.bodies[who].square) {
            self.state.bodies[who].square = walk.last_free;
            self.tell(&["THRUM-19"], |rules, _, _| Event::PutBack {
                who: rules.named(who),
                to: rules.spot(walk.last_free),
            });
        }
    }

    /// Makes the teleport that an ability grants (THRUM-24).
    pub(super) fn teleport_away(&mut self, who: Who, range: i32) {
        let wanted = self.rules.teleport_target(self.state, who, range);
        let to = self
            .decide(Deciding::Teleport as usize, who, wanted, |fight| fight.rules.teleports(fight.state, who, range));
        let from = self.state.bodies[who].square;
        self.state.bodies[who].square = to;
        if to != from {
            self.tell_teleport(who, to, false);
            self.enter_terrains(who);
        }
    }

    /// Pushes a target away from `by` (THRUM-25).
    pub(super) fn push(&mut self, by: Who, target: Who, squares: i32) {
        let [from, to] = [by, target].map(|who| self.state.bodies[who].square);
        let Some(direction) = self.rules.map().direction(from, to) else { return };
        for _ in 0..squares {
            if !self.shove(target, direction) {
                break;
            }
        }
    }

    /// Pulls a target towards `by` until they are adjacent (THRUM-25).
    pub(super) fn pull(&mut self, by: Who, target: Who, squares: i32) {
        for _ in 0..squares {
            let [to, from] = [by, target].map(|who| self.state.bodies[who].square);
            if self.rules.map().distance(from, to) <= 1 {
                break;
            }
            let Some(direction) = self.rules.map().direction(from, to) else { break };
            if !self.shove(target, direction) {
                break;
            }
        }
    }

    /// Moves a combatant by one square against its will; returns whether it can be moved further (THRUM-23, THRUM-25).
    fn shove(&mut self, who: Who, direction: Direction) -> bool {
        let (rules, from) = (self.rules, self.state.bodies[who].square);
        let occupied = |square| self.state.is_occupied(square);
        let Some(to) = rules.map().pushed(from, direction, occupied) else { return false };
        self.state.bodies[who].square = to;
        self.tell(&["THRUM-25"], |rules, _, _| Event::Shove { who: rules.named(who), to: rules.spot(to) });
        let difference = self.descent(from, to);
        let mut goes_on = true;
        if difference >= 2 {
            self.trace.rule("THRUM-23");
            goes_on = self.lands(who, difference, |fight| fight.rules.speed(fight.state, who) == 0);
        }
        self.enter_terrains(who);
        self.answer_entering(who, from, to);
        goes_on && self.state.bodies[who].square == to
    }
}

impl Thrum {
    /// The Terrain Effects on the map, with their makers.
    pub(super) fn terrains<'a>(&'a self, state: &'a State) -> impl Iterator<Item = (Who, &'a Terrain, Placed)> {
        self.terrain_makers.iter().zip(&state.terrains).filter_map(|(&maker, placed)| {
            let placed = (*placed)?;
            let action: &Ability = &self.sheets[maker].actions[usize::from(placed.action)];
            Some((maker, action.terrain.as_ref()?, placed))
        })
    }

    /// Whether a square is Difficult now (THRUM-20, THRUM-41).
    pub(super) fn is_difficult(&self, state: &State, square: Square) -> bool {
        self.map().is_difficult(square)
            || self
                .terrains(state)
                .any(|(_, terrain, placed)| terrain.is_difficult && placed.placing.covers(self.map(), square))
    }
}
