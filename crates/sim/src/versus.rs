//! All against all: who beats whom, who does best, and where that goes round in a circle.
//!
//! Contenders are numbers here, and a fight is what was counted of it. Every pair may be fought twice, with the seats
//! exchanged; [`FreshDice`] plays the second fight with other dice than the first, so that all encounters of a pair are
//! independent of each other.

use std::collections::VecDeque;
use std::ops::Range;

use equipoise_engine::{Seed, Winner};

use crate::report::Share;
use crate::stats::Interval;
use crate::stats::interval::wilson;
use crate::stats::paired::sign_test;
use crate::sweep::Playable;
use crate::tally::Tally;

/// Cycles of three that are listed at most, beside one of each group.
pub const CYCLES_MAX: usize = 10;

/// Encounters of one fight by [`Winner`], in report order.
pub type Counts = [u64; 4];

/// How a pair fared against each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// The contender listed first.
    pub first: usize,
    /// The other one.
    pub second: usize,
    /// With the first as the party, and as the enemies; none where that was not fought.
    pub seatings: [Option<Counts>; 2],
    /// The encounters that each of both won, over all seatings.
    pub wins: [u64; 2],
    /// All encounters, with those that nobody won.
    pub encounters: u64,
    /// The chance of wins at least as uneven if both won equally often: the two-sided exact sign test.
    pub p: f64,
    /// Who wins more often, if that is sure enough.
    pub verdict: Verdict,
    confidence: f64,
}

/// What is known about a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The first beats the second.
    First,
    /// The second beats the first.
    Second,
    /// Chance may have made the difference.
    Undecided,
}

impl Pair {
    /// The share of the encounters that the first won, or the second, with its Wilson interval.
    pub fn share(&self, which: usize) -> Share {
        self.share_of(self.wins[which])
    }

    /// The encounters that nobody won.
    pub fn unwon(&self) -> u64 {
        self.encounters - self.wins[0] - self.wins[1]
    }

    /// So many encounters as a share of all, with its Wilson interval.
    pub fn share_of(&self, count: u64) -> Share {
        share(count, self.encounters, self.confidence)
    }

    /// The share that the first won in one of the seatings, if it was fought.
    pub fn share_when_seated(&self, seating: usize) -> Option<Share> {
        let counts = self.seatings[seating]?;
        Some(share(counts[winner_of(seating).index()], counts.iter().sum(), self.confidence))
    }
}

/// The winner that the first of a pair is in a seating.
const fn winner_of(seating: usize) -> Winner {
    if seating == 0 { Winner::Party } else { Winner::Enemies }
}

/// A share with its Wilson interval.
pub fn share(count: u64, encounters: u64, confidence: f64) -> Share {
    let share = if encounters == 0 { 0.0 } else { count as f64 / encounters as f64 };
    Share { count: Some(count), share, interval: Some(wilson(count, encounters, confidence)) }
}

/// How a contender fared against all that it fought.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// Which.
    pub contender: usize,
    /// The mean of its shares of wins against each, every opponent counting the same.
    pub mean: f64,
    /// The mean of the intervals: how sure the mean is at least.
    pub interval: Interval,
    /// How many it beats, is beaten by, and is undecided against.
    pub verdicts: [usize; 3],
}

/// What came of all pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct Standings {
    /// Every pair that was fought: by the first, then by the second.
    pub pairs: Vec<Pair>,
    /// Every contender that fought, the best one first; the listed order breaks ties.
    pub ranking: Vec<Ranked>,
    /// Groups that go round in a circle: each beats the next, and the last one the first, who is the smallest number. One
    /// of the shortest for every set of contenders that cannot be put into an order, then others of three.
    pub cycles: Vec<Vec<usize>>,
    /// Cycles of three that are not listed.
    pub more_cycles: usize,
}

/// Works out who beats whom. `fought` has the counts with one contender as the party and another one as the enemies.
///
/// Someone beats another one where the two-sided exact sign test over the encounters that either won, all seatings
/// together, has a p below (1 - confidence) / pairs (Bonferroni). The chance that any such verdict at all is due to chance is
/// then at most 1 - confidence, as long as the encounters of a pair are independent of each other; those of different pairs
/// need not be.
pub fn standings(contenders: usize, fought: impl Fn(usize, usize) -> Option<Counts>, confidence: f64) -> Standings {
    let all = (0..contenders).flat_map(|first| (first + 1..contenders).map(move |second| (first, second)));
    let seated = all.map(|(first, second)| (first, second, [fought(first, second), fought(second, first)]));
    let seated: Vec<_> = seated.filter(|(.., seatings)| seatings.iter().any(Option::is_some)).collect();
    let level = (1.0 - confidence) / seated.len().max(1) as f64;
    let pair = |&(first, second, seatings): &(usize, usize, [Option<Counts>; 2])| {
        let won = |who: [Winner; 2]| {
            let counted = seatings.iter().zip(who).filter_map(|(counts, winner)| Some((*counts)?[winner.index()]));
            counted.sum::<u64>()
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
    let pairs: Vec<Pair> = seated.iter().map(pair).collect();
    let (cycles, more_cycles) = Beats::new(contenders, &pairs).cycles();
    Standings { ranking: ranking(contenders, &pairs), pairs, cycles, more_cycles }
}

fn ranking(contenders: usize, pairs: &[Pair]) -> Vec<Ranked> {
    let ranked = |contender: usize| {
        let (mut shares, mut verdicts) = (Vec::new(), [0; 3]);
        for pair in pairs {
            let Some(which) = [pair.first, pair.second].iter().position(|&one| one == contender) else { continue };
            shares.push(pair.share(which));
            verdicts[match pair.verdict {
                Verdict::First => which,
                Verdict::Second => 1 - which,
                Verdict::Undecided => 2,
            }] += 1;
        }
        let mean = |of: fn(&Share) -> f64| shares.iter().map(of).sum::<f64>() / shares.len() as f64;
        let interval = Interval {
            lo: mean(|share| share.interval.unwrap_or(Interval::UNIT).lo),
            hi: mean(|share| share.interval.unwrap_or(Interval::UNIT).hi),
        };
        (!shares.is_empty()).then(|| Ranked { contender, mean: mean(|share| share.share), interval, verdicts })
    };
    let mut ranking: Vec<Ranked> = (0..contenders).filter_map(ranked).collect();
    ranking.sort_by(|one, other| other.mean.total_cmp(&one.mean));
    ranking
}

/// Who beats whom.
struct Beats {
    /// By contender: those whom it beats, in order.
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

    fn beats(&self, one: usize, other: usize) -> bool {
        self.beaten[one].binary_search(&other).is_ok()
    }

    /// One of the shortest cycles of every strongly connected component, then further ones of three, and how many of
    /// these are left out.
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
            cycles.extend(shortest.map(from_the_smallest));
        }
        let threes: Vec<Vec<usize>> = self.threes().filter(|three| !cycles.contains(three)).collect();
        let more = threes.len().saturating_sub(CYCLES_MAX);
        cycles.extend(threes.into_iter().take(CYCLES_MAX));
        (cycles, more)
    }

    /// All that a contender beats by however many others, and that beat it so; itself among them.
    fn component(&self, contender: usize) -> Vec<usize> {
        let ours = self.reached(contender);
        let is_mutual = |&other: &usize| ours[other].is_some() && self.reached(other)[contender].is_some();
        (0..self.beaten.len()).filter(|other| *other == contender || is_mutual(other)).collect()
    }

    /// From whom each is reached first, breadth first; the start itself only by a cycle.
    fn reached(&self, start: usize) -> Vec<Option<usize>> {
        let mut from = vec![None; self.beaten.len()];
        let mut queue = VecDeque::from([start]);
        while let Some(next) = queue.pop_front() {
            for &other in &self.beaten[next] {
                if from[other].is_none() {
                    from[other] = Some(next);
                    queue.push_back(other);
                }
            }
        }
        from
    }

    /// A shortest way from a contender back to itself.
    fn shortest_cycle(&self, start: usize) -> Option<Vec<usize>> {
        let from = self.reached(start);
        let mut way = vec![from[start]?];
        while way[way.len() - 1] != start {
            way.push(from[way[way.len() - 1]]?);
        }
        way.reverse();
        Some(way)
    }

    /// Every cycle of three, each once, from its smallest member.
    fn threes(&self) -> impl Iterator<Item = Vec<usize>> {
        let after = |one: usize| self.beaten[one].iter().filter(move |&&two| two > one).map(move |&two| (one, two));
        let pairs = (0..self.beaten.len()).flat_map(after);
        pairs.flat_map(move |(one, two)| {
            let third = self.beaten[two].iter().filter(move |&&three| three > one && self.beats(three, one));
            third.map(move |&three| vec![one, two, three])
        })
    }
}

/// The same cycle, from its smallest member on.
fn from_the_smallest(mut cycle: Vec<usize>) -> Vec<usize> {
    let smallest = (0..cycle.len()).min_by_key(|&at| cycle[at]).unwrap_or_default();
    cycle.rotate_left(smallest);
    cycle
}

/// Fights that meet the dice of other indices than they are asked for: as many further on.
pub struct FreshDice<'a> {
    /// The fights.
    pub fights: &'a dyn Playable,
    /// How many indices to leave out; beyond the last one there is no index.
    pub after: u64,
}

impl Playable for FreshDice<'_> {
    fn play(&self, seed: Seed, range: Range<u64>) -> Tally {
        self.fights.play(seed, range.start.saturating_add(self.after)..range.end.saturating_add(self.after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::{Plan, Watch, run};
    use crate::sweep::run_cells;
    use crate::toy::Toy;

    /// Whoever of a list of pairs comes first wins 600 of 1000 on either seat, and everybody else every second.
    fn decided(contenders: usize, beats: &[(usize, usize)]) -> Standings {
        let fought = |party: usize, enemies: usize| {
            Some(match (beats.contains(&(party, enemies)), beats.contains(&(enemies, party))) {
                (true, _) => [600, 400, 0, 0],
                (_, true) => [400, 600, 0, 0],
                _ => [500, 500, 0, 0],
            })
        };
        standings(contenders, fought, 0.95)
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
    fn of_many_cycles_some_are_listed() {
        let beats: Vec<_> = (0..9).flat_map(|one| (1..5).map(move |step| (one, (one + step) % 9))).collect();
        let found = decided(9, &beats);
        assert_eq!(found.cycles.len() + found.more_cycles, 30);
        assert_eq!(found.cycles.len(), 1 + CYCLES_MAX);
        assert!(found.cycles.iter().all(|cycle| cycle.len() == 3));
    }

    #[test]
    fn what_is_even_is_undecided() {
        let found = decided(3, &[]);
        assert!(found.pairs.iter().all(|pair| (pair.verdict, pair.p) == (Verdict::Undecided, 1.0)));
        assert_eq!((found.cycles, order(&decided(3, &[]))), (vec![], vec![0, 1, 2]));
    }

    /// 550 of 1000 has a p of about 0.0017: enough for one pair, too much where there are 45.
    #[test]
    fn the_more_pairs_the_surer_a_verdict_must_be() {
        let fought = |party: usize, enemies: usize| match (party, enemies) {
            (0, 1) => Some([550, 450, 0, 0]),
            (party, enemies) if party < enemies => Some([500, 500, 0, 0]),
            _ => None,
        };
        let verdict = |contenders| standings(contenders, fought, 0.95).pairs[0].verdict;
        assert_eq!((verdict(2), verdict(10)), (Verdict::First, Verdict::Undecided));
    }

    #[test]
    fn seatings_add_up() {
        let fought = |party: usize, enemies: usize| match (party, enemies) {
            (0, 1) => Some([60, 30, 8, 2]),
            (1, 0) => Some([20, 70, 0, 10]),
            (2, 0) => Some([10, 0, 0, 0]),
            _ => None,
        };
        let found = standings(4, fought, 0.95);
        let [both, one] = &found.pairs[..] else { panic!("two pairs: {found:?}") };
        assert_eq!((both.wins, both.encounters, both.verdict), ([130, 50], 200, Verdict::First));
        assert_eq!((both.share(0).share, both.share(1).share), (0.65, 0.25));
        assert_eq!(both.share_when_seated(1).map(|share| share.share), Some(0.7));
        assert_eq!((one.first, one.second, one.wins, one.share_when_seated(0)), (0, 2, [0, 10], None));
        assert_eq!(order(&found), [2, 0, 1], "who never fought has no rank");
        assert_eq!((found.ranking[1].contender, found.ranking[1].mean), (0, 0.325));
    }

    #[test]
    fn of_nothing_nothing_is_known() {
        let found = standings(3, |_, _| None, 0.95);
        assert_eq!(found, Standings { pairs: vec![], ranking: vec![], cycles: vec![], more_cycles: 0 });
        let unplayed = standings(2, |_, _| Some([0; 4]), 0.95);
        assert_eq!((unplayed.pairs[0].p, unplayed.pairs[0].share(0).share), (1.0, 0.0));
    }

    #[test]
    fn fresh_dice_are_those_of_further_indices() {
        let rules = Toy::new();
        let fresh = FreshDice { fights: &rules, after: 500 };
        let runs = run_cells(&[&rules, &fresh], &Plan::new(Seed(3), 0..500), &Watch::none());
        let expected = run(&rules, &Plan::new(Seed(3), 500..1000), &Watch::none());
        assert_eq!(runs[1].tally, expected.tally);
        assert_ne!(runs[0].tally, runs[1].tally);
    }
}
