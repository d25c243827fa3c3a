//! How combatants choose what they declare, and whom they aim at.

use super::beside;
use super::resolve::Fight;
use super::sheet::{Attack, Item};
use super::state::Action;
use super::words::{AttackKind, Declaration, FightsOn, Policy, Targeting};
use crate::dice::Dice;
use crate::skirmish::Group;
use crate::trace::Trace;

/// Whom an action is meant for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// An opponent, by the combatant's `targeting`.
    Opponent,
    /// An opponent that tests its morale.
    Timid,
    /// One of the own side who is Incapacitated or Dying (WOUNDS-43).
    Patient,
}

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    /// Whom an action is meant for, and from how far; `None` where it has no target of the other side or of its own.
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

    /// Whom somebody would aim at, within reach if it can be, or as far as it `goes` and reaches (the ledger's `pick`).
    #[inline(always)]
    pub(super) fn pick(&mut self, who: usize, aim: Aim, reach: i32, goes: bool) -> Option<usize> {
        if self.aims_at_nearest(who, aim) {
            self.nearest_opponent(who)
        } else {
            self.out_of_line((who, aim, reach, goes), Fight::pick_other)
        }
    }

    /// Whether somebody aims at its nearest opponent, and at nobody else when that one is out of reach.
    #[inline(always)]
    pub(super) fn aims_at_nearest(&self, who: usize, aim: Aim) -> bool {
        aim == Aim::Opponent && self.sheet(who).targeting == Targeting::Nearest
    }

    /// As [`pick`](Self::pick), where it is not the nearest opponent.
    #[inline(always)]
    fn pick_other(&mut self, (who, aim, reach, goes): (usize, Aim, i32, bool)) -> Option<usize> {
        match aim {
            Aim::Opponent => self.pick_opponent(who, self.range_of_pick(who, reach, goes)),
            Aim::Timid => self.nearest_of(who, self.opponents(who) & self.rules.with_morale),
            Aim::Patient => self.pick_patient(who, self.range_of_pick(who, reach, goes)),
        }
    }

    /// How far somebody looks for a target. Who is Dying acts or crawls, and not both.
    #[inline(always)]
    fn range_of_pick(&self, who: usize, reach: i32, goes: bool) -> i32 {
        if !goes || self.is_dying(who) { reach } else { self.allowance(who) + reach }
    }

    #[inline(always)]
    pub(super) fn pick_opponent(&mut self, who: usize, range: i32) -> Option<usize> {
        match self.sheet(who).targeting {
            Targeting::Nearest => self.nearest_opponent(who),
            Targeting::Weakest => self.least_to_choose(self.opponents(who), |target| {
                let (body, distance) = (self.body(target), self.distance(who, target));
                let is_beyond = distance > range;
                let vigour = if is_beyond { i64::from(i32::MAX) } else { i64::from(body.stress + body.wounds) };
                vigour << 32 | i64::from(distance)
            }),
            Targeting::Finish => {
                let helpless = self.helpless_enemies(who).filter(|target| self.distance(who, target) <= range);
                self.nearest_of(who, helpless).or_else(|| self.nearest_opponent(who))
            }
        }
    }

    /// The one of some who has the least; of those who have as little the first listed, or the first by lot.
    #[inline(always)]
    fn least_to_choose<K: Ord>(&self, group: Group, key: impl Fn(usize) -> K) -> Option<usize> {
        self.state.lots.least_by(self.rules.knobs.targets_are_by_lot, group, key)
    }

    /// Living enemies of somebody that are down.
    #[inline(always)]
    pub(super) fn helpless_enemies(&self, who: usize) -> Group {
        (self.state.present - self.state.fighters) & self.rules.sides.opponents(who)
    }

    #[inline(always)]
    pub(super) fn nearest_opponent(&mut self, who: usize) -> Option<usize> {
        let other = self.side(who).other();
        let opponents = self.standing_of(other);
        self.scratch.line.nearest(who, opponents, other)
    }

    #[inline(always)]
    pub(super) fn nearest_of(&self, who: usize, group: Group) -> Option<usize> {
        match group.only() {
            Some(only) => Some(only),
            None => self.least_to_choose(group, |target| self.distance(who, target)),
        }
    }

    /// Whom somebody could stabilise (policy `medic`).
    #[inline(always)]
    pub(super) fn patients(&self, who: usize) -> Group {
        let state = &*self.state;
        let mut own_side = state.present - self.rules.sides.opponents(who) - state.stabilised;
        if !self.rules.knobs.heals_self {
            own_side.remove(who);
        }
        (own_side - self.scratch.sound).filter(|patient| match self.body(patient).wounds {
            1.. => false,
            0 => self.sheet(patient).fights_on != FightsOn::Never,
            _ => true,
        })
    }

    #[inline(always)]
    fn pick_patient(&self, who: usize, range: i32) -> Option<usize> {
        let patients = self.patients(who);
        let near = patients.filter(|patient| self.distance(who, patient) <= range);
        let worst = self.least_to_choose(near, |patient| {
            (self.body(patient).wounds_above_death(self.sheet(patient)), self.distance(who, patient))
        });
        worst.or_else(|| self.nearest_of(who, patients))
    }

    /// Whether an item would do somebody good (WOUNDS-37).
    #[inline(always)]
    pub(super) fn needs(&self, patient: usize, item: &Item) -> bool {
        let (sheet, body) = (self.sheet(patient), self.body(patient));
        item.restores_stress.is_some() && body.is_stress_below(item.use_below)
            || item.restores_wounds.is_some() && body.are_wounds_below(item.use_below, sheet)
    }

    /// On whom of its side somebody would use an item for allies (WOUNDS-37).
    #[inline(always)]
    pub(super) fn ally_in_need(&self, who: usize, item: &Item) -> Option<usize> {
        let own_side = self.state.present - self.rules.sides.opponents(who);
        let in_need = own_side.filter(|ally| self.distance(who, ally) <= 1 && self.needs(ally, item));
        self.least_to_choose(in_need, |ally| self.body(ally).wounds_above_death(self.sheet(ally)))
    }

    /// What somebody declares by its policy.
    #[inline(always)]
    pub(super) fn weigh(&mut self, who: usize) -> Action {
        let sheet = self.sheet(who);
        let Some(nearest) = self.nearest_opponent(who) else {
            return if self.out_of_line(who, Fight::would_heal) { Action::Heal } else { Action::Wait };
        };
        if let Some(item) = self.item_to_use(who) {
            return Action::UseItem(item as u8);
        }
        match sheet.policy {
            Policy::Reckless => self.choose_attack(who, nearest, false),
            Policy::Guard => Action::FullDefense,
            Policy::Defensive => self.choose_defensively(who, nearest),
            Policy::Cautious if self.has_other_plans(who) => Action::FullDefense,
            Policy::Caster => match self.spell_to_cast(who, nearest) {
                Some(spell) => Action::Cast(spell as u8),
                None => self.choose_attack(who, nearest, true),
            },
            Policy::Medic if self.has_other_plans(who) => Action::Heal,
            Policy::Intimidator if self.out_of_line(who, Fight::would_intimidate) => Action::Intimidate,
            Policy::Default | Policy::Skirmisher | Policy::Cautious | Policy::Medic | Policy::Intimidator => {
                self.choose_attack(who, nearest, true)
            }
        }
    }

    /// Whether a policy that looks at others first has something for somebody to do but to attack: to defend itself, or to
    /// heal.
    #[inline(always)]
    pub(super) fn has_other_plans(&mut self, who: usize) -> bool {
        match self.sheet(who).policy {
            Policy::Cautious => self.out_of_line(who, Fight::is_worried),
            Policy::Medic => self.out_of_line(who, Fight::would_heal),
            _ => false,
        }
    }

    #[inline(always)]
    pub(super) fn item_to_use(&mut self, who: usize) -> Option<usize> {
        if self.sheet(who).items.is_empty() { None } else { self.out_of_line(who, Fight::choose_item) }
    }

    /// See [`item_to_use`](Self::item_to_use).
    #[inline(always)]
    pub(super) fn choose_item(&mut self, who: usize) -> Option<usize> {
        for (at, item) in self.sheet(who).items.iter().enumerate() {
            let is_there = self.state.uses[item.uses.index()] > 0;
            if is_there
                && (if item.is_for_allies { self.ally_in_need(who, item).is_some() } else { self.needs(who, item) })
            {
                return Some(at);
            }
        }
        None
    }

    #[inline(always)]
    fn would_heal(&mut self, who: usize) -> bool {
        let sheet = self.sheet(who);
        sheet.policy == Policy::Medic && sheet.heal.is_some() && !self.patients(who).is_empty()
    }

    #[inline(always)]
    fn would_intimidate(&mut self, who: usize) -> bool {
        let range = self.allowance(who) + self.rules.knobs.intimidate_range;
        let target = self.pick(who, Aim::Timid, range, false);
        self.sheet(who).intimidation.is_some()
            && self.can_speak(who)
            && target.is_some_and(|target| self.distance(who, target) <= range)
    }

    #[inline(always)]
    fn spell_to_cast(&self, who: usize, nearest: usize) -> Option<usize> {
        let distance = self.distance(who, nearest);
        for (index, spell) in self.sheet(who).spells.iter().enumerate() {
            if self.is_castable(who, spell) && self.comes_within(who, distance, spell.range) {
                return Some(index);
            }
        }
        None
    }

    /// Whether somebody is so near that it can go within reach. Most often it is there, and nobody asks how far it can go.
    #[inline(always)]
    fn comes_within(&self, who: usize, distance: i32, reach: i32) -> bool {
        distance <= reach || distance <= self.allowance(who) + reach
    }

    /// The first usable attack that reaches the nearest opponent, else the first usable one; and whether it reaches.
    #[inline(always)]
    pub(super) fn chosen_attack(&self, who: usize, nearest: usize) -> Option<(usize, bool)> {
        let (distance, sheet) = (self.distance(who, nearest), self.sheet(who));
        if let Some((last, attack)) = self.last_attack(who) {
            return Some((last, self.comes_within(who, distance, attack.reach)));
        }
        let mut first = None;
        for (index, attack) in sheet.attacks.iter().enumerate() {
            if !self.is_usable(who, attack) {
                continue;
            }
            if self.comes_within(who, distance, attack.reach) {
                return Some((index, true));
            }
            first = first.or(Some((index, false)));
        }
        first
    }

    /// The one attack that somebody sound is known to have left.
    #[inline(always)]
    pub(super) fn last_attack(&self, who: usize) -> Option<(usize, &'a Attack)> {
        if !self.scratch.with_last_attack.contains(who) || !self.is_sound(who) {
            return None;
        }
        self.sheet(who).last_attack()
    }

    #[inline(always)]
    fn choose_attack(&mut self, who: usize, nearest: usize, is_careful: bool) -> Action {
        match self.chosen_attack(who, nearest) {
            Some((at, _)) => self.attack_with(who, at, nearest, is_careful),
            None => Action::FullDefense,
        }
    }

    /// An attack that was chosen: a Defensive Attack, if somebody is careful and would provoke somebody otherwise.
    #[inline(always)]
    fn attack_with(&mut self, who: usize, at: usize, nearest: usize, is_careful: bool) -> Action {
        let is_thrown = self.sheet(who).attacks[at].kind == AttackKind::Thrown;
        if is_careful && self.rules.knobs.repostes_on_entry && !is_thrown && self.would_provoke(who, at, nearest) {
            Action::DefensiveAttack(at as u8)
        } else {
            Action::Attack(at as u8)
        }
    }

    #[inline(always)]
    fn choose_defensively(&self, who: usize, nearest: usize) -> Action {
        let Some((at, reaches)) = self.chosen_attack(who, nearest) else { return Action::FullDefense };
        if !reaches {
            return Action::Advance;
        }
        match self.sheet(who).attacks[at].kind {
            AttackKind::Thrown => Action::Attack(at as u8),
            AttackKind::Melee | AttackKind::Ranged => Action::DefensiveAttack(at as u8),
        }
    }

    /// When policy `cautious` defends itself.
    #[inline(always)]
    fn is_worried(&mut self, who: usize) -> bool {
        self.body(who).is_stress_below(self.sheet(who).defend_below)
            && !self.state.defended_last.contains(who)
            && self.opponents(who).iter().any(|opponent| !self.is_known_harmless(opponent))
    }

    /// Whether everybody knows that an opponent will attack nobody in this round.
    #[inline(always)]
    fn is_known_harmless(&self, opponent: usize) -> bool {
        let (state, body) = (&*self.state, self.body(opponent));
        let has_declared =
            self.rules.knobs.declaration != Declaration::Simultaneous && state.declared.contains(opponent);
        state.surprised.contains(opponent)
            || has_declared
                && !body.turn.action.is_hostile()
                && !(state.had_carried.contains(opponent) && body.carried.action.is_hostile())
    }

    /// Enters the slot of what is rolled in a turn.
    #[inline(always)]
    pub(super) fn enter_slot_of(&mut self, who: usize, is_carried: bool) {
        if is_carried {
            self.enter_beside_turn(who, beside::CARRIED_TURN);
        } else {
            self.enter_turn(who);
        }
    }
}
