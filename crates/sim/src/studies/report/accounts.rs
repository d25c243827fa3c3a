//! Accounts in the results: who did what, with what, and to whom.

use equipoise_engine::Side;
use equipoise_engine::accounts::PREFIX;

use super::{Intervals, Mean, Method, MetricReport, Report, Share, exact_share};
use crate::stats::{interval, sequence};

/// One number of accounts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entry<'a> {
    /// The full name, `accounts.knight.sword.damage`.
    pub name: &'a str,
    /// The id of the combatant that did it; empty where it is of none.
    pub combatant: &'a str,
    /// The scope of the count.
    pub of: Of<'a>,
    /// The measure, such as `uses` or `damage`.
    pub measure: &'a str,
    /// The mean per encounter.
    pub mean: Mean,
}

/// The scope of a number of accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of<'a> {
    /// All that the combatant did and lost.
    All,
    /// One of its means.
    Means(&'a str),
    /// All that it did to another combatant, of this id.
    Target(&'a str),
    /// The fights in which a side, of this name, acts first; of no combatant.
    First(&'a str),
}

impl<'a> Entry<'a> {
    /// The number of a metric; `None` if it is none of accounts, or is between two combatants and 0 in every encounter.
    pub(super) fn of(metric: &'a MetricReport) -> Option<Self> {
        let parts: Vec<&str> = metric.name.strip_prefix(PREFIX)?.split('.').collect();
        let (combatant, of, measure) = match parts[..] {
            ["first", side, measure @ ("acts" | "wins")] => ("", Of::First(side), measure),
            [combatant, measure] => (combatant, Of::All, measure),
            [combatant, means, measure] => (combatant, Of::Means(means), measure),
            [combatant, "against", target, measure] => (combatant, Of::Target(target), measure),
            _ => return None,
        };
        let mean = metric.mean;
        let is_there = !matches!(of, Of::Target(_)) || mean.mean > 0.0;
        is_there.then_some(Self { name: &metric.name, combatant, of, measure, mean })
    }

    /// The name of the means, if it is that of one.
    pub const fn means(&self) -> Option<&'a str> {
        if let Of::Means(means) = self.of { Some(means) } else { None }
    }

    /// The id of the target, if it is between two combatants.
    pub const fn target(&self) -> Option<&'a str> {
        if let Of::Target(target) = self.of { Some(target) } else { None }
    }
}

/// A means of a combatant with its numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct ByMeans<'a> {
    /// The id of the combatant.
    pub combatant: &'a str,
    /// The side of the combatant.
    pub side: Side,
    /// The name of the means.
    pub means: &'a str,
    entries: Vec<Entry<'a>>,
}

impl ByMeans<'_> {
    /// The mean of a measure, such as `uses`; `None` if it is 0 or not known.
    pub fn mean(&self, measure: &str) -> Option<Mean> {
        let entry = self.entries.iter().find(|entry| entry.measure == measure);
        entry.map(|entry| entry.mean).filter(|mean| mean.mean > 0.0)
    }

    /// The points that it dealt, of all these kinds.
    fn dealt(&self, harms: &[&str]) -> f64 {
        harms.iter().filter_map(|harm| self.mean(harm)).map(|mean| mean.mean).sum()
    }
}

impl Report {
    /// The means that did anything in some of the accounts, by side and then by the points that they dealt.
    pub fn by_means<'a>(&'a self, accounts: &[Entry<'a>]) -> Vec<ByMeans<'a>> {
        let side_of = |id: &str| self.combatants.iter().find(|combatant| combatant.id == id).map(|found| found.side);
        let mut all: Vec<ByMeans> = Vec::new();
        for &entry in accounts {
            let (Some(means), Some(side)) = (entry.means(), side_of(entry.combatant)) else { continue };
            match all.last_mut() {
                Some(last) if last.combatant == entry.combatant && last.means == means => last.entries.push(entry),
                _ => all.push(ByMeans { combatant: entry.combatant, side, means, entries: vec![entry] }),
            }
        }
        all.retain(|one| one.entries.iter().any(|entry| entry.mean.mean > 0.0));
        let harms = self.harms();
        all.sort_by(|a, b| a.side.cmp(&b.side).then(b.dealt(&harms).total_cmp(&a.dealt(&harms))));
        all
    }

    /// The part of the points of a kind that a side dealt, as a share of all that it dealt; `None` if the means dealt none, or is a cause
    /// and so no deed of the side.
    pub fn part_of_side(&self, of: &ByMeans, harm: &str) -> Option<f64> {
        let dealt = of.mean(harm)?;
        let is_of_side =
            |id: &str| self.combatants.iter().any(|combatant| combatant.id == id && combatant.side == of.side);
        let all = self.accounts().into_iter().filter(|entry| entry.of == Of::All && entry.measure == harm);
        let total: f64 = all.filter(|entry| is_of_side(entry.combatant)).map(|entry| entry.mean.mean).sum();
        // A cause is never used, and no deed of its combatant.
        let is_deed = ["uses", "times"].iter().any(|measure| of.mean(measure).is_some());
        (is_deed && total > 0.0).then(|| dealt.mean / total)
    }

    /// The kinds of points that accounts have amounts of, such as `damage`.
    pub fn harms(&self) -> Vec<&str> {
        let mut harms: Vec<&str> = Vec::new();
        for entry in self.accounts() {
            if let (Of::All, Some(harm)) = (entry.of, entry.measure.strip_suffix("_beyond"))
                && !harms.contains(&harm)
            {
                harms.push(harm);
            }
        }
        harms
    }

    /// By side: the share of encounters in which it acts first, and the share of these that it wins; none of a side that never does, and
    /// where no accounts were kept.
    pub fn first(&self) -> [Option<[Share; 2]>; 2] {
        let accounts = self.accounts();
        let mean = |side: Side, measure: &str| {
            let is_it = |entry: &&Entry| entry.of == Of::First(side.name()) && entry.measure == measure;
            accounts.iter().find(is_it).map(|entry| entry.mean.mean)
        };
        Side::ALL.map(|side| {
            let [acts, wins] = [mean(side, "acts")?, mean(side, "wins")?];
            (acts > 0.0).then(|| match self.method {
                Method::Sampled { encounters, confidence, intervals, .. } => {
                    let [acts, wins] = [acts, wins].map(|mean| (mean * encounters as f64).round() as u64);
                    let share = |count: u64, of: u64| Share {
                        count: Some(count),
                        share: count as f64 / of as f64,
                        interval: Some(match intervals {
                            Intervals::Fixed => interval::wilson(count, of, confidence),
                            Intervals::Anytime => sequence::share(count, of, confidence),
                        }),
                    };
                    [share(acts, encounters), share(wins, acts)]
                }
                Method::Exact { .. } => [exact_share(acts), exact_share(wins / acts)],
            })
        })
    }

    /// The means that the scenario gives a combatant and no encounter used, as `knight.shove`, in listed order.
    pub fn never_used(&self) -> Vec<String> {
        let is_unused = |entry: &Entry| entry.measure == "uses" && entry.mean.mean <= 0.0;
        let unused = self.accounts().into_iter().filter(is_unused);
        unused.filter_map(|entry| Some(format!("{}.{}", entry.combatant, entry.means()?))).collect()
    }
}
