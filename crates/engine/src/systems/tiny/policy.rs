//! How combatants spend their turns (the ledger's "Policies").

use super::compile::ADJACENT;
use super::metrics::{ADVANCES, EVADE_TURNS};
use super::movement::distance_between;
use super::resolve::Fight;
use super::scenario::Policy;
use crate::dice::Dice;
use crate::skirmish::Group;
use crate::trace::Trace;

/// The nearest enemy of somebody who is not in combat.
#[derive(Debug, Clone, Copy)]
struct Nearest {
    who: usize,
    /// How far away it is.
    feet: i32,
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// The turn of somebody standing, while the fight lasts.
    #[inline(always)]
    pub(super) fn act(&mut self, who: usize) {
        let is_in_combat = self.is_in_combat(who);
        if is_in_combat {
            self.trace.rule("TINY-10");
            self.trace.rule("TINY-11");
        }
        let is_over = match self.sheet(who).policy {
            Policy::Default => false,
            Policy::Evasive => self.act_evasively(who, is_in_combat),
            Policy::Skirmisher => self.act_skirmishing(who, is_in_combat),
            Policy::Medic => self.act_as_medic(who, is_in_combat),
            Policy::Retreat => self.act_retreating(who, is_in_combat),
        };
        if !is_over {
            self.act_by_default(who, is_in_combat);
        }
    }

    /// The nearest enemy; of equally near ones that with the lowest HP, then with the lowest DR, then the first listed or by
    /// lot.
    #[inline(always)]
    fn nearest(&self, who: usize) -> Option<Nearest> {
        let rank = |enemy: usize| (self.distance(who, enemy), self.strength(enemy));
        let nearest = self.state.lots.least_by(self.rules.knobs.targets_are_by_lot, self.opponents(who), rank);
        nearest.map(|enemy| Nearest { who: enemy, feet: self.distance(who, enemy) })
    }

    /// The enemy within so many feet that has the lowest HP, then the lowest DR, then is the nearest, then the first
    /// listed or by lot; `None` if nobody is so near.
    #[inline(always)]
    fn weakest_within(&self, who: usize, reach: i32) -> Option<usize> {
        let rank = |enemy: usize| (self.strength(enemy), self.distance(who, enemy));
        self.state.lots.least_by(self.rules.knobs.targets_are_by_lot, self.enemies_within(who, reach), rank)
    }

    /// The standing enemies that are at most so many feet away.
    #[inline(always)]
    fn enemies_within(&self, who: usize, reach: i32) -> Group {
        // An enemy that is adjacent is in combat: fewer have to be looked at.
        let candidates = if reach > ADJACENT { self.opponents(who) } else { self.opponents_in_combat(who) };
        self.within(who, candidates, reach)
    }

    /// What makes an enemy harder to fell: its HP, then its DR, in one number.
    #[inline(always)]
    fn strength(&self, enemy: usize) -> i32 {
        i32::from(self.fighter(enemy).hp) << 16 | i32::from(self.sheet(enemy).dr)
    }

    /// Makes an attack, given by its index in the sheet, on the weakest of those in reach, of whom there is one.
    #[inline(always)]
    fn attack_weakest(&mut self, who: usize, at: usize) {
        let Some(target) = self.weakest_within(who, self.sheet(who).attacks[at].reach) else { return };
        self.attack(who, at, target);
    }

    /// Policy `default`: attacks if that can be done, else gets away or moves on.
    #[inline(always)]
    fn act_by_default(&mut self, who: usize, is_in_combat: bool) {
        let sheet = self.sheet(who);
        if sheet.has_harmless {
            // An attack that takes nothing is never made (TINY-31).
            self.trace.rule("TINY-31");
        }
        if is_in_combat {
            match self.attack_in_combat(who) {
                Some(attack) => self.attack_weakest(who, attack),
                None => self.leave_or_evade(who),
            }
            return;
        }
        let Some(nearest) = self.nearest(who) else { return };
        match self.attack_from_afar(who, nearest) {
            Some(attack) => self.attack_weakest(who, attack),
            None => self.advance(who, nearest),
        }
    }

    /// Step 1 of `default`: the attack made in combat, if there is one, as an index in the sheet (TINY-11).
    #[inline(always)]
    fn attack_in_combat(&mut self, who: usize) -> Option<usize> {
        let sheet = self.sheet(who);
        if sheet.first_in_combat != Some(0) && !sheet.attacks.is_empty() {
            // A ranged attack comes first, and is forbidden here.
            self.trace.rule("TINY-16");
        }
        sheet.first_in_combat
    }

    /// Step 1 of `default` for those in combat who cannot attack. Getting out of combat helps only those who have an
    /// attack to make from afar.
    fn leave_or_evade(&mut self, who: usize) {
        match self.way_out(who).filter(|_| !self.sheet(who).attacks.is_empty()) {
            Some(way_out) => self.extricate(who, way_out),
            None => self.evade(who),
        }
    }

    /// Step 3 of `default`: finds the first attack for which the movement suffices, walks as far as it needs, and returns
    /// its index.
    #[inline]
    fn attack_from_afar(&mut self, who: usize, nearest: Nearest) -> Option<usize> {
        let sheet = self.sheet(who);
        for (index, attack) in sheet.attacks.iter().enumerate() {
            let lacking = (nearest.feet - attack.reach).max(0);
            if lacking <= sheet.movement {
                // A shooter too walks first as far as it lacks in range (TINY-12, TINY-16).
                self.trace.rule(if attack.is_ranged() { "TINY-16" } else { "TINY-12" });
                self.approach(who, nearest, lacking);
                return Some(index);
            }
        }
        None
    }

    /// Step 4 of `default`: only moves, towards the nearest enemy until the first attack reaches it (TINY-13, TINY-14).
    fn advance(&mut self, who: usize, nearest: Nearest) {
        let sheet = self.sheet(who);
        // Without any attack there is nothing to come closer for.
        let feet = sheet.attacks.first().map_or(0, |first| (nearest.feet - first.reach).min(2 * sheet.movement));
        if feet == 0 {
            self.hold(who);
            return;
        }
        self.trace.rule(if nearest.feet - feet <= ADJACENT { "TINY-13" } else { "TINY-14" });
        self.trace.count(ADVANCES, 1);
        self.approach(who, nearest, feet);
    }

    /// Does nothing, which is a turn all the same (TINY-09).
    #[inline(always)]
    fn hold(&mut self, who: usize) {
        let rules = self.rules;
        self.trace.rule("TINY-09");
        self.trace.narrate(|| rules.narrate_holding(who));
    }

    /// Moves towards an enemy.
    #[inline(always)]
    fn approach(&mut self, who: usize, to: Nearest, feet: i32) {
        let ahead = self.fighter(to.who).position - self.fighter(who).position;
        self.walk(who, ahead.signum() * feet);
    }

    /// Evades until its next turn (TINY-17).
    fn evade(&mut self, who: usize) {
        let rules = self.rules;
        self.trace.rule("TINY-17");
        self.trace.count(EVADE_TURNS, 1);
        self.state.evading.insert(who);
        self.trace.narrate(|| rules.narrate_evading(who));
    }

    /// Policy `evasive`. Returns, as the functions of the other policies do, whether the turn is spent; if it is not,
    /// `default` spends it.
    fn act_evasively(&mut self, who: usize, is_in_combat: bool) -> bool {
        let is_low = self.fighter(who).hp <= self.sheet(who).policy_hp;
        let evades = is_in_combat && is_low && !self.comrades(who).is_empty();
        if evades {
            self.evade(who);
        }
        evades
    }

    /// Policy `skirmisher`.
    fn act_skirmishing(&mut self, who: usize, is_in_combat: bool) -> bool {
        if !is_in_combat {
            return self.shoot(who);
        }
        let way_out = self.way_out(who);
        if let Some(way_out) = way_out {
            self.extricate(who, way_out);
        }
        way_out.is_some()
    }

    /// Shoots at the weakest within range of the first ranged attack that reaches anybody; returns whether there is
    /// one.
    fn shoot(&mut self, who: usize) -> bool {
        let ranged = self.sheet(who).attacks.iter().enumerate().filter(|(_, attack)| attack.is_ranged());
        for (at, attack) in ranged {
            if let Some(target) = self.weakest_within(who, attack.reach) {
                self.attack(who, at, target);
                return true;
            }
        }
        false
    }

    /// Policy `medic`.
    fn act_as_medic(&mut self, who: usize, is_in_combat: bool) -> bool {
        if self.attend(who, is_in_combat) || !is_in_combat && self.shoot(who) {
            return true;
        }
        // It stays out of combat while somebody with another policy fights for its side.
        let holds = !is_in_combat && !(self.comrades(who) - self.rules.keepers).is_empty();
        if holds {
            self.hold(who);
        }
        holds
    }

    /// Policy `retreat` (TINY-44).
    fn act_retreating(&mut self, who: usize, is_in_combat: bool) -> bool {
        if self.fighter(who).hp > self.sheet(who).policy_hp {
            return false;
        }
        if is_in_combat {
            match self.way_out(who) {
                Some(way_out) => self.extricate(who, way_out),
                None => self.evade(who),
            }
        } else {
            match self.way_back(who) {
                Some(feet) => self.walk(who, feet),
                None => self.act_by_default(who, is_in_combat),
            }
        }
        self.leave_if_far(who);
        true
    }

    /// The way to run: to the square in the rear or in front, at most twice the movement away, whose nearest enemy is
    /// farther; feet with a sign. `None` when neither is farther from the enemies than the present position.
    fn way_back(&self, who: usize) -> Option<i32> {
        let nearest = self.nearest(who)?;
        let (from, opponents) = (self.fighter(who).position, self.opponents(who));
        let most = 2 * self.sheet(who).movement;
        let [rear, front] = self.directions(who).map(|direction| {
            let feet = direction * self.clear_way(who, direction, most);
            let distances = opponents.iter().map(|enemy| distance_between(self.fighter(enemy).position, from + feet));
            (distances.min().unwrap_or(0), feet)
        });
        let (farthest, feet) = if front.0 > rear.0 { front } else { rear };
        (farthest > nearest.feet).then_some(feet)
    }
}
