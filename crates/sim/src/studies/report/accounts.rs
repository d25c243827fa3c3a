//! Accounts in the results: who did what, with what, and to whom.

use equipoise_engine::accounts::PREFIX;

use super::{Mean, MetricReport, Report};

/// One number of accounts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entry<'a> {
    /// The full name, `accounts.knight.sword.damage`.
    pub name: &'a str,
    /// The id of the combatant that did it.
    pub combatant: &'a str,
    /// What it is counted of.
    pub of: Of<'a>,
    /// The measure, such as `uses` or `damage`.
    pub measure: &'a str,
    /// The mean per encounter.
    pub mean: Mean,
}

/// What a number of accounts is counted of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Of<'a> {
    /// All that the combatant did and lost.
    All,
    /// One of its means.
    Means(&'a str),
    /// What it did to another combatant, of this id.
    Target(&'a str),
}

impl<'a> Entry<'a> {
    /// The number of a metric; `None` if it is none of accounts, or is between two combatants and 0 in every encounter.
    pub(super) fn of(metric: &'a MetricReport) -> Option<Self> {
        let parts: Vec<&str> = metric.name.strip_prefix(PREFIX)?.split('.').collect();
        let (combatant, of, measure) = match parts[..] {
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

impl Report {
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

    /// What the scenario gives somebody and no encounter used, as `knight.shove`, in listed order.
    pub fn never_used(&self) -> Vec<String> {
        let is_unused = |entry: &Entry| entry.measure == "uses" && entry.mean.mean <= 0.0;
        let unused = self.accounts().into_iter().filter(is_unused);
        unused.filter_map(|entry| Some(format!("{}.{}", entry.combatant, entry.means()?))).collect()
    }
}
