//! The numbers of a scenario as a table, ranked by what a step of each does.

use std::io::{self, Write};

use equipoise_sim::stats::paired::Difference;
use equipoise_sim::studies::sensitivity::{Effect, Settings, Stepped};

use super::short_value;
use crate::numbers;
use crate::page::Page;
use crate::text::visible;

/// Characters of the longest bar.
const BAR_MAX: f64 = 12.0;

/// Prints the numbers of a scenario, ranked by the effect of one step.
pub(crate) fn sensitivity(
    page: &mut Page<impl Write>,
    title: &str,
    settings: &Settings,
    effects: &[Effect],
) -> io::Result<()> {
    let Settings { metric, seed, encounters, confidence } = settings;
    page.title(&visible(title), 0)?;
    let how = format!(
        "effect of one step on {} (points for shares), {} a step with the dice of seed {seed}; ? may be chance at {}",
        short_value(metric),
        numbers::encounters(*encounters),
        numbers::confidence(*confidence)
    );
    page.note(&how)?;
    page.gap()?;
    let (refused, moved): (Vec<&Effect>, Vec<&Effect>) = effects.iter().partition(|effect| effect.is_refused());
    let (without_effect, with_effect): (Vec<&Effect>, Vec<&Effect>) =
        moved.into_iter().partition(|effect| effect.has_no_effect());
    let largest = effects.iter().map(Effect::size).fold(0.0, f64::max);
    let rows = with_effect.into_iter().map(|effect| {
        let shown = |stepped: &Option<Stepped>| {
            stepped.as_ref().map_or_else(|| "-".to_owned(), |stepped| shown(&stepped.difference, *confidence))
        };
        let [down, up] = effect.stepped.each_ref().map(shown);
        let bar = "#".repeat((BAR_MAX * effect.size() / largest).round() as usize);
        vec![visible(&effect.step.path).into_owned(), effect.step.value.to_string(), down, up, bar]
    });
    page.grid(&["number", "now", "down", "up", ""], rows.collect(), 1..4)?;
    let no_effect = format!("no effect in {} fights", numbers::grouped(*encounters));
    for (label, effects) in [(no_effect.as_str(), without_effect), ("refused by the rules", refused)] {
        let paths: Vec<_> = effects.iter().map(|effect| visible(&effect.step.path)).collect();
        if !paths.is_empty() {
            page.gap()?;
            page.note(&format!("{label}: {}", paths.join(", ")))?;
        }
    }
    Ok(())
}

/// A difference, with a question mark where its p-value is not below one minus the confidence.
fn shown(difference: &Difference, confidence: f64) -> String {
    let [_, _, estimate, _] = numbers::difference(difference);
    if difference.p < 1.0 - confidence { estimate } else { estimate + "?" }
}
