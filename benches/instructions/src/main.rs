//! The number of instructions that a fight takes, compared with the figures that were committed.
//!
//! `check` plays a few scenarios under valgrind, which counts the instructions that a processor would execute: the same number on a
//! busy machine as on an idle one, so that a loss of three in a hundred shows where the time of a bench would not tell. The
//! instructions of loading and compiling cancel in the difference of two runs. `update` writes the figures anew. They are those of
//! one compiler; under another one nothing is compared, and that is said.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints what it counts")]

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use equipoise_engine::Seed;
use equipoise_engine::scenario::FileFormat;
use equipoise_sim::studies::load::{Loader, Texts, load};
use equipoise_sim::{Plan, Registry, Watch};
use serde::Deserialize;
use thiserror::Error;

/// The growth of a figure that is tolerated, as a share of it.
const TOLERANCE: f64 = 0.03;

/// The scenarios that are counted.
const CASES: [Case; 9] = [
    Case { path: "scenarios/duel/first-challenge.toml", encounters: [20_000, 60_000] },
    Case { path: "scenarios/zones/pit-fight.toml", encounters: [2_000, 8_000] },
    Case { path: "scenarios/zones/toll-bridge.toml", encounters: [200, 1_200] },
    Case { path: "scenarios/tiny/parry-or-strike.toml", encounters: [2_000, 12_000] },
    Case { path: "benches/src/tiny_skirmish.toml", encounters: [200, 1_200] },
    Case { path: "scenarios/wounds/sabre-or-maul.toml", encounters: [2_000, 12_000] },
    Case { path: "benches/src/wounds_skirmish.toml", encounters: [200, 1_200] },
    Case { path: "scenarios/thrum/last-one-standing.toml", encounters: [40_000, 60_000] },
    Case { path: "benches/src/thrum_skirmish.toml", encounters: [50, 250] },
];

/// A scenario, and how many encounters of it the shorter and the longer run have.
struct Case {
    path: &'static str,
    encounters: [u64; 2],
}

/// The figures that were committed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Figures {
    /// The output of `rustc --version`.
    compiler: String,
    /// Instructions a fight, by the path of the scenario.
    fights: BTreeMap<String, u64>,
}

/// The reason why nothing could be counted.
#[derive(Debug, Error)]
enum Failure {
    #[error("usage: equipoise-instructions check|update|play SCENARIO N")]
    Usage,
    #[error("cannot use {path}: {reason}")]
    File { path: PathBuf, reason: String },
    #[error("cannot run {program}: {source}")]
    Program { program: &'static str, source: io::Error },
    #[error("{program} failed: {stderr}")]
    Failed { program: &'static str, stderr: String },
    #[error("cannot load {path}: {reason}")]
    Scenario { path: PathBuf, reason: String },
}

/// Texts on disk.
struct Disk;

impl Texts for Disk {
    fn scenario(&self, path: &Path) -> Result<String, String> {
        fs::read_to_string(path).map_err(|error| error.to_string())
    }

    fn attached(&self, path: &Path, _: FileFormat) -> Result<String, String> {
        self.scenario(path)
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        ["check"] => check(),
        ["update"] => update(),
        ["play", path, encounters] => encounters.parse().map_err(|_| Failure::Usage).and_then(|n| play(path, n)),
        _ => Err(Failure::Usage),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(2)
        }
    }
}

/// Compares every case with its figure, and says whether none has grown too much.
fn check() -> Result<bool, Failure> {
    let Figures { compiler, fights } = figures()?;
    let here = compiler_here()?;
    if here != compiler {
        println!("LEFT OUT: the figures are those of {compiler}, and this is {here}");
        return Ok(true);
    }
    let mut is_fine = true;
    for case in &CASES {
        let now = instructions(case)?;
        let Some(&before) = fights.get(case.path) else {
            println!("{:44} {now:>10.0} instructions a fight, and no figure to compare with", case.path);
            is_fine = false;
            continue;
        };
        let growth = now / before as f64 - 1.0;
        let verdict = match growth {
            growth if growth > TOLERANCE => "TOO MANY",
            growth if growth < -TOLERANCE => "fewer: `make bench-update` keeps that",
            _ => "",
        };
        println!("{:44} {before:>10} -> {now:>10.0} {:>+7.2} % {verdict}", case.path, 100.0 * growth);
        is_fine &= growth <= TOLERANCE;
    }
    Ok(is_fine)
}

/// Writes the figures of today.
fn update() -> Result<bool, Failure> {
    let head = format!(
        "# Written by `make bench-update`: instructions a fight.\ncompiler = {:?}\n\n[fights]\n",
        compiler_here()?
    );
    let line = |case: &Case| Ok(format!("{:?} = {:.0}\n", case.path, instructions(case)?));
    let lines = CASES.iter().map(line).collect::<Result<String, Failure>>()?;
    fs::write(figures_path(), head + &lines)
        .map_err(|error| Failure::File { path: figures_path(), reason: error.to_string() })?;
    Ok(true)
}

/// Plays encounters of a scenario: what is counted.
fn play(path: &str, encounters: u64) -> Result<bool, Failure> {
    let refused = |reason: String| Failure::Scenario { path: path.into(), reason };
    let scenario = load(Loader::new(Registry::SHIPPED, &Disk), Path::new(path), &[])
        .map_err(|error| refused(error.to_string()))?;
    let run = scenario.fights.run(&Plan::new(Seed(1), 0..encounters), &Watch::none());
    println!("{:?}", run.tally.winners());
    Ok(true)
}

/// Instructions a fight of a case.
fn instructions(case: &Case) -> Result<f64, Failure> {
    let [shorter, longer] = case.encounters;
    let more = total(case.path, longer)? - total(case.path, shorter)?;
    Ok(more / (longer - shorter) as f64)
}

/// Instructions of a whole run, as valgrind counts them.
fn total(path: &str, encounters: u64) -> Result<f64, Failure> {
    let this = env::current_exe().map_err(|source| Failure::Program { program: "itself", source })?;
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(this);
    let output = command.args(["play", path, &encounters.to_string()]).current_dir(root()).output();
    let output = output.map_err(|source| Failure::Program { program: "valgrind", source })?;
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let collected = stderr.lines().find_map(|line| line.split("Collected : ").nth(1)?.trim().parse().ok());
    match collected.filter(|_| output.status.success()) {
        Some(instructions) => Ok(instructions),
        None => Err(Failure::Failed { program: "valgrind", stderr }),
    }
}

fn compiler_here() -> Result<String, Failure> {
    let output = Command::new("rustc").arg("--version").current_dir(root()).output();
    let output = output.map_err(|source| Failure::Program { program: "rustc", source })?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn figures() -> Result<Figures, Failure> {
    let path = figures_path();
    let text = fs::read_to_string(&path).map_err(|error| error.to_string());
    let parsed = text.and_then(|text| toml::from_str(&text).map_err(|error| error.to_string()));
    parsed.map_err(|reason| Failure::File { path, reason })
}

fn figures_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("figures.toml")
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
