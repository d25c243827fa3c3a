//! Sentences about a record against a scenario, alike in tables and in pages.

use super::numbers;
use super::words::visible;
use crate::studies::observe::{At, Cell, Curve, ObserveMethod, Observed, Standing, Surprise, Whole};

/// Names that a sentence lists.
const NAMED_MAX: usize = 8;

/// The model that the record is held against.
pub fn model(found: &Observed) -> String {
    let confidence = numbers::confidence(found.asked.confidence);
    match found.method {
        ObserveMethod::Exact { states } => {
            format!("against the exact solution ({} states); {confidence} intervals", numbers::grouped(states as u64))
        }
        ObserveMethod::Sampled { encounters } => format!(
            "against {} with the dice of seed {}; {confidence} intervals",
            numbers::encounters(encounters),
            found.asked.seed
        ),
    }
}

/// Whether the record is unlike the model, and in what.
pub fn verdict(found: &Observed) -> String {
    let tests = found.tests().count();
    if found.is_partial {
        return format!(
            "partial: interrupted after {tests} tests; with all of them the p-values together are at most as large"
        );
    }
    let together = format!("({tests} tests taken together, {})", numbers::confidence(found.asked.confidence));
    let all = found.is_unlikely().then_some(ALL);
    let unlike: Vec<&str> = found.unlike().map(|column| column.name.as_str()).chain(all).collect();
    if unlike.is_empty() {
        format!("nothing tells these games from those of the model {together}")
    } else {
        format!("unlike the model: {} {together}", listed(&unlike))
    }
}

/// The name of all columns together.
pub const ALL: &str = "(all)";

/// The sentences that say what the test of all columns together is about.
pub fn whole(found: &Observed) -> Vec<String> {
    let Some(Whole { log_likelihood, left_out, has_bins, cells, .. }) = &found.whole else { return Vec::new() };
    let kinds = numbers::grouped(*cells as u64);
    let first = match log_likelihood {
        None => format!("{ALL}: the model does not allow such a record"),
        Some(_) => format!("{ALL}: how likely so many games of each of {kinds} kinds are"),
    };
    [Some(first), partition(found, left_out, *has_bins)].into_iter().flatten().collect()
}

/// The limits within which rows are told apart; `None` if there are none.
fn partition(found: &Observed, left_out: &[String], has_bins: bool) -> Option<String> {
    let encounters = numbers::encounters(found.encounters()?);
    let left_out: Vec<&str> = left_out.iter().map(String::as_str).collect();
    match (left_out.is_empty(), has_bins) {
        (true, false) => None,
        (true, true) => Some(format!("numbers are in bins there: {encounters} tell no finer ones apart")),
        (false, _) => Some(format!("left out there, for which {encounters} are too few: {}", listed(&left_out))),
    }
}

/// The chance that a record has a game as surprising as the most surprising one, in words; `None` without games.
pub fn most_surprising(found: &Observed) -> Option<String> {
    let first = found.surprising.first()?;
    if !first.is_possible {
        return Some(format!("{}: the model does not allow such a game", visible(&first.game)));
    }
    Some(format!(
        "one as surprising as the first is among {} of the model with a chance of at most {}",
        games(found.games),
        numbers::chance(found.most_surprising)
    ))
}

/// A number of games, in words.
pub fn games(count: u64) -> String {
    if count == 1 { "1 game".to_owned() } else { format!("{} games", numbers::grouped(count)) }
}

/// The number of times that the model has shown a game.
pub fn seen(surprise: &Surprise) -> String {
    match surprise.seen {
        Some(0) => "never".to_owned(),
        Some(seen) => numbers::grouped(seen),
        None if surprise.is_possible => "–".to_owned(),
        None => "impossible".to_owned(),
    }
}

/// The cells of a game that are least likely, those first, each with its chance; no more than three.
pub fn cells(surprise: &Surprise) -> String {
    let mut cells: Vec<_> = surprise.cells.iter().collect();
    cells.sort_by(|left, right| left.tail.total_cmp(&right.tail));
    let cell =
        |cell: &&Cell| format!("{} {} ({})", visible(&cell.column), visible(&cell.value), numbers::chance(cell.tail));
    cells.iter().take(3).map(cell).collect::<Vec<_>>().join(", ")
}

/// The sentences about the curve, the best value first; none without a curve.
pub fn curve(found: &Observed) -> Vec<String> {
    let Some(curve) = &found.curve else { return Vec::new() };
    let confidence = numbers::confidence(found.asked.confidence);
    let path = visible(&curve.path);
    let Some(best) = &curve.best else {
        return vec![format!("no value of {path} allows the record")];
    };
    let all = |wanted: &dyn Fn(&At) -> bool| -> Vec<&str> {
        curve.values.iter().filter(|at| wanted(at)).map(|at| at.value.as_str()).collect()
    };
    let is_equal = |at: &At| !at.is_told_from_best && at.error.is_none_or(|error| error == 0.0);
    let tied = all(&|at| !at.is_told_from_best && at.standing != Standing::Best && !is_equal(at));
    let equal = all(&|at| is_equal(at) && at.standing != Standing::Best);
    let explains = match (tied.is_empty(), equal.is_empty()) {
        (true, true) => "explains the record best",
        (true, false) => "explain the record best, all alike",
        (false, true) => "seems to explain the record best",
        (false, false) => "seem to explain the record best, all alike",
    };
    let best_of_all: Vec<&str> = std::iter::once(best.as_str()).chain(equal).collect();
    let mut lines = vec![format!(
        "{path} = {} {explains}; of the values tried, the {confidence} likelihood interval has {}",
        listed(&best_of_all),
        interval(curve)
    )];
    let unsure = all(&|at| at.standing == Standing::Unsure);
    let encounters = found.encounters().map(numbers::encounters).unwrap_or_default();
    if !unsure.is_empty() {
        lines.push(format!("{encounters} do not tell whether it has {}: simulate more (-n)", listed(&unsure)));
    }
    if !tied.is_empty() {
        let best = visible(best);
        lines.push(format!("{encounters} do not tell {} from {best}: simulate more (-n)", listed(&tied)));
    }
    if curve.is_at_end {
        lines.push("the best value is at the end of those tried: others beyond it may be better".to_owned());
    }
    lines.extend(unseen(found, curve));
    lines.extend(partition(found, &curve.left_out, curve.has_bins));
    lines
}

/// The values of the interval: `9 to 13`, or one by one where others lie between them.
fn interval(curve: &Curve) -> String {
    let values: Vec<&str> = curve.interval().into_iter().map(|at| at.value.as_str()).collect();
    match values[..] {
        [first, .., last] if curve.is_unbroken() && values.len() > 2 => {
            format!("{} to {}", visible(first), visible(last))
        }
        [only] => format!("no other than {}", visible(only)),
        _ => listed(&values),
    }
}

/// The games that have no chance at some values, as far as is known.
fn unseen(found: &Observed, curve: &Curve) -> Option<String> {
    let with: Vec<&At> = curve.values.iter().filter(|at| at.unseen > 0).collect();
    let most = with.iter().map(|at| at.unseen).max()?;
    let values: Vec<&str> = with.iter().map(|at| at.value.as_str()).collect();
    let games = if most == 1 { "1 game".to_owned() } else { format!("up to {} games", numbers::grouped(most)) };
    Some(match found.encounters() {
        None => format!("{games} cannot be with {}", listed(&values)),
        Some(encounters) => {
            let bound = -((1.0 - found.asked.confidence).ln() / encounters as f64).exp_m1();
            format!(
                "{games} of kinds never seen in {} with {}: each has a chance of at most {} there ({})",
                numbers::encounters(encounters),
                listed(&values),
                numbers::chance(bound),
                numbers::confidence(found.asked.confidence)
            )
        }
    })
}

/// Names, no more than a sentence can hold.
fn listed(names: &[&str]) -> String {
    let named: Vec<String> = names.iter().take(NAMED_MAX).map(|name| visible(name).into_owned()).collect();
    match names.len().saturating_sub(NAMED_MAX) {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}
