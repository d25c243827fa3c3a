//! The keys that every system shares.

use super::key::{Key, KeyDecl};
use super::kinds::{ColumnMap, Id, Several, Table, Tables, Text};
use super::legs::REST;
use super::{Choice, Word, words};

/// The key of the list of tables that holds the combatants; a roster completes these tables.
pub const COMBATANTS: &str = "combatants";

words! {
    /// The side a combatant fights on, as the file names it.
    pub enum SideWord {
        Party = "party", "the side whose odds are asked for",
        Enemies = "enemies", "its opponents",
    }
}

words! {
    /// The way to decide between combatants that the rules leave equal.
    pub enum Ties {
        Listed = "listed", "listed order",
        Random = "random", "lots, drawn once in the set-up of each encounter",
    }
}

impl Ties {
    /// Whether lots decide ties.
    pub fn are_by_lot(self) -> bool {
        self == Self::Random
    }
}

/// `system`: the rules that resolve the scenario.
pub const SYSTEM: Key<Id> = Key::id("system").required().fixed().doc("the rules that resolve the scenario");

/// `name`: the title of reports.
pub const NAME_OF_SCENARIO: Key<Text> = Key::title("name").required().doc("the scenario's name in reports");

/// `description`: a summary of the scenario for readers.
pub const DESCRIPTION: Key<Option<Text>> =
    Key::text("description").example(r#""Who wins, and how often?""#).doc("what the scenario is about");

/// `roster`: a CSV file from which combatants take their values.
pub const ROSTER: Key<Option<Text>> = Key::roster("roster", COMBATANTS)
    .fixed()
    .doc("path of a CSV file, relative to this one, whose rows complete the combatants of their id");

/// `columns`: which keys the columns of the roster are, if they have other names.
pub const COLUMNS: Key<Option<ColumnMap>> = Key::columns("columns").fixed().doc(
    "which keys the columns of the roster are, if it has others' names: COLUMN = \"KEY\", or \"#\" to leave one out",
);

/// `accounts`: whether fights keep [accounts](crate::accounts). No rule reads it.
pub const ACCOUNTS: Key<Option<bool>> = Key::bool("accounts")
    .derived("false")
    .doc("whether fights keep accounts: who did what, with what, and to whom; `--accounts` sets it");

/// The keys that every scenario file has at its root, before those of its system.
pub const ROOT: &[KeyDecl] =
    &[SYSTEM.decl(), NAME_OF_SCENARIO.decl(), DESCRIPTION.decl(), ROSTER.decl(), COLUMNS.decl(), ACCOUNTS.decl()];

/// `id` of a combatant, and of any table in a list.
pub const ID: Key<Id> = Key::id("id").required().doc("the name used in paths and reports");

/// `name` of a combatant.
pub const NAME: Key<Option<Text>> =
    Key::title("name").derived("the id").example(r#""Somebody""#).doc("the name to show");

/// `side` of a combatant.
pub const SIDE: Key<SideWord> = Key::word("side").required().doc("the side it fights on");

/// The words of [`SIDE`].
pub const SIDES: &[Choice] = SideWord::CHOICES;

/// `error` of a combatant: see [`Errors`](crate::decision::Errors).
pub const ERROR: Key<Option<u8>> = Key::int("error", 0, 100)
    .unit("%")
    .example("10")
    .doc("how often it takes another option than its policy prefers, at each of its decisions; 0 if it is not given");

/// The name of the key [`error_at`].
pub(crate) const ERROR_AT: &str = "error_at";

/// `error_at` of a combatant, whose words are the kinds of decisions of the system.
pub const fn error_at<W: Word>() -> Key<Option<Several<W>>> {
    Key::one_or_more_words(ERROR_AT).derived("all of them").doc("at which decisions it errs, if `error` is above 0")
}

/// The key `count` of a table of combatants, at most `max`.
pub const fn count(max: i64) -> Key<usize> {
    Key::int("count", 0, max)
        .default_int(1)
        .doc("how many of it there are; several become id-1, id-2, …, and 0 leaves it out")
}

/// `count` of a combatant, if the system allows exactly one.
pub const fn count_of_one() -> Key<usize> {
    Key::int("count", 1, 1).default_int(1).doc("how many of it there are")
}

/// `[rules]`: the knobs of a system. Missing and empty mean the same.
pub const fn rules(keys: &'static [KeyDecl]) -> Key<Table> {
    Key::table("rules", keys).default_table().doc("the numbers and choices of the rules")
}

/// `rest`: what the fight, as a leg of a day, begins with. In a single fight it does nothing.
pub const fn rest(keys: &'static [KeyDecl]) -> Key<Option<Table>> {
    Key::table(REST, keys).doc("what comes before the fight, as a leg of a day")
}

/// The keys of `[rules]` by which [ties](Ties) are decided: who acts first, and whom a policy takes.
pub(super) const TIES: [&str; 2] = ["order_ties", "target_ties"];

/// `order_ties` of `[rules]`.
pub const fn order_ties() -> Key<Ties> {
    Key::word(TIES[0]).default_word("listed").doc("what decides who acts first of those whom the rules leave equal")
}

/// `target_ties` of `[rules]`.
pub const fn target_ties() -> Key<Ties> {
    Key::word(TIES[1]).default_word("listed").doc("what decides whom a policy takes of the equally good")
}

/// The ids of the combatants for which a table of this id stands, in listed order.
pub(crate) fn ids_of(id: &str, count: usize) -> Vec<String> {
    match count {
        1 => vec![id.to_owned()],
        count => (1..=count).map(|number| format!("{id}-{number}")).collect(),
    }
}

/// `[[combatants]]`, 1 to `max` tables.
pub const fn combatants(keys: &'static [KeyDecl], max: usize) -> Key<Tables> {
    Key::tables(COMBATANTS, keys, max).at_least_one().doc("who fights, in listed order")
}
