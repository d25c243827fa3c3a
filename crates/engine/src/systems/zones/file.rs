//! A scenario file of this system as its tables stand there, before it is compiled.

use super::field::{Field, Zone, ZoneId};
use super::scenario::{Exit, SCHEMA};
use crate::outcome::Side;
use crate::scenario::{Scenario, Section, common};
use crate::skirmish::{COMBATANTS_MAX, side_of};

/// The index of `str` among the attributes.
pub(super) const STR: usize = 0;
/// The index of `dex` among the attributes.
pub(super) const DEX: usize = 1;
/// Attributes that every Character has.
pub(super) const ALWAYS: [&str; 2] = ["str", "dex"];
/// What a Character strikes with when it has nothing else (ZONES-30).
pub(super) const UNARMED: &str = "unarmed";

/// The tables of a scenario file.
pub(super) struct File<'a> {
    pub(super) root: Section<'a>,
    pub(super) rules: Section<'a>,
    pub(super) zones: Vec<Section<'a>>,
    pub(super) blocks: Vec<Block<'a>>,
}

/// One of `[[combatants]]`, which stands for `count` combatants.
pub(super) struct Block<'a> {
    pub(super) section: Section<'a>,
    /// `None` where the file gives no valid one.
    pub(super) side: Option<Side>,
    pub(super) attacks: Vec<Section<'a>>,
    pub(super) items: Vec<Section<'a>>,
}

impl<'a> Block<'a> {
    fn new(section: Section<'a>) -> Self {
        Self {
            side: side_of(&section),
            attacks: section.sections("attacks"),
            items: section.sections("items"),
            section,
        }
    }
}

impl<'a> File<'a> {
    /// The tables of a validated scenario.
    pub(super) fn new(scenario: &'a Scenario) -> Self {
        let root = scenario.root(SCHEMA);
        Self {
            rules: root.section("rules"),
            zones: root.sections("zones"),
            blocks: root.sections(common::COMBATANTS).into_iter().map(Block::new).collect(),
            root,
        }
    }

    pub(super) fn zone_names(&self) -> Vec<&str> {
        if self.zones.is_empty() {
            return vec!["party-end", "middle", "enemy-end"];
        }
        self.zones.iter().map(|zone| zone.text("id").unwrap_or_default()).collect()
    }

    pub(super) fn zone_id(&self, id: &str) -> Option<ZoneId> {
        self.zone_names().iter().position(|known| *known == id).map(|index| index as ZoneId)
    }

    /// Whether a side can leave the battlefield somewhere.
    pub(super) fn has_exit(&self, side: Side) -> bool {
        self.zones.is_empty() || self.zones.iter().any(|zone| exits(zone)[side.index()])
    }

    /// The Zones without their hazards (ZONES-06); `None` when they are not connected.
    pub(super) fn field(&self) -> Option<Field> {
        Field::new(self.bare_zones())
    }

    pub(super) fn bare_zones(&self) -> Vec<Zone> {
        let zone = |name: &str, is_exit| Zone {
            name: name.to_owned(),
            adjacent: 0,
            capacity: COMBATANTS_MAX,
            is_exit,
            hazard: None,
        };
        let mut zones: Vec<Zone> = if self.zones.is_empty() {
            let ends = [[true, false], [false, false], [false, true]];
            self.zone_names().into_iter().zip(ends).map(|(name, is_exit)| zone(name, is_exit)).collect()
        } else {
            let of_section = |section: &Section<'_>| {
                let mut zone = zone(section.text("id").unwrap_or_default(), exits(section));
                zone.capacity = section.int("capacity").map_or(zone.capacity, |capacity| capacity as usize);
                zone
            };
            self.zones.iter().map(of_section).collect()
        };
        for (left, right) in self.borders() {
            zones[left].adjacent |= 1 << right;
            zones[right].adjacent |= 1 << left;
        }
        zones
    }

    /// Every border: as the file names them, or a line.
    fn borders(&self) -> Vec<(usize, usize)> {
        let count = self.zone_names().len();
        if self.zones.iter().all(|zone| !zone.given("adjacent")) {
            return (1..count).map(|at| (at - 1, at)).collect();
        }
        let of_zone = |(at, zone): (usize, &Section<'_>)| -> Vec<(usize, usize)> {
            let neighbours = zone.ids("adjacent").unwrap_or_default();
            neighbours.iter().filter_map(|(id, _)| Some((at, usize::from(self.zone_id(id)?)))).collect()
        };
        self.zones.iter().enumerate().flat_map(of_zone).collect()
    }

    /// The Zone in which a block's combatants start (ZONES-07).
    pub(super) fn start(&self, block: &Block<'_>) -> Option<ZoneId> {
        match (block.section.text("zone"), block.side?) {
            (Some(zone), _) => self.zone_id(zone),
            (None, Side::Party) => Some(0),
            (None, Side::Enemies) => Some(self.zone_names().len() as ZoneId - 1),
        }
    }
}

/// The sides whose exit a Zone is.
pub(super) fn exits(zone: &Section<'_>) -> [bool; 2] {
    match zone.word::<Exit>("exit") {
        None => [false, false],
        Some(Exit::Party) => [true, false],
        Some(Exit::Enemies) => [false, true],
        Some(Exit::Both) => [true, true],
    }
}
