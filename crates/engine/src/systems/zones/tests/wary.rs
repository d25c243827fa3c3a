//! Policy `wary`: its numbers as the ledger works them out, and where they lead.

use super::*;
use crate::Seed;
use crate::dice::{Scripted, Seeded};
use crate::ruleset::{Fight, Workspace, fight};
use crate::testing::decisions_seen;
use crate::trace::Silent;

const WARY: &str = "policy = \"wary\"";
const ARROWS: &str = r#"{ id = "bow", kind = "ranged", damage = "1d6" }"#;
const KNIFE: &str = r#"{ id = "knife", kind = "melee", damage = "1d4" }"#;
const CLUB: &str = r#"{ id = "club", kind = "melee", damage = "1d6" }"#;

/// The fight of check 18: the archer stands in the ford, the ogre on the bank, and everything is Nearby.
fn ford() -> String {
    let hazard = r#"{ when = "both", affects = "party", test = "str", dr = 12, damage = "1d4" }"#;
    let zones = format!(
        r#"{{ id = "shore", adjacent = ["ford", "bank"] }}, {{ id = "ford", adjacent = ["bank"], hazard = {hazard} }}, {{ id = "bank" }}"#
    );
    let archer = character("archer", 10, &[ARROWS, KNIFE], &format!("{WARY}\nzone = \"ford\""));
    scene(&zones, &[archer, creature("ogre", 12, &[CLUB], "")])
}

/// The worth of an attack of the first combatant from a Zone at the start of a fight, and the price of the Zone.
fn weighed(rules: &Zones, attack: usize, zone: u8) -> (Option<i64>, i64) {
    let mut workspace = Workspace::new(rules);
    let (state, scratch) = (&mut workspace.state, &mut workspace.scratch);
    let (dice, trace) = (&mut Scripted::new([]), &mut Silent);
    let fight = Fight { rules, state, scratch, round: 1, dice, trace };
    let actor = fight.actor(0.into());
    let price = fight.price(actor, zone);
    let gain = fight.gain(actor, fight.attack_of(actor.sheet, attack), zone);
    (gain.map(|gain| gain - price), price)
}

/// Worked check 18.
#[test]
fn the_numbers_are_those_of_the_ledger() {
    const SHORE: u8 = 0;
    const FORD: u8 = 1;
    const BANK: u8 = 2;
    let rules = zones(&ford(), &[]);
    assert_eq!(weighed(&rules, 0, FORD), (Some(-201_667), 347_500));
    // The way in costs a Test of its own, to whoever comes from elsewhere.
    assert_eq!(weighed(&zones(&ford(), &["combatants.archer.zone=shore"]), 0, FORD).1, 347_500 + 137_500);
    assert_eq!(weighed(&rules, 0, SHORE), (Some(145_833 - 210_000), 210_000));
    assert_eq!(weighed(&rules, 0, BANK), (Some(59_791 - 210_000), 210_000));
    assert_eq!(weighed(&rules, 1, BANK), (Some(104_166 - 210_000), 210_000));
    assert_eq!(weighed(&rules, 1, SHORE).0, None, "the knife reaches nobody from there");
}

/// ZONES-11, ZONES-12: it leaves the hazard in which it stands, and shoots from where there is none.
#[test]
fn it_leaves_a_hazard_in_order_to_shoot() {
    let first_round = |policy: &str, faces: &[u32]| {
        let path = format!("combatants.archer.policy={policy}");
        play(&limited(&ford(), &[&path, "combatants.ogre.policy=hold", "combatants.ogre.attacks.club.damage=0"], 1), {
            party_first(1, faces)
        })
    };
    // The Test of the ford at the start of the Turn, the shot, its damage.
    let wary = first_round("wary", &[12, 12, 3]);
    assert_eq!((wary.zones()[0], wary.hp()), (0, vec![10, 9]));
    assert_eq!(first_round("default", &[12, 12, 3]).zones()[0], 1, "`default` shoots from the ford");
}

/// ZONES-11, ZONES-12: with two equally short ways it takes the one without a hazard, and with one way that one.
#[test]
fn it_walks_around_a_hazard() {
    let pit = r#"hazard = { when = "enter", affects = "party", test = "str", damage = "1" }"#;
    let fork = format!(
        r#"{{ id = "h", adjacent = ["x", "y"] }}, {{ id = "x", adjacent = ["o"], {pit} }}, {{ id = "y", adjacent = ["o"] }}, {{ id = "o" }}"#
    );
    let text = |policy: &str, zones: &str| {
        let hero = character("hero", 9, &[SWORD], &format!("policy = \"{policy}\""));
        scene(zones, &[hero, dummy("orc", 9, "o")])
    };
    let wary = play(&limited(&text("wary", &fork), &[], 1), party_first(1, &[]));
    assert!(wary.narration(1).contains("moves to y") && wary.zones()[0] == 3);
    let default = play(&limited(&text("default", &fork), &[], 1), party_first(1, &[12]));
    assert!(default.narration(1).contains("moves to x") && default.zones()[0] == 3);
    let line = format!(r#"{{ id = "h" }}, {{ id = "x", {pit} }}, {{ id = "o" }}, {{ id = "end" }}"#);
    let only = play(&limited(&text("wary", &line), &[], 1), party_first(1, &[12]));
    assert_eq!(only.zones()[0], 2, "there is no other way");
}

/// ZONES-08, ZONES-34: of the Zones from which it can shoot it takes the one that nobody reaches; it does not go where leaving
/// costs more than it saves, and goes where it does not.
#[test]
fn it_shoots_from_out_of_reach() {
    let line = r#"{ id = "a" }, { id = "b" }, { id = "c" }, { id = "d" }"#;
    let at = |zone: &str, orc: &str, sword: &str| {
        let archer = character("archer", 9, &[BOW], &format!("{WARY}\nzone = \"{zone}\""));
        scene(line, &[archer, creature("orc", 9, &[sword], &format!("policy = \"hold\"\nzone = \"{orc}\""))])
    };
    // From `c` the orc in `d` could come and strike; from `b`, two Zones away, it could not.
    let far = play(&limited(&at("c", "d", SWORD), &[], 1), party_first(1, &[12]));
    assert_eq!((far.zones(), far.hp()), (vec![1, 3], vec![9, 7]));
    // Close to the orc a shot has Disadvantage (121/400 for 180/400), and the way out a free attack.
    let close = play(&limited(&at("b", "b", SWORD), &[], 1), party_first(1, &[12, 12, 12]));
    assert_eq!((close.zones()[0], close.hp()[1], close.metric("enemies_free_attacks")), (1, 7, 0));
    let idle = play(&limited(&at("b", "b", IDLE), &[], 1), party_first(1, &[12, 12]));
    assert_eq!((idle.zones()[0], idle.hp()[1], idle.metric("enemies_free_attacks")), (0, 7, 1));
}

/// ZONES-18: it does not fight from ground that gives it Disadvantage if there is other ground.
#[test]
fn it_shuns_ground_with_disadvantage() {
    let zones_of =
        |first: &str| format!(r#"{{ id = "a"{first}, adjacent = ["b", "c"] }}, {{ id = "b" }}, {{ id = "c" }}"#);
    let text = |first: &str| {
        let archer = character("archer", 9, &[BOW], WARY);
        scene(&zones_of(first), &[archer, dummy("orc", 9, "c")])
    };
    let dark = play(&limited(&text(r#", disadvantage = "party""#), &[], 1), party_first(1, &[12]));
    assert_eq!((dark.zones()[0], dark.hp()[1]), (1, 7));
    let light = play(&limited(&text(""), &[], 1), party_first(1, &[12]));
    assert_eq!((light.zones()[0], light.hp()[1]), (0, 7), "the own Zone comes first among equals");
}

/// ZONES-13: of the opponents it attacks the one that loses the largest part of what it has left, and `target` decides
/// between equals; an effect counts as long as it would change anything.
#[test]
fn it_attacks_where_the_harm_is_greatest() {
    let against = |attacks: &[&str], rest: &str, orcs: &[(&str, u16)]| {
        let orcs = orcs.iter().map(|(id, hp)| dummy(id, *hp, "pit"));
        let hero = character("hero", 9, attacks, &format!("{WARY}\n{rest}"));
        scene(PIT, &std::iter::once(hero).chain(orcs).collect::<Vec<_>>())
    };
    let text = against(&[SWORD], "target = \"strongest\"", &[("big", 9), ("small", 4), ("tiny", 3)]);
    let played = play(&limited(&text, &[], 1), party_first(1, &[12]));
    assert_eq!(played.hp(), [9, 9, 4, 0], "though `strongest` would be the first");
    let text = against(&[SWORD], "target = \"strongest\"", &[("two", 2), ("three", 3)]);
    let equals = play(&limited(&text, &["combatants.hero.attacks.sword.dr=1"], 1), party_first(1, &[12]));
    assert_eq!(equals.hp(), [9, 2, 0], "all of both: the strongest of the two");
    // 9/20 of a tenth against 9/20 · 3/40: the grapple, and once it holds the sword. The giant fails to tear itself free.
    let grapple = r#"{ id = "grapple", kind = "stunt", test = "str", hinder = "stuck", hinder_needs_action = true }"#;
    let text = against(&[SWORD, grapple], "", &[("giant", 40)]);
    let twice = play(&limited(&text, &[], 2), party_first(1, &[12, 11, 12, 11]));
    assert_eq!((twice.hp()[1], twice.metric("party_stunts")), (37, 1));
}

/// ZONES-40, ZONES-42: a push counts if the ground harms on entry, a demand by the chance that a Creature breaks; without either it
/// does as `default`.
#[test]
fn pushes_and_demands_count_by_what_they_come_to() {
    let shove = r#"{ id = "shove", kind = "stunt", test = "str", push = true }"#;
    let threat = r#"{ id = "threat", kind = "stunt", test = "str", demand = true }"#;
    let pit = r#"{ id = "a" }, { id = "b", hazard = { when = "enter", affects = "enemies", damage = "4" } }"#;
    let text = |zones: &str, attacks: &[&str], keys: &str| {
        let orc = creature("orc", 8, &[IDLE], &format!("policy = \"hold\"\nzone = \"a\"\n{keys}"));
        scene(zones, &[character("hero", 9, attacks, WARY), orc])
    };
    // 9/20 · 11/20 · 4/8 against 9/20 · 3/8: the sword; with a pit of 8 the push.
    let sword = play(&limited(&text(pit, &[SWORD, shove], ""), &[], 1), party_first(1, &[12]));
    assert_eq!((sword.metric("party_stunts"), sword.hp()[1]), (0, 5));
    let deep = pit.replace("\"4\"", "\"8\"");
    let pushed = play(&limited(&text(&deep, &[SWORD, shove], ""), &[], 1), party_first(1, &[12, 11]));
    assert_eq!(pushed.outcome.winner, Winner::Party);
    // A demand breaks it with 11/20, unless it is fearless.
    let feared = play(&limited(&text(PAIR, &[SWORD, threat], ""), &[], 1), party_first(1, &[12, 11]));
    assert_eq!((feared.outcome.winner, feared.metric("morale_breaks")), (Winner::Party, 1));
    let brave = play(&limited(&text(PAIR, &[SWORD, threat], "fearless = true"), &[], 1), party_first(1, &[12]));
    assert_eq!((brave.metric("party_stunts"), brave.hp()[1]), (0, 5));
    // The push does nothing but push, and there is nothing else: as `default`.
    let only = play(&limited(&text(PAIR, &[shove], ""), &[], 1), party_first(1, &[12]));
    assert_eq!((only.metric("party_stunts_won"), only.zones()[1]), (1, 1));
}

/// ZONES-43 to ZONES-46: opponents that cannot act are no threat, those that cannot move are none elsewhere, and who could attack
/// others as well is a smaller one.
#[test]
fn threats_are_those_of_opponents_who_can_come() {
    let line = r#"{ id = "a" }, { id = "b" }, { id = "c" }"#;
    let text = |hinderance: &str, friend: &str| {
        let ground = format!(r#"{{ id = "b", hazard = {{ affects = "enemies", dr = 40, hinder = "{hinderance}" }} }}"#);
        let zones = line.replace(r#"{ id = "b" }"#, &ground);
        let hero = character("hero", 9, &[BOW], &format!("{WARY}\nzone = \"a\""));
        let friend = if friend.is_empty() { String::new() } else { idler("friend", 9, friend) };
        scene(&zones, &[hero, friend, creature("orc", 9, &[CLUB], "zone = \"b\"")])
    };
    let price = |text: &str, ailment: Option<Ailment>| {
        let rules = zones(text, &[]);
        let mut workspace = Workspace::new(&rules);
        let (state, scratch) = (&mut workspace.state, &mut workspace.scratch);
        if let Some(ailment) = ailment {
            let orc = rules.sides().members(Side::Enemies).first().expect("the orc");
            state.fighters[orc].ailments.begin(ailment, 0);
        }
        let (dice, trace) = (&mut Scripted::new([]), &mut Silent);
        let fight = Fight { rules: &rules, state, scratch, round: 1, dice, trace };
        fight.price(fight.actor(0.into()), 0)
    };
    // L = 1680 as in check 18, of 9 HP.
    assert_eq!(price(&text("stuck", ""), None), 1_680_000_000 / 7200);
    assert_eq!(
        price(&text("stuck", ""), Some(Ailment::Stuck)),
        0,
        "it stands in `b`, and a club reaches nobody in `a`"
    );
    assert_eq!(price(&text("distracted", ""), Some(Ailment::Distracted)), 0);
    assert_eq!(price(&text("stuck", "c"), None), 1_680_000_000 / 7200 / 2, "the friend could be struck as well");
}

/// ZONES-55: two wary sides come to an end, whatever they have to fight with.
#[test]
fn wary_sides_do_not_wait_for_each_other() {
    let line = r#"{ id = "a" }, { id = "b", hazard = { when = "both", test = "str", damage = "1" } }, { id = "c" }, { id = "d" }"#;
    for attacks in [&[SWORD][..], &[BOW], &[SWORD, BOW]] {
        let party = ["x", "y"].map(|id| character(id, 9, attacks, WARY));
        let enemies = ["v", "w"].map(|id| creature(id, 9, attacks, WARY));
        let rules = limited(&scene(line, &[party, enemies].concat()), &[], 60);
        let mut workspace = Workspace::new(&rules);
        for index in 0..200 {
            let mut dice = Seeded::new(Seed(7));
            dice.start(crate::EncounterIndex(index));
            let outcome = fight(&rules, &mut workspace, &mut dice, &mut Silent);
            assert_ne!(outcome.winner, Winner::Timeout, "{attacks:?}, encounter {index}");
        }
    }
}

/// The preferred option is the first of the best in each decision of wary combatants on shipped battlefields, also of those who err.
#[test]
fn its_list_of_options_agrees_with_its_choice() {
    let bridge = include_str!("../../../../../../scenarios/zones/toll-bridge.toml");
    let hollow = include_str!("../../../../../../scenarios/zones/spore-hollow.toml");
    for (text, combatants) in [
        (bridge, &["warden", "rogue", "adept", "goblin", "toll-keeper"][..]),
        (hollow, &["delver", "firebrand", "spiderling", "broodmother"]),
        (kept::MELEE, &["warden", "archer", "goblin", "keeper"]),
    ] {
        let each = |key: &str| combatants.iter().map(move |id| format!("combatants.{id}.{key}")).collect::<Vec<_>>();
        for overrides in [each("policy=wary"), [each("policy=wary"), each("error=20")].concat()] {
            let overrides: Vec<&str> = overrides.iter().map(String::as_str).collect();
            decisions_seen(&zones(text, &overrides), Seed(5), 100);
        }
    }
}
