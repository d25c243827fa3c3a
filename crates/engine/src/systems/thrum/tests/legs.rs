//! Days: the Tolerances and Wounds that are carried, Downtime, and who comes to the next fight (THRUM-66 to THRUM-70).

use super::standoff::*;
use super::*;
use crate::conformance::mistake_of_end;
use crate::day::Day;
use crate::exact::{Budget, solve};
use crate::outcome::Winner;
use crate::trace::RulesSeen;

/// Two fights, each of a file of its own.
const DAY: &str = r#"
system = "thrum"
name = "Two fights"
[[legs]]
id = "a"
scenario = "a.toml"
[[legs]]
id = "b"
scenario = "b.toml"
"#;

fn try_day(files: [&str; 2], overrides: &[&str]) -> Result<Day, String> {
    let [first, second] = files;
    testing::try_load_day::<Thrum>(DAY, &[("a.toml", first), ("b.toml", second)], overrides)
}

#[track_caller]
fn day(files: [&str; 2], overrides: &[&str]) -> Day {
    try_day(files, overrides).unwrap_or_else(|problems| panic!("{problems}"))
}

/// A hero that falls by its own Action in its first turn, if its Incapacity Roll fails, and a page and an orc far away.
fn clock() -> String {
    let hero = "initiative = 20\npolicy = \"reckless\"\nfatigue = 7\nstress = 1\nfatigue_tolerance = 4\n\
                abilities = [{ id = \"shout\", type = \"action\", tags = [\"buff\"], grants = { attack = 1 } }]";
    let combatants =
        [still_pc("hero", (0, 0), hero), still_pc("page", (5, 0), ""), still_npc("orc", (11, 0), "initiative = -10")];
    scene(STILL, "", &combatants)
}

/// A day of the clock twice, whose first leg the party wins after so many rounds, and the second one after one. Faces of Initiative
/// come for all in the first leg, with a fall, and for so many in the second one.
#[track_caller]
fn two_clocks(rounds: u32, comers: usize, overrides: &[&str]) -> testing::Played<Day> {
    let ends = [format!("legs.a.rules.win_after_rounds={rounds}"), "legs.b.rules.win_after_rounds=1".to_owned()];
    let overrides: Vec<&str> = ends.iter().map(String::as_str).chain(overrides.iter().copied()).collect();
    let faces = [vec![3; 6], vec![1, 1], vec![3; 2 * comers]].concat();
    play(&day([&clock(), &clock()], &overrides), faces)
}

/// THRUM-66, THRUM-67, THRUM-68, THRUM-70: worked check 12 (b). The hero comes with the Tolerance that it has left and without a Load,
/// whatever the file says, and Downtime gives Tolerance back.
#[test]
fn tolerance_is_carried_until_downtime_gives_it_back() {
    for (overrides, tolerance, after) in [
        (&[][..], 2, ""),
        (&["legs.b.rest.downtime=1"], 4, ", after a Downtime"),
        (&["legs.b.rest.downtime=1", "legs.b.rules.downtime_fatigue_tolerance=all"], 4, ", after a Downtime"),
        (&["legs.b.rest.downtime=1", "legs.b.rules.downtime_fatigue_tolerance=1"], 3, ", after a Downtime"),
        (&["legs.b.rest.downtime=2", "legs.b.rules.downtime_fatigue_tolerance=1"], 4, ", after 2 Downtimes"),
        (&["legs.b.rest.downtime=100", "legs.b.rules.downtime_fatigue_tolerance=0"], 2, ", after 100 Downtimes"),
        // Downtime before the first leg and the amounts of the leg that ends are nothing to the second one.
        (&["legs.a.rest.downtime=9", "legs.a.rules.downtime_fatigue_tolerance=9"], 2, ""),
    ] {
        let played = two_clocks(1, 3, overrides);
        assert_eq!((played.outcome.winner, played.outcome.rounds), (Winner::Party, 2), "{overrides:?}");
        let said = |text: &str| played.lines.iter().filter(|line| line.text == text).count();
        let begins = format!("hero begins with Fatigue Tolerance {tolerance} of 4, Stress Tolerance 2 of 2{after}.");
        assert_eq!(said(&begins), 1, "{overrides:?}: {:?}", played.lines);
        let turn = format!("hero at [0, 0]: Fatigue 0/{tolerance}, Stress 0/2.");
        assert_eq!(said(&turn), 1, "{overrides:?}: {:?}", played.lines);
        assert_eq!(played.metric("fatigue_tolerance_lost.hero"), 2, "losses are counted against the start of the leg");
        let counts = ["THRUM-66", "THRUM-67", "THRUM-70"].map(|rule| played.rules.count(rule));
        assert_eq!(counts, [2, 2, 1], "hero and page");
        assert_eq!(played.rules.count("THRUM-68") > 0, !after.is_empty(), "{overrides:?}");
        assert_eq!(played.rules.count("THRUM-69"), 0);
    }
}

/// THRUM-68, THRUM-69: worked check 12 (c). Who collapsed stays away until a Downtime gives it Tolerance; Wounds are healed as well.
#[test]
fn the_collapsed_wait_for_downtime() {
    for overrides in [
        &[][..],
        &["legs.b.rest.downtime=3", "legs.b.rules.downtime_fatigue_tolerance=0"],
        &["legs.b.rest.downtime=1", "legs.b.combatants.hero.fatigue_tolerance=0"],
        // The Wound that it has is as many as remove in this leg.
        &["legs.b.rest.downtime=1", "legs.b.rules.downtime_wounds=0", "legs.b.rules.wounds_to_remove=1"],
    ] {
        let played = two_clocks(3, 2, overrides);
        assert_eq!((played.outcome.winner, played.outcome.rounds), (Winner::Party, 4), "{overrides:?}");
        assert_eq!((played.ends[0], played.metric("collapsed")), (EndState::Down, 1), "of the first leg alone");
        assert_eq!((played.metric("fatigue_tolerance_lost.hero"), played.metric("wounds")), (4, 1));
        assert!(played.lines.iter().any(|line| line.text == "hero stays away."), "{:?}", played.lines);
        assert!(played.rules.count("THRUM-69") == 1 && played.rules.count("THRUM-66") == 1);
    }
    for (overrides, wounds) in [
        (&["legs.b.rest.downtime=1"][..], ""),
        (&["legs.b.rest.downtime=1", "legs.b.rules.downtime_wounds=0"], ", Wounds 1"),
        (&["legs.b.rest.downtime=1", "legs.b.rules.wounds_to_remove=1"], ""),
    ] {
        let played = two_clocks(3, 3, overrides);
        let begins =
            format!("hero begins with Fatigue Tolerance 4 of 4, Stress Tolerance 2 of 2{wounds}, after a Downtime.");
        assert!(played.lines.iter().any(|line| line.text == begins), "{overrides:?}: {:?}", played.lines);
        assert_eq!(played.ends[0], EndState::Standing);
    }
}

/// THRUM-69: the removed stay away for good, whatever they are called; who is named in `defeat_incapacitate` and stays away is out.
#[test]
fn the_removed_stay_away() {
    for (overrides, end) in [
        (&["legs.a.rules.wounds_to_remove=1"][..], EndState::Dead),
        (&["legs.a.rules.wounds_to_remove=1", "legs.a.rules.removed_state=down"], EndState::Down),
    ] {
        let played = two_clocks(3, 2, &[overrides, &["legs.b.rest.downtime=100"]].concat());
        assert_eq!((played.outcome.winner, played.ends[0], played.metric("removals")), (Winner::Party, end, 1));
        assert_eq!(played.rules.count("THRUM-69"), 1);
        let played = two_clocks(3, 2, &[overrides, &["legs.b.rules.defeat_incapacitate=[\"hero\"]"]].concat());
        assert_eq!((played.outcome.winner, played.outcome.rounds), (Winner::Enemies, 4));
    }
}

/// THRUM-69: a leg to which nobody of the party comes is lost at once, without dice; its enemies stand.
#[test]
fn a_leg_without_a_party_is_lost() {
    // The page that wins the first leg is not in the second one.
    let rules = day([&clock(), &clock()], &["legs.a.rules.win_after_rounds=3", "legs.b.combatants.page.count=0"]);
    let played = play(&rules, [vec![3; 6], vec![1, 1]].concat());
    assert_eq!((played.outcome.winner, played.outcome.rounds), (Winner::Enemies, 3));
    assert_eq!(mistake_of_end(&rules, &played.end, played.outcome), None);
    assert_eq!(played.ends, [EndState::Down, EndState::Standing, EndState::Standing, EndState::Standing]);
}

/// A party of three that falls easily and hits hard, and its enemies; lots decide what nothing else does.
fn brawl() -> String {
    let blow = abilities(&[&attack_with(
        "\"physical_attack\", \"finisher\"",
        "range = 2, success = { fatigue = 2, stress = 2 }",
    )]);
    let keys = format!("fatigue_tolerance = 2\npolicy = \"reckless\"\n{blow}");
    let combatants = [
        pc("uma", &keys),
        pc("bob", &keys),
        pc("zoe", &format!("{keys}\ninitiative = 5")),
        npc("orc", &format!("count = 2\n{keys}")),
    ];
    let map = "width = 6\nheight = 2\nparty_start = [[0, 0, 2, 2]]\nenemy_start = [[4, 0, 2, 2]]";
    scene("max_rounds = 12\norder_ties = \"random\"\ntarget_ties = \"random\"", map, &combatants)
}

/// The numbers of a combatant.
fn kept(rules: &Thrum, state: &State, who: Who) -> Vec<i32> {
    let mut numbers = vec![0; rules.kept(who).len()];
    rules.keep(state, who, &mut numbers);
    numbers
}

/// THRUM-66: without Downtime the numbers at the start of a leg are those at the end of the last one, for everybody who comes;
/// all else is as in a new fight.
#[test]
fn numbers_begin_as_they_ended() {
    let rules = thrum(&brawl(), &[]);
    let names = rules.kept(Who::new(0));
    assert_eq!(names, ["fatigue_tolerance", "stress_tolerance", "wounds", "collapsed", "removed"]);
    assert_eq!(Thrum::LEFT, &names[..3]);
    let (mut workspace, mut dice) = (crate::Workspace::new(&rules), crate::dice::Seeded::new(crate::Seed(5)));
    let (mut came, mut lost, mut away) = (0, 0, 0);
    let party: Group = Who::first(3).collect();
    for index in 0..300 {
        dice.start(crate::EncounterIndex(index));
        crate::fight(&rules, &mut workspace, &mut dice, &mut crate::trace::Silent);
        let end = &workspace.state;
        let carried = party.iter().map(|who| Carried {
            who,
            end: rules.end_state(end, who),
            numbers: kept(&rules, end, who).into_iter().map(Some).collect(),
        });
        let carried: Vec<Carried> = carried.collect();
        let mut state = rules.opening().clone();
        let there = rules.take_over(&mut state, &carried, &mut RulesSeen::default());
        for who in there {
            let numbers = kept(&rules, &state, who);
            assert_eq!(numbers, kept(&rules, end, who), "{index}");
            came += 1;
            lost += u32::from(numbers[..2] != [2, 2]);
            let (body, own) = (state.bodies[who], rules.opening().bodies[who]);
            let but_for = Body {
                fatigue_tolerance: own.fatigue_tolerance,
                stress_tolerance: own.stress_tolerance,
                wounds: own.wounds,
                ..body
            };
            assert_eq!(but_for, own);
        }
        for who in party - there {
            away += 1;
            assert!(end.has_collapsed(who) || rules.end_state(end, who) == EndState::Dead, "{index}");
        }
        let all = rules.sides.everybody() - (party - there);
        assert_eq!((state.in_order(), state.initiative_due, state.absent), (all, all, Group::NOBODY));
    }
    assert!(came > 100 && lost > 20 && away > 50, "{came} {lost} {away}");
}

/// THRUM-66, THRUM-68: nobody has more than the leg gives it, and Wounds end at none.
#[test]
fn what_is_restored_has_bounds() {
    let carried =
        |numbers: [i32; 5]| Carried { who: Who::new(0), end: EndState::Standing, numbers: numbers.map(Some).into() };
    let begin = |overrides: &[&str], numbers: [i32; 5]| {
        let rules = thrum(&brawl(), overrides);
        let mut state = rules.opening().clone();
        let mut seen = RulesSeen::default();
        let there = rules.take_over(&mut state, &[carried(numbers)], &mut seen);
        crate::rules_seen::note(&seen);
        there.contains(Who::new(0)).then(|| {
            let body = state.bodies[0];
            (body.fatigue_tolerance, body.stress_tolerance, body.wounds)
        })
    };
    assert_eq!(begin(&[], [5, 7, 2, 0, 0]), Some((2, 2, 2)), "the leg's own Tolerances are the most");
    assert_eq!(begin(&[], [0, 0, 0, 0, 0]), Some((0, 0, 0)), "also with a Tolerance of 0");
    let each = [
        "rest.downtime=1",
        "rules.downtime_fatigue_tolerance=1",
        "rules.downtime_stress_tolerance=2",
        "rules.downtime_wounds=1",
    ];
    assert_eq!(begin(&each, [0, 0, 2, 0, 0]), Some((1, 2, 1)));
    assert_eq!(begin(&each, [0, 0, 0, 1, 0]), Some((1, 2, 0)), "a Tolerance of 1 ends the collapse");
    assert_eq!(begin(&["rest.downtime=100"], [0, 0, 2, 1, 0]), Some((2, 2, 0)));
    assert_eq!(begin(&["rest.downtime=100"], [2, 2, 0, 0, 1]), None, "the removed have no Downtime");
    assert_eq!(begin(&[], [2, 2, 3, 0, 0]), None, "as many Wounds as remove");
    assert_eq!(begin(&["rules.wounds_to_remove=4"], [2, 2, 3, 0, 0]), Some((2, 2, 3)));
}

/// THRUM-69, THRUM-70: who stays away is nobody: it is told of no more, nobody meets it, nothing of it is counted, and the fight of
/// the others, with lots and one of them to come later, ends as all fights do.
#[test]
fn who_stays_away_is_nobody() {
    let later = ["legs.b.combatants.bob.enters_round=2", "legs.b.combatants.uma.fatigue=9"];
    let day = day([&brawl(), &brawl()], &later);
    let metrics = ["fatigue_tolerance_lost", "stress_tolerance_lost", "collapsed"];
    let mut away = [0; 3];
    let (mut workspace, mut dice) = (crate::Workspace::new(&day), crate::dice::Seeded::new(crate::Seed(3)));
    let single = thrum(&brawl(), &[]);
    let mut alone = crate::Workspace::new(&single);
    for index in 0..600 {
        dice.start(crate::EncounterIndex(index));
        let mut told = (crate::Narrated::default(), crate::trace::Counting::new(day.metrics().len()));
        let outcome = crate::fight(&day, &mut workspace, &mut crate::dice::Recorded::new(dice.clone()), &mut told);
        if outcome.winner != Winner::Timeout {
            assert_eq!(mistake_of_end(&day, &workspace.state, outcome), None, "{index}");
        }
        let mut first = crate::trace::Counting::new(single.metrics().len());
        crate::fight(&single, &mut alone, &mut dice, &mut first);
        let lines: Vec<String> = told.0.into_lines().into_iter().map(|line| line.text).collect();
        for (who, name) in ["uma", "bob", "zoe"].into_iter().enumerate() {
            let stays = lines.iter().position(|line| *line == format!("{name} stays away."));
            let Some(stays) = stays else { continue };
            away[who] += 1;
            let later = lines[stays + 1..].iter().find(|line| line.contains(name));
            assert_eq!(later, None, "{index}: {lines:#?}");
            for metric in metrics {
                let name = format!("{metric}.{name}");
                let count = |metrics: &[crate::ruleset::Metric], counts: &[u32]| {
                    counts[metrics.iter().position(|metric| metric.name == name).expect("a metric")]
                };
                let (all, in_first) = (count(day.metrics(), told.1.counts()), count(single.metrics(), first.counts()));
                assert_eq!(all, in_first, "{index}: {name}");
            }
        }
    }
    assert!(away.iter().all(|&away| away > 0) && away.iter().sum::<u32>() > 20, "{away:?}");
}

/// Two equal fighters of whom none is removed, as in worked check 6.
fn duel(rounds: u32, tolerance: i32) -> String {
    let fighter = |at: i32| {
        format!(
            "at = [[{at}, 0]]\nspeed = 0\nattack = 2\nresilience = 1\npolicy = \"reckless\"\ndefence = \"standard\"\n\
             stance = \"brace\"\n{}",
            finisher("success = { fatigue = 2 }, critical = { fatigue = 1 }")
        )
    };
    let combatants = [
        pc("hero", &format!("fatigue_tolerance = {tolerance}\n{}", fighter(0))),
        npc("orc", &format!("fatigue_tolerance = 4\n{}", fighter(1))),
    ];
    scene(&format!("basic_attack_range = 0\nmax_rounds = {rounds}"), "width = 2\nheight = 1", &combatants)
}

/// The share that the party wins, and the mean of the rounds: exactly.
#[track_caller]
fn solved<R: Ruleset>(rules: &R) -> [f64; 2] {
    let budget = Budget { bytes: 1_000_000_000, states: 500_000, paths: 20_000_000 };
    let solution = solve(rules, budget, &|| false).expect("few states");
    [solution.winners[0], solution.rounds.mean]
}

/// THRUM-67, THRUM-70: worked check 12 (a), with a limit of rounds that is as good as none. The winner of a duel has lost nothing, so
/// that the legs multiply.
#[test]
fn two_duels_multiply() {
    let text = duel(150, 4);
    let [won, rounds] = solved(&day([&text, &text], &[]));
    assert!((won - 0.255_068_031_373).abs() < 1e-9, "{won}");
    assert!((rounds - 9.311_866_791_102).abs() < 1e-9, "{rounds}");
}

/// THRUM-66, THRUM-68: what is lost decides the next leg as a single fight with the Tolerance that is left, and a Downtime that
/// restores all makes it the fight of the file.
#[test]
fn a_leg_is_the_fight_with_what_is_left() {
    let of = |tolerance: i32| solved(&thrum(&duel(60, tolerance), &[]))[0];
    let [two, three, four] = [2, 3, 4].map(of);
    assert!(two + 0.01 < three && three + 0.01 < four);
    // 15 of 36 rolls of two dice are above the Load of 7.
    let holds = 15.0 / 36.0;
    for (overrides, fallen) in [
        (&[][..], two),
        (&["legs.b.rest.downtime=1"], four),
        (&["legs.b.rest.downtime=1", "legs.b.rules.downtime_fatigue_tolerance=1"], three),
    ] {
        let ends = ["legs.a.rules.win_after_rounds=1"];
        let [won, _] = solved(&day([&clock(), &duel(60, 4)], &[&ends[..], overrides].concat()));
        let expected = holds * four + (1.0 - holds) * fallen;
        assert!((won - expected).abs() < 1e-9, "{overrides:?}: {won} instead of {expected}");
    }
}

/// THRUM-68: bad values of a rest are refused with their path.
#[test]
fn bad_rests_are_refused() {
    for (bad, path) in [
        ("legs.b.rest.downtime=101", "`legs.b.rest.downtime`"),
        ("legs.b.rest.downtime=-1", "`legs.b.rest.downtime`"),
        ("legs.b.rest.downtime=all", "`legs.b.rest.downtime`"),
        ("legs.b.rest.hours=6", "`legs.b.rest.hours`"),
        ("legs.b.rules.downtime_wounds=51", "`legs.b.rules.downtime_wounds`"),
        ("legs.b.rules.downtime_stress_tolerance=some", "`legs.b.rules.downtime_stress_tolerance`"),
    ] {
        let problems = try_day([&clock(), &clock()], &[bad]).expect_err(bad);
        assert!(problems.contains(path), "{bad}: {problems}");
    }
}
