//! Best play: the duel as a zero-sum stochastic game, solved over all its states.
//!
//! The value of a state is the party's chance to win from there without a round limit. Between two refreshes, sets of
//! unused attributes can only shrink, so that one pass computes all values from the values at full sets, the *fresh*
//! values. The pass is repeated with the fresh values that it yields until none of them changes by more than 1e-13
//! (value iteration: Shapley, "Stochastic games", 1953). Long duels between equals converge slowly, so the passes are
//! accelerated. Ledger: "Exact solution".

use super::board::Board;
use super::contest::Judged;
use super::fixed_point::converge;
use super::scenario::Refresh;
use super::state::Unused;
use super::{Pick, Player};
use crate::outcome::Side;

/// The largest `K` of the ledger: with more attributes to choose from the table would be too large.
pub(super) const NAMES_MAX: u32 = 16;
/// The largest change of a fresh value that counts as converged.
const TOLERANCE: f64 = 1e-13;
/// Choices whose values differ by less count as equal: the first listed is taken.
const EQUAL: f64 = 1e-9;
/// The most states to compute, over all passes, before the search is given up: some ten seconds.
const WORK_MAX: usize = 1_500_000_000;

/// The way in which one side plays while a table is computed.
#[derive(Clone, Copy)]
pub(super) enum Play<'a> {
    /// Best play.
    Best,
    /// The side's policy and its rule for natural 20s.
    Fixed(&'a Player),
    /// The choices of a table.
    Table(&'a Table),
}

/// The best choice in every state.
#[derive(Debug)]
pub(super) struct Table {
    half: i8,
    sets: Sets,
    /// The index of the chooser's pick, by unused set and cell.
    choices: Vec<u8>,
    /// The long moves, by unused set after the choice and cell: bit 0 if the party makes one if it wins, bit 1 if the
    /// enemies do.
    long_moves: Vec<u8>,
}

/// The numbering of the sets of unused attributes: one bit for each of the at most [`NAMES_MAX`] attributes that can be
/// chosen. An attribute that both sides lose at once has one bit for both.
#[derive(Debug, Clone)]
struct Sets {
    /// The bit of each pick, by side.
    bits: [Vec<u16>; 2],
    /// The number of the set of a side's unused picks, by side and by the mask of these picks.
    of_mask: [Vec<u16>; 2],
    full: u16,
}

impl Sets {
    fn new(players: [&Player; 2]) -> Self {
        let mut bits = [Vec::new(), Vec::new()];
        let mut next = 0;
        let mut fresh_bit = || {
            next += 1;
            1_u16 << (next - 1)
        };
        bits[0] = players[0].picks.iter().map(|_| fresh_bit()).collect();
        bits[1] = (0..players[1].picks.len())
            .map(|at| {
                let shared = players[0].picks.iter().position(|pick| pick.leaves.of(Side::Enemies) & 1 << at == 0);
                shared.map_or_else(&mut fresh_bit, |party| bits[0][party])
            })
            .collect();
        let of_mask = [0, 1].map(|side: usize| {
            let bits: &[u16] = &bits[side];
            (0..1_u32 << bits.len())
                .map(|mask| (0..bits.len()).filter(|at| mask & 1 << at != 0).map(|at| bits[at]).fold(0, |a, b| a | b))
                .collect()
        });
        let full = bits.iter().flatten().fold(0, |a, b| a | b);
        Self { bits, of_mask, full }
    }

    #[inline]
    fn number(&self, unused: Unused) -> usize {
        let [party, enemies] = Side::ALL.map(|side| self.of_mask[side.index()][unused.of(side) as usize]);
        usize::from(party | enemies)
    }

    /// Whether a sheet has no attribute left in the set (DUEL-20).
    fn is_exhausted(&self, set: usize) -> bool {
        self.bits.iter().any(|bits| bits.iter().all(|bit| set & usize::from(*bit) == 0))
    }
}

/// The `K` of the ledger: the number of attributes that can be chosen, over both sheets. One that both sides lose at
/// once counts once.
pub(super) fn names(players: [&Player; 2]) -> u32 {
    let shared = players[0].picks.iter().filter(|pick| pick.leaves.of(Side::Enemies) != u64::MAX).count();
    (players[0].picks.len() + players[1].picks.len() - shared) as u32
}

/// The number of cells: positions strictly between the ends, times the two sides that may have control.
fn cells(half: i8) -> usize {
    2 * (2 * half as usize - 1)
}

#[inline]
fn cell(half: i8, position: i8, control: Side) -> usize {
    2 * (position + half - 1) as usize + control.index()
}

impl Table {
    /// The index of the pick that is best for the side that chooses.
    #[inline]
    pub(super) fn choice(&self, position: i8, control: Side, unused: Unused) -> usize {
        let index = self.sets.number(unused) * cells(self.half) + cell(self.half, position, control);
        usize::from(self.choices[index])
    }

    /// Whether `side`, having won a round that began at `position` under `control`, makes the long move.
    #[inline]
    pub(super) fn makes_long_move(&self, side: Side, position: i8, control: Side, unused_after: Unused) -> bool {
        let index = self.sets.number(unused_after) * cells(self.half) + cell(self.half, position, control);
        self.long_moves[index] & 1 << side.index() != 0
    }
}

/// The states that a verdict leads to, as indices in a block of values.
#[derive(Clone, Copy)]
struct Successors {
    /// For each side: the state after a move by a single tick, and after a long move.
    won: [[u16; 2]; 2],
    /// The state after a round without a winner.
    stayed: u16,
}

/// The chances of the verdicts of one contest: by side, without and with a natural 20; then a round without a winner.
#[derive(Clone, Copy)]
struct Chances {
    won: [[f64; 2]; 2],
    nobody: f64,
}

impl Chances {
    fn new(contest: &Judged) -> Self {
        let mut chances = Self { won: [[0.0; 2]; 2], nobody: 0.0 };
        for (verdict, chance) in contest.distribution() {
            match verdict.winner() {
                None => chances.nobody += chance,
                Some(side) => chances.won[side.index()][usize::from(verdict.is_natural_20())] += chance,
            }
        }
        chances
    }
}

/// The game being solved. A *block* holds the values of one unused set by cell, followed by the values of a duel that
/// the party has won (1) and lost (0).
struct Game<'a> {
    board: Board,
    plays: [Play<'a>; 2],
    sets: Sets,
    cells: usize,
    /// Cells that can occur in a duel. If refresh rounds hand over no control, the owner of the half in which the marker
    /// stands is in control, so that only the center has a cell for each side.
    live: Vec<usize>,
    chances: [Vec<Chances>; 2],
    refresh_chances: Chances,
    successors: Vec<Successors>,
    refresh_successors: Vec<Successors>,
}

/// Solves the game in which each side plays as `plays` says, and tabulates the best choices of both sides in every
/// state. `None` if the values do not converge in reasonable time.
pub(super) fn solve(board: Board, players: [&Player; 2], refresh: &Judged, plays: [Play<'_>; 2]) -> Option<Table> {
    let game = Game::new(board, players, refresh, plays);
    let values = game.converge()?;
    Some(game.table(&values))
}

impl<'a> Game<'a> {
    fn new(board: Board, players: [&Player; 2], refresh: &Judged, plays: [Play<'a>; 2]) -> Self {
        let cells = cells(board.half);
        let chances =
            players.map(|player| player.picks.iter().map(|pick: &Pick| Chances::new(&pick.contest)).collect());
        let mut game = Self {
            board,
            plays,
            sets: Sets::new(players),
            cells,
            live: Vec::new(),
            chances,
            refresh_chances: Chances::new(refresh),
            successors: Vec::new(),
            refresh_successors: Vec::new(),
        };
        for at in 0..cells {
            let (position, control) = game.cell(at);
            let owner = if position > 0 { Side::Party } else { Side::Enemies };
            if board.refresh != Refresh::Contest || position == 0 || control == owner {
                game.live.push(at);
            }
            game.successors
                .push(game.successors_of(position, control, |after, _| Board::control_after(position, after, control)));
            let refreshed =
                |after, winner| board.control_after_refresh(Board::control_after(position, after, control), winner);
            game.refresh_successors.push(game.successors_of(position, control, refreshed));
        }
        if board.refresh == Refresh::Control {
            for at in 0..cells {
                let (position, _) = game.cell(at);
                game.refresh_successors[at].won =
                    Side::ALL.map(|winner| [cell(board.half, position, winner) as u16; 2]);
            }
        }
        game
    }

    fn cell(&self, at: usize) -> (i8, Side) {
        ((at / 2) as i8 + 1 - self.board.half, Side::ALL[at % 2])
    }

    fn successors_of(&self, position: i8, control: Side, control_after: impl Fn(i8, Side) -> Side) -> Successors {
        let won = Side::ALL.map(|winner| {
            let direction = if winner == Side::Party { 1 } else { -1 };
            [1, self.board.long_move].map(|ticks| {
                let after = self.board.moved(position, direction, ticks);
                let index = match self.board.victor(after) {
                    Some(Side::Party) => self.cells,
                    Some(Side::Enemies) => self.cells + 1,
                    None => cell(self.board.half, after, control_after(after, winner)),
                };
                index as u16
            })
        });
        Successors { won, stayed: cell(self.board.half, position, control) as u16 }
    }

    /// Repeats the pass until the fresh values converge; returns all values, by unused set and cell. `None` if that
    /// takes too long.
    fn converge(&self) -> Option<Vec<f64>> {
        let block = self.cells + 2;
        let sets = usize::from(self.sets.full) + 1;
        let mut values = vec![0.5; sets * block];
        for block in values.chunks_exact_mut(block) {
            block[self.cells..].copy_from_slice(&[1.0, 0.0]);
        }
        let start = values[(sets - 1) * block..].to_vec();
        let passes_max = WORK_MAX / (sets * self.live.len());
        converge(start, TOLERANCE, passes_max, |fresh, image| {
            self.pass(fresh, &mut values);
            image.copy_from_slice(&values[(sets - 1) * block..]);
        })?;
        Some(values)
    }

    /// Computes all values in one pass, from empty to full sets.
    fn pass(&self, fresh: &[f64], values: &mut [f64]) {
        let block = self.cells + 2;
        let full = usize::from(self.sets.full);
        let refreshed: Vec<f64> = (0..self.cells).map(|at| self.refresh_value(fresh, at)).collect();
        for set in 0..=full {
            if self.sets.is_exhausted(set) {
                values[set * block..set * block + self.cells].copy_from_slice(&refreshed);
                continue;
            }
            let (before, rest) = values.split_at_mut(set * block);
            for &at in &self.live {
                rest[at] = self.value(before, set, at);
            }
        }
    }

    fn refresh_value(&self, fresh: &[f64], at: usize) -> f64 {
        self.expected(fresh, at, usize::from(self.sets.full), &self.refresh_chances, &self.refresh_successors[at])
    }

    /// The value of a state in which an attribute is chosen; `before` holds the blocks of all smaller sets.
    fn value(&self, before: &[f64], set: usize, at: usize) -> f64 {
        let (position, control) = self.cell(at);
        let chooser = self.board.chooser(position, control);
        let mut candidates = self.candidates(chooser, set).map(|pick| self.pick_value(before, set, at, chooser, pick));
        match self.plays[chooser.index()] {
            Play::Best if chooser == Side::Party => candidates.fold(f64::MIN, f64::max),
            Play::Best => candidates.fold(f64::MAX, f64::min),
            Play::Fixed(player) if player.chooses_at_random() => {
                let (sum, count) = candidates.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
                sum / count
            }
            Play::Fixed(_) => candidates.next().expect("a sheet that is not exhausted has a candidate"),
            Play::Table(table) => {
                let pick = usize::from(table.choices[set * self.cells + at]);
                self.pick_value(before, set, at, chooser, pick)
            }
        }
    }

    fn candidates(&self, chooser: Side, set: usize) -> impl Iterator<Item = usize> + '_ {
        let bits = &self.sets.bits[chooser.index()];
        (0..bits.len()).filter(move |&pick| set & usize::from(bits[pick]) != 0)
    }

    fn pick_value(&self, before: &[f64], set: usize, at: usize, chooser: Side, pick: usize) -> f64 {
        let block = self.cells + 2;
        let after = set & !usize::from(self.sets.bits[chooser.index()][pick]);
        let values = &before[after * block..(after + 1) * block];
        self.expected(values, at, after, &self.chances[chooser.index()][pick], &self.successors[at])
    }

    /// The expected value over the verdicts of a contest; each winner decides about its long move.
    fn expected(&self, values: &[f64], at: usize, set_after: usize, chances: &Chances, to: &Successors) -> f64 {
        let mut value = chances.nobody * values[usize::from(to.stayed)];
        for side in Side::ALL {
            let [short, long] = to.won[side.index()].map(|index| values[usize::from(index)]);
            let natural = match self.plays[side.index()] {
                Play::Best if side == Side::Party => short.max(long),
                Play::Best => short.min(long),
                Play::Fixed(player) => {
                    let (position, _) = self.cell(at);
                    if player.has_habit_of_long_move(position, self.board.half) { long } else { short }
                }
                Play::Table(table) => {
                    let bit = table.long_moves[set_after * self.cells + at] & 1 << side.index();
                    if bit == 0 { short } else { long }
                }
            };
            let [plain_chance, natural_chance] = chances.won[side.index()];
            value += plain_chance * short + natural_chance * natural;
        }
        value
    }

    fn table(&self, values: &[f64]) -> Table {
        let sets = usize::from(self.sets.full) + 1;
        let mut choices = vec![0; sets * self.cells];
        let mut long_moves = vec![0; sets * self.cells];
        for set in 0..sets {
            for &at in &self.live {
                long_moves[set * self.cells + at] = self.long_moves(values, set, at);
                if !self.sets.is_exhausted(set) {
                    choices[set * self.cells + at] = self.choice(values, set, at) as u8;
                }
            }
        }
        Table { half: self.board.half, sets: self.sets.clone(), choices, long_moves }
    }

    /// The first listed candidate whose value equals the best.
    fn choice(&self, values: &[f64], set: usize, at: usize) -> usize {
        let (position, control) = self.cell(at);
        let chooser = self.board.chooser(position, control);
        let worth = |pick| {
            let value = self.pick_value(values, set, at, chooser, pick);
            if chooser == Side::Party { value } else { -value }
        };
        let best = self.candidates(chooser, set).map(worth).fold(f64::MIN, f64::max);
        let mut candidates = self.candidates(chooser, set);
        candidates.find(|&pick| worth(pick) >= best - EQUAL).expect("the best is among the candidates")
    }

    /// The long moves worth making after a round that left `set_after`, encoded as in [`Table::long_moves`]. A full set
    /// can only follow a refresh round, since every other round uses up an attribute.
    fn long_moves(&self, values: &[f64], set_after: usize, at: usize) -> u8 {
        let block = &values[set_after * (self.cells + 2)..(set_after + 1) * (self.cells + 2)];
        let refreshed = set_after == usize::from(self.sets.full);
        let to = if refreshed { &self.refresh_successors[at] } else { &self.successors[at] };
        let made = Side::ALL.map(|side| {
            let [short, long] = to.won[side.index()].map(|index| block[usize::from(index)]);
            if side == Side::Party { long >= short - EQUAL } else { long <= short + EQUAL }
        });
        u8::from(made[0]) | u8::from(made[1]) << 1
    }
}
