//! Numbers of an encounter by their names: what is tuned, watched and ranked by.

use equipoise_engine::{Combatant, EndState, Metric, Side, Winner};

use crate::compare::{Recordable, Records};

/// One number that every encounter yields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measure {
    /// Whether this was the winner.
    Winner(Winner),
    /// How many rounds there were.
    Rounds,
    /// Whether a combatant, by its place in listed order, ended so.
    End {
        /// Which combatant.
        place: usize,
        /// Which end.
        end: EndState,
    },
    /// A metric, by its place in report order.
    Metric(usize),
    /// Whether any of these died.
    AnyDead(Vec<usize>),
    /// Whether none of these was left standing.
    AllOut(Vec<usize>),
}

/// The name in full: `party` means `winners.party`, `rounds` means `rounds.mean`, and any other word that is not about the
/// party as a whole is a metric.
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
    /// The number of that name among what a scenario has: `winners.party`, `rounds.mean`, `combatants.warden.dead`,
    /// `metrics.criticals`, `party_any_dead`, `party_all_out`, or short as in [`full_name`].
    pub fn find(name: &str, side: &dyn Recordable) -> Option<Self> {
        let (combatants, metrics) = (side.combatants(), side.metrics());
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
                let place = combatants.iter().position(|combatant| combatant.id == id)?;
                let end = EndState::ALL.into_iter().find(|known| known.name() == end)?;
                Some(Self::End { place, end })
            }
            _ => None,
        }
    }

    /// Every name that [`find`](Self::find) knows of a scenario, in report order.
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

    /// Whether it can be 0 and 1 alone, so that its mean is a share.
    pub const fn is_share(&self) -> bool {
        !matches!(self, Self::Rounds | Self::Metric(_))
    }

    /// Its value in each of the recorded encounters of a scenario with so many combatants and metrics.
    pub(crate) fn values(&self, records: &Records, [combatants, metrics]: [usize; 2], values: &mut Vec<u32>) {
        let is = |so: bool| u32::from(so);
        let ends = || records.ends.chunks_exact(combatants.max(1));
        match self {
            Self::Winner(winner) => values.extend(records.winners.iter().map(|other| is(other == winner))),
            Self::Rounds => values.extend(&records.rounds),
            Self::End { place, end } => values.extend(ends().map(|ends| is(ends[*place] == *end))),
            Self::Metric(place) => {
                values.extend(records.counts.chunks_exact(metrics.max(1)).map(|counts| counts[*place]));
            }
            Self::AnyDead(who) => {
                values.extend(ends().map(|ends| is(who.iter().any(|&at| ends[at] == EndState::Dead))));
            }
            Self::AllOut(who) => {
                values.extend(ends().map(|ends| is(who.iter().all(|&at| ends[at] != EndState::Standing))));
            }
        }
    }
}

/// The places of the party.
pub(crate) fn party(combatants: &[Combatant]) -> Vec<usize> {
    (0..combatants.len()).filter(|&at| combatants[at].side == Side::Party).collect()
}

#[cfg(test)]
mod tests {
    use equipoise_engine::Seed;

    use super::*;
    use crate::run::{Plan, Watch, run};
    use crate::toy::Toy;
    use crate::{Intervals, Report};

    /// Every name yields the number that a report of the same encounters has under it.
    #[test]
    fn names_mean_what_reports_say() {
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
        expected.extend(report.combatants.iter().flat_map(|one| one.end_states.iter().map(|share| share.share)));
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
    fn other_names_are_unknown() {
        for name in ["", ".", "winners", "winners.ann", "combatants.ann", "combatants.zoe.dead", "metrics.", "rolls.x"]
        {
            assert_eq!(Measure::find(name, &Toy::new()), None, "{name}");
        }
    }
}
