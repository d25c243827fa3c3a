//! The movement of the odds of fights, as tables and sentences.

use std::io::{self, Write};

use equipoise_sim::output::numbers;
use equipoise_sim::studies::drama::{AfterRound, Drama, DramaMethod, Measure};

use crate::page::Page;
use crate::text::visible;

/// Rounds after which fewer fights than this go on are not listed.
const FEW: f64 = 0.005;
/// The table has no more rounds.
const ROUNDS_MAX: usize = 24;

pub(super) fn drama(page: &mut Page<impl Write>, drama: &Drama) -> io::Result<()> {
    page.title(&format!("{} ({})", visible(&drama.scenario), drama.system), 0)?;
    page.note(&how(drama))?;
    page.gap()?;
    for sentence in drama.sentences() {
        page.note(&sentence)?;
    }
    page.gap()?;
    let row = |name: &str, measure: Measure, what: &str| {
        let interval =
            measure.interval.map_or_else(String::new, |interval| format!("{:.3} to {:.3}", interval.lo, interval.hi));
        vec![name.to_owned(), format!("{:.3}", measure.mean), interval, what.to_owned()]
    };
    let rows = vec![
        row("surprise", drama.surprise, "how far the odds move in a fight"),
        row("suspense", drama.suspense, "how uncertain the next odds are, summed"),
        row("crossings", drama.crossings, "how often the odds cross 50%"),
        row("steps", drama.steps, "steps of a fight"),
    ];
    page.grid(&["expected", "value", "interval", "what it tells"], rows, 1..3)?;
    page.gap()?;
    let listed = drama.after_rounds.iter().take_while(|after| after.going_on.share >= FEW).take(ROUNDS_MAX);
    let rows: Vec<Vec<String>> = listed
        .map(|AfterRound { round, going_on, open }| {
            let round = if *round == 0 { "set-up".to_owned() } else { round.to_string() };
            vec![round, percent(going_on.share), percent(open.share)]
        })
        .collect();
    page.grid(&["after round", "going on", "open"], rows, 1..3)?;
    page.gap()?;
    let [party, enemies] = drama.comebacks.map(|share| percent(share.share));
    page.note(&format!("Won after odds below 10%: by the party {party}, by the enemies {enemies} of all fights."))?;
    if let Some(uncorrected) = drama.uncorrected_surprise {
        page.note(&format!(
            "Odds from few continuations differ where the true ones do not: without the correction for that the surprise would be \
             {uncorrected:.3}. The suspense is a few percent too small, more so with fewer continuations (docs/calibration.md). Crossings \
             and odds below 10% are counted where they are clear by one standard error, so that there are more of them; a fight is open by its \
             estimated odds, and those near 10% and 90% may lie on the other side."
        ))?;
    }
    Ok(())
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn how(drama: &Drama) -> String {
    match drama.method {
        DramaMethod::Exact { states } => {
            format!("exact, from the {} states in which a fight can be", numbers::grouped(states as u64))
        }
        DramaMethod::Sampled { sampling, nested } => format!(
            "{} of seed {} followed; at each moment the next step was played {} times and the rest {} times after each; confidence {}",
            numbers::encounters(sampling.encounters),
            sampling.seed,
            nested.alternatives,
            nested.continuations,
            numbers::confidence(sampling.confidence)
        ),
    }
}
