//! The changes of the odds during sampled fights, estimated by continuations within continuations.
//!
//! At each moment of a fight the next step is played several times, each time with other dice, and the fight is continued several
//! times after each. Together they estimate how likely the party was to win at the moment; the spread of the alternatives estimates
//! how uncertain its odds after the step were. Alternatives that lead to one state share their continuations. Two errors are taken
//! off. The alternatives lie farther apart than the truth, since each is estimated: the variance of that is subtracted (one-way
//! analysis of variance). And the odds of neighbouring moments differ more than the truth, by the [excess] of estimates with their
//! error: that of the difference that was found is subtracted. A step whose alternatives are all one state moves nothing, and is
//! known to.
//!
//! Every moment has dice of its own ([branches](Seeded::branch)), and every fight its own moments. So the fights of a sample are
//! independent, and the spread between them holds both errors: that of the sample and that of the continuations.

use std::ops::Range;

use equipoise_engine::dice::Seeded;
use equipoise_engine::exact::{ALMOST_LOST, is_open};
use equipoise_engine::{EncounterIndex, Moment, Ruleset, Seed, Side, Silent, Winner, Workspace, fight_from};
use statrs::distribution::{Continuous, ContinuousCDF, Normal};

use super::Nested;
use crate::kernel::batches::in_batches;
use crate::kernel::run::Watch;
use crate::stats::rounded_to_grid;
use crate::studies::replay::{Before, continue_once, follow};

/// Fights in a batch at the most.
const BATCH: u64 = 64;

/// The changes of the odds during one fight, as far as its continuations show them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct OfFight {
    /// The sum of the swings, without their error.
    pub(super) surprise: f64,
    /// The same with their error.
    pub(super) uncorrected: f64,
    /// The sum of the standard deviations of the next odds.
    pub(super) suspense: f64,
    pub(super) crossings: u32,
    pub(super) steps: u32,
    /// The side that won after it was almost lost.
    pub(super) comeback: Option<Side>,
    /// For each round after which the fight went on: whether it was open.
    pub(super) open: Vec<bool>,
}

/// The odds at a moment, as alternatives of the next step show them.
#[derive(Debug, Clone, Copy)]
struct Odds {
    /// The shares of the party and of the enemies.
    wins: [f64; 2],
    /// The error variance of the party's share.
    error: f64,
    /// The standard deviation of the party's odds after the next step.
    next: f64,
    /// Whether the next step leads to one state, whatever the dice show.
    is_certain: bool,
}

/// Samples the first fights of a seed; `None` after an interrupt.
pub(super) fn play<R: Ruleset>(
    rules: &R,
    seed: Seed,
    encounters: u64,
    nested: Nested,
    watch: &Watch,
) -> Option<Vec<OfFight>> {
    let make = || (Player::new(rules, seed, nested), Vec::new());
    let play = |(player, fights): &mut (Player<R>, Vec<(u64, OfFight)>), batch: Range<u64>| {
        fights.extend(batch.map(|index| (index, player.fight(EncounterIndex(index)))));
    };
    let played = in_batches(&(0..encounters), BATCH, watch, make, play);
    let mut fights: Vec<(u64, OfFight)> = played.into_iter().flat_map(|(_, fights)| fights).collect();
    // Sums of fractions depend on their order, and threads take fights in any.
    fights.sort_by_key(|(index, _)| *index);
    (fights.len() as u64 == encounters).then(|| fights.into_iter().map(|(_, fight)| fight).collect())
}

/// Alternatives of a step that all led to the same state or to the same end.
struct Led<S> {
    to: Result<(Moment, S), Winner>,
    /// The number of alternatives.
    times: u32,
    /// The numbers of continuations that the party and the enemies won.
    won: [u32; 2],
}

impl Odds {
    /// The odds of a moment from the alternatives of its next step. Those that led to one state are estimates of one number, with an error that
    /// they share: it is taken off the variance between the alternatives.
    fn of<S>(targets: &[Led<S>], Nested { alternatives, continuations }: Nested, is_certain: bool) -> Self {
        let [all, each] = [alternatives, continuations].map(f64::from);
        let share = |led: &Led<S>, side: usize| f64::from(led.won[side]) / (f64::from(led.times) * each);
        let wins =
            [0, 1].map(|side| targets.iter().map(|led| f64::from(led.times) / all * share(led, side)).sum::<f64>());
        let (mut between, mut shared, mut error) = (0.0, 0.0, 0.0);
        for led in targets {
            let (times, party) = (f64::from(led.times), share(led, 0));
            between += times * (party - wins[0]).powi(2);
            if led.to.is_ok() {
                let own = party * (1.0 - party) / (times * each - 1.0);
                shared += own * (times - times * times / all);
                error += own * (times / all).powi(2);
            }
        }
        let variance = ((between - shared) / (all - 1.0)).max(0.0);
        let next = if is_certain { 0.0 } else { variance.sqrt() };
        Self { wins, error: variance / all + error, next, is_certain }
    }
}

struct Player<'a, R: Ruleset> {
    rules: &'a R,
    seed: Seed,
    nested: Nested,
    dice: Seeded,
    workspace: Workspace<R>,
}

/// One alternative of a step, with one continuation after it.
struct Alternative<S> {
    /// The next moment with its state; `None` if the step ends the fight.
    next: Option<(Moment, S)>,
    /// The winner of one continuation from there.
    winner: Winner,
}

impl<'a, R: Ruleset> Player<'a, R> {
    fn new(rules: &'a R, seed: Seed, nested: Nested) -> Self {
        Self { rules, seed, nested, dice: Seeded::new(seed), workspace: Workspace::new(rules) }
    }

    fn fight(&mut self, index: EncounterIndex) -> OfFight {
        let followed = follow(self.rules, &mut self.workspace, self.seed, index);
        let steps = &followed.steps;
        let odds = (0..steps.len()).map(|number| self.odds(index, &steps[number], steps.get(number + 1)));
        let odds: Vec<Odds> = odds.collect();
        let won = Winner::ALL.map(|winner| f64::from(u8::from(winner == followed.outcome.winner)));
        let end = Odds { wins: [won[0], won[1]], error: 0.0, next: 0.0, is_certain: true };
        let mut fight = OfFight { steps: odds.len() as u32, ..OfFight::default() };
        let (mut favourite, mut was_almost_lost) = (None, [false; 2]);
        for (number, odds_before) in odds.iter().enumerate() {
            note(odds_before, &mut favourite, &mut was_almost_lost, &mut fight);
            let after = odds.get(number + 1).unwrap_or(&end);
            fight.suspense += odds_before.next;
            if !odds_before.is_certain {
                let swing = (after.wins[0] - odds_before.wins[0]).abs();
                fight.uncorrected += swing;
                fight.surprise += swing - excess(swing, (odds_before.error + after.error).sqrt());
            }
            if followed.steps[number].moment.is_round_over {
                fight.open.push(is_open(odds_before.wins[0]));
            }
        }
        note(&end, &mut favourite, &mut [false; 2], &mut fight);
        fight.comeback = followed.outcome.winner.side().filter(|side| was_almost_lost[side.index()]);
        fight
    }

    /// The odds at a moment of a fight; `after` is where its next step led, `None` if it ended the fight.
    fn odds(&mut self, index: EncounterIndex, before: &Before<R::State>, after: Option<&Before<R::State>>) -> Odds {
        let Nested { alternatives, continuations } = self.nested;
        let mut targets: Vec<Led<R::State>> = Vec::new();
        for j in 0..alternatives {
            let Alternative { next, winner } = self.alternative(index, before, j);
            let mut won = [0_u32; 4];
            won[winner.index()] += 1;
            if let Some((moment, state)) = &next {
                let from = Before::at(*moment, state.clone());
                // The first continuations of a moment are the alternatives of its own fight, and those of others come after.
                let start = alternatives + j * continuations;
                for k in start + 1..start + continuations {
                    let winner = continue_once(self.rules, &mut self.workspace, &mut self.dice, index, &from, k);
                    won[winner.index()] += 1;
                }
            } else {
                won = won.map(|won| won * continuations);
            }
            let to = next.map(|(moment, state)| (moment, self.forgotten(&state))).ok_or(winner);
            let [party, enemies, ..] = won;
            match targets.iter_mut().find(|known| known.to == to) {
                Some(known) => {
                    known.times += 1;
                    known.won = [known.won[0] + party, known.won[1] + enemies];
                }
                None => targets.push(Led { to, times: 1, won: [party, enemies] }),
            }
        }
        let after = after.map(|after| (after.moment, self.forgotten(&after.state)));
        let is_certain = targets.len() == 1 && after.is_some_and(|after| targets[0].to == Ok(after));
        Odds::of(&targets, self.nested, is_certain)
    }

    /// The parts of a state that later rules read.
    fn forgotten(&self, state: &R::State) -> R::State {
        let mut state = state.clone();
        self.rules.forget(&mut state);
        state
    }

    /// The `j`-th alternative of the next step, with its continuation to the end.
    fn alternative(&mut self, index: EncounterIndex, before: &Before<R::State>, j: u32) -> Alternative<R::State> {
        let Self { rules, dice, workspace, .. } = self;
        workspace.state.clone_from(&before.state);
        dice.branch(index, before.moment, j);
        let mut next = None;
        let outcome = fight_from(*rules, workspace, before.moment, dice, &mut Silent, |moment, state, _, _| {
            let is_over = moment.is_round_over && moment.round >= rules.rounds_max();
            if moment.step == before.moment.step + 1 && !is_over {
                next = Some((moment, state.clone()));
            }
        });
        Alternative { next, winner: outcome.winner }
    }
}

/// By how much the distance of two estimates exceeds the true one on average, if that is `distance` and the difference of the estimates has this
/// normal standard error: the mean of a folded normal variable, less the distance.
fn excess(distance: f64, error: f64) -> f64 {
    if error <= 0.0 {
        return 0.0;
    }
    let distance = distance / error;
    let normal = Normal::standard();
    error * rounded_to_grid(2.0 * (normal.pdf(distance) - distance * normal.cdf(-distance)))
}

/// Takes note of odds on their way: who is the favourite, and who is almost lost, as far as that is clear by one standard error.
fn note(odds: &Odds, favourite: &mut Option<Side>, was_almost_lost: &mut [bool; 2], fight: &mut OfFight) {
    let error = odds.error.sqrt();
    let party = odds.wins[0];
    let now = match () {
        () if party > 0.5 + error => Some(Side::Party),
        () if party < 0.5 - error => Some(Side::Enemies),
        () => *favourite,
    };
    if favourite.is_some_and(|before| now != Some(before)) {
        fight.crossings += 1;
    }
    *favourite = now;
    for side in Side::ALL {
        was_almost_lost[side.index()] |= odds.wins[side.index()] + error < ALMOST_LOST;
    }
}

#[cfg(test)]
mod tests {
    use super::excess;

    /// Two estimates of one value lie apart by the mean of a folded normal variable, and far ones by what their values do.
    #[test]
    fn the_excess_is_that_of_a_folded_normal_variable() {
        assert!((excess(0.0, 0.3) - 0.3 * (2.0 / std::f64::consts::PI).sqrt()).abs() < 1e-11);
        assert!(excess(3.0, 0.3).abs() < 1e-11);
        assert_eq!(excess(0.2, 0.0).to_bits(), 0.0_f64.to_bits());
        // The mean of |d + e| by the midpoints of 20,000 slices.
        let (distance, error) = (0.02_f64, 0.03_f64);
        let slices = 20_000;
        let mean: f64 = (0..slices)
            .map(|slice| {
                let z = -8.0 + 16.0 * (f64::from(slice) + 0.5) / f64::from(slices);
                let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
                (distance + error * z).abs() * density * 16.0 / f64::from(slices)
            })
            .sum();
        assert!((excess(distance, error) - (mean - distance)).abs() < 1e-8);
    }
}
