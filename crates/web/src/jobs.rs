//! Jobs that a page drives: questions with their scenarios, kept between requests.

use equipoise_charts::Chart;
use equipoise_report::fragment::{Results, results};
use equipoise_report::run::{Section, page as page_of_run, replays, seed_of_replays};
use equipoise_report::{compare as page_of_comparison, sweep as page_of_sweep};
use equipoise_sim::Watch;
use equipoise_sim::json::line;
use equipoise_sim::kernel::job::{Job, Piece};
use equipoise_sim::record::{TextError, Written, play_text, take_text};
use equipoise_sim::studies::answer::{Answer, SampleJob};
use equipoise_sim::studies::compare::job::Outcome;
use equipoise_sim::studies::load::{Loaded, Loader};
use equipoise_sim::studies::method::{Method, Sampling};
use equipoise_sim::studies::only::Only;
use equipoise_sim::studies::study::{Comparison, ComparisonJob, Found, LoadedSweep, Run, Study, StudyError, Sweep};
use equipoise_sim::studies::sweep::{SweepJob, Swept};
use self_cell::self_cell;

/// The reason why a question is no job.
#[derive(Debug)]
pub(crate) enum NoJob {
    /// Its scenarios have mistakes, or do not fit it.
    Study(StudyError),
    /// It is not a study that is played in pieces.
    Whole(&'static str),
}

impl From<StudyError> for NoJob {
    fn from(error: StudyError) -> Self {
        Self::Study(error)
    }
}

/// The question, with its scenarios.
enum Asked {
    Run(Run, Box<Loaded>),
    Compare(Box<Comparison>),
    Sweep(Box<LoadedSweep>),
}

type Driven<'a> = Box<dyn Drive + 'a>;

self_cell!(
    /// A job beside the scenarios that it borrows.
    struct Borrowing {
        owner: Box<Asked>,
        #[not_covariant]
        dependent: Driven,
    }
);

/// A job in the hands of a page.
pub(crate) struct Held(Borrowing);

/// The result of a job, final or so far.
pub(crate) enum Finding {
    Run(Box<Answer>),
    Compare(Box<Found<Outcome>>),
    Sweep(Swept),
}

/// A job whatever it counts.
trait Drive {
    fn wanted(&self) -> Vec<Piece>;
    fn finished(&self) -> u64;
    fn play(&self, piece: &Piece) -> String;
    fn take(&mut self, piece: &Piece, counts: &str) -> Result<(), TextError>;
    fn so_far(&self) -> Option<Finding>;
}

/// A job that can be asked before it is over.
trait SoFar: Job<Counts: Written> {
    fn found(&self) -> Option<Finding>;
}

impl SoFar for SampleJob<'_> {
    fn found(&self) -> Option<Finding> {
        Some(Finding::Run(Box::new(self.so_far())))
    }
}

impl SoFar for ComparisonJob<'_> {
    fn found(&self) -> Option<Finding> {
        Some(Finding::Compare(Box::new(self.so_far()?)))
    }
}

impl SoFar for SweepJob<'_> {
    fn found(&self) -> Option<Finding> {
        Some(Finding::Sweep(self.so_far()))
    }
}

impl<J: SoFar> Drive for J {
    fn wanted(&self) -> Vec<Piece> {
        Job::wanted(self)
    }

    fn finished(&self) -> u64 {
        Job::finished(self)
    }

    fn play(&self, piece: &Piece) -> String {
        play_text(self, piece)
    }

    fn take(&mut self, piece: &Piece, counts: &str) -> Result<(), TextError> {
        take_text(self, piece, counts)
    }

    fn so_far(&self) -> Option<Finding> {
        self.found()
    }
}

impl Asked {
    fn load(study: Study, loader: Loader) -> Result<Self, NoJob> {
        match study {
            Study::Run(run) => {
                let loaded = Box::new(run.load(loader)?);
                match &run.method {
                    Method::Sample(Sampling { check: None, ways: false, .. }) => Ok(Self::Run(run, loaded)),
                    Method::Sample(_) => Err(NoJob::Whole("a run with a check or with other ways to play")),
                    Method::Exact { .. } | Method::Auto { .. } => Err(NoJob::Whole("what is to be solved")),
                }
            }
            Study::Compare(compare) => Ok(Self::Compare(Box::new(compare.load(loader)?))),
            Study::Sweep(Sweep { check: Some(_), .. }) => Err(NoJob::Whole("a sweep with a check")),
            Study::Sweep(Sweep { cross: Some(_), .. }) => Err(NoJob::Whole("the search for a crossing")),
            Study::Sweep(sweep) if sweep.method.limits().is_some() => Err(NoJob::Whole("what is to be solved")),
            Study::Sweep(sweep) => Ok(Self::Sweep(Box::new(sweep.load(loader)?))),
            _ => Err(NoJob::Whole("a study of this kind")),
        }
    }

    fn job(&self) -> Driven<'_> {
        match self {
            Self::Run(run, loaded) => {
                let sampling = run.method.sampling().expect("it is sampled");
                Box::new(SampleJob::after(None, loaded, sampling))
            }
            Self::Compare(comparison) => Box::new(comparison.job()),
            Self::Sweep(sweep) => {
                let open = sweep.solve(&|| false).unwrap_or_else(|_| unreachable!("nothing is solved"));
                Box::new(sweep.job(open))
            }
        }
    }
}

impl Held {
    /// Loads a study, of which nothing is played.
    pub(crate) fn begin(study: Study, loader: Loader) -> Result<Self, NoJob> {
        let asked = Asked::load(study, loader)?;
        Ok(Self(Borrowing::new(Box::new(asked), |asked| asked.job())))
    }

    pub(crate) fn wanted(&self) -> Vec<Piece> {
        self.0.with_dependent(|_, job| job.wanted())
    }

    pub(crate) fn finished(&self) -> u64 {
        self.0.with_dependent(|_, job| job.finished())
    }

    /// The counts of a piece, if it is one of cells that are wanted: others cannot be played.
    pub(crate) fn play(&self, piece: &Piece) -> Option<String> {
        self.0.with_dependent(|_, job| {
            let is_wanted = job.wanted().iter().any(|wanted| wanted.cells == piece.cells);
            is_wanted.then(|| job.play(piece))
        })
    }

    pub(crate) fn take(&mut self, piece: &Piece, counts: &str) -> Result<(), TextError> {
        self.0.with_dependent_mut(|_, job| job.take(piece, counts))
    }

    /// The result so far; `None` before a decision on which everything depends.
    pub(crate) fn so_far(&self) -> Option<Finding> {
        self.0.with_dependent(|_, job| job.so_far())
    }

    /// The final result; `None` if encounters are still wanted.
    pub(crate) fn result(&self) -> Option<Finding> {
        if self.wanted().is_empty() { self.so_far() } else { None }
    }

    /// The results of the scenario in parts, if there is only one.
    pub(crate) fn parts(&self, finding: &Finding) -> Option<Results> {
        match (self.0.borrow_owner().as_ref(), finding) {
            (Asked::Run(_, loaded), Finding::Run(answer)) => Some(results(answer, loaded)),
            _ => None,
        }
    }

    /// The charts of a finding that has more than one scenario.
    pub(crate) fn charts(&self, finding: &Finding) -> Vec<Chart> {
        match (self.0.borrow_owner().as_ref(), finding) {
            (Asked::Run(_, loaded), Finding::Run(answer)) => results(answer, loaded).charts,
            (_, Finding::Compare(found)) => match &found.result {
                Outcome::Compared(compared) => page_of_comparison::charts(compared, &Only::default()),
                Outcome::Planned(_) => Vec::new(),
            },
            (Asked::Sweep(sweep), Finding::Sweep(swept)) => of_sweep(sweep, swept, &[]).charts(),
            _ => unreachable!("a finding of the job"),
        }
    }

    /// A page about what has come of it; `None` if there is no such page.
    pub(crate) fn page(&self, finding: &Finding) -> Option<String> {
        match (self.0.borrow_owner().as_ref(), finding) {
            (Asked::Run(run, loaded), Finding::Run(answer)) => {
                let sampling = run.method.sampling().expect("it is sampled");
                let (seed, encounters) = seed_of_replays(answer, equipoise_engine::Seed(sampling.seed));
                let replays = replays(loaded, seed, encounters, false, &Watch::none()).expect("nothing interrupts it");
                let mut command = answer.provenance.study.command();
                "report".clone_into(&mut command[1]);
                command.extend(["--out", "DIR"].map(str::to_owned));
                let section = Section { answer, loaded, replays, accounts: None, ways: None };
                Some(page_of_run(&[section], &command))
            }
            (_, Finding::Compare(found)) => {
                let Outcome::Compared(compared) = found.result.clone() else { return None };
                let found = Found { result: compared, provenance: found.provenance.clone() };
                Some(page_of_comparison::page(&found, &Only::default(), &of_page(&found.provenance.study)))
            }
            (Asked::Sweep(sweep), Finding::Sweep(swept)) if !swept.answers.is_empty() => {
                let command = of_page(&Study::Sweep(sweep.study().clone()));
                Some(of_sweep(sweep, swept, &command).page())
            }
            _ => None,
        }
    }
}

/// The command that writes the page of a study.
fn of_page(study: &Study) -> Vec<String> {
    let mut command = study.command();
    command.extend(["--report", "FILE.html"].map(str::to_owned));
    command
}

fn of_sweep<'a>(sweep: &'a LoadedSweep, swept: &'a Swept, command: &'a [String]) -> page_of_sweep::Sweep<'a> {
    page_of_sweep::Sweep {
        scenario: &sweep.scenarios()[0].name,
        answers: &swept.answers,
        metrics: &[],
        target: None,
        crossing: None,
        points: sweep.points().map(equipoise_engine::scenario::Points::source),
        command,
    }
}

impl Finding {
    /// The lines of JSON that the command line prints, with their provenance.
    pub(crate) fn lines(&self) -> Vec<String> {
        match self {
            Self::Run(answer) => vec![line(answer)],
            Self::Compare(found) => vec![line(found)],
            Self::Sweep(swept) => swept.answers.iter().map(line).collect(),
        }
    }

    /// The same without the provenance, in which every file stands whole.
    pub(crate) fn short_lines(&self) -> Vec<String> {
        match self {
            Self::Run(answer) => vec![line(&answer.report)],
            Self::Compare(found) => vec![line(&found.result)],
            Self::Sweep(swept) => swept.answers.iter().map(|answer| line(&answer.report)).collect(),
        }
    }
}
