//! Decisions: the legal options of a combatant, their worth to its policy, and the option that is taken.
//!
//! A turn consists of a few decisions, each from a short list: what to do, with what, at whom, where to stand. Rules
//! take every one of them through [`Fight::decide`]. The list is built only for a combatant that may [err](Errors) there, and for an
//! observer that [hears decisions](Trace::HEARS_DECISIONS): otherwise it costs nothing that the policy finds its preference without
//! a list.

use std::fmt::{self, Debug};

use serde::Serialize;

use crate::dice::{Dice, Meaning, Slot};
use crate::event::{Event, Named};
use crate::ruleset::{Fight, Ruleset};
use crate::scenario::{Section, common};
use crate::trace::Trace;
use crate::who::Who;

/// The number of the [occasion](Slot::beside_turn) on which combatants of every system roll whether they err.
const OCCASION: u8 = 255;

/// The errors of a combatant: how often it takes another option than the one that its policy prefers, and at which decisions.
///
/// At each of these decisions the combatant errs with the given chance, on its own; then every other legal option is as likely as
/// any, and the policy goes on from there. Where there is only one option, nothing is rolled.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Errors {
    /// The chance of an error in percent, 0 to 100.
    percent: u8,
    /// The kinds of decisions at which it errs: a set of bits, one for each index in [`Ruleset::DECISIONS`].
    kinds: u32,
}

impl Errors {
    /// The errors of a table of combatants: its keys [`error`](common::ERROR) and `error_at`, whose words are the kinds of decisions of
    /// the system. None if the table declares no such keys.
    pub fn of(table: &Section<'_>) -> Self {
        if !table.keys().iter().any(|key| key.name == common::ERROR.name()) {
            return Self::default();
        }
        let percent = table.find(common::ERROR).flatten().unwrap_or(0);
        let kinds = table.choices_given(common::ERROR_AT);
        let kinds = kinds.map_or(u32::MAX, |kinds| kinds.into_iter().fold(0, |set, kind| set | 1 << kind));
        Self { percent, kinds }
    }

    /// Whether there is a decision at which it errs.
    pub const fn are_any(self) -> bool {
        self.percent > 0 && self.kinds > 0
    }

    /// The chance of an error at a kind of decision, in percent.
    const fn percent_at(self, kind: usize) -> u8 {
        if self.kinds >> kind & 1 == 1 { self.percent } else { 0 }
    }
}

/// A legal option and its worth to the policy of the deciding combatant: the larger, the better. Worths are comparable
/// only within one list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rated<O, W> {
    /// The option.
    pub option: O,
    /// The worth of the option to the policy.
    pub worth: W,
}

impl<O, W> Rated<O, W> {
    /// An option with its worth.
    #[inline]
    pub fn new(option: O, worth: W) -> Self {
        Self { option, worth }
    }
}

/// A decision that was taken, as an observer hears it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The index in [`Ruleset::DECISIONS`].
    pub kind: usize,
    /// The combatant that decides.
    pub combatant: Who,
    /// The legal options in the order in which the policy prefers equals: that of the ledger, or of its lots. In the words of the
    /// code.
    pub options: Vec<String>,
    /// For each option: the number of options that the policy rates higher.
    pub ranks: Vec<usize>,
    /// The index of the option that the policy prefers: the first of the best.
    pub preferred: usize,
    /// The index of the option taken: another one if the combatant errs.
    pub chosen: usize,
}

impl<R: Ruleset, D: Dice, T: Trace> Fight<'_, R, D, T> {
    /// Takes a decision: returns the option that the policy of the combatant prefers, which is the first of the best in
    /// the list, or another one if the combatant [errs](Errors).
    ///
    /// `kind` is an index in [`Ruleset::DECISIONS`]. `options` lists all legal options, each once, in the order in which equals are
    /// preferred (that of the ledger, or of lots); it is called only if the combatant may err or the observer hears decisions.
    ///
    /// # Panics
    /// If the list is built and the preferred option is not the first of the best in it: list and policy disagree.
    #[inline(always)]
    pub fn decide<O: PartialEq + Debug, W: Ord>(
        &mut self,
        kind: usize,
        combatant: Who,
        preferred: O,
        options: impl FnOnce(&Self) -> Vec<Rated<O, W>>,
    ) -> O {
        if T::HEARS_DECISIONS || (D::MAY_ERR && self.rules.outline().erring.contains(combatant)) {
            self.decide_from_list(kind, combatant, preferred, options)
        } else {
            preferred
        }
    }

    /// Apart from the loops of fights, most of which nobody errs in.
    #[cold]
    #[inline(never)]
    fn decide_from_list<O: PartialEq + Debug, W: Ord>(
        &mut self,
        kind: usize,
        combatant: Who,
        preferred: O,
        options: impl FnOnce(&Self) -> Vec<Rated<O, W>>,
    ) -> O {
        const { assert!(R::DECISIONS.len() <= 32, "a set of kinds has 32 bits") };
        let percent = self.rules.combatants()[combatant.index()].errors.percent_at(kind);
        if !T::HEARS_DECISIONS && percent == 0 {
            return preferred;
        }
        let mut options = options(self);
        let at = place_of(kind, combatant, &preferred, &options);
        let chosen =
            self.error(kind, combatant, percent, options.len()).map_or(at, |other| other + usize::from(other >= at));
        if T::HEARS_DECISIONS {
            self.trace.decided(&decision(kind, combatant, &options, [at, chosen]));
        }
        options.swap_remove(chosen).option
    }

    /// Rolls whether a combatant errs, and then which of the other options it takes: the index among those.
    fn error(&mut self, kind: usize, combatant: Who, percent: u8, options: usize) -> Option<usize> {
        let others = options as u32 - 1;
        if percent == 0 || others == 0 {
            return None;
        }
        let combatants = self.rules.combatants();
        let side = combatants[combatant.index()].side;
        let member = combatants[..combatant.index()].iter().filter(|earlier| earlier.side == side).count();
        self.dice.step_aside(Slot::beside_turn(OCCASION, side, member));
        let meaning = Meaning::new("error", [percent.into(), others as i32]);
        let other = self.dice.draw_of(meaning, |dice| {
            let errs = dice.die(100) <= percent.into();
            Some(if errs { Some(dice.die(others) as usize - 1) } else { None })
        });
        self.dice.step_back();
        if other.is_some() {
            let who = Named::of(self.rules.outline(), combatant);
            self.trace.errs(|| Erred { who, decision: R::DECISIONS[kind].name });
        }
        other
    }
}

/// An error, as a replay tells it.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(tag = "kind", rename = "error")]
struct Erred<'a> {
    who: Named<'a>,
    /// The name of the kind of decision.
    decision: &'static str,
}

impl fmt::Display for Erred<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { who, decision } = self;
        write!(f, "{who} errs ({}).", decision.replace('_', " "))
    }
}

impl Event for Erred<'_> {}

/// The index of the preferred option in the list.
///
/// # Panics
/// If it is not the first of the best.
fn place_of<O: PartialEq + Debug, W: Ord>(
    kind: usize,
    combatant: Who,
    preferred: &O,
    options: &[Rated<O, W>],
) -> usize {
    let place = options.iter().position(|rated| rated.option == *preferred);
    let best = options.iter().map(|rated| &rated.worth).max();
    let best = best.and_then(|best| options.iter().position(|rated| rated.worth == *best));
    assert!(
        place.is_some() && place == best,
        "decision {kind} of combatant {combatant}: {preferred:?} is preferred, the first of the best is {best:?} of {:?}",
        options.iter().map(|rated| &rated.option).collect::<Vec<_>>()
    );
    place.expect("seen above")
}

fn decision<O: Debug, W: Ord>(kind: usize, combatant: Who, options: &[Rated<O, W>], places: [usize; 2]) -> Decision {
    let better = |than: &W| options.iter().filter(|other| other.worth > *than).count();
    let ranks = options.iter().map(|rated| better(&rated.worth)).collect();
    let words = options.iter().map(|rated| format!("{:?}", rated.option)).collect();
    let [preferred, chosen] = places;
    Decision { kind, combatant, options: words, ranks, preferred, chosen }
}

/// An observer of decisions that counts them by kind and by number of options.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DecisionsSeen {
    /// By kind and number of options: the number of decisions.
    pub seen: std::collections::BTreeMap<(usize, usize), u64>,
}

impl Trace for DecisionsSeen {
    const HEARS_RULES: bool = false;
    const HEARS_DECISIONS: bool = true;

    fn decided(&mut self, decision: &Decision) {
        *self.seen.entry((decision.kind, decision.options.len())).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(worths: &[i32]) -> Vec<Rated<usize, i32>> {
        worths.iter().enumerate().map(|(option, &worth)| Rated::new(option, worth)).collect()
    }

    #[test]
    fn the_first_of_the_best_is_preferred_and_ranks_count_the_better_ones() {
        let options = rated(&[2, 7, 7, 3]);
        let preferred = place_of(1, Who::new(4), &1, &options);
        let decision = decision(1, Who::new(4), &options, [preferred, 3]);
        assert_eq!((decision.kind, decision.combatant, decision.preferred, decision.chosen), (1, Who::new(4), 1, 3));
        assert_eq!(decision.ranks, [3, 0, 0, 2]);
        assert_eq!(decision.options, ["0", "1", "2", "3"]);
    }

    #[test]
    #[should_panic(expected = "decision 0 of combatant 2: 2 is preferred")]
    fn a_later_one_of_the_best_is_no_choice_of_the_policy() {
        place_of(0, Who::new(2), &2, &rated(&[2, 7, 7, 3]));
    }

    #[test]
    #[should_panic(expected = "9 is preferred")]
    fn an_option_that_is_not_in_the_list_is_illegal() {
        place_of(0, Who::new(0), &9, &rated(&[1]));
    }
}
