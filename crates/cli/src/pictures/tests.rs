//! Drawings as they look.

use super::*;

fn share(share: f64) -> Share {
    Share { count: None, share, interval: None }
}

/// Encounters that end after so many rounds, by winner, as shares.
fn ended(rounds: u32, shares: [f64; 4]) -> (u32, [Share; 4]) {
    (rounds, shares.map(share))
}

fn point(value: i32, wins: f64, half_width: f64) -> Point {
    let interval = Interval { lo: wins - half_width, hi: wins + half_width };
    Point { value: value.to_string(), wins: Share { count: None, share: wins, interval: Some(interval) } }
}

fn assert_fits(picture: &str) {
    let lines: Vec<&str> = picture.lines().collect();
    assert!(lines.iter().all(|line| width(line) <= WIDTH && !line.ends_with(' ')), "{picture}");
    assert!(lines.len() <= 24, "{} lines\n{picture}", lines.len());
}

#[test]
fn a_histogram_is_stacked_by_winner() {
    let by_winner = [ended(2, [0.2, 0.1, 0.0, 0.0]), ended(3, [0.3, 0.2, 0.05, 0.0]), ended(5, [0.0, 0.05, 0.0, 0.1])];
    let picture = rounds(&by_winner).expect("fights");
    insta::assert_snapshot!(picture, @r"
    rounds   share  at least  # party, . enemies, = draw, ? timeout
         2   30.0%    100.0%  ####################.........
         3   55.0%     70.0%  #############################....................=====
         4    0.0%     15.0%
         5   15.0%     15.0%  .....??????????
    ");
    assert_fits(&picture);
}

#[test]
fn many_rounds_are_put_together_and_a_long_tail_has_one_row() {
    let geometric = |rounds: u32| {
        ended(rounds, [0.06 * 0.9_f64.powi(rounds as i32 - 1), 0.04 * 0.9_f64.powi(rounds as i32 - 1), 0.0, 0.0])
    };
    let by_winner: Vec<(u32, [Share; 4])> = (1..=300).map(geometric).collect();
    let picture = rounds(&by_winner).expect("fights");
    insta::assert_snapshot!(picture, @r"
    rounds   share  at least  # party, . enemies
       1-5   41.0%    100.0%  ################################......................
      6-10   24.2%     59.0%  ###################.............
     11-15   14.3%     34.9%  ###########........
     16-20    8.4%     20.6%  #######....
     21-25    5.0%     12.2%  ####...
     26-30    2.9%      7.2%  ##..
     31-35    1.7%      4.2%  #.
     36-40    1.0%      2.5%  #
     41-45    0.6%      1.5%  .
       46+    0.9%      0.9%  #
    ");
    assert_fits(&picture);
}

#[test]
fn the_shares_of_a_histogram_add_up_however_it_is_binned() {
    for last in [1, 2, 19, 20, 21, 39, 40, 41, 95, 100, 101, 999, 5000] {
        let by_winner: Vec<(u32, [Share; 4])> =
            (1..=last).map(|rounds| ended(rounds, [1.0 / f64::from(last), 0.0, 0.0, 0.0])).collect();
        let bins = bins(&by_winner, BINS_MAX).expect("fights");
        let total: f64 = bins.iter().map(Bin::total).sum();
        assert!((total - 1.0).abs() < 1e-9 && bins.len() <= BINS_MAX as usize, "{last}: {} bins, {total}", bins.len());
        assert!(bins.windows(2).all(|pair| pair[0].last.is_some_and(|last| last + 1 == pair[1].first)), "{last}");
        assert_fits(&rounds(&by_winner).expect("fights"));
    }
    assert_eq!(rounds(&[]), None);
}

#[test]
fn a_curve_shows_shares_with_their_intervals() {
    let points = [point(8, 0.78, 0.02), point(10, 0.66, 0.03), point(12, 0.5, 0.03), point(14, 0.36, 0.03)];
    let picture = curve("rules.melee_dr", &points).expect("points");
    insta::assert_snapshot!(picture, @r"
    party wins by rules.melee_dr: * share, - interval, : half
                30%                                                              80%
     8   78.0%                             :                                  --*---
    10   66.0%                             :                ----*----
    12   50.0%                         ----*----
    14   36.0%      ----*----              :
    ");
    assert_fits(&picture);
}

#[test]
fn a_curve_of_exact_shares_has_no_intervals() {
    let points = [0.0, 0.004].map(|wins| Point { value: wins.to_string(), wins: share(wins) });
    insta::assert_snapshot!(curve("rules.a", &points).expect("points"), @r"
    party wins by rules.a: * share, - interval, : half
                   0%                                                            10%
        0    0.0%  *
    0.004    0.4%     *
    ");
    assert_eq!(curve("rules.a", &[]), None);
}

#[test]
fn a_curve_of_many_values_is_thinned() {
    let points: Vec<Point> = (0..100).map(|value| point(value, 0.005 * f64::from(value), 0.01)).collect();
    let picture = curve("rules.a", &points).expect("points");
    assert_eq!(picture.lines().count(), 2 + 34, "{picture}");
    assert!(picture.starts_with("party wins by rules.a, one value in 3: "), "{picture}");
    assert!(picture.lines().all(|line| width(line) <= WIDTH), "{picture}");
}
