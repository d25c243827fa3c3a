//! Studies whose integers another tool may have rounded.
//!
//! Seeds and indices go up to 2^64, and jq and everything in JavaScript keep numbers as doubles, which have 53 bits. The command of a
//! result is text, which no tool rounds: what it asks for is what the study asked for.

use serde_json::{Number, Value};

use super::RecordError;
use crate::json::maybe_rounded;
use crate::studies::study::Study;

/// The most ways of restoring the numbers of a study that are tried.
const WAYS_MAX: usize = 1024;

/// Reads the study of a result; integers beyond 2^53 are those of its command.
pub(super) fn study(result: usize, mut recorded: Value, command: &Value) -> Result<Study, RecordError> {
    let read = |study: &Value| serde_json::from_value::<Study>(study.clone());
    let numbers: Vec<Number> = maybe_rounded(&mut recorded).into_iter().map(|number| number.clone()).collect();
    if numbers.is_empty() {
        return read(&recorded).map_err(|source| RecordError::Malformed { result, source });
    }
    let words: Vec<&str> = command.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let integers = words.iter().flat_map(|word| word.split(|letter: char| !letter.is_ascii_digit()));
    let mut integers: Vec<u64> = integers.filter_map(|digits| digits.parse().ok()).collect();
    integers.sort_unstable();
    integers.dedup();
    // The integers of the command that would be rounded to each number. One that is no rounded integer stands for itself.
    let candidates: Vec<Vec<Number>> = numbers
        .iter()
        .map(|number| {
            let rounded = integers.iter().map(|integer| Number::from(*integer));
            let candidates: Vec<Number> = rounded.filter(|integer| integer.as_f64() == number.as_f64()).collect();
            if candidates.is_empty() || is_whole(number) { vec![number.clone()] } else { candidates }
        })
        .collect();
    let ways = candidates.iter().map(Vec::len).fold(1, usize::saturating_mul).min(WAYS_MAX);
    for way in 0..ways {
        let mut rest = way;
        for (number, candidates) in maybe_rounded(&mut recorded).into_iter().zip(&candidates) {
            *number = candidates[rest % candidates.len()].clone();
            rest /= candidates.len();
        }
        if let Some(study) = read(&recorded).ok().filter(|study| study.command() == words) {
            return Ok(study);
        }
    }
    // Another version may have worded the command otherwise. Where no two of its integers are alike as doubles, they are known
    // all the same: the only way has put them there.
    let is_known = |(number, candidates): (&Number, &Vec<Number>)| {
        is_whole(number)
            || candidates.len() == 1 && candidates[0].as_u64().is_some_and(|known| integers.contains(&known))
    };
    match numbers.iter().zip(&candidates).find(|pair| !is_known(*pair)) {
        Some((number, _)) => Err(RecordError::Rounded { result, number: number.to_string() }),
        None => read(&recorded).map_err(|source| RecordError::Malformed { result, source }),
    }
}

/// Whether a number has digits that no tool writes which keeps it as a double: neither the value of its double nor the
/// shortest digits that are read as it.
fn is_whole(number: &Number) -> bool {
    let is_rounded = |integer: u64| {
        let double = integer as f64;
        double as u128 == u128::from(integer) || double.to_string() == integer.to_string()
    };
    number.as_u64().is_some_and(|integer| !is_rounded(integer))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn digits_that_no_double_has_were_not_rounded() {
        let is_whole = |number: u64| super::is_whole(&Number::from(number));
        assert!(is_whole(9_007_199_254_740_993) && is_whole(u64::MAX) && is_whole(12_345_678_901_234_567_890));
        assert!(!is_whole(9_007_199_254_740_992) && !is_whole(12_345_678_901_234_567_000));
        assert!(!super::is_whole(&Number::from_f64(1e19).expect("finite")));
    }

    fn restored(seed: &Value, range: [u64; 2], command: &Value) -> Result<Value, String> {
        let study = json!({
            "kind": "run", "scenario": "a.toml", "overrides": [],
            "method": { "sample": { "seed": seed, "encounters": { "ranges": [range] }, "confidence": 0.95, "check": null } },
        });
        let study = super::study(1, study, command).map_err(|error| error.to_string())?;
        Ok(serde_json::to_value(study).expect("JSON")["method"]["sample"].clone())
    }

    /// The command tells which of two integers that are alike as doubles stands where.
    #[test]
    fn the_command_decides_between_integers_that_are_rounded_alike() {
        let command = |seed: &str, range: &str| {
            json!(["equipoise", "run", "a.toml", "--seed", seed, "--range", range, "--confidence", "0.95"])
        };
        let (even, odd) = (9_007_199_254_740_992_u64, 9_007_199_254_740_993_u64);
        for (seed, start) in [(even, odd), (odd, even), (odd, odd), (even, even)] {
            let command = command(&seed.to_string(), &format!("{start}..{}", odd + 3));
            let found = restored(&json!(even), [even, odd + 3], &command).expect("a study");
            let expected = json!({ "ranges": [[start, odd + 3]] });
            assert_eq!((&found["seed"], &found["encounters"]), (&json!(seed), &expected), "{command}");
        }
        let elsewhere = command("7", "0..9");
        assert!(restored(&json!(even), [0, 9], &elsewhere).expect_err("it is nowhere").contains(&even.to_string()));
        let worded_otherwise = json!(["equipoise", "fight", odd.to_string()]);
        assert_eq!(restored(&json!(even), [0, 9], &worded_otherwise).expect("it is known")["seed"], json!(odd));
    }
}
