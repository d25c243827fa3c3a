//! The odds of a told fight as a small curve, with the step that turned it. A page has many of them, so that each is kept short: whole
//! coordinates, and each point as its distance from the one before.

use std::fmt::Write;

use equipoise_engine::Winner;
use equipoise_sim::studies::replay::{OddsByStep, OddsMethod, OddsStep};
use maud::{Markup, PreEscaped, html};

/// The size of the drawing.
const WIDTH: i32 = 600;
const HEIGHT: i32 = 110;
/// Room at the left, for the shares, and at the other sides.
const LEFT: i32 = 38;
const MARGIN: i32 = 8;

/// A curve has so many points at the most, so that a page does not grow with long fights: of a longer fight every second, third …
/// step is drawn, and always the turning point, the step before it and the end.
const POINTS_MAX: usize = 60;

/// The curve with what it tells in words.
pub(crate) fn curve(odds: &OddsByStep) -> Markup {
    html! {
        div {
            p { b { "How likely the party was to win" } }
            p.faint.small { (words(odds)) }
            (PreEscaped(drawing(odds)))
            details { summary { "The numbers" } (PreEscaped(table(odds))) }
        }
    }
}

/// The table of a curve has so many rounds at the most, the last one among them.
const ROWS_MAX: usize = 16;

/// The odds after rounds, without the end tags that HTML leaves out.
fn table(odds: &OddsByStep) -> String {
    let mut party = odds.start[Winner::Party.index()].share;
    let mut text = format!("<table><tr><th scope=col>after<th scope=col>odds<tr><td>nothing<td>{}", percent(party));
    let every = odds.by_round.len().div_ceil(ROWS_MAX).max(1);
    for (index, round) in odds.by_round.iter().enumerate() {
        party += round.swing;
        if (index + 1).is_multiple_of(every) || index + 1 == odds.by_round.len() {
            let _ = write!(text, "<tr><td>{}<td>{}", place_of(round.of), percent(party));
        }
    }
    text + "</table>"
}

fn drawing(odds: &OddsByStep) -> String {
    let turning = odds.turning_point();
    let mut svg = format!(
        "<svg class=\"chart\" role=\"img\" aria-label=\"The odds step by step\" viewBox=\"0 0 {WIDTH} {HEIGHT}\">"
    );
    let shares = [0.9, 0.5, 0.1];
    let right = WIDTH - MARGIN;
    let grid: String = shares.map(|share| format!("M{LEFT} {}H{right}", height(share))).concat();
    let _ = write!(svg, "<path class=\"grid\" d=\"{grid}\"/>");
    for share in shares {
        let (x, y) = (LEFT - 5, height(share) + 4);
        let _ = write!(svg, "<text class=\"small faint end\" x=\"{x}\" y=\"{y}\">{:.0}%</text>", 100.0 * share);
    }
    let (x, y) = (along(turning.step as usize, odds), height(turning.odds[Winner::Party.index()].share));
    let _ = write!(svg, "<path class=\"l l-blue\" d=\"{}\"/>", path(odds));
    let _ = write!(
        svg,
        "<circle class=\"f-vermilion\" cx=\"{x}\" cy=\"{y}\" r=\"5\"><title>Turning point</title></circle>"
    );
    svg + "</svg>"
}

/// The curve in words.
fn words(odds: &OddsByStep) -> String {
    let OddsStep { round, swing, odds: after, .. } = odds.turning_point();
    let after = after[Winner::Party.index()].share;
    let open = match odds.open_until() {
        None => "never open".to_owned(),
        Some(0) => "open before the first die alone".to_owned(),
        Some(step) => format!("open until {}", place_of(odds.steps[step as usize - 1].round)),
    };
    let estimated = if matches!(odds.method, OddsMethod::Sample(_)) { ", by these estimates" } else { "" };
    let turn = if odds.turns() {
        format!(
            "turning point{estimated} in {}, from {} to {}",
            place_of(*round),
            percent(after - swing),
            percent(after)
        )
    } else {
        "no step moves that".to_owned()
    };
    format!("{} before the first die; {turn}; {open}.", percent(odds.start[Winner::Party.index()].share))
}

fn place_of(round: u32) -> String {
    if round == 0 { "the set-up".to_owned() } else { format!("round {round}") }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share.max(0.0))
}

/// The horizontal position of the moment after a step, from the left.
fn along(step: usize, odds: &OddsByStep) -> i32 {
    LEFT + (step as f64 / odds.steps.len() as f64 * f64::from(WIDTH - LEFT - MARGIN)).round() as i32
}

/// The vertical position of a share, from the top.
fn height(share: f64) -> i32 {
    MARGIN + ((1.0 - share) * f64::from(HEIGHT - 2 * MARGIN)).round() as i32
}

/// The line through the odds.
fn path(odds: &OddsByStep) -> String {
    let steps = odds.steps.len();
    let every = steps.div_ceil(POINTS_MAX).max(1);
    let turning = odds.turning_point().step as usize;
    let mut data = String::new();
    let mut last = [0; 2];
    for (index, share) in odds.party().enumerate() {
        if index.is_multiple_of(every) || index == steps || index == turning || index + 1 == turning {
            let point = [along(index, odds), height(share.share)];
            let command = if data.is_empty() { 'M' } else { 'l' };
            let _ = write!(data, "{command}{} {}", point[0] - last[0], point[1] - last[1]);
            last = point;
        }
    }
    data.replace(" -", "-")
}
