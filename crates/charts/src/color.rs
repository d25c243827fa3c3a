//! Colours, as classes whose values a page may set.

/// A colour of the palette of Okabe and Ito, which people with the usual kinds of colour-blindness tell apart. Those
/// that stand beside each other here differ in lightness as well, so that grey paper keeps them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Color {
    /// Dark.
    Blue,
    /// Light.
    Orange,
    /// Lighter, without a hue.
    Grey,
    /// Darkest.
    Black,
    /// Middling, bluish.
    Green,
    /// Light, bluish.
    Sky,
    /// Middling, reddish.
    Vermilion,
    /// Middling, purplish.
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

    /// The colour on white.
    pub(crate) const fn hex(self) -> &'static str {
        match self {
            Self::Blue => "#0072b2",
            Self::Orange => "#e69f00",
            Self::Grey => "#bdbdbd",
            Self::Black => "#333333",
            Self::Green => "#009e73",
            Self::Sky => "#56b4e9",
            Self::Vermilion => "#d55e00",
            Self::Purple => "#cc79a7",
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
.chart{--ink:#1a1a1a;--faint:#595959;--grid:#dcdcdc;--paper:#ffffff;--blue:#0072b2;--orange:#e69f00;--grey:#bdbdbd;\
--black:#333333;--green:#009e73;--sky:#56b4e9;--vermilion:#d55e00;--purple:#cc79a7;--heat:#0072b2;\
font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif;font-size:13px}
.chart text{fill:var(--ink);unicode-bidi:isolate}.chart .faint{fill:var(--faint)}
.chart .small{font-size:11px}.chart .end{text-anchor:end}.chart .middle{text-anchor:middle}
.chart .grid{stroke:var(--grid);stroke-width:1}.chart .rule{stroke:var(--faint);stroke-width:1}
.chart .whisker,.chart .contour{stroke:var(--ink);stroke-width:1.5;fill:none}
.chart .halo{stroke:var(--paper);stroke-width:3.5;fill:none}
.chart .over{paint-order:stroke;stroke:var(--paper);stroke-opacity:.6;stroke-width:3;stroke-linejoin:round}
.chart .target{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:5 4;fill:none}
.chart .at-least{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:2 3;fill:none}
.chart .range{fill:var(--faint);fill-opacity:.18}.chart .heat{fill:var(--heat)}
.chart .ring{fill:var(--paper);stroke-width:2}
.chart .exact{fill:none;stroke:var(--ink);stroke-width:1.5}.chart .hit{fill:transparent}
.chart .bar{stroke:var(--paper);stroke-width:.75}
.chart .f-blue{fill:var(--blue)}.chart .f-orange{fill:var(--orange)}.chart .f-grey{fill:var(--grey)}
.chart .f-black{fill:var(--black)}.chart .f-green{fill:var(--green)}.chart .f-sky{fill:var(--sky)}
.chart .f-vermilion{fill:var(--vermilion)}.chart .f-purple{fill:var(--purple)}
.chart .l{fill:none;stroke-width:2}.chart .b{fill-opacity:.25;stroke:none}
.chart .l-blue{stroke:var(--blue)}.chart .l-orange{stroke:var(--orange)}.chart .l-grey{stroke:var(--grey)}
.chart .l-black{stroke:var(--black)}.chart .l-green{stroke:var(--green)}.chart .l-sky{stroke:var(--sky)}
.chart .l-vermilion{stroke:var(--vermilion)}.chart .l-purple{stroke:var(--purple)}
";

/// The colours of dark and of printed pages: after [`CSS`] in a page that is dark where the reader's system is.
pub const CSS_OF_SCHEMES: &str = "\
@media (prefers-color-scheme:dark){.chart{--ink:#ececec;--faint:#b5b5b5;--grid:#3a3a3a;--paper:#161616;--blue:#4da3db;\
--orange:#f0b030;--grey:#808080;--black:#d9d9d9;--green:#2bbf95;--vermilion:#ef7f2e;--purple:#dd94bd}}
@media print{.chart{--ink:#000000;--faint:#333333;--grid:#cccccc;--paper:#ffffff;--blue:#0072b2;--orange:#e69f00;\
--grey:#cccccc;--black:#333333;--green:#009e73;--vermilion:#d55e00;--purple:#cc79a7}}
";
