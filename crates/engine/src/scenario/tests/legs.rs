//! Legs that are made of what the root of a day says, held against days whose legs have files that say the same.

use super::*;

const ROOT: &str = r#"
system = "toy"
name = "Day"
[rules]
stakes = "death"
must_fall = ["captain"]
[[combatants]]
id = "warden"
side = "party"
hp = 12
attributes = { str = 3, dex = -1 }
[[combatants.attacks]]
id = "bow"
damage = "1d6"
dr = 13
[[combatants]]
id = "captain"
side = "enemies"
hp = 20
"#;

const LEGS: &str = r#"
[[legs]]
id = "gate"
[[legs.combatants]]
id = "rat"
side = "enemies"
hp = 2
count = 3
[[legs]]
id = "hall"
repeat = 2
set = { "rules.max_rounds" = 7 }
rules = { modifier = 4, stakes = "spar" }
[[legs.combatants]]
id = "warden"
attributes = { dex = 2 }
[[legs.combatants.attacks]]
id = "bow"
damage = "1d8"
[[legs.combatants.attacks]]
id = "axe"
damage = "1d10"
"#;

/// The scenario of the gate, with the values of both.
const GATE: &str = r#"
system = "toy"
name = "Gate"
[rules]
stakes = "death"
must_fall = ["captain"]
[[combatants]]
id = "warden"
side = "party"
hp = 12
attributes = { str = 3, dex = -1 }
attacks = [{ id = "bow", damage = "1d6", dr = 13 }]
[[combatants]]
id = "captain"
side = "enemies"
hp = 20
[[combatants]]
id = "rat"
side = "enemies"
hp = 2
count = 3
"#;

const HALL: &str = r#"
system = "toy"
name = "Hall"
[rules]
stakes = "spar"
must_fall = ["captain"]
modifier = 4
max_rounds = 7
[[combatants]]
id = "warden"
side = "party"
hp = 12
attributes = { str = 3, dex = 2 }
attacks = [{ id = "bow", damage = "1d8", dr = 13 }, { id = "axe", damage = "1d10" }]
[[combatants]]
id = "captain"
side = "enemies"
hp = 20
"#;

const BY_FILES: &str = r#"
system = "toy"
name = "Day"
legs = [{ id = "gate", scenario = "gate.toml" }, { id = "hall", scenario = "hall.toml", repeat = 2 }]
"#;

/// A day with its files and overrides, and what is wrong with it.
fn day(text: &str, files: &[(&str, &str)], set: &[&str]) -> (Scenario, Problems) {
    let mut scenario = scenario(text);
    let mut list = attach(&mut scenario, files);
    list.extend(scenario.set(&overrides(set), SCHEMA));
    list.extend(attach(&mut scenario, files));
    list.extend(scenario.validate(SCHEMA));
    let problems = scenario.problems(list);
    (scenario, problems)
}

/// The canonical form of a day without mistakes.
fn form(text: &str, files: &[(&str, &str)], set: &[&str]) -> String {
    let (scenario, problems) = day(text, files, set);
    assert!(problems.list.is_empty(), "{set:?}: {problems}");
    scenario.canonical(SCHEMA)
}

fn mistakes(text: &str, files: &[(&str, &str)], set: &[&str]) -> String {
    day(text, files, set).1.to_string()
}

fn made(set: &[&str]) -> String {
    form(&format!("{ROOT}{LEGS}"), &[], set)
}

fn by_files(gate: &str, hall: &str) -> String {
    form(BY_FILES, &[("gate.toml", gate), ("hall.toml", hall)], &[])
}

/// Tables are laid over those of the root key by key, and lists of tables by their ids.
#[test]
fn a_leg_without_a_file_is_the_root_with_its_own_keys_over_it() {
    assert_eq!(made(&[]), by_files(GATE, HALL));
}

/// An override of the root reaches every leg that does not say otherwise, whatever comes first; one of a leg that leg alone.
#[test]
fn overrides_of_the_root_reach_the_legs_that_do_not_say_otherwise() {
    let hp = |text: &str| text.replace("hp = 12", "hp = 5");
    assert_eq!(made(&["combatants.warden.hp=5"]), by_files(&hp(GATE), &hp(HALL)));
    assert_eq!(made(&["legs.gate.combatants.warden.hp=5"]), by_files(&hp(GATE), HALL));
    for both in [
        ["combatants.warden.hp=9", "legs.gate.combatants.warden.hp=5"],
        ["legs.gate.combatants.warden.hp=5", "combatants.warden.hp=9"],
    ] {
        assert_eq!(made(&both), by_files(&hp(GATE), &HALL.replace("hp = 12", "hp = 9")), "{both:?}");
    }
    // Values that the leg gives itself, or sets, stay.
    assert_eq!(made(&["rules.stakes=spar"]), by_files(&GATE.replace("\"death\"", "\"spar\""), HALL));
    let gate = GATE.replace("stakes", "max_rounds = 50\nstakes");
    assert_eq!(made(&["rules.max_rounds=50"]), by_files(&gate, HALL));
    let bow = GATE.replace("1d6", "2d4");
    assert_eq!(made(&["combatants.warden.attacks.bow.damage=2d4"]), by_files(&bow, HALL));
    // A table of the root, of which the leg gives a part.
    let [gate, hall] =
        [GATE.replace("str = 3, dex = -1", "str = 1"), HALL.replace("str = 3, dex = 2", "str = 1, dex = 2")];
    assert_eq!(made(&["combatants.warden.attributes={ str = 1 }"]), by_files(&gate, &hall));
    assert_eq!(
        made(&["combatants.captain.id=boss", "rules.must_fall=[\"boss\"]"]),
        by_files(&GATE.replace("captain", "boss"), &HALL.replace("captain", "boss"))
    );
}

/// A path of the root is listed as such, and leads to its value; so is each of a leg, its number of repetitions among them.
#[test]
fn paths_of_the_root_and_of_legs_are_listed() {
    let (scenario, _) = day(&format!("{ROOT}{LEGS}"), &[], &[]);
    let paths = scenario.paths(SCHEMA);
    let value = |path: &str| paths.iter().find(|entry| entry.path == path).and_then(|entry| entry.value.clone());
    for (path, expected) in [
        ("rules.stakes", "death"),
        ("legs.gate.rules.stakes", "death"),
        ("legs.hall.rules.stakes", "spar"),
        ("combatants.warden.attacks.bow.damage", "1d6"),
        ("legs.hall.combatants.warden.attacks.axe.damage", "1d10"),
        ("legs.gate.repeat", "1"),
        ("legs.hall.repeat", "2"),
    ] {
        assert_eq!(value(path).as_deref(), Some(expected), "{path}");
    }
    for entry in paths.iter().filter(|entry| entry.is_given()) {
        let set = format!("{}={}", entry.path, entry.value.as_deref().expect("given"));
        assert_eq!(made(&[&set]), made(&[]), "{set}");
    }
    assert_eq!((value("accounts"), paths.iter().any(|entry| entry.path.ends_with("accounts"))), (None, false));
    let all: Vec<String> = paths
        .iter()
        .filter(|entry| entry.is_given() && entry.value.is_some())
        .map(|entry| format!("{}={}", entry.path, entry.value.as_deref().expect("given")))
        .collect();
    assert_eq!(made(&all.iter().map(String::as_str).collect::<Vec<_>>()), made(&[]));
}

#[test]
fn repetitions_and_weights_are_set() {
    assert_eq!(made(&["legs.hall.repeat=3"]), made(&[]).replace("\"repeat\":2", "\"repeat\":3"));
    let choice = r#"
[[legs]]
id = "road"
choice = [{ id = "rats", combatants = [{ id = "rat", side = "enemies", hp = 2 }] }, { scenario = "gate.toml", weight = 3 }]
"#;
    let text = format!("{ROOT}{choice}");
    let files = [("gate.toml", GATE)];
    let plain = form(&text, &files, &[]);
    assert!(plain.contains(r#""repeat":1,"fights":[[1,"#), "{plain}");
    let weighed = form(&text, &files, &["legs.road.rats.weight=5", "legs.road.gate.weight=2"]);
    assert_eq!(weighed, plain.replace("[[1,", "[[5,").replace(",[3,", ",[2,"));
    for (set, said) in [
        ("legs.road.rats.weight=1001", "`legs.road.rats.weight` is 1001, allowed: 0..=1000"),
        ("legs.road.repeat=0", "`legs.road.repeat` is 0, allowed: 1..=20"),
        ("legs.road.repeat=x", "`legs.road.repeat` is the text \"x\""),
        ("legs.road.rat.weight=2", "did you mean `legs.road.rats.weight`?"),
    ] {
        let found = mistakes(&text, &files, &[set]);
        assert!(found.contains(said) && found.lines().count() == 1, "{set}: {found}");
    }
    let none = mistakes(&text, &files, &["legs.road.rats.weight=0", "legs.road.gate.weight=0"]);
    assert!(none.contains("one of its scenarios needs a weight above 0"), "{none}");
}

/// Rows of a roster and tables of a file are completed for each leg, and a leg may add to them and name files of its own.
#[test]
fn files_of_the_root_are_those_of_its_legs() {
    let root =
        "system = \"toy\"\nname = \"Day\"\nroster = \"x.csv\"\n[[combatants]]\nid = \"warden\"\nside = \"party\"\n";
    let legs = "[[legs]]\nid = \"gate\"\ncombatants = [{ id = \"rat\", side = \"enemies\", count = 2 }]\n\
                [[legs]]\nid = \"hall\"\n[[legs.combatants]]\nid = \"warden\"\nhp = 7\nabilities = \"arts.toml\"\n";
    let sheets = ("x.csv", "id,hp,attacks.bow.damage\nwarden,12,1d6\nrat,2,1d4\nbear,9,1d8\n");
    let arts = ("arts.toml", "[[abilities]]\nid = \"shove\"\nrange = 3\n");
    let text = format!("{root}{legs}");
    let gate = "system = \"toy\"\nname = \"G\"\nroster = \"x.csv\"\n[[combatants]]\nid = \"warden\"\nside = \"party\"\n\
                [[combatants]]\nid = \"rat\"\nside = \"enemies\"\ncount = 2\n";
    let hall = "system = \"toy\"\nname = \"H\"\nroster = \"x.csv\"\n[[combatants]]\nid = \"warden\"\nside = \"party\"\nhp = 7\n\
                abilities = [{ id = \"shove\", range = 3 }]\n";
    let by_files = |gate: &str, hall: &str| {
        let text = BY_FILES.replace(", repeat = 2", "");
        form(&text, &[("gate.toml", gate), ("hall.toml", hall), sheets], &[])
    };
    let made = |set: &[&str]| form(&text, &[sheets, arts], set);
    assert_eq!(made(&[]), by_files(gate, hall));
    let bow =
        |text: &str| text.replace("side = \"party\"", "side = \"party\"\nattacks = [{ id = \"bow\", damage = \"2\" }]");
    assert_eq!(made(&["combatants.warden.attacks.bow.damage=2"]), by_files(&bow(gate), &bow(hall)));
    // The leg's file is kept when it is made anew, and so is what is set in it.
    let range = hall.replace("range = 3", "range = 9");
    assert_eq!(
        made(&["legs.hall.combatants.warden.abilities.shove.range=9", "combatants.warden.attacks.bow.damage=2"]),
        by_files(&bow(gate), &bow(&range))
    );
    // Another row of the roster for a combatant of the root.
    let bear = |text: &str| text.replace("\"warden\"", "\"bear\"");
    let two = format!("{root}[[legs]]\nid = \"gate\"\n[[legs]]\nid = \"hall\"\nrules = {{ modifier = 1 }}\n");
    let alone =
        "system = \"toy\"\nname = \"G\"\nroster = \"x.csv\"\n[[combatants]]\nid = \"warden\"\nside = \"party\"\n";
    let other = format!("{alone}[rules]\nmodifier = 1\n");
    assert_eq!(form(&two, &[sheets], &["combatants.warden.id=bear"]), by_files(&bear(alone), &bear(&other)));
    let lost = mistakes(&two, &[], &[]);
    assert_eq!(lost, "a.toml:3:10: `roster` cannot be read: no such file");
    let mut bad = scenario(&two);
    assert_eq!(attach(&mut bad, &[("x.csv", "id,hp\nwarden,12\nrat,x\n")]), []);
    let spare = bad.check_spare_rows(SCHEMA);
    assert_eq!(
        bad.problems(spare).to_string(),
        "x.csv:3:5: `combatants.rat.hp` is the text \"x\", expected a whole number, 1..=10000 (row 3, column `hp`)"
    );
}

/// A mistake of the root is told once, by its own path; one of a leg by that of the leg.
#[test]
#[expect(clippy::too_many_lines, reason = "one mistake after the other")]
fn mistakes_of_the_root_are_told_once() {
    let made = |root: &str, legs: &str| mistakes(&format!("{root}{legs}"), &[], &[]);
    let twice = "[[legs]]\nid = \"a\"\n[[legs]]\nid = \"b\"\nrules = { modifier = 2 }\n";
    let mut other = Vec::new();
    for (root, legs, expected) in [
        (ROOT.replace("hp = 12", "hp = 0"), twice, "a.toml:10:6: `combatants.warden.hp` is 0, allowed: 1..=10000"),
        (
            ROOT.replace("hp = 12", ""),
            twice,
            "a.toml:8:6: `combatants.warden.hp` is missing, expected a whole number, 1..=10000",
        ),
        (
            ROOT.replace("hp = 12", "hpp = 12\nhp = 2"),
            twice,
            "a.toml:10:1: unknown key `combatants.warden.hpp`; did you mean `hp`?",
        ),
        (
            ROOT.replace("hp = 12", "hp = 0"),
            "[[legs]]\nid = \"a\"\n[[legs]]\nid = \"b\"\n[[legs]]\nid = \"c\"\ncombatants = [{ id = \"warden\", hp = 3 }]\n",
            "a.toml:10:6: `legs.a.combatants.warden.hp` is 0, allowed: 1..=10000",
        ),
        (
            ROOT.to_owned(),
            "[[legs]]\nid = \"a\"\n[[legs]]\nid = \"b\"\nrules = { modifier = 200 }\n",
            "a.toml:24:22: `legs.b.rules.modifier` is 200, allowed: -20..=20",
        ),
        (
            ROOT.to_owned(),
            "[[legs]]\nid = \"a\"\nset = { \"rules.modifer\" = 2 }\n",
            "a.toml:22:9: no value can be set at `legs.a.rules.modifer`; did you mean `legs.a.rules.modifier`?",
        ),
        (
            ROOT.to_owned(),
            "[[legs]]\nid = \"a\"\nrepat = 2\n",
            "a.toml:22:1: unknown key `legs.a.repat`; did you mean `repeat`?",
        ),
        (
            ROOT.to_owned(),
            "[[legs]]\nid = \"a\"\nset = 6\n",
            "a.toml:22:7: `legs.a.set` is the number 6, expected a table",
        ),
        (
            ROOT.to_owned(),
            "[[legs]]\nid = \"a\"\nsystem = \"toy\"\n",
            "a.toml:22:1: `legs.a.system`: a leg cannot have it: the day has one for all",
        ),
        (
            "system = \"toy\"\nname = \"Day\"\n".to_owned(),
            "[[legs]]\nid = \"a\"\n",
            "a.toml:3:1: `legs.a.scenario`: a leg has one `scenario` or a `choice`, or keys of its own and of the root, of which it \
             is made",
        ),
        (
            ROOT.replace("name = \"Day\"\n", ""),
            "[[legs]]\nid = \"a\"\n",
            "a.toml:2:1: `name` is missing, expected text in quotes; `name`: the scenario's name in reports",
        ),
        (
            ROOT.to_owned(),
            "[[legs]]\nid = \"a\"\nchoice = [{ combatants = [] }]\n",
            "a.toml:22:11: `legs.a.choice[1].id`: a scenario without a file needs an `id`",
        ),
        (
            ROOT.to_owned(),
            "[[legs]]\nid = \"a\"\nchoice = [{ id = \"rules\" }]\n",
            "a.toml:22:18: `legs.a.choice[1].id`: `rules` is a key, and a path such as `legs.a.rules` could mean either: give it \
             another `id`",
        ),
    ] {
        let found = made(&root, legs);
        if found != expected {
            other.push(format!("{legs}: {found}"));
        }
    }
    assert!(other.is_empty(), "{}", other.join("\n"));
    let set = |set: &[&str]| mistakes(&format!("{ROOT}{LEGS}"), &[], set);
    assert_eq!(set(&["combatants.warden.hp=0"]), "--set:1:22: `combatants.warden.hp` is 0, allowed: 1..=10000");
    assert_eq!(
        set(&["combatants.rat.hp=3"]),
        "--set:1:1: no value can be set at `combatants.rat.hp`; did you mean `legs.gate.combatants.rat.hp`?"
    );
    assert_eq!(set(&["roster=x.csv"]), "--set:1:1: `roster` cannot be set: only the file can give it");
    let files = [("gate.toml", GATE)];
    let unread =
        format!("{}[[legs]]\nid = \"a\"\nscenario = \"gate.toml\"\n", &ROOT[..ROOT.find("[[").expect("a list")]);
    assert!(
        mistakes(&unread, &files, &[]).starts_with("a.toml:4:2: `rules`: no leg reads it"),
        "{}",
        mistakes(&unread, &files, &[])
    );
}

/// Entries of a choice may be made of the root as well, over what the leg says for all of them.
#[test]
fn scenarios_of_a_choice_are_made_of_the_root() {
    let legs = r#"
[[legs]]
id = "gate"
rules = { modifier = 4 }
[[legs.choice]]
id = "rats"
[[legs.choice.combatants]]
id = "rat"
side = "enemies"
hp = 2
count = 3
[[legs.choice]]
id = "spar"
weight = 2
rules = { stakes = "spar" }
"#;
    let alone = &GATE[..GATE.find("[[combatants]]\nid = \"rat\"").expect("a rat")];
    let with = |text: &str| text.replace("stakes", "modifier = 4\nstakes");
    let text = r#"
system = "toy"
name = "Day"
legs = [{ id = "gate", choice = [{ scenario = "rats.toml" }, { scenario = "spar.toml", weight = 2 }] }]
"#;
    let spar = with(alone).replace("\"death\"", "\"spar\"");
    let by_files = form(text, &[("rats.toml", &with(GATE)), ("spar.toml", &spar)], &[]);
    assert_eq!(form(&format!("{ROOT}{legs}"), &[], &[]), by_files);
}

/// The schema takes legs of both kinds, and in a leg without a file a part of a combatant.
#[test]
fn the_json_schema_takes_parts_of_combatants_in_legs() {
    use super::super::json_schema_with_days;
    use super::json_schemas::as_json;
    let schema = json_schema_with_days("toy", SCHEMA);
    let validator = jsonschema::draft202012::new(&schema).expect("it is a schema");
    let accepts = |text: &str| validator.is_valid(&as_json(&super::super::read::read_file(text, 0).0));
    assert!(accepts(&format!("{ROOT}{LEGS}")) && accepts(VALID) && accepts(BY_FILES));
    assert!(accepts(&format!(
        "{ROOT}[[legs]]\nid = \"a\"\nchoice = [{{ id = \"b\", combatants = [{{ id = \"rat\" }}] }}]\n"
    )));
    assert!(!accepts(&format!("{ROOT}{}", LEGS.replace("count = 3", "count = 300"))));
    assert!(!accepts(&format!("{ROOT}{}", LEGS.replace("count = 3", "counts = 3"))));
    assert!(!accepts(&ROOT.replace("hp = 12", "")), "a single fight has whole combatants");
}

/// Patterns reach the values of the root and of legs, and steps begin at what stands in each.
#[test]
fn patterns_and_steps_reach_into_legs() {
    let day = format!("{ROOT}{LEGS}");
    for (set, same) in [
        (&["combatants.*.hp=+10%"][..], &["combatants.warden.hp=13", "combatants.captain.hp=22"][..]),
        (
            &["legs.*.combatants.*.hp=+10%"],
            &[
                "legs.gate.combatants.warden.hp=13",
                "legs.gate.combatants.captain.hp=22",
                "legs.gate.combatants.rat.hp=2",
                "legs.hall.combatants.warden.hp=13",
                "legs.hall.combatants.captain.hp=22",
            ],
        ),
        (
            &["combatants.*.hp=+10%", "legs.g*.combatants.warden.hp+=1"],
            &["combatants.warden.hp=13", "combatants.captain.hp=22", "legs.gate.combatants.warden.hp=14"],
        ),
        // A leg keeps what a step in it came to, whatever is set at the root later.
        (
            &["legs.gate.combatants.warden.hp+=1", "combatants.warden.hp=20"],
            &["legs.gate.combatants.warden.hp=13", "combatants.warden.hp=20"],
        ),
        (&["legs.*.repeat+=1"], &["legs.gate.repeat=2", "legs.hall.repeat=3"]),
    ] {
        assert_eq!(form(&day, &[], set), form(&day, &[], same), "{set:?}");
    }
    let files = [("gate.toml", GATE)];
    let alone = "system = \"toy\"\nname = \"Day\"\n[[legs]]\nid = \"a\"\nscenario = \"gate.toml\"\n";
    assert_eq!(
        mistakes(alone, &files, &["combatants.*.hp=+10%"]),
        "--set:1:1: `combatants.*.hp` fits no key that can be set; did you mean `**.combatants.*.hp`?"
    );
    assert_eq!(
        mistakes(&day, &[], &["legs.*.combatants.rat.hp=-=2"]),
        "--set:1:26: `legs.gate.combatants.rat.hp`: `-=2` of 2 makes 0, allowed: 1..=10000"
    );
}

/// An override names the file of a leg, or one for a key of a leg that is made of the root.
#[test]
fn overrides_name_the_files_of_legs() {
    let with = |text: &str, set: &[&str]| {
        let mut scenario = scenario(text);
        let all = overrides(set);
        assert!(all.iter().all(|wanted| scenario.names_file(wanted, SCHEMA)), "{set:?}");
        let named: Vec<_> = all.iter().map(|wanted| ("--set", wanted)).collect();
        let mut list = scenario.set_files(&named, SCHEMA);
        let files = [
            ("gate.toml", GATE),
            ("hall.toml", HALL),
            ("r.csv", "id,hp\nwarden,30\n"),
            ("s.csv", "id,hp\nwarden,40\n"),
        ];
        list.extend(attach(&mut scenario, &files));
        list.extend(scenario.validate(SCHEMA));
        let problems = scenario.problems(list);
        (scenario.canonical(SCHEMA), problems.to_string())
    };
    let day = |file: &str| format!("system = \"toy\"\nname = \"Day\"\n[[legs]]\nid = \"a\"\nscenario = \"{file}\"\n");
    let right = |text: &str, set: &[&str]| {
        let (form, problems) = with(text, set);
        assert_eq!(problems, "", "{set:?}");
        form
    };
    for set in ["legs.a.scenario=hall.toml", "legs.*.scenario=hall.toml"] {
        assert_eq!(right(&day("gate.toml"), &[set]), right(&day("hall.toml"), &[]));
    }
    let root = ROOT.replace("side = \"party\"\nhp = 12", "side = \"party\"");
    let rostered =
        |roster: &str| format!("{}{LEGS}", root.replace("[rules]", &format!("roster = \"{roster}\"\n[rules]")));
    assert_eq!(right(&format!("{root}{LEGS}"), &["roster=r.csv"]), right(&rostered("r.csv"), &[]));
    assert_eq!(right(&rostered("s.csv"), &["roster=r.csv"]), right(&rostered("r.csv"), &[]));
    let own = rostered("r.csv").replace("id = \"gate\"", "id = \"gate\"\nroster = \"s.csv\"");
    assert_eq!(right(&rostered("r.csv"), &["legs.gate.roster=s.csv"]), right(&own, &[]));
    assert_eq!(
        with(&day("gate.toml"), &["legs.a.roster=r.csv"]).1,
        "--set:1:1: `legs.a.roster` cannot be set: the leg has a file of its own, which says it"
    );
    assert_eq!(with(&day("gate.toml"), &["roster=r.csv"]).1.lines().count(), 1);
}
