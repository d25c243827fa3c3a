//! Numbers of drawings and of data.

/// A coordinate: two decimals at most, none that are 0, and no sign of 0.
pub(crate) fn coordinate(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The power of ten at or below a positive number. Found by multiplying, since logarithms of different machines differ
/// in their last digits.
pub(crate) fn magnitude(number: f64) -> i32 {
    debug_assert!(number > 0.0 && number.is_finite(), "a positive number");
    let mut power = 0;
    while pow10(power + 1) <= number && power < 300 {
        power += 1;
    }
    while pow10(power) > number && power > -300 {
        power -= 1;
    }
    power
}

/// A power of ten, as literals have it.
pub(crate) fn pow10(power: i32) -> f64 {
    format!("1e{power}").parse().expect("a number")
}

/// A number of a table of data: the fewest digits that parse to the same number.
pub(crate) fn data(number: f64) -> String {
    if number == 0.0 { "0".to_owned() } else { number.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_short() {
        assert_eq!(
            [0.0, -0.001, 1.5, 2.0, 1.0 / 3.0, -12.346].map(coordinate),
            ["0", "0", "1.5", "2", "0.33", "-12.35"]
        );
    }

    #[test]
    fn magnitudes_are_exact_at_powers_of_ten() {
        for power in -20..=20 {
            assert_eq!(magnitude(pow10(power)), power);
            assert_eq!(magnitude(pow10(power) * 9.99), power);
        }
    }
}
