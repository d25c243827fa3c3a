//! The tables of a scenario file before it is compiled. The checks of combinations also run if validation has refused
//! single values, so the functions that they call return `None` for a value that is not valid.

use super::scenario::{AttackKeys, AttackKind, CombatantKeys, FileKeys, Proficiency, Rules, Trait};
use crate::outcome::Side;
use crate::scenario::{Scenario, Section};
use crate::skirmish::side_of;

/// The tables of a scenario file.
pub(super) struct File<'a> {
    pub(super) root: Section<'a>,
    pub(super) rules: Section<'a>,
    pub(super) blocks: Vec<Block<'a>>,
}

/// A table of `[[combatants]]`, which stands for `count` combatants.
pub(super) struct Block<'a> {
    pub(super) section: Section<'a>,
    /// `None` if the file gives no valid side.
    pub(super) side: Option<Side>,
    pub(super) attacks: Vec<Section<'a>>,
    traits: Vec<Trait>,
}

impl<'a> File<'a> {
    /// The tables of a scenario, whether or not validation has refused some of its values.
    pub(super) fn new(scenario: &'a Scenario) -> Self {
        let root = scenario.root(FileKeys::KEYS);
        let combatants = root.find(FileKeys::COMBATANTS).unwrap_or_default();
        Self { rules: root.get(FileKeys::RULES), blocks: combatants.into_iter().map(Block::new).collect(), root }
    }

    /// The position at which a block's combatants start, in feet along the line (TINY-10).
    pub(super) fn position(&self, block: &Block<'_>) -> Option<i32> {
        match (block.section.known(CombatantKeys::POSITION)?, block.side?) {
            (Some(given), _) => Some(given),
            (None, Side::Party) => Some(0),
            (None, Side::Enemies) => self.rules.known(Rules::START_DISTANCE),
        }
    }

    /// The damage of an attack in HP: its own value, or else that of its kind; 0 for an unarmed attack without training
    /// (TINY-21, TINY-31).
    pub(super) fn damage(&self, block: &Block<'_>, attack: &Section<'_>) -> Option<i16> {
        let usual = match attack.find(AttackKeys::KIND)? {
            AttackKind::LightMelee => Rules::LIGHT_MELEE_DAMAGE,
            AttackKind::HeavyMelee => Rules::HEAVY_MELEE_DAMAGE,
            AttackKind::Ranged => Rules::RANGED_DAMAGE,
            AttackKind::Unarmed if block.has(Trait::UnarmedFighter) => Rules::UNARMED_DAMAGE,
            AttackKind::Unarmed => return Some(0),
        };
        attack.known(AttackKeys::DAMAGE)?.or_else(|| self.rules.find(usual))
    }
}

impl<'a> Block<'a> {
    fn new(section: Section<'a>) -> Self {
        Self {
            side: side_of(&section),
            attacks: section.find(CombatantKeys::ATTACKS).unwrap_or_default(),
            traits: section.find(CombatantKeys::TRAITS).unwrap_or_default(),
            section,
        }
    }

    pub(super) fn has(&self, wanted: Trait) -> bool {
        self.traits.contains(&wanted)
    }

    /// Whether the combatant lists no weapon (TINY-32). For validated scenarios.
    pub(super) fn is_unarmed(&self) -> bool {
        self.attacks.iter().all(|attack| attack.get(AttackKeys::KIND) == AttackKind::Unarmed)
    }

    /// The proficiency of an attack (TINY-20, TINY-33). For validated scenarios.
    pub(super) fn proficiency(&self, attack: &Section<'_>) -> Proficiency {
        let is_untrained = attack.get(AttackKeys::KIND) == AttackKind::Unarmed && !self.has(Trait::UnarmedFighter);
        let usual = if is_untrained { Proficiency::None } else { Proficiency::Proficient };
        attack.get(AttackKeys::PROFICIENCY).unwrap_or(usual)
    }
}
