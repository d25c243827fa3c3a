//! The number of times that `balance` takes back a change that was planted: scenarios that ship, or a roster, of which three numbers are
//! moved at random, and the bands around what they had before.

use std::fmt;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use equipoise_sim::output::numbers::grouped;
use equipoise_sim::studies::balance::{Balance, LoadedBalance, Sheet};
use equipoise_sim::studies::load::{Files, Loader};
use equipoise_sim::studies::study;
use equipoise_sim::studies::test::Verdict;
use equipoise_sim::{Registry, Watch};

use super::project;

/// Draws of every row.
const DRAWS: u64 = 10;
/// Encounters of the last measurement of each fight.
const ENCOUNTERS: u64 = 20_000;
/// The number of numbers that are moved, and the most steps by which each is.
const MOVED: (usize, i64) = (3, 3);
/// The distance that numbers may go from where they are found.
const WITHIN: i64 = 8;

/// The material of the draws: scenarios, the targets of each of them with half the width of the band, and the patterns of the
/// numbers.
struct Setting {
    scenarios: &'static [&'static str],
    targets: &'static [(&'static str, f64)],
    numbers: &'static [&'static str],
    /// The least number of draws that are found.
    least: u64,
}

const SETTINGS: [Setting; 6] = [
    Setting {
        scenarios: &["duel/first-challenge"],
        targets: &[("party", 0.04), ("rounds", 0.8)],
        numbers: &["combatants.*.attributes.*", "combatants.*.initiative"],
        least: 9,
    },
    Setting {
        scenarios: &["tiny/champion", "tiny/field-surgeon", "tiny/bare-hands"],
        targets: &[("party", 0.04), ("party_any_dead", 0.04)],
        numbers: &["combatants.*.hp", "combatants.*.count", "combatants.*.damage_reduction"],
        // A point of these numbers moves a share by more than its band is wide: few changes but the planted one reach all bands.
        least: 9,
    },
    Setting {
        scenarios: &["zones/toll-bridge"],
        targets: &[("party", 0.04), ("party_any_dead", 0.04), ("rounds", 0.5)],
        numbers: &["combatants.*.hp", "combatants.*.attributes.*", "combatants.*.skill", "combatants.*.count"],
        least: 9,
    },
    Setting {
        scenarios: &["wounds/sabre-or-maul", "wounds/twin-blades"],
        targets: &[("party", 0.04), ("rounds", 0.8), ("party_any_dead", 0.04)],
        numbers: &[
            "combatants.*.strength",
            "combatants.*.agility",
            "combatants.*.defense_bonus",
            "combatants.*.armour",
            "combatants.*.attacks.*.bonus",
            "combatants.*.attacks.*.weapon_speed",
        ],
        least: 9,
    },
    Setting {
        scenarios: &["thrum/brace-or-dodge", "thrum/toll-bridge"],
        targets: &[("party", 0.04), ("rounds", 0.8)],
        numbers: &[
            "combatants.*.attack",
            "combatants.*.fatigue_tolerance",
            "combatants.*.resilience",
            "combatants.*.reflex",
        ],
        least: 9,
    },
    Setting {
        scenarios: &[],
        targets: &[],
        numbers: &["combatants.*.attributes.*", "combatants.*.initiative"],
        least: 9,
    },
];

/// Four duelists, of whom every pair is even within some points.
const ROSTER: &str = "system = \"duel\"\nname = \"Yard\"\nroster = \"rows.csv\"\n[[combatants]]\nid = \"ann\"\n[[combatants]]\nid = \"bob\"\n";
const ROWS: &str =
    "id,initiative,attributes.attack,attributes.cmb,attributes.acrobatics,attributes.bluff,attributes.fortitude
ann,3,8,6,5,3,4
bob,3,7,7,5,4,3
cid,3,8,5,6,3,4
dan,3,7,6,6,3,5
";

/// A row of the table.
pub(crate) struct Row {
    what: String,
    numbers: usize,
    targets: usize,
    found: u64,
    cheaper: u64,
    /// The mean number of encounters.
    encounters: u64,
    least: u64,
}

impl Row {
    /// Whether as many are found as are known to be.
    pub(crate) const fn is_fine(&self) -> bool {
        self.found >= self.least
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, numbers, targets, found, cheaper, encounters, .. } = self;
        write!(
            f,
            "| {what} | {numbers} | {targets} | {found} of {DRAWS} | {cheaper} of {DRAWS} | {} |",
            grouped(*encounters)
        )
    }
}

/// A stream of numbers: splitmix64.
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }
}

fn file_of(name: &str) -> PathBuf {
    PathBuf::from(name.replace('/', "-") + ".toml")
}

/// The question with these bands, by scenario and target; without any, everything is in its band.
fn text(setting: &Setting, middles: Option<&[f64]>, within: i64) -> String {
    let mut text = String::new();
    let files: Vec<String> = setting.scenarios.iter().map(|name| format!("\"{}\"", file_of(name).display())).collect();
    writeln!(text, "scenarios = [{}]", files.join(", ")).expect("texts take everything");
    if setting.scenarios.is_empty() {
        let least = if middles.is_some() { 0.4 } else { 0.0 };
        writeln!(text, "roster = \"yard.toml\"\npairs = {{ between = [{least}, {}] }}", 1.0 - least)
            .expect("texts take everything");
    }
    for (scenario, name) in setting.scenarios.iter().enumerate() {
        for (index, (quantity, half)) in setting.targets.iter().enumerate() {
            let band = match middles {
                None => "at_least = 0.0".to_owned(),
                Some(middles) => {
                    let middle = middles[scenario * setting.targets.len() + index];
                    let is_share = *quantity != "rounds";
                    let most = if is_share { (middle + half).min(1.0) } else { middle + half };
                    format!("between = [{}, {most}]", (middle - half).max(0.0))
                }
            };
            let file = file_of(name).display().to_string();
            writeln!(text, "[[targets]]\nscenario = \"{file}\"\nquantity = \"{quantity}\"\n{band}")
                .expect("texts take everything");
        }
    }
    for (number, pattern) in setting.numbers.iter().enumerate() {
        // A scenario that lacks a number is passed over.
        for name in setting.scenarios.iter().filter(|name| has(name, pattern)) {
            let file = file_of(name).display().to_string();
            writeln!(text, "[[numbers]]\npath = \"{pattern}\"\nscenario = \"{file}\"\nwithin = {within}")
                .expect("texts take everything");
        }
        if setting.scenarios.is_empty() {
            writeln!(text, "[[numbers]]\npath = \"{}\"\nwithin = {within}", setting.numbers[number])
                .expect("texts take everything");
        }
    }
    text
}

/// Whether a scenario gives a number of the last segment of a pattern.
fn has(name: &str, pattern: &str) -> bool {
    let key = pattern.trim_end_matches(".*").rsplit('.').next().unwrap_or_default();
    let text = std::fs::read_to_string(shipped(name)).expect("it ships");
    text.lines().any(|line| {
        let line = line.trim_start().trim_start_matches("[combatants.");
        line.starts_with(&format!("{key} = ")) || line.starts_with(&format!("{key}]"))
    })
}

fn shipped(name: &str) -> PathBuf {
    project().join("scenarios").join(name).with_extension("toml")
}

fn loaded(files: &Files, seed: u64) -> LoadedBalance {
    let asked = study::Balance { file: "it.balance.toml".into(), encounters: ENCOUNTERS, seed, confidence: 0.95 };
    asked
        .load(Loader::new(Registry::SHIPPED, files))
        .unwrap_or_else(|error| panic!("{error}\n{}", files[Path::new("it.balance.toml")]))
}

fn play(loaded: &LoadedBalance) -> Balance {
    loaded.play(&Watch::none()).unwrap_or_else(|error| panic!("{error}")).result
}

fn row(setting: &Setting) -> Row {
    let mut files = Files::new();
    for name in setting.scenarios {
        files.insert(file_of(name), std::fs::read_to_string(shipped(name)).expect("it ships"));
    }
    if setting.scenarios.is_empty() {
        files.extend([("yard.toml".into(), ROSTER.to_owned()), ("rows.csv".into(), ROWS.to_owned())]);
    }
    let with = |files: &Files, text: String| {
        let mut files = files.clone();
        files.insert("it.balance.toml".into(), text);
        files
    };
    let as_shipped = with(&files, text(setting, None, MOVED.1));
    let base = loaded(&as_shipped, 0);
    let known = play(&base);
    let middles: Vec<f64> =
        known.before.as_ref().expect("nothing interrupts").iter().map(|measure| measure.value).collect();
    let mut draw = Draw(setting.numbers.len() as u64);
    let (mut found, mut cheaper, mut encounters) = (0, 0, 0);
    for seed in 1..=DRAWS {
        let (planted, before) = loop {
            let mut values: Vec<i64> = known.numbers.iter().map(|number| number.before).collect();
            let mut cost = 0;
            while values.iter().zip(&known.numbers).filter(|(value, number)| **value != number.before).count() < MOVED.0
            {
                let number = draw.below(values.len() as u64) as usize;
                let by = draw.below(MOVED.1 as u64) as i64 + 1;
                let to = known.numbers[number].before + if draw.below(2) == 0 { -by } else { by };
                let [lo, hi] = known.numbers[number].range;
                if (lo..=hi).contains(&to) && values[number] == known.numbers[number].before {
                    values[number] = to;
                    cost += by;
                }
            }
            let mut changed = files.clone();
            changed.extend(base.texts(&Sheet { values, cost: 0.0, measures: Vec::new() }));
            let changed = with(&changed, text(setting, Some(&middles), WITHIN));
            let asked =
                study::Balance { file: "it.balance.toml".into(), encounters: ENCOUNTERS, seed, confidence: 0.95 };
            // The rules refuse some draws.
            let Ok(loaded) = asked.load(Loader::new(Registry::SHIPPED, &changed)) else { continue };
            let result = play(&loaded);
            let missed = |result: &Balance| {
                result.before.iter().flatten().filter(|measure| measure.verdict == Verdict::Fail).count()
            };
            if missed(&result) > 0 {
                break (cost, result);
            }
        };
        let best = before.best().expect("what the files have is a sheet");
        let is_found = before.is_reached() && best.cost <= planted as f64;
        found += u64::from(is_found);
        cheaper += u64::from(is_found && best.cost < planted as f64);
        encounters += before.played / DRAWS;
    }
    let what = if setting.scenarios.is_empty() {
        "roster of 4 duelists, all pairs".to_owned()
    } else {
        setting.scenarios.join(", ")
    };
    Row {
        what,
        numbers: known.numbers.len(),
        targets: known.targets.len(),
        found,
        cheaper,
        encounters,
        least: setting.least,
    }
}

/// All rows.
pub(crate) fn rows() -> Vec<Row> {
    SETTINGS.iter().map(row).collect()
}

/// The rows alone, while they are worked on: all of them, or with the variable `PLANTED` those whose first scenario begins so. Of the roster it
/// is empty.
#[test]
#[ignore = "takes minutes; a part of `make calibration`"]
fn planted_changes_are_found() {
    let only = std::env::var("PLANTED").ok();
    let is_wanted = |setting: &&Setting| {
        let first = setting.scenarios.first().copied().unwrap_or_default();
        only.as_ref().is_none_or(|only| if only.is_empty() { first.is_empty() } else { first.starts_with(only) })
    };
    let rows: Vec<Row> = SETTINGS.iter().filter(is_wanted).map(row).collect();
    assert!(!rows.is_empty() && rows.iter().all(Row::is_fine), "{}", told(&rows));
}

fn told(rows: &[Row]) -> String {
    let lines: Vec<String> = rows.iter().map(ToString::to_string).collect();
    format!("\n{}", lines.join("\n"))
}
