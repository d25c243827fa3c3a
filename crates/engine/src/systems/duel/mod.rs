//! `duel`: two creatures push a marker to and fro on a meter by contested d20 rolls, until it reaches the end tick of
//! one of them. Ledger: `ledger.md`.

mod board;
mod compile;
mod contest;
mod decisions;
mod event;
mod fixed_point;
mod means;
mod metrics;
mod occasions;
mod odds;
mod optimal;
mod policy;
mod resolve;
mod scenario;
mod state;

#[cfg(test)]
mod tests;

use crate::accounts::Means;
use crate::alike::alike;
use crate::day::Carried;
use crate::dice::{Dice, Occasion};
use crate::lead::Balance;
use crate::odds::{Strike, Striking, Struck};
use crate::outcome::EndState;
use crate::ruleset::{Fight, Outline, Progress, Ruleset};
use crate::scenario::{Choice, KeyDecl, Problem, Scenario, Word};
use crate::skirmish::Group;
use crate::trace::{Counting, Trace};
use crate::who::Who;

use board::{Board, Landings};
use contest::Judged;
use metrics::RoundCounts;
use policy::{Choosing, Worth};
pub use scenario::{Choosable, ContestTie, Exhaustion, InitiativeTie, LongMoves, Policy, Refresh, Stakes};
pub use state::State;
use state::Unused;

/// A compiled duel.
#[derive(Debug, Clone)]
pub struct Duel {
    /// The opening initiative roll, in which a natural 20 means nothing (DUEL-05, DUEL-06).
    opening: Judged,
    /// The roll of refresh rounds (DUEL-22).
    refresh: Judged,
    /// The bonus of each side to initiative rolls.
    initiatives: [i16; 2],
    board: Board,
    /// The party's lead for each tick, from the enemies' end. Precomputed, since it is needed after every round and takes a
    /// division.
    leads: Box<[i16]>,
    landings: Landings,
    round_counts: RoundCounts,
    /// All picks of both sides, none of them used up.
    all_unused: Unused,
    to_the_death: bool,
    /// The state before the opening initiative roll.
    opening_state: State,
    /// The combatant of each side.
    players: [Player; 2],
    outline: Outline,
}

/// One side of a duel.
#[derive(Debug, Clone)]
struct Player {
    /// The attributes that it may choose, in its policy's order of preference.
    picks: Vec<Pick>,
    /// The combatant of the file.
    who: Who,
    choosing: Choosing,
    /// For each position between the ends, from the enemies' side: whether it uses a natural 20 for a long move. Not read if a
    /// table of best play decides.
    long_moves: Vec<bool>,
    /// The picks in the same order, as replays and lists of options need them.
    attributes: Vec<Attribute>,
    /// The names of the attributes of its sheet that it may not choose (DUEL-08).
    never_named: Vec<String>,
}

/// An attribute that may be chosen.
#[derive(Debug, Clone)]
struct Pick {
    contest: Judged,
    /// The set of picks that are not used up when this one is chosen: all except itself and, with shared exhaustion, the other
    /// side's copy (DUEL-19).
    leaves: Unused,
}

/// A pick as replays and lists of options need it.
#[derive(Debug, Clone)]
struct Attribute {
    name: String,
    /// Its index among the side's attributes that may be chosen, in listed order.
    listed: usize,
    /// The worth of the attribute to the side's policy.
    worth: Worth,
    /// The bonus of each side; `untrained_bonus` if the side's sheet lacks the attribute.
    bonuses: [i16; 2],
    /// Whether each side's sheet has the attribute.
    trained: [bool; 2],
}

impl Player {
    fn chooses_at_random(&self) -> bool {
        matches!(self.choosing, Choosing::Random)
    }

    /// Whether its key `natural_20` makes it use a natural 20 for a long move from `position`.
    #[inline]
    fn has_habit_of_long_move(&self, position: i8, half: i8) -> bool {
        self.long_moves[(position + half - 1) as usize]
    }
}

impl Ruleset for Duel {
    const NAME: &'static str = "duel";
    const ABOUT: &'static str = "one-on-one contest of d20 rolls on a Duel Meter";
    const LEDGER: &'static str = include_str!("ledger.md");
    const OPPONENTS: &'static str = include_str!("opponents.toml");
    const OCCASIONS: &'static [Occasion] = occasions::OCCASIONS;
    const DECISIONS: &'static [Choice] = decisions::Deciding::CHOICES;
    const STRIKING: Striking = odds::STRIKING;
    const SCHEMA: &'static [KeyDecl] = scenario::File::KEYS;
    const HARMS: &'static [&'static str] = Self::TICKS;
    const HAS_DAYS: bool = true;

    type State = State;
    type Scratch = ();

    fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Self> {
        compile::load(scenario, problems)
    }

    #[inline]
    fn outline(&self) -> &Outline {
        &self.outline
    }

    /// The default length of the meter (DUEL-02) and round limit (DUEL-25).
    fn derived(&self, path: &str) -> Option<i64> {
        match path {
            "rules.meter_ticks" => Some(self.board.ticks().into()),
            "rules.max_rounds" => Some(self.outline.rounds_max.into()),
            _ => None,
        }
    }

    #[inline]
    fn never(&self) -> Vec<String> {
        let of = |player: &Player| {
            let id = &self.outline.combatants[player.who.index()].id;
            let why = "its bonus is below +1 and `choosable` is `positive`";
            let said = |name: &String| (id, format!("`{name}` is never named, since {why}"));
            player.never_named.iter().map(said).collect::<Vec<_>>()
        };
        alike(self.players.iter().flat_map(of))
    }

    fn means(&self, who: Who) -> Vec<Means> {
        self.means_of(who)
    }

    fn opening(&self) -> &State {
        &self.opening_state
    }

    fn set_up<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        fight.open();
        Progress::RoundOver
    }

    #[inline(always)]
    fn turn<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        fight.play_round().map_or(Progress::RoundOver, |victor| Progress::Won(victor.into()))
    }

    fn finish<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) {
        fight.close();
    }

    /// DUEL-26, DUEL-27: the winner fights on, and nothing else is carried.
    fn take_over<T: Trace>(&self, _: &mut State, carried: &[Carried], trace: &mut T) -> Group {
        trace.rule("DUEL-26");
        trace.rule("DUEL-27");
        carried.iter().filter(|carried| carried.end == EndState::Standing).map(|carried| carried.who).collect()
    }

    /// DUEL-24, DUEL-25: the loser yields or dies, everybody else stands.
    #[inline]
    fn end_state(&self, state: &State, combatant: Who) -> EndState {
        let lost = self
            .board
            .victor(state.position)
            .is_some_and(|victor| self.players[victor.other().index()].who == combatant);
        match (lost, self.to_the_death) {
            (false, _) => EndState::Standing,
            (true, false) => EndState::Down,
            (true, true) => EndState::Dead,
        }
    }

    #[inline]
    fn balance(&self, state: &State) -> Balance {
        Balance::of(self.leads[(i32::from(state.position) + i32::from(self.board.half)) as usize].into())
    }

    /// The ticks that the marker is away from a player's own end of the meter.
    fn remaining(&self, state: &State, who: Who) -> [i64; 2] {
        let (position, half) = (i64::from(state.position), i64::from(self.board.half));
        let is_of_party = self.players[0].who == who;
        [half + if is_of_party { position } else { -position }, 2 * half]
    }

    fn attacks(&self, combatant: Who) -> Vec<String> {
        self.striking_names(combatant)
    }

    fn stage<D: Dice>(fight: &mut Fight<'_, Self, D, Counting>, strike: Strike) {
        fight.stage_strike(strike);
    }

    fn strike<D: Dice>(fight: &mut Fight<'_, Self, D, Counting>, strike: Strike) -> Option<Struck> {
        Some(fight.lone_strike(strike))
    }
}
