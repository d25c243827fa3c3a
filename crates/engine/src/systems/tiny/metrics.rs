//! The metrics of a fight and the names under which they are reported.

use crate::metrics;

metrics! {
    FIGHT_SECONDS: events { "fight_seconds": "game time of the rounds" }
    ATTACKS: events { "attacks": "attack tests made, provoked ones included" }
    HITS: events { "hits": "attack tests that succeeded, evaded or not" }
    EVADE_TURNS: events { "evade_turns": "turns spent evading" }
    EVADE_TESTS: events { "evade_tests": "evade tests made" }
    EVADED: events { "evaded": "attacks made a miss by them" }
    CRITICALS: events { "criticals": "critical rolls that reached the number" }
    DR_TESTS: events { "dr_tests": "second tests made against DR" }
    DR_OVERCOME: events { "dr_overcome": "second tests that succeeded" }
    DAMAGE_ABSORBED: events { "damage_absorbed": "damage taken off by DR" }
    DAMAGE_DEALT: events { "damage_dealt": "damage after DR, not capped by the HP left" }
    ADVANCES: events { "advances": "turns spent only advancing, too far away to attack" }
    EXTRICATE_ATTEMPTS: events { "extricate_attempts": "attempts to extricate oneself" }
    EXTRICATED: events { "extricated": "tests to extricate oneself that succeeded" }
    SLIPPED_PAST: events { "slipped_past": "tests to extricate oneself that led past enemies" }
    PROVOKED_ATTACKS: events { "provoked_attacks": "attacks made on somebody who extricates itself" }
    DROPS: events {
        "party_drops": "party members that fell to 0 HP",
        "enemy_drops": "enemies that fell to 0 HP",
    }
    ROUNDS_TO_FIRST_DROP: rounds {
        "rounds_to_first_drop": "round in which the first party member fell to 0 HP, of encounters in which one did",
    }
    STABILIZATION_TESTS: events { "stabilization_tests": "stabilization tests made" }
    STABILIZED: events { "stabilized": "stabilization tests that succeeded" }
    DIED_UNSTABILIZED: events {
        "died_unstabilized": "deaths of those whom stabilization tests could have saved",
    }
    MEDIC_TESTS: events { "medic_tests": "tests made to attend the dying" }
    MEDIC_SUCCESSES: events { "medic_successes": "tests to attend the dying that succeeded" }
    PARTY_HP_LEFT: events { "party_hp_left": "HP left to the party, the dead excluded" }
    RECOVERY_SLEEPS: events {
        "recovery_sleeps": "most sleeps that a party member not dead needs to recover",
    }
}
