//! Texts that nobody writes in good faith: they end in problems, soon, and never in a panic.

use proptest::prelude::*;

use super::super::{PROBLEMS_MAX, ProblemKind};
use super::*;

const MANY: usize = 100_000;

/// Reads and checks a text on a stack of the size that test threads have, and returns the problems.
fn codes(text: &str) -> Vec<&'static str> {
    let problems = match Scenario::parse(Source::new("a.toml", text)) {
        Ok(scenario) => scenario.problems(scenario.validate(SCHEMA)),
        Err(problems) => problems,
    };
    assert!(problems.list.len() <= PROBLEMS_MAX + 1);
    let _ = problems.to_string();
    problems.list.iter().map(Problem::code).collect()
}

#[test]
fn deep_lists_are_a_mistake_of_syntax() {
    assert!(codes(&format!("a = {}", "[".repeat(MANY))).contains(&"syntax"));
    assert!(codes(&"[".repeat(MANY)).contains(&"syntax"));
    assert!(codes(&format!("a = {}{}", "[".repeat(MANY), "]".repeat(MANY))).contains(&"syntax"));
    assert!(codes(&format!("a = {}", "{a=".repeat(MANY))).contains(&"syntax"));
}

#[test]
fn deep_keys_are_a_mistake_of_syntax() {
    let path = vec!["a"; MANY].join(".");
    assert!(codes(&format!("{path} = 1")).contains(&"syntax"));
    assert!(codes(&format!("[{path}]")).contains(&"syntax"));
    assert!(codes(&format!("[[{path}]]")).contains(&"syntax"));
    assert!(codes(&format!("a = {{ {path} = 1 }}")).contains(&"syntax"));
}

#[test]
fn a_mistake_of_syntax_has_a_location_even_where_the_parser_gives_none() {
    let path = vec!["a"; 20_000].join(".");
    for text in [format!("{path} = 1"), format!("[{path}]"), format!("\u{feff}{path} = 1")] {
        let problems = problems_of(&text);
        assert!(problems.lines().all(|line| line.starts_with("a.toml:1:")), "{problems}");
        assert!(problems.contains("not valid TOML: recursion limit"), "{problems}");
    }
}

#[test]
fn what_the_parser_lets_through_may_still_be_too_deep() {
    for (opening, closing, levels) in [("[", "]", 70), ("{ a = ", "}", 70)] {
        let text = format!("a = {}1{}", opening.repeat(levels), closing.repeat(levels));
        assert_eq!(codes(&text), ["too-deep"]);
    }
    let path = vec!["a"; 75].join(".");
    let opening = format!("{{ {path} = ").repeat(75);
    assert!(codes(&format!("{path} = {opening}1{}", "}".repeat(75))).contains(&"too-deep"));
    assert!(codes(&format!("[{path}]\n{path} = {opening}1{}\na = 1\na.b = 2", "}".repeat(75))).contains(&"syntax"));
}

#[test]
fn a_deep_value_that_the_parser_drops_does_not_exhaust_the_stack() {
    let opening = format!("{{ {} = ", vec!["a"; 75].join(".")).repeat(75);
    let deep = format!("{opening}1{}", "}".repeat(75));
    assert!(codes(&format!("a = 1\na = {deep}\na = {deep}\n[a]\nb = {deep}")).contains(&"syntax"));
    assert!(codes(&format!("x = [{deep}, {{ a = 1, a = {deep}, a.b = {deep} }}")).contains(&"syntax"));
}

#[test]
fn sixty_four_levels_are_read() {
    let level = |levels: usize| codes(&format!("a = {}1{}", "[".repeat(levels), "]".repeat(levels)));
    assert!(!level(63).contains(&"too-deep"));
    assert!(level(64).contains(&"too-deep"));
}

#[test]
fn many_unknown_keys_are_counted_and_not_all_listed() {
    let keys = numbered(MANY, |index| format!("max_round{index} = 1\n"));
    let scenario = scenario(&format!("{HEAD}\n{FIGHTER}\n[rules]\n{keys}"));
    let problems = scenario.problems(scenario.validate(SCHEMA));
    assert_eq!(problems.list.len(), PROBLEMS_MAX + 1);
    let last = problems.list.last().expect("there are 101");
    assert_eq!(*last.kind, ProblemKind::More { count: MANY - PROBLEMS_MAX });
    assert!(problems.to_string().ends_with("\nand 99900 more"));
}

#[test]
fn a_million_combatants_are_one_problem() {
    let text = format!("{HEAD}\n{}", "[[combatants]]\n".repeat(1_000_000));
    assert_eq!(codes(&text), ["too-many"]);
}

#[test]
fn long_lists_and_maps_are_one_problem_each() {
    let names = numbered(MANY, |index| format!("a{index} = 1\n"));
    assert_eq!(codes(&format!("{HEAD}\n{FIGHTER}\n[combatants.attributes]\n{names}")), ["too-many"]);
    let ids = "\"a\",".repeat(MANY);
    assert_eq!(codes(&format!("{HEAD}\n{FIGHTER}\n[rules]\nmust_fall = [{ids}]")), ["too-many"]);
    let words = codes(&format!("{HEAD}\n{FIGHTER}\n[rules]\ntriggers = [{}]", "\"half_out\",".repeat(MANY)));
    assert_eq!((words.len(), words[0], words[PROBLEMS_MAX]), (PROBLEMS_MAX + 1, "duplicate", "more"));
}

#[test]
fn many_mistakes_of_syntax_are_counted_and_not_all_listed() {
    assert_eq!(codes(&"= 1\n".repeat(MANY)).len(), PROBLEMS_MAX + 1);
}

fn scrap() -> impl Strategy<Value = String> {
    let scraps = [
        "system",
        "=",
        "\"toy\"",
        "name",
        "\n",
        "\n",
        "\n",
        "[rules]",
        "stakes",
        "[[combatants]]",
        "id",
        "hp",
        "attributes",
        ".",
        ",",
        "{",
        "}",
        "[",
        "]",
        "1",
        "-1",
        "2.5",
        "nan",
        "true",
        "'x'",
        "\"\"",
        "\"2d6\"",
        "1979-05-27",
        "#",
        "\u{feff}",
        "\"ä",
        "\r",
        " ",
        "zones",
        "hazard",
        "triggers",
        "unarmed",
        "roster",
        "meter_ticks",
    ];
    proptest::collection::vec(proptest::sample::select(scraps.to_vec()), 0..40).prop_map(|scraps| scraps.concat())
}

/// A scenario without mistakes, with a part of it replaced.
fn damaged() -> impl Strategy<Value = String> {
    (0..VALID.len(), 0..20_usize, scrap()).prop_map(|(at, length, scrap)| {
        let is_boundary = |&index: &usize| VALID.is_char_boundary(index);
        let start = (0..=at).rev().find(is_boundary).unwrap_or(0);
        let end = (VALID.len().min(start + length)..VALID.len()).find(is_boundary).unwrap_or(VALID.len());
        format!("{}{scrap}{}", &VALID[..start], &VALID[end..])
    })
}

/// Everything that can be asked of a scenario, valid or not.
fn use_it(text: &str, csv: &str, wanted: &[Override]) {
    let Ok(mut scenario) = Scenario::parse(Source::new("a.toml", text)) else { return };
    let _ = (scenario.system_name(), scenario.unknown_system(&["toy"]));
    let mut list = attach(&mut scenario, &[("a.csv", csv), ("a.toml", text)]);
    list.extend(scenario.set(wanted, SCHEMA));
    list.extend(scenario.validate(SCHEMA));
    let problems = scenario.problems(list);
    let _ = problems.to_string();
    for problem in &problems.list {
        let _ = (problem.code(), problem.label(), problem.help());
        if let Some(span) = problem.span {
            let text = &problems.source(span).expect("every span has its text").text;
            assert!(text.get(span.range()).is_some(), "{problem}: {span:?} in {text:?}");
        }
    }
    let _ = (scenario.canonical(SCHEMA), scenario.paths(SCHEMA));
    super::sections::read_everything(&scenario);
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC*", csv in "\\PC*") {
        use_it(&text, &csv, &[]);
    }

    #[test]
    fn no_string_of_scraps_panics(text in scrap(), csv in "(id|hp|attributes[.]a|,|\n|\r|\"|1| |ä){0,30}") {
        use_it(&format!("{HEAD}roster = \"a.csv\"\n{text}"), &format!("id,hp\n{csv}"), &[]);
    }

    #[test]
    fn no_damage_to_a_scenario_panics(text in damaged(), csv in "((warden|captain)(,|\n|\"|3){0,6}){0,4}") {
        use_it(&text.replacen('\n', "\nroster = \"a.csv\"\n", 1), &format!("id,hp,attributes.a\n{csv}"), &[]);
    }

    #[test]
    fn no_override_panics(
        path in "((rules|combatants|warden|attributes|attacks|bow|hp|stakes|zones|river|hazard|x)[.]?){0,5}",
        value in "\\PC*|[0-9\\[\\]{}\",=a]*",
    ) {
        use_it(VALID, "", &[Override { path, value }]);
    }
}

/// A table that stands twice is a mistake, wherever its first definition is and however many there are.
#[test]
fn a_table_that_stands_twice_is_refused() {
    let duel = "system = \"toy\"\nname = \"Twice\"\n";
    for (text, messages) in [
        ("[rules]\na = 1\n[rules]\nb = 2\n", &["5:2: duplicate table"][..]),
        ("[rules]\na = 1\n[rules]\na = 2\n", &["5:2: duplicate table"]),
        (
            "[rules]\na = 1\n[x]\n[rules]\na = 2\n[expect]\n[expect]\nb = 1\n",
            &["6:2: duplicate table", "9:2: duplicate table"],
        ),
        ("[rules]\na = 1\n[ rules ]\na = 2\n[rules]\nb = 1\n", &["5:3: duplicate table", "7:2: duplicate table"]),
        ("[[c]]\nid = \"a\"\nm = { x = 1 }\n[c.m]\nx = 2\n", &["6:4: duplicate table"]),
        ("[a]\nb = { c = 2, d = {} }\n[a.b]\nc = 2\n", &["5:4: duplicate table"]),
        ("[a]\n[a.b]\nc = 1\n[a.b]\nc = 2\n", &["6:4: duplicate table"]),
        ("[a.b]\nc = 1\n[a]\n[a.b]\nc = 2\n", &["6:4: duplicate table"]),
        ("[a.b]\nc = 1\n[a]\nb = 2\n", &["6:1: duplicate key"]),
        ("[a]\nb = 1\nb = 2\nb = 3\n", &["5:1: duplicate key", "6:1: duplicate key"]),
        (
            "[rules\nname = \"b\"\n[a]\n[a]\n",
            &["3:1: the brackets of `[rules` do not match; write `[rules]`", "6:2: duplicate table"],
        ),
    ] {
        let text = format!("{duel}{text}");
        let problems = Scenario::parse(Source::new("a.toml", &text)).expect_err(&text).to_string();
        let expected: Vec<String> = messages
            .iter()
            .map(|message| format!("a.toml:{}", message.replacen(": ", ": not valid TOML: ", 1)))
            .collect();
        assert_eq!(problems.lines().collect::<Vec<_>>(), expected, "{text}");
    }
}

#[test]
fn the_first_of_two_tables_is_shown() {
    let text = "[rules]\na = 1\n[[c]]\n[c.m]\n[[c]]\n[c.m]\n[c.m]\n[rules]\n";
    let problems = Scenario::parse(Source::new("a.toml", text)).expect_err("two tables stand twice");
    let shown = |problem: &Problem| {
        let (span, words) = problem.also.clone().expect("the first of them");
        (problems.line_column(span).0, words)
    };
    let lines: Vec<_> = problems.list.iter().map(shown).collect();
    assert_eq!(lines, [(6, "first here".to_owned()), (1, "first here".to_owned())]);
}

#[test]
fn a_second_byte_order_mark_is_a_mistake() {
    for text in ["\u{feff}\u{feff}a = 1", "a = 1\n\u{feff}b = 2", "a =\u{feff} 1"] {
        assert!(codes(text).contains(&"syntax"), "{text:?}");
    }
    assert!(
        !codes("\u{feff}a = \"\u{feff}\" # \u{feff}").contains(&"syntax"),
        "in texts it is a character like others"
    );
}

proptest! {
    /// Texts that the parser refuses are refused, whatever else they say: lines of scenarios in any order, some of them cut.
    #[test]
    fn what_strict_toml_refuses_is_refused(
        lines in prop::collection::vec((0_usize..13, 0_usize..30), 1..24),
    ) {
        const LINES: [&str; 13] = [
            "[rules]", "[expect]", "[[combatants]]", "[combatants.attributes]", "[[combatants.attacks]]", "a = 1", "b = { c = 2 }",
            "[rules.b]", "b.d = 3", "attributes = { str = 1 }", "attacks = []", "party = { at_least = 0.4 }", "[ rules ] # again",
        ];
        let cut = |&(line, left): &(usize, usize)| LINES[line].chars().take(if left < 3 { left + 4 } else { 99 }).collect();
        let lines: Vec<String> = lines.iter().map(cut).collect();
        let text = lines.join("\n");
        let is_valid = toml::de::DeTable::parse(&text).is_ok();
        prop_assert_eq!(Scenario::parse(Source::new("a.toml", &text)).is_ok(), is_valid, "{}", text);
    }
}
