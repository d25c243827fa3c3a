//! Finding an encounter worth replaying: the longest, the shortest, an upset, the closest, the median.
//!
//! All encounters of a range are played once and each thread keeps its best candidates. Ties go to the lowest index, so
//! that the result does not depend on which thread played which encounter.

use std::cmp::Reverse;
use std::ops::Range;

use equipoise_engine::{Balance, EncounterIndex, Outcome, Ruleset, Seed, Silent, Winner};
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
    /// The usual end after the usual time: it ended as most of the range did (with the party's victory, the enemies', a draw
    /// or at the limit), in the median of the rounds of those that ended so.
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

/// Why a search finds no encounter.
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
/// When no encounter qualifies, or an interrupt came before the end of the range.
pub fn find<R: Ruleset>(
    rules: &R,
    seed: Seed,
    range: Range<u64>,
    criterion: Criterion,
    watch: &Watch,
) -> Result<EncounterIndex, NotFound> {
    if criterion == Criterion::Longest {
        return longest(rules, seed, range, watch);
    }
    let length = range.end.saturating_sub(range.start);
    let best = best_of(rules, seed, &range, BATCH, watch)?;
    best.index(criterion).map(EncounterIndex).ok_or(match criterion {
        Criterion::Upset if length > 0 => NotFound::NoUpset,
        Criterion::Closest if length > 0 => NotFound::NoWinner,
        _ => NotFound::Empty,
    })
}

/// Encounters of the first stretch of a search that may end early; each further one is four times as long.
const STRETCH: u64 = 64;

/// The longest encounter, searched in stretches: none outlasts one that went to the round limit.
fn longest<R: Ruleset>(rules: &R, seed: Seed, range: Range<u64>, watch: &Watch) -> Result<EncounterIndex, NotFound> {
    let (mut best, mut start, mut length) = (Best::default(), range.start, STRETCH);
    while start < range.end && best.longest() != Some(rules.rounds_max() as usize) {
        let stretch = start..range.end.min(start.saturating_add(length));
        // Small batches keep all threads busy in a short stretch.
        best = best.merge(best_of(rules, seed, &stretch, (length / STRETCH * 4).min(BATCH), watch)?);
        (start, length) = (stretch.end, length.saturating_mul(4));
    }
    best.index(Criterion::Longest).map(EncounterIndex).ok_or(NotFound::Empty)
}

/// The best candidates of a range.
fn best_of<R: Ruleset>(rules: &R, seed: Seed, range: &Range<u64>, batch: u64, watch: &Watch) -> Result<Best, NotFound> {
    let make = || (Player::new(rules, seed, Silent), Best::default());
    let play = |(player, best): &mut (Player<R, Silent>, Best), batch: Range<u64>| {
        player.play(rules, batch, |sample| best.add(sample.index, sample.outcome, *sample.lead));
    };
    let searchers = in_batches(range, batch, watch, make, play);
    let best = searchers.into_iter().map(|(_, best)| best).fold(Best::default(), Best::merge);
    if best.encounters < range.end.saturating_sub(range.start) { Err(NotFound::Interrupted) } else { Ok(best) }
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
    /// By winner and number of rounds: how many encounters ended so, and the lowest index among them.
    by_rounds: [Vec<(u64, u64)>; Winner::ALL.len()],
    /// By side: encounters won, and the quickest of them as (rounds, index).
    won: [(u64, Option<(u32, u64)>); 2],
    /// (the loser's largest lead, rounds, index) of the closest encounter. The index is reversed, so that the greatest
    /// tuple has the lowest index.
    closest: Option<(i32, u32, Reverse<u64>)>,
}

impl Best {
    fn add(&mut self, index: u64, outcome: Outcome, Peaks(peaks): Peaks) {
        self.encounters += 1;
        let rounds = outcome.rounds as usize;
        let by_rounds = &mut self.by_rounds[outcome.winner.index()];
        if rounds >= by_rounds.len() {
            by_rounds.resize(rounds + 1, (0, u64::MAX));
        }
        let (count, first) = &mut by_rounds[rounds];
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
        for (mine, theirs) in self.by_rounds.iter_mut().zip(other.by_rounds) {
            if mine.len() < theirs.len() {
                mine.resize(theirs.len(), (0, u64::MAX));
            }
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                *mine = (mine.0 + theirs.0, mine.1.min(theirs.1));
            }
        }
        for (mine, theirs) in self.won.iter_mut().zip(other.won) {
            *mine = (mine.0 + theirs.0, lesser(mine.1, theirs.1));
        }
        self.closest = self.closest.max(other.closest);
        self
    }

    /// The most rounds of any encounter.
    fn longest(&self) -> Option<usize> {
        self.by_rounds.iter().filter_map(|ended| ended.iter().rposition(|&(count, _)| count > 0)).max()
    }

    /// The encounter that a criterion chooses, if one qualifies.
    fn index(&self, criterion: Criterion) -> Option<u64> {
        let first_with = |rounds: usize| self.by_rounds.iter().filter_map(|ended| Some(ended.get(rounds)?.1)).min();
        let occurs = |&(count, _): &(u64, u64)| count > 0;
        match criterion {
            Criterion::Longest => first_with(self.longest()?),
            Criterion::Shortest => {
                first_with(self.by_rounds.iter().filter_map(|ended| ended.iter().position(occurs)).min()?)
            }
            Criterion::Median => {
                // Of equally frequent ends the first, as everywhere of equals.
                let count = |ended: &[(u64, u64)]| ended.iter().map(|&(count, _)| count).sum::<u64>();
                let usual =
                    self.by_rounds.iter().rev().max_by_key(|ended| count(ended)).filter(|ended| count(ended) > 0)?;
                let histogram = usual.iter().enumerate().map(|(rounds, &(count, _))| (rounds as u32, count));
                usual.get(quantile::of_counts(histogram, 50) as usize).map(|&(_, first)| first)
            }
            Criterion::Upset => {
                let [party, enemies] = self.won;
                let underdog = match party.0.cmp(&enemies.0) {
                    std::cmp::Ordering::Less => party,
                    std::cmp::Ordering::Greater => enemies,
                    std::cmp::Ordering::Equal => return None,
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
    use equipoise_engine::each_system;

    use super::*;
    use crate::kernel::play::Sample as Played;
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

    /// The median fight is one that ended as most did, and its rounds are the median of those.
    #[test]
    fn the_median_fight_is_won_by_the_usual_winner() {
        let party = |rounds: u32| (Winner::Party, rounds, [1000, 0]);
        let enemies = |rounds: u32| (Winner::Enemies, rounds, [0, 1000]);
        // The median of all is 5, which only the enemies took.
        let fights = [party(2), enemies(5), party(3), enemies(5), party(9), enemies(6), party(9)];
        assert_eq!(best(&fights).index(Criterion::Median), Some(12));
        let undecided = [(Winner::Timeout, 7, [0, 0]), (Winner::Timeout, 7, [0, 0]), party(1)];
        assert_eq!(best(&undecided).index(Criterion::Median), Some(10));
        assert_eq!(best(&[enemies(4), party(3)]).index(Criterion::Median), Some(11), "the party's, of equals");
    }

    /// No fight outlasts one that went to the limit, so that the search ends there: of a range that could not be played.
    #[test]
    fn the_search_for_the_longest_ends_at_the_round_limit() {
        let toy = crate::toy::Toy::new();
        let limit = toy.rounds_max();
        let found = find(&toy, Seed(1), 0..u64::MAX, Criterion::Longest, &Watch::none()).expect("a fight");
        let rounds = |index: u64| {
            let mut rounds = 0;
            Player::new(&toy, Seed(1), Silent).play(&toy, index..index + 1, |sample: &Played<_, _, Peaks>| {
                rounds = sample.outcome.rounds;
            });
            rounds
        };
        assert_eq!(rounds(found.0), limit);
        assert!((0..found.0).all(|index| rounds(index) < limit), "the first of them");
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
