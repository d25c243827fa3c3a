//! The means that accounts tell of: actions, reactions, Stances, `recover`, and causes that change Loads without a deed of somebody.
//!
//! An attack is used once for each target, when its contest is rolled or the target is Incapacitated, and hits by its success. Other
//! abilities are used once however many they affect, Stances with each use of their trigger; these and `recover` are always a success.
//! Terrain Effects take what their maker's action takes, and Mark what the attack takes that uses it up. What Burning takes is
//! that of the deed which set the combatant on fire last.

use super::harm::Load;
use super::possessions::BASIC_ACTIONS;
use super::state::{Body, State};
use super::{Names, Thrum};
use crate::accounts::{Deed, Entry, Means, points};
use crate::who::Who;

/// A means of a combatant's deeds, or a cause for which its Loads change without a deed; abilities by their index in the sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tool {
    Action(u8),
    Reaction(u8),
    Stance(u8),
    /// THRUM-12.
    Recover,
    /// THRUM-57.
    Burning,
    /// The Stress of Overexertion (THRUM-40).
    Overexertion,
    /// Stress that turns into Fatigue (THRUM-48).
    Panic,
    /// The Fatigue that the upkeep of Incapacity takes off (THRUM-51, THRUM-52).
    Upkeep,
}

/// A combatant with a means or a cause of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Source {
    pub(super) who: Who,
    pub(super) tool: Tool,
}

/// The causes, at the end of the list of means.
const CAUSES: [&str; 4] = ["burning", "overexertion", "panic", "upkeep"];

impl Source {
    pub(super) const fn new(who: Who, tool: Tool) -> Self {
        Self { who, tool }
    }
}

impl Thrum {
    /// The kinds of harm: Fatigue and Stress.
    pub(super) const LOADS: &'static [&'static str] = &["fatigue", "stress"];

    /// The actions, reactions and Stances of a combatant, and then `recover` and the causes.
    pub(super) fn means_of(&self, who: Who) -> Vec<Means> {
        let Names { actions, reactions, stances } = &self.names[who];
        let kind_of =
            |action: usize| if self.sheets[who].actions[action].attack.is_some() { "attack" } else { "action" };
        // Abilities of everybody stand behind a combatant's own: two actions, and the basic Stances.
        let own_actions = actions.len() - BASIC_ACTIONS.len();
        let own = |means: Means, is_own: bool| if is_own { means } else { means.for_everybody() };
        let actions = actions.iter().enumerate();
        let actions = actions.map(|(action, name)| own(Means::new(kind_of(action), name), action < own_actions));
        let reactions = reactions.iter().map(|name| Means::new("reaction", name));
        // A Stance may be held without a use of its trigger.
        let stances = stances.iter().map(|name| Means::new("stance", name).for_everybody());
        let recover = Means::new("action", "recover").for_everybody();
        actions.chain(reactions).chain(stances).chain([recover]).chain(CAUSES.map(Means::cause)).collect()
    }

    pub(super) fn deed_of(&self, source: Source) -> Deed {
        let Names { actions, reactions, stances } = &self.names[source.who];
        let of_stances = actions.len() + reactions.len();
        let recover = of_stances + stances.len();
        let means = match source.tool {
            Tool::Action(index) => usize::from(index),
            Tool::Reaction(index) => actions.len() + usize::from(index),
            Tool::Stance(index) => of_stances + usize::from(index),
            Tool::Recover => recover,
            Tool::Burning => recover + 1,
            Tool::Overexertion => recover + 2,
            Tool::Panic => recover + 3,
            Tool::Upkeep => recover + 4,
        };
        Deed::new(source.who, means)
    }

    /// The Fatigue and the Stress that a combatant has more than at the start.
    pub(super) fn losses_of(&self, state: &State, who: Who) -> Vec<i64> {
        let (now, at_start) = (&state.bodies[who], &self.opening.bodies[who]);
        let more = |now: i32, at_start: i32| i64::from(now) - i64::from(at_start);
        vec![more(now.fatigue, at_start.fatigue), more(now.stress, at_start.stress)]
    }

    /// Fatigue or Stress that a combatant takes. A Load has no end, so that nothing goes beyond.
    pub(super) fn load_taken(&self, load: Load, taken: i32, by: Source, target: Who) -> Entry {
        Entry::Harm { by: self.deed_of(by), target, kind: load as usize, amount: points(taken), beyond: 0 }
    }

    /// Fatigue or Stress that is taken off a combatant.
    pub(super) fn load_ended(&self, load: Load, ended: i32, by: Source, target: Who) -> Entry {
        Entry::Restored { by: self.deed_of(by), target, kind: load as usize, amount: points(ended) }
    }

    /// The Loads that are taken off a combatant between two states of its body.
    pub(super) fn loads_ended(&self, by: Source, target: Who, before: &Body, after: &Body) -> [Entry; 2] {
        [(Load::Fatigue, before.fatigue - after.fatigue), (Load::Stress, before.stress - after.stress)]
            .map(|(load, ended)| self.load_ended(load, ended, by, target))
    }

    /// The entry of new stacks of Burning: what they will take is that of their source.
    pub(super) fn set_on_fire(&self, by: Source, target: Who) -> Entry {
        Entry::Lasting { by: self.deed_of(by), cause: self.deed_of(Source::new(target, Tool::Burning)) }
    }
}
