//! How combatants spend their turns (the ledger's "Policies").

use super::compile::ADJACENT;
use super::metrics::{ADVANCES, EVADE_TURNS};
use super::movement::distance_between;
use super::resolve::Fight;
use super::scenario::Policy;
use super::state::Fighter;
use crate::dice::Dice;
use crate::skirmish::Group;
use crate::trace::Trace;

/// The nearest enemy as a turn begins.
#[derive(Debug, Clone, Copy)]
struct Nearest {
    who: usize,
    /// How far away it is.
    feet: i32,
}

impl Nearest {
    /// Whether the turn starts in combat (TINY-10).
    #[inline(always)]
    const fn is_adjacent(self) -> bool {
        self.feet <= ADJACENT
    }
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// The turn of somebody standing, while the fight lasts.
    #[inline(always)]
    pub(super) fn act(&mut self, who: usize) {
        let Some(nearest) = self.nearest(who) else { return };
        if nearest.is_adjacent() {
            self.trace.rule("TINY-10");
            self.trace.rule("TINY-11");
        }
        let is_over = match self.sheet(who).policy {
            Policy::Default => false,
            Policy::Evasive => self.act_evasively(who, nearest),
            Policy::Skirmisher => self.act_skirmishing(who, nearest),
            Policy::Medic => self.act_as_medic(who, nearest),
            Policy::Retreat => self.act_retreating(who, nearest),
        };
        if !is_over {
            self.act_by_default(who, nearest);
        }
    }

    /// The nearest enemy; of equally near ones that with the lowest HP, then with the lowest DR, then the first listed.
    #[inline(always)]
    fn nearest(&self, who: usize) -> Option<Nearest> {
        let (size_up, opponents) = (self.size_up(who), self.opponents(who));
        let rank = |enemy: usize| {
            let (feet, toughness) = size_up(enemy);
            feet << 32 | toughness
        };
        let nearest = opponents.only().or_else(|| opponents.least_by(rank));
        nearest.map(|enemy| Nearest { who: enemy, feet: self.distance(who, enemy) })
    }

    /// The member of a group with the lowest HP, then with the lowest DR, then the nearest, then the first listed.
    #[inline(always)]
    fn weakest(&self, who: usize, among: Group) -> Option<usize> {
        let size_up = self.size_up(who);
        among.least_by(|enemy| {
            let (feet, toughness) = size_up(enemy);
            toughness << 32 | feet
        })
    }

    /// How many feet an enemy is away; and its HP, then its DR, as one number below 2^32: single comparisons in the loops
    /// over opponents.
    #[inline(always)]
    fn size_up(&self, who: usize) -> impl Fn(usize) -> (u64, u64) {
        let from = self.fighter(who).position;
        let fighters = self.state.fighters.iter().as_slice();
        // Of one length, so that an index is checked once for both.
        let drs = &self.rules.drs.iter().as_slice()[..fighters.len()];
        move |enemy| {
            let Fighter { position, hp, .. } = fighters[enemy];
            (distance_between(from, position) as u64, (hp as u64) << 16 | u64::from(drs[enemy]))
        }
    }

    /// Makes an attack, given by its index in the sheet, on the weakest of those in reach.
    #[inline(always)]
    fn attack_weakest(&mut self, who: usize, attack: usize, nearest: Nearest) {
        let (opponents, reach) = (self.opponents(who), self.attack_of(who, attack).reach);
        let target = if opponents.only().is_some() {
            nearest.who
        } else {
            // The nearest is in reach, or the attack would not be made.
            self.weakest(who, self.within(who, opponents, reach)).unwrap_or(nearest.who)
        };
        self.attack(who, attack, target);
    }

    /// Policy `default`: attacks if that can be done, else gets away or moves on.
    #[inline(always)]
    fn act_by_default(&mut self, who: usize, nearest: Nearest) {
        let sheet = self.sheet(who);
        if sheet.has_harmless {
            // An attack that takes nothing is never made (TINY-31).
            self.trace.rule("TINY-31");
        }
        let is_in_combat = nearest.is_adjacent();
        let attack = if is_in_combat { self.attack_in_combat(who) } else { self.attack_from_afar(who, nearest) };
        match attack {
            Some(attack) => self.attack_weakest(who, attack, nearest),
            None if is_in_combat => self.leave_or_evade(who),
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
    fn act_evasively(&mut self, who: usize, nearest: Nearest) -> bool {
        let is_low = self.fighter(who).hp <= self.sheet(who).policy_hp;
        let evades = nearest.is_adjacent() && is_low && !self.comrades(who).is_empty();
        if evades {
            self.evade(who);
        }
        evades
    }

    /// Policy `skirmisher`.
    fn act_skirmishing(&mut self, who: usize, nearest: Nearest) -> bool {
        if !nearest.is_adjacent() {
            return self.shoot(who, nearest);
        }
        let way_out = self.way_out(who);
        if let Some(way_out) = way_out {
            self.extricate(who, way_out);
        }
        way_out.is_some()
    }

    /// Shoots at the weakest within range of the first attack that reaches anybody; returns whether there is one.
    fn shoot(&mut self, who: usize, nearest: Nearest) -> bool {
        let reaches = |attack: &super::Attack| attack.is_ranged() && nearest.feet <= attack.reach;
        let Some(attack) = self.sheet(who).attacks.iter().position(reaches) else { return false };
        self.attack_weakest(who, attack, nearest);
        true
    }

    /// Policy `medic`.
    fn act_as_medic(&mut self, who: usize, nearest: Nearest) -> bool {
        let is_in_combat = nearest.is_adjacent();
        if self.attend(who, is_in_combat) || !is_in_combat && self.shoot(who, nearest) {
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
    fn act_retreating(&mut self, who: usize, nearest: Nearest) -> bool {
        if self.fighter(who).hp > self.sheet(who).policy_hp {
            return false;
        }
        if nearest.is_adjacent() {
            match self.way_out(who) {
                Some(way_out) => self.extricate(who, way_out),
                None => self.evade(who),
            }
        } else {
            match self.way_back(who, nearest) {
                Some(feet) => self.walk(who, feet),
                None => self.act_by_default(who, nearest),
            }
        }
        self.leave_if_far(who);
        true
    }

    /// The way to run: to the square in the rear or in front, at most twice the movement away, whose nearest enemy is
    /// farther; feet with a sign. `None` when neither is farther from the enemies than the present position.
    fn way_back(&self, who: usize, nearest: Nearest) -> Option<i32> {
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
