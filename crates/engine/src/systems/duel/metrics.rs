//! The metrics of a duel and the names under which they are reported.

use super::board::{Board, Landings, Way};
use crate::outcome::Side;
use crate::ruleset::Metric;

pub(super) const PARTY_FIRST_CONTROL: usize = 0;
pub(super) const FIRST_CONTROL_WINS: usize = 1;
pub(super) const PARTY_FIRST_CONTROL_WINS: usize = 2;
pub(super) const COMEBACKS: usize = 3;
/// The metrics from here on are counted round by round, all of them at once: see [`RoundCounts`].
pub(super) const BY_ROUND: usize = 4;

/// The counts of one round, from [`BY_ROUND`] on.
type OneRound = [u32; 8];
const CONTROL_CHANGES: usize = 0;
pub(super) const NATURAL_20_ROUNDS: usize = 1;
const DOUBLE_MOVES: usize = 2;
const REFRESHES: usize = 3;
const PENULTIMATE_SWAPS: usize = 4;
const PARTY_CHOICES: usize = 5;
const ENEMIES_CHOICES: usize = 6;
const UNMOVED_ROUNDS: usize = 7;

/// Names and meanings: first the metrics of whole duels, then those of rounds, each in the order of the constants
/// above. A round adds at most 1 to each of its metrics, and there are at most `rounds_max` rounds.
pub(super) fn metrics(rounds_max: u32) -> Vec<Metric> {
    let of_duels = [
        ("party_first_control", "1 if the party won the opening initiative"),
        ("first_control_wins", "1 if the winner had won the opening initiative"),
        ("party_first_control_wins", "1 if the party won the opening initiative and the duel"),
        ("comebacks", "1 if the winner won after the marker had stood on the loser's penultimate tick"),
    ];
    let of_rounds = [
        ("control_changes", "rounds after which control was with the other combatant"),
        ("natural_20_rounds", "rounds whose winner moved the marker with a natural 20"),
        ("double_moves", "rounds in which the marker moved more than one tick"),
        ("refreshes", "refresh rounds"),
        ("penultimate_swaps", "rounds in which the combatant without control chose"),
        ("party_choices", "rounds in which the party's combatant chose"),
        ("enemies_choices", "rounds in which the enemies' combatant chose"),
        ("unmoved_rounds", "rounds that left the marker where it was"),
    ];
    let of_duels = of_duels.map(|(name, doc)| Metric::of_yes_no(name, doc));
    let of_rounds = of_rounds.map(|(name, doc)| Metric::of_events(name, doc).at_most(rounds_max.into()));
    of_duels.into_iter().chain(of_rounds).collect()
}

/// The precomputed counts of a round: by kind of round, position, control and [`Way`].
#[derive(Debug, Clone)]
pub(super) struct RoundCounts {
    attribute: Vec<[[OneRound; 8]; 2]>,
    refresh: Vec<[[OneRound; 8]; 2]>,
}

impl RoundCounts {
    pub(super) fn new(board: Board, landings: &Landings) -> Self {
        let table = |round: fn(Board, &Landings, i8, Side, Way) -> OneRound| {
            let row = |position| {
                Side::ALL.map(|control| {
                    let mut ways = [OneRound::default(); 8];
                    for way in Way::ALL {
                        ways[way.index()] = round(board, landings, position, control, way);
                    }
                    ways
                })
            };
            (1 - board.half..board.half).map(row).collect()
        };
        Self { attribute: table(attribute_round), refresh: table(refresh_round) }
    }

    /// The counts of a round in which an attribute was chosen.
    #[inline]
    pub(super) fn attribute(&self, row: usize, control: Side, way: Way) -> &OneRound {
        &self.attribute[row][control.index()][way.index()]
    }

    /// The counts of a refresh round that moves the marker.
    #[inline]
    pub(super) fn refresh(&self, row: usize, control: Side, way: Way) -> &OneRound {
        &self.refresh[row][control.index()][way.index()]
    }
}

/// The counts of a refresh round that leaves the marker where it is.
#[inline]
pub(super) fn control_refresh(control_changes: bool) -> &'static OneRound {
    const KEPT: OneRound = [0, 0, 0, 1, 0, 0, 0, 1];
    const CHANGED: OneRound = [1, 0, 0, 1, 0, 0, 0, 1];
    if control_changes { &CHANGED } else { &KEPT }
}

fn attribute_round(board: Board, landings: &Landings, position: i8, control: Side, way: Way) -> OneRound {
    let chooser = board.chooser(position, control);
    let landing = landings.of(position, way);
    let mut counts = moved(landings, position, way);
    counts[PARTY_CHOICES] = u32::from(chooser == Side::Party);
    counts[ENEMIES_CHOICES] = u32::from(chooser == Side::Enemies);
    counts[PENULTIMATE_SWAPS] = u32::from(chooser != control);
    counts[CONTROL_CHANGES] = u32::from(!landing.is_end && landing.control(control) != control);
    counts
}

fn refresh_round(board: Board, landings: &Landings, position: i8, control: Side, way: Way) -> OneRound {
    let landing = landings.of(position, way);
    let contest = landing.control(control);
    let control_after = way.winner().map_or(contest, |winner| board.control_after_refresh(contest, winner));
    let mut counts = moved(landings, position, way);
    counts[REFRESHES] = 1;
    counts[CONTROL_CHANGES] = u32::from(!landing.is_end && control_after != control);
    counts
}

fn moved(landings: &Landings, position: i8, way: Way) -> OneRound {
    let mut counts = OneRound::default();
    let ticks = (landings.of(position, way).position - position).abs();
    counts[NATURAL_20_ROUNDS] = u32::from(way.is_natural_20());
    counts[DOUBLE_MOVES] = u32::from(ticks > 1);
    counts[UNMOVED_ROUNDS] = u32::from(ticks == 0);
    counts
}
