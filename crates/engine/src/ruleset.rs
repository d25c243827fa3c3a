//! The trait of every rule system, and the loop that plays an encounter of any of them.

use std::hash::Hash;

use crate::accounts::Means;
use crate::area::Area;
use crate::day::Carried;
use crate::dice::{Dice, Occasion};
use crate::lead::Balance;
use crate::odds::{Strike, Striking, Struck};
use crate::outcome::{Combatant, EndState, Outcome, Winner};
use crate::scenario::{Choice, KeyDecl, Problem, Scenario};
use crate::skirmish::{Declared, Group};
use crate::trace::{Counting, Trace};
use crate::who::Who;

/// One rule of a system's ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// The ledger's id, for instance `DUEL-12`.
    pub id: &'static str,
    /// The subject of the rule, in a few words.
    pub title: &'static str,
}

impl Rule {
    /// The rules of a ledger, in its order: each list item that begins with `**ID (title)**`, on one line. An id is a name in
    /// capitals, a hyphen and a number.
    pub fn all_of(ledger: &'static str) -> impl Iterator<Item = Self> {
        ledger.lines().filter_map(|line| {
            let (id, rest) = Self::id_of(line)?;
            let (title, _) = rest.strip_prefix(" (")?.split_once(")**")?;
            Some(Self { id, title })
        })
    }

    /// The lines of a ledger that begin like a rule but have no title, so that [`all_of`](Self::all_of) leaves them out.
    pub fn untitled(ledger: &str) -> impl Iterator<Item = &str> {
        let titled = |rest: &str| rest.starts_with(" (") && rest.contains(")**");
        ledger.lines().filter(move |line| Self::id_of(line).is_some_and(|(_, rest)| !titled(rest)))
    }

    /// The id with which a list item begins, and what follows it.
    fn id_of(line: &str) -> Option<(&str, &str)> {
        let item = line.strip_prefix("- **")?;
        let (name, rest) = item.split_once('-')?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let is_id = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase()) && digits > 0;
        is_id.then(|| item.split_at(name.len() + 1 + digits))
    }
}

/// One metric that a system counts in every encounter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Metric {
    /// The metric's name in files and reports.
    pub name: String,
    /// The quantity that is counted per encounter, in a few words.
    pub doc: &'static str,
    /// The unit of the count.
    pub unit: MetricUnit,
    /// Upper bound of the number in an encounter of the scenario, as far as the rules imply one; else [`u32::MAX`]. A
    /// metric of rounds is also bounded by [`Outline::rounds_max`]. Files of single encounters take the width of their
    /// columns from this bound, and a larger number is an error there.
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

    /// Sets the [bound](Self::most); a bound that exceeds the range of numbers means none.
    #[must_use]
    pub fn at_most(self, most: u64) -> Self {
        Self { most: u32::try_from(most).unwrap_or(u32::MAX), ..self }
    }
}

/// The unit of a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MetricUnit {
    /// Occurrences, points and the like, counted through [`Trace::count`].
    Events,
    /// A yes-or-no property of an encounter: 1 or 0, counted at most once through [`Trace::count`]. Its mean is the
    /// share of encounters with the property, and has the interval of a proportion.
    YesNo,
    /// The number of the round in which something happened, counted at most once, through [`Trace::count_round`] and
    /// nothing else. 0 if it did not happen; means leave such encounters out. The exact solver merges equal states of
    /// different rounds, so the state must not hold this number.
    Rounds,
    /// Occurrences, points and the like of those encounters that count another metric, which is one of [yes or no](Self::YesNo) and has
    /// this index. Means leave the others out, in which it is not counted.
    Among(u16),
}

/// The parts that all compiled scenarios have: combatants, metrics and the round limit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    /// The combatants, in listed order.
    pub combatants: Vec<Combatant>,
    /// The metrics, in report order.
    pub metrics: Vec<Metric>,
    /// The round limit: after this many rounds without a winner the encounter is a [`Winner::Timeout`].
    pub rounds_max: u32,
    /// The combatants that [err](crate::decision::Errors) at some decisions. Nobody in a [day](crate::day), in whose fights they do
    /// ([`Ruleset::may_err`]).
    pub erring: Group,
}

impl Outline {
    /// The outline of a single fight, of at most 64 combatants.
    pub fn new(combatants: Vec<Combatant>, metrics: Vec<Metric>, rounds_max: u32) -> Self {
        let errs = |who: &Who| combatants[who.index()].errors.are_any();
        let erring = Who::first(combatants.len()).filter(errs).collect();
        Self { combatants, metrics, rounds_max, erring }
    }
}

/// The declarations of a system: those of all its scenarios, or those of one that brings rules of its own.
#[derive(Debug, Clone, Copy)]
pub struct Rulebook {
    /// Every key that its file may hold.
    pub schema: &'static [KeyDecl],
    /// Its rules, in Markdown: see [`Rule::all_of`].
    pub ledger: &'static str,
    /// The numbers that reports show at the start of each leg of a [day](crate::day): see [`Ruleset::LEFT`].
    pub left: &'static [&'static str],
    /// All that is counted, if the scenario says it.
    pub metrics: Option<&'static [Declared]>,
}

/// The progress of an encounter after a turn or a step of the set-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Another step of the set-up, or another turn of the same round, follows.
    NextTurn,
    /// The set-up or the round is over and nobody has won.
    RoundOver,
    /// The fight is decided.
    Won(Winner),
}

/// Memory in which encounters of one scenario are played, created once and reused for each.
#[derive(Debug, Clone)]
pub struct Workspace<R: Ruleset> {
    /// The state of the fight.
    pub state: R::State,
    /// Working memory of the rules whose content is not part of the state.
    pub scratch: R::Scratch,
}

impl<R: Ruleset> Workspace<R> {
    /// Memory of the size that this scenario needs.
    pub fn new(rules: &R) -> Self {
        Self { state: rules.opening().clone(), scratch: R::Scratch::default() }
    }
}

/// A fight in progress: the rules with everything that they read and change.
pub struct Fight<'a, R: Ruleset, D, T> {
    /// The compiled scenario.
    pub rules: &'a R,
    /// The state of the fight.
    pub state: &'a mut R::State,
    /// Working memory; it may still hold the results of earlier steps.
    pub scratch: &'a mut R::Scratch,
    /// The number of the round, 0 in the set-up, as far as rules may know it: in all rounds after
    /// [`Ruleset::rounds_known`] it is `rounds_known + 1`.
    pub round: u32,
    /// The source of dice.
    pub dice: &'a mut D,
    /// The observer.
    pub trace: &'a mut T,
}

impl<R: Ruleset, D: Dice, T: Trace> Fight<'_, R, D, T> {
    /// Plays turn after turn to the end of the round; `Some` if one of them decided the fight.
    #[inline(always)]
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

/// A rule system with a loaded scenario: immutable and shared by all threads.
///
/// The rules are written once, over abstract dice and an abstract trace. With seeded dice they make a Monte Carlo run,
/// with enumerated dice the exact solution, with scripted dice a rule test, and with a narrating trace a replay.
pub trait Ruleset: Sized + Send + Sync + 'static {
    /// The word after `system =` in a scenario file.
    const NAME: &'static str;
    /// The system in one line.
    const ABOUT: &'static str;
    /// The ledger of its rules, in Markdown: see [`Rule::all_of`]. Empty by default.
    const LEDGER: &'static str = "";
    /// A minimal scenario to start from, in TOML: two combatants that fight an open fight, with the keys that have no default
    /// and no others. A system that front ends know ([`System`](crate::System)) has one.
    const OPPONENTS: &'static str = "";
    /// The purpose of each slot of dice, in the order of the seed contract. By default all dice come from the first
    /// shared slot.
    const OCCASIONS: &'static [Occasion] = &[Occasion::shared(0, "dice", "every die")];
    /// The kinds of decisions that its combatants take.
    const DECISIONS: &'static [Choice] = &[];
    /// The effects of a single attack: see [`odds`](crate::odds). By default a system has no attacks whose odds can be asked.
    const STRIKING: Striking = Striking { amounts: &[], succeeds: "", does: ["", ""], against: None, enough: None };
    /// Every key that a scenario file of this system may hold.
    const SCHEMA: &'static [KeyDecl];
    /// The kinds of points that combatants lose in a fight, such as `damage`, each in one word: the amounts of its
    /// [accounts](crate::accounts). A system without any, which is the default, keeps no accounts.
    const HARMS: &'static [&'static str] = &[];

    /// Whether it says what outlasts a fight of a [day](crate::day). By default it does not, and refuses days.
    const HAS_DAYS: bool = false;
    /// The numbers, of those that combatants [keep](Self::kept), that reports show at the start of each leg of a day, such as `hp`.
    /// They may be others in a scenario that brings rules of its own: see [`Rulebook::left`].
    const LEFT: &'static [&'static str] = &[];

    /// Everything that changes during an encounter, and nothing else, as large as the scenario needs. Two states are
    /// equal if the rest of the fight has the same odds, so that the exact solver can merge them. Unequal states must
    /// feed different data to their hash, since the solver keeps only a long hash of most states; parts that follow
    /// from others may be left out. If unequal states fed the same data, they would be merged, and the odds would be
    /// wrong; if debug assertions are on, the solver compares the states as well, and panics.
    type State: Clone + Eq + Hash + Send + Sync;
    /// Working memory that is neither hashed nor compared. A step may read from it only what the same step wrote, or
    /// cached values that follow from the scenario and their key, so that no result depends on what was played before.
    type Scratch: Default + Clone + Send;

    /// The keys and the ledger of a scenario: those of the system, unless its scenarios bring rules of their own.
    ///
    /// # Errors
    /// The mistakes of the rules that the scenario brings.
    fn rulebook(scenario: &Scenario) -> Result<Rulebook, Vec<Problem>> {
        let _ = scenario;
        Ok(Rulebook { schema: Self::SCHEMA, ledger: Self::LEDGER, left: Self::LEFT, metrics: None })
    }

    /// Compiles a validated scenario, after checks that involve more than one key. Adds every mistake to `problems`;
    /// returns `None` only if there are problems. If `problems` is not empty at the call, it may skip compilation, and
    /// skips slow parts.
    fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Self>;

    /// The [name](Self::NAME) of the system of the scenario; by default its own, and of a [day](crate::day) that of its fights.
    fn system(&self) -> &'static str {
        Self::NAME
    }

    /// The combatants, the metrics and the round limit.
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

    /// Whether somebody may [err](crate::decision::Errors) in fights of the scenario. By default the outline says who does.
    fn may_err(&self) -> bool {
        !self.outline().erring.is_empty()
    }

    /// The round limit: after this many rounds without a winner the encounter is a [`Winner::Timeout`].
    #[inline]
    fn rounds_max(&self) -> u32 {
        self.outline().rounds_max
    }

    /// The effective number of a key, by its dotted path, if the scenario does not set the key and its default follows
    /// from other keys ([`DefaultValue::Derived`](crate::scenario::DefaultValue)). `None` (the default) if only the
    /// words of the declaration describe it.
    fn derived(&self, path: &str) -> Option<i64> {
        let _ = path;
        None
    }

    /// The [kinds of points](Self::HARMS) that combatants lose in fights of the scenario.
    fn harms(&self) -> &'static [&'static str] {
        Self::HARMS
    }

    /// All that a combatant can do something with that accounts tell, and all causes that harm it without a deed. By default
    /// nothing.
    fn means(&self, who: Who) -> Vec<Means> {
        let _ = who;
        Vec::new()
    }

    /// The areas of the battlefield, in listed order, if fights take place in areas with names. By default none.
    fn areas(&self) -> Vec<Area> {
        Vec::new()
    }

    /// Sentences, one for each thing that no fight of the scenario can use or come to, as far as that is known without a fight: an
    /// attack that its policy can never prefer, or two sides that never meet. By default none.
    fn never(&self) -> Vec<String> {
        Vec::new()
    }

    /// The points that a combatant has lost since the opening and not got back, for each of the [kinds](Self::HARMS). The
    /// conformance suite holds them against the [accounts](crate::accounts). Nothing if the state does not hold them, as by
    /// default.
    fn losses(&self, state: &Self::State, who: Who) -> Vec<i64> {
        let _ = (state, who);
        Vec::new()
    }

    /// The state in which every encounter begins, before any die is rolled.
    fn opening(&self) -> &Self::State;

    /// Resets a used state to the [`opening`](Self::opening), without allocating: a state with memory of its own has a
    /// `clone_from` that reuses it, or its system replaces this method.
    #[inline(always)]
    fn reset(&self, state: &mut Self::State) {
        state.clone_from(self.opening());
    }

    /// The last round whose number some rule reads (through [`Fight::round`]); 0 (the default) if none does. Up to this
    /// round, the exact solver keeps equal states of different rounds apart, so a large number costs states.
    #[inline(always)]
    fn rounds_known(&self) -> u32 {
        0
    }

    /// The number of a round as far as rules may know it: `rounds_known + 1` for every round after
    /// [`rounds_known`](Self::rounds_known).
    #[inline(always)]
    fn round_as_known(&self, round: u32) -> u32 {
        round.min(self.rounds_known().saturating_add(1))
    }

    /// Bytes of one state of this scenario, its heap memory included; the exact solver's budget counts them.
    fn state_bytes(&self) -> usize {
        size_of::<Self::State>()
    }

    /// Plays the next step of the set-up; the first one begins with the opening. [`Progress::Won`] if no fight breaks
    /// out. The exact solver merges equal states after every step, so that the initiative of many combatants costs the
    /// sum of their dice and not the product. A set-up of one roll is one step. By default nothing is rolled.
    #[inline(always)]
    fn set_up<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        let _ = fight;
        Progress::RoundOver
    }

    /// Plays the next turn of the round, or the first turn of the next round if the last one is over. The result
    /// depends on state and dice only, and every round ends. The exact solver merges equal states after every turn, so
    /// that the cost of a round is the sum over its turns and not the product. A round of one roll is one turn.
    fn turn<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress;

    /// Plays a round from its start; `Some` if it decided the fight. A system may replace this by a faster way than
    /// turn by turn that has the same dice, states, counts and rules heard, and that calls [`Trace::turn_ends`] after each turn.
    #[inline(always)]
    fn round<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Option<Winner> {
        fight.play_turns()
    }

    /// Rolls what remains after the winner is decided; such rounds are not counted. By default nothing.
    #[inline(always)]
    fn finish<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) {
        let _ = fight;
    }

    /// Forgets the parts of the state that no later rule reads, so that more states are equal. Called by the exact
    /// solver only. The odds of the rest of the fight, end states, metrics and lead must not change. By default nothing
    /// is forgotten.
    fn forget(&self, state: &mut Self::State) {
        let _ = state;
    }

    /// The numbers of a combatant of the party that outlast a fight of a [day](crate::day), by name, such as `hp` or `uses.bow`: the
    /// same name means the same number in every leg. None by default.
    fn kept(&self, who: Who) -> Vec<String> {
        let _ = who;
        Vec::new()
    }

    /// The kept numbers that reports show at the start of each leg: [`LEFT`](Self::LEFT), unless the scenario brings rules of its own.
    fn left(&self) -> &'static [&'static str] {
        Self::LEFT
    }

    /// Writes down the numbers that outlast the fight, in the order of [`kept`](Self::kept). By default there are none.
    fn keep(&self, state: &Self::State, who: Who, numbers: &mut [i32]) {
        let _ = (state, who, numbers);
    }

    /// Rolls what remains of a leg of a [day](crate::day) that the party has won and that another leg follows, instead of
    /// [`finish`](Self::finish), which counts what there is at the end. By default that.
    fn tend<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) {
        Self::finish(fight);
    }

    /// Puts those who carry on into the opening of this leg of a day, after its rest; returns who of them takes part. The rules
    /// treat all others as nobody. Called with a copy of the [`opening`](Self::opening), and only if somebody carries on. By default
    /// everybody takes part who stood at the end of the last leg, as fresh as in a single fight.
    fn take_over<T: Trace>(&self, state: &mut Self::State, carried: &[Carried], trace: &mut T) -> Group {
        let _ = (state, trace);
        carried.iter().filter(|carried| carried.end == EndState::Standing).map(|carried| carried.who).collect()
    }

    /// The numbers of a combatant that [stays away](Self::take_over) from this leg of a day, after its rest, in the order of
    /// [`kept`](Self::kept). By default those with which it came.
    fn rested(&self, carried: &Carried) -> Vec<Option<i32>> {
        carried.numbers.clone()
    }

    /// The end state of a combatant.
    fn end_state(&self, state: &Self::State, combatant: Who) -> EndState;

    /// The end states of all combatants, in listed order.
    #[inline]
    fn end_states(&self, state: &Self::State) -> impl Iterator<Item = EndState> {
        Who::first(self.combatants().len()).map(|combatant| self.end_state(state, combatant))
    }

    /// Whether a combatant still fights for its side. When a fight is won, at least one combatant of the winning side
    /// does and none of the other: a side that lost by an objective no longer fights on. By default every standing
    /// combatant fights on.
    #[inline]
    fn fights_on(&self, state: &Self::State, combatant: Who) -> bool {
        self.end_state(state, combatant) == EndState::Standing
    }

    /// The party's lead in thousandths: -1000 if the enemies have won, 0 if even, 1000 if the party has won. No rule
    /// reads it; reports find the closest fights by it.
    #[inline]
    fn lead(&self, state: &Self::State) -> i32 {
        self.balance(state).lead()
    }

    /// The [lead](Self::lead) as a fraction, before division. By default it compares, between the sides, the share of their combatants
    /// that [fight on](Self::fights_on).
    fn balance(&self, state: &Self::State) -> Balance {
        let (mut fighting, mut all) = ([0_i64; 2], [0_i64; 2]);
        for (who, combatant) in Who::first(self.combatants().len()).zip(self.combatants()) {
            let side = combatant.side.index();
            all[side] += 1;
            fighting[side] += i64::from(self.fights_on(state, who));
        }
        Balance::between(fighting[0] * all[1], fighting[1] * all[0])
    }

    /// The points whose loss puts a combatant out, such as hit points: those that it has left, at least 0, and those that it began
    /// with, at least 1. No rule reads them; the search for [rare events](crate::fight_until) comes nearer to a death by them. By default
    /// a combatant has one point, as long as it [fights on](Self::fights_on).
    fn remaining(&self, state: &Self::State, who: Who) -> [i64; 2] {
        [self.fights_on(state, who).into(), 1]
    }

    /// The names of the attacks of a combatant whose [odds](crate::odds) can be asked, in listed order. None by default.
    fn attacks(&self, combatant: Who) -> Vec<String> {
        let _ = combatant;
        Vec::new()
    }

    /// The ids of the [attacks](Self::attacks) in the scenario; by default their names.
    fn attack_ids(&self, combatant: Who) -> Vec<String> {
        self.attacks(combatant)
    }

    /// Sets the scene of a lone attack in the [`opening`](Self::opening): attacker and target where the attack can be made, with
    /// nothing that hinders it, and everybody else away. Rolls what the set-up rolls for the target's hit points. Called only for
    /// [`attacks`](Self::attacks) on a combatant of the other side.
    fn stage<D: Dice>(fight: &mut Fight<'_, Self, D, Counting>, strike: Strike) {
        let _ = (fight, strike);
    }

    /// Makes one attack, by the code that a turn calls, and sets the scene again as [`stage`](Self::stage) does, so that states in
    /// which the next attack has the same odds are equal. `None` if it cannot be made (any more): then nothing is rolled. The
    /// observer has counted nothing before.
    fn strike<D: Dice>(fight: &mut Fight<'_, Self, D, Counting>, strike: Strike) -> Option<Struck> {
        let _ = (fight, strike);
        None
    }

    /// Whether the target of attacks has had enough of them, as [`Striking::enough`] says. By default it no longer
    /// [fights on](Self::fights_on).
    fn has_had_enough(&self, state: &Self::State, target: Who) -> bool {
        !self.fights_on(state, target)
    }

    /// A drawing of the state for replays, such as a map with all combatants, in lines of at most 80 columns. `None` by
    /// default.
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

/// Plays one encounter and calls `watch` with the state after the set-up and after every round.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_items_that_begin_with_an_id_and_a_title() {
        let ledger = "- **TOY-01 (turns)** Each in turn.\n- **Note (open)** nothing\n* **TOY-02 (no)**\n- **TOY-3 (end)** The end.";
        let rules: Vec<_> = Rule::all_of(ledger).map(|Rule { id, title }| (id, title)).collect();
        assert_eq!(rules, [("TOY-01", "turns"), ("TOY-3", "end")]);
        assert_eq!(Rule::untitled(ledger).next(), None);
    }

    #[test]
    fn a_rule_without_a_title_in_its_line_is_untitled() {
        let ledger = "- **TOY-01 (a title\n  that wraps)** Text.\n- **TOY-02** Text.\n- **TOY-03 (fine)** Text.";
        assert_eq!(Rule::untitled(ledger).count(), 2);
        assert_eq!(Rule::all_of(ledger).map(|rule| rule.id).collect::<Vec<_>>(), ["TOY-03"]);
    }
}
