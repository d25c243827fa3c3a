//! Days of duels, which carry nothing.

use super::*;
use crate::dice::Seeded;
use crate::exact::{Budget, Solution, solve};
use crate::lead::LeadHistory;
use crate::resume::fight_by_steps;
use crate::rng::{EncounterIndex, Seed};
use crate::ruleset::{Workspace, fight, fight_watched};
use crate::systems::duel::Duel;
use crate::testing;
use crate::trace::{Counting, Narrated, Silent};

const SPAR: &str = r#"
system = "duel"
name = "Spar"
[[combatants]]
id = "ann"
attributes = { attack = 7 }
[[combatants]]
id = "bea"
attributes = { attack = 5 }
"#;

const ROUNDS: u32 = 12;

/// A duel of few states.
fn duel(overrides: &[&str]) -> Duel {
    testing::limited(SPAR, &[&["rules.meter_ticks=5"], overrides].concat(), ROUNDS)
}

fn leg(id: &str, chances: &[(u32, usize)]) -> Leg {
    let chances = chances.iter().map(|&(weight, fight)| Chance { weight, fight }).collect();
    Leg { id: id.to_owned(), chances }
}

fn day(fights: Vec<Duel>, legs: &[Leg]) -> Day {
    Day::new(fights, legs).unwrap_or_else(|reason| panic!("{reason}"))
}

fn solved<R: Ruleset>(rules: &R) -> Solution {
    solve(rules, Budget { bytes: 500_000_000, states: 200_000, paths: 10_000_000 }, &|| false).expect("few states")
}

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
}

/// Legs that carry nothing are independent of each other: the day is won with the product of their shares, and what ends in a leg is
/// reached with the product of those before it.
#[test]
fn two_spars_are_won_with_the_product_of_their_shares() {
    let (first, second) = (solved(&duel(&[])), solved(&duel(&["combatants.ann.attributes.attack=6"])));
    let day = day(
        vec![duel(&[]), duel(&["combatants.ann.attributes.attack=6"])],
        &[leg("a", &[(1, 0)]), leg("b", &[(1, 1)])],
    );
    let both = solved(&day);
    let [p, q] = [&first, &second].map(|solution| solution.winners[Winner::Party.index()]);
    assert!(0.1 < p && p < 0.9 && first.winners[Winner::Timeout.index()] > 0.0, "{:?}", first.winners);
    close(both.winners[0], p * q);
    for winner in [Winner::Enemies, Winner::Timeout] {
        close(both.winners[winner.index()], first.winners[winner.index()] + p * second.winners[winner.index()]);
    }
    close(both.rounds.mean, first.rounds.mean + p * second.rounds.mean);
    assert_eq!(day.outline().rounds_max, 2 * ROUNDS);
    let of_leg = |leg: &str, what: &str| {
        let name = format!("legs.{leg}.{what}");
        both.metrics[day.metrics().iter().position(|metric| metric.name == name).expect("it is counted")].mean
    };
    close(of_leg("a", "reached"), 1.0);
    close(of_leg("a", "won"), p);
    close(of_leg("b", "reached"), p);
    close(of_leg("b", "won"), p * q);
    close(of_leg("a", "rounds"), first.rounds.mean);
    close(of_leg("b", "rounds"), p * second.rounds.mean);
    for (metric, moments) in both.metrics.iter().enumerate().take(first.metrics.len()) {
        let is_of_rounds = day.metrics()[metric].unit == crate::ruleset::MetricUnit::Rounds;
        if !is_of_rounds {
            close(moments.mean, first.metrics[metric].mean + p * second.metrics[metric].mean);
        }
    }
    let ids: Vec<_> = day.combatants().iter().map(|combatant| &*combatant.id).collect();
    assert_eq!(ids, ["ann", "a/bea", "b/bea"]);
    // The loser of the first duel is known, and an enemy that was not met stands.
    let ends = |who: usize, end: EndState| both.end_states[who][end.index()];
    close(ends(1, EndState::Down), p);
    close(ends(2, EndState::Down), p * q);
    close(ends(2, EndState::Standing), 1.0 - p * q);
}

/// One scenario of a leg is chosen with its weight: by enumerated dice, and by seeded ones.
#[test]
fn a_leg_with_a_choice_has_each_scenario_with_its_weight() {
    let fights = || vec![duel(&[]), duel(&["combatants.ann.attributes.attack=12"])];
    let [p, q] = [0, 1].map(|at| solved(&fights()[at]).winners[0]);
    let day = day(fights(), &[leg("a", &[(3, 0), (1, 1)]), leg("b", &[(1, 0), (0, 1), (4, 1)])]);
    let expected = (0.75 * p + 0.25 * q) * (0.2 * p + 0.8 * q);
    close(solved(&day).winners[0], expected);
    let (mut workspace, mut dice, mut won) = (Workspace::new(&day), Seeded::new(Seed(4)), 0);
    let encounters = 40_000;
    for index in 0..encounters {
        dice.start(EncounterIndex(index));
        won += u32::from(fight(&day, &mut workspace, &mut dice, &mut Silent).winner == Winner::Party);
    }
    // Six standard errors, at most.
    let off = f64::from(won) / encounters as f64 - expected;
    assert!(off.abs() < 3.0 / (encounters as f64).sqrt(), "{off}");
}

/// The first leg has the dice of the single fight, and each later one those of the next leg's key.
#[test]
fn every_leg_is_a_fight_with_dice_of_its_own() {
    let single = duel(&[]);
    let twice = day(vec![duel(&[])], &[leg("a", &[(1, 0)]), leg("b", &[(1, 0)])]);
    let (mut alone, mut whole) = (Workspace::new(&single), Workspace::new(&twice));
    let mut reached = 0;
    for index in (0..300).map(EncounterIndex) {
        let legs = [0, 1].map(|before| {
            let mut dice = Seeded::new(Seed(9));
            dice.start(index);
            (0..before).for_each(|_| dice.next_leg());
            fight(&single, &mut alone, &mut dice, &mut Silent)
        });
        let mut dice = Seeded::new(Seed(9));
        dice.start(index);
        let found = fight(&twice, &mut whole, &mut dice, &mut Silent);
        let goes_on = legs[0].winner == Winner::Party;
        reached += u32::from(goes_on);
        let rounds = legs[0].rounds + if goes_on { legs[1].rounds } else { 0 };
        assert_eq!((found.winner, found.rounds), (legs[usize::from(goes_on)].winner, rounds), "{index:?}");
    }
    assert!((50..250).contains(&reached), "{reached}");
}

/// A leg that ends at its round limit ends after that round, and whoever is ahead then counts: exactly, and in encounters.
#[test]
fn who_is_ahead_at_the_end_of_a_leg_counts() {
    let short = |rounds: u32| testing::limited::<Duel>(SPAR, &["rules.meter_ticks=5"], rounds);
    let day = day(vec![short(1), short(2)], &[leg("a", &[(1, 0)]), leg("b", &[(1, 1)])]);
    let expected = solved(&day).lead.changes;
    assert!(expected.mean > 0.0, "{expected:?}");
    let (mut workspace, mut dice, mut changes) = (Workspace::new(&day), Seeded::new(Seed(3)), 0);
    let encounters = 200_000;
    for index in 0..encounters {
        dice.start(EncounterIndex(index));
        let mut history = LeadHistory::default();
        fight_watched(&day, &mut workspace, &mut dice, &mut Silent, |state| history.watch(day.balance(state)));
        changes += history.changes();
    }
    // Six standard errors: a false alarm of 2e-9.
    let off = f64::from(changes) / encounters as f64 - expected.mean;
    assert!(off.abs() < 6.0 * expected.sd / (encounters as f64).sqrt(), "{off} from {expected:?}");
}

/// Each leg of a day is told under its name; a day of one leg is told as its fight is.
#[test]
fn legs_are_told_by_their_names() {
    let told = |day: &Day| {
        let mut told = Narrated::default();
        let mut dice = Seeded::new(Seed(1));
        let mut won = EncounterIndex(0);
        while {
            dice.start(won);
            fight(day, &mut Workspace::new(day), &mut dice, &mut Silent).winner != Winner::Party
        } {
            won.0 += 1;
        }
        dice.start(won);
        fight(day, &mut Workspace::new(day), &mut dice, &mut told);
        told.into_lines().into_iter().map(|line| (line.text, line.event)).collect::<Vec<_>>()
    };
    let begins = |lines: &[(String, String)]| {
        lines.iter().filter(|(text, _)| text.starts_with("Leg ")).cloned().collect::<Vec<_>>()
    };
    let lines = begins(&told(&day(vec![duel(&[])], &[leg("gate", &[(1, 0)]), leg("crypt", &[(1, 0)])])));
    let line = |text: &str, event: &str| (text.to_owned(), event.to_owned());
    assert_eq!(
        lines,
        [
            line("Leg 1: gate", r#"{"kind":"leg","leg":"gate","number":1}"#),
            line("Leg 2: crypt", r#"{"kind":"leg","leg":"crypt","number":2}"#),
        ]
    );
    assert_eq!(begins(&told(&day(vec![duel(&[])], &[leg("gate", &[(1, 0)])]))), []);
}

/// A day that is played on from any of its moments, with the dice of the moment, ends as it did.
#[test]
fn days_can_be_played_on_from_every_step() {
    let twice = day(vec![duel(&[])], &[leg("a", &[(1, 0)]), leg("b", &[(1, 0)])]);
    let mut workspace = Workspace::new(&twice);
    let count = twice.metrics().len();
    for index in (0..40).map(EncounterIndex) {
        let (mut dice, mut counting, mut moments) = (Seeded::new(Seed(2)), Counting::new(count), Vec::new());
        dice.start(index);
        let outcome =
            fight_by_steps(&twice, &mut workspace, &mut dice, &mut counting, |moment, state, dice, counting| {
                moments.push((moment, state.clone(), dice.clone(), counting.clone()));
            });
        for (moment, state, mut dice, mut so_far) in moments {
            let mut from = Workspace { state, scratch: Scratches::default() };
            let found = crate::resume::fight_from(&twice, &mut from, moment, &mut dice, &mut so_far, |_, _, _, _| {});
            assert_eq!((found, so_far.counts()), (outcome, counting.counts()), "{index:?} at {moment:?}");
            assert!(from.state == workspace.state, "{index:?} at {moment:?}");
        }
    }
}

#[test]
fn a_day_has_legs() {
    let reason = Day::new(vec![duel(&[])], &[]).expect_err("no leg");
    assert_eq!(reason, "a day has 1 to 64 legs, and not 0");
    let waves = |count: usize| (0..count).map(|wave| leg(&format!("w{wave}"), &[(1, 0)])).collect::<Vec<_>>();
    let reason = Day::new(vec![duel(&[])], &waves(65)).expect_err("many legs");
    assert_eq!(reason, "a day has 1 to 64 legs, and not 65");
}

/// A day as a file, and the files that it names.
fn load(text: &str, files: &[(&str, &str)], overrides: &[&str]) -> Result<Day, String> {
    let text = format!("system = \"duel\"\nname = \"Day\"\n{text}");
    testing::try_load_day::<Duel>(&text, files, overrides)
}

const FILES: &[(&str, &str)] = &[
    ("spar.toml", SPAR),
    ("other.toml", "system = \"tiny\"\nname = \"Other\"\n"),
    ("day.toml", "system = \"duel\"\nname = \"Day\"\nlegs = []\n"),
    ("plain.toml", "name = \"x\"\n"),
    ("bad.toml", "system = \"duel\"\nname = \"Bad\"\n[rules]\nmax_rounds = 0\n[[combatants]]\nid = \"ann\"\n"),
    (
        "deep/spar.toml",
        "system = \"duel\"\nname = \"Deep\"\nroster = \"sheets.csv\"\ncombatants = [{ id = \"ann\" }, { id = \"bea\" }]\n",
    ),
    ("deep/sheets.csv", "id,attributes.attack\nann,7\nbea,5\n"),
];

const TWICE: &str = r#"
[[legs]]
id = "a"
scenario = "spar.toml"
set = { "rules.max_rounds" = 12, rules.meter_ticks = 5 }
[[legs]]
id = "b"
repeat = 2
scenario = "deep/spar.toml"
set = { combatants.bea.attributes.attack = 6, rules = { max_rounds = 12, meter_ticks = 5 } }
"#;

/// A day from files is the one of its compiled fights, with the values that it sets in them.
#[test]
fn a_day_is_read_from_files() {
    let read = load(TWICE, FILES, &["legs.b.combatants.ann.attributes.attack=8"]).expect("a day");
    let ids: Vec<_> = read.combatants().iter().map(|combatant| &*combatant.id).collect();
    assert_eq!(ids, ["ann", "a/bea", "b-1/bea", "b-2/bea"]);
    assert_eq!(read.outline().rounds_max, 36);
    let second = || duel(&["combatants.ann.attributes.attack=8", "combatants.bea.attributes.attack=6"]);
    let made = day(vec![duel(&[]), second()], &[leg("a", &[(1, 0)]), leg("b-1", &[(1, 1)]), leg("b-2", &[(1, 1)])]);
    let (mut one, mut other, mut dice) = (Workspace::new(&read), Workspace::new(&made), Seeded::new(Seed(6)));
    let mut won = 0;
    for index in (0..400).map(EncounterIndex) {
        dice.start(index);
        let outcome = fight(&read, &mut one, &mut dice.clone(), &mut Silent);
        assert_eq!(outcome, fight(&made, &mut other, &mut dice, &mut Silent), "{index:?}");
        won += u32::from(outcome.winner == Winner::Party);
    }
    assert!((40..360).contains(&won), "{won}");
    let path = "legs.b.rules.max_rounds";
    assert_eq!((read.derived(path), read.derived("legs.c.rules.max_rounds")), (Some(12), None));
    let choice = "[[legs]]\nid = \"a\"\nchoice = [{ scenario = \"spar.toml\", weight = 3 }, { scenario = \"deep/spar.toml\", id = \"deep\" }]";
    let read =
        load(choice, FILES, &["legs.a.spar.rules.meter_ticks=5", "legs.a.deep.rules.max_rounds=7"]).expect("a day");
    assert_eq!((read.legs[0].sides, read.fights[1].outline().rounds_max), (4, 7));
}

/// Each mistake of a day is told with the place where it stands.
#[test]
#[expect(clippy::too_many_lines, reason = "one mistake after the other")]
fn mistakes_of_a_day_are_named() {
    let one = |keys: &str| format!("[[legs]]\nid = \"a\"\n{keys}\n");
    let mut unsaid = Vec::new();
    for (text, overrides, said) in [
        ("legs = []".to_owned(), &[][..], "t:3:8: `legs`"),
        (one("scenario = \"none.toml\""), &[], "t:5:12: `legs.a.scenario` cannot be read: no such file"),
        (
            one("scenario = \"other.toml\""),
            &[],
            "`legs.a.scenario`: `other.toml` is of another system, and the day is one of `duel`",
        ),
        (
            one("scenario = \"day.toml\""),
            &[],
            "`legs.a.scenario`: `day.toml` has legs of its own, and a leg is a single fight",
        ),
        (one("scenario = \"plain.toml\""), &[], "`legs.a.scenario`: `plain.toml` is no scenario: it has no `system`"),
        (one(""), &[], "`legs.a.scenario`: a leg has one `scenario` or a `choice`"),
        (one("scenario = \"spar.toml\"\nchoice = []"), &[], "`legs.a.choice`: a leg has one `scenario` or a `choice`"),
        (one("choice = [{ scenario = \"spar.toml\", weight = 0 }]"), &[], "needs a weight above 0"),
        (
            one("choice = [{ scenario = \"spar.toml\" }, { scenario = \"deep/spar.toml\" }]"),
            &[],
            "there are two scenarios `spar`",
        ),
        (one("scenario = \"bad.toml\""), &[], "bad.toml:4:14: `legs.a.rules.max_rounds`"),
        (one("scenario = \"bad.toml\""), &[], "`legs.a.combatants.ann.attributes`"),
        (one("scenario = \"spar.toml\"\nrest = { hours = 6 }"), &[], "`legs.a.rest`"),
        (one("scenario = \"spar.toml\"\nset = 3"), &[], "t:6:7: `legs.a.set` is the number 3, expected a table"),
        (
            one("scenario = \"spar.toml\"\nset = { \"rules.max_round\" = 3 }"),
            &[],
            "`legs.a.rules.max_round`; did you mean `legs.a.rules.max_rounds`?",
        ),
        (
            one("scenario = \"spar.toml\"\nset = { system = \"tiny\" }"),
            &[],
            "`legs.a.system`: only the file of the leg can give it",
        ),
        (one("scenario = \"spar.toml\"\nset = { rules.max_rounds = 0 }"), &[], "t:6:28: `legs.a.rules.max_rounds`"),
        (one("scenario = \"spar.toml\"\nrepeat = 21"), &[], "`legs.a.repeat`"),
        (one("scenario = \"spar.toml\"") + &one("scenario = \"spar.toml\""), &[], "t:7:6: `legs` has \"a\" twice"),
        (
            format!("rules = {{}}\n{}", one("scenario = \"spar.toml\"")),
            &[],
            "`rules`: no leg reads it, since each has a file of its own",
        ),
        (one("scenario = \"spar.toml\"\nwave = 2"), &[], "unknown key `legs.a.wave`"),
        (one("scenario = \"spar.toml\""), &["rules.max_rounds=5"], "did you mean `legs.a.rules.max_rounds`?"),
        (
            one("scenario = \"spar.toml\""),
            &["legs.b.rules.max_rounds=5"],
            "no value can be set at `legs.b.rules.max_rounds`",
        ),
        (
            one("scenario = \"spar.toml\"").replace("\"a\"", "\"hall\""),
            &["legs.hal.rules.max_rounds=5"],
            "did you mean `legs.hall.rules.max_rounds`?",
        ),
        (one("scenario = \"spar.toml\""), &["legs.a.rules.max_rounds=0"], "--set:1:25: `legs.a.rules.max_rounds`"),
        (
            one("scenario = \"spar.toml\""),
            &["accounts=true"],
            "`accounts` cannot be set: a day of several fights keeps no accounts",
        ),
        (
            one("scenario = \"spar.toml\"\nrepeat = 2") + "[[legs]]\nid = \"a-2\"\nscenario = \"spar.toml\"\n",
            &[],
            "two legs are named `a-2`",
        ),
    ] {
        let problems =
            load(&text, FILES, overrides).err().unwrap_or_else(|| panic!("not refused:\n{text}{overrides:?}"));
        if !problems.contains(said) {
            unsaid.push(format!("{said:?} is not said of\n{text}{overrides:?}\n{problems}"));
        }
    }
    assert!(unsaid.is_empty(), "{}", unsaid.join("\n\n"));
}

#[test]
fn repeated_legs_count_each() {
    let wave = |at: usize| format!("[[legs]]\nid = \"w{at}\"\nrepeat = 20\nscenario = \"spar.toml\"\n");
    let waves = [0, 1, 2, 3].map(wave).concat();
    assert!(load(&waves, FILES, &[]).expect_err("80 legs").contains("a day has 1 to 64 legs, and not 80"));
}

/// A system with the scenarios of duels that says nothing of days.
struct Memoryless;

impl Ruleset for Memoryless {
    const NAME: &'static str = Duel::NAME;
    const ABOUT: &'static str = "no rules of days";
    const SCHEMA: &'static [KeyDecl] = Duel::SCHEMA;
    type State = ();
    type Scratch = ();

    fn load(_: &Scenario, _: &mut Vec<Problem>) -> Option<Self> {
        Some(Self)
    }

    fn outline(&self) -> &Outline {
        unreachable!("its day is refused")
    }

    fn opening(&self) -> &() {
        unreachable!("its day is refused")
    }

    fn turn<D: Dice, T: Trace>(_: &mut Fight<'_, Self, D, T>) -> Progress {
        unreachable!("its day is refused")
    }

    fn end_state(&self, (): &(), _: Who) -> EndState {
        unreachable!("its day is refused")
    }
}

/// A system without rules of days says so.
#[test]
fn a_system_without_rules_of_days_refuses_them() {
    let text = "system = \"duel\"\nname = \"Day\"\n[[legs]]\nid = \"a\"\nscenario = \"spar.toml\"\n";
    testing::try_load_day::<Duel>(text, FILES, &[]).expect("duels have days");
    let problems = testing::try_load_day::<Memoryless>(text, FILES, &[]).expect_err("no rules");
    assert_eq!(problems, "t:3:1: `legs`: the system `duel` has no rules of days yet");
}

/// Every path of a day leads to its value, and the canonical form shows it.
#[test]
fn paths_of_a_day_lead_into_its_legs() {
    use crate::scenario::{Override, Scenario, Source};
    let text = format!("system = \"duel\"\nname = \"Day\"\n{TWICE}");
    let mut scenario = Scenario::parse(Source::new("t", text)).expect("TOML");
    while let Some(wanted) = scenario.wanted_files(Duel::SCHEMA).first() {
        let (path, text) = FILES.iter().find(|(path, _)| *path == wanted.path).expect("a file");
        assert_eq!(scenario.attach(wanted, Ok(Source::new(*path, *text)), Duel::SCHEMA), []);
    }
    let paths = scenario.paths(Duel::SCHEMA);
    let entry = paths.iter().find(|entry| entry.path == "legs.b.combatants.bea.attributes.attack").expect("a path");
    assert_eq!(entry.value.as_deref(), Some("6"));
    let before = scenario.canonical(Duel::SCHEMA);
    let set = Override { path: entry.path.clone(), value: "9".to_owned() };
    assert_eq!(scenario.set(&[set], Duel::SCHEMA), []);
    let after = scenario.canonical(Duel::SCHEMA);
    assert_eq!(after, before.replace("\"attack\":6", "\"attack\":9"));
    assert!(before.starts_with(r#"{"legs":[{"id":"a","repeat":1,"fights":[[1,{"system":"duel""#), "{before}");
    let spelled = Scenario::spellings("legs.b.rules.natural_20_auto_win", &["yes".to_owned()], Duel::SCHEMA);
    assert_eq!(spelled, ["true"]);
}
