//! The studies, which find things out by playing: each is a function of scenarios and settings that yields a typed result.
//!
//! Results hold verdicts, rankings and plans, and implement [`Serialize`](serde::Serialize) in the stable form for scripts: a
//! front end parses what is asked, calls a study and shows what it finds, and computes nothing itself.

/// Hands every study to a macro, a line each: what it asks, the name of its question, and its folder. A folder has the
/// question as data (`ask.rs`), the schema of its JSON, and if they are long, how it is played (`play.rs`) and what comes of it (`result.rs`).
macro_rules! each_study {
    ($with:ident) => {
        $with! {
            /// How a scenario goes: `equipoise run` and `equipoise exact`.
            Run in run,
            /// How two scenarios differ.
            Compare in compare,
            /// How a scenario goes with many combinations of values.
            Sweep in sweep,
            /// Which value of a path makes a number what is wanted.
            Cross in cross,
            /// Which values come closest to what is wanted.
            Tune in tune,
            /// Which numbers of a scenario matter most.
            Sensitivity in sensitivity,
            /// Whether a scenario is what its file expects.
            Test in test,
            /// Who beats whom.
            Versus in versus,
            /// How one encounter goes.
            Replay in replay,
            /// Which rules are applied how often.
            Coverage in coverage,
            /// What one attack does.
            Odds in odds,
            /// Which dice decide.
            Luck in luck,
            /// How the odds of fights move.
            Drama in drama,
            /// How likely a rare event is.
            Rare in rare,
            /// One side against every row of a roster.
            Gauntlet in gauntlet,
            /// What good play is worth.
            Skill in skill,
            /// How games that were played fit a scenario.
            Observe in observe,
            /// The least change that brings every target into its band.
            Balance in balance,
        }
    };
}

pub use equipoise_engine::scenario::pattern as path_pattern;

pub mod answer;
pub mod balance;
pub mod baseline;
pub(crate) mod cells;
pub mod check;
pub mod compare;
pub mod condition;
pub mod coverage;
pub mod cross;
pub mod drama;
pub mod explain;
pub mod fights;
pub mod gauntlet;
pub mod load;
pub mod luck;
pub mod merge;
pub mod method;
pub mod names;
pub mod observe;
pub mod odds;
pub mod only;
pub mod plan;
pub mod policies;
pub mod precision;
pub mod provenance;
pub mod rare;
pub mod replay;
pub mod report;
pub mod rerun;
pub mod resume;
pub mod run;
pub mod sensitivity;
pub mod skill;
pub mod study;
pub mod sweep;
pub mod test;
pub mod tune;
pub mod versus;
pub mod ways;

#[cfg(test)]
mod jobs;
