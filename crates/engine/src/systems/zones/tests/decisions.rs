//! The decisions of combatants, and how their policies rate the options.

use super::*;
use crate::Seed;
use crate::scenario::Word;
use crate::systems::zones::decisions::Deciding;
use crate::testing::{assert_all_decisions_seen, decisions, decisions_seen};

const SHIPPED: [&str; 6] = [
    include_str!("../../../../../../scenarios/zones/ford-ambush.toml"),
    include_str!("../../../../../../scenarios/zones/last-stand.toml"),
    include_str!("../../../../../../scenarios/zones/pit-fight.toml"),
    include_str!("../../../../../../scenarios/zones/spore-hollow.toml"),
    include_str!("../../../../../../scenarios/zones/talk-or-steel.toml"),
    include_str!("../../../../../../scenarios/zones/toll-bridge.toml"),
];

/// The preferred option is the first of the best in each of them, or an encounter panics.
#[test]
fn combatants_choose_what_their_policies_prefer_in_all_kinds_of_decisions() {
    let more: [&[&str]; 6] = [
        &[],
        &["rules.capacity_counts=side", "rules.morale_failure=retreat", "combatants.goblin.target=random"],
        &["rules.target_ties=random", "combatants.archer.target=focus", "combatants.warden.policy=reckless"],
        &[
            "combatants.goblin.policy=skirmisher",
            "combatants.warden.heal_below=90",
            "combatants.warden.target=strongest",
        ],
        &["rules.item_use=separate_action", "combatants.goblin.policy=hold", "combatants.archer.policy=retreat"],
        &["rules.free_attacks=none", "combatants.keeper.policy=default", "combatants.keeper.target=random"],
    ];
    let shipped = SHIPPED.into_iter().map(|text| zones(text, &[]));
    let more = more.into_iter().map(|overrides| zones(kept::MELEE, overrides));
    let seen: Vec<_> = shipped.chain(more).map(|rules| decisions_seen(&rules, Seed(3), 40)).collect();
    assert_all_decisions_seen::<Zones>(&seen);
}

#[test]
fn kinds_are_listed_by_their_numbers() {
    let kinds = [
        (Deciding::Action as usize, "action"),
        (Deciding::Patient as usize, "patient"),
        (Deciding::Target as usize, "target"),
        (Deciding::Zone as usize, "zone"),
        (Deciding::Move as usize, "move"),
    ];
    for (kind, name) in kinds {
        assert_eq!(Deciding::CHOICES[kind].name, name);
    }
}

/// The decisions of the first Turn of a lone Character: the Creatures are surprised, and Round 1 is the last.
#[track_caller]
fn first_turn(text: &str, overrides: &[&str], faces: &[u32]) -> Vec<(&'static str, Vec<String>, Vec<usize>)> {
    let rules = limited(text, &[overrides, &["rules.surprised=enemies"]].concat(), 1);
    let all = decisions(&rules, after(PARTY_BEGINS, faces)).into_iter();
    let of_hero = all.filter(|decision| decision.combatant == 0);
    of_hero.map(|decision| (Deciding::CHOICES[decision.kind].name, decision.options, decision.ranks)).collect()
}

fn told(kind: &'static str, options: &[&str], ranks: &[usize]) -> (&'static str, Vec<String>, Vec<usize>) {
    (kind, options.iter().map(|&option| option.to_owned()).collect(), ranks.to_vec())
}

/// An attack as an option.
fn attack(index: u8, manner: &str) -> String {
    format!("Attack(Plan {{ index: {index}, manner: {manner} }})")
}

/// ZONES-08, ZONES-13, ZONES-21: in one Zone every usable attack is open, and with the Close penalty comes last.
#[test]
fn in_one_zone_one_attacks_from_where_one_stands() {
    let text = scene(PIT, &[character("hero", 5, &[BOW, SWORD], ""), dummy("ogre", 5, "pit")]);
    assert_eq!(
        first_turn(&text, &[], &[2]),
        [
            told("action", &[&attack(0, "Here"), &attack(1, "Here"), "Move"], &[1, 0, 2]),
            told("target", &["Who(1)"], &[0]),
        ]
    );
    // An attack in the backpack is not open, and to get it out is.
    let stowed = r#"{ id = "spear", kind = "melee", damage = "9", stowed = true }"#;
    let text = scene(PIT, &[character("hero", 5, &[stowed, SWORD], ""), dummy("ogre", 5, "pit")]);
    assert_eq!(
        first_turn(&text, &[], &[2])[0],
        told("action", &["Retrieve(0)", &attack(1, "Here"), "Move"], &[2, 0, 1])
    );
}

/// ZONES-12, ZONES-13, ZONES-36: whoever can go to another Zone may attack there, go without attacking, or Disengage.
#[test]
fn in_two_zones_one_may_go() {
    let hero = |rest: &str| character("hero", 5, &[SWORD, BOW], rest);
    let text = |rest: &str| scene(PAIR, &[hero(rest), dummy("ogre", 5, "b")]);
    let all = [attack(0, "Go"), attack(1, "Here"), attack(1, "Go"), "Move".to_owned(), "Disengage".to_owned()];
    let all = all.each_ref().map(String::as_str);
    assert_eq!(
        first_turn(&text(""), &[], &[2]),
        [told("action", &all, &[0, 1, 2, 3, 4]), told("target", &["Who(1)"], &[0]), told("zone", &["1"], &[0]),]
    );
    // A combatant that holds its Zone would not go, and shoots.
    let holding = first_turn(&text("policy = \"hold\""), &[], &[2]);
    assert_eq!(holding[0], told("action", &all, &[1, 0, 2, 3, 4]));
    // A skirmisher shoots from where its opponents are farthest.
    let shooting = first_turn(&text("policy = \"skirmisher\""), &[], &[2]);
    assert_eq!(shooting[0].1[3], attack(1, "Afar"));
    assert_eq!(shooting[1..], [told("zone", &["0", "1"], &[0, 1]), told("target", &["Who(1)"], &[0])]);
}

/// ZONES-12, ZONES-54: a movement leads to a Nearby Zone with room, or off the battlefield from an exit.
#[test]
fn a_movement_leads_nowhere_to_a_zone_or_out() {
    let zones = r#"{ id = "a", exit = "party", adjacent = ["b", "c"] }, { id = "b" }, { id = "c", adjacent = ["d"] }, { id = "d" }"#;
    let text = |rest: &str| scene(zones, &[character("hero", 5, &[SWORD], rest), dummy("ogre", 5, "d")]);
    let open = ["None", "Some(Zone(1))", "Some(Zone(2))", "Some(Outside)"];
    // Once towards the ogre, and it would be there the second time.
    let [action, first, second] = &first_turn(&text(""), &[], &[])[..] else { panic!("three decisions") };
    assert_eq!(action, &told("action", &["Move", "Disengage"], &[0, 1]));
    assert_eq!(first, &told("move", &open, &[1, 2, 0, 3]));
    assert_eq!(second, &told("move", &["None", "Some(Zone(0))", "Some(Zone(3))"], &[1, 2, 0]));
    let leaving = first_turn(&text("policy = \"retreat\""), &[], &[]);
    assert_eq!(leaving[1], told("move", &open, &[1, 2, 2, 0]));
    let holding = first_turn(&text("policy = \"hold\""), &[], &[]);
    assert_eq!(holding[1].2[0], 0);
    let full = zones.replace(r#"{ id = "b" }"#, r#"{ id = "b", capacity = 1 }"#);
    let crowd = scene(&full, &[character("hero", 5, &[SWORD], "policy = \"hold\""), dummy("ogre", 5, "b")]);
    assert_eq!(first_turn(&crowd, &[], &[])[1].1, ["None", "Some(Zone(2))", "Some(Outside)"]);
}

/// Every opponent within range is a target; whom a die draws is the best of its equals.
#[test]
fn targets_are_all_opponents_within_range() {
    let ogres = [dummy("x", 5, "b"), dummy("y", 3, "c"), dummy("z", 4, "c"), dummy("w", 1, "d")];
    let zones = r#"{ id = "a" }, { id = "b" }, { id = "c" }, { id = "d" }"#;
    let text = |rest: &str| scene(zones, &[[character("hero", 5, &[BOW], rest)].as_slice(), &ogres].concat());
    let target = |rest: &str, faces: &[u32]| {
        let all = first_turn(&text(&format!("policy = \"hold\"\n{rest}")), &[], faces);
        let (kind, options, ranks) = all[1].clone();
        assert_eq!(
            (kind, options),
            ("target", ["Who(1)", "Who(2)", "Who(3)"].map(String::from).to_vec()),
            "the bow reaches two Zones far"
        );
        ranks
    };
    assert_eq!(target("", &[2]), [0, 1, 1]);
    assert_eq!(target("target = \"random\"", &[3, 2]), [1, 1, 0]);
    assert_eq!(target("target = \"weakest\"", &[2]), [2, 0, 1]);
    assert_eq!(target("target = \"strongest\"", &[2]), [0, 2, 1]);
}

/// ZONES-14: an item may be used on oneself and on every ally in the Zone, or stay where it is.
#[test]
fn an_item_is_for_everybody_in_the_zone() {
    let item = "items = [{ id = \"draught\", heal = \"1\" }]";
    let hero = character("hero", 6, &[IDLE], &format!("zone = \"a\"\nheal_below = 50\n{item}"));
    let party = [hero, character("a", 4, &[IDLE], "zone = \"a\""), character("b", 4, &[IDLE], "zone = \"b\"")];
    let ogre = creature(
        "ogre",
        5,
        &[r#"{ id = "club", kind = "melee", damage = "2" }"#],
        "zone = \"a\"\ntarget = \"weakest\"",
    );
    let text = scene(PAIR, &[party.as_slice(), &[ogre]].concat());
    // The ogre takes 2 HP of a: it has half of them left.
    let all = decisions(&limited(&text, &[], 1), enemies_first(3, &[2]));
    let of_hero: Vec<_> = all.into_iter().filter(|decision| decision.combatant == 0).collect();
    assert_eq!(of_hero[0].options[..2], ["Use(0)".to_owned(), attack(0, "Here")]);
    assert_eq!((of_hero[0].chosen, of_hero[1].kind), (0, Deciding::Patient as usize));
    assert_eq!(
        (of_hero[1].options.as_slice(), of_hero[1].ranks.as_slice()),
        (["Who(0)", "Who(1)"].map(String::from).as_slice(), [1, 0].as_slice())
    );
}
