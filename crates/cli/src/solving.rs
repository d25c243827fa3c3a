//! The progress of exact solutions on a terminal.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use equipoise_engine::exact::{Advance, Observer};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::interrupt;
use crate::numbers::grouped;
use crate::progress::{DELAY, short_name};

/// How often the line is drawn anew, so that the seconds go on within a long round.
const TICK: Duration = Duration::from_millis(250);
/// How often the line says something new at the most.
const UPDATE: Duration = Duration::from_millis(50);

/// Watches solutions: shows a line on stderr that appears only where stderr is a terminal and a solution takes a while, and
/// gives up at Ctrl-C.
pub(crate) struct Solving {
    wanted: bool,
    name: String,
    /// How many solutions there will be, on all threads; one tells its states and rounds.
    solutions: usize,
    shown: Mutex<Shown>,
}

/// What is on the terminal.
struct Shown {
    /// When the current solution was begun, or the first of several.
    started: Instant,
    /// When the line was written anew.
    updated: Instant,
    /// How many solutions are over.
    over: usize,
    line: Option<ProgressBar>,
}

impl Solving {
    /// The solution of the scenario `name`.
    pub(crate) fn new(quiet: bool, name: &str) -> Self {
        Self::several(quiet, name, 1)
    }

    /// The solutions of so many cells of the scenario `name`.
    pub(crate) fn several(quiet: bool, name: &str, solutions: usize) -> Self {
        let wanted = !quiet && std::io::stderr().is_terminal();
        let now = Instant::now();
        let shown = Shown { started: now, updated: now, over: 0, line: None };
        Self { wanted, name: short_name(name), solutions, shown: Mutex::new(shown) }
    }

    /// What is to be said of a solution on the way.
    fn message(&self, advance: Advance, over: usize) -> String {
        match advance {
            _ if self.solutions > 1 => format!("{over} of {} cells done", grouped(self.solutions as u64)),
            Advance::Searching { states, followed } => {
                let [states, open] = [states, states - followed].map(|count| grouped(count as u64));
                format!("{states} states, {open} to follow")
            }
            Advance::Passing { round, rounds_max, fighting } => {
                let [round, rounds_max] = [round, rounds_max].map(|rounds| grouped(rounds as u64));
                format!("round {round} of at most {rounds_max}, {} still fighting", share(fighting))
            }
            Advance::Over => String::new(),
        }
    }
}

/// A share in percent with two digits that mean something, since the last of the mass is followed down to nearly nothing.
fn share(fighting: f64) -> String {
    let percent = fighting * 100.0;
    if percent >= 0.1 { format!("{percent:.1}%") } else { format!("{percent:.0e}%") }
}

impl Observer for Solving {
    fn is_interrupted(&self) -> bool {
        interrupt::interrupted()
    }

    fn advances(&self, advance: Advance) {
        if !self.wanted {
            return;
        }
        // A thread that panics while it draws must not hide its message behind that of another.
        let mut shown = self.shown.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if advance == Advance::Over {
            shown.over += 1;
            if shown.over >= self.solutions {
                shown.line.take().iter().for_each(ProgressBar::finish_and_clear);
                return;
            }
        }
        let (started, over) = (shown.started, shown.over);
        // A state can take a microsecond, and a text takes one as well.
        if started.elapsed() >= DELAY && shown.updated.elapsed() >= UPDATE {
            shown.updated = Instant::now();
            let line = shown.line.get_or_insert_with(|| new_line(&self.name, started.elapsed()));
            line.set_message(self.message(advance, over));
        }
    }
}

fn new_line(name: &str, elapsed: Duration) -> ProgressBar {
    let line = ProgressBar::new_spinner().with_prefix(name.to_owned()).with_elapsed(elapsed);
    let seconds = |state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = write!(out, "{:#}", HumanDuration(Duration::from_secs(state.elapsed().as_secs())));
    };
    let style = ProgressStyle::with_template("{prefix} {spinner} {msg}, {seconds}");
    let line = match style {
        Ok(style) => line.with_style(style.with_key("seconds", seconds)),
        Err(_) => line,
    };
    line.enable_steady_tick(TICK);
    line
}

impl Drop for Solving {
    fn drop(&mut self) {
        let shown = self.shown.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        shown.line.take().iter().for_each(ProgressBar::finish_and_clear);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_tells_its_states_and_then_its_rounds() {
        let one = Solving::new(true, "Bridge");
        let searching = one.message(Advance::Searching { states: 12_345, followed: 2_345 }, 0);
        assert_eq!(searching, "12,345 states, 10,000 to follow");
        let passing = |fighting| one.message(Advance::Passing { round: 12, rounds_max: 1000, fighting }, 0);
        assert_eq!(passing(0.25), "round 12 of at most 1,000, 25.0% still fighting");
        assert_eq!(passing(3.2e-11), "round 12 of at most 1,000, 3e-9% still fighting");
    }

    #[test]
    fn several_solutions_are_counted() {
        let several = Solving::several(true, "Bridge", 1200);
        assert_eq!(several.message(Advance::Over, 7), "7 of 1,200 cells done");
        assert_eq!(several.message(Advance::Searching { states: 2, followed: 1 }, 0), "0 of 1,200 cells done");
    }
}
