//! Charts of shares and means: numbers in, text out.
//!
//! A [`Chart`] is data: a title, what it tells, and one of five [plots](Plot). It is drawn as [SVG](Chart::svg), in the
//! page of a report or [by itself](Chart::standalone), and the same numbers come as a [table](Chart::table), as
//! [CSV](Chart::csv) and as a [Vega-Lite](Chart::vega) specification.
//!
//! Every mark of a drawing has a `<title>` that says what it stands for, every text comes from the caller and is
//! escaped, and no two labels of an axis overlap: widths of texts are estimated, since nothing here knows a font.
//! Colours are told apart by people with the usual kinds of colour-blindness and, by their lightness and by labels, on
//! grey paper. Coordinates have two decimals, so that the same numbers give the same bytes.
//!
//! Nothing here touches a file, a clock or a thread: the crate builds for the browser.

#![forbid(unsafe_code)]

mod axis;
mod chart;
mod color;
mod finding;
mod heat;
mod histogram;
mod legend;
mod lines;
mod number;
mod rows;
mod scale;
mod stacks;
mod svg;
mod table;
mod text;
mod value;
mod vega;

pub use axis::{Axis, Unit};
pub use chart::{Chart, Plot};
pub use color::{CSS, CSS_OF_SCHEMES, Color, Series, Shape};
pub use heat::Heat;
pub use histogram::{Bin, Histogram};
pub use lines::{Along, Crossing, Line, Lines, Target};
pub use rows::{Band, Mark, Row, Rows, Style};
pub use stacks::{Stack, Stacks};
pub use table::Table;
pub use value::Value;
