//! Promises of a [`Ruleset`] that its types cannot express, as checks. The whole suite of checks is
//! `equipoise_sim::conformance`.

mod remembering;
mod resumed;

use crate::exact::{LeadMoments, Solution};
use crate::outcome::{EndState, Outcome, Side, Winner};
use crate::ruleset::Ruleset;
use crate::who::Who;

pub use remembering::Remembering;
pub use resumed::Resumed;

/// A contradiction in how an encounter ended; `None` if there is none. `state` is the last state of the encounter.
///
/// If a side has won, at least one of its combatants [fights on](Ruleset::fights_on), nobody of the other side does,
/// and the [lead](Ruleset::lead) is wholly its own (1000 or -1000). In a draw nobody fights on, unless no fight broke
/// out. In a timeout both sides fight on, and all rounds up to the limit were played.
pub fn mistake_of_end<R: Ruleset>(rules: &R, state: &R::State, outcome: Outcome) -> Option<String> {
    let fights_on = Side::ALL.map(|side| {
        let mut combatants = Who::first(rules.combatants().len()).zip(rules.combatants());
        combatants.any(|(who, combatant)| combatant.side == side && rules.fights_on(state, who))
    });
    contradiction(outcome, fights_on, rules.lead(state), rules.rounds_max())
}

/// A contradiction between an outcome and the last state, as text; `fights_on` is by side.
fn contradiction(outcome: Outcome, fights_on: [bool; 2], lead: i32, rounds_max: u32) -> Option<String> {
    let Outcome { winner, rounds } = outcome;
    let (are_sides_right, is_lead_right) = match winner {
        Winner::Party => (fights_on == [true, false], lead == 1000),
        Winner::Enemies => (fights_on == [false, true], lead == -1000),
        Winner::Draw => (rounds == 0 || fights_on == [false, false], lead.abs() < 1000),
        Winner::Timeout => (fights_on == [true, true], lead.abs() < 1000),
    };
    let ended = format!("an encounter ends as {winner} after {rounds} rounds");
    if !are_sides_right {
        let [party, enemies] = fights_on.map(|somebody| if somebody { "somebody" } else { "nobody" });
        Some(format!("{ended}, where {party} of the party fights on and {enemies} of the enemies"))
    } else if !is_lead_right {
        Some(format!("{ended}, with a lead of {lead} thousandths"))
    } else if rounds > rounds_max || (winner == Winner::Timeout && rounds < rounds_max) {
        Some(format!("{ended} of {rounds_max}"))
    } else {
        None
    }
}

/// The first number in which a solution differs from the expected one by more than rounding (a relative error of 1e-9,
/// or an absolute one if the number is below 1); `None` if all agree. Numbers of states may differ.
///
/// Metrics, combatants and rounds are matched by index. Standard deviations are compared by their squares, since the
/// square root magnifies rounding errors near 0.
pub fn difference_of_solutions(found: &Solution, expected: &Solution) -> Option<String> {
    let (found, expected) = (numbers(found), numbers(expected));
    if found.len() != expected.len() {
        return Some(format!("{} numbers instead of {}", found.len(), expected.len()));
    }
    let mut pairs = found.into_iter().zip(expected);
    pairs.find_map(|((name, found), (_, expected))| {
        let tolerance = 1e-9 * expected.abs().max(1.0);
        ((found - expected).abs() > tolerance).then(|| format!("{name}: {found} instead of {expected}"))
    })
}

/// All numbers of a solution, each with a name, except its numbers of states, transitions and bytes.
fn numbers(solution: &Solution) -> Vec<(String, f64)> {
    let mut numbers = Vec::new();
    let mut add = |name: &str, shares: &[f64]| {
        numbers.extend(shares.iter().enumerate().map(|(index, &share)| (format!("{name} {index}"), share)));
    };
    add("winner", &solution.winners);
    add("rounds", &[solution.rounds.mean, solution.rounds.sd.powi(2)]);
    for (rounds, shares) in solution.by_round.iter().enumerate() {
        add(&format!("after {rounds} rounds, winner"), shares);
    }
    for (combatant, shares) in solution.end_states.iter().enumerate() {
        add(&format!("combatant {combatant}, end state"), shares);
    }
    // The number of combatants in the same end state depends on their joint distribution, which the shares of single
    // combatants do not show, and not on the order of the endings.
    for end in EndState::ALL {
        let mut shares = vec![0.0; solution.end_states.len() + 1];
        for (ending, chance) in &solution.endings {
            shares[ending.end_states.iter().filter(|&&candidate| candidate == end).count()] += chance;
        }
        add(&format!("so many {end} together:"), &shares);
    }
    for (metric, moments) in solution.metrics.iter().enumerate() {
        add(&format!("metric {metric}, moment"), &[moments.mean, moments.sd.powi(2)]);
    }
    add("metric of rounds, occurred", &solution.occurred);
    let LeadMoments { changes, last_behind, margin } = solution.lead;
    for (name, moments) in [("changes of the lead", changes), ("last behind", last_behind), ("margin", margin)] {
        add(&format!("{name}, moment"), &[moments.mean, moments.sd.powi(2)]);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contradiction of an outcome in a fight of at most 20 rounds.
    fn contradiction_of(winner: Winner, rounds: u32, fights_on: [bool; 2], lead: i32) -> Option<String> {
        contradiction(Outcome { winner, rounds }, fights_on, lead, 20)
    }

    #[test]
    fn ends_that_agree_with_the_winner_are_right() {
        for (winner, rounds, fights_on, lead) in [
            (Winner::Party, 20, [true, false], 1000),
            (Winner::Enemies, 0, [false, true], -1000),
            (Winner::Draw, 0, [true, true], 0),
            (Winner::Draw, 3, [false, false], 0),
            (Winner::Timeout, 20, [true, true], -999),
        ] {
            assert_eq!(contradiction_of(winner, rounds, fights_on, lead), None);
        }
    }

    #[test]
    fn ends_that_contradict_the_winner_are_named() {
        for (winner, rounds, fights_on, lead, part) in [
            (Winner::Party, 5, [false, true], 1000, "nobody of the party fights on and somebody of the enemies"),
            (Winner::Party, 5, [true, true], 1000, "somebody of the party fights on and somebody of the enemies"),
            (Winner::Party, 5, [true, false], 999, "a lead of 999 thousandths"),
            (Winner::Party, 21, [true, false], 1000, "after 21 rounds of 20"),
            (Winner::Enemies, 5, [true, false], -1000, "nobody of the enemies"),
            (Winner::Enemies, 5, [false, true], 1000, "a lead of 1000 thousandths"),
            (Winner::Draw, 1, [true, true], 0, "ends as draw after 1 rounds, where somebody"),
            (Winner::Draw, 1, [false, false], -1000, "a lead of -1000"),
            (Winner::Timeout, 20, [true, false], 0, "nobody of the enemies"),
            (Winner::Timeout, 20, [true, true], 1000, "a lead of 1000"),
            (Winner::Timeout, 19, [true, true], 0, "after 19 rounds of 20"),
        ] {
            let text = contradiction_of(winner, rounds, fights_on, lead).expect("a contradiction");
            assert!(text.contains(part), "{text}");
        }
    }
}
