//! The conclusion of a page: sentences that can be said aloud, made from the numbers.

use equipoise_engine::{Combatant, EndState, Side, Winner};
use equipoise_sim::output::numbers;
use equipoise_sim::{CombatantReport, Interval, Report, Share};

use crate::accounts::Kept;
use crate::{day, show};

/// Fractions that are said as such: so many of so many.
const FRACTIONS: [(&str, &str, f64); 9] = [
    ("one", "two", 0.5),
    ("one", "three", 1.0 / 3.0),
    ("two", "three", 2.0 / 3.0),
    ("one", "four", 0.25),
    ("three", "four", 0.75),
    ("one", "five", 0.2),
    ("two", "five", 0.4),
    ("three", "five", 0.6),
    ("four", "five", 0.8),
];
/// The largest distance of a share from a fraction that stands for it.
const FRACTION_WITHIN: f64 = 0.015;
/// The most names of combatants that the data do not tell apart.
const NAMES_MAX: usize = 2;

/// A share of fights in words: `about three fights of four`. `is_exact` says whether the share is known exactly.
fn spoken(share: f64, noun: &str, is_exact: bool) -> String {
    let fraction = FRACTIONS.iter().find(|(.., fraction)| (share - fraction).abs() <= FRACTION_WITHIN);
    match (share, fraction) {
        (share, _) if share <= 0.0 && is_exact => format!("no {noun}"),
        (share, _) if share >= 1.0 && is_exact => format!("every {noun}"),
        (share, _) if share <= 0.0 => format!("none of the {noun}s that were played"),
        (share, _) if share >= 1.0 => format!("all {noun}s that were played"),
        (share, _) if share < 0.01 => format!("fewer than one {noun} of a hundred"),
        (share, _) if share > 0.99 => format!("more than 99 {noun}s of a hundred"),
        (_, Some((part, whole, _))) => {
            let plural = if *part == "one" { "" } else { "s" };
            format!("about {part} {noun}{plural} of {whole}")
        }
        (share, None) => format!("about {:.0} {noun}s of a hundred", share * 100.0),
    }
}

/// The rank of the party against the enemies, from 0 for the worst to 6 for the best; `part` is its part of the fights that have a winner.
fn rank(part: f64) -> usize {
    [0.05, 0.3, 0.47, 0.53, 0.7, 0.95].iter().filter(|least| part >= **least).count()
}

/// The rank of a fight in which both sides do about equally well.
const EVEN: usize = 3;

const RANKS: [&str; 7] = [
    "the enemies nearly always win",
    "the enemies usually win",
    "the enemies win more often than the party",
    "the party and the enemies win about equally often",
    "the party wins more often than the enemies",
    "the party usually wins",
    "the party nearly always wins",
];

/// The sentence on the winner: the side that wins more often, as far as the intervals tell, and its share.
fn who_wins(report: &Report) -> String {
    let noun = day::noun(report);
    let [party, enemies] = [Winner::Party, Winner::Enemies].map(|winner| report.won(winner));
    let is_exact = report.encounters().is_none();
    let decided = party.share + enemies.share;
    let told = |share: &Share| spoken(share.share, noun, is_exact);
    if decided < 0.5 {
        let [party, enemies] = [told(&party), told(&enemies)];
        return format!("Most {noun}s end without a winner; the party wins {party}, the enemies win {enemies}.");
    }
    let rank_of = |share: f64| rank((share / decided).clamp(0.0, 1.0));
    let found = rank_of(party.share);
    let ends = party.interval.map_or([found; 2], |interval| [rank_of(interval.lo), rank_of(interval.hi)]);
    if ends[1] - ends[0] > 1 {
        return format!("So few {noun}s do not tell who wins more often; the party won {}.", told(&party));
    }
    let [least, most] = [lo(&party), hi(&party)].map(|share| share / decided);
    let maybe = if found != EVEN && least < 0.5 && most > 0.5 { "Probably " } else { "" };
    let words = match found {
        EVEN if least > 0.5 => "the party wins slightly more often than the enemies",
        EVEN if most < 0.5 => "the enemies win slightly more often than the party",
        found => RANKS[found],
    };
    let share = if found < EVEN { &enemies } else { &party };
    let whose = if found == EVEN { "the party wins " } else { "" };
    let undecided = 1.0 - decided;
    let rest =
        if undecided < 0.05 { String::new() } else { format!(" Nobody wins {}.", spoken(undecided, noun, is_exact)) };
    let sentence = format!("{maybe}{words}: {whose}{}.{rest}", told(share));
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}", first.to_uppercase(), letters.as_str()))
}

/// The sentence on deaths in the party: how often somebody dies, and who most often, as far as the intervals tell them apart; `None` if nobody did.
fn who_dies(report: &Report, cast: &[Combatant]) -> Option<String> {
    let any = report.extra_share("party_any_dead");
    if any.share <= 0.0 {
        return None;
    }
    let told = spoken(any.share, day::noun(report), report.encounters().is_none());
    let dead = |who: &&CombatantReport| who.end_states[EndState::Dead.index()].share;
    let party: Vec<&CombatantReport> = report.combatants.iter().filter(|who| who.side == Side::Party).collect();
    let [_, _, ..] = party[..] else {
        return Some(format!("It dies in {told}.").replace("It", "The party's only member"));
    };
    let most = party.iter().copied().max_by(|a, b| dead(a).total_cmp(&dead(b)))?;
    let least_of_most = lo(&most.end_states[EndState::Dead.index()]);
    let leading: Vec<String> = party
        .iter()
        .filter(|who| hi(&who.end_states[EndState::Dead.index()]) >= least_of_most)
        .map(|who| show::name_of(&who.id, cast))
        .collect();
    let who = if leading.len() <= NAMES_MAX && leading.len() < party.len() {
        format!(", most often {}", leading.join(" or "))
    } else {
        String::new()
    };
    Some(format!("Somebody of the party dies in {told}{who}."))
}

fn lo(share: &Share) -> f64 {
    share.interval.map_or(share.share, |interval| interval.lo)
}

fn hi(share: &Share) -> f64 {
    share.interval.map_or(share.share, |interval| interval.hi)
}

/// The sentence on the first turn: whether it pays to begin, by how often the party wins fights that it begins, and those that the enemies begin. `None` if the intervals do not tell
/// the two apart, if a side never begins, and if some fights have no winner, since it is not known then who wins those that the enemies begin and
/// do not win.
fn who_begins(Kept(accounts): &Kept) -> Option<String> {
    let [Some([party_begins, party_wins]), Some([enemies_begin, enemies_win])] = accounts.first() else { return None };
    if party_begins.share <= 0.0 || enemies_begin.share <= 0.0 {
        return None;
    }
    if [Winner::Draw, Winner::Timeout].into_iter().any(|winner| accounts.won(winner).share > 0.0) {
        return None;
    }
    let interval = enemies_win.interval.map(|interval| Interval { lo: 1.0 - interval.hi, hi: 1.0 - interval.lo });
    let otherwise = Share { count: None, share: 1.0 - enemies_win.share, interval };
    let what = if lo(&party_wins) > hi(&otherwise) {
        "pays"
    } else if hi(&party_wins) < lo(&otherwise) {
        "costs"
    } else {
        return None;
    };
    let [begun, other] = [&party_wins, &otherwise].map(numbers::share);
    Some(format!(
        "It {what} to begin: the party wins {begun} of the fights that it begins and {other} of those that the enemies begin."
    ))
}

/// The conclusion: who wins, who dies, how long it takes, what it is worth to begin.
pub(crate) fn conclusion(report: &Report, cast: &[Combatant], accounts: Option<&Kept>) -> Vec<String> {
    let noun = day::noun(report);
    let by = |round: u32| if round == 0 { "before the first round".to_owned() } else { format!("by round {round}") };
    let [half, most] = [report.rounds.p50, report.rounds.p95].map(by);
    let long = format!("At least half of the {noun}s are over {half}, nineteen in twenty {most}.");
    let begins = accounts.filter(|_| noun == "fight").and_then(who_begins);
    [Some(who_wins(report)), who_dies(report, cast), Some(long), begins].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_said_as_people_say_them() {
        let told = |share| spoken(share, "fight", false);
        assert_eq!(told(0.745), "about three fights of four");
        assert_eq!(told(0.5), "about one fight of two");
        assert_eq!(told(0.562), "about 56 fights of a hundred");
        assert_eq!(told(0.004), "fewer than one fight of a hundred");
        assert_eq!(told(0.996), "more than 99 fights of a hundred");
        assert_eq!(told(0.0), "none of the fights that were played");
        assert_eq!(spoken(0.0, "day", true), "no day");
        assert_eq!(spoken(1.0, "day", true), "every day");
    }

    /// A fraction stands for a share that it differs from by a point and a half at most.
    #[test]
    fn a_fraction_is_near_its_share() {
        for thousandth in 11..990 {
            let share = f64::from(thousandth) / 1000.0;
            let told = spoken(share, "fight", false);
            let digits: String = told.chars().filter(char::is_ascii_digit).collect();
            if let Ok(percent) = digits.parse::<f64>() {
                assert!((percent / 100.0 - share).abs() <= 0.0051, "{share}: {told}");
            } else {
                let near = FRACTIONS.iter().any(|(part, whole, fraction)| {
                    told.contains(part) && told.ends_with(whole) && (fraction - share).abs() <= FRACTION_WITHIN + 1e-9
                });
                assert!(near, "{share}: {told}");
            }
        }
    }

    #[test]
    fn ranks_grow_with_the_share() {
        let ranks: Vec<usize> = (0..=100).map(|percent| rank(f64::from(percent) / 100.0)).collect();
        assert!(ranks.is_sorted());
        assert_eq!([ranks[0], ranks[50], ranks[75], ranks[100]], [0, EVEN, 5, 6]);
        assert_eq!(RANKS.len(), 1 + ranks[100]);
    }
}
