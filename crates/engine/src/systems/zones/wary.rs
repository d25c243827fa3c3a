//! Policy `wary`: weighs what an attack gains against what its Zone costs until the next Turn.
//!
//! Gains and prices are *shares*: millionths of the HP that the sufferer has left, expected from the chances of Tests and
//! the mean of damage dice. They are integers, rounded down, and roll no die.

use std::cmp::Reverse;
use std::ops::ControlFlow::Continue;

use super::ailment::{Ailment, SourceId};
use super::field::{ZoneId, ZoneSet};
use super::movement::{Destination, Pace};
use super::plan::{Manner, Plan};
use super::resolve::{Edge, Fight, Flow};
use super::scenario::ZONES_MAX;
use super::{Actor, Attack};
use crate::dice::Dice;
use crate::skirmish::{Group, ones};
use crate::trace::Trace;
use crate::who::Who;

/// All HP that a combatant has left.
const ALL: i64 = 1_000_000;
/// The share that a hinderance is worth.
const HINDERANCE: i64 = ALL / 10;
/// Chances are counted in 400ths: the pairs of faces of two d20.
const PAIRS: i64 = 400;

/// The harm of an attack or a hazard, by its chances in 400ths.
#[derive(Debug, Clone, Copy)]
struct Harm {
    /// The chance of its effects.
    chance: i64,
    /// Expected damage, in 800ths of a HP.
    lost: i64,
    hinder: Option<(Ailment, SourceId)>,
    ongoing: Option<SourceId>,
}

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    /// The attack of the `usable` ones that is worth most; `None` if none gains anything.
    pub(super) fn weigh(&mut self, actor: Actor<'a>, usable: u64) -> Option<Plan> {
        let mut prices = [None; ZONES_MAX];
        let attacks = ones(usable).filter_map(|index| {
            let attack = self.attack_of(actor.sheet, index);
            let worth = self.greatest_worth(actor, attack, &mut prices)?;
            Some((index as u8, worth))
        });
        let (index, _) = attacks.min_by_key(|&(_, worth)| Reverse(worth))?;
        if self.can_move(actor.who) {
            self.provokes(actor);
            self.look_for_room(actor);
        }
        Some(Plan { index, manner: Manner::Weighed })
    }

    /// The worth of an attack from the best Zone; `None` if it gains nothing.
    pub(super) fn worth_of(&self, actor: Actor<'a>, attack: &Attack) -> Option<i64> {
        self.greatest_worth(actor, attack, &mut [None; ZONES_MAX])
    }

    /// As [`worth_of`](Self::worth_of); the prices of Zones are kept for other attacks.
    fn greatest_worth(&self, actor: Actor<'a>, attack: &Attack, prices: &mut [Option<i64>; ZONES_MAX]) -> Option<i64> {
        let worths = ones(self.zones_in_reach(actor)).filter_map(|zone| {
            let gain = self.gain(actor, attack, zone as ZoneId)?;
            Some(gain - *prices[zone].get_or_insert_with(|| self.price(actor, zone as ZoneId)))
        });
        worths.max()
    }

    /// Its own Zone, and those to which it can go.
    fn zones_in_reach(&self, actor: Actor<'a>) -> ZoneSet {
        self.zones_to_go(actor) | 1 << self.zone(actor.who)
    }

    /// Goes to the Zone from which an attack is worth most, and chooses a target. `None` if it cannot attack any more.
    pub(super) fn go_where_it_is_worth_most(&mut self, actor: Actor<'a>, attack: &Attack) -> Flow<Option<Who>> {
        let (own, held) = (self.zone(actor.who), self.held_by(actor.side.other()));
        // Distances are symmetric: the Zones around an opponent are those from which the opponent is within range.
        let legal = self.zones_in_reach(actor) & self.rules.field.within_any(held, attack.range);
        let rank = |fight: &Self, zone: ZoneId| {
            let worth = fight.gain(actor, attack, zone).map(|gain| gain - fight.price(actor, zone));
            (worth, zone == own)
        };
        let Some(zone) = self.choose_zone(actor, legal, rank) else { return Continue(None) };
        if zone != own {
            self.walk(actor, Destination::Zone(zone), Pace::Movement)?;
        }
        if !self.stands(actor.who) || !self.can_act(actor.who) {
            return Continue(None);
        }
        let zone = self.zone(actor.who);
        let (wanted, _) = self.best_targets(actor, attack, zone);
        Continue(self.choose_or_any(actor, attack, wanted, 1 << zone))
    }

    /// The greatest gain of an attack from a Zone; `None` if it gains nothing.
    pub(super) fn gain(&self, actor: Actor<'a>, attack: &Attack, zone: ZoneId) -> Option<i64> {
        let (_, gain) = self.best_targets(actor, attack, zone);
        (gain > 0).then_some(gain)
    }

    /// The targets on which an attack from a Zone gains most, and that gain; nobody if it gains nothing.
    fn best_targets(&self, actor: Actor<'a>, attack: &Attack, zone: ZoneId) -> (Group, i64) {
        let (mut best, mut most) = (Group::NOBODY, 0);
        for target in self.targets_from(actor, attack, 1 << zone) {
            let gain = self.share(attack, [(actor.who, zone), (target, self.zone(target))]);
            if gain > most {
                (best, most) = (Group::NOBODY, gain);
            }
            best.insert_if(target, gain == most && gain > 0);
        }
        (best, most)
    }

    // Prices.

    /// The price for a combatant of going to a Zone, if it is another one, and of standing there until its next Turn has
    /// begun.
    pub(super) fn price(&self, actor: Actor<'a>, zone: ZoneId) -> i64 {
        let (who, field) = (actor.who, &self.rules.field);
        let start = if field.harms_at_turn_start(zone) { self.share_of_hazard(who, zone) } else { 0 };
        let opponents = self.opponents(who);
        let attacks: i64 = opponents.into_iter().map(|opponent| self.threat(opponent, actor, zone)).sum();
        self.price_of_going(actor, zone) + start + attacks
    }

    /// The free attacks that leaving provokes, and the hazard on entry; nothing for its own Zone.
    fn price_of_going(&self, actor: Actor<'a>, zone: ZoneId) -> i64 {
        let (who, own) = (actor.who, self.zone(actor.who));
        if zone == own {
            return 0;
        }
        let free = self.free_attackers(actor).into_iter().filter_map(|opponent| {
            let attack = self.attack_of(self.sheet(opponent), self.free_attack(opponent)?);
            Some(self.share(attack, [(opponent, own), (who, own)]))
        });
        let entry = if self.rules.field.harms_on_entry(zone) { self.share_of_hazard(who, zone) } else { 0 };
        free.sum::<i64>() + entry
    }

    /// The share of the worst attack that an opponent can make on a combatant in a Zone, from its own Zone or after a
    /// movement, divided by the number of those whom it could attack instead.
    fn threat(&self, opponent: Who, actor: Actor<'a>, zone: ZoneId) -> i64 {
        if !self.can_act(opponent) {
            return 0;
        }
        let (field, attacker) = (&self.rules.field, self.actor(opponent));
        let places = self.zones_in_reach(attacker);
        let (mut worst, mut range) = (0, 0);
        for index in ones(self.usable(attacker.sheet)) {
            let attack = self.attack_of(attacker.sheet, index);
            range = range.max(attack.range);
            for from in ones(places & field.within(zone, attack.range)) {
                worst = worst.max(self.share(attack, [(opponent, from as ZoneId), (actor.who, zone)]));
            }
        }
        let others = self.standing_in(field.within_any(places, range), actor.side).without(actor.who);
        worst / (1 + others.len() as i64)
    }

    // Shares.

    /// The share that an attack is expected to take of its target if both stood in the given Zones.
    fn share(&self, attack: &Attack, places @ [_, (target, zone)]: [(Who, ZoneId); 2]) -> i64 {
        let chances = self.rules.verdicts.chances(attack.rows[target], self.edge(attack, places));
        let [plain, multiplied] = chances.hits.map(i64::from);
        let chance = plain + multiplied;
        let lost = attack.damage.as_ref().map_or(0, |damage| {
            let [once, times] = damage.extents;
            plain * once + multiplied * times
        });
        let harm = Harm { chance, lost, hinder: attack.hinder, ongoing: attack.ongoing };
        let mut share = self.share_of_harm(harm, target);
        if attack.push
            && let Some(to) = self.push_zone_from(zone, self.side(target))
            && self.rules.field.harms_on_entry(to)
        {
            share += chance * self.share_of_hazard(target, to) / PAIRS;
        }
        if attack.demand && self.can_be_broken(target) {
            let needed = self.rules.knobs.morale.difficulty - self.sheet(target).skill;
            share += chance * self.chance_to_fail((target, zone), needed) * ALL / (PAIRS * PAIRS);
        }
        share.min(ALL)
    }

    /// The share that the hazard of a Zone is expected to take each time it acts; 0 if it spares the combatant's side.
    fn share_of_hazard(&self, who: Who, zone: ZoneId) -> i64 {
        let Some(hazard) = &self.rules.field.zone(zone).hazard else { return 0 };
        if !hazard.affects[self.side(who).index()] {
            return 0;
        }
        let needed = hazard.difficulty - self.sheet(who).bonuses[usize::from(hazard.test)];
        let chance = self.chance_to_fail((who, zone), needed);
        let extent = hazard.damage.map_or(0, |dice| dice.min().max(0) + dice.max().max(0));
        self.share_of_harm(Harm { chance, lost: chance * extent, hinder: hazard.hinder, ongoing: hazard.ongoing }, who)
    }

    /// The share of the HP that a combatant has left; an ailment that it has already counts nothing.
    fn share_of_harm(&self, Harm { chance, mut lost, hinder, ongoing }: Harm, who: Who) -> i64 {
        if let Some(source) = ongoing
            && !self.suffers(who, Ailment::Ongoing)
        {
            let amount = self.rules.sources[usize::from(source)].amount.unwrap_or(self.sheet(who).level);
            lost += 2 * chance * i64::from(amount);
        }
        let hinders = hinder.is_some_and(|(hinderance, _)| !self.suffers(who, hinderance));
        let hindered = if hinders { chance * HINDERANCE / PAIRS } else { 0 };
        let share = lost * ALL / (2 * PAIRS * i64::from(self.fighter(who).hp)) + hindered;
        share.min(ALL)
    }

    /// The chance, in 400ths, that a Test of a combatant in a Zone fails, if it passes with a natural of `needed` or
    /// more.
    fn chance_to_fail(&self, (who, zone): (Who, ZoneId), needed: i16) -> i64 {
        let edge = Edge::new(false, self.has_disadvantage_in(who, zone));
        let failing = 1..needed.clamp(1, 21) as u16;
        failing.map(|natural| i64::from(edge.weight(natural))).sum()
    }
}
