//! Rules counted.

use std::ops::Range;

use equipoise_engine::{RulesSeen, Ruleset, Seed};

use crate::kernel::batches::in_batches;
use crate::kernel::play::Player;
use crate::kernel::watch::Watch;

/// Encounters in a batch: few, since counting every rule in a map is slow and an interrupt must take effect soon.
const BATCH: u64 = 256;

/// Plays the encounters from index 0 on the current rayon pool, and counts how often each rule is applied.
///
/// After an interrupt the counts are those of the batches that were finished.
pub fn coverage<R: Ruleset>(rules: &R, seed: Seed, encounters: u64, watch: &Watch) -> RulesSeen {
    let make = || Player::new(rules, seed, RulesSeen::default());
    let play = |player: &mut Player<R, RulesSeen>, batch: Range<u64>| player.play::<()>(rules, batch, |_| {});
    let mut all = RulesSeen::default();
    for mut player in in_batches(&(0..encounters), BATCH, watch, make, play) {
        all.merge(player.trace());
    }
    all
}

#[cfg(test)]
mod tests {
    use equipoise_engine::each_system;

    use super::*;
    use crate::samples::{Sample, samples};

    fn compare_threads<R: Ruleset>(sample: &Sample) {
        let rules: R = sample.load();
        let mut player = Player::new(&rules, Seed(3), RulesSeen::default());
        player.play::<()>(&rules, 0..1000, |_| {});
        let expected: Vec<_> = player.trace().iter().collect();
        assert!(!expected.is_empty());
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads");
            let seen = pool.install(|| coverage(&rules, Seed(3), 1000, &Watch::none()));
            assert_eq!(seen.iter().collect::<Vec<_>>(), expected, "{threads} threads");
        }
    }

    #[test]
    fn threads_do_not_change_the_counts() {
        for sample in samples(2) {
            sample.enter(each_system!(compare_threads));
        }
    }

    #[test]
    fn no_encounters_apply_no_rules() {
        assert_eq!(coverage(&crate::toy::Toy::new(), Seed(1), 0, &Watch::none()).iter().count(), 0);
    }
}
