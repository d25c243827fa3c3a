//! The tables of a scenario file, before they are compiled.

use super::field::{Zone, ZoneId};
use super::scenario::{FileKeys, SheetKeys, ZoneKeys};
use super::words::{Conditions, Exit};
use crate::outcome::Side;
use crate::scenario::{Scenario, Section};
use crate::skirmish::{COMBATANTS_MAX, side_of};

/// The index of `str` among the attributes.
pub(super) const STR: usize = 0;
/// The index of `dex` among the attributes.
pub(super) const DEX: usize = 1;
/// Attributes that every Character has.
pub(super) const ALWAYS: [&str; 2] = ["str", "dex"];
/// The attack of a Character that has nothing else to strike with (ZONES-30).
pub(super) const UNARMED: &str = "unarmed";

/// The tables of a scenario file.
pub(super) struct File<'a> {
    pub(super) root: Section<'a>,
    pub(super) rules: Section<'a>,
    pub(super) zones: Vec<Section<'a>>,
    pub(super) blocks: Vec<Block<'a>>,
}

/// One table of `[[combatants]]`, which stands for `count` combatants.
pub(super) struct Block<'a> {
    pub(super) section: Section<'a>,
    /// `None` if the file gives no valid side.
    pub(super) side: Option<Side>,
    pub(super) attacks: Vec<Section<'a>>,
    pub(super) items: Vec<Section<'a>>,
}

impl<'a> Block<'a> {
    fn new(section: Section<'a>) -> Self {
        Self {
            side: side_of(&section),
            attacks: section.find(SheetKeys::ATTACKS).unwrap_or_default(),
            items: section.find(SheetKeys::ITEMS).unwrap_or_default(),
            section,
        }
    }
}

impl<'a> File<'a> {
    /// The tables of a scenario, whether or not validation has refused some of its values.
    pub(super) fn new(scenario: &'a Scenario) -> Self {
        let root = scenario.root(FileKeys::KEYS);
        Self {
            rules: root.get(FileKeys::RULES),
            zones: root.find(FileKeys::ZONES).unwrap_or_default(),
            blocks: root.find(FileKeys::COMBATANTS).unwrap_or_default().into_iter().map(Block::new).collect(),
            root,
        }
    }

    pub(super) fn zone_names(&self) -> Vec<&str> {
        if self.zones.is_empty() {
            return vec!["party-end", "middle", "enemy-end"];
        }
        self.zones.iter().map(|zone| zone.find(ZoneKeys::ID).unwrap_or_default()).collect()
    }

    pub(super) fn zone_id(&self, id: &str) -> Option<ZoneId> {
        self.zone_names().iter().position(|known| *known == id).map(|index| index as ZoneId)
    }

    /// Whether a side has an exit from the battlefield.
    pub(super) fn has_exit(&self, side: Side) -> bool {
        self.zones.is_empty() || self.zones.iter().any(|zone| exits(zone)[side.index()])
    }

    /// The Zones without their hazards (ZONES-06).
    pub(super) fn bare_zones(&self) -> Vec<Zone> {
        let zone = |name: &str, is_exit| Zone {
            name: name.to_owned(),
            adjacent: 0,
            capacity: COMBATANTS_MAX,
            is_exit,
            disadvantage: [false, false],
            hazard: None,
        };
        let mut zones: Vec<Zone> = if self.zones.is_empty() {
            let ends = [[true, false], [false, false], [false, true]];
            self.zone_names().into_iter().zip(ends).map(|(name, is_exit)| zone(name, is_exit)).collect()
        } else {
            let compile_zone = |section: &Section<'_>| {
                let mut zone = zone(section.find(ZoneKeys::ID).unwrap_or_default(), exits(section));
                zone.disadvantage = disadvantaged(section);
                zone.capacity = section.find(ZoneKeys::CAPACITY).flatten().unwrap_or(COMBATANTS_MAX);
                zone
            };
            self.zones.iter().map(compile_zone).collect()
        };
        for (left, right) in self.borders() {
            zones[left].adjacent |= 1 << right;
            zones[right].adjacent |= 1 << left;
        }
        zones
    }

    /// All borders between Zones: those that the file names, or else those of a line.
    fn borders(&self) -> Vec<(usize, usize)> {
        let count = self.zone_names().len();
        if self.zones.iter().all(|zone| !zone.given(ZoneKeys::ADJACENT)) {
            return (1..count).map(|index| (index - 1, index)).collect();
        }
        let borders_of = |(index, zone): (usize, &Section<'_>)| -> Vec<(usize, usize)> {
            let neighbours = zone.find(ZoneKeys::ADJACENT).flatten().unwrap_or_default();
            neighbours.iter().filter_map(|(id, _)| Some((index, usize::from(self.zone_id(id)?)))).collect()
        };
        self.zones.iter().enumerate().flat_map(borders_of).collect()
    }

    /// The Zone in which a block's combatants start (ZONES-07).
    pub(super) fn start(&self, block: &Block<'_>) -> Option<ZoneId> {
        match (block.section.find(SheetKeys::ZONE).flatten(), block.side?) {
            (Some(zone), _) => self.zone_id(zone),
            (None, Side::Party) => Some(0),
            (None, Side::Enemies) => Some(self.zone_names().len() as ZoneId - 1),
        }
    }
}

/// Whether each side Tests with Disadvantage in a Zone (ZONES-18).
fn disadvantaged(zone: &Section<'_>) -> [bool; 2] {
    match zone.find(ZoneKeys::DISADVANTAGE).unwrap_or(Conditions::None) {
        Conditions::None => [false, false],
        Conditions::All => [true, true],
        Conditions::Party => [true, false],
        Conditions::Enemies => [false, true],
    }
}

/// Whether each side may leave by a Zone.
pub(super) fn exits(zone: &Section<'_>) -> [bool; 2] {
    match zone.find(ZoneKeys::EXIT).flatten() {
        None => [false, false],
        Some(Exit::Party) => [true, false],
        Some(Exit::Enemies) => [false, true],
        Some(Exit::Both) => [true, true],
    }
}
