//! Parts of a whole, a row for each whole.

use crate::axis::{self, Axis};
use crate::chart::WIDTH;
use crate::color::Series;
use crate::legend::{entries, legend};
use crate::rows::numbers;
use crate::scale::Linear;
use crate::svg::{Anchor, Rect, Svg};
use crate::table::Table;
use crate::text::{SIZE, SMALL, width};
use crate::value::Value;

/// Parts of wholes.
#[derive(Debug, Clone, PartialEq)]
pub struct Stacks {
    /// The quantity of the parts; wholes are 1.
    pub axis: Axis,
    /// The name of the rows.
    pub of: String,
    /// The parts, from the left.
    pub series: Vec<Series>,
    /// In their order.
    pub rows: Vec<Stack>,
}

/// A whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Stack {
    /// The name for people.
    pub name: String,
    /// The name for programs, in the data.
    pub key: String,
    /// The group that it belongs to; a gap separates groups. Empty if it belongs to none.
    pub group: String,
    /// One for each series.
    pub parts: Vec<Value>,
}

/// The height of a bar with the gap below it.
const ROW: f64 = 25.0;
/// The height of the name above a bar.
const NAME_ABOVE: f64 = 16.0;
/// The narrowest interval, as a share, that has a whisker: some four units of the drawing.
const WHISKER_MIN: f64 = 0.015;

impl Stacks {
    pub(crate) fn draw(&self, svg: &mut Svg) -> f64 {
        let names = self.rows.iter().map(|row| width(&row.name, SIZE)).fold(0.0, f64::max);
        // Names that are too long to stand beside their bars stand above them, in full.
        let is_above = names + 12.0 > WIDTH * 0.38;
        let (left, above) = if is_above { (12.0, NAME_ABOVE) } else { ((names + 12.0).max(40.0), 0.0) };
        let scale = Linear::new([0.0, 1.0], [left, WIDTH - 22.0]);
        let top = legend(svg, &entries(&self.series), [4.0, WIDTH - 4.0], 0.0) + 2.0;
        let mut y = top;
        let mut tops = Vec::new();
        let mut group = "";
        for row in &self.rows {
            if row.group != group {
                let at = [left, y + 13.0];
                svg.text("small faint", at, Anchor::Start, &row.group, Some(WIDTH - left - 4.0));
                y += 17.0;
                group = &row.group;
            }
            tops.push(y + above);
            y += above + ROW;
        }
        axis::below(svg, &self.axis, &scale, [y - 2.0, y], 5, false);
        for (row, top) in self.rows.iter().zip(tops) {
            if is_above {
                svg.text("", [left, top - 3.0], Anchor::Start, &row.name, Some(WIDTH - left - 4.0));
            } else {
                svg.text("", [left - 8.0, top + ROW / 2.0 + 3.0], Anchor::End, &row.name, Some(left - 10.0));
            }
            self.parts(svg, row, &scale, top);
        }
        y + 36.0
    }

    fn parts(&self, svg: &mut Svg, row: &Stack, scale: &Linear, top: f64) {
        let mut start = 0.0;
        let mut whiskers = Vec::new();
        for (series, value) in self.series.iter().zip(&row.parts) {
            let [x, end] = [start, start + value.number].map(|share| scale.at(share));
            let title = format!("{}: {} {}", row.name, series.name, value.told());
            svg.bar(series.color, Rect { x, y: top + 1.0, width: end - x, height: ROW - 6.0 }, &title);
            if width(&value.text, SMALL) + 8.0 <= end - x {
                let at = [x.midpoint(end), top + ROW / 2.0 + 2.0];
                // On plain areas a text has the colour of the paper; on stripes it needs a halo.
                let class = if series.color.is_striped() { "small over" } else { "small on" };
                svg.text(class, at, Anchor::Middle, &value.text, None);
            }
            // A whisker stands where the part ends, as long as the part's own interval; at the end of the whole nothing can vary.
            let is_last = start + value.number > 1.0 - WHISKER_MIN;
            let interval = value.interval.filter(|interval| !is_last && interval[1] - interval[0] > WHISKER_MIN);
            if let Some(interval) = interval {
                whiskers.push(interval.map(|end| scale.at(start + end)));
            }
            start += value.number;
        }
        for (index, whisker) in whiskers.into_iter().enumerate() {
            svg.whisker(whisker, top + 5.0 + (index % 3) as f64 * 5.0, 2.5);
        }
    }

    pub(crate) fn table(&self) -> Table {
        let mut columns = vec![self.of.clone()];
        for series in &self.series {
            columns.extend([series.name.clone(), format!("{}: interval", series.name)]);
        }
        let mut table = Table::new(columns);
        for row in &self.rows {
            let mut fields = vec![row.name.clone()];
            fields.extend(row.parts.iter().flat_map(|part| [part.text.clone(), part.range.clone()]));
            table.push(fields);
        }
        table
    }

    pub(crate) fn data(&self) -> Table {
        let mut table = Table::new(["row", "group", "series", "value", "lo", "hi"]);
        for row in &self.rows {
            for (series, part) in self.series.iter().zip(&row.parts) {
                let [value, lo, hi] = numbers(Some(part));
                table.push(vec![row.key.clone(), row.group.clone(), series.name.clone(), value, lo, hi]);
            }
        }
        table
    }
}
