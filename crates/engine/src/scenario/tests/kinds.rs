//! Kinds whose values have an inside: lists, drawings, words beside other values.

use super::super::json_schema;
use super::super::kinds::Rectangle;
use super::*;

/// A scenario whose rules and map have one line each.
fn with_line(table: &str, line: &str) -> String {
    format!("{HEAD}{FIGHTER}[{table}]\n{line}\n")
}

/// The messages of a line, which the JSON Schema refuses as well unless `schema_accepts`.
fn refused(table: &str, line: &str) -> Vec<String> {
    let scenario = scenario(&with_line(table, line));
    let problems = scenario.problems(scenario.validate(SCHEMA));
    assert!(!problems.list.is_empty(), "{line}");
    problems.list.iter().map(ToString::to_string).collect()
}

fn schema_accepts(table: &str, line: &str) -> bool {
    let validator = jsonschema::draft202012::new(&json_schema("toy", SCHEMA)).expect("it is a schema");
    validator.is_valid(&super::json_schemas::as_json(scenario(&with_line(table, line)).tree()))
}

/// The canonical form of a line that is accepted.
fn canonical(table: &str, line: &str) -> String {
    let scenario = scenario(&with_line(table, line));
    let problems = scenario.problems(scenario.validate(SCHEMA));
    assert!(problems.list.is_empty(), "{problems}");
    assert!(schema_accepts(table, line), "{line}");
    let canonical = scenario.canonical(SCHEMA);
    let key = line.split(" =").next().expect("a key");
    let (_, value) = canonical.split_once(&format!("\"{key}\":")).expect("it is there");
    let mut depth = 0;
    let ends = |c: char| {
        depth += i32::from(matches!(c, '[' | '{')) - i32::from(matches!(c, ']' | '}'));
        depth < 0 || (depth == 0 && c == ',')
    };
    value[..value.find(ends).expect("an end")].to_owned()
}

/// The scenario after an override of the rules or the map, which has no problem.
fn set(text: &str) -> Scenario {
    let mut scenario = scenario(VALID);
    assert_eq!(scenario.set(&overrides(&[text]), SCHEMA), []);
    let problems = scenario.problems(scenario.validate(SCHEMA));
    assert!(problems.list.is_empty(), "{problems}");
    scenario
}

#[test]
fn squares_are_pairs_within_the_largest_grid() {
    assert_eq!(canonical("map", "difficult = [[0, 4], [ 2,1 ]]"), "[[0,4],[2,1]]");
    for (line, message) in [
        ("difficult = 3", "`map.difficult` is the number 3, expected a list of squares, 1 to 6 `[x, y]`, each once"),
        ("difficult = [3]", "`map.difficult[1]` is the number 3, expected `[x, y]`"),
        ("difficult = [[0, 0], [1]]", "`map.difficult[2]` has 1 numbers, expected `[x, y]`"),
        ("difficult = [[0, 5]]", "`map.difficult[1]` is 5, allowed: 0..=4"),
        ("difficult = [[0, 1.5]]", "`map.difficult[1]` is the fraction 1.5, expected a whole number, 0..=4"),
        ("difficult = []", "`map.difficult` has 0 entries, at least 1 needed"),
        ("difficult = [[0, 1], [0, 1]]", "`map.difficult` has \"[0,1]\" twice"),
    ] {
        assert_eq!(refused("map", line), [message]);
        assert!(!schema_accepts("map", line), "{line}");
    }
    let scenario = set("map.difficult=[[3, 0]]");
    let squares = scenario.root(SCHEMA).get(File::MAP).and_then(|map| map.get(Map::DIFFICULT)).expect("it was set");
    assert_eq!(squares.iter().map(|(square, _)| *square).collect::<Vec<_>>(), [[3, 0]]);
}

#[test]
fn rectangles_have_a_width_and_a_height() {
    assert_eq!(canonical("map", "party_start = [[0, 0, 2, 5]]"), "[[0,0,2,5]]");
    for (line, message) in [
        ("party_start = [[0, 0, 0, 5]]", "`map.party_start[1]` is 0, allowed: 1..=5"),
        ("party_start = [[0, 0]]", "`map.party_start[1]` has 2 numbers, expected `[x, y, width, height]`"),
    ] {
        assert_eq!(refused("map", line), [message]);
        assert!(!schema_accepts("map", line), "{line}");
    }
    let scenario = set("map.party_start=[[1, 2, 3, 4]]");
    let map = scenario.root(SCHEMA).get(File::MAP).expect("it was set");
    let rectangles = map.get(Map::PARTY_START).expect("it was set");
    assert_eq!(rectangles[0].0, Rectangle { x: 1, y: 2, width: 3, height: 4 });
}

#[test]
fn maps_are_drawn_in_rows_of_one_length() {
    assert_eq!(canonical("map", "rows = [\".1#\", \"...\"]"), "[\".1#\",\"...\"]");
    for (line, message) in [
        ("rows = [\"..\", \"...\"]", "`map.rows[2]` has 3 characters, the first row 2"),
        ("rows = [\"......\"]", "`map.rows[1]` has 6 characters, allowed: 1..=5"),
        ("rows = [\"\"]", "`map.rows[1]` has 0 characters, allowed: 1..=5"),
        ("rows = [\"..\", \".x\"]", "`map.rows[2]` has \"x\" in column 2, allowed: `.`, `123`, `#^-]`"),
        ("rows = [\"..\", 3]", "`map.rows[2]` is the number 3, expected text"),
        ("rows = []", "`map.rows` has 0 entries, at least 1 needed"),
    ] {
        assert_eq!(refused("map", line), [message]);
    }
    assert!(!schema_accepts("map", "rows = [\"x\"]") && schema_accepts("map", "rows = [\"]^-#\"]"));
    let scenario = set("map.rows=..1 #..");
    let map = scenario.root(SCHEMA).get(File::MAP).expect("it was set");
    assert_eq!(map.get(Map::ROWS).expect("it was set"), ["..1", "#.."]);
}

#[test]
fn one_word_is_the_same_as_a_list_of_it() {
    assert_eq!(canonical("rules", "damage_type = \"spar\""), "[\"spar\"]");
    assert_eq!(canonical("rules", "damage_type = [\"spar\", \"death\"]"), "[\"spar\",\"death\"]");
    for (line, message) in [
        ("damage_type = []", "`rules.damage_type` has 0 entries, at least 1 needed"),
        ("damage_type = [\"spar\", \"spar\"]", "`rules.damage_type` has \"spar\" twice"),
        ("damage_type = \"deth\"", "`rules.damage_type` is \"deth\", allowed: `spar`, `death`"),
        ("damage_type = 3", "`rules.damage_type` is the number 3, expected one of `spar`, `death`"),
        ("damage_type = {}", "`rules.damage_type` is a table, expected one of `spar`, `death`, or a list of 1 to 2"),
    ] {
        assert_eq!(refused("rules", line), [message]);
        assert!(!schema_accepts("rules", line), "{line}");
    }
    let rules = |scenario: &Scenario| scenario.root(SCHEMA).get(File::RULES).get(Rules::DAMAGE_TYPE);
    assert_eq!(rules(&scenario(HEAD)), [Stakes::Death]);
    assert_eq!(rules(&set("rules.damage_type=death, spar")), [Stakes::Death, Stakes::Spar]);
}

#[test]
fn several_dice_may_be_alike() {
    assert_eq!(canonical("rules", "hit_dice = [\"2d8\", \"2d8\", 3]"), "[\"2d8\",\"2d8\",\"3\"]");
    assert_eq!(refused("rules", "hit_dice = [1, 2, 3, 4]"), ["`rules.hit_dice` has 4 entries, at most 3 are allowed"]);
    let scenario = set("rules.hit_dice=2d8 d6");
    let dice = scenario.root(SCHEMA).get(File::RULES).get(Rules::HIT_DICE).expect("it was set");
    assert_eq!(dice.iter().map(|dice| dice.max()).collect::<Vec<_>>(), [16, 6]);
}

#[test]
fn results_of_dice_may_have_bounds() {
    assert_eq!(canonical("rules", "stress = \"5d8+15\""), "\"5d8+15\"");
    let message = "`rules.stress` is \"1d6-2\": its results are -1..=4, allowed: 0..=100";
    assert_eq!(refused("rules", "stress = \"1d6-2\""), [message]);
    let message = "`rules.stress` is the number 101: its results are 101..=101, allowed: 0..=100";
    assert_eq!(refused("rules", "stress = 101"), [message]);
}

#[test]
fn a_word_may_stand_beside_dice() {
    assert_eq!(canonical("rules", "enters_at = \"start\""), "\"start\"");
    assert_eq!(canonical("rules", "enters_at = \"d6\""), "\"1d6\"");
    assert_eq!(canonical("rules", "enters_at = -3"), "\"-3\"");
    let forms = "`start`, or `NdS+K`, `NdS-K`, `NdS`, `dS`, a sum of such dice, or a whole number, N 1..=100, S 1..=1000, results -10..=1000";
    assert_eq!(
        refused("rules", "enters_at = \"strat\""),
        [format!("`rules.enters_at` is \"strat\", allowed: {forms}")]
    );
    assert_eq!(
        refused("rules", "enters_at = true"),
        [format!("`rules.enters_at` is the boolean true, expected one of {forms}")]
    );
    let value = |scenario: &Scenario| scenario.root(SCHEMA).get(File::RULES).get(Rules::ENTERS_AT);
    assert_eq!(value(&scenario(HEAD)), Either::Word(Start::Start));
    assert!(matches!(value(&set("rules.enters_at=2d6")), Either::Value(dice) if dice.max() == 12));
}

#[test]
fn a_word_may_stand_beside_a_number() {
    assert_eq!(canonical("rules", "lasts = \"start\""), "\"start\"");
    assert_eq!(canonical("rules", "lasts = 100"), "100");
    assert_eq!(refused("rules", "lasts = 0"), ["`rules.lasts` is 0, allowed: 1..=100"]);
    assert_eq!(refused("rules", "lasts = \"3\""), ["`rules.lasts` is \"3\", allowed: `start`, or 1..=100"]);
    let value = |text: &str| set(text).root(SCHEMA).get(File::RULES).get(Rules::LASTS);
    assert_eq!(value("rules.lasts=7"), Some(Either::Value(7)));
    assert_eq!(value("rules.lasts=start"), Some(Either::Word(Start::Start)));
}

#[test]
fn a_word_may_stand_beside_an_id() {
    assert_eq!(canonical("rules", "guards = \"start\""), "\"start\"");
    assert_eq!(canonical("rules", "guards = \"the-gate\""), "\"the-gate\"");
    let allowed = "`start`, or one or more of a-z, 0-9 and `-`";
    let refused_as_none = |line: &str| {
        assert!(!schema_accepts("rules", line), "{line}");
        refused("rules", line)
    };
    assert_eq!(refused_as_none("guards = \"Start\""), [format!("`rules.guards` is \"Start\", allowed: {allowed}")]);
    let expected = "an id in quotes: one or more of a-z, 0-9 and `-`";
    assert_eq!(refused_as_none("guards = 3"), [format!("`rules.guards` is the number 3, expected {expected}")]);
    let guards = |scenario: &Scenario| match scenario.root(SCHEMA).get(File::RULES).get(Rules::GUARDS) {
        Either::Word(Start::Start) => "start".to_owned(),
        Either::Value(id) => format!("id {id}"),
    };
    assert_eq!(
        (guards(&scenario(HEAD)), guards(&set("rules.guards=gate"))),
        ("start".to_owned(), "id gate".to_owned())
    );
    assert_eq!(guards(&set("rules.guards=start")), "start");
}

#[test]
fn a_list_may_need_an_entry() {
    assert_eq!(refused("rules", "defences = []"), ["`rules.defences` has 0 entries, at least 1 needed"]);
    assert_eq!(refused("rules", "at_least_one = []"), ["`rules.at_least_one` has 0 entries, at least 1 needed"]);
    assert!(!schema_accepts("rules", "defences = []") && !schema_accepts("rules", "at_least_one = []"));
    assert_eq!(canonical("rules", "defences = [\"half_out\"]"), "[\"half_out\"]");
}
