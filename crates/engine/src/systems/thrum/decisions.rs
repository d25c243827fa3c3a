//! The kinds of decisions that combatants take. The rules leave no choice, and so no decision, in these cases: triggers are
//! always used (THRUM-43), a knob says whether a second Buff is declined (THRUM-42), NPCs and newcomers take the least free
//! square (THRUM-03, THRUM-65), and P2 determines the path to a square.

use crate::decision::DecisionKind;

/// A kind of decision: its index in [`DECISIONS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deciding {
    Start,
    Delay,
    Part,
    Move,
    Action,
    Overexert,
    Aim,
    NextTarget,
    Recover,
    Dash,
    Defence,
    Teleport,
    AfterMove,
    Stance,
}

/// The kinds of decisions, in the order of [`Deciding`].
pub(super) const DECISIONS: &[DecisionKind] = &[
    kind("start", "on which square of the start a PC without `at` begins"),
    kind("delay", "whether to take the turn now, or after whom"),
    kind("part", "whether to move or to act while Stunned"),
    kind("move", "where to go in the Move"),
    kind("action", "which ability to use, or to Dash, to Recover, to do nothing"),
    kind("overexert", "whether to Overexert for the ability"),
    kind("aim", "at whom to aim the ability, or how to place its shape"),
    kind("next_target", "at whom to aim an attack on several next, or at nobody more"),
    kind("recover", "what Recover takes off"),
    kind("dash", "where to Dash"),
    kind("defence", "how to defend against an attack"),
    kind("teleport", "where to go by the teleport that an ability grants"),
    kind("after_move", "where to go by the movement that an ability grants"),
    kind("stance", "which Stance to take, or to stay in"),
];

const fn kind(name: &'static str, doc: &'static str) -> DecisionKind {
    DecisionKind { name, doc }
}
