//! Commented scenarios of every system.

use crate::scenario::{DefaultValue, Follows, KeyDecl, Problem, Scenario, Source, declared_paths};
use crate::systems::System;

fn parse(text: &str) -> Scenario {
    Scenario::parse(Source::new("starter.toml", text)).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"))
}

/// The line with a key or a header that a `#` right before it puts out of force, without it.
fn in_force(line: &str) -> Option<&str> {
    line.strip_prefix('#').filter(|rest| !rest.starts_with([' ', ':']))
}

#[test]
fn a_commented_scenario_is_the_one_that_it_was_made_of() {
    for &system in System::ALL {
        let opponents = system.opponents();
        let commented = parse(&system.starter());
        assert_eq!(commented.validate(system.schema()), [], "{}", system.name());
        assert_eq!(commented.canonical(system.schema()), opponents.canonical(system.schema()));
    }
}

/// One line after the other, since what is written together can contradict itself.
#[test]
fn a_line_that_is_uncommented_alone_is_accepted() {
    for &system in System::ALL {
        let text = system.starter();
        let lines: Vec<&str> = text.lines().collect();
        let mut uncommented = 0;
        for (index, line) in lines.iter().enumerate() {
            let Some(key) = in_force(line) else { continue };
            let changed = [&lines[..index], &[key], &lines[index + 1..]].concat().join("\n");
            let refused = system.outline(&parse(&changed)).err().map(|problems| problems.to_string());
            assert_eq!(refused, None, "{}: {key}", system.name());
            uncommented += 1;
        }
        assert!(uncommented > 15, "{}: {uncommented} lines", system.name());
    }
}

/// Every `#` is deleted in turn: the scenario is accepted, or the line says what it needs, with the words of the refusal. A value
/// says whether it is a default.
#[test]
fn a_line_says_what_it_is_and_what_it_needs() {
    let mut all_refused = 0;
    for &system in System::ALL {
        let (text, mut refused) = (system.starter(), 0);
        let lines: Vec<&str> = text.lines().collect();
        for (index, line) in lines.iter().enumerate() {
            let is_key = in_force(line).is_some() || line.starts_with("#  ");
            let Some(key) = line.strip_prefix('#').filter(|_| is_key && !line.starts_with("#:")) else { continue };
            let says = |word: &str| key.contains(&format!("  # {word}"));
            assert!(
                says("default") || says("example") || key.trim_start().starts_with('['),
                "{}: {key}",
                system.name()
            );
            let changed = [&lines[..index], &[key], &lines[index + 1..]].concat().join("\n");
            let Ok(scenario) = Scenario::parse(Source::new("starter.toml", changed)) else {
                assert!(key.contains("needs `["), "{}: {key}", system.name());
                continue;
            };
            if !scenario.clone().wanted_files(system.schema()).is_empty() {
                assert!(key.ends_with("needs that file"), "{key}");
                continue;
            }
            let Err(problems) = system.outline(&scenario) else { continue };
            refused += 1;
            let reason = problems.list.first().map(Problem::without_path).expect("a problem");
            let is_told = key.ends_with(&format!("refused alone: {reason}")) || key.contains("needs `[");
            assert!(is_told, "{}: {key}: {reason}", system.name());
        }
        all_refused += refused;
    }
    assert!(all_refused > 0, "no line needs another");
}

/// A number has the value that it would have anyway, or one that its declaration gives as an example: the least that a key
/// allows would be a trap.
#[test]
fn numbers_are_at_their_defaults_or_sensible() {
    for &system in System::ALL {
        let text = system.starter();
        for found in declared_paths(system.schema()) {
            let KeyDecl { name, kind, default, follows, example, .. } = found.key;
            let is_literal = !matches!(default, DefaultValue::Absent | DefaultValue::Derived(_));
            let is_told = is_literal || *follows != Follows::Words || example.is_some();
            assert!(kind.steps().is_none() || is_told, "{}: {} has no example", system.name(), found.path);
            if let Some(example) = example {
                let shown = text.contains(&format!("{name} = {example}  # "));
                assert!(shown || *follows != Follows::Words, "{}: {} shows no {example}", system.name(), found.path);
            }
        }
    }
    let duel = System::ALL[0].starter();
    assert!(duel.contains("\n#max_rounds = 1000  # example\n") && duel.contains("\n#untrained_bonus = 0  # default\n"));
}

#[test]
fn the_whole_file_uncommented_is_valid_key_by_key() {
    for &system in System::ALL {
        let text = system.starter();
        let lines = text.lines().map(|line| in_force(line).unwrap_or(line));
        let all = lines.collect::<Vec<_>>().join("\n");
        assert_eq!(parse(&all).validate(system.schema()), [], "{}", system.name());
    }
}

/// Every key of the declaration has its meaning in the file once.
#[test]
fn every_key_is_explained_once() {
    for &system in System::ALL {
        let text = system.starter();
        for found in declared_paths(system.schema()) {
            let name = found.path.rsplit('.').find(|segment| *segment != "*").expect("a name");
            let meaning = format!("# {} (", found.key.doc);
            assert!(text.contains(&meaning), "{}: {} ({name}) is not explained", system.name(), found.path);
        }
        // Two combatants, and what their keys mean is said of the first.
        let paths = declared_paths(system.schema());
        let policy = paths.iter().find(|found| found.path == "combatants.*.policy").expect("everybody has a policy");
        let meaning = format!("# {} (", policy.key.doc);
        assert_eq!(
            (text.matches("[[combatants]]").count(), text.matches(&meaning).count()),
            (2, 1),
            "{}",
            system.name()
        );
    }
}
