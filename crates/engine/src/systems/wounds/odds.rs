//! A lone attack or spell, for the odds of one roll (WOUNDS-30 to WOUNDS-36, WOUNDS-46 to WOUNDS-54).

use super::Wounds;
use super::injury::Conditions;
use super::metrics::{CRITICALS, STRESS_DAMAGE, WOUND_DAMAGE};
use super::resolve::Fight;
use super::state::{Action, ThisRound};
use super::words::Score;
use crate::Who;
use crate::dice::Dice;
use crate::odds::{Amount, Strike, Striking, Struck};
use crate::skirmish::Group;
use crate::trace::Counting;

/// Stress and Wound Points are lost until the target is no fighter any more (WOUNDS-32, WOUNDS-45).
pub(super) const STRIKING: Striking = Striking {
    amounts: &[Amount { key: "stress", name: "Stress" }, Amount { key: "wound_points", name: "Wound Points" }],
    succeeds: "hits",
    does: ["takes", "off it"],
    against: None,
    enough: Some("out of the fight"),
};

/// Conditions of a target that a strike at it depends on: they change its Defense, or take it out of the fight.
const FELT: Conditions = Conditions::PRONE.with(Conditions::PARALYSED).with(Conditions::INJURED);

impl Wounds {
    /// The names of the attacks of a combatant, then of its spells.
    pub(super) fn striking_names(&self, who: Who) -> Vec<String> {
        let names = &self.names[who];
        names.attacks.iter().chain(&names.spells).cloned().collect()
    }
}

impl<D: Dice> Fight<'_, D, Counting> {
    /// Brings both combatants to the field, not surprised, and rolls the Stress of the target if it is rolled (WOUNDS-01,
    /// WOUNDS-27).
    pub(super) fn stage_strike(&mut self, Strike { attacker, target, .. }: Strike) {
        if self.state.stress_due.contains(target) {
            self.roll_stress(target);
        }
        let pair = Group::of(attacker) | Group::of(target);
        let state = &mut *self.state;
        (state.present, state.fighters) = (pair, pair);
        for group in [&mut state.absent, &mut state.surprised, &mut state.stress_due, &mut state.initiative_due] {
            *group = Group::NOBODY;
        }
        (state.count_due, state.arriving, state.carrying) = (Group::NOBODY, Group::NOBODY, Group::NOBODY);
    }

    /// Makes all strikes of an attack, or casts a spell, and lets the results take effect. `None` if it is used up, or if there is
    /// too little Stress or mana for it (WOUNDS-12, WOUNDS-34, WOUNDS-35).
    pub(super) fn lone_strike(&mut self, Strike { attacker, attack, target }: Strike) -> Option<Struck> {
        let attacks = self.sheet(attacker).attacks.len();
        let action =
            if attack < attacks { Action::Attack(attack as u8) } else { Action::Cast((attack - attacks) as u8) };
        if self.is_lost(attacker, action) {
            return None;
        }
        self.scratch.start_count();
        self.carry_out_at(attacker, action, target);
        let is_success = !self.scratch.effects.is_empty();
        self.apply_effects();
        let (counts, side) = (self.trace.counts(), self.side(target));
        let amounts = [counts[STRESS_DAMAGE.of(side)], counts[WOUND_DAMAGE.of(side)]].map(|count| count as i32);
        let is_critical = counts[CRITICALS] > 0;
        self.forget_beside_strikes(target);
        Some(Struck { is_success, is_critical, amounts })
    }

    /// Forgets what no later strike at the target depends on: what has happened in this round, and those of its injuries that hamper
    /// its own actions.
    fn forget_beside_strikes(&mut self, target: Who) {
        let state = &mut *self.state;
        (state.this_round, state.has_fallen) = (ThisRound::default(), false);
        let body = &mut state.bodies[target];
        (body.worst_wound, body.injury_attack) = (0, 0);
        body.conditions = body.conditions.without(body.conditions.without(FELT));
        for (score, damage) in body.score_damage.iter_mut().enumerate() {
            if score != Score::Strength as usize && score != Score::Agility as usize {
                *damage = 0;
            }
        }
    }
}
