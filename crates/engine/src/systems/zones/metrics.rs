//! What a fight counts, and under which names it is reported.

use crate::outcome::Side;
use crate::ruleset::Metric;

pub(super) const PARLEY: usize = 0;
pub(super) const PARTY_BEGINS: usize = 1;
// What a side does or suffers: the party's place, the enemies' behind it.
pub(super) const ATTACKS: usize = 2;
pub(super) const HITS: usize = 4;
pub(super) const CRITICALS: usize = 6;
pub(super) const PARTY_FUMBLES: usize = 8;
pub(super) const WEAPONS_BROKEN: usize = 9;
pub(super) const DAMAGE: usize = 10;
pub(super) const ONGOING_LOST: usize = 12;
pub(super) const HAZARD_LOST: usize = 14;
pub(super) const FREE_ATTACKS: usize = 16;
pub(super) const DISENGAGES: usize = 18;
pub(super) const STUNTS: usize = 19;
pub(super) const STUNTS_WON: usize = 21;
pub(super) const HINDERED: usize = 23;
pub(super) const TURNS_LOST: usize = 25;
pub(super) const MORALE_TESTS: usize = 27;
pub(super) const MORALE_BREAKS: usize = 28;
pub(super) const HEALING: usize = 29;
pub(super) const ITEMS_USED: usize = 30;
pub(super) const MOVES: usize = 31;
pub(super) const FIRST_CASUALTY_ROUND: usize = 32;
pub(super) const PARTY_FIRST_CASUALTY_ROUND: usize = 33;

/// How many there are.
pub(super) const METRICS: usize = 34;

/// One encounter's metrics.
pub type ZonesCounts = [u32; METRICS];

/// Names and meanings of those that count, in the order of the places.
const EVENTS: [(&str, &str); 32] = [
    ("parley", "1 if the Reaction roll prevented the fight"),
    ("party_begins", "1 if the Characters began the first Round"),
    ("party_attacks", "melee, ranged and spell attacks by Characters, free ones included"),
    ("enemies_attacks", "the same by Creatures"),
    ("party_hits", "attacks of Characters that hit"),
    ("enemies_hits", "attacks of Creatures that hit"),
    ("party_criticals", "hits by a natural 20"),
    ("enemies_criticals", "hits by a natural 1 on avoiding"),
    ("party_fumbles", "usages marked on weapons"),
    ("weapons_broken", "weapons that broke"),
    ("party_damage", "HP taken from Creatures by hits"),
    ("enemies_damage", "HP taken from Characters by hits"),
    ("party_ongoing_lost", "HP lost by Characters to Ongoing Damage"),
    ("enemies_ongoing_lost", "HP lost by Creatures to Ongoing Damage"),
    ("party_hazard_lost", "HP lost by Characters to hazards"),
    ("enemies_hazard_lost", "HP lost by Creatures to hazards"),
    ("party_free_attacks", "free attacks by Characters"),
    ("enemies_free_attacks", "free attacks by Creatures"),
    ("disengages", "Actions spent to Disengage"),
    ("party_stunts", "stunts tried by Characters"),
    ("enemies_stunts", "stunts tried by Creatures"),
    ("party_stunts_won", "stunts of Characters that succeeded"),
    ("enemies_stunts_won", "stunts of Creatures that succeeded"),
    ("party_hindered", "hinderances received by Characters"),
    ("enemies_hindered", "hinderances received by Creatures"),
    ("party_turns_lost", "Turns in which a Character could not act"),
    ("enemies_turns_lost", "Turns in which a Creature could not act"),
    ("morale_tests", "Morale Tests rolled, demands included"),
    ("morale_breaks", "Creatures that broke"),
    ("healing", "HP restored"),
    ("items_used", "items used"),
    ("moves", "changes of Zone by own movement, leaving included"),
];

/// The same of those that tell a Round.
const ROUNDS: [(&str, &str); 2] = [
    ("first_casualty_round", "Round in which the first combatant died or went down, 0 if none did"),
    ("party_first_casualty_round", "Round in which the first Character did, 0 if none"),
];

/// Names and meanings, in the order of the places.
pub(super) fn metrics() -> Vec<Metric> {
    let events = EVENTS.map(|(name, doc)| Metric::of_events(name, doc));
    let rounds = ROUNDS.map(|(name, doc)| Metric::of_rounds(name, doc));
    events.into_iter().chain(rounds).collect()
}

/// The metric of a side, given the party's place.
#[inline(always)]
pub(super) const fn of_side(party: usize, side: Side) -> usize {
    party + side.index()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_names() {
        let metrics = metrics();
        assert_eq!(metrics.len(), METRICS);
        for (place, name) in [
            (ATTACKS, "attacks"),
            (HITS, "hits"),
            (CRITICALS, "criticals"),
            (DAMAGE, "damage"),
            (ONGOING_LOST, "ongoing_lost"),
            (HAZARD_LOST, "hazard_lost"),
            (FREE_ATTACKS, "free_attacks"),
            (STUNTS, "stunts"),
            (STUNTS_WON, "stunts_won"),
            (HINDERED, "hindered"),
            (TURNS_LOST, "turns_lost"),
        ] {
            for side in Side::ALL {
                assert_eq!(metrics[of_side(place, side)].name, format!("{side}_{name}"));
            }
        }
        for (place, name) in [
            (PARLEY, "parley"),
            (PARTY_BEGINS, "party_begins"),
            (PARTY_FUMBLES, "party_fumbles"),
            (WEAPONS_BROKEN, "weapons_broken"),
            (DISENGAGES, "disengages"),
            (MORALE_TESTS, "morale_tests"),
            (MORALE_BREAKS, "morale_breaks"),
            (HEALING, "healing"),
            (ITEMS_USED, "items_used"),
            (MOVES, "moves"),
            (FIRST_CASUALTY_ROUND, "first_casualty_round"),
            (PARTY_FIRST_CASUALTY_ROUND, "party_first_casualty_round"),
        ] {
            assert_eq!(metrics[place].name, name);
        }
    }
}
