//! A progress bar for long runs on a terminal.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use crate::host::{self, Host};

/// Runs that end sooner show no bar, which would only flicker.
pub(crate) const DELAY: Duration = Duration::from_millis(300);

/// A bar on stderr that appears only where stderr is a terminal and the run takes a while.
pub(crate) struct Progress {
    wanted: bool,
    /// The host, which hears of the progress as well; `None` if there is none.
    host: Option<Arc<dyn Host>>,
    made: Instant,
    /// The time at which the first encounters were begun.
    started: OnceLock<Instant>,
    /// The number of encounters that there will be, if it is known.
    total: Option<u64>,
    name: String,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    /// Progress of the scenario `name`.
    pub(crate) fn new(quiet: bool, name: &str, total: Option<u64>) -> Self {
        let wanted = !quiet && host::is_watched();
        Self {
            wanted,
            host: host::host(),
            made: Instant::now(),
            started: OnceLock::new(),
            total,
            name: short_name(name),
            bar: OnceLock::new(),
        }
    }

    /// Reports how many encounters are finished. Where other work comes first, a 0 says that it is done.
    pub(crate) fn finished(&self, encounters: u64) {
        if let Some(host) = &self.host {
            host.progress(&self.name, encounters, self.total);
        }
        let started = self.started.get_or_init(|| if encounters == 0 { Instant::now() } else { self.made });
        if self.wanted && started.elapsed() >= DELAY {
            let bar = self.bar.get_or_init(|| self.new_bar(encounters, started.elapsed()));
            // Workers report at the same time, and a smaller number may come later. The bar never goes back.
            bar.set_position(encounters.max(bar.position()));
        }
    }

    fn new_bar(&self, encounters: u64, elapsed: Duration) -> ProgressBar {
        let (bar, template) = match self.total {
            Some(total) => (ProgressBar::new(total), "{msg} {bar:24} {human_pos}/{human_len} {rate}, {left}"),
            None => (ProgressBar::new_spinner(), "{msg} {spinner} {human_pos} {rate}"),
        };
        // The `with_` methods draw nothing, unlike those that set, so that the first frame is complete.
        let bar = bar.with_message(self.name.clone()).with_position(encounters).with_elapsed(elapsed);
        match ProgressStyle::with_template(template) {
            Ok(style) => bar.with_style(style.progress_chars("=> ").with_key("rate", rate).with_key("left", left)),
            Err(_) => bar,
        }
    }
}

/// Encounters per second since the run started, which was before the bar appeared.
fn per_second(state: &ProgressState) -> f64 {
    state.pos() as f64 / state.elapsed().as_secs_f64().max(1e-3)
}

fn rate(state: &ProgressState, out: &mut dyn fmt::Write) {
    let _ = write!(out, "{}/s", HumanCount(per_second(state) as u64));
}

fn left(state: &ProgressState, out: &mut dyn fmt::Write) {
    let encounters = state.len().unwrap_or_default().saturating_sub(state.pos());
    let seconds = (encounters as f64 / per_second(state).max(1.0)).min(1e9);
    let _ = write!(out, "{:#} left", HumanDuration(Duration::from_secs_f64(seconds)));
}

/// As much of a scenario's name as leaves room for its progress.
pub(crate) fn short_name(name: &str) -> String {
    crate::text::visible(name).chars().take(24).collect()
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
