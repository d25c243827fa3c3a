//! One fight of a run, told line by line.

use equipoise_engine::dice::{Recorded, Seeded};
use equipoise_engine::trace::Line;
use equipoise_engine::{Counting, EncounterIndex, EndState, Narrated, Outcome, Ruleset, Seed, Workspace, fight};

/// Everything there is to say about one encounter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The master seed.
    pub seed: Seed,
    /// Its place in the run.
    pub index: EncounterIndex,
    /// Who won, after how many rounds.
    pub outcome: Outcome,
    /// By combatant, in listed order.
    pub end_states: Vec<EndState>,
    /// The metrics, in report order.
    pub counts: Vec<u32>,
    /// The story.
    pub lines: Vec<Line>,
}

/// Plays one encounter as a run would, and listens to it.
pub fn replay<R: Ruleset>(rules: &R, seed: Seed, index: EncounterIndex) -> Replay {
    let mut dice = Seeded::new(seed);
    dice.start(index);
    let mut dice = Recorded::new(dice);
    let mut workspace = Workspace::new(rules);
    let mut trace = (Narrated::default(), Counting::new(rules.counts()));
    let outcome = fight(rules, &mut workspace, &mut dice, &mut trace);
    let combatants = 0..rules.combatants().len();
    Replay {
        seed,
        index,
        outcome,
        end_states: combatants.map(|combatant| rules.end_state(&workspace.state, combatant)).collect(),
        counts: trace.1.counts().to_vec(),
        lines: trace.0.into_lines(),
    }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::{System, Visitor};

    use super::*;
    use crate::samples::{Sample, samples};

    struct Compare(Sample);

    impl Visitor for Compare {
        type Output = ();

        fn visit<R: Ruleset>(self) {
            let rules: R = self.0.load();
            let (mut workspace, mut dice) = (Workspace::new(&rules), Seeded::new(Seed(5)));
            let mut trace = Counting::new(rules.counts());
            for index in (0..3000).map(EncounterIndex) {
                dice.start(index);
                trace.reset();
                let outcome = fight(&rules, &mut workspace, &mut dice, &mut trace);
                let replay = replay(&rules, Seed(5), index);
                let ends: Vec<EndState> = (0..rules.combatants().len())
                    .map(|combatant| rules.end_state(&workspace.state, combatant))
                    .collect();
                assert_eq!((replay.outcome, replay.end_states), (outcome, ends), "{index:?}");
                assert_eq!(replay.counts, trace.counts(), "{index:?}");
                assert!(!replay.lines.is_empty(), "{index:?}");
                assert!(replay.lines.is_sorted_by_key(|line| line.round), "{index:?}");
            }
        }
    }

    /// What is told is what was counted: listening changes neither dice nor play.
    #[test]
    fn a_replay_is_the_fight_of_the_run() {
        for sample in samples() {
            let system: System = sample.system();
            system.visit(Compare(sample));
        }
    }
}
