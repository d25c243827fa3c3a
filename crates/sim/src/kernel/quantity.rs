//! Quantities: the numbers that an encounter yields, in the one list that tallies, exact solutions, reports,
//! comparisons, targets, columns and JSON read.

use equipoise_engine::accounts::PREFIX;
use equipoise_engine::day::PREFIX as OF_LEGS;
use equipoise_engine::exact::{LeadMoments, Moments, Solution};
use equipoise_engine::{Combatant, EndState, LeadHistory, Metric, MetricUnit, Outcome, Ruleset, Side, Winner};

use super::groups::Group;

/// The way in which the encounters of a run come to one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The share of encounters in which something happened.
    Share,
    /// The mean over all encounters.
    Mean,
    /// The mean of a number that is 0 or 1, which is a share.
    YesNo,
    /// The mean over the encounters that have the number at all, and never over the others as if they had 0.
    MeanAmong,
}

/// A number that every encounter yields, or some of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quantity {
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
    /// A metric, by its index in report order; of a metric of [rounds](MetricUnit::Rounds) its number where it happened.
    Metric(usize),
    /// 1 when a metric of rounds happened, otherwise 0.
    Occurred(usize),
    /// One of [`EXTRAS`], by its index.
    Extra(usize),
    /// The number of a group's members that ended in this state; with `is_any`, 1 if at least one did, otherwise 0.
    Group {
        /// The group's index in listed order.
        group: usize,
        /// The end state.
        end: EndState,
        /// Whether it is told only if there was one.
        is_any: bool,
    },
}

impl Quantity {
    /// The meaning; `None` for a metric, which its system [describes](Metric::doc).
    pub const fn doc(self) -> Option<&'static str> {
        Some(match self {
            Self::Winner(Winner::Party) => "the party wins",
            Self::Winner(Winner::Enemies) => "the enemies win",
            Self::Winner(Winner::Draw) => "the encounter ends with nobody left to fight on either side",
            Self::Winner(Winner::Timeout) => "there is no winner after the most rounds that the scenario allows",
            Self::Rounds => "how many rounds the encounter lasts",
            Self::End { end: EndState::Standing, .. } => "the combatant is standing in the end",
            Self::End { end: EndState::Fled, .. } => "the combatant has left the fight in the end",
            Self::End { end: EndState::Down, .. } => "the combatant is out of the fight and alive in the end",
            Self::End { end: EndState::Dead, .. } => "the combatant is dead in the end",
            Self::Occurred(_) => "what the metric is the round of has happened",
            Self::Extra(index) => EXTRAS[index].doc,
            Self::Group { end, is_any: false, .. } => match end {
                EndState::Standing => "how many of the combatants of an entry with a `count` are standing in the end",
                EndState::Fled => {
                    "how many of the combatants of an entry with a `count` have left the fight in the end"
                }
                EndState::Down => {
                    "how many of the combatants of an entry with a `count` are out of the fight and alive in the end"
                }
                EndState::Dead => "how many of the combatants of an entry with a `count` are dead in the end",
            },
            Self::Group { end, is_any: true, .. } => match end {
                EndState::Standing => "at least one combatant of an entry with a `count` is standing in the end",
                EndState::Fled => "at least one combatant of an entry with a `count` has left the fight in the end",
                EndState::Down => {
                    "at least one combatant of an entry with a `count` is out of the fight and alive in the end"
                }
                EndState::Dead => "at least one combatant of an entry with a `count` is dead in the end",
            },
            Self::Metric(_) => return None,
        })
    }

    /// The unit; `None` for a metric, whose doc states it.
    pub const fn unit(self) -> Option<&'static str> {
        match self {
            Self::Winner(_) | Self::End { .. } | Self::Occurred(_) | Self::Group { is_any: true, .. } => {
                Some("share of encounters")
            }
            Self::Group { is_any: false, .. } => Some("combatants"),
            Self::Rounds => Some("rounds"),
            Self::Extra(index) => Some(EXTRAS[index].unit),
            Self::Metric(_) => None,
        }
    }
}

/// The summary of an encounter that is over, whatever its system.
#[derive(Debug, Clone, Copy)]
pub struct Summary {
    /// The winner.
    pub winner: Winner,
    /// By side, the number of its combatants that ended in each [`EndState`].
    pub fates: [[u32; 4]; 2],
    /// The history of the lead: which side was ahead, and when.
    pub lead: LeadHistory,
}

impl Summary {
    fn some(&self, side: Side, end: EndState) -> u32 {
        u32::from(self.fates[side.index()][end.index()] > 0)
    }
}

/// A reader of single encounters that are over, made once for those of a cast. Loops of many encounters add up [lanes](Lanes) instead.
pub(crate) struct Reader<'a> {
    cast: &'a Cast,
    sides: Vec<Side>,
    order: Lanes,
}

/// An encounter that is over, of which any quantity can be asked.
pub(crate) struct Ended<'a> {
    reader: &'a Reader<'a>,
    rounds: u32,
    ends: &'a [EndState],
    winner: Winner,
    /// By [`Lanes`].
    lanes: Vec<u32>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(cast: &'a Cast) -> Self {
        Self { cast, sides: cast.sides(), order: Lanes::new(cast) }
    }

    /// The encounter with this outcome; `ends` are by combatant, `counts` by metric.
    pub(crate) fn read<'b>(
        &'b self,
        outcome: Outcome,
        ends: &'b [EndState],
        counts: &[u32],
        lead: LeadHistory,
    ) -> Ended<'b> {
        let Outcome { winner, rounds } = outcome;
        let mut lanes = vec![0; self.order.len()];
        self.order.fill(&mut lanes, counts, &Summary { winner, fates: fates(&self.sides, ends), lead });
        Ended { reader: self, rounds, ends, winner, lanes }
    }
}

impl Ended<'_> {
    /// The number that the encounter has of a quantity, if it has one.
    pub(crate) fn number(&self, quantity: Quantity) -> Option<u32> {
        let Reader { cast, order, .. } = self.reader;
        match quantity {
            Quantity::Winner(winner) => Some((self.winner == winner).into()),
            Quantity::Rounds => Some(self.rounds),
            Quantity::End { combatant, end } => Some((self.ends[combatant] == end).into()),
            Quantity::Group { group, end, is_any } => {
                let number = cast.groups[group].number(self.ends, end);
                Some(if is_any { (number > 0).into() } else { number })
            }
            Quantity::Metric(_) | Quantity::Occurred(_) | Quantity::Extra(_) => {
                let (lane, among) = order.of(quantity)?;
                among.is_none_or(|among| self.lanes[among] > 0).then_some(self.lanes[lane])
            }
        }
    }
}

/// A quantity of every system that follows from who won, how everybody ended and who was ahead when.
#[derive(Debug)]
pub struct Extra {
    /// The name, which is also that of a column.
    pub name: &'static str,
    /// The label in tables.
    pub label: &'static str,
    /// The way in which encounters come to one number.
    pub kind: Kind,
    /// The unit.
    pub unit: &'static str,
    /// The meaning.
    pub doc: &'static str,
    /// The largest number, by the most rounds that an encounter may last.
    pub most: fn(u32) -> u32,
    exact: Exact,
}

/// The part of the exact solution that yields a quantity.
#[derive(Debug)]
enum Exact {
    /// It follows from the winner and the end states alone.
    Endings,
    /// It is of the course of the lead.
    Lead(fn(&LeadMoments) -> Moments),
}

/// Declares the quantities of every system, each by one entry: `number` is what an encounter has, if it has one.
macro_rules! extras {
    ($($name:literal {
        label: $label:literal,
        kind: $kind:expr,
        unit: $unit:literal,
        doc: $doc:literal,
        most: $most:expr,
        number: |$end:ident| $number:expr,
        exact: $exact:expr,
    })*) => {
        /// All of them, in report order.
        pub const EXTRAS: [Extra; [$($name),*].len()] =
            [$(Extra { name: $name, label: $label, kind: $kind, unit: $unit, doc: $doc, most: $most, exact: $exact }),*];

        /// The numbers of an encounter, in the order of [`EXTRAS`]. Written out, so that no call is left in the loop.
        #[inline(always)]
        fn numbers(summary: &Summary) -> [Option<u32>; EXTRAS.len()] {
            [$({
                let $end = summary;
                $number
            }),*]
        }
    };
}

extras! {
    "party_any_dead" {
        label: "party: a death",
        kind: Kind::Share,
        unit: "share of encounters",
        doc: "somebody of the party died: the price of a fight, won or lost",
        most: |_| 1,
        number: |end| Some(end.some(Side::Party, EndState::Dead)),
        exact: Exact::Endings,
    }
    "party_all_out" {
        label: "party: none standing",
        kind: Kind::Share,
        unit: "share of encounters",
        doc: "nobody of the party was left standing; holds in every encounter of a party that has nobody",
        most: |_| 1,
        number: |end| Some(1 - end.some(Side::Party, EndState::Standing)),
        exact: Exact::Endings,
    }
    "enemies_any_dead" {
        label: "enemies: a death",
        kind: Kind::Share,
        unit: "share of encounters",
        doc: "somebody of the enemies died: whether a fight is to the death on the other side too",
        most: |_| 1,
        number: |end| Some(end.some(Side::Enemies, EndState::Dead)),
        exact: Exact::Endings,
    }
    "lead_changes" {
        label: "changes of the lead",
        kind: Kind::Mean,
        unit: "changes",
        doc: "how often the side that was ahead fell behind, by the system's measure of who is ahead after each round: a fair \
              fight without any is decided by its first blows and can still be dull",
        most: |rounds_max| rounds_max,
        number: |end| Some(end.lead.changes()),
        exact: Exact::Lead(|lead| lead.changes),
    }
    "last_behind" {
        label: "winner last behind",
        kind: Kind::MeanAmong,
        unit: "rounds",
        doc: "the last round after which the later winner was behind, by the system's measure of who is ahead, among encounters \
              that a side won; 0 where it never was. It does not say when the fight was decided: of two equals who move step by \
              step, one is mostly ahead early and for long, and the end is open all the same",
        most: |rounds_max| rounds_max,
        number: |end| end.winner.side().map(|winner| end.lead.last_behind(winner)),
        exact: Exact::Lead(|lead| lead.last_behind),
    }
    "final_margin" {
        label: "final margin",
        kind: Kind::MeanAmong,
        unit: "thousandths of the lead",
        doc: "how far the winner was ahead when the last round began, among encounters that a side won; 0 where it was not \
              ahead. In a duel it is how near the marker was to the loser's end, of half the meter, which depends on the meter's \
              length first of all; in a skirmish (a - b) / (a + b), where a and b are what the winner and the loser have left of \
              their HP at the start",
        most: |_| 1000,
        number: |end| end.winner.side().map(|winner| end.lead.margin(winner)),
        exact: Exact::Lead(|lead| lead.margin),
    }
}

/// Names that quantities had before, each with the name that it has now. A former name is understood wherever a name is, and
/// results keep it beside the new one, as an entry or a column with the same values.
pub const FORMER_NAMES: [(&str, &str); 1] = [("decided_after", "last_behind")];

/// The name that a quantity has now; `None` if the name is not a former one.
pub fn current_name(former: &str) -> Option<&'static str> {
    FORMER_NAMES.iter().find(|(known, _)| *known == former).map(|&(_, current)| current)
}

/// The name that a quantity had before; `None` if it has always had the same.
pub fn former_name(current: &str) -> Option<&'static str> {
    FORMER_NAMES.iter().find(|(_, known)| *known == current).map(|&(former, _)| former)
}

impl Extra {
    /// Whether it follows from the winner and the end states alone.
    pub(crate) const fn is_of_endings(&self) -> bool {
        matches!(self.exact, Exact::Endings)
    }

    /// The names under which results have it: first the one in the place where it has always been, which may be a former
    /// one, and then the one that stands behind all others.
    pub fn names_in_results(&self) -> (&'static str, Option<&'static str>) {
        match former_name(self.name) {
            Some(former) => (former, Some(self.name)),
            None => (self.name, None),
        }
    }

    /// The exact moments of an extra, of encounters that have it, and the chance of those.
    fn exact(index: usize, sides: &[Side], solution: &Solution) -> (f64, Moments) {
        let Self { kind, ref exact, .. } = EXTRAS[index];
        let won = (solution.winners[Winner::Party.index()] + solution.winners[Winner::Enemies.index()]).min(1.0);
        match exact {
            Exact::Lead(moments) if kind == Kind::MeanAmong => (won, moments(&solution.lead)),
            Exact::Lead(moments) => (1.0, moments(&solution.lead)),
            Exact::Endings => {
                let lead = LeadHistory::default();
                let happens = |winner: Winner, ends: &[EndState]| {
                    numbers(&Summary { winner, fates: fates(sides, ends), lead })[index] == Some(1)
                };
                let endings = solution.endings.iter();
                let happening = endings.filter(|(ending, _)| happens(ending.winner, &ending.end_states));
                // The sum of nothing would be -0.0.
                (1.0, Moments::of_chance(happening.fold(0.0, |sum, (_, chance)| sum + chance)))
            }
        }
    }
}

/// By side, how many ended in each state.
fn fates(sides: &[Side], ends: &[EndState]) -> [[u32; 4]; 2] {
    let mut fates = [[0; 4]; 2];
    for (side, end) in sides.iter().zip(ends) {
        fates[side.index()][end.index()] += 1;
    }
    fates
}

/// The combatants, their groups and the metrics: everything that the list of quantities depends on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cast {
    /// Ids and sides of the combatants, in listed order.
    pub combatants: Vec<(String, Side)>,
    /// The groups: combatants that one entry stands for, in listed order.
    pub groups: Vec<Group>,
    /// Names of the metrics, in report order, each with its unit.
    pub metrics: Vec<(String, MetricUnit)>,
}

impl Cast {
    /// The cast of a compiled scenario.
    pub fn of<R: Ruleset>(rules: &R) -> Self {
        Self::new(rules.combatants(), rules.metrics())
    }

    /// A cast of these combatants and metrics.
    pub fn new(combatants: &[Combatant], metrics: &[Metric]) -> Self {
        let metric = |metric: &Metric| (metric.name.clone(), metric.unit);
        Self {
            combatants: combatants.iter().map(|combatant| (combatant.id.clone(), combatant.side)).collect(),
            groups: Group::of(combatants),
            metrics: metrics.iter().map(metric).collect(),
        }
    }

    /// The combatants and metrics that another cast has too.
    #[must_use]
    pub fn common(&self, other: &Self) -> Self {
        let is_there = |id: &String| other.combatants.iter().any(|(known, _)| known == id);
        let is_common = |index: usize| {
            let alike = |at: usize| self.metric(index) == other.metric(at);
            (0..other.metrics.len()).any(alike)
        };
        let combatants = self.combatants.iter().filter(|(id, _)| is_there(id)).cloned().collect();
        let common: Vec<usize> = (0..self.metrics.len()).filter(|&index| is_common(index)).collect();
        let left = |(name, unit): &(String, MetricUnit)| {
            let unit = match *unit {
                MetricUnit::Among(index) => {
                    let index = common.binary_search(&index.into()).expect("it is common, as it says who counts");
                    MetricUnit::Among(index as u16)
                }
                unit => unit,
            };
            (name.clone(), unit)
        };
        let metrics = common.iter().map(|&index| left(&self.metrics[index])).collect();
        // A group has the same name where it has another number of members, and those of them that both have are left.
        let before = |index: usize| self.combatants[..index].iter().filter(|(id, _)| is_there(id)).count();
        let is_known = |group: &&Group| other.groups.iter().any(|known| known.name == group.name);
        let left = |Group { name, members }: &Group| Group {
            name: name.clone(),
            members: before(members.start)..before(members.end),
        };
        let groups = self.groups.iter().filter(is_known).map(left).collect();
        Self { combatants, groups, metrics }
    }

    /// The name of a metric, and what its unit says of its encounters: whether it is one of rounds, whether one of yes or no, and the
    /// metric that says which have it.
    fn metric(&self, index: usize) -> (&str, [bool; 2], Option<&str>) {
        let (name, unit) = &self.metrics[index];
        let is = [MetricUnit::Rounds, MetricUnit::YesNo].map(|known| *unit == known);
        (name, is, self.presence(Quantity::Metric(index)))
    }

    /// The metric of yes or no that says which encounters have a quantity, if one does.
    pub(crate) fn presence(&self, quantity: Quantity) -> Option<&str> {
        match quantity {
            Quantity::Metric(index) => match self.metrics[index].1 {
                MetricUnit::Among(index) => Some(&self.metrics[usize::from(index)].0),
                MetricUnit::Events | MetricUnit::YesNo | MetricUnit::Rounds => None,
            },
            _ => None,
        }
    }

    /// The sides, in listed order.
    pub fn sides(&self) -> Vec<Side> {
        self.combatants.iter().map(|(_, side)| *side).collect()
    }

    /// Every quantity, in report order.
    pub fn quantities(&self) -> Vec<Quantity> {
        let ends = |combatant: usize| EndState::ALL.map(|end| Quantity::End { combatant, end });
        let metric = |(index, (_, unit)): (usize, &(String, MetricUnit))| {
            let occurred = (*unit == MetricUnit::Rounds).then_some(Quantity::Occurred(index));
            [Some(Quantity::Metric(index)), occurred].into_iter().flatten()
        };
        let mut all: Vec<Quantity> = Winner::ALL.map(Quantity::Winner).into();
        all.push(Quantity::Rounds);
        all.extend((0..self.combatants.len()).flat_map(ends));
        all.extend(self.metrics.iter().enumerate().flat_map(metric));
        all.extend((0..EXTRAS.len()).map(Quantity::Extra));
        let of_group = |group: usize| {
            let both = move |end| [false, true].map(|is_any| Quantity::Group { group, end, is_any });
            EndState::ALL.into_iter().flat_map(both)
        };
        all.extend((0..self.groups.len()).flat_map(of_group));
        all
    }

    /// The way in which encounters come to one number of a quantity.
    pub fn kind(&self, quantity: Quantity) -> Kind {
        match quantity {
            Quantity::Winner(_)
            | Quantity::End { .. }
            | Quantity::Occurred(_)
            | Quantity::Group { is_any: true, .. } => Kind::Share,
            Quantity::Metric(index) => match self.metrics[index].1 {
                MetricUnit::Events => Kind::Mean,
                MetricUnit::YesNo => Kind::YesNo,
                MetricUnit::Rounds | MetricUnit::Among(_) => Kind::MeanAmong,
            },
            Quantity::Rounds | Quantity::Group { is_any: false, .. } => Kind::Mean,
            Quantity::Extra(index) => EXTRAS[index].kind,
        }
    }

    /// The full name of a quantity: `winners.party`, `rounds.mean`, `combatants.warden.dead`, `metrics.criticals`,
    /// `metrics.first_casualty_round.share`, `party_any_dead`, `groups.bandit.dead`, `groups.bandit.any_dead`.
    pub fn name(&self, quantity: Quantity) -> String {
        match quantity {
            Quantity::Winner(winner) => format!("winners.{winner}"),
            Quantity::Rounds => "rounds.mean".to_owned(),
            Quantity::End { combatant, end } => format!("combatants.{}.{end}", self.combatants[combatant].0),
            Quantity::Metric(index) => name_of_metric(&self.metrics[index].0),
            Quantity::Occurred(index) => format!("{}.share", name_of_metric(&self.metrics[index].0)),
            Quantity::Extra(index) => EXTRAS[index].name.to_owned(),
            Quantity::Group { group, end, is_any } => group_name(&self.groups[group].name, end, is_any),
        }
    }

    /// The quantity of this name, if there is one, in full or in a short form of [`full_name`].
    pub fn find(&self, name: &str) -> Option<Quantity> {
        let (name, of_metric) = (full_name(name), format!("metrics.{name}"));
        let named = |wanted: &str| self.quantities().into_iter().find(|&quantity| self.name(quantity) == wanted);
        named(&name).or_else(|| named(&of_metric))
    }

    /// The exact moments of a quantity, of the encounters that have it, and the chance of those.
    pub fn exact(&self, quantity: Quantity, solution: &Solution) -> (f64, Moments) {
        match quantity {
            Quantity::Winner(winner) => (1.0, Moments::of_chance(solution.winners[winner.index()])),
            Quantity::Rounds => (1.0, solution.rounds),
            Quantity::End { combatant, end } => (1.0, Moments::of_chance(solution.end_states[combatant][end.index()])),
            Quantity::Occurred(index) => (1.0, Moments::of_chance(solution.occurred[index])),
            Quantity::Metric(index) => {
                let chance = match self.metrics[index].1 {
                    MetricUnit::Events | MetricUnit::YesNo => return (1.0, solution.metrics[index]),
                    MetricUnit::Rounds => solution.occurred[index],
                    MetricUnit::Among(reached) => solution.metrics[usize::from(reached)].mean,
                };
                let Moments { mean, sd } = solution.metrics[index];
                (chance, among(chance, mean, sd * sd + mean * mean))
            }
            Quantity::Extra(index) => Extra::exact(index, &self.sides(), solution),
            Quantity::Group { group, end, is_any } => {
                let (moments, any) = self.groups[group].exact(solution, end);
                (1.0, if is_any { Moments::of_chance(any) } else { moments })
            }
        }
    }
}

/// The full name of a metric: of one of [accounts](equipoise_engine::accounts) or of a leg of a [day](equipoise_engine::day) its own, of any other with `metrics.` before it.
pub fn name_of_metric(metric: &str) -> String {
    if metric.starts_with(PREFIX) || metric.starts_with(OF_LEGS) {
        metric.to_owned()
    } else {
        format!("metrics.{metric}")
    }
}

/// The full name of a number of a group: `groups.bandit.dead`, `groups.bandit.any_dead`.
pub(crate) fn group_name(group: &str, end: EndState, is_any: bool) -> String {
    format!("groups.{group}.{}{end}", if is_any { "any_" } else { "" })
}

/// The full name of a number of a group that is spelled as one of its members, `combatants.bandit.*.dead`.
pub(crate) fn of_members(name: &str) -> Option<String> {
    let (group, end) = name.strip_prefix("combatants.")?.split_once(".*.")?;
    Some(format!("groups.{group}.{end}"))
}

/// The moments of encounters of this chance, from those over all encounters, where the others have 0.
fn among(chance: f64, first: f64, second: f64) -> Moments {
    if chance <= 0.0 {
        return Moments { mean: 0.0, sd: 0.0 };
    }
    Moments::new(first / chance, second / chance)
}

/// The full form of a name: `party` means `winners.party` (and so for every winner), `rounds` means `rounds.mean`, and
/// `combatants.bandit.*.dead` means `groups.bandit.dead`; the names of [`EXTRAS`] are full already, a former name means the
/// [current](current_name) one, and any other word is taken for a metric.
pub fn full_name(name: &str) -> String {
    if let Some(current) = current_name(name) {
        return current.to_owned();
    }
    if let Some(name) = of_members(name) {
        return name;
    }
    match name {
        "rounds" => "rounds.mean".to_owned(),
        _ if EXTRAS.iter().any(|extra| extra.name == name) => name.to_owned(),
        _ if Winner::ALL.iter().any(|winner| winner.name() == name) => format!("winners.{name}"),
        _ if name.contains('.') => name.to_owned(),
        _ => format!("metrics.{name}"),
    }
}

/// Extras that not every encounter has.
const EXTRAS_AMONG: usize = {
    let (mut index, mut count) = (0, 0);
    while index < EXTRAS.len() {
        count += matches!(EXTRAS[index].kind, Kind::MeanAmong) as usize;
        index += 1;
    }
    count
};

/// The extras that not every encounter has, by index.
const AMONG: [usize; EXTRAS_AMONG] = {
    let (mut among, mut index, mut count) = ([0; EXTRAS_AMONG], 0, 0);
    while index < EXTRAS.len() {
        if matches!(EXTRAS[index].kind, Kind::MeanAmong) {
            among[count] = index;
            count += 1;
        }
        index += 1;
    }
    among
};

/// Lanes of the extras: their numbers, and then 1 for each of [`AMONG`] that the encounter has.
pub(crate) const EXTRA_LANES: usize = EXTRAS.len() + EXTRAS_AMONG;

/// The lanes of the extras of an encounter.
#[inline(always)]
pub(crate) fn extra_lanes(summary: &Summary) -> [u32; EXTRA_LANES] {
    let numbers = numbers(summary);
    let mut lanes = [0; EXTRA_LANES];
    for (lane, number) in lanes.iter_mut().zip(numbers) {
        *lane = number.unwrap_or(0);
    }
    for (lane, extra) in lanes[EXTRAS.len()..].iter_mut().zip(AMONG) {
        *lane = u32::from(numbers[extra].is_some());
    }
    lanes
}

/// The layout of the numbers of one encounter that are added up one by one: the metrics, the extras, and then for every
/// metric of rounds 1 if the encounter has it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Lanes {
    /// The metrics of rounds, by index.
    pub(crate) of_rounds: Vec<usize>,
    /// The metrics that only encounters have which count another one, each with the index of that.
    among: Vec<(usize, usize)>,
    pub(crate) metrics: usize,
}

impl Lanes {
    pub(crate) fn new(cast: &Cast) -> Self {
        Self::of_metrics(cast.metrics.iter().map(|(_, unit)| *unit))
    }

    /// For metrics of these units.
    pub(crate) fn of_metrics(units: impl Iterator<Item = MetricUnit>) -> Self {
        let mut lanes = Self::default();
        for (index, unit) in units.enumerate() {
            match unit {
                MetricUnit::Events | MetricUnit::YesNo => {}
                MetricUnit::Rounds => lanes.of_rounds.push(index),
                MetricUnit::Among(reached) => lanes.among.push((index, reached.into())),
            }
            lanes.metrics = index + 1;
        }
        lanes
    }

    /// The number of lanes.
    pub(crate) fn len(&self) -> usize {
        self.metrics + EXTRA_LANES + self.of_rounds.len()
    }

    /// The numbers of an encounter, in a slice of [`len`](Self::len).
    pub(crate) fn fill(&self, lanes: &mut [u32], counts: &[u32], summary: &Summary) {
        let (metrics, rest) = lanes.split_at_mut(self.metrics);
        metrics.copy_from_slice(counts);
        let (extras, occurred) = rest.split_at_mut(EXTRA_LANES);
        extras.copy_from_slice(&extra_lanes(summary));
        for (lane, &metric) in occurred.iter_mut().zip(&self.of_rounds) {
            *lane = u32::from(counts[metric] > 0);
        }
    }

    /// The lane of a quantity's number, and the one that says whether an encounter has it; none for quantities that are
    /// counted otherwise.
    pub(crate) fn of(&self, quantity: Quantity) -> Option<(usize, Option<usize>)> {
        let of_metric = |index: usize| {
            let number = self.of_rounds.iter().position(|&metric| metric == index)?;
            Some(self.metrics + EXTRA_LANES + number)
        };
        match quantity {
            Quantity::Metric(index) => {
                let among = self.among.iter().find(|(metric, _)| *metric == index).map(|(_, reached)| *reached);
                Some((index, of_metric(index).or(among)))
            }
            Quantity::Occurred(index) => Some((of_metric(index)?, None)),
            Quantity::Extra(index) => {
                let among = AMONG.iter().position(|&extra| extra == index);
                Some((self.metrics + index, among.map(|number| self.metrics + EXTRAS.len() + number)))
            }
            Quantity::Winner(_) | Quantity::Rounds | Quantity::End { .. } | Quantity::Group { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use equipoise_engine::Seed;
    use equipoise_engine::exact::{Budget, solve};

    use super::*;
    use crate::kernel::records::{Column, Records};
    use crate::kernel::run::{Plan, Watch, run};
    use crate::studies::compare::Recordable;
    use crate::toy::Toy;

    /// A tally and the records of the same encounters come to the same sums of every quantity, over the encounters that
    /// have it.
    #[test]
    fn tallies_and_records_agree_on_every_quantity() {
        tallies_agree_with_records(&Toy::with_pair());
        tallies_agree_with_records(&Toy::twice());
    }

    fn tallies_agree_with_records(rules: &(impl Ruleset + Recordable)) {
        let tally = run(rules, &Plan::new(Seed(4), 0..5000), &Watch::none()).tally;
        let mut records = Records::default();
        rules.record(Seed(4), 0..5000, &mut records);
        let mut column = Column::default();
        for quantity in tally.cast().quantities() {
            records.read(quantity, &mut column);
            let present: Vec<u32> = column.optional().flatten().collect();
            let totals = tally.totals(quantity);
            let name = tally.cast().name(quantity);
            assert_eq!(present.len() as u64, totals.encounters, "{name}");
            assert_eq!(present.iter().map(|&value| u128::from(value)).sum::<u128>(), totals.sums.values, "{name}");
            let is_share = tally.cast().kind(quantity) == Kind::Share;
            assert!(!is_share || present.iter().all(|&value| value <= 1), "{name}");
        }
    }

    #[test]
    fn the_page_of_the_documentation_has_a_row_for_every_quantity() {
        let page = include_str!("../../../../docs/quantities.md");
        for extra in &EXTRAS {
            let kind = match extra.kind {
                Kind::Share => "share",
                Kind::Mean | Kind::YesNo => "mean",
                Kind::MeanAmong => "mean among",
            };
            assert!(page.contains(&format!("\n| `{}` | {kind} | ", extra.name)), "{}", extra.name);
        }
    }

    #[test]
    fn every_name_is_found_and_short_forms_mean_the_full_ones() {
        let cast = Cast::of(&Toy::with_pair());
        for quantity in cast.quantities() {
            assert_eq!(cast.find(&cast.name(quantity)), Some(quantity));
        }
        for (short, full) in [("party", "winners.party"), ("rounds", "rounds.mean"), ("sixes", "metrics.sixes")] {
            assert_eq!(cast.find(short), cast.find(full));
        }
        assert!(cast.find("decided_after").is_some() && cast.find("decided_after") == cast.find("last_behind"));
        for name in ["", ".", "winners", "winners.ann", "combatants.ann", "combatants.zoe.dead", "metrics.", "rolls.x"]
        {
            assert_eq!(cast.find(name), None, "{name}");
        }
    }

    #[test]
    fn a_metric_of_rounds_has_a_share_and_a_mean_among_the_encounters_that_have_it() {
        let metrics = [Metric::of_rounds("first_fall", ""), Metric::of_events("falls", "")];
        let cast = Cast::new(&[], &metrics);
        let kind = |name: &str| cast.find(name).map(|quantity| cast.kind(quantity));
        assert_eq!(kind("first_fall"), Some(Kind::MeanAmong));
        assert_eq!(kind("first_fall.share"), Some(Kind::Share));
        assert_eq!([kind("falls"), kind("falls.share")], [Some(Kind::Mean), None]);
    }

    /// The numbers at the start of a leg are means among the days that come to it: with records, with counts and exactly.
    #[test]
    fn a_number_among_others_has_their_encounters() {
        let day = Toy::twice();
        let cast = Cast::of(&day);
        let [reached, left] = ["legs.crypt.reached", "legs.crypt.start.ann.friends"]
            .map(|name| cast.find(name).unwrap_or_else(|| panic!("{name}")));
        assert_eq!((cast.kind(reached), cast.kind(left)), (Kind::YesNo, Kind::MeanAmong));
        assert_eq!((cast.presence(left), cast.presence(reached)), (Some("legs.crypt.reached"), None));
        let tally = run(&day, &Plan::new(Seed(4), 0..5000), &Watch::none()).tally;
        assert_eq!(u128::from(tally.totals(left).encounters), tally.totals(reached).sums.values);
        let solution = solve(&day, Budget::default(), &|| false).expect("small");
        let (chance, moments) = cast.exact(left, &solution);
        assert!((chance - cast.exact(reached, &solution).1.mean).abs() < 1e-15, "{chance}");
        // Ann and bob both stand in a share of the won fights, in which two begin anew: the others leave one of them away.
        assert!(moments.mean > 0.0 && moments.mean < 2.0 && moments.sd > 0.0, "{moments:?}");
        let totals = tally.totals(left);
        let found = totals.sums.values as f64 / totals.encounters as f64;
        // Six standard errors: a false alarm of 2e-9.
        assert!((found - moments.mean).abs() < 6.0 * moments.sd / (totals.encounters as f64).sqrt(), "{found}");
    }

    /// Two days have in common what says the same in both, whatever is counted before it.
    #[test]
    fn numbers_among_others_are_common_to_days_of_other_legs() {
        let (unit, name) = (MetricUnit::Among(1), "legs.b.start.ann.hp");
        let metrics = |first: &str, unit| {
            let names = [(first, MetricUnit::Events), ("legs.b.reached", MetricUnit::YesNo), (name, unit)];
            Cast { metrics: names.map(|(name, unit)| (name.to_owned(), unit)).into(), ..Cast::new(&[], &[]) }
        };
        let common = metrics("hits", unit).common(&metrics("misses", unit));
        let expected = [("legs.b.reached", MetricUnit::YesNo), (name, MetricUnit::Among(0))];
        assert_eq!(common.metrics, expected.map(|(name, unit)| (name.to_owned(), unit)));
        let other = metrics("hits", unit).common(&metrics("hits", MetricUnit::Events));
        assert!(other.metrics.iter().all(|(known, _)| known != name));
    }

    #[test]
    fn the_exact_solution_has_every_quantity() {
        let rules = Toy::new();
        let (cast, solution) = (Cast::of(&rules), solve(&rules, Budget::default(), &|| false).expect("small"));
        for quantity in cast.quantities() {
            let (chance, moments) = cast.exact(quantity, &solution);
            let name = cast.name(quantity);
            assert!((0.0..=1.0 + 1e-12).contains(&chance) && moments.mean.is_finite(), "{name}");
            assert!(!matches!(quantity, Quantity::Extra(_)) || moments.mean > 0.0, "{name}");
        }
    }
}
