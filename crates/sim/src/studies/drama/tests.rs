//! Estimates against exact values.

use equipoise_engine::exact;

use super::*;
use crate::studies::method::Limits;
use crate::toy::Toy;

fn drama_of(method: Method<Sampling>) -> Drama {
    drama(&Toy::new(), "toy", &method, &|| false, &Watch::none()).expect("a small game")
}

fn sampled(encounters: u64, continuations: u32) -> Method<Sampling> {
    Method::Sample(Sampling { seed: 5, encounters, continuations, confidence: 0.95 })
}

/// Intervals of 5.5 standard errors, and a bias of three percent of what is estimated: it falls as continuations grow.
#[test]
fn estimates_lie_about_the_exact_values() {
    let exact = drama_of(Method::Exact { limits: Limits::new(None, None) });
    assert!(matches!(exact.method, DramaMethod::Exact { .. }));
    let found = drama_of(sampled(600, 900));
    for (name, exact, found) in [
        ("surprise", exact.surprise, found.surprise),
        ("suspense", exact.suspense, found.suspense),
        ("steps", exact.steps, found.steps),
    ] {
        let interval = found.interval.expect("many fights");
        let allowed = 5.5 / 1.96 * interval.half_width() + 0.03 * exact.mean;
        assert!((exact.mean - found.mean).abs() < allowed, "{name}: {found:?} is not {exact:?}");
    }
    let uncorrected = found.uncorrected_surprise.expect("it was sampled");
    assert!(uncorrected > found.surprise.mean, "errors make swings larger");
    for (exact, found) in exact.after_rounds.iter().zip(&found.after_rounds) {
        let sd = (exact.going_on.share * (1.0 - exact.going_on.share) / 600.0).sqrt();
        assert!((exact.going_on.share - found.going_on.share).abs() < 5.5 * sd + 1e-9, "{exact:?} {found:?}");
    }
}

/// With more continuations less is to be corrected, and less is left of the bias.
#[test]
fn the_correction_shrinks_with_the_continuations() {
    let exact = drama_of(Method::Exact { limits: Limits::new(None, None) }).surprise.mean;
    let [few, many] = [36, 900].map(|continuations| drama_of(sampled(300, continuations)));
    let excess = |found: &Drama| found.uncorrected_surprise.expect("sampled") - found.surprise.mean;
    assert!(excess(&few) > 2.0 * excess(&many), "{few:?} {many:?}");
    let bias = |found: &Drama| found.uncorrected_surprise.expect("sampled") - exact;
    assert!(bias(&few) > bias(&many));
}

#[test]
fn threads_do_not_change_what_is_found() {
    let found = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads");
        pool.install(|| drama_of(sampled(40, 25)))
    };
    assert_eq!(found(1), found(3));
}

#[test]
fn an_interrupt_leaves_nothing() {
    let interrupted = Watch { interrupted: &|| true, progress: &|_| () };
    for method in [sampled(40, 25), Method::Exact { limits: Limits::new(None, None) }] {
        let found = drama(&Toy::new(), "toy", &method, &|| true, &interrupted);
        assert_eq!(found, Err(exact::Unsolved::Interrupted));
    }
}

#[test]
fn continuations_are_divided_evenly() {
    for (asked, root) in [(1, 2), (4, 2), (5, 3), (500, 23), (900, 30)] {
        let Nested { alternatives, continuations } = Nested::of(asked);
        assert_eq!([alternatives, continuations], [root, root], "{asked}");
    }
}
