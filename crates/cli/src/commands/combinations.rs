//! Combinations of options that several commands refuse, and the argument parser cannot declare.

use crate::args::{Method, SolverArgs};
use crate::exit::Failure;

/// Options by their names, each with whether it was given.
pub(super) type Options = [(bool, &'static str)];

/// The first option that was given, if one was.
pub(super) fn first_given(options: &Options) -> Option<&'static str> {
    options.iter().find(|(is_given, _)| *is_given).map(|(_, name)| *name)
}

/// Refuses options that an exact solution has no use for: `sampled` are those whose results would be missing wherever one is
/// found, `played` those that only say how encounters are played.
pub(super) fn refuse_without_fights(method: Method, sampled: &Options, played: &Options) -> Result<(), Failure> {
    let unwanted = match method {
        Method::Sample => None,
        Method::Exact => first_given(sampled).or_else(|| first_given(played)).map(|name| ("exact", name)),
        Method::Auto => first_given(sampled).map(|name| ("auto", name)),
    };
    match unwanted {
        Some((method, name)) => Err(Failure::plain(format!(
            "{name} needs fights, which `--method {method}` may not play; use `--method sample`"
        ))),
        None => Ok(()),
    }
}

/// Refuses limits of an exact solution that is not wanted.
pub(super) fn refuse_idle_limits(solver: &SolverArgs, method: Method, checks: bool) -> Result<(), Failure> {
    match solver.given().filter(|_| method == Method::Sample && !checks) {
        Some(name) => Err(Failure::plain(format!("{name} needs --method exact, --method auto or --check"))),
        None => Ok(()),
    }
}
