//! Races of cells whose means are known.

use std::sync::atomic::{AtomicU64, Ordering};

use equipoise_engine::Winner;
use equipoise_engine::rng::{EncounterIndex, RunKey};

use super::distance::magnitude;
use super::race::next_look;
use super::*;
use crate::kernel::quantity::{Cast, Quantity};
use crate::kernel::records::{Column, Records};
use crate::stats::interval;
use crate::toy::{Coin, Toy, add_encounter};

fn coins(wins: &[u64]) -> Vec<Coin> {
    wins.iter().map(|&wins| Coin { wins, rounds: 4, dice: 0 }).collect()
}

fn race(max_encounters: u64) -> Race {
    Race { seed: Seed(3), confidence: 0.95, margin: 0.0, max_encounters }
}

fn tuned(cells: &[Coin], targets: &[&str], race: &Race) -> Tuned {
    let targets: Vec<Target> = targets.iter().map(|text| text.parse().expect("a target")).collect();
    let cells: Vec<&dyn Recordable> = cells.iter().map(|coin| coin as &dyn Recordable).collect();
    tune(&cells, &targets, race, &Watch::none()).expect("targets of coins")
}

fn order(tuned: &Tuned) -> Vec<usize> {
    tuned.ranking.iter().map(|ranked| ranked.cell).collect()
}

/// The number goes up and down with the cell: a race assumes nothing about their order.
#[test]
fn the_closest_cell_wins_whatever_the_order() {
    let found = tuned(&coins(&[300, 900, 480, 100, 560, 999]), &["party=0.5"], &race(10_000_000));
    assert_eq!(order(&found)[..2], [2, 4]);
    assert_eq!(found.verdict, Verdict::Closest);
    let second = &found.ranking[1];
    assert!(second.dropped.is_some_and(|dropped| dropped.by == 2 && dropped.closer.contains(0.04)), "{second:?}");
    assert!(
        found.ranking.iter().skip(2).all(|ranked| ranked.encounters < second.encounters),
        "the farthest were dropped first"
    );
    let first = &found.ranking[0];
    assert_eq!(found.fresh, first.encounters..2 * first.encounters);
    let played: u64 = found.ranking.iter().map(|ranked| ranked.encounters).sum();
    assert_eq!(found.encounters, played + first.encounters);
    assert!(found.remeasured[0].interval.contains(0.48) && first.interval.contains(0.02), "{found:?}");
}

/// Cells on one side of the target with the same dice differ only in their discordant encounters: paired, a difference of
/// two points is known after a fraction of the encounters that independent dice need.
#[test]
fn the_same_dice_shorten_a_race() {
    let paired = tuned(&coins(&[600, 620]), &["party=0.5"], &race(10_000_000));
    let unpaired_coins = [Coin { wins: 600, rounds: 4, dice: 0 }, Coin { wins: 620, rounds: 4, dice: 1 }];
    let unpaired = tuned(&unpaired_coins, &["party=0.5"], &race(10_000_000));
    assert_eq!((order(&paired), order(&unpaired)), (vec![0, 1], vec![0, 1]));
    assert!(paired.encounters * 4 < unpaired.encounters, "{} {}", paired.encounters, unpaired.encounters);
}

#[test]
fn equally_close_cells_end_within_the_margin_or_undecided() {
    let equals = coins(&[450, 550]);
    let within = tuned(&equals, &["party=0.5"], &Race { margin: 0.01, ..race(10_000_000) });
    assert_eq!(within.verdict, Verdict::WithinMargin);
    assert!(within.encounters < 1_000_000, "{}", within.encounters);
    let open = tuned(&equals, &["party=0.5"], &race(50_000));
    assert!(matches!(open.verdict, Verdict::Open(_)), "{open:?}");
    assert!(
        (45_000..=50_000).contains(&open.encounters),
        "nearly all encounters are used, and no more: {}",
        open.encounters
    );
    assert!(open.ranking[1].behind.is_some_and(|behind| behind.contains(0.0)));
}

/// Of races that end at a larger and larger limit, some are nearly decided: their certainty lies between a half and the
/// confidence.
#[test]
fn an_open_race_has_a_certainty() {
    let cells = coins(&[480, 450, 550, 560]);
    let certainties = (1..40).map(|thousands| match tuned(&cells, &["party=0.5"], &race(thousands * 2000)).verdict {
        Verdict::Open(certainty) => certainty.unwrap_or(0.0),
        Verdict::Closest => 0.95,
        Verdict::WithinMargin => panic!("there is no margin"),
    });
    let certainties: Vec<f64> = certainties.collect();
    assert!(certainties.iter().any(|certainty| (0.5..0.95).contains(certainty)), "{certainties:?}");
    assert!(certainties[0] < 0.5 && certainties[38] >= 0.95, "{certainties:?}");
}

/// A share of 0.5 in 6 or 7 rounds, or of 0.6 in 4 or 5: weights decide which is closer to 0.5 in 4.5 rounds.
#[test]
fn weights_balance_several_targets() {
    let cells = [Coin { wins: 500, rounds: 6, dice: 0 }, Coin { wins: 600, rounds: 4, dice: 0 }];
    let first = |rounds: &str| order(&tuned(&cells, &["party=0.5", rounds], &race(10_000_000)))[0];
    assert_eq!(first("rounds=4.5"), 1);
    assert_eq!(first("rounds=4.5:0.01"), 0);
}

#[test]
fn threads_do_not_change_a_race() {
    let cells = coins(&[300, 480, 530, 100, 560]);
    let expected = tuned(&cells, &["party=0.5", "rounds=4.5:0.1"], &race(300_000));
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a small pool");
        let found = pool.install(|| tuned(&cells, &["party=0.5", "rounds=4.5:0.1"], &race(300_000)));
        assert_eq!(found, expected, "{threads} threads");
    }
}

#[test]
fn an_interrupted_race_ranks_the_cells_so_far() {
    let cells = coins(&[300, 480, 530]);
    let cells: Vec<&dyn Recordable> = cells.iter().map(|coin| coin as &dyn Recordable).collect();
    let stop = std::sync::atomic::AtomicBool::new(false);
    let interrupted = || stop.load(std::sync::atomic::Ordering::Relaxed);
    let progress = |finished| stop.store(finished >= 3000, std::sync::atomic::Ordering::Relaxed);
    let watch = Watch { interrupted: &interrupted, progress: &progress };
    let targets = ["party=0.5".parse().expect("a target")];
    let found = tune(&cells, &targets, &race(300_000), &watch).expect("a race");
    assert!(!found.complete && found.fresh.is_empty() && found.encounters >= 3000, "{found:?}");
    let at_once = Watch { interrupted: &|| true, progress: &|_| () };
    let found = tune(&cells, &targets, &race(300_000), &at_once).expect("a race");
    assert_eq!((found.complete, found.encounters, found.verdict), (false, 0, Verdict::Open(None)));
}

#[test]
fn impossible_races_are_refused() {
    let toy = Toy::new();
    let refused = |targets: &[&str], max_encounters: u64| {
        let targets: Vec<Target> = targets.iter().map(|text| text.parse().expect("a target")).collect();
        tune(&[&toy, &toy], &targets, &race(max_encounters), &Watch::none()).map(|_| ()).map_err(|e| e.to_string())
    };
    assert!(refused(&["party=0.5"], 299).unwrap_err().contains("at least 300"));
    assert!(refused(&["party=0.5", "winners.party=0.6"], 300).unwrap_err().contains("two targets"));
    assert!(refused(&["sevens=0.5"], 300).unwrap_err().contains("no metric"));
    assert_eq!(refused(&["party=0.5"], 300), Ok(()));
    let single = tune(&[&toy], &["party=0.5".parse().expect("a target")], &race(10_000), &Watch::none());
    assert_eq!(single.expect("a race").verdict, Verdict::Closest);
}

/// 2000 races of four coins that are equally far from the target, looked at 14 times: any drop is wrong, and at this
/// confidence there is one with a probability of at most 0.2. By chance at most 400 + 6.5 * 18 times (false alarm below
/// 1e-9). Intervals for a fixed number of encounters, compared at every look, drop a coin in most races, and the test
/// demands that they do.
#[test]
fn equally_close_shares_are_dropped_as_rarely_as_promised() {
    let (mut wrong, mut fixed_wrong) = (0, 0);
    for seed in 0..2000 {
        let coin = |dice: u16| Coin { wins: if dice < 2 { 510 } else { 490 }, rounds: 4, dice };
        let cells: Vec<Coin> = (0..4).map(coin).collect();
        let race = Race { seed: Seed(seed), confidence: 0.8, margin: 0.0, max_encounters: 250_000 };
        let found = tuned(&cells, &["party=0.5"], &race);
        wrong += u32::from(found.ranking.iter().any(|ranked| ranked.dropped.is_some()));
        fixed_wrong += u32::from(fixed_intervals_drop(&cells, Seed(seed)));
    }
    assert!(wrong <= 517, "{wrong} of 2000");
    assert!(fixed_wrong > 1000, "{fixed_wrong} of 2000");
}

/// Fights of 1 round, and of 101 once in 500 encounters. The number selects the dice: different ones are independent.
struct Rare(u16);

impl Recordable for Rare {
    fn cast(&self) -> Cast {
        Cast::new(&[], &[])
    }

    fn record(&self, seed: Seed, range: Range<u64>, records: &mut Records) {
        records.restart(&[], &[]);
        for index in range {
            let word = RunKey::new(seed).encounter(EncounterIndex(index)).slot(1, self.0).next_word();
            add_encounter(records, Winner::Party, if word.is_multiple_of(500) { 101 } else { 1 });
        }
    }
}

/// The same for means, with a distribution as skewed as that of metrics: 2000 races of three equal cells, with limits that
/// end the race between any two looks. By chance at most 400 + 6.5 * 18 are wrong (false alarm below 1e-9).
#[test]
fn equally_close_means_are_dropped_as_rarely_as_promised() {
    let cells = [Rare(0), Rare(1), Rare(2)];
    let cells: Vec<&dyn Recordable> = cells.iter().map(|cell| cell as &dyn Recordable).collect();
    let targets = ["rounds=0.5".parse().expect("a target")];
    let mut wrong = 0;
    for seed in 0..2000 {
        let max_encounters = 30_000 + seed * 31;
        let race = Race { seed: Seed(seed), confidence: 0.8, margin: 0.0, max_encounters };
        let found = tune(&cells, &targets, &race, &Watch::none()).expect("a race");
        let is_any_dropped = found.ranking.iter().any(|ranked| ranked.dropped.is_some());
        wrong += u32::from(is_any_dropped || found.verdict == Verdict::WithinMargin);
    }
    assert!(wrong <= 517, "{wrong} of 2000");
}

/// Cells whose rounds are equal in every encounter may still differ in rare ones that have not occurred.
#[test]
fn equal_samples_do_not_decide_a_race() {
    let alike = [Coin { wins: 500, rounds: 4, dice: 0 }, Coin { wins: 400, rounds: 4, dice: 0 }];
    for max_encounters in [300, 5000, 12_291, 50_000] {
        let found = tuned(&alike, &["rounds=4.5"], &race(max_encounters));
        assert!(matches!(found.verdict, Verdict::Open(_)), "{max_encounters}: {found:?}");
        assert!(found.ranking[1].behind.is_some_and(|behind| behind.lo < 0.0 && behind.hi > 0.0), "{found:?}");
    }
}

/// Whether intervals for a fixed number of encounters would ever separate the distances of two coins from the target.
fn fixed_intervals_drop(cells: &[Coin], seed: Seed) -> bool {
    let (mut look, mut wins) = (0, vec![0; cells.len()]);
    while look < 45_000 {
        let next = next_look(look);
        let distances: Vec<Interval> = cells
            .iter()
            .zip(&mut wins)
            .map(|(coin, wins)| {
                let (mut records, mut column) = (Records::default(), Column::default());
                coin.record(seed, look..next, &mut records);
                records.read(Quantity::Winner(Winner::Party), &mut column);
                *wins += column.values.iter().map(|&won| u64::from(won)).sum::<u64>();
                let share = interval::wilson(*wins, next, 0.8);
                magnitude(share.shifted(-0.5))
            })
            .collect();
        look = next;
        let nearest = distances.iter().map(|distance| distance.hi).fold(f64::INFINITY, f64::min);
        if distances.iter().any(|distance| distance.lo > nearest) {
            return true;
        }
    }
    false
}

/// The race after what an earlier call has played.
fn tune_after(
    before: Vec<Stretch>,
    cells: &[&dyn Recordable],
    targets: &[Target],
    race: &Race,
    watch: &Watch,
) -> Tuned {
    let mut job = RaceJob::new(cells, targets, race).expect("a race");
    job.take_all(before);
    job.drive(watch)
}

/// Interrupted again and again, each time after some batches, and gone on with: the race is that of a single call.
#[test]
fn a_race_goes_on_to_the_end_of_a_single_one() {
    let cells = coins(&[300, 480, 450, 560, 999]);
    let cells: Vec<&dyn Recordable> = cells.iter().map(|coin| coin as &dyn Recordable).collect();
    let targets: Vec<Target> = ["party=0.5", "rounds=4.5:0.1"].map(|text| text.parse().expect("a target")).into();
    let whole = tune(&cells, &targets, &race(100_000), &Watch::none()).expect("a race");
    let (mut played, mut times) = (Vec::new(), 0);
    let resumed = loop {
        let batches = AtomicU64::new(0);
        let interrupted = || batches.fetch_add(1, Ordering::Relaxed) >= 40;
        let watch = Watch { interrupted: &interrupted, progress: &|_| () };
        let found = tune_after(played, &cells, &targets, &race(100_000), &watch);
        times += 1;
        assert!(times < 100, "what was played is not heeded");
        if found.complete {
            break found;
        }
        let text = serde_json::to_string(&found.played).expect("a text");
        played = serde_json::from_str(&text).expect("the same stretches");
        assert_eq!(played, found.played);
    };
    assert!(times >= 3, "{times} calls");
    assert_eq!(Tuned { played: Vec::new(), ..resumed }, Tuned { played: Vec::new(), ..whole });
}

/// Stretches that another race played, or that nobody can have played, change nothing.
#[test]
fn stretches_of_another_race_are_not_heeded() {
    let cells = coins(&[300, 480, 450]);
    let cells: Vec<&dyn Recordable> = cells.iter().map(|coin| coin as &dyn Recordable).collect();
    let targets: Vec<Target> = vec!["party=0.5".parse().expect("a target")];
    let whole = tune(&cells, &targets, &race(50_000), &Watch::none()).expect("a race");
    let first = &whole.played[0];
    let forged = |forge: fn(&mut Stretch)| {
        let mut forged = first.clone();
        forge(&mut forged);
        forged
    };
    for forged in [
        forged(|stretch| stretch.start += 1),
        forged(|stretch| stretch.end = u64::MAX),
        forged(|stretch| stretch.end = stretch.start),
        forged(|stretch| stretch.leader = 7),
        forged(|stretch| stretch.totals.clear()),
        forged(|stretch| stretch.totals[0].sums.values = u128::MAX),
        forged(|stretch| stretch.totals[0].largest = 2),
        forged(|stretch| stretch.followers.swap(0, 1)),
        forged(|stretch| drop(stretch.followers.pop())),
        forged(|stretch| stretch.followers[0].pairs.clear()),
        forged(|stretch| stretch.followers[0].pairs[0].add(0, 1)),
        forged(|stretch| stretch.followers[1].totals[0].sums.squares += 1),
    ] {
        let found = tune_after(vec![forged], &cells, &targets, &race(50_000), &Watch::none());
        assert_eq!(found, whole);
    }
}
