//! The kinds of decisions that combatants take. The rules leave no choice, and so no decision, in these cases: triggers are
//! always used (THRUM-43), a knob says whether a second Buff is declined (THRUM-42), NPCs and newcomers take the least free
//! square (THRUM-03, THRUM-65), and P2 determines the path to a square.

use crate::scenario::words;

words! {
    /// The kinds of decisions that combatants take.
    pub(super) enum Deciding {
        Start = "start", "on which square of the start a PC without `at` begins",
        Delay = "delay", "whether to take the turn now, or after whom",
        Part = "part", "whether to move or to act while Stunned",
        Move = "move", "where to go in the Move",
        Action = "action", "which ability to use, or to Dash, to Recover, to do nothing",
        Overexert = "overexert", "whether to Overexert for the ability",
        Aim = "aim", "at whom to aim the ability, or how to place its shape",
        NextTarget = "next_target", "at whom to aim an attack on several next, or at nobody more",
        Recover = "recover", "what Recover takes off",
        Dash = "dash", "where to Dash",
        Defence = "defence", "how to defend against an attack",
        Teleport = "teleport", "where to go by the teleport that an ability grants",
        AfterMove = "after_move", "where to go by the movement that an ability grants",
        Stance = "stance", "which Stance to take, or to stay in",
    }
}
