//! The places of the legs' combatants, metrics and numbers in the day.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Chance, Fights, Leg, PREFIX};
use crate::any::AnyRules;
use crate::outcome::{Combatant, Side};
use crate::ruleset::{Metric, MetricUnit, Outline};
use crate::skirmish::Group;
use crate::who::Who;

/// Most legs of a day.
pub(crate) const LEGS_MAX: usize = 64;
/// Most combatants of a day.
const COMBATANTS_MAX: usize = 256;

/// One scenario of a leg, in its place in the day.
#[derive(Debug, Clone)]
pub(super) struct Seats {
    pub(super) fight: usize,
    /// Its weight in the choice of the leg's scenario.
    pub(super) weight: u32,
    /// By combatant of the fight: the combatant of the day.
    pub(super) who: Box<[Who]>,
    /// By combatant of the day: that of the fight.
    pub(super) places: Box<[Option<Who>]>,
    /// By metric of the fight.
    pub(super) metrics: Box<[Place]>,
    /// By combatant of the fight: the places of the numbers that it keeps.
    pub(super) numbers: Box<[Box<[u16]>]>,
    pub(super) party: Box<[Member]>,
}

/// The metrics of a leg that are of a combatant of the party.
#[derive(Debug, Clone)]
pub(super) struct Member {
    /// The combatant of the fight.
    pub(super) who: Who,
    /// The metric of days in which it is out at the end.
    pub(super) out: usize,
    /// For each number that is shown where the leg begins its index among those that it keeps, and its metric.
    pub(super) left: Vec<(usize, usize)>,
}

/// The place of a metric.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// Its index among those of the day.
    pub(super) index: u16,
    /// For a metric of rounds its bit among them; else none.
    pub(super) bit: u64,
}

/// The id of a combatant in a day: enemies are those of a leg.
fn id_of(leg: &str, side: Side, id: &str) -> String {
    match side {
        Side::Party => id.to_owned(),
        Side::Enemies => format!("{leg}/{id}"),
    }
}

/// The outline of a day, its legs, and the number of the numbers that its party keeps.
pub(super) fn arrange(fights: &[Arc<dyn AnyRules>], legs: &[Leg]) -> Result<(Outline, Box<[Fights]>, usize), String> {
    if legs.is_empty() || legs.len() > LEGS_MAX {
        return Err(format!("a day has 1 to {LEGS_MAX} legs, and not {}", legs.len()));
    }
    if let Some(at) = (1..legs.len()).find(|&at| legs[..at].iter().any(|leg| leg.id == legs[at].id)) {
        return Err(format!("two legs are named `{}`", legs[at].id));
    }
    let is_long = legs.len() > 1;
    let (mut party, mut enemies, mut metrics, mut rounds_max) = (Vec::new(), Vec::new(), Vec::new(), 0_u32);
    for leg in legs {
        let outlines = || leg.chances.iter().map(|chance| fights[chance.fight].outline());
        for combatant in outlines().flat_map(|outline| &outline.combatants) {
            let id = id_of(&leg.id, combatant.side, &combatant.id);
            let group = combatant.group.as_ref().map(|group| id_of(&leg.id, combatant.side, group));
            let list = if combatant.side == Side::Party { &mut party } else { &mut enemies };
            let name = id_of(&leg.id, combatant.side, &combatant.name);
            enlist(list, Combatant { id, name, group, ..combatant.clone() });
        }
        add_metrics(&mut metrics, outlines(), is_long);
        rounds_max = rounds_max.saturating_add(outlines().map(|outline| outline.rounds_max).max().unwrap_or_default());
    }
    let mut of_leg = Vec::new();
    for leg in legs {
        of_leg.push(metrics.len());
        if is_long {
            let rules = leg.chances.iter().map(|chance| &*fights[chance.fight]);
            let reached = u16::try_from(metrics.len() + REACHED).map_err(|_| "it has too many metrics")?;
            metrics.extend(all_of_leg(&leg.id, rules, reached));
        }
    }
    let combatants = [party, enemies].concat();
    if combatants.len() > COMBATANTS_MAX {
        return Err(format!(
            "it has {} combatants, with all enemies of all legs: {COMBATANTS_MAX} at most",
            combatants.len()
        ));
    }
    let mut places =
        Places { bits: bits_of(&metrics)?, combatants: &combatants, metrics: &metrics, numbers: BTreeMap::new() };
    let mut seated = |(leg, metrics): (&Leg, usize)| {
        let sides = leg.chances.iter().map(|chance| chance.weight).sum();
        let seat = |chance: &Chance| places.seat(&leg.id, *chance, &*fights[chance.fight]);
        let options: Box<[_]> = leg.chances.iter().map(seat).collect();
        let is_choice = options.len() > 1;
        Fights { id: leg.id.clone(), options, sides: if is_choice { sides } else { 0 }, metrics }
    };
    let legs = legs.iter().zip(of_leg).map(&mut seated).collect();
    let numbers = places.numbers.len();
    Ok((Outline { combatants, metrics, rounds_max, erring: Group::NOBODY }, legs, numbers))
}

/// The combatants, metrics and numbers of a day, in which those of a fight have their places.
struct Places<'a> {
    combatants: &'a [Combatant],
    metrics: &'a [Metric],
    /// The bit of each metric of rounds.
    bits: BTreeMap<String, u64>,
    /// The places of the numbers that have one so far, by combatant of the day.
    numbers: BTreeMap<(Who, String), u16>,
}

impl Places<'_> {
    fn metric(&self, name: &str) -> Option<usize> {
        self.metrics.iter().position(|known| known.name == name)
    }

    /// The places of a scenario of a leg.
    fn seat(&mut self, leg: &str, Chance { weight, fight }: Chance, rules: &dyn AnyRules) -> Seats {
        let outline = rules.outline();
        let seat = |combatant: &Combatant| {
            let id = id_of(leg, combatant.side, &combatant.id);
            Who::new(self.combatants.iter().position(|known| known.id == id).expect("it was enlisted"))
        };
        let seats: Box<[_]> = outline.combatants.iter().map(seat).collect();
        let mut places = vec![None; self.combatants.len()];
        Who::first(seats.len()).zip(&seats).for_each(|(who, seat)| places[seat.index()] = Some(who));
        let place = |metric: &Metric| {
            let index = self.metric(&metric.name).expect("it was added") as u16;
            Place { index, bit: self.bits.get(&metric.name).copied().unwrap_or_default() }
        };
        let metrics = outline.metrics.iter().map(place).collect();
        let (mut party, mut numbers) = (Vec::new(), Vec::new());
        for ((who, combatant), &seat) in Who::first(seats.len()).zip(&outline.combatants).zip(&seats) {
            let kept = if combatant.side == Side::Party { rules.kept(who) } else { Vec::new() };
            let out = self.metric(&out_of_leg(leg, &combatant.id).name);
            if let Some(out) = out.filter(|_| combatant.side == Side::Party) {
                let start = |name: &String| self.metric(&start_of_leg(leg, &combatant.id, name, 0).name);
                let left = kept.iter().enumerate().filter_map(|(at, name)| Some((at, start(name)?))).collect();
                party.push(Member { who, out, left });
            }
            let number = |name: String| {
                let next = self.numbers.len() as u16;
                *self.numbers.entry((seat, name)).or_insert(next)
            };
            numbers.push(kept.into_iter().map(number).collect());
        }
        let (places, numbers, party) = (places.into(), numbers.into(), party.into());
        Seats { fight, weight, who: seats, places, metrics, numbers, party }
    }
}

/// The places of the metrics that each leg of several has, among its own.
pub(super) const REACHED: usize = 0;
pub(super) const WON: usize = 1;
pub(super) const ROUNDS: usize = 2;

/// The metrics that a leg of several has beside those of its system and its party, in the order of their places.
pub fn metrics_of_leg(id: &str) -> [Metric; 3] {
    let name = |what: &str| format!("{PREFIX}{id}.{what}");
    [
        Metric::of_yes_no(name("reached"), "days that come to this leg"),
        Metric::of_yes_no(name("won"), "days in which the party wins this leg"),
        Metric::of_events(name("rounds"), "rounds that are fought in this leg, none where it is not reached"),
    ]
}

/// The metric of days in which a member of the party is out at the end of a leg.
pub fn out_of_leg(leg: &str, member: &str) -> Metric {
    let doc = "days in which it fights in this leg and is out at the end: down, dead or gone";
    Metric::of_yes_no(format!("{PREFIX}{leg}.out.{member}"), doc)
}

/// The metric of a number with which a member of the party begins a leg. `reached` is the index of the metric of days that come to it.
pub fn start_of_leg(leg: &str, member: &str, number: &str, reached: u16) -> Metric {
    let doc = "what it has left when this leg begins, 0 where it stays away, of the days that come to the leg";
    let metric = Metric::of_events(format!("{PREFIX}{leg}.start.{member}.{number}"), doc);
    Metric { unit: MetricUnit::Among(reached), ..metric }
}

/// All metrics of a leg: its own, and then those of its party. `reached` is the index of the first.
fn all_of_leg<'a>(leg: &str, fights: impl Iterator<Item = &'a dyn AnyRules>, reached: u16) -> Vec<Metric> {
    let (mut out, mut left) = (Vec::new(), Vec::new());
    let add = |list: &mut Vec<Metric>, metric: Metric| {
        if list.iter().all(|known| known.name != metric.name) {
            list.push(metric);
        }
    };
    for rules in fights {
        let combatants = &rules.outline().combatants;
        for (who, combatant) in Who::first(combatants.len()).zip(combatants) {
            if combatant.side == Side::Enemies {
                continue;
            }
            add(&mut out, out_of_leg(leg, &combatant.id));
            for number in rules.kept(who).iter().filter(|number| rules.left().contains(&number.as_str())) {
                add(&mut left, start_of_leg(leg, &combatant.id, number, reached));
            }
        }
    }
    [metrics_of_leg(leg).into(), out, left].concat()
}

/// The bit of each metric of rounds, by its name.
fn bits_of(metrics: &[Metric]) -> Result<BTreeMap<String, u64>, String> {
    let in_rounds: Vec<_> = metrics.iter().filter(|metric| metric.unit == MetricUnit::Rounds).collect();
    if in_rounds.len() > 64 {
        return Err(format!("it has {} metrics of rounds: 64 at most", in_rounds.len()));
    }
    Ok(in_rounds.iter().map(|metric| metric.name.clone()).zip((0..64).map(|bit| 1_u64 << bit)).collect())
}

/// Adds a combatant unless it is there: behind those of its group, which are listed one after the other.
fn enlist(list: &mut Vec<Combatant>, combatant: Combatant) {
    if list.iter().any(|known| known.id == combatant.id) {
        return;
    }
    let last = list.iter().rposition(|known| known.group.is_some() && known.group == combatant.group);
    list.insert(last.map_or(list.len(), |last| last + 1), combatant);
}

/// Adds the metrics of a leg. A yes or no of a fight may happen in each leg of a day, and is counted there.
fn add_metrics<'a>(metrics: &mut Vec<Metric>, leg: impl Iterator<Item = &'a Outline>, is_long: bool) {
    let mut most: BTreeMap<&str, u32> = BTreeMap::new();
    for metric in leg.flat_map(|outline| &outline.metrics) {
        if !metrics.iter().any(|known| known.name == metric.name) {
            let unit = if is_long && metric.unit == MetricUnit::YesNo { MetricUnit::Events } else { metric.unit };
            metrics.push(Metric { unit, most: 0, ..metric.clone() });
        }
        let bound = most.entry(&metric.name).or_default();
        *bound = metric.most.max(*bound);
    }
    for metric in metrics {
        metric.most = metric.most.saturating_add(most.get(&*metric.name).copied().unwrap_or_default());
    }
}
