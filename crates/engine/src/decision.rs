//! Decisions: the legal options of a combatant, their worth to its policy, and the option that is taken.
//!
//! A turn consists of a few decisions, each from a short list: what to do, with what, at whom, where to stand. Rules
//! take every one of them through [`Fight::decide`]. The list is built only for an observer that [hears
//! decisions](Trace::HEARS_DECISIONS), so that it costs nothing if the policy finds its preference without a list.

use std::fmt::Debug;

use crate::dice::Dice;
use crate::ruleset::{Fight, Ruleset};
use crate::trace::Trace;
use crate::who::Who;

/// A kind of decision that combatants of a system take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DecisionKind {
    /// The name of the kind: one word, such as `target`.
    pub name: &'static str,
    /// The question that is decided, in a few words.
    pub doc: &'static str,
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
    /// The index of the option taken.
    pub chosen: usize,
}

impl<R: Ruleset, D: Dice, T: Trace> Fight<'_, R, D, T> {
    /// Takes a decision: returns the option that the policy of the combatant prefers, which is the first of the best in
    /// the list.
    ///
    /// `kind` is an index in [`Ruleset::DECISIONS`]. `options` lists all legal options in the order in which equals are preferred (that of the ledger, or of lots); it
    /// is called only if the observer hears decisions.
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
        if T::HEARS_DECISIONS {
            let decision = decision(kind, combatant, &preferred, &options(self));
            self.trace.decided(&decision);
        }
        preferred
    }
}

fn decision<O: PartialEq + Debug, W: Ord>(
    kind: usize,
    combatant: Who,
    preferred: &O,
    options: &[Rated<O, W>],
) -> Decision {
    let better = |than: &W| options.iter().filter(|other| other.worth > *than).count();
    let ranks: Vec<usize> = options.iter().map(|rated| better(&rated.worth)).collect();
    let options: Vec<&O> = options.iter().map(|rated| &rated.option).collect();
    let chosen = options.iter().position(|option| *option == preferred);
    let best = ranks.iter().position(|&rank| rank == 0);
    assert!(
        chosen.is_some() && chosen == best,
        "decision {kind} of combatant {combatant}: {preferred:?} is preferred, the first of the best is {best:?} of {options:?}"
    );
    let words = options.iter().map(|option| format!("{option:?}")).collect();
    Decision { kind, combatant, options: words, ranks, chosen: chosen.expect("seen above") }
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
    fn the_first_of_the_best_is_taken_and_ranks_count_the_better_ones() {
        let decision = decision(1, Who::new(4), &1, &rated(&[2, 7, 7, 3]));
        assert_eq!((decision.kind, decision.combatant, decision.chosen), (1, Who::new(4), 1));
        assert_eq!(decision.ranks, [3, 0, 0, 2]);
        assert_eq!(decision.options, ["0", "1", "2", "3"]);
    }

    #[test]
    #[should_panic(expected = "decision 0 of combatant 2: 2 is preferred")]
    fn a_later_one_of_the_best_is_no_choice_of_the_policy() {
        decision(0, Who::new(2), &2, &rated(&[2, 7, 7, 3]));
    }

    #[test]
    #[should_panic(expected = "9 is preferred")]
    fn an_option_that_is_not_in_the_list_is_illegal() {
        decision(0, Who::new(0), &9, &rated(&[1]));
    }
}
