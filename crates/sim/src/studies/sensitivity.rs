//! What a scenario is sensitive to: every number one step down and one step up.

use equipoise_engine::scenario::{KeyDecl, PathEntry, Scenario};
use serde::Serialize;

use crate::studies::path_pattern::{matches, meant};
use crate::studies::sweep::Cell;

mod effects;

pub use effects::{Effect, SensitivityError, Settings, Stepped, effects, full_metric};

/// A number of a scenario and its neighbours.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The dotted path.
    pub path: String,
    /// What the scenario has.
    pub value: i64,
    /// One step down; none where the key allows no less.
    #[serde(skip)]
    pub down: Option<i64>,
    /// One step up; none where the key allows no more.
    #[serde(skip)]
    pub up: Option<i64>,
}

impl Step {
    /// The variants of the scenario: the step down, then the step up, where there are such.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let cell = |value: i64| vec![(self.path.clone(), value.to_string())];
        [self.down, self.up].into_iter().flatten().map(cell)
    }
}

/// Every whole number of a scenario, given or by default, with its neighbours within the bounds of its key. Keys whose value
/// follows from others are left out.
pub fn steps(scenario: &Scenario, schema: &'static [KeyDecl]) -> Vec<Step> {
    let step = |entry: PathEntry| {
        let value = entry.value?.parse().ok()?;
        let [down, up] = entry.kind.steps()?.around(value);
        Some(Step { path: entry.path, value, down, up })
    };
    scenario.paths(schema).into_iter().filter_map(step).collect()
}

/// The numbers whose paths match one of the patterns; all where there is none.
///
/// # Errors
/// The first pattern that matches no path, with what it may have meant.
pub fn chosen(mut steps: Vec<Step>, patterns: &[String]) -> Result<Vec<Step>, (String, Option<String>)> {
    let paths: Vec<&str> = steps.iter().map(|step| step.path.as_str()).collect();
    if let Some(pattern) = patterns.iter().find(|pattern| !paths.iter().any(|path| matches(pattern, path))) {
        return Err((pattern.clone(), meant(pattern, &paths)));
    }
    if !patterns.is_empty() {
        steps.retain(|step| patterns.iter().any(|pattern| matches(pattern, &step.path)));
    }
    Ok(steps)
}

#[cfg(test)]
mod tests {
    use equipoise_engine::keys;
    use equipoise_engine::scenario::kinds::{Entries, Text};
    use equipoise_engine::scenario::{Key, Source};

    use super::*;

    #[test]
    fn numbers_step_within_their_bounds() {
        keys! {
            enum File {
                A: u8 = Key::int("a", 1, 9).default_int(9).doc("x"),
                B: Option<u8> = Key::odd_int("b", 1, 9).doc("x"),
                C: Option<u8> = Key::int("c", 1, 9).doc("x"),
                D: Option<Entries<i8>> = Key::int_map("d", -2, 2, 4).doc("x"),
                E: Option<Text> = Key::text("e").doc("x"),
                F: u8 = Key::multiple("f", 5, 0, 100).default_int(30).doc("x"),
            }
        }
        let source = Source { name: "t".to_owned(), text: "b = 3\nd = { x = -2, y = 0 }\ne = \"7\"".to_owned() };
        let found = steps(&Scenario::parse(source).expect("well-formed"), File::KEYS);
        let step = |path: &str, value, down, up| Step { path: path.to_owned(), value, down, up };
        let expected = [
            step("a", 9, Some(8), None),
            step("b", 3, Some(1), Some(5)),
            step("d.x", -2, None, Some(-1)),
            step("d.y", 0, Some(-1), Some(1)),
            step("f", 30, Some(25), Some(35)),
        ];
        assert_eq!(found, expected);
    }
}
