//! The differences of two scenarios as a table, and the forecast of a pilot.

use std::io::{self, Write};

use equipoise_sim::studies::compare::result::{Compared, Conclusion, Indices, Judged, Planned};
use equipoise_sim::studies::only::Only;

use crate::numbers;
use crate::page::Page;
use crate::tables::PARTIAL;
use crate::text::visible;
use equipoise_sim::output::words::short_value;

/// The note on two scenarios whose canonical forms are equal.
const IDENTICAL: &str = "identical: the rules see the same in both, and no encounter can differ";

/// Prints the differences of two scenarios; values that were equal in every encounter share a line at the end. Scenarios of one
/// name are told apart by their files.
pub(crate) fn compared(
    page: &mut Page<impl Write>,
    compared: &Compared,
    files: [Option<String>; 2],
    only: &Only,
) -> io::Result<()> {
    let Compared { first, second, seed, encounters, confidence, margin, decision, values, .. } = compared;
    let are_alike = first == second && files[0] != files[1];
    for ((which, title), file) in [("first", first), ("second", second)].into_iter().zip(files) {
        let file = file.filter(|_| are_alike).map_or_else(String::new, |file| format!(", {file}"));
        page.note(&visible(&format!("{which}: {title}{file}")))?;
    }
    if compared.identical {
        return page.note(IDENTICAL);
    }
    if let Some(decision) = decision {
        page.note(&conclusion(decision))?;
    }
    let fresh = if decision.is_some() { "fresh " } else { "" };
    let margin_note = margin.map_or_else(String::new, |margin| format!(", margin of shares {margin}"));
    let indices = compared.range.as_ref().map_or_else(String::new, indices);
    let how = format!(
        "{fresh}{}{indices} on each side with the dice of seed {seed}; {} intervals and verdicts{margin_note}",
        numbers::encounters(*encounters),
        numbers::confidence(*confidence)
    );
    page.note(&how)?;
    if compared.partial {
        page.note(PARTIAL)?;
    }
    page.gap()?;
    let chosen = values.iter().filter(|value| only.takes(&value.difference.name));
    let (equal, differing): (Vec<_>, Vec<_>) = chosen.partition(|value| value.difference.is_always_zero());
    let some_have_none = differing.iter().any(|value| value.difference.interval.is_none());
    let mut is_marked = false;
    let rows = differing.into_iter().map(|judged @ Judged { difference, verdict, .. }| {
        let [first, second, estimate, interval] = numbers::difference(difference);
        let is_sure = judged.is_different_together(*confidence);
        is_marked |= is_sure;
        let verdict = format!("{}{}", verdict.word(), if is_sure { "*" } else { "" });
        vec![short_value(&difference.name), first, second, estimate, interval, verdict]
    });
    let rows: Vec<_> = rows.collect();
    let has_rows = !rows.is_empty();
    if has_rows {
        page.grid(&["value", "first", "second", "by", "interval", "verdict"], rows, 1..5)?;
    }
    if some_have_none {
        page.note(numbers::TOO_FEW)?;
    }
    let tested = numbers::grouped(values.iter().filter(|value| value.p_holm.is_some()).count() as u64);
    if is_marked {
        page.note(&format!(
            "*: still different with all {tested} numbers that differ taken together (Holm); verdicts without a star are each by \
             itself, not adjusted for their number"
        ))?;
    } else if has_rows && tested != "1" {
        page.note(&format!(
            "each verdict is by itself, not adjusted for the {tested} numbers that differ: none is different with all taken together \
             (Holm)"
        ))?;
    }
    if !equal.is_empty() {
        let names: Vec<_> = equal.iter().map(|value| short_value(&value.difference.name)).collect();
        page.note(&format!("the same in every encounter: {}", names.join(", ")))?;
    }
    let Some(wins) = values.first().filter(|wins| only.takes(&wins.difference.name)) else { return Ok(()) };
    let Some(unpaired) = wins.unpaired_encounters else { return Ok(()) };
    let (p, unpaired) = (numbers::p(wins.difference.p), numbers::grouped(unpaired));
    let sentence = format!(
        "party wins: p {p}; without the same dice on both sides, each would need {unpaired} encounters to know the difference as well"
    );
    page.gap()?;
    page.note(&sentence)
}

/// The ranges of encounters, in words.
fn indices(Indices(ranges): &Indices) -> String {
    let ranges: Vec<String> = ranges.iter().map(|range| format!("{}..{}", range.start, range.end)).collect();
    format!(" ({})", ranges.join(", "))
}

/// A sequential decision in words.
fn conclusion(decision: &Conclusion) -> String {
    let Conclusion { verdict, encounters, interval } = decision;
    let played = numbers::encounters(*encounters);
    let [lo, hi] = [interval.lo, interval.hi].map(|end| numbers::signed(100.0 * end));
    format!("party wins: {verdict}, after {played} (by {lo} to {hi} points, valid at every look)")
}

/// Prints how many encounters a verdict will take, judged by a pilot.
pub(crate) fn planned(page: &mut Page<impl Write>, planned: &Planned) -> io::Result<()> {
    if planned.identical {
        return page.note(IDENTICAL);
    }
    let pilot = numbers::encounters(planned.pilot);
    page.note(&format!("by a pilot of {pilot}, a verdict about the party's wins will take"))?;
    if planned.partial {
        page.note(PARTIAL)?;
    }
    let row = |verdict: String, [least, most]: [Option<u64>; 2], never: &str| {
        let (encounters, range) = match (least, most) {
            (Some(least), Some(most)) if least == most => (numbers::encounters(most), String::new()),
            (Some(least), Some(most)) => {
                (numbers::encounters(most), format!("{} to {}", numbers::grouped(least), numbers::grouped(most)))
            }
            (Some(least), None) => ("-".to_owned(), format!("{} or more", numbers::grouped(least))),
            (None, _) => (never.to_owned(), String::new()),
        };
        vec![verdict, encounters, range]
    };
    let Planned { different_lo, different_hi, same_lo, same_hi, margin, .. } = *planned;
    let never = if margin.is_some() { "no difference beyond the margin" } else { "no difference was seen" };
    let mut rows = vec![row("different".to_owned(), [different_lo, different_hi], never)];
    if let Some(margin) = margin {
        rows.push(row(format!("same within {margin}"), [same_lo, same_hi], "the difference is no smaller"));
    }
    let is_open = rows.iter().any(|row| row[1] == "-");
    page.grid(&["verdict", "encounters", "left open"], rows, 1..3)?;
    let (power, confidence) = (numbers::confidence(planned.power), numbers::confidence(planned.confidence));
    page.note(&format!("with a chance of at least {power}, for whatever the pilot leaves open ({confidence})"))?;
    if is_open {
        page.note("-: this pilot is too small to plan with; -n N plays a larger one")?;
    }
    Ok(())
}
