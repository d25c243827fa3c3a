//! Random tables of any declaration are accepted by everything that reads it.

use proptest::prelude::*;

use super::super::{PathEntry, example, json_schema};
use super::*;
use crate::System;

/// Numbers below a bound, from a list that repeats.
fn picks(numbers: &[u64]) -> impl FnMut(u64) -> u64 {
    let mut numbers = numbers.iter().copied().cycle();
    move |bound| numbers.next().unwrap_or_default() % bound
}

/// The scenario that a canonical text says. No text in it has quotes, so that TOML differs in the sign after a key.
fn read_canonical(canonical: &str) -> Scenario {
    let mut read = scenario(&format!("all = {}", canonical.replace("\":", "\" = ")));
    read.root = read.root.get("all").expect("it was written").clone();
    read
}

/// Validation, JSON Schema and canonical form agree on a random scenario.
fn assert_example_is_accepted(name: &str, schema: &'static [KeyDecl], numbers: &[u64]) -> Result<(), TestCaseError> {
    let text = example(schema, &mut picks(numbers));
    let read = scenario(&text);
    let problems = read.problems(read.validate(schema));
    prop_assert!(problems.list.is_empty(), "{problems}\n{text}");

    let validator = jsonschema::draft202012::new(&json_schema(name, schema)).expect("it is a schema");
    let mut json = super::json_schemas::as_json(read.tree());
    json["system"] = name.into();
    prop_assert!(validator.is_valid(&json), "{:?}\n{text}", validator.iter_errors(&json).next());

    let canonical = read.canonical(schema);
    prop_assert_eq!(read_canonical(&canonical).canonical(schema), canonical.clone(), "{}", text);

    let given = read.paths(schema).into_iter().filter(PathEntry::is_given);
    let wanted: Vec<_> = given.filter_map(|entry| Some(Override { path: entry.path, value: entry.value? })).collect();
    let mut set = read.clone();
    prop_assert_eq!(set.set(&wanted, schema), []);
    prop_assert_eq!(set.canonical(schema), canonical, "{}", text);
    Ok(())
}

proptest! {
    #[test]
    fn examples_of_every_kind_are_accepted(numbers in proptest::collection::vec(any::<u64>(), 1..400)) {
        assert_example_is_accepted("toy", SCHEMA, &numbers)?;
    }

    #[test]
    fn examples_of_every_system_are_accepted(numbers in proptest::collection::vec(any::<u64>(), 1..400)) {
        for system in System::ALL {
            assert_example_is_accepted(system.name(), system.schema(), &numbers)?;
        }
    }
}
