//! The odds of attacks for people: one attack in sentences and tables, several as a row each.

use std::io::{self, Write};

use equipoise_engine::odds::{Amount, Distribution, Lasting, Odds};
use equipoise_sim::output::words::visible;
use equipoise_sim::studies::odds::{ScenarioOdds, StrikeOdds};

use crate::numbers::rough;
use crate::page::Page;
use crate::text::{WIDTH, shared};

/// The most rows of a distribution; more numbers share rows.
const ROWS_MAX: usize = 20;
/// The share of the attacks that a distribution leaves out at its end.
const UNSHOWN: f64 = 0.001;
/// The chance below which something counts as impossible.
const CERTAIN: f64 = 1e-9;
/// A number that does not exist, or is not known.
const GAP: &str = "-";

/// The odds of the attacks of scenarios.
pub(super) fn odds(page: &mut Page<impl Write>, scenarios: &[ScenarioOdds]) -> io::Result<()> {
    let shared = shared(scenarios.iter().map(|scenario| scenario.scenario.as_str()));
    for (index, scenario) in scenarios.iter().enumerate() {
        if index > 0 {
            page.gap()?;
        }
        let file = Some(&scenario.file).filter(|_| shared.contains(&scenario.scenario));
        let file = file.map_or_else(String::new, |file| format!(", {file}"));
        page.title(&visible(&format!("{}{file}", scenario.scenario)), 2)?;
        page.gap()?;
        match scenario.strikes.as_slice() {
            [strike] => one(page, scenario, strike)?,
            strikes => matrix(page, scenario, strikes)?,
        }
    }
    Ok(())
}

/// A row for each attack.
fn matrix(page: &mut Page<impl Write>, scenario: &ScenarioOdds, strikes: &[StrikeOdds]) -> io::Result<()> {
    let amounts = scenario.striking.amounts;
    let mut header = vec!["attacker", "attack", "target", "succeeds", "critical"];
    header.extend(amounts.iter().map(|amount| amount.name));
    if scenario.striking.enough.is_some() {
        header.extend(["attacks", "9 in 10"]);
    }
    let row = |strike: &StrikeOdds| {
        let names = [&strike.attacker, &strike.attack, &strike.target].map(|name| visible(name).into_owned());
        let mut row = names.to_vec();
        let Some(odds) = &strike.odds else {
            row.extend(vec![GAP.to_owned(); header.len() - row.len()]);
            return row;
        };
        row.extend([percent(odds.success), percent(odds.critical)]);
        row.extend(odds.amounts.iter().map(|amount| rough(amount.mean())));
        if let Some(lasting) = &odds.lasting {
            let lasting = lasting.as_ref().ok();
            let mean = lasting.and_then(mean_of);
            let most = lasting.and_then(most_of);
            row.extend([mean, most].map(|cell| cell.unwrap_or_else(|| GAP.to_owned())));
        }
        row
    };
    let columns = header.len();
    let rows: Vec<Vec<String>> = strikes.iter().map(row).collect();
    let has_brackets = rows.iter().flatten().any(|cell| cell.ends_with("%)"));
    let has_gaps = rows.iter().flatten().any(|cell| cell == GAP);
    let has_ends = rows.iter().flatten().any(|cell| cell.starts_with('>'));
    let goes_both_ways = strikes.iter().flat_map(|strike| &strike.odds).any(|odds| is_against(scenario, odds));
    page.grid(&header, rows, 3..columns)?;
    page.gap()?;
    let means = amounts.iter().map(|amount| amount.name).collect::<Vec<_>>().join(" and ");
    let [does, to] = scenario.striking.does;
    let below = scenario.striking.against.filter(|_| goes_both_ways);
    let below = below.map_or_else(String::new, |against| format!("; below 0: {against}"));
    page.note(&format!("{means}: how much an attack {does} {to} on average, failures included{below}"))?;
    if let Some(enough) = scenario.striking.enough {
        page.note(&format!(
            "attacks: how many it takes on average until the target is {enough}, and how many suffice with a chance of 9 in 10"
        ))?;
    }
    if has_brackets {
        page.note("in brackets: the chance that they ever suffice; the mean is that of the cases in which they do")?;
    }
    if has_ends {
        page.note(">: more attacks than were worked out one by one")?;
    }
    if has_gaps {
        page.note("-: never, or not known; --attacker, --attack and --target together say which")?;
    }
    Ok(())
}

/// The mean number of attacks, with how often they suffice if they do not always.
fn mean_of(lasting: &Lasting) -> Option<String> {
    let mean = rough(lasting.mean?);
    Some(if is_always(lasting) { mean } else { format!("{mean} ({})", percent(lasting.ever)) })
}

/// The number of attacks that suffices with a chance of 9 in 10, or which it is beyond.
fn most_of(lasting: &Lasting) -> Option<String> {
    let beyond = || lasting.is_beyond(0.9).then(|| format!(">{}", lasting.chances.len()));
    lasting.quantile(0.9).map(|attacks| attacks.to_string()).or_else(beyond)
}

/// Whether an attack does less than nothing on average, where the system has words for that.
fn is_against(scenario: &ScenarioOdds, odds: &Odds) -> bool {
    scenario.striking.against.is_some() && odds.amounts.iter().any(|amount| amount.mean() < 0.0)
}

/// Whether attacks suffice in the end, as far as they were followed.
fn is_always(lasting: &Lasting) -> bool {
    lasting.ever + lasting.unfollowed >= 1.0 - CERTAIN
}

/// One attack: a sentence for each thing to know, then the distributions.
fn one(page: &mut Page<impl Write>, scenario: &ScenarioOdds, strike: &StrikeOdds) -> io::Result<()> {
    let [attacker, attack, target] = [&strike.attacker, &strike.attack, &strike.target].map(|name| visible(name));
    let Some(odds) = &strike.odds else {
        return page
            .note(&format!("{attacker} cannot make `{attack}` at all: its price is too high, or it is used up"));
    };
    page.note(&first_sentence(scenario, odds, [&attacker, &attack, &target]))?;
    if let Some(enough) = scenario.striking.enough {
        page.note(&second_sentence(odds, &target, enough))?;
    }
    for (kind, distribution) in scenario.striking.amounts.iter().zip(&odds.amounts) {
        let rows: Vec<(String, f64)> =
            binned(distribution.chances().iter().map(|&(value, chance)| (i64::from(value), chance)).collect());
        if rows.len() > 1 {
            page.gap()?;
            page.verbatim(&picture(kind.name, &rows))?;
        }
    }
    if let Some(Ok(lasting)) = &odds.lasting
        && lasting.ever > 0.0
    {
        page.gap()?;
        page.verbatim(&picture("attacks", &numbers_of_attacks(lasting)))?;
    }
    Ok(())
}

fn first_sentence(scenario: &ScenarioOdds, odds: &Odds, [attacker, attack, target]: [&str; 3]) -> String {
    let striking = &scenario.striking;
    let [success, critical] = [odds.success, odds.critical].map(percent);
    let is_against = is_against(scenario, odds);
    let mean = |(kind, distribution): (&Amount, &Distribution)| {
        let mean = distribution.mean();
        format!("{} {}", rough(if is_against { mean.abs() } else { mean }), kind.name)
    };
    let amounts: Vec<String> = striking.amounts.iter().zip(&odds.amounts).map(mean).collect();
    let ([does, to], succeeds, amounts) = (striking.does, striking.succeeds, amounts.join(" and "));
    let to = striking.against.filter(|_| is_against).unwrap_or(to);
    format!(
        "{attacker} {succeeds} {target} with {attack} in {success} of its attempts ({critical} are critical) and {does} {amounts} {to} on \
         average, failures included."
    )
}

fn second_sentence(odds: &Odds, target: &str, enough: &str) -> String {
    let lasting = match &odds.lasting {
        Some(Ok(lasting)) => lasting,
        Some(Err(why)) => return format!("How many attacks it takes until {target} is {enough} is not known: {why}."),
        None => return String::new(),
    };
    let Some(mean) = lasting.mean else { return format!("No number of attacks makes {target} {enough}.") };
    let most = match lasting.quantile(0.9) {
        Some(attacks) => format!("; with a chance of 9 in 10 at most {attacks}"),
        None if lasting.is_beyond(0.9) => {
            let known = lasting.chances.len();
            format!("; how many suffice with a chance of 9 in 10 is beyond the {known} that were worked out one by one")
        }
        // The chance that was not followed could make up for what is missing.
        None if lasting.ever + lasting.unfollowed >= 0.9 => String::new(),
        None => "; no number of them suffices with a chance of 9 in 10".to_owned(),
    };
    let often = if is_always(lasting) {
        String::new()
    } else {
        format!(", which comes to pass with a chance of {}", percent(lasting.ever))
    };
    let mean = rough(mean);
    let plural = if mean == "1" { "attack" } else { "attacks" };
    let rest = if lasting.unfollowed > CERTAIN {
        format!(" What has a chance of {} together was not followed.", percent(lasting.unfollowed))
    } else {
        String::new()
    };
    format!("It takes {mean} {plural} on average until {target} is {enough}{often}{most}.{rest}")
}

/// The numbers of attacks from 1 on, but for the last of them, with their chances.
fn numbers_of_attacks(lasting: &Lasting) -> Vec<(String, f64)> {
    let mut left = lasting.ever - lasting.at_start;
    let at_start = Some((0, lasting.at_start)).filter(|(_, chance)| *chance > 0.0);
    let shown = (1..).zip(lasting.chances.iter().copied()).take_while(|(_, chance)| {
        let is_shown = left > UNSHOWN;
        left -= chance;
        is_shown
    });
    let shown: Vec<(i64, f64)> = at_start.into_iter().chain(shown).collect();
    let sum: f64 = shown.iter().map(|(_, chance)| chance).sum();
    let mut rows = binned(shown);
    let more = lasting.ever - sum;
    if more > CERTAIN {
        rows.push(("more".to_owned(), more));
    }
    let never = 1.0 - lasting.ever - lasting.unfollowed;
    if never > CERTAIN {
        rows.push(("never".to_owned(), never));
    }
    rows
}

/// Numbers with their chances, several to a row if there are many.
fn binned(chances: Vec<(i64, f64)>) -> Vec<(String, f64)> {
    let (Some(&(first, _)), Some(&(last, _))) = (chances.first(), chances.last()) else { return Vec::new() };
    let width = ((last - first) as usize / ROWS_MAX + 1) as i64;
    let mut rows: Vec<(i64, f64)> = Vec::new();
    for (value, chance) in chances {
        let bin = (value - first) / width;
        match rows.last_mut() {
            Some((last, sum)) if *last == bin => *sum += chance,
            _ => rows.push((bin, chance)),
        }
    }
    let label = |bin: i64| {
        let least = first + bin * width;
        let most = (least + width - 1).min(last);
        if least == most { least.to_string() } else { format!("{least} to {most}") }
    };
    rows.into_iter().map(|(bin, chance)| (label(bin), chance)).collect()
}

/// A distribution as a table with bars.
fn picture(name: &str, rows: &[(String, f64)]) -> String {
    let in_columns = |chance: f64| format!("{:.2}%", 100.0 * chance);
    let column = rows.iter().map(|(label, _)| label.chars().count()).chain([name.chars().count()]).max().unwrap_or(0);
    let largest = rows.iter().map(|(_, chance)| *chance).fold(0.0, f64::max);
    let bar_max = WIDTH.saturating_sub(column + 2 + 7 + 2);
    let mut lines = format!("{name:>column$}  {:>7}\n", "chance");
    for (label, chance) in rows {
        let bar = "#".repeat((chance / largest * bar_max as f64).round() as usize);
        let line = format!("{label:>column$}  {:>7}  {bar}", in_columns(*chance));
        lines.extend([line.trim_end(), "\n"]);
    }
    lines
}

/// A chance in percent with at most two decimals, and none at its end that is 0.
fn percent(chance: f64) -> String {
    let text = format!("{:.2}", 100.0 * chance.clamp(0.0, 1.0));
    match text.trim_end_matches('0').trim_end_matches('.') {
        "0" if chance > 0.0 => "<0.01%".to_owned(),
        text => format!("{text}%"),
    }
}
