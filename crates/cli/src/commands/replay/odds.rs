//! The odds beside each step of a replay: which are asked for, and how they are told.

use std::io;

use equipoise_engine::{Side, Winner};
use equipoise_sim::output::numbers;
use equipoise_sim::stats::interval::z;
use equipoise_sim::studies::method;
use equipoise_sim::studies::replay::{Continuations, Luck, OddsByStep, OddsMethod, OddsStep, Replay, Shares, Whose};
use equipoise_sim::{Interval, Share};

use super::args::ReplayArgs;
use crate::args::{CONFIDENCE, Method, PictureArgs, TextOrJson};
use crate::exit::Failure;
use crate::host;
use crate::out::Out;
use crate::page::Page;
use crate::pictures::{self, Point};
use crate::text::visible;

/// Continuations of each step, unless `--continuations` says otherwise.
const CONTINUATIONS: u32 = 2000;
/// A curve has a point for each step of a fight of so many steps; a longer one has a point for each round.
const STEPS_MAX: usize = 39;

/// The method of the odds; `None` if they are not wanted. `are_implied` if the fight is found by them.
pub(super) fn method(args: &ReplayArgs, are_implied: bool) -> Result<Option<method::Method<Continuations>>, Failure> {
    let sampled_only = [(args.continuations.is_some(), "--continuations"), (args.confidence.is_some(), "--confidence")];
    let sampled_only = sampled_only.into_iter().find(|(is_given, _)| *is_given).map(|(_, name)| name);
    if !args.odds && !are_implied {
        let picture = [(args.picture.picture, "--picture"), (args.picture.no_picture, "--no-picture")];
        let picture = picture.into_iter().find(|(is_given, _)| *is_given).map(|(_, name)| name);
        let method = args.method.map(|_| "--method");
        return match method.or(sampled_only).or(args.solver.given()).or(picture) {
            Some(name) => Err(Failure::plain(format!("{name} is for the odds beside each step, and needs --odds"))),
            None => Ok(None),
        };
    }
    let method = args.method.unwrap_or(Method::Auto);
    if let (Method::Exact, Some(name)) = (method, sampled_only) {
        return Err(Failure::plain(format!("{name} is for estimated odds: `--method exact` estimates nothing")));
    }
    let limits = method.limits_tried(&args.solver)?;
    let sampling = Continuations {
        continuations: args.continuations.unwrap_or(CONTINUATIONS),
        confidence: args.confidence.unwrap_or(CONFIDENCE),
    };
    Ok(Some(method.of(limits, sampling)))
}

/// Whether the curve is drawn: on a terminal unless it is refused, elsewhere where it is asked for.
pub(super) fn is_drawn(args: &PictureArgs, format: TextOrJson) -> Result<bool, Failure> {
    match format {
        TextOrJson::Json if args.picture => Err(Failure::plain("--picture needs --format table or markdown")),
        TextOrJson::Json => Ok(false),
        TextOrJson::Table => Ok(args.picture || (!args.no_picture && host::is_terminal())),
        TextOrJson::Markdown => Ok(args.picture),
    }
}

/// The odds before anything is rolled, as a sentence.
pub(super) fn before(odds: &OddsByStep) -> String {
    format!("before the first die: {}", shares(odds, &odds.start, None))
}

/// The odds after a step, as a sentence. A step without a line says whose it is.
pub(super) fn after(odds: &OddsByStep, step: &OddsStep) -> String {
    let whose = if step.lines.is_empty() && !step.actors.is_empty() {
        format!("{}, nothing to tell: ", step.actors.iter().map(|id| visible(id)).collect::<Vec<_>>().join(" and "))
    } else {
        String::new()
    };
    let is_turn = odds.turns() && step.step == odds.turning_point().step;
    let turns = if is_turn { " (the turning point)" } else { "" };
    format!("{whose}{}{turns}", shares(odds, &step.odds, Some(step.swing)))
}

/// The chance of the party with the swing that led to it, and of draws and timeouts where they are possible.
fn shares(odds: &OddsByStep, shares: &Shares, swing: Option<f64>) -> String {
    let of = |winner: Winner| {
        let Share { share, interval, .. } = shares[winner.index()];
        let between = |Interval { lo, hi }| format!(" ({} to {})", percent(lo), percent(hi));
        format!("{winner} {}{}", percent(share), interval.map_or_else(String::new, between))
    };
    let swing = swing.map_or_else(String::new, |swing| format!(", swing {}", points(swing)));
    let others = [Winner::Draw, Winner::Timeout].into_iter().filter(|&winner| odds.is_possible(winner));
    others.fold(of(Winner::Party) + &swing, |text, winner| format!("{text}; {}", of(winner)))
}

/// A share in percent with one decimal.
fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// A swing in points of percent with its sign; what rounds to 0 has a plus.
fn points(swing: f64) -> String {
    let text = format!("{:+.1}", 100.0 * swing);
    if text == "-0.0" { "+0.0".to_owned() } else { text }
}

/// The summary of the odds: the turning point, how long the fight was open, and the luck of each.
pub(super) fn summary(page: &mut Page<Out>, odds: &OddsByStep, replay: &Replay, is_drawn: bool) -> io::Result<()> {
    page.gap()?;
    page.heading("odds")?;
    page.note(&how(odds))?;
    page.note(&turn(odds, replay))?;
    page.note(&open(odds))?;
    page.gap()?;
    let actor = |luck: &Luck<Whose>| {
        let (who, side) = match &luck.of {
            Whose::One(id, side) => (visible(id).into_owned(), side.name()),
            Whose::Several(side) => ("several at once".to_owned(), side.name()),
            Whose::Both => ("both sides".to_owned(), ""),
        };
        vec![who, side.to_owned(), luck.steps.to_string(), points(luck.swing)]
    };
    page.grid(&["in whose turn", "side", "steps", "swing"], odds.by_actor.iter().map(actor).collect(), 2..4)?;
    page.gap()?;
    let round = |luck: &Luck<u32>| {
        let round = if luck.of == 0 { "set-up".to_owned() } else { luck.of.to_string() };
        vec![round, luck.steps.to_string(), points(luck.swing)]
    };
    page.grid(&["round", "steps", "swing"], odds.by_round.iter().map(round).collect(), 1..3)?;
    page.gap()?;
    page.note(&account(odds))?;
    if let Some(curve) = is_drawn.then(|| curve(odds)).flatten() {
        page.gap()?;
        page.verbatim(&curve)?;
    }
    Ok(())
}

/// The method behind the odds, in words.
fn how(odds: &OddsByStep) -> String {
    match odds.method {
        OddsMethod::Exact { states } => {
            format!("exact, from the {} states in which the fight can be", numbers::grouped(states as u64))
        }
        OddsMethod::Sample(Continuations { continuations, confidence }) => {
            let all = f64::from(continuations);
            let [odds, swing] =
                [(0.25 / all).sqrt(), (0.5 / all).sqrt()].map(|sd| (100.0 * z(confidence) * sd).min(100.0));
            format!(
                "estimated: the rest of the fight was played {} after each step, so that odds are known within {odds:.1} \
                 points and swings within {swing:.1}, each with a confidence of {}",
                if continuations == 1 {
                    "once".to_owned()
                } else {
                    format!("{} times", numbers::grouped(continuations.into()))
                },
                numbers::confidence(confidence)
            )
        }
    }
}

/// The turning point of the fight, in words.
fn turn(odds: &OddsByStep, replay: &Replay) -> String {
    if !odds.turns() {
        return "no step moved the odds of the party".to_owned();
    }
    let estimated = if matches!(odds.method, OddsMethod::Sample(_)) { " by these estimates" } else { "" };
    let turning = odds.turning_point();
    let before = turning.step.checked_sub(2).map_or(&odds.start, |index| &odds.steps[index as usize].odds);
    let line = replay.lines[turning.lines.clone()].first();
    let line = line.map_or_else(String::new, |line| format!(": {}", visible(&line.text)));
    format!(
        "turning point{estimated}: step {} of {}, in {}, from {} to {} ({}){line}",
        turning.step,
        odds.steps.len(),
        place(turning.round),
        percent(before[0].share),
        percent(turning.odds[0].share),
        points(turning.swing)
    )
}

fn place(round: u32) -> String {
    if round == 0 { "the set-up".to_owned() } else { format!("round {round}") }
}

/// The step until which the fight was open, in words.
fn open(odds: &OddsByStep) -> String {
    match odds.open_until() {
        None => "never open: the party's odds were below 10% or above 90% all the time".to_owned(),
        Some(0) => "open before the first die alone: after each step the odds were below 10% or above 90%".to_owned(),
        Some(step) => {
            let round = odds.steps[step as usize - 1].round;
            format!(
                "open until step {step} of {}, in {}: after it the odds were from 10% to 90% for the last time",
                odds.steps.len(),
                place(round)
            )
        }
    }
}

/// The note below the swings: whose luck they are.
fn account(odds: &OddsByStep) -> String {
    let sum = |is_it: &dyn Fn(&Whose) -> bool| {
        let mut its = odds.by_actor.iter().filter(|luck| is_it(&luck.of)).peekable();
        its.peek().is_some().then(|| points(its.map(|luck| luck.swing).sum()))
    };
    let of_side = |side: Side| sum(&|whose| matches!(whose, Whose::One(_, its) | Whose::Several(its) if *its == side));
    let sums = [
        ("the party's turns", of_side(Side::Party)),
        ("the enemies' turns", of_side(Side::Enemies)),
        ("what belongs to both sides", sum(&|whose| *whose == Whose::Both)),
    ];
    let sums: Vec<String> = sums.into_iter().filter_map(|(of, sum)| Some(format!("{} in {of}", sum?))).collect();
    format!(
        "Swings are points of the party's odds: {}, which makes {}. A turn has the dice of everybody who rolls in it, so that a \
         swing is luck in that turn and not of one side alone.",
        sums.join(", "),
        points(odds.steps.iter().map(|step| step.swing).sum())
    )
}

/// The odds of the party along the fight.
fn curve(odds: &OddsByStep) -> Option<String> {
    let party: Vec<_> = odds.party().collect();
    let is_by_step = odds.steps.len() <= STEPS_MAX;
    let mut points = vec![Point { value: "start".to_owned(), wins: party[0] }];
    let mut in_round = 0;
    for (index, step) in odds.steps.iter().enumerate() {
        in_round = if index > 0 && odds.steps[index - 1].round == step.round { in_round + 1 } else { 1 };
        let is_last_of_round = odds.steps.get(index + 1).is_none_or(|next| next.round != step.round);
        let is_turning = step.step == odds.turning_point().step;
        if is_by_step || is_last_of_round || is_turning {
            let mark = if is_turning { ">" } else { "" };
            points.push(Point { value: format!("{mark}{}.{in_round}", step.round), wins: party[index + 1] });
        }
    }
    pictures::curve("round.step (> turning point)", &points)
}
