//! Stints: work whose counts are kept is played a minute at a time, so that a call which is killed loses a minute and no more.
//!
//! Between two stints the counts are written down, and the next one goes on from them as a later call would. Time decides when that
//! is and nothing else: where work pauses changes no result.

use std::path::Path;
use std::time::{Duration, Instant};

use equipoise_engine::exact::Observer;
use equipoise_sim::Tally;
use equipoise_sim::kernel::run::Watch;
use equipoise_sim::output::unfinished;
use equipoise_sim::record::{Part, Record};
use equipoise_sim::studies::answer::{Answer, Note, Unanswered, answer_after};
use equipoise_sim::studies::load::Loaded;
use equipoise_sim::studies::method::Method;

use crate::diagnostics::note;

/// How long a stint is where counts are kept.
const KEPT_EVERY: Duration = Duration::from_mins(1);

/// A stretch of work.
pub(crate) struct Stint {
    began: Instant,
    /// Its length; `None` if it lasts until the work is done.
    length: Option<Duration>,
}

impl Stint {
    /// One that begins now.
    pub(crate) fn of(length: Option<Duration>) -> Self {
        Self { began: Instant::now(), length }
    }

    /// Whether its time is over.
    pub(crate) fn is_over(&self) -> bool {
        self.length.is_some_and(|length| self.began.elapsed() >= length)
    }
}

/// The length of stints, where a directory keeps counts.
pub(crate) fn length(dir: Option<&Path>) -> Option<Duration> {
    dir.map(|_| KEPT_EVERY)
}

/// Writes down what was finished so far. Where that fails the work goes on: it may have room at its end.
pub(crate) fn keep(dir: Option<&Path>, text: &str) {
    let Some(dir) = dir else { return };
    if let Err(error) = unfinished::write(dir, text) {
        note(&format!("what was finished so far is not kept: {error}"));
    }
}

/// As [`answer_after`], in stints of this length; `keep` gets the answer so far after each.
///
/// # Errors
/// As for [`answer_after`].
pub(crate) fn answer_in_stints(
    (length, keep): (Option<Duration>, &dyn Fn(&Answer)),
    before: Option<&Part<Tally>>,
    scenario: &Loaded,
    method: &Method,
    observer: &dyn Observer,
    watch: &Watch,
) -> Result<Answer, Unanswered> {
    let (mut before, mut method, mut notes) = (before.cloned(), method.clone(), Vec::new());
    let mut is_first = true;
    loop {
        let stint = Stint::of(length);
        let interrupted = || (watch.interrupted)() || stint.is_over();
        // Progress begins with 0 once.
        let progress = |finished| {
            if finished > 0 || is_first {
                (watch.progress)(finished);
            }
        };
        let stint_watch = Watch { interrupted: &interrupted, progress: &progress };
        let mut answer = answer_after(before.as_ref(), scenario, &method, observer, &stint_watch)?;
        answer.notes.append(&mut notes);
        if !answer.is_interrupted || (watch.interrupted)() {
            return Ok(answer);
        }
        keep(&answer);
        // What cannot be solved is not tried again.
        if let Method::Auto { sampling, .. } = method {
            method = Method::Sample(sampling);
        }
        notes = answer.notes.iter().filter(|note| matches!(note, Note::Sampled(_))).cloned().collect();
        before = part(&answer).or(before);
        is_first = false;
    }
}

/// What was counted for an answer, if anything was.
pub(crate) fn part(answer: &Answer) -> Option<Part<Tally>> {
    answer.shard().and_then(|shard| shard.parts().pop())
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::path::PathBuf;

    use equipoise_engine::Seed;
    use equipoise_sim::Registry;
    use equipoise_sim::record::Files;
    use equipoise_sim::studies::load::{Loader, load};
    use equipoise_sim::studies::method::{Extent, Limits, Sampling};
    use equipoise_sim::studies::resume;

    use super::*;

    fn loaded() -> Loaded {
        let fixture = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/spar.toml");
        let text = std::fs::read_to_string(fixture).expect("a fixture");
        let files: Files = std::iter::once(("spar.toml".into(), text)).collect();
        load(Loader::new(Registry::SHIPPED, &files), Path::new("spar.toml"), &[]).expect("a scenario without mistakes")
    }

    /// Wherever work pauses it comes to the bytes of a single stint, and so does a call that goes on from what was kept last.
    #[test]
    fn stints_change_no_result_and_keep_what_was_counted() {
        let scenario = loaded();
        let sampling = |encounters| Sampling::of(Seed(3), encounters, 0.95);
        let ranges = Extent::Ranges(vec![5..60_000, 70_000..150_000]);
        let precise = Extent::Precision { half_width: 0.001, max_encounters: 200_000 };
        let limits = Limits { max_memory: 5_000, max_states: None };
        for method in [
            Method::Sample(sampling(ranges.clone())),
            Method::Sample(sampling(precise)),
            Method::Auto { limits, sampling: sampling(ranges) },
        ] {
            let play = |before: Option<&Part<Tally>>, length, kept: &RefCell<Vec<String>>| {
                let keep = |answer: &Answer| kept.borrow_mut().push(resume::text(std::slice::from_ref(answer)));
                answer_in_stints((length, &keep), before, &scenario, &method, &|| false, &Watch::none())
            };
            let text = |answer: &Answer| serde_json::to_string(answer).expect("JSON") + &format!("{:?}", answer.notes);
            let nothing = RefCell::default();
            let whole = text(&play(None, None, &nothing).expect("an answer"));
            assert!(nothing.borrow().is_empty());
            let kept = RefCell::default();
            let paused = play(None, Some(Duration::from_millis(2)), &kept).expect("an answer");
            assert_eq!(text(&paused), whole, "{method:?}");
            let kept = kept.into_inner();
            let last = kept.iter().rev().find(|text| !text.is_empty()).expect("it takes longer than a stint");
            let texts = [(PathBuf::from("unfinished.jsonl"), last.clone())];
            let mut scenarios = [loaded()];
            let asked = method.sampling().expect("it is sampled");
            let asked = (&asked.encounters, asked.confidence);
            let before = resume::counts(&texts, &mut scenarios, Seed(3), asked).expect("counts").pop().flatten();
            assert!(before.as_ref().is_some_and(|before| before.counts.encounters > 0));
            assert_eq!(text(&play(before.as_ref(), None, &nothing).expect("an answer")), whole, "{method:?}");
        }
    }
}
