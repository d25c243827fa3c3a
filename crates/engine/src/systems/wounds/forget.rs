//! Clears the parts of a state that no later rule reads, for the exact solver: the odds of the rest of the fight do not
//! depend on them.

use super::Wounds;
use super::injury::Conditions;
use super::sheet::{Attack, Knobs, SCORES, Sheet};
use super::state::{Body, Phase, State, ThisRound, Turn};
use super::words::{AttackKind, Policy, Score};
use crate::outcome::Side;
use crate::skirmish::{Group, Roster};
use crate::who::Who;

/// Classes of differences of Base Initiative in a duel: all differences in a class lead to the same order of turns,
/// whatever the two declare.
///
/// The order of two turns is the sign of (difference of Base Initiatives - difference of declared modifiers). So it
/// only matters how the former difference compares with each possible value of the latter.
#[derive(Debug, Clone, Default)]
pub(super) struct InitiativeClasses {
    /// The possible differences of declared modifiers, the second combatant's less the first's; ascending.
    thresholds: Vec<i16>,
}

impl InitiativeClasses {
    /// The classes of a duel; `None` if more than two fight.
    pub(super) fn new(knobs: &Knobs, sheets: &Roster<Sheet>, erring: Group) -> Option<Self> {
        // Somebody wary looks at whatever an opponent can do, whether or not it ever does.
        let are_weighed = sheets.iter().any(|sheet| sheet.policy == Policy::Wary);
        let modifiers_of = |who: Who| match &sheets[who] {
            // An error may be any action that it can ever declare.
            sheet if erring.contains(who) => {
                sheet.actions.iter().map(|&action| sheet.modifier_of(action, knobs)).collect()
            }
            sheet => modifiers_of(sheet, knobs, are_weighed),
        };
        let modifiers: Vec<Vec<i32>> = Who::first(sheets.iter().len()).map(modifiers_of).collect();
        let [first, second] = modifiers.as_slice() else { return None };
        let mut thresholds: Vec<i16> =
            first.iter().flat_map(|first| second.iter().map(move |second| (second - first) as i16)).collect();
        thresholds.sort_unstable();
        thresholds.dedup();
        Some(Self { thresholds })
    }

    /// The difference of Base Initiatives that represents all differences of its class.
    fn representative(&self, difference: i16) -> i16 {
        match self.thresholds.iter().find(|&&threshold| threshold >= difference) {
            Some(&threshold) if threshold == difference => difference,
            Some(threshold) => threshold - 1,
            None => self.thresholds.last().map_or(0, |last| last + 1),
        }
    }
}

/// All modifiers to Base Initiative that a combatant may ever declare by its policy, and perhaps some that it never does; with
/// `casts` those of its spells in any case.
fn modifiers_of(sheet: &Sheet, knobs: &Knobs, casts: bool) -> Vec<i32> {
    let attacks = sheet.attacks.iter().map(|attack| attack.weapon_speed);
    let mut modifiers: Vec<i32> = attacks.chain(sheet.items.iter().map(|item| item.use_speed)).collect();
    let is_covered = |attack: &&Attack| attack.kind != AttackKind::Thrown;
    if !matches!(sheet.policy, Policy::Reckless | Policy::Guard) {
        let covered = sheet.attacks.iter().filter(is_covered);
        modifiers.extend(covered.map(|attack| attack.weapon_speed + knobs.defensive_attack_speed));
    }
    if casts || sheet.policy == Policy::Caster {
        modifiers.extend(sheet.spells.iter().map(|spell| spell.spell_speed));
    }
    match sheet.policy {
        Policy::Defensive => modifiers.push(knobs.defensive_attack_speed),
        Policy::Medic => modifiers.push(knobs.heal_speed),
        Policy::Intimidator => modifiers.push(knobs.intimidate_speed),
        Policy::Default
        | Policy::Reckless
        | Policy::Skirmisher
        | Policy::Cautious
        | Policy::Guard
        | Policy::Caster
        | Policy::Wary => {}
    }
    let cannot_be_lost = |attack: &Attack| attack.arms_lost.is_empty() && attack.is_free();
    let chooses_full_defense = matches!(sheet.policy, Policy::Cautious | Policy::Guard);
    if chooses_full_defense || !sheet.attacks.iter().any(cannot_be_lost) {
        modifiers.push(knobs.full_defense_speed);
    }
    modifiers
}

impl State {
    /// Clears everything that no later rule reads: all about combatants that have left or died, the size of wounds if
    /// nobody heals, damage to scores that no rule reads, and the origin of the line. If nobody is still to arrive,
    /// also past declarations, and of the counts everything but their order.
    pub(super) fn forget(&mut self, rules: &Wounds) {
        let here = self.present | self.absent;
        self.forget_last_round();
        self.lots.retain(here);
        let has_healer = |side: Side| rules.sides.members(side).iter().any(|who| rules.sheet(who).heal.is_some());
        let healers = Side::ALL.map(has_healer);
        for (who, body) in Who::first(self.bodies.len()).zip(&mut self.bodies) {
            if here.contains(who) {
                body.forget_unread(rules.sheet(who), healers[rules.sides.side(who).index()]);
            } else {
                body.forget_all();
            }
        }
        self.defended_last = (self.defended_last & here).filter(|who| rules.sheet(who).policy == Policy::Cautious);
        self.outnumbered &= here;
        let ThisRound { declared, defending, guarded, reacted, acted, shaken, .. } = &mut self.this_round;
        for group in [declared, defending, guarded, reacted, acted, shaken] {
            *group &= here;
        }
        self.forget_origin(here);
        if self.absent.is_empty() {
            self.forget_declarations();
            self.forget_counts(rules);
        }
    }

    /// Moves the origin of the line to the lowest position, since only distances matter.
    fn forget_origin(&mut self, here: Group) {
        let least = here.iter().map(|who| self.bodies[who].position).min().unwrap_or(0);
        for who in here {
            self.bodies[who].position -= least;
        }
    }

    /// Clears the turns of a round that is over: the next one begins with other declarations.
    fn forget_last_round(&mut self) {
        if self.phase == Phase::Between {
            self.bodies.iter_mut().for_each(|body| body.turn = Turn::NONE);
        }
    }

    /// Clears turns that have been taken: only a combatant that is still to arrive would look at them.
    fn forget_declarations(&mut self) {
        if self.phase != Phase::Counting {
            return;
        }
        let pending = self.this_round.turns | self.this_round.carried | self.carrying;
        for who in self.present {
            let body = &mut self.bodies[who];
            if !self.this_round.turns.contains(who) {
                body.turn = Turn::NONE;
            }
            if !(self.this_round.carried | self.carrying).contains(who) {
                body.carried = Turn::NONE;
            }
            if !pending.contains(who) {
                body.moved = 0;
            }
        }
        (self.this_round.declared, self.this_round.had_carried) = (Group::NOBODY, Group::NOBODY);
    }

    /// Replaces the counts of declared turns by their order, and Base Initiatives by the differences that can still
    /// decide anything.
    fn forget_counts(&mut self, rules: &Wounds) {
        if !(self.initiative_due | self.this_round.carried | self.carrying).is_empty() {
            return;
        }
        self.rank_turns();
        let first = self.present.iter().map(|who| self.bodies[who].base_initiative).min().unwrap_or(0);
        for who in self.present {
            self.bodies[who].base_initiative -= first;
        }
        if let Some(classes) = &rules.initiative_classes
            && self.present.len() == 2
            && let [first, second] = self.bodies.iter_mut().into_slice()
        {
            first.base_initiative = classes.representative(first.base_initiative - second.base_initiative);
            second.base_initiative = 0;
        }
    }

    /// Replaces the counts of turns by their ranks: the lowest count becomes 0, the next one 1, and so on.
    fn rank_turns(&mut self) {
        let mut ranked = Group::NOBODY;
        let mut rank = 0;
        while let Some(lowest) = (self.this_round.turns - ranked).iter().map(|who| self.bodies[who].turn.count).min() {
            for who in self.this_round.turns - ranked {
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

    /// Clears everything about a combatant that is out of the fight, except for turns, which are still to be counted as
    /// lost.
    pub(super) fn forget_all(&mut self) {
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
