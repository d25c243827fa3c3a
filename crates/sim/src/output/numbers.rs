//! Numbers as people read them, with no more digits than their interval supports.

use crate::stats::Interval;
use crate::stats::paired::Difference;
use crate::stats::sobol::Portion;
use crate::studies::baseline::Shift;
use crate::studies::report::{Estimate, Mean, Share};

/// Decimals of a number whose interval has no width.
const DECIMALS_OF_NO_WIDTH: usize = 4;
/// The sign for a number that does not exist.
pub const NONE: &str = "-";
/// The note below numbers without an interval.
pub const TOO_FEW: &str = "-: no interval, since too few encounters have or vary the number";
/// No number has more decimals.
const DECIMALS_MAX: usize = 9;

/// A count with its thousands separated: `1,000,000`.
pub fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number of encounters with the noun: `1 encounter`, `1,000 encounters`.
pub fn encounters(count: u64) -> String {
    format!("{} encounter{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// The decimals that an interval of this half-width supports: its first digit that is not zero is the last one shown.
fn decimals(half_width: f64) -> usize {
    if half_width > 0.0 {
        (-half_width.log10()).ceil().clamp(0.0, DECIMALS_MAX as f64) as usize
    } else {
        DECIMALS_OF_NO_WIDTH
    }
}

/// A share in percent.
pub fn share(share: &Share) -> String {
    match share.interval {
        Some(interval) => percent(share.share, decimals_of_share(interval)),
        None => exact_percent(share.share * 100.0),
    }
}

/// A portion of a variance in percent.
pub fn portion(portion: &Portion) -> String {
    match portion.interval {
        Some(interval) => percent(portion.portion, decimals_of_share(interval)),
        None => percent(portion.portion, 0),
    }
}

/// The interval of a portion of a variance.
pub fn portion_interval(portion: &Portion) -> String {
    share_interval(&Share { count: None, share: portion.portion, interval: portion.interval })
}

/// A percentage that is known exactly. One that has no digit among those that are shown is said to lie below the last of them,
/// since it is not 0.
fn exact_percent(percent: f64) -> String {
    let text = exact(percent);
    let is_lost = percent > 0.0 && !text.contains(|c| matches!(c, '1'..='9'));
    if is_lost { format!("<{:.DECIMALS_MAX$}%", 0.1_f64.powi(DECIMALS_MAX as i32)) } else { text + "%" }
}

/// A share that is known exactly, in percent.
pub fn exact_share(share: f64) -> String {
    exact_percent(share * 100.0)
}

/// The interval of a share in percent, empty for an exact one.
pub fn share_interval(share: &Share) -> String {
    share.interval.map_or_else(String::new, |interval| {
        let decimals = decimals_of_share(interval);
        format!("{} to {}", percent(interval.lo, decimals), percent(interval.hi, decimals))
    })
}

fn decimals_of_share(interval: Interval) -> usize {
    decimals(100.0 * interval.half_width())
}

/// A share in percent with so many decimals; 0% and 100% have none, since nothing lies beyond them.
fn percent(share: f64, decimals: usize) -> String {
    if share <= 0.0 || share >= 1.0 {
        return format!("{:.0}%", share * 100.0);
    }
    format!("{:.decimals$}%", share * 100.0)
}

/// A mean; of too few encounters for an interval to three digits, since nothing says how many are sure.
pub fn mean(mean: &Mean) -> String {
    match mean.interval {
        Some(interval) => bounded(mean.mean, decimals(interval.half_width())),
        None if mean.is_of_too_few() => rough(mean.mean),
        None => exact(mean.mean),
    }
}

/// The interval of a mean, empty for an exact one and a dash for one of too few encounters.
pub fn mean_interval(mean: &Mean) -> String {
    match mean.interval {
        Some(interval) => {
            let decimals = decimals(interval.half_width());
            format!("{} to {}", bounded(interval.lo, decimals), bounded(interval.hi, decimals))
        }
        None if mean.is_of_too_few() => NONE.to_owned(),
        None => String::new(),
    }
}

/// A quantity and its interval; a dash for a mean among encounters that have a number, where there are none.
pub fn estimate(estimate: &Estimate) -> [String; 2] {
    match estimate {
        Estimate::Share(share) => [self::share(share), share_interval(share)],
        Estimate::MeanAmong { .. } if estimate.value_if_any().is_none() => ["-".to_owned(), String::new()],
        Estimate::Mean(mean) | Estimate::MeanAmong { mean, .. } => [self::mean(mean), mean_interval(mean)],
    }
}

/// A mean or its bound with so many decimals; a plain 0 has none.
fn bounded(value: f64, decimals: usize) -> String {
    if value == 0.0 { "0".to_owned() } else { decimal(value, decimals) }
}

/// The standard deviation that goes with a mean; a dash where a single encounter has none.
///
/// It has three digits at most, no more decimals than the mean, and none that its own standard error does not support:
/// about sd / sqrt(2 n), and for an event that is counted at most once about 1 / (2 sqrt(n)).
pub fn sd(mean: &Mean) -> String {
    let Some(sd) = mean.sd else { return NONE.to_owned() };
    if sd <= 0.0 {
        return "0".to_owned();
    }
    let Some(encounters) = mean.encounters else { return exact(sd) };
    let root = (encounters as f64).sqrt();
    let event = if mean.mean < 1.0 { 0.5 / root } else { 0.0 };
    let supported = decimals(2.0 * (sd / (root * std::f64::consts::SQRT_2)).max(event));
    let decimals_of_mean = mean.interval.map_or(supported, |interval| decimals(interval.half_width()));
    decimal(sd, supported.min(decimals_of_mean).min(significant(sd, 3)))
}

/// The values of both sides, their difference and its interval: shares in percent and points, means as they are. All have the
/// decimals that the interval supports.
pub fn difference(difference: &Difference) -> [String; 4] {
    let Difference { first, second, difference: by, interval, .. } = difference;
    match interval {
        Some(interval) => sides([*first, *second], *by, *interval, difference.discordant.is_some()),
        None => [rough(*first), rough(*second), with_sign(*by, rough(*by)), NONE.to_owned()],
    }
}

/// A difference of two shares and its interval, in points.
pub fn points(difference: f64, interval: Interval) -> [String; 2] {
    let half_width = interval.half_width();
    let decimals = if half_width > 0.0 { decimals(100.0 * half_width) } else { 0 };
    let shown = |value: f64| with_sign(value, decimal(100.0 * value, decimals));
    [shown(difference), format!("{} to {}", shown(interval.lo), shown(interval.hi))]
}

/// A relative difference and its interval, in percent with signs; a dash where it has no interval.
pub fn relative(difference: f64, interval: Option<Interval>) -> [String; 2] {
    let decimals = interval.map_or(0, |interval| decimals_of_share(interval).min(DECIMALS_OF_NO_WIDTH));
    let shown = |value: f64| with_sign(value, decimal(100.0 * value, decimals)) + "%";
    let range = |Interval { lo, hi }| format!("{} to {}", shown(lo), shown(hi));
    [shown(difference), interval.map_or_else(|| NONE.to_owned(), range)]
}

/// As [`difference`], of a number that moved; a dash where a side has none, and no interval where it is exact.
pub fn shift(shift: &Shift) -> [String; 4] {
    let Shift { sides: values, difference, interval, is_share, .. } = shift;
    if let ([Some(first), Some(second)], Some(by), Some(interval)) = (values, difference, interval) {
        return sides([*first, *second], *by, *interval, *is_share);
    }
    let (scale, unit) = if *is_share { (100.0, "%") } else { (1.0, "") };
    let [first, second] = values.map(|value| value.map_or_else(|| "-".to_owned(), |value| exact(value * scale) + unit));
    let by = difference.map_or_else(|| "-".to_owned(), |by| with_sign(by * scale, exact(by * scale)));
    [first, second, by, if shift.is_of_too_few { NONE.to_owned() } else { String::new() }]
}

/// A number with a plus where it is positive and does not look like 0.
fn with_sign(value: f64, text: String) -> String {
    if value > 0.0 && text.bytes().any(|byte| matches!(byte, b'1'..=b'9')) { format!("+{text}") } else { text }
}

/// Of whole numbers 14, 13 and a difference of 0 are a plain contradiction: those have a decimal.
fn sides([first, second]: [f64; 2], by: f64, interval: Interval, is_share: bool) -> [String; 4] {
    let (scale, unit) = if is_share { (100.0, "%") } else { (1.0, "") };
    let whole = [first, second, by].map(|value| (value * scale).round() as i64);
    let decimals = match decimals(scale * interval.half_width()) {
        0 if whole[0] + whole[2] != whole[1] => 1,
        supported => supported,
    };
    // An end that is not 0 does not look like 0, since the verdict hangs on it.
    let is_lost = |value: f64| {
        let digits = decimal(value * scale, decimals);
        value.abs() > 0.0 && !digits.bytes().any(|byte| matches!(byte, b'1'..=b'9'))
    };
    let decimals = decimals + usize::from(is_lost(interval.lo) || is_lost(interval.hi));
    let shown = |value: f64| decimal(value * scale, decimals);
    let signed = |value: f64| with_sign(value, shown(value));
    let [lo, hi] = [interval.lo, interval.hi].map(signed);
    let [first, second] = [first, second].map(|value| shown(value) + unit);
    [first, second, signed(by), format!("{lo} to {hi}")]
}

/// A p-value: never shown as 0.
pub fn p(p: f64) -> String {
    if p < 0.0001 { "below 0.0001".to_owned() } else { decimal(p, 4) }
}

/// A number known exactly, to six digits.
pub fn exact(value: f64) -> String {
    if value.fract() == 0.0 { decimal(value, 0) } else { decimal(value, significant(value, 6)) }
}

/// A chance that may be tiny, to three digits: in percent down to one in a thousand, below as a power of ten, `1.23e-7`.
pub fn chance(chance: f64) -> String {
    chance_to(chance, 3)
}

/// A chance that is known exactly, to six digits.
pub fn exact_chance(chance: f64) -> String {
    chance_to(chance, 6)
}

fn chance_to(chance: f64, digits: i32) -> String {
    const TINY: f64 = 1e-3;
    if chance > 0.0 && chance < TINY {
        return format!("{chance:.*e}", digits as usize - 1);
    }
    let percent = 100.0 * chance;
    format!(
        "{}%",
        if percent.fract() == 0.0 { decimal(percent, 0) } else { decimal(percent, significant(percent, digits)) }
    )
}

/// One in how many, for a chance above 0: `one in 8.13 million`.
pub fn one_in(chance: f64) -> String {
    let number = 1.0 / chance;
    let (number, unit) = match number {
        ..1e6 => (number, ""),
        ..1e9 => (number / 1e6, " million"),
        ..1e15 => (number / 1e9, " billion"),
        _ => return format!("one in {number:.2e}"),
    };
    let text = if number >= 1000.0 { grouped(number.round() as u64) } else { rough(number) };
    format!("one in {text}{unit}")
}

/// A number with six decimals.
pub fn six(value: f64) -> String {
    decimal(value, 6)
}

/// A lower bound on a number above 0, rounded down to one digit: 0.0037 is at least `0.003`.
pub fn at_least(value: f64) -> String {
    let decimals = (-value.log10()).ceil().clamp(0.0, DECIMALS_MAX as f64);
    let scale = 10.0_f64.powf(decimals);
    decimal((value * scale).floor() / scale, decimals as usize)
}

/// A distance with its sign and two decimals. What rounds to 0 has a plus, as 0 has.
pub fn signed(value: f64) -> String {
    let text = format!("{value:+.2}");
    if text == "-0.00" { "+0.00".to_owned() } else { text }
}

/// A number to three digits.
pub fn rough(value: f64) -> String {
    if value.fract() == 0.0 { decimal(value, 0) } else { decimal(value, significant(value, 3)) }
}

/// Decimals that show so many significant digits.
fn significant(value: f64, digits: i32) -> usize {
    if value == 0.0 {
        return 0;
    }
    (digits - 1 - value.abs().log10().floor() as i32).clamp(0, DECIMALS_MAX as i32) as usize
}

/// A number with so many decimals; what rounds to 0 has no sign.
fn decimal(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    if text.trim_start_matches('-').bytes().all(|byte| matches!(byte, b'0' | b'.')) {
        return text.trim_start_matches('-').to_owned();
    }
    text
}

/// A confidence in percent: `95%`, `99.9%`.
pub fn confidence(confidence: f64) -> String {
    bound_of_share(confidence)
}

/// A bound of a share in percent, as somebody wrote it: `55%`, `0.5%`.
pub fn bound_of_share(bound: f64) -> String {
    bound_to(bound * 100.0, 10) + "%"
}

/// A bound as somebody wrote it: `12`, `0.35`.
pub fn bound(bound: f64) -> String {
    bound_to(bound, 12)
}

/// A number without the zeros at the end of so many decimals.
fn bound_to(bound: f64, decimals: usize) -> String {
    let text = format!("{bound:.decimals$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiny_chances_are_powers_of_ten() {
        let told = [0.0, 1.0, 0.25, 0.012_345_6, 0.001_234_56, 0.000_123_456, 1.23456e-9, 1e-3].map(chance);
        assert_eq!(told, ["0%", "100%", "25%", "1.23%", "0.123%", "1.23e-4", "1.23e-9", "0.100%"]);
        assert_eq!([0.000_123_456_7, 0.123_456_78].map(exact_chance), ["1.23457e-4", "12.3457%"]);
        let told = [0.25, 0.0003, 1.23e-7, 1.23e-10, 1e-14, 1e-18].map(one_in);
        let expected = [
            "one in 4",
            "one in 3,333",
            "one in 8.13 million",
            "one in 8.13 billion",
            "one in 100,000 billion",
            "one in 1.00e18",
        ];
        assert_eq!(told, expected);
    }

    fn sampled(mean: f64, sd: f64, half_width: f64) -> Mean {
        let interval = Some(Interval { lo: mean - half_width, hi: mean + half_width });
        Mean { encounters: Some(1_000_000), mean, sd: Some(sd), interval, is_share: false }
    }

    #[test]
    fn thousands_are_separated() {
        let texts = [0, 999, 1000, 1_000_000, u64::MAX].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "1,000,000", "18,446,744,073,709,551,615"]);
    }

    #[test]
    fn the_interval_decides_how_many_digits_are_shown() {
        let share_of = |share, lo, hi| Share { count: None, share, interval: Some(Interval { lo, hi }) };
        let wide = share_of(0.623_849_1, 0.6, 0.65);
        assert_eq!((share(&wide).as_str(), share_interval(&wide).as_str()), ("62%", "60% to 65%"));
        let narrow = share_of(0.623_849_1, 0.622_9, 0.624_8);
        assert_eq!((share(&narrow).as_str(), share_interval(&narrow).as_str()), ("62.38%", "62.29% to 62.48%"));
        let never = share_of(0.0, 0.0, 0.000_003_8);
        assert_eq!((share(&never).as_str(), share_interval(&never).as_str()), ("0%", "0% to 0.0004%"));
        let exact = |chance| share(&Share { count: None, share: chance, interval: None });
        let (possible, certain) = (exact(3e-26), exact(1.0));
        assert_eq!((exact(0.5).as_str(), exact(0.0).as_str(), certain.as_str()), ("50%", "0%", "100%"));
        assert_eq!((possible.as_str(), exact(2e-11).as_str()), ("<0.000000001%", "0.000000002%"));
        let rounds = sampled(13.764, 10.84, 0.021);
        assert_eq!((mean(&rounds).as_str(), mean_interval(&rounds).as_str()), ("13.76", "13.74 to 13.79"));
        assert_eq!(sd(&rounds), "10.8");
        assert_eq!(sd(&sampled(1e-6, 1e-3, 2e-6)), "0.001");
    }

    #[test]
    fn the_numbers_of_a_difference_add_up() {
        let row = |first: f64, second: f64, half_width: f64| {
            let by = second - first;
            let interval = Interval { lo: by - half_width, hi: by + half_width };
            let name = String::new();
            let found = Difference {
                name,
                first,
                second,
                difference: by,
                interval: Some(interval),
                p: 1.0,
                discordant: None,
                relative_efficiency: None,
                differing: 1,
                kind: "student",
            };
            difference(&found)
        };
        assert_eq!(row(6.52, 5.48, 1.2), ["6.5", "5.5", "-1.0", "-2.2 to +0.2"], "by no decimals 7, 5 and -1");
        assert_eq!(row(13.51, 13.47, 1.2), ["13.5", "13.5", "0.0", "-1.2 to +1.2"], "by no decimals 14, 13 and 0");
        assert_eq!(row(6.0, 5.0, 1.2), ["6.0", "5.0", "-1.0", "-2.2 to +0.2"]);
    }

    #[test]
    fn what_does_not_vary_is_shown_as_it_is() {
        let alike = Mean { interval: None, ..sampled(3.0, 0.0, 0.0) };
        assert_eq!([mean(&alike), mean_interval(&alike), sd(&alike)], ["3", "-", "0"]);
        let single = Mean { encounters: Some(1), sd: None, ..alike };
        assert_eq!([mean(&single), mean_interval(&single), sd(&single)], ["3", "-", "-"]);
        assert_eq!(
            (exact(13.764_123_4), exact(12.0), exact(0.000_123_456_78)),
            ("13.7641".to_owned(), "12".to_owned(), "0.000123457".to_owned())
        );
        assert_eq!(decimal(-0.0001, 2), "0.00");
    }

    #[test]
    fn one_is_singular_and_zero_is_never_negative() {
        assert_eq!([0, 1, 1000].map(encounters), ["0 encounters", "1 encounter", "1,000 encounters"]);
        assert_eq!([-0.0, -0.004, 0.004, -1.239].map(signed), ["+0.00", "+0.00", "+0.00", "-1.24"]);
    }

    #[test]
    fn a_lower_bound_is_never_rounded_up() {
        assert_eq!([0.0037, 0.01, 0.099, 2.9].map(at_least), ["0.003", "0.01", "0.09", "2"]);
    }

    #[test]
    fn confidences_are_shown_in_full() {
        assert_eq!([0.5, 0.95, 0.999, 0.999_999].map(confidence), ["50%", "95%", "99.9%", "99.9999%"]);
    }
}
