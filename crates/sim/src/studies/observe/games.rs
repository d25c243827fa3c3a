//! Records of games that were played: what the columns of a CSV file mean, and what its cells say.

use equipoise_engine::scenario::{CsvTable, Problem, Problems};
use equipoise_engine::{EndState, Winner};

use crate::kernel::columns::{Content, columns_of};
use crate::kernel::quantity::{Cast, Kind};

/// The most games of a record.
pub const GAMES_MAX: u64 = 100_000;

/// The column that names a game.
const GAME: &str = "game";
/// The column that names it in tables of encounters.
const INDEX: &str = "index";
/// The column that says how many games a row stands for.
const COUNT: &str = "count";

/// The words of "yes" and of "no".
const YES: [&str; 4] = ["1", "yes", "true", "y"];
const NO: [&str; 4] = ["0", "no", "false", "n"];

/// The kind of a column, by which it is read and tested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Of {
    /// The winner.
    Winner,
    /// The end state of a combatant.
    End,
    /// Whether something is so.
    Share,
    /// A number.
    Number,
}

impl Of {
    /// The words of its values, by their numbers; `None` for numbers.
    pub fn words(self) -> Option<&'static [&'static str]> {
        const WINNERS: [&str; 4] =
            [Winner::ALL[0].name(), Winner::ALL[1].name(), Winner::ALL[2].name(), Winner::ALL[3].name()];
        const ENDS: [&str; 4] =
            [EndState::ALL[0].name(), EndState::ALL[1].name(), EndState::ALL[2].name(), EndState::ALL[3].name()];
        match self {
            Self::Winner => Some(&WINNERS),
            Self::End => Some(&ENDS),
            Self::Share => Some(&["no", "yes"]),
            Self::Number => None,
        }
    }

    /// A value in words.
    pub fn told(self, value: u32) -> String {
        self.words().and_then(|words| words.get(value as usize)).map_or_else(|| value.to_string(), ToString::to_string)
    }
}

/// The meaning of a column of games: a number of the encounters of a scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Meaning {
    pub(super) of: Of,
    pub(super) content: Content,
}

impl Meaning {
    /// The meaning of a name: that of a column of single encounters, of any quantity, or `ID.STATE` of a combatant. `None` if it
    /// has none. Names may be written in capitals, as spreadsheets like to have them.
    pub(super) fn find(name: &str, cast: &Cast) -> Option<Self> {
        Self::of_name(name, cast).or_else(|| Self::of_name(&name.to_ascii_lowercase(), cast))
    }

    fn of_name(name: &str, cast: &Cast) -> Option<Self> {
        let written =
            columns_of(cast).into_iter().find(|column| column.name == name && column.content != Content::Index);
        let content = written.map(|column| column.content).or_else(|| {
            let quantity = cast.find(name).or_else(|| cast.find(&format!("combatants.{name}")));
            quantity.or_else(|| cast.find(&format!("groups.{name}"))).map(Content::Number)
        })?;
        Some(Self { of: of(content, cast), content })
    }

    /// The names that columns may have.
    fn names(cast: &Cast) -> Vec<String> {
        let others = cast.quantities().into_iter().map(|quantity| cast.name(quantity));
        let columns = columns_of(cast).into_iter().map(|column| column.name);
        columns.chain([GAME, COUNT].map(str::to_owned)).chain(others).collect()
    }

    /// The value that a cell means.
    fn value(self, text: &str, number: &str) -> Result<u32, String> {
        match self.of.words() {
            Some(words) if self.of != Of::Share => {
                let found = words.iter().position(|word| word.eq_ignore_ascii_case(text));
                found.map(|index| index as u32).ok_or_else(|| format!("expected one of {}", words.join(", ")))
            }
            Some(_) => {
                let is = |words: [&str; 4]| words.iter().any(|word| word.eq_ignore_ascii_case(number));
                match (is(YES), is(NO)) {
                    (true, _) => Ok(1),
                    (_, true) => Ok(0),
                    _ => Err("expected 1 or 0, yes or no".to_owned()),
                }
            }
            None => match number.parse::<u32>() {
                Ok(value) if value < u32::MAX => Ok(value),
                _ => Err("expected a whole number from 0 on".to_owned()),
            },
        }
    }
}

fn of(content: Content, cast: &Cast) -> Of {
    match content {
        Content::Winner | Content::Index => Of::Winner,
        Content::End(_) => Of::End,
        Content::Number(quantity) => match cast.kind(quantity) {
            Kind::Share | Kind::YesNo => Of::Share,
            Kind::Mean | Kind::MeanAmong => Of::Number,
        },
    }
}

/// A column of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GameColumn {
    /// The name in the file.
    pub(super) name: String,
    pub(super) meaning: Meaning,
}

/// Games that are alike: one row of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Game {
    /// Its name in the file, or `None` if games have none.
    pub(super) name: Option<String>,
    /// The number of its row, as in a spreadsheet: the header is 1.
    pub(super) row: usize,
    /// The number of games that it stands for, at least 1.
    pub(super) count: u64,
    /// By column; `None` if it was not noted.
    pub(super) cells: Vec<Option<u32>>,
}

/// The games of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Games {
    pub(super) columns: Vec<GameColumn>,
    pub(super) list: Vec<Game>,
    /// The columns that were left out as the caller wished.
    pub(super) ignored: Vec<String>,
}

/// The use of a column of a file.
enum Use {
    Name,
    Count,
    Value(usize),
    Ignored,
}

impl Games {
    /// Reads the games of a table whose columns are numbers of the encounters of a cast.
    ///
    /// # Errors
    /// Every mistake: columns that mean nothing, or the same as another; cells that are no value; no games, or too many.
    pub(super) fn read(table: &CsvTable, ignore: &[String], cast: &Cast) -> Result<Self, Problems> {
        let (uses, columns, mut mistakes) = uses(table, ignore, cast);
        let (mut list, mut games) = (Vec::new(), 0_u64);
        for (number, row) in table.rows().iter().enumerate() {
            let mut game = Game { name: None, row: row.number, count: 1, cells: vec![None; columns.len()] };
            for (index, (cell, column_use)) in row.cells.iter().zip(&uses).enumerate() {
                if cell.text.is_empty() {
                    continue;
                }
                let read = match column_use {
                    Use::Ignored => Ok(()),
                    Use::Name => {
                        game.name = Some(cell.text.clone());
                        Ok(())
                    }
                    Use::Count => table
                        .number(cell)
                        .parse()
                        .map(|count| game.count = count)
                        .map_err(|_| "expected how many games the row stands for, a whole number".to_owned()),
                    Use::Value(column) => {
                        let meaning = columns[*column].meaning;
                        let value = meaning.value(&cell.text, &table.number(cell));
                        value.map(|value| game.cells[*column] = Some(value))
                    }
                };
                if let Err(reason) = read {
                    let words = match column_use {
                        Use::Value(column) => columns[*column].meaning.of.words().unwrap_or_default(),
                        _ => &[],
                    };
                    mistakes.push(table.bad_value(number, index, &reason, words.iter().copied()));
                }
            }
            games = games.saturating_add(game.count);
            if game.count > 0 {
                list.push(game);
            }
        }
        if mistakes.is_empty() && columns.is_empty() {
            mistakes.push(table.bad_whole("names no number of an encounter, such as `winner` or `rounds`"));
        } else if mistakes.is_empty() && list.iter().all(|game| game.cells.iter().all(Option::is_none)) {
            mistakes.push(table.bad_end("is missing: each row below the names of the columns is a game"));
        } else if games > GAMES_MAX {
            mistakes
                .push(table.bad_whole(&format!("begins a table of {games} games, and at most {GAMES_MAX} are read")));
        }
        if mistakes.is_empty() {
            let ignored = table.header().iter().zip(&uses);
            let ignored = ignored.filter(|(_, column_use)| matches!(column_use, Use::Ignored));
            Ok(Self { columns, list, ignored: ignored.map(|(cell, _)| cell.text.clone()).collect() })
        } else {
            Err(table.mistakes(mistakes))
        }
    }

    /// The number of games.
    pub(super) fn len(&self) -> u64 {
        self.list.iter().map(|game| game.count).sum()
    }

    /// The names of the columns.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.name.as_str())
    }
}

/// The use of each column, the columns of values, and the mistakes.
fn uses(table: &CsvTable, ignore: &[String], cast: &Cast) -> (Vec<Use>, Vec<GameColumn>, Vec<Problem>) {
    let (mut uses, mut columns, mut mistakes) = (Vec::new(), Vec::<GameColumn>::new(), Vec::new());
    let names = Meaning::names(cast);
    let is_named = table.header().iter().any(|cell| cell.text.eq_ignore_ascii_case(GAME));
    for (index, cell) in table.header().iter().enumerate() {
        let name = cell.text.as_str();
        let is = |known: &str| name.eq_ignore_ascii_case(known);
        let column_use = match Meaning::find(name, cast) {
            _ if ignore.iter().any(|ignored| ignored == name) => Use::Ignored,
            Some(meaning) => {
                if let Some(same) = columns.iter().find(|known| known.meaning == meaning) {
                    let reason = format!("is the same number as `{}`: --ignore one of them", same.name);
                    mistakes.push(table.unknown_column(index, &reason, []));
                }
                columns.push(GameColumn { name: name.to_owned(), meaning });
                Use::Value(columns.len() - 1)
            }
            None if is(GAME) || is(INDEX) && !is_named => Use::Name,
            None if is(COUNT) => Use::Count,
            None => {
                let reason = if is(INDEX) {
                    "names a game, as `game` does: --ignore one of them"
                } else {
                    "is no number of an encounter of the scenario; --ignore leaves it out"
                };
                let known = names.iter().map(String::as_str);
                mistakes.push(table.unknown_column(index, reason, known));
                Use::Ignored
            }
        };
        uses.push(column_use);
    }
    (uses, columns, mistakes)
}
