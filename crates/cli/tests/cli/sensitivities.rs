//! The output and the refusals of `equipoise sensitivity`.

use crate::{assert_narrow, narrow_snapshot, refusal_of, snapshot, stdout_of};

#[test]
fn numbers_are_ranked_by_what_a_step_does() {
    narrow_snapshot("sensitivity-table", &stdout_of("sensitivity spar.toml -n 4000"));
    snapshot("sensitivity-json", &stdout_of("sensitivity spar.toml -n 500 --only rules.* --format json"));
    let csv =
        stdout_of("sensitivity spar.toml -n 500 --only combatants.*.initiative --metric rounds.mean --format csv");
    assert_eq!(csv.lines().count(), 1 + 2 * 2, "{csv}");
    assert!(csv.lines().skip(1).all(|row| row.contains(".initiative,") && row.contains(",rounds.mean,")), "{csv}");
}

/// A ranking says what it leaves out, and how to move it.
#[test]
fn what_was_not_moved_is_said() {
    let duel = stdout_of("sensitivity spar.toml -n 50");
    let flat = duel.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains(" words, such as rules.") && flat.contains("; --words exchanges them"), "{duel}");
    assert!(flat.contains("rules.meter_ticks; --set makes a number of its own of one"), "{duel}");
    assert!(!flat.contains("with dice"), "a duel has no dice to choose: {duel}");
    let exchanged =
        stdout_of("sensitivity spar.toml -n 50 --words --set rules.meter_ticks=9 --set rules.max_rounds=1000");
    assert!(!exchanged.contains("not moved"), "{exchanged}");
    let bridge = crate::gallery_file("toll-bridge");
    let bridge = stdout_of(&format!("sensitivity {} -n 20 --only combatants.adept.**", bridge.display()));
    let flat = bridge.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        flat.contains(".damage; `compare --with PATH=2d6` and `sweep --vary PATH=1d6,2d6` exchange them"),
        "{bridge}"
    );
    assert_narrow(&bridge);
}

/// An effect is what `compare` finds.
#[test]
fn an_effect_is_a_comparison() {
    let only = "--only combatants.fencer.initiative -n 3000 --seed 4 --format json";
    let ranked: serde_json::Value =
        serde_json::from_str(&stdout_of(&format!("sensitivity spar.toml {only}"))).expect("JSON");
    for step in ranked["steps"].as_array().expect("steps") {
        let with = format!("--with combatants.fencer.initiative={} -n 3000 --seed 4 --format json", step["value"]);
        let compared = stdout_of(&format!("compare spar.toml {with}"));
        let compared: serde_json::Value = serde_json::from_str(&compared).expect("JSON");
        for key in ["first", "second", "difference", "lo", "hi", "p"] {
            assert_eq!(step[key], compared["values"][0][key], "{key}");
        }
    }
    assert_eq!(ranked["steps"].as_array().map(Vec::len), Some(2));
}

/// A step of 1 is next to nothing for a percentage, and words have no step at all.
#[test]
fn steps_are_as_long_as_asked_and_words_are_exchanged() {
    let steps = |arguments: &str| -> Vec<String> {
        let set = "--set rules.meter_ticks=9";
        let csv = stdout_of(&format!("sensitivity spar.toml -n 50 --format csv {set} {arguments}"));
        let fields = |row: &str| row.split(',').take(3).collect::<Vec<_>>().join(",");
        csv.lines().skip(1).map(fields).collect()
    };
    assert_eq!(steps("--only rules.meter_ticks"), ["rules.meter_ticks,9,7", "rules.meter_ticks,9,11"]);
    assert_eq!(steps("--only rules.meter_ticks --step 50%"), ["rules.meter_ticks,9,5", "rules.meter_ticks,9,13"]);
    assert_eq!(steps("--only rules.meter_ticks --step 1000"), ["rules.meter_ticks,9,5", "rules.meter_ticks,9,101"]);
    let mut words = steps("--words --only rules.stakes --only **.natural_20");
    words.sort_unstable();
    let expected = [
        "combatants.fencer.natural_20,take,decline",
        "combatants.fencer.natural_20,take,hold-back",
        "combatants.wrestler.natural_20,take,decline",
        "combatants.wrestler.natural_20,take,hold-back",
        "rules.stakes,spar,death",
    ];
    assert_eq!(words, expected);
    let table = stdout_of("sensitivity spar.toml -n 2000 --words --only **.natural_20 --only **.initiative");
    assert!(table.contains("number") && table.contains("word ") && table.contains("hold-back"), "{table}");
    assert!(!stdout_of("sensitivity spar.toml -n 50").contains("fencer.natural_20"), "words are moved on demand");
    for (arguments, part) in [("--step 0", "such as 10%"), ("--step 0%", "such as 10%"), ("--step x", "such as 10%")] {
        let message = refusal_of(&format!("sensitivity spar.toml {arguments}"));
        assert!(message.contains(part), "{arguments}: {message}");
    }
}

#[test]
fn threads_do_not_change_a_byte() {
    let ranked = |threads: u8| stdout_of(&format!("sensitivity spar.toml -n 9000 --only rules.* --threads {threads}"));
    let on_one_thread = ranked(1);
    assert!((2..=3).all(|threads| ranked(threads) == on_one_thread));
}

#[test]
fn what_cannot_be_ranked_is_refused() {
    for (arguments, part) in [
        ("--only rules.nothing", "no number of The first challenge matches `rules.nothing`"),
        ("--metric winners.nobody", "known: party, enemies"),
        ("--set rules.meter_ticks=6", "--set:1:19"),
        ("-n 0", "at least 1"),
    ] {
        let message = refusal_of(&format!("sensitivity spar.toml {arguments}"));
        assert!(message.contains(part), "{arguments}: {message}");
    }
}
