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
use equipoise_sim::studies::cross::{Groups, Search};
use equipoise_sim::studies::load::Loaded;
use equipoise_sim::studies::method::Method;
use equipoise_sim::studies::study::{Found, LoadedSweep, LoadedTune, LoadedVersus, StudyError};
use equipoise_sim::studies::sweep::{OpenCells, Swept};
use equipoise_sim::studies::tune::Stretch;
use equipoise_sim::studies::tune::result::Tuning;
use equipoise_sim::studies::versus::Match;

use crate::diagnostics::note;

/// The length of a stint if counts are kept.
const KEPT_EVERY: Duration = Duration::from_mins(1);

/// The division of work into stints.
pub(crate) struct Stints<'a, T: ?Sized> {
    /// The length of each; `None` if the first one lasts until the work is done.
    length: Option<Duration>,
    /// Gets what was finished so far after each.
    keep: &'a (dyn Fn(&T) + Sync),
}

impl<'a, T: ?Sized> Stints<'a, T> {
    /// Stints of a minute if there is a directory that keeps counts, and one stint otherwise.
    pub(crate) fn keeping(dir: Option<&Path>, keep: &'a (dyn Fn(&T) + Sync)) -> Self {
        Self { length: dir.map(|_| KEPT_EVERY), keep }
    }

    /// Begins a stint; says from then on whether its time is over.
    fn begin(&self) -> impl Fn() -> bool + Sync + use<T> {
        let (began, length) = (Instant::now(), self.length);
        move || length.is_some_and(|length| began.elapsed() >= length)
    }
}

/// Writes down what was finished so far. Where that fails the work goes on: it may have room at its end.
pub(crate) fn keep(dir: Option<&Path>, text: &str) {
    let Some(dir) = dir else { return };
    if let Err(error) = unfinished::write(dir, text) {
        note(&format!("what was finished so far is not kept: {error}"));
    }
}

/// As [`answer_after`], in stints, after each of which the answer so far is kept.
///
/// # Errors
/// As for [`answer_after`].
pub(crate) fn answer_in_stints(
    stints: &Stints<Answer>,
    before: Option<&Part<Tally>>,
    scenario: &Loaded,
    method: &Method,
    observer: &dyn Observer,
    watch: &Watch,
) -> Result<Answer, Unanswered> {
    let (mut before, mut method, mut notes) = (before.cloned(), method.clone(), Vec::new());
    let mut is_first = true;
    loop {
        let is_over = stints.begin();
        let interrupted = || (watch.interrupted)() || is_over();
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
        (stints.keep)(&answer);
        // A solution that has failed is not tried again.
        if let Method::Auto { sampling, .. } = method {
            method = Method::Sample(sampling);
        }
        notes = answer.notes.iter().filter(|note| matches!(note, Note::Sampled(_))).cloned().collect();
        before = part(&answer).or(before);
        is_first = false;
    }
}

/// As [`LoadedSweep::sample_groups`], in stints, after each of which the groups so far are kept.
pub(crate) fn search_in_stints(
    stints: &Stints<[Groups]>,
    sweep: &LoadedSweep,
    open: &OpenCells,
    search: &Search,
    mut before: Vec<Groups>,
    watch: &Watch,
) -> (Swept, Vec<Groups>) {
    loop {
        let is_over = stints.begin();
        let interrupted = || (watch.interrupted)() || is_over();
        let stint_watch = Watch { interrupted: &interrupted, ..*watch };
        let (swept, played) = sweep.sample_groups(open.clone(), search, &before, &stint_watch);
        if !swept.is_interrupted || (watch.interrupted)() {
            return (swept, played);
        }
        (stints.keep)(&played);
        before = played;
    }
}

/// As [`LoadedSweep::sample`], in stints, after each of which the cells so far are kept. A search for a crossing has
/// [stints of its own](search_in_stints).
pub(crate) fn sweep_in_stints(
    stints: &Stints<Swept>,
    sweep: &LoadedSweep,
    open: &OpenCells,
    before: &[Option<Part<Tally>>],
    watch: &Watch,
) -> Swept {
    let mut before = before.to_vec();
    loop {
        let is_over = stints.begin();
        let interrupted = || (watch.interrupted)() || is_over();
        let swept = sweep.sample(open.clone(), None, &before, &Watch { interrupted: &interrupted, ..*watch });
        if !swept.is_interrupted || (watch.interrupted)() {
            return swept;
        }
        (stints.keep)(&swept);
        for (&cell, answer) in swept.cells.iter().zip(&swept.answers) {
            before[cell] = part(answer).or(before[cell].take());
        }
    }
}

/// As [`LoadedTune::play_after`], in stints, after each of which what was played is kept.
///
/// # Errors
/// As for [`LoadedTune::play_after`].
pub(crate) fn race_in_stints(
    stints: &Stints<[Stretch]>,
    race: &LoadedTune,
    mut before: Vec<Stretch>,
    watch: &Watch,
) -> Result<(Found<Tuning>, Vec<Stretch>), StudyError> {
    loop {
        let is_over = stints.begin();
        let interrupted = || (watch.interrupted)() || is_over();
        let (found, played) = race.play_after(before, &Watch { interrupted: &interrupted, ..*watch })?;
        if !found.result.partial || (watch.interrupted)() {
            return Ok((found, played));
        }
        (stints.keep)(&played);
        before = played;
    }
}

/// As [`LoadedVersus::play_in_part`], in stints, after each of which the encounters so far are kept.
pub(crate) fn matches_in_stints(
    stints: &Stints<[Match]>,
    tournament: &LoadedVersus,
    mut before: Vec<Match>,
    watch: &Watch,
) -> Vec<Match> {
    loop {
        let is_over = stints.begin();
        let interrupted = || (watch.interrupted)() || is_over();
        let played = tournament.play_in_part(&before, &Watch { interrupted: &interrupted, ..*watch });
        if tournament.is_whole(&played) || (watch.interrupted)() {
            return played;
        }
        (stints.keep)(&played);
        before = played;
    }
}

/// The counts of an answer, if there are any.
fn part(answer: &Answer) -> Option<Part<Tally>> {
    answer.shard().and_then(|shard| shard.parts().pop())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use equipoise_engine::Seed;
    use equipoise_sim::Registry;
    use equipoise_sim::record::Files;
    use equipoise_sim::studies::load::{Loader, load};
    use equipoise_sim::studies::method::{Extent, Limits, Sampling};
    use equipoise_sim::studies::resume;
    use equipoise_sim::studies::study::{Sweep, Tune, Vary, Versus};
    use equipoise_sim::studies::sweep::CellSampling;

    use super::*;

    fn files() -> Files {
        let fixture = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/spar.toml");
        let text = std::fs::read_to_string(fixture).expect("a fixture");
        std::iter::once(("spar.toml".into(), text)).collect()
    }

    fn loaded() -> Loaded {
        let files = files();
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
            let play = |before: Option<&Part<Tally>>, length, kept: &Mutex<Vec<String>>| {
                let keep =
                    |answer: &Answer| kept.lock().expect("no panic").push(resume::text(std::slice::from_ref(answer)));
                answer_in_stints(&Stints { length, keep: &keep }, before, &scenario, &method, &|| false, &Watch::none())
            };
            let text = |answer: &Answer| serde_json::to_string(answer).expect("JSON") + &format!("{:?}", answer.notes);
            let nothing = Mutex::default();
            let whole = text(&play(None, None, &nothing).expect("an answer"));
            assert!(nothing.lock().expect("no panic").is_empty());
            let kept = Mutex::default();
            let paused = play(None, Some(Duration::from_millis(2)), &kept).expect("an answer");
            assert_eq!(text(&paused), whole, "{method:?}");
            let kept = kept.into_inner().expect("no panic");
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

    #[test]
    fn stints_change_no_sweep() {
        let files = files();
        let loader = Loader::new(Registry::SHIPPED, &files);
        let sampling = CellSampling { seed: 3, range: 5..40_000, confidence: 0.95 };
        let limits = Limits { max_memory: 50_000, max_states: None };
        for method in [Method::Sample(sampling.clone()), Method::Auto { limits, sampling }] {
            let vary = Vary::Grid(vec!["rules.meter_ticks=5,9,13".parse().expect("an axis")]);
            let (scenario, overrides) = ("spar.toml".into(), Vec::new());
            let study = Sweep { scenario, overrides, vary, cells: None, method, check: None, cross: None };
            let sweep = study.cells(loader).expect("cells").load(loader).expect("scenarios without mistakes");
            let before: Vec<Option<Part<Tally>>> = sweep.scenarios().iter().map(|_| None).collect();
            let kept = AtomicUsize::new(0);
            let play = |length| {
                let open = sweep.solve(&|| false).expect("as far as it is possible");
                let keep = |swept: &Swept| {
                    kept.fetch_add(swept.answers.len(), Ordering::Relaxed);
                };
                let swept = sweep_in_stints(&Stints { length, keep: &keep }, &sweep, &open, &before, &Watch::none());
                serde_json::to_string(&swept.answers).expect("JSON")
            };
            let whole = play(None);
            assert_eq!(kept.load(Ordering::Relaxed), 0);
            assert_eq!(play(Some(Duration::from_millis(2))), whole);
            assert!(kept.load(Ordering::Relaxed) > 0, "it takes longer than a stint");
        }
    }

    /// A search for a crossing goes on group by group, and refuses groups that no call has played.
    #[test]
    fn stints_change_no_crossing() {
        let files = files();
        let loader = Loader::new(Registry::SHIPPED, &files);
        let sweep = |seed| {
            let method = Method::Sample(CellSampling { seed, range: 5..60_000, confidence: 0.95 });
            let vary = Vary::Grid(vec!["rules.meter_ticks=5,9,13".parse().expect("an axis")]);
            let (scenario, overrides) = ("spar.toml".into(), Vec::new());
            let cross = Some("rounds=4".parse().expect("a target"));
            let study = Sweep { scenario, overrides, vary, cells: None, method, check: None, cross };
            study.cells(loader).expect("cells").load(loader).expect("scenarios without mistakes")
        };
        let (own, other) = (sweep(3), sweep(4));
        let search = own.search().expect("a search").expect("it is wanted");
        let kept = Mutex::new(Vec::new());
        let play = |length, before| {
            let open = own.solve(&|| false).expect("as far as it is possible");
            let keep = |groups: &[Groups]| kept.lock().expect("no panic").push(own.unfinished(groups));
            let stints = Stints { length, keep: &keep };
            let (swept, _) = search_in_stints(&stints, &own, &open, &search, before, &Watch::none());
            let crossing = own.crossing(&search, &swept).map(|found| found.result);
            (format!("{crossing:?}"), serde_json::to_string(&swept.answers).expect("JSON"))
        };
        let whole = play(None, Vec::new());
        assert!(kept.lock().expect("no panic").is_empty() && whole.0.contains("found"), "{}", whole.0);
        assert_eq!(play(Some(Duration::from_millis(2)), Vec::new()), whole);
        let texts = kept.lock().expect("no panic").clone();
        let last = texts.last().expect("it takes longer than a stint");
        for text in [texts.first().expect("the first one"), &texts[texts.len() / 2], last] {
            assert_eq!(play(None, own.finished(&search, text).expect("our own text")), whole);
        }
        let elsewhere = other.finished(&search, last).expect_err("another seed").to_string();
        assert!(elsewhere.contains("unfinished work of another question"), "{elsewhere}");
        let damaged = last.replacen("\"sums\":[[", "\"sums\":[[9", 1);
        assert!(own.finished(&search, &damaged).expect_err("damaged").to_string().contains("damaged: its CRC-32"));
        let (unsealed, _) = last.split_once(",\"crc32\"").expect("a seal");
        let unsealed = format!("{unsealed}}}");
        assert_eq!(play(None, own.finished(&search, &unsealed).expect("as earlier versions wrote it")), whole);
        let edited = unsealed.replacen("\"sums\":[[", "\"sums\":[[9", 1);
        assert!(own.finished(&search, &edited).expect_err("edited").to_string().contains("sums of groups"));
        let moved = unsealed.replacen("\"cell\":0", "\"cell\":7", 1);
        assert!(own.finished(&search, &moved).expect_err("edited").to_string().contains("there is no cell 7"));
    }

    #[test]
    fn stints_change_no_tournament() {
        let fixture = |name: &str| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
        let text = |name: &str| std::fs::read_to_string(fixture(name)).expect("a fixture");
        let files: Files = ["circle.toml", "circle.csv"].map(|name| (name.into(), text(name))).into_iter().collect();
        let (scenarios, overrides) = (vec!["circle.toml".into()], Vec::new());
        let study = Versus {
            scenarios,
            overrides,
            sides: None,
            policies: false,
            encounters: 60_000,
            seed: 3,
            confidence: 0.95,
        };
        let tournament = study.load(Loader::new(Registry::SHIPPED, &files)).expect("a tournament");
        let kept = Mutex::new(Vec::new());
        let play = |length, before| {
            let keep = |played: &[Match]| kept.lock().expect("no panic").push(tournament.unfinished(played));
            let played = matches_in_stints(&Stints { length, keep: &keep }, &tournament, before, &Watch::none());
            serde_json::to_string(&tournament.ranked(&played).expect("matches")).expect("JSON")
        };
        let whole = play(None, Vec::new());
        assert!(kept.lock().expect("no panic").is_empty());
        assert_eq!(play(Some(Duration::from_millis(2)), Vec::new()), whole);
        let texts = kept.lock().expect("no panic").clone();
        // Most of them end within a match.
        for text in [texts.first(), texts.get(texts.len() / 2), texts.last()] {
            let text = text.expect("it takes longer than a stint");
            assert_eq!(play(None, tournament.finished(text).expect("our own text")), whole, "{text}");
        }
    }

    #[test]
    fn stints_change_no_race() {
        let files = files();
        let race = Tune {
            scenario: "spar.toml".into(),
            overrides: Vec::new(),
            vary: vec!["rules.meter_ticks=5,9,13".parse().expect("an axis")],
            zip: false,
            targets: vec!["party=0.5".parse().expect("a target")],
            margin: 0.0,
            max_encounters: 200_000,
            seed: 3,
            confidence: 0.95,
        };
        let race = race.load(Loader::new(Registry::SHIPPED, &files)).expect("a race");
        let kept = Mutex::new(Vec::new());
        let play = |length, before| {
            let keep = |played: &[Stretch]| kept.lock().expect("no panic").push(race.unfinished(played));
            let (found, _) =
                race_in_stints(&Stints { length, keep: &keep }, &race, before, &Watch::none()).expect("a race");
            serde_json::to_string(&found).expect("JSON")
        };
        let whole = play(None, Vec::new());
        assert!(kept.lock().expect("no panic").is_empty());
        assert_eq!(play(Some(Duration::from_millis(2)), Vec::new()), whole);
        let last = kept.lock().expect("no panic").last().cloned().expect("it takes longer than a stint");
        assert_eq!(play(None, race.finished(&last).expect("our own text")), whole);
    }
}
