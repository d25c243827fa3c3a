//! The file of a question: the scenarios, the targets, and the numbers that may change.

use std::ops::Range;
use std::path::{Path, PathBuf};

use equipoise_engine::scenario::{Band, Problem, ProblemKind, Problems, Source, Span, nearest};
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::studies::load::{LoadError, Texts, short_names};

/// The most numbers that may change.
pub(super) const NUMBERS_MAX: usize = 64;
/// The most targets, those of pairs included.
const TARGETS_MAX: usize = 500;
/// The most scenarios.
const SCENARIOS_MAX: usize = 50;
/// The keys of each table, by its path.
const KEYS: [(&str, &[&str]); 4] = [
    ("", &["scenarios", "roster", "pairs", "targets", "numbers", "stay"]),
    ("pairs", &["between", "at_least", "at_most"]),
    ("targets", &["scenario", "quantity", "between", "at_least", "at_most"]),
    ("numbers", &["path", "scenario", "range", "within", "step", "cost"]),
];
/// The most values that a number may have.
pub(super) const VALUES_MAX: i64 = 10_000;

/// A part of the file with its location.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct At<T> {
    pub(super) value: T,
    pub(super) range: Range<usize>,
}

/// A target as the file has it.
#[derive(Debug, Clone)]
pub(super) struct AskedTarget {
    /// The index of its scenario.
    pub(super) scenario: usize,
    pub(super) quantity: At<String>,
    pub(super) band: Band,
}

/// The range in which numbers may move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Room {
    /// From one number to another.
    Range(i64, i64),
    /// So far below and above the value in the files.
    Within(i64),
}

/// An entry of the numbers that may change; its pattern may match several.
#[derive(Debug, Clone)]
pub(super) struct AskedNumbers {
    pub(super) pattern: At<String>,
    /// The index of the only scenario that it is looked for in; `None` for all of them and the roster.
    pub(super) scenario: Option<usize>,
    pub(super) room: At<Room>,
    /// `None` if it is the shortest that the key allows.
    pub(super) step: Option<At<i64>>,
    pub(super) cost: f64,
}

/// All that the file says.
pub(super) struct Asked {
    source: Source,
    pub(super) scenarios: Vec<At<PathBuf>>,
    /// The short name of each scenario.
    pub(super) names: Vec<String>,
    pub(super) roster: Option<At<PathBuf>>,
    pub(super) pairs: Option<Band>,
    pub(super) targets: Vec<AskedTarget>,
    pub(super) numbers: Vec<AskedNumbers>,
    pub(super) stay: Vec<At<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    scenarios: Vec<Spanned<String>>,
    roster: Option<Spanned<String>>,
    pairs: Option<Spanned<Bounds>>,
    #[serde(default)]
    targets: Vec<Spanned<TargetTable>>,
    #[serde(default)]
    numbers: Vec<Spanned<NumberTable>>,
    #[serde(default)]
    stay: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bounds {
    between: Option<[f64; 2]>,
    at_least: Option<f64>,
    at_most: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TargetTable {
    scenario: Option<Spanned<String>>,
    quantity: Spanned<String>,
    between: Option<[f64; 2]>,
    at_least: Option<f64>,
    at_most: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NumberTable {
    path: Spanned<String>,
    scenario: Option<Spanned<String>>,
    range: Option<Spanned<[i64; 2]>>,
    within: Option<Spanned<i64>>,
    step: Option<Spanned<i64>>,
    cost: Option<Spanned<f64>>,
}

impl Bounds {
    fn band(&self) -> Result<Band, &'static str> {
        let (at_least, at_most) = match (self.between, self.at_least, self.at_most) {
            (Some([lo, hi]), None, None) => (Some(lo), Some(hi)),
            (None, None, None) => return Err("needs `between = [LO, HI]`, `at_least` or `at_most`"),
            (None, at_least, at_most) => (at_least, at_most),
            (Some(_), _, _) => return Err("`between` has both bounds: `at_least` and `at_most` do not go with it"),
        };
        if at_least.into_iter().chain(at_most).any(|bound| !bound.is_finite()) {
            return Err("a bound is a finite number");
        }
        if let (Some(lo), Some(hi)) = (at_least, at_most)
            && lo >= hi
        {
            return Err("the lower bound must lie below the upper one");
        }
        Ok(Band { at_least, at_most })
    }
}

/// Reads the file; paths in it are taken from its own folder.
///
/// # Errors
/// If it cannot be read, and every mistake of it.
pub(super) fn read(texts: &dyn Texts, path: &Path) -> Result<Asked, LoadError> {
    let name = texts.name(path);
    let text = texts.scenario(path).map_err(|reason| LoadError::Unreadable { name: name.clone(), reason })?;
    let source = Source::new(name, text);
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    // A byte order mark is no part of TOML, and spans count from behind it.
    let body = source.text.strip_prefix('\u{feff}').unwrap_or(&source.text);
    let offset = source.text.len() - body.len();
    let mut reader = Reader { texts, folder, offset, problems: Vec::new() };
    let range = |error: &toml::de::Error| error.span().map_or(0..0, |span| span.start + offset..span.end + offset);
    let message = |error: &toml::de::Error| error.message().lines().next().unwrap_or_default().to_owned();
    match DeTable::parse(body) {
        Ok(table) => reader.unknown_keys(table.get_ref(), ""),
        Err(error) => {
            let kind = ProblemKind::Syntax { message: message(&error) };
            reader.problems.push(Problem::new(Span::new(0, range(&error)), kind));
        }
    }
    match toml::from_str(body) {
        Ok(file) if reader.problems.is_empty() => reader.asked(&file, source),
        read => {
            // A value of the wrong type is told after everything that has no place in the file.
            if let Some(error) = read.err().filter(|_: &toml::de::Error| reader.problems.is_empty()) {
                let line = source.text[..range(&error).start].matches('\n').count();
                let key = source.text.lines().nth(line).and_then(|line| line.split('=').next()).unwrap_or_default();
                reader.refuse(range(&error), key.trim().trim_matches(['[', ']']), message(&error));
            }
            Err(Problems::new(vec![source], reader.problems).into())
        }
    }
}

struct Reader<'a> {
    texts: &'a dyn Texts,
    folder: PathBuf,
    offset: usize,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn at<T, U>(&self, spanned: &Spanned<T>, value: U) -> At<U> {
        At { value, range: self.range(spanned) }
    }

    fn range<T>(&self, spanned: &Spanned<T>) -> Range<usize> {
        let span = spanned.span();
        span.start + self.offset..span.end + self.offset
    }

    fn refuse(&mut self, range: Range<usize>, key: &str, reason: impl Into<String>) {
        self.problems.push(Problem::refused(Span::new(0, range), key, reason));
    }

    /// Refuses the keys that a table, and those inside it, do not have.
    fn unknown_keys(&mut self, table: &DeTable<'_>, path: &str) {
        let Some((_, keys)) = KEYS.iter().find(|(table, _)| *table == path) else { return };
        for (written, value) in table {
            let name = written.get_ref().as_ref();
            let inner = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            if !keys.contains(&name) {
                let near = nearest(name, keys.iter().copied()).map(str::to_owned);
                let hint = near.is_none().then(|| format!("the keys here are {}", keys.join(", ")));
                let kind = ProblemKind::UnknownKey { key: inner, nearest: near };
                let problem = Problem::new(Span::new(0, self.range(written)), kind);
                self.problems.push(match hint {
                    Some(hint) => problem.with_hint(hint),
                    None => problem,
                });
                continue;
            }
            match value.get_ref() {
                DeValue::Table(table) => self.unknown_keys(table, &inner),
                DeValue::Array(values) => {
                    let tables = values.iter().filter_map(|value| value.get_ref().as_table());
                    tables.for_each(|table| self.unknown_keys(table, &inner));
                }
                _ => (),
            }
        }
    }

    /// A path of the file, beside which it is looked for.
    fn path(&mut self, key: &str, written: &Spanned<String>) -> At<PathBuf> {
        let path: PathBuf = self.folder.join(written.get_ref()).components().collect();
        if let Err(reason) = self.texts.permits(&self.folder, &path) {
            self.refuse(self.range(written), key, reason);
        }
        self.at(written, path)
    }

    /// The index of a scenario that a table names.
    fn scenario(&mut self, key: &str, written: Option<&Spanned<String>>, known: &[String]) -> Option<usize> {
        let written = written?;
        let found = known.iter().position(|name| name == written.get_ref());
        if found.is_none() {
            let span = Span::new(0, self.range(written));
            let known = known.iter().map(String::as_str);
            self.problems.push(Problem::unknown_name(span, key, "scenario", written.get_ref(), known));
        }
        found
    }

    fn asked(mut self, file: &File, source: Source) -> Result<Asked, LoadError> {
        let whole = || 0..0;
        let names: Vec<String> = file.scenarios.iter().map(|name| name.get_ref().clone()).collect();
        if names.is_empty() && file.roster.is_none() {
            self.refuse(whole(), "scenarios", "name the scenarios, or a `roster` of which all fight all");
        }
        if names.len() > SCENARIOS_MAX {
            self.refuse(whole(), "scenarios", format!("at most {SCENARIOS_MAX} are taken"));
        }
        for (index, written) in file.scenarios.iter().enumerate() {
            if names[..index].contains(&names[index]) {
                self.refuse(self.range(written), "scenarios", "it is there twice");
            }
        }
        let scenarios: Vec<At<PathBuf>> =
            file.scenarios.iter().map(|written| self.path("scenarios", written)).collect();
        let short = short_names(self.texts, &scenarios.iter().map(|path| path.value.as_path()).collect::<Vec<_>>());
        let roster = file.roster.as_ref().map(|written| self.path("roster", written));
        let pairs = self.pairs(file);
        let targets: Vec<AskedTarget> = file.targets.iter().filter_map(|table| self.target(table, &names)).collect();
        if file.targets.is_empty() && file.pairs.is_none() {
            self.refuse(whole(), "targets", "nothing is wanted: there are neither `[[targets]]` nor `pairs`");
        }
        let numbers = file.numbers.iter().filter_map(|table| self.numbers(table, &names)).collect();
        if file.numbers.is_empty() {
            self.refuse(whole(), "numbers", "nothing may change: there are no `[[numbers]]`");
        }
        let stay = file.stay.iter().map(|written| self.at(written, written.get_ref().clone())).collect();
        if !self.problems.is_empty() {
            return Err(Problems::new(vec![source], self.problems).into());
        }
        Ok(Asked { source, scenarios, names: short, roster, pairs, targets, numbers, stay })
    }

    fn pairs(&mut self, file: &File) -> Option<Band> {
        match (&file.pairs, &file.roster) {
            (Some(pairs), None) => {
                self.refuse(self.range(pairs), "pairs", "there is no `roster` whose rows make pairs");
                None
            }
            (None, Some(roster)) => {
                let reason = "its rows fight each other, but nothing is wanted of their `pairs`";
                self.refuse(self.range(roster), "roster", reason);
                None
            }
            (Some(pairs), Some(_)) => {
                let band = pairs.get_ref().band().and_then(|band| {
                    let is_share = |bound: f64| (0.0..=1.0).contains(&bound);
                    let are_shares = band.at_least.into_iter().chain(band.at_most).all(is_share);
                    are_shares.then_some(band).ok_or("they are bounds of a share: from 0 to 1")
                });
                band.map_err(|reason| self.refuse(self.range(pairs), "pairs", reason)).ok()
            }
            (None, None) => None,
        }
    }

    fn target(&mut self, table: &Spanned<TargetTable>, names: &[String]) -> Option<AskedTarget> {
        let TargetTable { scenario, quantity, between, at_least, at_most } = table.get_ref();
        let (between, at_least, at_most) = (*between, *at_least, *at_most);
        let band = Bounds { between, at_least, at_most }.band();
        let band = band.map_err(|reason| self.refuse(self.range(quantity), "targets", reason)).ok();
        let scenario = match (scenario, names.len()) {
            (None, 1) => Some(0),
            (None, 0) => {
                self.refuse(self.range(quantity), "targets", "there are no `scenarios` that it could be of");
                None
            }
            (None, _) => {
                self.refuse(self.range(quantity), "targets", "say which of the scenarios it is of: `scenario = \"…\"`");
                None
            }
            (written, _) => self.scenario("targets.scenario", written.as_ref(), names),
        };
        let quantity = self.at(quantity, quantity.get_ref().clone());
        Some(AskedTarget { scenario: scenario?, quantity, band: band? })
    }

    fn numbers(&mut self, table: &Spanned<NumberTable>, names: &[String]) -> Option<AskedNumbers> {
        let NumberTable { path, scenario, range, within, step, cost } = table.get_ref();
        let only = self.scenario("numbers.scenario", scenario.as_ref(), names);
        if scenario.is_some() && only.is_none() {
            return None;
        }
        let room = match (range, within) {
            (Some(range), None) => {
                let [lo, hi] = *range.get_ref();
                if lo >= hi {
                    self.refuse(self.range(range), "numbers.range", "the lower end must lie below the upper one");
                    return None;
                }
                self.at(range, Room::Range(lo, hi))
            }
            (None, Some(within)) if *within.get_ref() > 0 => self.at(within, Room::Within(*within.get_ref())),
            (None, Some(within)) => {
                self.refuse(self.range(within), "numbers.within", "a whole number above 0 is needed");
                return None;
            }
            (Some(_), Some(within)) => {
                self.refuse(self.range(within), "numbers.within", "`range` says the same: one of the two is enough");
                return None;
            }
            (None, None) => {
                let reason = "say how far it may move: `range = [LO, HI]` or `within = N`";
                self.refuse(self.range(path), "numbers", reason);
                return None;
            }
        };
        let step = step.as_ref().map(|step| self.at(step, *step.get_ref()));
        if let Some(step) = step.as_ref().filter(|step| step.value < 1) {
            self.refuse(step.range.clone(), "numbers.step", "a step is a whole number above 0");
            return None;
        }
        let value = cost.as_ref().map_or(1.0, |cost| *cost.get_ref());
        if let Some(cost) = cost.as_ref().filter(|_| !(1e-6..=1e6).contains(&value)) {
            self.refuse(self.range(cost), "numbers.cost", "a cost is a number from 1e-6 to 1e6");
            return None;
        }
        Some(AskedNumbers { pattern: self.at(path, path.get_ref().clone()), scenario: only, room, step, cost: value })
    }
}

impl Asked {
    /// Refuses more targets than are taken, before anything is made of them. `contenders` is how many rows make pairs.
    pub(super) fn count_targets(&self, contenders: usize) -> Result<(), LoadError> {
        let count = self.targets.len() + contenders * contenders.saturating_sub(1) / 2;
        if count <= TARGETS_MAX {
            return Ok(());
        }
        let reason = format!("there would be {count} targets, at most {TARGETS_MAX} are taken");
        let whole = || Problem::refused(Span::new(0, 0..0), "targets", &reason);
        let of_pairs = self.roster.as_ref().filter(|_| contenders > 0);
        Err(self.refused(vec![of_pairs.map_or_else(whole, |roster| Self::problem(roster, "roster", &reason))]))
    }

    /// The mistakes of what the file says, found later.
    pub(super) fn refused(&self, problems: Vec<Problem>) -> LoadError {
        Problems::new(vec![self.source.clone()], problems).into()
    }

    /// A mistake at a part of the file.
    pub(super) fn problem<T>(part: &At<T>, key: &str, reason: impl Into<String>) -> Problem {
        Problem::refused(Span::new(0, part.range.clone()), key, reason)
    }
}
