//! Charts as Vega-Lite specifications: the same numbers and encodings, for notebooks and pages that draw by themselves.

use serde_json::{Value as Json, json};

use crate::chart::{Chart, Plot};
use crate::color::{Color, Series, Shape};
use crate::heat::Heat;
use crate::histogram::Histogram;
use crate::lines::{Along, Lines};
use crate::rows::{Mark, Row, Rows, Style};
use crate::stacks::Stacks;
use crate::value::Value;

const SCHEMA: &str = "https://vega.github.io/schema/vega-lite/v5.json";

pub(crate) fn spec(chart: &Chart) -> Json {
    let mut spec = match &chart.plot {
        Plot::Rows(rows) => of_rows(rows),
        Plot::Stacks(stacks) => of_stacks(stacks),
        Plot::Histogram(histogram) => of_histogram(histogram),
        Plot::Lines(lines) => of_lines(lines),
        Plot::Heat(heat) => of_heat(heat),
    };
    let map = spec.as_object_mut().expect("specifications are objects");
    map.insert("$schema".to_owned(), json!(SCHEMA));
    map.insert("title".to_owned(), json!(chart.title));
    map.insert("description".to_owned(), json!(chart.description));
    map.insert("usermeta".to_owned(), json!({"generator": "equipoise"}));
    spec
}

/// The colours of series, which keep their order.
fn colors(series: &[Series]) -> Json {
    let names: Vec<&str> = series.iter().map(|series| series.name.as_str()).collect();
    let range: Vec<&str> = series.iter().map(|series| series.color.hex()).collect();
    json!({"field": "series", "type": "nominal", "title": null, "scale": {"domain": names, "range": range}})
}

/// The shapes of series whose dots have any but the usual one.
fn shapes(series: &[Series]) -> Option<Json> {
    let shape = |series: &Series| match series.shape {
        Shape::Disc => "circle",
        Shape::Square => "square",
        Shape::Ring => "diamond",
    };
    let names: Vec<&str> = series.iter().map(|series| series.name.as_str()).collect();
    let range: Vec<&str> = series.iter().map(shape).collect();
    let is_needed = series.iter().any(|series| series.shape != Shape::Disc);
    let scale = json!({"domain": names, "range": range});
    is_needed.then(|| json!({"field": "series", "type": "nominal", "title": null, "scale": scale}))
}

/// The fields of a value; `null` where there is none.
fn fields(value: Option<&Value>) -> [Json; 3] {
    let number = value.map(|value| value.number).filter(|number| number.is_finite());
    let ends = value.and_then(|value| value.interval);
    [json!(number), json!(ends.map(|ends| ends[0])), json!(ends.map(|ends| ends[1]))]
}

fn of_rows(rows: &Rows) -> Json {
    let values: Vec<Json> = rows
        .rows
        .iter()
        .flat_map(|row: &Row| {
            row.marks.iter().map(|mark: &Mark| {
                let [value, lo, hi] = fields(mark.value.as_ref());
                let series = &rows.series[mark.series].name;
                let band = row.band.as_ref();
                let wanted = [band.and_then(|band| band.lo), band.and_then(|band| band.hi)];
                json!({"row": row.name, "mark": mark.name, "series": series, "value": value, "lo": lo, "hi": hi,
                    "wanted_lo": wanted[0], "wanted_hi": wanted[1], "note": row.note})
            })
        })
        .collect();
    if rows.style == Style::Stacked {
        return stacked(rows, &values);
    }
    let mark = if rows.style == Style::Bars { "bar" } else { "point" };
    let axis = json!({"format": rows.axis.unit.vega_format()});
    let x = json!({"field": "value", "type": "quantitative", "title": rows.axis.name, "axis": axis});
    let offset = json!({"field": "mark", "type": "nominal", "sort": null});
    // A band belongs to no row, so that each layer says itself whether it has rows.
    let y = json!({"field": "row", "type": "nominal", "sort": null, "title": rows.of});
    let lo = json!({"field": "lo", "type": "quantitative", "title": rows.axis.name});
    let mut encoding = json!({"x": x, "y": y, "color": colors(&rows.series), "yOffset": offset});
    if let (Style::Dots, Some(shapes)) = (rows.style, shapes(&rows.series)) {
        encoding["shape"] = shapes;
    }
    let mut layers = vec![
        json!({"mark": {"type": mark, "tooltip": true}, "encoding": encoding}),
        json!({"mark": {"type": "rule"}, "encoding": {"x": lo, "x2": {"field": "hi"}, "y": y, "yOffset": offset}}),
    ];
    if rows.rows.iter().any(|row| row.band.is_some()) {
        let x = json!({"field": "wanted_lo", "type": "quantitative"});
        layers.insert(
            0,
            json!({"mark": {"type": "bar", "opacity": 0.2, "color": "#595959"},
            "encoding": {"x": x, "x2": {"field": "wanted_hi"}, "y": y}}),
        );
    }
    if let Some(band) = &rows.band {
        let ends = json!([{"lo": band.lo, "hi": band.hi}]);
        layers.insert(
            0,
            json!({"data": {"values": ends}, "mark": {"type": "rect", "opacity": 0.2, "color": "#595959"},
            "encoding": {"x": lo, "x2": {"field": "hi"}}}),
        );
    }
    json!({"data": {"values": values}, "layer": layers})
}

/// Bars in parts, in the order of the marks.
fn stacked(rows: &Rows, values: &[Json]) -> Json {
    let x = json!({"field": "value", "type": "quantitative", "title": rows.axis.name, "stack": "zero",
        "axis": {"format": rows.axis.unit.vega_format()}});
    json!({"data": {"values": values}, "mark": {"type": "bar", "tooltip": true, "stroke": "white"}, "encoding": {
        "x": x, "y": {"field": "row", "type": "nominal", "sort": null, "title": rows.of},
        "color": colors(&rows.series), "detail": {"field": "mark", "type": "nominal"},
        "order": {"field": "value", "type": "quantitative", "sort": "descending"}}})
}

fn of_stacks(stacks: &Stacks) -> Json {
    let mut values = Vec::new();
    for row in &stacks.rows {
        for (order, (series, part)) in stacks.series.iter().zip(&row.parts).enumerate() {
            let [value, lo, hi] = fields(Some(part));
            values.push(json!({"row": row.name, "group": row.group, "series": series.name, "order": order,
                "value": value, "lo": lo, "hi": hi}));
        }
    }
    json!({"data": {"values": values}, "mark": {"type": "bar", "tooltip": true}, "encoding": {
        "x": {"field": "value", "type": "quantitative", "title": stacks.axis.name, "axis": {"format": ".0%"}},
        "y": {"field": "row", "type": "nominal", "sort": null, "title": stacks.of},
        "order": {"field": "order", "type": "quantitative"}, "color": colors(&stacks.series)}})
}

fn of_histogram(histogram: &Histogram) -> Json {
    let mut values = Vec::new();
    for bin in &histogram.bins {
        for (order, (series, share)) in histogram.series.iter().zip(&bin.shares).enumerate() {
            values.push(json!({"bin": bin.name, "series": series.name, "order": order, "share": share}));
        }
    }
    let names: Vec<&str> = histogram.bins.iter().map(|bin| bin.name.as_str()).collect();
    let x = json!({"field": "bin", "type": "ordinal", "title": histogram.of, "sort": names});
    let share = json!({"field": "share", "type": "quantitative", "title": histogram.share, "axis": {"format": ".0%"}});
    json!({"data": {"values": values}, "mark": {"type": "bar", "tooltip": true}, "encoding": {"x": x, "y": share,
        "order": {"field": "order", "type": "quantitative"}, "color": colors(&histogram.series)}})
}

fn of_lines(lines: &Lines) -> Json {
    let mut values = Vec::new();
    for line in &lines.lines {
        for (index, value) in line.values.iter().enumerate() {
            let along = match &lines.along {
                Along::Numbers { numbers, .. } => json!(numbers[index]),
                Along::Words { words, .. } => json!(words[index]),
            };
            let [value, lo, hi] = fields(value.as_ref());
            let exact = line.exact.get(index).copied().flatten();
            values
                .push(json!({"along": along, "series": line.name, "value": value, "lo": lo, "hi": hi, "exact": exact}));
        }
    }
    let series: Vec<Series> = lines.lines.iter().map(|line| Series::new(&line.name, line.color)).collect();
    let (kind, band) = match lines.along {
        Along::Numbers { .. } => ("quantitative", json!({"type": "area", "opacity": 0.25})),
        Along::Words { .. } => ("nominal", json!({"type": "rule"})),
    };
    let x =
        json!({"field": "along", "type": kind, "title": lines.along.name(), "sort": null, "scale": {"zero": false}});
    let x = if kind == "nominal" {
        json!({"field": "along", "type": kind, "title": lines.along.name(), "sort": null})
    } else {
        x
    };
    let axis = json!({"format": lines.axis.unit.vega_format()});
    let value = json!({"field": "value", "type": "quantitative", "title": lines.axis.name, "axis": axis, "scale": {"zero": false}});
    let color = colors(&series);
    let mark = if kind == "nominal" {
        json!({"type": "point", "tooltip": true})
    } else {
        json!({"type": "line", "point": true, "tooltip": true})
    };
    let mut layers = vec![
        json!({"mark": band, "encoding": {"x": x, "color": color,
            "y": {"field": "lo", "type": "quantitative", "title": lines.axis.name}, "y2": {"field": "hi"}}}),
        json!({"mark": mark, "encoding": {"x": x, "y": value, "color": color}}),
        json!({"mark": {"type": "point", "size": 90, "color": "#1a1a1a"}, "encoding": {"x": x,
            "y": {"field": "exact", "type": "quantitative", "title": lines.axis.name}}}),
    ];
    if let Some(target) = &lines.target {
        layers.push(json!({"data": {"values": [{"target": target.number}]},
            "mark": {"type": "rule", "strokeDash": [5, 4]},
            "encoding": {"y": {"field": "target", "type": "quantitative", "title": lines.axis.name}}}));
    }
    if let (Some(crossing), "quantitative") = (&lines.crossing, kind) {
        layers.push(json!({"data": {"values": [{"at": crossing.at, "text": crossing.text}]},
            "mark": {"type": "rule"}, "encoding": {"x": {"field": "at", "type": "quantitative"}}}));
    }
    json!({"data": {"values": values}, "layer": layers})
}

fn of_heat(heat: &Heat) -> Json {
    let mut values = Vec::new();
    for (row, cells) in heat.rows.iter().zip(&heat.values) {
        for (column, value) in heat.columns.iter().zip(cells) {
            let [number, lo, hi] = fields(value.as_ref());
            let text = value.as_ref().map(|value| &value.text);
            values.push(json!({"row": row, "column": column, "value": number, "lo": lo, "hi": hi, "text": text}));
        }
    }
    let scale = match heat.middle {
        Some(middle) => json!({"range": [Color::Orange.hex(), "#f5f5f5", Color::Blue.hex()], "domainMid": middle}),
        None => json!({"scheme": "blues"}),
    };
    json!({"data": {"values": values}, "encoding": {
        "x": {"field": "column", "type": "nominal", "sort": null, "title": heat.across},
        "y": {"field": "row", "type": "nominal", "sort": null, "title": heat.down}},
        "layer": [
            {"mark": {"type": "rect", "tooltip": true}, "encoding": {"color": {"field": "value", "type": "quantitative",
                "title": heat.axis.name, "scale": scale,
                "legend": {"format": heat.axis.unit.vega_format()}}}},
            {"mark": {"type": "text"}, "encoding": {"text": {"field": "text", "type": "nominal"}}}]})
}
