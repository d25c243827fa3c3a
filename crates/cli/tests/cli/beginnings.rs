//! Help for beginners: words explained, and scenarios to start from.

use equipoise_engine::System;

use crate::{assert_narrow, equipoise, narrow_snapshot, refusal, refusal_of, snapshot, stdout_of};

#[test]
fn a_rule_is_explained_with_its_text_and_keys() {
    let rule = stdout_of("explain duel-11");
    narrow_snapshot("explain-rule", &rule);
    // A rule whose item holds a table.
    narrow_snapshot("explain-rule-with-table", &stdout_of("explain THRUM-12"));
    for rule in System::ALL.iter().flat_map(System::rules) {
        let json = stdout_of(&format!("explain {} --format json", rule.id));
        let json: serde_json::Value = serde_json::from_str(&json).expect("one object");
        assert_eq!((&json["kind"], &json["id"]), (&"rule".into(), &rule.id.into()));
    }
}

#[test]
fn a_metric_is_explained_wherever_it_is_counted() {
    let metrics = ["party_hits", "metrics.first_casualty_round"].map(|name| stdout_of(&format!("explain {name}")));
    narrow_snapshot("explain-metric", &metrics.concat());
    let anybody = stdout_of("explain fatigue_tolerance_lost.ogre-2");
    assert!(anybody.starts_with("fatigue_tolerance_lost.<combatant> (thrum)\n"), "{anybody}");
}

#[test]
fn a_path_is_explained_in_every_system_that_has_it() {
    narrow_snapshot("explain-path", &stdout_of("explain rules.max_rounds"));
    let everybody = stdout_of("explain combatants.*.hp --system tiny");
    assert_eq!(everybody, stdout_of("explain combatants.ogre.hp --system tiny"));
    assert!(everybody.starts_with("combatants.*.hp (tiny)\n"), "{everybody}");
    snapshot("explain-json", &stdout_of("explain rules.*_tie --system duel --format json"));
}

#[test]
fn what_every_system_has_is_explained() {
    let words = ["winners", "party", "rounds", "combatants.ogre.down", "party_any_dead", "party_all_out"];
    let all: Vec<String> = words.iter().map(|word| stdout_of(&format!("explain {word}"))).collect();
    assert_narrow(&all.concat());
    snapshot("explain-quantities", &all.join("\n"));
}

/// The words that `run`, `check` and scenario files show, as somebody types them.
#[test]
fn a_word_of_the_screen_is_explained() {
    for (word, line) in [
        ("decided after round", "last_behind (every system)"),
        ("final margin", "final_margin (every system)"),
        ("changes of the lead", "lead_changes (every system)"),
        ("policy", "combatants.*.policy (wounds)"),
        ("skirmisher", "skirmisher (zones): a word of combatants.*.policy"),
        ("hold", "hold (zones): a word of combatants.*.policy"),
        ("sd", "sd (tables)"),
        ("area", "area (thrum): a word of "),
        ("armour", "combatants.*.armour (wounds)"),
        ("melee_dr", "rules.melee_dr (zones)"),
        ("cover", "THRUM-"),
    ] {
        let told = stdout_of(&format!("explain {word}"));
        assert!(told.lines().any(|found| found.starts_with(line)), "{word}:\n{told}");
        assert_narrow(&told);
    }
    let several = stdout_of("explain policy --format json");
    assert!(several.lines().count() > 1 && several.lines().all(|line| line.starts_with('{')), "{several}");
}

#[test]
fn an_unknown_word_is_refused_with_what_was_meant() {
    let messages = ["DUEL-99", "max_round", "rules.metre_ticks", "party_hit", "xyzzy"];
    let all: Vec<String> = messages.iter().map(|word| refusal_of(&format!("explain {word}"))).collect();
    snapshot("explain-unknown", &all.join("\n"));
    assert!(refusal_of("explain duel-11 --system zones").contains("duel-11"));
    refusal_of("explain duel-11 --system chess");
}

#[test]
fn a_scenario_to_start_from_is_valid_and_fights() {
    for name in System::ALL.iter().map(System::name) {
        let text = stdout_of(&format!("init {name}"));
        assert!(text.starts_with(&format!("#:schema ./{name}.schema.json\n# ")), "{text}");
        equipoise("check -").write_stdin(text.clone()).assert().code(0).stderr("");
        let run = equipoise("run - -n 2000 --format json").write_stdin(text).assert().code(0).stderr("");
        let json: serde_json::Value = serde_json::from_slice(&run.get_output().stdout).expect("one object");
        // Neither side is there only to lose, and fights end.
        for side in ["party", "enemies"] {
            let share = json["winners"][side]["share"].as_f64().expect("a share");
            assert!(share > 0.2, "{name}: {side} wins {share}");
        }
    }
    snapshot("init-duel", &stdout_of("init duel"));
}

#[test]
fn a_scenario_is_written_to_a_new_file_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new.toml");
    equipoise("init duel --out").arg(&path).assert().code(0).stdout("").stderr("");
    let written = std::fs::read_to_string(&path).expect("the file");
    assert_eq!(written, stdout_of("init duel"));
    std::fs::write(&path, "mine").expect("the file can be written");
    assert!(refusal(equipoise("init duel --out").arg(&path)).contains("exists already"));
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), "mine");
    assert!(refusal(equipoise("init duel --out").arg(folder.path().join("no/new.toml"))).contains("cannot write"));
    refusal_of("init chess");
    refusal_of("init");
}
