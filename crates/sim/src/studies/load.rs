//! From texts to scenarios that can be fought. Where texts come from is for the caller to say ([`Texts`]): from files, from a
//! form in a browser, from memory.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use equipoise_engine::Seed;
use equipoise_engine::scenario::common::{ACCOUNTS, DESCRIPTION, NAME_OF_SCENARIO, SideWord};
use equipoise_engine::scenario::{
    FileFormat, LEGS, Override, PROBLEMS_MAX, Problem, Problems, Resolved, Scenario, Sheets, Source, WantedFile,
};
use thiserror::Error;

use crate::kernel::run::Run;
use crate::kernel::tally::Tally;
pub use crate::record::Files;
use crate::record::{Shard, ShardSource};
use crate::registry::{Registry, System};
use crate::studies::fights::Fights;

mod distinct;
mod points;

pub(crate) use distinct::Distinct;
pub(crate) use points::cells_of;
pub use points::load_points;

/// The values of one cell: paths, each with its value.
pub type Cell = Vec<(String, String)>;

/// The path that stands for the standard input.
pub const STDIN: &str = "-";

/// A source of the texts of scenarios. Paths are names here: nothing but an implementation looks into a file system.
pub trait Texts {
    /// The text of a scenario.
    ///
    /// # Errors
    /// The reason why there is none, in words.
    fn scenario(&self, path: &Path) -> Result<String, String>;

    /// The text of a file that a scenario names, by its path beside the scenario.
    ///
    /// # Errors
    /// The reason why there is none, in words.
    fn attached(&self, path: &Path, format: FileFormat) -> Result<String, String>;

    /// Whether a scenario in this folder may name the file of this path, which is looked for beside it. Texts that come from
    /// no file system are free to be named.
    ///
    /// # Errors
    /// The reason why it may not, in words.
    fn permits(&self, folder: &Path, path: &Path) -> Result<(), String> {
        let _ = (folder, path);
        Ok(())
    }

    /// Hears what overrides of a scenario came to that name several paths or take steps.
    fn hear(&self, resolved: &[Resolved]) {
        let _ = resolved;
    }

    /// The name of a scenario's text in diagnostics.
    fn name(&self, path: &Path) -> String {
        shown_path(path)
    }

    /// The name of a scenario among others: its file's name without folder and extension.
    fn short_name(&self, path: &Path) -> String {
        if is_stdin(path) {
            return "stdin".to_owned();
        }
        path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
    }
}

/// The short names of different scenarios, or their whole paths where two of those are equal.
pub(crate) fn short_names(texts: &dyn Texts, paths: &[&Path]) -> Vec<String> {
    let short: Vec<String> = paths.iter().map(|path| texts.short_name(path)).collect();
    let is_repeated = (0..short.len()).any(|index| short[..index].contains(&short[index]));
    if is_repeated { paths.iter().map(|path| path.display().to_string()).collect() } else { short }
}

/// Whether a path means the standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == STDIN
}

/// The path of a scenario as tables and diagnostics have it: `<stdin>` for the standard input.
pub fn shown_path(path: &Path) -> String {
    if is_stdin(path) { "<stdin>".to_owned() } else { path.display().to_string() }
}

/// Texts in memory, by their paths.
impl Texts for Files {
    fn scenario(&self, path: &Path) -> Result<String, String> {
        self.get(path).cloned().ok_or_else(|| "there is no such text".to_owned())
    }

    fn attached(&self, path: &Path, _: FileFormat) -> Result<String, String> {
        self.scenario(path)
    }
}

/// Texts that remember what was read of them.
pub struct Recording<'a> {
    texts: &'a dyn Texts,
    read: RefCell<Files>,
}

impl<'a> Recording<'a> {
    /// Nothing was read yet.
    pub fn new(texts: &'a dyn Texts) -> Self {
        Self { texts, read: RefCell::default() }
    }

    /// Everything that was read.
    pub fn into_files(self) -> Arc<Files> {
        Arc::new(self.read.into_inner())
    }

    fn record(&self, path: &Path, read: Result<String, String>) -> Result<String, String> {
        read.inspect(|text| drop(self.read.borrow_mut().insert(path.to_owned(), text.clone())))
    }
}

impl Texts for Recording<'_> {
    fn scenario(&self, path: &Path) -> Result<String, String> {
        self.record(path, self.texts.scenario(path))
    }

    fn attached(&self, path: &Path, format: FileFormat) -> Result<String, String> {
        self.record(path, self.texts.attached(path, format))
    }

    fn permits(&self, folder: &Path, path: &Path) -> Result<(), String> {
        self.texts.permits(folder, path)
    }

    fn hear(&self, resolved: &[Resolved]) {
        self.texts.hear(resolved);
    }

    fn name(&self, path: &Path) -> String {
        self.texts.name(path)
    }

    fn short_name(&self, path: &Path) -> String {
        self.texts.short_name(path)
    }
}

/// A loader of scenarios: the systems that are known, and the source of texts.
#[derive(Clone, Copy)]
pub struct Loader<'a> {
    /// The systems that a scenario may name.
    pub registry: Registry,
    /// The texts of scenarios and of the files that they name.
    pub texts: &'a dyn Texts,
}

impl<'a> Loader<'a> {
    /// A loader of the texts.
    pub fn new(registry: Registry, texts: &'a dyn Texts) -> Self {
        Self { registry, texts }
    }
}

/// A scenario without mistakes.
pub struct Loaded {
    /// The path as it was given.
    pub path: PathBuf,
    /// Its text and those of the files that it names, by the paths where they were looked for.
    pub files: Arc<Files>,
    /// The overrides that were applied.
    pub changes: Vec<Override>,
    /// Its name in reports.
    pub name: String,
    /// The systems that it could name.
    pub registry: Registry,
    /// The system that resolves it.
    pub system: System,
    /// The merged tree.
    pub scenario: Scenario,
    /// The compiled rules.
    pub fights: Box<dyn Fights>,
}

impl Loaded {
    /// The same scenario, if it is a single fight.
    ///
    /// # Errors
    /// If it is a day of several: `what` has no answer for it.
    pub(crate) fn of_one_fight(self, what: &str) -> Result<Self, LoadError> {
        if !self.scenario.has_legs() {
            return Ok(self);
        }
        let reason = format!("{what} takes a single fight, and this is a day of several");
        let problem = Problem::refused(self.scenario.legs_span(), LEGS, reason);
        Err(self.scenario.problems(vec![problem]).into())
    }

    /// The text that is equal where the rules see the same.
    pub fn canonical(&self) -> String {
        self.scenario.canonical(self.system.schema())
    }

    /// The fights with [accounts](equipoise_engine::accounts); `None` if the system keeps none.
    pub fn with_accounts(&self) -> Option<Box<dyn Fights>> {
        let mut scenario = self.scenario.clone();
        let accounts = Override { path: ACCOUNTS.name().to_owned(), value: "true".to_owned() };
        let problems = scenario.set(&[accounts], self.system.schema());
        self.system.compile(&scenario, problems).ok()
    }

    /// The scenario's description of itself; `None` if it has none.
    pub fn description(&self) -> Option<&str> {
        self.scenario.root(self.system.schema()).get(DESCRIPTION)
    }

    /// The commit of the program that plays it; `None` if it is not known.
    pub fn commit(&self) -> Option<String> {
        self.registry.commit().map(str::to_owned)
    }

    /// Leaves the commit out of what comes of it: counts of an unknown build are among its own.
    pub(crate) fn forget_commit(&mut self) {
        self.registry = self.registry.at_commit(None);
    }

    /// Its shard under a seed, of which nothing was played.
    pub fn nothing_played(&self, seed: Seed) -> Shard {
        let (path, overrides, files) = (self.path.clone(), self.changes.clone(), self.files.clone());
        let tally = Tally::empty(self.fights.recordable().cast());
        let run = Run { tally, range: 0..0, complete: true };
        let shard = Shard::of_run((&self.name, self.system.name()), self.canonical(), &run, seed);
        Shard { commit: self.commit(), source: ShardSource { path, overrides, files }, ..shard }
    }

    /// Whether the rules see the same in another one, so that no encounter can differ.
    pub fn is_identical(&self, other: &Self) -> bool {
        self.system == other.system && self.canonical() == other.canonical()
    }
}

/// The reason why a scenario cannot be fought.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum LoadError {
    /// There is no text.
    #[error("cannot read {name}: {reason}")]
    Unreadable {
        /// The name of the text.
        name: String,
        /// The reason, in the words of [`Texts`].
        reason: String,
    },
    /// The text has mistakes, or the files and changes that complete it have.
    #[error(transparent)]
    Mistakes(#[from] Problems),
    /// More texts come together in a line-up than a location can tell apart.
    #[error("the scenarios and changes have too many texts to be lined up")]
    TooManyTexts,
}

impl LoadError {
    /// The number of mistakes that it reports.
    pub fn mistakes(&self) -> usize {
        match self {
            Self::Mistakes(problems) => problems.list.len(),
            Self::Unreadable { .. } | Self::TooManyTexts => 1,
        }
    }
}

/// Loads a scenario with some of its values changed.
///
/// # Errors
/// Every mistake of it.
pub fn load(loader: Loader, path: &Path, changes: &[Override]) -> Result<Loaded, LoadError> {
    compile(loader.texts, read(loader, path)?, changes, &[], "--set")
}

/// A scenario as its text and those that it names say it, neither checked nor compiled: what it can be asked about in
/// no time.
pub struct Outline {
    /// The system that resolves it.
    pub system: System,
    /// The merged tree.
    pub scenario: Scenario,
}

/// Reads a scenario, which may have mistakes.
///
/// # Errors
/// If it is no scenario of any system.
pub fn outline(loader: Loader, path: &Path) -> Result<Outline, LoadError> {
    let Unchecked { system, scenario, .. } = read(loader, path)?;
    Ok(Outline { system, scenario })
}

/// Loads all scenarios.
///
/// # Errors
/// Every mistake of all of them.
pub fn load_all(loader: Loader, paths: &[PathBuf], changes: &[Override]) -> Result<Vec<Loaded>, Vec<LoadError>> {
    let (mut scenarios, mut errors) = (Vec::new(), Vec::new());
    for path in paths {
        match load(loader, path, changes) {
            Ok(loaded) => scenarios.push(loaded),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(scenarios) } else { Err(errors) }
}

/// Loads a scenario once for each cell, reading it once. `origin` is what the values of cells come from, such as the name
/// of an option.
///
/// # Errors
/// Every mistake of all cells, each once; no more cells are tried after [`PROBLEMS_MAX`] of them.
pub fn load_cells(
    loader: Loader,
    path: &Path,
    changes: &[Override],
    cells: &[Cell],
    origin: &str,
) -> Result<Vec<Loaded>, Vec<LoadError>> {
    let file = read(loader, path).map_err(|error| vec![error])?;
    let (mut loaded, mut errors) = (Vec::new(), Distinct::default());
    for cell in cells {
        match compile(loader.texts, file.clone(), changes, cell, origin) {
            Ok(cell) => loaded.push(cell),
            Err(error) => drop(errors.add(error)),
        }
        if errors.mistakes() >= PROBLEMS_MAX {
            break;
        }
    }
    let errors = errors.into_errors();
    if errors.is_empty() { Ok(loaded) } else { Err(errors) }
}

/// Loads a scenario once for each cell, reading it once. A cell that the rules refuse is one without fights.
///
/// # Errors
/// If the scenario cannot be read.
pub fn load_variants(
    loader: Loader,
    path: &Path,
    changes: &[Override],
    cells: &[Cell],
) -> Result<Vec<Option<Loaded>>, LoadError> {
    let file = read(loader, path)?;
    Ok(cells.iter().map(|cell| compile(loader.texts, file.clone(), changes, cell, "--set").ok()).collect())
}

/// A scenario whose combatants are seats for the rows of its roster.
pub(crate) struct Seats<'a> {
    texts: &'a dyn Texts,
    /// As the file and the changes say it.
    file: Unchecked,
}

/// Loads a scenario together with its seats.
pub(crate) fn load_seats<'a>(
    loader: Loader<'a>,
    path: &Path,
    changes: &[Override],
) -> Result<(Loaded, Seats<'a>), LoadError> {
    let file = read(loader, path)?;
    // Nothing is read twice: most of what the matches want is there already.
    let mut seats = file.clone();
    let texts = loader.texts;
    let loaded = compile(texts, file, changes, &[], "--set")?;
    // Any mistake in the changes was reported when they were compiled.
    seats.set(texts, changes, &[], "--set");
    Ok((loaded, Seats { texts, file: seats }))
}

impl Seats<'_> {
    /// The scenario as the file and the changes give it, without what the roster gives.
    pub(crate) fn scenario(&self) -> Scenario {
        self.file.scenario.without_rows()
    }

    /// The scenario with other rows in its seats: the index, the side and the row of each.
    pub(crate) fn taken(&self, seats: [(usize, SideWord, &str); 2]) -> Result<Loaded, LoadError> {
        let mut file = self.file.clone();
        let schema = file.system.schema();
        for (index, side, id) in seats {
            file.problems.extend(file.scenario.seat(index, side, id, schema));
        }
        file.attach_all(self.texts);
        compile(self.texts, file, &[], &[], "--set")
    }
}

/// The rows of a roster beside a scenario, which may take the place of a side of it.
pub(crate) struct RosterRows<'a> {
    texts: &'a dyn Texts,
    file: Unchecked,
}

/// Loads a roster for the system of a scenario. `beside` is a column that need be no key. Files that its rows name are looked for beside
/// it.
pub(crate) fn load_rows<'a>(
    loader: Loader<'a>,
    frame: &Loaded,
    path: &Path,
    beside: Option<&str>,
) -> Result<RosterRows<'a>, LoadError> {
    let Loader { registry, texts } = loader;
    let name = texts.name(path);
    let text = texts.attached(path, FileFormat::Csv);
    let text = text.map_err(|reason| LoadError::Unreadable { name: name.clone(), reason })?;
    let (system, named) = (frame.system, Named::beside(path, &text));
    let rows = frame.scenario.with_rows(Source::new(name, text), beside, system.schema());
    let (scenario, problems) = rows.ok_or(LoadError::TooManyTexts)?;
    if !problems.is_empty() {
        return Err(scenario.problems(problems).into());
    }
    let (path, files, bare) = (path.to_owned(), Arc::new(named.texts()), None);
    Ok(RosterRows { texts, file: Unchecked { path, named, files, registry, system, bare, scenario, problems } })
}

impl RosterRows<'_> {
    /// The ids of the rows, in their order.
    pub(crate) fn ids(&self) -> Vec<String> {
        self.file.scenario.roster_ids().into_iter().map(str::to_owned).collect()
    }

    /// The numbers in a column, by row.
    pub(crate) fn numbers(&self, column: &str) -> Result<Vec<f64>, LoadError> {
        self.file.scenario.roster_numbers(column).map_err(|problems| self.file.scenario.problems(problems).into())
    }

    /// A row as combatants of a side, as many as `count` says or else the row, and how many these are.
    pub(crate) fn sheets(&self, side: SideWord, id: &str, count: Option<usize>) -> Result<(Sheets, usize), LoadError> {
        let mut file = self.file.clone();
        let problems = file.scenario.take_row(side, id, count, file.system.schema());
        file.problems.extend(problems);
        file.attach_all(self.texts);
        if !file.problems.is_empty() {
            return Err(file.scenario.problems(file.problems).into());
        }
        let count = file.scenario.counts().first().copied().unwrap_or_default();
        Ok((file.scenario.sheets([0]), count))
    }
}

/// The combatants of two sheets under everything else that a scenario says.
pub(crate) fn load_line_up(frame: &Loaded, party: &Sheets, enemies: &Sheets) -> Result<Loaded, LoadError> {
    let scenario = frame.scenario.line_up(party, enemies).ok_or(LoadError::TooManyTexts)?;
    let &Loaded { registry, system, .. } = frame;
    let (path, files) = (frame.path.clone(), Arc::default());
    // Sheets are complete: no file is wanted any more.
    let (named, bare) = (Named::default(), None);
    let file = Unchecked { path, named, files, registry, system, bare, scenario, problems: Vec::new() };
    compile(&Files::new(), file, &[], &[], "--set")
}

/// A scenario as its file and the files that it names say it.
#[derive(Clone)]
struct Unchecked {
    path: PathBuf,
    named: Named,
    /// The texts of them and of the scenario itself.
    files: Arc<Files>,
    registry: Registry,
    system: System,
    /// As its own text says it, without the files that it names. `None` for one that no override changes.
    bare: Option<Arc<Scenario>>,
    scenario: Scenario,
    /// The mistakes found so far, in the files that it names and in its changes.
    problems: Vec<Problem>,
}

impl Unchecked {
    /// Reads the files that the scenario names until it wants no more.
    fn attach_all(&mut self, texts: &dyn Texts) {
        let known = self.named.read.len();
        // One by one: rules that a file brings say what else may be wanted.
        loop {
            self.system = self.system.of_scenario(&self.scenario);
            let schema = self.system.schema();
            let Some(wanted) = self.scenario.wanted_files(schema).into_iter().next() else { break };
            let file = self.named.read(&wanted, texts);
            self.problems.extend(self.scenario.attach(&wanted, file, schema));
        }
        self.problems.extend(self.scenario.set_by_legs(self.system.schema()));
        if self.named.read.len() > known {
            self.files = Arc::new(self.named.texts());
        }
    }

    /// Applies changes and the values of a cell; `origin` is where the latter come from. Files come first, as if the scenario named
    /// them: whatever else is changed is changed in what they say.
    fn set(&mut self, texts: &dyn Texts, changes: &[Override], values: &[Override], origin: &str) {
        let changes = changes.iter().map(|change| ("--set", change));
        let overrides = changes.chain(values.iter().map(|value| (origin, value)));
        let schema = self.system.schema();
        let bare = self.bare.as_deref();
        let names_file = |wanted: &Override| bare.is_some_and(|bare| bare.names_file(wanted, schema));
        let (files, values): (Vec<(&str, &Override)>, Vec<_>) = overrides.partition(|(_, wanted)| names_file(wanted));
        if let Some(bare) = bare.filter(|_| !files.is_empty()) {
            self.scenario = bare.clone();
            self.problems = self.scenario.set_files(&files, schema);
            self.attach_all(texts);
        }
        self.problems.extend(self.scenario.set_from(&values, self.system.schema()));
        // A combatant that takes another row may bring files of its own.
        self.attach_all(texts);
    }
}

/// The files that a scenario names: they are looked for beside it, and read once.
#[derive(Clone, Default)]
struct Named {
    /// The scenario's own path and text; `None` for one that is made of others.
    scenario: Option<(PathBuf, String)>,
    /// The folder in which they are looked for.
    folder: PathBuf,
    /// The texts of the files, or the reasons why there are none, by the paths as the scenario writes them.
    read: BTreeMap<String, Result<Source, String>>,
}

impl Named {
    fn beside(path: &Path, text: &str) -> Self {
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        Self { scenario: Some((path.to_owned(), text.to_owned())), folder, read: BTreeMap::new() }
    }

    /// The texts that there are, by the paths where they were looked for.
    fn texts(&self) -> Files {
        let found = self.read.iter().filter_map(|(path, read)| Some((self.folder.join(path), read.as_ref().ok()?)));
        let found = found.map(|(path, source)| (path, source.text.clone()));
        found.chain(self.scenario.clone()).collect()
    }

    fn read(&mut self, wanted: &WantedFile, texts: &dyn Texts) -> Result<Source, String> {
        let path = self.folder.join(&wanted.path);
        let read = || {
            let name = path.display().to_string();
            let text = texts.permits(&self.folder, &path).and_then(|()| texts.attached(&path, wanted.format));
            text.map(|text| Source::new(&name, text)).map_err(|reason| format!("{name}: {reason}"))
        };
        self.read.entry(wanted.path.clone()).or_insert_with(read).clone()
    }
}

/// Reads a scenario with all files that it names.
fn read(Loader { registry, texts }: Loader, path: &Path) -> Result<Unchecked, LoadError> {
    let name = texts.name(path);
    let text = texts.scenario(path).map_err(|reason| LoadError::Unreadable { name: name.clone(), reason })?;
    let named = Named::beside(path, &text);
    let scenario = registry.parse(Source::new(name, text))?;
    let system = registry.system_of(&scenario).map_err(|problem| scenario.problems(vec![problem]))?;
    let (path, files, bare) = (path.to_owned(), Arc::new(named.texts()), Some(Arc::new(scenario.clone())));
    let mut file = Unchecked { path, named, files, registry, system, bare, scenario, problems: Vec::new() };
    file.attach_all(texts);
    Ok(file)
}

/// Applies changes and the values of a cell, checks the scenario and compiles it.
fn compile(
    texts: &dyn Texts,
    mut file: Unchecked,
    changes: &[Override],
    cell: &[(String, String)],
    origin: &str,
) -> Result<Loaded, LoadError> {
    let value = |(path, value): &(String, String)| Override { path: path.clone(), value: value.clone() };
    let values: Vec<Override> = cell.iter().map(value).collect();
    file.set(texts, changes, &values, origin);
    let Unchecked { path, files, registry, system, scenario, problems, .. } = file;
    let fights = system.compile(&scenario, problems)?;
    texts.hear(scenario.resolved());
    let name = scenario.root(system.schema()).get(NAME_OF_SCENARIO).to_owned();
    Ok(Loaded { path, files, changes: [changes, &values].concat(), name, registry, system, scenario, fights })
}
