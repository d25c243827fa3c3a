//! Verdicts on expectations, scenario by scenario, and as one table.

use std::io::{self, Write};

use equipoise_engine::scenario::Band;
use equipoise_sim::studies::test::{Asked, Expected, Judged, Look, Sampling, Tested, Verdict};
use equipoise_sim::{Interval, Mean, Share};

use crate::numbers;
use crate::page::Page;
use crate::text::visible;

/// An expectation with the command that replays its telling encounter, where there is one.
pub(crate) struct Told<'a> {
    pub(crate) judged: &'a Judged,
    pub(crate) replay: Option<String>,
}

/// Prints the verdicts on one scenario, and what to look at where it fails.
pub(crate) fn scenario(page: &mut Page<impl Write>, tested: &Tested, told: &[Told]) -> io::Result<()> {
    let Tested { scenario, system, .. } = tested;
    let verdict = tested.verdict().name();
    page.title(&format!("{} ({}): {verdict}", visible(scenario), system.name()), 2)?;
    for line in how(tested) {
        page.note(&line)?;
    }
    page.gap()?;
    let row = |Told { judged, .. }: &Told| {
        let [found, interval] = found(judged);
        let (name, band) = (name(&judged.expected), expected(&judged.expected));
        vec![name, band, found, interval, fights(judged), judged.look.verdict.name().to_owned()]
    };
    let header = ["quantity", "expected", "found", "interval", "fights", "verdict"];
    page.grid(&header, told.iter().map(row).collect(), 2..5)?;
    for Told { judged, replay } in told {
        if let Some(worth) = worth(judged).filter(|_| judged.look.verdict != Verdict::Pass) {
            page.gap()?;
            page.note(&format!("{}: {worth}", name(&judged.expected)))?;
        }
        let Some(replay) = replay else { continue };
        page.gap()?;
        // The command keeps to one line, however long, so that it can be copied.
        page.note(&format!("a fight beyond the band of {}:", name(&judged.expected)))?;
        page.verbatim(&format!("  {replay}\n"))?;
    }
    Ok(())
}

/// Prints all verdicts as one table, those that do not pass first, and what to look at below.
pub(crate) fn all(page: &mut Page<impl Write>, summary: &str, all: &[(&Tested, Vec<Told>)]) -> io::Result<()> {
    page.title(&format!("equipoise test: {summary}"), 2)?;
    page.gap()?;
    let mut rows: Vec<(Verdict, Vec<String>)> = Vec::new();
    for (tested, told) in all {
        for Told { judged, .. } in told {
            let verdict = judged.look.verdict;
            let [found, interval] = found(judged);
            let row = [
                verdict.name().to_owned(),
                visible(&tested.scenario).into_owned(),
                name(&judged.expected),
                expected(&judged.expected),
                found,
                interval,
                fights(judged),
            ];
            rows.push((verdict, row.into()));
        }
    }
    let rank = |verdict: Verdict| match verdict {
        Verdict::Fail => 0,
        Verdict::Undecided => 1,
        Verdict::Pass => 2,
    };
    rows.sort_by_key(|(verdict, _)| rank(*verdict));
    let header = ["verdict", "scenario", "quantity", "expected", "found", "interval", "fights"];
    page.grid(&header, rows.into_iter().map(|(_, row)| row).collect(), 4..7)?;
    for (tested, told) in all {
        for Told { judged, replay } in told {
            let scenario = visible(&tested.scenario);
            if let Some(worth) = worth(judged).filter(|_| judged.look.verdict != Verdict::Pass) {
                page.gap()?;
                page.note(&format!("{scenario}, {}: {worth}", name(&judged.expected)))?;
            }
            let Some(replay) = replay else { continue };
            page.gap()?;
            page.note(&format!("A fight of {scenario} beyond the band of {}:", name(&judged.expected)))?;
            page.verbatim(&format!("{replay}\n"))?;
        }
    }
    Ok(())
}

/// One sentence about all verdicts: `12 expectations of 3 scenarios: 10 pass, 1 fails, 1 is undecided`.
pub(crate) fn summary(all: &[&Tested]) -> String {
    let count = |verdict| all.iter().map(|tested| tested.count(verdict)).sum::<usize>();
    let [passed, failed, undecided] = [Verdict::Pass, Verdict::Fail, Verdict::Undecided].map(count);
    let counted = |count: usize, noun: &str| {
        format!("{} {noun}{}", numbers::grouped(count as u64), if count == 1 { "" } else { "s" })
    };
    let of = format!("{} of {}", counted(passed + failed + undecided, "expectation"), counted(all.len(), "scenario"));
    let parts = [
        (passed > 0 || failed + undecided == 0, passed, ["passes", "pass"]),
        (failed > 0, failed, ["fails", "fail"]),
        (undecided > 0, undecided, ["is undecided", "are undecided"]),
    ];
    let parts = parts.into_iter().filter(|(is_told, ..)| *is_told);
    let parts = parts.map(|(_, count, [one, more])| {
        format!("{} {}", numbers::grouped(count as u64), if count == 1 { one } else { more })
    });
    format!("{of}: {}", parts.collect::<Vec<_>>().join(", "))
}

/// How the verdicts came about.
fn how(tested: &Tested) -> Vec<String> {
    let count = tested.judged.len();
    let plural = if count == 1 { "" } else { "s" };
    let expectations = format!("{} expectation{plural}", numbers::grouped(count as u64));
    let solved = tested.judged.iter().filter(|judged| judged.states.is_some()).count();
    let sampling = tested.settings.approach.sampling().filter(|_| solved < count);
    let mut lines = Vec::new();
    lines.push(match sampling {
        None => format!("{expectations}, solved exactly"),
        Some(Sampling { confidence, .. }) => {
            let exactly = if solved > 0 { format!(", {solved} of them solved exactly") } else { String::new() };
            format!(
                "{expectations}{exactly}; {} with the dice of seed {}, all verdicts together with a confidence of {}",
                numbers::encounters(tested.encounters),
                tested.settings.seed.0,
                numbers::confidence(confidence)
            )
        }
    });
    if tested.is_interrupted {
        lines.push("partial: an interrupt left what is undecided".to_owned());
    } else if let Some(Sampling { max_encounters, .. }) = sampling.filter(|_| tested.count(Verdict::Undecided) > 0) {
        let most = numbers::grouped(max_encounters);
        lines.push(format!("undecided after {most}: a wider band or more --max-encounters may decide it"));
    }
    lines
}

/// What came of an expectation in a sentence: `winners.party is 62.4% (62.3% to 62.5%), expected 55% to 60%`.
pub(crate) fn sentence(judged: &Judged) -> String {
    let [found, interval] = found(judged);
    let (name, expected) = (name(&judged.expected), expected(&judged.expected));
    let found = match (judged.look.value, judged.look.interval) {
        (None, _) => "has no value".to_owned(),
        (_, Some(_)) => format!("is {found} ({interval}, after {})", numbers::encounters(judged.look.encounters)),
        (_, None) => format!("is {found} exactly"),
    };
    let undecided = if judged.look.verdict == Verdict::Undecided { "undecided: " } else { "" };
    let worth = worth(judged).map(|worth| format!(": {worth}")).unwrap_or_default();
    format!("{undecided}{name} {found}, expected {expected}{worth}")
}

/// What the party's seat is worth to a side that fights a copy of itself: its share above one half.
fn worth(judged: &Judged) -> Option<String> {
    let Asked::Mirror(_) = judged.expected.asked else { return None };
    let points = |share: f64| numbers::signed(100.0 * (share - 0.5));
    let interval = judged.look.interval.map(|Interval { lo, hi }| format!(" ({} to {})", points(lo), points(hi)));
    let worth = points(judged.look.value?);
    Some(format!("the party's seat gives {worth} points{}", interval.unwrap_or_default()))
}

/// The name of a quantity, fit for a page.
fn name(expected: &Expected) -> String {
    visible(&expected.name).into_owned()
}

/// A band in words.
pub(crate) fn expected(Expected { band, is_share, .. }: &Expected) -> String {
    let bound = |bound: f64| if *is_share { numbers::bound_of_share(bound) } else { numbers::bound(bound) };
    let Band { at_least, at_most } = *band;
    match (at_least.map(bound), at_most.map(bound)) {
        (Some(lo), Some(hi)) if lo == hi => lo,
        (Some(lo), Some(hi)) => format!("{lo} to {hi}"),
        (Some(lo), None) => format!("at least {lo}"),
        (None, Some(hi)) => format!("at most {hi}"),
        (None, None) => String::new(),
    }
}

/// The encounters that a verdict took.
fn fights(judged: &Judged) -> String {
    if judged.states.is_some() { "-".to_owned() } else { numbers::grouped(judged.look.encounters) }
}

/// What was found, and the interval around it.
fn found(judged: &Judged) -> [String; 2] {
    let Look { value, interval, .. } = judged.look;
    let Some(value) = value else { return ["-".to_owned(), String::new()] };
    // Sums of chances are rounded, and nobody wants to read 49.9999999999999%.
    let value = if interval.is_none() { (value * 1e9).round() / 1e9 } else { value };
    let is_percentile = matches!(judged.expected.asked, Asked::Percentile(_));
    match interval {
        _ if judged.expected.is_share => {
            let share = Share { count: None, share: value, interval };
            [numbers::share(&share), interval.map_or_else(exactly, |_| numbers::share_interval(&share))]
        }
        None => [numbers::exact(value), exactly()],
        Some(Interval { lo, hi }) if is_percentile => {
            let to = if hi.is_finite() { format!("{lo} to {hi}") } else { format!("{lo} or more") };
            [value.to_string(), to]
        }
        Some(Interval { hi, .. }) if hi.is_infinite() => [numbers::rough(value), "not known yet".to_owned()],
        Some(_) => {
            let mean = Mean { mean: value, sd: 1.0, interval, is_share: false };
            [numbers::mean(&mean), numbers::mean_interval(&mean)]
        }
    }
}

fn exactly() -> String {
    "exact".to_owned()
}
