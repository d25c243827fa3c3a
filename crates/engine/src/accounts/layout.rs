//! The metrics of accounts: which there are, and in which order.

use super::{Deed, Means};
use crate::outcome::{Combatant, Side};
use crate::ruleset::{Metric, Ruleset};
use crate::who::Who;

/// The beginning of the names of metrics of accounts.
pub const PREFIX: &str = "accounts.";

/// A quantity that is counted for each means of a combatant, for all its deeds together, or between two combatants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Times that a means was used: `uses` of one that the scenario gives, `times` of one that everybody has.
    Uses,
    /// Uses that were a hit or a success.
    Hits,
    /// Hits that were critical.
    Criticals,
    /// Combatants put out of the fight.
    Felled,
    /// Points of a [kind](crate::Ruleset::HARMS) dealt, after armour and the like; between two combatants those that were lost.
    Dealt(usize),
    /// The part of the points dealt that the target had no points left for.
    Beyond(usize),
    /// Points given back.
    Restored(usize),
    /// Points lost, to whatever it was.
    Lost(usize),
    /// Points got back, by whatever it was.
    Regained(usize),
    /// Whether a side acts first.
    ActsFirst,
    /// Whether a side acts first and wins.
    WinsFirst,
}

impl Measure {
    /// The measures of a means, for this number of kinds of harm.
    fn of_means(harms: usize) -> impl Iterator<Item = Self> {
        [Self::Uses, Self::Hits, Self::Criticals].into_iter().chain(Self::of_deeds(harms))
    }

    /// The measures of deeds, whatever their means.
    fn of_deeds(harms: usize) -> impl Iterator<Item = Self> {
        let of_harm = |kind| [Self::Dealt(kind), Self::Beyond(kind), Self::Restored(kind)];
        std::iter::once(Self::Felled).chain((0..harms).flat_map(of_harm))
    }

    /// The measures of all that a combatant did, lost and got back.
    fn of_combatant(harms: usize) -> impl Iterator<Item = Self> {
        Self::of_deeds(harms).chain((0..harms).flat_map(|kind| [Self::Lost(kind), Self::Regained(kind)]))
    }

    /// The measures between two combatants.
    fn of_pair(harms: usize) -> impl Iterator<Item = Self> {
        std::iter::once(Self::Felled).chain((0..harms).map(Self::Dealt))
    }

    /// The measure's name in that of a metric; `harms` are the names of the kinds of harm.
    pub fn name(self, harms: &[&str]) -> String {
        match self {
            Self::Uses => "uses".to_owned(),
            Self::Hits => "hits".to_owned(),
            Self::Criticals => "criticals".to_owned(),
            Self::Felled => "felled".to_owned(),
            Self::Dealt(kind) => harms[kind].to_owned(),
            Self::Beyond(kind) => format!("{}_beyond", harms[kind]),
            Self::Restored(kind) => format!("{}_restored", harms[kind]),
            Self::Lost(kind) => format!("{}_lost", harms[kind]),
            Self::Regained(kind) => format!("{}_regained", harms[kind]),
            Self::ActsFirst => "acts".to_owned(),
            Self::WinsFirst => "wins".to_owned(),
        }
    }

    const fn doc(self, is_of_pair: bool) -> &'static str {
        match self {
            Self::Uses => "times used",
            Self::Hits => "uses that were a hit or a success",
            Self::Criticals => "hits that were critical",
            Self::Felled => "combatants put out of the fight, by the harm that came last",
            Self::Dealt(_) if is_of_pair => "points that the one lost to the other",
            Self::Dealt(_) => "points dealt, after armour and the like",
            Self::Beyond(_) => "of the points dealt, those that the target had not left",
            Self::Restored(_) => "points given back",
            Self::Lost(_) => "points lost, to whatever it was",
            Self::Regained(_) => "points got back, by whatever it was",
            Self::ActsFirst => "whether the side acts first",
            Self::WinsFirst => "whether the side acts first and wins",
        }
    }
}

/// The account that a metric belongs to. Combatants and means are indices: see [`Accounts::means`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Account {
    /// Of one means of a combatant.
    Means(Deed),
    /// Of all that a combatant did and lost.
    Combatant(Who),
    /// Between two combatants: what the first did to the second.
    Pair(Who, Who),
    /// Of the fights in which a side acts first.
    First(Side),
}

/// The accounts of a scenario. Their metrics follow those of the system.
#[derive(Debug, Clone)]
pub struct Accounts {
    harms: &'static [&'static str],
    /// By combatant.
    means: Vec<Vec<Means>>,
    /// The index of the first metric of accounts.
    first: usize,
    /// By combatant, the index of the first metric of its first means.
    of_means: Vec<usize>,
    of_combatants: usize,
    of_pairs: usize,
    of_first: usize,
}

impl Accounts {
    /// The accounts of a scenario whose system has [kinds of harm](Ruleset::HARMS).
    pub(super) fn of<R: Ruleset>(rules: &R) -> Self {
        let combatants = rules.combatants().len();
        let means: Vec<Vec<Means>> = Who::first(combatants).map(|who| distinct(rules.means(who))).collect();
        let harms = rules.harms();
        let first = rules.metrics().len();
        let per_means = Measure::of_means(harms.len()).count();
        let mut next = first;
        let mut of_means = Vec::new();
        for means in &means {
            of_means.push(next);
            next += means.len() * per_means;
        }
        let of_combatants = next;
        let of_pairs = of_combatants + combatants * Measure::of_combatant(harms.len()).count();
        let of_first = of_pairs + combatants * combatants * Measure::of_pair(harms.len()).count();
        Self { harms, means, first, of_means, of_combatants, of_pairs, of_first }
    }

    /// The names of the kinds of harm.
    pub const fn harms(&self) -> &'static [&'static str] {
        self.harms
    }

    /// The means of each combatant, in listed order.
    pub fn means(&self) -> &[Vec<Means>] {
        &self.means
    }

    /// The index of the first metric of accounts in the list of all.
    pub const fn first(&self) -> usize {
        self.first
    }

    /// The account and the measure of every metric of accounts, in their order.
    pub fn list(&self) -> impl Iterator<Item = (Account, Measure)> + '_ {
        let (harms, everybody) = (self.harms.len(), Who::first(self.means.len()));
        let deeds = everybody.clone().zip(&self.means);
        let deeds = deeds.flat_map(|(who, means)| (0..means.len()).map(move |index| Deed::new(who, index)));
        let of_means =
            deeds.flat_map(move |deed| Measure::of_means(harms).map(move |measure| (Account::Means(deed), measure)));
        let of_combatants = everybody
            .clone()
            .flat_map(move |who| Measure::of_combatant(harms).map(move |measure| (Account::Combatant(who), measure)));
        let pairs = everybody.clone().flat_map(move |who| everybody.clone().map(move |target| (who, target)));
        let of_pairs = pairs.flat_map(move |(who, target)| {
            Measure::of_pair(harms).map(move |measure| (Account::Pair(who, target), measure))
        });
        let of_first = Side::ALL
            .into_iter()
            .flat_map(|side| [Measure::ActsFirst, Measure::WinsFirst].map(|measure| (Account::First(side), measure)));
        of_means.chain(of_combatants).chain(of_pairs).chain(of_first)
    }

    /// The metrics: `accounts.knight.sword.damage`, `accounts.knight.damage`, `accounts.knight.against.ogre.damage`.
    pub(super) fn metrics(&self, combatants: &[Combatant]) -> Vec<Metric> {
        let id = |who: Who| &combatants[who.index()].id;
        let name = |account| match account {
            Account::Means(Deed { who, means }) => {
                format!("{}.{}", id(who), self.means[who.index()][usize::from(means)].name)
            }
            Account::Combatant(who) => id(who).clone(),
            Account::Pair(who, target) => format!("{}.against.{}", id(who), id(target)),
            Account::First(side) => format!("first.{side}"),
        };
        let metric = |(account, measure): (Account, Measure)| {
            let doc = measure.doc(matches!(account, Account::Pair(..)));
            let is_given = |deed: Deed| self.means[deed.who.index()][usize::from(deed.means)].is_given;
            let measured = match (account, measure) {
                (Account::Means(deed), Measure::Uses) if !is_given(deed) => "times".to_owned(),
                _ => measure.name(self.harms),
            };
            let name = format!("{PREFIX}{}.{measured}", name(account));
            if matches!(account, Account::First(_)) {
                Metric::of_yes_no(name, doc)
            } else {
                Metric::of_events(name, doc)
            }
        };
        self.list().map(metric).collect()
    }

    /// The index of the metric of a measure; `None` if the account has no such measure.
    pub fn metric(&self, account: Account, measure: Measure) -> Option<usize> {
        let harms = self.harms.len();
        let is_of = |mut measures: Box<dyn Iterator<Item = Measure>>| measures.any(|known| known == measure);
        match account {
            Account::Means(deed) => is_of(Box::new(Measure::of_means(harms))).then(|| self.of_means(deed, measure)),
            Account::Combatant(who) => {
                is_of(Box::new(Measure::of_combatant(harms))).then(|| self.of_combatant(who, measure))
            }
            Account::Pair(who, target) => {
                is_of(Box::new(Measure::of_pair(harms))).then(|| self.of_pair(who, target, measure))
            }
            Account::First(side) => matches!(measure, Measure::ActsFirst | Measure::WinsFirst)
                .then(|| self.of_first(side, measure == Measure::WinsFirst)),
        }
    }

    /// Whether a deed is that of its combatant, and not a cause.
    pub(super) fn is_own(&self, deed: Deed) -> bool {
        !self.means[deed.who.index()][usize::from(deed.means)].is_cause
    }

    /// The index of the metric of a means.
    pub(super) fn of_means(&self, deed: Deed, measure: Measure) -> usize {
        let harms = self.harms.len();
        let at = usize::from(deed.means) * (4 + 3 * harms);
        self.of_means[deed.who.index()] + at + in_deeds(measure, 3)
    }

    /// The index of the metric of a combatant.
    pub(super) fn of_combatant(&self, who: Who, measure: Measure) -> usize {
        let harms = self.harms.len();
        let at = match measure {
            Measure::Lost(kind) => 1 + 3 * harms + 2 * kind,
            Measure::Regained(kind) => 2 + 3 * harms + 2 * kind,
            _ => in_deeds(measure, 0),
        };
        self.of_combatants + who.index() * (1 + 5 * harms) + at
    }

    /// The index of the metric of a side that acts first, or does and wins.
    pub(super) fn of_first(&self, side: Side, wins: bool) -> usize {
        self.of_first + 2 * side.index() + usize::from(wins)
    }

    /// The index of the metric between two combatants.
    pub(super) fn of_pair(&self, who: Who, target: Who, measure: Measure) -> usize {
        let at = if let Measure::Dealt(kind) = measure { 1 + kind } else { 0 };
        let pair = who.index() * self.means.len() + target.index();
        self.of_pairs + pair * (1 + self.harms.len()) + at
    }
}

/// The place of a measure among those of deeds, of which the first is at `felled`.
const fn in_deeds(measure: Measure, felled: usize) -> usize {
    match measure {
        Measure::Uses => 0,
        Measure::Hits => 1,
        Measure::Criticals => 2,
        Measure::Felled | Measure::Lost(_) | Measure::Regained(_) | Measure::ActsFirst | Measure::WinsFirst => felled,
        Measure::Dealt(kind) => felled + 1 + 3 * kind,
        Measure::Beyond(kind) => felled + 2 + 3 * kind,
        Measure::Restored(kind) => felled + 3 + 3 * kind,
    }
}

/// The means with names that differ and can be part of a quantity's: signs other than letters, digits, `-` and `_` become `-`.
pub(super) fn distinct(mut means: Vec<Means>) -> Vec<Means> {
    let is_plain = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_');
    for index in 0..means.len() {
        let plain: String = means[index].name.chars().map(|sign| if is_plain(sign) { sign } else { '-' }).collect();
        let is_taken = |name: &String| means[..index].iter().any(|means| means.name == *name);
        let numbered = (2..).map(|number| format!("{plain}-{number}"));
        let name = std::iter::once(plain.clone()).chain(numbered).find(|name| !is_taken(name));
        means[index].name = name.expect("one of so many names is free");
    }
    means
}
