//! The shape every rule system fills, and the one loop that plays an encounter of any of them.

use std::hash::Hash;

use crate::decision::DecisionKind;
use crate::dice::{Dice, Occasion};
use crate::lead::Balance;
use crate::outcome::{Combatant, EndState, Outcome, Winner};
use crate::scenario::{KeyDecl, Problem, Scenario};
use crate::trace::{Counts, Trace};

/// One rule of a system's ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// The ledger's id, for instance `DUEL-12`.
    pub id: &'static str,
    /// What the rule is about, in a few words.
    pub title: &'static str,
}

impl Rule {
    /// The rules of a ledger, in its order: an item of a list that begins with `**ID (title)**` is one.
    pub fn all_of(ledger: &'static str) -> impl Iterator<Item = Self> {
        ledger.lines().filter_map(|line| {
            let (id, rest) = line.strip_prefix("- **")?.split_once(" (")?;
            let (title, _) = rest.split_once(")**")?;
            Some(Self { id, title })
        })
    }
}

/// One metric that a system counts in every encounter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Metric {
    /// The name of files and reports.
    pub name: String,
    /// What is counted, per encounter.
    pub doc: &'static str,
    /// What it is counted in.
    pub unit: MetricUnit,
    /// The largest number that an encounter of the scenario can have, as far as its rules tell: [`u32::MAX`] where they tell
    /// nothing. A metric of rounds is bounded by [`Outline::rounds_max`] besides. Files of single encounters take the width
    /// of their columns from it, and a number beyond it is refused there.
    pub most: u32,
}

impl Metric {
    /// A metric of occurrences.
    pub fn of_events(name: impl Into<String>, doc: &'static str) -> Self {
        Self { name: name.into(), doc, unit: MetricUnit::Events, most: u32::MAX }
    }

    /// A metric that is 0 or 1: see [`MetricUnit::YesNo`].
    pub fn of_yes_no(name: impl Into<String>, doc: &'static str) -> Self {
        Self { name: name.into(), doc, unit: MetricUnit::YesNo, most: 1 }
    }

    /// A metric of the numbers of rounds: see [`MetricUnit::Rounds`].
    pub fn of_rounds(name: impl Into<String>, doc: &'static str) -> Self {
        Self { name: name.into(), doc, unit: MetricUnit::Rounds, most: u32::MAX }
    }

    /// The metric with a [bound](Self::most), which may be larger than any number there is.
    #[must_use]
    pub fn at_most(self, most: u64) -> Self {
        Self { most: u32::try_from(most).unwrap_or(u32::MAX), ..self }
    }
}

/// What a metric is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MetricUnit {
    /// Occurrences, points and the like, through [`Trace::count`].
    Events,
    /// 1 in an encounter in which something is so and 0 in every other, through [`Trace::count`] once at most: its mean is
    /// the share of the encounters in which it is so, and has the interval of one.
    YesNo,
    /// The number of the round in which something happened, counted once at most through [`Trace::count_round`] and through
    /// nothing else; 0 in an encounter in which it did not happen, which has no part in means. The exact solver merges equal
    /// states of different rounds, so no state can hold the number.
    Rounds,
}

/// What every compiled scenario has in common: who fights, what is counted, and how long at most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    /// The combatants, in listed order.
    pub combatants: Vec<Combatant>,
    /// The metrics, in report order.
    pub metrics: Vec<Metric>,
    /// After this many rounds without a winner the encounter is a [`Winner::Timeout`].
    pub rounds_max: u32,
}

/// How far a step of the set-up or a turn has brought an encounter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Another step of the set-up, or another turn of the same round, is next.
    NextTurn,
    /// The set-up or the round is over and nobody has won.
    RoundOver,
    /// The fight is decided.
    Won(Winner),
}

/// The memory that encounters of one scenario are fought in: made once, used for one encounter after the other.
#[derive(Debug, Clone)]
pub struct Workspace<R: Ruleset> {
    /// The fight as it stands.
    pub state: R::State,
    /// What rules work with between two dice and nobody remembers.
    pub scratch: R::Scratch,
}

impl<R: Ruleset> Workspace<R> {
    /// Memory of the size that this scenario needs.
    pub fn new(rules: &R) -> Self {
        Self { state: rules.opening().clone(), scratch: R::Scratch::default() }
    }
}

/// A fight in progress: the rules and what they work on.
pub struct Fight<'a, R: Ruleset, D, T> {
    /// The compiled scenario.
    pub rules: &'a R,
    /// What changes.
    pub state: &'a mut R::State,
    /// Memory to work in, which holds whatever an earlier step left there.
    pub scratch: &'a mut R::Scratch,
    /// The number of the round, 0 in the set-up, as far as rules may know it: it stays at one more than
    /// [`Ruleset::rounds_known`] from then on.
    pub round: u32,
    /// Where dice come from.
    pub dice: &'a mut D,
    /// Who listens.
    pub trace: &'a mut T,
}

impl<R: Ruleset, D: Dice, T: Trace> Fight<'_, R, D, T> {
    /// Plays turn after turn to the end of the round; `Some` if one of them decided the fight.
    #[inline]
    pub fn play_turns(&mut self) -> Option<Winner> {
        loop {
            let progress = R::turn(self);
            self.trace.turn_ends();
            match progress {
                Progress::NextTurn => {}
                Progress::RoundOver => return None,
                Progress::Won(winner) => return Some(winner),
            }
        }
    }
}

/// A rule system with its scenario loaded: immutable, shared by all threads.
///
/// The rules are written once, over abstract dice and an abstract trace. Seeded dice make a Monte Carlo run of them,
/// enumerated dice the exact solution, scripted dice a rule test, and a narrating trace a replay.
pub trait Ruleset: Sized + Send + Sync + 'static {
    /// The word after `system =` in a scenario file.
    const NAME: &'static str;
    /// What the system is, in one line.
    const ABOUT: &'static str;
    /// Its ledger, in Markdown: see [`Rule::all_of`]. By default it has no rules.
    const LEDGER: &'static str = "";
    /// What its slots of dice are for, in the order of the seed contract. By default all dice fall in the first shared slot.
    const OCCASIONS: &'static [Occasion] = &[Occasion::shared(0, "dice", "every die")];
    /// The kinds of decisions that its combatants take.
    const DECISIONS: &'static [DecisionKind] = &[];
    /// Every key that a scenario file of this system may hold.
    const SCHEMA: &'static [KeyDecl];

    /// What changes during an encounter, and nothing else, as large as the scenario needs. Two states are equal when the
    /// rest of the fight has the same odds, so that the exact solver can merge them. Their hash is fed with all that tells them
    /// apart, for the solver holds no more of most of them than a long hash; what follows from the rest may be left out.
    /// Unequal states that feed the same to it would be merged, and the odds would be wrong: where debug assertions are on, the
    /// solver compares the states as well, and panics.
    type State: Clone + Eq + Hash + Send + Sync;
    /// Memory that rules work in and that is neither hashed nor compared: whatever a step reads of it, the same step wrote, or it
    /// follows from the scenario and from what it is looked up by, so that no result depends on what was played before.
    type Scratch: Default + Clone + Send;
    /// Holds one encounter's metrics.
    type Counts: Counts;

    /// Reads a validated scenario and checks what no single key can tell. Adds every mistake to `problems`; `None`
    /// only when there are some. Where there are some before, nothing needs to be compiled, and what takes long is not.
    fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Self>;

    /// Who fights, what is counted, and how long at most.
    fn outline(&self) -> &Outline;

    /// The combatants, in listed order.
    #[inline]
    fn combatants(&self) -> &[Combatant] {
        &self.outline().combatants
    }

    /// The metrics, in report order.
    #[inline]
    fn metrics(&self) -> &[Metric] {
        &self.outline().metrics
    }

    /// After this many rounds without a winner the encounter is a [`Winner::Timeout`].
    #[inline]
    fn rounds_max(&self) -> u32 {
        self.outline().rounds_max
    }

    /// The number in effect for a key of the scenario by its dotted path, where the scenario does not give it and it follows
    /// from others ([`DefaultValue::Derived`](crate::scenario::DefaultValue)). `None`, the default, where the words of the
    /// declaration have to do.
    fn derived(&self, path: &str) -> Option<i64> {
        let _ = path;
        None
    }

    /// All metrics at zero.
    fn counts(&self) -> Self::Counts {
        Self::Counts::zeros(self.metrics().len())
    }

    /// How every encounter begins, before any die.
    fn opening(&self) -> &Self::State;

    /// Makes a leftover state the [`opening`](Self::opening) again. It allocates nothing: a state with memory of its own
    /// either has a `clone_from` that reuses it or replaces this method.
    #[inline(always)]
    fn reset(&self, state: &mut Self::State) {
        state.clone_from(self.opening());
    }

    /// The last round whose number a rule asks for; 0, the default, where none does. Rules read the number from
    /// [`Fight::round`]. The exact solver tells states apart by it up to this round, so that a large number costs states.
    #[inline(always)]
    fn rounds_known(&self) -> u32 {
        0
    }

    /// The number of a round as far as rules may know it: every one beyond [`rounds_known`](Self::rounds_known) is the same.
    #[inline(always)]
    fn round_as_known(&self, round: u32) -> u32 {
        round.min(self.rounds_known().saturating_add(1))
    }

    /// Bytes that one state of this scenario takes, its own memory included: what the exact solver's budget counts.
    fn state_bytes(&self) -> usize {
        size_of::<Self::State>()
    }

    /// The next step of what comes before the first round, from the opening on; [`Progress::Won`] when no fight breaks out.
    /// The exact solver merges equal states after every step, so that the initiative of many combatants costs the sum of
    /// their dice and not the product. Where the set-up is one roll, that is its one step; by default nothing is rolled.
    #[inline(always)]
    fn set_up<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        let _ = fight;
        Progress::RoundOver
    }

    /// Plays the next turn of the round, or of the next round if the last one is over. Same state and dice, same result;
    /// a round has an end. The exact solver merges equal states after every turn, so that a round of many turns costs
    /// their sum and not their product. Where a round is one roll, that is its one turn.
    fn turn<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress;

    /// Plays a round from its start; `Some` when it decided the fight. A system may know a quicker way than turn after
    /// turn, with the same dice, states, counts and rules heard.
    #[inline(always)]
    fn round<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Option<Winner> {
        fight.play_turns()
    }

    /// What is still rolled after the winner is set, in rounds that nobody counts; by default nothing.
    #[inline(always)]
    fn finish<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) {
        let _ = fight;
    }

    /// Forgets what no later rule reads, so that more states compare equal: asked for by the exact solver alone. The odds
    /// of the rest of the fight, end states, metrics and the lead stay as they are. By default nothing is forgotten.
    fn forget(&self, state: &mut Self::State) {
        let _ = state;
    }

    /// The state in which a combatant is left, by its index in [`combatants`](Self::combatants).
    fn end_state(&self, state: &Self::State, combatant: usize) -> EndState;

    /// Whether a combatant still fights for its side. When a fight is won, somebody of the winning side does and nobody of
    /// the other: a side that lost by an objective fights on no more. By default whoever is standing does.
    #[inline]
    fn fights_on(&self, state: &Self::State, combatant: usize) -> bool {
        self.end_state(state, combatant) == EndState::Standing
    }

    /// How far the party is ahead, in thousandths: -1000 the enemies have won, 0 even, 1000 the party has won.
    /// Never read by a rule; it finds the closest fights.
    #[inline]
    fn lead(&self, state: &Self::State) -> i32 {
        self.balance(state).lead()
    }

    /// The [lead](Self::lead), before it is rounded.
    fn balance(&self, state: &Self::State) -> Balance;

    /// A drawing of the state for replays, such as a map with everybody on it: lines of at most 80 columns. By default
    /// there is none.
    fn picture(&self, state: &Self::State) -> Option<String> {
        let _ = state;
        None
    }
}

/// Plays one encounter from set-up to end.
#[inline(always)]
pub fn fight<R: Ruleset, D: Dice, T: Trace>(
    rules: &R,
    workspace: &mut Workspace<R>,
    dice: &mut D,
    trace: &mut T,
) -> Outcome {
    fight_watched(rules, workspace, dice, trace, |_| {})
}

/// Plays one encounter and shows `watch` the state after set-up and after every round.
#[inline(always)]
pub fn fight_watched<R: Ruleset, D: Dice, T: Trace>(
    rules: &R,
    workspace: &mut Workspace<R>,
    dice: &mut D,
    trace: &mut T,
    mut watch: impl FnMut(&R::State),
) -> Outcome {
    let Workspace { state, scratch } = workspace;
    rules.reset(state);
    trace.round_begins(0);
    let mut fight = Fight { rules, state, scratch, round: 0, dice, trace };
    let mut winner = loop {
        match R::set_up(&mut fight) {
            Progress::NextTurn => {}
            Progress::RoundOver => break None,
            Progress::Won(winner) => break Some(winner),
        }
    };
    let mut rounds = 0;
    while winner.is_none() {
        watch(fight.state);
        if rounds == rules.rounds_max() {
            break;
        }
        rounds += 1;
        fight.round = rules.round_as_known(rounds);
        fight.dice.next_round();
        fight.trace.round_begins(rounds);
        winner = R::round(&mut fight);
    }
    if winner.is_some() {
        watch(fight.state);
    }
    R::finish(&mut fight);
    Outcome { winner: winner.unwrap_or(Winner::Timeout), rounds }
}
