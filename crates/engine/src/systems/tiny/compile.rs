//! From a validated scenario to a compiled fight.

use super::file::{Block, File};
use super::metrics::METRICS;
use super::pool::{Levels, Test};
use super::scenario::{
    Armor, ArmorPenalty, AtZeroHp, AttackKind, Difficulty, DrMode, DrStacking, DrTestDice, Level, MedicEffect, Policy,
    Proficiency, Provokes, RangedInCombat, RangedIntoCombat, StabilizationTiming, Trait, UntrainedEvade,
};
use super::state::{Fighter, State};
use super::{Attack, Hindered, Knobs, Sheet, TestList, Tiny};
use crate::dice::DiceExpr;
use crate::outcome::Side;
use crate::ruleset::Outline;
use crate::scenario::{Problem, Scenario, Section, Word};
use crate::skirmish::{ByCombatant, Declared, Group, Muster};

/// The range of a ranged attack that gives none, in feet.
const RANGE: i64 = 60;
/// How far melee and unarmed attacks reach, in feet: to those who are adjacent (TINY-10).
pub(super) const ADJACENT: i32 = 5;

/// Compiles a validated scenario. What is wrong in combination is told even where single values are wrong as well.
pub(super) fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Tiny> {
    let file = File::new(scenario);
    file.refuse(problems);
    if problems.is_empty() { file.compile() } else { None }
}

impl File<'_> {
    fn compile(&self) -> Option<Tiny> {
        let muster = Muster::new(self.blocks.iter().map(|block| &block.section))?;
        let by_combatant = |of_block: &dyn Fn(&Block<'_>) -> bool| -> Group {
            let has_it = |&who: &usize| of_block(&self.blocks[muster.tables[who]]);
            muster.sides.everybody().iter().filter(has_it).collect()
        };
        let (mut sheets, mut fighters, mut attack_names) = (Vec::new(), Vec::new(), Vec::new());
        for &table in &muster.tables {
            let block = &self.blocks[table];
            let sheet = self.sheet(block)?;
            fighters.push(Fighter { position: self.position(block)? as i32, hp: sheet.hp, ..Fighter::default() });
            attack_names.push(self.attack_names(block)?);
            sheets.push(sheet);
        }
        let sheets = ByCombatant::from(sheets);
        Some(Tiny {
            knobs: self.knobs()?,
            medics: by_combatant(&|block| block.has(Trait::Medic)),
            vigilant: by_combatant(&|block| block.has(Trait::Vigilant)),
            keepers: muster.sides.everybody().filter(|who| sheets[who].policy == Policy::Medic),
            strikers: muster.sides.everybody().filter(|who| sheets[who].strikes_in_combat()),
            drs: sheets.iter().map(|sheet| sheet.dr as u16).collect(),
            sheets,
            opening: State::opening(fighters.into()),
            sides: muster.sides,
            outline: Outline {
                combatants: muster.combatants,
                metrics: Declared::metrics(METRICS),
                rounds_max: self.rules.int("max_rounds")? as u32,
            },
            attack_names,
        })
    }

    fn knobs(&self) -> Option<Knobs> {
        let rules = &self.rules;
        let points = |key: &str| Some(rules.int(key)? as i16);
        Some(Knobs {
            round_seconds: rules.int("round_seconds")? as u32,
            critical_bonus: points("critical_bonus")?,
            critical_ignores_dr: rules.bool("critical_ignores_dr")?,
            dr_mode: rules.word::<DrMode>("dr_mode")?,
            damage_floor: points("damage_floor")?,
            provokes: rules.word::<Provokes>("extricate_provokes")?,
            ranged_in_combat_hinders: rules.word::<RangedInCombat>("ranged_in_combat")? == RangedInCombat::Disadvantage,
            ranged_into_combat_hinders: rules.word::<RangedIntoCombat>("ranged_into_combat")?
                == RangedIntoCombat::Disadvantage,
            waits_a_round: rules.word::<StabilizationTiming>("stabilization_timing")? == StabilizationTiming::NextRound,
            medic_in_combat: rules.bool("medic_in_combat")?,
            escape_distance: rules.int("escape_distance")? as i32,
            hp_per_sleep: [points("hp_per_sleep")?, points("resilient_hp_per_sleep")?],
        })
    }

    fn levels(&self) -> Option<Levels> {
        let dice = |key: &str| Some(self.rules.int(key)? as u8);
        Some(Levels {
            dice: [dice("disadvantage_dice")?, dice("normal_dice")?, dice("advantage_dice")?],
            mixed: self.rules.word("mixed_tests")?,
        })
    }

    /// The word of a combatant or an attack, or else that of the rules.
    fn own_or<W: Word>(&self, section: &Section<'_>, key: &str, of_rules: &str) -> Option<W> {
        if section.given(key) { section.word(key) } else { self.rules.word(of_rules) }
    }

    /// The names of the harmful attacks.
    fn attack_names(&self, block: &Block<'_>) -> Option<Vec<String>> {
        let mut names = Vec::new();
        for attack in &block.attacks {
            if self.damage(block, attack)? > 0 {
                names.push(attack.text("name").or_else(|| attack.text("id"))?.to_owned());
            }
        }
        Some(names)
    }

    fn sheet(&self, block: &Block<'_>) -> Option<Sheet> {
        let (section, rules, levels) = (&block.section, &self.rules, self.levels()?);
        let hp_max = block.hp_max()?;
        let armor: Armor = section.word("armor")?;
        let is_hindered = self.hindered(block, armor)?;
        let attacks = self.attacks(block, &levels, is_hindered)?;
        let first_melee = attacks.iter().position(|attack| !attack.is_ranged());
        let first_in_combat = match rules.word("ranged_in_combat")? {
            RangedInCombat::Forbidden => first_melee,
            RangedInCombat::Normal | RangedInCombat::Disadvantage => (!attacks.is_empty()).then_some(0),
        };
        let policy: Policy = section.word("policy")?;
        let evade_at = if section.given("evade_at_hp") { section.int("evade_at_hp")? } else { hp_max / 2 };
        let (list, stabilization) = self.stabilization(block, &levels, is_hindered)?;
        let others = |level: Level| levels.hindered(level, is_hindered.others);
        let initiative = if block.has(Trait::Vigilant) { "vigilant_initiative_dice" } else { "initiative_dice" };
        let (is_unarmed, is_unarmed_fighter) = (block.is_unarmed(), block.has(Trait::UnarmedFighter));
        Some(Sheet {
            hp: section.int("hp")? as i16,
            hp_max: hp_max as i16,
            movement: self.movement(section, armor)? as i32,
            armor,
            dr: self.dr(section, armor)? as i16,
            at_zero_hp: self.at_zero_hp(section, block.side?)?,
            policy,
            policy_hp: if policy == Policy::Retreat { section.int("retreat_at_hp")? } else { evade_at } as i16,
            initiative: DiceExpr { count: rules.int(initiative)? as u16, sides: 6, plus: 0 },
            first_melee,
            first_in_combat,
            has_harmless: !is_unarmed_fighter
                && block.attacks.iter().any(|attack| attack.word("kind") == Some(AttackKind::Unarmed)),
            attacks,
            evade: self.evade(section, &levels, is_hindered, is_unarmed && !is_unarmed_fighter)?,
            is_unarmed,
            is_unarmed_fighter,
            extricate: levels.test(
                levels.hindered(self.own_or(section, "extricate_dice", "extricate_dice")?, is_hindered.physical),
                rules.word("extricate_difficulty")?,
            ),
            stabilization,
            list,
            medic: levels.test(others(rules.word("medic_dice")?), rules.word("medic_difficulty")?),
            is_resilient: block.has(Trait::Resilient),
            is_hindered,
        })
    }

    /// What the armor does to somebody who is not trained for it (TINY-28, TINY-29).
    fn hindered(&self, block: &Block<'_>, armor: Armor) -> Option<Hindered> {
        let is_qualified = match armor {
            Armor::None | Armor::Light => true,
            Armor::Medium => block.has(Trait::ArmorTraining),
            Armor::Heavy => block.has(Trait::ArmorTraining) && block.has(Trait::Strong),
        };
        let penalty = self.rules.word("untrained_armor_penalty")?;
        Some(Hindered {
            attacks: !is_qualified && penalty != ArmorPenalty::None,
            physical: !is_qualified && matches!(penalty, ArmorPenalty::Physical | ArmorPenalty::All),
            others: !is_qualified && penalty == ArmorPenalty::All,
        })
    }

    /// Feet in a turn (TINY-12, TINY-30).
    fn movement(&self, section: &Section<'_>, armor: Armor) -> Option<i64> {
        let given =
            if section.given("movement") { section.int("movement")? } else { self.rules.int("default_movement")? };
        let penalty = if armor == Armor::Heavy { self.rules.int("heavy_armor_movement_penalty")? } else { 0 };
        Some((given - penalty).max(0))
    }

    /// TINY-25, and TINY-27 to TINY-29.
    fn dr(&self, section: &Section<'_>, armor: Armor) -> Option<i64> {
        let of_armor = match armor {
            Armor::None => 0,
            Armor::Light => self.rules.int("light_armor_dr")?,
            Armor::Medium => self.rules.int("medium_armor_dr")?,
            Armor::Heavy => self.rules.int("heavy_armor_dr")?,
        };
        let inborn = section.int("damage_reduction")?;
        Some(match self.rules.word("dr_stacking")? {
            DrStacking::Sum => of_armor + inborn,
            DrStacking::Highest => of_armor.max(inborn),
        })
    }

    /// TINY-34, TINY-42.
    fn at_zero_hp(&self, section: &Section<'_>, side: Side) -> Option<AtZeroHp> {
        match side {
            Side::Enemies => self.own_or(section, "at_zero_hp", "enemies_at_zero_hp"),
            Side::Party if section.given("at_zero_hp") => section.word("at_zero_hp"),
            Side::Party => Some(AtZeroHp::Stabilize),
        }
    }

    /// The test to evade usually, and against a weapon (TINY-17, TINY-32).
    fn evade(
        &self,
        section: &Section<'_>,
        levels: &Levels,
        is_hindered: Hindered,
        is_untrained: bool,
    ) -> Option<[Test; 2]> {
        let rules = &self.rules;
        let level = self.own_or(section, "evade_dice", "evade_dice")?;
        let difficulty: Difficulty = rules.word("evade_difficulty")?;
        let usual = levels.test(levels.hindered(level, is_hindered.physical), difficulty);
        if !is_untrained {
            return Some([usual, usual]);
        }
        let is_worse = rules.word::<UntrainedEvade>("untrained_evade_dice")? == UntrainedEvade::Disadvantage;
        let untrained: Difficulty = rules.word("untrained_evade_difficulty")?;
        let harder = if untrained.target() > difficulty.target() { untrained } else { difficulty };
        Some([usual, levels.test(levels.hindered(level, is_hindered.physical || is_worse), harder)])
    }

    /// The tests of the dying, each alone and with a medic's help (TINY-35, TINY-38 to TINY-40).
    fn stabilization(
        &self,
        block: &Block<'_>,
        levels: &Levels,
        is_hindered: Hindered,
    ) -> Option<(TestList, Vec<[Test; 2]>)> {
        let (list, key) = if block.has(Trait::HardToKill) {
            (TestList::HardToKill, "hard_to_kill_tests")
        } else if block.has(Trait::Robust) {
            (TestList::Robust, "robust_tests")
        } else {
            (TestList::Usual, "stabilization_tests")
        };
        let difficulty = self.rules.word("stabilization_difficulty")?;
        let effect: MedicEffect = self.rules.word("medic_effect")?;
        let test = |level: Level| levels.test(levels.hindered(level, is_hindered.others), difficulty);
        let both = |level: Level| {
            let helped = match effect {
                MedicEffect::Advantage => Level::Advantage,
                MedicEffect::OneStep => level.better(),
            };
            [test(level), test(helped)]
        };
        Some((list, self.rules.words::<Level>(key)?.into_iter().map(both).collect()))
    }

    /// The harmful attacks of a combatant (TINY-19 to TINY-24).
    fn attacks(&self, block: &Block<'_>, levels: &Levels, is_hindered: Hindered) -> Option<Vec<Attack>> {
        let mut attacks = Vec::new();
        for section in &block.attacks {
            let damage = self.damage(block, section)?;
            if damage > 0 {
                attacks.push(self.attack(block, section, damage, levels, is_hindered)?);
            }
        }
        Some(attacks)
    }

    fn attack(
        &self,
        block: &Block<'_>,
        section: &Section<'_>,
        damage: i64,
        levels: &Levels,
        is_hindered: Hindered,
    ) -> Option<Attack> {
        let (kind, proficiency) = (section.word("kind")?, block.proficiency(section)?);
        let difficulty: Difficulty = self.own_or(section, "difficulty", "attack_difficulty")?;
        let level = match proficiency {
            Proficiency::None => Level::Disadvantage,
            Proficiency::Proficient => Level::Normal,
            Proficiency::Mastery => Level::Advantage,
        };
        let tests = [false, true].map(|by_circumstance| {
            levels.test(levels.hindered(level, is_hindered.attacks || by_circumstance), difficulty)
        });
        let second_tests = match self.rules.word("dr_test_dice")? {
            DrTestDice::Same => tests,
            DrTestDice::Normal => [levels.test(Level::Normal, difficulty); 2],
        };
        let critical_on =
            if section.given("critical_on") { section.int("critical_on")? } else { self.rules.int("critical_on")? };
        let reach = match kind {
            AttackKind::Ranged if section.given("range") => section.int("range")? as i32,
            AttackKind::Ranged => RANGE as i32,
            _ => ADJACENT,
        };
        let (damage, critical_on) = (damage as i16, critical_on as u8);
        Some(Attack { kind, proficiency, reach, damage, critical_on, tests, second_tests })
    }
}
