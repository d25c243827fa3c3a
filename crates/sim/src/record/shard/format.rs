//! The file format of shards, and the checks on a file that is read.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use equipoise_engine::scenario::Override;
use equipoise_engine::{MetricUnit, Side};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;
use serde_json::value::RawValue;

use super::groups::{self, FileGroup};
use super::{Shard, ShardError, ShardSource};
use crate::ground::Sums;
use crate::json::line;
use crate::kernel::quantity::{Cast, EXTRAS, Kind, Quantity, current_name};
use crate::kernel::tally::{Tally, Totals};
use crate::record::seal::{self, Format, Seal, sealed};
use crate::record::{CELLS_MAX, CellNumber, Files, Written, text};

/// The version of the format: the first entry of every file.
const FORMAT: u32 = 5;

/// The most rounds of an encounter. The limits of all systems are far below, and a tally of so many rounds takes 32 MB:
/// without a limit a short file could demand any amount of memory.
const ROUNDS_MAX: u32 = 1_000_000;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: u32,
    version: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    commit: Option<String>,
    seed_contract: u32,
    system: String,
    scenario: String,
    canonical: String,
    seed: u64,
    ranges: Vec<(u64, u64)>,
    complete: bool,
    #[serde(flatten)]
    counts: FileTally,
    /// The path of the scenario.
    #[serde(with = "text::path")]
    path: PathBuf,
    #[serde(with = "text::words")]
    overrides: Vec<Override>,
    /// Texts by path.
    #[serde(with = "text::files")]
    files: Arc<Files>,
    /// The cell of a sweep that it is of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cell: Option<CellNumber>,
    /// Half-width and confidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    precision: Option<(f64, f64)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    crc32: Option<String>,
}

/// The counts.
#[derive(Serialize, Deserialize)]
struct FileTally {
    encounters: u64,
    combatants: Vec<FileCombatant>,
    groups: Vec<FileGroup>,
    metrics: Vec<FileSums>,
    /// In the order of [`EXTRAS`].
    quantities: Vec<FileSums>,
    /// Rounds, then encounters by winner.
    rounds: Vec<(u32, [u64; 4])>,
}

impl Format for File {
    const FORMAT_KEY: &'static str = "format";
    const FORMAT: u32 = FORMAT;
}

impl Seal for File {
    fn crc32(&mut self) -> &mut Option<String> {
        &mut self.crc32
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileCombatant {
    id: String,
    side: FileSide,
    /// Encounters by end state.
    pub(super) ends: [u64; 4],
}

impl FileCombatant {
    /// Its side.
    pub(super) fn side(&self) -> Side {
        match self.side {
            FileSide::Party => Side::Party,
            FileSide::Enemies => Side::Enemies,
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FileSide {
    Party,
    Enemies,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileSums {
    name: String,
    /// The encounters that have the number, where not all do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    encounters: Option<u64>,
    /// Whether the number is 0 or 1 in every encounter.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    yes_no: bool,
    /// The metric of yes or no that says which encounters have the number, where one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    among: Option<String>,
    sum: Decimal,
    squares: Decimal,
}

impl FileSums {
    /// The unit that a metric is counted in, which is one of these.
    fn unit(&self, metrics: &[Self]) -> MetricUnit {
        let among = self.among.as_ref().and_then(|among| metrics.iter().position(|metric| metric.name == *among));
        match (among, self.encounters, self.yes_no) {
            (Some(index), ..) => MetricUnit::Among(index as u16),
            (None, Some(_), _) => MetricUnit::Rounds,
            (None, None, true) => MetricUnit::YesNo,
            (None, None, false) => MetricUnit::Events,
        }
    }
}

/// A sum as a string of decimal digits: many JSON parsers read numbers as doubles, which have 53 bits.
pub(crate) struct Decimal(pub(crate) u128);

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number: Option<u128> = text.parse().ok();
        // Every number has one form only, without sign and leading zeros, so that equal shards are equal files.
        let number = number.filter(|number| number.to_string() == text);
        number.map(Self).ok_or_else(|| de::Error::custom("a sum is a string of decimal digits below 2^128"))
    }
}

impl Shard {
    /// Whether a text that may be anything begins with a value that has the entries by which a shard is known.
    pub fn is_like(text: &[u8]) -> bool {
        #[derive(Deserialize)]
        struct Like {
            #[serde(rename = "format")]
            _format: IgnoredAny,
            #[serde(rename = "canonical")]
            _canonical: IgnoredAny,
        }
        serde_json::Deserializer::from_slice(text).into_iter::<Like>().next().is_some_and(|first| first.is_ok())
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let file = File {
            format: FORMAT,
            version: self.version.clone(),
            commit: self.commit.clone(),
            seed_contract: self.seed_contract,
            system: self.system.clone(),
            scenario: self.scenario.clone(),
            canonical: self.canonical.clone(),
            seed: self.seed,
            ranges: self.ranges.iter().map(|range| (range.start, range.end)).collect(),
            complete: self.complete,
            counts: FileTally::of(&self.tally),
            path: self.source.path.clone(),
            overrides: self.source.overrides.clone(),
            files: self.source.files.clone(),
            cell: self.cell,
            precision: self.precision,
            crc32: None,
        };
        sealed(file)
    }

    /// Reads the text of a file with any number of shards, at least one; `path` is for messages.
    ///
    /// # Errors
    /// If it is no text of shards, or one contradicts itself.
    pub fn parse_all(path: &Path, text: &[u8]) -> Result<Vec<Self>, ShardError> {
        let malformed = |source| ShardError::Malformed { path: path.to_owned(), source };
        let values = serde_json::Deserializer::from_slice(text).into_iter::<&RawValue>();
        let shards = values.map(|value| Self::parse(path, value.map_err(malformed)?.get().as_bytes()));
        let shards = shards.collect::<Result<Vec<_>, _>>()?;
        // A text without a value fails as one that ends too early.
        if shards.is_empty() { Self::parse(path, text).map(|shard| vec![shard]) } else { Ok(shards) }
    }

    /// Reads the text of one shard; `path` is for messages.
    ///
    /// # Errors
    /// If it is no text of a shard, or contradicts itself.
    pub fn parse(path: &Path, text: &[u8]) -> Result<Self, ShardError> {
        let inconsistent = |what| ShardError::Inconsistent { path: path.to_owned(), what };
        let file: File = seal::read(path, text)?;
        check(&file).map_err(inconsistent)?;
        Ok(Self {
            version: file.version,
            commit: file.commit,
            seed_contract: file.seed_contract,
            system: file.system,
            scenario: file.scenario,
            canonical: file.canonical,
            seed: file.seed,
            ranges: file.ranges.iter().map(|(start, end)| *start..*end).collect(),
            complete: file.complete,
            tally: file.counts.tally(),
            source: ShardSource { path: file.path, overrides: file.overrides, files: file.files },
            cell: file.cell,
            precision: file.precision,
        })
    }
}

impl FileTally {
    fn of(tally: &Tally) -> Self {
        let cast = tally.cast();
        let combatants = cast.combatants.iter().zip(tally.end_states()).map(|((id, side), ends)| FileCombatant {
            id: id.clone(),
            side: match side {
                Side::Party => FileSide::Party,
                Side::Enemies => FileSide::Enemies,
            },
            ends: *ends,
        });
        let sums = |name: &str, quantity: Quantity| {
            let Totals { encounters, sums } = tally.totals(quantity);
            let encounters = (cast.kind(quantity) == Kind::MeanAmong).then_some(encounters);
            let yes_no = cast.kind(quantity) == Kind::YesNo;
            FileSums {
                name: name.to_owned(),
                encounters,
                yes_no,
                among: cast.presence(quantity).map(str::to_owned),
                sum: Decimal(sums.values),
                squares: Decimal(sums.squares),
            }
        };
        let metrics = cast.metrics.iter().enumerate().map(|(index, (name, _))| sums(name, Quantity::Metric(index)));
        let quantities = EXTRAS.iter().enumerate().map(|(index, extra)| sums(extra.name, Quantity::Extra(index)));
        Self {
            encounters: tally.encounters,
            combatants: combatants.collect(),
            groups: FileGroup::of(tally),
            metrics: metrics.collect(),
            quantities: quantities.collect(),
            rounds: tally.by_round().collect(),
        }
    }

    /// The tally, once it was [checked](check_counts).
    fn tally(&self) -> Tally {
        let combatant = |combatant: &FileCombatant| (combatant.id.clone(), combatant.side());
        let mut tally = Tally::empty(Cast {
            combatants: self.combatants.iter().map(combatant).collect(),
            groups: self.groups.iter().map(FileGroup::group).collect(),
            metrics: self.metrics.iter().map(|metric| (metric.name.clone(), metric.unit(&self.metrics))).collect(),
        });
        tally.encounters = self.encounters;
        tally.end_states = self.combatants.iter().map(|combatant| combatant.ends).collect();
        tally.groups = groups::counts(&self.groups);
        let metrics = self.metrics.iter().enumerate().map(|(index, sums)| (Quantity::Metric(index), sums));
        let extras = self.quantities.iter().enumerate().map(|(index, sums)| (Quantity::Extra(index), sums));
        for (quantity, file_sums) in metrics.chain(extras) {
            let sums = Sums { values: file_sums.sum.0, squares: file_sums.squares.0 };
            let encounters = file_sums.encounters.unwrap_or(self.encounters);
            tally.set_totals(quantity, Totals { encounters, sums });
        }
        if let Some((longest, _)) = self.rounds.last() {
            tally.grow(*longest);
        }
        for (rounds, counts) in &self.rounds {
            tally.by_round[*rounds as usize * 4..][..4].copy_from_slice(counts);
        }
        tally
    }
}

impl Written for Tally {
    fn text(&self) -> String {
        line(&FileTally::of(self))
    }

    fn read(&self, text: &str, encounters: u64) -> Result<Self, String> {
        let file: FileTally = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let read: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        // The type flattened into a shard cannot refuse keys by itself.
        demand(serde_json::to_value(&file).is_ok_and(|known| known == read), || "an unknown key".to_owned())?;
        demand(file.encounters == encounters, || format!("counts of {} encounters", file.encounters))?;
        check_counts(&file, encounters.into())?;
        let tally = file.tally();
        demand(tally.cast() == self.cast(), || "counts of other combatants or metrics".to_owned())?;
        Ok(tally)
    }
}

/// Checks the invariants that the shard of every run has.
fn check(file: &File) -> Result<(), String> {
    let is_json = serde_json::from_str::<&RawValue>(&file.canonical).is_ok() && !file.canonical.contains('\n');
    demand(is_json, || "a canonical scenario that is no line of JSON".to_owned())?;
    let encounters = check_ranges(&file.ranges)?;
    let counts = &file.counts;
    demand(encounters == u128::from(counts.encounters), || {
        format!("{} encounters, but its ranges hold {encounters}", counts.encounters)
    })?;
    check_counts(counts, encounters)?;
    check_cell(file)
}

/// Checks the invariants that the counts of every run have.
fn check_counts(file: &FileTally, encounters: u128) -> Result<(), String> {
    check_rounds(file)?;
    for combatant in &file.combatants {
        let ended = total(&combatant.ends);
        demand(ended == encounters, || format!("{} ends {ended} of {encounters} encounters", combatant.id))?;
    }
    groups::check(&file.groups, &file.combatants, encounters)?;
    file.metrics.iter().chain(&file.quantities).try_for_each(|sums| check_sums(sums, encounters))?;
    for sums in file.metrics.iter().chain(&file.quantities).filter(|sums| sums.yes_no) {
        let is_yes_no = sums.encounters.is_none() && sums.sum.0 == sums.squares.0;
        demand(is_yes_no, || format!("the sums of {}, which is 0 or 1", sums.name))?;
    }
    for sums in file.metrics.iter().chain(&file.quantities) {
        let Some(among) = &sums.among else { continue };
        let mut metrics = file.metrics.iter().take(usize::from(u16::MAX));
        let counted = metrics.find(|metric| metric.yes_no && metric.name == *among).map(|metric| metric.sum.0);
        let is_counted = counted.is_some() && counted == sums.encounters.map(u128::from);
        demand(is_counted, || format!("the encounters of {}, among those of {among}", sums.name))?;
    }
    check_quantities(file)?;
    check_party(file)
}

/// Checks that a cell is one of its sweep, and that the overrides have a value for each of its paths.
fn check_cell(file: &File) -> Result<(), String> {
    let Some(CellNumber { index, cells, paths, .. }) = file.cell else { return Ok(()) };
    demand(index < cells && cells <= CELLS_MAX, || format!("the cell {index} of {cells}"))?;
    demand(paths <= file.overrides.len(), || format!("{paths} varied paths of {} overrides", file.overrides.len()))
}

pub(crate) fn demand(holds: bool, contradiction: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(contradiction()) }
}

fn total(counts: &[u64; 4]) -> u128 {
    counts.iter().map(|&count| u128::from(count)).sum()
}

/// Checks that ranges ascend and neither overlap nor touch, and returns how many encounters they hold.
fn check_ranges(ranges: &[(u64, u64)]) -> Result<u128, String> {
    for (start, end) in ranges {
        demand(start < end, || format!("the range {start}..{end} is empty or reversed"))?;
    }
    for pair in ranges.windows(2) {
        demand(pair[0].1 < pair[1].0, || format!("the ranges from {} and {} are out of order", pair[0].0, pair[1].0))?;
    }
    let length = |range: Range<u64>| u128::from(range.end - range.start);
    Ok(ranges.iter().map(|(start, end)| length(*start..*end)).sum())
}

fn check_rounds(file: &FileTally) -> Result<(), String> {
    for (rounds, counts) in &file.rounds {
        demand(*rounds <= ROUNDS_MAX, || format!("an encounter of {rounds} rounds, more than {ROUNDS_MAX}"))?;
        demand(*counts != [0; 4], || format!("an empty entry for {rounds} rounds"))?;
    }
    let ascending = file.rounds.windows(2).all(|pair| pair[0].0 < pair[1].0);
    demand(ascending, || "rounds out of order".to_owned())?;
    let counted: u128 = file.rounds.iter().map(|(_, counts)| total(counts)).sum();
    demand(counted == u128::from(file.encounters), || {
        format!("{counted} encounters by rounds instead of {}", file.encounters)
    })
}

/// Checks that the quantities are those of this build, and that shares are counts of encounters.
fn check_quantities(file: &FileTally) -> Result<(), String> {
    let current = |name| current_name(name).unwrap_or(name);
    let names: Vec<&str> = file.quantities.iter().map(|sums| current(sums.name.as_str())).collect();
    demand(EXTRAS.iter().map(|extra| extra.name).eq(names.iter().copied()), || {
        format!("the quantities {}", names.join(", "))
    })?;
    EXTRAS.iter().zip(&file.quantities).try_for_each(|(extra, sums)| {
        let is_among = extra.kind == Kind::MeanAmong;
        let is_count = extra.kind != Kind::Share || sums.sum.0 == sums.squares.0;
        demand(is_count && sums.encounters.is_some() == is_among, || {
            format!("the sums of {}, which are of another kind", sums.name)
        })
    })
}

/// Checks the counts of the whole party against those of its members, as bounds on unions and intersections of events:
/// somebody dies at least as often as the member who dies most and at most as often as all deaths together; nobody stands
/// at most as often as the member who is out least, and at least in the encounters that the members' standing ends cannot
/// fill (the Fréchet inequalities).
fn check_party(file: &FileTally) -> Result<(), String> {
    let party = || file.combatants.iter().filter(|combatant| matches!(combatant.side, FileSide::Party));
    let [standing, dead] = [0, 3];
    let deadliest = party().map(|combatant| combatant.ends[dead]).max().unwrap_or(0);
    let all_deaths: u128 = party().map(|combatant| u128::from(combatant.ends[dead])).sum();
    let count = |name: &str| file.quantities.iter().find(|sums| sums.name == name).map_or(0, |sums| sums.sum.0 as u64);
    let any_dead = count("party_any_dead");
    demand(deadliest <= any_dead && u128::from(any_dead) <= all_deaths && any_dead <= file.encounters, || {
        format!("{any_dead} encounters with a death in the party, against the counts of its members")
    })?;
    // The subtraction cannot overflow: the ends of a combatant add up to `encounters`, which has been checked.
    let most_out = party().map(|combatant| file.encounters - combatant.ends[standing]).min().unwrap_or(file.encounters);
    let all_standing: u128 = party().map(|combatant| u128::from(combatant.ends[standing])).sum();
    let all_out = count("party_all_out");
    let least_out = u128::from(file.encounters).saturating_sub(all_standing);
    demand(all_out <= most_out && u128::from(all_out) >= least_out, || {
        format!("{all_out} encounters without a standing party, against the counts of its members")
    })
}

/// Checks that the sums can be those of so many encounters.
fn check_sums(sums: &FileSums, all: u128) -> Result<(), String> {
    let encounters = sums.encounters.map_or(all, u128::from);
    let possible = encounters <= all && Sums { values: sums.sum.0, squares: sums.squares.0 }.are_of(encounters);
    demand(possible, || format!("the sums of {} fit no {encounters} values of {all} encounters", sums.name))
}
