//! Refuses scenarios whose values are valid one by one but not together (the ledger's "Bad input"). Abilities, and the
//! ground with the combatants on it, have files of their own.

use super::ability_file::AbilityTable;
use super::ability_keys::AbilityKeys;
use super::file::{Block, File, Possessed};
use super::scenario::{CombatantKeys, Rules};
use super::sheet::BASIC_STANCES;
use super::words::AbilityType;
use crate::outcome::Side;
use crate::scenario::{PROBLEMS_MAX, Problem, Section, Span};
use crate::skirmish::{COMBATANTS_MAX, is_left_out, refuse_muster};

impl<'a> File<'a> {
    /// Reports values that are valid one by one but not together.
    pub(super) fn refuse(&self, problems: &mut Vec<Problem>) {
        let tables: Vec<&Section<'_>> = self.blocks.iter().map(|block| &block.section).collect();
        refuse_muster(&self.root, &tables, problems);
        // Validation reports too many tables, and comparing each of a hundred thousand with all others would take
        // minutes.
        if self.blocks.len() > COMBATANTS_MAX {
            return;
        }
        for side in Side::ALL {
            self.refuse_falls(side, problems);
        }
        for ability in self.arts.iter().flatten() {
            ability.refuse(problems);
        }
        for block in &self.blocks {
            self.refuse_block(block, problems);
        }
        self.refuse_ground(problems);
    }

    /// Refuses combatants whose fall decides the fight if they are not of the side that loses by it (THRUM-15).
    fn refuse_falls(&self, side: Side, problems: &mut Vec<Problem>) {
        let key = Self::fall_of(side);
        let path = || self.rules.path_of(key);
        // Validation reports more ids than there can be combatants.
        let named: Vec<_> =
            self.rules.find(key).flatten().unwrap_or_default().into_iter().take(COMBATANTS_MAX).collect();
        let is_left_out = |id| self.block(id).is_some_and(|block| is_left_out(&block.section));
        if !named.is_empty() && named.iter().all(|(id, _)| is_left_out(id)) {
            let reason = "names nobody who is there: all of them have `count = 0`";
            problems.push(self.rules.refused(key, reason));
        }
        for (id, span) in named {
            match self.block(id) {
                None => self.refuse_unknown(span, path(), id, problems),
                Some(block) if block.side.is_some_and(|known| known != side) => {
                    let (is, needed) = if side == Side::Party { ("an NPC", "PCs") } else { ("a PC", "NPCs") };
                    let reason = format!("`{id}` is {is}, allowed: {needed}");
                    problems.push(Problem::refused(span, path(), reason));
                }
                Some(_) => {}
            }
        }
    }

    /// Reports an id that no combatant has.
    fn refuse_unknown(&self, span: Span, path: String, id: &str, problems: &mut Vec<Problem>) {
        let ids: Vec<&str> = self.ids().collect();
        problems.push(Problem::unknown_name(span, path, "combatant", id, ids));
    }

    fn refuse_block(&self, block: &Block<'a>, problems: &mut Vec<Problem>) {
        // No more problems are listed, and finding the path of each of a thousand others would take long.
        if problems.len() >= PROBLEMS_MAX {
            return;
        }
        self.refuse_wounds(block, problems);
        self.refuse_arrival(block, problems);
        self.refuse_goal(block, problems);
        self.refuse_delay(block, problems);
        self.refuse_arts(block, problems);
        for ability in &block.own {
            ability.refuse(problems);
        }
        if let Some(abilities) = self.abilities(block) {
            refuse_stance(block, &abilities, problems);
            for possessed in &abilities {
                refuse_answer(block, possessed, &abilities, problems);
            }
        }
    }

    /// Refuses as many Wounds as remove the combatant (THRUM-53).
    fn refuse_wounds(&self, block: &Block<'a>, problems: &mut Vec<Problem>) {
        let (wounds, most) = (block.section.known(CombatantKeys::WOUNDS), self.rules.known(Rules::WOUNDS_TO_REMOVE));
        if let (Some(wounds), Some(most)) = (wounds, most)
            && wounds >= most
        {
            let reason = format!("is {wounds}, but `rules.wounds_to_remove` is {most}: allowed 0..={}", most - 1);
            problems.push(block.section.refused(CombatantKeys::WOUNDS, reason));
        }
    }

    /// Refuses an arrival after the last Round (THRUM-65).
    fn refuse_arrival(&self, block: &Block<'a>, problems: &mut Vec<Problem>) {
        let (round, rounds) = (block.section.known(CombatantKeys::ENTERS_ROUND), self.rules.known(Rules::MAX_ROUNDS));
        if let (Some(round), Some(rounds)) = (round, rounds)
            && round > rounds
        {
            let reason = format!("is {round}, but `rules.max_rounds` is {rounds}: allowed 1..={rounds}");
            problems.push(block.section.refused(CombatantKeys::ENTERS_ROUND, reason));
        }
    }

    /// Refuses a combatant that makes for a goal if its side has none (THRUM-64).
    fn refuse_goal(&self, block: &Block<'a>, problems: &mut Vec<Problem>) {
        let Some(side) = block.side else { return };
        let goal = Self::goal(side);
        if block.section.find(CombatantKeys::GOAL) == Some(true) && !self.rules.given(goal) {
            let reason = format!("needs `{}`: there is nowhere to go", self.rules.path_of(goal));
            problems.push(block.section.refused(CombatantKeys::GOAL, reason));
        }
    }

    /// Refuses a Delay after a combatant that is the same or unknown (THRUM-06).
    fn refuse_delay(&self, block: &Block<'a>, problems: &mut Vec<Problem>) {
        let Some(leader) = block.section.find(CombatantKeys::DELAY_AFTER).flatten() else { return };
        if block.id() == Some(leader) {
            problems.push(block.section.refused(CombatantKeys::DELAY_AFTER, "names this combatant itself"));
        } else if self.block(leader).is_none() {
            let (span, path) =
                (block.section.span(CombatantKeys::DELAY_AFTER), block.section.path_of(CombatantKeys::DELAY_AFTER));
            self.refuse_unknown(span, path, leader, problems);
        }
    }

    /// Refuses `arts` that are not in the common list or have the id of one of the combatant's own abilities.
    fn refuse_arts(&self, block: &Block<'a>, problems: &mut Vec<Problem>) {
        let Some(common) = self.arts.as_ref().filter(|_| !block.is_overlong()) else { return };
        let path = || block.section.path_of(CombatantKeys::ARTS);
        for (id, span) in block.arts() {
            let own = block.own.iter().find(|own| own.id() == Some(id));
            match (own, self.art(id)) {
                (Some(own), art) => {
                    let why = if art.is_some() { "as well" } else { "alone: `arts` are of the file's `abilities`" };
                    let problem = Problem::refused(span, path(), format!("`{id}` is an ability of its own {why}"));
                    problems.push(problem.with_also(own.section.whole(), "its own"));
                }
                (None, None) => {
                    let ids = common.iter().filter_map(AbilityTable::id);
                    problems.push(Problem::unknown_name(span, path(), "ability", id, ids));
                }
                (None, Some(_)) => {}
            }
        }
    }
}

/// Refuses a Stance to start in that the combatant does not have (THRUM-11).
fn refuse_stance(block: &Block<'_>, abilities: &[Possessed<'_>], problems: &mut Vec<Problem>) {
    let Some(id) = block.stance().filter(|id| !BASIC_STANCES.contains(id)) else { return };
    match find(id, abilities).map(AbilityTable::ability_type) {
        Some(Some(AbilityType::Stance) | None) => {}
        Some(Some(other)) => {
            let reason = format!("`{id}` is {}, no Stance", in_words(other));
            problems.push(block.section.refused(CombatantKeys::STANCE, reason));
        }
        None => {
            let stances = of_type(AbilityType::Stance, abilities).chain(BASIC_STANCES);
            let (span, path) =
                (block.section.span(CombatantKeys::STANCE), block.section.path_of(CombatantKeys::STANCE));
            problems.push(Problem::unknown_name(span, path, "Stance", id, stances));
        }
    }
}

/// Refuses an answer of a Stance that is no reaction of the same combatant (THRUM-43). If the Stance is from the common
/// list, the mistake is reported on the combatant, which takes the Stance without the reaction.
fn refuse_answer(block: &Block<'_>, stance: &Possessed<'_>, abilities: &[Possessed<'_>], problems: &mut Vec<Problem>) {
    let section = &stance.ability.section;
    let Some(id) = section.find(AbilityKeys::ATTACK).flatten() else { return };
    if stance.ability.has_trigger() != Some(true) {
        return;
    }
    let found = find(id, abilities).map(AbilityTable::ability_type);
    if matches!(found, Some(Some(AbilityType::Reaction) | None)) {
        return;
    }
    problems.push(match (stance.art, found) {
        (None, Some(Some(other))) => {
            section.refused(AbilityKeys::ATTACK, format!("`{id}` is {}, no reaction", in_words(other)))
        }
        (None, _) => {
            let reactions = of_type(AbilityType::Reaction, abilities);
            let (span, path) = (section.span(AbilityKeys::ATTACK), section.path_of(AbilityKeys::ATTACK));
            Problem::unknown_name(span, path, "reaction", id, reactions)
        }
        (Some(span), _) => {
            let stance = stance.ability.id().unwrap_or_default();
            let reason = format!("`{stance}` answers with `{id}`, which is no reaction of this combatant");
            let problem = Problem::refused(span, block.section.path_of(CombatantKeys::ARTS), reason);
            problem.with_also(section.span(AbilityKeys::ATTACK), "its answer")
        }
    });
}

/// The ids of the abilities of a type.
fn of_type<'a>(ability_type: AbilityType, abilities: &[Possessed<'a>]) -> impl Iterator<Item = &'a str> {
    let known = abilities.iter().filter(move |possessed| possessed.ability.is_of(ability_type) == Some(true));
    known.filter_map(|possessed| possessed.ability.id())
}

/// The ability with an id; `None` if there is none.
fn find<'a, 'b>(id: &str, abilities: &'b [Possessed<'a>]) -> Option<&'b AbilityTable<'a>> {
    abilities.iter().map(|possessed| &possessed.ability).find(|ability| ability.id() == Some(id))
}

const fn in_words(ability_type: AbilityType) -> &'static str {
    match ability_type {
        AbilityType::Action => "an action",
        AbilityType::Reaction => "a reaction",
        AbilityType::Stance => "a Stance",
        AbilityType::Passive => "a passive",
    }
}
