//! The frequency of each whole number, stacked.

use crate::axis::{self, Axis, Unit};
use crate::chart::WIDTH;
use crate::color::Series;
use crate::legend::{entries, legend};
use crate::number::data;
use crate::scale::{Bands, Linear, nice};
use crate::svg::{Anchor, Rect, Svg};
use crate::table::Table;
use crate::text::{SMALL, width};

/// The frequency of each number.
#[derive(Debug, Clone, PartialEq)]
pub struct Histogram {
    /// The quantity that is counted.
    pub of: String,
    /// The name of the shares.
    pub share: String,
    /// The parts that are stacked, from below.
    pub series: Vec<Series>,
    /// Ascending.
    pub bins: Vec<Bin>,
    /// The name, in the table, of the share of a bin and of those after it.
    pub at_least: String,
}

/// Some numbers that follow each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Bin {
    /// Their name.
    pub name: String,
    /// The smallest number of the bin.
    pub from: u32,
    /// One share of the whole for each series.
    pub shares: Vec<f64>,
}

impl Bin {
    pub(crate) fn total(&self) -> f64 {
        self.shares.iter().sum()
    }
}

/// The height of the plot.
const HEIGHT: f64 = 180.0;

impl Histogram {
    /// By bin, the share of it and of those after it.
    fn at_least(&self) -> Vec<f64> {
        let mut sum = 0.0;
        let mut shares: Vec<f64> = self
            .bins
            .iter()
            .rev()
            .map(|bin| {
                sum += bin.total();
                sum.min(1.0)
            })
            .collect();
        shares.reverse();
        shares
    }

    fn highest(&self) -> f64 {
        self.bins.iter().map(Bin::total).fold(0.0, f64::max)
    }

    pub(crate) fn draw(&self, svg: &mut Svg) -> f64 {
        let top = legend(svg, &entries(&self.series), [4.0, WIDTH - 4.0], 0.0) + 22.0;
        let bottom = top + HEIGHT;
        let scale = Linear::new(nice([0.0, self.highest()].into_iter(), &[], 4), [bottom, top]);
        let axis = Axis::new(&self.share, Unit::Share);
        let left = axis::room_beside(axis.unit, &scale, 4) + 10.0;
        let right = WIDTH - 6.0;
        axis::beside(svg, &axis, &scale, [left, right], 4);
        svg.text("small faint", [4.0, top - 9.0], Anchor::Start, &self.share, Some(right));
        let gap = if self.bins.len() > 40 { 0.0 } else { 0.15 };
        let bands = Bands::new(self.bins.len(), [left, right], gap);
        self.bars(svg, &bands, &scale, true);
        let names: Vec<String> = self.bins.iter().map(|bin| bin.name.clone()).collect();
        let room = names.iter().map(|name| width(name, SMALL)).fold(0.0, f64::max) + 1.0;
        axis::words_below(svg, &names, &bands, bottom, room);
        axis::name_below(svg, &self.of, [left, right], bottom);
        bottom + 36.0
    }

    fn bars(&self, svg: &mut Svg, bands: &Bands, scale: &Linear, has_titles: bool) {
        for (index, bin) in self.bins.iter().enumerate() {
            let mut start = 0.0;
            for (series, share) in self.series.iter().zip(&bin.shares).filter(|(_, share)| **share > 0.0) {
                let [low, high] = [start, start + share].map(|share| scale.at(share));
                let rect = Rect { x: bands.start(index), y: high, width: bands.width(), height: low - high };
                let title = || format!("{} {}: {} {}", self.of, bin.name, series.name, percent(*share));
                svg.bar(series.color, rect, &if has_titles { title() } else { String::new() });
                start += share;
            }
        }
    }

    /// The bars alone; returns the width and the height of the drawing.
    pub(crate) fn thumbnail(&self, svg: &mut Svg) -> [f64; 2] {
        let size = [160.0, 60.0];
        let scale = Linear::new([0.0, self.highest().max(1e-9)], [size[1], 2.0]);
        self.bars(svg, &Bands::new(self.bins.len(), [0.0, size[0]], 0.0), &scale, false);
        svg.line("rule", [0.0, size[1] - 0.5], [size[0], size[1] - 0.5], "");
        size
    }

    pub(crate) fn table(&self) -> Table {
        let names = self.series.iter().map(|series| series.name.clone());
        let mut table =
            Table::new([self.of.clone()].into_iter().chain(names).chain([self.share.clone(), self.at_least.clone()]));
        for (bin, at_least) in self.bins.iter().zip(self.at_least()) {
            let mut row = vec![bin.name.clone()];
            row.extend(bin.shares.iter().map(|share| percent(*share)));
            row.extend([percent(bin.total()), percent(at_least)]);
            table.push(row);
        }
        table
    }

    pub(crate) fn data(&self) -> Table {
        let mut table = Table::new(["bin", "from", "series", "share", "at_least"]);
        for (bin, at_least) in self.bins.iter().zip(self.at_least()) {
            for (series, share) in self.series.iter().zip(&bin.shares) {
                let [share, at_least] = [*share, at_least].map(data);
                table.push(vec![bin.name.clone(), bin.from.to_string(), series.name.clone(), share, at_least]);
            }
        }
        table
    }
}

/// A share that has no interval of its own, in percent with two digits.
pub(crate) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    match percent {
        0.0 => "0%".to_owned(),
        percent if percent < 0.01 => "<0.01%".to_owned(),
        percent if percent < 1.0 => format!("{percent:.2}%"),
        percent => format!("{percent:.1}%"),
    }
}
