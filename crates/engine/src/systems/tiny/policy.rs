//! The turns of combatants (the ledger's "Policies").

use std::cmp::Reverse;

use super::Attack;
use super::compile::ADJACENT;
use super::decisions::Deciding;
use super::event::Event;
use super::metrics::{ADVANCES, EVADE_TURNS};
use super::movement::distance_between;
use super::resolve::Fight;
use super::scenario::Policy;
use crate::decision::Rated;
use crate::dice::Dice;
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

/// A use that a combatant may make of its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    /// Attacks; out of combat after a walk if the attack needs one (TINY-11, TINY-12, TINY-16).
    Attack,
    /// Evades until its next turn (TINY-17).
    Evade,
    /// Tries to get out of combat (TINY-18).
    Extricate,
    /// Walks towards the nearest enemy and does no more (TINY-13, TINY-14).
    Advance,
    /// Goes to a dying ally and helps it (TINY-40).
    Attend,
    /// Walks away from the enemies: policy `retreat` alone (TINY-44).
    Run,
    /// Does nothing, which also counts as a turn (TINY-09).
    Hold,
}

impl Action {
    /// All actions, in the order of the ledger.
    const ALL: [Self; 7] =
        [Self::Attack, Self::Evade, Self::Extricate, Self::Advance, Self::Attend, Self::Run, Self::Hold];
}

/// A turn, with the facts on which its choices depend.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn {
    pub(super) who: Who,
    pub(super) is_in_combat: bool,
    /// The distance to the nearest enemy, in feet.
    pub(super) gap: i32,
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Plays the turn of a standing combatant while the fight lasts.
    pub(super) fn act(&mut self, who: Who) {
        let is_in_combat = self.is_in_combat(who);
        if is_in_combat {
            self.trace.rule("TINY-10");
            self.trace.rule("TINY-11");
        }
        let gap = if is_in_combat { ADJACENT } else { self.nearest_gap(who, self.fighter(who).position) };
        let turn = Turn { who, is_in_combat, gap };
        let retreats = self.sheet(who).policy == Policy::Retreat && self.is_low(who);
        let steps = self.steps(turn);
        let own = steps.iter().find(|&&action| self.may(turn, action));
        let preferred = own.copied().unwrap_or_else(|| self.default_action(turn));
        let action = self.decide(Deciding::Action as usize, who, preferred, |fight| fight.actions(turn));
        self.carry_out(turn, action);
        if retreats {
            self.leave_if_far(who);
        }
    }

    /// The actions that a combatant's policy tries, in this order, before those of policy `default`.
    fn steps(&self, turn @ Turn { who, is_in_combat, .. }: Turn) -> &'static [Action] {
        match (self.sheet(who).policy, is_in_combat) {
            (Policy::Evasive, true) if self.is_low(who) && !self.comrades(who).is_empty() => &[Action::Evade],
            (Policy::Skirmisher, true) => &[Action::Extricate],
            (Policy::Skirmisher, false) if self.can_shoot(turn) => &[Action::Attack],
            (Policy::Medic, false) if self.can_shoot(turn) => &[Action::Attend, Action::Attack],
            // A medic stays out of combat while a comrade with another policy fights.
            (Policy::Medic, false) if !(self.comrades(who) - self.rules.keepers).is_empty() => {
                &[Action::Attend, Action::Hold]
            }
            (Policy::Medic, _) => &[Action::Attend],
            (Policy::Retreat, true) if self.is_low(who) => &[Action::Extricate, Action::Evade],
            (Policy::Retreat, false) if self.is_low(who) && self.gets_away(turn) => &[Action::Run],
            (Policy::Wary, true) => match self.precaution(turn) {
                Some(Action::Extricate) => &[Action::Extricate],
                Some(_) => &[Action::Evade],
                None => &[],
            },
            (Policy::Default | Policy::Evasive | Policy::Skirmisher | Policy::Wary | Policy::Retreat, _) => &[],
        }
    }

    /// The actions that policy `default` tries, in this order. A combatant without attacks gains nothing from leaving
    /// combat or from coming closer.
    fn default_steps(&self, Turn { who, is_in_combat, .. }: Turn) -> &'static [Action] {
        match (is_in_combat, self.sheet(who).attacks.is_empty()) {
            (true, false) => &[Action::Attack, Action::Extricate, Action::Evade],
            (true, true) => &[Action::Evade],
            (false, false) => &[Action::Attack, Action::Advance, Action::Hold],
            (false, true) => &[Action::Hold],
        }
    }

    /// The first action of policy `default` that is legal.
    fn default_action(&mut self, turn: Turn) -> Action {
        let sheet = self.sheet(turn.who);
        if sheet.has_harmless {
            // An attack that does no damage is never made (TINY-31).
            self.trace.rule("TINY-31");
        }
        if turn.is_in_combat && sheet.attacks.first().is_some_and(|first| !first.is_made_in_combat) {
            // The preferred attack is ranged, and forbidden in combat.
            self.trace.rule("TINY-16");
        }
        let wanted = self.default_steps(turn).iter().find(|&&action| self.may(turn, action));
        *wanted.expect("in combat one may evade, and out of it hold")
    }

    /// The legal actions of a combatant, rated: the earlier its policy would try an action, the better; actions that it
    /// never tries come last.
    fn actions(&self, turn: Turn) -> Vec<Rated<Action, Reverse<usize>>> {
        let steps = || self.steps(turn).iter().chain(self.default_steps(turn));
        let rated = |&action: &Action| {
            let step = steps().position(|&step| step == action);
            Rated::new(action, Reverse(step.unwrap_or(usize::MAX)))
        };
        Action::ALL.iter().filter(|&&action| self.may(turn, action)).map(rated).collect()
    }

    /// Whether the rules allow a combatant an action in this turn.
    #[inline]
    fn may(&self, turn @ Turn { who, is_in_combat, gap }: Turn, action: Action) -> bool {
        let sheet = self.sheet(who);
        match action {
            Action::Attack => sheet.attacks.iter().any(|attack| self.may_make(turn, attack)),
            Action::Evade => is_in_combat,
            Action::Extricate => is_in_combat && self.ways_out(who).next().is_some(),
            Action::Advance => !is_in_combat && sheet.movement > 0 && gap - ADJACENT > sheet.movement,
            Action::Attend => self.rules.medics.contains(who) && !self.patients(who, is_in_combat).is_empty(),
            Action::Run => !is_in_combat && sheet.policy == Policy::Retreat && self.ways_to_run(who).next().is_some(),
            Action::Hold => !is_in_combat,
        }
    }

    /// Whether a combatant may make an attack in this turn: in combat unless it is forbidden there, out of combat if it reaches
    /// the nearest enemy after a walk of at most the movement (TINY-11, TINY-12, TINY-16).
    pub(super) fn may_make(&self, Turn { who, is_in_combat, gap }: Turn, attack: &Attack) -> bool {
        if is_in_combat { attack.is_made_in_combat } else { gap - attack.reach <= self.sheet(who).movement }
    }

    /// Spends the turn on a legal action.
    fn carry_out(&mut self, turn: Turn, action: Action) {
        match action {
            Action::Attack => self.make_attack(turn),
            Action::Evade => self.evade(turn.who),
            Action::Extricate => self.get_out(turn.who),
            Action::Advance => self.advance(turn),
            Action::Attend => self.attend(turn.who, self.patients(turn.who, turn.is_in_combat)),
            Action::Run => self.run(turn.who),
            Action::Hold => self.hold(turn.who),
        }
    }

    /// Whether a combatant has so few HP that its policy evades or retreats.
    fn is_low(&self, who: Who) -> bool {
        self.fighter(who).hp <= self.policy_hp(who)
    }

    // Attacks.

    /// Whether a combatant is out of combat and can shoot at an enemy from where it stands.
    fn can_shoot(&self, turn: Turn) -> bool {
        self.sheet(turn.who).attacks.iter().any(|attack| is_shot(turn, attack))
    }

    /// Chooses an attack, walks as far as it needs, chooses a target and attacks.
    fn make_attack(&mut self, turn @ Turn { who, is_in_combat, gap }: Turn) {
        let Some(at) = self.choose_attack(turn) else { return };
        let attack = &self.sheet(who).attacks[at];
        if !is_in_combat {
            // A shooter, too, first walks until its target is in range (TINY-12, TINY-16). A policy that looks first
            // for a shot from where it stands takes no walk into account, so that the shot alone names the rule.
            if !(self.shoots_first(who) && is_shot(turn, attack)) {
                self.trace.rule(if attack.is_ranged() { "TINY-16" } else { "TINY-12" });
            }
            self.approach(turn, gap - attack.reach);
        }
        // Adjacent enemies are all in combat, so that for a short reach only enemies in combat have to be looked at.
        let near = if attack.reach > ADJACENT { self.opponents(who) } else { self.opponents_in_combat(who) };
        let targets = self.within(who, near, attack.reach);
        let weakness = |fight: &Self, enemy: Who| fight.strength(enemy) << 32 | i64::from(fight.distance(who, enemy));
        let target = if self.sheet(who).policy == Policy::Wary {
            self.choose_target_warily(who, attack, targets, weakness)
        } else {
            self.decide_between(Deciding::Target as usize, who, targets, weakness)
        };
        if let Some(target) = target {
            self.attack(who, at, target);
        }
    }

    /// Decides on an attack that may be made: preferably the first listed one, or, for a policy that shoots first, a
    /// shot from where the combatant stands. `None` if no attack may be made.
    fn choose_attack(&mut self, turn @ Turn { who, .. }: Turn) -> Option<usize> {
        let (sheet, shoots_first) = (self.sheet(who), self.shoots_first(who));
        if sheet.policy == Policy::Wary {
            return self.choose_attack_warily(turn);
        }
        let shot = if shoots_first { sheet.attacks.iter().position(|attack| is_shot(turn, attack)) } else { None };
        let preferred = shot.or_else(|| sheet.attacks.iter().position(|attack| self.may_make(turn, attack)))?;
        let options = |fight: &Self| {
            let open = (0..sheet.attacks.len()).filter(|&at| fight.may_make(turn, &sheet.attacks[at]));
            let rank = |at: usize| (shoots_first && !is_shot(turn, &sheet.attacks[at]), at);
            open.map(|at| Rated::new(at, Reverse(rank(at)))).collect()
        };
        Some(self.decide(Deciding::Attack as usize, who, preferred, options))
    }

    fn shoots_first(&self, who: Who) -> bool {
        matches!(self.sheet(who).policy, Policy::Skirmisher | Policy::Medic)
    }

    /// The strength of an enemy for a policy that looks for the weakest: its HP, then its DR, in one number of 32 bits.
    pub(super) fn strength(&self, enemy: Who) -> i64 {
        i64::from(self.fighter(enemy).hp) << 16 | i64::from(self.sheet(enemy).dr)
    }

    /// Decides between combatants: the one with the least `key` is preferred, among equals the first by lot or in
    /// listed order. `None` if the group is empty.
    pub(super) fn decide_between<K: Ord>(
        &mut self,
        kind: usize,
        who: Who,
        among: Group,
        key: impl Fn(&Self, Who) -> K,
    ) -> Option<Who> {
        let is_by_lot = self.rules.knobs.targets_are_by_lot;
        let preferred = self.state.lots.least_by(is_by_lot, among, |other| key(self, other))?;
        let options = |fight: &Self| {
            let all = fight.state.lots.in_order(is_by_lot, among);
            all.into_iter().map(|other| Rated::new(other, Reverse(key(fight, other)))).collect()
        };
        Some(self.decide(kind, who, preferred, options))
    }

    // Movement.

    /// The distance in feet from a position to the nearest enemy of a combatant.
    fn nearest_gap(&self, who: Who, position: i32) -> i32 {
        let distances =
            self.opponents(who).iter().map(|enemy| distance_between(self.fighter(enemy).position, position));
        distances.min().unwrap_or(0)
    }

    /// Walks `feet` towards the nearest enemy, or not at all if `feet` is 0 or less. If several are equally near, the
    /// weakest is preferred.
    fn approach(&mut self, Turn { who, gap, .. }: Turn, feet: i32) {
        if feet <= 0 {
            return;
        }
        let nearest = self.opponents(who).filter(|enemy| self.distance(who, enemy) == gap);
        let Some(enemy) = self.decide_between(Deciding::Approach as usize, who, nearest, Self::strength) else {
            return;
        };
        let ahead = self.fighter(enemy).position - self.fighter(who).position;
        self.walk(who, ahead.signum() * feet);
    }

    /// Step 4 of `default`: walks towards the nearest enemy until the first attack reaches it; next to it, if that
    /// attack reaches it already or there is no attack. Walks at most twice the movement (TINY-13, TINY-14).
    fn advance(&mut self, turn @ Turn { who, gap, .. }: Turn) {
        let sheet = self.sheet(who);
        let lacking = sheet.attacks.first().map_or(0, |first| gap - first.reach);
        let feet = if lacking > 0 { lacking } else { gap - ADJACENT }.min(2 * sheet.movement);
        self.trace.rule(if gap - feet <= ADJACENT { "TINY-13" } else { "TINY-14" });
        self.trace.count(ADVANCES, 1);
        self.approach(turn, feet);
    }

    fn hold(&mut self, who: Who) {
        self.trace.rule("TINY-09");
        self.trace.happens(|| Event::Hold { who: self.rules.named(who) });
    }

    /// Evades until its next turn (TINY-17).
    fn evade(&mut self, who: Who) {
        self.trace.rule("TINY-17");
        self.trace.count(EVADE_TURNS, 1);
        self.state.evading.insert(who);
        self.trace.happens(|| Event::Evade { who: self.rules.named(who) });
    }

    /// Decides on a way out of combat, preferably the first one, and tries to take it (TINY-18).
    fn get_out(&mut self, who: Who) {
        let Some(preferred) = self.ways_out(who).next() else { return };
        let options =
            |fight: &Self| fight.ways_out(who).zip(0..).map(|(way, at)| Rated::new(way, Reverse(at))).collect();
        let way_out = self.decide(Deciding::Direction as usize, who, preferred, options);
        self.extricate(who, way_out);
    }

    /// The ways to run, to the rear and to the front: at most twice the movement, and not into combat; in feet, with
    /// the sign of the direction.
    fn ways_to_run(&self, who: Who) -> impl Iterator<Item = i32> {
        self.clear_ways(who, 2 * self.sheet(who).movement).into_iter().filter(|&feet| feet != 0)
    }

    /// The distance in feet to the nearest enemy after a move of `feet`.
    fn gap_after(&self, who: Who, feet: i32) -> i32 {
        self.nearest_gap(who, self.fighter(who).position + feet)
    }

    /// Whether some way to run leads farther away from the nearest enemy.
    fn gets_away(&self, Turn { who, gap, .. }: Turn) -> bool {
        self.ways_to_run(who).any(|feet| self.gap_after(who, feet) > gap)
    }

    /// Runs to the end where the nearest enemy is farthest away, to the rear if both ends are equal.
    fn run(&mut self, who: Who) {
        let rank = |fight: &Self, feet: i32| Reverse(fight.gap_after(who, feet));
        let Some(preferred) = self.ways_to_run(who).min_by_key(|&feet| rank(self, feet)) else { return };
        let options = |fight: &Self| {
            let ways = fight.ways_to_run(who);
            ways.map(|feet| Rated::new(feet, Reverse(rank(fight, feet)))).collect()
        };
        let feet = self.decide(Deciding::Direction as usize, who, preferred, options);
        self.walk(who, feet);
    }
}

/// Whether an attack is a shot that a combatant out of combat can make at the nearest enemy from where it stands.
fn is_shot(Turn { is_in_combat, gap, .. }: Turn, attack: &Attack) -> bool {
    !is_in_combat && attack.is_ranged() && gap <= attack.reach
}
