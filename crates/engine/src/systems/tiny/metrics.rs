//! What a fight counts, and under which names it is reported.

use crate::outcome::Side;
use crate::ruleset::Metric;

pub(super) const FIGHT_SECONDS: usize = 0;
pub(super) const ATTACKS: usize = 1;
pub(super) const HITS: usize = 2;
pub(super) const EVADE_TURNS: usize = 3;
pub(super) const EVADE_TESTS: usize = 4;
pub(super) const EVADED: usize = 5;
pub(super) const CRITICALS: usize = 6;
pub(super) const DR_TESTS: usize = 7;
pub(super) const DR_OVERCOME: usize = 8;
pub(super) const DAMAGE_ABSORBED: usize = 9;
pub(super) const DAMAGE_DEALT: usize = 10;
pub(super) const ADVANCES: usize = 11;
pub(super) const EXTRICATE_ATTEMPTS: usize = 12;
pub(super) const EXTRICATED: usize = 13;
pub(super) const PROVOKED_ATTACKS: usize = 14;
// By side: the party's place, the enemies' behind it.
pub(super) const DROPS: usize = 15;
pub(super) const ROUNDS_TO_FIRST_DROP: usize = 17;
pub(super) const STABILIZATION_TESTS: usize = 18;
pub(super) const STABILIZED: usize = 19;
pub(super) const DIED_UNSTABILIZED: usize = 20;
pub(super) const MEDIC_TESTS: usize = 21;
pub(super) const MEDIC_SUCCESSES: usize = 22;
pub(super) const PARTY_HP_LEFT: usize = 23;
pub(super) const RECOVERY_SLEEPS: usize = 24;

/// How many there are.
pub(super) const METRICS: usize = 25;

/// One encounter's metrics.
pub type TinyCounts = [u32; METRICS];

/// Names and meanings, in the order of the places.
const NAMES: [(&str, &str); METRICS] = [
    ("fight_seconds", "game time of the rounds"),
    ("attacks", "attack tests made, provoked ones included"),
    ("hits", "attack tests that succeeded, evaded or not"),
    ("evade_turns", "turns spent evading"),
    ("evade_tests", "evade tests made"),
    ("evaded", "attacks made a miss by them"),
    ("criticals", "critical rolls that reached the number"),
    ("dr_tests", "second tests made against DR"),
    ("dr_overcome", "second tests that succeeded"),
    ("damage_absorbed", "damage taken off by DR"),
    ("damage_dealt", "damage after DR, not capped by the HP left"),
    ("advances", "turns spent only advancing"),
    ("extricate_attempts", "attempts to extricate oneself"),
    ("extricated", "tests to extricate oneself that succeeded"),
    ("provoked_attacks", "attacks made on somebody who extricates itself"),
    ("party_drops", "party members that fell to 0 HP"),
    ("enemy_drops", "enemies that fell to 0 HP"),
    ("rounds_to_first_drop", "round in which the first party member fell to 0 HP; all rounds if none did"),
    ("stabilization_tests", "stabilization tests made"),
    ("stabilized", "stabilization tests that succeeded"),
    ("died_unstabilized", "deaths of those whom stabilization tests could have saved"),
    ("medic_tests", "tests made to attend the dying"),
    ("medic_successes", "tests to attend the dying that succeeded"),
    ("party_hp_left", "HP left to the party, the dead excluded"),
    ("recovery_sleeps", "most sleeps that a party member not dead needs to recover"),
];

/// All of them, in the order of the places.
pub(super) fn metrics() -> Vec<Metric> {
    let metric = |(place, (name, doc)): (usize, (&str, &'static str))| match place {
        ROUNDS_TO_FIRST_DROP => Metric::of_rounds(name, doc),
        _ => Metric::of_events(name, doc),
    };
    NAMES.into_iter().enumerate().map(metric).collect()
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
            (FIGHT_SECONDS, "fight_seconds"),
            (ATTACKS, "attacks"),
            (HITS, "hits"),
            (EVADE_TURNS, "evade_turns"),
            (EVADE_TESTS, "evade_tests"),
            (EVADED, "evaded"),
            (CRITICALS, "criticals"),
            (DR_TESTS, "dr_tests"),
            (DR_OVERCOME, "dr_overcome"),
            (DAMAGE_ABSORBED, "damage_absorbed"),
            (DAMAGE_DEALT, "damage_dealt"),
            (ADVANCES, "advances"),
            (EXTRICATE_ATTEMPTS, "extricate_attempts"),
            (EXTRICATED, "extricated"),
            (PROVOKED_ATTACKS, "provoked_attacks"),
            (of_side(DROPS, Side::Party), "party_drops"),
            (of_side(DROPS, Side::Enemies), "enemy_drops"),
            (STABILIZATION_TESTS, "stabilization_tests"),
            (STABILIZED, "stabilized"),
            (DIED_UNSTABILIZED, "died_unstabilized"),
            (MEDIC_TESTS, "medic_tests"),
            (MEDIC_SUCCESSES, "medic_successes"),
            (PARTY_HP_LEFT, "party_hp_left"),
            (RECOVERY_SLEEPS, "recovery_sleeps"),
            (ROUNDS_TO_FIRST_DROP, "rounds_to_first_drop"),
        ] {
            assert_eq!(metrics[place].name, name);
        }
    }
}
