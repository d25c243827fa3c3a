//! From paths on the command line to scenarios that can be fought.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use equipoise_engine::System;
use equipoise_engine::scenario::common::{NAME_OF_SCENARIO, SideWord};
use equipoise_engine::scenario::{FileFormat, Override, PROBLEMS_MAX, Problem, Scenario, Sheets, Source, WantedFile};
use equipoise_sim::studies::sweep::Cell;

use crate::diagnostics::{Mistake, mistakes};
use crate::exit::Failure;
use crate::fights::{Compile, Fights};

/// Bytes that a scenario file may have.
const SCENARIO_MAX: u64 = 1 << 20;
/// Bytes that a CSV file beside it may have.
const CSV_MAX: u64 = 16 << 20;

/// A scenario without mistakes.
pub(crate) struct Loaded {
    /// The path as it was given.
    pub(crate) path: PathBuf,
    /// The files that it names, where they were looked for.
    pub(crate) files: Vec<PathBuf>,
    /// The overrides that were applied.
    pub(crate) changes: Vec<Override>,
    /// Its name in reports.
    pub(crate) name: String,
    /// The system that resolves it.
    pub(crate) system: System,
    /// The merged tree.
    pub(crate) scenario: Scenario,
    /// The compiled rules.
    pub(crate) fights: Box<dyn Fights>,
}

/// Loads all scenarios, or reports every mistake of all of them.
pub(crate) fn load_all(paths: &[PathBuf], changes: &[Override]) -> Result<Vec<Loaded>, Failure> {
    if paths.iter().filter(|path| is_stdin(path)).count() > 1 {
        return Err(Failure::plain("stdin (`-`) can give one scenario only"));
    }
    let mut scenarios = Vec::new();
    let mut found = Vec::new();
    for path in paths {
        match load(path, changes) {
            Ok(loaded) => scenarios.push(loaded),
            Err(mistakes) => found.extend(mistakes),
        }
    }
    if found.is_empty() { Ok(scenarios) } else { Err(Failure::Mistakes(found)) }
}

pub(crate) fn load_one(path: &Path, changes: &[Override]) -> Result<Loaded, Failure> {
    load(path, changes).map_err(Failure::Mistakes)
}

/// Whether a path means stdin.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Loads a scenario once for each cell, or reports every mistake of all of them, each once. `origin` is the option that
/// the values of cells come from.
pub(crate) fn load_cells(
    path: &Path,
    changes: &[Override],
    cells: &[Cell],
    origin: &str,
) -> Result<Vec<Loaded>, Failure> {
    let file = read(path).map_err(Failure::Mistakes)?;
    let (mut loaded, mut found) = (Vec::new(), Vec::<Mistake>::new());
    for cell in cells {
        match compile(file.clone(), changes, cell, origin) {
            Ok(cell) => loaded.push(cell),
            Err(mistakes) => {
                let is_new = |mistake: &Mistake| !found.contains(mistake);
                let new: Vec<Mistake> = mistakes.into_iter().filter(is_new).collect();
                found.extend(new);
            }
        }
        if found.len() >= PROBLEMS_MAX {
            break;
        }
    }
    if found.is_empty() { Ok(loaded) } else { Err(Failure::Mistakes(found)) }
}

/// Loads a scenario once for each cell, reading it once. A cell that the rules refuse is one without fights.
pub(crate) fn load_variants(path: &Path, changes: &[Override], cells: &[Cell]) -> Result<Vec<Option<Loaded>>, Failure> {
    let file = read(path).map_err(Failure::Mistakes)?;
    Ok(cells.iter().map(|cell| compile(file.clone(), changes, cell, "--set").ok()).collect())
}

/// A scenario whose combatants are seats for the rows of its roster.
pub(crate) struct Seats {
    /// As the file and the changes say it, without the files that it names.
    file: Parsed,
}

/// Loads a scenario together with its seats.
pub(crate) fn load_seats(path: &Path, changes: &[Override]) -> Result<(Loaded, Seats), Failure> {
    let mut file = parse(path).map_err(Failure::Mistakes)?;
    let completed = file.clone().completed();
    // Nothing is read twice: most of what the matches want is there already.
    file.files.clone_from(&completed.files);
    let loaded = compile(completed, changes, &[], "--set").map_err(Failure::Mistakes)?;
    // Changes name seats by the ids that stand in the file; any mistake in them was reported when they were compiled.
    file.scenario.set(changes, file.system.schema());
    Ok((loaded, Seats { file }))
}

impl Seats {
    /// What the file and the changes say, before the roster completes it.
    pub(crate) fn scenario(&self) -> &Scenario {
        &self.file.scenario
    }

    /// The scenario with other rows in its seats: the index, the side and the row of each.
    pub(crate) fn taken(&self, seats: [(usize, SideWord, &str); 2]) -> Result<Loaded, Vec<Mistake>> {
        let mut file = self.file.clone();
        for (index, side, id) in seats {
            file.scenario.seat(index, side, id);
        }
        compile(file.completed(), &[], &[], "--set")
    }
}

/// The combatants of two sheets under everything else that a scenario says.
pub(crate) fn load_line_up(frame: &Loaded, party: &Sheets, enemies: &Sheets) -> Result<Loaded, Vec<Mistake>> {
    let too_many = || vec![Mistake::plain("the scenarios and changes have too many texts to be lined up")];
    let scenario = frame.scenario.line_up(party, enemies).ok_or_else(too_many)?;
    let (path, system, files) = (frame.path.clone(), frame.system, Files::default());
    compile(Unchecked { path, files, system, scenario, problems: Vec::new() }, &[], &[], "--set")
}

fn load(path: &Path, changes: &[Override]) -> Result<Loaded, Vec<Mistake>> {
    compile(read(path)?, changes, &[], "--set")
}

/// A scenario as its file and the files that it names say it.
#[derive(Clone)]
struct Unchecked {
    path: PathBuf,
    files: Files,
    system: System,
    scenario: Scenario,
    /// What is wrong with the files that it names.
    problems: Vec<Problem>,
}

/// A scenario as its own file says it.
#[derive(Clone)]
struct Parsed {
    path: PathBuf,
    files: Files,
    system: System,
    scenario: Scenario,
}

impl Parsed {
    /// Reads the files that the scenario names until it wants no more.
    fn completed(self) -> Unchecked {
        let Self { path, mut files, system, mut scenario } = self;
        let mut problems = Vec::new();
        loop {
            let wanted = scenario.wanted_files(system.schema());
            if wanted.is_empty() {
                return Unchecked { path, files, system, scenario, problems };
            }
            for wanted in wanted {
                problems.extend(scenario.attach(&wanted, files.read(&wanted), system.schema()));
            }
        }
    }
}

/// The files that a scenario names: they are looked for beside it, and read once.
#[derive(Clone, Default)]
struct Files {
    folder: PathBuf,
    /// What was found, by the paths as the scenario writes them.
    read: BTreeMap<String, Result<Source, String>>,
}

impl Files {
    fn beside(path: &Path) -> Self {
        let folder = if is_stdin(path) { None } else { path.parent() };
        Self { folder: folder.unwrap_or(Path::new("")).to_owned(), read: BTreeMap::new() }
    }

    /// Where the files were looked for.
    fn paths(&self) -> Vec<PathBuf> {
        self.read.keys().map(|path| self.folder.join(path)).collect()
    }

    fn read(&mut self, wanted: &WantedFile) -> Result<Source, String> {
        let bytes_max = match wanted.format {
            FileFormat::Csv => CSV_MAX,
            FileFormat::Toml => SCENARIO_MAX,
        };
        let path = self.folder.join(&wanted.path);
        let read = || {
            let text = File::open(&path).map_err(|error| error.to_string()).and_then(|file| bounded(file, bytes_max));
            let name = path.display().to_string();
            text.map(|text| Source::new(&name, text)).map_err(|reason| format!("{name}: {reason}"))
        };
        self.read.entry(wanted.path.clone()).or_insert_with(read).clone()
    }
}

fn read(path: &Path) -> Result<Unchecked, Vec<Mistake>> {
    parse(path).map(Parsed::completed)
}

fn parse(path: &Path) -> Result<Parsed, Vec<Mistake>> {
    let text = if is_stdin(path) {
        bounded(io::stdin().lock(), SCENARIO_MAX)
    } else {
        File::open(path).map_err(|error| error.to_string()).and_then(|file| bounded(file, SCENARIO_MAX))
    };
    let name = if is_stdin(path) { "<stdin>".to_owned() } else { path.display().to_string() };
    let text = text.map_err(|reason| vec![Mistake::plain(format!("cannot read {name}: {reason}"))])?;
    let scenario = Scenario::parse(Source::new(name, text)).map_err(mistakes)?;
    let system = System::of(&scenario).map_err(|problem| mistakes(scenario.problems(vec![problem])))?;
    Ok(Parsed { path: path.to_owned(), files: Files::beside(path), system, scenario })
}

/// Applies changes and the values of a cell, checks the scenario and compiles it.
fn compile(
    file: Unchecked,
    changes: &[Override],
    cell: &[(String, String)],
    origin: &str,
) -> Result<Loaded, Vec<Mistake>> {
    let Unchecked { path, files, system, mut scenario, mut problems } = file;
    let value = |(path, value): &(String, String)| Override { path: path.clone(), value: value.clone() };
    let values: Vec<Override> = cell.iter().map(value).collect();
    problems.extend(scenario.set(changes, system.schema()));
    problems.extend(scenario.set_from(origin, &values, system.schema()));
    let fights = system.visit(Compile { scenario: &scenario, problems }).map_err(mistakes)?;
    let name = scenario.root(system.schema()).get(NAME_OF_SCENARIO).to_owned();
    let files = files.paths();
    Ok(Loaded { path, files, changes: [changes, &values].concat(), name, system, scenario, fights })
}

/// Reads a text of at most so many bytes.
fn bounded(reader: impl Read, bytes_max: u64) -> Result<String, String> {
    let mut bytes = Vec::new();
    reader.take(bytes_max + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > bytes_max {
        return Err(format!("it is larger than {} MiB", bytes_max >> 20));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.split(|&byte| byte == b'\n').count();
        format!("it is not UTF-8 text (line {line})")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_up_to_their_limit() {
        assert_eq!(bounded(&b"abc"[..], 3), Ok("abc".to_owned()));
        assert_eq!(bounded(io::repeat(0), 1 << 20), Err("it is larger than 1 MiB".to_owned()));
        assert_eq!(bounded(&b"a\nb\xff"[..], 9), Err("it is not UTF-8 text (line 2)".to_owned()));
    }
}
