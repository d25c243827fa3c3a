//! Comparisons as jobs: counts of ranges, played anywhere and in any order, and what they come to together.
//!
//! A comparison that is played until it is decided looks at its counts after a fixed schedule of encounters, and then
//! plays as many fresh ones. Ranges are therefore [cut](cuts) wherever a look may come, or the fresh encounters after one
//! may end: whatever the machines and the order of arrival, their sums are those that a single call has looked at.

use std::ops::Range;
use std::slice::from_ref;

use equipoise_engine::Winner;
use serde::Serialize;

use super::result::{Compared, Indices, Planned, Settings, Sides, compared_of, conclusion, planned_of};
use super::{Both, Comparison, Decided, JointTally, StoppingRule, decision_of};
use crate::ground::ranges::{length, union, without};
use crate::kernel::job::{Job, Piece, Player, Untaken, drive, drive_once};
use crate::kernel::run::{BATCH, Watch};
use crate::record::{Part, Taken, Unknown};
use crate::stats::paired::sequential_interval;
use crate::studies::cells::is_within;
use crate::studies::precision::{Looks, next_look};
use crate::studies::study::Until;

/// The parts of a range: each ends where a look may come, or the fresh encounters after one may end.
pub fn cuts(range: &Range<u64>) -> Vec<Range<u64>> {
    let (mut places, mut look) = (Vec::new(), 0);
    while look < range.end {
        let next = next_look(look, u64::MAX);
        if next == look {
            break;
        }
        look = next;
        places.extend([look, look.saturating_mul(2)]);
    }
    places.retain(|place| *place > range.start && *place < range.end);
    places.sort_unstable();
    places.dedup();
    places.push(range.end);
    let starts = std::iter::once(range.start).chain(places.clone());
    starts.zip(places.clone()).map(|(start, end)| start..end).filter(|part| !part.is_empty()).collect()
}

/// Counts that are looked at until the party's win shares are known to differ or to be the same, and as many fresh ones.
#[derive(Debug, Clone)]
pub(crate) struct Deciding {
    rule: StoppingRule,
    looks: Looks<JointTally>,
    /// The most fresh encounters, if an interrupt has left fewer than there were to be.
    most: Option<u64>,
}

impl Deciding {
    /// Looks at counts that were taken in parts; `empty` has none.
    ///
    /// # Errors
    /// If a part crosses a look.
    pub(crate) fn new(
        rule: StoppingRule,
        most: Option<u64>,
        empty: &JointTally,
        taken: Taken<JointTally>,
    ) -> Result<Self, Unknown> {
        let looks = Looks::new(empty.clone(), rule.max_encounters, taken, |tally| rule.is_decided(tally))?;
        Ok(Self { rule, looks, most })
    }

    /// The state of the decision after the encounters so far.
    pub(crate) fn so_far(&self) -> Decided {
        let (tally, complete) = (self.looks.first(), self.looks.is_over());
        let interval = sequential_interval(&tally.won(Winner::Party), self.rule.confidence);
        let decision = decision_of(interval, self.rule.margin);
        Decided { comparison: Comparison { range: 0..tally.encounters, tally, complete }, decision, interval }
    }

    /// The decision, or that the encounters for one are spent; `None` if some are missing.
    pub(crate) fn decided(&self) -> Option<Decided> {
        self.looks.is_over().then(|| self.so_far())
    }

    /// The encounters after which the next look is taken.
    pub(crate) const fn next(&self) -> u64 {
        self.looks.next()
    }

    /// The fresh encounters after a decision: as many as led to it.
    pub(crate) fn fresh(&self) -> Option<Range<u64>> {
        let start = self.looks.is_over().then(|| self.looks.seen().encounters)?;
        Some(start..start.saturating_add(self.most.map_or(start, |most| most.min(start))))
    }

    /// The counts of the fresh encounters.
    ///
    /// # Errors
    /// If some are missing, or a part lies beyond them too.
    pub(crate) fn counted(&self, fresh: &Range<u64>) -> Result<JointTally, Unknown> {
        self.looks.of(fresh)
    }

    fn wanted(&self) -> Vec<Range<u64>> {
        self.fresh().map_or_else(|| self.looks.wanted(), |fresh| self.looks.missing(&fresh))
    }

    fn take(&mut self, range: &Range<u64>, counts: JointTally) -> Result<(), Untaken> {
        let rule = self.rule;
        match self.fresh() {
            // A part beyond the next look may end where the fresh encounters of a decision end, which is no look.
            None if range.end > self.looks.next() => Err(Untaken::Unwanted { range: range.clone() }),
            None => self.looks.take(range, counts, |tally| rule.is_decided(tally)),
            Some(fresh) if is_within(range, from_ref(&fresh)) => self.looks.take_beyond(range, counts),
            Some(_) => Err(Untaken::Unwanted { range: range.clone() }),
        }
    }

    /// The counts of the fresh encounters that there are: the first ones, if an interrupt kept the rest from being played.
    fn first_fresh(&self, fresh: &Range<u64>) -> JointTally {
        self.counted(fresh).unwrap_or_else(|_| self.looks.from(fresh.start))
    }
}

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Outcome {
    /// The differences.
    Compared(Compared),
    /// The number of encounters that a verdict will take.
    Planned(Planned),
}

/// A comparison as a job: its pieces are of two cells, the first side and the second.
pub struct CompareJob<'a> {
    sides: Sides<'a>,
    both: Both<'a>,
    settings: Settings,
    state: State,
}

enum State {
    /// Ranges that are all wanted, each in parts of its own; whether they are a pilot.
    All {
        ranges: Vec<Range<u64>>,
        taken: Taken<JointTally>,
        is_pilot: bool,
    },
    Deciding(Deciding),
}

impl<'a> CompareJob<'a> {
    /// The comparison of two sides, of which nothing was played.
    pub fn new(sides: Sides<'a>, settings: Settings, extent: &Until) -> Self {
        let all = |range: &[Range<u64>]| range.iter().flat_map(cuts).collect();
        match extent {
            Until::Fixed { encounters } => Self::of(sides, settings, all(from_ref(&(0..*encounters))), false),
            Until::Ranges(ranges) => Self::of(sides, settings, all(ranges), false),
            Until::Pilot { encounters } => Self::of(sides, settings, all(from_ref(&(0..*encounters))), true),
            &Until::Decided { max_encounters, fresh } => {
                let both = Both::new(sides.fights, settings.seed);
                let (rule, empty) = (settings.rule(max_encounters, sides.identical), both.empty());
                let deciding = Deciding::new(rule, fresh, &empty, Taken::new(empty.clone()));
                let state = State::Deciding(deciding.expect("nothing was taken that crosses a look"));
                Self { sides, both, settings, state }
            }
        }
    }

    /// The comparison over ranges, which have no encounter in common; each of them is counted by itself.
    pub fn over(sides: Sides<'a>, settings: Settings, ranges: Vec<Range<u64>>) -> Self {
        Self::of(sides, settings, ranges, false)
    }

    fn of(sides: Sides<'a>, settings: Settings, ranges: Vec<Range<u64>>, is_pilot: bool) -> Self {
        let both = Both::new(sides.fights, settings.seed);
        let state = State::All { ranges, taken: Taken::new(both.empty()), is_pilot };
        Self { sides, both, settings, state }
    }

    /// Counts of both sides without encounters.
    pub fn empty(&self) -> JointTally {
        self.both.empty()
    }

    /// The counts of the parts that were taken, in ascending order; none of a comparison that is to be decided.
    pub fn parts(&self) -> Vec<Part<JointTally>> {
        match &self.state {
            State::All { taken, .. } => taken.parts(),
            State::Deciding(_) => Vec::new(),
        }
    }

    /// The indices of the encounters that were taken; none of a comparison that is to be decided.
    pub fn ranges(&self) -> Vec<Range<u64>> {
        match &self.state {
            State::All { taken, .. } => taken.ranges(),
            State::Deciding(_) => Vec::new(),
        }
    }

    /// The number of encounters that are known to be needed from here on, without those that led to a decision.
    pub fn encounters(&self) -> u64 {
        match &self.state {
            State::All { ranges, .. } => ranges.iter().map(length).fold(0, u64::saturating_add),
            State::Deciding(deciding) => deciding.fresh().as_ref().map_or(0, length),
        }
    }

    /// Plays on the current rayon pool until it is decided whether the party's win shares differ, and no fresh encounters, in
    /// batches of at most `most` encounters. After an interrupt the encounters are incomplete; `None` if nothing is to be
    /// decided.
    pub fn decide(&mut self, most: u64, watch: &Watch) -> Option<Decided> {
        loop {
            let State::Deciding(deciding) = &self.state else { return None };
            if deciding.looks.is_over() || !drive_once(self, most, watch) {
                break;
            }
        }
        let State::Deciding(deciding) = &self.state else { return None };
        Some(deciding.so_far())
    }

    /// Plays all that is wanted on the current rayon pool, as far as no interrupt comes; `None` if one came before a decision.
    pub fn drive(&mut self, watch: &Watch) -> Option<Outcome> {
        drive(self, BATCH, watch);
        self.so_far()
    }

    /// The outcome by the counts so far: as after an interrupt, if encounters are missing; `None` if it is undecided yet.
    pub fn so_far(&self) -> Option<Outcome> {
        let partial = !self.wanted().is_empty();
        let (sides, settings) = (&self.sides, &self.settings);
        Some(match &self.state {
            State::All { taken, is_pilot: true, .. } => {
                Outcome::Planned(planned_of(&taken.from(0), sides.identical, settings, partial))
            }
            State::All { taken, .. } => {
                let compared = compared_of(&sides.titled(), settings, &taken.total(), partial, None);
                Outcome::Compared(Compared { range: Indices::unless_first(&taken.ranges()), ..compared })
            }
            State::Deciding(deciding) => {
                let (decided, fresh) = (deciding.decided()?, deciding.fresh()?);
                let decision = Some(conclusion(&decided, sides.identical, settings));
                let tally = deciding.first_fresh(&fresh);
                Outcome::Compared(compared_of(&sides.titled(), settings, &tally, partial, decision))
            }
        })
    }
}

impl Job for CompareJob<'_> {
    type Counts = JointTally;
    type Result = Outcome;

    fn wanted(&self) -> Vec<Piece> {
        let wanted = match &self.state {
            State::All { ranges, taken, .. } => without(ranges, &taken.ranges()),
            State::Deciding(deciding) => deciding.wanted(),
        };
        wanted.into_iter().map(|range| Piece { cells: vec![0, 1], range }).collect()
    }

    fn player(&self, _: &Piece) -> Box<dyn Player<JointTally> + '_> {
        self.both.player()
    }

    fn take(&mut self, piece: &Piece, counts: JointTally) -> Result<(), Untaken> {
        let Piece { cells, range } = piece;
        let unwanted = || Untaken::Unwanted { range: range.clone() };
        if cells[..] != [0, 1] {
            return Err(unwanted());
        }
        match &mut self.state {
            State::All { ranges, taken, .. } if is_within(range, ranges) => taken.take(range.start, range, counts),
            State::All { .. } => Err(unwanted()),
            State::Deciding(deciding) => deciding.take(range, counts),
        }
    }

    fn result(&self) -> Option<Outcome> {
        if self.wanted().is_empty() { self.so_far() } else { None }
    }

    fn finished(&self) -> u64 {
        match &self.state {
            State::All { taken, .. } => taken.encounters(),
            State::Deciding(deciding) => match deciding.fresh() {
                Some(fresh) => deciding.first_fresh(&fresh).encounters,
                None => deciding.looks.first().encounters,
            },
        }
    }
}

/// The indices of the encounters of parts, which have none in common.
pub fn ranges(parts: &[Part<JointTally>]) -> Vec<Range<u64>> {
    union(parts.iter().flat_map(|part| part.ranges.clone()).collect()).expect("no encounter is counted twice")
}

#[cfg(test)]
mod tests {
    #![expect(clippy::single_range_in_vec_init, reason = "lists of ranges, of which some have one")]

    use equipoise_engine::Seed;

    use super::*;
    use crate::kernel::job::Counts;
    use crate::kernel::run::Plan;
    use crate::studies::compare::{Decision, Recordable, compare, compare_until};
    use crate::toy::Toy;

    const SEED: Seed = Seed(5);
    const RULE: StoppingRule = StoppingRule { margin: Some(0.01), confidence: 0.95, max_encounters: 200_000 };

    fn taken_of(ranges: &[Range<u64>]) -> (JointTally, Taken<JointTally>) {
        let toys = [Toy::new(), Toy::new()];
        let both = Both::new([&toys[0], &toys[1]], SEED);
        let mut taken = Taken::new(both.empty());
        for range in ranges.iter().flat_map(cuts) {
            let mut player = both.player();
            player.play(range.clone());
            taken.take(range.start, &range, player.counts()).expect("another range");
        }
        (both.empty(), taken)
    }

    #[test]
    fn parts_end_at_looks_and_at_twice_their_encounters() {
        let ends: Vec<u64> = cuts(&(0..60_000)).into_iter().map(|part| part.end / BATCH).collect();
        // The looks are after 4, 5, 7, 9, 12 and 15 batches.
        assert_eq!(ends, [4, 5, 7, 8, 9, 10, 12, 14, 60_000 / BATCH]);
        assert_eq!(cuts(&(17_000..17_001)), [17_000..17_001]);
        assert_eq!(cuts(&(16_384..20_480)), [16_384..20_480]);
        assert_eq!(cuts(&(9..9)), []);
        let whole = 3..u64::MAX;
        assert_eq!(union(cuts(&whole)), Ok(vec![whole]));
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let whole = compare([&Toy::new(), &Toy::new()], &Plan::new(SEED, 0..50_000), &Watch::none()).tally;
        let (_, taken) = taken_of(&[0..17_000, 17_000..50_000]);
        assert_eq!((taken.ranges(), taken.total()), (vec![0..50_000], whole.clone()));
        assert_eq!(taken.of(&(0..50_000)), Ok(whole));
        let (_, later) = taken_of(&[17_000..50_000]);
        assert_eq!(later.of(&(0..50_000)), Err(Unknown::Missing(vec![0..17_000])));
    }

    #[test]
    fn parts_decide_as_a_single_call_does() {
        let toys = [Toy::new(), Toy::new()];
        let sides: [&dyn Recordable; 2] = [&toys[0], &toys[1]];
        let expected = compare_until(sides, SEED, BATCH, &RULE, &Watch::none());
        let (empty, taken) = taken_of(&[0..9_000, 9_000..40_000]);
        let deciding = Deciding::new(RULE, None, &empty, taken.clone()).expect("no part crosses a look");
        assert_eq!(deciding.decided().expect("all are there"), expected);
        let end = expected.comparison.range.end;
        let fresh = deciding.fresh().expect("it is decided");
        assert_eq!(fresh, end..2 * end);
        assert_eq!(deciding.counted(&fresh), Ok(compare(sides, &Plan::new(SEED, fresh.clone()), &Watch::none()).tally));
        // Without a margin nothing ends it but the limit.
        let endless = StoppingRule { margin: None, max_encounters: 16_500, ..RULE };
        let crossing = Deciding::new(endless, None, &empty, taken.clone()).expect_err("a part from before to after");
        assert!(matches!(crossing, Unknown::Crossing { at: 16_500, .. }));
        let waiting =
            Deciding::new(StoppingRule { margin: None, ..RULE }, None, &empty, taken).expect("parts between looks");
        assert_eq!((waiting.decided(), waiting.next(), waiting.wanted()), (None, 49_152, vec![40_000..49_152]));
        let (_, early) = taken_of(&[0..9_000, 9_000..20_480]);
        let early = Deciding::new(RULE, None, &empty, early).expect("parts between looks");
        assert_eq!(early.decided().map(|decided| decided.decision), Some(Decision::Same));
        assert_eq!(early.wanted(), [20_480..32_768]);
    }

    #[test]
    fn a_part_that_crosses_a_look_is_refused() {
        let tally = compare([&Toy::new(), &Toy::new()], &Plan::new(SEED, 0..30_000), &Watch::none()).tally;
        let empty = tally.without_counts();
        let mut taken = Taken::new(empty.clone());
        taken.take(0, &(0..30_000), tally.clone()).expect("the only one");
        let found = Deciding::new(RULE, None, &empty, taken).expect_err("it crosses one");
        assert_eq!(found, Unknown::Crossing { range: 0..30_000, at: 16_384 });
        let mut deciding = Deciding::new(RULE, None, &empty, Taken::new(empty.clone())).expect("nothing was taken");
        let refused = deciding.take(&(0..30_000), tally);
        assert_eq!(refused, Err(Untaken::Unwanted { range: 0..30_000 }));
    }

    #[test]
    fn a_part_beyond_the_next_look_is_refused() {
        // It may reach beyond the fresh encounters of a decision, where its counts would not be known apart.
        let (empty, mut early) = taken_of(&[28_672..30_000]);
        let late = early.total();
        let mut deciding = Deciding::new(RULE, None, &empty, Taken::new(empty.clone())).expect("nothing was taken");
        assert_eq!(deciding.take(&(28_672..30_000), late.clone()), Err(Untaken::Unwanted { range: 28_672..30_000 }));
        // Counts under one key are those of one range.
        let (_, first) = taken_of(&[0..16_384]);
        early = Taken::new(empty);
        early.take(0, &(0..16_384), first.total()).expect("the first");
        early.take(0, &(28_672..30_000), late).expect("another");
        assert_eq!(early.of(&(0..16_384)), Err(Unknown::Crossing { range: 28_672..30_000, at: 16_384 }));
        assert_eq!(early.of(&(28_672..30_000)), Err(Unknown::Crossing { range: 0..16_384, at: 28_672 }));
    }

    #[test]
    fn an_empty_part_is_refused() {
        let (empty, _) = taken_of(&[]);
        let mut deciding = Deciding::new(RULE, None, &empty, Taken::new(empty.clone())).expect("nothing was taken");
        let range = Range { start: u64::MAX, end: 0 };
        assert_eq!(deciding.take(&range, empty), Err(Untaken::Unwanted { range }));
    }
}
