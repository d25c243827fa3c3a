//! Finding the fight that a single step turned farthest.

use std::cmp::Reverse;
use std::ops::Range;

use equipoise_engine::dice::Seeded;
use equipoise_engine::exact::{Budget, Observer, Unsolved, Values};
use equipoise_engine::{EncounterIndex, Ruleset, Seed, Silent, Winner, Workspace, fight};

use super::NotFound;
use super::odds::{Continuations, continue_once, continued, follow, turning_point};
use crate::kernel::batches::in_batches;
use crate::kernel::map::AllThreads;
use crate::kernel::run::Watch;
use crate::studies::method::Method;

/// Encounters in a batch at the most.
const BATCH: u64 = 512;
/// Continuations after each step by which candidates are found.
const CONTINUATIONS: u32 = 50;
/// Candidates whose odds are estimated with all continuations.
const CANDIDATES: usize = 32;
/// Swings are compared in units of this size, so that rounding errors of exact odds make no difference.
const UNIT: f64 = 1e-12;

/// A candidate: its largest swing, and its index, reversed so that the largest tuple has the lowest.
type Candidate = (u64, Reverse<u64>);

/// The largest swing of a fight that was won by `winner`, from the party's odds before each step.
fn largest(odds: &[f64], winner: Winner) -> u64 {
    let ended = f64::from(u8::from(winner == Winner::Party));
    let after = || odds.iter().skip(1).copied().chain([ended]);
    let swings: Vec<f64> = odds.iter().zip(after()).map(|(before, after)| after - before).collect();
    (swings[turning_point(swings.iter().copied())].abs() / UNIT).round() as u64
}

/// Searches the first encounters of a seed for the one with the largest swing of a single step, the first of equals, on the current
/// rayon pool. Where odds are estimated, candidates are found with a few continuations of each step, and chosen among by the
/// odds that a replay shows.
///
/// # Errors
/// If the exact solution is wanted and takes too much, and after an interrupt. The inner error says that there is no encounter.
pub fn find_turning_point<R: Ruleset>(
    rules: &R,
    seed: Seed,
    encounters: u64,
    method: &Method<Continuations>,
    observer: &dyn Observer,
    watch: &Watch,
) -> Result<Result<EncounterIndex, NotFound>, Unsolved> {
    let range = 0..encounters;
    let exact = |budget: Budget| by_values(rules, seed, &range, budget, observer, watch);
    let best = match *method {
        Method::Sample(sampling) => by_continuations(rules, seed, &range, sampling, watch)?,
        Method::Exact { limits } => exact(limits.into())?,
        Method::Auto { limits, sampling } => match exact(limits.into()) {
            Err(Unsolved::OverBudget { .. }) => by_continuations(rules, seed, &range, sampling, watch)?,
            found => found?,
        },
    };
    Ok(best.map(EncounterIndex).ok_or(NotFound::Empty))
}

fn by_values<R: Ruleset>(
    rules: &R,
    seed: Seed,
    range: &Range<u64>,
    budget: Budget,
    observer: &dyn Observer,
    watch: &Watch,
) -> Result<Option<u64>, Unsolved> {
    // The values are those of as many rounds as the longest fight has.
    let make = || (Workspace::new(rules), Seeded::new(seed), 0);
    let play = |(workspace, dice, longest): &mut (Workspace<R>, Seeded, u32), batch: Range<u64>| {
        for index in batch {
            dice.start(EncounterIndex(index));
            *longest = fight(rules, workspace, dice, &mut Silent).rounds.max(*longest);
        }
    };
    let silent = Watch { progress: &|_| (), ..*watch };
    let longest = in_batches(range, BATCH, &silent, make, play).into_iter().map(|(.., longest)| longest).max();
    let values = Values::up_to(longest.unwrap_or(0), rules, budget, &AllThreads, observer)?;
    let candidates = search(rules, seed, range, watch, |workspace, _, index| {
        let followed = follow(rules, workspace, seed, index);
        let value = |moment, state| values.at(moment, state).expect("a moment of a fight")[Winner::Party.index()];
        let odds: Vec<f64> = followed.steps.iter().map(|before| value(before.moment, &before.state)).collect();
        largest(&odds, followed.outcome.winner)
    })?;
    Ok(candidates.into_iter().max().map(|(_, Reverse(index))| index))
}

fn by_continuations<R: Ruleset>(
    rules: &R,
    seed: Seed,
    range: &Range<u64>,
    Continuations { continuations, .. }: Continuations,
    watch: &Watch,
) -> Result<Option<u64>, Unsolved> {
    let few = CONTINUATIONS.min(continuations);
    let mut candidates = search(rules, seed, range, watch, |workspace, dice, index| {
        let followed = follow(rules, workspace, seed, index);
        let wins = |before| {
            let winners = (0..few).map(|k| continue_once(rules, workspace, dice, index, before, k));
            winners.filter(|&winner| winner == Winner::Party).count()
        };
        let odds: Vec<f64> = followed.steps.iter().map(wins).map(|wins| wins as f64 / f64::from(few)).collect();
        largest(&odds, followed.outcome.winner)
    })?;
    candidates.sort_unstable_by(|left, right| right.cmp(left));
    candidates.truncate(CANDIDATES);
    let silent = Watch { progress: &|_| (), ..*watch };
    let mut best: Option<Candidate> = None;
    for (_, Reverse(index)) in candidates {
        let fight = (seed, EncounterIndex(index));
        let followed = follow(rules, &mut Workspace::new(rules), seed, EncounterIndex(index));
        let counts = continued(rules, fight, &followed.steps, continuations, &silent).ok_or(Unsolved::Interrupted)?;
        let share = |counts: [u32; 4]| f64::from(counts[Winner::Party.index()]) / f64::from(continuations);
        let odds: Vec<f64> = counts.into_iter().map(share).collect();
        best = best.max(Some((largest(&odds, followed.outcome.winner), Reverse(index))));
    }
    Ok(best.map(|(_, Reverse(index))| index))
}

/// The best candidates of a range, by a measure of each encounter.
fn search<R: Ruleset>(
    rules: &R,
    seed: Seed,
    range: &Range<u64>,
    watch: &Watch,
    measure: impl Fn(&mut Workspace<R>, &mut Seeded, EncounterIndex) -> u64 + Sync,
) -> Result<Vec<Candidate>, Unsolved> {
    let make = || (Workspace::new(rules), Seeded::new(seed), Vec::new(), 0);
    let play = |(workspace, dice, best, played): &mut (Workspace<R>, Seeded, Vec<Candidate>, u64),
                batch: Range<u64>| {
        *played += batch.end - batch.start;
        for index in batch {
            best.push((measure(workspace, dice, EncounterIndex(index)), Reverse(index)));
        }
        if best.len() > 2 * CANDIDATES {
            best.sort_unstable_by(|left, right| right.cmp(left));
            best.truncate(CANDIDATES);
        }
    };
    let (mut all, mut played) = (Vec::new(), 0);
    for (.., best, its) in in_batches(range, BATCH, watch, make, play) {
        all.extend(best);
        played += its;
    }
    if played < range.end - range.start { Err(Unsolved::Interrupted) } else { Ok(all) }
}
