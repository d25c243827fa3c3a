//! Loads any text as a scenario and plays what loads: see `README.md`.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};

#[path = "../checks.rs"]
mod checks;

fuzz_target!(|input: &[u8]| -> Corpus {
    let Ok(text) = std::str::from_utf8(input) else { return Corpus::Reject };
    let _ = checks::check(text);
    Corpus::Keep
});
