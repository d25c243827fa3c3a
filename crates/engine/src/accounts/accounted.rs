//! Fights that keep accounts.

use super::{Accounts, Deed, Entry, Measure};
use crate::any::{AnyFight, AnyScratch, AnyState};
use crate::dice::Dice;
use crate::event::Event;
use crate::lead::Balance;
use crate::outcome::{EndState, Side};
use crate::ruleset::{Fight, Outline, Progress, Ruleset};
use crate::scenario::{KeyDecl, Problem, Scenario};
use crate::trace::Trace;
use crate::who::Who;

/// A scenario whose fights keep accounts: the same dice, states and outcomes, and more metrics. An observer hears counts, and
/// neither rules nor events.
#[derive(Debug, Clone)]
pub struct Accounted {
    rules: AnyFight,
    outline: Outline,
    accounts: Accounts,
    opening: Credited,
}

/// A state of the fight beside what accounts remember.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Credited {
    state: AnyState,
    /// By combatant.
    authors: Vec<Authors>,
    /// The side that begins; `None` as long as that is not known.
    first: Option<Side>,
}

/// The deeds whose authors later harm is credited to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Authors {
    /// The deed that harmed the combatant last.
    last: Option<Deed>,
    /// A cause of harm to it, and the deed that began it.
    lasting: Option<(u16, Deed)>,
}

impl Clone for Credited {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), authors: self.authors.clone(), first: self.first }
    }

    fn clone_from(&mut self, source: &Self) {
        self.state.clone_from(&source.state);
        self.authors.clone_from(&source.authors);
        self.first = source.first;
    }
}

impl Accounted {
    /// The same scenario with accounts, of a system that has [kinds of harm](Ruleset::HARMS).
    pub fn new(rules: AnyFight) -> Self {
        let accounts = Accounts::of(&rules);
        let mut outline = rules.outline().clone();
        outline.metrics.extend(accounts.metrics(&outline.combatants));
        let authors = vec![Authors::default(); outline.combatants.len()];
        let opening = Credited { state: rules.opening().clone(), authors, first: None };
        Self { rules, outline, accounts, opening }
    }

    /// The accounts, and where their metrics are.
    pub const fn accounts(&self) -> &Accounts {
        &self.accounts
    }
}

/// Plays a step of the fight without accounts, and posts what its events say.
macro_rules! post {
    ($fight:ident, $step:path) => {{
        let Fight { rules, state: Credited { state, authors, first }, scratch, round, dice, trace } = $fight;
        let mut ledger = Ledger { accounts: &rules.accounts, authors, first, counts: *trace };
        $step(&mut Fight { rules: &rules.rules, state, scratch, round: *round, dice: *dice, trace: &mut ledger })
    }};
}

impl Ruleset for Accounted {
    const NAME: &'static str = "accounted";
    const ABOUT: &'static str = "a fight of some system, with accounts";
    const SCHEMA: &'static [KeyDecl] = &[];

    type State = Credited;
    type Scratch = AnyScratch;

    fn load(scenario: &Scenario, problems: &mut Vec<Problem>) -> Option<Self> {
        AnyFight::load(scenario, problems).map(Self::new)
    }

    fn system(&self) -> &'static str {
        self.rules.system()
    }

    fn outline(&self) -> &Outline {
        &self.outline
    }

    fn may_err(&self) -> bool {
        self.rules.may_err()
    }

    fn harms(&self) -> &'static [&'static str] {
        self.rules.harms()
    }

    fn means(&self, who: Who) -> Vec<super::Means> {
        self.rules.means(who)
    }

    fn never(&self) -> Vec<String> {
        self.rules.never()
    }

    fn losses(&self, state: &Self::State, who: Who) -> Vec<i64> {
        self.rules.losses(&state.state, who)
    }

    fn derived(&self, path: &str) -> Option<i64> {
        self.rules.derived(path)
    }

    fn opening(&self) -> &Self::State {
        &self.opening
    }

    fn reset(&self, state: &mut Self::State) {
        self.rules.reset(&mut state.state);
        state.authors.fill(Authors::default());
        state.first = None;
    }

    fn rounds_known(&self) -> u32 {
        self.rules.rounds_known()
    }

    fn state_bytes(&self) -> usize {
        self.rules.state_bytes() + size_of::<Self::State>() - size_of::<AnyState>()
            + size_of_val(self.opening.authors.as_slice())
    }

    fn set_up<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        post!(fight, AnyFight::set_up)
    }

    fn turn<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) -> Progress {
        let progress = post!(fight, AnyFight::turn);
        if let (Progress::Won(winner), Some(first)) = (progress, fight.state.first)
            && winner.side() == Some(first)
        {
            fight.trace.count(fight.rules.accounts.of_first(first, true), 1);
        }
        progress
    }

    fn finish<D: Dice, T: Trace>(fight: &mut Fight<'_, Self, D, T>) {
        post!(fight, AnyFight::finish);
    }

    fn forget(&self, state: &mut Self::State) {
        self.rules.forget(&mut state.state);
    }

    fn end_state(&self, state: &Self::State, combatant: Who) -> EndState {
        self.rules.end_state(&state.state, combatant)
    }

    fn fights_on(&self, state: &Self::State, combatant: Who) -> bool {
        self.rules.fights_on(&state.state, combatant)
    }

    fn lead(&self, state: &Self::State) -> i32 {
        self.rules.lead(&state.state)
    }

    fn balance(&self, state: &Self::State) -> Balance {
        self.rules.balance(&state.state)
    }

    fn remaining(&self, state: &Self::State, who: Who) -> [i64; 2] {
        self.rules.remaining(&state.state, who)
    }

    fn picture(&self, state: &Self::State) -> Option<String> {
        self.rules.picture(&state.state)
    }
}

/// The observer that posts the entries of events as counts.
struct Ledger<'a, T> {
    accounts: &'a Accounts,
    /// By combatant.
    authors: &'a mut [Authors],
    first: &'a mut Option<Side>,
    counts: &'a mut T,
}

impl<T: Trace> Ledger<'_, T> {
    fn post(&mut self, entry: Entry) {
        let accounts = self.accounts;
        match entry {
            Entry::Use(deed) => self.counts.count(accounts.of_means(deed, Measure::Uses), 1),
            Entry::Hit(deed) => self.counts.count(accounts.of_means(deed, Measure::Hits), 1),
            Entry::Critical(deed) => self.counts.count(accounts.of_means(deed, Measure::Criticals), 1),
            Entry::Harm { by, target, kind, amount, beyond } => {
                let (lost, by) = (amount - beyond, self.author(by));
                self.add_to_deed(by, Measure::Dealt(kind), amount);
                self.add_to_deed(by, Measure::Beyond(kind), beyond);
                self.counts.count(accounts.of_combatant(target, Measure::Lost(kind)), lost);
                self.counts.count(accounts.of_pair(by.who, target, Measure::Dealt(kind)), lost);
                if accounts.is_own(by) && amount > 0 {
                    self.authors[target.index()].last = Some(by);
                }
            }
            Entry::Restored { by, target, kind, amount } => {
                self.add_to_deed(by, Measure::Restored(kind), amount);
                self.counts.count(accounts.of_combatant(target, Measure::Regained(kind)), amount);
            }
            Entry::Begins(side) => self.begin(side),
            Entry::Lasting { by, cause } => self.authors[cause.who.index()].lasting = Some((cause.means, by)),
            Entry::Felled(who) => {
                let by = self.authors[who.index()].last;
                if let Some(deed) = by {
                    self.add_to_deed(deed, Measure::Felled, 1);
                }
                let author = by.map_or(who, |deed| deed.who);
                self.counts.count(accounts.of_pair(author, who, Measure::Felled), 1);
            }
        }
    }

    /// Enters which side begins, unless one has before.
    fn begin(&mut self, side: Side) {
        if self.first.is_none() {
            *self.first = Some(side);
            self.counts.count(self.accounts.of_first(side, false), 1);
        }
    }

    /// The deed that began a cause; else the deed itself.
    fn author(&self, by: Deed) -> Deed {
        match self.authors[by.who.index()].lasting {
            Some((cause, deed)) if cause == by.means => deed,
            _ => by,
        }
    }

    /// Adds to the account of a deed's means, and to that of its combatant unless the means is a cause.
    fn add_to_deed(&mut self, deed: Deed, measure: Measure, amount: u32) {
        self.counts.count(self.accounts.of_means(deed, measure), amount);
        if self.accounts.is_own(deed) {
            self.counts.count(self.accounts.of_combatant(deed.who, measure), amount);
        }
    }
}

impl<T: Trace> Trace for Ledger<'_, T> {
    const HEARS_RULES: bool = false;
    const HEARS_EVENTS: bool = true;

    fn count(&mut self, metric: usize, amount: u32) {
        self.counts.count(metric, amount);
    }

    fn count_round(&mut self, metric: usize) {
        self.counts.count_round(metric);
    }

    fn happens<E: Event>(&mut self, event: impl FnOnce() -> E) {
        event().entries(&mut |entry| self.post(entry));
    }
}
