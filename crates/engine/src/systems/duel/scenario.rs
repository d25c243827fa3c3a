//! The vocabulary of duel scenarios: every key with its range, its default and its rules.

use super::decisions::Deciding;
use crate::keys;
use crate::scenario::common::{self, SideWord};
use crate::scenario::kinds::{Entries, Id, Several, Table, Tables, Text};
use crate::scenario::{Key, words};

words! {
    /// The stakes of a duel (DUEL-02).
    pub enum Stakes {
        Spar = "spar", "until one side yields; 9 ticks, the loser ends down",
        Death = "death", "to the death; 13 ticks, the loser ends dead",
    }
}

words! {
    /// The meaning of equal totals in a contest (DUEL-11).
    pub enum ContestTie {
        Reroll = "reroll", "both roll again until the totals differ",
        HigherBonus = "higher-bonus", "the higher bonus in the chosen attribute wins, equal bonuses roll again",
        Challenger = "challenger", "the chooser of this round wins",
        Challenged = "challenged", "the other one wins",
        NoMove = "no-move", "nobody wins and the marker stays",
    }
}

words! {
    /// The meaning of equal totals in an initiative roll (DUEL-05, DUEL-22).
    pub enum InitiativeTie {
        Reroll = "reroll", "both roll again until the totals differ",
        HigherBonus = "higher-bonus", "the higher initiative wins, equal ones roll again",
    }
}

words! {
    /// The combatants that lose an attribute when a contest uses it up (DUEL-19).
    pub enum Exhaustion {
        Shared = "shared", "for both combatants",
        PerCreature = "per-creature", "for the chooser alone",
    }
}

words! {
    /// The effect of the initiative roll after exhaustion (DUEL-22).
    pub enum Refresh {
        Contest = "contest", "it is a round like any other",
        Control = "control", "the winner takes control, the marker stays",
        ContestAndControl = "contest-and-control", "the winner moves the marker and takes control",
    }
}

words! {
    /// The attributes that may be chosen (DUEL-08, DUEL-20).
    pub enum Choosable {
        All = "all", "every listed one",
        Positive = "positive", "those of at least +1",
    }
}

words! {
    /// The policy of a combatant: how it chooses an attribute (DUEL-08).
    pub enum Policy {
        Default = "default", "the same as best-margin",
        BestMargin = "best-margin", "the largest margin over the other's bonus",
        HighestBonus = "highest-bonus", "the largest own bonus, blind to the other sheet",
        Thrifty = "thrifty", "the smallest margin of at least +1, else the largest margin",
        InOrder = "in-order", "the first one listed",
        Random = "random", "each with equal chance",
        Optimal = "optimal", "what is best if the other side also plays as well as can be",
        BestResponse = "best-response", "what is best against the other's actual policy",
    }
}

impl Policy {
    /// Whether choices come from a table that is computed when the scenario is compiled.
    pub(super) fn is_solved(self) -> bool {
        matches!(self, Self::Optimal | Self::BestResponse)
    }
}

words! {
    /// The rule by which a combatant uses a natural 20 for a long move (DUEL-13).
    pub enum LongMoves {
        Take = "take", "always",
        Decline = "decline", "never",
        HoldBack = "hold-back", "unless it would end on the mover's own penultimate tick and a single tick would not",
    }
}

keys! {
    /// The keys of `[rules]`.
    pub(super) enum Rules {
        STAKES: Stakes = Key::word("stakes")
            .default_word("spar")
            .rules(&["DUEL-02", "DUEL-24"])
            .doc("sets the default length of the meter and the loser's state"),
        METER_TICKS: Option<i8> = Key::odd_int("meter_ticks", 5, 101)
            .derived("9 for a spar, 13 to the death")
            .unit("ticks")
            .rules(&["DUEL-02", "DUEL-03"])
            .example("9").doc("length of the meter"),
        NATURAL_20_MOVE: i8 = Key::int("natural_20_move", 1, 10)
            .default_int(2)
            .unit("ticks")
            .rules(&["DUEL-13"])
            .doc("length of the move that a natural 20 allows; 1 switches it off"),
        NATURAL_20_AUTO_WIN: bool = Key::bool("natural_20_auto_win")
            .default_bool(false)
            .rules(&["DUEL-11"])
            .doc("a natural 20 against any other face wins the round whatever the totals"),
        CONTEST_TIE: ContestTie = Key::word("contest_tie")
            .default_word("reroll")
            .rules(&["DUEL-11"])
            .doc("equal totals in a contest"),
        INITIATIVE_TIE: InitiativeTie = Key::word("initiative_tie")
            .default_word("reroll")
            .rules(&["DUEL-05", "DUEL-22"])
            .doc("equal totals in any initiative roll"),
        PENULTIMATE_SWAP: bool = Key::bool("penultimate_swap")
            .default_bool(true)
            .rules(&["DUEL-17"])
            .doc("the creature without control chooses while the marker is on a penultimate tick"),
        EXHAUSTION: Exhaustion = Key::word("exhaustion")
            .default_word("shared")
            .rules(&["DUEL-19"])
            .doc("whose copy of the attribute a contest uses up"),
        REFRESH: Refresh = Key::word("refresh")
            .default_word("contest")
            .rules(&["DUEL-22"])
            .doc("what the initiative roll after exhaustion decides"),
        CHOOSABLE: Choosable = Key::word("choosable")
            .default_word("all")
            .rules(&["DUEL-08", "DUEL-20"])
            .doc("which attributes may be chosen and count for exhaustion"),
        UNTRAINED_BONUS: i16 = Key::int("untrained_bonus", -20, 20)
            .default_int(0)
            .rules(&["DUEL-10"])
            .doc("bonus of a combatant in an attribute that its sheet lacks"),
        MAX_ROUNDS: Option<u32> = Key::int("max_rounds", 1, 100_000)
            .derived("10 times the square of the ticks from the center to an end, at least 1000")
            .unit("rounds")
            .rules(&["DUEL-25"])
            .example("1000").doc("after so many rounds without a winner the duel is a timeout"),
    }
}

keys! {
    /// The keys of `[[combatants]]`.
    pub(super) enum Sheet {
        ID: Id = common::ID,
        NAME: Option<Text> = common::NAME,
        SIDE: Option<SideWord> = Key::word("side")
            .derived("first listed party, second enemies")
            .rules(&["DUEL-04"])
            .doc("which end of the meter it owns; both combatants give it or neither"),
        COUNT: usize = common::count_of_one().rules(&["DUEL-01"]),
        INITIATIVE: i16 = Key::int("initiative", -50, 100)
            .default_int(0)
            .rules(&["DUEL-05", "DUEL-22"])
            .doc("bonus to every initiative roll"),
        ERROR: Option<u8> = common::ERROR,
        ERROR_AT: Option<Several<Deciding>> = common::error_at(),
        POLICY: Policy = Key::word("policy")
            .default_word("default")
            .way()
            .rules(&["DUEL-08"])
            .doc("which attribute it chooses"),
        NATURAL_20: LongMoves = Key::word("natural_20")
            .default_word("take")
            .way()
            .rules(&["DUEL-13"])
            .doc("whether it makes a long move; not with optimal or best-response"),
        ATTRIBUTES: Entries<i16> = Key::int_map("attributes", -50, 100, 64)
            .reserved(&["initiative"])
            .required()
            .rules(&["DUEL-08", "DUEL-10"])
            .doc("the sheet: ability checks, skills, saves, attacks … and their bonuses"),
    }
}

keys! {
    /// Every key of a duel scenario.
    pub(super) enum File: common::ROOT {
        RULES: Table = common::rules(Rules::KEYS),
        COMBATANTS: Tables = common::combatants(Sheet::KEYS, 2)
            .rules(&["DUEL-01"])
            .doc("who fights: exactly two, in listed order"),
    }
}
