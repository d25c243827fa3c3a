//! The numbers of a scenario as a table, ranked by what a step of each does.

use std::io::{self, Write};

use equipoise_sim::stats::paired::Difference;
use equipoise_sim::studies::sensitivity::{Effect, Setting, Settings, Stepped};

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
    let (refused, moved): (Vec<&Effect>, Vec<&Effect>) = effects.iter().partition(|effect| effect.is_refused());
    let (without_effect, with_effect): (Vec<&Effect>, Vec<&Effect>) =
        moved.into_iter().partition(|effect| effect.has_no_effect());
    let largest = effects.iter().map(Effect::size).fold(0.0, f64::max);
    let (numbers, words): (Vec<&Effect>, Vec<&Effect>) =
        with_effect.into_iter().partition(|effect| matches!(effect.step.value, Setting::Number(_)));
    let bar = |size: f64| "#".repeat((BAR_MAX * size / largest).round() as usize);
    // Beside two words there is less room.
    let short_bar = |size: f64| bar(size / 2.0);
    let rows: Vec<Vec<String>> = numbers
        .into_iter()
        .map(|effect| {
            let toward = |is_wanted: fn(&Setting, &Setting) -> bool| {
                let stepped =
                    effect.stepped.iter().flatten().find(|stepped| is_wanted(&stepped.value, &effect.step.value));
                stepped.map_or_else(|| "-".to_owned(), |stepped| shown(&stepped.difference, *confidence))
            };
            let (down, up) = (toward(|moved, now| moved < now), toward(|moved, now| moved > now));
            let path = visible(&effect.step.path).into_owned();
            vec![path, effect.step.value.to_string(), down, up, bar(effect.size())]
        })
        .collect();
    let has_words = !words.is_empty();
    if !rows.is_empty() {
        page.gap()?;
        page.grid(&["number", "now", "down", "up", ""], rows, 1..4)?;
    }
    if has_words {
        page.gap()?;
        page.grid(&["word", "now", "instead", "effect", ""], exchanged(&words, *confidence, short_bar), 3..4)?;
    }
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

/// A row for every word that another one could stand for, the largest effect first.
fn exchanged(words: &[&Effect], confidence: f64, bar: impl Fn(f64) -> String) -> Vec<Vec<String>> {
    let exchanges = |effect: &&Effect| {
        let path = visible(&effect.step.path).into_owned();
        let now = effect.step.value.to_string();
        let row = |Stepped { value, difference }: &Stepped| {
            let size = difference.difference.abs();
            (size, vec![path.clone(), now.clone(), value.to_string(), shown(difference, confidence), bar(size)])
        };
        effect.stepped.iter().flatten().map(row).collect::<Vec<_>>()
    };
    let mut rows: Vec<(f64, Vec<String>)> = words.iter().flat_map(exchanges).collect();
    rows.sort_by(|(left, _), (right, _)| right.total_cmp(left));
    rows.into_iter().map(|(_, row)| row).collect()
}

/// A difference, with a question mark where its p-value is not below one minus the confidence.
fn shown(difference: &Difference, confidence: f64) -> String {
    let [_, _, estimate, _] = numbers::difference(difference);
    if difference.p < 1.0 - confidence { estimate } else { estimate + "?" }
}
