//! A picture of the map with all combatants, and a line about each of them, in 80 columns.

use super::Thrum;
use super::effect::Status;
use super::event::Loads;
use super::grid::{Square, Tile};
use super::state::State;
use crate::outcome::Side;
use crate::skirmish::ByCombatant;
use crate::who::Who;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Width of a picture in columns.
const COLUMNS: usize = 80;

/// Indentation of the lines that continue another line.
const INDENT: &str = "  ";

/// Signs for the combatants beyond the 26th of a side.
const SPARE_SIGNS: &str = "0123456789+*";

impl Thrum {
    /// The map with two columns for each square, the ground and its occupant; then a line for each combatant.
    pub(super) fn draw(&self, state: &State) -> String {
        let signs = self.signs();
        let mut lines: Vec<String> = Vec::new();
        for y in 0..self.map().height() as i16 {
            let squares = (0..self.map().width() as i16).filter_map(|x| self.map().square(x, y));
            let row: String = squares.flat_map(|square| self.cell(state, square, &signs)).collect();
            lines.push(row.trim_end().to_owned());
        }
        for who in state.present {
            lines.extend(wrapped(&self.line_of(state, who, signs[who])));
        }
        lines.join("\n")
    }

    /// The sign of the ground of a square, and the sign of its occupant.
    fn cell(&self, state: &State, square: Square, signs: &ByCombatant<char>) -> [char; 2] {
        let occupant = state.present.iter().find(|&who| state.bodies[who].square == square);
        [self.ground_sign(state, square), occupant.map_or(' ', |who| signs[who])]
    }

    fn ground_sign(&self, state: &State, square: Square) -> char {
        let is_covered = self.terrains(state).any(|(_, _, placed)| placed.placing.covers(self.map(), square));
        match self.map().tile(square) {
            Tile::Wall => '#',
            Tile::Floor { .. } if is_covered => '%',
            Tile::Floor { level: 0, is_difficult: true } => '~',
            Tile::Floor { level: 0, is_difficult: false } => '.',
            Tile::Floor { level: level @ 1.., .. } => (b'0' + level.unsigned_abs()).into(),
            Tile::Floor { level, .. } => (b'a' - 1 + level.unsigned_abs()).into(),
        }
    }

    /// A sign for each combatant: capital letters for the party, small ones for the enemies. Combatants beyond the 26th of a side
    /// get spare signs, then letters that the other side does not need.
    fn signs(&self) -> ByCombatant<char> {
        let letters = [('A'..='Z').collect::<Vec<_>>(), ('a'..='z').collect()];
        let mut own = letters.clone().map(Vec::into_iter);
        let of_the_other = |side: Side| letters[side.other().index()].iter().rev().copied();
        let mut spare: Vec<char> = SPARE_SIGNS.chars().collect();
        for side in Side::ALL {
            let members = self.sides.members(side.other()).len();
            spare.extend(of_the_other(side).take(letters[0].len().saturating_sub(members)));
        }
        let mut spare = spare.into_iter();
        let next = |who: Who| own[self.sides.side(who).index()].next().or_else(|| spare.next()).unwrap_or('?');
        Who::first(self.sides.len()).map(next).collect()
    }

    fn line_of(&self, state: &State, who: Who, sign: char) -> String {
        let body = &state.bodies[who];
        let statuses = Status::NAMES.iter().zip(body.stacks).filter(|&(_, stacks)| stacks > 0);
        let statuses = statuses.map(|(name, stacks)| format!("{name} {stacks}"));
        let lies = (!state.active.contains(who)).then(|| "Incapacitated".to_owned());
        let wounds = (body.wounds > 0).then(|| format!("Wounds {}", body.wounds));
        let mark = (body.mark > 0).then(|| format!("Mark {}", body.mark));
        let stance = body.stance.map(|stance| format!("in {}", self.stance_name(who, stance)));
        let buff = body.buff.map(|worn| format!("Buff {}", self.action_name(worn.maker, worn.action.into())));
        let all = [lies, wounds, stance, buff, mark].into_iter().flatten();
        let all = all.chain(statuses).chain(body.conditions.names().map(str::to_owned));
        let more = all.fold(String::new(), |more, item| more + ", " + &item);
        format!("{sign} {} at {}: {}{more}", self.named(who), self.spot(body.square), Loads::of(body))
    }
}

/// Wraps a line at blanks, and within words that are longer than a line. Continued lines are indented.
fn wrapped(line: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in line.split(' ').flat_map(pieces) {
        let last = lines.last_mut().expect("there is a line");
        if last.is_empty() {
            last.push_str(&word);
        } else if last.width() + 1 + word.width() <= COLUMNS {
            last.push(' ');
            last.push_str(&word);
        } else {
            lines.push(format!("{INDENT}{word}"));
        }
    }
    lines
}

/// Cuts a word into pieces that fit on an indented line.
fn pieces(word: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut columns = 0;
    for letter in word.chars() {
        let width = letter.width().unwrap_or(0);
        if columns + width > COLUMNS - INDENT.len() {
            pieces.push(String::new());
            columns = 0;
        }
        columns += width;
        pieces.last_mut().expect("there is a piece").push(letter);
    }
    pieces
}
