//! The worked checks of the ledger of `thrum`, through the exact solver.

#![expect(clippy::unreadable_literal, reason = "values stand as the ledger writes them")]

use equipoise_engine::systems::thrum::Thrum;
use equipoise_engine::testing::{self, Played, Solved, assert_close, assert_printed};
use equipoise_engine::{EndState, Winner};

#[track_caller]
fn solved(text: &str, overrides: &[&str]) -> Solved {
    testing::solved::<Thrum>(&format!("system = \"thrum\"\nname = \"Check\"\n{text}"), overrides)
}

#[track_caller]
fn played(text: &str, overrides: &[&str], rounds: u32, faces: &[u32]) -> Played<Thrum> {
    let text = format!("system = \"thrum\"\nname = \"Check\"\n{text}");
    testing::play(&testing::limited::<Thrum>(&text, overrides, rounds), faces.iter().copied())
}

/// A scenario of two who do not move, beside each other; `rules` are keys of `[rules]`.
fn pair(rules: &str, hero: &str, orc: &str) -> String {
    format!(
        "[rules]\nbasic_attack_range = 0\n{rules}\n[map]\nwidth = 2\nheight = 1\n\
         [[combatants]]\nid = \"hero\"\nside = \"party\"\nspeed = 0\nat = [[0, 0]]\ninitiative = 20\n{hero}\n\
         [[combatants]]\nid = \"orc\"\nside = \"enemies\"\nspeed = 0\nat = [[1, 0]]\ninitiative = -10\n{orc}\n"
    )
}

/// One attack by somebody of this modifier and these Boons against Resilience 0, and what else `keys` of the ability say.
fn contest(modifier: i32, boons: i32, keys: &str, overrides: &[&str]) -> Solved {
    let strike = format!(
        "id = \"strike\", type = \"action\", tags = [\"physical_attack\"], modifier = {modifier}, boons = {boons}{keys}"
    );
    let orc = "defence = \"standard\"\nstance = \"concentrate\"\nfatigue_tolerance = 50";
    solved(&pair("max_rounds = 1", &format!("abilities = [{{ {strike} }}]"), orc), overrides)
}

/// Ways of the sums 2 to 12 of the two dice left, by the net number of Boons from 0 down to -2.
const SUMS: [(i32, [u32; 11]); 3] = [
    (0, [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]),
    (-1, [16, 27, 34, 36, 34, 27, 19, 12, 7, 3, 1]),
    (-2, [171, 244, 261, 224, 171, 108, 65, 32, 15, 4, 1]),
];

/// Ways to roll more than a number with a net number of Boons, and of all.
fn above(net: i32, number: i32) -> (f64, f64) {
    let (_, ways) = SUMS.into_iter().find(|&(known, _)| known == -net.abs()).expect("counted");
    let sums = (2..=12).zip(ways);
    let better = |sum: i32| if net > 0 { 14 - sum > number } else { sum > number };
    let found: u32 = sums.filter(|&(sum, _)| better(sum)).map(|(_, ways)| ways).sum();
    (f64::from(found), f64::from(ways.iter().sum::<u32>()))
}

/// Worked check 1 and 3: the sums of the two dice left, by Panic Rolls against each Load, Boons of the character's own
/// and Banes by being Shocked; and their means.
#[test]
fn the_two_dice_left_have_these_sums() {
    for net in -2..=2_i32 {
        let mut mean = 2.0;
        for load in 2..=12 {
            let (ways, all) = above(net, load);
            let nerves = format!("id = \"nerves\", type = \"passive\", grants = {{ panic_boons = {net} }}");
            let hero = format!("stress = {load}\nstress_tolerance = 0\nabilities = [{{ {nerves} }}]");
            let fight = solved(&pair("max_rounds = 1", &hero, ""), &[]);
            assert_close(fight.mean("panic_rolls"), 1.0);
            assert_close(fight.mean("panics"), 1.0 - ways / all);
            mean += ways / all;
        }
        // The sum of the chances to be above 2, 3 and so on, and the 2 that nobody is below.
        assert_close(above(net, 1).0 / above(net, 1).1, 1.0);
        let printed = [4.6558641975, 5.5416666667, 7.0, 8.4583333333, 9.3441358025];
        assert_printed(mean, printed[(net + 2) as usize], 10);
    }
}

/// The table of worked check 2: successes and Criticals by the attacker's net Boons from -2 to 2, for differences from -3 on.
const CONTESTS: [(i32, [(u32, u32); 5]); 9] = [
    (-3, [(1540, 33), (543, 22), (206, 15), (2157, 211), (17140, 2019)]),
    (-2, [(2964, 111), (925, 61), (310, 35), (3007, 460), (22900, 4181)]),
    (-1, [(5229, 306), (1458, 142), (435, 70), (3915, 856), (28599, 7414)]),
    (0, [(8515, 726), (2145, 292), (575, 126), (4812, 1426), (33793, 11826)]),
    (1, [(12863, 1540), (2964, 543), (721, 206), (5631, 2157), (38141, 17140)]),
    (2, [(18057, 2964), (3861, 925), (861, 310), (6318, 3007), (41427, 22900)]),
    (3, [(23756, 5229), (4769, 1458), (986, 435), (6851, 3915), (43692, 28599)]),
    (4, [(29516, 8515), (5619, 2145), (1090, 575), (7233, 4812), (45116, 33793)]),
    (5, [(34830, 12863), (6350, 2964), (1170, 721), (7484, 5631), (45930, 38141)]),
];

/// Worked check 2: what a contest comes to.
#[test]
fn contests_succeed_as_often_as_counted() {
    for (difference, ways) in CONTESTS {
        for (boons, (successes, criticals)) in (-2..=2).zip(ways) {
            let all = 1296.0 * 6.0_f64.powi(i32::abs(boons));
            let fight = contest(difference, boons, "", &[]);
            assert_close(fight.mean("attacks"), 1.0);
            assert_close(fight.mean("hits"), f64::from(successes) / all);
            assert_close(fight.mean("criticals"), f64::from(criticals) / all);
        }
    }
}

/// Worked check 3: Incapacity Rolls fail by the Load less the modifier, with a Bane by Bleed.
#[test]
fn incapacity_rolls_fail_as_often_as_counted() {
    for (bleed, ways, all) in [
        (0, [1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36], 36.0),
        (9, [16, 43, 77, 113, 147, 174, 193, 205, 212, 215, 216], 216.0),
    ] {
        for (load, ways) in (2..=12).zip(ways) {
            for resilience in [0, 1, 3] {
                let shout = "id = \"shout\", type = \"action\", tags = [\"buff\"], grants = { resolve = 1 }";
                let cut = format!("id = \"cut\", type = \"stance\", take = {{ bleed = {bleed} }}");
                let hero = format!(
                    "policy = \"reckless\"\nfatigue = {}\nfatigue_tolerance = 0\nresilience = {resilience}\n\
                     abilities = [{{ {shout} }}, {{ {cut} }}]",
                    load + resilience
                );
                let fight = solved(&pair("max_rounds = 1", &hero, ""), &[]);
                assert_close(fight.mean("incapacity_rolls"), 1.0);
                assert_close(fight.mean("incapacitations"), f64::from(ways) / all);
            }
        }
    }
}

/// Worked check 4: Evasion at equal modifiers, with its Boon, without it, and with Dodge as well. A failure or a plain
/// success adds Vulnerable, of which the next Fatigue tells.
#[test]
fn evasion_ends_as_often_as_counted() {
    for (keys, critical, success, failure) in
        [("evasion_boon = 0", 126.0, 595.0, 575.0), ("", 1426.0, 4205.0, 2145.0), ("dodge", 11826.0, 26315.0, 8515.0)]
    {
        let all = critical + success + failure;
        let (rules, stance) = if keys == "dodge" { ("", "dodge") } else { (keys, "concentrate") };
        let strike = "id = \"strike\", type = \"action\", tags = [\"physical_attack\"], effect = { mark = 1 }, success = { fatigue = 1 }";
        let guard = |critical_only: bool| {
            format!(
                "id = \"guard\", type = \"stance\", trigger = \"defended\", critical_only = {critical_only}, grants = {{ evasion_boons = {} }}",
                i32::from(stance == "dodge")
            )
        };
        let fight = |critical_only: bool| {
            let orc =
                format!("defence = \"evasion\"\nfatigue_tolerance = 50\nabilities = [{{ {} }}]", guard(critical_only));
            solved(&pair(&format!("max_rounds = 1\n{rules}"), &format!("abilities = [{{ {strike} }}]"), &orc), &[])
        };
        assert_close(fight(false).mean("triggers"), (critical + success) / all);
        assert_close(fight(true).mean("triggers"), critical / all);
        assert_close(fight(false).mean("hits"), failure / all);
        assert_close(fight(false).mean("evasions"), 1.0);
        // By the basic Stance itself.
        let orc = format!("defence = \"evasion\"\nstance = \"{stance}\"\nfatigue_tolerance = 50");
        let basic =
            solved(&pair(&format!("max_rounds = 1\n{rules}"), &format!("abilities = [{{ {strike} }}]"), &orc), &[]);
        assert_close(basic.mean("hits"), failure / all);
    }
    // Vulnerable takes the Boon away: with 3 stacks from Round Zero on it is there when the blow falls.
    let open = "id = \"open\", type = \"stance\", take = { vulnerable = 3 }";
    let strike = "id = \"strike\", type = \"action\", tags = [\"physical_attack\"]";
    let orc = format!("defence = \"evasion\"\nabilities = [{{ {open} }}]");
    let fight = solved(&pair("max_rounds = 1", &format!("abilities = [{{ {strike} }}]"), &orc), &[]);
    assert_close(fight.mean("hits"), 575.0 / 1296.0);
}

/// Worked check 5: drops succeed by the modifier less the levels.
#[test]
fn drops_succeed_as_often_as_counted() {
    for (reflex, levels, ways) in [
        (-1, 2, 206.0),
        (0, 2, 310.0),
        (1, 2, 435.0),
        (2, 2, 575.0),
        (3, 2, 721.0),
        (4, 2, 861.0),
        (2, 3, 435.0),
        (0, 3, 206.0),
    ] {
        let text = format!(
            "[rules]\nbasic_attack_range = 0\nmax_rounds = 1\n[map]\nrows = [\"{levels}...\"]\n\
             [[combatants]]\nid = \"hero\"\nside = \"party\"\nat = [[0, 0]]\nspeed = 1\ndrops = true\n\
             fatigue = 20\nendurance = -10\nreflex = {reflex}\n\
             [[combatants]]\nid = \"orc\"\nside = \"enemies\"\nat = [[3, 0]]\nspeed = 0\n"
        );
        let fight = solved(&text, &[]);
        assert_close(fight.mean("drop_rolls"), 1.0);
        assert_close(fight.mean("drops_failed"), 1.0 - ways / 1296.0);
    }
}

/// Worked check 6: two equal fighters.
fn duel(overrides: &[&str]) -> Solved {
    let fighter = "attack = 2\nresilience = 1\nfatigue_tolerance = 4\npolicy = \"reckless\"\ndefence = \"standard\"\nstance = \"brace\"\n\
                   abilities = [{ id = \"blow\", type = \"action\", tags = [\"physical_attack\", \"finisher\"], success = { fatigue = 2 }, critical = { fatigue = 1 } }]";
    solved(&pair("max_rounds = 1000", fighter, fighter), overrides)
}

const ROLLED: [&str; 2] = ["combatants.hero.initiative=0", "combatants.orc.initiative=0"];

/// Worked check 6: who acts first wins a little more often; with Initiative rolled that is as good as even.
#[test]
fn the_duel_has_the_chances_of_the_ledger() {
    let with = |rules: &[&'static str]| duel(rules);
    let rolled = |rules: &[&'static str]| duel(&[&ROLLED, rules].concat());
    assert_printed(with(&[]).party(), 0.544761740860, 12);
    assert_printed(rolled(&[]).party(), 0.505042603523, 12);
    // The last digit that the ledger prints, 6, is rounded otherwise than the exact 6.18711175969727.
    assert_printed(rolled(&[]).solution.rounds.mean, 6.187111759697, 12);
    for (knob, first, initiative) in [
        ("rules.finisher_on=success", 0.543880521177, 0.504943330318),
        ("rules.finisher_target=before", 0.544951390771, 0.505063968405),
        ("rules.end_look=turn", 0.534190698321, 0.494409130501),
    ] {
        assert_printed(with(&[knob]).party(), first, 12);
        assert_printed(rolled(&[knob]).party(), initiative, 12);
    }
    assert_printed(rolled(&["rules.end_look=turn"]).solution.winners[Winner::Draw.index()], 0.021282797956, 12);
}

/// Somebody who falls by its own Action, and a companion and an enemy who are far away.
fn clock(rules: &str, tolerance: i32, load: i32) -> String {
    format!(
        "[rules]\nbasic_attack_range = 0\n{rules}\n[map]\nwidth = 40\nheight = 1\n\
         [[combatants]]\nid = \"hero\"\nside = \"party\"\nat = [[0, 0]]\nspeed = 0\ninitiative = 20\npolicy = \"reckless\"\n\
         resilience = -10\nfatigue = {load}\nfatigue_tolerance = {tolerance}\n\
         abilities = [{{ id = \"shout\", type = \"action\", tags = [\"buff\"], grants = {{ attack = 1 }} }}]\n\
         [[combatants]]\nid = \"page\"\nside = \"party\"\nat = [[20, 0]]\nspeed = 0\n\
         [[combatants]]\nid = \"orc\"\nside = \"enemies\"\nat = [[39, 0]]\nspeed = 0\n"
    )
}

/// Tolerance and Load after the fall and after each upkeep, as narrated.
fn tolerances_and_loads(played: &Played<Thrum>) -> Vec<(i32, i32)> {
    let losses = played.lines.iter().filter_map(|line| {
        let after = line
            .text
            .strip_prefix("hero is Incapacitated; ")
            .or(line.text.strip_prefix("hero lies Incapacitated; "))?;
        let (load, tolerance) = after.strip_prefix("Fatigue ")?.split_once(',')?.0.split_once('/')?;
        Some((tolerance.parse().ok()?, load.parse().ok()?))
    });
    losses.collect()
}

/// Worked check 7: the clock of Incapacity.
#[test]
fn the_clock_of_incapacity_runs_as_counted() {
    let before = "wound_check = \"before\"";
    for (rules, tolerance, load, expected, wounds, awake, rounds) in [
        ("", 4, 7, &[(3, 6), (2, 5), (1, 4), (0, 3), (0, 2), (0, 1)][..], 3, 0, 5),
        (before, 4, 7, &[(3, 6), (2, 5), (1, 4), (0, 3), (0, 2), (0, 1)], 3, 0, 6),
        ("", 4, 5, &[(3, 4), (2, 3), (1, 2), (0, 1), (0, 0)], 1, 1, 4),
        (before, 4, 5, &[(3, 4), (2, 3), (1, 2), (0, 1), (0, 0)], 1, 1, 4),
        ("", 0, 2, &[(0, 1), (0, 0)], 0, 1, 1),
        (before, 0, 2, &[(0, 1), (0, 0)], 1, 1, 1),
    ] {
        let fight = played(&clock(rules, tolerance, load), &[], rounds, &[3, 3, 3, 3, 3, 3, 1, 1]);
        assert_eq!(tolerances_and_loads(&fight), expected, "{tolerance}, {load} {rules}");
        assert_eq!(
            (fight.metric("wounds"), fight.metric("awakenings")),
            (wounds, awake),
            "{tolerance}, {load} {rules}"
        );
        assert_eq!(fight.metric("removals"), u32::from(wounds == 3));
        assert_eq!(fight.ends[0], if wounds == 3 { EndState::Dead } else { EndState::Standing });
    }
    // Without `before` the third Wound comes with a Load of 1 left, one Round earlier.
    let early = played(&clock("", 4, 7), &[], 4, &[3, 3, 3, 3, 3, 3, 1, 1]);
    assert_eq!((early.metric("wounds"), early.metric("removals")), (2, 0));
}

/// The chance that somebody at a square hits a target at (4, 4), or (5, 0) of a row; `None` if the target is not attacked.
#[track_caller]
fn chance(map: &str, from: (i32, i32), target: (i32, i32), others: &[(i32, i32)]) -> Option<f64> {
    let text = format!(
        "[rules]\nbasic_attack_range = 0\nmax_rounds = 1\n[map]\n{map}\n\
         [[combatants]]\nid = \"hero\"\nside = \"party\"\nspeed = 0\nat = [[{}, {}]]\n\
         abilities = [{{ id = \"shot\", type = \"action\", tags = [\"physical_attack\"], range = 9 }}]\n\
         [[combatants]]\nid = \"orc\"\nside = \"enemies\"\nspeed = 0\nat = [[{}, {}]]\ndefence = \"standard\"\nstance = \"dodge\"\n",
        from.0, from.1, target.0, target.1
    );
    let page = |(index, (x, y)): (usize, &(i32, i32))| {
        format!("[[combatants]]\nid = \"page-{index}\"\nside = \"party\"\nspeed = 0\nat = [[{x}, {y}]]\n")
    };
    let pages: Vec<String> = others.iter().enumerate().map(page).collect();
    let text = text + &pages.concat();
    let fight = solved(&text, &[]);
    (fight.mean("attacks") > 0.5).then(|| fight.mean("hits"))
}

const CLEAR: f64 = 575.0 / 1296.0;
const COVER: f64 = 2145.0 / 7776.0;

/// Worked check 8: Cover and Obstruction.
#[test]
fn cover_is_where_the_ledger_says() {
    let field = "width = 9\nheight = 9";
    let check = |from, others: &[(i32, i32)], expected: f64| {
        let found = chance(field, from, (4, 4), others).expect("an attack");
        assert_close(found, expected);
    };
    for from in [(0, 4), (2, 0), (2, 4)] {
        check(from, &[(3, 4)], COVER);
    }
    for from in [(3, 0), (4, 0)] {
        check(from, &[(3, 4)], CLEAR);
    }
    for from in [(0, 5), (5, 0), (1, 4)] {
        check(from, &[(3, 3)], COVER);
    }
    check((2, 4), &[(3, 3)], CLEAR);
    for from in [(0, 0), (5, 0), (0, 5)] {
        assert_eq!(chance(field, from, (4, 4), &[(3, 3), (2, 4), (4, 2)]), None);
    }
    for (level, expected) in [(".", COVER), ("1", COVER), ("2", CLEAR)] {
        assert_close(chance(&format!("rows = [\"{level}...2.\"]"), (0, 0), (5, 0), &[]).expect("an attack"), expected);
    }
    assert_close(chance("rows = [\"....21\"]", (0, 0), (5, 0), &[]).expect("an attack"), CLEAR);
}

/// Worked check 9: costs along a row, by how far each Speed leads.
#[test]
fn steps_cost_what_the_ledger_says() {
    let steps = |row: &str, from: i32, orc: i32, keys: &str, speed: i32, faces: &[u32]| {
        let text = format!(
            "[rules]\nbasic_attack_range = 0\n[map]\nrows = [\"{row}\"]\n\
             [[combatants]]\nid = \"hero\"\nside = \"party\"\nat = [[{from}, 0]]\nspeed = {speed}\nfatigue = 20\n{keys}\n\
             [[combatants]]\nid = \"orc\"\nside = \"enemies\"\nat = [[{orc}, 0]]\nspeed = 0\n"
        );
        let fight = played(&text, &[], 1, &[&[3, 3, 3, 3], faces].concat());
        // A line names each square of the way.
        let walks = fight.lines.iter().filter(|line| line.text.starts_with("hero moves to"));
        walks.map(|line| line.text.matches('[').count()).sum::<usize>()
    };
    // As many steps as the sums of the costs 1, 2, 4, 1, 2 allow, and of 1, 2, 4, 2, 1.
    for (row, from, orc, costs) in [(".13a~..", 0, 6, [1, 2, 4, 1, 2]), ("..13a~.", 6, 0, [1, 2, 4, 2, 1])] {
        for speed in 0..=10 {
            let mut left = speed;
            // The way to the left begins at the right end.
            let way: Vec<i32> = if from == 0 { costs.to_vec() } else { costs.into_iter().rev().collect() };
            let expected = way
                .iter()
                .take_while(|&&cost| {
                    left -= cost;
                    left >= 0
                })
                .count();
            assert_eq!(steps(row, from, orc, "", speed, &[]), expected, "{row} {speed}");
        }
    }
    assert_eq!(steps("3a..", 0, 3, "drops = true", 1, &[6, 6, 1, 1]), 1);
    assert_eq!(steps("3a..", 0, 3, "", 3, &[]), 0);
}

/// Worked check 10: the choice of a defence.
#[test]
fn evasion_is_chosen_when_it_is_worth_it() {
    let open = "abilities = [{ id = \"open\", type = \"stance\", take = { vulnerable = 3 } }]";
    for (keys, evasions) in [
        ("resilience = 2\nevasion = 2\nstance = \"concentrate\"", 1.0),
        ("resilience = 2\nevasion = 2\nstance = \"open\"\n", 0.0),
        ("resilience = 2\nevasion = 1\nstance = \"concentrate\"", 0.0),
        ("resilience = 2\nevasion = 3\nstance = \"brace\"", 0.0),
        ("resilience = 2\nevasion = 3\nstance = \"concentrate\"", 1.0),
    ] {
        let strike = "abilities = [{ id = \"strike\", type = \"action\", tags = [\"physical_attack\"] }]";
        let fight = solved(&pair("max_rounds = 1", strike, &format!("{keys}\n{open}")), &[]);
        assert_close(fight.mean("evasions"), evasions);
    }
}

/// Worked check 11: Delays.
#[test]
fn delays_order_turns_as_the_ledger_says() {
    let who = |id: &str, x: i32, keys: &str| {
        format!("[[combatants]]\nid = \"{id}\"\nside = \"party\"\nat = [[{x}, 0]]\nspeed = 0\n{keys}\n")
    };
    for (alice, order) in [("delay_after = \"bob\"", ["bob", "alice", "cid"]), ("", ["alice", "bob", "cid"])] {
        let text = format!(
            "[rules]\nbasic_attack_range = 0\n[map]\nwidth = 12\nheight = 1\n{}{}{}\
             [[combatants]]\nid = \"orc\"\nside = \"enemies\"\nat = [[11, 0]]\nspeed = 0\n",
            who("bob", 0, "delay_after = \"alice\""),
            who("alice", 1, alice),
            who("cid", 2, "")
        );
        let fight = played(&text, &[], 3, &[6, 6, 5, 5, 4, 4, 1, 1]);
        for round in 1..=3 {
            let turns = fight.lines.iter().filter(|line| line.round == round && line.text.contains(": Fatigue "));
            let names: Vec<&str> = turns.map(|line| line.text.split_once(" at ").expect("a square").0).collect();
            assert_eq!(names[..3], order, "{round}");
        }
    }
}

/// THRUM-65: a newcomer whose `at` an ally holds for good comes to the square of its side's start that is free all the time.
#[test]
fn a_newcomer_whose_square_is_taken_comes_to_the_start() {
    let text = "[rules]\nmax_rounds = 3\nbasic_attack_fatigue = 0\n\
                [map]\nwidth = 6\nheight = 1\nparty_start = [[0, 0, 2, 1]]\n\
                [[combatants]]\nid = \"p\"\nside = \"party\"\nat = [[1, 0]]\nspeed = 0\n\
                [[combatants]]\nid = \"late\"\nside = \"party\"\nat = [[1, 0]]\nenters_round = 2\nspeed = 0\n\
                [[combatants]]\nid = \"e\"\nside = \"enemies\"\nat = [[5, 0]]\nspeed = 0\n";
    let fight = played(text, &[], 3, &[6, 6, 1, 1, 3, 3]);
    let come = |round: u32| fight.narration(round).contains("late");
    assert_eq!([1, 2, 3].map(come), [false, true, true], "{:?}", fight.lines);
    assert!(fight.applied(2, "THRUM-65") && fight.narration(2).contains("0, 0"), "{}", fight.narration(2));
    // If the ally is removed from the start, there is no other square.
    let full = played(&text.replace("[[0, 0, 2, 1]]", "[[1, 0, 1, 1]]"), &[], 3, &[6, 6, 1, 1]);
    assert!(full.narration(3).contains("no square"), "{}", full.narration(3));
}

/// THRUM-53, THRUM-54: whoever the Wound before the upkeep removes has not come round in that upkeep.
#[test]
fn the_removed_are_not_awake_for_a_moment() {
    let text = "[rules]\nwound_check = \"before\"\nwounds_to_remove = 2\nbasic_attack_fatigue = 0\nmax_rounds = 4\n\
                [map]\nwidth = 4\nheight = 1\n\
                [[combatants]]\nid = \"p\"\nside = \"party\"\nat = [[0, 0]]\nspeed = 0\ninitiative = -5\n\
                [[combatants]]\nid = \"e\"\nside = \"enemies\"\nat = [[3, 0]]\npolicy = \"reckless\"\nspeed = 0\n\
                resilience = -10\nfatigue = 3\nfatigue_tolerance = 0\ninitiative = 20\n\
                [[combatants]]\nid = \"f\"\nside = \"enemies\"\nat = [[2, 0]]\nspeed = 0\n";
    let fight = solved(text, &[]);
    for (metric, mean) in [("wounds", 2.0), ("removals", 1.0), ("awakenings", 0.0), ("incapacitations", 1.0)] {
        assert_close(fight.mean(metric), mean);
        assert_close(fight.sd(metric), 0.0);
    }
    // After the upkeep the last Load is gone before there is a second Wound.
    let after = solved(text, &["rules.wound_check=after"]);
    assert_close(after.mean("removals"), 0.0);
    assert_close(after.mean("awakenings"), 1.0);
}

/// Three on a line, the one in the middle with a blast that covers them all; whether the user is listed first or last.
fn own_blast(user_first: bool, user: &str, others: &str) -> String {
    let blast = "abilities = [{ id = \"x\", type = \"action\", tags = [\"physical_attack\", \"finisher\"], shape = \"line\", \
                 size = 3, range = 2, min_targets = 2, success = { fatigue = 12 } }]";
    let user = format!(
        "[[combatants]]\nid = \"p\"\nside = \"party\"\nat = [[1, 0]]\npolicy = \"reckless\"\ninitiative = 20\nspeed = 0\n\
         fatigue_tolerance = 0\n{user}\n{blast}\n"
    );
    let others = format!(
        "[[combatants]]\nid = \"e\"\nside = \"enemies\"\ncount = 2\nat = [[0, 0], [2, 0]]\ninitiative = -10\nspeed = 0\n\
         fatigue_tolerance = 0\n{others}\n"
    );
    let listed = if user_first { [user, others] } else { [others, user] };
    format!("[rules]\nmax_rounds = 1\nbasic_attack_range = 0\n[map]\nrows = [\"...\"]\n{}", listed.concat())
}

/// THRUM-45: the user of an area that covers itself is the last whom it affects, wherever the file lists it: all are attacked.
#[test]
fn ones_own_blast_spares_nobody() {
    for user_first in [true, false] {
        let weak = "resilience = -10\nevasion = -10";
        let fight = solved(&own_blast(user_first, &format!("attack = 20\n{weak}"), weak), &[]);
        assert_close(fight.solution.winners[Winner::Draw.index()], 1.0);
        assert_close(fight.mean("attacks"), 3.0);
        assert_close(fight.mean("incapacitations"), 3.0);
        // At equal modifiers each of the three is hit with 575 of 1296 chances and then falls for certain, since 12 Fatigue is no
        // less than the dice can show: the enemies are gone with both hits.
        let even = "defence = \"standard\"\nstance = \"concentrate\"";
        let fight = solved(&own_blast(user_first, even, even), &[]);
        let hit = 575.0 / 1296.0;
        assert_close(fight.mean("hits"), 3.0 * hit);
        assert_close(fight.mean("incapacitations"), 3.0 * hit);
        assert_close(fight.solution.winners[Winner::Draw.index()], hit * hit * hit);
        assert_close(fight.party(), hit * hit * (1.0 - hit));
        assert_close(fight.solution.winners[Winner::Enemies.index()], hit * (1.0 - hit * hit));
    }
}

/// The knobs that let lots decide.
const BY_LOT: [&str; 2] = ["rules.order_ties=random", "rules.target_ties=random"];

fn headed(rules: &str) -> String {
    format!("system = \"thrum\"\nname = \"Check\"\n[rules]\n{rules}\n")
}

fn table(id: &str, side: &str, keys: &str) -> String {
    format!("[[combatants]]\nid = \"{id}\"\nside = \"{side}\"\nspeed = 0\n{keys}\n")
}

/// A Finisher against one within 3 squares that deals so much Fatigue.
fn blow(fatigue: u32) -> String {
    format!(
        "abilities = [{{ id = \"blow\", type = \"action\", tags = [\"physical_attack\", \"finisher\"], range = 3, \
         success = {{ fatigue = {fatigue} }} }}]"
    )
}

/// THRUM-04, THRUM-26: by lot an encounter comes on average to what it comes to in all orders of the file: who acts first among
/// equals of one side, and who of two equally good targets is struck.
#[test]
fn turns_and_targets_are_drawn() {
    let text = headed("max_rounds = 1\n[map]\nwidth = 4\nheight = 1");
    let fragile = "defence = \"standard\"\nstance = \"concentrate\"\nfatigue_tolerance = 0";
    let at = |x: u32, keys: &str| format!("at = [[{x}, 0]]\n{fragile}\n{keys}");
    let party = [
        table("master", "party", &at(0, &format!("attack = 4\n{}", blow(9)))),
        table("novice", "party", &at(2, &format!("attack = -4\n{}", blow(1)))),
    ];
    let enemies = [table("ogre", "enemies", &at(1, &format!("attack = 2\n{}", blow(6))))];
    let [party, enemies] = [&party[..], &enemies].map(|tables| tables.iter().map(String::as_str).collect::<Vec<_>>());
    let spread = testing::assert_mean_over_orders::<Thrum>(&text, &party, &enemies, &BY_LOT);
    assert!(spread > 0.001, "{spread}");
    // Each knob alone leaves to listed order what the other one decides.
    let attacks = |by_lot: &[&str]| {
        testing::solved::<Thrum>(&[&text, party[0], party[1], enemies[0]].concat(), by_lot).mean("attacks")
    };
    let [listed, both, order, target] = [&[][..], &BY_LOT, &BY_LOT[..1], &BY_LOT[1..]].map(attacks);
    let apart = |left: f64, right: f64| (left - right).abs() > 1e-6;
    assert!(apart(order, listed) && apart(target, listed) && apart(order, both) && apart(target, both));
}

/// THRUM-03, THRUM-45, THRUM-65: so it is with the squares that NPCs and newcomers take, and with those whom an area affects, one of
/// whom may strike back and fell the user.
#[test]
fn squares_and_areas_are_drawn() {
    let riposte = "stance = \"riposte\"\nabilities = [{ id = \"riposte\", type = \"stance\", trigger = \"defended\", range = 3, \
                   attack = \"stab\" }, { id = \"stab\", type = \"reaction\", tags = [\"physical_attack\", \"finisher\"], range = 3, \
                   success = { fatigue = 12 } }]";
    let burst = "abilities = [{ id = \"burst\", type = \"action\", tags = [\"physical_attack\", \"finisher\"], shape = \"area\", \
                 size = 3, range = 3, target = \"enemy\", min_targets = 2, success = { fatigue = 12 } }]";
    let text =
        headed("max_rounds = 1\nbasic_attack_range = 0\n[map]\nwidth = 4\nheight = 1\nenemy_start = [[1, 0, 3, 1]]");
    let hero = table(
        "hero",
        "party",
        &format!("at = [[0, 0]]\ninitiative = 20\nfatigue_tolerance = 0\ndefence = \"standard\"\n{burst}"),
    );
    let plain = "defence = \"standard\"\nfatigue_tolerance = 0\ninitiative = -10\n";
    let enemies = [
        table("duellist", "enemies", &format!("{plain}{riposte}")),
        table("brute", "enemies", &format!("{plain}resilience = -2\nstance = \"concentrate\"")),
    ];
    let enemies: Vec<&str> = enemies.iter().map(String::as_str).collect();
    let spread = testing::assert_mean_over_orders::<Thrum>(&text, &[&hero], &enemies, &BY_LOT[..1]);
    assert!(spread > 0.001, "{spread}");
    // The first of two newcomers comes to the square from which the hero can be reached.
    let text =
        headed("max_rounds = 2\nbasic_attack_range = 1\n[map]\nwidth = 4\nheight = 1\nenemy_start = [[1, 0, 2, 1]]");
    let hero = table("hero", "party", "at = [[0, 0]]\nfatigue_tolerance = 0\ndefence = \"standard\"\nattack = -5");
    let late = |id: &str, attack: i32| {
        table(
            id,
            "enemies",
            &format!(
                "enters_round = 2\ninitiative = 9\nattack = {attack}\n{}",
                blow(12).replace("range = 3", "range = 1")
            ),
        )
    };
    let [strong, weak] = [late("strong", 9), late("weak", -9)];
    let guard = table("guard", "enemies", "at = [[3, 0]]\nattack = -10");
    testing::assert_mean_over_orders::<Thrum>(&text, &[&hero], &[&guard, &strong, &weak], &BY_LOT);
    let fallen = |first: &str, second: &str| {
        let listed = testing::solved::<Thrum>(&[&text, &hero, &guard, first, second].concat(), &[]);
        listed.solution.winners[Winner::Enemies.index()]
    };
    assert!(fallen(&strong, &weak) > fallen(&weak, &strong) + 0.1);
}

/// THRUM-41: of two Terrain Effects on one square the one whose maker comes first by lot acts first: where the first one leaves
/// somebody Vulnerable, the second harms it the more.
#[test]
fn makers_of_terrain_effects_are_drawn() {
    let text = headed("max_rounds = 1\nbasic_attack_range = 0\n[map]\nwidth = 4\nheight = 1");
    let ground = |effect: &str| {
        format!(
            "initiative = 20\nabilities = [{{ id = \"ground\", type = \"action\", tags = [\"terrain_effect\"], shape = \"area\", size = 1, \
             range = 3, terrain = {{ enter = {{ {effect} }} }} }}]"
        )
    };
    let party = [
        table("fire", "party", &format!("at = [[0, 0]]\n{}", ground("fatigue = 1"))),
        table("acid", "party", &format!("at = [[1, 0]]\n{}", ground("vulnerable = 3"))),
    ];
    let orc = table("orc", "enemies", "at = [[3, 0]]\ninitiative = -10");
    let party: Vec<&str> = party.iter().map(String::as_str).collect();
    testing::assert_mean_over_orders::<Thrum>(&text, &party, &[&orc], &BY_LOT);
    let taken = |overrides: &[&str]| {
        testing::solved::<Thrum>(&[&text, party[0], party[1], &orc].concat(), overrides).mean("fatigue_taken")
    };
    assert_close(taken(&[]), 1.0);
    assert_close(taken(&BY_LOT), 2.5);
}
