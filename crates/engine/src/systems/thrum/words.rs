//! The words of thrum scenarios: the values of every key that chooses from a closed set.

use crate::scenario::{Choice, words};

/// The meaning of the characters of a map (THRUM-17 to THRUM-21).
pub(super) const LEGEND: &[Choice] = &[
    Choice { name: ".", doc: "level 0" },
    Choice { name: "123456789", doc: "level +1 to +9" },
    Choice { name: "abcdefghi", doc: "level -1 to -9" },
    Choice { name: "~", doc: "level 0 and Difficult" },
    Choice { name: "#", doc: "wall: nobody can enter, and it is higher than anything" },
];

words! {
    /// The winner of equal totals (THRUM-02).
    pub(super) enum Ties {
        Defender = "defender", "the defender",
        Attacker = "attacker", "the attacker",
    }
}

words! {
    /// The order of combatants with equal totals (THRUM-04).
    pub(super) enum InitiativeTies {
        Modifier = "modifier", "the higher modifier, then the party, then the first listed",
        Party = "party", "the party, then the higher modifier, then the first listed",
        Enemies = "enemies", "the enemies, then the higher modifier, then the first listed",
    }
}

words! {
    /// The effect of staying in a Stance for another turn (THRUM-11).
    pub(super) enum StanceRenewal {
        Keep = "keep", "it goes on",
        Take = "take", "its `take` applies again in each turn",
    }
}

words! {
    /// The moments at which the end of the fight is checked (THRUM-14).
    pub(super) enum EndLook {
        AtOnce = "at_once", "after the Move, the Action, the actor's Incapacity Roll and the end of turn",
        Turn = "turn", "after the end of turn alone",
    }
}

words! {
    /// The moment at which a failed Evasion adds Vulnerable (THRUM-37).
    pub(super) enum EvasionVulnerable {
        After = "after", "after the effect of the attack",
        Before = "before", "before it, so that this attack already adds it",
        Never = "never", "a failed Evasion adds none",
    }
}

words! {
    /// Whether a Finisher has to succeed (THRUM-39).
    pub(super) enum FinisherOn {
        Any = "any", "no",
        Success = "success", "yes",
    }
}

words! {
    /// The moments at which the target of a Finisher has to be Exhausted (THRUM-39).
    pub(super) enum FinisherTarget {
        After = "after", "once the attack is resolved",
        Before = "before", "when the attack begins as well",
    }
}

words! {
    /// The number that a drop is rolled against (THRUM-22).
    pub(super) enum Environment {
        Rolls = "rolls", "2d6 + the difference in levels",
        Fixed = "fixed", "7 + the difference in levels",
    }
}

words! {
    /// The effect of a Buff on a target that already has one (THRUM-42).
    pub(super) enum Rebuff {
        Decline = "decline", "it is declined",
        Replace = "replace", "it replaces the first",
    }
}

words! {
    /// The limit on using the trigger of a Stance (THRUM-43).
    pub(super) enum TriggerLimit {
        Turn = "turn", "once in each turn of anybody",
        Round = "round", "once in each Round",
    }
}

words! {
    /// The parts of a turn that Stunned takes away (THRUM-63).
    pub(super) enum StunnedMeans {
        MoveOrAct = "move_or_act", "the Move or the Action",
        NoAction = "no_action", "the Action",
        LoseTurn = "lose_turn", "both",
    }
}

words! {
    /// The combatants that take a Wound at an upkeep (THRUM-53).
    pub(super) enum WoundCheck {
        After = "after", "who is still Incapacitated after it, with Fatigue Tolerance 0",
        Before = "before", "who had Fatigue Tolerance 0 before it",
    }
}

words! {
    /// The end state of removed combatants (THRUM-53).
    pub(super) enum RemovedState {
        Dead = "dead", "they are dead",
        Down = "down", "they are out of this fight alone",
    }
}

words! {
    /// The policy of a combatant: how it decides.
    pub(super) enum Policy {
        Default = "default", "attacks, recovers when that ends Exhausted, Overexerts within its Stress Tolerance",
        Reckless = "reckless", "never recovers while it can attack, always Overexerts",
        Kiter = "kiter", "keeps its distance",
        Guardian = "guardian", "stays beside allies and protects them",
        Medic = "medic", "revives and heals before it attacks",
        Wary = "wary", "weighs what it deals against what it risks where it goes",
    }
}

words! {
    /// The way in which a combatant chooses its defence (THRUM-35).
    pub(super) enum DefenceChoice {
        Auto = "auto", "Evasion where it promises clearly more",
        Standard = "standard", "Resilience or Resolve",
        Evasion = "evasion", "Evasion wherever it is allowed",
    }
}

words! {
    /// The word in place of the id of a Stance if the policy chooses it (THRUM-11).
    pub(super) enum AutoStance {
        Auto = "auto", "chosen by the policy",
    }
}

words! {
    /// The type of an ability: when it is used (THRUM-44).
    pub(super) enum AbilityType {
        Action = "action", "in its owner's turn",
        Reaction = "reaction", "by the trigger of a Stance alone",
        Stance = "stance", "taken after the Action, lasts until the next one",
        Passive = "passive", "always in force",
    }
}

words! {
    /// A tag that tells the kind of an action or a reaction (THRUM-35 to THRUM-42).
    pub(super) enum Tag {
        PhysicalAttack = "physical_attack", "against Resilience or Evasion",
        MentalAttack = "mental_attack", "against Resolve or Evasion",
        Ranged = "ranged", "hampered by adjacent enemies",
        Finisher = "finisher", "an Exhausted target makes an Incapacity Roll at once",
        Buff = "buff", "`grants` to its target until `buff_ends`",
        TerrainEffect = "terrain_effect", "changes squares as `terrain` says",
    }
}

words! {
    /// The characters at which an action may be aimed, seen from its user (THRUM-26).
    pub(super) enum Category {
        OneSelf = "self", "the user",
        Ally = "ally", "somebody else of its side",
        AllyOrSelf = "ally_or_self", "anybody of its side",
        Enemy = "enemy", "anybody of the other side",
        Character = "character", "anybody",
    }
}

words! {
    /// The characters that an action affects at once (THRUM-27 to THRUM-29).
    pub(super) enum ShapeWord {
        Single = "single", "its target",
        Area = "area", "everybody in a square of `size` by `size` squares",
        Line = "line", "everybody on `size` squares of a row, a column or a diagonal",
        Aura = "aura", "everybody else within `size` squares of the user",
    }
}

words! {
    /// The targets for which policies use an action.
    pub(super) enum When {
        Always = "always", "all",
        TargetExhausted = "target_exhausted", "Exhausted ones",
        TargetNotExhausted = "target_not_exhausted", "those who are not Exhausted",
    }
}

words! {
    /// A defence that is rolled against an attack (THRUM-35). Its number is its index in tables of defences.
    pub(super) enum Defence {
        Resilience = "resilience", "avoids the effect",
        Evasion = "evasion", "avoids the effect and makes Vulnerable",
        Resolve = "resolve", "avoids the effect",
    }
}

words! {
    /// The characters that a Terrain Effect affects, seen from its maker (THRUM-41).
    pub(super) enum Affects {
        All = "all", "everybody, its maker included",
        Enemies = "enemies", "enemies",
    }
}

words! {
    /// Without a limit (THRUM-68).
    pub(super) enum AllWord {
        All = "all", "whatever is missing",
    }
}

words! {
    /// The event that ends a Buff without a number of turns (THRUM-42).
    pub(super) enum BuffEndsWord {
        Never = "never", "with the fight",
        Attacked = "attacked", "when an attack on the bearer was resolved",
        Attacks = "attacks", "when an attack by the bearer was resolved",
        Harmed = "harmed", "when the bearer took Fatigue or Stress",
    }
}

words! {
    /// The event that sets off the trigger of a Stance (THRUM-43).
    pub(super) enum Trigger {
        AllyTargeted = "ally_targeted", "an enemy targets, with an attack, an ally within range",
        AllyTargets = "ally_targets", "an ally targets, with an attack, an enemy within range",
        SelfTargeted = "self_targeted", "an enemy within range targets the owner with an attack",
        Defended = "defended", "the owner's defence against an enemy within range succeeded",
        EnemyEnters = "enemy_enters", "a step takes an enemy into range",
        EnemyLeaves = "enemy_leaves", "an enemy is about to step from a square within range",
    }
}
