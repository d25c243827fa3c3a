//! The metrics of a fight and the names under which they are reported.

use crate::metrics;
use crate::skirmish::Counter;

metrics! {
    STRIKES: events { "strikes": "attack rolls, Repostes included" }
    HITS: events { "hits": "strikes that hit" }
    CRITICALS: events { "criticals": "critical hits" }
    INJURIES: events { "injuries": "injuries from criticals, with or without effect" }
    DOUBLE_KNOCKOUTS: events {
        "double_knockouts": "counts on which at least one fighter of each side stopped being one",
    }
    REPOSTES: events { "repostes": "Repostes made" }
    REPOSTE_HITS: events { "reposte_hits": "Repostes that hit" }
    FULL_DEFENSES: events { "full_defenses": "declarations of Full-Defense" }
    DEFENSIVE_ATTACKS: events { "defensive_attacks": "declarations of Defensive Attacks and advances" }
    SPELLS_CAST: events { "spells_cast": "spells paid for" }
    STRESS_SPENT: events { "stress_spent": "Stress paid for attacks and spells" }
    STRESS_DAMAGE: events {
        "party_stress_damage": "Stress that the party lost to hits and spells",
        "enemies_stress_damage": "Stress that the enemies lost to hits and spells",
    }
    WOUND_DAMAGE: events {
        "party_wound_damage": "Wound Points that the party lost to hits and spells, those below 0 included",
        "enemies_wound_damage": "Wound Points that the enemies lost to hits and spells, those below 0 included",
    }
    STRAIN_DAMAGE: events { "strain_damage": "Wound Points lost to strain" }
    BLEED_DAMAGE: events { "bleed_damage": "Wound Points lost to Dying and suffocation" }
    STABILISATIONS: events { "stabilisations": "Heal checks that took effect" }
    MORALE_CHECKS: events { "morale_checks": "morale checks due, automatic failures included" }
    MORALE_BREAKS: events { "morale_breaks": "morale checks that failed" }
    CARRIED_TURNS: events { "carried_turns": "turns of newcomers that were carried into the next round" }
    WITHDRAWALS: events { "withdrawals": "times that a skirmisher went back at least 1 yard" }
    TURNS_LOST: events {
        "turns_lost": "turns whose combatant was no fighter or could not act when their count came",
    }
    FIRST_DOWN_ROUND: rounds {
        "first_down_round": "round in which the first combatant stopped being a fighter other than by leaving, of encounters in which one did",
    }
}

/// The first of the two metrics that every strike counts: strikes, hits.
pub(super) const STRIKES_AND_HITS: Counter = STRIKES;
const _: () = assert!(HITS == STRIKES + 1, "a strike counts two neighbours at once");
