//! Charts as pictures of pixels, drawn here with a font of their own, so that no machine's fonts and no machine change a byte.

use std::io;
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Source;
use resvg::usvg::{Options, Tree};

/// Pixels per unit of a drawing: a chart is 1,080 pixels wide.
const SCALE: f32 = 3.0;

/// A drawing that stands by itself as PNG.
///
/// # Errors
/// If the drawing has no style, or is too large for a picture.
pub(crate) fn png(svg: &str) -> io::Result<Vec<u8>> {
    let svg = with_values(svg).ok_or_else(|| io::Error::other("a drawing without a style"))?;
    let mut options = Options::default();
    // Families that the style names and that are not here are passed over until its last, which is any without serifs.
    options.fontdb_mut().load_font_source(Source::Binary(Arc::new(dejavu::sans::regular())));
    options.fontdb_mut().set_sans_serif_family("DejaVu Sans");
    let tree = Tree::from_str(&svg, &options).map_err(io::Error::other)?;
    let size = tree.size().scale_by(SCALE).map(|size| size.to_int_size());
    let pixels = size.and_then(|size| Pixmap::new(size.width(), size.height()));
    let mut pixels = pixels.ok_or_else(|| io::Error::other("the drawing is too large for a picture"))?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(io::Error::other)
}

/// A drawing in whose style the values of variables stand for them. The renderer knows no variables, and passes over the rest of a block that
/// defines one, so that the definitions go as well.
fn with_values(svg: &str) -> Option<String> {
    let (head, rest) = svg.split_once("<style>")?;
    let (style, tail) = rest.split_once("</style>")?;
    let mut plain = style.to_owned();
    for declaration in style.split(['{', ';', '}']) {
        if let Some((name, value)) = declaration.split_once(':').filter(|(name, _)| name.starts_with("--")) {
            plain = plain.replace(&format!("{declaration};"), "").replace(&format!("var({name})"), value);
        }
    }
    Some(format!("{head}<style>{plain}</style>{tail}"))
}

#[cfg(test)]
mod tests {
    use equipoise_charts::{Axis, Chart, Color, Mark, Plot, Row, Rows, Series, Style, Unit, Value};

    use super::*;

    fn chart(name: &str) -> Chart {
        let mark = Mark { series: 0, name: String::new(), value: Some(Value::plain(0.5, "50%")) };
        Chart {
            name: "winners".to_owned(),
            title: "Who wins".to_owned(),
            description: "Shares".to_owned(),
            plot: Plot::Rows(Rows {
                axis: Axis::new("share", Unit::Share),
                of: "outcome".to_owned(),
                style: Style::Bars,
                series: vec![Series::new("party wins", Color::Blue)],
                rows: vec![Row { name: name.to_owned(), marks: vec![mark], band: None, note: String::new() }],
                band: None,
                holds: vec![0.0, 1.0],
            }),
        }
    }

    /// The colours of the pixels of a drawing, each with how many have it.
    fn colors(svg: &str) -> std::collections::BTreeMap<[u8; 3], usize> {
        let picture = Pixmap::decode_png(&png(svg).expect("a picture")).expect("PNG");
        assert_eq!(picture.width(), 1080);
        let mut colors = std::collections::BTreeMap::new();
        for pixel in picture.pixels() {
            *colors.entry([pixel.red(), pixel.green(), pixel.blue()]).or_default() += 1;
        }
        colors
    }

    #[test]
    fn a_picture_has_the_colours_of_the_drawing_and_its_texts() {
        let with_name = colors(&chart("party wins").standalone(""));
        assert!(with_name[&[255, 255, 255]] > 10_000, "paper");
        assert!(with_name[&[0x00, 0x72, 0xb2]] > 1000, "a bar of half the width");
        let ink =
            |colors: &std::collections::BTreeMap<[u8; 3], usize>| colors.get(&[0x1a, 0x1a, 0x1a]).copied().unwrap_or(0);
        let without = colors(&chart("").standalone(""));
        assert!(ink(&with_name) > ink(&without), "the name is drawn: {} {}", ink(&with_name), ink(&without));
    }

    #[test]
    fn no_variable_is_left_and_no_name_is_taken_for_one() {
        let hostile = chart("a</style>{--ink:red;}<style>var(--ink)");
        let plain = with_values(&hostile.standalone("")).expect("it has a style");
        let style = plain.split("<style>").nth(1).expect("a style").split("</style>").next().expect("its end");
        assert!(!style.contains("--") && !style.contains("var("), "{style}");
        assert!(style.contains("font-size:13px") && style.contains("fill:#1a1a1a"), "{style}");
        png(&hostile.standalone("")).expect("a picture");
        assert!(png("<svg/>").is_err());
    }
}
