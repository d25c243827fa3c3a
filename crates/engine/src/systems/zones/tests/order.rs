//! Time and order: ZONES-01 to ZONES-05, with the decisions D1 to D3.

use super::*;
use crate::exact::{Budget, solve};

/// A combatant with 10 HP, whose blow kills and strikes the weakest, the first listed if equal. A Character needs a 12
/// to hit. `bonus` is the `dex` of a Character and the Skill of a Creature.
fn member(id: &str, side: &str, bonus: i32, more: &str) -> String {
    let own = match side {
        "party" => format!("attributes = {{ str = 0, dex = {bonus} }}"),
        _ => format!("skill = {bonus}"),
    };
    let axe = r#"attacks = [{ id = "axe", kind = "melee", damage = "10" }]"#;
    format!("[[combatants]]\nid = \"{id}\"\nside = \"{side}\"\nhp = 10\n{own}\n{axe}\n{more}\n")
}

const HEAD: &str = "system = \"zones\"\nname = \"Order\"\nrules = { morale_triggers = [] }\n";

/// Three Characters and two Creatures, listed in mixed order, in one Zone.
fn group() -> String {
    let members =
        [("orc", "enemies", 0), ("ann", "party", 0), ("bob", "party", 2), ("imp", "enemies", 5), ("cid", "party", 1)];
    let members = members.map(|(id, side, bonus)| member(id, side, bonus, "target = \"weakest\""));
    format!("{HEAD}zones = [{{ id = \"pit\" }}]\n{}", members.concat())
}

/// The opening dice with which the party begins, in the order ann (6 + 0), bob (3 + 2), cid (1 + 1).
const IN_ORDER: [u32; 4] = [4, 6, 3, 1];
/// A Round of the group in which nobody hits: the Characters miss, then they avoid.
const PARTY_FIRST: [u32; 5] = [2, 2, 2, 20, 20];
/// The same where the Creatures come first.
const ENEMIES_FIRST: [u32; 5] = [20, 20, 2, 2, 2];

/// The combatants that struck in a Round, in order.
fn strikers(played: &Played, round: u32) -> String {
    let narration = played.narration(round);
    let strikers = narration.lines().filter_map(|line| line.split_once(" strikes at ")).map(|(name, _)| name);
    strikers.collect::<Vec<_>>().join(" ")
}

/// ZONES-01: a fight is a sequence of Rounds; in each of them everybody who stands when its moment comes has one Turn.
#[test]
fn everybody_who_stands_has_one_turn_in_every_round() {
    // Ann kills the orc in Round 2, before its Turn; the imp kills Ann in Round 3.
    let rounds = [&IN_ORDER[..], &PARTY_FIRST, &[12, 2, 2, 20], &[2, 2, 2, 11], &[2, 2, 20]];
    let played = play(&limited(&group(), &[], 4), rounds.concat());
    let turns = [1, 2, 3, 4].map(|round| strikers(&played, round));
    assert_eq!(turns, ["ann bob cid orc imp", "ann bob cid imp", "ann bob cid imp", "bob cid imp"]);
    assert_eq!(played.outcome, crate::Outcome { winner: Winner::Timeout, rounds: 4 });
    assert_eq!(played.hp(), [0, 0, 10, 10, 10]);
    assert_eq!((played.metric("first_casualty_round"), played.metric("party_first_casualty_round")), (2, 3));
    assert!((1..=4).all(|round| played.applied(round, "ZONES-01")));
}

/// ZONES-02: a surprised side has no Turns in Round 1, also when it would begin, and has them from Round 2 on; it still
/// avoids attacks.
#[test]
fn a_surprised_side_waits_for_the_second_round() {
    let party = [&IN_ORDER[..], &[20, 20], &PARTY_FIRST].concat();
    let played = play(&limited(&group(), &["rules.surprised=party"], 2), party);
    assert_eq!([1, 2].map(|round| strikers(&played, round)), ["orc imp", "ann bob cid orc imp"]);
    assert!(played.applied(1, "ZONES-02") && !played.applied(2, "ZONES-02"));
    let enemies = [&[3, 6, 3, 1, 2, 2, 2], &ENEMIES_FIRST[..]].concat();
    let played = play(&limited(&group(), &["rules.surprised=enemies"], 2), enemies);
    assert_eq!([1, 2].map(|round| strikers(&played, round)), ["ann bob cid", "orc imp ann bob cid"]);
}

/// ZONES-02: nothing tied to a Turn happens to the surprised in Round 1: no tick, no hazard at its start, no recovery.
#[test]
fn nothing_of_a_turn_happens_to_the_surprised() {
    let hazard = ["zones.pit.hazard.test=str", "zones.pit.hazard.damage=1d4"];
    let venom = |weapon: &str| {
        let ongoing = format!("combatants.{weapon}.ongoing=true");
        [ongoing, format!("combatants.{weapon}.hinder=stuck")]
    };
    // The ogre meets the hazard and hits; in Round 2 the hero ticks, meets the hazard, misses and tests twice.
    let [ongoing, hinder] = venom("ogre.attacks.club");
    let rules = limited(DUEL, &[&hazard[..], &["rules.surprised=party", &ongoing, &hinder]].concat(), 2);
    let played = play(&rules, after(PARTY_BEGINS, &[11, 10, 3, 10, 9, 10, 10, 11, 20]));
    assert_eq!(played.states[1].fighters[0].hp, 7, "no tick and no hazard in Round 1");
    assert!(played.states[1].fighters[0].ailments.has(Ailment::Stuck), "no recovery in Round 1");
    assert_eq!((played.hp(), played.metric("party_ongoing_lost")), (vec![6, 12], 1));
    let [ongoing, hinder] = venom("hero.attacks.sword");
    let rules = limited(DUEL, &[&hazard[..], &["rules.surprised=enemies", &ongoing, &hinder]].concat(), 2);
    let played = play(&rules, after(ENEMIES_BEGIN, &[10, 10, 5, 11, 20, 11, 11, 10, 9]));
    assert_eq!(played.states[1].fighters[1].hp, 7);
    assert!(played.states[1].fighters[1].ailments.has(Ailment::Stuck));
    assert_eq!((played.hp(), played.metric("enemies_ongoing_lost")), (vec![10, 6], 1));
}

/// ZONES-02: surprised Creatures test morale as always.
#[test]
fn the_surprised_test_morale() {
    let overrides = ["rules.surprised=enemies", "rules.morale_triggers=half_out"];
    let opening = [3, 6, 3, 1];
    let played = play(&limited(&group(), &overrides, 1), [&opening[..], &[12, 7, 2, 2]].concat());
    assert_eq!((played.ends[0], played.ends[3]), (EndState::Dead, EndState::Standing));
    assert_eq!(played.metric("morale_tests"), 1);
    let played = play(&limited(&group(), &overrides, 1), [&opening[..], &[12, 6]].concat());
    assert_eq!((played.outcome.winner, played.ends[3]), (Winner::Party, EndState::Fled));
}

/// Somebody reckless of one side between two of the other in two Zones, where it chooses its target with a die: 1 is
/// who is near at first, 2 who is far.
fn between(rover: &str, others: &str) -> String {
    let members = [
        member("rover", rover, 0, "zone = \"hall\"\npolicy = \"reckless\"\ntarget = \"random\""),
        member("near", others, 0, "zone = \"hall\"\npolicy = \"hold\""),
        member("far", others, 0, "zone = \"cell\"\npolicy = \"hold\""),
    ];
    format!("{HEAD}zones = [{{ id = \"hall\" }}, {{ id = \"cell\" }}]\n{}", members.concat())
}

/// ZONES-02 (D3): who is surprised makes no free attack in Round 1, and makes it from Round 2 on.
#[test]
fn the_surprised_make_no_free_attacks_in_the_first_round() {
    let (creature, character) = (between("enemies", "party"), between("party", "enemies"));
    let played = play(&limited(&creature, &[], 1), [3, 6, 1, 2, 2, 20, 2]);
    assert_eq!(played.metric("party_free_attacks"), 1, "without surprise");
    let played = play(&limited(&creature, &["rules.surprised=party"], 2), [3, 6, 1, 2, 20, 1, 2, 20, 2]);
    assert_eq!(played.states[1].fighters[0].zone, 1, "it left without a blow");
    assert_eq!((played.metric("party_free_attacks"), played.metric("party_attacks")), (1, 2));
    assert!(!played.narration(1).contains("freely") && played.narration(2).contains("far strikes freely at rover"));
    let played = play(&limited(&character, &[], 1), [4, 1, 2, 20, 2, 20]);
    assert_eq!(played.metric("enemies_free_attacks"), 1, "without surprise");
    let played = play(&limited(&character, &["rules.surprised=enemies"], 2), [4, 1, 2, 2, 1, 20, 2, 20]);
    assert_eq!(played.states[1].fighters[0].zone, 1);
    assert_eq!((played.metric("enemies_free_attacks"), played.metric("enemies_attacks")), (1, 2));
    assert!(!played.narration(1).contains("freely") && played.narration(2).contains("far strikes freely at rover"));
}

/// ZONES-03: one d6 up to `enemies_begin_max` lets the Creatures begin, a higher one the Characters, and this in every
/// Round; 0 is never, 6 is always.
#[test]
fn a_d6_decides_which_side_begins() {
    let cases = [("3", 3, 0), ("3", 4, 1), ("2", 2, 0), ("2", 3, 1), ("0", 1, 1), ("6", 6, 0)];
    for (max, face, party_begins) in cases {
        let rules = limited(DUEL, &[&format!("rules.enemies_begin_max={max}")], 2);
        let (round, order) = if party_begins == 1 { ([2, 20], "hero ogre") } else { ([20, 2], "ogre hero") };
        let played = play(&rules, after([face, 1], &[round, round].concat()));
        assert_eq!([1, 2].map(|round| strikers(&played, round)), [order; 2], "{face} with {max}");
        assert_eq!(played.metric("party_begins"), party_begins, "{face} with {max}");
        assert!(played.applied(0, "ZONES-03"));
    }
    let [three, four] = [[3, 1, 20, 2], [4, 1, 2, 20]].map(|faces| play(&limited(DUEL, &[], 1), faces));
    assert_eq!((three.metric("party_begins"), four.metric("party_begins")), (0, 1), "3 is the default");
}

/// ZONES-03 (D1): with `initiative = "each_round"` side and order are rolled again before every later Round, and
/// `party_begins` is about the first.
#[test]
fn initiative_can_be_rolled_each_round() {
    let rules = limited(&group(), &["rules.initiative=each_round"], 3);
    let faces = [&[3, 6, 3, 1], &ENEMIES_FIRST[..], &[4, 1, 3, 6], &PARTY_FIRST, &[5, 1, 4, 2], &PARTY_FIRST];
    let played = play(&rules, faces.concat());
    let turns = [1, 2, 3].map(|round| strikers(&played, round));
    assert_eq!(turns, ["orc imp ann bob cid", "cid bob ann orc imp", "bob cid ann orc imp"]);
    assert_eq!(played.metric("party_begins"), 0);
    assert!(!played.applied(1, "ZONES-03") && played.applied(2, "ZONES-03") && played.applied(3, "ZONES-03"));
    let rules = limited(&group(), &["rules.initiative=each_round"], 2);
    let played = play(&rules, [&IN_ORDER[..], &PARTY_FIRST, &[3, 6, 3, 1], &ENEMIES_FIRST].concat());
    assert_eq!((played.metric("party_begins"), strikers(&played, 2).as_str()), (1, "orc imp ann bob cid"));
    let duel = limited(DUEL, &["rules.initiative=each_round"], 3);
    let played = play(&duel, after(PARTY_BEGINS, &[2, 20, 3, 1, 20, 2, 4, 1, 2, 20]));
    assert_eq!([1, 2, 3].map(|round| strikers(&played, round)), ["hero ogre", "ogre hero", "hero ogre"]);
}

/// A lone Character's order is never rolled, and so never forgotten, however often the side that begins is.
#[test]
fn a_lone_character_keeps_its_turn_where_every_round_is_rolled() {
    let duel = limited(DUEL, &["rules.initiative=each_round"], 3);
    let solution = solve(&duel, Budget::default(), &|| false).expect("few states");
    assert!((solution.winners.iter().sum::<f64>() - 1.0).abs() < 1e-12);
}

/// The order of the party's Turns after these dice: its d6 in listed order, and those for ties.
#[track_caller]
fn order(overrides: &[&str], dice: &[u32]) -> String {
    let played = play(&limited(&group(), overrides, 1), [&[4], dice, &PARTY_FIRST].concat());
    assert!(played.applied(0, "ZONES-04"));
    strikers(&played, 1).replace(" orc imp", "")
}

/// ZONES-04: the Characters' Turns run from the highest d6 + `dex` to the lowest, in every Round.
#[test]
fn characters_act_from_the_highest_sum_to_the_lowest() {
    assert_eq!(order(&[], &[6, 3, 1]), "ann bob cid", "6, 5, 2");
    assert_eq!(order(&[], &[4, 1, 6]), "cid ann bob", "4, 3, 7");
    assert_eq!(order(&[], &[6, 5, 4]), "bob ann cid", "6, 7, 5");
    assert_eq!(order(&["combatants.bob.attributes.dex=-3"], &[1, 6, 1]), "bob cid ann", "1, 3, 2");
    let faces = [&[4, 1, 2, 6], &PARTY_FIRST[..], &PARTY_FIRST].concat();
    let played = play(&limited(&group(), &[], 2), faces);
    assert_eq!([1, 2].map(|round| strikers(&played, round)), ["cid bob ann orc imp"; 2]);
}

/// ZONES-04 (D2): Characters with equal sums are ordered at random, each order with one combination of a die for each
/// turn that is still open.
#[test]
fn equal_sums_are_ordered_at_random() {
    assert_eq!(order(&[], &[3, 1, 6, 1]), "cid ann bob", "3, 3, 7");
    assert_eq!(order(&[], &[3, 1, 6, 2]), "cid bob ann");
    assert_eq!(order(&[], &[6, 1, 2, 1]), "ann bob cid", "6, 3, 3");
    assert_eq!(order(&[], &[6, 1, 2, 2]), "ann cid bob");
    let dice = (1..=3).flat_map(|first| [[first, 1], [first, 2]]);
    let orders: std::collections::BTreeSet<_> =
        dice.map(|[first, second]| order(&["rules.initiative_ties=random"], &[3, 1, 2, first, second])).collect();
    assert_eq!(orders.len(), 6, "3, 3, 3: {orders:?}");
}

/// ZONES-04 (D2): with `initiative_ties = "dex"` the higher `dex` goes first among equal sums, then the first listed;
/// with `"listed"` the first listed. Neither costs a die, and both concern equal sums alone.
#[test]
fn equal_sums_can_be_ordered_by_dex_or_as_listed() {
    for (knob, equal, unequal) in [("dex", "bob cid ann", "ann bob cid"), ("listed", "ann bob cid", "ann bob cid")] {
        let knob = format!("rules.initiative_ties={knob}");
        assert_eq!(order(&[&knob], &[3, 1, 2]), equal, "3, 3, 3");
        assert_eq!(order(&[&knob], &[4, 1, 1]), unequal, "4, 3, 2");
        assert_eq!(order(&[&knob], &[3, 2, 4]), "cid bob ann", "3, 4, 5");
    }
    let equal_dex = ["rules.initiative_ties=dex", "combatants.ann.attributes.dex=1"];
    assert_eq!(order(&equal_dex, &[2, 1, 2]), "bob ann cid", "3, 3, 3 with 1, 2, 1");
}

/// ZONES-05: Creatures act in listed order and roll nothing for it, whatever their Skill, and whether they begin or
/// not.
#[test]
fn creatures_act_in_listed_order() {
    let overrides = ["combatants.orc.count=2", "combatants.orc.skill=-5", "combatants.imp.skill=30"];
    let rules = limited(&group(), &overrides, 1);
    let played = play(&rules, [&IN_ORDER[..], &[2, 2, 2, 20, 20, 20]].concat());
    assert_eq!(strikers(&played, 1), "ann bob cid orc-1 orc-2 imp");
    let played = play(&rules, [&[3, 6, 3, 1], &[20, 20, 20, 2, 2, 2][..]].concat());
    assert_eq!(strikers(&played, 1), "orc-1 orc-2 imp ann bob cid");
    assert!(played.applied(0, "ZONES-05"));
}

/// ZONES-05: with `order_ties = "random"` the Creatures act by lot, each side draws apart, and whoever is alone draws nothing.
#[test]
fn creatures_act_by_lot() {
    // Bob behind Ann, the imp before the orc, Cid behind both.
    let faces = [&[1, 2, 1], &IN_ORDER[..], &PARTY_FIRST].concat();
    let played = play(&limited(&group(), &["rules.order_ties=random"], 1), faces);
    assert_eq!(strikers(&played, 1), "ann bob cid imp orc");
    assert!(played.narration(0).contains("Lots, where nothing else decides: ann, bob, cid; imp, orc."));
    assert!(played.applied(0, "ZONES-05"));
    let duel = play(&limited(DUEL, &["rules.order_ties=random"], 1), after(PARTY_BEGINS, &[2, 20]));
    assert_eq!(duel.outcome.winner, Winner::Timeout);
}

/// ZONES-04, ZONES-05 (D2): with `initiative_ties = "dex"` lots order those whose DEX is equal as well; `"listed"` stays what it is.
#[test]
fn equal_dex_is_ordered_by_lot() {
    let text = group().replace("dex = 2", "dex = 0").replace("dex = 1", "dex = 0");
    // Cid before Bob before Ann, and all of them have rolled a 3.
    let faces = [&[2, 1, 3, 4, 3, 3, 3], &PARTY_FIRST[..]].concat();
    let order = |ties: &str| {
        let ties = format!("rules.initiative_ties={ties}");
        strikers(&play(&limited(&text, &["rules.order_ties=random", &ties], 1), faces.clone()), 1)
    };
    assert_eq!([order("dex"), order("listed")], ["cid bob ann orc imp", "ann bob cid orc imp"]);
}

/// ZONES-05 (D38): with `target_ties = "random"` the first by lot of the equally weak is struck.
#[test]
fn the_equally_weak_are_struck_by_lot() {
    for (lots, struck) in [([1, 1, 1], 0), ([1, 2, 1], 3)] {
        // Ann kills one, the others miss, and the Creature that is left is avoided.
        let faces = [&lots[..], &IN_ORDER, &[12, 2, 2, 20]].concat();
        let played = play(&limited(&group(), &["rules.target_ties=random"], 1), faces);
        assert_eq!(played.ends[struck], EndState::Dead, "{lots:?}");
    }
}
