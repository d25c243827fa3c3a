//! Tables of what good play is worth: one for each side.

use std::io::{self, Write};

use equipoise_sim::studies::sensitivity::{Stepped, Sure};
use equipoise_sim::studies::skill::SkillOfSide;

use crate::numbers;
use crate::page::Page;
use crate::text::visible;

/// Prints what each way to play is worth to each side.
pub(crate) fn skill(page: &mut Page<impl Write>, sides: &[SkillOfSide]) -> io::Result<()> {
    let Some(first) = sides.first() else { return Ok(()) };
    let (encounters, confidence) = (first.settings.encounters, first.settings.confidence);
    page.title(&visible(&format!("{} ({})", first.scenario, first.system)), 0)?;
    let how = format!(
        "{} of each way to play, with the dice of seed {}",
        numbers::encounters(encounters),
        first.settings.seed
    );
    page.note(&format!("what a side gains or loses of its own wins, in points; {how}"))?;
    let sure = numbers::confidence(confidence);
    page.note(&format!(
        "* holds at {sure} with all changes of the side taken together (Holm), ? may be chance at {sure}"
    ))?;
    for side in sides {
        page.gap()?;
        of_side(page, side)?;
    }
    Ok(())
}

fn of_side(page: &mut Page<impl Write>, side: &SkillOfSide) -> io::Result<()> {
    let confidence = side.settings.confidence;
    let name = side.side.name();
    let mut rows =
        vec![vec![format!("the {name} without errors"), numbers::share(&side.wins), String::new(), String::new()]];
    let mut row = |change: String, stepped: &Stepped| {
        let [_, second, points, interval] = numbers::difference(&stepped.difference);
        rows.push(vec![change, second, format!("{points}{}", mark(stepped, confidence)), interval]);
    };
    for stepped in &side.errors {
        row(format!("errors at {} % of its decisions", stepped.value), stepped);
    }
    let (idle, decisions): (Vec<&Stepped>, Vec<&Stepped>) =
        side.decisions.iter().partition(|stepped| stepped.difference.is_always_zero());
    for stepped in decisions {
        row(format!("at {} % of: {}", side.percent_of_kind, words(stepped)), stepped);
    }
    for effect in &side.ways {
        for stepped in effect.stepped.iter().flatten() {
            let path = effect.step.path.strip_prefix("combatants.").unwrap_or(&effect.step.path);
            row(visible(&format!("{path} = {}", stepped.value)).into_owned(), stepped);
        }
    }
    page.grid(&[name, "wins", "effect", "interval"], rows, 1..4)?;
    if !idle.is_empty() {
        let kinds: Vec<String> = idle.into_iter().map(words).collect();
        let fights = numbers::grouped(side.settings.encounters);
        page.note(&format!("errors without effect in {fights} fights: {}", kinds.join(", ")))?;
    }
    Ok(())
}

/// The kind of decision of a change, in words.
fn words(stepped: &Stepped) -> String {
    stepped.value.to_string().replace('_', " ")
}

/// The mark for how sure an effect is, in one column.
fn mark(stepped: &Stepped, confidence: f64) -> char {
    match stepped.sure(confidence) {
        Sure::Together => '*',
        Sure::Alone => '\u{a0}',
        Sure::Unsure => '?',
    }
}
