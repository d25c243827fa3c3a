//! A round robin of contenders: who beats whom, who does best, and which of them beat each other in a cycle.
//!
//! Contenders are indices here, and a match is the winners of its encounters, counted. Every pair may be matched twice,
//! with the seats (party and enemies) exchanged; the second match has the encounters after those of the first, so
//! that all encounters of a pair are independent of each other.
//!
//! The [`Field`] is the mix of contenders against which nobody does better than with it.
//!
//! A [`Tournament`] makes the contenders of scenarios and their rosters; its [`LineUps`] are played into a [`Versus`].

use std::collections::VecDeque;

use equipoise_engine::Winner;

use crate::stats::Interval;
use crate::stats::interval::wilson;
use crate::stats::paired::sign_test;
use crate::studies::report::Share;

pub mod ask;
mod error;
pub mod field;
mod play;
mod tournament;

pub use error::{Idle, VersusError};
pub use field::{Field, NoField};
pub use play::{LineUps, Match, Refused, Settings, Versus};
pub use tournament::{Note, Tournament};
pub(crate) use tournament::{sheets_of, sides_of_entries};

/// The most cycles of three that are listed, beside one cycle of each group.
pub const CYCLES_MAX: usize = 10;

/// Encounters of one match by [`Winner`], in report order.
pub type Counts = [u64; 4];

/// The results of a pair of contenders against each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// The contender with the lower index.
    pub first: usize,
    /// The contender with the higher index.
    pub second: usize,
    /// With the first as the party, and with the first as the enemies; none for a match that was not played.
    pub seatings: [Option<Counts>; 2],
    /// The encounters that the first won and those that the second won, over all seatings.
    pub wins: [u64; 2],
    /// All encounters, those included that nobody won.
    pub encounters: u64,
    /// The p-value of the two-sided exact sign test: of the hypothesis that both win equally often.
    pub p: f64,
    /// The contender that wins more often, if the difference is significant.
    pub verdict: Verdict,
    confidence: f64,
}

/// The decision about a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The first beats the second.
    First,
    /// The second beats the first.
    Second,
    /// The difference is not significant.
    Undecided,
}

impl Pair {
    /// The share of the encounters that the first (0) or the second (1) won, with its Wilson interval.
    pub fn share(&self, contender: usize) -> Share {
        self.share_of(self.wins[contender])
    }

    /// The encounters that nobody won.
    pub fn unwon(&self) -> u64 {
        self.encounters - self.wins[0] - self.wins[1]
    }

    /// A number of encounters as a share of all, with its Wilson interval.
    pub fn share_of(&self, count: u64) -> Share {
        share(count, self.encounters, self.confidence)
    }

    /// The share that the first won in one of the seatings, if that match was played.
    pub fn share_when_seated(&self, seating: usize) -> Option<Share> {
        let counts = self.seatings[seating]?;
        Some(share(counts[winner_of(seating).index()], counts.iter().sum(), self.confidence))
    }
}

/// The winner of an encounter that the first of a pair wins, in a seating.
const fn winner_of(seating: usize) -> Winner {
    if seating == 0 { Winner::Party } else { Winner::Enemies }
}

/// A share with its Wilson interval.
pub fn share(count: u64, encounters: u64, confidence: f64) -> Share {
    let share = if encounters == 0 { 0.0 } else { count as f64 / encounters as f64 };
    Share { count: Some(count), share, interval: Some(wilson(count, encounters, confidence)) }
}

/// The results of a contender against all its opponents.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// The contender.
    pub contender: usize,
    /// The mean of its shares of wins against each, every opponent counting the same.
    pub mean: f64,
    /// The means of both ends of the shares' intervals: an upper bound on the uncertainty of the mean.
    pub interval: Interval,
    /// The numbers of opponents that it beats, that beat it, and against which it is undecided.
    pub verdicts: [usize; 3],
    /// The best and the worst rank by the mean that it may have, from 1: the two are equal if it is told apart from all
    /// others. All ranks hold together with the confidence of the tournament.
    pub ranks: [usize; 2],
}

/// The results of all pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct Standings {
    /// Every pair with a match: by the first, then by the second.
    pub pairs: Vec<Pair>,
    /// Every contender with a match, the highest mean first; the listed order breaks ties, and the [ranks](Ranked::ranks) say
    /// who is told apart.
    pub ranking: Vec<Ranked>,
    /// Cycles: each contender beats the next and the last beats the first, who has the lowest index. First a shortest
    /// cycle of every strongly connected group of contenders, those that no ranking can put into an order; then other
    /// cycles of three.
    pub cycles: Vec<Vec<usize>>,
    /// Cycles of three that are not listed.
    pub more_cycles: usize,
}

/// Decides who beats whom. `played(party, enemies)` has the counts of the match with the first contender as the party and
/// the second as the enemies, if it was played.
///
/// One contender beats another if the two-sided exact sign test over the encounters that either won, both seatings
/// together, has a p-value below (1 - confidence) / pairs (Bonferroni). The probability of any wrong verdict at all is then
/// at most 1 - confidence, as long as the encounters of a pair are independent of each other; those of different pairs
/// need not be.
pub fn standings(contenders: usize, played: impl Fn(usize, usize) -> Option<Counts>, confidence: f64) -> Standings {
    let all = (0..contenders).flat_map(|first| (first + 1..contenders).map(move |second| (first, second)));
    let matched = all.map(|(first, second)| (first, second, [played(first, second), played(second, first)]));
    let matched: Vec<_> = matched.filter(|(.., seatings)| seatings.iter().any(Option::is_some)).collect();
    let level = (1.0 - confidence) / matched.len().max(1) as f64;
    let pair = |&(first, second, seatings): &(usize, usize, [Option<Counts>; 2])| {
        let won = |winner_by_seating: [Winner; 2]| {
            let by_seating = seatings.iter().zip(winner_by_seating);
            by_seating.filter_map(|(counts, winner)| Some((*counts)?[winner.index()])).sum::<u64>()
        };
        let wins = [won([Winner::Party, Winner::Enemies]), won([Winner::Enemies, Winner::Party])];
        let encounters = seatings.iter().flatten().flatten().sum();
        let p = sign_test(wins[0], wins[1]);
        let verdict = match p < level {
            true if wins[0] > wins[1] => Verdict::First,
            true => Verdict::Second,
            false => Verdict::Undecided,
        };
        Pair { first, second, seatings, wins, encounters, p, verdict, confidence }
    };
    let pairs: Vec<Pair> = matched.iter().map(pair).collect();
    let (cycles, more_cycles) = Beats::new(contenders, &pairs).cycles();
    Standings { ranking: ranking(contenders, &pairs, confidence), pairs, cycles, more_cycles }
}

impl Standings {
    /// The contenders that may do best on average, in the order of the ranking: one if it is sure.
    pub fn leaders(&self) -> Vec<usize> {
        let leading = self.ranking.iter().filter(|ranked| ranked.ranks[0] == 1);
        leading.map(|ranked| ranked.contender).collect()
    }
}

/// The contenders by their means. One does surely better than another if an interval of its mean lies above that of the
/// other. The ends of these are the means of the ends of Wilson intervals whose confidence is that of the tournament, shared
/// out over both shares of every pair (Bonferroni): all of them hold together, whatever depends on what, so that their means do.
fn ranking(contenders: usize, pairs: &[Pair], confidence: f64) -> Vec<Ranked> {
    let strict = 1.0 - (1.0 - confidence) / (2 * pairs.len().max(1)) as f64;
    let ranked = |contender: usize| {
        let (mut shares, mut joint, mut verdicts) = (Vec::new(), Vec::new(), [0; 3]);
        for pair in pairs {
            let Some(own) = [pair.first, pair.second].iter().position(|&member| member == contender) else { continue };
            shares.push(pair.share(own));
            joint.push(wilson(pair.wins[own], pair.encounters, strict));
            verdicts[match pair.verdict {
                Verdict::First => own,
                Verdict::Second => 1 - own,
                Verdict::Undecided => 2,
            }] += 1;
        }
        let mean = |number: fn(&Share) -> f64| shares.iter().map(number).sum::<f64>() / shares.len() as f64;
        let interval = Interval {
            lo: mean(|share| share.interval.unwrap_or(Interval::UNIT).lo),
            hi: mean(|share| share.interval.unwrap_or(Interval::UNIT).hi),
        };
        let end = |end: fn(&Interval) -> f64| joint.iter().map(end).sum::<f64>() / joint.len() as f64;
        let joint = Interval { lo: end(|interval| interval.lo), hi: end(|interval| interval.hi) };
        let ranked = || Ranked { contender, mean: mean(|share| share.share), interval, verdicts, ranks: [1, 1] };
        (!shares.is_empty()).then(|| (ranked(), joint))
    };
    let mut ranking: Vec<(Ranked, Interval)> = (0..contenders).filter_map(ranked).collect();
    ranking.sort_by(|(left, _), (right, _)| right.mean.total_cmp(&left.mean));
    let joints: Vec<Interval> = ranking.iter().map(|(_, joint)| *joint).collect();
    let count = |is_so: &dyn Fn(&Interval) -> bool| joints.iter().filter(|other| is_so(other)).count();
    let with_ranks = |(ranked, own): (Ranked, Interval)| {
        let (better, worse) = (count(&|other| other.lo > own.hi), count(&|other| other.hi < own.lo));
        Ranked { ranks: [better + 1, joints.len() - worse], ..ranked }
    };
    ranking.into_iter().map(with_ranks).collect()
}

/// A directed graph of the contenders, with an edge from each winner to each contender that it beats.
struct Beats {
    /// By contender: the contenders that it beats, ascending.
    beaten: Vec<Vec<usize>>,
}

impl Beats {
    fn new(contenders: usize, pairs: &[Pair]) -> Self {
        let mut beaten = vec![Vec::new(); contenders];
        for pair in pairs {
            match pair.verdict {
                Verdict::First => beaten[pair.first].push(pair.second),
                Verdict::Second => beaten[pair.second].push(pair.first),
                Verdict::Undecided => {}
            }
        }
        for beaten in &mut beaten {
            beaten.sort_unstable();
        }
        Self { beaten }
    }

    fn beats(&self, winner: usize, loser: usize) -> bool {
        self.beaten[winner].binary_search(&loser).is_ok()
    }

    /// A shortest cycle of every strongly connected component, then further cycles of three, and how many of these are
    /// left out.
    fn cycles(&self) -> (Vec<Vec<usize>>, usize) {
        let mut cycles: Vec<Vec<usize>> = Vec::new();
        let mut seen = vec![false; self.beaten.len()];
        for contender in 0..self.beaten.len() {
            if seen[contender] {
                continue;
            }
            let component = self.component(contender);
            for &member in &component {
                seen[member] = true;
            }
            let shortest = component.iter().filter_map(|&member| self.shortest_cycle(member)).min_by_key(Vec::len);
            cycles.extend(shortest.map(from_the_lowest));
        }
        let threes: Vec<Vec<usize>> = self.threes().filter(|three| !cycles.contains(three)).collect();
        let more = threes.len().saturating_sub(CYCLES_MAX);
        cycles.extend(threes.into_iter().take(CYCLES_MAX));
        (cycles, more)
    }

    /// The strongly connected component of a contender: all that it reaches by steps from winner to loser and that reach
    /// it, and itself.
    fn component(&self, contender: usize) -> Vec<usize> {
        let reached = self.predecessors(contender);
        let is_mutual =
            |candidate: usize| reached[candidate].is_some() && self.predecessors(candidate)[contender].is_some();
        (0..self.beaten.len()).filter(|&candidate| candidate == contender || is_mutual(candidate)).collect()
    }

    /// A breadth-first search: for each contender that is reached, the one before it on a shortest path from the start.
    /// The start itself has one only if it is on a cycle.
    fn predecessors(&self, start: usize) -> Vec<Option<usize>> {
        let mut predecessors = vec![None; self.beaten.len()];
        let mut queue = VecDeque::from([start]);
        while let Some(winner) = queue.pop_front() {
            for &loser in &self.beaten[winner] {
                if predecessors[loser].is_none() {
                    predecessors[loser] = Some(winner);
                    queue.push_back(loser);
                }
            }
        }
        predecessors
    }

    /// A shortest cycle through a contender, from the contender on.
    fn shortest_cycle(&self, start: usize) -> Option<Vec<usize>> {
        let predecessors = self.predecessors(start);
        let mut backwards = vec![predecessors[start]?];
        while backwards[backwards.len() - 1] != start {
            backwards.push(predecessors[backwards[backwards.len() - 1]]?);
        }
        backwards.reverse();
        Some(backwards)
    }

    /// Every cycle of three, each once, from its lowest member.
    fn threes(&self) -> impl Iterator<Item = Vec<usize>> {
        let beaten_above =
            |lowest: usize, winner: usize| self.beaten[winner].iter().copied().filter(move |&loser| loser > lowest);
        let pairs = (0..self.beaten.len())
            .flat_map(move |lowest| beaten_above(lowest, lowest).map(move |second| (lowest, second)));
        pairs.flat_map(move |(lowest, second)| {
            let thirds = beaten_above(lowest, second).filter(move |&third| self.beats(third, lowest));
            thirds.map(move |third| vec![lowest, second, third])
        })
    }
}

/// The same cycle, from its lowest member on.
fn from_the_lowest(mut cycle: Vec<usize>) -> Vec<usize> {
    let lowest = (0..cycle.len()).min_by_key(|&index| cycle[index]).unwrap_or_default();
    cycle.rotate_left(lowest);
    cycle
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each listed pair the first wins 600 of 1000 encounters on either seat; in all other pairs both win 500.
    fn decided(contenders: usize, beats: &[(usize, usize)]) -> Standings {
        let played = |party: usize, enemies: usize| {
            Some(match (beats.contains(&(party, enemies)), beats.contains(&(enemies, party))) {
                (true, _) => [600, 400, 0, 0],
                (_, true) => [400, 600, 0, 0],
                _ => [500, 500, 0, 0],
            })
        };
        standings(contenders, played, 0.95)
    }

    fn ranks(standings: &Standings) -> Vec<[usize; 2]> {
        standings.ranking.iter().map(|ranked| ranked.ranks).collect()
    }

    fn order(standings: &Standings) -> Vec<usize> {
        standings.ranking.iter().map(|ranked| ranked.contender).collect()
    }

    #[test]
    fn rock_paper_and_scissors_are_a_cycle() {
        let found = decided(3, &[(1, 0), (2, 1), (0, 2)]);
        assert_eq!(found.cycles, [[0, 2, 1]]);
        assert_eq!(order(&found), [0, 1, 2], "equals keep their order");
        assert!(found.ranking.iter().all(|ranked| (ranked.verdicts, ranked.mean) == ([1, 1, 0], 0.5)));
    }

    #[test]
    fn an_order_has_no_cycles() {
        let beats = [(3, 0), (3, 1), (3, 2), (2, 0), (2, 1), (1, 0)];
        let found = decided(4, &beats);
        assert_eq!((order(&found), found.cycles.len()), (vec![3, 2, 1, 0], 0));
        assert_eq!(found.ranking[1].verdicts, [2, 1, 0]);
        assert_eq!(ranks(&found), [[1, 1], [2, 2], [3, 3], [4, 4]]);
        assert_eq!(found.leaders(), [3]);
        assert_eq!(found.pairs.len(), 6);
        assert!(found.pairs.iter().all(|pair| pair.verdict == Verdict::Second && pair.encounters == 2000));
    }

    #[test]
    fn longer_cycles_are_found_where_there_are_none_of_three() {
        let found = decided(6, &[(0, 3), (3, 1), (1, 2), (2, 0), (4, 5)]);
        assert_eq!(found.cycles, [[0, 3, 1, 2]]);
        let two = decided(6, &[(0, 1), (1, 2), (2, 0), (3, 5), (5, 4), (4, 3), (0, 3)]);
        assert_eq!(two.cycles, [[0, 1, 2], [3, 5, 4]]);
    }

    /// Each of nine beats the next four: 9 * 8 * 7 / 6 = 84 threes, of which 9 * 4 * 3 / 2 = 54 have a member that beats
    /// both others.
    #[test]
    fn only_some_of_many_cycles_are_listed() {
        let beats: Vec<_> = (0..9).flat_map(|winner| (1..5).map(move |step| (winner, (winner + step) % 9))).collect();
        let found = decided(9, &beats);
        assert_eq!(found.cycles.len() + found.more_cycles, 30);
        assert_eq!(found.cycles.len(), 1 + CYCLES_MAX);
        assert!(found.cycles.iter().all(|cycle| cycle.len() == 3));
    }

    #[test]
    fn equal_contenders_are_undecided() {
        let found = decided(3, &[]);
        assert!(found.pairs.iter().all(|pair| (pair.verdict, pair.p) == (Verdict::Undecided, 1.0)));
        assert_eq!((found.leaders(), ranks(&found)), (vec![0, 1, 2], vec![[1, 3]; 3]));
        assert_eq!((found.cycles, order(&decided(3, &[]))), (vec![], vec![0, 1, 2]));
    }

    /// The first wins 60 % against the second and 70 % against the third, who are level: its mean is 65 %, theirs 45 % and 40 %.
    /// With 1000 encounters a pair it is told apart, and the others are not; with 10 nobody is.
    #[test]
    fn the_best_is_named_only_where_it_is_told_apart() {
        for (times, leaders, expected) in
            [(100, vec![0], vec![[1, 1], [2, 3], [2, 3]]), (1, vec![0, 1, 2], vec![[1, 3]; 3])]
        {
            let played = |party: usize, enemies: usize| match (party, enemies) {
                (0, 1) => Some([6 * times, 4 * times, 0, 0]),
                (0, 2) => Some([7 * times, 3 * times, 0, 0]),
                (1, 2) => Some([5 * times, 5 * times, 0, 0]),
                _ => None,
            };
            let found = standings(3, played, 0.95);
            assert_eq!((found.leaders(), ranks(&found)), (leaders, expected), "{times}");
        }
    }

    /// 550 of 1000 has a p-value of about 0.0017: significant for a single pair, but not among 45.
    #[test]
    fn more_pairs_make_a_stricter_level() {
        let played = |party: usize, enemies: usize| match (party, enemies) {
            (0, 1) => Some([550, 450, 0, 0]),
            (party, enemies) if party < enemies => Some([500, 500, 0, 0]),
            _ => None,
        };
        let verdict = |contenders| standings(contenders, played, 0.95).pairs[0].verdict;
        assert_eq!((verdict(2), verdict(10)), (Verdict::First, Verdict::Undecided));
    }

    #[test]
    fn wins_of_both_seatings_are_added() {
        let played = |party: usize, enemies: usize| match (party, enemies) {
            (0, 1) => Some([60, 30, 8, 2]),
            (1, 0) => Some([20, 70, 0, 10]),
            (2, 0) => Some([10, 0, 0, 0]),
            _ => None,
        };
        let found = standings(4, played, 0.95);
        let [both, single] = &found.pairs[..] else { panic!("two pairs: {found:?}") };
        assert_eq!((both.wins, both.encounters, both.verdict), ([130, 50], 200, Verdict::First));
        assert_eq!((both.share(0).share, both.share(1).share), (0.65, 0.25));
        assert_eq!(both.share_when_seated(1).map(|share| share.share), Some(0.7));
        assert_eq!((single.first, single.second, single.wins, single.share_when_seated(0)), (0, 2, [0, 10], None));
        assert_eq!(order(&found), [2, 0, 1], "a contender without a match has no rank");
        assert_eq!((found.ranking[1].contender, found.ranking[1].mean), (0, 0.325));
    }

    #[test]
    fn without_encounters_nothing_is_decided() {
        let found = standings(3, |_, _| None, 0.95);
        assert_eq!(found, Standings { pairs: vec![], ranking: vec![], cycles: vec![], more_cycles: 0 });
        let unplayed = standings(2, |_, _| Some([0; 4]), 0.95);
        assert_eq!((unplayed.pairs[0].p, unplayed.pairs[0].share(0).share), (1.0, 0.0));
    }
}
