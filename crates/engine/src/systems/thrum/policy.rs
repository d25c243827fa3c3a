//! The decisions of policies: where to go, what to do, and where to start (P1 to P4, P7, after-moves).

use super::Thrum;
use super::candidate::{Candidate, Priority, Prospect};
use super::decider::Decider;
use super::effect::Status;
use super::grid::{Path, Reach, Square, Squares, on_ground};
use super::sheet::Sheet;
use super::state::{Body, State};
use super::view::View;
use super::words::Policy;
use crate::who::Who;

/// The purpose of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The Move of a turn (P3).
    Move,
    /// A Dash (P4).
    Dash,
    /// The movement that an ability grants afterwards.
    AfterMove,
}

/// A plan of a movement: its destination, and the Action to take there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) to: Square,
    /// The Action planned at the destination.
    pub(super) prospect: Prospect,
}

/// An Action as a policy chooses it: an ability with its aim, or something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    Use(Candidate),
    Other(Deed),
}

/// An Action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    /// The use of an ability, by its index in the sheet.
    Use(u8),
    Dash,
    Recover,
    Nothing,
}

/// A load or a status that Recover takes off (THRUM-12).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Recovery {
    Fatigue,
    Stress,
    Status(Status),
}

impl Choice {
    pub(super) const fn deed(self) -> Deed {
        match self {
            Self::Use(candidate) => Deed::Use(candidate.action),
            Self::Other(deed) => deed,
        }
    }
}

impl Thrum {
    /// Plans a movement of a combatant that has `budget` left to spend.
    pub(super) fn plan(&self, state: &State, who: Who, purpose: Purpose, budget: i32) -> Plan {
        let decider = Decider::new(self, state, who);
        if purpose == Purpose::Move
            && let Some(candidate) = decider.at_hand(budget)
        {
            return Plan { to: candidate.square, prospect: Prospect::Use(candidate) };
        }
        on_ground!(&self.ground, ground => View::of(decider, ground).plan(purpose, budget))
    }

    /// Whether a combatant wants to Recover before anything else: it is Exhausted, one Recover would end that, and its policy is
    /// not `reckless` (P3).
    pub(super) fn wants_to_recover(&self, sheet: &Sheet, body: &Body) -> bool {
        let left = body.fatigue - self.knobs.recover_amount;
        sheet.policy != Policy::Reckless && body.is_exhausted() && left <= body.fatigue_tolerance
    }

    /// The path to a square that a combatant can reach with `budget` (P2).
    pub(super) fn path(&self, state: &State, who: Who, budget: i32, to: Square) -> Path {
        on_ground!(&self.ground, ground => {
            let view = View::of(Decider::new(self, state, who), ground);
            if view.is_wary() && let Some(careful) = view.careful(budget) {
                let found = ground.search(&careful);
                if found.reach().ends().contains(to) {
                    return ground.path(&careful, &found.reach(), to);
                }
            }
            let movement = view.movement(budget);
            let known = ground.known_path(&movement, to);
            known.unwrap_or_else(|| ground.path(&movement, &ground.search(&movement).reach(), to))
        })
    }

    /// The Action that a combatant takes where it stands (P4).
    pub(super) fn choice(&self, state: &State, who: Who) -> Choice {
        self.purposeful(state, who).unwrap_or_else(|| self.fallback(state, who))
    }

    /// The Action by the first two steps of P4: an urgent Recover, else the best use of an ability. `None` if neither is wanted,
    /// so that [`fallback`](Self::fallback) decides (THRUM-63).
    pub(super) fn purposeful(&self, state: &State, who: Who) -> Option<Choice> {
        on_ground!(&self.ground, ground => {
            View::of(Decider::new(self, state, who), ground).purposeful(&Reach::here(state.bodies[who].square)).next()
        })
    }

    /// The Action by the third step of P4, for a combatant that can use no ability: Dash, Recover or nothing.
    pub(super) fn fallback(&self, state: &State, who: Who) -> Choice {
        let body = &state.bodies[who];
        let has_cause_to_dash =
            || on_ground!(&self.ground, ground => View::of(Decider::new(self, state, who), ground).has_cause_to_dash());
        Choice::Other(match () {
            () if body.is_exhausted() => Deed::Nothing,
            () if has_cause_to_dash() => Deed::Dash,
            () if Self::wanted_recoveries(body).next().is_some() => Deed::Recover,
            () => Deed::Nothing,
        })
    }

    /// Loads and statuses that a combatant wants to be rid of, the most urgent first (P4).
    pub(super) fn wanted_recoveries(body: &Body) -> impl Iterator<Item = Recovery> {
        let of_fatigue = (body.fatigue > 0).then_some(Recovery::Fatigue);
        let of_stress = (body.stress > 0).then_some(Recovery::Stress);
        let statuses = Status::ALL.into_iter().filter(|&status| body.has(status)).map(Recovery::Status);
        of_fatigue.into_iter().chain(of_stress).chain(statuses)
    }

    /// The square to which a combatant teleports by an ability; its own if the policy finds no other.
    pub(super) fn teleport_target(&self, state: &State, who: Who, range: i32) -> Square {
        let to = on_ground!(&self.ground, ground => {
            let view = View::of(Decider::new(self, state, who), ground);
            view.best_teleport(view.teleport_ends(range))
        });
        to.unwrap_or(state.bodies[who].square)
    }

    /// The square where a PC without `at` begins; `None` if none is free.
    pub(super) fn square_at_start(&self, state: &State, who: Who) -> Option<Square> {
        on_ground!(&self.ground, ground => {
            let view = View::of(Decider::new(self, state, who), ground);
            view.best_start(view.free_starts())
        })
    }

    /// The least free square of the start of a combatant's side; `None` if none is free (THRUM-03, THRUM-65).
    pub(super) fn least_free_start(&self, state: &State, who: Who) -> Option<Square> {
        on_ground!(&self.ground, ground => View::of(Decider::new(self, state, who), ground).free_starts().first())
    }
}

impl<const N: usize> View<'_, N> {
    /// Plans a Move (P3), a Dash (P4) or an after-move.
    fn plan(&self, purpose: Purpose, budget: i32) -> Plan {
        let movement = self.movement(budget);
        // The plan is first made as if nobody stood in the way. If the path to its destination is really free, no other plan is
        // better. This cannot be done if the fallen may be attacked, which depends on whether an active enemy can really be
        // reached, or if the plan depends on the price of each square.
        let is_certain = !self.may_aim_at_fallen() && !self.is_wary();
        let hopes = self.ground.hopes(&movement).filter(|_| is_certain);
        if let Some(hopes) = hopes {
            let plan = self.plan_within(purpose, &hopes, Priority::Active);
            if self.ground.is_free(&movement, plan.to) {
                return plan;
            }
        }
        let found = self.ground.search(&movement);
        let reach = found.reach();
        self.plan_within(purpose, &reach, self.priority_within(&reach))
    }

    /// The plan of a movement with these ends.
    pub(super) fn plan_within(&self, purpose: Purpose, reach: &Reach<'_, N>, priority: Priority) -> Plan {
        let to = |square: Option<Square>| Plan { to: square.unwrap_or(self.body.square), prospect: Prospect::Unknown };
        match purpose {
            Purpose::Move if self.is_wary() => self.plan_of_wary_move(reach, priority),
            Purpose::Move => self.plan_of_move(reach, priority),
            Purpose::Dash => to(self.dash_target(reach)),
            Purpose::AfterMove if self.sheet.policy == Policy::Kiter => to(self.safest(reach)),
            Purpose::AfterMove if self.is_wary() => to(self.cheapest(reach)),
            Purpose::AfterMove => to(None),
        }
    }

    /// Plans the Move of a turn (P3).
    fn plan_of_move(&self, reach: &Reach<'_, N>, priority: Priority) -> Plan {
        let here = self.body.square;
        let to = |square: Option<Square>| Plan { to: square.unwrap_or(here), prospect: Prospect::Unknown };
        if self.rules.wants_to_recover(self.sheet, self.body) {
            return to(if self.sheet.policy == Policy::Kiter { self.safest(reach) } else { None });
        }
        if let Some(square) = self.towards_goal(reach) {
            return to(Some(square));
        }
        let (to, prospect) = match self.candidates(reach, priority).next() {
            Some(candidate) => (candidate.square, Prospect::Use(candidate)),
            None => (self.towards_enemies(reach).unwrap_or(here), Prospect::Nothing),
        };
        // If attacks on the fallen are allowed, more may be possible at the destination than the plan has found, so the Action is
        // looked for again there.
        Plan { to, prospect: if self.rules.knobs.attacks_fallen { Prospect::Unknown } else { prospect } }
    }

    /// Whether a Dash would move the combatant: its goal or an enemy can be approached on foot (P4).
    fn has_cause_to_dash(&self) -> bool {
        let (here, goal) = (self.body.square, self.goal());
        let aims = !goal.is_empty() && self.ground.connects(here, goal);
        let wanted = if aims { goal } else { self.beside_enemies() };
        if wanted.contains(here) || !self.ground.connects(here, wanted) {
            return false;
        }
        self.plan(Purpose::Dash, self.rules.speed(self.state, self.who)).to != here
    }

    /// The destination of a Dash; `None` if there is none (P4).
    fn dash_target(&self, reach: &Reach<'_, N>) -> Option<Square> {
        let goal = self.goal();
        let aims = !goal.is_empty() && self.ground.connects(self.body.square, goal);
        match (self.is_wary(), aims) {
            (true, true) => self.towards_goal_warily(reach, &self.prices(reach)),
            (true, false) => self.dash_warily(reach),
            (false, true) => self.towards_goal(reach),
            (false, false) => self.towards_enemies(reach),
        }
    }

    /// The Actions by the first two steps of P4, best first: an urgent Recover, then uses of abilities.
    pub(super) fn purposeful(&self, here: &Reach<'_, N>) -> impl Iterator<Item = Choice> {
        let recovers = self.rules.wants_to_recover(self.sheet, self.body).then_some(Choice::Other(Deed::Recover));
        let uses = self.candidates(here, self.priority_within(here)).map(Choice::Use);
        recovers.into_iter().chain(uses)
    }

    /// The squares to which the teleport of an ability may lead: the combatant's own, and the free ones in its range (THRUM-24).
    pub(super) fn teleport_ends(&self, range: i32) -> Squares<N> {
        let here = self.body.square;
        self.ground.within(here, range as u16) & self.free() | Squares::only(here)
    }

    /// The square among some to which the policy teleports; `None` if it wants to stay and the own square is not among them.
    pub(super) fn best_teleport(&self, among: Squares<N>) -> Option<Square> {
        let here = self.body.square;
        let best = match self.sheet.policy {
            Policy::Kiter => self.ground.farthest(among, self.enemy_squares()).0,
            _ => among & Squares::only(here),
        };
        if best.contains(here) { Some(here) } else { best.first() }
    }

    /// The squares of the start of the combatant's side, without walls.
    fn starts(&self) -> Squares<N> {
        let side = self.rules.sides.side(self.who);
        self.rules.knobs.starts[side.index()].squares() & self.ground.open()
    }

    pub(super) fn free_starts(&self) -> Squares<N> {
        self.starts() - self.squares(self.state.present)
    }

    /// The square among some free ones where the policy prefers to start; `None` if there are none (P7).
    pub(super) fn best_start(&self, free: Squares<N>) -> Option<Square> {
        let enemies = self.enemy_squares();
        let keeps_away = matches!(self.sheet.policy, Policy::Kiter | Policy::Medic);
        let best = if keeps_away { self.ground.farthest(free, enemies).0 } else { self.ground.nearest(free, enemies) };
        best.first()
    }
}
