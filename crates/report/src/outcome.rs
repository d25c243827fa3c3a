//! The charts and tables of the results of one scenario.

use equipoise_charts::{
    Along, Axis, Bin, Chart, Color, Histogram, Line, Lines, Mark, Plot, Row, Rows, Series, Stack, Stacks, Style,
};
use equipoise_charts::{Table, Unit};
use equipoise_engine::{Combatant, EndState, Metric, Winner};
use equipoise_sim::kernel::quantity::Quantity;
use equipoise_sim::output::numbers;
use equipoise_sim::output::sentences::interval_kinds;
use equipoise_sim::output::words::short_value;
use equipoise_sim::studies::report::{Odds, bins};
use equipoise_sim::{Method, Report};

use crate::{day, show};

/// The most bars of a histogram.
const BARS_MAX: u32 = 30;
/// Steps of the lines of odds, so that a page does not grow with the round limit.
const ROUNDS_DRAWN_MAX: usize = 240;
/// Rounds that a smaller share of encounters reaches are left out of the odds.
const REACHED_MIN: f64 = 0.005;
/// As are those that fewer encounters reach.
const ENCOUNTERS_MIN: u64 = 100;

/// The charts of a scenario's results, in the order of the page. Those that would be empty are left out. `left` are the numbers that its
/// system shows where a leg of a day begins.
pub(crate) fn charts(report: &Report, cast: &[Combatant], left: &[&str]) -> Vec<Chart> {
    let of_day = day::charts(report, cast, left);
    let rest = [rounds(report), lasting(report), fates(report, cast), odds(report)];
    [winners(report)].into_iter().chain(of_day).chain(rest.into_iter().flatten()).collect()
}

/// Whether a winner ever occurs, or is one of the two sides.
fn is_shown(report: &Report, winner: Winner) -> bool {
    winner.side().is_some() || report.won(winner).share > 0.0
}

fn shown_winners(report: &Report) -> Vec<Winner> {
    Winner::ALL.into_iter().filter(|winner| is_shown(report, *winner)).collect()
}

/// The kind of the intervals, in a sentence.
fn intervals(report: &Report) -> String {
    match &report.method {
        Method::Sampled { confidence, .. } => {
            format!("Lines across the ends are {} intervals.", numbers::confidence(*confidence))
        }
        Method::Exact { .. } => "The numbers are exact.".to_owned(),
    }
}

fn winners(report: &Report) -> Chart {
    let winners = shown_winners(report);
    let row = |(series, winner): (usize, &Winner)| Row {
        name: show::name_of_winner(*winner).to_owned(),
        marks: vec![Mark { series, name: String::new(), value: Some(show::share(&report.won(*winner))) }],
        band: None,
        note: String::new(),
    };
    Chart {
        name: "winners".to_owned(),
        title: "Who wins".to_owned(),
        description: format!("Share of all {}s by how they end. {}", day::noun(report), intervals(report)),
        plot: Plot::Rows(Rows {
            axis: Axis::new(format!("share of {}s", day::noun(report)), Unit::Share),
            of: "outcome".to_owned(),
            style: Style::Bars,
            // The names stand beside the bars: a legend would say them again.
            series: winners.iter().map(|winner| show::series_of_winner(*winner)).collect(),
            rows: winners.iter().enumerate().map(row).collect(),
            band: None,
            holds: vec![0.0, 1.0],
        }),
    }
}

fn rounds(report: &Report) -> Option<Chart> {
    let bins = bins(&report.rounds.by_winner, BARS_MAX)?;
    let winners = shown_winners(report);
    let bin = |bin: &equipoise_sim::studies::report::Bin| Bin {
        name: bin.label(),
        from: bin.first,
        shares: winners.iter().map(|winner| bin.shares[winner.index()]).collect(),
    };
    Some(Chart {
        name: "rounds".to_owned(),
        title: format!("How long {}s last", day::noun(report)),
        description: format!(
            "Each bar is the share of {}s that end in that round, by who wins them.",
            day::noun(report)
        ),
        plot: Plot::Histogram(Histogram {
            of: "rounds".to_owned(),
            share: format!("share of {}s", day::noun(report)),
            series: winners.iter().map(|winner| show::series_of_winner(*winner)).collect(),
            bins: bins.iter().map(bin).collect(),
            at_least: "at least so long".to_owned(),
        }),
    })
}

/// The share of fights that go on, by round.
fn lasting(report: &Report) -> Option<Chart> {
    let noun = day::noun(report);
    let odds: Vec<Odds> = report.odds().into_iter().take_while(|odds| odds.reached.share >= REACHED_MIN).collect();
    let odds = thinned(odds, report.odds().len().div_ceil(ROUNDS_DRAWN_MAX));
    (odds.len() > 1).then(|| Chart {
        name: "lasting".to_owned(),
        title: format!("How many {noun}s reach each round"),
        description: format!(
            "The share of all {noun}s that reach a round, whoever wins them. The band is the interval."
        ),
        plot: Plot::Lines(Lines {
            axis: Axis::new(format!("share of {noun}s"), Unit::Share),
            along: Along::Numbers {
                name: "round".to_owned(),
                numbers: odds.iter().map(|odds| f64::from(odds.round)).collect(),
            },
            lines: vec![Line {
                name: format!("{noun}s that reach the round"),
                color: Color::Black,
                values: odds.iter().map(|odds| Some(show::share(&odds.reached))).collect(),
                exact: Vec::new(),
            }],
            target: None,
            crossing: None,
            holds: vec![0.0, 1.0],
        }),
    })
}

fn fates(report: &Report, cast: &[Combatant]) -> Option<Chart> {
    let occurs = |end: &EndState| report.combatants.iter().any(|who| who.end_states[end.index()].share > 0.0);
    let ends: Vec<EndState> = EndState::ALL.into_iter().filter(occurs).collect();
    let is_day = day::noun(report) == "day";
    let series = |end: &EndState| match end {
        EndState::Standing if is_day => {
            Series { name: "standing, or never met".to_owned(), ..show::series_of_end(*end) }
        }
        end => show::series_of_end(*end),
    };
    let unmet = if is_day { " Enemies of a leg that the party does not come to are never met." } else { "" };
    let row = |who: &equipoise_sim::CombatantReport| Stack {
        name: show::name_of(&who.id, cast),
        key: show::shown(&who.id),
        group: who.side.to_string(),
        parts: ends.iter().map(|end| show::share(&who.end_states[end.index()])).collect(),
    };
    (!report.combatants.is_empty() && !ends.is_empty()).then(|| Chart {
        name: "fates".to_owned(),
        title: "What becomes of everybody".to_owned(),
        description: format!(
            "How each combatant ends, as shares of all {}s.{unmet} {}",
            day::noun(report),
            match &report.method {
                Method::Sampled { confidence, .. } => format!(
                    "Lines at the end of a part are its {} interval, where that is wide enough to be seen.",
                    numbers::confidence(*confidence)
                ),
                Method::Exact { .. } => "The numbers are exact.".to_owned(),
            }
        ),
        plot: Plot::Stacks(Stacks {
            axis: Axis::new(format!("share of {}s", day::noun(report)), Unit::Share),
            of: "combatant".to_owned(),
            series: ends.iter().map(series).collect(),
            rows: report.combatants.iter().map(row).collect(),
        }),
    })
}

/// The first of items, one in so many of those after it, and the last.
fn thinned<T>(items: Vec<T>, step: usize) -> Vec<T> {
    let (last, step) = (items.len().saturating_sub(1), step.max(1));
    let kept = items.into_iter().enumerate().filter(|(index, _)| index.is_multiple_of(step) || *index == last);
    kept.map(|(_, item)| item).collect()
}

fn odds(report: &Report) -> Option<Chart> {
    let is_known = |odds: &Odds| {
        odds.reached.share >= REACHED_MIN && odds.encounters.is_none_or(|encounters| encounters >= ENCOUNTERS_MIN)
    };
    let noun = day::noun(report);
    let odds: Vec<Odds> = report.odds().into_iter().take_while(is_known).collect();
    let step = odds.len().div_ceil(ROUNDS_DRAWN_MAX);
    let drawn = if step > 1 { format!(" One round in {step} is drawn.") } else { String::new() };
    let odds = thinned(odds, step);
    let line = |winner: Winner| Line {
        name: show::name_of_winner(winner).to_owned(),
        color: show::color_of_winner(winner),
        values: odds.iter().map(|odds| Some(show::share(&odds.winners[winner.index()]))).collect(),
        exact: Vec::new(),
    };
    (odds.len() > 1).then(|| Chart {
        name: "odds".to_owned(),
        title: "Win odds over the rounds".to_owned(),
        description: format!(
            "Among the {noun}s that reach a round, the share that each side wins in the end. Where a line bends, long \
             {noun}s favour somebody.{drawn}"
        ),
        plot: Plot::Lines(Lines {
            axis: Axis::new(format!("share of the {noun}s that reach the round"), Unit::Share),
            along: Along::Numbers {
                name: "round".to_owned(),
                numbers: odds.iter().map(|odds| f64::from(odds.round)).collect(),
            },
            lines: shown_winners(report).into_iter().map(line).collect(),
            target: None,
            crossing: None,
            holds: vec![0.0, 1.0],
        }),
    })
}

/// The numbers of a scenario that no chart shows: of every system, of groups, and the system's own; and the names of
/// those that were 0 in every fight.
pub(crate) fn metrics(report: &Report, described: &[Metric]) -> (Table, Vec<String>) {
    let mut never = Vec::new();
    let mut columns = vec!["number", "value"];
    let is_sampled = report.encounters().is_some();
    columns.extend(is_sampled.then_some("interval"));
    columns.extend(["standard deviation", "happens in", "what it tells"]);
    let mut table = Table { columns: columns.into_iter().map(str::to_owned).collect(), rows: Vec::new() };
    for quantity in report.cast().quantities() {
        if matches!(quantity, Quantity::Winner(_) | Quantity::End { .. } | Quantity::Occurred(_)) {
            continue;
        }
        let estimate = report.estimate(quantity);
        let name = short_value(&report.cast().name(quantity));
        // A quantity without a value did not happen, and its number is no 0.
        let is_zero = estimate.value_if_any().is_some_and(|value| value <= 0.0);
        if is_zero && estimate.mean().and_then(|mean| mean.sd).is_none_or(|sd| sd <= 0.0) {
            never.push(name);
            continue;
        }
        let [value, interval] = numbers::estimate(&estimate);
        let mut row = vec![name, value];
        row.extend(is_sampled.then_some(interval));
        let mean = estimate.mean().filter(|_| estimate.value_if_any().is_some());
        row.push(mean.map_or_else(String::new, |mean| numbers::sd(&mean)));
        let share = estimate.mean().and(estimate.share());
        row.push(share.map_or_else(String::new, |share| numbers::share(&share)));
        row.push(match quantity {
            Quantity::Metric(index) => described.get(index).map_or("", |metric| metric.doc).to_owned(),
            quantity => quantity.doc().unwrap_or_default().to_owned(),
        });
        table.rows.push(row);
    }
    (table, never)
}

/// Whether a number that is shown has a dash for its interval.
pub(crate) fn has_too_few(report: &Report) -> bool {
    let mut all = report.cast().quantities().into_iter().map(|quantity| report.estimate(quantity));
    all.any(|estimate| estimate.is_of_too_few() && estimate.value() > 0.0)
}

/// A summary of the results in a few sentences.
pub(crate) fn headline(report: &Report) -> Vec<String> {
    let wins = report.won(Winner::Party);
    let (noun, dead) = (day::noun(report), report.extra_share("party_any_dead"));
    let [wins, dead] = [wins, dead].map(|share| show::share(&share).told());
    vec![
        format!("The party wins {wins} of the {noun}s."),
        format!("A {noun} lasts {} rounds on average.", show::mean(&report.rounds.mean).told()),
        format!("In {dead} of the {noun}s somebody of the party dies."),
    ]
}

/// The method by which the numbers came about.
pub(crate) fn method(report: &Report) -> String {
    match &report.method {
        Method::Exact { states } => {
            format!("Exact: every branch of the dice was followed, {} states.", numbers::grouped(*states as u64))
        }
        Method::Sampled { seed, encounters, confidence, intervals, .. } => format!(
            "{} with the dice of seed {seed}; {} intervals: {}.",
            numbers::encounters(*encounters),
            numbers::confidence(*confidence),
            interval_kinds(*intervals)
        ),
    }
}
