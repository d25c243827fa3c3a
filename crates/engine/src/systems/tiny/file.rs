//! A scenario file of this system as its tables stand there, before it is compiled.

use super::scenario::{AttackKind, Proficiency, SCHEMA, Trait};
use crate::outcome::Side;
use crate::scenario::{Scenario, Section, common};
use crate::skirmish::side_of;

/// The tables of a scenario file.
pub(super) struct File<'a> {
    pub(super) root: Section<'a>,
    pub(super) rules: Section<'a>,
    pub(super) blocks: Vec<Block<'a>>,
}

/// One of `[[combatants]]`, which stands for `count` combatants.
pub(super) struct Block<'a> {
    pub(super) section: Section<'a>,
    /// `None` where the file gives no valid one.
    pub(super) side: Option<Side>,
    pub(super) attacks: Vec<Section<'a>>,
    traits: Vec<Trait>,
}

impl<'a> File<'a> {
    /// The tables of a validated scenario.
    pub(super) fn new(scenario: &'a Scenario) -> Self {
        let root = scenario.root(SCHEMA);
        let blocks = root.sections(common::COMBATANTS).into_iter().map(Block::new).collect();
        Self { rules: root.section("rules"), blocks, root }
    }

    /// Where a block's combatants start, in feet along the line (TINY-10).
    pub(super) fn position(&self, block: &Block<'_>) -> Option<i64> {
        let usual = match block.side? {
            Side::Party => 0,
            Side::Enemies => self.rules.int("start_distance")?,
        };
        Some(if block.section.given("position") { block.section.int("position")? } else { usual })
    }

    /// What an attack takes off: its own damage or that of its kind, nothing without training (TINY-21, TINY-31).
    pub(super) fn damage(&self, block: &Block<'_>, attack: &Section<'_>) -> Option<i64> {
        let usual = match attack.word("kind")? {
            AttackKind::LightMelee => "light_melee_damage",
            AttackKind::HeavyMelee => "heavy_melee_damage",
            AttackKind::Ranged => "ranged_damage",
            AttackKind::Unarmed if block.has(Trait::UnarmedFighter) => "unarmed_damage",
            AttackKind::Unarmed => return Some(0),
        };
        if attack.given("damage") { attack.int("damage") } else { self.rules.int(usual) }
    }
}

impl<'a> Block<'a> {
    fn new(section: Section<'a>) -> Self {
        let traits = section.words("traits").unwrap_or_default();
        Self { side: side_of(&section), attacks: section.sections("attacks"), traits, section }
    }

    pub(super) fn has(&self, wanted: Trait) -> bool {
        self.traits.contains(&wanted)
    }

    /// HP of the unhurt (TINY-45).
    pub(super) fn hp_max(&self) -> Option<i64> {
        self.section.int(if self.section.given("hp_max") { "hp_max" } else { "hp" })
    }

    /// Whether it lists no weapon (TINY-32).
    pub(super) fn is_unarmed(&self) -> bool {
        self.attacks.iter().all(|attack| attack.word("kind") == Some(AttackKind::Unarmed))
    }

    /// How well an attack is made (TINY-20, TINY-33).
    pub(super) fn proficiency(&self, attack: &Section<'_>) -> Option<Proficiency> {
        if attack.given("proficiency") {
            return attack.word("proficiency");
        }
        let is_untrained = attack.word("kind") == Some(AttackKind::Unarmed) && !self.has(Trait::UnarmedFighter);
        Some(if is_untrained { Proficiency::None } else { Proficiency::Proficient })
    }
}
