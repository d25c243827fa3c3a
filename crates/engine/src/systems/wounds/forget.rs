//! Parts of a state that no later rule reads, for the exact solver: the odds of the rest of the fight do not depend on them.

use super::Wounds;
use super::injury::Conditions;
use super::sheet::{Attack, Knobs, SCORES, Sheet};
use super::state::{Body, Phase, State, Turn};
use super::words::{AttackKind, Policy, Score};
use crate::outcome::Side;
use crate::skirmish::{Group, Roster};

/// How far apart the Base Initiatives of two opponents have to be to make a difference.
///
/// One comes before the other, or with it, by the sign of (difference of Base Initiatives - difference of the modifiers that
/// they can declare). So only the order of the first difference among all of the second kind matters.
#[derive(Debug, Clone, Default)]
pub(super) struct InitiativeClasses {
    /// The modifier of the second less that of the first, ascending, for all that they can declare.
    thresholds: Vec<i16>,
}

impl InitiativeClasses {
    /// The classes of a duel; `None` if more than two fight.
    pub(super) fn new(knobs: &Knobs, sheets: &Roster<Sheet>) -> Option<Self> {
        if sheets.len() != 2 {
            return None;
        }
        let [first, second] = [0, 1].map(|who| modifiers_of(&sheets[who], knobs));
        let mut thresholds: Vec<i16> =
            first.iter().flat_map(|first| second.iter().map(move |second| (second - first) as i16)).collect();
        thresholds.sort_unstable();
        thresholds.dedup();
        Some(Self { thresholds })
    }

    /// The one difference of Base Initiatives that stands for all with the same order.
    fn representative(&self, difference: i16) -> i16 {
        match self.thresholds.iter().find(|&&threshold| threshold >= difference) {
            Some(&threshold) if threshold == difference => difference,
            Some(threshold) => threshold - 1,
            None => self.thresholds.last().map_or(0, |last| last + 1),
        }
    }
}

/// All modifiers that a combatant may ever declare, and perhaps some that it never does.
fn modifiers_of(sheet: &Sheet, knobs: &Knobs) -> Vec<i32> {
    let attacks = sheet.attacks.iter().map(|attack| attack.weapon_speed);
    let mut modifiers: Vec<i32> = attacks.chain(sheet.items.iter().map(|item| item.use_speed)).collect();
    let is_covered = |attack: &&Attack| attack.kind != AttackKind::Thrown;
    if !matches!(sheet.policy, Policy::Reckless | Policy::Guard) {
        let covered = sheet.attacks.iter().filter(is_covered);
        modifiers.extend(covered.map(|attack| attack.weapon_speed + knobs.defensive_attack_speed));
    }
    match sheet.policy {
        Policy::Defensive => modifiers.push(knobs.defensive_attack_speed),
        Policy::Caster => modifiers.extend(sheet.spells.iter().map(|spell| spell.spell_speed)),
        Policy::Medic => modifiers.push(knobs.heal_speed),
        Policy::Intimidator => modifiers.push(knobs.intimidate_speed),
        Policy::Default | Policy::Reckless | Policy::Skirmisher | Policy::Cautious | Policy::Guard => {}
    }
    let cannot_be_lost =
        |attack: &Attack| attack.arms_lost.is_empty() && attack.stress_cost == 0 && attack.uses.is_none();
    let chooses_full_defense = matches!(sheet.policy, Policy::Cautious | Policy::Guard);
    if chooses_full_defense || !sheet.attacks.iter().any(cannot_be_lost) {
        modifiers.push(knobs.full_defense_speed);
    }
    modifiers
}

impl State {
    /// Forgets everything about who has left or died, the size of wounds if nobody heals, damage to scores that nobody
    /// asks for, where on the line things happen; and, when nobody is to come who knows both, on which counts.
    pub(super) fn forget(&mut self, rules: &Wounds) {
        let here = self.present | self.absent;
        self.forget_last_round();
        self.lots.retain(here);
        let has_healer = |side: Side| rules.sides.members(side).iter().any(|who| rules.sheet(who).heal.is_some());
        let healers = Side::ALL.map(has_healer);
        for (who, body) in self.bodies.iter_mut().enumerate() {
            if here.contains(who) {
                body.forget_unread(rules.sheet(who), healers[rules.sides.side(who).index()]);
            } else {
                body.forget_all();
            }
        }
        let memories = [&mut self.defended_last, &mut self.outnumbered, &mut self.defending, &mut self.guarded];
        for group in
            memories.into_iter().chain([&mut self.reacted, &mut self.acted, &mut self.shaken, &mut self.declared])
        {
            *group &= here;
        }
        self.defended_last = self.defended_last.filter(|who| rules.sheet(who).policy == Policy::Cautious);
        self.forget_origin(here);
        if self.absent.is_empty() {
            self.forget_declarations();
            self.forget_counts(rules);
        }
    }

    /// Only how far people stand apart counts.
    fn forget_origin(&mut self, here: Group) {
        let least = here.iter().map(|who| self.bodies[who].position).min().unwrap_or(0);
        for who in here {
            self.bodies[who].position -= least;
        }
    }

    /// The turns of a round that is over: the next one begins with other declarations.
    fn forget_last_round(&mut self) {
        if self.phase == Phase::Between {
            self.bodies.iter_mut().for_each(|body| body.turn = Turn::NONE);
        }
    }

    /// Turns that have been taken: only a newcomer would look at them.
    fn forget_declarations(&mut self) {
        if self.phase != Phase::Counting {
            return;
        }
        let pending = self.turns | self.carried | self.carrying;
        for who in self.present {
            let body = &mut self.bodies[who];
            if !self.turns.contains(who) {
                body.turn = Turn::NONE;
            }
            if !(self.carried | self.carrying).contains(who) {
                body.carried = Turn::NONE;
            }
            if !pending.contains(who) {
                body.moved = 0;
            }
        }
        (self.declared, self.had_carried) = (Group::NOBODY, Group::NOBODY);
    }

    /// Of what is declared only the order is left, and of Base Initiatives only what they can decide.
    fn forget_counts(&mut self, rules: &Wounds) {
        if !(self.initiative_due | self.carried | self.carrying).is_empty() {
            return;
        }
        self.rank_turns();
        let first = self.present.iter().map(|who| self.bodies[who].base_initiative).min().unwrap_or(0);
        for who in self.present {
            self.bodies[who].base_initiative -= first;
        }
        if let Some(classes) = &rules.initiative_classes
            && self.present.len() == 2
        {
            let difference = self.bodies[0].base_initiative - self.bodies[1].base_initiative;
            self.bodies[0].base_initiative = classes.representative(difference);
            self.bodies[1].base_initiative = 0;
        }
    }

    /// The lowest count becomes 0, the next one 1, and so on.
    fn rank_turns(&mut self) {
        let mut ranked = Group::NOBODY;
        let mut rank = 0;
        while let Some(lowest) = (self.turns - ranked).iter().map(|who| self.bodies[who].turn.count).min() {
            for who in self.turns - ranked {
                let count = &mut self.bodies[who].turn.count;
                if *count == lowest {
                    *count = rank;
                    ranked.insert(who);
                }
            }
            rank += 1;
        }
    }
}

impl Body {
    fn forget_unread(&mut self, sheet: &Sheet, may_be_healed: bool) {
        if !may_be_healed {
            self.worst_wound = 0;
        }
        for score in Score::ALL {
            if !sheet.reads(score) {
                self.score_damage[score as usize] = 0;
            }
        }
        let only_injured = self.conditions == Conditions::INJURED;
        if only_injured && self.score_damage == [0; SCORES] && (self.injury_attack, self.injury_defense) == (0, 0) {
            self.conditions = Conditions::NONE;
        }
    }

    /// Leaves nothing of somebody who is out of the fight, but for turns that will be lost.
    fn forget_all(&mut self) {
        *self = Self {
            position: 0,
            stress: 0,
            stress_max: 0,
            wounds: 0,
            worst_wound: 0,
            mana: 0,
            score_damage: [0; SCORES],
            conditions: Conditions::NONE,
            injury_attack: 0,
            injury_defense: 0,
            base_initiative: 0,
            arrives_on: 0,
            moved: 0,
            intimidated: None,
            ..*self
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_with_the_same_order_have_one_representative() {
        let classes = InitiativeClasses { thresholds: vec![-2, 0, 5] };
        let found: Vec<i16> = (-5..=8).map(|difference| classes.representative(difference)).collect();
        assert_eq!(found, [-3, -3, -3, -2, -1, 0, 4, 4, 4, 4, 5, 6, 6, 6]);
    }
}
