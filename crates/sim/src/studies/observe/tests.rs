//! Records that are planted: of the scenario itself, of another, of nothing that can be.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use equipoise_engine::scenario::{CsvTable, Override, Source};
use equipoise_engine::{Ruleset, each_system};

use super::ask::{Observe, Sampling};
use super::games::{Games, Meaning};
use super::model::Model;
use super::play::{column, whole};
use super::surprise::patterns;
use super::*;
use crate::kernel::columns::{Content, columns_of};
use crate::kernel::quantity::Cast;
use crate::kernel::run::Watch;
use crate::record::Files;
use crate::registry::Registry;
use crate::samples::{Sample, samples};
use crate::stats::goodness::Draws;
use crate::studies::load::{Loaded, Loader, load};
use crate::studies::method::{Limits, Method};
use crate::studies::study::StudyError;

const PIT: &str = r#"
system = "tiny"
name = "Pit"
[rules]
start_distance = 5
max_rounds = 6
[[combatants]]
id = "cat"
side = "party"
hp = 4
attacks = [{ id = "claw", kind = "light_melee" }]
[[combatants]]
id = "rat"
side = "enemies"
count = 2
hp = 2
attacks = [{ id = "teeth", kind = "light_melee" }]
"#;

fn files(games: &str) -> Files {
    [("pit.toml", PIT), ("games.csv", games)].map(|(path, text)| (PathBuf::from(path), text.to_owned())).into()
}

fn asked(change: impl FnOnce(&mut Observe)) -> Observe {
    let mut asked = Observe {
        scenario: "pit.toml".into(),
        overrides: vec![],
        games: "games.csv".into(),
        ignore: vec![],
        vary: None,
        top: 3,
        method: Method::Sample(Sampling { encounters: 2000 }),
        seed: 1,
        confidence: 0.95,
    };
    change(&mut asked);
    asked
}

const EXACT: Method<Sampling> = Method::Exact { limits: Limits { max_memory: 100_000_000, max_states: None } };

fn result(games: &str, asked: &Observe) -> Result<Observed, StudyError> {
    let files = files(games);
    let loaded = asked.load(Loader::new(Registry::SHIPPED, &files))?;
    Ok(loaded.play(&|| false, &Watch::none())?.result)
}

fn found(games: &str, asked: &Observe) -> Observed {
    result(games, asked).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(games: &str, asked: &Observe) -> String {
    let error = result(games, asked).expect_err("it is refused");
    error.help().map_or_else(|| error.to_string(), |help| format!("{error} ({help})"))
}

fn pit(overrides: &[&str]) -> Loaded {
    let changes: Vec<Override> = overrides.iter().map(|text| text.parse().expect("an override")).collect();
    load(Loader::new(Registry::SHIPPED, &files("")), "pit.toml".as_ref(), &changes).expect("a scenario")
}

/// Encounters of the pit as the text of a record.
fn record(pit: &Loaded, columns: &[&str], seed: u64, range: &Range<u64>) -> String {
    let rules = pit.fights.recordable();
    let meanings: Vec<Meaning> =
        columns.iter().map(|name| Meaning::find(name, &rules.cast()).expect("a number")).collect();
    let model = Model::sampled(rules, &meanings, seed, range, &Watch::none()).expect("no interrupt");
    let row = |row: usize| {
        let cells: Vec<String> =
            meanings.iter().zip(&model.columns).map(|(meaning, column)| meaning.of.told(column[row])).collect();
        cells.join(",")
    };
    let rows: Vec<String> = (0..model.len()).map(row).collect();
    format!("{}\n{}\n", columns.join(","), rows.join("\n"))
}

fn games(text: &str, cast: &Cast) -> Games {
    let table = CsvTable::read(Source::new("games.csv", text)).expect("a table");
    Games::read(&table, &[], cast).unwrap_or_else(|problems| panic!("{problems}"))
}

const COLUMNS: [&str; 5] = ["winner", "rounds", "cat", "enemies_any_dead", "rat-1.dead"];

/// 300 records of 20 games each that are of the scenario, against 1000 other encounters of it: each test says `p <= 0.1` about 30 times,
/// seldom more than 59 (5.5 standard errors, a false alarm of 2e-8 for each of 7), and of the mean number of rounds, which takes
/// many values, not much less often either. Of 6000 games 300 have a tail chance of at most 5 %, and at most 5.5 standard errors of 17 more,
/// the sample itself being off by as much as the games are.
#[test]
fn records_of_the_scenario_look_like_it() {
    let pit = pit(&[]);
    let (asked, cast) = (asked(|_| ()), pit.fights.recordable().cast());
    let (mut low, mut low_whole, mut low_tails) = (vec![0; 6], 0, 0);
    for number in 0..300_u64 {
        let text = record(&pit, &COLUMNS, 77, &(number * 20..number * 20 + 20));
        let games = games(&text, &cast);
        let meanings: Vec<Meaning> = games.columns.iter().map(|column| column.meaning).collect();
        let range = number * 1000..number * 1000 + 1000;
        let model = Model::sampled(pit.fights.recordable(), &meanings, 5, &range, &Watch::none());
        let model = model.expect("no interrupt");
        let draws = Draws { seed: number, count: 299, interrupted: &|| false };
        let tests = (0..COLUMNS.len()).flat_map(|index| column(&asked, &games, index, &model, draws).tests);
        let p_values: Vec<f64> = tests.map(|test| test.p).collect();
        assert_eq!(p_values.len(), low.len());
        low.iter_mut().zip(p_values).for_each(|(low, p)| *low += usize::from(p <= 0.1));
        let whole = whole(&games, &patterns(&games), &model, draws).expect("no interrupt");
        low_whole += usize::from(whole.test.p <= 0.1);
        for pattern in patterns(&games) {
            low_tails += pattern.tails(&games, &model).iter().filter(|tail| tail.chance <= 0.05).count();
        }
    }
    assert!(low.iter().all(|low| *low <= 59) && low_whole <= 59, "{low:?} {low_whole}");
    assert!(low[1] >= 10 && low_whole >= 10, "{low:?} {low_whole}");
    assert!((100..=430).contains(&low_tails), "{low_tails}");
}

/// Of 100 records of 25 games with 5 HP the likelihood interval on 2 to 8 HP has 5 in at least 82, six standard errors below 95; exact and
/// from 4000 encounters each. On average it leaves out more than four of the seven values.
#[test]
fn the_interval_has_the_planted_value() {
    let planted = pit(&["combatants.cat.hp=5"]);
    let (mut held, mut left_out) = ([0; 2], [0; 2]);
    for number in 0..100_u64 {
        let text = record(&planted, &["winner", "rounds"], 9, &(number * 25..number * 25 + 25));
        let methods = [EXACT, Method::Sample(Sampling { encounters: 4000 })];
        for (index, method) in methods.into_iter().enumerate() {
            let asked = asked(|asked| {
                (asked.method, asked.seed) = (method, number);
                asked.vary = "combatants.cat.hp=2..=8".parse().ok();
            });
            let loaded = asked.load(Loader::new(Registry::SHIPPED, &files(&text))).expect("a record of the scenario");
            let curve = loaded.curve(&|| false, &Watch::none()).expect("a path is varied");
            let interval: Vec<&str> = curve.interval().into_iter().map(|at| at.value.as_str()).collect();
            held[index] += usize::from(interval.contains(&"5"));
            left_out[index] += 7 - interval.len();
        }
    }
    assert!(held.iter().all(|held| *held >= 82), "{held:?}");
    assert!(left_out.iter().all(|left_out| *left_out >= 400), "{left_out:?}");
}

/// A record of another scenario is told from it: with 9 HP the cat wins far more often.
#[test]
fn records_of_another_scenario_do_not() {
    let text = record(&pit(&["combatants.cat.hp=9"]), &COLUMNS, 3, &(0..60));
    for method in [EXACT, Method::Sample(Sampling { encounters: 20_000 })] {
        let of_columns = if method == EXACT { text.replace(",rounds", ",#rounds") } else { text.clone() };
        let found = found(&of_columns, &asked(|asked| asked.method = method));
        let unlike: Vec<&str> = found.unlike().map(|column| column.name.as_str()).collect();
        assert!(unlike.contains(&"winner") && unlike.contains(&"cat") && found.is_unlikely(), "{unlike:?}");
        let whole = found.whole.as_ref().expect("no interrupt");
        assert!(whole.log_likelihood.is_some_and(|log| log < whole.expected - 10.0), "{whole:?}");
    }
}

/// By the binomial formula: `k` of `n` wins with the exact chance, and all numbers of wins that are no likelier.
#[test]
fn yes_and_no_have_the_exact_binomial_test() {
    let text = "winners.party,count\nyes,6\n0,2\n";
    let found = found(text, &asked(|asked| asked.method = EXACT));
    let solution = pit(&[]).fights.solution(Limits::new(None, None).into(), &|| false).expect("a small fight");
    let chance = solution.winners[0];
    let ways = [1.0, 8.0, 28.0, 56.0, 70.0, 56.0, 28.0, 8.0, 1.0];
    let of = |k: usize| ways[k] * chance.powi(k as i32) * (1.0 - chance).powi(8 - k as i32);
    let expected: f64 = (0..=8).map(of).filter(|likelihood| *likelihood <= of(6) * (1.0 + 1e-9)).sum();
    let column = &found.columns[0];
    assert!((column.tests[0].p - expected).abs() < 1e-5 * expected, "{column:?} {expected}");
    assert_eq!((column.games, found.games), (8, 8));
    let Compared { expected, observed } = column.values[0].compared;
    assert!((expected.share - chance).abs() < 1e-12 && expected.interval.is_none(), "{expected:?}");
    assert_eq!((observed.count, observed.share), (Some(6), 0.75));
    // Two tests, of which one is that of the whole: the smaller p-value pays for both.
    let whole = found.whole.as_ref().expect("no interrupt").test;
    let (small, large) = (column.tests[0].p.min(whole.p), column.tests[0].p.max(whole.p));
    assert!((column.tests[0].adjusted.min(whole.adjusted) - (2.0 * small).min(1.0)).abs() < 1e-5);
    assert!(large <= 1.0);
}

/// A game that was never seen has a bound, and one that cannot be is said to be impossible.
#[test]
fn what_was_never_seen_is_told_so() {
    let text = "game,winner,rounds\nusual,enemies,3\nendless,party,99\n";
    let sampled = found(text, &asked(|_| ()));
    let first = &sampled.surprising[0];
    assert_eq!((first.game.as_str(), first.row, first.seen, first.is_possible), ("endless", 3, Some(0), true));
    assert!((first.tail - 1.0 / 2001.0).abs() < 1e-8, "{first:?}");
    // 1 - (1 - 1/2001)^2.
    assert!((sampled.most_surprising - (2.0 / 2001.0 - 1.0 / 2001.0_f64.powi(2))).abs() < 1e-8, "{sampled:?}");
    let rounds = &first.cells[1];
    assert_eq!((rounds.column.as_str(), rounds.value.as_str()), ("rounds", "99"));
    assert!((rounds.tail - 2.0 / 2001.0).abs() < 1e-8, "{rounds:?}");
    assert!(sampled.surprising[1].seen.is_some_and(|seen| seen > 0));
    let exact = found(text, &asked(|asked| asked.method = EXACT));
    let first = &exact.surprising[0];
    assert_eq!((first.game.as_str(), first.seen, first.is_possible, first.tail), ("endless", None, false, 0.0));
    let whole = exact.whole.as_ref().expect("no interrupt");
    assert_eq!((whole.log_likelihood, whole.test.p), (None, 0.0));
    let vary = |method| asked(|asked| (asked.method, asked.vary) = (method, "combatants.cat.hp=3,4".parse().ok()));
    let curve = found(text, &vary(EXACT)).curve.expect("a path is varied");
    assert_eq!((curve.best.as_deref(), curve.values[0].unseen, curve.values[0].drop), (None, 1, None));
    let curve = found(text, &vary(Method::Sample(Sampling { encounters: 2000 }))).curve.expect("a path is varied");
    assert!(curve.best.is_some() && curve.values.iter().all(|at| at.unseen == 1 && at.log_likelihood.is_some()));
    assert!(curve.is_at_end);
}

/// A count stands for as many rows, an empty cell for what was not noted, and a row without any for no game.
#[test]
fn counts_stand_for_rows_and_empty_cells_for_nothing() {
    let rows = "winner,rounds\nparty,3\nparty,3\nenemies,\nenemies,4\n,2\n";
    let counted = "winner;rounds;count\r\nparty;3;2\r\nenemies;;1\r\nENEMIES;4,0;1\r\n;2;1\r\n;;\r\nparty;2;0\r\n";
    let [left, right] = [rows, counted].map(|text| found(text, &asked(|_| ())));
    assert_eq!((left.games, &left.columns, &left.whole), (right.games, &right.columns, &right.whole));
    assert_eq!((left.columns[0].missing, left.columns[1].missing), (1, 1));
    let tails = |found: &Observed| found.surprising.iter().map(|one| one.tail).collect::<Vec<_>>();
    assert!((tails(&left)[0] - tails(&right)[0]).abs() < 1e-12);
}

#[test]
fn mistakes_say_where_they_are_and_what_may_be_meant() {
    let usual = asked(|_| ());
    let exact = asked(|asked| asked.method = EXACT);
    let ignoring = asked(|asked| asked.ignore = vec!["date".to_owned()]);
    let varied = asked(|asked| asked.vary = "combatants.rat.count=1,2".parse().ok());
    let many = asked(|asked| asked.method = Method::Sample(Sampling { encounters: 300_000_000 }));
    for (text, asked, expected) in [
        ("", &usual, "games.csv:1:1: row 1: is missing"),
        ("winner\n", &usual, "row 2: is missing: each row below the names of the columns is a game"),
        ("game\nfirst\n", &usual, "games.csv:1:1: row 1: names no number of an encounter"),
        (
            "winer\nparty\n",
            &usual,
            "games.csv:1:1: column `winer` is no number of an encounter of the scenario; --ignore leaves it out; did you mean `winner`?",
        ),
        ("winner,date\nparty,1.5.\n", &usual, "column `date` is no number"),
        ("winner\nparty\n", &ignoring, "there is no column `date` to leave out"),
        (
            "winner\nParti\n",
            &usual,
            "games.csv:2:1: `winner` is `Parti`: expected one of party, enemies, draw, timeout (row 2, column `winner`); did you mean `party`?",
        ),
        ("cat\nasleep\n", &usual, "expected one of standing, fled, down, dead"),
        ("rounds\n2.5\n", &usual, "`rounds` is `2.5`: expected a whole number"),
        ("rounds\n-2\n", &usual, "expected a whole number"),
        ("rounds\n4294967295\n", &usual, "expected a whole number"),
        ("party_any_dead\n2\n", &usual, "expected 1 or 0, yes or no"),
        ("winner,count\nparty,many\n", &usual, "expected how many games the row stands for"),
        ("winner,count\nparty,100001\n", &usual, "a table of 100001 games, and at most 100000 are read"),
        (
            "rounds,rounds.mean\n1,1\n",
            &usual,
            "column `rounds.mean` is the same number as `rounds`: --ignore one of them",
        ),
        ("winner,game,index\nparty,a,1\n", &usual, "column `index` names a game, as `game` does"),
        ("rounds,cat\n1,dead\n", &exact, "does not have the chances of all columns together (it has the winner"),
        ("rat-2\ndead\n", &varied, "with combatants.rat.count=1 encounters have no `rat-2`"),
        ("winner\nparty\n", &many, "(`-n 50000000` are as many as can be"),
    ] {
        let message = refusal(text, asked);
        assert!(message.contains(expected), "{text:?}: {message}");
    }
    let twice = asked(|asked| asked.vary = "combatants.cat.hp=3,3".parse().ok());
    assert!(refusal("winner\nparty\n", &twice).contains("the value `3` is there twice"));
    let ignored = found("winner,date\nparty,1.5.\n", &ignoring);
    assert_eq!(ignored.ignored, ["date"]);
    // Forty columns that are empty in as many ways, of which each takes a pass.
    let columns: Vec<&str> = "winner rounds cat rat-1 rat-2 party enemies".split(' ').collect();
    let row = |mask: u32| {
        let cells = ["party", "3", "dead", "dead", "dead", "1", "1"].into_iter().enumerate();
        cells.map(|(index, cell)| if mask >> index & 1 == 1 { cell } else { "" }).collect::<Vec<_>>().join(",")
    };
    let text = format!("{}\n{}\n", columns.join(","), (1..100).map(row).collect::<Vec<_>>().join("\n"));
    assert!(refusal(&text, &usual).contains("leave cells empty in 99 ways"));
}

/// Headers in capitals are read as well: `WINNER` is the winner.
#[test]
fn headers_may_be_in_capitals() {
    let [small, large] = ["game,winner,rounds,count\na,party,3,2\n", "Game,Winner,ROUNDS,Count\na,party,3,2\n"]
        .map(|text| found(text, &asked(|_| ())));
    let named = |found: &Observed| found.columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>();
    assert_eq!((small.games, named(&small)), (2, ["winner", "rounds"].map(str::to_owned).to_vec()));
    assert_eq!((large.games, named(&large)), (2, ["Winner", "ROUNDS"].map(str::to_owned).to_vec()));
    assert_eq!((&small.whole, &small.columns[0].values), (&large.whole, &large.columns[0].values));
    assert_eq!(large.surprising[0].game, "a");
    let twice = refusal("winner,Winner\nparty,party\n", &asked(|_| ()));
    assert!(twice.contains("column `Winner` is the same number as `winner`"), "{twice}");
}

/// After an interrupt there are the numbers of what was played, without tests, and the values of the path that were whole.
#[test]
fn an_interrupt_leaves_what_was_sampled() {
    let files = files("winner,rounds\nparty,3\nenemies,5\n");
    let asked = asked(|asked| {
        asked.vary = "combatants.cat.hp=2..=4".parse().ok();
        asked.method = Method::Sample(Sampling { encounters: 20_000 });
    });
    let loaded = asked.load(Loader::new(Registry::SHIPPED, &files)).expect("no mistake");
    let played = |most: u64| {
        let seen = AtomicU64::new(0);
        let watch = Watch {
            interrupted: &|| seen.load(Ordering::Relaxed) >= most,
            progress: &|finished| {
                seen.fetch_max(finished, Ordering::Relaxed);
            },
        };
        loaded.play(&|| false, &watch).expect("something was played").result
    };
    let part = played(1);
    let encounters = part.encounters().expect("a sample");
    assert!(part.is_partial && (1..20_000).contains(&encounters), "{encounters}");
    assert!(part.columns[1].mean.is_some() && part.columns[1].tests.is_empty() && part.curve.is_none());
    let part = played(40_001);
    let curve = part.curve.as_ref().expect("a value was whole");
    assert_eq!((part.encounters(), curve.values.len(), curve.values[0].value.as_str()), (Some(20_000), 1, "2"));
    assert!(crate::json::line(&part).ends_with(r#","partial":true}"#));
    let whole = played(u64::MAX);
    assert!(
        !whole.is_partial
            && whole.columns[0].values == part.columns[0].values
            && whole.curve.is_some_and(|curve| curve.values.len() == 3)
    );
}

/// Tests that an interrupt has left out count for those that were made.
#[test]
fn tests_that_are_missing_make_no_other_look_better() {
    let test = |p: f64| Test { name: TestName::Counts, p, adjusted: 1.0 };
    let games = games("winner,cat\nparty,dead\n", &pit(&[]).fights.recordable().cast());
    let column = |index: usize| {
        let asked = asked(|_| ());
        let model = Model { columns: vec![vec![0, 1], vec![0, 3]], chances: None };
        let draws = Draws { seed: 1, count: 99, interrupted: &|| true };
        column(&asked, &games, index, &model, draws)
    };
    let mut columns = [column(0), column(1)];
    (columns[0].tests, columns[1].tests) = (vec![test(0.01)], Vec::new());
    super::play::adjust(&mut columns, None);
    assert!((columns[0].tests[0].adjusted - 0.03).abs() < 1e-12, "{:?}", columns[0].tests);
}

#[test]
fn an_interrupt_at_once_leaves_nothing() {
    let files = files("winner\nparty\n");
    let loaded = asked(|_| ()).load(Loader::new(Registry::SHIPPED, &files)).expect("no mistake");
    let watch = Watch { interrupted: &|| true, progress: &|_| () };
    assert!(loaded.play(&|| true, &watch).is_err_and(|error| error.is_interrupt()));
}

/// Every column of a table of single encounters is read as what it is, in every scenario that ships.
fn reads_its_own<R: Ruleset>(sample: &Sample) {
    let rules: R = sample.load();
    let cast = Cast::of(&rules);
    for column in columns_of(&cast) {
        if column.content != Content::Index {
            let meaning = Meaning::find(&column.name, &cast);
            assert_eq!(meaning.map(|meaning| meaning.content), Some(column.content), "{}", column.name);
        }
    }
    for quantity in cast.quantities() {
        assert!(Meaning::find(&cast.name(quantity), &cast).is_some(), "{}", cast.name(quantity));
    }
}

#[test]
fn tables_of_encounters_are_read_back() {
    for sample in samples(usize::MAX) {
        sample.enter(each_system!(reads_its_own));
    }
}
