//! The columns of a table of single encounters: one list of names that writing, comparing and reading such tables share.

use std::collections::HashSet;

use equipoise_engine::{EndState, Winner};

use super::quantity::{Cast, Quantity};
use super::records::{Column, Records};

/// The content of a column for an encounter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Its index.
    Index,
    /// The winner, as a word.
    Winner,
    /// The end state of the combatant of this index, as a word.
    End(usize),
    /// A number.
    Number(Quantity),
}

/// A number that an encounter does not have, among those that it has. No number that may be absent gets as large: rounds and
/// thousandths of the lead alone may be.
pub const ABSENT: u32 = u32::MAX;

impl Content {
    /// The words of a column of words, by their numbers.
    pub fn words(self) -> Option<[&'static str; 4]> {
        match self {
            Self::Winner => Some(Winner::ALL.map(Winner::name)),
            Self::End(_) => Some(EndState::ALL.map(EndState::name)),
            Self::Index | Self::Number(_) => None,
        }
    }

    /// The number of each encounter, or that of its word; [`ABSENT`] in one that does not have it.
    pub fn numbers(self, records: &Records, column: &mut Column) -> Vec<u32> {
        match self {
            Self::Index => (0..).take(records.len()).collect(),
            Self::Winner => records.winners().iter().map(|winner| winner.index() as u32).collect(),
            Self::End(combatant) => records.ends_of(combatant).map(|end| end.index() as u32).collect(),
            Self::Number(quantity) => {
                records.read(quantity, column);
                column.optional().map(|number| number.unwrap_or(ABSENT)).collect()
            }
        }
    }
}

/// A column with its name.
#[derive(Debug, Clone)]
pub struct NamedColumn {
    /// The name in a table.
    pub name: String,
    /// The name of what it is a column of.
    pub of: String,
    /// The content of the column.
    pub content: Content,
}

/// The columns in their order: index, winner, rounds, then those of the combatants and of the metrics, the numbers that every
/// system has, and those of the groups. A name that is taken gets a prefix.
pub fn columns_of(cast: &Cast) -> Vec<NamedColumn> {
    let word = |of: &str, prefix, content| (of.to_owned(), prefix, content);
    let ids = cast.combatants.iter().enumerate();
    let ends = ids.map(|(who, (id, _))| word(id, "combatant", Content::End(who)));
    let numbers = cast.metrics.iter().enumerate();
    let numbers = numbers.map(|(index, (name, _))| word(name, "metric", Content::Number(Quantity::Metric(index))));
    let all = cast.quantities().into_iter();
    let others = all.filter(|quantity| matches!(quantity, Quantity::Extra(_) | Quantity::Group { .. }));
    let others = others.map(|quantity| (cast.name(quantity), "encounter", Content::Number(quantity)));
    let first = [
        word("index", "", Content::Index),
        word("winner", "", Content::Winner),
        word("rounds", "", Content::Number(Quantity::Rounds)),
    ];
    let mut taken: HashSet<String> = HashSet::new();
    let columns = first.into_iter().chain(ends).chain(numbers).chain(others).map(|(of, prefix, content)| {
        let mut name = of.clone();
        while !taken.insert(name.clone()) {
            name = format!("{prefix}.{name}");
        }
        NamedColumn { name, of, content }
    });
    columns.collect()
}
