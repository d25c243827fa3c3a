//! The expectations of a file, understood: names become numbers of encounters, and sides are set against themselves.

use std::sync::OnceLock;

use equipoise_engine::Side;
use equipoise_engine::scenario::{Band, Expectation, Problem, ProblemKind, Problems, Source};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::kernel::quantity::{Cast, Kind, Quantity, full_name};
use crate::studies::fights::Fights;
use crate::studies::load::{LoadError, Loaded, load_line_up};
use crate::studies::only::{help_on_accounts, short};
use crate::studies::versus::sheets_of;

/// The prefix of the name of a side against itself.
const MIRROR: &str = "mirror.";
/// The prefix of the name of a percentile.
const PERCENTILE: &str = "rounds.p";

/// A number that is expected in a band.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// A share or a mean of the encounters.
    Number(Quantity),
    /// The number of rounds that so many in 100 encounters do not exceed, 1 to 99.
    Percentile(u32),
    /// The success of a side in the party's seat against a copy of itself: the share of its wins, with fights that
    /// nobody wins counted as half.
    Mirror(Side),
}

/// An expectation of a scenario's file. As JSON: `quantity, at_least, at_most, line, column`.
#[derive(Debug, Clone, PartialEq)]
pub struct Expected {
    /// The full name of the number.
    pub name: String,
    /// The name as the file has it.
    pub written: String,
    /// The number.
    pub asked: Asked,
    /// The band in which it should lie.
    pub band: Band,
    /// Whether it is a share, so that it lies in 0 to 1.
    pub is_share: bool,
    /// The line of the name in the file, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
}

impl Serialize for Expected {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("quantity", &self.name)?;
        map.serialize_entry("at_least", &self.band.at_least)?;
        map.serialize_entry("at_most", &self.band.at_most)?;
        map.serialize_entry("line", &self.line)?;
        map.serialize_entry("column", &self.column)?;
        map.end()
    }
}

/// A side that fights a copy of itself.
pub struct Mirror {
    /// The side.
    pub side: Side,
    /// Its fights.
    pub fights: Box<dyn Fights>,
}

/// All that a file expects.
pub struct Wanted {
    /// The name of its text.
    pub source: String,
    /// The expectations, in the order of the file.
    pub expected: Vec<Expected>,
    /// The sides that are expected to do so or so against themselves.
    pub mirrors: Vec<Mirror>,
}

impl Wanted {
    /// The index of the mirror whose encounters a number is of; none for one of the scenario itself.
    pub(super) fn mirror_of(&self, asked: Asked) -> Option<usize> {
        let Asked::Mirror(side) = asked else { return None };
        self.mirrors.iter().position(|mirror| mirror.side == side)
    }
}

/// Understands what the file of a scenario expects.
///
/// # Errors
/// Every name that is none of a number, every number that is named twice, every bound that no number reaches, and a
/// side whose copy the rules refuse in the other seat.
pub fn wanted(loaded: &Loaded) -> Result<Wanted, Problems> {
    let mut reader =
        Reader { loaded, cast: loaded.fights.recordable().cast(), names: OnceLock::new(), problems: Vec::new() };
    let source = loaded.scenario.sources().first();
    let mut seen: Vec<(Asked, Expectation)> = Vec::new();
    let (mut expected, mut mirrors): (Vec<Expected>, Vec<Mirror>) = (Vec::new(), Vec::new());
    for expectation in loaded.scenario.expectations() {
        let Some(asked) = reader.asked(&expectation) else { continue };
        if let Some((_, first)) = seen.iter().find(|(known, _)| *known == asked) {
            let (path, value) = (expectation.path(), reader.name(asked));
            let twice = Problem::new(expectation.span, ProblemKind::Duplicate { path, value });
            reader.problems.push(twice.with_also(first.span, "first here"));
            continue;
        }
        if let Asked::Mirror(side) = asked {
            mirrors.extend(reader.mirror(side, &expectation));
        }
        let is_share = reader.is_share(asked);
        reader.check_bounds(&expectation, is_share);
        let (line, column) = source.map_or((1, 1), |source: &Source| source.line_column(expectation.span.start));
        let (name, written) = (reader.name(asked), expectation.quantity.clone());
        expected.push(Expected { name, written, asked, band: expectation.band, is_share, line, column });
        seen.push((asked, expectation));
    }
    if reader.problems.is_empty() {
        let source = source.map_or_else(String::new, |source| source.name.clone());
        Ok(Wanted { source, expected, mirrors })
    } else {
        Err(loaded.scenario.problems(reader.problems))
    }
}

struct Reader<'a> {
    loaded: &'a Loaded,
    cast: Cast,
    /// Every name that there is, for those that are mistyped.
    names: OnceLock<Vec<String>>,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    /// The number of a name, or `None` and a problem.
    fn asked(&mut self, expectation: &Expectation) -> Option<Asked> {
        let name = &expectation.quantity;
        let mirror = name.strip_prefix(MIRROR).map(|side| Side::ALL.into_iter().find(|known| known.name() == side));
        let percentile = name.strip_prefix(PERCENTILE).map(|percent| match percent.as_bytes() {
            [b'0'..=b'9'] | [b'0'..=b'9', b'0'..=b'9'] => percent.parse().ok().filter(|percent| *percent > 0),
            _ => None,
        });
        let asked = match (mirror, percentile) {
            (Some(side), _) => side.map(Asked::Mirror),
            (None, Some(percent)) => percent.map(Asked::Percentile),
            (None, None) => self.cast.find(name).map(Asked::Number),
        };
        if asked.is_none() {
            let known = self.names.get_or_init(|| names(&self.cast)).iter().map(String::as_str);
            let (path, span) = (expectation.path(), expectation.span);
            let help = help_on_accounts(name, known.clone());
            let unknown = Problem::unknown_name(span, path, "quantity", name, known);
            self.problems.push(help.map_or_else(|| unknown.clone(), |help| unknown.clone().with_hint(help)));
        }
        asked
    }

    fn name(&self, asked: Asked) -> String {
        match asked {
            Asked::Number(quantity) => self.cast.name(quantity),
            Asked::Percentile(percent) => format!("{PERCENTILE}{percent:02}"),
            Asked::Mirror(side) => format!("{MIRROR}{side}"),
        }
    }

    fn is_share(&self, asked: Asked) -> bool {
        match asked {
            Asked::Number(quantity) => self.cast.kind(quantity) == Kind::Share,
            Asked::Percentile(_) => false,
            Asked::Mirror(_) => true,
        }
    }

    fn check_bounds(&mut self, expectation: &Expectation, is_share: bool) {
        let Band { at_least, at_most } = expectation.band;
        for bound in [at_least, at_most].into_iter().flatten() {
            let reason = match is_share {
                true if !(0.0..=1.0).contains(&bound) => {
                    format!("is a share, which lies in 0 to 1, and cannot be held against {bound}; 65 % is 0.65")
                }
                false if bound < 0.0 => format!("is never below 0, and cannot be held against {bound}"),
                _ => continue,
            };
            self.problems.push(Problem::refused(expectation.span, expectation.path(), reason));
        }
    }

    /// A side against a copy of itself, or `None` and a problem.
    fn mirror(&mut self, side: Side, expectation: &Expectation) -> Option<Mirror> {
        if self.loaded.scenario.has_legs() {
            let reason = "a day of several fights has no mirror: its enemies are others in each leg";
            self.problems.push(Problem::refused(expectation.span, expectation.path(), reason));
            return None;
        }
        let sheets = sheets_of(self.loaded, side);
        match load_line_up(self.loaded, &sheets, &sheets) {
            Ok(Loaded { fights, .. }) => Some(Mirror { side, fights }),
            Err(error) => {
                self.problems.push(self.refused_mirror(side, expectation, &error));
                None
            }
        }
    }

    /// The problem of a side that cannot fight itself: the first thing that the rules have against it.
    fn refused_mirror(&self, side: Side, expectation: &Expectation, error: &LoadError) -> Problem {
        let first = match error {
            LoadError::Mistakes(problems) => problems.list.first(),
            LoadError::Unreadable { .. } | LoadError::TooManyTexts => None,
        };
        let why = first.map_or_else(|| error.to_string(), ToString::to_string);
        let seat = if side == Side::Party { "the enemies' seat" } else { "the party's seat" };
        let reason = format!("the rules refuse a copy of this side in {seat}: {why}");
        let problem = Problem::refused(expectation.span, expectation.path(), reason);
        // The texts of the line-up are those of the scenario, under the same numbers.
        let known =
            |span: &equipoise_engine::scenario::Span| usize::from(span.source) < self.loaded.scenario.sources().len();
        match first.and_then(|first| first.span).filter(known) {
            Some(span) => problem.with_also(span, "refused there"),
            None => problem,
        }
    }
}

/// The names that a file may expect something of, short forms first.
fn names(cast: &Cast) -> Vec<String> {
    let full: Vec<String> = cast.quantities().into_iter().map(|quantity| cast.name(quantity)).collect();
    let short = full.iter().filter_map(|name| short(name)).filter(|short| full.contains(&full_name(short)));
    let percentiles = (1..100).map(|percent| format!("{PERCENTILE}{percent:02}"));
    let mirrors = Side::ALL.map(|side| format!("{MIRROR}{side}"));
    let mut names: Vec<String> = short.map(str::to_owned).collect();
    names.extend(full.iter().cloned());
    names.extend(percentiles.chain(mirrors));
    names
}
