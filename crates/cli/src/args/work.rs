//! How much work is done, on how many threads.

use clap::{Args, ValueEnum};
use equipoise_sim::studies::method::{self, Limits};

use crate::exit::Failure;
use crate::values;

/// How much the exact solution may take.
#[derive(Debug, Clone, Args)]
pub(crate) struct SolverArgs {
    /// Bytes that an exact solution may take, such as 500MB, 8GB or 8GiB [default: 2GB]
    #[arg(long, value_name = "BYTES", value_parser = values::bytes)]
    pub(crate) max_memory: Option<u64>,
    /// States that an exact solution may have [default: as many as --max-memory holds]
    #[arg(long, value_name = "N", value_parser = values::positive)]
    pub(crate) max_states: Option<u64>,
}

impl SolverArgs {
    /// How much an exact solution may take.
    pub(crate) fn limits(&self) -> Limits {
        Limits::new(self.max_memory, self.max_states)
    }

    /// The option that was given, if one was.
    pub(crate) fn given(&self) -> Option<&'static str> {
        match (self.max_memory, self.max_states) {
            (Some(_), _) => Some("--max-memory"),
            (None, Some(_)) => Some("--max-states"),
            (None, None) => None,
        }
    }
}

/// Options of every command that plays encounters.
#[derive(Debug, Clone, Args)]
pub(crate) struct Work {
    /// Threads to play on, 1 to 1024; never changes a result [default: all that the machine has]
    #[arg(long, value_name = "N", value_parser = values::threads)]
    pub(crate) threads: Option<u16>,
    /// Shows no progress
    #[arg(long)]
    pub(crate) quiet: bool,
}

/// How the numbers of a run come about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// Fights are played
    Sample,
    /// Every branch of the dice is followed
    Exact,
    /// Exact where there are few enough states, else sampled
    Auto,
}

/// Bytes in which `--method auto` tries to solve a scenario, where no limit is given and the study needs the answer at once: a second or two
/// of work.
const TRIED_MEMORY: u64 = 128_000_000;

impl Method {
    /// The limits of an exact solution that is tried beside sampling, within [`TRIED_MEMORY`] unless options say otherwise.
    pub(crate) fn limits_tried(self, solver: &SolverArgs) -> Result<Limits, Failure> {
        match (self, solver.given()) {
            (Self::Sample, Some(name)) => Err(Failure::plain(format!("{name} needs --method exact or --method auto"))),
            (Self::Auto, None) => Ok(Limits::new(Some(TRIED_MEMORY), None)),
            _ => Ok(solver.limits()),
        }
    }

    /// Refuses options of sampled fights, given as whether each is there and its name, if none are played.
    pub(crate) fn refuse_if_exact<const N: usize>(self, sampled_only: [(bool, &str); N]) -> Result<(), Failure> {
        let given = sampled_only.into_iter().find(|(is_given, _)| *is_given).filter(|_| self == Self::Exact);
        given.map_or(Ok(()), |(_, name)| {
            Err(Failure::plain(format!("{name} is for sampled fights: `--method exact` plays none")))
        })
    }

    /// The method with its limits and what it samples.
    pub(crate) fn of<S>(self, limits: Limits, sampling: S) -> method::Method<S> {
        match self {
            Self::Sample => method::Method::Sample(sampling),
            Self::Exact => method::Method::Exact { limits },
            Self::Auto => method::Method::Auto { limits, sampling },
        }
    }
}
