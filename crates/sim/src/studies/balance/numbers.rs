//! Numbers that may change, where they are written, and texts in which they have other values.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use equipoise_engine::scenario::kinds::Steps;
use equipoise_engine::scenario::{FileFormat, Problem};

use super::file::{Asked, AskedNumbers, NUMBERS_MAX, Room, VALUES_MAX};
use crate::record::Files;
use crate::studies::load::{LoadError, Loaded, Texts};
use crate::studies::path_pattern::{matches, meant};

/// The bytes of a file in which a number is written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) file: PathBuf,
    start: usize,
    end: usize,
}

impl Place {
    const fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// A value of a scenario that a path leads to.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) path: String,
    value: Option<i64>,
    /// The whole numbers that its key allows; `None` if it is no number.
    steps: Option<Steps>,
    /// The place where it is written; `None` for a default.
    pub(super) place: Option<Place>,
}

impl Found {
    /// All values of a scenario.
    pub(super) fn all(loaded: &Loaded) -> Vec<Self> {
        let sources = loaded.scenario.sources();
        let found = loaded.scenario.paths(loaded.system.schema()).into_iter().map(|entry| {
            let place = entry.span.and_then(|span| {
                let source = sources.get(usize::from(span.source))?;
                // The scenario's own text may have a name that is no path.
                let file = if span.source == 0 { loaded.path.clone() } else { PathBuf::from(&source.name) };
                let text = loaded.files.get(&file).filter(|text| **text == source.text)?;
                text.get(span.range()).is_some().then_some(Place { file, start: span.start, end: span.end })
            });
            let value = entry.value.as_deref().and_then(|value| value.parse().ok());
            Self { path: entry.path, value, steps: entry.kind.steps(), place }
        });
        found.collect()
    }
}

/// A number that may change.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Number {
    pub(super) path: String,
    /// The name of the scenario that alone has it; `None` if it is looked for in all.
    pub(super) scenario: Option<String>,
    pub(super) places: Vec<Place>,
    /// The value in the files.
    pub(super) value: i64,
    pub(super) range: [i64; 2],
    pub(super) step: i64,
    pub(super) cost: f64,
}

impl Number {
    /// The lowest and the highest offset from the value in the files, in steps.
    pub(super) const fn room(&self) -> [i64; 2] {
        [-((self.value - self.range[0]) / self.step), (self.range[1] - self.value) / self.step]
    }

    /// Whether it is written where another one is.
    fn shares(&self, other: &Self) -> bool {
        self.places.iter().any(|place| other.places.contains(place))
    }

    /// Its value after so many steps.
    pub(super) const fn after(&self, steps: i64) -> i64 {
        self.value + steps * self.step
    }
}

/// Finds the numbers that the file lets change, in its order. `by_scenario` has the values of each scenario, `roster` those of the rows.
///
/// # Errors
/// Every entry that leads to no number, or to one that cannot be changed so.
pub(super) fn numbers(
    asked: &Asked,
    by_scenario: &[Vec<Found>],
    roster: &[Found],
    files: &Files,
) -> Result<Vec<Number>, LoadError> {
    let (mut numbers, mut problems) = (Vec::<Number>::new(), Vec::new());
    let mut stays = vec![false; asked.stay.len()];
    for entry in &asked.numbers {
        match of_entry(asked, entry, by_scenario, roster, files, &mut stays) {
            Ok(found) => {
                for number in found {
                    if let Some(known) = numbers.iter().find(|known| known.shares(&number)) {
                        let reason = format!("an earlier entry has it already: `{}`", known.path);
                        problems.push(Asked::problem(&entry.pattern, "numbers.path", reason));
                        break;
                    }
                    numbers.push(number);
                }
            }
            Err(problem) => problems.push(problem),
        }
    }
    for (pattern, _) in asked.stay.iter().zip(stays).filter(|(_, is_used)| !is_used) {
        problems.push(Asked::problem(pattern, "stay", "no number that might change matches it"));
    }
    if problems.is_empty() && numbers.is_empty() {
        problems.push(Asked::problem(
            &asked.numbers[0].pattern,
            "numbers.path",
            "`stay` leaves nothing that may change",
        ));
    }
    if numbers.len() > NUMBERS_MAX {
        let reason = format!("there would be {} numbers, at most {NUMBERS_MAX} may change", numbers.len());
        problems.push(Asked::problem(&asked.numbers[0].pattern, "numbers.path", reason));
    }
    if problems.is_empty() { Ok(numbers) } else { Err(asked.refused(problems)) }
}

fn of_entry(
    asked: &Asked,
    entry: &AskedNumbers,
    by_scenario: &[Vec<Found>],
    roster: &[Found],
    files: &Files,
    stays: &mut [bool],
) -> Result<Vec<Number>, Problem> {
    let problem = |reason: String| Asked::problem(&entry.pattern, "numbers.path", reason);
    let searched: Vec<&Found> = match entry.scenario {
        Some(scenario) => by_scenario[scenario].iter().collect(),
        None => by_scenario.iter().flatten().chain(roster).collect(),
    };
    let pattern = entry.pattern.value.as_str();
    let is_pattern = pattern.contains('*');
    let mut by_path: Vec<(&str, Vec<&Found>)> = Vec::new();
    for found in searched.iter().filter(|found| matches(pattern, &found.path)) {
        match by_path.iter_mut().find(|(path, _)| *path == found.path) {
            Some((_, same)) => same.push(found),
            None => by_path.push((&found.path, vec![found])),
        }
    }
    if by_path.is_empty() {
        let paths: Vec<&str> = searched.iter().map(|found| found.path.as_str()).collect();
        let problem = problem(format!("there is no `{pattern}`"));
        return Err(match meant(pattern, &paths) {
            Some(meant) => problem.with_hint(format!("did you mean `{meant}`?")),
            None => problem,
        });
    }
    // A pattern skips everything but whole numbers that are written; a path by itself must lead to one.
    let is_one = |found: &&Found| found.steps.is_some() && found.value.is_some() && found.place.is_some();
    let (mut numbers, mut all_stay) = (Vec::<Number>::new(), false);
    for (path, found) in by_path {
        if !is_pattern || found.iter().all(is_one) {
            let mut does_stay = false;
            for (is_used, _) in stays.iter_mut().zip(&asked.stay).filter(|(_, stay)| matches(&stay.value, path)) {
                (*is_used, does_stay) = (true, true);
            }
            if does_stay {
                all_stay = true;
                continue;
            }
            let number = number(asked, entry, path, &found, files)?;
            // Legs of a day that are made of its root have their numbers from there.
            match numbers.iter_mut().find(|known| known.shares(&number)) {
                Some(known) => {
                    known.places.extend(number.places);
                    known.places.sort();
                    known.places.dedup();
                }
                None => numbers.push(number),
            }
        }
    }
    if numbers.is_empty() && !all_stay {
        return Err(problem(format!("`{pattern}` matches no whole number that the files give")));
    }
    Ok(numbers)
}

fn number(asked: &Asked, entry: &AskedNumbers, path: &str, found: &[&Found], files: &Files) -> Result<Number, Problem> {
    let problem = |reason: String| Asked::problem(&entry.pattern, "numbers.path", reason);
    let first = found[0];
    let (Some(steps), Some(value)) = (first.steps, first.value) else {
        return Err(problem(format!("`{path}` is no whole number")));
    };
    let mut places = Vec::new();
    for found in found {
        let Some(place) = &found.place else {
            let problem = problem(format!("`{path}` is not written in the file: its {value} is a default"));
            return Err(problem.with_hint(format!("write it there, so that it can be changed: {path} = {value}")));
        };
        if found.value != Some(value) {
            let reason = format!("`{path}` is {value} in one file and another number in another");
            return Err(problem(reason).with_hint("say which is meant: scenario = \"…\""));
        }
        let written = files.get(&place.file).and_then(|text| text.get(place.range())).unwrap_or_default();
        let plain = written.trim_matches(['"', '\'']).replace('_', "");
        if plain.parse::<i64>() != Ok(value) {
            let reason = format!("`{path}` is written `{written}` in {}", place.file.display());
            return Err(problem(reason).with_hint(format!("write it as a plain whole number: {value}")));
        }
        places.push(place.clone());
    }
    places.sort();
    places.dedup();
    let step = entry.step.as_ref().map_or(steps.by, |step| step.value);
    if let Some(part) = entry.step.as_ref().filter(|_| step % steps.by != 0) {
        let reason = format!("the values of `{path}` lie {} apart: a step must be a multiple of that", steps.by);
        return Err(Asked::problem(part, "numbers.step", reason));
    }
    let range = match entry.room.value {
        Room::Range(lo, hi) => {
            let refused = |reason: String| Err(Asked::problem(&entry.room, "numbers.range", reason));
            if lo < steps.min || hi > steps.max {
                return refused(format!("`{path}` may be {} to {}", steps.min, steps.max));
            }
            if !(lo..=hi).contains(&value) {
                return refused(format!("`{path}` is {value}, which is outside"));
            }
            [lo, hi]
        }
        Room::Within(reach) => [value.saturating_sub(reach).max(steps.min), value.saturating_add(reach).min(steps.max)],
    };
    let scenario = entry.scenario.filter(|_| asked.scenarios.len() > 1).map(|scenario| asked.names[scenario].clone());
    let number = Number { path: path.to_owned(), scenario, places, value, range, step, cost: entry.cost };
    let [down, up] = number.room();
    if down == up {
        return Err(Asked::problem(&entry.room, "numbers", format!("`{path}` can make no step of {step} there")));
    }
    if up - down >= VALUES_MAX {
        let reason = format!(
            "`{path}` would have {} values, at most {VALUES_MAX} are tried: a longer `step` helps",
            up - down + 1
        );
        return Err(Asked::problem(&entry.room, "numbers.range", reason));
    }
    Ok(number)
}

/// The texts in which the numbers have moved by so many steps: only those that differ from the files.
pub(super) fn edited(numbers: &[Number], steps: &[i64], files: &Files) -> Files {
    let mut changes: BTreeMap<&Place, i64> = BTreeMap::new();
    for (number, &steps) in numbers.iter().zip(steps).filter(|(_, steps)| **steps != 0) {
        changes.extend(number.places.iter().map(|place| (place, number.after(steps))));
    }
    let mut edited = Files::new();
    // From the last to the first, so that the places before still hold.
    for (place, value) in changes.into_iter().rev() {
        let text =
            edited.entry(place.file.clone()).or_insert_with(|| files.get(&place.file).cloned().unwrap_or_default());
        text.replace_range(place.range(), &value.to_string());
    }
    edited
}

/// Texts of which some were edited.
pub(super) struct Edited<'a> {
    pub(super) files: &'a Files,
    pub(super) edited: &'a Files,
}

impl Texts for Edited<'_> {
    fn scenario(&self, path: &Path) -> Result<String, String> {
        self.edited.get(path).map_or_else(|| self.files.scenario(path), |text| Ok(text.clone()))
    }

    fn attached(&self, path: &Path, _: FileFormat) -> Result<String, String> {
        self.scenario(path)
    }
}
