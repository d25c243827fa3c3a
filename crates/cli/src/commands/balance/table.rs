//! The result of a search for balance, as tables for people.

use std::io::{self, Write};

use equipoise_sim::studies::balance::{Balance, Measure, Target, changes, measured, sentences, wanted};
use equipoise_sim::studies::test::Verdict;

use crate::numbers;
use crate::page::Page;
use crate::text::visible;

/// The tables list no more targets.
const ROWS_MAX: usize = 50;

pub(super) fn balance(page: &mut Page<impl Write>, found: &Balance) -> io::Result<()> {
    page.title(&visible(&found.names.join(", ")), 0)?;
    page.note(&format!(
        "{} for each fight of the last measurement, {} in all, with the dice of seed {}; the intervals of all targets hold together with \
         {} confidence",
        numbers::encounters(found.asked.encounters),
        numbers::grouped(found.played),
        found.asked.seed,
        numbers::confidence(found.asked.confidence)
    ))?;
    page.gap()?;
    if let Some(best) = found.best() {
        let changed: Vec<_> = found.changed(best).collect();
        if !changed.is_empty() {
            let rows = changed.iter().map(|(number, after)| {
                let steps = (after - number.before) / number.step;
                let cost = number.cost * steps.unsigned_abs() as f64;
                let cells = [number.before.to_string(), after.to_string(), format!("{steps:+}"), numbers::rough(cost)];
                std::iter::once(visible(&number.name()).into_owned()).chain(cells).collect()
            });
            page.grid(&["number", "before", "after", "steps", "cost"], rows.collect(), 1..5)?;
            page.gap()?;
        }
    }
    let name = |target: &Target| visible(&target.name()).into_owned();
    let shown = &found.targets[..found.targets.len().min(ROWS_MAX)];
    if let Some(before) = &found.before {
        let row = |(target, measure): (&Target, &Measure)| {
            let [value, interval] = measured(target, measure);
            vec![name(target), wanted(target), value, interval]
        };
        page.grid(&["target", "wanted", "before", "interval"], shown.iter().zip(before).map(row).collect(), 1..4)?;
        page.gap()?;
    }
    if let Some(best) = found.best() {
        let row = |(target, measure): (&Target, &Measure)| {
            let [value, interval] = measured(target, measure);
            vec![name(target), value, interval, said(measure.verdict).to_owned()]
        };
        page.grid(&["target", "after", "interval", ""], shown.iter().zip(&best.measures).map(row).collect(), 1..3)?;
        let left_out = found.targets.len() - shown.len();
        if left_out > 0 {
            page.note(&format!("{} more targets: CSV and JSON have all", numbers::grouped(left_out as u64)))?;
        }
        page.gap()?;
    }
    for sentence in sentences(found) {
        page.note(&sentence)?;
    }
    for (index, sheet) in found.sheets.iter().enumerate().skip(1) {
        let reached = sheet.measures.iter().filter(|measure| measure.verdict == Verdict::Pass).count();
        let changes = changes(found, sheet);
        let changes = if changes.is_empty() { "nothing changes".to_owned() } else { changes.join(", ") };
        page.note(&format!(
            "sheet {}: cost {}, {reached} of {} in the band: {changes}",
            index + 1,
            numbers::rough(sheet.cost),
            found.targets.len()
        ))?;
    }
    Ok(())
}

/// A verdict in words.
const fn said(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "in the band",
        Verdict::Fail => "not in the band",
        Verdict::Undecided => "cannot be told",
    }
}
