//! Legends: what colours stand for.

use crate::color::{Series, Shape};
use crate::svg::{Anchor, Rect, Svg};
use crate::text::{SMALL, width};

/// The height of one line of a legend.
const LINE: f64 = 18.0;

/// The symbol of an entry of a legend, beside its name.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Key {
    Color(crate::Color),
    Line(crate::Color),
    Dot(crate::Color, Shape),
    Class(&'static str),
    Ring,
}

/// The entries of series.
pub(crate) fn entries(series: &[Series]) -> Vec<(Key, String)> {
    series.iter().map(|series| (Key::Color(series.color), series.name.clone())).collect()
}

/// The entries of series whose marks are dots.
pub(crate) fn entries_of_dots(series: &[Series]) -> Vec<(Key, String)> {
    series.iter().map(|series| (Key::Dot(series.color, series.shape), series.name.clone())).collect()
}

/// Draws entries beside each other, in as many lines as they need, and returns the height of all lines.
pub(crate) fn legend(svg: &mut Svg, entries: &[(Key, String)], [left, right]: [f64; 2], top: f64) -> f64 {
    let (mut x, mut y) = (left, top);
    for (key, name) in entries {
        let room = (width(name, SMALL) + 4.0).min(right - left - 20.0);
        if x > left && x + 16.0 + room > right {
            (x, y) = (left, y + LINE);
        }
        match key {
            Key::Color(color) => {
                svg.bar(*color, Rect { x, y: y + 4.0, width: 11.0, height: 11.0 }, "");
            }
            Key::Line(color) => {
                let points = [[x - 2.0, y + 9.5], [x + 13.0, y + 9.5]];
                svg.path(&format!("l l-{}", color.name()), &points, false, "");
            }
            Key::Dot(color, shape) => svg.mark(*color, *shape, [x + 5.5, y + 9.5], 4.5, ""),
            Key::Class(class) => svg.line(class, [x - 2.0, y + 9.5], [x + 13.0, y + 9.5], ""),
            Key::Ring => svg.dot("exact", [x + 5.5, y + 9.5], 4.0, ""),
        }
        svg.text("small", [x + 16.0, y + 13.5], Anchor::Start, name, Some(room));
        x += 16.0 + room + 10.0;
    }
    if entries.is_empty() { 0.0 } else { y + LINE + 4.0 - top }
}
