//! A whole rule system in a crate of its own: checked by the conformance suite, run, solved and narrated.
#![expect(clippy::print_stdout, reason = "an example shows what comes out")]

use equipoise_engine::exact::{Budget, solve};
use equipoise_engine::{EncounterIndex, Seed, dice::Occasion, load, prelude::*, scenario::Source};
use equipoise_sim::{Intervals, Plan, Report, Watch, conformance, run, studies::replay::replay};

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
        CALL: Call = Key::word("policy").default_word("heads").rules(&["COIN-01"]).doc("what it calls"),
    }
}
keys! {
    enum File: common::ROOT { COMBATANTS: Tables = common::combatants(Sheet::KEYS, 64) }
}
metrics! {
    RIGHT_CALLS: events { "right_calls": "coins that were called right" }
}

struct Coin {
    outline: Outline,
    sides: Sides,
    calls: Vec<Call>,
}

impl Ruleset for Coin {
    const NAME: &'static str = "coin";
    const ABOUT: &'static str = "a right call takes a point of the other side";
    const LEDGER: &'static str = "- **COIN-01 (calls)** Each calls and flips a coin in turn.";
    const OCCASIONS: &'static [Occasion] = &[Occasion::turn("turn", "the coin")];
    const SCHEMA: &'static [KeyDecl] = File::KEYS;
    type State = ([i32; 2], usize); // The points of each side, and whose turn is next.
    type Scratch = ();

    fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Self> {
        let root = scenario.root(Self::SCHEMA);
        let sheets = root.find(File::COMBATANTS)?;
        refuse_muster(&root, &sheets.iter().collect::<Vec<_>>(), problems);
        let Muster { combatants, sides, tables } = Muster::new(&sheets)?;
        let outline = Outline { combatants, metrics: Declared::metrics(METRICS), rounds_max: 100 };
        let calls = tables.iter().map(|&sheet| sheets[sheet].find(Sheet::CALL)).collect::<Option<_>>()?;
        Some(Self { outline, sides, calls })
    }

    fn outline(&self) -> &Outline {
        &self.outline
    }

    fn opening(&self) -> &Self::State {
        &([3; 2], 0)
    }

    fn turn<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        let Fight { rules, state: (points, next), dice, trace, .. } = fight;
        let (who, call) = (Who::new(*next), rules.calls[*next]);
        dice.slot(rules.sides.turn_slot(who)); // These dice stay its own, whoever else joins the fight.
        trace.acts(who);
        trace.rule("COIN-01");
        let is_right = dice.draw(|dice| Some((dice.die(2) == 1) == (call == Call::Heads)));
        trace.happens(|| format!("{} calls {}: {is_right}.", rules.outline.combatants[*next].name, call.word()));
        *next = (*next + 1) % rules.calls.len();
        if is_right {
            trace.count(RIGHT_CALLS, 1);
            points[rules.sides.side(who).other().index()] -= 1;
        }
        match (points.contains(&0), *next) {
            (true, _) => Progress::Won(rules.sides.side(who).into()),
            (false, 0) => Progress::RoundOver,
            (false, _) => Progress::NextTurn,
        }
    }

    fn end_state(&self, (points, _): &Self::State, who: Who) -> EndState {
        if points[self.sides.side(who).index()] == 0 { EndState::Down } else { EndState::Standing }
    }
}

pub(crate) fn main() {
    let scenario = Scenario::parse(Source::new("coin.toml", include_str!("coin.toml"))).expect("TOML");
    conformance::check::<Coin>(std::slice::from_ref(&scenario));
    let coin: Coin = load(&scenario).expect("a valid scenario");
    let fought = run(&coin, &Plan::new(Seed(1), 0..100_000), &Watch::none());
    let sampled = Report::sampled("Coins", &coin, &fought, Seed(1), 0.95, Intervals::Fixed).winners[0].share;
    let exact = solve(&coin, Budget::default(), &|| false).expect("few states").winners[0];
    println!("the party wins {sampled:.4} of 100,000 fights, {exact:.4} of all");
    replay(&coin, Seed(1), EncounterIndex(0)).lines.iter().for_each(|line| println!("{}", line.text));
}
