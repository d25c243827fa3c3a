//! How combatants choose what they declare, and at whom they aim.

use super::beside;
use super::decisions::{ALLY, DECLARATION, Least, TARGET};
use super::resolve::Fight;
use super::sheet::Item;
use super::state::Action;
use super::words::{AttackKind, Declaration, FightsOn, Policy, Targeting};
use crate::decision::Rated;
use crate::dice::Dice;
use crate::skirmish::Group;
use crate::trace::Trace;

/// The kind of target that an action needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// An opponent, by the combatant's `targeting`.
    Opponent,
    /// An opponent that tests its morale.
    Timid,
    /// A combatant of the own side who is Incapacitated or Dying (WOUNDS-43).
    Patient,
}

/// The opinion of a policy on declaring an action, the worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Worth {
    /// Something that the policy never does as things are.
    Unwanted,
    /// Something to do if nothing else can be done.
    LastResort,
    /// An attack that cannot reach the nearest opponent on this turn, or an advance in its place.
    OutOfReach,
    /// An attack that can.
    WithinReach,
    /// Something that the policy does rather than attack: a spell, a check, Full-Defense.
    Special,
    /// An item that is needed, which comes before everything.
    Remedy,
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// The target that an action needs, and how far it may be away; `None` if it needs none.
    #[inline(always)]
    pub(super) fn aim_of(&self, who: usize, action: Action) -> Option<(Aim, i32)> {
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

    /// The target of an action before its move (the ledger's `pick`); `None` if there is nobody to aim at.
    #[inline(always)]
    pub(super) fn pick(&mut self, who: usize, aim: Aim, reach: i32) -> Option<usize> {
        let preferred = self.preferred_pick(who, aim, reach)?;
        Some(self.decide(TARGET, who, preferred, |fight| {
            let range = fight.range_of_pick(who, reach);
            fight.rated_targets(who, aim, range, fight.targets(who, aim, range))
        }))
    }

    #[inline(always)]
    fn preferred_pick(&self, who: usize, aim: Aim, reach: i32) -> Option<usize> {
        if aim == Aim::Opponent && self.sheet(who).targeting == Targeting::Nearest {
            return self.nearest_opponent(who);
        }
        let range = self.range_of_pick(who, reach);
        self.preferred_target(who, aim, range, self.targets(who, aim, range))
    }

    /// How far somebody looks for a target before its move. Somebody Dying acts or crawls, and not both.
    #[inline(always)]
    fn range_of_pick(&self, who: usize, reach: i32) -> i32 {
        if self.is_dying(who) { reach } else { self.allowance(who) + reach }
    }

    /// The combatants at whom somebody may aim; the helpless among them only within the range in which it looks.
    #[inline(always)]
    pub(super) fn targets(&self, who: usize, aim: Aim, range: i32) -> Group {
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

    /// The target that somebody takes of some; `None` if there are none.
    #[inline]
    pub(super) fn choose_target(&mut self, who: usize, aim: Aim, range: i32, targets: Group) -> Option<usize> {
        let preferred = self.preferred_target(who, aim, range, targets)?;
        Some(self.decide(TARGET, who, preferred, |fight| fight.rated_targets(who, aim, range, targets)))
    }

    #[inline]
    fn preferred_target(&self, who: usize, aim: Aim, range: i32, targets: Group) -> Option<usize> {
        self.least_to_choose(targets, |target| self.reluctance(who, aim, range, target))
    }

    fn rated_targets(&self, who: usize, aim: Aim, range: i32, targets: Group) -> Vec<Rated<usize, Least<(i32, i32)>>> {
        self.rated_by_least(targets, |target| self.reluctance(who, aim, range, target))
    }

    /// The reluctance of somebody to aim at a target: the target with the least is taken. Wounds within the range in which it
    /// looks come first if its policy asks for them, then the distance.
    #[inline]
    fn reluctance(&self, who: usize, aim: Aim, range: i32, target: usize) -> (i32, i32) {
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

    /// The combatant of some who has the least; of those who have as little the first listed, or the first by lot.
    #[inline]
    fn least_to_choose<K: Ord>(&self, group: Group, key: impl Fn(usize) -> K) -> Option<usize> {
        self.state.lots.least_by(self.rules.knobs.targets_are_by_lot, group, key)
    }

    /// Living enemies of somebody that are down.
    #[inline]
    pub(super) fn helpless_enemies(&self, who: usize) -> Group {
        (self.state.present - self.state.fighters) & self.rules.sides.opponents(who)
    }

    #[inline(always)]
    pub(super) fn nearest_opponent(&self, who: usize) -> Option<usize> {
        let other = self.side(who).other();
        self.scratch.line.nearest(who, self.standing_of(other), other)
    }

    /// The combatants whom somebody could stabilise (WOUNDS-43).
    pub(super) fn patients(&self, who: usize) -> Group {
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

    /// Whether an item would do somebody good (WOUNDS-37).
    fn needs(&self, patient: usize, item: &Item) -> bool {
        let (sheet, body) = (self.sheet(patient), self.body(patient));
        item.restores_stress.is_some() && body.is_stress_below(item.use_below)
            || item.restores_wounds.is_some() && body.are_wounds_below(item.use_below, sheet)
    }

    /// The combatants of its side on whom somebody may use an item for allies (WOUNDS-37).
    pub(super) fn allies_in_need(&self, who: usize, item: &Item) -> Group {
        let own_side = self.state.present - self.rules.sides.opponents(who);
        own_side.filter(|ally| self.distance(who, ally) <= 1 && self.needs(ally, item))
    }

    /// The one of them whom somebody takes; `None` if nobody needs the item.
    pub(super) fn choose_ally(&mut self, who: usize, item: &Item) -> Option<usize> {
        let allies = self.allies_in_need(who, item);
        let preferred = self.least_to_choose(allies, |ally| self.danger(ally))?;
        Some(self.decide(ALLY, who, preferred, |fight| fight.rated_by_least(allies, |ally| fight.danger(ally))))
    }

    /// How far somebody is from death: the less, the sooner an item for allies is used on it (WOUNDS-37).
    fn danger(&self, who: usize) -> i32 {
        self.body(who).wounds_above_death(self.sheet(who))
    }

    /// The action that somebody declares by its policy: the first of the best.
    #[inline(always)]
    pub(super) fn choose_action(&mut self, who: usize) -> Action {
        let nearest = self.nearest_opponent(who);
        let mut best = (Action::Wait, Worth::Unwanted);
        for &action in &self.sheet(who).actions {
            let worth = self.worth_but_for_cover(who, action, nearest);
            if worth > best.1 && self.has_wanted_cover(who, action) && self.may_declare(who, action) {
                best = (action, worth);
                // No later action in the list is better.
                if worth >= Worth::WithinReach {
                    break;
                }
            }
        }
        self.decide(DECLARATION, who, best.0, |fight| {
            let legal = fight.sheet(who).actions.iter().filter(|&&action| fight.may_declare(who, action));
            legal.map(|&action| Rated::new(action, fight.worth_of(who, action, nearest))).collect()
        })
    }

    /// Whether somebody may declare one of its [actions](super::sheet::Sheet::actions): it has what it takes, and there is
    /// somebody to aim at.
    #[inline(always)]
    fn may_declare(&self, who: usize, action: Action) -> bool {
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

    /// The opinion of somebody's policy on an action that it may declare; `nearest` is its nearest opponent.
    fn worth_of(&self, who: usize, action: Action, nearest: Option<usize>) -> Worth {
        if self.has_wanted_cover(who, action) {
            self.worth_but_for_cover(who, action, nearest)
        } else {
            Worth::Unwanted
        }
    }

    /// The same of an action that has the [wanted cover](Self::has_wanted_cover), which takes longest to find out.
    #[inline(always)]
    fn worth_but_for_cover(&self, who: usize, action: Action, nearest: Option<usize>) -> Worth {
        let (sheet, policy) = (self.sheet(who), self.sheet(who).policy);
        let special = |is_wanted: bool| if is_wanted { Worth::Special } else { Worth::Unwanted };
        let Some(nearest) = nearest else {
            return match action {
                Action::Wait => Worth::LastResort,
                Action::Heal => special(policy == Policy::Medic),
                _ => Worth::Unwanted,
            };
        };
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
                    // It advances.
                    false if policy == Policy::Defensive => Worth::Unwanted,
                    false => Worth::OutOfReach,
                }
            }
            Action::Advance if policy == Policy::Defensive && self.has_usable_attack(who) => Worth::OutOfReach,
            Action::Advance | Action::Wait => Worth::Unwanted,
        }
    }

    /// Whether an action is not an attack that somebody's policy would rather make with the cover of a Defensive Attack, or
    /// without it.
    #[inline(always)]
    fn has_wanted_cover(&self, who: usize, action: Action) -> bool {
        let (at, is_covered) = match action {
            Action::Attack(at) => (at, false),
            Action::DefensiveAttack(at) => (at, true),
            _ => return true,
        };
        let attack = &self.sheet(who).attacks[usize::from(at)];
        let wants_cover = attack.kind != AttackKind::Thrown
            && match self.sheet(who).policy {
                Policy::Defensive => true,
                Policy::Reckless => false,
                _ => self.rules.knobs.repostes_on_entry && self.would_provoke(who, attack.reach),
            };
        is_covered == wants_cover
    }

    #[inline]
    fn has_usable_attack(&self, who: usize) -> bool {
        self.sheet(who).attacks.iter().any(|attack| self.is_usable(who, attack))
    }

    /// Whether somebody comes near enough on its turn to intimidate an opponent that tests its morale.
    fn has_timid_within_range(&self, who: usize) -> bool {
        let range = self.allowance(who) + self.rules.knobs.intimidate_range;
        self.targets(who, Aim::Timid, range).iter().any(|target| self.distance(who, target) <= range)
    }

    /// Whether a target is so near that somebody can go within reach of it.
    #[inline(always)]
    fn comes_within(&self, who: usize, target: usize, reach: i32) -> bool {
        let missing = self.distance(who, target) - reach;
        missing <= 0 || missing <= self.allowance(who)
    }

    /// Whether an attack made now would enter an opponent's threat range on the way to its target.
    #[inline(always)]
    fn would_provoke(&self, who: usize, reach: i32) -> bool {
        self.preferred_pick(who, Aim::Opponent, reach).is_some_and(|target| self.would_enter(who, target, reach))
    }

    /// Whether policy `cautious` defends itself.
    fn is_worried(&self, who: usize) -> bool {
        self.body(who).is_stress_below(self.sheet(who).defend_below)
            && !self.state.defended_last.contains(who)
            && self.opponents(who).iter().any(|opponent| !self.is_known_harmless(opponent))
    }

    /// Whether everybody knows that an opponent will attack nobody in this round.
    fn is_known_harmless(&self, opponent: usize) -> bool {
        let (state, body) = (&*self.state, self.body(opponent));
        let has_declared =
            self.rules.knobs.declaration != Declaration::Simultaneous && state.this_round.declared.contains(opponent);
        state.surprised.contains(opponent)
            || has_declared
                && !body.turn.action.is_hostile()
                && !(state.this_round.had_carried.contains(opponent) && body.carried.action.is_hostile())
    }

    /// Enters the slot of what is rolled in a turn.
    #[inline]
    pub(super) fn enter_slot_of(&mut self, who: usize, is_carried: bool) {
        if is_carried {
            self.enter_beside_turn(who, beside::CARRIED_TURN);
        } else {
            self.enter_turn(who);
        }
    }
}
