//! Verdicts on the Tests of attacks, precomputed for every face when the scenario is compiled (ZONES-26 to ZONES-29).

use super::resolve::Edge;
use super::{Attack, Tester};
use crate::outcome::Side;

/// The result of the Test of an attack.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Verdict(u8);

impl Verdict {
    /// The verdict of a hit without a Test.
    pub(super) const CERTAIN: Self = Self::new(true, false, false);

    const fn new(hits: bool, is_multiplied: bool, is_marked: bool) -> Self {
        Self(hits as u8 | (is_multiplied as u8) << 1 | (is_marked as u8) << 2)
    }

    /// Whether the attack hits, or the spell or stunt succeeds.
    #[inline]
    pub(super) const fn hits(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether damage is multiplied (ZONES-26, ZONES-27).
    #[inline]
    pub(super) const fn is_multiplied(self) -> bool {
        self.0 & 2 != 0
    }

    /// Whether a usage is marked (ZONES-28).
    #[inline]
    pub(super) const fn is_marked(self) -> bool {
        self.0 & 4 != 0
    }

    /// The rules that it follows, for an attack of this side (ZONES-26 to ZONES-28).
    pub(super) fn rules(self, side: Side) -> impl Iterator<Item = &'static str> {
        let multiplied = if side == Side::Party { "ZONES-26" } else { "ZONES-27" };
        let rules = [(self.is_multiplied(), multiplied), (self.is_marked(), "ZONES-28")];
        rules.into_iter().filter(|(applies, _)| *applies).map(|(_, rule)| rule)
    }
}

/// The effects of naturals beside multiplied damage.
#[derive(Debug, Clone, Copy)]
pub(super) struct Naturals {
    /// The knob `naturals_decide`: a natural that multiplies hits whatever the sum (ZONES-26, ZONES-27).
    pub(super) decide: bool,
    /// The knob `natural_one_misses` (ZONES-28).
    pub(super) one_misses: bool,
}

/// The index of the row with an attack's verdicts on one target.
pub(super) type Row = u16;

/// The bits of an index for a natural, and for the least natural that passes: 1 to 21.
const BITS: u16 = 5;
/// The number of kinds of attack: one bit each for whether the target makes the Test, whether it is a strike, and
/// whether it is marked.
const KINDS: usize = 8;

/// The verdicts of a scenario, by kind of attack, by least natural that passes, and by natural.
#[derive(Clone)]
pub(super) struct Verdicts {
    all: Box<[Verdict; KINDS << (2 * BITS)]>,
    /// The [`Chances`] of each row, by [`Edge`].
    chances: Box<[[Chances; 3]; KINDS << BITS]>,
}

/// The chances of the verdicts of a row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Chances {
    /// In 400ths: those of a hit without and with the multiplier.
    pub(super) hits: [u16; 2],
}

impl std::fmt::Debug for Verdicts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Verdicts").finish_non_exhaustive()
    }
}

impl Verdicts {
    /// The verdicts under the given knobs.
    pub(super) fn new(knobs: Naturals) -> Self {
        let mut all = Box::new([Verdict::default(); KINDS << (2 * BITS)]);
        let mut chances = Box::new([[Chances::default(); 3]; KINDS << BITS]);
        for kind in 0..KINDS as u16 {
            for needed in 1..=21 {
                for natural in 1..=20 {
                    let (row, verdict) = (usize::from(kind << BITS | needed), judge(kind, natural, needed, knobs));
                    all[(row << BITS) + usize::from(natural)] = verdict;
                    for edge in [Edge::Disadvantage, Edge::None, Edge::Advantage].into_iter().filter(|_| verdict.hits())
                    {
                        let hits = &mut chances[row][edge as usize].hits;
                        hits[usize::from(verdict.is_multiplied())] += edge.weight(natural);
                    }
                }
            }
        }
        Self { all, chances }
    }

    /// The row of an attack whose Test is passed by naturals from `needed` on.
    pub(super) fn row(attack: &Attack, needed: i16) -> Row {
        let is_avoided = matches!(attack.tester, Tester::Target { .. });
        let kind = u16::from(is_avoided) | u16::from(attack.is_strike) << 1 | u16::from(attack.is_marked) << 2;
        (kind << BITS | needed.clamp(1, 21) as u16) << BITS
    }

    /// The verdict on a natural.
    #[inline]
    pub(super) fn of(&self, row: Row, natural: i32) -> Verdict {
        self.all[(usize::from(row) + natural as usize) % self.all.len()]
    }

    /// The chances of a row under Advantage, Disadvantage or neither; without a Test, a plain hit is certain.
    pub(super) fn chances(&self, row: Row, edge: Option<Edge>) -> Chances {
        edge.map_or(Chances { hits: [400, 0] }, |edge| self.chances[usize::from(row) >> BITS][edge as usize])
    }
}

/// The verdict on a natural (ZONES-26 to ZONES-29).
const fn judge(kind: u16, natural: u16, needed: u16, knobs: Naturals) -> Verdict {
    let [is_avoided, is_strike, is_marked] = [kind & 1 != 0, kind & 2 != 0, kind & 4 != 0];
    let hits_by_sum = (natural >= needed) != is_avoided;
    let is_special = is_strike && natural == if is_avoided { 1 } else { 20 };
    let is_multiplied = is_special && (hits_by_sum || knobs.decide);
    let misses = knobs.one_misses && is_strike && !is_avoided && natural == 1;
    Verdict::new(hits_by_sum && !misses || is_multiplied, is_multiplied, is_marked && natural == 1)
}
