use std::path::{Path, PathBuf};

use equipoise_engine::exact::{Budget, solve};
use equipoise_engine::{EndState, Winner};

use super::*;
use crate::kernel::quantity::{Cast, Quantity};
use crate::kernel::run::Plan;
use crate::kernel::run::{BATCH, run};
use crate::kernel::tally::Tally;
use crate::registry::Registry;
use crate::studies::load::{Files, LoadError, Loader};
use crate::studies::precision::next_look;
use crate::toy::Toy;

const SAMPLING: Sampling = Sampling { confidence: 0.999, max_encounters: 1_000_000 };

fn shipped(name: &str) -> System {
    Registry::SHIPPED.from_name(name).expect("it ships")
}

fn load(files: &Files, path: &Path) -> Result<Loaded, LoadError> {
    crate::studies::load::load(Loader::new(Registry::SHIPPED, files), path, &[])
}

/// The opponents of `equipoise init`, with expectations.
fn loaded(system: System, expect: &str) -> Loaded {
    let path = PathBuf::from("a.toml");
    let text = format!("{}\n[expect]\n{expect}\n", system.opponents().sources()[0].text);
    load(&Files::from([(path.clone(), text)]), &path).unwrap_or_else(|error| panic!("{error}"))
}

fn tested(scenario: &Loaded, method: Method<Sampling>) -> Tested {
    let wanted = wanted(scenario).unwrap_or_else(|problems| panic!("{problems}"));
    let settings = Settings { seed: Seed(1), method };
    let test = Test { scenario, wanted: &wanted };
    test.judge(&settings, None, &|| false, &Watch::none()).unwrap_or_else(|unsolved| panic!("{unsolved}"))
}

fn verdicts(tested: &Tested) -> Vec<Verdict> {
    tested.judged.iter().map(|judged| judged.look.verdict).collect()
}

fn refused(system: System, expect: &str) -> Vec<String> {
    match wanted(&loaded(system, expect)) {
        Ok(_) => panic!("nothing is refused: {expect}"),
        Err(problems) => problems.to_string().lines().map(str::to_owned).collect(),
    }
}

/// Band around a share, 5 points to either side.
fn around(share: f64) -> String {
    format!("{{ between = [{}, {}] }}", (share - 0.05).max(0.0), (share + 0.05).min(1.0))
}

#[test]
fn every_system_is_tested_and_a_failure_has_a_telling_fight() {
    for &system in Registry::SHIPPED.systems() {
        let plain = loaded(system, "");
        let tally = plain.fights.run(&Plan::new(Seed(9), 0..20_000), &Watch::none()).tally;
        let share = tally.won(Winner::Party) as f64 / 20_000.0;
        let (wrong, is_high) = if share > 0.2 {
            (format!("{{ at_most = {} }}", share - 0.1), true)
        } else {
            (format!("{{ at_least = {} }}", share + 0.1), false)
        };
        let mean = tally.rounds().values as f64 / 20_000.0;
        let passing = format!(
            "party = {}\nrounds.mean = {{ between = [{}, {}] }}\nrounds.p95 = {{ at_most = 1e6 }}",
            around(share),
            mean - 0.5,
            mean + 0.5
        );
        let right = tested(&loaded(system, &passing), Method::Sample(SAMPLING));
        assert_eq!(verdicts(&right), [Verdict::Pass; 3], "{}: {right:?}", system.name());
        let scenario = loaded(system, &format!("party = {wrong}\nrounds.p50.at_most = 0"));
        let failed = tested(&scenario, Method::Sample(SAMPLING));
        assert_eq!(verdicts(&failed), [Verdict::Fail; 2], "{}", system.name());
        let telling = failed.judged[0].telling.expect("it failed").0;
        let won = |index: u64| {
            let replay = scenario.fights.replay(Seed(1), EncounterIndex(index));
            (replay.outcome.winner == Winner::Party) == is_high
        };
        assert_eq!((0..=telling).find(|&index| won(index)), Some(telling), "{}", system.name());
        assert_eq!(failed.judged[1].telling, Some(EncounterIndex(0)), "{}: every fight lasts longer", system.name());
    }
}

#[test]
fn a_side_against_itself_is_judged_or_refused_with_the_reason() {
    let mut is_judged = false;
    for &system in Registry::SHIPPED.systems() {
        for side in ["party", "enemies"] {
            let scenario = loaded(system, &format!("mirror.{side} = {{ between = [0, 1] }}\nparty.between = [0, 1]"));
            match wanted(&scenario) {
                Ok(_) => {
                    let judged = tested(&scenario, Method::Sample(SAMPLING));
                    assert_eq!(verdicts(&judged), [Verdict::Pass; 2], "{} {side}", system.name());
                    is_judged = true;
                }
                Err(problems) => {
                    let text = problems.to_string();
                    let reason = format!("`expect.mirror.{side}`: the rules refuse a copy of this side in the ");
                    assert!(text.contains(&reason) && text.lines().count() == 1, "{text}");
                }
            }
        }
    }
    assert!(is_judged);
}

/// A duel of equals with an initiative that the seats decide: solved, and sampled, with a band that holds each time.
#[test]
fn a_mirror_is_the_scenario_with_the_side_on_both_seats() {
    let path = PathBuf::from("a.toml");
    let duelist =
        |id: &str| format!("[[combatants]]\nid = \"{id}\"\ninitiative = 1\nattributes = {{ attack = 5, cmb = 3 }}\n");
    let text = |first: &str, second: &str, expect: &str| {
        let expect = format!("[expect]\n{expect}\n");
        format!("system = \"duel\"\nname = \"x\"\nrules.meter_ticks = 5\n{}{}{expect}", duelist(first), duelist(second))
    };
    let read =
        |text: String| load(&Files::from([(path.clone(), text)]), &path).unwrap_or_else(|error| panic!("{error}"));
    let other = text("a", "b", "").replace("cmb = 3 }\n[expect]", "cmb = 9 }\n[expect]");
    let expect =
        "mirror.party = { between = [0, 1] }\nmirror.enemies = { between = [0, 1] }\nparty = { between = [0, 1] }";
    let scenario = read(other.replace("[expect]\n", &format!("[expect]\n{expect}")));
    let equals = read(text("a", "a-2", ""));
    let exact = tested(&scenario, Method::Exact { limits: Limits::new(None, None) });
    let solution = equals.fights.solution(Budget::default(), &|| false).expect("a short meter");
    let [party, _, draw, timeout] = solution.winners;
    let expected = party + f64::midpoint(draw, timeout);
    let found = exact.judged[0].look.value.expect("it was solved");
    assert!((found - expected).abs() < 1e-12, "{found}, {expected}");
    let mirrors = wanted(&scenario).expect("no mistakes").mirrors;
    let ids = |mirror: &Mirror| mirror.fights.combatants().iter().map(|one| one.id.clone()).collect::<Vec<_>>();
    assert_eq!(mirrors.iter().map(ids).collect::<Vec<_>>(), [["a", "a-2"], ["b", "b-2"]]);
    let values = |tested: &Tested| tested.judged.iter().map(|judged| judged.look.value).collect::<Vec<_>>();
    let narrow = |value: Option<f64>| around(value.expect("it was solved"));
    let [party, enemies, won] = values(&exact)[..] else { panic!("three") };
    let expect =
        format!("mirror.party = {}\nmirror.enemies = {}\nparty = {}", narrow(party), narrow(enemies), narrow(won));
    let sampled = tested(&read(other.replace("[expect]\n", &format!("[expect]\n{expect}"))), Method::Sample(SAMPLING));
    assert_eq!(verdicts(&sampled), [Verdict::Pass; 3]);
    assert!(sampled.encounters >= sampled.judged.iter().map(|judged| judged.look.encounters).sum());
}

#[test]
fn exact_and_sampled_verdicts_agree_and_edges_pass_where_they_are_exact() {
    let solved = loaded(shipped("duel"), "");
    let solution = solved.fights.solution(Budget::default(), &|| false).expect("a duel");
    let party = solution.winners[0];
    let expect = format!("party.between = [{party:?}, {party:?}]\nrounds.p50.at_least = 1");
    let exact =
        tested(&loaded(shipped("duel"), &expect), Method::Auto { limits: Limits::new(None, None), sampling: SAMPLING });
    assert_eq!(verdicts(&exact), [Verdict::Pass; 2]);
    assert!(exact.judged.iter().all(|judged| judged.states.is_some() && judged.look.interval.is_none()));
    assert_eq!(exact.encounters, 0);
    let few = Sampling { max_encounters: 50_000, ..SAMPLING };
    let none = Limits::new(None, Some(1));
    let sampled = tested(&loaded(shipped("duel"), &expect), Method::Auto { limits: none, sampling: few });
    assert_eq!(verdicts(&sampled), [Verdict::Undecided, Verdict::Pass], "nothing decides a band without width");
    assert_eq!((sampled.verdict(), sampled.encounters), (Verdict::Undecided, 50_000));
    let scenario = loaded(shipped("duel"), &expect);
    let wanted = wanted(&scenario).expect("no mistakes");
    let settings = Settings { seed: Seed(1), method: Method::Exact { limits: none } };
    let unsolved = Test { scenario: &scenario, wanted: &wanted }.judge(&settings, None, &|| false, &Watch::none());
    assert!(matches!(unsolved, Err(Unsolved::OverBudget { .. })));
}

#[test]
fn threads_do_not_change_verdicts() {
    let scenario = loaded(
        shipped("zones"),
        "party.at_most = 0.5\nrounds.at_least = 3\nrounds.p05.at_least = 2\nlead_changes.at_most = 1",
    );
    let expected = tested(&scenario, Method::Sample(SAMPLING));
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads");
        assert_eq!(pool.install(|| tested(&scenario, Method::Sample(SAMPLING))), expected, "{threads} threads");
    }
}

#[test]
fn an_interrupt_leaves_what_was_not_decided() {
    let scenario = loaded(shipped("duel"), "party.at_most = 0.01\nmirror.party.at_most = 0.01\nenemies.at_most = 1e-9");
    let wanted = wanted(&scenario).expect("no mistakes");
    let settings = Settings { seed: Seed(1), method: Method::Sample(SAMPLING) };
    let test = Test { scenario: &scenario, wanted: &wanted };
    let watch = Watch { interrupted: &|| true, progress: &|_| () };
    let tested = test.judge(&settings, None, &|| true, &watch).expect("a part is a result");
    assert!(tested.is_interrupted);
    assert_eq!(verdicts(&tested), [Verdict::Undecided; 3]);
    let json = serde_json::to_value(&tested).expect("JSON");
    assert_eq!((&json["partial"], &json["verdict"]), (&true.into(), &"undecided".into()));
    // A verdict that was reached before the interrupt stays.
    let played = std::sync::atomic::AtomicU64::new(0);
    let progress = |finished: u64| {
        played.fetch_max(finished, std::sync::atomic::Ordering::Relaxed);
    };
    let is_enough = || played.load(std::sync::atomic::Ordering::Relaxed) >= 16_384;
    let watch = Watch { interrupted: &is_enough, progress: &progress };
    let hard = "party.at_most = 0.01\ndraw.at_most = 0";
    let scenario = loaded(shipped("duel"), hard);
    let wanted = super::wanted(&scenario).expect("no mistakes");
    let tested = Test { scenario: &scenario, wanted: &wanted }.judge(&settings, None, &|| false, &watch);
    let tested = tested.expect("a part is a result");
    assert_eq!((verdicts(&tested), tested.is_interrupted), (vec![Verdict::Fail, Verdict::Undecided], true));
}

#[test]
fn names_are_those_of_reports_and_every_mistake_is_told() {
    let path = Path::new("a.toml");
    let text = system_with_group();
    let scenario = |expect: &str| {
        let files = Files::from([(path.to_owned(), format!("{text}\n[expect]\n{expect}\n"))]);
        load(&files, path).unwrap_or_else(|error| panic!("{error}"))
    };
    let names = |expect: &str| -> Vec<String> {
        let wanted = wanted(&scenario(expect)).unwrap_or_else(|problems| panic!("{problems}"));
        wanted.expected.into_iter().map(|expected| expected.name).collect()
    };
    let expect = "party.at_least = 0\nrounds.at_least = 0\nrounds.p5.at_least = 0\nparty_any_dead.at_least = 0\n\
                  \"combatants.bandit.*.dead\".at_least = 0\ncombatants.bandit-1.fled.at_least = 0\n\
                  final_margin.at_least = 0";
    let expected = [
        "winners.party",
        "rounds.mean",
        "rounds.p05",
        "party_any_dead",
        "groups.bandit.dead",
        "combatants.bandit-1.fled",
        "final_margin",
    ];
    assert_eq!(names(expect), expected);
    let expect = "prty.at_most = 1\nparty.at_most = 65\nwinners.party.at_least = 0.1\nrounds.at_most = -1\n\
                  rounds.p0.at_most = 1\nrounds.p100.at_most = 1\nmirror.everybody.at_most = 1\nrounds.max.at_most = 3";
    let Err(problems) = wanted(&scenario(expect)) else { panic!("mistakes") };
    let text = problems.to_string();
    let lines: Vec<&str> = text.lines().collect();
    for (line, told) in lines.iter().zip([
        "`expect.prty`: there is no quantity `prty`; did you mean `party`?",
        "`expect.party`: is a share, which lies in 0 to 1, and cannot be held against 65; 65 % is 0.65",
        "`expect.winners.party` has \"winners.party\" twice",
        "`expect.rounds`: is never below 0, and cannot be held against -1",
        "`expect.rounds.p0`: there is no quantity `rounds.p0`; did you mean `rounds.p01`?",
        "`expect.rounds.p100`: there is no quantity `rounds.p100`; did you mean `rounds.p10`?",
        "`expect.mirror.everybody`: there is no quantity `mirror.everybody`",
        "`expect.rounds.max`: there is no quantity `rounds.max`; did you mean `rounds.mean`?",
    ]) {
        assert!(line.contains(told), "{line}, not {told}");
    }
    assert_eq!(lines.len(), 8);
    assert_eq!(refused(shipped("duel"), "x.at_most = 1").len(), 1);
}

/// Several on a side, one entry of which stands for two.
fn system_with_group() -> String {
    let bandits = "[[combatants]]\nid = \"bandit\"\ncount = 2\nside = \"enemies\"\nhp = 3\nskill = 0\n\
                   attacks = [{ id = \"knife\", kind = \"melee\", damage = \"1d4\" }]\n";
    format!("{}\n{bandits}", shipped("zones").opponents().sources()[0].text)
}

/// No later look changes what one decides, and a look needs nothing but counts: those of two machines together are
/// judged as those of one.
#[test]
fn a_judge_needs_nothing_but_counts() {
    let rules = Toy::new();
    let cast = Cast::of(&rules);
    let number = |name: &str| Asked::Number(cast.find(name).expect("a quantity"));
    let band = |at_least, at_most| Band { at_least, at_most };
    let cases = || {
        [
            (number("party"), band(Some(0.1), None)),
            (number("rounds"), band(None, Some(1.0))),
            (Asked::Percentile(50), band(Some(3.0), Some(9.0))),
        ]
    };
    let tally = |range: std::ops::Range<u64>| run(&rules, &Plan::new(Seed(2), range), &Watch::none()).tally;
    let (mut one, mut other) = (Judge::new(cases(), 0.99), Judge::new(cases(), 0.99));
    one.look(&tally(0..20_000));
    let mut merged = tally(7000..20_000);
    merged.merge(&tally(0..7000));
    other.look(&merged);
    assert_eq!(one.looks(), other.looks());
    assert_eq!(one.looks()[1].verdict, Verdict::Fail);
    let decided: Vec<Look> = one.looks().to_vec();
    one.look(&tally(0..100_000));
    for (before, after) in decided.iter().zip(one.looks()) {
        assert!(before.verdict == Verdict::Undecided || before == after);
    }
}

/// Means are judged from 16,384 encounters on, shares from the first.
#[test]
fn few_encounters_decide_no_mean() {
    let rules = Toy::new();
    let cast = Cast::of(&rules);
    let asked = |name: &str| Asked::Number(cast.find(name).expect("a quantity"));
    let band = Band { at_least: Some(0.0), at_most: Some(1e6) };
    let cases =
        [(asked("rounds"), band), (asked("party"), band), (asked("final_margin"), band), (Asked::Percentile(99), band)];
    let mut judge = Judge::new(cases, 0.999);
    judge.look(&run(&rules, &Plan::new(Seed(2), 0..16_383), &Watch::none()).tally);
    let verdicts: Vec<Verdict> = judge.looks().iter().map(|look| look.verdict).collect();
    assert_eq!(verdicts, [Verdict::Undecided, Verdict::Pass, Verdict::Undecided, Verdict::Pass]);
    judge.look(&run(&rules, &Plan::new(Seed(2), 0..40_000), &Watch::none()).tally);
    assert!(judge.looks().iter().all(|look| look.verdict == Verdict::Pass));
}

/// A metric that never occurs is not known to be 0 from a sample.
#[test]
fn what_did_not_happen_may_be_rare() {
    let rules = Toy::new();
    let cast = Cast::of(&rules);
    let never = Asked::Number(Quantity::End { combatant: 0, end: EndState::Fled });
    let mean = Asked::Number(cast.find("sixes").expect("a metric"));
    let band = |at_most| Band { at_least: None, at_most: Some(at_most) };
    let mut judge = Judge::new([(never, band(0.0)), (never, band(0.01)), (mean, band(0.0))], 0.999);
    judge.look(&run(&rules, &Plan::new(Seed(2), 0..50_000), &Watch::none()).tally);
    let verdicts: Vec<Verdict> = judge.looks().iter().map(|look| look.verdict).collect();
    assert_eq!(verdicts, [Verdict::Undecided, Verdict::Pass, Verdict::Fail]);
}

/// 100 seeds, looked at up to 200,000 encounters at a confidence of 0.8 for each number by itself. A verdict that is
/// wrong, of a band that ends a hair beside the exact value, may come in 20 of 100, and by chance in 42 at most (5.5 sd
/// of a binomial: false alarm below 1e-6 over all bands). Where the band ends half a point beside a share, most seeds
/// decide, and rightly.
#[test]
fn wrong_verdicts_are_as_rare_as_promised() {
    const HAIR: f64 = 1e-9;
    let rules = Toy::new();
    let cast = Cast::of(&rules);
    let solution = solve(&rules, Budget::default(), &|| false).expect("small");
    let mean = |name: &str| {
        let quantity = cast.find(name).expect("a quantity");
        (Asked::Number(quantity), cast.exact(quantity, &solution).1.mean)
    };
    let rounds = solution.by_round.iter().enumerate();
    let chances = rounds.map(|(rounds, chances)| (rounds as u32, chances.iter().sum::<f64>()));
    let median = f64::from(crate::stats::quantile::of_chances(chances, 50));
    let [party, enemies, draw, timeout] = solution.winners;
    assert!((party + enemies + draw + timeout - 1.0).abs() < 1e-9);
    let truths = [
        mean("party"),
        mean("draw"),
        mean("rounds"),
        mean("sixes"),
        mean("final_margin"),
        (Asked::Percentile(50), median),
        (Asked::Mirror(equipoise_engine::Side::Party), party + f64::midpoint(draw, timeout)),
    ];
    let band = |at_least: Option<f64>, at_most: Option<f64>| Band { at_least, at_most };
    // Each with the verdict that would be wrong.
    let mut cases: Vec<((Asked, Band), Verdict)> = Vec::new();
    for (asked, truth) in truths {
        let slack = if matches!(asked, Asked::Percentile(_)) { 0.5 } else { HAIR };
        cases.push(((asked, band(None, Some(truth - slack))), Verdict::Pass));
        cases.push(((asked, band(None, Some(truth + slack))), Verdict::Fail));
        cases.push(((asked, band(Some(truth - slack), None)), Verdict::Fail));
        cases.push(((asked, band(Some(truth + slack), None)), Verdict::Pass));
    }
    let near = cases.len();
    let (asked, truth) = truths[0];
    cases.push(((asked, band(None, Some(truth - 0.005))), Verdict::Pass));
    cases.push(((asked, band(None, Some(truth + 0.005))), Verdict::Fail));
    let (mut wrong, mut decided) = (vec![0; cases.len()], vec![0; cases.len()]);
    for seed in 0..100 {
        let mut judge = Judge::new(cases.iter().map(|(case, _)| *case), 0.8);
        let (mut tally, mut look) = (Tally::new(&rules), 0);
        while look < 200_000 {
            let next = next_look(look, 200_000);
            tally
                .merge(&run(&rules, &Plan { seed: Seed(seed), range: look..next, batch: BATCH }, &Watch::none()).tally);
            judge.look(&tally);
            look = next;
        }
        for (index, (look, (_, wrong_verdict))) in judge.looks().iter().zip(&cases).enumerate() {
            wrong[index] += i32::from(look.verdict == *wrong_verdict);
            decided[index] += i32::from(look.verdict != Verdict::Undecided);
        }
    }
    assert!(wrong.iter().all(|&wrong| wrong <= 42), "{wrong:?}");
    assert!(decided[near..].iter().all(|&decided| decided >= 75), "{decided:?}");
    assert!(wrong[near..].iter().all(|&wrong| wrong <= 10), "{wrong:?}");
}
