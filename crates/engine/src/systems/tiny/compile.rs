//! Compiles a validated scenario into a fight.

use super::file::{Block, File};
use super::legs::Rest;
use super::metrics::METRICS;
use super::pool::{Levels, Test};
use super::scenario::{
    Armor, ArmorPenalty, AtZeroHp, AttackKeys, AttackKind, CombatantKeys, DrStacking, DrTestDice, FileKeys, Level,
    MedicEffect, Policy, Proficiency, RangedInCombat, RangedIntoCombat, RestKeys, Rules, StabilizationTiming, Trait,
    UntrainedEvade,
};
use super::state::{Fighter, State};
use super::{Attack, Hindered, Knobs, Sheet, TestList, Tiny};
use crate::dice::DiceExpr;
use crate::outcome::Side;
use crate::ruleset::Outline;
use crate::scenario::{Key, Problem, Reads, Scenario, Section};
use crate::skirmish::{Declared, Group, Lots, Muster, Roster};

/// The range of a ranged attack if the file gives none, in feet.
const RANGE: i32 = 60;
/// The hours of a sleep if the file gives none.
const SLEEP_HOURS: i32 = 6;
/// The reach of melee and unarmed attacks, in feet: adjacent squares (TINY-10).
pub(super) const ADJACENT: i32 = 5;

/// Compiles a validated scenario. Combinations are checked even if single values are wrong, so that one run reports
/// every mistake.
/// Attacks of the file, each with its damage in HP.
type Attacks<'a> = Vec<(Section<'a>, i16)>;

pub(super) fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Tiny> {
    let file = File::new(scenario);
    file.refuse(problems);
    if problems.is_empty() { file.compile() } else { None }
}

impl File<'_> {
    fn compile(&self) -> Option<Tiny> {
        let muster = Muster::new(self.blocks.iter().map(|block| &block.section))?;
        let by_combatant = |of_block: &dyn Fn(&Block<'_>) -> bool| -> Group {
            muster.sides.everybody().filter(|who| of_block(&self.blocks[muster.tables[who.index()]]))
        };
        let (mut sheets, mut fighters) = (Vec::new(), Vec::new());
        let (mut attack_names, mut attack_ids, mut harmless_names) = (Vec::new(), Vec::new(), Vec::new());
        for (combatant, &table) in muster.combatants.iter().zip(&muster.tables) {
            let block = &self.blocks[table];
            let (attacks, harmless) = self.attacks_by_harm(block)?;
            let sheet = self.sheet(block, combatant.side, &attacks);
            fighters.push(Fighter { position: self.position(block)?, hp: sheet.hp, ..Fighter::default() });
            attack_names.push(attacks.iter().map(|(attack, _)| name_of(attack).to_owned()).collect());
            attack_ids.push(attacks.iter().map(|(attack, _)| attack.get(AttackKeys::ID).to_owned()).collect());
            harmless_names.push(harmless.iter().map(|(attack, _)| name_of(attack).to_owned()).collect());
            sheets.push(sheet);
        }
        let (sheets, knobs) = (Roster::new(sheets), self.knobs());
        let hp_due = muster.sides.everybody().filter(|who| sheets[who].hp_dice.is_some());
        let rolled_hp = sheets.iter().filter(|_| !hp_due.is_empty()).map(|sheet| sheet.hp).collect();
        let lots = if knobs.targets_are_by_lot { Lots::undrawn(fighters.len()) } else { Lots::default() };
        Some(Tiny {
            knobs,
            rest: self.rest(),
            medics: by_combatant(&|block| block.has(Trait::Medic)),
            vigilant: by_combatant(&|block| block.has(Trait::Vigilant)),
            keepers: muster.sides.everybody().filter(|who| sheets[who].policy == Policy::Medic),
            hp_at_start: muster.sides.sums(muster.sides.everybody(), |who| i64::from(sheets[who].hp)),
            sheets,
            opening: State { rolled_hp, hp_due, ..State::opening(fighters.into(), lots, &muster.sides) },
            sides: muster.sides,
            outline: Outline::new(muster.combatants, Declared::metrics(METRICS), self.rules.get(Rules::MAX_ROUNDS)),
            attack_names: attack_names.into(),
            attack_ids: attack_ids.into(),
            harmless_names: harmless_names.into(),
        })
    }

    fn knobs(&self) -> Knobs {
        let rules = &self.rules;
        Knobs {
            round_seconds: rules.get(Rules::ROUND_SECONDS),
            critical_bonus: rules.get(Rules::CRITICAL_BONUS),
            critical_ignores_dr: rules.get(Rules::CRITICAL_IGNORES_DR),
            dr_mode: rules.get(Rules::DR_MODE),
            damage_floor: rules.get(Rules::DAMAGE_FLOOR),
            provokes: rules.get(Rules::EXTRICATE_PROVOKES),
            slips_past: rules.get(Rules::EXTRICATE_PAST),
            ranged_in_combat_hinders: rules.get(Rules::RANGED_IN_COMBAT) == RangedInCombat::Disadvantage,
            ranged_into_combat_hinders: rules.get(Rules::RANGED_INTO_COMBAT) == RangedIntoCombat::Disadvantage,
            waits_a_round: rules.get(Rules::STABILIZATION_TIMING) == StabilizationTiming::NextRound,
            medic_in_combat: rules.get(Rules::MEDIC_IN_COMBAT),
            targets_are_by_lot: rules.get(Rules::TARGET_TIES).are_by_lot(),
            escape_distance: rules.get(Rules::ESCAPE_DISTANCE),
            hp_per_sleep: [Rules::HP_PER_SLEEP, Rules::RESILIENT_HP_PER_SLEEP].map(|key| rules.get(key)),
        }
    }

    /// The sleep before the fight as a leg of a day (TINY-48), and whether who fled comes to it (TINY-49).
    fn rest(&self) -> Rest {
        let hours = self.root.get(FileKeys::REST).map_or(0, |rest| rest.get(RestKeys::HOURS));
        Rest {
            sleeps: hours / self.rules.get(Rules::SLEEP_HOURS).unwrap_or(SLEEP_HOURS),
            medic_hp: self.rules.get(Rules::MEDIC_HP_PER_SLEEP).unwrap_or_default(),
            fled_return: self.rules.get(Rules::FLED_RETURN).unwrap_or_default(),
        }
    }

    fn levels(&self) -> Levels {
        let dice = [Rules::DISADVANTAGE_DICE, Rules::NORMAL_DICE, Rules::ADVANTAGE_DICE];
        Levels { dice: dice.map(|key| self.rules.get(key)), mixed: self.rules.get(Rules::MIXED_TESTS) }
    }

    /// The value that a combatant or an attack gives, or else the value of the rules.
    fn own_or<T>(&self, section: &Section<'_>, key: Key<Option<T>>, of_rules: Key<T>) -> T
    where
        T: for<'a> Reads<Value<'a> = T>,
    {
        section.get(key).unwrap_or_else(|| self.rules.get(of_rules))
    }

    /// The attacks that do damage, each with its damage in HP, and the others, which are never made (TINY-31). `None` only if the
    /// scenario is not valid.
    fn attacks_by_harm<'a>(&self, block: &Block<'a>) -> Option<(Attacks<'a>, Attacks<'a>)> {
        let damages = block.attacks.iter().map(|attack| Some((*attack, self.damage(block, attack)?)));
        let attacks: Attacks<'_> = damages.collect::<Option<_>>()?;
        Some(attacks.into_iter().partition(|(_, damage)| *damage > 0))
    }

    fn sheet(&self, block: &Block<'_>, side: Side, attacks: &[(Section<'_>, i16)]) -> Sheet {
        let (section, rules, levels) = (&block.section, &self.rules, self.levels());
        let hp_dice = section.get(CombatantKeys::HP);
        let hp = hp_dice.max() as i16;
        let hp_dice = Some(hp_dice).filter(|dice| !dice.is_constant());
        let hp_max = section.get(CombatantKeys::HP_MAX).or_else(|| hp_dice.is_none().then_some(hp));
        let armor = section.get(CombatantKeys::ARMOR);
        let is_hindered = self.hindered(block, armor);
        let attacks: Vec<Attack> = (attacks.iter())
            .map(|&(attack, damage)| self.attack(block, &attack, damage, &levels, is_hindered))
            .collect();
        let first_melee = attacks.iter().position(|attack| !attack.is_ranged());
        let policy = section.get(CombatantKeys::POLICY);
        let policy_hp = match policy {
            Policy::Retreat => Some(section.get(CombatantKeys::RETREAT_AT_HP)),
            _ => section.get(CombatantKeys::EVADE_AT_HP).or_else(|| Some(hp_max? / 2)),
        };
        let (list, stabilization) = self.stabilization(block, &levels, is_hindered);
        let others = |level: Level| levels.hindered(level, is_hindered.others);
        let initiative =
            if block.has(Trait::Vigilant) { Rules::VIGILANT_INITIATIVE_DICE } else { Rules::INITIATIVE_DICE };
        let (is_unarmed, is_unarmed_fighter) = (block.is_unarmed(), block.has(Trait::UnarmedFighter));
        Sheet {
            hp,
            hp_dice,
            hp_max,
            movement: self.movement(section, armor),
            armor,
            dr: self.dr(section, armor),
            at_zero_hp: self.at_zero_hp(section, side),
            policy,
            policy_hp,
            initiative: DiceExpr::new(rules.get(initiative).into(), 6, 0),
            first_melee,
            has_harmless: !is_unarmed_fighter
                && block.attacks.iter().any(|attack| attack.get(AttackKeys::KIND) == AttackKind::Unarmed),
            attacks,
            evade: self.evade(section, &levels, is_hindered, is_unarmed && !is_unarmed_fighter),
            is_unarmed,
            is_unarmed_fighter,
            extricate: levels.test(
                levels.hindered(
                    self.own_or(section, CombatantKeys::EXTRICATE_DICE, Rules::EXTRICATE_DICE),
                    is_hindered.physical,
                ),
                rules.get(Rules::EXTRICATE_DIFFICULTY),
            ),
            stabilization,
            list,
            medic: levels.test(others(rules.get(Rules::MEDIC_DICE)), rules.get(Rules::MEDIC_DIFFICULTY)),
            is_resilient: block.has(Trait::Resilient),
            is_hindered,
        }
    }

    /// The disadvantages of a wearer who is not trained for the armor (TINY-28, TINY-29).
    fn hindered(&self, block: &Block<'_>, armor: Armor) -> Hindered {
        let is_qualified = match armor {
            Armor::None | Armor::Light => true,
            Armor::Medium => block.has(Trait::ArmorTraining),
            Armor::Heavy => block.has(Trait::ArmorTraining) && block.has(Trait::Strong),
        };
        let penalty = self.rules.get(Rules::UNTRAINED_ARMOR_PENALTY);
        Hindered {
            attacks: !is_qualified && penalty != ArmorPenalty::None,
            physical: !is_qualified && matches!(penalty, ArmorPenalty::Physical | ArmorPenalty::All),
            others: !is_qualified && penalty == ArmorPenalty::All,
        }
    }

    /// Movement per turn in feet (TINY-12, TINY-30).
    fn movement(&self, section: &Section<'_>, armor: Armor) -> i32 {
        let unburdened = self.own_or(section, CombatantKeys::MOVEMENT, Rules::DEFAULT_MOVEMENT);
        let penalty = if armor == Armor::Heavy { self.rules.get(Rules::HEAVY_ARMOR_MOVEMENT_PENALTY) } else { 0 };
        (unburdened - penalty).max(0)
    }

    /// Damage reduction: that of the armor and the combatant's own, stacked as the rules say (TINY-25, TINY-27 to
    /// TINY-29).
    fn dr(&self, section: &Section<'_>, armor: Armor) -> i16 {
        let of_armor = match armor {
            Armor::None => 0,
            Armor::Light => self.rules.get(Rules::LIGHT_ARMOR_DR),
            Armor::Medium => self.rules.get(Rules::MEDIUM_ARMOR_DR),
            Armor::Heavy => self.rules.get(Rules::HEAVY_ARMOR_DR),
        };
        let inborn = section.get(CombatantKeys::DAMAGE_REDUCTION);
        match self.rules.get(Rules::DR_STACKING) {
            DrStacking::Sum => of_armor + inborn,
            DrStacking::Highest => of_armor.max(inborn),
        }
    }

    /// The fate of the combatant at 0 HP: its own value, or else that of its side (TINY-34, TINY-42).
    fn at_zero_hp(&self, section: &Section<'_>, side: Side) -> AtZeroHp {
        section.get(CombatantKeys::AT_ZERO_HP).unwrap_or_else(|| match side {
            Side::Party => AtZeroHp::Stabilize,
            Side::Enemies => self.rules.get(Rules::ENEMIES_AT_ZERO_HP),
        })
    }

    /// The tests to evade an attack: the usual one, and the one against a weapon (TINY-17, TINY-32).
    fn evade(&self, section: &Section<'_>, levels: &Levels, is_hindered: Hindered, is_untrained: bool) -> [Test; 2] {
        let rules = &self.rules;
        let level = self.own_or(section, CombatantKeys::EVADE_DICE, Rules::EVADE_DICE);
        let difficulty = rules.get(Rules::EVADE_DIFFICULTY);
        let usual = levels.test(levels.hindered(level, is_hindered.physical), difficulty);
        if !is_untrained {
            return [usual, usual];
        }
        let is_worse = rules.get(Rules::UNTRAINED_EVADE_DICE) == UntrainedEvade::Disadvantage;
        let untrained = rules.get(Rules::UNTRAINED_EVADE_DIFFICULTY);
        let harder = if untrained.target() > difficulty.target() { untrained } else { difficulty };
        [usual, levels.test(levels.hindered(level, is_hindered.physical || is_worse), harder)]
    }

    /// The stabilization tests of a combatant in their order, each without and with a medic's help (TINY-35, TINY-38 to
    /// TINY-40).
    fn stabilization(&self, block: &Block<'_>, levels: &Levels, is_hindered: Hindered) -> (TestList, Vec<[Test; 2]>) {
        let (list, key) = if block.has(Trait::HardToKill) {
            (TestList::HardToKill, Rules::HARD_TO_KILL_TESTS)
        } else if block.has(Trait::Robust) {
            (TestList::Robust, Rules::ROBUST_TESTS)
        } else {
            (TestList::Usual, Rules::STABILIZATION_TESTS)
        };
        let difficulty = self.rules.get(Rules::STABILIZATION_DIFFICULTY);
        let effect = self.rules.get(Rules::MEDIC_EFFECT);
        let test = |level: Level| levels.test(levels.hindered(level, is_hindered.others), difficulty);
        let both = |level: Level| {
            let helped = match effect {
                MedicEffect::Advantage => Level::Advantage,
                MedicEffect::OneStep => level.better(),
            };
            [test(level), test(helped)]
        };
        (list, self.rules.get(key).into_iter().map(both).collect())
    }

    /// A harmful attack (TINY-19 to TINY-24).
    fn attack(
        &self,
        block: &Block<'_>,
        section: &Section<'_>,
        damage: i16,
        levels: &Levels,
        is_hindered: Hindered,
    ) -> Attack {
        let (kind, proficiency) = (section.get(AttackKeys::KIND), block.proficiency(section));
        let difficulty = self.own_or(section, AttackKeys::DIFFICULTY, Rules::ATTACK_DIFFICULTY);
        let level = match proficiency {
            Proficiency::None => Level::Disadvantage,
            Proficiency::Proficient => Level::Normal,
            Proficiency::Mastery => Level::Advantage,
        };
        let tests = [false, true].map(|by_circumstance| {
            levels.test(levels.hindered(level, is_hindered.attacks || by_circumstance), difficulty)
        });
        let second_tests = match self.rules.get(Rules::DR_TEST_DICE) {
            DrTestDice::Same => tests,
            DrTestDice::Normal => [levels.test(Level::Normal, difficulty); 2],
        };
        let critical_on = self.own_or(section, AttackKeys::CRITICAL_ON, Rules::CRITICAL_ON);
        let reach = match kind {
            AttackKind::Ranged => section.get(AttackKeys::RANGE).unwrap_or(RANGE),
            AttackKind::LightMelee | AttackKind::HeavyMelee | AttackKind::Unarmed => ADJACENT,
        };
        let is_made_in_combat =
            kind != AttackKind::Ranged || self.rules.get(Rules::RANGED_IN_COMBAT) != RangedInCombat::Forbidden;
        Attack { kind, proficiency, is_made_in_combat, reach, damage, critical_on, tests, second_tests }
    }
}

/// The name of an attack in a replay.
fn name_of<'a>(attack: &Section<'a>) -> &'a str {
    attack.get(AttackKeys::NAME).unwrap_or_else(|| attack.get(AttackKeys::ID))
}
