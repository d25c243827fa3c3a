//! Compiles the tables of a combatant's attacks, spells and items.

use super::Names;
use super::compile::Tables;
use super::file::{Block, File};
use super::injury::Conditions;
use super::scenario::{AttackKeys, ItemKeys, Rules, SpellKeys};
use super::sheet::{Attack, Harm, Item, Spell, Uses};
use super::words::{AbilityWord, AttackKind, Hand, ItemTarget};
use crate::scenario::{Section, common};

/// The reach of a melee attack if the file gives none, in yards (WOUNDS-25).
const REACH: i32 = 1;
/// The ranges of ranged and thrown attacks if the file gives none, in yards (WOUNDS-25).
const RANGE: i32 = 30;
const THROWING_RANGE: i32 = 10;
/// The uses of a thrown attack if the file gives none (WOUNDS-12).
const THROWS: u8 = 1;

/// The attacks, spells and items of a combatant, each kind in order of preference.
pub(super) struct Possessions {
    pub(super) attacks: Vec<Attack>,
    pub(super) spells: Vec<Spell>,
    pub(super) items: Vec<Item>,
}

/// The uses of all possessions that wear out, of all combatants.
#[derive(Default)]
pub(super) struct Stock {
    /// The uses of each possession at the start of a fight.
    pub(super) at_start: Vec<u8>,
}

impl Stock {
    fn add(&mut self, at_start: u8) -> Uses {
        self.at_start.push(at_start);
        Uses::new(self.at_start.len() - 1)
    }
}

impl Names {
    /// The names of the possessions of a block's combatants.
    pub(super) fn of(block: &Block<'_>) -> Self {
        let names = |tables: &[Section<'_>]| tables.iter().map(|table| table.get(common::ID).to_owned()).collect();
        Self { attacks: names(&block.attacks), spells: names(&block.spells), items: names(&block.items) }
    }
}

impl File<'_> {
    /// The possessions of one combatant of a block.
    pub(super) fn possessions(&self, block: &Block<'_>, tables: &Tables, stock: &mut Stock) -> Possessions {
        Possessions {
            attacks: block.attacks.iter().map(|attack| self.attack(attack, tables, stock)).collect(),
            spells: block.spells.iter().map(|spell| self.spell(spell)).collect(),
            items: block.items.iter().map(|item| self.item(item, stock)).collect(),
        }
    }

    fn attack(&self, section: &Section<'_>, tables: &Tables, stock: &mut Stock) -> Attack {
        let kind = section.get(AttackKeys::KIND);
        let injured_as = self.injured_as(section);
        let throws = (kind == AttackKind::Thrown).then_some(THROWS);
        Attack {
            kind,
            bonus: section.get(AttackKeys::BONUS),
            ability: section.get(AttackKeys::ABILITY).unwrap_or(usual_ability(kind)).score(),
            harm: harm(section),
            injury_table: tables.iter().position(|(damage_type, _)| *damage_type == injured_as).map(|at| at as u8),
            weapon_speed: section.get(AttackKeys::WEAPON_SPEED).unwrap_or_else(|| self.usual_speed(kind)),
            reach: reach(section, kind),
            critical_on: section.get(AttackKeys::CRITICAL_ON),
            critical_multiplier: section.get(AttackKeys::CRITICAL_MULTIPLIER),
            strikes: section.get(AttackKeys::STRIKES),
            arms_lost: arms_lost(section.get(AttackKeys::HAND)),
            stress_cost: section.get(AttackKeys::STRESS_COST),
            uses: section.get(AttackKeys::USES).or(throws).map(|uses| stock.add(uses)),
            odds: 0,
        }
    }

    /// The weapon speed of an attack if the file gives none (WOUNDS-09, WOUNDS-12).
    fn usual_speed(&self, kind: AttackKind) -> i32 {
        match kind {
            AttackKind::Melee | AttackKind::Ranged => 0,
            AttackKind::Thrown => self.rules.get(Rules::THROW_SPEED),
        }
    }

    fn spell(&self, section: &Section<'_>) -> Spell {
        let tn = section.get(SpellKeys::TN);
        let usual_speed = tn - self.rules.get(Rules::SPELL_TN_OFFSET);
        Spell {
            tn,
            spell_speed: section.get(SpellKeys::SPELL_SPEED).unwrap_or(usual_speed),
            bonus: section.get(SpellKeys::BONUS),
            ability: section.get(SpellKeys::ABILITY).score(),
            mana: section.get(SpellKeys::MANA),
            harm: harm(section),
            range: section.get(SpellKeys::RANGE),
            against: section.get(SpellKeys::AGAINST),
        }
    }

    fn item(&self, section: &Section<'_>, stock: &mut Stock) -> Item {
        let usual_speed = || self.rules.get(Rules::CONSUMABLE_SPEED);
        Item {
            use_speed: section.get(ItemKeys::USE_SPEED).unwrap_or_else(usual_speed),
            uses: stock.add(section.get(ItemKeys::USES)),
            restores_stress: section.get(ItemKeys::RESTORES_STRESS),
            restores_wounds: section.get(ItemKeys::RESTORES_WOUNDS),
            is_for_allies: section.get(ItemKeys::TARGET) == ItemTarget::Ally,
            use_below: section.get(ItemKeys::USE_BELOW),
        }
    }
}

/// The harm of an attack or a spell: the keys of both have the same names.
fn harm(section: &Section<'_>) -> Harm {
    Harm {
        damage: section.get(AttackKeys::DAMAGE),
        bypasses_stress: section.get(AttackKeys::BYPASSES_STRESS),
        ignores_armour: section.get(AttackKeys::IGNORES_ARMOUR),
    }
}

/// The ability score of an attack if the file gives none (WOUNDS-31).
const fn usual_ability(kind: AttackKind) -> AbilityWord {
    match kind {
        AttackKind::Melee => AbilityWord::Strength,
        AttackKind::Ranged | AttackKind::Thrown => AbilityWord::Dexterity,
    }
}

/// The greatest distance of a target (WOUNDS-25).
fn reach(section: &Section<'_>, kind: AttackKind) -> i32 {
    match kind {
        AttackKind::Melee => section.get(AttackKeys::REACH).unwrap_or(REACH),
        AttackKind::Ranged => section.get(AttackKeys::RANGE).unwrap_or(RANGE),
        AttackKind::Thrown => section.get(AttackKeys::RANGE).unwrap_or(THROWING_RANGE),
    }
}

/// The conditions that make an attack impossible: loss of the arms that it needs (WOUNDS-54).
const fn arms_lost(hand: Hand) -> Conditions {
    match hand {
        Hand::Main => Conditions::MAIN_ARM_LOST,
        Hand::Off => Conditions::OFF_ARM_LOST,
        Hand::Both => Conditions::MAIN_ARM_LOST.with(Conditions::OFF_ARM_LOST),
        Hand::None => Conditions::NONE,
    }
}
