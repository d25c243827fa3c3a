//! Colours, as classes whose values a page may set.

/// A colour after the palette of Okabe and Ito, which people with the usual kinds of colour-blindness tell apart. Each has a contrast of
/// 3:1 or more to the paper (WCAG 2.2, 1.4.11), which some of theirs lack on white. Areas of a colour have stripes of their own and lines
/// dashes of their own, so that nobody needs the colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Color {
    /// Plain.
    Blue,
    /// Wide stripes, long dashes.
    Orange,
    /// Dotted.
    Grey,
    /// Plain; dashes and dots.
    Black,
    /// Plain.
    Green,
    /// Narrow stripes, short dashes.
    Sky,
    /// Narrow stripes, short dashes.
    Vermilion,
    /// Broad stripes, long dashes.
    Purple,
}

impl Color {
    /// The name in class names.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Orange => "orange",
            Self::Grey => "grey",
            Self::Black => "black",
            Self::Green => "green",
            Self::Sky => "sky",
            Self::Vermilion => "vermilion",
            Self::Purple => "purple",
        }
    }

    /// Whether areas of the colour have stripes.
    pub(crate) const fn is_striped(self) -> bool {
        !matches!(self, Self::Blue | Self::Black | Self::Green)
    }

    /// The colour on white.
    pub(crate) const fn hex(self) -> &'static str {
        match self {
            Self::Blue => "#0072b2",
            Self::Orange => "#c96a00",
            Self::Grey => "#868686",
            Self::Black => "#333333",
            Self::Green => "#00805d",
            Self::Sky => "#3f94d1",
            Self::Vermilion => "#c24a00",
            Self::Purple => "#b5638f",
        }
    }
}

/// A group of marks of one colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Series {
    /// Their name in the legend.
    pub name: String,
    /// Their colour.
    pub color: Color,
    /// The shape of their dots, so that no colour is needed to tell them apart.
    pub shape: Shape,
}

/// The shape of a dot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A filled circle.
    Disc,
    /// A filled square.
    Square,
    /// An open circle.
    Ring,
}

impl Series {
    /// Marks of this name and colour, as filled circles where they are dots.
    pub fn new(name: impl Into<String>, color: Color) -> Self {
        Self { name: name.into(), color, shape: Shape::Disc }
    }

    /// The same marks in another shape.
    #[must_use]
    pub fn shaped(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }
}

/// The style of all charts, in light colours: once in a page, and within each drawing that stands by itself.
pub const CSS: &str = "\
.chart{--ink:#1a1a1a;--faint:#595959;--grid:#dcdcdc;--paper:#ffffff;--blue:#0072b2;--orange:#c96a00;--grey:#868686;\
--black:#333333;--green:#00805d;--sky:#3f94d1;--vermilion:#c24a00;--purple:#b5638f;\
font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif;font-size:13px}
.chart text{fill:var(--ink);unicode-bidi:isolate}.chart .faint{fill:var(--faint)}
.chart .title{font-weight:600}.chart .small{font-size:12px}.chart .end{text-anchor:end}.chart .middle{text-anchor:middle}
.chart .grid{stroke:var(--grid);stroke-width:1}.chart .rule{stroke:var(--faint);stroke-width:1}
.chart .whisker,.chart .contour{stroke:var(--ink);stroke-width:1.5;fill:none}
.chart .halo{stroke:var(--paper);stroke-width:3.5;fill:none}
.chart .on{fill:var(--paper)}.chart .over{paint-order:stroke;stroke:var(--paper);stroke-opacity:.8;stroke-width:3.5;stroke-linejoin:round}
.chart .target{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:5 4;fill:none}
.chart .range{fill:var(--faint);fill-opacity:.18}
.chart .exact{fill:none;stroke:var(--ink);stroke-width:1.5}
.chart .bar{stroke:var(--paper);stroke-width:.75}
.chart .f-blue{fill:var(--blue)}.chart .f-orange{fill:var(--orange)}.chart .f-grey{fill:var(--grey)}
.chart .f-black{fill:var(--black)}.chart .f-green{fill:var(--green)}.chart .f-sky{fill:var(--sky)}
.chart .f-vermilion{fill:var(--vermilion)}.chart .f-purple{fill:var(--purple)}
.chart .l{fill:none;stroke-width:2}.chart .b{fill-opacity:.25;stroke:none}
.chart .l-blue{stroke:var(--blue)}.chart .l-orange{stroke:var(--orange)}.chart .l-grey{stroke:var(--grey)}
.chart .l-black{stroke:var(--black)}.chart .l-green{stroke:var(--green)}.chart .l-sky{stroke:var(--sky)}
.chart .l-vermilion{stroke:var(--vermilion)}.chart .l-purple{stroke:var(--purple)}
.chart .l-orange,.chart .l-purple{stroke-dasharray:8 3}.chart .l-sky,.chart .l-vermilion{stroke-dasharray:4 2}
.chart .l-grey{stroke-dasharray:2 2}.chart .l-black{stroke-dasharray:8 3 2 3}.chart .alone{stroke-dasharray:none}
.chart .ring{fill:var(--paper);stroke-width:2;stroke-dasharray:none}
.chart .stripes{fill:none;stroke:var(--paper);stroke-opacity:.5}.chart .t-orange{stroke-dasharray:1.5 4.5}
.chart .t-sky,.chart .t-vermilion{stroke-dasharray:1 2}.chart .t-purple{stroke-dasharray:4 4}.chart .t-grey{stroke-dasharray:2 2}
";

/// The colours of dark and of printed pages: after [`CSS`] in a page that is dark where the reader's system is.
pub const CSS_OF_SCHEMES: &str = "\
@media (prefers-color-scheme:dark){.chart{--ink:#ececec;--faint:#b5b5b5;--grid:#3a3a3a;--paper:#161616;--blue:#4da3db;\
--orange:#f0b030;--grey:#8c8c8c;--black:#9a9a9a;--green:#2bbf95;--sky:#7cc4f0;--vermilion:#ef7f2e;--purple:#dd94bd}}
@media print{.chart{--ink:#000000;--faint:#333333;--grid:#cccccc;--paper:#ffffff;--blue:#0072b2;--orange:#c96a00;\
--grey:#868686;--black:#333333;--green:#00805d;--sky:#3f94d1;--vermilion:#c24a00;--purple:#b5638f}}
";

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Color; 8] = [
        Color::Blue,
        Color::Orange,
        Color::Grey,
        Color::Black,
        Color::Green,
        Color::Sky,
        Color::Vermilion,
        Color::Purple,
    ];

    /// The relative luminance of a colour (WCAG 2.2).
    fn luminance(hex: &str) -> f64 {
        let channel = |index: usize| {
            let value = f64::from(u8::from_str_radix(&hex[index..index + 2], 16).expect("a colour")) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let [one, other] = [one, other].map(luminance);
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// The last value that a style gives a colour.
    fn value<'a>(style: &'a str, name: &str) -> &'a str {
        let start = style.rfind(&format!("--{name}:")).expect("it is set") + name.len() + 3;
        &style[start..start + 7]
    }

    #[test]
    fn every_colour_stands_out_from_the_paper() {
        let dark = CSS_OF_SCHEMES.split("@media print").next().expect("the dark scheme");
        for style in [CSS, dark, CSS_OF_SCHEMES] {
            let paper = value(style, "paper");
            for color in ALL {
                let found = contrast(value(style, color.name()), paper);
                assert!(found >= 3.0, "{}: {found}", color.name());
                // Texts on plain areas have the colour of the paper.
                assert!(color.is_striped() || found >= 4.5, "{}: {found}", color.name());
            }
            for text in ["ink", "faint"] {
                assert!(contrast(value(style, text), paper) >= 4.5, "{text}");
            }
        }
        assert!(ALL.iter().all(|color| value(CSS, color.name()) == color.hex()));
    }
}
