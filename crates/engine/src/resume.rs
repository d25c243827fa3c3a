//! Fights step by step, and fights that are continued from a state between two steps.
//!
//! A step is a turn or a step of the set-up. Between two steps a fight is fully described by its [`Ruleset::State`] and
//! a [`Moment`]. With both, the rest of the fight can be played any number of times, with the next dice of the fight or
//! with those of a [branch](crate::dice::Seeded::branch).

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::dice::Dice;
use crate::outcome::{Outcome, Winner};
use crate::ruleset::{Fight, Progress, Ruleset, Workspace};
use crate::trace::Trace;

/// A moment between two steps of a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Moment {
    /// The number of steps before it: the set-up's, then turns. A [branch](crate::dice::Seeded::branch) is told by it.
    pub step: u32,
    /// The number of the round, 0 in the set-up.
    pub round: u32,
    /// Whether the round (or the set-up) is over, so that the next step begins a new round.
    pub is_round_over: bool,
}

impl Moment {
    /// The moment before the first step of the set-up.
    pub const START: Self = Self { step: 0, round: 0, is_round_over: false };
}

/// Plays a fight to its end, beginning with the state in the workspace at this moment.
///
/// `dice` are in the round of the moment: a copy of the dice that the fight had then, or a
/// [branch](crate::dice::Seeded::branch). `trace` hears what happens from then on. The scratch memory of the workspace
/// may hold anything that an encounter of the same rules left in it. `watch` is called as in [`fight_by_steps`], beginning with this
/// moment.
///
/// The fight must be undecided. [`fight_by_steps`] shows only such moments.
pub fn fight_from<R: Ruleset, D: Dice, T: Trace>(
    rules: &R,
    workspace: &mut Workspace<R>,
    moment: Moment,
    dice: &mut D,
    trace: &mut T,
    mut watch: impl FnMut(Moment, &R::State, &D, &T),
) -> Outcome {
    let watch = |moment, state: &R::State, dice: &D, trace: &T| {
        watch(moment, state, dice, trace);
        ControlFlow::<Infallible>::Continue(())
    };
    match fight_until(rules, workspace, moment, dice, trace, watch) {
        ControlFlow::Continue(outcome) => outcome,
    }
}

/// Plays on as [`fight_from`] does until `watch` breaks it off, at a moment between two steps; the workspace then holds the state of
/// that moment. Otherwise the outcome.
pub fn fight_until<R: Ruleset, D: Dice, T: Trace, B>(
    rules: &R,
    workspace: &mut Workspace<R>,
    moment: Moment,
    dice: &mut D,
    trace: &mut T,
    watch: impl FnMut(Moment, &R::State, &D, &T) -> ControlFlow<B>,
) -> ControlFlow<B, Outcome> {
    debug_assert!(moment.round <= rules.rounds_max(), "a moment of a fight of these rules");
    trace.round_begins(moment.round);
    play_on(rules, workspace, moment, dice, trace, watch)
}

/// Plays one encounter as [`fight`](crate::fight) does. Before each step, beginning with [`Moment::START`], and once
/// more when the round limit is reached, it calls `watch` with the moment, the state, the dice and the observer.
pub fn fight_by_steps<R: Ruleset, D: Dice, T: Trace>(
    rules: &R,
    workspace: &mut Workspace<R>,
    dice: &mut D,
    trace: &mut T,
    watch: impl FnMut(Moment, &R::State, &D, &T),
) -> Outcome {
    rules.reset(&mut workspace.state);
    fight_from(rules, workspace, Moment::START, dice, trace, watch)
}

fn play_on<R: Ruleset, D: Dice, T: Trace, B>(
    rules: &R,
    workspace: &mut Workspace<R>,
    mut moment: Moment,
    dice: &mut D,
    trace: &mut T,
    mut watch: impl FnMut(Moment, &R::State, &D, &T) -> ControlFlow<B>,
) -> ControlFlow<B, Outcome> {
    let Workspace { state, scratch } = workspace;
    let mut fight = Fight { rules, state, scratch, round: rules.round_as_known(moment.round), dice, trace };
    let winner = loop {
        watch(moment, fight.state, fight.dice, fight.trace)?;
        if moment.is_round_over {
            if moment.round >= rules.rounds_max() {
                break Winner::Timeout;
            }
            moment = Moment { round: moment.round + 1, is_round_over: false, ..moment };
            fight.round = rules.round_as_known(moment.round);
            fight.dice.next_round();
            fight.trace.round_begins(moment.round);
        }
        let progress = if moment.round == 0 { R::set_up(&mut fight) } else { R::turn(&mut fight) };
        if moment.round > 0 {
            fight.trace.turn_ends();
        }
        moment.step += 1;
        match progress {
            Progress::NextTurn => {}
            Progress::RoundOver => moment.is_round_over = true,
            Progress::Won(winner) => break winner,
        }
    };
    R::finish(&mut fight);
    ControlFlow::Continue(Outcome { winner, rounds: moment.round })
}
