//! Equilibria of zero-sum games in which each of two players has a list of options.
//!
//! In an equilibrium each player mixes its options so that the other gains nothing by leaving its own mix (J. von Neumann, "Zur
//! Theorie der Gesellschaftsspiele", 1928). A mix is the solution of a linear program. Few options of a large game are in it: the
//! program begins with some and takes up those that do best against what it found, until none gains (Brendan McMahan, Geoffrey Gordon
//! and Avrim Blum, "Planning in the presence of cost functions controlled by an adversary", 2003). Gains are computed from the payoffs
//! of the whole game, so that a mix is only returned if it is an equilibrium of it.
//!
//! Nothing here but sums, products and quotients: the same on every machine.

use microlp::{ComparisonOp, OptimizationDirection, Problem};

/// The most that a player may gain by leaving its mix.
const GAIN_MAX: f64 = 1e-9;
/// The same where rounding leaves no option to take up.
const GAIN_MAX_ROUNDED: f64 = 1e-6;
/// Weights up to this are 0: the linear program has its own rounding.
const WEIGHT_MIN: f64 = 1e-7;
/// Options that lose no more than this may be in an equilibrium.
const LOSS_MIN: f64 = 1e-7;
/// Mixes that differ by more than this in a weight are two.
const DIFFERENT: f64 = 1e-4;
/// The most options by which other equilibria are looked for.
const DIRECTIONS_MAX: usize = 24;

/// A game of two players that share out 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Game {
    /// The numbers of options of the row player and the column player.
    options: [usize; 2],
    /// The payoffs of the row player, row by row.
    payoffs: Vec<f64>,
    /// Whether both players have the same options and get the same with them.
    is_symmetric: bool,
}

/// A mix for each player.
#[derive(Debug, Clone, PartialEq)]
pub struct Mixes {
    /// The payoff of the row player.
    pub value: f64,
    /// The weights of each player's options: the row player's and the column player's.
    pub weights: [Vec<f64>; 2],
}

/// An equilibrium, and whether it is the only one.
#[derive(Debug, Clone, PartialEq)]
pub struct Equilibrium {
    /// The mixes.
    pub mixes: Mixes,
    /// Whether each player has no other mix with which it gets as much.
    pub is_unique: bool,
}

impl Game {
    /// A game whose players have options of their own; `payoff` is what the row player gets, from 0 to 1.
    pub fn new(rows: usize, columns: usize, payoff: impl Fn(usize, usize) -> f64) -> Self {
        let payoffs = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let payoffs = payoffs.map(|(row, column)| payoff(row, column)).collect();
        Self { options: [rows, columns], payoffs, is_symmetric: false }
    }

    /// A game in which both players have the same options: what an option gets against another and what that gets against it add up
    /// to 1.
    pub fn symmetric(options: usize, payoff: impl Fn(usize, usize) -> f64) -> Self {
        Self { is_symmetric: true, ..Self::new(options, options, payoff) }
    }

    /// The payoff of a player with one of its options against one of the other's.
    pub fn payoff(&self, player: usize, own: usize, other: usize) -> f64 {
        let columns = self.options[1];
        if player == 0 { self.payoffs[own * columns + other] } else { 1.0 - self.payoffs[other * columns + own] }
    }

    /// The payoffs of a player with each of its options against a mix of the other.
    pub fn returns(&self, player: usize, other: &[f64]) -> Vec<f64> {
        let others: Vec<(usize, f64)> = (0..).zip(other.iter().copied()).filter(|(_, weight)| *weight > 0.0).collect();
        let returned =
            |own: usize| others.iter().map(|&(other, weight)| weight * self.payoff(player, own, other)).sum::<f64>();
        (0..self.options[player]).map(returned).collect()
    }

    /// An equilibrium, found from the options of another game's or from those that do best against an even mix; `None` if the linear
    /// program fails.
    pub fn equilibrium(&self, start: Option<&Mixes>) -> Option<Mixes> {
        let mut taken = [0, 1].map(|player: usize| match start {
            Some(mixes) => (0..self.options[player]).filter(|&own| mixes.weights[player][own] > 0.0).collect(),
            None => self.against_all(player),
        });
        loop {
            let rows = self.best_mix(0, &taken)?;
            let columns = if self.is_symmetric { rows.clone() } else { self.best_mix(1, &taken)? };
            let returns = [self.returns(0, &columns), self.returns(1, &rows)];
            let [most, least] = [largest(&returns[0]), 1.0 - largest(&returns[1])];
            let mixes = Mixes { value: f64::midpoint(most, least), weights: [rows, columns] };
            if most - least <= GAIN_MAX {
                return Some(mixes);
            }
            let value = mixes.value;
            let grown = self.take_up(&mut taken, [most.min(value), 1.0 - value], &returns);
            if !grown {
                return (most - least <= GAIN_MAX_ROUNDED).then_some(mixes);
            }
        }
    }

    /// The equilibrium in the middle of all: of several, the mean of those that have most of an option whose weight is not the same in
    /// all (of the first two dozen options that may be in any). `None` if the linear program fails.
    pub fn central_equilibrium(&self) -> Option<Equilibrium> {
        let found = self.equilibrium(None)?;
        let players = if self.is_symmetric { 0..1 } else { 0..2 };
        let (mut weights, mut is_unique) = (found.weights.clone(), true);
        for player in players {
            let extremes = self.extremes(player, &found);
            let mixes = || extremes.iter().map(|(_, mix)| mix).chain([&found.weights[player]]);
            let varies = |option: usize| {
                let weights = || mixes().map(|mix| mix[option]);
                weights().fold(0.0, f64::max) - weights().fold(1.0, f64::min) > DIFFERENT
            };
            let varying: Vec<&Vec<f64>> =
                extremes.iter().filter(|(option, _)| varies(*option)).map(|(_, mix)| mix).collect();
            if !varying.is_empty() {
                is_unique = false;
                weights[player] = mean_of(&varying, self.options[player]);
            }
        }
        if self.is_symmetric {
            let [first, second] = &mut weights;
            second.clone_from(first);
        }
        Some(Equilibrium { mixes: Mixes { weights, ..found }, is_unique })
    }

    /// The options of a player that do best against an even mix: the first of them.
    fn against_all(&self, player: usize) -> Vec<usize> {
        let others = self.options[1 - player];
        let returns = self.returns(player, &vec![1.0 / others as f64; others]);
        let best = (0..returns.len()).rev().max_by(|&left, &right| returns[left].total_cmp(&returns[right]));
        best.into_iter().collect()
    }

    /// Takes up the options that gain most beyond what their player gets; whether there are any.
    fn take_up(&self, taken: &mut [Vec<usize>; 2], values: [f64; 2], returns: &[Vec<f64>; 2]) -> bool {
        let players = if self.is_symmetric { 0..1 } else { 0..2 };
        let mut is_grown = false;
        for player in players {
            let gains = |own: &usize| returns[player][*own] > values[player] && !taken[player].contains(own);
            let mut better: Vec<usize> = (0..self.options[player]).filter(gains).collect();
            better.sort_by(|&left, &right| returns[player][right].total_cmp(&returns[player][left]));
            better.truncate(1 + self.options[player] / 20);
            is_grown |= !better.is_empty();
            taken[player].extend(better);
            taken[player].sort_unstable();
        }
        if self.is_symmetric {
            let [first, second] = taken;
            second.clone_from(first);
        }
        is_grown
    }

    /// The mix of some options of a player that gets most where the other has some of its own.
    fn best_mix(&self, player: usize, taken: &[Vec<usize>; 2]) -> Option<Vec<f64>> {
        let mut program = Problem::new(OptimizationDirection::Maximize);
        let own: Vec<_> = taken[player].iter().map(|_| program.add_var(0.0, (0.0, 1.0))).collect();
        let value = program.add_var(1.0, (-1.0, 2.0));
        for &other in &taken[1 - player] {
            let payoffs = taken[player].iter().map(|&option| self.payoff(player, option, other));
            let terms = own.iter().copied().zip(payoffs).filter(|(_, payoff)| *payoff != 0.0);
            let terms: Vec<_> = terms.chain([(value, -1.0)]).collect();
            program.add_constraint(&terms[..], ComparisonOp::Ge, 0.0);
        }
        let all: Vec<_> = own.iter().map(|&variable| (variable, 1.0)).collect();
        program.add_constraint(&all[..], ComparisonOp::Eq, 1.0);
        let solution = program.solve().ok()?.into_solution().ok()?;
        let weights = own.iter().map(|&variable| solution.var_value(variable));
        Some(self.spread(player, &taken[player], weights))
    }

    /// For each option that may be in an equilibrium, a mix that has most of it and gets as much as any.
    fn extremes(&self, player: usize, found: &Mixes) -> Vec<(usize, Vec<f64>)> {
        let value = if player == 0 { found.value } else { 1.0 - found.value };
        let returns = self.returns(player, &found.weights[1 - player]);
        let able: Vec<usize> = (0..returns.len()).filter(|&own| returns[own] >= value - LOSS_MIN).collect();
        let most_of = |wanted: usize| {
            let mut program = Problem::new(OptimizationDirection::Maximize);
            let own: Vec<_> =
                able.iter().map(|&own| program.add_var(f64::from(u8::from(own == wanted)), (0.0, 1.0))).collect();
            for other in 0..self.options[1 - player] {
                let payoffs = able.iter().map(|&option| self.payoff(player, option, other));
                let terms: Vec<_> = own.iter().copied().zip(payoffs).filter(|(_, payoff)| *payoff != 0.0).collect();
                program.add_constraint(&terms[..], ComparisonOp::Ge, value - GAIN_MAX);
            }
            let all: Vec<_> = own.iter().map(|&variable| (variable, 1.0)).collect();
            program.add_constraint(&all[..], ComparisonOp::Eq, 1.0);
            let solution = program.solve().ok()?.into_solution().ok()?;
            let weights = own.iter().map(|&variable| solution.var_value(variable));
            let mix = self.spread(player, &able, weights);
            let worst = largest(&self.returns(1 - player, &mix));
            (worst <= 1.0 - value + GAIN_MAX_ROUNDED).then_some((wanted, mix))
        };
        if able.len() < 2 {
            return Vec::new();
        }
        able.iter().take(DIRECTIONS_MAX).filter_map(|&own| most_of(own)).collect()
    }

    /// The weights of some options as those of all, without what rounding left of none; they add up to 1.
    fn spread(&self, player: usize, taken: &[usize], weights: impl Iterator<Item = f64>) -> Vec<f64> {
        let mut mix = vec![0.0; self.options[player]];
        for (&option, weight) in taken.iter().zip(weights) {
            mix[option] = if weight > WEIGHT_MIN { weight } else { 0.0 };
        }
        let sum: f64 = mix.iter().sum();
        mix.iter().map(|weight| weight / sum).collect()
    }
}

fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// The mean of mixes; it gets what each of them gets.
fn mean_of(mixes: &[&Vec<f64>], options: usize) -> Vec<f64> {
    let sum = |option: usize| mixes.iter().map(|mix| mix[option]).sum::<f64>();
    (0..options).map(|option| sum(option) / mixes.len() as f64).collect()
}

#[cfg(test)]
mod tests {
    use equipoise_engine::rng::{EncounterIndex, RunKey, Seed};

    use super::*;

    fn near(found: &[f64], expected: &[f64]) {
        let is_near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-8);
        assert!(found.len() == expected.len() && is_near, "{found:?}, expected {expected:?}");
    }

    fn solved(payoffs: &[&[f64]]) -> Equilibrium {
        let game = Game::new(payoffs.len(), payoffs[0].len(), |row, column| payoffs[row][column]);
        game.central_equilibrium().expect("a small game")
    }

    /// Without a saddle point rows (a b; c d) mix (d - c) to (a - b), columns (d - b) to (a - c), and the value is
    /// (ad - bc) / (a + d - b - c). With 0.8, 0.3, 0.4, 0.6: 0.2 to 0.5, 0.3 to 0.4, 0.36 / 0.7.
    #[test]
    fn a_game_of_two_by_two_is_solved_by_its_formula() {
        let found = solved(&[&[0.8, 0.3], &[0.4, 0.6]]);
        near(&[found.mixes.value], &[0.36 / 0.7]);
        near(&found.mixes.weights[0], &[2.0 / 7.0, 5.0 / 7.0]);
        near(&found.mixes.weights[1], &[3.0 / 7.0, 4.0 / 7.0]);
        assert!(found.is_unique);
    }

    /// The least of the second row, 0.5, is the largest of its column: nobody leaves it.
    #[test]
    fn a_saddle_point_has_no_mix() {
        let found = solved(&[&[0.9, 0.2, 0.4], &[0.7, 0.5, 0.6], &[0.1, 0.4, 0.9]]);
        near(&[found.mixes.value], &[0.5]);
        near(&found.mixes.weights[0], &[0.0, 1.0, 0.0]);
        near(&found.mixes.weights[1], &[0.0, 1.0, 0.0]);
        assert!(found.is_unique);
    }

    /// Of three options that beat each other in a cycle each is mixed by the margin of the two others: the first beats the second by
    /// 0.1, the second the third by 0.2, the third the first by 0.3, so that the weights are 0.2, 0.3 and 0.1 of 0.6.
    #[test]
    fn a_cycle_is_mixed_by_the_margins_of_the_others() {
        let payoffs = [[0.5, 0.6, 0.2], [0.4, 0.5, 0.7], [0.8, 0.3, 0.5]];
        let game = Game::symmetric(3, |row, column| payoffs[row][column]);
        let found = game.central_equilibrium().expect("a small game");
        near(&[found.mixes.value], &[0.5]);
        near(&found.mixes.weights[0], &[1.0 / 3.0, 1.0 / 2.0, 1.0 / 6.0]);
        assert!(found.is_unique);
        near(&game.returns(0, &found.mixes.weights[1]), &[0.5; 3]);
    }

    /// Two options that are the same share their weight, and a game in which nothing matters mixes all alike.
    #[test]
    fn of_several_equilibria_that_in_the_middle_is_given() {
        let cycle = [[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]];
        let twin = |option: usize| option.min(2);
        let found = Game::symmetric(4, |row, column| cycle[twin(row)][twin(column)]);
        let found = found.central_equilibrium().expect("a small game");
        assert!(!found.is_unique);
        near(&found.mixes.weights[0], &[1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0]);
        let found = solved(&[&[0.3; 2], &[0.3; 2]]);
        near(&[found.mixes.value], &[0.3]);
        assert_eq!((found.mixes.weights, found.is_unique), ([vec![0.5; 2], vec![0.5; 2]], false));
    }

    /// Games of every size with payoffs from dice, on a coarse grid as well, so that many are equal: no option of either player gets
    /// more against the mix of the other.
    #[test]
    fn nobody_gains_by_leaving_an_equilibrium() {
        let mut words = RunKey::new(Seed(1)).encounter(EncounterIndex(0)).slot(0, 0);
        for (rows, columns) in [(1, 1), (1, 4), (3, 2), (5, 5), (12, 7), (30, 30), (60, 40)] {
            for grid in [4, 1 << 20] {
                let payoffs: Vec<f64> =
                    (0..rows * columns).map(|_| (words.next_word() % (grid + 1)) as f64 / grid as f64).collect();
                let game = Game::new(rows, columns, |row, column| payoffs[row * columns + column]);
                let symmetric = Game::symmetric(rows, |row, column| match row.cmp(&column) {
                    std::cmp::Ordering::Less => payoffs[row],
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 1.0 - payoffs[column],
                });
                for game in [game, symmetric] {
                    let found = game.central_equilibrium().expect("an equilibrium").mixes;
                    for (player, value) in [(0, found.value), (1, 1.0 - found.value)] {
                        let best = largest(&game.returns(player, &found.weights[1 - player]));
                        assert!((best - value).abs() < 2e-6, "{rows} by {columns}: {best} and {value}");
                        assert!((found.weights[player].iter().sum::<f64>() - 1.0).abs() < 1e-12);
                    }
                }
            }
        }
    }
}
