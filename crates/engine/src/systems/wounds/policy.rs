//! How combatants choose what they declare, and whom they aim at.

use super::beside;
use super::injury::Conditions;
use super::metrics::{DEFENSIVE_ATTACKS, FULL_DEFENSES};
use super::resolve::Fight;
use super::sheet::Item;
use super::state::{Action, Turn};
use super::words::{AttackKind, Declaration, FightsOn, Policy, Score, Targeting};
use crate::dice::Dice;
use crate::outcome::Side;
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

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// Everybody who may declares, before any turn of the round (WOUNDS-08), which puts the turns on their counts.
    #[inline(always)]
    pub(super) fn declare_all(&mut self) {
        let knobs = &self.rules.knobs;
        self.note_idle();
        for who in self.state.carried {
            if self.body(who).carried.action == Action::FullDefense {
                self.state.defending.insert(who);
                self.state.guarded.set(who, knobs.defends_from_declaration);
            }
        }
        let ready = self.state.fighters - self.state.surprised;
        let busy = self.busy(ready);
        let striking = self.striking_from_here(ready - busy);
        let again = self.strike_again(striking);
        let resting = (ready - self.scratch.sound).filter(|who| self.is_resting(who));
        let declarers = ready - resting - again;
        let nobody_looks = !T::HEARS_RULES && !declarers.meets(self.rules.watchers);
        if nobody_looks {
            // Nobody knows in which order: those who have to weigh what to do come last, all in one call.
            let weighing = declarers - striking;
            self.declare_all_first(declarers - weighing);
            let approaching = self.approaching(weighing - busy);
            if !approaching.is_empty() {
                self.out_of_line(approaching, Fight::declare_all_approaching);
            }
            let weighing = weighing - approaching;
            if !weighing.is_empty() {
                self.out_of_line(weighing, Fight::declare_all_weighed);
            }
        } else {
            self.out_of_line(declarers, Fight::declare_in_order);
        }
        self.put_counts_in_order(self.rules.sides.everybody());
        if knobs.defends_from_declaration {
            self.state.guarded |= self.state.defending;
        }
    }

    /// The turn of somebody who has declared is put on its count, if it takes one.
    #[inline(always)]
    fn schedule_turn(&mut self, who: usize, count: Option<i16>) {
        if let Some(count) = count {
            self.scratch.schedule.add(who, count);
        }
    }

    /// Those of a group who have one attack to choose from, and have to go to make it.
    #[inline(always)]
    fn approaching(&self, group: Group) -> Group {
        let [party, enemies] = Side::ALL.map(|side| self.standing_of(side));
        if self.rules.knobs.targets_are_fixed || party.is_empty() || enemies.is_empty() {
            return Group::NOBODY;
        }
        group & self.rules.plain & self.scratch.sound
    }

    /// Some who are [approaching](Self::approaching) declare their attacks: what is left to be weighed is whether they are
    /// Defensive Attacks.
    #[inline(always)]
    fn declare_all_approaching(&mut self, group: Group) {
        let mut defensive = Group::NOBODY;
        for who in group {
            let is_careful = !self.has_policy(who, Policy::Reckless);
            let action = self.attack_with(who, 0, is_careful);
            defensive.set(who, action != Action::Attack(0));
            let modifier = self.sheet(who).modifier_of(action, &self.rules.knobs);
            let body = &mut self.state.bodies[who];
            let count = body.base_initiative + modifier as i16;
            body.turn = Turn { count, action, target: None };
            self.scratch.schedule.add(who, count);
        }
        self.note_attacks(group, defensive);
    }

    #[inline(always)]
    fn declare_all_weighed(&mut self, weighing: Group) {
        for who in weighing {
            let count = self.declare_weighed(who);
            self.schedule_turn(who, count);
        }
    }

    #[inline(always)]
    fn declare_in_order(&mut self, declarers: Group) {
        let mut order = std::mem::take(&mut self.scratch.declarers);
        order.clear();
        order.extend(declarers.iter().map(|who| who as u8));
        let agility = |who: u8| self.body(who.into()).score(self.sheet(who.into()), Score::Agility);
        match self.rules.knobs.declaration {
            Declaration::Simultaneous | Declaration::Listed => {}
            Declaration::ListedReverse => order.reverse(),
            Declaration::Agility => order.sort_by_key(|&who| -agility(who)),
            Declaration::InitiativeModifier => order.sort_by_key(|&who| {
                let (sheet, body) = (self.sheet(who.into()), self.body(who.into()));
                let change = body.modifier_change(sheet, Score::Agility);
                sheet.initiative_modifier - sheet.modifiers[Score::Agility as usize] - change
            }),
        }
        for &who in &order {
            let count = self.make_declaration(who.into());
            self.schedule_turn(who.into(), count);
        }
        self.scratch.declarers = order;
    }

    /// Somebody chooses what it declares, and declares it: the count of its turn, if it takes one.
    #[inline(always)]
    pub(super) fn make_declaration(&mut self, who: usize) -> Option<i16> {
        let only = Group::of(who);
        let ready = only - self.busy(only);
        if self.striking_from_here(ready).is_empty() {
            self.out_of_line(who, Fight::declare_weighed)
        } else {
            self.declare_first(who)
        }
    }

    #[inline(always)]
    fn declare_first(&mut self, who: usize) -> Option<i16> {
        self.scratch.striking |= self.rules.first_strikers & Group::of(who);
        self.declare(who, self.rules.firsts[who].action)
    }

    /// Some who need no move for what they do first declare it, if nobody looks in which order.
    #[inline(always)]
    fn declare_all_first(&mut self, group: Group) {
        if self.rules.knobs.targets_are_fixed {
            for who in group {
                let count = self.declare_first(who);
                self.schedule_turn(who, count);
            }
            return;
        }
        for who in group {
            let first = &self.rules.firsts[who];
            let body = &mut self.state.bodies[who];
            let count = body.base_initiative + first.modifier;
            body.turn = Turn { count, action: first.action, target: None };
            self.scratch.schedule.add(who, count);
        }
        self.note_firsts(group);
    }

    /// What is so of some who have declared what they do first, from where they stand.
    #[inline(always)]
    pub(super) fn note_firsts(&mut self, group: Group) {
        self.scratch.striking |= group & self.rules.first_strikers;
        self.note_attacks(group, group & self.rules.defensive);
    }

    /// What is so of some who have declared their first options, the `defensive` of them as Defensive Attacks.
    #[inline(always)]
    fn note_attacks(&mut self, group: Group, defensive: Group) {
        let state = &mut *self.state;
        self.scratch.aiming |= group & self.rules.first_strikers;
        state.declared |= group;
        state.turns |= group;
        state.defended_last -= group;
        if !defensive.is_empty() {
            self.trace.count(DEFENSIVE_ATTACKS, defensive.len() as u32);
        }
    }

    #[inline(always)]
    fn declare_weighed(&mut self, who: usize) -> Option<i16> {
        let action = self.weigh(who);
        self.declare(who, action)
    }

    /// Whether somebody is winded and must rest in this round (WOUNDS-57).
    #[inline(always)]
    pub(super) fn is_resting(&self, who: usize) -> bool {
        let conditions = self.body(who).conditions;
        conditions.any_of(Conditions::WINDED) && conditions.any_of(Conditions::SPENT)
    }

    /// Sets down what somebody has declared, and the count on which it is taken (WOUNDS-05, WOUNDS-08).
    #[inline(always)]
    fn declare(&mut self, who: usize, action: Action) -> Option<i16> {
        let state = &mut *self.state;
        state.declared.insert(who);
        state.defended_last.set(who, action == Action::FullDefense);
        self.scratch.aiming.set(who, self.rules.first_strikers.contains(who) && self.is_first(who, action));
        if action == Action::Wait {
            self.note_waiting(who);
            return None;
        }
        let target = if self.rules.knobs.targets_are_fixed { self.target_to_declare(who, action) } else { None };
        let modifier = self.sheet(who).modifier_of(action, &self.rules.knobs);
        let count = self.body(who).base_initiative + modifier as i16;
        match action {
            Action::FullDefense => {
                self.state.defending.insert(who);
                self.trace.count(FULL_DEFENSES, 1);
            }
            Action::DefensiveAttack(_) | Action::Advance => self.trace.count(DEFENSIVE_ATTACKS, 1),
            _ => {}
        }
        self.state.bodies[who].turn = Turn { count, action, target: target.map(|target| target as u8) };
        self.state.turns.insert(who);
        self.note_declaration(who, action);
        Some(count)
    }

    /// The target that an action has from its declaration on, where targets are fixed (WOUNDS-08).
    #[inline(always)]
    fn target_to_declare(&mut self, who: usize, action: Action) -> Option<usize> {
        if let Action::UseItem(at) = action {
            let item = &self.sheet(who).items[usize::from(at)];
            return if item.is_for_allies { self.ally_in_need(who, item) } else { None };
        }
        let (aim, reach) = self.aim_of(who, action)?;
        self.pick(who, aim, reach, true)
    }

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
            Targeting::Weakest => self.opponents(who).least_by(|target| {
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

    /// Living enemies of somebody that are down.
    #[inline(always)]
    pub(super) fn helpless_enemies(&self, who: usize) -> Group {
        (self.state.present - self.state.fighters) & self.rules.sides.opponents(who)
    }

    #[inline(always)]
    pub(super) fn nearest_opponent(&mut self, who: usize) -> Option<usize> {
        let (opponents, other) = (self.opponents(who), self.side(who).other());
        self.scratch.line.nearest(who, opponents, other)
    }

    #[inline(always)]
    pub(super) fn nearest_of(&self, who: usize, group: Group) -> Option<usize> {
        match group.only() {
            Some(only) => Some(only),
            None => group.least_by(|target| self.distance(who, target)),
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
        let worst = near.least_by(|patient| {
            (self.body(patient).wounds_above_death(self.sheet(patient)), self.distance(who, patient))
        });
        worst.or_else(|| self.nearest_of(who, patients))
    }

    /// Whether an item would do somebody good (WOUNDS-37).
    #[inline(always)]
    pub(super) fn needs(&self, patient: usize, item: &Item) -> bool {
        let (sheet, body) = (self.sheet(patient), self.body(patient));
        let is_below = |value: i32, max: i32| i64::from(value) * 100 < i64::from(item.use_below) * i64::from(max);
        item.restores_stress.is_some() && is_below(body.stress, body.stress_max)
            || item.restores_wounds.is_some() && is_below(body.wounds, body.wounds_max(sheet))
    }

    /// On whom of its side somebody would use an item for allies (WOUNDS-37).
    #[inline(always)]
    pub(super) fn ally_in_need(&self, who: usize, item: &Item) -> Option<usize> {
        let own_side = self.state.present - self.rules.sides.opponents(who);
        let in_need = own_side.filter(|ally| self.distance(who, ally) <= 1 && self.needs(ally, item));
        in_need.least_by(|ally| self.body(ally).wounds_above_death(self.sheet(ally)))
    }

    /// What somebody declares by its policy.
    #[inline(always)]
    fn weigh(&mut self, who: usize) -> Action {
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
    fn choose_item(&mut self, who: usize) -> Option<usize> {
        self.sheet(who).items.iter().position(|item| {
            self.state.uses[item.uses.index] > 0
                && if item.is_for_allies { self.ally_in_need(who, item).is_some() } else { self.needs(who, item) }
        })
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
    fn chosen_attack(&self, who: usize, nearest: usize) -> Option<(usize, bool)> {
        let (distance, sheet) = (self.distance(who, nearest), self.sheet(who));
        if sheet.has_one_attack && self.is_sound(who) {
            return sheet.attacks.first().map(|attack| (0, self.comes_within(who, distance, attack.reach)));
        }
        let mut first = None;
        for (index, attack) in self.sheet(who).attacks.iter().enumerate() {
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

    #[inline(always)]
    fn choose_attack(&mut self, who: usize, nearest: usize, is_careful: bool) -> Action {
        match self.chosen_attack(who, nearest) {
            Some((at, _)) => self.attack_with(who, at, is_careful),
            None => Action::FullDefense,
        }
    }

    /// An attack that was chosen: a Defensive Attack, if somebody is careful and would provoke somebody otherwise.
    #[inline(always)]
    fn attack_with(&mut self, who: usize, at: usize, is_careful: bool) -> Action {
        let attack = Action::Attack(at as u8);
        let is_thrown = self.sheet(who).attacks[at].kind == AttackKind::Thrown;
        if is_careful && self.rules.knobs.repostes_on_entry && !is_thrown && self.would_provoke(who, attack) {
            Action::DefensiveAttack(at as u8)
        } else {
            attack
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
        let (sheet, body) = (self.sheet(who), self.body(who));
        let is_hurt = i64::from(body.stress) * 100 < i64::from(sheet.defend_below) * i64::from(body.stress_max);
        is_hurt
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
