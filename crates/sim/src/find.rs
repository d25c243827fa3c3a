//! Finding a fight worth replaying: the longest, the shortest, an upset, the closest, the one in the middle.
//!
//! All fights of a range are played once, each thread keeps its best ones, and the best of all threads does not depend
//! on who played what: equally good fights are told apart by their index.

use std::cmp::Reverse;
use std::ops::Range;

use equipoise_engine::dice::Seeded;
use equipoise_engine::{EncounterIndex, Outcome, Ruleset, Seed, Side, Silent, Winner, Workspace, fight_watched};

use crate::batches::in_batches;
use crate::run::Watch;
use crate::stats::quantile;

/// Encounters in a batch: few, since replays search short ranges.
const BATCH: u64 = 512;

/// What makes a fight worth replaying. Where several fights are equally good, it is the one with the lowest index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// The most rounds.
    Longest,
    /// The fewest rounds.
    Shortest,
    /// Won by the side that wins less often in the range, in the fewest rounds. None where that side never wins, or
    /// where both win equally often.
    Upset,
    /// The loser had been further ahead ([`Ruleset::lead`]) than the loser of any other fight; of several such fights
    /// the one with the most rounds. None where no side ever wins.
    Closest,
    /// As many rounds as the median fight of the range.
    Median,
}

/// Searches a range of encounters, on the current rayon pool.
///
/// `None` when the range is empty, when no fight of it qualifies, or when it was interrupted.
pub fn find<R: Ruleset>(rules: &R, seed: Seed, range: Range<u64>, what: What, watch: &Watch) -> Option<EncounterIndex> {
    let length = range.end.saturating_sub(range.start);
    let play = |searcher: &mut Searcher<R>, batch: Range<u64>| batch.for_each(|index| searcher.play(index));
    let searchers = in_batches(&range, BATCH, watch, || Searcher::new(rules, seed), play);
    let best = searchers.into_iter().map(|searcher| searcher.best).fold(Best::default(), Best::merge);
    if best.encounters == length { best.index(what).map(EncounterIndex) } else { None }
}

/// What one thread needs to search.
struct Searcher<'a, R: Ruleset> {
    rules: &'a R,
    workspace: Workspace<R>,
    dice: Seeded,
    best: Best,
}

impl<'a, R: Ruleset> Searcher<'a, R> {
    fn new(rules: &'a R, seed: Seed) -> Self {
        Self { rules, workspace: Workspace::new(rules), dice: Seeded::new(seed), best: Best::default() }
    }

    fn play(&mut self, index: u64) {
        self.dice.start(EncounterIndex(index));
        // By side: the furthest that it was ever ahead.
        let mut ahead = [i32::MIN; 2];
        let outcome = fight_watched(self.rules, &mut self.workspace, &mut self.dice, &mut Silent, |state| {
            let lead = self.rules.lead(state);
            ahead = [ahead[0].max(lead), ahead[1].max(-lead)];
        });
        self.best.add(index, outcome, ahead);
    }
}

/// The best fights met so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Best {
    encounters: u64,
    /// By rounds: how many fights lasted so long, and the first of them.
    by_rounds: Vec<(u64, u64)>,
    /// By side: fights won, and the quickest of them as (rounds, index).
    won: [(u64, Option<(u32, u64)>); 2],
    /// (the loser's lead, rounds, index) of the closest fight.
    closest: Option<(i32, u32, Reverse<u64>)>,
}

impl Best {
    fn add(&mut self, index: u64, outcome: Outcome, ahead: [i32; 2]) {
        self.encounters += 1;
        let rounds = outcome.rounds as usize;
        if rounds >= self.by_rounds.len() {
            self.by_rounds.resize(rounds + 1, (0, u64::MAX));
        }
        let (count, first) = &mut self.by_rounds[rounds];
        (*count, *first) = (*count + 1, index.min(*first));
        let winner = match outcome.winner {
            Winner::Party => Side::Party,
            Winner::Enemies => Side::Enemies,
            Winner::Draw | Winner::Timeout => return,
        };
        let (wins, quickest) = &mut self.won[winner.index()];
        *wins += 1;
        *quickest = earlier(*quickest, Some((outcome.rounds, index)));
        let candidate = (ahead[winner.other().index()], outcome.rounds, Reverse(index));
        self.closest = self.closest.max(Some(candidate));
    }

    fn merge(mut self, other: Self) -> Self {
        self.encounters += other.encounters;
        if self.by_rounds.len() < other.by_rounds.len() {
            self.by_rounds.resize(other.by_rounds.len(), (0, u64::MAX));
        }
        for (mine, theirs) in self.by_rounds.iter_mut().zip(other.by_rounds) {
            *mine = (mine.0 + theirs.0, mine.1.min(theirs.1));
        }
        for (mine, theirs) in self.won.iter_mut().zip(other.won) {
            *mine = (mine.0 + theirs.0, earlier(mine.1, theirs.1));
        }
        self.closest = self.closest.max(other.closest);
        self
    }

    fn index(&self, what: What) -> Option<u64> {
        let rounds = |place: usize| self.by_rounds.get(place).map(|&(_, first)| first);
        let occurring = |&(count, _): &(u64, u64)| count > 0;
        match what {
            What::Longest => rounds(self.by_rounds.iter().rposition(occurring)?),
            What::Shortest => rounds(self.by_rounds.iter().position(occurring)?),
            What::Median => {
                self.by_rounds.iter().find(|row| occurring(row))?;
                let histogram = self.by_rounds.iter().enumerate().map(|(rounds, &(count, _))| (rounds as u32, count));
                rounds(quantile::counted(histogram, 50) as usize)
            }
            What::Upset => {
                let [party, enemies] = self.won;
                let underdog = match party.0.cmp(&enemies.0) {
                    std::cmp::Ordering::Less => party,
                    std::cmp::Ordering::Greater => enemies,
                    std::cmp::Ordering::Equal => return None,
                };
                underdog.1.map(|(_, index)| index)
            }
            What::Closest => self.closest.map(|(_, _, Reverse(index))| index),
        }
    }
}

/// The smaller of two, where none is larger than any.
fn earlier(one: Option<(u32, u64)>, other: Option<(u32, u64)>) -> Option<(u32, u64)> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::Visitor;

    use super::*;
    use crate::samples::{Sample, samples};

    const ALL: [What; 5] = [What::Longest, What::Shortest, What::Upset, What::Closest, What::Median];

    struct Compare(Sample);

    impl Visitor for Compare {
        type Output = ();

        fn visit<R: Ruleset>(self) {
            let rules: R = self.0.load();
            let range = 100..2100;
            let mut whole = Searcher::new(&rules, Seed(3));
            range.clone().for_each(|index| whole.play(index));
            for what in ALL {
                let expected = whole.best.index(what).map(EncounterIndex);
                for threads in [1, 2, 5] {
                    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads");
                    let found = pool.install(|| find(&rules, Seed(3), range.clone(), what, &Watch::none()));
                    assert_eq!(found, expected, "{what:?} with {threads} threads");
                }
            }
        }
    }

    #[test]
    fn threads_do_not_matter() {
        for sample in samples() {
            sample.system().visit(Compare(sample));
        }
    }

    #[test]
    fn nothing_is_found_in_nothing_or_after_an_interrupt() {
        let toy = crate::toy::Toy::new();
        let interrupted = Watch { interrupted: &|| true, progress: &|_| () };
        for what in ALL {
            assert_eq!(find(&toy, Seed(1), 5..5, what, &Watch::none()), None);
            assert_eq!(find(&toy, Seed(1), 0..5000, what, &interrupted), None);
        }
    }

    fn best(fights: &[(Winner, u32, [i32; 2])]) -> Best {
        let mut best = Best::default();
        for (index, &(winner, rounds, ahead)) in (10..).zip(fights) {
            best.add(index, Outcome { winner, rounds }, ahead);
        }
        best
    }

    #[test]
    fn each_search_finds_what_it_says() {
        let best = best(&[
            (Winner::Party, 4, [1000, 300]),
            (Winner::Enemies, 9, [200, 1000]),
            (Winner::Timeout, 12, [900, 900]),
            (Winner::Party, 4, [1000, 500]),
            (Winner::Enemies, 5, [500, 1000]),
            (Winner::Party, 3, [1000, 0]),
            (Winner::Draw, 12, [0, 0]),
        ]);
        let found = ALL.map(|what| best.index(what));
        assert_eq!(found, [Some(12), Some(15), Some(14), Some(14), Some(14)]);
    }

    #[test]
    fn there_is_no_upset_between_equals_nor_by_a_side_that_never_wins() {
        let even = best(&[(Winner::Party, 4, [0, 0]), (Winner::Enemies, 4, [0, 0])]);
        assert_eq!(even.index(What::Upset), None);
        let certain = best(&[(Winner::Party, 4, [0, 0])]);
        assert_eq!(certain.index(What::Upset), None);
        let undecided = best(&[(Winner::Timeout, 4, [0, 0])]);
        assert_eq!((undecided.index(What::Closest), undecided.index(What::Median)), (None, Some(10)));
    }
}
