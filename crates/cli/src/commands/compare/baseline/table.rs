//! The changes since a baseline, as tables: a part for each result that is not identical.

use std::io::{self, Write};
use std::path::PathBuf;

use equipoise_sim::studies::baseline::{Cell, Checked, Fights, Part, Shift, Standing};
use equipoise_sim::studies::only::Only;

use crate::numbers;
use crate::page::Page;
use crate::text::{shell_word, visible};
use equipoise_sim::output::words::short_value;

/// The numbers of results by their standing, in words.
pub(crate) fn summary(baseline: &str, checked: &[Checked]) -> String {
    let count = |standing: Standing| checked.iter().filter(|checked| checked.verdict == standing).count();
    let counted = [
        (Standing::Missing, "missing"),
        (Standing::Different, "different"),
        (Standing::Moved, "moved by no more than chance explains"),
        (Standing::Identical, "identical"),
    ];
    let counted = counted.into_iter().map(|(standing, word)| (count(standing), word)).filter(|(count, _)| *count > 0);
    let counted: Vec<String> =
        counted.map(|(count, word)| format!("{} {word}", numbers::grouped(count as u64))).collect();
    let plural = if checked.len() == 1 { "" } else { "s" };
    let all = numbers::grouped(checked.len() as u64);
    visible(&format!("{all} result{plural} of {baseline}: {}", counted.join(", "))).into_owned()
}

/// Prints what moved; results that are identical share a line at the end.
pub(crate) fn baseline(
    page: &mut Page<impl Write>,
    baseline: &str,
    checked: &[Checked],
    only: &Only,
) -> io::Result<()> {
    page.title(&summary(baseline, checked), 0)?;
    let (identical, moved): (Vec<&Checked>, Vec<&Checked>) =
        checked.iter().partition(|checked| checked.verdict == Standing::Identical);
    if let Some(first) = moved.first() {
        page.note(&how(first))?;
    }
    for checked in moved {
        page.gap()?;
        page.heading(&visible(&format!("{}: {}", checked.name, checked.verdict.name())))?;
        rules(page, &checked.rules, checked.changes.is_some() || checked.missing.is_some(), only)?;
        if let Some(path) = &checked.missing {
            page.note(&format!("changes: the scenario is missing: there is no {} any more", visible(path)))?;
        }
        if let Some(changes) = &checked.changes {
            changed(page, changes, only)?;
        }
    }
    if !identical.is_empty() {
        let names: Vec<String> = identical.iter().map(|checked| checked.name.clone() + &same_fights(checked)).collect();
        page.gap()?;
        page.note(&visible(&format!("identical, every number to its last digit: {}", names.join("; "))))?;
    }
    Ok(())
}

/// The number of unrecorded scenarios beside the recorded ones that are named at the most.
const NAMED_MAX: usize = 20;

/// That there are scenarios today of which nothing was recorded; `None` if there are none.
pub(crate) fn unrecorded(paths: &[PathBuf]) -> Option<String> {
    let (named, more) = paths.split_at(paths.len().min(NAMED_MAX));
    let names: Vec<String> = named.iter().map(|path| path.display().to_string()).collect();
    let more =
        if more.is_empty() { String::new() } else { format!(" and {} more", numbers::grouped(more.len() as u64)) };
    let told = format!("not in the baseline: {}{more}", names.join(", "));
    (!paths.is_empty()).then(|| visible(&told).into_owned())
}

/// That recorded fights are the same, where their rows were given.
fn same_fights(checked: &Checked) -> String {
    let fights = checked.rules.fights.as_ref().map(|fights| numbers::grouped(fights.apart.encounters));
    fights.map_or_else(String::new, |fights| format!(" ({fights} recorded fights as well)"))
}

/// The way in which differences are judged, in words.
fn how(checked: &Checked) -> String {
    let Checked { confidence, numbers, margin, .. } = checked;
    let margin = margin.map_or_else(String::new, |margin| format!(", margin of shares {margin}"));
    let (confidence, count) = (numbers::confidence(*confidence), numbers::grouped(*numbers as u64));
    format!("{confidence} intervals and verdicts, all {count} numbers together{margin}")
}

/// Prints what the rules of today make of the recorded texts.
fn rules(page: &mut Page<impl Write>, part: &Part, has_changes: bool, only: &Only) -> io::Result<()> {
    if part.verdict == Standing::Identical {
        // Without changes there is nothing else to tell, and the result stands among those that are identical.
        return if has_changes { page.note("rules: the recorded scenario has the recorded numbers") } else { Ok(()) };
    }
    let how = match (&part.fights, part.encounters[0]) {
        (None, Some(_)) => ", compared as samples of their own, since single fights were not recorded",
        _ => "",
    };
    page.note(&format!("rules: the recorded scenario has other results today{how}"))?;
    moved(page, part, only)?;
    if let Some(first) = &part.first {
        page.note(&visible(&format!("the first difference: {first}")))?;
    }
    part.fights.as_ref().map_or(Ok(()), |found| fights(page, found))
}

/// Prints what changed texts and values do.
fn changed(page: &mut Page<impl Write>, part: &Part, only: &Only) -> io::Result<()> {
    if part.verdict == Standing::Identical {
        let fights = part.fights.as_ref().map(|fights| numbers::encounters(fights.apart.encounters));
        let why = fights.map_or_else(
            || "the rules see the same as in the recorded scenario".to_owned(),
            |fights| format!("none of {fights} differs from that of the recorded scenario"),
        );
        return page.note(&format!("changes: {why}"));
    }
    let paired = part.fights.as_ref().map_or("", |_| ", fight by fight on the same dice");
    page.note(&format!("changes: from the recorded scenario to the changed one{paired}"))?;
    moved(page, part, only)?;
    part.fights.as_ref().map_or(Ok(()), |found| fights(page, found))
}

/// Prints the numbers that moved, and those that one side lacks.
fn moved(page: &mut Page<impl Write>, part: &Part, only: &Only) -> io::Result<()> {
    let row = |shift: &Shift| {
        let [before, after, by, interval] = numbers::shift(shift);
        vec![short_value(&shift.name), before, after, by, interval, shift.verdict.word().to_owned()]
    };
    let rows: Vec<_> = part.values.iter().filter(|shift| only.takes(&shift.name)).map(row).collect();
    if !rows.is_empty() {
        page.gap()?;
        page.grid(&["value", "before", "after", "by", "interval", "verdict"], rows, 1..5)?;
        if part.values.iter().any(|shift| shift.is_of_too_few && only.takes(&shift.name)) {
            page.note(numbers::TOO_FEW)?;
        }
    }
    for (which, names) in [("before", &part.gone), ("after", &part.new)] {
        let names: Vec<String> = names.iter().filter(|name| only.takes(name)).map(|name| short_value(name)).collect();
        if !names.is_empty() {
            page.note(&format!("there {which} alone: {}", names.join(", ")))?;
        }
    }
    Ok(())
}

/// Prints how many fights differ, how the first one does where its row was recorded, and the commands that tell it.
fn fights(page: &mut Page<impl Write>, Fights { apart, columns, replay }: &Fights) -> io::Result<()> {
    let [differing, all] = [apart.differing, apart.encounters].map(numbers::grouped);
    let Some(first) = apart.first else { return page.note(&format!("none of {all} fights differs")) };
    let cells = columns.iter().map(|Cell { column, before, after }| format!("{column} {before}, now {after}"));
    let cells: Vec<String> = cells.collect();
    let colon = if cells.is_empty() { String::new() } else { format!(": {}", cells.join("; ")) };
    page.note(&visible(&format!("{differing} of {all} fights differ, encounter {first} first{colon}")))?;
    let Some([before, after]) = replay else { return Ok(()) };
    let (told, commands) = if before == after {
        ("as it goes by the rules of today, and in the version that recorded it by those of then:", vec![after])
    } else {
        ("as it goes before and after:", vec![before, after])
    };
    page.note(told)?;
    // Each command keeps to one line, however long, so that it can be copied.
    let line = |words: &Vec<String>| {
        let words: Vec<_> = words.iter().map(|word| shell_word(word)).collect();
        format!("  {}\n", visible(&words.join(" ")))
    };
    page.verbatim(&commands.into_iter().map(line).collect::<String>())
}
