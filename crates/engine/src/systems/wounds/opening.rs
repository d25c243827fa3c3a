//! How a fight begins: what everybody declares in the first round is found once, when the scenario is compiled, where no die
//! has a say in it. On which count it is taken, the dice of Base Initiative say in each fight.

use super::Wounds;
use super::line::Line;
use super::metrics::{DEFENSIVE_ATTACKS, FULL_DEFENSES};
use super::resolve::{Fight, Scratch};
use super::state::{Phase, State, Turn};
use crate::dice::{Dice, Scripted};
use crate::ruleset::Ruleset;
use crate::skirmish::{Counter, Group};
use crate::trace::{Counting, Trace};

/// What is counted where somebody declares.
const COUNTED: [Counter; 2] = [DEFENSIVE_ATTACKS, FULL_DEFENSES];

/// The first round once everybody has declared, with a Base Initiative of 0 for all.
#[derive(Debug, Clone)]
pub(super) struct FirstRound {
    state: State,
    /// What was found out on the way.
    line: Line,
    aiming: Group,
    striking: Group,
    attacking: Group,
    /// By metric of [`COUNTED`].
    counted: [u32; COUNTED.len()],
}

impl FirstRound {
    /// The first round of a scenario, whose rules are asked for it; `None` if Stress is rolled or lots are drawn, on which
    /// declarations may depend.
    pub(super) fn new(rules: &Wounds) -> Option<Self> {
        if !rules.opening.stress_due.is_empty() || rules.knobs.need_lots() {
            return None;
        }
        let (mut state, mut scratch) = (rules.opening.clone(), Scratch::default());
        // No die has a say.
        let (mut dice, mut trace) = (Scripted::new([]), Counting::new(rules.counts()));
        let mut fight =
            Fight { rules, state: &mut state, scratch: &mut scratch, round: 1, dice: &mut dice, trace: &mut trace };
        fight.survey_opening();
        fight.declare_all();
        let Scratch { line, aiming, striking, attacking, .. } = scratch;
        let counted = COUNTED.map(|metric| trace.counts()[metric]);
        Some(Self { state, line, aiming, striking, attacking, counted })
    }
}

impl<D: Dice, T: Trace> Fight<'_, D, T> {
    /// The first round as far as everybody's declarations, if they are known: whoever hears of them hears them one by one.
    #[inline(always)]
    pub(super) fn open(&mut self, (): ()) {
        let rules = self.rules;
        match &rules.first_round {
            Some(first) if !T::HEARS_RULES => {
                self.begin_round();
                while self.roll_for_arrival() {}
                self.declare_as_ever(first);
                self.state.phase = Phase::Counting;
            }
            _ => self.survey_opening(),
        }
    }

    /// Everybody declares what it declares in every first round.
    #[inline(always)]
    fn declare_as_ever(&mut self, first: &FirstRound) {
        let (state, scratch) = (&mut *self.state, &mut *self.scratch);
        scratch.line.clone_from(&first.line);
        scratch.sound = self.rules.opening_sound;
        scratch.with_last_attack = self.rules.with_one_attack;
        (scratch.aiming, scratch.striking, scratch.attacking) = (first.aiming, first.striking, first.attacking);
        scratch.expected = state.arriving;
        (state.turns, state.declared) = (first.state.turns, first.state.declared);
        (state.defending, state.guarded) = (first.state.defending, first.state.guarded);
        state.defended_last = first.state.defended_last;
        for (who, body) in state.bodies.iter_mut().enumerate() {
            if first.state.turns.contains(who) {
                let turn = first.state.bodies[who].turn;
                body.turn = Turn { count: body.base_initiative + turn.count, ..turn };
            }
        }
        for (metric, amount) in COUNTED.into_iter().zip(first.counted) {
            self.trace.count(metric, amount);
        }
    }
}
