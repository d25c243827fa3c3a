//! A chart: data, and what is made of it.

use serde_json::Value as Json;

use crate::color::CSS;
use crate::finding::finding;
use crate::heat::Heat;
use crate::histogram::Histogram;
use crate::lines::Lines;
use crate::number::coordinate;
use crate::rows::Rows;
use crate::stacks::Stacks;
use crate::svg::{Anchor, Svg};
use crate::table::Table;
use crate::text::{SIZE, SMALL, escaped, lines};
use crate::vega;

/// The width of every drawing, in its own units: as wide as a phone, so that its smallest texts have 11 px there.
pub(crate) const WIDTH: f64 = 360.0;

/// Numbers with what they are about.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// A short name, by which the chart can be asked for.
    pub name: String,
    /// The subject of the chart.
    pub title: String,
    /// A description for readers who do not see it, and how to read it.
    pub description: String,
    /// The drawing.
    pub plot: Plot,
}

/// The drawing of a chart, by its form.
#[derive(Debug, Clone, PartialEq)]
pub enum Plot {
    /// Values with intervals, a row for each.
    Rows(Rows),
    /// Parts of a whole, a row for each.
    Stacks(Stacks),
    /// The frequency of each number.
    Histogram(Histogram),
    /// Values along a number or along words.
    Lines(Lines),
    /// Values for every combination of two lists.
    Heat(Heat),
}

/// Texts below each other from a height on, each with its class and its size, and the height at which they end: with a gap if there are any.
fn texts(texts: &[(&str, f64, &str)], top: f64) -> (String, f64) {
    let mut svg = Svg::default();
    let mut y = top;
    for &(class, size, text) in texts {
        for line in lines(text, size, WIDTH - 8.0) {
            y += size + 4.0;
            svg.text(class, [4.0, y], Anchor::Start, &line, Some(WIDTH - 8.0));
        }
    }
    (svg.into_text(), if y > top { y + 10.0 } else { top })
}

impl Chart {
    /// A sentence that says what the chart shows, with its outstanding numbers; empty if it has none.
    pub fn finding(&self) -> String {
        finding(&self.plot)
    }

    /// The drawing as an element of a page that has [`CSS`]. It is an image with a name for screen readers; the table
    /// beside it has its numbers.
    pub fn svg(&self) -> String {
        let (marks, height) = self.marks();
        self.wrapped("", "", [WIDTH, height], &marks)
    }

    /// The drawing as a file of its own, under its title and what it shows. Below it stands how it is read, and then `source`, such as the
    /// command line that makes it, unless it is empty.
    pub fn standalone(&self, source: &str) -> String {
        let style = CSS.replace('&', "&amp;").replace('<', "&lt;");
        let paper = "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>";
        let style = format!("<style>{style}.chart .paper{{fill:var(--paper)}}</style>{paper}");
        // By the generator a later drawing knows that it may take the place of this one.
        let attributes = " xmlns=\"http://www.w3.org/2000/svg\" data-generator=\"equipoise\"";
        let finding = self.finding();
        let (head, below) = texts(&[("title", SIZE, &self.title), ("small faint", SMALL, &finding)], 4.0);
        let (marks, height) = self.marks();
        let (foot, bottom) =
            texts(&[("small faint", SMALL, &self.description), ("small faint", SMALL, source)], below + height);
        let marks = format!("{head}<g transform=\"translate(0 {})\">{marks}</g>{foot}", coordinate(below));
        self.wrapped(attributes, &style, [WIDTH, bottom], &marks) + "\n"
    }

    /// A small drawing without axes, texts and titles of its marks, for one of many pages; none for plots that make none.
    pub fn thumbnail(&self) -> Option<String> {
        let Plot::Histogram(histogram) = &self.plot else { return None };
        let mut svg = Svg::default();
        let [width, height] = histogram.thumbnail(&mut svg);
        Some(self.wrapped("", "", [width, height], &svg.into_text()))
    }

    /// The elements of the drawing, and its height.
    fn marks(&self) -> (String, f64) {
        let mut svg = Svg::default();
        let height = match &self.plot {
            Plot::Rows(rows) => rows.draw(&mut svg),
            Plot::Stacks(stacks) => stacks.draw(&mut svg),
            Plot::Histogram(histogram) => histogram.draw(&mut svg),
            Plot::Lines(lines) => lines.draw(&mut svg),
            Plot::Heat(heat) => heat.draw(&mut svg),
        };
        (svg.into_text(), height)
    }

    fn wrapped(&self, attributes: &str, style: &str, [width, height]: [f64; 2], marks: &str) -> String {
        let [width, height] = [width, height].map(coordinate);
        let label = format!("{} {}", self.finding(), self.description);
        let (title, label) = (escaped(&self.title), escaped(label.trim()));
        let head = format!("<svg{attributes} class=\"chart\" viewBox=\"0 0 {width} {height}\" role=\"img\"");
        format!("{head} aria-label=\"{title}. {label}\"><title>{title}</title>{style}{marks}</svg>")
    }

    /// The numbers for people.
    pub fn table(&self) -> Table {
        match &self.plot {
            Plot::Rows(rows) => rows.table(),
            Plot::Stacks(stacks) => stacks.table(),
            Plot::Histogram(histogram) => histogram.table(),
            Plot::Lines(lines) => lines.table(),
            Plot::Heat(heat) => heat.table(),
        }
    }

    /// The numbers for programs, in full: a row for each mark.
    pub fn csv(&self) -> String {
        self.data().csv()
    }

    fn data(&self) -> Table {
        match &self.plot {
            Plot::Rows(rows) => rows.data(),
            Plot::Stacks(stacks) => stacks.data(),
            Plot::Histogram(histogram) => histogram.data(),
            Plot::Lines(lines) => lines.data(),
            Plot::Heat(heat) => heat.data(),
        }
    }

    /// The chart as a Vega-Lite specification of version 5 with its numbers in it, on one line.
    pub fn vega(&self) -> String {
        let spec: Json = vega::spec(self);
        format!("{spec}\n")
    }
}
