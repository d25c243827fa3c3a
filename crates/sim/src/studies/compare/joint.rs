//! Joint counts: what happened on both sides of a comparison, encounter by encounter.

use std::sync::Arc;

use equipoise_engine::Winner;

use crate::ground::JointCount;
use crate::kernel::job::Counts;
use crate::kernel::quantity::{Cast, Kind, Quantity};
use crate::kernel::records::{Column, Records};
use crate::stats::paired::{
    Difference, PairedAmong, PairedSums, mean_among_difference, mean_difference, share_difference, yes_no_difference,
};

/// The quantities that both sides have.
#[derive(Debug)]
pub(crate) struct Common {
    /// Their full names, in the order of the first side.
    names: Arc<[String]>,
    kinds: Vec<Kind>,
    /// On the first side and on the second.
    quantities: Vec<[Quantity; 2]>,
}

impl Common {
    pub(crate) fn new([first, second]: [&Cast; 2]) -> Self {
        let (mut names, mut kinds, mut quantities) = (Vec::new(), Vec::new(), Vec::new());
        for quantity in first.quantities() {
            let name = first.name(quantity);
            let counterpart = second.quantities().into_iter().find(|&candidate| second.name(candidate) == name);
            let is_same_kind = |counterpart: &Quantity| first.kind(quantity) == second.kind(*counterpart);
            let Some(counterpart) = counterpart.filter(is_same_kind) else { continue };
            names.push(name);
            kinds.push(first.kind(quantity));
            quantities.push([quantity, counterpart]);
        }
        Self { names: names.into(), kinds, quantities }
    }

    /// A tally of them without encounters.
    pub(crate) fn tally(&self) -> JointTally {
        let joints = self.kinds.iter().map(|&kind| Joint::new(kind)).collect();
        JointTally { encounters: 0, names: self.names.clone(), joints }
    }
}

/// A quantity on both sides, counted encounter by encounter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Joint {
    Share(JointCount),
    Mean(PairedSums),
    YesNo(JointCount),
    MeanAmong(Box<PairedAmong>),
}

impl Joint {
    pub(crate) fn new(kind: Kind) -> Self {
        match kind {
            Kind::Share => Self::Share(JointCount::default()),
            Kind::Mean => Self::Mean(PairedSums::default()),
            Kind::YesNo => Self::YesNo(JointCount::default()),
            Kind::MeanAmong => Self::MeanAmong(Box::default()),
        }
    }

    pub(crate) const fn kind(&self) -> Kind {
        match self {
            Self::Share(_) => Kind::Share,
            Self::Mean(_) => Kind::Mean,
            Self::YesNo(_) => Kind::YesNo,
            Self::MeanAmong(_) => Kind::MeanAmong,
        }
    }

    /// The counts, as [`from_counts`](Self::from_counts) reads them.
    pub(crate) fn counts(&self) -> Vec<u128> {
        match self {
            Self::Share(count) | Self::YesNo(count) => count.counts(),
            Self::Mean(sums) => sums.counts(),
            Self::MeanAmong(sums) => sums.counts(),
        }
    }

    /// The counts of so many encounters; `None` if no encounters can have them.
    pub(crate) fn from_counts(kind: Kind, counts: &[u128], encounters: u64) -> Option<Self> {
        match kind {
            Kind::Share => JointCount::from_counts(counts, encounters).map(Self::Share),
            Kind::Mean => PairedSums::from_counts(counts, encounters).map(Self::Mean),
            Kind::YesNo => JointCount::from_counts(counts, encounters).map(Self::YesNo),
            Kind::MeanAmong => PairedAmong::from_counts(counts, encounters).map(|sums| Self::MeanAmong(Box::new(sums))),
        }
    }

    /// Adds the encounters of two columns, the same indices in the same order.
    pub(crate) fn add(&mut self, [first, second]: &[Column; 2]) {
        match self {
            Self::Share(count) | Self::YesNo(count) => count.add(&first.values, &second.values),
            Self::Mean(sums) => {
                first.values.iter().zip(&second.values).for_each(|(&first, &second)| sums.add(first, second));
            }
            Self::MeanAmong(sums) => {
                first.optional().zip(second.optional()).for_each(|(first, second)| sums.add(first, second));
            }
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        match (self, other) {
            (Self::Share(mine), Self::Share(theirs)) | (Self::YesNo(mine), Self::YesNo(theirs)) => mine.merge(theirs),
            (Self::Mean(mine), Self::Mean(theirs)) => mine.merge(theirs),
            (Self::MeanAmong(mine), Self::MeanAmong(theirs)) => mine.merge(theirs),
            _ => unreachable!("tallies of one comparison"),
        }
    }

    /// None where a side never has the number.
    pub(crate) fn difference(&self, name: &str, confidence: f64) -> Option<Difference> {
        let name = name.to_owned();
        match self {
            Self::Share(count) => Some(share_difference(name, count, confidence)),
            Self::Mean(sums) => Some(mean_difference(name, sums, confidence)),
            Self::YesNo(count) => Some(yes_no_difference(name, count, confidence)),
            Self::MeanAmong(sums) => mean_among_difference(name, sums, confidence),
        }
    }
}

/// Everything that a comparison counts: integers only, so that the order of merging cannot change a result.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct JointTally {
    /// Encounters played on both sides.
    pub encounters: u64,
    /// The full names of the quantities that both sides have, in the order of the first.
    pub(crate) names: Arc<[String]>,
    pub(crate) joints: Vec<Joint>,
}

impl JointTally {
    /// Adds the encounters that both sides have recorded, the same indices in the same order. `each` is shown both
    /// columns of every quantity.
    pub(super) fn add(
        &mut self,
        common: &Common,
        records: &[Records; 2],
        columns: &mut [Column; 2],
        mut each: impl FnMut(&[Column; 2]),
    ) {
        self.encounters += records[0].len() as u64;
        for (joint, quantities) in self.joints.iter_mut().zip(&common.quantities) {
            for ((records, column), quantity) in records.iter().zip(columns.iter_mut()).zip(*quantities) {
                records.read(quantity, column);
            }
            each(columns);
            joint.add(columns);
        }
    }

    /// The number of quantities that both sides have.
    pub fn width(&self) -> usize {
        self.names.len()
    }

    /// The joint count of one winner.
    pub fn won(&self, winner: Winner) -> JointCount {
        let name = format!("winners.{winner}");
        match self.names.iter().position(|known| *known == name).map(|index| &self.joints[index]) {
            Some(Joint::Share(count)) => *count,
            _ => unreachable!("every scenario has every winner, as a share"),
        }
    }

    /// The difference of every quantity that both sides have, by its [name](Cast::name), in the order of the first.
    /// `confidence`, in 0..1, is that of every interval by itself. A mean among encounters that have a number is left out
    /// where a side has none.
    pub fn differences(&self, confidence: f64) -> Vec<Difference> {
        let joints = self.names.iter().zip(&self.joints);
        joints.filter_map(|(name, joint)| joint.difference(name, confidence)).collect()
    }
}

impl Counts for JointTally {
    fn encounters(&self) -> u64 {
        self.encounters
    }

    fn merge(&mut self, other: &Self) {
        self.encounters += other.encounters;
        self.joints.iter_mut().zip(&other.joints).for_each(|(mine, theirs)| mine.merge(theirs));
    }

    fn without_counts(&self) -> Self {
        let joints = self.joints.iter().map(|joint| Joint::new(joint.kind())).collect();
        Self { encounters: 0, names: self.names.clone(), joints }
    }
}
