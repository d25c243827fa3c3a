//! Refuses scenarios whose values are valid one by one but not together (the ledger's "Bad input").

use super::file::{Block, File};
use super::scenario::{Armor, AttackKeys, AttackKind, CombatantKeys, HeavyUnqualified, Policy, Rules, Trait};
use crate::scenario::{Problem, Section, Word, common};
use crate::skirmish::{is_left_out, refuse_muster};

impl File<'_> {
    /// Reports values that are valid one by one but not together.
    pub(super) fn refuse(&self, problems: &mut Vec<Problem>) {
        self.refuse_dice(problems);
        let tables: Vec<&Section<'_>> = self.blocks.iter().map(|block| &block.section).collect();
        refuse_muster(&self.root, &tables, problems);
        self.refuse_positions(problems);
        for block in &self.blocks {
            self.refuse_block(block, problems);
        }
    }

    /// Refuses a better level that has fewer dice than a worse one (TINY-01).
    fn refuse_dice(&self, problems: &mut Vec<Problem>) {
        let rules = &self.rules;
        let levels = [Rules::DISADVANTAGE_DICE, Rules::NORMAL_DICE, Rules::ADVANTAGE_DICE];
        for [worse, better] in [[levels[0], levels[1]], [levels[1], levels[2]]] {
            let (Some(more), Some(fewer)) = (rules.known(worse), rules.known(better)) else { continue };
            if more > fewer {
                let (key, reason) = if rules.given(better) {
                    (better, format!("is {fewer}, but `{}` is {more}: allowed {more}..=10", worse.name()))
                } else {
                    (worse, format!("is {more}, but `{}` is {fewer}: allowed 1..={fewer}", better.name()))
                };
                problems.push(rules.refused(key, reason));
            }
        }
    }

    /// Refuses opponents that start at the same position: combatants cannot pass an opponent, and at the same position
    /// neither would be in front of the other (TINY-10, TINY-15).
    fn refuse_positions(&self, problems: &mut Vec<Problem>) {
        let there: Vec<&Block<'_>> = self.blocks.iter().filter(|block| !is_left_out(&block.section)).collect();
        for (index, block) in there.iter().enumerate() {
            let (Some(side), Some(position)) = (block.side, self.position(block)) else { continue };
            let stands_there =
                |earlier: &&&Block<'_>| earlier.side == Some(side.other()) && self.position(earlier) == Some(position);
            if let Some(opponent) = there[..index].iter().find(stands_there) {
                let id = opponent.section.find(common::ID).unwrap_or_default();
                let reason = format!("is {position}, where its opponent `{id}` stands: opponents start apart");
                let span = opponent.section.span(CombatantKeys::POSITION);
                problems.push(block.section.refused(CombatantKeys::POSITION, reason).with_also(span, "the opponent"));
            }
        }
    }

    fn refuse_block(&self, block: &Block<'_>, problems: &mut Vec<Problem>) {
        let section = &block.section;
        if let (Some(hp), Some(Some(most))) = (section.find(CombatantKeys::HP), section.find(CombatantKeys::HP_MAX))
            && hp.max() > i64::from(most)
        {
            let reason = if hp.is_constant() {
                format!("is {hp}, more than `hp_max`: allowed 1..={most}")
            } else {
                format!("is {hp}, which may show {}, more than `hp_max`: allowed up to {most}", hp.max())
            };
            problems.push(section.refused(CombatantKeys::HP, reason));
        }
        self.refuse_armor(block, problems);
        match section.find(CombatantKeys::POLICY) {
            Some(Policy::Medic) if !block.has(Trait::Medic) => {
                problems.push(section.refused(CombatantKeys::POLICY, "`medic` needs the trait `medic`"));
            }
            Some(Policy::Skirmisher) if !self.shoots(block) => {
                let reason = "`skirmisher` needs a ranged attack whose damage is above 0";
                problems.push(section.refused(CombatantKeys::POLICY, reason));
            }
            _ => {}
        }
        for attack in &block.attacks {
            refuse_attack(block, attack, problems);
        }
    }

    /// Refuses heavy armor without training and strength, if `heavy_armor_unqualified` is `refuse` (TINY-29).
    fn refuse_armor(&self, block: &Block<'_>, problems: &mut Vec<Problem>) {
        let is_refused = self.rules.find(Rules::HEAVY_ARMOR_UNQUALIFIED) == Some(HeavyUnqualified::Refuse);
        if block.section.find(CombatantKeys::ARMOR) != Some(Armor::Heavy) || !is_refused {
            return;
        }
        let needed = [Trait::ArmorTraining, Trait::Strong].into_iter();
        let missing: Vec<String> =
            needed.filter(|&needed| !block.has(needed)).map(|needed| format!("`{}`", needed.word())).collect();
        if !missing.is_empty() {
            let plural = if missing.len() == 1 { "trait" } else { "traits" };
            let reason = format!(
                "`heavy` needs the {plural} {}, or `rules.heavy_armor_unqualified = \"disadvantage\"`",
                missing.join(" and ")
            );
            problems.push(block.section.refused(CombatantKeys::ARMOR, reason));
        }
    }

    /// Whether a combatant has a harmful ranged attack. An attack without a valid kind or damage counts as one, so that
    /// a mistake in it is not reported again as a mistake of the policy.
    fn shoots(&self, block: &Block<'_>) -> bool {
        let may_be = |attack: &Section<'_>| match attack.find(AttackKeys::KIND) {
            Some(AttackKind::Ranged) => self.damage(block, attack).is_none_or(|damage| damage > 0),
            Some(_) => false,
            None => true,
        };
        block.attacks.iter().any(may_be)
    }
}

fn refuse_attack(block: &Block<'_>, attack: &Section<'_>, problems: &mut Vec<Problem>) {
    let Some(kind) = attack.find(AttackKeys::KIND) else { return };
    if kind != AttackKind::Ranged && attack.given(AttackKeys::RANGE) {
        problems.push(attack.refused(AttackKeys::RANGE, "is for ranged attacks alone"));
    }
    if kind == AttackKind::Unarmed && !block.has(Trait::UnarmedFighter) && attack.given(AttackKeys::DAMAGE) {
        let reason = "never counts: without the trait `unarmed_fighter` an unarmed attack takes nothing";
        problems.push(attack.refused(AttackKeys::DAMAGE, reason));
    }
}
