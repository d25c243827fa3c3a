//! The tables of `equipoise observe`: model beside record, the tests, the surprising games, and the values that explain them.

use std::io::{self, Write};

use equipoise_sim::output::observed;
use equipoise_sim::studies::observe::{At, Column, Compared, Curve, Observed, Surprise, Test, Value};
use equipoise_sim::studies::report::Mean;

use crate::numbers;
use crate::page::Page;
use crate::text::visible;

/// Prints everything about a record.
pub(super) fn observed(page: &mut Page<impl Write>, found: &Observed) -> io::Result<()> {
    let games = observed::games(found.games);
    let record = found.asked.games.display();
    page.title(&visible(&format!("{} ({}), {games} of {record}", found.scenario, found.system.name())), 0)?;
    page.note(&observed::model(found))?;
    if !found.ignored.is_empty() {
        page.note(&visible(&format!("left out: {}", found.ignored.join(", "))))?;
    }
    page.gap()?;
    let rows: Vec<Vec<String>> = found.columns.iter().flat_map(compared).collect();
    page.grid(&["column", "model", "interval", "record", "interval"], rows, 1..5)?;
    page.gap()?;
    let rows: Vec<Vec<String>> = found.columns.iter().flat_map(tests).collect();
    let whole = found.whole.iter().map(|whole| row_of_test(observed::ALL, found.games, &whole.test));
    let rows = rows.into_iter().chain(whole).collect();
    page.grid(&["column", "test", "games", "p", "together"], rows, 2..5)?;
    for line in observed::whole(found) {
        page.note(&line)?;
    }
    page.note(&format!("together: p-values with all {} tests taken together (Holm)", found.tests().count()))?;
    page.note(&visible(&observed::verdict(found)))?;
    if !found.surprising.is_empty() {
        page.gap()?;
        let rows = found.surprising.iter().map(surprising).collect();
        page.grid(&["game", "tail", "seen", "least likely cells"], rows, 1..3)?;
        if let Some(line) = observed::most_surprising(found) {
            page.note(&line)?;
        }
    }
    if let Some(curve) = &found.curve {
        page.gap()?;
        values(page, curve)?;
        observed::curve(found).iter().try_for_each(|line| page.note(line))?;
    }
    Ok(())
}

/// A row for the mean of a column, or for each of its values.
fn compared(column: &Column) -> Vec<Vec<String>> {
    let name = |value: &str| visible(&format!("{} {value}", column.name)).trim_end().to_owned();
    if let Some(Compared { expected, observed }) = &column.mean {
        // If no encounter has the number, it has no mean.
        let mean = |mean: &Mean| if mean.encounters == Some(0) { "–".to_owned() } else { numbers::mean(mean) };
        let [model, record] = [expected, observed].map(|found| [mean(found), numbers::mean_interval(found)]);
        return vec![[vec![name("(mean)")], model.into(), record.into()].concat()];
    }
    let row = |Value { value, compared: Compared { expected, observed } }: &Value| {
        let [model, record] = [expected, observed].map(|share| [numbers::share(share), numbers::share_interval(share)]);
        [vec![name(if column.is_yes_no() { "" } else { value })], model.into(), record.into()].concat()
    };
    column.values.iter().map(row).collect()
}

fn tests(column: &Column) -> Vec<Vec<String>> {
    column.tests.iter().map(|test| row_of_test(&visible(&column.name), column.games, test)).collect()
}

fn row_of_test(name: &str, games: u64, test: &Test) -> Vec<String> {
    let p_values = [test.p, test.adjusted].map(numbers::p);
    [vec![name.to_owned(), test.name.name().to_owned(), numbers::grouped(games)], p_values.into()].concat()
}

fn surprising(surprise: &Surprise) -> Vec<String> {
    let count = if surprise.count > 1 { format!(" x{}", surprise.count) } else { String::new() };
    vec![
        visible(&format!("{}{count}", surprise.game)).into_owned(),
        numbers::chance(surprise.tail),
        observed::seen(surprise),
        observed::cells(surprise),
    ]
}

fn values(page: &mut Page<impl Write>, curve: &Curve) -> io::Result<()> {
    let number = |number: Option<f64>| number.map_or_else(|| "–".to_owned(), |number| format!("{number:.2}"));
    let row = |at: &At| {
        let value = visible(&at.value).into_owned();
        vec![value, number(at.log_likelihood), number(at.drop), number(at.error), at.standing.name().to_owned()]
    };
    let rows = curve.values.iter().map(row).collect();
    page.grid(&[&visible(&curve.path), "log-likelihood", "below best", "error", ""], rows, 0..4)
}
