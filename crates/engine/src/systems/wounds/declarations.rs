//! Who declares, in which order, and what of it is set down (WOUNDS-05, WOUNDS-08).

use super::injury::Conditions;
use super::metrics::{DEFENSIVE_ATTACKS, FULL_DEFENSES};
use super::resolve::Fight;
use super::sheet::Attack;
use super::state::{Action, Turn};
use super::words::{Declaration, Score};
use crate::dice::Dice;
use crate::outcome::Side;
use crate::skirmish::Group;
use crate::trace::Trace;

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
            let attacking = self.attacking(weighing - busy);
            let mut weighing = weighing - attacking;
            if !attacking.is_empty() {
                weighing |= self.out_of_line(attacking, Fight::declare_all_attacks);
            }
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

    /// Those of a group who do nothing but attack.
    #[inline(always)]
    fn attacking(&self, group: Group) -> Group {
        let [party, enemies] = Side::ALL.map(|side| self.standing_of(side));
        if party.is_empty() || enemies.is_empty() {
            return Group::NOBODY;
        }
        group & self.rules.attackers & self.scratch.sound
    }

    /// Some who are [attacking](Self::attacking) declare it: what is left to be weighed is with what, and whether those are
    /// Defensive Attacks. Who has nothing to attack with.
    #[inline(always)]
    fn declare_all_attacks(&mut self, group: Group) -> Group {
        self.scratch.attacking = group;
        let with_last = group & self.scratch.with_last_attack;
        let choosing = group - with_last;
        let unarmed =
            if choosing.is_empty() { Group::NOBODY } else { self.out_of_line(choosing, Fight::declare_all_chosen) };
        let mut defensive = Group::NOBODY;
        for who in with_last {
            let Some((at, attack)) = self.sheet(who).last_attack() else { continue };
            let is_careful = self.is_near(who, attack) && self.out_of_line((who, attack), Fight::would_enter_nearest);
            defensive.insert_if(who, is_careful);
            self.declare_attack(who, (at, attack), is_careful);
        }
        self.note_attacks(with_last, with_last & self.rules.with_one_attack, defensive);
        unarmed
    }

    /// The same of those who have to choose an attack.
    #[inline(always)]
    fn declare_all_chosen(&mut self, group: Group) -> Group {
        let (mut firsts, mut defensive, mut unarmed) = (Group::NOBODY, Group::NOBODY, Group::NOBODY);
        for who in group {
            let nearest = self.nearest_opponent(who);
            let Some((at, _)) = nearest.and_then(|nearest| self.chosen_attack(who, nearest)) else {
                unarmed.insert(who);
                continue;
            };
            let attack = &self.sheet(who).attacks[at];
            let is_careful = self.is_near(who, attack) && self.out_of_line((who, attack), Fight::would_enter_nearest);
            firsts.insert_if(who, at == 0);
            defensive.insert_if(who, is_careful);
            self.declare_attack(who, (at, attack), is_careful);
        }
        self.scratch.attacking -= unarmed;
        self.note_attacks(group - unarmed, firsts, defensive);
        unarmed
    }

    /// Sets down an attack of somebody, and the count on which it is taken.
    #[inline(always)]
    fn declare_attack(&mut self, who: usize, (at, attack): (usize, &Attack), is_defensive: bool) {
        let (action, modifier) = if is_defensive {
            (Action::DefensiveAttack(at as u8), attack.weapon_speed + self.rules.knobs.defensive_attack_speed)
        } else {
            (Action::Attack(at as u8), attack.weapon_speed)
        };
        let body = &mut self.state.bodies[who];
        let count = body.base_initiative + modifier as i16;
        body.turn = Turn { count, action, target: None };
        self.scratch.schedule.add(who, count);
    }

    /// Whether somebody would enter a threat range on its way to where an attack reaches the nearest opponent.
    #[inline(always)]
    fn would_enter_nearest(&mut self, (who, attack): (usize, &Attack)) -> bool {
        let nearest = self.nearest_opponent(who);
        nearest.is_some_and(|nearest| self.would_enter(who, nearest, attack.reach))
    }

    /// Whether somebody sound may have to be careful on the way to the target of an attack.
    #[inline(always)]
    fn is_near(&self, who: usize, attack: &Attack) -> bool {
        self.scratch.line.before(who, self.side(who).other()) < attack.careful_below
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
        let is_by_number =
            matches!(self.rules.knobs.declaration, Declaration::Agility | Declaration::InitiativeModifier);
        if is_by_number && self.rules.knobs.order_is_by_lot {
            let lots = &self.state.lots;
            order.sort_by_key(|&declarer| lots.iter().position(|who| who == usize::from(declarer)));
        }
        // Declarers who are equal stay in this order.
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
        self.note_attacks(group, group, group & self.rules.defensive);
    }

    /// What is so of some who have declared attacks: for the `firsts` of them their first options, for the `defensive` Defensive
    /// Attacks.
    #[inline(always)]
    fn note_attacks(&mut self, group: Group, firsts: Group, defensive: Group) {
        let state = &mut *self.state;
        self.scratch.aiming -= group - firsts;
        self.scratch.aiming |= firsts & self.rules.first_strikers;
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
}
