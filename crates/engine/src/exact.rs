//! The exact answer, from the same rules code as the Monte Carlo run: every branch of a round's dice with its chance,
//! equal states merged after each round.
//!
//! First the states that an encounter can be in between rounds are found, with the transitions out of each
//! ([`Enumerated`] dice). Then the probability mass is passed along them round by round, up to the round limit or until
//! the fights still going have a total chance below 1e-24, which no sum of doubles can feel. Metrics travel as first and
//! second moments beside the mass of a state, so that equal states still merge whatever was counted on the way.

use std::collections::HashMap;
use std::hash::Hash;

use thiserror::Error;

use crate::dice::Enumerated;
use crate::outcome::{EndState, Side, Winner};
use crate::ruleset::Ruleset;
use crate::trace::Counting;

/// Mass below which the fights still going are let go.
const NEGLIGIBLE: f64 = 1e-24;

/// How much the solver may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// States between rounds.
    pub states: usize,
    /// Transitions between them; one takes some 50 bytes.
    pub transitions: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { states: 250_000, transitions: 10_000_000 }
    }
}

/// Why there is no exact answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unsolved {
    /// There are more states than the budget allows.
    #[error(
        "too many states for the exact solution: {met} states and {transitions} transitions met after following \
         {followed} of them, with a budget of {} states and {} transitions", budget.states, budget.transitions
    )]
    OverBudget {
        /// Different states met.
        met: usize,
        /// Those whose transitions were worked out.
        followed: usize,
        /// Transitions found.
        transitions: usize,
        /// What was allowed.
        budget: Budget,
    },
    /// The caller asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// Mean and standard deviation of an integer that an encounter yields.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moments {
    /// Expected value.
    pub mean: f64,
    /// Standard deviation from one encounter to the next.
    pub sd: f64,
}

impl Moments {
    fn new(first: f64, second: f64) -> Self {
        Self { mean: first, sd: (second - first * first).max(0.0).sqrt() }
    }
}

/// The exact distribution of everything that a run estimates.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// Different states between rounds.
    pub states: usize,
    /// Chance of each [`Winner`].
    pub winners: [f64; 4],
    /// Rounds of an encounter.
    pub rounds: Moments,
    /// Chance of each number of rounds and winner: `by_round[rounds][winner]`.
    pub by_round: Vec<[f64; 4]>,
    /// Chance of each [`EndState`], by combatant in listed order.
    pub end_states: Vec<[f64; 4]>,
    /// Chance that somebody of the party dies.
    pub party_any_dead: f64,
    /// Chance that nobody of the party is left standing.
    pub party_all_out: f64,
    /// The metrics, in report order.
    pub metrics: Vec<Moments>,
}

/// Solves an encounter. `interrupted` is asked now and then.
///
/// # Errors
/// [`Unsolved::OverBudget`] when there are too many states, [`Unsolved::Interrupted`] when the caller says so.
pub fn solve<R: Ruleset>(rules: &R, budget: Budget, interrupted: &dyn Fn() -> bool) -> Result<Solution, Unsolved> {
    let graph = Graph::explore(rules, budget, interrupted)?;
    graph.propagate(rules, interrupted)
}

/// Counts the states of an encounter without solving it.
///
/// # Errors
/// As [`solve`].
pub fn count_states<R: Ruleset>(rules: &R, budget: Budget, interrupted: &dyn Fn() -> bool) -> Result<usize, Unsolved> {
    Graph::explore(rules, budget, interrupted).map(|graph| graph.states.len())
}

/// Where a transition leads: to a state, or out of the fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    State(u32),
    End(u32),
}

/// A way out of the fight: fights that end alike.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Ending {
    winner: Winner,
    end_states: Vec<EndState>,
}

#[derive(Debug)]
struct Transition {
    to: Target,
    chance: f64,
    /// Range in [`Graph::counted`].
    counted: (u32, u32),
}

/// What a transition adds to one metric: the sums of chance times count, and of chance times squared count, over its paths.
#[derive(Debug, Clone, Copy)]
struct Counted {
    metric: u16,
    first: f64,
    second: f64,
}

/// One path of the enumerator, before paths to the same place are merged.
struct Path {
    to: Target,
    chance: f64,
    counts: Vec<u32>,
}

struct Graph<S> {
    states: Vec<S>,
    numbers: HashMap<S, u32>,
    endings: Vec<Ending>,
    ending_numbers: HashMap<Ending, u32>,
    /// Out of the set-up first, then out of each state: ends of the ranges in `transitions`.
    bounds: Vec<usize>,
    transitions: Vec<Transition>,
    counted: Vec<Counted>,
}

/// Gives equal values the same number, in order of first sight.
fn number<T: Clone + Eq + Hash>(known: &mut Vec<T>, numbers: &mut HashMap<T, u32>, value: T) -> u32 {
    *numbers.entry(value).or_insert_with_key(|value| {
        known.push(value.clone());
        known.len() as u32 - 1
    })
}

impl<S: Default + Clone + Eq + Hash> Graph<S> {
    fn explore<R: Ruleset<State = S>>(
        rules: &R,
        budget: Budget,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Self, Unsolved> {
        let mut graph = Self {
            states: Vec::new(),
            numbers: HashMap::new(),
            endings: Vec::new(),
            ending_numbers: HashMap::new(),
            bounds: vec![0],
            transitions: Vec::new(),
            counted: Vec::new(),
        };
        graph.expand(rules, R::set_up, &S::default());
        let mut followed = 0;
        while followed < graph.states.len() {
            if graph.states.len() > budget.states || graph.transitions.len() > budget.transitions {
                let (met, transitions) = (graph.states.len(), graph.transitions.len());
                return Err(Unsolved::OverBudget { met, followed, transitions, budget });
            }
            if followed.is_multiple_of(256) && interrupted() {
                return Err(Unsolved::Interrupted);
            }
            let state = graph.states[followed].clone();
            graph.expand(rules, R::round, &state);
            followed += 1;
        }
        Ok(graph)
    }

    /// Takes every path of one step from one state.
    fn expand<R: Ruleset<State = S>>(
        &mut self,
        rules: &R,
        step: impl Fn(&R, &mut S, &mut Enumerated, &mut Counting<R::Counts>) -> Option<Winner>,
        from: &S,
    ) {
        let mut dice = Enumerated::new();
        let mut trace = Counting::new(rules.counts());
        let mut paths = Vec::new();
        while dice.next_path() {
            trace.reset();
            let mut state = from.clone();
            let winner = step(rules, &mut state, &mut dice, &mut trace);
            let to = if let Some(winner) = winner {
                rules.finish(&mut state, &mut dice, &mut trace);
                Target::End(self.ending(rules, &state, winner))
            } else {
                Target::State(number(&mut self.states, &mut self.numbers, state))
            };
            paths.push(Path { to, chance: dice.weight(), counts: trace.counts().to_vec() });
        }
        self.merge(paths);
    }

    fn ending<R: Ruleset<State = S>>(&mut self, rules: &R, state: &S, winner: Winner) -> u32 {
        let end_states = (0..rules.combatants().len()).map(|at| rules.end_state(state, at)).collect();
        number(&mut self.endings, &mut self.ending_numbers, Ending { winner, end_states })
    }

    fn merge(&mut self, mut paths: Vec<Path>) {
        paths.sort_by_key(|path| path.to);
        for same in paths.chunk_by(|a, b| a.to == b.to) {
            let start = self.counted.len() as u32;
            for metric in 0..same[0].counts.len() {
                let moment = |power: i32| {
                    same.iter().map(|path| path.chance * f64::from(path.counts[metric]).powi(power)).sum::<f64>()
                };
                let (first, second) = (moment(1), moment(2));
                if first > 0.0 {
                    self.counted.push(Counted { metric: metric as u16, first, second });
                }
            }
            let counted = (start, self.counted.len() as u32);
            let chance = same.iter().map(|path| path.chance).sum();
            self.transitions.push(Transition { to: same[0].to, chance, counted });
        }
        self.bounds.push(self.transitions.len());
    }

    /// The transitions of the set-up (0) or of state `at - 1`.
    fn out_of(&self, at: usize) -> &[Transition] {
        &self.transitions[self.bounds[at]..self.bounds[at + 1]]
    }

    fn propagate<R: Ruleset<State = S>>(
        mut self,
        rules: &R,
        interrupted: &dyn Fn() -> bool,
    ) -> Result<Solution, Unsolved> {
        let metrics = rules.metrics().len();
        let mut ended = Ended::new(self.endings.len(), metrics);
        let mut now = Masses::new(self.states.len(), metrics);
        let mut next = now.clone();
        let start = Masses { mass: vec![1.0], moments: vec![0.0; 2 * metrics], metrics };
        self.step(&start, 0, &mut now, &mut ended);
        let mut rounds = 0;
        while rounds < rules.rounds_max() as usize && now.mass.iter().sum::<f64>() > NEGLIGIBLE {
            if rounds.is_multiple_of(16) && interrupted() {
                return Err(Unsolved::Interrupted);
            }
            rounds += 1;
            next.clear();
            self.step(&now, 1, &mut next, &mut ended);
            std::mem::swap(&mut now, &mut next);
        }
        if rounds == rules.rounds_max() as usize {
            self.time_out(rules, &now, &mut ended);
        }
        Ok(self.solution(rules, &ended))
    }

    /// Passes the mass of `from` on by one step; `first` is the place of its first entry in [`out_of`](Self::out_of).
    fn step(&self, from: &Masses, first: usize, to: &mut Masses, ended: &mut Ended) {
        for (at, &mass) in from.mass.iter().enumerate() {
            if mass == 0.0 {
                continue;
            }
            for transition in self.out_of(first + at) {
                let counted = &self.counted[transition.counted.0 as usize..transition.counted.1 as usize];
                match transition.to {
                    Target::State(state) => to.take(state as usize, from, at, transition.chance, counted),
                    Target::End(way) => ended.latest.take(way as usize, from, at, transition.chance, counted),
                }
            }
        }
        ended.by_round.push([0.0; 4]);
        ended.close_step(&self.endings);
    }

    /// Ends what is still going when the round limit is reached.
    fn time_out<R: Ruleset<State = S>>(&mut self, rules: &R, now: &Masses, ended: &mut Ended) {
        for at in 0..self.states.len() {
            if now.mass[at] == 0.0 {
                continue;
            }
            let mut dice = Enumerated::new();
            let mut trace = Counting::new(rules.counts());
            while dice.next_path() {
                trace.reset();
                let mut state = self.states[at].clone();
                rules.finish(&mut state, &mut dice, &mut trace);
                let way = self.ending(rules, &state, Winner::Timeout) as usize;
                ended.grow(way + 1);
                let chance = dice.weight();
                let counted: Vec<_> = (trace.counts().iter().enumerate())
                    .map(|(metric, &count)| {
                        let count = f64::from(count);
                        Counted { metric: metric as u16, first: chance * count, second: chance * count * count }
                    })
                    .collect();
                ended.latest.take(way, now, at, chance, &counted);
            }
        }
        ended.close_step(&self.endings);
    }

    fn solution<R: Ruleset<State = S>>(&self, rules: &R, ended: &Ended) -> Solution {
        let sides: Vec<Side> = rules.combatants().iter().map(|combatant| combatant.side).collect();
        let mut winners = [0.0; 4];
        let mut end_states = vec![[0.0; 4]; sides.len()];
        let (mut party_any_dead, mut party_all_out) = (0.0, 0.0);
        for (ending, &mass) in self.endings.iter().zip(&ended.ways.mass) {
            winners[ending.winner.index()] += mass;
            for (at, end_state) in ending.end_states.iter().enumerate() {
                end_states[at][end_state.index()] += mass;
            }
            let mut party = sides.iter().zip(&ending.end_states).filter(|(side, _)| **side == Side::Party);
            party_any_dead += if party.clone().any(|(_, end)| *end == EndState::Dead) { mass } else { 0.0 };
            party_all_out += if party.all(|(_, end)| *end != EndState::Standing) { mass } else { 0.0 };
        }
        let moment = |power: i32| {
            let by_round = ended.by_round.iter().enumerate();
            by_round.map(|(rounds, mass)| (rounds as f64).powi(power) * mass.iter().sum::<f64>()).sum::<f64>()
        };
        let metrics = (0..ended.ways.metrics)
            .map(|metric| {
                let total = |place: usize| ended.ways.moments.iter().skip(place).step_by(2 * ended.ways.metrics).sum();
                Moments::new(total(metric), total(ended.ways.metrics + metric))
            })
            .collect();
        Solution {
            states: self.states.len(),
            winners,
            rounds: Moments::new(moment(1), moment(2)),
            by_round: ended.by_round.clone(),
            end_states,
            party_any_dead,
            party_all_out,
            metrics,
        }
    }
}

/// Probability mass by place, with the first and second moments of every metric weighed by it.
#[derive(Debug, Clone)]
struct Masses {
    mass: Vec<f64>,
    /// By place: the first moments of all metrics, then the second.
    moments: Vec<f64>,
    metrics: usize,
}

impl Masses {
    fn new(places: usize, metrics: usize) -> Self {
        Self { mass: vec![0.0; places], moments: vec![0.0; 2 * metrics * places], metrics }
    }

    fn clear(&mut self) {
        self.mass.fill(0.0);
        self.moments.fill(0.0);
    }

    fn grow(&mut self, places: usize) {
        if places > self.mass.len() {
            self.mass.resize(places, 0.0);
            self.moments.resize(2 * self.metrics * places, 0.0);
        }
    }

    /// Takes over a share of what stands at `from[at]`. With X counted before and C on the way, the mean of X + C grows
    /// by that of C, and its second moment by 2 X C + C^2.
    fn take(&mut self, place: usize, from: &Self, at: usize, chance: f64, counted: &[Counted]) {
        let width = 2 * self.metrics;
        let mass = from.mass[at];
        self.mass[place] += mass * chance;
        let mine = &mut self.moments[width * place..width * (place + 1)];
        let theirs = &from.moments[width * at..width * (at + 1)];
        for (mine, theirs) in mine.iter_mut().zip(theirs) {
            *mine += chance * theirs;
        }
        for &Counted { metric, first, second } in counted {
            let metric = usize::from(metric);
            mine[metric] += first * mass;
            mine[self.metrics + metric] += 2.0 * first * theirs[metric] + second * mass;
        }
    }
}

/// What has ended, by ending.
struct Ended {
    /// By step: mass by winner.
    by_round: Vec<[f64; 4]>,
    /// What ended in the latest step alone.
    latest: Masses,
    ways: Masses,
    /// What rounding took from `ways`: late rounds bring masses too small to be felt one by one.
    lost: Masses,
}

impl Ended {
    fn new(ways: usize, metrics: usize) -> Self {
        let empty = Masses::new(ways, metrics);
        Self { by_round: Vec::new(), latest: empty.clone(), ways: empty.clone(), lost: empty }
    }

    fn grow(&mut self, ways: usize) {
        for masses in [&mut self.latest, &mut self.ways, &mut self.lost] {
            masses.grow(ways);
        }
    }

    /// Books the latest step under the last entry of `by_round`.
    fn close_step(&mut self, endings: &[Ending]) {
        let round = self.by_round.last_mut().expect("a step comes before");
        for (ending, mass) in endings.iter().zip(&self.latest.mass) {
            round[ending.winner.index()] += mass;
        }
        add_compensated(&mut self.ways.mass, &mut self.lost.mass, &self.latest.mass);
        add_compensated(&mut self.ways.moments, &mut self.lost.moments, &self.latest.moments);
        self.latest.clear();
    }
}

/// Adds `more` to `sums`, keeping what rounding takes (Kahan, "Further remarks on reducing truncation errors", 1965).
fn add_compensated(sums: &mut [f64], lost: &mut [f64], more: &[f64]) {
    for ((sum, lost), more) in sums.iter_mut().zip(lost).zip(more) {
        let corrected = more - *lost;
        let total = *sum + corrected;
        *lost = (total - *sum) - corrected;
        *sum = total;
    }
}
