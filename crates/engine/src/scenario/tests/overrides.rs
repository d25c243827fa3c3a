//! Setting values by dotted paths.

use super::super::OverrideError;
use super::*;

fn set(texts: &[&str]) -> (Scenario, Problems) {
    let mut scenario = scenario(VALID);
    let mut list = scenario.set(&overrides(texts), SCHEMA);
    list.extend(scenario.validate(SCHEMA));
    let problems = scenario.problems(list);
    (scenario, problems)
}

fn value(scenario: &Scenario, path: &str) -> Option<String> {
    scenario.paths(SCHEMA).into_iter().find(|entry| entry.path == path).and_then(|entry| entry.value)
}

/// Sets a value without any problem and returns what is then at the path.
fn set_and_read(text: &str) -> String {
    let (scenario, problems) = set(&[text]);
    assert!(problems.list.is_empty(), "{problems}");
    let (path, _) = text.split_once('=').expect("tests write PATH=VALUE");
    value(&scenario, path).expect("it was set")
}

/// The one problem of an override and what it underlines.
fn the_problem_of(text: &str) -> (Problem, String) {
    let (_, problems) = set(&[text]);
    assert_eq!(problems.list.len(), 1, "{problems}");
    let underlined = underlined(&problems, &problems.list[0]);
    (problems.list[0].clone(), underlined)
}

#[test]
fn an_override_is_a_path_and_a_value() {
    let wanted = |text: &str| text.parse::<Override>();
    assert_eq!(wanted(" a.b = c=d "), Ok(Override { path: "a.b".to_owned(), value: "c=d".to_owned() }));
    for text in ["a.b+=3", "a.b += 3", "a.b=+=3"] {
        assert_eq!(wanted(text).map(|wanted| wanted.to_string().replace(' ', "")).as_deref(), Ok("a.b=+=3"), "{text}");
    }
    assert_eq!(wanted("a.b-=3").map(|wanted| wanted.to_string()).as_deref(), Ok("a.b=-=3"));
    assert_eq!(wanted("a.b\u{2212}=3").map(|wanted| wanted.to_string()).as_deref(), Ok("a.b=-=3"));
    assert_eq!(wanted("a="), Ok(Override { path: "a".to_owned(), value: String::new() }));
    for text in ["a.b", "", "=3", "a.b--=3", "a.b+-=3"] {
        assert_eq!(wanted(text), Err(OverrideError { text: text.to_owned() }));
    }
    assert_eq!(wanted("x").expect_err("no value").to_string(), "expected PATH=VALUE, found `x`");
}

#[test]
fn values_are_read_by_their_kind() {
    for (text, read) in [
        ("rules.meter_ticks=9", "9"),
        ("rules.stakes=spar", "spar"),
        ("rules.stakes=\"spar\"", "spar"),
        ("rules.auto_win=false", "false"),
        ("rules.auto_win=YES", "true"),
        ("rules.auto_win=no", "false"),
        ("rules.auto_win=FALSCH", "false"),
        ("rules.meter_ticks=9.0", "9"),
        ("rules.modifier=\u{2212}3.00", "-3"),
        ("rules.unarmed=1d6 + 1", "1d6+1"),
        ("rules.unarmed=D6", "1d6"),
        ("rules.hit_dice=[\"1D6 + 1\", 2]", "[\"1d6+1\", 2]"),
        ("rules.unarmed=2d4-1", "2d4-1"),
        ("rules.unarmed=3", "3"),
        ("rules.unarmed=\"2d4\"", "2d4"),
        ("rules.triggers=\"half_out\" 'first_out'", "[\"half_out\", \"first_out\"]"),
        ("rules.triggers=[\"half_out\"]", "[\"half_out\"]"),
        ("rules.triggers=half_out, first_out", "[\"half_out\", \"first_out\"]"),
        ("rules.must_fall=", "[]"),
        ("name=The \"old\" bridge", "The \"old\" bridge"),
        ("name='quoted'", "quoted"),
        ("combatants.warden.attacks.bow.dr=15", "15"),
        ("combatants.captain.attributes.str=-5", "-5"),
        ("zones.river.hazard.damage=d6", "1d6"),
    ] {
        assert_eq!(set_and_read(text), read, "{text}");
    }
}

#[test]
fn tables_on_the_way_are_made() {
    assert_eq!(set_and_read("rules.tables.size=3"), "3");
    assert_eq!(set_and_read("combatants.captain.skills.bow=3"), "3");
    let (scenario, problems) = set(&["zones.road.hazard.dr=7"]);
    assert_eq!(value(&scenario, "zones.road.hazard.dr").as_deref(), Some("7"));
    assert!(problems.to_string().starts_with("--set:1:1: `zones.road.hazard.test` is missing"), "{problems}");
}

#[test]
fn whole_tables_and_lists_can_be_set() {
    let (scenario, problems) = set(&["combatants.warden.attributes={ con = 1, str = 2 }", "zones=[{ id = \"moor\" }]"]);
    assert!(problems.list.is_empty(), "{problems}");
    assert_eq!(value(&scenario, "combatants.warden.attributes.con").as_deref(), Some("1"));
    assert_eq!(value(&scenario, "combatants.warden.attributes.dex"), None);
    assert_eq!(value(&scenario, "zones.moor.id").as_deref(), Some("moor"));
}

#[test]
fn a_new_name_comes_last_and_an_old_one_stays_where_it_was() {
    let (scenario, problems) = set(&["combatants.warden.attributes.con=1", "combatants.warden.attributes.str=9"]);
    assert!(problems.list.is_empty(), "{problems}");
    let names: Vec<_> = scenario.root(SCHEMA).get(File::COMBATANTS)[0].get(Sheet::ATTRIBUTES).unwrap_or_default();
    let names: Vec<_> = names.into_iter().map(|(name, value, _)| (name, value)).collect();
    assert_eq!(names, [("str", 9), ("dex", -1), ("con", 1)]);
}

#[test]
fn the_last_of_several_wins() {
    let (scenario, problems) = set(&["rules.max_rounds=0", "rules.max_rounds=7"]);
    assert!(problems.list.is_empty(), "{problems}");
    assert_eq!(value(&scenario, "rules.max_rounds").as_deref(), Some("7"));
}

#[test]
fn a_wrong_value_is_underlined_in_the_override() {
    for (text, code, underlined) in [
        ("rules.meter_ticks=8", "out-of-range", "8"),
        ("rules.meter_ticks=9.5", "wrong-type", "9.5"),
        ("rules.meter_ticks=nine", "wrong-type", "nine"),
        ("rules.auto_win=yep", "wrong-type", "yep"),
        ("rules.stakes=deth", "not-a-word", "deth"),
        ("rules.triggers=[\"half_out\", \"all\"]", "not-a-word", "\"all\""),
        ("rules.triggers=[\"half_out\"", "syntax", ""),
        ("rules.unarmed=2w6", "bad-dice", "2w6"),
        ("combatants.warden.attributes.Str=1", "bad-name", "combatants.warden.attributes.Str"),
    ] {
        let (problem, found) = the_problem_of(text);
        assert_eq!((problem.code(), found.as_str()), (code, underlined), "{text}");
    }
    let (problem, _) = the_problem_of("rules.max_rounds=soon");
    assert_eq!(problem.to_string(), "`rules.max_rounds` is the text \"soon\", expected a whole number, 1..=1000");
}

#[test]
fn an_unknown_path_names_the_nearest() {
    for (path, nearest) in [
        ("rules.meter_tick", Some("rules.meter_ticks")),
        ("rule.meter_ticks", Some("rules.meter_ticks")),
        ("meter_ticks", Some("rules.meter_ticks")),
        ("combatants.wardn.hp", Some("combatants.warden.hp")),
        ("combatants.warden.atacks.bow.dr", Some("combatants.warden.attacks.bow.dr")),
        ("combatants.warden.attacks.bo.dr", Some("combatants.warden.attacks.bow.dr")),
        ("warden.hp", Some("combatants.warden.hp")),
        ("captain.hp", Some("combatants.captain.hp")),
        ("captian.hp", Some("combatants.captain.hp")),
        ("combatants.warden.bow.dr", Some("combatants.warden.attacks.bow.dr")),
        ("warden.bow.damage", Some("combatants.warden.attacks.bow.damage")),
        ("river.damage", Some("zones.river.hazard.damage")),
        ("combatants.warden.skils.axe", Some("combatants.warden.skills.axe")),
        ("rules.stakes.x", None),
        ("rules.colour", None),
        ("combatants", None),
        ("combatants.warden", None),
        ("", None),
        (".", None),
    ] {
        if matches!(path, "combatants" | "") {
            continue;
        }
        let (problem, underlined) = the_problem_of(&format!("{path}=1"));
        assert_eq!((problem.code(), underlined.as_str()), ("unknown-path", path));
        let help = nearest.map(|nearest| format!("did you mean `{nearest}`?"));
        assert_eq!(problem.help(), help, "{path}");
    }
}

/// Tables of a list are found by their ids alone, which the message lists where a path names none of them.
#[test]
fn tables_are_named_by_their_ids() {
    let ids = "combatants are named by their id: warden, captain";
    for (path, help) in [
        ("combatants[0].hp", format!("did you mean `combatants.warden.hp`? {ids}")),
        ("combatants[1].attacks.bow.dr", format!("did you mean `combatants.warden.attacks.bow.dr`? {ids}")),
        ("combatants[9].hp", ids.to_owned()),
        ("combatants[0].mana", ids.to_owned()),
        ("combatants[].hp", ids.to_owned()),
        ("combatants[x", ids.to_owned()),
        ("combatants[0]", ids.to_owned()),
        ("combatants.mana", ids.to_owned()),
    ] {
        let (problem, underlined) = the_problem_of(&format!("{path}=1"));
        assert_eq!((problem.code(), underlined.as_str()), ("unknown-path", path));
        assert_eq!(problem.help(), Some(help), "{path}");
    }
}

/// A value that several tables have is nobody's own: none of them is proposed, but all are named.
#[test]
fn a_path_that_fits_several_tables_names_them() {
    for path in ["hp", "enemies.hp", "hero.hp"] {
        let (problem, _) = the_problem_of(&format!("{path}=1"));
        assert_eq!(problem.help().as_deref(), Some("combatants are named by their id: warden, captain"), "{path}");
    }
}

#[test]
fn a_copy_is_answered_with_the_entry_that_it_is_made_of() {
    for path in ["combatants.warden-1.hp", "warden-2.hp"] {
        let (problem, _) = the_problem_of(&format!("{path}=1"));
        let help = "did you mean `combatants.warden.hp`? warden-1 to warden-2 share one entry";
        assert_eq!(problem.help().as_deref(), Some(help), "{path}");
    }
    let (problem, _) = the_problem_of("combatants.captain-1.hp=1");
    assert_eq!(problem.help().as_deref(), Some("did you mean `combatants.captain.hp`?"));
}

/// A plus sign may mean the number or a sum: both are said, and none is taken.
#[test]
fn a_number_with_a_plus_sign_is_refused_with_both_readings() {
    for (text, help) in [
        ("combatants.warden.hp=+3", "write `+=3` to add 3 to the 12 there is, which makes 15, or `=3` to set it"),
        (
            "combatants.captain.attributes.str=+1",
            "write `+=1` to add 1 to the 2 there is, which makes 3, or `=1` to set it",
        ),
        ("combatants.captain.attributes.con=+1", "nothing can be added to what stands: write `=1` to set it"),
        ("combatants.*.hp=+3", "write `+=3` to add 3 to what stands, or `=3` to set it"),
        ("rules.max_rounds=+ 5", "write `+=5` to add 5 to the 100 there is, which makes 105, or `=5` to set it"),
        (
            "combatants.warden.attacks.bow.damage=+1",
            "write `+=1` to add 1 to the 1d6 there is, which makes 1d6+1, or `=1` to set it",
        ),
        ("combatants.warden.hp=+1.5", "nothing can be added to what stands: write `=1.5` to set it"),
    ] {
        let (problem, underlined) = the_problem_of(text);
        let value = text.split_once('=').expect("tests write PATH=VALUE").1;
        assert_eq!((problem.code(), underlined.as_str()), ("sum", value), "{text}");
        assert_eq!(problem.to_string(), format!("`{text}` can mean two things"));
        assert_eq!(problem.help().as_deref(), Some(help), "{text}");
    }
    assert_eq!(set_and_read("combatants.captain.attributes.str=-1"), "-1", "a minus sign has one reading");
    assert_eq!(set_and_read("name=+1 sword"), "+1 sword", "a text is no number");
}

/// The paths that overrides came to, with the values before and after.
fn resolved(texts: &[&str]) -> Vec<String> {
    let (scenario, problems) = set(texts);
    assert!(problems.list.is_empty(), "{texts:?}: {problems}");
    let told = |known: &super::super::Resolved| {
        assert_eq!(value(&scenario, &known.path).as_ref(), Some(&known.after), "{texts:?}");
        format!("{} {} {}", known.path, known.before.as_deref().unwrap_or("-"), known.after)
    };
    scenario.resolved().iter().map(told).collect()
}

#[test]
fn a_pattern_sets_every_key_that_it_fits() {
    assert_eq!(resolved(&["combatants.*.hp=15"]), ["combatants.warden.hp 12 15", "combatants.captain.hp 20 15"]);
    assert_eq!(resolved(&["**.hp=15"]), resolved(&["combatants.*.hp=15"]));
    assert_eq!(resolved(&["combatants.w*.hp=15"]), ["combatants.warden.hp 12 15"]);
    assert_eq!(resolved(&["combatants.*.attacks.*.damage=1d8"]), ["combatants.warden.attacks.bow.damage 1d6 1d8"]);
    assert_eq!(resolved(&["zones.*.capacity=2"]), ["zones.road.capacity 4 2", "zones.river.capacity - 2"]);
    assert_eq!(resolved(&["combatants.*.name=+1 blade"])[1], "combatants.captain.name - +1 blade");
    assert_eq!(resolved(&["combatants.warden.hp=15"]), [] as [&str; 0], "which says itself what it comes to");
}

/// A step begins at the value that stands when its turn comes: that of the file, of an earlier override, or the default.
#[test]
fn steps_begin_at_what_stands() {
    for (texts, expected) in [
        (&["combatants.*.hp=+10%"][..], &["combatants.warden.hp 12 13", "combatants.captain.hp 20 22"][..]),
        (&["combatants.*.hp=-12.5%"], &["combatants.warden.hp 12 11", "combatants.captain.hp 20 18"]),
        (&["combatants.warden.hp+=3"], &["combatants.warden.hp 12 15"]),
        (&["combatants.warden.hp=-=3"], &["combatants.warden.hp 12 9"]),
        (&["combatants.*.hp=14", "combatants.captain.hp=+=1"], &["combatants.captain.hp 14 15"]),
        (&["combatants.warden.hp=+50%", "combatants.warden.hp=+50%"], &["combatants.warden.hp 18 27"]),
        (&["rules.max_rounds=-50%"], &["rules.max_rounds 100 50"]),
        (&["rules.meter_ticks=+20%"], &["rules.meter_ticks 11 13"]),
        (&["combatants.warden.attacks.bow.damage+=2"], &["combatants.warden.attacks.bow.damage 1d6 1d6+2"]),
        (&["combatants.*.attributes.*+=1"], &["combatants.captain.attributes.str 2 3"]),
    ] {
        let resolved = resolved_last(texts);
        assert!(expected.iter().all(|line| resolved.iter().any(|known| known == line)), "{texts:?}: {resolved:?}");
    }
    // All keys of a pattern begin at what stood before any of them was set.
    let (scenario, problems) = set(&["combatants.*.hp=+10%", "combatants.warden.id=guard", "combatants.warden.hp+=1"]);
    assert!(problems.list.is_empty(), "{problems}");
    assert_eq!(value(&scenario, "combatants.guard.hp").as_deref(), Some("14"));
    let exchanged = ["combatants.warden.id=captain", "combatants.captain.id=warden", "combatants.*.hp+=1"];
    let (scenario, problems) = set(&exchanged);
    assert!(problems.list.is_empty(), "{problems}");
    assert_eq!(value(&scenario, "combatants.captain.hp").as_deref(), Some("13"));
}

/// As [`resolved`], of overrides some of which change what others have set.
fn resolved_last(texts: &[&str]) -> Vec<String> {
    let (scenario, problems) = set(texts);
    assert!(problems.list.is_empty(), "{texts:?}: {problems}");
    let told = |known: &super::super::Resolved| {
        format!("{} {} {}", known.path, known.before.as_deref().unwrap_or("-"), known.after)
    };
    scenario.resolved().iter().map(told).collect()
}

/// The refusal of an override: the code, what is underlined, the message, and the help.
type Refused<'a> = (&'a str, &'a str, &'a str, &'a str, Option<&'a str>);

fn assert_refused(cases: &[Refused<'_>]) {
    for &(text, code, underlined_part, message, help) in cases {
        let (problem, underlined) = the_problem_of(text);
        assert_eq!((problem.code(), underlined.as_str()), (code, underlined_part), "{text}");
        assert_eq!(problem.to_string(), message, "{text}");
        assert_eq!(problem.help().as_deref(), help, "{text}");
    }
}

#[test]
fn patterns_that_fit_nothing_and_steps_from_nothing_are_refused() {
    assert_refused(&[
        (
            "combatants.*.hpp=3",
            "nothing-fits",
            "combatants.*.hpp",
            "`combatants.*.hpp` fits no key that can be set",
            Some("did you mean `combatants.*.hp`?"),
        ),
        ("orcs.*=3", "nothing-fits", "orcs.*", "`orcs.*` fits no key that can be set", None),
        (
            "combatants.warden.*=3",
            "mixed-kinds",
            "combatants.warden.*",
            "`combatants.warden.*` fits keys of different kinds: `combatants.warden.id` (id) and `combatants.warden.name` (text)",
            None,
        ),
        (
            "rules.modifier=+=1",
            "step",
            "+=1",
            "`rules.modifier`: `+=1` has nothing to begin with: the key is not set and has no default",
            None,
        ),
        (
            "combatants.captain.attributes.con=+10%",
            "step",
            "+10%",
            "`combatants.captain.attributes.con`: `+10%` has nothing to begin with: the key is not set and has no default",
            None,
        ),
    ]);
}

#[test]
fn steps_that_lead_nowhere_are_refused() {
    assert_refused(&[
        (
            "rules.stakes=+10%",
            "step",
            "+10%",
            "`rules.stakes`: `+10%` needs a number to begin with, and it is `death`",
            None,
        ),
        (
            "rules.max_rounds=+1000%",
            "step",
            "+1000%",
            "`rules.max_rounds`: `+1000%` of 100 makes 1100, allowed: 1..=1000",
            None,
        ),
        (
            "rules.meter_ticks+=1",
            "step",
            "+=1",
            "`rules.meter_ticks`: `+=1` of 11 makes 12, allowed: odd, 5..=101",
            None,
        ),
        (
            "combatants.warden.attacks.bow.damage=+10%",
            "step",
            "+10%",
            "`combatants.warden.attacks.bow.damage`: `+10%` needs a whole number to begin with, and it is the dice `1d6`; \
             `+=1` adds to dice",
            None,
        ),
        (
            "combatants.warden.hp=+=x",
            "refused",
            "+=x",
            "`combatants.warden.hp`: `+=x` is no step: write `+=3` or `-=3` for a whole number, `+10%` or `-12.5%` for a portion of \
             what stands",
            None,
        ),
        (
            "combatants.wardem.hp+=1",
            "unknown-path",
            "combatants.wardem.hp",
            "no value can be set at `combatants.wardem.hp`",
            Some("did you mean `combatants.warden.hp`?"),
        ),
        ("system=+10%", "not-settable", "system", "`system` cannot be set: only the file can give it", None),
    ]);
    // A key that is out of range after its step is told of with all others, and nothing is set.
    let (scenario, problems) = set(&["combatants.*.hp=-=15"]);
    assert_eq!(problems.to_string(), "--set:1:17: `combatants.warden.hp`: `-=15` of 12 makes -3, allowed: 1..=10000");
    assert_eq!(value(&scenario, "combatants.captain.hp").as_deref(), Some("20"));
    // A value that the rules refuse is underlined as it was written.
    let (_, problems) = set(&["combatants.*.hp=0"]);
    let lines: Vec<String> = problems.to_string().lines().map(str::to_owned).collect();
    assert_eq!(
        lines,
        [
            "--set:1:17: `combatants.warden.hp` is 0, allowed: 1..=10000",
            "--set:1:17: `combatants.captain.hp` is 0, allowed: 1..=10000"
        ]
    );
}

/// Several overrides may name a table by the id that stands in the file, although one of them gives it a new one.
#[test]
fn a_path_names_a_table_by_the_id_of_the_file() {
    let ids = |scenario: &Scenario| -> Vec<(String, i64)> {
        let read =
            |sheet: super::super::Section<'_>| (sheet.get(Sheet::ID).to_owned(), sheet.find(Sheet::HP).expect("given"));
        scenario.root(SCHEMA).get(File::COMBATANTS).into_iter().map(read).collect()
    };
    for (texts, expected) in [
        (&["combatants.warden.id=guard", "combatants.warden.hp=7"][..], [("guard", 7), ("captain", 20)]),
        (&["combatants.warden.id=guard", "combatants.guard.hp=7"], [("guard", 7), ("captain", 20)]),
        (
            &["combatants.warden.id=captain", "combatants.captain.id=warden", "combatants.captain.hp=7"],
            [("captain", 12), ("warden", 7)],
        ),
    ] {
        let (scenario, problems) = set(texts);
        assert!(problems.list.is_empty(), "{problems}");
        assert_eq!(ids(&scenario), expected.map(|(id, hp)| (id.to_owned(), hp)), "{texts:?}");
    }
    let (scenario, problems) =
        set(&["combatants=[{ id = \"captain\", side = \"party\", hp = 3 }]", "combatants.captain.hp=4"]);
    assert!(problems.list.is_empty(), "{problems}");
    assert_eq!(ids(&scenario), [("captain".to_owned(), 4)], "the file's second is not there any more");
}

#[test]
fn a_suggested_path_is_fit_for_one_line() {
    let (problem, _) = the_problem_of("rule.meter\u{1b}ticks=1");
    assert_eq!(problem.help().as_deref(), Some("did you mean `rules.meter\\u{1b}ticks`?"));
}

#[test]
fn what_only_the_file_can_give_is_not_set() {
    for path in ["system", "roster"] {
        assert_eq!(the_problem_of(&format!("{path}=toy")).0.code(), "not-settable");
    }
}

#[test]
fn paths_list_what_is_given_and_what_is_defaulted() {
    let scenario = scenario(VALID);
    let paths = scenario.paths(SCHEMA);
    let entry = |path: &str| paths.iter().find(|entry| entry.path == path).expect(path);
    let shown = |path: &str| (entry(path).value.as_deref(), entry(path).is_given());
    assert_eq!(shown("rules.meter_ticks"), (Some("11"), true));
    assert_eq!(shown("rules.max_rounds"), (Some("100"), false));
    assert_eq!(shown("rules.modifier"), (None, false));
    assert_eq!(shown("rules.tables.size"), (Some("2"), false));
    assert_eq!(shown("combatants.warden.attributes.dex"), (Some("-1"), true));
    assert_eq!(shown("zones.river.hazard.dr"), (Some("12"), false));
    assert_eq!(shown("zones.road.hazard.dr"), (None, false));
    assert_eq!(entry("combatants.warden.attributes.dex").key.name, "attributes");
    assert!(paths.iter().all(|entry| entry.path != "system"));
}

#[test]
fn a_group_of_keys_is_listed_where_it_is_given_and_set_anywhere() {
    let (scenario, problems) = set(&["combatants.warden.attacks.bow.critical.fatigue=2"]);
    assert!(problems.list.is_empty(), "{problems}");
    assert_eq!(value(&scenario, "combatants.warden.attacks.bow.critical.fatigue").as_deref(), Some("2"));
    assert_eq!(value(&scenario, "combatants.warden.attacks.bow.critical.stunned").as_deref(), Some("false"));
    assert!(scenario.paths(SCHEMA).iter().all(|entry| !entry.path.contains("success")));
    let attack = scenario.root(SCHEMA).get(File::COMBATANTS)[0].get(Sheet::ATTACKS)[0];
    assert_eq!(attack.get(Attack::SUCCESS).get(Effect::FATIGUE), 0);
    assert_eq!(attack.get(Attack::CRITICAL).map(|effect| effect.get(Effect::FATIGUE)), Some(2));
}

#[test]
fn every_listed_value_can_be_set_again_without_a_change() {
    let before = scenario(VALID);
    let given = before.paths(SCHEMA).into_iter().filter_map(|entry| Some((entry.path, entry.value?)));
    let wanted: Vec<_> = given.map(|(path, value)| Override { path, value }).collect();
    let mut after = before.clone();
    assert_eq!(after.set(&wanted, SCHEMA), []);
    assert_eq!(after.validate(SCHEMA), []);
    assert_eq!(after.canonical(SCHEMA), before.canonical(SCHEMA));
}

/// Texts for the same value have one spelling, and every other text stays as it is.
#[test]
fn equal_values_have_one_spelling() {
    let spellings = |path: &str, values: &[&str]| {
        Scenario::spellings(path, &values.iter().map(ToString::to_string).collect::<Vec<_>>(), SCHEMA)
    };
    for (path, value, spelling) in [
        ("rules.unarmed", "1d6 + 1", "1d6+1"),
        ("rules.unarmed", "1+D6", "1d6+1"),
        ("rules.unarmed", "2d6\u{2212}1", "2d6-1"),
        ("rules.meter_ticks", "09", "9"),
        ("rules.meter_ticks", "9.0", "9"),
        ("rules.max_rounds", "1 000", "1000"),
        ("rules.auto_win", "yes", "true"),
        ("rules.auto_win", "Off", "false"),
        ("rules.auto_win", "perhaps", "perhaps"),
        ("rules.stakes", "\"spar\"", "spar"),
        ("rules.stakes", "Spar", "spar"),
        ("rules.lasts", "Start", "start"),
        ("rules.triggers", "half_out;first_out", "half_out;first_out"),
        // A value that is refused later is shown as it was typed, and so are ids and names.
        ("rules.meter_ticks", "+9", "+9"),
        ("rules.unarmed", "d", "d"),
        ("combatants.warden.id", "d6", "d6"),
        ("name", "1d6 + 1", "1d6 + 1"),
        ("rules.nowhere", "1d6 + 1", "1d6 + 1"),
    ] {
        assert_eq!(spellings(path, &[value]), [spelling], "{path}={value}");
    }
    // Lists are shown as the first of the equal ones is written.
    let lists = ["half_out;first_out", "[\"half_out\", \"first_out\"]", "[\"first_out\"]", "first_out"];
    assert_eq!(spellings("rules.triggers", &lists), [lists[0], lists[0], lists[2], lists[2]]);
}

/// Tables inside of tables are named by the ids of the file as well, in whatever order they are changed.
#[test]
fn a_table_inside_of_another_keeps_its_id_in_a_series() {
    const TABLE: &str =
        "[rules.injury_tables]\nblunt = [{ roll = \"1-3\", damage = 1 }, { roll = \"4-6\", damage = 2 }]\n";
    let path = "rules.injury_tables.blunt";
    let set = |texts: &[String]| {
        let mut scenario = scenario(&format!("{VALID}{TABLE}"));
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let problems = scenario.set(&overrides(&texts), SCHEMA);
        (scenario.canonical(SCHEMA), scenario.problems(problems).to_string())
    };
    let [roll, harm] = [format!("{path}.1-3.roll=1-2"), format!("{path}.1-3.damage=5")];
    let (first, problems) = set(&[roll.clone(), harm.clone()]);
    assert_eq!(problems, "");
    assert_eq!(set(&[harm, roll.clone()]), (first.clone(), String::new()), "in whatever order");
    assert_eq!(set(&[roll.clone(), format!("{path}.1-2.damage=5")]).0, first, "by its new id too");
    let swapped = [format!("{path}.1-3.roll=4-6"), format!("{path}.4-6.roll=1-3"), format!("{path}.1-3.damage=7")];
    let (swapped, problems) = set(&swapped);
    assert!(problems.is_empty() && swapped.contains(r#"{"roll":"4-6","damage":"7""#), "{swapped}");
    // A list that is replaced has its own ids.
    let replaced = format!("{path}=[{{ roll = \"1-9\", damage = 3 }}]");
    let (_, problems) = set(&[roll, replaced, format!("{path}.1-3.damage=1")]);
    assert!(problems.contains("no value can be set at"), "{problems}");
}
