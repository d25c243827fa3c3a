//! Finding an encounter worth replaying: the longest, the shortest, an upset, the closest, the median.
//!
//! All encounters of a range are played once and each thread keeps its best candidates. Ties go to the lowest index, so
//! that the result does not depend on which thread played which encounter.

use std::cmp::{self, Reverse};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use equipoise_engine::{Balance, EncounterIndex, Outcome, Ruleset, Seed, Silent};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::kernel::batches::in_batches;
use crate::kernel::play::{Course, Player};
use crate::kernel::run::Watch;
use crate::stats::quantile;

/// Encounters in a batch: few, since replays search short ranges.
const BATCH: u64 = 512;

/// The property by which an encounter is chosen. Of several that qualify equally it is the one with the lowest index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Criterion {
    /// The most rounds.
    Longest,
    /// The fewest rounds.
    Shortest,
    /// Won by the underdog, the side that wins less often in the range, in the fewest rounds. None where that side
    /// never wins, or where both win equally often.
    Upset,
    /// The loser had at some moment been further ahead ([`Ruleset::lead`]) than the loser of any other encounter; of
    /// several such encounters the one with the most rounds. None where no side ever wins.
    Closest,
    /// A usual fight: it ends as most of the range do (the party wins, the enemies win, a draw, a timeout; the earlier of these
    /// words of equally many), after as many rounds as the median of those.
    Median,
}

impl Criterion {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Longest, Self::Shortest, Self::Upset, Self::Closest, Self::Median];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Longest => "longest",
            Self::Shortest => "shortest",
            Self::Upset => "upset",
            Self::Closest => "closest",
            Self::Median => "median",
        }
    }
}

/// The reason why a search finds no encounter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NotFound {
    /// There are no encounters in the range.
    #[error("there is none")]
    Empty,
    /// There is no upset: no side is the underdog, or it never wins.
    #[error("no side wins less often than the other and still wins")]
    NoUpset,
    /// Nothing is close, since no side ever wins.
    #[error("no fight is won")]
    NoWinner,
    /// No encounter fulfils the condition.
    #[error("none fulfils the condition")]
    Unfulfilled,
    /// The search was interrupted: what it had found so far would depend on when the interrupt came.
    #[error("the search was interrupted")]
    Interrupted,
}

/// Searches a range of encounters, on the current rayon pool.
///
/// # Errors
/// If no encounter qualifies, or an interrupt came before the end of the range.
pub fn find<R: Ruleset>(
    rules: &R,
    seed: Seed,
    range: Range<u64>,
    criterion: Criterion,
    watch: &Watch,
) -> Result<EncounterIndex, NotFound> {
    let length = range.end.saturating_sub(range.start);
    let make = || (Player::new(rules, seed, Silent), Best::default());
    // The least index of a fight than which none can be longer: what comes after it need not be played.
    let unsurpassed = AtomicU64::new(u64::MAX);
    let play = |(player, best): &mut (Player<R, Silent>, Best), batch: Range<u64>| {
        if batch.start > unsurpassed.load(Ordering::Relaxed) {
            best.encounters += batch.end - batch.start;
            return;
        }
        player.play(rules, batch, |sample| {
            best.add(sample.index, sample.outcome, *sample.lead);
            if criterion == Criterion::Longest && sample.outcome.rounds >= rules.rounds_max() {
                unsurpassed.fetch_min(sample.index, Ordering::Relaxed);
            }
        });
    };
    let searchers = in_batches(&range, BATCH, watch, make, play);
    let best = searchers.into_iter().map(|(_, best)| best).fold(Best::default(), Best::merge);
    if best.encounters < length {
        return Err(NotFound::Interrupted);
    }
    best.index(criterion).map(EncounterIndex).ok_or(match criterion {
        Criterion::Upset if length > 0 => NotFound::NoUpset,
        Criterion::Closest if length > 0 => NotFound::NoWinner,
        _ => NotFound::Empty,
    })
}

/// The largest lead of each side after the set-up or any round.
#[derive(Debug, Clone, Copy)]
struct Peaks([i32; 2]);

impl Default for Peaks {
    fn default() -> Self {
        Self([i32::MIN; 2])
    }
}

impl Course for Peaks {
    #[inline(always)]
    fn watch(&mut self, balance: Balance) {
        let (Self([party, enemies]), lead) = (*self, balance.lead());
        *self = Self([party.max(lead), enemies.max(-lead)]);
    }
}

/// The best candidate for every criterion, among the encounters played so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Best {
    encounters: u64,
    /// By number of rounds and winner: how many encounters ended so, and the lowest index among them.
    by_rounds: Vec<[(u64, u64); 4]>,
    /// By side: encounters won, and the quickest of them as (rounds, index).
    won: [(u64, Option<(u32, u64)>); 2],
    /// (the loser's largest lead, rounds, index) of the closest encounter. The index is reversed, so that the greatest
    /// tuple has the lowest index.
    closest: Option<(i32, u32, Reverse<u64>)>,
}

/// No encounter of any winner.
const NONE: [(u64, u64); 4] = [(0, u64::MAX); 4];

impl Best {
    fn add(&mut self, index: u64, outcome: Outcome, Peaks(peaks): Peaks) {
        self.encounters += 1;
        let rounds = outcome.rounds as usize;
        if rounds >= self.by_rounds.len() {
            self.by_rounds.resize(rounds + 1, NONE);
        }
        let (count, first) = &mut self.by_rounds[rounds][outcome.winner.index()];
        (*count, *first) = (*count + 1, index.min(*first));
        let Some(winner) = outcome.winner.side() else { return };
        let (wins, quickest) = &mut self.won[winner.index()];
        *wins += 1;
        *quickest = lesser(*quickest, Some((outcome.rounds, index)));
        let candidate = (peaks[winner.other().index()], outcome.rounds, Reverse(index));
        self.closest = self.closest.max(Some(candidate));
    }

    fn merge(mut self, other: Self) -> Self {
        self.encounters += other.encounters;
        if self.by_rounds.len() < other.by_rounds.len() {
            self.by_rounds.resize(other.by_rounds.len(), NONE);
        }
        for (mine, theirs) in self.by_rounds.iter_mut().flatten().zip(other.by_rounds.into_iter().flatten()) {
            *mine = (mine.0 + theirs.0, mine.1.min(theirs.1));
        }
        for (mine, theirs) in self.won.iter_mut().zip(other.won) {
            *mine = (mine.0 + theirs.0, lesser(mine.1, theirs.1));
        }
        self.closest = self.closest.max(other.closest);
        self
    }

    /// The encounter that a criterion chooses, if one qualifies.
    fn index(&self, criterion: Criterion) -> Option<u64> {
        let first_of = |ends: &[(u64, u64); 4]| ends.iter().map(|&(_, first)| first).min();
        let occurs = |ends: &&[(u64, u64); 4]| ends.iter().any(|&(count, _)| count > 0);
        match criterion {
            Criterion::Longest => self.by_rounds.iter().rfind(occurs).and_then(first_of),
            Criterion::Shortest => self.by_rounds.iter().find(occurs).and_then(first_of),
            Criterion::Median => {
                let ended = |winner: usize| self.by_rounds.iter().map(|ends| ends[winner].0).sum::<u64>();
                // Of equally many the first: `max_by_key` takes the last of equals.
                let usual = (0..4).rev().max_by_key(|&winner| ended(winner)).filter(|&winner| ended(winner) > 0)?;
                let counts = self.by_rounds.iter().map(|ends| ends[usual].0);
                let median = quantile::of_counts((0..).zip(counts), 50);
                self.by_rounds.get(median as usize).map(|ends| ends[usual].1)
            }
            Criterion::Upset => {
                let [party, enemies] = self.won;
                let underdog = match party.0.cmp(&enemies.0) {
                    cmp::Ordering::Less => party,
                    cmp::Ordering::Greater => enemies,
                    cmp::Ordering::Equal => return None,
                };
                underdog.1.map(|(_, index)| index)
            }
            Criterion::Closest => self.closest.map(|(_, _, Reverse(index))| index),
        }
    }
}

/// The lesser of two (rounds, index) keys; `None`, no encounter so far, sorts after every key.
fn lesser(left: Option<(u32, u64)>, right: Option<(u32, u64)>) -> Option<(u32, u64)> {
    match (left, right) {
        (Some(left), Some(right)) => Some(left.min(right)),
        (left, right) => left.or(right),
    }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::{Winner, each_system};

    use super::*;
    use crate::samples::{Sample, samples};

    fn compare_threads<R: Ruleset>(sample: &Sample) {
        let rules: R = sample.load();
        let range = 100..2100;
        let mut best = Best::default();
        Player::new(&rules, Seed(3), Silent).play(&rules, range.clone(), |sample| {
            best.add(sample.index, sample.outcome, *sample.lead);
        });
        for criterion in Criterion::ALL {
            let expected = best.index(criterion).map(EncounterIndex);
            for threads in [1, 2, 5] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads");
                let found = pool.install(|| find(&rules, Seed(3), range.clone(), criterion, &Watch::none()));
                assert_eq!(found.ok(), expected, "{criterion:?} with {threads} threads");
            }
        }
    }

    #[test]
    fn threads_do_not_change_what_is_found() {
        for sample in samples(2) {
            sample.enter(each_system!(compare_threads));
        }
    }

    #[test]
    fn nothing_is_found_in_an_empty_range_or_after_an_interrupt() {
        let toy = crate::toy::Toy::new();
        let interrupted = Watch { interrupted: &|| true, progress: &|_| () };
        for criterion in Criterion::ALL {
            assert_eq!(find(&toy, Seed(1), 5..5, criterion, &Watch::none()), Err(NotFound::Empty));
            assert_eq!(find(&toy, Seed(1), 0..5000, criterion, &interrupted), Err(NotFound::Interrupted));
        }
    }

    /// Encounters from index 10, each with its winner, its rounds and the largest lead of each side.
    fn best(encounters: &[(Winner, u32, [i32; 2])]) -> Best {
        let mut best = Best::default();
        for (index, &(winner, rounds, best_leads)) in (10..).zip(encounters) {
            best.add(index, Outcome { winner, rounds }, Peaks(best_leads));
        }
        best
    }

    #[test]
    fn each_criterion_chooses_the_encounter_it_describes() {
        let best = best(&[
            (Winner::Party, 4, [1000, 300]),
            (Winner::Enemies, 9, [200, 1000]),
            (Winner::Timeout, 12, [900, 900]),
            (Winner::Party, 4, [1000, 500]),
            (Winner::Enemies, 5, [500, 1000]),
            (Winner::Party, 3, [1000, 0]),
            (Winner::Draw, 12, [0, 0]),
        ]);
        let found = Criterion::ALL.map(|criterion| best.index(criterion));
        assert_eq!(found, [Some(12), Some(15), Some(14), Some(14), Some(10)]);
    }

    #[test]
    fn there_is_no_upset_between_equals_nor_by_a_side_that_never_wins() {
        let even = best(&[(Winner::Party, 4, [0, 0]), (Winner::Enemies, 4, [0, 0])]);
        assert_eq!(even.index(Criterion::Upset), None);
        let certain = best(&[(Winner::Party, 4, [0, 0])]);
        assert_eq!(certain.index(Criterion::Upset), None);
        let undecided = best(&[(Winner::Timeout, 4, [0, 0])]);
        assert_eq!((undecided.index(Criterion::Closest), undecided.index(Criterion::Median)), (None, Some(10)));
    }

    #[test]
    fn the_median_fight_ends_as_most_do() {
        let fights =
            [(Winner::Enemies, 5), (Winner::Party, 9), (Winner::Party, 2), (Winner::Enemies, 5), (Winner::Party, 7)];
        let best = best(&fights.map(|(winner, rounds)| (winner, rounds, [0, 0])));
        assert_eq!(best.index(Criterion::Median), Some(14));
        let even = self::best(&[(Winner::Timeout, 1, [0, 0]), (Winner::Enemies, 5, [0, 0])]);
        assert_eq!(even.index(Criterion::Median), Some(11));
    }

    /// An encounter by itself that nobody wins is neither close nor an upset.
    #[test]
    fn a_search_says_why_it_finds_nothing() {
        let toy = crate::toy::Toy::new();
        let find = |range: Range<u64>, criterion| find(&toy, Seed(1), range, criterion, &Watch::none());
        let unwon = (0..5000).find(|&index| find(index..index + 1, Criterion::Closest) == Err(NotFound::NoWinner));
        let index = unwon.expect("some fights of the toy have no winner");
        assert_eq!(find(index..index + 1, Criterion::Upset), Err(NotFound::NoUpset));
        assert_eq!(find(index..index + 1, Criterion::Longest), Ok(EncounterIndex(index)));
    }
}
