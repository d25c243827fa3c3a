//! Values along a number or along words, with the bands of their intervals, exact values, a target and where it is crossed.

use crate::axis::{self, Axis, Unit};
use crate::chart::WIDTH;
use crate::color::Color;
use crate::legend::{Key, legend};
use crate::number::{coordinate, data};
use crate::rows::numbers;
use crate::scale::{Bands, Linear, nice};
use crate::svg::{Anchor, Rect, Svg};
use crate::table::Table;
use crate::value::Value;

/// Values along something.
#[derive(Debug, Clone, PartialEq)]
pub struct Lines {
    /// The quantity of the values.
    pub axis: Axis,
    /// The numbers or words that they lie along.
    pub along: Along,
    /// In the order of the legend.
    pub lines: Vec<Line>,
    /// A value that is wanted.
    pub target: Option<Target>,
    /// The crossing of the target; only along numbers.
    pub crossing: Option<Crossing>,
    /// Numbers that the axis of values has at least.
    pub holds: Vec<f64>,
}

/// The numbers or words that values lie along.
#[derive(Debug, Clone, PartialEq)]
pub enum Along {
    /// Numbers, ascending, with a line between them.
    Numbers {
        /// Their name.
        name: String,
        /// The numbers.
        numbers: Vec<f64>,
    },
    /// Words, which no line joins.
    Words {
        /// Their name.
        name: String,
        /// The words.
        words: Vec<String>,
    },
}

/// One line.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// Its colour.
    pub color: Color,
    /// Along what the chart lies along; `None` if there is no value.
    pub values: Vec<Option<Value>>,
    /// The exact values beside them; empty if there are none at all.
    pub exact: Vec<Option<f64>>,
}

/// A value that is wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// The value.
    pub number: f64,
    /// Its name.
    pub name: String,
}

/// The crossing of a line and the target.
#[derive(Debug, Clone, PartialEq)]
pub struct Crossing {
    /// The number along which the values lie.
    pub at: f64,
    /// Its interval, if it has one.
    pub interval: Option<[f64; 2]>,
    /// Both in words.
    pub text: String,
}

/// The height of the plot.
const HEIGHT: f64 = 220.0;
/// Lines of more values have smaller dots.
const DOTS_MAX: usize = 60;

/// The places of values from left to right.
enum Places {
    Numbers(Linear, Vec<f64>),
    Words(Bands),
}

impl Places {
    fn at(&self, index: usize) -> f64 {
        match self {
            Self::Numbers(scale, numbers) => scale.at(numbers[index]),
            Self::Words(bands) => bands.middle(index as f64),
        }
    }
}

impl Along {
    /// The name of the numbers or words.
    pub fn name(&self) -> &str {
        match self {
            Self::Numbers { name, .. } | Self::Words { name, .. } => name,
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Numbers { numbers, .. } => numbers.len(),
            Self::Words { words, .. } => words.len(),
        }
    }

    /// The label of the place at an index.
    pub(crate) fn label(&self, index: usize) -> String {
        match self {
            Self::Numbers { numbers, .. } => data(numbers[index]),
            Self::Words { words, .. } => words[index].clone(),
        }
    }
}

impl Lines {
    pub(crate) fn draw(&self, svg: &mut Svg) -> f64 {
        let top = legend(svg, &self.keys(), [4.0, WIDTH - 4.0], 0.0) + 22.0;
        let bottom = top + HEIGHT;
        let values = self.lines.iter().flat_map(|line| line.values.iter().flatten()).flat_map(Value::extent);
        let exact = self.lines.iter().flat_map(|line| line.exact.iter().flatten().copied());
        let target = self.target.iter().map(|target| target.number);
        let scale = Linear::new(nice(values.chain(exact).chain(target), &self.holds, 5), [bottom, top]);
        let left = axis::room_beside(self.axis.unit, &scale, 5) + 10.0;
        let right = WIDTH - 14.0;
        axis::beside(svg, &self.axis, &scale, [left, right], 5);
        svg.text("small faint", [4.0, top - 9.0], Anchor::Start, &self.axis.name, Some(WIDTH - 8.0));
        let places = self.places(svg, [left, right], [top, bottom]);
        self.mark_target(svg, &places, &scale, [left, right], [top, bottom]);
        for line in &self.lines {
            self.band(svg, line, &places, &scale);
        }
        for line in &self.lines {
            self.line(svg, line, &places, &scale);
        }
        bottom + 36.0
    }

    fn keys(&self) -> Vec<(Key, String)> {
        let mut keys: Vec<(Key, String)> = Vec::new();
        if self.lines.len() > 1 || self.target.is_some() || self.has_exact() {
            let is_joined = matches!(self.along, Along::Numbers { .. });
            let key = |color| if is_joined { Key::Line(color) } else { Key::Color(color) };
            keys.extend(self.lines.iter().map(|line| (key(line.color), line.name.clone())));
        }
        keys.extend(self.has_exact().then(|| (Key::Ring, "exact".to_owned())));
        keys.extend(self.target.iter().map(|target| (Key::Class("target"), target.name.clone())));
        keys
    }

    fn has_exact(&self) -> bool {
        self.lines.iter().any(|line| line.exact.iter().any(Option::is_some))
    }

    fn places(&self, svg: &mut Svg, [left, right]: [f64; 2], [top, bottom]: [f64; 2]) -> Places {
        match &self.along {
            Along::Numbers { name, numbers } => {
                let ends = [numbers.first(), numbers.last()].map(|end| end.copied().unwrap_or(0.0));
                let scale = Linear::new(ends, [left + 8.0, right - 8.0]);
                let is_whole = numbers.iter().all(|number| number.fract() == 0.0);
                axis::below(svg, &Axis::new(name, Unit::Number), &scale, [top, bottom], 7, is_whole);
                Places::Numbers(scale, numbers.clone())
            }
            Along::Words { name, words } => {
                let bands = Bands::new(words.len(), [left, right], 0.0);
                let room = bands.step().max(46.0) - 6.0;
                axis::words_below(svg, words, &bands, bottom, room);
                axis::name_below(svg, name, [left, right], bottom);
                Places::Words(bands)
            }
        }
    }

    fn mark_target(&self, svg: &mut Svg, places: &Places, scale: &Linear, [left, right]: [f64; 2], ends: [f64; 2]) {
        let Some(target) = &self.target else { return };
        let y = scale.at(target.number);
        svg.line("target", [left, y], [right, y], &target.name);
        let (Some(crossing), Places::Numbers(along, _)) = (&self.crossing, places) else { return };
        if let Some([lo, hi]) = crossing.interval.map(|interval| interval.map(|end| along.at(end))) {
            let rect = Rect { x: lo, y: ends[0], width: (hi - lo).max(1.0), height: ends[1] - ends[0] };
            svg.rect("range", rect, &crossing.text);
        }
        let x = along.at(crossing.at);
        svg.line("rule", [x, ends[0]], [x, ends[1]], &crossing.text);
        let (anchor, shift) = if x > f64::midpoint(left, right) { (Anchor::End, -6.0) } else { (Anchor::Start, 6.0) };
        let room = if anchor == Anchor::End { x - left } else { right - x } - 8.0;
        svg.text("small", [x + shift, ends[0] + 12.0], anchor, &crossing.text, Some(room));
    }

    /// The stretches of values without a gap between them: of words each by itself.
    fn stretches<'a>(&self, line: &'a Line) -> Vec<Vec<(usize, &'a Value)>> {
        let mut stretches: Vec<Vec<(usize, &Value)>> = vec![Vec::new()];
        for (index, value) in line.values.iter().enumerate() {
            match value {
                Some(value) => stretches.last_mut().expect("there is one").push((index, value)),
                None => stretches.push(Vec::new()),
            }
        }
        let is_joined = matches!(self.along, Along::Numbers { .. });
        stretches.into_iter().filter(|stretch| stretch.len() > 1 && is_joined).collect()
    }

    fn band(&self, svg: &mut Svg, line: &Line, places: &Places, scale: &Linear) {
        for stretch in self.stretches(line) {
            let ends = |end: usize| {
                let point = move |&(index, value): &(usize, &Value)| {
                    let interval = value.interval.unwrap_or([value.number; 2]);
                    [places.at(index), scale.at(interval[end])]
                };
                stretch.iter().map(point).collect::<Vec<_>>()
            };
            let (mut outline, mut upper) = (ends(0), ends(1));
            upper.reverse();
            outline.extend(upper);
            svg.path(&format!("b f-{}", line.color.name()), &outline, true, &format!("{}: intervals", line.name));
        }
    }

    fn line(&self, svg: &mut Svg, line: &Line, places: &Places, scale: &Linear) {
        for stretch in self.stretches(line) {
            let points: Vec<[f64; 2]> =
                stretch.iter().map(|(index, value)| [places.at(*index), scale.at(value.number)]).collect();
            // A line without others to be told from needs no dashes.
            let alone = if self.lines.len() == 1 { " alone" } else { "" };
            svg.path(&format!("l l-{}{alone}", line.color.name()), &points, false, &line.name);
        }
        let radius = if line.values.len() > DOTS_MAX { 1.2 } else { 3.5 };
        for (index, value) in line.values.iter().enumerate() {
            let Some(value) = value else { continue };
            let at = [places.at(index), scale.at(value.number)];
            let title = format!("{} {}: {} {}", self.along.name(), self.along.label(index), line.name, value.told());
            if let (Along::Words { .. }, Some(interval)) = (&self.along, value.interval) {
                let [x, lo, hi] = [at[0], scale.at(interval[0]), scale.at(interval[1])].map(coordinate);
                svg.raw_path("whisker", &format!("M{x} {lo}V{hi}"), "");
            }
            svg.dot(&format!("f-{}", line.color.name()), at, radius, &title);
        }
        for (index, exact) in line.exact.iter().enumerate() {
            let Some(exact) = exact else { continue };
            let title = format!("{} {}: exactly {exact}", self.along.name(), self.along.label(index));
            svg.dot("exact", [places.at(index), scale.at(*exact)], 5.5, &title);
        }
    }

    pub(crate) fn table(&self) -> Table {
        let mut columns = vec![self.along.name().to_owned()];
        for line in &self.lines {
            columns.extend([line.name.clone(), format!("{}: interval", line.name)]);
            columns.extend((!line.exact.is_empty()).then(|| format!("{}: exact", line.name)));
        }
        let mut table = Table::new(columns);
        for index in 0..self.along.len() {
            let mut row = vec![self.along.label(index)];
            for line in &self.lines {
                let value = line.values[index].as_ref();
                row.push(value.map_or_else(|| "–".to_owned(), |value| value.text.clone()));
                row.push(value.map_or_else(String::new, |value| value.range.clone()));
                let exact = || line.exact[index].map_or_else(String::new, data);
                row.extend((!line.exact.is_empty()).then(exact));
            }
            table.push(row);
        }
        table
    }

    pub(crate) fn data(&self) -> Table {
        let mut table = Table::new(["along", "series", "value", "lo", "hi", "exact"]);
        for line in &self.lines {
            for (index, value) in line.values.iter().enumerate() {
                let [number, lo, hi] = numbers(value.as_ref());
                let exact = line.exact.get(index).copied().flatten().map_or_else(String::new, data);
                table.push(vec![self.along.label(index), line.name.clone(), number, lo, hi, exact]);
            }
        }
        table
    }
}
