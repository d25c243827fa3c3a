//! Draws as they are rolled all the time, without their rules.

use super::draws::{Draw, Next, Prepared, Throw};
use super::handful::{Handful, Thrown};
use crate::hashing::QuickMap;
use crate::rng::{Stream, WordOffset};

/// What comes next on a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// What no path has come to.
    Unknown,
    /// What cannot be remembered.
    Opaque,
    /// The end of the fight.
    End,
    /// Two small throws at most, which are made in any case.
    Throws,
    /// Throws of which some are large, or depend on others.
    Tree,
}

/// The dice of a draw, and where what they come to is found: one line of a processor's memory.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct Plan {
    pub(super) kind: Kind,
    first: Handful,
    second: Handful,
    /// How far the words are that come after those of both.
    words: WordOffset,
    /// The index of the result of the first combination of both throws.
    results: u32,
    /// The index of the first throw of the tree.
    tree: u32,
}

/// The plans of draws, and the tables of what they come to.
#[derive(Debug)]
pub(super) struct Plans {
    /// For small throws, by combination of faces: what is added to the index of the result.
    combinations: Vec<u16>,
    /// For draws of small throws, by the results of these: the number of the result.
    results: Vec<u16>,
    /// For all draws, each throw with the index of the entry of its first result.
    throws: Vec<(Prepared, u32)>,
    /// What comes after each result of these throws.
    entries: Vec<Next>,
    /// Those of no dice first, then those of draws.
    all: Vec<Plan>,
    /// The indices of the plans of draws.
    known: QuickMap<Draw, u32>,
    /// By throw and how far its results are apart, its dice.
    handfuls: QuickMap<(Throw, usize), Handful>,
}

impl Plans {
    pub(super) fn new() -> Self {
        Self {
            combinations: vec![0],
            results: Vec::new(),
            throws: Vec::new(),
            entries: Vec::new(),
            all: [Kind::Unknown, Kind::Opaque, Kind::End].map(Plan::without_dice).to_vec(),
            known: QuickMap::default(),
            handfuls: QuickMap::default(),
        }
    }

    /// Bytes that they take, about.
    pub(super) fn bytes(&self) -> usize {
        // The entries are there once more as the keys of their draws.
        size_of_val(&*self.combinations)
            + size_of_val(&*self.results)
            + size_of_val(&*self.all)
            + 3 * size_of_val(&*self.throws)
            + 2 * size_of_val(&*self.entries)
    }

    /// Makes small throws once; the number of the result, or one more than the last of them for dice that are refused, and the
    /// words that are left. The second throw has the words after `offset`: those after the [first](Plan::words_of_first).
    #[inline(always)]
    pub(super) fn throw(&self, plan: &Plan, stream: Stream, offset: WordOffset) -> (usize, Stream) {
        let thrown = [plan.first.throw(stream.clone()), plan.second.throw(stream.after(offset))];
        if !Thrown::are_sure(thrown) {
            return self.roll(plan, stream);
        }
        let [row, column] = thrown.map(|thrown| usize::from(self.combinations[thrown.index]));
        (self.results[plan.results as usize + row + column].into(), stream.after(plan.words))
    }

    /// Rolls any draw until its dice are not refused; the number of the result, and the words that are left.
    #[inline(never)]
    pub(super) fn roll(&self, plan: &Plan, mut stream: Stream) -> (usize, Stream) {
        let mut index = plan.tree;
        loop {
            let (throw, entries) = self.throws[index as usize];
            match self.entries[entries as usize + throw.roll(&mut stream)] {
                Next::Throw(next) => index = plan.tree + next,
                Next::Again => index = plan.tree,
                Next::Result(result) => return (result as usize, stream),
            }
        }
    }

    /// What there is instead of a draw.
    pub(super) const UNKNOWN: u32 = 0;
    pub(super) const OPAQUE: u32 = 1;
    pub(super) const END: u32 = 2;

    /// The plan of an index.
    #[inline(always)]
    pub(super) fn get(&self, index: u32) -> &Plan {
        &self.all[index as usize]
    }

    /// The index of the plan of a draw.
    pub(super) fn plan(&mut self, draw: &Draw) -> u32 {
        if let Some(&plan) = self.known.get(draw) {
            return plan;
        }
        let plan = Plan { tree: self.add_throws(draw), ..self.plan_of_throws(draw) };
        let index = self.all.len() as u32;
        self.all.push(plan);
        self.known.insert(draw.clone(), index);
        index
    }

    /// The index of the first throw of a draw.
    fn add_throws(&mut self, draw: &Draw) -> u32 {
        let start = self.throws.len() as u32;
        for (throw, nexts) in &draw.throws {
            self.throws.push((throw.prepared(), self.entries.len() as u32));
            self.entries.extend(nexts);
        }
        start
    }

    /// The plan of small throws that are made in any case; a tree for any other draw.
    fn plan_of_throws(&mut self, draw: &Draw) -> Plan {
        let tree = Plan::without_dice(Kind::Tree);
        let Some((throws, results)) = both(draw) else { return tree };
        let mut apart = results.len();
        let [first, second] = throws.map(|throw| {
            let Some(throw) = throw else { return Some(Handful::NOTHING) };
            apart /= throw.results();
            self.handful(throw, apart)
        });
        let (Some(first), Some(second)) = (first, second) else { return tree };
        let index = self.results.len() as u32;
        self.results.extend(results);
        let words = WordOffset::new(first.words() + second.words());
        Plan { first, second, words, results: index, ..Plan::without_dice(Kind::Throws) }
    }

    /// The dice of a small throw whose results are so far apart.
    fn handful(&mut self, throw: Throw, apart: usize) -> Option<Handful> {
        if let Some(&known) = self.handfuls.get(&(throw, apart)) {
            return Some(known);
        }
        let (handful, results) = Handful::new(throw, self.combinations.len() as u32)?;
        self.combinations.extend(results.iter().map(|result| (result * apart) as u16));
        self.handfuls.insert((throw, apart), handful);
        Some(handful)
    }
}

impl Plan {
    /// Nothing is rolled.
    pub(super) const fn without_dice(kind: Kind) -> Self {
        let nothing = Handful::NOTHING;
        Self { kind, first: nothing, second: nothing, words: WordOffset::new(0), results: 0, tree: 0 }
    }

    /// How many words the first throw takes.
    pub(super) fn words_of_first(&self) -> u16 {
        self.first.words()
    }

    /// Whether it has one result without any dice.
    pub(super) fn is_of_nothing(&self) -> bool {
        self.kind == Kind::Throws && self.first == Handful::NOTHING
    }
}

/// Throws that are made in any case, two at most, with what their results come to; `None` for any other draw.
fn both(draw: &Draw) -> Option<([Option<Throw>; 2], Vec<u16>)> {
    let throws = [0, 1].map(|index| draw.throws.get(index).map(|(throw, _)| *throw));
    let refused = draw.results();
    let results = match (&*draw.throws, throws[1]) {
        ([], _) => vec![0],
        ([(_, nexts)], _) => results(nexts, refused)?,
        ([(_, nexts), ..], Some(second)) => results_of_both(draw, nexts, second)?,
        (_, None) => return None,
    };
    u16::try_from(results.len()).is_ok().then_some((throws, results))
}

/// By both results, what two throws come to: the second is the same in any case.
fn results_of_both(draw: &Draw, nexts: &[Next], second: Throw) -> Option<Vec<u16>> {
    let mut both = Vec::new();
    for next in nexts {
        let Next::Throw(index) = *next else { return None };
        let (throw, nexts) = &draw.throws[index as usize];
        if *throw != second {
            return None;
        }
        both.extend(results(nexts, draw.results())?);
    }
    Some(both)
}

/// What a throw comes to after which nothing is thrown.
fn results(nexts: &[Next], refused: u32) -> Option<Vec<u16>> {
    let result = |next: &Next| match *next {
        Next::Result(result) => Some(result as u16),
        Next::Again => Some(refused as u16),
        Next::Throw(_) => None,
    };
    nexts.iter().map(result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Pool, Which};
    use crate::rng::{EncounterIndex, RunKey, Seed};

    /// A draw whose every combination of results is a result of its own.
    fn draw_of(first: Throw, second: Throw) -> Draw {
        let seconds = second.results() as u32;
        let results = |row: u32| (0..seconds).map(move |column| Next::Result(row * seconds + column)).collect();
        let rows = first.results() as u32;
        let mut throws = vec![(first, (1..=rows).map(Next::Throw).collect())];
        throws.extend((0..rows).map(|row| (second, results(row))));
        Draw { throws }
    }

    /// Two million draws of six dice, of which about six come so near to a word that is thrown away that they are not sure.
    #[test]
    fn small_throws_come_to_what_their_dice_come_to_one_by_one() {
        let pool = |which| Throw::Kept(Pool::new(3, 6, 2, which).expect("a pool"));
        let mut plans = Plans::new();
        let index = plans.plan(&draw_of(pool(Which::Lowest), pool(Which::Highest)));
        let plan = plans.get(index);
        assert_eq!((plan.kind, plan.words_of_first()), (Kind::Throws, 2));
        let offset = WordOffset::new(2);
        let mut unsure = 0;
        for index in 0..1 << 21 {
            let stream = RunKey::new(Seed(1)).encounter(EncounterIndex(index)).slot(0, 0);
            let thrown = [plan.first.throw(stream.clone()), plan.second.throw(stream.after(offset))];
            unsure += u32::from(!Thrown::are_sure(thrown));
            assert_eq!(plans.throw(plan, stream.clone(), offset), plans.roll(plan, stream), "{index}");
        }
        assert!((1..30).contains(&unsure), "{unsure}");
    }
}
