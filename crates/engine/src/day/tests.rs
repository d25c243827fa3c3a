//! Days of duels, which carry nothing.

use super::*;
use crate::dice::Seeded;
use crate::exact::{Budget, Solution, solve};
use crate::resume::fight_by_steps;
use crate::rng::{EncounterIndex, Seed};
use crate::ruleset::{Workspace, fight};
use crate::systems::duel::Duel;
use crate::testing;
use crate::trace::{Counting, Narrated, Silent};

const SPAR: &str = r#"
system = "duel"
name = "Spar"
[[combatants]]
id = "ann"
attributes = { attack = 7 }
[[combatants]]
id = "bea"
attributes = { attack = 5 }
"#;

const ROUNDS: u32 = 12;

/// A duel of few states.
fn duel(overrides: &[&str]) -> Duel {
    testing::limited(SPAR, &[&["rules.meter_ticks=5"], overrides].concat(), ROUNDS)
}

fn leg(id: &str, chances: &[(u32, usize)]) -> Leg {
    let chances = chances.iter().map(|&(weight, fight)| Chance { weight, fight }).collect();
    Leg { id: id.to_owned(), chances }
}

fn day(fights: Vec<Duel>, legs: &[Leg]) -> Day<Duel> {
    Day::new(fights, legs.to_vec()).unwrap_or_else(|reason| panic!("{reason}"))
}

fn solved<R: Ruleset>(rules: &R) -> Solution {
    solve(rules, Budget { bytes: 500_000_000, states: 200_000, paths: 10_000_000 }, &|| false).expect("few states")
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
}

/// Legs that carry nothing are independent of each other: the day is won with the product of their shares, and what ends in a leg is
/// reached with the product of those before it.
#[test]
fn two_spars_are_won_with_the_product_of_their_shares() {
    let (first, second) = (solved(&duel(&[])), solved(&duel(&["combatants.ann.attributes.attack=6"])));
    let day = day(
        vec![duel(&[]), duel(&["combatants.ann.attributes.attack=6"])],
        &[leg("a", &[(1, 0)]), leg("b", &[(1, 1)])],
    );
    let both = solved(&day);
    let [p, q] = [&first, &second].map(|solution| solution.winners[Winner::Party.index()]);
    assert!(0.1 < p && p < 0.9 && first.winners[Winner::Timeout.index()] > 0.0, "{:?}", first.winners);
    close(both.winners[0], p * q);
    for winner in [Winner::Enemies, Winner::Timeout] {
        close(both.winners[winner.index()], first.winners[winner.index()] + p * second.winners[winner.index()]);
    }
    close(both.rounds.mean, first.rounds.mean + p * second.rounds.mean);
    assert_eq!(day.outline().rounds_max, 2 * ROUNDS);
    for (metric, moments) in both.metrics.iter().enumerate() {
        let is_of_rounds = day.metrics()[metric].unit == crate::ruleset::MetricUnit::Rounds;
        if !is_of_rounds {
            close(moments.mean, first.metrics[metric].mean + p * second.metrics[metric].mean);
        }
    }
    let ids: Vec<_> = day.combatants().iter().map(|combatant| &*combatant.id).collect();
    assert_eq!(ids, ["ann", "a/bea", "b/bea"]);
    // Who lost the first duel is known, and who was not met stands.
    let ends = |who: usize, end: EndState| both.end_states[who][end.index()];
    close(ends(1, EndState::Down), p);
    close(ends(2, EndState::Down), p * q);
    close(ends(2, EndState::Standing), 1.0 - p * q);
}

/// One scenario of a leg is chosen with its weight: by enumerated dice, and by seeded ones.
#[test]
fn a_leg_with_a_choice_has_each_scenario_with_its_weight() {
    let fights = || vec![duel(&[]), duel(&["combatants.ann.attributes.attack=12"])];
    let [p, q] = [0, 1].map(|at| solved(&fights()[at]).winners[0]);
    let day = day(fights(), &[leg("a", &[(3, 0), (1, 1)]), leg("b", &[(1, 0), (0, 1), (4, 1)])]);
    let expected = (0.75 * p + 0.25 * q) * (0.2 * p + 0.8 * q);
    close(solved(&day).winners[0], expected);
    let (mut workspace, mut dice, mut won) = (Workspace::new(&day), Seeded::new(Seed(4)), 0);
    let encounters = 40_000;
    for index in 0..encounters {
        dice.start(EncounterIndex(index));
        won += u32::from(fight(&day, &mut workspace, &mut dice, &mut Silent).winner == Winner::Party);
    }
    // Six standard errors, at most.
    let off = f64::from(won) / encounters as f64 - expected;
    assert!(off.abs() < 3.0 / (encounters as f64).sqrt(), "{off}");
}

/// The first leg has the dice of the single fight, and each later one those of the next leg's key.
#[test]
fn every_leg_is_a_fight_with_dice_of_its_own() {
    let single = duel(&[]);
    let twice = day(vec![duel(&[])], &[leg("a", &[(1, 0)]), leg("b", &[(1, 0)])]);
    let (mut alone, mut whole) = (Workspace::new(&single), Workspace::new(&twice));
    let mut reached = 0;
    for index in (0..300).map(EncounterIndex) {
        let legs = [0, 1].map(|before| {
            let mut dice = Seeded::new(Seed(9));
            dice.start(index);
            (0..before).for_each(|_| dice.next_leg());
            fight(&single, &mut alone, &mut dice, &mut Silent)
        });
        let mut dice = Seeded::new(Seed(9));
        dice.start(index);
        let found = fight(&twice, &mut whole, &mut dice, &mut Silent);
        let goes_on = legs[0].winner == Winner::Party;
        reached += u32::from(goes_on);
        let rounds = legs[0].rounds + if goes_on { legs[1].rounds } else { 0 };
        assert_eq!((found.winner, found.rounds), (legs[usize::from(goes_on)].winner, rounds), "{index:?}");
    }
    assert!((50..250).contains(&reached), "{reached}");
}

/// Each leg of a day is told under its name; a day of one leg is told as its fight is.
#[test]
fn legs_are_told_by_their_names() {
    let told = |day: &Day<Duel>| {
        let mut told = Narrated::default();
        let mut dice = Seeded::new(Seed(1));
        let mut won = EncounterIndex(0);
        while {
            dice.start(won);
            fight(day, &mut Workspace::new(day), &mut dice, &mut Silent).winner != Winner::Party
        } {
            won.0 += 1;
        }
        dice.start(won);
        fight(day, &mut Workspace::new(day), &mut dice, &mut told);
        told.into_lines().into_iter().map(|line| (line.text, line.event)).collect::<Vec<_>>()
    };
    let begins = |lines: &[(String, String)]| {
        lines.iter().filter(|(text, _)| text.starts_with("Leg ")).cloned().collect::<Vec<_>>()
    };
    let lines = begins(&told(&day(vec![duel(&[])], &[leg("gate", &[(1, 0)]), leg("crypt", &[(1, 0)])])));
    let line = |text: &str, event: &str| (text.to_owned(), event.to_owned());
    assert_eq!(
        lines,
        [
            line("Leg 1: gate", r#"{"kind":"leg","leg":"gate","number":1}"#),
            line("Leg 2: crypt", r#"{"kind":"leg","leg":"crypt","number":2}"#),
        ]
    );
    assert_eq!(begins(&told(&day(vec![duel(&[])], &[leg("gate", &[(1, 0)])]))), []);
}

/// A day that is played on from any of its moments, with the dice of the moment, ends as it did.
#[test]
fn days_can_be_played_on_from_every_step() {
    let twice = day(vec![duel(&[])], &[leg("a", &[(1, 0)]), leg("b", &[(1, 0)])]);
    let mut workspace = Workspace::new(&twice);
    let count = twice.metrics().len();
    for index in (0..40).map(EncounterIndex) {
        let (mut dice, mut counting, mut moments) = (Seeded::new(Seed(2)), Counting::new(count), Vec::new());
        dice.start(index);
        let outcome =
            fight_by_steps(&twice, &mut workspace, &mut dice, &mut counting, |moment, state, dice, counting| {
                moments.push((moment, state.clone(), dice.clone(), counting.clone()));
            });
        for (moment, state, mut dice, mut so_far) in moments {
            let mut from = Workspace { state, scratch: Scratches::default() };
            let found = crate::resume::fight_from(&twice, &mut from, moment, &mut dice, &mut so_far, |_, _, _, _| {});
            assert_eq!((found, so_far.counts()), (outcome, counting.counts()), "{index:?} at {moment:?}");
            assert!(from.state == workspace.state, "{index:?} at {moment:?}");
        }
    }
}

#[test]
fn a_day_has_legs() {
    let reason = Day::<Duel>::new(vec![duel(&[])], Vec::new()).expect_err("no leg");
    assert_eq!(reason, "a day has 1 to 64 legs, and not 0");
    let waves = |count: usize| (0..count).map(|wave| leg(&format!("w{wave}"), &[(1, 0)])).collect();
    let reason = Day::new(vec![duel(&[])], waves(65)).expect_err("many legs");
    assert_eq!(reason, "a day has 1 to 64 legs, and not 65");
}
