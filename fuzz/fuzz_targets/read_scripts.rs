//! See `README.md`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| -> libfuzzer_sys::Corpus { equipoise_fuzz::read_scripts(input) });
