//! Coverage of rules: which rules the encounters of a scenario apply, and how often.

use std::ops::Range;

use equipoise_engine::dice::Seeded;
use equipoise_engine::{EncounterIndex, RulesSeen, Ruleset, Seed, Workspace, fight};

use crate::kernel::batches::in_batches;
use crate::kernel::run::Watch;

/// Encounters in a batch: few, since counting every rule in a map is slow and an interrupt must take effect soon.
const BATCH: u64 = 256;

/// Plays the encounters from index 0 on the current rayon pool, and counts how often each rule is applied.
///
/// After an interrupt the counts are those of the batches that were finished.
pub fn coverage<R: Ruleset>(rules: &R, seed: Seed, encounters: u64, watch: &Watch) -> RulesSeen {
    let play = |observer: &mut Observer<R>, batch: Range<u64>| batch.for_each(|index| observer.play(index));
    let observers = in_batches(&(0..encounters), BATCH, watch, || Observer::new(rules, seed), play);
    let mut all = RulesSeen::default();
    for observer in observers {
        all.merge(&observer.seen);
    }
    all
}

/// Plays encounters on one thread and counts the rules that they apply.
struct Observer<'a, R: Ruleset> {
    rules: &'a R,
    workspace: Workspace<R>,
    dice: Seeded,
    seen: RulesSeen,
}

impl<'a, R: Ruleset> Observer<'a, R> {
    fn new(rules: &'a R, seed: Seed) -> Self {
        Self { rules, workspace: Workspace::new(rules), dice: Seeded::new(seed), seen: RulesSeen::default() }
    }

    fn play(&mut self, index: u64) {
        self.dice.start(EncounterIndex(index));
        fight(self.rules, &mut self.workspace, &mut self.dice, &mut self.seen);
    }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::Visitor;

    use super::*;
    use crate::samples::{Sample, samples};

    struct CompareThreads(Sample);

    impl Visitor for CompareThreads {
        type Output = ();

        fn visit<R: Ruleset>(self) {
            let rules: R = self.0.load();
            let mut observer = Observer::new(&rules, Seed(3));
            (0..1000).for_each(|index| observer.play(index));
            let expected: Vec<_> = observer.seen.iter().collect();
            assert!(!expected.is_empty());
            for threads in [1, 3] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads");
                let seen = pool.install(|| coverage(&rules, Seed(3), 1000, &Watch::none()));
                assert_eq!(seen.iter().collect::<Vec<_>>(), expected, "{threads} threads");
            }
        }
    }

    #[test]
    fn threads_do_not_change_the_counts() {
        for sample in samples() {
            sample.system().visit(CompareThreads(sample));
        }
    }

    #[test]
    fn no_encounters_apply_no_rules() {
        assert_eq!(coverage(&crate::toy::Toy::new(), Seed(1), 0, &Watch::none()).iter().count(), 0);
    }
}
