//! Abilities that several combatants take from one list, in the scenario or in a file of its own.

use super::*;

/// A file of arts, and the line that names it.
const ARTS: &str = "\
[[abilities]]
id = \"fire-burst\"
type = \"action\"
tags = [\"physical_attack\", \"ranged\"]
range = 4
shape = \"area\"
size = 2
success = { fatigue = 1 }

[[abilities]]
id = \"hold-the-line\"
type = \"stance\"
trigger = \"enemy_leaves\"
attack = \"shove\"

[[abilities]]
id = \"shove\"
type = \"reaction\"
tags = [\"physical_attack\"]

[[abilities]]
id = \"iron-skin\"
type = \"passive\"
grants = { reduce_fatigue = 1 }
";
const NAMED: &str = "abilities = \"arts.toml\"";

/// A hero with these keys beside the file.
fn with_file(hero: &str) -> String {
    Scene { top: NAMED, hero, ..SCENE }.text()
}

fn load_arts(hero: &str, arts: &str, overrides: &[&str]) -> Result<Thrum, String> {
    load_with(&with_file(hero), &[("arts.toml", arts)], overrides)
}

/// The one problem of a hero with these keys.
#[track_caller]
fn problem(hero: &str, arts: &str) -> String {
    let problems = load_arts(hero, arts, &[]).expect_err("it is refused");
    assert_eq!(problems.lines().count(), 1, "{problems}");
    problems
}

/// The actions, reactions and Stances of the hero by their ids, without the basic ones.
fn own_of_hero(thrum: &Thrum) -> [Vec<&str>; 3] {
    let names = &thrum.names[0];
    let basic = [2, 0, 5];
    let lists = [&names.actions, &names.reactions, &names.stances];
    std::array::from_fn(|list| {
        let own = lists[list].len() - basic[list];
        lists[list][..own].iter().map(String::as_str).collect()
    })
}

const HERO: &str = r#"arts = ["shove", "hold-the-line", "fire-burst"]
abilities = [{ id = "swing", type = "action", tags = ["physical_attack"] }, { id = "calm", type = "stance" }]"#;

/// THRUM-44
#[test]
fn arts_come_in_their_order_before_the_combatants_own_abilities() {
    let thrum = load_arts(HERO, ARTS, &[]).expect("it is sound");
    assert_eq!(own_of_hero(&thrum), [vec!["fire-burst", "swing"], vec!["shove"], vec!["hold-the-line", "calm"]]);
    assert_eq!(thrum.sheets[0].own_stances, 2);
    let turned = HERO.replace(r#"["shove", "hold-the-line", "fire-burst"]"#, r#"["fire-burst", "shove"]"#);
    let thrum = load_arts(&turned, ARTS, &[]).expect("it is sound");
    assert_eq!(own_of_hero(&thrum), [vec!["fire-burst", "swing"], vec!["shove"], vec!["calm"]]);
}

/// THRUM-34: an art rolls with the modifier of whoever has it.
#[test]
fn several_combatants_take_the_same_art() {
    let arts = "arts = [\"fire-burst\"]\nattack =";
    let scene = Scene { top: NAMED, hero: &format!("{arts} 3"), orc: &format!("{arts} 1\ncount = 2"), ..SCENE };
    let thrum = load_with(&scene.text(), &[("arts.toml", ARTS)], &[]).expect("it is sound");
    let modifiers = thrum.sheets.iter().map(|sheet| sheet.actions[0].attack.map(|attack| attack.modifier));
    assert_eq!(modifiers.collect::<Vec<_>>(), [Some(3), Some(1), Some(1)]);
}

#[test]
fn the_list_may_stand_in_the_scenario() {
    let lists =
        [ARTS.to_owned(), listed("abilities", &["id = \"fire-burst\", type = \"action\", tags = [\"mental_attack\"]"])];
    for list in &lists {
        let text = Scene { top: list, hero: "arts = [\"fire-burst\"]", ..SCENE }.text();
        // Tables of a list end where the next table begins, but the keys of the head come first.
        let thrum = thrum(&text, &[]);
        assert_eq!(own_of_hero(&thrum)[0], ["fire-burst"]);
    }
}

/// The fatigue of a success of the hero's first action.
fn fatigue(thrum: &Thrum) -> i32 {
    thrum.sheets[0].actions[0].plain.success.fatigue
}

#[test]
fn abilities_of_both_lists_are_set_by_their_paths() {
    let hero = "arts = [\"fire-burst\"]";
    let set = |path: &str| load_arts(hero, ARTS, &[path]).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(fatigue(&set("abilities.fire-burst.success.fatigue=7")), 7);
    assert_eq!(set("abilities.fire-burst.range=9").sheets[0].actions[0].range, 9);
    assert_eq!(
        set("abilities.fire-burst.overexert.size=3").sheets[0].actions[0].overexerted.map(|usage| usage.size),
        Some(5)
    );
    assert_eq!(set("combatants.hero.arts=iron-skin").sheets[0].granted[0].reduce_fatigue, 1);
    let own = "abilities = [{ id = \"burn\", type = \"action\", tags = [\"physical_attack\"] }]";
    let set = |path: &str| load_arts(own, ARTS, &[path]).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(set("combatants.hero.abilities.burn.range=9").sheets[0].actions[0].range, 9);
    assert_eq!(fatigue(&set("combatants.hero.abilities.burn.success.fatigue=4")), 4);
    let refused = load_arts(hero, ARTS, &["abilities.fire-burts.range=9"]).expect_err("there is none");
    assert!(refused.contains("did you mean `abilities.fire-burst.range`?"), "{refused}");
}

#[test]
fn unknown_arts_are_refused_with_the_nearest_one() {
    let problem = problem("arts = [\"iron-skin\", \"fire-brust\"]", ARTS);
    assert!(problem.starts_with("t:12:22: "), "{problem}");
    assert!(problem.contains("`combatants.hero.arts`: there is no ability `fire-brust`; did you mean `fire-burst`?"));
    let without = try_thrum(&with_hero("arts = [\"fire-burst\"]"), &[]).expect_err("there is no list");
    assert!(without.contains("there is no ability `fire-burst`"), "{without}");
}

#[test]
fn an_art_is_taken_once() {
    assert!(problem("arts = [\"shove\", \"shove\"]", ARTS).contains("`combatants.hero.arts` has \"shove\" twice"));
    let own = |id: &str| format!("arts = [\"{id}\"]\nabilities = [{{ id = \"swing\", type = \"passive\" }}]");
    let with_swing = format!("{ARTS}[[abilities]]\nid = \"swing\"\ntype = \"passive\"\n");
    assert!(problem(&own("swing"), &with_swing).contains("`swing` is an ability of its own as well"));
    assert!(problem(&own("swing"), ARTS).contains("`swing` is an ability of its own alone: `arts`"));
    assert!(load_arts(&own("shove"), ARTS, &[]).is_ok());
}

#[test]
fn mistakes_of_the_file_are_answered_with_its_name_line_and_column() {
    let out_of_range = problem("", &ARTS.replace("range = 4", "range = 41"));
    assert_eq!(out_of_range, "arts.toml:5:9: `abilities.fire-burst.range` is 41, allowed: 0..=40");
    let misfit = problem("", &ARTS.replace("size = 2", "size = 2\ntargets = 2"));
    assert!(misfit.starts_with("arts.toml:8:11: `abilities.fire-burst.targets`: is for actions alone"), "{misfit}");
    let basic = problem("", &ARTS.replace("\"shove\"\ntype", "\"dash\"\ntype"));
    assert!(basic.starts_with("arts.toml:17:6: `abilities.dash.id`: is the id of a basic ability"), "{basic}");
    let none = load_arts("arts = [\"shove\"]", "[[ability]]\nid = \"shove\"\n", &[]).expect_err("no abilities");
    assert_eq!(
        none,
        "arts.toml:1:3: unknown key `ability`; did you mean `abilities`?\n\
         arts.toml:1:3: `abilities`: the file has no `[[abilities]]`"
    );
}

#[test]
fn a_file_that_cannot_be_read_is_one_mistake() {
    let refused = load_with(&with_file("arts = [\"shove\"]"), &[], &[]).expect_err("there is no such file");
    assert_eq!(refused, "t:3:13: `abilities` cannot be read: no such file");
}

#[test]
fn arts_are_checked_even_if_nobody_has_them() {
    let idle = ARTS.replace("tags = [\"physical_attack\"]\n", "");
    assert!(problem("", &idle).contains("`abilities.shove.tags`: needs"), "a reaction that is no attack");
    assert!(load_arts("", ARTS, &[]).is_ok(), "whom `hold-the-line` answers with is asked of a combatant");
}

/// THRUM-43: what the Stance of the list needs is asked of whoever has it.
#[test]
fn a_stance_of_the_list_needs_its_reaction_in_the_same_combatant() {
    let without = problem("arts = [\"fire-burst\", \"hold-the-line\"]", ARTS);
    assert!(without.starts_with("t:12:23: `combatants.hero.arts`"), "{without}");
    assert!(without.contains("`hold-the-line` answers with `shove`, which is no reaction of this combatant"));
    let own = |keys: &str| format!("arts = [\"hold-the-line\"]\nabilities = [{{ id = \"shove\", {keys} }}]");
    assert!(load_arts(&own("type = \"reaction\", tags = [\"mental_attack\"]"), ARTS, &[]).is_ok());
    let passive = problem(&own("type = \"passive\""), ARTS);
    assert!(passive.contains("`shove`, which is no reaction of this combatant"), "{passive}");
    let of_list = "abilities = [{ id = \"guard\", type = \"stance\", trigger = \"defended\", attack = \"shove\" }]";
    assert!(load_arts(&format!("arts = [\"shove\"]\n{of_list}"), ARTS, &[]).is_ok());
}

/// THRUM-11
#[test]
fn a_stance_of_the_list_can_be_chosen() {
    let hero = |stance: &str| format!("arts = [\"shove\", \"hold-the-line\"]\nstance = \"{stance}\"");
    let thrum = load_arts(&hero("hold-the-line"), ARTS, &[]).expect("it is sound");
    assert_eq!(thrum.sheets[0].stance, Some(0));
    assert!(problem(&hero("hold-the-lime"), ARTS).contains("no Stance `hold-the-lime`; did you mean `hold-the-line`?"));
    // A combatant with an art that does not exist may mean one with that Stance, so the Stance is not refused as well.
    let unknown = problem("arts = [\"shov\"]\nstance = \"iron-wall\"", ARTS);
    assert!(unknown.contains("no ability `shov`"), "{unknown}");
}

#[test]
fn lists_have_bounds() {
    let passives = |count: usize| -> Vec<String> {
        (0..count).map(|number| format!("id = \"a{number}\", type = \"passive\"")).collect()
    };
    let own = |count: usize| {
        let tables = passives(count);
        with_abilities(&tables.iter().map(String::as_str).collect::<Vec<_>>())
    };
    refuses(&own(33), "combatants.hero.abilities", &["33 entries", "at most 32"], &own(32));
    let common = |count: usize| {
        let tables = passives(count);
        let list = listed("abilities", &tables.iter().map(String::as_str).collect::<Vec<_>>());
        Scene { top: &list, ..SCENE }.text()
    };
    refuses(&common(257), "abilities", &["257 entries", "at most 256"], &common(256));
}
