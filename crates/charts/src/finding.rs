//! Sentences that say what a chart shows, made from its numbers: for readers who see no drawing, and for those who have a moment.

use std::borrow::Cow;

use crate::axis::Unit;
use crate::chart::Plot;
use crate::heat::Heat;
use crate::histogram::{Histogram, percent};
use crate::lines::{Line, Lines};
use crate::rows::{Rows, Style};
use crate::stacks::Stacks;
use crate::value::Value;

/// The most values that a sentence lists; of more it has the largest and the smallest.
const LISTED_MAX: usize = 3;
/// The width of an interval of a share from which on a sentence tells it.
const WIDE: f64 = 0.1;

/// A sentence with the outstanding numbers of a drawing; empty if it has none.
pub(crate) fn finding(plot: &Plot) -> String {
    let told = match plot {
        Plot::Rows(rows) if rows.style == Style::Stacked => of_sums(rows),
        Plot::Rows(rows) => of_rows(rows),
        Plot::Stacks(stacks) => of_stacks(stacks),
        Plot::Histogram(histogram) => of_histogram(histogram),
        Plot::Lines(lines) => of_lines(lines),
        Plot::Heat(heat) => of_heat(heat),
    };
    let mut letters = told.chars();
    match letters.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        None => String::new(),
    }
}

/// The largest and the smallest of named values; of two that are equal, the first.
fn ends<'a, N>(values: &'a [(N, &'a Value)]) -> Option<[&'a (N, &'a Value); 2]> {
    let finite = || values.iter().filter(|(_, value)| value.number.is_finite());
    let largest = finite().reduce(|best, next| if next.1.number > best.1.number { next } else { best })?;
    let smallest = finite().reduce(|best, next| if next.1.number < best.1.number { next } else { best })?;
    Some([largest, smallest])
}

/// A value; with its interval, if the interval of a share leaves much open.
fn told(value: &Value, unit: Unit) -> Cow<'_, str> {
    let is_wide = unit == Unit::Share && value.interval.is_some_and(|[lo, hi]| hi - lo > WIDE);
    if is_wide { value.told().into() } else { value.text.as_str().into() }
}

/// A list of few values, or the ends of many.
fn range<N: AsRef<str>>(values: &[(N, &Value)], unit: Unit) -> String {
    if values.len() <= LISTED_MAX {
        let each = values.iter().map(|(name, value)| format!("{} {}", name.as_ref(), told(value, unit)));
        return each.collect::<Vec<_>>().join(", ");
    }
    ends(values).map_or_else(String::new, |[largest, smallest]| {
        let [most, least] =
            [largest, smallest].map(|(name, value)| format!("{} ({})", told(value, unit), name.as_ref()));
        format!("from {least} to {most}")
    })
}

fn of_rows(rows: &Rows) -> String {
    let is_own = |(index, row): (usize, &crate::rows::Row)| row.marks.iter().all(|mark| mark.series == index);
    let says_more = rows.series.len() > 1 && !rows.rows.iter().enumerate().all(is_own);
    let mut values: Vec<(String, &Value)> = Vec::new();
    for row in &rows.rows {
        for mark in &row.marks {
            let Some(value) = &mark.value else { continue };
            // A row with one mark is named well enough.
            let is_one_of_several = says_more && row.marks.len() > 1;
            let series = Some(rows.series[mark.series].name.as_str());
            let series = series.filter(|name| is_one_of_several && *name != mark.name);
            let series = series.unwrap_or_default();
            let parts = [row.name.as_str(), mark.name.as_str(), series];
            let name = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
            values.push((name, value));
        }
    }
    if !rows.axis.unit.is_signed() || values.len() <= LISTED_MAX {
        return range(&values, rows.axis.unit);
    }
    let farthest = values
        .iter()
        .filter(|(_, value)| value.number.is_finite())
        .reduce(|best, next| if next.1.number.abs() > best.1.number.abs() { next } else { best });
    farthest.map_or_else(String::new, |(name, value)| format!("the largest: {name} {}", value.told()))
}

/// The bars whose parts come to the most and to the least, as their notes say it.
fn of_sums(rows: &Rows) -> String {
    let sum = |row: &crate::rows::Row| {
        row.marks.iter().filter_map(|mark| mark.value.as_ref()).map(|value| value.number).sum::<f64>()
    };
    let sums: Vec<(String, Value)> =
        rows.rows.iter().map(|row| (row.name.clone(), Value::plain(sum(row), row.note.clone()))).collect();
    range(&sums.iter().map(|(name, value)| (name, value)).collect::<Vec<_>>(), rows.axis.unit)
}

fn of_stacks(stacks: &Stacks) -> String {
    let of_series = |index: usize| -> Option<String> {
        let values: Vec<(&str, &Value)> =
            stacks.rows.iter().filter_map(|row| Some((row.name.as_str(), row.parts.get(index)?))).collect();
        Some(format!("{}: {}", stacks.series.get(index)?.name, range(&values, stacks.axis.unit)))
    };
    let shown = [0, stacks.series.len().saturating_sub(1)];
    let shown = if shown[0] == shown[1] { &shown[..1] } else { &shown[..] };
    shown.iter().filter_map(|index| of_series(*index)).collect::<Vec<_>>().join("; ")
}

fn of_histogram(histogram: &Histogram) -> String {
    let highest = histogram.bins.iter().reduce(|best, next| if next.total() > best.total() { next } else { best });
    let Some(highest) = highest else { return String::new() };
    let whole: f64 = histogram.bins.iter().map(crate::Bin::total).sum();
    let mut sum = 0.0;
    let half = histogram.bins.iter().find(|bin| {
        sum += bin.total();
        sum >= whole / 2.0
    });
    let half = half.map_or_else(String::new, |bin| format!("; half of all lie in the bars up to {}", bin.name));
    format!("most often {} {} ({}){half}", highest.name, histogram.of, percent(highest.total()))
}

fn of_lines(lines: &Lines) -> String {
    let of_line = |line: &Line| {
        let known = line.values.iter().enumerate().filter_map(|(index, value)| Some((index, value.as_ref()?)));
        let points = turns(&known.collect::<Vec<_>>());
        let unit = lines.axis.unit;
        let at = |(index, value): &(usize, &Value)| format!("{} at {}", told(value, unit), lines.along.label(*index));
        let told = points.iter().map(at).collect::<Vec<_>>().join(", ");
        (!points.is_empty()).then(|| format!("{}: {told}", line.name))
    };
    let told: Vec<String> = lines.lines.iter().take(LISTED_MAX).filter_map(of_line).collect();
    told.join("; ")
}

/// The first and the last of the points of a line, and between them the highest and the lowest that lie beyond both, whatever their
/// intervals.
fn turns<'a>(points: &[(usize, &'a Value)]) -> Vec<(usize, &'a Value)> {
    let [first, .., last] = points[..] else { return points.to_vec() };
    let ends = |value: &Value| value.interval.unwrap_or([value.number; 2]);
    let is_beyond = |[lo, hi]: [f64; 2], [from, to]: [f64; 2]| lo > to || hi < from;
    let is_peak = |point: &&(usize, &Value)| [first, last].iter().all(|end| is_beyond(ends(point.1), ends(end.1)));
    let by_number = |a: &&(usize, &Value), b: &&(usize, &Value)| a.1.number.total_cmp(&b.1.number);
    let between = || points.iter().filter(is_peak);
    let outer = [first.1.number.min(last.1.number), first.1.number.max(last.1.number)];
    let highest = between().max_by(by_number).filter(|point| point.1.number > outer[1]);
    let lowest = between().min_by(by_number).filter(|point| point.1.number < outer[0]);
    let mut told: Vec<(usize, &Value)> =
        [Some(&first), highest, lowest, Some(&last)].into_iter().flatten().copied().collect();
    told.sort_by_key(|point| point.0);
    told
}

fn of_heat(heat: &Heat) -> String {
    let values: Vec<(String, &Value)> = heat
        .cells()
        .map(|(row, column, value)| {
            (format!("{} {}, {} {}", heat.down, heat.rows[row], heat.across, heat.columns[column]), value)
        })
        .collect();
    range(&values, heat.axis.unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(numbers: &[f64], half: f64) -> Vec<Value> {
        let value = |&number: &f64| Value {
            interval: Some([number - half, number + half]),
            range: format!("{:.2} to {:.2}", number - half, number + half),
            ..Value::plain(number, format!("{number}"))
        };
        numbers.iter().map(value).collect()
    }

    /// Of the points between the ends of a line those are told that lie beyond both ends, as far as intervals tell.
    #[test]
    fn a_line_is_told_with_its_turns() {
        let told = |numbers: &[f64], half: f64| -> Vec<usize> {
            let values = values(numbers, half);
            let points: Vec<(usize, &Value)> = values.iter().enumerate().collect();
            turns(&points).into_iter().map(|(index, _)| index).collect()
        };
        assert_eq!(told(&[0.2, 0.9, 0.4, 0.5], 0.01), [0, 1, 3]);
        assert_eq!(told(&[0.2, 0.9, 0.1, 0.5], 0.01), [0, 1, 2, 3]);
        assert_eq!(told(&[0.2, 0.3, 0.4, 0.5], 0.01), [0, 3]);
        assert_eq!(told(&[0.2, 0.51, 0.5], 0.02), [0, 2]);
        assert_eq!(told(&[0.2], 0.01), [0]);
        assert_eq!(told(&[], 0.01), [0; 0]);
    }

    /// A share whose interval leaves much open is told with it.
    #[test]
    fn a_wide_interval_is_told() {
        let [wide, narrow] = [0.2, 0.01].map(|half| values(&[0.5], half).remove(0));
        assert_eq!(told(&wide, Unit::Share), "0.5 (0.30 to 0.70)");
        assert_eq!(told(&narrow, Unit::Share), "0.5");
        assert_eq!(told(&wide, Unit::Number), "0.5");
    }
}
