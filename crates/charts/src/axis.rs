//! Axes: what numbers are counted in, ticks, and labels that do not overlap.

use crate::number::{magnitude, pow10};
use crate::scale::{Bands, Linear};
use crate::svg::{Anchor, Svg};
use crate::text::{SMALL, width};

/// The unit of the numbers of an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Shares, told in percent.
    Share,
    /// Differences of shares, told in points with their sign.
    Points,
    /// Plain numbers.
    Number,
    /// Relative differences, told in percent with their sign.
    Relative,
    /// Plain differences, told with their sign.
    Difference,
}

impl Unit {
    /// The label of a tick; `step` is the distance of ticks.
    pub(crate) fn tick(self, number: f64, step: f64) -> String {
        let scale = if matches!(self, Self::Share | Self::Points | Self::Relative) { 100.0 } else { 1.0 };
        let step = (step * scale).abs();
        let decimals = if step > 0.0 { (-magnitude(step * (1.0 + 1e-9))).clamp(0, 9) as usize } else { 0 };
        let text = format!("{:.decimals$}", number * scale);
        let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
        let text = if is_zero { text.trim_start_matches('-').to_owned() } else { text };
        let sign = if self.is_signed() && !is_zero && number > 0.0 { "+" } else { "" };
        format!("{sign}{text}{}", if matches!(self, Self::Share | Self::Relative) { "%" } else { "" })
    }

    /// Whether numbers are differences, around 0.
    pub(crate) const fn is_signed(self) -> bool {
        matches!(self, Self::Points | Self::Difference | Self::Relative)
    }

    /// The format of ticks in Vega.
    pub(crate) const fn vega_format(self) -> &'static str {
        match self {
            Self::Share => ".0%",
            Self::Points | Self::Relative => "+.1%",
            Self::Number => "~g",
            Self::Difference => "+~g",
        }
    }
}

/// The quantity that an axis shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: Unit,
}

impl Axis {
    /// An axis of this name and unit.
    pub fn new(name: impl Into<String>, unit: Unit) -> Self {
        Self { name: name.into(), unit }
    }
}

/// The distance of ticks.
fn step_of(ticks: &[f64]) -> f64 {
    match ticks {
        [first, second, ..] => second - first,
        [only] if *only != 0.0 => pow10(magnitude(only.abs())),
        _ => 1.0,
    }
}

/// The labels of ticks.
pub(crate) fn labels(unit: Unit, ticks: &[f64]) -> Vec<String> {
    ticks.iter().map(|tick| unit.tick(*tick, step_of(ticks))).collect()
}

/// A horizontal axis below a plot: ticks, grid lines up to `top`, and its name.
pub(crate) fn below(
    svg: &mut Svg,
    axis: &Axis,
    scale: &Linear,
    [top, bottom]: [f64; 2],
    wanted: usize,
    is_whole: bool,
) {
    let ticks = fitting(axis.unit, scale, wanted, is_whole);
    for (tick, label) in ticks.iter().zip(labels(axis.unit, &ticks)) {
        let x = scale.at(*tick);
        svg.line("grid", [x, top], [x, bottom], "");
        svg.text("small faint", [x, bottom + 14.0], Anchor::Middle, &label, None);
    }
    name_below(svg, &axis.name, [scale.at(f64::NEG_INFINITY), scale.at(f64::INFINITY)], bottom);
}

/// The name of a horizontal axis.
pub(crate) fn name_below(svg: &mut Svg, name: &str, [left, right]: [f64; 2], bottom: f64) {
    let room = right - left;
    svg.text("small faint", [f64::midpoint(left, right), bottom + 30.0], Anchor::Middle, name, Some(room));
}

/// As many of the wanted ticks as have room beside each other.
fn fitting(unit: Unit, scale: &Linear, wanted: usize, is_whole: bool) -> Vec<f64> {
    (1..=wanted)
        .rev()
        .map(|wanted| scale.ticks(wanted, is_whole))
        .find(|ticks| {
            let ends: Vec<[f64; 2]> = ticks
                .iter()
                .zip(labels(unit, ticks))
                .map(|(tick, label)| {
                    let half = width(&label, SMALL) / 2.0 + 2.0;
                    [scale.at(*tick) - half, scale.at(*tick) + half]
                })
                .collect();
            ends.windows(2).all(|pair| pair[0][1] <= pair[1][0])
        })
        .unwrap_or_default()
}

/// The width of the labels of a vertical axis.
pub(crate) fn room_beside(unit: Unit, scale: &Linear, wanted: usize) -> f64 {
    let ticks = scale.ticks(wanted, false);
    labels(unit, &ticks).iter().map(|label| width(label, SMALL)).fold(0.0, f64::max)
}

/// A vertical axis beside a plot, with grid lines from `left` to `right`; its name stands above it.
pub(crate) fn beside(svg: &mut Svg, axis: &Axis, scale: &Linear, [left, right]: [f64; 2], wanted: usize) {
    let ticks = scale.ticks(wanted, false);
    for (tick, label) in ticks.iter().zip(labels(axis.unit, &ticks)) {
        let y = scale.at(*tick);
        svg.line("grid", [left, y], [right, y], "");
        svg.text("small faint", [left - 5.0, y + 4.0], Anchor::End, &label, None);
    }
}

/// Labels of places below a plot: every one that does not touch the one before, the first and if possible the last
/// among them.
pub(crate) fn words_below(svg: &mut Svg, words: &[String], bands: &Bands, bottom: f64, room: f64) {
    for index in shown(words, bands.step(), room) {
        let at = [bands.middle(index as f64), bottom + 14.0];
        svg.text("small faint", at, Anchor::Middle, &words[index], Some(room));
    }
}

/// The indices of labels that stand `step` apart and do not touch each other: every first, second, third … one.
pub(crate) fn shown(words: &[String], step: f64, room: f64) -> Vec<usize> {
    let widest = words.iter().map(|word| width(word, SMALL).min(room)).fold(0.0, f64::max) + 6.0;
    let every = (widest / step.max(1e-9)).ceil().max(1.0) as usize;
    (0..words.len()).step_by(every).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ticks_have_the_decimals_of_their_distance() {
        assert_eq!(labels(Unit::Share, &[0.0, 0.05, 0.1]), ["0%", "5%", "10%"]);
        assert_eq!(labels(Unit::Share, &[0.5, 0.505]), ["50.0%", "50.5%"]);
        assert_eq!(labels(Unit::Points, &[-0.1, 0.0, 0.1]), ["-10", "0", "+10"]);
        assert_eq!(labels(Unit::Number, &[8.0, 10.0]), ["8", "10"]);
        assert_eq!(labels(Unit::Difference, &[-0.2, 0.0, 0.2]), ["-0.2", "0.0", "+0.2"]);
    }

    proptest! {
        #[test]
        fn labels_never_overlap(words in prop::collection::vec("\\PC{0,30}", 1..200), plot in 100.0..900.0f64) {
            let step = plot / words.len() as f64;
            let room = 90.0;
            let shown = shown(&words, step, room);
            prop_assert_eq!(shown.first(), Some(&0));
            for pair in shown.windows(2) {
                let end = pair[0] as f64 * step + width(&words[pair[0]], SMALL).min(room) / 2.0;
                let start = pair[1] as f64 * step - width(&words[pair[1]], SMALL).min(room) / 2.0;
                prop_assert!(end < start);
            }
        }

        #[test]
        fn ticks_of_numbers_never_overlap(lo in -1e9..1e9f64, log in -6.0..6.0f64, plot in 60.0..400.0f64) {
            let scale = Linear::new([lo, lo + log.exp()], [0.0, plot]);
            let ticks = fitting(Unit::Number, &scale, 6, false);
            let labels = labels(Unit::Number, &ticks);
            for index in 1..ticks.len() {
                let half = |index: usize| width(&labels[index], SMALL) / 2.0;
                prop_assert!(scale.at(ticks[index - 1]) + half(index - 1) < scale.at(ticks[index]) - half(index));
            }
        }
    }
}
