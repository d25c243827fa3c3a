//! The tables of a scenario file before they are compiled. The checks of combinations also run if validation has
//! refused single values, so the functions that they call return `None` for a value that is not valid.

use super::scenario::{AttackKeys, CombatantKeys, FileKeys, Rules, injury_table};
use super::sheet::{SCORES, StressRoll, modifier_of};
use super::words::{AttackKind, DamageType, EntersAt, NoTable, Score};
use crate::outcome::Side;
use crate::scenario::kinds::Either;
use crate::scenario::{DiceExpr, Key, Scenario, Section, Word};
use crate::skirmish::side_of;

/// The keys of each ability score and of its modifier, by [`Score`].
pub(super) const SCORE_KEYS: [(Key<i32>, Key<Option<i32>>); SCORES] = [
    (CombatantKeys::STRENGTH, CombatantKeys::STRENGTH_MODIFIER),
    (CombatantKeys::AGILITY, CombatantKeys::AGILITY_MODIFIER),
    (CombatantKeys::DEXTERITY, CombatantKeys::DEXTERITY_MODIFIER),
    (CombatantKeys::PERCEPTION, CombatantKeys::PERCEPTION_MODIFIER),
    (CombatantKeys::MEMORY, CombatantKeys::MEMORY_MODIFIER),
    (CombatantKeys::INSIGHT, CombatantKeys::INSIGHT_MODIFIER),
];

/// The tables of a scenario file.
pub(super) struct File<'a> {
    pub(super) root: Section<'a>,
    pub(super) rules: Section<'a>,
    pub(super) blocks: Vec<Block<'a>>,
    injury_tables: Section<'a>,
}

/// A table of `[[combatants]]`, which stands for `count` combatants.
pub(super) struct Block<'a> {
    pub(super) section: Section<'a>,
    /// `None` if the file gives no valid side.
    pub(super) side: Option<Side>,
    pub(super) attacks: Vec<Section<'a>>,
    pub(super) spells: Vec<Section<'a>>,
    pub(super) items: Vec<Section<'a>>,
}

/// The source of the injuries of a damage type (WOUNDS-50, WOUNDS-51).
pub(super) enum Injuries<'a> {
    None,
    /// The built-in table of blunt damage (WOUNDS-52).
    BuiltIn,
    Rows(Vec<Section<'a>>),
}

impl<'a> File<'a> {
    /// The tables of a scenario, whether or not validation has refused some of its values.
    pub(super) fn new(scenario: &'a Scenario) -> Self {
        let root = scenario.root(FileKeys::KEYS);
        let rules = root.get(FileKeys::RULES);
        let combatants = root.find(FileKeys::COMBATANTS).unwrap_or_default();
        let blocks = combatants.into_iter().map(Block::new).collect();
        Self { injury_tables: rules.get(Rules::INJURY_TABLES), root, rules, blocks }
    }

    /// The injuries of a damage type. Only blunt damage has a built-in table if the file says nothing: all other types
    /// have `none` as their default.
    pub(super) fn injuries(&self, damage_type: DamageType) -> Injuries<'a> {
        match self.injury_tables.find(injury_table(damage_type.word())).flatten() {
            Some(Either::Value(rows)) => Injuries::Rows(rows),
            Some(Either::Word(NoTable::None)) => Injuries::None,
            None => Injuries::BuiltIn,
        }
    }

    /// The damage type of an attack's injuries (WOUNDS-50): the one that the attack names, or else the first of its
    /// damage types that has a table, or else the first.
    pub(super) fn injured_as(&self, attack: &Section<'_>) -> DamageType {
        let damage_types = attack.get(AttackKeys::DAMAGE_TYPE);
        let has_table = |damage_type: &&DamageType| !matches!(self.injuries(**damage_type), Injuries::None);
        let usual = || *damage_types.iter().find(has_table).unwrap_or(&damage_types[0]);
        attack.get(AttackKeys::INJURY_TABLE).unwrap_or_else(usual)
    }

    /// The position at which a block's combatants start, in yards along the line (WOUNDS-24). For validated scenarios.
    pub(super) fn position(&self, block: &Block<'_>) -> Option<i32> {
        let usual = match block.side? {
            Side::Party => 0,
            Side::Enemies => self.rules.get(Rules::START_DISTANCE),
        };
        Some(block.section.get(CombatantKeys::POSITION).unwrap_or(usual))
    }

    /// Maximum Stress, and the dice that are rolled for it; `None` instead of dice if nothing is rolled (WOUNDS-27).
    pub(super) fn stress(&self, block: &Block<'_>) -> Option<(i32, Option<StressRoll>)> {
        let first_is_max = self.rules.known(Rules::FIRST_HD_MAX)?;
        let roll = match block.section.known(CombatantKeys::STRESS)? {
            Some(stress) => StressRoll::new(0, vec![stress], first_is_max),
            None => StressRoll::new(block.hd()? * block.modifier(Score::Strength)?, block.hit_dice()?, first_is_max),
        };
        Some(roll.resolve(self.rules.known(Rules::STRESS_FROM)?))
    }
}

impl<'a> Block<'a> {
    fn new(section: Section<'a>) -> Self {
        Self {
            side: side_of(&section),
            attacks: section.find(CombatantKeys::ATTACKS).unwrap_or_default(),
            spells: section.find(CombatantKeys::SPELLS).unwrap_or_default(),
            items: section.find(CombatantKeys::ITEMS).unwrap_or_default(),
            section,
        }
    }

    /// The ability score of the unhurt combatant.
    pub(super) fn score(&self, score: Score) -> Option<i32> {
        self.section.known(SCORE_KEYS[score as usize].0)
    }

    /// The modifier of the unhurt ability score: the explicit one if the file gives it (WOUNDS-26).
    pub(super) fn modifier(&self, score: Score) -> Option<i32> {
        let explicit = self.section.known(SCORE_KEYS[score as usize].1)?;
        explicit.or_else(|| self.score(score).map(modifier_of))
    }

    /// The Hit Dice as the file lists them.
    pub(super) fn hit_dice(&self) -> Option<Vec<DiceExpr>> {
        self.section.known(CombatantKeys::HD)
    }

    /// The number of Hit Dice (WOUNDS-27).
    pub(super) fn hd(&self) -> Option<i32> {
        Some(self.hit_dice()?.iter().map(|dice| i32::from(dice.count())).sum())
    }

    /// Maximum Wound Points (WOUNDS-28).
    pub(super) fn wounds_max(&self) -> Option<i32> {
        Some((self.score(Score::Strength)? + self.section.known(CombatantKeys::WOUND_BONUS)?).max(1))
    }

    /// Whether it makes morale checks (WOUNDS-61).
    pub(super) fn has_morale(&self) -> Option<bool> {
        let usual = self.side.map(|side| side == Side::Enemies);
        self.section.known(CombatantKeys::MORALE)?.or(usual)
    }

    /// The initiative group that the combatant rolls with for Base Initiative; `None` if it rolls alone (WOUNDS-04).
    pub(super) fn initiative_group(&self) -> Option<&'a str> {
        self.section.find(CombatantKeys::INITIATIVE_GROUP).flatten()
    }

    /// The round of its arrival, and the time in that round (WOUNDS-16).
    pub(super) fn enters(&self) -> Option<(u32, Either<EntersAt, DiceExpr>)> {
        Some((self.section.known(CombatantKeys::ENTERS_ROUND)?, self.section.known(CombatantKeys::ENTERS_AT)?))
    }

    /// Whether it has an attack that can be a guard weapon (WOUNDS-23). An attack whose keys are not valid counts as one,
    /// so that a mistake in it is not reported a second time.
    pub(super) fn can_guard(&self) -> bool {
        let can_guard = |attack: &Section<'_>| {
            attack.known(AttackKeys::KIND).is_none_or(|kind| kind == AttackKind::Melee)
                && attack.known(AttackKeys::STRESS_COST).is_none_or(|cost| cost == 0)
                && attack.known(AttackKeys::USES).is_none_or(|uses| uses.is_none())
        };
        self.attacks.iter().any(can_guard)
    }
}
