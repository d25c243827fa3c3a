//! Fights step by step, and fights that are played on from between two steps.
//!
//! A step is one of the set-up, or a turn. Between two steps a fight is its [`Ruleset::State`] and a [`Moment`]: whoever keeps both
//! can play the rest as often as it likes, with the dice that come next or with those of a
//! [branch](crate::dice::Seeded::branch).

use crate::dice::Dice;
use crate::outcome::{Outcome, Winner};
use crate::ruleset::{Fight, Progress, Ruleset, Workspace};
use crate::trace::Trace;

/// A moment between two steps of a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Moment {
    /// The number of the round, 0 in the set-up.
    pub round: u32,
    /// Whether the round, or the set-up, is over, so that another round begins with the next step.
    pub is_round_over: bool,
}

impl Moment {
    /// The moment before the first step of the set-up.
    pub const START: Self = Self { round: 0, is_round_over: false };
}

/// Plays a fight on to its end, from the state in the workspace at a moment of it.
///
/// `dice` stand in the round of the moment: a copy of those that the fight had then, or a
/// [branch](crate::dice::Seeded::branch). `trace` hears what happens from then on. The scratch memory of the workspace may
/// hold anything that an encounter of the same rules left there.
///
/// A fight that is decided cannot be played on: a moment is shown by [`fight_by_steps`] only as long as nobody has won.
pub fn fight_from<R: Ruleset, D: Dice, T: Trace>(
    rules: &R,
    workspace: &mut Workspace<R>,
    moment: Moment,
    dice: &mut D,
    trace: &mut T,
) -> Outcome {
    trace.round_begins(moment.round);
    play_on(rules, workspace, moment, dice, trace, |_, _, _, _| {})
}

/// Plays one encounter as [`fight`](crate::fight) does, and shows `watch` every moment after which it goes on, from
/// [`Moment::START`] on, with the state, the dice and the observer as they are then.
pub fn fight_by_steps<R: Ruleset, D: Dice, T: Trace>(
    rules: &R,
    workspace: &mut Workspace<R>,
    dice: &mut D,
    trace: &mut T,
    watch: impl FnMut(Moment, &R::State, &D, &T),
) -> Outcome {
    rules.reset(&mut workspace.state);
    trace.round_begins(0);
    play_on(rules, workspace, Moment::START, dice, trace, watch)
}

fn play_on<R: Ruleset, D: Dice, T: Trace>(
    rules: &R,
    workspace: &mut Workspace<R>,
    mut moment: Moment,
    dice: &mut D,
    trace: &mut T,
    mut watch: impl FnMut(Moment, &R::State, &D, &T),
) -> Outcome {
    let Workspace { state, scratch } = workspace;
    let mut fight = Fight { rules, state, scratch, round: rules.round_as_known(moment.round), dice, trace };
    let winner = loop {
        watch(moment, fight.state, fight.dice, fight.trace);
        if moment.is_round_over {
            if moment.round >= rules.rounds_max() {
                break Winner::Timeout;
            }
            moment = Moment { round: moment.round + 1, is_round_over: false };
            fight.round = rules.round_as_known(moment.round);
            fight.dice.next_round();
            fight.trace.round_begins(moment.round);
        }
        let progress = if moment.round == 0 { R::set_up(&mut fight) } else { R::turn(&mut fight) };
        if moment.round > 0 {
            fight.trace.turn_ends();
        }
        match progress {
            Progress::NextTurn => {}
            Progress::RoundOver => moment.is_round_over = true,
            Progress::Won(winner) => break winner,
        }
    };
    R::finish(&mut fight);
    Outcome { winner, rounds: moment.round }
}
