//! The words of zones scenarios: the values of every key that chooses from a closed set.

use crate::scenario::words;

words! {
    /// The side without Turns in Round 1 (ZONES-02).
    pub(super) enum Surprised {
        None = "none", "nobody is surprised",
        Party = "party", "the Characters are",
        Enemies = "enemies", "the Creatures are",
    }
}

words! {
    /// The times at which the order of Turns is rolled (ZONES-03).
    pub(super) enum Initiative {
        Once = "once", "before the first Round",
        EachRound = "each_round", "again before every later Round",
    }
}

words! {
    /// The order of Characters with equal sums (ZONES-04).
    pub(super) enum InitiativeTies {
        Random = "random", "any order of them, with equal chance",
        Dex = "dex", "the higher `dex`, then as `order_ties` says",
        Listed = "listed", "the first listed",
    }
}

words! {
    /// The combatants that count against the capacity of a Zone (ZONES-10).
    pub(super) enum CapacityCounts {
        All = "all", "both sides together",
        Side = "side", "each side apart",
    }
}

words! {
    /// Marks that a rest takes off each weapon, if it is not so many (ZONES-59).
    pub(super) enum Mend {
        All = "all", "every mark",
    }
}

words! {
    /// The effect of a natural 20 or 1 on the constant of a damage roll (ZONES-26, ZONES-27).
    pub(super) enum Constant {
        Multiplied = "multiplied", "the whole roll",
        Once = "once", "the dice; the constant is added once",
    }
}

words! {
    /// The effect of being Weakened on a Creature's attack (ZONES-23, ZONES-43).
    pub(super) enum WeakenedAttacks {
        Mirrored = "mirrored", "the Character avoids with Advantage",
        None = "none", "nothing: a Creature rolls no Test to attack",
    }
}

words! {
    /// The weapons of a pair that a natural 1 marks (ZONES-28).
    pub(super) enum DualMark {
        Pair = "pair", "both: one usage, and they break together",
        Main = "main", "the main weapon; once it is broken the other one goes on alone",
    }
}

words! {
    /// The Level that Ongoing Damage equals if no amount is given (ZONES-31).
    pub(super) enum OngoingDamage {
        VictimLevel = "victim_level", "the sufferer's",
        AttackerLevel = "attacker_level", "the attacker's; a hazard's is always the sufferer's",
    }
}

words! {
    /// The opponents that strike at a combatant leaving a Zone (ZONES-34).
    pub(super) enum FreeAttacks {
        Each = "each", "every Close opponent that can",
        One = "one", "the first listed of them",
        None = "none", "nobody",
    }
}

words! {
    /// The combatant that makes the Test of a Creature's stunt (ZONES-39).
    pub(super) enum CreatureStunts {
        Skill = "skill", "the Creature, its Skill",
        Avoid = "avoid", "the Character, as against an attack",
    }
}

words! {
    /// The time at which hinderances are tested (ZONES-47).
    pub(super) enum RecoverAt {
        TurnEnd = "turn_end", "at the end of the sufferer's Turn",
        TurnStart = "turn_start", "at its start",
    }
}

words! {
    /// The way in which a Paralysed Character avoids attacks (ZONES-46).
    pub(super) enum ParalysedAvoid {
        Test = "test", "by a Test as always",
        Fail = "fail", "not at all: hit without a Test, never doubled",
    }
}

words! {
    /// The Actions that it takes to use a stowed item (ZONES-14).
    pub(super) enum ItemUse {
        WithRetrieval = "with_retrieval", "one Action for both",
        SeparateAction = "separate_action", "one Action to bring a piece to hand, another to use it",
    }
}

words! {
    /// The fate of a combatant at 0 HP (ZONES-24).
    pub(super) enum AtZeroHp {
        Dead = "dead", "death",
        Down = "down", "out of the fight, alive",
    }
}

words! {
    /// The attitude of the Creatures to the Characters (ZONES-49).
    pub(super) enum Reaction {
        Hostile = "hostile", "they fight",
        Roll = "roll", "a d10 decides",
    }
}

words! {
    /// The Creatures that a Reaction roll concerns (ZONES-49).
    pub(super) enum ReactionScope {
        Group = "group", "one roll for all who roll",
        Each = "each", "one for each of them",
    }
}

words! {
    /// The attitude of one Creature: whether it fights in any case (ZONES-49).
    pub(super) enum Attitude {
        Rules = "rules", "as rules.reaction says",
        Hostile = "hostile", "it fights",
        Roll = "roll", "a d10 decides",
    }
}

words! {
    /// An event after which Creatures test morale (ZONES-51).
    pub(super) enum MoraleTrigger {
        FirstOut = "first_out", "a Creature is out",
        HalfOut = "half_out", "at least half of the Creatures are",
        LeaderOut = "leader_out", "a leader is out",
        OwnHalf = "own_half", "the Creature itself is at half its HP or below",
    }
}

words! {
    /// The Creatures that roll if a trigger concerns all of them (ZONES-52).
    pub(super) enum MoraleScope {
        Each = "each", "every one for itself",
        Side = "side", "one for all: the first leader, else the highest Skill",
    }
}

words! {
    /// The effect of a failed Morale Test (ZONES-53).
    pub(super) enum MoraleFailure {
        Leave = "leave", "out of the fight at once: surrender, parley or flight",
        Retreat = "retreat", "retreating from now on",
    }
}

words! {
    /// The sides that may leave by a Zone (ZONES-54).
    pub(super) enum Exit {
        Party = "party", "the Characters'",
        Enemies = "enemies", "the Creatures'",
        Both = "both", "everybody's",
    }
}

words! {
    /// The combatants that Test with Disadvantage in a Zone (ZONES-18).
    pub(super) enum Conditions {
        None = "none", "nobody",
        All = "all", "everybody",
        Party = "party", "the Characters",
        Enemies = "enemies", "the Creatures",
    }
}

words! {
    /// The time at which a hazard acts (ZONES-11).
    pub(super) enum HazardWhen {
        TurnStart = "turn_start", "at the start of each Turn begun in its Zone",
        Enter = "enter", "on every entry, also when pushed",
        Both = "both", "both",
    }
}

words! {
    /// The combatants that a hazard affects (ZONES-11).
    pub(super) enum Affects {
        All = "all", "everybody",
        Party = "party", "the Characters",
        Enemies = "enemies", "the Creatures",
    }
}

words! {
    /// The kind of an attack.
    #[derive(serde::Serialize)]
    #[serde(rename_all = "snake_case")]
    pub(super) enum AttackKind {
        Melee = "melee", "against a Close opponent (ZONES-19)",
        Ranged = "ranged", "against an opponent within range (ZONES-20)",
        Spell = "spell", "against an opponent within range, without naturals (ZONES-29)",
        Stunt = "stunt", "no attack: brings its effects alone (ZONES-39)",
    }
}

words! {
    /// A hinderance, in the order of recovery (ZONES-47).
    pub(super) enum Hinderance {
        Weakened = "weakened", "all Tests have Disadvantage (ZONES-43)",
        Distracted = "distracted", "no Actions (ZONES-44)",
        Stuck = "stuck", "no movement (ZONES-45)",
        Paralysed = "paralysed", "neither (ZONES-46)",
    }
}

words! {
    /// The policy of a combatant: how it spends its Turns (ZONES-12).
    pub(super) enum Policy {
        Default = "default", "heals, attacks, moves up without risk, advances",
        Hold = "hold", "as default, but keeps its Zone",
        Reckless = "reckless", "as default, but does not mind free attacks",
        Skirmisher = "skirmisher", "attacks from as far away as it can",
        Wary = "wary", "attacks where it gains most over what the place costs it",
        Retreat = "retreat", "heads for an exit (ZONES-54)",
    }
}

words! {
    /// The opponent that a combatant attacks among several (ZONES-13).
    pub(super) enum Target {
        Nearest = "nearest", "one of the nearest, at random",
        Weakest = "weakest", "the one with the least HP, then the nearest, then the first listed",
        Strongest = "strongest", "the one with the most HP, then the nearest, then the first listed",
        Random = "random", "any, at random",
        Focus = "focus", "whom its side attacked last, else as weakest",
    }
}
