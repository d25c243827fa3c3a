//! A small system that breaks its contract in whatever way a scenario asks for, to show that the checks see it.

use equipoise_engine::decision::Rated;
use equipoise_engine::dice::{Dice, Occasion, Slot};
use equipoise_engine::keys;
use equipoise_engine::scenario::common::{self, SideWord};
use equipoise_engine::scenario::kinds::{Id, Table, Tables, Text};
use equipoise_engine::scenario::{Choice, Key, KeyDecl, Problem, Scenario, words};
use equipoise_engine::skirmish::{Muster, refuse_muster};
use equipoise_engine::{Balance, EndState, Fight, Metric, Outline, Progress, Ruleset, Side, Trace, Who, Winner};

words! {
    /// What is wrong with the system.
    pub(super) enum Fault {
        Nothing = "nothing", "it keeps the contract",
        WrongWinner = "wrong-winner", "the losers are said to have won",
        Endless = "endless", "those without points are standing",
        NoLead = "no-lead", "the lead is always even",
        Reset = "reset", "a new encounter goes on where the last one ended",
        Scratch = "scratch", "what an earlier turn left in the scratch memory counts",
        Listening = "listening", "a heard fight rolls other dice",
        EmptyLine = "empty-line", "a line of the narration is empty",
        QuickRound = "quick-round", "a round played at once has one turn",
        UnheardRule = "unheard-rule", "a rule is never heard",
        UnknownRule = "unknown-rule", "a rule is heard that there is not",
        TwinMetrics = "twin-metrics", "two metrics have one name",
        Forgetting = "forgetting", "points are forgotten that a later turn reads",
        ListedSlots = "listed-slots", "slots are numbered through all combatants",
        ChosenSlots = "chosen-slots", "the slot depends on the policy",
        SharedSlot = "shared-slot", "turns are rolled in a shared slot",
        NobodysSlot = "nobodys-slot", "the enemies' turns are nobody's",
        NoSlot = "no-slot", "no slot is entered",
        OtherSlot = "other-slot", "turns are rolled in slots of no occasion",
        OddChoice = "odd-choice", "somebody hits another one than its policy says",
        NoChoice = "no-choice", "nobody is seen to choose a target",
        OnlyChoice = "only-choice", "the target that is taken is the only one listed",
        OtherChoice = "other-choice", "choices are of a kind that is not declared",
    }
}

words! {
    /// Whom a combatant hits.
    enum Policy {
        First = "first", "the first listed opponent with points",
        Last = "last", "the last listed opponent with points",
    }
}

const MEMBERS_MAX: usize = 6;

/// The system: each in turn hits somebody with a 1 of a d2 or a d3.
#[derive(Debug)]
pub(super) struct Brawl {
    fault: Fault,
    outline: Outline,
    opening: State,
    policies: Vec<Policy>,
    /// The index of each among the listed of its side.
    members: Vec<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct State {
    points: [u8; MEMBERS_MAX],
    next: u8,
    /// The last face, which no rule reads.
    face: u8,
}

keys! {
    /// `[rules]`.
    enum Rules {
        FAULT: Fault = Key::word("fault").default_word("nothing").doc("what is wrong"),
    }
}

keys! {
    /// `[[combatants]]`.
    enum Sheet {
        ID: Id = common::ID,
        NAME: Option<Text> = common::NAME,
        SIDE: SideWord = common::SIDE,
        COUNT: usize = common::count(4),
        POINTS: u8 = Key::int("points", 1, 3).default_int(1).rules(&["BRAWL-02"]).doc("hits it can take"),
        ERROR: Option<u8> = common::ERROR,
        POLICY: Policy = Key::word("policy").default_word("first").doc("whom it hits"),
    }
}

keys! {
    /// The whole file.
    enum File: common::ROOT {
        RULES: Table = common::rules(Rules::KEYS),
        COMBATANTS: Tables = common::combatants(Sheet::KEYS, MEMBERS_MAX),
    }
}

impl State {
    fn stands(&self, who: usize) -> bool {
        self.points[who] > 0
    }
}

impl Brawl {
    fn side_stands(&self, state: &State, side: Side) -> bool {
        (0..self.policies.len()).any(|who| self.outline.combatants[who].side == side && state.stands(who))
    }

    fn opponents(&self, state: &State, who: usize) -> impl DoubleEndedIterator<Item = usize> {
        let side = self.outline.combatants[who].side.other();
        (0..self.policies.len()).filter(move |&who| self.outline.combatants[who].side == side && state.stands(who))
    }

    fn target(&self, state: &State, who: usize) -> usize {
        let mut opponents = self.opponents(state, who);
        let target = match (self.policies[who], self.fault) {
            (Policy::First, Fault::OddChoice) | (Policy::Last, _) => opponents.next_back(),
            (Policy::First, _) => opponents.next(),
        };
        target.expect("the fight goes on")
    }

    /// The opponents that it may hit, each with its rating by the policy.
    fn targets(&self, state: &State, who: usize) -> Vec<Rated<usize, i32>> {
        let sign = if self.policies[who] == Policy::First { -1 } else { 1 };
        self.opponents(state, who).map(|target| Rated::new(target, sign * target as i32)).collect()
    }

    fn slot(&self, who: usize) -> Slot {
        let side = self.outline.combatants[who].side;
        match (self.fault, self.policies[who]) {
            (Fault::ListedSlots, _) => Slot::turn(Side::Party, who),
            (Fault::SharedSlot, _) => Slot::shared(1 + who as u8),
            (Fault::OtherSlot, _) => Slot::beside_turn(7, side, self.members[who]),
            (Fault::ChosenSlots, Policy::Last) => Slot::turn(side, 32 + self.members[who]),
            _ => Slot::turn(side, self.members[who]),
        }
    }
}

impl Ruleset for Brawl {
    const NAME: &'static str = "brawl";
    const ABOUT: &'static str = "everybody hits somebody";
    const LEDGER: &'static str = "- **BRAWL-01 (turns)**\n- **BRAWL-02 (a hit costs a point)**";
    const OCCASIONS: &'static [Occasion] = &[Occasion::turn("turn", "a hit")];
    const DECISIONS: &'static [Choice] = &[Choice { name: "target", doc: "whom to hit" }];
    const SCHEMA: &'static [KeyDecl] = File::KEYS;

    type State = State;
    type Scratch = u32;

    fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Self> {
        let root = scenario.root(Self::SCHEMA);
        let tables = root.find(File::COMBATANTS)?;
        refuse_muster(&root, &tables.iter().collect::<Vec<_>>(), problems);
        let fault = root.get(File::RULES).find(Rules::FAULT)?;
        let Muster { combatants, tables: indices, .. } = Muster::new(&tables)?;
        let (mut points, mut policies) = ([0; MEMBERS_MAX], Vec::new());
        for (who, &table) in indices.iter().enumerate() {
            *points.get_mut(who)? = tables[table].find(Sheet::POINTS)?;
            policies.push(tables[table].find(Sheet::POLICY)?);
        }
        let member =
            |who: usize| combatants[..who].iter().filter(|earlier| earlier.side == combatants[who].side).count();
        let members = (0..combatants.len()).map(member).collect();
        let second = if fault == Fault::TwinMetrics { "hits" } else { "misses" };
        let metrics = ["hits", second].map(|name| Metric::of_events(name, "how often")).into();
        let outline = Outline::new(combatants, metrics, 40);
        Some(Self { fault, outline, opening: State { points, next: 0, face: 0 }, policies, members })
    }

    fn outline(&self) -> &Outline {
        &self.outline
    }

    fn opening(&self) -> &State {
        &self.opening
    }

    fn reset(&self, state: &mut State) {
        let next = state.next;
        state.clone_from(&self.opening);
        if self.fault == Fault::Reset {
            state.next = next;
        }
    }

    fn set_up<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        fight.trace.rule("BRAWL-01");
        fight.trace.happens(|| "They meet.".to_owned());
        Progress::RoundOver
    }

    fn turn<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        let Fight { rules, state, scratch, dice, trace, .. } = fight;
        let who = usize::from(state.next);
        let (side, last) = (rules.outline.combatants[who].side, rules.policies.len() - 1);
        state.next = if who == last { 0 } else { state.next + 1 };
        let progress = if who == last { Progress::RoundOver } else { Progress::NextTurn };
        if !state.stands(who) {
            return progress;
        }
        if rules.fault != Fault::NoSlot {
            dice.slot(rules.slot(who));
        }
        if !(rules.fault == Fault::NobodysSlot && side == Side::Enemies) {
            trace.acts(Who::new(who));
        }
        let sides = match rules.fault {
            Fault::Listening if T::HEARS_RULES => 3,
            Fault::Scratch if **scratch % 2 == 1 => 3,
            _ => 2,
        };
        let face = dice.draw(|dice| Some(dice.die(sides)));
        **scratch = scratch.wrapping_add(1);
        state.face = face as u8;
        trace.count(usize::from(face > 1), 1);
        if face > 1 {
            return progress;
        }
        match rules.fault {
            Fault::UnheardRule => {}
            _ => trace.rule("BRAWL-02"),
        }
        if rules.fault == Fault::UnknownRule {
            trace.rule("BRAWL-03");
        }
        trace.happens(|| if rules.fault == Fault::EmptyLine { String::new() } else { "A hit.".to_owned() });
        let mut target = rules.target(state, who);
        if rules.fault != Fault::NoChoice {
            let kind = usize::from(rules.fault == Fault::OtherChoice);
            target = fight.decide(kind, Who::new(who), target, |fight| {
                let all = fight.rules.targets(fight.state, who);
                let is_listed = |option| fight.rules.fault != Fault::OnlyChoice || option == target;
                all.into_iter().filter(|rated| is_listed(rated.option)).collect()
            });
        }
        fight.state.points[target] -= 1;
        match (fight.rules.side_stands(fight.state, side.other()), fight.rules.fault) {
            (true, _) => progress,
            (false, Fault::WrongWinner) => Progress::Won(side.other().into()),
            (false, _) => Progress::Won(side.into()),
        }
    }

    fn round<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Option<Winner> {
        loop {
            match Self::turn(fight) {
                Progress::NextTurn if fight.rules.fault != Fault::QuickRound => {}
                Progress::Won(winner) => return Some(winner),
                Progress::NextTurn | Progress::RoundOver => return None,
            }
        }
    }

    fn forget(&self, state: &mut State) {
        state.face = 0;
        if self.fault == Fault::Forgetting {
            state.points[0] = state.points[0].min(1);
        }
    }

    fn end_state(&self, state: &State, combatant: Who) -> EndState {
        let stands = state.stands(combatant.index()) || self.fault == Fault::Endless;
        if stands { EndState::Standing } else { EndState::Down }
    }

    fn balance(&self, state: &State) -> Balance {
        Balance::of(match Side::ALL.map(|side| self.side_stands(state, side)) {
            [true, false] if self.fault != Fault::NoLead => 1000,
            [false, true] if self.fault != Fault::NoLead => -1000,
            _ => 0,
        })
    }
}
