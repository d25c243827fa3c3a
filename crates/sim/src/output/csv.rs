//! Frames as CSV text.

use std::borrow::Cow;

use polars::error::{PolarsError, PolarsResult};
use polars::prelude::{BooleanChunked, ChunkedArray, Column, DataFrame, DataType, PolarsNumericType, StringChunked};
use serde::Serialize;

use crate::output::words::visible;
use crate::studies::answer::{Answer, Compared};
use crate::studies::only::Only;
use crate::studies::report::Estimate;

/// A frame as CSV text: UTF-8 with one header row and the quoting of RFC 4180, but records end with a line feed alone. A
/// null is empty, an empty string is a pair of quotes. Floats have the fewest digits that parse to the same number.
///
/// The quoting stands here, since a writer of the crate `csv` makes no difference between a null and an empty string: it
/// quotes an empty field only where it is alone in its record, and readers of frames would take a nameless scenario for a
/// missing one.
///
/// # Errors
/// If a column has a type that no column of [`frame`](super::frame) has.
pub fn csv(frame: &DataFrame) -> PolarsResult<Vec<u8>> {
    let cells: PolarsResult<Vec<Cells>> = frame.columns().iter().map(cells).collect();
    let cells = cells?;
    let mut text = Vec::new();
    record(&mut text, frame.columns().iter().map(Column::name), |name, text| write_quoted(name, text));
    for row in 0..frame.height() {
        record(&mut text, &cells, |write, text| write(row, text));
    }
    Ok(text)
}

/// A field, quoted where RFC 4180 demands it. It is one line: names of scenarios are, but shards and records may come from
/// anybody, and no line of a log begins with their words.
pub fn field(text: &str) -> Cow<'_, str> {
    let text = one_line(text);
    if text.contains(['"', ',']) { Cow::Owned(format!("\"{}\"", text.replace('"', "\"\""))) } else { text }
}

/// The text with line breaks and control characters escaped.
fn one_line(text: &str) -> Cow<'_, str> {
    let is_control = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let mut line = String::new();
    for c in text.chars() {
        if is_control(c) { line.extend(c.escape_default()) } else { line.push(c) }
    }
    Cow::Owned(line)
}

/// Answers held against their exact solutions: a row for each compared number that is chosen, with a column for each varied path, and at
/// the end one for the number of the point where they are of a list of points, and one for the file.
pub fn comparisons(answers: &[Answer], only: &Only) -> String {
    let row = |Compared { name, sampled, exact }| {
        let exact = exact.map_or_else(|| ",".to_owned(), |[exact, z]| format!("{exact},{z}"));
        format!("{name},{sampled},{exact}")
    };
    let chosen = |answer: &Answer| {
        answer.compared().into_iter().filter(|compared| only.takes(&compared.name)).map(row).collect()
    };
    long(answers, "value,sampled,exact,z", chosen)
}

/// The numbers of answers that are chosen: a row for each, with the columns of [`comparisons`] around its value and interval.
pub fn chosen(answers: &[Answer], only: &Only) -> String {
    let number = |number: Option<f64>| number.map_or_else(String::new, |number| number.to_string());
    let rows = |answer: &Answer| {
        let report = &answer.report;
        let row = |(name, estimate): (String, Estimate)| {
            let interval = estimate.interval_if_any();
            let ends = [interval.map(|interval| interval.lo), interval.map(|interval| interval.hi)].map(number);
            let kind = report.method.interval_kind(&estimate).unwrap_or_default();
            format!("{},{},{},{kind}", field(&name), number(estimate.value_if_any()), ends.join(","))
        };
        let cast = report.cast();
        let chosen = cast.quantities().into_iter().map(|quantity| (cast.name(quantity), report.estimate(quantity)));
        chosen.filter(|(name, _)| only.takes(name)).map(row).collect()
    };
    long(answers, "name,value,lo,hi,interval", rows)
}

/// A long table: some rows for each answer, whose `columns` stand between those of varied paths and those of the point and file.
fn long(answers: &[Answer], columns: &str, rows: impl Fn(&Answer) -> Vec<String>) -> String {
    let mut paths: Vec<&str> = Vec::new();
    for (path, _) in answers.iter().flat_map(|answer| &answer.report.values) {
        if !paths.contains(&path.as_str()) {
            paths.push(path);
        }
    }
    let varied: String = paths.iter().map(|path| field(path).into_owned() + ",").collect();
    let is_list = answers.iter().any(|answer| answer.report.point.is_some());
    let mut csv = format!("scenario,{varied}{columns}{},file\n", if is_list { ",point" } else { "" });
    for answer in answers {
        let scenario = field(&answer.report.scenario);
        let value_of = |path: &&str| answer.report.values.iter().find(|(known, _)| known == path);
        let value =
            |path: &&str| value_of(path).map_or_else(|| ",".to_owned(), |(_, text)| format!("{},", field(text)));
        let values: String = paths.iter().map(value).collect();
        let point = answer.report.point.map_or_else(String::new, |point| point.to_string());
        let point = if is_list { format!(",{point}") } else { String::new() };
        let file = answer.file().map(|file| field(&visible(&file)).into_owned()).unwrap_or_default();
        for row in rows(answer) {
            csv.extend([format!("{scenario},{values}{row}{point},{file}\n")]);
        }
    }
    csv
}

/// Writes what a column has in a row.
type Cells<'a> = Box<dyn Fn(usize, &mut Vec<u8>) + 'a>;

fn cells(column: &Column) -> PolarsResult<Cells<'_>> {
    match column.dtype() {
        DataType::String => column.str().map(texts),
        DataType::Boolean => column.bool().map(flags),
        DataType::Float64 => column.f64().map(numbers),
        DataType::Int64 => column.i64().map(numbers),
        DataType::UInt64 => column.u64().map(numbers),
        other => Err(PolarsError::InvalidOperation(format!("CSV has no form for {other:?}").into())),
    }
}

fn texts(column: &StringChunked) -> Cells<'_> {
    Box::new(|row, text| column.get(row).into_iter().for_each(|value| write_quoted(value, text)))
}

fn flags(column: &BooleanChunked) -> Cells<'_> {
    Box::new(|row, text| column.get(row).into_iter().for_each(|value| text.extend(value.to_string().into_bytes())))
}

fn numbers<T: PolarsNumericType<Native: Serialize>>(column: &ChunkedArray<T>) -> Cells<'_> {
    Box::new(|row, text| {
        if let Some(value) = column.get(row) {
            serde_json::to_writer(text, &value).expect("memory takes every number");
        }
    })
}

/// Writes one line.
fn record<T>(text: &mut Vec<u8>, cells: impl IntoIterator<Item = T>, write: impl Fn(T, &mut Vec<u8>)) {
    for (index, cell) in cells.into_iter().enumerate() {
        if index > 0 {
            text.push(b',');
        }
        write(cell, text);
    }
    text.push(b'\n');
}

fn write_quoted(value: &str, text: &mut Vec<u8>) {
    let written = if value.is_empty() { Cow::Borrowed("\"\"") } else { field(value) };
    text.extend_from_slice(written.as_bytes());
}

#[cfg(test)]
mod tests {
    use polars::prelude::{Float64Type, Int32Type, UInt64Type};

    use super::*;
    use crate::output::frame::{flags, frame, numbers, texts};

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        assert_eq!(field("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(field("plain"), "plain");
    }

    #[test]
    fn only_what_needs_quotes_has_them_and_nulls_are_empty() {
        let names = [Some("plain"), Some("a,b"), Some("a \"b\""), Some("a\nb"), Some("a\rb"), Some(""), None];
        let floats = [Some(1.0), Some(-0.0), Some(1e-7), Some(0.1 + 0.2), Some(1e21), Some(5e-324), None];
        let whole = [Some(u64::MAX), Some(0), Some(1), Some(2), Some(3), Some(4), None];
        let columns =
            vec![texts("a,name", names), numbers::<Float64Type>("share", floats), numbers::<UInt64Type>("seed", whole)];
        let text = String::from_utf8(csv(&frame(columns).expect("three names")).expect("plain columns"));
        let expected = [
            "\"a,name\",share,seed",
            "plain,1.0,18446744073709551615",
            "\"a,b\",-0.0,0",
            "\"a \"\"b\"\"\",1e-7,1",
            "a\\nb,0.30000000000000004,2",
            "a\\rb,1e+21,3",
            "\"\",5e-324,4",
            ",,",
            "",
        ];
        assert_eq!(text.expect("UTF-8"), expected.join("\n"));
    }

    #[test]
    fn booleans_are_words() {
        let column = flags("flag", [Some(true), None, Some(false)]);
        let text = csv(&frame(vec![column]).expect("one name")).expect("CSV");
        assert_eq!(String::from_utf8(text).expect("UTF-8"), "flag\ntrue\n\nfalse\n");
    }

    #[test]
    fn columns_of_other_types_are_refused() {
        let columns = vec![numbers::<Int32Type>("narrow", [1])];
        let error = csv(&frame(columns).expect("one name")).expect_err("none is as narrow");
        assert!(error.to_string().contains("Int32"), "{error}");
    }
}
