//! Requests that are no jobs.

use equipoise_sim::json::line;
use equipoise_sim::studies::check::{Listed, look_at};
use equipoise_sim::studies::load::Loader;

use super::*;

#[test]
fn it_says_what_it_is() {
    let hello = ok(&mut Workbench::default(), &json!({ "do": "hello" }));
    assert_eq!(hello["version"], env!("CARGO_PKG_VERSION"));
    let names: Vec<&Value> =
        hello["systems"].as_array().expect("a list").iter().map(|system| &system["name"]).collect();
    assert!(names.contains(&&json!("tiny")) && names.contains(&&json!("script")), "{names:?}");
    assert!(hello["style"].as_str().expect("a text").contains("svg.chart"));
}

#[test]
fn a_scenario_is_understood_as_check_says_it() {
    let look = ok(&mut Workbench::default(), &json!({ "do": "look", "files": files(), "path": "a.toml" }));
    let texts: Files = [("a.toml".into(), TEXT.to_owned())].into();
    let loader = Loader::new(Registry::SHIPPED, &texts);
    let checked = look_at(loader, Path::new("a.toml"), &[], false, Listed::All);
    let expected: Value = serde_json::from_str(&line(&checked.understanding)).expect("JSON");
    assert_eq!((&look["understood"], &look["mistakes"]), (&expected, &json!([])));
    let [keys, known] = [&look["keys"], &expected["keys"]].map(|keys| keys.as_array().expect("a list"));
    assert!(keys.len() > 20 && keys.len() == known.len());
    assert!(keys.iter().zip(known).all(|(key, known)| key["path"] == known["path"]), "in the same order");
}

#[test]
fn a_number_and_a_word_have_what_controls_need() {
    let request = json!({ "do": "look", "files": files(), "path": "a.toml", "list": "said" });
    let look = ok(&mut Workbench::default(), &request);
    let of = |look: &Value, path: &str| {
        let keys = look["keys"].as_array().expect("a list");
        keys.iter().find(|key| key["path"] == path).unwrap_or_else(|| panic!("{path} is not listed")).clone()
    };
    let hp = of(&look, "combatants.cat.hp");
    let units: Vec<u16> = TEXT.encode_utf16().collect();
    let part = |name: &str| hp["at"][name].as_u64().expect("a number") as usize;
    assert_eq!(String::from_utf16(&units[part("start")..part("end")]).expect("a text"), "3");
    assert_eq!((&hp["text"], &hp["given"], &hp["at"]["file"]), (&json!("3"), &json!(true), &json!("a.toml")));
    assert!(hp["steps"]["min"].is_i64() && !hp["doc"].as_str().expect("a text").is_empty());
    let side = of(&look, "combatants.cat.side");
    assert_eq!(side["words"].as_array().expect("a list").len(), 2);
    let changed = json!({ "do": "look", "files": files(), "path": "a.toml", "changes": ["combatants.cat.hp=4"] });
    let hp = of(&ok(&mut Workbench::default(), &changed), "combatants.cat.hp");
    assert_eq!((&hp["text"], &hp["at"], &hp["given"]), (&json!("4"), &Value::Null, &json!(true)));
}

#[test]
fn mistakes_and_doubts_are_placed() {
    let text = TEXT.replace("hp = 3", "hp = 9999999");
    let look = json!({ "do": "look", "files": { "a.toml": text }, "path": "a.toml", "list": "nothing" });
    let look = ok(&mut Workbench::default(), &look);
    let mistake = &look["mistakes"][0];
    assert_eq!((&mistake["code"], &mistake["path"]), (&json!("out-of-range"), &json!("combatants.cat.hp")));
    let start = text.encode_utf16().collect::<Vec<u16>>().windows(4).position(|four| four == [57; 4]);
    assert_eq!(mistake["at"]["start"].as_u64(), start.map(|start| start as u64));
    assert_eq!(look["keys"], json!([]));
    let missing = json!({ "do": "look", "files": {}, "path": "b.toml" });
    let missing = ok(&mut Workbench::default(), &missing);
    assert_eq!(missing["mistakes"][0]["message"], "cannot read b.toml: there is no such file on this page");
}

#[test]
fn schemas_know_what_a_script_declares() {
    let mut workbench = Workbench::default();
    let of_system = ok(&mut workbench, &json!({ "do": "schema", "path": "tiny" }));
    let of_scenario = ok(&mut workbench, &json!({ "do": "schema", "path": "a.toml", "files": files() }));
    assert!(of_system.is_object() && of_system == of_scenario);
    let script = json!({ "do": "schema", "path": "script/nerves.toml", "files": shipped("script") });
    assert!(ok(&mut workbench, &script).to_string().contains("stop_at"));
    assert!(refusal(&mut workbench, &json!({ "do": "schema", "path": "nowhere" })).starts_with("cannot read nowhere"));
}

#[test]
fn starters_and_words_are_those_of_the_command_line() {
    let mut workbench = Workbench::default();
    let starter = ok(&mut workbench, &json!({ "do": "starter", "system": "tiny" }));
    let text = starter.as_str().expect("a text");
    let look = json!({ "do": "look", "files": { "s.toml": text }, "path": "s.toml", "list": "nothing" });
    assert_eq!(ok(&mut workbench, &look)["mistakes"], json!([]));
    assert_eq!(refusal(&mut workbench, &json!({ "do": "starter", "system": "x" })), "there is no system `x`");
    let explained = ok(&mut workbench, &json!({ "do": "explain", "word": "rounds.mean" }));
    assert_eq!(explained["meanings"][0]["kind"], "quantity");
    let of_script =
        json!({ "do": "explain", "word": "stop_at", "path": "script/nerves.toml", "files": shipped("script") });
    assert_eq!(ok(&mut workbench, &of_script)["meanings"][0]["kind"], "key");
    let unknown = ok(&mut workbench, &json!({ "do": "explain", "word": "roundz.mean" }));
    assert_eq!(unknown["meanings"], json!([]));
}

#[test]
fn an_exact_solution_is_asked_for_and_drawn() {
    let limits = json!({ "max_memory": 100_000_000, "max_states": null });
    let study =
        json!({ "kind": "run", "scenario": "a.toml", "overrides": [], "method": { "exact": { "limits": limits } } });
    let answer = ok(&mut Workbench::default(), &json!({ "do": "ask", "study": study, "files": files() }));
    assert_eq!(lines(&answer), whole(&study, &files()));
    let names: Vec<&Value> =
        answer["shown"]["charts"].as_array().expect("a list").iter().map(|one| &one["name"]).collect();
    assert_eq!(names[..1], [&json!("winners")]);
    let few = json!({ "max_memory": 100_000_000, "max_states": 2 });
    let study =
        json!({ "kind": "run", "scenario": "a.toml", "overrides": [], "method": { "exact": { "limits": few } } });
    let refused = refusal(&mut Workbench::default(), &json!({ "do": "ask", "study": study, "files": files() }));
    assert!(refused.contains("states"), "{refused}");
}

#[test]
fn a_fight_is_told_and_escaped() {
    let study = json!({ "kind": "replay", "scenario": "a.toml", "overrides": ["combatants.cat.name=\"<b>Tom\""], "seed": 3,
        "fight": { "index": 7 }, "odds": { "sample": { "continuations": 10, "confidence": 0.95 } } });
    let answer = ok(&mut Workbench::default(), &json!({ "do": "ask", "study": study, "files": files() }));
    assert_eq!(lines(&answer), whole(&study, &files()));
    let html = answer["html"].as_str().expect("a text");
    assert!(html.contains("&lt;b&gt;Tom") && !html.contains("<b>Tom") && html.contains("Round 1"), "{html}");
}

#[test]
fn other_studies_are_answered_whole() {
    let limits = json!({ "max_memory": 100_000_000, "max_states": null });
    for study in [
        json!({ "kind": "coverage", "scenarios": ["a.toml"], "overrides": [], "encounters": 50, "seed": 1 }),
        json!({ "kind": "luck", "scenario": "a.toml", "overrides": [], "metric": "winners.party", "encounters": 200, "seed": 1,
            "confidence": 0.95, "check": limits }),
    ] {
        let answer = ok(&mut Workbench::default(), &json!({ "do": "ask", "study": study, "files": files() }));
        assert_eq!(lines(&answer), whole(&study, &files()));
    }
}
