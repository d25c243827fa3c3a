//! The Turns of combatants (the ledger's "Policies").

use std::cmp::Reverse;
use std::ops::ControlFlow::Continue;

use super::Actor;
use super::ailment::Ailment;
use super::decisions::Deciding;
use super::field::{ZoneId, ZoneSet};
use super::movement::{Destination, Pace};
use super::plan::{Manner, Phase, Plan};
use super::resolve::{Fight, Flow};
use super::words::Policy;
use crate::decision::Rated;
use crate::dice::Dice;
use crate::skirmish::{Group, ones};
use crate::trace::Trace;
use crate::who::Who;

/// The way in which a combatant moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Approach {
    /// Stays in its Zone.
    Hold,
    /// Moves towards opponents if that provokes no free attack.
    Careful,
    /// Moves towards opponents even if that provokes free attacks.
    Reckless,
    /// As [`Careful`](Self::Careful), but attacks an opponent in another Zone if it can.
    Afar,
    /// Weighs what an attack gains against what its Zone costs; without an attack that gains anything, as
    /// [`Careful`](Self::Careful).
    Wary,
    /// Heads for an exit (ZONES-54).
    Leave,
}

impl Approach {
    /// The approach of a policy; for `retreat`, the approach if there is no way to an exit.
    pub(super) const fn of(policy: Policy) -> Self {
        match policy {
            Policy::Default => Self::Careful,
            Policy::Hold | Policy::Retreat => Self::Hold,
            Policy::Reckless => Self::Reckless,
            Policy::Skirmisher => Self::Afar,
            Policy::Wary => Self::Wary,
        }
    }
}

/// A use that a combatant may make of its Turn (ZONES-13), in the order in which policies try them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Action {
    /// P1: uses the item with this index (ZONES-14).
    Use(u8),
    /// P1a: brings the attack with this index to hand (ZONES-14).
    Retrieve(u8),
    /// P2: attacks, after a movement if it needs one.
    Attack(Plan),
    /// P3: makes the Test of a hinderance (ZONES-48).
    BreakFree(Ailment),
    /// P4: moves, and may move a second time (ZONES-12).
    Move,
    /// Leaves its Zone without free attacks (ZONES-36).
    Disengage,
}

/// The place of an action in the order in which a policy tries them: by step, then phase of P2, then index in a list,
/// then manner.
type Order = (u8, Phase, u8, Manner);

/// The action that a policy prefers for a Turn, with facts found while it was chosen.
#[derive(Debug, Clone, Copy)]
struct Intent {
    action: Action,
    approach: Approach,
    /// The first movement of a retreat; `None` if it is still to be found.
    step: Option<Destination>,
}

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    /// T4: chooses the action of a Turn and carries it out.
    pub(super) fn act(&mut self, actor: Actor<'a>) -> Flow {
        self.begin_retreat(actor);
        let Intent { action, approach, step } = self.intent(actor);
        let action =
            self.decide(Deciding::Action as usize, actor.who, action, |fight| fight.actions(actor, approach, action));
        self.carry_out(actor, Intent { action, approach, step })
    }

    /// The action that a combatant's policy prefers: a retreat, else the first of P1 to P4 that applies.
    fn intent(&mut self, actor: Actor<'a>) -> Intent {
        let mut approach = actor.sheet.approach;
        // A combatant with the policy `retreat` is retreating as long as it stands.
        if self.state.retreating.contains(actor.who) {
            if let Some(intent) = self.retreat(actor) {
                return intent;
            }
            approach = Approach::Hold;
        }
        let action = if self.can_act(actor.who) { self.wanted_action(actor, approach) } else { None };
        Intent { action: action.unwrap_or(Action::Move), approach, step: None }
    }

    /// The first of P1 to P3 that applies to a combatant that can act; `None` if none does.
    fn wanted_action(&mut self, actor: Actor<'a>, approach: Approach) -> Option<Action> {
        if let Some(item) = self.items_left(actor).next()
            && self.patients(actor).iter().any(|patient| self.is_in_need(actor, patient))
        {
            return Some(Action::Use(item));
        }
        let listed = self.usable_of_listed(actor.sheet);
        if listed == 0
            && let Some(attack) = self.stowed_attacks(actor).next()
        {
            return Some(Action::Retrieve(attack));
        }
        if let Some(plan) = self.plan(actor, approach, actor.sheet.or_bare_hands(listed)) {
            return Some(Action::Attack(plan));
        }
        self.breakable_hinderances(actor).next().map(Action::BreakFree)
    }

    /// The action of a combatant that retreats; `None` if there is no way to an exit (ZONES-54).
    fn retreat(&mut self, actor: Actor<'a>) -> Option<Intent> {
        self.trace.rule("ZONES-54");
        let intent = |action: Action, step: Option<Destination>| Intent { action, approach: Approach::Leave, step };
        let can_act = self.can_act(actor.who);
        let is_held = can_act && !self.can_move(actor.who);
        if is_held && self.breakable_hinderances(actor).any(|hinderance| hinderance == Ailment::Stuck) {
            return Some(intent(Action::BreakFree(Ailment::Stuck), None));
        }
        let step = self.find_step(actor, Approach::Leave)?;
        let action = if can_act && self.provokes(actor) { Action::Disengage } else { Action::Move };
        Some(intent(action, Some(step)))
    }

    /// The legal actions of a combatant, rated: the action that its policy wants is the best, then those that it would
    /// try next, then those that it has passed over.
    fn actions(
        &self,
        actor: Actor<'a>,
        approach: Approach,
        wanted: Action,
    ) -> Vec<Rated<Action, Reverse<(bool, Order)>>> {
        let mut all = Vec::new();
        if self.can_act(actor.who) {
            all.extend(self.items_left(actor).map(Action::Use));
            all.extend(self.stowed_attacks(actor).map(Action::Retrieve));
            all.extend(self.attacks_open(actor, approach).into_iter().map(Action::Attack));
            all.extend(self.breakable_hinderances(actor).map(Action::BreakFree));
        }
        all.push(Action::Move);
        if self.can_act(actor.who) && self.moves(actor).len() > 1 {
            all.push(Action::Disengage);
        }
        let order_of = |action: Action| self.order_of(actor, approach, action);
        let wanted = order_of(wanted);
        let rated = |action: Action| Rated::new(action, Reverse((order_of(action) < wanted, order_of(action))));
        all.into_iter().map(rated).collect()
    }

    fn order_of(&self, actor: Actor<'a>, approach: Approach, action: Action) -> Order {
        let (step, at) = match action {
            Action::Use(item) => (0, item),
            Action::Retrieve(attack) => (1, attack),
            Action::Attack(plan) => {
                let phase = self.phase(actor, &mut self.outlook(actor, approach), plan);
                return (2, phase, plan.index, plan.manner);
            }
            Action::BreakFree(hinderance) => (3, hinderance as u8),
            Action::Move => (4, 0),
            Action::Disengage => (5, 0),
        };
        (step, Phase::Listed, at, Manner::Here)
    }

    /// Spends the Turn on an action.
    fn carry_out(&mut self, actor: Actor<'a>, Intent { action, approach, step }: Intent) -> Flow {
        match action {
            Action::Use(item) => {
                self.use_item(actor, item.into());
                Continue(())
            }
            Action::Retrieve(attack) => {
                self.retrieve_attack(actor, attack.into());
                self.move_once(actor, approach)
            }
            Action::Attack(plan) => self.carry_out_plan(actor, approach, plan),
            Action::BreakFree(hinderance) => {
                self.trace.rule("ZONES-13");
                self.trace.rule("ZONES-48");
                self.test_recovery(actor.who, hinderance, self.fighter(actor.who).ailments.source(hinderance));
                self.move_once(actor, approach)
            }
            Action::Move => self.move_twice(actor, approach, step),
            Action::Disengage => {
                self.disengage(actor.who);
                let step = step.or_else(|| self.find_step(actor, approach));
                self.go(actor, approach, Pace::Disengaged, step).map_continue(|_| ())
            }
        }
    }

    // Items.

    /// The items of which there are pieces left (ZONES-14).
    fn items_left(&self, actor: Actor<'a>) -> impl Iterator<Item = u8> + use<'a, '_, D, T> {
        let items = (0..).zip(&actor.sheet.items);
        items.filter(|(_, item)| self.state.counters[usize::from(item.pieces)] > 0).map(|(index, _)| index)
    }

    /// The combatants that it can heal with an item: itself and its allies in the same Zone.
    fn patients(&self, actor: Actor<'a>) -> Group {
        self.occupants(self.zone(actor.who)) & self.rules.sides.members(actor.side)
    }

    /// Whether a patient's HP are so low that the combatant's policy heals it.
    fn is_in_need(&self, actor: Actor<'a>, patient: Who) -> bool {
        self.fighter(patient).hp <= self.heals_up_to(actor, patient)
    }

    /// P1: decides which patient to heal. Preferred among those in need is the one with the lowest share of its HP
    /// left; if shares are equal, the healer, then the first (ZONES-05).
    pub(super) fn choose_patient(&mut self, actor: Actor<'a>) -> Who {
        let (patients, is_by_lot) = (self.patients(actor), self.rules.knobs.targets_are_by_lot);
        let rank = |fight: &Self, patient: Who| {
            // Two different shares of at most 10,000 HP differ by more than 2^-32, so that the whole part tells them
            // apart.
            let share = ((fight.fighter(patient).hp as u64) << 32) / fight.full_hp(patient) as u64;
            (!fight.is_in_need(actor, patient), share, patient != actor.who)
        };
        let preferred = self.state.lots.least_by(is_by_lot, patients, |patient| rank(self, patient));
        let options = |fight: &Self| {
            let all = fight.state.lots.in_order(is_by_lot, patients);
            all.into_iter().map(|patient| Rated::new(patient, Reverse(rank(fight, patient)))).collect()
        };
        self.decide(Deciding::Patient as usize, actor.who, preferred.unwrap_or(actor.who), options)
    }

    // Hinderances.

    /// The combatant's hinderances whose Test is an Action: Weakened before Stuck (ZONES-48).
    fn breakable_hinderances(&self, actor: Actor<'a>) -> impl Iterator<Item = Ailment> + use<'a, D, T> {
        let (rules, ailments) = (self.rules, self.fighter(actor.who).ailments);
        let needs_action = move |hinderance: &Ailment| {
            let source = ailments.source(*hinderance);
            ailments.has(*hinderance) && rules.sources[usize::from(source)].needs_action
        };
        [Ailment::Weakened, Ailment::Stuck].into_iter().filter(needs_action)
    }

    // Movements.

    /// Makes the movement that is left after the Action is spent (ZONES-12).
    fn move_once(&mut self, actor: Actor<'a>, approach: Approach) -> Flow {
        let step = self.find_step(actor, approach);
        self.go(actor, approach, Pace::Movement, step).map_continue(|_| ())
    }

    /// Makes a movement, and another one as the Action (ZONES-12, ZONES-13). `step` is the first one; `None` if it is
    /// still to be found.
    fn move_twice(&mut self, actor: Actor<'a>, approach: Approach, step: Option<Destination>) -> Flow {
        let step = step.or_else(|| self.find_step(actor, approach));
        if !self.go(actor, approach, Pace::Movement, step)? {
            return Continue(());
        }
        let is_able = self.stands(actor.who) && self.can_move(actor.who) && self.can_act(actor.who);
        // A combatant that retreats makes no second movement that provokes.
        if is_able && !(approach == Approach::Leave && self.provokes(actor)) {
            let step = self.find_step(actor, approach);
            self.go(actor, approach, Pace::Action, step)?;
        }
        Continue(())
    }

    /// Decides where to go, and goes. Returns whether the combatant has set out.
    fn go(&mut self, actor: Actor<'a>, approach: Approach, pace: Pace, step: Option<Destination>) -> Flow<bool> {
        if !self.can_move(actor.who) {
            return Continue(false);
        }
        let options = |fight: &Self| {
            let rank = |to: Option<Destination>| Reverse(fight.rank_of_move(actor, approach, to));
            fight.moves(actor).into_iter().map(|to| Rated::new(to, rank(to))).collect()
        };
        match self.decide(Deciding::Move as usize, actor.who, step, options) {
            Some(to) => self.walk(actor, to, pace).map_continue(|()| true),
            None => Continue(false),
        }
    }

    /// The legal movements of a combatant: none, to a Nearby Zone with room, or off the battlefield.
    fn moves(&self, actor: Actor<'a>) -> Vec<Option<Destination>> {
        let mut moves = vec![None];
        moves.extend(ones(self.zones_to_go(actor)).map(|zone| Some(Destination::Zone(zone as ZoneId))));
        if self.can_move(actor.who) && self.is_at_exit(actor) {
            moves.push(Some(Destination::Outside));
        }
        moves
    }

    fn is_at_exit(&self, actor: Actor<'a>) -> bool {
        self.rules.field.zone(self.zone(actor.who)).is_exit[actor.side.index()]
    }

    /// The movement that a policy wants, if any: STEP for a combatant that retreats, else P4.
    fn find_step(&mut self, actor: Actor<'a>, approach: Approach) -> Option<Destination> {
        let (retreats, can_move) = (approach == Approach::Leave, self.can_move(actor.who));
        if retreats && self.is_at_exit(actor) {
            return can_move.then_some(Destination::Outside);
        }
        let held = self.held_by(actor.side.other());
        if !retreats && (!can_move || self.is_close_enough(actor, approach, held)) {
            return None;
        }
        let open = self.look_for_room(actor);
        let distance = |zone: ZoneId| self.distance_from(zone, actor, approach, held);
        let open = ones(open).map(|zone| zone as ZoneId);
        if approach == Approach::Wary {
            let nearer = open.filter(|&zone| can_move && distance(zone) < distance(self.zone(actor.who)));
            let best = nearer.min_by_key(|&zone| (self.price(actor, zone), distance(zone)));
            return best.map(Destination::Zone);
        }
        let nearest = open.min_by_key(|&zone| distance(zone))?;
        (can_move && distance(nearest) < distance(self.zone(actor.who))).then_some(Destination::Zone(nearest))
    }

    /// The rank of a movement: the lowest is preferred. That is the distance left; but a wary combatant prefers, of all
    /// movements that bring it nearer, the one whose price is the least.
    fn rank_of_move(&self, actor: Actor<'a>, approach: Approach, to: Option<Destination>) -> (u16, i64, u16) {
        let left = self.distance_left(actor, approach, to);
        if approach != Approach::Wary || left == 0 {
            return (left, 0, 0);
        }
        let stays = self.distance_left(actor, approach, None);
        match to {
            Some(Destination::Zone(zone)) if stays != 0 && left < stays => (1, self.price(actor, zone), left),
            None => (2, 0, 0),
            Some(_) => (3, 0, left),
        }
    }

    /// P4: whether the combatant has no reason to come closer to its opponents: it holds its Zone, an opponent is in
    /// range of a usable attack, or it has no usable attack.
    #[inline]
    fn is_close_enough(&self, actor: Actor<'a>, approach: Approach, held: ZoneSet) -> bool {
        let range = ones(self.usable(actor.sheet)).map(|index| actor.sheet.attacks[index].range).max();
        let is_in_reach = |range: u8| self.rules.field.within(self.zone(actor.who), range) & held != 0;
        approach == Approach::Hold || range.is_none_or(is_in_reach)
    }

    /// The distance that a movement leaves between a combatant and its goal: the less, the better. The goal is an exit
    /// for a combatant that retreats, its own Zone for one that is [close enough](Self::is_close_enough), and the
    /// nearest opponent for others.
    fn distance_left(&self, actor: Actor<'a>, approach: Approach, to: Option<Destination>) -> u16 {
        let (retreats, own) = (approach == Approach::Leave, self.zone(actor.who));
        let held = self.held_by(actor.side.other());
        let zone = match to {
            Some(Destination::Outside) => return if retreats { 0 } else { u16::MAX },
            Some(Destination::Zone(zone)) => zone,
            None if !retreats && self.is_close_enough(actor, approach, held) => return 0,
            None => own,
        };
        1 + u16::from(self.distance_from(zone, actor, approach, held))
    }

    /// The distance from a Zone to the combatant's goal: the exit if it retreats, else the nearest Zone in `held`,
    /// which opponents hold (ZONES-08).
    #[inline]
    fn distance_from(&self, zone: ZoneId, actor: Actor<'a>, approach: Approach, held: ZoneSet) -> u8 {
        let field = &self.rules.field;
        if approach == Approach::Leave { field.to_exit(zone, actor.side) } else { field.nearest(zone, held) }
    }
}
