use std::path::PathBuf;

use equipoise_engine::Seed;
use serde_json::{Value, json};

use super::*;
use crate::studies::replay::{Continuations, Criterion};
use crate::studies::sensitivity::StepLength;
use crate::studies::sweep::CellSampling;
use crate::studies::test::Sampling;

fn words<T: std::str::FromStr<Err: std::fmt::Debug>>(texts: &[&str]) -> Vec<T> {
    texts.iter().map(|text| text.parse().expect("a word")).collect()
}

/// A sweep of each way to vary, and a crossing.
fn sweeps() -> Vec<Study> {
    let limits = Limits { max_memory: 5000, max_states: Some(9) };
    let cells = CellSampling { seed: 4, range: 2..8, confidence: 0.9 };
    let sampled = || Method::Sample(cells.clone());
    let sweep = |vary, method, cells, check| {
        let (scenario, overrides, cross) = ("a.toml".into(), words(&["a=x"]), "party=50%".parse().ok());
        Study::Sweep(Sweep { scenario, overrides, vary, cells, method, check, cross })
    };
    vec![
        sweep(Vary::Grid(words(&["a=1..=3", "b=x"])), sampled(), None, Some(Limits::new(None, None))),
        sweep(Vary::Points("p.csv".into()), sampled(), Some([2, 5]), None),
        sweep(Vary::Zip(words(&["a=1,2", "b=3,4"])), Method::Auto { limits, sampling: cells.clone() }, None, None),
        sweep(
            Vary::Pairs(words(&["a=1,2", "b=3,4"])),
            Method::Exact { limits: Limits::new(None, Some(9)) },
            None,
            None,
        ),
        Study::Cross(Cross {
            scenario: "a.toml".into(),
            overrides: vec![],
            vary: "a=1..=3".parse().expect("an axis"),
            target: "party=50%".parse().expect("a target"),
            method: Method::Auto { limits, sampling: cells },
        }),
    ]
}

fn tune() -> Study {
    Study::Tune(Tune {
        scenario: "a.toml".into(),
        overrides: vec![],
        vary: words(&["a=1..=3", "b=x,\"y, z\",[1,2]"]),
        zip: true,
        targets: words(&["party=12.5%", "rounds=8:0.05"]),
        margin: 0.002,
        max_encounters: 100,
        seed: 1,
        confidence: 0.95,
    })
}

fn odds() -> Study {
    let (attacker, attack) = (Some("a".to_owned()), Some("long bow".to_owned()));
    Study::Odds(Odds { scenarios: vec!["a.toml".into()], overrides: vec![], attacker, attack, target: None })
}

/// Studies of how odds move.
fn moving_odds(limits: Limits) -> Vec<Study> {
    let continuations = Continuations { continuations: 500, confidence: 0.9 };
    let replay = |fight, method| {
        let (scenario, overrides) = ("a.toml".into(), vec![]);
        Study::Replay(Replay { scenario, overrides, seed: 3, fight, odds: Some(method) })
    };
    let sampling = crate::studies::drama::Sampling { seed: 3, encounters: 10, continuations: 100, confidence: 0.9 };
    let drama = |method| Study::Drama(Drama { scenario: "a.toml".into(), overrides: vec![], method });
    let rare = |method| {
        let event = "rounds > 20".to_owned();
        Study::Rare(Rare { scenario: "a.toml".into(), overrides: vec![], event, method })
    };
    let splitting = crate::studies::rare::Sampling { seed: 3, encounters: 1000, confidence: 0.9 };
    vec![
        replay(Fight::Index(4), Method::Sample(continuations)),
        replay(Fight::found_by("turning-point", 20), Method::Exact { limits }),
        replay(Fight::Index(4), Method::Exact { limits }),
        replay(Fight::Index(4), Method::Auto { limits, sampling: continuations }),
        drama(Method::Exact { limits }),
        drama(Method::Auto { limits, sampling }),
        drama(Method::Sample(sampling)),
        rare(Method::Auto { limits, sampling: splitting }),
    ]
}

fn skill() -> Study {
    Study::Skill(Skill {
        scenario: "a.toml".into(),
        overrides: words(&["a=1"]),
        encounters: 10,
        seed: 1,
        confidence: 0.95,
    })
}

fn luck(limits: Limits) -> Study {
    Study::Luck(Luck {
        scenario: "a.toml".into(),
        overrides: words(&["a=1"]),
        metric: "rounds.mean".to_owned(),
        encounters: 10,
        seed: 1,
        confidence: 0.95,
        check: Some(limits),
    })
}

fn gauntlet(place: Place, counts: &[usize]) -> Study {
    let by = (!counts.is_empty()).then(|| "level".to_owned());
    Study::Gauntlet(Gauntlet {
        scenario: "a.toml".into(),
        overrides: words(&["a=1"]),
        roster: "rows.csv".into(),
        place,
        counts: counts.to_vec(),
        margin: by.as_ref().map(|_| 0.1),
        by,
        encounters: 10,
        seed: 1,
        confidence: 0.95,
    })
}

fn observes(limits: Limits) -> [Study; 2] {
    let observe = |ignore: &[&str], vary: Option<&str>, method| {
        Study::Observe(Observe {
            scenario: "a.toml".into(),
            overrides: words(&["a=1"]),
            games: "games.csv".into(),
            ignore: words(ignore),
            vary: vary.map(|vary| vary.parse().expect("an axis")),
            top: 3,
            method,
            seed: 5,
            confidence: 0.9,
        })
    };
    let sampling = crate::studies::observe::ask::Sampling { encounters: 1000 };
    [
        observe(&["date", "table"], Some("b=1..=3"), Method::Auto { limits, sampling }),
        observe(&[], None, Method::Exact { limits }),
    ]
}

fn gauntlets() -> [Study; 2] {
    [gauntlet(Place::Enemies, &[1, 2, 5]), gauntlet(Place::Party, &[])]
}

/// A tournament; without sides, one of policies.
fn versus(scenarios: &[&str], sides: Option<Sides>) -> Study {
    Study::Versus(Versus {
        scenarios: scenarios.iter().map(PathBuf::from).collect(),
        overrides: vec![],
        sides,
        policies: sides.is_none(),
        encounters: 10,
        seed: 1,
        confidence: 0.95,
    })
}

fn balance() -> Study {
    Study::Balance(Balance { file: "a.toml".into(), encounters: 10, seed: 1, confidence: 0.95 })
}

/// One of each kind, with every form that its settings have.
fn studies() -> Vec<Study> {
    let run = |method: Method| {
        Study::Run(Run { scenario: "a.toml".into(), overrides: words(&["a.b=1", "c=[2, 3]"]), method })
    };
    let sample = |encounters, check| {
        Method::Sample(super::Sampling { seed: 7, encounters, confidence: 0.9, check, ways: false })
    };
    let limits = Limits { max_memory: 5000, max_states: Some(9) };
    let compare = |second, until, margin| {
        let (first, overrides) = (PathBuf::from("-"), words(&["a=x"]));
        Study::Compare(Compare { first, second, overrides, until, seed: 1, confidence: 0.95, margin })
    };
    let sensitivity = |only: &[&str]| {
        Study::Sensitivity(Sensitivity {
            scenario: "a.toml".into(),
            overrides: vec![],
            only: words(only),
            step: None,
            words: false,
            metric: "winners.party".to_owned(),
            encounters: 10,
            seed: 1,
            confidence: 0.95,
        })
    };
    let mut stepped = sensitivity(&[]);
    if let Study::Sensitivity(study) = &mut stepped {
        (study.step, study.words) = (Some(StepLength::Percent(10.0)), true);
    }
    let replay =
        |fight| Study::Replay(Replay { scenario: "a.toml".into(), overrides: vec![], seed: 3, fight, odds: None });
    let test = |method: Method<Sampling>| {
        Study::Test(Test { scenario: "a.toml".into(), overrides: words(&["a=1"]), method, seed: 2 })
    };
    let sampling = Sampling { confidence: 0.999, max_encounters: 100 };
    let mut studies = vec![
        run(Method::ranges(Seed(1), vec![0..5, 8..u64::MAX], 0.95)),
        run(sample(Extent::Precision { half_width: 0.01, max_encounters: 1000 }, Some(limits))),
        run(Method::Exact { limits: Limits::new(None, None) }),
        compare(Opponent::Scenario("b.toml".into()), Until::Fixed { encounters: 10 }, Some(0.01)),
        compare(Opponent::With(words(&["c.d=-2"])), Until::Decided { max_encounters: 10, fresh: None }, None),
        compare(Opponent::With(words(&["c=1"])), Until::Ranges(vec![0..5, 8..u64::MAX]), None),
        compare(Opponent::With(words(&["c=1"])), Until::Pilot { encounters: 10 }, None),
    ];
    studies.extend(sweeps());
    studies.extend([
        tune(),
        sensitivity(&[]),
        sensitivity(&["rules.*"]),
        stepped,
        sensitivity(&["rules.*", "combatants.**"]),
        test(Method::Sample(sampling)),
        test(Method::Exact { limits }),
        test(Method::Auto { limits, sampling }),
        versus(&["a.toml", "b.toml"], Some(Sides::Party)),
        versus(&["a.toml"], None),
        replay(Fight::Index(4)),
        replay(Fight::Find { criterion: Criterion::Upset, encounters: 10 }),
        replay(Fight::found_by("not a dead or rounds > 3", 10)),
        Study::Coverage(Coverage { scenarios: vec!["a.toml".into()], overrides: vec![], encounters: 10, seed: 1 }),
        odds(),
        luck(limits),
        skill(),
    ]);
    studies.extend(moving_odds(limits).into_iter().chain(gauntlets()).chain(observes(limits)));
    studies.push(balance());
    studies
}

#[test]
fn a_study_is_read_as_it_was_written() {
    for study in studies() {
        let text = serde_json::to_string(&study).expect("plain data");
        assert_eq!(serde_json::from_str::<Study>(&text).expect("our own text"), study, "{text}");
        let value: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(serde_json::from_value::<Study>(value).expect("our own value"), study, "{text}");
    }
}

/// Nothing has a default, and nothing unknown is passed over.
#[test]
fn a_study_is_read_whole_or_not_at_all() {
    for study in studies() {
        let whole = serde_json::to_value(&study).expect("plain data");
        let keys: Vec<String> = whole.as_object().expect("an object").keys().cloned().collect();
        for key in keys {
            let mut part = whole.clone();
            let value = part.as_object_mut().and_then(|part| part.remove(&key));
            // An optional value may be left out, which means the same as null.
            let is_optional =
                ["only", "sides", "margin", "cells", "check", "attacker", "attack", "target", "odds", "by"]
                    .contains(&key.as_str())
                    && value.is_some();
            assert!(is_optional || serde_json::from_value::<Study>(part).is_err(), "{study:?} without {key}");
        }
        let mut more = whole.clone();
        more["speed"] = json!(1);
        assert!(serde_json::from_value::<Study>(more).is_err(), "{study:?}");
    }
}

#[test]
fn commands_spell_everything_out() {
    let commands: Vec<String> = studies().iter().map(|study| study.command().join(" ")).collect();
    let expected = [
        "equipoise run a.toml --set a.b=1 --set c=[2, 3] --seed 1 --range 0..5 --range 8..18446744073709551615 \
         --confidence 0.95",
        "equipoise run a.toml --set a.b=1 --set c=[2, 3] --seed 7 --precision 0.01 --max-encounters 1000 \
         --confidence 0.9 --check --max-memory 5000 --max-states 9",
        "equipoise exact a.toml --set a.b=1 --set c=[2, 3] --max-memory 2000000000",
        "equipoise compare - b.toml --set a=x --encounters 10 --margin 0.01 --seed 1 --confidence 0.95",
        "equipoise compare - --with c.d=-2 --set a=x --until-decided --max-encounters 10 --seed 1 --confidence 0.95",
        "equipoise compare - --with c=1 --set a=x --range 0..5 --range 8..18446744073709551615 --seed 1 --confidence 0.95",
        "equipoise compare - --with c=1 --set a=x --plan --encounters 10 --seed 1 --confidence 0.95",
        "equipoise sweep a.toml --set a=x --vary a=1,2,3 --vary b=x --seed 4 --range 2..8 --confidence 0.9 --check \
         --cross winners.party=0.5",
        "equipoise sweep a.toml --set a=x --points p.csv --seed 4 --range 2..8 --confidence 0.9 --cross winners.party=0.5",
        "equipoise sweep a.toml --set a=x --vary a=1,2 --vary b=3,4 --zip --method auto --seed 4 --range 2..8 \
         --confidence 0.9 --max-memory 5000 --max-states 9 --cross winners.party=0.5",
        "equipoise sweep a.toml --set a=x --vary a=1,2 --vary b=3,4 --pairs --method exact --max-states 9 \
         --cross winners.party=0.5",
        "equipoise sweep a.toml --vary a=1,2,3 --cross winners.party=0.5 --method auto --max-memory 5000 --max-states 9 \
         --seed 4 --range 2..8 --confidence 0.9",
        "equipoise tune a.toml --vary a=1,2,3 --vary b=x,\"y, z\",[1,2] --zip --target winners.party=0.125:1 \
         --target rounds.mean=8:0.05 --margin 0.002 --max-encounters 100 --seed 1 --confidence 0.95",
        "equipoise sensitivity a.toml --metric winners.party --encounters 10 --seed 1 --confidence 0.95",
        "equipoise sensitivity a.toml --only rules.* --metric winners.party --encounters 10 --seed 1 --confidence 0.95",
        "equipoise sensitivity a.toml --step 10% --words --metric winners.party --encounters 10 --seed 1 --confidence 0.95",
        "equipoise sensitivity a.toml --only rules.* --only combatants.** --metric winners.party --encounters 10 --seed 1 --confidence 0.95",
        "equipoise test a.toml --set a=1 --method sample --confidence 0.999 --max-encounters 100 --seed 2",
        "equipoise test a.toml --set a=1 --method exact --max-memory 5000 --max-states 9 --seed 2",
        "equipoise test a.toml --set a=1 --method auto --max-memory 5000 --max-states 9 --confidence 0.999 \
         --max-encounters 100 --seed 2",
        "equipoise versus a.toml b.toml --sides party --encounters 10 --seed 1 --confidence 0.95",
        "equipoise versus a.toml --policies --encounters 10 --seed 1 --confidence 0.95",
        "equipoise replay a.toml --seed 3 --index 4",
        "equipoise replay a.toml --seed 3 --find upset --encounters 10",
        "equipoise replay a.toml --seed 3 --find not a dead or rounds > 3 --encounters 10",
        "equipoise coverage a.toml --encounters 10 --seed 1",
        "equipoise odds a.toml --attacker a --attack long bow",
        "equipoise luck a.toml --set a=1 --metric rounds.mean --encounters 10 --seed 1 --confidence 0.95 --check --max-memory 5000 \
         --max-states 9",
        "equipoise skill a.toml --set a=1 --encounters 10 --seed 1 --confidence 0.95",
        "equipoise replay a.toml --seed 3 --index 4 --odds --method sample --continuations 500 --confidence 0.9",
        "equipoise replay a.toml --seed 3 --find turning-point --encounters 20 --odds --method exact --max-memory 5000 \
         --max-states 9",
        "equipoise replay a.toml --seed 3 --index 4 --odds --method exact --max-memory 5000 --max-states 9",
        "equipoise replay a.toml --seed 3 --index 4 --odds --method auto --max-memory 5000 --max-states 9 \
         --continuations 500 --confidence 0.9",
        "equipoise drama a.toml --method exact --max-memory 5000 --max-states 9",
        "equipoise drama a.toml --method auto --max-memory 5000 --max-states 9 --seed 3 --encounters 10 --continuations 100 \
         --confidence 0.9",
        "equipoise drama a.toml --method sample --seed 3 --encounters 10 --continuations 100 --confidence 0.9",
        "equipoise rare a.toml --event rounds > 20 --method auto --max-memory 5000 --max-states 9 --seed 3 --encounters 1000 \
         --confidence 0.9",
        "equipoise gauntlet a.toml --set a=1 --roster rows.csv --count 1,2,5 --by level --margin 0.1 --encounters 10 --seed 1 \
         --confidence 0.95",
        "equipoise gauntlet a.toml --set a=1 --party-roster rows.csv --encounters 10 --seed 1 --confidence 0.95",
        "equipoise observe a.toml games.csv --set a=1 --ignore date --ignore table --vary b=1,2,3 --top 3 --method auto \
         --max-memory 5000 --max-states 9 --encounters 1000 --seed 5 --confidence 0.9",
        "equipoise observe a.toml games.csv --set a=1 --top 3 --method exact --max-memory 5000 --max-states 9 --seed 5 \
         --confidence 0.9",
        "equipoise balance a.toml --encounters 10 --seed 1 --confidence 0.95",
    ];
    assert_eq!(commands, expected);
}

#[test]
fn hostile_settings_are_refused() {
    let read = |ranges: &str, confidence: &str| {
        let sample =
            format!(r#"{{"seed":1,"encounters":{{"ranges":{ranges}}},"confidence":{confidence},"check":null}}"#);
        let text = format!(r#"{{"kind":"run","scenario":"a","overrides":[],"method":{{"sample":{sample}}}}}"#);
        serde_json::from_str::<Study>(&text)
    };
    read("[[0,5],[6,9]]", "0.9").expect("all its settings are right");
    for (ranges, confidence) in [("[]", "0.9"), ("[[5,3]]", "0.9"), ("[[0,5],[5,6]]", "0.9"), ("[[0,5]]", "1")] {
        assert!(read(ranges, confidence).is_err(), "{ranges} {confidence}");
    }
}
