//! The metrics of a fight and the names under which they are reported.

use crate::metrics;

metrics! {
    PARLEY: yes_no { "parley": "1 if the Reaction roll prevented the fight" }
    BYSTANDERS: events { "bystanders": "Creatures that stood aside while others fought" }
    PARTY_BEGINS: yes_no { "party_begins": "1 if the Characters began the first Round" }
    ATTACKS: events {
        "party_attacks": "melee, ranged and spell attacks by Characters, free ones included",
        "enemies_attacks": "the same by Creatures",
    }
    HITS: events {
        "party_hits": "attacks of Characters that hit",
        "enemies_hits": "attacks of Creatures that hit",
    }
    CRITICALS: events {
        "party_criticals": "hits by a natural 20",
        "enemies_criticals": "hits by a natural 1 on avoiding",
    }
    PARTY_FUMBLES: events { "party_fumbles": "usages marked on weapons" }
    WEAPONS_BROKEN: events { "weapons_broken": "weapons that broke" }
    DAMAGE: events {
        "party_damage": "HP taken from Creatures by hits",
        "enemies_damage": "HP taken from Characters by hits",
    }
    ONGOING_LOST: events {
        "party_ongoing_lost": "HP lost by Characters to Ongoing Damage",
        "enemies_ongoing_lost": "HP lost by Creatures to Ongoing Damage",
    }
    HAZARD_LOST: events {
        "party_hazard_lost": "HP lost by Characters to hazards",
        "enemies_hazard_lost": "HP lost by Creatures to hazards",
    }
    FREE_ATTACKS: events {
        "party_free_attacks": "free attacks by Characters",
        "enemies_free_attacks": "free attacks by Creatures",
    }
    DISENGAGES: events { "disengages": "Actions spent to Disengage" }
    STUNTS: events {
        "party_stunts": "stunts tried by Characters",
        "enemies_stunts": "stunts tried by Creatures",
    }
    STUNTS_WON: events {
        "party_stunts_won": "stunts of Characters that succeeded",
        "enemies_stunts_won": "stunts of Creatures that succeeded",
    }
    HINDERED: events {
        "party_hindered": "hinderances received by Characters",
        "enemies_hindered": "hinderances received by Creatures",
    }
    TURNS_LOST: events {
        "party_turns_lost": "Turns in which a Character could not act",
        "enemies_turns_lost": "Turns in which a Creature could not act",
    }
    MORALE_TESTS: events { "morale_tests": "Morale Tests rolled, demands included" }
    MORALE_BREAKS: events { "morale_breaks": "Creatures that broke" }
    HEALING: events { "healing": "HP restored" }
    ITEMS_USED: events { "items_used": "items used" }
    RETRIEVALS: events { "retrievals": "attacks brought to hand" }
    MOVES: events { "moves": "changes of Zone by own movement, leaving included" }
    FIRST_CASUALTY_ROUND: rounds { "first_casualty_round": "Round in which the first combatant died or went down, of encounters in which one did" }
    PARTY_FIRST_CASUALTY_ROUND: rounds { "party_first_casualty_round": "Round in which the first Character did, of encounters in which one did" }
}
