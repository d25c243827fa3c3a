//! Sums over pairs as lists of whole numbers, and the checks on lists that may come from anywhere.
//!
//! A list that passes is one that some encounters could have: nothing that is computed from it can overflow, and
//! neither can the sum of several whose encounters are different ones.

use super::{PairedAmong, PairedSums};
use crate::ground::{Sums, has_spread};

const LARGEST: u128 = u32::MAX as u128;

impl PairedSums {
    /// The sums of both sides, their squares, the squared differences, and the pairs that differ.
    pub(crate) fn counts(&self) -> Vec<u128> {
        let ([first, second], [first_squares, second_squares]) = (self.sums, self.squares);
        vec![first, second, first_squares, second_squares, self.squared_difference, u128::from(self.discordant)]
    }

    /// The sums over so many encounters that have these counts; `None` if no encounters can.
    pub(crate) fn from_counts(counts: &[u128], encounters: u64) -> Option<Self> {
        let [first, second, first_squares, second_squares, squared_difference, discordant]: [u128; 6] =
            counts.try_into().ok()?;
        let of = u128::from(encounters);
        let are_possible = Sums { values: first, squares: first_squares }.are_of(of)
            && Sums { values: second, squares: second_squares }.are_of(of);
        if !are_possible {
            return None;
        }
        let difference = second as i128 - first as i128;
        // (b - a)^2 is a^2 + b^2 - 2 a b, and at least |b - a|.
        let products = (first_squares + second_squares).checked_sub(squared_difference)?;
        let is_bounded = products.is_multiple_of(2)
            && squared_difference >= difference.unsigned_abs()
            && has_spread(difference.unsigned_abs(), squared_difference, of);
        // Encounters that differ do so by 1 at least, and by Cauchy and Schwarz they spread the sum of the differences.
        let is_differing = discordant <= squared_difference.min(of)
            && (discordant > 0 || squared_difference == 0)
            && has_spread(difference.unsigned_abs(), squared_difference, discordant.max(1));
        let (sums, squares, discordant) = ([first, second], [first_squares, second_squares], discordant as u64);
        let found = Self { encounters, sums, squares, difference, squared_difference, discordant };
        (is_bounded && is_differing).then_some(found)
    }
}

impl PairedAmong {
    /// By side the encounters that have the number, its sum and that of its squares; those that have it on both sides,
    /// with the sum of the products, and the sums of both sides among them; those that differ at all.
    pub(crate) fn counts(&self) -> Vec<u128> {
        let [first, second] = self.present.map(u128::from);
        let mut counts = vec![first, second];
        counts.extend(self.sums);
        counts.extend(self.squares);
        counts.extend([u128::from(self.both), self.products]);
        counts.extend(self.sums_of_both);
        counts.push(u128::from(self.discordant));
        counts
    }

    /// The sums over so many encounters that have these counts; `None` if no encounters can.
    pub(crate) fn from_counts(counts: &[u128], encounters: u64) -> Option<Self> {
        let [p1, p2, s1, s2, q1, q2, both, products, b1, b2, discordant]: [u128; 11] = counts.try_into().ok()?;
        let of = u128::from(encounters);
        let are_counts = p1 <= of && p2 <= of && both <= p1.min(p2) && p1 + p2 - both <= of;
        let are_sums = || Sums { values: s1, squares: q1 }.are_of(p1) && Sums { values: s2, squares: q2 }.are_of(p2);
        let are_of_both = || {
            let is_part = |part: u128, whole: u128| part <= whole && part <= both * LARGEST;
            is_part(b1, s1) && is_part(b2, s2) && products <= b1.min(b2) * LARGEST
        };
        // An encounter with the number on one side alone differs, and one with it on neither side does not.
        let are_discordant = || (p1 + p2 - 2 * both..=p1 + p2 - both).contains(&discordant);
        (are_counts && are_sums() && are_of_both() && are_discordant()).then_some(Self {
            encounters,
            present: [p1 as u64, p2 as u64],
            sums: [s1, s2],
            squares: [q1, q2],
            both: both as u64,
            products,
            sums_of_both: [b1, b2],
            discordant: discordant as u64,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::ground::JointCount;

    proptest! {
        /// Sums that were added up are read back, and pass every check.
        #[test]
        fn counts_are_read_back(pairs in prop::collection::vec((prop::option::of(0_u32..9), prop::option::of(0_u32..9)), 0..40)) {
            let (mut sums, mut among, mut joint) = (PairedSums::default(), PairedAmong::default(), JointCount::default());
            for &(first, second) in &pairs {
                among.add(first, second);
                let [first, second] = [first, second].map(Option::unwrap_or_default);
                sums.add(first, second);
                match (first > 4, second > 4) {
                    (true, true) => joint.both += 1,
                    (true, false) => joint.first_only += 1,
                    (false, true) => joint.second_only += 1,
                    (false, false) => joint.neither += 1,
                }
            }
            let encounters = pairs.len() as u64;
            prop_assert_eq!(PairedSums::from_counts(&sums.counts(), encounters), Some(sums));
            prop_assert_eq!(PairedAmong::from_counts(&among.counts(), encounters), Some(among));
            prop_assert_eq!(JointCount::from_counts(&joint.counts(), encounters), Some(joint));
        }
    }

    #[test]
    fn counts_that_no_encounters_have_are_refused() {
        let huge = u128::MAX;
        for counts in [&[1, 2, 3][..], &[1, 1, 1, 1], &[huge, 1, 0, 0], &[5, 5, 5, 5]] {
            assert_eq!(JointCount::from_counts(counts, 5), None, "{counts:?}");
        }
        // Three encounters (1, 2), (2, 2), (3, 0): sums 6 and 4, squares 14 and 8, squared differences 1 + 0 + 9.
        assert!(PairedSums::from_counts(&[6, 4, 14, 8, 10, 2], 3).is_some());
        for counts in [
            [6, 4, 14, 8, 11, 2],
            [6, 4, 14, 8, 24, 2],
            [6, 4, 14, 8, 0, 2],
            [6, 4, 5, 8, 10, 2],
            [6, 4, 11, 8, 10, 2],
            [6, 4, 14, 8, 10, 0],
            [6, 4, 14, 8, 10, 4],
            [huge, 4, 14, 8, 10, 2],
            [6, 4, huge, 8, 10, 2],
            [6, 4, 14, 8, huge, 2],
            [6, 4, 14, 8, 10, huge],
        ] {
            assert_eq!(PairedSums::from_counts(&counts, 3), None, "{counts:?}");
        }
        // (1, 2), (2, none), (none, none).
        let good = [2, 1, 3, 2, 5, 4, 1, 2, 1, 2, 2];
        assert!(PairedAmong::from_counts(&good, 3).is_some());
        for index in 0..good.len() {
            let mut bad = good;
            bad[index] = huge;
            assert_eq!(PairedAmong::from_counts(&bad, 3), None, "{index}");
        }
        for (index, wrong) in [(0, 4), (6, 2), (10, 0), (10, 3), (8, 4)] {
            let mut bad = good;
            bad[index] = wrong;
            assert_eq!(PairedAmong::from_counts(&bad, 3), None, "{index}");
        }
    }
}
