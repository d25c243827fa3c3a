//! Requests and their answers.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use equipoise_charts::Chart;
use equipoise_engine::scenario::{Override, json_schema, json_schema_with_days};
use equipoise_engine::{Fault, SEED_CONTRACT};
use equipoise_report::fragment::{Results, fight, figures, results, style};
use equipoise_script::Script;
use equipoise_sim::json::{Json, line};
use equipoise_sim::kernel::job::Piece;
use equipoise_sim::record::Files;
use equipoise_sim::studies::check::Listed;
use equipoise_sim::studies::explain::{meanings, nearest_to};
use equipoise_sim::studies::load::{Loader, load};
use equipoise_sim::studies::provenance::{SCHEMA, VERSION};
use equipoise_sim::studies::study::{Run, Study};
use equipoise_sim::{Registry, System, Watch};
use serde::Serialize;
use serde_json::Value;

use crate::fault::refused_by;
use crate::jobs::{Held, NoJob};
use crate::look::Look;
use crate::mistakes::Underlined;
use crate::request::{JobNumber, Request};
use crate::texts::Given;

/// Jobs that are kept at the most: a page that forgets to end them is told so before its memory is spent.
pub const JOBS_MAX: usize = 64;
/// Encounters of one piece at the most: longer ones would keep a worker from hearing that they are not wanted any more.
pub const PIECE_MAX: u64 = 1 << 20;

/// The simulator behind a page: the jobs that were begun.
pub struct Workbench {
    registry: Registry,
    jobs: BTreeMap<JobNumber, Job>,
}

struct Job {
    held: Held,
    /// The number of encounters that it takes at the most.
    encounters: u64,
}

/// The reasons why a request is refused.
struct Refused(Vec<Underlined>);

type Answered = Result<String, Refused>;

impl Refused {
    fn plain(message: impl Into<String>) -> Self {
        Self(vec![Underlined::plain(message)])
    }
}

impl From<NoJob> for Refused {
    fn from(reason: NoJob) -> Self {
        match reason {
            NoJob::Study(error) => Self(Underlined::of_study(&error)),
            NoJob::Whole(what) => Self::plain(format!("{what} is not played in pieces: `ask` answers it whole")),
        }
    }
}

impl<E: Into<equipoise_sim::studies::study::StudyError>> From<E> for Refused {
    fn from(error: E) -> Self {
        Self(Underlined::of_study(&error.into()))
    }
}

/// The answer of a refusal.
pub(crate) fn refused(mistakes: &[Underlined]) -> String {
    #[derive(Serialize)]
    struct Answer<'a> {
        mistakes: &'a [Underlined],
    }
    line(&Answer { mistakes })
}

fn ok<T: Serialize>(answer: &T) -> String {
    #[derive(Serialize)]
    struct Answer<'a, T> {
        ok: &'a T,
    }
    line(&Answer { ok: answer })
}

/// The systems that ship, and scripts, of the commit that the module is built from.
fn registry() -> Registry {
    static REGISTRY: OnceLock<Registry> = OnceLock::new();
    let commit = option_env!("EQUIPOISE_COMMIT").filter(|commit| !commit.is_empty());
    *REGISTRY.get_or_init(|| Registry::SHIPPED.with::<Script>().at_commit(commit))
}

impl Default for Workbench {
    fn default() -> Self {
        Self { registry: registry(), jobs: BTreeMap::new() }
    }
}

impl Workbench {
    /// The answer to a request, as [the crate](crate) describes both. Whatever the request is, there is one.
    pub fn answer(&mut self, request: &str) -> String {
        let request: Request = match serde_json::from_str(request) {
            Ok(request) => request,
            Err(error) => return refused(&[Underlined::plain(format!("this is no request: {error}"))]),
        };
        match Fault::caught(|| self.answered(request)) {
            Ok(Ok(answer)) => answer,
            Ok(Err(Refused(mistakes))) => refused(&mistakes),
            Err(fault) => refused_by(*fault),
        }
    }

    fn answered(&mut self, request: Request) -> Answered {
        match request {
            Request::Hello {} => Ok(self.hello()),
            Request::Look { files, path, changes, list } => Ok(self.look(&files, &path, &changes, list.into())),
            Request::Schema { files, path } => self.schema(&files, &path),
            Request::Starter { system } => self.starter(&system),
            Request::Explain { word, files, path } => self.explain(&word, &files, path.as_deref()),
            Request::Begin { job, study, files } => self.begin(job, study, &files),
            Request::End { job } => self.end(job),
            Request::Wanted { job, most, count } => self.wanted(job, most, count),
            Request::Play { job, piece } => self.play(job, &piece),
            Request::Take { job, piece, counts } => self.take(job, &piece, &counts),
            Request::Interim { job } => self.interim(job),
            Request::Result { job } => self.result(job),
            Request::Charts { job } => self.charts(job),
            Request::Page { job } => self.page(job),
            Request::Ask { study, files } => self.ask(&study, &files),
        }
    }

    fn hello(&self) -> String {
        #[derive(Serialize)]
        struct Known {
            name: &'static str,
            about: &'static str,
        }
        #[derive(Serialize)]
        struct Hello {
            version: &'static str,
            commit: Option<&'static str>,
            seed_contract: u32,
            schema: u32,
            systems: Vec<Known>,
            style: String,
        }
        let known = |system: &System| Known { name: system.name(), about: system.about() };
        let systems = self.registry.systems().iter().map(known).collect();
        let (commit, seed_contract) = (self.registry.commit(), SEED_CONTRACT);
        ok(&Hello { version: VERSION, commit, seed_contract, schema: SCHEMA, systems, style: style() })
    }

    fn look(&self, files: &Files, path: &Path, changes: &[Override], listed: Listed) -> String {
        ok(&Look::at(Loader::new(self.registry, &Given(files)), path, changes, listed))
    }

    /// The system that a path names, or that of the scenario there, with the rules that it brings.
    fn system(&self, files: &Files, path: &Path) -> Result<System, Refused> {
        match path.to_str().and_then(|name| self.registry.from_name(name)) {
            Some(system) => Ok(system),
            None => Ok(load(Loader::new(self.registry, &Given(files)), path, &[])?.system),
        }
    }

    fn schema(&self, files: &Files, path: &Path) -> Answered {
        let system = self.system(files, path)?;
        let of_system = if system.has_days() { json_schema_with_days } else { json_schema };
        Ok(ok(&of_system(system.name(), system.schema())))
    }

    fn starter(&self, system: &str) -> Answered {
        let known = self.registry.from_name(system);
        let system = known.ok_or_else(|| Refused::plain(format!("there is no system `{system}`")))?;
        Ok(ok(&system.starter()))
    }

    fn explain(&self, word: &str, files: &Files, path: Option<&Path>) -> Answered {
        #[derive(Serialize)]
        struct Explained {
            meanings: Vec<Value>,
            nearest: Vec<String>,
        }
        let system = path.map(|path| self.system(files, path)).transpose()?;
        let systems = system.map_or_else(|| self.registry.systems().to_vec(), |system| vec![system]);
        let meanings: Vec<Value> = meanings(word, &systems).iter().map(Json::tree).collect();
        let nearest = if meanings.is_empty() { nearest_to(word, &systems) } else { Vec::new() };
        Ok(ok(&Explained { meanings, nearest }))
    }

    fn begin(&mut self, number: JobNumber, study: Study, files: &Files) -> Answered {
        #[derive(Serialize)]
        struct Begun {
            encounters: u64,
        }
        self.jobs.remove(&number);
        if self.jobs.len() >= JOBS_MAX {
            return Err(Refused::plain(format!("{JOBS_MAX} jobs are begun and not ended, more are not kept")));
        }
        let encounters = study.encounters();
        let held = Held::begin(study, Loader::new(self.registry, &Given(files)))?;
        self.jobs.insert(number, Job { held, encounters });
        Ok(ok(&Begun { encounters }))
    }

    fn end(&mut self, number: JobNumber) -> Answered {
        self.jobs.remove(&number).map(|_| ok(&true)).ok_or_else(|| no_job(number))
    }

    fn job(&self, number: JobNumber) -> Result<&Job, Refused> {
        self.jobs.get(&number).ok_or_else(|| no_job(number))
    }

    fn wanted(&self, number: JobNumber, most: u64, count: usize) -> Answered {
        #[derive(Serialize)]
        struct Wanted {
            pieces: Vec<Piece>,
            finished: u64,
        }
        let job = self.job(number)?;
        let pieces = job.held.wanted().into_iter().flat_map(|piece| piece.split(most.min(PIECE_MAX)));
        Ok(ok(&Wanted { pieces: pieces.take(count).collect(), finished: job.held.finished() }))
    }

    fn play(&self, number: JobNumber, piece: &Piece) -> Answered {
        let job = self.job(number)?;
        let encounters = piece.range.end.saturating_sub(piece.range.start);
        if encounters == 0 || encounters > PIECE_MAX {
            return Err(Refused::plain(format!("a piece has 1 to {PIECE_MAX} encounters")));
        }
        let counts = job.held.play(piece);
        counts.map(|counts| ok(&counts)).ok_or_else(|| Refused::plain("the job wants nothing of these cells"))
    }

    fn take(&mut self, number: JobNumber, piece: &Piece, counts: &str) -> Answered {
        #[derive(Serialize)]
        struct Taken {
            finished: u64,
        }
        let job = self.jobs.get_mut(&number).ok_or_else(|| no_job(number))?;
        job.held.take(piece, counts).map_err(|error| Refused::plain(error.to_string()))?;
        Ok(ok(&Taken { finished: job.held.finished() }))
    }

    fn interim(&self, number: JobNumber) -> Answered {
        #[derive(Serialize)]
        struct Interim {
            partial: bool,
            finished: u64,
            encounters: u64,
            lines: Vec<String>,
        }
        let Job { held, encounters } = self.job(number)?;
        let lines = held.so_far().map_or_else(Vec::new, |finding| finding.short_lines());
        let (partial, finished) = (!held.wanted().is_empty(), held.finished());
        Ok(ok(&Interim { partial, finished, encounters: *encounters, lines }))
    }

    fn result(&self, number: JobNumber) -> Answered {
        let finding = self.job(number)?.held.result().ok_or_else(unfinished)?;
        Ok(ok(&Lines { lines: finding.lines() }))
    }

    fn charts(&self, number: JobNumber) -> Answered {
        let Job { held, .. } = self.job(number)?;
        let Some(finding) = held.so_far() else { return Ok(ok(&Shown::default())) };
        Ok(ok(&match held.parts(&finding) {
            Some(results) => Shown::of_results(results),
            None => Shown::of_charts(&held.charts(&finding)),
        }))
    }

    fn page(&self, number: JobNumber) -> Answered {
        let Job { held, .. } = self.job(number)?;
        let finding = held.result().ok_or_else(unfinished)?;
        let html = held.page(&finding).ok_or_else(|| Refused::plain("there is no page of such results"))?;
        Ok(ok(&Page { html }))
    }

    /// A fight is told in HTML besides, and a solved scenario has its charts.
    fn ask(&self, study: &Study, files: &Files) -> Answered {
        let texts = Given(files);
        let loader = Loader::new(self.registry, &texts);
        match study {
            Study::Replay(replay) => {
                let found = replay.load(loader)?.play(&|| false, &Watch::none())?;
                let html = fight(&found.result, &load(loader, &replay.scenario, &replay.overrides)?);
                Ok(ok(&Asked { lines: vec![line(&found)], html: Some(html), shown: None }))
            }
            Study::Run(run) => ask_run(run, loader),
            _ => Ok(ok(&Asked { lines: study.lines(loader, &Watch::none())?, html: None, shown: None })),
        }
    }
}

fn ask_run(run: &Run, loader: Loader) -> Answered {
    let answer = run.answer(loader, &Watch::none())?;
    let loaded = run.load(loader)?;
    let shown = Shown::of_results(results(&answer, &loaded));
    Ok(ok(&Asked { lines: vec![line(&answer)], html: None, shown: Some(shown) }))
}

#[derive(Serialize)]
struct Lines {
    lines: Vec<String>,
}

#[derive(Serialize)]
struct Page {
    html: String,
}

#[derive(Serialize)]
struct Asked {
    lines: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shown: Option<Shown>,
}

/// Results as elements of a page.
#[derive(Default, Serialize)]
struct Shown {
    headline: Vec<String>,
    method: String,
    charts: Vec<Drawn>,
    /// All charts with their captions and numbers.
    figures: String,
    /// A table of everything else.
    counted: String,
    never: Vec<String>,
}

#[derive(Serialize)]
struct Drawn {
    name: String,
    title: String,
    description: String,
    svg: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Shown {
    fn of_results(results: Results) -> Self {
        let Results { headline, method, charts, counted, never } = results;
        Self { headline, method, counted, never, ..Self::of_charts(&charts) }
    }

    fn of_charts(charts: &[Chart]) -> Self {
        let drawn = |chart: &Chart| {
            let (table, svg) = (chart.table(), chart.svg());
            let Chart { name, title, description, .. } = chart.clone();
            Drawn { name, title, description, svg, columns: table.columns, rows: table.rows }
        };
        Self { charts: charts.iter().map(drawn).collect(), figures: figures(charts), ..Self::default() }
    }
}

fn no_job(number: JobNumber) -> Refused {
    Refused::plain(format!("there is no job {number}"))
}

fn unfinished() -> Refused {
    Refused::plain("the job is not finished")
}
