//! The odds of a told fight as a small curve, with the step that turned it.

use std::fmt::Write;

use equipoise_engine::Winner;
use equipoise_sim::output::numbers;
use equipoise_sim::studies::replay::{Continuations, OddsByStep, OddsMethod, OddsStep};
use maud::{Markup, PreEscaped, html};

/// The size of the drawing.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 110.0;
/// Room at the sides of the curve, for the shares at the left.
const LEFT: f64 = 38.0;
const MARGIN: f64 = 8.0;

/// A curve has so many points at the most, so that a page does not grow with long fights: of a longer fight every second, third …
/// step is drawn, and always the turning point and the end.
const POINTS_MAX: usize = 120;

/// The curve with what it tells in words.
pub(crate) fn curve(odds: &OddsByStep) -> Markup {
    let turning = odds.turning_point();
    let words = words(odds);
    let label = format!("How likely the party was to win, step by step. {words}");
    html! {
        figure {
            figcaption { b { "How likely the party was to win" } span { (words) " " (how(odds)) } }
            svg.chart role="img" aria-label=(label) viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) {
                @for share in [0.1, 0.5, 0.9] {
                    @let [_, y] = place(0.0, share);
                    line.grid x1=(LEFT) x2=(WIDTH - MARGIN) y1=(number(y)) y2=(number(y)) {}
                    text class="small faint end" x=(LEFT - 5.0) y=(number(y + 4.0)) { (format!("{:.0}%", 100.0 * share)) }
                }
                path class="l l-blue" d=(path(odds)) {}
                @let [x, y] = place(f64::from(turning.step) / odds.steps.len() as f64, turning.odds[0].share);
                circle.f-vermilion cx=(number(x)) cy=(number(y)) r="5" { title { (turn(turning)) } }
            }
        }
    }
}

/// What the curve tells.
fn words(odds: &OddsByStep) -> String {
    let turning = odds.turning_point();
    let open = match odds.open_until() {
        None => "The fight was never open: the odds were below 10 % or above 90 % all the time.".to_owned(),
        Some(0) => "It was open before the first die alone.".to_owned(),
        Some(step) => format!(
            "It was open, with odds from 10 % to 90 %, until {}.",
            place_of(odds.steps[step as usize - 1].round)
        ),
    };
    let start = odds.start[Winner::Party.index()].share;
    format!("{} before the first die. {} {open}", percent(start), turn(turning))
}

fn turn(turning: &OddsStep) -> String {
    let (after, points) = (turning.odds[0].share, 100.0 * turning.swing);
    format!(
        "The turning point is in {}: from {} to {} ({points:+.1} points).",
        place_of(turning.round),
        percent(after - turning.swing),
        percent(after)
    )
}

fn place_of(round: u32) -> String {
    if round == 0 { "the set-up".to_owned() } else { format!("round {round}") }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// How the odds came about.
fn how(odds: &OddsByStep) -> Markup {
    html! {
        @match odds.method {
            OddsMethod::Exact { .. } => { "The odds are exact." }
            OddsMethod::Sample(Continuations { continuations, .. }) => {
                "The odds are estimates: after each step the rest of the fight was played "
                (numbers::grouped(continuations.into())) " times. The command with --odds has each step with its interval."
            }
        }
    }
}

/// Where a share stands, so far along the fight (0 to 1).
fn place(along: f64, share: f64) -> [f64; 2] {
    [LEFT + along * (WIDTH - LEFT - MARGIN), MARGIN + (1.0 - share) * (HEIGHT - 2.0 * MARGIN)]
}

fn number(coordinate: f64) -> String {
    let text = format!("{coordinate:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// The line through the odds.
fn path(odds: &OddsByStep) -> PreEscaped<String> {
    let steps = odds.steps.len();
    let every = steps.div_ceil(POINTS_MAX).max(1);
    let turning = odds.turning_point().step as usize;
    let mut data = String::new();
    for (index, share) in odds.party().enumerate() {
        // The odds before the turning point are drawn as well, so that the curve has its slope.
        if index.is_multiple_of(every) || index == steps || index == turning || index + 1 == turning {
            let [x, y] = place(index as f64 / steps as f64, share.share);
            let command = if data.is_empty() { 'M' } else { 'L' };
            let _ = write!(data, "{command}{} {}", number(x), number(y));
        }
    }
    PreEscaped(data)
}
