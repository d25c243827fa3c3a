//! The result of a race: the cells by their distance from the targets, under their values.
//!
//! As JSON: `scenario, system, seed, confidence, margin, encounters, targets, verdict, certainty, reached, at_end,
//! ranking`, and then `measured_again`, or `partial` if an interrupt came before it.

use std::fmt;

use serde::{Serialize, Serializer};

use super::{Dropped, Measured, Race, Ranked, Target, Tuned, Verdict};
use crate::json::{Values, as_text};
use crate::stats::Interval;
use crate::studies::sweep::{Cell, number_of};

/// One scenario in all the cells that race.
pub struct Entrants<'a> {
    /// The scenario's name.
    pub scenario: &'a str,
    /// Its system's name.
    pub system: &'a str,
    /// The values of each cell.
    pub cells: &'a [Cell],
}

/// The result of a race.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tuning {
    /// The scenario's name.
    pub scenario: String,
    /// Its system's name.
    pub system: String,
    /// The master seed.
    pub seed: u64,
    /// The confidence of the race, and of each interval by itself.
    pub confidence: f64,
    /// By how much the first may be farther from the targets than the closest.
    pub margin: f64,
    /// The encounters of all cells and of the second measurement together.
    pub encounters: u64,
    /// The targets.
    pub targets: Vec<Target>,
    /// Whether the first is known to be the closest.
    #[serde(serialize_with = "as_text")]
    pub verdict: Verdict,
    /// The confidence with which the verdict holds; none where an open race is not even half certain.
    pub certainty: Option<f64>,
    /// Whether some cell that may still be the closest is, as far as is known, within the margin of the targets. Where
    /// it is not, the intervals of the distances of all of them lie above the margin: the targets are out of reach.
    pub reached: bool,
    /// The paths of which the first cell has the least or the largest value, where all that were tried are numbers.
    pub at_end: Vec<String>,
    /// The cells still in the race by distance, then the dropped ones, the last dropped first.
    pub ranking: Vec<RankedCell>,
    /// Whether an interrupt came before the race and the second measurement were over.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
    /// The second measurement of the first cell, unless an interrupt came before its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured_again: Option<MeasuredAgain>,
}

/// The result of one cell.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RankedCell {
    /// The varied paths with their values.
    #[serde(serialize_with = "values")]
    pub values: Cell,
    /// Its state in the race.
    #[serde(serialize_with = "as_text")]
    pub status: Status,
    /// Encounters that it played in the race.
    pub encounters: u64,
    /// By target; each interval is valid at every look, but only by itself.
    pub metrics: Vec<MeasuredTarget>,
    /// The weighted distance of its means from the targets.
    pub distance: f64,
    /// The interval of the distance.
    #[serde(flatten)]
    pub interval: Interval,
    /// The cell that it was dropped for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closer: Option<Closer>,
    /// By how much it is farther than the first; none for the first and for dropped cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub behind: Option<Interval>,
}

/// The state of a cell in the race.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Status {
    /// It is the first, and this is the verdict of the race.
    First(Verdict),
    /// It may still be the closest.
    InTheRace,
    /// It is certainly farther from the targets than another.
    Dropped,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First(verdict) => verdict.fmt(f),
            Self::InTheRace => f.write_str("in the race"),
            Self::Dropped => f.write_str("dropped"),
        }
    }
}

/// The word for how a race ended.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Closest => "closest",
            Self::WithinMargin => "within margin",
            Self::Open(_) => "undecided",
        })
    }
}

/// A cell that is certainly closer than one that was dropped.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Closer {
    /// Its values.
    #[serde(serialize_with = "values")]
    pub values: Cell,
    /// By how much it is closer.
    #[serde(flatten)]
    pub interval: Interval,
}

/// The measurement of a target's number.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MeasuredTarget {
    /// The number's full name.
    pub name: String,
    /// Mean, standard deviation and interval.
    #[serde(flatten)]
    pub measured: Measured,
}

/// The measurement of the first cell on fresh encounters. Those of the race flatter it, since it was chosen by them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MeasuredAgain {
    /// The cell's values.
    #[serde(serialize_with = "values")]
    pub values: Cell,
    /// The number of fresh encounters.
    pub encounters: u64,
    /// By target, with intervals for a fixed number of encounters.
    pub metrics: Vec<MeasuredTarget>,
    /// The weighted distance of these means from the targets.
    pub distance: f64,
}

fn values<S: Serializer>(cell: &Cell, serializer: S) -> Result<S::Ok, S::Error> {
    Values(cell).serialize(serializer)
}

impl Tuning {
    /// The varied paths.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.ranking[0].values.iter().map(|(path, _)| path.as_str())
    }

    /// The number of cells but the first that may still be the closest.
    pub fn rivals(&self) -> usize {
        self.ranking.iter().filter(|ranked| ranked.behind.is_some()).count()
    }

    /// The encounters of a plain sweep that gives every cell what the first one got, and the first one as much again on
    /// fresh dice.
    pub fn encounters_without_race(&self) -> u64 {
        self.ranking[0].encounters.saturating_mul(self.ranking.len() as u64 + 1)
    }
}

/// The result of a race of the cells of a scenario.
pub fn tuning(entrants: &Entrants, targets: &[Target], race: &Race, tuned: &Tuned) -> Tuning {
    let naming = Naming { cells: entrants.cells, targets };
    let ranking: Vec<RankedCell> =
        tuned.ranking.iter().enumerate().map(|(index, ranked)| naming.ranked(index, ranked, tuned.verdict)).collect();
    let certainty = match tuned.verdict {
        Verdict::Open(certainty) => certainty,
        Verdict::Closest | Verdict::WithinMargin => Some(race.confidence),
    };
    Tuning {
        scenario: entrants.scenario.to_owned(),
        system: entrants.system.to_owned(),
        seed: race.seed.0,
        confidence: race.confidence,
        margin: race.margin,
        encounters: tuned.encounters,
        targets: targets.to_vec(),
        verdict: tuned.verdict,
        certainty,
        reached: ranking.iter().any(|cell| cell.closer.is_none() && cell.interval.lo <= race.margin),
        at_end: naming.at_end(tuned.ranking[0].cell),
        ranking,
        partial: !tuned.complete,
        measured_again: tuned.complete.then(|| naming.measured_again(tuned)),
    }
}

/// The names of what a race knows by index.
struct Naming<'a> {
    cells: &'a [Cell],
    targets: &'a [Target],
}

impl Naming<'_> {
    fn ranked(&self, index: usize, ranked: &Ranked, verdict: Verdict) -> RankedCell {
        let status = match ranked.dropped {
            _ if index == 0 => Status::First(verdict),
            Some(_) => Status::Dropped,
            None => Status::InTheRace,
        };
        let closer = |Dropped { by, closer }: Dropped| Closer { values: self.cells[by].clone(), interval: closer };
        RankedCell {
            values: self.cells[ranked.cell].clone(),
            status,
            encounters: ranked.encounters,
            metrics: self.measured(&ranked.measured),
            distance: ranked.distance,
            interval: ranked.interval,
            closer: ranked.dropped.map(closer),
            behind: ranked.behind,
        }
    }

    /// The paths of which a cell has the least or the largest of several numbers.
    fn at_end(&self, cell: usize) -> Vec<String> {
        let is_at_end = |index: usize| {
            let number = |cell: &Cell| number_of(&cell[index].1);
            let Some(tried) = self.cells.iter().map(number).collect::<Option<Vec<f64>>>() else { return false };
            let (least, largest) =
                tried.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), &x| (lo.min(x), hi.max(x)));
            least < largest && (tried[cell] <= least || tried[cell] >= largest)
        };
        let paths = self.cells[cell].iter().enumerate();
        paths.filter(|&(index, _)| is_at_end(index)).map(|(_, (path, _))| path.clone()).collect()
    }

    fn measured_again(&self, tuned: &Tuned) -> MeasuredAgain {
        MeasuredAgain {
            values: self.cells[tuned.ranking[0].cell].clone(),
            encounters: tuned.fresh.end - tuned.fresh.start,
            metrics: self.measured(&tuned.remeasured),
            distance: tuned.distance,
        }
    }

    fn measured(&self, measured: &[Measured]) -> Vec<MeasuredTarget> {
        let named = |(target, &measured): (&Target, &Measured)| MeasuredTarget { name: target.name.clone(), measured };
        self.targets.iter().zip(measured).map(named).collect()
    }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::Seed;

    use super::*;
    use crate::json::line;
    use crate::kernel::run::Watch;
    use crate::studies::compare::Recordable;
    use crate::studies::tune::tune;
    use crate::toy::Coin;

    /// A race of coins that win with these probabilities in a thousand, for wins in half of the encounters.
    fn raced(wins: &[u64], max_encounters: u64, watch: &Watch) -> Tuning {
        let coins: Vec<Coin> = wins.iter().map(|&wins| Coin { wins, rounds: 4, dice: 0 }).collect();
        let cells: Vec<Cell> = wins.iter().map(|wins| vec![("coin.wins".to_owned(), wins.to_string())]).collect();
        let fights: Vec<&dyn Recordable> = coins.iter().map(|coin| coin as &dyn Recordable).collect();
        let entrants = Entrants { scenario: "Coins", system: "coin", cells: &cells };
        let race = Race { seed: Seed(3), confidence: 0.95, margin: 0.0, max_encounters };
        let targets = ["party=0.5".parse().expect("a target")];
        tuning(&entrants, &targets, &race, &tune(&fights, &targets, &race, watch).expect("targets of coins"))
    }

    fn values(ranked: &RankedCell) -> &str {
        &ranked.values[0].1
    }

    #[test]
    fn cells_are_ranked_under_their_values() {
        let found = raced(&[300, 480, 900], 10_000_000, &Watch::none());
        assert_eq!([0, 1, 2].map(|index| values(&found.ranking[index])), ["480", "300", "900"]);
        assert_eq!((found.verdict, found.certainty), (Verdict::Closest, Some(0.95)));
        let status: Vec<String> = found.ranking.iter().map(|ranked| ranked.status.to_string()).collect();
        assert_eq!(status, ["closest", "dropped", "dropped"]);
        let closer = found.ranking[1].closer.as_ref().expect("it was dropped for another");
        assert_eq!(closer.values, found.ranking[0].values);
        assert!(closer.interval.lo > 0.0 && found.rivals() == 0);
        let again = found.measured_again.as_ref().expect("nothing interrupted it");
        assert_eq!((&again.values, again.encounters), (&found.ranking[0].values, found.ranking[0].encounters));
        assert_eq!(found.encounters_without_race(), 4 * again.encounters);
        assert_eq!(found.paths().collect::<Vec<_>>(), ["coin.wins"]);
    }

    #[test]
    fn an_open_race_names_its_rivals() {
        let found = raced(&[450, 550, 900], 50_000, &Watch::none());
        assert_eq!((found.verdict.to_string().as_str(), found.rivals()), ("undecided", 1));
        assert_eq!(found.ranking[1].status, Status::InTheRace);
        assert!(found.ranking[1].behind.is_some_and(|behind| behind.contains(0.0)));
    }

    #[test]
    fn a_race_has_the_promised_keys_in_order() {
        let found = raced(&[450, 550, 900], 50_000, &Watch::none());
        let json = line(&found);
        let start = format!(
            r#"{{"scenario":"Coins","system":"coin","seed":3,"confidence":0.95,"margin":0.0,"encounters":{},"targets":[{{"metric":"winners.party","value":0.5,"weight":1.0}}],"verdict":"undecided","certainty":"#,
            found.encounters
        );
        assert!(json.starts_with(&start), "{json}");
        let first = &found.ranking[0];
        let (Interval { lo, hi }, Measured { mean, sd, interval, .. }) = (first.interval, first.metrics[0].measured);
        let cell = format!(
            r#""ranking":[{{"values":{{"coin.wins":{}}},"status":"undecided","encounters":{},"metrics":[{{"name":"winners.party","mean":{mean},"sd":{sd},"lo":{},"hi":{}}}],"distance":{},"lo":{lo},"hi":{hi}}},{{"values""#,
            values(first),
            first.encounters,
            interval.lo,
            interval.hi,
            first.distance
        );
        assert!(json.contains(&cell), "{json}\n{cell}");
        assert!(
            json.contains(r#","behind":{"lo":-0."#) && json.contains(r#","closer":{"values":{"coin.wins":"#),
            "{json}"
        );
        assert!(json.contains(r#"}],"measured_again":{"values":{"coin.wins":"#), "{json}");
    }

    #[test]
    fn a_target_out_of_reach_is_told_from_one_that_may_be_met() {
        let ends = |found: &Tuning| found.at_end.iter().map(String::as_str).collect::<Vec<_>>().concat();
        let met = raced(&[300, 500, 900], 1_000_000, &Watch::none());
        assert_eq!((values(&met.ranking[0]), met.reached, ends(&met).as_str()), ("500", true, ""));
        let missed = raced(&[700, 800, 900], 1_000_000, &Watch::none());
        assert_eq!((values(&missed.ranking[0]), missed.reached, ends(&missed).as_str()), ("700", false, "coin.wins"));
        assert!(missed.ranking[0].interval.lo > missed.margin);
        let alone = raced(&[700], 1_000_000, &Watch::none());
        assert_eq!((alone.reached, ends(&alone).as_str()), (false, ""), "a single value has no ends");
    }

    #[test]
    fn an_interrupted_race_is_partial() {
        let interrupted = Watch { interrupted: &|| true, progress: &|_| () };
        let found = raced(&[450, 550], 50_000, &interrupted);
        assert_eq!((found.partial, &found.measured_again, found.ranking[0].encounters), (true, &None, 0));
        let json = line(&found);
        assert!(
            json.contains(r#""verdict":"undecided","certainty":null,"reached":true,"at_end":["coin.wins"],"ranking""#),
            "{json}"
        );
        assert!(json.ends_with(r#"],"partial":true}"#), "{json}");
    }
}
