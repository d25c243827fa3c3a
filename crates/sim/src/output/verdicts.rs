//! Outcomes of expectations, in words: alike in tables, in pages and in the reports of CI systems.

use equipoise_engine::scenario::Band;

use super::numbers;
use super::words::visible;
use crate::stats::Interval;
use crate::studies::report::{Mean, Share};
use crate::studies::test::{Asked, Expected, Judged, Look, Tested, Verdict};

/// One sentence about all verdicts: `12 expectations of 3 scenarios: 10 pass, 1 fails, 1 is undecided`, with the number of
/// scenarios that could not be judged, if there are any.
pub fn summary(all: &[&Tested], refused: usize) -> String {
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
    let unjudged = match refused {
        0 => String::new(),
        1 => "; 1 scenario cannot be judged".to_owned(),
        several => format!("; {} scenarios cannot be judged", numbers::grouped(several as u64)),
    };
    format!("{of}: {}{unjudged}", parts.collect::<Vec<_>>().join(", "))
}

/// The outcome of an expectation in a sentence: `winners.party is 62.4% (62.3% to 62.5%), expected 55% to 60%`.
pub fn sentence(judged: &Judged) -> String {
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

/// The worth of the party's seat to a side that fights a copy of itself: its share above one half.
pub fn worth(judged: &Judged) -> Option<String> {
    let Asked::Mirror(_) = judged.expected.asked else { return None };
    let points = |share: f64| numbers::signed(100.0 * (share - 0.5));
    let interval = judged.look.interval.map(|Interval { lo, hi }| format!(" ({} to {})", points(lo), points(hi)));
    let worth = points(judged.look.value?);
    Some(format!("the party's seat gives {worth} points{}", interval.unwrap_or_default()))
}

/// The name of a quantity, fit for a page.
pub fn name(expected: &Expected) -> String {
    visible(&expected.name).into_owned()
}

/// The band of an expectation in words.
pub fn expected(Expected { band, is_share, .. }: &Expected) -> String {
    band_of(*band, *is_share)
}

/// A band of a share or of a mean in words.
pub fn band_of(Band { at_least, at_most }: Band, is_share: bool) -> String {
    let bound = |bound: f64| if is_share { numbers::bound_of_share(bound) } else { numbers::bound(bound) };
    match (at_least.map(bound), at_most.map(bound)) {
        (Some(lo), Some(hi)) if lo == hi => lo,
        (Some(lo), Some(hi)) => format!("{lo} to {hi}"),
        (Some(lo), None) => format!("at least {lo}"),
        (None, Some(hi)) => format!("at most {hi}"),
        (None, None) => String::new(),
    }
}

/// The encounters that a verdict took.
pub fn fights(judged: &Judged) -> String {
    if judged.states.is_some() { "-".to_owned() } else { numbers::grouped(judged.look.encounters) }
}

/// The value that was found, and the interval around it.
pub fn found(judged: &Judged) -> [String; 2] {
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
        Some(Interval { hi, .. }) if hi.is_infinite() => [numbers::rough(value), "unknown".to_owned()],
        Some(interval) => {
            let mean = Mean::shown(value, interval);
            [numbers::mean(&mean), numbers::mean_interval(&mean)]
        }
    }
}

fn exactly() -> String {
    "exact".to_owned()
}
