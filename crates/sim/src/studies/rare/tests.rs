//! Estimates against exact chances.

use super::*;
use crate::toy::Toy;

fn chance_of(event: &str, method: Method<Sampling>) -> Result<Rare, Unknown> {
    chance_under(event, method, &Watch::none())
}

fn chance_under(event: &str, method: Method<Sampling>, watch: &Watch) -> Result<Rare, Unknown> {
    let toy = Toy::new();
    let condition = Condition::read(event, &Cast::of(&toy)).unwrap_or_else(|error| panic!("{error}"));
    rare(&toy, ("toy", event), &condition, &method, &|| false, watch)
}

fn exact(event: &str) -> f64 {
    chance_of(event, Method::Exact { limits: Limits::new(None, None) }).expect("a small game").chance
}

const fn sample(seed: u64, encounters: u64) -> Method<Sampling> {
    Method::Sample(Sampling { seed, encounters, confidence: 0.95 })
}

/// The mean of 300 repetitions lies within 5.5 standard errors of the exact chance (a false alarm below 1e-7 each): of events that are split
/// and of those that are not, of ends that are certain once they have come and of some that are not.
#[test]
fn estimates_have_no_bias() {
    for event in [
        "party all dead",
        "ann down and bob dead and enemies wins",
        "ann down and ogre standing",
        "rounds >= 11 and not party wins",
        "draw",
        "party_all_out",
    ] {
        let exact = exact(event);
        let estimates: Vec<f64> =
            (0..300).map(|seed| chance_of(event, sample(seed, 5000)).expect("enough encounters").chance).collect();
        let mean = estimates.iter().sum::<f64>() / 300.0;
        let squares: f64 = estimates.iter().map(|one| (one - mean).powi(2)).sum();
        let error = (squares / 299.0 / 300.0).sqrt();
        assert!((mean - exact).abs() < 5.5 * error + 1e-12, "{event}: {mean} is not {exact}, give or take {error}");
    }
}

/// One coin in twelve a round is a six: eleven of them in twelve rounds are one in some hundred billion fights.
#[test]
fn counts_are_led_to_step_by_step() {
    let found = chance_of("sixes >= 9", sample(1, 100_000)).expect("enough encounters");
    // Every face but 7 to 12 and 6 has an effect on who stands, so that the chance is that of a chain, which plain fights cannot tell: the binomial one
    // of twelve rounds is an upper bound.
    let interval = found.interval.expect("many runs got there");
    let bound: f64 = [(9, 220.0), (10, 66.0), (11, 12.0), (12, 1.0)]
        .map(|(sixes, ways)| ways * (1.0_f64 / 12.0).powi(sixes) * (11.0_f64 / 12.0).powi(12 - sixes))
        .iter()
        .sum();
    assert!(interval.lo < bound && found.chance > 1e-10, "{found:?} {bound}");
}

#[test]
fn what_never_happened_has_an_upper_bound() {
    // Nobody wins and nobody is out at once: the condition contradicts itself.
    let found = chance_of("enemies wins and ogre dead", sample(1, 20_000)).expect("enough encounters");
    assert!(found.chance <= 0.0 && found.interval.is_none(), "{found:?}");
    let at_most = found.at_most.expect("a bound");
    assert!(at_most > 0.0 && at_most < 1.0, "{found:?}");
    assert!(exact("enemies wins and ogre dead") <= 0.0);
}

#[test]
fn common_events_are_counted_in_whole_fights() {
    let found = chance_of("party wins", sample(3, 20_000)).expect("enough encounters");
    let RareMethod::Sampled { levels, runs, effort, worth, .. } = &found.method else { panic!("it was sampled") };
    assert_eq!((levels.len(), *worth), (1, Some((runs * effort) as f64)));
    let interval = found.interval.expect("many fights");
    assert!(interval.contains(exact("party wins")), "{found:?}");
}

#[test]
fn what_leads_nowhere_is_refused_where_it_is_rare() {
    let refused = chance_of("timeout and lead_changes > 9", sample(1, 20_000));
    assert!(matches!(refused, Err(Unknown::Refused(RareError::NoWay { fights: 400, .. }))), "{refused:?}");
    // Nothing leads to a time-out either, but it is no rare event.
    assert!(chance_of("timeout", sample(1, 20_000)).is_ok());
}

#[test]
fn what_is_too_little_or_too_much_is_refused() {
    let refused = |event, method| match chance_of(event, method) {
        Err(Unknown::Refused(error)) => error,
        found => panic!("{found:?}"),
    };
    let RareError::TooFew { needed, .. } = refused("sixes >= 9", sample(1, 700)) else { panic!("too few") };
    assert!(chance_of("sixes >= 9", sample(1, needed)).is_ok());
    assert!(matches!(refused("draw", sample(1, ENCOUNTERS_MAX + 1)), RareError::TooMany { .. }));
    let method = Method::Exact { limits: Limits::new(None, None) };
    assert!(matches!(refused("rounds > 3 and ann dead", method), RareError::NotSolved { .. }));
    let limits = Limits::new(Some(1), None);
    let unsolved = chance_of("draw", Method::Exact { limits });
    assert!(matches!(unsolved, Err(Unknown::Unsolved(Unsolved::OverBudget { .. }))), "{unsolved:?}");
    let Method::Sample(sampling) = sample(1, 20_000) else { unreachable!() };
    assert_eq!(chance_of("draw", Method::Auto { limits, sampling }), chance_of("draw", sample(1, 20_000)));
}

#[test]
fn threads_do_not_change_what_is_found() {
    let found = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads");
        pool.install(|| chance_of("party all dead", sample(4, 20_000)))
    };
    assert_eq!(found(1), found(3));
}

#[test]
fn an_interrupt_leaves_nothing() {
    let interrupted = Watch { interrupted: &|| true, progress: &|_| () };
    let found = chance_under("party all dead", sample(1, 20_000), &interrupted);
    assert_eq!(found, Err(Unknown::Refused(RareError::Interrupted)));
}
