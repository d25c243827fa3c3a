//! A lone attack, spell or stunt, for the odds of one roll (ZONES-19 to ZONES-30, ZONES-39, ZONES-41).

use super::attack::Attempt;
use super::field::ZoneId;
use super::metrics::{CRITICALS, DAMAGE, HAZARD_LOST, HITS, STUNTS_WON};
use super::resolve::Fight;
use super::{Attack, Zones};
use crate::dice::Dice;
use crate::odds::{Amount, Strike, Striking, Struck};
use crate::skirmish::Group;
use crate::trace::Counting;

/// HP are lost until the target is out of the fight (ZONES-24).
pub(super) const STRIKING: Striking = Striking {
    amounts: &[Amount { key: "hp", name: "HP" }],
    succeeds: "hits",
    does: ["takes", "off it"],
    against: None,
    enough: Some("out of the fight"),
};

impl Zones {
    /// The Zones of attacker and target for a lone attack: the first pair, in listed order, between which it has no Close penalty,
    /// and preferably one in which neither has Disadvantage. If there is none, both are in the first Zone.
    fn scene(&self, Strike { attacker, target, .. }: Strike, attack: &Attack) -> [ZoneId; 2] {
        let zones = 0..self.field.len() as ZoneId;
        let pairs = zones.clone().flat_map(|here| zones.clone().map(move |there| [here, there]));
        let is_hampered = |(zone, who)| self.field.zone(zone).disadvantage[self.sides.side(who).index()];
        let within_reach = pairs.filter(|&[here, there]| attack.reached_from(here) >> there & 1 == 1);
        let best = within_reach.min_by_key(|&[here, there]| [(here, attacker), (there, target)].map(is_hampered));
        best.unwrap_or([0, 0])
    }

    /// The names of the attacks that a combatant can make with everything at hand: the listed ones, or else bare hands (ZONES-14,
    /// ZONES-30).
    pub(super) fn striking_names(&self, who: crate::Who) -> Vec<String> {
        let sheet = self.sheet(who);
        let names = self.names.attacks[who].iter().enumerate();
        let attacks = sheet.or_bare_hands(sheet.listed_attacks);
        names.filter(|(index, _)| attacks >> index & 1 == 1).map(|(_, name)| name.clone()).collect()
    }
}

impl<D: Dice> Fight<'_, D, Counting> {
    /// Brings the attack to hand, rolls the HP of the target if they are rolled, and puts both in their Zones (ZONES-14, ZONES-24).
    pub(super) fn stage_strike(&mut self, strike: Strike) {
        if self.rules.rolls_hp.contains(strike.target) {
            self.roll_hit_points(strike.target);
        }
        let listed = &self.sheet(strike.attacker).attacks[strike.attack];
        if let Some(at_hand) = listed.at_hand {
            self.state.counters[usize::from(at_hand)] = 1;
        }
        self.face_each_other(strike);
    }

    fn face_each_other(&mut self, strike: Strike) {
        let Strike { attacker, attack, target } = strike;
        let attack = self.attack_of(self.sheet(attacker), attack);
        let zones = self.rules.scene(strike, attack);
        let state = &mut *self.state;
        state.standing = Group::of(attacker) | Group::of(target);
        (state.waiting, state.rolling) = (Group::NOBODY, Group::NOBODY);
        (state.retreating, state.half_fired, state.fired) = (Group::NOBODY, Group::NOBODY, 0);
        state.occupants.fill(Group::NOBODY);
        for (who, zone) in [attacker, target].into_iter().zip(zones) {
            state.fighters[who].zone = zone;
            state.occupants[usize::from(zone)].insert(who);
        }
    }

    /// Makes the attack; `None` if it is used up or broken (ZONES-28, ZONES-29).
    pub(super) fn lone_strike(&mut self, strike: Strike) -> Option<Struck> {
        let Strike { attacker, attack: index, target } = strike;
        let sheet = self.sheet(attacker);
        let is_listed = sheet.listed_attacks >> index & 1 == 1;
        if is_listed && self.usable_of_listed(sheet) >> index & 1 == 0 {
            return None;
        }
        let (attack, side) = (self.attack_of(sheet, index), self.side(attacker));
        // Whether the fight is over does not matter here.
        let _ = self.resolve(attack, Attempt { who: attacker, side, index, target, is_free: false });
        let counts = self.trace.counts();
        // Whoever gives up is out of the fight without a loss (ZONES-53).
        let lost = counts[DAMAGE.of(side)] + counts[HAZARD_LOST.of(self.side(target))];
        let (is_success, is_critical) =
            (counts[HITS.of(side)] + counts[STUNTS_WON.of(side)] > 0, counts[CRITICALS.of(side)] > 0);
        if self.stands(target) {
            self.face_each_other(strike);
        }
        Some(Struck { is_success, is_critical, amounts: [lost as i32, 0] })
    }
}
