//! The battlefield: a connected graph of Zones, with everything about it that no fight changes.

use super::ailment::{Ailment, SourceId};
use super::scenario::ZONES_MAX;
use crate::dice::DiceExpr;
use crate::outcome::Side;
use crate::skirmish::COMBATANTS_MAX;

/// A distance that no battlefield has: there is nobody to measure to, or no exit.
pub(super) const NOWHERE: u8 = u8::MAX;

/// A Zone, by its index in listed order.
pub(super) type ZoneId = u8;

/// Some Zones: a bit for each.
pub(super) type ZoneSet = u32;

/// The battlefield (ZONES-06).
#[derive(Debug, Clone)]
pub(super) struct Field {
    zones: Vec<Zone>,
    /// By pair of Zones: the least number of borders between them (ZONES-08).
    distances: Vec<[u8; ZONES_MAX]>,
    /// By Zone and distance: the Zones that are no farther.
    within: Vec<[ZoneSet; ZONES_MAX]>,
    /// By side: distance to its nearest exit.
    to_exit: [Vec<u8>; 2],
    has_hazards: bool,
    has_disadvantages: bool,
    has_capacities: bool,
}

/// One Zone.
#[derive(Debug, Clone)]
pub(super) struct Zone {
    pub(super) name: String,
    /// The Nearby ones.
    pub(super) adjacent: ZoneSet,
    /// How many standing combatants it holds; where it is unlimited, as many as there can be (ZONES-10).
    pub(super) capacity: usize,
    /// By side: whether it can leave the battlefield from here (ZONES-54).
    pub(super) is_exit: [bool; 2],
    /// By side: whether it Tests with Disadvantage here (ZONES-18).
    pub(super) disadvantage: [bool; 2],
    pub(super) hazard: Option<Hazard>,
}

/// What the ground of a Zone does (ZONES-11).
#[derive(Debug, Clone)]
pub(super) struct Hazard {
    pub(super) acts_at_turn_start: bool,
    pub(super) acts_on_entry: bool,
    /// By side.
    pub(super) affects: [bool; 2],
    /// The attribute of a Character's Test.
    pub(super) test: u8,
    pub(super) difficulty: i16,
    pub(super) damage: Option<DiceExpr>,
    pub(super) hinder: Option<(Ailment, SourceId)>,
    pub(super) ongoing: Option<SourceId>,
}

impl Field {
    /// The battlefield of these Zones, of which there are 1 to 32; `None` when not every one can be reached.
    pub(super) fn new(zones: Vec<Zone>) -> Option<Self> {
        let distances: Vec<_> = (0..zones.len()).map(|from| distances(&zones, from)).collect();
        if distances[0][..zones.len()].contains(&NOWHERE) {
            return None;
        }
        let within = distances.iter().map(|row| {
            std::array::from_fn(|distance| {
                let near = (0..zones.len()).filter(|&to| usize::from(row[to]) <= distance);
                near.fold(0, |set, to| set | 1 << to)
            })
        });
        let within = within.collect();
        let to_exit = Side::ALL.map(|side| {
            let exits = |row: &[u8; ZONES_MAX]| {
                let exits = zones.iter().zip(row).filter(|(zone, _)| zone.is_exit[side.index()]);
                exits.map(|(_, &distance)| distance).min().unwrap_or(NOWHERE)
            };
            distances.iter().map(exits).collect()
        });
        let has_hazards = zones.iter().any(|zone| zone.hazard.is_some());
        let has_disadvantages = zones.iter().any(|zone| zone.disadvantage != [false, false]);
        let has_capacities = zones.iter().any(|zone| zone.capacity < COMBATANTS_MAX);
        Some(Self { zones, distances, within, to_exit, has_hazards, has_disadvantages, has_capacities })
    }

    #[inline(always)]
    pub(super) fn zone(&self, zone: ZoneId) -> &Zone {
        &self.zones[usize::from(zone)]
    }

    pub(super) fn len(&self) -> usize {
        self.zones.len()
    }

    /// Whether any Zone has a hazard.
    #[inline(always)]
    pub(super) fn has_hazards(&self) -> bool {
        self.has_hazards
    }

    /// Whether no Zone does anything to anybody.
    pub(super) fn is_plain(&self) -> bool {
        !self.has_hazards && !self.has_disadvantages
    }

    /// Whether any Zone can have no room for somebody (ZONES-10).
    #[inline(always)]
    pub(super) fn has_capacities(&self) -> bool {
        self.has_capacities
    }

    /// Whether any Zone gives anybody Disadvantage (ZONES-18).
    #[inline(always)]
    pub(super) fn has_disadvantages(&self) -> bool {
        self.has_disadvantages
    }

    /// The least number of borders between two Zones (ZONES-08).
    #[inline(always)]
    pub(super) fn distance(&self, from: ZoneId, to: ZoneId) -> u8 {
        self.distances[usize::from(from)][usize::from(to) % ZONES_MAX]
    }

    /// The Zones at most `range` borders away, 0..=31.
    #[inline(always)]
    pub(super) fn within(&self, zone: ZoneId, range: u8) -> ZoneSet {
        self.within[usize::from(zone)][usize::from(range) % ZONES_MAX]
    }

    /// The distance to the nearest of some Zones; [`NOWHERE`] where there are none (ZONES-08).
    #[inline(always)]
    pub(super) fn nearest(&self, zone: ZoneId, zones: ZoneSet) -> u8 {
        let within = &self.within[usize::from(zone)];
        within.iter().position(|near| near & zones != 0).map_or(NOWHERE, |distance| distance as u8)
    }

    /// The distance to the side's nearest exit, [`NOWHERE`] if it has none (ZONES-54).
    #[inline(always)]
    pub(super) fn to_exit(&self, zone: ZoneId, side: Side) -> u8 {
        self.to_exit[side.index()][usize::from(zone)]
    }
}

/// Distances from one Zone, breadth first.
fn distances(zones: &[Zone], from: usize) -> [u8; ZONES_MAX] {
    let mut distances = [NOWHERE; ZONES_MAX];
    let (mut reached, mut fringe): (ZoneSet, ZoneSet) = (0, 1 << from);
    for distance in 0..zones.len() {
        let mut next = 0;
        for index in (0..zones.len()).filter(|index| fringe >> index & 1 == 1) {
            distances[index] = distance as u8;
            next |= zones[index].adjacent;
        }
        reached |= fringe;
        fringe = next & !reached;
    }
    distances
}
