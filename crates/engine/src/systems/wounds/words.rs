//! The words of wounds scenarios: the values of every key and column that chooses from a closed set.

use crate::scenario::words;

words! {
    /// The way in which an attack reaches its target (WOUNDS-25).
    pub(super) enum AttackKind {
        Melee = "melee", "a weapon in hand, within its reach",
        Ranged = "ranged", "a weapon that shoots, within its range",
        Thrown = "thrown", "something that is used up when thrown, within its range (WOUNDS-12)",
    }
}

words! {
    /// The order in which combatants declare (WOUNDS-08).
    pub(super) enum Declaration {
        Simultaneous = "simultaneous", "all at once: nobody knows another's declaration",
        Listed = "listed", "in listed order",
        ListedReverse = "listed_reverse", "against listed order",
        Agility = "agility", "the highest current Agility first",
        InitiativeModifier = "initiative_modifier", "the lowest `initiative_modifier` less Agility modifier first",
    }
}

words! {
    /// Whether a declaration names a target (WOUNDS-08).
    pub(super) enum DeclaredTargets {
        Free = "free", "no: the target is chosen on the turn",
        Fixed = "fixed", "yes: without it the action is lost",
    }
}

words! {
    /// The time from which on Full-Defense is in force (WOUNDS-18).
    pub(super) enum FullDefenseStarts {
        Turn = "turn", "from the turn on",
        Declaration = "declaration", "from the declaration on",
    }
}

words! {
    /// The attacks on a combatant in Full-Defense that are answered by a Reposte (WOUNDS-19).
    pub(super) enum ReposteOn {
        Attacked = "attacked", "all of them",
        Missed = "missed", "those of which no strike hit",
    }
}

words! {
    /// The combatants that strike at an opponent entering their threat range (WOUNDS-21).
    pub(super) enum EntryReposteBy {
        Anyone = "anyone", "every opponent that can",
        FullDefense = "full_defense", "those whose Full-Defense is in force",
    }
}

words! {
    /// The way in which Stress follows from its dice (WOUNDS-27).
    pub(super) enum StressFrom {
        Average = "average", "their mean, rounded down",
        Rolled = "rolled", "rolled anew in each encounter",
        Maximum = "maximum", "every die its maximum",
    }
}

words! {
    /// The time at which Armour is subtracted from a critical (WOUNDS-47).
    pub(super) enum ArmourOnCritical {
        After = "after", "after the multiplier",
        Before = "before", "before the multiplier",
    }
}

words! {
    /// The damage of a critical that decides whether it causes an injury (WOUNDS-49).
    pub(super) enum InjuryChanceFrom {
        AfterArmour = "after_armour", "what Armour has left of it",
        BeforeArmour = "before_armour", "what was rolled, multiplied",
    }
}

words! {
    /// The effect of lost Strength on Wound Points (WOUNDS-53).
    pub(super) enum StrengthDamage {
        Cap = "cap", "those above the new maximum are lost",
        Lose = "lose", "as many are lost as Strength",
    }
}

words! {
    /// The time for which a combatant fights on at 0 Wound Points or below (WOUNDS-45).
    pub(super) enum FightsOn {
        Never = "never", "not this combatant",
        Stabilised = "stabilised", "this combatant once it is stabilised",
        Always = "always", "this combatant until it dies",
    }
}

words! {
    /// The rounds in which being outnumbered calls for a morale check (WOUNDS-63).
    pub(super) enum MoraleOutnumbered {
        EveryRound = "every_round", "at the end of every such round",
        Once = "once", "at the end of the first such round",
        Off = "off", "never",
    }
}

words! {
    /// The policy of a combatant: how it spends its turns.
    pub(super) enum Policy {
        Default = "default", "attacks, defensively where it would provoke a Reposte",
        Reckless = "reckless", "attacks, never defensively",
        Skirmisher = "skirmisher", "attacks and goes back (WOUNDS-70)",
        Defensive = "defensive", "attacks defensively, or advances",
        Cautious = "cautious", "turns to Full-Defense when it is low on Stress",
        Guard = "guard", "Full-Defense every round: strikes by Reposte alone",
        Caster = "caster", "casts its first spell that it can pay for",
        Medic = "medic", "tends the fallen of its side first",
        Intimidator = "intimidator", "frightens those with morale first",
        Wary = "wary", "weighs what it deals against what it risks where it goes",
    }
}

words! {
    /// An ability score (WOUNDS-26).
    pub(super) enum Score {
        Strength = "strength", "maximum Wound Points and the death line",
        Agility = "agility", "Defense, and initiative before it is rolled",
        Dexterity = "dexterity", "ranged and thrown attacks",
        Perception = "perception", "counts where an attack or a spell names it",
        Memory = "memory", "counts where an attack or a spell names it",
        Insight = "insight", "morale",
    }
}

impl FightsOn {
    /// Whether a combatant with `wounds` Wound Points goes on fighting (WOUNDS-45).
    #[inline]
    pub(super) const fn fights(self, wounds: i32, is_stabilised: bool) -> bool {
        wounds > 0
            || match self {
                Self::Never => false,
                Self::Stabilised => is_stabilised,
                Self::Always => true,
            }
    }
}

impl Score {
    /// All ability scores, in their order.
    pub(super) const ALL: [Self; 6] =
        [Self::Strength, Self::Agility, Self::Dexterity, Self::Perception, Self::Memory, Self::Insight];
}

words! {
    /// The score on which an attack or a spell depends (WOUNDS-31, WOUNDS-36).
    pub(super) enum AbilityWord {
        Strength = "strength", "Strength",
        Agility = "agility", "Agility",
        Dexterity = "dexterity", "Dexterity",
        Perception = "perception", "Perception",
        Memory = "memory", "Memory",
        Insight = "insight", "Insight",
        None = "none", "none of them",
    }
}

impl AbilityWord {
    /// The ability score that the word names; `None` for `none`.
    pub(super) const fn score(self) -> Option<Score> {
        match self {
            Self::Strength => Some(Score::Strength),
            Self::Agility => Some(Score::Agility),
            Self::Dexterity => Some(Score::Dexterity),
            Self::Perception => Some(Score::Perception),
            Self::Memory => Some(Score::Memory),
            Self::Insight => Some(Score::Insight),
            Self::None => None,
        }
    }
}

words! {
    /// The number that a spell has to reach beside its TN (WOUNDS-36).
    pub(super) enum SpellAgainst {
        None = "none", "nothing",
        Defense = "defense", "the target's Defense, with the same total",
    }
}

words! {
    /// The opponent that a combatant aims at.
    pub(super) enum Targeting {
        Nearest = "nearest", "the nearest",
        Weakest = "weakest", "the one within reach with the lowest Stress and Wound Points together",
        Finish = "finish", "the nearest of the fallen within reach, else the nearest",
    }
}

words! {
    /// The arms that an attack needs (WOUNDS-54).
    pub(super) enum Hand {
        Main = "main", "the main arm",
        Off = "off", "the off arm",
        Both = "both", "both arms",
        None = "none", "no arm",
    }
}

words! {
    /// The type of damage, which decides which injuries are possible (WOUNDS-50).
    pub(super) enum DamageType {
        Blunt = "blunt", "has a table unless told otherwise (WOUNDS-52)",
        Piercing = "piercing", "points",
        Slashing = "slashing", "light edges",
        Chopping = "chopping", "heavy edges",
        Fire = "fire", "heat",
        Cold = "cold", "frost",
        Electric = "electric", "lightning",
        Sonic = "sonic", "sound",
        Acid = "acid", "acid",
        Holy = "holy", "holy power",
        Unholy = "unholy", "unholy power",
    }
}

words! {
    /// The combatants that an item can help (WOUNDS-37).
    pub(super) enum ItemTarget {
        Own = "self", "its user",
        Ally = "ally", "whoever of its side needs it most within 1 yard, its user included",
    }
}

words! {
    /// The time in its round at which a combatant enters (WOUNDS-16).
    pub(super) enum EntersAt {
        Start = "start", "at its start, and declares with the others",
    }
}

words! {
    /// The word for a damage type without an injury table, in place of the table's file (WOUNDS-51).
    pub(super) enum NoTable {
        None = "none", "injuries are counted and have no effect",
    }
}

words! {
    /// The fate of the Dying of a party that has won a leg of a day (WOUNDS-72).
    pub(super) enum Tending {
        Checks = "checks", "friends make Heal checks, round by round",
        Sure = "sure", "all are stabilised",
        None = "none", "nobody helps them",
    }
}

words! {
    /// The word for points without end (WOUNDS-74, WOUNDS-75).
    pub(super) enum All {
        All = "all", "as many as are missing",
    }
}

words! {
    /// Whether an injury costs an arm (WOUNDS-54).
    pub(super) enum ArmLost {
        Yes = "yes", "an arm is lost: d4 says which",
    }
}

words! {
    /// The Speed that an injury leaves (WOUNDS-55, WOUNDS-56).
    pub(super) enum InjuredSpeed {
        Half = "half", "half of it",
        Crawl = "crawl", "`crawl_speed`",
    }
}

words! {
    /// A further effect of an injury for the rest of the fight (WOUNDS-56 to WOUNDS-60).
    pub(super) enum Flag {
        Prone = "prone", "crawls, with `prone_attack` and `prone_defense`",
        Winded = "winded", "one action in two rounds",
        Paralysed = "paralysed", "out of the fight",
        Suffocating = "suffocating", "loses `suffocation_wounds` each round",
        Silenced = "silenced", "cannot cast or intimidate",
        OneEye = "one_eye", "attacks with `one_eye_attack`",
        Concussed = "concussed", "attacks with `concussed_attack`",
    }
}
