//! The numbers that an encounter yields, by name: what targets are about, and what differences are ranked by.

use equipoise_engine::{Combatant, EndState, Metric, Side, Winner};

use crate::studies::compare::{Recordable, Records};

/// One number that every encounter yields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measure {
    /// 1 when this is the winner, otherwise 0.
    Winner(Winner),
    /// The number of rounds.
    Rounds,
    /// 1 when a combatant ended in this state, otherwise 0.
    End {
        /// The combatant's index in listed order.
        combatant: usize,
        /// The end state.
        end: EndState,
    },
    /// A metric, by its index in report order.
    Metric(usize),
    /// 1 when any of these combatants died, otherwise 0.
    AnyDead(Vec<usize>),
    /// 1 when none of these combatants was left standing, otherwise 0.
    AllOut(Vec<usize>),
}

/// The full form of a name: `party` means `winners.party` (and so for every winner), `rounds` means `rounds.mean`; the
/// two names of the party as a whole are full already, and any other word is taken for a metric.
pub fn full_name(name: &str) -> String {
    match name {
        "rounds" => "rounds.mean".to_owned(),
        "party_any_dead" | "party_all_out" => name.to_owned(),
        _ if Winner::ALL.iter().any(|winner| winner.name() == name) => format!("winners.{name}"),
        _ if name.contains('.') => name.to_owned(),
        _ => format!("metrics.{name}"),
    }
}

impl Measure {
    /// The number that has this name in a scenario, if there is one: `winners.party`, `rounds.mean`, `combatants.warden.dead`,
    /// `metrics.criticals`, `party_any_dead`, `party_all_out`, or a short form of [`full_name`].
    pub fn find(name: &str, scenario: &dyn Recordable) -> Option<Self> {
        let (combatants, metrics) = (scenario.combatants(), scenario.metrics());
        let name = full_name(name);
        match name.as_str() {
            "rounds.mean" => return Some(Self::Rounds),
            "party_any_dead" => return Some(Self::AnyDead(party(combatants))),
            "party_all_out" => return Some(Self::AllOut(party(combatants))),
            _ => {}
        }
        let (group, rest) = name.split_once('.')?;
        match group {
            "winners" => Winner::ALL.into_iter().find(|winner| winner.name() == rest).map(Self::Winner),
            "metrics" => metrics.iter().position(|metric| metric.name == rest).map(Self::Metric),
            "combatants" => {
                let (id, end) = rest.rsplit_once('.')?;
                let combatant = combatants.iter().position(|combatant| combatant.id == id)?;
                let end = EndState::ALL.into_iter().find(|candidate| candidate.name() == end)?;
                Some(Self::End { combatant, end })
            }
            _ => None,
        }
    }

    /// The full name of every number that [`find`](Self::find) finds in a scenario, in report order.
    pub fn names(combatants: &[Combatant], metrics: &[Metric]) -> Vec<String> {
        let ends = |combatant: &Combatant| {
            let id = combatant.id.clone();
            EndState::ALL.map(|end| format!("combatants.{id}.{end}"))
        };
        let winners = Winner::ALL.map(|winner| format!("winners.{winner}"));
        let mut names: Vec<String> = winners.into();
        names.push("rounds.mean".to_owned());
        names.extend(combatants.iter().flat_map(ends));
        names.extend(metrics.iter().map(|metric| format!("metrics.{}", metric.name)));
        names.extend(["party_any_dead", "party_all_out"].map(str::to_owned));
        names
    }

    /// Whether it is 0 or 1 in every encounter, so that its mean is a share.
    pub const fn is_share(&self) -> bool {
        !matches!(self, Self::Rounds | Self::Metric(_))
    }

    /// Appends its value in each of the recorded encounters of a scenario with so many combatants and metrics.
    pub(crate) fn values(&self, records: &Records, [combatants, metrics]: [usize; 2], values: &mut Vec<u32>) {
        // A chunk cannot be empty; without combatants or metrics the records hold none, and no measure asks for one.
        let ends = || records.ends.chunks_exact(combatants.max(1));
        match self {
            Self::Winner(winner) => values.extend(records.winners.iter().map(|won| u32::from(won == winner))),
            Self::Rounds => values.extend(&records.rounds),
            Self::End { combatant, end } => {
                values.extend(ends().map(|ends| u32::from(ends[*combatant] == *end)));
            }
            Self::Metric(metric) => {
                values.extend(records.counts.chunks_exact(metrics.max(1)).map(|counts| counts[*metric]));
            }
            Self::AnyDead(members) => {
                let any_dead = |ends: &[EndState]| members.iter().any(|&member| ends[member] == EndState::Dead);
                values.extend(ends().map(|ends| u32::from(any_dead(ends))));
            }
            Self::AllOut(members) => {
                let all_out = |ends: &[EndState]| members.iter().all(|&member| ends[member] != EndState::Standing);
                values.extend(ends().map(|ends| u32::from(all_out(ends))));
            }
        }
    }
}

/// The indices of the party's members.
pub(crate) fn party(combatants: &[Combatant]) -> Vec<usize> {
    (0..combatants.len()).filter(|&index| combatants[index].side == Side::Party).collect()
}

#[cfg(test)]
mod tests {
    use equipoise_engine::Seed;

    use super::*;
    use crate::kernel::run::{Plan, Watch, run};
    use crate::toy::Toy;
    use crate::{Intervals, Report};

    /// The mean of every named number is the one that a report of the same encounters has under that name.
    #[test]
    fn names_mean_the_same_as_in_reports() {
        let rules = Toy::new();
        let report = {
            let run = run(&rules, &Plan::new(Seed(4), 0..5000), &Watch::none());
            Report::sampled("Toy", &rules, &run, Seed(4), 0.95, Intervals::Fixed)
        };
        let mut records = Records::default();
        Recordable::record(&rules, Seed(4), 0..5000, &mut records);
        let mean = |name: &str| {
            let measure = Measure::find(name, &rules).expect("a name");
            let mut values = Vec::new();
            measure.values(&records, [3, 2], &mut values);
            assert_eq!(values.len(), 5000, "{name}");
            assert!(!measure.is_share() || values.iter().all(|&value| value <= 1), "{name}");
            values.iter().map(|&value| f64::from(value)).sum::<f64>() / 5000.0
        };
        let mut expected: Vec<f64> = report.winners.iter().map(|share| share.share).collect();
        expected.push(report.rounds.mean.mean);
        expected.extend(
            report.combatants.iter().flat_map(|combatant| combatant.end_states.iter().map(|share| share.share)),
        );
        expected.extend(report.metrics.iter().map(|metric| metric.mean.mean));
        expected.extend([report.party_any_dead.share, report.party_all_out.share]);
        let names = Measure::names(Recordable::combatants(&rules), Recordable::metrics(&rules));
        let found: Vec<f64> = names.iter().map(|name| mean(name)).collect();
        assert_eq!(found, expected);
        for (short, full) in [("party", "winners.party"), ("rounds", "rounds.mean"), ("sixes", "metrics.sixes")] {
            assert_eq!(Measure::find(short, &rules), Measure::find(full, &rules));
        }
    }

    #[test]
    fn any_other_name_is_unknown() {
        for name in ["", ".", "winners", "winners.ann", "combatants.ann", "combatants.zoe.dead", "metrics.", "rolls.x"]
        {
            assert_eq!(Measure::find(name, &Toy::new()), None, "{name}");
        }
    }
}
