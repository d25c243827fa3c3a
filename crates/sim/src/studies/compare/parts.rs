//! A comparison in parts: the joint counts of ranges of encounters, played anywhere, and what they come to together.
//!
//! A comparison that is played until it is decided looks at its counts after a fixed schedule of encounters, and then
//! plays as many fresh ones. Parts therefore [end](cuts) wherever a look may come, or the fresh encounters after one
//! may end: whatever the machines and the order of arrival, their sums are those that a single call has looked at.

use std::ops::Range;

use equipoise_engine::{Seed, Winner};
use thiserror::Error;

use super::{Decided, Decision, JointTally, Recordable, Until, compare, decision_of};
use crate::ground::ranges::{length, union, without};
use crate::kernel::run::{Plan, Watch};
use crate::stats::paired::sequential_interval;
use crate::studies::compare::Comparison;
use crate::studies::precision::next_look;

/// The joint counts of a range of encounters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The indices of the encounters, at least one.
    pub range: Range<u64>,
    /// Their counts.
    pub tally: JointTally,
}

/// Parts hold encounters from both sides of a place where counts have to be known.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the encounters {}..{} were counted together, and the counts after {at} have to be known", range.start, range.end)]
pub struct Crossing {
    /// The encounters of the part.
    pub range: Range<u64>,
    /// The place, in encounters.
    pub at: u64,
}

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

/// Plays ranges in parts, one after the other, and says whether all of them were played. An interrupt leaves out the rest.
pub fn play_parts(sides: [&dyn Recordable; 2], seed: Seed, ranges: &[Range<u64>], watch: &Watch) -> (Vec<Part>, bool) {
    let (mut parts, mut before) = (Vec::new(), 0_u64);
    for range in ranges.iter().flat_map(cuts) {
        let progress = |finished: u64| (watch.progress)(before.saturating_add(finished));
        let played = compare(sides, &Plan::new(seed, range), &Watch { progress: &progress, ..*watch });
        before = before.saturating_add(played.tally.encounters);
        if !played.range.is_empty() {
            parts.push(Part { range: played.range, tally: played.tally });
        }
        if !played.complete {
            return (parts, false);
        }
    }
    (parts, true)
}

/// The indices of the encounters of parts, which have none in common.
pub fn ranges(parts: &[Part]) -> Vec<Range<u64>> {
    union(parts.iter().map(|part| part.range.clone()).collect()).expect("no encounter is counted twice")
}

/// The counts of the parts within a range, in ascending order; `empty` has none. Also the encounters of the range that
/// no part has.
///
/// # Errors
/// When a part lies within the range and beyond it.
fn sum(parts: &[Part], range: &Range<u64>, empty: &JointTally) -> Result<(JointTally, Vec<Range<u64>>), Crossing> {
    let mut tally = empty.clone();
    let touching = parts.iter().filter(|part| part.range.start < range.end && part.range.end > range.start);
    for Part { range: own, tally: counts } in touching.clone() {
        if let Some(at) = [range.start, range.end].into_iter().find(|at| own.start < *at && own.end > *at) {
            return Err(Crossing { range: own.clone(), at });
        }
        tally.merge(counts);
    }
    let there: Vec<Range<u64>> = touching.map(|part| part.range.clone()).collect();
    Ok((tally, without(std::slice::from_ref(range), &there)))
}

/// What parts come to that are played until they are decided.
#[derive(Debug, Clone, PartialEq)]
pub enum Sequel {
    /// It is decided, or given up, and these are the counts of as many fresh encounters.
    Decided {
        /// The decision, with the encounters that led to it.
        decided: Decided,
        /// The fresh ones.
        fresh: Comparison,
    },
    /// Encounters are missing.
    Waiting {
        /// What was decided already, and after how many encounters, so that fresh ones alone are missing.
        decided: Option<(Decision, u64)>,
        /// The encounters at the next look, or where the fresh ones end.
        until: u64,
        /// Those that no part has.
        missing: Vec<Range<u64>>,
    },
}

/// Decides by parts, at the looks of [`compare_until`](super::compare_until) and as it does. `empty` has no encounters.
///
/// # Errors
/// When a part crosses a look, or the end of the fresh encounters.
pub fn decide_parts(parts: &[Part], until: &Until, empty: &JointTally) -> Result<Sequel, Crossing> {
    let mut tally = empty.clone();
    let decided = loop {
        let played = tally.encounters;
        let interval = sequential_interval(&tally.won(Winner::Party), until.confidence);
        let decision = decision_of(interval, until.margin);
        if decision != Decision::Undecided || played >= until.max_encounters {
            let comparison = Comparison { tally, range: 0..played, complete: true };
            break Decided { comparison, decision, interval };
        }
        let look = next_look(played, until.max_encounters);
        let (more, missing) = sum(parts, &(played..look), empty)?;
        if !missing.is_empty() {
            return Ok(Sequel::Waiting { decided: None, until: look, missing });
        }
        tally.merge(&more);
    };
    let played = decided.comparison.tally.encounters;
    let range = played..played.saturating_add(played);
    let (tally, missing) = sum(parts, &range, empty)?;
    if !missing.is_empty() {
        let known = Some((decided.decision, played));
        return Ok(Sequel::Waiting { decided: known, until: range.end, missing });
    }
    debug_assert_eq!(tally.encounters, length(&range));
    Ok(Sequel::Decided { decided, fresh: Comparison { tally, range, complete: true } })
}

#[cfg(test)]
mod tests {
    #![expect(clippy::single_range_in_vec_init, reason = "lists of ranges, of which some have one")]

    use super::*;
    use crate::kernel::run::BATCH;
    use crate::studies::compare::compare_until;
    use crate::toy::Toy;

    const SEED: Seed = Seed(5);

    fn parts_of(ranges: &[Range<u64>]) -> Vec<Part> {
        let (parts, complete) = play_parts([&Toy::new(), &Toy::new()], SEED, ranges, &Watch::none());
        assert!(complete);
        parts
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
        let parts = parts_of(&[0..17_000, 17_000..50_000]);
        assert_eq!(ranges(&parts), [0..50_000]);
        let empty = &parts[0].tally.without_counts();
        assert_eq!(sum(&parts, &(0..50_000), empty), Ok((whole, Vec::new())));
        assert_eq!(sum(&parts[1..], &(0..50_000), empty).expect("none crosses").1, [parts[0].range.clone()]);
    }

    #[test]
    fn parts_decide_as_a_single_call_does() {
        let until = Until { margin: Some(0.01), confidence: 0.95, max_encounters: 200_000 };
        let sides: [&dyn Recordable; 2] = [&Toy::new(), &Toy::new()];
        let expected = compare_until(sides, SEED, BATCH, &until, &Watch::none());
        let parts = parts_of(&[0..9_000, 9_000..40_000]);
        let empty = parts[0].tally.without_counts();
        let Ok(Sequel::Decided { decided, fresh }) = decide_parts(&parts, &until, &empty) else {
            panic!("all are there")
        };
        assert_eq!(decided, expected);
        let end = expected.comparison.range.end;
        assert_eq!(fresh, compare(sides, &Plan::new(SEED, end..2 * end), &Watch::none()));
        // Without a margin nothing ends it but the limit.
        let endless = Until { margin: None, max_encounters: 16_500, ..until };
        assert!(matches!(decide_parts(&parts, &endless, &empty), Err(Crossing { at: 16_500, .. })));
        let waiting = Sequel::Waiting { decided: None, until: 49_152, missing: vec![40_000..49_152] };
        assert_eq!(decide_parts(&parts, &Until { margin: None, ..until }, &empty), Ok(waiting));
        let early: Vec<Part> = parts.iter().filter(|part| part.range.end <= 20_480).cloned().collect();
        let known = Some((Decision::Same, 16_384));
        let waiting = Sequel::Waiting { decided: known, until: 32_768, missing: vec![20_480..32_768] };
        assert_eq!(decide_parts(&early, &until, &empty), Ok(waiting));
    }

    #[test]
    fn a_part_that_crosses_a_look_is_refused() {
        let tally = compare([&Toy::new(), &Toy::new()], &Plan::new(SEED, 0..30_000), &Watch::none()).tally;
        let until = Until { margin: Some(0.01), confidence: 0.95, max_encounters: 200_000 };
        let empty = tally.without_counts();
        let found = decide_parts(&[Part { range: 0..30_000, tally }], &until, &empty);
        assert_eq!(found, Err(Crossing { range: 0..30_000, at: 16_384 }));
    }
}
