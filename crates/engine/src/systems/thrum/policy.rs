//! What policies decide: where to go, what to do, where to stand at the start (P1 to P4, P7, after-moves).

use super::Thrum;
use super::candidate::{Aim, Candidate, Priority, Prospect};
use super::decider::Decider;
use super::grid::{Ground, Path, Reach, Square, Step, on_ground};
use super::here::Start;
use super::sheet::Sheet;
use super::state::{Body, State};
use super::view::View;
use super::words::Policy;
use crate::outcome::Side;

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
    /// What is to be done there.
    pub(super) prospect: Prospect,
    /// Whether the way there is one of those that are known from the start, and free.
    pub(super) is_known: bool,
}

impl Plan {
    /// To use an ability where one stands.
    const fn stay(candidate: Candidate) -> Self {
        Self { to: candidate.square, prospect: Prospect::Use(candidate), is_known: true }
    }

    const fn to(square: Square, prospect: Prospect) -> Self {
        Self { to: square, prospect, is_known: false }
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
            return Plan::stay(candidate);
        }
        self.weighed_plan(state, who, purpose, budget)
    }

    fn weighed_plan(&self, state: &State, who: usize, purpose: Purpose, budget: i32) -> Plan {
        let decider = Decider::new(self, state, who);
        let mut start = Start::UNKNOWN;
        if purpose == Purpose::Move
            && let Some(candidate) = decider.look(budget, &mut start)
        {
            return Plan::stay(candidate);
        }
        on_ground!(&self.ground, ground => plan_on(&decider, ground, purpose, budget, &start))
    }

    /// What needs no weighing: the only active enemy is adjacent, and what the policy looks at first is an attack on a single
    /// enemy that is never better from anywhere else. Its key has no Banes, no wish of the policy and no cost where one stands
    /// (P5), so that none is less.
    #[inline(always)]
    fn obvious(&self, state: &State, who: usize) -> Option<Candidate> {
        let enemy = (state.active & self.sides.opponents(who)).only()?;
        let sheet = &self.sheets[who];
        let action = sheet.first_blow?;
        let body = &state.bodies[who];
        if self.wants_to_recover(sheet, body) || self.distance(state, who, enemy) != 1 {
            return None;
        }
        Some(Candidate { action, aim: Aim::At(enemy as u8), square: body.square })
    }

    /// Whether somebody wants to be rid of its Exhaustion before anything else (P3).
    #[inline(always)]
    pub(super) fn wants_to_recover(&self, sheet: &Sheet, body: &Body) -> bool {
        let left = body.fatigue - self.knobs.recover_amount;
        sheet.policy != Policy::Reckless && body.is_exhausted() && left <= body.fatigue_tolerance
    }

    /// The way of a plan (P2).
    pub(super) fn path(&self, state: &State, who: usize, budget: i32, plan: &Plan) -> Path {
        on_ground!(&self.ground, ground => {
            if plan.is_known {
                return ground.known_path(state.bodies[who].square, plan.to, self.sheets[who].drops);
            }
            let movement = View::of(&Decider::new(self, state, who), ground).movement(budget);
            let hopes = ground.hopes(&movement);
            let around = hopes.and_then(|hopes| ground.way_around(&movement, &hopes, plan.to));
            around.unwrap_or_else(|| ground.path(&movement, &ground.search(&movement).reach(), plan.to))
        })
    }

    /// Whether `is_quiet` holds of all steps of a way that is known, each with where it is made.
    #[inline(always)]
    pub(super) fn known_steps(
        &self,
        state: &State,
        who: usize,
        to: Square,
        is_quiet: impl Fn((Square, Step)) -> bool,
    ) -> bool {
        let (from, drops) = (state.bodies[who].square, self.sheets[who].drops);
        on_ground!(&self.ground, ground => ground.steps_back(from, to, drops).all(is_quiet))
    }

    /// What somebody does where it stands (P4).
    pub(super) fn choice(&self, state: &State, who: usize) -> Choice {
        self.purposeful(state, who).unwrap_or_else(|| self.fallback(state, who))
    }

    /// Whether somebody has something better to do than what anybody can always do (P4, THRUM-63).
    pub(super) fn has_use_for_action(&self, state: &State, who: usize) -> bool {
        self.purposeful(state, who).is_some()
    }

    /// The first two steps of P4.
    fn purposeful(&self, state: &State, who: usize) -> Option<Choice> {
        let decider = Decider::new(self, state, who);
        if self.wants_to_recover(decider.sheet, decider.body) {
            return Some(Choice::Recover(Recovery::Fatigue));
        }
        decider.first_candidate_here().map(Choice::Use)
    }

    /// The third step of P4: what somebody does who can use no ability.
    pub(super) fn fallback(&self, state: &State, who: usize) -> Choice {
        let body = &state.bodies[who];
        if body.is_exhausted() {
            return Choice::Nothing;
        }
        if on_ground!(&self.ground, ground => View::of(&Decider::new(self, state, who), ground).has_cause_to_dash()) {
            return Choice::Dash;
        }
        match () {
            () if body.fatigue > 0 => Choice::Recover(Recovery::Fatigue),
            () if body.stress > 0 => Choice::Recover(Recovery::Stress),
            () if body.has_status() => Choice::Recover(Recovery::Status),
            () => Choice::Nothing,
        }
    }

    /// The free square to which an ability's teleport takes somebody, or its own.
    pub(super) fn teleport_target(&self, state: &State, who: usize, range: i32) -> Square {
        on_ground!(&self.ground, ground => View::of(&Decider::new(self, state, who), ground).teleport_target(range))
    }

    /// Where a PC without `at` begins (P7).
    pub(super) fn square_at_start(&self, state: &State, who: usize) -> Option<Square> {
        let keeps_away = matches!(self.sheets[who].policy, Policy::Kiter | Policy::Medic);
        let wanted = &self.starts[usize::from(keeps_away)];
        wanted.iter().copied().find(|&square| !state.is_occupied(square))
    }

    /// The squares where PCs start, the best first: for those who go near the enemies, as they stand then, and for those who keep
    /// away (P7).
    pub(super) fn order_of_starts(&self, state: &State) -> [Box<[Square]>; 2] {
        let Some(pc) = self.sides.members(Side::Party).first() else { return Default::default() };
        on_ground!(&self.ground, ground => {
            let decider = Decider::new(self, state, pc);
            let view = View::of(&decider, ground);
            [false, true].map(|keeps_away| view.starts_by_distance(keeps_away))
        })
    }

    /// The least free square where somebody's side starts (THRUM-03, THRUM-65).
    pub(super) fn least_free_start(&self, state: &State, who: usize) -> Option<Square> {
        on_ground!(&self.ground, ground => View::of(&Decider::new(self, state, who), ground).free_starts().first())
    }
}

/// The plan of somebody on a map of a size: a function of its own for each size.
#[inline(never)]
fn plan_on<const N: usize>(
    decider: &Decider<'_>,
    ground: &Ground<N>,
    purpose: Purpose,
    budget: i32,
    start: &Start,
) -> Plan {
    View::of(decider, ground).plan(purpose, budget, start)
}

impl<const N: usize> View<'_, N> {
    /// P3, and the after-moves.
    #[inline(always)]
    fn plan(&self, purpose: Purpose, budget: i32, start: &Start) -> Plan {
        if self.stays(budget) {
            return Plan { is_known: true, ..self.plan_here(purpose, start) };
        }
        // Whether somebody active can be reached at all decides about the fallen: hopes are not enough for that.
        let hoped = if self.may_aim_at_fallen() { None } else { self.hoped_plan(purpose, budget, start) };
        hoped.unwrap_or_else(|| self.searched_plan(purpose, budget, start))
    }

    /// The plan of who stays where it is.
    #[inline(never)]
    fn plan_here(&self, purpose: Purpose, start: &Start) -> Plan {
        self.plan_within(purpose, &Reach::here(self.body.square), start)
    }

    /// The plan as it is if nobody stands in the way, where that is known and nobody does.
    #[inline(always)]
    fn hoped_plan(&self, purpose: Purpose, budget: i32, start: &Start) -> Option<Plan> {
        let movement = self.movement(budget);
        let hopes = self.ground.hopes(&movement)?;
        let plan = self.plan_within(purpose, &hopes, start);
        if self.ground.is_free(&movement, plan.to) {
            return Some(Plan { is_known: true, ..plan });
        }
        self.goes_around(budget, plan.to).then_some(plan)
    }

    /// Whether there is another way to a square that costs no more than if nobody stood in the way, where that is known.
    #[inline(never)]
    fn goes_around(&self, budget: i32, to: Square) -> bool {
        let movement = self.movement(budget);
        self.ground.hopes(&movement).is_some_and(|hopes| self.ground.goes_around(&movement, &hopes, to))
    }

    /// The plan by a search of all that can be reached.
    #[inline(never)]
    fn searched_plan(&self, purpose: Purpose, budget: i32, start: &Start) -> Plan {
        self.plan_within(purpose, &self.ground.search(&self.movement(budget)).reach(), start)
    }

    /// The plan of a movement that can end so.
    #[inline(always)]
    fn plan_within(&self, purpose: Purpose, reach: &Reach<'_, N>, start: &Start) -> Plan {
        let to = |square: Option<Square>| Plan::to(square.unwrap_or(self.body.square), Prospect::Unknown);
        match purpose {
            Purpose::Move => self.plan_of_move(reach, start),
            Purpose::Dash => to(self.dash_target(reach)),
            Purpose::AfterMove if self.sheet.policy == Policy::Kiter => to(self.safest(reach)),
            Purpose::AfterMove => to(None),
        }
    }

    /// P3.
    #[inline(always)]
    fn plan_of_move(&self, reach: &Reach<'_, N>, start: &Start) -> Plan {
        let here = self.body.square;
        let to = |square: Option<Square>| Plan::to(square.unwrap_or(here), Prospect::Unknown);
        if self.rules.wants_to_recover(self.sheet, self.body) {
            return to(if self.sheet.policy == Policy::Kiter { self.safest(reach) } else { None });
        }
        if let Some(square) = self.towards_goal(reach) {
            return to(Some(square));
        }
        let (to, prospect) = match self.first_candidate(reach, start) {
            Some(candidate) => (candidate.square, Prospect::Use(candidate)),
            None => (self.towards_enemies(reach).unwrap_or(here), Prospect::Nothing),
        };
        // Where the fallen can be aimed at, more may be possible there than was seen from afar.
        Plan::to(to, if self.rules.knobs.attacks_fallen { Prospect::Unknown } else { prospect })
    }

    /// Whether a Dash leads anywhere (P4).
    fn has_cause_to_dash(&self) -> bool {
        let (here, goal) = (self.body.square, self.goal());
        let aims = !goal.is_empty() && self.ground.connects(here, goal);
        let wanted = if aims { goal } else { self.beside_enemies() };
        if wanted.contains(here) || !self.ground.connects(here, wanted) {
            return false;
        }
        self.plan(Purpose::Dash, self.rules.speed(self.state, self.who), &Start::UNKNOWN).to != here
    }

    /// Where a Dash leads (P4).
    fn dash_target(&self, reach: &Reach<'_, N>) -> Option<Square> {
        let goal = self.goal();
        let aims = !goal.is_empty() && self.ground.connects(self.body.square, goal);
        if aims { self.towards_goal(reach) } else { self.towards_enemies(reach) }
    }

    /// The first ability of its list for which there is a target (P3).
    #[inline(always)]
    fn first_candidate(&self, reach: &Reach<'_, N>, start: &Start) -> Option<Candidate> {
        let mut actions = &self.sheet.preferences[start.skipped..];
        if !start.hopes.is_empty() {
            let action = *actions.split_off_first()?;
            let ability = &self.sheet.actions[usize::from(action)];
            if let Some((target, square)) = self.best_of_hopes(ability, &start.hopes, reach) {
                return Some(Candidate { action, aim: Aim::At(target as u8), square });
            }
        }
        let priority = self.priority(|action| self.candidate(action, reach, Priority::Active).is_some());
        actions.iter().find_map(|&action| self.candidate(action, reach, priority))
    }

    fn teleport_target(&self, range: i32) -> Square {
        let here = self.body.square;
        if self.sheet.policy != Policy::Kiter {
            return here;
        }
        let squares = self.ground.within(here, range as u16) & self.free();
        let (best, _) = self.ground.farthest(squares | super::grid::Squares::only(here), self.enemy_squares());
        if best.contains(here) { here } else { best.first().unwrap_or(here) }
    }

    /// Where its side starts.
    fn starts(&self) -> super::grid::Squares<N> {
        let side = self.rules.sides.side(self.who);
        self.rules.knobs.starts[side.index()].squares() & self.ground.open()
    }

    fn free_starts(&self) -> super::grid::Squares<N> {
        self.starts() - self.squares(self.state.present)
    }

    /// Where its side starts, free or not, by the distance to the nearest enemy.
    fn starts_by_distance(&self, keeps_away: bool) -> Box<[Square]> {
        let mut left = self.starts();
        let mut ordered = Vec::new();
        while !left.is_empty() {
            let next = if keeps_away {
                self.ground.farthest(left, self.enemy_squares()).0
            } else {
                self.ground.nearest(left, self.enemy_squares())
            };
            ordered.extend(next.iter());
            left -= next;
        }
        ordered.into()
    }
}
