//! A whole rule system in a crate of its own: a coin, with a choice to take. Ledger: `ledger.md`.

use equipoise_engine::prelude::*;

words! {
    /// The side of the coin that a combatant calls (COIN-01).
    pub enum Call {
        Heads = "heads", "a 1 of the d2",
        Tails = "tails", "a 2 of the d2",
    }
}

words! {
    /// The policy of a combatant: how it chooses its stake.
    pub enum Policy {
        Cautious = "cautious", "one coin",
        Bold = "bold", "two coins",
        Behind = "behind", "two coins while its side has fewer points than the other, else one",
    }
}

keys! {
    /// The keys of `[rules]`.
    enum Rules {
        POINTS: u8 = Key::int("points", 1, 20).default_int(3).unit("points").rules(&["COIN-04"]).doc("points of each side"),
        MAX_ROUNDS: u32 = Key::int("max_rounds", 1, 10_000).default_int(100).unit("rounds").doc("the round limit"),
    }
}

keys! {
    /// The keys of a combatant.
    enum Sheet {
        ID: Id = common::ID,
        NAME: Option<Text> = common::NAME,
        SIDE: SideWord = common::SIDE,
        COUNT: usize = common::count(9),
        CALL: Call = Key::word("call").required().rules(&["COIN-01"]).doc("what it calls"),
        ERROR: Option<u8> = common::ERROR,
        ERROR_AT: Option<Several<Deciding>> = common::error_at(),
        POLICY: Policy = Key::word("policy").default_word("cautious").way().rules(&["COIN-01"]).doc("how it chooses its stake"),
    }
}

keys! {
    /// The keys of a scenario.
    enum File: common::ROOT {
        RULES: Table = common::rules(Rules::KEYS),
        COMBATANTS: Tables = common::combatants(Sheet::KEYS, 64),
    }
}

metrics! {
    RIGHT_CALLS: events { "right_calls": "stakes that were won" }
    DARES: events { "dares": "stakes of two coins" }
}

words! {
    /// The kinds of decisions of a combatant.
    pub enum Deciding {
        Stake = "stake", "how many coins are flipped",
    }
}

/// A choice of a turn: how many coins the combatant flips (COIN-02, COIN-03).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stake {
    OneCoin,
    TwoCoins,
}

/// A scenario of the system, compiled.
pub struct Coin {
    outline: Outline,
    opening: State,
    sides: Sides,
    sheets: Vec<(Call, Policy)>,
}

/// The part of a fight that changes: points, and whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    /// The points of each side.
    points: [u8; 2],
    /// The index of the combatant whose turn is next.
    next: usize,
}

impl State {
    /// Takes points of a side, as many as it has.
    fn lose(&mut self, side: Side, points: u8) {
        let left = &mut self.points[side.index()];
        *left = left.saturating_sub(points);
    }
}

impl Coin {
    /// The stakes, each with its worth to the policy of the combatant.
    fn stakes(&self, state: &State, who: Who) -> Vec<Rated<Stake, bool>> {
        let side = self.sides.side(who);
        let dares = match self.sheets[who.index()].1 {
            Policy::Cautious => false,
            Policy::Bold => true,
            Policy::Behind => state.points[side.index()] < state.points[side.other().index()],
        };
        vec![Rated::new(Stake::OneCoin, !dares), Rated::new(Stake::TwoCoins, dares)]
    }
}

impl Ruleset for Coin {
    const NAME: &'static str = "coin";
    const ABOUT: &'static str = "a right call takes points of the other side";
    const LEDGER: &'static str = include_str!("ledger.md");
    const OPPONENTS: &'static str = include_str!("opponents.toml");
    const OCCASIONS: &'static [Occasion] = &[Occasion::turn("turn", "the coins of a stake")];
    const DECISIONS: &'static [Choice] = Deciding::CHOICES;
    const SCHEMA: &'static [KeyDecl] = File::KEYS;
    type State = State;
    type Scratch = ();

    fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Self> {
        let root = scenario.root(Self::SCHEMA);
        let sheets = root.find(File::COMBATANTS)?;
        refuse_muster(&root, &sheets.iter().collect::<Vec<_>>(), problems);
        if !problems.is_empty() {
            return None;
        }
        let rules = root.get(File::RULES);
        let Muster { combatants, sides, tables } = Muster::new(&sheets)?;
        let outline = Outline::new(combatants, Declared::metrics(METRICS), rules.get(Rules::MAX_ROUNDS));
        let opening = State { points: [rules.get(Rules::POINTS); 2], next: 0 };
        let sheet = |&table: &usize| (sheets[table].get(Sheet::CALL), sheets[table].get(Sheet::POLICY));
        Some(Self { outline, opening, sides, sheets: tables.iter().map(sheet).collect() })
    }

    fn outline(&self) -> &Outline {
        &self.outline
    }

    fn opening(&self) -> &State {
        &self.opening
    }

    /// COIN-01: the combatant chooses a stake and flips.
    fn turn<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        let (rules, who) = (fight.rules, Who::new(fight.state.next));
        let (side, (call, _)) = (rules.sides.side(who), rules.sheets[who.index()]);
        // These dice stay its own, whoever else joins the fight.
        fight.dice.slot(rules.sides.turn_slot(who));
        fight.trace.acts(who);
        fight.trace.rule("COIN-01");
        let stakes = rules.stakes(fight.state, who);
        let preferred = if stakes[1].worth { Stake::TwoCoins } else { Stake::OneCoin };
        let stake = fight.decide(Deciding::Stake as usize, who, preferred, |_| stakes);
        let face = if call == Call::Heads { 1 } else { 2 };
        let Fight { state, dice, trace, .. } = fight;
        let is_right = match stake {
            // COIN-02
            Stake::OneCoin => {
                trace.rule("COIN-02");
                dice.draw(|dice| Some(dice.die(2) == face))
            }
            // COIN-03
            Stake::TwoCoins => {
                trace.rule("COIN-03");
                trace.count(DARES, 1);
                dice.draw(|dice| Some((dice.die(2) == face) & (dice.die(2) == face)))
            }
        };
        let name = || &rules.outline.combatants[who.index()].name;
        trace.happens(|| format!("{} calls {} for {stake:?}: {is_right}.", name(), call.word()));
        match (stake, is_right) {
            (Stake::OneCoin, true) => state.lose(side.other(), 1),
            (Stake::OneCoin, false) => {}
            (Stake::TwoCoins, true) => state.lose(side.other(), 3),
            (Stake::TwoCoins, false) => state.lose(side, 1),
        }
        trace.count(RIGHT_CALLS, u32::from(is_right));
        state.next = (state.next + 1) % rules.sheets.len();
        // COIN-04
        match (state.points, state.next) {
            ([0, _] | [_, 0], _) => {
                trace.rule("COIN-04");
                Progress::Won(if state.points[side.index()] == 0 { side.other() } else { side }.into())
            }
            (_, 0) => Progress::RoundOver,
            _ => Progress::NextTurn,
        }
    }

    fn end_state(&self, state: &State, who: Who) -> EndState {
        if state.points[self.sides.side(who).index()] == 0 { EndState::Down } else { EndState::Standing }
    }

    fn balance(&self, State { points: [party, enemies], .. }: &State) -> Balance {
        Balance::between((*party).into(), (*enemies).into())
    }
}
