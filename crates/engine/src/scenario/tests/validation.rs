//! One test for every kind of mistake in a scenario file.

use super::super::kinds::Names;
use super::*;

/// The problem of a `[rules]` table that is wrong in one line: code, underlined text, message.
fn rule_problem(line: &str) -> (&'static str, String, String) {
    let (problem, underlined) = the_problem(&format!("{HEAD}{FIGHTER}[rules]\n{line}\n"));
    (problem.code(), underlined, problem.to_string())
}

/// The same for keys of a combatant.
fn combatant_problem(lines: &str) -> (&'static str, String, String) {
    let (problem, underlined) = the_problem(&format!("{HEAD}{FIGHTER}{lines}\n"));
    (problem.code(), underlined, problem.to_string())
}

fn rule_is_fine(line: &str) {
    assert_eq!(problems_of(&format!("{HEAD}{FIGHTER}[rules]\n{line}\n")), "", "{line}");
}

fn expected(code: &'static str, underlined: &str, message: &str) -> (&'static str, String, String) {
    (code, underlined.to_owned(), message.to_owned())
}

#[test]
fn an_unknown_key_is_underlined_and_the_nearest_named() {
    let (problem, underlined) = the_problem(&format!("{HEAD}{FIGHTER}[rules]\nmeter_tick = 9\n"));
    assert_eq!((problem.code(), underlined.as_str()), ("unknown-key", "meter_tick"));
    assert_eq!(problem.to_string(), "unknown key `rules.meter_tick`");
    assert_eq!(problem.help().as_deref(), Some("did you mean `meter_ticks`?"));
    assert_eq!(problem.label(), "no such key");
    let (problem, _) = the_problem(&format!("{HEAD}{FIGHTER}colour = 1\n"));
    assert_eq!(problem.help(), None);
}

#[test]
fn a_key_that_is_not_given_is_nearer_than_one_that_is() {
    let problems = problems_of(&format!("{HEAD}{}", FIGHTER.replace("side", "sid")));
    assert!(problems.contains("unknown key `combatants.warden.sid`; did you mean `side`?"), "{problems}");
    let (problem, _) = the_problem(&format!("{HEAD}{FIGHTER}sidee = \"party\"\n"));
    assert_eq!(problem.help().as_deref(), Some("did you mean `side`?"));
}

#[test]
fn a_name_that_nothing_has_is_refused_with_the_nearest_one() {
    let scenario = scenario(&format!("{HEAD}{FIGHTER}[rules]\nmust_fall = [\"captian\", \"elf\"]\n"));
    let rules = scenario.root(SCHEMA).get(File::RULES);
    let problems: Vec<Problem> = rules
        .get(Rules::MUST_FALL)
        .into_iter()
        .flatten()
        .map(|(id, span)| Problem::unknown_name(span, rules.path_of(Rules::MUST_FALL), "combatant", id, ["captain"]))
        .collect();
    assert_eq!(
        scenario.problems(problems).to_string(),
        "a.toml:8:14: `rules.must_fall`: there is no combatant `captian`; did you mean `captain`?\n\
         a.toml:8:25: `rules.must_fall`: there is no combatant `elf`"
    );
}

#[test]
fn a_name_to_show_is_not_blank() {
    for name in ["\"\"", "\" \""] {
        let (problem, underlined) = the_problem(&format!("system = \"toy\"\nname = {name}\n{FIGHTER}"));
        assert_eq!((problem.code(), underlined.as_str()), ("bad-name", name));
    }
    let message = "`combatants.warden.name` names \"\", allowed: a text that is not blank";
    assert_eq!(combatant_problem("name = \"\""), expected("bad-name", "\"\"", message));
    assert_eq!(problems_of(&format!("{HEAD}description = \"\"\n{FIGHTER}")), "");
}

#[test]
fn the_contents_of_an_unknown_table_are_not_looked_at() {
    assert_eq!(combatant_problem("[combatants.armour]\na = 1\nb = 2").0, "unknown-key");
}

#[test]
fn a_value_of_another_type_is_named_for_what_it_is() {
    let number = "expected a whole number, odd, 5..=101";
    for (value, found) in [
        ("2.5", "the fraction 2.5"),
        ("9.0", "the fraction 9.0"),
        ("true", "the boolean true"),
        ("\"9\"", "the text \"9\""),
        ("nan", "`nan`, which is not a number"),
        ("-inf", "an infinite number"),
        ("[9]", "a list"),
        ("{ x = 9 }", "a table"),
        ("1979-05-27", "the date or time 1979-05-27"),
    ] {
        let message = format!("`rules.meter_ticks` is {found}, {number}");
        assert_eq!(rule_problem(&format!("meter_ticks = {value}")), expected("wrong-type", value, &message));
    }
}

#[test]
fn every_kind_says_what_it_expects() {
    for (line, message) in [
        ("auto_win = 1", "`rules.auto_win` is the number 1, expected `true`, `false`"),
        ("stakes = 1", "`rules.stakes` is the number 1, expected one of `spar`, `death`"),
        (
            "triggers = \"half_out\"",
            "`rules.triggers` is the text \"half_out\", expected a list of words, each at most once: \
             `first_out`, `half_out`, `leader_out`",
        ),
        ("triggers = [1]", "`rules.triggers` is the number 1, expected one of `first_out`, `half_out`, `leader_out`"),
        (
            "unarmed = true",
            "`rules.unarmed` is the boolean true, expected `NdS+K`, `NdS-K`, `NdS`, `dS`, a sum of such dice, or a whole number, \
             N 1..=100, S 1..=1000",
        ),
        ("must_fall = 1", "`rules.must_fall` is the number 1, expected a list of ids, at most 3, each once"),
        ("tables = 1", "`rules.tables` is the number 1, expected a table"),
        ("tables.blunt = 1", "`rules.tables.blunt` is the number 1, expected text in quotes"),
    ] {
        let (code, _, found) = rule_problem(line);
        assert_eq!((code, found.as_str()), ("wrong-type", message));
    }
    let map = combatant_problem("attributes = 1");
    assert_eq!(
        map.2,
        "`combatants.warden.attributes` is the number 1, expected a table of whole numbers, \
         1 to 4 names, each -50..=100"
    );
    let list = combatant_problem("attacks = { id = \"bow\" }");
    assert_eq!(list.2, "`combatants.warden.attacks` is a table, expected a list of tables, at most 5");
    assert_eq!(
        combatant_problem("attacks = [1]").2,
        "`combatants.warden.attacks[1]` is the number 1, expected a table"
    );
}

#[test]
fn the_bounds_are_allowed_and_nothing_beyond_them() {
    for value in [-20, 0, 20] {
        rule_is_fine(&format!("modifier = {value}"));
    }
    for value in [-21, 21, i64::MIN, i64::MAX] {
        let message = format!("`rules.modifier` is {value}, allowed: -20..=20");
        assert_eq!(
            rule_problem(&format!("modifier = {value}")),
            expected("out-of-range", &value.to_string(), &message)
        );
    }
}

#[test]
fn an_odd_number_may_not_be_even() {
    for value in [5, 7, 101] {
        rule_is_fine(&format!("meter_ticks = {value}"));
    }
    for value in [3, 4, 6, 100, 102, 103] {
        let message = format!("`rules.meter_ticks` is {value}, allowed: odd, 5..=101");
        assert_eq!(
            rule_problem(&format!("meter_ticks = {value}")),
            expected("out-of-range", &value.to_string(), &message)
        );
    }
}

#[test]
fn a_multiple_may_be_nothing_between() {
    for value in [-10, -5, 0, 5, 100] {
        rule_is_fine(&format!("pace = {value}"));
    }
    for value in [-15, -7, 1, 99, 101, 105] {
        let message = format!("`rules.pace` is {value}, allowed: multiples of 5, -10..=100");
        assert_eq!(rule_problem(&format!("pace = {value}")), expected("out-of-range", &value.to_string(), &message));
    }
}

#[test]
fn a_word_is_one_of_its_set() {
    rule_is_fine("stakes = \"spar\"");
    let message = "`rules.stakes` is \"deth\", allowed: `spar`, `death`";
    assert_eq!(rule_problem("stakes = \"deth\""), expected("not-a-word", "\"deth\"", message));
    let (problem, _) = the_problem(&format!("{HEAD}{FIGHTER}[rules]\nstakes = \"deth\"\n"));
    assert_eq!(problem.help().as_deref(), Some("did you mean `death`?"));
}

#[test]
fn a_list_of_words_has_each_at_most_once() {
    rule_is_fine("triggers = []");
    rule_is_fine("triggers = [\"half_out\", \"first_out\"]");
    let twice = rule_problem("triggers = [\"half_out\", \"first_out\", 'half_out']");
    assert_eq!(twice, expected("duplicate", "'half_out'", "`rules.triggers` has \"half_out\" twice"));
    assert_eq!(rule_problem("triggers = [\"all_out\"]").0, "not-a-word");
}

#[test]
fn a_list_of_repeated_words_has_an_end() {
    rule_is_fine("bouts = []");
    rule_is_fine("bouts = [\"spar\", \"death\", \"spar\"]");
    let long = rule_problem("bouts = [\"spar\", \"spar\", \"spar\", \"spar\"]");
    assert_eq!(long.2, "`rules.bouts` has 4 entries, at most 3 are allowed");
    assert_eq!(rule_problem("bouts = [\"spar\", \"deth\"]").0, "not-a-word");
    assert!(rule_problem("bouts = \"spar\"").2.ends_with("expected a list of words, at most 3: `spar`, `death`"));
    assert_eq!(rule_problem("bouts = [1]").0, "wrong-type");
}

#[test]
fn ids_keep_to_their_characters() {
    let message = "`rules.must_fall` names \"Captain\", allowed: one or more of a-z, 0-9 and `-`";
    assert_eq!(rule_problem("must_fall = [\"Captain\"]"), expected("bad-name", "\"Captain\"", message));
    assert_eq!(rule_problem("must_fall = [\"a\", \"a\"]").0, "duplicate");
    let long = rule_problem("must_fall = [\"a\", \"b\", \"c\", \"d\"]");
    assert_eq!(long.2, "`rules.must_fall` has 4 entries, at most 3 are allowed");
    rule_is_fine("must_fall = [\"a\", \"b\", \"c\"]");
    let (problem, underlined) = the_problem(&format!("{HEAD}{}", FIGHTER.replace("warden", "the_warden")));
    assert_eq!((problem.code(), underlined.as_str()), ("bad-name", "\"the_warden\""));
}

#[test]
fn dice_keep_to_their_form() {
    let written = ["\"2d6 + 1\"", "\" 1D8\u{2212}1\"", "\"d20 +2\"", "\"d%\"", "\"1 + 2d6\"", "\"1d8+1d6-1d4\""];
    for value in ["\"2d6+1\"", "\"d4\"", "3", "\"3\"", "-1"].into_iter().chain(written) {
        rule_is_fine(&format!("unarmed = {value}"));
    }
    for (wrong, meant) in [("2w6", "2d6"), ("2 d6", "2d6"), ("1W8 + 1d6", "1d8+1d6")] {
        let problems = problems_of(&format!("{HEAD}[rules]\nunarmed = \"{wrong}\"\n{FIGHTER}"));
        assert!(problems.ends_with(&format!("; did you mean `{meant}`?")), "{problems}");
    }
    let message =
        "`rules.unarmed` is \"2w6\": expected `NdS+K`, `NdS-K`, `NdS`, `dS`, a sum of such dice, or a whole number";
    assert_eq!(rule_problem("unarmed = \"2w6\""), expected("bad-dice", "\"2w6\"", message));
    assert_eq!(
        rule_problem("unarmed = \"1d1001\"").2,
        "`rules.unarmed` is \"1d1001\": the number of sides must be 1..=1000"
    );
    assert_eq!(rule_problem("unarmed = 1000001").0, "bad-dice");
}

#[test]
fn maps_of_numbers_check_names_values_and_size() {
    assert_eq!(problems_of(&format!("{HEAD}{FIGHTER}attributes = {{ a-1 = -50, _ = 100 }}\nskills = {{}}\n")), "");
    let problem = combatant_problem("attributes = { Str = 1 }");
    let message = "`combatants.warden.attributes` names \"Str\", allowed: one or more of a-z, 0-9, `_` and `-`, \
                   but not `initiative`";
    assert_eq!(problem, expected("bad-name", "Str", message));
    assert_eq!(combatant_problem("attributes = { initiative = 1 }").0, "bad-name");
    let message = "`combatants.warden.skills` names \"bow-use\", allowed: a letter a-z, then a-z, 0-9 and `_`";
    assert_eq!(combatant_problem("skills = { bow-use = 1 }"), expected("bad-name", "bow-use", message));
    let message = "`combatants.warden.attributes.str` is 101, allowed: -50..=100";
    assert_eq!(combatant_problem("attributes = { str = 101 }"), expected("out-of-range", "101", message));
    let message = "`combatants.warden.attributes.str` is the fraction 1.5, expected a whole number, -50..=100";
    assert_eq!(combatant_problem("attributes = { str = 1.5 }"), expected("wrong-type", "1.5", message));
    let message = "`combatants.warden.attributes` has 0 entries, at least 1 needed";
    assert_eq!(combatant_problem("attributes = {}"), expected("too-few", "{}", message));
    assert_eq!(combatant_problem("attributes = { a = 1, b = 1, c = 1, d = 1, e = 1 }").0, "too-many");
}

#[test]
fn a_missing_key_is_reported_where_its_table_stands() {
    let (problem, underlined) = the_problem(&format!("{HEAD}{}", FIGHTER.replace("hp = 12\n", "")));
    assert_eq!((problem.code(), underlined.as_str()), ("missing", "\"warden\""));
    assert_eq!(problem.to_string(), "`combatants.warden.hp` is missing, expected a whole number, 1..=10000");
    assert_eq!(problem.label(), "has no `hp`");
    let (problem, underlined) = the_problem(&format!("{HEAD}{}", FIGHTER.replace("id = \"warden\"\n", "")));
    assert_eq!((underlined.as_str(), problem.label().as_str()), ("[[combatants]]", "has no `id`"));
    assert!(problem.to_string().starts_with("`combatants[1].id` is missing"), "{problem}");
    let (problem, underlined) = the_problem(&format!("system = \"toy\"\n{FIGHTER}"));
    assert_eq!((underlined.as_str(), problem.label().as_str()), ("system", "`name` is missing"));
    assert_eq!(problem.help().as_deref(), Some("`name`: the scenario's name in reports"));
    let (problem, underlined) =
        the_problem(&format!("zones = [{{ id = \"a\", hazard = {{ dr = 3 }} }}]\n{HEAD}{FIGHTER}"));
    assert_eq!(underlined, "{ dr = 3 }");
    assert!(problem.to_string().starts_with("`zones.a.hazard.test` is missing"), "{problem}");
}

#[test]
fn nothing_at_all_lacks_every_required_key() {
    let expected = "\
        a.toml:1:1: `system` is missing, expected an id in quotes: one or more of a-z, 0-9 and `-`; \
        `system`: the rules that resolve the scenario\n\
        a.toml:1:1: `name` is missing, expected text in quotes; `name`: the scenario's name in reports\n\
        a.toml:1:1: `combatants` is missing, expected a list of tables, at most 6; \
        `combatants`: who fights, in listed order";
    assert_eq!(problems_of(""), expected);
    assert_eq!(problems_of("\u{feff}"), expected);
}

#[test]
fn the_second_of_two_equal_ids_is_underlined_and_the_first_shown() {
    let text = format!("{HEAD}{FIGHTER}{FIGHTER}");
    let (problem, underlined) = the_problem(&text);
    assert_eq!((problem.code(), underlined.as_str()), ("duplicate", "\"warden\""));
    assert_eq!(problem.to_string(), "`combatants` has \"warden\" twice");
    let (first, what) = problem.also.expect("the first one");
    assert_eq!((&text[first.range()], what.as_str()), ("\"warden\"", "first here"));
    assert!(first < problem.span.expect("it has a location"));
    let attacks = "attacks = [{ id = \"bow\", damage = 1 }, { id = \"bow\", damage = 2 }]";
    assert_eq!(combatant_problem(attacks).2, "`combatants.warden.attacks` has \"bow\" twice");
}

#[test]
fn lists_of_tables_have_bounds() {
    let many = |count: usize| numbered(count, |index| FIGHTER.replace("warden", &format!("w{index}")));
    assert_eq!(problems_of(&format!("{HEAD}{}", many(6))), "");
    let (problem, _) = the_problem(&format!("{HEAD}{}", many(7)));
    assert_eq!(problem.to_string(), "`combatants` has 7 entries, at most 6 are allowed");
    let (problem, underlined) = the_problem(&format!("combatants = []\n{HEAD}"));
    assert_eq!(problem.to_string(), "`combatants` has 0 entries, at least 1 needed");
    assert_eq!(underlined, "[]");
}

#[test]
fn all_mistakes_are_listed_in_the_order_of_the_file() {
    let text = "system = \"toy\"\nname = 3\n[rules]\nstakes = \"x\"\nmax_rounds = 0\n\
                [[combatants]]\nid = \"a\"\nside = \"both\"\nhp = 1\n";
    assert_eq!(
        problems_of(text),
        "a.toml:2:8: `name` is the number 3, expected text in quotes\n\
         a.toml:4:10: `rules.stakes` is \"x\", allowed: `spar`, `death`\n\
         a.toml:5:14: `rules.max_rounds` is 0, allowed: 1..=1000\n\
         a.toml:8:8: `combatants.a.side` is \"both\", allowed: `party`, `enemies`"
    );
}

#[test]
fn mistakes_of_syntax_are_listed_together() {
    let problems = problems_of("a = 99999999999999999999\nc = 1\nc = 2\n[d\n");
    assert_eq!(
        problems,
        "a.toml:1:5: not valid TOML: a whole number that does not fit into 64 bits\n\
         a.toml:3:1: not valid TOML: duplicate key\n\
         a.toml:4:1: not valid TOML: the brackets of `[d` do not match; write `[d]`"
    );
}

#[test]
fn a_byte_order_mark_is_not_part_of_the_text() {
    assert_eq!(problems_of(&format!("\u{feff}{VALID}")), "");
    assert_eq!(problems_of("\u{feff}a = = 1").split(": ").next(), Some("a.toml:1:5"));
}

#[test]
fn systems_add_what_only_they_know() {
    let scenario = scenario(VALID);
    let span = scenario.root(SCHEMA).get(File::RULES).span(Rules::STAKES);
    let problem = Problem::refused(span, "rules.stakes", "needs two sides").with_also(span, "here");
    assert_eq!((problem.code(), problem.label().as_str(), problem.help()), ("refused", "refused", None));
    let problems = scenario.problems(vec![problem]);
    assert_eq!(problems.to_string(), "a.toml:7:10: `rules.stakes`: needs two sides");
}

#[test]
fn a_truth_value_in_quotes_is_shown_without() {
    let text = format!("{HEAD}{FIGHTER}[rules]\nauto_win = \"yes\"\n");
    assert!(
        problems_of(&text)
            .contains("`rules.auto_win` is the text \"yes\", expected `true`, `false`; write `true`, without quotes")
    );
}

/// Ids as long as a page would take every table apart.
#[test]
fn ids_and_names_have_a_length() {
    let text = |length: usize| {
        format!("{HEAD}{}", FIGHTER.replace("id = \"warden\"", &format!("id = \"{}\"", "a".repeat(length))))
    };
    assert!(!problems_of(&text(60)).contains("allowed:"), "{}", problems_of(&text(60)));
    let long = problems_of(&text(3000));
    assert!(long.contains("allowed: at most 60 characters, not 3000"), "{long}");
    assert!(!Names::Loose.allow(&"a".repeat(61)) && Names::Loose.allow(&"a".repeat(60)));
}

#[test]
fn a_title_has_no_marks_of_direction() {
    for mark in ["\u{202e}", "\u{200f}", "\u{2066}", "\u{61c}"] {
        let text = format!("{HEAD}{FIGHTER}").replace("name = \"", &format!("name = \"{mark}"));
        assert!(problems_of(&text).contains("control characters and marks of direction"), "{}", problems_of(&text));
    }
    // A joiner makes one picture of two, and is no such mark.
    let family = format!("{HEAD}{FIGHTER}").replace("name = \"", "name = \"\u{1f468}\u{200d}\u{1f469}");
    assert_eq!(problems_of(&family), "");
}

/// No key takes fractions; a number with a decimal comma is told as one with a point.
#[test]
fn a_decimal_comma_is_named() {
    let of = |value: &str| {
        let mut scenario = scenario(VALID);
        let mut list = scenario.set(&overrides(&[&format!("rules.max_rounds={value}")]), SCHEMA);
        list.extend(scenario.validate(SCHEMA));
        scenario.problems(list).to_string()
    };
    assert!(of("0,5").contains("the key takes whole numbers, and this one has a decimal comma"), "{}", of("0,5"));
    assert!(of("1,000").contains("`1,000` can mean 1 or 1000: write the number without a comma"), "{}", of("1,000"));
}
