//! The seed contract: the stream of words from which each slot of each encounter draws. Frozen: any change here changes
//! every published number.
//!
//! A *slot* is (encounter, round, actor), with set-up as round 0. Entering one re-keys the generator with
//!
//! ```text
//! mix(z)         the output function of SplitMix64 (variant 13 of Stafford's 64-bit mixers)
//! run key        mix(seed + 0x9e3779b97f4a7c15)
//! encounter key  mix(run key ^ mix(index + 0xd1b54a32d192ed03))
//! slot key       encounter key ^ (round * 2^16 + actor) * 0xf1357aea2e62a9c5
//! words          SplitMix64 seeded with the slot key: word k is mix(slot key + (k + 1) * 0x9e3779b97f4a7c15)
//! branch key     mix(encounter key ^ mix(step * 2^32 + k + 0xa0761d6478bd642f)), in place of the encounter key
//! leg key        mix(encounter key ^ 0xe7037ed1a0b428db), in place of the encounter key: once for each leg of a day after the first
//! ```
//!
//! (all modulo 2^64). Seed and index pass through the mixer before they are combined, so that neighbouring seeds or
//! indices are unrelated. Round and actor are spread over all 64 bits by an odd multiplier, which keeps different slots
//! of an encounter different; and every word is mixed before it is used. `SplitMix64` is the portable generator of
//! Steele, Lea and Flood ("Fast splittable pseudorandom number generators", 2014). A slot draws only a handful of
//! words, so the time to start a stream matters most, and `SplitMix64` starts at once. Its dozen operations are written
//! out here, because a slot is entered every few nanoseconds and `rand_xoshiro` cannot seed one without a function
//! call; a test holds [`Stream`] to `rand_xoshiro::SplitMix64` word for word. `docs/seed-contract.md` has the
//! candidates that were measured, and test vectors.

/// The number of the seed contract: raised whenever the same seed yields other dice.
pub const SEED_CONTRACT: u32 = 1;

/// The master seed of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Seed(pub u64);

/// The index of an encounter in a run, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EncounterIndex(pub u64);

const SEED_OFFSET: u64 = 0x9e37_79b9_7f4a_7c15; // 2^64 / golden ratio, as in SplitMix64
const INDEX_OFFSET: u64 = 0xd1b5_4a32_d192_ed03;
const BRANCH_OFFSET: u64 = 0xa076_1d64_78bd_642f;
const LEG_OFFSET: u64 = 0xe703_7ed1_a0b4_28db;
const SLOT_FACTOR: u64 = 0xf135_7aea_2e62_a9c5;

/// The output function of `SplitMix64`: a bijection in which every input bit reaches every output bit.
#[inline(always)]
pub(crate) const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// The key of a run, derived from its master seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunKey(u64);

impl RunKey {
    /// Derives the key of a run from its master seed.
    #[inline]
    pub const fn new(seed: Seed) -> Self {
        Self(mix(seed.0.wrapping_add(SEED_OFFSET)))
    }

    /// The key of one encounter of the run.
    #[inline(always)]
    pub const fn encounter(self, index: EncounterIndex) -> EncounterKey {
        EncounterKey(mix(self.0 ^ mix(index.0.wrapping_add(INDEX_OFFSET))))
    }
}

/// The key of one encounter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EncounterKey(u64);

impl EncounterKey {
    /// The key of the `k`-th continuation of this encounter after its step `step`. All slots of the continuation are
    /// new.
    #[inline]
    #[must_use]
    pub const fn branch(self, step: u32, k: u32) -> Self {
        let number = (step as u64) << 32 | k as u64;
        Self(mix(self.0 ^ mix(number.wrapping_add(BRANCH_OFFSET))))
    }

    /// The key of the next leg of a day whose present leg has this key; the first leg has that of the encounter. All slots of the
    /// leg are new.
    #[inline]
    #[must_use]
    pub const fn leg(self) -> Self {
        Self(mix(self.0 ^ LEG_OFFSET))
    }

    /// The stream of one slot. `round` 0 is the set-up.
    #[inline(always)]
    pub const fn slot(self, round: u32, actor: u16) -> Stream {
        self.slot_of(RoundOffset::new(round), actor)
    }

    /// The stream of one slot, like [`slot`](Self::slot), but with the arithmetic for the round done once for all its
    /// slots.
    #[inline(always)]
    pub(crate) const fn slot_of(self, round: RoundOffset, actor: u16) -> Stream {
        self.slot_from(round, SlotOffset::new(0, actor))
    }

    /// The stream of a slot, given by its offset from the start of a round.
    #[inline(always)]
    pub(crate) const fn slot_from(self, round: RoundOffset, slot: SlotOffset) -> Stream {
        Stream(self.0 ^ round.0.wrapping_add(slot.0))
    }
}

/// The part of a slot key that depends on the round: the round times 2^16, spread by the multiplier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RoundOffset(u64);

impl RoundOffset {
    const STEP: u64 = SLOT_FACTOR << 16;

    #[inline(always)]
    pub(crate) const fn new(round: u32) -> Self {
        Self((round as u64).wrapping_mul(Self::STEP))
    }

    /// The offset of the next round.
    #[inline(always)]
    pub(crate) const fn next(self) -> Self {
        Self(self.0.wrapping_add(Self::STEP))
    }
}

/// The offset of a slot from the start of a round, which may be earlier than the slot's own round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SlotOffset(u64);

impl SlotOffset {
    /// The offset of the slot of an actor, `rounds` rounds later.
    #[inline(always)]
    pub(crate) const fn new(rounds: u32, actor: u16) -> Self {
        Self(RoundOffset::new(rounds).0.wrapping_add((actor as u64).wrapping_mul(SLOT_FACTOR)))
    }
}

/// The words of one slot: `SplitMix64`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stream(u64);

impl Stream {
    /// The next word.
    #[inline(always)]
    pub const fn next_word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(SEED_OFFSET);
        mix(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    /// The published vectors of `docs/seed-contract.md`: the first two words of a slot.
    #[test]
    fn slots_yield_the_published_words() {
        let words = |seed, index, round, actor| {
            let mut stream = RunKey::new(Seed(seed)).encounter(EncounterIndex(index)).slot(round, actor);
            [stream.next_word(), stream.next_word()]
        };
        let vectors = [
            ((0, 0, 0, 0), [0xfc04_15bd_76a1_fb9c, 0xa432_3f8a_b475_8681]),
            ((1, 0, 0, 0), [0xfa72_c05a_754f_82d5, 0xc887_5d88_2da8_d887]),
            ((1, 1, 0, 0), [0xf642_4fed_b346_15a2, 0xbef5_65a9_d39f_2f22]),
            ((1, 0, 1, 0), [0x57f6_9af3_407a_2a0c, 0xf08b_5168_0b3b_c95d]),
            ((1, 0, 1, 1), [0x3134_2cc8_6541_257d, 0xfbba_cb62_8c13_bc38]),
            ((u64::MAX, u64::MAX, u32::MAX, u16::MAX), [0x6ee4_f455_0d2d_b965, 0xd6a3_694a_3b52_45b0]),
        ];
        for ((seed, index, round, actor), expected) in vectors {
            assert_eq!(
                words(seed, index, round, actor),
                expected,
                "seed {seed} index {index} round {round} actor {actor}"
            );
        }
    }

    /// The published vectors of `docs/seed-contract.md`: the first two words of a slot of a branch.
    #[test]
    fn branches_yield_the_published_words() {
        for ((seed, index, step, k, round, actor), expected) in [
            ((1, 0, 0, 0, 0, 0), [0x2df1_bce1_8523_5e18, 0x3e96_46ed_ed10_93f9]),
            ((1, 0, 3, 0, 2, 1), [0xdde4_04da_ee8d_2764, 0x66d8_ecec_150a_f750]),
            ((1, 0, 3, 1, 2, 1), [0xdef7_dd65_a0c7_1041, 0x14c6_7664_201f_7762]),
            ((7, 123_456_789, 40, 1999, 9, 65), [0x3c1b_004e_6848_c79e, 0x0fa6_f825_30d7_a57a]),
        ] {
            let encounter = RunKey::new(Seed(seed)).encounter(EncounterIndex(index));
            let mut stream = encounter.branch(step, k).slot(round, actor);
            let found = [stream.next_word(), stream.next_word()];
            assert_eq!(found, expected, "seed {seed} index {index} step {step} branch {k} round {round} actor {actor}");
        }
    }

    /// The published vectors of `docs/seed-contract.md`: the first two words of a slot of a later leg.
    #[test]
    fn legs_yield_the_published_words() {
        for ((seed, index, legs, round, actor), expected) in [
            ((1, 0, 1, 0, 0), [0x5693_2108_5422_8688, 0x63da_afb8_b084_630d]),
            ((1, 0, 2, 1, 1), [0x8a91_7b80_60f3_185b, 0xf917_5f0c_ba05_8a3b]),
            ((7, 123_456_789, 1, 3, 65), [0x2ebd_95d0_465d_eae7, 0x80f1_8eac_ead6_4f8b]),
        ] {
            let first = RunKey::new(Seed(seed)).encounter(EncounterIndex(index));
            let mut stream = (0..legs).fold(first, |leg, _| leg.leg()).slot(round, actor);
            let found = [stream.next_word(), stream.next_word()];
            assert_eq!(found, expected, "seed {seed} index {index} after {legs} legs, round {round} actor {actor}");
        }
    }

    #[test]
    fn a_stream_is_the_splitmix64_of_rand_xoshiro() {
        for key in [0, 1, 0x0123_4567_89ab_cdef, u64::MAX] {
            let mut stream = Stream(key);
            let mut reference = SplitMix64::from_seed(key.to_le_bytes());
            for _ in 0..1000 {
                assert_eq!(stream.next_word(), reference.next_u64());
            }
        }
    }

    #[test]
    fn neighbouring_slots_share_no_word() {
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..8 {
            for index in 0..64 {
                for round in 0..16 {
                    for actor in 0..4 {
                        let mut stream = RunKey::new(Seed(seed)).encounter(EncounterIndex(index)).slot(round, actor);
                        for _ in 0..4 {
                            assert!(seen.insert(stream.next_word()), "a word came twice");
                        }
                    }
                }
            }
        }
    }

    /// Flipping any one bit of seed, index, round or actor flips about half of the 64 bits of the first word: over
    /// 256 trials the mean stays within 32 +- 2, where its standard error is 0.25 (false alarm below 1e-12 a bit).
    #[test]
    fn every_input_bit_reaches_the_whole_word() {
        let word = |seed, index, round, actor| {
            RunKey::new(Seed(seed)).encounter(EncounterIndex(index)).slot(round, actor).next_word()
        };
        let mean_flips = |flip: &dyn Fn(u64) -> (u64, u64, u32, u16)| {
            let total: u32 = (0..256)
                .map(|trial| {
                    let (seed, index, round, actor) = flip(trial);
                    (word(seed, index, round, actor) ^ word(trial, trial, 1, 0)).count_ones()
                })
                .sum();
            f64::from(total) / 256.0
        };
        for bit in 0..64 {
            assert!((mean_flips(&|t| (t ^ 1 << bit, t, 1, 0)) - 32.0).abs() < 2.0, "seed bit {bit}");
            assert!((mean_flips(&|t| (t, t ^ 1 << bit, 1, 0)) - 32.0).abs() < 2.0, "index bit {bit}");
        }
        for bit in 0..32 {
            assert!((mean_flips(&|t| (t, t, 1 ^ 1 << bit, 0)) - 32.0).abs() < 2.0, "round bit {bit}");
        }
        for bit in 0..16 {
            assert!((mean_flips(&|t| (t, t, 1, 1 << bit)) - 32.0).abs() < 2.0, "actor bit {bit}");
        }
    }
}
