//! Commented scenarios of every system.

use crate::scenario::{Scenario, Source};
use crate::systems::System;

fn parse(text: &str) -> Scenario {
    Scenario::parse(Source::new("starter.toml", text)).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"))
}

/// The line with a key or a header that a `#` puts out of force, without it.
fn in_force(line: &str) -> Option<&str> {
    line.strip_prefix('#').filter(|rest| !rest.starts_with([' ', ':']))
}

#[test]
fn a_commented_scenario_is_the_one_that_it_was_made_of() {
    for &system in System::ALL {
        let opponents = system.opponents();
        let commented = parse(&opponents.commented(system.schema()));
        assert_eq!(commented.validate(system.schema()), [], "{}", system.name());
        assert_eq!(commented.canonical(system.schema()), opponents.canonical(system.schema()));
    }
}

/// One key after the other, since only what is written together can contradict itself.
#[test]
fn a_key_that_is_uncommented_is_valid() {
    for &system in System::ALL {
        let text = system.opponents().commented(system.schema());
        let lines: Vec<&str> = text.lines().collect();
        let mut is_table_in_force = true;
        let mut uncommented = 0;
        for (index, line) in lines.iter().enumerate() {
            if line.starts_with('[') || line.starts_with("#[") {
                is_table_in_force = line.starts_with('[');
                continue;
            }
            let Some(key) = in_force(line).filter(|_| is_table_in_force) else { continue };
            let changed = [&lines[..index], &[key], &lines[index + 1..]].concat().join("\n");
            assert_eq!(parse(&changed).validate(system.schema()), [], "{}: {key}", system.name());
            uncommented += 1;
        }
        assert!(uncommented > 10, "{}: {uncommented} keys", system.name());
    }
}

#[test]
fn the_whole_file_uncommented_is_valid_key_by_key() {
    for &system in System::ALL {
        let text = system.opponents().commented(system.schema());
        let lines = text.lines().map(|line| in_force(line).unwrap_or(line));
        let all = lines.collect::<Vec<_>>().join("\n");
        assert_eq!(parse(&all).validate(system.schema()), [], "{}", system.name());
    }
}

/// Every key of the declaration has its meaning in the file once.
#[test]
fn every_key_is_explained_once() {
    for &system in System::ALL {
        let text = system.opponents().commented(system.schema());
        for found in crate::scenario::declared_paths(system.schema()) {
            let name = found.path.rsplit('.').find(|segment| *segment != "*").expect("a name");
            let meaning = format!("# {} (", found.key.doc);
            assert!(text.contains(&meaning), "{}: {} ({name}) is not explained", system.name(), found.path);
        }
        // Two combatants, and what their keys mean is said of the first.
        // Two combatants, and what their keys mean is said of the first.
        let paths = crate::scenario::declared_paths(system.schema());
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
