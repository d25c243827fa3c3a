//! The results of combatants that one entry stands for.

use equipoise_engine::{EndState, Side};

use super::{Estimate, Mean, Share};
use crate::kernel::groups::Group;
use crate::kernel::quantity::{Cast, Quantity};

/// The results of the combatants of an entry with a `count` above 1, together.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupReport {
    /// The id of the entry.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// The ids of its members, in listed order.
    pub members: Vec<String>,
    /// By [`EndState`].
    pub end_states: [OfGroup; 4],
}

/// The members of a group that ended in one state.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OfGroup {
    /// The mean number of such members.
    pub number: Mean,
    /// The encounters in which there is at least one.
    pub any: Share,
}

impl OfGroup {
    /// One of the two as the results of a quantity.
    pub const fn estimate(&self, is_any: bool) -> Estimate {
        if is_any { Estimate::Share(self.any) } else { Estimate::Mean(self.number) }
    }
}

/// The results of the groups of a cast.
pub(super) fn reports(cast: &Cast, estimate: impl Fn(Quantity) -> Estimate) -> Vec<GroupReport> {
    let of_end = |group: usize, end: EndState| {
        let both = [false, true].map(|is_any| estimate(Quantity::Group { group, end, is_any }));
        let [Estimate::Mean(number), Estimate::Share(any)] = both else { unreachable!("a mean and a share") };
        OfGroup { number, any }
    };
    let report = |(group, Group { name, members }): (usize, &Group)| {
        let members = &cast.combatants[members.clone()];
        GroupReport {
            name: name.clone(),
            // All members have the side of their entry.
            side: members[0].1,
            members: members.iter().map(|(id, _)| id.clone()).collect(),
            end_states: EndState::ALL.map(|end| of_end(group, end)),
        }
    };
    cast.groups.iter().enumerate().map(report).collect()
}
