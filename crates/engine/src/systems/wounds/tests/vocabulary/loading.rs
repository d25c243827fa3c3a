//! The result of compiling a scenario: defaults that follow from other values, and the beginning of a fight.

use super::super::injury::{Arm, Conditions};
use super::super::sheet::{Attack, StressRoll, Uses};
use super::super::state::{Body, Phase};
use super::super::words::{AttackKind, FightsOn, Score};
use super::*;
use crate::dice::DiceExpr;
use crate::outcome::Side;
use crate::skirmish::Group;

/// The index of the orc.
const ORC: usize = 1;

fn with_hero(keys: &str) -> Wounds {
    wounds(&scene(keys, "", ""), &[])
}

/// The hero at the beginning, with these keys.
fn begins(keys: &str) -> Body {
    with_hero(keys).opening.bodies[0]
}

/// The hero's only attack, with these keys beside its damage.
fn attack(keys: &str, rules: &str) -> Attack {
    let attacks = format!(r#"attacks = [{{ id = "x", damage = "1d6", {keys} }}]"#);
    wounds(&scene(&attacks, "", rules), &[]).sheets[0].attacks[0].clone()
}

fn dice(count: u16, sides: u16) -> DiceExpr {
    DiceExpr::new(count, sides, 0)
}

/// Check 4 of the ledger: Strength 16 and 5d8.
const FIGHTER: &str = "strength = 16\nhd = \"5d8\"";

/// WOUNDS-27: worked check 4.
#[test]
fn stress_is_average_maximum_or_rolled_from_hit_dice_and_strength() {
    let stress = |rules: &[&str]| {
        let wounds = wounds(&scene(FIGHTER, "", ""), rules);
        (wounds.sheets[0].stress_max, wounds.sheets[0].stress_roll.clone())
    };
    assert_eq!(stress(&[]), (41, None));
    assert_eq!(stress(&["rules.stress_from=maximum"]), (55, None));
    let rolled = StressRoll { constant: 23, dice: vec![dice(4, 8)] };
    assert_eq!(stress(&["rules.stress_from=rolled"]), (0, Some(rolled)));
    assert_eq!(stress(&["rules.first_hd_max=false"]), (37, None));
    let rolled = StressRoll { constant: 15, dice: vec![dice(5, 8)] };
    assert_eq!(stress(&["rules.stress_from=rolled", "rules.first_hd_max=false"]), (0, Some(rolled)));
}

/// WOUNDS-27
#[test]
fn class_levels_add_up_and_the_first_has_the_maximum() {
    let keys = "hd = [\"2d6\", \"3d10\"]\nstrength = 7";
    let sheet = &with_hero(keys).sheets[0];
    assert_eq!((sheet.hd, sheet.stress_max), (5, 6 + 20 - 10), "6 + 3.5 + 16.5 - 5 * 2");
}

/// WOUNDS-27, WOUNDS-65
#[test]
fn stress_of_its_own_leaves_the_hit_dice_as_they_are() {
    let sheet = &with_hero("strength = 18\nhd = \"3d6\"\nstress = \"2d8+1\"").sheets[0];
    assert_eq!((sheet.hd, sheet.stress_max), (3, 8 + 4 + 1), "the Strength modifier is part of what is given");
    let rolled = wounds(&scene("stress = 12", "", "stress_from = \"rolled\""), &[]);
    assert_eq!((rolled.sheets[0].stress_max, rolled.sheets[0].stress_roll.clone()), (12, None));
    assert_eq!(with_hero("stress = \"1d6-3\"").sheets[0].stress_max, 3);
}

/// WOUNDS-27
#[test]
fn a_combatant_starts_with_the_stress_that_it_has() {
    assert_eq!((begins("stress = 9").stress, begins("stress = 9").stress_max), (9, 9));
    assert_eq!(begins("stress = 9\nstarting_stress = 4").stress, 4);
    let rolled = wounds(&scene("hd = \"2d8\"\nstarting_stress = 900", "", "stress_from = \"rolled\""), &[]);
    assert_eq!(rolled.sheets[0].starting_stress, Some(900), "the maximum that is rolled caps it");
    assert_eq!(rolled.opening.stress_due, Group::of(0.into()), "1d8 whose one die is its maximum is not rolled");
}

/// WOUNDS-26
#[test]
fn modifiers_follow_from_scores_unless_they_are_given() {
    let sheet = &with_hero("strength = 9\nagility = 13\nmemory = 1\ninsight = 15\ninsight_modifier = -4").sheets[0];
    assert_eq!(sheet.scores, [9, 13, 10, 10, 1, 15]);
    assert_eq!(sheet.modifiers, [-1, 1, 0, 0, -5, -4]);
    let by_modifier = &with_hero("hd = \"2d8\"\nstrength = 16\nstrength_modifier = 1").sheets[0];
    assert_eq!(by_modifier.stress_max, 8 + 4 + 2);
}

/// WOUNDS-28, WOUNDS-38
#[test]
fn wound_points_are_strength_and_bonus_and_at_least_1() {
    let wounds = |keys: &str| (begins(keys).wounds, begins(keys).worst_wound);
    assert_eq!(wounds("strength = 12\nwound_bonus = 3"), (15, 0));
    assert_eq!(wounds("strength = 12\nwound_bonus = -20"), (1, 0));
    assert_eq!(wounds("strength = 10\nstarting_wounds = -3"), (-3, 13));
    assert_eq!(wounds("strength = 10\nstarting_wounds = -3\nworst_wound = 5"), (-3, 5));
}

/// WOUNDS-24
#[test]
fn enemies_start_at_the_start_distance() {
    let positions = |text: &str| wounds(text, &[]).opening.bodies.iter().map(|body| body.position).collect::<Vec<_>>();
    assert_eq!(positions(&scene("", "", "")), [0, 10]);
    assert_eq!(positions(&scene("position = -4", "", "start_distance = 25")), [-4, 25]);
}

/// WOUNDS-61
#[test]
fn enemies_have_morale_unless_told_otherwise() {
    let morale = |hero: &str, orc: &str| {
        let wounds = wounds(&scene(hero, orc, ""), &[]);
        [0, ORC].map(|who| wounds.sheets[who].has_morale)
    };
    assert_eq!(morale("", ""), [false, true]);
    assert_eq!(morale("morale = true", "morale = false"), [true, false]);
}

/// WOUNDS-09, WOUNDS-12, WOUNDS-25, WOUNDS-31
#[test]
fn attacks_have_the_defaults_of_their_kind() {
    let shown = |keys: &str| {
        let hero = format!(r#"attacks = [{{ id = "x", damage = "1d4", {keys} }}]"#);
        let rules = wounds(&scene(&hero, "", "throw_speed = 7"), &[]);
        let Attack { reach, weapon_speed, ability, uses, .. } = rules.sheets[0].attacks[0];
        (reach, weapon_speed, ability, uses.map(|uses| rules.opening.uses[uses.index()]))
    };
    assert_eq!(shown(""), (1, 0, Some(Score::Strength), None));
    let ranged = r#"kind = "ranged""#;
    assert_eq!(shown(ranged), (30, 0, Some(Score::Dexterity), None));
    let thrown = r#"kind = "thrown""#;
    assert_eq!(shown(thrown), (10, 7, Some(Score::Dexterity), Some(1)));
    let given = r#"kind = "thrown", weapon_speed = -2, range = 5, ability = "none", uses = 3"#;
    assert_eq!(shown(given), (5, -2, None, Some(3)));
}

/// WOUNDS-54
#[test]
fn attacks_need_the_arms_that_hold_them() {
    let lost = |hand: &str| attack(&format!("hand = \"{hand}\""), "").arms_lost;
    let [main, off] = [Arm::Main, Arm::Off].map(Arm::condition);
    assert_eq!([lost("main"), lost("off"), lost("both"), lost("none")], [main, off, main.with(off), Conditions::NONE]);
}

/// WOUNDS-23
#[test]
fn a_guard_weapon_is_a_melee_attack_without_price_and_uses() {
    assert!(attack("", "").can_guard());
    for keys in [r#"kind = "ranged""#, "stress_cost = 1", "uses = 3"] {
        assert!(!attack(keys, "").can_guard(), "{keys}");
    }
    assert_eq!(attack("", "").kind, AttackKind::Melee);
}

/// WOUNDS-10, WOUNDS-11
#[test]
fn spells_and_items_have_the_speeds_of_the_rules() {
    let hero = r#"
spells = [{ id = "a", tn = 14, damage = "2d6" }, { id = "b", tn = 14, damage = 1, spell_speed = -1 }]
items = [{ id = "c", restores_stress = "1d4" }, { id = "d", restores_wounds = 2, use_speed = 0, uses = 5, target = "ally" }]"#;
    let wounds = wounds(&scene(hero, "", "spell_tn_offset = 8\nconsumable_speed = 9"), &[]);
    let sheet = &wounds.sheets[0];
    assert_eq!(sheet.spells.iter().map(|spell| spell.spell_speed).collect::<Vec<_>>(), [6, -1]);
    assert_eq!(sheet.items.iter().map(|item| item.use_speed).collect::<Vec<_>>(), [9, 0]);
    assert_eq!((sheet.items[0].is_for_allies, sheet.items[1].is_for_allies), (false, true));
    assert_eq!(wounds.names[0].spells, ["a", "b"]);
}

/// WOUNDS-12, WOUNDS-37
#[test]
fn whatever_wears_out_has_a_counter_of_its_own() {
    let hero = r#"
count = 2
attacks = [{ id = "a", damage = 1 }, { id = "b", kind = "thrown", damage = 1, uses = 3 }]
items = [{ id = "c", restores_stress = 1, uses = 2 }]"#;
    let orc = r#"attacks = [{ id = "d", kind = "thrown", damage = 1 }]"#;
    let wounds = wounds(&scene(hero, orc, ""), &[]);
    assert_eq!(*wounds.opening.uses, [3, 2, 3, 2, 1]);
    let second = &wounds.sheets[1];
    assert_eq!(second.attacks.iter().map(|attack| attack.uses.map(Uses::index)).collect::<Vec<_>>(), [None, Some(2)]);
    assert_eq!((second.items[0].uses.index(), wounds.sheets[2].attacks[0].uses.map(Uses::index)), (3, Some(4)));
}

/// WOUNDS-50, WOUNDS-51
#[test]
fn injuries_are_of_the_first_damage_type_with_a_table_or_of_the_chosen_one() {
    let tables = "injury_tables = { fire = [{ roll = \"1\", name = \"burnt\" }] }";
    let first_injury = |keys: &str, rules: &str| {
        let attacks = format!(r#"attacks = [{{ id = "x", damage = 1, {keys} }}]"#);
        let wounds = wounds(&scene(&attacks, "", rules), &[]);
        let table = wounds.sheets[0].attacks[0].injury_table;
        table.map(|table| wounds.injury_tables[usize::from(table)].injuries[0].name.clone())
    };
    let named = |name: &str| Some(name.to_owned());
    assert_eq!(first_injury("", tables), None, "slashing has no table");
    assert_eq!(first_injury(r#"damage_type = "blunt""#, tables), named("crushed foot"));
    assert_eq!(first_injury(r#"damage_type = "blunt""#, "injury_tables = { blunt = \"none\" }"), None);
    let several = r#"damage_type = ["slashing", "fire", "blunt"]"#;
    assert_eq!(first_injury(several, tables), named("burnt"));
    assert_eq!(first_injury(several, ""), named("crushed foot"));
    assert_eq!(first_injury(&format!(r#"{several}, injury_table = "blunt""#), tables), named("crushed foot"));
    assert_eq!(first_injury(&format!(r#"{several}, injury_table = "slashing""#), tables), None, "the choice has none");
}

/// WOUNDS-51
#[test]
fn rows_of_a_file_cover_the_die() {
    let csv = "note,roll,name,arm,damage,abilities,speed,flags,attack,defense\n\
               ,4-6,,yes,2d4-3,strength + insight,crawl,prone one_eye,-2,3\n,1-3,bruise,,,,,,,\n";
    let text = scene("", "", "injury_tables = { acid = \"acid.csv\" }");
    let wounds = load_with(&text, &[("acid.csv", csv)], &[]).expect("a sound table");
    let table = &wounds.injury_tables[1];
    assert_eq!(
        (table.die, table.injuries[table.row(3)].name.as_str(), table.injuries[table.row(4)].name.as_str()),
        (6, "bruise", "injury 4-6")
    );
    let injury = &table.injuries[table.row(6)];
    assert_eq!(injury.scores, [Score::Strength, Score::Insight]);
    assert_eq!(injury.conditions, Conditions::CRAWLS.with(Conditions::PRONE).with(Conditions::ONE_EYE));
    assert_eq!((injury.is_of_arm, injury.attack, injury.defense, injury.damage.min()), (true, -2, 3, -1));
    let set = load_with(&text, &[("acid.csv", csv)], &["rules.injury_tables.acid.1-3.attack=-7"]).expect("sound");
    assert_eq!(set.injury_tables[1].injuries[table.row(1)].attack, -7);
}

/// WOUNDS-04
#[test]
fn a_group_is_everybody_who_names_it() {
    let text = scene("", "count = 2\ninitiative_group = \"pack\"", "")
        + "[[combatants]]\nid = \"wolf\"\nside = \"enemies\"\ninitiative_group = \"pack\"\n";
    let wounds = wounds(&text, &[]);
    let pack: Group = [1, 2, 3].into_iter().collect();
    let groups = wounds.sheets.iter().map(|sheet| sheet.initiative_group).collect::<Vec<_>>();
    assert_eq!(groups, [Group::of(0.into()), pack, pack, pack]);
    assert_eq!(wounds.sides.members(Side::Enemies), pack);
}

/// WOUNDS-16
#[test]
fn who_arrives_later_or_on_a_count_is_absent_at_first() {
    let opening = |orc: &str| wounds(&scene("", orc, ""), &[]).opening;
    let here = opening("");
    assert_eq!((here.present, here.initiative_due, here.absent), (Group::first_listed(2), here.present, Group::NOBODY));
    for keys in ["enters_round = 2", "enters_at = 5", "enters_round = 3\nenters_at = \"d20\""] {
        let later = opening(keys);
        assert_eq!(
            (later.absent, later.initiative_due, later.fighters),
            (Group::of(ORC.into()), later.present, later.present)
        );
    }
    let wounds = wounds(&scene("", "enters_round = 3\nenters_at = \"d20\"", ""), &[]);
    assert_eq!((wounds.sheets[ORC].enters_round, wounds.sheets[ORC].enters_at), (3, Some(dice(1, 20))));
    assert_eq!(wounds.sheets[0].enters_at, None);
}

/// WOUNDS-01
#[test]
fn the_surprised_are_noted_before_they_are_on_the_field() {
    let wounds = wounds(&scene("surprised = true", "surprised = true\nenters_round = 4", ""), &[]);
    assert_eq!(wounds.opening.surprised, Group::first_listed(2));
}

/// WOUNDS-45
#[test]
fn at_0_only_those_who_always_fight_on_begin_as_fighters() {
    let fights = |keys: &str| with_hero(keys).opening.fighters.contains(0.into());
    assert!(fights("starting_wounds = 1"));
    for word in ["never", "stabilised"] {
        assert!(!fights(&format!("starting_wounds = 0\nfights_on = \"{word}\"")));
    }
    assert!(fights("starting_wounds = -2\nfights_on = \"always\""));
    assert_eq!(with_hero("").sheets[0].fights_on, FightsOn::Stabilised);
}

/// WOUNDS-69
#[test]
fn a_fight_begins_between_rounds_and_lasts_so_many() {
    let wounds = wounds(&scene("", "", "max_rounds = 7"), &[]);
    assert_eq!((wounds.outline.rounds_max, wounds.opening.phase), (7, Phase::Between));
}
