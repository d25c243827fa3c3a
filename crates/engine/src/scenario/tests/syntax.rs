//! Texts that are not TOML, as people write them who come from elsewhere.

use super::*;

/// The one mistake of a text: its message, its help, and what is underlined.
#[track_caller]
fn slip(text: &str) -> (String, String, String) {
    let problems = match Scenario::parse(Source::new("a.toml", text)) {
        Ok(scenario) => scenario.problems(scenario.validate(SCHEMA)),
        Err(problems) => problems,
    };
    assert_eq!(problems.list.len(), 1, "{problems}");
    let problem = &problems.list[0];
    (problem.to_string(), problem.help().unwrap_or_default(), underlined(&problems, problem))
}

fn in_words(message: &str, help: &str, underlined: &str) -> (String, String, String) {
    (format!("not valid TOML: {message}"), help.to_owned(), underlined.to_owned())
}

/// The mistakes of a text, a line each.
fn all(text: &str) -> Vec<String> {
    problems_of(text).lines().map(str::to_owned).collect()
}

#[test]
fn yaml_is_one_mistake() {
    let yaml = "this is YAML, and a scenario is TOML";
    assert_eq!(slip("count: 5\n"), in_words(yaml, "write `count = 5`", "count: 5"));
    let whole = "---\nsystem: toy\nname: The bridge\nrules:\n  stakes: spar\ncombatants:\n  - id: warden\n    side: party\n    \
                 hp: 12\n    triggers:\n      - first_out\n";
    assert_eq!(slip(whole), in_words(yaml, "write `system = \"toy\"`", "---"));
    assert_eq!(slip(&format!("{HEAD}{FIGHTER}count: 5\n")), in_words(yaml, "write `count = 5`", "count: 5"));
    assert_eq!(slip("rules:\n").1, "write `[rules]`, and below it `key = value`, a line each");
    // Another mistake beside a line in YAML is told as well.
    let two = all(&format!("{HEAD}{FIGHTER}name = warden\ncount: 5\n"));
    assert_eq!(two.len(), 2, "{two:?}");
}

#[test]
fn json_is_one_mistake() {
    let help =
        "write `key = value`, a line each, without braces around the file; a table has its name in brackets: `[rules]`";
    let json = in_words("this is JSON, and a scenario is TOML", help, "{");
    assert_eq!(slip("{\n  \"system\": \"toy\",\n  \"combatants\": [{ \"id\": \"warden\", \"hp\": 12 }]\n}\n"), json);
    assert_eq!(slip("\u{feff}{}"), json);
    assert_eq!(slip("[\n  { \"system\": \"toy\" }\n]\n").0, json.0);
}

#[test]
fn a_text_without_quotes_is_shown_with_them() {
    let expected = in_words("the text `zones` has no quotes", "write `system = \"zones\"`", "zones");
    assert_eq!(slip("system = zones\nname = \"x\"\n"), expected);
    let (message, help, _) = slip("system = zones # the rules\n");
    assert_eq!((message.as_str(), help.as_str()), (expected.0.as_str(), expected.1.as_str()));
    assert_eq!(slip("name = The old bridge\n").1, "write `name = \"The old bridge\"`");
    assert_eq!(slip("hd = 1d6\n").1, "write `hd = \"1d6\"`");
    assert_eq!(slip("hazard = { test = str, dr = 12 }\n").1, "write `test = \"str\"`");
    assert_eq!(slip("auto_win = True\n").1, "write `auto_win = true`");
    assert_eq!(slip("heal_below = 40%\n").1, "write `heal_below = 40`");
    assert!(slip("hp = 2,5\n").1.contains("`2.5`"));
}

/// A key that takes truth values alone is answered with one, wherever it stands and however the line is wrong; others with quotes.
#[test]
fn a_truth_value_of_another_language_is_shown_without_quotes() {
    let help = |text: &str| {
        let mut problems = Scenario::parse(Source::new("a.toml", text)).expect_err("no TOML");
        problems.hint_by(&[SCHEMA]);
        assert_eq!(problems.list.len(), 1, "{problems}");
        (problems.list[0].to_string(), problems.list[0].help().unwrap_or_default())
    };
    for (written, key, truth) in [
        ("auto_win = yes", "auto_win", "true"),
        ("auto_win = WAHR # at all times", "auto_win", "true"),
        ("rules.auto_win = on", "rules.auto_win", "true"),
        ("\"auto_win\" = off", "\"auto_win\"", "false"),
        ("rules = { pace = 5, auto_win = no }", "auto_win", "false"),
        ("auto_win: vrai", "auto_win", "true"),
        ("auto_win nein", "auto_win", "true` or `auto_win = false"),
        ("auto_win = maybe", "auto_win", "true` or `auto_win = false"),
    ] {
        for text in [format!("{written}\n"), format!("[rules]\n{written}\n")] {
            assert_eq!(help(&text).1, format!("write `{key} = {truth}`"), "{text}");
        }
    }
    assert_eq!(help("auto_win = yes\n").0, "not valid TOML: `yes` is no value of TOML");
    assert_eq!(help("name = yes\n").1, "write `name = \"yes\"`");
    let nested = scenario(VALID).set(&overrides(&["rules={ auto_win = yes }"]), SCHEMA);
    assert_eq!(nested[0].help().as_deref(), Some("write `auto_win = true`"));
}

#[test]
fn quotes_of_a_word_processor_are_named_and_shown_straight() {
    let message = "`“` and `”` are the quotes of a word processor, TOML has straight ones";
    assert_eq!(slip("system = “zones”\n"), in_words(message, "write `system = \"zones\"`", "“zones”"));
    assert_eq!(slip("name = „Die alte Brücke“\n").1, "write `name = \"Die alte Brücke\"`");
    assert_eq!(slip("side = ‘party’\n").1, "write `side = \"party\"`");
    assert_eq!(slip("a = { side = “party”, hp = 3 }\n").1, "write `a = { side = \"party\", hp = 3 }`");
    // Inside straight quotes they are text.
    let said = format!("{HEAD}description = \"Who says “halt”?\"\n{FIGHTER}");
    assert_eq!(problems_of(&said), "");
}

/// A quote without another one begins or ends a text, which takes the rest of the line.
#[test]
fn a_single_quote_of_a_word_processor_is_named() {
    let message = |quote: char| format!("`{quote}` is a quote of a word processor, TOML has straight ones");
    let expected = in_words(&message('\u{2019}'), "write `id = \"hero\"`", "\u{2019}");
    assert_eq!(slip("id = \u{2019}hero\n"), expected);
    assert_eq!(slip("id = \"hero\u{2019}\n"), expected);
    assert_eq!(slip("id = 'hero\u{2019} # who\n").0, expected.0);
    assert_eq!(slip("id = \u{201c}hero\"\n"), in_words(&message('\u{201c}'), "write `id = \"hero\"`", "\u{201c}"));
    assert_eq!(slip("side = hero\u{201d}\n").1, "write `side = \"hero\"`");
    let (found, help, _) = slip("a = { side = \u{2018}party, hp = 3 }\n");
    assert_eq!(found, format!("not valid TOML: {}", message('\u{2018}')));
    assert_eq!(help, "a text stands between two straight quotes: `\"text\"`");
}

#[test]
fn colons_in_braces_are_one_mistake_of_the_line() {
    let message = "keys in braces have `=`, not `:`";
    let expected = in_words(message, "write `attributes = { str = 2, dex = 1, con = 0 }`", "str: 2, dex: 1, con:");
    assert_eq!(slip("attributes = { str: 2, dex: 1, con: 0 }\n"), expected);
    assert_eq!(slip("attributes = { str:2 }\n").1, "write `attributes = { str = 2 }`");
    assert_eq!(slip("attributes = { \"str\": 2, dex = 1 }\n").1, "write `attributes = { \"str\" = 2, dex = 1 }`");
    assert_eq!(slip("attributes = { \"str\" : 2 }\n").1, "write `attributes = { \"str\" = 2 }`");
    let attack = "attacks = [{ id: sword, kind: \"melee\", damage: 1d6 }]\n";
    assert_eq!(slip(attack).1, "write `attacks = [{ id = \"sword\", kind = \"melee\", damage = \"1d6\" }]`");
    assert_eq!(slip("attributes = {\n  str: 2,\n}\n").1, "write `str = 2,`");
    assert_eq!(slip("a = { b: { c: 1 } }\n").1, "write `a = { b = { c = 1 } }`");
    // In a text and in a date they are at home.
    let told = format!("{HEAD}description = \"Who: me\"\n{FIGHTER}attributes = {{ str = 12:30:00 }}\n");
    assert!(
        problems_of(&told).contains("the date or time 12:30:00") && all(&told).len() == 1,
        "{}",
        problems_of(&told)
    );
}

#[test]
fn a_header_with_other_brackets_behind_than_before_is_shown_with_two() {
    for wrong in ["[[combatants]", "[combatants]]", "[[combatants"] {
        let text = format!("{HEAD}{}{FIGHTER}", FIGHTER.replace("[[combatants]]", wrong));
        let expected = in_words(&format!("the brackets of `{wrong}` do not match"), "write `[[combatants]]`", wrong);
        assert_eq!(slip(&text), expected);
    }
    assert_eq!(slip(&format!("{HEAD}{FIGHTER}[rules # of the house\n")).1, "write `[rules]`");
}

#[test]
fn an_id_in_a_header_is_sent_below_it() {
    let of_id = "write `[[combatants]]`, and `id = \"warden\"` below it";
    let named = FIGHTER.replace("[[combatants]]", "[combatants.warden]").replace("id = \"warden\"\n", "");
    assert_ne!(named, FIGHTER);
    assert_eq!(slip(&format!("{HEAD}{named}")).1, of_id);
    let beside = problems_of(&format!("{HEAD}{named}{FIGHTER}"));
    let expected =
        format!("; a `[[combatants]]` has to stand above `combatants.warden`; if `warden` is an id: {of_id}");
    assert!(beside.contains(&expected), "{beside}");
    assert_eq!(slip(&format!("{HEAD}combatants.warden.hp = 3\n")).1, of_id);
    let attack = format!("{HEAD}{FIGHTER}[combatants.attacks.bow]\ndamage = \"1d6\"\n");
    assert_eq!(slip(&attack).1, "write `[[combatants.attacks]]`, and `id = \"bow\"` below it");
    let early = format!("{HEAD}[combatants.attributes]\nstr = 1\n");
    assert_eq!(slip(&early).1, "a `[[combatants]]` has to stand above `combatants.attributes`");
}

#[test]
fn a_file_that_is_no_attempt_at_a_scenario_is_called_so() {
    let no_scenario = |reason: &str| format!("this is no scenario: {reason}");
    let prose = "The ogre stands at the gate. It is a big ogre, and it hits hard.\n\nTwo heroes come along: one with a \
                 sword, and another one with a bow.\n- They fight.\n";
    let (message, _, underlined) = slip(prose);
    assert_eq!(message, no_scenario("no line has the form `key = value`"));
    assert_eq!(underlined, prose.lines().next().expect("a line"));
    assert_eq!(slip("# Ogres\n\nAn ogre = big. Hits hard\n").0, message);
    for page in
        ["<!DOCTYPE html>\n<html lang=\"en\"><head></head>\n<body class=\"a\">\n</body></html>\n", "\u{feff}<p>x</p>"]
    {
        assert_eq!(slip(page).0, no_scenario("it is HTML or XML"));
    }
    // One line with the form of TOML, and it is a scenario with mistakes.
    assert!(slip("system \"toy\"\n").0.contains("`=` is missing after `system`"));
    assert!(!problems_of(&format!("{HEAD}{FIGHTER}this line has many words\n")).contains("no scenario"));
}

#[test]
fn a_missing_comma_is_named_with_what_follows_it() {
    let comma = |word: &str| in_words(&format!("a comma is missing before `{word}`"), "", word);
    assert_eq!(slip("attributes = { str = 2 dex = 1 }\n"), comma("dex"));
    assert_eq!(slip("attributes = { str = 2.5 dex = 1 }\n"), comma("dex"));
    assert_eq!(slip("ids = [\"a\" \"b\"]\n"), comma("\"b\""));
    assert_eq!(slip("attacks = [{ id = \"a\" } { id = \"b\" }]\n").0, comma("{").0);
    assert_eq!(slip("attacks = [\n  { id = \"a\" kind = \"melee\" },\n]\n"), comma("kind"));
    assert_eq!(slip("a = { b = [1, 2] c = { d = 1 } }\n"), comma("c"));
    let all = all("attributes = { str = 2 dex = 1 con = 3 }\n");
    assert_eq!(all.len(), 2, "{all:?}");
}

#[test]
fn a_lookalike_in_a_bare_value_is_named() {
    let minus = "a minus sign (U+2212) stands where TOML has `-`";
    assert_eq!(slip("hp = \u{2212}11\n"), in_words(minus, "write `hp = -11`", "\u{2212}"));
    assert_eq!(slip("hp = \u{2013}11\n").0, "not valid TOML: an en dash (U+2013) stands where TOML has `-`");
    assert_eq!(slip("unarmed = 2d6\u{2212}1\n").1, "write `unarmed = \"2d6-1\"`");
    assert_eq!(slip("a = { dex = \u{2212}1, str = 2 }\n").1, "write `a = { dex = -1, str = 2 }`");
    assert!(slip("hp\u{a0}= 11\n").0.contains("a no-break space (U+00A0)"));
    assert_eq!(slip("hp = 1\u{a0}000\n").1, "write `hp = 1000`");
}

#[test]
fn a_missing_equals_sign_is_shown() {
    let expected = in_words("`=` is missing after `count`", "write `count = 5`", "count 5");
    assert_eq!(slip("count 5\n"), expected);
    assert_eq!(slip("side party\n").1, "write `side = \"party\"`");
}

#[test]
fn a_list_of_tables_wants_two_brackets() {
    let text = format!("{HEAD}{}", FIGHTER.replace("[[combatants]]", "[combatants]"));
    let (message, help, underlined) = slip(&text);
    assert_eq!(message, "`combatants` is a table, expected a list of tables, at most 6");
    assert_eq!((help.as_str(), underlined.as_str()), ("write `[[combatants]]`, once for each", "[combatants]"));
    let twice = text.replace("[combatants]", "[combatants]\nid = \"a\"\n[combatants]");
    assert!(problems_of(&twice).contains("; write `[[combatants]]`, once for each"), "{}", problems_of(&twice));
    let bow = "[[combatants.attacks]]\nid = \"bow\"\ndamage = \"1d6\"\n";
    let misspelt = problems_of(&format!("{HEAD}{}{bow}{FIGHTER}", FIGHTER.replace("[combatants]", "[combatant]")));
    assert!(misspelt.contains("; `combatant` stands above: did you mean `combatants`?"), "{misspelt}");
    let early = problems_of(&format!("{HEAD}{bow}{FIGHTER}"));
    assert!(early.contains("; a `[[combatants]]` has to stand above `combatants.attacks`"), "{early}");
    let attack = format!("{HEAD}{FIGHTER}[combatants.attacks]\nid = \"bow\"\ndamage = \"1d6\"\n");
    assert_eq!(slip(&attack).1, "write `[[combatants.attacks]]`, once for each");
    let inline = format!("{HEAD}{FIGHTER}attacks = {{ id = \"bow\", damage = \"1d6\" }}\n");
    assert_eq!(slip(&inline).1, "a list of tables has brackets around it: `[{ … }, { … }]`");
}

#[test]
fn a_key_below_the_wrong_header_is_sent_home() {
    let attack = "[[combatants.attacks]]\nid = \"bow\"\ndamage = \"1d6\"\n";
    let (message, help, underlined) = slip(&format!("{HEAD}{FIGHTER}{attack}count = 5\n"));
    assert_eq!(message, "unknown key `combatants.warden.attacks.bow.count`");
    assert_eq!(help, "it belongs to `combatants.warden`: move it above `[[combatants.attacks]]`");
    assert_eq!(underlined, "count");
    // The first header of the combatant is meant, whichever header the key stands below.
    let attributes = "[combatants.attributes]\nstr = 1\n";
    let help = slip(&format!("{HEAD}{FIGHTER}{attributes}{attack}count = 5\n")).1;
    assert_eq!(help, "it belongs to `combatants.warden`: move it above `[combatants.attributes]`");
    let root = slip(&format!("{HEAD}{FIGHTER}[rules]\nstakes = \"spar\"\ndescription = \"late\"\n")).1;
    assert_eq!(root, "it belongs to the scenario itself: move it above `[[combatants]]`");
    let inline = format!("{HEAD}{FIGHTER}attacks = [{{ id = \"bow\", damage = \"1d6\", count = 5 }}]\n");
    assert_eq!(slip(&inline).1, "it belongs to `combatants.warden`");
    let early = format!("{HEAD}meter_ticks = 9\n{FIGHTER}");
    assert_eq!(slip(&early).1, "it is a key of `[rules]`");
    // A key that is given where it belongs is no stray.
    let again = format!("{HEAD}{FIGHTER}count = 2\n{attack}count = 5\n");
    assert_eq!(slip(&again).1, "");
}

#[test]
fn a_system_below_a_header_is_found() {
    let scenario = scenario(&format!("[rules]\nstakes = \"spar\"\nsystem = \"toy\"\n{FIGHTER}"));
    let problem = scenario.system_name().expect_err("it is in the wrong place");
    assert_eq!(problem.code(), "missing");
    assert_eq!(problem.help().as_deref(), Some("it stands below `[rules]`: move it above `[rules]`"));
    let problems = scenario.problems(vec![problem.clone()]);
    assert_eq!(underlined(&problems, &problem), "system");
}

#[test]
fn a_name_where_an_id_is_wanted_becomes_both() {
    let text = format!("{HEAD}{}", FIGHTER.replace("warden", "Orc Boss"));
    let (message, help, _) = slip(&text);
    assert_eq!(message, "`combatants.Orc Boss.id` names \"Orc Boss\", allowed: one or more of a-z, 0-9 and `-`");
    assert_eq!(help, "did you mean \"orc-boss\", with `name = \"Orc Boss\"`?");
    let rule = slip(&format!("{HEAD}{FIGHTER}[rules]\nmust_fall = [\"Orc Boss\"]\n"));
    assert_eq!(rule.1, "did you mean \"orc-boss\"?");
    assert_eq!(slip(&format!("{HEAD}{}", FIGHTER.replace("warden", "龍"))).1, "");
}

/// A text of the file reaches a message only with its invisible characters escaped, wherever it stands in the message.
#[test]
fn invisible_characters_are_escaped_in_helps_too() {
    let texts = [
        "name = a\u{1b}[31mred\n".to_owned(),
        format!("{HEAD}{}", FIGHTER.replace("warden", "a\\u001b[31m b\\u202e")),
        format!("{HEAD}{FIGHTER}\"hp\\u001b\" = 3\n"),
        "a\u{1b}b: 5\n".to_owned(),
    ];
    for text in texts {
        let problems = match Scenario::parse(Source::new("a.toml", &*text)) {
            Ok(scenario) => scenario.problems(scenario.validate(SCHEMA)),
            Err(problems) => problems,
        };
        for problem in &problems.list {
            let shown = format!("{problem}{}{}", problem.label(), problem.help().unwrap_or_default());
            assert!(!shown.contains(['\u{1b}', '\u{202e}']), "{shown:?}");
        }
        assert!(!problems.list.is_empty());
    }
}
