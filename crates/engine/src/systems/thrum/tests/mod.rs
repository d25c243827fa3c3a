//! One test or more for each rule of `docs/rules/thrum.md`.

mod vocabulary;

use super::*;
use crate::testing;

#[track_caller]
fn thrum(text: &str, overrides: &[&str]) -> Thrum {
    testing::loaded(text, overrides)
}
