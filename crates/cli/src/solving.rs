//! The progress of exact solutions on a terminal.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use equipoise_engine::exact::{Advance, Observer};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::host;
use crate::interrupt;
use crate::numbers::grouped;
use crate::progress::{DELAY, short_name};

/// The interval at which the line is drawn anew, so that the seconds go on within a long round.
const TICK: Duration = Duration::from_millis(250);
/// The shortest time between two changes of the line's text.
const UPDATE: Duration = Duration::from_millis(50);

/// Watches solutions: shows a line on stderr that appears only where stderr is a terminal and a solution takes a while, and
/// gives up at Ctrl-C.
pub(crate) struct Solving {
    /// The target on which the line is drawn; `None` if it is not drawn.
    target: Option<fn() -> ProgressDrawTarget>,
    name: String,
    /// The number of solutions that there will be, on all threads; a single one tells its states and rounds.
    solutions: usize,
    shown: Mutex<Shown>,
}

/// The state of the line on the terminal.
struct Shown {
    /// The time at which the current solution was begun, or the first of several.
    started: Instant,
    /// The time at which the line was last written anew.
    updated: Instant,
    /// The number of solutions that are over.
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
        let is_wanted = !quiet && host::is_watched();
        let target: fn() -> ProgressDrawTarget = ProgressDrawTarget::stderr;
        let now = Instant::now();
        let shown = Shown { started: now, updated: now, over: 0, line: None };
        Self { target: is_wanted.then_some(target), name: short_name(name), solutions, shown: Mutex::new(shown) }
    }

    /// The message about a solution on the way.
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
        let Some(target) = self.target else { return };
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
            let message = self.message(advance, over);
            match &shown.line {
                Some(line) => line.set_message(message),
                None => shown.line = Some(new_line(target(), &self.name, started.elapsed(), message)),
            }
        }
    }
}

fn new_line(target: ProgressDrawTarget, name: &str, elapsed: Duration, message: String) -> ProgressBar {
    // Nothing is drawn before the last line, so that the first frame is complete.
    let line = ProgressBar::with_draw_target(None, target).with_prefix(name.to_owned()).with_elapsed(elapsed);
    let line = line.with_message(message);
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
    use std::io;

    use indicatif::TermLike;

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

    /// A terminal of which the current line alone is known.
    #[derive(Debug)]
    struct Screen;

    /// All lines that the screen has had; the last one is still there.
    static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());

    impl TermLike for Screen {
        fn width(&self) -> u16 {
            80
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }
        fn write_str(&self, text: &str) -> io::Result<()> {
            let mut lines = LINES.lock().expect("no test panics with it");
            lines.last_mut().expect("it was cleared").push_str(text);
            Ok(())
        }
        fn clear_line(&self) -> io::Result<()> {
            LINES.lock().expect("no test panics with it").push(String::new());
            Ok(())
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_terminal_shows_one_line_until_the_solution_is_there() {
        LINES.lock().expect("no test panics with it").push(String::new());
        let began = Instant::now().checked_sub(DELAY).expect("the machine runs for longer");
        let shown = Shown { started: began, updated: began, over: 0, line: None };
        let target: fn() -> ProgressDrawTarget = || ProgressDrawTarget::term_like(Box::new(Screen));
        let solving =
            Solving { target: Some(target), name: "Bridge".to_owned(), solutions: 1, shown: Mutex::new(shown) };
        solving.advances(Advance::Searching { states: 7, followed: 3 });
        // A thread of its own draws the line.
        let is_drawn = || LINES.lock().expect("no test panics with it").iter().any(|line| line.contains("7 states"));
        let is_drawn_in_time = (0..10_000).any(|_| {
            std::thread::sleep(Duration::from_millis(1));
            is_drawn()
        });
        assert!(is_drawn_in_time);
        solving.advances(Advance::Over);
        let lines = LINES.lock().expect("no test panics with it");
        let drawn: Vec<&String> = lines.iter().filter(|line| !line.trim().is_empty()).collect();
        assert!(drawn.iter().all(|line| line.starts_with("Bridge ") && line.contains("7 states, 4 to follow, ")));
        assert_eq!(lines.last().map(|line| line.trim()), Some(""), "{lines:?}");
    }

    #[test]
    fn several_solutions_are_counted() {
        let several = Solving::several(true, "Bridge", 1200);
        assert_eq!(several.message(Advance::Over, 7), "7 of 1,200 cells done");
        assert_eq!(several.message(Advance::Searching { states: 2, followed: 1 }, 0), "0 of 1,200 cells done");
    }
}
