//! Every kind of chart, with texts that nobody wrote in good faith: drawings are well formed, every mark says what it
//! is, every number that is drawn stands in the table and in the data.

use equipoise_charts::{
    Along, Axis, Band, Bin, Chart, Color, Crossing, Heat, Histogram, Line, Lines, Mark, Plot, Row, Rows, Series, Stack,
    Stacks, Style, Target, Unit, Value,
};
use proptest::prelude::*;

fn value(number: f64, half_width: f64) -> Value {
    let (lo, hi) = (number - half_width, number + half_width);
    let text = format!("{:.1}%", number * 100.0);
    Value { number, interval: Some([lo, hi]), text, range: format!("{:.1}% to {:.1}%", lo * 100.0, hi * 100.0) }
}

fn chart(name: &str, plot: Plot) -> Chart {
    Chart { name: "chart".to_owned(), title: name.to_owned(), description: format!("About {name}"), plot }
}

/// Every kind of chart of these numbers, under this name.
#[expect(clippy::too_many_lines, reason = "a list of charts, which is as long as there are kinds")]
fn charts(name: &str, numbers: &[f64]) -> Vec<Chart> {
    let series = vec![Series::new(name, Color::Blue), Series::new("other", Color::Orange)];
    let values = || numbers.iter().map(|number| Some(value(*number, 0.01))).collect::<Vec<_>>();
    let band = |lo, hi| Band { lo, hi, name: format!("band of {name}") };
    let row = |(index, number): (usize, &f64)| Row {
        name: format!("{name} {index}"),
        marks: vec![Mark { series: index % 2, name: name.to_owned(), value: Some(value(*number, 0.02)) }],
        band: Some(band(Some(0.2), None)),
        note: name.to_owned(),
    };
    let rows = |style| {
        Plot::Rows(Rows {
            axis: Axis::new(name, Unit::Share),
            of: name.to_owned(),
            style,
            series: series.clone(),
            rows: numbers.iter().enumerate().map(row).collect(),
            band: Some(band(Some(0.3), Some(0.4))),
            holds: vec![],
        })
    };
    let stack = |number: &f64| Stack {
        name: name.to_owned(),
        key: name.to_owned(),
        group: format!("group of {name}"),
        parts: vec![value(*number, 0.01), value(1.0 - number, 0.01)],
    };
    let bin = |(index, number): (usize, &f64)| Bin {
        name: index.to_string(),
        from: index as u32,
        shares: vec![number / numbers.len() as f64, 0.0],
    };
    let lines = |along| {
        Plot::Lines(Lines {
            axis: Axis::new(name, Unit::Share),
            along,
            lines: vec![Line {
                name: name.to_owned(),
                color: Color::Green,
                values: values(),
                exact: numbers.iter().map(|number| Some(*number)).collect(),
            }],
            target: Some(Target { number: 0.5, name: format!("target of {name}") }),
            crossing: Some(Crossing { at: 0.5, interval: Some([0.4, f64::INFINITY]), text: name.to_owned() }),
            holds: vec![],
        })
    };
    let places = || (0..numbers.len()).map(|index| index as f64).collect();
    vec![
        chart(name, rows(Style::Bars)),
        chart(name, rows(Style::Dots)),
        chart(name, rows(Style::Stacked)),
        chart(
            name,
            Plot::Stacks(Stacks {
                axis: Axis::new(name, Unit::Share),
                of: name.to_owned(),
                series: series.clone(),
                rows: numbers.iter().map(stack).collect(),
            }),
        ),
        chart(
            name,
            Plot::Histogram(Histogram {
                of: name.to_owned(),
                share: "share".to_owned(),
                series: series.clone(),
                bins: numbers.iter().enumerate().map(bin).collect(),
                at_least: name.to_owned(),
            }),
        ),
        chart(name, lines(Along::Numbers { name: name.to_owned(), numbers: places() })),
        chart(name, lines(Along::Words { name: name.to_owned(), words: vec![name.to_owned(); numbers.len()] })),
        chart(
            name,
            Plot::Heat(Heat {
                axis: Axis::new(name, Unit::Share),
                across: name.to_owned(),
                columns: vec![name.to_owned(); numbers.len()],
                down: name.to_owned(),
                rows: vec!["1".to_owned(), "2".to_owned()],
                values: vec![values(), values().into_iter().rev().collect()],
                middle: Some(0.5),
                target: Some(Target { number: 0.5, name: name.to_owned() }),
                holds: vec![],
            }),
        ),
    ]
}

/// Whether every element is closed in its order, with nothing in texts and attributes that would end them.
fn is_well_formed(xml: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = xml;
    while let Some(start) = rest.find('<') {
        let Some(end) = rest[start..].find('>') else { return false };
        let tag = &rest[start + 1..start + end];
        if tag.matches('"').count() % 2 == 1 || tag.contains('<') {
            return false;
        }
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if let Some(closed) = tag.strip_prefix('/') {
            if open.pop() != Some(closed) {
                return false;
            }
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        rest = &rest[start + end + 1..];
    }
    open.is_empty()
}

#[test]
fn what_is_not_well_formed_is_seen() {
    for xml in ["<a><b></a></b>", "<a>", "<a x=\"></a>", "</a>"] {
        assert!(!is_well_formed(xml), "{xml}");
    }
    assert!(is_well_formed("<a x=\"1\"><b/>text</a>"));
}

const HOSTILE: [&str; 6] = [
    "plain",
    "<script>alert(1)</script>\"'&",
    "🎲 竜王 e\u{301}",
    "مرحبا \u{202e}reversed\u{2066}",
    "a\u{0}b\nc\td",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
];

#[test]
fn drawings_are_well_formed_whatever_they_are_called() {
    for name in HOSTILE {
        for chart in charts(name, &[0.2, 0.6, 0.4]) {
            for svg in [chart.svg(), chart.standalone("made by <somebody>")] {
                assert!(is_well_formed(&svg), "{svg}");
                assert!(!svg.contains("<script") && !svg.contains("NaN") && !svg.contains("inf\""), "{svg}");
            }
            let vega: serde_json::Value = serde_json::from_str(&chart.vega()).expect("JSON");
            assert_eq!(vega["title"], name);
        }
    }
}

/// Marks are what is filled or drawn in a colour of the data; grids, halos and whiskers belong to them.
#[test]
fn every_mark_has_a_title() {
    for chart in charts("party", &[0.2, 0.6, 0.4]) {
        let svg = chart.svg();
        let marks: Vec<&str> =
            svg.split('<').filter(|tag| tag.contains("class=\"bar f-") || tag.contains("class=\"f-")).collect();
        let untitled = marks.iter().filter(|tag| tag.ends_with("/>"));
        // Keys of a legend are squares of 11 units, discs in their place, or steps of a scale of colours, beside their names.
        let is_key = |tag: &&&str| {
            ["width=\"11\" height=\"11\"", "r=\"4.5\"/>", "height=\"10\"/>"].iter().any(|key| tag.contains(key))
        };
        let untitled: Vec<_> = untitled.filter(|tag| !is_key(tag)).collect();
        assert!(untitled.is_empty(), "{untitled:?}");
        assert!(svg.matches("<title>").count() >= 4, "{svg}");
    }
}

#[test]
fn tables_and_data_have_every_number() {
    let numbers = [0.21, 0.63, 0.47];
    for chart in charts("party", &numbers) {
        let (table, csv) = (chart.table(), chart.csv());
        assert!(table.rows.iter().all(|row| row.len() == table.columns.len()));
        let is_histogram = matches!(chart.plot, Plot::Histogram(_));
        for number in numbers {
            let text = format!("{:.1}%", number * 100.0);
            assert!(is_histogram || table.rows.iter().flatten().any(|field| field.contains(&text)), "{table:?}");
            let share = if is_histogram { number / 3.0 } else { number };
            assert!(csv.contains(&share.to_string()), "{csv}");
        }
    }
}

#[test]
fn a_finding_has_the_outstanding_numbers() {
    let findings: Vec<String> =
        charts("party", &[0.2, 0.6, 0.4, 0.5]).iter().map(|chart| chart.finding().to_lowercase()).collect();
    // A row's only mark is named well enough without its series.
    assert_eq!(findings[0], "from 20.0% (party 0, party) to 60.0% (party 1, party).");
    assert_eq!(findings[2], "from party (party 0) to party (party 1).");
    assert_eq!(findings[3], "party: from 20.0% (party) to 60.0% (party); other: from 40.0% (party) to 80.0% (party).");
    assert_eq!(findings[4], "most often 1 party (15.0%); half of all lie in the bars up to 2.");
    assert_eq!(findings[5], "party: 20.0% at 0, 60.0% at 1, 50.0% at 3.");
    assert_eq!(findings[7], "from 20.0% (party 1, party party) to 60.0% (party 1, party party).");
    let few = charts("party", &[0.25]);
    assert_eq!(few[0].finding(), "Party 0, party 25.0%.");
    assert!(few.iter().all(|chart| chart.finding().ends_with('.')));
}

/// The border of a target runs between cells, so that it crosses no number.
#[test]
fn a_border_lies_between_cells() {
    let heat = |values: Vec<Vec<f64>>| Chart {
        plot: Plot::Heat(Heat {
            axis: Axis::new("share", Unit::Share),
            across: "across".to_owned(),
            columns: vec!["1".to_owned(), "2".to_owned()],
            down: "down".to_owned(),
            rows: vec!["1".to_owned(), "2".to_owned()],
            values: values
                .into_iter()
                .map(|row| row.into_iter().map(|number| Some(value(number, 0.0))).collect())
                .collect(),
            middle: Some(0.5),
            target: Some(Target { number: 0.5, name: "half".to_owned() }),
            holds: vec![0.0, 1.0],
        }),
        ..chart("heat", charts("any", &[0.5]).swap_remove(0).plot)
    };
    let border = |chart: &Chart| {
        let svg = chart.svg();
        let path = svg
            .split("class=\"contour\" d=\"")
            .nth(1)
            .expect("a border")
            .split('"')
            .next()
            .expect("its data")
            .to_owned();
        [path.matches('V').count(), path.matches('H').count()]
    };
    // A step from one column to the other in both rows, then a corner.
    assert_eq!(border(&heat(vec![vec![0.9, 0.1], vec![0.8, 0.2]])), [2, 0]);
    assert_eq!(border(&heat(vec![vec![0.9, 0.1], vec![0.2, 0.2]])), [1, 1]);
    assert_eq!(border(&heat(vec![vec![0.9, 0.9], vec![0.5, 0.7]])), [0, 0]);
}

#[test]
fn the_same_numbers_give_the_same_drawing() {
    let drawn = || charts("party", &[0.2, 0.6, 0.4]).iter().map(Chart::svg).collect::<String>();
    assert_eq!(drawn(), drawn());
}

/// A drawing by itself is put onto pages that know nothing of it, light ones and dark ones.
#[test]
fn a_drawing_by_itself_brings_its_paper_and_keeps_its_colours() {
    for chart in charts("sheet", &[0.25, 0.5]) {
        let drawing = chart.standalone("");
        assert!(drawing.contains("<rect class=\"paper\"") && !drawing.contains("@media"), "{drawing}");
        assert!(!chart.svg().contains("paper\""));
    }
}

proptest! {
    #[test]
    fn no_numbers_break_a_drawing(numbers in prop::collection::vec(0.0..=1.0f64, 1..80)) {
        for chart in charts("party", &numbers) {
            let svg = chart.svg();
            prop_assert!(is_well_formed(&svg) && !svg.contains("NaN") && !svg.contains("inf"), "{}", svg);
            prop_assert!(chart.csv().lines().count() > 1);
        }
    }

    #[test]
    fn no_name_breaks_a_drawing(name in ".*") {
        for chart in charts(&name, &[0.2, 0.6]) {
            prop_assert!(is_well_formed(&chart.standalone(&chart.title)));
        }
    }
}

/// Names of columns that have no room beside each other are all written, downwards.
#[test]
fn long_names_of_columns_are_written_downwards() {
    let value = |number: f64| Some(Value::plain(number, format!("{number}")));
    let drawn = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let values = names.iter().map(|_| names.iter().map(|_| value(0.5)).collect()).collect();
        let plot = Plot::Heat(Heat {
            axis: Axis::new("wins", Unit::Share),
            across: "against".to_owned(),
            columns: names.clone(),
            down: "contender".to_owned(),
            rows: names,
            values,
            middle: Some(0.5),
            target: None,
            holds: Vec::new(),
        });
        Chart { name: "matrix".to_owned(), title: "Who beats whom".to_owned(), description: String::new(), plot }.svg()
    };
    let few = drawn(&["ann", "bob"]);
    assert!(!few.contains("rotate(90)") && few.matches(">bob<").count() == 2, "{few}");
    let many: Vec<String> = (0..12).map(|number| format!("fighter-{number}")).collect();
    let many = drawn(&many.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(many.matches("rotate(90)").count(), 12, "{many}");
    assert!((0..12).all(|number| many.matches(&format!(">fighter-{number}<")).count() == 2), "{many}");
    let numbers: Vec<String> = (0..40).map(|number| (1000 + number).to_string()).collect();
    assert!(!drawn(&numbers.iter().map(String::as_str).collect::<Vec<_>>()).contains("rotate(90)"));
}

/// The source of a drawing stands below it if it stands alone, and not in a page.
#[test]
fn a_drawing_that_stands_alone_names_its_source() {
    for chart in charts("party", &[0.2, 0.6]) {
        let source = "equipoise run a.toml --seed 7";
        let (alone, without) = (chart.standalone(source), chart.standalone(""));
        assert!(alone.contains(source) && !without.contains(source) && !chart.svg().contains(source));
        let height = |svg: &str| {
            let numbers = svg.split("viewBox=\"0 0 360 ").nth(1).and_then(|rest| rest.split('"').next());
            numbers.and_then(|number| number.parse::<f64>().ok()).expect("a height")
        };
        assert!(height(&alone) > height(&without));
    }
}
