//! SVG as it is written down.

use std::fmt::Write;

use crate::color::{Color, Shape};
use crate::number::coordinate;
use crate::text::{self, escaped};

/// The elements of a drawing.
#[derive(Debug, Default)]
pub(crate) struct Svg {
    text: String,
}

/// A rectangle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rect {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// The part of a text that is at its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// The least length of an area that shows stripes.
const STRIPED_MIN: f64 = 4.0;

impl Svg {
    /// The elements.
    pub(crate) fn into_text(self) -> String {
        self.text
    }

    /// A filled rectangle; never too thin to be seen. Without a title it is decoration.
    pub(crate) fn rect(&mut self, class: &str, rect: Rect, title: &str) {
        let Rect { x, y, width, height } = rect;
        let [x, y, width, height] = [x, y, width.max(0.0), height.max(0.0)].map(coordinate);
        self.element(
            &format!("rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""),
            "rect",
            title,
        );
    }

    /// A rectangle in a colour, with the stripes of that colour across its longer side.
    pub(crate) fn bar(&mut self, color: Color, rect: Rect, title: &str) {
        self.rect(&format!("bar f-{}", color.name()), rect, title);
        let Rect { x, y, width, height } = rect;
        if !color.is_striped() || width.max(height) < STRIPED_MIN {
            return;
        }
        let is_wide = width >= height;
        let (from, side, end) = if is_wide {
            ([x, y + height / 2.0], height, format!("H{}", coordinate(x + width)))
        } else {
            ([x + width / 2.0, y + height], width, format!("V{}", coordinate(y)))
        };
        let [x, y] = from.map(coordinate);
        let (name, side) = (color.name(), coordinate(side.max(0.0)));
        let _ = write!(self.text, "<path class=\"stripes t-{name}\" stroke-width=\"{side}\" d=\"M{x} {y}{end}\"/>");
    }

    /// A rectangle in a colour that lets the paper through; `opacity` is 0..=1.
    pub(crate) fn shade(&mut self, color: Color, opacity: f64, rect: Rect, title: &str) {
        let class = format!("f-{}", color.name());
        let opacity = coordinate(opacity);
        let Rect { x, y, width, height } = rect;
        let [x, y, width, height] = [x, y, width, height].map(coordinate);
        let start = format!("rect class=\"{class}\" fill-opacity=\"{opacity}\" x=\"{x}\" y=\"{y}\"");
        self.element(&format!("{start} width=\"{width}\" height=\"{height}\""), "rect", title);
    }

    /// A straight line.
    pub(crate) fn line(&mut self, class: &str, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], title: &str) {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(coordinate);
        self.element(&format!("line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\""), "line", title);
    }

    /// An interval along a row, with caps at its ends.
    pub(crate) fn whisker(&mut self, [lo, hi]: [f64; 2], y: f64, cap: f64) {
        let [lo, hi, y, above, height] = [lo, hi, y, y - cap, 2.0 * cap].map(coordinate);
        let data = format!("M{lo} {above}v{height}M{lo} {y}H{hi}M{hi} {above}v{height}");
        // The halo keeps it visible on dark bars.
        let _ = write!(self.text, "<path class=\"halo\" d=\"{data}\"/><path class=\"whisker\" d=\"{data}\"/>");
    }

    /// A line through points, or the outline of an area.
    pub(crate) fn path(&mut self, class: &str, points: &[[f64; 2]], is_closed: bool, title: &str) {
        let mut data = String::new();
        for (index, [x, y]) in points.iter().enumerate() {
            let letter = if index == 0 { 'M' } else { 'L' };
            let _ = write!(data, "{letter}{} {}", coordinate(*x), coordinate(*y));
        }
        data.push_str(if is_closed { "Z" } else { "" });
        self.element(&format!("path class=\"{class}\" d=\"{data}\""), "path", title);
    }

    /// A path whose data is known.
    pub(crate) fn raw_path(&mut self, class: &str, data: &str, title: &str) {
        self.element(&format!("path class=\"{class}\" d=\"{data}\""), "path", title);
    }

    /// A dot.
    pub(crate) fn dot(&mut self, class: &str, [x, y]: [f64; 2], radius: f64, title: &str) {
        let [x, y, radius] = [x, y, radius].map(coordinate);
        self.element(&format!("circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""), "circle", title);
    }

    /// A dot of a shape, as wide as a circle of this radius.
    pub(crate) fn mark(&mut self, color: Color, shape: Shape, [x, y]: [f64; 2], radius: f64, title: &str) {
        match shape {
            Shape::Disc => self.dot(&format!("bar f-{}", color.name()), [x, y], radius, title),
            Shape::Square => {
                let side = 2.0 * radius - 1.0;
                let rect = Rect { x: x - side / 2.0, y: y - side / 2.0, width: side, height: side };
                self.rect(&format!("bar f-{}", color.name()), rect, title);
            }
            Shape::Ring => self.dot(&format!("ring l-{}", color.name()), [x, y], radius - 1.0, title),
        }
    }

    /// A text; of one that is cut to fit into the room, the whole is its title.
    pub(crate) fn text(&mut self, class: &str, [x, y]: [f64; 2], anchor: Anchor, text: &str, room: Option<f64>) {
        let size = if class.contains("small") { text::SMALL } else { text::SIZE };
        let shown = room.map_or(text.into(), |room| text::cut(text, size, room));
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " middle",
            Anchor::End => " end",
        };
        let class = format!("{class}{anchor}");
        let class = class.trim();
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        let [x, y] = [x, y].map(coordinate);
        let whole = if shown == text { String::new() } else { format!("<title>{}</title>", escaped(text)) };
        let _ = write!(self.text, "<text{class} x=\"{x}\" y=\"{y}\">{}{whole}</text>", escaped(&shown));
    }

    /// A small text that is read downwards from its beginning, cut like [`text`](Self::text).
    pub(crate) fn text_down(&mut self, [x, y]: [f64; 2], text: &str, room: f64) {
        let [x, y] = [x, y].map(coordinate);
        let _ = write!(self.text, "<g transform=\"translate({x} {y}) rotate(90)\">");
        self.text("small faint", [0.0, 0.0], Anchor::Start, text, Some(room));
        self.text.push_str("</g>");
    }

    fn element(&mut self, start: &str, name: &str, title: &str) {
        let _ = if title.is_empty() {
            write!(self.text, "<{start}/>")
        } else {
            write!(self.text, "<{start}><title>{}</title></{name}>", escaped(title))
        };
    }
}
