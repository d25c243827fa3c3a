//! Verdicts on expectations, scenario by scenario, and as one table.

use std::io::{self, Write};

use equipoise_sim::output::verdicts::{expected, fights, found, name, worth};
use equipoise_sim::studies::test::{ERROR, Judged, Refused, Sampling, Tested, Verdict};

use crate::numbers;
use crate::page::Page;
use crate::text::visible;

/// The most rows of a table of all verdicts: some 200 kB, a fifth of what the summary of a step of GitHub Actions takes.
const ROWS_MAX: usize = 2_000;

/// An expectation with the command that replays its telling encounter, where there is one.
pub(crate) struct Told<'a> {
    pub(crate) judged: &'a Judged,
    pub(crate) replay: Option<String>,
}

/// Prints the verdicts on one scenario, and what to look at where it fails. The title has the `file` if the name says too little.
pub(crate) fn scenario(
    page: &mut Page<impl Write>,
    tested: &Tested,
    file: Option<&str>,
    told: &[Told],
) -> io::Result<()> {
    let Tested { scenario, system, .. } = tested;
    let verdict = tested.verdict().name();
    let file = file.map_or_else(String::new, |file| format!(", {}", visible(file)));
    page.title(&format!("{} ({}){file}: {verdict}", visible(scenario), system.name()), 2)?;
    for line in how(tested) {
        page.note(&line)?;
    }
    page.gap()?;
    let row = |Told { judged, .. }: &Told| {
        let [found, interval] = found(judged);
        let (name, band) = (name(&judged.expected), expected(&judged.expected));
        vec![name, band, found, interval, fights(judged), judged.look.verdict.name().to_owned()]
    };
    let header = ["quantity", "expected", "found", "interval", "fights", "verdict"];
    page.grid(&header, told.iter().map(row).collect(), 2..5)?;
    for Told { judged, replay } in told {
        if let Some(worth) = worth(judged).filter(|_| judged.look.verdict != Verdict::Pass) {
            page.gap()?;
            page.note(&format!("{}: {worth}", name(&judged.expected)))?;
        }
        let Some(replay) = replay else { continue };
        page.gap()?;
        // The command keeps to one line, however long, so that it can be copied.
        page.note(&format!("a fight beyond the band of {}:", name(&judged.expected)))?;
        page.verbatim(&format!("  {replay}\n"))?;
    }
    Ok(())
}

/// Prints why a scenario could not be judged.
pub(crate) fn refused(page: &mut Page<impl Write>, refused: &Refused) -> io::Result<()> {
    page.title(&format!("{}: {ERROR}", visible(&refused.source)), 2)?;
    for sentence in refused.sentences() {
        page.note(&visible(&sentence))?;
    }
    Ok(())
}

/// The first [`ROWS_MAX`] rows, and a remark on the others.
fn shortened(mut rows: Vec<Vec<String>>) -> (Vec<Vec<String>>, Option<String>) {
    let left_out = rows.len().saturating_sub(ROWS_MAX);
    rows.truncate(ROWS_MAX);
    let rest = (left_out > 0).then(|| {
        let left_out = numbers::grouped(left_out as u64);
        format!("{left_out} more rows are left out; those that do not pass stand first, and JUnit and the page have all of them")
    });
    (rows, rest)
}

/// Prints why nothing could be judged.
pub(crate) fn failure(page: &mut Page<impl Write>, mistakes: &[String]) -> io::Result<()> {
    page.title("equipoise test: nothing was judged", 2)?;
    mistakes.iter().try_for_each(|mistake| page.note(&visible(mistake)))
}

/// Prints all verdicts as one table, those that do not pass first, and what to look at below.
pub(crate) fn all(
    page: &mut Page<impl Write>,
    summary: &str,
    all: &[(&Tested, Vec<Told>)],
    refused: &[Refused],
) -> io::Result<()> {
    page.title(&format!("equipoise test: {summary}"), 2)?;
    page.gap()?;
    let mut rows: Vec<(Verdict, Vec<String>)> = Vec::new();
    for (tested, told) in all {
        for Told { judged, .. } in told {
            let verdict = judged.look.verdict;
            let [found, interval] = found(judged);
            let row = [
                verdict.name().to_owned(),
                visible(&tested.scenario).into_owned(),
                name(&judged.expected),
                expected(&judged.expected),
                found,
                interval,
                fights(judged),
            ];
            rows.push((verdict, row.into()));
        }
    }
    let rank = |verdict: Verdict| match verdict {
        Verdict::Fail => 0,
        Verdict::Undecided => 1,
        Verdict::Pass => 2,
    };
    rows.sort_by_key(|(verdict, _)| rank(*verdict));
    let header = ["verdict", "scenario", "quantity", "expected", "found", "interval", "fights"];
    let unjudged = refused.iter().map(|refused| {
        let mut row = vec![String::new(); header.len()];
        (row[0], row[1]) = (ERROR.to_owned(), visible(&refused.source).into_owned());
        row
    });
    let (rows, rest) = shortened(unjudged.chain(rows.into_iter().map(|(_, row)| row)).collect());
    page.grid(&header, rows, 4..7)?;
    if let Some(rest) = rest {
        page.gap()?;
        page.note(&rest)?;
    }
    for sentence in refused.iter().flat_map(Refused::sentences) {
        page.gap()?;
        page.note(&visible(&sentence))?;
    }
    for (tested, told) in all {
        for Told { judged, replay } in told {
            let scenario = visible(&tested.scenario);
            if let Some(worth) = worth(judged).filter(|_| judged.look.verdict != Verdict::Pass) {
                page.gap()?;
                page.note(&format!("{scenario}, {}: {worth}", name(&judged.expected)))?;
            }
            let Some(replay) = replay else { continue };
            page.gap()?;
            page.note(&format!("A fight of {scenario} beyond the band of {}:", name(&judged.expected)))?;
            page.verbatim(&format!("{replay}\n"))?;
        }
    }
    Ok(())
}

/// The method behind the verdicts, in sentences.
fn how(tested: &Tested) -> Vec<String> {
    let count = tested.judged.len();
    let plural = if count == 1 { "" } else { "s" };
    let expectations = format!("{} expectation{plural}", numbers::grouped(count as u64));
    let solved = tested.judged.iter().filter(|judged| judged.states.is_some()).count();
    let sampling = tested.settings.method.sampling().filter(|_| solved < count);
    let mut lines = Vec::new();
    lines.push(match sampling {
        None => format!("{expectations}, solved exactly"),
        Some(Sampling { confidence, .. }) => {
            let exactly = if solved > 0 { format!(", {solved} of them solved exactly") } else { String::new() };
            format!(
                "{expectations}{exactly}; {} with the dice of seed {}, all verdicts together with a confidence of {}",
                numbers::encounters(tested.encounters),
                tested.settings.seed.0,
                numbers::confidence(*confidence)
            )
        }
    });
    if tested.is_interrupted {
        lines.push("partial: an interrupt left what is undecided".to_owned());
    } else if let Some(Sampling { max_encounters, .. }) = sampling.filter(|_| tested.count(Verdict::Undecided) > 0) {
        let most = numbers::grouped(*max_encounters);
        lines.push(format!("undecided after {most}: a wider band or more --max-encounters may decide it"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The summary of a step takes 1 MiB, and nothing of a longer one.
    #[test]
    fn a_table_of_very_many_verdicts_is_shortened() {
        let rows = |count: usize| (0..count).map(|row| vec![row.to_string()]).collect::<Vec<_>>();
        assert_eq!(shortened(rows(ROWS_MAX)), (rows(ROWS_MAX), None));
        let (shown, rest) = shortened(rows(ROWS_MAX + 1_214));
        assert_eq!(shown, rows(ROWS_MAX));
        assert!(rest.is_some_and(|rest| rest.starts_with("1,214 more rows are left out")));
    }
}
