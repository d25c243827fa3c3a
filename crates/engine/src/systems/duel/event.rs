//! Events of a duel, for replays.

use std::fmt::{self, Display};

use serde::Serialize;

use super::contest::Verdict;
use super::means::Naming;
use super::{Duel, State};
use crate::accounts::{Deed, Entry};
use crate::event::Named;
use crate::outcome::Side;
use crate::who::Who;

/// Something that happened in a duel.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Event<'a> {
    /// The stakes and the meter are settled (DUEL-01 to DUEL-04).
    Stakes { party: Named<'a>, enemies: Named<'a>, to_the_death: bool, ticks: i32 },
    /// The initiative roll that gives first control (DUEL-05).
    Initiative { roll: Totals<'a>, control: Named<'a> },
    /// A chooser names an attribute, and both roll (DUEL-08 to DUEL-11).
    Contest {
        chooser: Named<'a>,
        attribute: &'a str,
        #[serde(skip)]
        deeds: Naming,
        /// Whether the chooser has no control, as on a penultimate tick (DUEL-17).
        without_control: bool,
        /// The other combatant if its sheet lacks the attribute (DUEL-10).
        lacks_it: Option<Named<'a>>,
        roll: Totals<'a>,
    },
    /// All attributes are back, and the initiative roll is a contest (DUEL-20 to DUEL-22).
    Refresh {
        roll: Totals<'a>,
        #[serde(skip)]
        deeds: Naming,
    },
    /// All attributes are back, and the initiative roll gives control alone (DUEL-22).
    RefreshOfControl { roll: Totals<'a>, control: Named<'a>, meter: Meter },
    /// The round ends: the marker moves, or stays after a tie (DUEL-12 to DUEL-16).
    Move {
        /// `None` after a tie.
        winner: Option<Named<'a>>,
        /// The deed of the winner, and the loser.
        #[serde(skip)]
        won: Option<(Deed, Who)>,
        natural_20: bool,
        /// The number of ticks that the marker moves.
        ticks: u8,
        /// The combatant that has control now, if that has changed.
        control_passes_to: Option<Named<'a>>,
        meter: Meter,
    },
    /// A marker on an end tick has decided the duel (DUEL-24).
    End { winner: Named<'a>, loser: Named<'a>, loser_dies: bool },
    /// The round limit is reached (DUEL-25).
    Timeout,
}

impl crate::event::Event for Event<'_> {
    fn entries(&self, post: &mut dyn FnMut(Entry)) {
        match *self {
            Self::Contest { deeds: Naming(deeds), .. } | Self::Refresh { deeds: Naming(deeds), .. } => {
                for deed in deeds {
                    post(Entry::Use(deed));
                }
            }
            Self::Move { won: Some((by, target)), natural_20, ticks, .. } => {
                post(Entry::Hit(by));
                if natural_20 {
                    post(Entry::Critical(by));
                }
                post(Entry::Harm { by, target, kind: 0, amount: ticks.into(), beyond: 0 });
            }
            Self::Initiative { control, .. } => post(Entry::Begins(control.side())),
            Self::End { loser, .. } => post(Entry::Felled(loser.who())),
            _ => {}
        }
    }
}

impl Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stakes { party, enemies, to_the_death, ticks } => {
                let stakes = if *to_the_death { "to the death" } else { "a spar" };
                write!(f, "{party} against {enemies}: {stakes} on {ticks} ticks.")
            }
            Self::Initiative { roll, control } => write!(f, "Initiative: {roll}. {control} has control."),
            Self::Contest { chooser, attribute, without_control, lacks_it, roll, .. } => {
                let choosing = if *without_control { ", choosing without control" } else { "" };
                write!(f, "{chooser} names {attribute}{choosing}")?;
                if let Some(opponent) = lacks_it {
                    write!(f, ", which {opponent} lacks")?;
                }
                write!(f, ": {roll}.")
            }
            Self::Refresh { roll, .. } => write!(f, "All attributes are back. Initiative: {roll}."),
            Self::RefreshOfControl { roll, control, meter } => write!(
                f,
                "All attributes are back. Initiative: {roll}. {control} has control; the marker stays. {meter}"
            ),
            Self::Move { winner, natural_20, ticks, control_passes_to, meter, .. } => {
                match (winner, ticks) {
                    (None, _) => f.write_str("A tie: the marker stays")?,
                    (Some(winner), ticks) => {
                        let natural = if *natural_20 { " with a natural 20" } else { "" };
                        write!(f, "{winner} wins{natural} and moves the marker ")?;
                        if *ticks == 1 { f.write_str("one tick")? } else { write!(f, "{ticks} ticks")? }
                    }
                }
                if let Some(control) = control_passes_to {
                    write!(f, ", and control passes to {control}")?;
                }
                write!(f, ". {meter}")
            }
            Self::End { winner, loser, loser_dies } => {
                write!(f, "{winner} wins; {loser} {}.", if *loser_dies { "dies" } else { "yields" })
            }
            Self::Timeout => f.write_str("The round limit is reached; both still stand."),
        }
    }
}

/// A contested roll: the faces of both dice, the party's first, and once more after each tie that is rolled again.
#[derive(Debug, Serialize)]
pub(super) struct Totals<'a> {
    #[serde(skip)]
    names: [Named<'a>; 2],
    /// By side.
    bonuses: [i16; 2],
    faces: Vec<u32>,
}

impl Display for Totals<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, pair) in self.faces.chunks(2).enumerate() {
            f.write_str(if at == 0 { "" } else { "; tied, again: " })?;
            for (side, ((name, &face), &bonus)) in self.names.iter().zip(pair).zip(&self.bonuses).enumerate() {
                let comma = if side == 0 { "" } else { ", " };
                let sign = if bonus < 0 { '-' } else { '+' };
                let total = face as i32 + i32::from(bonus);
                write!(f, "{comma}{name} {face} {sign} {} = {total}", bonus.abs())?;
            }
        }
        Ok(())
    }
}

/// The meter with its marker, the enemies' end on the left.
#[derive(Debug, Serialize)]
pub(super) struct Meter {
    /// Ticks on either side of the centre.
    half: i8,
    /// The tick of the marker: positive in the party's half.
    marker: i8,
}

impl Display for Meter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tick in -self.half..=self.half {
            f.write_str(match tick {
                _ if tick == self.marker => "o",
                0 => "+",
                _ if tick.abs() == self.half => "|",
                _ => "-",
            })?;
        }
        write!(f, " {:+}", self.marker)
    }
}

impl Duel {
    pub(super) fn named(&self, side: Side) -> Named<'_> {
        Named::of(&self.outline, self.players[side.index()].who)
    }

    pub(super) fn stakes(&self) -> Event<'_> {
        let [party, enemies] = Side::ALL.map(|side| self.named(side));
        Event::Stakes { party, enemies, to_the_death: self.to_the_death, ticks: self.board.ticks() }
    }

    /// An initiative roll.
    pub(super) fn initiative(&self, faces: &[u32]) -> Totals<'_> {
        self.totals(self.initiatives, faces)
    }

    fn totals(&self, bonuses: [i16; 2], faces: &[u32]) -> Totals<'_> {
        Totals { names: Side::ALL.map(|side| self.named(side)), bonuses, faces: faces.to_vec() }
    }

    /// The contest of the attribute of an index, named by the chooser.
    pub(super) fn contest(&self, chooser: Side, at: usize, without_control: bool, faces: &[u32]) -> Event<'_> {
        let attribute = &self.players[chooser.index()].attributes[at];
        let opponent = chooser.other();
        Event::Contest {
            chooser: self.named(chooser),
            attribute: &attribute.name,
            deeds: self.naming(Some((chooser, at))),
            without_control,
            lacks_it: (!attribute.trained[opponent.index()]).then(|| self.named(opponent)),
            roll: self.totals(attribute.bonuses, faces),
        }
    }

    /// The end of a round that began with the marker at `before` and `control` in control. `named` is who named which attribute.
    pub(super) fn moved(
        &self,
        before: i8,
        control: Side,
        named: Option<(Side, usize)>,
        after: &State,
        verdict: Verdict,
    ) -> Event<'_> {
        let Naming(deeds) = self.naming(named);
        let won = |winner: Side| (deeds[winner.index()], self.players[winner.other().index()].who);
        Event::Move {
            winner: verdict.winner().map(|winner| self.named(winner)),
            won: verdict.winner().map(won),
            natural_20: verdict.is_natural_20(),
            ticks: (after.position - before).unsigned_abs(),
            control_passes_to: (after.control != control).then(|| self.named(after.control)),
            meter: self.meter(after.position),
        }
    }

    pub(super) fn meter(&self, marker: i8) -> Meter {
        Meter { half: self.board.half, marker }
    }
}
