//! The lines of replays: a duel in words.

use super::contest::Verdict;
use super::{Duel, State};
use crate::outcome::Side;

impl Duel {
    pub(super) fn name(&self, side: Side) -> &str {
        &self.outline.combatants[usize::from(self.players[side.index()].listed)].name
    }

    pub(super) fn narrate_stakes(&self) -> String {
        let stakes = if self.to_the_death { "to the death" } else { "a spar" };
        let [party, enemies] = Side::ALL.map(|side| self.name(side));
        format!("{party} against {enemies}: {stakes} on {} ticks.", self.board.ticks())
    }

    /// The totals of a contested roll; if it was rolled again, the earlier totals come first.
    pub(super) fn narrate_totals(&self, bonuses: [i16; 2], faces: &[u32]) -> String {
        let rolls: Vec<String> = faces
            .chunks(2)
            .map(|pair| {
                let totals: Vec<String> = (Side::ALL.iter().zip(pair).zip(bonuses))
                    .map(|((&side, &face), bonus)| {
                        let total = face as i32 + i32::from(bonus);
                        format!("{} {face} {} {} = {total}", self.name(side), sign(bonus), bonus.abs())
                    })
                    .collect();
                totals.join(", ")
            })
            .collect();
        rolls.join("; tied, again: ")
    }

    pub(super) fn narrate_contest(&self, chooser: Side, at: usize, swapped: bool, faces: &[u32]) -> String {
        let attribute = &self.players[chooser.index()].attributes[at];
        let opponent = chooser.other();
        let mut text = format!("{} names {}", self.name(chooser), attribute.name);
        if swapped {
            text += ", choosing without control";
        }
        if !attribute.trained[opponent.index()] {
            text.push_str(", which ");
            text.push_str(self.name(opponent));
            text.push_str(" lacks");
        }
        text + ": " + &self.narrate_totals(attribute.bonuses, faces) + "."
    }

    /// The sentences for the end of a round that began with the marker at `before` and `control` in control.
    pub(super) fn narrate_move(&self, before: i8, control: Side, after: &State, verdict: Verdict) -> String {
        let mut text = match verdict.winner() {
            None => "A tie: the marker stays".to_owned(),
            Some(winner) => {
                let natural = if verdict.is_natural_20() { " with a natural 20" } else { "" };
                let ticks = match (after.position - before).abs() {
                    1 => "one tick".to_owned(),
                    ticks => format!("{ticks} ticks"),
                };
                format!("{} wins{natural} and moves the marker {ticks}", self.name(winner))
            }
        };
        if after.control != control {
            text = format!("{text}, and control passes to {}", self.name(after.control));
        }
        format!("{text}. {}", self.meter(after.position))
    }

    /// The meter with its marker, the enemies' end on the left.
    pub(super) fn meter(&self, position: i8) -> String {
        let ticks: String = (-self.board.half..=self.board.half)
            .map(|tick| match tick {
                _ if tick == position => 'o',
                0 => '+',
                _ if tick.abs() == self.board.half => '|',
                _ => '-',
            })
            .collect();
        format!("{ticks} {position:+}")
    }
}

fn sign(bonus: i16) -> char {
    if bonus < 0 { '-' } else { '+' }
}
