//! The groups of a shard, and the checks on those that are read.

use equipoise_engine::EndState;
use serde::{Deserialize, Serialize};

use super::format::{FileCombatant, demand};
use crate::kernel::groups::{Group, GroupCounts};
use crate::kernel::tally::Tally;

/// Combatants that one entry stands for, together.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileGroup {
    /// The id of the entry.
    name: String,
    /// The index of its first member, whom the others follow.
    first: usize,
    /// Encounters by number of members, from none to all, and by end state.
    encounters: Vec<[u64; 4]>,
}

impl FileGroup {
    /// The groups of a tally.
    pub(super) fn of(tally: &Tally) -> Vec<Self> {
        let group = |(Group { name, members }, encounters): (&Group, &Vec<[u64; 4]>)| Self {
            name: name.clone(),
            first: members.start,
            encounters: encounters.clone(),
        };
        tally.cast().groups.iter().zip(&tally.groups.encounters).map(group).collect()
    }

    /// The group: its name and its members.
    pub(super) fn group(&self) -> Group {
        let end = self.first.saturating_add(self.encounters.len().saturating_sub(1));
        Group { name: self.name.clone(), members: self.first..end }
    }
}

/// The counts of groups.
pub(super) fn counts(groups: &[FileGroup]) -> GroupCounts {
    GroupCounts { encounters: groups.iter().map(|group| group.encounters.clone()).collect() }
}

/// Checks that groups are combatants of one side, none of them in two groups, and that their counts can be those of
/// `encounters` encounters in which their members ended as they did: all ends together are those of the members, and at
/// least one ends in a state as often as the member who does so most, and all do at most as often as the one who does
/// so least.
pub(super) fn check(groups: &[FileGroup], combatants: &[FileCombatant], encounters: u128) -> Result<(), String> {
    let mut free = 0;
    for (index, file) in groups.iter().enumerate() {
        let Group { name, members } = file.group();
        let is_known = groups[..index].iter().any(|known| known.name == name);
        let listed = combatants.get(members.clone()).unwrap_or_default();
        let is_of_one_side = listed.windows(2).all(|pair| pair[0].side() == pair[1].side());
        demand(!is_known && listed.len() >= 2 && members.start >= free && is_of_one_side, || {
            format!("the group {name} of the combatants {members:?}")
        })?;
        free = members.end;
        for end in EndState::ALL {
            let by_number = || file.encounters.iter().map(|row| u128::from(row[end.index()]));
            let of_members = || listed.iter().map(|member| u128::from(member.ends[end.index()]));
            let counted: u128 = by_number().sum();
            let numbers: u128 =
                by_number().zip(0..).map(|(encounters, number)| encounters.saturating_mul(number)).sum();
            let (any, all) = (by_number().skip(1).sum::<u128>(), by_number().next_back().unwrap_or(0));
            let possible = counted == encounters
                && numbers == of_members().sum::<u128>()
                && any >= of_members().max().unwrap_or(0)
                && all <= of_members().min().unwrap_or(0);
            demand(possible, || format!("the counts of {name} {end}, against those of its members"))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::{Value, json};

    use crate::kernel::run::{Plan, Watch, run};
    use crate::record::shard::tests::{SEED, merge, of_toy, unsealed};
    use crate::record::{Shard, ShardError};
    use crate::studies::report::{Intervals, Report};
    use crate::toy::Toy;

    fn shard(range: std::ops::Range<u64>) -> Shard {
        of_toy(&Toy::with_pair(), range)
    }

    fn parse(text: &str) -> Result<Shard, ShardError> {
        Shard::parse(Path::new("hostile.json"), text.as_bytes())
    }

    #[test]
    fn joined_shards_have_the_groups_of_the_run() {
        let pieces = [0..0, 700..1000, 0..1, 1..700].map(|range| parse(&shard(range).text()).expect("our own text"));
        let joined = merge(pieces).expect("pieces of one run");
        assert_eq!(joined, shard(0..1000));
        let rules = Toy::with_pair();
        let run = run(&rules, &Plan::new(SEED, 0..1000), &Watch::none());
        let report = Report::sampled("Toy", &rules, &run, SEED, 0.9, Intervals::Fixed);
        assert_eq!((Report::from_shard(&joined, 0.9), report.groups.len()), (report, 1));
    }

    #[test]
    fn groups_that_cannot_be_are_refused() {
        type Change = fn(&mut Value);
        let changes: [(Change, &str); 11] = [
            (|file| file["groups"] = json!(null), "expected a sequence"),
            (|file| file["groups"][0]["first"] = json!(1), "the group pair of the combatants 1..3"),
            (|file| file["groups"][0]["first"] = json!(2), "the group pair of the combatants 2..4"),
            (|file| file["groups"][0]["first"] = json!(u64::MAX), "the group pair"),
            (|file| file["groups"][0]["encounters"] = json!([]), "the group pair of the combatants 0..0"),
            (
                |file| file["groups"][0]["encounters"] = json!([[0, 0, 0, 0], [0, 0, 0, 0]]),
                "the group pair of the combatants 0..1",
            ),
            (
                |file| {
                    let again = file["groups"][0].clone();
                    file["groups"].as_array_mut().expect("a list").push(again);
                },
                "the group pair of the combatants 0..2",
            ),
            (|file| file["groups"][0]["encounters"][0][3] = json!(u64::MAX), "the counts of pair dead"),
            // Moves a pair of deaths to single ones.
            (
                |file| {
                    let rows = &mut file["groups"][0]["encounters"];
                    let add = |value: &mut Value, by: i64| *value = json!(value.as_i64().expect("a number") + by);
                    add(&mut rows[0][3], 1);
                    add(&mut rows[1][3], -1);
                },
                "the counts of pair dead",
            ),
            // With the sums of the members, but with both standing more often than one of them is.
            (
                |file| {
                    let stood: Vec<u64> = (0..2)
                        .map(|member| file["combatants"][member]["ends"][0].as_u64().expect("a number"))
                        .collect();
                    let all = stood.iter().min().expect("two") + 1;
                    let one = stood.iter().sum::<u64>() - 2 * all;
                    let rows = &mut file["groups"][0]["encounters"];
                    (rows[2][0], rows[1][0], rows[0][0]) = (json!(all), json!(one), json!(490 - all - one));
                },
                "the counts of pair standing",
            ),
            (|file| file["groups"][0]["names"] = json!([]), "unknown field"),
        ];
        for (change, message) in changes {
            let mut file = unsealed(&shard(10..500).text());
            change(&mut file);
            let error = parse(&file.to_string()).expect_err(message);
            let told = format!("{error}: {:?}", std::error::Error::source(&error).map(ToString::to_string));
            assert!(told.contains(message), "{told} instead of {message}");
        }
    }
}
