//! The numbers of a scenario as a table, ranked by what a step of each does.

use std::io::{self, Write};

use equipoise_sim::studies::sensitivity::{Effect, Setting, Settings, Stepped, Sure, Unmoved};

use crate::numbers;
use crate::page::Page;
use crate::text::visible;
use equipoise_sim::output::words::short_value;

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
        "effect of one step on {} (points for shares), {} a step with the dice of seed {seed}",
        short_value(metric),
        numbers::encounters(*encounters),
    );
    page.note(&how)?;
    let sure = numbers::confidence(*confidence);
    page.note(&format!("* holds at {sure} with all steps taken together (Holm), ? may be chance at {sure}"))?;
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
                stepped.map_or_else(|| "-".to_owned(), |stepped| shown(stepped, *confidence))
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
    for (label, effects) in [(no_effect.as_str(), without_effect), ("the rules allow no step", refused)] {
        let paths: Vec<_> = effects.iter().map(|effect| visible(&effect.step.path)).collect();
        if !paths.is_empty() {
            page.gap()?;
            page.note(&format!("{label}: {}", paths.join(", ")))?;
        }
    }
    Ok(())
}

/// Says what was not moved, by kind, and how it can be.
pub(crate) fn unmoved(page: &mut Page<impl Write>, unmoved: &Unmoved) -> io::Result<()> {
    let kinds = [
        (&unmoved.words, "word", "--words exchanges them"),
        (&unmoved.dice, "value with dice", "`compare --with PATH=2d6` and `sweep --vary PATH=1d6,2d6` exchange them"),
        (&unmoved.following, "number that follows from others", "--set makes a number of its own of one"),
    ];
    if kinds.iter().any(|(paths, ..)| !paths.is_empty()) {
        page.gap()?;
    }
    for (paths, kind, how) in kinds {
        let Some(first) = paths.first() else { continue };
        let kind = match (paths.len(), kind) {
            (1, kind) => format!("1 {kind}, {}", visible(first)),
            (count, kind) => {
                let several =
                    kind.replacen("value", "values", 1).replacen("number that follows", "numbers that follow", 1);
                let several = if several == "word" { "words".to_owned() } else { several };
                format!("{} {several}, such as {}", numbers::grouped(count as u64), visible(first))
            }
        };
        page.note(&format!("not moved: {kind}; {how}"))?;
    }
    Ok(())
}

/// A row for every word that another one could stand for, the largest effect first.
fn exchanged(words: &[&Effect], confidence: f64, bar: impl Fn(f64) -> String) -> Vec<Vec<String>> {
    let exchanges = |effect: &&Effect| {
        let path = visible(&effect.step.path).into_owned();
        let now = effect.step.value.to_string();
        let row = |stepped: &Stepped| {
            let size = stepped.difference.difference.abs();
            let instead = stepped.value.to_string();
            (size, vec![path.clone(), now.clone(), instead, shown(stepped, confidence), bar(size)])
        };
        effect.stepped.iter().flatten().map(row).collect::<Vec<_>>()
    };
    let mut rows: Vec<(f64, Vec<String>)> = words.iter().flat_map(exchanges).collect();
    rows.sort_by(|(left, _), (right, _)| right.total_cmp(left));
    rows.into_iter().map(|(_, row)| row).collect()
}

/// A difference, with a mark that tells how sure it is. A step by itself has none, and a space in its place: numbers stay
/// below each other.
fn shown(stepped: &Stepped, confidence: f64) -> String {
    let [_, _, estimate, _] = numbers::difference(&stepped.difference);
    let mark = match stepped.sure(confidence) {
        Sure::Together => '*',
        Sure::Alone => '\u{a0}',
        Sure::Unsure => '?',
    };
    format!("{estimate}{mark}")
}
