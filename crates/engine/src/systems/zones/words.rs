//! The words of zones scenarios: every closed set that a key chooses from.

use crate::scenario::words;

words! {
    /// Which side has no Turns in Round 1 (ZONES-02).
    pub(super) enum Surprised {
        None = "none", "nobody is surprised",
        Party = "party", "the Characters are",
        Enemies = "enemies", "the Creatures are",
    }
}

words! {
    /// How often the order of Turns is rolled (ZONES-03).
    pub(super) enum Initiative {
        Once = "once", "before the first Round",
        EachRound = "each_round", "again before every later Round",
    }
}

words! {
    /// Who goes first among Characters with equal sums (ZONES-04).
    pub(super) enum InitiativeTies {
        Random = "random", "any order of them, with equal chance",
        Dex = "dex", "the higher `dex`, then as `order_ties` says",
        Listed = "listed", "the first listed",
    }
}

words! {
    /// Who fills a Zone (ZONES-10).
    pub(super) enum CapacityCounts {
        All = "all", "both sides together",
        Side = "side", "each side apart",
    }
}

words! {
    /// What is multiplied by a natural 20 or 1 (ZONES-26, ZONES-27).
    pub(super) enum Constant {
        Multiplied = "multiplied", "the whole roll",
        Once = "once", "the dice; the constant is added once",
    }
}

words! {
    /// What a Weakened Creature's attack has to do with its weakness (ZONES-23, ZONES-43).
    pub(super) enum WeakenedAttacks {
        Mirrored = "mirrored", "the Character avoids with Advantage",
        None = "none", "nothing: a Creature rolls no Test to attack",
    }
}

words! {
    /// What a natural 1 marks on a pair of weapons (ZONES-28).
    pub(super) enum DualMark {
        Pair = "pair", "both: one usage, and they break together",
        Main = "main", "the main weapon; once it is broken the other one goes on alone",
    }
}

words! {
    /// Whose Level Ongoing Damage is, where no amount is given (ZONES-31).
    pub(super) enum OngoingDamage {
        VictimLevel = "victim_level", "the sufferer's",
        AttackerLevel = "attacker_level", "the attacker's; a hazard's is always the sufferer's",
    }
}

words! {
    /// Who strikes at somebody leaving a Zone (ZONES-34).
    pub(super) enum FreeAttacks {
        Each = "each", "every Close opponent that can",
        One = "one", "the first listed of them",
        None = "none", "nobody",
    }
}

words! {
    /// Who tests a Creature's stunt (ZONES-39).
    pub(super) enum CreatureStunts {
        Skill = "skill", "the Creature, its Skill",
        Avoid = "avoid", "the Character, as against an attack",
    }
}

words! {
    /// When hinderances are tested (ZONES-47).
    pub(super) enum RecoverAt {
        TurnEnd = "turn_end", "at the end of the sufferer's Turn",
        TurnStart = "turn_start", "at its start",
    }
}

words! {
    /// How a Paralysed Character avoids (ZONES-46).
    pub(super) enum ParalysedAvoid {
        Test = "test", "by a Test as always",
        Fail = "fail", "not at all: hit without a Test, never doubled",
    }
}

words! {
    /// What it takes to use a stowed item (ZONES-14).
    pub(super) enum ItemUse {
        WithRetrieval = "with_retrieval", "one Action for both",
        SeparateAction = "separate_action", "one Action to bring a piece to hand, another to use it",
    }
}

words! {
    /// What 0 HP mean (ZONES-24).
    pub(super) enum AtZeroHp {
        Dead = "dead", "death",
        Down = "down", "out of the fight, alive",
    }
}

words! {
    /// What the Creatures make of the Characters (ZONES-49).
    pub(super) enum Reaction {
        Hostile = "hostile", "they fight",
        Roll = "roll", "a d10 decides",
    }
}

words! {
    /// Whom a Reaction roll concerns (ZONES-49).
    pub(super) enum ReactionScope {
        Group = "group", "one roll for all who roll",
        Each = "each", "one for each of them",
    }
}

words! {
    /// Whether a Creature fights in any case (ZONES-49).
    pub(super) enum Attitude {
        Rules = "rules", "as rules.reaction says",
        Hostile = "hostile", "it fights",
        Roll = "roll", "a d10 decides",
    }
}

words! {
    /// When Creatures test morale (ZONES-51).
    pub(super) enum MoraleTrigger {
        FirstOut = "first_out", "a Creature is out",
        HalfOut = "half_out", "at least half of the Creatures are",
        LeaderOut = "leader_out", "a leader is out",
        OwnHalf = "own_half", "the Creature itself is at half its HP or below",
    }
}

words! {
    /// Who rolls when a trigger concerns all Creatures (ZONES-52).
    pub(super) enum MoraleScope {
        Each = "each", "every one for itself",
        Side = "side", "one for all: the first leader, else the highest Skill",
    }
}

words! {
    /// What a failed Morale Test means (ZONES-53).
    pub(super) enum MoraleFailure {
        Leave = "leave", "out of the fight at once: surrender, parley or flight",
        Retreat = "retreat", "retreating from now on",
    }
}

words! {
    /// Whose exit a Zone is (ZONES-54).
    pub(super) enum Exit {
        Party = "party", "the Characters'",
        Enemies = "enemies", "the Creatures'",
        Both = "both", "everybody's",
    }
}

words! {
    /// Who Tests with Disadvantage in a Zone (ZONES-18).
    pub(super) enum Conditions {
        None = "none", "nobody",
        All = "all", "everybody",
        Party = "party", "the Characters",
        Enemies = "enemies", "the Creatures",
    }
}

words! {
    /// When a hazard acts (ZONES-11).
    pub(super) enum HazardWhen {
        TurnStart = "turn_start", "at the start of each Turn begun in its Zone",
        Enter = "enter", "on every entry, also when pushed",
        Both = "both", "both",
    }
}

words! {
    /// Whom a hazard affects (ZONES-11).
    pub(super) enum Affects {
        All = "all", "everybody",
        Party = "party", "the Characters",
        Enemies = "enemies", "the Creatures",
    }
}

words! {
    /// What kind of attack it is.
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
    /// How a combatant spends its Turns (ZONES-12).
    pub(super) enum Policy {
        Default = "default", "heals, attacks, moves up without risk, advances",
        Hold = "hold", "as default, but keeps its Zone",
        Reckless = "reckless", "as default, but does not mind free attacks",
        Skirmisher = "skirmisher", "attacks from as far away as it can",
        Retreat = "retreat", "heads for an exit (ZONES-54)",
    }
}

words! {
    /// Whom a combatant attacks among several (ZONES-13).
    pub(super) enum Target {
        Nearest = "nearest", "one of the nearest, at random",
        Weakest = "weakest", "the one with the least HP, then the nearest, then the first listed",
        Strongest = "strongest", "the one with the most HP, then the nearest, then the first listed",
        Random = "random", "any, at random",
        Focus = "focus", "whom its side attacked last, else as weakest",
    }
}
