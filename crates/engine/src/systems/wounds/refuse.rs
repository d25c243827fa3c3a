//! Refuses scenarios whose values are valid one by one but not together (the ledger's "Bad input").

use std::collections::BTreeMap;

use super::file::{Block, File, Injuries};
use super::injury_table::refuse_rows;
use super::scenario::{AttackKeys, CombatantKeys, ItemKeys, Rules, STRESS_MAX};
use super::words::{AttackKind, DamageType, Policy, Score};
use crate::scenario::{Choice, Problem, Section, Word, common};
use crate::skirmish::{is_left_out, refuse_muster};

impl File<'_> {
    /// Reports values that are valid one by one but not together.
    pub(super) fn refuse(&self, problems: &mut Vec<Problem>) {
        let tables: Vec<&Section<'_>> = self.blocks.iter().map(|block| &block.section).collect();
        refuse_muster(&self.root, &tables, problems);
        self.refuse_injury_tables(problems);
        self.refuse_groups(problems);
        for block in &self.blocks {
            self.refuse_block(block, problems);
        }
    }

    fn refuse_injury_tables(&self, problems: &mut Vec<Problem>) {
        for damage_type in damage_types() {
            if let Injuries::Rows(rows) = self.injuries(damage_type) {
                refuse_rows(&rows, problems);
            }
        }
    }

    /// Refuses members of one initiative group that arrive at different times or are on different sides (WOUNDS-04).
    fn refuse_groups(&self, problems: &mut Vec<Problem>) {
        let mut first_members: BTreeMap<&str, &Block<'_>> = BTreeMap::new();
        for block in self.blocks.iter().filter(|block| !is_left_out(&block.section)) {
            let Some(group) = block.initiative_group() else { continue };
            let first = *first_members.entry(group).or_insert(block);
            let difference = differs(first.side, block.side)
                .then_some("is on the other side")
                .or_else(|| differs(first.enters(), block.enters()).then_some("arrives at another time"));
            if let Some(difference) = difference {
                let id = first.section.find(common::ID).unwrap_or_default();
                let reason = format!("`{group}` is the group of `{id}`, which {difference}");
                let span = first.section.span(CombatantKeys::INITIATIVE_GROUP);
                let problem = block.section.refused(CombatantKeys::INITIATIVE_GROUP, reason);
                problems.push(problem.with_also(span, "the first of the group"));
            }
        }
    }

    fn refuse_block(&self, block: &Block<'_>, problems: &mut Vec<Problem>) {
        refuse_hit_dice(block, problems);
        refuse_stress(block, problems);
        self.refuse_starting_stress(block, problems);
        refuse_starting_wounds(block, problems);
        self.refuse_arrival(block, problems);
        refuse_policy(block, problems);
        for attack in &block.attacks {
            refuse_attack(attack, problems);
        }
        for item in &block.items {
            refuse_item(item, problems);
        }
    }

    /// Refuses starting Stress above a maximum that is not rolled (WOUNDS-27).
    fn refuse_starting_stress(&self, block: &Block<'_>, problems: &mut Vec<Problem>) {
        let start = block.section.find(CombatantKeys::STARTING_STRESS).flatten();
        if let (Some(start), Some((maximum, None))) = (start, self.stress(block))
            && start > maximum
        {
            let reason = format!("is {start}, more than the maximum: allowed 0..={maximum}");
            problems.push(block.section.refused(CombatantKeys::STARTING_STRESS, reason));
        }
    }

    /// Refuses an arrival after the last round (WOUNDS-16).
    fn refuse_arrival(&self, block: &Block<'_>, problems: &mut Vec<Problem>) {
        let rounds = self.rules.known(Rules::MAX_ROUNDS);
        if let (Some(round), Some(rounds)) = (block.section.known(CombatantKeys::ENTERS_ROUND), rounds)
            && round > rounds
        {
            let reason = format!("is {round}, but `rules.max_rounds` is {rounds}: allowed 1..={rounds}");
            problems.push(block.section.refused(CombatantKeys::ENTERS_ROUND, reason));
        }
    }
}

/// All types of damage, in the order of the ledger.
pub(super) fn damage_types() -> impl Iterator<Item = DamageType> {
    DamageType::CHOICES.iter().filter_map(|Choice { name, .. }| DamageType::from_word(name))
}

/// Whether two values are both known and different.
fn differs<T: PartialEq>(left: Option<T>, right: Option<T>) -> bool {
    matches!((left, right), (Some(left), Some(right)) if left != right)
}

/// Refuses Hit Dice of several kinds, which a list gives, and with a constant: the Strength modifier is added for each of them (WOUNDS-27).
fn refuse_hit_dice(block: &Block<'_>, problems: &mut Vec<Problem>) {
    let hit_dice = block.section.find(CombatantKeys::HD).unwrap_or_default();
    for dice in hit_dice.into_iter().filter(|dice| dice.is_constant() || dice.plus() != 0 || !dice.is_of_one_kind()) {
        let reason = if dice.is_of_one_kind() {
            format!("has \"{dice}\", allowed: `NdS` without a constant; the Strength modifier is added for each")
        } else {
            format!("has \"{dice}\", allowed: a list of `NdS`, one for each class, such as [\"1d8\", \"1d6\"]")
        };
        problems.push(block.section.refused(CombatantKeys::HD, reason));
    }
}

/// Refuses values that `stress` may not have, and morale without the Hit Dice that it counts beside `stress`
/// (WOUNDS-27, WOUNDS-65).
fn refuse_stress(block: &Block<'_>, problems: &mut Vec<Problem>) {
    let Some(stress) = block.section.find(CombatantKeys::STRESS).flatten() else { return };
    if stress.max() < 0 {
        let reason = format!("is at most {}, allowed: 0..={STRESS_MAX}", stress.max());
        problems.push(block.section.refused(CombatantKeys::STRESS, reason));
    }
    if block.has_morale() == Some(true) && !block.section.given(CombatantKeys::HD) {
        let reason = "is needed beside `stress`: morale checks add it; give it, or `morale = false`";
        problems.push(block.section.refused(CombatantKeys::HD, reason));
    }
}

/// Refuses starting Wound Points at or below the death line or above the maximum (WOUNDS-28, WOUNDS-42).
fn refuse_starting_wounds(block: &Block<'_>, problems: &mut Vec<Problem>) {
    let start = block.section.find(CombatantKeys::STARTING_WOUNDS).flatten();
    if let (Some(start), Some(strength), Some(maximum)) = (start, block.score(Score::Strength), block.wounds_max())
        && !(1 - strength..=maximum).contains(&start)
    {
        let why = if start > maximum { "more than the maximum" } else { "which is dead with that Strength" };
        let reason = format!("is {start}, {why}: allowed {}..={maximum}", 1 - strength);
        problems.push(block.section.refused(CombatantKeys::STARTING_WOUNDS, reason));
    }
}

/// Refuses a policy without the possessions or skills that it needs.
fn refuse_policy(block: &Block<'_>, problems: &mut Vec<Problem>) {
    let section = &block.section;
    let lacks = |needed: bool, reason| (!needed).then_some(reason);
    let reason = match section.find(CombatantKeys::POLICY) {
        Some(Policy::Caster) => {
            lacks(section.given(CombatantKeys::SPELLS) && !block.spells.is_empty(), "`caster` needs `spells`")
        }
        Some(Policy::Medic) => lacks(section.given(CombatantKeys::HEAL), "`medic` needs `heal`"),
        Some(Policy::Intimidator) => {
            lacks(section.given(CombatantKeys::INTIMIDATION), "`intimidator` needs `intimidation`")
        }
        Some(Policy::Guard) => {
            lacks(block.can_guard(), "`guard` needs a melee attack without `stress_cost` and `uses`")
        }
        _ => None,
    };
    problems.extend(reason.map(|reason| section.refused(CombatantKeys::POLICY, reason)));
}

fn refuse_attack(attack: &Section<'_>, problems: &mut Vec<Problem>) {
    let mut refuse = |key, reason: String| problems.push(attack.refused(key, reason));
    match attack.known(AttackKeys::KIND) {
        Some(AttackKind::Melee) if attack.given(AttackKeys::RANGE) => {
            refuse(AttackKeys::RANGE, "is for ranged and thrown attacks alone; a melee attack has `reach`".to_owned());
        }
        Some(AttackKind::Ranged | AttackKind::Thrown) if attack.given(AttackKeys::REACH) => {
            refuse(AttackKeys::REACH, "is for melee attacks alone; this one has `range`".to_owned());
        }
        _ => {}
    }
    let chosen = attack.find(AttackKeys::INJURY_TABLE).flatten();
    if let (Some(chosen), Some(damage_types)) = (chosen, attack.known(AttackKeys::DAMAGE_TYPE))
        && !damage_types.contains(&chosen)
    {
        let words: Vec<String> = damage_types.iter().map(|of| format!("`{}`", of.word())).collect();
        let reason = format!("is \"{}\", allowed are its damage types: {}", chosen.word(), words.join(", "));
        problems.push(attack.refused(AttackKeys::INJURY_TABLE, reason));
    }
}

/// Refuses an item that restores nothing (WOUNDS-37).
fn refuse_item(item: &Section<'_>, problems: &mut Vec<Problem>) {
    if !item.given(ItemKeys::RESTORES_STRESS) && !item.given(ItemKeys::RESTORES_WOUNDS) {
        let reason = "or `restores_wounds` is needed: an item restores something";
        problems.push(item.refused(ItemKeys::RESTORES_STRESS, reason));
    }
}
