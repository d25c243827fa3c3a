//! `equipoise schema`: every schema against the JSON that the program really prints.

use std::collections::BTreeMap;

use equipoise_engine::System;
use equipoise_sim::Registry;
use equipoise_sim::output::schema::{OUTPUTS, Output};
use jsonschema::draft202012;
use serde_json::{Value, json};

use crate::{equipoise, gallery, narrow_snapshot, refusal_of, stdout_of, tuned};

/// A scenario that nobody can win in time, so that there are no means among encounters that a side won.
const UNWON: &str = "spar.toml --set rules.max_rounds=1";

/// Command lines whose JSON each schema is held against; the first word is the command.
const COMMAND_LINES: [&str; 74] = [
    "run spar.toml death.toml circle.toml -n 2000",
    "run spar.toml -n 100 --seed 18446744073709551615 --confidence 0.999",
    "run spar.toml -n 500 --check",
    "run spar.toml circle.toml -n 500 --ways",
    "run spar.toml --precision 0.02",
    "run spar.toml --method exact",
    "run spar.toml --method auto --max-memory 5k -n 500",
    "exact spar.toml death.toml",
    "sweep spar.toml --vary rules.meter_ticks=5,9 --vary rules.stakes=spar,death -n 500",
    "sweep spar.toml --vary rules.meter_ticks=5,9 --method exact",
    "sweep spar.toml --vary rules.meter_ticks=5,9 -n 500 --check",
    "sweep spar.toml --vary rules.meter_ticks=5,9,21 -n 500 --cross party=60%",
    "sweep spar.toml --vary rules.meter_ticks=5,9,13,21 --method exact --cross lead_changes=0.5",
    "sweep spar.toml --vary rules.meter_ticks=5,9 -n 500 --cross rounds=100",
    "sweep spar.toml --vary rules.meter_ticks=5,9,5 --zip -n 100",
    "sweep spar.toml --vary rules.meter_ticks=5,9,5 --zip --method exact",
    "compare spar.toml --with rules.max_rounds=999 -n 200",
    "compare spar.toml --with rules.meter_ticks=11 -n 2000",
    "compare spar.toml death.toml -n 2000 --margin 0.01",
    "compare spar.toml --with rules.meter_ticks=11 --range 50..90",
    "compare spar.toml --with rules.meter_ticks=11 --range 50..90 --range 10..20",
    "compare spar.toml --with rules.meter_ticks=21 --until-decided",
    "compare spar.toml --with rules.meter_ticks=9 --margin 0.05 --until-decided",
    "compare spar.toml --with rules.meter_ticks=11 --margin 0.01 --plan",
    "compare spar.toml --with rules.meter_ticks=9 --plan",
    "compare spar.toml spar.toml --plan",
    "compare spar.toml spar.toml --until-decided",
    "tune spar.toml --vary rules.meter_ticks=5,9,13 --target party=0.7 --max-encounters 200k",
    "tune spar.toml --vary rules.meter_ticks=5,9,13 --target party=0.7 --target rounds=12:0.01 --max-encounters 2k",
    "tune spar.toml --vary rules.meter_ticks=9,21 --target rounds=12 --max-encounters 100k",
    "sensitivity spar.toml -n 500",
    "sensitivity spar.toml -n 500 --metric rounds --only rules.*",
    "sensitivity spar.toml -n 50 --words --only rules.stakes",
    "luck spar.toml -n 500 --check",
    "skill spar.toml -n 100",
    "skill band.toml -n 100",
    "luck band.toml -n 30 --metric combatants.cat.dead",
    "test expected.toml",
    "test expected.toml --method sample --confidence 0.99 --max-encounters 20k --allow-undecided --seed 3",
    "test expected.toml --method exact",
    "versus circle.toml -n 500",
    "versus roster.toml -n 10",
    "versus spar.toml --policies -n 100",
    "gauntlet band.toml --roster sheets-of-cats.csv --count 1..=2 --by level -n 100",
    "gauntlet band.toml --party-roster sheets-of-cats.csv --by level --margin 0.01 -n 1",
    "balance band.balance.toml -n 1000",
    "balance yard.balance.toml -n 1000",
    "replay spar.toml --index 3",
    "replay spar.toml --find longest -n 500",
    "replay spar.toml --index 3 --odds",
    "replay band.toml --index 3 --odds --method sample --continuations 20 --confidence 0.9",
    "replay spar.toml --find turning-point -n 50",
    "drama spar.toml",
    "drama band.toml --method sample -n 20 --continuations 20 --confidence 0.9",
    "rare spar.toml --event rounds>20",
    "rare band.toml --event rounds>6 --method sample -n 3000 --confidence 0.9",
    "observe spar.toml spar-games.csv --ignore control_changes --ignore date --vary rules.meter_ticks=5,7,9",
    "observe spar.toml spar-games.csv --ignore date -n 500 --vary rules.meter_ticks=5,9",
    "observe spar.toml spar-games.csv --ignore date --ignore control_changes --set rules.max_rounds=20",
    "coverage spar.toml death.toml -n 50",
    "odds spar.toml --attacker fencer",
    "run band.toml -n 50 --accounts",
    "run spar.toml --method exact --accounts",
    "exact spar.toml --accounts",
    "sweep spar.toml --vary rules.meter_ticks=5,9 -n 200 --accounts",
    "sweep spar.toml --vary rules.meter_ticks=5,9 --method exact --accounts",
    "odds band.toml",
    "odds lone-ogre.toml --attacker sellsword --set combatants.ogre.hp=10000 --set combatants.sellsword.attacks.longsword.damage=1d1000",
    "check spar.toml expected.toml roster.toml --set rules.max_rounds=40",
    "explain rounds",
    "explain sd",
    "explain skirmisher",
    "explain duel-07",
    "explain rules.max_rounds",
];

/// The output of the program, by command: one object for each line.
type Printed = BTreeMap<&'static str, Vec<Value>>;

fn printed() -> Printed {
    let mut printed = Printed::new();
    for arguments in COMMAND_LINES {
        add(&mut printed, arguments);
    }
    let varied = "--vary rules.meter_ticks=9,11";
    for arguments in [
        format!("run {UNWON} -n 50"),
        format!("exact {UNWON}"),
        format!("sweep {UNWON} {varied} -n 50"),
        format!("sweep {UNWON} {varied} --method exact"),
        "run band.toml -n 50".to_owned(),
        "run band.toml --method exact".to_owned(),
        "exact band.toml".to_owned(),
        "sweep band.toml --vary combatants.cat.hp=2,3 -n 50".to_owned(),
        "sweep band.toml --vary combatants.cat.hp=2,3 --method exact".to_owned(),
    ] {
        add(&mut printed, &arguments);
    }
    for &system in System::ALL {
        let scenarios = gallery(system);
        let all: Vec<String> = scenarios.iter().map(|path| path.display().to_string()).collect();
        let (all, first) = (all.join(" "), scenarios[0].display().to_string());
        for arguments in [
            format!("run {all} -n 30"),
            format!("replay {first} --index 1"),
            format!("coverage {all} -n 5"),
            format!("check {all}"),
            format!("compare {first} {first} -n 200"),
        ] {
            add(&mut printed, &arguments);
        }
        let words = system.rules().take(1).map(|rule| rule.id);
        words.for_each(|word| add(&mut printed, &format!("explain {word}")));
    }
    add(&mut printed, "explain damage_dealt --system tiny");
    add_failing(&mut printed);
    add_rows_with_twins(&mut printed);
    add_merged(&mut printed);
    add_remade(&mut printed);
    add_since(&mut printed);
    #[cfg(unix)]
    add_interrupted(&mut printed);
    printed
}

/// Adds the output of commands that end with a failure.
fn add_failing(printed: &mut Printed) {
    let broken = "check mistakes.toml bad-roster.toml absent.toml spar.toml --set rules.x=1 --format json";
    let output = equipoise(broken).output().expect("it runs");
    add_lines(printed, broken, &String::from_utf8(output.stdout).expect("UTF-8"));
    let broken = "test expected.toml mistakes.toml bad-roster.toml absent.toml --format json";
    let output = equipoise(broken).assert().code(2).get_output().stdout.clone();
    add_lines(printed, broken, &String::from_utf8(output).expect("UTF-8"));
    for failing in [
        "test beside.toml --format json",
        "test beside.toml --method sample --max-encounters 100 --format json",
        "balance clash.balance.toml -n 5000 --format json",
    ] {
        let output = equipoise(failing).assert().code(1).get_output().stdout.clone();
        add_lines(printed, failing, &String::from_utf8(output).expect("UTF-8"));
    }
    let broken = "gauntlet band.toml --roster pack.csv --by cr -n 100 --format json";
    let output = equipoise(broken).assert().code(2).get_output().stdout.clone();
    add_lines(printed, broken, &String::from_utf8(output).expect("UTF-8"));
}

/// Adds the output of commands after an interrupt.
#[cfg(unix)]
fn add_interrupted(printed: &mut Printed) {
    for arguments in [
        "run spar.toml -n 1e15",
        "compare spar.toml --with rules.meter_ticks=11 -n 1e15",
        "tune spar.toml --vary rules.meter_ticks=9,11 --target party=0.6996415 --max-encounters 1e15 --margin 0",
        "test beside.toml --method sample --max-encounters 1e15",
        "observe spar.toml spar-games.csv --ignore date --method sample -n 10M",
    ] {
        let (code, stdout, stderr) = crate::streams::interrupted(&format!("{arguments} --format json"), 1);
        assert_eq!(code, Some(130), "{arguments}: {stderr}");
        add_lines(printed, arguments, &stdout);
    }
    for asked in
        ["versus roster.toml", "gauntlet band.toml --roster sheets-of-cats.csv --by level", "balance band.balance.toml"]
    {
        add_some(printed, asked);
    }
}

/// A round of matches, or rows of a roster, of which an interrupt leaves some. How long one takes depends on the machine: the first try
/// has none, and each try after it has shorter ones, until some are finished.
#[cfg(unix)]
fn add_some(printed: &mut Printed, asked: &str) {
    let mut encounters: u64 = 100_000_000;
    loop {
        let arguments = format!("{asked} -n {encounters}");
        let (code, stdout, stderr) = crate::streams::interrupted(&format!("{arguments} --format json"), 1);
        if code == Some(130) && !stdout.is_empty() {
            return add_lines(printed, &arguments, &stdout);
        }
        assert!(encounters > 1000, "{code:?} {stderr}");
        encounters /= 2;
    }
}

/// A row of a roster that is refused for a name that stands there twice.
fn add_rows_with_twins(printed: &mut Printed) {
    let folder = tempfile::tempdir().expect("a folder");
    let roster = folder.path().join("twins.csv");
    let header = "id,hp,attacks.1.id,attacks.1.kind,attacks.2.id,attacks.2.kind";
    std::fs::write(&roster, format!("{header}\nrat,1,,light_melee,,\ntwo,1,bite,light_melee,bite,light_melee\n"))
        .expect("room");
    let twins = format!("gauntlet band.toml --roster {} -n 100 --format json", roster.display());
    let output = equipoise(&twins).assert().code(2).get_output().stdout.clone();
    add_lines(printed, &twins, &String::from_utf8(output).expect("UTF-8"));
}

/// Verdicts on a result, the same one with another number, and a directory.
fn add_remade(printed: &mut Printed) {
    let folder = tempfile::tempdir().expect("a folder");
    let [file, set] = ["a.json", "set"].map(|name| folder.path().join(name));
    let result = stdout_of("run spar.toml -n 50 --format json");
    equipoise("run spar.toml -n 50 --out").arg(&set).assert().code(0);
    for text in [result.clone(), result.replacen("\"encounters\":50", "\"encounters\":51", 1)] {
        std::fs::write(&file, text).expect("room");
        let output = equipoise("rerun --format json").args([&file, &set]).output().expect("it runs");
        add_lines(printed, "rerun", &String::from_utf8(output.stdout).expect("UTF-8"));
    }
}

/// A baseline whose texts play otherwise than they did, in counts and in rows, and scenarios that have changed since.
fn add_since(printed: &mut Printed) {
    let folder = tempfile::tempdir().expect("a folder");
    let [base, rows, band] = ["base", "rows.parquet", "band.toml"].map(|name| folder.path().join(name));
    std::fs::copy(crate::fixtures().join("band.toml"), &band).expect("room");
    let command = |arguments: &str| {
        let mut command = equipoise(arguments);
        command.current_dir(folder.path());
        command
    };
    command("run band.toml -n 2000 --out base").assert().code(0);
    command("run band.toml -n 2000 --encounters-out rows.parquet").assert().code(0);
    command("exact band.toml --out exact").assert().code(0);
    std::fs::rename(&band, folder.path().join("moved")).expect("renamed");
    let missing = "compare --baseline base --today --format json";
    let output = command(missing).assert().code(1).get_output().stdout.clone();
    add_lines(printed, missing, &String::from_utf8(output).expect("UTF-8"));
    std::fs::rename(folder.path().join("moved"), &band).expect("renamed");
    for path in [base.join("run.json"), rows, folder.path().join("exact/run.json")] {
        let bytes = std::fs::read(&path).expect("written");
        let (from, to) = (b"max_rounds = 3", b"max_rounds = 4");
        let mut changed = bytes.clone();
        for at in (0..bytes.len() - from.len()).filter(|&at| bytes[at..].starts_with(from)) {
            changed[at..at + to.len()].copy_from_slice(to);
        }
        std::fs::write(&path, changed).expect("room");
    }
    let text = std::fs::read_to_string(&band).expect("there").replace("id = \"cat\"", "id = \"dog\"");
    std::fs::write(&band, text.replace("hp = 3", "hp = 4")).expect("room");
    for arguments in [
        "compare --baseline base --rows rows.parquet",
        "compare --baseline base --today --margin 0.9",
        "compare --baseline exact --with combatants.cat.hp=5",
    ] {
        let output = command(&format!("{arguments} --format json")).assert().code(1).get_output().stdout.clone();
        add_lines(printed, arguments, &String::from_utf8(output).expect("UTF-8"));
    }
}

fn add(printed: &mut Printed, arguments: &str) {
    let command = format!("{arguments} --format json");
    let stdout = if arguments.starts_with("tune") { tuned(&command) } else { stdout_of(&command) };
    add_lines(printed, arguments, &stdout);
}

fn add_lines(printed: &mut Printed, arguments: &str, stdout: &str) {
    let command = OUTPUTS.iter().map(|output| output.command).find(|command| arguments.starts_with(command));
    let objects = stdout.lines().map(|line| {
        let object: Value = serde_json::from_str(line).expect("JSON");
        // Parsing keeps the last of several equal keys, so that the text would get shorter.
        assert_eq!(object.to_string().len(), line.len(), "{arguments}: a key is there twice");
        object
    });
    printed.entry(command.expect("a command with JSON")).or_default().extend(objects);
}

fn add_merged(printed: &mut Printed) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    for scenario in ["spar.toml", "band.toml --accounts", UNWON] {
        for (range, shard) in [("0..500", "a"), ("500..900", "b")] {
            stdout_of(&format!("run {scenario} --range {range} --shard {}", path(shard)));
        }
        add(printed, &format!("merge {} {}", path("a"), path("b")));
    }
    let sides = "compare spar.toml --with rules.meter_ticks=11";
    for (range, shard) in [("0..17k", "c"), ("17k..40k", "d"), ("50k..50100", "e")] {
        stdout_of(&format!("{sides} --range {range} --shard {}", path(shard)));
    }
    add(printed, &format!("merge {} {} --margin 0.1", path("c"), path("d")));
    add(printed, &format!("merge {} {} --until-decided --margin 0.1", path("c"), path("d")));
    add(printed, &format!("merge {}", path("e")));
    let same = "compare spar.toml spar.toml -n 100";
    stdout_of(&format!("{same} --shard {}", path("f")));
    add(printed, &format!("merge {}", path("f")));
}

/// The same schema, but with every key refused that it does not describe.
fn strict(schema: &Value) -> Value {
    match schema {
        Value::Object(map) => {
            let mut strict: serde_json::Map<String, Value> =
                map.iter().map(|(key, value)| (key.clone(), self::strict(value))).collect();
            if map.get("properties").is_some_and(Value::is_object) && map.get("type").is_none_or(Value::is_string) {
                strict.insert("unevaluatedProperties".to_owned(), json!(false));
            }
            if map.contains_key("prefixItems") {
                strict.insert("items".to_owned(), json!(false));
            }
            Value::Object(strict)
        }
        Value::Array(items) => Value::Array(items.iter().map(self::strict).collect()),
        other => other.clone(),
    }
}

/// The JSON pointers of all properties that a schema describes.
fn properties(schema: &Value, pointer: &str, found: &mut Vec<String>) {
    let escaped = |key: &str| key.replace('~', "~0").replace('/', "~1");
    match schema {
        Value::Object(map) => {
            for (key, value) in map {
                let below = format!("{pointer}/{}", escaped(key));
                if key == "properties" {
                    let names = value.as_object().expect("properties").keys();
                    found.extend(names.map(|name| format!("{below}/{}", escaped(name))));
                }
                properties(value, &below, found);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                properties(item, &format!("{pointer}/{index}"), found);
            }
        }
        _ => {}
    }
}

fn all_properties(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    properties(schema, "", &mut found);
    found
}

/// Real output keeps to the schemas, no key of it is undescribed, and no key is described that never occurs.
#[test]
fn schemas_describe_what_is_printed_and_nothing_else() {
    let printed = printed();
    for output in OUTPUTS {
        let (command, schema) = (output.command, output.schema(Registry::SHIPPED));
        let objects = &printed[command];
        let open = draft202012::new(&schema).expect("it is a schema");
        let closed = strict(&schema);
        let closed_validator = draft202012::new(&closed).expect("it is a schema");
        for object in objects {
            let errors: Vec<String> = closed_validator
                .iter_errors(object)
                .map(|error| format!("{} at {}", error, error.instance_path()).chars().take(400).collect())
                .collect();
            assert!(errors.is_empty(), "{command}: {errors:?}");
            assert!(open.is_valid(object), "{command}");
            let mut grown = object.clone();
            grown["of_a_later_version"] = json!(1);
            assert!(open.is_valid(&grown) && !closed_validator.is_valid(&grown), "{command}");
        }
        for pointer in all_properties(&closed) {
            let mut without = closed.clone();
            *without.pointer_mut(&pointer).expect("a property") = json!(false);
            let without = draft202012::new(&without).expect("it is a schema");
            assert!(objects.iter().any(|object| !without.is_valid(object)), "{command}: {pointer} never occurs");
        }
    }
}

/// Every command whose answer is about a scenario, with every scenario that ships: whatever is printed keeps to its schema.
/// A command that a scenario does not allow is refused, and prints nothing.
#[test]
fn every_shipped_scenario_prints_what_the_schemas_say() {
    let mut validated = BTreeMap::<&'static str, usize>::new();
    let validator = |output: &Output| {
        (output.command, draft202012::new(&output.schema(Registry::SHIPPED)).expect("it is a schema"))
    };
    let schemas: Vec<_> = OUTPUTS.iter().map(validator).collect();
    for &system in System::ALL {
        let scenarios: Vec<String> = gallery(system).iter().map(|path| path.display().to_string()).collect();
        for (scenario, next) in scenarios.iter().zip(scenarios.iter().cycle().skip(1)) {
            for arguments in [
                format!("run {scenario} -n 40"),
                format!("exact {scenario} --max-memory 4M"),
                format!("exact {scenario} --set rules.max_rounds=1 --max-memory 4M"),
                format!("sweep {scenario} --vary rules.max_rounds=1,2 -n 20"),
                format!("compare {scenario} --with rules.max_rounds=3 -n 40"),
                format!("tune {scenario} --vary rules.max_rounds=1,2 --target rounds=1 --max-encounters 20k"),
                format!("sensitivity {scenario} -n 10 --only rules.max_rounds"),
                format!("luck {scenario} -n 100 --metric rounds"),
                format!("versus {scenario} {next} -n 5"),
                format!("test {scenario} --method sample --max-encounters 200 --allow-undecided"),
                format!("replay {scenario} --index 0"),
                format!("coverage {scenario} -n 3"),
                format!("check {scenario}"),
            ] {
                let output = equipoise(&format!("{arguments} --format json")).output().expect("it runs");
                let stdout = String::from_utf8(output.stdout).expect("UTF-8");
                let (command, schema) =
                    schemas.iter().find(|(known, _)| arguments.starts_with(known)).expect("it has one");
                for line in stdout.lines() {
                    let object: Value = serde_json::from_str(line).expect("JSON");
                    let errors =
                        schema.iter_errors(&object).map(|error| format!("{error} at {}", error.instance_path()));
                    let errors: Vec<String> = errors.map(|error| error.chars().take(300).collect()).collect();
                    assert!(errors.is_empty(), "{arguments}: {errors:?}");
                    *validated.entry(command).or_default() += 1;
                }
            }
        }
    }
    let scenarios: usize = System::ALL.iter().map(|&system| gallery(system).len()).sum();
    for command in ["run", "compare", "tune", "sensitivity", "luck", "replay", "coverage", "check", "sweep", "test"] {
        // A few scenarios refuse so few rounds, or have no number of that name.
        assert!(validated.get(command).is_some_and(|&count| count * 5 >= scenarios * 4), "{command}: {validated:?}");
    }
    assert!(validated["exact"] > 0 && validated["versus"] > 0, "{validated:?}");
}

/// A blow of 1 against 50 HP, and one of 0, for three Rounds: the chances of all paths add up to a little more than 1.
#[test]
fn what_is_certain_is_1_and_no_more() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("certain.toml");
    let text = r#"system = "zones"
name = "Certain"
zones = [{ id = "pit" }]
[rules]
max_rounds = 3
morale_triggers = []
[[combatants]]
id = "archer"
side = "party"
hp = 100
attributes = { str = 2, dex = 30 }
attacks = [{ id = "sword", kind = "melee", damage = 1 }]
[[combatants]]
id = "crab"
side = "enemies"
hp = 50
skill = 0
attacks = [{ id = "pinch", kind = "melee", damage = 0 }]
"#;
    std::fs::write(&path, text).expect("room");
    let printed = stdout_of(&format!("exact {} --format json", path.display()));
    let object: Value = serde_json::from_str(&printed).expect("JSON");
    let schema = Output::of("exact").expect("it has one").schema(Registry::SHIPPED);
    assert!(draft202012::new(&schema).expect("it is a schema").is_valid(&object), "{printed}");
    for pointer in ["/winners/timeout/share", "/combatants/0/standing/share", "/combatants/1/standing/share"] {
        assert_eq!(object.pointer(pointer), Some(&json!(1.0)), "{pointer}");
    }
    assert!(!printed.contains("1.000000000"), "{printed}");
}

/// The description of a schema, or of the definition that it refers to.
fn description<'a>(root: &'a Value, schema: &'a Value) -> Option<&'a str> {
    let own = schema["description"].as_str();
    let target = schema["$ref"].as_str().and_then(|reference| root.pointer(reference.strip_prefix('#')?));
    own.or_else(|| description(root, target?))
}

#[test]
fn schemas_are_valid_and_describe_every_key() {
    for output in OUTPUTS {
        let schema = output.schema(Registry::SHIPPED);
        assert!(draft202012::meta::is_valid(&schema), "{}", output.command);
        assert!(schema["description"].is_string(), "{}", output.command);
        let definitions = schema["$defs"].as_object().expect("definitions").values();
        assert!(definitions.into_iter().all(|definition| definition["description"].is_string()), "{}", output.command);
        for pointer in all_properties(&schema) {
            let property = schema.pointer(&pointer).expect("a property");
            let text = description(&schema, property).unwrap_or_default();
            assert!(text.ends_with(['.', ')']), "{} {pointer}: {text}", output.command);
        }
    }
}

/// The output of a run is refused if a number is out of its range, has another type, or is missing.
#[test]
fn schemas_refuse_what_is_wrong() {
    let schema = Output::of("run").expect("it has one").schema(Registry::SHIPPED);
    let validator = draft202012::new(&schema).expect("it is a schema");
    let good: Value = serde_json::from_str(&stdout_of("run spar.toml -n 100 --format json")).expect("JSON");
    assert!(validator.is_valid(&good));
    for (pointer, wrong) in [
        ("/winners/party/share", json!(1.5)),
        ("/winners/party/count", json!(-1)),
        ("/seed", json!("1")),
        ("/system", json!("chess")),
        ("/combatants/0/side", json!("left")),
        ("/quantities/0/name", json!("party_all_out")),
        ("/rounds/histogram/0", json!([1])),
        ("/metrics", json!(null)),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(pointer).expect("it is there") = wrong;
        assert!(!validator.is_valid(&bad), "{pointer}");
    }
    let mut short = good.clone();
    short.as_object_mut().expect("an object").remove("confidence");
    assert!(!validator.is_valid(&short));
}

/// Adds the system of the program that the engine does not have to every list of their names.
fn name_script(schema: &mut Value) {
    let names: Vec<Value> = System::ALL.iter().map(|system| system.name().into()).collect();
    match schema {
        Value::Array(list) if *list == names => list.push("script".into()),
        Value::Array(list) => list.iter_mut().for_each(name_script),
        Value::Object(keys) => keys.values_mut().for_each(name_script),
        _ => {}
    }
}

#[test]
fn schemas_are_listed_and_printed() {
    narrow_snapshot("schema", &stdout_of("schema"));
    for output in OUTPUTS {
        let text = stdout_of(&format!("schema {}", output.command));
        let mut expected = output.schema(Registry::SHIPPED);
        name_script(&mut expected);
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), expected);
    }
    assert!(refusal_of("schema man").contains("possible values: run"));
}
