//! How far scenarios are from being solved: a row of Markdown for each, as in `docs/exact.md`.
//!
//! ```text
//! cargo run --release -p equipoise-sim --example exact_table -- scenarios/*/*.toml
//! ```
#![expect(clippy::print_stdout, reason = "an example shows what comes out")]

use std::path::{Path, PathBuf};
use std::time::Instant;

use equipoise_engine::exact::{Budget, Unsolved};
use equipoise_engine::scenario::FileFormat;
use equipoise_sim::Registry;
use equipoise_sim::studies::load::{Loader, Texts, load};

/// Files of the disk.
struct Disk;

impl Texts for Disk {
    fn scenario(&self, path: &Path) -> Result<String, String> {
        std::fs::read_to_string(path).map_err(|error| error.to_string())
    }

    fn attached(&self, path: &Path, _: FileFormat) -> Result<String, String> {
        self.scenario(path)
    }
}

fn main() {
    println!("| scenario | followed | of states | transitions | paths of dice | MB | seconds |");
    println!("|---|---|---|---|---|---|---|");
    for path in std::env::args_os().skip(1).map(PathBuf::from) {
        let loader = Loader::new(Registry::SHIPPED, &Disk);
        let scenario = load(loader, &path, &[]).unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
        let began = Instant::now();
        let solution = scenario.fights.solution(Budget::default(), &|| false);
        let seconds = began.elapsed().as_secs_f64();
        let name = path.with_extension("");
        let name = name.strip_prefix("scenarios").unwrap_or(&name).display();
        let row = match solution {
            Ok(solution) => (String::from("all"), solution.states, solution.transitions, String::new(), solution.bytes),
            Err(Unsolved::OverBudget { states, within_set_up, followed, transitions, bytes, paths, .. }) => {
                (followed.to_string(), states + within_set_up, transitions, paths.to_string(), bytes)
            }
            Err(Unsolved::Interrupted) => unreachable!("nobody interrupts"),
        };
        let (followed, states, transitions, paths, bytes) = row;
        let megabytes = bytes as f64 / 1e6;
        println!("| {name} | {followed} | {states} | {transitions} | {paths} | {megabytes:.1} | {seconds:.2} |");
    }
}
