//! One fight of a run, narrated line by line, with a drawing of each round where the system makes one.

use equipoise_engine::dice::{Recorded, Seeded};
use equipoise_engine::trace::Line;
use equipoise_engine::{
    Counting, EncounterIndex, EndState, Narrated, Outcome, Ruleset, Seed, Workspace, fight_watched,
};

/// A drawing of the state at the end of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// The round; 0 is the set-up.
    pub round: u32,
    /// Lines of at most 80 columns.
    pub text: String,
}

/// Everything there is to say about one encounter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay {
    /// The master seed.
    pub seed: Seed,
    /// Its index in the run.
    pub index: EncounterIndex,
    /// Who won, after how many rounds.
    pub outcome: Outcome,
    /// By combatant, in listed order.
    pub end_states: Vec<EndState>,
    /// The metrics, in report order.
    pub counts: Vec<u32>,
    /// The narration.
    pub lines: Vec<Line>,
    /// After the set-up and after each round, where the system [draws](Ruleset::picture); otherwise none.
    pub pictures: Vec<Picture>,
}

/// Plays one encounter as a run would, and listens to it.
pub fn replay<R: Ruleset>(rules: &R, seed: Seed, index: EncounterIndex) -> Replay {
    let mut dice = Seeded::new(seed);
    dice.start(index);
    let mut dice = Recorded::new(dice);
    let mut workspace = Workspace::new(rules);
    let mut trace = (Narrated::default(), Counting::new(rules.counts()));
    let mut rounds = 0..;
    let mut pictures = Vec::new();
    let outcome = fight_watched(rules, &mut workspace, &mut dice, &mut trace, |state| {
        let round = rounds.next().expect("rounds have a limit");
        pictures.extend(rules.picture(state).map(|text| Picture { round, text }));
    });
    let combatants = 0..rules.combatants().len();
    Replay {
        seed,
        index,
        outcome,
        end_states: combatants.map(|combatant| rules.end_state(&workspace.state, combatant)).collect(),
        counts: trace.1.counts().to_vec(),
        lines: trace.0.into_lines(),
        pictures,
    }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::{System, Visitor, fight};

    use super::*;
    use crate::samples::{Sample, samples};
    use crate::toy::Toy;

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
                assert!(replay.pictures.iter().all(|picture| is_narrow(&picture.text)), "{index:?}");
            }
        }
    }

    fn is_narrow(text: &str) -> bool {
        text.lines().all(|line| line.chars().count() <= 80)
    }

    /// The state after the set-up, after each round, and none after a fight that nobody began.
    #[test]
    fn each_round_has_its_picture() {
        let rules = Toy::new();
        for index in (0..200).map(EncounterIndex) {
            let Replay { outcome, end_states, pictures, .. } = replay(&rules, Seed(3), index);
            let rounds: Vec<u32> = pictures.iter().map(|picture| picture.round).collect();
            assert_eq!(rounds, (0..=outcome.rounds).collect::<Vec<_>>(), "{index:?}");
            let last = pictures.last().expect("the set-up has one");
            let ends: String = end_states.iter().map(|end| &end.name()[..1]).collect();
            assert_eq!(last.text, format!("[{ends}]\n"), "{index:?}");
        }
    }

    /// What is narrated is what was counted: listening changes neither dice nor play.
    #[test]
    fn a_replay_is_the_fight_of_the_run() {
        for sample in samples() {
            let system: System = sample.system();
            system.visit(Compare(sample));
        }
    }
}
