//! The battlefield: a connected graph of Zones, with all their properties that do not change during a fight.

use super::ailment::{Ailment, SourceId};
use super::scenario::ZONES_MAX;
use crate::dice::DiceExpr;
use crate::outcome::Side;
use crate::skirmish::{COMBATANTS_MAX, ones};

/// The distance to something that does not exist, such as an opponent or an exit; larger than any real distance.
pub(super) const NOWHERE: u8 = u8::MAX;

/// A Zone, by its index in listed order.
pub(super) type ZoneId = u8;

/// A set of Zones: a bit for each.
pub(super) type ZoneSet = u32;

/// The battlefield (ZONES-06).
#[derive(Debug, Clone)]
pub(super) struct Field {
    zones: Vec<Zone>,
    /// By Zone and distance: the Zones at most that far away. A distance is the least number of borders to cross
    /// (ZONES-08).
    within: Box<[[ZoneSet; ZONES_MAX]; ZONES_MAX]>,
    /// The distance between two Zones, by the indices of both.
    distances: Box<[[u8; ZONES_MAX]; ZONES_MAX]>,
    /// By side and Zone: the distance to the nearest exit of the side.
    to_exit: [Vec<u8>; 2],
    /// The Zones whose hazard acts on a combatant that begins its Turn there, then those whose hazard acts on one that
    /// enters (ZONES-11).
    hazards: [ZoneSet; 2],
    /// The Zones with a limited capacity (ZONES-10).
    limited: ZoneSet,
    has_disadvantages: bool,
}

/// One Zone.
#[derive(Debug, Clone)]
pub(super) struct Zone {
    pub(super) name: String,
    /// The Zones that border on this one (Nearby).
    pub(super) adjacent: ZoneSet,
    /// The largest number of standing combatants that it holds; `COMBATANTS_MAX` if it is unlimited (ZONES-10).
    pub(super) capacity: usize,
    /// By side: whether its members can leave the battlefield from here (ZONES-54).
    pub(super) is_exit: [bool; 2],
    /// By side: whether its members have Disadvantage on Tests here (ZONES-18).
    pub(super) disadvantage: [bool; 2],
    pub(super) hazard: Option<Hazard>,
}

/// The effect of the ground of a Zone on combatants there (ZONES-11).
#[derive(Debug, Clone)]
pub(super) struct Hazard {
    pub(super) acts_at_turn_start: bool,
    pub(super) acts_on_entry: bool,
    /// By side: whether it acts on the side's members.
    pub(super) affects: [bool; 2],
    /// The attribute that a Character tests against it.
    pub(super) test: u8,
    pub(super) difficulty: i16,
    pub(super) damage: Option<DiceExpr>,
    pub(super) hinder: Option<(Ailment, SourceId)>,
    pub(super) ongoing: Option<SourceId>,
}

impl Field {
    /// The battlefield of 1 to 32 Zones; `None` if one of them cannot be reached from the others.
    pub(super) fn new(zones: Vec<Zone>) -> Option<Self> {
        let distances: Vec<_> = (0..zones.len()).map(|from| distances(&zones, from)).collect();
        if distances[0][..zones.len()].contains(&NOWHERE) {
            return None;
        }
        let mut within = Box::new([[0; ZONES_MAX]; ZONES_MAX]);
        for (within, row) in within.iter_mut().zip(&distances) {
            *within = std::array::from_fn(|distance| {
                let near = (0..zones.len()).filter(|&to| usize::from(row[to]) <= distance);
                near.fold(0, |set, to| set | 1 << to)
            });
        }
        let mut rows = Box::new([[NOWHERE; ZONES_MAX]; ZONES_MAX]);
        for (row, distances) in rows.iter_mut().zip(&distances) {
            *row = *distances;
        }
        let to_exit = Side::ALL.map(|side| {
            let exits = |row: &[u8; ZONES_MAX]| {
                let exits = zones.iter().zip(row).filter(|(zone, _)| zone.is_exit[side.index()]);
                exits.map(|(_, &distance)| distance).min().unwrap_or(NOWHERE)
            };
            distances.iter().map(exits).collect()
        });
        let set_of = |is_member: &dyn Fn(&Zone) -> bool| {
            let members = (0..zones.len()).filter(|&index| is_member(&zones[index]));
            members.fold(0, |set: ZoneSet, index| set | 1 << index)
        };
        let hazards = [
            set_of(&|zone| zone.hazard.as_ref().is_some_and(|hazard| hazard.acts_at_turn_start)),
            set_of(&|zone| zone.hazard.as_ref().is_some_and(|hazard| hazard.acts_on_entry)),
        ];
        let has_disadvantages = zones.iter().any(|zone| zone.disadvantage != [false, false]);
        let limited = set_of(&|zone| zone.capacity < COMBATANTS_MAX);
        Some(Self { zones, within, distances: rows, to_exit, hazards, limited, has_disadvantages })
    }

    #[inline]
    pub(super) fn zone(&self, zone: ZoneId) -> &Zone {
        &self.zones[usize::from(zone)]
    }

    pub(super) fn len(&self) -> usize {
        self.zones.len()
    }

    /// Whether any Zone has a hazard (ZONES-11).
    pub(super) const fn has_hazards(&self) -> bool {
        self.hazards[0] != 0 || self.hazards[1] != 0
    }

    /// Whether the hazard of a Zone acts on a combatant that begins its Turn there (ZONES-11).
    #[inline]
    pub(super) fn harms_at_turn_start(&self, zone: ZoneId) -> bool {
        self.hazards[0] >> zone & 1 == 1
    }

    /// Whether the hazard of a Zone acts on a combatant that enters (ZONES-11).
    #[inline]
    pub(super) fn harms_on_entry(&self, zone: ZoneId) -> bool {
        self.hazards[1] >> zone & 1 == 1
    }

    /// The Zones with a limited capacity (ZONES-10).
    pub(super) fn limited(&self) -> ZoneSet {
        self.limited
    }

    /// Whether any Zone gives a side Disadvantage (ZONES-18).
    #[inline]
    pub(super) fn has_disadvantages(&self) -> bool {
        self.has_disadvantages
    }

    /// The Zones at most `range` borders away from a Zone; `range` is 0..=31.
    #[inline]
    pub(super) fn within(&self, zone: ZoneId, range: u8) -> ZoneSet {
        self.within[usize::from(zone) % ZONES_MAX][usize::from(range) % ZONES_MAX]
    }

    /// The Zones 1 to `range` borders away from a Zone; `range` is 0..=31.
    #[inline]
    pub(super) fn around(&self, zone: ZoneId, range: u8) -> ZoneSet {
        self.within(zone, range) & !(1 << zone)
    }

    /// The Zones at most `range` borders away from at least one of the given Zones; `range` is 0..=31.
    #[inline]
    pub(super) fn within_any(&self, zones: ZoneSet, range: u8) -> ZoneSet {
        ones(zones).fold(0, |set, zone| set | self.within(zone as ZoneId, range))
    }

    /// The Zones 1 to `range` borders away from at least one of the given Zones; `range` is 0..=31.
    #[inline]
    pub(super) fn around_any(&self, zones: ZoneSet, range: u8) -> ZoneSet {
        ones(zones).fold(0, |set, zone| set | self.around(zone as ZoneId, range))
    }

    /// The distance between two Zones (ZONES-08).
    pub(super) fn distance(&self, from: ZoneId, to: ZoneId) -> u8 {
        self.distances[usize::from(from) % ZONES_MAX][usize::from(to) % ZONES_MAX]
    }

    /// The distance from a Zone to the nearest of the given Zones; [`NOWHERE`] if there are none (ZONES-08).
    #[inline]
    pub(super) fn nearest(&self, zone: ZoneId, zones: ZoneSet) -> u8 {
        let within = &self.within[usize::from(zone) % ZONES_MAX];
        within.iter().position(|near| near & zones != 0).map_or(NOWHERE, |distance| distance as u8)
    }

    /// The distance from a Zone to the side's nearest exit; [`NOWHERE`] if it has none (ZONES-54).
    #[inline]
    pub(super) fn to_exit(&self, zone: ZoneId, side: Side) -> u8 {
        self.to_exit[side.index()][usize::from(zone)]
    }
}

/// The distances from one Zone to all others, by breadth-first search; [`NOWHERE`] if a Zone cannot be reached.
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
