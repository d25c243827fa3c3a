//! The rates at which the promises of intervals and verdicts hold, against exact answers: `make calibration`, which
//! writes docs/calibration.md. Every row is a number of repetitions with seeds of their own, the same on every machine.
//!
//! A rate is allowed to be off by 6.5 standard deviations of a binomial (a false alarm below 1e-9 a row), and by one and a
//! half points where a method is approximate.

use std::fmt::{self, Write};
use std::path::{Path, PathBuf};

use equipoise_engine::exact::{Budget, Solution, solve};
use equipoise_engine::scenario::{FileFormat, Override, Scenario, Source};
use equipoise_engine::{Ruleset, Seed, System, Winner, each_system, load};
use equipoise_sim::output::numbers::grouped;
use equipoise_sim::stats::isotonic::{Trend, isotonic};
use equipoise_sim::studies::compare::CompareJob;
use equipoise_sim::studies::compare::job::Outcome;
use equipoise_sim::studies::compare::result::{Settings, Sides};
use equipoise_sim::studies::compare::{Decision, Recordable, StoppingRule, compare, compare_until};
use equipoise_sim::studies::drama::{Drama, Measure, Sampling, drama};
use equipoise_sim::studies::gauntlet::Row as GauntletRow;
use equipoise_sim::studies::gauntlet::ask::Place;
use equipoise_sim::studies::load::{Files, Loader, Texts, load as load_study};
use equipoise_sim::studies::luck::Deciding;
use equipoise_sim::studies::method::{Limits, Method};
use equipoise_sim::studies::rare::{self, RareMethod};
use equipoise_sim::studies::study::{Gauntlet, Luck, Rare, Until};
use equipoise_sim::studies::tune::{Race, Target, Tuned, tune};
use equipoise_sim::{BATCH, Interval, Intervals, Plan, Precision, Registry, Report, Watch, run, run_to_precision};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

#[path = "calibration/planted.rs"]
mod planted;

/// Repetitions of every row.
const REPETITIONS: u64 = 2000;
/// Encounters of a repetition, where it does not look for its own end.
const ENCOUNTERS: u64 = 1000;

/// Encounters at which a repetition that looks for its own end gives up.
const MAX_ENCOUNTERS: u64 = 25_000;

/// The pairs that are compared: a scenario that ships, changed as the first and as the second text say.
const PAIRS: [[&str; 3]; 4] = [
    ["duel/tavern-wager", "", "rules.untrained_bonus=0"],
    ["duel/first-challenge", "", "rules.meter_ticks=11"],
    ["zones/pit-fight", "", "rules.melee_dr=13"],
    ["zones/pit-fight", "", "combatants.ogre.hp=14"],
];

/// Two that are even by symmetry, and differ in their dice: equal sheets on meters of different length.
const EVEN: [&str; 3] = [
    "duel/first-challenge",
    "combatants.wrestler.initiative=5 combatants.wrestler.policy=random combatants.fencer.policy=random \
     combatants.fencer.attributes={attack=4} combatants.wrestler.attributes={attack=4}",
    "rules.meter_ticks=11",
];

/// The races: a scenario that ships, values of one path, and the share of the party that is wanted.
const RACES: [(&str, &str, [i64; 5], f64); 2] = [
    ("duel/first-challenge", "combatants.wrestler.initiative", [0, 3, 5, 7, 12], 0.6),
    ("zones/pit-fight", "rules.melee_dr", [9, 11, 12, 13, 15], 0.5),
];

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(name: &str, changes: &str) -> (System, Scenario) {
    let path = project().join("scenarios").join(name).with_extension("toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    parsed(name, text, changes)
}

fn parsed(name: &str, text: String, changes: &str) -> (System, Scenario) {
    let source = Source { name: name.to_owned(), text };
    let mut scenario = Scenario::parse(source).unwrap_or_else(|problems| panic!("{problems}"));
    let system = System::from_name(scenario.system_name().expect("a name")).expect("a system");
    let changes: Vec<Override> = changes.split_whitespace().map(|text| text.parse().expect("a change")).collect();
    let problems = scenario.set(&changes, system.schema());
    assert!(problems.is_empty(), "{}", scenario.problems(problems));
    (system, scenario)
}

fn compiled<R: Ruleset>(scenario: &Scenario) -> (R, Solution) {
    let rules: R = load(scenario).unwrap_or_else(|problems| panic!("{problems}"));
    let solution = solve(&rules, Budget::default(), &|| false).expect("few states");
    (rules, solution)
}

/// The number of repetitions in which something held.
fn rate(holds: impl Fn(Seed) -> bool + Sync) -> u64 {
    (0..REPETITIONS).into_par_iter().filter(|&seed| holds(Seed(seed))).count() as u64
}

/// One row: what was promised and how often it held.
struct Row {
    what: String,
    promise: String,
    held: u64,
    /// Repetitions that promised it.
    of: u64,
}

impl Row {
    fn of_all(what: String, promise: &str, held: u64) -> Self {
        Self { what, promise: promise.to_owned(), held, of: REPETITIONS }
    }
}

/// Whether a rate is what an approximate method of that confidence may have.
fn near(held: u64, confidence: f64) -> bool {
    (held as f64 - confidence * REPETITIONS as f64).abs() <= slack(confidence) + 0.015 * REPETITIONS as f64
}

/// Whether a rate is no lower than a guaranteed one may be by chance.
fn at_least(held: u64, confidence: f64) -> bool {
    held as f64 >= confidence * REPETITIONS as f64 - slack(confidence)
}

fn slack(confidence: f64) -> f64 {
    6.5 * (confidence * (1.0 - confidence) * REPETITIONS as f64).sqrt()
}

fn paired<R: Ruleset>(first: &Scenario, second: &Scenario, about: &str) -> Vec<Row> {
    let [(first, first_exact), (second, second_exact)]: [(R, Solution); 2] = [compiled(first), compiled(second)];
    let share = |solution: &Solution| Report::exact("", &first, solution).won(Winner::Party).share;
    let rounds = |solution: &Solution| Report::exact("", &first, solution).rounds.mean.mean;
    let (share, rounds) = ([share(&first_exact), share(&second_exact)], [rounds(&first_exact), rounds(&second_exact)]);
    let sides: [&dyn Recordable; 2] = [&first, &second];
    let plan = |seed: Seed| Plan::new(seed, 0..ENCOUNTERS);
    let difference = |seed: Seed, name: &str| {
        let all = compare(sides, &plan(seed), &Watch::none()).tally.differences(0.95);
        all.into_iter().find(|difference| difference.name == name).expect("a difference").interval
    };
    let holds = |interval: Interval, truth: f64| interval.contains(truth);
    let differs = |seed: Seed, name: &str| difference(seed, name).expect("enough encounters differ");
    let row = |what: &str, promise: &str, held: u64| Row::of_all(format!("{about}: {what}"), promise, held);
    let sampled = rate(|seed| {
        let run = run(&first, &plan(seed), &Watch::none());
        let report = Report::sampled("", &first, &run, seed, 0.95, Intervals::Fixed);
        holds(report.won(Winner::Party).interval.expect("sampled"), share[0])
    });
    assert!(near(sampled, 0.95), "Wilson: {sampled}");
    let paired = rate(|seed| holds(differs(seed, "winners.party"), share[1] - share[0]));
    assert!(near(paired, 0.95), "paired shares: {paired}");
    let means = rate(|seed| holds(differs(seed, "rounds.mean"), rounds[1] - rounds[0]));
    assert!(near(means, 0.95), "paired means: {means}");
    let until = StoppingRule { margin: Some(0.005), confidence: 0.8, max_encounters: MAX_ENCOUNTERS };
    let sequential = rate(|seed| {
        let decided = compare_until(sides, seed, BATCH, &until, &Watch::none());
        let truth = share[1] - share[0];
        let is_right = match decided.decision {
            Decision::Different => decided.interval.lo.signum().total_cmp(&truth.signum()).is_eq(),
            Decision::Same => truth.abs() <= 0.005,
            Decision::Undecided => true,
        };
        is_right && decided.interval.contains(truth)
    });
    assert!(at_least(sequential, 0.8), "until decided: {sequential}");
    let precision = Precision { half_width: 0.01, max_encounters: MAX_ENCOUNTERS, confidence: 0.8 };
    let precise = rate(|seed| {
        let precise = run_to_precision(&first, seed, BATCH, &precision, &Watch::none());
        let report = Report::sampled("", &first, &precise.run, seed, 0.8, Intervals::Anytime);
        holds(report.won(Winner::Party).interval.expect("sampled"), share[0])
    });
    assert!(at_least(precise, 0.8), "precision: {precise}");
    vec![
        row("Wilson interval of the party's share", "95%", sampled),
        row("paired interval of the party's share", "95%", paired),
        row("paired interval of mean rounds", "95%", means),
        row("verdict and interval of `--until-decided`", "at least 80%", sequential),
        row("interval of `--precision` where it stopped", "at least 80%", precise),
    ]
}

fn even<R: Ruleset>(first: &Scenario, second: &Scenario) -> Vec<Row> {
    let [(first, first_exact), (second, second_exact)]: [(R, Solution); 2] = [compiled(first), compiled(second)];
    let share = |solution: &Solution| Report::exact("", &first, solution).won(Winner::Party).share;
    assert!(
        (share(&first_exact) - share(&second_exact)).abs() < 1e-12,
        "{} {}",
        share(&first_exact),
        share(&second_exact)
    );
    let sides: [&dyn Recordable; 2] = [&first, &second];
    let accepted = rate(|seed| {
        let all = compare(sides, &Plan::new(seed, 0..ENCOUNTERS), &Watch::none()).tally.differences(0.95);
        all[0].p >= 0.05
    });
    assert!(at_least(accepted, 0.95), "McNemar: {accepted}");
    let until = StoppingRule { margin: None, confidence: 0.8, max_encounters: MAX_ENCOUNTERS };
    let kept = rate(|seed| compare_until(sides, seed, BATCH, &until, &Watch::none()).decision == Decision::Undecided);
    assert!(at_least(kept, 0.8), "until decided: {kept}");
    let row = |what: &str, promise: &str, held: u64| {
        Row::of_all(format!("equal duellists on 9 and 11 ticks: {what}"), promise, held)
    };
    vec![
        row("exact test of McNemar finds no difference", "at least 95%", accepted),
        row("`--until-decided` never says different", "at least 80%", kept),
    ]
}

fn raced<R: Ruleset>(cells: &[Scenario], about: &str, wanted: f64) -> Vec<Row> {
    let cells: Vec<(R, Solution)> = cells.iter().map(compiled).collect();
    let share = |(rules, solution): &(R, Solution)| Report::exact("", rules, solution).won(Winner::Party).share;
    let shares: Vec<f64> = cells.iter().map(share).collect();
    let distance = |cell: usize| (shares[cell] - wanted).abs();
    let closest = (0..cells.len()).min_by(|&a, &b| distance(a).total_cmp(&distance(b))).expect("cells");
    let cells: Vec<&dyn Recordable> = cells.iter().map(|(rules, _)| rules as &dyn Recordable).collect();
    let targets = [format!("party={wanted}").parse::<Target>().expect("a target")];
    let raced = |seed: Seed| {
        let race = Race { seed, confidence: 0.8, margin: 0.0, max_encounters: MAX_ENCOUNTERS };
        tune(&cells, &targets, &race, &Watch::none()).expect("a race")
    };
    let all: Vec<Tuned> = (0..REPETITIONS).into_par_iter().map(|seed| raced(Seed(seed))).collect();
    let is_kept = |race: &&Tuned| race.ranking.iter().any(|ranked| ranked.cell == closest && ranked.dropped.is_none());
    let kept = all.iter().filter(is_kept).count() as u64;
    assert!(at_least(kept, 0.8), "race: {kept}");
    // The confidence of the race is that of the interval.
    let holds = |race: &&Tuned| race.remeasured[0].interval.contains(shares[race.ranking[0].cell]);
    let again = all.iter().filter(holds).count() as u64;
    assert!(near(again, 0.8), "measured again: {again}");
    let row = |what: &str, promise: &str, held: u64| Row::of_all(format!("{about}: {what}"), promise, held);
    vec![
        row("`tune` never drops the closest", "at least 80%", kept),
        row("interval of the second measurement", "80%", again),
    ]
}

/// Means of few observations: a scenario with what is changed in it, a quantity, and how many encounters are played.
const FEW: [(&str, &str, &str, &[u64]); 10] = [
    ("rare loss", "", "metrics.party_first_casualty_round", &[1, 110, 280, 1000]),
    ("zones/pit-fight", "combatants.sellsword.hp=60", "metrics.party_first_casualty_round", &[5000]),
    ("zones/pit-fight", "", "metrics.enemies_criticals", &[30, 100, 500]),
    ("duel/first-challenge", "", "rounds.mean", &[1, 10, 30, 100]),
    ("duel/first-challenge", "", "last behind", &[10, 30, 100]),
    ("duel/thirteen-ticks", "", "last behind", &[30, 100, 300]),
    ("duel/first-challenge", "", "metrics.control_changes", &[10, 20, 100]),
    ("duel/first-challenge", "", "metrics.first_control_wins", &[10, 100]),
    ("tiny/parry-or-strike", "", "final_margin", &[10, 30, 100]),
    ("tiny/parry-or-strike", "", "groups.bandit.dead", &[20, 100, 300]),
];

/// A fight that the party hardly ever loses.
const RARE_LOSS: &str = r#"
system = "zones"
name = "A rare loss"
zones = [{ id = "pit" }]
[[combatants]]
id = "knight"
side = "party"
hp = 8
attributes = { str = 6, dex = 9 }
attacks = [{ id = "sword", kind = "melee", damage = "1d8" }]
[[combatants]]
id = "rat"
side = "enemies"
hp = 3
skill = 0
attacks = [{ id = "bite", kind = "melee", damage = "1d4" }]
"#;

fn few<R: Ruleset>(scenario: &Scenario, about: &str, quantity: &str, encounters: &[u64]) -> Vec<Row> {
    let (rules, solution): (R, Solution) = compiled(scenario);
    let exact = Report::exact("", &rules, &solution);
    // The last round after which the later winner was behind, whatever it is called.
    let names = if quantity == "last behind" { &["last_behind", "decided_after"] } else { &[quantity; 2] };
    let name = *names.iter().find(|name| exact.estimate_of(name).is_some()).expect("a quantity");
    let truth = exact.estimate_of(name).expect("a quantity").value();
    let row = |&encounters: &u64| {
        let intervals: Vec<Option<Interval>> = (0..REPETITIONS)
            .into_par_iter()
            .map(|seed| {
                let run = run(&rules, &Plan::new(Seed(seed), 0..encounters), &Watch::none());
                let report = Report::sampled("", &rules, &run, Seed(seed), 0.95, Intervals::Fixed);
                report.estimate_of(name).and_then(|estimate| estimate.interval_if_any())
            })
            .collect();
        let of = intervals.iter().flatten().count() as u64;
        let held = intervals.iter().flatten().filter(|interval| interval.contains(truth)).count() as u64;
        let what = format!("{about}: mean {quantity}, {encounters} encounters");
        assert!(holds_in_most(held, of), "{what}: {held} of {of}");
        Row { what, promise: "at least 93%".to_owned(), held, of }
    };
    encounters.iter().map(row).collect()
}

/// Whether at least 93 % hold, but for 6.5 standard deviations.
fn holds_in_most(held: u64, of: u64) -> bool {
    held as f64 >= 0.93 * of as f64 - 6.5 * (0.93 * 0.07 * of as f64).sqrt()
}

/// Every mean of a comparison, of which the row that holds least often is told; and its plan.
fn differences<R: Ruleset>(first: &Scenario, second: &Scenario, about: &str, encounters: u64) -> Vec<Row> {
    let [(first, first_exact), (second, second_exact)]: [(R, Solution); 2] = [compiled(first), compiled(second)];
    let exact = [Report::exact("", &first, &first_exact), Report::exact("", &second, &second_exact)];
    let sides: [&dyn Recordable; 2] = [&first, &second];
    let counted = (0..REPETITIONS).into_par_iter().map(|seed| {
        let all = compare(sides, &Plan::new(Seed(seed), 0..encounters), &Watch::none()).tally.differences(0.95);
        let means = all.into_iter().filter(|difference| difference.discordant.is_none());
        let held = means.filter_map(|difference| {
            let [before, after] = exact.each_ref().map(|report| report.estimate_of(&difference.name));
            let truth = after?.value() - before?.value();
            Some((difference.name, difference.interval?.contains(truth)))
        });
        held.map(|(name, held)| (name, [u64::from(held), 1])).collect::<Counts>()
    });
    let counts = counted.reduce(Counts::new, |mut all, more| {
        for (name, [held, of]) in more {
            let sum = all.entry(name).or_default();
            *sum = [sum[0] + held, sum[1] + of];
        }
        all
    });
    let known = counts.into_iter().filter(|(_, [_, of])| *of >= REPETITIONS / 10);
    let rate = |[held, of]: [u64; 2]| held as f64 / of as f64;
    let (name, [held, of]) = known.min_by(|(_, a), (_, b)| rate(*a).total_cmp(&rate(*b))).expect("a mean");
    let what = format!("{about}: worst mean of all ({name}), {encounters} encounters");
    assert!(holds_in_most(held, of), "{what}: {held} of {of}");
    vec![Row { what, promise: "at least 93%".to_owned(), held, of }, planned(about, sides)]
}

type Counts = std::collections::BTreeMap<String, [u64; 2]>;

fn planned(about: &str, fights: [&dyn Recordable; 2]) -> Row {
    let sides = Sides { titles: [String::new(), String::new()], fights, identical: false };
    let settings = Settings { seed: Seed(1_000_000), confidence: 0.95, margin: None };
    let pilot = CompareJob::new(sides, settings, &Until::Pilot { encounters: 20_000 }).drive(&Watch::none());
    let Some(Outcome::Planned(planned)) = pilot else { panic!("a pilot plans") };
    let encounters = planned.different.expect("it differs");
    let held = rate(|seed| {
        let found = compare(fights, &Plan::new(seed, 0..encounters), &Watch::none()).tally.differences(0.95);
        found[0].p < 0.05
    });
    assert!(at_least(held, 0.9), "plan of {encounters}: {held}");
    let what = format!("{about}: *different* with the {encounters} encounters of `--plan`");
    Row::of_all(what, "at least 90%", held)
}

/// The rows of means of few observations.
fn of_few() -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, changes, quantity, encounters) in FEW {
        let (system, scenario) =
            if name == "rare loss" { parsed(name, RARE_LOSS.to_owned(), changes) } else { read(name, changes) };
        let what = if changes.is_empty() { name.to_owned() } else { format!("{name}, {changes}") };
        rows.extend(system.entry(each_system!(few))(&scenario, &what, quantity, encounters));
    }
    for ([name, first, second], encounters) in [(PAIRS[2], 500), (PAIRS[1], 200)] {
        let ((system, first), (_, second_scenario)) = (read(name, first), read(name, second));
        let what = format!("{name}, {second}");
        rows.extend(system.entry(each_system!(differences))(&first, &second_scenario, &what, encounters));
    }
    rows
}

/// The scenarios that ship.
struct Shipped;

impl Texts for Shipped {
    fn scenario(&self, path: &Path) -> Result<String, String> {
        std::fs::read_to_string(path).map_err(|error| error.to_string())
    }

    fn attached(&self, path: &Path, _: FileFormat) -> Result<String, String> {
        Err(format!("{} is not needed", path.display()))
    }
}

/// Scenarios that are solved, of whose dice the parts are measured.
const LUCKY: [&str; 2] = ["duel/first-challenge", "zones/pit-fight"];

/// The portions of the variance that are known exactly: what the set-up decides alone, and what the last rounds leave open.
fn of_luck() -> Vec<Row> {
    let found = |name: &str, seed: u64, check: Option<Limits>| {
        let scenario = project().join("scenarios").join(name).with_extension("toml");
        let (overrides, metric) = (Vec::new(), "winners.party".to_owned());
        let luck = Luck { scenario, overrides, metric, encounters: ENCOUNTERS, seed, confidence: 0.95, check };
        let loaded = luck.load(Loader::new(Registry::SHIPPED, &Shipped)).unwrap_or_else(|error| panic!("{error}"));
        loaded.play(&|| false, &Watch::none()).unwrap_or_else(|error| panic!("{error}")).result
    };
    let of_scenario = |name: &&str| {
        let solved = found(name, 0, Some(Limits::new(None, None)));
        let of_each: Vec<Deciding> = (0..REPETITIONS).into_par_iter().map(|seed| found(name, seed, None)).collect();
        let known = |part: usize, half: usize| Some((part, half, solved.parts[part].exact[half]?));
        let known = (0..solved.parts.len()).flat_map(|part| [known(part, 0), known(part, 1)]).flatten();
        let row = |(part, half, exact): (usize, usize, f64)| {
            let interval = |found: &Deciding| [found.parts[part].alone, found.parts[part].open][half].interval;
            let given: Vec<Interval> = of_each.iter().filter_map(interval).collect();
            let held = given.iter().filter(|interval| interval.contains(exact)).count() as u64;
            let what = format!("{name}: `luck`, {} {}", solved.parts[part].part.told(), ["alone", "open"][half]);
            assert!(near(held, 0.95) || at_least(held, 0.95), "{what}: {held}");
            Row { what, promise: "95%".to_owned(), held, of: given.len() as u64 }
        };
        known.map(row).collect::<Vec<_>>()
    };
    LUCKY.iter().flat_map(of_scenario).collect()
}

/// The rows of luck alone, while they are worked on.
#[test]
#[ignore = "takes a minute; a part of `make calibration`"]
fn portions_hold_as_often_as_they_say() {
    assert!(of_luck().iter().all(|row| row.held <= row.of));
}

/// A party of one, and enemies of the same kind that are no part of the gauntlet.
const PIT: &str = r#"
system = "tiny"
name = "Pit"
[rules]
start_distance = 5
max_rounds = 8
[[combatants]]
id = "cat"
side = "party"
hp = 4
attacks = [{ id = "claw", kind = "light_melee" }]
[[combatants]]
id = "fly"
side = "enemies"
hp = FLY
attacks = [{ id = "1", kind = "light_melee" }]
"#;

/// HP of the rows of a roster by level: those of two levels are out of order, and those of two others the same.
const HP_BY_LEVEL: [(f64, u32); 7] = [(1.0, 1), (2.0, 3), (3.0, 2), (3.0, 4), (4.0, 4), (5.0, 5), (6.0, 4)];

/// Distances from a monotone fit, all of a roster at once, and points lost, against the exact solutions of its rows.
fn of_gauntlet() -> Vec<Row> {
    let solved = |hp: u32| {
        let files: Files = [("pit.toml".into(), PIT.replace("FLY", &hp.to_string()))].into();
        let loaded = load_study(Loader::new(Registry::SHIPPED, &files), Path::new("pit.toml"), &[]);
        let fights = loaded.unwrap_or_else(|error| panic!("{error}")).with_accounts().expect("accounts");
        let report = fights.solve("pit", Limits::new(None, None).into(), &|| false).expect("few states");
        let lost = |measure: &str| {
            let name = format!("accounts.cat.damage_{measure}");
            report.metrics.iter().find(|metric| metric.name == name).expect("accounts").mean.mean
        };
        (report.won(Winner::Party).share, lost("lost") - lost("regained"))
    };
    let exact = HP_BY_LEVEL.map(|(_, hp)| solved(hp));
    let (levels, shares) = (HP_BY_LEVEL.map(|(level, _)| level), exact.map(|(share, _)| share));
    let fitted = isotonic(&levels, &shares, Trend::Falling);
    let rows = HP_BY_LEVEL.iter().enumerate().map(|(row, (level, hp))| format!("{row},{level},{hp},light_melee\n"));
    let roster = rows.fold("id,level,hp,attacks.1.kind\n".to_owned(), |text, row| text + &row);
    let files: Files = [("pit.toml".into(), PIT.replace("FLY", "1")), ("rows.csv".into(), roster)].into();
    let asked = Gauntlet {
        scenario: "pit.toml".into(),
        overrides: Vec::new(),
        roster: "rows.csv".into(),
        place: Place::Enemies,
        counts: Vec::new(),
        by: Some("level".to_owned()),
        margin: None,
        encounters: ENCOUNTERS,
        seed: 0,
        confidence: 0.95,
    };
    let of_each: Vec<Vec<GauntletRow>> = (0..REPETITIONS)
        .into_par_iter()
        .map(|seed| {
            let loaded = Gauntlet { seed, ..asked.clone() }.load(Loader::new(Registry::SHIPPED, &files));
            let loaded = loaded.unwrap_or_else(|error| panic!("{error}"));
            loaded.play(&Watch::none()).unwrap_or_else(|error| panic!("{error}")).result.rows
        })
        .collect();
    let index = |row: &GauntletRow| row.id.parse::<usize>().expect("its number");
    let holds = |row: &GauntletRow| {
        let interval = row.fit.expect("a fit").interval;
        // The exact distance of a row that is in order is 0 but for rounding.
        let exact = shares[index(row)] - fitted[index(row)];
        (interval.lo - 1e-9..=interval.hi + 1e-9).contains(&exact)
    };
    let joint = of_each.iter().filter(|rows| rows.iter().all(holds)).count() as u64;
    let name = "`gauntlet` of 7 rows";
    assert!(at_least(joint, 0.95), "distances: {joint}");
    let mut all = vec![Row::of_all(format!("{name}: all distances from the fit"), "at least 95%", joint)];
    for (wanted, (level, hp)) in HP_BY_LEVEL.iter().enumerate().filter(|(wanted, _)| [0, 5].contains(wanted)) {
        let lost = of_each.iter().flatten().filter(|row| index(row) == wanted).map(|row| row.lost[0].interval);
        let given: Vec<Interval> = lost.flatten().collect();
        let held = given.iter().filter(|interval| interval.contains(exact[wanted].1)).count() as u64;
        let what = format!("{name}: points lost at level {level}, {hp} HP");
        assert!(near(held, 0.95), "{what}: {held}");
        all.push(Row { what, promise: "95%".to_owned(), held, of: given.len() as u64 });
    }
    all
}

/// The rows of gauntlets alone, while they are worked on.
#[test]
#[ignore = "takes a minute; a part of `make calibration`"]
fn distances_hold_as_often_as_they_say() {
    assert!(of_gauntlet().iter().all(|row| row.held <= row.of));
}

/// Repetitions of the rows of moving odds: each follows many fights many times.
const MOVED: u64 = 300;

/// Scenarios that are solved, with the fights of a repetition and the continuations of each of their moments.
const MOVES: [(&str, u64, u32); 4] = [
    ("duel/first-challenge", 60, 100),
    ("duel/first-challenge", 60, 400),
    ("zones/pit-fight", 60, 100),
    ("zones/pit-fight", 60, 400),
];

/// Measures of each.
const MEASURES: usize = 3;

/// One row of moving odds: how often the interval held, and by how much the mean over all repetitions is off, as a share of the
/// exact value.
struct Moved {
    what: String,
    held: u64,
    bias: f64,
}

/// A measure of `drama`, with its name.
type OfDrama = (&'static str, fn(&Drama) -> Measure);

fn moved<R: Ruleset>(scenario: &Scenario, name: &str, encounters: u64, continuations: u32) -> Vec<Moved> {
    let rules: R = load(scenario).unwrap_or_else(|problems| panic!("{problems}"));
    let drama = |method| drama(&rules, "", &method, &|| false, &Watch::none()).expect("few states");
    let exact = drama(Method::Exact { limits: Limits::new(None, None) });
    let sampled = |seed| drama(Method::Sample(Sampling { seed, encounters, continuations, confidence: 0.95 }));
    let all: Vec<Drama> = (0..MOVED).into_par_iter().map(sampled).collect();
    let measures: [OfDrama; MEASURES] =
        [("surprise", |drama| drama.surprise), ("suspense", |drama| drama.suspense), ("steps", |drama| drama.steps)];
    let row = |(measure, of): OfDrama| {
        let truth = of(&exact).mean;
        let held = all.iter().filter(|found| of(found).interval.is_some_and(|interval| interval.contains(truth)));
        let mean = all.iter().map(|found| of(found).mean).sum::<f64>() / MOVED as f64;
        let what = format!("{name}: {measure}, {encounters} fights, {continuations} continuations");
        Moved { what, held: held.count() as u64, bias: mean / truth - 1.0 }
    };
    measures.map(row).into()
}

/// The rows of moving odds. An interval whose centre is off by a few percent holds less often than it promises.
fn of_moves() -> Vec<Moved> {
    let mut rows = Vec::new();
    for (name, encounters, continuations) in MOVES {
        let (system, scenario) = read(name, "");
        rows.extend(system.entry(each_system!(moved))(&scenario, name, encounters, continuations));
    }
    for (index, Moved { what, held, bias }) in rows.iter().enumerate() {
        // Of few continuations the suspense is too small, which the table says.
        let [held_min, bias_max] = if MOVES[index / MEASURES].2 >= 400 { [0.8, 0.07] } else { [0.5, 0.2] };
        let is_as_said = *held as f64 >= held_min * MOVED as f64 && bias.abs() < bias_max;
        assert!(is_as_said, "{what}: {held} of {MOVED}, bias {bias}");
    }
    rows
}

/// Repetitions of the rows of rare events.
const RARE: u64 = 1000;
/// Fights of each.
const RARE_ENCOUNTERS: u64 = 50_000;

/// Rare events of scenarios that are solved, with what is changed in them.
const EVENTS: [[&str; 3]; 9] = [
    ["duel/first-challenge", "", "rounds > 60"],
    ["duel/first-challenge", "", "enemies wins and rounds > 100"],
    ["duel/first-challenge", "", "rounds > 200"],
    ["zones/pit-fight", "combatants.ogre.hp=70", "ogre dead"],
    ["zones/pit-fight", "combatants.ogre.hp=120", "ogre dead"],
    ["zones/pit-fight", "combatants.ogre.hp=150", "party wins"],
    ["tiny/points-of-armor", "combatants.knight.hp=12", "knight dead"],
    ["tiny/points-of-armor", "combatants.knight.hp=18", "party all dead"],
    ["tiny/points-of-armor", "combatants.knight.hp=25", "enemies wins"],
];

/// One row of rare events.
struct Splitting {
    what: String,
    exact: f64,
    /// The mean of all repetitions, and its distance from the exact chance in standard errors.
    mean: [f64; 2],
    /// The number of repetitions that have an interval, and the number of those whose interval contains the exact chance.
    given: u64,
    held: u64,
    /// The median of the number of whole fights that tell as much as one that was played.
    worth: f64,
}

/// A row of the table.
impl fmt::Display for Splitting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, exact, mean: [mean, errors], given, held, worth } = self;
        let percent = |part: u64, whole: u64| part as f64 * 100.0 / whole.max(1) as f64;
        let (held, given) = (percent(*held, *given), percent(*given, RARE));
        let worth = grouped(worth.round() as u64);
        write!(f, "| {what} | {exact:.3e} | {mean:.3e} | {errors:+.1} | {held:.1}% | {given:.1}% | {worth} |")
    }
}

fn split([name, changes, event]: [&str; 3]) -> Splitting {
    let found = |method| {
        let scenario = project().join("scenarios").join(name).with_extension("toml");
        let overrides = changes.split_whitespace().map(|change| change.parse().expect("a change")).collect();
        let asked = Rare { scenario, overrides, event: event.to_owned(), method };
        let loaded = asked.load(Loader::new(Registry::SHIPPED, &Shipped)).unwrap_or_else(|error| panic!("{error}"));
        loaded.play(&|| false, &Watch::none()).unwrap_or_else(|error| panic!("{error}")).result
    };
    let exact = found(Method::Exact { limits: Limits::new(None, None) }).chance;
    let sampled = |seed| found(Method::Sample(rare::Sampling { seed, encounters: RARE_ENCOUNTERS, confidence: 0.95 }));
    let all: Vec<_> = (0..RARE).into_par_iter().map(sampled).collect();
    let mean = all.iter().map(|found| found.chance).sum::<f64>() / RARE as f64;
    let squares: f64 = all.iter().map(|found| (found.chance - mean).powi(2)).sum();
    let error = (squares / (RARE - 1) as f64 / RARE as f64).sqrt();
    let intervals: Vec<Interval> = all.iter().filter_map(|found| found.interval).collect();
    let held = intervals.iter().filter(|interval| interval.contains(exact)).count() as u64;
    let worth = |method: &RareMethod| match method {
        RareMethod::Sampled { worth, whole_fights, .. } => worth.map_or(0.0, |worth| worth / whole_fights),
        RareMethod::Exact { .. } => 0.0,
    };
    let mut gains: Vec<f64> = all.iter().map(|found| worth(&found.method)).collect();
    gains.sort_by(f64::total_cmp);
    let changes = if changes.is_empty() { String::new() } else { format!(", {changes}") };
    Splitting {
        what: format!("{name}{changes}: `{event}`"),
        exact,
        mean: [mean, (mean - exact) / error],
        given: intervals.len() as u64,
        held,
        worth: gains[gains.len() / 2],
    }
}

/// The rows of rare events: four standard errors of the mean have a false alarm of 6e-5, and the seeds are fixed.
fn of_rare() -> Vec<Splitting> {
    let rows: Vec<Splitting> = EVENTS.into_iter().map(split).collect();
    for row in &rows {
        assert!(row.mean[1].abs() < 4.0, "{row}: standard errors");
        assert!(row.held as f64 > 0.8 * row.given as f64, "{row}: held");
        // An event of one in ten million takes a hundredth of the fights at the most.
        assert!(row.exact > 1e-6 || row.worth > 100.0, "{row}: worth");
    }
    rows
}

/// The rows of rare events alone, while they are worked on.
#[test]
#[ignore = "takes minutes; a part of `make calibration`"]
fn rare_events_hold_as_often_as_they_say() {
    assert!(of_rare().iter().all(|row| row.held <= row.given));
}

/// The rows of moving odds alone, while they are worked on.
#[test]
#[ignore = "takes a minute; a part of `make calibration`"]
fn moving_odds_hold_as_often_as_they_say() {
    assert!(of_moves().iter().all(|row| row.held <= MOVED));
}

/// The rows of means alone, while they are worked on.
#[test]
#[ignore = "takes a minute; a part of `make calibration`"]
fn means_of_few_hold_as_often_as_they_say() {
    assert!(of_few().iter().all(|row| row.held <= row.of));
}

#[test]
#[ignore = "takes minutes; `make calibration`"]
fn promises_hold_as_often_as_they_say() {
    let mut rows = Vec::new();
    for [name, first, second] in PAIRS {
        let ((system, first), (_, second_scenario)) = (read(name, first), read(name, second));
        let what = format!("{name}, {second}");
        rows.extend(system.entry(each_system!(paired))(&first, &second_scenario, &what));
    }
    let [name, both, second] = EVEN;
    let ((system, first), (_, second)) = (read(name, both), read(name, &format!("{both} {second}")));
    rows.extend(system.entry(each_system!(even))(&first, &second));
    for (name, path, values, wanted) in RACES {
        let cells = values.map(|value| read(name, &format!("{path}={value}")));
        let (system, what) = (cells[0].0, format!("{name}, {path}"));
        rows.extend(system.entry(each_system!(raced))(&cells.map(|(_, scenario)| scenario), &what, wanted));
    }
    rows.extend(of_few());
    rows.extend(of_luck());
    rows.extend(of_gauntlet());
    let mut text = String::from(HEAD);
    for Row { what, promise, held, of } in rows {
        let percent = |part: u64, whole: u64| part as f64 * 100.0 / whole as f64;
        let held = if of == 0 { "-".to_owned() } else { format!("{:.1}%", percent(held, of)) };
        writeln!(text, "| {what} | {promise} | {held} | {:.1}% |", percent(of, REPETITIONS))
            .expect("texts take everything");
    }
    text += HEAD_OF_MOVES;
    for Moved { what, held, bias } in of_moves() {
        let held = held as f64 * 100.0 / MOVED as f64;
        writeln!(text, "| {what} | {held:.1}% | {:+.1}% |", 100.0 * bias).expect("texts take everything");
    }
    text += HEAD_OF_RARE;
    for row in of_rare() {
        writeln!(text, "{row}").expect("texts take everything");
    }
    text += HEAD_OF_PLANTED;
    for row in planted::rows() {
        assert!(row.is_fine(), "{row}");
        writeln!(text, "{row}").expect("texts take everything");
    }
    std::fs::write(project().join("docs/calibration.md"), text).expect("docs can be written");
}

const HEAD: &str = "# Do the promises hold?

How often an interval contained the exact value, or a verdict was right, in 2,000 repetitions with seeds 0 to 1,999. `make
calibration` computes the table again, the same on every machine, and fails where a rate differs from the promise by more than
chance allows. Repetitions have 1,000 encounters on each side; those that choose their own end have at most 25,000. A rate over
2,000 repetitions has a standard deviation of 0.5 points at 95% and 0.9 at 80%.

Confidence sequences hold more often than they promise: they must be valid at all counts at once, and are looked at here at a
few.

Means of few observations have no interval where they are too few for an honest one: *given* is how often there was one, and
*held* is of these. Where it is seldom given, the samples that have it are the lucky ones.

| what | promised | held | given |
|---|---|---|---|
";

const HEAD_OF_PLANTED: &str = "
## Planted changes

How often [`balance`](balance.md) takes back a change. Scenarios that ship, or a roster that is about even, are taken for balanced: the
bands of shares reach four points to either side of what they have, those of rounds 0.5 to 0.8 rounds, and those of pairs ten points
around one half. Three numbers drawn at random are moved by one to three steps each, so that a target is surely missed. The change is
*found* where the sheet of `balance` has every target in its band, on fresh encounters and with intervals that hold together at 95%, at
no more steps than were planted; it is *cheaper* where it takes fewer. Measured with 20,000 encounters of each fight.

| what | numbers | targets | found | cheaper | encounters of a search |
|---|---|---|---|---|---|
";

const HEAD_OF_RARE: &str = "
## Rare events

Chances of [`rare`](rare.md) from 50,000 fights begun or played on, in 1,000 repetitions, beside the exact ones: the mean of all
repetitions, its distance from the exact chance in standard errors, how often the 95% interval contained the exact chance, of the
repetitions that have one (*given*), and the median of how many whole fights tell as much as one that was played. A rate over 1,000
repetitions has a standard deviation of 0.7 points. The smaller the chance, the fewer fights each level has, and the more seldom the
interval holds: estimates that are products have a long tail. More fights help.

| what | exact | mean | errors | held | given | worth |
|---|---|---|---|---|---|---|
";

const HEAD_OF_MOVES: &str = "
## How the odds of fights move

Surprise and suspense of [`drama`](drama.md) from sampled fights, in 300 repetitions: how often the 95% interval contained the exact
value, and by how much the mean of all repetitions differs from it. A rate over 300 repetitions has a standard deviation of 1.3
points. The suspense of few continuations is too small: the root of a variance that is itself estimated lies below the true root. More
continuations help, more fights do not.

| what | held | bias |
|---|---|---|
";
