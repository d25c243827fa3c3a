//! Values for every combination of two lists, with the border of a target.

use std::fmt::Write;

use crate::axis::{self, Axis};
use crate::chart::WIDTH;
use crate::color::Color;
use crate::legend::{Key, legend};
use crate::lines::Target;
use crate::number::coordinate;
use crate::rows::numbers;
use crate::scale::{Bands, Linear, nice};
use crate::svg::{Anchor, Rect, Svg};
use crate::table::Table;
use crate::text::{SIZE, SMALL, width};
use crate::value::Value;

/// Values for every combination of two lists.
#[derive(Debug, Clone, PartialEq)]
pub struct Heat {
    /// The quantity of the values.
    pub axis: Axis,
    /// The name of the columns.
    pub across: String,
    /// The columns.
    pub columns: Vec<String>,
    /// The name of the rows.
    pub down: String,
    /// The rows, the first one on top.
    pub rows: Vec<String>,
    /// By row and column; `None` if there is no value.
    pub values: Vec<Vec<Option<Value>>>,
    /// The value on whose two sides the colours differ; `None` if all numbers have one.
    pub middle: Option<f64>,
    /// The value whose border is drawn: between cells that reach it and cells that do not.
    pub target: Option<Target>,
    /// Numbers that the scale of colours has at least.
    pub holds: Vec<f64>,
}

/// The strongest a cell is filled, so that its text can be read in front of it.
const STRONGEST: f64 = 0.72;
/// The longest name of a column that is written downwards.
const NAME_DOWN: f64 = 110.0;
/// The least height of a row with text in it.
const ROW: f64 = 24.0;

impl Heat {
    pub(crate) fn draw(&self, svg: &mut Svg) -> f64 {
        let keys: Vec<(Key, String)> =
            self.target.iter().map(|target| (Key::Class("contour"), target.name.clone())).collect();
        let top = legend(svg, &keys, [4.0, WIDTH - 4.0], 0.0) + 22.0;
        svg.text("small faint", [4.0, top - 9.0], Anchor::Start, &self.down, Some(WIDTH - 8.0));
        let names = self.rows.iter().map(|row| width(row, SIZE)).fold(0.0, f64::max);
        let left = (names + 12.0).clamp(24.0, WIDTH * 0.35);
        let columns = Bands::new(self.columns.len(), [left, WIDTH - 6.0], 0.0);
        let row = (columns.step() * 0.75).clamp(if self.rows.len() > 30 { 8.0 } else { ROW }, 44.0);
        let rows = Bands::new(self.rows.len(), [top, top + row * self.rows.len() as f64], 0.0);
        let bottom = top + row * self.rows.len() as f64;
        let all = self.values.iter().flatten().flatten().map(|value| value.number);
        let domain = Linear::new(nice(all, &self.holds, 5), [0.0, 1.0]).domain();
        let place = |row, column| Rect {
            x: columns.start(column),
            y: rows.start(row),
            width: columns.step() - 0.75,
            height: rows.step() - 0.75,
        };
        let cells: Vec<(usize, usize, &Value)> = self.cells().collect();
        for (row, column, value) in &cells {
            let place_told = format!("{} {}, {} {}", self.down, self.rows[*row], self.across, self.columns[*column]);
            let told = format!("{place_told}: {}", value.told());
            let (color, opacity) = self.shade(value.number, domain);
            svg.shade(color, opacity, place(*row, *column), &told);
        }
        if let Some(target) = &self.target {
            let path = self.border(target.number, &columns, &rows);
            svg.raw_path("halo", &path, "");
            svg.raw_path("contour", &path, &target.name);
        }
        // The texts lie above the border, so that both can be read.
        let class = if self.target.is_some() { "small over" } else { "small" };
        let texts = cells.iter().map(|(.., value)| width(&value.text, SMALL)).fold(0.0, f64::max);
        if texts + 4.0 <= columns.step() && rows.step() >= 14.0 {
            for (row, column, value) in &cells {
                let at = [columns.middle(*column as f64), rows.middle(*row as f64) + 4.0];
                svg.text(class, at, Anchor::Middle, &value.text, None);
            }
        }
        let names_down: Vec<usize> = if row >= 14.0 {
            (0..self.rows.len()).collect()
        } else {
            (0..self.rows.len()).step_by((14.0 / row).ceil() as usize).collect()
        };
        for index in names_down {
            let at = [left - 6.0, rows.middle(index as f64) + 4.5];
            svg.text("", at, Anchor::End, &self.rows[index], Some(left - 8.0));
        }
        let bottom = self.names_below(svg, &columns, bottom);
        axis::name_below(svg, &self.across, [left, WIDTH - 6.0], bottom);
        self.scale(svg, domain, bottom + 44.0)
    }

    /// Draws the names of the columns below these: upright if all of them have room beside each other, or if they are numbers, of which some
    /// are enough; else downwards. Returns their lower edge, less the height of an upright line.
    fn names_below(&self, svg: &mut Svg, columns: &Bands, bottom: f64) -> f64 {
        let room = columns.step().max(40.0) - 6.0;
        let widest = self.columns.iter().map(|name| width(name, SMALL)).fold(0.0, f64::max);
        let are_numbers = self.columns.iter().all(|name| name.parse::<f64>().is_ok());
        if are_numbers || widest + 6.0 <= columns.step() || columns.step() < SMALL {
            axis::words_below(svg, &self.columns, columns, bottom, room);
            return bottom;
        }
        let length = widest.min(NAME_DOWN);
        for (index, name) in self.columns.iter().enumerate() {
            svg.text_down([columns.middle(index as f64) - 4.0, bottom + 4.0], name, length);
        }
        bottom + length - 8.0
    }

    /// By row and column, the values that there are.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (usize, usize, &Value)> {
        self.values.iter().enumerate().flat_map(|(row, values)| {
            values.iter().enumerate().filter_map(move |(column, value)| Some((row, column, value.as_ref()?)))
        })
    }

    /// The colour of a number and its opacity, of numbers of this domain: the stronger, the larger, or the farther from the middle.
    fn shade(&self, number: f64, [lo, hi]: [f64; 2]) -> (Color, f64) {
        let (color, from, width) = match self.middle {
            None => (Color::Blue, lo, hi - lo),
            Some(middle) => {
                let color = if number < middle { Color::Orange } else { Color::Blue };
                (color, middle, (hi - middle).abs().max((middle - lo).abs()))
            }
        };
        let part = ((number - from).abs() / width.max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        (color, 0.03 + part * (STRONGEST - 0.03))
    }

    /// The edges between neighbours of which one reaches the target and the other does not, as the data of a path.
    fn border(&self, target: f64, columns: &Bands, rows: &Bands) -> String {
        let reaches = |row: usize, column: usize| Some(self.values.get(row)?.get(column)?.as_ref()?.number >= target);
        let differs = |one: bool, other: Option<bool>| other.is_some_and(|other| other != one);
        let mut path = String::new();
        for (row, column, value) in self.cells() {
            let is_above = value.number >= target;
            let [left, right] = [column, column + 1].map(|column| coordinate(columns.start(column) - 0.375));
            let [top, bottom] = [row, row + 1].map(|row| coordinate(rows.start(row) - 0.375));
            if differs(is_above, reaches(row, column + 1)) {
                let _ = write!(path, "M{right} {top}V{bottom}");
            }
            if differs(is_above, reaches(row + 1, column)) {
                let _ = write!(path, "M{left} {bottom}H{right}");
            }
        }
        path
    }

    /// Draws the scale of the colours; returns the height of the drawing.
    fn scale(&self, svg: &mut Svg, [lo, hi]: [f64; 2], top: f64) -> f64 {
        let along = Linear::new([lo, hi], [WIDTH * 0.36, WIDTH - 30.0]);
        svg.text("small faint", [4.0, top + 9.0], Anchor::Start, &self.axis.name, Some(WIDTH * 0.36 - 10.0));
        let steps = 12;
        for step in 0..steps {
            let [from, to] = [step, step + 1].map(|step| lo + (hi - lo) * f64::from(step) / f64::from(steps));
            let rect = Rect { x: along.at(from), y: top, width: along.at(to) - along.at(from), height: 10.0 };
            let (color, opacity) = self.shade(f64::midpoint(from, to), [lo, hi]);
            svg.shade(color, opacity, rect, "");
        }
        let ticks = along.ticks(3, false);
        for (tick, label) in ticks.iter().zip(axis::labels(self.axis.unit, &ticks)) {
            svg.text("small faint", [along.at(*tick), top + 24.0], Anchor::Middle, &label, None);
        }
        top + 30.0
    }

    /// A row for each cell, with number and interval apart, so that they can be compared by ear.
    pub(crate) fn table(&self) -> Table {
        let has_ranges = self.cells().any(|(.., value)| !value.range.is_empty());
        let columns = [self.down.clone(), self.across.clone(), self.axis.name.clone()];
        let mut table = Table::new(columns.into_iter().chain(has_ranges.then(|| "interval".to_owned())));
        for (row, values) in self.rows.iter().zip(&self.values) {
            for (column, value) in self.columns.iter().zip(values) {
                let text = value.as_ref().map_or_else(|| "–".to_owned(), |value| value.text.clone());
                let range = || value.as_ref().map_or_else(String::new, |value| value.range.clone());
                let fields = [row.clone(), column.clone(), text];
                table.push(fields.into_iter().chain(has_ranges.then(range)).collect());
            }
        }
        table
    }

    pub(crate) fn data(&self) -> Table {
        let mut table = Table::new(["row", "column", "value", "lo", "hi"]);
        for (row, values) in self.rows.iter().zip(&self.values) {
            for (column, value) in self.columns.iter().zip(values) {
                let [number, lo, hi] = numbers(value.as_ref());
                table.push(vec![row.clone(), column.clone(), number, lo, hi]);
            }
        }
        table
    }
}
