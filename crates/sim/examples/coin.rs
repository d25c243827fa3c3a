//! A whole rule system in a crate of its own: checked by the conformance suite, run, solved and told.
#![expect(clippy::print_stdout, reason = "an example shows what comes out")]

use equipoise_engine::dice::{Dice, Slot};
use equipoise_engine::exact::{Budget, solve};
use equipoise_engine::keys;
use equipoise_engine::scenario::common::{self, SideWord};
use equipoise_engine::scenario::kinds::{Id, Tables, Text};
use equipoise_engine::scenario::{Key, KeyDecl, Problem, Scenario, Source, Word, words};
use equipoise_engine::scenario::{combatants_of, refuse_muster, side_of};
use equipoise_engine::{EncounterIndex, EndState, Fight, Metric, Outline, Progress, Rule, Ruleset, Seed, Trace, load};
use equipoise_sim::{Intervals, Plan, Report, Watch, conformance, replay::replay, run};

words! {
    /// What a combatant calls before it flips its coin.
    enum Call { Heads = "heads", "a 1 of the d2", Tails = "tails", "a 2 of the d2" }
}

keys! {
    enum Sheet {
        ID: Id = common::ID,
        NAME: Option<Text> = common::NAME,
        SIDE: SideWord = common::SIDE,
        COUNT: usize = common::count(9),
        POLICY: Call = Key::word("policy").default_word("heads").rules(&["COIN-01"]).doc("what it calls"),
    }
}
keys! {
    enum File: common::ROOT {
        COMBATANTS: Tables = common::combatants(Sheet::KEYS, 32),
    }
}

/// A compiled scenario: who is in it, and what each calls.
struct Coin {
    outline: Outline,
    calls: Vec<Call>,
}

impl Ruleset for Coin {
    const NAME: &'static str = "coin";
    const ABOUT: &'static str = "a right call takes a point of the other side";
    const RULES: &'static [Rule] =
        &[Rule { id: "COIN-01", title: "each flips a coin in turn" }, Rule { id: "COIN-02", title: "a right call" }];
    const SCHEMA: &'static [KeyDecl] = File::KEYS;
    type State = ([i32; 2], usize); // The points of each side, and whose turn is next.
    type Scratch = ();
    type Counts = [u32; 1];

    fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Self> {
        let (root, mut combatants, mut calls) = (scenario.root(Self::SCHEMA), Vec::new(), Vec::new());
        let tables = root.find(File::COMBATANTS)?;
        refuse_muster(&root, &tables.iter().collect::<Vec<_>>(), 32, problems);
        for table in &tables {
            combatants.extend(combatants_of(table, side_of(table)?));
            calls.resize(combatants.len(), table.find(Sheet::POLICY)?);
        }
        let metrics = vec![Metric::of_events("right_calls", "coins that were called right")];
        Some(Self { outline: Outline { combatants, metrics, rounds_max: 100 }, calls })
    }

    fn outline(&self) -> &Outline {
        &self.outline
    }

    fn opening(&self) -> &Self::State {
        &([3; 2], 0)
    }

    fn set_up<D: Dice, T: Trace>(_: &mut Fight<'_, Self, D, T>) -> Progress {
        Progress::RoundOver
    }

    fn turn<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        let Fight { rules, state: (points, next), dice, trace, .. } = fight;
        let (listed, call) = (&rules.outline.combatants, rules.calls[*next]);
        let who = &listed[*next];
        let member = listed[..*next].iter().filter(|other| other.side == who.side).count();
        dice.slot(Slot::turn(who.side, member)); // These dice stay its own, whoever else joins the fight.
        trace.acts(*next);
        trace.rule("COIN-01");
        let is_right = dice.draw(|dice| Some((dice.die(2) == 1) == (call == Call::Heads)));
        trace.tell(|| format!("{} calls {}: {}.", who.name, call.word(), if is_right { "right" } else { "wrong" }));
        *next = (*next + 1) % listed.len();
        if is_right {
            trace.rule("COIN-02");
            trace.count(0, 1);
            points[who.side.other().index()] -= 1;
        }
        if points.contains(&0) {
            return Progress::Won(who.side.into());
        }
        if *next == 0 { Progress::RoundOver } else { Progress::NextTurn }
    }

    fn end_state(&self, (points, _): &Self::State, combatant: usize) -> EndState {
        let is_out = points[self.outline.combatants[combatant].side.index()] == 0;
        if is_out { EndState::Down } else { EndState::Standing }
    }

    fn lead(&self, &([party, enemies], _): &Self::State) -> i32 {
        (party - enemies) * 1000 / party.max(enemies)
    }
}

pub(crate) fn main() {
    let scenario = Scenario::parse(Source::new("coin.toml", include_str!("coin.toml"))).expect("TOML");
    conformance::check::<Coin>(std::slice::from_ref(&scenario));
    let coin: Coin = load(&scenario).expect("a valid scenario");
    let sampled = run(&coin, &Plan::new(Seed(1), 0..100_000), &Watch::none());
    let won = Report::sampled("Coins", &coin, &sampled, Seed(1), 0.95, Intervals::Fixed).winners[0].share;
    let solution = solve(&coin, Budget::default(), &|| false).expect("few states");
    println!("the party wins {won:.4} of 100,000 fights, {:.4} of all", solution.winners[0]);
    replay(&coin, Seed(1), EncounterIndex(0)).lines.iter().for_each(|line| println!("{}", line.text));
}
