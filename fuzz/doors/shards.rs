//! The door of shards: any text as the shards of a run, read and joined as `merge` does.

use std::path::Path;

use equipoise_sim::Shard;
use equipoise_sim::studies::merge::{Goal, Merged, Merging};

use super::shown::{accepted, assert_message};

/// Reads the shards of a text and joins those that fit.
pub(crate) fn enter(input: &str) {
    let path = Path::new("shard.json");
    let shards = match Shard::parse_all(path, input.as_bytes()) {
        Ok(shards) => shards,
        Err(error) => return assert_message(&error),
    };
    let mut merging = Merging::new(Goal::Encounters(None));
    for shard in &shards {
        let again = Shard::parse(path, shard.text().as_bytes()).expect("a shard is read as it is written");
        assert!(again == *shard, "a shard is written as it was read");
        accepted(merging.add(path, shard));
    }
    assert!(merging.missing().iter().all(|missing| missing.range.start < missing.range.end));
    match merging.finish(0.95) {
        Ok(Merged::Answers(answers)) => {
            for answer in &answers {
                let json = serde_json::to_string(answer).expect("an answer is JSON");
                assert!(serde_json::from_str::<serde_json::Value>(&json).is_ok(), "{json}");
            }
        }
        Ok(Merged::Unreached { .. }) => panic!("no precision was asked for"),
        Err(error) => assert_message(&error),
    }
}
