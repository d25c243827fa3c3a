//! Results as values of charts.

use equipoise_charts::{Color, Series, Value};
use equipoise_engine::{Combatant, EndState, Winner};
use equipoise_sim::output::numbers;
use equipoise_sim::output::words::visible;
use equipoise_sim::stats::paired::Difference;
use equipoise_sim::{Estimate, Interval, Mean, Share};

/// A text of a scenario.
pub(crate) fn shown(text: &str) -> String {
    visible(text).into_owned()
}

/// The name that a scenario gives a combatant, if no other of its combatants has the same name; else its id.
pub(crate) fn name_of(id: &str, cast: &[Combatant]) -> String {
    let named = cast.iter().find(|combatant| combatant.id == id);
    let is_alone = |named: &&Combatant| cast.iter().filter(|other| other.name == named.name).count() == 1;
    shown(named.filter(is_alone).map_or(id, |combatant| &combatant.name))
}

pub(crate) fn ends(interval: Interval) -> [f64; 2] {
    [interval.lo, interval.hi]
}

pub(crate) fn share(share: &Share) -> Value {
    Value {
        number: share.share,
        interval: share.interval.map(ends),
        text: numbers::share(share),
        range: numbers::share_interval(share),
    }
}

pub(crate) fn mean(mean: &Mean) -> Value {
    Value {
        number: mean.mean,
        interval: mean.interval.map(ends),
        text: numbers::mean(mean),
        range: numbers::mean_interval(mean),
    }
}

/// None for a mean among encounters that have a number, where there are none.
pub(crate) fn estimate(estimate: &Estimate) -> Option<Value> {
    estimate.value_if_any()?;
    Some(match estimate {
        Estimate::Share(found) => share(found),
        Estimate::Mean(found) | Estimate::MeanAmong { mean: found, .. } => mean(found),
    })
}

/// A difference, scaled: shares are told in points.
pub(crate) fn difference(found: &Difference) -> Value {
    let [_, _, text, range] = numbers::difference(found);
    Value { number: found.difference, interval: found.interval.map(ends), text, range }
}

pub(crate) const fn color_of_winner(winner: Winner) -> Color {
    match winner {
        Winner::Party => Color::Blue,
        Winner::Enemies => Color::Orange,
        Winner::Draw => Color::Grey,
        Winner::Timeout => Color::Black,
    }
}

/// A line of the terminal as a sentence of a page: with a full stop, and a capital unless it begins with a path.
pub(crate) fn sentence(line: &str) -> String {
    let line = visible(line);
    let begins_with_word =
        line.split(' ').next().is_some_and(|word| word.chars().all(|c| c.is_alphabetic() || c == '\''));
    let mut rest = line.chars();
    match rest.next() {
        Some(first) if begins_with_word => format!("{}{}.", first.to_uppercase(), rest.as_str()),
        _ => format!("{line}."),
    }
}

/// Winners as charts name them.
pub(crate) const fn name_of_winner(winner: Winner) -> &'static str {
    match winner {
        Winner::Party => "party wins",
        Winner::Enemies => "enemies win",
        Winner::Draw => "draw",
        Winner::Timeout => "no winner in time",
    }
}

pub(crate) fn series_of_winner(winner: Winner) -> Series {
    Series::new(name_of_winner(winner), color_of_winner(winner))
}

/// Neighbours differ in lightness, and none but the dead has a colour of [winners](color_of_winner).
pub(crate) fn series_of_end(end: EndState) -> Series {
    let color = match end {
        EndState::Standing => Color::Green,
        EndState::Fled => Color::Sky,
        EndState::Down => Color::Purple,
        EndState::Dead => Color::Black,
    };
    Series::new(end.name(), color)
}
