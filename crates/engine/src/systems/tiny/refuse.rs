//! What is wrong in combination only (the ledger's "Bad input").

use super::file::{Block, File};
use super::scenario::{Armor, AttackKind, HeavyUnqualified, Policy, Trait};
use crate::scenario::{Problem, Section};
use crate::skirmish::refuse_muster;

impl File<'_> {
    /// Refuses what is wrong in combination only.
    pub(super) fn refuse(&self, problems: &mut Vec<Problem>) {
        self.refuse_dice(problems);
        let tables: Vec<&Section<'_>> = self.blocks.iter().map(|block| &block.section).collect();
        refuse_muster(&self.root, &tables, problems);
        self.refuse_positions(problems);
        for block in &self.blocks {
            self.refuse_block(block, problems);
        }
    }

    /// A better level has no fewer dice (TINY-01).
    fn refuse_dice(&self, problems: &mut Vec<Problem>) {
        let rules = &self.rules;
        for [worse, better] in [["disadvantage_dice", "normal_dice"], ["normal_dice", "advantage_dice"]] {
            let (Some(more), Some(fewer)) = (rules.int(worse), rules.int(better)) else { continue };
            if more > fewer {
                let (key, reason) = if rules.given(better) {
                    (better, format!("is {fewer}, but `{worse}` is {more}: allowed {more}..=10"))
                } else {
                    (worse, format!("is {more}, but `{better}` is {fewer}: allowed 1..={fewer}"))
                };
                problems.push(rules.refused(key, reason));
            }
        }
    }

    /// Opponents at one position would have passed each other (TINY-10, TINY-15).
    fn refuse_positions(&self, problems: &mut Vec<Problem>) {
        for (index, block) in self.blocks.iter().enumerate() {
            let (Some(side), Some(position)) = (block.side, self.position(block)) else { continue };
            let is_there =
                |other: &&Block<'_>| other.side == Some(side.other()) && self.position(other) == Some(position);
            if let Some(other) = self.blocks[..index].iter().find(is_there) {
                let id = other.section.text("id").unwrap_or_default();
                let reason = format!("is {position}, where its opponent `{id}` stands: opponents start apart");
                let span = other.section.span("position");
                problems.push(block.section.refused("position", reason).with_also(span, "the opponent"));
            }
        }
    }

    fn refuse_block(&self, block: &Block<'_>, problems: &mut Vec<Problem>) {
        let section = &block.section;
        if let (true, Some(hp), Some(most)) = (section.given("hp_max"), section.int("hp"), section.int("hp_max"))
            && hp > most
        {
            problems.push(section.refused("hp", format!("is {hp}, more than `hp_max`: allowed 1..={most}")));
        }
        self.refuse_armor(block, problems);
        match section.word::<Policy>("policy") {
            Some(Policy::Medic) if !block.has(Trait::Medic) => {
                problems.push(section.refused("policy", "`medic` needs the trait `medic`"));
            }
            Some(Policy::Skirmisher) if !self.shoots(block) => {
                let reason = "`skirmisher` needs a ranged attack whose damage is above 0";
                problems.push(section.refused("policy", reason));
            }
            _ => {}
        }
        for attack in &block.attacks {
            refuse_attack(block, attack, problems);
        }
    }

    /// TINY-29.
    fn refuse_armor(&self, block: &Block<'_>, problems: &mut Vec<Problem>) {
        let is_refused = self.rules.word("heavy_armor_unqualified") == Some(HeavyUnqualified::Refuse);
        if block.section.word("armor") != Some(Armor::Heavy) || !is_refused {
            return;
        }
        let needed = [(Trait::ArmorTraining, "armor_training"), (Trait::Strong, "strong")];
        let missing: Vec<String> =
            needed.iter().filter(|(needed, _)| !block.has(*needed)).map(|(_, word)| format!("`{word}`")).collect();
        if !missing.is_empty() {
            let plural = if missing.len() == 1 { "trait" } else { "traits" };
            let reason = format!(
                "`heavy` needs the {plural} {}, or `rules.heavy_armor_unqualified = \"disadvantage\"`",
                missing.join(" and ")
            );
            problems.push(block.section.refused("armor", reason));
        }
    }

    /// Whether it has a harmful ranged attack; attacks whose kind or damage is no value count as one, so that one mistake
    /// is told once.
    fn shoots(&self, block: &Block<'_>) -> bool {
        let may_be = |attack: &Section<'_>| match attack.word("kind") {
            Some(AttackKind::Ranged) => self.damage(block, attack).is_none_or(|damage| damage > 0),
            Some(_) => false,
            None => true,
        };
        block.attacks.iter().any(may_be)
    }
}

fn refuse_attack(block: &Block<'_>, attack: &Section<'_>, problems: &mut Vec<Problem>) {
    let Some(kind) = attack.word::<AttackKind>("kind") else { return };
    if kind != AttackKind::Ranged && attack.given("range") {
        problems.push(attack.refused("range", "is for ranged attacks alone"));
    }
    if kind == AttackKind::Unarmed && !block.has(Trait::UnarmedFighter) && attack.given("damage") {
        let reason = "never counts: without the trait `unarmed_fighter` an unarmed attack takes nothing";
        problems.push(attack.refused("damage", reason));
    }
}
