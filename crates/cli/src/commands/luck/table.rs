//! The parts of a scenario's dice as a table.

use std::io::{self, Write};

use equipoise_sim::output::words::short_value;
use equipoise_sim::studies::luck::{Deciding, Part, PartOfLuck};

use crate::numbers;
use crate::page::Page;
use crate::text::visible;

/// Prints what each part of the dice decides, in order of time, and then by combatant.
pub(super) fn luck(page: &mut Page<impl Write>, found: &Deciding) -> io::Result<()> {
    let Deciding { scenario, system, metric, encounters, seed, confidence, parts, .. } = found;
    page.title(&visible(&format!("{scenario} ({system})")), 0)?;
    let metric = short_value(metric);
    page.note(&format!(
        "portions of the variance of {metric}, {} a part with the dice of seed {seed}",
        numbers::encounters(*encounters),
    ))?;
    page.note("alone: what these dice decide by themselves; open: what they still decide where all others are known")?;
    page.note(&format!("intervals at {}; ? may be 0", numbers::confidence(*confidence)))?;
    let (idle, rolled): (Vec<&PartOfLuck>, Vec<&PartOfLuck>) = parts.iter().partition(|part| part.changed == 0);
    let row = |part: &&PartOfLuck| {
        let [alone, open] = [part.alone, part.open];
        let mark = if part.may_be_nothing() { '?' } else { '\u{a0}' };
        vec![
            visible(&part.part.told()).into_owned(),
            format!("{}{mark}", numbers::portion(&alone)),
            numbers::portion_interval(&alone),
            numbers::portion(&open),
            numbers::portion_interval(&open),
        ]
    };
    let rows_of = |is_of: fn(&Part) -> bool| rolled.iter().filter(|part| is_of(&part.part)).map(row).collect();
    let by_time: Vec<Vec<String>> = rows_of(Part::is_by_time);
    let mut of_set_up: Vec<Vec<String>> = rows_of(|part| matches!(part, Part::SetUp { occasion: Some(_), .. }));
    if of_set_up.len() == 1 {
        // One occasion is the whole set-up.
        of_set_up.clear();
    }
    let by_combatant = rows_of(|part| matches!(part, Part::Turns { .. }));
    for (first, rows) in [("when", by_time), ("set-up", of_set_up), ("whose", by_combatant)] {
        if !rows.is_empty() {
            page.gap()?;
            page.grid(&[first, "alone", "interval", "open", "interval"], rows, 1..5)?;
        }
    }
    let mut exact: Vec<String> = Vec::new();
    for part in parts {
        let both = part.exact.into_iter().zip(["alone", "open"]);
        exact.extend(both.filter_map(|(exact, what)| {
            Some(format!("exactly, {} {what}: {}", part.part.told(), numbers::exact_share(exact?)))
        }));
    }
    if !exact.is_empty() {
        page.gap()?;
        exact.iter().try_for_each(|line| page.note(line))?;
    }
    page.gap()?;
    if let Some(by_time) = &found.by_time {
        let (sum, interval) = (numbers::portion(by_time), numbers::portion_interval(by_time));
        page.note(&format!(
            "alone, all parts by time together: {sum} ({interval}); the rest lies in how they work together"
        ))?;
    }
    if parts.iter().any(|part| part.alone.interval.is_none()) {
        page.note(numbers::TOO_FEW)?;
    }
    if !idle.is_empty() {
        let names: Vec<_> = idle.iter().map(|part| visible(&part.part.told()).into_owned()).collect();
        page.note(&format!("changes nothing in {} fights: {}", numbers::grouped(*encounters), names.join(", ")))?;
    }
    Ok(())
}
