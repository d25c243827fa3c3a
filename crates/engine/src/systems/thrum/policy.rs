//! What policies decide: where to go, what to do, where to stand at the start (P1 to P4, P7, after-moves).

use super::Thrum;
use super::candidate::{Aim, Candidate, Priority};
use super::grid::{Path, Reach, Square, Way, on_ground};
use super::sheet::Sheet;
use super::state::{Body, State};
use super::view::View;
use super::words::Policy;
use crate::skirmish::Group;

/// Why somebody moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Its Move (P3).
    Move,
    /// A Dash (P4).
    Dash,
    /// What an ability grants afterwards.
    AfterMove,
}

/// Where to go, and what for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) to: Square,
    /// What is to be done there, where that is why.
    pub(super) candidate: Option<Candidate>,
    /// Whether the way there is one of those that are known from the start, and free.
    pub(super) is_known: bool,
}

impl Plan {
    const fn to(square: Square, candidate: Option<Candidate>) -> Self {
        Self { to: square, candidate, is_known: false }
    }
}

/// What an Action is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    /// An ability.
    Use(Candidate),
    Dash,
    /// Something to be rid of (THRUM-12).
    Recover(Recovery),
    Nothing,
}

/// What Recover takes off (THRUM-12).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Recovery {
    Fatigue,
    Stress,
    Status,
}

impl Thrum {
    /// Where somebody goes who has so much movement left.
    #[inline(always)]
    pub(super) fn plan(&self, state: &State, who: usize, purpose: Purpose, budget: i32) -> Plan {
        if purpose == Purpose::Move
            && let Some(candidate) = self.obvious(state, who)
        {
            return Plan { to: candidate.square, candidate: Some(candidate), is_known: true };
        }
        self.weighed_plan(state, who, purpose, budget)
    }

    fn weighed_plan(&self, state: &State, who: usize, purpose: Purpose, budget: i32) -> Plan {
        on_ground!(&self.ground, ground => View::new(self, state, ground, who).plan(purpose, budget))
    }

    /// What needs no weighing: the only active enemy is adjacent, and what the policy looks at first is an attack on a single
    /// enemy that is never better from anywhere else. Its key has no Banes, no wish of the policy and no cost where one stands
    /// (P5), so that none is less.
    #[inline(always)]
    fn obvious(&self, state: &State, who: usize) -> Option<Candidate> {
        let sheet = &self.sheets[who];
        let action = sheet.first_blow?;
        let enemy = (state.active & self.sides.opponents(who)).only()?;
        let body = &state.bodies[who];
        let recovers = self.wants_to_recover(sheet, body);
        if recovers || self.distance(state, who, enemy) != 1 {
            return None;
        }
        Some(Candidate { action, aim: Aim::At(enemy as u8), square: body.square })
    }

    /// Whether somebody wants to be rid of its Exhaustion before anything else (P3).
    #[inline(always)]
    fn wants_to_recover(&self, sheet: &Sheet, body: &Body) -> bool {
        let left = body.fatigue - self.knobs.recover_amount;
        sheet.policy != Policy::Reckless && body.is_exhausted() && left <= body.fatigue_tolerance
    }

    /// The way of a plan (P2).
    pub(super) fn path(&self, state: &State, who: usize, budget: i32, plan: &Plan) -> Path {
        on_ground!(&self.ground, ground => {
            if plan.is_known {
                return ground.known_path(state.bodies[who].square, plan.to, self.sheets[who].drops);
            }
            let movement = View::new(self, state, ground, who).movement(budget);
            let hopes = ground.hopes(&movement);
            let around = hopes.and_then(|hopes| ground.way_around(&movement, &hopes, plan.to));
            around.unwrap_or_else(|| ground.path(&movement, &ground.reach(&movement), plan.to))
        })
    }

    /// What somebody does where it stands (P4).
    pub(super) fn choice(&self, state: &State, who: usize) -> Choice {
        on_ground!(&self.ground, ground => View::new(self, state, ground, who).choice())
    }

    /// Whether somebody has something better to do than what anybody can always do (P4, THRUM-63).
    pub(super) fn has_use_for_action(&self, state: &State, who: usize) -> bool {
        on_ground!(&self.ground, ground => View::new(self, state, ground, who).purposeful().is_some())
    }

    /// The free square to which an ability's teleport takes somebody, or its own.
    pub(super) fn teleport_target(&self, state: &State, who: usize, range: i32) -> Square {
        on_ground!(&self.ground, ground => View::new(self, state, ground, who).teleport_target(range))
    }

    /// Where a combatant without `at` begins (P7).
    pub(super) fn square_at_start(&self, state: &State, who: usize) -> Option<Square> {
        on_ground!(&self.ground, ground => View::new(self, state, ground, who).square_at_start())
    }

    /// The least free square where somebody's side starts (THRUM-03, THRUM-65).
    pub(super) fn least_free_start(&self, state: &State, who: usize) -> Option<Square> {
        on_ground!(&self.ground, ground => View::new(self, state, ground, who).free_starts().first())
    }
}

impl<const N: usize> View<'_, N> {
    /// P3, and the after-moves.
    fn plan(&self, purpose: Purpose, budget: i32) -> Plan {
        let movement = self.movement(budget);
        // Whether somebody active can be reached at all decides about the fallen: hopes are not enough for that.
        let hopes = if self.may_aim_at_fallen() { None } else { self.ground.hopes(&movement) };
        let plan = hopes.and_then(|hopes| {
            let plan = self.plan_within(purpose, &hopes);
            let way = self.ground.way(&movement, &hopes, plan.to)?;
            Some(Plan { is_known: way == Way::Known, ..plan })
        });
        plan.unwrap_or_else(|| self.plan_within(purpose, &self.ground.reach(&movement)))
    }

    /// The plan of a movement that can end so.
    fn plan_within(&self, purpose: Purpose, reach: &Reach<N>) -> Plan {
        let to = |square: Option<Square>| Plan::to(square.unwrap_or(self.body.square), None);
        match purpose {
            Purpose::Move => self.plan_of_move(reach),
            Purpose::Dash => to(self.dash_target(reach)),
            Purpose::AfterMove if self.sheet.policy == Policy::Kiter => to(self.safest(reach)),
            Purpose::AfterMove => to(None),
        }
    }

    /// P3.
    fn plan_of_move(&self, reach: &Reach<N>) -> Plan {
        let here = self.body.square;
        let to = |square: Option<Square>| Plan::to(square.unwrap_or(here), None);
        if self.rules.wants_to_recover(self.sheet, self.body) {
            return to(if self.sheet.policy == Policy::Kiter { self.safest(reach) } else { None });
        }
        if let Some(square) = self.towards_goal(reach) {
            return to(Some(square));
        }
        match self.first_candidate(reach) {
            // Where the fallen can be aimed at, more may be possible there than was seen from afar.
            Some(candidate) => {
                let planned = Some(candidate).filter(|_| !self.rules.knobs.attacks_fallen);
                Plan::to(candidate.square, planned)
            }
            None => to(self.towards_enemies(reach)),
        }
    }

    /// P4.
    fn choice(&self) -> Choice {
        if let Some(choice) = self.purposeful() {
            return choice;
        }
        if self.body.is_exhausted() {
            return Choice::Nothing;
        }
        if self.has_cause_to_dash() {
            return Choice::Dash;
        }
        match () {
            () if self.body.fatigue > 0 => Choice::Recover(Recovery::Fatigue),
            () if self.body.stress > 0 => Choice::Recover(Recovery::Stress),
            () if self.body.has_status() => Choice::Recover(Recovery::Status),
            () => Choice::Nothing,
        }
    }

    /// The first two steps of P4.
    fn purposeful(&self) -> Option<Choice> {
        if self.rules.wants_to_recover(self.sheet, self.body) {
            return Some(Choice::Recover(Recovery::Fatigue));
        }
        self.first_candidate(&Reach::here(self.body.square)).map(Choice::Use)
    }

    /// Whether a Dash leads anywhere (P4).
    fn has_cause_to_dash(&self) -> bool {
        let (here, goal) = (self.body.square, self.goal());
        let aims = !goal.is_empty() && self.ground.connects(here, goal);
        let wanted = if aims { goal } else { self.beside_enemies() };
        if wanted.contains(here) || !self.ground.connects(here, wanted) {
            return false;
        }
        self.plan(Purpose::Dash, self.rules.speed(self.state, self.who)).to != here
    }

    /// Where a Dash leads (P4).
    fn dash_target(&self, reach: &Reach<N>) -> Option<Square> {
        let goal = self.goal();
        let aims = !goal.is_empty() && self.ground.connects(self.body.square, goal);
        if aims { self.towards_goal(reach) } else { self.towards_enemies(reach) }
    }

    /// The first ability of its list for which there is a target (P3, P4).
    fn first_candidate(&self, reach: &Reach<N>) -> Option<Candidate> {
        let priority = self.priority(reach);
        self.sheet.preferences.iter().find_map(|&action| self.candidate(action, reach, priority))
    }

    /// At whom attacks may be aimed (P5).
    #[inline]
    pub(super) fn priority(&self, reach: &Reach<N>) -> Priority {
        if !self.may_aim_at_fallen() {
            return Priority::Active;
        }
        let fallen = self.fallen_enemies();
        let mut preferences = self.sheet.preferences.iter();
        let has_target = preferences.any(|&action| self.harms(action, reach));
        if has_target { Priority::Active } else { Priority::Fallen(fallen) }
    }

    /// Whether attacks may be aimed at enemies that are Incapacitated (P5).
    #[inline(always)]
    fn may_aim_at_fallen(&self) -> bool {
        self.rules.knobs.attacks_fallen && !self.fallen_enemies().is_empty()
    }

    #[inline(always)]
    fn fallen_enemies(&self) -> Group {
        (self.state.present - self.state.active) & self.rules.sides.opponents(self.who)
    }

    fn teleport_target(&self, range: i32) -> Square {
        let here = self.body.square;
        if self.sheet.policy != Policy::Kiter {
            return here;
        }
        let squares = self.ground.within(here, range as u16) & self.free();
        let (best, _) = self.ground.farthest(squares | super::grid::Squares::only(here), self.enemy_squares);
        if best.contains(here) { here } else { best.first().unwrap_or(here) }
    }

    fn free_starts(&self) -> super::grid::Squares<N> {
        let side = self.rules.sides.side(self.who);
        let occupied = self.squares(self.state.present);
        (self.covered(&self.rules.knobs.starts[side.index()]) & self.ground.open()) - occupied
    }

    fn square_at_start(&self) -> Option<Square> {
        let free = self.free_starts();
        let keeps_away = matches!(self.sheet.policy, Policy::Kiter | Policy::Medic);
        let squares = if keeps_away {
            self.ground.farthest(free, self.enemy_squares).0
        } else {
            self.ground.nearest(free, self.enemy_squares)
        };
        squares.first()
    }
}
