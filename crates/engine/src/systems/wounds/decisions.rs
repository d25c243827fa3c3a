//! The kinds of decisions that combatants take, and how the options of each are listed.

use std::cmp::Reverse;

use super::resolve::Fight;
use crate::decision::Rated;
use crate::dice::Dice;
use crate::scenario::words;
use crate::skirmish::Group;
use crate::trace::Trace;
use crate::who::Who;

words! {
    /// The kinds of decisions that combatants take.
    pub(super) enum Deciding {
        /// The action of a declaration (WOUNDS-08).
        ///
        Declaration = "declaration", "what to do in this round, and with which attack, spell or item",
        /// The target of an attack, a spell or a check: chosen with the declaration if targets are fixed; otherwise before the
        /// move, and again if it cannot be aimed at after the move (WOUNDS-08).
        ///
        Target = "target", "at whom to aim it",
        /// The combatant on whom an item for allies is used (WOUNDS-37).
        ///
        Ally = "ally", "on whom to use an item for allies",
        /// The position at which a move ends unless a Reposte stops it (WOUNDS-24).
        ///
        Move = "move", "where on the line to go before it",
        /// A [`Reaction`] (WOUNDS-19, WOUNDS-21).
        ///
        Reaction = "reaction", "whether to make a Reposte that may be made",
        /// The position to which a skirmisher goes back (WOUNDS-70).
        ///
        Withdrawal = "withdrawal", "where on the line to go back to after a strike",
    }
}

/// A choice about a Reaction that an opponent provokes (WOUNDS-23).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reaction {
    Reposte,
    /// No Reposte now, so that the Reaction is left for later.
    Hold,
}

/// A worth that is the higher, the lower its key is; among equal keys, the first by lot is worth most, if lots decide.
pub(super) type Least<K> = Reverse<(K, Option<usize>)>;

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// The members of a group as options in listed order: the lower its key, the more a member is worth.
    pub(super) fn rated_by_least<K: Ord>(&self, group: Group, key: impl Fn(Who) -> K) -> Vec<Rated<Who, Least<K>>> {
        let is_by_lot = self.rules.knobs.targets_are_by_lot;
        let place = |who: Who| if is_by_lot { self.state.lots.iter().position(|drawn| drawn == who) } else { None };
        group.iter().map(|who| Rated::new(who, Reverse((key(who), place(who))))).collect()
    }

    /// The positions to which a combatant may move now, from the lowest to the highest (WOUNDS-24).
    pub(super) fn rated_positions<W>(&self, who: Who, worth: impl Fn(i32) -> W) -> Vec<Rated<i32, W>> {
        let (here, yards) = (self.scratch.line.position(who), self.allowance(who));
        (here - yards..=here + yards).map(|position| Rated::new(position, worth(position))).collect()
    }

    /// Decides whether a combatant makes a Reposte that it can make: every policy does, at the first occasion.
    pub(super) fn reacts(&mut self, who: Who) -> bool {
        let options = [Reaction::Reposte, Reaction::Hold];
        let rated = |option| Rated::new(option, u8::from(option == Reaction::Reposte));
        self.decide(Deciding::Reaction as usize, who, Reaction::Reposte, |_| options.map(rated).into())
            == Reaction::Reposte
    }
}
