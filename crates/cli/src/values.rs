//! Values of options: numbers as people write them, ranges, and paths that are written.

use std::ffi::OsString;
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::builder::{OsStringValueParser, TypedValueParser};

use equipoise_sim::kernel::quantity::full_name;
use equipoise_sim::studies::sensitivity::StepLength;
use equipoise_sim::studies::sweep::Axis;
use equipoise_sim::studies::tune::{Target, TargetError};

use crate::diagnostics::note_former_names;
use crate::numbers::grouped;

/// Reads a whole number such as `1000000`, `1_000_000`, `1e6`, `2.5M` or `10k`.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    parse_count(text).ok_or_else(|| not_a_count(text, "a whole number such as"))
}

/// The message for a text that is no whole number. A point before three digits is a decimal point in some countries and groups
/// digits in others: `100.000` is not guessed at.
fn not_a_count(text: &str, expected: &str) -> String {
    match groups(text) {
        Some(digits) if text.matches('.').count() > 1 => {
            format!("`{text}` has points between its digits; write {digits}")
        }
        Some(digits) => {
            let whole = text.split('.').next().unwrap_or_default();
            format!("`{text}` can mean {whole} or {digits}; write {digits}, or {whole} without decimals")
        }
        None => format!("expected {expected} {COUNTS}"),
    }
}

/// The digits of a number in groups of three with points between them, such as `1.000.000`; `None` for any other text.
fn groups(text: &str) -> Option<String> {
    let mut parts = text.split('.');
    let first = parts.next().filter(|first| (1..=3).contains(&first.len()) && !first.starts_with('0'))?;
    let rest: Vec<&str> = parts.collect();
    let is_group = !rest.is_empty() && rest.iter().all(|group| group.len() == 3);
    let digits = [&[first], &rest[..]].concat().concat();
    (is_group && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(digits)
}

/// As [`count`], at least 1.
pub(crate) fn positive(text: &str) -> Result<u64, String> {
    match count(text)? {
        0 => Err("at least 1 is needed".to_owned()),
        count => Ok(count),
    }
}

/// Reads a number of threads.
pub(crate) fn threads(text: &str) -> Result<u16, String> {
    let allowed =
        parse_count(text).and_then(|count| u16::try_from(count).ok()).filter(|count| (1..=1024).contains(count));
    allowed.ok_or_else(|| "allowed: a whole number from 1 to 1024".to_owned())
}

/// Reads how long a step is: a number as [`count`] reads it, or a portion.
pub(crate) fn step(text: &str) -> Result<StepLength, String> {
    let whole = parse_count(text).map(|count| count.to_string());
    whole.as_deref().unwrap_or(text).parse().map_err(str::to_owned)
}

/// The most encounters of one question: 2^53, up to which shares and means are exact as floating-point numbers.
const ENCOUNTERS_MAX: u64 = 1 << 53;

fn too_many(count: u64) -> String {
    // The duel on eight threads of 2024.
    const A_SECOND: u64 = 100_000_000;
    const SECONDS_A_YEAR: u64 = 31_556_952;
    let years = grouped((count / A_SECOND / SECONDS_A_YEAR).max(1));
    format!(
        "at most 2^53 encounters, {}, are played: so many take {years} years even at {} a second",
        grouped(ENCOUNTERS_MAX),
        grouped(A_SECOND)
    )
}

/// As [`positive`], of encounters, which cannot be played in part.
pub(crate) fn encounters(text: &str) -> Result<u64, String> {
    match parse_count(text) {
        Some(0) => Err("at least 1 is needed".to_owned()),
        Some(count) if count > ENCOUNTERS_MAX => Err(too_many(count)),
        Some(count) => Ok(count),
        None => Err(not_a_count(text, "a whole number of encounters up to 2^53, such as")),
    }
}

/// Examples of numbers as they may be written.
const COUNTS: &str = "1000000, 1_000_000, 1e6, 1.5k, 10M or 1B";

/// The help on the notation of numbers, for every command that takes them.
pub(crate) const NUMBERS: &str = "Whole numbers may be written as 1000000, 1_000_000, 1e6 or 1M; k stands for thousands, M for \
millions, and G or B for billions, in capitals or not. 1.5k is 1500.";

/// Reads a number of bytes, at least 1: `500M` and `500MB` are 500 million, `1GiB` is 2^30. A `B` alone is refused,
/// since it may mean bytes as well as billions.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    const EXPECTED: &str = "expected a number of bytes, such as 500MB, 8GB, 8G or 8GiB";
    let without_b = text.strip_suffix(['b', 'B']);
    let without_i = without_b.and_then(|text| text.strip_suffix(['i', 'I']));
    let number = without_i.or(without_b).unwrap_or(text);
    let prefix = |last: char| "kmgt".find(last.to_ascii_lowercase());
    if groups(number).is_some() {
        return Err(not_a_count(number, EXPECTED));
    }
    let (number, power) = match number.char_indices().last().and_then(|(end, last)| Some((end, prefix(last)?))) {
        Some((end, index)) => (&number[..end], index as i32 + 1),
        None if without_b.is_some() => return Err(format!("{EXPECTED}; after B alone it may be bytes or billions")),
        None => (number, 0),
    };
    let bytes = match without_i {
        // A fraction of a power of 1024 may be whole: 1.5KiB.
        Some(_) => parse_scaled(number, 9).and_then(|billionths| {
            let bytes = billionths.checked_mul(1024_u128.pow(power.unsigned_abs()))?;
            bytes.is_multiple_of(1_000_000_000).then_some(bytes / 1_000_000_000)
        }),
        None => parse_scaled(number, 3 * power),
    };
    match bytes.and_then(|bytes| u64::try_from(bytes).ok()) {
        Some(0) => Err("at least 1 is needed".to_owned()),
        Some(bytes) => Ok(bytes),
        None => Err(EXPECTED.to_owned()),
    }
}

/// Reads how often the rest of a fight is played.
pub(crate) fn continuations(text: &str) -> Result<u32, String> {
    let most = 1_000_000;
    match u32::try_from(positive(text)?) {
        Ok(continuations) if continuations <= most => Ok(continuations),
        _ => Err("at most 1,000,000 continuations of each step can be played".to_owned()),
    }
}

/// Reads the number of a round, 0 for the set-up.
pub(crate) fn round(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "expected the number of one round, such as 3; 0 is the set-up".to_owned())
}

/// Reads a half-open range of encounter indices: `0..1e6`.
pub(crate) fn range(text: &str) -> Result<Range<u64>, String> {
    let expected = || "expected FROM..TO, where FROM is included and TO is not, such as 0..500000".to_owned();
    let (start, end) = text.split_once("..").ok_or_else(expected)?;
    let end_of_range = |text: &str| match groups(text) {
        Some(_) => count(text),
        None => parse_count(text).ok_or_else(expected),
    };
    let (start, end) = (end_of_range(start)?, end_of_range(end)?);
    match end.checked_sub(start) {
        None | Some(0) => Err(format!("the range is empty: {start} is not below {end}")),
        Some(count) if count > ENCOUNTERS_MAX => Err(too_many(count)),
        Some(_) => Ok(start..end),
    }
}

/// Reads the confidence of intervals.
pub(crate) fn confidence(text: &str) -> Result<f64, String> {
    let allowed = |confidence: &f64| (0.5..1.0).contains(confidence);
    text.parse().ok().filter(allowed).ok_or_else(|| "allowed: at least 0.5 and below 1, such as 0.95".to_owned())
}

/// Reads the half-width of an interval of a share.
pub(crate) fn half_width(text: &str) -> Result<f64, String> {
    let allowed = |width: &f64| *width > 0.0 && *width < 0.5;
    text.parse().ok().filter(allowed).ok_or_else(|| "allowed: above 0 and below 0.5, such as 0.001".to_owned())
}

/// Reads the largest difference of a share that does not matter.
pub(crate) fn margin(text: &str) -> Result<f64, String> {
    let allowed = |margin: &f64| *margin > 0.0 && *margin < 1.0;
    text.parse().ok().filter(allowed).ok_or_else(|| "allowed: above 0 and below 1, such as 0.01".to_owned())
}

/// Reads the name of a metric, short or in full, and yields it in full.
pub(crate) fn metric(text: &str) -> Result<String, String> {
    note_former_names(text);
    if text.is_empty() { Err("the name of a metric is needed".to_owned()) } else { Ok(full_name(text)) }
}

/// Reads a target.
pub(crate) fn target(text: &str) -> Result<Target, TargetError> {
    note_former_names(text.split('=').next().unwrap_or_default());
    text.parse()
}

/// Reads a pattern of names.
pub(crate) fn pattern(text: &str) -> Result<String, String> {
    note_former_names(text);
    if text.is_empty() { Err("a pattern of names is needed, such as party".to_owned()) } else { Ok(text.to_owned()) }
}

/// Numbers of combatants, ascending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Counts(pub(crate) Vec<usize>);

/// Reads numbers of combatants, as the values of a varied path are written: `3`, `1..=3` or `1,2,5`.
pub(crate) fn counts(text: &str) -> Result<Counts, String> {
    /// No system has as many combatants.
    const COUNT_MAX: usize = 1000;
    let axis: Axis = format!("count={text}").parse().map_err(|error| format!("{error}"))?;
    let count = |value: &String| value.parse().ok().filter(|count| (1..=COUNT_MAX).contains(count));
    let counts: Option<Vec<usize>> = axis.values.iter().map(count).collect();
    let mut counts =
        counts.ok_or_else(|| format!("allowed: whole numbers from 1 to {COUNT_MAX}, such as 1..=3 or 1,2,5"))?;
    counts.sort_unstable();
    match counts.windows(2).find(|two| two[0] == two[1]) {
        Some(two) => Err(format!("{} is there twice", two[0])),
        None => Ok(Counts(counts)),
    }
}

/// Reads the largest weighted distance that does not matter.
pub(crate) fn tolerance(text: &str) -> Result<f64, String> {
    let allowed = |margin: &f64| (0.0..=1e12).contains(margin);
    text.parse().ok().filter(allowed).ok_or_else(|| "allowed: a number of at least 0, such as 0.002".to_owned())
}

/// Reads the path of a file or directory that is written. Results on stdout are the matter of other options.
pub(crate) fn output() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(read_output)
}

/// As [`output`], of what may go to stdout as well, for which `-` stands.
pub(crate) fn output_or_stdout() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|text| if text == "-" { Ok(PathBuf::from(text)) } else { read_output(text) })
}

/// One of the pieces of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PartOf {
    /// Its index, from 0.
    pub(crate) index: u64,
    /// The number of pieces.
    pub(crate) all: u64,
}

/// Reads which piece of how many is meant: `0/64` is the first of 64, `63/64` the last.
pub(crate) fn part(text: &str) -> Result<PartOf, String> {
    // `parse` alone would take a sign.
    let number =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u64>().ok()).flatten();
    let parts = text.split_once('/').and_then(|(index, all)| Some((number(index)?, number(all)?)));
    let (index, all) = parts.ok_or("expected I/K, counted from 0, such as 0/64 for the first of 64")?;
    match all {
        0 => Err("at least 1 part is needed".to_owned()),
        _ if index >= all => Err(format!("parts are counted from 0: 0/{all} to {}/{all}", all - 1)),
        _ => Ok(PartOf { index, all }),
    }
}

/// As [`output`], or a stream.
pub(crate) fn text_output() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(read_named_output)
}

/// As [`output`], of a page.
pub(crate) fn html_output() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|text| {
        let path = read_output(text)?;
        let is_called_so = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("html"));
        if is_called_so { Ok(path) } else { Err("the name of the page ends in .html".to_owned()) }
    })
}

/// As [`output`], of a Parquet file.
pub(crate) fn parquet_output() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(read_parquet_output)
}

fn read_named_output(text: OsString) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if path.as_os_str().is_empty() {
        return Err("the path is empty".to_owned());
    }
    if path.as_os_str() == "-" {
        return Err("`-` means stdout, which this option cannot write to; name a path".to_owned());
    }
    Ok(path)
}

pub(crate) fn read_output(text: OsString) -> Result<PathBuf, String> {
    let path = read_named_output(text)?;
    let is_stream = ["/dev/stdout", "/dev/stderr"].iter().any(|stream| path == Path::new(stream));
    if is_stream || path.starts_with("/dev/fd") || path.starts_with("/proc/self/fd") {
        return Err("this option cannot write to a stream; name a path".to_owned());
    }
    Ok(path)
}

fn read_parquet_output(text: OsString) -> Result<PathBuf, String> {
    let path = read_output(text)?;
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("parquet")) {
        return Ok(path);
    }
    let has_no_name = path.file_name().is_none() || path.is_dir();
    let fitting = if has_no_name { path.join("encounters.parquet") } else { path.with_extension("parquet") };
    Err(format!("what is written is Parquet, and the name does not end in .parquet; `{}` would do", fitting.display()))
}

/// The number that a text with or without a suffix means. `None` for text that is no number or [two of them](groups), and for a
/// number with a fraction or above 64 bits.
fn parse_count(text: &str) -> Option<u64> {
    if groups(text).is_some() {
        return None;
    }
    let (text, power_of_suffix) = match text.char_indices().last()? {
        (end, 'k' | 'K') => (&text[..end], 3),
        (end, 'm' | 'M') => (&text[..end], 6),
        (end, 'g' | 'G' | 'b' | 'B') => (&text[..end], 9),
        _ => (text, 0),
    };
    u64::try_from(parse_scaled(text, power_of_suffix)?).ok()
}

/// The number that a text means, times a power of ten, in integers alone, since a float is not exact above 2^53.
fn parse_scaled(text: &str, power: i32) -> Option<u128> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent: i32 = exponent.strip_prefix('+').unwrap_or(exponent).parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: String = [whole, fraction].concat().replace('_', "");
    let starts_well = whole.starts_with(|c: char| c.is_ascii_digit()) && !mantissa.ends_with(['.', '_']);
    if !starts_well || !digits.bytes().all(|byte| byte.is_ascii_digit()) || digits.len() > 30 {
        return None;
    }
    let decimals = fraction.bytes().filter(u8::is_ascii_digit).count();
    let scale = exponent.checked_add(power)?.checked_sub(i32::try_from(decimals).ok()?)?;
    let number: u128 = digits.parse().ok()?;
    let power = 10_u128.checked_pow(scale.unsigned_abs())?;
    if scale >= 0 { number.checked_mul(power) } else { number.is_multiple_of(power).then(|| number / power) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_from_0() {
        for text in ["+3/8", "-1/8", "3/+8", " 3/8", "/", "a/b"] {
            assert!(part(text).is_err_and(|refused| refused.starts_with("expected I/K")), "{text}");
        }
        let read = |text: &str| part(text).map(|part| (part.index, part.all));
        assert_eq!([read("0/1"), read("0/64"), read("63/64")], [Ok((0, 1)), Ok((0, 64)), Ok((63, 64))]);
        assert_eq!(read("64/64"), Err("parts are counted from 0: 0/64 to 63/64".to_owned()));
        for text in ["", "5", "/", "1/", "/3", "-1/3", "0/0", "1/2/3", "a/b", "0.5/2"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, number) in [
            ("1000", 1000),
            ("1_000_000", 1_000_000),
            ("1e6", 1_000_000),
            ("1E+3", 1000),
            ("10M", 10_000_000),
            ("2.5k", 2500),
            ("1B", 1_000_000_000),
            ("1.5b", 1_500_000_000),
            ("2g", 2_000_000_000),
            ("1.5e1", 15),
            ("20e-1", 2),
            ("0", 0),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(count(text), Ok(number), "{text}");
        }
    }

    #[test]
    fn threads_and_steps_are_numbers_as_people_write_them() {
        assert_eq!(
            ["1", "1e0", "1_024", "1k"].map(|text| threads(text).ok()),
            [Some(1), Some(1), Some(1024), Some(1000)]
        );
        assert!(["0", "1025", "2k", "many", ""].into_iter().all(|text| threads(text).is_err()));
        assert_eq!(
            ["5", "1_0", "1k", "1e3"].map(step),
            [5, 10, 1000, 1000].map(|amount| Ok(StepLength::Amount(amount)))
        );
        assert_eq!(step("10%"), Ok(StepLength::Percent(10.0)));
        assert!(["0", "1.5", "5B", "k", "110%", ""].into_iter().all(|text| step(text).is_err()));
    }

    #[test]
    fn anything_but_a_whole_number_of_64_bits_is_refused() {
        for text in [
            "",
            "-1",
            "+5",
            "1.5",
            "e6",
            "1e",
            "1e99",
            "k",
            "1..2",
            "0x10",
            "1 000",
            "nan",
            "inf",
            "18446744073709551616",
            "_1",
            "1_",
            "1.",
            ".5k",
            "1e-1",
            "1kk",
            "1kB",
            "1GB",
            "١",
        ] {
            assert!(count(text).is_err(), "{text}");
        }
        assert!(count(&"9".repeat(100_000)).is_err());
        assert!(positive("0").is_err());
    }

    #[test]
    fn points_that_may_group_digits_are_refused_with_both_readings() {
        assert_eq!(
            encounters("100.000"),
            Err("`100.000` can mean 100 or 100000; write 100000, or 100 without decimals".to_owned())
        );
        assert_eq!(count("1.000.000").expect_err("groups"), "`1.000.000` has points between its digits; write 1000000");
        assert!(range("0..100.000").is_err_and(|refused| refused.contains("100 or 100000")));
        assert!(bytes("500.000").is_err_and(|refused| refused.contains("500 or 500000")));
        assert!(
            ["1.000", "12.000", "999.999"].into_iter().all(|text| positive(text).is_err() && threads(text).is_err())
        );
        assert_eq!(
            ["1.0", "1.00", "0.000", "1000.000", "1.250M", "1.000e3"].map(|text| count(text).ok()),
            [Some(1), Some(1), Some(0), Some(1000), Some(1_250_000), Some(1000)]
        );
    }

    #[test]
    fn a_part_of_an_encounter_is_none() {
        for text in ["1.5", "0.5", "many", "", "1e-1"] {
            let refused = encounters(text).expect_err(text);
            assert!(
                refused.contains("a whole number of encounters") && refused.contains("1.5k, 10M or 1B"),
                "{refused}"
            );
        }
        assert_eq!((encounters("1.5M"), encounters("0").is_err()), (Ok(1_500_000), true));
        let most = ENCOUNTERS_MAX.to_string();
        assert_eq!(encounters(&most), Ok(1 << 53));
        for (text, years) in [("9007199254740993", "2 years"), ("1e19", "3,168 years")] {
            let refused = encounters(text).expect_err("more than any run ends");
            assert!(
                refused.contains("at most 2^53 encounters, 9,007,199,254,740,992") && refused.contains(years),
                "{refused}"
            );
        }
        assert_eq!(range("1e19..10000000000000000007"), Ok(10_000_000_000_000_000_000..10_000_000_000_000_000_007));
        assert!(range("5..1e19").is_err_and(|refused| refused.contains("2^53")));
    }

    #[test]
    fn bytes_are_read_as_memory_is_written() {
        for (text, number) in [
            ("1000", 1000),
            ("500M", 500_000_000),
            ("500MB", 500_000_000),
            ("8G", 8_000_000_000),
            ("8GB", 8_000_000_000),
            ("8gb", 8_000_000_000),
            ("1.5TB", 1_500_000_000_000),
            ("2kB", 2000),
            ("1e6", 1_000_000),
            ("8GiB", 8 << 30),
            ("1.5KiB", 1536),
            ("1MiB", 1 << 20),
        ] {
            assert_eq!(bytes(text), Ok(number), "{text}");
        }
        for text in
            ["", "B", "2B", "2b", "0", "0GB", "1.5", "GB", "8 GB", "8GBB", "8Gi", "8iB", "8kG", "-1GB", "99999999TB"]
        {
            assert!(bytes(text).is_err(), "{text}");
        }
        assert!(bytes("2B").is_err_and(|refused| refused.contains("bytes or billions")));
    }

    #[test]
    fn ranges_hold_at_least_one_encounter() {
        assert_eq!(range("0..1e6"), Ok(0..1_000_000));
        assert_eq!(range("5..6"), Ok(5..6));
        for text in ["", "5", "..", "5..", "..5", "6..6", "7..6", "1..=5", "a..b"] {
            assert!(range(text).is_err(), "{text}");
        }
    }

    #[test]
    fn outputs_are_files_and_parquet_is_called_so() {
        for path in ["a.csv", "./-", "a/b", "-a"] {
            assert_eq!(read_output(path.into()), Ok(PathBuf::from(path)));
        }
        for stream in ["", "-", "/dev/stdout", "/dev/stderr", "/dev/fd/3", "/proc/self/fd/1"] {
            assert!(read_output(stream.into()).is_err() && read_parquet_output(stream.into()).is_err(), "{stream}");
        }
        for path in ["a.parquet", "b/a.csv.Parquet"] {
            assert_eq!(read_parquet_output(path.into()), Ok(PathBuf::from(path)));
        }
        for (path, fitting) in [("e.csv", "`e.parquet`"), ("b/e", "`b/e.parquet`"), (".", "`./encounters.parquet`")] {
            let message = read_parquet_output(path.into()).expect_err("it is not called Parquet");
            assert!(message.contains(fitting), "{path}: {message}");
        }
    }

    #[test]
    fn fractions_keep_to_their_bounds() {
        assert_eq!(confidence("0.5"), Ok(0.5));
        assert_eq!(half_width("0.001"), Ok(0.001));
        for text in ["0.49", "1", "1.0", "nan", "inf", "-0.9", "95%", ""] {
            assert!(confidence(text).is_err(), "{text}");
        }
        for text in ["0", "-0", "0.5", "nan", "inf", ""] {
            assert!(half_width(text).is_err(), "{text}");
        }
    }
}
