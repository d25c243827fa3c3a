//! Reactions, morale and the end (ZONES-49 to ZONES-53, ZONES-55).

use super::*;

/// The hero strikes at the weakest, and the first listed of the weak.
const HERO_KEYS: &str = "target = \"weakest\"";

/// A hero who kills a rat a Round, with a 12, and so many rats in the same Zone.
fn rats(count: usize) -> String {
    let rats = creature("rat", 3, &[IDLE], &format!("count = {count}\npolicy = \"hold\""));
    scene(PIT, &[character("hero", 9, &[SWORD], HERO_KEYS), rats])
}

/// A hero against Creatures in the same Zone that do nothing: id, HP and more keys.
fn crowd(creatures: &[(&str, u16, &str)]) -> String {
    let hero = [character("hero", 9, &[SWORD], HERO_KEYS)];
    let crowd = creatures.iter().map(|(id, hp, rest)| format!("{}{rest}\n", dummy(id, *hp, "pit")));
    scene(PIT, &hero.into_iter().chain(crowd).collect::<Vec<_>>())
}

/// Plays so many Rounds with these triggers, the party first; returns the fight and what became of the Creatures.
#[track_caller]
fn morale(text: &str, triggers: &str, more: &[&str], rounds: u32, faces: &[u32]) -> (Played, String) {
    let triggers = format!("rules.morale_triggers={triggers}");
    let played = play(&limited(text, &[&[triggers.as_str()], more].concat(), rounds), party_first(1, faces));
    let letter = |end: &EndState| match end {
        EndState::Standing => 'S',
        EndState::Dead => 'D',
        EndState::Down => 'd',
        EndState::Fled => 'F',
    };
    let ends = played.ends[1..].iter().map(letter).collect();
    (played, ends)
}

/// ZONES-49: hostile Creatures fight without a roll; for others a d10 is rolled before anything else, with five
/// attitudes.
#[test]
fn the_reaction_roll_comes_first() {
    let hostile = play(&limited(&rats(1), &[], 1), party_first(1, &[11]));
    assert!(!hostile.named("ZONES-49"));
    let attitudes =
        ["", "Hostile", "Wary", "Wary", "Curious", "Curious", "Curious", "Curious", "Kind", "Kind", "Helpful"];
    for number in 1..=10 {
        let rules = limited(&rats(1), &["rules.reaction=roll", "rules.reaction_fights_up_to=10"], 1);
        // One d10 for the whole group, then a fight as always.
        let played = play(&rules, [&[number], party_first(1, &[11]).as_slice()].concat());
        assert!(played.narration(0).contains(attitudes[number as usize]), "{number}");
        assert!(played.applied(0, "ZONES-49"));
        assert_eq!(played.metric("parley"), 0);
    }
}

/// ZONES-50: up to `reaction_fights_up_to` it comes to a fight; above it the encounter is over before it began, a draw.
#[test]
fn above_the_limit_no_fight_breaks_out() {
    for limit in 0..=10 {
        for number in 1..=10 {
            let knob = format!("rules.reaction_fights_up_to={limit}");
            let rules = limited(&rats(1), &["rules.reaction=roll", &knob], 1);
            let fights = number <= limit;
            let opening = if fights { party_first(1, &[11]) } else { vec![] };
            let played = play(&rules, [&[number], opening.as_slice()].concat());
            assert_eq!(played.outcome.winner, if fights { Winner::Timeout } else { Winner::Draw }, "{number} {limit}");
            assert_eq!(played.outcome.rounds, u32::from(fights));
            assert_eq!(played.ends, [EndState::Standing; 2]);
            assert_eq!(played.metric("parley"), u32::from(!fights));
            assert_eq!(played.metric("party_begins"), u32::from(fights), "nobody begins what does not happen");
            assert_eq!(played.applied(0, "ZONES-50"), !fights);
        }
    }
    let usual = play(&zones(&rats(1), &["rules.reaction=roll"]), [2]);
    assert_eq!(usual.outcome, crate::Outcome { winner: Winner::Draw, rounds: 0 });
    play(&limited(&rats(1), &["rules.reaction=roll"], 1), [1, 4, 1, 11]);
}

/// ZONES-51: `first_out` fires once, when the first Creature is out; those concerned test in listed order.
#[test]
fn the_first_who_falls_frightens_the_others() {
    let (played, ends) = morale(&rats(4), "first_out", &[], 2, &[12, 12, 11, 12, 12]);
    assert_eq!(ends, "DDFS");
    assert_eq!((played.metric("morale_tests"), played.metric("morale_breaks")), (3, 1));
    assert!(played.applied(1, "ZONES-51") && !played.applied(2, "ZONES-51"));
}

/// ZONES-51: `half_out`, the default, fires once, when at least half of all Creatures are out.
#[test]
fn when_half_are_out_the_others_test() {
    let (played, ends) = morale(&rats(4), "half_out", &[], 3, &[12, 12, 12, 11, 12]);
    assert_eq!((ends.as_str(), played.metric("morale_tests")), ("DDDF", 2));
    assert_eq!(played.outcome.rounds, 3, "nobody is left after the third rat");
    let (played, ends) = morale(&rats(5), "half_out", &[], 3, &[12, 12, 12, 12, 12]);
    assert_eq!((ends.as_str(), played.metric("morale_tests")), ("DDDSS", 2), "two of five are not half");
    let (played, ends) = morale(&rats(3), "half_out", &[], 2, &[12, 12, 12]);
    assert_eq!((ends.as_str(), played.metric("morale_tests")), ("DDS", 1));
    let usual = rats(4).replace("morale_triggers = []\n", "");
    assert_eq!(play(&limited(&usual, &[], 2), party_first(1, &[12, 12, 12, 12])).metric("morale_tests"), 2);
}

/// ZONES-51: `leader_out` fires when a leader is out, fled or dead; `leader` alone without it means nothing.
#[test]
fn when_a_leader_is_out_the_others_test() {
    let text = crowd(&[("chief", 3, "leader = true"), ("orc-a", 9, ""), ("orc-b", 9, "")]);
    let (played, ends) = morale(&text, "leader_out", &[], 1, &[12, 12, 11]);
    assert_eq!((ends.as_str(), played.metric("morale_tests")), ("DSF", 2));
    let (played, _) = morale(&text, "half_out", &[], 1, &[12]);
    assert_eq!(played.metric("morale_tests"), 0);
    let (played, _) = morale(&text, "leader_out", &["combatants.orc-a.hp=2"], 1, &[12]);
    assert_eq!((played.ends[2], played.metric("morale_tests")), (EndState::Dead, 0), "no leader");
    // The leader breaks at half its own HP and is out by that.
    let (played, ends) = morale(&text, "leader_out,own_half", &["combatants.chief.hp=6"], 1, &[12, 11, 12, 12]);
    assert_eq!((ends.as_str(), played.metric("morale_tests")), ("FSS", 3));
}

/// ZONES-51: `own_half` fires once for each Creature, at half its HP or below, and concerns it alone.
#[test]
fn a_creature_tests_at_half_its_own_hp() {
    let text = crowd(&[("orc", 4, ""), ("other", 9, "")]);
    let weak = &["combatants.hero.attacks.sword.damage=1"];
    let (played, ends) = morale(&text, "own_half", weak, 1, &[12]);
    assert_eq!((ends.as_str(), played.metric("morale_tests")), ("SS", 0), "3 of 4");
    let (played, ends) = morale(&text, "own_half", weak, 3, &[12, 12, 12, 12]);
    assert_eq!((ends.as_str(), played.metric("morale_tests"), played.hp()[1]), ("SS", 1, 1), "once, at 2 of 4");
    let (_, ends) = morale(&text, "own_half", weak, 2, &[12, 12, 11]);
    assert_eq!(ends, "FS");
    let (played, _) = morale(&text, "own_half", &["combatants.orc.hp=5"], 1, &[12, 12]);
    assert_eq!((played.hp()[1], played.metric("morale_tests")), (2, 1), "2 of 5 is below half");
    let (played, _) = morale(&text, "own_half", &["combatants.orc.hp=7", "combatants.other.hp=20"], 1, &[12]);
    assert_eq!((played.hp()[1], played.metric("morale_tests")), (4, 0), "4 of 7 is above half");
}

/// ZONES-51: triggers are looked at when anybody's Turn ends, be it a Creature's own; who leaves there counts from the
/// next end of a Turn on.
#[test]
fn triggers_are_looked_at_when_any_turn_ends() {
    // The ground kills the first rat in its own Turn: the others test before their Turns begin.
    let pit = r#"{ id = "pit", hazard = { affects = "enemies", damage = "3" } }"#;
    let (played, ends) = morale(&rats(3).replace(PIT, pit), "first_out", &[], 1, &[11, 11, 12, 12, 12, 12]);
    assert_eq!((ends.as_str(), played.metric("morale_tests")), ("DSS", 2));
    let narration = played.narration(1);
    let at = |what: &str| narration.find(what).expect(what);
    assert!(at("rat-1 dies") < at("rat-2 tests morale") && at("rat-3 tests morale") < at("rat-2 meets the hazard"));
    // `half_out` holds as soon as a second rat has fled, but fires when the next Turn ends.
    let (played, ends) = morale(&rats(4), "first_out,half_out", &[], 1, &[12, 11, 12, 12, 12, 12]);
    assert_eq!((ends.as_str(), played.metric("morale_tests")), ("DFSS", 5));
}

/// ZONES-51: that somebody left at the end of a Turn fires a trigger at the next, though nobody is hit in that.
#[test]
fn who_left_counts_though_nothing_else_happens() {
    let knife = r#"{ id = "knife", kind = "melee", damage = "1d4" }"#;
    let rats = creature("rat", 3, &[knife], "count = 4");
    let text = scene(PIT, &[character("hero", 9, &[knife], HERO_KEYS), rats]);
    // The first rat dies and the second flees, which is half of them; the third strikes in vain, and then both test.
    let faces = [12, 3, 11, 12, 12, 12, 12, 12, 12];
    let (played, ends) = morale(&text, "first_out,half_out", &[], 1, &faces);
    assert_eq!((ends.as_str(), played.metric("morale_tests")), ("DFSS", 5));
    // The same of a leader who leaves.
    let leader = &["rules.morale_triggers=first_out,leader_out", "combatants.chief.leader=true"];
    let chief = [creature("chief", 4, &[knife], ""), creature("rat", 3, &[knife], "count = 2")];
    let text = scene(PIT, &[&[character("hero", 9, &[knife], HERO_KEYS)], &chief[..]].concat());
    let played = play(&limited(&text, leader, 1), party_first(1, &[12, 3, 11, 12, 12, 12]));
    assert_eq!(played.ends[1..], [EndState::Fled, EndState::Dead, EndState::Standing]);
    assert_eq!(played.metric("morale_tests"), 3);
}

/// ZONES-51: fearless ones never test, and retreating ones no more.
#[test]
fn the_fearless_and_the_retreating_are_not_concerned() {
    let thorns = r#"{ id = "pit", hazard = { affects = "enemies", damage = "1" } }"#;
    let row = format!(r#"{thorns}, {{ id = "b" }}, {{ id = "c" }}, {{ id = "d", exit = "enemies" }}"#);
    let who = [("runt", 3, ""), ("brave", 9, "fearless = true"), ("coward", 8, "retreat_below = 100"), ("orc", 9, "")];
    let rules = limited(&crowd(&who).replace(PIT, &row), &["rules.morale_triggers=first_out"], 1);
    // The coward alone is hurt by the ground and retreating from its first Turn on, and is asked if the runt falls before.
    let before = play(&rules, party_first(1, &[12, 12, 12, 12, 11, 12]));
    assert!(before.narration(1).contains("coward tests morale") && before.narration(1).contains("orc tests morale"));
    assert_eq!((before.metric("morale_tests"), before.zones()[3]), (2, 2));
    let after = play(&rules, enemies_first(1, &[12, 12, 11, 12, 12, 12]));
    assert!(after.narration(1).contains("orc tests morale"));
    assert_eq!((after.metric("morale_tests"), after.zones()[3]), (1, 2));
    let every = "first_out,half_out,own_half";
    let (played, ends) = morale(&crowd(&who[..2]), every, &[], 4, &[12, 12, 12, 12]);
    assert_eq!((ends.as_str(), played.metric("morale_tests")), ("DD", 0));
}

/// ZONES-52: a Morale Test is a Skill Test against `morale_dr`; it is one however many triggers fire.
#[test]
fn a_morale_test_is_a_skill_test() {
    let text = crowd(&[("chief", 3, "leader = true"), ("orc", 9, "")]);
    let knobs = &["rules.morale_dr=15", "combatants.orc.skill=5"];
    for (face, ends) in [(10, "DS"), (9, "DF")] {
        let (played, became) = morale(&text, "first_out,half_out,leader_out", knobs, 1, &[12, face]);
        assert_eq!((became.as_str(), played.metric("morale_tests")), (ends, 1));
        assert!(played.applied(1, "ZONES-52"));
    }
}

/// ZONES-52: with `morale_scope = "side"` one test is made for all concerned, by the first listed leader among them,
/// else by the one with the highest Skill, the first listed if equal; a failure breaks them all.
#[test]
fn one_speaks_for_the_side() {
    let text = crowd(&[("runt", 3, ""), ("orc", 9, ""), ("troll-a", 9, ""), ("troll-b", 9, ""), ("chief", 9, "")]);
    let trolls = &["rules.morale_scope=side", "combatants.troll-a.skill=5", "combatants.troll-b.skill=5"];
    let leader = "combatants.chief.leader=true";
    for (more, face, ends, spokesman) in [
        (&[][..], 7, "DSSSS", "troll-a"),
        (&[], 6, "DFFFF", "troll-a"),
        (&[leader], 11, "DFFFF", "chief"),
        (&[leader], 12, "DSSSS", "chief"),
        (&[leader, "combatants.orc.leader=true"], 11, "DFFFF", "orc"),
        // Combatants that are not concerned neither speak nor break.
        (&[leader, "combatants.chief.fearless=true"], 6, "DFFFS", "troll-a"),
        (&["combatants.troll-a.fearless=true"], 6, "DFSFF", "troll-b"),
        (&["combatants.runt.leader=true"], 7, "DSSSS", "troll-a"),
    ] {
        let (played, became) = morale(&text, "first_out", &[trolls, more].concat(), 1, &[12, face]);
        assert_eq!((became.as_str(), played.metric("morale_tests")), (ends, 1), "{more:?}");
        assert!(played.narration(1).contains(&format!("{spokesman} tests morale")), "{more:?}");
        assert_eq!(played.metric("morale_breaks"), ends.matches('F').count() as u32);
    }
}

/// ZONES-52: `own_half` stays individual under `morale_scope = "side"`, but is used up for those who had a part in a
/// test of the side at that moment.
#[test]
fn a_test_of_the_side_uses_up_own_halves() {
    let heroes = [character("hero", 9, &[SWORD], HERO_KEYS), character("friend", 9, &[SWORD], HERO_KEYS)];
    let orcs = [creature("runt", 4, &[IDLE], "policy = \"hold\""), creature("orc", 6, &[IDLE], "policy = \"hold\"")];
    let text = scene(PIT, &[heroes, orcs].concat());
    let knobs = &["rules.morale_triggers=half_out,own_half", "rules.morale_scope=side"];
    // The runt breaks alone at 1 of 4. After the next Turn half are out and the orc is at 3 of 6: one test, no more
    // later.
    let played = play(&limited(&text, knobs, 1), party_first(2, &[12, 11, 12, 12]));
    assert_eq!(played.ends[2..], [EndState::Fled, EndState::Standing]);
    assert_eq!((played.metric("morale_tests"), played.hp()[3]), (2, 3));
    let broken = play(&zones(&text, knobs), party_first(2, &[12, 11, 12, 11]));
    assert_eq!((broken.outcome.winner, broken.metric("morale_tests")), (Winner::Party, 2));
}

/// ZONES-53: who fails is out of the fight at once; with `retreat` it goes for an exit and is tested no more.
#[test]
fn who_breaks_leaves_or_retreats() {
    let text = crowd(&[("runt", 3, ""), ("orc", 9, "")]);
    let (played, ends) = morale(&text, "first_out", &[], 1, &[12, 11]);
    assert_eq!((ends.as_str(), played.outcome), ("DF", crate::Outcome { winner: Winner::Party, rounds: 1 }));
    assert!(played.applied(1, "ZONES-53"));
    assert_eq!((played.metric("morale_breaks"), played.metric("moves")), (1, 0));
    // Standing and retreating, it Disengages; at half its HP it is not tested again, and leaves by the exit in Round 2.
    let text = text.replace(PIT, r#"{ id = "pit" }, { id = "b", exit = "enemies" }"#);
    let text = text.replace(SWORD, &format!("{SWORD}, {BOW}"));
    let knobs = &["rules.morale_failure=retreat", "combatants.hero.policy=hold", "combatants.orc.hp=4"];
    let (played, ends) = morale(&text, "first_out,own_half", knobs, 1, &[12, 11]);
    assert_eq!((ends.as_str(), played.zones()[2]), ("DS", 1));
    assert_eq!((played.metric("disengages"), played.metric("morale_breaks")), (1, 1));
    let (played, ends) = morale(&text, "first_out,own_half", knobs, 2, &[12, 11, 12]);
    assert_eq!((ends.as_str(), played.outcome.winner), ("DF", Winner::Party));
    assert_eq!((played.metric("morale_tests"), played.metric("party_damage")), (1, 5));
}

/// ZONES-53: demands are Morale Tests, too, and are counted with them.
#[test]
fn a_demand_is_counted_as_a_morale_test() {
    let threat = r#"{ id = "threat", kind = "stunt", test = "str", demand = true }"#;
    let text = crowd(&[("orc-a", 9, ""), ("orc-b", 9, "")]).replace(SWORD, threat);
    let (played, ends) = morale(&text, "half_out", &[], 2, &[12, 12, 12, 11, 12]);
    assert_eq!(ends, "FS", "the first demand is withstood, the second not, and orc-b tests as half are out");
    assert_eq!((played.metric("morale_tests"), played.metric("morale_breaks")), (3, 1));
    assert_eq!((played.metric("party_stunts_won"), played.metric("party_attacks")), (2, 0));
}

/// ZONES-55: when a side has nobody standing nothing follows: no recovery, no Turn, no Morale Test.
#[test]
fn the_end_comes_at_once() {
    // The hero is Weakened by the ground and would test to recover.
    let pit = r#"{ id = "pit", hazard = { test = "str", affects = "party", hinder = "weakened" } }"#;
    let won = play(&zones(&rats(1).replace(PIT, pit), &[]), party_first(1, &[11, 12, 12]));
    assert_eq!(won.outcome, crate::Outcome { winner: Winner::Party, rounds: 1 });
    assert!(won.applied(1, "ZONES-55"));
    // The second orc has no Turn any more.
    let orcs = creature("orc", 9, &[SWORD], "count = 2");
    let text = scene(PIT, &[character("hero", 3, &[SWORD], ""), orcs]);
    let lost = play(&zones(&text, &[]), enemies_first(1, &[11]));
    assert_eq!(lost.outcome, crate::Outcome { winner: Winner::Enemies, rounds: 1 });
    assert_eq!((lost.ends[0], lost.metric("party_first_casualty_round")), (EndState::Dead, 1));
    // The ground at the start of a Turn, and a test of morale, end it as well.
    let ground = r#"{ id = "pit", hazard = { test = "str", affects = "party", damage = "9" } }"#;
    let fallen = play(&zones(&rats(1).replace(PIT, ground), &[]), party_first(1, &[11]));
    assert_eq!((fallen.outcome.winner, fallen.metric("party_hazard_lost")), (Winner::Enemies, 9));
    let (surrender, ends) = morale(&rats(3), "first_out", &[], 9, &[12, 11, 11]);
    assert_eq!((ends.as_str(), surrender.outcome), ("DFF", crate::Outcome { winner: Winner::Party, rounds: 1 }));
}

/// ZONES-55: after `max_rounds` Rounds with both sides standing it is a timeout.
#[test]
fn a_fight_that_goes_on_is_a_timeout() {
    for rounds in [1, 4] {
        let played = play(&limited(&rats(1), &["combatants.hero.attacks.sword.damage=0"], rounds), party_first(1, &[]));
        assert_eq!(played.outcome, crate::Outcome { winner: Winner::Timeout, rounds });
        assert_eq!(played.ends, [EndState::Standing; 2]);
        assert!(played.named("ZONES-55"));
    }
    // A fight that is won in its last Round is won.
    let played = play(&limited(&rats(1), &[], 2), party_first(1, &[11, 12]));
    assert_eq!(played.outcome, crate::Outcome { winner: Winner::Party, rounds: 2 });
}
