//! The round of the first casualty among some combatants.

use super::{Counter, Group};
use crate::trace::Trace;

/// Counts the current round for `metric`, whose unit is [rounds](crate::MetricUnit::Rounds), if none of `among` has
/// fallen yet. Must be called before the combatant who falls now is added to `fallen`.
#[inline(always)]
pub fn count_first<T: Trace>(trace: &mut T, metric: Counter, among: Group, fallen: Group) {
    if !fallen.meets(among) {
        trace.count_round(metric);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Counting;

    #[test]
    fn the_first_of_a_side_is_counted_and_no_later_one() {
        let (party, mut fallen) = (Group::first_listed(2), Group::of(5.into()));
        let mut trace = Counting::new(1);
        trace.round_begins(3);
        count_first(&mut trace, 0, party, fallen);
        fallen.insert(1.into());
        trace.round_begins(4);
        count_first(&mut trace, 0, party, fallen);
        assert_eq!(trace.counts(), [3]);
    }
}
