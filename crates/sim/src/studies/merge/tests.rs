#![expect(clippy::single_range_in_vec_init, reason = "lists of ranges, of which some have one")]

use super::*;
use crate::record::shard::tests::{SEED, of_toy};
use crate::studies::precision::run_to_precision;
use crate::toy::Toy;
use crate::{BATCH, Watch};

const PRECISION: Precision = Precision { half_width: 0.01, max_encounters: 1_000_000, confidence: 0.95 };

fn shard(range: Range<u64>) -> Shard {
    of_toy(&Toy::new(), range)
}

fn merging(goal: Goal, ranges: impl IntoIterator<Item = Range<u64>>) -> Result<Merging, MergeError> {
    let mut merging = Merging::new(goal);
    for range in ranges {
        merging.add(Path::new(&format!("{}.json", range.start)), &shard(range))?;
    }
    Ok(merging)
}

fn only(merged: Merged) -> Answer {
    let Merged::Answers(mut answers) = merged else { panic!("more encounters are needed") };
    assert_eq!(answers.len(), 1);
    answers.remove(0)
}

#[test]
fn the_order_of_arrival_and_repetitions_change_nothing() {
    let orders = [[0..10, 10..500, 500..900], [500..900, 0..10, 10..500], [10..500, 500..900, 0..10]];
    for order in orders {
        let again = order.clone();
        let merging = merging(Goal::Encounters(Some(900)), order.into_iter().chain(again)).expect("one run");
        let answer = only(merging.finish(0.9).expect("shards"));
        assert_eq!(answer.shard(), Some(shard(0..900)));
        assert_eq!(answer.notes[0].to_string(), "joined from 3 shards: encounters 0..900");
        assert_eq!(merging.missing(), []);
    }
}

#[test]
fn overlaps_are_refused_with_both_files() {
    for (ranges, told) in [
        ([0..10, 5..20], "cannot join 5.json to 0.json: shards overlap: 0..10 and 5..20"),
        ([5..20, 0..10], "cannot join 0.json to 5.json: shards overlap: 0..10 and 5..20"),
        ([5..20, 0..90], "cannot join 0.json to 5.json: shards overlap: 0..90 and 5..20"),
        ([5..20, 5..19], "cannot join 5.json to 5.json: shards overlap: 5..19 and 5..20"),
    ] {
        let error = merging(Goal::Encounters(None), ranges).expect_err("an overlap");
        assert_eq!(error.to_string(), told);
    }
    // The same encounters with other counts are no repetition.
    let mut merging = merging(Goal::Encounters(None), [0..10]).expect("one shard");
    let mut forged = shard(0..10);
    forged.tally.merge(&shard(0..10).tally);
    assert!(merging.add(Path::new("forged.json"), &forged).is_err());
}

#[test]
fn what_is_missing_is_named() {
    let missing = |goal, ranges: &[Range<u64>]| {
        let missing = merging(goal, ranges.iter().cloned()).expect("one run").missing();
        missing.into_iter().map(|missing| missing.range).collect::<Vec<_>>()
    };
    assert_eq!(missing(Goal::Encounters(None), &[5..10, 20..30]), [10..20]);
    assert_eq!(missing(Goal::Encounters(Some(40)), &[5..10, 20..30]), [0..5, 10..20, 30..40]);
    assert_eq!(missing(Goal::Encounters(Some(40)), &[]), [0..40]);
    let precision = || Goal::Precision(Precision { half_width: 1e-9, ..PRECISION });
    assert_eq!(missing(precision(), &[]), [0..4 * BATCH]);
    assert_eq!(missing(precision(), &[0..100, 200..4 * BATCH]), [100..200]);
    assert_eq!(missing(precision(), &[0..4 * BATCH]), [4 * BATCH..5 * BATCH]);
    assert!(merging(Goal::Encounters(Some(9)), [5..10]).is_err());
}

/// Interrupted shards are partial, unless it is known what the whole is, by its number of encounters or by the look at which a
/// precision is reached, and others have the rest.
#[test]
fn interrupted_pieces_and_the_rest_are_a_whole() {
    let is_partial = |goal, rest: Range<u64>| {
        let mut merging = merging(goal, [rest]).expect("one run");
        merging.add(Path::new("cut short"), &Shard { complete: false, ..shard(0..5) }).expect("one run");
        only(merging.finish(0.95).expect("shards")).is_interrupted
    };
    assert!(is_partial(Goal::Encounters(None), 5..10));
    assert!(is_partial(Goal::Encounters(Some(11)), 5..10));
    assert!(is_partial(Goal::Encounters(Some(10)), 6..10));
    assert!(!is_partial(Goal::Encounters(Some(10)), 5..10));
    assert!(!is_partial(Goal::Precision(Precision { half_width: 0.4, ..PRECISION }), 5..4 * BATCH));
}

fn of_cell(index: usize, range: Range<u64>) -> Shard {
    let mut shard = shard(range);
    shard.canonical = format!("{{\"cell\":{index}}}");
    shard.source.overrides = vec![format!("rules.a={index}").parse().expect("an override")];
    Shard { cell: Some(CellNumber { index, cells: 4, paths: 1, grid: 7, list: false }), ..shard }
}

#[test]
fn cells_of_a_sweep_stay_apart() {
    let mut merging = Merging::new(Goal::Encounters(None));
    for (cell, range) in [(3, 0..50), (1, 0..100), (3, 50..100)] {
        merging.add(Path::new("a.jsonl"), &of_cell(cell, range)).expect("one sweep");
    }
    let missing: Vec<(Option<Range<usize>>, Range<u64>)> =
        merging.missing().into_iter().map(|missing| (missing.cells, missing.range)).collect();
    assert_eq!(missing, [(Some(0..1), 0..100), (Some(2..3), 0..100)]);
    for cell in [0, 2] {
        merging.add(Path::new("b.jsonl"), &of_cell(cell, 0..100)).expect("one sweep");
    }
    assert_eq!(merging.missing(), []);
    let Merged::Answers(answers) = merging.finish(0.95).expect("shards") else { panic!("no precision") };
    let values: Vec<&str> = answers.iter().map(|answer| answer.report.values[0].1.as_str()).collect();
    assert_eq!(values, ["0", "1", "2", "3"]);
    let of_run = merging.add(Path::new("c.json"), &shard(0..100)).expect_err("of a run");
    assert!(of_run.to_string().ends_with("shards of different sweeps or cells: cell 3 of 4 and no cell"), "{of_run}");
    let mut grid = of_cell(2, 100..200);
    grid.cell = grid.cell.map(|cell| CellNumber { grid: 8, ..cell });
    let grid = merging.add(Path::new("g.jsonl"), &grid).expect_err("the cell of another grid");
    assert!(grid.to_string().contains("shards of different sweeps or cells"), "{grid}");
    let newer = Shard { version: "9.0.0".to_owned(), ..of_cell(2, 100..200) };
    let newer = Merging::new(Goal::Encounters(None)).add(Path::new("n.jsonl"), &newer).expect_err("another version");
    assert!(newer.to_string().starts_with("n.jsonl is of equipoise 9.0.0 with seed contract"), "{newer}");
    let mut other = of_cell(2, 100..200);
    other.canonical = "{\"cell\":9}".to_owned();
    let other = merging.add(Path::new("d.jsonl"), &other).expect_err("another scenario");
    assert!(other.to_string().starts_with("cannot join d.jsonl to b.jsonl: shards of different scenarios"), "{other}");
}

/// Whatever arrives, and in which order, the precision is reached at the look of the single run, with its counts.
#[test]
fn a_precision_is_reached_where_a_single_run_reaches_it() {
    let expected = run_to_precision(&Toy::new(), SEED, BATCH, &PRECISION, &Watch::none());
    let end = expected.run.range.end;
    assert!(end > 4 * BATCH, "the first look should not be the last");
    let mut looks = vec![0];
    while looks[looks.len() - 1] < end {
        looks.push(next_look(looks[looks.len() - 1], PRECISION.max_encounters));
    }
    let mut ranges: Vec<Range<u64>> = looks.windows(2).map(|pair| pair[0]..pair[1]).collect();
    let after = end..next_look(end, PRECISION.max_encounters);
    let split = ranges.pop().expect("two looks at least");
    let early = merging(Goal::Precision(PRECISION), ranges.iter().cloned()).expect("one run");
    let Merged::Unreached { look } = early.finish(0.95).expect("shards") else { panic!("it is not reached yet") };
    assert_eq!((look, early.missing()[0].range.clone()), (end, split.clone()));
    let middle = split.start + 1000;
    ranges.extend([after, middle..split.end, split.start..middle]);
    for _ in 0..ranges.len() {
        ranges.rotate_left(1);
        let merging = merging(Goal::Precision(PRECISION), ranges.iter().cloned()).expect("one run");
        assert_eq!(merging.missing(), []);
        let answer = only(merging.finish(0.5).expect("shards"));
        assert_eq!(answer.tally, Some(expected.run.tally.clone()));
        assert_eq!(answer.notes[0].to_string(), "a half-width of 0.01 for every win share was reached");
    }
}

#[test]
fn the_counts_at_a_look_must_be_known() {
    let crossing = merging(Goal::Precision(PRECISION), [0..20_000]).expect_err("a look after 16 384");
    assert_eq!(
        crossing.to_string(),
        "0.json holds the encounters 0..20000, and results are looked at after 16384: no shard may cross a look"
    );
    let mut merging = Merging::new(Goal::Precision(PRECISION));
    assert!(matches!(merging.add(Path::new("a"), &of_cell(1, 0..9)), Err(MergeError::Sweep { .. })));
    assert!(matches!(Merging::new(Goal::Encounters(None)).finish(0.95), Err(MergeError::None)));
}

#[test]
fn encounters_end_without_the_precision() {
    let hard = Precision { half_width: 1e-9, max_encounters: 20_000, ..PRECISION };
    let merging = merging(Goal::Precision(hard), [0..16_384, 16_384..20_000, 20_000..30_000]).expect("one run");
    let answer = only(merging.finish(0.95).expect("shards"));
    assert_eq!(answer.report.status(), crate::studies::report::Status::Missed);
    assert_eq!(answer.tally.map(|tally| tally.encounters), Some(20_000));
}
