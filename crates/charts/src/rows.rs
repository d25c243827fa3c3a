//! Values with intervals, a row for each: bars from 0, in parts or whole, or dots with whiskers; with bands behind them.

use crate::axis::{self, Axis};
use crate::chart::WIDTH;
use crate::color::Series;
use crate::legend::{entries, entries_of_dots, legend};
use crate::number::data;
use crate::scale::{Linear, nice};
use crate::svg::{Anchor, Rect, Svg};
use crate::table::Table;
use crate::text::{SIZE, SMALL, width};
use crate::value::Value;

/// Values with intervals, a row for each.
#[derive(Debug, Clone, PartialEq)]
pub struct Rows {
    /// The quantity of the values.
    pub axis: Axis,
    /// The name of the rows.
    pub of: String,
    /// The way in which values are drawn.
    pub style: Style,
    /// The series of the marks. If there are several, they have a legend.
    pub series: Vec<Series>,
    /// In their order.
    pub rows: Vec<Row>,
    /// Shaded behind all rows.
    pub band: Option<Band>,
    /// Numbers that the axis has at least.
    pub holds: Vec<f64>,
}

/// The way in which values are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// A bar from 0.
    Bars,
    /// A dot.
    Dots,
    /// Parts of a bar from 0, one behind the other, each with its name below it where there is room; the note of the row beside the bar
    /// says what they come to.
    Stacked,
}

/// A stretch of the axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Band {
    /// Its beginning; `None` if it has no beginning.
    pub lo: Option<f64>,
    /// Its end; `None` if it has no end.
    pub hi: Option<f64>,
    /// The meaning of the stretch.
    pub name: String,
}

/// A row.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// One below the other.
    pub marks: Vec<Mark>,
    /// Shaded behind this row.
    pub band: Option<Band>,
    /// A note on it, such as a verdict; empty if there is none.
    pub note: String,
}

/// A value of a row.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// The index of its series.
    pub series: usize,
    /// Its name beside the row; empty if it is the only one.
    pub name: String,
    /// The value; `None` if there is none to draw.
    pub value: Option<Value>,
}

/// The height of a mark.
const MARK: f64 = 17.0;
/// The height of the names below the parts of a bar.
const NAMES: f64 = 12.0;
/// The height of the name above a row.
const NAME_ABOVE: f64 = 17.0;
/// The gap between rows.
const GAP: f64 = 7.0;

/// The edges of the bars of all rows, and the room for names above them: 0 if the names stand beside the bars.
struct Layout {
    left: f64,
    right: f64,
    above: f64,
}

impl Rows {
    pub(crate) fn draw(&self, svg: &mut Svg) -> f64 {
        let names = self.rows.iter().map(|row| width(&row.name, SIZE)).fold(0.0, f64::max);
        let texts = if self.style == Style::Stacked {
            self.rows.iter().map(|row| width(&row.note, SMALL)).fold(0.0, f64::max)
        } else {
            self.marks().map(|(_, mark)| width(&shown(mark), SMALL)).fold(0.0, f64::max)
        };
        // Names that are too long to stand beside their bars stand above them, in full.
        let is_above = names + 12.0 > WIDTH * 0.38;
        let left = if is_above { 26.0 } else { (names + 12.0).max(40.0) };
        let right = WIDTH - (texts + 8.0).clamp(16.0, WIDTH * 0.28);
        // If each row has a colour of its own, a legend would say the names of the rows again.
        let is_own = |(index, row): (usize, &Row)| matches!(row.marks[..], [Mark { series, .. }] if series == index);
        let says_more = self.series.len() > 1 && !self.rows.iter().enumerate().all(is_own);
        let keys = match self.style {
            Style::Bars | Style::Stacked => entries(&self.series),
            Style::Dots => entries_of_dots(&self.series),
        };
        let mut entries = if says_more { keys } else { Vec::new() };
        entries.extend(self.band.iter().map(|band| (crate::legend::Key::Class("rule"), band.name.clone())));
        let top = legend(svg, &entries, [4.0, WIDTH - 4.0], 0.0) + 4.0;
        let scale = self.scale([left, right - 6.0]);
        let above = if is_above { NAME_ABOVE } else { 0.0 };
        let height = |row: &Row| above + self.height_of_bars(row);
        let bottom = top + self.rows.iter().map(height).sum::<f64>();
        axis::below(svg, &self.axis, &scale, [top, bottom], 5, false);
        let whole = Rect { x: 0.0, y: top, width: 0.0, height: bottom - top };
        self.band.iter().for_each(|band| shade(svg, band, &scale, whole));
        if scale.domain()[0] < 0.0 && scale.domain()[1] > 0.0 {
            svg.line("rule", [scale.at(0.0), top], [scale.at(0.0), bottom], "");
        }
        let layout = Layout { left, right, above };
        let mut y = top;
        for row in &self.rows {
            self.row(svg, row, &scale, y, &layout);
            y += height(row);
        }
        bottom + 36.0
    }

    /// Draws a row whose upper edge is at `top`.
    fn row(&self, svg: &mut Svg, row: &Row, scale: &Linear, top: f64, layout: &Layout) {
        let &Layout { left, right, above } = layout;
        let bars = self.height_of_bars(row);
        let stretch = Rect { x: 0.0, y: top + above + 1.0, width: 0.0, height: bars - 2.0 };
        row.band.iter().for_each(|band| shade(svg, band, scale, stretch));
        let y = top + above;
        let has_names = self.style == Style::Stacked;
        let middle = y + if has_names { bars - NAMES } else { bars } / 2.0;
        if above > 0.0 {
            svg.text("over", [4.0, y - 1.0], Anchor::Start, &row.name, Some(WIDTH - 8.0));
        } else {
            svg.text("", [left - 8.0, middle + 4.5], Anchor::End, &row.name, Some(left - 10.0));
        }
        let note = |svg: &mut Svg, middle: f64, text: &str| {
            svg.text("small", [WIDTH - 4.0, middle + 4.0], Anchor::End, text, Some(WIDTH - right));
        };
        if has_names {
            self.parts(svg, row, scale, middle);
            note(svg, middle, &row.note);
            return;
        }
        for (index, mark) in row.marks.iter().enumerate() {
            let middle = y + GAP / 2.0 + (index as f64 + 0.5) * MARK;
            self.mark(svg, row, mark, scale, middle);
            note(svg, middle, &shown(mark));
        }
    }

    /// The height of the bars of a row with what stands between them.
    fn height_of_bars(&self, row: &Row) -> f64 {
        match self.style {
            Style::Bars | Style::Dots => row.marks.len().max(1) as f64 * MARK + GAP,
            Style::Stacked => MARK + NAMES + GAP,
        }
    }

    fn marks(&self) -> impl Iterator<Item = (&Row, &Mark)> {
        self.rows.iter().flat_map(|row| row.marks.iter().map(move |mark| (row, mark)))
    }

    fn scale(&self, range: [f64; 2]) -> Linear {
        let values: Vec<f64> = if self.style == Style::Stacked {
            self.rows.iter().map(|row| parts(row).map(|(_, value)| value.number).sum()).collect()
        } else {
            self.marks().filter_map(|(_, mark)| mark.value.as_ref()).flat_map(Value::extent).collect()
        };
        let bands = self.band.iter().chain(self.rows.iter().filter_map(|row| row.band.as_ref()));
        let ends = bands.flat_map(|band| [band.lo, band.hi].into_iter().flatten());
        let zero = (self.style != Style::Dots || self.axis.unit.is_signed()).then_some(0.0);
        let holds: Vec<f64> = self.holds.iter().copied().chain(zero).collect();
        Linear::new(nice(values.into_iter().chain(ends), &holds, 5), range)
    }

    /// Draws the parts of a bar, with the names of those that are wide enough.
    fn parts(&self, svg: &mut Svg, row: &Row, scale: &Linear, middle: f64) {
        let mut start = 0.0;
        for (mark, value) in parts(row) {
            let [x, end] = [start, start + value.number].map(|at| scale.at(at));
            let rect = Rect { x, y: middle - 6.5, width: end - x, height: 13.0 };
            svg.bar(self.series[mark.series].color, rect, &title(row, mark, value));
            if width(&mark.name, SMALL) + 4.0 <= end - x {
                let at = [x.midpoint(end), middle + 6.5 + NAMES - 2.0];
                svg.text("small faint", at, Anchor::Middle, &mark.name, None);
            }
            start += value.number;
        }
    }

    fn mark(&self, svg: &mut Svg, row: &Row, mark: &Mark, scale: &Linear, middle: f64) {
        let Some(value) = mark.value.as_ref().filter(|value| value.number.is_finite()) else { return };
        let &Series { color, shape, .. } = &self.series[mark.series];
        let title = title(row, mark, value);
        let at = scale.at(value.number);
        let whisker = |svg: &mut Svg| {
            if let Some(interval) = value.interval {
                svg.whisker(interval.map(|end| scale.at(end)), middle, 3.5);
            }
        };
        match self.style {
            Style::Bars | Style::Stacked => {
                let zero = scale.at(0.0);
                let rect = Rect { x: zero.min(at), y: middle - 6.5, width: (at - zero).abs(), height: 13.0 };
                svg.bar(color, rect, &title);
                whisker(svg);
            }
            Style::Dots => {
                whisker(svg);
                svg.mark(color, shape, [at, middle], 4.5, &title);
            }
        }
    }

    pub(crate) fn table(&self) -> Table {
        let has_names = self.marks().any(|(_, mark)| !mark.name.is_empty());
        let has_bands = self.rows.iter().any(|row| row.band.is_some());
        let has_notes = self.rows.iter().any(|row| !row.note.is_empty());
        let mut columns = vec![self.of.clone()];
        columns.extend(has_names.then(|| "what".to_owned()));
        columns.extend([self.axis.name.clone(), "interval".to_owned()]);
        columns.extend(has_bands.then(|| "wanted".to_owned()));
        let of_notes = if self.style == Style::Stacked { "in all" } else { "verdict" };
        columns.extend(has_notes.then(|| of_notes.to_owned()));
        let mut table = Table::new(columns);
        for (row, mark) in self.marks() {
            let mut fields = vec![row.name.clone()];
            fields.extend(has_names.then(|| mark.name.clone()));
            fields.push(shown(mark));
            fields.push(mark.value.as_ref().map_or_else(String::new, |value| value.range.clone()));
            let band = row.band.as_ref().map_or_else(String::new, |band| band.name.clone());
            fields.extend(has_bands.then_some(band));
            fields.extend(has_notes.then(|| row.note.clone()));
            table.push(fields);
        }
        table
    }

    pub(crate) fn data(&self) -> Table {
        let mut table = Table::new(["row", "mark", "series", "value", "lo", "hi", "note"]);
        for (row, mark) in self.marks() {
            let [value, lo, hi] = numbers(mark.value.as_ref());
            let series = self.series[mark.series].name.clone();
            table.push(vec![row.name.clone(), mark.name.clone(), series, value, lo, hi, row.note.clone()]);
        }
        table
    }
}

/// The value and the ends of its interval as data.
pub(crate) fn numbers(value: Option<&Value>) -> [String; 3] {
    let number = value.map_or_else(String::new, |value| data(value.number));
    let ends = value.and_then(|value| value.interval).map_or_else(Default::default, |ends| ends.map(data));
    let [lo, hi] = ends;
    [number, lo, hi]
}

/// The marks of a row that have something to draw, with their values.
fn parts(row: &Row) -> impl Iterator<Item = (&Mark, &Value)> {
    let marks = row.marks.iter().filter_map(|mark| Some((mark, mark.value.as_ref()?)));
    marks.filter(|(_, value)| value.number.is_finite() && value.number > 0.0)
}

fn shown(mark: &Mark) -> String {
    mark.value.as_ref().map_or_else(|| "–".to_owned(), |value| value.text.clone())
}

fn title(row: &Row, mark: &Mark, value: &Value) -> String {
    let name = if mark.name.is_empty() { row.name.clone() } else { format!("{}, {}", row.name, mark.name) };
    let note = if row.note.is_empty() { String::new() } else { format!(", {}", row.note) };
    format!("{name}: {}{note}", value.told())
}

/// Shades a stretch, with lines at its ends.
fn shade(svg: &mut Svg, band: &Band, scale: &Linear, rect: Rect) {
    let [lo, hi] = [band.lo.unwrap_or(f64::NEG_INFINITY), band.hi.unwrap_or(f64::INFINITY)].map(|end| scale.at(end));
    svg.rect("range", Rect { x: lo, width: hi - lo, ..rect }, &band.name);
    for (end, x) in [(band.lo, lo), (band.hi, hi)] {
        if end.is_some() {
            svg.line("rule", [x, rect.y], [x, rect.y + rect.height], "");
        }
    }
}
