//! The importance of a state for an event: how near a fight has come to it, by what the event asks for.

use std::cmp::Ordering;

use equipoise_engine::{EndState, Ruleset, Side, Who, Winner};

use crate::kernel::quantity::{Cast, EXTRAS, Quantity};
use crate::studies::condition::{Condition, Folding};

/// The importance of a combatant that has lost all its points but still stands: what is left to 1 are the steps from there to the end.
const SPENT: f64 = 0.6;
/// The weight of what the other side has left, beside what a combatant has lost. Found by trial: with 0 fights that come near to an end are
/// those in which both sides are almost spent, and few go on to it; with more than 0.3 the levels miss the end.
const THREAT: f64 = 0.15;
/// The importance that being down adds for a death.
const DOWN: f64 = 0.2;

/// A number of a state, from 0 to 1, that grows as a fight comes nearer to an event. Whatever it is, the chance that is estimated by it has
/// no bias; a good one makes it precise.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Importance {
    /// A combatant ends so.
    End(Who, EndState),
    /// A combatant does not stand at the end.
    Out(Who),
    /// A side wins.
    Lead(Side),
    /// The fight lasts so many rounds.
    Rounds(u64),
    /// So many are counted of a metric.
    Count { metric: usize, number: u64 },
    /// Everybody loses everything at the same moment.
    Exhausted,
    /// So many of the parts happen: the mean of those that came nearest.
    Several(usize, Vec<Self>),
}

/// The numbers of a fight between two steps.
#[derive(Debug)]
pub(super) struct Now<'a, S> {
    pub(super) state: &'a S,
    pub(super) round: u32,
    /// By metric.
    pub(super) counts: &'a [u32],
}

impl Importance {
    /// The importance for a condition; `None` if nothing that it asks for comes nearer step by step.
    pub(super) fn of(condition: &Condition, cast: &Cast) -> Option<Self> {
        condition.fold(&Leading { cast })
    }

    /// The importance at a moment.
    pub(super) fn at<R: Ruleset>(&self, rules: &R, now: &Now<R::State>) -> f64 {
        match self {
            &Self::End(who, end) => nearness(rules, now.state, who, end),
            &Self::Out(who) => out(rules, now.state, who),
            &Self::Lead(side) => lead(rules, now.state, side),
            &Self::Rounds(number) => part(now.round.into(), number),
            &Self::Count { metric, number } => part(now.counts[metric].into(), number),
            Self::Exhausted => {
                let all = Who::first(rules.combatants().len());
                mean(&all.map(|who| lost(rules, now.state, who)).collect::<Vec<_>>())
            }
            Self::Several(number, parts) => {
                let mut values: Vec<f64> = parts.iter().map(|part| part.at(rules, now)).collect();
                values.sort_by(|one, other| other.total_cmp(one));
                values.truncate(*number);
                mean(&values)
            }
        }
    }
}

/// The points that the other side of a combatant has left, as a portion: it can do no harm without them.
fn threat<R: Ruleset>(rules: &R, state: &R::State, who: Who) -> f64 {
    let all = rules.combatants();
    let others = Who::first(all.len()).filter(|other| all[other.index()].side != all[who.index()].side);
    mean(&others.map(|other| 1.0 - lost(rules, state, other)).collect::<Vec<_>>())
}

/// The nearness of a combatant to its end, if it still stands.
fn worn<R: Ruleset>(rules: &R, state: &R::State, who: Who) -> f64 {
    SPENT * ((1.0 - THREAT) * lost(rules, state, who) + THREAT * threat(rules, state, who))
}

/// The nearness of a combatant to an end state.
fn nearness<R: Ruleset>(rules: &R, state: &R::State, who: Who, wanted: EndState) -> f64 {
    let now = rules.end_state(state, who);
    match (wanted, now) {
        (EndState::Standing, EndState::Standing) => lead(rules, state, rules.combatants()[who.index()].side),
        _ if wanted == now => 1.0,
        (EndState::Dead, EndState::Down) => worn(rules, state, who) + DOWN,
        (_, EndState::Standing) => worn(rules, state, who),
        _ => 0.0,
    }
}

/// The portion of its points that a combatant has lost.
fn lost<R: Ruleset>(rules: &R, state: &R::State, who: Who) -> f64 {
    let [left, whole] = rules.remaining(state, who);
    (1.0 - left as f64 / whole as f64).clamp(0.0, 1.0)
}

/// The nearness of a side to a win: the mean nearness of its opponents to being out.
fn lead<R: Ruleset>(rules: &R, state: &R::State, side: Side) -> f64 {
    let all = rules.combatants();
    let others = Who::first(all.len()).filter(|other| all[other.index()].side != side);
    mean(&others.map(|other| out(rules, state, other)).collect::<Vec<_>>())
}

/// The nearness of a combatant to being out.
fn out<R: Ruleset>(rules: &R, state: &R::State, who: Who) -> f64 {
    match rules.end_state(state, who) {
        EndState::Standing => worn(rules, state, who),
        EndState::Fled | EndState::Down | EndState::Dead => 1.0,
    }
}

fn part(count: u64, number: u64) -> f64 {
    if count >= number { 1.0 } else { count as f64 / number as f64 }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// That so many of some combatants end so.
fn ends(members: impl Iterator<Item = usize>, end: EndState, number: usize) -> Importance {
    let parts = members.map(|index| Importance::End(Who::new(index), end)).collect();
    Importance::Several(number.max(1), parts)
}

/// Finds the importance of conditions.
struct Leading<'a> {
    cast: &'a Cast,
}

impl Leading<'_> {
    fn members(&self, side: Side) -> impl Iterator<Item = usize> + '_ {
        let all = self.cast.combatants.iter().enumerate();
        all.filter(move |(_, (_, of))| *of == side).map(|(index, _)| index)
    }

    /// That something happens, or that it does not.
    fn happens(&self, quantity: Quantity, is_wanted: bool) -> Option<Importance> {
        let side_of = |combatant: usize| self.cast.combatants[combatant].1;
        match (quantity, is_wanted) {
            (Quantity::Winner(winner), _) => match (winner.side(), is_wanted) {
                (Some(side), true) => Some(Importance::Lead(side)),
                (Some(side), false) => Some(Importance::Lead(side.other())),
                (None, true) if winner == Winner::Draw => Some(Importance::Exhausted),
                (None, _) => None,
            },
            (Quantity::End { combatant, end: EndState::Standing }, false) => Some(Importance::Out(Who::new(combatant))),
            (Quantity::End { combatant, .. }, false) => Some(Importance::Lead(side_of(combatant))),
            (Quantity::End { combatant, end }, true) => Some(Importance::End(Who::new(combatant), end)),
            (Quantity::Group { group, end, is_any: true }, true) => {
                Some(ends(self.cast.groups[group].members.clone(), end, 1))
            }
            (Quantity::Group { group, .. }, false) => {
                Some(Importance::Lead(side_of(self.cast.groups[group].members.start)))
            }
            (Quantity::Extra(index), _) => {
                let (side, is_out) = match EXTRAS[index].name {
                    "party_any_dead" => (Side::Party, false),
                    "enemies_any_dead" => (Side::Enemies, false),
                    "party_all_out" => (Side::Party, true),
                    _ => return None,
                };
                match (is_wanted, is_out) {
                    (false, _) => Some(Importance::Lead(side)),
                    (true, false) => Some(ends(self.members(side), EndState::Dead, 1)),
                    (true, true) => {
                        let parts: Vec<_> = self.members(side).map(|index| Importance::Out(Who::new(index))).collect();
                        Some(Importance::Several(parts.len().max(1), parts))
                    }
                }
            }
            _ => None,
        }
    }
}

impl Folding<Option<Importance>> for Leading<'_> {
    fn compares(&self, quantity: Quantity, orderings: &[Ordering], number: u64) -> Option<Importance> {
        let is_at_least = orderings.contains(&Ordering::Greater) || orderings == [Ordering::Equal];
        let least = if orderings == [Ordering::Greater] { number.saturating_add(1) } else { number };
        match quantity {
            Quantity::Rounds => is_at_least.then_some(Importance::Rounds(least)),
            Quantity::Metric(metric) => is_at_least.then_some(Importance::Count { metric, number: least }),
            Quantity::Group { group, end, is_any: false } if is_at_least => {
                let number = usize::try_from(least).unwrap_or(usize::MAX);
                Some(ends(self.cast.groups[group].members.clone(), end, number))
            }
            _ => {
                let [is_if_not, is_if_so] = [0_u64, 1].map(|value| orderings.contains(&value.cmp(&number)));
                (is_if_so != is_if_not).then(|| self.happens(quantity, is_if_so)).flatten()
            }
        }
    }

    fn all(&self, parts: Vec<Option<Importance>>) -> Option<Importance> {
        several(parts, usize::MAX)
    }

    fn any(&self, parts: Vec<Option<Importance>>) -> Option<Importance> {
        several(parts, 1)
    }
}

/// So many of the parts that have an importance; `None` if none has.
fn several(parts: Vec<Option<Importance>>, number: usize) -> Option<Importance> {
    let mut parts: Vec<Importance> = parts.into_iter().flatten().collect();
    if parts.len() <= 1 { parts.pop() } else { Some(Importance::Several(number, parts)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Ends, Toy};

    fn importance(text: &str, ends: [u8; 3], round: u32, counts: [u32; 2]) -> Option<f64> {
        let toy = Toy::new();
        let cast = Cast::of(&toy);
        let condition = Condition::read(text, &cast).unwrap_or_else(|error| panic!("{error}"));
        let now = Now { state: &Ends::new(ends), round, counts: &counts };
        Importance::of(&condition, &cast).map(|importance| importance.at(&toy, &now))
    }

    /// The toy's combatants have one point each: a fallen one has lost it. One that stands before a whole enemy has 0.6 × 0.15. Ends are indices of [`EndState::ALL`].
    #[test]
    fn the_nearer_the_event_the_larger_the_importance() {
        for (text, ends, round, counts, expected) in [
            ("ann dead", [0, 0, 0], 3, [0, 0], 0.09),
            ("ann dead", [2, 0, 0], 3, [0, 0], 0.8),
            ("ann dead", [3, 0, 0], 3, [0, 0], 1.0),
            ("ann dead", [1, 0, 0], 3, [0, 0], 0.0),
            ("ann down", [2, 0, 0], 3, [0, 0], 1.0),
            ("not ann standing", [1, 0, 0], 3, [0, 0], 1.0),
            ("party all dead", [3, 0, 0], 3, [0, 0], 0.545),
            ("party_all_out", [3, 0, 0], 3, [0, 0], 0.545),
            ("party any dead", [3, 0, 0], 3, [0, 0], 1.0),
            ("party_any_dead and not bob dead", [2, 0, 0], 3, [0, 0], f64::midpoint(0.8, 0.045)),
            ("party wins", [0, 0, 0], 3, [0, 0], 0.09),
            ("not party wins", [2, 0, 0], 3, [0, 0], 0.545),
            ("draw", [2, 0, 0], 3, [0, 0], 1.0 / 3.0),
            ("rounds > 11", [0, 0, 0], 3, [0, 0], 0.25),
            ("rounds = 6", [0, 0, 0], 3, [0, 0], 0.5),
            ("sixes >= 4", [0, 0, 0], 3, [5, 1], 0.25),
            ("not sixes < 4", [0, 0, 0], 3, [5, 1], 0.25),
            ("sixes >= 4 and rounds < 3", [0, 0, 0], 3, [5, 1], 0.25),
        ] {
            let found = importance(text, ends, round, counts).unwrap_or_else(|| panic!("none: {text}"));
            assert!((found - expected).abs() < 1e-12, "{text}: {found} is not {expected}");
        }
    }

    #[test]
    fn nothing_leads_to_what_does_not_happen() {
        for text in ["timeout", "rounds < 3", "sixes = 0 and timeout", "lead_changes > 3", "not draw"] {
            let found = importance(text, [0; 3], 3, [0; 2]);
            // The comparison with 0 holds from the first moment on: it leads nowhere either.
            assert!(found.is_none_or(|found| found >= 1.0), "{text}: {found:?}");
        }
    }
}
