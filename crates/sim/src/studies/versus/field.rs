//! The field: the mix of contenders against which nobody does better than with it, what each contender loses against that mix, and who
//! is dominated.
//!
//! A match is a number between 0 and 1 here: the share that is won, and half of what nobody wins. If all pairs met, both players of
//! the game have all contenders to choose from, and get as much: its value is 1/2. If nobody fights on both sides, one player has the
//! parties and the other the enemies. Anything else is no game, since some of its payoffs are not known.
//!
//! All matches have the same dice, so that they are not independent of each other. The encounters of every match are counted in
//! [blocks](BLOCKS_MAX) of the same indices, and blocks are what is resampled: a resample takes the same blocks of every match.

use std::ops::Range;

use equipoise_engine::Side;
use equipoise_engine::rng::{EncounterIndex, RunKey, Seed};

use super::play::Match;
use crate::kernel::map::map_all;
use crate::stats::Interval;
use crate::stats::game::{Equilibrium, Game, Mixes};
use crate::stats::mean::student;

/// A match has as many blocks of encounters, or one for each encounter if there are fewer.
pub const BLOCKS_MAX: u64 = 100;
/// With fewer blocks nothing is resampled: the spread of so few says too little.
pub const BLOCKS_MIN: u64 = 20;
/// The most resamples.
pub const RESAMPLES_MAX: usize = 1000;
/// The fewest.
const RESAMPLES_MIN: usize = 200;
/// Options of one player times resamples: a field of more than forty has fewer resamples, since each of them takes longer.
const WORK: usize = 40_000;
/// Options of one player up to which resamples look for the middle of several equilibria, which takes longer.
const CENTRAL_MAX: usize = 24;
/// A weight below this is none.
const HELD: f64 = 1e-6;

/// Rounds to nine decimals: far below what any interval says, and far above what rounding in the linear program does.
fn rounded(value: f64) -> f64 {
    const GRID: f64 = 1e9;
    (value * GRID).round() / GRID
}

/// The encounters of a block among all of a match, as offsets from its first.
pub(super) fn block(number: u64, encounters: u64) -> Range<u64> {
    let blocks = u128::from(blocks(encounters));
    let end = |number: u64| (u128::from(number) * u128::from(encounters) / blocks.max(1)) as u64;
    end(number)..end(number + 1)
}

/// The number of blocks of a match of so many encounters.
pub(super) const fn blocks(encounters: u64) -> u64 {
    if encounters < BLOCKS_MAX { encounters } else { BLOCKS_MAX }
}

/// The contenders that each player of the game may choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Both players have all contenders.
    All,
    /// One has the parties, and the other the enemies.
    Sides,
}

/// The equilibrium of a tournament.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The contenders that each player may choose.
    pub kind: Kind,
    /// The value of the game to the party's player: the share that it wins and half of the share that nobody wins. 1/2 if both players
    /// have all contenders.
    pub value: f64,
    /// Its interval; `None` if it is certain, or there are too few encounters.
    pub value_interval: Option<Interval>,
    /// Whether there is no other equilibrium. Otherwise this is one in the middle of all.
    pub is_unique: bool,
    /// The number of resamples that the intervals come from; 0 if there are too few encounters.
    pub resamples: usize,
    /// The standing of each contender, by its index.
    pub standings: Vec<Standing>,
    /// The best response to each contender.
    pub answers: Vec<Answer>,
}

/// The standing of a contender against the field.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// The contender.
    pub contender: usize,
    /// Its side; `None` if it has both.
    pub side: Option<Side>,
    /// Its part of its player's mix.
    pub weight: f64,
    /// The interval of that.
    pub weight_interval: Option<Interval>,
    /// The share of resamples in whose mix it is.
    pub held: Option<f64>,
    /// The value of the game minus its payoff against the other player's mix; 0 if it is in the mix.
    pub loss: f64,
    /// The interval of that.
    pub loss_interval: Option<Interval>,
    /// A contender that does better against everybody; `None` if there is none.
    pub dominated: Option<Dominated>,
    /// A contender listed before with which every block of every match came out the same. It stands for both in the mix.
    pub same_as: Option<usize>,
}

/// A contender that does better than another against everybody.
#[derive(Debug, Clone, PartialEq)]
pub struct Dominated {
    /// The contender that does better: of several the one with the largest least advantage, a sure one if there is any.
    pub by: usize,
    /// The number of contenders that do better.
    pub dominators: usize,
    /// The least advantage, over all opponents.
    pub advantage: f64,
    /// Whether it is sure: the chance that even one of all that are called so is wrong is at most one minus the confidence.
    pub is_sure: bool,
}

/// The best response to a contender.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The contender.
    pub to: usize,
    /// The contender that does best against it.
    pub best: usize,
    /// The payoff of the best one: the share that it wins and half of the share that nobody wins.
    pub payoff: f64,
    /// The contenders that are not told apart from the best one; none if it is surely the best. All such verdicts hold together with the
    /// confidence.
    pub rivals: Vec<usize>,
}

/// The reason why there is no equilibrium.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoField {
    /// An interrupt came before all matches were played.
    Partial,
    /// Contenders did not meet.
    Unmet,
    /// The linear program failed.
    Unsolved,
}

impl Field {
    /// The equilibrium of all matches of a tournament.
    ///
    /// # Errors
    /// If contenders did not meet, or the linear program fails.
    pub fn of(contenders: usize, matches: &[Match], seed: Seed, confidence: f64) -> Result<Self, NoField> {
        let table = Table::of(contenders, matches)?;
        let game = table.game(None);
        let found = game.central_equilibrium().ok_or(NoField::Unsolved)?;
        let draws = table.resampled(&found, seed);
        let comparing = Comparing { table: &table, confidence };
        let (kind, value) = (table.kind, found.mixes.value);
        let interval = |number: &dyn Fn(&Draw) -> f64, own: f64| percentiles(&draws, number, own, confidence);
        let losses = table.losses(&game, &found.mixes);
        let standing = |contender: usize| {
            let (player, option) = table.places[contender]?;
            let first = table.first_like[player][option];
            let at = table.solved[player].binary_search(&first).ok()?;
            let is_own = first == option;
            let weight = if is_own { found.mixes.weights[player][at] } else { 0.0 };
            let loss = losses[player][option];
            let weight_of = |draw: &Draw| if is_own { draw.mixes.weights[player][at] } else { 0.0 };
            let held = draws.iter().filter(|draw| weight_of(draw) > HELD).count();
            Some(Standing {
                contender,
                side: (kind == Kind::Sides).then_some(Side::ALL[player]),
                weight: rounded(weight),
                weight_interval: interval(&weight_of, weight),
                held: (!draws.is_empty()).then(|| held as f64 / draws.len() as f64),
                loss,
                loss_interval: interval(&|draw: &Draw| draw.losses[player][option], loss),
                dominated: comparing.dominated(player, option),
                same_as: (!is_own).then(|| table.options[player][first]),
            })
        };
        let all: Vec<usize> = (0..contenders).collect();
        let standings = map_all(&all, |&contender| standing(contender)).into_iter().flatten().collect();
        let is_certain = kind == Kind::All;
        Ok(Self {
            kind,
            value: if is_certain { 0.5 } else { rounded(value) },
            value_interval: if is_certain { None } else { interval(&|draw: &Draw| draw.mixes.value, value) },
            is_unique: found.is_unique,
            resamples: draws.len(),
            standings,
            answers: comparing.answers(),
        })
    }

    /// The standings of a side, or of all if nobody has one: those with the largest weight first, then those that lose least.
    pub fn ranked(&self, side: Option<Side>) -> Vec<&Standing> {
        let mut ranked: Vec<&Standing> = self.standings.iter().filter(|standing| standing.side == side).collect();
        ranked.sort_by(|left, right| right.weight.total_cmp(&left.weight).then(left.loss.total_cmp(&right.loss)));
        ranked
    }

    /// The sides whose mixes are given apart.
    pub const fn sides(&self) -> &'static [Option<Side>] {
        match self.kind {
            Kind::All => &[None],
            Kind::Sides => &[Some(Side::Party), Some(Side::Enemies)],
        }
    }

    /// The standing of a contender.
    pub fn of_contender(&self, contender: usize) -> Option<&Standing> {
        self.standings.iter().find(|standing| standing.contender == contender)
    }
}

/// The points of an option against another, block by block: 2 for each win and 1 for each encounter that nobody won.
#[derive(Debug, Clone, PartialEq)]
enum Entry {
    /// Against itself.
    Mirror,
    /// In a match as the party and in one as the enemies, or in one of them: whether it has the second half of the encounters, and
    /// its points.
    Met(Vec<(usize, Vec<u64>)>),
}

/// The payoffs of a game, block by block.
struct Table {
    kind: Kind,
    /// The contenders that each player may choose.
    options: [Vec<usize>; 2],
    /// The player and the option of each contender; of two players with the same options the first.
    places: Vec<Option<(usize, usize)>>,
    /// By player: of options whose blocks are all the same the first, for each.
    first_like: [Vec<usize>; 2],
    /// By player: the options that are the first of their kind, ascending.
    solved: [Vec<usize>; 2],
    /// The points of the row player's options against the column player's, row by row.
    entries: Vec<Entry>,
    /// The payoffs of the same options in all encounters together.
    means: Vec<f64>,
    /// Encounters of each block.
    sizes: Vec<u64>,
}

/// One resample: its mixes, and by how much each option of each player gets less than the value.
struct Draw {
    mixes: Mixes,
    losses: [Vec<f64>; 2],
}

/// The number of times that a resample takes each block, of the first and of the second half of encounters.
type Times = [Vec<u32>; 2];

impl Table {
    fn of(contenders: usize, matches: &[Match]) -> Result<Self, NoField> {
        let mut played = vec![None; contenders * contenders];
        let mut fights_as = [vec![false; contenders], vec![false; contenders]];
        for found in matches {
            played[found.party * contenders + found.enemies] = Some(found);
            fights_as[0][found.party] = true;
            fights_as[1][found.enemies] = true;
        }
        let encounters = matches.first().and_then(Match::encounters).unwrap_or_default();
        let sizes =
            (0..blocks(encounters)).map(|number| block(number, encounters)).map(|block| block.end - block.start);
        let sizes: Vec<u64> = sizes.collect();
        let is_split = !(0..contenders).any(|contender| fights_as[0][contender] && fights_as[1][contender]);
        let list = |side: &[bool]| (0..contenders).filter(|&contender| side[contender]).collect::<Vec<_>>();
        let (kind, options) = if is_split {
            (Kind::Sides, fights_as.each_ref().map(|side| list(side)))
        } else {
            (Kind::All, [(0..contenders).collect(), (0..contenders).collect()])
        };
        let of_pair = |row: usize, column: usize| {
            let half = |found: &Match| usize::from(found.first_index > 0);
            let as_party = played[row * contenders + column].map(|found| (half(found), found.points.clone()));
            let as_enemies = played[column * contenders + row].map(|found| {
                let points = found.points.iter().zip(&sizes).map(|(points, size)| 2 * size - points);
                (half(found), points.collect())
            });
            let met: Vec<(usize, Vec<u64>)> = as_party.into_iter().chain(as_enemies).collect();
            match met.is_empty() {
                true if row == column => Ok(Entry::Mirror),
                true => Err(NoField::Unmet),
                false => Ok(Entry::Met(met)),
            }
        };
        let pairs = options[0].iter().flat_map(|&row| options[1].iter().map(move |&column| (row, column)));
        let entries = pairs.map(|(row, column)| of_pair(row, column)).collect::<Result<Vec<_>, _>>()?;
        let place = |contender: usize| {
            let place = |player: usize| Some((player, options[player].iter().position(|&option| option == contender)?));
            place(0).or_else(|| place(1))
        };
        let places = (0..contenders).map(place).collect();
        let mut table = Self {
            kind,
            options,
            places,
            first_like: [vec![], vec![]],
            solved: [vec![], vec![]],
            entries,
            means: vec![],
            sizes,
        };
        let [rows, columns] = table.options.each_ref().map(Vec::len);
        let pairs = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        table.means = pairs.map(|(row, column)| table.payoff(0, row, column, None)).collect();
        for player in 0..2 {
            table.first_like[player] =
                (0..table.options[player].len()).map(|own| table.first_like(player, own)).collect();
            let first = &table.first_like[player];
            table.solved[player] = (0..first.len()).filter(|&own| first[own] == own).collect();
        }
        Ok(table)
    }

    fn entry(&self, player: usize, own: usize, other: usize) -> &Entry {
        let [row, column] = if player == 0 { [own, other] } else { [other, own] };
        &self.entries[row * self.options[1].len() + column]
    }

    /// The first option of a player with the same points in every block against everybody. If contenders meet each other, the two of
    /// a pair are never the same.
    fn first_like(&self, player: usize, own: usize) -> usize {
        if self.kind == Kind::All {
            return own;
        }
        let is_like = |&before: &usize| {
            (0..self.options[1 - player].len())
                .all(|other| self.entry(player, own, other) == self.entry(player, before, other))
        };
        (0..own).find(is_like).unwrap_or(own)
    }

    /// The payoff of an option of a player against one of the other's, in a resample or in all encounters.
    fn payoff(&self, player: usize, own: usize, other: usize, times: Option<&Times>) -> f64 {
        let Entry::Met(seatings) = self.entry(player, own, other) else { return 0.5 };
        let of_seating = |(half, points): &(usize, Vec<u64>)| {
            let times = |block: usize| times.map_or(1, |times| u64::from(times[*half][block]));
            let (mut got, mut all) = (0, 0);
            for (block, (points, size)) in points.iter().zip(&self.sizes).enumerate() {
                got += times(block) * points;
                all += times(block) * 2 * size;
            }
            got as f64 / all as f64
        };
        let mean = seatings.iter().map(of_seating).sum::<f64>() / seatings.len() as f64;
        if player == 0 { mean } else { 1.0 - mean }
    }

    /// The payoff of an option against another in all encounters.
    fn mean(&self, player: usize, own: usize, other: usize) -> f64 {
        let columns = self.options[1].len();
        if player == 0 { self.means[own * columns + other] } else { 1.0 - self.means[other * columns + own] }
    }

    /// The payoff of an option against another in a block.
    fn payoff_in_block(&self, player: usize, own: usize, other: usize, block: usize) -> f64 {
        let Entry::Met(seatings) = self.entry(player, own, other) else { return 0.5 };
        let size = (2 * self.sizes[block]) as f64;
        let mean = seatings.iter().map(|(_, points)| points[block] as f64 / size).sum::<f64>() / seatings.len() as f64;
        if player == 0 { mean } else { 1.0 - mean }
    }

    /// The game of the options that are the first of their kind.
    fn game(&self, times: Option<&Times>) -> Game {
        let [rows, columns] = &self.solved;
        let payoff = |row: usize, column: usize| self.payoff(0, rows[row], columns[column], times);
        match self.kind {
            Kind::Sides => Game::new(rows.len(), columns.len(), payoff),
            Kind::All => {
                // The payoffs of a pair of options add up to 1: each pair is computed once.
                let of_pairs: Vec<f64> = (0..rows.len())
                    .flat_map(|row| (0..row).map(move |column| (row, column)))
                    .map(|(row, column)| payoff(row, column))
                    .collect();
                let of_pair = |row: usize, column: usize| of_pairs[row * (row - 1) / 2 + column];
                Game::symmetric(rows.len(), |row, column| match row.cmp(&column) {
                    std::cmp::Ordering::Greater => of_pair(row, column),
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Less => 1.0 - of_pair(column, row),
                })
            }
        }
    }

    /// The loss of each option of each player in a game: the value of the game minus the payoff against the other's mix.
    fn losses(&self, game: &Game, mixes: &Mixes) -> [Vec<f64>; 2] {
        let losses = |player: usize| {
            let value = if player == 0 { mixes.value } else { 1.0 - mixes.value };
            let returns = game.returns(player, &mixes.weights[1 - player]);
            // An option that is like an earlier one stands for it in the game.
            let loss = |first: &usize| {
                let at = self.solved[player].binary_search(first).expect("the first of its like is solved");
                // A loss as small as a rounding error is none.
                Some(value - returns[at]).filter(|loss| *loss > 1e-8).map_or(0.0, rounded)
            };
            self.first_like[player].iter().map(loss).collect::<Vec<_>>()
        };
        let first = losses(0);
        let second = if self.kind == Kind::All { first.clone() } else { losses(1) };
        [first, second]
    }

    /// The game with blocks drawn again, as many times as it has time for.
    fn resampled(&self, around: &Equilibrium, seed: Seed) -> Vec<Draw> {
        let largest = self.options.iter().map(Vec::len).max().unwrap_or(1);
        let resamples = (WORK / largest.max(1)).clamp(RESAMPLES_MIN, RESAMPLES_MAX);
        if (self.sizes.len() as u64) < BLOCKS_MIN { Vec::new() } else { self.resampled_times(around, seed, resamples) }
    }

    /// Draws as many blocks as there are, so many times, and solves each game; one whose linear program fails is left out. If there
    /// are several equilibria and few options, each game has the one in its middle, as that of all encounters is.
    fn resampled_times(&self, around: &Equilibrium, seed: Seed, resamples: usize) -> Vec<Draw> {
        let blocks = self.sizes.len();
        let is_central = !around.is_unique && self.solved.iter().all(|options| options.len() <= CENTRAL_MAX);
        let draw = |&number: &u64| {
            // Streams that no encounter has: continuations have dice of their own.
            let encounter = RunKey::new(seed).encounter(EncounterIndex(number)).branch(u32::MAX, u32::MAX);
            let times: Times = [0, 1].map(|half: u16| {
                let mut words = encounter.slot(0, half);
                let mut times = vec![0; blocks];
                for _ in 0..blocks {
                    let drawn = (words.next_word() >> 32) * blocks as u64;
                    times[(drawn >> 32) as usize] += 1;
                }
                times
            });
            let game = self.game(Some(&times));
            let mixes = if is_central {
                game.central_equilibrium()?.mixes
            } else {
                game.equilibrium(Some(&around.mixes)).or_else(|| game.equilibrium(None))?
            };
            let losses = self.losses(&game, &mixes);
            Some(Draw { mixes, losses })
        };
        map_all(&(0..resamples as u64).collect::<Vec<_>>(), draw).into_iter().flatten().collect()
    }
}

/// Comparisons of the options of a player by their blocks.
struct Comparing<'a> {
    table: &'a Table,
    confidence: f64,
}

impl Comparing<'_> {
    fn options(&self, player: usize) -> usize {
        self.table.options[player].len()
    }

    /// The players whose options are compared.
    fn players(&self) -> Range<usize> {
        if self.table.kind == Kind::All { 0..1 } else { 0..2 }
    }

    fn advantage(&self, player: usize, [one, two]: [usize; 2], other: usize) -> f64 {
        self.table.mean(player, one, other) - self.table.mean(player, two, other)
    }

    /// The number of standard errors that the mean of an advantage has to be above 0 to be sure: by Student's one-sided test over the
    /// blocks, at a level of the chance of any error shared out among so many comparisons.
    fn reach(&self, comparisons: usize) -> f64 {
        let level = (1.0 - self.confidence) / comparisons.max(1) as f64;
        student((self.table.sizes.len() as u64).saturating_sub(1), 1.0 - 2.0 * level)
    }

    /// Whether an option surely gets more than another against an opponent: see [`reach`](Self::reach).
    fn is_sure(&self, player: usize, [one, two]: [usize; 2], other: usize, reach: f64) -> bool {
        let table = self.table;
        let blocks = table.sizes.len();
        if (blocks as u64) < BLOCKS_MIN {
            return false;
        }
        let difference = |block: usize| {
            table.payoff_in_block(player, one, other, block) - table.payoff_in_block(player, two, other, block)
        };
        let differences: Vec<f64> = (0..blocks).map(difference).collect();
        let n = blocks as f64;
        let mean = differences.iter().sum::<f64>() / n;
        let squares: f64 = differences.iter().map(|value| (value - mean) * (value - mean)).sum();
        let error = (squares / (n - 1.0) / n).sqrt();
        mean > 0.0 && mean > reach * error
    }

    /// The option that does better than another against everybody; `None` if there is none. To say so for one pair wrongly, a comparison
    /// with an opponent against whom it is not so has to be wrong: so each comparison has the whole level of its pair (an
    /// intersection-union test), and pairs share the level.
    fn dominated(&self, player: usize, own: usize) -> Option<Dominated> {
        let others = self.options(1 - player);
        let least = |better: usize| {
            let mut least = f64::INFINITY;
            for other in 0..others {
                least = least.min(self.advantage(player, [better, own], other));
                if least <= 0.0 {
                    return None;
                }
            }
            Some((better, least))
        };
        let mut dominators: Vec<(usize, f64)> = (0..self.options(player)).filter_map(least).collect();
        dominators.sort_by(|(_, left), (_, right)| right.total_cmp(left));
        let pairs = self.players().map(|player| self.options(player) * (self.options(player) - 1)).sum();
        let reach = self.reach(pairs);
        let is_sure = |better: usize| (0..others).all(|other| self.is_sure(player, [better, own], other, reach));
        let sure = dominators.iter().find(|(better, _)| is_sure(*better));
        let &(by, advantage) = sure.or(dominators.first())?;
        let by = self.table.options[player][by];
        Some(Dominated { by, dominators: dominators.len(), advantage: rounded(advantage), is_sure: sure.is_some() })
    }

    /// The best response to each contender, in the order of the players and of their opponents.
    fn answers(&self) -> Vec<Answer> {
        let ordered = |player: usize| self.options(player) * (self.options(player) - 1) * self.options(1 - player);
        let reach = self.reach(self.players().map(ordered).sum());
        let answer = |&(player, other): &(usize, usize)| {
            let payoffs: Vec<f64> = (0..self.options(player)).map(|own| self.table.mean(player, own, other)).collect();
            let best = (0..payoffs.len()).rev().max_by(|&left, &right| payoffs[left].total_cmp(&payoffs[right]))?;
            let like = &self.table.first_like[player];
            let is_rival = |&own: &usize| like[own] != like[best] && !self.is_sure(player, [best, own], other, reach);
            let rivals = (0..payoffs.len()).filter(is_rival).map(|own| self.table.options[player][own]).collect();
            let [best_contender, to] = [self.table.options[player][best], self.table.options[1 - player][other]];
            Some(Answer { to, best: best_contender, payoff: rounded(payoffs[best]), rivals })
        };
        let all: Vec<(usize, usize)> =
            self.players().flat_map(|player| (0..self.options(1 - player)).map(move |other| (player, other))).collect();
        map_all(&all, answer).into_iter().flatten().collect()
    }
}

/// The interval of a number from its percentiles over resamples; it holds the number itself. `None` without resamples.
fn percentiles(draws: &[Draw], number: &dyn Fn(&Draw) -> f64, own: f64, confidence: f64) -> Option<Interval> {
    let mut values: Vec<f64> = draws.iter().map(number).collect();
    values.sort_by(f64::total_cmp);
    let beyond = ((1.0 - confidence) / 2.0 * values.len() as f64) as usize;
    let (lo, hi) = (values.get(beyond)?, values.get(values.len().checked_sub(1 + beyond)?)?);
    Some(Interval { lo: rounded(lo.min(own)), hi: rounded(hi.max(own)) })
}

#[cfg(test)]
mod tests;
