//! Observation of a fight while it is played: rules applied, counts, decisions, and the narration.
//!
//! Rules code speaks to a [`Trace`] and never asks it anything, so a trace cannot alter play. Every method has an
//! empty default: under [`Silent`] the calls vanish from the compiled loop.

use std::collections::BTreeMap;

use crate::decision::Decision;
use crate::event::Event;
use crate::who::Who;

/// An observer of a fight.
pub trait Trace {
    /// Whether this observer uses [`rule`](Self::rule) or tells [steps](Self::happens) of walks: lists of rules are made only in
    /// that case.
    const HEARS_RULES: bool = true;
    /// Whether this observer uses [`happens`](Self::happens). What only an event shows is worked out only in that case.
    const HEARS_EVENTS: bool = Self::HEARS_RULES;
    /// Whether this observer uses [`decided`](Self::decided). The options of a decision are listed only in that case.
    const HEARS_DECISIONS: bool = false;

    /// Whether this observer [uses rules](Self::HEARS_RULES); one that passes on uses what the one behind it does.
    #[inline(always)]
    fn hears_rules(&self) -> bool {
        Self::HEARS_RULES
    }

    /// Whether this observer [uses events](Self::HEARS_EVENTS); one that passes on uses what the one behind it does. Rules ask this
    /// where dice or work depend on it.
    #[inline(always)]
    fn hears_events(&self) -> bool {
        Self::HEARS_EVENTS
    }

    /// A rule of the system's ledger was applied. `id` is that of the ledger, for instance `DUEL-12`.
    #[inline(always)]
    fn rule(&mut self, id: &'static str) {
        let _ = id;
    }

    /// Rules of the system's ledger were applied. The list is made only if the observer [hears rules](Self::HEARS_RULES).
    #[inline(always)]
    fn rules<I: IntoIterator<Item = &'static str>>(&mut self, ids: impl FnOnce() -> I) {
        if Self::HEARS_RULES {
            ids().into_iter().for_each(|id| self.rule(id));
        }
    }

    /// Adds `amount` to one of the system's metrics, given by its index in
    /// [`Ruleset::metrics`](crate::Ruleset::metrics). The sum saturates at [`u32::MAX`].
    #[inline(always)]
    fn count(&mut self, metric: usize, amount: u32) {
        let _ = (metric, amount);
    }

    /// Adds to `N` successive metrics at once, beginning with `first`. This is cheaper if a table holds the counts of a
    /// whole round. The amounts are small, so that the sums stay far below [`u32::MAX`].
    #[inline(always)]
    fn count_each<const N: usize>(&mut self, first: usize, amounts: &[u32; N]) {
        for (metric, &amount) in (first..).zip(amounts) {
            self.count(metric, amount);
        }
    }

    /// Adds the number of the current round to a metric of [rounds](crate::MetricUnit::Rounds).
    #[inline(always)]
    fn count_round(&mut self, metric: usize) {
        let _ = metric;
    }

    /// Something has happened. The event is made only if the observer asks for it; the rules applied since the last one belong to
    /// it.
    #[inline(always)]
    fn happens<E: Event>(&mut self, event: impl FnOnce() -> E) {
        let _ = event;
    }

    /// A combatant [errs](crate::decision::Errors): what it does now is not what it would prefer. The event is made only if the observer
    /// asks for it; no rule belongs to it.
    #[inline(always)]
    fn errs<E: Event>(&mut self, event: impl FnOnce() -> E) {
        let _ = event;
    }

    /// A round begins; 0 is the set-up.
    #[inline(always)]
    fn round_begins(&mut self, round: u32) {
        let _ = round;
    }

    /// A turn is over. Rules applied since its last line belong to that line, and not to the next turn.
    #[inline(always)]
    fn turn_ends(&mut self) {}

    /// A combatant has decided what to do.
    #[inline(always)]
    fn decided(&mut self, decision: &Decision) {
        let _ = decision;
    }

    /// A combatant acts in the slot of dice that was entered last, which is its own: see [`Slot`](crate::dice::Slot).
    /// `combatant` is its index in [`Ruleset::combatants`](crate::Ruleset::combatants).
    #[inline(always)]
    fn acts(&mut self, combatant: Who) {
        let _ = combatant;
    }
}

/// An observer that ignores everything and costs nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Trace for Silent {
    const HEARS_RULES: bool = false;
}

/// An observer that counts the metrics of one encounter.
#[derive(Debug, Clone)]
pub struct Counting {
    /// By index of the metric.
    counts: Box<[u32]>,
    round: u32,
}

impl Counting {
    /// An observer of a system with this number of metrics.
    pub fn new(metrics: usize) -> Self {
        Self { counts: vec![0; metrics].into_boxed_slice(), round: 0 }
    }

    /// Sets every count to zero, for the next encounter.
    #[inline]
    pub fn reset(&mut self) {
        self.counts.fill(0);
    }

    /// The counts since the last reset.
    #[inline]
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }
}

impl Trace for Counting {
    const HEARS_RULES: bool = false;

    #[inline(always)]
    fn count(&mut self, metric: usize, amount: u32) {
        let count = &mut self.counts[metric];
        *count = count.saturating_add(amount);
    }

    #[inline(always)]
    fn count_each<const N: usize>(&mut self, first: usize, amounts: &[u32; N]) {
        for (count, amount) in self.counts[first..first + N].iter_mut().zip(amounts) {
            *count += amount;
        }
    }

    #[inline(always)]
    fn count_round(&mut self, metric: usize) {
        self.counts[metric] += self.round;
    }

    #[inline(always)]
    fn round_begins(&mut self, round: u32) {
        self.round = round;
    }
}

/// An observer that counts how often each rule was applied.
#[derive(Debug, Clone, Default)]
pub struct RulesSeen {
    seen: BTreeMap<&'static str, u64>,
}

impl RulesSeen {
    /// Number of times that the rule was applied.
    pub fn count(&self, id: &str) -> u64 {
        self.seen.get(id).copied().unwrap_or(0)
    }

    /// Every rule applied, with its count, in the order of ids.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.seen.iter().map(|(&id, &count)| (id, count))
    }

    /// Adds the counts of another observer.
    pub fn merge(&mut self, other: &Self) {
        for (id, count) in other.iter() {
            *self.seen.entry(id).or_default() += count;
        }
    }
}

impl Trace for RulesSeen {
    fn rule(&mut self, id: &'static str) {
        *self.seen.entry(id).or_default() += 1;
    }
}

/// One line of a narration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The round of the line; 0 is the set-up.
    pub round: u32,
    /// The text.
    pub text: String,
    /// The same as JSON: an object with a `kind`, or a string if the system has no type of events.
    pub event: String,
    /// The rules applied since the line before, in order, each once.
    pub rules: Vec<&'static str>,
}

/// An observer that narrates a fight line by line.
#[derive(Debug, Clone, Default)]
pub struct Narrated {
    lines: Vec<Line>,
    pending: Vec<&'static str>,
    round: u32,
    /// Number of lines when the last turn ended.
    told: usize,
}

impl Narrated {
    /// The narration so far.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The whole narration. Rules applied after the last line of a turn are added to that line.
    pub fn into_lines(mut self) -> Vec<Line> {
        self.add_pending();
        self.lines
    }

    fn tell(&mut self, event: &impl Event, rules: Vec<&'static str>) {
        let json = serde_json::to_string(event).expect("an event has string keys and finite numbers");
        self.lines.push(Line { round: self.round, text: event.to_string(), event: json, rules });
    }

    /// Adds the pending rules to the last line.
    fn add_pending(&mut self) {
        let Some(last) = self.lines.last_mut() else { return };
        for id in self.pending.drain(..) {
            if !last.rules.contains(&id) {
                last.rules.push(id);
            }
        }
    }
}

impl Trace for Narrated {
    fn rule(&mut self, id: &'static str) {
        if !self.pending.contains(&id) {
            self.pending.push(id);
        }
    }

    fn happens<E: Event>(&mut self, event: impl FnOnce() -> E) {
        let rules = std::mem::take(&mut self.pending);
        self.tell(&event(), rules);
    }

    fn errs<E: Event>(&mut self, event: impl FnOnce() -> E) {
        self.tell(&event(), Vec::new());
    }

    fn round_begins(&mut self, round: u32) {
        self.turn_ends();
        self.round = round;
    }

    /// Ends a turn; if it has no line, its rules are dropped.
    fn turn_ends(&mut self) {
        if self.lines.len() > self.told {
            self.add_pending();
        }
        self.pending.clear();
        self.told = self.lines.len();
    }
}

/// Two observers at once. The text of a line is made once, for both.
impl<A: Trace, B: Trace> Trace for (A, B) {
    const HEARS_RULES: bool = A::HEARS_RULES || B::HEARS_RULES;
    const HEARS_EVENTS: bool = A::HEARS_EVENTS || B::HEARS_EVENTS;
    const HEARS_DECISIONS: bool = A::HEARS_DECISIONS || B::HEARS_DECISIONS;

    #[inline(always)]
    fn hears_rules(&self) -> bool {
        self.0.hears_rules() || self.1.hears_rules()
    }

    #[inline(always)]
    fn hears_events(&self) -> bool {
        self.0.hears_events() || self.1.hears_events()
    }

    #[inline(always)]
    fn rule(&mut self, id: &'static str) {
        self.0.rule(id);
        self.1.rule(id);
    }

    #[inline(always)]
    fn count(&mut self, metric: usize, amount: u32) {
        self.0.count(metric, amount);
        self.1.count(metric, amount);
    }

    #[inline(always)]
    fn count_each<const N: usize>(&mut self, first: usize, amounts: &[u32; N]) {
        self.0.count_each(first, amounts);
        self.1.count_each(first, amounts);
    }

    #[inline(always)]
    fn count_round(&mut self, metric: usize) {
        self.0.count_round(metric);
        self.1.count_round(metric);
    }

    #[inline(always)]
    fn happens<E: Event>(&mut self, event: impl FnOnce() -> E) {
        let (mut event, mut made) = (Some(event), None);
        let first = &mut made;
        self.0.happens(|| &*first.insert((event.take().expect("each observer asks for the event once"))()));
        self.1.happens(|| match (made, event) {
            (Some(made), _) => made,
            (None, Some(event)) => event(),
            (None, None) => unreachable!("the event is either made or still to be made"),
        });
    }

    #[inline(always)]
    fn errs<E: Event>(&mut self, event: impl FnOnce() -> E) {
        let event = event();
        self.0.errs(|| &event);
        self.1.errs(|| &event);
    }

    #[inline(always)]
    fn round_begins(&mut self, round: u32) {
        self.0.round_begins(round);
        self.1.round_begins(round);
    }

    #[inline(always)]
    fn turn_ends(&mut self) {
        self.0.turn_ends();
        self.1.turn_ends();
    }

    #[inline(always)]
    fn decided(&mut self, decision: &Decision) {
        self.0.decided(decision);
        self.1.decided(decision);
    }

    #[inline(always)]
    fn acts(&mut self, combatant: Who) {
        self.0.acts(combatant);
        self.1.acts(combatant);
    }
}

/// Forwards to a borrowed observer.
impl<T: Trace> Trace for &mut T {
    const HEARS_RULES: bool = T::HEARS_RULES;
    const HEARS_EVENTS: bool = T::HEARS_EVENTS;
    const HEARS_DECISIONS: bool = T::HEARS_DECISIONS;

    #[inline(always)]
    fn hears_rules(&self) -> bool {
        (**self).hears_rules()
    }

    #[inline(always)]
    fn hears_events(&self) -> bool {
        (**self).hears_events()
    }

    #[inline(always)]
    fn rule(&mut self, id: &'static str) {
        (**self).rule(id);
    }

    #[inline(always)]
    fn count(&mut self, metric: usize, amount: u32) {
        (**self).count(metric, amount);
    }

    #[inline(always)]
    fn count_each<const N: usize>(&mut self, first: usize, amounts: &[u32; N]) {
        (**self).count_each(first, amounts);
    }

    #[inline(always)]
    fn count_round(&mut self, metric: usize) {
        (**self).count_round(metric);
    }

    #[inline(always)]
    fn happens<E: Event>(&mut self, event: impl FnOnce() -> E) {
        (**self).happens(event);
    }

    #[inline(always)]
    fn errs<E: Event>(&mut self, event: impl FnOnce() -> E) {
        (**self).errs(event);
    }

    #[inline(always)]
    fn round_begins(&mut self, round: u32) {
        (**self).round_begins(round);
    }

    #[inline(always)]
    fn turn_ends(&mut self) {
        (**self).turn_ends();
    }

    #[inline(always)]
    fn decided(&mut self, decision: &Decision) {
        (**self).decided(decision);
    }

    #[inline(always)]
    fn acts(&mut self, combatant: Who) {
        (**self).acts(combatant);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(tell: impl Fn(&mut Narrated)) -> Vec<(String, Vec<&'static str>)> {
        let mut narrated = Narrated::default();
        tell(&mut narrated);
        narrated.into_lines().into_iter().map(|line| (line.text, line.rules)).collect()
    }

    fn line(text: &str, rules: &[&'static str]) -> (String, Vec<&'static str>) {
        (text.to_owned(), rules.to_vec())
    }

    #[test]
    fn rules_belong_to_the_next_line_of_their_turn() {
        let lines = told(|narrated| {
            narrated.rule("A");
            narrated.rule("B");
            narrated.rule("A");
            narrated.happens(|| "first".to_owned());
            narrated.rule("A");
            narrated.happens(|| "second".to_owned());
        });
        assert_eq!(lines, [line("first", &["A", "B"]), line("second", &["A"])]);
    }

    #[test]
    fn rules_after_the_last_line_of_a_turn_belong_to_it() {
        for ends in [Trace::turn_ends as fn(&mut Narrated), |narrated| narrated.round_begins(2)] {
            let lines = told(|narrated| {
                narrated.rule("A");
                narrated.happens(|| "first".to_owned());
                narrated.rule("B");
                narrated.rule("A");
                ends(narrated);
                narrated.rule("C");
                narrated.happens(|| "second".to_owned());
                narrated.rule("D");
            });
            assert_eq!(lines, [line("first", &["A", "B"]), line("second", &["C", "D"])]);
        }
    }

    #[test]
    fn rules_of_a_turn_without_a_line_are_told_nowhere() {
        let lines = told(|narrated| {
            narrated.rule("A");
            narrated.turn_ends();
            narrated.rule("B");
            narrated.happens(|| "first".to_owned());
            narrated.turn_ends();
            narrated.rule("C");
            narrated.turn_ends();
        });
        assert_eq!(lines, [line("first", &["B"])]);
    }
}
