//! The choice of the actions that combatants declare, and of their targets.

use super::decisions::{Deciding, Least};
use super::resolve::Fight;
use super::sheet::Item;
use super::state::Action;
use super::words::{AttackKind, Declaration, FightsOn, Policy, Targeting};
use crate::decision::Rated;
use crate::dice::Dice;
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

/// The kind of target that an action needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// An opponent, chosen as the combatant's `targeting` says.
    Opponent,
    /// An opponent that tests its morale.
    Timid,
    /// An Incapacitated or Dying combatant of the own side (WOUNDS-43).
    Patient,
}

/// The worth of an action to a policy that chooses a declaration, the lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Worth {
    /// An action that the policy never takes in this situation.
    Unwanted,
    /// An action for lack of any better one.
    LastResort,
    /// An attack that cannot reach the nearest opponent in this turn, or an advance instead of it.
    OutOfReach,
    /// An attack that can reach the nearest opponent in this turn.
    WithinReach,
    /// An attack or a spell that a wary combatant gains by, with its worth.
    Exchange(i64),
    /// An action that the policy prefers to attacks: a spell, a check, Full-Defense.
    Special,
    /// The use of a needed item, which the policy prefers to everything else.
    Remedy,
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// The kind of target that an action needs, and how many yards away it may be; `None` if the action needs no
    /// target.
    #[inline(always)]
    pub(super) fn aim_of(&self, who: Who, action: Action) -> Option<(Aim, i32)> {
        let sheet = self.sheet(who);
        match action {
            Action::Attack(at) | Action::DefensiveAttack(at) => {
                Some((Aim::Opponent, sheet.attacks[usize::from(at)].reach))
            }
            Action::Cast(at) => Some((Aim::Opponent, sheet.spells[usize::from(at)].range)),
            Action::Heal => Some((Aim::Patient, 1)),
            Action::Intimidate => Some((Aim::Timid, self.rules.knobs.intimidate_range)),
            Action::Wait | Action::Advance | Action::UseItem(_) | Action::FullDefense => None,
        }
    }

    /// Decides on the target of an action before its move (the ledger's `pick`); `None` if there is no possible target.
    #[inline(always)]
    pub(super) fn pick(&mut self, who: Who, aim: Aim, reach: i32) -> Option<Who> {
        let preferred = self.preferred_pick(who, aim, reach)?;
        Some(self.decide(Deciding::Target as usize, who, preferred, |fight| {
            let range = fight.range_of_pick(who, reach);
            fight.rated_targets(who, aim, range, fight.targets(who, aim, range))
        }))
    }

    #[inline(always)]
    pub(super) fn preferred_pick(&self, who: Who, aim: Aim, reach: i32) -> Option<Who> {
        if aim == Aim::Opponent && self.sheet(who).targeting == Targeting::Nearest {
            return self.nearest_opponent(who);
        }
        let range = self.range_of_pick(who, reach);
        self.preferred_target(who, aim, range, self.targets(who, aim, range))
    }

    /// The distance in yards up to which a combatant looks for a target before its move. A Dying combatant either acts
    /// or crawls, so its own movement does not count.
    #[inline(always)]
    fn range_of_pick(&self, who: Who, reach: i32) -> i32 {
        if self.is_dying(who) { reach } else { self.allowance(who) + reach }
    }

    /// The possible targets of a combatant; helpless enemies are among them only within `range`.
    #[inline(always)]
    pub(super) fn targets(&self, who: Who, aim: Aim, range: i32) -> Group {
        match aim {
            Aim::Opponent if self.sheet(who).targeting == Targeting::Finish => {
                let helpless = self.helpless_enemies(who).filter(|target| self.distance(who, target) <= range);
                self.opponents(who) | helpless
            }
            Aim::Opponent => self.opponents(who),
            Aim::Timid => self.opponents(who) & self.rules.with_morale,
            Aim::Patient => self.patients(who),
        }
    }

    /// Decides on one of `targets`; `None` if there are none.
    #[inline]
    pub(super) fn choose_target(&mut self, who: Who, aim: Aim, range: i32, targets: Group) -> Option<Who> {
        let preferred = self.preferred_target(who, aim, range, targets)?;
        Some(
            self.decide(Deciding::Target as usize, who, preferred, |fight| {
                fight.rated_targets(who, aim, range, targets)
            }),
        )
    }

    #[inline]
    fn preferred_target(&self, who: Who, aim: Aim, range: i32, targets: Group) -> Option<Who> {
        self.least_to_choose(targets, |target| self.reluctance(who, aim, range, target))
    }

    fn rated_targets(&self, who: Who, aim: Aim, range: i32, targets: Group) -> Vec<Rated<Who, Least<(i32, i32)>>> {
        self.rated_by_least(targets, |target| self.reluctance(who, aim, range, target))
    }

    /// The reluctance of a combatant to aim at a target; the target with the least is preferred. First comes the
    /// condition of targets within `range`, if `targeting` or the aim asks for it, then the distance.
    #[inline]
    fn reluctance(&self, who: Who, aim: Aim, range: i32, target: Who) -> (i32, i32) {
        let (body, distance) = (self.body(target), self.distance(who, target));
        let within = |wounds: i32| if distance <= range { wounds } else { i32::MAX };
        let by_wounds = match (aim, self.sheet(who).targeting) {
            (Aim::Opponent, Targeting::Weakest) => within(body.stress + body.wounds),
            (Aim::Opponent, Targeting::Finish) => i32::from(self.stands(target)),
            (Aim::Opponent, Targeting::Nearest) | (Aim::Timid, _) => 0,
            (Aim::Patient, _) => within(body.wounds_above_death(self.sheet(target))),
        };
        (by_wounds, distance)
    }

    /// The member of a group with the lowest `key`; among equals, the first by lot or in listed order.
    #[inline]
    fn least_to_choose<K: Ord>(&self, group: Group, key: impl Fn(Who) -> K) -> Option<Who> {
        self.state.lots.least_by(self.rules.knobs.targets_are_by_lot, group, key)
    }

    /// Living enemies of a combatant that are not fighters: they are down.
    #[inline]
    pub(super) fn helpless_enemies(&self, who: Who) -> Group {
        (self.state.present - self.state.fighters) & self.rules.sides.opponents(who)
    }

    #[inline(always)]
    pub(super) fn nearest_opponent(&self, who: Who) -> Option<Who> {
        let other = self.side(who).other();
        self.scratch.line.nearest(who, self.standing_of(other), other)
    }

    /// The combatants of its own side that a combatant could stabilise (WOUNDS-43).
    pub(super) fn patients(&self, who: Who) -> Group {
        let state = &*self.state;
        let mut own_side = state.present - self.rules.sides.opponents(who) - state.stabilised;
        if !self.rules.knobs.heals_self {
            own_side.remove(who);
        }
        own_side.filter(|patient| match self.body(patient).wounds {
            1.. => false,
            0 => self.sheet(patient).fights_on != FightsOn::Never,
            _ => true,
        })
    }

    /// Whether a combatant has lost so much that an item should be used on it (WOUNDS-37).
    fn needs(&self, patient: Who, item: &Item) -> bool {
        let (sheet, body) = (self.sheet(patient), self.body(patient));
        item.restores_stress.is_some() && body.is_stress_below(item.use_below)
            || item.restores_wounds.is_some() && body.are_wounds_below(item.use_below, sheet)
    }

    /// The members of its side on whom a combatant may use an item for allies (WOUNDS-37).
    pub(super) fn allies_in_need(&self, who: Who, item: &Item) -> Group {
        let own_side = self.state.present - self.rules.sides.opponents(who);
        own_side.filter(|ally| self.distance(who, ally) <= 1 && self.needs(ally, item))
    }

    /// Decides on which ally to use an item; `None` if no ally needs it.
    pub(super) fn choose_ally(&mut self, who: Who, item: &Item) -> Option<Who> {
        let allies = self.allies_in_need(who, item);
        let preferred = self.least_to_choose(allies, |ally| self.danger(ally))?;
        Some(self.decide(Deciding::Ally as usize, who, preferred, |fight| {
            fight.rated_by_least(allies, |ally| fight.danger(ally))
        }))
    }

    /// The distance of a combatant from death, in Wound Points: an item for allies is used first on the ally with the
    /// least (WOUNDS-37).
    fn danger(&self, who: Who) -> i32 {
        self.body(who).wounds_above_death(self.sheet(who))
    }

    /// Decides on the action that a combatant declares; its policy prefers the first of the best ones.
    #[inline(always)]
    pub(super) fn choose_action(&mut self, who: Who) -> Action {
        let nearest = self.nearest_opponent(who);
        let mut best = (Action::Wait, Worth::Unwanted);
        for &action in &self.sheet(who).actions {
            let worth = self.worth_but_for_cover(who, action, nearest);
            if worth > best.1 && self.has_wanted_cover(who, action) && self.may_declare(who, action) {
                best = (action, worth);
                // No later action in the list can be better.
                if matches!(worth, Worth::Special | Worth::Remedy) || worth == Worth::WithinReach && !self.is_wary(who)
                {
                    break;
                }
            }
        }
        self.decide(Deciding::Declaration as usize, who, best.0, |fight| {
            let legal = fight.sheet(who).actions.iter().filter(|&&action| fight.may_declare(who, action));
            legal.map(|&action| Rated::new(action, fight.worth_of(who, action, nearest))).collect()
        })
    }

    /// Whether a combatant may declare one of its [actions](super::sheet::Sheet::actions): it can pay for it and use
    /// it, and there is a possible target.
    #[inline(always)]
    fn may_declare(&self, who: Who, action: Action) -> bool {
        match action {
            Action::Wait | Action::FullDefense => return true,
            Action::Advance => return !self.opponents(who).is_empty(),
            Action::UseItem(at) => {
                let item = &self.sheet(who).items[usize::from(at)];
                if item.is_for_allies && self.allies_in_need(who, item).is_empty() {
                    return false;
                }
            }
            _ => {}
        }
        let has_target =
            || self.aim_of(who, action).is_none_or(|(aim, _)| !self.targets(who, aim, i32::MAX).is_empty());
        !self.is_lost(who, action) && has_target()
    }

    /// The worth to a combatant's policy of an action that it may declare; `nearest` is its nearest opponent.
    fn worth_of(&self, who: Who, action: Action, nearest: Option<Who>) -> Worth {
        if self.has_wanted_cover(who, action) {
            self.worth_but_for_cover(who, action, nearest)
        } else {
            Worth::Unwanted
        }
    }

    /// The worth of an action that has the [wanted cover](Self::has_wanted_cover). That is checked apart, since it
    /// takes longest.
    #[inline(always)]
    fn worth_but_for_cover(&self, who: Who, action: Action, nearest: Option<Who>) -> Worth {
        let (sheet, policy) = (self.sheet(who), self.sheet(who).policy);
        let special = |is_wanted: bool| if is_wanted { Worth::Special } else { Worth::Unwanted };
        let Some(nearest) = nearest else {
            return match action {
                Action::Wait => Worth::LastResort,
                Action::Heal => special(policy == Policy::Medic),
                _ => Worth::Unwanted,
            };
        };
        if policy == Policy::Wary
            && action.is_hostile()
            && let Some(worth) = self.exchange(who, action)
        {
            return Worth::Exchange(worth);
        }
        match action {
            Action::UseItem(at) => {
                let item = &sheet.items[usize::from(at)];
                let is_needed = item.is_for_allies || self.needs(who, item);
                if is_needed { Worth::Remedy } else { Worth::Unwanted }
            }
            Action::Heal => special(policy == Policy::Medic),
            Action::Intimidate => special(policy == Policy::Intimidator && self.has_timid_within_range(who)),
            Action::Cast(at) => {
                let range = sheet.spells[usize::from(at)].range;
                special(policy == Policy::Caster && self.comes_within(who, nearest, range))
            }
            Action::FullDefense => match policy {
                Policy::Guard => Worth::Special,
                Policy::Cautious if self.is_worried(who) => Worth::Special,
                _ => Worth::LastResort,
            },
            Action::Attack(_) | Action::DefensiveAttack(_) if policy == Policy::Guard => Worth::Unwanted,
            Action::Attack(at) | Action::DefensiveAttack(at) => {
                match self.comes_within(who, nearest, sheet.attacks[usize::from(at)].reach) {
                    true => Worth::WithinReach,
                    // It advances instead.
                    false if policy == Policy::Defensive => Worth::Unwanted,
                    false => Worth::OutOfReach,
                }
            }
            Action::Advance if policy == Policy::Defensive => {
                let has_attack = sheet.attacks.iter().any(|attack| self.is_usable(who, attack));
                if has_attack { Worth::OutOfReach } else { Worth::Unwanted }
            }
            Action::Advance | Action::Wait => Worth::Unwanted,
        }
    }

    /// Whether an action has the cover that the combatant's policy wants: for an attack, a Defensive Attack or a plain
    /// one; for other actions always.
    #[inline(always)]
    fn has_wanted_cover(&self, who: Who, action: Action) -> bool {
        let (at, is_covered) = match action {
            Action::Attack(at) => (at, false),
            Action::DefensiveAttack(at) => (at, true),
            _ => return true,
        };
        if self.is_wary(who) && self.exchange(who, action).is_some() {
            return true;
        }
        let attack = &self.sheet(who).attacks[usize::from(at)];
        let wants_cover = attack.kind != AttackKind::Thrown
            && match self.sheet(who).policy {
                Policy::Defensive => true,
                Policy::Reckless => false,
                _ => self.rules.knobs.repostes_on_entry && self.would_provoke(who, attack.reach),
            };
        is_covered == wants_cover
    }

    /// Whether a combatant can come near enough in its turn to intimidate an opponent that tests its morale.
    fn has_timid_within_range(&self, who: Who) -> bool {
        let range = self.allowance(who) + self.rules.knobs.intimidate_range;
        self.targets(who, Aim::Timid, range).iter().any(|target| self.distance(who, target) <= range)
    }

    /// Whether a target is so near that a combatant can come within reach of it in its turn.
    #[inline(always)]
    fn comes_within(&self, who: Who, target: Who, reach: i32) -> bool {
        let missing = self.distance(who, target) - reach;
        missing <= 0 || missing <= self.allowance(who)
    }

    /// Whether the way to the target of an attack would lead into an opponent's threat range.
    #[inline(always)]
    fn would_provoke(&self, who: Who, reach: i32) -> bool {
        self.preferred_pick(who, Aim::Opponent, reach).is_some_and(|target| self.would_enter(who, target, reach))
    }

    /// Whether a combatant with policy `cautious` wants Full-Defense.
    fn is_worried(&self, who: Who) -> bool {
        self.body(who).is_stress_below(self.sheet(who).defend_below)
            && !self.state.defended_last.contains(who)
            && self.opponents(who).iter().any(|opponent| !self.is_known_harmless(opponent))
    }

    /// Whether it is known to all that an opponent will attack nobody in this round.
    fn is_known_harmless(&self, opponent: Who) -> bool {
        let (state, body) = (&*self.state, self.body(opponent));
        let has_declared =
            self.rules.knobs.declaration != Declaration::Simultaneous && state.this_round.declared.contains(opponent);
        state.surprised.contains(opponent)
            || has_declared
                && !body.turn.action.is_hostile()
                && !(state.this_round.had_carried.contains(opponent) && body.carried.action.is_hostile())
    }
}
