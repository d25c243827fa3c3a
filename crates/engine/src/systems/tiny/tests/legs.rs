//! Days: what is carried, the sleep between two fights, and who comes to the next one.

use super::*;
use crate::conformance::mistake_of_end;
use crate::day::{Carried, Day};
use crate::exact::{Budget, solve};
use crate::trace::RulesSeen;

/// Two fights of the same file.
const DAY: &str = r#"
system = "tiny"
name = "Twice"
[[legs]]
id = "a"
scenario = "duel.toml"
[[legs]]
id = "b"
scenario = "duel.toml"
"#;

/// A day of [`DUEL`] twice.
fn day(overrides: &[&str]) -> Day {
    testing::try_load_day::<Tiny>(DAY, &[("duel.toml", DUEL)], overrides)
        .unwrap_or_else(|problems| panic!("{problems}"))
}

/// A fight against an orc of 1 HP that begins with the party's turn: a miss, a wound in return, and the end.
fn fight() -> Vec<u32> {
    let blow = [HIT, PLAIN].concat();
    [&[6, 6, 1, 1][..], &MISS, &blow, &blow].concat()
}

/// TINY-46, TINY-48, TINY-50: the HP are those with which the last fight was left, and whole sleeps add to them.
#[test]
fn wounds_are_carried_until_they_are_slept_off() {
    for (hours, line) in [
        (0, "hero begins with 3 of 4 HP."),
        (5, "hero begins with 3 of 4 HP."),
        (6, "hero begins with 4 of 4 HP, after a sleep."),
        (600, "hero begins with 4 of 4 HP, after 100 sleeps."),
    ] {
        let orcs = ["legs.a.combatants.orc.hp=1", "legs.b.combatants.orc.hp=1"];
        let rest = format!("legs.b.rest.hours={hours}");
        let played = play(&day(&[&orcs[..], &[&*rest]].concat()), [fight(), fight()].concat());
        assert_eq!((played.outcome.winner, played.outcome.rounds), (Winner::Party, 4));
        assert!(played.lines.iter().any(|told| told.text == line), "{hours}: {:?}", played.lines);
        assert_eq!(played.rules.count("TINY-48") > 0, hours >= 6, "{hours}");
        assert_eq!((played.rules.count("TINY-46"), played.rules.count("TINY-50")), (1, 1));
        // The HP left are counted at the end of the day, and told there alone.
        let [at_start, at_end] = if hours < 6 { [3, 2] } else { [4, 3] };
        assert_eq!(played.metric("party_hp_left"), at_end, "{hours}");
        assert_eq!(played.metric("legs.b.start.hero.hp"), at_start, "{hours}");
        assert_eq!(played.lines.iter().filter(|told| told.text.contains("sleep")).count(), 1 + usize::from(hours >= 6));
    }
}

/// The share of days won, the mean of their rounds, and the mean HP at the second start of those that come to it: exactly.
fn solved(hp: u32, overrides: &[&str]) -> [f64; 3] {
    let hero = ["a", "b"].map(|leg| format!("legs.{leg}.combatants.hero.hp={hp}"));
    let others =
        ["a", "b"].map(|leg| [format!("legs.{leg}.combatants.orc.hp=2"), format!("legs.{leg}.rules.max_rounds=60")]);
    let all: Vec<&str> =
        hero.iter().chain(others.as_flattened()).map(String::as_str).chain(overrides.iter().copied()).collect();
    let day = day(&all);
    let solution = solve(&day, Budget { bytes: 1_000_000_000, states: 500_000, paths: 20_000_000 }, &|| false);
    let solution = solution.expect("few states");
    let mean = |name: &str| {
        let index = day.metrics().iter().position(|metric| metric.name == name).expect("a metric");
        solution.metrics[index].mean
    };
    let hp_at_start = mean("legs.b.start.hero.hp") / mean("legs.b.reached");
    [solution.winners[0], solution.rounds.mean, hp_at_start]
}

/// TINY-46, TINY-48: worked check 10, with a limit of rounds that is as good as none.
#[test]
fn two_fights_are_won_as_often_as_worked_out() {
    for (hp, overrides, won, rounds, hp_at_start) in [
        (2, &[][..], 1479.0 / 10816.0, 66_694_609.0 / 18_279_040.0, 69.0 / 52.0),
        (2, &["legs.b.rest.hours=6"], 0.25, 1_406_667.0 / 351_520.0, 2.0),
        (4, &[], 1_072_388_411.0 / 1_924_782_912.0, 5.950_237_802_2, 688_410_170.0 / 266_079_131.0),
        (
            4,
            &["legs.b.rest.hours=11"],
            4_596_644_009_129.0 / 6_405_677_531_136.0,
            6.302_230_065_1,
            906_084_997.0 / 266_079_131.0,
        ),
        (4, &["legs.b.rest.hours=12"], 591_291_018_345_733.0 / 749_464_271_142_912.0, f64::NAN, f64::NAN),
        (
            4,
            &["legs.b.rest.hours=6", "legs.b.combatants.hero.traits=[\"resilient\"]"],
            591_291_018_345_733.0 / 749_464_271_142_912.0,
            f64::NAN,
            f64::NAN,
        ),
    ] {
        let found = solved(hp, overrides);
        assert!((found[0] - won).abs() < 1e-9, "{hp} {overrides:?}: {} instead of {won}", found[0]);
        for (found, expected) in [(found[1], rounds), (found[2], hp_at_start)] {
            let is_close = expected.is_nan() || (found - expected).abs() < 1e-8;
            assert!(is_close, "{hp} {overrides:?}: {found} instead of {expected}");
        }
    }
}

const PARTY: &str = r#"
system = "tiny"
name = "Party"
[[combatants]]
id = "ann"
side = "party"
hp = 6
attacks = [{ id = "knife", kind = "light_melee" }]
[[combatants]]
id = "bob"
side = "party"
hp = "2d6"
traits = ["medic"]
attacks = [{ id = "knife", kind = "light_melee" }]
[[combatants]]
id = "orc"
side = "enemies"
hp = 4
position = 5
attacks = [{ id = "knife", kind = "light_melee" }]
"#;

/// The HP with which ann and bob begin, who come with these ends and HP; `None` for who stays away. Bob had 9 HP at first.
#[track_caller]
fn begin(overrides: &[&str], ann: (EndState, i32), bob: (EndState, i32), rules_heard: &[&str]) -> [Option<i16>; 2] {
    let rules: Tiny = testing::loaded(PARTY, overrides);
    let carried = [(0, ann, vec![]), (1, bob, vec![Some(9)])].map(|(who, (end, hp), more)| Carried {
        who: Who::new(who),
        end,
        numbers: [vec![Some(hp)], more].concat(),
    });
    let (mut state, mut seen) = (rules.opening().clone(), RulesSeen::default());
    let there = rules.take_over(&mut state, &carried, &mut seen);
    crate::rules_seen::note(&seen);
    for id in rules_heard {
        assert!(seen.count(id) > 0, "{id} is not applied");
    }
    let all: Group = [0, 1].into_iter().collect();
    assert_eq!((state.standing & all, state.rolling & all), (there, there));
    assert_eq!((state.dead, state.hp_due), (all - there, Group::NOBODY), "who carries on rolls no HP");
    assert_eq!(state.order.iter().collect::<Group>(), state.standing);
    [0, 1].map(|who| there.contains(Who::new(who)).then(|| state.fighters[who].hp))
}

/// TINY-47 to TINY-49: worked check 11. The stabilised wake up, who is down for good stands up with the first HP that a sleep
/// restores, and who has none stays away.
#[test]
fn the_fallen_stand_up_with_their_first_hp() {
    use EndState::{Down, Standing};
    for (overrides, hp, expected) in [
        (&[][..], 1, Some(1)),
        (&["rest.hours=5"], 1, Some(1)),
        (&["rest.hours=6"], 1, Some(2)),
        (&["rest.hours=6", "combatants.ann.traits=[\"resilient\"]"], 1, Some(3)),
        (&["rest.hours=12"], 1, Some(3)),
        (&["rest.hours=12", "rules.sleep_hours=4"], 1, Some(4)),
        (&["rest.hours=60"], 1, Some(6)),
        (&[], 0, None),
        (&["rest.hours=6"], 0, Some(1)),
    ] {
        let heard: &[&str] = if expected.is_none() { &["TINY-47", "TINY-49"] } else { &["TINY-46", "TINY-47"] };
        let found = begin(overrides, (Down, hp), (Standing, 4), heard);
        assert_eq!(found[0], expected, "{overrides:?}");
    }
}

/// TINY-49: the dead stay away, and who fled unless the leg says otherwise.
#[test]
fn the_dead_and_the_fled_stay_away() {
    use EndState::{Dead, Fled, Standing};
    assert_eq!(begin(&[], (Dead, 0), (Standing, 4), &["TINY-49"]), [None, Some(4)]);
    assert_eq!(begin(&["rest.hours=60"], (Dead, 0), (Standing, 4), &["TINY-49"])[0], None);
    assert_eq!(begin(&[], (Fled, 2), (Standing, 4), &["TINY-49"]), [None, Some(4)]);
    assert_eq!(begin(&["rules.fled_return=true"], (Fled, 2), (Standing, 4), &["TINY-46"]), [Some(2), Some(4)]);
}

/// TINY-46, TINY-48: nobody has more HP than the leg allows, of dice than were rolled; and a medic who is awake adds to the sleep
/// of others, and not to its own.
#[test]
fn sleep_goes_no_higher_than_the_most_hp() {
    use EndState::{Down, Standing};
    assert_eq!(
        begin(&["combatants.ann.hp_max=3", "combatants.ann.hp=3"], (Standing, 5), (Standing, 4), &[]),
        [Some(3), Some(4)]
    );
    assert_eq!(begin(&["rest.hours=600"], (Standing, 5), (Standing, 4), &["TINY-48"]), [Some(6), Some(9)]);
    let medic = &["rest.hours=6", "rules.medic_hp_per_sleep=2"][..];
    assert_eq!(begin(medic, (Standing, 1), (Standing, 4), &["TINY-48"]), [Some(4), Some(5)]);
    assert_eq!(begin(medic, (Standing, 1), (Down, 0), &["TINY-48"]), [Some(2), Some(1)]);
}

/// A combatant that stays away is nobody: in a fight with lots and rolled HP, days end as all fights do, and nobody
/// acts who is not there.
#[test]
fn who_stays_away_is_nobody() {
    let files = [("duel.toml", PARTY)];
    let of = |leg| {
        ["rules.target_ties=random", "combatants.ann.hp=1", "combatants.ann.at_zero_hp=down"]
            .map(|set| format!("legs.{leg}.{set}"))
    };
    let overrides = [of("a"), of("b")].concat();
    let overrides: Vec<&str> = overrides.iter().map(String::as_str).collect();
    let day = testing::try_load_day::<Tiny>(DAY, &files, &overrides).expect("a day");
    let (mut away, mut dice) = (0, crate::dice::Seeded::new(crate::Seed(3)));
    let mut workspace = crate::Workspace::new(&day);
    for index in 0..400 {
        dice.start(crate::EncounterIndex(index));
        let mut told = crate::Narrated::default();
        let outcome = crate::fight(&day, &mut workspace, &mut crate::dice::Recorded::new(dice.clone()), &mut told);
        if outcome.winner != Winner::Timeout {
            assert_eq!(mistake_of_end(&day, &workspace.state, outcome), None, "{index}");
        }
        let lines: Vec<String> = told.into_lines().into_iter().map(|line| line.text).collect();
        for name in ["ann", "bob"] {
            let stays = lines.iter().position(|line| *line == format!("{name} stays away."));
            let Some(stays) = stays else { continue };
            away += 1;
            let later = lines[stays + 1..].iter().find(|line| line.contains(name));
            assert_eq!(later, None, "{index}: {lines:#?}");
        }
    }
    assert!(away > 20, "{away}");
}
