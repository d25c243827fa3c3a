//! What a combatant does with its Turn, as far as nothing but positions decides it: found once for each situation, since most
//! Turns are in one that an earlier Turn of this fight or another one was in.

use super::field::{ZoneId, ZoneSet};
use super::policy::Approach;
use super::resolve::Fight;
use super::scenario::ATTACKS_MAX;
use super::{Actor, Attack};
use crate::dice::Dice;
use crate::skirmish::{Group, ones};
use crate::trace::Trace;

/// What P2 comes to, before anybody is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Plan {
    /// There is nothing to attack.
    Nothing,
    /// There is nothing to attack, and a Nearby Zone to advance to, if nothing comes before that.
    Advance { to: ZoneId },
    /// Attacks one of those in some Zones from where it stands.
    Attack { index: u8, zones: ZoneSet },
    /// Attacks one whom it reaches from where it stands or from one of some Nearby Zones, and goes there first if it has to.
    GoAndAttack { index: u8, nearby: ZoneSet },
    /// Attacks somebody who is not Close from a Zone, and goes there first if it is another one.
    Shoot { index: u8, from: ZoneId },
}

/// All that a plan depends on beside the scenario, where every attack is of use on whoever it reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Situation {
    /// The combatant, its Zone, how it approaches, whether it would go to another Zone in order to attack, and a bit for each
    /// attack that it can make.
    own: u64,
    /// The Zones in which its opponents stand, and those that have no room for it.
    zones: u64,
}

impl Situation {
    /// Nobody's.
    const NONE: Self = Self { own: u64::MAX, zones: 0 };

    /// Where its plan is kept.
    #[inline(always)]
    const fn place(self) -> usize {
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let mixed = (self.zones ^ self.own.rotate_left(8)).wrapping_mul(FACTOR);
        (mixed >> (u64::BITS - PLACES.ilog2())) as usize % PLACES
    }
}

const _: () =
    assert!(14 + ATTACKS_MAX < u64::BITS as usize, "a situation has a bit for each attack and the bare hands");

/// How many plans are kept. Fights between twenty on three or four Zones have some hundred situations, most of them rare: where a
/// place is shared by two of them that are not, plans are found again and again.
const PLACES: usize = 2048;

/// The plans of situations that fights of one scenario have been in, of each place the last one.
#[derive(Debug, Clone)]
pub struct Plans(Box<[(Situation, Plan); PLACES]>);

impl Default for Plans {
    fn default() -> Self {
        let nobodys = vec![(Situation::NONE, Plan::Nothing); PLACES];
        let Ok(all) = nobodys.try_into() else { unreachable!("as many as there are places") };
        Self(all)
    }
}

impl<'a, D: Dice, T: Trace> Fight<'a, D, T> {
    /// P2 as far as positions decide it. A plan is looked up where it depends on them alone, as it does unless it is
    /// [doubtful](Self::doubtful) whether an attack is of use, and nobody hears which rules have led to it.
    #[inline(always)]
    pub(super) fn plan(
        &mut self,
        actor: Actor<'a>,
        zone: ZoneId,
        approach: Approach,
        usable: u64,
        is_doubtful: bool,
    ) -> Plan {
        if T::HEARS_RULES || is_doubtful {
            return self.reborrow().find_plan((actor, approach, usable), None);
        }
        let goes = self.goes_to_attack(actor, approach);
        let situation = self.situation((actor, approach, usable), zone, goes);
        let (known, plan) = self.scratch.0[situation.place()];
        if known == situation { plan } else { self.reborrow().learn_plan((actor, approach, usable), goes) }
    }

    #[inline(always)]
    fn situation(&self, (actor, approach, usable): (Actor<'a>, Approach, u64), zone: ZoneId, goes: bool) -> Situation {
        let [who, zone, goes] = [actor.who as u64, zone.into(), goes.into()];
        let [held, full] = [self.held_by(actor.side.other()), self.full_for(actor.side)].map(u64::from);
        let own = who | zone << 6 | (approach as u64) << 11 | goes << 13 | usable << 14;
        Situation { own, zones: held | full << 32 }
    }

    /// A bit for each attack of which it depends on the target whether it is of use: what brings an ailment is of use on everybody
    /// as long as no opponent suffers from any.
    #[inline(always)]
    pub(super) fn doubtful(&self, Actor { side, sheet, .. }: Actor<'a>) -> u64 {
        let harmless = sheet.harmless;
        if harmless == 0 || self.state.ailing.meets(self.rules.sides.members(side.other())) {
            return harmless;
        }
        harmless & !sheet.bring_ailments
    }

    /// Finds the plan of a situation, with the step that follows where there is nothing to attack, and keeps it.
    #[inline(never)]
    fn learn_plan(&mut self, asked: (Actor<'a>, Approach, u64), goes: bool) -> Plan {
        let mut plan = self.find_plan(asked, Some(goes));
        let (actor, approach, usable) = asked;
        if plan == Plan::Nothing
            && approach != Approach::Hold
            && let Some(to) = self.step_closer(actor, usable)
        {
            plan = Plan::Advance { to };
        }
        let situation = self.situation(asked, self.zone(actor.who), goes);
        self.scratch.0[situation.place()] = (situation, plan);
        plan
    }

    /// P2 for any situation. Whether it would go to another Zone is found out when an attack asks for it, if it is not known.
    #[inline(never)]
    fn find_plan(&mut self, (actor, approach, usable): (Actor<'a>, Approach, u64), goes: Option<bool>) -> Plan {
        let mut known = goes.map(|goes| if goes { self.open_zones(actor) } else { 0 });
        if approach == Approach::Afar {
            let nearby = known.unwrap_or_else(|| self.zones_to_attack_from(actor, approach));
            if let Some(plan) = self.find_shot(actor, usable, nearby) {
                return plan;
            }
        }
        let zone = self.zone(actor.who);
        for index in ones(usable) {
            let attack = self.attack_of(actor.sheet, index);
            let (index, zones) = (index as u8, attack.reached_from(zone, self.rules));
            let here = self.useful_in(attack, zones, actor);
            if !here.is_empty() && approach != Approach::Reckless {
                return Plan::Attack { index, zones };
            }
            let nearby = *known.get_or_insert_with(|| self.zones_to_attack_from(actor, approach));
            let there = self.useful_in(attack, attack.reached_from_any(nearby, self.rules), actor);
            if !(here | there).is_empty() {
                return Plan::GoAndAttack { index, nearby };
            }
        }
        self.find_penalised(actor, usable)
    }

    /// The attack on somebody who is not Close, and the Zone whose nearest opponent is farthest of those from which it can be
    /// made.
    fn find_shot(&self, actor: Actor<'a>, usable: u64, nearby: ZoneSet) -> Option<Plan> {
        let own = self.zone(actor.who);
        let zones = nearby | 1 << own;
        for index in ones(usable) {
            let attack = self.attack_of(actor.sheet, index);
            if attack.range == 0 {
                continue;
            }
            // A Zone is as far from another one as that is from it.
            let zones = zones & self.rules.field.around_any(self.useful_zones(attack, actor), attack.range);
            let farthest = self.farthest_from_opponents(actor, zones);
            let Some(first) = ones(farthest).next() else { continue };
            let from = if farthest >> own & 1 == 1 { own } else { first as ZoneId };
            return Some(Plan::Shoot { index: index as u8, from });
        }
        None
    }

    /// The end of P2: attacks that have the Close penalty (ZONES-21).
    fn find_penalised(&self, actor: Actor<'a>, usable: u64) -> Plan {
        let zone = self.zone(actor.who);
        let found = ones(usable).find_map(|index| {
            let attack = self.attack_of(actor.sheet, index);
            let zones = self.rules.field.within(zone, attack.range);
            let is_any = !self.useful_in(attack, zones, actor).is_empty();
            is_any.then_some(Plan::Attack { index: index as u8, zones })
        });
        found.unwrap_or(Plan::Nothing)
    }

    /// Nearby Zones that it would enter in order to attack.
    fn zones_to_attack_from(&mut self, actor: Actor<'a>, approach: Approach) -> ZoneSet {
        if self.goes_to_attack(actor, approach) { self.open_zones(actor) } else { 0 }
    }

    /// Whether it would go to another Zone in order to attack.
    #[inline(always)]
    fn goes_to_attack(&mut self, actor: Actor<'a>, approach: Approach) -> bool {
        approach != Approach::Hold
            && self.can_move(actor.who)
            && (approach == Approach::Reckless || !self.provokes(actor))
    }

    /// The opponents in some Zones to whom an attack could do anything.
    #[inline(always)]
    pub(super) fn useful_in(&self, attack: &Attack, zones: ZoneSet, actor: Actor<'a>) -> Group {
        self.useful_on(attack, self.standing_in(zones, actor.side.other()))
    }

    /// Those of some Zones whose nearest opponent is farthest.
    #[inline(always)]
    pub(super) fn farthest_from_opponents(&self, actor: Actor<'a>, zones: ZoneSet) -> ZoneSet {
        if zones.is_power_of_two() {
            return zones;
        }
        self.rules.field.farthest(zones, self.held_by(actor.side.other()))
    }

    /// The Zones in which there are opponents to whom an attack could do anything.
    #[inline(always)]
    fn useful_zones(&self, attack: &Attack, actor: Actor<'a>) -> ZoneSet {
        if attack.harms {
            return self.held_by(actor.side.other());
        }
        let useful = self.useful_on(attack, self.opponents(actor.who));
        useful.iter().fold(0, |set, opponent| set | 1 << self.zone(opponent))
    }
}
